"""For `check`: every state that a face can be in, drawn once. A face may depend on players and options.

What a face shows is a function of the values that its bindings read, so two configurations in which
these are equal have equal faces, and `Uses` name all that can change them. A card is drawn once per
different set of these values; its sides apart, since a back often reads fewer of them. Where an owner's
sign is far from all else that changes, each owner is drawn once and not in every state: then findings
about the one can't depend on the other.

A card of six owners, whose text depends on three switches, has 6 × 2³ = 48 fronts. With the owners apart, the
first one is drawn in 8 states and the others in one each: 13.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.faces.shapes import drawn_sides, shape_of
from nineup.layout import Layout, LayoutEngine, Origins
from nineup.layout.typeset import AssembledFaces, Drawn, Inputs, typeset
from nineup.logic.expression import ExpressionError, reads
from nineup.logic.select import (
    Configuration,
    EvaluationError,
    Scenario,
    Use,
    Uses,
    is_box,
    pairwise,
    used_by_card,
    used_by_card_texts,
    used_by_expression,
    used_by_owners,
    used_by_template,
)
from nineup.model.drawing import FAULTY, Face
from nineup.model.game import Card, Component, Game, Part, Run
from nineup.model.proved import Sample
from nineup.pipeline.proof.seen import KnownFaces, SeenOperations
from nineup.rules import ProofScope
from nineup.rules.engine.face_findings import in_order
from nineup.rules.engine.ink import FaceMarks
from nineup.rules.engine.proof import Proof

DrawFace = Callable[[], Face | None]

MOST_STATES = 10_000
"""The number of states of faces that are drawn for one game, in a few seconds; for a card with more, a sample
with every pair of choices.
"""

FEW = 64
"""The number of a card's configurations up to which all are tried."""


BATCH = 250
"""The number of cards of a large deck whose faces are in memory at once."""


class DrawnState(msgspec.Struct, frozen=True):
    """A card's faces in a state, and the configurations that show them."""

    drawn: Drawn
    compared: tuple[Any, ...]
    """The values that what rules compare with the faces depends on."""
    smallest: Configuration
    label: str
    """The smallest configuration in words, as far as the faces depend on it."""
    players: frozenset[int]
    """The player counts of all configurations."""


class States(msgspec.Struct, frozen=True):
    """The faces of a game that show something new, and how much of it is a sample."""

    states: tuple[DrawnState, ...]
    """Those that show something new, and one of each card: card by card, each in its smallest configuration
    first.
    """
    compared: tuple[DrawnState, ...]
    """All those that rules compare with the card: what another card has shown says nothing of this one."""
    new: Mapping[Face, Sequence[int]]
    """For a face, the indices of the operations that show something new; all of them if the face isn't
    listed.
    """
    tried: Mapping[int, Sample]
    """For a player count, how many of its configurations were tried, if not all."""
    is_complete: bool
    """Whether every face could be drawn, and without an error."""
    shown: Mapping[Face, tuple[Part, Configuration]]
    """The first part that shows a face, and a configuration in which it does."""
    marks: FaceMarks
    """What was searched in the faces so far."""
    numbers: Mapping[Face, tuple[int, ...]]
    """For each face, the numbers of its operations, which equal ones of a component share."""

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """The faces alone."""
        return tuple(state.drawn for state in self.states)


class ComponentStates(msgspec.Struct, frozen=True):
    """The faces of a component that show something new, as those of `States`."""

    states: tuple[DrawnState, ...]
    compared: tuple[DrawnState, ...]
    new: Mapping[Face, Sequence[int]]
    tried: Mapping[int, Sample]
    is_complete: bool
    shown: Mapping[Face, tuple[Part, Configuration]]
    facts: tuple["ShownFact", ...]
    """What was found on the faces."""
    number: int
    """How many states were drawn."""
    needs: int
    """How many states had to be left before for this not to be a sample."""
    marks: FaceMarks
    numbers: Mapping[Face, tuple[int, ...]]
    is_whole: bool = True
    """Whether these are all cards, and not one of several batches."""


