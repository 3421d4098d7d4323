"""docs/game.md names every key and type that a game's files may have, and its examples are real."""

import re
from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.faces.shapes import OUTLINES, shape_names
from nineup.files.load import load_game
from nineup.files.load.cards_file import CARD_FILE, CARD_KEYS
from nineup.files.load.components import COMPONENT
from nineup.files.load.fields import SIMPLE
from nineup.files.load.game_file import FREE_RULE, GAME, SYMBOL, TERM
from nineup.files.load.options import ONE, SOME, SWITCH
from nineup.logic.expression import expression
from nineup.logic.select import select
from nineup.model.game import SIZES, Game

PAGE = (Path(__file__).parents[3] / "docs" / "game.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"[a-z][a-z-]*", " ".join(re.findall(r"`([^`\n]+)`", PAGE))))


def example(language: str, opening: str) -> str:
    """The one block of code that begins so."""
    (found,) = re.findall(rf"```{language}\n({re.escape(opening)}.*?)```", PAGE, re.S)
    return str(found)


@pytest.mark.parametrize(
    "record",
    [GAME, SYMBOL, TERM, FREE_RULE, COMPONENT, CARD_FILE, SOME, ONE, SWITCH],
    ids=lambda r: next(iter(r.keys)),
)
def test_every_key_is_named(record: object) -> None:
    assert set(record.keys) - NAMED == set()  # type: ignore[attr-defined]


def test_every_word_of_a_card_and_a_component_is_named() -> None:
    words = {
        *CARD_KEYS,
        "for",
        *SIMPLE,
        "symbol",
        "one-of",
        "some-of",
        "list-of",
        "counts-of",
        "record",
        "optional",
    }
    assert {*words, *SIZES, *OUTLINES, *shape_names()} - NAMED == set()


@pytest.fixture
def harbor(tmp_path: Path) -> Game:
    """A game of the page's examples: its lists, its CSV, its family."""
    family = "\n".join(f"    {line}" for line in example("yaml", "cards:").splitlines())
    fields = (
        "{name: text, kind: {one-of: kind}, cost: {counts-of: symbol}, ports: {some-of: port}, text: rich}"
    )
    game = (
        "game: Harbor\nplayers: {base: 2-4, expansion: 5-6}\n"
        + example("yaml", "lists:").replace("[north, south]", "{north: {name: North}, south: {name: South}}")
        + "symbols: {oil: {name: oil, art: a.svg}, lamp: {name: lamp, art: a.svg}}\ncomponents:\n"
        + f"  voyage:\n    {{shape: card, size: poker, layout: a.svg, cards: deck.csv, fields: {fields}}}\n"
        + "  pier:\n    shape: card\n    size: mini\n    layout: a.svg\n"
        + "    fields: {name: text, port: {one-of: port}, value: number}\n"
        + family
        + "\n  coin: {shape: token, size: 16mm, layout: a.svg, setup: {2-3: 12, 4: 15, 5+: 3 * players}}\n"
    )
    home = tmp_path / "cards/harbor"
    home.mkdir(parents=True)
    (home / "game.yaml").write_text(game)
    (home / "deck.csv").write_text(example("csv", "id,"))
    read = load_game(Project(tmp_path), "harbor", findings := Findings())
    assert findings == []
    assert read is not None
    return read


def test_the_examples_load(harbor: Game) -> None:
    cutter, squall = harbor.components["voyage"].cards
    assert (cutter.copies, cutter.values["cost"], cutter.values["ports"]) == (
        2,
        {"oil": 2, "lamp": 1},
        ("north", "south"),
    )
    assert (squall.values["cost"], squall.values["ports"]) == ({}, ())
    piers = [(card.id, card.values["name"], card.copies) for card in harbor.components["pier"].cards]
    assert piers[:4] == [
        ("north-1", "North 1", 3),
        ("north-2", "North 2", 2),
        ("north-3", "North 3", 1),
        ("south-1", "South 1", 3),
    ]


def test_the_expressions_come_to_what_is_said_of_them(harbor: Game) -> None:
    run = select(harbor, Findings(), 3)
    assert run is not None
    lines = [line for line in PAGE.splitlines() if re.match(r"\S.* # ", line) and "|" in line]
    values = [
        expression(line.partition(" #")[0])({**run.context, "card": {"id": "squall"}}) for line in lines
    ]
    assert values == [1, 1, 3, 2, 2]
