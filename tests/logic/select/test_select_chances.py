"""What expressions ask about drawn cards, in a scenario."""

from typing import Any

import pytest
from handmade import card, component, game, one, some, source, switch, vocabulary
from nineup.logic.chance import Question, whole
from nineup.logic.chance import outcomes as exact_outcomes
from nineup.logic.expression import ExpressionError, expression
from nineup.logic.select import Scenario, base_context, used_by_expression
from nineup.logic.select.chances import _CardsRead

OWNERS = vocabulary("owner", "sun moon star leaf")
GAME = game(
    component("red", 1, pile="deck", cards=(card("a", cost=1), card("b", copies=2, cost=2))),
    component("blue", 2, pile="deck", cards=(card("c", copies=3, sort="cold"),)),
    component("own", 3, for_each="owner", cards=(card("d"), card("e", copies=4))),
    component("kinds", 4, cards=(card("f"), card("g")), setup=1, setup_kinds=True),
    lists=[OWNERS],
)


def worth(asked: str, players: int = 2) -> Any:
    scenario = Scenario(GAME, base_context(GAME), players, {id: o.default for id, o in GAME.options.items()})
    return expression(asked)(scenario.context)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("chance(draw(1, 'deck'), where=hand[0].cost == 2)", 2 / 6),
        ("chance(draw(2, 'deck'), where=hand|selectattr('component', 'eq', 'blue')|length == 2)", 3 / 15),
        ("chance(draw(players, 'red'), where=hand|map(attribute='cost')|sum >= 4)", 1 / 3),
        ("chance(draw(1, 'own'), where=hand[0].id == 'd')", 1 / 5),
        ("chance(draw(1, 'deck', hands=2), where=hands[0][0].id == 'a' and hands[1][0].id == 'c')", 3 / 30),
        ("chance(draw(2, 'deck', replace=true), where=hand|map(attribute='id')|unique|length == 1)", 14 / 36),
        ("chance(draw(1, 'red'), draw(1, 'red'), where=hands[0] == hands[1])", 1 / 3),
        ("average(draw(3, 'deck'), of=hand|rejectattr('sort', 'eq', 'cold')|length)", 1.5),
        ("average(draw({1: 1, 3: 1}, 'deck'), of=hand|length)", 2.0),
        ("outcomes(draw(1, 'own'), of=hand[0].id)|map(attribute='value')|join(' ')", "d e"),
        ("outcomes(draw(1, 'own'), of=hand[0].id)|sum(attribute='chance')", 1),
    ],
)  # fmt: skip
def test_probabilities(asked: str, expected: Any) -> None:
    assert worth(asked) == (expected if isinstance(expected, str) else pytest.approx(expected, abs=1e-15))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("chance(draw(7, 'deck'), where=true)", "`deck` has 6 cards, so 7 can't be drawn from it"),
        ("chance(draw(1, 'dek'), where=true)", "unknown pile or component `dek`"),
        ("chance(draw(1, 'deck'), where=hand|length)", "the `where` of `chance` must be yes or no for each hand"),
        ("chance(where=true)", "`chance` needs draws of cards"),
        ("chance(draw(1.5, 'deck'), where=true)", "`draw` needs whole numbers of cards and hands (found 1.5)"),
        ("average(draw(1, 'deck'), of=hand[0].id)", "the `of` of `average` must be a number for each hand"),
        ("chance(draw(1, 'deck'), where=hand[0].price > 1)", "there is no `price` here"),
        (
            "chance(draw(1, 'kinds'), where=true)",
            "the setup of `kinds` chooses kinds of card, which can't be counted exactly",
        ),
        ("chance(draw(1, 'deck'))", "`chance` needs `where`"),
    ],
)  # fmt: skip
def test_mistakes(asked: str, message: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        worth(asked)
    assert raised.value.message == message


def test_what_a_draw_depends_on() -> None:
    varied = game(
        component("deck", 1, pile="heap", cards=(card("a"), card("b", when="extra"))),
        component("other", 2, pile="heap", cards=(card("c", when="table == 'x'"),)),
        options=[switch("extra"), some("colors", "red blue"), one("table", "x y", "x")],
    )
    check = source("chance(draw(1, 'heap'), where=hand[0].id == 'a') > 0.3")
    assert used_by_expression(varied, check) == {"extra", "table"}


@pytest.mark.parametrize(
    "asked",
    [
        "hand|length",
        "hand|selectattr('cost', 'eq', 2)|length",
        "hand|selectattr('id', 'in', 'abc')|rejectattr('cost', 'none')|length > 1",
        "hand|map(attribute='id')|sort|join",
        "hand|map(attribute='id')|unique|length",
        "hand|selectattr('cost', 'ne', none)|map(attribute='cost')|sum",
        "hand|selectattr('cost', 'ne', none)|sum(attribute='cost') + hand|length",
        "hand[0].id ~ hand[1].component",
        "(hand|first).id",
        "(hand|last)['component']",
        "hand|selectattr('component', 'eq', hand[0].component)|length",
        "hand[0] == hand[1]",
        "hand|unique(attribute='component')|length",
        "hands[0]|selectattr('id', 'eq', 'c')|length",
        "(hand + hands[0])|map(attribute='id')|unique|length",
        "hand|select('mapping')|length",
        "(hand|sort(attribute='id')|first).component",
        "(hand if players > 1 else hands[0])|length",
        "'a' in hand|map(attribute='id')",
        "'a' in hand|map(attribute='id')|list and hand|selectattr('id', 'eq', 'c')|length > 0",
        "hand|map(attribute='id')|unique|list|length ~ hand|map(attribute='id')|min",
        "hand|map(attribute='id')|unique|list|length ~ (hand|map(attribute='id')|join)",
        "hand|rejectattr('id', 'eq', 'a')|unique(attribute='component')|list|length",
        "hands[0]|map(attribute='id')|max in hand|rejectattr('id', 'eq', 'b')|map(attribute='id')",
        "hand|selectattr('cost')|map(attribute='cost')|max|default(0) if 'b' in hand|map(attribute='id') else 0",
        "hand|map(attribute='cost')|reject('none')|max|default(0) if hand|selectattr('cost', 'ne', none)|length else 0",
    ],
)  # fmt: skip
def test_cards_that_a_question_can_not_tell_apart_change_nothing(asked: str) -> None:
    """Counting whole cards gives the same, for questions of every form."""
    scenario = Scenario(GAME, base_context(GAME), 2, {})
    seen: list[Any] = []

    def outcomes_of(*draws: Any, of: Any) -> int:
        def ask(hands: Any) -> Any:
            return of.ask(sum(hands, ()), hands)

        what = _CardsRead(of)
        questions = Question(ask, whole), Question(ask, what.kind, what.adds, of.often)
        seen.extend(sorted(dict(exact_outcomes(draws, each)).items()) for each in questions)
        return 0

    context = {**scenario.context, "outcomes": outcomes_of}
    expression(f"outcomes(draw(2, 'deck'), of={asked})")(context)
    assert seen[0] == seen[1]


def test_a_long_hand_of_many_cards_is_counted_where_only_a_number_of_them_matters() -> None:
    large = game(component("deck", 1, cards=tuple(card(f"c{n}", cost=n) for n in range(60))))
    scenario = Scenario(large, base_context(large), 2, {})
    found = expression("chance(draw(30, 'deck'), where=hand|selectattr('cost', 'lt', 1)|length == 1)")
    assert found(scenario.context) == 0.5


@pytest.mark.parametrize(
    "asked",
    [
        "(hand|first).id == 'a'",
        "(hand|last).id == 'a'",
        "hand[1].id == 'a'",
        "hand[:2]|map(attribute='id')|select('eq', 'b')|list|length == 2",
        "hand|map(attribute='id')|join == 'abb'",
    ],
)
def test_what_asks_for_an_order_is_not_counted_without_it(asked: str) -> None:
    """Of three cards, each is the first as often as the others, whatever their order in the game's files."""
    with pytest.raises(ExpressionError, match="depends on the order in which cards are drawn"):
        worth(f"chance(draw(3, 'red'), where={asked}) + chance(draw(3, 'deck'), where={asked})")


def test_sorted_cards_have_an_order_of_their_own() -> None:
    assert worth(
        "chance(draw(2, 'red'), where=(hand|sort(attribute='cost')|first).id == 'a')"
    ) == pytest.approx(2 / 3)
