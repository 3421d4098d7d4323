"""Adjacent full-width marks are tightened, and justified Korean has no wide gaps."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from nineup.base.geometry import Box
from nineup.base.project import Project
from nineup.model.drawing import Shaped, Text
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, Style, StyleSheet, set_frame

OPENING, CLOSING, MIDDLE = "（「『“", "）」』。、”", "・："
LETTERS = "あいうえ각나다라마"


def font(*, comma: tuple[int, int] = (100, 400), width: int = 1000) -> bytes:
    """A font of full-width letters and marks, whose ink is in the half where it belongs; that of `，` from a place to another."""
    ink = {
        **dict.fromkeys(LETTERS, (100, 900)),
        **dict.fromkeys(OPENING, (600, 900)),
        **dict.fromkeys(CLOSING, (100, 400)),
        **dict.fromkeys(MIDDLE, (400, 600)),
        "，": comma,
    }
    names = {letter: f"u{ord(letter):04X}" for letter in (*ink, "\u3000", " ")}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for letter, name in names.items():
        pen = TTGlyphPen(None)
        if letter in ink:
            left, right = ink[letter]
            for move, corner in enumerate(((left, 0), (left, 700), (right, 700), (right, 0))):
                (pen.lineTo if move else pen.moveTo)(corner)
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    widths = {
        name: (250 if letter == " " else width, ink.get(letter, (0, 0))[0]) for letter, name in names.items()
    }
    builder.setupHorizontalMetrics({".notdef": (1000, 0), **widths})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Wide", "styleName": "Regular", "psName": "Wide-Regular"})
    builder.setupOS2(sCapHeight=700, sxHeight=500)
    builder.setupPost()
    file = BytesIO()
    builder.font.save(file)
    return file.getvalue()


def set_lines(root: Path, text: str, measure: float, align: str = "start", **shape: object) -> list[Text]:
    (root / "fonts").mkdir(exist_ok=True)
    for style in ("Regular", "Bold"):
        (root / f"fonts/Wide-{style}.ttf").write_bytes(font(**shape))  # type: ignore[arg-type]
    setting = Setting(Fonts(Project(root)), StyleSheet({}, {}), {}, ())
    style = Style("Wide", size=10, min_size=10, align=align)  # type: ignore[arg-type]
    found = set_frame(text, Box(0, 0, measure, 400), style, setting)
    assert found.problems == ()
    return [op for op in found.ops if isinstance(op, Text)]


def pieces(line: Text) -> list[Shaped]:
    return [piece for run in line.runs for piece in run.pieces if isinstance(piece, Shaped)]


def ems(line: Text) -> float:
    return sum(piece.width for piece in pieces(line)) / 1000


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("）。「", 2),
        ("あ）。「い", 4),
        ("「『あ』」", 4),
        ("あ、「い」、う", 6),
        ("あ」「い」『う", 6),
        ("あ）・（い", 4),
        ("あ・い", 3),
        ("あ：「い", 3.5),
        ("あ。\u3000い", 3.5),
        ("あ\u3000「い", 3.5),
        ("あ。”「い", 4),
        ("**あ）**。[underline]{「い}", 4),
        ("あ。[underline]{「い}", 3.5),
        ("あ）い（う", 5),
        ("あ，「い", 3.5),
    ],
)
def test_adjacent_marks_lose_their_blank_halves(tmp_path: Path, text: str, width: float) -> None:
    (line,) = set_lines(tmp_path, text, 300)
    assert ems(line) == width
    assert "".join(piece.text for piece in pieces(line)) == re.sub(r"\*|\[\w+\]|[{}]", "", text)


def test_what_the_font_draws_decides(tmp_path: Path) -> None:
    (line,) = set_lines(tmp_path, "あ，」い", 300, comma=(350, 650))
    assert ems(line) == 4  # A comma in the middle of its square, as in Taiwan.
    (line,) = set_lines(tmp_path, "あ）。「い", 300, width=600)
    assert ems(line) == 3  # Proportional marks have no blank halves.


def test_a_line_that_begins_with_a_bracket_keeps_its_square_and_one_that_breaks_there_ends_flush(
    tmp_path: Path,
) -> None:
    first, second = set_lines(tmp_path, "あいう。「えあ", 36)
    assert ("".join(piece.text for piece in pieces(first)), ems(first)) == ("あいう。", 3.5)
    assert ("".join(piece.text for piece in pieces(second)), ems(second)) == ("「えあ", 3)


@pytest.mark.parametrize("measure", range(60, 130, 7))
def test_a_space_of_justified_korean_at_most_doubles(tmp_path: Path, measure: int) -> None:
    text = "각나다 라마각나 다라 마각나다라 마각 나다라마각 나다 라마각 나다라 마각나다"
    lines = set_lines(tmp_path, text, measure, "justify")
    for line in lines[:-1]:
        spaces = [piece for piece in pieces(line) if piece.text == " "]
        assert all(piece.width <= 500 for piece in spaces)
        assert max(adjust for piece in pieces(line) if piece not in spaces for adjust in piece.adjust) <= 90
        assert ems(line) * 10 <= measure + 0.01
        assert ems(line) * 10 > measure - 3
