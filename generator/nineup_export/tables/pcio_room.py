"""What makes a table of playingcards.io a room: a seat for each player, and buttons that deal and reset.

A file can't put cards into hands, because nobody sits there yet. So what the game's `deal` turns up lies open
when the room is opened, and a button gives players their shares.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nineup.model import Run

from nineup_export.piles import shares
from nineup_export.shots import PieceGroup

Widget = dict[str, Any]
Step = dict[str, Any]

SEATS_AT, HAND_AT, WIDTH = 792, 820, 1540
"""The seats' and the hand's distance from the table's upper edge, and the width of all seats, in its
pixels.
"""

SEAT_WIDTH = 200
BUTTON = {"width": 120, "height": 80}


class Share(NamedTuple):
    """How many pieces of a pile the table, or each player, is given."""

    group: PieceGroup
    number: int


def shares_of(groups: Sequence[PieceGroup], run: Run, to: str) -> tuple[list[Share], list[str]]:
    """The shares that buttons can give, and the names of what they can't: some cards of a shuffled pile."""
    given: list[Share] = []
    left: list[str] = []
    for name, number in shares(run, to).items():
        some = [group for group in groups if name in _names(group)]
        whole = [Share(group, number) for group in some if _is_whole(group, name)]
        given += whole if to == "player" else whole[:1]
        if some and not whole and number:
            left.append(name)
    return [share for share in given if share.number], left


def _names(group: PieceGroup) -> set[str]:
    """What `deal` may call pieces of a pile."""
    components = [drawn.part.component for drawn in group.members]
    return {name for each in components for name in (each.id, each.pile) if name}


def _is_whole(group: PieceGroup, name: str) -> bool:
    components = [drawn.part.component for drawn in group.members]
    return all(name in (each.id, each.pile) for each in components)


def open_pile(group: PieceGroup) -> str:
    """The id of the pile of what is turned up of a deck."""
    return f"{group.stem}-open"


def seats_and_buttons(
    groups: Sequence[PieceGroup], decks: Sequence[PieceGroup], run: Run, players: int
) -> Iterator[Widget]:
    """The widgets; `decks` are those of the piles that are drawn from."""
    owners = list(dict.fromkeys(group.owner for group in groups if group.owner))
    seats = [f"seat-{number}" for number in range(1, players + 1)]
    apart = min(SEAT_WIDTH, WIDTH // players)
    for number, seat in enumerate(seats):
        place = {"x": 30 + number * apart, "y": SEATS_AT, "z": 1}
        yield {"id": seat, "type": "seat", **place, "seatIndex": number}
    own = dict(zip(owners, seats, strict=False))
    to_players, _ = shares_of(groups, run, "player")
    to_table, _ = shares_of(decks, run, "table")
    deal = [
        _move(share.group, seats if not share.group.owner else [own[share.group.owner]], number=share.number)
        for share in to_players
        if not share.group.owner or share.group.owner in own
    ]
    other = [group for group in groups if group not in decks]
    reset = [_recall(some, face) for some, face in ((decks, "faceDown"), (other, "faceUp")) if some]
    reset += [_step("SHUFFLE_CARDS", holders=[_pile(group) for group in decks])] if decks else []
    reset += [_move(share.group, [open_pile(share.group)], number=share.number) for share in to_table]
    for label, y, routine in (("Deal", HAND_AT + 5, deal), ("Reset", HAND_AT + 95, reset)):
        if routine:
            place = {"x": 1450, "y": y, "z": 1, **BUTTON}
            name = f"{label.lower()}-button"
            yield {"id": name, "type": "automationButton", **place, "label": label, "clickRoutine": routine}


def _pile(group: PieceGroup) -> str:
    return f"{group.stem}-pile"


def _move(group: PieceGroup, to: Sequence[str], number: int) -> Step:
    more = {"quantity": number, "moveFlip": "faceUp"}
    return _step("MOVE_CARDS_BETWEEN_HOLDERS", **{"from": [_pile(group)]}, to=list(to), **more)


def _recall(groups: Sequence[PieceGroup], face: str) -> Step:
    """All pieces of decks back, also from hands and other piles."""
    decks = [f"{group.stem}-deck" for group in groups]
    return _step("RECALL_CARDS", decks=decks, flip=face, includeHands="hands", includeHolders="normal")


def _step(name: str, **values: object) -> Step:
    return {"func": name, "args": {key: {"type": "literal", "value": value} for key, value in values.items()}}
