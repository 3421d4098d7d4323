"""Where cards are written: card lists, CSV files, families, and components without a list."""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.edit import CardPlace, place_of_card
from nineup.files.load import load_game
from nineup.model.game import Game
from tiny import GAME, write_tiny

ROOT = Path(__file__).parents[3]
FAMILY = """\
fields: {suit: {one-of: suit}, name: text, text: rich}
cards:
  - id: one
    suit: ruby
    name: One
    text: x
  - for: {suit: suit}
    id: "{{ suit }}"
    suit: "{{ suit }}"
    name: "{{ suit.name }}"
    text: y
"""


def game_of(project: Project, id: str = "tiny") -> Game:
    game = load_game(project, id, findings := Findings())
    assert game is not None, findings
    return game


def place(game: Game, project: Project, component: str, card: str) -> CardPlace:
    found = game.components[component]
    made = place_of_card(found, next(each for each in found.cards if each.id == card), project.text)
    assert isinstance(made, CardPlace), made
    return made


def test_a_card_of_a_list(tmp_path: Path) -> None:
    project = Project(write_tiny(tmp_path))
    found = place(game_of(project), project, "deck", "second")
    assert (found.file, found.path, found.cards, found.family) == (
        "cards/tiny/cards.yaml",
        ("cards", 1),
        ("second",),
        False,
    )
    assert found.values["copies"] == 2


def test_a_card_of_a_family_names_all_that_follow(tmp_path: Path) -> None:
    project = Project(write_tiny(tmp_path, cards=FAMILY))
    found = place(game_of(project), project, "deck", "jade")
    assert (found.path, found.cards, found.family) == (("cards", 1), ("ruby", "jade"), True)
    assert found.values["name"] == "{{ suit.name }}"
    assert place(game_of(project), project, "deck", "one").cards == ("one",)


def test_a_component_without_a_list_is_edited_in_its_face(tmp_path: Path) -> None:
    game = GAME.replace("    shape: token\n", "    shape: token\n    face: {label: x}\n")
    project = Project(write_tiny(tmp_path, game=game))
    found = place(game_of(project), project, "chip", "chip")
    assert (found.file, found.path) == ("cards/tiny/game.yaml", ("components", "chip", "face"))
    assert found.values == {"label": "x"}


def test_a_card_of_a_csv_file(tmp_path: Path) -> None:
    game = GAME.replace("cards.yaml", "cards.csv\n    fields: {suit: {one-of: suit}, name: text, text: rich}")
    project = Project(write_tiny(tmp_path, game=game))
    data = 'id,suit,name,text\r\na,ruby,"one\nline",x\r\n\r\nb,jade,Two,y\r\n'
    (tmp_path / "cards/tiny/cards.csv").write_text(data, newline="")
    found = place(game_of(project), project, "deck", "b")
    assert (found.path, found.values["name"]) == ((1,), "Two")


def test_a_card_that_has_gone_is_not_found(tmp_path: Path) -> None:
    project = Project(write_tiny(tmp_path))
    deck = game_of(project).components["deck"]
    file = tmp_path / "cards/tiny/cards.yaml"
    for text in (file.read_text().replace("id: second", "id: other"), "cards: []\n", "", "cards: [\n"):
        file.write_text(text)
        found = place_of_card(deck, deck.cards[1], project.text)
        assert isinstance(found, Diagnostic)
        assert found.message == "`deck/second` is not where it was"


@pytest.mark.parametrize("id", ["gem-rush", "gem-thief", "gemotion", "raghba"])
def test_every_card_of_the_games_is_found(id: str) -> None:
    project = Project(ROOT)
    for component in game_of(project, id).components.values():
        for card in component.cards:
            found = place_of_card(component, card, project.text)
            assert isinstance(found, CardPlace), (component.id, card.id, found)
            assert card.id in found.cards
            assert found.family or component.span == card.span or found.values["id"] == card.id
