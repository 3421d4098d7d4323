"""`distinct`: two cards in play together that have the same name, or whatever the rule asks about."""

from typing import Any

from handmade import FILE, card, component, game, rule, switch
from nineup.base.diagnostics import Findings, Span
from nineup.rules import check_game


def found(*cards: Any, **settings: Any) -> list[tuple[str, Span | None]]:
    asked = {"each": ["spell", "curse"], **(settings if "among" in settings else {"by": "name", **settings})}
    spells = component("spell", 9, cards=cards)
    curses = component("curse", 19, cards=(card("last", 20, name="Thunder", kind="b"),))
    findings = Findings()
    made = game(spells, curses, options=[switch("storm")], rules=(rule("distinct", 40, settings=asked),))
    check_game(made, findings, only=("distinct",))
    return [(finding.message, finding.span) for finding in findings]


def test_a_name_on_two_cards_is_reported_at_the_second() -> None:
    assert found(card("a", 10, name="Rain"), card("b", 11, name="Rain")) == [
        ("card `b`: `name: Rain` is also on card `a`", Span(FILE, 11, 1))
    ]


def test_names_of_several_components_are_compared() -> None:
    assert found(card("a", 10, name="Thunder")) == [
        ("card `last`: `name: Thunder` is also on card `a`", Span(FILE, 20, 1))
    ]
    assert found(card("a", 10, name="Thunder"), each="spell") == []


def test_cards_that_are_never_in_play_together_may_share_a_name() -> None:
    one, other = card("a", 10, name="Rain", when="storm"), card("b", 11, name="Rain", when="not storm")
    assert found(one, other) == []


def test_several_fields_must_all_be_the_same() -> None:
    one, other = card("a", 10, name="Rain", kind="a"), card("b", 11, name="Rain", kind="b")
    assert found(one, other, by=["name", "kind"]) == []
    assert len(found(one, other)) == 1


def test_a_card_may_accept_it() -> None:
    assert found(card("a", 10, name="Rain"), card("b", 11, name="Rain", accept={"distinct": "twins"})) == []


def test_two_sides_share_no_value_on_two_cards_or_on_one() -> None:
    one, other = card("a", 10, front="Rain", back="Snow"), card("b", 11, front="Hail", back="Rain")
    both = card("c", 12, front="Fog", back="Fog")
    assert found(one, other, both, among=["front", "back"]) == [
        ("card `b`: `back: Rain` is also on card `a`", Span(FILE, 11, 1)),
        ("card `c`: `back: Fog` is also on its `front`", Span(FILE, 12, 1)),
    ]
    assert found(one, card("b", 11, front="Hail", back="Sleet"), among=["front", "back"]) == []


def test_two_cards_of_one_id_are_told_apart() -> None:
    assert found(card("last", 10, name="Thunder")) == [
        ("card `last`: `name: Thunder` is also on card `spell/last`", Span(FILE, 20, 1))
    ]
