"""What a drawn face shows where: its marks one by one, what lies under a point, and how colours compare."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Protocol

from nineup.diagnostics import Span
from nineup.drawing import (
    Colour,
    Face,
    Form,
    Group,
    Image,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Segment,
    Stop,
    Text,
    Tiling,
    Use,
)
from nineup.extent import ink, text_width
from nineup.game import Card, Component
from nineup.geometry import IDENTITY, Box, Matrix, Point, box_around, convex_hull, flatten, outline_bounds

WHITE: Colour = (1.0, 1.0, 1.0)

Ring = tuple[Point, ...]


class PrintedSide(NamedTuple):
    """One side of a card as it is printed."""

    component: Component
    card: Card
    side: str
    face: Face
    indices: Sequence[int] | None = None
    """Which of its operations show something that no face before did, above whatever they lie on; None for all."""

    @property
    def name(self) -> str:
        """The card in messages: `component/card`, or a component that is one."""
        component, card = self.component.id, self.card.id
        return component if card == component else f"{component}/{card}"

    @property
    def new_ops(self) -> Iterator[tuple[int, Op]]:
        """The operations that show something new, with their indices."""
        indices = range(len(self.face.ops)) if self.indices is None else self.indices
        return ((index, self.face.ops[index]) for index in indices)


class Places(Protocol):
    """Where what faces show comes from, for findings about it."""

    def element(self, op: Op) -> Span | None:
        """The element of a layout or a drawing that drew an operation."""

    def file(self, image: Image) -> str:
        """The file of a picture; empty for one inside a drawing."""

    def value(self, printed: PrintedSide, visible: "VisibleText", letters: str) -> Span | None:
        """Where the card has some letters of a text; None for words of the layout."""

    def letters(self, text: Text) -> Iterator[tuple[str, tuple[Segment, ...]]]:
        """The letters of a text with their outlines, in its own space."""


class _Nowhere:
    """Of faces that were made without a layout, nothing is known."""

    def element(self, op: Op) -> Span | None:
        return None

    def file(self, image: Image) -> str:
        return ""

    def value(self, printed: PrintedSide, visible: "VisibleText", letters: str) -> Span | None:
        return None

    def letters(self, text: Text) -> Iterator[tuple[str, tuple[Segment, ...]]]:
        return iter(())


class RenderedFaces(NamedTuple):
    """Everything that is drawn of a game: its different faces, its symbols, and the faces card by card."""

    faces: Sequence[PrintedSide] = ()
    symbols: Mapping[str, Form] = {}
    every_card: Sequence[PrintedSide] = ()
    """As `faces`, with the faces that cards share once for each of these."""
    places: Places = _Nowhere()


class Area(NamedTuple):
    """An outline on the face, flattened to closed rings, with the box around them."""

    rings: tuple[Ring, ...]
    box: Box

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside, by the even-odd rule."""
        if not (self.box.x <= x <= self.box.right and self.box.y <= y <= self.box.bottom):
            return False
        return sum(_crossings(ring, x, y) for ring in self.rings) % 2 == 1


class Mark(NamedTuple):
    """One text, path or picture of a face, with what it is moved, clipped and faded by."""

    op: Text | Path | PlacedImage
    matrix: Matrix
    clips: tuple[Area, ...]
    opacity: float
    covers: Box | None
    """The box around what it fills; None for texts and lines."""
    mixed: bool = False
    """Whether it is in a group that is masked or blended, so that its colour alone isn't what is seen."""


class VisibleSymbol(NamedTuple):
    """A symbol that a text or a frame of a face shows: its id, the box around what is seen of it, and its outermost
    points (of one that is clipped, the corners of that box).
    """

    id: str
    box: Box
    points: tuple[Point, ...]
    use: Use


def visible_symbols(
    ops: Iterable[Op], symbols: Mapping[Form, str], matrix: Matrix = IDENTITY, clips: tuple[Box, ...] = ()
) -> Iterator[VisibleSymbol]:
    """The symbols of a face, by their forms. Shared drawings are not searched: those hold pictures, not symbols."""
    for op in ops:
        if isinstance(op, Use) and op.form in symbols:
            points = [(matrix @ op.matrix).apply(*point) for point in _outermost(op.form)]
            box = box_around(points)
            for clip in clips:
                box = box and box.intersection(clip)
            if box is not None:
                yield VisibleSymbol(symbols[op.form], box, box.corners if clips else tuple(points), op)
        elif isinstance(op, Group):
            inner = matrix @ op.matrix
            cut = (*clips, area(op.clip.segments, inner).box) if op.clip else clips
            yield from visible_symbols(op.ops, symbols, inner, cut)


@lru_cache(4096)
def _outermost(form: Form) -> tuple[Point, ...]:
    """The corners of the hull of a form's ink: of its outlines, moved out by half of their lines' width."""
    found: list[Point] = []
    for mark in _form_marks(form, IDENTITY):
        if not isinstance(mark.op, Path):
            found += mark.matrix.map_box(ink((mark.op,)) or Box(0, 0, 0, 0)).corners
            continue
        half = mark.op.stroke.width / 2 * mark.matrix.scale if mark.op.stroke else 0.0
        for ring in area(mark.op.segments, mark.matrix).rings:
            for x, y in ring:
                found += Box(x - half, y - half, 2 * half, 2 * half).corners if half else ((x, y),)
    return convex_hull(found)


class VisibleText(NamedTuple):
    """A text that can be seen: its place among the marks of its operation, and the box around its letters."""

    place: int
    mark: Mark
    text: Text
    box: Box


