"""A booklet as a PDF, laid out by ReportLab's platypus: contents, bookmarks, running heads, tables over
several pages.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Any

import msgspec

from nineup import __version__
from nineup.base.geometry import Size
from nineup.base.units import MM
from nineup.book.writers.breaks import SHORT, keep_together
from nineup.book.writers.canvas import BookletCanvas
from nineup.book.writers.charts import bar_chart
from nineup.book.writers.cover import ROW, CoverRow, cover_keys
from nineup.book.writers.flow import (
    DOT,
    CardPicture,
    ColumnsRow,
    Reference,
    TextFlowable,
    ThinRule,
    Title,
)
from nineup.book.writers.grids import AFTER, BEFORE, ROUNDING, TableGrid, bare_table_style, halves, table_grid
from nineup.book.writers.platypus import doctemplate, flowables, frames, tables
from nineup.book.writers.signature import Signature
from nineup.book.writers.typesetter import STYLES, BookletTypesetter
from nineup.model.booklet import (
    TABLE,
    BarChart,
    Block,
    Booklet,
    Chapter,
    Content,
    Heading,
    Link,
    Listing,
    Paragraph,
    PictureEntry,
    PictureRow,
    PlainText,
    Table,
    paragraphs,
)
from nineup.model.drawing import Stroke
from nineup.typography.text import Problem
from nineup.write import Contents

MARGIN = 18 * MM

SMALL_MARGIN, SMALL = 12 * MM, 180 * MM
"""The margin of pages narrower than this, such as those of a folded booklet."""
BESIDE = 4 * MM
"""The space between a picture and the text beside it."""

GUTTER = 7 * MM
"""The space between two entries side by side."""

INDEX_COLUMNS = 3

LONG_TABLE = 10
"""Narrow tables with at least this many rows are set in two columns."""

CHART = 0.8
"""The share of the width for a single chart of one series."""

NARROW = 0.35
"""The minimum share of the width for a chart."""

AFTER_LIST = 5.0
"""Points added below a list's last item."""

AFTER_ENTRY = 11.0
"""The space in points between a row of entries and the next."""

AFTER_PICTURES = 10.0
"""The space in points below a row of pictures; above it is half of that."""

HIGHEST = 0.6
"""The largest share of a page's height for a picture in a row."""


def booklet_pdf(
    booklet: Booklet, typesetter: BookletTypesetter, size: Size, signature: Signature | None = None
) -> tuple[Contents, tuple[tuple[str, Problem], ...]]:
    """The PDF with pages of this size, or with two of them on each side of sheets to fold, and the problems
    found in typesetting, each with its text.

    The typesetter's style sheet must have all of `STYLES`.
    """
    about = {
        "Title": f"{booklet.title}{booklet.words.say(':')} {booklet.words.say(booklet.kind)}",
        "Author": booklet.author,
        "Keywords": ", ".join(filter(None, [booklet.kind, booklet.subtitle, "Nineup"])),
        "Producer": f"Nineup {__version__}",
    }
    canvas = BookletCanvas(
        size,
        typesetter.fonts.by_key,
        about,
        signature=signature,
        language=booklet.words.language,
        from_right=typesetter.from_right,
    )
    margin = _margin(size)
    builder = _FlowableBuilder(booklet, typesetter, size.width - 2 * margin, size.height - 2.6 * margin)
    document = _document(booklet, typesetter, size)
    try:
        document.build_from(builder.flowables(), canvas)
    except doctemplate.LayoutError:
        problem = Problem(
            "appendix-notation", "a row of a table is taller than a page", "shorten its longest cell"
        )
        return b"", ((booklet.title, problem),)
    return canvas.result, tuple((text, problem) for (text, _), problem in typesetter.problems.items())


class _StreamedDocument(doctemplate.BaseDocTemplate):  # type: ignore[misc]
    """A document that takes its flowables one after the other, so that not all of them are in memory."""

    def build_from(self, flowables: Iterator[Any], canvas: BookletCanvas) -> None:
        self._coming = flowables
        self._story = list(islice(flowables, 1))
        self.build(self._story, canvasmaker=lambda *_, **__: canvas)

    def filterFlowables(self, flowables: list[Any]) -> None:  # noqa: N802
        """Called by ReportLab before it takes the first of some flowables."""
        if flowables is self._story and len(flowables) == 1:
            flowables += islice(self._coming, 1)


