"""Drawings of a few elements each, as resvg draws them: what one mechanism does, alone and with its
neighbours.

Both pictures are blurred a little, as the programs smooth edges differently; then a pixel is wrong if a
channel is off by more than STRONG of 255, and a drawing if more than SHARE of its pixels are.
"""

import io
import itertools
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from engines import engine, write
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER
from nineup.model.drawing import Face
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.face_svg import FaceSvg
from PIL import Image, ImageChops, ImageFilter

SIDE = 200
STRONG = 40
SHARE = 0.003

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">'
FONT = '''font-family="'Source Sans 3'" font-size="20"'''
STAR = '<path d="M50 10 L75 85 L12 38 H88 L25 85 Z"'

TWO = '<stop offset="0" stop-color="#d22"/><stop offset="1" stop-color="#22d" stop-opacity="0.4"/>'
EDGES = (
    '<stop offset="0" stop-color="#000"/><stop offset="0" stop-color="#e80"/>'
    '<stop offset="1" stop-color="#08e"/><stop offset="1" stop-color="#fff"/>'
)
ONE = '<stop offset="0.3" stop-color="#084" stop-opacity="0.5"/>'

CASES = {
    "fallback": '<rect width="80" height="80" fill="url(#no) #080" stroke="url(#no)" stroke-width="9"/>',
    "fallback of a line without a box": (
        f'<linearGradient id="g">{TWO}</linearGradient><path d="M10 50H90" stroke-width="9" stroke="url(#g) #070"/>'
    ),
    "stops by colours around them": (
        '<g color="#a06"><linearGradient id="g" stop-color="#06a"><stop stop-color="currentColor"/>'
        '<stop offset="1" stop-color="inherit"/></linearGradient></g><rect width="80" height="80" fill="url(#g)"/>'
    ),
    "gradient about an origin": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="20" x2="80" gradientTransform="rotate(60)"'
        f' transform-origin="50 50">{TWO}</linearGradient><rect width="100" height="100" fill="url(#g)"/>'
    ),
    "focal circle": (
        f'<radialGradient id="g" fx="0.4" fy="0.6" fr="0.2">{TWO}</radialGradient><rect width="90" height="90" fill="url(#g)"/>'
    ),
    "focus outside": (
        f'<radialGradient id="g" cx="0.4" r="0.2" fx="0.9" fy="0.6">{TWO}</radialGradient>'
        '<rect width="90" height="90" fill="url(#g)"/>'
    ),
    "lengths by the size of the font": (
        '<g font-size="10" stroke-width=".5em" stroke="#d22"><rect x="1em" y="1.5em" width="50" height="2em"/>'
        '<path font-size="40" d="M10 60H90" stroke-dasharray=".25em 5"/></g>'
    ),
    "clip rule of a parent": (
        f'<g clip-rule="evenodd"><clipPath id="c">{STAR}/></clipPath></g><rect width="99" height="99" clip-path="url(#c)"/>'
    ),
    "clip about an origin": (
        f'<clipPath id="c" transform="rotate(30)" transform-origin="50 50">{STAR}/></clipPath>'
        '<rect width="99" height="99" clip-path="url(#c)"/>'
    ),
    "clip by a box, moved": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox" transform="translate(20 0) rotate(10)">'
        '<rect x=".2" y=".2" width=".6" height=".6"/></clipPath><rect width="90" height="90" clip-path="url(#c)"/>'
    ),
    "clip by the box of a text": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
        f'<text x="10" y="50" {FONT} clip-path="url(#c)">Half <tspan fill="red">of this</tspan></text>'
    ),
    "clip by a box with hidden shapes": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="90" height="90" visibility="hidden"/><rect x="30" width="60" height="60"/>'
        '<path d="M0 99H99" fill="none"/></g>'
    ),
    "use of an svg with a place": (
        '<defs><svg id="s" x="20" y="30" width="40" height="40"><circle cx="40" cy="40" r="40"/></svg></defs>'
        '<use href="#s" width="60"/>'
    ),
    "origins of transforms": (
        '<rect x="30" y="30" width="30" height="20" transform="rotate(40)" transform-origin="center"/>'
        '<rect x="70" y="70" width="20" height="20" fill="red" transform="scale(2)" transform-origin="100% bottom"/>'
    ),
    "negative radii": '<ellipse cx="30" cy="50" rx="-9" ry="20"/><rect x="60" width="30" height="50" rx="-3" ry="9"/>',
    "nested tspans on lines of their own": (
        f'<text x="8" y="40" {FONT}>\n  <tspan>\n    <tspan fill="red">\n      Deep\n    </tspan>\n  </tspan>\n</text>'
    ),
    "a place for each letter": f'<text x="10 30 60" y="50" dy="0 5 -9 20" {FONT}>abcde</text>',
    "turned letters": f'<text x="10" y="50" rotate="0 30 -30" {FONT}>Turned</text>',
    "kept space": f'<text x="5" y="50" {FONT}>a<tspan xml:space="preserve">   b   </tspan>c</text>',
    "relative sizes": f'<g {FONT}><text x="5" y="50" font-size="150%">ab<tspan font-size="0.5em">cd</tspan></text></g>',
    "chosen by language": (
        '<switch><rect width="50" height="50" systemLanguage="xx" fill="red"/><rect width="60" height="60" fill="green"/>'
        '<rect width="90" height="90" fill="red"/></switch><circle cx="80" cy="80" r="9" systemLanguage="zz"/>'
    ),
    "colours by hue": '<rect width="50" height="99" fill="hsl(200, 60%, 40%)" stroke="hsla(30,100%,50%,.5)" stroke-width="9"/>',
    "pattern": (
        '<pattern id="p" width="20" height="15" x="5" y="5" patternUnits="userSpaceOnUse" patternTransform="rotate(20)">'
        '<rect width="10" height="7" fill="#06a"/><circle cx="12" cy="10" r="6" fill="#e80" opacity="0.5"/></pattern>'
        '<rect x="9" y="9" width="80" height="50" fill="url(#p)"/>'
        '<path d="M10 80H90" stroke="url(#p)" stroke-width="20" stroke-opacity="0.6"/>'
    ),
    "pattern by boxes": (
        '<pattern id="q" width="0.5" height="0.5" patternContentUnits="objectBoundingBox"><rect width="0.2" height="0.3"/>'
        '</pattern><pattern id="p" href="#q" patternTransform="skewX(20)"/><ellipse cx="50" cy="50" rx="40" ry="30" fill="url(#p)"/>'
    ),
    "pattern with a view box": (
        '<pattern id="p" width="0.2" height="0.2" viewBox="0 0 40 20"><rect width="20" height="10" fill="red"/>'
        '<path d="M20 10H40V20" fill="blue"/></pattern><rect width="99" height="60" fill="url(#p)"/>'
    ),
    "text of a gradient and of a pattern": (
        '<defs><linearGradient id="g"><stop stop-color="#fa0"/><stop offset="1" stop-color="#00a" stop-opacity="0.4"/>'
        '</linearGradient><pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6"'
        ' fill="#fc0"/><circle cx="3" cy="3" r="2" fill="#c00"/></pattern></defs><g font-family="\'Source Sans 3\'" font-size="24">'
        '<text x="5" y="24" fill="url(#g)">Ga <tspan fill="#a0a">in</tspan></text>'
        '<text x="5" y="48" fill="url(#p)" fill-opacity="0.7" font-weight="bold">Dots</text>'
        '<text x="5" y="72" fill="url(#g)" rotate="10" stroke="#000" paint-order="stroke">Turn</text>'
        '<text transform="translate(5 95) rotate(-20) skewX(10)" fill="url(#g)">Skew</text></g>'
    ),
    "mask": (
        '<mask id="m"><rect width="100" height="100" fill="#fff"/><circle cx="40" cy="40" r="25" fill="#000"/>'
        '<circle cx="70" cy="60" r="20" fill="#777"/></mask><g mask="url(#m)" opacity="0.8"><rect width="70" height="80" fill="#06a"/>'
        '<rect x="50" width="40" height="80" fill="#e80"/></g>'
    ),
    "mask by alpha and box": (
        '<mask id="m" mask-type="alpha" maskContentUnits="objectBoundingBox" x="0" width="0.8"><circle cx=".5" cy=".5" r=".5"'
        ' fill-opacity=".5"/></mask><rect x="10" y="10" width="80" height="60" mask="url(#m)"/>'
    ),
    "mask of a gradient, masked": (
        '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient><mask id="n"><circle cx="50"'
        ' cy="50" r="40" fill="#fff"/></mask><mask id="m" mask="url(#n)"><rect width="100" height="100" fill="url(#g)"/></mask>'
        '<rect width="100" height="100" fill="green" mask="url(#m)"/>'
    ),
    "markers": (
        '<marker id="a" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="auto-start-reverse">'
        '<path d="M0 0L10 5L0 10z" fill="context-stroke"/></marker><marker id="d" markerWidth="5" markerHeight="5" refX="2" refY="2">'
        '<circle cx="2" cy="2" r="2" fill="red"/></marker><path d="M15 15H80L85 60L20 85" fill="none" stroke="#06a"'
        ' stroke-width="3" marker-start="url(#a)" marker-mid="url(#d)" marker-end="url(#a)"/>'
    ),
    "markers below a line": (
        '<marker id="d" markerUnits="userSpaceOnUse" overflow="visible"><rect x="-9" y="-9" width="18" height="18" fill="red"/></marker>'
        '<polyline points="20,20 80,30 50,80" fill="#06a" stroke="#000" stroke-width="4" style="marker:url(#d);'
        'paint-order:markers stroke"/>'
    ),
    "blending": (
        '<rect width="60" height="60" fill="#e80"/><g style="isolation:isolate"><rect x="30" y="30" width="50" height="50" fill="#06a"/>'
        '<rect x="20" y="40" width="40" height="50" fill="#ee4" style="mix-blend-mode:multiply"/></g>'
        '<circle cx="60" cy="20" r="20" fill="#3a3" style="mix-blend-mode:difference"/>'
        '<circle cx="20" cy="60" r="20" fill="#aaf" style="mix-blend-mode:hard-light" opacity="0.7"/>'
    ),
    "clip of letters": (
        f'<clipPath id="c"><text x="5" y="60" {FONT} font-weight="700" stroke="red">Clip</text><circle cx="80" cy="30" r="15"/></clipPath>'
        '<rect width="99" height="99" fill="#06a" clip-path="url(#c)"/>'
    ),
    "clip of a bow tie and a square over its half that runs backwards": (
        '<clipPath id="c"><path d="M5 5L95 95V5L5 95z"/><rect x="50" y="20" width="45" height="60"/></clipPath>'
        '<rect width="99" height="99" clip-path="url(#c)"/>'
    ),
    "clip of two leaves drawn in opposite directions": (
        '<clipPath id="c"><path d="M5 50C35 10 65 10 95 50C65 90 35 90 5 50z"/>'
        '<path d="M50 5C10 35 10 65 50 95C90 65 90 35 50 5z"/></clipPath><rect width="99" height="99" clip-path="url(#c)"/>'
    ),
    "clip of shapes with holes": (
        f'<clipPath id="i"><rect width="85" height="99"/></clipPath><clipPath id="c">{STAR} clip-rule="evenodd"/>'
        '<circle cx="85" cy="15" r="13" clip-path="url(#i)"/></clipPath><rect width="99" height="99" clip-path="url(#c)"/>'
    ),
    "blur": (
        '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter><g transform="scale(1.1)"><rect x="30" y="20" width="40" height="40"'
        ' fill="#06a" stroke="#e80" stroke-width="6" filter="url(#f)" opacity="0.8"/></g>'
    ),
    "shadow of a group": (
        '<style>.s { filter: url(#f) } .r { fill: #e80 }</style><filter id="f" x="-50%" y="-50%" width="200%" height="200%">'
        '<feDropShadow dx="4" dy="6" stdDeviation="2" flood-color="#006"/></filter><linearGradient id="g"><stop stop-color="red"/>'
        '<stop offset="1"/></linearGradient><defs><circle id="c" r="12"/></defs><g class="s" fill="url(#g)"><rect x="10" y="10" width="30"'
        ' height="30"/><use href="#c" x="70" y="60" class="r"/></g>'
    ),
    "shadow by a function": (
        f'<g {FONT} font-weight="700"><text x="10" y="50" fill="#06a" style="filter: drop-shadow(3px 3px 2px #0008)">Shade'
        '<tspan fill="red">d</tspan></text></g>'
    ),
    "colours by a filter": (
        '<filter id="f" color-interpolation-filters="sRGB"><feColorMatrix type="saturate" values="0.2"/></filter>'
        '<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath>'
        '<g filter="url(#f)" clip-path="url(#c)"><rect width="50" height="99" fill="red"/><rect x="50" width="50" height="99" fill="blue"/></g>'
    ),
    "shadow coloured by a style": (
        '<filter id="f" style="color-interpolation-filters:sRGB"><feFlood style="flood-color:#e80;flood-opacity:0.7" result="c"/>'
        '<feComposite in="c" in2="SourceAlpha" operator="in"/><feOffset dx="9" dy="9"/><feMerge><feMergeNode/>'
        '<feMergeNode in="SourceGraphic"/></feMerge></filter><rect x="20" y="20" width="50" height="50" fill="#06a" filter="url(#f)"/>'
    ),
    "light on pixels": (
        '<radialGradient id="g"><stop offset=".5" stop-color="#fff"/><stop offset="1" stop-opacity="0"/></radialGradient>'
        '<filter id="f"><feDiffuseLighting surfaceScale="5"><feDistantLight azimuth="45" elevation="45"/></feDiffuseLighting></filter>'
        '<rect x="10" y="10" width="80" height="80" fill="url(#g)" filter="url(#f)"/>'
    ),
    "selectors": (
        '<style>g rect { fill: red } g > .a { fill: blue } svg #x .a { fill: green } .o > g circle { fill: #e80 }</style>'
        '<g><rect class="a" width="20" height="20"/><rect x="30" width="20" height="20"/><g id="x"><g><rect class="a" x="60" width="20"'
        ' height="20"/></g></g></g><g class="o"><g><g><circle cx="50" cy="60" r="20"/></g></g><circle cx="80" cy="80" r="9"/></g>'
    ),
    "tiles of a filter": (
        '<filter id="f"><feFlood flood-color="#284" x="14" y="14" width="5" height="5"/><feOffset dx="2" dy="2"/><feTile/></filter>'
        '<rect x="20" y="20" width="60" height="60" filter="url(#f)"/>'
    ),
    "filtered symbols as large as the drawing": (
        '<symbol id="s" viewBox="0 0 40 40" overflow="visible"><path d="M5 35L20 5L35 35z" fill="#a40"/></symbol>'
        '<svg id="d" viewBox="0 0 80 80" opacity="0.5"><circle cx="20" cy="60" r="15"/></svg>'
        '<use href="#s" filter="drop-shadow(3px 3px 0 blue)"/><g filter="sepia(1)"><use href="#d" x="50"/></g>'
    ),
    "viewports in a filtered group": (
        '<symbol id="s" viewBox="0 0 40 40"><path d="M5 35L20 5L35 35z" fill="#a40"/></symbol><g filter="drop-shadow(2px 2px 0 red)">'
        '<svg viewBox="0 0 40 40"><circle cx="20" cy="20" r="15" fill="#08c"/></svg>'
        '<svg x="20" y="10" width="50" viewBox="0 0 40 40"><use href="#s"/></svg></g>'
    ),
    "shares in a filtered group": (
        '<g filter="drop-shadow(2px 2px 0 red)" stroke-width="5%"><line x1="10%" y1="10%" x2="90%" y2="50%" stroke="#000"/>'
        '<path d="M10 80H90" stroke="#06a" stroke-dasharray="20% 10%" stroke-dashoffset="5%"/></g>'
    ),
    "pattern in a filtered shape": (
        '<pattern id="p" width="14" height="14" patternUnits="userSpaceOnUse"><rect width="7" height="7" fill="#333"/></pattern>'
        '<rect x="5" y="5" width="90" height="90" fill="url(#p)" filter="invert(1)"/>'
    ),
    "filter in the space of its user": (
        '<filter id="f" filterUnits="userSpaceOnUse"><feGaussianBlur stdDeviation="4"/></filter>'
        '<rect x="10" y="10" width="80" height="80" fill="#284" filter="url(#f)"/>'
    ),
    "shadow in ems": '<circle cx="45" cy="45" r="30" font-size="32" fill="#284" filter="drop-shadow(blue 0.2em 0.3em 0.1em)"/>',
    "filter of nothing": (
        '<filter id="f" filterUnits="userSpaceOnUse" x="25" y="25" width="50" height="40"><feFlood flood-color="#284"/></filter>'
        '<g filter="url(#f)"/>'
    ),
    "selectors by attributes": (
        '<style>[id]{fill:red} rect[width="20"]{stroke:blue;stroke-width:4} rect[class~="b"]{fill:green} rect:first-child{opacity:.5}'
        ' rect:hover{fill:lime}</style><g><rect id="k" x="5" y="5" width="20" height="20"/>'
        '<rect class="a b" x="40" y="5" width="20" height="20"/></g>'
    ),
    "paints of a use": (
        '<defs><g id="u" stroke-width="6"><rect width="20" height="20" fill="context-stroke" stroke="context-fill"/>'
        '<circle cx="40" cy="10" r="9" fill="context-fill"/></g></defs><use href="#u" x="10" y="10" fill="red" stroke="blue"/>'
        '<use href="#u" x="10" y="50" stroke="green"/><rect x="70" y="70" width="20" height="20" fill="context-fill"/>'
    ),
    "lines without a length": (
        '<path d="M20 20H20M50 20L50 20 50 20M80 20Z" stroke="#000" stroke-width="16" stroke-linecap="square"/>'
        '<path d="M20 60H20M50 60L50 60M80 60Z" stroke="#06a" stroke-width="16" stroke-linecap="round"/>'
    ),
    "no pattern for a line without a box": (
        '<pattern id="p" width="0.2" height="0.2"><rect width="5" height="5" fill="red"/></pattern>'
        '<path d="M10 50H90" stroke="url(#p) green" stroke-width="9"/>'
    ),
    "markers that show what is outside, as what is around them": (
        '<g overflow="visible"><marker id="d" overflow="inherit"><circle r="9" fill="red"/></marker></g>'
        '<polyline points="20,20 80,30 50,80" fill="#06a" marker-mid="url(#d)" marker-end="url(#d)"/>'
    ),
    "kerned from part to part": (
        f'<text x="5" y="40" {FONT}>A<tspan fill="red">V</tspan><tspan>A</tspan>T<tspan fill="#06a">e</tspan></text>'
    ),
    "letters with marks, turned": f'<text x="5" y="60" rotate="20 -20 40" {FONT}>a\u0301e\u0308o</text>',
    "lines along a text": (
        f'<text x="8" y="40" {FONT} fill="#06a" stroke="#e80" stroke-width="0.5" text-decoration="underline">Un<tspan fill="red"'
        ' text-decoration="line-through overline" rotate="9">der</tspan></text>'
    ),
    "texts of a length": (
        f'<text x="5" y="30" {FONT} textLength="80">mnnu</text><text x="95" y="55" text-anchor="end" {FONT} textLength="50"'
        f' lengthAdjust="spacingAndGlyphs" text-decoration="underline">Far</text><text x="5" y="85" {FONT}>a'
        '<tspan fill="red" textLength="40">nn</tspan>d</text>'
    ),
    "lines along a text in a filter": (
        '<filter id="f"><feOffset dx="4" dy="4"/></filter>'
        f'<text x="8" y="40" {FONT} filter="url(#f)" text-decoration="underline">Mo</text>'
    ),
    "shares of the viewport in a filter": (
        '<filter id="f"><feFlood width="50%" height="30%" flood-color="#06a"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/>'
        '</feMerge></filter><g filter="url(#f)"><rect x="20%" y="40" width="60%" height="40" fill="#e80"/></g>'
    ),
    "box of a text": (
        '<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="#8cf"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/>'
        f'</feMerge></filter><text x="10" y="50" {FONT} filter="url(#f)">Box</text>'
    ),
    "path up to a mistake": '<path d="M10 10 H90 V90 L 20 x 3"/>',
}  # fmt: skip


