"""Finds what an amount or a condition depends on, so that a proof varies only what can change it."""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple

from nineup.logic.expression import ExpressionError, Reads, reads
from nineup.logic.select.computed import has_computed, sources
from nineup.logic.select.scenario import is_counted_by_box
from nineup.logic.select.use import SetItem, SetLength, Use, Uses
from nineup.model.game import (
    Card,
    Component,
    Expression,
    Game,
    ItemList,
    Option,
    PlayerTable,
    Rich,
    RuleEntry,
)

_HELPERS = frozenset({"count", "box", "cards", "draw"})
_NONE: Uses = frozenset()


class _Computed(Enum):
    """What may be computed from itself, besides components."""

    MINUTES = "minutes"
    DATA = "data"
    TERMS = "terms"
    DEALT = "dealt"


_Seen = frozenset[str | _Computed]
"""What the search for uses has come through: ids of components, and values. Each once, which ends circles."""
_START: _Seen = frozenset()


class DeckCount(NamedTuple):
    """A component of which only a number matters.

    It is the number of its cards with their copies, or with `cards_only` that of its different cards.
    """

    component: str
    cards_only: bool = False


CountedDecks = dict[DeckCount, Component]


def used_by_expression(
    game: Game,
    source: Expression | None,
    seen: _Seen = _START,
    decks: CountedDecks | None = None,
) -> Uses:
    """What an expression depends on, also through `count('id')`.

    An expression with a mistake depends on nothing: it fails everywhere. With `decks`, anything that matters
    only through the number of a component's copies or different cards is left out, and the component is added
    to them.
    """
    return _NONE if source is None else _used(game, source, False, seen=seen, decks=decks)


def used_by_template(game: Game, source: str) -> Uses:
    """What a template or the program of a layout depends on, apart from the card, its owner and its
    component.
    """
    return _used(game, source, True, seen=_START)


def _used(
    game: Game,
    source: Expression | str,
    is_template: bool,
    seen: _Seen,
    decks: CountedDecks | None = None,
) -> Uses:
    try:
        names_read = reads(source if isinstance(source, str) else source.source, is_template)
    except ExpressionError:
        return _NONE
    return used_by_reads(
        game, names_read, seen if source is not game.minutes else seen | {_Computed.MINUTES}, decks=decks
    )


def used_by_reads(
    game: Game, names_read: Reads, seen: _Seen = _START, decks: CountedDecks | None = None
) -> Uses:
    """What the names that a source reads depend on; see `used_by_expression`."""
    uses = _options(game, names_read.whole)
    for name in {*names_read.lengths, *(name for name, _ in names_read.members)}:
        option = _option(game, name)
        if option is None or option.id in uses:
            continue
        if option.kind != "some":
            uses |= {option.id}
            continue
        asked = {text for other, text in names_read.members if other == name}
        # `'red' in colors` depends on one item: of seven colors, two cases are to be tried instead of 128.
        uses |= {SetItem(option.id, item) for item in option.values if item in asked}
        uses |= {SetLength(option.id)} if name in names_read.lengths else _NONE
    # `seen` ends circles, such as a playing time that is computed from itself.
    if "minutes" in names_read.whole and _Computed.MINUTES not in seen:
        uses |= used_by_expression(game, game.minutes, seen, decks=decks)
    meanings = [Rich(term.means) for term in game.terms.values()]
    for computed, written in ((_Computed.DATA, game.data), (_Computed.TERMS, meanings)):
        name = computed.value
        if name in names_read.whole and name in game.computed and computed not in seen:
            uses |= used_by_texts(game, written, seen | {computed})
    dealt = _Computed.DEALT
    if dealt not in seen and (
        any(name == dealt.value for name, _ in names_read.calls) or dealt.value in names_read.functions
    ):
        deals = (entry for entry in game.rules if entry.name == "deal")
        uses = uses.union(*(used_by_deal(game, entry, seen | {dealt}) for entry in deals))
    for function, id in names_read.calls:
        if function in _HELPERS and id not in seen:
            component = game.components.get(id)
            if component is not None and decks is not None and function == "count":
                # Which of its cards are in play is left to the totals; its copies and its setup are
                # the same for all of its cards.
                decks[DeckCount(id)] = component
                uses |= used_by_amounts(game, component, seen | {id}, decks=decks)
            elif (
                component is not None and decks is not None and _is_counted(game, names_read, function, id=id)
            ):
                decks[DeckCount(id, cards_only=True)] = component
                uses |= used_by_amount(game, component.copies, seen | {id}, decks=decks)
            else:
                uses |= _called(game, function, id, seen=seen)
    if names_read.functions & _HELPERS:  # A helper that is passed on may be called with anything.
        uses |= everything(game)
    return uses


