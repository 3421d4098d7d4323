"""Dice, dividers, screens and bases: folded in space where they fold, and seen as they are printed."""

import io
import json
from itertools import permutations
from math import dist
from pathlib import Path as Folder

import pytest
from folded import cross, fold_up, part_of
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size, flatten, outline_bounds
from nineup.base.project import Project
from nineup.faces.shapes import shape_of
from nineup.faces.shapes.base import NECK
from nineup.faces.shapes.die import net
from nineup.faces.shapes.divider import TAB
from nineup.model.drawing import Face, Path, rectangle
from nineup.pipeline import PrintOptions, RunChoice, build, load
from nineup.write.preview import png
from nineup_export import ExportRequest, export, target_named
from PIL import Image
from tiny import GAME, SVG, write_tiny

CHIP = GAME.split("  chip:\n")[1].split("rules:")[0]

DRAWN = '<rect width="{w}" height="{h}" fill="#c02020"/><rect width="3" height="2"/>'


def tiny(root: Folder, component: str, **layouts: tuple[float, float]) -> Project:
    """A component of red sides with a black block at the top left; the layouts with their sizes in
    millimetres.
    """
    write_tiny(root, game=GAME.split("rules:")[0].replace(CHIP, component))
    for name, (w, h) in layouts.items():
        drawing = SVG.format(w=w, h=h) + DRAWN.format(w=w, h=h) + "</svg>"
        (root / f"layouts/tiny/{name}.svg").write_text(drawing, encoding="utf-8")
    return Project(root)


def printed(project: Project, name: str, page: int = 1) -> list[Image.Image]:
    """The pieces on a page, each upright, at four pixels a millimetre."""
    plan, findings = PrintOptions(), Findings()
    outcome = build(project, "tiny", RunChoice(components=("chip",)), plan, findings, lambda *_: None)
    assert not findings.failed, [*findings]
    assert [file.path.name for file in outcome.written] == [name, "manifest.json"]
    placed = json.loads(outcome.written[-1].path.read_text(encoding="utf-8"))["pieces"]
    sheet = Image.open(io.BytesIO(png(outcome.written[0].path.read_bytes(), page, 101.6))).convert("RGB")
    found = []
    for piece in sorted(placed, key=lambda each: str(each["card"])):
        if piece["page"] == page:
            left, top, width, height = (side * 4 for side in piece["box"])
            lying = sheet.crop((round(left), round(top), round(left + width), round(top + height)))
            found.append(lying.rotate(90 * piece["turns"], expand=True))
    return found


def at(picture: Image.Image, x: float, y: float) -> str:
    """What is seen at a point in millimetres."""
    pixel = picture.getpixel((round(x * 4), round(y * 4)))
    return {(0, 0, 0): "black", (192, 32, 32): "red", (255, 255, 255): "paper"}.get(pixel, "other")  # type: ignore[call-overload]


def plain(name: str, size: Size) -> Face:
    return Face(name, size, 0.0, (Path(rectangle(Box(0, 0, *size)), fill=(0.5, 0.5, 0.5)),))


# Dice

DIE = "    shape: die\n    size: 16mm\n    layout: die.svg\n    sides: {3: three.svg}\n"


def test_a_folded_die_has_opposite_sides_that_add_up_to_seven() -> None:
    part = part_of("die", Size(40, 40), **{"printed-as": "cross"})
    flat = net(part.component)
    lying = fold_up(flat, "1")
    corners = [c for name, panel in flat.panels.items() for c in lying[name].corners(panel.box)]
    assert len(set(corners)) == 8
    assert all(corners.count(corner) == 3 for corner in corners)
    for one, other in permutations("123456", 2):
        opposite = tuple(map(round, lying[one].out)) == tuple(-round(v) for v in lying[other].out)
        assert opposite == (int(one) + int(other) == 7)
    turn = cross(lying["1"].out, lying["2"].out)
    assert tuple(map(round, turn)) == tuple(map(round, lying["3"].out))  # counterclockwise, seen from outside


