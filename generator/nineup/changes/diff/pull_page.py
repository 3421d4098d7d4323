"""Typesets the pull list: for each card a tick box, pictures of the old and new face, and how many of
each.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box, Matrix, Size
from nineup.base.units import MM
from nineup.changes.diff.pull import PullStep, totals
from nineup.logic.expression import escape
from nineup.model.drawing import Colour, Face, Form, Group, Op, Path, Stroke, Use, rectangle
from nineup.model.paper import Page
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, Style, StyleSheet, set_frame, set_line

MARGIN = 14 * MM
HEAD = 19 * MM
ROW = Size(88 * MM, 25 * MM)
PICTURE = Size(17 * MM, 22 * MM)
TICK = 4 * MM
ARROW = 6 * MM
GAP = 3 * MM
OUT = TICK + GAP
IN = OUT + PICTURE.width + ARROW
"""Positions in points: the page's margin and header, and a row for one step, with its two pictures' distances
from the left.
"""

INK: Colour = (0.1, 0.1, 0.1)
GREY: Colour = (0.4, 0.4, 0.4)
THIN = Stroke(GREY, 0.5)

FAMILY = "Source Sans 3"

TITLE = Style(FAMILY, weight=700, size=15.0, direction="left-to-right", colour=INK)
NAME = Style(FAMILY, weight=700, size=10.0, min_size=6.5, leading=1.15, align="left", colour=INK)
WORDS = Style(FAMILY, size=9.5, colour=INK)
SMALL = Style(FAMILY, size=8.0, min_size=5.5, colour=GREY)

FacePictures = Mapping[str, Face]
"""Cut-out faces by digest; old faces may be missing."""


class PageWriter(NamedTuple):
    """Writes lines of plain text on a page."""

    setting: Setting
    fallbacks: tuple[str, ...]
    """The families for letters that the styles' own lacks."""

    def line(self, text: str, x: float, y: float, style: Style, width: float) -> tuple[Op, ...]:
        """A line starting at (`x`, `y`) on the baseline, shrunk to fit `width` points."""
        return set_line(
            escape(text), x, y, style=self._complete(style), setting=self.setting, width=width
        ).ops

    def label(self, text: str, x: float, y: float) -> tuple[Op, ...]:
        """A small line centred on `x`, with its baseline at `y`."""
        return set_line(escape(text), x, y, style=SMALL, setting=self.setting, anchor="middle").ops

    def block(self, text: str, box: Box, style: Style) -> tuple[tuple[Op, ...], float]:
        """A text wrapped in a box, and the height of its lines in points."""
        frame = set_frame(escape(text), box, self._complete(style), setting=self.setting)
        return frame.ops, frame.height

    def _complete(self, style: Style) -> Style:
        return msgspec.structs.replace(style, fallbacks=self.fallbacks)


