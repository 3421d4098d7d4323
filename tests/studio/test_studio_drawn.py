"""The layouts that `test_studio_canvas` draws from nothing look the same in a browser, in our PDF, and in Inkscape.

`drawn/` holds them, and what each step changed. Inkscape is tried by `make fuzz`, where it is installed.
"""

import base64
import io
import os
import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from nineup.base import Findings, Project
from nineup.model import Face
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice, draw
from nineup.typography.fonts import Fonts
from nineup.write import FaceSvg, face_pdf
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser
from tiny import GAME, write_tiny

GOLDENS = Path(__file__).with_name("drawn")
WIDTH = 600
"""Of pictures that are compared, in pixels."""
LARGEST = 0.002
"""The largest share of their pixels that may differ by more than a quarter after smoothing: edges do."""
CARDS = """\
fields:
  suit: {one-of: suit}
  name: text
  text: rich
  cost: {counts-of: symbol}
  art: {optional: picture}
cards:
  - {id: first, suit: ruby, name: First Light, text: Wait for the evening., cost: {gem: 3}, art: gem.svg}
  - {id: second, suit: jade, name: Second Wind, text: "Give 2 {gem} to a player.", cost: {gem: 1}}
"""


def write_drawn(root: Path, front: str, back: str) -> Path:
    """A project with two layouts."""
    game = GAME.replace("    for-each: owner\n", "")
    return write_tiny(root, game=game, cards=CARDS, card=front, back=back)


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Face], Fonts]:
    """The faces of both cards, and their back."""
    front, back = ((GOLDENS / f"{name}.svg").read_text(encoding="utf-8") for name in ("front", "back"))
    root = write_drawn(tmp_path_factory.mktemp("drawn"), front, back)
    findings = Findings()
    drawn = draw(Project(root), "tiny", RunChoice(None), PrintOptions(), findings, lambda *_: None)
    assert isinstance(drawn, DrawnRun), findings
    deck = [each for each in drawn.drawn if each.part.component.id == "deck"]
    fronts = list({each.part.card.id: each.front for each in deck}.values())
    assert len(fronts) == 2
    assert deck[0].back is not None
    return [*fronts, deck[0].back], drawn.engine.fonts


def in_pdf(face: Face, fonts: Fonts) -> Image.Image:
    page = pypdfium2.PdfDocument(face_pdf([face], fonts))[0]
    return page.render(scale=WIDTH / page.get_width()).to_pil().convert("RGB")


def wrong(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that are wrong."""
    both = [each.resize((WIDTH, one.height)).filter(ImageFilter.BoxBlur(1.5)) for each in (one, other)]
    red, green, blue = ImageChops.difference(*both).split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(largest.histogram()[64:]) / (WIDTH * one.height)


def in_browser(chromium: Browser, data: bytes) -> Image.Image:
    page = chromium.new_page(viewport={"width": WIDTH, "height": round(WIDTH * 88.9 / 63.5)})
    source = f"data:image/svg+xml;base64,{base64.b64encode(data).decode()}"
    page.set_content(f'<body style="margin:0"><img src="{source}" style="width:100vw">')
    page.wait_for_function("document.images[0].complete")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return picture


def test_a_browser_shows_what_the_pdf_prints(faces: tuple[list[Face], Fonts], chromium: Browser) -> None:
    for face in faces[0]:
        theirs = in_browser(chromium, FaceSvg(faces[1].by_key).write(face))
        assert wrong(in_pdf(face, faces[1]), theirs) < LARGEST


def test_the_measure_sees_what_is_missing(faces: tuple[list[Face], Fonts]) -> None:
    first, second = (in_pdf(each, faces[1]) for each in faces[0][:2])
    assert wrong(first, second) > 2 * LARGEST


@pytest.mark.skipif(not os.environ.get("NINEUP_FUZZ"), reason="make fuzz tries it")
def test_inkscape_shows_what_the_pdf_prints(faces: tuple[list[Face], Fonts], tmp_path: Path) -> None:
    inkscape = shutil.which("inkscape")
    if inkscape is None:
        pytest.skip("Inkscape isn't installed: apt-get install inkscape")
    for number, face in enumerate(faces[0]):
        file = tmp_path / f"{number}.svg"
        svg = FaceSvg(faces[1].by_key).write(face).decode()
        # Before 1.3, Inkscape knew references by their older name only.
        svg = svg.replace(" href=", " xlink:href=")
        file.write_text(svg.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1), "utf-8")
        assert wrong(in_pdf(face, faces[1]), exported(inkscape, file)) < LARGEST


@pytest.mark.skipif(not os.environ.get("NINEUP_FUZZ"), reason="make fuzz tries it")
def test_inkscape_opens_the_layouts_as_they_were_written(tmp_path: Path, chromium: Browser) -> None:
    inkscape = shutil.which("inkscape")
    if inkscape is None:
        pytest.skip("Inkscape isn't installed: apt-get install inkscape")
    for name in ("front", "back"):
        file = Path(shutil.copy(GOLDENS / f"{name}.svg", tmp_path))
        theirs = in_browser(chromium, file.read_bytes())
        assert wrong(exported(inkscape, file), theirs) < 5 * LARGEST  # samples are in any font of the machine


def exported(inkscape: str, file: Path) -> Image.Image:
    """What Inkscape draws of a file, on white."""
    out = file.with_suffix(".png")
    command = [
        inkscape,
        str(file),
        f"--export-filename={out}",
        f"--export-width={WIDTH}",
        "--export-background=#ffffff",
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return Image.open(out).convert("RGB")
