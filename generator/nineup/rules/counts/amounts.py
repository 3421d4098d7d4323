"""`amounts`: every amount, every `when` and every computed text can be evaluated, for every player count and
choice.

Always on. An expression that fails, or gives a fraction or a number below 0, is reported with the smallest
configuration in which it does; so is a component of more than 100,000 pieces, which no run may have, and a
playing time (`minutes`) below 0.

Bad:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: players / 2}      # 1.5 for 3 players

Good:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: (players / 2)|round(method='ceil')}
"""

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import (
    DeckCount,
    EvaluationError,
    PieceCounts,
    Scenario,
    Uses,
    box_pieces,
    has_computed,
    is_box,
    too_many,
    used_by_amounts,
    used_by_box,
    used_by_card,
    used_by_card_texts,
    used_by_component,
    used_by_expression,
    used_by_texts,
)
from nineup.model.game import Card, Component, Rich, RuleEntry
from nineup.rules.engine.by_count import counting
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart, by_uses


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    game = proof.game
    yield from proof.smallest(used_by_expression(game, game.minutes), _minutes)
    for component in game.components.values():
        uses = used_by_component(game, component)
        examine = partial(_work_out, proof, component, uses)
        yield from proof.smallest(uses, examine, parts=partial(_parts, proof, component, uses))
    written = [game.data, [Rich(term.means) for term in game.terms.values()]]
    if has_computed(written):
        yield from proof.smallest(used_by_texts(game, written), _compute_texts)


def _compute_texts(scenario: Scenario) -> Iterator[Diagnostic]:
    scenario.compute_texts()
    return iter(())


def _minutes(scenario: Scenario) -> Iterator[Diagnostic]:
    scenario.check_minutes()
    return iter(())


def _work_out(proof: Proof, component: Component, uses: Uses, scenario: Scenario) -> Iterator[Diagnostic]:
    """Evaluates everything."""
    if "cards" in proof.game.computed or not _is_known(component, scenario):
        yield from _work_out_cards(component, component.cards, scenario)
    yield from _work_out_amounts(proof, component, uses, scenario=scenario)


def _is_known(component: Component, scenario: Scenario) -> bool:
    """Whether the presence of cards can be evaluated, which amounts also need."""
    try:
        scenario.cards(component)
    except EvaluationError:
        return False
    return True


def _work_out_cards(component: Component, cards: Iterable[Card], scenario: Scenario) -> Iterator[Diagnostic]:
    """Evaluates every `when`, and the texts of the cards in play."""
    try:
        if not scenario.holds(component.when):
            return
    except EvaluationError as broken:
        yield broken.diagnostic
        return
    for card in cards:
        try:
            if scenario.has_among(card):
                scenario.filled(component, card)
        except EvaluationError as broken:
            yield broken.diagnostic


def _work_out_amounts(
    proof: Proof, component: Component, uses: Uses, scenario: Scenario
) -> Iterator[Diagnostic]:
    """Evaluates every amount; another rule reports unstated ones."""
    box = partial(_box_pieces, proof, uses, scenario)
    for ask in (scenario.pieces, scenario.setup, scenario.box, box):
        try:
            amount = ask(component)
        except EvaluationError as broken:
            if broken.diagnostic.code != "unstated":
                yield broken.diagnostic
        else:
            if isinstance(amount, PieceCounts):
                yield from too_many(component, amount.total)


def _box_pieces(proof: Proof, uses: Uses, scenario: Scenario, component: Component) -> PieceCounts | None:
    """The content of a whole box, if this run is one."""
    if not is_box(proof.game, scenario.players, scenario.bands):
        return None
    return box_pieces(component, scenario, proof.inside(scenario, uses))


def _parts(proof: Proof, component: Component, uses: Uses) -> Iterator[QuestionPart]:
    """Each card's `when` and texts separately; and the amounts, by the number of cards."""
    game = proof.game
    cards = ((used_by_card(game, component, c) | used_by_card_texts(game, c), c) for c in component.cards)
    for used, group in by_uses(cards).items():
        yield QuestionPart(used, examine=partial(_work_out_cards, component, group))
    decks = {DeckCount(component.id): component}
    direct = used_by_amounts(game, component, frozenset({component.id}), decks=decks)
    direct |= used_by_box(game, component, frozenset({component.id}), decks=decks)
    counted = counting(proof, direct, decks, is_boxed=True)
    yield msgspec.structs.replace(counted, examine=partial(_work_out_amounts, proof, component, uses))
