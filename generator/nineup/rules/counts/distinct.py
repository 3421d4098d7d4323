"""`distinct`: no two cards in play together have the same name, or the same value of another field.

Settings: the components whose cards are compared (`each`), and either the field (`by`), or several fields
that must not all be equal; or the fields (`among`) in all of which no value is there twice, on two cards or
on one, such as the two sides of a card with a word on each.

Bad:

    rules:
      - distinct: {each: [spell, curse], by: name}
      - distinct: {each: word, among: [front, back]}
    # two cards called Thunder; a word on the front of a card, and on the back of this or another one

Good:

    # Thunder, and Distant Thunder
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import Scenario, Uses, has_computed, used_by_card, used_by_copies, used_by_texts
from nineup.model.game import Card, Component, Game, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart, by_uses
from nineup.rules.engine.rule import field_place
from nineup.schema import COMPONENT, FIELD, Key, ListOf, Record, field_of, one_of

SETTINGS = Record(
    {
        "each": Key(ListOf(COMPONENT, lone=True), "The components whose cards are compared.", required=True),
        "by": Key(ListOf(FIELD, lone=True), "The field, or fields that must not all be the same."),
        "among": Key(ListOf(FIELD), "The fields in all of which no value is there twice."),
    },
    example="distinct: {each: [spell, curse], by: name}",
    checks=(one_of("by", "among"), field_of("each", "by", "among", nested=False)),
)

Side = tuple[Component, Card, tuple[str, ...]]
"""A card with the fields that are compared: all of `by`, or one of `among`."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    among = entry.settings.get("among")
    compared = [(field,) for field in among] if among else [entry.settings["by"]]
    sides = [
        (component, card, fields)
        for component in proof.game.components.values()
        if component.id in entry.settings["each"]
        for card in component.cards
        for fields in compared
    ]
    pairs = ((_used(proof.game, *pair), pair) for pair in _pairs(sides))
    parts = [
        QuestionPart(uses, examine=partial(_compare, proof, entry, each))
        for uses, each in by_uses(pairs).items()
    ]
    yield from proof.smallest_of(parts, entry.when)


def _pairs(sides: Sequence[Side]) -> Iterator[tuple[Side, Side]]:
    """The pairs that may have the same values, in order: computed ones may be anything."""
    alike: dict[str, list[int]] = {}
    computed: list[int] = []
    for place, (_, card, fields) in enumerate(sides):
        values = _values(card, fields)
        if any(map(has_computed, values)):
            computed.append(place)
        elif any(value is not None for value in values):
            alike.setdefault(repr(values), []).append(place)
    written = [place for same in alike.values() for place in same]
    for one, other in [
        *(pair for same in alike.values() for pair in combinations(same, 2)),
        *combinations(computed, 2),
        *product(computed, written),
    ]:
        yield sides[min(one, other)], sides[max(one, other)]


def _values(card: Card, fields: tuple[str, ...]) -> list[Any]:
    return [card.values.get(field) for field in fields]


def _used(game: Game, *pair: Side) -> Uses:
    uses: Uses = frozenset()
    for component, card, fields in pair:
        uses |= used_by_card(game, component, card)
        values = _values(card, fields)
        if any(map(has_computed, values)):  # A text may print the card's copies.
            uses |= used_by_texts(game, values) | used_by_copies(game, card)
    return uses


def _compare(
    proof: Proof, entry: RuleEntry, pairs: list[tuple[Side, Side]], scenario: Scenario
) -> Iterator[Diagnostic]:
    for (one, first, of_first), (other, second, of_second) in pairs:
        if not (scenario.has(one, first) and scenario.has(other, second)):
            continue
        values = _values(scenario.filled(other, second), of_second)
        if repr(values) == repr(_values(scenario.filled(one, first), of_first)):
            shared = ", ".join(f"{field}: {value}" for field, value in zip(of_second, values, strict=True))
            name = first.id if first.id != second.id else f"{one.id}/{first.id}"
            where = f"its `{of_first[0]}`" if first is second else f"card `{name}`"
            message = f"card `{second.id}`: `{shared}` is also on {where}"
            span = field_place(second, of_second[0])
            finding = Diagnostic(
                "distinct", entry.severity, message, span=span, fact=f" {second.id} {first.id}"
            )
            yield from proof.unless_accepted(second, [finding])
