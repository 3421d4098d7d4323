"""Static SVG: text goldens of its operations, and what is left out without a finding."""

from pathlib import Path

import pytest
from engines import HERE, engine, laid, write
from nineup.base.diagnostics import Findings, Span
from nineup.base.geometry import Box, Matrix
from nineup.model.drawing import Form, Group, Linear, Op, Stop, Stroke, Text
from nineup.model.drawing import Path as Outline
from nineup.model.extent import ink
from nineup.svg.xml import parse_svg

from tests.layout.test_layout_bindings import RECT, dump


def still(tmp_path: Path, body: str) -> tuple[Op, ...]:
    """The operations of a layout without bindings."""
    layout, layouts, findings = laid(tmp_path, body)
    assert findings == []
    assert layout
    made = layouts.face(layout, "a", {}, findings)
    assert made
    if len(made.ops) == 1 and hasattr(made.ops[0], "form"):
        form = made.ops[0].form
        assert isinstance(form, Form)
        return form.ops
    return made.ops


def test_golden_of_a_drawing(tmp_path: Path) -> None:
    body = """
      <defs><symbol id="s" viewBox="0 0 2 2"><circle cx="1" cy="1" r="2"/></symbol>
        <clipPath id="c"><rect width="50" height="50"/></clipPath></defs>
      <g transform="translate(10 10)" fill="red"><rect width="10" height="5"/><path d="M0 0h1v1z" fill="#00f"/></g>
      <use href="#s" x="20" y="20" width="10" height="10"/>
      <g clip-path="url(#c)" opacity=".5"><rect width="90" height="20"/></g>
      <text font-family="Source Sans 3" x="50" y="90" font-size="10" fill="#0f0">a<tspan dy="-2" fill="#00f">b</tspan></text>
    """
    assert dump(still(tmp_path, body)) == [
        "path 10 10 10 5 #ff0000",
        "path 10 10 1 1 #0000ff",
        "group 1 0 0 1 0 0 1 clipped",
        "  path 15 15 20 20 #000000",
        "group 1 0 0 1 0 0 0.5",
        "  group 1 0 0 1 0 0 1 clipped",
        "    path 0 0 90 20 #000000",
        "text 50,90 10pt #00ff00 a",
        "text 55,88 10pt #0000ff b",
    ]


def test_text_with_a_gradient_remains_text(tmp_path: Path) -> None:
    body = """<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>
      <text font-family="Source Sans 3" x="10" y="20" font-size="10" fill="url(#g)">a<tspan fill="#0f0">b</tspan></text>"""
    filled, letter, plain = still(tmp_path, body)
    assert isinstance(filled, Outline)
    assert isinstance(filled.fill, Linear)
    assert (filled.fill.matrix.e, filled.fill.matrix.a) == pytest.approx(
        (10.0, 10.57), abs=0.1
    )  # both letters
    assert isinstance(letter, Text)
    assert isinstance(plain, Text)
    assert [(text.opacity, round(text.x, 2)) for text in (letter, plain)] == [(0.0, 10.0), (1.0, 15.04)]


