"""Computed texts:

`{= expression }` in the texts of cards, data and terms is what the expression is in the run.
"""

from pathlib import Path
from typing import Any

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.logic.select import select
from nineup.model.game import Game, Run
from nineup.rules import check_game, rule_settings

GAME = """\
game: Tea
players: 2-4
lists: {color: {red: {name: Red}, blue: {name: Blue}}}
symbols: {cup: {name: cup, art: a.svg}}
terms:
  Pot: {means: "It holds {= 2 * players } {cup}."}
options: {colors: {choose: color, at-least: 1}}
components:
  leaf:
    shape: card
    size: poker
    layout: a.svg
    fields: {text: rich, worth: number}
    cards:
      - {id: mint, worth: 3, copies: 9, text: "Worth {= card.worth } of {= cards('leaf')|length }, \\\\{= worth\\\\}."}
      - {id: sage, worth: 1, text: Nothing is computed here.}
  coin: {shape: token, size: 16mm, layout: a.svg, setup: 3 * players, box: {4: 12}}
data:
  setup: ["Deal {= dealt('leaf')|spelled } {cup} to each of {= players }."]
rules:
  - deal: {player: {leaf: 2}}
"""


def load(folder: Path, text: str = GAME) -> tuple[Game | None, Findings]:
    (folder / "cards/tea").mkdir(parents=True)
    (folder / "cards/tea/game.yaml").write_text(text)
    findings = Findings()
    return load_game(Project(folder), "tea", findings, rule_settings()), findings


def run_of(game: Game | None, players: int | None) -> Run:
    assert game is not None
    findings = Findings()
    run = select(game, findings, players)
    assert run is not None, findings
    return run


@pytest.mark.parametrize(("players", "printed"), [(2, 2), (3, 3), (None, 4)])
def test_texts_of_data_and_terms_are_computed_for_the_run(tmp_path: Path, players: Any, printed: int) -> None:
    run = run_of(load(tmp_path)[0], players)
    assert run.context["data"]["setup"] == [f"Deal two {{cup}} to each of {printed}."]
    assert run.game.data == run.context["data"]
    assert run.context["terms"]["Pot"]["means"] == f"It holds {2 * printed} {{cup}}."
    assert run.game.terms["Pot"].means == f"It holds {2 * printed} {{cup}}."


def test_a_card_s_text_knows_its_card_and_escaped_braces_stay(tmp_path: Path) -> None:
    run = run_of(load(tmp_path)[0], 2)
    texts = {part.card.id: part.card.values["text"] for part in run.parts if part.component.id == "leaf"}
    assert texts == {"mint": r"Worth 3 of 2, \{= worth\}.", "sage": "Nothing is computed here."}
    assert run.context["cards"]("leaf")[0]["text"] == texts["mint"]


def test_a_game_without_computed_texts_stays_itself(tmp_path: Path) -> None:
    plain = GAME.replace("{= 2 * players }", "8").replace("{= dealt('leaf')|spelled }", "two")
    game, _ = load(tmp_path, plain.replace("{= players }", "you"))
    assert run_of(game, 2).game is game


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{= 2 * players }", "{= 2 * }", "it ends too early"),
        ("{= players }", "{= }", "the expression is empty"),
        ("name: Red", 'name: "Red {= 1 }"', "texts in `lists` can't be computed"),
    ],
)
def test_a_mistake_is_reported_at_its_brace(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = GAME.replace(old, new)
    _, findings = load(tmp_path, text)
    at = text.index(new) + new.index("{=")
    place = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    found = [(f.code, f.message, f.span and (f.span.line, f.span.column)) for f in findings]
    assert found == [("bad-expression", message, place)]


@pytest.mark.parametrize(
    ("old", "new", "message", "configuration"),
    [
        (
            "{= 2 * players }",
            "{= [1, 2, 3][players] }",
            "a list of 3 has no entry `3` (the first is 0)",
            "3 players",
        ),
        ("{= card.worth }", "{= card.wort }", "there is no `wort` here", ""),
        ("{= dealt('leaf')|spelled }", "{= dealt('coin') }", "`deal` gives `coin` to no player", ""),
        ("{= dealt('leaf')|spelled }", "{= terms.Pot.means }", "this text is computed itself", ""),
    ],
)
def test_what_cannot_be_evaluated_is_an_error_of_the_proof_and_of_the_run(
    tmp_path: Path, old: str, new: str, message: str, configuration: str
) -> None:
    game, findings = load(tmp_path, GAME.replace(old, new))
    assert game is not None
    check_game(game, findings, only=("amounts",))
    assert {finding.message for finding in findings} == {message}
    assert configuration in findings[0].configuration
    assert findings[0].span is not None
    assert GAME.replace(old, new).splitlines()[findings[0].span.line - 1].find("{=") > 0
    assert select(game, Findings(), 3) is None


def test_rules_read_texts_as_they_are_printed(tmp_path: Path) -> None:
    rule = "  - {says: so it is, each: data.setup, check: 'numbers_in(item) == [2, players]'}\n"
    game, findings = load(tmp_path, GAME + rule)
    assert game is not None
    check_game(game, findings, only=("rule",))
    assert findings == []
    game, findings = load(tmp_path / "other", GAME + rule.replace("players]", "3]"))
    assert game is not None
    check_game(game, findings, only=("rule",))
    assert [finding.configuration for finding in findings] == ["2 players"]
