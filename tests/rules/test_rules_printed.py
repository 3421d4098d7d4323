"""`printed`: numbers and symbols are read off the drawn face and compared with the card's fields."""

from typing import Any

import pytest
from handmade import FILE, card, component, game, rule, symbol
from nineup.base.diagnostics import Findings, Span
from nineup.base.geometry import Box, Matrix
from nineup.model.drawing import Face, Form, Gap, GlyphRun, Group, Op, Path, Shaped, Text, Use, rectangle
from nineup.model.game import SIZES, Item, Rich
from nineup.rules import PrintedSide, RenderedFaces, check_faces

CARD = SIZES["poker"]
INK = Path(rectangle(Box(0, 0, 9, 9)), fill=(0.0, 0.0, 0.0))
FORMS = {id: Form(id, CARD, (INK,)) for id in ("red", "blue")}


def text(words: str, says: str = "") -> Text:
    pieces: list[Shaped | Gap] = [Shaped(words, "font", 2000.0, (1,), (0.0,), (words,))]
    return Text(10, 10, 10, (GlyphRun("font", (0, 0, 0), (*pieces, Gap(1000.0, says))),))


def symbols(*ids: str) -> tuple[Use, ...]:
    return tuple(Use(FORMS[id], Matrix(1, 0, 0, 1, 9, 9)) for id in ids)


def found(*ops: Op, drawn: str = "front", values: Any = None, **settings: Any) -> list[str]:
    made = card("mint", 10, **(values or {"worth": 5, "cost": {Item("red"): 2, Item("blue"): 1}}))
    deck = component("deck", 9, cards=(made,))
    printed = PrintedSide(deck, made, drawn, Face("deck/mint", CARD, 0, ops))
    entry = rule("printed", 40, settings={"each": "deck", **settings})
    findings = Findings()
    table = game(deck, symbols=[symbol(id) for id in FORMS], rules=(entry,))
    check_faces(table, RenderedFaces((printed,), FORMS, every_card=(printed,)), findings, only=("printed",))
    assert all(finding.span == Span(FILE, 10, 1) for finding in findings)
    return [finding.message for finding in findings]


def test_a_number_that_the_face_does_not_show_is_reported() -> None:
    assert found(text("Worth 5"), numbers="worth") == []
    assert found(text("Worth 3"), numbers="worth") == [
        "card `mint`: its front doesn't show `5`, a number of `worth`"
    ]


def test_a_number_may_be_given_itself() -> None:
    assert found(text("five coins"), numbers=5) == []
    assert found(text("5"), numbers=[5, 1]) == ["card `mint`: its front doesn't show `1`"]


def test_symbols_are_counted() -> None:
    assert found(*symbols("red", "blue", "red"), symbols="cost") == []
    assert found(*symbols("red", "blue"), symbols="cost") == [
        "card `mint`: its front shows `red` once, not 2 times, a symbol of `cost`"
    ]


def test_a_rich_text_is_read_for_both() -> None:
    values = {"text": Rich("Take 2 {red}.")}
    ops = (text("Take 2 "), *symbols("red"))
    assert found(*ops, values=values, numbers="text", symbols="text") == []
    assert len(found(text("Take"), values=values, numbers="text", symbols="text")) == 2


def test_an_id_of_a_symbol_is_that_symbol() -> None:
    assert found(*symbols("red"), values={"gem": Rich("red")}, symbols="gem") == []
    assert len(found(*symbols("blue"), values={"gem": Rich("red")}, symbols="gem")) == 1


def test_shared_drawings_are_read_and_micro_print_and_names_of_symbols_are_not() -> None:
    assert found(Use(Form("art", CARD, (text("5"),)), Matrix(1, 0, 0, 1, 0, 0)), numbers="worth") == []
    assert len(found(Group((text("5"),), micro=True), numbers="worth")) == 1
    assert len(found(text("Worth", says="five"), numbers="worth")) == 1


@pytest.mark.parametrize(("asked", "number"), [("front", 0), ("back", 1)])
def test_only_the_side_that_is_asked_for_is_read(asked: str, number: int) -> None:
    assert len(found(text("Worth 3"), drawn="back", numbers="worth", side=asked)) == number
