"""Saved objects of Tabletop Simulator: every piece of the run is there, and every picture shows what it says.

There is no published schema of the format. `SCHEMA` is what the types of its Lua API declare of saved
objects; sizes at scale 1 are those that another program's importer of these files uses, written down here
once more.
"""

import io
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline import RunChoice
from nineup_export import ExportRequest, ExportResult, export, target_named
from PIL import Image, ImageChops, ImageStat
from tiny import BACK, CARDS, GAME, SVG, write_tiny

NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
DECK = {
    "type": "object",
    "properties": {
        "FaceURL": TEXT,
        "BackURL": TEXT,
        "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
        "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
        "BackIsHidden": FLAG,
        "UniqueBack": FLAG,
        "Type": {"enum": [0, 1, 2, 3, 4]},
    },
    "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack"],
    "additionalProperties": False,
}
AXES = [f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"]
OBJECT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
        "Name": {
            "enum": [
                "Card",
                "CardCustom",
                "DeckCustom",
                "Custom_Tile",
                "Custom_Token",
                "Figurine_Custom",
                "Bag",
                "HandTrigger",
            ]
        },
        "Transform": {
            "type": "object",
            "properties": dict.fromkeys(AXES, NUMBER),
            "required": AXES,
            "additionalProperties": False,
        },
        "Nickname": TEXT,
        "Description": TEXT,
        "Tags": {"type": "array", "items": TEXT},
        "Locked": FLAG,
        "CardID": {"type": "integer"},
        "DeckIDs": {"type": "array", "items": {"type": "integer"}},
        "CustomDeck": {"type": "object", "patternProperties": {"^[1-9][0-9]*$": DECK}},
        "CustomImage": {
            "type": "object",
            "properties": {
                "ImageURL": TEXT,
                "ImageSecondaryURL": TEXT,
                "CustomTile": {
                    "type": "object",
                    "properties": {"Type": {"enum": [0, 1, 2, 3]}, "Thickness": NUMBER, "Stackable": FLAG},
                },
                "CustomToken": {"type": "object", "properties": {"MergeDistancePixels": NUMBER}},
            },
            "required": ["ImageURL"],
        },
        "ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}},
    },
    "required": ["GUID", "Name", "Transform"],
}
SCHEMA = {
    "type": "object",
    "properties": {
        "SaveName": TEXT,
        "ObjectStates": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/object"}},
    },
    "required": ["ObjectStates"],
    "$defs": {"object": OBJECT},
}
STANDEE = SVG.format(w=25, h=40) + '\n  <rect y="20" width="25" height="20" fill="#ff0000"/>\n</svg>\n'
MORE = """\
  hero: {shape: standee, size: 25mm x 40mm, layout: hero.svg}
  field: {shape: tile, size: 30mm, outline: hexagon, layout: field.svg, copies: 3}
  land: {shape: board, size: 600mm x 400mm, layout: land.svg}
rules:
"""
SUN = RunChoice(players=2)


def exported(root: Path, to: str = "tabletop-simulator", **asked: Any) -> tuple[ExportResult, Findings]:
    findings = Findings()
    target = target_named(to)
    assert target is not None
    request = ExportRequest(target, {**target.defaults(), **asked}, SUN)
    return export(Project(root), "tiny", request, findings, lambda *_: None), findings


def larger(root: Path) -> Path:
    """The small project with a figure, hexagons and a board."""
    write_tiny(root, game=GAME.replace("rules:\n", MORE, 1))
    (root / "layouts/tiny/hero.svg").write_text(STANDEE)
    for name, wide, high in (("field", 30, 34.641), ("land", 600, 400)):
        text = (
            SVG.format(w=wide, h=high)
            + f'\n  <rect width="{wide}" height="{high}" fill="#0000ff"/>\n</svg>\n'
        )
        (root / f"layouts/tiny/{name}.svg").write_text(text)
    return root


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    made, findings = exported(larger(tmp_path_factory.mktemp("game")))
    assert (made.status, findings) == (Status.DONE, [])
    return made


