"""Objects of Tabletop Simulator as its saved files hold them, in the units of its table.

The format is JSON without a published schema; the fields and the numbers of types are those that the program
itself writes. Sizes at scale 1 were measured by others (docs/exports.md). A poker card has scale 1, and
everything else its size relative to it.
"""

import math
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from nineup.base import MM
from nineup.base.geometry import Size

ObjectState = dict[str, Any]
"""An object with its fields; its position and GUID are set when the table is laid out."""

CARD_HEIGHT = 7.7 / 2.54
"""The height of a card at scale 1; its width follows from the proportions of its place in the picture."""

TILE_HEIGHT = 2.0
"""The height of a tile at scale 1, the diameter of a round one; the width of a box follows from its
picture.
"""

FIGURINE_HEIGHT = 6.0 / 2.54
"""The height of the picture of a figurine at scale 1."""

TOKEN_AREA = 88.0 / 2.54**2
"""The area of a token's picture at scale 1."""

UNITS = CARD_HEIGHT / (88.9 * MM)
"""Units of the table per point."""

ROUNDED, SQUARE = 0, 1
"""The shape of cards: `Type` of a deck."""

BOX, ROUND = 0, 2
"""The shape of tiles: `Type` of a tile."""

PAPER = {"r": 1.0, "g": 1.0, "b": 1.0}


def footprint(size: Size) -> Size:
    """The size of a piece on the table."""
    return Size(size.width * UNITS, size.height * UNITS)


def card(
    key: int, place: int, deck: ObjectState, about: ObjectState, size: Size, is_down: bool
) -> ObjectState:
    """A single card: the picture with this key, and its place in it; `is_down` if its back is up."""
    return _object("CardCustom", about, size.height * UNITS / CARD_HEIGHT, is_down=is_down) | {
        "CardID": key * 100 + place,
        "SidewaysCard": False,
        "HideWhenFaceDown": True,
        "Hands": True,
        "CustomDeck": {str(key): deck},
    }


def pile(cards: Sequence[ObjectState], nickname: str, tags: Sequence[str]) -> ObjectState:
    """Cards as a deck, which faces the same way as its first card."""
    decks: ObjectState = {}
    for each in cards:
        decks |= each["CustomDeck"]
    state = _object("DeckCustom", {"Nickname": nickname, "Description": "", "Tags": list(tags)}, 1.0)
    state["Transform"] |= {key: cards[0]["Transform"][key] for key in ("rotZ", "scaleX", "scaleY", "scaleZ")}
    return state | {
        "SidewaysCard": False,
        "HideWhenFaceDown": True,
        "Hands": False,
        "DeckIDs": [each["CardID"] for each in cards],
        "CustomDeck": decks,
        "ContainedObjects": [{**each, "Name": "Card"} for each in cards],
    }


def picture(
    face: str, back: str, columns: int, rows: int, has_own_backs: bool, is_rounded: bool
) -> ObjectState:
    """The picture of a deck: the addresses of its faces and its back, and its places across and down."""
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": has_own_backs,
        "Type": ROUNDED if is_rounded else SQUARE,
    }


def tile(
    front: str, back: str, about: ObjectState, size: Size, is_round: bool, is_locked: bool = False
) -> ObjectState:
    """A flat piece, round or with square corners."""
    image = {"Type": ROUND if is_round else BOX, "Thickness": 0.1, "Stackable": False, "Stretch": True}
    return _object("Custom_Tile", about, size.height * UNITS / TILE_HEIGHT) | {
        "Locked": is_locked,
        "CustomImage": _image(front, back) | {"CustomTile": image},
    }


def token(front: str, back: str, about: ObjectState, size: Size) -> ObjectState:
    """A flat piece that is cut where its picture is transparent."""
    image = {"Thickness": 0.1, "MergeDistancePixels": 5.0, "StandUp": False, "Stackable": False}
    across = math.sqrt(size.width * size.height) * UNITS
    return _object("Custom_Token", about, across / math.sqrt(TOKEN_AREA)) | {
        "CustomImage": _image(front, back) | {"CustomToken": image}
    }


def figurine(front: str, back: str, about: ObjectState, size: Size) -> ObjectState:
    """An upright figure."""
    scale = size.height * UNITS / FIGURINE_HEIGHT
    return _object("Figurine_Custom", about, scale) | {"CustomImage": _image(front, back)}


def bag(things: Sequence[ObjectState], nickname: str, tags: Sequence[str]) -> ObjectState:
    """A bag of things."""
    about = {"Nickname": nickname, "Description": "", "Tags": list(tags)}
    return _object("Bag", about, 1.0) | {
        "MaterialIndex": -1,
        "MeshIndex": -1,
        "Bag": {"Order": 0},
        "ContainedObjects": list(things),
    }


def _image(front: str, back: str) -> ObjectState:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


def _object(name: str, about: ObjectState, scale: float, is_down: bool = False) -> ObjectState:
    scale = round(scale, 5)
    place = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0}
    place |= {"rotZ": 180.0 if is_down else 0.0, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
    return {
        "GUID": "",
        "Name": name,
        "Transform": place,
        **about,
        "GMNotes": "",
        "ColorDiffuse": PAPER,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def save(name: str, things: Iterable[ObjectState]) -> ObjectState:
    """A file of objects, each with a GUID of its own."""
    numbers: set[str] = set()
    return {
        "SaveName": name,
        "GameMode": "",
        "Date": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "VersionNumber": "",
        "ObjectStates": [_numbered(thing, numbers) for thing in things],
    }


TABLE: ObjectState = {
    "Table": "Table_RPG",
    "Sky": "Sky_Museum",
    "Hands": {"Enable": True, "DisableUnused": True, "Hiding": 0},
}
"""What a save has beside its objects: a rectangular table, and hands that only their players see."""


def _numbered(thing: ObjectState, taken: set[str]) -> ObjectState:
    """An object and everything in it with GUIDs: six hex digits, unique in the file."""
    seed = len(taken)
    while (number := blake2b(seed.to_bytes(8, "big"), digest_size=3).hexdigest()) in taken:
        seed += 1_000_003
    taken.add(number)
    numbered = {**thing, "GUID": number}
    if "ContainedObjects" in thing:
        numbered["ContainedObjects"] = [_numbered(each, taken) for each in thing["ContainedObjects"]]
    return numbered
