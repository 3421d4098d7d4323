"""The JSON Schema: complete, up to date, and with a game's own names on request."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.files.load.json_schema import KINDS, schema, schema_text
from nineup.model.game import Game
from nineup.rules import rule_settings

ROOT = Path(__file__).parents[3]

GAME = """\
game: Tea
players: 2-4
lists: {color: [red, blue]}
symbols: {leaf: {name: Leaf, art: leaf.svg}}
components:
  deck: {shape: card, size: poker, layout: a.svg, cards: cards.yaml}
"""
CARDS = "fields: {color: {one-of: color}, cost: {optional: {counts-of: symbol}}}\ncards:\n  - {id: a, color: red}\n"


@pytest.fixture
def tea(tmp_path: Path) -> Game:
    (tmp_path / "cards/tea").mkdir(parents=True)
    (tmp_path / "cards/tea/game.yaml").write_text(GAME)
    (tmp_path / "cards/tea/cards.yaml").write_text(CARDS)
    game = load_game(Project(tmp_path), "tea", Findings())
    assert game is not None
    return game


def _accepts(made: dict[str, Any], text: str) -> bool:
    return bool(jsonschema.Draft202012Validator(made).is_valid(yaml.safe_load(text)))


@pytest.mark.parametrize("kind", KINDS)
def test_each_schema_is_a_schema(kind: str, tea: Game) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(kind))
    jsonschema.Draft202012Validator.check_schema(schema(kind, tea, rule_settings()))


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schemas_are_up_to_date(kind: str) -> None:
    path = ROOT / "docs" / "schema" / f"{kind}.json"
    assert path.read_text(encoding="utf-8") == schema_text(kind, None, rule_settings()), (
        "run `make reference`"
    )


def test_files_name_a_schema_that_is_there_and_that_accepts_them() -> None:
    for path in sorted((ROOT / "cards").glob("*/*.yaml")):
        text = path.read_text(encoding="utf-8")
        first = text.splitlines()[0]
        assert first.startswith("# yaml-language-server: $schema="), path
        named = (path.parent / first.split("=", 1)[1]).resolve()
        validator = jsonschema.Draft202012Validator(json.loads(named.read_text(encoding="utf-8")))
        assert [error.message for error in validator.iter_errors(yaml.safe_load(text))] == [], path


def test_a_games_own_schema_knows_its_lists_symbols_and_fields(tea: Game) -> None:
    own = schema("cards", tea)
    assert _accepts(own, CARDS)
    assert not _accepts(own, "cards: [{id: a, color: green}]")
    assert not _accepts(own, "cards: [{id: a, colour: red}]")
    assert not _accepts(own, "cards: [{id: a, color: red, cost: {stone: 1}}]")
    assert not _accepts(own, "fields: {a: {one-of: colour}}\ncards: []")
    assert _accepts(own, 'cards: [{for: {c: color}, id: "{{ c }}", color: "{{ c }}"}]')
    assert _accepts(schema("cards"), "cards: [{id: a, colour: green}]")


def test_a_games_own_schema_knows_the_ready_made_rules(tea: Game) -> None:
    own = schema("game", tea, rule_settings())
    assert _accepts(own, GAME + "rules: [{deal: {player: {deck: 1}}, source: here}]\n")
    assert _accepts(own, GAME + "rules: [{says: x, check: players > 1}]\n")
    assert not _accepts(own, GAME + "rules: [{deel: {player: {deck: 1}}}]\n")
    assert not _accepts(own, GAME.replace("shape: card,", "shape: card, for-each: colour,"))


def test_style_sheet_and_project_files_are_described() -> None:
    assert _accepts(schema("style"), 'palette: {ink: "#222222"}\nstyles: {rules: {font: Inter, size: 9pt}}')
    assert not _accepts(schema("style"), "styles: {rules: {fnt: Inter}}")
    assert not _accepts(schema("style"), "styles: {rules: {align: middle}}")
    assert _accepts(schema("sheet"), "paper: a4\nmargin: 5mm\ncolumns: 3\nbacks: long-edge")
    assert not _accepts(schema("sheet"), "margin: 5")
    assert not _accepts(schema("project"), "papper: a4")


def test_schemas_explain_every_key_of_ours() -> None:
    for key, described in schema("game")["properties"].items():
        assert described["description"].endswith("."), key
