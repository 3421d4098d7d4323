"""Text along a path: points on it, letters bent onto it, and properties that hold for any path."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box, Matrix
from nineup.model.drawing import Group, Op, Segment, Text, Use, circle
from nineup.typography.text import Track, bend, set_line
from textkit import FONTS, STYLE, setting

LINE: tuple[Segment, ...] = (("M", 10, 20), ("L", 110, 20))
HOOK: tuple[Segment, ...] = (("M", 0, 0), ("L", 30, 0), ("L", 30, 40))
RING = circle(0, 0, 100)


def bent(text: str, track: Track, **changes: float) -> tuple[Op, ...]:
    return bend(set_line(text, changes.get("at", 0.0), 0.0, STYLE, setting()).ops, track, FONTS)


def letters(ops: tuple[Op, ...]) -> list[tuple[str, Matrix]]:
    """The letters of a bent line, each with the middle of its baseline."""
    (whole,) = ops
    assert isinstance(whole, Group)
    found = []
    for group in whole.ops:
        assert isinstance(group, Group)
        (op,) = group.ops
        name = "◆" if isinstance(op, Use) else "".join(p.text for p in op.runs[0].pieces)  # type: ignore[union-attr]
        found.append((name, group.matrix))
    return found


def test_a_way_has_its_length_and_its_places() -> None:
    hook = Track(HOOK)
    assert hook.length == 70
    assert hook.at(10) == Matrix(1, 0, 0, 1, 10, 0)
    assert hook.at(50) == Matrix(0, 1, -1, 0, 30, 20)
    assert hook.at(-1) is None
    assert hook.at(70.1) is None


def test_a_ring_is_gone_round_and_closed() -> None:
    ring = Track(RING)
    assert ring.length == pytest.approx(200 * math.pi, rel=3e-4)
    quarter = ring.at(ring.length / 4)
    assert quarter is not None
    assert quarter == pytest.approx((-1, 0, 0, -1, 0, 100), abs=1e-3)
    assert Track((("M", 0, 0), ("L", 3, 0), ("L", 3, 4), ("Z",))).length == 12


def test_parts_follow_each_other_without_the_way_between() -> None:
    parted = Track((("M", 0, 0), ("L", 10, 0), ("M", 50, 0), ("L", 60, 0)))
    assert parted.length == 20
    assert [spot.e for spot in map(parted.at, (5, 15)) if spot] == [5, 55]


def test_an_empty_outline_is_an_empty_track() -> None:
    for segments in ((), (("M", 3, 3),), (("M", 3, 3), ("C", 3, 3, 3, 3, 3, 3), ("Z",))):
        nowhere = Track(segments)
        assert nowhere.length == 0
        assert nowhere.at(0) is None
        assert nowhere.reach(0, 1, 1) is None
        assert bent("word", nowhere) == ()


def test_a_curve_without_a_direction_at_its_end_goes_on_as_it_came() -> None:
    track = Track((("M", 0, 0), ("C", 0, 0, 10, 0, 10, 0)))
    assert [spot and spot[:4] for spot in map(track.at, (0, 5, 10))] == [(1, 0, 0, 1)] * 3


def test_the_longest_line_depends_on_its_anchor() -> None:
    track = Track(LINE)
    assert [track.longest_line(30, anchor) for anchor in ("start", "middle", "end")] == [70, 60, 30]  # type: ignore[arg-type]
    assert track.longest_line(120, "start") == 0
    assert track.longest_line(-5, "middle") == 0


def test_reach_is_the_box_of_what_is_on_the_track() -> None:
    assert Track(LINE).reach(10, 60, 7) == pytest.approx(Box(20, 13, 50, 7))


def test_on_a_straight_track_letters_stay_where_the_line_has_them() -> None:
    (line,) = set_line("AVATAR To", 0.0, 0.0, STYLE, setting()).ops
    assert isinstance(line, Text)
    found = letters(bent("AVATAR To", Track(LINE)))
    assert "".join(name for name, _ in found) == "AVATARTo"
    x, places = 10.0, []
    for piece in line.runs[0].pieces:
        for glyph, adjust in zip(piece.glyphs, piece.adjust, strict=True):  # type: ignore[union-attr]
            advance = FONTS.by_key(line.runs[0].font).advance(glyph)
            if piece.text != " ":  # type: ignore[union-attr]
                places.append(x + advance * line.size / 2000)
            x += (advance + adjust) * line.size / 1000
    assert [spot.e for _, spot in found] == pytest.approx(places, abs=1e-3)
    assert places[1] - places[0] < STYLE.size * 0.6, "A and V are kerned"


def test_letters_turn_with_the_way_and_lean_nowhere() -> None:
    for _, spot in letters(bent("Detachment", Track(RING), at=100.0)):
        assert math.hypot(spot.e, spot.f) == pytest.approx(100, abs=0.05)
        assert spot.a * spot.e + spot.b * spot.f == pytest.approx(0, abs=0.3), "the foot is along the ring"
        assert (spot.c, spot.d) == (-spot.b, spot.a)


def test_symbols_stay_in_the_line_and_the_group_reads_like_the_line() -> None:
    ops = bent("Pay 3 {white}, now", Track(RING))
    assert isinstance(ops[0], Group)
    assert ops[0].says == "Pay 3 White Joy gem, now"
    names = "".join(name for name, _ in letters(ops))
    assert names == "Pay3,now◆"
    spots = dict(letters(ops))
    order = [math.atan2(spots[name].f, spots[name].e) for name in "3◆,"]
    assert order == sorted(order)


def test_letters_beyond_either_end_are_left_out() -> None:
    found = letters(bent("somewhat long", Track(HOOK), at=-10.0))
    assert "".join(name for name, _ in found) in "somewhatlong"
    assert 0 < len(found) < len("somewhatlong")


def test_the_same_letter_is_one_piece_in_all_words() -> None:
    def pieces(text: str) -> list[object]:
        whole = bent(text, Track(RING))[0]
        assert isinstance(whole, Group)
        return [group.ops[0].runs[0].pieces[0] for group in whole.ops]  # type: ignore[union-attr]

    one, other = pieces("no"), pieces("one")
    assert one[0] is other[1]
    assert one[1] is other[0]


coordinates = st.floats(-300, 300, allow_nan=False)
points = st.tuples(coordinates, coordinates)
segments = st.one_of(
    st.builds(lambda p: ("M", *p), points),
    st.builds(lambda p: ("L", *p), points),
    st.builds(lambda a, b, c: ("C", *a, *b, *c), points, points, points),
    st.just(("Z",)),
)


@given(points, st.lists(segments, max_size=6), st.floats(0, 1))
def test_any_place_on_any_way_is_a_turn_without_stretch(
    start: tuple[float, float], rest: list[Segment], share: float
) -> None:
    track = Track((("M", *start), *rest))
    spot = track.at(share * track.length)
    if track.length:
        assert spot is not None
        assert spot.scale == pytest.approx(1, abs=1e-5)
        assert max(abs(spot.e), abs(spot.f)) <= 300.001
