"""For `check`: every state that a face can be in, drawn once. What a face shows may depend on players and options."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from nineup.diagnostics import Diagnostic, Findings
from nineup.drawing import Face
from nineup.expression import ExpressionError
from nineup.game import Card, Component, Game, Part, Run
from nineup.layout import Layout, LayoutEngine
from nineup.rules import Scope
from nineup.rules.proof import Proof
from nineup.select import (
    Configuration,
    EvaluationError,
    Scenario,
    Uses,
    is_box,
    pairwise,
    used_by_card,
    used_by_owners,
    used_by_template,
    used_by_texts,
)
from nineup.typeset import Context, Drawn, typeset

Draw = Callable[[], Face | None]

MOST = 10_000
"""Configurations of one card that are gone through; of more, a sample that holds every pair of choices."""


class States(NamedTuple):
    """The faces of a game that show something new, and how much of it is a sample."""

    drawn: tuple[Drawn, ...]
    tried: Mapping[int, tuple[int, int]]
    """For a player count, how many configurations were tried of how many, where not all were."""


def draw_states(game: Game, engine: LayoutEngine, scope: Scope, findings: Findings) -> States:
    """Draw each card in every state of its faces that some run of the scope, or some whole box, shows.

    Findings have the smallest configuration that shows them.
    """
    return _Drawing(game, engine, scope, findings).states()


class _Shown:
    """What faces of a component have shown: a face without anything new need not be looked at again."""

    def __init__(self) -> None:
        self._ids: dict[int, object] = {}
        """Drawing operations that faces share, kept so that no other gets their identity."""
        self._ops: set[tuple[str, object]] = set()

    def is_new(self, drawn: Drawn) -> bool:
        """Whether a front or a back has an operation that no face before had."""
        new = False
        for side, face in (("front", drawn.front), ("back", drawn.back)):
            for op in face.ops if face is not None else ():
                if id(op) not in self._ids:
                    self._ids[id(op)] = op
                    if (side, op) not in self._ops:
                        self._ops.add((side, op))
                        new = True
        return new


class _Drawing:
    def __init__(self, game: Game, engine: LayoutEngine, scope: Scope, findings: Findings) -> None:
        self.game = game
        self.engine = engine
        self.findings = findings
        self.proof = Proof(game, scope)
        self.space = self.proof.space
        self.tried: dict[int, tuple[int, int]] = {}
        self._faces: dict[tuple[Any, ...], Face | None] = {}
        self._facts: set[tuple[Any, ...]] = set()

    def states(self) -> States:
        drawn: list[Drawn] = []
        for component in self.game.components.values():
            layouts = self._layout_uses(component)
            shown = _Shown()
            for card in component.cards:
                for number, each in enumerate(self._of_card(component, card, layouts)):
                    if shown.is_new(each) or not number:
                        drawn.append(each)
        return States(tuple(drawn), self.tried)

    def _layout_uses(self, component: Component) -> Uses:
        """What the faces of a component depend on besides their cards."""
        uses: Uses = frozenset()
        for field, path in (("layout", component.layout), ("back", component.back)):
            span = component.spans.get(field, component.span)
            layout = self.engine.layout(path, span) if path else None
            if layout is not None and layout.program is not None:
                uses |= used_by_template(self.game, layout.program.source)
        return uses

    def _of_card(self, component: Component, card: Card, layouts: Uses) -> Iterator[Drawn]:
        shows = layouts | used_by_texts(self.game, card.values)
        uses = shows | used_by_card(self.game, component, card) | used_by_owners(self.game, component)
        seen: set[tuple[Any, ...]] = set()
        for configuration in self._configurations(uses):
            scenario = self.proof.at(configuration)
            try:
                owners = self._owners(scenario, component, card, uses)
                if not owners:
                    continue
                state = scenario.values_of(shows)
                new = [owner for owner in owners if (owner, state) not in seen]
                seen.update((owner, state) for owner in new)
                if new:
                    filled = scenario.filled(component, card)
                    scenario.compute_texts()
                    yield from self._drawn(
                        configuration, scenario, [Part(component, filled, o, 1) for o in new], shows
                    )
            except EvaluationError:
                continue  # `amounts` reports it

    def _configurations(self, uses: Uses) -> Iterator[Configuration]:
        number = self.space.count(uses)
        if number <= MOST:
            return self.space.configurations(uses)
        sample = list(pairwise(self.space, uses))
        for players in self.space.counts:
            self.tried[players] = (len(sample), number)
        return iter(sample)

    def _owners(self, scenario: Scenario, component: Component, card: Card, uses: Uses) -> tuple[Any, ...]:
        """Whose face of a card there is in a run, or in the whole box that it stands for."""
        if scenario.holds(component.when) and scenario.holds(card.when):
            every = is_box(self.game, scenario.players, scenario.bands)
            return scenario.owners(component, every=every)
        if is_box(self.game, scenario.players, scenario.bands):
            inside = self.proof.inside(scenario, uses)
            if any(run.holds(component.when) and run.holds(card.when) for run in inside):
                return scenario.owners(component, every=True)
        return ()

    def _drawn(
        self, configuration: Configuration, scenario: Scenario, parts: list[Part], shows: Uses
    ) -> tuple[Drawn, ...]:
        run = Run(
            game=self.game,
            name="",
            players=configuration.players,
            options=dict(configuration.options),
            owners=(),
            context=scenario.context,
            parts=tuple(parts),
            tallies=(),
        )
        found = Findings()
        drawn = typeset(run, self.engine, found, self._face)
        label = self.proof.label(configuration, shows)
        for finding in found:
            if (fact := _fact(finding)) not in self._facts:
                self._facts.add(fact)
                self.findings.append(finding._replace(configuration=finding.configuration or label))
        return drawn

    def _face(self, part: Part, layout: Layout, side: str, context: Context, draw: Draw) -> Face | None:
        """A face that shows the same values as one before is that face."""
        key: tuple[Any, ...] = (part.component.id, side)
        if layout.program is not None:
            try:
                key = (*key, part.card.id, layout.program.run(context()))
            except ExpressionError:
                return draw()
        if key not in self._faces:
            self._faces[key] = draw()
        return self._faces[key]


def _fact(finding: Diagnostic) -> tuple[Any, ...]:
    """What tells a finding about a face from others, whatever numbers are in its message."""
    return finding.code, finding.severity, finding.span, finding.face, re.sub(r"\d+", "#", finding.message)
