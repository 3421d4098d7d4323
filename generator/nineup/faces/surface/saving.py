"""Faces printed with less ink: filled backgrounds become outlines, large areas pale, and light letters dark.

A face is processed twice. The first pass finds how much of each mark is visible. The second goes through the
marks in drawing order, with two pictures of what lies below: in the original, and in the result so far.

What is decided for a mark depends on what happened to those below it. White letters on dark blue stay as they
are on most faces; once the blue is gone, they would be white on paper, and take its color. So everything is
compared with both pictures: what can't be told from its ground any more, but could be before, changes.

A dark blue background with a white word becomes paper, with a frame in dark blue, and the word dark blue.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box, Matrix, flatten, transform_outline
from nineup.base.units import MM
from nineup.faces.surface.canvas import Canvas, Stencil, colour_of, opacity_of, paint, seen
from nineup.faces.surface.marks import WHITE, Mark, contrast, marks_of
from nineup.faces.surface.paints import LEGIBLE, dark, ink_amount, mean_colour, pale
from nineup.model.drawing import (
    Colour,
    Face,
    Form,
    GlyphRun,
    Group,
    Op,
    Path,
    PlacedImage,
    Stroke,
    Text,
    Tiling,
    Use,
    rounded,
)
from nineup.model.extent import text_width

LARGE, SMALL = 60.0, 8.0
"""The areas in square millimetres from which a fill becomes paler, and from which it does if the face would
still have much ink.
"""

MUCH = 0.14
"""The share of a face in full ink that counts as much."""

LARGE_SYMBOL = 400.0
"""The area in square millimetres from which a symbol's fill becomes paler."""

LIGHT = 0.12
"""The ink up to which paints stay unchanged, unless they are a background."""

EDGE, FACE = 0.15, 0.3
"""The shares of a face's edge and of its area from which a mark is a background."""

SOLID = 0.6
"""The opacity from which a mark hides what is below it."""

FAINT = 0.4
"""The opacity of large pictures, patterns and shadings."""

LOST, APART = 1.25, 1.5
"""The contrast below which a shape is invisible, and that from which it is clearly visible."""

OUTLINE, OUTLINE_OF_LIGHT = 3.0, 1.8
"""The contrast of outlines with paper; those of light backgrounds are lighter."""

LINE = 0.5
"""The width of outlines in points."""

INSIDE = 1.2 * MM
"""The distance of the outline of a face without its background from the cut."""


class _Look(NamedTuple):
    """The result of the first pass for a mark: its visible area in square millimetres, and its share of the
    face's edge.
    """

    area: float
    edge: float

    def is_ground(self, face_area: float) -> bool:
        return self.edge >= EDGE or self.area >= FACE * face_area


class InkSaver:
    """Makes faces that save ink, each once. The `symbols` keep their colours unless they are very large, the
    QR `codes` always.
    """

    def __init__(self, symbols: Collection[Form] = (), codes: Collection[Form] = ()) -> None:
        self._symbols = frozenset(symbols)
        self._codes = frozenset(codes)
        self._faces: dict[Face, Face] = {}
        self._forms: dict[tuple[Form, tuple[Op, ...]], Form] = {}

    def face(self, face: Face) -> Face:
        """A face with little ink, with the size, the bleed and the outline of the original."""
        lighter = self._faces.get(face)
        if lighter is None:
            lighter = self._faces[face] = _SavedFace(
                face, self._symbols, self._codes, forms=self._forms
            ).lightened()
        return lighter


