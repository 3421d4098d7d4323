"""`change-making`: tokens of several values are worth enough, and can make every sum.

Settings: the worth of each component of `tokens`, and one or both of: the worth that all of them must have
together (`total`), and the largest sum that `each` player may own. For any sums up to that one that the
players own at the same time, the tokens must be enough to lay out all of them. Amounts are numbers or
expressions.

Bad:

    rules:
      - change-making: {tokens: {point: 1, five-points: 5}, each: 9}
    # 2 players with 4 points each, and only 7 points of 1

Good: 8 points of 1, and 2 of 5.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from nineup.base.diagnostics import Diagnostic, few
from nineup.logic.select import Scenario, used_by_component, used_by_expression
from nineup.model.game import Component, Expression, RuleEntry
from nineup.rules.counts.change import unpayable
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.rule import whole_number
from nineup.rules.engine.steps import Steps, TooManyError
from nineup.schema import AMOUNT, COMPONENT, Key, MapOf, Record, RecordBeingRead, WholeNumber

EXAMPLE = "change-making: {tokens: {point: 1, ten: 10}, total: 20 * players, each: 20}"


def _asks_something(values: dict[str, Any], here: RecordBeingRead) -> None:
    if not values["tokens"]:
        here.error("name at least one component and its worth", "tokens", EXAMPLE)
    if "total" not in values and "each" not in values:
        here.error("`total` or `each` is missing", hint=EXAMPLE)


SETTINGS = Record(
    {
        "tokens": Key(
            MapOf(WholeNumber(1), keys=COMPONENT), "What a piece of each component is worth.", required=True
        ),
        "total": Key(AMOUNT, "The sum that all tokens must be worth together."),
        "each": Key(AMOUNT, "The largest sum that a player may own."),
    },
    example=EXAMPLE,
    checks=(_asks_something,),
)

MOST_STEPS = 3_000_000
"""The largest number of comparisons of ways to pay in one rule: about a second."""

Tokens = tuple[tuple[Component, int], ...]
"""Components with the worth of each."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    tokens = tuple((proof.game.components[id], worth) for id, worth in given["tokens"].items())
    total, each = given.get("total"), given.get("each")
    counted = [used_by_component(proof.game, component) for component, _ in tokens]
    asked = [used_by_expression(proof.game, a) for a in (total, each) if isinstance(a, Expression)]
    uses = frozenset({"players"}).union(*counted, *asked)
    if total is not None:
        yield from proof.smallest(uses, partial(_worth, entry, tokens, total), entry.when)
    if each is not None:
        laid_out = partial(_laid_out, proof, entry, tokens, each, Steps(MOST_STEPS))
        yield from proof.smallest(uses, laid_out, entry.when)


def _there(tokens: Tokens, scenario: Scenario) -> tuple[int, ...]:
    """The number of each: the content of the box, or else what the setup uses."""
    boxes = [(component, scenario.box(component)) for component, _ in tokens]
    return tuple([(scenario.setup(component) or 0) if box is None else box for component, box in boxes])


def _worth(
    entry: RuleEntry, tokens: Tokens, total: int | Expression, scenario: Scenario
) -> Iterator[Diagnostic]:
    need = whole_number(total, scenario)
    worth = sum(n * value for n, (_, value) in zip(_there(tokens, scenario), tokens, strict=True))
    if worth < need:
        message = f"the tokens are worth {worth}, but {scenario.players} players need {need}"
        yield Diagnostic("change-making", entry.severity, message, span=entry.span, fact="worth")


def _laid_out(
    proof: Proof, entry: RuleEntry, tokens: Tokens, each: int | Expression, steps: Steps, scenario: Scenario
) -> Iterator[Diagnostic]:
    most, there = whole_number(each, scenario), _there(tokens, scenario)
    try:
        sums = unpayable([value for _, value in tokens], there, most, scenario.players, steps=steps)
    except TooManyError:
        message = f"the sums of {scenario.players} players up to {most} each are too many to try"
        yield proof.give_up(entry.span, message)
        return
    if sums is not None:
        message = f"the tokens can't be split among players who own {few(list(map(str, sums)), 10)}"
        held = ", ".join(f"{n} `{component.id}`" for n, (component, _) in zip(there, tokens, strict=True))
        yield Diagnostic(
            "change-making", entry.severity, message, span=entry.span, hint=f"there are {held}", fact="sums"
        )
