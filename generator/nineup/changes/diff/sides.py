"""Determines which faces show what happened to a card, by the digests in records."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from nineup.changes.diff.compare import CardChange, Pair


class SideChange(NamedTuple):
    """A side of a piece before and after, as digests; empty for none, equal for an unchanged face."""

    side: Literal["front", "back"]
    old: str
    new: str


def sides_to_show(change: CardChange) -> tuple[SideChange, ...]:
    """The sides of a card that changed, or its front, for the first of its owners that got a new face, if
    any.
    """
    redrawn = (pair for pair in change.pairs if pair.redrawn)
    return changed_sides(next(redrawn, change.pairs[0]))


def changed_sides(pair: Pair) -> tuple[SideChange, ...]:
    """The sides of an owner's pieces that changed, the front first; if none did, the front."""
    front, back = _sides(pair)
    if not pair.redrawn:
        return (front,)
    return tuple(side for side in (front, back) if side.old != side.new) or (front,)


def _sides(pair: Pair) -> Iterator[SideChange]:
    old, new = pair.old.faces if pair.old else ("", ""), pair.new.faces if pair.new else ("", "")
    yield SideChange("front", old[0], new[0])
    yield SideChange("back", old[1], new[1])
