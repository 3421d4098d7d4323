"""Four viewers, of four makers, draw a page of each feature of SVG and the first page of each sheet of the games,
in time, and agree.
"""

import re
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
SECONDS = 60
"""How long a viewer may take for a document; on an idle machine each takes less than three."""

OFF = 45
"""How far a channel of any pixel may be off, of 255, after both pictures are blurred by two points."""

OFF_OF_CELLS = 60
"""The same for patterns that are turned: viewers round the edges of cells to pixels."""


def _pdfium(pdf: Path, dpi: int, last: int) -> list[Image.Image]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [document[page].render(scale=dpi / 72).to_pil() for page in range(last)]


def _printed(folder: Path, *command: str) -> list[Image.Image]:
    """What a command draws into the folder, a file per page."""
    subprocess.run(command, capture_output=True, timeout=SECONDS, check=True)
    files = sorted(folder.iterdir(), key=lambda file: int(re.sub(r"\D", "", file.stem)))
    return [Image.open(file) for file in files]


def _poppler(pdf: Path, dpi: int, last: int) -> list[Image.Image]:
    folder = _new_folder(pdf, "poppler")
    return _printed(folder, program("pdftoppm"), "-r", f"{dpi}", "-l", f"{last}", str(pdf), f"{folder}/p")


def _mupdf(pdf: Path, dpi: int, last: int) -> list[Image.Image]:
    folder = _new_folder(pdf, "mupdf")
    flags = ["-q", "-r", f"{dpi}", "-F", "ppm", "-o", f"{folder}/%d.ppm"]
    return _printed(folder, program("mutool"), "draw", *flags, str(pdf), f"1-{last}")


def _ghostscript(pdf: Path, dpi: int, last: int) -> list[Image.Image]:
    folder = _new_folder(pdf, "ghostscript")
    device = [
        "-sDEVICE=ppmraw",
        "-dTextAlphaBits=4",
        "-dGraphicsAlphaBits=4",
        f"-r{dpi}",
        f"-dLastPage={last}",
    ]
    flags = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER"]
    return _printed(folder, program("gs"), *flags, *device, f"-sOutputFile={folder}/%d.ppm", str(pdf))


def _new_folder(pdf: Path, viewer: str) -> Path:
    folder = pdf.with_name(f"{pdf.stem}-{viewer}")
    folder.mkdir()
    return folder


