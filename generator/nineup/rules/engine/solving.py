"""Decides a rule's conditions over all configurations at once, with the solver CP-SAT of OR-Tools.

Each configuration is a choice of literals: one for each seat, each value of an option and each item of a set;
what is legal is a constraint on them. An expression becomes one of two things made of them:

  `Cases`    its possible values, each with the literal that is true where it has that value
  `Linear`   a whole number, as a sum of literals with weights

`count('deck') > 9 and wolves` is a sum over the cards of the deck, compared with 9, and a table of the two
sides of `and`. What has no translation of its own but depends on little is evaluated for each choice that it
depends on: a table, too. Whatever has too many cases raises UntranslatableError.

The smallest configuration is the one whose size (`Configuration.size`) is the smallest: its digits are
minimized one after the other. The solver works on one thread with a limit in its own units of work, so that
every machine gives the same answer.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from time import process_time
from typing import Any, NamedTuple

import msgspec
from ortools import __version__
from ortools.sat.python import cp_model

from nineup.logic.expression import FAILED, Leaf, UntranslatableError, translated
from nineup.logic.select import (
    DIGIT_BITS,
    Configuration,
    EvaluationError,
    Scenario,
    Seat,
    SetItem,
    Space,
    Use,
    Uses,
    is_implied,
    option_of,
    used_by_amount,
    used_by_card,
    used_by_card_texts,
    used_by_copies,
    used_by_owners,
    used_by_reads,
)
from nineup.model.game import Card, Choice, Component, Expression, Option, Relation
from nineup.model.proved import Failing, Solver
from nineup.rules.engine.steps import Steps, TooManyError

MOST_ROWS = 2_000
"""The largest number of rows of one table."""

LARGEST_SUM = 10**12
"""The largest absolute value of a sum; the evaluator refuses what is larger than 10^15."""

LARGEST_FIGURE = 1 << 30
"""The largest number that is minimized at once."""

MOST_COUNTED = 10_000
"""The largest number of failing configurations that are counted."""

MOST_WORK = 10.0
"""The largest work for one question, in the solver's deterministic seconds."""

Literal = Any
"""A Boolean variable of CP-SAT, or its negation."""


class Cases(NamedTuple):
    """The values of an expression, each with the literal that is true where it has that value."""

    each: tuple[tuple[Any, Literal], ...]


class Linear(NamedTuple):
    """A whole number, and its bounds."""

    sum: Any
    low: int
    high: int


_Translated = Cases | Linear
_Factor = Sequence[tuple[Any, Literal]]


