"""The settings of rules: every mistake is reported at its own place, all of them in one run."""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Expression, Game
from nineup.rules import check_game, rule_settings

FILE = "cards/tea/game.yaml"
GAME = """\
game: Tea
players: 2-4
lists: {color: [red, blue, green]}
symbols: {ruby: {name: Ruby, art: a.svg}}
components:
  deck:
    shape: card
    size: poker
    layout: a.svg
    pile: all
    fields: {colors: {some-of: color}, doors: {list-of: {record: {edge: text, cost: {counts-of: symbol}}}}}
    cards:
      - {id: a, colors: [red, blue], doors: [{edge: top, cost: {ruby: 1}}]}
      - {id: b, colors: [red], doors: [{edge: left, cost: {ruby: 2}}]}
  coin: {shape: token, size: 16mm, layout: a.svg, face: {pays: ruby}}
rules:
"""


def load(folder: Path, rules: str) -> tuple[Game | None, list[Diagnostic]]:
    (folder / "cards/tea").mkdir(parents=True)
    (folder / FILE).write_text(GAME + rules)
    findings = Findings()
    return load_game(Project(folder), "tea", findings, rule_settings()), list(findings)


def test_fields_of_a_list_that_cannot_be_read_are_not_missing(tmp_path: Path) -> None:
    rules = """\
  - distinct: {each: deck, by: colors}
  - agrees: {each: deck, text: title, with: colors}
  - printed: {each: deck, numbers: [worth]}
  - answers: {each: deck, through: doors, same: colors}
  - says: doors have edges
    each: deck.doors
    check: deck.doors.edge
"""
    (tmp_path / "cards/tea").mkdir(parents=True)
    (tmp_path / "cards/tea/deck.yaml").write_text("cards: [\n")
    own = GAME[GAME.index("    fields:") : GAME.index("  coin:")]
    (tmp_path / FILE).write_text(GAME.replace(own, "    cards: deck.yaml\n") + rules)
    findings = Findings()
    load_game(Project(tmp_path), "tea", findings, rule_settings())
    assert [(each.code, each.span.file) for each in findings if each.span] == [
        ("yaml-syntax", "cards/tea/deck.yaml")
    ]


def test_declared_fields_that_no_card_fills_yet_are_not_missing(tmp_path: Path) -> None:
    """A draft may have rules about what its first cards don't have."""
    rules = """\
  - balance: {in: draft, field: colors, by: color}
  - balance: {in: draft, field: doors.cost, by: color}
  - printed: {each: draft, numbers: worth}
  - distinct: {each: draft, by: worth}
  - combinations: {in: draft, field: colors, of: color, take: 2, at-least: 1}
  - answers: {each: draft, through: by}
  - reachability: {in: draft, doors: doors.edge, at-least: 1}
  - payable: {each: draft, cost: doors.cost, hand: {of: draft, shows: colors, cards: 2}}
  - says: doors have a cost
    each: draft.doors
    check: item.cost
"""
    draft = """\
  draft:
    shape: card
    size: poker
    layout: a.svg
    fields:
      worth: {optional: number}
      colors: {some-of: color}
      by: {list-of: text}
      doors: {list-of: {record: {edge: text, cost: {counts-of: color}}}}
    cards: [{id: a, colors: [], by: [], doors: []}]
rules:
"""
    (tmp_path / "cards/tea").mkdir(parents=True)
    (tmp_path / FILE).write_text(GAME.replace("rules:\n", draft) + rules)
    found = Findings()
    game = load_game(Project(tmp_path), "tea", found, rule_settings())
    assert not list(found)
    assert game is not None
    check_game(game, found)
    assert {each.code for each in found if each.severity == "error"} == {
        "combinations",
        "answers",
        "reachability",
    }


