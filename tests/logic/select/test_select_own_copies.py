"""Cards whose own copies go by players or by options: what a run prints, what a whole box holds, and what rules
see.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.logic.select import Scenario, select
from nineup.logic.select.base_context import base_context
from nineup.model.game import Game
from nineup.rules import check_game
from tiny import BACK, CARD

LIST = """\
      - {id: always, name: Always, copies: 2}
      - {id: table, name: Table, copies: {2: 8, 3-4: 12, 5: 10}}
      - {id: rainbow, name: Rainbow, copies: {rainbow: 3, length=long: 1}}
      - {id: few, name: Few, copies: {2: 4, 3+: 0}}
      - {id: more, name: More, copies: {expansion: 5, expansion=no: 1}}
"""


def game(root: Path, cards: str = LIST, rules: str = "", more: str = "", fields: str = "name: text") -> Game:
    """A game for 2 to 4 players, and 5 with its expansion."""
    (root / "cards/t").mkdir(parents=True, exist_ok=True)
    (root / "layouts/t").mkdir(parents=True, exist_ok=True)
    (root / "cards/t/game.yaml").write_text(
        "game: T\ndesigner: N\nlicence: CC0\nplayers: {base: 2-4, expansion: 5}\n"
        "options: {rainbow: {default: no}, length: {choose-one: [short, long]}}\n"
        "components:\n  deck:\n    shape: card\n    size: poker\n    layout: card.svg\n    back: back.svg\n"
        f"    fields: {{{fields}}}\n{more}    cards:\n{cards}{rules}",
        encoding="utf-8",
    )
    (root / "layouts/t/card.svg").write_text(CARD.replace("card.suit.tone", "'#112233'"), encoding="utf-8")
    (root / "layouts/t/back.svg").write_text(BACK, encoding="utf-8")
    findings = Findings()
    found = pipeline.load(Project(root), "t", findings)
    assert found is not None, findings
    return found


@pytest.mark.parametrize(
    ("players", "options", "copies"),
    [
        (2, {}, {"always": 2, "table": 8, "few": 4, "more": 1}),
        (4, {"rainbow": "yes"}, {"always": 2, "table": 12, "rainbow": 3, "more": 1}),
        (3, {"length": "long"}, {"always": 2, "table": 12, "rainbow": 1, "more": 1}),
        (3, {"length": "long", "rainbow": "yes", "expansion": "yes"},
         {"always": 2, "table": 12, "rainbow": 3, "more": 5}),
        (5, {}, {"always": 2, "table": 10, "more": 5}),
        (None, {}, {"always": 2, "table": 12, "few": 4, "more": 1}),
        (None, {"expansion": "yes", "rainbow": "yes"},
         {"always": 2, "table": 12, "rainbow": 3, "few": 4, "more": 5}),
    ],
)  # fmt: skip
def test_a_run_prints_its_number_and_a_box_the_most_of_its_runs(
    players: int | None, options: dict[str, str], copies: dict[str, int], tmp_path: Path
) -> None:
    run = select(game(tmp_path), Findings(), players, options)
    assert run is not None
    assert {part.card.id: part.copies for part in run.parts} == copies
    (tally,) = run.tallies
    assert tally.pieces == sum(copies.values())
    assert tally.faces == len(copies)


def test_the_copies_of_the_component_multiply_them(tmp_path: Path) -> None:
    run = select(game(tmp_path, more="    copies: players - 1\n"), Findings(), 3, {"rainbow": "yes"})
    assert run is not None
    assert {part.card.id: part.copies for part in run.parts} == {
        "always": 4, "table": 24, "rainbow": 6, "more": 2,
    }  # fmt: skip


def test_expressions_see_the_copies_of_their_run(tmp_path: Path) -> None:
    made = game(tmp_path)
    options = {"rainbow": False, "length": made.options["length"].values[0]}
    scenario = Scenario(made, base_context(made), 3, options)
    there = {card["id"]: card["copies"] for card in scenario.context["cards"]("deck")}
    assert there == {"always": 2, "table": 12, "more": 1}


def test_a_text_prints_the_copies_of_its_run(tmp_path: Path) -> None:
    cards = '      - {id: a, text: "{= card.copies } of these", copies: {2: 4, 3+: 6}}\n'
    made = game(tmp_path, cards, fields="text: rich")
    for players, said in ((2, 4), (3, 6), (4, 6)):
        run = select(made, Findings(), players)
        assert run is not None
        assert [part.card.values["text"] for part in run.parts] == [f"{said} of these"]


RULES = """\
rules:
  - says: enough cards for everybody
    check: total(cards('deck')) >= 14
  - says: names are short
    each: deck
    check: card.copies > 1 or card.name|length < 6
  - deal: {player: {deck: 4}}
"""


def test_an_option_is_the_same_as_a_condition(tmp_path: Path) -> None:
    """Every rule says of `copies: {rainbow: 3}` what it says of `copies: 3` with `when: rainbow`."""
    pairs = [
        ("copies: {rainbow: 3}", "copies: 3, when: rainbow"),
        ("copies: {rainbow=no: 2, rainbow: 0}", "copies: 2, when: not rainbow"),
        ("copies: {length=long: 1}", "copies: 1, when: length == 'long'"),
        ("copies: {expansion: 5}", "copies: 5, when: expansion"),
        ("copies: {2: 0, 3+: 4}", "copies: 4, when: players > 2"),
    ]
    for one, other in pairs:
        said = []
        for written in (one, other):
            cards = f"      - {{id: a, name: A, copies: 12}}\n      - {{id: b, name: Longer, {written}}}\n"
            findings = Findings()
            check_game(game(tmp_path, cards, RULES, "    box: {4: 16, 5: 17}\n"), findings)
            said.append([(f.code, f.severity, f.message, f.configuration) for f in findings])
        assert said[0] == said[1], one
        assert any(code in ("rule", "deal", "inventory") for code, *_ in said[0])


def test_a_card_that_never_has_copies_is_never_there(tmp_path: Path) -> None:
    cards = "      - {id: a, name: A}\n      - {id: b, name: B, copies: {2-5: 0}}\n"
    findings = Findings()
    check_game(game(tmp_path, cards), findings)
    assert [f.message for f in findings if f.code == "never-there"] == [
        "no run has `b`: its `copies` are 0 in all of them"
    ]
    findings = Findings()
    check_game(game(tmp_path, "      - {id: b, name: B, copies: {2-5: 0}}\n"), findings)
    assert [f.message for f in findings if f.code == "never-there"] == [
        "no run has `deck`: none of its cards has copies"
    ]


def test_the_box_is_compared_with_the_most_of_its_runs(tmp_path: Path) -> None:
    for stated, wrong in (("{4: 19, 5: 23}", False), ("{4: 18, 5: 23}", True), ("{4: 20, 5: 23}", True)):
        findings = Findings()
        without = "".join(line for line in LIST.splitlines(keepends=True) if "rainbow" not in line)
        made = game(tmp_path, without, more=f"    box: {stated}\n")
        check_game(replace(made, rules=()), findings)
        assert any(f.code == "inventory" for f in findings) == wrong, (stated, findings)
