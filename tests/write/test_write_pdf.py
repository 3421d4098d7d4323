"""The PDF read back: boxes, fonts, text and its place, what is shared, and that the bytes are always the
same.
"""

import hashlib
import io
import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterable, Iterator
from pathlib import Path as File

import msgspec
import pikepdf
import pypdfium2
import pytest
from nineup.base.geometry import Box, Matrix, Size
from nineup.model.art import image_in_file
from nineup.model.drawing import (
    Face,
    Form,
    Gap,
    GlyphRun,
    Group,
    Image,
    Op,
    Path,
    PlacedImage,
    Shaped,
    Text,
    Use,
    rectangle,
)
from nineup.model.paper import PAPERS, Page, Piece, Placement
from nineup.typography.fonts import Font, Fonts
from nineup.typography.text import Setting, Style, StyleSheet, set_frame
from nineup.write import PdfDocument, face_pdf, face_pdf_portions, pdf

BLACK = (0.0, 0.0, 0.0)
CARD = Size(180, 252)


def line(font: Font, text: str, x: float = 10, y: float = 30, size: float = 10) -> Text:
    """A line whose words in braces are symbols."""
    pieces: list[Shaped | Gap] = []
    for part in re.split(r"(\s|\{\w+\})", text):
        if part:
            pieces.append(Gap(1100, part.strip("{}")) if part[0] == "{" else font.shape(part))
    return Text(x, y, size, (GlyphRun(font.key, BLACK, tuple(pieces)),))


def face(*ops: Op, size: Size = CARD, bleed: float = 0.0, name: str = "f") -> Face:
    return Face(name, size, bleed, ops)


def place(drawn: Face, x: float = 0, y: float = 0, turns: int = 0) -> Placement:
    size = drawn.size.turned() if turns % 2 else drawn.size
    box = Box(x, y, *size)
    return Placement(Piece("deck", drawn.name, "", 1, drawn, None), "front", drawn, box, box, turns)


def sheet(*placements: Placement, ops: tuple[Op, ...] = (), paper: str = "a4") -> Page:
    return Page(PAPERS[paper], placements, ops)


def written(fonts: Fonts, pages: Iterable[Page], **about: str) -> bytes:
    said = {"title": "Title", "author": "Author", "keywords": "a, b"} | about
    return pdf(PdfDocument(pages=pages, **said), fonts)


_OPEN: list[pikepdf.Pdf] = []
"""Keeps documents open: their objects die with them."""


def read(data: bytes) -> pikepdf.Pdf:
    _OPEN.append(pikepdf.open(io.BytesIO(data)))
    return _OPEN[-1]


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    while _OPEN:
        _OPEN.pop().close()


def text_of(data: bytes, page: int = 0) -> str:
    return str(pypdfium2.PdfDocument(data)[page].get_textpage().get_text_range())


def contents(data: bytes) -> list[str]:
    return [page.Contents.read_bytes().decode("latin-1") for page in read(data).pages]


def numbers(array: pikepdf.Object) -> list[float]:
    return [float(number) for number in array]


@pytest.fixture
def sans(fonts: Fonts) -> Font:
    return fonts.font("Source Sans 3")


# pages


def test_small_and_raised_letters_read_as_they_are_written(fonts: Fonts) -> None:
    style = Style("Source Sans 3", size=10)
    words = "[small-caps]{Storm *Sea*} 3[super]{rd} [underline]{day}"
    drawn = set_frame(words, Box(5, 5, 170, 50), style, Setting(fonts, StyleSheet({}, {}), {}))
    data = written(fonts, [sheet(place(face(*drawn.ops)))])
    assert text_of(data).split() == ["Storm", "Sea", "3rd", "day"]


def test_a_sheets_boxes_are_its_paper(fonts: Fonts) -> None:
    document = read(written(fonts, [sheet(), sheet(paper="letter")]))
    for page, paper in zip(document.pages, ([0, 0, 595.276, 841.89], [0, 0, 612, 792]), strict=True):
        for name in ("MediaBox", "CropBox", "TrimBox"):
            assert numbers(page[f"/{name}"]) == pytest.approx(paper)
        assert "/BleedBox" not in page


