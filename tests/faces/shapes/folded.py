"""Folds a net in space, so that tests can look at the thing that it becomes."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from nineup.base.diagnostics import Span
from nineup.base.geometry import Box, Size
from nineup.faces.shapes.folding import Fold
from nineup.faces.shapes.net import Net
from nineup.model.game import Card, Component, Part

Vector = tuple[float, float, float]

NEAR = 1e-6


def plus(a: Vector, b: Vector, times: float = 1.0) -> Vector:
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]


def dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def part_of(shape: str, size: Size, number: int = 0, **settings: Any) -> Part:
    """A part of a component with three cards, the one with this number from 0."""
    span = Span("game.yaml", 1, 1)
    cards = tuple(Card(f"card-{n}", {}, span, {}) for n in range(3))
    component = Component(
        "thing", "Thing", shape, size, "rectangle", 0.0, "", cards, span, {}, settings=settings
    )
    return Part(component, cards[number], None, 1)


class Lying(NamedTuple):
    """A part of the paper in space: where the net's origin would be if all of it lay there, and its two
    directions.

    Before folding, x runs to the right, y up and z towards the viewer, who sees the printed side.
    """

    origin: Vector
    right: Vector
    down: Vector

    @property
    def out(self) -> Vector:
        """The direction in which its printed side faces."""
        return cross(self.down, self.right)

    def at(self, x: float, y: float) -> Vector:
        return plus(plus(self.origin, self.right, x), self.down, y)

    def corners(self, box: Box) -> set[Vector]:
        return {rounded(self.at(x, y)) for x, y in box.corners}

    def bent(self, fold: Fold, towards: tuple[float, float]) -> "Lying":
        """The part beyond a fold, a quarter turn away from the viewer; `towards` is the flat direction across
        the fold.
        """
        away = plus(plus((0.0, 0.0, 0.0), self.right, towards[0]), self.down, towards[1])
        into = plus((0.0, 0.0, 0.0), self.out, -1)

        def turned(v: Vector) -> Vector:
            across, out = dot(v, away), dot(v, self.out)
            rest = plus(plus(v, away, -across), self.out, -out)
            return plus(plus(rest, into, across), away, out)

        hinge = self.at(fold.x1, fold.y1)
        right, down = turned(self.right), turned(self.down)
        origin = plus(plus(hinge, right, -fold.x1), down, -fold.y1)
        return Lying(origin, right, down)


def rounded(v: Vector) -> Vector:
    return round(v[0], 4) + 0.0, round(v[1], 4) + 0.0, round(v[2], 4) + 0.0


FLAT = Lying((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0))


def fold_up(net: Net, first: str) -> dict[str, Lying]:
    """Every side of a net, and its flaps `glue 0`, `glue 1` …, after each fold has been bent to a right
    angle.
    """
    boxes = {name: panel.box for name, panel in net.panels.items()}
    boxes |= {f"glue {number}": box for number, box in enumerate(net.glue)}
    found, new = {first: FLAT}, [first]
    while new:
        here = new.pop()
        for name, box in boxes.items():
            if name in found:
                continue
            for fold, towards in _between(boxes[here], box, net.folds):
                found[name] = found[here].bent(fold, towards)
                new.append(name)
                break
    assert set(found) == set(boxes), "some part hangs on no fold"
    return found


def _between(one: Box, other: Box, folds: tuple[Fold, ...]) -> Iterator[tuple[Fold, tuple[float, float]]]:
    """The folds on which two boxes meet, and the direction from the first to the second."""
    edges = (
        (one.right, other.x, (1.0, 0.0)),
        (one.x, other.right, (-1.0, 0.0)),
        (one.bottom, other.y, (0.0, 1.0)),
        (one.y, other.bottom, (0.0, -1.0)),
    )
    for edge, facing, towards in edges:
        if abs(edge - facing) > NEAR:
            continue
        upright = towards[0] != 0
        low, high = (
            (max(one.y, other.y), min(one.bottom, other.bottom))
            if upright
            else (max(one.x, other.x), min(one.right, other.right))
        )
        for fold in folds:
            along = (fold.x1, fold.x2) if upright else (fold.y1, fold.y2)
            across = (fold.y1, fold.y2) if upright else (fold.x1, fold.x2)
            on_edge = all(abs(value - edge) < NEAR for value in along)
            if on_edge and high > low and min(across) <= low + NEAR and max(across) >= high - NEAR:
                yield fold, towards


def art(lying: Lying, turns: int) -> tuple[Vector, Vector]:
    """The directions of right and up in the art of a side that is turned clockwise on its net by quarter
    turns.
    """
    right, down = lying.right, lying.down
    for _ in range(turns):
        right, down = down, plus((0.0, 0.0, 0.0), right, -1)
    return rounded(right), rounded(plus((0.0, 0.0, 0.0), down, -1))
