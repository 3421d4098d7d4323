"""`agrees`: what texts name is in play, and they say what the card's corner, cost and other fields say."""

from typing import Any

import msgspec
import pytest
from handmade import FILE, card, component, game, rule, some, switch, symbol, term, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.model.game import Component, Game, Item, Option, Rich
from nineup.rules import check_game
from nineup.rules.wording.instructions import disagreement, of_summary, of_text

COLOR = vocabulary("color", "red green blue")
SYMBOLS = [symbol(id) for id in ("red", "green", "blue", "white", "any", "take", "give", "bank", "draw")]
TERMS = [term("Take", "Takes", "Taking"), term("Give"), term("Bank", "Banked"), term("Draw")]


def chosen() -> Option:
    return some("colors", "red green blue", at_least=1)


def found(game: Game) -> list[Diagnostic]:
    findings = Findings()
    check_game(game, findings, only=("agrees",))
    return list(findings)


def messages(game: Game) -> list[str]:
    return [finding.message for finding in found(game)]


def deck(*cards: Any, **given: Any) -> Component:
    return component("deck", 9, cards=cards, **given)


def one(cards: Component, *others: Component, options: Any = None, **settings: Any) -> Game:
    entry = rule("agrees", 40, settings=settings)
    options = [chosen()] if options is None else options
    return game(cards, *others, lists=[COLOR], options=options, symbols=SYMBOLS, terms=TERMS, rules=(entry,))


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"text": Rich("Take 1 {red}.")}, "`text` names `red`"),
        ({"text": Rich("Take 1 Red gem.")}, "`text` names `Red`"),
        ({"color": Item("red")}, "`color` names `red`"),
        ({"cost": {Item("red"): 2}}, "`cost` names `red`"),
        ({"steps": [{"text": Rich("{red}")}]}, "`steps` names `red`"),
    ],
)
def test_what_a_card_names_must_be_in_play(fields: dict[str, Any], named: str) -> None:
    (finding,) = found(one(deck(card("a", 10, **fields))))
    assert (finding.message, finding.span) == (f"card `a`: {named}, which is not in play", Span(FILE, 10, 1))
    assert finding.configuration in ("green", "blue")
    assert found(one(deck(card("a", 10, when="'red' in colors", **fields)))) == []


@pytest.mark.parametrize("text", ["Take 1 {white}.", r"A \{red\} brace.", "The red of a sunset, Reddish."])
def test_words_that_name_nothing_of_an_option_are_no_concern(text: str) -> None:
    assert found(one(deck(card("a", 10, text=Rich(text))))) == []


def test_a_component_that_may_be_left_out_must_not_be_named() -> None:
    power = component("power", 20, name="Power cards", when="power")
    named = deck(card("a", 10, text=Rich("Discard a Power card.")))
    (message,) = messages(one(named, power, options=[switch("power")]))
    assert message == "card `a`: `text` names `Power card`, which is not in play"
    kept = deck(card("a", 10, text=Rich("Discard a Power card."), when="power"))
    assert messages(one(kept, power, options=[switch("power")])) == []


def test_a_card_may_accept_it() -> None:
    assert found(one(deck(card("a", 10, text=Rich("{red}"), accept={"agrees": "a joke"})))) == []


@pytest.mark.parametrize(
    ("fields", "other", "message"),
    [
        (
            {"text": Rich("Dig for two cards."), "count": 3},
            "count",
            "`count` is 3, which the text doesn't say",
        ),
        (
            {"text": Rich("Dig for {red}."), "gem": Item("blue")},
            "gem",
            "`gem` is `blue`, but the text shows `red`",
        ),
        (
            {"text": Rich("Pay 2 {red}, {blue}."), "cost": {Item("red"): 1, Item("blue"): 1}},
            "cost",
            "`cost` is 1 blue + 1 red, but the text says 1 blue + 2 red",
        ),
        (
            {"text": Rich("Take 2 {red}."), "corner": Rich("{take} {red}")},
            "corner",
            "`corner` shows `take 1 {red}` where the text says `take 2 {red}`",
        ),
    ],
)
def test_a_text_must_say_what_another_field_says(fields: dict[str, Any], other: str, message: str) -> None:
    cards = deck(card("a", 10, **fields))
    assert messages(one(cards, text="text", **{"with": other})) == [f"card `a`: {message}"]


