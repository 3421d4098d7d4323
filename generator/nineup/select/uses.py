"""What an amount or a condition depends on, so that a proof varies nothing that can't change it."""

from collections.abc import Iterable
from typing import Any

from nineup.expression import ExpressionError, calls, names
from nineup.game import Component, Expression, Game, RuleEntry, Table
from nineup.select.computed import sources

_HELPERS = frozenset({"count", "box", "cards"})
_DEALT = "dealt"
_EMPTY: frozenset[str] = frozenset()


def used_by_expression(
    game: Game, source: Expression | None, seen: frozenset[str] = _EMPTY
) -> frozenset[str]:
    """The ids of the options that an expression depends on, and `players`; through `count('id')` too.

    An expression with a mistake depends on nothing: it fails everywhere.
    """
    if source is None:
        return _EMPTY
    try:
        found = names(source.source)
        called = calls(source.source)
    except ExpressionError:
        return _EMPTY
    uses = _options(game, found)
    if "minutes" in found and game.minutes is not source:
        uses |= used_by_expression(game, game.minutes, seen)
    if _DEALT not in seen and any(function == _DEALT for function, _ in called):
        deals = (entry for entry in game.rules if entry.name == "deal")
        uses = uses.union(*(used_by_deal(game, entry, seen | {_DEALT}) for entry in deals))
    for function, id in called:
        if function == "draw":
            piles = [c for c in game.components.values() if id in (c.id, c.pile)]
            uses |= _everything(game) if not id else _EMPTY
            uses = uses.union(*(used_by_component(game, c, seen | {id}) for c in piles if id not in seen))
        elif function in _HELPERS and id not in seen:
            component = game.components.get(id)
            uses |= (
                _everything(game) if component is None else used_by_component(game, component, seen | {id})
            )
    return uses


def used_by_deal(game: Game, entry: RuleEntry, seen: frozenset[str] = _EMPTY) -> frozenset[str]:
    """The ids of the options that decide what an entry of `deal` gives, and `players`."""
    uses = used_by_expression(game, entry.when, seen)
    for share in (entry.settings or {}).values():
        for amount in share.values():
            if isinstance(amount, Expression):
                uses |= used_by_expression(game, amount, seen)
    return uses


def used_by_component(game: Game, component: Component, seen: frozenset[str] = _EMPTY) -> frozenset[str]:
    """The ids of the options that decide how much of a component there is, and `players`."""
    uses = frozenset({"players"}) if component.for_each else _EMPTY
    uses |= used_by_cards(game, component, seen)
    for table in (component.setup, component.box):
        uses |= used_by_amount(game, table, seen)
    return uses


def used_by_cards(game: Game, component: Component, seen: frozenset[str] = _EMPTY) -> frozenset[str]:
    """The ids of the options that decide which cards a component has and their copies, and `players`."""
    uses = used_by_amount(game, component.copies, seen)
    for source in {card.when for card in component.cards if card.when} | {component.when}:
        uses |= used_by_expression(game, source, seen)
    if "cards" in game.computed:
        uses |= used_by_texts(game, [card.values for card in component.cards], seen | {component.id})
    return uses


def used_by_texts(game: Game, value: Any, seen: frozenset[str] = _EMPTY) -> frozenset[str]:
    """The ids of the options that decide what the computed texts of a value say, and `players`."""
    written = {source for _, source in sources(value)}
    return _EMPTY.union(*(used_by_expression(game, Expression(each, game.span), seen) for each in written))


def used_by_amount(game: Game, table: Table | None, seen: frozenset[str] = _EMPTY) -> frozenset[str]:
    """The ids of the options that an amount depends on, and `players`."""
    if table is None:
        return _EMPTY
    alike = any(step.low <= game.bands[0].low and step.high >= game.bands[-1].high for step in table.steps)
    uses = _EMPTY if alike else frozenset({"players"})
    return uses.union(*(used_by_expression(game, source, seen) for source in _sources(table)))


def _sources(table: Table) -> Iterable[Expression]:
    return [step.amount for step in table.steps if isinstance(step.amount, Expression)]


def _options(game: Game, found: frozenset[str]) -> frozenset[str]:
    """Names in an expression as ids of options; a band of players hangs on the player count."""
    by_players = {"players", *(band.name.replace("-", "_") for band in game.bands[1:])}
    options = {option.id for option in game.options.values() if option.name in found}
    return frozenset(options | ({"players"} if by_players & found else set()))


def _everything(game: Game) -> frozenset[str]:
    return frozenset({"players", *game.options})
