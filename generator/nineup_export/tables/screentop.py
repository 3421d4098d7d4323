"""Screentop: each component as sheets of equal places without gaps, and a CSV that lists what each place
shows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from nineup.base import INCH, MM, Findings, csv_text
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.model import Face

from nineup_export.decks import MAX_DECK_SIDE, deck_sheets, part_title, report_blurred, text_on
from nineup_export.piles import piles, resolutions, shuffled_with
from nineup_export.shots import PieceGroup, prepared, report_unplayed, shoot
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget


class PlacedRow(NamedTuple):
    """A row of `pieces.csv`: a kind of piece, and its places in sheets, which count from 1 along the rows.

    A back place of 0 means that the back's picture shows nothing else. Sizes are in millimetres.
    """

    component: str
    pile: str
    owner: str
    id: str
    name: str
    text: str
    copies: int
    sheet: str
    columns: int
    rows: int
    place: int
    back: str
    back_place: int
    width: float
    height: float


def _limits(job: ExportJob, findings: Findings) -> None:
    report_unplayed(job.drawn_run, "Screentop", findings)
    sheets = (group for group in piles(job.drawn_run) if _is_sheet(group))
    report_blurred(sheets, job.values["dpi"], findings)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    rows: list[PlacedRow] = []
    groups = piles(job.drawn_run)
    common = resolutions(groups, float(job.values["dpi"]))
    for done, group in enumerate(groups):
        job.progress(f"{job.game.id}: {group.component.id}", done, len(groups))
        make = _sheets if _is_sheet(group) else _single_pictures
        dpi = common.get(shuffled_with(group.component), float(job.values["dpi"]))
        for item in make(job, group, dpi):
            if isinstance(item, ExportedFile):
                yield item
            else:
                rows.append(item)
    text = csv_text(PlacedRow._fields, rows)
    yield ExportedFile("pieces.csv", text.encode(), f"{sum(row.copies for row in rows)} pieces")


def _is_sheet(group: PieceGroup) -> bool:
    return len(group.members) > 1 and group.component.shape != "standee"


def _sheets(job: ExportJob, group: PieceGroup, dpi: float) -> Iterator[ExportedFile | PlacedRow]:
    """A group on as few sheets as possible; a common back is a separate picture."""
    sheets = list(deck_sheets(group, group.members, job.drawn_run.engine.fonts, dpi=dpi))
    for number, sheet in enumerate(sheets, 1):
        stem = group.stem + (f"-{number}" if len(sheets) > 1 else "")
        front, back = f"sheets/{stem}.png", f"sheets/{stem}.back.png" if sheet.back else ""
        shape = f"{sheet.columns} × {sheet.rows} places"
        remark = (
            f"{shape}, {len(sheet.members)} taken, {sheet.width} × {sheet.height} pixels, {int(sheet.dpi)} "
            "dpi"
        )
        yield ExportedFile(front, sheet.front, remark)
        if sheet.back:
            yield ExportedFile(back, sheet.back)
        for place, drawn in enumerate(sheet.members, 1):
            at_back = place if sheet.has_own_backs else 0
            yield _row(
                job, group, drawn, front=(front, sheet.columns, sheet.rows, place), back=(back, at_back)
            )


def _single_pictures(job: ExportJob, group: PieceGroup, dpi: float) -> Iterator[ExportedFile | PlacedRow]:
    for drawn in group.members:
        stem = group.stem_of(drawn)
        shown, back = shape_of(group.component.shape).shown(group.component, drawn.front, drawn.back)
        front_name, back_name = f"sheets/{stem}.png", f"sheets/{stem}.back.png" if back is not None else ""
        yield ExportedFile(front_name, _picture(job, group, shown, dpi=dpi))
        if back is not None:
            yield ExportedFile(back_name, _picture(job, group, back, dpi=dpi))
        yield _row(job, group, drawn, front=(front_name, 1, 1, 1), back=(back_name, 0))


def _picture(job: ExportJob, group: PieceGroup, face: Face, dpi: float) -> bytes:
    dpi = min(dpi, MAX_DECK_SIDE * INCH / max(face.size))
    ready = [prepared(face, group.component, None, dpi=dpi)]
    ((data, _, _),) = shoot(ready, job.drawn_run.engine.fonts, dpi)
    return data


def _row(
    job: ExportJob, group: PieceGroup, drawn: Drawn, front: tuple[str, int, int, int], back: tuple[str, int]
) -> PlacedRow:
    part, size = drawn.part, group.component.size
    about = (
        part.component.id,
        part.component.pile,
        group.owner,
        part.card.id,
        part_title(part),
        text_on(part, job.game),
        part.copies,
    )
    sides = round(size.width / MM, 2), round(size.height / MM, 2)
    return PlacedRow(*about, *front, *back, *sides)


SCREENTOP = ExportTarget(
    "screentop",
    "Screentop",
    "Sheets of each component in equal places without gaps, and a CSV of what is in each place.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(
        ExportSetting(
            "dpi",
            "The resolution of pictures; none has more than 4,096 pixels per side.",
            "number",
            default=200,
            low=36,
            high=600,
            example="N",
            label="Dots per inch at most",
        ),
    ),
    next_steps=(
        (
            "In the editor of screentop.gg, upload a picture of `sheets/` as a sheet of cards, with the"
            " columns and rows of its line in the CSV file."
        ),
        "Give each card the number of its place there, and its back.",
    ),
)
