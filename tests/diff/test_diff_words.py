"""What a face says, however it is set."""

from generator.diff.words import shown, words_digest
from generator.drawing import Face, Form, Gap, Group, Op, Path, Run, Shaped, Text, Use, rectangle
from generator.geometry import Box, Matrix, Size

GEM = Form("gem.svg", Size(9, 9), (Path(rectangle(Box(0, 0, 9, 9))),))
SIGNS = {GEM: "gem"}


def line(*words: str, x: float = 0.0) -> Text:
    pieces = tuple(Shaped(word, "Font", 500.0, (1,), (0.0,), (word,)) for word in words)
    return Text(x, 0.0, 9.0, (Run("Font", (0.0, 0.0, 0.0), pieces),))


def face(*ops: Op) -> Face:
    return Face("one", Size(180, 252), 0.0, ops)


def digest(*ops: Op) -> str:
    return words_digest((face(*ops), None), SIGNS)


def test_lines_symbols_and_what_stands_in_forms_and_groups() -> None:
    label = Form("label", Size(9, 9), (line("Cost"),))
    curved = Group((line("A"), line("B")), says="AB")
    micro = Group((line("v1"),), micro=True)
    gap = Text(0, 0, 9, (Run("Font", (0, 0, 0), (Gap(900.0, "Gem"),)),))
    ops = (Use(label), Group((line("Take", " ", "1"), Use(GEM))), curved, micro, gap)
    assert shown(face(*ops), SIGNS) == ("Cost", "Take 1", "{gem}", "AB", "{Gem}")


def test_setting_them_otherwise_is_no_other_words() -> None:
    plain = digest(line("Take", " ", "another", " ", "two-player", " ", "card"))
    assert (
        digest(line("Take", " ", "an-"), line("other", x=9.0), line("TWO-"), line("player", " ", "card"))
        == plain
    )
    assert digest(Group((line("Take another two-player card"),), Matrix.scaling(2, 2))) == plain


def test_other_words_are_other_words() -> None:
    seen = [
        digest(line("Take 1")),
        digest(line("Take 2")),
        digest(line("Take -1")),
        digest(line("1 Take")),
        digest(line("Take 1"), Use(GEM)),
        words_digest((face(line("Take")), face(line("1"))), SIGNS),
    ]
    assert len(set(seen)) == len(seen)
