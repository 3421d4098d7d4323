"""After an edit: what was printed is recorded, what changed since is told, and just that is printed. Above `build`."""

from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec
from msgspec.structs import asdict, replace

from generator import build
from generator.diagnostics import Findings, nearest
from generator.diff import (
    Changes,
    Choice,
    Move,
    Record,
    compare,
    moves,
    pull_pages,
    read_record,
    record,
    record_text,
    table_after,
)
from generator.drawing import Digests, Face
from generator.geometry import Size
from generator.load import load_tree
from generator.paper import Page
from generator.project import Project
from generator.revision import RevisionError, project_at
from generator.settings import FACE
from generator.write import MANIFEST, face_pdf

CHANGED = "-changed"
"""What follows a run's name in that of the folder where only its changes are."""

ASKED_WRONG = frozenset({"no-print", "not-built", "print-exists"})
"""What is wrong with a command rather than with the game."""


RESOLUTION = 110
"""Dots per inch of the pictures of a changelog."""

Shown = tuple[Literal["old", "new"], str, str]
"""Which face a picture is of: the side of a change, the component, the card."""


class Difference(msgspec.Struct, frozen=True):
    """What changed, and pictures of it where they were asked for and can be had."""

    changes: Changes
    pictures: dict[Shown, bytes] = {}


class Reprint(msgspec.Struct, frozen=True):
    """What a build of changes came to: since when, the pull list, and what was written."""

    since: str
    moves: tuple[Move, ...]
    left: int
    """How many cards were only restyled, and left out."""
    outcome: build.Outcome
    folder: str = ""


class _Placed(msgspec.Struct, frozen=True):
    component: str
    card: str
    owner: str
    copy: int
    side: str
    file: str
    digest: str