VIEWERS: dict[str, Callable[[Path, int, int], list[Image.Image]]] = {
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
    "a stroke that isn't scaled": '<g transform="scale(2 1)"><circle cx="25" cy="50" r="18" fill="none" stroke="#246" '
    'stroke-width="6" style="vector-effect: non-scaling-stroke"/></g>',
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
    "words apart": f'<text x="10" y="60" {FONT} word-spacing="14">an oak</text>',
    "text in a frame": f'<flowRoot {FONT}><flowRegion><rect x="10" y="10" width="80" height="80"/></flowRegion>'
    "<flowPara>an oak</flowPara></flowRoot>",
    "text with a gradient": f'{RAMP.format(1)}<text x="10" y="60" {FONT} style="fill: url(#g)">waffle</text>',
    "text along a path": f'<path id="t" d="M10 60Q50 20 90 60" fill="none"/><text {FONT}><textPath href="#t">arch</textPath></text>',
    "links, choices": f'<defs><circle id="x" r="9"/></defs><a href="#x">{DISCS}</a><use href="#x" x="50" y="50"/><switch><g systemLanguage="xx">{BOX}/></g><g>{BOX}fill="none" stroke="#a33"/></g></switch>',
    "lines": '<line x1="10" y1="20" x2="90" y2="40" stroke="#246" stroke-width="8" stroke-linecap="round"/>'
    '<polyline points="10 90 50 50 90 90" fill="none" stroke="#a33" stroke-width="8" stroke-miterlimit="2"/>'
    '<ellipse cx="50" cy="60" rx="30" ry="10" fill="#ca8"/>',
    "pictures": '<image href="dots.png" x="10" y="10" width="80" height="80"/><title>t</title><desc>d</desc><metadata/>',
    "colors": "".join(
        f'<rect x="{10 + 12 * column}" y="10" width="10" height="80" style="color: #a33; fill: {color}"/>'
        for column, color in enumerate(
            (
                "rgb(32 64 96)",
                "teal",
                "hsl(30 60% 60%)",
                "currentColor",
                "color(display-p3 .8 .3 .1)",
                "oklch(60% .15 250)",
            )
        )
    ),
    "isolation": f'<g style="isolation: isolate">{DISCS}{BOX}fill="#ca8" style="mix-blend-mode: multiply"/></g>',
    "paint order": '<circle cx="50" cy="50" r="30" fill="#ca8" stroke="#246" stroke-width="14" paint-order="stroke"/>',
    "hidden": f'{DISCS}<g display="none">{BOX}/></g><g visibility="hidden">{BOX}/></g>',
    "turned about a point": f'{BOX}fill="#246" style="transform-origin: 50px 50px; transform: rotate(30deg) scale(.6)"/>',
    "styles": "<style>"
    "g rect {fill: #246} .mark > rect {fill: #a33} #last {fill: #ca8 !important} rect + path {fill: #333}"
    " [height='9'] {opacity: .5} rect ~ circle {fill: #063} rect:first-child {stroke: #111} rect:nth-child(2n+1) {stroke-width: 3}"
    " circle:not(.mark) {stroke: #a33} :is(path, line) {stroke: #246} @media print {path {stroke-width: 4}}"
    " svg {--edge: #222} circle {stroke: var(--edge)}</style>"
    '<g class="mark"><rect x="10" y="10" width="30" height="20"/><rect id="last" x="50" y="10" width="40" height="9"/>'
    '<path d="M10 50H90V70H10Z"/><circle cx="50" cy="85" r="9"/></g>',
    "lengths": '<rect x="1mm" y="0.2cm" width="0.2in" height="20pt" fill="#246"/><rect x="50%" y="30px" width="2em" height="2ex" '
    'fill="#a33"/><rect x="10" y="70" width="2rem" height="10" fill="#063"/>',
    "letters apart": f'<text {FONT} x="10 30 50" y="30 40 30" dx="0 2" dy="0 5" rotate="0 20 -20">oak</text>'
    f'<text {FONT} x="90" y="80" text-anchor="end" textLength="60" lengthAdjust="spacingAndGlyphs" xml:space="preserve">ash</text>',
    "raised letters": f'<text x="10" y="50" {FONT} dominant-baseline="hanging">a<tspan baseline-shift="super" font-size="15">b</tspan>'
    '<tspan text-decoration="underline" font-style="italic" fill="#a33">c</tspan></text>'
    f'<text id="r" x="10" y="30" {FONT}>elm</text><text x="60" y="30" {FONT}><tref href="#r"/></text>',
    "edged letters": f'<text x="10" y="70" {FONT} font-weight="700" stroke="#a33" stroke-width="2">oak</text>',
    "text with a pattern": f'{HATCH.format("")}<text x="5" y="60" {FONT} style="fill: url(#p); font-weight: 700">oak</text>',
    "text far along a path": f'<path id="t" d="M10 60Q50 20 90 60" fill="none"/><text {FONT}><textPath href="#t" startOffset="50%" '
    'text-anchor="middle">arc</textPath></text>',
}
"""A page of each row of the table in `docs/layouts.md`."""


WRITTEN = {
    "#rrggbb": "#246",
    ".classes": ".mark",
    "#ids": "#last",
    "[attributes]": "[height=",
    "g > rect": ".mark > rect",
    "g + rect": "rect + path",
    "g ~ rect": "rect ~ circle",
    "stroke-…": "stroke-miterlimit",
    "svg": "<svg",
    "g": "<g",
    "a": "<a ",
    "x": ' x="',
    "y": ' y="',
    'style="…"': 'style="',
    "letter-spacing": "letter-spacing=",
}
"""Words of the table as features have them, where these differ."""

