"""How often a drawing paints over its area, and the dashes that are too short to be any."""

from pathlib import Path

import pytest
from engines import laid
from nineup.base.diagnostics import Span
from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import Form, Group, Mask, Op, Radial, Stop, Stroke, Tiling, Use, rectangle
from nineup.model.drawing import Path as Outline
from nineup.svg.overdraw import Measured, Painted, overdraw

SIZE = Size(300.0, 300.0)
WHOLE = rectangle(Box(0.0, 0.0, 300.0, 300.0))
FILL = Outline(WHOLE, (0.0, 0.0, 0.0))
RADIAL = Radial(0.0, 0.0, 9.0, 0.0, 0.0, (Stop(0.0, (0.0, 0.0, 0.0)), Stop(1.0, (1.0, 0.0, 0.0))))
TILE = Tiling((Outline(rectangle(Box(0.0, 0.0, 2.0, 1.0)), (0.0, 0.0, 0.0)),), Box(0.0, 0.0, 2.0, 2.0))


@pytest.mark.parametrize(
    ("op", "times"),
    [
        (FILL, 1.0),
        (Outline(rectangle(Box(0.0, 0.0, 30.0, 300.0)), (0.0, 0.0, 0.0)), 0.1),
        (Outline(rectangle(Box(-9e5, -9e5, 3e6, 3e6)), (0.0, 0.0, 0.0)), 1.0),
        (Outline(WHOLE, RADIAL), 5.0),
        (Outline(WHOLE, TILE), 1.75),
        (Outline((("M", 0.0, 0.0), ("L", 300.0, 300.0)), None, Stroke((0.0, 0.0, 0.0), 1.5)), 0.02),
        (
            Outline(
                (("M", 0.0, 0.0), ("L", 300.0, 0.0)), None, Stroke((0.0, 0.0, 0.0), 0.0, dash=(0.001, 0.002))
            ),
            1.111,
        ),
        (Group((FILL,), opacity=0.5), 4.0),
        (Group((FILL,), blend="multiply", isolated=True), 4.0),
        (Group((FILL,), clip=Outline(rectangle(Box(0.0, 0.0, 150.0, 300.0)))), 1.5),
        (Group((FILL,), mask=Mask((FILL, FILL))), 5.0),
        (Use(Form("a", SIZE, (FILL, FILL))), 2.0),
        (Use(Form("a", SIZE, (FILL, FILL)), Matrix.scaling(0.5, 0.5)), 0.5),
        (Use(Form("a", SIZE, (FILL, FILL)), Matrix.scaling(1000.0, 1000.0)), 2.0),
    ],
)
def test_paints_are_weighed_by_their_areas(op: Op, times: float) -> None:
    known: dict[Form, Painted] = {}
    assert overdraw((op,), SIZE, known) == pytest.approx(times, abs=0.01)
    assert overdraw((op, op, op), SIZE, known) == pytest.approx(3 * times, abs=0.03)
    measured: Measured = {}
    for ops in ((op,), (op, FILL), (op, op, op)):
        assert overdraw(ops, SIZE, {}, measured=measured) == overdraw(ops, SIZE, {})
    assert len(measured) == len({id(op), id(FILL)})


def test_what_is_small_may_be_painted_over_more_often() -> None:
    small = Outline(rectangle(Box(0.0, 0.0, 30.0, 30.0)), (0.0, 0.0, 0.0))
    assert overdraw((small,) * 50, Size(30.0, 30.0), {}) == 1.0


def test_a_picture_is_named_that_loops_paint_too_often(tmp_path: Path) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        + '<rect width="9" height="9"/>' * 900
        + "</svg>"
    )
    body = '<g n:each="a in range(9)"><image href="many.svg" width="100" height="100"/></g>'
    layout, engine, findings = laid(tmp_path, body, **{"toy/many.svg": art})
    assert layout is not None
    assert not findings
    assert engine.face(layout, "deck/first", {}, findings) is None
    (found,) = findings
    assert found.message == "the drawing paints over its area more than 1,000 times"
    assert found.span == Span("layouts/toy/card.svg", 1, 1)
    assert found.face == "deck/first"


def test_dashes_too_short_for_any_unit_are_a_line(tmp_path: Path) -> None:
    layout, engine, findings = laid(tmp_path, '<path d="M0 0h50" stroke="#000" stroke-dasharray="1e-6"/>')
    assert layout is not None
    face = engine.face(layout, "deck/first", {}, findings)
    assert face is not None
    (op,) = face.ops
    assert isinstance(op, Outline)
    assert op.stroke is not None
    assert op.stroke.dash == ()
