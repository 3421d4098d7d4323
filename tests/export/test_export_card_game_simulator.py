"""Folders for Card Game Simulator: its definition by the published schema, and every card with its picture,
back and copies.

`DEFINITION` has the keys that are written, as the schema `CardGameDef.json` of December 2024 declares them.
"""

import io
import json
import re
from collections import Counter
from pathlib import Path

import jsonschema
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline import RunChoice
from nineup_export import ExportRequest, ExportResult, export, target_named
from PIL import Image
from tiny import BACK, GAME, SVG, write_tiny

FLOATS = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
}
DEFINITION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        **{key: {"type": "string"} for key in ("name", "copyright", "cardPrimaryProperty")},
        **{
            key: {"type": "string"}
            for key in ("cardImageFileType", "cardBackImageFileType", "playMatImageFileType")
        },
        "autoUpdate": {"type": "integer"},
        "cardSize": FLOATS,
        "playMatSize": FLOATS,
        "cardNameIsUnique": {"type": "boolean"},
        "cardProperties": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "type"],
                "properties": {
                    "name": {"type": "string"},
                    "type": {"enum": ["string", "escapedString", "integer", "boolean", "object"]},
                    "display": {"type": "string"},
                },
            },
        },
        "cardBackFaceImageUrls": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"id": {"type": "string"}, "url": {"type": "string"}},
            },
        },
        "deckFileType": {"enum": ["dec", "hsd", "lor", "txt", "ydk"]},
        "deckFileTxtId": {"enum": ["id", "set"]},
    },
}
LINE = re.compile(r"(\d+) \[([^\]]+)\] (.+)")


def foldered(root: Path) -> tuple[ExportResult, Findings]:
    target = target_named("card-game-simulator")
    assert target is not None
    findings = Findings()
    request = ExportRequest(target, {**target.defaults(), "dpi": 60}, RunChoice(players=2))
    return export(Project(root), "tiny", request, findings, lambda *_: None), findings


def test_the_definition_is_as_its_schema_says_and_every_card_is_there(tmp_path: Path) -> None:
    made, findings = foldered(write_tiny(tmp_path))
    assert made.status is Status.DONE
    assert [(f.code, f.severity) for f in findings] == [("cgs-left-out", "note")], "the chip"
    home = made.folder / "Tiny"
    definition = json.loads((home / "cgs.json").read_text())
    jsonschema.validate(definition, DEFINITION)
    assert (home / "Tiny.json").read_bytes() == (home / "cgs.json").read_bytes()
    assert (definition["name"], definition["cardSize"]) == ("Tiny", {"x": 2.5, "y": 3.5})
    cards = {card["id"]: card for card in json.loads((home / "AllCards.json").read_text())}
    sets = {each["code"]: each["name"] for each in json.loads((home / "AllSets.json").read_text())}
    assert sets == {"deck-sun": "Deck: Sun", "deck-moon": "Deck: Moon"}
    copies: Counter[tuple[str, str]] = Counter()
    for code in sets:
        first, *lines = (home / "decks" / f"{code}.txt").read_text().splitlines()
        assert first.startswith("### Tiny Deck: ")
        for line in lines:
            count, id, name = LINE.fullmatch(line).groups()  # type: ignore[union-attr]
            assert (cards[id]["name"], cards[id]["set"]) == (name, code)
            copies[code, name] += int(count)
    assert copies == {
        (f"deck-{owner}", name): n
        for owner in ("sun", "moon")
        for name, n in (("First Light", 1), ("Second Wind", 2))
    }
    assert {card["text"] for card in cards.values()} >= {"Take 1 gem and wait for the evening."}
    back = Image.open(home / "CardBack.png")
    for card in cards.values():
        picture = Image.open(home / "sets" / card["set"] / f"{card['id']}.png")
        assert picture.size == back.size == (150, 210)
    tones = {
        card: Image.open(home / f"sets/deck-sun/deck-sun_{card}.png").convert("RGB").getpixel((75, 20))
        for card in ("first", "second")
    }
    assert tones == {"first": (181, 22, 43), "second": (12, 122, 78)}


def test_backs_that_differ_are_named_by_their_cards(tmp_path: Path) -> None:
    bound = BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
    made, _ = foldered(write_tiny(tmp_path, back=bound))
    home = made.folder / "Tiny"
    (other,) = json.loads((home / "cgs.json").read_text())["cardBackFaceImageUrls"]
    cards = json.loads((home / "AllCards.json").read_text())
    assert {card["id"]: card.get("backs") for card in cards if card["set"] == "deck-sun"} == {
        "deck-sun_first": None,
        "deck-sun_second": [other["id"]],
    }
    tones = [
        Image.open(io.BytesIO(path.read_bytes())).convert("RGB").getpixel((75, 100))
        for path in (home / "CardBack.png", home / "backs" / f"{other['id']}.png")
    ]
    assert tones == [(181, 22, 43), (12, 122, 78)]


def test_a_single_mat_is_the_play_mat_and_cards_of_another_size_are_left_out_aloud(tmp_path: Path) -> None:
    more = "  land: {shape: mat, size: 254mm x 127mm, layout: land.svg}\n  big: {shape: card, size: tarot, layout: big.svg}\nrules:\n"
    root = write_tiny(
        tmp_path, game=GAME.replace("rules:\n", more, 1).replace("game: Tiny", 'game: "Tiny: the / Game"')
    )
    for name, wide, high in (("land", 254, 127), ("big", 70, 120)):
        text = SVG.format(w=wide, h=high) + f'<rect width="{wide}" height="{high}" fill="#00f"/></svg>'
        (root / f"layouts/tiny/{name}.svg").write_text(text)
    made, findings = foldered(root)
    left = [f.message.partition("`")[2].partition("`")[0] for f in findings if f.code == "cgs-left-out"]
    assert left == ["chip", "big"]
    home = made.folder / "Tiny the Game"
    definition = json.loads((home / "cgs.json").read_text())
    assert definition["playMatSize"] == {"x": 10.0, "y": 5.0}
    assert Image.open(home / "PlayMat.png").size == (600, 300)
    again, _ = foldered(root)
    assert again.files == made.files
    assert (home / "cgs.json").exists()


def test_cards_come_before_tiles_however_many_these_are(tmp_path: Path) -> None:
    tiles = (
        GAME.partition("rules:")[0]
        .replace("shape: token", "shape: tile")
        .replace("setup: 3 * players\n    box: {4: 12, 6: 18}", "copies: 500")
    )
    _, findings = foldered(write_tiny(tmp_path, game=tiles))
    assert [f.message.partition(":")[0] for f in findings] == ["`chip` is left out"]


def test_a_game_without_cards_is_refused(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=GAME.replace("shape: card", "shape: token\n    outline: rectangle"))
    made, findings = foldered(root)
    assert (made.status, [f.code for f in findings if f.severity == "error"]) == (
        Status.IMPOSSIBLE,
        ["cgs-cards"],
    )
