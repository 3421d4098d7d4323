"""A card's own copies by players or by options: read alike from YAML and from tables, mistakes at their places."""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import CardCopies, load_game
from nineup.model.game import Game
from tiny import CARDS, GAME, write_tiny

OPTIONS = """\
  suits: {choose: suit, at-least: 1}
  rainbow: {default: no}
  length: {choose-one: [short, long]}
"""


def written(root: Path, copies: str) -> tuple[Game | None, Findings]:
    """The game whose second card has these copies, and what reading it finds."""
    write_tiny(root, cards=CARDS.replace("copies: 2", f"copies: {copies}"), game=_game())
    findings = Findings()
    return load_game(Project(root), "tiny", findings), findings


def _game() -> str:
    return GAME.replace("  suits: {choose: suit, at-least: 1}\n", OPTIONS)


def tabled(root: Path, table: str) -> tuple[Game | None, Findings]:
    """The game with a CSV file of cards."""
    fields = "fields: {name: text}\n    cards: cards.csv"
    write_tiny(root, game=_game().replace("cards: cards.yaml", fields))
    (root / "cards/tiny/cards.csv").write_text(table, encoding="utf-8")
    findings = Findings()
    return load_game(Project(root), "tiny", findings), findings


def texts(game: Game | None) -> list[str]:
    """The copies of each card of the deck, as they are written."""
    assert game is not None
    return [CardCopies().write(card.copies) for card in game.components["deck"].cards]


@pytest.mark.parametrize(
    ("copies", "again"),
    [
        ("3", "3"),
        ("{2: 8, 3-6: 12}", "2: 8, 3-6: 12"),
        ("{2-3: 0, 4+: 1}", "2-3: 0, 4+: 1"),
        ('" 2 : 8,3-6: 12 "', "2: 8, 3-6: 12"),
        ("{rainbow: 1}", "rainbow: 1"),
        ("{rainbow=no: 2, rainbow=yes: 3}", "rainbow=no: 2, rainbow: 3"),
        ("{length=long: 2, suits=jade: 1, expansion: 4}", "length=long: 2, suits=jade: 1, expansion: 4"),
    ],
)
def test_copies_are_a_number_or_a_table(copies: str, again: str, tmp_path: Path) -> None:
    game, findings = written(tmp_path, copies)
    assert findings == []
    assert texts(game)[1] == again


MISTAKES = [
    ("{2-3: 8, 3-6: 1}", "bad-range", 22, "`3-6` overlaps `2-3`"),
    ("{2: 8}", "range-gap", 13, "no amount for 3, 4, 5, 6 players"),
    ("{2: 1, 3-9: 2}", "bad-range", 25, "3-9 players: the game is for 2-6"),
    ("{2: -1, 3+: 1}", "bad-number", 17, "must be at least 0 (found -1)"),
    ("{2+: 2.5}", "bad-number", 18, "`2.5` is not a whole number"),
    ("{2+: players}", "bad-number", 18, "`players` is not a whole number"),
    ("{rainbw: 1}", "unknown-option", 14, "`rainbw` is neither a range of players nor an option"),
    ("{long: 1}", "unknown-option", 14, "`long` is neither a range of players nor an option"),
    ("{length: 1}", "unknown-value", 14, "`length` needs a value"),
    ("{length=lang: 1}", "unknown-value", 14, "`lang` is not a choice of `length`"),
    ("{rainbow=maybe: 1}", "unknown-value", 14, "`rainbow=maybe` is neither yes nor no"),
    ("{rainbow: 1, rainbow=yes: 2}", "duplicate-key", 26, "`rainbow=yes` appears twice"),
    (
        "{2: 1, rainbow: 2}",
        "bad-value",
        20,
        "copies go by players or by options, and `rainbow` is beside `2`",
    ),
    ("{}", "empty-value", 13, "expected copies for players or options, found nothing"),
    ('"2: 8, 3-6 12"', "bad-value", 20, "`3-6 12` has no number of copies"),
    ('"2: 8, 2: 9, 3+: 1"', "duplicate-key", 20, "`2` appears twice"),
    ("{2+: }", "empty-value", 18, "expected a whole number, found nothing"),
]


@pytest.mark.parametrize(("copies", "code", "column", "message"), MISTAKES)
def test_a_mistake_is_reported_where_it_is(
    copies: str, code: str, column: int, message: str, tmp_path: Path
) -> None:
    game, findings = written(tmp_path, copies)
    first = findings[0]
    assert game is None
    assert (first.code, first.message) == (code, message)
    assert first.span is not None
    assert (first.span.file, first.span.line, first.span.column) == ("cards/tiny/cards.yaml", 14, column)


def test_a_table_has_copies_as_text_or_in_columns(tmp_path: Path) -> None:
    as_text, findings = tabled(tmp_path / "a", 'id,name,copies\na,A,"2: 8, 3-6: 12"\nb,B,rainbow: 1\nc,C,2\n')
    assert findings == []
    assert texts(as_text) == ["2: 8, 3-6: 12", "rainbow: 1", "2"]
    in_columns, findings = tabled(
        tmp_path / "b",
        "id,name,copies,copies.2,copies.3-6,#\na,A,,8,12,\nb,B,,,3,\nc,C,2,,,\nd,D\n",
    )
    assert findings == []
    assert texts(in_columns) == ["2: 8, 3-6: 12", "2: 0, 3-6: 3", "2", "1"]
    by_option, findings = tabled(
        tmp_path / "c", "id,copies.rainbow,copies.length=long,name\na,1,,A\nb,,2,B\n"
    )
    assert findings == []
    assert texts(by_option) == ["rainbow: 1", "length=long: 2"]


def test_a_mistake_in_a_title_is_one_finding_for_all_cards(tmp_path: Path) -> None:
    _, findings = tabled(tmp_path, "id,name,copies.rainbow,copies.rain\na,A,1,2\nb,B,,3\nc,C,x,1\n")
    assert [(f.code, f.span and (f.span.line, f.span.column)) for f in findings] == [
        ("unknown-option", (1, 24)),
        ("bad-number", (4, 5)),
    ]
    _, findings = tabled(tmp_path, "id,name,copies.2,copies.3\na,A,1,2\nb,B,1,3\n")
    assert [f.message for f in findings] == ["no amount for 4, 5, 6 players"]


def test_a_card_has_copies_once(tmp_path: Path) -> None:
    _, findings = tabled(tmp_path, "id,name,copies,copies.2,copies.3-6\na,A,2,1,1\n")
    assert [(f.message, f.span and f.span.column) for f in findings] == [
        ("`copies` and `copies.2` are both filled", 5)
    ]


def test_another_spelling_of_a_column_is_told_the_right_one(tmp_path: Path) -> None:
    _, findings = tabled(tmp_path, "id,name,copies 2,copies.3-6\na,A,2,1\n")
    assert "`copies.2`" in findings[0].hint
