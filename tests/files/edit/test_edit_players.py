"""A change of players: tables get the keys that they need, and what names the old range is found."""

from pathlib import Path

import pytest
from nineup.base import Diagnostic, Findings, Project
from nineup.files.edit import fixed, named_players
from nineup.files.load import load_game
from tiny import CARDS, GAME, write_tiny

OWNERS = "owner: {base: [sun, moon, star, leaf], expansion: [wave, flame]}"
FILE = "cards/tiny/game.yaml"


def wider(setup: str, box: str = "{8: 24}", players: str = "3-8") -> str:
    """The game for other players, with a table of the chips' setup."""
    game = GAME.replace("{base: 2-4, expansion: 5-6}", players).replace("    for-each: owner\n", "")
    game = game.replace(f"  {OWNERS}\n", "").replace("box: {4: 12, 6: 18}", f"box: {box}")
    return game[: game.index("rules:")].replace("setup: 3 * players", f"setup: {setup}")


def table(text: str, key: str) -> str:
    return next(line.split(": ", 1)[1] for line in text.splitlines() if line.strip().startswith(f"{key}:"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{2: 6, 3-4: 12, 5-6: 18}", "{3-4: 12, 5-8: 18}"),
        ("{2-4: 12, 5-6: 18}", "{3-4: 12, 5-8: 18}"),
        ("{4: 12, 5-6: 18}", "{3-4: 12, 5-8: 18}"),
        ("{2-6: 1}", "{3-8: 1}"),
        ("{2-9: 1}", "{3-8: 1}"),
        ("{2: 9, 3+: 1}", "{3+: 1}"),
        ("{3: 1, 4-8: 2, 9: 4}", "{3: 1, 4-8: 2}"),
    ],
)
def test_a_table_is_fitted_to_the_players(tmp_path: Path, before: str, after: str) -> None:
    root = write_tiny(tmp_path, game=wider(before), cards=CARDS)
    project, findings = Project(root), Findings()
    load_game(project, "tiny", findings)
    finding = next(each for each in findings if each.code in ("range-gap", "bad-range"))
    (fix,) = finding.fixes
    made = fixed(project.read(FILE), fix, finding.span)
    assert isinstance(made, bytes)
    assert table(made.decode(), "setup") == after
    (root / FILE).write_bytes(made)
    findings = Findings()
    load_game(project, "tiny", findings)
    assert [each for each in findings if each.code in ("range-gap", "bad-range")] == []


def test_a_hole_in_the_middle_is_not_filled_by_guessing(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=wider("{3: 1, 5-8: 2}"))
    findings = Findings()
    load_game(Project(root), "tiny", findings)
    (finding,) = (each for each in findings if each.code == "range-gap")
    assert finding.fixes == ()


def test_a_box_gets_the_new_largest_number(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=wider("24", box="{6: 24}  # counted"))
    project, findings = Project(root), Findings()
    load_game(project, "tiny", findings)
    (finding,) = (each for each in findings if each.code == "bad-range")
    made = fixed(project.read(FILE), finding.fixes[0], finding.span)
    assert isinstance(made, bytes)
    assert table(made.decode(), "box") == "{8: 24}  # counted"


@pytest.mark.parametrize(
    ("text", "fixed_text"),
    [
        ("tagline: For 2-4 players.", "tagline: For 3-6 players."),
        ("tagline: For 2–4 players.", "tagline: For 3–6 players."),
        ("says: Two to four players compete.", "says: Three to six players compete."),
        ("says: a game for 2 to 4 people", "says: a game for 3 to 6 people"),
        ("says: a 2-4 player game", "says: a 3-6 player game"),
        ("says: roll 2-4 dice", ""),
        ("says: 12-4 players", ""),
        ("# 2-4 players", ""),
        ("copies: {2-4: 1}", ""),
    ],
)
def test_texts_that_name_the_old_range_get_the_new_one(text: str, fixed_text: str) -> None:
    file = "cards/tiny/cards.yaml"
    found = list(named_players({file: text + "\n"}, (2, 4), (3, 6)))
    if not fixed_text:
        assert found == []
        return
    (finding,) = found
    made = fixed(f"{text}\n".encode(), finding.fixes[0], finding.span)
    assert not isinstance(made, Diagnostic)
    assert made.decode() == fixed_text + "\n"


def test_conditions_on_a_number_of_players_are_listed_with_their_places() -> None:
    text = "when: players == 2\nneeds: 3+\ncheck: count('x') == 3 * players\n  - {when: 4 <= players}\n"
    found = list(named_players({"cards/tiny/game.yaml": text}, (2, 4), (3, 6)))
    assert [(each.span.line, each.span.column) for each in found if each.span] == [(1, 7), (2, 1), (4, 12)]
    assert all(each.fixes == () for each in found)
