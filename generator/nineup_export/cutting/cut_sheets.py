"""Sheets for cutting machines: pieces that leave room for the registration marks, and those to be cut by
hand.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from nineup.base import MM, Findings
from nineup.base.geometry import Box, Size
from nineup.impose import Lettering
from nineup.layout.typeset import Drawn
from nineup.model import Op, Page, Path, Segment, Sheet, SheetSpec, Stroke, rectangle
from nineup.pipeline import DrawnRun, lay_out, pdf_name

from nineup_export.cutting import card_templates
from nineup_export.cutting.card_templates import templated_sheets
from nineup_export.target import ExportJob

INSET = 10 * MM
LENGTH = 7.6 * MM
"""The marks' distance from the page's edges, the default of Silhouette Studio, and the length of their lines,
with which eight poker cards fit on A4.
"""

SQUARE = 5 * MM
THICK = 0.5 * MM
"""Further dimensions of Silhouette's marks; users set the same values in its program."""

CLEAR = 1 * MM
"""The space between the marks and other print."""

BLACK = (0.0, 0.0, 0.0)

KINDS = ("silhouette", "silhouette-4", "cricut", "none")
"""The values of `--registration`: a square and two corners (Silhouette's type 1), four corners, a picture for
Cricut, whose program prints its own marks around it.
"""


class Marks(NamedTuple):
    """Registration marks of a kind: how far they are from the page's edges, and how long their lines are."""

    kind: str
    inset: float
    length: float
    thick: float = THICK

    @property
    def is_printed(self) -> bool:
        return self.kind.startswith("silhouette")

    def ops(self, page: Size) -> tuple[Op, ...]:
        """The marks on a page. Lines are centred on the lines that the machine measures from, as is the one
        around the square.
        """
        line = Stroke(BLACK, self.thick)
        corners = [Path(self._corner(page, *at), stroke=line) for at in self._corners()]
        if self.kind == "silhouette":
            square = Box(self.inset, self.inset, SQUARE, SQUARE)
            return Path(rectangle(square), fill=BLACK, stroke=line), *corners
        return tuple(corners)

    def clear(self, page: Size) -> tuple[Box, ...]:
        """The areas in which nothing else may be printed, so that the machine finds the marks."""
        if not self.is_printed:
            return ()
        places = [*self._corners(), *([(False, False)] if self.kind == "silhouette" else [])]
        return tuple(self._box(page, *place).outset(CLEAR) for place in places)

    def _corners(self) -> tuple[tuple[bool, bool], ...]:
        """The corners of the page with lines, each as whether it is at the right and at the bottom."""
        if not self.is_printed:
            return ()
        three = (True, False), (False, True)
        return ((False, False), *three, (True, True)) if self.kind == "silhouette-4" else three

    def _box(self, page: Size, is_right: bool, is_low: bool) -> Box:
        """The box of a mark."""
        side = self.length if (is_right or is_low) else max(self.length, SQUARE)
        x = page.width - self.inset - side if is_right else self.inset
        y = page.height - self.inset - side if is_low else self.inset
        return Box(x, y, side, side)

    def _corner(self, page: Size, is_right: bool, is_low: bool) -> tuple[Segment, ...]:
        """The lines of a corner, from the end of the level one."""
        x = page.width - self.inset if is_right else self.inset
        y = page.height - self.inset if is_low else self.inset
        inward = x + (-self.length if is_right else self.length)
        along = y + (-self.length if is_low else self.length)
        return ("M", inward, y), ("L", x, y), ("L", x, along)


def marks_of(job: ExportJob) -> Marks:
    """The marks that an export asks for; those of templates are always the same."""
    if job.values["template"]:
        return Marks("silhouette", INSET, LENGTH, card_templates.THICK)
    return Marks(job.values["registration"], job.values["inset"], job.values["mark-length"])


NOTE_SIZE = 6.5
NOTE_AT = 7.5 * MM
"""The height of a sheet's note above the page's lower edge: above the printer's margin, between the marks."""

