"""The rules over a game: each provoked at its place with its smallest configuration, and each satisfied."""

import sys
from typing import Any

import nineup.rules as rules
import pytest
from handmade import FILE, SIX, card, component, game, one, rule, some, switch, symbol, term, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.model.game import SIZES, UNSTATED, Component, Game, Item, OptionStep, OptionTable, Rich
from nineup.report import as_table
from nineup.rules import RULES, ProofScope, Proved, check_game, rule_names
from nineup.rules.engine import proof

COLORS = some("colors", "red orange blue", 1, "red blue", "Orange needs another color.")
LISTS = [vocabulary("owner", "sun moon star leaf", "wave flame")]


def found(game: Game) -> list[Diagnostic]:
    findings = Findings()
    check_game(game, findings)
    return list(findings)


def finding(game: Game) -> Diagnostic:
    (only,) = found(game)
    assert only.game == "test"
    return only


def power(**given: Any) -> Component:
    """Two copies of each of 4 kinds and 2 more for each color; 3 copies from 5 players on."""
    base = [card(f"p{n}") for n in range(4)]
    colored = [card(f"{c}{n}", when=f"'{c}' in colors") for c in COLORS.values for n in range(2)]
    given.setdefault("box", {(4, 4): "8 + 4 * colors|length", (6, 6): "12 + 6 * colors|length"})
    return component("power", 30, cards=(*base, *colored), copies={(2, 4): 2, (5, 6): 3}, **given)


def test_a_sound_game_has_no_findings() -> None:
    gem = component("gem", shape="token", setup="12 * players + 1", box={(4, 4): 49, (6, 6): 73})
    deck = component("deck", for_each="owner", cards=tuple(card(f"c{n}") for n in range(5)), pile="deck")
    kinds = {(2, 4): "players + colors|length", (5, 6): "4 + colors|length"}
    entries = (
        rule("deal", settings={"player": {"gem": 1, "deck": 3}, "table": {"gem": "players"}}),
        rule(says="it is quick", when="players == 2", check="minutes == 20"),
    )
    sound = game(
        *(gem, deck, power(pile="deck", setup=kinds, setup_kinds=True)),
        bands=SIX,
        lists=LISTS,
        options=[COLORS],
        rules=entries,
        minutes="10 * players",
    )
    assert found(sound) == []


def test_a_pile_is_one_copy_short_from_five_players_on() -> None:
    short = power(
        box={(4, 4): "8 + 4 * colors|length", (6, 6): "12 + 4 * colors|length"},
        spans={"box": Span(FILE, 33, 9)},
    )
    only = finding(game(short, bands=SIX, options=[COLORS, switch("extra")]))
    assert only[:4] == (
        "inventory",
        "error",
        "`power`: 5 players need 18, but the box holds 16",
        Span(FILE, 33, 9),
    )
    assert only.configuration == "5 players, red"


def test_a_box_that_does_not_cover_the_setup() -> None:
    gem = component("gem", 7, shape="token", setup="12 * players + 1", box={(4, 4): 48})
    only = finding(game(gem))
    assert only[:4] == (
        "inventory",
        "error",
        "`gem`: 4 players need 49, but the box holds 48",
        Span(FILE, 7, 1),
    )
    assert (only.configuration, only.hint) == ("4 players", "1 missing: a larger box, or a smaller setup")


def test_a_deck_is_what_its_cards_come_to() -> None:
    deck = component("deck", cards=(card("a"), card("b")), box={(4, 4): 3})
    only = finding(game(deck))
    assert (only.code, only.message) == ("inventory", "`deck`: the box holds 3, but its cards add up to 2")
    assert only.configuration == "4 players"


def test_a_setup_of_more_than_there_is() -> None:
    deck = component("deck", cards=(card("a"), card("b")), setup="players", setup_kinds=True, copies=2)
    only = finding(game(deck))
    assert (only.code, only.message) == ("inventory", "`deck`: 3 players lay out 6, but there are 4")
    only = finding(game(component("deck", cards=(card("a"), card("b")), setup=3)))
    assert (only.message, only.hint) == (
        *("`deck`: 4 players lay out 3, but there are 2",),
        "more copies, or a smaller setup",
    )