def test_a_faces_page_has_its_trim_and_bleed(fonts: Fonts) -> None:
    (page,) = read(face_pdf([face(bleed=9)], fonts)).pages
    assert numbers(page.MediaBox) == numbers(page.BleedBox) == numbers(page.CropBox) == [0, 0, 198, 270]
    assert numbers(page.TrimBox) == [9, 9, 189, 261]


def test_a_slot_clips_and_turns_on_every_page_as_on_the_first(fonts: Fonts, sans: Font) -> None:
    outline = (("M", 10, 20), ("L", 60, 20), ("L", 60, 90), ("Z",))
    slot = msgspec.structs.replace(place(face(line(sans, "Pier")), 10, 20, turns=1), mask=outline)
    first, second = read(written(fonts, [sheet(slot), sheet(slot)])).pages
    operators = first.Contents.read_bytes()
    assert b"10 20 m 60 20 l 60 90 l h W n" in operators.replace(b"\n", b" ")
    assert second.Contents.read_bytes() == operators


def test_the_document_says_what_it_is_and_no_time(fonts: Fonts) -> None:
    document = read(written(fonts, [sheet()], title="Gemotion – 4 (β)", author="", keywords="a, b"))
    assert dict(document.docinfo) == {
        "/Title": "Gemotion – 4 (β)",
        "/Keywords": "a, b",
        "/Producer": document.docinfo["/Producer"],
    }
    assert str(document.docinfo["/Producer"]).startswith("Nineup ")
    assert document.pdf_version == "1.5"


def test_pages_may_come_one_by_one(fonts: Fonts, sans: Font) -> None:
    pages = [sheet(place(face(line(sans, f"page {i}")))) for i in range(3)]
    assert written(fonts, iter(pages)) == written(fonts, pages)


def test_a_document_without_pages_is_still_one(fonts: Fonts) -> None:
    assert len(read(written(fonts, [])).pages) == 0


def test_many_pages_and_objects_are_all_found(fonts: Fonts, sans: Font) -> None:
    data = written(fonts, [sheet(place(face(line(sans, f"page {i}")))) for i in range(450)])
    document = pypdfium2.PdfDocument(data)
    assert len(document) == 450
    assert [document[i].get_textpage().get_text_range() for i in (0, 199, 449)] == [
        "page 0",
        "page 199",
        "page 449",
    ]


# text


@pytest.mark.parametrize(
    "text",
    [
        "an official, efficient waffle",
        "AVATAR To Yes. Wolf",
        "Take 1 {white} and Bank {red} {red}.",
        "½ é × – “quoted” naïve",
        "{white}",
    ],
)
def test_the_text_is_what_was_written(fonts: Fonts, sans: Font, text: str) -> None:
    data = face_pdf([face(line(sans, text))], fonts)
    assert text_of(data) == text.replace("{", "").replace("}", "")


def test_a_firm_space_reads_as_a_space_whichever_came_first(fonts: Fonts, sans: Font) -> None:
    data = face_pdf([face(line(sans, "3\u00a0cards"), line(sans, "a b", y=50))], fonts)
    assert text_of(data) == "3 cards\r\na b"
    assert "ActualText" not in contents(data)[0]


@pytest.mark.parametrize(("tracking", "spans"), [(0.5, 0), (1.5, 3)])
def test_wide_letters_read_as_words(fonts: Fonts, sans: Font, tracking: float, spans: int) -> None:
    wide = msgspec.structs.replace(line(sans, "Hello big waffle x"), tracking=tracking)
    data = face_pdf([face(wide)], fonts)
    assert text_of(data) == "Hello big waffle x"
    assert contents(data)[0].count("ActualText") == spans


def test_letters_beyond_the_first_plane(fonts: Fonts) -> None:
    data = face_pdf([face(line(fonts.font("Tiny"), "a\U0001f600b"))], fonts)
    assert text_of(data) == "a\U0001f600b"


def test_a_glyph_of_two_letters_reads_as_each_where_it_is(fonts: Fonts) -> None:
    sly = fonts.font("Sly")
    assert sly.shape("k").glyphs == sly.shape("a").glyphs
    data = face_pdf([face(line(sly, "a k aka"))], fonts)
    assert contents(data)[0].count("ActualText") == 2
    assert text_of(data) == "a k aka"


def test_a_letter_met_first_in_a_symbols_name_reads_as_itself(fonts: Fonts, sans: Font) -> None:
    data = face_pdf([face(line(sans, "{white} word"))], fonts)
    assert contents(data)[0].count("ActualText") == 1
    assert text_of(data) == "white word"


