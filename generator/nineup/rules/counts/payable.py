"""`payable`: every cost can be paid, with what the run lays out or with the cards of a hand.

A card that nobody can ever buy is useless. Settings: the component (`each`), the `cost` of its cards (a
field, or a path such as `doors.cost`), and either

- `supply`: the field that says what a piece pays for, or several: tokens have a `gem`, and cards that were
  bought a `bonus`. All pieces whose cards have one count, as the setup lays them out, but the one that is
  bought; an unstated setup is assumed to be enough. `open` says what pays for symbols of an open kind:
  `any`; `{but: [white]}`, any but these; `{alike: true}`, all of one kind; `{each: true}`, as many of every
  kind in play.
- `hand`: at most this many `cards` `of` a component, each paying once for each thing that its field `shows`;
  a card that shows the `wild` symbol pays for any one thing.

Bad:

    rules:
      - payable: {each: power, cost: cost, supply: gem}
    # a cost of {red: 11}, and {gem: red} has a setup of 5 * players: too few for 2 players

Good:

    rules:
      - payable: {each: power, cost: cost, supply: gem, open: {any: any, non-white: {but: [white]}}}
      - payable: {each: noble, cost: bonuses, supply: [bonus]}
      - payable: {each: room, cost: doors.cost, hand: {of: gem, shows: gems, cards: 4, wild: wild}}
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import (
    Scenario,
    Uses,
    is_implied,
    used_by_amount,
    used_by_amounts,
    used_by_card,
    used_by_copies,
    used_by_count,
)
from nineup.model.game import Card, Component, Game, RuleEntry
from nineup.rules.counts.payment import OpenCost, PayingKind, from_hand, from_supply
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart
from nineup.rules.engine.rule import field_place, tally
from nineup.rules.engine.steps import Steps, TooManyError
from nineup.schema import (
    COMPONENT,
    FIELD,
    NODE,
    TEXT,
    YES_NO,
    Key,
    KeywordOr,
    ListOf,
    MapOf,
    Record,
    RecordBeingRead,
    WholeNumber,
    field_of,
    one_of,
    values_at,
)


def _supplied_by_something(values: dict[str, Any], here: RecordBeingRead) -> None:
    for field in values.get("supply", ()):
        if not _paying(here.names.components.values(), [field]):
            here.error(f"no component's cards have a field `{field}`", "supply")


OPEN = Record(
    {
        "but": Key(ListOf(TEXT, lone=True), "It pays for any kind except these.", default=()),
        "alike": Key(YES_NO, "Whether all of it is paid with one kind.", default=False),
        "each": Key(YES_NO, "Whether this many of every kind are paid.", default=False),
    },
    example="non-white: {but: [white]}",
)

HAND = Record(
    {
        "of": Key(COMPONENT, "The component whose cards pay.", required=True),
        "shows": Key(FIELD, "The field that names what a card pays for.", required=True),
        "cards": Key(WholeNumber(1), "How many cards may be paid at most.", required=True),
        "wild": Key(TEXT, "What a card shows that pays for any one thing."),
    },
    example="hand: {of: gem, shows: gems, cards: 4, wild: wild}",
    checks=(field_of("of", "shows"),),
)

SETTINGS = Record(
    {
        "each": Key(COMPONENT, "The component whose cards have a cost.", required=True),
        "cost": Key(FIELD, "The field that holds the cost, such as `doors.cost`.", required=True),
        "supply": Key(ListOf(FIELD, lone=True), "The fields by which pieces say what they pay for."),
        "open": Key(
            MapOf(KeywordOr("any", {}, OPEN), keys=NODE),
            "What symbols of an open kind are paid with.",
            default={},
        ),
        "hand": Key(HAND, "The cards that a player pays with, in place of a supply."),
    },
    example="payable: {each: power, cost: cost, supply: gem}",
    checks=(one_of("supply", "hand"), field_of("each", "cost"), _supplied_by_something),
)

MOST_STEPS = 250_000
"""The largest number of steps of one rule's searches: about a second."""

