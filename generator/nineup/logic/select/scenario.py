"""A game with a player count and a choice of options, and the value of every amount there."""

from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from math import inf
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import nearest
from nineup.logic.expression import ExpressionError, ExpressionValueError, expression
from nineup.logic.expression import names as expression_names
from nineup.logic.select.chances import helpers
from nineup.logic.select.computed import ComputedTexts
from nineup.logic.select.dealing import dealt_in
from nineup.logic.select.errors import EvaluationError, as_count, evaluation_error, in_words
from nineup.logic.select.use import SetItem, SetLength, Use
from nineup.model.game import (
    Amount,
    AmountStep,
    Card,
    Component,
    Expression,
    Game,
    Item,
    ItemList,
    OptionStep,
    Part,
    PlayerTable,
)

Values = Mapping[str, Any]

_NO_NAMES: Values = {}


def is_implied(component: Component) -> bool:
    """Whether the component has no card list: pieces that are all alike."""
    return len(component.cards) == 1 and component.cards[0].id == component.id


def is_counted_by_box(component: Component) -> bool:
    """Whether the number of pieces is that in the box: pieces that are all alike, without another amount."""
    has_amount = component.setup is not None or component.copies is not None or component.for_each
    return is_implied(component) and not has_amount


class PieceCounts(NamedTuple):
    """The number of pieces of a component: of each card for each owner, in order."""

    owners: tuple[Item | None, ...]
    each: tuple[tuple[Card, int], ...]

    @property
    def total(self) -> int:
        return len(self.owners) * sum([copies for _, copies in self.each])


