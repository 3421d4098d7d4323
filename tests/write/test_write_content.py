"""Operations → operators: the golden of a face with one of each, and what each operation becomes."""

import re
import string
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box, LongOutline, Matrix, Size
from nineup.model.drawing import (
    Form,
    Gap,
    GlyphRun,
    Group,
    Image,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Segment,
    Stop,
    Stroke,
    Text,
    Tiling,
    Use,
    circle,
    rectangle,
)
from nineup.typography.fonts import Font, Fonts
from nineup.write.document.content import INLINE, ContentWriter
from nineup.write.document.operators import Numbers, outline_operators
from nineup.write.document.pieces import FontPieces
from nineup.write.document.references import FormObject, GraphicsState, TilePattern
from nineup.write.document.resources import Resources
from tinyfont import tiny_font

BLACK = (0.0, 0.0, 0.0)
RED = (1.0, 0.0, 0.0)
SQUARE = rectangle(Box(1, 2, 3, 4))
TRIANGLE: tuple[Segment, ...] = (("M", 0.0, 0.0), ("L", 5.0, 0.0), ("L", 0.0, 5.0), ("Z",))


@pytest.fixture
def tiny(fonts: Fonts) -> Font:
    return fonts.font("Tiny")


class Document:
    """A document whose operators are linked as they are written."""

    def __init__(self, fonts: Fonts) -> None:
        self.content_writer = ContentWriter(fonts.by_key)
        self.resources = Resources(self.content_writer.references)

    def content(self, ops: tuple[Op, ...]) -> str:
        return self.resources.link(self.content_writer.write(ops))


@pytest.fixture
def document(fonts: Fonts) -> Document:
    return Document(fonts)


@pytest.fixture
def resources(document: Document) -> Resources:
    return document.resources


def run(font: Font, *pieces: str | Gap, colour: tuple[float, float, float] = BLACK) -> GlyphRun:
    return GlyphRun(font.key, colour, tuple(font.shape(p) if isinstance(p, str) else p for p in pieces))


def readable(content: str) -> str:
    """Glyphs of the tiny font as letters: glyph 1 is the space, 2 is `a` …"""
    letters = {1: "_", 2: "a", 3: "b", 4: "c"}
    return re.sub("\0(.)", lambda match: letters.get(ord(match[1]), f"<{ord(match[1])}>"), content)


def test_a_face_with_one_of_each(document: Document, resources: Resources, tiny: Font) -> None:
    gem = Form("gem", Size(10, 10), (Path(TRIANGLE, RED),))
    image = Image("d", 1, 1, "grey", 1, b"\0")
    ops: tuple[Op, ...] = (
        Path(SQUARE, RED, Stroke(BLACK, 0.5)),
        Text(7, 12, 9, (run(tiny, "ab", " ", Gap(1000, "gem"), " ", "c"),)),
        Text(7, 23.25, 9, (run(tiny, "ab"), run(tiny, "c", colour=RED))),
        Use(gem, Matrix(0.5, 0, 0, 0.5, 20, 30)),
        PlacedImage(image, Box(10, 20, 30, 40), 0.5),
        Group((Path(SQUARE, BLACK),), Matrix.rotation(90), Path(TRIANGLE)),
    )
    assert readable(document.content(ops)) == (
        "1 0 0 rg 0 G 0.5 w 1 2 3 4 re B"
        " BT 1 0 0 -1 7 12 Tm /F1 9 Tf 0 g"
        " [(ab_)]TJ/Span<</ActualText(gem)>>BDC 3 Tr[(<0>)0(<0>)]TJ 0 Tr EMC 22.5 0 Td [(_c)]TJ"
        " -22.5 -11.25 Td [(ab)]TJ 1 0 0 rg [(c)]TJ ET"
        " q 0.5 0 0 0.5 20 30 cm 1 0 0 rg 0 0 m 5 0 l 0 5 l h f Q"
        " q /G1 gs 30 0 0 -40 10 60 cm /I1 Do Q"
        " q 0 1 -1 0 0 0 cm 0 0 m 5 0 l 0 5 l h W n 0 g 1 2 3 4 re f Q"
    )
    assert list(resources.states) == [GraphicsState(0.5, 0.5)]


