"""`distinct`: no two cards in play together have the same name, or the same value of another field.

Settings: the components whose cards are compared (`each`), and the field (`by`), or several fields that must
not all be equal.

Bad:

    rules:
      - distinct: {each: [spell, curse], by: name}
    # two cards called Thunder

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
from nineup.schema import COMPONENT, FIELD, Key, ListOf, Record, field_of

SETTINGS = Record(
    {
        "each": Key(ListOf(COMPONENT, lone=True), "The components whose cards are compared.", required=True),
        "by": Key(
            ListOf(FIELD, lone=True), "The field, or fields that must not all be the same.", required=True
        ),
    },
    example="distinct: {each: [spell, curse], by: name}",
    checks=(field_of("each", "by", nested=False),),
)

CardPair = tuple[tuple[Component, Card], tuple[Component, Card]]


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    ids, fields = entry.settings["each"], entry.settings["by"]
    cards = [(c, card) for c in proof.game.components.values() if c.id in ids for card in c.cards]
    pairs = ((_used(proof.game, *pair, fields), pair) for pair in _pairs(cards, fields))
    parts = [
        QuestionPart(uses, examine=partial(_compare, proof, entry, fields, each))
        for uses, each in by_uses(pairs).items()
    ]
    yield from proof.smallest_of(parts, entry.when)


def _pairs(cards: Sequence[tuple[Component, Card]], fields: tuple[str, ...]) -> Iterator[CardPair]:
    """The pairs of cards that may have the same values: computed ones may be anything."""
    alike: dict[str, list[tuple[Component, Card]]] = {}
    computed: list[tuple[Component, Card]] = []
    for component, card in cards:
        values = _values(card, fields)
        if any(map(has_computed, values)):
            computed.append((component, card))
        elif any(value is not None for value in values):
            alike.setdefault(repr(values), []).append((component, card))
    written = [each for same in alike.values() for each in same]
    order = {id(card): field_place for field_place, (_, card) in enumerate(cards)}
    for one, other in [
        *(pair for same in alike.values() for pair in combinations(same, 2)),
        *combinations(computed, 2),
        *product(computed, written),
    ]:
        (_, card), (_, other_card) = one, other
        yield (one, other) if order[id(card)] < order[id(other_card)] else (other, one)


def _values(card: Card, fields: tuple[str, ...]) -> list[Any]:
    return [card.values.get(field) for field in fields]


def _used(
    game: Game, one: tuple[Component, Card], other: tuple[Component, Card], fields: tuple[str, ...]
) -> Uses:
    uses = used_by_card(game, *one) | used_by_card(game, *other)
    for _, card in (one, other):
        values = _values(card, fields)
        if any(map(has_computed, values)):  # A text may print the card's copies.
            uses |= used_by_texts(game, values) | used_by_copies(game, card)
    return uses


def _compare(
    proof: Proof, entry: RuleEntry, fields: tuple[str, ...], pairs: list[CardPair], scenario: Scenario
) -> Iterator[Diagnostic]:
    for (one, first), (other, second) in pairs:
        if not (scenario.has(one, first) and scenario.has(other, second)):
            continue
        values = _values(scenario.filled(other, second), fields)
        if repr(values) == repr(_values(scenario.filled(one, first), fields)):
            shared = ", ".join(f"{field}: {value}" for field, value in zip(fields, values, strict=True))
            message = f"card `{second.id}`: `{shared}` is also on card `{first.id}`"
            fact = f" {second.id} {first.id}"
            finding = Diagnostic(
                "distinct", entry.severity, message, span=field_place(second, fields[0]), fact=fact
            )
            yield from proof.unless_accepted(second, [finding])