def test_each_flap_of_a_die_lies_behind_another_side() -> None:
    flat = net(part_of("die", Size(40, 40), **{"printed-as": "cross"}).component)
    lying = fold_up(flat, "1")
    glued = []
    for number, box in enumerate(flat.glue):
        flap = lying[f"glue {number}"]
        (side,) = [
            name
            for name in flat.panels
            if tuple(map(round, lying[name].out)) == tuple(map(round, flap.out))
            and all(
                min(c[axis] for c in lying[name].corners(flat.panels[name].box)) - 1e-3
                <= corner[axis]
                <= max(c[axis] for c in lying[name].corners(flat.panels[name].box)) + 1e-3
                for corner in flap.corners(box)
                for axis in range(3)
            )
        ]
        glued.append(side)
    assert sorted(glued) == ["2", "2", "5", "5", "5", "6", "6"]


def test_a_die_is_one_piece_and_a_side_may_have_a_layout_of_its_own(tmp_path: Folder) -> None:
    project = tiny(tmp_path, DIE, die=(16, 16), three=(16, 16))
    number = SVG.format(w=16, h=16) + '<rect width="8" height="8" n:if="side == 3 or side == 6"/></svg>'
    (tmp_path / "layouts/tiny/die.svg").write_text(number, encoding="utf-8")
    (die,) = printed(project, "dice-a4.pdf")
    assert die.size == (((4 * 16 + 5) * 4), ((3 * 16 + 2 * 5) * 4))
    assert at(die, 16 * 3 + 4, 5 + 16 + 4) == "black"  # 6
    assert at(die, 16 + 4, 5 + 16 + 4) == "paper"  # 1
    assert at(die, 16 + 8, 5 + 8) == "red"  # 3 has its own


def test_stickers_are_six_squares_with_cuts_between_them(tmp_path: Folder) -> None:
    project = tiny(
        tmp_path,
        DIE.replace("size: 16mm", "size: 14mm\n    printed-as: stickers"),
        die=(14, 14),
        three=(14, 14),
    )
    (sheet,) = printed(project, "dice-a4.pdf")
    assert sheet.size == (3 * 14 * 4, 2 * 14 * 4)
    assert [at(sheet, column * 14 + 1.5, row * 14 + 1.2) for row in (0, 1) for column in (0, 1, 2)] == [
        "black"
    ] * 6
    target, findings = target_named("cut"), Findings()
    assert target is not None
    export(
        project,
        "tiny",
        ExportRequest(target, target.defaults(), RunChoice(components=("chip",)), PrintOptions()),
        findings,
        lambda *_: None,
    )
    assert not findings.failed, [*findings]
    (cuts,) = tmp_path.rglob("dice-a4-1.svg")
    assert cuts.read_text().count("<path") == 4


# Dividers

DIVIDER = """    shape: divider
    size: 30mm x 40mm
    layout: front.svg
    back: front.svg
    sides: {tab: tab.svg}
    cards: [{id: a}, {id: b}, {id: c}, {id: d}]
"""


def test_tabs_take_turns_and_are_in_the_same_place_on_the_back(tmp_path: Folder) -> None:
    project = tiny(tmp_path, DIVIDER, front=(30, 40), tab=(10, 8))
    fronts, backs = (printed(project, "dividers-a4.pdf", page) for page in (1, 2))
    assert [[at(each, 10 * place + 8, 6) for place in range(3)] for each in fronts] == [
        ["red", "paper", "paper"],
        ["paper", "red", "paper"],
        ["paper", "paper", "red"],
        ["red", "paper", "paper"],
    ]
    for front, back in zip(fronts, backs, strict=True):
        assert [at(back, 30 - 10 * place - 2, 6) for place in range(3)] == [
            at(front, 10 * place + 8, 6) for place in range(3)
        ]
        assert at(front, 1.5, 8 + 1.2) == at(back, 1.5, 8 + 1.2) == "black"  # both upright


