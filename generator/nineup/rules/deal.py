"""`deal`: there is enough of everything to deal each player, and the table, their share.

A game that can't be dealt can't be begun. Configured: what each `player` gets and what the `table` gets, by the ids of components or piles. An
amount is a number or an expression.

Bad, when 4 players share a deck of 8:

    rules:
      - deal: {player: {destination: 2}, table: {destination: 1}}

Good: a deck of 9 or more for the same deal.
"""

from collections.abc import Iterator
from functools import partial

from nineup.diagnostics import Diagnostic
from nineup.game import Component, Expression, Game, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.schema import AMOUNT, PILE, Key, MapOf, Record
from nineup.select import EvaluationError, Scenario, counts, in_words, used_by_component, used_by_expression

SETTINGS = Record(
    {
        "player": Key(
            MapOf(AMOUNT, keys=PILE), "What each player is dealt, by component or pile.", default={}
        ),
        "table": Key(
            MapOf(AMOUNT, keys=PILE), "What is dealt to the table, by component or pile.", default={}
        ),
    },
    example="deal: {player: {coin: 1}, table: {coin: 5}}",
)

Share = int | Expression


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    player, table = entry.settings["player"], entry.settings["table"]
    for name in dict.fromkeys([*player, *table]):
        share = (player.get(name, 0), table.get(name, 0))
        yield from proof.smallest(
            _uses(proof.game, name, share), partial(_compare, proof, entry, name, share), entry.when
        )


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
    settings=SETTINGS,
)
