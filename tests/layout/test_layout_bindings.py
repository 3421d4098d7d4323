"""What bindings draw for a card: text dumps of the operations of small layouts."""

from pathlib import Path
from typing import Any

import pytest
from engines import HEAD, HERE, engine, face, game, laid, write
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, outline_bounds
from nineup.base.project import Project
from nineup.layout import LayoutEngine
from nineup.model.drawing import Face, Group, Op, PlacedImage, Text, Use
from nineup.model.drawing import Path as Outline
from nineup.model.game import Item, Rich
from nineup.typography.fonts import Fonts
from nineup.typography.text import read_styles


def dump(ops: tuple[Op, ...], indent: str = "") -> list[str]:
    """Operations as lines; forms and words by name, boxes in whole points."""
    lines: list[str] = []
    for op in ops:
        match op:
            case Outline():
                box = outline_bounds(op.segments)
                lines.append(f"{indent}path {whole(box)} {colour(op.fill)}" if box else f"{indent}path")
            case Text():
                words = "".join(getattr(piece, "text", "◆") for run in op.runs for piece in run.pieces)
                shade = colour(op.runs[0].colour)
                lines.append(f"{indent}text {op.x:.0f},{op.y:.0f} {op.size:g}pt {shade} {words}")
            case Use():
                lines.append(f"{indent}use {Path(op.form.name).name} {' '.join(f'{v:g}' for v in op.matrix)}")
            case Group():
                clip = " clipped" if op.clip else ""
                lines.append(f"{indent}group {' '.join(f'{v:g}' for v in op.matrix)} {op.opacity:g}{clip}")
                lines += dump(op.ops, indent + "  ")
            case PlacedImage():
                lines.append(f"{indent}picture {whole(op.box)}")
    return lines


def whole(box: Box) -> str:
    return " ".join(f"{value:g}" for value in box)


def colour(paint: object) -> str:
    return (
        "#" + "".join(f"{round(c * 255):02x}" for c in paint)
        if isinstance(paint, tuple)
        else str(paint and type(paint).__name__)
    )


def drawn(tmp_path: Path, body: str, **context: Any) -> list[str]:
    made, findings = face(tmp_path, body, context)
    assert findings == []
    assert isinstance(made, Face)
    return dump(made.ops)


@pytest.mark.parametrize(
    ("attributes", "y"),
    [("", 30), ('dominant-baseline="middle"', 32), ('style="dominant-baseline: hanging"', 37)],
)
def test_a_line_hangs_from_its_baseline(attributes: str, y: float, tmp_path: Path) -> None:
    body = f'<text class="rules" x="5" y="30" {attributes} n:text="abc"/>'
    assert drawn(tmp_path, body) == [f"text 5,{y:g} 9pt #000000 abc"]


def test_a_line_hangs_by_the_size_that_it_is_shrunk_to(tmp_path: Path) -> None:
    body = '<text class="rules" x="5" y="30" dominant-baseline="middle" n:width="15pt" n:text="abcd"/>'
    assert drawn(tmp_path, body) == ["text 5,32 7.3pt #000000 abcd"]


def test_a_line_is_where_its_tspan_is_if_it_has_no_place_itself(tmp_path: Path) -> None:
    body = '<text class="rules" {} n:text="abc"><tspan x="5" y="30">x</tspan></text>'
    assert drawn(tmp_path, body.format("")) == ["text 5,30 9pt #000000 abc"]
    assert drawn(tmp_path, body.format('x="7" y="8"')) == ["text 7,8 9pt #000000 abc"]


@pytest.mark.parametrize(
    "attributes", ['textLength="30"', 'rotate="20"', 'baseline-shift="super"', 'dominant-baseline="top"']
)
def test_what_a_bound_line_cannot_have_is_a_mistake(attributes: str, tmp_path: Path) -> None:
    _, findings = face(tmp_path, f'<text class="rules" x="5" y="30" {attributes} n:text="abc"/>')
    assert [each.code for each in findings] == ["svg-unsupported"]


RECT = '<rect x="10" y="20" width="30" height="40" '


