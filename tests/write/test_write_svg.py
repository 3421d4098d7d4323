"""Forms as SVG: each operation, letters as outlines, and no reference to another file."""

import base64
import io
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box, Matrix, Size
from nineup.model.art import read_image
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
    Stop,
    Stroke,
    Text,
    Use,
    rectangle,
)
from nineup.typography.fonts import Fonts
from nineup.write.svg import svg, svg_elements
from PIL import Image as Pixels

RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
SQUARE = rectangle(Box(0, 0, 10, 10))
D = "M0 0L10 0L10 10L0 10Z"


def lines(fonts: Fonts, *ops: Op, prefix: str = "") -> str:
    return svg_elements(Form("form", Size(10, 10), ops), fonts.by_key, prefix)


def test_a_file_has_a_size_a_title_and_paper_in_the_dark(fonts: Fonts) -> None:
    form = Form("form", Size(20, 10), (Path(SQUARE, fill=RED),))
    text = svg(form, fonts.by_key, "A & <b>", 16).decode()
    assert text == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="16" viewBox="0 0 20 10">'
        "<title>A &amp; &lt;b&gt;</title>"
        "<style>.paper{fill:none}@media (prefers-color-scheme:dark){.paper{fill:#f4f2ed}}</style>"
        f'<rect class="paper" width="20" height="10" rx="1.25"/><path d="{D}" fill="#ff0000"/></svg>\n'
    )
    ElementTree.fromstring(text)


def test_paths_have_fills_and_lines(fonts: Fonts) -> None:
    assert lines(fonts, Path(SQUARE, fill=RED, even_odd=True, opacity=0.5)) == (
        f'<path d="{D}" fill="#ff0000" fill-rule="evenodd" fill-opacity="0.5"/>'
    )
    assert lines(fonts, Path(SQUARE, stroke=Stroke(BLUE))) == f'<path d="{D}" fill="none" stroke="#0000ff"/>'
    stroke = Stroke(BLUE, 2.5, "round", "bevel", 3, (1.0, 0.5), 0.25, 0.75)
    assert lines(fonts, Path((("M", 1 / 3, 0.0), ("C", 1, 2, 3, 4, 5, 6)), stroke=stroke)) == (
        '<path d="M0.33333 0C1 2 3 4 5 6" fill="none" stroke="#0000ff" stroke-width="2.5" stroke-linecap="round"'
        ' stroke-linejoin="bevel" stroke-miterlimit="3" stroke-dasharray="1 0.5" stroke-dashoffset="0.25"'
        ' stroke-opacity="0.75"/>'
    )


def test_a_gradient_is_shared_and_its_id_has_the_prefix(fonts: Fonts) -> None:
    stops = (Stop(0, RED), Stop(1, BLUE, 0.5))
    linear = Linear(0, 0, 10, 0, stops)
    radial = Radial(5, 5, 4, 5, 3, stops, Matrix.scaling(2, 1))
    made = lines(fonts, *[Path(SQUARE, fill=paint) for paint in (linear, radial, linear)], prefix="x.")
    reported = (
        '<stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff" stop-opacity="0.5"/>'
    )
    assert made == (
        '<defs><linearGradient id="x.0" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="10" y2="0">'
        f'{reported}</linearGradient><radialGradient id="x.1" gradientUnits="userSpaceOnUse" cx="5" cy="5" r="4" fx="5"'
        f' fy="3" gradientTransform="matrix(2 0 0 1 0 0)">{reported}</radialGradient></defs>'
        + "".join(f'<path d="{D}" fill="url(#x.{number})"/>' for number in (0, 1, 0))
    )


def test_a_group_is_clipped_inside_of_its_matrix(fonts: Fonts) -> None:
    clip = Path(SQUARE, even_odd=True)
    group = Group((Path(SQUARE, fill=RED),), Matrix.translation(1, 2), clip, 0.5)
    assert lines(fonts, group) == (
        f'<defs><clipPath id="0"><path d="{D}" clip-rule="evenodd"/></clipPath></defs>'
        '<g transform="matrix(1 0 0 1 1 2)" opacity="0.5"><g clip-path="url(#0)">'
        f'<path d="{D}" fill="#ff0000"/></g></g>'
    )
    assert lines(fonts, Group((Path(SQUARE, fill=RED),))) == f'<path d="{D}" fill="#ff0000"/>'