def _margin(size: Size) -> float:
    """The margin at each side of a page."""
    return MARGIN if size.width >= SMALL else SMALL_MARGIN


def _document(booklet: Booklet, typesetter: BookletTypesetter, size: Size) -> _StreamedDocument:
    margin = _margin(size)
    frame = frames.Frame(
        margin,
        1.2 * margin,
        width=size.width - 2 * margin,
        height=size.height - 2.4 * margin,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
        id="text",
    )
    document = _StreamedDocument("", pagesize=tuple(size), invariant=1, title=booklet.title)
    onward = partial(_running, booklet, typesetter, size)
    template = doctemplate.PageTemplate("page", [frame], onPage=BookletCanvas.mirror, onPageEnd=onward)
    document.addPageTemplates([template])
    return document


def _running(
    booklet: Booklet, typesetter: BookletTypesetter, size: Size, canvas: BookletCanvas, document: Any
) -> None:
    """Draws a page's running head and page number; the first page has no running head."""
    style, margin = typesetter.style("running"), _margin(size)
    width = size.width - 2 * margin
    number = canvas.getPageNumber()
    folio: Content = (PlainText(str(number)),)
    lines = [(folio, "center", size.height - 0.75 * margin)]
    if number > 1:
        lines += [
            ((PlainText(booklet.title),), "left", 0.65 * margin),
            (canvas.chapters[0], "right", 0.65 * margin),
        ]
    for content, align, top in lines:
        block = typesetter.copy(content, msgspec.structs.replace(style, align=align), width)
        canvas.saveState()
        canvas.translate(margin, size.height - top - block.height)
        canvas.put(block.ops, block.height, 0.0, width=width)
        canvas.restoreState()
    canvas.chapters = canvas.chapters[-1:]