def test_a_group_that_says_how_it_reads_is_one_marked_content(document: Document, tiny: Font) -> None:
    first = Text(0, 0, 9, (run(tiny, "a", Gap(500, "gem")),))
    turned = Group((Text(-3, 1, 9, (run(tiny, "b"),)),), Matrix.rotation(90)._replace(e=5, f=7))
    faded = Group((Text(0, 0, 9, (run(tiny, "c"),)),), opacity=0.5)
    group = Group((first, turned, first, faded), Matrix(e=20), says="a gem (b)")
    assert readable(document.content((group,))) == (
        r"q 1 0 0 1 20 0 cm /Span<</ActualText(a gem \(b\))>>BDC"
        " BT 1 0 0 -1 0 0 Tm /F1 9 Tf 0 g [(a)-500]TJ ET"
        " BT 0 1 1 0 4 4 Tm [(b)]TJ ET"
        " BT 1 0 0 -1 0 0 Tm [(a)-500]TJ ET"
        " q /G1 gs /X1 Do Q EMC Q"
    )


def test_no_move_precedes_an_empty_string(document: Document, tiny: Font) -> None:
    line = Text(0, 0, 9, (run(tiny, Gap(500), "ab", Gap(900), Gap(1000, "gem"), Gap(700), "c", Gap(300)),))
    shows = re.findall(r"\[.*?\]TJ", readable(document.content((line,))))
    assert shows == ["[-500(ab)-900]TJ", "[(<0>)0(<0>)]TJ", "[-700(c)-300]TJ"]


def test_what_is_known_is_not_said_again(document: Document) -> None:
    ops = (
        Path(SQUARE, RED),
        Path(SQUARE, RED),
        Path(SQUARE, None, Stroke(RED)),
        Path(SQUARE, None, Stroke(RED)),
    )
    assert (
        document.content(ops) == "1 0 0 rg 1 2 3 4 re f 1 2 3 4 re f 1 0 0 RG 1 w 1 2 3 4 re S 1 2 3 4 re S"
    )


def test_what_was_set_within_a_fading_line_is_said_again_after_it(document: Document, tiny: Font) -> None:
    line = Text(0, 0, 9, (run(tiny, "a", colour=RED),), opacity=0.5)
    after = Text(0, 9, 9, (run(tiny, "a", colour=RED),))
    assert readable(document.content((line, after))) == (
        "q /G1 gs BT 1 0 0 -1 0 0 Tm /F1 9 Tf 1 0 0 rg [(a)]TJ ET Q"
        " BT 1 0 0 -1 0 9 Tm /F1 9 Tf 1 0 0 rg [(a)]TJ ET"
    )


def test_a_line_with_its_own_ends_leaves_no_trace(document: Document) -> None:
    dashed = Stroke(BLACK, 2, "round", "bevel", 3, (1, 2), 0.5)
    content = document.content((Path(SQUARE, None, dashed), Path(SQUARE, None, Stroke(BLACK, 2))))
    assert content == ("q 0 G 2 w 1 J 2 j 3 M [1 2] 0.5 d 1 2 3 4 re S Q 0 G 2 w 1 2 3 4 re S")


def test_a_fading_line_does_not_knock_out_its_fill(document: Document, resources: Resources) -> None:
    content = document.content((Path(SQUARE, RED, Stroke(BLACK, opacity=0.5), opacity=0.25),))
    assert content == "q /G1 gs 1 0 0 rg 1 2 3 4 re f Q q /G2 gs 0 G 1 w 1 2 3 4 re S Q"
    assert list(resources.states) == [GraphicsState(0.25, 1.0), GraphicsState(1.0, 0.5)]


def test_a_path_without_paint_draws_nothing(document: Document) -> None:
    assert document.content((Path(SQUARE),)) == ""


def test_even_odd(document: Document) -> None:
    ops = (
        Path(SQUARE, BLACK, even_odd=True),
        Path(SQUARE, BLACK, Stroke(BLACK), even_odd=True),
        Group((), clip=Path(SQUARE, even_odd=True)),
    )
    content = document.content(ops)
    assert "re f* " in content
    assert "re B* " in content
    assert content.endswith("re W* n  Q")


