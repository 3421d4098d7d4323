"""`amounts`: every amount, every `when` and every computed text can be worked out, for every player count and choice.

Always on, since a run whose amounts can't be worked out can't be printed. An expression that fails, or comes to a fraction or to less than nothing, is told with the
smallest configuration in which it does.

Bad:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: players / 2}      # 1.5 for 3 players

Good:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: (players / 2)|round(method='ceil')}
"""

from collections.abc import Iterator

from nineup.diagnostics import Diagnostic
from nineup.game import Component, Rich, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.select import (
    EvaluationError,
    Scenario,
    has_computed,
    used_by_component,
    used_by_expression,
    used_by_texts,
)


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    game = proof.game
    yield from proof.smallest(used_by_expression(game, game.minutes), lambda scenario: ())
    for component in game.components.values():
        yield from proof.smallest(used_by_component(game, component), lambda s, c=component: _work_out(s, c))  # type: ignore[misc]
    written = [game.data, [Rich(term.means) for term in game.terms.values()]]
    if has_computed(written):
        yield from proof.smallest(used_by_texts(game, written), _compute_texts)


def _compute_texts(scenario: Scenario) -> Iterator[Diagnostic]:
    scenario.compute_texts()
    return iter(())


def _work_out(scenario: Scenario, component: Component) -> Iterator[Diagnostic]:
    """Ask for every amount; what is unstated is another rule's."""
    for ask in (scenario.parts, scenario.setup, scenario.box):
        try:
            ask(component)
        except EvaluationError as broken:
            if broken.diagnostic.code != "unstated":
                yield broken.diagnostic


RULE = Rule("amounts", "every amount can be worked out", "error", frozenset({"game"}), check)