class _SavedFace:
    """One face in the making."""

    def __init__(
        self,
        face: Face,
        symbols: frozenset[Form],
        codes: frozenset[Form],
        forms: dict[tuple[Form, tuple[Op, ...]], Form],
    ) -> None:
        self._face = face
        self._symbols = symbols
        self._codes = codes
        self._forms = forms
        self._area = face.size.width * face.size.height / MM**2
        self._canvas = Canvas(face.size)
        self._marks = tuple(marks_of(face.ops))
        self._stencils = [self._canvas.stencil(mark) for mark in self._marks]
        self._looks = self._look()
        self._limit = LARGE
        if self._coverage() > MUCH:
            self._limit = SMALL
        self._old, self._new = self._canvas.colours(), self._canvas.colours()
        self._next = iter(range(len(self._marks)))
        self._emptied: dict[Colour, float] = {}
        """The share of the edge of removed backgrounds, by their colour."""

    def lightened(self) -> Face:
        ops: list[Op] = []
        is_framed = False
        for op in self._face.ops:
            ops.append(self._op(op, False, False))
            if not is_framed and sum(self._emptied.values()) > 0.5:
                ops.append(self._frame(max(self._emptied, key=lambda colour: self._emptied[colour])))
                is_framed = True
        return msgspec.structs.replace(self._face, ops=tuple(ops))

    def _look(self) -> list[_Look]:
        """The visible part of each mark."""
        numbers = self._canvas.numbers()
        for number, (mark, stencil) in enumerate(zip(self._marks, self._stencils, strict=True)):
            # Painted one over another, each in its number: what is left of a number at the end
            # is what is visible of its mark.
            if stencil is not None and opacity_of(mark) >= SOLID:
                numbers.paste(number, stencil.box, stencil.mask)
        counts = {number: count for count, number in numbers.getcolors(numbers.width * numbers.height)}
        at_edge = [self._canvas.at(numbers, x, y) for x, y in self._edge()]
        looks = []
        for number, (mark, stencil) in enumerate(zip(self._marks, self._stencils, strict=True)):
            pixels = counts.get(number, 0)
            # What is translucent hides nothing and wasn't painted, so all of it counts.
            if stencil is not None and opacity_of(mark) < SOLID:
                pixels = stencil.pixels
            looks.append(_Look(pixels * self._canvas.per_pixel, at_edge.count(number) / len(at_edge)))
        return looks

    def _edge(self, count: int = 25) -> Iterator[tuple[float, float]]:
        """Places just inside the cut."""
        (width, height), inside = self._face.size, 0.5 * MM
        if self._face.outline:
            for ring in flatten(self._face.outline, 8):
                for x, y in ring:
                    yield x + (width / 2 - x) * 0.06, y + (height / 2 - y) * 0.06
            return
        for share in ((at + 0.5) / count for at in range(count)):
            yield share * width, inside
            yield share * width, height - inside
            yield inside, share * height
            yield width - inside, share * height

    def _coverage(self) -> float:
        """The share of the face in full ink, after heavy fills have become light."""
        total = 0.0
        for mark, look in zip(self._marks, self._looks, strict=True):
            colour = colour_of(mark)
            amount = ink_amount(colour)
            if self._is_heavy(mark, look, False):
                amount = 0.0 if look.is_ground(self._area) else ink_amount(pale(colour))
            total += look.area * amount * opacity_of(mark)
        return total / self._area

    def _is_heavy(self, mark: Mark, look: _Look, is_symbol: bool) -> bool:
        """Whether a fill has to become lighter."""
        if is_symbol:
            return look.area > LARGE_SYMBOL
        if ink_amount(colour_of(mark)) <= LIGHT:
            return look.is_ground(self._area)
        return look.area > self._limit or look.edge > 0

    def _frame(self, ground: Colour) -> Path:
        """The outline of the face, in the colour of the removed background."""
        (width, height), inside = self._face.size, min(INSIDE, min(self._face.size) / 12)
        stroke = Stroke(dark(ground, OUTLINE), LINE)
        if self._face.outline:
            scale = 1 - 2 * inside / min(width, height)
            about_middle = Matrix(scale, 0, 0, scale, width / 2 * (1 - scale), height / 2 * (1 - scale))
            return Path(transform_outline(self._face.outline, about_middle), stroke=stroke)
        return Path(rounded(Box(0, 0, width, height).outset(-inside), 2 * MM, 2 * MM), stroke=stroke)

    def _op(self, op: Op, is_symbol: bool, is_plain: bool) -> Op:
        """An operation with less ink. It consumes its own marks, in the order of `marks_of`."""
        if isinstance(op, Use) and op.form in self._codes:
            for _ in marks_of(op.form.ops):
                next(self._next)
            return op
        if isinstance(op, Use):
            symbol = is_symbol or op.form in self._symbols
            ops = tuple([self._op(each, symbol, _has_one_colour(op.form)) for each in op.form.ops])
            if _are_same(ops, op.form.ops):
                return op
            form = self._forms.setdefault((op.form, ops), Form(op.form.name, op.form.size, ops))
            return Use(form, op.matrix)
        if isinstance(op, Group):
            ops = tuple([self._op(each, is_symbol, is_plain) for each in op.ops])
            return op if _are_same(ops, op.ops) else msgspec.structs.replace(op, ops=ops)
        number = next(self._next)
        mark, stencil, look = self._marks[number], self._stencils[number], self._looks[number]
        if isinstance(op, Text):
            return self._text(op, mark)
        if stencil is None:
            return self._thin(op, mark) if isinstance(op, Path) else op
        reduced = (
            self._path(op, mark, stencil, look=look, is_symbol=is_symbol, is_plain=is_plain)
            if isinstance(op, Path)
            else self._picture(op, look)
        )
        paint(self._old, stencil, colour_of(mark), opacity=opacity_of(mark))
        lighter = msgspec.structs.replace(mark, op=reduced)
        paint(self._new, stencil, colour_of(lighter), opacity=opacity_of(lighter))
        return reduced

    def _text(self, text: Text, mark: Mark) -> Text:
        """A text that is legible on what is now below it."""
        height = text.y - 0.35 * text.size
        # At three places, since a line may lie across several grounds.
        places = [mark.matrix.apply(text.x + text_width(text) * at, height) for at in (0.1, 0.5, 0.9)]
        grounds = [self._grounds(*place) for place in places]
        runs = tuple([_readable(run, grounds) for run in text.runs])
        return text if runs == text.runs else msgspec.structs.replace(text, runs=runs)

    def _grounds(self, x: float, y: float) -> tuple[Colour, Colour]:
        """The colours at a place of the original, and of the result so far."""
        return self._canvas.colour_at(self._old, x, y), self._canvas.colour_at(self._new, x, y)

    def _thin(self, path: Path, mark: Mark) -> Path:
        """A line that is too thin for the pictures."""
        ring = next(flatten(path.segments, 1), ())
        if path.stroke is None or path.fill is not None or not ring:
            return path
        return _stroked(path, *self._grounds(*mark.matrix.apply(*ring[0])))

    def _picture(self, picture: PlacedImage, look: _Look) -> PlacedImage:
        if look.area < LARGE:
            return picture
        return msgspec.structs.replace(picture, opacity=picture.opacity * FAINT)

    def _path(
        self, path: Path, mark: Mark, stencil: Stencil, look: _Look, is_symbol: bool, is_plain: bool
    ) -> Path:
        old, new = seen(self._old, stencil), seen(self._new, stencil)
        if path.fill is None:
            return _stroked(path, old, new)
        if self._is_heavy(mark, look, is_symbol):
            return self._lighter(path, mark, look, below=old)
        colour = colour_of(mark)
        if opacity_of(mark) < SOLID or contrast(old, new) < APART or (is_symbol and not is_plain):
            return path
        if contrast(colour, old) < APART:  # The texture of a removed background.
            return msgspec.structs.replace(path, fill=new, stroke=None)
        if contrast(colour, new) >= LOST:
            return path
        whole = stencil.pixels * self._canvas.per_pixel  # also if a highlight above hides it
        if is_plain and whole < 2 * LARGE:
            return msgspec.structs.replace(path, fill=_legible(old, new))
        return _outlined(path, mark, _legible(old, new))

    def _lighter(self, path: Path, mark: Mark, look: _Look, below: Colour) -> Path:
        """A path whose fill is paper, if it was a background, or pale, with a line around it."""
        colour = colour_of(mark)
        if opacity_of(mark) < SOLID or isinstance(path.fill, Tiling):
            return msgspec.structs.replace(path, opacity=path.opacity * FAINT)
        if look.edge:
            self._emptied[colour] = self._emptied.get(colour, 0.0) + look.edge
        lighter = msgspec.structs.replace(path, fill=WHITE if look.is_ground(self._area) else pale(colour))
        if contrast(colour, below) < APART <= contrast(colour, WHITE):
            return msgspec.structs.replace(lighter, stroke=None)
        return _outlined(
            lighter, mark, dark(colour, OUTLINE_OF_LIGHT if ink_amount(colour) <= LIGHT else OUTLINE)
        )


