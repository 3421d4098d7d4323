"""Each mistake in a layout, with its code and exact place. The elements begin on line 2."""

import gzip
from pathlib import Path

import msgspec
import pytest
from engines import HEAD, HERE, engine, face, game, laid, places, write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.layout import LayoutEngine
from nineup.layout.binding.filling import ProgramMismatchError
from nineup.typography.fonts import Fonts
from nineup.typography.text import StyleSheet
from tiny import GAME, write_tiny

RECT = '<rect width="5" height="5" '
SANS = 'font-family="Source Sans 3"'
WAY = '<path id="p" d="M0 9h20" fill="none"/>\n'

STATIC = {
    "colour": (RECT + 'fill="redd"/>', "svg-value", 2, 34),
    "colour in style": (RECT + 'style="fill:#12; stroke: none"/>', "svg-value", 2, 40),
    "colour in a sheet": (f'<style>\n.a {{ fill: blu }}\n</style>{RECT}class="a"/>', "svg-value", 3, 6),
    "selector": ("<style>g:has(rect) { fill: red }</style>", "svg-unsupported", 2, 8),
    "sheet for wide windows": ('<style media="(min-width: 9em)">.a {fill: red}</style>', "svg-unsupported", 2, 15),
    "at-rule": ("<style>.a {fill: red} @import url(x.css);</style>", "svg-unsupported", 2, 23),
    "open-comment": ("<style>.a {fill: red} /* .b {fill: blue}</style>", "svg-unsupported", 2, 23),
    "gradient of a path in its markers": (
        '<linearGradient id="g"><stop/><stop offset="1"/></linearGradient><marker id="m"><circle r="2" fill="context-fill"/></marker>\n'
        '<path d="M0 0H9V9" marker-end="url(#m)" fill="url(#g)"/>', "svg-unsupported", 3, 47,
    ),
    "no declaration": (RECT + 'style="fill red"/>', "svg-value", 2, 35),
    "filter of another file": (
        f'<filter id="f"><feImage href="https://example.com/a.png"/></filter>\n{RECT}filter="url(#f)"/>', "svg-reference", 3, 36,
    ),
    "filter of a drawing that could name files": (
        '<filter id="f"/>\n<g filter="url(#f)"><rect width="9" height="9"/><image width="3" '
        'href="data:image/svg+xml,&lt;svg xmlns=%22http://www.w3.org/2000/svg%22 width=%221%22 height=%221%22/>"/></g>',
        "svg-unsupported", 3, 12,
    ),
    "endless filter": (
        f'<filter id="f"><feTurbulence numOctaves="900"/></filter>\n{RECT}filter="url(#f)"/>', "svg-unsupported", 3, 36,
    ),
    "filter of a whole drawing": ('<filter id="f"/>\n<svg width="9" height="9" filter="url(#f)"><rect width="9" height="9"/></svg>', "svg-unsupported", 3, 35),
    "filters of which one is nowhere": (RECT + 'filter="blur(2px) url(#no)"/>', "svg-unsupported", 2, 36),
    "width of a letter": ('<rect width="9ch" height="9"/>', "svg-unsupported", 2, 14),
    "mask": (RECT + 'mask="linear-gradient(red, blue)"/>', "svg-unsupported", 2, 34),
    "mask by its opacity": ('<mask id="m"/>' + RECT + 'style="mask:url(#m);mask-mode:alpha"/>', "svg-unsupported", 2, 72),
    "transform of old browsers": (RECT + 'style="-webkit-transform:rotate(5deg)"/>', "svg-unsupported", 2, 53),
    "blend": ('<g style="mix-blend-mode:plus-lighter"/>', "svg-unsupported", 2, 26),
    "layer": ('<g style="fill:revert-layer"/>', "svg-unsupported", 2, 16),
    "clip of a nested drawing": (
        '<clipPath id="c"><path d="M0 0H9V9z"/></clipPath><svg width="3" height="3" clip-path="url(#c)"><rect width="9" height="9"/></svg>',
        "svg-unsupported", 2, 87,
    ),
    "displacement": (
        '<filter id="f"><feDisplacementMap scale="3"/></filter><rect width="3" height="3" filter="url(#f)"/>',
        "svg-unsupported", 2, 90,
    ),
    "foreignObject": ('<g>\n  <foreignObject width="3"/></g>', "svg-unsupported", 3, 3),
    "text path": (f'<text {SANS}><textPath href="#p">x</textPath></text>', "svg-reference", 2, 51),
    "text path to nothing": (f"<text {SANS}><textPath>x</textPath></text>", "svg-reference", 2, 35),
    "text path to a group": (f'<g id="p"/><text {SANS}><textPath href="#p">x</textPath></text>', "svg-reference", 2, 62),
    "text path to a dot": (f'<path id="p" d="M1 1z"/><text {SANS}><textPath href="#p">x</textPath></text>', "svg-value", 2, 75),
    "text path turned round": (f'{WAY}<text {SANS}><textPath href="#p" side="right">x</textPath></text>', "svg-unsupported", 3, 61),
    "text path's offset": (f'{WAY}<text {SANS}><textPath href="#p" startOffset="mid">x</textPath></text>', "svg-value", 3, 68),
    "text beside a path": (f'{WAY}<text {SANS}>a<textPath href="#p">x</textPath></text>', "svg-unsupported", 3, 1),
    "tspan beside a path": (
        f'{WAY}<text {SANS}><textPath href="#p">x</textPath><tspan>a</tspan></text>', "svg-unsupported", 3, 67,
    ),
    "place of a bound text on a path": (f'{WAY}<text x="3" n:text="x" class="rules"><textPath href="#p"/></text>', "svg-unsupported", 3, 10),
    "text path outside of text": (f'{WAY}<textPath href="#p">x</textPath>', "svg-unsupported", 3, 1),
    "text path in a tspan": (f'{WAY}<text {SANS}><tspan><textPath href="#p">x</textPath></tspan></text>', "svg-unsupported", 3, 42),
    "text longer than its path": (
        f'{WAY}<text {SANS} text-anchor="end"><textPath href="#p" startOffset="50%">abcdef</textPath></text>',
        "text-overflow", 3, 53,
    ),
    "text length": (f'<text textLength="9" {SANS}>a\u0301b</text>', "svg-unsupported", 2, 19),
    "text outline": (f'<text stroke="url(#g)" {SANS}>ab</text>', "svg-unsupported", 2, 15),
    "text without braces": (RECT + 'n:text="card.name" class="rules"/>', "binding-misplaced", 2, 36),
    "fill without braces": (RECT + 'n:fill="card.suit[0].tone|upper"/>', "binding-misplaced", 2, 36),
    "gradient of a bound text along a path": (
        f'{WAY}<text fill="url(#g)" n:text="x" class="rules"><textPath href="#p"/></text>', "svg-unsupported", 3, 13,
    ),
    "words of two looks in a frame of Inkscape": (
        f'<flowRoot {SANS}><flowRegion><rect width="9" height="9"/></flowRegion><flowPara>a <flowSpan font-weight="700">b</flowSpan></flowPara></flowRoot>',
        "svg-unsupported", 2, 1,
    ),
    "frame of Inkscape around something": (
        f'<flowRoot {SANS}><flowRegion><path d="M0 0H9V9z"/></flowRegion><flowRegionExclude/><flowPara>a</flowPara></flowRoot>',
        "svg-unsupported", 2, 1,
    ),
    "frame of Inkscape in two shapes": (
        f'<flowRoot {SANS}><flowRegion><path d="M0 0H9V9z"/><path d="M9 9H9V9z"/></flowRegion><flowDiv>a</flowDiv></flowRoot>',
        "svg-unsupported", 2, 1,
    ),
    "broken line in a frame of Inkscape": (
        f'<flowRoot {SANS}><flowRegion><path d="M0 0H9V9z"/></flowRegion><flowDiv>a<flowLine/>b</flowDiv></flowRoot>',
        "svg-unsupported", 2, 1,
    ),
    "filtered frame of Inkscape": (
        f'<filter id="f"><feOffset/></filter><g filter="url(#f)"><flowRoot {SANS}><flowRegion><rect width="90" height="90"/></flowRegion><flowPara>a</flowPara></flowRoot></g>',
        "svg-unsupported", 2, 47,
    ),
    "filtered stroke that isn't scaled": (
        '<filter id="f"><feOffset/></filter><path d="M0 0H9" stroke="red" vector-effect="non-scaling-stroke" filter="url(#f)"/>',
        "svg-unsupported", 2, 109,
    ),
    "effect of a vector": ('<path d="M0 0H9" stroke="red" vector-effect="fixed-position"/>', "svg-unsupported", 2, 46),
    "no font": ("<text>ab</text>", "unknown-font", 2, 1),
    "unknown font": ('<text font-family="Nope">ab</text>', "unknown-font", 2, 20),
    "glyph": (f"<text {SANS}>\u4e00</text>", "missing-glyph", 2, 1),
    "path": ('<path d="M1 1 L2"/>', "svg-value", 2, 10),
    "path start": ('<path d="L2 2"/>', "svg-value", 2, 10),
    "negative": ('<rect width="5" height="-5"/>', "svg-value", 2, 25),
    "unit": ('<rect width="5vw" height="5"/>', "svg-unsupported", 2, 14),
    "transform": (RECT + 'transform="rotat(3)"/>', "svg-value", 2, 39),
    "points": ('<polygon points="1 2 3"/>', "svg-value", 2, 18),
    "opacity": (RECT + 'opacity="half"/>', "svg-value", 2, 37),
    "join": (RECT + 'stroke="#000" stroke-linejoin="arcs"/>', "svg-unsupported", 2, 59),
    "lost part": ('<use href="parts/none.svg#a"/>', "svg-reference", 2, 12),
    "use of a network": ('<use href="http://example.com/a.svg#a"/>', "svg-reference", 2, 12),
    "use outside": ('<use href="../../../etc/passwd#a"/>', "svg-reference", 2, 12),
    "use of itself": ('<g id="a"><use href="#a"/></g>', "svg-reference", 2, 22),
    "lost image": ('<image href="none.png" width="3"/>', "svg-reference", 2, 14),
    "hatch": (f'<hatch id="g"/>{RECT}fill="url(#g)"/>', "svg-unsupported", 2, 49),
    "pattern in itself": (
        f'<pattern id="g" width="1" height="1">\n{RECT}fill="url(#g)"/></pattern>\n{RECT}fill="url(#g)"/>', "svg-reference", 3, 34,
    ),
    "mask of itself": (
        f'<mask id="m">\n{RECT}mask="url(#m)"/></mask>\n{RECT}mask="url(#m)"/>', "svg-reference", 3, 34,
    ),
    "marker in itself": (
        '<marker id="a">\n<path d="M0 0H9" marker-end="url(#a)"/></marker>\n<path d="M0 0H9" marker-end="url(#a)"/>',
        "svg-reference", 3, 30,
    ),
    "fine pattern": (
        '<pattern id="g" width="1e-4" height="1e-4"><rect width="9" height="9"/></pattern>\n'
        f'{RECT}fill="url(#g)"/>', "svg-unsupported", 3, 34,
    ),
    "spread": (
        f'<linearGradient id="g" spreadMethod="reflect" x2="0.0001"><stop/><stop/></linearGradient>\n{RECT}fill="url(#g)"/>',
        "svg-unsupported", 3, 34,
    ),
    "gradient circle": (
        f'<linearGradient id="g" href="#g"/>\n{RECT}fill="url(#g)"/>',
        "svg-reference", 3, 34,
    ),
    "clip of a group": (
        f'<clipPath id="c"><g/></clipPath>\n{RECT}clip-path="url(#c)"/>',
        "svg-unsupported", 3, 39,
    ),
    "clip of CSS": (RECT + 'clip-path="circle(3)"/>', "svg-unsupported", 2, 39),
    "broken picture": ('<image href="data:image/png;base64,iVBORw0K" width="3"/>', "picture-broken", 2, 14),
    "no picture": ('<image href="data:text/html,hi" width="3"/>', "picture-broken", 2, 14),
    "not XML": ("<rect></g>", "svg-syntax", 2, 9),
    "entity": ("<g>&foo;</g>", "svg-syntax", 2, 4),
}  # fmt: skip

