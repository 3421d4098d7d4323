"""A booklet's tables: their cells, styles and column widths."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from nineup.book.writers.flow import SymbolImage, TextFlowable, place_anchor, reportlab_colour
from nineup.book.writers.platypus import tables
from nineup.book.writers.typesetter import BookletTypesetter
from nineup.model.booklet import Align, Content, PlainText, SymbolMention, Table, TableCell

_THIN = "#cccccc"
_DARK = "#444444"

PAD = 9.0
"""The space in points between two columns of a table."""

BEFORE, AFTER = 6.0, 14.0
"""Points above and below a table."""

POWERS = (2.0, 4.0, 8.0)
"""Weightings to try for sharing a width among columns: higher powers favour the longest cells."""

BROKEN = 1.06
"""The factor by which a text gets longer when it is broken into lines."""

LARGE_SIGN = 2.0
"""The height of a symbol that is alone in its cell, in font sizes."""

ROUNDING = 0.1
"""Points added to a column's width to allow for rounding."""


class TableGrid(tables.Table):  # type: ignore[misc]
    """A table of data. A page break leaves no row alone if that can be avoided."""

    columns: Sequence[float] = ()

    def begin(self) -> float:
        """The height of its caption, head and first two rows, after `wrap`."""
        return float(sum(self._rowHeights[: self.repeatRows + 2]))

    def split(self, width: float, height: float) -> list[Any]:
        parts = super().split(width, height)
        if len(parts) == 2 and _body_rows(parts[1]) == 1 and _body_rows(parts[0]) > 2:
            before = sum(self._rowHeights[: len(parts[0]._rowHeights)])
            parts = super().split(width, before - ROUNDING)
        return list(parts)


def _body_rows(grid: Any) -> int:
    """The number of rows below the head."""
    return len(grid._rowHeights) - int(grid.repeatRows)


def table_grid(typesetter: BookletTypesetter, table: Table, width: float) -> TableGrid:
    """A table of at most this width, with columns as wide as they need."""
    return _grid(typesetter, table, _widths(typesetter, table, width), width=width)


def halves(typesetter: BookletTypesetter, table: Table, width: float) -> list[TableGrid]:
    """A table split into two halves with equal column widths, each with the head."""
    widths = _widths(typesetter, table, width)
    half = (len(table.rows) + 1) // 2
    blank = (PlainText("\u00a0"),) if table.caption else ()
    one = msgspec.structs.replace(table, rows=table.rows[:half])
    other = msgspec.structs.replace(table, rows=table.rows[half:], caption=blank)
    return [_grid(typesetter, part, widths, width=width) for part in (one, other)]


def _grid(typesetter: BookletTypesetter, table: Table, widths: list[float], width: float) -> TableGrid:
    heads = _heads(table)
    rows = [[*_cells(typesetter, row, table.aligns, name="head")] for row in heads]
    rows += [[*_cells(typesetter, row, table.aligns, name="cell")] for row in table.rows]
    return captioned_grid(typesetter, table.caption, rows, widths=widths, heads=len(heads), width=width)


def _heads(table: Table) -> list[tuple[TableCell, ...]]:
    return [table.head] if any(cell.content for cell in table.head) else []


