"""The pull list on paper: for each card a box to tick, a small picture, and what to take out and put in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.diff.pull import Move, totals
from generator.drawing import Colour, Face, Form, Group, Op, Path, Stroke, Use, rectangle
from generator.expression import escape
from generator.fonts import Fonts
from generator.geometry import Box, Matrix, Size
from generator.paper import Page
from generator.text import Setting, Style, StyleSheet, set_line
from generator.units import MM

MARGIN = 14 * MM
HEAD = 15 * MM
ROW = Size(88 * MM, 25 * MM)
PICTURE = Size(24 * MM, 22 * MM)
TICK = 4 * MM
GAP = 3 * MM
"""Lengths of the page; a row is what one move takes up."""

INK: Colour = (0.1, 0.1, 0.1)
GREY: Colour = (0.4, 0.4, 0.4)
THIN = Stroke(GREY, 0.5)

TITLE = Style("Source Sans 3", weight=700, size=15.0, colour=INK)
NAME = Style("Source Sans 3", weight=700, size=10.0, colour=INK)
WORDS = Style("Source Sans 3", size=9.5, colour=INK)
SMALL = Style("Source Sans 3", size=8.0, least=5.5, colour=GREY)

Pictures = Mapping[tuple[str, str, str], Face]
"""The fronts of what is put in or stays, by component, card and owner."""


class Pen(NamedTuple):
    """Writes lines of plain text on a page."""

    setting: Setting

    def line(self, text: str, x: float, y: float, style: Style, width: float) -> tuple[Op, ...]:
        """A line at its baseline, shrunk to a width in points."""
        return set_line(escape(text), x, y, style, self.setting, width=width).ops


def pull_pages(
    title: str, subtitle: str, moves: Sequence[Move], pictures: Pictures, size: Size, fonts: Fonts
) -> tuple[Page, ...]:
    """The pages of a pull list for a paper, in the order of the moves, column by column."""
    pen = Pen(Setting(fonts, StyleSheet({}, {}), {}))
    columns = max(1, int((size.width - 2 * MARGIN + GAP) // (ROW.width + GAP)))
    rows = max(1, int((size.height - 2 * MARGIN - HEAD) // ROW.height))
    holds = columns * rows
    parts = [moves[start : start + holds] for start in range(0, len(moves), holds)]
    out, put = totals(moves)
    about = f"{subtitle} · take out {out}, put in {put}"
    return tuple(
        Page(
            size,
            (),
            (*_head(title, about, number, len(parts), size, pen), *_rows(part, rows, pictures, size, pen)),
            f"pull list, {number} of {len(parts)}",
        )
        for number, part in enumerate(parts, 1)
    )


def _head(title: str, about: str, number: int, total: int, size: Size, pen: Pen) -> Iterator[Op]:
    wide = size.width - 2 * MARGIN
    pages = f" · page {number} of {total}" if total > 1 else ""
    yield from pen.line(title, MARGIN, MARGIN + TITLE.size, TITLE, wide)
    yield from pen.line(about + pages, MARGIN, MARGIN + TITLE.size + 14, SMALL, wide)


def _rows(moves: Sequence[Move], rows: int, pictures: Pictures, size: Size, pen: Pen) -> Iterator[Op]:
    wide = min(ROW.width, size.width - 2 * MARGIN)
    for place, move in enumerate(moves):
        column, row = divmod(place, rows)
        x, y = MARGIN + column * (ROW.width + GAP), MARGIN + HEAD + row * ROW.height
        yield from _row(move, Box(x, y, wide, ROW.height), pictures, pen)


def _row(move: Move, box: Box, pictures: Pictures, pen: Pen) -> Iterator[Op]:
    yield Path(rectangle(Box(box.x, box.y + 1, TICK, TICK)), stroke=THIN)
    spot = Box(box.x + TICK + GAP, box.y, PICTURE.width, PICTURE.height)
    face = next((pictures[key] for owner in move.owners if (key := _key(move, owner)) in pictures), None)
    yield from _picture(face, spot) if face else _crossed(spot)
    x, wide = spot.right + GAP, box.right - spot.right - GAP
    id = move.component if move.card == move.component else f"{move.component}/{move.card}"
    yield from pen.line(move.name or id, x, box.y + 9, NAME, wide)
    for number, words in enumerate(sentences(move)):
        yield from pen.line(words, x, box.y + 22 + 12 * number, WORDS, wide)
    owners = ", ".join(owner for owner in move.owners if owner)
    each = f"{owners}: {_amounts(move.out, move.put)} each" if len(move.owners) > 1 else owners
    for number, words in enumerate(filter(None, (each, id if move.name else ""))):
        yield from pen.line(words, x, box.y + 46 + 11 * number, SMALL, wide)


def _key(move: Move, owner: str) -> tuple[str, str, str]:
    return move.component, move.card, owner


def sentences(move: Move) -> tuple[str, ...]:
    """What to do, for all owners together: `take out 4 × old`, `put in 4 × new`."""
    out, put = move.total
    old, new = (" × old", " × new") if move.redrawn else ("", "")
    words = (f"take out {out}{old}" if out else "", f"put in {put}{new}" if put else "")
    return tuple(filter(None, words))


def _amounts(out: int, put: int) -> str:
    return ", ".join(filter(None, (f"{out} out" if out else "", f"{put} in" if put else "")))


def _picture(face: Face, box: Box) -> Iterator[Op]:
    """A face scaled into a box, at its top and in its middle, within its outline."""
    scale = min(box.width / face.size.width, box.height / face.size.height)
    x = box.x + (box.width - face.size.width * scale) / 2
    edge = face.outline or rectangle(Box(0.0, 0.0, *face.size))
    matrix = Matrix(scale, 0.0, 0.0, scale, x, box.y)
    drawn = Use(Form(f"small {face.name}", face.size, face.ops))
    yield Group((drawn,), matrix, Path(edge))
    yield Group((Path(edge, stroke=Stroke(GREY, 0.5 / scale)),), matrix)


def _crossed(box: Box) -> Iterator[Op]:
    """An empty, crossed card: what is gone has no picture any more."""
    card = Box(box.x + (box.width - box.height * 5 / 7) / 2, box.y, box.height * 5 / 7, box.height)
    yield Path(rectangle(card), stroke=THIN)
    for x1, x2 in ((card.x, card.right), (card.right, card.x)):
        yield Path((("M", x1, card.y), ("L", x2, card.bottom)), stroke=THIN)