BOUND = {
    "not closed": (RECT + 'n:fill="{{ card.name"/>', "binding-syntax", 2, 44),
    "not Jinja": (RECT + 'n:fill="{{ card.name + }}"/>', "binding-syntax", 2, 51),
    "condition": (RECT + 'n:if="card.x ="/>', "binding-syntax", 2, 41),
    "repetition": ('<g n:each="card.cost"/>', "binding-misplaced", 2, 12),
    "repeated": ('<g n:each="a in card.cost +"/>', "binding-syntax", 2, 27),
    "text in a group": ('<g n:text="x"/>', "binding-misplaced", 2, 12),
    "no such attribute": (RECT + 'n:tex="x"/>', "binding-misplaced", 2, 35),
    "two contents": (RECT + 'n:symbol="y" n:text="x" class="rules"/>', "binding-misplaced", 2, 38),
    "row alone": (RECT + 'n:row="1mm"/>', "binding-misplaced", 2, 35),
    "padding alone": (RECT + 'n:padding="1mm"/>', "binding-misplaced", 2, 39),
    "padding of a card": (RECT + 'n:padding="{{ card.cost }}mm" n:text="x" class="rules"/>', "binding-misplaced", 2, 39),
    "columns in a circle": ('<circle r="9" n:text="x" class="narrow"/>', "binding-value", 2, 33),
    "padding without a unit": (RECT + 'n:padding="1" n:text="x" class="rules"/>', "binding-value", 2, 39),
    "padding of all": (RECT + 'n:padding="40mm" n:text="x" class="rules"/>', "binding-value", 2, 39),
    "bare row": (RECT + 'n:each="a in b" n:row="1"/>', "binding-value", 2, 51),
    "row of lines": ('<text n:each="a in b" n:row="1mm" n:text="{{ a }}" class="rules"/>', "binding-misplaced", 2, 30),
    "row align": (RECT + 'n:each="a in b" n:row="1mm" n:align="left"/>', "binding-value", 2, 65),
    "unknown style": (RECT + 'n:text="x" class="ruls"/>', "unknown-style", 2, 46),
    "no style": (RECT + 'n:text="x"/>', "unknown-style", 2, 36),
    "misspelt style beside a sample": (f'<text class="ruls" {SANS} n:text="x"/>', "unknown-style", 2, 14),
    "fit": (RECT + 'n:text="x" class="rules" n:fit="squeeze"/>', "binding-value", 2, 60),
    "bound setting": (RECT + 'n:text="x" class="rules" n:fit="{{ a }}"/>', "binding-misplaced", 2, 60),
    "idle setting": (RECT + 'n:valign="middle"/>', "binding-misplaced", 2, 38),
    "no extent": ('<rect n:text="x" class="rules"/>', "svg-value", 2, 1),
    "bound tspan": (f'<text {SANS}><tspan n:text="x">x</tspan></text>', "binding-misplaced", 2, 50),
    "bound text path": (
        f'{WAY}<text {SANS}><textPath href="#p" n:text="x">x</textPath></text>', "binding-misplaced", 3, 63,
    ),
    "text along a bound path": (
        '<path id="p" d="M0 0h9" n:d="{{ a }}" fill="none"/>\n<text class="rules" n:text="x"><textPath href="#p"/></text>',
        "svg-reference", 3, 48,
    ),
    "two text paths": (
        f'{WAY}<text class="rules" n:text="x"><textPath href="#p"/><textPath href="#p"/></text>', "svg-unsupported", 3, 53,
    ),
    "bound gradient": (
        '<linearGradient><stop n:stop-color="{{ a }}"/></linearGradient>', "binding-misplaced", 2, 37,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [*STATIC, *BOUND])
def test_a_mistake_is_reported_at_its_place(name: str, tmp_path: Path) -> None:
    body, code, line, column = {**STATIC, **BOUND}[name]
    layout, _, findings = laid(tmp_path, body)
    assert layout is None or not layout.sound
    assert places(findings) == [(code, "layouts/toy/card.svg", line, column)]


VALUES_OF_FILTERS = {
    "flood": (f'<filter id="f"><feFlood flood-color="redd"/></filter>\n{RECT}filter="url(#f)"/>', 38),
    "flood in style": (
        f'<filter id="f"><feFlood style="flood-color: #12"/></filter>\n{RECT}filter="url(#f)"/>', 45,
    ),
    "dropped shadow": (f'<filter id="f"><feDropShadow flood-color="redd"/></filter>\n{RECT}filter="url(#f)"/>', 43),
    "light": (
        '<filter id="f"><feDiffuseLighting lighting-color="redd"><fePointLight z="1"/></feDiffuseLighting></filter>\n'
        f'{RECT}filter="url(#f)"/>', 51,
    ),
    "shadow": (RECT + 'filter="drop-shadow(redd 1px 1px)"/>', 36),
    **{
        f"{name} of {step}": (
            f'<filter id="f"><{step} {name}="1 x"/></filter>\n{RECT}filter="url(#f)"/>', 20 + len(step) + len(name),
        )
        for step, names in {
            "feFlood": "flood-opacity",
            "feGaussianBlur": "stdDeviation",
            "feDropShadow": "dx dy stdDeviation flood-opacity",
            "feMorphology": "radius",
            "feTurbulence": "baseFrequency numOctaves seed",
            "feColorMatrix": "values",
            "feConvolveMatrix": "order kernelMatrix divisor bias targetX targetY",
            "feOffset": "x y width height",
        }.items()
        for name in names.split()
    },
    **{
        f"{name} of {step}": (
            f'<filter id="f"><{outer}><{step} {name}="x"/></{outer}></filter>\n{RECT}filter="url(#f)"/>',
            22 + len(outer) + len(step) + len(name),
        )
        for outer, step, names in (
            ("feComponentTransfer", "feFuncR", "slope intercept amplitude exponent offset tableValues"),
            ("feDiffuseLighting", "feDistantLight", "azimuth elevation"),
            ("feSpecularLighting", "fePointLight", "x y z"),
            ("feDiffuseLighting", "feSpotLight", "pointsAtX pointsAtZ specularExponent limitingConeAngle"),
        )
        for name in names.split()
    },
}  # fmt: skip
"""Invalid colours and numbers of filters, and the column of each."""


@pytest.mark.parametrize(("body", "column"), VALUES_OF_FILTERS.values(), ids=VALUES_OF_FILTERS)
def test_an_invalid_value_of_a_filter_is_an_error_in_a_layout_and_noted_in_art(
    body: str, column: int, tmp_path: Path
) -> None:
    _, layouts, findings = laid(tmp_path, body)
    errors = [each for each in findings if each.severity == "error"]
    assert places(errors) == [("svg-value", "layouts/toy/card.svg", 2, column)]
    findings.clear()
    assert layouts.form("card.svg") is not None
    assert [(each.severity, each.code) for each in findings if each.code != "svg-pixels"] == [
        ("note", "svg-ignored")
    ]


IGNORED = {
    "lost use": '<use href="#none"/>',
    "lost gradient": RECT + 'fill="url(#g)"/>',
    "lost filter": RECT + 'filter="url(#g)"/>',
    "lost clip": RECT + 'clip-path="url(#g)"/>',
    "attribute of a path": '<circle r="3" d="M0 0"/>',
    "property": RECT + 'style="corner-shape: bevel"/>',
    "handler": RECT + 'onclick="x()"/>',
    "script": "<script>1</script>",
    "animation": "<g><animate/></g>",
    "namespace": '<x:y xmlns:x="urn:other"><x:z/></x:y>',
    "attribute's namespace": '<g xmlns:x="urn:other" x:z="1"/>',
    "nothing known": "<sparkle/>",
}  # fmt: skip


@pytest.mark.parametrize("name", IGNORED)
def test_what_browsers_pass_over_is_one_note(name: str, tmp_path: Path) -> None:
    layout, _, findings = laid(tmp_path, f"{IGNORED[name]}\n{IGNORED[name]}")
    assert layout is not None
    assert layout.sound
    assert [(each.code, each.severity) for each in findings] == [("svg-ignored", "note")]
    assert findings[0].span is not None
    assert findings[0].span.line == 2


UNSEEN = {
    "filter": '<g style="display:none" filter="url(#no)"><foreignObject/></g>',
    "class": '<style>.off { display: none }</style><g class="off"><foreignObject/></g>',
    "text's property": '<g style="writing-mode:tb-rl"><rect width="3" height="3" text-decoration="underline"/></g>',
}


@pytest.mark.parametrize("name", UNSEEN)
def test_what_is_not_seen_is_no_mistake(name: str, tmp_path: Path) -> None:
    layout, _, findings = laid(tmp_path, UNSEEN[name])
    assert layout is not None
    assert findings == []


def test_what_a_text_inherits_is_a_mistake_there(tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, f'<g style="writing-mode:tb-rl"><text {SANS}>a</text></g>')
    assert places(findings) == [("svg-unsupported", "layouts/toy/card.svg", 2, 24)]


def test_a_further_font_that_is_damaged_has_no_letters(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Odd-Regular.ttf").write_bytes(b"damaged")
    _, _, findings = laid(tmp_path, '<text font-family="Source Sans 3, Odd">☃</text>')
    assert places(findings) == [("missing-glyph", "layouts/toy/card.svg", 2, 1)]


FRAME = '<rect width="9" height="9" class="rules" fill="none" n:text="a"'


@pytest.mark.parametrize(
    "body",
    [
        f'{FRAME} style="writing-mode:tb-rl"/>',
        f'<g writing-mode="vertical-rl">{FRAME}/></g>',
        f"<style>rect {{ text-transform: uppercase }}</style>{FRAME}/>",
        '<g direction="rtl"><text class="rules" n:text="a">a</text></g>',
    ],
)
def test_a_frame_shows_what_only_texts_show(body: str, tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, body)
    assert [each.code for each in findings] == ["svg-unsupported"]


def test_a_misspelt_attribute_of_a_layout_is_a_mistake(tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, '<rect width="5" hieght="5"/>')
    assert [(each.code, each.hint) for each in findings] == [("svg-unsupported", "did you mean `height`?")]


def test_entities_are_plain_text(tmp_path: Path) -> None:
    head = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY red "#f00">]>'
    write(
        tmp_path,
        {
            "a.svg": f'{head}<svg xmlns="&ns;" width="9" height="9"><rect width="9" height="9" fill="&red;"/></svg>'
        },
    )
    findings = Findings()
    assert engine(tmp_path, findings).form("a.svg") is not None
    assert findings == []


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>',
        '<!DOCTYPE svg [<!ENTITY % a "b">]>',
        f'<!DOCTYPE svg [<!ENTITY a "{"a" * 10_000}">]>',
    ],
)
def test_entities_that_multiply_are_refused(head: str, tmp_path: Path) -> None:
    write(
        tmp_path,
        {"a.svg": f'{head}<svg xmlns="http://www.w3.org/2000/svg"><desc>{"&a;" * 1000}</desc></svg>'},
    )
    findings = Findings()
    assert engine(tmp_path, findings).form("a.svg") is None
    assert [each.code for each in findings] == ["svg-syntax"]


