"""Wherever an outline may stand, it may have any number of segments: stored as a tuple or as arrays, it is
drawn alike.
"""

import io
from pathlib import Path

import pypdfium2
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline import PrintOptions, RunChoice
from nineup.pipeline.incremental import BuildCache
from nineup_export import ExportRequest, export, target_named
from PIL import Image, ImageChops
from tiny import STYLE, SVG, write_tiny

COUNTS = 5, 31, 32, 33, 500
SIDE = 12
"""The side of the square that is drawn with each number of segments, in millimetres."""
ROW, DPI = 200, 300
"""The height of a row in pixels, and their number per inch."""

GAME = """\
game: Tiny
designer: Nobody
licence: CC0
players: 2
symbols: {gem: {name: gem, art: gem.svg}}
components:
  deck: {shape: card, size: poker, layout: card.svg, cards: cards.yaml}
"""
CARDS = """\
fields: {d: text}
cards:
  - {id: first, d: M0 0L4 0L4 4Z}
"""
GRADIENT = (
    '<linearGradient id="g{n}"><stop stop-color="#246"/><stop offset="1" stop-color="#ca8"/></linearGradient>'
)
CHECKS = '<rect width="12" height="12" fill="#246"/><circle cx="6" cy="6" r="4" fill="#ca8"/>'

PLACES = {
    "fill": '<path d="{d}" fill="#246"/>',
    "polygon": '<polygon points="{points}" fill="#246"/>',
    "stroke": '<path d="{d}" fill="none" stroke="#246" stroke-width="1.5"/>',
    "dashes": '<path d="{d}" fill="none" stroke="#246" stroke-width="1.5" stroke-dasharray="1.1 1.3"/>',
    "transparent stroke": '<path d="{d}" fill="#ca8" stroke="#246" stroke-width="1.5" stroke-opacity=".4"/>',
    "gradient": GRADIENT + '<path d="{d}" fill="url(#g{n})"/>',
    "gradient in a stroke": GRADIENT + '<path d="{d}" fill="none" stroke="url(#g{n})" stroke-width="1.5"/>',
    "pattern": '<pattern id="p{n}" width="3" height="3" patternUnits="userSpaceOnUse">'
    '<rect width="2" height="1" fill="#246"/></pattern><path d="{d}" fill="url(#p{n})"/>',
    "pattern in a stroke": '<pattern id="p{n}" width="3" height="3" patternUnits="userSpaceOnUse">'
    '<rect width="2" height="3" fill="#246"/></pattern>'
    '<path d="{d}" fill="none" stroke="url(#p{n})" stroke-width="2"/>',
    "in a pattern": '<pattern id="p{n}" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="{d}" transform="scale(.3)" fill="#246"/></pattern><rect width="12" height="12" fill="url(#p{n})"/>',
    "clip": '<clipPath id="c{n}"><path d="{d}"/></clipPath><g clip-path="url(#c{n})">' + CHECKS + "</g>",
    "clip with holes": '<clipPath id="c{n}"><path clip-rule="evenodd" d="{d}M3 3V9H9V3Z"/></clipPath>'
    '<g clip-path="url(#c{n})">' + CHECKS + "</g>",
    "clip of several outlines": '<clipPath id="c{n}"><path d="{d}" transform="scale(.5)"/><path d="{d}" transform="translate(6 6) scale(.5)"/></clipPath>'
    '<g clip-path="url(#c{n})">' + CHECKS + "</g>",
    "clipped clip": '<clipPath id="b{n}"><path d="{d}"/></clipPath><clipPath id="c{n}" clip-path="url(#b{n})"><circle cx="6" cy="6" r="7"/></clipPath>'
    '<g clip-path="url(#c{n})" opacity=".5">' + CHECKS + "</g>",
    "mask": '<mask id="m{n}"><path d="{d}" fill="#999"/></mask><g mask="url(#m{n})">' + CHECKS + "</g>",
    "clipped mask": '<clipPath id="c{n}"><path d="{d}"/></clipPath><mask id="m{n}" mask-type="alpha"><g clip-path="url(#c{n})">'
    + CHECKS
    + '</g></mask><g mask="url(#m{n})">'
    + CHECKS
    + "</g>",
    "blend": CHECKS + '<path d="{d}" fill="#ca8" style="mix-blend-mode: multiply"/>',
    "transparent group": '<g opacity=".5"><path d="{d}" fill="#ca8"/><path d="{d}" transform="scale(.5)" fill="#246"/></g>',
    "marker": '<marker id="k{n}" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" overflow="visible">'
    '<path d="{d}" transform="scale(.5)" fill="#246"/></marker><path d="M3 3H4" marker-start="url(#k{n})"/>',
    "markers along it": '<marker id="k{n}" markerWidth="2" markerHeight="2" refX="1" refY="1" markerUnits="userSpaceOnUse">'
    '<circle cx="1" cy="1" r="1" fill="#246"/></marker><path d="{d}" fill="none" marker-start="url(#k{n})"/>',
    "text along it": '<path id="t{n}" d="{d}" fill="none"/><text font-family="Source Sans 3" font-size="3">'
    '<textPath href="#t{n}">along a path</textPath></text>',
    "bound text along it": '<path id="t{n}" d="{d}" fill="none"/><text class="rules" n:text="{{{{ card.id }}}}">'
    '<textPath href="#t{n}">a</textPath></text>',
    "frame of a text": '<path d="{d}" fill="#ca8" class="rules" n:text="{{{{ card.id }}}}"/>',
    "frame of a symbol": '<path d="{d}" fill="none" stroke="#246" n:symbol="gem"/>',
    "frame of a picture": '<path d="{d}" fill="none" n:image="gem.svg" n:fit="cover"/>',
    "frame of pixels": '<path d="{d}" fill="none" n:image="dots.png" n:fit="cover"/>',
    "bound": '<path d="{d}" n:fill="{{{{ palette.ink }}}}"/>',
    "repeated": '<g n:each="each in [1, 2]" n:row="1mm"><path d="{d}" transform="scale(.4)" fill="#246"/></g>',
    "symbol": '<symbol id="s{n}" viewBox="0 0 12 12"><path d="{d}" fill="#246"/></symbol><use href="#s{n}" width="9" height="12"/>',
    "filter": '<filter id="f{n}"><feOffset dx="1"/></filter><path d="{d}" filter="url(#f{n})" fill="#246"/>',
}
"""Each place, as a drawing of an outline `d`, which is a square."""


