"""Gemotion's words: symbols, connectives and corners agree with one another."""

import re
from collections.abc import Iterator

import pytest
from nineup.model.game import Card, Game

SIGN = re.compile(r"(?<!\])\{([a-z-]+)\}")
"""A symbol; braces after a bracket hold the style of a span."""
VERBS = ("take", "give", "pass", "steal", "swap", "move", "return", "bank", "draw", "discard")
PEOPLE = {"other": "player", "left": "left", "right": "right", "both": "two", "everyone": "each"}
"""Signs of whom an action is about, each with the word of the text that it shows."""
GEMS = ("white", "red", "orange", "yellow", "green", "blue", "purple", "pink", "black")


def cards(game: Game) -> Iterator[Card]:
    yield from game.components["player-deck"].cards
    yield from game.components["power"].cards


def texts(value: object) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts(each)


def test_every_sign_is_a_symbol_and_every_symbol_is_used(gemotion: Game) -> None:
    written = [text for card in cards(gemotion) for text in texts(card.values)] + list(texts(gemotion.data))
    used = {sign for text in written for sign in SIGN.findall(text)}
    used |= {str(gem) for card in gemotion.components["power"].cards for gem in card.values["cost"]}
    used |= {step["sign"] for step in gemotion.data["turn"]["verbs"]}
    used |= {item.fields["sign"] for item in gemotion.lists["owner"].items}
    assert used == set(gemotion.symbols)


def test_every_term_is_used_by_the_game_s_own_texts(gemotion: Game) -> None:
    written = " ".join([str(card.values["text"]) for card in cards(gemotion)] + list(texts(gemotion.data)))
    unused = [
        t.id for t in gemotion.terms.values() if not any(re.search(rf"\b{f}\b", written) for f in t.forms)
    ]
    assert unused == []


def test_card_ids_and_names_are_each_their_own(gemotion: Game) -> None:
    ids = [card.id for card in cards(gemotion)]
    names = [str(card.values["name"]) for card in cards(gemotion)]
    assert len(set(ids)) == len(set(names)) == len(ids) == 61


def test_a_connective_is_bold_and_begins_its_paragraph(gemotion: Game) -> None:
    for card in cards(gemotion):
        text = str(card.values["text"])
        bold = re.findall(r"\*\*(.*?)\*\*", text)
        assert re.findall(r"\n\n\*\*(AND|OR)\*\* ", text) == bold, card.id
        assert re.findall(r"\b(AND|OR)\b", text) == bold, card.id
        assert len(set(bold)) <= 1, card.id


def test_how_many_cards_connect_and_how_many_choose(gemotion: Game) -> None:
    def count(component: str, word: str) -> int:
        return sum(f"**{word}**" in str(c.values["text"]) for c in gemotion.components[component].cards)

    assert (count("player-deck", "AND"), count("player-deck", "OR")) == (17, 19)
    assert (count("power", "AND"), count("power", "OR")) == (10, 3)


def test_a_text_is_a_sentence_without_straight_quotes(gemotion: Game) -> None:
    for card in cards(gemotion):
        text = str(card.values["text"])
        assert text[0].isupper(), card.id
        assert text.endswith("."), card.id
        assert not re.search(r"['\"]", text), card.id


def test_taking_is_never_said_to_be_from_the_supply(gemotion: Game) -> None:
    for card in cards(gemotion):
        assert not re.search(r"Take [^.\n]*from the Supply", str(card.values["text"])), card.id


@pytest.mark.parametrize("word", [v.capitalize() for v in VERBS if v not in ("bank", "discard")])
def test_a_verb_of_the_text_is_in_the_corner(gemotion: Game, word: str) -> None:
    for card in gemotion.components["player-deck"].cards:
        said = re.search(rf"\b{word}\b", str(card.values["text"])) is not None
        shown = f"{{{word.lower()}}}" in str(card.values["corner"])
        assert said == shown, card.id


def test_a_corner_says_one_action_a_line_and_nothing_that_its_text_does_not(gemotion: Game) -> None:
    action = re.compile(r"\{([a-z]+)\}( (\d )?\{[a-z-]+\})?")
    for card in gemotion.components["player-deck"].cards:
        text = str(card.values["text"])
        lines = str(card.values["corner"]).split("\n")
        assert len(lines) <= 5, card.id
        assert lines.count("or") == text.count("**OR**"), card.id
        for line in filter(lambda line: line != "or", lines):
            found = action.fullmatch(line)
            assert found, card.id
            assert found[1] in VERBS, card.id
            assert set(re.findall(r"\d", line)) <= set(re.findall(r"\d", text)), card.id
            for sign in set(SIGN.findall(line)) - {"any"}:
                word = sign.capitalize() if sign in VERBS else PEOPLE.get(sign, f"{{{sign}}}")
                assert word in text, card.id


def test_the_signs_of_a_power_card_are_verbs_and_gems_of_its_text(gemotion: Game) -> None:
    for card in gemotion.components["power"].cards:
        text = str(card.values["text"])
        signs = SIGN.findall(str(card.values["corner"]))
        assert {sign for sign in signs if sign in VERBS} <= {
            verb for verb in VERBS if verb in text.lower()
        }, card.id
        assert set(signs) & set(GEMS) <= set(SIGN.findall(text)), card.id
        assert str(card.values["corner"]).split("\n").count("or") <= 1, card.id


def test_a_line_in_the_foot_is_short_and_names_nothing_of_the_game(gemotion: Game) -> None:
    lines = [str(card.values["flavor"]) for card in cards(gemotion) if card.values["flavor"]]
    assert len(set(lines)) == len(lines) >= 40
    for line in lines:
        assert len(line) <= 34, line
        assert not any(
            re.search(rf"\b{form}\b", line) for term in gemotion.terms.values() for form in term.forms
        ), line


def test_no_two_cards_look_alike_in_a_fanned_hand(gemotion: Game) -> None:
    corners = [str(card.values["corner"]) for card in gemotion.components["player-deck"].cards]
    assert len(set(corners)) == len(corners)


def test_a_color_s_cards_show_their_own_gem(gemotion: Game) -> None:
    for card in gemotion.components["player-deck"].cards:
        color = card.values["color"]
        named = set(SIGN.findall(str(card.values["text"]))) & set(GEMS)
        assert named <= {"white", str(color)} if color else named <= {"white"}, card.id
        assert color is None or str(color) in named, card.id


def test_what_the_reference_cards_say(gemotion: Game) -> None:
    turn, scoring = gemotion.data["turn"], gemotion.data["scoring"]
    assert len(turn["ends"]) == 3
    assert [entry["color"] for entry in turn["in-play"]] == ["orange", "yellow", "purple"]
    assert [row["gem"] for row in scoring] == list(GEMS)
    pink = scoring[GEMS.index("pink")]
    assert re.findall(r"\d+", pink["normal"])[:7] == ["1", "2", "4", "7", "11", "16", "22"]
    assert re.findall(r"\d+", pink["fibonacci"])[:7] == ["1", "2", "3", "5", "8", "13", "21"]
    assert re.findall(r"−?\d+", pink["rage"])[:5] == ["9", "6", "3", "1", "−5"]
    black = scoring[GEMS.index("black")]
    assert re.findall(r"−?\d+", black["normal"])[:3] == ["−5", "−2", "5"]
    assert re.findall(r"−?\d+", black["rage"])[:3] == ["3", "0", "−3"]