def gradients() -> dict[str, str]:
    """Every kind of gradient with every kind of stops, on a fill and on a stroke, faded."""
    kinds = {"linear": 'x1="0.2" x2="0.8" y2="0.3"', "radial": 'cx="0.5" cy="0.4" r="0.4" fx="0.4" fy="0.4"'}
    stops = {"two": TWO, "edges": EDGES, "one": ONE}
    units = {"box": ""}
    made = {}
    for (kind, place), (count, inside), spread, (unit, how) in itertools.product(
        kinds.items(), stops.items(), ("pad", "reflect"), units.items()
    ):
        tag = f"{kind}Gradient"
        made[f"{kind}, {count} stops, {spread}, {unit}"] = (
            f'<{tag} id="g" {place} spreadMethod="{spread}" {how}>{inside}</{tag}>'
            '<rect x="10" y="10" width="80" height="40" fill="url(#g)" fill-opacity="0.6"/>'
            '<path d="M15 70 H85" stroke="#000"/>'
            '<circle cx="50" cy="75" r="15" fill="none" stroke="url(#g)" stroke-width="8" stroke-opacity="0.5"/>'
        )
    return made


ALL = CASES | gradients()


def drawn(body: str, folder: Path) -> tuple[Face, Fonts]:
    write(folder, {"art.svg": f"{HEAD}{body}</svg>"})
    (folder / "cards").mkdir(exist_ok=True)
    findings = Findings()
    layouts = engine(folder, findings)
    form = layouts.form("art.svg")
    assert form is not None
    assert not findings.failed, findings
    return Face("art", form.size, 0.0, form.ops), layouts.fonts


