"""Outlines and colours; a face's digest changes if and only if the printed face changes."""

from array import array

import msgspec
import pytest
from nineup.base.geometry import Box, Matrix, Size, as_outline
from nineup.model.digests import Digests, digest
from nineup.model.drawing import (
    Face,
    Form,
    Gap,
    GlyphRun,
    Group,
    Path,
    Shaped,
    Text,
    Use,
    circle,
    hex_of,
    rectangle,
    rounded,
)


def face(
    word: str = "Take", x: float = 10.0, fill: tuple[float, float, float] = (0.0, 0.0, 0.0), name: str = "a"
) -> Face:
    shaped = Shaped(word, "Font-1", 500.0, (1, 2), (0.0, -20.0), (word, ""))
    form = Form(name, Size(10, 10), (Path(rectangle(Box(0, 0, 10, 10)), fill=fill),))
    ops = (
        Use(form, Matrix.translation(1, 2)),
        Text(x, 20.0, 9.0, (GlyphRun("Font-1", fill, (shaped, Gap(900.0, "gem"))),)),
    )
    return Face(name, Size(180, 252), 0.0, ops)


def test_the_same_drawing_has_the_same_digest_whatever_it_is_called() -> None:
    assert digest(face()) == digest(face(name="b"))
    assert len(digest(face())) == 16


def test_every_visible_change_changes_it() -> None:
    seen = {
        digest(face()),
        digest(face(word="Give")),
        digest(face(x=11.0)),
        digest(face(fill=(1.0, 0.0, 0.0))),
    }
    seen.add(digest(msgspec.structs.replace(face(), bleed=3.0)))
    seen.add(digest(msgspec.structs.replace(face(), size=Size(252, 180))))
    assert len(seen) == 6


@pytest.mark.parametrize("segments", [5, 31, 32, 500, 5000])
def test_a_clip_counts_however_long_it_is(segments: int) -> None:
    dot = Path(rectangle(Box(0, 0, 10, 10)), fill=(0.0, 0.0, 0.0))

    def clipped(last: float) -> Face:
        xs, ys = array("d", [*map(float, range(segments - 1)), last]), array("d", [2.0] * segments)
        clip = Path(as_outline(b"M" + b"L" * (segments - 1), xs, ys))
        return Face("a", Size(9, 9), 0.0, (Group((dot,), clip=clip),))

    assert digest(clipped(3.0)) == digest(clipped(3.0)) != digest(clipped(4.0))


def test_a_stretched_space_counts() -> None:
    spaces = [Shaped(" ", "Font-1", width, (3,), (width - 200.0,), (" ",)) for width in (200.0, 250.0)]
    lines = [Text(1.0, 2.0, 9.0, (GlyphRun("Font-1", (0.0, 0.0, 0.0), (space,)),)) for space in spaces]
    assert len({digest(Face("a", Size(9, 9), 0.0, (line,))) for line in lines}) == 2


def test_what_a_group_or_a_shared_form_draws_counts() -> None:
    line, dot = Path((("M", 0.0, 0.0), ("L", 1.0, 1.0))), Path((("M", 0.0, 0.0), ("L", 2.0, 1.0)))
    drawings = [
        (Group((line,)),),
        (Group((dot,)),),
        (Group((line,)), dot),
        (Group((line, dot)),),
        (Use(Form("f", Size(1, 1), (line,))),),
        (Use(Form("f", Size(1, 1), (dot,))),),
    ]
    assert len({digest(Face("a", Size(9, 9), 0.0, ops)) for ops in drawings}) == len(drawings)


def test_a_circle_is_round() -> None:
    outline = circle(5, 5, 5)
    assert outline[0] == ("M", 10, 5)
    middle = outline[1]
    t = 0.5
    x = (
        10 * (1 - t) ** 3
        + 3 * middle[1] * t * (1 - t) ** 2
        + 3 * middle[3] * t**2 * (1 - t)
        + middle[5] * t**3
    )
    y = (
        5 * (1 - t) ** 3
        + 3 * middle[2] * t * (1 - t) ** 2
        + 3 * middle[4] * t**2 * (1 - t)
        + middle[6] * t**3
    )
    assert abs(((x - 5) ** 2 + (y - 5) ** 2) ** 0.5 - 5) < 5 * 0.0003


def test_round_corners_meet_straight_sides() -> None:
    outline = rounded(Box(10, 20, 60, 40), 12, 8)
    ends = [segment[-2:] for segment in outline[:-1]]
    assert ends == [(22, 20), (58, 20), (70, 28), (70, 52), (58, 60), (22, 60), (10, 52), (10, 28), (22, 20)]
    corners = [segment for segment in outline if segment[0] == "C"]
    assert corners[0] == (
        "C",
        pytest.approx(64.627, abs=1e-3),
        20,
        70,
        pytest.approx(23.582, abs=1e-3),
        70,
        28,
    )


def test_a_colour_is_written_in_hexadecimal_however_far_it_was_mixed() -> None:
    assert hex_of((0.71, 0.086, 0.169)) == "#b5162b"
    assert hex_of((1.0000001, -0.0000001, 0.5)) == "#ff0080"


def test_digests_see_micro_lines_only_if_asked() -> None:
    def named(version: str) -> Face:
        micro = Group((Path(rectangle(Box(0, 0, float(version), 1))),), micro=True)
        return Face("a", Size(9, 9), 0.0, (micro,))

    assert Digests()[named("1")] == Digests()[named("2")]
    assert Digests(with_micro=True)[named("1")] != Digests(with_micro=True)[named("2")]
    assert Digests(with_micro=True)[named("1")] == Digests(with_micro=True)[named("1")]
