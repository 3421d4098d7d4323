"""`combinations`: all sets of a given number of items occur on equally many cards.

Settings: the component (`in`) and the `field` with the sets, the list `of` their items, the number of items in a set
(`take`), and the number of cards for each set (`times`, default 1; `at-least` allows more). A card's own copies count.

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

from nineup.diagnostics import Diagnostic
from nineup.game import Card, Component, RuleEntry, Vocabulary
from nineup.rules.proof import Proof, QuestionPart
from nineup.rules.rule import Rule
from nineup.rules.settings import few, in_play, place, tally
from nineup.schema import COMPONENT, FIELD, LIST, Here, Key, Record, Whole, field_of, values_at
from nineup.select import Scenario, Uses, used_by_card, used_by_cards, used_by_list

MOST = 100_000
"""The most sets that are compared."""


def _not_too_many(values: dict[str, Any], here: Here) -> None:
    items = here.names.lists[values["of"]].items
    if comb(len(items), values["take"]) > MOST:
        here.error(f"`{values['of']}` has too many sets of {values['take']}", "take", "take fewer")


SETTINGS = Record(
    {
        "in": Key(COMPONENT, "The component whose cards show the sets.", required=True),
        "field": Key(FIELD, "The field of its cards that holds a set.", required=True),
        "of": Key(LIST, "The list that the sets are made of.", required=True),
        "take": Key(Whole(1), "How many items each set has.", required=True),
        "times": Key(Whole(1), "On how many cards each set appears; default 1.", default=1),
        "at-least": Key(Whole(1), "On how many cards each set appears at least, in place of `times`."),
    },
    example="combinations: {in: story, field: colors, of: color, take: 3}",
    checks=(field_of("in", "field"), _not_too_many),
)


class _Wanted(NamedTuple):
    component: Component
    field: str
    of: Vocabulary
    take: int
    times: int
    more: bool


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    component, of = proof.game.components[given["in"]], proof.game.lists[given["of"]]
    more = "at-least" in given
    wanted = _Wanted(
        component, given["field"], of, given["take"], given["at-least" if more else "times"], more
    )
    uses = used_by_cards(proof.game, component) | used_by_list(proof.game, of)
    examine = partial(_compare, proof, entry, wanted)
    yield from proof.smallest(uses, examine, entry.when, partial(_parts, proof, wanted))


def _parts(proof: Proof, wanted: _Wanted) -> Iterator[QuestionPart]:
    """The question asked of the cards of each set alone."""
    alike: dict[frozenset[str], Uses] = {}
    for card in wanted.component.cards:
        found = frozenset(_items(card, wanted.field))
        alike[found] = alike.get(found, frozenset()) | used_by_card(proof.game, wanted.component, card)
    for uses in {*alike.values(), frozenset()}:
        yield QuestionPart(uses | used_by_list(proof.game, wanted.of))


def _items(card: Card, field: str) -> Counter[str]:
    return sum(map(tally, values_at(card.values, field)), Counter())


def _compare(proof: Proof, entry: RuleEntry, wanted: _Wanted, scenario: Scenario) -> Iterator[Diagnostic]:
    found: dict[tuple[str, ...], list[Card]] = {}
    items = in_play(wanted.of, scenario)
    for card in scenario.cards(wanted.component):
        on_card = _items(card, wanted.field)
        if len(on_card) != wanted.take or on_card.total() != wanted.take or not on_card.keys() <= set(items):
            message = f"card `{card.id}`: {_set(sorted(on_card.elements()))} is not a set of {wanted.take}"
            hint = f"{wanted.take} different ones of the list `{wanted.of.name}`"
            span = place(card, wanted.field)
            yield Diagnostic("combinations", entry.severity, message, span, hint, fact=f"set {card.id}")
            continue
        key = tuple(item for item in items if item in on_card)
        cards = found.setdefault(key, [])
        cards += [card] * card.copies
        if len(cards) > wanted.times and not wanted.more:
            yield _repeated(entry, wanted, cards)
    proof.figure(len(found))
    missing = [key for key in combinations(items, wanted.take) if len(found.get(key, ())) < wanted.times]
    if missing:
        total = comb(len(items), wanted.take)
        which = few([_set(key) for key in missing])
        often = "" if wanted.times == 1 else f" {wanted.times} times"
        message = f"`{wanted.component.id}` lacks {len(missing)} of the {total} sets of {wanted.take}{often}: {which}"
        yield Diagnostic("combinations", entry.severity, message, entry.span, fact="missing")


def _repeated(entry: RuleEntry, wanted: _Wanted, cards: list[Card]) -> Diagnostic:
    card = cards[-1]
    others = few(list(dict.fromkeys(f"`{other.id}`" for other in cards[: wanted.times])))
    field = next(iter(values_at(card.values, wanted.field)))
    message = f"card `{card.id}`: {_set(tally(field))} is on {others} already"
    span = place(card, wanted.field)
    return Diagnostic("combinations", entry.severity, message, span, fact=f"repeated {card.id}")


def _set(items: "Iterator[str] | tuple[str, ...] | list[str] | dict[str, int]") -> str:
    return " + ".join(items) or "nothing"


RULE = Rule(
    code="combinations",
    summary="every combination is there",
    severity="error",
    needs=frozenset({"game", "settings"}),
    check=check,
    figure="sets",
    settings=SETTINGS,
)
