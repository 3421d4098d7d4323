"""Rules that compare names with texts, and symbols with each other, take time in proportion."""

import tracemalloc
from pathlib import Path
from string import ascii_lowercase

from growth import LINEAR, growth
from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.pipeline.proof.checks import check
from nineup.rules.engine.proof import Proof
from nineup.rules.oversights import unused
from nineup.rules.wording import near_duplicate
from nineup.rules.wording.english import English
from nineup.rules.wording.spelling import Spelling
from nineup.rules.wording.texts import Mention
from tiny import CARDS, GAME, GEM, write_tiny


def found(root: Path, game: str, **files: str) -> Findings:
    findings = Findings()
    check(Project(write_tiny(root, game=game, **files)), "tiny", findings)
    return findings


def mentioned(said: str) -> Mention:
    return Mention(said, Span("cards/test/deck.csv", 1, 1), None, what="a card")


def lettered(number: int) -> str:
    return "".join(ascii_lowercase[number // 26**place % 26] for place in range(5))


def test_long_names_are_held_against_texts() -> None:
    def work(number: int) -> None:
        names = [f"Wonder{lettered(at)}" for at in range(number)]
        said = " ".join(f"wavder{lettered(at)}" for at in range(number))
        text = mentioned(f"{said} wonxer{lettered(10)}")
        spelling = Spelling(None, "en", [text], terms=(), names=names)
        slip = f"wonxer{lettered(10)}", f"Wonder{lettered(10)}", False
        assert list(spelling.wrong(text.text)) == [slip]

    assert growth(work, 300) < LINEAR


def test_terms_are_looked_for_in_what_others_mean(tmp_path: Path) -> None:
    def work(number: int) -> None:
        terms = "".join(
            f"  Term{at}: {{means: Move one from the Term{at + 1} to your own Term{at + 2}}}\n"
            for at in range(number)
        )
        game = load_game(Project(write_tiny(tmp_path, game=f"{GAME}terms:\n{terms}")), "tiny", Findings())
        if game is not None:
            said = mentioned("Term0 1 from the Term1")
            assert [message for message, _ in English(game, [said]).wrong(said)] == [
                "`Term0 … from the Term1` says it twice"
            ]
            assert [found.message for found in unused.check_terms(Proof(game), None)] == [
                "no text uses the term `Term0`"
            ]

    assert growth(work, 200) < LINEAR


def test_a_long_text_is_held_against_others_in_little_memory(tmp_path: Path) -> None:
    cards = "".join(
        f"  - {{id: c{at}, suit: ruby, name: a, text: '{' '.join(f'w{n}' for n in range(8000))} {at}'}}\n"
        for at in range(2)
    )
    project = Project(
        write_tiny(tmp_path, cards=CARDS.partition("  - id")[0] + cards.replace("w4000 ", "other ", 1))
    )
    game = load_game(project, "tiny", Findings())
    assert game is not None
    proof = Proof(game)
    tracemalloc.start()
    try:
        said = [finding.message for finding in near_duplicate.check(proof, None)]
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert said == []


def test_a_word_without_end_is_held_against_nothing() -> None:
    word = "wonder" * 5000
    tracemalloc.start()
    try:
        text = mentioned(f"{word} {word}s wonders")
        assert list(Spelling(None, "en", [text], terms=["wonder"], names=[word]).wrong(text.text)) == []
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_of_many_symbols_of_one_shape_some_are_compared(tmp_path: Path) -> None:
    art = "".join(f'<g id="s{at}"><path d="M0 0H9V9z" fill="#{at:06x}"/></g>' for at in range(130))
    listed = "".join(f"  s{at}: {{name: s{at}, art: gem.svg#s{at}}}\n" for at in range(130))
    gem = GEM.replace("</svg>", f"{art}</svg>")
    findings = found(tmp_path, GAME.replace("components:", f"{listed}components:", 1), gem=gem)
    said = [finding.message for finding in findings if finding.code == "color-distance"]
    assert said[0] == "130 symbols share a shape: only 100 of them are compared"
    assert said[1].startswith("100 symbols share a shape and have similar colors")
