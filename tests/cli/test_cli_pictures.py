"""`nineup pictures` as a user meets it."""

from pathlib import Path

import pytest
from command import run_command as nineup
from nineup_export import PICTURES
from tiny import write_tiny


def test_pictures_say_where_they_are_and_what_a_virtual_table_asks_for(tmp_path: Path) -> None:
    done = nineup(write_tiny(tmp_path), "pictures", "--owners", "sun", "--dpi", "50", "--decks")
    folder = Path("output", "tiny", "box-only-sun", "pictures")
    deck = "3 cards, 2 across, 2 down; back: sun.deck.back.png"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"{folder}: 9 files",
        f"{folder}.zip: the same, in one file",
        f"{folder / 'deck' / 'sun.deck.png'}: {deck}",
        *PICTURES.next_steps,
    ]


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--dpi", "5"), "--dpi: `5` is not a number from 20 to 2400"),
        (("--bleed", "3"), "`3` has no unit; write 3mm, 3pt or 3in"),
        (("tinny",), "did you mean `tiny`?"),
        (("--card", "frist"), "did you mean `first`?"),
        (("--players", "9"), "[impossible-players]"),
    ],
)
def test_wrong_words_are_refused(tmp_path: Path, words: tuple[str, ...], reported: str) -> None:
    done = nineup(write_tiny(tmp_path), "pictures", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert reported in done.stderr
    assert not (tmp_path / "output").exists()