def test_a_packed_drawing(tmp_path: Path) -> None:
    drawing = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    )
    write(
        tmp_path,
        {
            "a.svgz": gzip.compress(drawing),
            "bomb.svgz": gzip.compress(bytes(70_000_000)),
            "cut.svgz": gzip.compress(drawing)[:-9],
        },
    )
    findings = Findings()
    layouts = engine(tmp_path, findings)
    assert layouts.form("a.svgz") is not None
    assert layouts.form("bomb.svgz") is None
    assert layouts.form("cut.svgz") is None
    assert [each.message for each in findings] == [
        "`layouts/bomb.svgz` unpacks to more than 64 MB",
        "`layouts/cut.svgz` is a truncated gzip file",
    ]


def test_all_mistakes_are_reported_in_one_run(tmp_path: Path) -> None:
    _, _, findings = laid(
        tmp_path, '<rect fill="x" width="1" height="1"/>\n<foreignObject/>\n<rect n:if="+" width="a"/>'
    )
    assert [place[0] for place in places(findings)] == [
        "binding-syntax",
        "svg-value",
        "svg-unsupported",
        "svg-value",
    ]


@pytest.mark.parametrize("start", [RECT, f'<text {SANS} n:width="5mn" '])
def test_mistakes_beside_an_unknown_style_are_reported_in_the_same_run(start: str, tmp_path: Path) -> None:
    _, _, findings = laid(
        tmp_path, f'{start} n:text="x" class="ruls" n:fit="shrinks" fill="rde" stroke="gren"/>'
    )
    found = [place[0] for place in places(findings)]
    assert found.count("unknown-style") == 1
    assert found.count("binding-value") == 1 + ("5mn" in start)
    assert found.count("svg-value") == 2


