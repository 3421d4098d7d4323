"""A run laid out on paper for browsers: pages by digest, each drawn on request."""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from typing import Literal

import msgspec
from nineup.base import Diagnostic, Findings
from nineup.layout.typeset import Drawn
from nineup.model import Digests, Face, Page, Sheet
from nineup.pipeline import DrawnRun, PrintPlan, Stages, draft_notice, group_by_shape, lay_out
from nineup.write import FaceSvg, page_ops

MAX_SETS = 8
"""The number of cached runs on paper; the least recently used is dropped first."""

PageTurn = Literal["turn-x", "turn-y"]
"""The axis about which a printer turns a sheet over, seen upright."""


class ShownPage(msgspec.Struct, frozen=True):
    """A side of a sheet, with the digest of its content."""

    digest: str
    page: Page


class ShownSheet(msgspec.Struct, frozen=True):
    """A leaf of paper, and how it is turned over to its back."""

    number: int
    front: ShownPage
    back: ShownPage | None
    turn: PageTurn


class SheetGroup(msgspec.Struct, frozen=True):
    """The sheets of a group of pieces on a paper: a file of a build."""

    name: str
    paper: str
    sheets: tuple[ShownSheet, ...]
    pieces: int

    @property
    def pages(self) -> int:
        return len(self.sheets) + sum(sheet.back is not None for sheet in self.sheets)


class SheetSet(msgspec.Struct, frozen=True):
    """A run on paper, and the findings of laying it out."""

    groups: tuple[SheetGroup, ...]
    findings: tuple[Diagnostic, ...]
    pages: Mapping[str, Page]
    """Every page by its digest."""
    drawn_run: DrawnRun
    writer: FaceSvg

    @property
    def number(self) -> int:
        """The number of sheets."""
        return sum(len(group.sheets) for group in self.groups)

    def svg(self, digest: str) -> bytes:
        """A page as an SVG file."""
        return self.writer.write_page(self.pages[digest])


class SheetShelf:
    """The latest runs on paper. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sets: OrderedDict[Hashable, SheetSet] = OrderedDict()

    def get(self, key: Hashable) -> SheetSet | None:
        """The entry with a key, if it is still cached."""
        with self._lock:
            if key in self._sets:
                self._sets.move_to_end(key)
            return self._sets.get(key)

    def put(self, key: Hashable, sheets: SheetSet) -> SheetSet:
        with self._lock:
            self._sets[key] = sheets
            while len(self._sets) > MAX_SETS:
                self._sets.popitem(last=False)
        return sheets

    def with_page(self, digest: str) -> SheetSet | None:
        """A run that contains the page with a digest."""
        with self._lock:
            return next((each for each in reversed(self._sets.values()) if digest in each.pages), None)


def make_sheet_set(drawn_run: DrawnRun, plan: PrintPlan, findings: Findings, stages: Stages) -> SheetSet:
    """A run laid out by a plan; `findings` are those of drawing it, which make it a draft."""
    planned = msgspec.structs.replace(drawn_run, plan=plan)
    reported = Findings()
    groups = tuple(_groups(planned, draft_notice(findings), reported, stages=stages))
    shown = (side for group in groups for sheet in group.sheets for side in (sheet.front, sheet.back) if side)
    pages = {side.digest: side.page for side in shown}
    return SheetSet(
        groups, tuple(reported), pages, drawn_run=drawn_run, writer=FaceSvg(drawn_run.engine.fonts.by_key)
    )


def _groups(planned: DrawnRun, notice: str, findings: Findings, stages: Stages) -> Iterator[SheetGroup]:
    digests = Digests(with_micro=True)
    plan = planned.plan
    for paper in plan.papers:
        for group, members in group_by_shape(planned.drawn).items():
            if members:
                sheets = lay_out(
                    planned, paper, group, members=members, notice=notice, findings=findings, stages=stages
                )
                shown = tuple(_shown(sheet, plan.spec.backs == "short-edge", digests) for sheet in sheets)
                yield SheetGroup(group, paper, shown, pieces=_count(members))


def _count(members: list[Drawn]) -> int:
    return sum(each.part.copies for each in members)


def _shown(sheet: Sheet, is_short: bool, digests: Digests) -> ShownSheet:
    width, height = sheet.front.size
    turn: PageTurn = "turn-x" if (width > height) != is_short else "turn-y"
    back = _page(sheet.back, digests) if sheet.back else None
    return ShownSheet(sheet.number, _page(sheet.front, digests), back, turn=turn)


def _page(page: Page, digests: Digests) -> ShownPage:
    return ShownPage(digests[Face(page.label, page.size, 0.0, ops=page_ops(page))], page)
