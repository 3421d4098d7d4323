"""Punch sheets: pieces of several components on sheets that they share, each front before its own back."""

import json
from pathlib import Path
from typing import Any

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.pipeline import PrintOptions, RunChoice, build
from tiny import CHIP, GAME, write_tiny

COIN = """  coin:
    shape: token
    outline: hexagon
    size: 30mm
    layout: coin.svg
    back: coin.svg
    punch: bank
    copies: 5
  crate:
    shape: tile
    size: 24mm
    layout: crate.svg
    back: crate.svg
    punch: bank
    copies: 3
rules:"""


def placed(root: Path, **printing: Any) -> tuple[dict[str, list[dict[str, Any]]], Findings]:
    """The pieces in each file; hexagonal coins, square crates and round chips share a punch sheet."""
    game = GAME.replace("back: chip.svg\n", "back: chip.svg\n    punch: bank\n").replace("rules:", COIN)
    write_tiny(root, game=game)
    for name, high in (("coin", 34.641), ("crate", 24)):
        wide = 30 if name == "coin" else 24
        drawing = CHIP.replace(
            'width="16mm" height="16mm" viewBox="0 0 16 16"',
            f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}"',
        )
        (root / f"layouts/tiny/{name}.svg").write_text(drawing, encoding="utf-8")
    findings = Findings()
    outcome = build(Project(root), "tiny", RunChoice(), PrintOptions(**printing), findings, lambda *_: None)
    assert not findings.failed, [*findings]
    pieces: dict[str, list[dict[str, Any]]] = {}
    for piece in json.loads(outcome.written[-1].path.read_text(encoding="utf-8"))["pieces"]:
        pieces.setdefault(piece["file"], []).append(piece)
    return pieces, findings


def apart(one: list[float], other: list[float]) -> bool:
    gap = 4 - 1e-3
    return any(
        one[i] + one[i + 2] + gap <= other[i] or other[i] + other[i + 2] + gap <= one[i] for i in (0, 1)
    )


def test_components_of_one_punch_share_a_file_and_its_sheets(tmp_path: Path) -> None:
    files, _ = placed(tmp_path)
    assert list(files) == ["cards-a4.pdf", "punch-bank-a4.pdf"]
    sheet = files["punch-bank-a4.pdf"]
    fronts = [piece for piece in sheet if piece["page"] == 1]
    assert {name: sum(p["component"] == name for p in fronts) for name in ("chip", "coin", "crate")} == {
        "chip": 12,
        "coin": 5,
        "crate": 3,
    }
    assert {piece["page"] for piece in sheet} == {1, 2}
    boxes = [piece["box"] for piece in fronts]
    assert all(apart(one, other) for n, one in enumerate(boxes) for other in boxes[:n])


def test_each_back_lies_behind_its_front(tmp_path: Path) -> None:
    files, _ = placed(tmp_path)
    by_page: dict[int, dict[tuple[str, int], list[float]]] = {1: {}, 2: {}}
    for piece in files["punch-bank-a4.pdf"]:
        by_page[piece["page"]][piece["component"], piece["copy"]] = piece["box"]
    assert by_page[1].keys() == by_page[2].keys()
    for name, (x, y, width, height) in by_page[1].items():
        mirrored = by_page[2][name]
        across = [210 - x - width, y, width, height]
        over = [x, 210 - y - height, width, height]
        assert mirrored in (pytest.approx(across, abs=0.01), pytest.approx(over, abs=0.01))


def test_a_fixed_grid_does_not_count_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "layouts/sheets").mkdir(parents=True)
    (tmp_path / "layouts/sheets/three.yaml").write_text("columns: 3\nrows: 3\n", encoding="utf-8")
    files, findings = placed(tmp_path, sheet="three")
    assert len({piece["page"] for piece in files["punch-bank-a4.pdf"]}) == 2
    assert "punch-grid" in [finding.code for finding in findings]