def test_bound_attribute_wins_over_style_and_sheet(tmp_path: Path) -> None:
    body = f'<style>.a {{ fill: blue }}</style>{RECT}class="a" style="fill:lime" n:fill="{{{{ tone }}}}"/>'
    assert drawn(tmp_path, body, tone="#b23a48") == ["path 10 20 30 40 #b23a48"]


@pytest.mark.parametrize("hidden", ['display="none"', 'style="display:none"'])
def test_variants_may_be_hidden_from_the_editor_alone(tmp_path: Path, hidden: str) -> None:
    calm = f"""<g n:if="kind == 'calm'">{RECT}/></g>"""
    label = '<text class="title" x="1" y="9" n:text="{{ kind }}"/>'
    storm = f"""<g n:if="kind == 'storm'" {hidden} n:display="inline">{RECT}fill="red"/>{label}</g>"""
    body = calm + storm
    assert drawn(tmp_path, body, kind="calm") == ["path 10 20 30 40 #000000"]
    shown = ["path 10 20 30 40 #ff0000", "text 1,9 12pt #000000 storm"]
    assert drawn(tmp_path, body, kind="storm") == shown
    assert drawn(tmp_path, f'{RECT}n:if="false"/>') == []


def test_values_are_compiled_once_each(tmp_path: Path) -> None:
    layout, layouts, findings = laid(tmp_path, f'{RECT}n:fill="{{{{ tone }}}}"/>')
    assert layout
    first, second, third = (
        layouts.face(layout, "a", {"tone": tone}, findings) for tone in ("#ff0000", "#00ff00", "#ff0000")
    )
    assert first
    assert second
    assert third
    assert first.ops[0] is third.ops[0]
    assert first.ops != second.ops


def test_geometry_and_transform_are_bound(tmp_path: Path) -> None:
    body = RECT + 'n:width="{{ n * 2 }}" n:transform="translate({{ n }} 0)"/>'
    assert drawn(tmp_path, body, n=6) == ["path 16 20 12 40 #000000"]


def test_what_a_group_is_bound_to_reaches_its_children(tmp_path: Path) -> None:
    body = f'<g n:fill="{{{{ tone }}}}">{RECT}/><text class="title" x="1" y="9" n:text="{{{{ name }}}}"/>{RECT}/></g>'
    assert drawn(tmp_path, body, tone="#ff0000", name="Hi") == [
        "path 10 20 30 40 #ff0000",
        "text 1,9 12pt #000000 Hi",
        "path 10 20 30 40 #ff0000",
    ]


def test_plain_text_is_never_markup(tmp_path: Path) -> None:
    body = '<text class="rules" x="1" y="9" n:text="{{ name }}"/>'
    assert drawn(tmp_path, body, name="**a** {red} a<b {{ x }}") == [
        "text 1,9 9pt #000000 **a** {red} a<b {{ x }}"
    ]


def test_a_style_may_be_bound_alone(tmp_path: Path) -> None:
    body = '<text n:class="{{ style }}" x="1" y="9" n:text="{{ name }}"/>'
    assert drawn(tmp_path, body, style="title", name="Hi") == ["text 1,9 12pt #000000 Hi"]
    assert drawn(tmp_path, body, style="rules", name="Hi") == ["text 1,9 9pt #000000 Hi"]


def test_rich_text_shows_symbols(tmp_path: Path) -> None:
    body = '<text class="rules" x="1" y="9" n:text="{{ text }}"/>'
    line, symbol = drawn(tmp_path, body, text=Rich("Take {red}"))
    assert line == "text 1,9 9pt #000000 Take ◆"
    assert symbol.startswith("use red.svg ")


def test_condition_decides_and_is_not_evaluated_inside(tmp_path: Path) -> None:
    body = f'<g n:if="color">{RECT}n:fill="{{{{ color.tone }}}}"/></g>{RECT}fill="#00ff00"/>'
    assert drawn(tmp_path, body, color=None) == ["path 10 20 30 40 #00ff00"]
    assert drawn(tmp_path, body, color={"tone": "#ff0000"}) == [
        "path 10 20 30 40 #ff0000",
        "path 10 20 30 40 #00ff00",
    ]