def test_a_group_that_says_how_it_reads_is_heard_once(fonts: Fonts) -> None:
    sly = fonts.font("Sly")
    letters = tuple(Group((line(sly, letter),), Matrix.rotation(9 * i)) for i, letter in enumerate("aka b"))
    inner = Group(letters[:2], says="not heard")
    data = face_pdf([face(Group((inner, *letters[2:]), says="aka b"), line(sly, "k", y=90))], fonts)
    assert contents(data)[0].count("ActualText") == 2, (
        "one for the group, one for the other letter of a glyph"
    )
    assert text_of(data).split() == ["aka", "b", "k"]


def test_a_letter_of_two_glyphs_reads_once(fonts: Fonts) -> None:
    sly = fonts.font("Sly")
    assert sly.shape("ab").clusters == ("a", "b", "")
    assert text_of(face_pdf([face(line(sly, "ab b"))], fonts)) == "ab b"


def test_a_symbol_reads_where_it_is(fonts: Fonts, sans: Font) -> None:
    data = face_pdf([face(line(sans, "Bank {white}", x=10, y=30))], fonts)
    text = pypdfium2.PdfDocument(data)[0].get_textpage()
    before = sans.shape("Bank").width + sans.shape(" ").width
    left, bottom, _, top = text.get_charbox(5)
    assert left == pytest.approx(10 + before / 100, abs=0.5)
    assert text.get_charbox(9)[2] == pytest.approx(10 + (before + 1100) / 100, abs=0.5)
    assert 252 - 31 <= bottom < top <= 252 - 20


def test_text_is_where_it_was_set_on_a_turned_face(fonts: Fonts, sans: Font) -> None:
    data = written(fonts, [sheet(place(face(line(sans, "word", x=10, y=30)), 100, 200, turns=1))])
    text = pypdfium2.PdfDocument(data)[0].get_textpage()
    left, bottom, right, top = text.get_charbox(0)
    # (10, 30) of a face 252 high, turned clockwise, is at (252 - 30, 10) of its box.
    assert left == pytest.approx(100 + 222, abs=0.5)
    assert top == pytest.approx(841.89 - (200 + 10), abs=1)
    assert right > left
    assert top > bottom


# fonts


def descendants(data: bytes) -> list[pikepdf.Object]:
    fonts = read(data).pages[0].Resources.Font
    return [fonts[name].DescendantFonts[0] for name in sorted(fonts.keys())]


def test_fonts_are_embedded_subsets(fonts: Fonts, sans: Font) -> None:
    data = face_pdf([face(line(sans, "word"))], fonts)
    (font,) = descendants(data)
    program = font.FontDescriptor.FontFile2.read_bytes()
    assert re.fullmatch(r"/[A-Z]{6}\+SourceSans3-Regular", str(font.BaseFont))
    assert font.FontDescriptor.FontName == font.BaseFont
    assert font.Subtype == "/CIDFontType2"
    assert font.FontDescriptor.FontFile2.Length1 == len(program) < 5000
    assert program == sans.subset(set(sans.shape("word").glyphs))


def test_a_subsets_tag_distinguishes_it_from_another(fonts: Fonts, sans: Font) -> None:
    (one,), (other,) = (descendants(face_pdf([face(line(sans, text))], fonts)) for text in ("word", "other"))
    assert one.BaseFont != other.BaseFont


def test_widths_are_the_fonts_own(fonts: Fonts, sans: Font) -> None:
    (font,) = descendants(face_pdf([face(line(sans, "waffle {gem}"))], fonts))
    widths: dict[int, float] = {}
    parts = list(font.W)
    for first, advances in zip(parts[::2], parts[1::2], strict=True):
        widths |= {int(first) + i: float(advance) for i, advance in enumerate(advances)}
    used = {*sans.shape("waffle").glyphs, *sans.shape(" ").glyphs, *sans.shape("g").glyphs}
    assert widths == {glyph: sans.advance(glyph) for glyph in used}


def test_the_descriptor_is_true(fonts: Fonts) -> None:
    italic = fonts.font("Source Sans 3", italic=True)
    (font,) = descendants(face_pdf([face(line(italic, "word"))], fonts))
    descriptor = font.FontDescriptor
    assert int(descriptor.Flags) == 4 + 64
    assert float(descriptor.ItalicAngle) == italic.italic_angle < 0
    assert numbers(descriptor.FontBBox) == list(italic.bbox)
    found = [int(descriptor[f"/{name}"]) for name in ("Ascent", "Descent", "CapHeight")]
    assert found == [italic.ascent, italic.descent, italic.cap_height]


