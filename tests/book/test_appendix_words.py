"""Appendices in the language of the game: our own words in German, French and Spanish, plural forms, and what is in English."""

import re
from io import StringIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from made import ROOT
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER, Project
from nineup.model.booklet import ENGLISH
from nineup.pipeline import PrintOptions, RunChoice
from nineup.pipeline.appendix import AppendixRequest, build_appendix
from nineup.translation import own_words
from tiny import GAME, write_tiny

FOLDER = STARTER / "layouts" / "appendix"
SAID = re.compile(r"""say\(\s*(["'])(.+?)\1""")
COUNTED = re.compile(r"""counted\(\s*(["'])(.+?)\1""")


def ids(language: str) -> dict[str, int]:
    """The texts of a catalogue, singulars of those with a number, each with how many translations it has."""
    found = read_po(StringIO((FOLDER / "words" / f"{language}.po").read_text("utf-8")), abort_invalid=True)
    return {
        message.id if isinstance(message.id, str) else message.id[0]: sum(
            map(bool, message.string if isinstance(message.string, tuple) else (message.string,))
        )
        for message in found
        if message.id
    }


def test_every_word_that_is_said_is_in_every_catalogue() -> None:
    sources = [*FOLDER.glob("*.md"), *(ROOT / "generator" / "nineup").glob("book/appendix/*.py")]
    sources += [
        *(ROOT / "generator" / "nineup").glob("book/writers/*.*"),
        ROOT / "generator/nineup/pipeline/appendix.py",
    ]
    said = {found[1] for path in sources for found in SAID.findall(path.read_text("utf-8"))}
    counted = {found[1] for path in sources for found in COUNTED.findall(path.read_text("utf-8"))}
    assert len(said) > 50
    assert len(counted) > 3
    german = ids("de")
    assert (said | counted) - german.keys() == set()
    assert all(german[each] == 2 for each in counted)
    assert ids("fr") == ids("es") == german


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


def made(root: Path, language: str) -> tuple[str, Findings]:
    write_tiny(root, game=GAME.replace("game: Tiny", f"game: Tiny\nlanguage: {language}"))
    findings = Findings()
    request = AppendixRequest(("md",), ())
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