def test_what_is_no_declaration_is_passed_over_in_art(tmp_path: Path) -> None:
    body = '<rect width="9" height="9" style="round;fill:#f00 !important;stroke"/></svg>'
    write(tmp_path, {"art.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{body}'})
    form = engine(tmp_path, findings := Findings()).form("art.svg")
    assert form is not None
    assert dump(form.ops) == ["path 0 0 6.75 6.75 #ff0000"]
    (note,) = findings
    assert (note.severity, note.message) == (
        "note", "ignored: `round` is not a declaration, `stroke` is not a declaration",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sheet", "attributes", "fill"),
    [
        (".a {fill: #f00 !important} #x {fill: #00f}", 'id="x" class="a"', "#ff0000"),
        (".a {fill: #f00 ! important}", 'class="a" style="fill: #0f0"', "#ff0000"),
        (".a {fill: #f00 !important}", 'class="a" style="fill: #0f0 !important"', "#00ff00"),
        (".a {fill: #0f0 !important; fill: #f00}", 'class="a"', "#00ff00"),
        (".a {fill: initial}", 'class="a"', "#000000"),
        (".a {fill: unset}", 'class="a"', "#0000ff"),
        ("", 'style="fill: inherit"', "#0000ff"),
    ],
)  # fmt: skip
def test_what_is_important_and_what_every_property_may_be(
    tmp_path: Path, sheet: str, attributes: str, fill: str
) -> None:
    body = f'<style>{sheet}</style><g fill="#00f"><rect width="9" height="9" {attributes}/></g>'
    (path,) = still(tmp_path, body)
    assert dump((path,))[0].split()[5] == fill


def test_dashes_are_on_the_length_that_a_path_states(tmp_path: Path) -> None:
    line = '<path d="M0 0H{}" stroke="#000" stroke-dasharray="{}" stroke-dashoffset="1" pathLength="{}"/>'
    (path,) = still(tmp_path, line.format(20, "3 2", 10))
    assert isinstance(path, Outline)
    assert path.stroke is not None
    one = path.stroke.phase / 2
    assert (path.stroke.dash, one) == (pytest.approx((6 * one, 4 * one)), pytest.approx(path.stroke.width))
    (solid,) = still(tmp_path, line.format(20, "3 0", 10))
    assert isinstance(solid, Outline)
    assert solid.stroke is not None
    assert solid.stroke.dash == ()


def test_opacity_of_one_paint_is_the_paints(tmp_path: Path) -> None:
    (filled,) = still(tmp_path, RECT + 'opacity=".5" fill-opacity=".5"/>')
    assert isinstance(filled, Outline)
    assert filled.opacity == 0.25
    (lined,) = still(tmp_path, RECT + 'opacity=".5" fill="none" stroke="#f00" stroke-opacity=".5"/>')
    assert isinstance(lined, Outline)
    assert lined.stroke == Stroke((1.0, 0.0, 0.0), opacity=0.25)
    (both,) = still(tmp_path, RECT + 'opacity=".5" stroke="#f00"/>')
    assert isinstance(both, Group)
    assert both.opacity == 0.5


def test_stroke_is_scaled_and_skewed_with_its_shape(tmp_path: Path) -> None:
    (scaled,) = still(
        tmp_path, f'<g transform="rotate(9) scale(3)">{RECT}stroke="#f00" stroke-dasharray="1"/></g>'
    )
    assert isinstance(scaled, Outline)
    assert scaled.stroke
    assert (scaled.stroke.width, scaled.stroke.dash) == (3, (3, 3))
    (skewed,) = still(tmp_path, f'<g transform="scale(3 1)">{RECT}stroke="#f00"/></g>')
    assert isinstance(skewed, Group)
    assert skewed.matrix == Matrix(3, 0, 0, 1, 0, 0)


def test_gradient_takes_over_from_the_one_it_refers_to(tmp_path: Path) -> None:
    body = (
        '<linearGradient id="a" x2="50%"><stop stop-color="#f00"/><stop offset="2" stop-color="#00f" stop-opacity=".5"/>'
        f'</linearGradient><linearGradient id="b" href="#a" x1=".25"/>{RECT}fill="url(#b)"/>'
    )
    (path,) = still(tmp_path, body)
    assert isinstance(path, Outline)
    assert path.fill == Linear(
        0.25,
        0,
        0.5,
        0,
        (Stop(0, (1.0, 0.0, 0.0)), Stop(1, (0.0, 0.0, 1.0), 0.5)),
        Matrix(30, 0, 0, 40, 10, 20),
    )


@pytest.mark.parametrize(
    "body",
    [
        '<title>t</title><desc>d</desc><metadata><a xmlns="urn:any"/></metadata>',
        '<i:x xmlns:i="http://www.inkscape.org/namespaces/inkscape"><whatever/></i:x>',
        '<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="x" style="-inkscape-stroke:none;--mine:1"/>',
        '<g style="isolation:isolate;mix-blend-mode:normal;paint-order:normal;line-height:1.25;filter:none"/>',
        '<g data-name="Layer" aria-label="x" role="img" xml:space="preserve" shape-rendering="crispEdges"/>',
        '<defs><filter id="f"/><pattern id="p"/><mask id="m"/><marker id="k"/></defs>',
        '<rect width="0" height="5"/><circle/><path/><polygon/><text/>',
        '<g display="none"><rect width="9" height="9"/></g><g visibility="hidden"><rect width="9" height="9"/></g>',
        f'{RECT}fill="none"/>{RECT}fill-opacity="0"/>{RECT}opacity="0"/>',
        f'<clipPath id="c"/>{RECT}clip-path="url(#c)"/>',
        '<symbol id="s"><rect width="9" height="9"/></symbol>',
        '<flowRoot><flowRegion><rect width="9" height="9"/></flowRegion><flowPara> </flowPara></flowRoot>',
    ],
)
def test_what_draws_nothing_without_a_finding(body: str, tmp_path: Path) -> None:
    assert still(tmp_path, body) == ()


def test_lines_of_text_follow_the_pen(tmp_path: Path) -> None:
    body = (
        '<text font-family="Source Sans 3" font-size="10" x="5" y="20">\n one\n'
        ' <tspan x="5" dy="12">two</tspan> <tspan y="50">three</tspan></text>'
        '<text font-family="Source Sans 3" font-size="10" x="99" y="90" text-anchor="end">a  b</text>'
    )
    lines = dump(still(tmp_path, body))
    assert [line.split(" ")[1].split(",")[1] for line in lines] == ["20", "32", "32", "50", "90"]
    assert lines[-1].endswith("a b")


@pytest.mark.parametrize(
    ("sides", "size"),
    [
        ('width="60"', (45, 15)),
        ('height="1em"', (36, 12)),
        ('width="100%" height="40"', (90, 30)),
        ('width="100%" height="100%"', (22.5, 7.5)),
        ("", (22.5, 7.5)),
        ('width="30" height="30"', (22.5, 22.5)),
    ],
)
def test_a_side_that_is_not_stated_follows_the_shape_of_the_box(
    sides: str, size: tuple[float, float], tmp_path: Path
) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10" {sides}><rect width="30" height="10"/></svg>'
    write(tmp_path, {"toy/art.svg": svg})
    form = engine(tmp_path, findings := Findings()).form("art.svg")
    assert form is not None
    assert form.size == size
    assert not findings


def test_art_without_a_namespace_is_drawn(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "toy/old.svg": '<svg width="2em" height="20"><rect width="9" height="9"/><x:y xmlns:x="urn:x"/></svg>'
        },
    )
    form = engine(tmp_path, findings := Findings()).form("old.svg")
    assert form is not None
    assert form.size == (24, 15)
    assert len(form.ops) == 1
    assert not findings.failed


def test_one_element_of_a_drawing(tmp_path: Path) -> None:
    deck = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g fill="#f00" transform="translate(40 0)">'
        '<g id="king" transform="scale(2)"><rect x="10" y="10" width="20" height="30"/></g></g><rect id="none" width="0"/></svg>'
    )
    write(tmp_path, {"toy/deck.svg": deck})
    findings = Findings()
    layouts = engine(tmp_path, findings, king="deck.svg#king")
    king = layouts.symbols["king"].form
    assert king.size == (30, 45)
    (group,) = king.ops
    assert isinstance(group, Group)
    assert (group.matrix.e, group.matrix.f) == (-45, -15)
    assert layouts.form("deck.svg#none", HERE) is None
    assert layouts.form("deck.svg#queen", HERE) is None
    assert [finding.code for finding in findings] == ["svg-value", "svg-reference"]