def test_a_setup_of_kinds_lays_out_all_copies_of_each() -> None:
    cards = tuple(card(id, copies=10) for id in "abc")
    deck = component("deck", cards=cards, setup=2, setup_kinds=True, box={(4, 4): 30})
    says = rule(says="two kinds", check="count('deck') == 20")

    assert not [each for each in found(game(deck, rules=(says,))) if each[0] in ("rule", "bad-amount")]
    unlike = component("deck", cards=(card("a", copies=10), card("b", copies=8)), setup=1, setup_kinds=True)
    only = finding(game(unlike))
    assert (only.code, only.message) == (
        *("bad-amount", "`deck` lays out 1 kinds, but some have 8 copies and some 10"),
    )


def test_a_box_of_more_than_its_copies() -> None:
    aid = component("aid", 7, shape="token", copies="players", box={(4, 4): 5})
    only = finding(game(aid))
    assert (only.severity, only.message) == (
        *("warning",),
        "`aid`: the box of 4 players holds 5, but 4 are laid out at most",
    )
    assert found(game(component("aid", copies="players", box={(4, 4): 4}))) == []


def test_findings_that_are_meant_are_not_reported() -> None:
    gem = component(
        "gem", shape="token", setup=9, box={(4, 4): 8}, accept={"inventory/short": "one is missing"}
    )
    open_ = component(
        "coin", shape="token", setup={(2, 3): 1, (4, 4): None}, accept={"unstated": "no matter"}
    )
    one_ = component("a", pile="deck", back="a.svg")
    other = component("b", pile="deck", back="b.svg", accept={"one-back": "they are never shuffled"})
    alone = card("solo", needs=(3, 99), accept={"needs": "it still works"})
    assert found(game(gem, open_, one_, other, component("solos", cards=(alone,)))) == []


def deal(settings: Any) -> tuple[Any, ...]:
    return (rule("deal", 40, settings=settings),)


def test_not_enough_to_deal() -> None:
    deck = component("destination", 9, copies=8)
    entry = deal({"player": {"destination": 2}, "table": {"destination": 1}})
    only = finding(game(deck, rules=entry))
    assert only[:4] == (
        *("deal", "error"),
        "`destination`: dealing to 4 players takes 9, but there are 8",
        Span(FILE, 9, 1),
    )
    assert (only.rule, only.configuration) == (Span(FILE, 40, 1), "4 players")
    assert only.hint == "1 missing: more copies, or a smaller share"


def test_a_deal_shows_the_amount_of_what_is_short() -> None:
    deck = component("deck", 9, copies=1, spans={"copies": Span(FILE, 11, 13), "cards": Span(FILE, 10, 12)})
    only = finding(game(deck, rules=deal({"table": {"deck": 2}})))
    assert only.span == Span(FILE, 11, 13)


def test_a_deal_may_be_only_a_warning() -> None:
    entry = rule("deal", 40, settings={"table": {"a": 2}}, severity="warning")
    assert finding(game(component("a"), rules=(entry,))).severity == "warning"


def test_the_table_says_how_many_a_deal_leaves() -> None:
    decks = [component("a", copies=20), component("b", copies="players + 3", setup="players + 2")]
    entry = deal({"player": {"a": 2, "b": 1}, "table": {"b": 1}})
    proved = check_game(game(*decks, rules=entry), Findings(), only=("deal",))
    assert [row.figures for row in proved.rows] == [{2: 1, 3: 1, 4: 1}]


def test_what_one_pile_has_left_makes_up_for_no_other() -> None:
    decks = [component("cup", copies=3), component("sugar", copies=60)]
    entry = deal({"player": {"cup": 2, "sugar": 5}})
    proved = check_game(game(*decks, rules=entry), Findings(), only=("deal",))
    assert [row.figures for row in proved.rows] == [{2: -1, 3: -3, 4: -5}]


def test_what_a_pile_has_left_makes_up_for_no_component_of_it() -> None:
    decks = [component("cup", copies=3, pile="all"), component("sugar", copies=60, pile="all")]
    entry = deal({"table": {"all": 1, "cup": 5}})
    proved = check_game(game(*decks, rules=entry), Findings(), only=("deal",))
    assert [row.figures for row in proved.rows] == [dict.fromkeys((2, 3, 4), -2)]