def table(made: ExportResult, name: str = "tiny-2p.json") -> dict[str, Any]:
    read: dict[str, Any] = json.loads((made.folder / name).read_text(encoding="utf-8"))
    return read


def every(things: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for thing in things:
        yield thing
        yield from every(thing.get("ContainedObjects", []))


def opened(address: str) -> Image.Image:
    assert address.startswith("file:///")
    return Image.open(io.BytesIO(Path("/", address.removeprefix("file:///")).read_bytes())).convert("RGBA")


def size_of(thing: dict[str, Any]) -> tuple[float, float]:
    """Width and height on the table, by what other programs know of the sizes at scale 1."""
    across, deep = thing["Transform"]["scaleX"], thing["Transform"]["scaleZ"]
    if "CustomDeck" in thing:
        deck = next(iter(thing["CustomDeck"].values()))
        picture = opened(deck["FaceURL"])
        wide, high = picture.width / deck["NumWidth"], picture.height / deck["NumHeight"]
        return 7.7 / 2.54 * wide / high * across, 7.7 / 2.54 * deep
    if thing["Name"] == "Bag":
        return 2.5, 2.5
    picture = opened(thing["CustomImage"]["ImageURL"])
    if thing["Name"] == "Custom_Token":
        scale = (88 / (picture.width * picture.height)) ** 0.5 / 2.54
        return picture.width * scale * across, picture.height * scale * deep
    high = 6 / 2.54 if thing["Name"] == "Figurine_Custom" else 2.0
    return high * picture.width / picture.height * across, high * deep


def test_every_file_is_as_the_types_of_the_program_say(played: ExportResult) -> None:
    names = [name for name in played.files if name.endswith(".json")]
    parts = ("deck", "chip", "hero", "field", "land")
    whole = ["tiny-2p.json", "saves/TS_Save_tiny-2p.json"]
    assert names == [*(f"components/{part}.json" for part in parts), *whole]
    for name in names:
        read = table(played, name)
        jsonschema.validate(read, SCHEMA)
        numbers = [thing["GUID"] for thing in every(read["ObjectStates"])]
        assert len(numbers) == len(set(numbers))


def test_every_piece_of_the_run_is_there_by_its_name_with_its_text_and_tags(played: ExportResult) -> None:
    things = [t for t in every(table(played)["ObjectStates"]) if t["Name"] not in ("DeckCustom", "Bag")]
    assert Counter((t["Tags"][0], t["Tags"][-1], t["Nickname"]) for t in things) == {
        **{("deck", owner, f"First Light: {owner.capitalize()}"): 1 for owner in ("sun", "moon")},
        **{("deck", owner, f"Second Wind: {owner.capitalize()}"): 2 for owner in ("sun", "moon")},
        ("chip", "chip", "Chip"): 6,
        ("hero", "hero", "Hero"): 1,
        ("field", "field", "Field"): 3,
        ("land", "land", "Land"): 1,
    }
    texts = {t["Description"] for t in things if t["Tags"][0] == "deck"}
    assert texts == {
        "Take 1 gem and wait for the evening.",
        "Give 2 gem to another player: an official, efficient waffle.",
    }


def test_each_place_of_a_picture_shows_the_face_of_its_card(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    made, _ = exported(root, dpi=100)
    plain, _ = exported(root, "pictures", dpi=100, bleed=0.0)
    for deck in table(made)["ObjectStates"]:
        if deck["Name"] != "DeckCustom":
            continue
        owner = deck["Tags"][-1]
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert deck["Transform"]["rotZ"] == 180
        for card in deck["ContainedObjects"]:
            key, place = divmod(card["CardID"], 100)
            picture = card["CustomDeck"][str(key)]
            assert picture == deck["CustomDeck"][str(key)]
            sheet = opened(picture["FaceURL"])
            wide, high = sheet.width // picture["NumWidth"], sheet.height // picture["NumHeight"]
            row, column = divmod(place, picture["NumWidth"])
            shown = sheet.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))
            name = "first" if card["Nickname"].startswith("First") else "second"
            assert alike(shown, plain.folder / f"deck/{owner}/{name}.png")
            assert alike(opened(picture["BackURL"]), plain.folder / f"deck/{owner}.back.png")


