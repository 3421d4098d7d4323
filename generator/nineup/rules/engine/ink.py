"""The content of a drawn face and its positions: its marks, its symbols, and its visible texts."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol, TypeVar

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.geometry import IDENTITY, Box, Matrix, Point, box_around, convex_hull
from nineup.faces.surface import Mark, area, form_marks, grounds, marks_of, text_box, words_of
from nineup.logic.select import Configuration
from nineup.model.drawing import Face, Form, Group, Image, Op, Path, Segment, Text, Use
from nineup.model.extent import ink
from nineup.model.game import Card, Component

T = TypeVar("T")


class PrintedSide(msgspec.Struct, frozen=True):
    """One side of a card as printed."""

    component: Component
    card: Card
    side: str
    face: Face
    indices: Sequence[int] | None = None
    """The indices of its operations that show something new, above whatever they lie on; None for all."""
    configuration: str = ""
    """The smallest configuration in which the card shows this face; empty if all do."""
    players: frozenset[int] | None = None
    """The player counts with which the card shows this face; None for all."""
    at: Configuration | None = None
    """That configuration itself."""
    numbers: tuple[int, ...] = ()
    """The numbers of its operations, which equal ones share; empty if they aren't known."""

    @property
    def name(self) -> str:
        """Its name in messages: `component/card`, or just the component for its single card."""
        component, card = self.component.id, self.card.id
        return component if card == component else f"{component}/{card}"

    @property
    def content(self) -> Sequence[Hashable]:
        """Its operations, or their numbers if these are known."""
        return self.numbers or self.face.ops

    @property
    def new_ops(self) -> Iterator[tuple[int, Op]]:
        """The operations that show something new, with their indices."""
        indices = range(len(self.face.ops)) if self.indices is None else self.indices
        return ((index, self.face.ops[index]) for index in indices)


class Places(Protocol):
    """The origins of what faces show, for findings about it."""

    def element(self, op: Op) -> Span | None:
        """The element of a layout or a drawing that drew an operation."""

    def file(self, image: Image) -> str:
        """The file of a picture; empty for one inside a drawing."""

    @property
    def image_dpi(self) -> float | None:
        """The most pixels per inch that pictures keep in print; None for all that they have."""

    def value(self, printed: PrintedSide, visible: "VisibleText", letters: str) -> Span | None:
        """The place of some letters of a text in the card; None for words of the layout."""

    def letters(self, text: Text) -> Iterator[tuple[str, tuple[Segment, ...], Matrix]]:
        """The letters of a text with their outlines, and the matrices that place these in its own space."""


class _Nowhere:
    """For faces that were made without a layout: no origin is known."""

    def element(self, op: Op) -> Span | None:
        return None

    def file(self, image: Image) -> str:
        return ""

    @property
    def image_dpi(self) -> float | None:
        return None

    def value(self, printed: PrintedSide, visible: "VisibleText", letters: str) -> Span | None:
        return None

    def letters(self, text: Text) -> Iterator[tuple[str, tuple[Segment, ...], Matrix]]:
        return iter(())


class RenderedFaces(msgspec.Struct, frozen=True):
    """Everything drawn for a game: its different faces, its symbols, and the faces card by card."""

    faces: Sequence[PrintedSide] = ()
    """Those with the smallest configurations first, so that the first to show a mistake has its
    smallest one.
    """
    symbols: Mapping[str, Form] = {}
    codes: Mapping[Form, str] = {}
    """The texts of QR codes by their drawings."""
    every_card: Sequence[PrintedSide] = ()
    """The faces that rules compare with their cards, whatever other cards show, in the same order."""
    places: Places = _Nowhere()
    shown_options: frozenset[str] | None = None
    """The options that layouts look at; None if some layouts can't be read."""
    marks: "FaceMarks | None" = None
    """The results of searching them so far."""

    def by_component(self) -> "dict[str, RenderedFaces]":
        """The faces of each component alone, by its id."""
        faces: dict[str, list[PrintedSide]] = {}
        every_card: dict[str, list[PrintedSide]] = {}
        for sides, of in ((self.faces, faces), (self.every_card, every_card)):
            for side in sides:
                of.setdefault(side.component.id, []).append(side)
        ids = dict.fromkeys([*faces, *every_card])
        replace = msgspec.structs.replace
        return {id: replace(self, faces=faces.get(id, ()), every_card=every_card.get(id, ())) for id in ids}


class VisibleSymbol(msgspec.Struct, frozen=True):
    """A symbol that a text or a frame of a face shows: its id, the box of its visible part, and its outermost
    points (the corners of that box if it is clipped).
    """

    id: str
    box: Box
    points: tuple[Point, ...]
    use: Use


