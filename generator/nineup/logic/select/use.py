"""What a result may depend on in a configuration, in the smallest parts that a proof varies.

A plain name is `players` (the player count), a band of players beyond the first, or a whole option. Of an
option that is a set, one item or the number of chosen items may be all that matters.
"""

from typing import NamedTuple


class SetItem(NamedTuple):
    """Whether a set contains an item, as in `'red' in colors`."""

    option: str
    item: str


class SetLength(NamedTuple):
    """How many items a set has, as in `colors|length`."""

    option: str


Use = str | SetItem | SetLength
Uses = frozenset[Use]


def option_of(use: Use) -> str:
    """The option that is used in whole or part; the name itself for the player count and bands."""
    return use if isinstance(use, str) else use.option
