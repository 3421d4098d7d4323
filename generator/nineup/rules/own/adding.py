"""Finds what an expression depends on only through sums: the numbers of cards in decks, and the terms of its own sums."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from nineup.logic.expression import ExpressionError, Reads, SumTerm, split_sums
from nineup.logic.select import Addend, Seat, TooManyError, used_by_amounts, used_by_reads
from nineup.model.game import Component, Expression, Game
from nineup.rules.engine.by_count import counting, padded
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart
from nineup.rules.own.drawn import drawn_kinds


def added_up(proof: Proof, check: Expression) -> QuestionPart:
    """The question for the value of an expression, through totals if it has any."""
    try:
        split = split_sums(check.source)
    except ExpressionError:
        return QuestionPart(frozenset())  # It fails everywhere.
    game, decks, rest = proof.game, dict[str, Component](), split.rest
    drawn = _drawn(game, rest)
    kinds, more = drawn_kinds(proof, check, drawn, used_by_reads(game, rest)) if drawn else (None, 0)
    if kinds is not None:
        rest = msgspec.structs.replace(
            rest, calls=frozenset(call for call in rest.calls if call[0] != "draw")
        )
    direct = used_by_reads(game, rest, decks=decks)
    if kinds is not None:
        direct = direct.union(*(used_by_amounts(game, each, frozenset({each.id}), decks) for each in drawn))
    added = []
    for terms in split.sums:
        uses = [used_by_reads(game, term.reads) for term in terms]
        if any(use.endswith("#") for use in frozenset[str]().union(*uses)):
            direct = direct.union(*uses)  # Totals count the items of a set, but don't identify them.
        else:
            added.append(tuple(zip(uses, terms, strict=True)))
    counted = counting(proof, direct, decks)
    width, sums = 3 * len(decks), len(added)
    addends = [padded(each, 0, sums + more) for each in counted.addends]
    for place, sum_of in enumerate(added):
        for used, term in sum_of:
            amounts = partial(_amounts, proof, term, width + place, width + sums)
            addends.append(padded(Addend(used, amounts), 0, more))
    addends += [padded(each, width + sums, 0) for each in kinds or ()]
    return QuestionPart(counted.uses, addends)


def _drawn(game: Game, rest: Reads) -> list[Component]:
    """The components of the piles that an expression draws from; none unless all of them are named."""
    names = [name for function, name in rest.calls if function == "draw"]
    found = [c for c in game.components.values() if c.id in names or c.pile in names]
    is_known = all(any(name and name in (c.id, c.pile) for c in found) for name in names)
    return found if is_known and not any(component.setup_kinds for component in found) else []


def _amounts(
    proof: Proof, term: SumTerm, place: int, width: int, seat: Seat, options: Mapping[str, Any]
) -> tuple[int, ...]:
    """The addend of a term in its sum. Raises TooManyError unless it is a whole number, which can be added up."""
    scenario = proof.scenario(seat, options)
    amount = term.amount(scenario.context)
    if amount is None:
        raise TooManyError
    return tuple([amount if each == place else 0 for each in range(width)])
