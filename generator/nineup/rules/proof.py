"""Going through every configuration of a game that can make a difference, the smallest first."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from nineup.diagnostics import Diagnostic, Span
from nineup.game import Card, Component, Expression, Game
from nineup.rules.ink import RenderedFaces
from nineup.select import (
    EvaluationError,
    Scenario,
    base_context,
    configurations,
    configurations_count,
    counts,
    named,
    pairwise,
    refusal,
    used_by_cards,
    used_by_expression,
)

MOST = 100_000
"""Configurations that one proof goes through; of more, every pair of choices."""


FAILED = frozenset({"bad-amount", "bad-condition", "bad-expression", "too-few-owners"})
"""What is told of an amount or a condition that can't be worked out."""


Examine = Callable[[Scenario], Iterable[Diagnostic]]
"""What a rule finds in one scenario. May raise EvaluationError."""


class Scope(NamedTuple):
    """What a proof is narrowed to: player counts (none named: all), and options with their value."""

    players: tuple[int, ...] = ()
    options: Mapping[str, Any] = {}


class Tally:
    """What has been seen of one rule: for which player counts it held, and the figure that matters there."""

    def __init__(self) -> None:
        self.held: dict[int, bool] = {}
        """Only the counts in which there was something to hold."""
        self.least: dict[int, dict[str, int]] = {}
        """For a player count, the least figure of each thing that is counted."""
        self.said: dict[int, str] = {}
        """A figure in words, where it is no number of things."""
        self.meant: set[str] = set()
        """The cards and components whose findings are accepted."""

    @property
    def figures(self) -> dict[int, int | str]:
        """For a player count, the figure that matters there."""
        return {**{players: sum(least.values()) for players, least in self.least.items()}, **self.said}


def is_poor(finding: Diagnostic) -> bool:
    """Whether a rule does not hold where it finds this. A note may be worth knowing of what holds, but not if
    it is that what the game says of itself is not so."""
    return finding.severity != "note" or finding.code == "rule"