def test_the_finding_on_an_unstated_deck_says_how_many_the_deal_needs() -> None:
    deck = component("destination", 9, copies={(2, 4): None})
    entry = deal({"player": {"destination": 2}, "table": {"destination": 1}})
    reported = {f.code: f for f in found(game(deck, rules=entry))}
    assert reported["deal"].message == "how many `destination` there are is unstated, but 4 players need 9"
    assert (reported["deal"].span, reported["deal"].hint) == (Span(FILE, 9, 1), "state it: 9 or more")
    assert reported["unstated"].severity == "warning"


def test_a_pile_is_dealt_from_all_its_components() -> None:
    decks = [component(id, copies=4, pile="deck", when=when) for id, when in (("a", ""), ("b", "power"))]
    only = finding(game(*decks, options=[switch("power")], rules=deal({"player": {"deck": 2}})))
    assert only.message == "`deck`: dealing to 3 players takes 6, but there are 4"
    assert only.configuration == "3 players, no power"


def test_a_deal_takes_only_from_what_it_names() -> None:
    decks = [component(id, copies=4, pile=pile) for id, pile in (("x", "a"), ("y", "deck"), ("z", "w"))]
    only = finding(game(*decks, rules=deal({"player": {"deck": 2}})))
    assert only.message == "`deck`: dealing to 3 players takes 6, but there are 4"


def test_a_short_pile_is_reported_at_its_first_component() -> None:
    decks = [component(id, line, pile="deck") for id, line in (("a", 5), ("b", 9))]
    assert finding(game(*decks, rules=deal({"player": {"deck": 2}}))).span == Span(FILE, 5, 1)


def test_dealing_nothing_to_some_players_is_fine() -> None:
    deck = component("a", copies=9)
    assert found(game(deck, rules=deal({"player": {"a": "players - 2"}, "table": {"a": 1}}))) == []
    assert found(game(component("a", copies=2), rules=deal({"table": {"a": 2}}))) == []


@pytest.mark.parametrize(("amount", "given"), [("players - 3", "-1"), ("players / 4", "0.5")])
def test_an_amount_to_deal_is_a_whole_number_from_zero(amount: str, given: str) -> None:
    only = finding(game(component("a", copies=9), rules=deal({"player": {"a": amount}})))
    assert (only.code, only.configuration) == ("bad-amount", "2 players")
    assert f"is {given}, " in only.message


def test_an_amount_to_deal_that_is_no_number() -> None:
    only = finding(game(component("a", copies=9), rules=deal({"player": {"a": "'x'"}})))
    assert (only.code, only.message) == ("bad-amount", "`'x'` is x, not a whole number of 0 or more")


def test_one_pile_one_back() -> None:
    spell = component("spell", 3, pile="deck", back="blue.svg")
    curse = component(
        "curse", 4, pile="deck", back="red.svg", size=SIZES["mini"], spans={"back": Span(FILE, 6, 11)}
    )
    token = component("token", 8, shape="token", pile="deck", back="blue.svg", outline="round")
    reported = [(f.code, f.message, f.span) for f in found(game(spell, curse, token))]
    both = "share the pile `deck`, but not the"
    assert reported == [
        ("one-back", f"`curse` and `spell` {both} back: `red.svg` and `blue.svg`", Span(FILE, 6, 11)),
        (
            "one-back",
            f"`curse` and `spell` {both} size: 44 mm by 68 mm and 63.5 mm by 88.9 mm",
            Span(FILE, 4, 1),
        ),
        ("one-back", f"`token` and `spell` {both} outline: round and rectangle", Span(FILE, 8, 1)),
    ]


def test_a_free_rule_fails_in_its_smallest_configuration() -> None:
    entry = rule(
        line=50, says="It takes an hour.", when="players > 2", check="minutes >= 60", severity="warning"
    )
    only = finding(
        game(
            component("a"),
            options=[COLORS, switch("power")],
            minutes="20 * (players - colors|length)|abs",
            rules=(entry,),
        )
    )
    assert only[:7] == (
        *(
            "rule",
            "warning",
            "does not hold: It takes an hour",
            Span(FILE, 50, 12),
            "40 ≥ 60 fails; minutes = 40",
        ),
        *("test", "3 players, red"),
    )


