"""What cards are drawn from, and which cards one draw takes. Data only."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

CardFields = Mapping[str, Any]
"""A card's fields by name, as expressions see them."""

Hand = tuple[CardFields, ...]


class Stack(NamedTuple):
    """The cards of one component in a pile: `size` of them, taken at random from `cards`.

    With `kinds`, that number of different cards is taken at random instead, each with all its copies.
    """

    component: str
    cards: tuple[tuple[CardFields, int], ...]
    """Each different card with its number of copies."""
    size: int
    kinds: int = 0

    @property
    def total(self) -> int:
        """The number of cards from which `size` are chosen."""
        return sum(copies for _, copies in self.cards)


class Pool(NamedTuple):
    """A shuffled pile of one or more components."""

    name: str
    stacks: tuple[Stack, ...]

    @property
    def size(self) -> int:
        """The number of cards in the pile."""
        return sum(stack.size for stack in self.stacks)


class Draw(NamedTuple):
    """Hands drawn one after another from one pile, each of as many cards as one of `sizes`.

    `sizes` maps a number of cards to its weight, for hands whose size varies. Cards aren't put back
    before the next hand is drawn; with `replace`, each card is put back before the next one is drawn.
    """

    pool: Pool
    sizes: tuple[tuple[int, int], ...]
    hands: int = 1
    replace: bool = False


def _nothing(card: CardFields) -> tuple[Any, ...]:
    return ()


class Question(NamedTuple):
    """A question about drawn cards: a function of the hands, and what of the hands it depends on.

    Two hands are equivalent if they have as many cards, as many of each `kind` (or, without `often`, only the
    same kinds), and the same sums of the numbers that each card `adds`. The function is called with one
    example of equivalent hands.
    """

    ask: Callable[[tuple[Hand, ...]], Any]
    kind: Callable[[CardFields], Hashable]
    adds: Callable[[CardFields], tuple[Any, ...]] = _nothing
    often: bool = True


def whole(value: Any) -> Hashable:
    """A hashable key for a card or any plain data.

    Types are part of it, because 1, 1.0 and true are equal in Python.
    """
    if isinstance(value, Mapping):
        return tuple([(name, whole(each)) for name, each in value.items()])
    if isinstance(value, (list, tuple)):
        return tuple([whole(each) for each in value])
    return type(value), value