@pytest.mark.parametrize(
    ("align", "places"),
    [("", [10, 46, 82]), ("center", [-26, 10, 46]), ("end", [-62, -26, 10])],
)
def test_row_steps_by_width_and_gap(align: str, places: list[int], tmp_path: Path) -> None:
    setting = f'n:align="{align}" ' if align else ""
    body = f'<g n:each="gem in gems" n:row="6pt" {setting}>{RECT}n:symbol="{{{{ gem }}}}"/></g>'
    lines = drawn(tmp_path, body, gems=[Item("red"), Item("blue"), Item("red")])
    assert [line.split()[1:] for line in lines] == [
        [name, "4", "0", "0", "4", str(x), "25"]
        for name, x in zip(("red.svg", "blue.svg", "red.svg"), places, strict=True)
    ]


def test_column_in_a_turned_group_runs_with_it(tmp_path: Path) -> None:
    body = f'<g transform="rotate(90)"><g n:each="n in l" n:column="2pt">{RECT}fill="#ff0000"/></g></g>'
    assert drawn(tmp_path, body, l=[1, 2]) == [
        "path -60 10 40 30 #ff0000",
        "group 1 0 0 1 -42 0 1",
        "  path -60 10 40 30 #ff0000",
    ]


def test_own_transform_spreads_by_index(tmp_path: Path) -> None:
    body = f'{RECT}n:each="n in l" n:if="n != 2" n:transform="translate({{{{ loop.index0 * 100 }}}})"/>'
    assert drawn(tmp_path, body, l=[1, 2, 3]) == ["path 10 20 30 40 #000000", "path 210 20 30 40 #000000"]


def test_nothing_to_repeat_draws_nothing(tmp_path: Path) -> None:
    assert drawn(tmp_path, f'{RECT}n:each="n in l" n:row="1mm" n:align="center"/>', l=[]) == []


def test_nested_repetitions_keep_in_step(tmp_path: Path) -> None:
    body = (
        '<g n:each="row in rows" n:transform="translate(0 {{ loop.index0 * 50 }})">'
        f'{RECT}n:each="n in row" n:row="0pt" n:fill="{{{{ n }}}}"/></g>{RECT}n:fill="{{{{ last }}}}"/>'
    )
    lines = drawn(tmp_path, body, rows=[["red", "lime"], [], ["blue"]], last="#123456")
    assert [line.split()[-1] for line in lines] == ["#ff0000", "1", "#00ff00", "#0000ff", "#123456"]


def test_hidden_elements_keep_the_stream_in_step(tmp_path: Path) -> None:
    unseen = 'class="rules" n:text="{{ a }}"'
    body = (
        f'<g display="none">{RECT}{unseen}/></g><text visibility="hidden" {unseen}/><g n:opacity="{{{{ z }}}}">{RECT}{unseen}/></g>'
        f'<svg width="0" height="1">{RECT}{unseen}/></svg>{RECT}n:fill="{{{{ b }}}}"/>'
    )
    assert drawn(tmp_path, body, a="no", b="#00ff00", z=0) == ["path 10 20 30 40 #00ff00"]


def test_text_frame_wraps_and_draws_only_its_own_paint(tmp_path: Path) -> None:
    frame = RECT + 'class="rules" n:text="{{ a }}" n:align="center" n:valign="bottom"'
    plain = drawn(tmp_path, f'<g fill="#ff0000">{frame}/></g>', a="one\ntwo")
    assert [line.split()[0] + line.split()[-1] for line in plain] == ["textone", "texttwo"]
    assert drawn(tmp_path, f'{frame} fill="#ff0000"/>', a="one\ntwo") == ["path 10 20 30 40 #ff0000", *plain]


