"""Drafts of pictures, exports and appendices: what can be made is made, and what is left out is named."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from nineup.cli import nineup as command
from nineup_export import EXPORTS
from tiny import CARD, CARDS, GAME, write_tiny

SERVICES = ("game-crafter", "make-playing-cards", "drivethru-cards")
"""The targets that take no round tokens."""


def nineup(root: Path, *words: str) -> Result:
    return CliRunner().invoke(command, ["--project", str(root), *words])


def faulty(root: Path, **changed: str) -> Path:
    """A project with a card whose text is too long, and one that can't be drawn."""
    cards = CARDS.replace("wait for the evening.", "wait for the evening. " * 60)
    cards = cards.replace("fields:\n", "fields:\n  tone: {optional: text}\n").replace(
        "    copies: 2\n", "    copies: 2\n    tone: nonsense\n"
    )
    card = CARD.replace("{{ card.suit.tone }}", "{{ card.tone.x if card.tone else '#b5162b' }}")
    return write_tiny(root, cards=cards, card=card, **changed)


LACKING = "left out of this draft, as they can't be drawn: 4 pieces of `deck` (`second`)"


@pytest.mark.parametrize("name", [each.name for each in EXPORTS if each.takes != "lists"])
def test_an_export_is_a_draft_if_errors_are_allowed(name: str, tmp_path: Path) -> None:
    root = faulty(tmp_path)
    asked = ("export", "tiny", "--to", name, "--players", "2", *["--leave-out"] * (name in SERVICES))
    refused = nineup(root, *asked)
    assert refused.exit_code == 1
    assert "[text-overflow]" in refused.output
    assert not (root / "output/tiny").exists()
    done = nineup(root, *asked, "--allow-errors")
    assert done.exit_code == 1, "something that was asked for is lacking"
    assert LACKING in done.output
    listed = json.loads((root / f"output/tiny/2p/{name}/export.json").read_text())
    assert listed["draft"] == "DRAFT: 2 errors"
    assert listed["files"]


def test_an_export_whose_faces_are_all_there_is_done(tmp_path: Path) -> None:
    long = CARDS.replace("wait for the evening.", "wait for the evening. " * 60)
    root = write_tiny(tmp_path, cards=long)
    done = nineup(root, "pictures", "tiny", "--players", "2", "--allow-errors", "--dpi", "60")
    assert done.exit_code == 0, done.output
    assert "[text-overflow]" in done.output
    assert (root / "output/tiny/2p/pictures/deck/sun/first.png").exists()
    sound = nineup(write_tiny(tmp_path / "b"), "pictures", "tiny", "--allow-errors", "--dpi", "60")
    assert sound.exit_code == 0
    assert "draft" not in json.loads((tmp_path / "b/output/tiny/box/pictures/export.json").read_text())


def test_a_broken_rule_is_no_obstacle_to_a_draft(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=GAME.replace("box: {4: 12, 6: 18}", "box: {4: 11, 6: 18}"))
    asked = ("export", "tiny", "--to", "screentop", "--players", "4")
    assert nineup(root, *asked).exit_code == 1
    assert nineup(root, *asked, "--allow-errors").exit_code == 0


def test_what_a_target_cannot_take_is_refused_in_a_draft_too(tmp_path: Path) -> None:
    root = faulty(tmp_path)
    asked = ("export", "tiny", "--to", "pictures", "--players", "2", "--allow-errors", "--name", "{side}")
    done = nineup(root, *asked)
    assert done.exit_code != 0
    assert not (root / "output/tiny/2p/pictures").exists()
    (root / "cards/tiny/game.yaml").write_text("game: [")
    assert nineup(root, "pictures", "tiny", "--allow-errors").exit_code == 1
    assert not (root / "output/tiny").exists()


def test_nothing_is_written_if_nothing_can_be_drawn(tmp_path: Path) -> None:
    root = faulty(tmp_path)
    done = nineup(root, "pictures", "tiny", "--card", "second", "--allow-errors")
    assert done.exit_code == 1
    assert "[binding-failed]" in done.output
    assert "nothing is printed" not in done.output
    assert not (root / "output/tiny").exists()


def test_faces_that_an_appendix_does_not_show_do_not_stop_it(tmp_path: Path) -> None:
    root = faulty(tmp_path)
    done = nineup(root, "appendix", "tiny", "--part", "glossary", "--format", "md")
    assert done.exit_code == 0, done.output
    assert "[text-overflow]" not in done.output
    assert "[not-shown]" in done.output
    assert "`deck/first, front`, `deck/second, front`" in done.output
    assert (root / "output/tiny/box/appendix-glossary.md").exists()


def test_faces_that_an_appendix_shows_stop_it_unless_errors_are_allowed(tmp_path: Path) -> None:
    root = faulty(tmp_path)
    for part in ((), ("--part", "cards")):
        asked = ("appendix", "tiny", "--format", "md", "--players", "2", *part)
        refused = nineup(root, *asked)
        assert refused.exit_code == 1
        assert "[text-overflow]" in refused.output
        assert not (root / "output/tiny").exists()
    done = nineup(root, "appendix", "tiny", "--format", "md,html,pdf", "--players", "2", "--allow-errors")
    assert done.exit_code == 1
    assert LACKING in done.output
    pictures = {path.stem for path in (root / "output/tiny/2p/appendix-pictures").iterdir()}
    assert any("first" in name for name in pictures)
    assert not any("second" in name for name in pictures)


def test_errors_that_are_not_about_a_face_stop_every_appendix(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=GAME.replace("box: {4: 12, 6: 18}", "box: {4: 11, 6: 18}"))
    asked = ("appendix", "tiny", "--part", "glossary", "--format", "md")
    assert nineup(root, *asked).exit_code == 1
    assert nineup(root, *asked, "--allow-errors").exit_code == 0
