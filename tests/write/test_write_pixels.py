"""What a PDF viewer paints: places, rotations, clips, opacity and gradients, as colours at points."""

import io
import math
from array import array

import pypdfium2
import pytest
from nineup.base.geometry import Box, Matrix, Outline, Size, as_outline, transform_outline
from nineup.model.art import read_image
from nineup.model.drawing import (
    Face,
    Form,
    Group,
    Image,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Stop,
    Stroke,
    Text,
    Tiling,
    Use,
    circle,
    rectangle,
)
from nineup.model.drawing import GlyphRun as TextRun
from nineup.model.paper import Page, Piece, Placement
from nineup.typography.fonts import Fonts
from nineup.write import PdfDocument, face_pdf, pdf
from nineup.write.preview import png
from PIL import Image as Pillow
from PIL import ImageChops

RED, GREEN, BLUE, WHITE, BLACK = (
    (1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 0.0, 1.0),
    (1.0, 1.0, 1.0),
    (0.0, 0.0, 0.0),
)
SIZE = Size(100, 60)

Seen = tuple[int, int, int]


def box(x: float, y: float, width: float, height: float) -> Path:
    return Path(rectangle(Box(x, y, width, height)), RED)


def filled(x: float, y: float, width: float, height: float, paint: object, **more: object) -> Path:
    return Path(rectangle(Box(x, y, width, height)), paint, **more)  # type: ignore[arg-type]


def seen(data: bytes, *points: tuple[float, float], page: int = 1) -> list[Seen]:
    """The colours at points, in points from the page's top-left corner."""
    picture = Pillow.open(io.BytesIO(png(data, page, 288))).convert("RGB")
    return [picture.getpixel((round(x * 4), round(y * 4))) for x, y in points]  # type: ignore[misc]


def painted(fonts: Fonts, *ops: Op, at: list[tuple[float, float]]) -> list[Seen]:
    return seen(face_pdf([Face("f", SIZE, 0, ops)], fonts), *at)


def near(colour: tuple[float, float, float], tolerance: int = 3) -> object:
    return pytest.approx([channel * 255 for channel in colour], abs=tolerance)


def test_the_origin_is_top_left(fonts: Fonts) -> None:
    assert painted(fonts, box(0, 0, 10, 10), at=[(5, 5), (5, 55), (15, 5)]) == [
        near(RED),
        near(WHITE),
        near(WHITE),
    ]


def test_a_bleeds_ink_is_on_the_page(fonts: Fonts) -> None:
    data = face_pdf([Face("f", SIZE, 10, (box(-10, -10, 10, 10),))], fonts)
    assert seen(data, (5, 5), (15, 15)) == [near(RED), near(WHITE)]


@pytest.mark.parametrize(
    ("turns", "corner"), [(0, (5, 5)), (1, (55, 5)), (2, (95, 55)), (3, (5, 95)), (4, (5, 5))]
)
def test_quarter_turns_go_clockwise(fonts: Fonts, turns: int, corner: tuple[float, float]) -> None:
    face = Face("f", SIZE, 0, (filled(0, 0, 100, 60, GREEN), box(0, 0, 10, 10)))
    turned = SIZE.turned() if turns % 2 else SIZE
    place = Box(20, 30, *turned)
    placement = Placement(Piece("d", "c", "", 1, face, None), "front", face, place, place, turns)
    data = pdf(PdfDocument("", "", "", [Page(Size(200, 200), (placement,), ())]), fonts)
    corners = [(5, 5), (turned.width - 5, 5), (5, turned.height - 5), (turned.width - 5, turned.height - 5)]
    shown = dict(zip(corners, seen(data, *((20 + x, 30 + y) for x, y in corners)), strict=True))
    assert shown.pop(corner) == near(RED)
    assert list(shown.values()) == [near(GREEN)] * 3


TURNS = [math.tau * n / 240 for n in range(240)]
RING = as_outline(
    b"M" + b"L" * 239, *(array("d", [40 * along(turn) for turn in TURNS]) for along in (math.cos, math.sin))
)
"""As many lines as an outline that is stored as arrays."""


@pytest.mark.parametrize("outline", [circle(0, 0, 40), RING], ids=["curves", "lines"])
@pytest.mark.parametrize("size", [0.1, 3.0, 50.0, 100.0, 2000.0], ids="{} pt".format)
@pytest.mark.parametrize("drawn_at", [0.01, 1.0, 30.0], ids="x {}".format)
@pytest.mark.parametrize("kind", ["gradient", "pattern"])
def test_a_stroke_with_a_gradient_or_a_pattern_is_where_a_plain_one_is(
    fonts: Fonts, outline: Outline, size: float, drawn_at: float, kind: str
) -> None:
    """However small or large it is, and in whatever units it is drawn."""
    unit = size / 100
    paint = (
        Linear(0, 0, size, 0, (Stop(0, RED), Stop(1, (1.0, 0.0, 0.01))))
        if kind == "gradient"
        else Tiling((filled(0, 0, size, size, RED),), Box(0, 0, size, size))
    )
    placed = transform_outline(outline, Matrix(unit, 0, 0, unit, size / 2, size / 2), 4)
    plain, other = (
        _drawn(
            fonts,
            Path(placed, None, Stroke(each, 6 * unit, "round", dash=(20 * unit, 9 * unit))),
            size,
            drawn_at,
        )
        for each in (RED, paint)
    )
    assert max(channel[1] for channel in ImageChops.difference(plain, other).getextrema()) < 80