def _is_counted(game: Game, names_read: Reads, function: str, id: str) -> bool:
    """Whether only the number of a component's cards is used of a call."""
    return function == "cards" and (function, id) in names_read.measured and "cards" not in game.computed


def used_by_deal(game: Game, entry: RuleEntry, seen: _Seen = _START) -> Uses:
    """What the result of an entry of `deal` depends on."""
    uses = used_by_expression(game, entry.when, seen)
    for share in (entry.settings or {}).values():
        for amount in share.values():
            if isinstance(amount, Expression):
                uses |= used_by_expression(game, amount, seen)
    return uses


def _called(game: Game, function: str, id: str, seen: _Seen) -> Uses:
    """What a call of a helper depends on: for `count` and `box` amounts, for `cards` the cards in play."""
    component = game.components.get(id)
    if function == "draw" and id:
        piles = [c for c in game.components.values() if id in (c.id, c.pile)]
        return _NONE.union(*(used_by_component(game, each, seen | {id}) for each in piles))
    if component is None:
        return everything(game)
    by: Callable[[Game, Component, _Seen], Uses] = (
        used_by_count if function == "count" else used_by_box if function == "box" else used_by_cards
    )
    return by(game, component, seen | {id})


def used_by_component(game: Game, component: Component, seen: _Seen = _START) -> Uses:
    """What the amounts of a component, and its content of the box, depend on."""
    return used_by_count(game, component, seen) | used_by_box(game, component, seen)


def used_by_count(game: Game, component: Component, seen: _Seen = _START) -> Uses:
    """What the number of a component's pieces depends on."""
    return used_by_cards(game, component, seen) | used_by_amounts(game, component, seen)


def used_by_amounts(
    game: Game,
    component: Component,
    seen: _Seen = _START,
    decks: CountedDecks | None = None,
) -> Uses:
    """What the amounts of a component depend on, apart from which of its cards are in play."""
    uses = used_by_owners(game, component)
    for table in (component.copies, component.setup):
        uses |= used_by_amount(game, table, seen, decks=decks)
    if component.setup_kinds:
        uses |= used_by_cards(game, component, seen)  # As many of each kind as it has copies.
    return uses | used_by_box(game, component, seen, decks=decks) if is_counted_by_box(component) else uses


def used_by_boxes(game: Game, component: Component) -> Uses:
    """What the choice of a component's box depends on: also the bands in use without need."""
    several = component.box is not None and (len(component.box.steps) > 1 or len(game.bands) > 1)
    return frozenset({"players", *(band.name for band in game.bands[1:])} if several else ())


def used_by_box(
    game: Game,
    component: Component,
    seen: _Seen = _START,
    decks: CountedDecks | None = None,
) -> Uses:
    """What a component's stated box depends on."""
    uses = used_by_amount(game, component.box, seen, decks=decks) | used_by_boxes(game, component)
    return uses | used_by_expression(game, component.when, seen)


def used_by_owners(game: Game, component: Component) -> Uses:
    """What the owners of pieces depend on."""
    if not component.for_each:
        return _NONE
    return used_by_list(game, game.lists[component.for_each]) | {"players"}