@pytest.mark.parametrize(
    ("rule", "message", "hint"),
    [
        ("^^deal:", "expected a mapping, found nothing", "deal: {player: {coin: 1}, table: {coin: 5}}"),
        ("deal: {^^playr: {coin: 1}}", "unknown key `playr`", "did you mean `player`?"),
        ("deal: {player: ^^3}", "expected a mapping, found a single value", ""),
        ("deal: {player: {^^coins: 3}}", "there is no component or pile `coins`", "did you mean `coin`?"),
        ("deal: {table: {coin: ^^-1}}", "must be at least 0 (found -1)", ""),
        ("deal: {table: {all: 1, coin: ^^[1]}}", "expected a number or an expression, found a list", None),
        ("combinations: ^^{in: deck, field: colors, of: color}", "`take` is missing", None),
        ("combinations: {in: deck, field: colors, of: ^^colour, take: 2}", "there is no list `colour`", None),
        ("combinations: {in: deck, field: colors, of: color, take: ^^two}", "`two` is not a whole number", "write `2`"),
        ("combinations: {in: deck, field: ^^color, of: color, take: 2}", "no card of `deck` has a field `color`", None),
        ("balance: {by: ^^gems, over: '1'}", "there is no list `gems`", None),
        ("balance: {by: color, in: deck, field: ^^dors.cost}", "no card of `deck` has a field `dors.cost`", None),
        ("balance: ^^{by: color, in: deck}", "give either `in` and `field`, or `over`", None),
        ("balance: ^^{by: color, in: deck, field: colors, over: '1'}", "give either `in` and `field`, or `over`", None),
        ("answers: {each: ^^decks, through: doors}", "there is no component `decks`", "did you mean `deck`?"),
        ("answers: {each: deck, through: doors, same: ^^colour}", "no card of `deck` has a field `colour`", None),
        ("payable: ^^{each: deck, cost: doors.cost}", "give either `supply` or `hand`", ""),
        (
            "payable: {each: deck, cost: doors.cost, supply: pays, hand: ^^{of: deck, shows: colors, cards: 1}}",
            "give either `supply` or `hand`, not both",
            "",
        ),
        ("payable: {each: deck, cost: doors.cost, supply: ^^pay}", "no component's cards have a field `pay`", ""),
        ("payable: {each: deck, cost: doors.cost, supply: pays, open: ^^3}", "expected a mapping, found a single value", ""),
        (
            "payable: {each: deck, cost: doors.cost, supply: pays, open: {x: ^^3}}",
            "expected `any` or a mapping, found a single value",
            "",
        ),
        ("payable: {each: deck, cost: doors.cost, supply: pays, open: {x: {alike: ^^maybe}}}", "`maybe` is neither yes nor no", ""),
        (
            "payable: {each: deck, cost: doors.cost, hand: {of: deck, shows: colors, cards: ^^0}}",
            "must be at least 1 (found 0)",
            "",
        ),
        (
            "payable: {each: deck, cost: doors.cost, hand: {of: coin, shows: ^^colors, cards: 1}}",
            "no card of `coin` has a field `colors`",
            None,
        ),
        ("change-making: ^^{tokens: {coin: 1}}", "`total` or `each` is missing", None),
        ("change-making: {tokens: {^^gold: 1}, each: 3}", "there is no component `gold`", None),
        ("change-making: {tokens: {coin: ^^0}, each: 3}", "must be at least 1 (found 0)", ""),
        ("change-making: {tokens: ^^{}, each: 3}", "name at least one component and its worth", None),
        ("change-making: {tokens: {coin: 1}, each: ^^-3}", "must be at least 0 (found -3)", ""),
        ("reachability: {in: deck, doors: doors.edge, rooms: ^^-1}", "must be at least 0 (found -1)", ""),
        ("reachability: {in: deck, doors: doors.edge, below: ^^0}", "must be more than 0", ""),
        ("reachability: {in: deck, doors: ^^doors.cost}", "`ruby` in `doors.cost` is not an edge", None),
        ("reachability: {in: deck, doors: doors.edge, ^^door: 2}", "unknown key `door`", "did you mean `doors`?"),
        ("printed: {each: deck, numbers: ^^worth}", "no card of `deck` has a field `worth`", None),
        ("printed: ^^{each: deck}", "give `numbers` or `symbols`", ""),
        ("distinct: {each: ^^decks, by: colors}", "there is no component `decks`", "did you mean `deck`?"),
        ("distinct: {each: deck, by: ^^colour}", "no card of `deck` has a field `colour`", None),
        ("agrees: {each: ^^dek}", "there is no component, list or data `dek`", "did you mean `deck`?"),
        ("agrees: {each: [coin, ^^deck.dors]}", "no card of `deck` has a field `dors`", "did you mean `doors`?"),
        ("agrees: {each: ^^data.setup}", "there is no `setup` in the data", ""),
        ("agrees: {each: deck, text: ^^txt}", "no card of `deck` has a field `txt`", None),
        ("agrees: {^^wher: 'true'}", "unknown key `wher`", "did you mean `where`?"),
        ("{says: x, each: ^^dek, check: 'true'}", "there is no component, list or data `dek`", None),
        ("{says: x, each: ^^deck.dors, check: 'true'}", "no card of `deck` has a field `dors`", "did you mean `doors`?"),
        ("{says: x, each: ^^data.setup, check: 'true'}", "there is no `setup` in the data", ""),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_at_its_own_place(
    rule: str, message: str, hint: str | None, tmp_path: Path
) -> None:
    before = f"  - {rule}".split("^^")[0]
    game, (only,) = load(tmp_path, f"  - {rule.replace('^^', '')}\n")
    assert game is None
    assert (only.code, only.severity, only.message) == ("bad-rule", "error", message)
    assert only.span is not None
    # Nothing at all is reported behind its key, where it should be.
    column = only.span.column - 6 if "found nothing" in message else only.span.column
    assert (only.span.file, only.span.line) == (FILE, GAME.count("\n") + 1)
    assert column == len(before) + (0 if "found nothing" in message else 1)
    assert hint is None or only.hint == hint


def test_the_mistakes_of_all_entries_are_reported_in_one_run(tmp_path: Path) -> None:
    rules = """\
  - deal:
      player:
        coin: 1
        cion: 1
      tabel: {coin: 1}
  - balance:
      in: deck
      field: colours
      by: color
  - change-making:
      tokens: {coin: one}
      each: players +
"""
    _, found = load(tmp_path, rules)
    first = GAME.count("\n") + 1
    assert [(f.code, f.span and (f.span.line - first, f.span.column)) for f in found] == [
        ("bad-rule", (4, 7)),
        ("bad-rule", (3, 9)),
        ("bad-rule", (7, 14)),
        ("bad-rule", (10, 22)),
        ("bad-expression", (11, 21)),
    ]


def test_amounts_keep_the_place_of_their_expression(tmp_path: Path) -> None:
    game, found = load(tmp_path, "  - deal: {player: {coin: players + 1}, table: {coin: 2}}\n")
    assert found == []
    assert game is not None
    settings = game.rules[0].settings
    assert settings["table"] == {"coin": 2}
    amount = settings["player"]["coin"]
    assert isinstance(amount, Expression)
    assert (amount.source, amount.span.column) == ("players + 1", 27)


def test_what_is_left_out_has_its_default(tmp_path: Path) -> None:
    game, _ = load(tmp_path, "  - reachability: {in: deck, doors: doors.edge}\n  - deal: {}\n")
    assert game is not None
    assert [entry.settings for entry in game.rules] == [
        {"in": "deck", "doors": "doors.edge", "at-least": 2, "rooms": 0, "below": 1},
        {"player": {}, "table": {}},
    ]
