"""Whose each game is: its `LICENCE.md` files, the README and its `game.yaml` agree, and MIT is for code alone."""

import re
from pathlib import Path

import pytest
import yaml
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Game
from nineup.rules import rule_settings

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("cards/*/game.yaml"))
OURS = "Drawings and wording by the Nineup authors, CC BY 4.0"
ASK = "Shown here for its designer; ask before you distribute it"


def rows(text: str) -> dict[str, list[str]]:
    """The cells of each row of a Markdown table, links by their words, by the first."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    lines = (line.strip("| ").split(" | ") for line in plain.splitlines() if line.startswith("| "))
    return {first: rest for first, *rest in lines}


def loaded(id: str) -> Game:
    game = load_game(Project(ROOT), id, Findings(), rule_settings())
    assert game is not None
    return game


def licence_of(game: Game) -> str:
    """The licence as one phrase: what a document without one leaves to be said stands behind it."""
    permission = game.fields.get("permission")
    return f"{game.licence}: {permission}".lower() if permission else game.licence


def test_there_are_five_games() -> None:
    assert GAMES == ["gem-rush", "gem-thief", "gemotion", "plein-air", "raghba"]


@pytest.mark.parametrize("id", GAMES)
def test_a_game_says_whose_it_is_in_both_its_folders(id: str) -> None:
    game, texts = (
        loaded(id),
        [(ROOT / top / id / "LICENCE.md").read_text("utf-8") for top in ("cards", "layouts")],
    )
    assert texts[0] == texts[1]
    assert game.fields["edition"] == OURS
    assert (game.licence == "None stated") == (game.fields.get("permission") == ASK)
    table = rows(texts[0])
    assert game.designer.lower() in table["designer"][0].lower()
    assert table["the document's licence"][0].startswith(licence_of(game))
    assert table["drawings and wording of this edition"] == ["the Nineup authors, CC BY 4.0"]
    style = yaml.safe_load((ROOT / "layouts" / id / "style.yaml").read_text("utf-8"))
    fonts = {each["font"] for each in style["styles"].values() if "font" in each}
    assert set(table["fonts"][0].split(", ")[0].split(" and ")) == fonts
    for target in re.findall(r"\]\((\.\.[^)]*)\)", texts[0]):
        assert (ROOT / "cards" / id / target).is_file(), target


@pytest.mark.parametrize("id", GAMES)
def test_the_readme_says_the_same(id: str) -> None:
    game = loaded(id)
    section = (ROOT / "README.md").read_text("utf-8").split("## Licences")[1]
    designer, licence, ours, fonts = rows(section)[game.title]
    assert (designer.lower(), licence) == (game.designer.lower(), licence_of(game))
    assert ours.startswith("CC BY 4.0")
    (beside, _) = rows((ROOT / "cards" / id / "LICENCE.md").read_text("utf-8"))["fonts"][0].split(", ")
    assert fonts == beside


def test_mit_is_for_the_code_alone_and_its_owner_has_one_name() -> None:
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert "Copyright (c) 2026 the Nineup authors" in licence
    assert "for the code alone" in licence
    assert 'name = "The Nineup authors"' in (ROOT / "pyproject.toml").read_text("utf-8")
    other = r"(makers|developers|creators|contributors) of Nineup|Nineup (makers|developers|creators|contributors)"
    kinds = ("*.md", "*.yaml", "*.svg", "*.toml", "*.yml")
    files = [
        path for top in ("cards", "layouts", "docs") for kind in kinds for path in (ROOT / top).rglob(kind)
    ]
    files += [path for kind in kinds for path in ROOT.glob(kind)]
    assert len(files) > 100
    assert [path for path in files if re.search(other, path.read_text("utf-8"), re.IGNORECASE)] == []
