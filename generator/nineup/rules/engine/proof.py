"""Tries every configuration of a game that can make a difference to a rule, for the smallest counterexamples.

A game with twenty switches has a million configurations, and a rule that reads two of them has four answers.
So a rule says what it reads (`Uses`), only that varies, and everything else keeps its smallest value.
Configurations come smallest first, which makes the first counterexample of a fact the smallest one; that it
is the smallest of all that can be built is tested against all of them.

A question that is still too large is asked in parts, each of which depends on less. If each of ten cards
depends on its own two switches, the parts have 10 × 4 configurations, the whole has 4¹⁰. The facts of a part
are in no other, but may be in it several times, so they are merged by what they say without its numbers: `3
cards are left` and `1 cards are left` are one fact, shown where it is smallest.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from nineup.base.diagnostics import Accept, Diagnostic, Hint, Span
from nineup.base.project import Project
from nineup.logic.select import (
    Addend,
    Configuration,
    EvaluationError,
    Scenario,
    Seat,
    Space,
    Use,
    Uses,
    base_context,
    box_seats,
    counts,
    is_possible,
    named,
    needed_bands,
    option_of,
    used_by_card,
    used_by_copies,
    used_by_expression,
)
from nineup.model.game import Card, Component, Expression, Game, Item
from nineup.model.proved import Acceptance
from nineup.rules.engine.questions import Examine, QuestionPart, ToExamine, configurations_of, effort
from nineup.rules.engine.steps import Steps
from nineup.rules.engine.tally import MOST_STEPS, NOT_PROVED, RuleTally, is_violation

if TYPE_CHECKING:
    from nineup.rules.engine.ink import FaceMarks, RenderedFaces
    from nineup.rules.engine.lessons import Lessons, Medium

MOST_AT_ONCE = 500
"""The number of configurations beyond which a question is asked in parts, if that is less work."""

LOOK = 6
"""The steps of examining a configuration, besides its evaluations."""

MOST_KEPT = 20_000
"""The number of scenarios cached for the next rule."""

FAILED = frozenset({"bad-amount", "bad-condition", "bad-expression", "too-few-owners"})
"""The codes for an amount or a condition that can't be evaluated."""


class GameBacks:
    """Backs as named in the game's files, by layout. A subclass that draws them compares what they show."""

    def uses(self, component: Component) -> Uses:
        """What the look of a component's backs depends on in a run."""
        return frozenset()

    def differ_by_card(self, component: Component) -> bool:
        """Whether the backs of a component may look different on its cards."""
        return False

    def look(self, scenario: Scenario, component: Component, card: Card, owner: Item | None) -> Hashable:
        """A value that is equal for equal backs; None if a back can't be drawn, which other code reports."""
        return component.back


class ProofScope(msgspec.Struct, frozen=True):
    """What a proof is restricted to: player counts (empty: all), and options and bands with their value."""

    players: tuple[int, ...] = ()
    options: Mapping[str, Any] = {}