def test_an_inherited_mistake_is_reported_once(tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, f'<g fill="x">{RECT}/>{RECT}/></g>')
    assert places(findings) == [("svg-value", "layouts/toy/card.svg", 2, 10)]


def test_columns_count_characters(tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, '<title>Ünïcode — 💎</title><rect width="x"/>')
    assert places(findings) == [("svg-value", "layouts/toy/card.svg", 2, 40)]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('<svg xmlns:n="nineup" width="3mm"/>', "svg-syntax", 1, 1),
        (
            '<!DOCTYPE svg [<!ENTITY a SYSTEM "b">]>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
            "svg-syntax",
            1,
            37,
        ),
        ('<svg xmlns="http://www.w3.org/2000/svg" width="3mm" height="0"/>', "svg-value", 1, 61),
        ('<svg xmlns="http://www.w3.org/2000/svg" height="3mm"/>', "svg-value", 1, 1),
        (
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9"/>',
            "svg-value",
            1,
            71,
        ),
        (HEAD.replace("viewBox", 'n:bleed="3" viewBox') + "</svg>", "binding-value", 1, 96),
        (HEAD.replace("viewBox", 'n:fill="a" viewBox') + "</svg>", "binding-misplaced", 1, 95),
    ],
)
def test_mistake_in_the_root(text: str, code: str, line: int, column: int, tmp_path: Path) -> None:
    write(tmp_path, {"toy/card.svg": text})
    findings = Findings()
    assert engine(tmp_path, findings).layout("card.svg", HERE) is None
    assert places(findings) == [(code, "layouts/toy/card.svg", line, column)]


