"""`distinct`: no two cards that are in play together have the same name, or whatever a field says.

Configured: `each` names the components, together, and `by` the field, or several that must not all be the same.

Bad:

    rules:
      - distinct: {each: [spell, curse], by: name}
    # two cards of the name Thunder

Good:

    # Thunder, and Distant Thunder
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from nineup.diagnostics import Diagnostic, nearest
from nineup.game import Card, Component, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.settings import Settings, place
from nineup.select import Scenario, used_by_expression

EXAMPLE = "distinct: {each: [spell, curse], by: name}"

Pair = tuple[tuple[Component, Card], tuple[Component, Card]]


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    settings = Settings(proof.game, entry, EXAMPLE, ("each", "by"))
    ids, fields = (_words(settings.get(key)) for key in ("each", "by"))
    for id in ids:
        if id not in proof.game.components:
            settings.wrong(f"`each: {id}` is no component", nearest(id, tuple(proof.game.components)))
    cards = [(c, card) for c in proof.game.components.values() if c.id in ids for card in c.cards]
    for field in fields:
        if cards and not any(field in card.values for _, card in cards):
            known = tuple(dict.fromkeys(name for _, card in cards for name in card.values))
            settings.wrong(f"`by: {field}` is no field of these cards", nearest(field, known))
    yield from settings.mistakes
    if settings.mistakes:
        return
    alike: dict[str, list[tuple[Component, Card]]] = {}
    for component, card in cards:
        values = [card.values.get(field) for field in fields]
        if any(value is not None for value in values):
            alike.setdefault(repr(values), []).append((component, card))
    pairs = [pair for same in alike.values() for pair in combinations(same, 2)]
    conditions = {each for pair in pairs for c, card in pair for each in (c.when, card.when)}
    uses = frozenset[str]().union(*(used_by_expression(proof.game, each) for each in conditions))
    yield from proof.smallest(uses, partial(_compare, proof, entry, fields, pairs), entry.when)


def _words(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value),)


def _compare(
    proof: Proof, entry: RuleEntry, fields: tuple[str, ...], pairs: list[Pair], scenario: Scenario
) -> Iterator[Diagnostic]:
    for (one, first), (other, second) in pairs:
        if first in scenario.cards(one) and second in scenario.cards(other):
            told = ", ".join(f"{field}: {second.values.get(field)}" for field in fields)
            message = f"card `{second.id}`: `{told}` is also on card `{first.id}`"
            found = Diagnostic("distinct", entry.severity, message, place(second, fields[0]))
            yield from proof.unless_meant(second, "distinct", [found])


RULE = Rule("distinct", "no two cards are called the same", "error", frozenset({"game", "settings"}), check)
