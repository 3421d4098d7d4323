"""What a random game is in plain Python.

Every expression is made twice, as text and as a Python function of a table (`Env`), so that nothing of Nineup's own
is needed to work it out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from typing import Any


@dataclass(frozen=True)
class Env:
    """One table: a player count, a value for each option, and whether the expansion is in use."""

    players: int
    options: Mapping[str, Any]
    expansion: bool = False


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

    def legal(self) -> list[Any]:
        """The legal values, the smallest first: the default, or sets by size and then in order."""
        if not self.values:
            return [self.default, not self.default]
        if not self.several:
            return [self.default, *(value for value in self.values if value != self.default)]
        sets = chain.from_iterable(combinations(self.values, size) for size in range(len(self.values) + 1))
        needed = set(self.including)
        return [s for s in sets if len(s) >= self.at_least and (not needed or needed & set(s))]


@dataclass
class Card:
    id: str
    copies: int = 1
    when: Expr | None = None
    values: dict[str, Any] = field(default_factory=dict)
    needs: tuple[int, int] | None = None


@dataclass
class Component:
    """A deck with cards, or (without) tokens that are all alike.

    `setup` and `copies` go by ranges of players, `box` by the largest player count of a box; at 0 one amount for all.
    """

    id: str
    cards: list[Card] = field(default_factory=list)
    owned: bool = False
    when: Expr | None = None
    copies: dict[tuple[int, int], Expr] = field(default_factory=dict)
    setup: dict[tuple[int, int], Expr] = field(default_factory=dict)
    pile: str = ""
    box: dict[int, Expr] = field(default_factory=dict)


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
    """The most players of the base box; beyond it they need the expansion."""
    high: int
    items: tuple[str, ...]
    options: list[Option]
    components: list[Component]
    rules: list[Rule] = field(default_factory=list)

    @property
    def counts(self) -> range:
        return range(self.low, self.high + 1)

    def tables(self) -> list[Env]:
        """Every configuration, in the order of declaration."""
        ids = [option.id for option in self.options]
        return [
            Env(players, dict(zip(ids, values, strict=True)), more or players > self.base)
            for more in ([False, True] if self.high > self.base else [False])
            for values in product(*(option.legal() for option in self.options))
            for players in self.counts
            if not (more and players > self.base)
        ]

    def component(self, id: str) -> Component:
        return next(component for component in self.components if component.id == id)