def test_text_colour_of_a_frame_and_of_a_line(tmp_path: Path) -> None:
    body = (
        f'{RECT}class="rules" n:text="{{{{ a }}}}" n:color="{{{{ c }}}}"/>'
        '<text class="title" x="5" y="50" text-anchor="middle" n:text="{{ a }}" n:fill="{{ c }}"/>'
    )
    lines = drawn(tmp_path, body, a="x", c="#ff0000")
    assert [line.split()[3] for line in lines] == ["#ff0000", "#ff0000"]


def test_line_is_shrunk_to_its_width(tmp_path: Path) -> None:
    body = '<text class="title" x="5" y="50" n:text="{{ a }}" n:width="45pt"/>'
    (line,) = drawn(tmp_path, body, a="Wide title")
    assert 10 <= float(line.split()[2].removesuffix("pt")) < 12


def test_a_line_is_aligned_by_its_anchor_and_not_by_its_style(tmp_path: Path) -> None:
    plain, middle = (
        drawn(tmp_path, f'<text class="centred" x="50" y="50" {anchor}n:text="{{{{ a }}}}"/>', a="Wide title")
        for anchor in ("", 'text-anchor="middle" ')
    )
    assert plain[0].split()[1] == "50,50"
    assert float(middle[0].split()[1].partition(",")[0]) < 40


def test_line_without_a_style_takes_the_samples_font(tmp_path: Path) -> None:
    body = '<g transform="scale(2)"><text font-family="Source Sans 3" font-size="4" x="5" y="20" n:text="{{ a }}">s</text></g>'
    assert drawn(tmp_path, body, a="x") == ["text 10,40 8pt #000000 x"]


def test_turned_frames_are_set_straight_in_a_turned_group(tmp_path: Path) -> None:
    body = f'<g transform="rotate(90)">{RECT}class="rules" n:text="{{{{ a }}}}"/></g>'
    group, line = drawn(tmp_path, body, a="x")
    assert group == "group 0 1 -1 0 0 0 1"
    assert line.startswith("  text 10,")


def test_symbol_is_fitted_and_centred_and_may_be_empty(tmp_path: Path) -> None:
    body = f'{RECT}n:symbol="{{{{ a }}}}"/><image href="red.svg" x="50" width="10" height="10" n:symbol="{{{{ b }}}}"/>'
    assert drawn(tmp_path, body, a=Rich("{red}"), b="") == ["use red.svg 4 0 0 4 10 25"]


def test_drawings_have_colors_of_the_palette(tmp_path: Path) -> None:
    stops = (
        '<linearGradient id="g"><stop n:stop-color="{{ palette.ink }}"/><stop offset="1"/></linearGradient>'
    )
    files = {
        "sign.svg": f"{HEAD}{RECT}fill='red' n:fill='{{{{ palette.ink }}}}'/></svg>",
        "art.svg": f"{HEAD}{stops}{RECT}id='part' fill='red' n:fill='{{{{ palette[\"ink\"] }}}}'/></svg>",
    }
    write(tmp_path, {f"toy/{name}": content for name, content in files.items()})
    body = f"""{RECT}n:symbol="sign"/>{RECT}n:image="art.svg#part"/><g n:if="true"><use href="art.svg#part"/></g>"""
    write(tmp_path, {"toy/card.svg": f"{HEAD}{body}</svg>"})
    findings = Findings()
    layouts = engine(tmp_path, findings, sign="sign.svg")
    layout = layouts.layout("card.svg", HERE)
    assert layout is not None, findings
    made = layouts.face(layout, "one", {"palette": {"ink": "#00ff00"}}, findings)
    assert not findings
    assert made is not None
    shown = [dump(op.form.ops)[-1].split()[-1] for op in made.ops[:2] if isinstance(op, Use)]
    assert shown == ["#23202b", "#23202b"]
    assert dump(made.ops)[-1].endswith("#00ff00")


def test_image_covers_or_is_contained(tmp_path: Path) -> None:
    body = f'{RECT}n:image="{{{{ a }}}}" n:fit="cover"/>{RECT}n:image="{{{{ a }}}}"/>'
    assert drawn(tmp_path, body, a="red.svg") == [
        "group 1 0 0 1 0 0 1 clipped",
        "  use red.svg 5.33333 0 0 5.33333 5 20",
        "use red.svg 4 0 0 4 10 25",
    ]