def points(segments: int) -> list[tuple[float, float]]:
    """The corners of the square, and others on its sides: an outline of so many segments with its last, which
    closes it.
    """
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    on_side = [(segments - 5 + 3 - side) // 4 for side in range(4)]
    found: list[tuple[float, float]] = []
    for (x, y), (u, v), between in zip(corners, corners[1:], on_side, strict=False):
        steps = [n / (between + 1) for n in range(between + 1)]
        found += [(SIDE * (x + step * (u - x)), SIDE * (y + step * (v - y))) for step in steps]
    return found


def card(place: str) -> str:
    """A layout that draws a place with each number of segments, one below the other."""
    cells = []
    for row, n in enumerate(COUNTS):
        corners = [f"{x:.4f} {y:.4f}" for x, y in points(n)]
        drawn = PLACES[place].format(n=n, d=f"M{'L'.join(corners)}Z", points=" ".join(corners))
        cells.append(f'<g transform="translate(20 {3 + row * ROW / DPI * 25.4:.6f})">{drawn}</g>')
    return SVG.format(w=63.5, h=88.9) + "\n".join(cells) + "</svg>"


@pytest.fixture
def project(tmp_path: Path, request: pytest.FixtureRequest) -> Project:
    write_tiny(tmp_path, game=GAME, cards=CARDS, style=STYLE, card=card(request.param))
    Image.linear_gradient("L").resize((64, 64)).convert("RGB").save(tmp_path / "layouts/tiny/dots.png")
    return Project(tmp_path)


def test_the_square_has_as_many_segments_as_it_says() -> None:
    assert [len(points(n)) + 1 for n in COUNTS] == list(COUNTS)


@pytest.mark.parametrize("project", PLACES, indirect=True)
def test_any_number_of_segments_is_drawn_everywhere(project: Project) -> None:
    findings = Findings()
    assert pipeline.check(project, "tiny", findings) is not None
    options = PrintOptions(("face",))
    pipeline.build(project, "tiny", RunChoice(), options, findings, lambda *_: None)
    assert [each for each in findings if each.severity == "error"] == []
    (pdf,) = (path.read_bytes() for path in (project.root / "output").rglob("*.pdf"))
    _looks_the_same_in_each_row(pdf)

    (manifest,) = (project.root / "output").rglob("manifest.json")
    record = manifest.read_bytes()
    with BuildCache().stages(project, "tiny") as stages:
        cached = pipeline.build(project, "tiny", RunChoice(), options, Findings(), lambda *_: None, stages)
    assert cached.status == Status.DONE
    assert manifest.read_bytes() == record
    for to, more in EXPORTED:
        target = target_named(to)
        assert target is not None
        found = Findings()
        request = ExportRequest(target, {**target.defaults(), **more}, RunChoice())
        made = export(project, "tiny", request, found, lambda *_: None)
        assert (made.status, [each for each in found if each.severity == "error"]) == (Status.DONE, []), to


EXPORTED = (
    ("pictures", {"format": "svg"}),
    ("pictures", {"format": "png", "dpi": 72}),
    ("pdf-x-1a", {"pixels": 100}),
    ("pdf-x-4", {}),
    ("cut", {}),
)


def _looks_the_same_in_each_row(pdf: bytes) -> None:
    picture = pypdfium2.PdfDocument(io.BytesIO(pdf))[0].render(scale=DPI / 72).to_pil().convert("L")
    rows = [picture.crop((150, row * ROW, 650, (row + 1) * ROW)).reduce(6) for row in range(len(COUNTS))]
    first, *others = rows
    assert first.getextrema()[0] < 200, "nothing is drawn"
    for number, row in zip(COUNTS[1:], others, strict=True):
        assert max(ImageChops.difference(first, row).getextrema()) < 60, number