def test_an_empty_clip_hides_all(document: Document) -> None:
    assert document.content((Group((Path(SQUARE, RED),), clip=Path(())),)).startswith("q 0 0 0 0 re W n ")


def test_curves(document: Document) -> None:
    assert document.content((Path(circle(0, 0, 1), BLACK),)).startswith("0 g 1 0 m 1 0.552 0.552 1 0 1 c ")


NUMBER = st.floats(-1e4, 1e4) | st.sampled_from((-0.0, 100.0, -0.0004, 20.5, 1200.0))


@given(st.lists(st.tuples(*(NUMBER,) * 6), min_size=1, max_size=8), st.integers(2, 6))
def test_a_long_outline_is_written_like_a_short_one(curves: list[tuple[float, ...]], digits: int) -> None:
    segments: tuple[Segment, ...] = (("M", *curves[0][:2]), *(("C", *curve) for curve in curves), ("Z",))
    segments += (("L", *curves[0][:2]),)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nineup.write.document.operators.LONG_OUTLINE", 0)
        patch.setattr("nineup.write.document.operators._PORTION", 3)
        long = outline_operators(segments, Numbers(digits))
    assert long == outline_operators(segments, Numbers(digits))


def test_an_outline_of_whole_numbers_is_painted_in_its_parts(document: Document) -> None:
    kinds, numbers = b"MLCZ", array("i", [-1500, 0, 123456, 1, 2, 3])
    outline = LongOutline(kinds, numbers[:5], numbers[1:], 1_000)
    lines = "-1500 0 m 0 123456 l 123456 1 1 2 2 3 c h"
    assert document.content((Path(outline, RED), Path(outline, RED, even_odd=True))) == (
        f"1 0 0 rg q 0.001 0 0 0.001 0 0 cm {lines} f Q q 0.001 0 0 0.001 0 0 cm {lines} f* Q"
    )
    thick = Stroke(BLACK, 2.0)
    assert document.content((Path(outline, None, thick), Path(SQUARE, None, thick))) == (
        f"0 G q 0.001 0 0 0.001 0 0 cm 2000 w {lines} S Q 2 w 1 2 3 4 re S"
    )
    dashed = Stroke(BLACK, 0.5, "round", dash=(1.0, 0.25), phase=2.0)
    assert document.content((Path(outline, None, dashed),)) == (
        f"q 0 G q 0.001 0 0 0.001 0 0 cm 500 w 1 J 0 j 4 M [1000 250] 2000 d {lines} S Q Q"
    )


def test_a_clip_of_whole_numbers_is_written_in_points(document: Document) -> None:
    outline = LongOutline(b"MLZ", array("i", [0, 15_000]), array("i", [5_000, 0]), 10_000)
    clipped = document.content((Group((Path(SQUARE, BLACK),), clip=Path(outline)),))
    assert clipped == "q 0 0.5 m 1.5 0 l h W n 0 g 1 2 3 4 re f Q"


def test_a_segment_of_no_kind_is_a_bug(document: Document) -> None:
    with pytest.raises(ValueError, match="not a segment"):
        document.content((Path((("Q", 1.0, 2.0),), BLACK),))


def test_a_single_line_has_nothing_to_fill(document: Document) -> None:
    line = (("M", 1.0, 1.0), ("L", 9.0, 5.0), ("Z",))
    assert document.content((Path(line, RED),)) == ""
    assert document.content((Path(line, RED, Stroke(BLACK)),)).split()[-2:] == ["h", "S"]


def test_bytes_that_mean_something_in_strings_are_escaped(document: Document, tiny: Font) -> None:
    word = tiny.shape("a")
    special = type(word)("vwxyz", word.font, 0, (0x28, 0x29, 0x5C, 0x0D, 0x0A), (0,) * 5, tuple("vwxyz"))
    content = document.content((Text(0, 0, 9, (GlyphRun(tiny.key, BLACK, (special,)),)),))
    assert content.endswith("[(\0\\(\0\\)\0\\\\\0\\r\0\n)]TJ ET")