def _are_same(some: tuple[Op, ...], others: tuple[Op, ...]) -> bool:
    return all(one is other for one, other in zip(some, others, strict=True))


def _readable(run: GlyphRun, grounds: list[tuple[Colour, Colour]]) -> GlyphRun:
    """Letters in their colour or, if that has become illegible, in that of the removed background."""
    for old, new in grounds:
        # Only if it got worse: a word that was faint before stays as it was.
        if contrast(run.colour, new) < min(contrast(run.colour, old), LEGIBLE):
            return msgspec.structs.replace(run, colour=_legible(old, new))
    return run


def _stroked(path: Path, old: Colour, new: Colour) -> Path:
    """A line in its colour or, if that has become invisible, in that of the removed background."""
    assert path.stroke is not None
    colour = mean_colour(path.stroke.paint)
    if contrast(colour, new) >= LOST or contrast(colour, old) < LOST:
        return path
    return msgspec.structs.replace(
        path, stroke=msgspec.structs.replace(path.stroke, paint=dark(old, OUTLINE))
    )


def _outlined(path: Path, mark: Mark, line: Colour) -> Path:
    """A path with a line around it: its own, if that is visible on paper."""
    width = LINE / (mark.matrix.scale or 1.0)
    stroke = Stroke(line, width, join="round")
    if path.stroke is not None:
        if contrast(mean_colour(path.stroke.paint), WHITE) >= OUTLINE_OF_LIGHT:
            return path
        stroke = msgspec.structs.replace(path.stroke, paint=line, width=min(path.stroke.width, width))
    return msgspec.structs.replace(path, stroke=stroke)


def _legible(old: Colour, new: Colour) -> Colour:
    """A legible colour on a new background: that of the old one, darkened as necessary."""
    return dark(old) if contrast(old, new) < LEGIBLE else old


def _has_one_colour(form: Form) -> bool:
    """Whether a drawing has one colour, such as an icon."""
    fills = {mark.op.fill for mark in marks_of(form.ops) if isinstance(mark.op, Path) and mark.op.fill}
    return len(fills) == 1
