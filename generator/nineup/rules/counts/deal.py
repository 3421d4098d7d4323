"""`deal`: there is enough to deal every player and the table their share.

Settings: what each `player` and the `table` get, by the ids of components or piles; a name of both means the
pile. An amount is a number or an expression. All of it is dealt at once: where a pile and one of its
components are both dealt, the pile must hold both shares together, and the component its own.

Bad, when 4 players share a deck of 8:

    rules:
      - deal: {player: {destination: 2}, table: {destination: 1}}

Good: a deck of 9 or more for the same deal.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import (
    Addend,
    DeckCount,
    EvaluationError,
    Scenario,
    Seat,
    TooManyError,
    Uses,
    counts,
    used_by_amounts,
    used_by_count,
    used_by_expression,
)
from nineup.model.game import Component, Expression, Game, RuleEntry
from nineup.rules.engine.by_count import counting
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart
from nineup.rules.engine.rule import whole_number
from nineup.schema import AMOUNT, PILE, Key, MapOf, Record

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


class _SharedSupply(NamedTuple):
    """A group of settings that share pieces: their components and piles, and their shares."""

    name: str
    shares: Mapping[str, tuple[Share, Share]]


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    for pool in _pools(proof.game, entry):
        yield from proof.smallest(
            _uses(proof.game, pool),
            partial(_compare, proof, entry, pool),
            entry.when,
            parts=partial(_parts, proof, pool),
        )


def _pools(game: Game, entry: RuleEntry) -> Iterator[_SharedSupply]:
    """The settings' names in groups: a pile with those of its components that are also named, others
    alone.
    """
    player, table = entry.settings["player"], entry.settings["table"]
    names = tuple(dict.fromkeys([*player, *table]))
    piles = {component.pile for component in game.components.values()}.intersection(names)
    within = {n: game.components[n].pile for n in names if n not in piles}
    for name in names:
        if within.get(name) not in piles:
            group = [name, *(n for n, pile in within.items() if pile == name)]
            yield _SharedSupply(name, {n: (player.get(n, 0), table.get(n, 0)) for n in group})


MOST_ALONE = 256
"""The number of configurations of a component from which its pieces are counted card by card."""


def _parts(proof: Proof, pool: _SharedSupply) -> Iterator[QuestionPart]:
    """The question in totals: of the cards of decks, and of the pieces that the setup uses for each name."""
    game, members = proof.game, _members(proof.game, pool.name)
    large = [c for c in members if proof.space.count(used_by_count(game, c)) > MOST_ALONE]
    decks = {DeckCount(component.id): component for component in large}
    seen = frozenset(component.id for component in large)
    direct = [used_by_amounts(game, deck, seen, decks=decks) for deck in large]
    direct += [used_by_expression(game, n, seen, decks=decks) for n in _expressions(pool)]
    counted = counting(proof, frozenset({"players"}).union(*direct), decks)
    addends = list(counted.addends)
    for component in members:
        if component not in large:
            including = [name for name in pool.shares if name in (component.id, pool.name)]
            totals = (PoolTotal(name, of) for name in including for of in ("pieces", "unstated"))
            laid_out = partial(_laid_out, proof, component, len(including))
            addends.append(Addend(used_by_count(game, component), tuple(totals), laid_out))
    yield QuestionPart(counted.uses, addends)


class PoolTotal(NamedTuple):
    """The name of a total over what the setup lays out for a name that is dealt from."""

    name: str
    of: str
    """`pieces`, or the components for which that is `unstated`."""


def _laid_out(
    proof: Proof, component: Component, times: int, seat: Seat, options: Mapping[str, Any]
) -> tuple[int, ...]:
    """The pieces that the setup uses of a component, and whether that is unstated, for each name that
    includes it.
    """
    try:
        there = _there(proof.scenario(seat, options), component.id)
    except EvaluationError:
        raise TooManyError from None
    return ((0, 1) if there is None else (there, 0)) * times


def _members(game: Game, name: str) -> list[Component]:
    """The components of a pile, or else the one with that id."""
    piled = [component for component in game.components.values() if component.pile == name]
    return piled or [game.components[name]]


def _expressions(pool: _SharedSupply) -> list[Expression]:
    return [n for share in pool.shares.values() for n in share if isinstance(n, Expression)]


def _uses(game: Game, pool: _SharedSupply) -> Uses:
    uses = [used_by_count(game, component) for component in _members(game, pool.name)]
    uses += [used_by_expression(game, n) for n in _expressions(pool)]
    return frozenset({"players"}).union(*uses)


def _compare(proof: Proof, entry: RuleEntry, pool: _SharedSupply, scenario: Scenario) -> Iterator[Diagnostic]:
    """Whether each name's own pieces cover its share, and the whole group's pieces all of the shares
    together.
    """
    needs = {name: _need(share, scenario) for name, share in pool.shares.items()}
    lacks_own = False
    for name in needs:
        if name != pool.name:
            there = _there(scenario, name)
            if there is None:
                yield _unstated(entry, scenario, name, share=pool.shares[name])
                continue
            proof.figure(there - needs[name], name)
            if there < needs[name]:
                lacks_own = True
                yield _short(entry, scenario, name, need=needs[name], there=there)
    total, there = sum(needs.values()), _there(scenario, pool.name)
    if there is None:
        yield _unstated(entry, scenario, pool.name, share=pool.shares[pool.name])
        return
    proof.figure(there - total, pool.name)
    if there < total and not (lacks_own and there >= needs[pool.name]):
        own = [f"{n} of them `{name}`" for name, n in needs.items() if name != pool.name and n]
        yield _short(
            entry, scenario, pool.name, need=total, there=there, own=f" ({', '.join(own)})" if own else ""
        )


def _short(
    entry: RuleEntry, scenario: Scenario, name: str, need: int, there: int, own: str = ""
) -> Diagnostic:
    players = f"{scenario.players} player{'s' if scenario.players != 1 else ''}"
    message = f"`{name}`: dealing to {players} takes {need}{own}, but there are {there}"
    hint = f"{need - there} missing: more copies, or a smaller share"
    return _finding(entry, scenario.game, name, kind="short", message=message, hint=hint)


def _unstated(entry: RuleEntry, scenario: Scenario, name: str, share: tuple[Share, Share]) -> Diagnostic:
    most = max((scenario.at(players) for players in counts(scenario.game)), key=lambda s: _need(share, s))
    needed = _need(share, most)
    message = f"how many `{name}` there are is unstated, but {most.players} players need {needed}"
    return _finding(
        entry, scenario.game, name, kind="unstated", message=message, hint=f"state it: {needed} or more"
    )


def _finding(entry: RuleEntry, game: Game, name: str, kind: str, message: str, hint: str) -> Diagnostic:
    """A finding at the amount of what is dealt; for a pile, at that of its first component."""
    component = _members(game, name)[0]
    place = next((field for field in ("setup", "copies", "cards") if field in component.spans), "")
    span = component.spans.get(place, component.span)
    return Diagnostic("deal", entry.severity, message, span=span, hint=hint, fact=f"{kind} {name}")


def _need(share: tuple[Share, Share], scenario: Scenario) -> int:
    player, table = (whole_number(each, scenario) for each in share)
    return player * scenario.players + table


def _there(scenario: Scenario, name: str) -> int | None:
    """The number of pieces in the setup; None if it is unstated."""
    try:
        amounts = [scenario.setup(component) for component in _members(scenario.game, name)]
    except EvaluationError as broken:
        if broken.diagnostic.code == "unstated":
            return None
        raise
    return None if None in amounts else sum(filter(None, amounts))