def used_by_list(game: Game, vocabulary: ItemList) -> Uses:
    """What the items of a list in play depend on: the bands that they belong to."""
    named = {band.name for band in game.bands[1:] if band.name in vocabulary.bands}
    return frozenset({"players", *named} if named else ())


def used_by_cards(game: Game, component: Component, seen: _Seen = _START) -> Uses:
    """What the cards of a component in play, and their copies, depend on."""
    uses = used_by_amount(game, component.copies, seen)
    for source in {card.when for card in component.cards if card.when} | {component.when}:
        uses |= used_by_expression(game, source, seen)
    uses = uses.union(*(used_by_copies(game, card) for card in component.cards))
    if "cards" in game.computed:
        uses |= used_by_texts(game, [card.values for card in component.cards], seen | {component.id})
    return uses


def used_by_texts(game: Game, value: Any, seen: _Seen = _START) -> Uses:
    """What the computed texts of a value depend on."""
    written = {source for _, source in sources(value)}
    return _NONE.union(*(used_by_expression(game, Expression(each, game.span), seen) for each in written))


def used_by_card(game: Game, component: Component, card: Card) -> Uses:
    """What the presence of one card of a component depends on."""
    uses = used_by_expression(game, component.when) | used_by_expression(game, card.when)
    return uses | used_by_copies(game, card) if may_lack_copies(card) else uses


def used_by_card_texts(game: Game, card: Card) -> Uses:
    """What the computed texts of a card depend on, which may print its copies."""
    uses = used_by_texts(game, card.values)
    return uses | used_by_copies(game, card) if has_computed(card.values) else uses


def may_lack_copies(card: Card) -> bool:
    """Whether the table of a card's copies leaves it out of some runs."""
    if isinstance(card.copies, PlayerTable):
        return any(step.amount == 0 for step in card.copies.steps)
    return not isinstance(card.copies, int)


def used_by_copies(game: Game, card: Card) -> Uses:
    """What the number of copies that a card states depends on."""
    table = card.copies
    if isinstance(table, int):
        return _NONE
    if isinstance(table, PlayerTable):
        return used_by_amount(game, table)
    uses: set[Use] = set()
    for step in table.steps:
        option = game.options.get(step.option)
        if option is None:
            uses |= {step.option, "players"}  # An expansion, which so many players may need.
        else:
            uses.add(SetItem(step.option, str(step.value)) if option.kind == "some" else step.option)
    return frozenset(uses)


def used_by_amount(
    game: Game,
    table: PlayerTable | None,
    seen: _Seen = _START,
    decks: CountedDecks | None = None,
) -> Uses:
    """What an amount depends on."""
    if table is None:
        return _NONE
    # One step for all player counts is no dependency on them, although it is written as a table.
    alike = any(step.low <= game.bands[0].low and step.high >= game.bands[-1].high for step in table.steps)
    uses = _NONE if alike else frozenset({"players"})
    return uses.union(*(used_by_expression(game, source, seen, decks=decks) for source in _sources(table)))


def _sources(table: PlayerTable) -> Iterable[Expression]:
    return [step.amount for step in table.steps if isinstance(step.amount, Expression)]


def _options(game: Game, names: frozenset[str]) -> Uses:
    """The names in a source as names of uses; a band of players implies the player count, which may
    need it.
    """
    options = [_option(game, name) for name in names]
    uses = {option.id for option in options if option is not None}
    bands = {band.name for band in game.bands[1:] if band.name.replace("-", "_") in names}
    return frozenset(uses | bands | ({"players"} if bands or "players" in names else set()))


def _option(game: Game, name: str) -> Option | None:
    """The option with a name in expressions."""
    option = game.options.get(name) or game.options.get(name.replace("_", "-"))
    return option if option is not None and option.name == name else None


def everything(game: Game) -> Uses:
    """Everything that can vary."""
    return frozenset({"players", *(band.name for band in game.bands[1:]), *game.options})
