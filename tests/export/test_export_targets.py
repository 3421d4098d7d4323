"""What all targets share: the tuple feeds the documentation, the command and the studio."""

import re
from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline import RunChoice
from nineup_export import EXPORTS, ExportRequest, ExportTarget, export, markdown_table, target_named
from tiny import GAME, write_tiny

PAGE = Path(__file__).parents[2] / "docs" / "exports.md"


def test_the_documentation_lists_every_target_and_has_its_chapter() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert markdown_table() in page, "run `make reference`"
    chapters = re.findall(r"^## (\S+)$", page, re.M)
    assert chapters == [target.name for target in EXPORTS]


def test_each_target_is_complete() -> None:
    for target in EXPORTS:
        assert re.fullmatch(r"[a-z][a-z0-9-]+", target.name)
        assert target.summary.endswith("."), target.name
        names = [setting.name for setting in target.settings]
        assert len(names) == len(set(names)), target.name
        for setting in target.settings:
            assert setting.summary.endswith("."), setting.name
            assert setting.label, setting.name
            if setting.kind == "choice":
                assert setting.default in setting.choices


@pytest.mark.parametrize("to", ["pictures", "xlsx", "cut"])
def test_an_export_says_whose_the_game_is(tmp_path: Path, to: str) -> None:
    """In one file beside the others, which has what the game states and nothing else."""
    game = GAME.replace(
        "licence: CC0", "licence: None stated\npermission: Ask first\nedition: Ours, CC BY 4.0"
    )
    assert game != GAME
    target = target_named(to)
    assert target is not None
    findings = Findings()
    request = ExportRequest(
        target, target.defaults(), RunChoice(components=() if to == "xlsx" else ("chip",))
    )
    made = export(Project(write_tiny(tmp_path, game=game)), "tiny", request, findings, lambda *_: None)
    assert made.status == Status.DONE, findings
    said = (made.folder / "credits.txt").read_text("utf-8").splitlines()
    assert said[0] == "Tiny"
    assert said[-3:] == ["Licence: None stated", "Permission: Ask first", "Edition: Ours, CC BY 4.0"]
    assert all(": " in line for line in said[1:])


@pytest.mark.parametrize(
    "target", [each for each in EXPORTS if each.takes != "lists"], ids=lambda target: target.name
)
def test_a_run_that_prints_nothing_is_refused(tmp_path: Path, target: ExportTarget) -> None:
    none = GAME.partition("rules:")[0].replace("setup: 3 * players\n    box: {4: 12, 6: 18}", "copies: 0")
    root = write_tiny(tmp_path, game=none)
    findings = Findings()
    request = ExportRequest(target, target.defaults(), RunChoice(components=("chip",)))
    made = export(Project(root), "tiny", request, findings, lambda *_: None)
    assert (made.status, [f.code for f in findings]) == (Status.IMPOSSIBLE, ["export-nothing"])
    assert not (root / "output").exists()


def test_what_no_table_shows_is_no_export(tmp_path: Path) -> None:
    game = GAME.replace("shape: token", "shape: divider")
    target = target_named("tabletop-simulator")
    assert target is not None
    findings = Findings()
    request = ExportRequest(target, target.defaults(), RunChoice(components=("chip",)))
    made = export(Project(write_tiny(tmp_path, game=game)), "tiny", request, findings, lambda *_: None)
    assert (made.status, [f.code for f in findings]) == (Status.IMPOSSIBLE, ["not-in-play", "export-nothing"])
