"""The part of a build's manifest from which its print can be recorded later, without the game's files."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from nineup.faces.record import FaceReader, PieceKey, PieceStack, PrintedChoice, PrintRecord, record_of
from nineup.faces.record.making import DrawnPart
from nineup.layout import LayoutEngine
from nineup.layout.typeset import Drawn
from nineup.model.digests import Digests
from nineup.model.game import Part, Run
from nineup.pipeline.plan import RunChoice
from nineup.pipeline.run_files import RunFiles, pdf_name
from nineup.pipeline.stages import DrawnRun


class PrintedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the table after a build is printed, and what it depends on."""

    record: PrintRecord
    """The pieces that are printed; for a build of changes, everything on the table afterwards."""
    missing: tuple[PieceKey, ...] = ()
    """Cards of the run that are on no sheet, because they can't be drawn or fit no paper."""
    draft: str = ""
    """The notice in the margins of a draft."""
    before: str = ""
    """For a build of changes: the digest of the record that it starts from."""
    out: tuple[PieceStack, ...] = ()
    put: tuple[PieceStack, ...] = ()
    """For a build of changes: the pieces that its pull list takes out, and those that it puts in."""
    components: tuple[str, ...] = ()
    """The ids of all of the game's components, including those that aren't printed."""


def record_drawn(
    run: Run,
    choice: RunChoice,
    drawn: Iterable[Drawn],
    engine: LayoutEngine,
    name: str = "now",
    digests: Digests | None = None,
    reader: FaceReader | None = None,
) -> PrintRecord:
    """The record of drawn parts of a run; `digests` and `reader` may have cached their faces."""
    symbols = {id: symbol.form for id, symbol in engine.symbols.items()}
    parts = (DrawnPart(each.part, each.front, each.back) for each in drawn)
    printed_choice = PrintedChoice(**msgspec.structs.asdict(choice))
    return record_of(run, printed_choice, parts, symbols=symbols, name=name, digests=digests, reader=reader)


def make_printed(
    drawn_run: DrawnRun,
    groups: Mapping[str, Sequence[Drawn]],
    run_files: RunFiles,
    draft: str,
    digests: Digests | None = None,
    reader: FaceReader | None = None,
) -> PrintedTable:
    """The print of a build of whole groups: the pieces that are on at least one paper.

    `draft` is its notice, if any.
    """
    run, drawn, names = drawn_run.run, drawn_run.drawn, {file.name for file in run_files.files}
    printed = [
        members
        for group, members in groups.items()
        if any(pdf_name(group, paper) in names for paper in drawn_run.plan.papers)
    ]
    missing: tuple[PieceKey, ...] = ()
    if sum(map(len, printed)) < len(run.parts):
        keys = {key_of(each.part) for members in printed for each in members}
        missing = tuple(key for part in run.parts if (key := key_of(part)) not in keys)
        drawn = tuple([each for each in drawn if key_of(each.part) in keys])
    record = record_drawn(
        run, drawn_run.choice, drawn, engine=drawn_run.engine, digests=digests, reader=reader
    )
    return PrintedTable(record, missing, draft, components=tuple(run.game.components))


def key_of(part: Part) -> PieceKey:
    """The key of a part's pieces in records."""
    return part.component.id, part.card.id, str(part.owner or "")