class _Choices:
    """The variables of a model: the seat and the options that something uses, with what is legal."""

    def __init__(self, space: Space, uses: Uses) -> None:
        self.space = space
        self.model = cp_model.CpModel()
        self.seats = space.seats(uses)
        self.seat = self.one_of(self.seats)
        used = set(map(option_of, space.tied(uses)))
        self.options = [option for id, option in space.game.options.items() if id in used]
        self._literals: dict[tuple[str, Any], Literal] = {}
        for option in self.options:
            self._add(option)
        for relation in space.game.legal:
            if all(choice.option in used for choice in relation.every):
                self._relate(relation)

    def one_of(self, values: Sequence[Any]) -> _Factor:
        """Literals of which exactly one is true, for each of some values."""
        if len(values) == 1:
            return ((values[0], self.model.new_constant(1)),)
        if len(values) == 2:
            first = self.model.new_bool_var("")
            return ((values[0], first), (values[1], ~first))
        literals = [self.model.new_bool_var("") for _ in values]
        self.model.add_exactly_one(literals)
        return tuple(zip(values, literals, strict=True))

    def _add(self, option: Option) -> None:
        id, fixed = option.id, self.space.fixed.get(option.id)
        if option.kind != "some":
            values = self.space.values(option, {id})
            self._literals |= {(id, value): literal for value, literal in self.one_of(values)}
            return
        for item in option.values:
            known = None if not isinstance(fixed, tuple) else item in fixed
            literal = self.model.new_bool_var("") if known is None else self.model.new_constant(int(known))
            self._literals[id, item] = literal
        if fixed is None:
            items = [self._literals[id, item] for item in option.values]
            self.model.add_linear_constraint(sum(items), option.at_least, option.at_most)
            if option.including:
                self.model.add_bool_or([self._literals[id, item] for item in option.including])

    def _relate(self, relation: Relation) -> None:
        given = [self.literal_of(choice) for choice in relation.given]
        choices = [self.literal_of(choice) for choice in relation.choices]
        if relation.kind == "one-of":
            self.model.add(sum(choices) == 1).only_enforce_if(given)
        else:
            needed = choices if relation.kind == "requires" else [~each for each in choices]
            self.model.add_bool_and(needed).only_enforce_if(given)

    def literal_of(self, choice: Choice) -> Literal:
        """Whether a choice is made."""
        option = self.space.game.options[choice.option]
        if option.kind == "switch":
            value: Any = choice.value == "yes"
            return self._literals.get((option.id, value), self.model.new_constant(0))
        return self._literals.get((option.id, choice.value), self.model.new_constant(0))

    def factor(self, use: Use) -> list[tuple[Hashable, _Factor]]:
        """The literals that decide what is used, by what they choose."""
        option = self.space.game.options.get(option_of(use))
        if option is None:
            return [("seat", self.seat)]
        if option.kind != "some":
            values = self.space.values(option, {option.id})
            return [(option.id, [(value, self._literals[option.id, value]) for value in values])]
        items = [use.item] if isinstance(use, SetItem) else option.values
        return [
            (SetItem(option.id, str(item)), ((True, literal), (False, ~literal)))
            for item in items
            for literal in (self._literals[option.id, item],)
        ]

    def length(self, option: Option) -> Linear:
        """The number of items in a set."""
        return Linear(sum(self._literals[option.id, item] for item in option.values), 0, len(option.values))

    def chosen(self, picked: Mapping[Hashable, Any]) -> tuple[Seat, dict[str, Any]]:
        """The seat and the options of a row of a table; what it doesn't pick has its smallest value, sets
        only the items that it picks.
        """
        options = dict(self.space.smallest)
        items: dict[str, list[str]] = {}
        for what, value in picked.items():
            if isinstance(what, SetItem):
                items.setdefault(what.option, [])
                items[what.option] += [what.item] if value else []
            elif what != "seat":
                options[str(what)] = value
        for id, some in items.items():
            options[id] = tuple(item for item in self.space.game.options[id].values if item in some)
        return picked.get("seat", self.seats[0]), options

    def sizes(self) -> list[list[tuple[int, Literal]]]:
        """What each literal adds to a configuration's size, in groups of which each adds one of them."""
        space = self.space
        groups = [[(space.seat_size(*seat), literal) for seat, literal in self.seat]]
        for option in self.options:
            if option.kind != "some":
                ((_, factor),) = self.factor(option.id)
                groups.append([(space.value_size(option, value), literal) for value, literal in factor])
                continue
            for item in option.values:
                literal = self._literals[option.id, item]
                own = [
                    (space.item_size(option, item, is_in), literal if is_in else ~literal)
                    for is_in in (True, False)
                ]
                groups.append(own)
        return groups

    def configuration(self, is_true: Callable[[Literal], bool]) -> Configuration:
        """The configuration of a solution."""
        (seat,) = (seat for seat, literal in self.seat if is_true(literal))
        options = dict(self.space.smallest)
        for option in self.options:
            there = [
                value
                for (id, value), literal in self._literals.items()
                if id == option.id and is_true(literal)
            ]
            options[option.id] = tuple(there) if option.kind == "some" else there[0]
        return self.space.configuration(seat, options)


class Question(msgspec.Struct):
    """Conditions to decide over a space, and what may be spent on them."""

    space: Space
    uses: Uses
    """Everything that the conditions depend on."""
    when: Expression | None
    check: Expression
    scenario_at: Callable[[Seat, Mapping[str, Any]], Scenario]
    steps: Steps
    """For evaluations."""
    work: float = MOST_WORK
    """For the solver, in its deterministic seconds."""