class _Asked(msgspec.Struct, frozen=True):
    players: int | None = None
    options: dict[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    version: str = ""
    since: str = ""
    restyled: bool = False


class _Printed(msgspec.Struct, frozen=True):
    """What the manifest of a build tells."""

    asked: _Asked
    pieces: tuple[_Placed, ...]


def records(project: Project, game: str, findings: Findings) -> tuple[Record, ...]:
    """The records of a game's prints in their order; those that can't be read are told and left out."""
    found = []
    folder = f"cards/{game}/prints"
    for path in sorted((project.root / folder).glob("*.yaml")):
        read = load_tree(project, f"{folder}/{path.name}", findings)
        one = read_record(*read, findings) if read else None
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
        findings.error("no-print", f"there is no record of a print in cards/{game}/prints/", None, hint)
        return None
    if name is None:
        return known[-1]
    by_name = {record.name: record for record in known}
    if name not in by_name:
        hint = nearest(name, list(by_name))
        findings.error("no-print", f"there is no print `{name}` in cards/{game}/prints/", None, hint)
    return by_name.get(name)


def now(ready: build.Ready, name: str = "now") -> Record:
    """The record of a run as its files stand now."""
    signs = {sign.form: id for id, sign in ready.studio.signs.items()}
    drawn = [(d.part, d.front, d.back) for d in ready.drawn]
    return record(ready.run, Choice(**asdict(ready.choice)), drawn, signs, name)


def choice_of(old: Record) -> build.Choice:
    """The run that a record is of."""
    return build.Choice(**asdict(old.choice))


def changes_since(
    project: Project, old: Record, choice: build.Choice, findings: Findings, pictures: bool = False
) -> Difference | build.Outcome:
    """What changed from a record to the files as they stand; an outcome where these can't be drawn.

    There may be pictures of the new faces only: a record has none of the old ones.
    """
    ready = build.draw(project, old.game, choice, build.Printing(), findings, _silent)
    if isinstance(ready, build.Outcome):
        return ready
    changes = compare(old, now(ready))
    return Difference(changes, _pictures(changes, None, ready) if pictures else {})


def changes_since_commit(
    project: Project,
    game: str,
    revision: str,
    choice: build.Choice,
    findings: Findings,
    pictures: bool = False,
) -> Difference | build.Outcome:
    """What changed from a revision in git to the files as they stand. Raises RevisionError."""
    with project_at(project, revision) as before:
        old = build.draw(before, game, choice, build.Printing(), told := Findings(), _silent)
        if isinstance(old, build.Outcome):
            reason = next((f.message for f in told if f.severity == "error"), "it is not there")
            raise RevisionError(f"`{game}` could not be drawn then: {reason}")
        ready = build.draw(project, game, choice, build.Printing(), findings, _silent)
        if isinstance(ready, build.Outcome):
            return ready
        changes = compare(now(old, revision), now(ready))
        return Difference(changes, _pictures(changes, old, ready) if pictures else {})


def _pictures(changes: Changes, old: build.Ready | None, new: build.Ready) -> dict[Shown, bytes]:
    """Pictures of the fronts of all cards that changed, each for the first of its owners that did."""
    from generator.preview import png

    wanted = {
        (change.component, change.card, change.pairs[0].owner): (change.component, change.card)
        for change in changes.cards
    }
    pictures: dict[Shown, bytes] = {}
    sides: tuple[tuple[Literal["old", "new"], build.Ready | None], ...] = (("old", old), ("new", new))
    for side, ready in sides:
        fronts = _fronts(ready) if ready else {}
        there = [key for key in wanted if key in fronts]
        if ready and there:
            pdf = face_pdf([fronts[key] for key in there], ready.studio.fonts)
            for number, key in enumerate(there, 1):
                pictures[side, *wanted[key]] = png(pdf, number, RESOLUTION)
    return pictures


def _fronts(ready: build.Ready) -> dict[tuple[str, str, str], Face]:
    return {(d.part.component.id, d.part.card.id, str(d.part.owner or "")): d.front for d in ready.drawn}


def _silent(what: str, done: int, total: int) -> None:
    """Progress that nobody waits for."""


def build_changed(
    project: Project,
    old: Record,
    choice: build.Choice,
    printing: build.Printing,
    restyled: bool,
    findings: Findings,
    progress: build.Progress,
) -> Reprint:
    """Print the faces that changed or are new since a record, and the list of what to take out and put in."""
    ready = build.draw(project, old.game, choice, printing, findings, progress)
    if isinstance(ready, build.Outcome):
        return Reprint(old.name, (), 0, ready)
    changes = compare(old, now(ready, printing.version or "now"))
    todo = moves(changes, restyled)
    left = 0 if restyled else len(changes.of("restyled"))
    if not todo:
        return Reprint(old.name, (), left, build.Outcome())
    folder = build.folder_of(ready.run, choice) + CHANGED
    outcome = build.print_groups(
        ready,
        folder,
        {"changed": _put_in(ready, todo)},
        findings,
        progress,
        {"pull-list": lambda size: _pull_list(ready, changes, todo, size)},
        {"since": old.name, "restyled": restyled},
    )
    return Reprint(old.name, todo, left, outcome, folder)


def _put_in(ready: build.Ready, todo: tuple[Move, ...]) -> list[build.Drawn]:
    """What is drawn of the cards that are put in, in as many copies."""
    amounts = {(move.component, move.card, owner): move.put for move in todo for owner in move.owners}
    wanted = (
        (d, amounts.get((d.part.component.id, d.part.card.id, d.part.owner or ""), 0)) for d in ready.drawn
    )
    return [replace(d, part=replace(d.part, copies=copies)) for d, copies in wanted if copies]


def _pull_list(ready: build.Ready, changes: Changes, todo: tuple[Move, ...], size: Size) -> tuple[Page, ...]:
    title = f"{ready.run.game.title}: pull list"
    about = f"from {changes.since} to {changes.until} · {ready.run.name}"
    return pull_pages(title, about, todo, _fronts(ready), size, ready.studio.fonts)


def print_done(
    project: Project,
    game: str,
    run: str | None,
    name: str | None,
    date: str,
    output: Path | None,
    findings: Findings,
) -> tuple[Path, bytes] | None:
    """The file that records a run that was built, and printed, as what is on the table now.

    `run` names its folder in the output; None is the only one there is. The faces in that folder must be what the
    game's files still give. After a build of changes, old looks that were left in the pile stay in the record.
    None after an error.
    """
    known = records(project, game, findings)
    plan = build.plan_of(project, build.Printing(output=output), findings)
    if findings.failed or plan is None:
        return None
    folder = _built(plan.output / game, game, run, findings)
    printed = _manifest(folder, findings) if folder else None
    if folder is None or printed is None:
        return None
    number = known[-1].number + 1 if known else 1
    name = name or printed.asked.version or f"print-{number}"
    path = project.root / "cards" / game / "prints" / f"{name}.yaml"
    if path.exists():
        hint = "name another with --as; a record of what was printed is not rewritten"
        findings.error("print-exists", f"the print `{name}` is recorded already", None, hint)
        return None
    made = _on_table(project, game, folder.name, printed, known, findings)
    if made is None:
        return None
    return path, record_text(replace(made, name=name, number=number, date=date)).encode()


def _built(folder: Path, game: str, run: str | None, findings: Findings) -> Path | None:
    """The folder of the run that was built, which must be told where there are several."""
    built = sorted(path.parent.name for path in folder.glob(f"*/{MANIFEST}"))
    chosen = run or (built[0] if len(built) == 1 else None)
    if chosen in built:
        return folder / str(chosen)
    hint = f"built are: {', '.join(built)}" if built else f"`nineup build {game}` first"
    several = built and run is None
    message = f"there is no build{f' `{run}`' if run else ''} in the output of {game}"
    message = f"{len(built)} runs of {game} are built; say which one" if several else message
    findings.error("not-built", message, None, hint)
    return None


def _manifest(folder: Path, findings: Findings) -> _Printed | None:
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=_Printed)
    except msgspec.DecodeError:
        hint = "build the run again"
        findings.error("not-built", f"the manifest of `{folder.name}` is from another Nineup", None, hint)
        return None


