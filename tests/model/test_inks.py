"""The notation of inks: what each form means, what is refused, and that an ink changes nothing but what a
press prints.
"""

import pickle
import re
from pathlib import Path as File

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size
from nineup.base.project import Project
from nineup.model.digests import digest
from nineup.model.drawing import Cmyk, Face, InkColour, Path, Spot, hex_of, rectangle
from nineup.model.inks import split_ink
from nineup.pipeline import BuildResult, PrintOptions, RunChoice, build, draw
from nineup.svg.values.values import InvalidError, colour
from nineup.typography.text.style import hexadecimal
from tiny import BACK, GAME, STYLE, write_tiny

RED = Cmyk(0.1, 1.0, 0.85, 0.05)


@pytest.mark.parametrize(
    ("text", "plain", "ink"),
    [
        ("#b5162b device-cmyk(0.1, 1, 0.85, 0.05)", "#b5162b", RED),
        ("#b5162b device-cmyk(10% 100% 85% 5%)", "#b5162b", RED),
        ("rgb(1, 2, 3) DEVICE-CMYK(.1 1 .85 .05)", "rgb(1, 2, 3)", RED),
        ("#b5162b icc-color(coated, 0.1, 1, 0.85, 0.05)", "#b5162b", RED),
        ("#b5162b icc-color(swatches, 3)", "#b5162b", None),
        ("#b5162b spot(Warm Red C, 0.1, 1, 0.85, 0.05)", "#b5162b", Spot("Warm Red C", RED)),
        (
            "#b5162b spot(CutContour, 0.1, 1, 0.85, 0.05, overprint)",
            "#b5162b",
            Spot("CutContour", RED, overprint=True),
        ),
        ("#b5162b", "#b5162b", None),
        ("rgb(1, 2, 3)", "rgb(1, 2, 3)", None),
    ],
)
def test_an_ink_follows_its_colour(text: str, plain: str, ink: Cmyk | Spot | None) -> None:
    assert split_ink(text) == (plain, ink)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("device-cmyk(0, 0, 0, 1)", "has no sRGB color before its ink"),
        ("#000 device-cmyk(0, 0, 1)", "has 3 amounts of ink, not 4"),
        ("#000 device-cmyk(0, 0, 0, 1.5)", "`1.5` is not an amount of ink from 0 to 1, or 0% to 100%"),
        ("#000 device-cmyk(0, 0, 0, 120%)", "`120%` is not an amount of ink"),
        ("#000 device-cmyk(0, 0, 0, -1)", "`-1` is not an amount of ink"),
        ("#000 device-cmyk(0, 0, 0, ١)", "`١` is not an amount of ink"),
        ("#000 spot(0, 0, 0, 1)", "is not a spot ink: name it"),
        ("#000 spot(Black, 0, 0, 0, 1)", "`Black` can't be the name of a spot ink"),
    ],
)
def test_what_is_no_ink_is_refused_in_palettes_and_layouts(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        hexadecimal(text)
    with pytest.raises(InvalidError, match=re.escape(message)):
        colour(text)


def test_a_colour_with_an_ink_is_another_colour_that_looks_the_same() -> None:
    plain, inked = (0.5, 0.25, 0.0), InkColour((0.5, 0.25, 0.0), RED)
    assert inked not in (plain, InkColour(plain, Spot("Red", RED)))
    assert plain != inked
    assert len({plain, inked, InkColour(plain, RED)}) == 2
    assert repr(inked) != repr(plain)
    assert hex_of(inked) == hex_of(plain)
    assert pickle.loads(pickle.dumps(inked)) == inked
    faces = [
        Face("", Size(9, 9), 0, (Path(rectangle(Box(0, 0, 9, 9)), fill=fill),)) for fill in (plain, inked)
    ]
    assert digest(faces[0]) == digest(faces[1]), "on a sheet"


def test_an_ink_reaches_the_drawing_and_leaves_the_sheets_as_they_are(tmp_path: File) -> None:
    ink = "device-cmyk(0.2, 0.1, 0, 0.9)"
    inked_style = STYLE.replace('"#222222"', f'"#222222 {ink}"')
    inked_game = GAME.replace('"#b5162b"', f'"#b5162b {ink}"')
    inked_back = BACK.replace('"#334455"', f'"#334455 {ink}"')
    plain = write_tiny(tmp_path / "plain")
    inked = write_tiny(tmp_path / "inked", game=inked_game, back=inked_back, style=inked_style)
    drawn = draw(Project(inked), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    assert not isinstance(drawn, BuildResult), list(findings)
    first = next(each for each in drawn.drawn if each.part.component.id == "deck")
    kept = "Cmyk(cyan=0.2, magenta=0.1, yellow=0.0, black=0.9)"
    assert repr(first.front.ops).count(kept) >= 3, "the frame's, the title's and the text's"
    assert first.back is not None
    assert kept in repr(first.back.ops)
    for root in (plain, inked):
        build(Project(root), "tiny", RunChoice(), PrintOptions(), findings, lambda *_: None)
    sheets = [sorted((root / "output").rglob("*.pdf")) for root in (plain, inked)]
    assert [each.read_bytes() for each in sheets[0]] == [each.read_bytes() for each in sheets[1]]
    assert sheets[0]
