"""Free rules with `each:`: which elements they go through, what expressions see there, and where they
fail.
"""

from typing import Any

import msgspec
import pytest
from handmade import FILE, SIX, card, component, game, rule, some, symbol, term, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.model.game import Component, Game, Item, Rich
from nineup.rules import check_game

COLOR = vocabulary("color", "red green blue")
COLORS = some("colors", "red green blue", at_least=1)


def room(id: str, line: int, **given: Any) -> Any:
    return card(id, line, **{"text": Rich("Take 1 {red}."), **given})


def rooms(*cards: Any, **given: Any) -> Component:
    return component("room", 9, cards=cards, **given)


def found(game: Game) -> list[Diagnostic]:
    findings = Findings()
    check_game(game, findings, only=("rule",))
    return list(findings)


def one_rule(*components: Component, data: Any = None, **given: Any) -> Game:
    entry = rule("", 40, says="it is so", **given)
    more = {"data": data} if data else {}
    return game(*components, lists=[COLOR], options=[COLORS], symbols=[symbol("red")], rules=(entry,), **more)


def test_each_card_that_fails_is_reported_at_its_place_with_its_values() -> None:
    cards = rooms(room("hall", 10, points=3), room("cave", 11, points=1), room("pit", 12, points=4))
    findings = found(one_rule(cards, each="room", check="card.points < 3"))
    assert [(f.message, f.span, f.rule) for f in findings] == [
        ("card `hall`: it is so", Span(FILE, 10, 1), Span(FILE, 40, 12)),
        ("card `pit`: it is so", Span(FILE, 12, 1), Span(FILE, 40, 12)),
    ]
    assert "3 < 3 fails" in findings[0].hint
    assert "4 < 3 fails" in findings[1].hint


def test_where_selects_and_let_names_values_in_order() -> None:
    cards = rooms(room("hall", 10, points=3), room("cave", 11, points=5))
    asked = {"each": "room", "where": "card.id == 'cave'", "let": {"a": "card.points", "b": "a * 2"}}
    assert found(one_rule(cards, check="b == 10", **asked)) == []
    (finding,) = found(one_rule(cards, check="b == 11", **asked))
    assert (finding.message, "a = 5; b = 10" in finding.hint) == ("card `cave`: it is so", True)


def test_a_list_that_contains_others_many_times_is_compared_and_written_in_no_time() -> None:
    """Twenty names stand for a million elements: each is the one before it, twice."""
    names = {
        f"{name}{n}": f"[{name}{n - 1}, {name}{n - 1}]" if n else "[1, 1]" for n in range(21) for name in "ab"
    }
    asked = {"each": "room", "let": names}
    cards = rooms(room("hall", 10))
    assert found(one_rule(cards, check="a20 == a20", **asked)) == []
    (finding,) = found(one_rule(cards, check="a20 == b20", **asked))
    assert finding.message == "card `hall`: evaluation takes more than 100,000 steps"
    (finding,) = found(one_rule(cards, check="a20|length == 3", **asked))
    assert "; a20 = 1, 1, 1, 1, 1," in finding.hint
    assert len(finding.hint) < 4_000


def test_the_elements_of_a_field_are_gone_through_one_by_one() -> None:
    doors = [{"edge": "top", "points": 1}, {"edge": "left", "points": 2}]
    (finding,) = found(
        one_rule(rooms(room("hall", 10, doors=doors)), each="room.doors", check="item.points > 1")
    )
    assert finding.message == "card `hall`, doors 1: it is so"
    assert (
        found(one_rule(rooms(room("hall", 10, doors=doors)), each="room.doors", check="item.points == index"))
        == []
    )


def test_cards_are_looked_at_only_where_they_are_in_play() -> None:
    red = room("embers", 10, color=Item("red"), when="'red' in colors")
    holds = one_rule(rooms(red), each="room", check="card.color in colors")
    assert found(holds) == []
    (finding,) = found(one_rule(rooms(red), each="room", check="'green' in colors"))
    assert (finding.message, finding.configuration) == ("card `embers`: it is so", "red")


def test_items_of_a_list_and_texts_of_data_are_elements_too() -> None:
    data = {"setup": [Rich("Deal 4 to each."), Rich("Take two tokens.")]}
    (item,) = found(one_rule(rooms(room("hall", 10)), each="color", check="item != 'green'"))
    assert item.message == "`green` in the list `color`: it is so"
    (text,) = found(
        one_rule(rooms(room("hall", 10)), data=data, each="data.setup", check="numbers_in(item) == [4]")
    )
    assert text.message == "data.setup 2: it is so"


def test_a_card_may_accept_what_does_not_hold() -> None:
    kept = rooms(room("hall", 10, points=3, accept={"rule": "meant so"}))
    assert found(one_rule(kept, each="room", check="card.points < 3")) == []