def as_pdf(face: Face, fonts: Fonts) -> Image.Image:
    page = pypdfium2.PdfDocument(face_pdf([face], fonts))[0]
    return page.render(scale=SIDE / page.get_width()).to_pil().convert("RGB")


def theirs(svg: str) -> Image.Image:
    fonts = [str(path) for path in sorted(STARTER.glob("fonts/**/SourceSans3-*.ttf"))]
    png = resvg_py.svg_to_bytes(svg_string=svg, width=SIDE, dpi=96, skip_system_fonts=True, font_files=fonts)
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", picture.size, (255, 255, 255, 255))
    return Image.alpha_composite(paper, picture).convert("RGB")


def wrong(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that are wrong."""
    soft = [picture.filter(ImageFilter.BoxBlur(1.5)) for picture in (one, other)]
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[STRONG + 1 :]) / (SIDE * SIDE)


@pytest.mark.parametrize("name", ALL)
def test_a_drawing_is_as_resvg_draws_it(name: str, tmp_path: Path) -> None:
    face, fonts = drawn(ALL[name], tmp_path)
    expected = theirs(f"{HEAD}{ALL[name]}</svg>")
    assert wrong(as_pdf(face, fonts), expected) <= SHARE
    assert wrong(theirs(FaceSvg(fonts.by_key).write(face).decode()), expected) <= SHARE


SHADOW = (
    '<filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feOffset dx="10" dy="3" in="SourceAlpha" result="a"/>'
    '<feFlood flood-color="#fc0"/><feMerge><feMergeNode/><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge>'
    '</filter><rect x="30" y="30" width="30" height="20" fill="#06a" filter="url(#f)"/>'
)


@pytest.mark.parametrize(
    ("transform", "turned"),
    [
        ("rotate(90 50 50)", Image.Transpose.ROTATE_270),
        ("matrix(-1 0 0 1 100 0)", Image.Transpose.FLIP_LEFT_RIGHT),
    ],
)
def test_a_filter_is_turned_with_its_element(tmp_path: Path, transform: str, turned: Image.Transpose) -> None:
    upright = as_pdf(*drawn(SHADOW, tmp_path / "one")).transpose(turned)
    assert (
        wrong(as_pdf(*drawn(f'<g transform="{transform}">{SHADOW}</g>', tmp_path / "other")), upright)
        <= SHARE
    )


@pytest.mark.parametrize(
    ("body", "plain"),
    [
        (
            '<rect width="20" height="20" style="transform: translate(30px, 20px) rotate(.125turn)"/>',
            '<rect width="20" height="20" transform="translate(30 20) rotate(45)"/>',
        ),
        (
            '<style>.z { transform: translateY(20px) scaleX(2) }</style><circle cx="20" cy="40" r="9" transform="rotate(9)" class="z"/>',
            '<circle cx="20" cy="40" r="9" transform="translate(0 20) scale(2 1)"/>',
        ),
        (
            '<rect x="60" y="60" width="20" height="20" style="transform-box: fill-box; transform-origin: center; transform: rotate(30deg)"/>',
            '<rect x="60" y="60" width="20" height="20" transform="rotate(30 70 70)"/>',
        ),
        (
            '<style>@font-face { font-family: x } @media screen { rect { fill: red } } @media print, screen { rect { fill: #06a } }</style>'
            '<rect width="50" height="50"/>',
            '<rect width="50" height="50" fill="#06a"/>',
        ),
        ('<rect width="50" height="50" fill="red" style="fill:color(display-p3 0.2 0.4 0.6)"/>', '<rect width="50" height="50" fill="#05679d"/>'),
        ('<rect width="50" height="50" fill="oklch(60% 0.2 30 / 50%)"/>', '<rect width="50" height="50" fill="#de3e2d" fill-opacity=".5"/>'),
        ('<rect width="50" height="50" fill="lab(50% 40 -30)"/>', '<rect width="50" height="50" fill="#a55bab"/>'),
        (
            '<style>:root { --tone: #06a; --deep: var(--tone) }</style><rect width="50" height="50" fill="var(--deep, red)"/>'
            '<g style="--tone: #a06"><rect y="50" width="50" height="50" style="fill: var(--tone)"/></g>'
            '<rect x="50" width="50" height="50" fill="var(--nowhere, rgb(0, 128, 0))"/><rect x="50" y="50" width="50" height="50" fill="var(--nowhere)"/>',
            '<rect width="50" height="50" fill="#06a"/><rect y="50" width="50" height="50" fill="#a06"/>'
            '<rect x="50" width="50" height="50" fill="rgb(0, 128, 0)"/><rect x="50" y="50" width="50" height="50"/>',
        ),
        (
            '<style>@import url("https://fonts.example/css?family=X"); RECT { fill: #06a } rect { FILL: #06a }</style><rect width="50" height="50"/>',
            '<rect width="50" height="50" fill="#06a"/>',
        ),
        (
            '<g stroke="#000" stroke-width="20" stroke-linecap="ROUND"><path d="M20 50H80" stroke-linecap="pointed"/></g><rect width="-5" height="9"/>',
            '<path d="M20 50H80" stroke="#000" stroke-width="20" stroke-linecap="round"/>',
        ),
        (
            f'<rect id="r" x="5" y="10" width="60" height="60" fill="none"/><text {FONT} style="white-space: pre; shape-inside: url(#r); inline-size: 60">'
            '<tspan x="5" y="30"><tspan>Some <tspan font-weight="bold">of</tspan></tspan></tspan>\n<tspan x="5" y="50">that</tspan></text>',
            f'<text {FONT} x="5" y="30">Some <tspan font-weight="bold">of</tspan></text><text {FONT} x="5" y="50">that</text>',
        ),
        ('<rect width="50" height="50" fill="hwb(200 20% 30%)"/>', '<rect width="50" height="50" fill="rgb(51, 136, 179)"/>'),
        (
            f'<g {FONT}><text x="5" y="30" font-weight="bolder">Ab</text>'
            '<text x="5" y="70" style="font: italic bold 20px/1.2 \'Source Sans 3\'">Ab</text></g>',
            f'<g {FONT}><text x="5" y="30" font-weight="700">Ab</text><text x="5" y="70" font-style="italic" font-weight="700">Ab</text></g>',
        ),
        (
            '<style media="print">rect{fill:#284}</style><style media="screen">rect{fill:red}</style>'
            '<style media="all">rect{stroke:blue}</style><rect x="20" y="20" width="60" height="60"/>',
            '<rect x="20" y="20" width="60" height="60" fill="#284" stroke="blue"/>',
        ),
        (
            '<marker id="m" viewBox="0 0 10 10" markerWidth="20" markerHeight="20" opacity=".4"><rect width="10" height="10"/></marker>'
            '<path d="M20 20H60" stroke="red" marker-start="url(#m)" marker-end="url(#m)"/>',
            '<marker id="m" viewBox="0 0 10 10" markerWidth="20" markerHeight="20"><g opacity=".4"><rect width="10" height="10"/></g></marker>'
            '<path d="M20 20H60" stroke="red" marker-start="url(#m)" marker-end="url(#m)"/>',
        ),
        (
            '<g font-size="30"><rect font-size="x-small" width="5em" height="9"/><rect y="20" font-size="xxx-large" width="1em" height="9"/></g>',
            '<rect width="50" height="9"/><rect y="20" width="48" height="9"/>',
        ),
        (
            '<filter id="f" flood-color="green"><feFlood flood-color="inherit"/></filter><rect width="50" height="50" filter="url(#f)"/>',
            '<filter id="f"><feFlood flood-color="green"/></filter><rect width="50" height="50" filter="url(#f)"/>',
        ),
        (
            f'<text x="5" y="50" {FONT} letter-spacing="3">offl</text>',
            f'<g {FONT}><text x="5" y="50" letter-spacing="3">of<tspan>f</tspan>l</text></g>',
        ),
    ],
)  # fmt: skip
def test_what_css_says_is_what_attributes_say(tmp_path: Path, body: str, plain: str) -> None:
    assert wrong(as_pdf(*drawn(body, tmp_path / "css")), as_pdf(*drawn(plain, tmp_path / "plain"))) == 0


def test_the_measure_sees_a_missing_shape() -> None:
    assert wrong(theirs(f'{HEAD}<rect width="8" height="8"/></svg>'), theirs(f"{HEAD}</svg>")) > SHARE