def alike(shown: Image.Image, path: Path) -> bool:
    wanted = Image.open(path).convert("RGBA")
    if shown.size != wanted.size:
        return False
    return max(ImageStat.Stat(ImageChops.difference(shown, wanted)).mean) < 1.5


def test_things_have_their_true_sizes_and_lie_apart(played: ExportResult) -> None:
    things = table(played)["ObjectStates"]
    inch = 7.7 / 2.54 / 88.9  # units in a millimetre
    wanted = {
        "deck": (63.5, 88.9),
        "hero": (25, 40),
        "land": (600, 400),
    }
    boxes = []
    for thing in things:
        wide, high = size_of(thing)
        kind = thing["Tags"][0]
        if kind in wanted:
            assert (wide, high) == pytest.approx([side * inch for side in wanted[kind]], rel=0.01)
        x, z = thing["Transform"]["posX"], thing["Transform"]["posZ"]
        boxes.append((x - wide / 2, z - high / 2, x + wide / 2, z + high / 2))
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    chip, field = (next(t for t in every(things) if t["Nickname"] == name) for name in ("Chip", "Field"))
    assert size_of(chip) == pytest.approx((16 * inch, 16 * inch), rel=0.01)
    assert size_of(field) == pytest.approx((30 * inch, 34.641 * inch), rel=0.02)
    assert opened(field["CustomImage"]["ImageURL"]).getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_a_save_has_a_hand_for_each_player_and_the_set_up_dealt(tmp_path: Path) -> None:
    deal = """\
rules:
  - deal:
      player: {deck: 2, chip: 1}
"""
    root = larger(tmp_path)
    game = (root / "cards/tiny/game.yaml").read_text()
    (root / "cards/tiny/game.yaml").write_text(game.replace("rules:\n", deal, 1))
    made, findings = exported(root)
    assert (made.status, findings) == (Status.DONE, [])
    save = table(made, "saves/TS_Save_tiny-2p.json")
    things = save["ObjectStates"]
    hands = [each for each in things if each["Name"] == "HandTrigger"]
    assert [each["FogColor"] for each in hands] == ["White", "Red"]
    assert [each["Transform"]["rotY"] for each in hands] == [0, 180]
    for hand, owner in zip(hands, ("sun", "moon"), strict=True):
        at = hand["Transform"]
        inside = [
            each
            for each in things
            if each["Name"] == "CardCustom"
            and abs(each["Transform"]["posX"] - at["posX"]) < at["scaleX"] / 2
            and abs(each["Transform"]["posZ"] - at["posZ"]) < at["scaleZ"] / 2
        ]
        assert [owner in each["Tags"] for each in inside] == [True, True]
        others = [each for each in things if each["Name"] not in ("HandTrigger", "CardCustom")]
        assert all(abs(each["Transform"]["posZ"]) < abs(at["posZ"]) - at["scaleZ"] / 2 for each in others)
    loose = [each for each in things if "chip" in each.get("Tags", ()) and each["Name"] == "Custom_Tile"]
    assert len(loose) == 2
    kept = [each for each in every(table(made)["ObjectStates"]) if each["Name"] not in ("Bag", "DeckCustom")]
    dealt = [each for each in every(things) if each["Name"] not in ("Bag", "DeckCustom", "HandTrigger")]
    assert Counter(each["Nickname"] for each in dealt) == Counter(each["Nickname"] for each in kept)


def test_a_figure_stands_upright_on_both_sides(played: ExportResult) -> None:
    hero = next(t for t in table(played)["ObjectStates"] if t["Name"] == "Figurine_Custom")
    for side in ("ImageURL", "ImageSecondaryURL"):
        picture = opened(hero["CustomImage"][side])
        assert [picture.getpixel((150, y)) for y in (100, 400)] == [(255, 255, 255, 255), (255, 0, 0, 255)]