def visible_symbols(
    ops: Iterable[Op], symbols: Mapping[Form, str], matrix: Matrix = IDENTITY, clips: tuple[Box, ...] = ()
) -> Iterator[VisibleSymbol]:
    """The symbols of a face, by their forms.

    Shared drawings are not searched: they contain pictures, not symbols.
    """
    for op in ops:
        if isinstance(op, Use) and op.form in symbols:
            points = [(matrix @ op.matrix).apply(*point) for point in _outermost(op.form)]
            box = box_around(points)
            for clip in clips:
                box = box and box.intersection(clip)
            if box is not None:
                yield VisibleSymbol(symbols[op.form], box, box.corners if clips else tuple(points), use=op)
        elif isinstance(op, Group):
            inner = matrix @ op.matrix
            cut = (*clips, area(op.clip.segments, inner).box) if op.clip else clips
            yield from visible_symbols(op.ops, symbols, inner, clips=cut)


def visible_codes(op: Op, marks: "FaceMarks", codes: Mapping[Form, str]) -> Iterator[tuple[int, Mark, Use]]:
    """The QR codes that an operation of a face shows, by their forms: the index of each one's mark among
    those of the operation, the mark, in whose space a module is 1 wide, and what places it.
    """
    uses = list(_uses((op,), codes))
    paths = {id(path): use for use in uses for path in use.form.ops}
    for place, mark in enumerate(marks.of(op)) if uses else ():
        if id(mark.op) in paths:
            yield place, mark, paths[id(mark.op)]


def _uses(ops: Iterable[Op], forms: Mapping[Form, str]) -> Iterator[Use]:
    """The places of some forms, which aren't in shared drawings."""
    for op in ops:
        if isinstance(op, Use) and op.form in forms:
            yield op
        elif isinstance(op, Group):
            yield from _uses(op.ops, forms)


@lru_cache(4096)
def _outermost(form: Form) -> tuple[Point, ...]:
    """The corners of the hull of a form's ink: of its outlines, expanded by half of their lines' width."""
    corners: list[Point] = []
    for mark in form_marks(form, IDENTITY):
        if not isinstance(mark.op, Path):
            corners += mark.matrix.map_box(ink((mark.op,)) or Box(0, 0, 0, 0)).corners
            continue
        half = mark.op.stroke.width / 2 * mark.matrix.scale if mark.op.stroke else 0.0
        for ring in area(mark.op.segments, mark.matrix).rings:
            for x, y in ring:
                corners += Box(x - half, y - half, 2 * half, 2 * half).corners if half else ((x, y),)
    return convex_hull(corners)


class VisibleText(msgspec.Struct, frozen=True):
    """A visible text: its index among the marks of its operation, and the box around its letters."""

    place: int
    mark: Mark
    text: Text
    box: Box


class FaceMarks:
    """The marks of faces.

    An operation that many faces have is searched once; it is found by identity, which costs nothing.
    """

    def __init__(self) -> None:
        self._marks: dict[int, tuple[Op, tuple[Mark, ...]]] = {}
        """By the identity of operations, which are kept alive so that no other gets it."""
        self._texts: dict[int, tuple[VisibleText, ...]] = {}
        self._fills: dict[int, tuple[Mark, ...]] = {}
        self._searches: dict[Hashable, tuple[Face, tuple[Any, ...]]] = {}
        self.covers: dict[int, tuple[Op, tuple[Any, ...]]] = {}
        """The results of `Covers`, so that all of them share it."""

    def of(self, op: Op) -> tuple[Mark, ...]:
        """The marks of an operation from the lowest to the topmost."""
        known = self._marks.get(id(op))
        if known is None:
            known = self._marks[id(op)] = op, tuple(marks_of((op,)))
        return known[1]

    def texts(self, op: Op) -> tuple[VisibleText, ...]:
        """The visible texts of an operation."""
        texts = self._texts.get(id(op))
        if texts is None:
            texts = self._texts[id(op)] = tuple(_visible_texts(self.of(op)))
        return texts

    def fills(self, op: Op) -> tuple[Mark, ...]:
        """The marks of an operation that fill something."""
        fills = self._fills.get(id(op))
        if fills is None:
            fills = self._fills[id(op)] = tuple([mark for mark in self.of(op) if mark.covers is not None])
        return fills

    def on_face(
        self, search: Hashable, printed: PrintedSide, find: Callable[[], Iterable[T]]
    ) -> tuple[T, ...]:
        """What a search finds on a side of a card, which depends on its face, on which of that is new, and on
        how the piece is cut, alone. A process that proves a game again has most faces again, so it is done
        once.
        """
        indices = printed.indices if printed.indices is None else tuple(printed.indices)
        key = search, id(printed.face), indices, printed.component.outline
        known = self._searches.get(key)
        if known is None:
            known = self._searches[key] = printed.face, tuple(find())
        return known[1]

    def grounds(self, face: Face, op: int, visible: VisibleText) -> list[Mark]:
        """The candidates for the background of a text, from the lowest to the topmost, in the operation with
        an index on a face.
        """
        ops = face.ops
        below = chain.from_iterable([self.fills(each) for each in ops[:op]])
        return grounds(chain(below, self.of(ops[op])[: visible.place]), visible.box)


def _visible_texts(of: Sequence[Mark]) -> Iterator[VisibleText]:
    for index, mark in enumerate(of):
        if isinstance(mark.op, Text) and words_of(mark.op):
            box = text_box(mark)
            if all(clip.box.overlaps(box) for clip in mark.clips):
                yield VisibleText(index, mark, mark.op, box=box)
