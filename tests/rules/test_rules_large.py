"""Games of 2^64 choices: rules that look at few options at a time are proved exactly, others say `~`.

With NINEUP_FUZZ (`make fuzz`) games of 2^16 and 2^300 choices as well, and larger decks to go through.
"""

import os
from math import comb
from typing import Any

import msgspec
import pytest
from handmade import card, component, game, rule, some, switch
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.model.game import Game, Rich
from nineup.rules import Proved, check_game
from nineup.rules.engine import proof, questions, tally

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))
SIZES = [64, *([16, 300] if FUZZ else [])]


def proved(made: Game) -> tuple[list[Diagnostic], Proved]:
    findings = Findings()
    done = check_game(made, findings)
    return [finding for finding in findings if finding.code != "unused-accept"], done


def found(made: Game, code: str = "") -> list[tuple[str, str]]:
    findings, done = proved(made)
    assert [(row.label, row.tried) for row in done.rows if row.tried] == []
    return [(f.message, f.configuration) for f in findings if f.code == code or not code]


def large(number: int, *entries: Any, copies: Any = 1, **first: Any) -> Game:
    """A deck with a card behind each option; `first` are further fields of the card behind the option before
    the last.
    """
    cards = [
        card(
            f"c{n}",
            when=f"o{n}",
            name=f"Card {n}",
            points=n % 5,
            side=Rich("A side."),
            **(first if n == number - 2 else {}),
        )
        for n in range(number)
    ]
    deck = component("deck", cards=tuple(cards), copies=copies)
    return game(deck, options=[switch(f"o{n}") for n in range(number)], rules=entries)


@pytest.mark.parametrize("number", SIZES)
def test_each_card_is_checked_for_its_own_choices(number: int) -> None:
    entry = rule(
        says="fair", each="deck", check="card.points < 5 and (card.power|default(0) < 9 or players < 4)"
    )
    made = large(
        number,
        entry,
        rule(says="few", each="deck", check="card.copies < 7", line=2),
        power=9,
        copies="2 * players",
    )
    messages = found(made, "rule")
    assert messages[0] == (f"card `c{number - 2}`: fair", "4 players")
    assert len(messages) == 1 + number
    assert {configuration for _, configuration in messages} == {"4 players"}


@pytest.mark.parametrize("number", SIZES)
def test_pairs_of_cards_are_compared_where_both_are_there(number: int) -> None:
    entry = rule("distinct", settings={"each": ["deck"], "by": ["name"]})
    cards = [card(f"c{n}", when=f"o{n}", name=f"Card {min(n, number - 2)}") for n in range(number)]
    options = [switch(f"o{n}", default=n != number - 1) for n in range(number)]
    made = game(component("deck", cards=tuple(cards)), options=options, rules=(entry,))
    ((message, configuration),) = found(made, "distinct")
    assert message.startswith(f"card `c{number - 1}`:")
    assert configuration == f"o{number - 1}"


@pytest.mark.parametrize("number", SIZES)
def test_what_a_card_names_is_looked_at_for_that_alone(number: int) -> None:
    potion = component("potion", name="Potion", when="o0")
    made = large(number, rule("agrees", settings={"each": ["deck"]}), note=Rich("Take a Potion."))
    made = msgspec.structs.replace(made, components={**made.components, "potion": potion})
    message = f"card `c{number - 2}`: `note` names `Potion`, which is not in play"
    assert found(made, "agrees") == [(message, "no o0")]


@pytest.mark.parametrize("number", SIZES[:2])
def test_an_index_depends_on_the_cards_before(number: int) -> None:
    entry = rule(says="last", each="deck", check=f"card.id != 'c{number - 1}' or index > 3")
    fewest = ", ".join(f"no o{n}" for n in range(2, number - 1))
    assert found(large(number, entry), "rule") == [(f"card `c{number - 1}`: last", fewest)]


@pytest.mark.parametrize(
    "check",
    [
        "{terms} > 3",
        "players * ({terms}) > 3 * players",
        "[{names}]|select|list|length > 3",
        "[{listed}]|sum > 3",
        "3 < {terms}",
        "-({terms}) < -3 and (o0 or o1 or not o0)",
        "count('deck') + {terms} - count('deck') > 3",
    ],
)
@pytest.mark.parametrize("number", SIZES)
def test_sums_of_options_are_added_up(check: str, number: int) -> None:
    every = [f"(1 if o{n} else 0)" for n in range(number)]
    names = ", ".join(f"o{n}" for n in range(number))
    source = check.format(terms=" + ".join(every), names=names, listed=", ".join(every))
    if number == 300 and "+" in source:
        return  # Jinja refuses what is nested so deeply.
    (only,) = found(large(number, rule(says="sum", check=source)), "rule")
    players = "2 players, " if "players" in check else ""
    assert only == ("does not hold: sum", players + ", ".join(f"no o{n}" for n in range(3, number)))


