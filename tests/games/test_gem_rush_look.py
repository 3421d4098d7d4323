"""What must hold of how Gem Rush looks: a built mine is one picture, gems differ in shape, backs tell nothing."""

import io
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageStat

from generator.build import Choice, choose
from generator.diagnostics import Findings
from generator.drawing import Face, Group, Op, Text
from generator.fonts import Fonts
from generator.game import Game
from generator.layout import Studio
from generator.load import load_game, load_tree
from generator.project import Project
from generator.text import build_styles
from generator.typeset import Drawn, typeset
from generator.units import MM
from generator.write import face_pdf

ROOT = Path(__file__).parents[2]
DPI = 72
LEAST = 7.5
"""The least size of text, in points."""

TURNS = {"bottom": 0, "left": 90, "top": 180, "right": 270}
"""How far a tile is turned, counterclockwise as pictures are, for an edge to come to the bottom."""


@pytest.fixture(scope="module")
def game() -> Game:
    game = load_game(Project(ROOT), "gem-rush", Findings())
    assert game is not None
    return game


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts(Project(ROOT))


@pytest.fixture(scope="module")
def drawn(game: Game, fonts: Fonts) -> Sequence[Drawn]:
    findings = Findings()
    project = Project(ROOT)
    read = load_tree(project, "layouts/gem-rush/style.yaml", findings)
    run = choose(game, Choice(), findings)
    assert read is not None
    assert run is not None
    sheet = build_styles(*read, fonts, findings)
    faces = typeset(run, Studio(project, game, fonts, sheet, findings), findings)
    assert not findings.failed
    return faces


def pictures(faces: Sequence[Face], fonts: Fonts) -> list[Image.Image]:
    document = pdfium.PdfDocument(io.BytesIO(face_pdf(faces, fonts, "", "", "")))
    return [document[page].render(scale=DPI / 72).to_pil().convert("RGB") for page in range(len(document))]


def of(drawn: Sequence[Drawn], component: str) -> list[Drawn]:
    return [each for each in drawn if each.part.component.id == component]


@pytest.fixture(scope="module")
def tiles(drawn: Sequence[Drawn], fonts: Fonts) -> list[tuple[Drawn, Image.Image]]:
    rooms = of(drawn, "room")
    return list(zip(rooms, pictures([room.front for room in rooms], fonts), strict=True))


def strip(tile: Image.Image, edge: str) -> Image.Image:
    """A way's width along an edge, 1.5 mm deep, as it is seen with that edge at the bottom; a page has the bleed too."""
    turned = tile.rotate(TURNS[edge])
    cut, middle, half = (round(mm * DPI / 25.4) for mm in (66.5, 34.75, 15))
    return turned.crop((middle - half, cut - 4, middle + half, cut))


def test_ways_meet_across_every_edge(tiles: Sequence[tuple[Drawn, Image.Image]]) -> None:
    """Any door meets any other: along the edge it looks like the other in a mirror."""
    doors = {
        f"{tile.part.card.id} {door['edge']}": strip(picture, str(door["edge"]))
        for tile, picture in tiles
        for door in tile.part.card.values["doors"]
    }
    assert len(doors) == 144
    model = next(iter(doors.values())).convert("L").transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    for name, door in doors.items():
        unlike = ImageStat.Stat(ImageChops.difference(door.convert("L"), model)).mean[0]
        assert unlike < 3, name


def test_walls_are_dark_and_doors_are_lit(tiles: Sequence[tuple[Drawn, Image.Image]]) -> None:
    for tile, picture in tiles:
        doors = {str(door["edge"]) for door in tile.part.card.values["doors"]}
        for edge in TURNS:
            along = strip(picture, edge).convert("L")
            light = ImageStat.Stat(along).mean[0]
            assert (light > 180) if edge in doors else (light < 60), f"{tile.part.card.id} {edge}"


def lines(ops: Sequence[Op]) -> Iterator[tuple[float, str]]:
    """The size of each line of text in points, with what it says."""
    for op in ops:
        if isinstance(op, Group):
            yield from lines(op.ops)
        elif isinstance(op, Text):
            pieces = (piece for run in op.runs for piece in run.pieces)
            yield op.size, "".join(getattr(piece, "text", "") for piece in pieces)


def test_all_text_is_large_enough_to_read(drawn: Sequence[Drawn]) -> None:
    sizes = [(size, text) for each in drawn for size, text in lines(each.front.ops)]
    assert len(sizes) > 400
    assert min(sizes)[0] >= LEAST, min(sizes)


def test_every_price_stands_at_its_door(drawn: Sequence[Drawn]) -> None:
    for room in of(drawn, "room"):
        said = [text for size, text in lines(room.front.ops) if text.isdecimal()]
        assert sorted(said) == sorted(str(door["points"]) for door in room.part.card.values["doors"])


def test_each_pile_has_one_back(drawn: Sequence[Drawn]) -> None:
    for component in ("room", "gem"):
        backs = {each.back for each in of(drawn, component)}
        assert len(backs) == 1
        assert None not in backs


def test_gem_cards_have_no_wrong_way_up(drawn: Sequence[Drawn], fonts: Fonts) -> None:
    back = of(drawn, "gem")[0].back
    assert back is not None
    (picture,) = pictures([back], fonts)
    unlike = ImageChops.difference(picture, picture.rotate(180)).convert("L")
    strong = unlike.point(lambda level: 255 if level > 96 else 0)
    assert ImageStat.Stat(strong).mean[0] < 0.02 * 255


def test_gems_differ_in_shape_alone(game: Game, fonts: Fonts) -> None:
    """As black shapes of the size that they have at a door, every two differ in a good part of their area."""
    findings = Findings()
    project = Project(ROOT)
    read = load_tree(project, "layouts/gem-rush/style.yaml", findings)
    assert read is not None
    studio = Studio(project, game, fonts, build_styles(*read, fonts, findings), findings)
    shapes = {}
    for gem in (*map(str, game.lists["gem"].items), "wild"):
        layout = studio.layout(f"gems/{gem}.svg")
        assert layout is not None
        face = studio.face(layout, gem, {}, findings)
        assert face is not None
        (picture,) = pictures([face], fonts)
        small = picture.convert("L").resize((round(4.5 * DPI / 25.4 * 3),) * 2)
        shapes[gem] = small.point(lambda level: 255 if level < 250 else 0)
    for (one, first), (other, second) in itertools.combinations(shapes.items(), 2):
        differs = ImageStat.Stat(ImageChops.difference(first, second)).mean[0] / 255
        assert differs > 0.08, f"{one} and {other}: {differs:.2f}"


def test_prices_stay_clear_of_the_cut(drawn: Sequence[Drawn]) -> None:
    """The text of a tile; only rock and ways may go on to the edge."""
    safe = 3 * MM
    for room in of(drawn, "room"):
        for x, y, size in placed(room.front.ops):
            assert safe <= x <= 63.5 * MM - safe, (room.part.card.id, x, y, size)
            assert safe <= y <= 63.5 * MM - safe, (room.part.card.id, x, y, size)


def placed(ops: Sequence[Op]) -> Iterator[tuple[float, float, float]]:
    """Where each line of text begins, turned as it is."""
    for op in ops:
        if isinstance(op, Group):
            for x, y, size in placed(op.ops):
                yield (*op.matrix.apply(x, y), size)
        elif isinstance(op, Text):
            yield op.x, op.y, op.size