def draw_states(game: Game, engine: LayoutEngine, scope: ProofScope, findings: Findings) -> States:
    """Draws each card in every state of its faces that some run of the scope, or some whole box, shows.

    Findings have the smallest configuration that shows them.
    """
    drawing = StateDrawing(game, engine, scope)
    drawn = [drawing.states(component) for component in game.components.values()]
    findings.extend(shown.finding for shown in joined_facts(each.facts for each in drawn))
    return joined_states(drawn, drawing.marks)


def joined_states(drawn: Sequence[ComponentStates], marks: FaceMarks) -> States:
    """The states of several components."""
    return States(
        states=tuple(chain.from_iterable(each.states for each in drawn)),
        compared=tuple(chain.from_iterable(each.compared for each in drawn)),
        new={face: ops for each in reversed(drawn) for face, ops in each.new.items()},
        tried=joined_samples(each.tried for each in drawn),
        is_complete=all(each.is_complete for each in drawn),
        shown={face: part for each in reversed(drawn) for face, part in each.shown.items()},
        marks=marks,
        numbers={face: numbers for each in drawn for face, numbers in each.numbers.items()},
    )


def joined_facts(facts: Iterable[Sequence["ShownFact"]]) -> Iterable["ShownFact"]:
    """The facts about the faces of several components, each in its smallest configuration."""
    joined: dict[_Fact, ShownFact] = {}
    for shown in chain.from_iterable(facts):
        known = joined.get(fact := _fact(shown.finding))
        if known is None or shown.order < known.order:
            joined[fact] = shown
    return joined.values()


def joined_samples(tried: Iterable[Mapping[int, Sample]]) -> dict[int, Sample]:
    """The largest samples of several components, by player counts."""
    joined: dict[int, Sample] = {}
    for players, sample in chain.from_iterable(each.items() for each in tried):
        before = joined.get(players, Sample(0, 0))
        joined[players] = Sample(max(before.tried, sample.tried), max(before.of, sample.of))
    return joined


