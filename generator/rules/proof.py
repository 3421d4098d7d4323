"""Going through every configuration of a game that can make a difference, the smallest first."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from generator.diagnostics import Diagnostic
from generator.game import Expression, Game
from generator.select import (
    Broken,
    Situation,
    configurations,
    configurations_count,
    named,
    surroundings,
    used_by_expression,
)

MOST = 100_000
"""Configurations that one proof goes through."""


class Proof:
    """A game, and its situations as far as they have been asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._around = surroundings(game)
        self._situations: dict[tuple[Any, ...], Situation] = {}

    def smallest(
        self,
        uses: Collection[str],
        examine: Callable[[Situation], Iterable[Diagnostic]],
        when: Expression | None = None,
    ) -> Iterator[Diagnostic]:
        """What `examine` finds in the smallest configuration in which it finds anything.

        Only what is in `uses` varies (ids of options, and `players`), and only where `when` holds. An
        amount that can't be worked out is a finding too.
        """
        uses = frozenset(uses) | used_by_expression(self.game, when)
        if configurations_count(self.game, uses) > MOST:
            uses = self._fewer(uses)
            yield self._not_proved()
        for players, options in configurations(self.game, uses):
            try:
                situation = self.at(players, options)
                found = list(examine(situation)) if situation.holds(when) else []
            except Broken as broken:
                found = [broken.diagnostic]
            if found:
                label = self.label(players, options, uses)
                yield from [finding._replace(configuration=label) for finding in found]
                return

    def at(self, players: int, options: dict[str, Any]) -> Situation:
        """The situation of a configuration. Raises Broken."""
        key = (players, *options.values())
        situation = self._situations.get(key)
        if situation is None:
            situation = self._situations[key] = Situation(self.game, self._around, players, options)
        return situation

    def label(self, players: int, options: dict[str, Any], uses: Collection[str]) -> str:
        """A configuration in words, as far as it matters: `5 players, red`; empty when nothing does."""
        told = [
            id
            for id, option in self.game.options.items()
            if id in uses and (option.kind == "some" or options[id] != option.default)
        ]
        words = [f"{players} player{'s' if players != 1 else ''}"] if "players" in uses else []
        return ", ".join(
            [*words, *(word.replace("no-", "no ", 1) for word in named(self.game, options, told))]
        )

    def _fewer(self, uses: Collection[str]) -> frozenset[str]:
        """Without the choices of several things, whose sets are too many."""
        return frozenset(
            id for id in uses if id not in self.game.options or self.game.options[id].kind != "some"
        )

    def _not_proved(self) -> Diagnostic:
        large = max(self.game.options.values(), key=lambda option: len(option.values))
        message = f"the choices of `{large.id}` are too many to go through; rules hold for its default"
        return Diagnostic("not-proved", "warning", message, large.span)