class _Model:
    """A model of some configurations, as an algebra of expressions."""

    def __init__(self, question: Question, space: Space) -> None:
        self.question = question
        self.space = space
        self.choices = _Choices(space, question.uses)
        self.model = self.choices.model
        self._is_in_minutes = False

    def leaf(self, leaf: Leaf) -> _Translated:
        computed = self.space.game.computed & leaf.reads.whole

        def value(scenario: Scenario) -> Any:
            if "minutes" in leaf.reads.whole:
                scenario.check_minutes()
            if computed:
                scenario.compute_texts()
            return leaf.value(scenario.context)

        uses = used_by_reads(self.space.game, leaf.reads)
        return self._evaluated(uses, value)

    def _evaluated(self, uses: Uses, value: Callable[[Scenario], Any]) -> Cases:
        """A table of what is evaluated in the scenarios of all choices that it uses."""
        factors: dict[Any, _Factor] = {}
        for use in uses:
            factors |= dict(self.choices.factor(use))
        names = sorted(factors, key=str)

        def row(*picked: Any) -> Any:
            seat, options = self.choices.chosen(dict(zip(names, picked, strict=True)))
            try:
                return value(self.question.scenario_at(seat, options))
            except EvaluationError:
                return FAILED

        return self._rows([factors[name] for name in names], row)

    def table(self, of: Sequence[_Translated], value: Callable[..., Any]) -> _Translated:
        return self._rows([self.cases(each).each for each in of], value)

    def _rows(self, factors: Sequence[_Factor], value: Callable[..., Any]) -> Cases:
        number = prod(map(len, factors))
        if number > MOST_ROWS:
            raise UntranslatableError
        self.question.steps.spend(number)
        rows: dict[Any, list[list[Literal]]] = {}
        values: dict[Any, Any] = {}
        for row in product(*factors):
            given = value(*[each for each, _ in row])
            key = _key(given)
            values.setdefault(key, given)
            rows.setdefault(key, []).append([literal for _, literal in row])
        cases = self.choices.one_of(list(values.values()))
        for (_, literal), key in zip(cases, values, strict=True):
            for row_of in rows[key] if len(cases) > 1 else ():
                self.model.add_bool_or([literal, *(~each for each in row_of)])
        return Cases(tuple(cases))

    def cases(self, of: _Translated) -> Cases:
        """An expression by its values."""
        if isinstance(of, Cases):
            return of
        if of.high - of.low >= MOST_ROWS:
            raise UntranslatableError
        number = self.model.new_int_var(of.low, of.high, "")
        self.model.add(number == of.sum)
        cases = self.choices.one_of(range(of.low, of.high + 1))
        for value, literal in cases:
            self.model.add(number == value).only_enforce_if(literal)
            self.model.add(number != value).only_enforce_if(~literal)
        return Cases(tuple(cases))

    def _linear(self, of: _Translated) -> Linear:
        """A whole number as a sum."""
        if isinstance(of, Linear):
            return of
        if any(type(value) is not int for value, _ in of.each):
            raise UntranslatableError
        values = [value for value, _ in of.each]
        return Linear(sum(value * literal for value, literal in of.each), min(values), max(values))

    def total(self, terms: Sequence[tuple[int, _Translated]]) -> _Translated:
        added = [(factor, self._linear(of)) for factor, of in terms]
        ends = [sorted((factor * of.low, factor * of.high)) for factor, of in added]
        low, high = sum(low for low, _ in ends), sum(high for _, high in ends)
        if max(-low, high) > LARGEST_SUM:
            raise UntranslatableError
        return Linear(sum(factor * of.sum for factor, of in added), low, high)

    def compared(self, operator: str, left: _Translated, right: _Translated) -> _Translated:
        difference = self._linear(self.total([(1, left), (-1, right)]))
        is_true, is_false = _COMPARED[operator](difference.sum)
        if difference.low == difference.high:
            raise UntranslatableError  # A constant: the table has one row.
        literal = self.model.new_bool_var("")
        self.model.add(is_true).only_enforce_if(literal)
        self.model.add(is_false).only_enforce_if(~literal)
        return Cases(((True, literal), (False, ~literal)))

    def named(self, name: str) -> _Translated:
        minutes = self.space.game.minutes
        if name != "minutes" or minutes is None or self._is_in_minutes:
            raise UntranslatableError
        self._is_in_minutes = True
        try:
            number = self._linear(translated(minutes.source, self))
        finally:
            self._is_in_minutes = False
        if number.low < 0:
            raise UntranslatableError
        return number

    def length(self, name: str) -> _Translated:
        for option in self.space.game.options.values():
            if option.name == name and option.kind == "some":
                return self.choices.length(option)
        raise UntranslatableError

    def count(self, id: str) -> _Translated:
        component = self.space.game.components.get(id)
        if component is None or component.setup is not None or is_implied(component):
            raise UntranslatableError

        def pieces(scenario: Scenario, card: Card) -> int:
            return scenario.own_copies(card) * scenario.copies(component) * len(scenario.owners(component))

        return self._over_cards(component, used_by_owners(self.space.game, component), pieces)

    def over_cards(self, id: str, value: Callable[[Sequence[Any]], Any]) -> _Translated:
        component = self.space.game.components.get(id)
        if component is None:
            raise UntranslatableError

        def of_card(scenario: Scenario, card: Card) -> Any:
            copies = scenario.own_copies(card) * scenario.copies(component)
            return value([{**scenario.filled(component, card).values, "id": card.id, "copies": copies}])

        texts = frozenset[Use]().union(
            *(used_by_card_texts(self.space.game, card) for card in component.cards)
        )
        return self._over_cards(component, texts, of_card)

    def _over_cards(self, component: Component, more: Uses, value: Callable[[Scenario, Card], Any]) -> Linear:
        """A sum over the cards in play, in a table for all cards that depend on the same."""
        game = self.space.game
        more |= used_by_amount(game, component.copies)
        alike: dict[Uses, list[Card]] = {}
        for card in component.cards:
            uses = used_by_card(game, component, card) | used_by_copies(game, card)
            alike.setdefault(uses | more, []).append(card)

        def sum_of(cards: Sequence[Card]) -> Callable[[Scenario], Any]:
            def total(scenario: Scenario) -> Any:
                values = [value(scenario, card) for card in cards if scenario.has(component, card)]
                return sum(values) if all(type(each) is int for each in values) else FAILED

            return total

        groups = [self._evaluated(uses, sum_of(cards)) for uses, cards in alike.items()]
        return self._linear(self.total([(1, each) for each in groups]))

    def smallest(self, literal: Literal) -> Configuration | None:
        """The smallest configuration in which a literal is true; None if there is none. Raises
        UntranslatableError if that takes too much work.
        """
        model = self.model.clone()
        model.add(literal == 1)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        for figure in self._figures():
            model.minimize(figure)
            solver.parameters.max_deterministic_time = self.question.work
            status = solver.solve(model)
            self.question.work -= solver.response_proto.deterministic_time
            if status == cp_model.INFEASIBLE:
                return None
            if status != cp_model.OPTIMAL:
                raise UntranslatableError
            model.add(figure == round(solver.objective_value))
        return self.choices.configuration(solver.boolean_value)

    def number_of(self, literal: Literal) -> int | None:
        """The number of configurations in which a literal is true; None if there are too many to count."""
        model = self.model.clone()
        model.add(literal == 1)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.max_deterministic_time = self.question.work
        counter = _Counter()
        status = solver.solve(model, counter)
        self.question.work -= solver.response_proto.deterministic_time
        is_all = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and counter.number <= MOST_COUNTED
        return counter.number if is_all else None

    def _figures(self) -> Iterator[Any]:
        """The size of a configuration in several numbers, most significant first, each of several digits."""
        groups = self.choices.sizes()
        largest = max(size for group in groups for size, _ in group)
        figure: Any = 0
        most = 1
        for place in reversed(range(-(-largest.bit_length() // DIGIT_BITS))):
            digits = [
                [((size >> place * DIGIT_BITS) % (1 << DIGIT_BITS), literal) for size, literal in group]
                for group in groups
            ]
            highest = sum(max(digit for digit, _ in group) for group in digits)
            if most * (highest + 1) > LARGEST_FIGURE:
                yield figure
                figure, most = 0, 1
            figure = figure * (highest + 1) + sum(
                digit * literal for group in digits for digit, literal in group if digit
            )
            most *= highest + 1
        yield figure


class _Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Counts solutions, each of which is one configuration, since a choice determines all literals."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def on_solution_callback(self) -> None:
        self.number += 1
        if self.number > MOST_COUNTED:
            self.stop_search()


_COMPARED: Mapping[str, Callable[[Any], tuple[Any, Any]]] = {
    "eq": lambda of: (of == 0, of != 0),
    "ne": lambda of: (of != 0, of == 0),
    "lt": lambda of: (of < 0, of >= 0),
    "lteq": lambda of: (of <= 0, of > 0),
    "gt": lambda of: (of > 0, of <= 0),
    "gteq": lambda of: (of >= 0, of < 0),
}


def _key(value: Any) -> Any:
    """What tells a value from others: 1 and True are two."""
    if value is None or value is FAILED or isinstance(value, (bool, int, float, str)):
        return type(value), value
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_key, value))
    if isinstance(value, dict):
        return dict, tuple((key, _key(each)) for key, each in value.items())
    raise UntranslatableError


class Decided(NamedTuple):
    """The smallest configuration of each way in which conditions are decided, and how they were."""

    configurations: tuple[Configuration, ...]
    by: Solver
    failing: Failing | None
    """In how many the check fails, if they could be counted."""


def decided(question: Question) -> Decided | None:
    """For each player count, if anything depends on it, the smallest configuration in which a `when` holds
    and a `check` doesn't, and the smallest in which both do. None if that can't be decided, or if some run
    fails to evaluate them.
    """
    since, space = process_time(), question.space
    players = space.counts if "players" in space.tied(question.uses) else (0,)
    configurations: list[Configuration] = []
    failing: int | None = 0
    try:
        for number in players:
            seated = Space(space.game, space.fixed, (number,)) if number else space
            outcomes = _outcomes(question, seated)
            configurations += outcomes.configurations
            more = outcomes.failing
            failing = None if failing is None or more is None else failing + more
    except (TooManyError, UntranslatableError):
        return None
    by = Solver(f"OR-Tools CP-SAT {__version__}", process_time() - since)
    number = space.count(frozenset(map(option_of, space.tied(question.uses))))
    return Decided(tuple(configurations), by, None if failing is None else Failing(failing, number))


class _Outcomes(NamedTuple):
    configurations: list[Configuration]
    failing: int | None


def _outcomes(question: Question, space: Space) -> _Outcomes:
    """The smallest configuration of each outcome, and how many fail. Raises UntranslatableError."""
    configurations: list[Configuration] = []
    failing: int | None = 0
    when, check = question.when, question.check
    model = _Model(question, space)
    sides = [translated(each.source, model) for each in (when, check) if each is not None]
    outcomes = model.table(sides, lambda *values: _outcome(values[0] if when else True, values[-1]))
    for outcome, literal in model.cases(outcomes).each:
        configuration = model.smallest(literal) if outcome is not None else None
        if configuration is None:
            continue
        if outcome is FAILED:
            raise UntranslatableError  # Trying configurations tells one mistake from another.
        # The translation isn't trusted with what is shown: the evaluator has to agree.
        scenario = question.scenario_at(Seat(*configuration[:2]), configuration.options)
        if not scenario.holds(when) or scenario.holds(check) is not outcome:
            raise UntranslatableError
        configurations.append(configuration)
        failing = failing if outcome else model.number_of(literal)
    return _Outcomes(configurations, failing)


def _outcome(when: Any, check: Any) -> Any:
    """Whether a check holds; None where it isn't made."""
    if not isinstance(when, bool) or (when and not isinstance(check, bool)):
        return FAILED
    return check if when else None