class _FlowableBuilder:
    """A booklet's blocks as flowables, for frames of a width and height in points."""

    def __init__(self, booklet: Booklet, typesetter: BookletTypesetter, width: float, height: float) -> None:
        self.booklet = booklet
        self.typesetter = typesetter
        self.width = width
        self.height = height
        self.half = (width - GUTTER) / 2
        self.styles = {name: typesetter.style(name) for name in STYLES}

    def flowables(self) -> Iterator[Any]:
        booklet, styles, typesetter = self.booklet, self.styles, self.typesetter
        yield TextFlowable(typesetter, (PlainText(booklet.title),), styles["title"], after=6)
        yield TextFlowable(typesetter, (PlainText(booklet.about),), styles["text"], after=28)
        if len(booklet.chapters) > 1:
            yield from self.contents()
            yield CoverRow([[typesetter.faces[key] for key in cover_keys(booklet, n)] for n in ROW])
        for number, chapter in enumerate(booklet.chapters):
            if not number and len(booklet.chapters) > 1:
                yield flowables.PageBreak()
            yield from keep_together(self.chapter(chapter), self.width, self.height)

    def contents(self) -> Iterator[Any]:
        for chapter in self.booklet.chapters:
            yield Reference(self.typesetter, chapter.title, self.styles["text"], target=chapter.id)
            yield flowables.Spacer(0, 7)
            for block in chapter.blocks:
                if isinstance(block, Heading) and block.level == 2:
                    line = Reference(self.typesetter, block.content, self.styles["note"], target=block.anchor)
                    yield tables.Table([[None, line]], [14, self.width - 14], style=bare_table_style())
                    yield flowables.Spacer(0, 3)
            yield flowables.Spacer(0, 5)

    def chapter(self, chapter: Chapter) -> Iterator[Any]:
        yield Title(
            self.typesetter,
            chapter.title,
            self.styles["chapter"],
            anchor=chapter.id,
            level=0,
            before=26,
            after=5,
        )
        yield ThinRule(Stroke(self.styles["chapter"].colour, 1.2), after=14)
        deep = 0
        for (is_grid, is_entry), stretch in groupby(chapter.blocks, key=_arrangement):
            blocks: list[Any] = list(stretch)
            if is_entry:
                yield from self.entries(blocks, deep)
            elif is_grid:
                yield from self.grids(blocks)
            else:
                for block in blocks:
                    deep = 1 if _is_section(block) else deep
                    yield from self.block(block, self.width, deep)

    def entries(self, entries: Sequence[PictureEntry], deep: int) -> Iterator[Any]:
        """Entries in pairs side by side; pairs that are higher than a page are split. Those of rules have
        the whole width, since they are read one after another.
        """
        each_row, half = (1, self.width) if self.booklet.kind == "rules" else (2, self.half)
        for at in range(0, len(entries), each_row):
            pair = [self.entry(entry, half, deep) for entry in entries[at : at + each_row]]
            columns = [
                (x + side * (half + GUTTER), wide, texts)
                for side, entry in enumerate(pair)
                for x, wide, texts in entry
            ]
            row = ColumnsRow(columns, 0, AFTER_ENTRY)
            yield row if row.wrap(self.width, self.height)[1] <= self.height else _splitting_row(columns)

    def entry(self, entry: PictureEntry, width: float, deep: int) -> list[tuple[float, float, list[Any]]]:
        """The columns of an entry: its picture and its text."""
        face = self.typesetter.faces[entry.picture.key]
        card = CardPicture(face, min(entry.picture.width, width / 2), self.height / 2)
        left = card.width + BESIDE
        texts = [each for block in entry.blocks for each in self.block(block, width - left, deep)]
        for each in texts[:1]:
            each.spaceBefore = 0
        return [(0.0, card.width, [card]), (left, width - left, texts)]

    def grids(self, blocks: Sequence[Table | BarChart]) -> Iterator[Any]:
        """Tables and charts, side by side if two are short and narrow; a single long narrow table in two
        columns, unless its last row is a total.
        """
        if len(blocks) == 1 and isinstance(blocks[0], Table) and _is_list(blocks[0]):
            both = self.beside(*halves(self.typesetter, blocks[0], self.width))
            if both:
                yield both
                return
        charts = sum(isinstance(block, BarChart) and not _is_stacked(block) for block in blocks)
        widest = CHART * self.width if charts == 1 else self.half
        rest = [*blocks]
        while rest:
            grid = self.grid(rest.pop(0), widest)
            room = self.width - GUTTER - sum(grid.columns)
            pair = self.beside(grid, self.grid(rest[0], min(room, self.half))) if rest else None
            del rest[: pair is not None]
            yield pair or grid

    def grid(self, block: Table | BarChart, room: float) -> TableGrid:
        """A table, or a chart; one of a single series is at most as wide as `room`, but wide
        enough for bars.
        """
        if isinstance(block, Table):
            return table_grid(self.typesetter, block, self.width)
        width = self.width if _is_stacked(block) else max(room, NARROW * self.width)
        return bar_chart(self.typesetter, block, width)

    def beside(self, one: TableGrid, other: TableGrid) -> ColumnsRow | None:
        """Two tables side by side, or None if they don't fit."""
        if self.is_long(one) or self.is_long(other):
            return None
        first, second = sum(one.columns), sum(other.columns)
        left = max(first, self.half) + GUTTER
        left = left if left + second <= self.width + ROUNDING else first + GUTTER
        if left + second > self.width + ROUNDING:
            return None
        return ColumnsRow([(0.0, first, [one]), (left, second, [other])], BEFORE, AFTER)

    def is_long(self, grid: TableGrid) -> bool:
        return bool(grid.wrap(self.width, self.height)[1] > SHORT * self.height)

    def block(self, block: Block, width: float, deep: int) -> Iterator[Any]:
        match block:
            case Heading():
                section = _is_section(block)
                style = self.styles["section" if section else "entry"]
                level = 1 if section else 1 + deep
                before, after = (16.0, 7.0) if section else (10.0, 6.5)
                yield Title(
                    self.typesetter,
                    block.content,
                    style,
                    anchor=block.anchor,
                    level=level,
                    before=before,
                    after=after,
                    is_section=section,
                )
            case Paragraph():
                style = self.styles["note" if block.note else "text"]
                for number, part in enumerate(paragraphs(block.content)):
                    anchor = "" if number else block.anchor
                    yield TextFlowable(
                        self.typesetter,
                        part,
                        style,
                        anchor=anchor,
                        after=0.85 * style.size,
                        clings=block.note,
                    )
            case Listing():
                yield from self.listing(block)
            case Table():
                yield table_grid(self.typesetter, block, width)
            case BarChart():
                yield bar_chart(self.typesetter, block, width)
            case PictureRow():
                yield from self.pictures(block, width)

    def pictures(self, row: PictureRow, width: float) -> Iterator[Any]:
        """Pictures side by side with their captions below, in as many rows as they need."""
        style = msgspec.structs.replace(self.styles["note"], align="center")
        columns: list[tuple[float, float, list[Any]]] = []
        x = 0.0
        for picture, caption in zip(row.pictures, row.captions, strict=True):
            wide = min(picture.width, width)
            face, bare = self.typesetter.faces[picture.key], picture.key.startswith(TABLE)
            card = CardPicture(face, wide, self.height * HIGHEST, bare=bare)
            card.spaceAfter = 3.0
            if columns and x + card.width > width:
                yield ColumnsRow(columns, AFTER_PICTURES / 2, AFTER_PICTURES)
                columns, x = [], 0.0
            words = [TextFlowable(self.typesetter, caption, style)] if caption else []
            columns.append((x, card.width, [card, *words]))
            x += card.width + BESIDE
        yield ColumnsRow(columns, AFTER_PICTURES / 2, AFTER_PICTURES)

    def listing(self, block: Listing) -> Iterator[Any]:
        style = self.styles["text"]
        if block.kind == "index":
            yield self.index(block)
            return
        for number, item in enumerate(block.items, start=1):
            mark = f"{number}." if block.kind == "steps" else DOT
            is_last = number == len(block.items)
            after = 0.6 * style.size + (AFTER_LIST if is_last else 0.0)
            clings = is_last and number > 1  # So that it isn't alone on a page.
            yield TextFlowable(self.typesetter, item, style, mark=mark, after=after, clings=clings)

    def index(self, block: Listing) -> Any:
        """Index entries with page numbers, in columns."""
        lines = [self.reference(item) for item in block.items]
        for line in lines:
            line.spaceAfter = 3.5
        return flowables.BalancedColumns(lines, nCols=INDEX_COLUMNS, innerPadding=GUTTER, needed=60)

    def reference(self, item: Content) -> Any:
        style = self.styles["note"]
        link = next((inline for inline in item if isinstance(inline, Link) and not inline.is_web), None)
        if link is None:
            return TextFlowable(self.typesetter, item, style)
        return Reference(self.typesetter, item, style, target=link.target.removeprefix("#"))


