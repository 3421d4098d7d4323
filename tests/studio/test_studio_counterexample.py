"""From a counterexample to its run: every configuration that a proof names is chosen again."""

import re
from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.logic.select import named
from nineup.model.game import Game
from nineup.pipeline import RunChoice, choose_run
from nineup_studio import Studio
from nineup_studio.live.looking import run_of_words
from playwright.sync_api import expect
from studio_window import Open
from tiny import GAME

ROOT = Path(__file__).parents[2]


def game(id: str) -> Game:
    found = load_game(Project(ROOT), id, Findings())
    assert found is not None
    return found


@pytest.mark.parametrize(
    "choice",
    [
        RunChoice(5, {"colors": "red,blue", "power": "no", "expansion": "yes"}),
        RunChoice(2, {"colors": "green", "power": "yes"}),
        RunChoice(4, {"colors": "red", "pink-table": "fibonacci"}),
    ],
)
def test_the_words_of_a_run_choose_it(choice: RunChoice) -> None:
    gemotion = game("gemotion")
    run = choose_run(gemotion, choice, Findings())
    assert run is not None
    words = [
        f"{choice.players} players",
        *(word.replace("no-", "no ", 1) for word in named(gemotion, run.options, run.options)),
    ]
    again = run_of_words(gemotion, ", ".join(words))
    assert again is not None
    assert again.players == choice.players
    found = choose_run(gemotion, again, Findings())
    assert found is not None
    assert found.options == run.options


@pytest.mark.parametrize(
    "words", ["", "red", "5 players, mauve", "900 players", "2 players, orange", "players"]
)
def test_what_names_no_possible_run_has_no_link(words: str) -> None:
    found = run_of_words(game("gemotion"), words)
    assert found is None or words == "red"


def test_a_counterexample_leads_to_its_run(studio: Studio, project: Path, open_page: Open) -> None:
    rule = "check: count('chip') == 3 * players"
    (project / "cards/tiny/game.yaml").write_text(
        GAME.replace(rule, "check: count('chip') < 12"), encoding="utf-8"
    )
    page = open_page(studio, "/tiny/proof")
    link = page.locator(".evidence a.when").first
    expect(link).to_have_text("4 players")
    link.click()
    expect(page.locator('#run [aria-label="Players"] [aria-current]')).to_have_text("4")
    expect(page).to_have_url(re.compile("/tiny/proof[?]players=4$"))