@pytest.mark.parametrize(
    ("part", "fit", "expected"),
    [
        # The frame is 30 × 40 pt at 10, 20, and the drawing is 7.5 × 7.5 pt.
        ("focus 50% 50%", "cover", "5.33333 0 0 5.33333 5 20"),
        ("focus 0% 0%", "cover", "5.33333 0 0 5.33333 10 20"),
        ("focus 45% 90%", "cover", "5.33333 0 0 5.33333 7 20"),
        ("focus 100% 0%", "cover", "5.33333 0 0 5.33333 0 20"),
        ("focus 100% 0%", "contain", "4 0 0 4 10 25"),
        ("crop 50% 0% 50% 50%", "contain", "8 0 0 8 -20 25"),
        ("crop 50% 0% 50% 50%", "cover", "10.6667 0 0 10.6667 -35 20"),
        ("crop 50% 0% 50% 50% focus 50% 0%", "cover", "10.6667 0 0 10.6667 -30 20"),
        ("crop 50% 0% 50% 50% focus 0% 0%", "cover", "10.6667 0 0 10.6667 -30 20"),
    ],
)
def test_a_part_of_a_picture_is_shown(tmp_path: Path, part: str, fit: str, expected: str) -> None:
    body = f'{RECT}n:image="{{{{ a }}}}" n:fit="{fit}"/>'
    *_, use = drawn(tmp_path, body, a=f"red.svg {part}")
    assert use.strip() == f"use red.svg {expected}"


def test_a_crop_hides_the_rest_of_a_picture_that_is_contained(tmp_path: Path) -> None:
    made, _ = face(tmp_path, f'{RECT}n:image="red.svg crop 50% 0% 50% 25%"/>', {})
    assert made
    (shown,) = made.ops
    assert isinstance(shown, Group)
    assert shown.clip
    assert outline_bounds(shown.clip.segments) == Box(10.0, 32.5, 30.0, 15.0)


def test_use_is_bound_to_an_address(tmp_path: Path) -> None:
    body = f'<defs><g id="a">{RECT}fill="#ff0000"/></g></defs><use n:href="#{{{{ a }}}}" x="1"/>'
    assert drawn(tmp_path, body, a="a") == ["path 11 20 30 40 #ff0000"]


def test_parts_of_another_file_are_tinted_and_bound(tmp_path: Path) -> None:
    part = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup"><style>.x {{ stroke: none }}</style><g id="p" class="x">{RECT}fill="currentColor"/><text class="title" x="1" y="2" n:text="{{{{ name }}}}"/></g></svg>'
    write(tmp_path, {"toy/parts/p.svg": part})
    body = '<use href="parts/p.svg#p" n:color="{{ tone }}"/>'
    assert drawn(tmp_path, body, tone="#ff0000", name="Hi") == [
        "path 10 20 30 40 #ff0000",
        "text 1,2 12pt #000000 Hi",
    ]


def test_bound_use_may_not_show_what_is_bound(tmp_path: Path) -> None:
    body = f'<defs><g id="a">{RECT}/></g></defs><use href="#a" n:href="parts/p.svg#p"/>'
    write(tmp_path, {"toy/parts/p.svg": HEAD + f'{RECT}id="p" n:fill="{{{{ a }}}}"/></svg>'})
    _, findings = face(tmp_path, body, {"a": "red"})
    assert [finding.code for finding in findings] == ["svg-reference"]


def test_static_neighbours_become_one_form(tmp_path: Path) -> None:
    body = f'{RECT}/>{RECT}/><g n:if="a">{RECT}/></g>{RECT}/><circle r="200" stroke="#000"/>'
    layout, layouts, findings = laid(tmp_path, body)
    assert layout
    one = layouts.face(layout, "a", {"a": True}, findings)
    two = layouts.face(layout, "b", {"a": False}, findings)
    assert one
    assert two
    assert dump(one.ops)[0] == "use card.svg#1 1 0 0 1 0 0"
    assert one.ops[0] is two.ops[0]
    assert one.ops[2] is two.ops[1]
    last = one.ops[2]
    assert isinstance(last, Use)
    assert last.matrix[4:] == (-200.75, -200.75)
    assert last.form.size[0] == 401.5


