"""`deal`: there is enough of everything to deal each player, and the table, their share.

A game that can't be dealt can't be begun. Configured: what each `player` gets and what the `table` gets, by the ids of components or piles. An
amount is a number or an expression.

Bad, when 4 players share a deck of 8:

    rules:
      - deal: {player: {destination: 2}, table: {destination: 1}}

Good: a deck of 9 or more for the same deal.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from nineup.diagnostics import Diagnostic, nearest
from nineup.game import Component, Expression, Game, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.select import EvaluationError, Scenario, counts, in_words, used_by_component, used_by_expression

Share = int | Expression


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    mistakes = list(_mistakes(proof.game, entry))
    yield from mistakes
    if mistakes:
        return
    shares = {who: _shares(entry, who) for who in ("player", "table")}
    for name in dict.fromkeys([*shares["player"], *shares["table"]]):
        share = (shares["player"].get(name, 0), shares["table"].get(name, 0))
        yield from proof.smallest(
            _uses(proof.game, name, share), partial(_compare, proof, entry, name, share), entry.when
        )


def _mistakes(game: Game, entry: RuleEntry) -> Iterator[Diagnostic]:
    """What is wrong with the settings."""
    if not isinstance(entry.settings, Mapping) or not set(entry.settings) <= {"player", "table"}:
        yield _bad(entry, "`deal` takes `player` and `table`", "deal: {player: {coin: 1}, table: {coin: 5}}")
        return
    known = tuple(dict.fromkeys([*game.components, *(c.pile for c in game.components.values() if c.pile)]))
    for who, amounts in entry.settings.items():
        if not isinstance(amounts, Mapping):
            yield _bad(entry, f"`{who}` needs amounts by component or pile", f"{who}: {{coin: 1}}")
            continue
        for name, amount in amounts.items():
            if name not in known:
                yield _bad(entry, f"`{name}` is neither a component nor a pile", nearest(str(name), known))
            if not _is_amount(amount):
                yield _bad(entry, f"`{name}: {amount}` is no amount", "a number, or an expression")


def _is_amount(given: Any) -> bool:
    if isinstance(given, str):
        return bool(given)
    return isinstance(given, int) and not isinstance(given, bool) and given >= 0


def _bad(entry: RuleEntry, message: str, hint: str) -> Diagnostic:
    return Diagnostic("bad-rule", "error", message, entry.span, hint)


def _shares(entry: RuleEntry, who: str) -> dict[str, Share]:
    given: dict[str, Any] = entry.settings.get(who, {})
    return {name: n if isinstance(n, int) else Expression(n, entry.span) for name, n in given.items()}


def _members(game: Game, name: str) -> list[Component]:
    """The component of that id, or else those of the pile."""
    if name in game.components:
        return [game.components[name]]
    return [component for component in game.components.values() if component.pile == name]


def _uses(game: Game, name: str, share: tuple[Share, Share]) -> frozenset[str]:
    uses = [used_by_component(game, component) for component in _members(game, name)]
    uses += [used_by_expression(game, n) for n in share if isinstance(n, Expression)]
    return frozenset({"players"}).union(*uses)


def _compare(
    proof: Proof, entry: RuleEntry, name: str, share: tuple[Share, Share], scenario: Scenario
) -> Iterator[Diagnostic]:
    need = _need(share, scenario)
    there = _there(scenario, name)
    if there is None:
        most = max((scenario.at(players) for players in counts(scenario.game)), key=lambda s: _need(share, s))
        needed = _need(share, most)
        message = f"how many `{name}` there are is unstated, but {most.players} players need {needed}"
        yield _told(entry, scenario.game, name, message, f"state it: {needed} or more")
        return
    proof.figure(there - need, name)
    if there < need:
        players = f"{scenario.players} player{'s' if scenario.players != 1 else ''}"
        message = f"`{name}`: dealing to {players} takes {need}, but there are {there}"
        yield _told(
            entry, scenario.game, name, message, f"{need - there} missing: more copies, or a smaller share"
        )


def _told(entry: RuleEntry, game: Game, name: str, message: str, hint: str) -> Diagnostic:
    """At the amount of what is dealt, of a pile at that of its first component."""
    component = _members(game, name)[0]
    place = next((field for field in ("setup", "copies", "cards") if field in component.spans), "")
    return Diagnostic("deal", entry.severity, message, component.spans.get(place, component.span), hint)


def _need(share: tuple[Share, Share], scenario: Scenario) -> int:
    player, table = (_amount(each, scenario) for each in share)
    return player * scenario.players + table


def _amount(share: Share, scenario: Scenario) -> int:
    if isinstance(share, int):
        return share
    value = scenario.value(share)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0 and value == int(value):
        return int(value)
    message = f"`{share.source}` comes to {in_words(value)}, which is no number of pieces"
    raise EvaluationError("bad-amount", message, share.span)


def _there(scenario: Scenario, name: str) -> int | None:
    """How many pieces the setup has; None where that is unstated."""
    try:
        found = [scenario.setup(component) for component in _members(scenario.game, name)]
    except EvaluationError as broken:
        if broken.diagnostic.code == "unstated":
            return None
        raise
    return None if None in found else sum(filter(None, found))


RULE = Rule(
    code="deal",
    summary="there is enough to deal",
    severity="error",
    needs=frozenset({"game", "settings"}),
    check=check,
    figure="left over",
)
