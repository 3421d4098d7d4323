"""A free rule: what the game claims about itself, checked for every player count and every choice it depends
on.

    rules:
      - says: every player has 17 cards and 3 more for each color
        when: players > 2                                # optional: only in these runs
        check: count('player-deck') == players * (17 + 3 * colors|length)
        severity: warning                                # default: error
        source: Rulebook, page 2

`count('id')` is what the setup lays out of a component, `box('id')` what the box holds, `cards('id')` its
cards with their fields, and `dealt('id')` what the `deal` rule gives each player (`dealt('id', 'table')` the
table).

With `each`, the check is made for every card of a component that is in play, and fails at the card:

    rules:
      - says: a door is worth one point less than the gems it asks for
        each: room.doors                  # a component, a field, a list, symbols, terms, data.setup
        where: card.family != 'special'   # optional: only for these
        let: {gems: item.cost|sum}        # names for intermediate values, in order
        check: item.points == gems - 1

`card` is the card with its fields, its `id` and its `copies`; `item` is the element that `each` goes through
(of a component the card again), and `index` is its place, from 1. A card accepts such a finding with `accept:
{rule: …}`.

Texts are read as players read them, without marks, and with symbols apart from words:

| helper | gives |
|---|---|
| `symbols_in(card.text)` | the ids of the symbols, in order; of a cost, each as often as it counts |
| `numbers_in(card.text)` | the numbers, in digits or as words: 2 for `two`, 1 for `1 {red}`, -2 for `−2` |
| `words_in(card.text)` | the words, without marks and punctuation |
| `terms_in(card.text)` | the ids of the defined terms, in whatever form they are used |
| `total(cards('room'), 'doors.points')` | the sum of a field over cards, each as often as it has copies |

Bad:

    - says: the game takes about an hour
      check: minutes                                     # a number is neither yes nor no

Good:

    - says: the game takes about an hour
      check: minutes >= 50 and minutes <= 70
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.logic.expression import ExpressionError, Reads, SumTerm, calls, names, split_sums
from nineup.logic.select import (
    Addend,
    CountedDecks,
    EvaluationError,
    Scenario,
    Seat,
    SetLength,
    TooManyError,
    Use,
    used_by_amounts,
    used_by_expression,
    used_by_reads,
)
from nineup.model.game import Component, Expression, Game, RuleEntry
from nineup.rules.engine.by_count import counting
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart
from nineup.rules.own.drawn import drawn_kinds
from nineup.rules.own.each import check_each, failed_sides


class SumTotal(NamedTuple):
    """The name of the total of a sum in a check."""

    place: int
    """Counted from 0, in the order of the check."""


def added_up(proof: Proof, check: Expression) -> QuestionPart:
    """The question for the value of an expression, through totals if it has any."""
    try:
        split = split_sums(check.source)
    except ExpressionError:
        return QuestionPart(frozenset())  # It fails everywhere.
    game, decks, rest = proof.game, CountedDecks(), split.rest
    drawn = _drawn(game, rest)
    draws = drawn_kinds(proof, check, drawn, uses=used_by_reads(game, rest)) if drawn else None
    if draws is not None:
        rest = msgspec.structs.replace(
            rest, calls=frozenset(call for call in rest.calls if call[0] != "draw")
        )
    direct = used_by_reads(game, rest, decks=decks)
    if draws is not None:
        direct = direct.union(
            *(used_by_amounts(game, each, frozenset({each.id}), decks=decks) for each in drawn)
        )
    sums: list[Addend] = []
    for place, terms in enumerate(split.sums):
        uses = [used_by_reads(game, term.reads) for term in terms]
        if any(isinstance(use, SetLength) for use in frozenset[Use]().union(*uses)):
            direct = direct.union(*uses)  # Totals count the items of a set, but don't identify them.
        else:
            sums += [
                Addend(used, (SumTotal(place),), partial(_amount, proof, term))
                for used, term in zip(uses, terms, strict=True)
            ]
    counted = counting(proof, direct, decks)
    return QuestionPart(counted.uses, [*counted.addends, *sums, *(draws or ())])


def _drawn(game: Game, rest: Reads) -> list[Component]:
    """The components of the piles that an expression draws from; none unless all of them are named."""
    names = [name for function, name in rest.calls if function == "draw"]
    drawn = [c for c in game.components.values() if c.id in names or c.pile in names]
    is_known = all(any(name and name in (c.id, c.pile) for c in drawn) for name in names)
    return drawn if is_known and not any(component.setup_kinds for component in drawn) else []


def _amount(proof: Proof, term: SumTerm, seat: Seat, options: Mapping[str, Any]) -> tuple[int]:
    """The addend of a term in its sum.

    Raises TooManyError unless it is a whole number, which can be added up.
    """
    scenario = proof.scenario(seat, options)
    amount = term.amount(scenario.context)
    if amount is None:
        raise TooManyError
    return (amount,)


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    if entry.each:
        yield from check_each(proof, entry)
        return
    for source in (entry.where, *(source for _, source in entry.let)):
        if source is not None:
            message = "`where` and `let` belong to a rule with `each`"
            yield Diagnostic(
                "bad-rule", "error", message, span=source.span, hint="add `each: …`, or write it into `check`"
            )
            return
    uses = used_by_expression(proof.game, entry.check)
    yield from proof.smallest(
        uses, partial(_holds, proof, entry), entry.when, parts=partial(_parts, proof, entry)
    )


def _parts(proof: Proof, entry: RuleEntry) -> Iterator[QuestionPart]:
    """The question in totals: of the cards of decks, and of the sums in the check."""
    assert entry.check is not None
    yield msgspec.structs.replace(added_up(proof, entry.check), conditions=(entry.when, entry.check))


def _holds(proof: Proof, entry: RuleEntry, scenario: Scenario) -> Iterator[Diagnostic]:
    assert entry.check is not None
    try:
        holds = scenario.holds(entry.check)
    except EvaluationError as broken:
        yield proof.unless_too_large(broken)
        return
    if not holds:
        says = " ".join(entry.says.split()).rstrip(".") or f"`{' '.join(entry.check.source.split())}`"
        yield Diagnostic(
            "rule",
            entry.severity,
            f"does not hold: {says}",
            span=entry.check.span,
            hint=_values(entry, scenario),
        )


def _values(entry: RuleEntry, scenario: Scenario) -> str:
    """Both sides of the failing comparisons, then their ingredients:

    `53 = 54 fails; players = 4; count('gem') = 49`.
    """
    assert entry.check is not None
    source = entry.check.source
    by_name = {name: scenario.context.get(name) for name in sorted(names(source))}
    plain = {name: value for name, value in by_name.items() if isinstance(value, (bool, int, float, str))}
    lists = {name: ", ".join(map(str, value)) for name, value in by_name.items() if isinstance(value, tuple)}
    values = {**plain, **lists, **dict(_call_values(sorted(calls(source)), scenario))}
    return "; ".join(
        [*failed_sides(source, scenario.context), *(f"{name} = {value}" for name, value in values.items())]
    )


def _call_values(called: Iterable[tuple[str, str]], scenario: Scenario) -> Iterator[tuple[str, object]]:
    """The result of each `count('id')` and `box('id')`, and the number of cards of `cards('id')`."""
    for helper, id in called:
        if helper in ("count", "box", "cards") and id in scenario.game.components:
            call = f"{helper}('{id}')"
            try:
                value = scenario.context[helper](id)
            except ValueError:
                continue  # An amount that is unstated here; the check didn't need it.
            if value is not None:
                yield (f"{call}|length", len(value)) if helper == "cards" else (call, value)
