"""Plein Air: the project's own game, made from the docs, with hexagonal tiles, paintings and a workbook."""

from pathlib import Path
from random import Random

import pytest
from looks import Desk, lines
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.model.game import Game
from nineup.pipeline import PrintOptions, RunChoice, build
from nineup.rules.engine.ink import FaceMarks
from pypdfium2 import PdfDocument

from benchmarks.players import plein_air
from benchmarks.players.table import loaded

LAYOUTS = Path(__file__).parents[2] / "layouts" / "plein-air"


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("plein-air")


def test_its_paintings_come_from_a_workbook_and_six_of_them_from_the_expansion(game: Game) -> None:
    paintings = game.components["painting"].cards
    assert (len(paintings), sum(card.when is not None for card in paintings)) == (24, 6)
    assert {card.span.file for card in paintings} == {"cards/plein-air/paintings.xlsx"}


def test_the_weather_die_has_six_different_sides_which_the_screens_explain(game: Game) -> None:
    weather = game.data["weather"]
    assert len({day["sign"] for day in weather}) == len({day["text"] for day in weather}) == len(weather) == 6
    assert [symbol for symbol in game.symbols if symbol in {day["sign"] for day in weather}] == [
        day["sign"] for day in weather
    ]


@pytest.mark.parametrize("weather", [False, True])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_simple_painters_play_it_to_the_end(game: Game, players: int, weather: bool) -> None:
    for seed in range(2):
        played = plein_air.play(game, players, Random(seed), weather=weather)
        assert played.end in ("four paintings", "no tile is left")
        assert played.turns % players == 0
        assert played.used


def test_a_view_is_what_lies_around_an_easel(game: Game) -> None:
    table = plein_air._set_up(game, 2, Random(1), 2)
    (tarn,) = [card for card in game.components["painting"].cards if card.id == "high-tarn"]
    table.ground |= {(1, 0): "water", (0, 1): "hill", (-1, 1): "hill", (-1, 0): "meadow"}
    assert table.missing((0, 0), tarn) == 1
    table.ground[(0, -1)] = "hill"
    assert table.missing((0, 0), tarn) == 0
    assert table.reach((0, 0)) == {(0, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)}


def test_the_weather_changes_how_far_one_walks_and_what_one_paints(game: Game) -> None:
    table = plein_air._set_up(game, 2, Random(1), 2)
    table.ground |= {(1, 0): "meadow", (2, 0): "meadow", (3, 0): "meadow", (0, 1): "water"}
    paintings = game.components["painting"].cards
    table.row, table.dabs = (
        [paintings[0], next(each for each in paintings if each.id == "high-tarn")],
        {(1, 0)},
    )
    far = {"": 2, "clear": 3, "rain": 1, "frost": 2, "fog": 2, "wind": 2, "rainbow": 2}
    assert far.keys() - {""} == {day["sign"] for day in game.data["weather"]}
    for table.weather, steps in far.items():
        reached = table.reach((0, 0))
        assert reached == {(across, 0) for across in range(steps + 1)} | ({(0, 1)} & reached)
        assert ((0, 1) in reached) == (table.weather == "frost")
        assert ((1, 0) in table.free(reached)) == (table.weather == "rainbow")
        assert len(table.seen()) == (1 if table.weather == "fog" else 2)


def test_the_whole_game_with_bleed_is_ten_sides_on_a4_and_on_letter(tmp_path: Path) -> None:
    printing = PrintOptions(papers=("a4", "letter"), output=tmp_path)
    build(Project(Path(__file__).parents[2]), "plein-air", RunChoice(), printing, Findings(), lambda *_: None)
    pages = {}
    for file in tmp_path.rglob("*.pdf"):
        with PdfDocument(file) as document:
            pages[file.stem] = len(document)
    sides = {"cards": 4, "tiles": 2, "screens": 2, "punch-studio": 2}  # with their backs
    whole = {f"{name}-{paper}": number for name, number in sides.items() for paper in ("a4", "letter")}
    assert pages == whole
    assert sum(sides.values()) == 10


def test_points_show_in_the_strip_that_is_seen_of_a_fanned_painting() -> None:
    marks = FaceMarks()
    for drawn in Desk("plein-air", RunChoice(players=6)).of("painting"):
        points = str(drawn.part.card.values["points"])
        texts = [visible for op in drawn.front.ops for visible in marks.texts(op)]
        [shown] = [visible for visible in texts if [words for _, words in lines([visible.text])] == [points]]
        assert 3 * MM < shown.box.x < shown.box.right < 16 * MM, drawn.part.card.id


def test_no_ground_shows_one_picture_on_more_than_three_tiles(game: Game) -> None:
    tiles = game.components["tile"].cards
    pictures = {file.stem: file.read_bytes() for file in (LAYOUTS / "ground").iterdir()}
    assert pictures.keys() == {tile.id for tile in tiles} | {"green"}
    assert len(set(pictures.values())) == len(pictures)
    assert all(tile.copies <= 3 for tile in tiles)
