"""What designers' files have besides shapes: texts on paths, frames of Inkscape, strokes that aren't scaled,
names of fonts in PostScript, and what is ignored with a note.
"""

from pathlib import Path

import pytest
from engines import face, laid
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.layout import LayoutEngine
from nineup.model.drawing import Face, Group, Linear, Op, Text
from nineup.model.drawing import Path as Outline
from nineup.model.extent import text_width
from nineup.typography.fonts import Fonts
from nineup.typography.text import StyleSheet
from tinyfont import tiny_font

from tests.layout.test_layout_bindings import dump
from tests.svg.others import _game
from tests.svg.test_svg_static import still

SANS = 'font-family="Source Sans 3" font-size="10"'
LINE = '<defs><path id="p" d="M10 50H90"/></defs>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'


def noted(root: Path, body: str, head: str = SVG) -> list[tuple[str, str]]:
    """The codes and messages for a file of art."""
    file = root / "layouts/set/art.svg"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{head}{body}</svg>", encoding="utf-8")
    findings, project = Findings(), Project(root)
    engine = LayoutEngine(project, _game(), Fonts(project), StyleSheet({}, {}), findings)
    assert engine.form("set/art.svg")
    return [(each.code, each.message) for each in findings]


def starts(ops: tuple[Op, ...]) -> list[tuple[str, float, float]]:
    """The letters along a path, and where the line below each begins."""
    letters = []
    for whole in ops:
        assert isinstance(whole, Group)
        for op in whole.ops:
            assert isinstance(op, Group)
            (text,) = op.ops
            assert isinstance(text, Text)
            x, y = op.matrix.apply(text.x, text.y)
            letters.append((text.runs[0].pieces[0].text, round(x), round(y)))
    return letters


def along(tmp_path: Path, inside: str, attributes: str = "") -> list[tuple[str, float, float]]:
    return starts(still(tmp_path, f"{LINE}<text {SANS} {attributes}>{inside}</text>"))


@pytest.mark.parametrize(
    ("attributes", "inside", "expected"),
    [
        ('x="20" y="70"', '<textPath href="#p">nn</textPath>', [("n", 30, 50), ("n", 35, 50)]),
        ('dx="20" dy="7"', '<textPath href="#p">nn</textPath>', [("n", 30, 57), ("n", 35, 57)]),
        ("", '<textPath href="#p" startOffset="10">n<tspan x="30" y="9">n</tspan></textPath>', [("n", 20, 50), ("n", 50, 50)]),
        ("", '<textPath href="#p">n<tspan dy="-4">n</tspan>n</textPath>', [("n", 10, 50), ("n", 15, 46), ("n", 21, 46)]),
        ('x="0 20"', '<textPath href="#p">nn</textPath>', [("n", 10, 50), ("n", 30, 50)]),
        (
            'text-anchor="end"',
            '<textPath href="#p" startOffset="100%">n<tspan x="-40">n</tspan></textPath>',
            [("n", 85, 50), ("n", 45, 50)],
        ),
    ],
)  # fmt: skip
def test_positions_along_a_path_are_distances(
    attributes: str, inside: str, expected: list[tuple[str, float, float]], tmp_path: Path
) -> None:
    assert along(tmp_path, inside, attributes) == expected


@pytest.mark.parametrize(
    ("shape", "first"),
    [
        ('<circle id="s" cx="50" cy="50" r="40"/>', (90, 50)),
        ('<ellipse id="s" cx="50" cy="50" rx="40" ry="20"/>', (90, 50)),
        ('<rect id="s" x="10" y="20" width="50" height="30"/>', (10, 20)),
        ('<polygon id="s" points="30,30 90,30 50,90"/>', (30, 30)),
    ],
)
def test_text_runs_along_any_shape(shape: str, first: tuple[float, float], tmp_path: Path) -> None:
    body = f'<defs>{shape}</defs><text {SANS}><textPath href="#s">nnn</textPath></text>'
    (letter, x, y), *_ = starts(still(tmp_path, body))
    assert (letter, x, y) == ("n", pytest.approx(first[0], abs=1), pytest.approx(first[1], abs=1))
    bound = body.replace(f"<text {SANS}", '<text class="rules" n:text="nnn"')
    made, findings = face(tmp_path, bound)
    assert (findings, isinstance(made, Face)) == ([], True)


def test_letters_along_a_path_have_a_gradient_and_are_still_read(tmp_path: Path) -> None:
    body = (
        '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>'
        f'{LINE}<text {SANS} fill="url(#g)" stroke="#000"><textPath href="#p">nm<tspan fill="#0f0">n</tspan></textPath></text>'
    )
    filled, invisible, plain = still(tmp_path, body)
    assert isinstance(filled, Outline)
    assert isinstance(filled.fill, Linear)
    # From the first letter to the last that has it.
    assert (filled.fill.matrix.e, filled.fill.matrix.a) == pytest.approx((10.0, 13.8), abs=0.2)
    assert isinstance(invisible, Group)
    assert invisible.says == "nm"
    assert dump((plain,))[-2:][0].endswith("#00ff00 n")


