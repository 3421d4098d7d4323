"""Tuck boxes: the net is folded in space, and looked at as it is printed."""

import io
import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path as Folder
from xml.etree import ElementTree

import ezdxf.filemanagement
import pytest
from folded import art, fold_up
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Point, flatten, outline_bounds
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.faces.shapes import drawn_sides, shape_of
from nineup.faces.shapes.folding import FOLD
from nineup.faces.shapes.net import Net
from nineup.faces.shapes.tuck_box import DUST, GLUE, ROOM, TUCK, inner, net
from nineup.model.drawing import Face, Path, rectangle
from nineup.model.game import Component, Part
from nineup.pipeline import PrintOptions, RunChoice, build, load
from nineup.write.preview import png
from nineup_export import ExportRequest, export, target_named
from PIL import Image
from tiny import GAME, SVG, write_tiny

CHIP = """    shape: token
    size: 16mm
    layout: chip.svg
    back: chip.svg
    setup: 3 * players
    box: {4: 12, 6: 18}
"""

BOX = """    shape: tuck-box
    size: 40mm x 60mm
    depth: {cards: 60}
    layout: front.svg
    sides: {left: left.svg, top: top.svg}
"""

COLOURS = {"front": "#c02020", "left": "#20a040", "top": "#2040c0"}
SIZES = {"front": (41, 61), "left": (19, 61), "top": (41, 19)}


def tiny(root: Folder, box: str = BOX) -> Project:
    """A box whose sides have a block at the top left; only front, left and top have layouts of their own."""
    write_tiny(root, game=GAME.split("rules:")[0].replace(CHIP, box))
    for side, (width, height) in SIZES.items():
        block = (
            f'<rect width="{width}" height="{height}" fill="{COLOURS[side]}"/><rect width="6" height="4"/>'
        )
        drawing = SVG.format(w=width, h=height) + block + "</svg>"
        (root / f"layouts/tiny/{side}.svg").write_text(drawing, encoding="utf-8")
    return Project(root)


def box_of(root: Folder, box: str = BOX) -> Component:
    game = load(tiny(root, box), "tiny", findings := Findings())
    assert game is not None, [*findings]
    return game.components["chip"]


@pytest.fixture(scope="module")
def component(tmp_path_factory: pytest.TempPathFactory) -> Component:
    return box_of(tmp_path_factory.mktemp("box"))


def test_its_sides_are_the_deck_and_a_little_room(component: Component) -> None:
    assert inner(component) == pytest.approx((40 * MM + ROOM, 60 * MM + ROOM, 60 * 0.3 * MM + ROOM))
    sides = {side.name: (side.layout, side.key) for side in drawn_sides(component)}
    assert list(sides) == ["front", "back", "left", "right", "top", "bottom"]
    assert sides["back"] == ("front.svg", "layout")
    assert sides["left"] == ("left.svg", "sides.left")
    assert sides["right"][0].startswith("title of 19.0000 x 61.0000")


def test_folded_up_it_is_a_closed_box_with_every_side_in_its_place(component: Component) -> None:
    flat, (width, height, depth) = net(component), inner(component)
    lying = fold_up(flat, "front")
    panels = {name: panel.box for name, panel in flat.panels.items()}
    corners = [corner for name, box in panels.items() for corner in lying[name].corners(box)]
    assert len(set(corners)) == 8
    assert all(corners.count(corner) == 3 for corner in corners)
    for axis, side in enumerate((width, height, depth)):
        reach = [corner[axis] for corner in corners]
        assert max(reach) - min(reach) == pytest.approx(side, abs=1e-3)
    faces = {name: tuple(map(round, lying[name].out)) for name in panels}
    assert faces == {
        "front": (0, 0, 1),
        "back": (0, 0, -1),
        "left": (-1, 0, 0),
        "right": (1, 0, 0),
        "top": (0, 1, 0),
        "bottom": (0, -1, 0),
    }


def test_the_art_of_every_side_is_upright_on_the_box(component: Component) -> None:
    flat = net(component)
    lying = fold_up(flat, "front")
    up = {name: tuple(map(round, art(lying[name], panel.turns)[1])) for name, panel in flat.panels.items()}
    assert all(up[name] == (0, 1, 0) for name in ("front", "back", "left", "right"))
    assert up["top"] == (0, 0, -1)  # seen from above, with the front towards the reader
    assert up["bottom"] == (0, 0, 1)


def test_the_flap_for_glue_lies_behind_the_edge_of_the_left_side(component: Component) -> None:
    flat = net(component)
    lying = fold_up(flat, "front")
    left = lying["left"].corners(flat.panels["left"].box)
    flap = lying["glue 0"].corners(flat.glue[0])
    assert {x for x, _, _ in flap} == {x for x, _, _ in left}
    for axis in (1, 2):
        assert min(corner[axis] for corner in flap) >= min(corner[axis] for corner in left) - 1e-3
        assert max(corner[axis] for corner in flap) <= max(corner[axis] for corner in left) + 1e-3