@pytest.mark.parametrize(
    ("text", "words", "hint"),
    [
        (
            HEAD.replace(' xmlns:n="nineup"', "") + '<g n:if="x"/></svg>',
            "unbound prefix",
            "declare prefixes such as `n:`",
        ),
        (HEAD + "\n<g>\n<path/></svg>", "mismatched tag", "the `g` of line 2 isn't closed"),
        (HEAD + "\n<g>\n<path/>", "no element found", "the `g` of line 2 isn't closed"),
        (
            HEAD + "<text>Salt & Pepper</text></svg>",
            "not well-formed",
            "in texts and attributes write",
        ),
        (
            HEAD.replace('"nineup"', '"https://example.org/cards"') + '<g n:if="x"/></svg>',
            "the namespace of `if` is `https://example.org/cards`",
            'in the root, write xmlns:n="nineup"',
        ),
        (
            HEAD.replace("xmlns:n=", "xmlns:game=").replace('"nineup"', '"NineUp"')
            + '<g game:if="x"/></svg>',
            "the namespace of `if` is `NineUp`",
            'in the root, write xmlns:n="nineup"',
        ),
    ],
)
def test_malformed_xml_is_reported_with_a_fix(text: str, words: str, hint: str, tmp_path: Path) -> None:
    write(tmp_path, {"toy/card.svg": text})
    findings = Findings()
    assert engine(tmp_path, findings).layout("card.svg", HERE) is None
    (finding,) = findings
    assert (finding.code, words in finding.message) == ("svg-syntax", True)
    assert finding.hint.startswith(hint)