def _drawn(fonts: Fonts, path: Path, size: float, drawn_at: float) -> Pillow.Image:
    """A path on a page that is `drawn_at` times as large as it is."""
    page = Size(size * drawn_at, size * drawn_at)
    data = face_pdf([Face("f", page, 0, (Group((path,), Matrix.scaling(drawn_at, drawn_at)),))], fonts)
    with pypdfium2.PdfDocument(data) as document:
        return document[0].render(scale=200 / page.width).to_pil().convert("RGB").resize((100, 100))


def test_ink_does_not_leave_its_clip_and_marks_lie_over_it(fonts: Fonts) -> None:
    face = Face("f", SIZE, 10, (filled(-50, -50, 300, 300, RED),))
    placement = Placement(
        Piece("d", "c", "", 1, face, None), "front", face, Box(50, 50, *SIZE), Box(45, 48, 110, 64)
    )
    page = Page(Size(200, 200), (placement,), (filled(60, 60, 10, 10, BLUE),))
    data = pdf(PdfDocument("", "", "", [page]), fonts)
    assert seen(data, (46, 49), (44, 60), (46, 47), (154, 111), (65, 65)) == [
        near(RED),
        near(WHITE),
        near(WHITE),
        near(RED),
        near(BLUE),
    ]


def test_a_group_fades_as_one(fonts: Fonts) -> None:
    group = Group((filled(0, 0, 20, 20, RED), filled(10, 0, 20, 20, BLUE)), opacity=0.5)
    assert painted(fonts, group, at=[(5, 5), (15, 5)]) == [near((1, 0.5, 0.5)), near((0.5, 0.5, 1))]


def test_opacity_of_paths_pictures_and_text(fonts: Fonts) -> None:
    tiny = fonts.font("Tiny")
    image = Image("d", 1, 1, "rgb", 3, bytes((255, 0, 0)))
    ops = (
        filled(0, 0, 20, 20, RED, opacity=0.5),
        Path(rectangle(Box(30, 10, 20, 20)), None, Stroke(RED, 10, opacity=0.5)),
        PlacedImage(image, Box(60, 0, 10, 10), 0.5),
        Text(80, 20, 40, (TextRun(tiny.key, RED, (tiny.shape("a"),)),), opacity=0.5),
    )
    shown = painted(fonts, *ops, at=[(5, 5), (30, 20), (65, 5), (85, 15)])
    assert shown == [near((1, 0.5, 0.5))] * 4


def test_clips_cut(fonts: Fonts) -> None:
    triangle = Path((("M", 0.0, 0.0), ("L", 40.0, 0.0), ("L", 0.0, 40.0), ("Z",)))
    group = Group((filled(0, 0, 40, 40, RED),), Matrix.translation(10, 10), triangle)
    assert painted(fonts, group, at=[(15, 15), (45, 45), (5, 5)]) == [near(RED), near(WHITE), near(WHITE)]


def test_a_picture_is_upright_and_has_transparency(fonts: Fonts) -> None:
    image = Image(
        "d", 2, 2, "rgb", 3, bytes((255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0)), bytes((255, 255, 255, 0))
    )
    shown = painted(
        fonts, PlacedImage(image, Box(10, 10, 40, 40)), at=[(12, 12), (48, 12), (12, 48), (48, 48)]
    )
    assert shown == [near(RED), near(GREEN), near(BLUE), near(WHITE)]


def test_forms_are_moved_by_their_matrix(fonts: Fonts) -> None:
    many = tuple(filled(i, 0, 1, 10, RED) for i in range(10))
    use = Use(Form("art", Size(10, 10), many), Matrix(2, 0, 0, 2, 30, 20))
    assert painted(fonts, use, use, at=[(35, 30), (25, 30), (51, 30)]) == [
        near(RED),
        near(WHITE),
        near(WHITE),
    ]


TWO = (Stop(0, RED), Stop(1, BLUE))


def test_a_linear_gradient_runs_between_its_ends(fonts: Fonts) -> None:
    paint = Linear(20, 0, 80, 0, TWO)
    shown = painted(fonts, filled(0, 0, 100, 60, paint), at=[(10, 30), (50, 30), (90, 30)])
    assert shown == [near(RED), near((0.5, 0, 0.5), 6), near(BLUE)]