def test_a_layout_has_its_size_bleed_and_frames(tmp_path: Path) -> None:
    write(tmp_path, {
        "toy/card.svg": HEAD.replace("viewBox", 'n:bleed="3mm" viewBox')
        + f'{RECT}id="words" class="rules" n:text="{{{{ a }}}}"/></svg>'
    })  # fmt: skip
    layout = engine(tmp_path, Findings()).layout("card.svg", HERE)
    assert layout
    assert (layout.size, round(layout.bleed, 3), layout.bound) == ((100, 100), 8.504, True)
    assert [(frame.name, frame.box) for frame in layout.frames] == [("words", Box(10, 20, 30, 40))]


def test_layout_without_bindings_is_the_same_for_all(tmp_path: Path) -> None:
    layout, _, _ = laid(tmp_path, RECT + "/>")
    assert layout
    assert not layout.bound


def test_a_blank_line_of_an_attribute_starts_a_paragraph(tmp_path: Path) -> None:
    value = "{{ a }} &amp; b\n\n      c\n      d"
    assert drawn(tmp_path, f'<rect width="90" height="90" class="rules" n:text="{value}"/>', a="x") == [
        "text 0,6 9pt #000000 x & b",
        "text 0,22 9pt #000000 c d",
    ]


@pytest.mark.parametrize(
    ("value", "line", "column"), [("{{ a }}\n\n{{ nope }}", 4, 4), ("{{ nope }}\n\n{{ a }}", 2, 55)]
)
def test_a_mistake_behind_a_blank_line_has_its_place(
    tmp_path: Path, value: str, line: int, column: int
) -> None:
    _, findings = face(tmp_path, f'<rect width="90" height="90" class="rules" n:text="{value}"/>', {"a": "x"})
    assert [(found.span.line, found.span.column) for found in findings if found.span] == [(line, column)]


def test_an_absent_italic_is_one_message_at_the_style(tmp_path: Path) -> None:
    write(tmp_path, {"toy/style.yaml": "styles:\n  loud: {font: Young Serif, size: 9pt}\n"})
    body = '<rect width="90" height="40" class="loud" n:text="*{{ a }}* *b*"/><rect width="90" height="40" class="loud" n:text="*c*"/>'
    write(tmp_path, {"toy/card.svg": f"{HEAD}\n{body}\n</svg>"})
    findings = Findings()
    project = Project(tmp_path)
    fonts = Fonts(project)
    sheet = read_styles(project, "layouts/toy/style.yaml", fonts, findings)
    assert sheet is not None
    layouts = LayoutEngine(project, game(), fonts, sheet, findings)
    layout = layouts.layout("card.svg", HERE)
    assert layout is not None
    for name in ("one", "two"):
        layouts.face(layout, name, {"a": "x"}, findings, lambda *_: None)
    ((code, span),) = [(found.code, found.span) for found in findings]
    assert code == "unknown-font"
    assert span is not None
    assert (span.file, span.line, span.column) == ("layouts/toy/style.yaml", 2, 16)


def test_texts_may_be_set_before_faces_are_drawn(tmp_path: Path) -> None:
    body = '<text x="1" y="9" class="rules" n:text="{{ name }}">x</text>'
    layout, layouts, findings = laid(tmp_path, body)
    assert layout is not None
    assert layout.program is not None
    printed = [layout.program.run({"name": name}) for name in ("Ann", "Bob", " ", "Ann")]
    layout.set_texts(printed)
    (node,) = layout.texts
    assert list(node.texts) == ["Ann", "Bob"]
    made = layouts.face(layout, "deck/one, front", {}, findings, printed=printed[1])
    assert made is not None
    assert made.ops == node.texts["Bob"].ops
