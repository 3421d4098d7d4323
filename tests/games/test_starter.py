"""The game of `nineup new`: it checks clean, and what its files say to a newcomer is true."""

import re

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER, EditedProject, Project
from nineup.files.load import load_game
from nineup.logic.select import select
from nineup.model.game import Game
from nineup.rules import check_game, rule_settings
from palettes import literal_colours, unseen_colours


@pytest.fixture(scope="module")
def project() -> Project:
    return Project(STARTER / "games")


@pytest.fixture(scope="module")
def tea_time(project: Project) -> Game:
    findings = Findings()
    game = load_game(project, "tea-time", findings, rule_settings())
    assert game is not None, findings
    assert not findings
    return game


def test_it_checks_without_a_finding(tea_time: Game) -> None:
    findings = Findings()
    check_game(tea_time, findings)
    assert not findings


def test_what_it_prints(tea_time: Game) -> None:
    printed = {}
    for players in (None, 2, 3, 4):
        run = select(tea_time, Findings(), players=players)
        assert run is not None
        printed[run.name] = {tally.component: tally.pieces for tally in run.tallies}
    assert printed == {
        "box": {"cups": 12, "sugar": 40},
        "2p": {"cups": 12, "sugar": 20},
        "3p": {"cups": 12, "sugar": 30},
        "4p": {"cups": 12, "sugar": 40},
    }


def test_every_strength_is_there_once_in_each_suit(tea_time: Game) -> None:
    cups = [(str(card.values["suit"]), card.values["strength"]) for card in tea_time.components["cups"].cards]
    assert sorted(cups) == [(suit, strength) for suit in ("flower", "leaf") for strength in range(1, 7)]


def test_every_symbol_and_layout_has_its_file(project: Project, tea_time: Game) -> None:
    paths = [symbol.art for symbol in tea_time.symbols.values()]
    paths += [path for c in tea_time.components.values() for path in (c.layout, c.back) if path]
    assert [path for path in paths if not project.exists(f"layouts/tea-time/{path}")] == []


def test_its_look_is_that_of_its_palette(project: Project) -> None:
    assert literal_colours(project, "tea-time") == []
    assert unseen_colours(project, "tea-time") == []


def test_what_is_not_bound_to_the_palette_would_be_noticed(project: Project) -> None:
    path = "layouts/tea-time/back.svg"
    bound = project.text(path)
    loose = EditedProject(project, {path: bound.replace(' n:fill="{{ palette.teapot }}"', "").encode()})
    assert literal_colours(loose, "tea-time") == ["back.svg:15 fill=#27494d"]
    style = "layouts/tea-time/style.yaml"
    more = project.text(style).replace("palette:", 'palette:\n  saucer: "#ffffff"').encode()
    assert unseen_colours(EditedProject(project, {style: more}), "tea-time") == ["saucer"]


def test_the_readme_names_files_that_are_there(project: Project) -> None:
    named = re.findall(r"^\| `([^`]+)`", project.text("README.md"), re.MULTILINE)
    assert len(named) == 5  # Its other lines are for every game; the templates' tests read them.
    assert [name for name in named if not list((project.root).glob(name))] == []


@pytest.mark.parametrize("shape", ["card", "token", "tile", "mat"])
def test_every_project_has_the_plain_layouts(project: Project, shape: str) -> None:
    assert project.exists(f"layouts/plain-{shape}.svg")