@pytest.mark.parametrize(
    "fields",
    [
        {"text": Rich("Dig for three cards."), "with": 3},
        {"text": Rich("Dig for {red}."), "with": Item("red")},
        {"text": Rich("Pay 2 {red} and {blue}."), "with": {Item("red"): 2, Item("blue"): 1}},
        {
            "text": Rich("Take 2 {red}\n\n**OR** Give 2 Gems."),
            "with": Rich("{take} 2 {red}\nor\n{give} 2 {any}"),
        },
        {"text": Rich("Take 2 {red}."), "with": None},
    ],
)
def test_texts_that_agree(fields: dict[str, Any]) -> None:
    cards = deck(card("a", 10, text=fields["text"], other=fields["with"]))
    assert messages(one(cards, text="text", nouns={"any": ["Gem", "Gems"]}, **{"with": "other"})) == []


VERBS = {"Take": "take", "Takes": "take", "Give": "give", "Bank": "bank", "Draw": "draw"}
TEXT = "Take 1 {red} and Bank another player’s Stash\n\n**OR** Bank your Bank, then Give other players 1 {red} and 2 {blue}."
SUMMARY = "{take} {red}\n{bank}\nor\n{bank}\n{give} {red}\n{give} 2 {blue}"


def agree(text: str, summary: str) -> bool:
    return disagreement(of_text(text, VERBS, {}), of_summary(summary, VERBS.values())) is None


def test_a_summary_has_the_text_s_actions_numbers_and_symbols() -> None:
    assert agree(TEXT, SUMMARY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Take 1", "Take 2"),
        ("{red}", "{blue}"),
        ("Bank another", "Give another"),
        ("**OR**", "**AND**"),
        ("2 {blue}", "1 {blue}"),
        ("Bank your", "Draw your"),
        (", then Give other players 1 {red} and 2 {blue}", ""),
    ],
)
def test_a_change_of_the_text_alone_is_a_disagreement(old: str, new: str) -> None:
    assert not agree(TEXT.replace(old, new, 1), SUMMARY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{take}", "{give}"),
        ("{red}", "2 {red}"),
        ("\nor\n", "\n"),
        ("\n{give} 2 {blue}", "\n{draw}"),
        ("2 {blue}", "{any}"),
    ],
)
def test_a_change_of_the_summary_alone_is_a_disagreement(old: str, new: str) -> None:
    assert not agree(TEXT, SUMMARY.replace(old, new, 1))


def test_where_selects() -> None:
    cards = deck(card("a", 10, text=Rich("{red}")), card("b", 11, text=Rich("{red}")))
    assert messages(one(cards, where="card.id == 'b'")) == [
        "card `b`: `text` names `red`, which is not in play"
    ]


def test_where_may_ask_for_copies_and_texts_be_computed_from_a_part_of_an_option() -> None:
    cards = deck(card("a", 10, text=Rich("Say 1."), worth=2), copies="players")
    (finding,) = found(one(cards, text="text", **{"with": "worth"}, each="deck", where="card.copies == 3"))
    assert finding.configuration == "3 players"
    cards = deck(card("a", 10, text=Rich("Say {= colors|length }."), worth=2))
    made = one(cards, text="text", **{"with": "worth"}, each="deck")
    findings = found(msgspec.structs.replace(made, computed=frozenset({"cards"})))
    assert [f.configuration for f in findings] == ["red"]


def test_a_field_and_its_card_are_both_read() -> None:
    cards = deck(
        card("a", 10, color=Item("white"), notes=[Rich("None."), Rich("Take 1 {red}.")], when="true")
    )
    (finding,) = found(one(cards, each=["deck.notes", "deck.color"]))
    assert finding.message == "card `a`, notes 2: it names `red`, which is not in play"


def test_a_component_none_of_whose_cards_are_there_is_not_in_play() -> None:
    potions = component("potion", 5, name="Potion", when="power", cards=(card("p", 6, when="night"),))
    cards = deck(card("a", 10, text=Rich("Draw a Potion."), when="power"))
    (finding,) = found(one(cards, potions, options=[switch("power"), switch("night")]))
    assert finding.configuration == "no night"


@pytest.mark.parametrize(
    ("shown", "agrees"),
    [
        ("{take} {left}", True),
        ("{take} {white}", True),
        ("{take} {right}", False),
        ("{take} {left} {white}", True),
    ],
)
def test_words_mean_a_symbol_without_a_number(shown: str, agrees: bool) -> None:
    said = of_text(
        "Take 1 {white} from your left neighbor.",
        {"Take": "take"},
        {},
        {"left": ["left"], "right": ["right"]},
    )
    assert (disagreement(said, of_summary(shown, ["take"])) is None) == agrees
