"""From a text on a face to the place in the files where it is written."""

from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.edit import Origin, origins
from nineup.layout.typeset import texts_of
from nineup.model.game import Part
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice
from tiny import CARD, GAME, write_tiny

ROOT = Path(__file__).parents[3]


def drawn(project: Project, game: str) -> DrawnRun:
    ready = pipeline.draw(project, game, RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    assert isinstance(ready, DrawnRun), findings
    return ready


def found(ready: DrawnRun, project: Project, key: str, side: str = "front") -> dict[str, list[Origin]]:
    """Where each text of a card's side is written."""
    part = next(part for part in ready.run.parts if f"{part.component.id}/{part.card.id}" == key)
    made: dict[str, list[Origin]] = {}
    for shown in texts_of(ready.run, ready.engine, part, side):
        for stretch in shown.stretches:
            for path in stretch.paths:
                made.setdefault(stretch.text, []).extend(
                    origins(ready.run.game, part, stretch.text, path, project.text)
                )
    return made


def test_texts_are_in_the_card_and_in_the_owners_list(tmp_path: Path) -> None:
    card = CARD.replace("{{ owner.name }}", "{{ game.title }}: {{ card.suit.name }}, {{ owner.name }}")
    game = GAME.replace("[sun, moon, star, leaf]", "{sun: {name: Sol}, moon: {}, star: {}, leaf: {}}")
    project = Project(write_tiny(tmp_path, card=card, game=game))
    where = found(drawn(project, "tiny"), project, "deck/first")
    assert [(each.file, each.path, each.cards) for each in where["First Light"]] == [
        ("cards/tiny/cards.yaml", ("cards", 0, "name"), ("first",))
    ]
    assert [each.path for each in where["Tiny"]] == [("game",)]
    assert [each.path for each in where["Ruby"]] == [("lists", "suit", "ruby", "name")]
    assert [each.path for each in where["Sol"]] == [("lists", "owner", "base", "sun", "name")]


def test_a_texts_box_is_where_its_frame_is(tmp_path: Path) -> None:
    project = Project(write_tiny(tmp_path))
    ready = drawn(project, "tiny")
    name, text, owner = texts_of(ready.run, ready.engine, ready.run.parts[0], "front")
    points = 72 / 25.4
    for shown, box in ((name, (7, 22, 49.5, 8)), (text, (7, 32, 49.5, 44))):
        assert tuple(shown.box) == pytest.approx([side * points for side in box], abs=0.01)
    assert owner.box.x == pytest.approx(7 * points, abs=0.01)
    assert owner.box.y < 84 * points < owner.box.bottom
    assert owner.box.width < 12 * points
    assert (name.span.file, name.stretches[0].paths) == ("layouts/tiny/card.svg", (("card", "name"),))
    assert texts_of(ready.run, ready.engine, ready.run.parts[0], "back") == ()


def test_texts_of_loops_are_each_in_their_own_place(tmp_path: Path) -> None:
    loop = '<g n:each="row in data.rows" n:transform="translate(0 {{ 9 * loop.index0 }})"><rect x="7" y="22" width="40" height="8" class="title" n:text="{{ row.says }}"/></g>'
    card = CARD.replace("</svg>", f"{loop}</svg>")
    game = GAME.replace("rules:\n", "data: [rows.yaml]\nrules:\n")
    write_tiny(tmp_path, card=card, game=game)
    (tmp_path / "cards/tiny/rows.yaml").write_text("- says: one\n- says: two\n")
    project = Project(tmp_path)
    ready = drawn(project, "tiny")
    where = found(ready, project, "deck/first")
    assert [(each.file, each.path) for each in where["two"]] == [("cards/tiny/rows.yaml", (1, "says"))]
    boxes = [shown.box for shown in texts_of(ready.run, ready.engine, ready.run.parts[0], "front")][-2:]
    assert boxes[1].y - boxes[0].y == pytest.approx(9 * 72 / 25.4, abs=0.01)


def test_computed_texts_have_no_place(tmp_path: Path) -> None:
    card = CARD.replace("{{ owner.name }}", "{{ card.name|length }} and {{ 2 * players }}")
    project = Project(write_tiny(tmp_path, card=card))
    where = found(drawn(project, "tiny"), project, "deck/first")
    assert where["11"][0].path == ("cards", 0, "name")
    assert "12" not in where


@pytest.mark.parametrize("id", ["gem-rush", "gemotion"])
def test_texts_of_the_games_are_found(id: str) -> None:
    """Whatever a face shows of a card, a list or the data is found, unless the layout has chosen another word
    for it.
    """
    project = Project(ROOT)
    ready = drawn(project, id)
    missing: set[str] = set()
    number = 0
    for part in _one_of_each(ready):
        for side in ("front", "back"):
            for shown in texts_of(ready.run, ready.engine, part, side):
                for stretch in shown.stretches:
                    paths = [path for path in stretch.paths if path[0] != "loop"]
                    number += bool(paths)
                    if paths and not any(
                        origins(ready.run.game, part, stretch.text, path, project.text) for path in paths
                    ):
                        missing.add(stretch.text)
    assert number > 40
    own = {text for text in missing if "  ·  " not in text and not text.isdecimal()}
    # What is left out is joined, or counted in words.
    assert own <= {"Gemotion", "eight"}


def _one_of_each(ready: DrawnRun) -> list[Part]:
    return list({(part.component.id, part.card.id): part for part in ready.run.parts}.values())