GAMES = ("gem-rush", "gem-thief", "gemotion", "plein-air", "raghba")


def test_each_word_of_the_table_is_in_a_feature() -> None:
    documented = (ROOT / "docs/layouts.md").read_text("utf-8").partition("## Supported SVG")[2]
    rows = [line for line in documented.partition("\n\nData that")[0].splitlines() if line.startswith("| ")]
    words = [word for row in rows for word in re.findall(r"`([^`]+)`", row)]
    assert len(words) > 90
    drawn = "".join(FEATURES.values())
    plain = [(word, WRITTEN.get(word, re.split(r"[(=]", word)[0])) for word in words]
    assert not [word for word, written in plain if written not in drawn]


def test_viewers_agree_on_features(tmp_path: Path) -> None:
    findings = Findings()
    dots = Image.effect_noise((8, 8), 200).resize((64, 64), Image.Resampling.BOX)
    (tmp_path / "layouts" / "toy").mkdir(parents=True)
    dots.save(tmp_path / "layouts/toy/dots.png")
    arts = {f"{number}.svg": f"{HEAD}{feature}</svg>" for number, feature in enumerate(FEATURES.values())}
    write(tmp_path, {f"toy/{name}": art for name, art in arts.items()})
    layouts = engine(tmp_path, findings)
    forms = {name: layouts.form(name) for name in arts}
    assert all(forms.values())
    assert not [each for each in findings if each.severity == "error"]
    pdf = tmp_path / "features.pdf"
    faces = [Face(name, form.size, 0.0, form.ops) for name, form in forms.items() if form is not None]
    pdf.write_bytes(face_pdf(faces, layouts.fonts))
    off = _off(pdf, 288, len(FEATURES))
    most = {
        name: OFF_OF_CELLS if 'patternTransform="rotate' in art else OFF for name, art in FEATURES.items()
    }
    apart = dict(zip(FEATURES, off, strict=True))
    assert not {
        name: max(each.items(), key=lambda pair: pair[1])
        for name, each in apart.items()
        if max(each.values()) >= most[name]
    }


@pytest.mark.parametrize("game", GAMES)
def test_viewers_agree_on_sheets(game: str, tmp_path: Path) -> None:
    pipeline.build(
        Project(ROOT), game, RunChoice(), PrintOptions(("a4",), output=tmp_path), Findings(), lambda *_: None
    )
    sheets = sorted(tmp_path.rglob("*-a4.pdf"))
    assert sheets
    apart = {sheet.stem: _off(sheet, 200, 1)[0] for sheet in sheets}
    assert not {
        name: max(each.items(), key=lambda pair: pair[1])
        for name, each in apart.items()
        if max(each.values()) >= OFF
    }


def _off(pdf: Path, dpi: int, last: int) -> list[dict[tuple[str, str], float]]:
    """How far two viewers are apart on each page, of 255."""
    drawn = {name: draw(pdf, dpi, last) for name, draw in VIEWERS.items()}
    assert all(len(pages) == last for pages in drawn.values()), {
        name: len(each) for name, each in drawn.items()
    }
    blank = [number for number, page in enumerate(drawn["PDFium"]) if page.convert("L").getextrema()[0] > 200]  # type: ignore[operator,index]
    assert not blank, f"nothing is drawn on the pages {blank}, counted from 0"
    return [_apart(dict(zip(drawn, pages, strict=True)), dpi) for pages in zip(*drawn.values(), strict=True)]


def _apart(drawn: dict[str, Image.Image], dpi: int) -> dict[tuple[str, str], float]:
    size = drawn["PDFium"].size
    soft = {
        name: each.convert("RGB").resize(size).filter(ImageFilter.BoxBlur(dpi / 36))
        for name, each in drawn.items()
    }
    return {
        (one, other): max(high for _, high in ImageChops.difference(soft[one], soft[other]).getextrema())  # type: ignore[misc,union-attr]
        for one, other in combinations(soft, 2)
    }
