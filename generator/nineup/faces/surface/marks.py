"""The individual marks of drawn operations: what lies under a point, and how colours compare."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

import msgspec

from nineup.base.geometry import IDENTITY, Box, Matrix, Outline, Point, flatten, outline_bounds
from nineup.base.geometry.rays import RayIndex
from nineup.model.drawing import (
    Colour,
    Form,
    Group,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Stop,
    Text,
    Tiling,
    Use,
)
from nineup.model.extent import text_width

WHITE: Colour = (1.0, 1.0, 1.0)

Ring = tuple[Point, ...]


_LONG_OUTLINE = 1000
"""The number of segments from which an outline's rings aren't cached for tests of points."""

_CHORDS = 8
"""The number of chords that approximate a curve."""


class Area:
    """An outline on the face, flattened to closed rings on request, with its box."""

    def __init__(self, segments: Outline, matrix: Matrix, even_odd: bool = False) -> None:
        self._segments = segments
        self._matrix = matrix
        self._even_odd = even_odd

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        apply = self._matrix.apply
        return tuple(tuple(apply(x, y) for x, y in ring) for ring in flatten(self._segments, _CHORDS))

    @cached_property
    def box(self) -> Box:
        return _reach(self._segments, self._matrix)

    @cached_property
    def _inverse(self) -> Matrix:
        return self._matrix.inverse()

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside, by the area's rule."""
        left, top, width, height = self.box
        if not (left <= x <= left + width and top <= y <= top + height):
            return False
        if len(self._segments) < _LONG_OUTLINE:
            crossings, turns = _meets(self.rings, x, y)
        else:
            crossings, turns = _ray_index(Identical(self._segments)).meets(*self._inverse.apply(x, y))
        return crossings % 2 == 1 if self._even_odd else turns != 0


class Identical:
    """Compares an outline by identity, so that looking it up takes constant time."""

    __slots__ = ("segments",)

    def __init__(self, segments: Outline) -> None:
        self.segments = segments

    def __hash__(self) -> int:
        return id(self.segments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identical) and self.segments is other.segments


@lru_cache(256)
def _ray_index(outline: Identical) -> RayIndex:
    return RayIndex(outline.segments, _CHORDS)


class Mark(msgspec.Struct, frozen=True):
    """One text, path or picture of a face, with the matrix, clips and opacity around it."""

    op: Text | Path | PlacedImage
    matrix: Matrix
    clips: tuple[Area, ...]
    opacity: float
    covers: Box | None
    """The box of its fill; None for texts and lines."""
    mixed: bool = False
    """Whether it is in a masked or blended group, so that its colour alone isn't what is visible."""


def marks_of(
    ops: Iterable[Op],
    matrix: Matrix = IDENTITY,
    clips: tuple[Area, ...] = (),
    opacity: float = 1.0,
    mixed: bool = False,
) -> Iterator[Mark]:
    """The marks of some operations from the lowest to the topmost, those inside forms and groups included."""
    for op in ops:
        if isinstance(op, Use):
            inner = matrix @ op.matrix
            alone = not clips and opacity == 1 and not mixed
            yield from (
                form_marks(op.form, inner)
                if alone
                else marks_of(op.form.ops, inner, clips, opacity=opacity, mixed=mixed)
            )
        elif isinstance(op, Group):
            inner = matrix @ op.matrix
            cut = (*clips, area(op.clip.segments, inner, op.clip.even_odd)) if op.clip else clips
            is_mixed = mixed or op.mask is not None or op.blend != "normal"
            yield from marks_of(op.ops, inner, cut, opacity=opacity * op.opacity, mixed=is_mixed)
        else:
            yield Mark(op, matrix, clips, opacity=opacity, covers=_covers(op, matrix), mixed=mixed)


@lru_cache(16384)
def form_marks(form: Form, matrix: Matrix) -> tuple[Mark, ...]:
    """The marks of a form, which many faces share: searched once for each matrix."""
    return tuple(marks_of(form.ops, matrix))


def _covers(op: Text | Path | PlacedImage, matrix: Matrix) -> Box | None:
    if isinstance(op, PlacedImage):
        return matrix.map_box(op.box)
    if isinstance(op, Path) and op.fill is not None:
        return _reach(op.segments, matrix)
    return None


def area(segments: Outline, matrix: Matrix, even_odd: bool = False) -> Area:
    """An outline through a matrix, curves as eight straight lines, inside by the even-odd or the nonzero
    rule.
    """
    if len(segments) < _LONG_OUTLINE:
        return _kept(segments, matrix, even_odd)
    return _kept_long(Identical(segments), matrix, even_odd)


@lru_cache(65536)
def _kept(segments: Outline, matrix: Matrix, even_odd: bool) -> Area:
    return Area(segments, matrix, even_odd)


