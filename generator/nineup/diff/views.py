"""Which faces are looked at to see what happened to a card, by the digests that records hold."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from nineup.diff.compare import CardChange, Pair


class View(NamedTuple):
    """A side of a piece before and after, as digests; empty where there is none, and both the same where it stayed."""

    side: Literal["front", "back"]
    old: str
    new: str


def views(change: CardChange) -> tuple[View, ...]:
    """The sides of a card that changed, or its front, for the first of its owners that got another face, if any did."""
    redrawn = (pair for pair in change.pairs if pair.redrawn)
    return view(next(redrawn, change.pairs[0]))


def view(pair: Pair) -> tuple[View, ...]:
    """The sides of an owner's pieces that changed, the front first, or the front where none did; at least one."""
    front, back = _sides(pair)
    if not pair.redrawn:
        return (front,)
    return tuple(side for side in (front, back) if side.old != side.new)


def _sides(pair: Pair) -> Iterator[View]:
    old, new = pair.old.faces if pair.old else ("", ""), pair.new.faces if pair.new else ("", "")
    yield View("front", old[0], new[0])
    yield View("back", old[1], new[1])
