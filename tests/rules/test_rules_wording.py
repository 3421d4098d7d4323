"""The rules that read wording: near duplicates, opponents, terminology."""

from collections.abc import Mapping
from typing import Any

import pytest
from handmade import FILE, card, component, game, symbol, term, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.model.game import Game, Item, Rich, Term
from nineup.rules import check_game

CODES = {"near-duplicate", "opponents", "terminology"}


def found(made: Game) -> list[Diagnostic]:
    findings = Findings()
    check_game(made, findings, only=CODES)
    return list(findings)


def texts(*said: str, accept: Mapping[str, str] = {}, **given: Any) -> Game:
    cards = [card(f"c{n}", 10 + n, text=Rich(text), accept=accept) for n, text in enumerate(said)]
    return game(component("deck", cards=tuple(cards)), **given)


def reported(made: Game) -> list[tuple[str, str, Span | None]]:
    return [(f.code, f.message, f.span) for f in found(made)]


LEFT = "Steal 1 gem from the player to your left OR Draw a card."


def test_cards_that_say_the_same() -> None:
    assert reported(texts(LEFT, "Draw.", LEFT, "Take one.")) == [
        ("near-duplicate", "card `c2` says the same as `c0`", Span(FILE, 12, 1))
    ]


def test_a_text_on_many_cards_is_one_finding() -> None:
    near = LEFT.replace("gem", "stone")
    assert [f.message for f in found(texts(LEFT, LEFT, LEFT, near, LEFT))] == [
        "card `c1` says the same as `c0`; so do 2 other cards",
        "card `c3` says the same as `c0` but for `stone` and `gem`",
    ]


def test_cards_that_differ_in_an_ordinary_word() -> None:
    only = found(texts(LEFT, LEFT.replace("gem", "stone")))[0]
    assert only[:4] == (
        *("near-duplicate", "warning", "card `c1` says the same as `c0` but for `stone` and `gem`"),
        Span(FILE, 11, 1),
    )


@pytest.mark.parametrize("other", ["{red}", "3", "two", "Ruby", "Stash"])
def test_variants_are_no_near_duplicates(other: str) -> None:
    words = "Draw and then bring {} to somebody else"
    gems = vocabulary("gem", "ruby topaz")
    made = texts(
        words.format("Topaz"),
        words.format(other),
        lists=[gems],
        terms=[term("Stash")],
        symbols=[symbol("red")],
    )
    assert [f for f in found(made) if f.code == "near-duplicate"] == []


def test_equal_texts_of_cards_that_differ_elsewhere() -> None:
    cards = [card(f"c{n}", text=Rich(LEFT), gem=Item(gem)) for n, gem in enumerate(("ruby", "opal"))]
    assert found(game(component("deck", cards=tuple(cards)))) == []


def test_a_duplicate_that_is_meant_is_counted() -> None:
    made = texts(LEFT, LEFT, accept={"near-duplicate": "meant"})
    proved = check_game(made, findings := Findings(), only=("near-duplicate",))
    assert (list(findings), [row.accepted for row in proved.rows]) == ([], [1])


@pytest.mark.parametrize(
    ("texts_", "message"),
    [
        (("Swap a gem each with up to two other players.",), "mentions 2 other players"),
        (("Give 3 other players a gem and then rest.",), "mentions 3 other players"),
        (
            (LEFT, LEFT.replace("left", "right").replace("Draw", "Keep")),
            "names left and right, who are the same opponent",
        ),
    ],
)
def test_opponents_who_are_not_there(texts_: tuple[str, ...], message: str) -> None:
    first = next(f for f in found(texts(*texts_)) if f.code == "opponents")
    assert first[:4] == ("opponents", "note", f"card `c0` {message}", Span(FILE, 10, 1))
    assert first.configuration == "2 players"
    assert first.hint == "add `needs: 3+` to the card, or `accept: {opponents: why}`"


def test_opponents_who_are_there() -> None:
    assert found(texts(LEFT, "Give all other players a gem.", "Take it from one other player, please.")) == []
    swap = card("swap", text=Rich("Swap with up to two other players."), needs=(3, 99))
    assert found(game(component("deck", cards=(swap,)))) == []


DETACHMENT = term("Detachment", "Detachments", "detached")