def test_a_where_that_selects_nothing_is_reported() -> None:
    (finding,) = found(
        one_rule(rooms(room("hall", 10)), each="room", where="card.id == 'hal'", check="false")
    )
    assert (finding.severity, finding.span) == ("warning", Span(FILE, 40, 13))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"each": "room", "let": {"players": "1"}}, "`players` already has a meaning here"),
        ({"each": "room", "let": {"No-Name": "1"}}, "`No-Name` can't name a value"),
        ({"where": "true"}, "`where` and `let` belong to a rule with `each`"),
    ],
)
def test_a_mistake_in_the_entry_is_reported(given: dict[str, Any], message: str) -> None:
    (finding,) = found(one_rule(rooms(room("hall", 10)), check="true", data={"setup": []}, **given))
    assert (finding.code, finding.message) == ("bad-rule", message)


def test_an_expression_that_fails_names_the_card() -> None:
    (finding,) = found(one_rule(rooms(room("hall", 10)), each="room", check="card.size > 2"))
    assert (finding.code, finding.message) == ("bad-expression", "card `hall`: there is no `size` here")


def test_a_defined_term_is_found_in_any_of_its_forms() -> None:
    texts = rooms(room("hall", 10, text=Rich("**Taking** turns; Takes 1 {red}. A Special Move.")))
    entry = rule(
        "", 40, says="it is so", each="room", check="terms_in(card.text) == ['Take', 'Take', 'Special Move']"
    )
    terms = [term("Take", "Takes", "Taking"), term("Special Move"), term("Move")]
    assert found(game(texts, terms=terms, rules=(entry,))) == []


def test_what_is_dealt_can_be_compared() -> None:
    deal = rule("deal", 30, settings={"player": {"room": "players - 1"}, "table": {"room": 2}})
    entry = rule(
        "", 40, says="it is so", check="dealt('room') == players - 1 and dealt('room', 'table') == 2"
    )
    assert found(game(rooms(room("hall", 10, copies=40)), rules=(deal, entry))) == []
    wrong = rule("", 40, says="it is so", check="dealt('hall') == 1")
    (finding,) = found(game(rooms(room("hall", 10, copies=40)), rules=(deal, wrong)))
    assert finding.message == "`deal` gives `hall` to no player"


def for_players(**given: Any) -> list[Diagnostic]:
    entry = rule("", 40, says="it is so", **given)
    deck = component("deck", cards=(card("a", copies=2),), copies="players")
    return found(game(deck, rules=(entry,)))


@pytest.mark.parametrize(
    "given",
    [
        {"check": "card.copies == 4"},
        {"check": "item['copies'] == 4"},
        {"check": "(card).copies == 4"},
        {"check": "copied == 4", "let": {"it": "card", "copied": "it.copies"}},
        {"check": "card[name] == 4", "let": {"name": "'cop' ~ 'ies'"}},
        {"check": "total([card]) == 4"},
        {"check": "card != card or [card]|sum(attribute='copies') == 4"},
        {"check": "false", "where": "card.copies > 4"},
    ],
)
def test_copies_are_looked_at_for_every_player_count(given: dict[str, Any]) -> None:
    (finding,) = for_players(each="deck", **given)
    assert finding.configuration == "3 players"


def test_the_index_of_a_card_depends_on_the_cards_before_it() -> None:
    cards = rooms(room("hall", 10, when="'red' in colors"), room("cave", 11), room("pit", 12))
    findings = found(one_rule(cards, each="room", check="card.id != 'pit' or index == 3"))
    assert [(f.message, f.configuration) for f in findings] == [("card `pit`: it is so", "green")]
    listed = vocabulary("token", "sun moon", "star")
    entry = rule("", 40, says="it is so", each="token", check="index < 3")
    (finding,) = found(game(component("a"), lists=[listed], bands=SIX, rules=(entry,)))
    assert finding.configuration == "5 players"


def test_cards_and_their_fields_are_checked_beside_each_other() -> None:
    doors = [{"points": 1}, {"points": 2}]
    cards = rooms(room("hall", 10, doors=doors, windows=[{"points": 1}, {"points": 3}]))
    findings = found(one_rule(cards, each="room room.doors room.windows", check="item.points|default(1) < 2"))
    assert [f.message for f in findings] == [
        "card `hall`, doors 2: it is so",
        "card `hall`, windows 2: it is so",
    ]


def test_what_a_computed_term_means_is_looked_at_for_every_player_count() -> None:
    hand = msgspec.structs.replace(term("Hand"), means=Rich("All {= players } cards."))
    made = game(
        component("a"),
        terms=[hand],
        rules=(rule("", 40, says="so", each="terms", check="'4' in item.means"),),
    )
    (finding,) = found(msgspec.structs.replace(made, computed=frozenset({"terms"})))
    assert finding.configuration == "2 players"
