"""Path data: every command as lines and cubics, and arcs that are their ellipse's."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import cubic_point
from nineup.svg.outlines import path_runs
from nineup.svg.outlines.path_data import PathError, path_data, path_ends
from nineup.svg.values.values import SvgError


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


@pytest.mark.parametrize(
    ("relative", "absolute"),
    [
        ("c1 2 3 5 8 13 1 1 2 3 5 9", "C4 9 6 12 11 20 12 21 13 23 16 29"),
        ("s1 2 3 5 8 13 2 1", "S4 9 6 12 14 25 8 13"),
        ("q1 2 3 5 8 13 2 1", "Q4 9 6 12 14 25 8 13"),
        ("q1 2 3 5t8 13 2 1", "Q4 9 6 12T14 25 16 26"),
    ],
)
def test_relative_points_are_from_where_the_last_curve_ends(relative: str, absolute: str) -> None:
    assert path_data(f"M3 7{relative}") == path_data(f"M3 7{absolute}")


def test_a_quadratic_curve_is_a_cubic_one() -> None:
    assert path_data("M3 6Q6 12 9 3T15 9")[1:] == (
        ("C", 5, 10, 7, 9, 9, 3), ("C", 11, -3, 13, -1, 15, 9),
    )  # fmt: skip


def test_line_after_close_starts_where_the_path_began() -> None:
    assert path_data("M1 1L2 2ZL5 5")[3:] == (("M", 1, 1), ("L", 5, 5))


def test_arc_flags_may_touch() -> None:
    assert path_data("M0 0a5 5 0 0110 0") == path_data("M0 0 A 5,5 0 0 1 10,0")


def test_markers_are_where_commands_end_so_an_arc_has_one() -> None:
    text = "M0 0a5 5 0 0110 0L3 4 5 6Z"
    assert [kind for kind, *_ in path_data(text)] == ["M", "C", "C", "L", "L", "Z"]
    assert path_ends(text) == (0, 2, 3, 4, 5)
    assert path_ends("M1 2 3 4L5") == (0, 1)


def test_the_segments_before_a_mistake_are_known() -> None:
    with pytest.raises(PathError) as caught:
        path_data("M0 0a5 5 0 0110 0?")
    assert caught.value.segments == path_data("M0 0a5 5 0 0110 0")


@pytest.mark.parametrize("step", ["l1 1", "a5 5 0 0 1 0 0", "1 1", "h3", "zm1 1"])
def test_steps_are_counted_even_if_they_draw_nothing(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nineup.svg.outlines.path_data.MOST_SEGMENTS", 21)
    steps = 10 if step.startswith("z") else 20
    assert path_data("M.25 0 " + f"{step} " * steps)
    with pytest.raises(SvgError, match="more than 21 lines and curves"):
        path_data("M.25 0 " + f"{step} " * (steps + 1))


def test_numbers_need_a_command() -> None:
    with pytest.raises(PathError, match=re.escape("expected a path command, found `3`")):
        path_data("M0 0Z3 4")


COMMANDS = (
    "l1.5-2 3,4",
    "c1 2-3 4 5.5.5",
    "s1-1 2 0",
    "q1 1 2 0",
    "t2 0",
    "a3 4 20 0 1 2 3",
    "h1-2",
    "v.5",
    "zm1 1",
)


@given(
    st.lists(
        st.tuples(st.sampled_from((*COMMANDS, "C1 2 3", "l", "h", "q1,1,2,0,3")), st.integers(1, 4)),
        max_size=4,
    )
)
def test_a_letter_before_each_repetition_changes_nothing(commands: list[tuple[str, int]]) -> None:
    whole = "M1 2" + "".join(command * times for command, times in commands)
    by_number = f"{whole} a1 1 0 01 0 0"  # flags written together
    try:
        known = path_data(by_number)
    except PathError as error:
        with pytest.raises(PathError, match=re.escape(str(error))):
            path_data(whole + " ")
    else:
        assert path_data(whole) == known[: len(path_data(whole))]


def test_thousands_of_letters_are_read_together() -> None:
    curves = "c1 2-3 4 5.5.5" * 7_001
    found = list(path_runs.runs(f"m1 2{curves}zl1 1l2 2"))
    assert [(letter, len(numbers)) for letter, numbers in found if letter != "c"] == [
        ("m", 2), ("z", 0), ("l", 4),
    ]  # fmt: skip
    assert sum(len(numbers) for letter, numbers in found if letter == "c") == 6 * 7_001
    assert len(found) < 16


@given(st.lists(st.sampled_from((*COMMANDS, *(command.upper() for command in COMMANDS))), max_size=12))
def test_a_path_is_the_same_read_in_portions_and_number_by_number(commands: list[str]) -> None:
    whole = "M1 2 3 4" + "".join(commands)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(path_runs, "_PORTION", 3)
        in_portions = path_data(whole + " " * 20_000)  # so long that it isn't kept
    by_number = path_data(whole + "a1 1 0 01 0 0")  # flags written together
    assert in_portions == path_data(whole) == by_number[: len(in_portions)]


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
    assert segments[-1][-2:] == pytest.approx((x, y), abs=1e-12)
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


SWEEPS = st.one_of(st.floats(0.1, math.pi - 0.05), st.floats(math.pi + 0.05, math.tau - 0.1))


@given(
    st.floats(1, 50),
    st.floats(1, 50),
    st.floats(-180, 180),
    st.floats(-math.pi, math.pi),
    SWEEPS,
    st.sampled_from([-1, 1]),
)
def test_an_arc_follows_the_ellipse_that_it_is_cut_from(
    rx: float, ry: float, turn: float, first: float, size: float, direction: int
) -> None:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def on_ellipse(angle: float) -> tuple[float, float]:
        x, y = rx * math.cos(angle), ry * math.sin(angle)
        return 30 + cos * x - sin * y, -20 + sin * x + cos * y

    (x1, y1), (x2, y2) = on_ellipse(first), on_ellipse(first + direction * size)
    flags = f"{int(size > math.pi)} {int(direction > 0)}"
    start, *curves = path_data(f"M{x1!r} {y1!r}A{rx!r} {ry!r} {turn!r} {flags} {x2!r} {y2!r}")
    assert len(curves) == math.ceil(size / (math.pi / 2) - 1e-9)
    here = (start[1], start[2])
    for index, (kind, a, b, c, d, x, y) in enumerate(curves):
        assert kind == "C"
        for share in (0.5, 1.0):
            angle = first + direction * size * (index + share) / len(curves)
            point = cubic_point(here, (a, b), (c, d), (x, y), share)
            assert point == pytest.approx(on_ellipse(angle), abs=3e-4 * max(rx, ry))
        here = (x, y)


def test_a_quarter_of_a_circle_is_one_cubic() -> None:
    k = 0.5522847498
    (curve,) = path_data("M10 0A10 10 0 0 1 0 10")[1:]
    assert curve[1:] == pytest.approx((10, 10 * k, 10 * k, 10, 0, 10))
    (curve,) = path_data("M10 0A10 10 0 0 0 0 -10")[1:]
    assert curve[1:] == pytest.approx((10, -10 * k, 10 * k, -10, 0, -10))


def test_radii_that_are_too_small_grow_in_proportion() -> None:
    half, whole = path_data("M0 0A1 -2 0 0 1 10 0")[1:]
    assert half[-2:] == pytest.approx((5, -10))
    assert whole[-2:] == (10, 0)


def test_an_arc_without_a_radius_is_a_line_and_one_without_a_distance_nothing() -> None:
    for radii in ("0 5", "5 0"):
        assert path_data(f"M1 2A{radii} 0 0 1 10 3")[1:] == (("L", 10, 3),)
    assert path_data("M1 2A5 5 0 1 1 1 2") == (("M", 1, 2),)
    assert path_data("M1 2a5 5 0 1 1 0 3")[-1][-2:] == (1, 5)


@given(
    st.lists(
        st.sampled_from(
            [
                *"MmLlHhVvCcSsQqTtZz",
                "a2 3 10 0 1 ",
                "1",
                " ",
                "-2.5",
                ",",
                "-0",
                ".5",
                "1e-13",
                "4 5 6 7 8 9 ",
            ]
        )
    )
)
def test_runs_of_numbers_are_what_single_ones_are(parts: list[str]) -> None:
    text = "M1 2" + "".join(parts)
    try:
        expected = path_data(text)
    except SvgError:
        return
    with pytest.raises(PathError) as found:
        path_data(f"{text} x")  # a mistake at the end: all before it is read number by number
    assert repr(found.value.segments) == repr(expected)


@pytest.mark.parametrize(
    ("path", "quoted"),
    [
        ("M0 0 ? and more than twelve", "? and more"),
        ("? and more than twelve", "? and more t"),
        ("M0 0L1 1 ~", "~"),
    ],
)
def test_a_message_quotes_twelve_characters_from_the_mistake_on(path: str, quoted: str) -> None:
    with pytest.raises(PathError, match=re.escape(f"`{quoted}` is not path data")):
        path_data(path)


@pytest.mark.parametrize(
    ("path", "segments"),
    [("M0 0zz", 3), ("M0 0 1 1 2 2z", 4), ("M0 0H1V2h3v4L5 6", 6), ("M0 0C1 2 3 4 5 6 1 2 3 4 5 6", 3)],
)
def test_every_segment_counts_against_the_limit(
    path: str, segments: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nineup.svg.outlines.path_data.MOST_SEGMENTS", segments)
    assert len(path_data(f"{path} ")) == segments
    monkeypatch.setattr("nineup.svg.outlines.path_data.MOST_SEGMENTS", segments - 1)
    with pytest.raises(SvgError, match=f"more than {segments - 1} lines and curves"):
        path_data(f"{path}  ")
