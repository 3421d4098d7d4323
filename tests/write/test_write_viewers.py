"""Four viewers, of four makers, draw a page of each feature of SVG and a sheet of each game, in time, and
agree.
"""

import io
import subprocess
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.model.drawing import Face
from nineup.pipeline import PrintOptions, RunChoice
from nineup.write import face_pdf
from PIL import Image, ImageChops, ImageFilter
from programs import program

from tests.engines import HEAD, engine, write

ROOT = Path(__file__).parents[2]
SECONDS = 30
"""How long a viewer may take for a page; each takes a tenth of one."""

OFF = 45
"""How far a channel of any pixel may be off, of 255, after both pictures are blurred by two points."""

OFF_OF_CELLS = 60
"""The same for patterns that are turned: viewers round the edges of cells to pixels."""


def _pdfium(pdf: Path, dpi: int) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        return document[0].render(scale=dpi / 72).to_pil()


def _printed(*command: str) -> Image.Image:
    made = subprocess.run(command, capture_output=True, timeout=SECONDS, check=True)
    return Image.open(io.BytesIO(made.stdout))


def _poppler(pdf: Path, dpi: int) -> Image.Image:
    return _printed(program("pdftoppm"), "-r", f"{dpi}", "-l", "1", str(pdf))


def _mupdf(pdf: Path, dpi: int) -> Image.Image:
    return _printed(program("mutool"), "draw", "-q", "-r", f"{dpi}", "-F", "ppm", "-o", "-", str(pdf), "1")