@lru_cache(256)
def _kept_long(outline: Identical, matrix: Matrix, even_odd: bool) -> Area:
    return Area(outline.segments, matrix, even_odd)


def _reach(segments: Outline, matrix: Matrix) -> Box:
    """The upright box around an outline through a matrix."""
    box = outline_bounds(segments)
    return matrix.map_box(box) if box else Box(0, 0, -1, -1)


def _meets(rings: Iterable[Ring], x: float, y: float) -> tuple[int, int]:
    """How often a ray to the right from a point crosses rings, and how many more times downwards than
    upwards.
    """
    crossings = turns = 0
    for ring in rings:
        before_x, before_y = ring[-1]
        for next_x, next_y in ring:
            if (before_y > y) != (next_y > y):
                share = (y - before_y) / (next_y - before_y)
                if x < before_x + share * (next_x - before_x):
                    crossings += 1
                    turns += 1 if next_y > before_y else -1
            before_x, before_y = next_x, next_y
    return crossings, turns


def text_box(mark: Mark) -> Box:
    """The upright box around a text's letters, from the height of its capitals to its baseline."""
    assert isinstance(mark.op, Text)
    size = mark.op.size
    return mark.matrix.map_box(Box(mark.op.x, mark.op.y - 0.7 * size, text_width(mark.op), 0.7 * size))


def words_of(text: Text) -> str:
    """The text of a line, with symbols by their name."""
    pieces = [piece for run in text.runs for piece in run.pieces]
    return "".join(getattr(piece, "text", "") or getattr(piece, "says", "") for piece in pieces).strip()


def grounds(below: Iterable[Mark], box: Box) -> list[Mark]:
    """The marks that may fill some of a box."""
    return [mark for mark in below if mark.covers is not None and mark.covers.overlaps(box)]


def under(below: Sequence[Mark], x: float, y: float) -> Colour | None:
    """The colour of some filling marks at a point on white paper; None if a picture determines it."""
    shown: Colour | None = WHITE
    for colour, seen in reversed(list(_seen_at(below, x, y))):
        if colour is None:
            shown = None
        elif seen >= 1 or shown is not None:
            shown = blend(colour, shown or WHITE, min(1.0, seen))
    return shown


def _seen_at(below: Sequence[Mark], x: float, y: float) -> Iterator[tuple[Colour | None, float]]:
    """The colour and opacity of marks at a point, from the topmost down to the first that hides the rest; no
    colour if a picture, a pattern or a mixture determines it.
    """
    for mark in reversed(below):
        op, box = mark.op, mark.covers
        if box is None or not (box.x <= x <= box.right and box.y <= y <= box.bottom):
            continue
        if not all(clip.holds(x, y) for clip in mark.clips):
            continue
        if isinstance(op, PlacedImage):
            yield None, 1.0
            return
        if not isinstance(op, Path) or op.fill is None:
            continue
        if area(op.segments, mark.matrix, op.even_odd).holds(x, y):
            if mark.mixed or isinstance(op.fill, Tiling):
                yield None, 0.0
                continue
            colour, seen = paint_at(op.fill, mark.matrix, x, y)
            seen *= op.opacity * mark.opacity
            yield colour, seen
            if seen >= 1:
                return


def blend(colour: Colour, ground: Colour, opacity: float) -> Colour:
    """A colour seen over another."""
    r, g, b = (a * opacity + c * (1 - opacity) for a, c in zip(colour, ground, strict=True))
    return r, g, b


def paint_at(paint: Colour | Linear | Radial, matrix: Matrix, x: float, y: float) -> tuple[Colour, float]:
    """The colour of a paint at a point of the face, and its opacity."""
    if not isinstance(paint, (Linear, Radial)):
        return paint, 1.0
    x, y = (matrix @ paint.matrix).inverse().apply(x, y)
    if isinstance(paint, Radial):
        return _stop(paint.stops, ((x - paint.cx) ** 2 + (y - paint.cy) ** 2) ** 0.5 / (paint.r or 1.0))
    across, down = paint.x2 - paint.x1, paint.y2 - paint.y1
    length = across * across + down * down or 1.0
    return _stop(paint.stops, ((x - paint.x1) * across + (y - paint.y1) * down) / length)


def _stop(stops: Sequence[Stop], at: float) -> tuple[Colour, float]:
    before = stops[0]
    for stop in stops:
        if stop.offset >= at:
            width = stop.offset - before.offset
            share = (at - before.offset) / width if width > 0 else 1.0
            share = min(1.0, max(0.0, share))
            opacity = before.opacity + share * (stop.opacity - before.opacity)
            return blend(stop.colour, before.colour, share), opacity
        before = stop
    return before.colour, before.opacity


@lru_cache(4096)
def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