def test_backs_that_differ_are_in_the_same_places(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    bound = BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
    (root / "layouts/tiny/back.svg").write_text(bound)
    made, _ = exported(root)
    deck = next(t for t in table(made)["ObjectStates"] if t["Name"] == "DeckCustom")
    (picture,) = deck["CustomDeck"].values()
    assert picture["UniqueBack"] is True
    faces, backs = opened(picture["FaceURL"]), opened(picture["BackURL"])
    assert faces.size == backs.size
    wide, high = backs.width // 2, backs.height // 2
    tones = [backs.getpixel((x + wide // 2, high // 2))[:3] for x in (0, wide)]  # type: ignore[index]
    assert tones == [(181, 22, 43), (12, 122, 78)]


def test_more_cards_than_a_picture_holds_are_in_several(tmp_path: Path) -> None:
    entry = "  - {{id: c{0}, suit: jade, name: Card {0}, text: Nothing.}}\n"
    cards = CARDS[: CARDS.index("  - id: first")] + "".join(entry.format(n) for n in range(70))
    made, findings = exported(write_tiny(tmp_path, cards=cards))
    assert findings == []
    deck, other = (t for t in table(made)["ObjectStates"] if t["Name"] == "DeckCustom")
    assert sorted(other["CustomDeck"]) == ["3", "4"]
    assert sorted(deck["CustomDeck"]) == ["1", "2"]
    assert Counter(number // 100 for number in deck["DeckIDs"]) == {1: 69, 2: 1}
    for picture in deck["CustomDeck"].values():
        assert max(opened(picture["FaceURL"]).size) <= 4096
    assert (
        next(text for name, text in made.remarks.items() if "69 cards" in text)
        == "69 cards, 10 × 7 places, 4090 × 4011 pixels, 163 dpi"
    )


def test_pictures_are_named_by_their_content_and_found_at_the_address_given(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    one, _ = exported(root, **{"base-url": "https://example.org/tiny/"})
    addresses = {
        value
        for thing in every(table(one)["ObjectStates"])
        for deck in thing.get("CustomDeck", {"": {}}).values()
        for key, value in (*deck.items(), *thing.get("CustomImage", {}).items())
        if key.endswith("URL")
    }
    assert {address.removeprefix("https://example.org/tiny/") for address in addresses} == {
        name for name in one.files if name.endswith(".png")
    }
    write_tiny(root, cards=CARDS.replace("First Light", "Last Light"))
    two, _ = exported(root, **{"base-url": "https://example.org/tiny/"})
    changed = set(two.files) - set(one.files)
    assert {name.rpartition(".")[0].rpartition(".")[0] for name in changed} == {
        "pictures/deck-sun",
        "pictures/deck-moon",
    }
    assert not any((one.folder / name).exists() for name in set(one.files) - set(two.files))


def test_limits_are_found_before_anything_is_written(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    made, findings = exported(root, **{"base-url": "C:\\games"})
    assert (made.status, made.files) == (Status.IMPOSSIBLE, ())
    assert [(f.code, f.message) for f in findings] == [
        ("export-setting", "`C:\\games` is not the address of a web server")
    ]
    assert not (tmp_path / "output").exists()
    large = GAME.replace("size: poker", "size: 200mm x 280mm", 1)
    for name in ("card", "back"):
        svg = (root / f"layouts/tiny/{name}.svg").read_text()
        svg = svg.replace('width="63.5mm" height="88.9mm"', 'width="200mm" height="280mm"', 1)
        (root / f"layouts/tiny/{name}.svg").write_text(svg)
    entry = "  - {{id: c{0}, suit: jade, name: Card {0}, text: Nothing.}}\n"
    cards = CARDS[: CARDS.index("  - id: first")] + "".join(entry.format(n) for n in range(30))
    write_tiny(root, game=large, cards=cards, card=(root / "layouts/tiny/card.svg").read_text())
    (root / "layouts/tiny/back.svg").write_text(svg)
    _, findings = exported(root, dpi=150)
    sharp = [f for f in findings if f.code == "export-sharpness"]
    assert [f.span.line for f in sharp if f.span] == [14]
    assert sharp[0].message == "`deck`: 30 pieces in a picture of 4,096 pixels have only 74 dpi"
    assert sharp[0].hint.startswith("`--per-sheet 11` makes them 123 dpi sharp")
