"""The set-up of a run for a table in the browser: its piles, unshuffled, the pieces in play, and what is
dealt.

Python says what lies where; the browser (`static/tabledeal.js`) shuffles and deals it by a seed, in the order
in which `nineup draw` with that seed draws all cards of a pile.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import msgspec
from nineup.faces.record import value_text
from nineup.faces.shapes import die_sides, shape_of
from nineup.logic.chance import Pool, Stack
from nineup.model import Component, Part, Run
from nineup.pipeline import shuffled_pile

MAX_SEED = 10**9

MAX_PILE = 20_000
"""The largest number of cards in a pile."""

SHUFFLED = ("card", "tile")
"""The shapes of components that are shuffled; others are if they are in a pile."""

DIE = "die"
"""The shape of components that are thrown."""

ZoneKind = Literal["pile", "hand", "row"]

Copies = tuple[str, int]
"""The key of a piece, and how many of it there are; the key is empty for one that couldn't be drawn."""


class TablePiece(NamedTuple):
    """A kind of piece: its key, `component/card` or `component/card/owner`, and whether it has a back."""

    key: str
    part: Part
    has_back: bool


class StackSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a pile. If there are more, `size` of these cards or all copies of `kinds` of them are chosen
    by chance; without either, all of them are in the pile.
    """

    cards: tuple[Copies, ...]
    size: int | None = None
    kinds: int | None = None


class Zone(msgspec.Struct, omit_defaults=True):
    """An area for pieces. `seat` counts players from 1; 0 is the table."""

    id: str
    name: str
    kind: ZoneKind
    seat: int
    cards: list[Copies]
    """The top or first one first; empty for a pile that is shuffled."""
    up: bool
    stacks: tuple[StackSetup, ...] = ()
    """Of a pile that is shuffled."""
    rank: tuple[int, ...] = ()
    """Orders the zones of all set-ups of a game."""


class Deal(msgspec.Struct, frozen=True):
    """`number` pieces of these components come from the piles of a seat, then from those on the table."""

    components: tuple[str, ...]
    number: int
    seat: int
    to: str
    """A zone."""


class Die(msgspec.Struct, frozen=True):
    """A kind of die that is thrown instead of laid out: the key of its piece, how many there are, and the
    places of the sides 1 to 6 on its picture, as shares of that: left, top, width, height.
    """

    key: str
    number: int
    sides: tuple[tuple[float, ...], ...]


class TableSetup(msgspec.Struct, frozen=True):
    """All zones before anything is shuffled or dealt, and the dice. `seats` are the players' names."""

    seats: tuple[str, ...]
    zones: tuple[Zone, ...]
    deals: tuple[Deal, ...]
    dice: tuple[Die, ...] = ()


def piece_key(part: Part) -> str:
    """The key of a piece, unique but for pieces that are drawn differently in one run."""
    return "/".join(filter(None, (part.component.id, part.card.id, str(part.owner or ""))))


def set_up(run: Run, pieces: Iterable[TablePiece]) -> TableSetup:
    """The set-up of a run, of the pieces that could be drawn."""
    setup = _Setup(run, pieces)
    setup.place_all()
    return TableSetup(
        setup.seats, tuple(setup.zones.values()), tuple(setup.deals()), dice=tuple(setup.dice())
    )


def is_on_table(component: Component) -> bool:
    """Whether a component is laid out or thrown, unlike boxes, dividers and nets to fold."""
    return shape_of(component.shape).is_played or component.shape == DIE


def left_out(run: Run) -> tuple[str, ...]:
    """The names of components that are printed but not on the table."""
    there = {part.component.id for part in run.parts}
    components = (component for component in run.game.components.values() if component.id in there)
    return tuple(each.name for each in components if not is_on_table(each))


