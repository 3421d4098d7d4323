"""Outlines in a component's size, and shapes by name."""

import math
from pathlib import Path

import pytest
from folded import part_of
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.faces.shapes import OUTLINES, SHAPES, regular, shape_names, shape_of, shape_outline
from nineup.faces.shapes.flat import BOARD, CARD, MAT, TILE, TOKEN
from nineup.model.drawing import Face
from nineup.pipeline import load
from tiny import GAME, write_tiny


def corners(size: Size) -> list[tuple[float, ...]]:
    return [segment[1:] for segment in shape_outline("hexagon", size) if segment[0] != "Z"]  # type: ignore[misc]


@pytest.mark.parametrize("size", [regular("hexagon", 60), regular("hexagon", 60).turned()])
def test_a_hexagon_of_one_length_has_six_equal_sides(size: Size) -> None:
    points = corners(size)
    sides = [math.dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    assert sides == [pytest.approx(60 / math.sqrt(3))] * 6
    assert min(size) == 60


def test_a_hexagon_points_where_it_is_longer() -> None:
    assert (30, 0) in corners(Size(60, 70))
    assert (0, 30) in corners(Size(70, 60))


def test_a_rectangle_needs_no_outline_and_a_circle_fills_its_box() -> None:
    assert shape_outline("rectangle", Size(10, 20)) == ()
    reached = [value for segment in shape_outline("round", Size(16, 16)) for value in segment[1:]]
    assert min(reached) == 0  # type: ignore[type-var]
    assert max(reached) == 16  # type: ignore[type-var]
    assert regular("round", 16) == Size(16, 16)


def test_shapes_are_known_by_name() -> None:
    assert shape_names()[:3] == ("card", "tile", "token")
    assert len(set(shape_names())) == len(SHAPES)
    assert all(shape_of(shape.name) is shape for shape in SHAPES)
    assert all(set(shape.outlines) <= set(OUTLINES) for shape in SHAPES)
    assert [shape.name for shape in SHAPES if shape.in_parts] == ["mat", "board"]


def test_flat_shapes_are_cut_as_they_are_drawn() -> None:
    front, back = Face("front", Size(10, 10), 0, ()), Face("back", Size(10, 10), 0, ())
    for shape in (CARD, TILE, TOKEN, MAT, BOARD):
        part = part_of(shape.name, front.size)
        assert shape.assemble(part, {"front": front, "back": back}) == (front, back)
        assert shape.assemble(part, {"front": front}) == (front, None)


@pytest.mark.parametrize(
    ("shape", "size", "across", "up"),
    [
        ("token\n    outline: hexagon", "60mm", 60, 69.282),
        ("tile\n    outline: hexagon", "60mm x 60mm", 60, 60),
        ("tile\n    outline: hexagon", "70mm x 60mm", 70, 60),
        ("tile", "60mm", 60, 60),
        ("token", "60mm", 60, 60),
    ],
)
def test_one_length_is_a_regular_piece(
    tmp_path: Path, shape: str, size: str, across: float, up: float
) -> None:
    changed = GAME.replace("shape: token", f"shape: {shape}").replace("size: 16mm", f"size: {size}")
    game = load(Project(write_tiny(tmp_path, game=changed)), "tiny", Findings())
    assert game is not None
    assert [side / MM for side in game.components["chip"].size] == pytest.approx([across, up], abs=0.001)