def test_a_stroke_that_is_not_scaled_has_its_width_in_pixels(tmp_path: Path) -> None:
    (path,) = still(
        tmp_path,
        '<path d="M0 0H9" stroke="red" stroke-width="4" stroke-dasharray="8 4" transform="scale(3 7) rotate(5)" '
        'style="vector-effect:non-scaling-stroke"/>',
    )
    assert isinstance(path, Outline)
    assert path.stroke
    assert (path.stroke.width, path.stroke.dash) == (3.0, (6.0, 3.0))
    (group,) = still(
        tmp_path, '<g vector-effect="non-scaling-stroke"><path d="M0 0H9" stroke="red" stroke-width="4"/></g>'
    )
    assert isinstance(group, Outline)
    assert group.stroke
    assert group.stroke.width == 4.0  # children don't inherit it


def test_spaces_are_wider_between_words(tmp_path: Path) -> None:
    def place(spacing: str) -> float:
        """Where the line ends."""
        (line,) = still(
            tmp_path, f'<text {SANS} x="50" y="9" {spacing}>a b<tspan fill="red">n</tspan></text>'
        )
        assert isinstance(line, Group)
        last = line.ops[-1]
        assert isinstance(last, Text)
        return last.x + text_width(last)

    plain = place("")
    assert place('word-spacing="4"') == pytest.approx(plain + 4)
    assert place('style="word-spacing:-.1em"') == pytest.approx(plain - 1)
    end = place('text-anchor="end"')
    assert place('text-anchor="end" word-spacing="4"') == pytest.approx(end)


FLOWED = (
    '<flowRoot {root}><flowRegion><rect x="10" y="20" width="60" height="70"/></flowRegion>'
    "<flowPara>- not a list, *plain* {{x}}</flowPara><flowPara/><flowPara {para}>end</flowPara></flowRoot>"
)


def test_a_frame_of_inkscape_is_set_in_its_size(tmp_path: Path) -> None:
    ops = still(tmp_path, FLOWED.format(root=f'{SANS} line-height="150%" fill="#a00"', para=""))
    assert dump(ops) == [
        "text 10,31 10pt #aa0000 - not a list,",
        "text 10,46 10pt #aa0000 *plain* {x}",
        "text 10,76 10pt #aa0000 end",
    ]
    turned = still(tmp_path, FLOWED.format(root=f'{SANS} transform="rotate(20)"', para=""))
    assert dump(turned)[0].startswith("group")
    _, _, findings = laid(tmp_path, FLOWED.format(root=SANS.replace('"10"', '"40"'), para=""))
    assert {each.code for each in findings} == {"text-overflow"}


def test_what_a_print_cannot_show_is_noted(tmp_path: Path) -> None:
    body = (
        '<style>g{animation:spin 1s}@keyframes spin{to{rotate:1turn}}</style><g><rect id="r" width="9" height="9">'
        '<animate attributeName="x" to="9"/></rect></g><use href="#u"/>'
        '<defs><path id="u" d="M0 0H9V9z"><animateMotion path="M0 0H9"/></path></defs>'
    )
    head = SVG.replace("width=", 'style="background:#eee" width=', 1)
    ((code, message),) = noted(tmp_path, body, head)
    assert code == "svg-ignored"
    for what in ("`background`", "`animation`", "`animate`", "`animateMotion`"):
        assert what in message


def test_a_use_of_a_use_clips_everything_away_as_in_browsers(tmp_path: Path) -> None:
    body = (
        '<defs><rect id="a" width="9" height="9"/><use id="b" href="#a"/></defs><clipPath id="c"><use href="#b"/></clipPath>'
        '<rect width="50" height="50" clip-path="url(#c)"/>'
    )
    assert noted(tmp_path, body) == [("svg-ignored", "ignored: `use` used in a clipPath")]


LETTERS = "".join(map(chr, range(32, 127)))


@pytest.mark.parametrize(
    ("named", "style"),
    [
        ("ArialMT", "Regular"),
        ("Arial-BoldMT", "Bold"),
        ("Arial-BoldItalicMT", "Bold Italic"),
        ("Arial-BoldIt", "Bold Italic"),
        ("OddName-X", "Regular"),
    ],
)
def test_fonts_are_found_by_their_names_in_postscript(named: str, style: str, tmp_path: Path) -> None:
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    for each in ("Regular", "Bold", "Bold Italic"):
        name = "OddName-X" if each == "Regular" else f"Odd{each.replace(' ', '')}"
        data = tiny_font(LETTERS, names={"familyName": "Arial", "styleName": each, "psName": name})
        (fonts / f"Arial-{each.replace(' ', '')}.ttf").write_bytes(data)
    text = f'<text y="9" font-size="5" font-family="{named}">ab</text>'
    assert noted(tmp_path, text) == []
    known = Fonts(Project(tmp_path)).by_postscript(named)
    assert known
    assert (known[0], known[1].name) == ("Arial", style.replace(" ", ""))


def test_a_substitute_counts_for_names_in_postscript(tmp_path: Path) -> None:
    fonts = Fonts(Project(tmp_path), substitutes={"Times New Roman": "Source Sans 3"})
    family, style = fonts.by_postscript("TimesNewRomanPS-BoldMT") or ("", None)
    assert style
    assert fonts.font(family, *style).path.endswith("SourceSans3-Bold.ttf")
    assert fonts.by_postscript("Unheard-Of") is None
    assert fonts.by_postscript("Source Sans 3") is None
