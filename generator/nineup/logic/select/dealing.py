"""What the `deal` rules of a game give in a scenario: the helper `dealt` of expressions."""

from typing import Any, Protocol

from nineup.base.diagnostics import nearest
from nineup.logic.expression import ExpressionValueError
from nineup.model.game import Expression, Game


class DealingView(Protocol):
    """What is needed of a scenario."""

    game: Game

    def holds(self, condition: Expression | None) -> bool: ...
    def value(self, source: Expression) -> Any: ...


def dealt_in(scenario: DealingView, name: str, to: str = "player") -> int:
    """How many of a component or pile `deal` gives each player, or the `table`; raises ExpressionValueError
    for an unknown name.
    """
    shares = _shares(scenario, to)
    if name not in shares:
        raise ExpressionValueError(f"`deal` gives `{name}` to no {to}", nearest(str(name), tuple(shares)))
    return sum(shares[name])


def _shares(scenario: DealingView, to: str) -> dict[str, list[int]]:
    """What the applicable `deal` rules give to each `player`, or to the `table`."""
    shares: dict[str, list[int]] = {}
    for entry in scenario.game.rules:
        if entry.name == "deal" and entry.settings is not None and scenario.holds(entry.when):
            for name, amount in entry.settings[to].items():
                worth = scenario.value(amount) if isinstance(amount, Expression) else amount
                shares.setdefault(name, []).append(worth)
    return shares