STEP = 1 * MM
WIDEST = 45 * MM
"""The widest margin. Margins are tried in steps, until the pieces leave room for the marks."""

IN_PARTS = "is printed in parts, to be cut by hand and glued"


class CutSheets(NamedTuple):
    """The sheets of a group on a paper: numbered ones with registration marks, followed by those with marks
    for scissors.
    """

    by_machine: tuple[Sheet, ...]
    by_hand: tuple[Sheet, ...]
    reasons: Mapping[str, str]
    """Why the components on the latter are cut by hand."""
    findings: Findings


def cut_sheets(job: ExportJob, paper: str, group: str, members: Sequence[Drawn]) -> CutSheets:
    """A group's pieces laid out.

    Pieces larger than the paper, or that fit only where the marks are, must be cut by hand.
    """
    if job.values["template"]:
        return _templated(job, paper, group, members=members)
    plain = lay_out(
        _with_margin(job, job.drawn_run.plan.spec.margin),
        paper,
        group,
        members=members,
        notice=job.draft,
        findings=(findings := Findings()),
    )
    if findings.failed:
        return CutSheets((), (), {}, findings=findings)
    reasons = dict.fromkeys(_in_parts(plain), IN_PARTS)
    sheets = _fewest(job, paper, group, members=_without(members, reasons))
    if not sheets:
        for component, some in _by_component(_without(members, reasons)).items():
            if not _laid_out(job, paper, group, members=some):
                reasons[component] = (
                    f"leaves no room for the registration marks on {paper}, and must be cut by hand"
                )
        sheets = _fewest(job, paper, group, members=_without(members, reasons))
    marked = [
        _marked(sheet, number, job, paper=paper, group=group, total=len(sheets))
        for number, sheet in enumerate(sheets, 1)
    ]
    rest = [drawn for drawn in members if drawn.part.component.id in reasons]
    return CutSheets(tuple(marked), _by_hand(job, paper, group, members=rest), reasons, findings=findings)


def _templated(job: ExportJob, paper: str, group: str, members: Sequence[Drawn]) -> CutSheets:
    sheets = list(templated_sheets(job, paper, group, members=members))
    marked = [
        _marked(sheet, number, job, paper=paper, group=group, total=len(sheets), more=f" · {template.name}")
        for number, (template, sheet) in enumerate(sheets, 1)
    ]
    return CutSheets(tuple(marked), (), {}, findings=Findings())


def _by_hand(job: ExportJob, paper: str, group: str, members: Sequence[Drawn]) -> tuple[Sheet, ...]:
    """Sheets with marks for scissors, unless fewer sheets suffice without them."""
    if not members:
        return ()
    plain = _with_margin(job, job.drawn_run.plan.spec.margin)
    bare = lay_out(plain, paper, group, members=members, notice=job.draft, findings=Findings())
    marked = lay_out(job.drawn_run, paper, group, members=members, notice=job.draft, findings=Findings())
    return marked if 0 < len(marked) <= len(bare) else bare