def test_kerns_are_moves_the_other_way(document: Document, tiny: Font) -> None:
    kerned = type(tiny.shape("a"))("ab", tiny.key, 900, (2, 3), (-100, 0), ("a", "b"))
    content = document.content((Text(0, 0, 9, (GlyphRun(tiny.key, BLACK, (kerned,)),)),))
    assert readable(content).endswith("[(a)100(b)]TJ ET")


def test_a_move_at_the_end_of_a_run_has_no_empty_string_behind_it(document: Document, tiny: Font) -> None:
    line = Text(0, 0, 9, (run(tiny, "a", Gap(300)), run(tiny, "b", colour=RED)))
    assert "[(a)-300]TJ 1 0 0 rg [(b)]TJ" in readable(document.content((line,)))


def test_tracking_is_set_for_its_line_only_and_gaps_keep_their_width(document: Document, tiny: Font) -> None:
    line = Text(0, 0, 10, (run(tiny, "a", Gap(1000, "gem"), "b"),), tracking=1.0)
    content = readable(document.content((line, Text(0, 10, 10, (run(tiny, "a"),)))))
    assert "1 Tc" in content
    assert (
        "3 Tr[(<0>)200(<0>)]TJ" in content
    )  # two unseen glyphs, 500 wide and tracked by 100; the gap is 1000


def test_letters_that_overlap_are_in_strings_of_their_own(document: Document, tiny: Font) -> None:
    def shown(tracking: float) -> str:
        line = Text(0, 0, 10, (run(tiny, "ab", "a"),), tracking=tracking, opacity=0.5)
        return readable(document.content((line,)))

    assert "[(aba)]TJ" in shown(-0.5)
    assert "[(a)(ba)]TJ" in shown(-2.0)


def test_steps_between_lines_do_not_add_up_errors(document: Document, tiny: Font) -> None:
    step = 1 / 3
    lines = tuple(Text(0, i * step, 9, (run(tiny, "a"),)) for i in range(1000))
    steps = re.findall(r"0 (-0\.\d+) Td", document.content(lines))
    assert sum(map(float, steps)) == pytest.approx(-999 * step, abs=0.001)


def test_a_small_form_is_inline_and_a_large_one_is_called(document: Document, resources: Resources) -> None:
    small = Form("s", Size(9, 9), (Path(SQUARE, RED),))
    large = Form("l", Size(9, 9), tuple(Path(SQUARE, (i / 9, 0.0, 0.0)) for i in range(9)))
    assert document.content((Use(small), Use(large), Use(large))) == (
        "q 1 0 0 1 0 0 cm 1 0 0 rg 1 2 3 4 re f Q q 1 0 0 1 0 0 cm /X1 Do Q q 1 0 0 1 0 0 cm /X1 Do Q"
    )
    (drawing,) = resources.drawings
    assert len(drawing.content) > INLINE
    assert drawing.box == Box(1, 2, 3, 4)


def test_like_drawings_are_one(document: Document, resources: Resources) -> None:
    faded = Group((Path(SQUARE, RED),), opacity=0.5)
    twin = Group((Path(SQUARE, RED),), opacity=0.5)
    assert document.content((faded, twin)) == "q /G1 gs /X1 Do Q q /G1 gs /X1 Do Q"
    assert list(resources.drawings) == [FormObject("1 0 0 rg 1 2 3 4 re f", Box(1, 2, 3, 4), "DeviceRGB")]


def test_a_gradient_is_a_form_whose_space_is_the_paths_own(document: Document, resources: Resources) -> None:
    ramp = (Stop(0, RED), Stop(1, BLACK))
    linear = Linear(0, 0, 1, 0, ramp)
    content = document.content((Path(SQUARE, linear, Stroke(Radial(2, 2, 2, 2, 2, ramp), 2, "round")),))
    assert content == "/X1 Do /X2 Do"
    assert [drawing.content for drawing in resources.drawings] == [
        "/Pattern cs /P1 scn 1 2 3 4 re f",
        "/Pattern CS /P2 SCN 0.001 0 0 0.001 0 0 cm 2000 w 1 J 0 j 4 M 1000 2000 3000 4000 re S",
    ]