def test_a_sum_with_a_term_that_is_no_number_is_not_added_up() -> None:
    terms = " + ".join(f"(1 if o{n} else 0.5)" for n in range(12))
    ((_, configuration),) = found(large(12, rule(says="sum", check=f"{terms} > 6")), "rule")
    assert configuration.count("no o") == 12


def test_what_is_too_much_work_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_STEPS", tally.MOST_STEPS // 4)
    monkeypatch.setattr(proof, "has_solver", lambda: False)
    product = " * ".join(f"(3 if o{n} else 2)" for n in range(14))
    findings, done = proved(large(14, rule(says="hard", check=f"({product}) % 65537 != 1")))
    (warning,) = [finding for finding in findings if finding.code == "not-proved"]
    assert "of 16,384 configurations of `hard` were tried" in warning.message
    row = next(row for row in done.rows if row.label == "hard")
    assert set(row.tried) == {2, 3, 4}
    assert 2_500 < row.tried[2][0] < 16_384


def test_a_rule_whose_when_no_tried_run_meets_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_STEPS", tally.MOST_STEPS // 20)
    monkeypatch.setattr(proof, "has_solver", lambda: False)
    product = " * ".join(f"(3 if o{n} else 2)" for n in range(64))
    entry = rule(says="hard", check="false", when=f"({product}) % 65537 == 1")
    findings, done = proved(large(64, entry))
    assert "not-proved" in [finding.code for finding in findings]
    assert next(row for row in done.rows if row.label == "hard").tried


def drawn(number: int, check: str, **deck: Any) -> Game:
    """A deck in which every third card is red, each behind an option; the other cards have different names
    and costs.
    """
    colors = ["red" if n % 3 == 0 else "blue" for n in range(number)]
    cards = [
        card(f"c{n}", when=f"o{n}", name=f"Card {n}", color=color, copies=1 + n % 2)
        for n, color in enumerate(colors)
    ]
    options = [switch(f"o{n}", default=n % 4 != 1) for n in range(number)]
    return game(
        component("deck", cards=tuple(cards), **deck), options=options, rules=(rule(says="so", check=check),)
    )


RED = "hand|selectattr('color', 'eq', 'red')|length"
CHANCES = [
    f"count('deck') < 3 or chance(draw(2, 'deck'), where={RED} > 0) > 0.7",
    f"count('deck') < 3 or average(draw(2, 'deck'), of={RED}) > players / 4",
    "count('deck') < 3 or chance(draw(2, 'deck'), where='red' in hand|map(attribute='color')) > 0.4",
    f"chance(draw(1, 'deck'), where={RED} > 0) > 0.5",
    f"count('deck') < 2 or chance(draw(2, 'deck'), where={RED} > (1 if o0 else 0)) > 0.3",
]


