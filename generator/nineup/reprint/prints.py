"""The records of a game's prints in its files, and the record of what these would give now."""

from hashlib import blake2b

from msgspec.structs import asdict

from nineup import pipeline
from nineup.diagnostics import Findings, nearest
from nineup.project import Project
from nineup.record import Key, Record, read_record, record_text


def folder(game: str) -> str:
    """Where a game's records are, in its project."""
    return f"cards/{game}/prints"


def records(project: Project, game: str, findings: Findings) -> tuple[Record, ...]:
    """The records of a game's prints in their order, without those that can't be read, which are reported."""
    found = []
    for path in sorted((project.root / folder(game)).glob("*.yaml")):
        record = read_record(project, f"{folder(game)}/{path.name}", findings)
        if record is not None:
            found.append(record)
    return tuple(sorted(found, key=lambda record: (record.number, record.name)))


def find_record(project: Project, game: str, name: str | None, findings: Findings) -> Record | None:
    """The record of that name, or the latest; None if there is none, which is reported.

    The latest is that of a whole run, where there is one: early versions also saved records of a few cards.
    """
    known = records(project, game, findings)
    if findings.failed:
        return None
    if not known:
        hint = "print the game, then `nineup print-done` records what is on the table"
        findings.request_error("no-print", f"there is no record of a print in {folder(game)}/", None, hint)
        return None
    if name is None:
        return _latest(known, findings)
    by_name = {record.name: record for record in known}
    if name not in by_name:
        hint = nearest(name, list(by_name))
        findings.request_error("no-print", f"there is no print `{name}` in {folder(game)}/", None, hint)
    return by_name.get(name)


def _latest(known: tuple[Record, ...], findings: Findings) -> Record:
    whole = [record for record in known if not is_fragment(record)]
    latest = whole[-1] if whole else known[-1]
    if latest is not known[-1]:
        message = (
            f"the print `{known[-1].name}` holds only part of a run; changes are those since `{latest.name}`"
        )
        hint = f"`--since {known[-1].name}` compares with those cards alone"
        findings.warning("partial-print", message, None, hint)
    return latest


def is_fragment(record: Record) -> bool:
    """Whether a record holds only some cards or components of its run, as those of early versions may."""
    return bool(record.choice.cards or record.choice.components)


def digest_of(record: Record) -> str:
    """A digest of all that a record says."""
    return blake2b(record_text(record).encode(), digest_size=8).hexdigest()


def record_now(ready: pipeline.DrawnRun, name: str = "now") -> Record:
    """The record of a run as its files give it now, without cards that could not be drawn (`undrawn`)."""
    return pipeline.record_drawn(ready.run, ready.choice, ready.drawn, ready.engine, name)


def undrawn(ready: pipeline.DrawnRun) -> frozenset[Key]:
    """The cards of a draft that could not be drawn."""
    drawn = {pipeline.key_of(each.part) for each in ready.drawn}
    return frozenset({pipeline.key_of(part) for part in ready.run.parts} - drawn)


def choice_of(old: Record) -> pipeline.RunChoice:
    """The run that a record is of."""
    return pipeline.RunChoice(**asdict(old.choice))


def no_progress(what: str, done: int, total: int) -> None:
    """Shows no progress."""
