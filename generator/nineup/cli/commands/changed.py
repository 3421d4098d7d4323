"""`nineup build --changed`: one game's changes since a print, as sheets and a pull list."""

from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.changes import reprint
from nineup.changes.diff import totals
from nineup.cli.common import report_findings, report_removed
from nineup.cli.printing import say
from nineup.cli.progress import Bar


def changes_of(
    project: Project,
    game: str,
    choice: pipeline.RunChoice,
    printing: pipeline.PrintOptions,
    bar: Bar,
    written: list[pipeline.OutputFile],
    *,
    since: str | None,
    restyled: bool,
) -> Status:
    """Build what changed in a game and report what to swap. An empty choice means the print's run."""
    findings = Findings()
    old = reprint.find_record(project, game, since, findings=findings)
    if old is None:
        report_findings(project, findings)
        return findings.status
    with bar() as progress:
        reprinted = reprint.build_changed(
            project, old, choice, printing=printing, restyled=restyled, findings=findings, progress=progress
        )
    report_findings(project, findings)
    if reprinted.outcome.written or reprinted.outcome.status is Status.DONE:
        say(_summary(game, reprinted, findings.failed), err=True)
    written.extend(reprinted.outcome.written)
    report_removed(reprinted.outcome.removed)
    return reprinted.outcome.status


def _summary(game: str, reprinted: reprint.Reprint, draft: bool) -> str:
    number = reprinted.left_out
    cards = "1 restyled card" if number == 1 else f"{number} restyled cards"
    left_out = f"; {cards} left out (--restyled prints them)" if number else ""
    if not reprinted.moves:
        return f"{game}: no changes to print since {reprinted.since}{left_out}"
    out, put = totals(reprinted.moves)
    next_step = f"then: nineup print-done {game} {reprinted.folder}{' --allow-errors' if draft else ''}"
    return f"{game}: since {reprinted.since}, take out {out} and put in {put}{left_out}\n{next_step}"
