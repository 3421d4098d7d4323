"""The flowables of a booklet's PDF: texts, references with page numbers, pictures, rules."""

import math
from collections.abc import Iterator, Sequence
from copy import copy
from functools import partial
from typing import Any

import msgspec

from nineup.base.geometry import Box, Matrix, Size
from nineup.book.writers.platypus import Color, flowables
from nineup.book.writers.typesetter import BookletTypesetter
from nineup.model.booklet import Content, PlainText, plain_text
from nineup.model.drawing import Face, Form, Group, Path, Segment, Stroke, Use, circle, rectangle
from nineup.typography.text import Align, Style

HAIR = Stroke((0.75, 0.75, 0.75), 0.4)

_DOTS = Stroke((0.6, 0.6, 0.6), 0.6, "round", dash=(0.0, 3.0))


DOT = "•"
"""The bullet is drawn instead of typeset: in some fonts it is hardly visible."""


class TextFlowable(flowables.Flowable):  # type: ignore[misc]
    """A text in a style, perhaps with an anchor at its top and a mark (`1.` or a bullet) before its first
    line.
    """

    def __init__(
        self,
        typesetter: BookletTypesetter,
        content: Content,
        style: Style,
        anchor: str = "",
        mark: str = "",
        before: float = 0.0,
        after: float = 0.0,
        clings: bool = False,
    ) -> None:
        super().__init__()
        self.typesetter = typesetter
        self.content = content
        self.style = style
        self.anchor = anchor
        self.mark = mark
        self.clings = clings
        """Whether it stays on one page with what follows."""
        self.spaceBefore, self.spaceAfter = before, after
        self.indent = 1.4 * style.size if mark else 0.0
        self.first = 0
        self.last: int | None = None
        """The range of lines to draw: all of them, until the text is split."""

    def lines(self, width: float) -> tuple[float, ...]:
        """The distance from the top to the bottom of each line."""
        return self.typesetter.copy(self.content, self.style, width - self.indent).bottoms

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.block = self.typesetter.copy(self.content, self.style, width - self.indent)
        bottoms = self.block.bottoms[: self.last]
        self.top = bottoms[self.first] - bottoms[0] if self.first else 0.0
        self.width, self.height = width, bottoms[-1] - self.top if bottoms else 0.0
        return width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        """Splits into two parts of at least two lines each, or not at all."""
        self.wrap(width, height)
        bottoms = self.block.bottoms[self.first : self.last]
        fitting = sum(bottom - self.top <= height for bottom in bottoms)
        fitting = min(fitting, len(bottoms) - 2)
        if fitting < 2:
            return []
        above, below = copy(self), copy(self)
        below.__dict__.pop("_postponed", None)  # set by ReportLab after a flowable was moved to a new page
        above.last = below.first = self.first + fitting
        above.spaceAfter = 0.0
        gap = bottoms[fitting] - bottoms[fitting - 1]
        below.spaceBefore = gap - self.block.bottoms[0]  # in case both parts end up on one page
        return [above, below]

    def draw(self) -> None:
        canvas, block, top = self.canv, self.block, self.top
        if self.anchor and not self.first:
            place_anchor(self.typesetter, canvas, self.anchor, height=self.height)
        ops = tuple(op for line in block.lines[self.first : self.last] for op in line)
        width = self.width - self.indent
        canvas.put((Group(ops, Matrix.translation(0, -top)),), self.height, self.indent, width=width)
        self._draw_mark()
        for link, box in block.areas:
            if top <= box.bottom and box.y < top + self.height:
                there = canvas.placed(box.moved(0, -top), self.indent, width)
                add_link(canvas, link.target, link.is_web, box=there, height=self.height)

    def _draw_mark(self) -> None:
        if self.first or not self.mark:
            return
        if self.mark == DOT:
            font = self.typesetter.fonts.font(self.style.font, self.style.weight, self.style.italic)
            size, middle = self.style.size, font.cap_height * self.style.size / 2000
            self.canv.put((Path(circle(0.3 * size, middle, 0.14 * size), self.style.colour),), self.height)
            return
        room = self.indent * 3
        block = self.typesetter.copy((PlainText(self.mark),), self.style, room)
        self.canv.put(block.ops, self.height, 0.0, width=room)


class Title(TextFlowable):
    """A heading, which is also in the PDF's outline; a chapter's is in the running head."""

    def __init__(
        self,
        typesetter: BookletTypesetter,
        content: Content,
        style: Style,
        anchor: str,
        level: int,
        before: float = 0.0,
        after: float = 0.0,
        is_section: bool = False,
    ) -> None:
        super().__init__(typesetter, content, style, anchor=anchor, before=before, after=after)
        self.level = level
        """The level in the outline: 0 for a chapter."""
        self.is_section = is_section

    def split(self, width: float, height: float) -> list[Any]:
        return []

    def draw(self) -> None:
        if self.level == 0:
            self.canv.begin(self.content)
        super().draw()
        self.canv.addOutlineEntry(plain_text(self.content), self.anchor, self.level, closed=self.level > 0)


class Reference(flowables.Flowable):  # type: ignore[misc]
    """An entry of a table of contents or an index: words, a dotted leader and a page number."""

    def __init__(self, typesetter: BookletTypesetter, content: Content, style: Style, target: str) -> None:
        super().__init__()
        self.typesetter, self.content, self.style, self.target = typesetter, content, style, target

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.block = self.typesetter.copy(self.content, self.style, width - 3 * self.style.size)
        self.width, self.height = width, self.block.height
        return width, self.height

    def draw(self) -> None:
        canvas, style = self.canv, self.style
        canvas.put(self.block.ops, self.height, 0.0, width=self.width - 3 * style.size)
        start = self.typesetter.width(self.content, style) + 4 if len(self.block.bottoms) == 1 else math.inf
        leader = partial(
            _put_leader,
            canvas,
            self.typesetter,
            self.target,
            style=style,
            start=start,
            size=Size(self.width, self.height),
        )
        if self.target in self.typesetter.pages:
            leader()
        else:
            canvas.put_later(leader)
        add_link(canvas, self.target, False, box=Box(0, 0, self.width, self.height), height=self.height)


