"""What changed between a print, a commit or a version, and the current files, even if those have errors."""

from collections.abc import Callable, Collection
from typing import NamedTuple

import msgspec

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.changes.diff import (
    Changes,
    FacePicture,
    Illustrations,
    SideChange,
    compare,
    sides_to_show,
    with_undrawn,
)
from nineup.changes.reprint.pictures import OldFaces, face_pictures, find_old_faces, symbol_pictures
from nineup.changes.reprint.prints import no_progress, record_now, undrawn, without_drafts
from nineup.changes.revision import RevisionError
from nineup.faces.record import PieceKey, PrintRecord

MAX_NAMED = 8
"""The number of omitted cards that a warning names."""


class Difference(msgspec.Struct, frozen=True):
    """What changed, with pictures if requested."""

    changes: Changes
    illustrations: Illustrations = Illustrations()


KeptFaces = Callable[[Collection[str]], dict[str, FacePicture]]
"""Gives pictures of some faces by digest: those that it has."""


def no_faces(wanted: Collection[str]) -> dict[str, FacePicture]:
    """Has none."""
    return {}


def changes_since(
    project: Project,
    old: PrintRecord,
    choice: pipeline.RunChoice,
    findings: Findings,
    with_pictures: bool = False,
) -> Difference | pipeline.BuildResult:
    """What changed between a record and the current files; a build result with an exit code if they can't be
    read.

    With `with_pictures`, old faces come from sheets and commits; a note reports why some are missing.
    """
    options = pipeline.PrintOptions(allow_errors=True)
    ready = pipeline.draw(project, old.game, choice, options, findings, no_progress)
    if isinstance(ready, pipeline.BuildResult):
        return ready
    return changes_to(project, old, ready, findings=findings, with_pictures=with_pictures)


def changes_to(
    project: Project,
    old: PrintRecord,
    ready: pipeline.DrawnRun,
    findings: Findings,
    with_pictures: bool = False,
    kept_faces: KeptFaces = no_faces,
) -> Difference:
    """What changed between a record and a run of the same choice that is drawn already; see `changes_since`.

    `kept_faces` gives those pictures of old faces, by digest, that need not be looked for.
    """
    ready, missing = comparable(ready, "now", findings)
    changes = compare(old, with_undrawn(record_now(ready), old, missing))
    if not with_pictures:
        return Difference(changes)
    new = face_pictures(ready, _digests(changes))
    wanted = {side.old for side in _sides(changes) if side.old} - new.keys()
    kept = kept_faces(wanted)
    before = find_old_faces(project, old, ready, wanted=wanted - kept.keys())
    report_old_faces(before, findings)
    pictures = new | kept | before.pictures
    symbols = symbol_pictures(ready, changes)
    return Difference(
        changes, Illustrations(pictures, symbols, before.commits, why_missing=before.why_missing)
    )


class EarlierProject(NamedTuple):
    """A project as it was at a commit or a version, and the name of that state."""

    project: Project
    name: str


def changes_since_state(
    project: Project,
    game: str,
    earlier: EarlierProject,
    choice: pipeline.RunChoice,
    findings: Findings,
    with_pictures: bool = False,
) -> Difference | pipeline.BuildResult:
    """What changed between an earlier state and the current files. Raises RevisionError."""
    options = pipeline.PrintOptions(allow_errors=True)
    before = pipeline.draw(earlier.project, game, choice, options, reported := Findings(), no_progress)
    if isinstance(before, pipeline.BuildResult):
        reason = next((f.message for f in reported if f.severity == "error"), "it didn't exist")
        raise RevisionError(f"`{game}` couldn't be drawn: {reason}")
    ready = pipeline.draw(project, game, choice, options, findings, no_progress)
    if isinstance(ready, pipeline.BuildResult):
        return ready
    before, missing_then = comparable(before, f"at {earlier.name}", findings)
    ready, missing_now = comparable(ready, "now", findings)
    old, new = record_now(before, earlier.name), record_now(ready)
    changes = compare(with_undrawn(old, new, missing_then), with_undrawn(new, old, missing_now))
    if not with_pictures:
        return Difference(changes)
    wanted = _digests(changes)
    pictures = face_pictures(before, wanted) | face_pictures(ready, wanted)
    return Difference(changes, Illustrations(pictures, symbol_pictures(ready, changes)))


def comparable(
    ready: pipeline.DrawnRun, when: str, findings: Findings
) -> tuple[pipeline.DrawnRun, frozenset[PieceKey]]:
    """A run with the cards that can be compared, and those that can't, with a warning about them.

    These couldn't be drawn, or only as a draft, since their layouts have errors.
    """
    missing, kept = undrawn(ready), without_drafts(ready)
    drafts = undrawn(kept) - missing
    if missing:
        cards, are, listed = _listed(missing)
        findings.warning("not-compared", f"{cards} can't be drawn {when} and {are} left out: {listed}")
    if drafts:
        cards, are, listed = _listed(drafts)
        message = f"{cards} {are} not compared, since the layout has errors {when}: {listed}"
        findings.warning("not-compared", message)
    return kept, missing | drafts


def _listed(keys: frozenset[PieceKey]) -> tuple[str, str, str]:
    """How many cards there are, `is` or `are`, and their names."""
    names = sorted({card if card == component else f"{component}/{card}" for component, card, _ in keys})
    cards, are = ("1 card", "is") if len(names) == 1 else (f"{len(names)} cards", "are")
    return cards, are, ", ".join(names[:MAX_NAMED]) + (" …" if len(names) > MAX_NAMED else "")


def report_old_faces(before: OldFaces, findings: Findings) -> None:
    """Add a note if some old faces have no picture."""
    if before.why_missing:
        hint = "commit the game's files as printed, so that old faces can be redrawn"
        message = f"some old faces are unavailable: {before.why_missing}"
        findings.note("no-old-face", message, None, hint=hint)


def _digests(changes: Changes) -> set[str]:
    return {digest for side in _sides(changes) for digest in (side.old, side.new)}


def _sides(changes: Changes) -> list[SideChange]:
    return [side for change in changes.cards for side in sides_to_show(change)]
