"""Finds the records of a game's prints, and makes a record of its current state."""

from hashlib import blake2b

from msgspec.structs import asdict, replace

from nineup import pipeline
from nineup.base.diagnostics import Findings, nearest
from nineup.base.project import Project
from nineup.faces.record import PieceKey, PrintRecord, read_record, record_text
from nineup.faces.shapes import drawn_sides


def folder(game: str) -> str:
    """The folder of a game's records, relative to the project."""
    return f"cards/{game}/prints"


def records(project: Project, game: str, findings: Findings) -> tuple[PrintRecord, ...]:
    """The records of a game's prints in order. Those that can't be read are reported and left out."""
    names = sorted(path.name for path in (project.root / folder(game)).glob("*.yaml"))
    read = (read_record(project, f"{folder(game)}/{name}", findings, game=game) for name in names)
    return tuple(sorted(filter(None, read), key=lambda record: (record.number, record.name)))


def find_record(project: Project, game: str, name: str | None, findings: Findings) -> PrintRecord | None:
    """The record with a name, or the latest; None after an error if there is none."""
    known = records(project, game, findings)
    if findings.failed:
        return None
    if not known:
        hint = "once the game is printed, run `nineup print-done`"
        findings.request_error("no-print", f"no print is recorded in {folder(game)}/", None, hint=hint)
        return None
    if name is None:
        return known[-1]
    by_name = {record.name: record for record in known}
    if name not in by_name:
        hint = nearest(name, list(by_name))
        findings.request_error("no-print", f"there is no print `{name}` in {folder(game)}/", None, hint=hint)
    return by_name.get(name)


def record_digest(record: PrintRecord) -> str:
    """A digest of a record's whole content."""
    return blake2b(record_text(record).encode(), digest_size=8).hexdigest()


def record_now(ready: pipeline.DrawnRun, name: str = "now") -> PrintRecord:
    """The record of a run as just drawn, without cards that couldn't be drawn (`undrawn`)."""
    return pipeline.record_drawn(ready.run, ready.choice, ready.drawn, engine=ready.engine, name=name)


def undrawn(ready: pipeline.DrawnRun) -> frozenset[PieceKey]:
    """The cards of a draft that couldn't be drawn."""
    drawn = {pipeline.key_of(each.part) for each in ready.drawn}
    return frozenset({pipeline.key_of(part) for part in ready.run.parts} - drawn)


def without_drafts(ready: pipeline.DrawnRun) -> pipeline.DrawnRun:
    """A run without the cards whose layouts have errors, since their drafts aren't what they look like."""
    sound: dict[str, bool] = {}
    for component in ready.run.game.components.values():
        layouts = [ready.engine.layout(side.layout) for side in drawn_sides(component)]
        sound[component.id] = all(layout is not None and layout.sound for layout in layouts)
    kept = tuple(each for each in ready.drawn if sound[each.part.component.id])
    return replace(ready, drawn=kept) if len(kept) < len(ready.drawn) else ready


def choice_of(old: PrintRecord) -> pipeline.RunChoice:
    """The choice that gives a record's run."""
    return pipeline.RunChoice(**asdict(old.choice))


def no_progress(what: str, done: int, total: int) -> None:
    """A progress callback that does nothing."""
