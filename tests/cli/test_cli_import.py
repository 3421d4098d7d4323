"""`nineup import`, and `nineup convert --to`: what is printed, what is written, and what is refused."""

from pathlib import Path

import openpyxl
import pytest
from command import run_command as nineup
from tiny import CARDS, GAME, write_tiny

TABLE = "id,Suit,Headline,Qty,Notes\nfirst,jade,Dawn,,x\nsecond,jade,Second Wind,2,\n"
FILE = "cards/tiny/cards.yaml"
DAWN = CARDS.replace("suit: ruby", "suit: jade", 1).replace("First Light", "Dawn")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "deck.csv").write_text(TABLE)
    return write_tiny(tmp_path)


def test_an_import_is_shown_before_it_is_written(root: Path) -> None:
    words = ("import", "tiny", "deck.csv", "--list", "deck", "--map", "Headline=name")
    done = nineup(root, *words, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "deck.csv into cards/tiny/cards.yaml\n"
        "  id: id\n  Suit: suit\n  Headline: name\n  Qty: copies\n"
        '  Notes: not for the cards; --add "Notes" makes a field of it, optional text\n'
        "2 cards: 0 added, 1 updated, 1 the same\n"
        "  ~ first: suit `ruby` → `jade`; name `First Light` → `Dawn`\n"
        "nothing was written (--dry-run)\n"
    )
    assert (root / FILE).read_text() == CARDS
    done = nineup(root, *words)
    assert done.stdout.endswith(f"wrote {FILE}\n")
    assert (root / FILE).read_text() == DAWN
    assert nineup(root, *words).stdout.endswith("nothing has changed\n")


def test_nothing_is_written_until_every_value_fits_or_is_left_out(root: Path) -> None:
    (root / "deck.csv").write_text("id,suit,copies\nfirst,rubin,many\nsecond,ruby,2\n")
    done = nineup(root, "import", "deck.csv", "--list", "cards.yaml")
    assert done.returncode == 1
    assert done.stderr == (
        "deck.csv:2:7: `rubin` is not in the list `suit` (card `first`); did you mean `ruby`?\n"
        "deck.csv:2:13: `many` is not a whole number (card `first`); write it in digits, like 3\n"
        "\nnothing was written: correct these, or leave cells out with --leave-out\n"
    )
    assert (root / FILE).read_text() == CARDS
    done = nineup(
        root, "import", "deck.csv", "--list", "cards.yaml", "--leave-out", "2:7", "--leave-out", "2:13"
    )
    assert (done.returncode, "left out: 2:7, 2:13\n" in done.stdout) == (0, True)
    assert (root / FILE).read_text() == CARDS.replace("suit: jade", "suit: ruby")


def test_a_new_list_passes_the_check(root: Path) -> None:
    (root / "deck.csv").write_text("Name,Effect,Worth,Notes\nCup,Drink <b>it</b>.,2,x\nPot,Pour it.,1,y\n")
    done = nineup(root, "import", "deck.csv", "--new", "Tea things", "--ignore", "Notes")
    assert done.returncode == 0, done.stderr
    assert "HTML converted in 1 text\n" in done.stdout
    assert (
        (root / "cards/tiny/tea-things.yaml")
        .read_text()
        .endswith("  - id: pot\n    name: Pot\n    effect: Pour it.\n    worth: 1\n")
    )
    assert nineup(root, "check", "tiny").returncode == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("deck.csv",), "name the list with --list, or a new one with --new"),
        (("deck.csv", "--list", "deck", "--new", "x"), "name the list with --list, or a new one with --new"),
        (("a", "b", "c", "--list", "deck"), "expected a game and a file"),
        (("deck.csv", "--list", "desk"), "no card list `desk`"),
        (("deck.csv", "--list", "deck", "--map", "Qty"), "--map is written as TITLE=FIELD"),
        (("none.csv", "--list", "deck"), "can't read none.csv"),
    ],
)
def test_what_can_not_be_meant_is_refused(root: Path, words: tuple[str, ...], why: str) -> None:
    done = nineup(root, "import", *words)
    assert done.returncode == 2
    assert why in done.stderr
    assert (root / FILE).read_text() == CARDS


def test_workbooks_become_text_files(tmp_path: Path) -> None:
    fields = "cards: deck.xlsx\n    fields: {suit: {one-of: suit}, name: text, text: rich}"
    root = write_tiny(tmp_path, game=GAME.replace("cards: cards.yaml", fields))
    book = openpyxl.Workbook()
    for row in (["id", "suit", "name", "text", "#note"], ["a", "ruby", "A", "Go.", "x"]):
        book.active.append(row)
    book.save(root / "cards/tiny/deck.xlsx")
    done = nineup(root, "convert", "--to", "yaml", "--check")
    assert done.stdout == (
        "cards/tiny/deck.xlsx would become cards/tiny/deck.yaml; every face is the same\n"
        "  columns that stay in the workbook alone: #note\n"
    )
    assert not (root / "cards/tiny/deck.yaml").exists()
    done = nineup(root, "convert", "--to", "yaml", "--list", "deck")
    assert done.returncode == 0, done.stderr
    entry = "cards:\n  - id: a\n    suit: ruby\n    name: A\n    text: Go.\n"
    assert (root / "cards/tiny/deck.yaml").read_text() == entry
    assert "cards: deck.yaml\n" in (root / "cards/tiny/game.yaml").read_text()
    assert (root / "cards/tiny/deck.xlsx").exists()
    assert nineup(root, "convert", "--to", "csv").stdout == "tiny has no list that is a workbook\n"
    assert nineup(root, "convert", "--to", "csv", "--list", "deck").returncode == 2
    assert "--list goes with --to" in nineup(root, "convert", "--list", "deck").stderr