def test_a_cell_is_clipped_only_if_more_is_drawn(document: Document, resources: Resources) -> None:
    """MuPDF doesn't clip rotated cells to their box."""
    for cell in (Box(1, 2, 3, 4), Box(1, 2, 3, 3)):
        document.content((Path(SQUARE, Tiling((Path(SQUARE, RED),), cell, Matrix.rotation(30))),))
    patterns = [each.content for each in resources.gradients if isinstance(each, TilePattern)]
    assert patterns == ["1 0 0 rg 1 2 3 4 re f", "q 1 2 3 3 re W n 1 0 0 rg 1 2 3 4 re f Q"]


def test_a_gradient_that_fades_is_drawn_through_a_mask(document: Document, resources: Resources) -> None:
    fading = Linear(0, 0, 1, 0, (Stop(0, RED, 1.0), Stop(1, RED, 0.0)))
    assert document.content((Path(SQUARE, fading, opacity=0.5),)) == "q /G1 gs /X2 Do Q"
    assert list(resources.states) == [GraphicsState(0.5, 1.0, "X1")]
    assert [drawing.group for drawing in resources.drawings] == ["DeviceGray", "DeviceRGB"]


@pytest.mark.parametrize(
    "paint",
    [
        Linear(1, 1, 1, 1, (Stop(0, BLACK), Stop(1, RED))),
        Radial(1, 1, 0, 1, 1, (Stop(0, BLACK), Stop(1, RED))),
        Linear(0, 0, 1, 1, (Stop(0.5, RED),)),
        Linear(0, 0, 1, 1, (Stop(0, BLACK), Stop(1, RED)), Matrix(1, 1, 1, 1, 0, 0)),
    ],
)
def test_a_gradient_without_extent_is_its_last_colour(document: Document, paint: Linear | Radial) -> None:
    assert document.content((Path(SQUARE, paint),)) == "1 0 0 rg 1 2 3 4 re f"
    assert document.content((Path(SQUARE, None, Stroke(paint)),)) == "1 0 0 RG 1 w 1 2 3 4 re S"


def test_a_gradient_without_stops_paints_nothing(document: Document) -> None:
    assert document.content((Path(SQUARE, Linear(0, 0, 1, 1, ())),)) == ""


def test_what_will_be_enlarged_keeps_more_decimals(document: Document) -> None:
    dot = Path((("M", 0.123456, 0.0), ("L", 1.0, 0.0), ("L", 1.0, 1.0), ("Z",)), RED)
    assert "0.123 0 m" in document.content((dot,))
    assert "0.12346 0 m" in document.content((Group((dot,), Matrix.scaling(1000, 1000)),))
    assert "0.1235 0 m" in document.content((Use(Form("unit", Size(1, 1), (dot,))),))


def test_a_matrix_that_shrinks_much_keeps_its_factors(document: Document) -> None:
    assert (
        document.content((Group((), Matrix.scaling(1 / 512, 1 / 512)),))
        == "q 0.001953 0 0 0.001953 0 0 cm  Q"
    )


@given(st.floats(-20000, 20000), st.integers(3, 7))
def test_numbers_are_short_and_near(value: float, digits: int) -> None:
    text = Numbers(digits)[value]
    assert set(text) <= set(string.digits + "-.")
    assert len(text.partition(".")[2]) <= digits
    assert text == "0" or not text.endswith("." if "." not in text else "0")
    assert text != "-0"
    assert abs(float(text) - value) <= 0.5000001 * 10**-digits


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_cannot_be_drawn_is_a_bug(value: float) -> None:
    with pytest.raises(ValueError, match="isn't a finite number"):
        Numbers(3)[value]


def test_a_marked_word_from_the_right_reads_letter_by_letter_from_its_end() -> None:
    features = (
        "markClass u05B0 <anchor 100 500> @m; feature mark { pos base u05D0 <anchor 250 600> mark @m; } mark;"
    )
    hebrew = Font("fonts/Tiny-Regular.ttf", tiny_font("אבג\u05b0", features=features), 400, False)
    plain = FontPieces(hebrew).fragment(hebrew.shape("אבג", from_right=True), 0, False)
    assert "ActualText" not in plain
    marked = FontPieces(hebrew).fragment(hebrew.shape("בא\u05b0ג", from_right=True), 0, False)
    assert "ג\u05b0אב".encode("utf-16-be").hex().upper() in marked
