"""A run laid out to be tried alone: its piles, shuffled by a seed, the cards dealt to each player, and the
pieces in play.
"""

import random
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from nineup.faces.record import value_text
from nineup.faces.shapes import shape_of
from nineup.logic.chance import Pool, Shuffler
from nineup.model import Component, Run
from nineup.pipeline import shuffled_pile

from nineup_studio.live.snapshot import Snapshot

MAX_SEED = 10**9
MAX_PILE = 20_000
"""The largest number of cards in a shuffled pile."""

SHUFFLED = ("card", "tile")
"""The shapes of components that are shuffled; others are if they are in a pile."""

ZoneKind = Literal["pile", "hand", "row"]


class Zone(msgspec.Struct):
    """An area for pieces, the top or first one first. `seat` counts players from 1; 0 is the table."""

    id: str
    name: str
    kind: ZoneKind
    seat: int
    cards: list[str]
    """The keys of pieces."""
    up: bool
    seed: int | None = None
    """The seed that shuffled it, as in `nineup draw`."""


class Play(msgspec.Struct, frozen=True):
    """All zones at the start of a game. `seats` are the players' names."""

    seats: tuple[str, ...]
    zones: tuple[Zone, ...]
    faces: dict[str, tuple[str, str, str, str]]
    """By the key of a piece: the digests of its front and back, its component, and its name."""


def order(size: int, seed: int) -> list[int]:
    """The shuffled cards of a pile of `size`, counted from 0, from the top down.

    It is the order in which `nineup draw` with this seed draws all cards of a pile as a hand.
    """
    return random.Random(f"{seed}:hands").sample(range(size), size)


def lay_out(snapshot: Snapshot, seed: int) -> Play:
    """The setup of a snapshot's run. Piles are shuffled one after another, by consecutive seeds."""
    assert snapshot.run is not None
    setup = _Setup(snapshot, snapshot.run, seed)
    setup.place_all()
    setup.deal()
    return Play(setup.seats, tuple(setup.zones.values()), _faces(snapshot))


def left_out(run: Run) -> tuple[str, ...]:
    """The names of components that are printed but not laid out, such as boxes, dividers and nets to fold."""
    there = {part.component.id for part in run.parts}
    components = (component for component in run.game.components.values() if component.id in there)
    return tuple(each.name for each in components if not shape_of(each.shape).is_played)


def _faces(snapshot: Snapshot) -> dict[str, tuple[str, str, str, str]]:
    faces = {}
    for piece in snapshot.pieces:
        values = piece.part.card.values
        name = value_text(values.get("name")) or value_text(values.get("title")) or piece.part.card.id
        faces[piece.key] = piece.front, piece.back, piece.part.component.id, name
    return faces


