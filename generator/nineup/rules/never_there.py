"""`never-there`: a component or a card that no run has.

Always on, as a warning: its `when` is true for no player count and no legal choice, perhaps because a word in it is
misspelled, so it is never printed.

Bad, where `colors` offers red and blue:

    components:
      red-gem: {shape: token, size: 16mm, layout: gem.svg, when: "'rde' in colors"}

Good:

    components:
      red-gem: {shape: token, size: 16mm, layout: gem.svg, when: "'red' in colors"}
"""

from collections.abc import Iterator

from nineup.diagnostics import Diagnostic
from nineup.game import Card, Component, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.select import EvaluationError, Scenario, used_by_card


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    whole = Proof(proof.game) if proof.is_narrowed else proof
    for component in proof.game.components.values():
        if component.when is None and not any(card.when for card in component.cards):
            continue
        missing = [card for card in component.cards if _is_missing(whole, component, card)]
        if missing and len(missing) == len(component.cards):
            yield from proof.unless_accepted(component, [_found(component)])
            continue
        for card in missing:
            yield from proof.unless_accepted(card, [_found(card)])


def _is_missing(proof: Proof, component: Component, card: Card) -> bool:
    """Whether no configuration of the whole game has a card."""

    def is_there(scenario: Scenario) -> bool:
        try:
            return scenario.holds(component.when) and scenario.holds(card.when)
        except EvaluationError:
            return True  # `amounts` reports it

    return proof.exists(used_by_card(proof.game, component, card), is_there) is False


def _found(record: Component | Card) -> Diagnostic:
    span = record.when.span if record.when else record.span
    together = isinstance(record, Component) and any(card.when for card in record.cards)
    why = (
        f"`{record.when.source}` never holds" if record.when else "the `when` of none of its cards ever holds"
    )
    if record.when and together:
        why = f"`{record.when.source}` never holds together with the `when` of one of its cards"
    hint = "check the spelling, and what the options allow"
    return Diagnostic("never-there", "warning", f"no run has `{record.id}`: {why}", span, hint)


RULE = Rule(
    code="never-there",
    summary="everything is there in some run",
    severity="warning",
    needs=frozenset({"game"}),
    check=check,
    accepts=("",),
)
