"""What must hold of how Gemotion looks: clear of the cut, large enough to read, one back, colours told apart."""

import io
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops

from generator.build import Choice, choose
from generator.diagnostics import Findings
from generator.drawing import Face, Group, Op, Text
from generator.fonts import Fonts
from generator.game import Game
from generator.layout import Studio
from generator.load import load_tree
from generator.project import Project
from generator.text import build_styles
from generator.typeset import Drawn, typeset
from generator.units import MM
from generator.write import face_pdf

ROOT = Path(__file__).parents[2]
DPI = 72
SAFE = {"card": 3 * MM, "mat": 3 * MM, "token": 1.5 * MM}
"""How far inside the trim all ink stays. Tokens are small, and cut with a punch that fits them."""
LEAST = 7.5
"""The least size of text to be read at the table, in points."""


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts(Project(ROOT))


@pytest.fixture(scope="module")
def drawn(gemotion: Game, fonts: Fonts) -> Sequence[Drawn]:
    """One of each face of the whole game, without regard to the owner."""
    findings = Findings()
    project = Project(ROOT)
    read = load_tree(project, "layouts/gemotion/style.yaml", findings)
    assert read is not None
    sheet = build_styles(*read, fonts, findings)
    run = choose(gemotion, Choice(players=6, owners=("flame",)), findings)
    assert sheet is not None
    assert run is not None
    faces = typeset(run, Studio(project, gemotion, fonts, sheet, findings), findings)
    assert not findings.failed
    return faces


def pictures(faces: Sequence[Face], fonts: Fonts, dpi: int = DPI) -> list[Image.Image]:
    document = pdfium.PdfDocument(io.BytesIO(face_pdf(dict.fromkeys(faces), fonts, "", "", "")))
    return [document[i].render(scale=dpi / 72).to_pil().convert("L") for i in range(len(document))]


def test_all_ink_stays_inside_the_safe_zone(drawn: Sequence[Drawn], fonts: Fonts) -> None:
    zones = {face: SAFE[d.part.component.shape] for d in drawn for face in (d.front, d.back) if face}
    for (face, safe), picture in zip(zones.items(), pictures(list(zones), fonts), strict=True):
        ink = ImageChops.invert(picture).point(lambda level: 255 if level > 8 else 0).getbbox()
        assert ink is not None, face.name
        edge = safe * DPI / 72 - 1
        width, height = picture.size
        assert min(ink[0], ink[1], width - ink[2], height - ink[3]) >= edge, face.name


def lines(ops: Sequence[Op]) -> Iterator[tuple[float, str]]:
    """The size of each line of text in points, with what it says."""
    for op in ops:
        if isinstance(op, Group):
            yield from lines(op.ops)
        elif isinstance(op, Text):
            pieces = (piece for run in op.runs for piece in run.pieces)
            yield op.size, "".join(getattr(piece, "text", "") for piece in pieces)


def test_what_is_read_at_the_table_is_large_enough(drawn: Sequence[Drawn]) -> None:
    for d in drawn:
        card = d.part.card
        color = card.values.get("color")
        footer = {card.id, "Power", "Gemotion", getattr(color, "fields", {}).get("name")}
        for size, text in lines(d.front.ops):
            assert size >= LEAST or text in footer, f"{card.id}: {text} at {size} pt"


def test_the_common_back_is_the_same_turned_by_half_a_turn(drawn: Sequence[Drawn], fonts: Fonts) -> None:
    back = next(d.back for d in drawn if d.part.component.id == "power")
    assert back is not None
    (picture,) = pictures([back], fonts)
    unlike = ImageChops.difference(picture, picture.rotate(180)).point(lambda level: 255 if level > 96 else 0)
    assert sum(unlike.histogram()[255:]) < 0.005 * picture.width * picture.height


# How a dichromat sees linear sRGB (Machado, Oliveira and Fernandes 2009, severity 1.0).
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WHITE_POINT = (0.9505, 1.0, 1.089)


def linear(tone: str) -> list[float]:
    channels = [int(tone[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def lab(rgb: Sequence[float]) -> tuple[float, float, float]:
    """CIELAB (D65) of linear sRGB."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True))) for row in rows]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (value / white for value, white in zip(xyz, WHITE_POINT, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
def test_gems_are_told_apart_by_colour_too(gemotion: Game, sight: str) -> None:
    tones = {
        name: symbol.fields["tone"] for name, symbol in gemotion.symbols.items() if "tone" in symbol.fields
    }
    assert len(tones) == 9
    seen = {
        name: lab(
            [max(0.0, sum(a * b for a, b in zip(row, linear(tone), strict=True))) for row in SIGHT[sight]]
        )
        for name, tone in tones.items()
    }
    for one, other in itertools.combinations(seen, 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert distance >= 15, f"{one} and {other}"


def test_every_gem_has_its_own_cut(gemotion: Game, fonts: Fonts) -> None:
    """Silhouettes differ in more than a tenth of the square that a gem is drawn in: shape alone tells."""
    gems = [name for name, symbol in gemotion.symbols.items() if "feeling" in symbol.fields]
    findings = Findings()
    read = load_tree(Project(ROOT), "layouts/gemotion/style.yaml", findings)
    assert read is not None
    sheet = build_styles(*read, fonts, findings)
    assert sheet is not None
    studio = Studio(Project(ROOT), gemotion, fonts, sheet, findings)
    forms = [studio.form(f"gems/{name}.svg") for name in gems]
    faces = [Face(form.name, form.size, 0, form.ops) for form in forms if form is not None]
    assert len(faces) == 9
    shapes = [
        picture.point(lambda level: 0 if level < 255 else 255) for picture in pictures(faces, fonts, 4 * DPI)
    ]
    for (one, a), (other, b) in itertools.combinations(zip(gems, shapes, strict=True), 2):
        unlike = sum(ImageChops.difference(a, b).histogram()[255:])
        assert unlike >= 0.1 * a.width * a.height, f"{one} and {other}"
