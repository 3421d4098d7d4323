"""What changed from a print, or from a commit, to the files as they stand: a draft will do, for it is only compared."""

import msgspec

from nineup import pipeline
from nineup.diagnostics import Findings
from nineup.diff import Changes, Key, Record, Shown, View, carried, compare, views
from nineup.project import Project
from nineup.reprint.pictures import Former, former, pictures, signs
from nineup.reprint.prints import now, silent, undrawn
from nineup.revision import RevisionError, project_at

NAMED = 8
"""How many cards that are left out are named."""


class Difference(msgspec.Struct, frozen=True):
    """What changed, and what there is to show of it where that was asked for."""

    changes: Changes
    shown: Shown = Shown()


def changes_since(
    project: Project, old: Record, choice: pipeline.RunChoice, findings: Findings, pictured: bool = False
) -> Difference | pipeline.BuildResult:
    """What changed from a record to the files as they stand; an outcome where these can't be read.

    With `pictured` there are pictures; old faces are those that commits give, and a note tells when some are missing.
    """
    ready = pipeline.draw(
        project, old.game, choice, pipeline.PrintOptions(allow_errors=True), findings, silent
    )
    if isinstance(ready, pipeline.BuildResult):
        return ready
    changes = compare(old, carried(now(ready), old, left_out(undrawn(ready), "now", findings)))
    if not pictured:
        return Difference(changes)
    new = pictures(ready, _wanted(changes))
    before = former(project, old, ready, {view.old for view in _seen(changes) if view.old} - new.keys())
    tell_lacking(before, findings)
    shown = Shown(new | before.pictures, signs(ready, changes), before.commits, before.lacking)
    return Difference(changes, shown)


def changes_since_commit(
    project: Project,
    game: str,
    revision: str,
    choice: pipeline.RunChoice,
    findings: Findings,
    pictured: bool = False,
) -> Difference | pipeline.BuildResult:
    """What changed from a revision in git to the files as they stand. Raises RevisionError."""
    draft = pipeline.PrintOptions(allow_errors=True)
    with project_at(project, revision) as before:
        old = pipeline.draw(before, game, choice, draft, told := Findings(), silent)
        if isinstance(old, pipeline.BuildResult):
            reason = next((f.message for f in told if f.severity == "error"), "it is not there")
            raise RevisionError(f"`{game}` could not be drawn then: {reason}")
        ready = pipeline.draw(project, game, choice, draft, findings, silent)
        if isinstance(ready, pipeline.BuildResult):
            return ready
        then, today = now(old, revision), now(ready)
        missing = left_out(undrawn(old), f"at {revision}", findings)
        changes = compare(
            carried(then, today, missing), carried(today, then, left_out(undrawn(ready), "now", findings))
        )
        if not pictured:
            return Difference(changes)
        wanted = _wanted(changes)
        faces = pictures(old, wanted) | pictures(ready, wanted)
        return Difference(changes, Shown(faces, signs(ready, changes)))


def left_out(missing: frozenset[Key], when: str, findings: Findings) -> frozenset[Key]:
    """The cards that could not be drawn, of which it is told that nothing is said of them."""
    if missing:
        names = sorted(
            {card if card == component else f"{component}/{card}" for component, card, _ in missing}
        )
        cards, are = ("1 card", "is") if len(names) == 1 else (f"{len(names)} cards", "are")
        listed = ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")
        findings.warning("not-compared", f"{cards} can't be drawn {when} and {are} left out: {listed}")
    return missing


def tell_lacking(before: Former, findings: Findings) -> None:
    """Say that there is no picture of some old faces, and why."""
    if before.lacking:
        hint = "git has the old faces once the game's files are committed as they were printed"
        findings.note("no-old-face", f"not all old faces can be shown: {before.lacking}", None, hint)


def _wanted(changes: Changes) -> set[str]:
    return {digest for view in _seen(changes) for digest in (view.old, view.new)}


def _seen(changes: Changes) -> list[View]:
    return [view for change in changes.cards for view in views(change)]
