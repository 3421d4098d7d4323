"""`combinations`: all sets of a given number of items occur on equally many cards.

Settings: the component (`in`) and the `field` with the sets, the list `of` their items, the number of items
in a set (`take`), and the number of cards for each set (`times`, default 1; `at-least` allows more). A card's
own copies count.

Bad, with three colors:

    rules:
      - combinations: {in: story, field: colors, of: color, take: 2}
    # cards: [red, blue], [red, green]                           # blue and green are missing

Good:

    # cards: [red, blue], [red, green], [blue, green]
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from nineup.base.diagnostics import Diagnostic, few
from nineup.logic.select import (
    Addend,
    Scenario,
    Seat,
    Use,
    used_by_card,
    used_by_cards,
    used_by_copies,
    used_by_list,
)
from nineup.model.game import Card, Component, Item, ItemList, RuleEntry
from nineup.rules.engine.proof import Proof, is_there
from nineup.rules.engine.questions import QuestionPart, by_uses
from nineup.rules.engine.rule import field_place, tally
from nineup.schema import (
    COMPONENT,
    FIELD,
    LIST,
    Key,
    Record,
    RecordBeingRead,
    WholeNumber,
    field_of,
    values_at,
)

MOST_SETS = 100_000
"""The largest number of sets that are compared."""


def _not_too_many(values: dict[str, Any], here: RecordBeingRead) -> None:
    items = here.names.lists[values["of"]].items
    if comb(len(items), values["take"]) > MOST_SETS:
        here.error(f"`{values['of']}` has too many sets of {values['take']}", "take", "take fewer")


SETTINGS = Record(
    {
        "in": Key(COMPONENT, "The component whose cards show the sets.", required=True),
        "field": Key(FIELD, "The field of its cards that holds a set.", required=True),
        "of": Key(LIST, "The list that the sets are made of.", required=True),
        "take": Key(WholeNumber(1), "How many items each set has.", required=True),
        "times": Key(WholeNumber(1), "On how many cards each set appears; default 1.", default=1),
        "at-least": Key(WholeNumber(1), "On how many cards each set appears at least, in place of `times`."),
    },
    example="combinations: {in: story, field: colors, of: color, take: 3}",
    checks=(field_of("in", "field"), _not_too_many),
)


class _Wanted(NamedTuple):
    component: Component
    field: str
    of: ItemList
    take: int
    times: int
    more: bool


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    component, of = proof.game.components[given["in"]], proof.game.lists[given["of"]]
    more = "at-least" in given
    wanted = _Wanted(
        component,
        given["field"],
        of,
        take=given["take"],
        times=given["at-least" if more else "times"],
        more=more,
    )
    yield from proof.smallest(
        used_by_cards(proof.game, component) | used_by_list(proof.game, of),
        partial(_compare, proof, entry, wanted, None),
        entry.when,
        parts=partial(_parts, proof, entry, wanted),
    )


def _parts(proof: Proof, entry: RuleEntry, wanted: _Wanted) -> Iterator[QuestionPart]:
    """The questions about the cards of each set, about the sets without cards, and about the number
    of sets.
    """
    game, direct = proof.game, used_by_list(proof.game, wanted.of)
    alike: dict[frozenset[str], list[Card]] = {}
    for card in wanted.component.cards:
        alike.setdefault(frozenset(_items(card, wanted.field)), []).append(card)
    used = {
        each: frozenset[Use]().union(
            *(used_by_card(game, wanted.component, card) | used_by_copies(game, card) for card in cards)
        )
        for each, cards in alike.items()
    }
    for uses, sets in by_uses((uses, each) for each, uses in used.items()).items():
        yield QuestionPart(uses | direct, examine=partial(_compare, proof, entry, wanted, frozenset(sets)))
    # Sets without any card are missing in every configuration of the list, whatever is
    # chosen: one part for all of them.
    never = frozenset(map(frozenset, combinations(map(str, wanted.of.items), wanted.take))) - alike.keys()
    yield QuestionPart(direct, examine=partial(_compare, proof, entry, wanted, never))
    # The figure counts all sets at once, so no part knows it: it is asked as a total.
    addends = [
        Addend(used[each], ("sets",), partial(_added, proof, wanted, cards)) for each, cards in alike.items()
    ]
    yield QuestionPart(direct, addends, examine=partial(_count, proof, wanted))


def _added(proof: Proof, wanted: _Wanted, cards: list[Card], seat: Seat, options: Any) -> tuple[int, ...]:
    """1 if a set has a card."""
    scenario = proof.scenario(seat, options)
    return (int(any(is_there(scenario, wanted.component, card) for card in cards)),)


def _count(proof: Proof, wanted: _Wanted, scenario: Scenario) -> Iterator[Diagnostic]:
    """Records the number of sets with a card."""
    items = scenario.items(wanted.of)
    sets = [_items(card, wanted.field) for card in scenario.cards(wanted.component)]
    proof.figure(len({frozenset(each) for each in sets if _is_set(each, wanted, items)}))
    return iter(())


def _is_set(each: Counter[str], wanted: _Wanted, items: tuple[Item, ...]) -> bool:
    return len(each) == each.total() == wanted.take and each.keys() <= set(items)


def _items(card: Card, field: str) -> Counter[str]:
    return sum(map(tally, values_at(card.values, field)), Counter())


def _compare(
    proof: Proof,
    entry: RuleEntry,
    wanted: _Wanted,
    sets: frozenset[frozenset[str]] | None,
    scenario: Scenario,
) -> Iterator[Diagnostic]:
    """What is wrong with the cards of some sets, or of all of them; missing sets are reported for all."""
    by_set: dict[tuple[str, ...], list[Card]] = {}
    items = scenario.items(wanted.of)
    for card in scenario.cards(wanted.component):
        on_card = _items(card, wanted.field)
        is_asked = sets is None or frozenset(on_card) in sets
        if not _is_set(on_card, wanted, items):
            message = f"card `{card.id}`: {_set(sorted(on_card.elements()))} is not a set of {wanted.take}"
            hint = f"{wanted.take} different ones of the list `{wanted.of.name}`"
            span = field_place(card, wanted.field)
            if is_asked:
                yield Diagnostic(
                    "combinations", entry.severity, message, span=span, hint=hint, fact=f"set {card.id}"
                )
            continue
        key = tuple(item for item in items if item in on_card)
        cards = by_set.setdefault(key, [])
        cards += [card] * scenario.own_copies(card)
        if is_asked and len(cards) > wanted.times and not wanted.more:
            yield _repeated(entry, wanted, cards)
    if sets is None:
        proof.figure(len(by_set))
    missing = [key for key in combinations(items, wanted.take) if len(by_set.get(key, ())) < wanted.times]
    if any(sets is None or frozenset(key) in sets for key in missing):
        total = comb(len(items), wanted.take)
        which = few([_set(key) for key in missing])
        often = "" if wanted.times == 1 else f" {wanted.times} times"
        message = (
            f"`{wanted.component.id}` lacks {len(missing)} of the {total} sets of {wanted.take}{often}: "
            f"{which}"
        )
        yield Diagnostic("combinations", entry.severity, message, span=entry.span, fact="missing")


def _repeated(entry: RuleEntry, wanted: _Wanted, cards: list[Card]) -> Diagnostic:
    card = cards[-1]
    others = few(list(dict.fromkeys(f"`{other.id}`" for other in cards[: wanted.times])))
    field = next(iter(values_at(card.values, wanted.field)))
    message = f"card `{card.id}`: {_set(tally(field))} is on {others} already"
    span = field_place(card, wanted.field)
    return Diagnostic("combinations", entry.severity, message, span=span, fact=f"repeated {card.id}")


def _set(items: "Iterator[str] | tuple[str, ...] | list[str] | dict[str, int]") -> str:
    return " + ".join(items) or "nothing"