def test_cff_outlines(fonts: Fonts) -> None:
    curve = fonts.font("Curve")
    data = face_pdf([face(line(curve, "abc {ab}"))], fonts)
    (font,) = descendants(data)
    assert curve.outlines == "cff"
    assert font.Subtype == "/CIDFontType0"
    assert font.FontDescriptor.FontFile3.Subtype == "/CIDFontType0C"
    assert "/CIDToGIDMap" not in font
    assert text_of(data) == "abc ab"


def test_no_entry_block_is_longer_than_a_hundred(fonts: Fonts, sans: Font) -> None:
    letters = "".join(chr(code) for code in range(0x21, 0x17F) if not sans.missing(chr(code)))
    data = face_pdf([face(*(line(sans, letter, y=20 + i) for i, letter in enumerate(letters)))], fonts)
    fonts_there = read(data).pages[0].Resources.Font
    table = fonts_there["/F1"].ToUnicode.read_bytes().decode("ascii")
    counts = [int(count) for count in re.findall(r"(\d+) beginbfchar", table)]
    assert len(counts) > 1
    assert max(counts) == 100
    assert sum(counts) == len(re.findall(r"^<", table, re.M)) - 1  # besides the code space


def test_no_font_but_ours(fonts: Fonts, sans: Font) -> None:
    data = face_pdf([face(line(sans, "word"), line(fonts.font("Tiny"), "abc", y=60))], fonts)
    names = [
        str(o.get("/BaseFont"))
        for o in read(data).objects
        if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o
    ]
    assert len(names) == 4
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in names)


# what is shared


def test_a_face_on_many_pages_is_drawn_once(fonts: Fonts, sans: Font) -> None:
    back = face(line(sans, "the back"), name="back")
    data = written(fonts, [sheet(place(back), place(back, 200)) for _ in range(6)])
    assert [content.count("TJ") for content in contents(data)] == [0] * 6
    assert [text_of(data, page) for page in range(6)] == ["the back the back"] * 6


def test_a_shared_face_keeps_its_bleed(fonts: Fonts) -> None:
    back = face(Path(rectangle(Box(-9, -9, 198, 270)), BLACK), bleed=9)
    page = sheet(
        Placement(Piece("d", "c", "", 1, back, back), "back", back, Box(50, 50, *CARD), Box(41, 41, 198, 270))
    )
    (form,) = read(written(fonts, [page] * 3)).pages[0].Resources.XObject.values()
    assert numbers(form.BBox) == [-9, -9, 189, 261]


def test_a_form_is_written_once_and_boxed_by_its_ink(fonts: Fonts) -> None:
    squares = tuple(Path(rectangle(Box(i * 10 - 5, 0, 8, 8)), (i / 10, 0.0, 0.0)) for i in range(10))
    form = Form("art", Size(100, 10), squares)
    pages = [sheet(place(face(Use(form, Matrix.translation(i, i)), name=str(i)))) for i in range(5)]
    (drawn,) = read(written(fonts, pages)).pages[0].Resources.XObject.values()
    assert numbers(drawn.BBox) == [-5, 0, 93, 8]


def jpeg(mode: str) -> bytes:
    from PIL import Image as Pillow

    out = io.BytesIO()
    Pillow.new(mode, (4, 4)).save(out, "JPEG")
    return out.getvalue()


def test_pictures_are_written_once(fonts: Fonts) -> None:
    rgb = bytes(range(48))
    image = Image("d", 4, 4, "rgb", 3, rgb, alpha=bytes(range(16)))
    faces = [face(PlacedImage(image, Box(0, 0, 40, 40)), name=str(i)) for i in range(3)]
    (drawn,) = read(face_pdf(faces, fonts)).pages[0].Resources.XObject.values()
    assert drawn.read_bytes() == rgb
    assert drawn.SMask.read_bytes() == bytes(range(16))
    assert drawn.SMask.ColorSpace == "/DeviceGray"
    assert drawn.ColorSpace == "/DeviceRGB"