class _Setup:
    """Lays out a run."""

    def __init__(self, run: Run, pieces: Iterable[TablePiece]) -> None:
        self._run = run
        self._keys: dict[tuple[str, str, str], str] = {}
        self._two_sided: set[str] = set()
        for piece in pieces:
            part = piece.part
            self._keys.setdefault((part.component.id, part.card.id, part.owner or ""), piece.key)
            if piece.has_back:
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
        for at, (name, components) in enumerate(self._named()):
            if not any(part.component in components for part in self._run.parts):
                continue
            if not components[0].for_each:
                self._place(name, components, "", seat=0, rank=(at, 0))
                continue
            for seat, owner in enumerate(self._owners, 1):
                self._place(name, components, owner, seat=seat, rank=(at, seat))

    def deals(self) -> Iterator[Deal]:
        """The game's `deal` to the table and each player, from the top of the piles."""
        entries = [e.settings for e in self._run.game.rules if e.name == "deal" and e.settings is not None]
        for name in dict.fromkeys(name for each in entries for name in each["table"]):
            yield Deal(self._ids(name), self._dealt(name, "table"), 0, to="table")
        for name in dict.fromkeys(name for each in entries for name in each["player"]):
            is_hand = all(each.shape in SHUFFLED for each in self._components(name))
            number = self._dealt(name, "player")
            for seat in range(1, len(self.seats) + 1):
                yield Deal(self._ids(name), number, seat, to=f"{'hand' if is_hand else 'area'}:{seat}")

    def dice(self) -> Iterator[Die]:
        """The dice of the set-up, each kind once."""
        for component in self._run.game.components.values():
            if component.shape == DIE:
                sides = tuple(tuple(round(share, 4) for share in side) for side in die_sides(component))
                for owner in self._owners if component.for_each else ("",):
                    for _, key, number in self._in_play(component, owner):
                        yield Die(key, number, sides)

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

    def _ids(self, name: str) -> tuple[str, ...]:
        return tuple(component.id for component in self._components(name))

    def _place(
        self, name: str, components: list[Component], owner: str, seat: int, rank: tuple[int, ...]
    ) -> None:
        is_pile = components[0].shape in SHUFFLED or bool(components[0].pile)
        pool = self._pool(name) if is_pile else None
        if pool is None or sum(len(component.cards) for component in components) < 2:
            for at, component in enumerate(components):
                self._supplies(component, owner, seat, rank=(*rank, at))
            return
        stacks = tuple(self._stack(stack, owner) for stack in pool.stacks)
        keys = {key for stack in stacks for key, _ in stack.cards if key}
        title = components[0].name if len(components) == 1 else name.replace("-", " ").capitalize()
        id = f"pile:{name}:{seat}"
        is_up = not keys <= self._two_sided
        self.zones[id] = Zone(id, title, "pile", seat=seat, cards=[], up=is_up, stacks=stacks, rank=rank)

    def _stack(self, stack: Stack, owner: str) -> StackSetup:
        cards = tuple(
            (self._keys.get((str(card["component"]), str(card["id"]), owner), ""), copies)
            for card, copies in stack.cards
        )
        component = self._run.game.components[stack.component]
        if component.setup is None:
            return StackSetup(cards)
        size = self._run.context["count"](component.id) // (len(self._owners) if component.for_each else 1)
        return (
            StackSetup(cards, kinds=size // cards[0][1]) if component.setup_kinds else StackSetup(cards, size)
        )

    def _supplies(self, component: Component, owner: str, seat: int, rank: tuple[int, ...]) -> None:
        """The pieces of a component in the setup, card by card."""
        ids = [card.id for card in component.cards]
        for card, key, number in self._in_play(component, owner):
            self._supply(component, card, (key, number), seat=seat, rank=(*rank, ids.index(card)))

    def _in_play(self, component: Component, owner: str) -> Iterator[tuple[str, str, int]]:
        """The cards of a component in the setup with their keys and numbers; all pieces if the game doesn't
        state an amount.
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
                key = self._keys.get((component.id, part.card.id, owner))
                if key and number:
                    yield part.card.id, key, number

    def _supply(
        self, component: Component, card: str, copies: Copies, seat: int, rank: tuple[int, ...]
    ) -> None:
        """Identical pieces: a pile of them, or a single one face up."""
        if copies[1] == 1 or shape_of(component.shape).lies_open:
            self.zones[f"area:{seat}" if seat else "table"].cards.append(copies)
            return
        several = len(component.cards) > 1
        title = f"{component.name}: {card.replace('-', ' ')}" if several else component.name
        id = f"pile:{component.id}/{card}:{seat}"
        zone = self.zones.setdefault(id, Zone(id, title, "pile", seat=seat, cards=[], up=True, rank=rank))
        zone.cards.append(copies)

    def _pool(self, name: str) -> Pool | None:
        """The cards in a pile; None if the game doesn't state the amount."""
        try:
            return shuffled_pile(self._run, name)
        except ValueError:
            return None

    def _dealt(self, name: str, to: str) -> int:
        try:
            return int(self._run.context["dealt"](name, to))
        except ValueError:  # The findings report the problem with the amount.
            return 0
