"""The words on a face, regardless of typesetting."""

from itertools import combinations

from nineup.base.geometry import Box, Matrix, Size
from nineup.faces.record import FaceReader, same_words
from nineup.model.digests import Digests
from nineup.model.drawing import (
    FAULTY,
    Face,
    Form,
    Gap,
    GlyphRun,
    Group,
    Op,
    Path,
    Shaped,
    Text,
    Use,
    rectangle,
)

GEM = Form("gem.svg", Size(9, 9), (Path(rectangle(Box(0, 0, 9, 9))),))
SYMBOLS = {"gem": GEM}


def line(*words: str, x: float = 0.0, y: float = 0.0) -> Text:
    pieces = tuple(Shaped(word, "Font", 500.0, (1,), (0.0,), (word,)) for word in words)
    return Text(x, y, 9.0, (GlyphRun("Font", (0.0, 0.0, 0.0), pieces),))


def face(*ops: Op) -> Face:
    return Face("one", Size(180, 252), 0.0, ops)


def digest(*ops: Op) -> str:
    return FaceReader(SYMBOLS).words((face(*ops), None))


def test_lines_symbols_and_the_content_of_forms_and_groups() -> None:
    label = Form("label", Size(9, 9), (line("Cost"),))
    curved = Group((line("A"), line("B")), says="AB")
    micro = Group((line("v1"),), micro=True)
    gap = Text(0, 0, 9, (GlyphRun("Font", (0, 0, 0), (Gap(900.0, "Gem"),)),))
    ops = (Use(label), Group((line("Take", " ", "1"), Use(GEM))), curved, micro, gap)
    assert FaceReader(SYMBOLS).text(face(*ops)) == ("Cost", "Take 1", "{gem}", "AB", "{Gem}")


def test_typesetting_does_not_change_the_words() -> None:
    plain = digest(line("Take", " ", "another", " ", "two-player", " ", "card"))
    broken = digest(line("Take", " ", "an-"), line("other", y=9.0), line("TWO-"), line("player", " ", "card"))
    assert same_words(broken, plain)
    assert same_words(digest(Group((line("Take another two-player card"),), Matrix.scaling(2, 2))), plain)


def test_moving_or_reordering_elements_does_not_change_the_words() -> None:
    name, cost = line("Rage", y=20.0), line("3", x=40.0, y=9.0)
    plain = digest(name, cost, Use(GEM, Matrix.translation(50, 9)))
    assert same_words(digest(Use(GEM, Matrix.translation(50, 9)), Group((cost, name))), plain)
    assert same_words(digest(name, line("3", y=90.0), Use(GEM, Matrix.translation(5, 90))), plain)
    swapped = digest(line("3", y=20.0), line("Rage", x=40.0, y=9.0), Use(GEM, Matrix.translation(50, 9)))
    assert not same_words(swapped, plain)


def test_positions_are_relative_to_the_face() -> None:
    deep = Use(Form("label", Size(9, 9), (line("B", y=1.0),)), Matrix.translation(0, 50))
    curved = Group((Group((line("X"),), Matrix.translation(0, 30)),), says="A")
    assert same_words(digest(deep, curved), digest(line("A"), line("B", y=9.0)))


def test_fixing_a_faulty_face_changes_its_words() -> None:
    assert not same_words(digest(line("Take 1"), FAULTY), digest(line("Take 1")))
    assert FaceReader(SYMBOLS).text(face(line("Take 1"), FAULTY)) == ("Take 1",)


def test_different_words_differ() -> None:
    seen = [
        digest(line("Take 1")),
        digest(line("Take 2")),
        digest(line("Take -1")),
        digest(line("1 Take")),
        digest(line("Take 1"), Use(GEM)),
        FaceReader(SYMBOLS).words((face(line("Take")), face(line("1")))),
    ]
    assert not any(same_words(one, other) for one, other in combinations(seen, 2))


def test_symbols_are_found_everywhere_except_in_micro_lines() -> None:
    coin, star = (Form(name, Size(9, 9), ()) for name in ("coin.svg", "star.svg"))
    reader = FaceReader({**SYMBOLS, "coin": coin, "star": star})
    label = Form("label", Size(9, 9), (Group((Use(coin),), says="coin"),))
    micro = Group((Use(star),), micro=True)
    both = face(Use(label), micro), face(Use(GEM)), None
    reader.read(both)
    assert reader.shown(both, Digests()).symbols == ["coin", "gem"]
    assert reader.shown((face(Use(label)), None), Digests()).symbols == ["coin"]
