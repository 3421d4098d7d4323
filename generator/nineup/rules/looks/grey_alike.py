"""Finds what becomes indistinguishable on faces printed in grey: symbols of one shape, and plain areas of one
shape without a word or symbol.

Two of them are alike if their colors are distinguishable, by the measure of `color-distance`, but their greys
aren't.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from nineup.base.diagnostics import Diagnostic, Span
from nineup.base.geometry import Box, transform_outline
from nineup.base.units import MM
from nineup.faces.surface import Mark, area, marks_of, text_box
from nineup.model.drawing import Colour, Face, Form, Op, Path, Text, hex_of
from nineup.model.game import Component, Part
from nineup.rules.engine.ink import visible_symbols
from nineup.rules.looks.color_distance import LEAST, distance, main_colour, shape

SMALLEST = (3 * MM) ** 2
"""The area below which plain areas are details without a meaning of their own."""


class _Sign(msgspec.Struct, frozen=True):
    """Something that a face distinguishes by its colour."""

    name: str
    shape: tuple[object, ...]
    colour: Colour


def alike_in_grey(
    sides: Iterable[tuple[Part, Face, Face | None]], symbols: Mapping[str, Form]
) -> Iterator[Diagnostic]:
    """Warnings about each pair that some face doesn't distinguish in grey, once for each side of a
    component.
    """
    signs = _Signs(symbols)
    reported: set[tuple[str, str, frozenset[str]]] = set()
    seen: set[Face] = set()
    for part, front, back in sides:
        for side, face in (("front", front), ("back", back)):
            if face is None or face in seen:
                continue
            seen.add(face)
            for one, other in signs.alike(face):
                key = part.component.id, side, frozenset((one.name, other.name))
                if key not in reported:
                    reported.add(key)
                    yield _finding(part, side, one, other=other)


def _finding(part: Part, side: str, one: _Sign, other: _Sign) -> Diagnostic:
    component = part.component
    name = component.id if part.card.id == component.id else f"{component.id}/{part.card.id}"
    left = distance(one.colour, other.colour, "grey")
    message = f"`{name}`, {side}: {one.name} and {other.name} look alike in grey, {left:.1f} apart"
    hint = "give them shapes, patterns or letters of their own, or print in colors"
    return Diagnostic("grey-alike", "warning", message, span=_span(component, side), hint=hint)


def _span(component: Component, side: str) -> Span:
    return component.spans.get("layout" if side == "front" else "back", component.span)


class _Signs:
    """The signs of faces, and which of them are alike; colours are compared once."""

    def __init__(self, symbols: Mapping[str, Form]) -> None:
        self._forms = {form: id for id, form in symbols.items()}
        self._symbols = {
            id: _Sign(f"`{id}`", shape(form.ops, max(form.size)), colour)
            for id, form in symbols.items()
            if (colour := main_colour(form)) is not None
        }
        self._compared: dict[tuple[Colour, Colour], bool] = {}

    def alike(self, face: Face) -> Iterator[tuple[_Sign, _Sign]]:
        """The pairs of signs of a face that differ only in colour, but not in grey."""
        by_shape: dict[tuple[object, ...], dict[str, _Sign]] = {}
        for sign in self._of(face):
            by_shape.setdefault(sign.shape, {})[sign.name] = sign
        for signs in by_shape.values():
            for one, other in combinations(signs.values(), 2):
                if self._are_alike(one.colour, other.colour):
                    yield one, other

    def _are_alike(self, one: Colour, other: Colour) -> bool:
        pair = min(one, other), max(one, other)
        if pair not in self._compared:
            is_clear = distance(one, other, "") >= LEAST
            self._compared[pair] = is_clear and distance(one, other, "grey") < LEAST
        return self._compared[pair]

    def _of(self, face: Face) -> Iterator[_Sign]:
        shown = tuple(visible_symbols(face.ops, self._forms))
        yield from (self._symbols[symbol.id] for symbol in shown if symbol.id in self._symbols)
        yield from _areas(face.ops, [symbol.box for symbol in shown])


def _areas(ops: tuple[Op, ...], symbols: Sequence[Box]) -> Iterator[_Sign]:
    """The plain areas of a face without a word, a symbol or a pattern on them, which would distinguish them.

    Areas inside the box of a symbol are part of it.
    """
    marks = tuple(marks_of(ops))
    boxes = [_box(mark) for mark in marks]
    for number, (mark, box) in enumerate(zip(marks, boxes, strict=True)):
        if box.width * box.height < SMALLEST or not isinstance(mark.op, Path) or mark.mixed:
            continue
        if not isinstance(mark.op.fill, tuple) or mark.op.opacity * mark.opacity < 1:
            continue
        if any(symbol.contains(box, 0.1) for symbol in symbols):
            continue
        if not any(box.contains(other) for other in boxes[number + 1 :]):
            in_own = mark.matrix._replace(e=mark.matrix.e - box.x, f=mark.matrix.f - box.y)
            outline = Path(transform_outline(mark.op.segments, in_own))
            size = max(box.width, box.height)
            yield _Sign(f"the area {hex_of(mark.op.fill)}", shape((outline,), size), mark.op.fill)


def _box(mark: Mark) -> Box:
    """The box around a mark."""
    if isinstance(mark.op, Text):
        return text_box(mark)
    if isinstance(mark.op, Path):
        return area(mark.op.segments, mark.matrix).box
    return mark.matrix.map_box(mark.op.box)
