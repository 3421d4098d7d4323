"""Builds sheets of what changed since a print, and the pull list of pieces to swap."""

from collections import Counter
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size
from nineup.base.project import Project
from nineup.changes.diff import (
    Changes,
    FacePicture,
    PullStep,
    compare,
    mixed_backs,
    pull_list,
    pull_pages,
    stacks,
    table_after,
    with_undrawn,
)
from nineup.changes.reprint.differences import comparable, report_old_faces
from nineup.changes.reprint.partial import chosen_names, is_whole, merged_table, with_current_ids
from nineup.changes.reprint.pictures import cut_out_faces, find_old_faces
from nineup.changes.reprint.prints import choice_of, record_digest, record_now
from nineup.faces.record import PrintRecord
from nineup.model.art import read_image
from nineup.model.drawing import Face, Group, Path, PlacedImage
from nineup.model.paper import Page

CHANGED = "-changed"
"""The suffix of the run's folder for changes."""


class Reprint(msgspec.Struct, frozen=True):
    """The result of a build of changes: the print it was compared with, the pull list, and the files
    written.
    """

    since: str
    moves: tuple[PullStep, ...]
    left_out: int
    """The number of omitted cards that were only restyled."""
    outcome: pipeline.BuildResult
    folder: str = ""


def build_changed(
    project: Project,
    old: PrintRecord,
    requested: pipeline.RunChoice,
    printing: pipeline.PrintOptions,
    restyled: bool,
    findings: Findings,
    progress: pipeline.Progress,
) -> Reprint:
    """Prints the faces that changed or are new since a record, with a pull list of pieces to take out and put
    in.

    Without players and options, `requested` refers to the record's run. If it names owners, components or
    cards, all others stay unchanged; in a draft, so do cards that can't be drawn.
    """
    choice = run_to_compare(old, requested)
    ready = pipeline.draw(project, old.game, choice, options=printing, findings=findings, progress=progress)
    if isinstance(ready, pipeline.BuildResult):
        return Reprint(old.name, (), 0, outcome=ready)
    choice = ready.choice
    before, new = _tables(old, ready, choice, name=printing.version or "now", findings=findings)
    changes = compare(before, new)
    _report_mixed_backs(mixed_backs(changes, new, restyled), findings)
    moves = pull_list(changes, restyled)
    left_out = 0 if restyled else len(changes.of("restyled"))
    if not moves:
        return Reprint(old.name, (), left_out, outcome=pipeline.BuildResult())
    folder = pipeline.run_folder_name(ready.run, choice) + CHANGED
    list_pages = _pull_list_pages(project, old, ready, changes=changes, moves=moves, findings=findings)
    taken_out, put_in = stacks(changes, restyled)
    groups = {"changed": _parts_to_print(ready, moves)}
    files = pipeline.make_files(
        ready, groups, findings, progress=progress, leaflets={"pull-list": list_pages}
    )
    printed = pipeline.PrintedTable(
        table_after(changes, new, restyled),
        draft=pipeline.draft_notice(findings),
        before=record_digest(old),
        out=taken_out,
        put=put_in,
    )
    request = {"since": old.name, "restyled": restyled}
    outcome = pipeline.publish_files(ready, folder, files, request=request, printed=printed)
    return Reprint(
        old.name, moves, left_out, outcome=outcome, folder=folder + pipeline.finish_name(ready.plan)
    )


def run_to_compare(old: PrintRecord, requested: pipeline.RunChoice) -> pipeline.RunChoice:
    """The run to compare: the record's own unless players or options are given."""
    if requested.players is not None or requested.options:
        return requested
    own = choice_of(old)
    if requested.language:
        own = replace(own, language=requested.language)
    return (
        own if is_whole(requested) else replace(own, **dict(zip(NAMES, chosen_names(requested), strict=True)))
    )


NAMES = ("owners", "components", "cards")


def _tables(
    old: PrintRecord, ready: pipeline.DrawnRun, choice: pipeline.RunChoice, name: str, findings: Findings
) -> tuple[PrintRecord, PrintRecord]:
    """The table before and after the changes are printed; pieces outside the choice stay unchanged."""
    ready, missing = comparable(ready, "now", findings)
    new = record_now(ready, name)
    if is_whole(choice) or chosen_names(choice) == chosen_names(old.choice):
        return old, with_undrawn(new, old, missing)
    before = with_current_ids(old, new, tuple(ready.run.game.components))
    return before, replace(merged_table(before, new, choice, missing=missing), name=name)


def _report_mixed_backs(components: tuple[str, ...], findings: Findings) -> None:
    for id in components:
        message = f"`{id}` would mix cards with the old and the new back"
        findings.warning("mixed-backs", message, None, hint="`--restyled` reprints the others too")


def _parts_to_print(ready: pipeline.DrawnRun, moves: tuple[PullStep, ...]) -> list[pipeline.Drawn]:
    """The drawn parts to put in, with their numbers of copies."""
    copies: Counter[tuple[str, str, str]] = Counter()
    for move in moves:
        for owner in move.owners:
            copies[move.component, move.card, owner] += move.put
    wanted = ((drawn, copies[pipeline.key_of(drawn.part)]) for drawn in ready.drawn)
    return [replace(d, part=replace(d.part, copies=number)) for d, number in wanted if number]


def _pull_list_pages(
    project: Project,
    old: PrintRecord,
    ready: pipeline.DrawnRun,
    changes: Changes,
    moves: tuple[PullStep, ...],
    findings: Findings,
) -> Callable[[Size], tuple[Page, ...]]:
    """A function that makes the pull list's pages for a paper size; its pictures are rendered only once."""
    faces = cut_out_faces(ready, {digest for move in moves for digest in (move.old, move.new)})
    before = find_old_faces(
        project, old, ready, wanted={move.old for move in moves if move.old} - faces.keys()
    )
    report_old_faces(before, findings)
    faces |= {digest: _as_face(picture) for digest, picture in before.pictures.items()}
    title = f"{ready.run.game.title}: pull list"
    about = f"from {changes.since} to {changes.until} · {ready.run.name}"

    def pages(size: Size) -> tuple[Page, ...]:
        draft = pipeline.draft_notice(findings)
        subtitle = f"{about} · {draft}" if draft else about
        return pull_pages(title, subtitle, moves, pictures=faces, size=size, fonts=ready.engine.fonts)

    return pages


def _as_face(printed: FacePicture) -> Face:
    """A face that shows the picture of a printed one."""
    picture = PlacedImage(read_image(printed.data), Box(0.0, 0.0, *printed.size))
    cut = Group((picture,), clip=Path(printed.outline)) if printed.corner else picture
    return Face("printed", printed.size, 0.0, ops=(cut,), outline=printed.outline)