class Scenario:
    """A player count and a choice of options, and the values of a game's expressions there.

    `bands` are those in use beyond the ones that the players need, `named` the owners whose pieces are
    requested. Anything that can't be evaluated raises EvaluationError.
    """

    def __init__(
        self,
        game: Game,
        around: Values,
        players: int,
        options: Values,
        *,
        bands: Collection[str] = (),
        named: Collection[str] = (),
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.bands = tuple(band.name for band in game.bands[1:] if band.name in bands or players >= band.low)
        self._around = around
        self._named = named
        self.evaluations = 0
        """The number of expressions evaluated so far, and of comparable steps."""
        self._values: dict[str, Any] = {}
        """Values of expressions, which rules and cards share."""
        self._cards: dict[str, tuple[Card, ...]] = {}
        self._pieces: dict[str, PieceCounts] = {}
        self._card_values: dict[str, tuple[dict[str, Any], ...]] = {}
        self._is_computed = not game.computed - {"cards"}
        self._seen = self._names_seen()
        """The expression context; the playing time only after an expression uses it."""
        self._minutes_error: EvaluationError | None = None
        self._knows_minutes = game.minutes is None

    @property
    def context(self) -> dict[str, Any]:
        """The context of expressions."""
        self._work_out_minutes()
        return self._seen

    def _work_out_minutes(self) -> None:
        if not self._knows_minutes:
            # Before it is computed: an expression of the playing time that needs it sees
            # none, and doesn't run forever.
            self._knows_minutes = True
            assert self.game.minutes is not None
            try:
                self._seen["minutes"] = self._playing_time(self.game.minutes)
            except EvaluationError as broken:
                self._minutes_error = broken

    def _playing_time(self, source: Expression) -> Any:
        value = self.value(source)
        # A comparison with `nan` is false, too.
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < inf:
            return value
        message = f"the playing time is {in_words(value)} for {self.players} players"
        raise EvaluationError(
            "bad-amount", message, source.span, hint="it must be a number of minutes, 0 or more"
        )

    def _names_seen(self) -> dict[str, Any]:
        """The context of expressions. Helpers are closures: the sandbox calls plain functions only."""

        def count(id: str) -> int:
            return self._known_setup(self._component(id))

        def box(id: str) -> int | None:
            return self.box(self._component(id))

        def cards(id: str) -> tuple[dict[str, Any], ...]:
            return self.card_values(self._component(id))

        def dealt(id: str, to: str = "player") -> int:
            return dealt_in(self, id, to)

        return {
            **self._around,
            **{band.name.replace("-", "_"): band.name in self.bands for band in self.game.bands[1:]},
            **{id.replace("-", "_"): value for id, value in self.options.items()},
            "players": self.players,
            "minutes": None,
            "count": count,
            "box": box,
            "cards": cards,
            **helpers(self),
            "dealt": dealt,
        }

    def value(self, source: Expression, names: Values = _NO_NAMES) -> Any:
        """The value of an expression, with further names beside those of the context.

        Without any, it is cached.
        """
        if not names and source.source in self._values:
            return self._values[source.source]
        asked = _names(source)
        if "minutes" in asked:
            self._work_out_minutes()
            if self._minutes_error is not None:
                raise self._minutes_error
        try:
            if not (self._is_computed or self.game.computed.isdisjoint(asked)):
                self.compute_texts()
            # Many conditions of cards are the name of an option: no need to compile and run them.
            if not names and isinstance(choice := self._seen.get(source.source), bool):
                self._values[source.source] = choice
                return choice
            self.evaluations += 1
            if names:
                return expression(source.source)({**self._seen, **names})
            value = self._values[source.source] = expression(source.source)(self._seen)
        except ExpressionError as error:
            raise evaluation_error(source, error) from None
        return value

    def holds(self, condition: Expression | None, names: Values = _NO_NAMES) -> bool:
        """Whether a `when` or a `check` holds; True without one."""
        if condition is None:
            return True
        known = None if names else self._values.get(condition.source)
        value = self.value(condition, names) if known is None else known
        if isinstance(value, bool):
            return value
        raise EvaluationError(
            "bad-condition",
            f"`{in_words(condition.source)}` is {in_words(value)}, not yes or no",
            condition.span,
            hint="compare it with something: `… > 0`, `… in …`",
        )

    def cards(self, component: Component) -> tuple[Card, ...]:
        """The cards of a component in play, in order; none if the component isn't."""
        cards = self._cards.get(component.id)
        if cards is None:
            there = component.cards if self.holds(component.when) else ()
            self.evaluations += len(there) // 2
            # The cards of a large deck have few different conditions: a known one costs one lookup here.
            known = self._values
            cards = tuple(
                [
                    card
                    for card in there
                    if (
                        (when := card.when) is None
                        or (is_there := known.get(when.source)) is True
                        or (is_there is not False and self.holds(when))
                    )
                    and (isinstance(card.copies, int) or self.own_copies(card))
                ]
            )
            self._cards[component.id] = cards
        return cards

    def has(self, component: Component, card: Card) -> bool:
        """Whether one card of a component is in play, independently of the others."""
        return self.holds(component.when) and self.has_among(card)

    def has_among(self, card: Card) -> bool:
        """Whether a card is in play if its component is."""
        return self.holds(card.when) and (isinstance(card.copies, int) or self.own_copies(card) > 0)

    def filled(self, component: Component, card: Card) -> Card:
        """A card with its texts computed. Raises EvaluationError at an expression that can't be evaluated."""
        return self._texts.card(component, card) if "cards" in self.game.computed else card

    @cached_property
    def _texts(self) -> ComputedTexts:
        return ComputedTexts(
            self.game, self.context, lambda id: self.cards(self._component(id)), copies_of=self.own_copies
        )

    def compute_texts(self) -> None:
        """Computes the texts of data and terms, for expressions that read them. Raises EvaluationError."""
        if not self._is_computed:
            data, meanings = self._texts.data(), self._texts.meanings()
            terms = {id: {**term, "means": meanings[id]} for id, term in self.context["terms"].items()}
            self._is_computed = True
            self._seen |= {"data": data, "terms": terms}

    def computed_game(self) -> Game:
        """The game with the computed texts of its data and terms; parts have those of cards."""
        if not self.game.computed - {"cards"}:
            return self.game
        self.compute_texts()
        terms = {
            id: msgspec.structs.replace(term, means=self.context["terms"][id]["means"])
            for id, term in self.game.terms.items()
        }
        return msgspec.structs.replace(self.game, data=self.context["data"], terms=terms)

    def check_minutes(self) -> None:
        """Raises an EvaluationError if the playing time can't be evaluated."""
        self._work_out_minutes()
        if self._minutes_error is not None:
            raise self._minutes_error

    def owners(self, component: Component, every: bool = False) -> tuple[Item | None, ...]:
        """The owners of pieces: the first of the component's list, one per player, or `every` one.

        Owners named by the request take the place of the last ones.
        """
        if not component.for_each:
            return (None,)
        listed = self.game.lists[component.for_each]
        named = [item for item in listed.items if item in self._named]
        there = self.items(listed)
        if named:
            others = [item for item in there if item not in named]
            others = others if every else others[: max(0, self.players - len(named))]
            return tuple([item for item in listed.items if item in named or item in others])
        if len(there) < self.players:
            message = f"`{component.for_each}` lists {len(there)} for {self.players} players"
            raise EvaluationError("too-few-owners", message, listed.span)
        return there if every else there[: self.players]

    def items(self, listed: ItemList) -> tuple[Item, ...]:
        """The items of a list that belong to the boxes in use."""
        # An item without a band is in the base box, whose name may also be written.
        included = ("", self.game.bands[0].name, *self.bands)
        return tuple(i for i, band in zip(listed.items, listed.bands, strict=True) if band in included)

    def own_copies(self, card: Card) -> int:
        """The number of copies that a card states, before its component's multiply it."""
        stated = card.copies
        if isinstance(stated, int):
            return stated
        if isinstance(stated, PlayerTable):
            step = stated.at(self.players)
            return step.amount if step is not None and isinstance(step.amount, int) else 0
        return next((step.amount for step in stated.steps if self._is_chosen(step)), 0)

    def _is_chosen(self, step: OptionStep) -> bool:
        chosen = self.options.get(step.option, step.option in self.bands)
        return step.value in chosen if isinstance(chosen, tuple) else bool(step.value == chosen)

    def copies(self, component: Component) -> int:
        """The number of copies of each card for an owner."""
        if component.copies is None:
            return 1
        stated = self.amount(component, "copies")
        if stated is None:
            raise self._unstated(component, "copies", component.copies)
        return stated

    def setup(self, component: Component) -> int | None:
        """The number of pieces that the setup uses; None if the document is silent.

        Without a setup, all pieces. Raises EvaluationError if it counts kinds that differ in their copies.
        """
        if not self.cards(component):
            return 0
        if component.setup is None:
            return self.pieces(component).total
        amount = self.amount(component, "setup")
        if not amount or not component.setup_kinds:
            return amount
        if is_implied(component):
            return amount * self.copies(component) * len(self.owners(component))
        pieces = self.pieces(component)
        each = [copies for _, copies in pieces.each if copies] or [0]
        fewest, most = min(each), max(each)
        if fewest < most:
            message = (
                f"`{component.id}` lays out {amount} kinds, but some have {fewest} copies and some {most}"
            )
            hint = "give all kinds as many copies, or let `setup` count pieces"
            raise EvaluationError("bad-amount", message, component.setup.span, hint=hint)
        return amount * most * len(pieces.owners)

    def box(self, component: Component) -> int | None:
        """The content of the box for this player count; None if it isn't stated."""
        if component.box is None:
            return None
        return self.amount(component, "box") if self.holds(component.when) else 0

    def pieces(self, component: Component) -> PieceCounts:
        """The pieces of a component."""
        pieces = self._pieces.get(component.id)
        if pieces is None:
            pieces = self._pieces[component.id] = self._counted(component)
        return pieces

    def _counted(self, component: Component) -> PieceCounts:
        cards = self.cards(component)
        if not cards:
            return PieceCounts((), ())
        owners = self.owners(component)
        copies = self._alike(component, len(owners)) if is_implied(component) else self.copies(component)
        return PieceCounts(owners, tuple([(card, self.own_copies(card) * copies) for card in cards]))

    def parts(self, component: Component, pieces: PieceCounts | None = None) -> tuple[Part, ...]:
        """The parts of a component, all or those pieces: owner by owner, card by card."""
        owners, each = pieces or self.pieces(component)
        filled = [(self.filled(component, card), copies) for card, copies in each]
        return tuple(
            [Part(component, card, owner, copies=copies) for owner in owners for card, copies in filled]
        )

    def amount(self, component: Component, field: str) -> int | None:
        """The value of a component's `setup`, `box` or `copies`; None if it is unstated."""
        table: PlayerTable | None = getattr(component, field)
        if table is None:
            return None
        step = _box_step(table, self._served()) if field == "box" else table.at(self.players)
        return None if step is None else self._whole_number(component, field, step.amount)

    def _served(self) -> int:
        """The player counts served by boxes: those of a band that the players don't need serve all of its
        players.
        """
        # A box that was bought although the players don't need it is there as a whole, not only for as many.
        more = [b.high for b in self.game.bands[1:] if b.name in self.bands and b.low > self.players]
        return max(self.players, *more) if more else self.players

    def _whole_number(self, component: Component, field: str, amount: Amount) -> int | None:
        if amount is None or isinstance(amount, int):
            return amount
        value = self.value(amount)
        if (count := as_count(value)) is not None:
            return count
        message = f"the {field} of `{component.id}` is {in_words(value)} for {self.players} players"
        raise EvaluationError("bad-amount", message, amount.span, hint="it must be a whole number, 0 or more")

    def _alike(self, component: Component, owners: int) -> int:
        """The number of pieces of a component without cards for an owner."""
        total = None
        if component.setup is not None:
            total = self.amount(component, "setup")
            if total is None:
                raise self._unstated(component, "setup", component.setup)
        elif is_counted_by_box(component):
            total = self.box(component)
        # Rounded up: a number of pieces that owners can't share equally must still be enough for all of them.
        return self.copies(component) if total is None else -(-total // owners)

    def at(self, players: int, bands: Collection[str] | None = None) -> "Scenario":
        """The same choice with another player count, and with these bands or the same ones."""
        bands = self.bands if bands is None else bands
        return Scenario(
            self.game, self._around, players, options=self.options, bands=bands, named=self._named
        )

    def values_of(self, uses: Collection[Use]) -> tuple[Any, ...]:
        """What is used, as it is here; for equal uses in the same order."""
        return tuple([self._value_of(use) for use in _in_order(frozenset(uses))])

    def _value_of(self, use: Use) -> Any:
        if isinstance(use, SetItem):
            return use.item in self.options[use.option]
        if isinstance(use, SetLength):
            return len(self.options[use.option])
        if use in self.options:
            return self.options[use]
        return self.players if use == "players" else use in self.bands

    def _unstated(self, component: Component, field: str, table: PlayerTable) -> EvaluationError:
        step = table.at(self.players)
        stated = [
            f"{s.low}-{s.high}" if s.low < s.high else str(s.low) for s in table.steps if s.amount is not None
        ]
        hint = f"stated for {', '.join(stated)} players" if stated else f"give `{component.id}` a `{field}`"
        message = f"the {field} of `{component.id}` is unstated for {self.players} players"
        return EvaluationError(
            "unstated", message, step.span if step else table.span, hint=hint, about="request"
        )

    def _component(self, id: Any) -> Component:
        component = self.game.components.get(id) if isinstance(id, str) else None
        if component is None:
            name = in_words(id)
            raise ExpressionValueError(
                f"there is no component `{name}`", nearest(name, tuple(self.game.components))
            )
        return component

    def _known_setup(self, component: Component) -> int:
        amount = self.setup(component)
        if amount is None:
            raise ValueError(f"the setup of `{component.id}` is unstated for {self.players} players")
        return amount

    def card_values(self, component: Component) -> tuple[dict[str, Any], ...]:
        """The cards in play as plain values, with `id`, and `copies` for each owner."""
        if component.id not in self._card_values:
            there = self.cards(component)
            copies = self.copies(component) if there else 0
            filled = [self.filled(component, card) for card in there]
            self._card_values[component.id] = tuple(
                [card.values | {"id": card.id, "copies": self.own_copies(card) * copies} for card in filled]
            )
        return self._card_values[component.id]


@lru_cache(4096)
def _in_order(uses: frozenset[Use]) -> tuple[Use, ...]:
    return tuple(sorted(uses, key=str))


def _names(source: Expression) -> frozenset[str]:
    try:
        return expression_names(source.source)
    except ExpressionError:
        return frozenset()


def _box_step(table: PlayerTable, players: int) -> AmountStep | None:
    """The smallest box that serves a player count: each step ends with its box's largest count."""
    fitting = [step for step in table.steps if step.high >= players]
    return min(fitting, key=lambda step: step.high, default=None)