def crossings(points: list[Point]) -> int:
    """How often the sides of a closed polygon cross each other."""

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    lines = list(zip(points, points[1:] + points[:1], strict=True))
    return sum(
        turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9
        for (a, b), (c, d) in combinations(lines, 2)
    )


@pytest.mark.parametrize("depth", ["0.5mm", "5mm", "18mm", "45mm"])
def test_it_is_cut_along_one_line_around_all_panels_and_flaps(tmp_path: Folder, depth: str) -> None:
    flat = net(box_of(tmp_path, BOX.replace("{cards: 60}", depth)))
    (ring,) = flatten(flat.outline, 16)
    assert crossings([*ring]) == 0
    bounds = outline_bounds(flat.outline)
    assert bounds == pytest.approx((0, 0, *flat.size), abs=1e-6)
    area = sum(x * v - u * y for (x, y), (u, v) in pairwise((*ring, ring[0]))) / 2
    assert abs(area) == pytest.approx(_area(flat), rel=0.02)


def _area(flat: Net) -> float:
    """What panels, flaps and tabs cover, without the notch."""
    width, height = flat.panels["front"].box.width, flat.panels["front"].box.height
    depth = flat.panels["left"].box.width
    dust, glue, thumb = min(DUST, width / 2 - 0.5 * MM, depth + TUCK), min(GLUE, 0.9 * depth), width / 5
    flaps = 4 * dust * (depth - min(3 * MM, depth / 4)) + glue * (height - glue / 2)
    tabs = 2 * (TUCK * (width - MM) - 2 * (1 - 3.1416 / 4) * min(0.75 * TUCK, width / 4) ** 2)
    return 2 * (width * height + depth * height + width * depth) + flaps + tabs - 3.1416 * thumb**2 / 2


def printed(project: Project) -> Image.Image:
    """The box as it lies on its page, at four pixels a millimetre."""
    plan, findings = PrintOptions(), Findings()
    outcome = build(project, "tiny", RunChoice(components=("chip",)), plan, findings, lambda *_: None)
    assert not findings.failed, [*findings]
    assert [file.path.name for file in outcome.written] == ["tuck-boxes-a4.pdf", "manifest.json"]
    (piece,) = json.loads(outcome.written[-1].path.read_text(encoding="utf-8"))["pieces"]
    left, top, width, height = (side * 4 for side in piece["box"])
    page = Image.open(io.BytesIO(png(outcome.written[0].path.read_bytes(), 1, 101.6)))
    return page.convert("RGB").crop((round(left), round(top), round(left + width), round(top + height)))


def colour(text: str) -> tuple[int, ...]:
    return tuple(int(text[at : at + 2], 16) for at in (1, 3, 5))


def test_on_paper_the_top_is_turned_and_sides_without_a_layout_have_the_title(tmp_path: Folder) -> None:
    project = tiny(tmp_path)
    page = printed(project)
    flat = net(box_of(tmp_path))
    assert flat.size.width / MM == pytest.approx(132)

    def seen(side: str, x: float, y: float) -> tuple[int, ...]:
        """The colour at a point of a side in millimetres, as it lies on the net."""
        box = flat.panels[side].box
        pixel = page.getpixel((round((box.x / MM + x) * 4), round((box.y / MM + y) * 4)))
        assert isinstance(pixel, tuple)
        return pixel

    assert seen("front", 3, 2) == (0, 0, 0)
    assert seen("front", 38, 58) == colour(COLOURS["front"])
    assert seen("back", 3, 2) == (0, 0, 0)
    assert seen("top", 3, 2) == colour(COLOURS["top"])
    assert seen("top", 38, 17) == (0, 0, 0)
    assert seen("right", 3, 3) == (255, 255, 255)
    pixels = [seen("right", x / 4, y / 4) for x in range(16, 60) for y in range(60, 180)]
    assert min(sum(pixel) for pixel in pixels) < 100  # the title, along the side


