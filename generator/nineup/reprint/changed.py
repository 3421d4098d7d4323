"""Sheets of just what changed since a print, and the list of what to take out of the pile and put in."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from nineup import pipeline
from nineup.art import read_image
from nineup.diagnostics import Findings
from nineup.diff import Changes, Move, Portrait, Record, carried, compare, mixed_backs, moves, pull_pages
from nineup.drawing import Face, Picture
from nineup.geometry import Box, Size
from nineup.paper import Page
from nineup.project import Project
from nineup.reprint.differences import left_out, tell_lacking
from nineup.reprint.pictures import cut_outs, former
from nineup.reprint.prints import key_of, now, undrawn

CHANGED = "-changed"
"""What follows a run's name in that of the folder where only its changes are."""


class Reprint(msgspec.Struct, frozen=True):
    """What a build of changes came to: since when, the pull list, and what was written."""

    since: str
    moves: tuple[Move, ...]
    left: int
    """How many cards were only restyled, and left out."""
    outcome: pipeline.BuildResult
    folder: str = ""


def build_changed(
    project: Project,
    old: Record,
    choice: pipeline.RunChoice,
    printing: pipeline.PrintOptions,
    restyled: bool,
    findings: Findings,
    progress: pipeline.Progress,
) -> Reprint:
    """Print the faces that changed or are new since a record, and the list of what to take out and put in.

    In a draft, cards that can't be drawn stay on the table as they are.
    """
    ready = pipeline.draw(project, old.game, choice, printing, findings, progress)
    if isinstance(ready, pipeline.BuildResult):
        return Reprint(old.name, (), 0, ready)
    missing = left_out(undrawn(ready), "now", findings)
    new = carried(now(ready, printing.version or "now"), old, missing)
    changes = compare(old, new)
    _tell_mixed(mixed_backs(changes, new, restyled), findings)
    todo = moves(changes, restyled)
    left = 0 if restyled else len(changes.of("restyled"))
    if not todo:
        return Reprint(old.name, (), left, pipeline.BuildResult())
    folder = pipeline.run_folder_name(ready.run, choice) + CHANGED
    leaflets = {"pull-list": _pull_list(project, old, ready, changes, todo, findings)}
    made = pipeline.make_files(ready, {"changed": put_in(ready, todo)}, findings, progress, leaflets)
    outcome = pipeline.publish_files(ready, folder, made, {"since": old.name, "restyled": restyled})
    return Reprint(old.name, todo, left, outcome, folder)


def _tell_mixed(components: tuple[str, ...], findings: Findings) -> None:
    for id in components:
        message = f"`{id}` gets new backs among old ones, by which its cards can be told apart"
        findings.warning("mixed-backs", message, None, "`--restyled` prints all of them anew")


def put_in(ready: pipeline.DrawnRun, todo: tuple[Move, ...]) -> list[pipeline.Drawn]:
    """What is drawn of the cards that are put in, in as many copies."""
    amounts = {(move.component, move.card, owner): move.put for move in todo for owner in move.owners}
    wanted = ((drawn, amounts.get(key_of(drawn.part), 0)) for drawn in ready.drawn)
    return [replace(d, part=replace(d.part, copies=copies)) for d, copies in wanted if copies]


def _pull_list(
    project: Project,
    old: Record,
    ready: pipeline.DrawnRun,
    changes: Changes,
    todo: tuple[Move, ...],
    findings: Findings,
) -> Callable[[Size], tuple[Page, ...]]:
    """What makes the pages of a pull list; its pictures are looked for once for all papers."""
    faces = cut_outs(ready, {digest for move in todo for digest in (move.old, move.new)})
    before = former(project, old, ready, {move.old for move in todo if move.old} - faces.keys())
    tell_lacking(before, findings)
    faces |= {digest: _printed(seen) for digest, seen in before.pictures.items()}
    title = f"{ready.run.game.title}: pull list"
    about = f"from {changes.since} to {changes.until} · {ready.run.name}"

    def pages(size: Size) -> tuple[Page, ...]:
        draft = pipeline.draft_notice(findings)
        subtitle = f"{about} · {draft}" if draft else about
        return pull_pages(title, subtitle, todo, faces, size, ready.engine.fonts)

    return pages


def _printed(seen: Portrait) -> Face:
    """A picture of a face that was printed, as a face."""
    picture = Picture(read_image(seen.png), Box(0.0, 0.0, *seen.size))
    return Face("printed", seen.size, 0.0, (picture,), seen.outline)
