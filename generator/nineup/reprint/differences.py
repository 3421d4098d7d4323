"""What changed from a print, or from a commit, to the files as they are now; they may have errors."""

import msgspec

from nineup import pipeline
from nineup.diagnostics import Findings
from nineup.diff import Changes, Illustrations, SideChange, compare, sides_to_show, with_undrawn
from nineup.project import Project
from nineup.record import Key, Record
from nineup.reprint.pictures import OldFaces, face_pictures, find_old_faces, symbol_pictures
from nineup.reprint.prints import no_progress, record_now, undrawn
from nineup.revision import RevisionError, project_at

NAMED = 8
"""How many cards that are left out are named."""


class Difference(msgspec.Struct, frozen=True):
    """What changed, and pictures of it if they were asked for."""

    changes: Changes
    illustrations: Illustrations = Illustrations()


def changes_since(
    project: Project, old: Record, choice: pipeline.RunChoice, findings: Findings, pictured: bool = False
) -> Difference | pipeline.BuildResult:
    """What changed from a record to the files as they are now; a result with its exit code if they can't be read.

    With `pictured` there are pictures; old faces come from sheets and commits, and a note says why some are missing.
    """
    options = pipeline.PrintOptions(allow_errors=True)
    ready = pipeline.draw(project, old.game, choice, options, findings, no_progress)
    if isinstance(ready, pipeline.BuildResult):
        return ready
    missing = report_undrawn(undrawn(ready), "now", findings)
    changes = compare(old, with_undrawn(record_now(ready), old, missing))
    if not pictured:
        return Difference(changes)
    new = face_pictures(ready, _digests(changes))
    wanted = {side.old for side in _sides(changes) if side.old} - new.keys()
    before = find_old_faces(project, old, ready, wanted)
    report_old_faces(before, findings)
    pictures = new | before.pictures
    symbols = symbol_pictures(ready, changes)
    return Difference(changes, Illustrations(pictures, symbols, before.commits, before.why_missing))


def changes_since_commit(
    project: Project,
    game: str,
    revision: str,
    choice: pipeline.RunChoice,
    findings: Findings,
    pictured: bool = False,
) -> Difference | pipeline.BuildResult:
    """What changed from a revision in git to the files as they are now. Raises RevisionError."""
    options = pipeline.PrintOptions(allow_errors=True)
    with project_at(project, revision) as earlier:
        before = pipeline.draw(earlier, game, choice, options, reported := Findings(), no_progress)
        if isinstance(before, pipeline.BuildResult):
            reason = next((f.message for f in reported if f.severity == "error"), "it did not exist")
            raise RevisionError(f"`{game}` could not be drawn then: {reason}")
        ready = pipeline.draw(project, game, choice, options, findings, no_progress)
        if isinstance(ready, pipeline.BuildResult):
            return ready
        old, new = record_now(before, revision), record_now(ready)
        missing_then = report_undrawn(undrawn(before), f"at {revision}", findings)
        missing_now = report_undrawn(undrawn(ready), "now", findings)
        changes = compare(with_undrawn(old, new, missing_then), with_undrawn(new, old, missing_now))
        if not pictured:
            return Difference(changes)
        wanted = _digests(changes)
        pictures = face_pictures(before, wanted) | face_pictures(ready, wanted)
        return Difference(changes, Illustrations(pictures, symbol_pictures(ready, changes)))


def report_undrawn(missing: frozenset[Key], when: str, findings: Findings) -> frozenset[Key]:
    """The cards that could not be drawn, after a warning that they are left out."""
    if missing:
        names = sorted(
            {card if card == component else f"{component}/{card}" for component, card, _ in missing}
        )
        cards, are = ("1 card", "is") if len(names) == 1 else (f"{len(names)} cards", "are")
        listed = ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")
        findings.warning("not-compared", f"{cards} can't be drawn {when} and {are} left out: {listed}")
    return missing


def report_old_faces(before: OldFaces, findings: Findings) -> None:
    """A note if there is no picture of some old faces, with the reason."""
    if before.why_missing:
        hint = "git has the old faces once the game's files are committed as they were printed"
        message = f"not all old faces can be shown: {before.why_missing}"
        findings.note("no-old-face", message, None, hint)


def _digests(changes: Changes) -> set[str]:
    return {digest for side in _sides(changes) for digest in (side.old, side.new)}


def _sides(changes: Changes) -> list[SideChange]:
    return [side for change in changes.cards for side in sides_to_show(change)]