class FaceMarks:
    """The marks of faces. An operation that many faces have is searched once: by identity, which costs nothing."""

    def __init__(self) -> None:
        self._marks: dict[int, tuple[Op, tuple[Mark, ...]]] = {}
        """By the identity of operations, which are kept so that no other gets it."""
        self._texts: dict[int, tuple[VisibleText, ...]] = {}

    def of(self, op: Op) -> tuple[Mark, ...]:
        """The marks of an operation from the lowest to the topmost."""
        known = self._marks.get(id(op))
        if known is None:
            known = self._marks[id(op)] = op, tuple(marks((op,)))
        return known[1]

    def texts(self, op: Op) -> tuple[VisibleText, ...]:
        """The texts of an operation that can be seen."""
        texts = self._texts.get(id(op))
        if texts is None:
            texts = self._texts[id(op)] = tuple(_visible_texts(self.of(op)))
        return texts

    def below(self, face: Face, op: int, mark: int) -> Iterator[Mark]:
        """What lies under a mark of an operation of a face, both by their indices, from the lowest to the topmost."""
        ops = face.ops
        return chain(chain.from_iterable(self.of(each) for each in ops[:op]), self.of(ops[op])[:mark])


def _visible_texts(of: Sequence[Mark]) -> Iterator[VisibleText]:
    for index, mark in enumerate(of):
        if isinstance(mark.op, Text) and words_of(mark.op):
            box = text_box(mark)
            if all(clip.box.overlaps(box) for clip in mark.clips):
                yield VisibleText(index, mark, mark.op, box)


def marks(
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
                _form_marks(op.form, inner) if alone else marks(op.form.ops, inner, clips, opacity, mixed)
            )
        elif isinstance(op, Group):
            inner = matrix @ op.matrix
            cut = (*clips, area(op.clip.segments, inner)) if op.clip else clips
            is_mixed = mixed or op.mask is not None or op.blend != "normal"
            yield from marks(op.ops, inner, cut, opacity * op.opacity, is_mixed)
        else:
            yield Mark(op, matrix, clips, opacity, _covers(op, matrix), mixed)


@lru_cache(16384)
def _form_marks(form: Form, matrix: Matrix) -> tuple[Mark, ...]:
    """Forms are shared by many faces, and searched once for each place."""
    return tuple(marks(form.ops, matrix))


def _covers(op: Text | Path | PlacedImage, matrix: Matrix) -> Box | None:
    if isinstance(op, PlacedImage):
        return matrix.map_box(op.box)
    if isinstance(op, Path) and op.fill is not None:
        return _reach(op.segments, matrix)
    return None


@lru_cache(65536)
def area(segments: tuple[Segment, ...], matrix: Matrix) -> Area:
    """An outline through a matrix, curves as eight straight lines."""
    rings = tuple(tuple(matrix.apply(x, y) for x, y in ring) for ring in flatten(segments, 8))
    return Area(rings, _reach(segments, matrix))


def _reach(segments: tuple[Segment, ...], matrix: Matrix) -> Box:
    """The upright box around an outline through a matrix."""
    box = outline_bounds(segments)
    return matrix.map_box(box) if box else Box(0, 0, -1, -1)


def _crossings(ring: Ring, x: float, y: float) -> int:
    """How often a ray to the right from a point meets a ring."""
    count = 0
    before = ring[-1]
    for point in ring:
        if (before[1] > y) != (point[1] > y):
            share = (y - before[1]) / (point[1] - before[1])
            count += x < before[0] + share * (point[0] - before[0])
        before = point
    return count


def text_box(mark: Mark) -> Box:
    """The upright box around a text's letters, from the height of its capitals to its baseline."""
    assert isinstance(mark.op, Text)
    size = mark.op.size
    return mark.matrix.map_box(Box(mark.op.x, mark.op.y - 0.7 * size, text_width(mark.op), 0.7 * size))


def words_of(text: Text) -> str:
    """What a text reads, symbols by their name."""
    pieces = [piece for run in text.runs for piece in run.pieces]
    return "".join(getattr(piece, "text", "") or getattr(piece, "says", "") for piece in pieces).strip()


def grounds(below: Iterable[Mark], box: Box) -> list[Mark]:
    """Those marks that may fill some of a box."""
    return [mark for mark in below if mark.covers is not None and mark.covers.overlaps(box)]


def under(below: Iterable[Mark], x: float, y: float) -> Colour | None:
    """The colour that some filling marks leave at a point of white paper; None where a picture decides it."""
    shown: Colour | None = WHITE
    for mark in below:
        op, box = mark.op, mark.covers
        if box is None or not (box.x <= x <= box.right and box.y <= y <= box.bottom):
            continue
        if not all(clip.holds(x, y) for clip in mark.clips):
            continue
        if isinstance(op, PlacedImage):
            shown = None
        elif isinstance(op, Path) and op.fill is not None and area(op.segments, mark.matrix).holds(x, y):
            if mark.mixed or isinstance(op.fill, Tiling):
                shown = None
                continue
            colour, seen = paint_at(op.fill, mark.matrix, x, y)
            seen *= op.opacity * mark.opacity
            if seen >= 1 or shown is not None:
                shown = blend(colour, shown or WHITE, min(1.0, seen))
    return shown


def blend(colour: Colour, ground: Colour, opacity: float) -> Colour:
    """A colour seen over another."""
    r, g, b = (a * opacity + c * (1 - opacity) for a, c in zip(colour, ground, strict=True))
    return r, g, b


def paint_at(paint: Colour | Linear | Radial, matrix: Matrix, x: float, y: float) -> tuple[Colour, float]:
    """What a paint shows at a point of the face, and its opacity."""
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


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