Why = Callable[[Component, Card, Mapping[str, int]], str]
"""The reason why a card's cost can't be paid (empty if it can). Raises TooManyError."""


class Payer(NamedTuple):
    """The means of paying costs."""

    why: Callable[[Scenario], Why]
    """For a scenario, the reasons why costs can't be paid there."""
    paid: Callable[[Proof, Collection[str], Uses], QuestionPart]
    """The question whether costs with some symbols can be paid, with everything else it depends on."""


class _Searches:
    """The searches of one rule: each is made once, and all of them share their steps."""

    def __init__(self) -> None:
        self.steps = Steps(MOST_STEPS)
        self._known: dict[Hashable, bool] = {}

    def ask(self, key: Hashable, search: Callable[[Steps], bool]) -> bool:
        """The result of a search, cached by key. Raises TooManyError."""
        if key not in self._known:
            self._known[key] = search(self.steps)
        return self._known[key]


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    each = proof.game.components[given["each"]]
    payer = (_with_hand if "hand" in given else _with_supply)(proof.game, given)
    asked: dict[tuple[Uses, frozenset[str]], list[_Asked]] = {}
    for card in each.cards:
        there = used_by_card(proof.game, each, card)
        for value in values_at(card.values, given["cost"]):
            cost = tally(value)
            asked.setdefault((there, frozenset(cost)), []).append((card, cost))
    together: dict[tuple[Uses, frozenset[str]], tuple[QuestionPart, list[_Asked]]] = {}
    for (uses, kinds), some in asked.items():
        part = payer.paid(proof, kinds, uses)
        key = part.uses, kinds if part.addends else frozenset[str]()
        together.setdefault(key, (part, []))[1].extend(some)
    parts = [
        msgspec.structs.replace(part, examine=partial(_compare, proof, entry, each, some, payer.why))
        for part, some in together.values()
    ]
    yield from proof.smallest_of(parts, entry.when)


_Asked = tuple[Card, Mapping[str, int]]
"""A card, and one of its costs."""


def _compare(
    proof: Proof,
    entry: RuleEntry,
    each: Component,
    asked: Iterable[_Asked],
    payer: Callable[[Scenario], Why],
    scenario: Scenario,
) -> Iterator[Diagnostic]:
    there = [(card, cost) for card, cost in asked if scenario.has(each, card)]
    why = payer(scenario) if there else None
    for card, cost in there:
        assert why is not None
        try:
            reason = why(each, card, cost)
        except TooManyError:
            message = f"the ways to pay {_words(cost)} for card `{card.id}` are too many to try"
            yield proof.give_up(field_place(card, entry.settings["cost"]), message)
            continue
        if reason:
            words, span = _words(cost), field_place(card, entry.settings["cost"])
            message = f"card `{card.id}`: {words} can't be paid: {reason}"
            finding = Diagnostic("payable", entry.severity, message, span=span, fact=f" {words}")
            yield from proof.unless_accepted(card, [finding])


def _words(cost: Mapping[str, int]) -> str:
    return " + ".join(f"{count} {id}" for id, count in cost.items())


def _with_supply(game: Game, given: Mapping[str, Any]) -> Payer:
    paying = _paying(game.components.values(), given["supply"])
    open = {sign: OpenCost(**says) for sign, says in given["open"].items()}
    kinds = {(each.id, card.id): _kinds(card, given["supply"]) for each in paying for card in each.cards}
    why = partial(_supplied, paying, kinds, open, _Searches())
    return Payer(why, partial(_supplied_by, paying, given["supply"], open))


def _supplied_by(
    paying: list[Component],
    fields: Sequence[str],
    open: Mapping[str, OpenCost],
    proof: Proof,
    signs: Collection[str],
    uses: Uses,
) -> QuestionPart:
    """A cost without open kinds depends on the pieces of its own kinds alone."""
    game, some = proof.game, open.keys().isdisjoint(signs)
    for component in paying:
        cards = [c for c in component.cards if not some or not set(_kinds(c, fields)).isdisjoint(signs)]
        if not cards:
            continue
        if component.setup is not None or is_implied(component):
            uses |= used_by_count(game, component)
        else:
            uses = uses.union(*(used_by_card(game, component, card) for card in cards))
            uses = uses.union(*(used_by_copies(game, card) for card in cards))
            uses |= used_by_amounts(game, component)
    return QuestionPart(uses)