class _Setup:
    """Lays out a run."""

    def __init__(self, snapshot: Snapshot, run: Run, seed: int) -> None:
        self._run = run
        self._seed = seed
        self._keys: dict[tuple[str, str, str], str] = {}
        self._two_sided: set[str] = set()
        for piece in snapshot.pieces:
            part = piece.part
            self._keys.setdefault((part.component.id, part.card.id, part.owner or ""), piece.key)
            if piece.back:
                self._two_sided.add(piece.key)
        self._owners = tuple(dict.fromkeys(part.owner for part in run.parts if part.owner))
        number = max(run.players, len(self._owners))
        names = [value_text(owner.fields.get("name")) or owner for owner in self._owners]
        self.seats = (*names, *(f"Player {seat}" for seat in range(len(names) + 1, number + 1)))
        self.zones: dict[str, Zone] = {"table": Zone("table", "Table", "row", seat=0, cards=[], up=True)}
        for seat in range(1, number + 1):
            self.zones[f"hand:{seat}"] = Zone(f"hand:{seat}", "Hand", "hand", seat=seat, cards=[], up=True)
            self.zones[f"area:{seat}"] = Zone(f"area:{seat}", "In front", "row", seat=seat, cards=[], up=True)

    def place_all(self) -> None:
        """Every pile, supply and single piece in its place."""
        for name, components in self._named():
            if not any(part.component in components for part in self._run.parts):
                continue
            if not components[0].for_each:
                self._place(name, components, "", seat=0)
                continue
            for seat, owner in enumerate(self._owners, 1):
                self._place(name, components, owner, seat=seat)

    def deal(self) -> None:
        """Deals the game's `deal` to the table and each player, from the top of the piles."""
        entries = [e.settings for e in self._run.game.rules if e.name == "deal" and e.settings is not None]
        for name in dict.fromkeys(name for each in entries for name in each["table"]):
            self._give(name, self._dealt(name, "table"), 0, to=self.zones["table"])
        for name in dict.fromkeys(name for each in entries for name in each["player"]):
            number = self._dealt(name, "player")
            for seat in range(1, len(self.seats) + 1):
                is_hand = all(each.shape in SHUFFLED for each in self._components(name))
                self._give(name, number, seat, to=self.zones[f"{'hand' if is_hand else 'area'}:{seat}"])

    def _named(self) -> Iterator[tuple[str, list[Component]]]:
        """Piles, and the components outside any pile, in the order of the game.

        A pile of which only some components have owners exists only for printing: its components stay
        separate.
        """
        groups: dict[str, list[Component]] = {}
        for component in self._run.game.components.values():
            if not shape_of(component.shape).is_played:
                continue
            groups.setdefault(component.pile or component.id, []).append(component)
        for name, members in groups.items():
            if len({component.for_each for component in members}) == 1:
                yield name, members
            else:
                yield from ((component.id, [component]) for component in members)

    def _components(self, name: str) -> list[Component]:
        return [c for c in self._run.game.components.values() if name in (c.id, c.pile)]

    def _place(self, name: str, components: list[Component], owner: str, seat: int) -> None:
        is_pile = components[0].shape in SHUFFLED or bool(components[0].pile)
        pool = self._pool(name) if is_pile else None
        if pool is None or sum(len(stack.cards) for stack in pool.stacks) < 2:
            for component in components:
                self._supplies(component, owner, seat)
            return
        cards = Shuffler(pool)(random.Random(f"{self._seed}:hands"))
        keys = self._known((card["component"], card["id"], owner) for card in cards)
        title = components[0].name if len(components) == 1 else name.replace("-", " ").capitalize()
        self._add(f"pile:{name}:{seat}", title, seat, keys=keys, seed=self._seed)
        self._seed += 1

    def _supplies(self, component: Component, owner: str, seat: int) -> None:
        """The pieces of a component in the setup, card by card; all of them if the game doesn't state an
        amount.
        """
        try:
            left = self._run.context["count"](component.id)
        except ValueError:
            left = MAX_PILE
        if owner:
            left //= len(self._owners)
        for part in self._run.parts:
            if part.component is component and (part.owner or "") == owner:
                number = min(left, part.copies)
                left -= number
                self._supply(
                    component,
                    part.card.id,
                    self._known([(component.id, part.card.id, owner)] * number),
                    seat=seat,
                )

    def _supply(self, component: Component, card: str, keys: list[str], seat: int) -> None:
        """Identical pieces: a pile of them, or a single one face up."""
        if len(keys) == 1 or shape_of(component.shape).lies_open:
            self.zones[f"area:{seat}" if seat else "table"].cards += keys
        elif keys:
            several = len(component.cards) > 1
            title = f"{component.name}: {card.replace('-', ' ')}" if several else component.name
            self._add(f"pile:{component.id}/{card}:{seat}", title, seat, keys=keys, seed=None)

    def _add(self, id: str, title: str, seat: int, keys: list[str], seed: int | None) -> None:
        is_down = seed is not None and all(key in self._two_sided for key in keys)
        self.zones[id] = Zone(id, title, "pile", seat=seat, cards=keys, up=not is_down, seed=seed)

    def _pool(self, name: str) -> Pool | None:
        """The cards in a pile; None if the game doesn't state the amount."""
        try:
            return shuffled_pile(self._run, name)
        except ValueError:
            return None

    def _known(self, wanted: Iterable[tuple[str, str, str]]) -> list[str]:
        """The keys of pieces that could be drawn."""
        return [self._keys[each] for each in wanted if each in self._keys][:MAX_PILE]

    def _dealt(self, name: str, to: str) -> int:
        try:
            return int(self._run.context["dealt"](name, to))
        except ValueError:  # The findings report the problem with the amount.
            return 0

    def _give(self, name: str, number: int, seat: int, to: Zone) -> None:
        """Moves the first pieces of a pile or component: the player's own, else those on the table."""
        ids = tuple(f"{component.id}/" for component in self._components(name))
        own = [zone for zone in self.zones.values() if zone.kind == "pile" and zone.seat == seat]
        shared = [zone for zone in self.zones.values() if zone.kind == "pile" and zone.seat == 0]
        for zone in (*own, *shared):
            taken = [key for key in zone.cards if key.startswith(ids)][:number]
            for key in taken:
                zone.cards.remove(key)
            to.cards += taken
            number -= len(taken)
