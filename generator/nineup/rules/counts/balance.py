"""`balance`: the items of a list occur equally often, or nearly.

Settings: what is counted, either a `field` of the cards `in` a component (or a path such as `doors.cost`; all
elements of lists count, and counts count as often as they say) or the value of an expression (`over`); the
list to count `by`; and how much more often the most frequent item may occur than the least frequent
(`within`, default 0). Values that are not in the list don't count. A card counts once for each of its copies;
for a component with `for-each`, one owner's cards are counted.

Bad:

    rules:
      - balance: {in: room, field: doors.cost, by: gem}
    # all doors together: 12 ruby, 9 topaz

Good, for the same doors:

    rules:
      - balance: {in: room, field: doors.cost, by: gem, within: 3}
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from nineup.base.diagnostics import Diagnostic, few
from nineup.logic.select import Scenario, used_by_amount, used_by_cards, used_by_expression, used_by_list
from nineup.model.game import Card, Component, Expression, ItemList, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart
from nineup.rules.engine.rule import tally
from nineup.schema import (
    COMPONENT,
    FIELD,
    FORMULA,
    LIST,
    Key,
    Record,
    RecordBeingRead,
    WholeNumber,
    field_of,
    values_at,
)


def _counts_one_thing(values: dict[str, Any], here: RecordBeingRead) -> None:
    given = [key for key in ("in", "field", "over") if key in values]
    if given not in (["in", "field"], ["over"]):
        here.error("give either `in` and `field`, or `over`", hint=EXAMPLE)


EXAMPLE = "balance: {in: room, field: doors.cost, by: gem, within: 0}"

SETTINGS = Record(
    {
        "in": Key(COMPONENT, "The component whose cards are counted."),
        "field": Key(FIELD, "The field of its cards that is counted, such as `doors.cost`."),
        "over": Key(FORMULA, "An expression whose values are counted, in place of `in` and `field`."),
        "by": Key(LIST, "The list whose items are compared.", required=True),
        "within": Key(
            WholeNumber(0), "How far the most and the least frequent item may differ; default 0.", default=0
        ),
    },
    example=EXAMPLE,
    checks=(_counts_one_thing, field_of("in", "field")),
)


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    by = proof.game.lists[given["by"]]
    uses = used_by_list(proof.game, by)
    if "over" in given:
        source: Expression = given["over"]
        compare = partial(_compare, proof, entry, by, f"`{source.source}`", partial(_over, source))
        uses |= used_by_expression(proof.game, source)
        yield from proof.smallest(uses, partial(compare, by.items), entry.when)
        return
    component, field = proof.game.components[given["in"]], given["field"]
    what = f"`{field}` of `{component.id}`"
    compare = partial(
        _compare, proof, entry, by, what, partial(_count_items, component, _of_cards(component, field))
    )
    uses |= used_by_cards(proof.game, component)
    parts = partial(_parts, proof, component, field, by, compare)
    yield from proof.smallest(uses, partial(compare, by.items), entry.when, parts=parts)


def _parts(
    proof: Proof,
    component: Component,
    field: str,
    by: ItemList,
    compare: Callable[..., Iterator[Diagnostic]],
) -> Iterator[QuestionPart]:
    """The questions about each item alone, and about each pair."""
    game = proof.game
    direct = used_by_list(game, by) | used_by_amount(game, component.copies)
    cards = [(card, _of_card(card, field)) for card in component.cards]
    for some in [*combinations(by.items, 1), *combinations(by.items, 2)]:
        addends = [
            proof.supply(component, card, some, each=number[some[0]] - sum(number[item] for item in some[1:]))
            for card, number in cards
            if any(number[item] for item in some)
        ]
        yield QuestionPart(direct, addends, examine=partial(compare, some))


def _over(source: Expression, scenario: Scenario) -> Counter[str]:
    return _flat(scenario.value(source))


def _flat(value: Any, known: dict[int, Counter[str]] | None = None) -> Counter[str]:
    """Everything in nested lists; a mapping is a multiset.

    A list may contain another many times, and that one a third: `known` has those that are counted, by
    identity.
    """
    if not isinstance(value, (list, tuple)):
        return Counter() if value is None or isinstance(value, (bool, int, float)) else tally(value)
    known = {} if known is None else known
    if id(value) not in known:
        known[id(value)] = sum([_flat(each, known) for each in value], Counter())
    return known[id(value)]


def _of_cards(component: Component, field: str) -> dict[str, Counter[str]]:
    """The number of occurrences of each item on each card, by the card's id."""
    return {card.id: _of_card(card, field) for card in component.cards}


def _of_card(card: Card, field: str) -> Counter[str]:
    return sum(map(_flat, values_at(card.values, field)), Counter[str]())


def _count_items(
    component: Component, of_cards: Mapping[str, Counter[str]], scenario: Scenario
) -> Counter[str]:
    cards = scenario.cards(component)
    copies = scenario.copies(component) if cards else 0
    total: Counter[str] = Counter()
    for card in cards:
        times = scenario.own_copies(card) * copies
        for id, count in of_cards[card.id].items():
            total[id] += count * times
    return total


def _compare(
    proof: Proof,
    entry: RuleEntry,
    by: ItemList,
    what: str,
    count: "partial[Counter[str]]",
    some: Collection[str],
    scenario: Scenario,
) -> Iterator[Diagnostic]:
    """Whether some items occur equally often; the finding is about all of them."""
    counted, within = count(scenario), entry.settings["within"]
    counts: Mapping[str, int] = {item: counted[item] for item in scenario.items(by)}
    compared = [counts[item] for item in some if item in counts]
    if not compared:
        return
    proof.figure(min(compared))
    if max(compared) - min(compared) > within:
        most, least = max(counts.values()), min(counts.values())
        often = few([id for id in counts if counts[id] == most])
        rarely = few([id for id in counts if counts[id] == least])
        message = f"{what}: {often} {most} times, but {rarely} {least}"
        hint = f"at most {within} apart" if within else "all of them equally often"
        yield Diagnostic("balance", entry.severity, message, span=entry.span, hint=hint, fact="uneven")