class StateDrawing:
    """Draws the states of a game's components, in their order."""

    def __init__(
        self, game: Game, engine: LayoutEngine, scope: ProofScope, known: KnownFaces | None = None
    ) -> None:
        """`known` are the faces that this engine has drawn before."""
        self.game = game
        self.engine = engine
        self.scope = scope
        self.proof = Proof(game, scope)
        self.space = self.proof.space
        self._known = known or KnownFaces()
        self._keeps = True
        """Whether faces are known from now on: not those that are forgotten in this proof."""
        self.tried: dict[int, Sample] = {}
        self.is_complete = True
        self.left = MOST_STATES
        """The number of states that may still be drawn; of a component that is known, others take it off."""
        self._most_needed = 0
        self._samples: dict[Uses, list[Configuration]] = {}
        self._faces: dict[tuple[Any, ...], Face | None] = {}
        """By the output of their bindings."""
        self._sides: dict[tuple[Any, ...], Face | None] = {}
        """By the values that they show."""
        self._assembled: AssembledFaces = {}
        self._facts: dict[_Fact, ShownFact] = {}
        """What was found, each with the size of the smallest configuration so far that shows it."""
        self._shown: dict[Face, tuple[Part, Configuration]] = {}

    @property
    def marks(self) -> FaceMarks:
        """What was searched in the faces so far."""
        return self._known.marks

    def states(self, component: Component) -> ComponentStates:
        """The states of a component. Nothing of others matters, but how many they were."""
        (states,) = self.batches(component, at_once=len(component.cards))
        return states

    def batches(self, component: Component, at_once: int = 0) -> Iterator[ComponentStates]:
        """The states of a component, for so many cards at once; for BATCH by default. Of a batch, what those
        before it have shown isn't new; its faces are forgotten before the next one is drawn.

        What is new is found in the smallest configurations first. So batches are made of cards that look the
        same in every run; else all are one.
        """
        self.proof = Proof(self.game, self.scope)
        symbols = {symbol.form: id for id, symbol in self.engine.symbols.items()}
        layouts = self._layout_uses(component)
        shown = self._known.seen(component.id, symbols, self.engine.code_texts)
        cards = component.cards
        size = at_once or BATCH
        if len(cards) <= size or not self._are_alike_in_every_run(component, layouts):
            size = len(cards)
        self._keeps = len(cards) <= size
        if not self._keeps and self.engine.origins is not None:
            self.engine.origins.keep_faces()
        for first in range(0, len(cards), size or 1):
            yield self._batch(component, cards[first : first + size], layouts, shown=shown)
            if not self._keeps:
                self._forget_faces(shown)

    def _are_alike_in_every_run(self, component: Component, layouts: Mapping[str, Uses]) -> bool:
        """Whether each face of a component has one state. The parts of what is glued are cut by what their
        faces show, so those are needed to the end.
        """
        if shape_of(component.shape).in_parts or component.id in self._comparing:
            return False
        shown = used_by_owners(self.game, component).union(*layouts.values())
        uses = {
            shown | used_by_card_texts(self.game, card) | used_by_card(self.game, component, card)
            for card in component.cards
        }
        return all(self.space.count(each) == 1 for each in uses)

    def _forget_faces(self, shown: SeenOperations) -> None:
        self._known.clear()
        shown.forget(self.marks)
        for known in (self._faces, self._sides, self._assembled):
            known.clear()
        if self.engine.origins is not None:
            self.engine.origins.forget_faces()

    def _batch(
        self, component: Component, cards: Sequence[Card], layouts: Mapping[str, Uses], shown: SeenOperations
    ) -> ComponentStates:
        self.tried, self.is_complete, self._facts, self._shown = {}, True, {}, {}
        before, self._most_needed = self.left, 0
        drawn: list[DrawnState] = []
        for card in cards:
            are_apart = component.id not in self._comparing and self._are_owners_apart(component, card)
            drawn += self._of_card(component, card, layouts, seen=_SeenParts(are_apart), shown=shown)
        new: dict[Face, Sequence[int]] = {}
        states = tuple(_with_news(drawn, shown, new))
        faces = [face for state in states for face in (state.drawn.front, state.drawn.back) if face]
        return ComponentStates(
            states=states,
            compared=tuple(drawn if component.id in self._comparing else ()),
            new=new,
            tried=self.tried,
            is_complete=self.is_complete,
            shown=self._shown,
            facts=tuple(self._facts.values()),
            number=before - self.left,
            needs=self._most_needed and before - self.left + self._most_needed,
            marks=self.marks,
            numbers={face: shown.numbers(face) for face in faces},
            is_whole=len(cards) == len(component.cards),
        )

    @cached_property
    def _comparing(self) -> dict[str, Uses]:
        """The components whose faces rules compare with their cards, with what the `when` of these rules
        depends on.
        """
        uses: dict[str, Uses] = {}
        for rule in self.game.rules:
            if rule.name == "printed" and rule.settings:
                for id in rule.settings["each"]:
                    uses[id] = uses.get(id, frozenset()) | used_by_expression(self.game, rule.when)
        return uses

    def _layout_uses(self, component: Component) -> dict[str, Uses]:
        """What each side of a component's faces depends on besides the card."""
        uses: dict[str, Uses] = {}
        for side in drawn_sides(component):
            layout = self.engine.layout(side.layout, component.spans.get(side.key, component.span))
            program = layout.program if layout is not None else None
            uses[side.name] = used_by_template(self.game, program.source) if program else frozenset()
        return uses

    def _are_owners_apart(self, component: Component, card: Card) -> bool:
        """Whether the elements of a component's faces that show the owner show nothing else of the run."""
        # A card's own text may read the run and the owner at once, and the
        # layout's program doesn't show that.
        if not component.for_each or self.engine.origins is None or used_by_card_texts(self.game, card):
            return False
        for side in drawn_sides(component):
            layout = self.engine.layout(side.layout)
            program = layout.program if layout is not None else None
            for source in program.parts if program is not None else ():
                read = reads(source, is_template=True)
                by_owner = "owner" in read.whole | read.lengths or any(
                    name == "owner" for name, _ in read.members
                )
                if by_owner and used_by_template(self.game, source):
                    return False
        return True

    def _of_card(
        self,
        component: Component,
        card: Card,
        layouts: Mapping[str, Uses],
        seen: "_SeenParts",
        shown: SeenOperations,
    ) -> list[DrawnState]:
        """The faces of a card in every state. If owners are independent, every owner is drawn in one state,
        and the others only for the first owner, unless it turns out that an owner's operations are near those
        that depend on the state.
        """
        # The cheap way first: it draws what the proof needs that it was right. If it
        # wasn't, only the rest is drawn.
        drawn = self._of_states(component, card, layouts, seen=seen)
        origins = self.engine.origins
        if seen.are_owners_apart and (origins is None or not seen.prove_that(shown, origins)):
            seen.are_owners_apart = False
            drawn += self._of_states(component, card, layouts, seen=seen)
        return drawn

    def _of_states(
        self, component: Component, card: Card, layouts: Mapping[str, Uses], seen: "_SeenParts"
    ) -> list[DrawnState]:
        texts = used_by_card_texts(self.game, card)
        sides = {side: uses | texts for side, uses in layouts.items()}
        compared = texts | self._comparing.get(component.id, frozenset())
        shows = compared.union(*sides.values())
        present = self.space.with_players(shows | used_by_card(self.game, component, card))
        uses = present | used_by_owners(self.game, component)
        drawn: list[tuple[Drawn, tuple[Any, ...], _Occasion]] = []
        for configuration in self._configurations(uses):
            scenario = self.proof.at(configuration)
            try:
                owners = self._owners(scenario, component, card, uses=uses)
                if not owners:
                    continue
                state = scenario.values_of(shows)
                new = seen.new(owners, state)
                seen.count(owners, state, configuration.players)
                if new:
                    self.left -= 1
                    filled = scenario.filled(component, card)
                    scenario.compute_texts()
                    # The first owner is there however many play; the others' faces also depend on who does.
                    for needs, who in ((present, owners[:1]), (uses, owners[1:])):
                        parts = [Part(component, filled, owner, copies=1) for owner in new if owner in who]
                        occasion = self._occasion(configuration, needs)
                        for each in self._drawn(
                            configuration, scenario, parts, sides=sides, occasion=occasion
                        ):
                            seen.drawn[each.part.owner, state] = each
                            drawn.append((each, (state, scenario.values_of(compared)), occasion))
            except EvaluationError:
                self.is_complete = False  # `amounts` reports it
        return [
            DrawnState(
                each,
                shown,
                *occasion,
                seen.players(each.part.owner, state) if "players" in uses else frozenset(self.space.counts),
            )
            for each, (state, shown), occasion in drawn
        ]

    def _occasion(self, configuration: Configuration, uses: Uses) -> "_Occasion":
        """A configuration that stands for all that differ only in what isn't used, so for the smallest of
        them.
        """
        if "players" not in uses:
            configuration = self.space.with_fewest_players(configuration)
        return _Occasion(configuration, self.proof.label(configuration, uses))

    def _configurations(self, uses: Uses) -> Iterator[Configuration]:
        number = self.space.count(uses)
        # A few are tried for every card, even when those before it have used up what one game may take.
        if number <= FEW:
            return self.space.configurations(uses)
        if number <= self.left:
            self._most_needed = max(self._most_needed, number)
            return self.space.configurations(uses)
        # A sample costs many configurations to make, and the cards of a deck often have the same uses.
        if uses not in self._samples:
            self._samples[uses] = [each for part in self.space.among(uses) for each in pairwise(part, uses)]
        for players in self.space.counts:
            before = self.tried.get(players, Sample(0, 0))
            tried = max(before.tried, len(self._samples[uses]))
            self.tried[players] = Sample(tried, max(before.of, number))
        return iter(self._samples[uses])

    def _owners(self, scenario: Scenario, component: Component, card: Card, uses: Uses) -> tuple[Any, ...]:
        """The owners of a card's faces in a run, or in the whole box that it represents."""
        if scenario.has(component, card):
            every = is_box(self.game, scenario.players, scenario.bands)
            return scenario.owners(component, every=every)
        if is_box(self.game, scenario.players, scenario.bands):
            # A whole box holds a card if any of the runs inside it does, although the run
            # of the most players may lack it.
            inside = self.proof.inside(scenario, uses)
            if any(run.has(component, card) for run in inside):
                return scenario.owners(component, every=True)
        return ()

    def _drawn(
        self,
        configuration: Configuration,
        scenario: Scenario,
        parts: list[Part],
        sides: Mapping[str, Uses],
        occasion: "_Occasion",
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
        findings = Findings()
        states = {side: scenario.values_of(uses) for side, uses in sides.items()}
        drawn = typeset(
            run, self.engine, findings, cache=partial(self._side, states, findings), assembled=self._assembled
        )
        self.is_complete = self.is_complete and len(drawn) == len(parts)
        for each in drawn:
            for face in (each.front, each.back):
                if face is not None:
                    self._shown.setdefault(face, (each.part, configuration))
        order = in_order(occasion.smallest.size)
        # Without what decides whether the card is there: so findings that differ only in the card are shown
        # as one.
        label = self.proof.label(configuration, frozenset[Use]().union(*sides.values()))
        for finding in findings:
            known = self._facts.get(fact := _fact(finding))
            if known is None or order < known.order:
                shown = finding._replace(configuration=finding.configuration or label)
                self._facts[fact] = ShownFact(order, shown)
        return drawn

    def _side(
        self,
        states: Mapping[str, tuple[Any, ...]],
        findings: Findings,
        part: Part,
        layout: Layout,
        side: str,
        inputs: Inputs,
        draw: DrawFace,
    ) -> Face | None:
        """A side whose layout has the same values as before has the same face."""
        key = part.component.id, side, part.card.id, part.owner, states[side]
        if key not in self._sides:
            known = partial(self._known_face, part, layout, side, inputs, draw, findings)
            face = self._sides[key] = self._face(part, layout, side, inputs=inputs, draw=known)
            self.is_complete = self.is_complete and face is not None and FAULTY not in face.ops[-1:]
        return self._sides[key]

    def _face(self, part: Part, layout: Layout, side: str, inputs: Inputs, draw: DrawFace) -> Face | None:
        """A side whose bindings print the same as before has the same face."""
        key: tuple[Any, ...] = (part.component.id, side)
        if layout.program is not None:
            try:
                key = (*key, part.card.id, inputs.print())
            # Drawing it reports the mistake, at its place.
            except ExpressionError:
                return draw()
        if key not in self._faces:
            self._faces[key] = draw()
        return self._faces[key]

    def _known_face(
        self, part: Part, layout: Layout, side: str, inputs: Inputs, draw: DrawFace, findings: Findings
    ) -> Face | None:
        """A side as an earlier proof has drawn it, or drawn now."""
        component = part.component
        place = component.id, part.card.id, side
        key = *place, layout, component.outline, component.size, inputs.printed
        face = self._known.faces.get(key)
        if face is None:
            face = draw()
            # A side says nothing that one drawn before has said, so it may only be known after no finding.
            if self._keeps and face is not None and not findings:
                self._known.faces[key] = face
        return face


def _with_news(
    drawn: Sequence[DrawnState], shown: SeenOperations, new: dict[Face, Sequence[int]]
) -> list[DrawnState]:
    """The states of a component's faces that show something new, and the first one of each card; adds what it
    is to `new`.

    What an earlier face has shown is not looked at again, so the smallest configurations come first.
    """
    cards: set[str] = set()
    kept: dict[int, DrawnState] = {}
    for number, state in sorted(enumerate(drawn), key=lambda each: each[1].smallest.size):
        id = state.drawn.part.card.id
        sides = ("front", state.drawn.front), ("back", state.drawn.back)
        news = {face: shown.new_ops(side, face, id) for side, face in sides if face is not None}
        # The first state of a card is kept even if it shows nothing new, so that there is a part for each
        # card.
        if any(news.values()) or id not in cards:
            cards.add(id)
            kept[number] = state
            new.update((face, ops or []) for face, ops in news.items() if face not in new)
    return [kept[number] for number in sorted(kept)]


class _Occasion(NamedTuple):
    """The smallest configuration that shows something, also in words."""

    smallest: Configuration
    label: str


class _SeenParts:
    """The owners for whom a card's faces were drawn, by state."""

    def __init__(self, are_owners_apart: bool) -> None:
        self.are_owners_apart = are_owners_apart
        """Whether some owners need not be drawn in every state."""
        self.drawn: dict[tuple[Any, tuple[Any, ...]], Drawn] = {}
        self._pairs: set[tuple[Any, tuple[Any, ...]]] = set()
        self._owners: set[Any] = set()
        self._players: dict[tuple[Any, tuple[Any, ...]], set[int]] = {}

    def new(self, owners: Sequence[Any], state: tuple[Any, ...]) -> list[Any]:
        """The owners, of some, whose faces must be drawn in a state."""
        new = [owner for owner in owners if (owner, state) not in self._pairs]
        if self.are_owners_apart:
            new = [owner for owner in new if owner == owners[0] or owner not in self._owners]
        self._pairs.update((owner, state) for owner in new)
        self._owners.update(new)
        return new

    def count(self, owners: Sequence[Any], state: tuple[Any, ...], players: int) -> None:
        """Notes a player count with which some owners have their faces in a state."""
        for owner in owners:
            self._players.setdefault((owner, state), set()).add(players)

    def players(self, owner: Any, state: tuple[Any, ...]) -> frozenset[int]:
        """The player counts noted for an owner and a state."""
        return frozenset(self._players[owner, state])

    def prove_that(self, shown: SeenOperations, origins: Origins) -> bool:
        """Whether each owner's own operations are independent of those of states, as far as they
        were drawn.
        """
        # A face that failed is no evidence.
        if len(self.drawn) < len(self._pairs) or not self.drawn:
            return False
        (first, start), *_ = self.drawn
        for side in ("front", "back"):
            faces = {
                key: face for key, each in self.drawn.items() if (face := getattr(each, side)) is not None
            }
            owners = [
                (face, faces.get((first, state))) for (owner, state), face in faces.items() if owner != first
            ]
            states = [
                (face, faces.get((first, start))) for (owner, _), face in faces.items() if owner == first
            ]
            known = [
                [(one, other) for one, other in pairs if other is not None] for pairs in (owners, states)
            ]
            if len(known[0]) < len(owners) or len(known[1]) < len(states):
                return False
            if faces and not shown.are_apart(tuple(faces.values()), known, origins):
                return False
        return True


class _Fact(NamedTuple):
    """The identity of a finding about a face."""

    code: str
    kind: str
    """Its message without the numbers."""
    severity: str = ""
    span: Span | None = None
    face: str = ""


class ShownFact(NamedTuple):
    """A finding in the smallest configuration that shows it, and the place of that among others."""

    order: str
    finding: Diagnostic


def _fact(finding: Diagnostic) -> _Fact:
    """The identity of a finding about a face, ignoring numbers in its message; a fallback font is
    noted once.
    """
    if finding.code == "fallback-font":
        return _Fact(finding.code, finding.message)
    kind = re.sub(r"\d+", "#", finding.message)
    return _Fact(finding.code, kind, finding.severity, span=finding.span, face=finding.face)