def test_elements_of_one_file_share_its_note(tmp_path: Path) -> None:
    body = '<g id="a"><circle r="5" d="M0 0"/></g><g id="b"><circle r="5" d="M1 1"/></g>'
    write(
        tmp_path, {"art.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 10 10">{body}</svg>'}
    )
    layouts = engine(tmp_path, findings := Findings())
    assert layouts.form("art.svg#a") is not None
    assert layouts.form("art.svg#b") is not None
    assert [each.code for each in findings] == ["svg-ignored"]


DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg"{}viewBox="0 0 10 10"><rect x="-5" width="20" height="10"/></svg>'
)


def test_an_image_shows_what_reaches_beyond_its_drawing(tmp_path: Path) -> None:
    write(tmp_path, {"toy/wide.svg": DRAWING.format(" ")})
    shown, small = still(
        tmp_path,
        '<image href="wide.svg" width="40" height="20"/><image href="wide.svg" x="50" width="20" height="20"/>',
    )
    for op in (shown, small):
        assert isinstance(op, Group)
        assert op.clip is not None
    box = ink((shown,))
    assert box == Box(0.0, 0.0, 40.0, 20.0)
    assert ink((small,)) == Box(50.0, 0.0, 20.0, 20.0)


def test_a_drawing_in_a_frame_is_cut_at_its_edges(tmp_path: Path) -> None:
    write(tmp_path, {"toy/wide.svg": DRAWING.format(" ")})
    (op,) = still(tmp_path, '<rect width="40" height="20" fill="none" n:image="wide.svg"/>')
    assert ink((op,)) == Box(0.0, 0.0, 7.5, 7.5)


