"""What makes a package of Tabletop Playground a room: a card with two buttons, whose script sets up the
table and deals; and the card holder that is a player's hand.

Only the program can save a table. A package may contain scripts, though, and an object template can run one.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from nineup.base import MM
from nineup.faces.shapes import shape_of
from nineup.model import Run

from nineup_export.piles import can_be_shuffled, shares
from nineup_export.shots import PieceGroup
from nineup_export.tables import tts_objects as tts
from nineup_export.tables.tts_room import HAND, edge, seats
from nineup_export.tables.tts_table import TableThing, laid_out

ObjectTemplate = dict[str, Any]

SCRIPT, MODEL = "room.js", "hand.obj"

UNIT = 1 / (tts.UNITS * 10 * MM)
"""The centimetres of a unit of the other table, whose layout this one has."""

DEPTH, THICK = 8.0, 0.6
"""The depth and the thickness of a hand, in centimetres."""

MOST_CARDS, MOST_HEIGHT = 30, 20.0
"""How many cards a hand holds, and how high they may be in centimetres."""


class PackedGroup(NamedTuple):
    """Pieces, and the templates that were made of them: of a deck its parts, otherwise one for each kind."""

    group: PieceGroup
    templates: Sequence[ObjectTemplate]


def script(packed: Sequence[PackedGroup], run: Run, players: int, hand: str) -> str:
    """The script of the card with the buttons; `hand` is the GUID of the card holder."""
    things = [thing for each in packed for thing in _things(each)]
    placed = list(laid_out(things))
    far = edge(placed)
    owners = list(dict.fromkeys(each.group.owner for each in packed if each.group.owner))
    cards = [
        template["GUID"]
        for each in packed
        for template in each.templates
        if template.get("UsedWithCardHolders")
    ]
    room = {
        "piles": list(_piles(placed)),
        "seats": [
            {"place": _place(x, z), "yaw": turn, "owner": owners[seat] if seat < len(owners) else ""}
            for seat, (x, z, turn) in enumerate(seats(players, far))
        ],
        "hand": hand,
        "cards": cards,
        "deal": {"player": shares(run, "player"), "table": shares(run, "table")},
        "edge": round((far + HAND.height / 2) * UNIT, 2),
        "before": round(HAND.height * UNIT, 2),
    }
    data = msgspec.json.format(msgspec.json.encode(room), indent=1).decode()
    text = files("nineup_export.tables").joinpath("playground_room.js").read_text("utf-8")
    return f"const ROOM = {data};\n\n{text}"


def _things(packed: PackedGroup) -> Iterator[TableThing]:
    """A pile for a deck, and for each kind of token; each board and figure alone."""
    component, owner = packed.group.component, packed.group.owner
    lies_open = shape_of(component.shape).lies_open
    band = "board" if lies_open else "deck" if can_be_shuffled(packed.group) else "piece"
    is_drawn = can_be_shuffled(packed.group) and packed.group.is_listed
    about = {"owner": owner, "down": is_drawn}
    size = tts.footprint(component.size)
    stands = lies_open or component.shape == "standee"
    stacks = [packed.templates] if is_drawn else [[template] for template in packed.templates]
    for number, stack in enumerate(stacks):
        copies = packed.group.members[number].part.copies if stands else 1
        state = {"Transform": {}, **about, "templates": [template["GUID"] for template in stack]}
        for _ in range(copies):
            yield TableThing(component.id, owner, band, size=size, state=state)


def _piles(placed: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The piles of the script; pieces of one template are a pile with several places."""
    piles: dict[str, dict[str, Any]] = {}
    for state in placed:
        about = {key: state[key] for key in ("templates", "owner", "down")}
        pile = piles.setdefault(state["templates"][0], {**about, "places": []})
        pile["places"].append(_place(state["Transform"]["posX"], state["Transform"]["posZ"]))
    yield from piles.values()


def _place(x: float, z: float) -> tuple[float, float]:
    """A place of the other table on this one: x points away from the first player, y to the right."""
    # Adding zero makes -0.0 a plain zero.
    return round(z * UNIT, 2) + 0.0, round(x * UNIT, 2) + 0.0


def hand_template() -> Mapping[str, Any]:
    """What a card holder has beside what all objects have."""
    zero, whole = {"X": 0, "Y": 0, "Z": 0}, {"X": 1, "Y": 1, "Z": 1}
    model = {
        "Model": MODEL,
        "Offset": zero,
        "Rotation": zero,
        "Scale": whole,
        "UseOverrides": True,
        "Roughness": 1,
    }
    return {
        "Models": [model],
        "Flippable": False,
        "SurfaceType": "Wood",
        "CardsCenter": {"X": 0, "Y": 0, "Z": THICK},
        "CardsWidth": round(HAND.width * UNIT - 1, 2),
        "MaxCards": MOST_CARDS,
        "MaxCardHeight": MOST_HEIGHT,
    }


def hand_model() -> str:
    """A flat bar as Wavefront OBJ: y is up, and z along the cards; in centimetres."""
    x, y, z = DEPTH / 2, THICK, round(HAND.width * UNIT / 2, 2)
    corners = [(a, b, c) for a in (-x, x) for b in (0.0, y) for c in (-z, z)]
    # The corners of each side, seen from outside counterclockwise, and the way that it faces.
    sides = {
        (-1, 0, 0): (1, 2, 4, 3), (1, 0, 0): (5, 7, 8, 6), (0, -1, 0): (1, 5, 6, 2),
        (0, 1, 0): (3, 4, 8, 7), (0, 0, -1): (1, 3, 7, 5), (0, 0, 1): (2, 6, 8, 4),
    }  # fmt: skip
    lines = [f"v {a} {b} {c}" for a, b, c in corners]
    lines += [f"vt {u} {v}" for u, v in ((0, 0), (0, 1), (1, 1), (1, 0))]
    lines += [f"vn {a} {b} {c}" for a, b, c in sides]
    for number, side in enumerate(sides.values(), 1):
        whole = [f"{corner}/{at}/{number}" for at, corner in enumerate(side, 1)]
        lines += [f"f {whole[0]} {whole[1]} {whole[2]}", f"f {whole[0]} {whole[2]} {whole[3]}"]
    return "\n".join([*lines, ""])
