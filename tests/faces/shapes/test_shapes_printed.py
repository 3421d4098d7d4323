"""Shapes from the game's file to the printed page, through the build and the command."""

import io
import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.cli import nineup
from nineup.pipeline import BuildResult, PrintOptions, RunChoice, build, load
from nineup.write.preview import png
from PIL import Image
from tiny import GAME, SVG, write_tiny

BOARD = GAME.split("rules:")[0].replace(
    """    shape: token
    size: 16mm
    layout: chip.svg
    back: chip.svg
    setup: 3 * players
    box: {4: 12, 6: 18}
""",
    """    shape: board
    size: 420mm x 300mm
    layout: board.svg
""",
)


def tiny(root: Path, game: str) -> Path:
    write_tiny(root, game=game)
    picture = '\n  <rect x="1" y="1" width="418" height="298" fill="#334455"/>\n</svg>\n'
    (root / "layouts/tiny/board.svg").write_text(SVG.format(w=420, h=300) + picture, encoding="utf-8")
    return root


def built(root: Path, **printing: Any) -> BuildResult:
    findings = Findings()
    outcome = build(
        Project(root),
        "tiny",
        RunChoice(components=("chip",)),
        PrintOptions(**printing),
        findings,
        lambda *_: None,
    )
    assert not findings.failed
    return outcome


def pieces(outcome: BuildResult) -> list[dict[str, Any]]:
    manifest = json.loads(outcome.written[-1].path.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = manifest["pieces"]
    return found


def test_a_board_in_parts_is_one_piece_on_several_pages(tmp_path: Path) -> None:
    outcome = built(tiny(tmp_path, BOARD))
    assert outcome.written[0].path.name == "boards-a4.pdf"
    assert (outcome.written[0].pages, outcome.written[0].pieces) == (4, 1)
    placed = pieces(outcome)
    assert [piece["part"] for piece in placed] == ["A1 of B2", "B1 of B2", "A2 of B2", "B2 of B2"]
    assert len({piece["digest"] for piece in placed}) == 1
    for piece in placed:
        left, top, width, height = piece["box"]
        assert left >= 5
        assert top >= 15
        assert (left + width <= 205 and top + height <= 292) or (left + width <= 292 and top + height <= 205)


def test_what_is_whole_has_no_part_in_the_manifest(tmp_path: Path) -> None:
    placed = pieces(built(tiny(tmp_path, GAME)))
    assert placed
    assert not any("part" in piece for piece in placed)


def test_as_one_prints_a_page_of_the_boards_size(tmp_path: Path) -> None:
    root = tiny(tmp_path, BOARD)
    words = ["--project", str(root), "build", "tiny", "--component", "chip", "--as-one"]
    done = CliRunner().invoke(nineup, words)
    assert done.exit_code == 0, done.output
    data = (root / "output/tiny/box-only-chip/boards-a4.pdf").read_bytes()
    with pikepdf.open(io.BytesIO(data)) as file:
        [page] = file.pages
        millimetres = [float(value) / 72 * 25.4 for value in page.MediaBox]
    assert millimetres == pytest.approx([0, 0, 420, 300], abs=0.01)


@pytest.mark.parametrize(("marks", "drawn"), [("outline", True), ("none", False)])
def test_a_components_marks_are_those_on_its_sheet(tmp_path: Path, marks: str, drawn: bool) -> None:
    outcome = built(tiny(tmp_path, GAME.replace("shape: token\n", f"shape: token\n    marks: {marks}\n")))
    left, top, _, height = pieces(outcome)[0]["box"]
    shown = Image.open(io.BytesIO(png(outcome.written[0].path.read_bytes(), 1, 254))).convert("L")
    edge = shown.crop(
        (int(left * 10) - 3, int((top + height / 2) * 10), int(left * 10) + 4, int(top * 10) + 81)
    )
    darkest, _ = edge.getextrema()
    assert (darkest < 230) == drawn


def test_unknown_marks_are_reported_at_their_place(tmp_path: Path) -> None:
    findings = Findings()
    game = GAME.replace("shape: token\n", "shape: token\n    marks: crosses\n")
    assert load(Project(tiny(tmp_path, game)), "tiny", findings) is None
    [finding] = findings
    assert finding.code == "unknown-word"
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (22, 12)