@pytest.mark.parametrize(
    "slip", ["Detatchment", "Detachmet", "detachmant", "Detacmhent", "Detachement", "Detatchment."]
)
def test_a_term_that_is_misspelled(slip: str) -> None:
    only = found(texts(f"Start in {slip}", terms=[DETACHMENT]))[0]
    word = slip.rstrip(".")
    assert only[:5] == (
        *("terminology", "warning", f"card `c0`: `{word}` is nearly `Detachment`", Span(FILE, 10, 1)),
        "write `Detachment`, or list it in the term's forms",
    )


@pytest.mark.parametrize(
    "word", ["Detachment", "detachment", "Detachment’s", "Detached", "attachment", "Apartment", "bank"]
)
def test_words_that_are_no_slip(word: str) -> None:
    assert found(texts(f"Start in {word}", terms=[DETACHMENT, term("Banks")])) == []


ABILITY = ("Use the ability of a room.", "No ability works here.", "Each ability counts, and cards count.")
HUNTERS = ("Hunters hunt.", "The cards wait.", "Two cards lie there. There are three.")


@pytest.mark.parametrize(
    ("said", "near"), [("Any abilty.", "ability"), ("An abiltiy.", "ability"), ("Turn the carsd.", "cards")]
)
def test_a_word_that_is_a_slip_of_a_frequent_one(said: str, near: str) -> None:
    word = said.rstrip(".").split()[-1]
    messages = [f.message for f in found(texts(*ABILITY, said)) if f.code == "terminology"]
    assert messages == ([f"card `c3`: `{word}` is nearly `{near}`"] if near else [])


def test_a_word_that_texts_have_twice_is_no_slip() -> None:
    assert found(texts(*ABILITY, "One abilty.", "Her abilty.")) == []
    assert found(texts(*HUNTERS, "Three there.", "Three here.", "The three go.")) == []


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Or Pay all three as one card", True),
        ("Or pay all three as one card", False),
        ("The Other Pay Day", False),
        ("Pay all three as one card", False),
    ],
)
def test_an_everyday_word_with_a_capital_inside_a_sentence(said: str, heard: bool) -> None:
    made = found(texts(said, terms=[term("Play")]))
    assert [f.message for f in made] == (["card `c0`: `Pay` is nearly `Play`"] if heard else [])


def test_a_slip_of_a_term_that_begins_a_sentence() -> None:
    made = texts("Nmae 2 different gems", terms=[term("Name", "Name", "name")])
    assert [f.message for f in found(made)] == ["card `c0`: `Nmae` is nearly `name`"]


def test_names_in_lists_are_held_against_terms_too() -> None:
    levels = vocabulary("level", "detatchment mild")
    (only,) = found(texts("Start.", lists=[levels], terms=[DETACHMENT]))
    assert only.message == "`detatchment` in the list `level`: `Detatchment` is nearly `Detachment`"


TAKE = Term(
    "Take", ("Take", "Takes", "Taken"), "Move a gem from the Supply to your own Stash.", Span(FILE, 80, 1)
)
PLACES = [TAKE, term("Supply"), term("Stash")]


@pytest.mark.parametrize(
    "text",
    ["Take 2 Gems from the Supply.", "Draw, AND Takes 1 {red} from the Supply", "Take 1\nfrom the Supply. X"],
)
def test_what_a_term_means_already(text: str) -> None:
    text = text.replace("\n", " ")
    assert [f.message for f in found(texts(text, terms=PLACES))] == [
        f"card `c0`: `{'Takes' if 'Takes' in text else 'Take'} … from the Supply` says it twice"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Take 2 Gems.",
        "Take 2 AND Bank 1 from the Supply",
        "Bank 1 from the Supply",
        "Take 1 from the red Supply",
    ],
)
def test_what_a_term_does_not_mean(text: str) -> None:
    assert found(texts(text, terms=PLACES)) == []