def test_a_missing_file_is_likened_to_those_that_are_there(tmp_path: Path) -> None:
    write(
        tmp_path, {"toy/Card.svg": HEAD + "</svg>", "toy/parts/gem.svg": HEAD + "</svg>", "toy/card.png": ""}
    )
    findings = Findings()
    layouts = engine(tmp_path, findings)
    for path in ("card.svg", "gem.svg", "quite-another.svg"):
        assert layouts.layout(path, HERE) is None
    nowhere = "its path is relative to that folder"
    assert [f.hint for f in findings] == [
        "did you mean `Card.svg`?",
        "did you mean `parts/gem.svg`?",
        nowhere,
    ]


def test_a_missing_layout_is_reported_where_it_is_named(tmp_path: Path) -> None:
    findings = Findings()
    layouts = engine(tmp_path, findings)
    assert layouts.layout("card.svg", HERE) is None
    assert layouts.layout("card.svg", HERE) is None
    assert places(findings) == [("layout-missing", HERE.file, 1, 1)]


def test_missing_art_of_a_symbol_is_reported_at_the_symbol(tmp_path: Path) -> None:
    findings = Findings()
    engine(tmp_path, findings, red="red.svg")
    assert places(findings) == [("svg-reference", HERE.file, 1, 1)]


def test_art_may_not_be_bound(tmp_path: Path) -> None:
    write(tmp_path, {"red.svg": HEAD + f'{RECT}n:fill="{{{{ a }}}}"/></svg>'})
    findings = Findings()
    engine(tmp_path, findings, red="red.svg")
    assert [place[0] for place in places(findings)] == ["binding-misplaced"]


def test_art_that_contains_itself(tmp_path: Path) -> None:
    write(tmp_path, {"red.svg": HEAD + '<image href="red.svg" width="5"/></svg>'})
    findings = Findings()
    engine(tmp_path, findings, red="red.svg")
    assert places(findings) == [("svg-reference", "layouts/red.svg", 1, len(HEAD) + 14)]


FILLED = {
    "unknown name": (RECT + 'n:fill="{{ card.tone }}"/>', "binding-failed", 44),
    "unknown name in a repetition": ('<g n:each="a in l"><g n:if="a.x"/></g>', "binding-failed", 31),
    "bad colour": (RECT + 'n:fill="{{ word }}"/>', "svg-value", 36),
    "unknown symbol": (RECT + 'n:symbol="{{ word }}"/>', "unknown-symbol", 38),
    "picture outside": (RECT + 'n:image="../../../{{ word }}.png"/>', "svg-reference", 37),
    "beyond the picture": (RECT + 'n:image="{{ word }}.png focus 140% 2%"/>', "picture-part", 37),
    "not a part": (RECT + 'n:image="{{ word }}.png focus 1 2"/>', "picture-part", 37),
    "part of an address": ('<image n:href="red.svg focus 1% 2%" width="9"/>', "picture-part", 16),
    "lost use": ('<use n:href="#{{ word }}"/>', "svg-reference", 14),
}


@pytest.mark.parametrize("name", FILLED)
def test_mistake_of_a_card_names_the_card(name: str, tmp_path: Path) -> None:
    body, code, column = FILLED[name]
    _, findings = face(tmp_path, body, {"card": {"id": "a"}, "word": "nonesuch", "l": [{"y": 1}]}, None)
    assert {place[0] for place in places(findings)} == {code}
    assert places(findings)[0][2:] == (2, column)
    assert {finding.face for finding in findings} == {"deck/one, front"}


def test_a_symbol_named_by_words_is_a_mistake_of_the_binding(tmp_path: Path) -> None:
    _, findings = face(
        tmp_path, f'{RECT}n:symbol="{{{{ word }}}}"/>', {"card": {"id": "a"}, "word": "Earl Grey"}
    )
    (found,) = findings
    assert (found.code, found.message) == ("unknown-symbol", "there is no symbol `Earl Grey`")
    assert found.span is not None
    assert found.span.file.endswith(".svg")


def test_a_mistake_of_every_card_is_reported_once_but_empty_values_for_each(tmp_path: Path) -> None:
    layout, room, findings = laid(
        tmp_path, f'{RECT}n:fill="{{{{ word[0] }}}}"/>\n{RECT}n:fill="{{{{ tone }}}}"/>'
    )
    assert layout is not None
    for name, word in (("deck/one, front", "a"), ("deck/two, front", "b")):
        room.face(layout, name, {"word": word, "tone": None}, findings, lambda path, text, inside: HERE)
    assert [(f.message, f.face) for f in findings] == [
        ("a text has no entries; only lists and records have", "deck/one, front"),
        ("`tone` is empty", "deck/one, front"),
        ("`tone` is empty", "deck/two, front"),
    ]


@pytest.mark.parametrize(
    ("body", "frame"),
    [
        (RECT + 'id="words" n:text="{{ word }}" class="rules"/>', "words"),
        ('<text class="title" n:text="{{ word }}" n:width="3mm"/>', "title"),
        (
            '<text class="title" n:text="{{ word }}"><textPath href="#w"/></text><path id="w" d="M0 0h20"/>',
            "title",
        ),
    ],
)
def test_a_text_that_does_not_fit_is_reported_at_its_card(body: str, frame: str, tmp_path: Path) -> None:
    _, findings = face(tmp_path, body, {"word": "nonesuch"})
    assert set(places(findings)) == {("text-overflow", HERE.file, 1, 1)}
    assert findings[0].message.endswith(f"in `{frame}` of layouts/toy/card.svg:2")
    assert findings[0].face == "deck/one, front"