def _in_parts(sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """The components of which some sheets print parts."""
    places = (place for sheet in sheets for place in sheet.front.placements if place.part)
    return tuple(dict.fromkeys(place.piece.component for place in places))


def _without(members: Iterable[Drawn], components: Mapping[str, str]) -> list[Drawn]:
    return [drawn for drawn in members if drawn.part.component.id not in components]


def _by_component(members: Iterable[Drawn]) -> dict[str, list[Drawn]]:
    by_component: dict[str, list[Drawn]] = {}
    for drawn in members:
        by_component.setdefault(drawn.part.component.id, []).append(drawn)
    return by_component


def _fewest(job: ExportJob, paper: str, group: str, members: Sequence[Drawn]) -> tuple[Sheet, ...]:
    """Pieces of all sizes laid out together or apart, whichever takes fewer sheets; none if some leave no
    room.
    """
    if not members:
        return ()
    sheets = _laid_out(job, paper, group, members=members)
    sizes: dict[tuple[float, float], list[Drawn]] = {}
    for drawn in members:
        sizes.setdefault(drawn.front.size, []).append(drawn)
    if len(sizes) > 1:
        apart = [_laid_out(job, paper, group, members=some) for some in sizes.values()]
        if all(apart) and not 0 < len(sheets) <= sum(map(len, apart)):
            return tuple(sheet for some in apart for sheet in some)
    return sheets


def _laid_out(job: ExportJob, paper: str, group: str, members: Sequence[Drawn]) -> tuple[Sheet, ...]:
    """The fewest sheets on which no piece covers the marks, with a wider margin or a smaller grid; none if
    impossible.
    """
    marks, spec = marks_of(job), job.drawn_run.plan.spec
    least = max(spec.margin, INSET + STEP) if marks.is_printed else spec.margin

    def tried(margin: float, grid: tuple[int, int] = (spec.columns, spec.rows)) -> tuple[Sheet, ...]:
        sheets = lay_out(
            _with_margin(job, margin, grid),
            paper,
            group,
            members=members,
            notice=job.draft,
            findings=(findings := Findings()),
        )
        return () if findings.failed or _in_parts(sheets) else sheets

    first = tried(least)
    if not first or _are_clear(first, marks):
        return first
    wider = (tried(margin) for margin in wider_margins(least))
    smaller = (tried(least, grid) for grid in _smaller_grids(first[0].front, members, spec))
    widened = [next(filter(None, (each for each in wider if _are_clear(each, marks))), ())]
    return min(
        filter(None, (*widened, *(each for each in smaller if _are_clear(each, marks)))), key=len, default=()
    )


def wider_margins(least: float) -> list[float]:
    """The margins in whole steps beyond the least one, up to the widest, in points."""
    # Rounded, as 28 mm in steps of 1 mm is 27.999999999999996 steps.
    steps = math.floor(round((WIDEST - least) / STEP, 6))
    return [least + step * STEP for step in range(1, steps + 1)]


def _smaller_grids(page: Page, members: Sequence[Drawn], spec: SheetSpec) -> Iterator[tuple[int, int]]:
    """Grids with fewer columns or rows than those of a page, if pieces of one size may be in any grid."""
    if spec.columns or spec.rows or len({drawn.front.size for drawn in members}) > 1:
        return
    columns = len({round(place.box.x) for place in page.placements})
    rows = len({round(place.box.y) for place in page.placements})
    yield from ((fewer, rows) for fewer in range(1, columns))
    yield from ((columns, fewer) for fewer in range(1, rows))


def _with_margin(job: ExportJob, margin: float, grid: tuple[int, int] | None = None) -> DrawnRun:
    plan = job.drawn_run.plan
    columns, rows = grid or (plan.spec.columns, plan.spec.rows)
    gap = max(plan.spec.gap, job.values["gap"])
    spec = msgspec.structs.replace(
        plan.spec, margin=margin, marks="none", gap=gap, columns=columns, rows=rows
    )
    return msgspec.structs.replace(job.drawn_run, plan=msgspec.structs.replace(plan, spec=spec))


def _are_clear(sheets: Iterable[Sheet], marks: Marks) -> bool:
    pages = (sheet.front for sheet in sheets)
    return not any(
        place.clip.overlaps(box)
        for page in pages
        for place in page.placements
        for box in marks.clear(page.size)
    )


def _marked(
    sheet: Sheet, number: int, job: ExportJob, paper: str, group: str, total: int, more: str = ""
) -> Sheet:
    page = sheet.front
    pen = Lettering(job.drawn_run.engine.fonts)
    run = job.drawn_run.run
    text = f"{run.game.title}, {run.name} · {pdf_name(group, paper)[:-4]}-{number}, {number} of {total}{more}"
    y = page.size.height - NOTE_AT + 2 * MM
    note: Op = pen.line(text, page.size.width / 2, y, NOTE_SIZE, 0.5)
    front = msgspec.structs.replace(page, ops=(*marks_of(job).ops(page.size), note))
    back = msgspec.structs.replace(sheet.back, ops=()) if sheet.back is not None else None
    return Sheet(number, front, back)
