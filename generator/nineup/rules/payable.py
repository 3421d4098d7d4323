"""`payable`: every cost can be paid, from what the run lays out or with the cards of a hand.

What nobody can ever buy is a card for nothing. Configured: `each` card of which component, its `cost` (a field, or a path such as `doors.cost`), and either

- `supply`: the field by which pieces say what they are. All pieces whose cards have it are counted, as the
  setup lays them out; where that is unstated, there may be enough. `open` tells what signs of an open kind may
  be paid with: `any`; `{but: [white]}`, any but these; `{alike: true}`, all of it with one kind; `{each: true}`,
  so many of every kind.
- `hand`: at most so many `cards` `of` a component, each paying once for each thing that its field `shows`; a
  card that shows the `wild` sign pays for any one thing.

Bad:

    rules:
      - payable: {each: power, cost: cost, supply: gem}
    # a cost of {red: 11}, and {gem: red} has a setup of 5 * players: too few for 2 players

Good:

    rules:
      - payable: {each: power, cost: cost, supply: gem, open: {any: any, non-white: {but: [white]}}}
      - payable: {each: room, cost: doors.cost, hand: {of: gem, shows: gems, cards: 4, wild: wild}}
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from nineup.diagnostics import Diagnostic
from nineup.game import Card, Component, RuleEntry
from nineup.rules.payment import Hand, Open, from_hand, from_supply
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.settings import Settings, place, tally, values_at
from nineup.select import Scenario, used_by_cards, used_by_component

EXAMPLE = "payable: {each: power, cost: cost, supply: gem}"

Payer = Callable[[Scenario], Callable[[Mapping[str, int]], str]]
"""For a scenario, what tells why a cost can't be paid there (nothing when it can)."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    settings = Settings(proof.game, entry, EXAMPLE, ("each", "cost"), ("supply", "open", "hand"))
    each = settings.component("each")
    cost = settings.field("cost", each)
    if (settings.get("supply") is None) == (settings.get("hand") is None):
        settings.wrong("`payable` pays either from a `supply` or with a `hand`", EXAMPLE)
    paying, payer = _with_hand(settings) if settings.get("hand") is not None else _with_supply(settings)
    yield from settings.mistakes
    if each is None or payer is None or settings.mistakes:
        return
    by = used_by_cards if settings.get("supply") is None else used_by_component
    uses = used_by_cards(proof.game, each).union(*(by(proof.game, component) for component in paying))
    yield from proof.smallest(uses, partial(_compare, proof, entry, each, cost, payer), entry.when)


def _compare(
    proof: Proof, entry: RuleEntry, each: Component, cost: str, payer: Payer, scenario: Scenario
) -> Iterator[Diagnostic]:
    why = payer(scenario)
    for card in scenario.cards(each):
        for value in values_at(card.values, cost):
            reason = why(tally(value))
            if reason:
                message = f"card `{card.id}`: {_words(tally(value))} can't be paid: {reason}"
                found = Diagnostic("payable", entry.severity, message, place(card, cost))
                yield from proof.unless_meant(card, "payable", [found])


def _words(cost: Mapping[str, int]) -> str:
    return " + ".join(f"{count} {id}" for id, count in cost.items())


def _with_supply(settings: Settings) -> tuple[list[Component], Payer | None]:
    field = settings.get("supply")
    paying = [
        component
        for component in settings.game.components.values()
        if any(_kinds(card, field) for card in component.cards)
    ]
    if field is not None and not paying:
        settings.wrong(f"`supply: {field}`: no component's cards have that field", EXAMPLE)
    open = _open(settings)
    return paying, partial(_supplied, paying, str(field), open)


def _kinds(card: Card, field: Any) -> list[str]:
    return [str(value) for value in values_at(card.values, field)] if isinstance(field, str) else []


def _open(settings: Settings) -> dict[str, Open]:
    given = settings.get("open", {})
    if not isinstance(given, Mapping):
        settings.wrong("`open` takes signs of an open kind", "open: {any: any, non-white: {but: [white]}}")
        return {}
    made = {}
    for sign, says in given.items():
        says = {} if says == "any" else says
        if not isinstance(says, Mapping) or not says.keys() <= {"but", "alike", "each"}:
            settings.wrong(f"`open: {sign}` is neither `any` nor one of `but`, `alike` and `each`")
            continue
        but = says.get("but", ())
        kinds = (but,) if isinstance(but, str) else tuple(map(str, but))
        made[str(sign)] = Open(kinds, bool(says.get("alike")), bool(says.get("each")))
    return made


_ENOUGH = 1_000_000
"""Pieces that stand for an unstated number of them, which `unstated` tells: no cost asks for more."""


def _supplied(
    paying: list[Component], field: str, open: Mapping[str, Open], scenario: Scenario
) -> Callable[[Mapping[str, int]], str]:
    supply: Counter[str] = Counter()
    for component in paying:
        cards = scenario.cards(component)
        setup = scenario.setup(component)
        laid = _ENOUGH if setup is None else setup
        total = sum(card.copies for card in cards)
        for card in cards:
            for kind in _kinds(card, field):
                supply[kind] += laid * card.copies // total

    def why(cost: Mapping[str, int]) -> str:
        if from_supply(cost, supply, open):
            return ""
        short = [f"{supply[id]} {id}" for id, count in cost.items() if id not in open and supply[id] < count]
        return (
            f"there {'is' if short[0].startswith('1 ') else 'are'} {', '.join(short)}"
            if short
            else (f"there are {supply.total()} pieces")
        )

    return why


def _with_hand(settings: Settings) -> tuple[list[Component], Payer | None]:
    example = "hand: {of: gem, shows: gems, cards: 4, wild: wild}"
    entry = settings.entry
    inner = Settings(
        settings.game,
        RuleEntry("hand", "", None, None, "error", settings.get("hand"), "", {}, entry.span),
        *(example, ("of", "shows", "cards"), ("wild",)),
    )
    component = inner.component("of")
    shows, most = inner.field("shows", component), inner.number("cards", 1, low=1)
    settings.mistakes += inner.mistakes
    if component is None:
        return [], None
    return [component], partial(_held, component, shows, most, str(inner.get("wild", "")))


def _held(
    component: Component, shows: str, most: int, wild: str, scenario: Scenario
) -> Callable[[Mapping[str, int]], str]:
    copies = scenario.copies(component) if scenario.cards(component) else 0
    kinds: Counter[frozenset[str]] = Counter()
    for card in scenario.cards(component):
        shown = frozenset(id for value in values_at(card.values, shows) for id in tally(value))
        kinds[shown] += card.copies * copies
    hands = [Hand(shown, bool(wild) and wild in shown, count) for shown, count in kinds.items()]

    def why(cost: Mapping[str, int]) -> str:
        return "" if from_hand(cost, hands, most, wild) else f"it takes more than {most} cards"

    return why


RULE = Rule("payable", "every cost can be paid", "error", frozenset({"game", "settings"}), check)