def test_a_divider_is_cut_around_its_tab() -> None:
    faces = {"front": plain("a", Size(90, 120))}
    for number in range(3):
        front, back = shape_of("divider").assemble(part_of("divider", Size(90, 120), number, tabs=3), faces)
        assert back is None
        assert front.size == (90, 120 + TAB)
        (ring,) = flatten(front.outline, 4)
        assert sorted(x for x, y in ring if y == 0)[:1] == [number * 30]
        assert outline_bounds(front.outline) == (0, 0, 90, 120 + TAB)


# Screens


def test_a_screen_is_three_panels_wide_on_both_sides(tmp_path: Folder) -> None:
    screen = "    shape: screen\n    size: 90mm x 120mm\n    layout: out.svg\n    back: in.svg\n"
    project = tiny(tmp_path, screen, out=(270, 120), **{"in": (270, 120)})
    ((outside,), (inside,)) = (printed(project, "screens-a4.pdf", page) for page in (1, 2))
    assert outside.size == (270 * 4, 120 * 4)
    assert at(outside, 1.5, 1) == at(inside, 1.5, 1) == "black"
    folds = [
        x
        for x in range(outside.width)
        if any(at(outside, x / 4, y / 4) == "other" for y in range(40, 400, 7))
    ]
    assert {round(x / 4 / 90) for x in folds} == {0, 1, 2, 3} or {round(x / 4 / 90) for x in folds} == {1, 2}


# Bases


def test_a_base_is_two_discs_that_meet_when_folded() -> None:
    size = Size(90, 90)
    part = part_of("base", size, slit=60.0)
    piece, behind = shape_of("base").assemble(part, {"front": plain("a", size), "back": plain("b", size)})
    assert behind is None
    (x1, fold), (x2, _) = ((segment[1], segment[2]) for segment in piece.folds)  # type: ignore[misc]
    assert fold == pytest.approx(piece.size.height / 2)
    assert x2 - x1 == pytest.approx(NECK * 90)
    (ring,) = flatten(piece.outline, 32)
    upper = {(round(x, 3), round(2 * fold - y, 3)) for x, y in ring if y < fold - 1e-6}
    lower = [(x, y) for x, y in ring if y > fold + 1e-6]
    assert all(min(dist(point, other) for other in upper) < 0.01 for point in lower)
    middle = piece.size.height - 45
    assert all(dist(point, (45, middle)) == pytest.approx(45, abs=0.05) for point in lower)
    assert [segment[1:] for segment in piece.slits] == [
        pytest.approx((15, middle)),
        pytest.approx((75, middle)),
    ]


def test_a_base_needs_the_width_of_its_slit(tmp_path: Folder) -> None:
    project = tiny(tmp_path, "    shape: base\n    size: 30mm\n    layout: top.svg\n", top=(30, 30))
    assert load(project, "tiny", findings := Findings()) is None
    assert [finding.message for finding in findings] == ["`slit` is missing: a base needs it"]
    changed = "    shape: base\n    size: 30mm\n    slit: 33mm\n    layout: top.svg\n"
    assert load(tiny(tmp_path, changed, top=(30, 30)), "tiny", findings := Findings()) is None
    assert [finding.message for finding in findings] == ["a slit of 33 mm is too wide for a base of 30 mm"]


def test_a_base_on_paper(tmp_path: Folder) -> None:
    base = "    shape: base\n    size: 30mm\n    slit: 20mm\n    layout: top.svg\n    back: top.svg\n"
    ((piece),) = printed(tiny(tmp_path, base, top=(30, 30)), "bases-a4.pdf")
    assert piece.size == (120, round(2 * (15 + (15**2 - 6**2) ** 0.5) * 4))
    assert at(piece, 15, piece.height / 4 - 4) == "red"
    assert at(piece, 15, 4) == "red"
    assert at(piece, 1, 1) == "paper"