def test_what_is_not_so_is_shown_as_such_though_it_is_only_a_note() -> None:
    entry = rule(line=50, severity="note", says="A note", check="players < 4")
    findings = Findings()
    proved = check_game(game(component("a"), rules=(entry,)), findings)
    assert [finding.severity for finding in findings] == ["note"]
    (row,) = [row for row in proved.rows if row.label == "A note"]
    assert [found.message for found in row.findings] == [finding.message for finding in findings]
    assert (row.held, row.notes) == ({2: True, 3: True, 4: False}, 1)


def test_a_free_rule_may_count() -> None:
    deck = component("deck", for_each="owner", cards=(card("a"), card("b", when="'red' in colors")))
    entry = rule(line=50, check="count('deck') == 2 * players and cards('deck')|length == 2")
    only = finding(game(deck, lists=LISTS, options=[COLORS], rules=(entry,)))
    assert only.message == "does not hold: `count('deck') == 2 * players and cards('deck')|length == 2`"
    assert only.hint == "2 = 4 fails; players = 2; cards('deck')|length = 1; count('deck') = 2"
    assert only.configuration == "2 players, blue"


def test_a_free_rule_does_not_ask_for_what_is_unstated() -> None:
    coin = component("coin", shape="token", setup={(2, 2): None, (3, 4): 5}, accept={"unstated": "so"})
    entry = rule(line=50, check="players > 2 and count('coin') == 5")
    only = finding(game(coin, rules=(entry,)))
    assert (only.code, only.hint, only.configuration) == ("rule", "2 > 2 fails; players = 2", "2 players")


def test_what_is_no_id_of_a_component() -> None:
    only = finding(game(component("a"), rules=(rule(line=50, check="count(players) > 1"),)))
    assert (only.code, only.message) == ("bad-expression", "there is no component `2`")


def test_a_when_decides_where_a_rule_is_asked() -> None:
    """What only the `when` depends on is tried as well."""
    entry = rule(line=50, when="'red' in colors and players == 4", check="1 > 2")
    only = finding(game(component("a"), options=[COLORS], rules=(entry,)))
    assert (only.code, only.configuration) == ("rule", "4 players, red")


def test_a_rule_that_is_neither_yes_nor_no() -> None:
    only = finding(game(component("a"), rules=(rule(line=50, check="players"),)))
    assert (only.code, only.span) == ("bad-condition", Span(FILE, 50, 12))


def test_a_rule_with_a_mistake() -> None:
    only = finding(game(component("a"), rules=(rule(line=50, check="1 + plyers"),)))
    assert (only.code, only.span, only.hint) == (
        "bad-expression",
        Span(FILE, 50, 16),
        "did you mean `players`?",
    )


def test_the_same_mistake_is_reported_once() -> None:
    broken = component("a", 5, setup="2 * plyers", box={(4, 4): 3})
    entries = (*deal({"player": {"a": 1}}), rule(check="players > 1", line=9))
    reported = found(game(broken, rules=entries))
    assert [(f.code, f.span) for f in reported] == [("bad-expression", Span(FILE, 5, 14))]


def test_what_follows_from_a_wrong_amount_is_not_reported() -> None:
    chip = component("chip", 5, shape="token", setup="0 - players")
    entries = (rule(check="count('chip') > 0", line=9), rule(check="box('chip') or true", line=10))
    late = rule(check="count('chip') > players", when="players == 4", line=11)
    only = finding(game(chip, rules=(*entries, late)))
    assert only[:4] == (
        "bad-amount",
        "error",
        "the setup of `chip` is -2 for 2 players",
        Span(FILE, 5, 10),
    )


def test_a_rule_over_a_wrong_amount_does_not_hold() -> None:
    chip = component("chip", 5, shape="token", setup="0 - players")
    proved = check_game(game(chip, rules=(rule(check="count('chip') > 0", line=9),)), Findings())
    (row,) = [row for row in proved.rows if row.code == "rule"]
    assert row.held == {2: False, 3: False, 4: False}


def test_a_wrong_amount_is_reported_when_only_a_rule_over_it_is_asked() -> None:
    chip = component("chip", 5, shape="token", setup="0 - players")
    entry = rule(check="count('chip') > players", when="players == 4", line=11)
    findings = Findings()
    check_game(game(chip, rules=(entry,)), findings, only=("rule",))
    assert [(f.code, f.span, f.configuration) for f in findings] == [
        ("bad-amount", Span(FILE, 5, 10), "4 players")
    ]