def _paying(components: Iterable[Component], fields: Sequence[str]) -> list[Component]:
    return [c for c in components if any(_kinds(card, fields) for card in c.cards)]


def _kinds(card: Card, fields: Sequence[str]) -> list[str]:
    return [str(value) for field in fields for value in values_at(card.values, field)]


_ENOUGH = 1_000_000
"""The number of pieces assumed if it is unstated, which `unstated` reports: no cost asks for more."""


def _supplied(
    paying: list[Component],
    kinds: Mapping[tuple[str, str], Sequence[str]],
    open: Mapping[str, OpenCost],
    searches: _Searches,
    scenario: Scenario,
) -> Why:
    supply: Counter[str] = Counter()
    by_card: dict[tuple[str, str], int] = {}
    for component in paying:
        cards = scenario.cards(component)
        setup = scenario.setup(component)
        laid = _ENOUGH if setup is None else setup
        copies = [scenario.own_copies(card) for card in cards]
        total = sum(copies) or 1  # Cards without copies pay for nothing.
        for card, number in zip(cards, copies, strict=True):
            by_card[component.id, card.id] = laid * number // total
            for kind in kinds[component.id, card.id]:
                supply[kind] += laid * number // total

    def why(each: Component, card: Card, cost: Mapping[str, int]) -> str:
        # Nothing that is bought pays for itself.
        own = kinds[each.id, card.id] if by_card.get((each.id, card.id)) else ()
        others = supply.copy()
        others.subtract(own)
        # No more of a kind matters than the whole cost: most configurations then ask the same.
        most = sum(cost.values())
        enough = {kind: min(count, most) for kind, count in others.items()}
        key = tuple(cost.items()), tuple(enough.items())
        if searches.ask(key, partial(from_supply, cost, enough, open)):
            return ""
        short = [f"{others[id]} {id}" for id, count in cost.items() if id not in open and others[id] < count]
        return (
            f"there {'is' if short[0].startswith('1 ') else 'are'} {', '.join(short)}"
            if short
            else (f"there are {others.total()} pieces")
        )

    return why


def _with_hand(game: Game, given: Mapping[str, Any]) -> Payer:
    hand = given["hand"]
    component, shows, wild = game.components[hand["of"]], hand["shows"], hand.get("wild", "")
    why = partial(_held, component, shows, hand["cards"], wild, _Searches())
    return Payer(why, partial(_held_by, component, shows, wild))


def _held_by(
    component: Component, shows: str, wild: str, proof: Proof, signs: Collection[str], uses: Uses
) -> QuestionPart:
    """A cost depends on the number of cards of each kind, as far as kinds differ in what they pay of it."""
    cards = [(card, _shown(card, shows).intersection({*signs, wild})) for card in component.cards]
    addends = [proof.supply(component, card, shown) for card, shown in cards if shown]
    return QuestionPart(uses | used_by_amount(proof.game, component.copies), addends)


def _shown(card: Card, shows: str) -> frozenset[str]:
    return frozenset(id for value in values_at(card.values, shows) for id in tally(value))


def _held(
    component: Component, shows: str, most: int, wild: str, searches: _Searches, scenario: Scenario
) -> Why:
    copies = scenario.copies(component) if scenario.cards(component) else 0
    kinds: Counter[frozenset[str]] = Counter()
    scenario.evaluations += 2 * len(component.cards)
    for card in scenario.cards(component):
        kinds[_shown(card, shows)] += scenario.own_copies(card) * copies
    hands = [PayingKind(shown, bool(wild) and wild in shown, count) for shown, count in kinds.items()]

    def why(each: Component, card: Card, cost: Mapping[str, int]) -> str:
        key = tuple(cost.items()), tuple(hands)
        paid = searches.ask(key, partial(from_hand, cost, hands, most, wild))
        return "" if paid else f"it takes more than {most} cards"

    return why
