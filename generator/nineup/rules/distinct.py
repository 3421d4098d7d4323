"""`distinct`: no two cards in play together have the same name, or the same value of another field.

Settings: the components whose cards are compared (`each`), and the field (`by`), or several fields that must not all be equal.

Bad:

    rules:
      - distinct: {each: [spell, curse], by: name}
    # two cards called Thunder

Good:

    # Thunder, and Distant Thunder
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from nineup.diagnostics import Diagnostic, nearest
from nineup.game import Card, Component, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.settings import few, place
from nineup.schema import COMPONENT, FIELD, Here, Key, ListOf, Record
from nineup.select import Scenario, used_by_expression


def _known_fields(values: dict[str, Any], here: Here) -> None:
    components = [here.names.components[id] for id in values["each"]]
    known = tuple(dict.fromkeys(name for each in components for card in each.cards for name in card.values))
    for field in values["by"]:
        if field not in known:
            message = f"no card of `{few(values['each'])}` has a field `{field}`"
            here.error(message, "by", nearest(field, known))


SETTINGS = Record(
    {
        "each": Key(ListOf(COMPONENT, lone=True), "The components whose cards are compared.", required=True),
        "by": Key(
            ListOf(FIELD, lone=True), "The field, or fields that must not all be the same.", required=True
        ),
    },
    example="distinct: {each: [spell, curse], by: name}",
    checks=(_known_fields,),
)

Pair = tuple[tuple[Component, Card], tuple[Component, Card]]


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    ids, fields = entry.settings["each"], entry.settings["by"]
    cards = [(c, card) for c in proof.game.components.values() if c.id in ids for card in c.cards]
    alike: dict[str, list[tuple[Component, Card]]] = {}
    for component, card in cards:
        values = [card.values.get(field) for field in fields]
        if any(value is not None for value in values):
            alike.setdefault(repr(values), []).append((component, card))
    pairs = [pair for same in alike.values() for pair in combinations(same, 2)]
    conditions = {each for pair in pairs for c, card in pair for each in (c.when, card.when)}
    uses = frozenset[str]().union(*(used_by_expression(proof.game, each) for each in conditions))
    yield from proof.smallest(uses, partial(_compare, proof, entry, fields, pairs), entry.when)


def _compare(
    proof: Proof, entry: RuleEntry, fields: tuple[str, ...], pairs: list[Pair], scenario: Scenario
) -> Iterator[Diagnostic]:
    for (one, first), (other, second) in pairs:
        if first in scenario.cards(one) and second in scenario.cards(other):
            shared = ", ".join(f"{field}: {second.values.get(field)}" for field in fields)
            message = f"card `{second.id}`: `{shared}` is also on card `{first.id}`"
            found = Diagnostic("distinct", entry.severity, message, place(second, fields[0]))
            yield from proof.unless_accepted(second, [found])


RULE = Rule(
    code="distinct",
    summary="no two cards are called the same",
    severity="error",
    needs=frozenset({"game", "settings"}),
    check=check,
    accepts=("",),
    settings=SETTINGS,
)