def test_an_amount_that_fails_somewhere() -> None:
    coin = component("coin", 5, shape="token", setup="6 * players / colors|length")
    only = finding(game(coin, bands=SIX, options=[some("colors", "a b c d", 1)]))
    message = "the setup of `coin` is 4.5 for 3 players"
    assert only[:4] == ("bad-amount", "error", message, Span(FILE, 5, 10))
    assert only.configuration == "3 players, a, b, c, d"


def test_an_unknown_rule() -> None:
    only = finding(game(component("a"), rules=(rule("deel", 60, settings={}),)))
    assert only[:5] == (
        "unknown-rule",
        "error",
        "there is no rule `deel`",
        Span(FILE, 60, 1),
        "did you mean `deal`?",
    )


def test_accepting_what_no_rule_reports() -> None:
    kind = component(
        "deck", 3, cards=(card("a", 5, accept={"near-duplicat": "meant"}),), accept={"needs": "x"}
    )
    only = finding(game(kind))
    assert only[:5] == (
        *("unknown-rule", "error", "`a` accepts `near-duplicat`, which no rule reports", Span(FILE, 5, 1)),
        "did you mean `near-duplicate`?",
    )


def test_what_the_document_leaves_open() -> None:
    gem = component("gem", 5, shape="token", setup={(2, 3): 1, (4, 4): 2, (5, 6): None}, box={(4, 4): 2})
    deck = component("deck", 8, copies={(2, 4): 1})
    reported = [(f.code, f.severity, f.message, f.span) for f in found(game(gem, deck, bands=SIX))]
    assert reported == [
        ("unstated", "warning", "the setup of `gem` is unstated for 5 and 6 players", Span(FILE, 5, 3)),
        ("unstated", "warning", "what the box of 6 players holds of `gem` is unstated", Span(FILE, 5, 1)),
        ("unstated", "warning", "the copies of `deck` is unstated for 5 and 6 players", Span(FILE, 8, 1)),
    ]


def test_a_pile_that_is_named_like_one_of_its_components_is_dealt_whole() -> None:
    deck = component("deck", pile="deck", cards=(card("a", 5, copies=6),))
    extra = component("extra", pile="deck", cards=(card("b", 6, copies=2),))
    assert found(game(deck, extra, rules=deal({"player": {"deck": 2}, "table": {}}))) == []
    only = finding(game(deck, extra, rules=deal({"player": {"deck": 2}, "table": {"extra": 1}})))
    assert only.message == "`deck`: dealing to 4 players takes 9 (1 of them `extra`), but there are 8"


def test_a_pile_with_the_name_of_a_component_outside_it() -> None:
    deck = component("deck", 3, cards=(card("a", 5, copies=6),))
    extra = component("extra", 7, pile="deck", cards=(card("b", 8, copies=2),))
    only = finding(game(deck, extra))
    assert (only.code, only.severity) == ("pile-name", "warning")
    assert only.message == "the pile `deck` has the name of the component `deck`, which isn't in it"


def test_an_amount_is_not_open_where_its_component_is_never_there() -> None:
    """Its table must name these player counts all the same."""
    setup = {(2, 2): None, (3, 3): None, (4, 4): 5}
    assert found(game(component("gem", shape="token", setup=setup, when="players >= 4"))) == []
    only = finding(game(component("gem", shape="token", setup=setup, when="players >= 3")))
    assert (only.code, only.message) == ("unstated", "the setup of `gem` is unstated for 3 players")


def test_cards_that_need_more_players() -> None:
    cards = (card("trio", 4, needs=(3, 99)), card("duel", 5, needs=(2, 2)), card("all", 6, needs=(1, 99)))
    reported = [
        (f.code, f.severity, f.message, f.span, f.configuration)
        for f in found(game(component("deck", cards=cards)))
    ]
    assert reported == [
        ("needs", "note", "card `trio` fully works for 3 or more players", Span(FILE, 4, 1), "2 players"),
        ("needs", "note", "card `duel` fully works for 2 players", Span(FILE, 5, 1), "3 players"),
    ]