def test_a_gradient_has_its_own_space(fonts: Fonts) -> None:
    paint = Linear(0, 0, 1, 0, TWO, Matrix(0, 60, -60, 0, 0, 0))
    inner = Group((filled(0, 0, 40, 60, paint),), Matrix.translation(30, 0))
    assert painted(fonts, inner, at=[(50, 1), (50, 30), (50, 59)]) == [
        near(RED, 6),
        near((0.5, 0, 0.5), 6),
        near(BLUE, 6),
    ]


def test_stops_make_edges_and_the_ends_go_on(fonts: Fonts) -> None:
    stops = (Stop(0.25, RED), Stop(0.5, RED), Stop(0.5, GREEN), Stop(0.4, GREEN), Stop(0.75, BLUE))
    paint = Linear(0, 0, 100, 0, stops)
    shown = painted(fonts, filled(0, 0, 100, 60, paint), at=[(5, 5), (45, 5), (51, 5), (95, 5)])
    assert shown == [near(RED), near(RED), near(GREEN, 15), near(BLUE)]


def test_a_radial_gradient_and_a_focus_outside_it(fonts: Fonts) -> None:
    centred = Radial(30, 30, 20, 30, 30, TWO)
    beside = Radial(30, 30, 20, 90, 30, TWO)
    middle, edge, corner = painted(fonts, filled(0, 0, 60, 60, centred), at=[(30, 30), (40, 30), (58, 2)])
    assert (middle, edge, corner) == (near(RED, 6), near((0.5, 0, 0.5), 8), near(BLUE))
    assert painted(fonts, filled(0, 0, 100, 60, beside), at=[(12, 30), (80, 30), (95, 30)]) == [
        near(BLUE),
        near((0.75, 0, 0.25), 8),
        near(WHITE),
    ]


def test_a_line_can_have_a_gradient(fonts: Fonts) -> None:
    line = Path((("M", 0.0, 30.0), ("L", 100.0, 30.0)), GREEN, Stroke(Linear(0, 0, 100, 0, TWO), 20))
    shown = painted(fonts, line, at=[(1, 30), (50, 38), (99, 22), (50, 45)])
    assert shown == [near(RED, 6), near((0.5, 0, 0.5), 6), near(BLUE, 6), near(WHITE)]


def test_a_gradient_fades_where_its_stops_do(fonts: Fonts) -> None:
    paint = Linear(0, 0, 100, 0, (Stop(0, RED, 0.0), Stop(1, RED, 1.0)))
    shown = painted(fonts, filled(0, 0, 100, 60, paint), at=[(1, 30), (50, 30), (99, 30)])
    assert shown == [near(WHITE, 6), near((1, 0.5, 0.5), 6), near(RED, 6)]


def test_a_fading_gradient_in_a_moved_group_on_a_placed_face(fonts: Fonts) -> None:
    paint = Linear(0, 0, 100, 0, (Stop(0, RED, 0.0), Stop(1, RED, 1.0)))
    face = Face("f", SIZE, 0, (Group((filled(0, 0, 100, 60, paint, opacity=0.5),), Matrix.scaling(1, 0.5)),))
    place = Box(50, 80, *SIZE)
    placement = Placement(Piece("d", "c", "", 1, face, None), "front", face, place, place)
    data = pdf(PdfDocument("", "", "", [Page(Size(200, 200), (placement,), ())] * 3), fonts)
    for page in (1, 3):
        assert seen(data, (149, 95), (100, 95), (100, 120), page=page) == [
            near((1, 0.5, 0.5), 6),
            near((1, 0.75, 0.75), 6),
            near(WHITE),
        ]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
@pytest.mark.parametrize("level", [1, 9])
def test_pngs_show_their_pixels_whether_they_are_decoded_or_not(fonts: Fonts, mode: str, level: int) -> None:
    noise = [Pillow.effect_noise((25, 15), spread) for spread in (90, 70, 50)]
    picture = Pillow.merge("RGB", noise)
    if mode == "I;16":
        picture = noise[0].convert("I").point(lambda value: value * 257).convert(mode)
    elif mode in ("RGBA", "LA"):
        picture.putalpha(noise[1])
        picture = picture.convert(mode)
    else:
        picture = picture.convert(mode)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=level)
    image = read_image(out.getvalue())
    assert (image.encoding == "png") == (mode in ("L", "RGB"))
    whole = PlacedImage(image, Box(0, 0, *SIZE))
    points = [(x * 4 + 2, y * 4 + 2) for x in range(25) for y in range(15)]
    expected = Pillow.new("RGBA", picture.size, "white")
    shown = noise[0] if mode == "I;16" else picture
    expected.alpha_composite(shown.convert("RGBA"))
    wanted = [expected.getpixel((int(x) // 4, int(y) // 4))[:3] for x, y in points]  # type: ignore[index]
    for colour, drawn in zip(wanted, painted(fonts, whole, at=points), strict=True):
        assert max(abs(one - other) for one, other in zip(colour, drawn, strict=True)) <= 1