def _arrangement(block: Block) -> tuple[bool, bool]:
    """Whether a block is arranged with its neighbors as a table or chart, or as an entry."""
    return isinstance(block, (Table, BarChart)), isinstance(block, PictureEntry)


def _is_section(block: Block) -> bool:
    return isinstance(block, Heading) and block.level == 2


def _is_stacked(block: Table | BarChart) -> bool:
    return isinstance(block, BarChart) and len(block.series) > 1


def _is_list(table: Table) -> bool:
    """Whether a table is long, and its last row isn't a total: the only row that starts with bold words."""
    heads = (row[0].content for row in table.rows)
    firsts = [any(isinstance(each, PlainText) and each.strong for each in head) for head in heads]
    is_summed = firsts.count(True) == 1 and firsts[-1]
    return len(table.rows) >= LONG_TABLE and not is_summed


def _splitting_row(columns: Sequence[tuple[float, float, list[Any]]]) -> Any:
    """Columns side by side that may be split over pages."""
    row: list[Any] = []
    widths: list[float] = []
    for x, wide, texts in columns:
        gap = x - sum(widths)
        row += [None, texts or None] if gap > 0 else [texts or None]
        widths += [gap, wide] if gap > 0 else [wide]
    return tables.Table([row], widths, style=bare_table_style(after=AFTER_ENTRY), splitInRow=1)
