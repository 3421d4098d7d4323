"""`nineup convert`, and `nineup fetch --convert`: HTML in card lists becomes Nineup's notation, and nothing else changes."""

from pathlib import Path

import pytest
from command import run_command as nineup
from nineup.base.diagnostics import Diagnostic
from nineup.files.edit import converted_list
from tiny import CARDS, GAME, write_tiny

PASTED = CARDS.replace("Take 1 {gem} and", "<b>Take</b> 1 {gem} <i>and</i><br>").replace(
    "  - id: second", "  # A comment that stays.\n  - id: second"
)
CONVERTED = """\
    text: |-
      **Take** 1 {gem} *and*
      wait for the evening.
"""


def test_rich_texts_of_a_yaml_list_are_converted_and_nothing_else(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, cards=PASTED.replace("First Light", "<i>First</i> Light"))
    file = root / "cards/tiny/cards.yaml"
    before = file.read_text()
    done = nineup(root, "convert", "tiny", "--check")
    left = "  left as they are: <i> in 1 text, </i> in 1 text\n"
    assert done.stdout == f"cards/tiny/cards.yaml: 1 text to convert\n{left}"
    assert file.read_text() == before
    done = nineup(root, "convert")
    assert done.stdout == f"cards/tiny/cards.yaml: 1 text converted\n{left}"
    text = "    text: <b>Take</b> 1 {gem} <i>and</i><br> wait for the evening.\n"
    assert file.read_text() == before.replace(text, CONVERTED)
    assert nineup(root, "convert").stdout.startswith("cards/tiny/cards.yaml: 0 texts converted\n")
    assert nineup(root, "check").stderr.count("[foreign-markup]") == 1


def test_cells_of_a_csv_and_records_are_converted(tmp_path: Path) -> None:
    text = 'id;name;text\n1;<b>A</b>;"<b>Pay ""2""</b><br>then &amp; now"\n2;B;plain\n'
    found = converted_list("a.csv", text.encode(), {"name": "text", "text": {"optional": "rich"}})
    assert not isinstance(found, Diagnostic)
    assert found.data.decode() == 'id;name;text\n1;<b>A</b>;"**Pay ""2""**\nthen & now"\n2;B;plain\n'
    assert (found.texts, dict(found.left)) == (1, {"<b>": 1, "</b>": 1})
    nested = "cards:\n- id: a\n  steps:\n  - {do: <b>x</b>, code: <b>y</b>}\n"
    kinds = {"steps": {"list-of": {"record": {"do": "rich", "code": "text"}}}}
    found = converted_list("a.yaml", nested.encode(), kinds)
    assert not isinstance(found, Diagnostic)
    assert found.data.decode() == nested.replace("<b>x</b>", '"**x**"') or "'**x**'" in found.data.decode()
    assert "<b>y</b>" in found.data.decode()


def test_cards_in_the_game_file_and_spans(tmp_path: Path) -> None:
    inline = "cards: [{id: a, text: <trace>Trace 3</trace>}]\n    fields: {text: rich}"
    root = write_tiny(tmp_path, game=GAME.replace("cards: cards.yaml", inline))
    done = nineup(root, "convert")
    assert done.stdout == "cards/tiny/game.yaml: 1 text converted\n  styles that style.yaml needs: trace\n"
    assert "[trace]{Trace 3}" in (root / "cards/tiny/game.yaml").read_text()


@pytest.mark.parametrize("text", ["cards:\n  - {id: a, text: *x}\n", "cards: ["])
def test_a_list_that_cannot_be_read_is_refused(text: str) -> None:
    found = converted_list("a.yaml", text.encode(), {"text": "rich"})
    assert isinstance(found, Diagnostic) or found.texts == 0


def test_titles_of_columns_name_their_fields_loosely(tmp_path: Path) -> None:
    game = GAME.replace("cards: cards.yaml", "cards: deck.csv\n    columns: {Wirkung: text}").replace(
        "    layout: card.svg\n    back",
        "    fields: {name: text, suit: text, text: rich, more: rich}\n    layout: card.svg\n    back",
    )
    root = write_tiny(tmp_path, game=game)
    (root / "cards/tiny/deck.csv").write_text("Name,Suit,Wirkung,More\n<b>A</b>,ruby,<b>B</b>,<i>C</i>\n")
    done = nineup(root, "convert")
    assert "2 texts converted\n  left as they are: <b> in 1 text" in done.stdout, done.stdout + done.stderr
    assert (root / "cards/tiny/deck.csv").read_text() == "Name,Suit,Wirkung,More\n<b>A</b>,ruby,**B**,*C*\n"