def pull_pages(
    title: str, subtitle: str, moves: Sequence[PullStep], pictures: FacePictures, size: Size, fonts: Fonts
) -> tuple[Page, ...]:
    """The pages of a pull list for a paper size in points; moves fill the columns in order."""
    pen = PageWriter(Setting(fonts, StyleSheet({}, {}), {}), fonts.others(FAMILY))
    columns = max(1, int((size.width - 2 * MARGIN + GAP) // (ROW.width + GAP)))
    rows = max(1, int((size.height - 2 * MARGIN - HEAD) // ROW.height))
    per_page = columns * rows
    parts = [moves[start : start + per_page] for start in range(0, len(moves), per_page)]
    out, put = totals(moves)
    about = f"{subtitle} · take out {out}, put in {put}"
    return tuple(
        Page(
            size,
            (),
            (
                *_head(title, about, number, len(parts), size=size, pen=pen),
                *_rows(part, rows, pictures, size=size, pen=pen),
            ),
            label=f"pull list, {number} of {len(parts)}",
        )
        for number, part in enumerate(parts, 1)
    )


def _head(title: str, about: str, number: int, total: int, size: Size, pen: PageWriter) -> Iterator[Op]:
    wide = size.width - 2 * MARGIN
    pages = f" · page {number} of {total}" if total > 1 else ""
    yield from pen.line(title, MARGIN, MARGIN + TITLE.size, style=TITLE, width=wide)
    yield from pen.line(about + pages, MARGIN, MARGIN + TITLE.size + 14, style=SMALL, width=wide)


def _rows(
    moves: Sequence[PullStep], rows: int, pictures: FacePictures, size: Size, pen: PageWriter
) -> Iterator[Op]:
    wide = min(ROW.width, size.width - 2 * MARGIN)
    for place, move in enumerate(moves):
        column, row = divmod(place, rows)
        x, y = MARGIN + column * (ROW.width + GAP), MARGIN + HEAD + row * ROW.height
        if row == 0:
            for label, from_left in (("out", OUT), ("in", IN)):
                yield from pen.label(label, x + from_left + PICTURE.width / 2, y - 5)
        yield from _row(move, Box(x, y, wide, ROW.height), pictures, pen=pen)


def _row(move: PullStep, box: Box, pictures: FacePictures, pen: PageWriter) -> Iterator[Op]:
    yield Path(rectangle(Box(box.x, box.y, TICK, TICK)), stroke=THIN)
    if move.out:
        yield from _picture(pictures.get(move.old), Box(box.x + OUT, box.y, *PICTURE), pictures.get(move.new))
    if move.put:
        yield from _picture(pictures.get(move.new), Box(box.x + IN, box.y, *PICTURE))
    if move.out and move.put:
        yield from _arrow(box.x + IN - ARROW / 2, box.y + PICTURE.height / 2)
    x = box.x + IN + PICTURE.width + GAP
    wide = box.right - x
    id = move.component if move.card == move.component else f"{move.component}/{move.card}"
    name, high = pen.block(move.name or id, Box(x, box.y, wide, TWO_LINES), NAME)
    yield from name
    y = box.y + high + 9.5
    for words in sentences(move):
        yield from pen.line(words, x, y, style=WORDS, width=wide)
        y += 11.5
    owners = ", ".join(owner for owner in move.owners if owner)
    each = f"{owners}: {_amounts(move.out, move.put)} each" if len(move.owners) > 1 else owners
    for words in filter(None, (each, id if move.name else "")):
        yield from pen.line(words, x, y, style=SMALL, width=wide)
        y += 9


TWO_LINES = 2 * 1.15 * NAME.size + 1


def sentences(move: PullStep) -> tuple[str, ...]:
    """Instructions for all owners together: `take out 4 × old`, `put in 4 × new`."""
    out, put = move.total
    old, new = (" × old", " × new") if move.redrawn else ("", "")
    words = (f"take out {out}{old}" if out else "", f"put in {put}{new}" if put else "")
    return tuple(filter(None, words))


def _amounts(out: int, put: int) -> str:
    return ", ".join(filter(None, (f"{out} out" if out else "", f"{put} in" if put else "")))


def _picture(face: Face | None, box: Box, like: Face | None = None) -> Iterator[Op]:
    """A face scaled into a box, centred at its top; if it is missing, a crossed outline in the proportions of
    `like`.
    """
    size = face.size if face else like.size if like else Size(5.0, 7.0)
    scale = min(box.width / size.width, box.height / size.height)
    x = box.x + (box.width - size.width * scale) / 2
    if face is None:
        yield from _crossed(Box(x, box.y, size.width * scale, size.height * scale))
        return
    edge = face.outline or rectangle(Box(0.0, 0.0, *size))
    matrix = Matrix(scale, 0.0, 0.0, scale, x, box.y)
    drawn = Use(Form(f"small {face.name}", size, face.ops))
    yield Group((drawn,), matrix, Path(edge))
    yield Group((Path(edge, stroke=Stroke(GREY, 0.5 / scale)),), matrix)


def _crossed(card: Box) -> Iterator[Op]:
    """A crossed outline in place of a missing face."""
    yield Path(rectangle(card), stroke=THIN)
    for x1, x2 in ((card.x, card.right), (card.right, card.x)):
        yield Path((("M", x1, card.y), ("L", x2, card.bottom)), stroke=THIN)


def _arrow(x: float, y: float) -> Iterator[Op]:
    """A small arrow to the right, centred on a point."""
    yield Path((("M", x - 5, y), ("L", x + 2, y)), stroke=Stroke(GREY, 0.75))
    yield Path((("M", x + 1, y - 2.5), ("L", x + 5, y), ("L", x + 1, y + 2.5), ("Z",)), fill=GREY)