@pytest.mark.parametrize("sides", [" ", ' width="10" '])
def test_an_image_without_sides_of_a_drawing_without_sides_is_refused(tmp_path: Path, sides: str) -> None:
    write(tmp_path, {"toy/wide.svg": DRAWING.format(sides)})
    _, _, findings = laid(tmp_path, '<image href="wide.svg"/><image href="wide.svg" width="9"/>')
    said = [each.message for each in findings]
    refused = ["neither this image nor the drawing that it shows has a width or a height"]
    assert said == (refused if sides == " " else [])


def test_letters_of_no_size_are_not_drawn(tmp_path: Path) -> None:
    assert still(tmp_path, '<text font-family="Source Sans 3" font-size="0">a</text>') == ()


def test_a_negative_size_of_letters_is_none(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "toy/art.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><g font-size="20">'
            '<text y="30" font-family="Source Sans 3" font-size="-5">a</text></g></svg>'
        },
    )
    findings = Findings()
    form = engine(tmp_path, findings).form("art.svg")
    assert form
    (op,) = form.ops
    assert isinstance(op, Text)
    assert op.size == 15.0
    assert [(each.severity, each.message) for each in findings] == [
        ("note", "ignored: `font-size` is negative")
    ]


@pytest.mark.parametrize(("size", "is_refused"), [("", False), ('font-size="20"', True)])
def test_rem_is_refused_where_the_root_has_a_size_of_letters(
    tmp_path: Path, size: str, is_refused: bool
) -> None:
    body = f'<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50" {size}>\n<rect width="2rem" height="9"/></svg>'
    write(tmp_path, {"toy/art.svg": body})
    findings = Findings()
    form = engine(tmp_path, findings).form("art.svg")
    assert [(each.code, each.span and each.span.line) for each in findings] == [
        ("svg-unsupported", 2)
    ] * is_refused
    if not is_refused:
        assert form
        assert ink(form.ops) == Box(0.0, 0.0, 24.0, 6.75)


@pytest.mark.parametrize(
    ("many", "element"),
    [(1_000, 0), (1_001, 1)],
)
def test_an_element_has_at_most_a_thousand_attributes(many: int, element: int) -> None:
    findings = Findings()
    attributes = " ".join(f'a{number}="1"' for number in range(many))
    parse_svg("a.svg", f'<svg xmlns="http://www.w3.org/2000/svg">\n<g {attributes}/></svg>', findings)
    assert [(found.code, found.span) for found in findings] == [
        ("svg-syntax", Span("a.svg", 2, 1, 2))
    ] * element


def test_a_drawing_has_at_most_400_000_attributes() -> None:
    findings = Findings()
    part = "<g " + " ".join(f'a{number}="1"' for number in range(1_000)) + "/>"
    parse_svg("a.svg", f'<svg xmlns="http://www.w3.org/2000/svg">{part * 400}</svg>', findings)
    assert not findings
    parse_svg("a.svg", f'<svg xmlns="http://www.w3.org/2000/svg">{part * 400}<g a="1"/></svg>', findings)
    assert [found.message for found in findings] == ["more than 400,000 attributes, or 1,000 of one element"]
