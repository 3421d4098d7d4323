"""The results of a game's rules: a row for each, by player count. What `check` shows, keeps and passes on."""

from collections.abc import Mapping
from math import log2
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, Span


class Sample(NamedTuple):
    """How many configurations were tried, and of how many. Both are 0 if the work was too much for any."""

    tried: int
    of: int


class Solver(NamedTuple):
    """What decided a rule for all configurations at once, and the processor time that it took, in seconds."""

    engine: str
    seconds: float


class Failing(NamedTuple):
    """In how many configurations a rule fails, of all that differ in the players and options that it uses."""

    number: int
    of: int


class Acceptance(NamedTuple):
    """An entry of `accept`: the place of the card or component, and the key."""

    span: Span
    key: str


class RuleRow(msgspec.Struct, frozen=True):
    """The result of one rule: its label, and the player counts for which it held (it doesn't apply to
    others).
    """

    label: str
    code: str
    held: dict[int, bool]
    figures: dict[int, int | str]
    """For a player count the figure that matters to the rule, such as the number of cards left."""
    figure: str
    """The meaning of the figures."""
    notes: int
    accepted: int
    """Cards and components whose findings the game's files accept."""
    tried: Mapping[int, Sample] = {}
    """For a player count that was only sampled, how many configurations were tried, and of how many; 0 if the
    search was abandoned.
    """
    place: Span | None = None
    """The place in the game's files that requests the rule."""
    findings: tuple[Diagnostic, ...] = ()
    """Its findings, each with its smallest configuration; also those that don't make it fail."""
    solver: Solver | None = None
    """What decided it where there are too many configurations to try."""
    failing: Failing | None = None
    """In how many configurations it fails, if a solver could count them."""
    is_complete: bool = True
    """Whether the rule saw everything it is about: False if faces couldn't be drawn, or have errors."""


class Proved(msgspec.Struct, frozen=True):
    """The extent of a game's proof: a row for each rule, the player counts, and the number of
    configurations.
    """

    rows: tuple[RuleRow, ...]
    counts: tuple[int, ...]
    configurations: int
    used_acceptances: frozenset[Acceptance] = frozenset()
    """The places of the cards and components whose acceptances applied, with their keys."""


def in_powers(number: int) -> str:
    """A number of configurations; a large one as an approximate power of two."""
    return f"{number:,}" if number < 10_000_000 else f"about 2^{round(log2(number))}"
