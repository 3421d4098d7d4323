"""A booklet as a PDF, laid out by ReportLab's platypus: contents, bookmarks, running heads, tables that go on."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from generator import __version__
from generator.booklet import (
    Bars,
    Block,
    Booklet,
    Cell,
    Chapter,
    Content,
    Entry,
    Heading,
    Link,
    Listing,
    Paragraph,
    Symbol,
    Table,
    Words,
    paragraphs,
)
from generator.drawing import Stroke
from generator.geometry import Size
from generator.text import Problem
from generator.units import MM
from generator.write.booklet.flow import (
    Copytext,
    Emblem,
    Portrait,
    Reference,
    Rule,
    Settled,
    Title,
    marked,
    stacked,
)
from generator.write.booklet.grids import PAD, Grid, Pair, between, column, highest, lines, tight
from generator.write.booklet.leaves import Leaves
from generator.write.booklet.platypus_door import doctemplate, flowables, frames, tables
from generator.write.booklet.press import STYLES, Press

MARGIN = 18 * MM
BESIDE = 4 * MM
"""Between a picture and what is told beside it."""

GUTTER = 7 * MM
"""Between two entries side by side."""

INDEX_COLUMNS = 3

ROOM = 55 * MM
"""What must be left on a page below a section's heading."""

AFRESH = 0.55
"""How much of a page must be left for a chapter to begin there."""

SHORT = 0.45
"""A table no higher than this much of a page stays on one page where it can."""

CHART = 0.8
"""How much of the width a chart of one series has, so that charts below each other end alike."""

LARGE_SIGN = 2.0
"""How high a symbol is that stands alone in a cell, in sizes."""


def printed(booklet: Booklet, press: Press, size: Size) -> tuple[bytes, tuple[tuple[str, Problem], ...]]:
    """The file on a paper, and what could not be set right: each text with its problem.

    The press must have every one of `STYLES`.
    """
    about = {
        "Title": f"{booklet.title}: appendix",
        "Author": booklet.author,
        "Keywords": f"appendix, {booklet.subtitle}, Nineup",
        "Producer": f"Nineup {__version__}",
    }
    leaves: list[Leaves] = []

    def canvas(*_: object, **__: object) -> Leaves:
        leaves.append(Leaves(size, press.fonts.by_key, about))
        return leaves[-1]

    document = _document(booklet, press, size)
    story = list(_Story(booklet, press, size.width - 2 * MARGIN, size.height - 2.6 * MARGIN).flowables())
    document.multiBuild(story, canvasmaker=canvas)
    return leaves[-1].result, tuple((text, problem) for (text, _), problem in press.problems.items())


def _document(booklet: Booklet, press: Press, size: Size) -> Any:
    frame = frames.Frame(
        MARGIN,
        1.2 * MARGIN,
        size.width - 2 * MARGIN,
        size.height - 2.4 * MARGIN,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
        id="text",
    )
    document = doctemplate.BaseDocTemplate("", pagesize=tuple(size), invariant=1, title=booklet.title)
    onward = partial(_running, booklet, press, size)
    document.addPageTemplates([doctemplate.PageTemplate(id="page", frames=[frame], onPageEnd=onward)])
    return document


def _running(booklet: Booklet, press: Press, size: Size, canvas: Leaves, document: Any) -> None:
    """The head and the folio of a page; the first page has no head."""
    style = press.style("running")
    width = size.width - 2 * MARGIN
    number = canvas.getPageNumber()
    folio: Content = (Words(str(number)),)
    lines = [(folio, "center", size.height - 0.75 * MARGIN)]
    if number > 1:
        lines += [
            ((Words(booklet.title),), "left", 0.65 * MARGIN),
            (canvas.chapters[0], "right", 0.65 * MARGIN),
        ]
    for content, align, top in lines:
        made = press.copy(content, msgspec.structs.replace(style, align=align), width)
        canvas.saveState()
        canvas.translate(MARGIN, size.height - top - made.height)
        canvas.put(made.ops, made.height)
        canvas.restoreState()
    canvas.chapters = canvas.chapters[-1:]


