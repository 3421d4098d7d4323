"""Standees: what the fold makes of the printed piece, proved on pictures."""

import io
from pathlib import Path as Folder

import pytest
from folded import part_of
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size
from nineup.base.project import STARTER, Project
from nineup.faces.shapes import shape_of
from nineup.faces.shapes.folding import FOLD
from nineup.faces.shapes.standee import FOOT
from nineup.model.drawing import Face, Op, Path, rectangle
from nineup.pipeline import PrintOptions, RunChoice, build, load
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.preview import png
from PIL import Image, ImageChops, ImageOps
from tiny import GAME, write_tiny

SIZE = Size(80, 120)


def drawn(name: str, colour: tuple[float, float, float], bleed: float = 0) -> Face:
    """A face that differs from its mirror images and rotations: a flag at the top left, a block at the bottom
    right.
    """
    boxes = [Box(-bleed, -bleed, 80 + 2 * bleed, 120 + 2 * bleed), Box(10, 10, 8, 80), Box(18, 10, 40, 22)]
    boxes.append(Box(60, 100, 15, 12))
    paints = [(0.9, 0.9, 0.8), colour, colour, (0.1, 0.1, 0.1)]
    ops: list[Op] = [Path(rectangle(box), fill=paint) for box, paint in zip(boxes, paints, strict=True)]
    return Face(name, SIZE, bleed, tuple(ops))


def picture(face: Face) -> Image.Image:
    """One pixel per point, without bleed."""
    data = face_pdf([face], Fonts(Project(STARTER)))
    shown = Image.open(io.BytesIO(png(data, 1, 72))).convert("RGB")
    bleed = round(face.bleed)
    return shown.crop((bleed, bleed, shown.width - bleed, shown.height - bleed))


def folded(piece: Face) -> tuple[Image.Image, Image.Image]:
    """What is visible from the front and from behind when the piece is folded along its middle."""
    shown = picture(piece)
    middle = shown.height // 2
    upper, lower = shown.crop((0, 0, 80, middle)), shown.crop((0, middle, 80, 2 * middle))
    hidden_behind = ImageOps.flip(upper)
    return figure(lower), figure(ImageOps.mirror(hidden_behind))


def figure(side: Image.Image) -> Image.Image:
    """A folded side without its foot, and without the ink of the fold lines."""
    return side.crop((0, 2, 80, 118))


def alike(one: Image.Image, other: Image.Image) -> bool:
    difference = ImageChops.difference(one, figure(other)).convert("L")
    return sum(difference.histogram()[60:]) < 0.02 * one.width * one.height


FRONT, BACK = drawn("guard, front", (0.8, 0.1, 0.1)), drawn("guard, back", (0.1, 0.2, 0.8))


def standing(front: Face, back: Face | None) -> Face:
    faces = {"front": front} if back is None else {"front": front, "back": back}
    piece, behind = shape_of("standee").assemble(part_of("standee", front.size), faces)
    assert behind is None
    return piece


def test_folded_along_the_top_both_sides_are_upright_and_readable() -> None:
    front, back = folded(standing(FRONT, BACK))
    assert alike(front, picture(FRONT))
    assert alike(back, picture(BACK))
    assert not alike(back, picture(FRONT))
    assert not alike(back, ImageOps.mirror(picture(BACK)))
    assert not alike(back, ImageOps.flip(picture(BACK)))


def test_without_a_back_the_figure_is_seen_from_behind() -> None:
    front, back = folded(standing(FRONT, None))
    assert alike(front, picture(FRONT))
    assert alike(back, ImageOps.mirror(picture(FRONT)))


def test_the_figure_that_stands_shows_no_fold_lines() -> None:
    front, back = shape_of("standee").shown(part_of("standee", SIZE).component, standing(FRONT, BACK), None)
    assert back is not None
    for side, drawn_side in ((front, FRONT), (back, BACK)):
        assert ImageChops.difference(picture(side), picture(drawn_side)).getbbox() is None


def test_the_piece_is_both_sides_and_two_feet() -> None:
    piece = standing(FRONT, BACK)
    assert piece.size == (80, pytest.approx(2 * (120 + FOOT)))
    assert piece.name == "guard, front"
    low = Face("low", Size(50, 30), 0, ())
    assert standing(low, None).size == (50, 2 * (30 + 7.5))


def test_feet_are_paper_and_the_folds_are_printed() -> None:
    piece = standing(drawn("a", (0.8, 0.1, 0.1), 6), drawn("b", (0.1, 0.2, 0.8), 4))
    assert piece.bleed == 4
    foot, fold = FOOT, FOOT + 120
    lines = [op for op in piece.ops if isinstance(op, Path) and op.stroke == FOLD]
    heights = sorted({segment[2] for line in lines for segment in line.segments})
    assert heights == pytest.approx([foot, fold, 2 * fold - foot])
    ink = [op for op in piece.ops if isinstance(op, Path) and op.fill is not None]
    assert ink == []


def test_a_figures_bleed_crosses_neither_fold_nor_foot() -> None:
    with_bleed = standing(drawn("a", (0.8, 0.1, 0.1), 6), drawn("b", (0.1, 0.2, 0.8), 6))
    without = standing(FRONT, BACK)
    one, other = picture(with_bleed), picture(without)
    assert sum(ImageChops.difference(one, other).convert("L").histogram()[8:]) == 0


def test_a_standee_in_a_file_is_one_sided_and_as_high_as_it_is_folded_out(tmp_path: Folder) -> None:
    game = GAME.replace("shape: token\n    size: 16mm", "shape: standee\n    size: 16mm")
    game = game.replace("    back: chip.svg\n", "")
    project = Project(write_tiny(tmp_path, game=game))
    findings = Findings()
    outcome = build(
        project, "tiny", RunChoice(components=("chip",)), PrintOptions(), findings, lambda *_: None
    )
    assert not findings.failed
    assert outcome.written[0].path.name == "standees-a4.pdf"
    assert outcome.written[0].pieces == 12


def test_a_standee_is_cut_straight(tmp_path: Folder) -> None:
    game = GAME.replace("shape: token", "shape: standee\n    outline: round")
    findings = Findings()
    assert load(Project(write_tiny(tmp_path, game=game)), "tiny", findings) is None
    [finding] = findings
    assert finding.code == "unknown-word"
    assert finding.message == "a standee can't be cut as `round`"
    assert finding.hint == "it can be: rectangle"
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (22, 14)
