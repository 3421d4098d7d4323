"""`inventory`: what is in the box is enough for every setup, and a deck's box is what its cards come to.

A box that lacks a piece is told by those who sit around it. Always on, for components that state a `box`, and for decks whose `setup` lays out a part of them.

Bad:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: 12 * players + 1, box: {4: 48}}  # 49 for 4

Good:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: 12 * players + 1, box: {4: 49}}
"""

from collections.abc import Iterator
from functools import partial

from nineup.diagnostics import Diagnostic
from nineup.expression import names
from nineup.game import Component, Expression, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.select import EvaluationError, Scenario, counts, is_implied, used_by_component


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    for component in proof.game.components.values():
        if component.box is not None or (component.setup is not None and not is_implied(component)):
            uses = used_by_component(proof.game, component)
            yield from proof.smallest(uses, partial(_unless_meant, proof, component))


def _unless_meant(proof: Proof, component: Component, scenario: Scenario) -> Iterator[Diagnostic]:
    return proof.unless_meant(component, "inventory", _compare(component, scenario))


def _compare(component: Component, scenario: Scenario) -> Iterator[Diagnostic]:
    try:
        pieces = sum(part.copies for part in scenario.parts(component))
        setup, box = scenario.setup(component), scenario.box(component)
    except EvaluationError:
        return  # `amounts` and `unstated` tell
    if setup is not None and setup > pieces and not is_implied(component):
        message = f"{_players(scenario)} lay out {setup}, but there are {pieces}"
        yield _told(component, "setup", message, "more copies, or a smaller setup")
    need = max(pieces, setup or 0)
    if box is not None and box < need:
        less = "a smaller setup" if component.setup and need == setup else "fewer copies"
        message = (
            f"{_players(scenario)} need{'s' if scenario.players == 1 else ''} {need}, but the box holds {box}"
        )
        yield _told(component, "box", message, f"{need - box} missing: a larger box, or {less}")
    elif box is not None and box > need:
        yield from _spare(component, scenario, box, pieces)


def _spare(component: Component, scenario: Scenario, box: int, pieces: int) -> Iterator[Diagnostic]:
    """What of a box is for nothing: a deck's cards must come to it, and tokens to what most players need."""
    if not is_implied(component):
        if _is_full(component, scenario):
            message = f"the box holds {box}, but its cards come to {pieces}"
            yield _told(component, "box", message, f"{box - pieces} missing: more copies, or a smaller box")
    elif _by_players(component) or _is_full(component, scenario):
        most = _most_laid_out(component, scenario)
        if box > most:
            message = f"the box of {_players(scenario)} holds {box}, but {most} are laid out at most"
            hint = "if the others are spare: `accept: {inventory: why}`"
            yield _told(component, "box", message, hint)._replace(severity="warning")


def _by_players(component: Component) -> bool:
    """Whether the box is stated for each player count, and not only for the most players of it."""
    assert component.box is not None
    amounts = [step.amount for step in component.box.steps]
    return any(isinstance(amount, Expression) and "players" in names(amount.source) for amount in amounts)


def _most_laid_out(component: Component, scenario: Scenario) -> int:
    """The largest setup of any player count that this box serves."""
    fewer = () if _by_players(component) else range(min(counts(scenario.game)), scenario.players)
    laid = [scenario.at(players).setup(component) for players in fewer]
    return max(filter(None, [*laid, scenario.setup(component)]), default=0)


def _is_full(component: Component, scenario: Scenario) -> bool:
    """Whether this is a whole box: the largest player count of one, and everything that comes with it."""
    assert component.box is not None
    if any(scenario.options[option.id] != option.default for option in scenario.game.options.values()):
        return False
    return scenario.players in {min(step.high, _most(scenario)) for step in component.box.steps}


def _most(scenario: Scenario) -> int:
    return max(band.high for band in scenario.game.bands)


def _players(scenario: Scenario) -> str:
    return f"{scenario.players} player{'s' if scenario.players != 1 else ''}"


def _told(component: Component, field: str, message: str, hint: str) -> Diagnostic:
    span = component.spans.get(field, component.span)
    return Diagnostic("inventory", "error", f"`{component.id}`: {message}", span, hint)


RULE = Rule("inventory", "the box covers every setup", "error", frozenset({"game"}), check)