def test_symbols_and_terms_that_nothing_uses() -> None:
    cards = (
        card("a", text=Rich("Take 1 {white}, then Banks."), cost={Item("red"): 2}),
        card("b", rows=[{"sign": Item("blue")}]),
    )
    symbols = [
        symbol(id, line) for line, id in enumerate(["white", "red", "blue", "sun", "wild", "data"], 70)
    ]
    terms = [term("Bank", "Banks", line=80), term("Stash", line=81), term("Ban", line=82)]
    used = game(
        component("deck", cards=cards),
        symbols=symbols,
        terms=terms,
        lists=[vocabulary("owner", "sun moon")],
        data={"turn": {"steps": ["Look at {data}"]}},
    )
    reported = [(f.code, f.severity, f.message, f.span) for f in found(used)]
    assert reported == [
        ("unused-symbol", "note", "no text and no field names the symbol `wild`", Span(FILE, 74, 1)),
        ("unused-term", "note", "no text uses the term `Stash`", Span(FILE, 81, 1)),
        ("unused-term", "note", "no text uses the term `Ban`", Span(FILE, 82, 1)),
    ]


def test_what_no_run_has() -> None:
    gems = [
        component(f"{c}-gem", 5 + n, shape="token", when=f"'{c}' in colors")
        for n, c in enumerate(["red", "rde"])
    ]
    cards = (card("a", 11), card("b", 12, when="'orange' in colors and colors|length == 1"))
    many = component("many", 20, cards=(card("c", when="players > 4"), card("d", when="players < 2")))
    meant = card("e", when="players > 9", accept={"never-there": "for a larger box"})
    made = game(
        *gems,
        component("deck", 10, cards=cards),
        many,
        component("f", cards=(meant, card("g"))),
        options=[COLORS],
    )
    hint = "check the spelling, and what the options allow"
    assert [f[:5] for f in found(made)] == [
        ("never-there", "warning", "no run has `rde-gem`: `'rde' in colors` never holds", Span(FILE, 6, 11), hint),
        ("never-there", "warning", f"no run has `b`: `{cards[1].when.source}` never holds", Span(FILE, 12, 11), hint),  # type: ignore[union-attr]
        ("never-there", "warning", "no run has `many`: the `when` of none of its cards ever holds", Span(FILE, 20, 1), hint),
    ]  # fmt: skip
    findings = Findings()
    check_game(game(component("a", when="players > 3")), findings, ProofScope(players=(2,)))
    assert list(findings) == [], "it is there for more players"


MANY = some("many", " ".join(f"v{n}" for n in range(30)), 1)


def test_what_no_run_has_is_found_among_any_number_of_choices() -> None:
    made = game(component("a", when="'v30' in many"), options=[MANY])
    assert "never-there" in {f.code for f in found(made)}


def test_a_rule_over_few_of_many_choices_is_proved() -> None:
    pair = rule(line=50, check="not ('v3' in many and 'v20' not in many)")
    only = finding(game(component("a"), options=[MANY], rules=(pair,)))
    assert (only.code, only.severity, only.span) == ("rule", "error", Span(FILE, 50, 12))
    assert only.configuration == "v3", "without the others that a pair comes with"


def test_what_can_only_be_sampled_is_shown_as_such() -> None:
    entry = rule(line=50, says="never", check="many|join('')|length != 7")
    findings = Findings()
    proved = check_game(game(component("a"), options=[MANY], rules=(entry,)), findings)
    (row,) = [row for row in proved.rows if row.label == "never"]
    (only,) = findings
    assert (only.code, only.severity, only.span) == ("not-proved", "warning", Span(FILE, 50, 1))
    assert "of about 2^30 configurations of `never` were tried" in only.message
    assert set(row.tried) == set(row.held) == {2, 3, 4}
    assert all(0 < number < 1000 and of == 2**30 - 1 for number, of in row.tried.values())
    assert row_cells(proved, "never") == ["~"] * 3


def row_cells(proved: Proved, label: str) -> list[str]:
    (line,) = [line for line in as_table(proved).splitlines() if line.startswith(f"{label} ")]
    return line.split()[1:4]


