"""What a random game is in plain Python.

Every expression is made twice, as text and as a Python function of a table (`Env`), so that nothing of
Nineup's own is needed to work it out.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, product
from typing import Any


@dataclass(frozen=True)
class Env:
    """One table: a player count, a value for each option, and the expansions in use."""

    players: int
    options: Mapping[str, Any]
    expansions: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Expr:
    """An expression as text and as a function."""

    text: str
    of: Callable[[Env], Any]


@dataclass(frozen=True)
class Option:
    """A switch (`values` empty), one of some words, or (with `several`) a set of them."""

    id: str
    default: Any
    values: tuple[str, ...] = ()
    several: bool = False
    at_least: int = 0
    including: tuple[str, ...] = ()
    at_most: int = 99
    by_players: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """The least and the most items for each player count, if they differ."""

    def at(self, players: int) -> "Option":
        """The option as it is for a player count; its default is then as many of the first as may be."""
        if players not in self.by_players:
            return self
        least, most = self.by_players[players]
        first = list(self.values[:most])
        if self.including and not set(first) & set(self.including):
            first[-1] = next(value for value in self.values if value in self.including)
        return replace(self, at_least=least, at_most=most, default=tuple(first), by_players={})

    def legal(self) -> list[Any]:
        """The legal values, the smallest first: the default, or sets by size and then in order."""
        if not self.values:
            return [self.default, not self.default]
        if not self.several:
            return [self.default, *(value for value in self.values if value != self.default)]
        sets = chain.from_iterable(combinations(self.values, size) for size in range(len(self.values) + 1))
        needed = set(self.including)
        sizes = range(self.at_least, self.at_most + 1)
        return [s for s in sets if len(s) in sizes and (not needed or needed & set(s))]


Choice = tuple[str, str]
"""An option and a value, an item of a set, or `yes` or `no`."""


@dataclass(frozen=True)
class Relation:
    """Which choices go together: `requires`, `excludes` or `one-of`, where all of `given` are made."""

    kind: str
    given: tuple[Choice, ...]
    choices: tuple[Choice, ...]

    def allows(self, options: Mapping[str, Any]) -> bool:
        made = [is_made(choice, options) for choice in self.choices]
        if not all(is_made(choice, options) for choice in self.given):
            return True
        return {"requires": all(made), "excludes": not any(made), "one-of": sum(made) == 1}[self.kind]


def is_made(choice: Choice, options: Mapping[str, Any]) -> bool:
    option, value = choice
    chosen = options[option]
    return (
        value in chosen
        if isinstance(chosen, tuple)
        else chosen in (value, {"yes": True, "no": False}.get(value))
    )


@dataclass
class Card:
    """`table` has the copies for players or for choices instead: the first that holds counts, and without any, or
    with none, the card isn't there.
    """

    id: str
    copies: int = 1
    table: tuple[tuple[Expr, int], ...] = ()
    when: Expr | None = None
    values: dict[str, Any] = field(default_factory=dict)
    needs: tuple[int, int] | None = None


@dataclass(frozen=True)
class Shown:
    """A text of a face as an expression, and as the numbers that it has on a card."""

    text: str
    of: Callable[[Env, Card], list[int]]


@dataclass
class Component:
    """A deck with cards, or (without) tokens that are all alike.

    `setup` and `copies` go by ranges of players, `box` by the largest player count of a box; at 0 one amount
    for all.
    """

    id: str
    cards: list[Card] = field(default_factory=list)
    owned: bool = False
    when: Expr | None = None
    copies: dict[tuple[int, int], Expr] = field(default_factory=dict)
    setup: dict[tuple[int, int], Expr] = field(default_factory=dict)
    pile: str = ""
    box: dict[int, Expr] = field(default_factory=dict)
    front: tuple[Shown, ...] = ()


@dataclass
class Rule:
    """An entry of `rules:` as YAML text, and what is needed to judge it."""

    kind: str
    yaml: str
    settings: dict[str, Any]
    when: Expr | None = None
    severity: str = "error"


@dataclass
class Game:
    low: int
    base: int
    """The most players of the base box; beyond it they need expansions."""
    expansions: dict[str, int]
    """The largest player count with each, in order."""
    owners_by_box: bool
    """Whether each box brings the owners of its own players, and not the base box all of them."""
    items: tuple[str, ...]
    options: list[Option]
    components: list[Component]
    rules: list[Rule] = field(default_factory=list)
    legal: list[Relation] = field(default_factory=list)

    @property
    def high(self) -> int:
        return max([self.base, *self.expansions.values()])

    @property
    def boxes(self) -> dict[str, tuple[int, int]]:
        """The base box and the expansions with the players that they add."""
        tops = {"base": self.base, **self.expansions}
        lows = [self.low, *(top + 1 for top in tops.values())]
        return {name: (low, top) for low, (name, top) in zip(lows, tops.items(), strict=False)}

    def needed(self, players: int) -> frozenset[str]:
        """The expansions without which this many can't play."""
        return frozenset(name for name in self.expansions if self.boxes[name][0] <= players)

    def seats(self, players: int, of: Collection[str]) -> list[frozenset[str]]:
        """What so many players may have in use of some expansions."""
        need = self.needed(players)
        free = [name for name in self.expansions if name in of and name not in need]
        sets = chain.from_iterable(combinations(free, size) for size in range(len(free) + 1))
        return [need | set(some) for some in sets] if need <= set(of) else []

    @property
    def counts(self) -> range:
        return range(self.low, self.high + 1)

    def tables(self) -> list[Env]:
        """Every configuration."""
        return [
            Env(players, options, expansions)
            for players in self.counts
            for options in self.choices(players)
            for expansions in self.seats(players, self.expansions)
        ]

    def defaults(self, players: int) -> dict[str, Any]:
        """What is chosen without a word."""
        return {option.id: option.at(players).default for option in self.options}

    def choices(self, players: int) -> list[dict[str, Any]]:
        """Every value of the options that go together for so many players."""
        ids = [option.id for option in self.options]
        every = product(*(option.at(players).legal() for option in self.options))
        choices = (dict(zip(ids, values, strict=True)) for values in every)
        return [options for options in choices if all(each.allows(options) for each in self.legal)]

    def component(self, id: str) -> Component:
        return next(component for component in self.components if component.id == id)