def _put_leader(
    canvas: Any, typesetter: BookletTypesetter, target: str, *, style: Style, start: float, size: Size
) -> None:
    """Draws a reference's page number, with dots from `start`; nothing if no page has its target."""
    page = typesetter.pages.get(target)
    number = (PlainText(str(page or "")),)
    width, height = size
    base, end = height - 0.25 * style.size, width - typesetter.width(number, style) - 4
    if start < end:
        canvas.put((Path((("M", start, base), ("L", end, base)), stroke=_DOTS),), height)
    if page:
        right = msgspec.structs.replace(style, align="right")
        canvas.put(typesetter.copy(number, right, width).ops, height, 0.0, width=width)


class CardPicture(flowables.Flowable):  # type: ignore[misc]
    """A rendered face, clipped to its outline and with a hairline around it, unless it is `bare`."""

    def __init__(self, face: Face, width: float, widest: float, bare: bool = False) -> None:
        super().__init__()
        self.bare = bare
        self.scale = min(width / face.size.width, widest / face.size.height)
        self.face = face
        self.width, self.height = self.scale * face.size.width, self.scale * face.size.height

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        edge: tuple[Segment, ...] = self.face.outline or rectangle(Box(0, 0, *self.face.size))
        matrix = Matrix.scaling(self.scale, self.scale)
        line = Path(edge, stroke=Stroke((0.6, 0.6, 0.6), 0.4 / self.scale))
        inner = Group(self.face.ops, clip=Path(edge))
        ops = (Group((inner,) if self.bare else (inner, line), matrix),)
        self.canv.put(ops, self.height, 0.0, width=self.width)


class ColumnsRow(flowables.Flowable):  # type: ignore[misc]
    """Columns side by side, each with an x position, a width and a list of flowables; never split
    over pages.
    """

    def __init__(
        self, columns: Sequence[tuple[float, float, Sequence[Any]]], before: float, after: float
    ) -> None:
        super().__init__()
        self.columns = columns
        self.spaceBefore, self.spaceAfter = before, after

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.placed = [
            (x, bottom, each)
            for x, wide, column in self.columns
            for bottom, each in _below(column, wide, height)
        ]
        self.width, self.height = width, max([bottom for _, bottom, _ in self.placed], default=0.0)
        return width, self.height

    def draw(self) -> None:
        for x, bottom, each in self.placed:
            each.drawOn(self.canv, x, self.height - bottom)


def _below(column: Sequence[Any], width: float, height: float) -> Iterator[tuple[float, Any]]:
    """The flowables of a column with the distance from the column's top to the bottom of each."""
    bottom = 0.0
    for number, each in enumerate(column):
        _, high = each.wrap(width, height)
        bottom += high + (each.getSpaceBefore() if number else 0.0)
        yield bottom, each
        bottom += each.getSpaceAfter()


class SymbolImage(flowables.Flowable):  # type: ignore[misc]
    """A symbol of a given height, perhaps with an anchor at its top."""

    def __init__(
        self, typesetter: BookletTypesetter, form: Form, height: float, align: Align, anchor: str
    ) -> None:
        super().__init__()
        self.typesetter, self.form, self.align, self.anchor = typesetter, form, align, anchor
        self.height = height

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.scale = min(self.height / self.form.size.height, width / self.form.size.width)
        self.width = width
        return width, self.height

    def draw(self) -> None:
        if self.anchor:
            place_anchor(self.typesetter, self.canv, self.anchor, height=self.height)
        room = self.width - self.scale * self.form.size.width
        left = {"center": room / 2, "right": room}.get(self.typesetter.aligned(self.align), 0.0)
        matrix = Matrix.translation(left, 0) @ Matrix.scaling(self.scale, self.scale)
        self.canv.put((Use(self.form, matrix),), self.height, 0.0, width=self.width)


class ThinRule(flowables.Flowable):  # type: ignore[misc]
    """A thin line across the frame."""

    def __init__(self, stroke: Stroke = HAIR, after: float = 0.0) -> None:
        super().__init__()
        self.stroke = stroke
        self.spaceAfter = after

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, self.stroke.width
        return width, self.height

    def draw(self) -> None:
        line = Path((("M", 0.0, 0.0), ("L", self.width, 0.0)), stroke=self.stroke)
        self.canv.put((line,), self.height)


def reportlab_colour(tone: str) -> Any:
    """ReportLab's colour for `#rrggbb`."""
    return Color(*(int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5)))


def place_anchor(typesetter: BookletTypesetter, canvas: Any, anchor: str, height: float) -> None:
    """Add an anchor at a height above the canvas's origin, unless the booklet already has it."""
    if anchor not in typesetter.pages:
        canvas.bookmarkHorizontal(anchor, 0, height + 6)
        typesetter.pages[anchor] = canvas.getPageNumber()


def add_link(canvas: Any, target: str, is_web: bool, box: Box, height: float) -> None:
    """Make a box a link; its y runs down from a height above the canvas's origin."""
    corners = (box.x, height - box.bottom, box.right, height - box.y)
    if is_web:
        canvas.linkURL(target, corners, relative=1)
    else:
        canvas.linkRect("", target.removeprefix("#"), corners, relative=1, thickness=0)