def _on_table(
    project: Project,
    game: str,
    run: str,
    printed: _Printed,
    known: tuple[Record, ...],
    findings: Findings,
) -> Record | None:
    """The record of what was printed, where the files still give it."""
    asked = printed.asked
    choice = build.Choice(asked.players, asked.options, asked.owners, asked.components, asked.cards)
    ready = build.draw(project, game, choice, build.Printing(version=asked.version), findings, _silent)
    if isinstance(ready, build.Outcome):
        return None
    made, drawn = now(ready), list(ready.drawn)
    if asked.since:
        old = next((record for record in known if record.name == asked.since), None)
        if old is None:
            findings.error("no-print", f"there is no print `{asked.since}` that `{run}` was built from")
            return None
        changes = compare(old, made)
        drawn = _put_in(ready, moves(changes, asked.restyled))
        made = table_after(changes, made, asked.restyled)
    stale = _stale(printed, drawn)
    if stale is not None:
        hint = "the files were edited after the build: build again and print, or go back to what was printed"
        findings.error("print-stale", f"`{run}` does not hold what the files give now: {stale}", None, hint)
        return None
    return made


def _stale(printed: _Printed, drawn: list[build.Drawn]) -> str | None:
    """The first card of which other pieces were printed than are drawn now; None where all are the same."""
    digests = Digests()
    backs = {digests[d.back] for d in drawn if d.back is not None}
    if any(piece.side == "back" and piece.digest not in backs for piece in printed.pieces):
        return "another back"
    sheets = [p for p in printed.pieces if p.side == "front" and not _alone(p.file)]
    if not sheets:
        faces = {digests[d.front] for d in drawn}
        told = {piece.digest for piece in printed.pieces if piece.side == "front"}
        return None if told | backs >= faces and told <= faces | backs else "other faces"
    copies = {(p.component, p.card, p.owner, p.copy, p.digest) for p in sheets}
    there = Counter((component, card, owner, digest) for component, card, owner, _, digest in copies)
    wanted = Counter(
        {
            (d.part.component.id, d.part.card.id, str(d.part.owner or ""), digests[d.front]): d.part.copies
            for d in drawn
        }
    )
    return next((f"{key[0]}/{key[1]}" for key in {**wanted, **there} if wanted[key] != there[key]), None)


def _alone(file: str) -> bool:
    """Whether each face is printed once in a file, on a page of its own."""
    return PurePosixPath(file).stem.endswith(f"-{FACE}")


def code_of(findings: Findings) -> int:
    """The exit code for findings: 2 where the command asked for what is not there."""
    if any(finding.code in ASKED_WRONG for finding in findings):
        return 2
    return 1 if findings.failed else 0
