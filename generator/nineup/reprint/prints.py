"""The records of a game's prints in its files, and the record of what these would give now."""

from msgspec.structs import asdict

from nineup import pipeline
from nineup.diagnostics import Findings, nearest
from nineup.diff import Choice, Key, Record, read_record, record
from nineup.game import Part
from nineup.project import Project


def folder(game: str) -> str:
    """Where a game's records are, in its project."""
    return f"cards/{game}/prints"


def records(project: Project, game: str, findings: Findings) -> tuple[Record, ...]:
    """The records of a game's prints in their order; those that can't be read are told and left out."""
    found = []
    for path in sorted((project.root / folder(game)).glob("*.yaml")):
        one = read_record(project, f"{folder(game)}/{path.name}", findings)
        if one is not None:
            found.append(one)
    return tuple(sorted(found, key=lambda record: (record.number, record.name)))


def since(project: Project, game: str, name: str | None, findings: Findings) -> Record | None:
    """The record of that name, or the latest; None where there is none, which is told."""
    known = records(project, game, findings)
    if findings.failed:
        return None
    if not known:
        hint = "print the game, then `nineup print-done` records what is on the table"
        findings.request_error("no-print", f"there is no record of a print in {folder(game)}/", None, hint)
        return None
    if name is None:
        return known[-1]
    by_name = {record.name: record for record in known}
    if name not in by_name:
        hint = nearest(name, list(by_name))
        findings.request_error("no-print", f"there is no print `{name}` in {folder(game)}/", None, hint)
    return by_name.get(name)


def now(ready: pipeline.DrawnRun, name: str = "now") -> Record:
    """The record of a run as its files stand now; cards that could not be drawn are not in it (`undrawn`)."""
    signs = {sign.form: id for id, sign in ready.engine.symbols.items()}
    drawn = [(d.part, d.front, d.back) for d in ready.drawn]
    return record(ready.run, Choice(**asdict(ready.choice)), drawn, signs, name)


def undrawn(ready: pipeline.DrawnRun) -> frozenset[Key]:
    """The cards of a draft that could not be drawn."""
    drawn = {key_of(each.part) for each in ready.drawn}
    return frozenset({key_of(part) for part in ready.run.parts} - drawn)


def key_of(part: Part) -> Key:
    """The card of a part, as records tell it from others."""
    return part.component.id, part.card.id, str(part.owner or "")


def choice_of(old: Record) -> pipeline.RunChoice:
    """The run that a record is of."""
    return pipeline.RunChoice(**asdict(old.choice))


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody waits for."""
