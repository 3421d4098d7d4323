"""`nineup check --fix`: safe fixes are written to all files or to none, and said with their places."""

from pathlib import Path

import pytest
from command import run_command
from nineup import pipeline, write
from nineup.base.project import Project
from nineup.cli.fixing import fix_games
from tiny import CARD, CARDS, GAME, write_tiny

WRONG = {
    "game": GAME.replace("choose: suit", "choose: siut"),
    "cards": CARDS.replace("suit: jade", "suit: jadde").replace("copies: 2", "copies: two  # or 3"),
    "card": CARD.replace("card.name", "card.nmae"),
}


def contents(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_mistakes_are_fixed_and_said(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, **WRONG)
    done = run_command(root, "check", "--fix")
    assert done.stdout.splitlines()[:5] == [
        "cards/tiny/cards.yaml:12:11: wrote `jade` for `jadde`",
        "cards/tiny/cards.yaml:14:13: wrote `2` for `two`",
        "cards/tiny/game.yaml:9:19: wrote `suit` for `siut`",
        "layouts/tiny/card.svg:3:88: wrote `name` for `nmae`",
        "4 mistakes fixed in 3 files",
    ]
    assert done.returncode == 0
    assert (root / "cards/tiny/cards.yaml").read_text() == CARDS.replace("copies: 2", "copies: 2  # or 3")
    assert (root / "cards/tiny/game.yaml").read_text() == GAME
    assert (root / "layouts/tiny/card.svg").read_text() == CARD
    assert "nothing has a fix that is safe" in run_command(root, "check", "--fix").stdout


def test_a_diff_writes_nothing(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, **WRONG)
    before = contents(root)
    done = run_command(root, "check", "--diff")
    assert contents(root) == before
    lines = done.stdout.splitlines()
    assert lines[:2] == ["--- cards/tiny/cards.yaml", "+++ cards/tiny/cards.yaml"]
    assert [line for line in lines if line[:1] in "+-" and "suit: jad" in line] == [
        "-    suit: jadde",
        "+    suit: jade",
    ]


@pytest.mark.parametrize(
    "cards",
    [
        CARDS.replace("evening", "evneing").replace("official", "evening"),  # a warning, which may be wrong
        CARDS.replace("suit: jade", "suit: xyz"),  # no word is near
    ],
)
def test_what_may_be_right_stays(tmp_path: Path, cards: str) -> None:
    root = write_tiny(tmp_path, cards=cards)
    before = contents(root)
    assert "nothing has a fix that is safe" in run_command(root, "check", "--fix").stdout
    assert contents(root) == before


def test_other_formats_refuse_to_fix(tmp_path: Path) -> None:
    done = run_command(write_tiny(tmp_path, **WRONG), "check", "--fix", "--format", "json")
    assert done.returncode == 2
    assert "leave out --format" in done.stderr


def test_a_tree_that_changed_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_tiny(tmp_path, **WRONG)
    card = root / "layouts/tiny/card.svg"

    def check_games(*words: object, **settings: object) -> object:
        card.write_text("<svg/>")
        return games(*words, **settings)  # type: ignore[arg-type]

    games = pipeline.check_games
    monkeypatch.setattr(pipeline, "check_games", check_games)
    before = contents(root)
    with pytest.raises(write.ChangedError):
        fix_games(Project(root), ["tiny"], pipeline.Narrowing(), only_show=False)
    assert contents(root) == before | {card: b"<svg/>"}


def test_two_fixes_of_a_line_keep_their_places(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, cards=CARDS.replace("1 {gem} and", "1 {gam} and {gme} and"))
    fix_games(Project(root), ["tiny"], pipeline.Narrowing(), only_show=False)
    assert (root / "cards/tiny/cards.yaml").read_text() == CARDS.replace(
        "1 {gem} and", "1 {gem} and {gem} and"
    )