def test_how_many_configurations_there_are() -> None:
    few = some("many", "v0 v1 v2", 1)
    assert check_game(game(component("a"), options=[few]), Findings()).configurations == 3 * 7
    assert check_game(game(component("a"), options=[MANY]), Findings()).configurations == 3 * (2**30 - 1)
    scope = ProofScope(players=(3,))
    assert check_game(game(component("a"), options=[MANY]), Findings(), scope).configurations == 2**30 - 1


def test_only_what_matters_is_varied(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    scenario = proof.Scenario

    def watched(*args: Any, **named: Any) -> Any:
        seen.append((*args, *named.values())[2:4])
        return scenario(*args, **named)

    monkeypatch.setattr(proof, "Scenario", watched)
    entries = (rule(check="players > 1"), rule(check="power or not power"), rule(check="2 > 1"))
    assert (
        found(game(component("a"), options=[COLORS, switch("power"), one("x", "y z", "y")], rules=entries))
        == []
    )
    assert len(seen) == 3 + 1
    assert {tuple(options["colors"]) for _, options in seen} == {("red",)}


def test_every_rule_is_a_page_of_the_manual() -> None:
    modules = [sys.modules[rule.check.__module__] for rule in RULES]
    for made, module in zip(RULES, modules, strict=True):
        assert made.summary
        assert made.code in module.__doc__ or made.code == "rule"
        assert ("Bad" in module.__doc__ and "Good" in module.__doc__) or "Reported" in module.__doc__
    assert len({made.code for made in RULES}) == len(RULES)
    assert tuple(made.code for made in RULES if made.severity == "error") == rules.stopping_rules(game())
    about_faces = {made.code for made in RULES if "faces" in made.needs}
    assert {made.code for made in RULES if rules.is_about_faces((made.code,))} == about_faces
    settings = {made.code: made.settings for made in RULES if made.settings is not None}
    assert dict(rules.rule_settings()) == settings
    assert rule_names()[:2] == ("deal", "combinations")
    assert "rule" not in rule_names()


def test_spare_pieces_in_a_box() -> None:
    gem = component("gem", 7, shape="token", setup={(2, 3): 9, (4, 4): "2 * players"}, box={(4, 4): 10})
    only = finding(game(gem))
    assert only[:5] == (
        *("inventory", "warning", "`gem`: the box of 4 players holds 10, but 9 are laid out at most"),
        *(Span(FILE, 7, 1), "if the others are spare: `accept: {inventory: why}`"),
    )
    assert finding(game(component("gem", shape="token", setup=9, box={(4, 4): 8}))).severity == "error"


BOXES = [{(2, 6): 9}, {(4, 4): 9, (6, 6): 9}, {(6, 6): 9}]
"""What two boxes hold, stated together and apart."""


@pytest.mark.parametrize("box", BOXES)
def test_what_a_box_of_two_holds_for_nothing(box: dict[tuple[int, int], int]) -> None:
    (spare,) = found(game(component("gem", shape="token", setup=7, box=box), bands=SIX))
    assert (spare.severity, spare.fact) == ("warning", "")
    full = found(game(component("deck", cards=[card("a", copies=7)], box=box), bands=SIX))
    assert {(each.severity, each.fact) for each in full} == {("error", "full")}


def test_a_deck_that_only_some_players_have_fills_its_box() -> None:
    cards = [card("a", copies=7)]
    assert (
        "but its cards add up to 7"
        in finding(game(component("deck", cards=cards, when="players == 2", box=9))).message
    )
    assert found(game(component("deck", cards=cards, when="players == 2", box=7))) == []


def test_a_deck_that_only_a_choice_brings_fills_its_box() -> None:
    power = switch("power", default=False)
    deck = component("deck", cards=[card("a", copies=7)], when="power", box=9)
    only = finding(game(deck, options=(power,)))
    assert (only.fact, only.configuration) == ("full", "power")


VARIANT = [*(card(f"c{n}") for n in range(6)), *(card(f"v{n}", when="variant") for n in range(2))]


@pytest.mark.parametrize(
    ("box", "messages"),
    [
        (6, ["`deck`: 2 players need 8, but the box holds 6"]),
        (8, []),
        (9, ["`deck`: the box holds 9, but its cards add up to 8"]),
        ("6 + (2 if variant else 0)", []),
        ("8 if variant else 7", ["`deck`: the box holds 7, but its cards add up to 6"]),
    ],
)
def test_a_box_holds_the_cards_of_options_that_are_off(box: int | str, messages: list[str]) -> None:
    deck = component("deck", 7, cards=VARIANT, box={(4, 4): box})
    some = found(game(deck, options=(switch("variant", default=False),)))
    assert [each.message for each in some] == messages
    assert all(each.span == Span(FILE, 7, 1) for each in some)


@pytest.mark.parametrize(("box", "kinds"), [(7, ["short"]), (8, []), (9, ["full"])])
def test_a_box_holds_the_copies_that_an_option_adds(box: int, kinds: list[str]) -> None:
    copies = OptionTable(
        (OptionStep("variant", value=True, amount=2, span=Span(FILE, 1, 1)),), Span(FILE, 1, 1)
    )
    cards = [*(card(f"c{n}") for n in range(6)), card("v", copies=copies)]
    deck = component("deck", cards=cards, box={(4, 4): box})
    some = found(game(deck, options=(switch("variant", default=False),)))
    assert [each.fact for each in some] == kinds


@pytest.mark.parametrize(("box", "kinds"), [(2, ["short"]), (3, []), (4, []), (5, []), (6, ["full"])])
def test_a_box_of_cards_that_exclude_each_other(box: int, kinds: list[str]) -> None:
    """3 cards lie on the table at once, and 5 are in the box if each is counted."""
    cards = [card("a"), card("b", when="variant", copies=2), card("c", when="not variant", copies=2)]
    deck = component("deck", cards=cards, box={(4, 4): box})
    some = found(game(deck, options=(switch("variant", default=False),)))
    assert [each.fact for each in some] == kinds


@pytest.mark.parametrize(("box", "spare"), [(8, []), (9, ["9, but 8"])])
def test_a_box_of_pieces_that_an_option_adds(box: int, spare: list[str]) -> None:
    gem = component("gem", shape="token", setup="6 + (2 if variant else 0)", box={(4, 4): box})
    some = found(game(gem, options=(switch("variant", default=False),)))
    assert [(each.severity, spare[0] in each.message) for each in some] == [("warning", True) for _ in spare]


def test_a_box_whose_cards_depend_on_too_many_options_is_not_proved() -> None:
    options = tuple(switch(f"o{n}", default=False) for n in range(16))
    always = " or ".join(option.id for option in options)
    deck = component("deck", 7, cards=[card("a"), card("b", when=always)], box={(4, 4): 2})
    of_box = [each for each in found(game(deck, options=options)) if "box" in each.message]
    assert [(each.code, each.span) for each in of_box] == [("not-proved", Span(FILE, 7, 1))]


def test_pieces_of_a_choice_are_not_for_nothing() -> None:
    gem = component("gem", shape="token", setup="2 * players", box="2 * players + (4 if power else 0)")
    assert found(game(gem, options=(switch("power", default=False),))) == []


def test_a_box_that_is_counted_for_each_player() -> None:
    """`3 per player plus 3` is right for 4 players alone, when one of the 3 is for each but the first."""
    gem = component("gem", shape="token", setup="4 * players - 1", box="3 * players + 3")
    only = finding(game(gem))
    assert only.message == "`gem`: the box of 2 players holds 9, but 7 are laid out at most"


def test_a_game_for_nobody_knows_how_many() -> None:
    only = finding(game(component("a"), bands=(UNSTATED,)))
    assert only[:4] == (
        *("unstated", "warning", "the number of players of Test Game is unstated"),
        Span(FILE, 1, 1),
    )


@pytest.mark.parametrize(
    ("check", "sides"),
    [
        ("0.9 + 0.045 >= 0.95", "0.945 ≥ 0.95 fails"),
        ("players > 9 or players == 1", "2 > 9 fails; 2 = 1 fails"),
        ("players >= 2 and players != 2", "2 ≠ 2 fails"),
        ("1 < players < 2", "2 < 2 fails"),
        ("'red' in ['blue', 'green']", "red in [blue, green] fails"),
        ("not (players == 2)", "players = 2"),
        ("players is odd", "players = 2"),
    ],
)
def test_a_check_that_fails_shows_both_sides_of_its_comparison(check: str, sides: str) -> None:
    assert finding(game(component("a"), rules=(rule(check=check),))).hint.startswith(sides)
