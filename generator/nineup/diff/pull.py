"""What to do at the table after changes: which pieces to take out of the old pile, and which to put in."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from nineup.diff.compare import CardChange, Changes, Pair
from nineup.diff.record import Pieces, Record


class Move(msgspec.Struct, frozen=True):
    """Take so many pieces of a card out, put so many in, for each of these owners (nobody's is empty)."""

    component: str
    card: str
    name: str
    owners: tuple[str, ...]
    out: int
    put: int
    redrawn: bool
    """Whether what is put in looks otherwise than what is taken out or stays."""
    old: str = ""
    new: str = ""
    """The digests of the front that is taken out and of that which is put in, of the first owner; empty for none."""

    @property
    def total(self) -> tuple[int, int]:
        """How many pieces are taken out and put in for all owners together."""
        return self.out * len(self.owners), self.put * len(self.owners)


def moves(changes: Changes, restyled: bool = False) -> tuple[Move, ...]:
    """The pull list, a move for each card and number of pieces; without `restyled`, old looks stay in the pile."""
    return tuple(move for change in changes.cards for move in _moves(change, restyled))


def _moves(change: CardChange, restyled: bool) -> Iterator[Move]:
    groups: dict[tuple[int, int, bool], list[Pair]] = {}
    for pair in change.pairs:
        out, put = amounts(change, pair, restyled)
        if out or put:
            groups.setdefault((out, put, pair.redrawn), []).append(pair)
    for (out, put, redrawn), pairs in groups.items():
        owners = tuple(pair.owner for pair in pairs)
        old, new = pairs[0].old, pairs[0].new
        faces = old.front if old and out else "", new.front if new and put else ""
        yield Move(change.component, change.card, change.name, owners, out, put, redrawn, *faces)


def amounts(change: CardChange, pair: Pair, restyled: bool) -> tuple[int, int]:
    """How many pieces of an owner's card are taken out, and how many are put in."""
    before, after = pair.copies
    if pair.redrawn and (restyled or not change.styled):
        return before, after
    return max(0, before - after), max(0, after - before)


def totals(moves: Iterable[Move]) -> tuple[int, int]:
    """How many pieces a pull list takes out and puts in."""
    taken = [move.total for move in moves]
    return sum(out for out, _ in taken), sum(put for _, put in taken)


def mixed_backs(changes: Changes, new: Record, restyled: bool) -> tuple[str, ...]:
    """The components of which pieces are put in with a back that others of their pile lack, which stay as they were."""
    backs = [
        (_pile(change.component, new), pair.new.back, amounts(change, pair, restyled), change.component)
        for change in changes.cards
        for pair in change.pairs
        if pair.new
    ]
    stay = {
        (_pile(change.component, new), pair.new.back)
        for change in changes.cards
        for pair in change.pairs
        if pair.old
        and pair.new
        and pair.old.back != pair.new.back
        and amounts(change, pair, restyled) == (0, 0)
    }
    return tuple(dict.fromkeys(id for pile, back, (_, put), id in backs if put and (pile, back) in stay))


def _pile(component: str, record: Record) -> str:
    there = record.components.get(component)
    return there.facts.get("pile", component) if there else component


def table_after(changes: Changes, new: Record, restyled: bool) -> Record:
    """What is on the table once the pull list was followed: the new record, but for old looks that stay."""
    stay = {
        (change.component, change.card, pair.owner): pair.old
        for change in changes.cards
        for pair in change.pairs
        if pair.old and pair.redrawn and change.styled and not restyled
    }
    if not stay:
        return new
    components = {
        id: replace(
            component,
            cards={
                name: replace(
                    card, pieces=tuple(_stays(stay.get((id, name, p.owner)), p) for p in card.pieces)
                )
                for name, card in component.cards.items()
            },
        )
        for id, component in new.components.items()
    }
    return replace(new, components=components)


def _stays(old: Pieces | None, new: Pieces) -> Pieces:
    return replace(new, front=old.front, back=old.back, words=old.words) if old else new
