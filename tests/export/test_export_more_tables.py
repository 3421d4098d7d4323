"""Tabletop Playground and Screentop: every piece of the run is there, and every place of a picture shows its
face.

`TEMPLATE` has the demands that the published JSON Schema of Tabletop Playground makes on cards, figures and card holders.
"""

import csv
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from nineup.base.diagnostics import Status
from nineup_export import ExportResult
from PIL import Image
from test_export_tabletop_simulator import alike, exported, larger
from tiny import BACK, write_tiny

NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
COUNT = {"type": "integer", "minimum": 1, "maximum": 128}
BY_PLACE = {"type": "object", "propertyNames": {"pattern": "^[0-9]+$"}}
COMMON: dict[str, Any] = {
    "GUID": {"type": "string", "pattern": "^[0-9A-F]{32}$"},
    "Name": TEXT,
    "Metadata": TEXT,
    "CollisionType": {"enum": ["Regular", "Ground", "Penetrable", "Static"]},
    "SurfaceType": {"enum": ["Cardboard", "Cloth", "Glass", "Metal", "Plastic", "Silent", "Wood"]},
    "Flippable": FLAG,
    "Models": {"type": "array", "maxItems": 0},
    "Tags": {"type": "array", "items": TEXT},
    "FrontTexture": TEXT,
    "BackTexture": TEXT,
}
CARD: dict[str, Any] = COMMON | {
    "Type": {"const": "Card"},
    "HiddenTexture": TEXT,
    "BackIndex": {"type": "integer", "minimum": -3},
    "HiddenIndex": {"type": "integer", "minimum": -3},
    "NumHorizontal": COUNT,
    "NumVertical": COUNT,
    "Width": {"type": "number", "minimum": 0.1},
    "Height": {"type": "number", "minimum": 0.1},
    "Thickness": {"type": "number", "minimum": 0.01},
    "Indices": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}},
    "CardNames": BY_PLACE | {"additionalProperties": TEXT},
    "CardMetadata": BY_PLACE | {"additionalProperties": TEXT},
    "CardTags": BY_PLACE | {"additionalProperties": {"type": "array", "items": TEXT}},
    "HiddenInHand": FLAG,
    "UsedWithCardHolders": FLAG,
    "CanStack": FLAG,
    "MirrorBack": FLAG,
    "Model": TEXT,
    "ScriptName": TEXT,
}
FIGURE: dict[str, Any] = COMMON | {"Type": {"const": "Cardboard Figure"}, "UseAlpha": FLAG}
VECTOR = {"type": "object", "required": ["X", "Y", "Z"], "additionalProperties": NUMBER}
MODEL = {
    "type": "object",
    "properties": {
        "Model": TEXT,
        "Offset": VECTOR,
        "Rotation": VECTOR,
        "Scale": VECTOR,
        "UseOverrides": {"type": "boolean"},
        "Roughness": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["Model", "Offset", "Rotation", "Scale", "UseOverrides", "Roughness"],
    "additionalProperties": False,
}
HOLDER: dict[str, Any] = {key: value for key, value in COMMON.items() if not key.endswith("Texture")} | {
    "Type": {"const": "Card Holder"},
    "Models": {"type": "array", "minItems": 1, "items": MODEL},
    "CardsCenter": VECTOR,
    "CardsWidth": {"type": "number", "minimum": 0.1},
    "MaxCards": {"type": "integer", "minimum": 1},
    "MaxCardHeight": {"type": "number", "minimum": 0.1},
}
WANTED_BY_ALL = ["Type", "GUID", "Name", "Metadata", "CollisionType", "SurfaceType", "Models", "Tags"]
WANTED_BY_FIGURES = [*WANTED_BY_ALL, "FrontTexture"]
WANTED_BY_CARDS = ["BackIndex", "HiddenIndex", "Indices", "CardNames", "CardMetadata", "CardTags"]
TEMPLATE = {
    "oneOf": [
        {"properties": CARD, "required": WANTED_BY_FIGURES + WANTED_BY_CARDS, "additionalProperties": False},
        {"properties": FIGURE, "required": WANTED_BY_FIGURES, "additionalProperties": False},
        {"properties": HOLDER, "required": WANTED_BY_ALL, "additionalProperties": False},
    ]
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return larger(tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def package(root: Path) -> ExportResult:
    made, findings = exported(root, "tabletop-playground", dpi=100)
    assert (made.status, findings) == (Status.DONE, [])
    return made


@pytest.fixture(scope="module")
def plain(root: Path) -> Path:
    """The same faces as plain pictures."""
    return exported(root, "pictures", dpi=100, bleed=0.0)[0].folder


def templates(made: ExportResult) -> dict[str, dict[str, Any]]:
    found = [json.loads((made.folder / name).read_bytes()) for name in made.files if "/Templates/" in name]
    return {each["Name"]: each for each in found}


def picture(made: ExportResult, name: str) -> Image.Image:
    return Image.open(made.folder / name).convert("RGBA")


def place(sheet: Image.Image, columns: int, rows: int, at: int) -> Image.Image:
    """A place of a sheet, from 0 along the rows."""
    assert (sheet.width % columns, sheet.height % rows) == (0, 0)
    wide, high = sheet.width // columns, sheet.height // rows
    row, column = divmod(at, columns)
    return sheet.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))


def test_templates_are_as_the_published_schema_demands(package: ExportResult) -> None:
    found = templates(package)
    assert sorted(found) == ["chip", "deck-moon", "deck-sun", "field", "hand", "hero", "land", "set-up"]
    for each in found.values():
        jsonschema.validate(each, TEMPLATE)
        for key in {"FrontTexture", "BackTexture"} & each.keys():
            assert f"tiny/Textures/{each[key]}" in package.files
    assert len({each["GUID"] for each in found.values()}) == len(found)
    manifest = json.loads((package.folder / "tiny/Manifest.json").read_bytes())
    assert sorted(manifest) == ["GUID", "Name", "Version"]


def test_a_package_has_every_copy_with_its_name_text_and_tags(package: ExportResult) -> None:
    found = templates(package)
    deck = found["deck-sun"]
    names = Counter(deck["CardNames"][str(index)] for index in deck["Indices"])
    assert names == {"First Light": 1, "Second Wind": 2}
    assert deck["CardMetadata"]["0"] == "Take 1 gem and wait for the evening."
    assert deck["CardTags"]["0"] == ["deck", "sun", "first"]
    assert {name: len(each["Indices"]) for name, each in found.items() if "Indices" in each} == {
        "deck-sun": 3,
        "deck-moon": 3,
        "chip": 6,
        "field": 3,
        "land": 1,
        "set-up": 1,
    }
    assert package.remarks["tiny/Templates/deck-sun.json"].startswith("3 cards, 2 × 2 places")


def test_each_place_of_a_deck_shows_its_card(package: ExportResult, plain: Path) -> None:
    deck = templates(package)["deck-moon"]
    sheet = picture(package, f"tiny/Textures/{deck['FrontTexture']}")
    for index, name in enumerate(("first", "second")):
        shown = place(sheet, deck["NumHorizontal"], deck["NumVertical"], index)
        assert alike(shown, plain / f"deck/moon/{name}.png")
    assert deck["BackIndex"] == -2
    assert alike(picture(package, f"tiny/Textures/{deck['BackTexture']}"), plain / "deck/moon.back.png")


def test_pieces_have_their_true_sizes_and_shapes(package: ExportResult) -> None:
    found = templates(package)
    sizes = {name: (each["Width"], each["Height"]) for name, each in found.items() if "Width" in each}
    assert sizes["deck-sun"] == (6.35, 8.89)
    assert sizes["chip"] == (1.6, 1.6)
    assert sizes["land"] == (60.0, 40.0)
    assert {name: found[name]["Model"] for name in ("deck-sun", "chip", "field", "land")} == {
        "deck-sun": "Rounded",
        "chip": "Round",
        "field": "field.png",
        "land": "Square",
    }
    assert picture(package, "tiny/Textures/field.png").getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert (found["land"]["CollisionType"], found["land"]["CanStack"]) == ("Ground", False)
    hero = picture(package, "tiny/Textures/hero.png")
    assert [hero.getpixel((50, y)) for y in (30, 140)] == [(255, 255, 255, 255), (255, 0, 0, 255)]


def test_ids_stay_the_same_when_cards_change(root: Path, package: ExportResult, tmp_path: Path) -> None:
    before = {name: each["GUID"] for name, each in templates(package).items()}
    edited = shutil.copytree(root, tmp_path / "edited")
    cards = edited / "cards/tiny/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("First Light", "Dawn"), encoding="utf-8")
    again, _ = exported(edited, "tabletop-playground", dpi=50)
    assert "Dawn" in templates(again)["deck-sun"]["CardNames"].values()
    assert {name: each["GUID"] for name, each in templates(again).items()} == before


@pytest.fixture(scope="module")
def sheets(root: Path) -> ExportResult:
    made, findings = exported(root, "screentop", dpi=100)
    assert (made.status, findings) == (Status.DONE, [])
    return made


def rows(made: ExportResult) -> list[dict[str, str]]:
    with (made.folder / "pieces.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_row_for_each_kind_of_piece_says_where_it_is(sheets: ExportResult) -> None:
    found = rows(sheets)
    copies = Counter({(row["component"], row["owner"], row["id"]): int(row["copies"]) for row in found})
    assert copies == {
        **{
            ("deck", owner, id): count
            for owner in ("sun", "moon")
            for id, count in (("first", 1), ("second", 2))
        },
        ("chip", "", "chip"): 6,
        ("hero", "", "hero"): 1,
        ("field", "", "field"): 3,
        ("land", "", "land"): 1,
    }
    assert found[0]["name"] == "First Light"
    assert found[0]["text"] == "Take 1 gem and wait for the evening."
    assert (found[0]["width"], found[0]["height"]) == ("63.5", "88.9")
    named = {name for row in found for name in (row["sheet"], row["back"]) if name}
    assert named == {name for name in sheets.files if name.endswith(".png")}


def test_each_place_of_a_sheet_shows_its_piece(sheets: ExportResult, plain: Path) -> None:
    for row in rows(sheets):
        columns, count = int(row["columns"]), int(row["rows"])
        shown = place(picture(sheets, row["sheet"]), columns, count, int(row["place"]) - 1)
        if row["component"] == "deck":
            assert alike(shown, plain / f"deck/{row['owner']}/{row['id']}.png")
            assert row["back_place"] == "0"
            assert alike(picture(sheets, row["back"]), plain / f"deck/{row['owner']}.back.png")
        elif row["component"] == "chip":
            assert shown.getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_backs_that_differ_are_in_the_same_places(tmp_path: Path) -> None:
    game = write_tiny(
        tmp_path, back=BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
    )
    made, _ = exported(game, "screentop", dpi=50)
    first, second = (row for row in rows(made) if row["owner"] == "sun")
    assert (first["back_place"], second["back_place"]) == ("1", "2")
    backs = picture(made, first["back"])
    tones = [
        place(backs, int(row["columns"]), int(row["rows"]), int(row["back_place"]) - 1).getpixel((60, 80))
        for row in (first, second)
    ]
    assert tones == [(181, 22, 43, 255), (12, 122, 78, 255)]
    package, _ = exported(game, "tabletop-playground", dpi=50)
    assert templates(package)["deck-sun"]["BackIndex"] == -3
