"""For `check`: every state that a face can be in, drawn once. What a face shows may depend on players and options."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nineup.diagnostics import Diagnostic, Findings
from nineup.drawing import Face, Op
from nineup.expression import ExpressionError
from nineup.extent import ink
from nineup.game import Card, Component, Game, Part, Run
from nineup.geometry import Box
from nineup.layout import Layout, LayoutEngine
from nineup.rules import ProofScope
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
from nineup.shapes import drawn_sides
from nineup.typeset import AssembledFaces, Drawn, Inputs, typeset

Draw = Callable[[], Face | None]

MOST = 10_000
"""States of faces that are drawn for one game, a few seconds' worth; of a card with more, a sample with every pair of choices."""

FEW = 64
"""Configurations of a card that are all looked at in any case."""


class States(NamedTuple):
    """The faces of a game that show something new, and how much of it is a sample."""

    drawn: tuple[Drawn, ...]
    new: Mapping[Face, Sequence[int]]
    """For a face, the indices of the operations that show something that no face before it did; all where it is not
    listed."""
    tried: Mapping[int, tuple[int, int]]
    """For a player count, how many configurations were tried of how many, where not all were."""
    shown: Mapping[Face, tuple[Part, Configuration]]
    """The first part that shows a face, and a configuration in which it does."""


def draw_states(game: Game, engine: LayoutEngine, scope: ProofScope, findings: Findings) -> States:
    """Draw each card in every state of its faces that some run of the scope, or some whole box, shows.

    Findings have the smallest configuration that shows them.
    """
    return _StateDrawing(game, engine, scope, findings).states()


class _SeenOperations:
    """What faces of a component have shown: a face without anything new need not be looked at again.

    What a rule finds of an operation depends on the operation and on what lies under it: a text's contrast, on its
    ground. So an operation is new unless a face before had it above the same others. Where a rule reads faces as a
    whole (`whole`), only a face that is the same as one before has nothing new.
    """

    def __init__(self, whole: bool) -> None:
        self._whole = whole
        self._ids: dict[int, tuple[Op, Box | None, int]] = {}
        """Operations by identity, kept so that no other gets it: each with its box, a little larger than its ink, and a
        number that equal ones share."""
        self._numbers: dict[Op, int] = {}
        self._seen: set[tuple[str, int, tuple[int, ...]]] = set()

    def new_ops(self, side: str, face: Face) -> list[int]:
        """The indices of the operations of a front or a back that show something that no face before did."""
        ids, seen = self._ids, self._seen
        known = [(ids.get(id(op)) or self._known(op))[1:] for op in face.ops]
        if self._whole:
            whole = side, -1, tuple([number for _, number in known])
            is_known = whole in seen
            seen.add(whole)
            return [] if is_known else list(range(len(known)))
        below: list[tuple[Box, int]] = []
        new = []
        for index, (box, number) in enumerate(known):
            under: tuple[int, ...] = ()
            if box is not None:
                left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
                under = tuple(
                    [
                        other
                        for (x, y, w, h), other in below
                        if x < right and left < x + w and y < bottom and top < y + h
                    ]
                )
                below.append((box, number))
            shown = side, number, under
            if shown not in seen:
                seen.add(shown)
                new.append(index)
        return new

    def _known(self, op: Op) -> tuple[Op, Box | None, int]:
        """An operation with its box and its number, from now on found by its identity."""
        box = ink((op,))
        number = self._numbers.setdefault(op, len(self._numbers))
        found = self._ids[id(op)] = op, box.outset(1.0) if box is not None else None, number
        return found


class _StateDrawing:
    def __init__(self, game: Game, engine: LayoutEngine, scope: ProofScope, findings: Findings) -> None:
        self.game = game
        self.engine = engine
        self.findings = findings
        self.proof = Proof(game, scope)
        self.space = self.proof.space
        self.tried: dict[int, tuple[int, int]] = {}
        self._left = MOST
        self._samples: dict[Uses, list[Configuration]] = {}
        self._faces: dict[tuple[Any, ...], Face | None] = {}
        self._assembled: AssembledFaces = {}
        self._facts: set[tuple[Any, ...]] = set()
        self._shown: dict[Face, tuple[Part, Configuration]] = {}

    def states(self) -> States:
        drawn: list[Drawn] = []
        new: dict[Face, list[int]] = {}
        read_whole = {
            id
            for rule in self.game.rules
            if rule.name == "printed" and rule.settings
            for id in rule.settings["each"]
        }
        for component in self.game.components.values():
            layouts = self._layout_uses(component)
            shown = _SeenOperations(component.id in read_whole)
            for card in component.cards:
                for number, each in enumerate(self._of_card(component, card, layouts)):
                    sides = ("front", each.front), ("back", each.back)
                    found = {face: shown.new_ops(side, face) for side, face in sides if face is not None}
                    if any(found.values()) or not number:
                        drawn.append(each)
                        new.update((face, ops) for face, ops in found.items() if face not in new)
        return States(tuple(drawn), new, self.tried, self._shown)

    def _layout_uses(self, component: Component) -> Uses:
        """What the faces of a component depend on besides their cards."""
        uses: Uses = frozenset()
        for side in drawn_sides(component):
            layout = self.engine.layout(side.layout, component.spans.get(side.key, component.span))
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
                    self._left -= 1
                    filled = scenario.filled(component, card)
                    scenario.compute_texts()
                    yield from self._drawn(
                        configuration, scenario, [Part(component, filled, o, 1) for o in new], shows
                    )
            except EvaluationError:
                continue  # `amounts` reports it

    def _configurations(self, uses: Uses) -> Iterator[Configuration]:
        number = self.space.count(uses)
        if number <= FEW or number <= self._left:
            return self.space.configurations(uses)
        if uses not in self._samples:
            self._samples[uses] = list(pairwise(self.space, uses))
        for players in self.space.counts:
            tried, of = self.tried.get(players, (0, 0))
            self.tried[players] = max(tried, len(self._samples[uses])), max(of, number)
        return iter(self._samples[uses])

    def _owners(self, scenario: Scenario, component: Component, card: Card, uses: Uses) -> tuple[Any, ...]:
        """Whose face of a card there is in a run, or in the whole box that it represents."""
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
        drawn = typeset(run, self.engine, found, self._face, self._assembled)
        for each in drawn:
            for face in (each.front, each.back):
                if face is not None:
                    self._shown.setdefault(face, (each.part, configuration))
        label = self.proof.label(configuration, shows)
        for finding in found:
            if (fact := _fact(finding)) not in self._facts:
                self._facts.add(fact)
                self.findings.append(finding._replace(configuration=finding.configuration or label))
        return drawn

    def _face(self, part: Part, layout: Layout, side: str, inputs: Inputs, draw: Draw) -> Face | None:
        """A face that shows the same values as one before is that face."""
        key: tuple[Any, ...] = (part.component.id, side)
        if layout.program is not None:
            try:
                key = (*key, part.card.id, inputs.print())
            except ExpressionError:
                return draw()
        if key not in self._faces:
            self._faces[key] = draw()
        return self._faces[key]


def _fact(finding: Diagnostic) -> tuple[Any, ...]:
    """What identifies a finding about a face, whatever numbers are in its message."""
    return finding.code, finding.severity, finding.span, finding.face, re.sub(r"\d+", "#", finding.message)
