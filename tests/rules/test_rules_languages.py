"""Wording in several languages: what is compared, what real inflection excuses, and what is accepted."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from handmade import FILE, card, component, game, rule, term, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Card, Component, Game, Rich
from nineup.rules import acceptance_warnings, check_game
from nineup.rules.wording.languages import Dictionaries, looks_english


def messages(made: Game) -> list[str]:
    return [finding.message for finding in found(made)]


def found(made: Game) -> list[Diagnostic]:
    findings = Findings()
    check_game(made, findings, only=("terminology",))
    return list(findings)


def texts(*said: str, **given: Any) -> Game:
    return game(deck(*said), **given)


def deck(*said: str, languages: Mapping[str, str] | None = None, **given: Any) -> Component:
    return component("deck", cards=tuple(in_languages(languages, *said)), **given)


def in_languages(languages: Mapping[str, str] | None, *said: str) -> list[Card]:
    cards = [card(f"c{n}", 10 + n, text=Rich(text)) for n, text in enumerate(said)]
    return [msgspec.structs.replace(each, languages=languages) for each in cards]


@pytest.mark.parametrize(
    ("language", "said", "slip"),
    [
        ("fr", "L'Invesigateur perd un indice.", "`Invesigateur` is nearly `Investigateur`"),
        ("fr", "Défaussez jusqu’Investigatuer à la fin.", "`Investigatuer` is nearly `Investigateur`"),
        ("it", "La mano dell'Investgateur.", "`Investgateur` is nearly `Investigateur`"),
        ("fr", "Chaque main d'Investigateur, l’Investigateur ou les Investigateurs.", ""),
        ("en", "O'Investigatuer", ""),
    ],
)
def test_a_word_after_an_article_without_its_vowel(language: str, said: str, slip: str) -> None:
    made = texts(said, language=language, terms=[term("Investigateur")])
    assert messages(made) == ([f"card `c0`: {slip}"] if slip else [])


@pytest.mark.parametrize(
    "said",
    [
        "Install a program, paying 1{a} less.",
        "Place 1 of his or her clues here.",
        "If there are 1 or more clues, flip it.",
        "Place 1 {per_player} clues on it.",
        "The four Virus clues",
        "Shuffle the other 2 into the clue.",
        "Use 4 attack or thwart clues.",
    ],
)
def test_a_number_that_counts_something_else(said: str) -> None:
    before = ["Take 2 clues.", "Pay 3 or less.", "No les is here.", "A clue.", "You get 2 attacks."]
    assert messages(texts(*before, said)) == []


@pytest.mark.parametrize(
    ("said", "wrong", "right"),
    [
        ("Put 1 infamy counters on it.", "`counters` in the plural after 1", "write `counter`"),
        ("Place 2 infamy counter on it.", "`counter` in the singular after 2", "write `counters`"),
        ("Get 2 copy.", "`copy` in the singular after 2", "write `copies`"),
        ("Get 1 copies.", "`copies` in the plural after 1", "write `copy`"),
    ],
)
def test_a_noun_with_the_wrong_number(said: str, wrong: str, right: str) -> None:
    made = found(texts("Place 3 counters.", "Take 4 copies.", "A copy is there.", said))
    assert [(each.message, each.hint) for each in made] == [(f"card `c3`: {wrong}", right)]


def test_forms_of_a_word_are_no_slips_of_each_other() -> None:
    said = ["La carte est dépensée.", "Une carte dépensée.", "Elle est dépensée.", "Il dépense tout."]
    assert messages(texts(*said, language="fr")) == []
    assert messages(texts(*said, "Elle est dépnesée.", language="fr")) == [
        "card `c4`: `dépnesée` is nearly `dépensée`"
    ]


def test_in_thousands_of_texts_a_slip_needs_more_evidence() -> None:
    many = [f"{a}{b}{c}{d}ora" for a in "bdfgklmnpr" for b in "aeiou" for c in "bdfgklmnpr" for d in "aeiou"]
    said = [
        "The boulder rolls.",
        "A boulder.",
        "One boulder.",
        "More bolder.",
        "The wolrds.",
        *["worlds"] * 3,
    ]
    small = texts(*said, language="nb")
    large = texts(*said, " ".join(many), "oulder ulder old bolt", language="nb")
    assert "card `c3`: `bolder` is nearly `boulder`" in messages(small)
    assert messages(large) == ["card `c4`: `wolrds` is nearly `worlds`"]


SPANISH = ["Roba 1 carta.", "Roba 2 cartas.", "Descarta la carta.", "Pon 1 marcadores."]


def test_english_grammar_is_for_english() -> None:
    assert messages(texts("Roba 2 carta.", *SPANISH, language="es")) == []
    assert messages(texts("Roba 2 carta.", *SPANISH)) == ["card `c0`: `carta` in the singular after 2"]


@pytest.mark.parametrize(
    ("language", "right", "slip"),
    [
        ("en", "Then discard it.", "Discrad a card."),
        ("en", "Shuffle your deck.", "Then shufle it."),
        ("fr", "Puis défaussez deux cartes.", "Défausez une carte."),
        ("es", "Luego descarta otra.", "Descrata una carta."),
        ("de", "Dann reisen sie weiter.", ""),  # beside the giants, *Riesen*
    ],
)
def test_a_slip_at_the_start_of_a_sentence(language: str, right: str, slip: str) -> None:
    found = messages(texts(right, right, right, slip or "Riesen ziehen.", language=language))
    assert len(found) == bool(slip), found


@pytest.mark.parametrize("language", ["ja", "xx"])
def test_a_language_whose_words_are_not_compared(language: str) -> None:
    assert messages(texts("location", "location", "location", "loaction", language=language)) == []


def test_a_list_and_a_field_may_have_their_own_language() -> None:
    said = ["Take 2 gems.", "Take 2 gem."]
    assert len(messages(game(deck(*said)))) == 1
    assert messages(game(deck(*said, languages={"": "de"}))) == []
    assert messages(game(deck(*said, languages={"text": "de"}))) == []
    assert len(messages(game(deck(*said, languages={"other": "de"})))) == 1


def test_texts_without_a_language_that_do_not_look_english() -> None:
    said = ["Roba 2 carta y descarta otras cartas del mazo de tu rival.", "Pon 3 cartas en la mesa."] * 20
    (only,) = found(texts(*said, "Roba 1 cartas."))
    assert (only.severity, only.message) == (
        "note",
        "the texts don't look English, so their words are not compared",
    )
    english = Dictionaries().of("en")
    assert english is not None
    assert looks_english("red striped oval solid green squiggle".split() * 40, english)
    assert not looks_english("Pesca due carte e mettile in mano a un altro giocatore".split() * 40, english)


def test_a_component_accepts_the_findings_of_its_cards() -> None:
    said = ["Take 2 gems.", "Take 2 gem."]
    accepting = deck(*said, accept={"terminology": "They speak so."})
    assert messages(game(accepting)) == []
    proved = check_game(game(accepting), Findings(), only=("terminology",))
    assert proved.used_acceptances == {(accepting.span, "terminology")}
    idle = deck("Take 2 gems.", accept={"terminology": "They speak so."})
    proved = check_game(game(idle), Findings(), only=("terminology",))
    ((key, warning),) = acceptance_warnings(game(idle))
    assert key not in proved.used_acceptances
    assert warning.message == "`deck` accepts `terminology`, but there is nothing to accept"


def test_words_that_are_accepted_everywhere() -> None:
    said = ["A guerrilla", "The guerrilla", "Our guerrilla", "Some guerrila"]
    words = rule("terminology", 40, settings={"words": {"guerrila": "A name.", "Brun": "A name."}})
    assert found(texts(*said, rules=[words])) == [
        Diagnostic(
            *("unused-accept", "warning", "terminology: `Brun` is accepted, but there is nothing to accept"),
            *(Span(FILE, 40, 1), "delete it"),
            game="test",
        )
    ]


def test_lists_components_and_languages_can_be_turned_off() -> None:
    given: dict[str, Any] = {"lists": [vocabulary("spell", "detatchment")], "terms": [term("Detachment")]}
    made = deck("Use the damange here.", "Le Detatchment.", languages={"other": "fr"})
    assert len(messages(game(made, **given))) == 3
    for settings, number in (
        ({"lists": {"spell": "Invented."}}, 2),
        ({"lists": {"deck": "Old prints.", "spell": "Invented."}}, 0),
        ({"languages": {"en": "Nobody reads it."}}, 0),
    ):
        assert (
            len(messages(game(made, rules=[rule("terminology", 40, settings=settings)], **given))) == number
        )
    idle = rule("terminology", 40, settings={"lists": {"spel": "Invented."}, "languages": {"de": "Ours."}})
    assert [each for each in messages(game(made, rules=[idle], **given)) if "nothing" in each] == [
        "terminology: the list `spel` is accepted, but there is nothing to accept",
        "terminology: the language `de` is accepted, but there is nothing to accept",
    ]


def test_it_can_be_turned_off_and_says_if_that_was_idle() -> None:
    off = rule("terminology", 40, settings={"off": "Quoted from old prints."})
    assert messages(texts("Take 2 gems.", "Take 2 gem.", rules=[off])) == []
    assert messages(texts("Take 2 gems.", rules=[off])) == ["terminology: there is nothing to turn off"]


def test_terms_in_other_languages_are_held_against_slips() -> None:
    terms = [term("Ablagestapel", "Ablagestapels")]
    assert messages(texts("Lege sie auf den Ablagestaple.", terms=terms, language="de")) == [
        "card `c0`: `Ablagestaple` is nearly `Ablagestapel`"
    ]
    assert messages(texts("Die Ablagestapeln.", terms=terms, language="de")) == []


def test_languages_are_read_from_files(tmp_path: Path) -> None:
    folder = tmp_path / "cards" / "tiny"
    folder.mkdir(parents=True)
    deck = "{shape: card, size: poker, layout: card.svg, language: fr, cards: deck.yaml}"
    head = "game: Tiny\nplayers: 2\nlanguage: pt_BR\ncomponents:\n"
    (folder / "game.yaml").write_text(f"{head}  deck: {deck}\n")
    (folder / "deck.yaml").write_text(
        "fields: {text: text, other: text}\nlanguage: {other: de}\ncards: [{id: a, text: b, other: c}]\n"
    )
    made = load_game(Project(tmp_path), "tiny", findings := Findings())
    assert made is not None
    assert findings == []
    only = made.components["deck"].cards[0]
    assert (made.language, only.language_of("text"), only.language_of("other")) == ("pt-BR", "fr", "de")
    (folder / "deck.yaml").write_text("fields: {text: text}\nlanguage: {txt: German!}\ncards: []\n")
    assert load_game(Project(tmp_path), "tiny", findings) is None
    assert [finding[:4] for finding in findings] == [
        ("bad-language", "error", "`German!` is not a language", Span("cards/tiny/deck.yaml", 2, 17, 7)),
        ("unknown-key", "error", "the cards have no field `txt`", Span("cards/tiny/deck.yaml", 2, 12, 3)),
    ]
