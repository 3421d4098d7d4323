"""The look of Gem Rush: a built mine is one picture, gems differ in shape, backs reveal nothing."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from looks import DPI, LEAST, Desk, lines, unlike
from nineup.base.units import MM
from nineup.layout.typeset import Drawn
from nineup.model.drawing import Group, Op, Text
from PIL import Image, ImageChops, ImageStat

TURNS = {"bottom": 0, "left": 90, "top": 180, "right": 270}
"""How far a tile is turned, counterclockwise as pictures are, for an edge to be at the bottom."""


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk("gem-rush")


@pytest.fixture(scope="module")
def tiles(desk: Desk) -> list[tuple[Drawn, Image.Image]]:
    rooms = desk.of("room")
    return list(zip(rooms, desk.pictures([room.front for room in rooms], mode="RGB"), strict=True))


@pytest.fixture(scope="module")
def large(desk: Desk) -> list[tuple[Drawn, Image.Image]]:
    """The rooms in grey, four times as large."""
    rooms = desk.of("room")
    return list(zip(rooms, desk.pictures([room.front for room in rooms], 4 * DPI), strict=True))


def strip(tile: Image.Image, edge: str) -> Image.Image:
    """A way's width along an edge, 1.5 mm deep, as it is seen with that edge at the bottom; a page has the
    bleed too.
    """
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
        assert ImageStat.Stat(ImageChops.difference(door.convert("L"), model)).mean[0] < 3, name


def test_walls_are_dark_and_doors_are_lit(tiles: Sequence[tuple[Drawn, Image.Image]]) -> None:
    for tile, picture in tiles:
        doors = {str(door["edge"]) for door in tile.part.card.values["doors"]}
        for edge in TURNS:
            along = strip(picture, edge).convert("L")
            light = ImageStat.Stat(along).mean[0]
            assert (light > 180) if edge in doors else (light < 60), f"{tile.part.card.id} {edge}"


def test_what_is_in_a_room_stays_clear_of_the_price_above_it(
    large: Sequence[tuple[Drawn, Image.Image]],
) -> None:
    """There is floor between it and the signs, whether the price has one row of gems or two."""
    rooms = [
        (room, picture)
        for room, picture in large
        if any(door["edge"] == "top" for door in room.part.card.values["doors"])
    ]
    assert len(rooms) > 20
    for room, picture in rooms:
        left, top, right, bottom = (round((mm + 3) / 25.4 * 4 * DPI) for mm in (26, 11.85, 37.5, 12.05))
        darkest = picture.crop((left, top, right, bottom)).getextrema()[0]
        assert darkest > 140, room.part.card.id


def test_places_to_stand_are_clear_of_words_and_prices(large: Sequence[tuple[Drawn, Image.Image]]) -> None:
    """Four in each room: nothing darker than a boot's print is where a miner stands."""
    corners = ((17.8, 17.5), (45.7, 17.5), (17.7, 47.9), (45.8, 47.9))
    for room, picture in large:
        for across, down in corners:
            box = [
                round((mm + 3) / 25.4 * 4 * DPI)
                for mm in (across - 2.2, down - 1.8, across + 2.2, down + 1.8)
            ]
            place = picture.convert("L").crop((box[0], box[1], box[2], box[3]))
            assert place.getextrema()[0] > 70, room.part.card.id
            assert ImageStat.Stat(place).stddev[0] > 8, f"{room.part.card.id}: no prints"


def test_all_text_is_large_enough_to_read(desk: Desk) -> None:
    sizes = [(size, text) for each in desk.drawn for size, text in lines(each.front.ops)]
    assert len(sizes) > 400
    assert min(sizes)[0] >= LEAST, min(sizes)


def test_what_a_room_does_stands_in_the_same_signs_at_each_of_its_sides(desk: Desk) -> None:
    """Numbers of a strip, smaller than those of a price, are there four times."""
    for room in desk.of("room"):
        signs = Counter(
            text for size, text in lines(room.front.ops) if text[:1] in "12345x" and 11 < size < 12
        )
        assert all(amount % 4 == 0 for amount in signs.values()), (room.part.card.id, signs)
        dug = {"vein": "2", "shaft": "3", "crucible": "2"}.get(str(room.part.card.values["family"]))
        assert dug is None or signs[dug] == 4, room.part.card.id


def test_every_price_is_at_its_door(desk: Desk) -> None:
    for room in desk.of("room"):
        said = [text for size, text in lines(room.front.ops) if text.isdecimal() and size >= 12]
        assert sorted(said) == sorted(str(door["points"]) for door in room.part.card.values["doors"])


def test_a_miner_is_cut_along_one_contour_through_both_sides(desk: Desk) -> None:
    """Folded, what is printed of the back lies behind what is printed of the front, and beside it is bare paper."""
    faces = [miner.front for miner in desk.of("miner")]
    assert len(faces) == 6
    for whole in desk.pictures(faces, 4 * DPI):
        height, fold = whole.height, whole.height // 2
        foot = round(height * 7 / 70)
        front = whole.crop((0, fold, whole.width, height - foot))
        back = whole.crop((0, foot, whole.width, fold)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        inside, behind = (side.point(lambda level: 255 if level < 250 else 0) for side in (front, back))
        assert unlike(inside, behind) < 0.02
        bare = 1 - ImageStat.Stat(inside).mean[0] / 255
        assert 0.1 < bare < 0.5, bare


@pytest.mark.parametrize("component", ["room", "gem"])
def test_each_pile_has_one_back(desk: Desk, component: str) -> None:
    assert desk.back(component).ops


def test_gem_cards_have_no_wrong_way_up(desk: Desk) -> None:
    (picture,) = desk.pictures([desk.back("gem")])
    assert unlike(picture, picture.rotate(180)) < 0.02


def test_gems_differ_in_shape_alone(desk: Desk) -> None:
    """As black shapes of the size that they have at a door, every two differ in a good part of their area."""
    gems = (*map(str, desk.game.lists["gem"].items), "wild")
    side = round(4.5 * DPI / 25.4 * 3)
    small = (
        picture.resize((side, side))
        for picture in desk.pictures(desk.art([f"gems/{gem}.svg" for gem in gems]))
    )
    shapes = [picture.point(lambda level: 255 if level < 250 else 0) for picture in small]
    for (one, first), (other, second) in itertools.combinations(zip(gems, shapes, strict=True), 2):
        assert unlike(first, second) > 0.08, f"{one} and {other}"


def test_prices_stay_clear_of_the_cut(desk: Desk) -> None:
    """The text of a tile; only rock and ways may go on to the edge."""
    safe = 3 * MM
    for room in desk.of("room"):
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