def _ghostscript(pdf: Path, dpi: int) -> Image.Image:
    device = ["-sDEVICE=ppmraw", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", f"-r{dpi}", "-dLastPage=1"]
    return _printed(
        program("gs"), "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", *device, "-sOutputFile=-", str(pdf)
    )


VIEWERS: dict[str, Callable[[Path, int], Image.Image]] = {
    "PDFium": _pdfium,
    "Poppler": _poppler,
    "MuPDF": _mupdf,
    "Ghostscript": _ghostscript,
}

RAMP = '<linearGradient id="g"><stop stop-color="#246"/><stop offset="1" stop-color="#ca8" stop-opacity="{}"/></linearGradient>'
BOX = '<rect x="10" y="10" width="80" height="80" '
DISCS = '<circle cx="35" cy="50" r="25" fill="#246"/><circle cx="65" cy="50" r="25" fill="#ca8"/>'
HATCH = (
    '<pattern id="p" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="{}">'
    '<path d="M0 0V12" stroke="#246" stroke-width="8"/></pattern>'
)
FONT = 'font-family="Source Sans 3" font-size="30" fill="#246"'

FEATURES = {
    "shapes": DISCS + '<path d="M10 90Q50 60 90 90Z" fill="#a33"/><polygon points="10 10 30 10 20 25"/>',
    "nested svg": '<svg x="20" y="20" width="50" height="50" viewBox="0 0 10 10"><circle cx="5" cy="5" r="7"/></svg>',
    "symbol": f'<symbol id="s" viewBox="0 0 100 100">{DISCS}</symbol><use href="#s" width="60" height="90"/>',
    "rule": '<path d="M10 10H90V90H10ZM30 30H70V70H30Z" fill="#246" fill-rule="evenodd"/>',
    "strokes": '<path d="M15 80L50 15L85 80" fill="none" stroke="#246" stroke-width="12" stroke-linejoin="round"/>',
    "dashes": '<circle cx="50" cy="50" r="35" fill="none" stroke="#246" stroke-width="9" stroke-dasharray="12 9"/>',
    "linear gradient": RAMP.format(1) + BOX + 'fill="url(#g)"/>',
    "radial gradient": RAMP.format(1).replace("linear", "radial") + BOX + 'fill="url(#g)"/>',
    "fading gradient": RAMP.format(0) + BOX + 'fill="url(#g)"/>',
    "gradient in a stroke": RAMP.format(1)
    + '<circle cx="50" cy="50" r="35" fill="none" stroke="url(#g)" stroke-width="12"/>',
    "pattern": HATCH.format("") + BOX + 'fill="url(#p)"/>',
    "turned pattern": HATCH.format("rotate(45)") + BOX + 'fill="url(#p)"/>',
    "pattern in a pattern": HATCH.format("rotate(30)")
    + '<pattern id="q" width="40" height="40" patternUnits="userSpaceOnUse"><rect width="30" height="30" fill="url(#p)"/></pattern>'
    + BOX
    + 'fill="url(#q)" opacity=".8"/>',
    "pattern in a stroke": HATCH.format("")
    + '<circle cx="50" cy="50" r="35" fill="none" stroke="url(#p)" stroke-width="20"/>',
    "markers": '<marker id="k" markerWidth="3" markerHeight="3" refX="1.5" refY="1.5"><circle cx="1.5" cy="1.5" r="1.5" fill="#a33"/>'
    '</marker><path d="M20 80L50 20L80 80" fill="none" stroke="#246" stroke-width="6" marker-start="url(#k)" marker-mid="url(#k)"/>',
    "opacity": f'<g opacity=".5">{DISCS}</g>',
    "blending": DISCS + BOX + 'fill="#ca8" style="mix-blend-mode: multiply"/>',
    "clip": f'<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath><g clip-path="url(#c)">{DISCS}</g>',
    "mask": f'{RAMP.format(1)}<mask id="m">{BOX}fill="url(#g)"/></mask><g mask="url(#m)">{DISCS}</g>',
    "filter": f'<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><g filter="url(#f)">{DISCS}</g>',
    "transform": f'<g transform="rotate(20 50 50) skewX(10) scale(.8)">{DISCS}</g>',
    "text": f'<text x="10" y="60" {FONT}>waffle</text>',
    "spaced text": f'<text x="10" y="60" {FONT} letter-spacing="4" font-weight="700">oak</text>',
    "text with a gradient": f'{RAMP.format(1)}<text x="10" y="60" {FONT} style="fill: url(#g)">waffle</text>',
    "text along a path": f'<path id="t" d="M10 60Q50 20 90 60" fill="none"/><text {FONT}><textPath href="#t">arch</textPath></text>',
}
"""A page of each row of the table in `docs/layouts.md`."""

SHEETS = {
    "gem-rush": "first-player",
    "gem-thief": "scene-mat",
    "gemotion": "white-gem",
    "plein-air": "tile",
    "raghba": "soul",
}
"""A component of each game that fits on a sheet."""


@pytest.mark.parametrize("feature", FEATURES)
def test_viewers_agree_on_a_feature(feature: str, tmp_path: Path) -> None:
    findings = Findings()
    write(tmp_path, {"toy/art.svg": f"{HEAD}{FEATURES[feature]}</svg>"})
    layouts = engine(tmp_path, findings)
    form = layouts.form("art.svg")
    assert form is not None, findings
    page = tmp_path / "page.pdf"
    page.write_bytes(face_pdf([Face("art", form.size, 0.0, form.ops)], layouts.fonts))
    _agree(page, 288, OFF_OF_CELLS if 'patternTransform="rotate' in FEATURES[feature] else OFF)


@pytest.mark.parametrize("game", SHEETS)
def test_viewers_agree_on_a_sheet(game: str, tmp_path: Path) -> None:
    choice, options = RunChoice(components=(SHEETS[game],)), PrintOptions(("a4",), output=tmp_path)
    pipeline.build(Project(ROOT), game, choice, options, Findings(), lambda *_: None)
    _agree(next(tmp_path.rglob("*.pdf")), 200, OFF)


def _agree(pdf: Path, dpi: int, most: int) -> None:
    drawn = {name: draw(pdf, dpi).convert("RGB") for name, draw in VIEWERS.items()}
    size = drawn["PDFium"].size
    drawn = {name: each.resize(size).filter(ImageFilter.BoxBlur(dpi / 36)) for name, each in drawn.items()}
    assert min(low for low, _ in drawn["PDFium"].getextrema()) < 200, "nothing is drawn"  # type: ignore[misc,union-attr]
    off = {
        (one, other): max(high for _, high in ImageChops.difference(drawn[one], drawn[other]).getextrema())  # type: ignore[misc,union-attr]
        for one, other in combinations(drawn, 2)
    }
    assert max(off.values()) < most, off