class Proof:
    """A game, the scenarios evaluated so far, and the tally of the rule being checked."""

    def __init__(
        self,
        game: Game,
        scope: ProofScope = ProofScope(),  # noqa: B008
        rendered_faces: "RenderedFaces | None" = None,
        backs: GameBacks = GameBacks(),  # noqa: B008
        project: Project | None = None,
        lessons: "Callable[[Medium], Lessons] | None" = None,
    ) -> None:
        self.game = game
        self.scope = scope
        self.backs = backs
        self._rendered_faces = rendered_faces
        self.project = project
        self.lessons = lessons
        """The texts that teach the game; None where nobody reads them, as in a build."""
        self.space = Space(game, scope.options, scope.players)
        self.counts = self.space.counts
        self.is_whole = not scope.options and self.counts == counts(game)
        self.tally = RuleTally()
        self.used_acceptances: set[Acceptance] = set()
        """The places of the cards and components whose acceptances applied, with their keys."""
        self._box_seats = lru_cache(1024)(partial(box_seats, game))
        self._around = base_context(game)
        self._scenarios: dict[tuple[Any, ...], Scenario] = {}
        self._sized: dict[int, Scenario] = {}
        """The same by the sizes of configurations, which are unique."""
        self._failed: set[FactIdentity] = set()
        self._alike: tuple[int, ...] = ()
        """The player counts that the current configuration represents."""

    def apart(self) -> "Proof":
        """Another proof of the same, which knows nothing yet."""
        return Proof(
            self.game,
            self.scope,
            self._rendered_faces,
            backs=self.backs,
            project=self.project,
            lessons=self.lessons,
        )

    @cached_property
    def rendered_faces(self) -> "RenderedFaces":
        """The drawings of the game; empty in a proof of the game alone."""
        from nineup.rules.engine.ink import RenderedFaces

        return self._rendered_faces or RenderedFaces()

    @cached_property
    def face_marks(self) -> "FaceMarks":
        """The results of searching the faces so far."""
        from nineup.rules.engine.ink import FaceMarks

        return self.rendered_faces.marks or FaceMarks()

    @property
    def is_narrowed(self) -> bool:
        """Whether only some player counts or choices are checked."""
        return not self.is_whole

    @property
    def possible(self) -> int:
        """The number of configurations."""
        return self.space.count()

    def smallest(
        self,
        uses: Uses,
        examine: Examine,
        when: Expression | None = None,
        parts: Callable[[], Iterable[QuestionPart]] | None = None,
    ) -> Iterator[Diagnostic]:
        """Each different fact that `examine` finds, with the smallest configuration in which it does.

        Only what is in `uses` varies, and only where `when` holds. If that is too much work, each of the
        `parts` is examined instead: every fact must depend on one part alone. An amount that can't be
        evaluated is also a finding, of the first rule that needs it. Each player count is recorded in the
        tally.
        """
        asked: Sequence[QuestionPart] = (QuestionPart(uses),)
        # Few configurations are examined whole: then `examine` sees a game once, and not once for each part.
        if parts is not None and (number := self.space.count(uses | self._used(when))) > MOST_AT_ONCE:
            in_parts = tuple(parts())
            work = sum(effort(self.space, part) for part in in_parts)
            # With as much work, a solver may still decide conditions.
            if work < number or (work == number and any(part.conditions for part in in_parts)):
                asked = in_parts
        yield from self._ask(asked, uses, examine, when=when)

    def smallest_of(
        self, parts: Iterable[QuestionPart], when: Expression | None = None
    ) -> Iterator[Diagnostic]:
        """As `smallest`, for a question with independent parts that each have their own `examine`."""
        asked = tuple(parts)
        uses = frozenset[Use]().union(*(part.every for part in asked))
        # The empty part evaluates `when` alone, so that the rule counts as checked, and a mistake in it is
        # found, even if no other part is asked.
        yield from self._ask((QuestionPart(frozenset()), *asked), uses, _nothing, when=when)

    def _ask(
        self, parts: Iterable[QuestionPart], uses: Uses, examine: Examine, when: Expression | None
    ) -> Iterator[Diagnostic]:
        uses = self.space.with_players(uses | self._used(when))
        facts: dict[FactIdentity, _ShownFact] = {}
        for part in parts:
            own = part.uses | self._used(when)
            players = {"players"} & self.space.with_players(own | part.every)
            asked = msgspec.structs.replace(part, uses=own | players)
            for shown, fact in self._found_in(asked, part.examine or examine, when, uses=uses):
                key = identity(fact)
                if key not in facts or shown.size < facts[key].size:
                    fact = fact._replace(configuration=self.label(shown, uses))
                    facts[key] = _ShownFact(shown.size, fact)
        # Parts are asked one after the other, so their facts are in order only now.
        for _, fact in sorted(facts.values(), key=lambda known: known.size):
            if not self._is_known(fact):
                yield fact

    def _found_in(
        self, part: QuestionPart, examine: Examine, when: Expression | None, uses: Uses
    ) -> Iterator[tuple[Configuration, Diagnostic]]:
        """The findings of a part of a question that depends on `uses`, with the configurations that show
        them.

        A part that is the same for all player counts is examined for the fewest if another part depends on
        them.
        """
        answer = self._configurations(part)
        configurations = answer.configurations
        for tried, configuration in enumerate(configurations):
            # The first one is examined even with no steps left: it shows at least what fails everywhere.
            if not self.tally.steps.left and tried and not answer.is_decided:
                solved = self._solved(self._space_of(part), part)
                if solved is None:
                    self.tally.sampled(tried, len(configurations), self.counts)
                else:
                    self.tally.failing = solved.failing
                for each in solved.configurations if solved else ():
                    yield from self._found_at(each, part, examine, when=when, uses=uses)
                return
            yield from self._found_at(configuration, part, examine, when=when, uses=uses)

    def _found_at(
        self,
        configuration: Configuration,
        part: QuestionPart,
        examine: Examine,
        when: Expression | None,
        uses: Uses,
    ) -> Iterator[tuple[Configuration, Diagnostic]]:
        """The findings of a part of a question in one configuration, each with what shows it."""
        is_every = "players" not in part.every
        self._alike = self.counts if is_every else (configuration.players,)
        if is_every and "players" in uses:
            # The whole question reads players but this part doesn't. Labeled with the full box's count,
            # which such a part is examined with, its fact would look larger than one of another part.
            configuration = self.space.with_fewest_players(configuration)
        facts = self._facts(configuration, examine, when)
        if facts is not None:
            self.mark(self._alike, not (facts and any(map(is_violation, facts))))
            yield from ((configuration, fact) for fact in facts)

    def _used(self, when: Expression | None) -> Uses:
        return used_by_expression(self.game, when)

    def _configurations(self, part: QuestionPart) -> ToExamine:
        """Configurations that include the smallest one of each fact; a sample if there are too many."""
        space = self._space_of(part)
        answer = configurations_of(
            space, part, self._fresh, steps=self.tally.steps, solve=partial(self._solved, part=part)
        )
        self.tally.failing = answer.failing
        if answer.sampled_of:
            is_every = "players" not in part.every
            self.tally.sampled(
                len(answer.configurations),
                answer.sampled_of,
                self.counts if is_every else {each.players for each in answer.configurations},
            )
        return answer

    def _space_of(self, part: QuestionPart) -> Space:
        return self.space.fixing(part.fixed) if part.fixed else self.space

    def _solved(self, space: Space, part: QuestionPart) -> ToExamine | None:
        """The smallest configuration of each outcome of a part's conditions; None if it has none, without a
        solver, or if that can't decide them.
        """
        check = part.conditions[-1] if part.conditions else None
        if check is None or not has_solver():
            return None
        from nineup.rules.engine.solving import Question, decided

        answers: list[ToExamine] = []
        for each in space.among(part.every):
            question = Question(
                each,
                part.every,
                when=part.conditions[0] if len(part.conditions) > 1 else None,
                check=check,
                scenario_at=self._fresh,
                steps=Steps(MOST_STEPS),
            )
            answer = decided(question)
            if answer is None:
                return None
            self.tally.solved_by(answer.by)
            answers.append(ToExamine(answer.configurations, is_decided=True, failing=answer.failing))
        return ToExamine.together(answers)

    def _facts(
        self, configuration: Configuration, examine: Examine, when: Expression | None
    ) -> list[Diagnostic] | None:
        """The findings of `examine` in a configuration; None if `when` does not hold."""
        findings: list[Diagnostic] = []
        scenario = self.at(configuration)
        before = scenario.evaluations
        try:
            if not scenario.holds(when):
                return None
            findings.extend(examine(scenario))
        except EvaluationError as broken:
            findings.append(broken.diagnostic)
        finally:
            # In `finally`, since a scenario that fails has cost as much. Evaluations are counted and not
            # timed, so that a rule gives up at the same configuration on every machine.
            self.tally.steps.take(LOOK + scenario.evaluations - before)
        return findings

    def exists(
        self, uses: Uses, holds: Callable[[Scenario], bool], *conditions: Expression | None
    ) -> bool | None:
        """Whether something holds in some configuration; None if there are too many to try.

        The `conditions`, an optional first one and a second one, are everything that `holds` evaluates.
        """

        def examine(scenario: Scenario) -> Iterator[Diagnostic]:
            if holds(scenario):
                yield Diagnostic(NOT_PROVED, "note", "")

        # Whether a sample is enough is for the caller to decide, who gets None: so it isn't
        # recorded as one of the rule's.
        tried = dict(self.tally.tried)
        sampled = False
        answer = self._configurations(QuestionPart(uses, conditions=conditions))
        for configuration in answer.configurations:
            if self._facts(configuration, examine, None):
                self.tally.tried = tried
                return True
            if not (self.tally.steps.left or answer.is_decided):
                sampled = True
                break
        sampled = sampled or self.tally.tried != tried
        self.tally.tried = tried
        return None if sampled else False

    def _is_known(self, finding: Diagnostic) -> bool:
        """Whether this repeats what an earlier rule could not evaluate."""
        if finding.code not in FAILED or finding.span is None:
            return False
        place = _source_of(finding)
        known = place in self._failed
        self._failed.add(place)
        return known

    def mark(self, players: Iterable[int], held: bool) -> None:
        """Records whether the rule held for these player counts."""
        self.tally.mark(players, held)

    def mark_unknown(self, players: Iterable[int] | None = None) -> None:
        """Records that the rule can't be evaluated, for a reason that another rule reports: so it doesn't
        hold.

        By default for the player counts that the current configuration represents.
        """
        self.mark(self._alike if players is None else players, False)

    def figure(self, number: int | float, of: str = "") -> None:
        """Records the figure that matters to the rule here: the smallest over all configurations is shown.

        So is that of the scarcest, if a rule counts several things. For probabilities, the largest is shown.
        """
        self.tally.figure(self._alike, number, of)

    def give_up(self, span: Span | None, why: str, players: Iterable[int] | None = None) -> Diagnostic:
        """Reports that a search takes too much work to prove these player counts, by default the current
        ones.
        """
        self.tally.sampled(0, 0, self._alike if players is None else players)
        return Diagnostic(NOT_PROVED, "warning", f"not proved: {why}", span=span)

    def unless_too_large(self, broken: EvaluationError) -> Diagnostic:
        """The reason why something can't be evaluated: a mistake, unless it is a probability that takes too
        much work to count.
        """
        if not broken.is_too_large:
            return broken.diagnostic
        finding = self.give_up(broken.diagnostic.span, broken.diagnostic.message)
        return finding._replace(hint=broken.diagnostic.hint)

    def unless_accepted(
        self, record: Card | Component, findings: Iterable[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """The findings about a card or a component that it does not accept; the others are only tallied."""
        for finding in findings:
            key = acceptance(finding)
            if key not in record.accept:
                yield finding._replace(hint=Hint(finding.hint, Accept(key, record.span)))
            else:
                self.tally.accepted.add(record.id)
                self.used_acceptances.add(Acceptance(record.span, key))

    def presence(self, component: Component, card: Card, total: Hashable) -> Addend:
        """1 for a card that is in play, added to a total."""

        def amounts(seat: Seat, options: Mapping[str, Any]) -> tuple[int]:
            return (int(is_there(self.scenario(seat, options), component, card)),)

        return Addend(used_by_card(self.game, component, card), (total,), amounts)

    def supply(self, component: Component, card: Card, total: Hashable, each: int = 1) -> Addend:
        """A card's addend to a total: `each` for every one of its own copies in play."""

        def amounts(seat: Seat, options: Mapping[str, Any]) -> tuple[int]:
            scenario = self.scenario(seat, options)
            return (each * scenario.own_copies(card) if is_there(scenario, component, card) else 0,)

        uses = used_by_card(self.game, component, card) | used_by_copies(self.game, card)
        return Addend(uses, (total,), amounts)

    def inside(self, scenario: Scenario, uses: Uses) -> list[Scenario]:
        """The runs of up to as many players with the same bands and choices, as far as they differ in what is
        used.
        """
        seats = self.seats_inside(scenario, uses)
        return [run for run in seats if is_possible(self.game, run.players, run.options)]

    def seats_inside(self, scenario: Scenario, uses: Uses) -> list[Scenario]:
        """The same, also for players who may not choose so many: other choices are possible for them."""
        if "players" not in uses:
            return [scenario]
        seats = self._box_seats(scenario.bands, uses)
        return [self.scenario(seat, scenario.options) for seat in seats if seat.players <= scenario.players]

    def covers(self, scenario: Scenario) -> bool:
        """Whether a run is within the scope of the proof."""
        fixed, used = self.space.fixed, scenario.bands
        bands = (band.name for band in self.game.bands[1:])
        are_alike = all(fixed.get(name, name in used) == (name in used) for name in bands)
        return are_alike and scenario.players in self.counts

    def at(self, configuration: Configuration) -> Scenario:
        """The scenario of a configuration."""
        players, bands, options, size = configuration
        scenario = self._sized.get(size)
        if scenario is None:
            scenario = self._sized[size] = self.scenario(Seat(players, bands), options)
        return scenario

    def scenario(self, seat: Seat, options: Mapping[str, Any]) -> Scenario:
        """The scenario of a seat and a value for each option."""
        key = (*seat, *options.values())
        scenario = self._scenarios.get(key)
        if scenario is None:
            if len(self._scenarios) >= MOST_KEPT:
                self._scenarios.clear()
                self._sized.clear()
            scenario = self._scenarios[key] = self._fresh(seat, options)
        return scenario

    def _fresh(self, seat: Seat, options: Mapping[str, Any]) -> Scenario:
        players, bands = seat
        return Scenario(self.game, self._around, players, options=options, bands=bands)

    def label(self, configuration: Configuration, uses: Collection[Use]) -> str:
        """The relevant part of a configuration in words: `5 players, red`; empty if nothing is relevant."""
        players, bands, options, _ = configuration
        used = set(map(option_of, self.space.tied(uses)))
        shown = [
            id
            for id, option in self.game.options.items()
            if id in used and (option.kind == "some" or options[id] != option.default)
        ]
        words = [f"{players} player{'s' if players != 1 else ''}"] if "players" in used else []
        words += [name for name in bands if name in used and name not in needed_bands(self.game, players)]
        return ", ".join(
            [*words, *(word.replace("no-", "no ", 1) for word in named(self.game, options, shown))]
        )


@cache
def has_solver() -> bool:
    """Whether the solver is installed, which is an extra."""
    return find_spec("ortools") is not None


def _nothing(scenario: Scenario) -> Iterable[Diagnostic]:
    return ()


class FactIdentity(NamedTuple):
    """What a finding says apart from the configuration that shows it."""

    code: str
    kind: str
    """The kind of fact, or else the message without its numbers."""
    severity: str = ""
    file: str = ""
    span: Span | None = None
    face: str = ""


class _ShownFact(NamedTuple):
    """A finding in the smallest configuration that shows it, and the size of that."""

    size: int
    finding: Diagnostic


def is_there(scenario: Scenario, component: Component, card: Card) -> bool:
    """Whether a card is in play; False if that can't be evaluated."""
    try:
        return scenario.has(component, card)
    except EvaluationError:
        return False


def identity(finding: Diagnostic) -> "FactIdentity":
    """The identity of a finding, which is the same in all configurations that show it."""
    if finding.code in FAILED:
        return _source_of(finding)
    # Numbers differ from configuration to configuration where the mistake is the same.
    kind = finding.fact or re.sub(r"\d+(\.\d+)?", "#", finding.message)
    return FactIdentity(finding.code, kind, finding.severity, span=finding.span, face=finding.face)


def _source_of(finding: Diagnostic) -> "FactIdentity":
    """The identity of an expression that can't be evaluated: where it begins."""
    # An amount that fails fails for each rule that needs it. It is reported by the first.
    if finding.fact:
        return FactIdentity(finding.code, finding.fact, file=finding.span.file if finding.span else "")
    return FactIdentity(finding.code, "", span=finding.span)


def acceptance(finding: Diagnostic) -> str:
    """The key in `accept` that accepts a finding: its code, and the kind of fact if it has one."""
    kind = finding.fact.partition(" ")[0]
    return f"{finding.code}/{kind}" if kind else finding.code