@pytest.mark.parametrize("check", CHANCES)
@pytest.mark.parametrize("deck", [{}, {"copies": "players - 1"}, {"when": "o1 or o2"}])
def test_probabilities_by_kinds_of_card_are_those_of_every_run(
    check: str, deck: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = drawn(8 if FUZZ else 6, check, **deck)
    monkeypatch.setattr(questions, "effort", lambda space, part: 1_000_000)
    plain = [(f.code, f.message, f.configuration) for f in proved(made)[0]]
    monkeypatch.setattr(questions, "effort", lambda space, part: -1)
    monkeypatch.setattr(questions, "MOST_WITHOUT_TOTALS", 0)
    monkeypatch.setattr(proof, "MOST_AT_ONCE", 0)
    monkeypatch.setattr(proof, "effort", lambda space, part: -1)
    assert [(f.code, f.message, f.configuration) for f in proved(made)[0]] == plain


def test_probabilities_of_a_deck_with_many_options_are_exact() -> None:
    number = 64 if FUZZ else 48
    check = f"count('deck') < 30 or chance(draw(2, 'deck'), where={RED} > 0) > 0.2"
    ((message, configuration),) = found(drawn(number, check), "rule")
    assert message == "does not hold: so"
    red = sorted(1 + n % 2 for n in range(number) if n % 3 == 0 and n % 4 != 1)
    added = [1 + n % 2 for n in range(number) if n % 3 and n % 4 == 1]
    blue = sum(1 + n % 2 for n in range(number) if n % 3 and n % 4 != 1)

    def fails(out: int, more: int) -> bool:
        reds, blues = sum(red[: len(red) - out]), blue + sum(added[:more])
        return comb(blues, 2) / comb(reds + blues, 2) >= 0.8 and reds + blues >= 30

    fewest = min(out + more for out in range(len(red)) for more in range(len(added)) if fails(out, more))
    assert len(configuration.split(", ")) == fewest


def test_pieces_of_many_components_are_dealt_exactly() -> None:
    coins = [component(f"t{n}", shape="token", pile="heap", setup=f"2 if o{n} else 1") for n in range(64)]
    entry = rule("deal", settings={"player": {"heap": 25}, "table": {"t3": 2, "heap": 20}})
    options = [switch(f"o{n}") for n in range(64)]
    messages = found(game(*coins, options=options, rules=(entry,)), "deal")
    few = ", ".join(f"no o{n}" for n in range(57, 64))
    assert messages == [
        ("`t3`: dealing to 2 players takes 2, but there are 1", "2 players, no o3"),
        ("`heap`: dealing to 4 players takes 122 (2 of them `t3`), but there are 121", f"4 players, {few}"),
    ]


def test_a_cost_depends_on_the_pieces_of_its_own_kinds() -> None:
    gems = [card(f"g{n}", gem=f"k{n}", when=f"o{n}", copies=2) for n in range(64)]
    powers = [card(f"p{n}", cost={f"k{n}": 1, f"k{n + 1}": 2}) for n in range(63)]
    made = game(
        component("gem", shape="token", cards=tuple(gems)),
        component("power", cards=tuple(powers)),
        options=[switch(f"o{n}") for n in range(64)],
        rules=(rule("payable", settings={"each": "power", "cost": "cost", "supply": ("gem",)}),),
    )
    configurations = dict(found(made, "payable"))
    assert len(configurations) == 63
    assert configurations["card `p5`: 1 k5 + 2 k6 can't be paid: there are 0 k6"] == "no o6"


def test_what_may_never_be_there_or_checked_is_not_proved_where_it_cant_be_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither a warning that nothing has it, nor a silent tick."""
    monkeypatch.setattr(tally, "MOST_STEPS", tally.MOST_STEPS // 20)
    monkeypatch.setattr(proof, "has_solver", lambda: False)
    too_many = "[" + ", ".join(f"o{n}" for n in range(40)) + "]|select|list|length > 40"
    deck = component("deck", cards=(card("a"), card("b", when=too_many), card("c", when=too_many)))
    never = rule(check="1 < 2", when=too_many, line=7)
    made = game(deck, options=[switch(f"o{n}") for n in range(40)], rules=(never,))
    findings, done = proved(made)
    tried = {row.code: row.tried for row in done.rows}
    assert tried["never-there"] == tried["never-checked"] == dict.fromkeys(done.counts, (0, 0))
    there, checked = [f.message for f in findings if "too many choices" in f.message]
    assert there == "not proved: whether any run has `b` and 1 more of `deck` depends on too many choices"
    assert checked.startswith("not proved: whether `[o0, o1")
    assert checked.endswith("…` ever holds depends on too many choices")
    assert {f.code for f in findings} == {proof.NOT_PROVED}


def kingdoms(check: str, *uneven: str) -> list[tuple[str, str]]:
    """What is found in a game that takes ten of 26 decks: 5,311,735 choices."""
    names = [f"k{n}" for n in range(26)]
    cards = [
        card(f"c{n}", when=f"'{name}' in sets", copies=9 if name in uneven else 10)
        for n, name in enumerate(names)
    ]
    sets = some("sets", " ".join(names), 10, at_most=10, default=" ".join(names[:10]))
    return found(
        game(component("deck", cards=tuple(cards)), options=[sets], rules=[rule(check=check)]), "rule"
    )


def test_ten_of_many_sets_always_make_a_hundred_cards() -> None:
    assert kingdoms("count('deck') == 100") == []
    ((_, configuration),) = kingdoms("count('deck') == 100", "k11", "k20")
    assert configuration.count("k") == 10
    assert configuration.endswith("k11")
    assert kingdoms("count('deck') > 97", "k11", "k20") == []
    assert kingdoms("count('deck') > 98", "k11", "k20") != []


def test_of_sets_that_are_limited_some_never_meet() -> None:
    assert kingdoms("not ('k0' in sets and 'k1' in sets and sets|length > 10)") == []
    assert kingdoms("sets|length == 10") == []