@pytest.mark.parametrize(
    ("encoding", "channels", "space"), [("grey", 1, "/DeviceGray"), ("cmyk", 4, "/DeviceCMYK")]
)
def test_samples_come_back_as_they_were(fonts: Fonts, encoding: str, channels: int, space: str) -> None:
    samples = bytes(i * 7 % 256 for i in range(20 * channels))
    image = Image("d", 5, 4, encoding, channels, samples)
    (drawn,) = (
        read(face_pdf([face(PlacedImage(image, Box(0, 0, 40, 40)))], fonts))
        .pages[0]
        .Resources.XObject.values()
    )
    assert drawn.read_bytes() == samples
    assert drawn.ColorSpace == space
    assert drawn.DecodeParms.Predictor == 15


@pytest.mark.parametrize(
    ("mode", "channels", "inverted"), [("L", 1, False), ("RGB", 3, False), ("CMYK", 4, True)]
)
def test_jpegs_are_embedded_as_they_are(fonts: Fonts, mode: str, channels: int, inverted: bool) -> None:
    data = jpeg(mode)
    image = Image("d", 4, 4, "jpeg", channels, data)
    (drawn,) = (
        read(face_pdf([face(PlacedImage(image, Box(0, 0, 40, 40)))], fonts))
        .pages[0]
        .Resources.XObject.values()
    )
    assert drawn.read_raw_bytes() == data
    assert drawn.Filter == "/DCTDecode"
    assert ("/Decode" in drawn) is inverted


# the same bytes

SCRIPT = """
import hashlib, sys
from pathlib import Path
from nineup.model.drawing import Face, GlyphRun, Text
from nineup.typography.fonts import Fonts
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.write import face_pdf
fonts = Fonts(Project(Path('.')))
font = fonts.font('Source Sans 3')
bold = fonts.font('Source Sans 3', 700)
runs = (GlyphRun(font.key, (0.0, 0.0, 0.0), (font.shape('official'),)), GlyphRun(bold.key, (1.0, 0.0, 0.0), (bold.shape('Word'),)))
sys.stdout.write(hashlib.sha256(face_pdf([Face('f', Size(99, 99), 0.0, (Text(9, 9, 9, runs),))], fonts)).hexdigest())
"""


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"},
        {"PYTHONHASHSEED": "2", "TZ": "America/Los_Angeles", "SOURCE_DATE_EPOCH": "5"},
        {"PYTHONHASHSEED": "3", "RL_invariant": "0", "LC_ALL": "tr_TR.UTF-8"},
    ],
)
def test_the_bytes_do_not_depend_on_the_environment(environment: dict[str, str]) -> None:
    root = File(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    namespace: dict[str, object] = {}
    script = SCRIPT.replace("sys.stdout.write", "result = str").replace("Path('.')", f"Path({str(root)!r})")
    exec(script, namespace)
    assert done.stdout == namespace["result"]
    assert len(done.stdout) == hashlib.sha256().digest_size * 2


def test_another_content_has_another_id(fonts: Fonts, sans: Font) -> None:
    first, same, other = (face_pdf([face(line(sans, text))], fonts) for text in ("one", "one", "two"))
    assert first == same
    assert read(first).trailer.ID[0] != read(other).trailer.ID[0]


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "JPEG"])
def test_one_picture_is_in_memory_at_a_time(fonts: Fonts, mode: str) -> None:
    from PIL import Image as Pillow

    out = io.BytesIO()
    noise = [Pillow.effect_noise((300, 300), spread) for spread in (90, 80, 70, 60)]
    if mode == "JPEG":
        Pillow.merge("RGB", noise[:3]).save(out, "JPEG", quality=95)
    else:
        Pillow.merge(mode, noise[: len(mode)]).save(out, "PNG")
    data = out.getvalue()
    digests = [f"picture {number}" for number in range(40)]
    image = image_in_file(lambda: bytes(bytearray(data)), "a.png")
    images = [msgspec.structs.replace(image, digest=digest) for digest in digests]
    faces = [face(PlacedImage(image, Box(0, 0, 40, 40)), name=image.digest) for image in images]
    portions = face_pdf_portions(faces, fonts)
    tracemalloc.start()
    try:
        size = sum(map(len, portions))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size > 40 * 0.9 * len(data)
    assert peak < 12 * len(data)
    assert b"".join(portions) == face_pdf(faces, fonts)