def test_every_failing_binding_is_reported(tmp_path: Path) -> None:
    body = f'{RECT}n:fill="{{{{ a }}}}"/>\n{RECT}n:if="b"/>\n{RECT}n:fill="{{{{ c }}}}"/>'
    drawn, findings = face(tmp_path, body, {"c": "red"})
    assert drawn is None
    assert [place[2] for place in places(findings)] == [2, 3]


def test_bomb_of_references_is_stopped(tmp_path: Path) -> None:
    levels = "".join(f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 10 + "</g>" for n in range(1, 9))
    _, _, findings = laid(tmp_path, f'<defs><path id="l0" d="M0 0h1"/>{levels}</defs><use href="#l8"/>')
    assert [(finding.code, finding.message.split(" than")[0]) for finding in findings] == [
        ("svg-value", "the drawing has more")
    ]


def test_deep_nesting_is_reported(tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, "<g>" * 100 + "</g>" * 100)
    assert [finding.code for finding in findings] == ["svg-syntax"]


@pytest.mark.parametrize("inside", ['<path d="M0 0h1v1z"/>', RECT + 'n:fill="{{ a }}"/>'])
def test_deep_references_are_reported(inside: str, tmp_path: Path) -> None:
    groups, ends = "<g>" * 50, "</g>" * 50
    chain = "".join(f'<g id="d{n}">{groups}<use href="#d{n + 1}"/>{ends}</g>' for n in range(20))
    body = f'<defs>{chain}<g id="d20">{inside}</g></defs><use href="#d0"/>'
    _, _, findings = laid(tmp_path, body)
    assert ("svg-value", "the drawing is nested more than 100 deep") in [
        (f.code, f.message) for f in findings
    ]


def test_conditions_may_be_nested_deep(tmp_path: Path) -> None:
    made, findings = face(
        tmp_path, '<g n:if="a">' * 50 + RECT + 'n:fill="{{ a }}"/>' + "</g>" * 50, {"a": "red"}
    )
    assert findings == []
    assert made
    assert len(made.ops) == 1


def test_project_is_not_left(tmp_path: Path) -> None:
    outside = tmp_path / "secret.svg"
    outside.write_text(HEAD + '<g id="a"/></svg>')
    inside = tmp_path / "project"
    _, _, findings = laid(
        inside, '<use href="../../../secret.svg#a"/><image href="file:///etc/hosts" width="1"/>'
    )
    assert Project(inside).exists("layouts/toy/card.svg")
    assert [finding.code for finding in findings] == ["svg-reference", "svg-reference"]


@pytest.mark.parametrize(
    "body",
    [
        '<rect x="1e300" width="1" height="1"/>',
        '<path d="M1e300 0h1v1z"/>',
        '<g transform="scale(1e300)"><path d="M0 0h1v1z"/></g>',
        '<g transform="scale(1e6) scale(1e6)"><path d="M0 0h1v1z"/></g>',
        '<g transform="matrix(9e6 0 0 9e6 0 0)"><g transform="scale(9e6)"><path d="M0 0h1v1z"/></g></g>',
    ],
)
def test_values_that_are_too_large_are_reported(body: str, tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, body)
    assert {finding.code for finding in findings} == {"svg-value"}


@pytest.mark.parametrize("sides", ['height="1e-7"', 'viewBox="0 0 5 1e-7"', 'width="5" height="-1"'])
def test_a_drawing_without_area_is_reported(sides: str, tmp_path: Path) -> None:
    write(
        tmp_path, {"toy/red.svg": f'<svg xmlns="http://www.w3.org/2000/svg" {sides}><path d="M0 0h1"/></svg>'}
    )
    findings = Findings()
    engine(tmp_path, findings, red="red.svg")
    assert "svg-value" in {finding.code for finding in findings}


def test_a_wrong_style_is_not_reported_again_where_it_is_used(tmp_path: Path) -> None:
    write(tmp_path, {"toy/card.svg": f'{HEAD}\n<text class="rules" n:text="a">a</text></svg>'})
    findings, project = Findings(), Project(tmp_path)
    sheet = StyleSheet({}, {}, frozenset({"rules"}))
    LayoutEngine(project, game(), Fonts(project), sheet, findings).layout("card.svg", HERE)
    assert findings == []


def test_a_symbol_with_invalid_art_is_reported_once(tmp_path: Path) -> None:
    frame = '<rect width="50" height="50" class="rules" n:text="{red} {blue}"/>'
    write(tmp_path, {"toy/red.svg": "<svg>", "toy/card.svg": f"{HEAD}\n{frame}</svg>"})
    findings = Findings()
    layouts = engine(tmp_path, findings, red="red.svg", blue="none.svg")
    reported = [finding.code for finding in findings]
    assert reported == ["svg-syntax", "svg-reference"]
    layout = layouts.layout("card.svg", HERE)
    assert layout is not None
    assert layouts.face(layout, "a", {}, findings) is not None
    assert [finding.code for finding in findings] == reported


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(tmp_path: Path, end: str) -> None:
    text = f'{HEAD}\n\n<rect x="1" width="1" height="1"\n  fill="nonee"/></svg>'
    write(tmp_path, {"toy/card.svg": text.replace("\n", end)})
    findings = Findings()
    engine(tmp_path, findings).layout("card.svg", HERE)
    assert places(findings) == [("svg-value", "layouts/toy/card.svg", 4, 9)]


@pytest.mark.parametrize("printed", ["card.flavour", "card.flavour|upper"])
def test_an_empty_value_suggests_a_condition_on_the_element(tmp_path: Path, printed: str) -> None:
    text = f'<text class="title" n:text="{{{{ {printed} }}}}"/>'
    _, findings = face(tmp_path, text, {"card": {"flavour": None}})
    (finding,) = findings
    assert finding.message == "`card.flavour` is empty"
    assert finding.hint == 'draw the element only for cards that have it: n:if="card.flavour"'


