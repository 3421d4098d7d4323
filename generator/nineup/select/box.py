"""What a whole box holds of a component: the most of each piece that any run inside it needs."""

from collections.abc import Sequence

from nineup.game import Card, Component, Part
from nineup.select.scenario import EvaluationError, Scenario, is_implied


def box_cards(component: Component, inside: Sequence[Scenario]) -> tuple[Card, ...]:
    """The cards of a component that some run inside a box has, in their order."""
    there = {card.id for scenario in inside for card in scenario.cards(component)}
    return tuple(card for card in component.cards if card.id in there)


def box_parts(component: Component, box: Scenario, inside: Sequence[Scenario]) -> tuple[Part, ...]:
    """What is printed of a component for a whole box: owner by owner, card by card.

    `box` is its largest run, `inside` are all of its runs. Of pieces without cards it holds what the component's
    `box` states, where it does. Raises EvaluationError.
    """
    cards = [box.filled(component, card) for card in box_cards(component, inside)]
    if not cards:
        return ()
    owners = box.owners(component, every=True)
    if is_implied(component) and component.box is not None:
        stated = box.amount(component, "box")
        if stated is not None:
            return tuple([Part(component, cards[0], owner, -(-stated // len(owners))) for owner in owners])
    most = needed(component, inside)
    return tuple([Part(component, card, owner, most[card.id]) for owner in owners for card in cards])


def needed(component: Component, inside: Sequence[Scenario]) -> dict[str, int]:
    """How many pieces of each card an owner needs at most in some of the runs. Raises EvaluationError.

    A run that leaves an amount unstated needs nothing known; where all of them do, that is raised.
    """
    most: dict[str, int] = {}
    silent: EvaluationError | None = None
    for scenario in inside:
        try:
            for part in scenario.parts(component):
                most[part.card.id] = max(part.copies, most.get(part.card.id, 0))
        except EvaluationError as broken:
            if broken.diagnostic.code != "unstated":
                raise
            silent = broken
    if silent is not None and not most:
        raise silent
    return {card.id: most.get(card.id, 0) for card in component.cards}
