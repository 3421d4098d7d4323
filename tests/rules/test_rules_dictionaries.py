"""Spelling by dictionaries: the package's for English, Hunspell's of a project for others."""

from pathlib import Path
from typing import Any

import pytest
from handmade import card, component, game, term, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.project import Project
from nineup.model.game import Rich
from nineup.rules import check_game
from nineup.rules.wording.languages import Affixes, Dictionaries
from nineup.rules.wording.spelling import Slip, slip_of, slips

AFF = "SET UTF-8\nSFX N Y 2\nSFX N 0 n e\nSFX N 0 en [^e]\n"


def found(*said: str, project: Path | None = None, **given: Any) -> list[Diagnostic]:
    cards = [card(f"c{n}", 10 + n, text=Rich(text)) for n, text in enumerate(said)]
    findings = Findings()
    check_game(
        game(component("deck", cards=tuple(cards)), **given),
        findings,
        only=("terminology",),
        project=Project(project) if project else None,
    )
    return list(findings)


def messages(*said: str, **given: Any) -> list[str]:
    return [each.message for each in found(*said, **given)]


@pytest.fixture
def german(tmp_path: Path) -> Path:
    folder = tmp_path / "dictionaries"
    folder.mkdir()
    (folder / "de.aff").write_text(AFF, encoding="utf-8")
    (folder / "de.dic").write_text("5\nKarte/N\nziehe\neine\nlege\nSchaden\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("word", "near"),
    [
        *(
            ("damange", "damage"),
            ("beforoe", "before"),
            ("somcetimes", "sometimes"),
            ("gatherede", "gathered"),
        ),
        *(("otherwordly", "otherworldly"), ("ailbi", "alibi"), ("stragner", "stranger")),
    ],
)
def test_a_misspelled_word_that_no_other_card_has(word: str, near: str) -> None:
    (only,) = found(f"They say that {word} it is here.")
    assert only[:4] == ("terminology", "warning", f"card `c0`: `{word}` is nearly `{near}`", only.span)
    assert only.span == Span("cards/test/game.yaml", 10, 1)
    assert (
        only.hint
        == f"write `{near}`, or accept the word in `rules:`: `terminology: {{words: {{{word}: why}}}}`"
    )


@pytest.mark.parametrize(
    "said",
    [
        "The neural net is neutral, to identify an identity.",
        "All colours are grey, and the colors gray; it is organised and organized.",
        "Gary met Gray in the Myths of Mythos.",
        "Speakin’ of the players’ fiancée, don’t.",
        "The ville lune calme triste goes on.",  # another language
        "The fhtagn of it is a xenoglyph.",  # far from all words
        "See www.exmaple.com, or ask me@exmaple.com.",
        "Choose <b>strogn</b> {strogn} cards",
        "A nightwatch, and an undrawn card.",
    ],
)
def test_words_that_are_right(said: str) -> None:
    assert messages(said.replace("strogn</b>", "strong</b>")) == []


def test_a_word_on_several_cards_is_known_and_so_are_its_forms() -> None:
    assert messages("Then you derez it.", "To derez it.", "It derezes, in a derezed state.") == []
    assert messages("They stragner it.", "The stragner.") == []


def test_words_of_terms_and_lists_are_known_and_meant() -> None:
    gems = vocabulary("gem", "zirconel")
    assert messages("Take a zirconel.", lists=[gems]) == []
    assert messages("Take the zircnel card.", lists=[gems]) == ["card `c0`: `zircnel` is nearly `Zirconel`"]


def test_names_are_only_compared_with_names() -> None:
    assert messages("Then Mercur takes it.", "But so does Anandel there.") == []
    said = ("Then Mercurion takes it.", "Give it to Mercurion now.", "Hurt Mercurin at once.")
    assert messages(*said) == ["card `c2`: `Mercurin` is nearly `Mercurion`"]


def test_a_term_is_meant_before_a_word_of_the_dictionary() -> None:
    assert messages("Use the strane here.", terms=[term("Strand")]) == [
        "card `c0`: `strane` is nearly `Strand`"
    ]


def test_a_dictionary_of_the_project(german: Path) -> None:
    said = ("Ziehe eine Karet.", "Lege eine Katre.", "Karten, ziehe Schaden.")
    assert messages(*said, language="de", project=german) == [
        "card `c0`: `Karet` is nearly `Karte`",
        "card `c1`: `Katre` is nearly `Karte`",
    ]
    assert messages(*said, language="de-AT", project=german) != []
    assert messages(*said, language="de") == []


def test_a_dictionary_of_a_language_that_has_no_stemmer(german: Path) -> None:
    for end in ("aff", "dic"):
        (german / f"dictionaries/de.{end}").rename(german / f"dictionaries/eo.{end}")
    (german / "dictionaries/eo.dic").write_text("3\nkarte\nziehe\neine\n")
    assert messages("Ziehe eine katre.", language="eo", project=german) == [
        "card `c0`: `katre` is nearly `karte`"
    ]
    said = messages("Ziehe eine ablagestaple.", terms=[term("Ablagestapel")], language="eo", project=german)
    assert said == ["card `c0`: `ablagestaple` is nearly `Ablagestapel`"]


@pytest.mark.parametrize(
    ("aff", "place", "message"),
    [
        (None, ("de.dic", 1), "`dictionaries/de.dic` has no `dictionaries/de.aff`"),
        ("# ours\nSET klingon\n", ("de.aff", 2), "`klingon` is an unknown encoding"),
    ],
)
def test_a_dictionary_that_cannot_be_used(
    german: Path, aff: str | None, place: tuple[str, int], message: str
) -> None:
    file = german / "dictionaries/de.aff"
    file.unlink() if aff is None else file.write_text(aff)
    (only,) = found("Ziehe eine Karet.", language="de", project=german)
    assert (only.code, only.severity, only.message) == ("bad-dictionary", "warning", message)
    assert only.span == Span(f"dictionaries/{place[0]}", place[1], 1)


def test_the_english_list_is_sorted_and_found_by_halving() -> None:
    english = Dictionaries().of("en-GB")
    assert english is not None
    listed = Project(Path()).text("dictionaries/en.words").split()
    assert listed == sorted(listed)
    some = [word for word in (*listed[:50], *listed[50::499], *listed[-50:]) if word[1:].islower()]
    assert all(english.knows(word.lower()) for word in some)
    assert not any(english.knows(word) for word in ("a!", "aaab", "zzzz", "~", "damange"))
    assert english.is_common("damage")
    assert not english.is_common("mercury's")


def test_affixes_lead_back_to_words() -> None:
    affixes = Affixes(
        "PFX U Y 1\nPFX U 0 un .\nSFX S Y 2\nSFX S y ies [^aeiou]y\nSFX S 0 s/X [aeiou]y\nSFX B 0 x ["
    )
    assert list(affixes.stems("copies")) == ["copy"]
    assert list(affixes.stems("keys")) == ["key"]
    assert list(affixes.stems("unkind")) == ["kind"]
    assert list(affixes.stems("boxx")) == []


def test_each_slip_is_known_by_its_kind() -> None:
    typed = {
        "abiltiy": Slip.SWAPPED,
        "abillity": Slip.ADDED,
        "abilit": Slip.LEFT_OUT,
        "abolity": Slip.REPLACED,
    }
    assert {word: slip_of(word, "ability") for word in typed} == typed
    assert all(slip_of("damage", other) for other in slips("damage", "adgx") - {"damage"})
    assert not any(slip_of(word, "damage") for word in ("damage", "", "dagame", "amage x", "damagers"))
