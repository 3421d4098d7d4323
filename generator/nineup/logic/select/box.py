"""The content of a whole box: for each piece, the most that any run inside it needs."""

from collections.abc import Sequence

from nineup.logic.select.errors import EvaluationError
from nineup.logic.select.scenario import PieceCounts, Scenario, is_implied
from nineup.model.game import Card, Component, Part


def box_cards(component: Component, inside: Sequence[Scenario]) -> tuple[Card, ...]:
    """The cards of a component that some run inside a box has, in order."""
    there = {card.id for scenario in inside for card in scenario.cards(component)}
    return tuple(card for card in component.cards if card.id in there)


def box_pieces(component: Component, box: Scenario, inside: Sequence[Scenario]) -> PieceCounts:
    """A component's content of a whole box: of each card, the most that any run inside it needs.

    `box` is its largest run, `inside` are all of its runs. For pieces without cards, the component's
    `box` takes precedence if stated. Raises EvaluationError.
    """
    cards = box_cards(component, inside)
    if not cards:
        return PieceCounts((), ())
    owners = box.owners(component, every=True)
    if is_implied(component) and component.box is not None:
        stated = box.amount(component, "box")
        if stated is not None:
            return PieceCounts(owners, ((cards[0], -(-stated // len(owners))),))
    most = needed(component, inside)
    return PieceCounts(owners, tuple([(card, most[card.id]) for card in cards]))


def box_parts(component: Component, box: Scenario, inside: Sequence[Scenario]) -> tuple[Part, ...]:
    """A component's parts in a whole box: owner by owner, card by card. Raises EvaluationError."""
    return box.parts(component, box_pieces(component, box, inside))


def needed(component: Component, inside: Sequence[Scenario]) -> dict[str, int]:
    """The largest number of pieces of each card that an owner needs in some of the runs. Raises
    EvaluationError.

    A run that leaves an amount unstated is ignored; if all of them do, that is raised.
    """
    most = dict.fromkeys([card.id for card in component.cards], 0)
    silent: EvaluationError | None = None
    is_known = False
    for scenario in inside:
        try:
            each = scenario.pieces(component).each
        except EvaluationError as broken:
            if broken.diagnostic.code != "unstated":
                raise
            silent = broken
            continue
        is_known = is_known or bool(each)
        for card, copies in each:
            if copies > most[card.id]:
                most[card.id] = copies
    if silent is not None and not is_known:
        raise silent
    return most