def test_the_ink_of_a_side_goes_onto_flaps_but_not_onto_its_neighbour(component: Component) -> None:
    def drawn(width: float, height: float, name: str) -> Face:
        ink = Path(rectangle(Box(-9, -9, width + 18, height + 18)), fill=(0.5, 0.5, 0.5))
        return Face(name, shape_of("tuck-box").sides(component)[name], 9, (ink,))

    sides = shape_of("tuck-box").sides(component)
    faces = {name: drawn(*size, name) for name, size in sides.items()}
    piece, behind = shape_of("tuck-box").assemble(Part(component, component.cards[0], None, 1), faces)
    assert behind is None
    assert piece.bleed == 9
    panels = net(component).panels
    clips = [outline_bounds(op.clip.segments) for op in piece.ops if getattr(op, "clip", None)]
    front, right = panels["front"].box, panels["right"].box
    assert pytest.approx((front.x, front.y - 9, front.width, front.height + 9)) in clips
    assert pytest.approx((right.x, right.y - 9, right.width, right.height + 18)) in clips
    lines = [op for op in piece.ops if isinstance(op, Path) and op.stroke == FOLD]
    assert [line.segments for line in lines] == [piece.folds]
    assert len(piece.folds) == 2 * 12
    front_seen, back_seen = shape_of("tuck-box").shown(component, piece, None)
    assert front_seen.size == back_seen.size == sides["front"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("wrong", "code", "message"),
    [
        (("    depth: {cards: 60}\n", ""), "missing-key", "`depth` is missing: a tuck-box needs it"),
        (("left: left.svg", "lid: left.svg"), "unknown-key", "a tuck-box has no side `lid`"),
        (("left: left.svg", "front: left.svg"), "unknown-key", "`front` is not a further side"),
        (("shape: tuck-box", "shape: card"), "unknown-key", "a card has no `depth`"),
        (("depth: {cards: 60}", "large: parts"), "unknown-key", "a tuck-box has no `large`"),
        (("cards: 60", "cards: 0"), "bad-number", "must be at least 1 (found 0)"),
    ],
)
def test_mistakes_are_reported_where_they_are(
    tmp_path: Folder, wrong: tuple[str, str], code: str, message: str
) -> None:
    assert load(tiny(tmp_path, BOX.replace(*wrong)), "tiny", findings := Findings()) is None
    assert (code, message) in [(finding.code, finding.message) for finding in findings]
    assert all(finding.span and finding.span.line >= 21 for finding in findings)


def test_a_layout_of_another_size_is_refused_with_the_size_of_its_side(tmp_path: Folder) -> None:
    project = tiny(tmp_path, BOX.replace("left: left.svg", "left: top.svg"))
    build(project, "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    [finding] = [each for each in findings if each.code == "layout-size"]
    assert finding.message == "layout `top.svg` is 41 × 19 mm, but the side `left` of `chip` is 19 × 61 mm"
    assert finding.hint == 'set `width="19mm" height="61mm"` in the root of the layout'
    assert finding.span is not None
    assert "left: top.svg" in (tmp_path / finding.span.file).read_text().splitlines()[finding.span.line - 1]


def exported(root: Folder, name: str) -> Findings:
    target, findings = target_named(name), Findings()
    assert target is not None
    request = ExportRequest(target, target.defaults(), RunChoice(), PrintOptions(papers=("a4",)))
    export(tiny(root), "tiny", request, findings, lambda *_: None)
    assert not findings.failed, [*findings]
    return findings


def test_a_machine_cuts_around_it_and_scores_its_folds(tmp_path: Folder) -> None:
    exported(tmp_path, "cut")
    (svg,) = tmp_path.rglob("tuck-boxes-a4-1.svg")
    groups = {group.get("id"): list(group) for group in ElementTree.fromstring(svg.read_bytes())}
    assert {name: len(paths) for name, paths in groups.items()} == {"cut": 1, "fold": 12}
    assert all("Z" not in path.get("d", "") for path in groups["fold"])
    (dxf,) = tmp_path.rglob("tuck-boxes-a4-1.dxf")
    lines = ezdxf.filemanagement.read(io.StringIO(dxf.read_text(encoding="utf-8"))).modelspace()
    assert Counter(line.dxf.layer for line in lines) == {"CUT": 1, "FOLD": 12}


@pytest.mark.parametrize("name", ["tabletop-simulator", "playingcards-io"])
def test_a_virtual_table_does_without_it_and_says_so(tmp_path: Folder, name: str) -> None:
    assert [found.code for found in exported(tmp_path, name) if "tuck-box" in found.message] == [
        "not-in-play"
    ]


@pytest.mark.parametrize("drawn", [(), ("left",)])
def test_sides_that_show_the_title_need_no_bleed(drawn: tuple[str, ...], tmp_path: Folder) -> None:
    """Nobody can draw it there, and there is paper around the title; a side of one's own that lacks it is
    named.
    """
    project = tiny(tmp_path)
    for side in ("front", "top", *drawn):
        file = tmp_path / f"layouts/tiny/{side}.svg"
        file.write_text(file.read_text().replace("<svg ", '<svg n:bleed="3mm" ', 1))
    findings = Findings()
    plan = PrintOptions(bleed=3 * MM)
    build(project, "tiny", RunChoice(components=("chip",)), plan, findings, lambda *_: None)
    assert not findings.failed, [*findings]
    missing = [each for each in findings if each.code == "bleed-missing"]
    assert [each.hint[-29:] for each in missing] == ([] if drawn else [", and so those of its `sides`"])
