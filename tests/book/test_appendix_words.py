"""Appendices in the language of the game: our own words in German, French and Spanish, plural forms, and what
is in English.
"""

import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from made import GAMES, ROOT, game_source
from msgspec.structs import replace
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER, Project
from nineup.book.appendix import booklet, templates
from nineup.model.booklet import ENGLISH
from nineup.pipeline import PrintOptions, RunChoice, appendix
from nineup.pipeline.appendix import AppendixRequest, build_appendix
from nineup.translation import own_words
from tiny import GAME, write_tiny

FOLDER = STARTER / "layouts/appendix/words"


def ids(language: str) -> dict[object, int]:
    """The texts of a catalogue, each with how many translations it has."""
    found = read_po(StringIO((FOLDER / f"{language}.po").read_text("utf-8")), abort_invalid=True)
    return {
        message.id: sum(map(bool, message.string if isinstance(message.id, tuple) else [message.string]))
        for message in found
    }


class Asked(dict[str, tuple[str, ...]]):
    """The messages of a catalogue, which note what is looked for in them."""

    def __init__(self, messages: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__(messages)
        self.texts: set[str] = set()

    def get(self, text: str, otherwise: Any = None) -> Any:
        self.texts.add(text)
        return super().get(text, otherwise)


OF_GAMES = {
    *("Artist", "Licence text", "Year", "back", "base", "cards", "default", "divider"),
    *("doors", "large", "pile", "players", "shape", "when"),
}
"""What templates of these games ask for that isn't ours: their components, lists and credits."""


def test_every_word_that_is_said_is_in_every_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = own_words(Project(ROOT), "de", Findings())
    words = replace(german, messages=(asked := Asked(german.messages)))
    for game in GAMES:
        chosen = templates(Project(ROOT), game, Findings())
        booklet(replace(game_source(game), words=words), Project(ROOT), chosen, Findings())
    monkeypatch.setattr(appendix, "own_words", lambda *_: words)
    made(tmp_path, "de", appendix.APPENDIX_FORMATS)
    assert len(asked.texts) > 90
    assert asked.texts - german.messages.keys() == OF_GAMES
    assert ids("fr") == ids("es") == ids("de")


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_translations_keep_the_values_in_their_texts(language: str) -> None:
    words = own_words(Project(ROOT), language, findings := Findings())
    assert findings == []
    for english, said in words.messages.items():
        for each in said:
            assert sorted(re.findall(r"\{\w+\}", each)) == sorted(re.findall(r"\{\w+\}", english)), english


def test_numbers_take_the_forms_of_their_language() -> None:
    german, french = (own_words(Project(ROOT), language, Findings()) for language in ("de", "fr-CA"))
    assert [words.counted("{n} copy", "{n} copies", 0) for words in (ENGLISH, german, french)] == [
        *("0 copies", "0 Exemplare", "0 exemplaire")
    ]
    assert [words.counted("{n} copy", "{n} copies", 1) for words in (ENGLISH, german)] == [
        "1 copy",
        "1 Exemplar",
    ]
    assert (french.language, ENGLISH.say("{n} more", n=3)) == ("fr-CA", "3 more")


def made(root: Path, language: str, formats: tuple[str, ...] = ("md",)) -> tuple[str, Findings]:
    write_tiny(root, game=GAME.replace("game: Tiny", f"game: Tiny\nlanguage: {language}"))
    findings = Findings()
    request = AppendixRequest(formats)
    options = PrintOptions(output=root / "output")
    build_appendix(Project(root), "tiny", RunChoice(), options, request, findings, lambda *_: None)
    return (root / "output/tiny/box/appendix.md").read_text("utf-8"), findings


def test_an_appendix_in_the_language_of_its_game(tmp_path: Path) -> None:
    text, findings = made(tmp_path, "de")
    assert findings == []
    assert "# Tiny: Anhang\n\nDie ganze Schachtel" in text
    assert "| Deck | Karte | 63,5\u00a0×\u00a088,9\u00a0mm | 6 |" in text
    assert "> 2 Exemplare in jedem der 4 Stapel" in text


def test_a_language_without_our_words_is_noted_and_a_project_may_add_it(tmp_path: Path) -> None:
    text, findings = made(tmp_path, "it")
    assert "What is in the box" in text
    assert [(f.code, f.severity) for f in findings] == [("own-words", "note")]
    own = tmp_path / "layouts/appendix/words/it.po"
    own.parent.mkdir(parents=True)
    own.write_text(
        'msgid ""\nmsgstr "Language: it\\n"\n\nmsgid "What is in the box"\nmsgstr "Nella scatola"\n', "utf-8"
    )
    text, findings = made(tmp_path, "it")
    assert "## Nella scatola" in text
    assert "words have no translation into `it`, such as `How many pieces" in findings[0].message