STEAL = Term(
    "Steal", ("Steal", "Stolen"), "Move a gem from another player’s Stash to yours.", Span(FILE, 81, 1)
)
BANK = Term(
    "Bank", ("Bank", "Banked"), "Your gems. To Bank is to move from a Stash or a hand.", Span(FILE, 82, 1)
)
RING = Term("Ring", ("Ring", "Rings"), "A space around the board.", Span(FILE, 83, 1))
TERMS = [*PLACES, STEAL, BANK, RING]
OTHERWISE = "use another word, widen what the term means, or accept it on the card"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Take 1 Gem from another player.", "`Take … from another player`: `Take` means from the Supply"),
        ("Draw a card, then Take 1 from a Bank", "`Take … from a Bank`: `Take` means from the Supply"),
        ("Take 2 into your hand.", "`Take … to your hand`: `Take` means to your own Stash"),
        ("Steal 1 from the Supply", "`Steal … from the Supply`: `Steal` means from another player’s Stash"),
        ("You may Bank 1 from the Supply", "`Bank … from the Supply`: `Bank` means from a Stash or a hand"),
    ],
)
def test_a_term_used_for_another_meaning(text: str, message: str) -> None:
    (only,) = found(texts(text, terms=TERMS))
    assert only[:5] == ("terminology", "warning", f"card `c0`: {message}", Span(FILE, 10, 1), OTHERWISE)


@pytest.mark.parametrize(
    "text",
    [
        "Take 1 and Steal 1 from any other player",
        "Steal 1 from an opponent to your left.",
        "Steal 1 from all Stashes AND also Bank 1 from your hand",
        "Bank your Stash. Discard from your hand to Take 1",
        "Move 1 from any player’s Bank to the Supply",
        "Put a Take token on Ring 2 of the board, or on a Ring.",
    ],
)
def test_a_term_used_for_its_own_meaning(text: str) -> None:
    assert found(texts(text, terms=TERMS)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Pay 1 Pink Gem and 2 non-White Gem", "`Gem` in the singular after 2"),
        ("Pay three Gem from a hand", "`Gem` in the singular after 3"),
        ("Pay 1 red Gems.", "`Gems` in the plural after 1"),
    ],
)
def test_number_and_noun(text: str, message: str) -> None:
    assert [f.message for f in found(texts("Take 2 Gems.", text))] == [f"card `c1`: {message}"]


def test_the_forms_of_a_term_have_its_number() -> None:
    made = texts("Play while fewer than two Conflict are active.", terms=[term("Conflict", "Conflicts")])
    assert [f.message for f in found(made)] == ["card `c0`: `Conflict` in the singular after 2"]


@pytest.mark.parametrize(
    "text", ["Take 1 Gem", "Take 2 Gem cards", "Take 5", "Take 2 {red} and a Gem", "2 Sheep"]
)
def test_number_and_noun_that_agree(text: str) -> None:
    assert found(texts("Take 2 Gems.", text)) == []


def test_a_text_of_data_is_shown_where_it_is() -> None:
    slip = "Start in Detatchment."
    place = Span("cards/test/turn.yaml", 7, 9)
    terms = [term("Detachment", line=80)]
    made = game(component("a"), terms=terms, data={"turn": [{"text": slip}]}, places={slip: place})
    (only,) = [f for f in found(made) if f.code == "terminology"]
    assert (only.message, only.span) == ("the data `turn`: `Detatchment` is nearly `Detachment`", place)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Bnak your Stash", "Bank"),
        ("Taake 5 gems", "Take"),
        ("Pas 1 gem to a player", "Pass"),
        ("Tske 2 gems", "Take"),
        ("then Bnak a gem", "Bank"),
    ],
)
def test_a_slip_in_a_short_term_is_reported(text: str, near: str) -> None:
    terms = [term("Bank"), term("Take"), term("Pass")]
    cards = component("deck", cards=(card("a", 3, text=Rich(text)),))
    findings = Findings()
    check_game(game(cards, terms=terms), findings, only=("terminology",))
    assert [f"`{near}`" in finding.message for finding in findings] == [True]


@pytest.mark.parametrize(
    "text", ["Talk to a player", "The back of the bark", "In the past, tea", "Make 2 gems", "You bake"]
)
def test_an_everyday_word_is_no_slip(text: str) -> None:
    terms = [term("Bank"), term("Take"), term("Pass")]
    cards = component("deck", cards=(card("a", 3, text=Rich(text)),))
    findings = Findings()
    check_game(game(cards, terms=terms), findings, only=("terminology",))
    assert findings == []