REPEATED = """<defs><text id="label" class="title" n:text="{{ gem }}"/></defs>
<g n:each="gem in gems"><use href="#label" y="10"/><use href="#label" y="20"/></g>"""


def test_values_of_an_element_that_is_used_twice_are_distinguished(tmp_path: Path) -> None:
    paths: list[tuple[str, ...]] = []
    layout, layouts, findings = laid(tmp_path, REPEATED)
    assert layout is not None
    layouts.face(
        layout,
        "a",
        {"gems": ["red", "{", "*"]},
        findings,
        lambda path, text, inside: paths.append(path) or HERE,
    )
    assert [f.code for f in findings] == []
    layouts.face(
        layout,
        "a",
        {"gems": ["red", "\u2603"]},
        findings,
        lambda path, text, inside: paths.append(path) or HERE,
    )
    assert [f.code for f in findings] == ["missing-glyph"] * 2
    assert paths == [("gems",)] * 2


def test_nodes_that_take_another_value_than_was_printed_fail_loudly(tmp_path: Path) -> None:
    layout, layouts, findings = laid(tmp_path, '<text class="title" n:text="{{ a }}"/><g n:if="b"/>')
    assert layout is not None
    context = {"a": "one", "b": True}
    for nodes in (layout.nodes[::-1], layout.nodes[:1], layout.nodes * 2):
        with pytest.raises(ProgramMismatchError):
            layouts.face(msgspec.structs.replace(layout, nodes=nodes), "a", context, findings)


def test_a_face_whose_values_make_a_drawing_too_large_is_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = '<g n:opacity="{{ a }}"><rect width="1" height="1"/><text class="title" n:text="{{ a }}"/></g>'
    layout, layouts, findings = laid(tmp_path, body)
    assert layout is not None
    monkeypatch.setattr("nineup.layout.compiler.context.MOST_ELEMENTS_FOLLOWED", 1)
    assert layouts.face(layout, "deck/one, front", {"a": "1"}, findings) is None
    assert [(finding.code, finding.face) for finding in findings] == [("svg-value", "deck/one, front")]


def test_errors_that_are_alike_are_counted_by_file(tmp_path: Path) -> None:
    text = '<text y="9" font-family="Nowhere">a</text>\n'
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n{text * 9}</svg>'
    _, _, findings = laid(tmp_path, '<image href="art.svg" width="9" height="9"/>', **{"toy/art.svg": art})
    places = [(each.code, each.severity, each.span.file, each.span.line) for each in findings if each.span]
    file = "layouts/toy/art.svg"
    assert places == [
        *(("unknown-font", "error", file, line) for line in (2, 3, 4)),
        ("svg-alike", "note", file, 5),
    ]
    assert findings[-1].message == "6 more in this file: there is no font `Nowhere` in `fonts/`"


DECORATED = {
    "bound": f'<text n:text="{{{{ 1 }}}}" {SANS} text-decoration="line-through">ab</text>',
    "kind": f'<text {SANS} text-decoration="underline wavy">ab</text>',
    "groups": f'<g text-decoration="overline"><text {SANS} text-decoration="underline">ab</text></g>',
    "colours": f'<g text-decoration="underline"><text {SANS} fill="red">ab</text></g>',
    "path": f'<path id="p" d="M0 9H90"/><text {SANS} text-decoration="underline"><textPath href="#p">ab</textPath></text>',
}


@pytest.mark.parametrize("name", DECORATED)
def test_a_decoration_that_is_not_drawn_is_refused(name: str, tmp_path: Path) -> None:
    _, _, findings = laid(tmp_path, DECORATED[name])
    assert [each.code for each in findings] == ["svg-unsupported"]
    assert findings[0].span is not None
    assert DECORATED[name][findings[0].span.column - 1 :].startswith(
        ("underline", "overline", "line-through")
    )


def test_missing_art_of_a_symbol_is_reported_at_the_name_of_its_file(tmp_path: Path) -> None:
    project = Project(write_tiny(tmp_path, game=GAME.replace("art: gem.svg", "art: gme.svg")))
    game = load_game(project, "tiny", Findings())
    assert game is not None
    findings = Findings()
    LayoutEngine(project, game, Fonts(project), StyleSheet({}, {}), findings)
    (finding,) = findings
    assert finding.span is not None
    at = next(line for line in GAME.splitlines() if "art: gem.svg" in line)
    assert (finding.span.line, finding.span.column) == (
        GAME.splitlines().index(at) + 1,
        at.index("gem.svg") + 1,
    )


@pytest.mark.parametrize(
    ("bound", "code", "message"),
    [
        ('n:fill="{{ card.tone }}"', "binding-misplaced", "`n:fill` is in a drawing that is the same for every card"),
        ('n:fill="{{ palette.ink }} {{ card.x }}"', "binding-misplaced", "`n:fill` is in a drawing that is the same for every card"),
        ('n:text="{{ palette.ink }}"', "binding-misplaced", "`n:text` is in a drawing that is the same for every card"),
        ('n:fill="{{ palette.inc }}"', "binding-failed", "there is no `inc` here"),
        ('n:fill="{{ palette. }}"', "binding-failed", "expected name or number"),
    ],
)  # fmt: skip
def test_a_drawing_has_colors_of_the_palette_only(
    tmp_path: Path, bound: str, code: str, message: str
) -> None:
    write(tmp_path, {"toy/red.svg": f"{HEAD}\n<rect {bound}/></svg>"})
    findings = Findings()
    engine(tmp_path, findings, red="red.svg")
    assert [(each.code, each.message) for each in findings] == [(code, message)]
    assert places(findings) == [(code, "layouts/toy/red.svg", 2, 15)]
