"""Numbers, colours, transforms, path data and style sheets, by example and by property."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.diagnostics import Findings
from nineup.geometry import Box, Matrix
from nineup.layout.colour_names import NAMES
from nineup.layout.css import rules
from nineup.layout.path_data import path_data
from nineup.layout.transform import fitted, is_upright, keeps_shape, transform
from nineup.layout.values import SvgError, colour, length, numbers, reference
from nineup.layout.xml import parse
from PIL import ImageColor


def test_colour_names_are_css() -> None:
    assert {name: f"#{digits}" for name, digits in NAMES.items()} == {
        name: "#%02x%02x%02x" % ImageColor.getrgb(name)[:3]  # noqa: UP031
        for name in ImageColor.colormap
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#f80", ((1.0, 0.5333, 0.0), 1.0)),
        ("#FF880080", ((1.0, 0.5333, 0.0), 0.502)),
        ("rgb(255, 136, 0)", ((1.0, 0.5333, 0.0), 1.0)),
        ("rgba(100% 0% 0% / 25%)", ((1.0, 0.0, 0.0), 0.25)),
        ("ReBeccaPurple", ((0.4, 0.2, 0.6), 1.0)),
        ("transparent", ((0.0, 0.0, 0.0), 0.0)),
    ],
)
def test_colour(text: str, found: object) -> None:
    assert colour(text) == found


@pytest.mark.parametrize("text", ["#12", "#ggg", "rgb(1,2)", "hsl(1 2 3)", "", "red blue"])
def test_no_colour(text: str) -> None:
    with pytest.raises(SvgError):
        colour(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3", 3),
        ("1in", 96),
        ("25.4mm", 96),
        ("2.54cm", 96),
        ("72pt", 96),
        ("6pc", 96),
        ("50%", 40),
        ("-.5e1px", -5),
    ],
)
def test_length(text: str, found: float) -> None:
    assert length(text, 80) == pytest.approx(found)


@pytest.mark.parametrize("text", ["", "3 mm", "3furlong", "mm", "1,5"])
def test_no_length(text: str) -> None:
    with pytest.raises(SvgError):
        length(text)


def test_numbers_run_together() -> None:
    assert numbers("1-2.5.5 ,3e1") == (1, -2.5, 0.5, 30)


@pytest.mark.parametrize("text", ["1,,2", "1,", "1 a"])
def test_no_numbers(text: str) -> None:
    with pytest.raises(SvgError):
        numbers(text)


@pytest.mark.parametrize(
    ("text", "address"),
    [("url(#a)", "#a"), ("url( '#a' ) none", "#a"), ('url("b.svg#a")', "b.svg#a"), ("red", None)],
)
def test_reference(text: str, address: str | None) -> None:
    assert reference(text) == address


def test_transforms_apply_from_the_last() -> None:
    assert transform("translate(10, 20) scale(2)").apply(1, 1) == (12, 22)
    assert transform("rotate(90 5 5)").apply(10, 5) == pytest.approx((5, 10))
    assert transform("matrix(1 0 0 1 3 4),skewX(45)").apply(0, 1) == pytest.approx((4, 5))


@pytest.mark.parametrize("text", ["rotate", "scale(1 2 3)", "translate(a)", "turn(3)", "rotate(3"])
def test_no_transform(text: str) -> None:
    with pytest.raises(SvgError):
        transform(text)


def test_aspect_ratio() -> None:
    inner, outer = Box(0, 0, 10, 10), Box(0, 0, 40, 20)
    assert fitted(inner, outer, "") == (Matrix(2, 0, 0, 2, 10, 0), False)
    assert fitted(inner, outer, "xMaxYMin meet") == (Matrix(2, 0, 0, 2, 20, 0), False)
    assert fitted(inner, outer, "xMidYMax slice") == (Matrix(4, 0, 0, 4, 0, -20), True)
    assert fitted(inner, outer, "none") == (Matrix(4, 0, 0, 2, 0, 0), False)


def test_shapes_are_kept_by_turns_and_mirrors_only() -> None:
    assert keeps_shape(transform("rotate(30) scale(2)"))
    assert keeps_shape(transform("scale(1 -1)"))
    assert not keeps_shape(transform("scale(1 2)"))
    assert not keeps_shape(transform("skewX(10)"))
    assert is_upright(transform("translate(3) scale(2)"))
    assert not is_upright(transform("scale(-1 -1)"))


def test_path_commands() -> None:
    assert path_data("M1 2l3 4H5v-1zm1,1 2 2") == (
        ("M", 1, 2), ("L", 4, 6), ("L", 5, 6), ("L", 5, 5), ("Z",), ("M", 2, 3), ("L", 4, 5),
    )  # fmt: skip


def test_smooth_curves_mirror_the_last_control_point() -> None:
    assert path_data("M0 0C1 1 2 1 3 0s2-1 3 0")[2] == ("C", 4, -1, 5, -1, 6, 0)
    assert path_data("M0 0L3 0S5 1 6 0")[2] == ("C", 3, 0, 5, 1, 6, 0)
    (_, _, second) = path_data("M0 0Q3 3 6 0T12 0")
    assert second == pytest.approx(("C", 8, -2, 10, -2, 12, 0)) or second[1:] == pytest.approx(
        (8, -2, 10, -2, 12, 0)
    )


def test_line_after_close_starts_where_the_path_began() -> None:
    assert path_data("M1 1L2 2ZL5 5")[3:] == (("M", 1, 1), ("L", 5, 5))


def test_arc_flags_may_touch() -> None:
    assert path_data("M0 0a5 5 0 0110 0") == path_data("M0 0 A 5,5 0 0 1 10,0")


@given(
    st.floats(1, 50),
    st.floats(1, 50),
    st.floats(-180, 180),
    st.booleans(),
    st.booleans(),
    st.floats(-20, 20),
    st.floats(1, 20),
)
def test_arcs_lie_on_their_ellipse(
    rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float
) -> None:
    segments = path_data(f"M0 0A{rx!r} {ry!r} {turn!r} {int(large)} {int(sweep)} {x!r} {y!r}")
    assert segments[-1][-2:] == (x, y)
    angle = math.radians(-turn)
    points = [(0.0, 0.0), *((s[-2], s[-1]) for s in segments[1:])]
    flat = [
        (
            (px * math.cos(angle) - py * math.sin(angle)) / rx,
            (px * math.sin(angle) + py * math.cos(angle)) / ry,
        )
        for px, py in points
    ]
    if len(flat) >= 3 and max(abs(v) for p in flat for v in p) < 50:
        centre, radius = circle_through(*flat[:3])
        if radius < 100:
            assert all(math.dist(p, centre) == pytest.approx(radius, abs=1e-4) for p in flat)


def circle_through(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> tuple[tuple[float, float], float]:
    """The centre and radius of the circle through three points; a huge radius when they are in line."""
    d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    if abs(d) < 1e-6:
        return (0.0, 0.0), math.inf
    squares = [p[0] ** 2 + p[1] ** 2 for p in (a, b, c)]
    x = (squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])) / d
    y = (squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])) / d
    return (x, y), math.dist((x, y), a)


@given(st.text("MLHVCSQTAZmlhvcsqtaz0123456789.,- e+\n", max_size=60))
def test_path_data_is_read_or_refused(text: str) -> None:
    try:
        segments = path_data(text)
    except SvgError:
        return
    assert all(
        segment[0] in "MLCZ" and len(segment) == {"M": 3, "L": 3, "C": 7, "Z": 1}[segment[0]]
        for segment in segments
    )
    assert not segments or segments[0][0] == "M"


@given(st.text(max_size=80))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    findings = Findings()
    document = parse("a.svg", text, findings)
    assert (document is None) == findings.failed


@given(st.text('abc{}.#:;,@/*!" \n', max_size=60))
def test_any_style_sheet_is_read_or_refused(text: str) -> None:
    told: list[int] = []
    list(rules(text, lambda offset, message, hint: told.append(offset)))
    assert all(0 <= offset <= len(text) for offset in told)


def test_rules_are_ranked_as_css_ranks_them() -> None:
    text = "/* x{} */ #i, rect.a.b { fill: red; } .a{fill:blue;stroke:none} rect { fill: lime }"
    found = sorted(rules(text, lambda *_: None), key=lambda rule: rule.rank)
    assert [(r.type, sorted(r.classes), sorted(r.ids)) for r in found] == [
        ("rect", [], []), ("", ["a"], []), ("rect", ["a", "b"], []), ("", [], ["i"]),
    ]  # fmt: skip
