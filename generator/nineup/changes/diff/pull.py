"""Instructions for the table after changes: which pieces to take out of the old pile, and which to put in."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from nineup.changes.diff.compare import CardChange, Changes, Pair
from nineup.changes.diff.match import joined_pieces
from nineup.faces.record import ComponentRecord, OwnedPieces, PieceKey, PieceStack, PrintRecord


class PullStep(msgspec.Struct, frozen=True):
    """Take a number of pieces of a card out, and put a number in, for each of these owners (empty for
    none).
    """

    component: str
    card: str
    name: str
    owners: tuple[str, ...]
    out: int
    put: int
    redrawn: bool
    """Whether the pieces put in look different from those taken out or staying."""
    old: str = ""
    new: str = ""
    """Digests of the fronts taken out and put in, those of the first owner; empty for none."""

    @property
    def total(self) -> tuple[int, int]:
        """The number of pieces taken out and put in, for all owners together."""
        return self.out * len(self.owners), self.put * len(self.owners)


def pull_list(changes: Changes, restyled: bool = False) -> tuple[PullStep, ...]:
    """The pieces to take out and put in, card by card; without `restyled`, old pieces that say the
    same stay.
    """
    return tuple(move for change in changes.cards for move in _moves(change, restyled))


def _moves(change: CardChange, restyled: bool) -> Iterator[PullStep]:
    """A step for each different number of pieces; if an owner has several pairs, each has its own step."""
    groups: dict[tuple[int, int, bool, int], list[Pair]] = {}
    pairs_of: dict[str, int] = {}
    for pair in change.pairs:
        out, put = amounts(pair, restyled)
        if out or put:
            # Owners are listed together for the same step, but each owner's second pair is a second step.
            number = pairs_of[pair.owner] = pairs_of.get(pair.owner, 0) + 1
            groups.setdefault((out, put, pair.redrawn, number), []).append(pair)
    for (out, put, redrawn, _), pairs in groups.items():
        owners = tuple(pair.owner for pair in pairs)
        old, new = pairs[0].old, pairs[0].new
        faces = old.front if old and out else "", new.front if new and put else ""
        yield PullStep(change.component, change.card, change.name, owners, out, put, redrawn, *faces)


def amounts(pair: Pair, restyled: bool) -> tuple[int, int]:
    """How many pieces of a pair are taken out and put in."""
    before, after = pair.copies
    if pair.redrawn and (restyled or not pair.may_stay):
        return before, after
    return max(0, before - after), max(0, after - before)


def totals(moves: Iterable[PullStep]) -> tuple[int, int]:
    """How many pieces a pull list takes out and puts in."""
    taken = [move.total for move in moves]
    return sum(out for out, _ in taken), sum(put for _, put in taken)


def stacks(changes: Changes, restyled: bool) -> tuple[tuple[PieceStack, ...], tuple[PieceStack, ...]]:
    """The pieces that a pull list takes out and puts in, with everything that identifies them."""
    out: list[PieceStack] = []
    put: list[PieceStack] = []
    for change in changes.cards:
        for pair in change.pairs:
            for pieces, number, side in zip(
                (pair.old, pair.new), amounts(pair, restyled), (out, put), strict=True
            ):
                if pieces and number:
                    side.append(PieceStack(change.component, change.card, replace(pieces, copies=number)))
    return tuple(out), tuple(put)


def mixed_backs(changes: Changes, new: PrintRecord, restyled: bool) -> tuple[str, ...]:
    """The components that get pieces whose back differs from that of pieces which stay in the same pile."""
    pairs = [(change.component, pair) for change in changes.cards for pair in change.pairs]
    stay = {
        (_pile(component, new), pair.new.back)
        for component, pair in pairs
        if pair.old and pair.new and pair.old.back != pair.new.back and stays(pair, restyled)
    }
    return tuple(
        dict.fromkeys(
            component
            for component, pair in pairs
            if pair.new and amounts(pair, restyled)[1] and (_pile(component, new), pair.new.back) in stay
        )
    )


def _pile(component: str, record: PrintRecord) -> str:
    there = record.components.get(component)
    return there.facts.get("pile", component) if there else component


def stays(pair: Pair, restyled: bool) -> int:
    """How many pieces of an old appearance stay in use in place of new ones."""
    return min(pair.copies) if pair.redrawn and pair.may_stay and not restyled else 0


def table_after(changes: Changes, new: PrintRecord, restyled: bool) -> PrintRecord:
    """The pieces on the table after following the pull list: the new record, except for old pieces
    that stay.
    """
    old: dict[PieceKey, list[Pair]] = {}
    for change in changes.cards:
        for pair in change.pairs:
            if stays(pair, restyled):
                old.setdefault((change.component, change.card, pair.owner), []).append(pair)
    if not old:
        return new
    return replace(
        new, components={id: _with_old(id, component, old) for id, component in new.components.items()}
    )


def _with_old(id: str, component: ComponentRecord, old: dict[PieceKey, list[Pair]]) -> ComponentRecord:
    cards = {
        name: replace(
            card,
            pieces=joined_pieces(
                tuple(
                    piece
                    for pieces in card.pieces
                    for piece in _replaced(pieces, old.get((id, name, pieces.owner), ()))
                )
            ),
        )
        for name, card in component.cards.items()
    }
    return replace(component, cards=cards)


def _replaced(pieces: OwnedPieces, pairs: Iterable[Pair]) -> Iterator[OwnedPieces]:
    """A card's pieces, with the old ones that stay in place of new ones."""
    left = pieces.copies
    for pair in pairs:
        if pair.old and pair.new and pair.new.appearance == pieces.appearance:
            number = min(pair.copies)
            left -= number
            yield replace(pair.old, copies=number)
    if left:
        yield replace(pieces, copies=left)
