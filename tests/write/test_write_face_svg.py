"""A face as an SVG file: its size with bleed, and each glyph and repeated form once."""

import re
from xml.etree import ElementTree

from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import Face, Form, Gap, GlyphRun, Group, Op, Path, Text, Use, rectangle
from nineup.typography.fonts import Fonts
from nineup.write.face_svg import FaceSvg

RED = (1.0, 0.0, 0.0)
SQUARE = Path(rectangle(Box(0, 0, 10, 10)), fill=RED)
D = '<path d="M0 0L10 0L10 10L0 10Z" fill="#ff0000"/>'


def written(fonts: Fonts, *ops: Op, bleed: float = 0.0) -> str:
    text = FaceSvg(fonts.by_key).write(Face("face", Size(20, 30), bleed, ops)).decode()
    ElementTree.fromstring(text)
    return text


def inside(text: str) -> str:
    return re.sub(r"^<svg[^>]*>|</svg>\n$", "", text)


def test_the_file_is_as_large_as_the_bleed_and_begins_there(fonts: Fonts) -> None:
    size = 'width="26pt" height="36pt" viewBox="-3 -3 26 36"'
    assert written(fonts, SQUARE, bleed=3) == f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{D}</svg>\n'


def test_a_form_that_is_used_again_is_defined_once(fonts: Fonts) -> None:
    inner = Form("inner", Size(10, 10), (SQUARE,))
    form = Form("outer", Size(10, 10), (Use(inner), Use(inner, Matrix.translation(2, 0))))
    once = Use(Form("once", Size(10, 10), (SQUARE,)), Matrix.translation(0, 5))
    text = inside(written(fonts, Use(form), Group((Use(form, Matrix.translation(5, 5)), once))))
    assert text == (
        f'<defs><g id="f0">{D}</g>'
        '<g id="f1"><use href="#f0"/><use href="#f0" transform="matrix(1 0 0 1 2 0)"/></g></defs>'
        '<use href="#f1"/><use href="#f1" transform="matrix(1 0 0 1 5 5)"/>'
        f'<g transform="matrix(1 0 0 1 0 5)">{D}</g>'
    )


def test_each_glyph_is_an_outline_once_and_stands_where_the_pdf_has_it(fonts: Fonts) -> None:
    font = fonts.font("Source Sans 3", 400, False)
    word, space = font.shape("noon"), font.shape(" ")
    line = Text(5, 15, 10, (GlyphRun(font.key, RED, (word, Gap(500), space, word)),), tracking=0.1)
    text = inside(written(fonts, line))
    assert text.count("<path ") == 2  # n and o; the space has no outline
    places = [float(x) for x in re.findall(r'<use href="#g\d" x="([\d.-]+)"', text)]
    first = [0.0]
    for glyph, adjust in zip(word.glyphs, word.adjust, strict=True):
        first.append(first[-1] + font.advance(glyph) + adjust + 10)
    second = first[-1] + 500 + space.width + 10
    assert [round(x) for x in places] == [round(x) for x in (*first[:-1], *(second + x for x in first[:-1]))]
    assert '<g transform="matrix(0.01 0 0 0.01 5 15)"><g fill="#ff0000">' in text


def test_fonts_are_read_once_for_all_faces(fonts: Fonts) -> None:
    asked: list[int] = []
    font = fonts.font("Source Sans 3", 400, False)

    class Counting:
        advance = staticmethod(font.advance)

        @staticmethod
        def outline(glyph: int) -> object:
            asked.append(glyph)
            return font.outline(glyph)

    writer = FaceSvg(lambda _: Counting())  # type: ignore[arg-type,return-value]
    face = Face("face", Size(9, 9), 0, (Text(0, 0, 9, (GlyphRun(font.key, RED, (font.shape("noon"),)),)),))
    assert writer.write(face) == writer.write(face)
    assert len(asked) == 2