def captioned_grid(
    typesetter: BookletTypesetter,
    caption: Content,
    rows: list[list[Any]],
    widths: list[float],
    heads: int,
    width: float,
) -> TableGrid:
    """Rows under a caption; caption and head are repeated on each page."""
    style = typesetter.style("head")
    last = len(widths) - 1
    if caption:
        beyond = min(width, column_width([typesetter.width(caption, style)])) - sum(widths)
        if beyond > 0:
            widths = [*widths, beyond]
            rows = [[*row, None] for row in rows]
        rows = [[TextFlowable(typesetter, caption, style), *[None] * (len(widths) - 1)], *rows]
    signs = [
        (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if isinstance(cell, SymbolImage)
    ]
    look = lines(heads, bool(caption), signs, last=last)
    table = TableGrid(rows, widths, style=look, repeatRows=heads + bool(caption), hAlign="LEFT")
    table.columns = widths
    table.spaceBefore, table.spaceAfter = BEFORE, AFTER
    return table


def _cells(
    typesetter: BookletTypesetter, row: Sequence[TableCell], aligns: Sequence[Align], name: str
) -> Iterator[Any]:
    """The cells of a row in a style; a symbol alone in its cell is larger."""
    styles = {align: msgspec.structs.replace(typesetter.style(name), align=align) for align in aligns}
    for cell, align in zip(row, aligns, strict=True):
        style = styles[align]
        if (symbol := _alone(cell.content)) and symbol.id in typesetter.setting.symbols:
            form = typesetter.setting.symbols[symbol.id].form
            yield SymbolImage(typesetter, form, LARGE_SIGN * style.size, align=align, anchor=cell.anchor)
        else:
            yield _Anchored(typesetter, cell.content, style, anchor=cell.anchor)


def _widths(typesetter: BookletTypesetter, table: Table, width: float) -> list[float]:
    """The widths of the columns: as wide as their contents, or as close to that as the table's width allows.

    Heads are broken before cells are, and adjacent columns of numbers are equally wide. If cells have to be
    broken, the width is shared so that the table is as low as possible.
    """
    style = typesetter.style("head")
    columns = [[row[number].content for row in table.rows] for number in range(len(table.aligns))]
    wide = [[typesetter.width(c, style) for c in each] for each in columns]
    signs = [column_width(LARGE_SIGN * style.size for c in each if _alone(c)) for each in columns]
    heads = [cell.content for row in _heads(table) for cell in row]
    words = [column_width([typesetter.narrowest(c, style)]) for c in heads]
    cells = widest([column_width(each) for each in wide], signs, words)
    numbers = [align == "right" for align in table.aligns]
    if sum(cells) <= width:
        wished = widest(cells, [column_width([typesetter.width(c, style)]) for c in heads])
        least = wished if sum(wished) <= width else cells
        return equalised(shared_widths(cells, wished, wished, width=width), least, numbers, width=width)
    needed = widest(
        [column_width(typesetter.narrowest(c, style) for c in each) for each in columns], signs, words
    )
    shared = [
        shared_widths(needed, cells, [_norm(each, power) for each in wide], width=width) for power in POWERS
    ]
    chosen = min(shared, key=lambda widths: _lines_of(wide, widths))
    # Columns that don't fit, as on the smallest paper, extend beyond the page.
    return [max(each * min(1.0, width / sum(chosen)), PAD + ROUNDING) for each in chosen]


def _norm(lengths: Sequence[float], power: float) -> float:
    """The p-norm of a column's lengths: higher powers give more weight to its longest cells. Above 0."""
    longest = max(lengths, default=0.0) or 1.0
    return max(1.0, longest * float(math.fsum((each / longest) ** power for each in lengths) ** (1 / power)))


def _lines_of(wide: Sequence[Sequence[float]], widths: Sequence[float]) -> int:
    """An estimate of the number of lines in a table, from the one-line widths of its cells."""
    counts = [
        [math.ceil(BROKEN * each / max(1.0, width - PAD)) for each in column_width]
        for column_width, width in zip(wide, widths, strict=True)
    ]
    return sum(max(row) for row in zip(*counts, strict=True))


class _Anchored(TextFlowable):
    """A cell's text."""

    def draw(self) -> None:
        if self.anchor and not self.content:
            place_anchor(self.typesetter, self.canv, self.anchor, height=self.height)
        super().draw()


def _alone(content: Content) -> SymbolMention | None:
    """The symbol that is the whole content, or None."""
    return content[0] if len(content) == 1 and isinstance(content[0], SymbolMention) else None


def column_width(widths: Iterable[float]) -> float:
    """The width of a column whose cells have these widths."""
    return max(widths, default=0.0) + PAD + ROUNDING


def widest(*columns: list[float]) -> list[float]:
    """The largest width for each column; empty lists are ignored."""
    return [max(each) for each in zip(*filter(None, columns), strict=True)]


def shared_widths(least: list[float], wished: list[float], weights: list[float], width: float) -> list[float]:
    """Widths between the smallest and the preferred ones, as proportional to the weights as possible.

    They add up to the width, unless the smallest ones exceed it or the preferred ones don't reach it.
    """

    def at(scale: float) -> list[float]:
        each = zip(least, wished, weights, strict=True)
        return [min(max(need, scale * weight), wish) for need, wish, weight in each]

    low, high = 0.0, max([wish / weight for wish, weight in zip(wished, weights, strict=True)], default=0.0)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) <= width else (low, middle)
    return at(low)


def equalised(widths: list[float], least: list[float], alike: Sequence[bool], width: float) -> list[float]:
    """Widths in which adjacent columns of the same kind are equal, if there is space for that."""
    adjusted = list(widths)
    start = 0
    for is_alike, stretch in groupby(alike):
        at = slice(start, start + len(list(stretch)))
        start = at.stop
        count = at.stop - at.start
        room = (width - sum(adjusted) + sum(adjusted[at])) / count
        each = min(max(adjusted[at]), room)
        if is_alike and each >= max(least[at]):
            adjusted[at] = [each] * count
    return adjusted


def bare_table_style(after: float = 0.0) -> Any:
    """The style of a table that only arranges things side by side."""
    everywhere = ((0, 0), (-1, -1))
    return tables.TableStyle(
        [
            ("LEFTPADDING", *everywhere, 0),
            ("RIGHTPADDING", *everywhere, 0),
            ("TOPPADDING", *everywhere, 0),
            ("BOTTOMPADDING", *everywhere, after),
            ("VALIGN", *everywhere, "TOP"),
        ]
    )


def lines(heads: int, captioned_grid: bool, signs: Sequence[tuple[int, int]], last: int) -> Any:
    """The style of a table of data: thin lines below rows up to column `last`, a darker one below the head,
    and less padding around symbols that are alone in their cells.
    """
    first = heads + captioned_grid
    look = [
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), PAD),
        ("TOPPADDING", (0, 0), (-1, -1), 4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE" if signs else "TOP"),
        ("LEADING", (0, 0), (-1, -1), 1),  # An empty cell must not make its row higher.
        ("LINEBELOW", (0, first), (last, -1), 0.4, reportlab_colour(_THIN)),
    ]
    for at in signs:
        look += [("TOPPADDING", at, at, 2.5), ("BOTTOMPADDING", at, at, 2.5)]
    if captioned_grid:
        look.append(("SPAN", (0, 0), (-1, 0)))
    if heads:
        look += [
            ("LINEBELOW", (0, first - 1), (last, first - 1), 0.8, reportlab_colour(_DARK)),
            ("VALIGN", (0, captioned_grid), (-1, first - 1), "BOTTOM"),
        ]
    return tables.TableStyle(look)