class _Story:
    """A booklet's blocks as flowables, in frames of a width and at most so high, in points."""

    def __init__(self, booklet: Booklet, press: Press, width: float, height: float) -> None:
        self.booklet = booklet
        self.press = press
        self.width = width
        self.height = height
        self.styles = {name: press.style(name) for name in STYLES}

    def flowables(self) -> Iterator[Any]:
        booklet, styles = self.booklet, self.styles
        yield Settled(self.press)
        yield Copytext(self.press, (Words(booklet.title),), styles["title"], after=6)
        yield Copytext(self.press, (Words(f"Appendix · {booklet.subtitle}"),), styles["text"], after=28)
        if len(booklet.chapters) > 1:
            yield from self.contents()
        for number, chapter in enumerate(booklet.chapters):
            if number:
                yield flowables.CondPageBreak(AFRESH * self.height)
            elif len(booklet.chapters) > 1:
                yield flowables.PageBreak()
            yield from self.chapter(chapter)

    def contents(self) -> Iterator[Any]:
        for chapter in self.booklet.chapters:
            yield Reference(self.press, chapter.title, self.styles["text"], chapter.id)
            yield flowables.Spacer(0, 7)
            for block in chapter.blocks:
                if isinstance(block, Heading) and block.level == 2:
                    line = Reference(self.press, block.content, self.styles["note"], block.anchor)
                    yield tables.Table([[None, line]], [14, self.width - 14], style=tight())
                    yield flowables.Spacer(0, 3)
            yield flowables.Spacer(0, 5)

    def chapter(self, chapter: Chapter) -> Iterator[Any]:
        """A chapter's flowables; a heading stays with what follows, or with the begin of it where that is long."""
        kept: list[Any] = []
        for one, other in pairwise([*self.chapter_flow(chapter), None]):
            if isinstance(one, Title) and one.level == 1:
                yield flowables.CondPageBreak(one.style.size + ROOM)
            is_begun = isinstance(one, Title) and isinstance(other, (Copytext, Pair))
            is_led = isinstance(one, Copytext) and not one.mark and isinstance(other, Pair)
            if is_begun or is_led or (isinstance(one, Copytext) and self.is_short(other)):
                kept.append(one)
                continue
            yield flowables.KeepTogether([*kept, one]) if kept or self.is_short(one) else one
            kept = []

    def is_short(self, flowable: Any) -> bool:
        """Whether it is a table that stays on one page where it can."""
        if not isinstance(flowable, Grid):
            return False
        _, height = flowable.wrap(self.width, self.height)
        return bool(height <= SHORT * self.height)

    def chapter_flow(self, chapter: Chapter) -> Iterator[Any]:
        yield Title(self.press, chapter.title, self.styles["chapter"], chapter.id, 0, 26, 5)
        yield Rule(Stroke(self.styles["chapter"].colour, 1.2), after=14)
        deep = 0
        beside: list[Entry] = []
        for block in chapter.blocks:
            if isinstance(block, Entry):
                beside.append(block)
                continue
            yield from self.entries(beside, deep)
            beside = []
            if isinstance(block, Heading) and block.level == 2:
                deep = 1
            yield from self.block(block, self.width, deep)
        yield from self.entries(beside, deep)

    def entries(self, entries: Sequence[Entry], deep: int) -> Iterator[Any]:
        """Entries two by two."""
        half = (self.width - GUTTER) / 2
        for at in range(0, len(entries), 2):
            pair = [self.entry(entry, half, deep) for entry in entries[at : at + 2]]
            row = [pair[0], None, pair[1] if len(pair) > 1 else None]
            yield Pair([row], [half, GUTTER, half], style=tight(after=11), splitInRow=1)

    def entry(self, entry: Entry, width: float, deep: int) -> Any:
        face = self.press.faces[entry.picture.key]
        portrait = Portrait(face, min(entry.picture.width, width / 2), self.height / 2)
        beside = width - portrait.width - BESIDE
        told = [each for block in entry.blocks for each in self.block(block, beside, deep)]
        for each in told[:1]:
            each.spaceBefore = 0
        row = [[portrait, None, told or None]]
        return tables.Table(row, [portrait.width, BESIDE, beside], style=tight(), splitInRow=1)

    def block(self, block: Block, width: float, deep: int) -> Iterator[Any]:
        match block:
            case Heading():
                section = block.level == 2
                style = self.styles["section" if section else "entry"]
                level = 1 if section else 1 + deep
                space = {"before": 16.0, "after": 7.0} if section else {"before": 10.0, "after": 6.5}
                yield Title(self.press, block.content, style, block.anchor, level, **space)
            case Paragraph():
                style = self.styles["note" if block.note else "text"]
                for number, part in enumerate(paragraphs(block.content)):
                    anchor = "" if number else block.anchor
                    yield Copytext(self.press, part, style, anchor, after=0.85 * style.size)
            case Listing():
                yield from self.listing(block)
            case Table():
                yield from self.table(block, width)
            case Bars():
                yield from self.bars(block, width)

    def listing(self, block: Listing) -> Iterator[Any]:
        style = self.styles["text"]
        if block.kind == "index":
            yield self.index(block)
            return
        for number, item in enumerate(block.items, start=1):
            mark = f"{number}." if block.kind == "steps" else "•"
            yield Copytext(self.press, item, style, mark=mark, after=0.6 * style.size)
        yield flowables.Spacer(0, 5)

    def index(self, block: Listing) -> Any:
        """Short lines in columns, read down each column, with the pages that they lead to."""
        lines = [self.reference(item) for item in block.items]
        for line in lines:
            line.spaceAfter = 3.5
        return flowables.BalancedColumns(lines, nCols=INDEX_COLUMNS, innerPadding=GUTTER, needed=60)

    def reference(self, item: Content) -> Any:
        style = self.styles["note"]
        link = next((inline for inline in item if isinstance(inline, Link) and not inline.is_web), None)
        if link is None:
            return Copytext(self.press, item, style)
        return Reference(self.press, item, style, link.target.removeprefix("#"))

    def table(self, table: Table, width: float) -> Iterator[Any]:
        heads = [table.head] if any(cell.content for cell in table.head) else []
        rows = [[self.cell(cell, align, "head") for cell, align in _aligned(row, table)] for row in heads]
        rows += [
            [self.cell(cell, align, "cell") for cell, align in _aligned(row, table)] for row in table.rows
        ]
        columns = [[cell.content for cell in cells] for cells in zip(*table.rows, strict=True)]
        widths = self.widths([cell.content for cell in table.head if heads], columns, width)
        yield self.grid(table.caption, rows, widths, len(heads), width)

    def cell(self, cell: Cell, align: str, name: str) -> Any:
        style = msgspec.structs.replace(self.styles[name], align=align)
        if (symbol := _alone(cell.content)) and symbol.id in self.press.setting.signs:
            form = self.press.setting.signs[symbol.id].form
            return Emblem(self.press, form, LARGE_SIGN * style.size, align, cell.anchor)
        return _Anchored(self.press, cell.content, style, cell.anchor)

    def grid(
        self, caption: Content, rows: list[list[Any]], widths: list[float], heads: int, width: float
    ) -> Grid:
        """A table under its caption; caption and head are repeated where it goes on."""
        style = self.styles["head"]
        last = len(widths) - 1
        if caption:
            beyond = min(width, column([self.press.width(caption, style)])) - sum(widths)
            if beyond > 0:
                widths = [*widths, beyond]
                rows = [[*row, flowables.Spacer(0, 0)] for row in rows]
            rows = [[Copytext(self.press, caption, style), *[None] * (len(widths) - 1)], *rows]
        signs = [
            (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if isinstance(cell, Emblem)
        ]
        look = lines(heads, bool(caption), signs, last)
        table = Grid(rows, widths, style=look, repeatRows=heads + bool(caption), hAlign="LEFT")
        table.spaceBefore, table.spaceAfter = 6, 14
        return table

    def widths(self, head: list[Content], columns: list[list[Content]], width: float) -> list[float]:
        """How wide columns are: as their contents would have it, or as near as the width allows.

        Heads break before cells do.
        """
        style, press = self.styles["head"], self.press
        cells = [column(press.width(c, style) for c in each) for each in columns]
        needed = [column(press.narrowest(c, style) for c in each) for each in columns]
        signs = [column(LARGE_SIGN * style.size for c in each if _alone(c)) for each in columns]
        least = [column([press.narrowest(c, style)]) for c in head]
        full = [column([press.width(c, style)]) for c in head]
        cells, needed = (highest(each, signs, least) for each in (cells, needed))
        wished = highest(cells, full)
        if sum(cells) <= width:
            return between(cells, wished, width)
        found = between(needed, cells, width)
        return [each * min(1.0, width / sum(found)) for each in found]

    def bars(self, bars: Bars, width: float) -> Iterator[Any]:
        head, cell = self.styles["head"], self.styles["cell"]
        accent = self.styles["chapter"].colour
        right = [msgspec.structs.replace(style, align="right") for style in (head, cell)]
        names = [bars.heading, *(name for name, _ in bars.rows)]
        label = min(0.4 * width, column(self.press.width(name, head) for name in names))
        numbers = [column([self.press.width(name, head)]) for name in bars.series]
        numbers = [max(each, 2.4 * cell.size) for each in numbers]
        whole = width if len(numbers) > 1 else CHART * width
        long = max(0.2 * width, whole - label - sum(numbers))
        rows = [
            [Copytext(self.press, bars.heading, head), None]
            + [Copytext(self.press, name, right[0]) for name in bars.series]
        ]
        for number, (name, values) in enumerate(bars.rows):
            drawing = stacked(bars, number, long - PAD, cell.size, accent)
            none = "–" if len(values) > 1 else "0"
            shown = [f"{value:g}" if value else none for value in values]
            counts = [Copytext(self.press, (Words(count),), right[1]) for count in shown]
            rows.append([Copytext(self.press, name, cell), drawing, *counts])
        yield self.grid(bars.caption, rows, [label, long, *numbers], 1, width)


class _Anchored(Copytext):
    """A cell's text."""

    def draw(self) -> None:
        if self.anchor and not self.content:
            marked(self.press, self.canv, self.anchor, self.height)
        super().draw()


def _alone(content: Content) -> Symbol | None:
    """The symbol that is all of a content."""
    return content[0] if len(content) == 1 and isinstance(content[0], Symbol) else None


def _aligned(row: Sequence[Cell], table: Table) -> Iterator[tuple[Cell, str]]:
    return zip(row, table.aligns, strict=True)