def test_a_form_is_drawn_where_it_is_used(fonts: Fonts) -> None:
    inner = Form("inner", Size(1, 1), (Path(SQUARE, fill=RED),))
    assert lines(fonts, Use(inner, Matrix.scaling(0.5, 0.5))) == (
        f'<g transform="matrix(0.5 0 0 0.5 0 0)"><path d="{D}" fill="#ff0000"/></g>'
    )


def test_letters_are_outlines_moved_on_by_their_widths_kerns_gaps_and_tracking(fonts: Fonts) -> None:
    font = fonts.font("Tiny")
    word = font.shape("ab")
    text = Text(
        3, 8, 5, (GlyphRun(font.key, RED, (word, Gap(100), word)), GlyphRun(font.key, BLUE, (word,))), 0.5
    )
    made = lines(fonts, text)
    assert made.startswith('<g transform="matrix(0.005 0 0 0.005 3 8)"><path d="M')
    assert re.findall(r'fill="(.*?)"', made) == ["#ff0000", "#0000ff"]
    begins = [float(x) for d in re.findall(r'd="(.*?)"', made) for x in re.findall(r"(?:^|Z)M(\S+)", d)]
    one, whole = font.advance(word.glyphs[0]) + 100, word.width + 200
    assert begins == [0, one, whole + 100, whole + 100 + one, 2 * whole + 100, 2 * whole + 100 + one]


@pytest.mark.parametrize(
    ("encoding", "channels", "sample"),
    [("grey", 1, b"\x80"), ("rgb", 3, b"\xff\0\0"), ("cmyk", 4, b"\0\xff\xff\0")],
)
@pytest.mark.parametrize("alpha", [b"", b"\x40" * 4])
def test_a_picture_is_a_png_within_the_file(
    fonts: Fonts, encoding: str, channels: int, sample: bytes, alpha: bytes
) -> None:
    image = Image("d", 2, 2, encoding, channels, 4 * sample, alpha)  # type: ignore[arg-type]
    made = lines(fonts, PlacedImage(image, Box(1, 2, 3, 4), 0.5))
    head = '<image x="1" y="2" width="3" height="4" preserveAspectRatio="none" opacity="0.5" href="data:image/png;base64,'
    assert made.startswith(head)
    read = Pixels.open(io.BytesIO(base64.b64decode(made[len(head) :].removesuffix('"/>'))))
    red = (128, 128, 128) if encoding == "grey" else (255, 0, 0)
    assert read.getpixel((1, 1)) == ((*red, 64) if alpha else red)


def test_the_rows_of_a_png_are_not_compressed_again(fonts: Fonts) -> None:
    out = io.BytesIO()
    picture = Pixels.effect_noise((20, 10), 50)
    picture.save(out, "PNG", compress_level=1)
    image = read_image(out.getvalue())
    made = lines(fonts, PlacedImage(image, Box(0, 0, 1, 1)))
    data = base64.b64decode(made.partition("base64,")[2].removesuffix('"/>'))
    assert Pixels.open(io.BytesIO(data)).tobytes() == picture.tobytes()
    assert image.data in data


@pytest.mark.parametrize("mode", ["RGB", "CMYK"])
def test_a_jpeg_stays_what_it_is_where_browsers_read_it(fonts: Fonts, mode: str) -> None:
    out = io.BytesIO()
    Pixels.new(mode, (2, 2)).save(out, "JPEG")
    image = Image("d", 2, 2, "jpeg", len(mode), out.getvalue())
    made = lines(fonts, PlacedImage(image, Box(0, 0, 1, 1)))
    assert re.findall("data:image/(.*?);", made) == ["jpeg" if mode == "RGB" else "png"]


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=2))
def test_any_number_is_one_that_svg_reads(fonts: Fonts, numbers: list[float]) -> None:
    x, y = numbers
    made = lines(fonts, Path((("M", x, y),), fill=RED))
    read = re.fullmatch(r'<path d="M(-?[\d.e+-]+) (-?[\d.e+-]+)" fill="#ff0000"/>', made)
    assert read
    assert float(read[1]) == pytest.approx(x, rel=1e-4)
    assert "-0 " not in made.replace("e-0", "")