class Proof:
    """A game, its situations as far as they have been asked for, and the tally of the rule at work."""

    def __init__(self, game: Game, scope: Scope = Scope(), looks: RenderedFaces = RenderedFaces()) -> None:  # noqa: B008
        self.game = game
        self.looks = looks
        self.counts = tuple(n for n in counts(game) if not scope.players or n in scope.players)
        self.tally = Tally()
        self._fixed = dict(scope.options)
        self._around = base_context(game)
        self._situations: dict[tuple[Any, ...], Scenario] = {}
        self._failed: set[tuple[str, Span]] = set()
        self._alike: tuple[int, ...] = ()
        """The player counts for which the configuration at hand stands."""

    @property
    def is_narrowed(self) -> bool:
        """Whether only some player counts or choices are looked at."""
        return bool(self._fixed) or self.counts != counts(self.game)

    @property
    def possible(self) -> int:
        """How many legal configurations there are; of too many, before the illegal ones are left out."""
        return self.configurations if self._every(self._all) is configurations else self._most(self._all)

    @property
    def configurations(self) -> int:
        """How many configurations the proof covers: each legal one, or of too many as many as hold every pair."""
        return sum(1 for _ in self._every(self._all)(self.game, self._all, self._fixed, self.counts))

    @property
    def _all(self) -> frozenset[str]:
        return frozenset({"players", *self.game.options})

    def _every(self, uses: Collection[str]) -> Callable[..., Iterator[tuple[int, dict[str, Any]]]]:
        return pairwise if self._most(uses) > MOST else configurations

    def _most(self, uses: Collection[str]) -> int:
        return configurations_count(self.game, uses, self._fixed, self.counts)

    def smallest(
        self,
        uses: Collection[str],
        examine: Examine,
        when: Expression | None = None,
    ) -> Iterator[Diagnostic]:
        """What `examine` finds in the smallest configuration in which it finds anything.

        Only what is in `uses` varies (ids of options, and `players`), and only where `when` holds. An
        amount that can't be worked out is a finding too, of the first rule that asks for it. Each player count
        goes into the tally.
        """
        uses = frozenset(uses) | used_by_expression(self.game, when)
        every = self._every(uses)
        if every is pairwise:
            yield self._not_proved()
        failed: set[int] = set()
        for players, options in every(self.game, uses, self._fixed, self.counts):
            if players in failed:
                continue
            self._alike = (players,) if "players" in uses else self.counts
            found = self._found(players, options, examine, when)
            if found is None:
                continue
            self.mark(self._alike, not any(map(is_poor, found)))
            if found:
                if not failed:
                    if every is pairwise:
                        options, found = self._less(uses, players, options, found, examine, when)
                    label = self.label(players, options, uses)
                    yield from [f._replace(configuration=label) for f in found if not self._known(f)]
                failed.add(players)

    def _found(
        self, players: int, options: dict[str, Any], examine: Examine, when: Expression | None
    ) -> list[Diagnostic] | None:
        """What `examine` finds in a configuration; None where `when` does not hold."""
        try:
            scenario = self.at(players, options)
            return list(examine(scenario)) if scenario.holds(when) else None
        except EvaluationError as broken:
            return [broken.diagnostic]

    def _less(
        self,
        uses: Collection[str],
        players: int,
        options: dict[str, Any],
        found: list[Diagnostic],
        examine: Examine,
        when: Expression | None,
    ) -> tuple[dict[str, Any], list[Diagnostic]]:
        """A configuration without the things chosen that the finding does not need: pairs come with many."""
        for option in self.game.options.values():
            for item in option.values if option.kind == "some" and option.id in uses else ():
                fewer = tuple(other for other in options[option.id] if other != item)
                if option.id in self._fixed or refusal(option, fewer):
                    continue
                still = self._found(players, {**options, option.id: fewer}, examine, when)
                if still and {f.code for f in still} == {f.code for f in found}:
                    options, found = {**options, option.id: fewer}, still
        return options, found

    def never_there(self, component: Component) -> tuple[Card, ...]:
        """The cards of a component that no configuration of the whole game has, whatever the scope.

        None is named where there are too many configurations to tell, or a condition can't be worked out.
        """
        uses = used_by_cards(self.game, component)
        if component.when is None and not any(card.when for card in component.cards):
            return ()
        if configurations_count(self.game, uses) > MOST:
            return ()
        missing = {card.id: card for card in component.cards}
        for players, options in configurations(self.game, uses):
            try:
                for card in self.at(players, options).cards(component):
                    missing.pop(card.id, None)
            except EvaluationError:
                return ()  # `amounts` tells.
            if not missing:
                break
        return tuple(missing.values())

    def _known(self, finding: Diagnostic) -> bool:
        """Whether this tells again, perhaps for other players, what could not be worked out before."""
        if finding.code not in FAILED or finding.span is None:
            return False
        place = (finding.code, finding.span)
        known = place in self._failed
        self._failed.add(place)
        return known

    def mark(self, players: Iterable[int], held: bool) -> None:
        """Note that the rule held, or did not, for these player counts."""
        for count in players:
            self.tally.held[count] = self.tally.held.get(count, True) and held

    def figure(self, number: int | str, of: str = "") -> None:
        """Note the figure that matters to the rule here; of numbers the least of all configurations is told.

        Where a rule counts several things, their figures are added up.
        """
        for players in self._alike:
            if isinstance(number, str):
                self.tally.said[players] = number
            else:
                least = self.tally.least.setdefault(players, {})
                least[of] = min(number, least.get(of, number))

    def unless_meant(
        self, record: Card | Component, code: str, found: Iterable[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """The findings about a card or a component, unless it accepts them; then they are only tallied."""
        if code not in record.accept:
            yield from found
        else:
            self.tally.meant.update(record.id for _ in found)

    def at(self, players: int, options: dict[str, Any]) -> Scenario:
        """The scenario of a configuration. Raises EvaluationError."""
        key = (players, *options.values())
        scenario = self._situations.get(key)
        if scenario is None:
            scenario = self._situations[key] = Scenario(self.game, self._around, players, options)
        return scenario

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

    def _not_proved(self) -> Diagnostic:
        large = max(self.game.options.values(), key=lambda option: len(option.values))
        message = f"the choices of `{large.id}` are too many to prove them all: every pair of choices is gone through"
        return Diagnostic("not-proved", "warning", message, large.span)
