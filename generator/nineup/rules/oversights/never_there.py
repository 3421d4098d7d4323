"""`never-there`: a component or a card that no run has.

Always on, as a warning: its `when` is true for no player count and no legal choice, perhaps because a word in
it is misspelled, so it is never printed.

Bad, where `colors` offers red and blue:

    components:
      red-gem: {shape: token, size: 16mm, layout: gem.svg, when: "'rde' in colors"}

Good:

    components:
      red-gem: {shape: token, size: 16mm, layout: gem.svg, when: "'red' in colors"}
"""

from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic, Span
from nineup.logic.select import EvaluationError, Scenario, used_by_card
from nineup.model.game import Card, Component, RuleEntry
from nineup.rules.engine.proof import Proof


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    whole = Proof(proof.game) if proof.is_narrowed else proof
    for component in proof.game.components.values():
        if component.when is None and not any(map(_may_be_absent, component.cards)):
            continue
        known = [(card, _is_there(whole, component, card)) for card in component.cards]
        if unknown := [card for card, is_there in known if is_there is None]:
            why = f"whether any run has {_named(component, unknown)} depends on too many choices"
            yield proof.give_up(_place(component, unknown[0]), why, proof.counts)
        missing = [card for card, is_there in known if is_there is False]
        if missing and len(missing) == len(component.cards):
            yield from proof.unless_accepted(component, [_finding(component)])
            continue
        for card in missing:
            yield from proof.unless_accepted(card, [_finding(card)])


def _is_there(proof: Proof, component: Component, card: Card) -> bool | None:
    """Whether some configuration of the whole game has a card; None if there are too many to try."""

    def holds(scenario: Scenario) -> bool:
        try:
            return scenario.has(component, card)
        except EvaluationError:
            return True  # `amounts` reports it

    conditions = (component.when, card.when) if card.when else (None, component.when)
    if not isinstance(card.copies, int):  # Its table decides, too, and is no condition.
        return proof.exists(used_by_card(proof.game, component, card), holds)
    return proof.exists(used_by_card(proof.game, component, card), holds, *conditions)


def _may_be_absent(card: Card) -> bool:
    return card.when is not None or not isinstance(card.copies, int)


def _named(component: Component, cards: list[Card]) -> str:
    """The component if the finding is about all of its cards, otherwise one card."""
    if len(cards) == len(component.cards):
        return f"`{component.id}`"
    more = len(cards) - 1
    return f"`{cards[0].id}`" + (f" and {more} more of `{component.id}`" if more else "")


def _place(component: Component, card: Card) -> Span:
    condition = card.when or component.when
    return condition.span if condition else card.span


def _finding(record: Component | Card) -> Diagnostic:
    span = record.when.span if record.when else record.span
    hint = "check the spelling, and what the options allow"
    return Diagnostic(
        "never-there", "warning", f"no run has `{record.id}`: {_why(record)}", span=span, hint=hint
    )


def _why(record: Component | Card) -> str:
    if isinstance(record, Card):
        if record.when is None:
            return "its `copies` are 0 in all of them"
        more = "" if isinstance(record.copies, int) else " where it has `copies`"
        return f"`{record.when.source}` never holds{more}"
    has_when = any(card.when for card in record.cards)
    if record.when is None:
        return "the `when` of none of its cards ever holds" if has_when else "none of its cards has copies"
    more = " together with the `when` of one of its cards" if has_when else ""
    return f"`{record.when.source}` never holds{more}"
