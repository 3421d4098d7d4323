"""Makes decks from their numbers: each pool in turn, as the recipe says.

A draw from several pools is a number with a digit for each pool, whose base is the pool's number of
ways: with pools of 10 and 6 ways there are 60 draws, and draw 37 is digit 7 of the first pool and 3 of
the second. As numbers are shuffled by a permutation (`permutation`), different numbers are different
draws, which no deck has to compare.

Where rules or dependent pools may refuse draws, only legal decks are numbered: few draws are all tried
(`MOST_LISTED`), of more the decks are counted (`counting`). Else draws are tried until one is legal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from math import isqrt, prod
from typing import Any, NamedTuple

from nineup.base.diagnostics import Diagnostic, Subject
from nineup.logic.expression import ExpressionError, UnmeasurableError, expression, measures, names
from nineup.logic.select import EvaluationError, evaluation_error, in_words
from nineup.logic.unique.choices import Choices
from nineup.logic.unique.counting import DeckCounter, Drawn, Plan, Stock, UncountableError
from nineup.logic.unique.deck import Deck
from nineup.logic.unique.names import MOST_NAMES, deck_name
from nineup.logic.unique.permutation import key_from, shuffled
from nineup.model.game import DeckPool, DeckRule, Expression, Part, Recipe, Run

MOST_TRIES = 4096
"""The number of draws for one deck if rules or pools may refuse some, and there are enough for that many
decks.
"""

MOST_LISTED = 20_000
"""The number of draws up to which each is tried, so that the decks are known: about a second."""

LARGEST = 1 << 64
"""The number of draws that is enough for any print run."""

SAMPLES = 32
"""The number of sampled draws for estimating the number of possible decks if pools depend on one another."""

MOST_COUNTED = 1_000_000
"""The largest product of a pool's cards and the number that it takes, whose ways are counted: a second, and
200 MB.
"""

REMEMBERED = 4 * MOST_COUNTED
"""The sum of these products for the pools in memory."""

CODE = "unique-decks"
"""The code for a recipe that gives no decks."""

SEED = "check"
"""The seed of the deck that shows whether a recipe gives any."""

Values = Mapping[str, Any]


class RecipeError(Exception):
    """Why a recipe gives no deck, or too few."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Stock(NamedTuple):
    """The remaining cards of a pool after earlier pools were drawn."""

    cards: tuple[str, ...]
    choices: Choices


class _RefusedError(Exception):
    """A draw that gives no deck: a pool is short, or a rule doesn't hold."""

    def __init__(self, reason: DeckPool | DeckRule | None, offered: int = 0) -> None:
        super().__init__()
        self.reason = reason
        self.offered = offered


class DeckMaker:
    """Makes the decks of a seed from the cards of a run.

    Raises RecipeError for a component with owners or a pool with too many ways, and EvaluationError if an
    expression fails.
    """

    def __init__(self, recipe: Recipe, run: Run, seed: str) -> None:
        self._recipe, self._seed = recipe, seed
        self._context = run.context
        self._values: dict[str, dict[str, Any]] = {}
        self._offers: dict[str, dict[str, None]] = {pool.id: {} for pool in recipe.pools}
        """The cards of the components of each pool, in order."""
        for part in run.parts:
            self._offer(part)
        used: set[str] = set()
        self._seen: dict[str, tuple[str, ...]] = {}
        """The earlier pools on which the stock of each pool depends."""
        known: list[str] = []
        for pool in recipe.pools:
            used |= {name for name in known if pool.where and name in names(pool.where.source)}
            self._seen[pool.id] = tuple([name for name in known if name in used])
            known.append(pool.name)
        self._stocks: dict[tuple[Any, ...], _Stock] = {}
        self._counted = 0
        """The sum of the products (`REMEMBERED`) of these stocks."""
        self._keys = {pool.id: key_from("nineup pool 1", seed, pool.id) for pool in recipe.pools}
        self._key = key_from("nineup deck 1", seed)
        is_plain = not recipe.rules and not any(self._seen.values())
        self._lack: _RefusedError | None = None
        """A pool that was short in the sampled draws."""
        self._space = self._size(1 if is_plain else SAMPLES)
        # Each deck has draws of its own, enough for rules to refuse most of them. Then decks with different
        # numbers never try the same draw, and can be made anywhere, in any order.
        self._tries = 1 if is_plain else max(1, min(MOST_TRIES, isqrt(self._space)))
        self._refusals: Counter[int] = Counter()
        self._reasons: dict[int, _RefusedError] = {}
        """Why draws gave no deck, and how often each reason did."""
        self._every = None if is_plain else self._listed()
        """All possible decks, if rules or dependent pools refuse some and there are few draws."""
        self._counter = None if is_plain or self._every is not None else self._counted_decks()
        """The same for more draws, where what refuses them can be counted."""
        self.is_exact = is_plain or self._every is not None or self._counter is not None
        """Whether all decks can be made; else draws may run out for some of them."""
        self.total = self._exact_total() if self.is_exact else self._space // self._tries
        """The number of decks that the recipe gives, or that may be asked for if that is not known."""
        self.most = min(self.total, MOST_NAMES)
        """The number of decks that can be made: each has a name of its own."""

    def _offer(self, part: Part) -> None:
        key = f"{part.component.id}/{part.card.id}"
        for pool in self._recipe.pools:
            if part.component.id in pool.components:
                if part.component.for_each:
                    message = (
                        f"`{part.component.id}` has cards for each {part.component.for_each}, which can't "
                        "be drawn"
                    )
                    raise RecipeError(Diagnostic(CODE, "error", message, span=pool.span))
                self._offers[pool.id][key] = None
        copies = part.card.copies if isinstance(part.card.copies, int) else part.copies
        about = {"id": part.card.id, "component": part.component.id, "copies": copies}
        self._values[key] = {**part.card.values, **about}

    def deck(self, number: int) -> Deck:
        """The deck with a number from 1 to `most`. Raises RecipeError."""
        self.require(number)
        if self._every is not None:
            place = shuffled(number - 1, len(self._every), self._key)
            return Deck(number, deck_name(self._seed, number), self._every[place])
        if self._counter is not None:
            place = shuffled(number - 1, self._counter.total, self._key)
            return Deck(number, deck_name(self._seed, number), self._counter.deck(place))
        self._refusals.clear()
        for attempt in range(self._tries):
            # Shuffled as a whole, so that neighboring decks have nothing in common.
            place = shuffled((number - 1) * self._tries + attempt, self._space, self._key)
            try:
                return Deck(number, deck_name(self._seed, number), self._draw(place))
            except _RefusedError as refused:
                self._refuse(refused)
        raise RecipeError(self._why(self._usual_reason(), self._tries))

    def _refuse(self, refused: _RefusedError) -> None:
        self._refusals[id(refused.reason)] += 1
        self._reasons[id(refused.reason)] = refused

    def _usual_reason(self) -> _RefusedError:
        ((worst, _),) = self._refusals.most_common(1)
        return self._reasons[worst]

    def _listed(self) -> tuple[dict[str, dict[str, int]], ...] | None:
        """Every deck that the recipe gives, in order; None if that takes more than `MOST_LISTED` draws."""
        if self._space > MOST_LISTED:
            return None
        decks: list[dict[str, dict[str, int]]] = []
        visited = 0
        waiting: list[dict[str, dict[str, int]]] = [{}]
        while waiting:
            drawn = waiting.pop()
            pools = self._recipe.pools[: len(drawn)]
            picks = {pool.name: self._shown(drawn[pool.id]) for pool in pools}
            if len(drawn) == len(self._recipe.pools):
                if broken := self._broken(picks):
                    self._refuse(_RefusedError(broken))
                else:
                    decks.append(drawn)
                continue
            pool = self._recipe.pools[len(drawn)]
            stock = self._stock(pool, drawn, picks)
            visited += stock.choices.count
            if visited > MOST_LISTED:
                self._refusals.clear()
                return None
            if not stock.choices.count:
                self._refuse(_RefusedError(pool, len(stock.cards)))
            for number in reversed(range(stock.choices.count)):
                way = stock.choices.way(number)
                waiting.append({**drawn, pool.id: {stock.cards[kind]: times for kind, times in way}})
        return tuple(decks)

    def _counted_decks(self) -> DeckCounter | None:
        """The decks of the recipe, counted; None if that isn't possible."""
        pools, rules = self._recipe.pools, self._recipe.rules
        lists = frozenset({"deck", *(pool.name for pool in pools)})
        self._refusals.clear()
        try:
            measured = [each for rule in rules for each in measures(rule.check.source, lists)]

            @cache
            def adds(number: int, card: str) -> tuple[Any, ...]:
                drawn = self._shown({card: 1})
                alone = {
                    **self._context,
                    **dict.fromkeys(lists, ()),
                    "deck": drawn,
                    pools[number].name: drawn,
                }
                return tuple([each.of(alone) for each in measured])

            def stock(number: int, drawn: Drawn) -> Stock:
                pool, picks = (
                    pools[number],
                    {each.name: self._shown(drawn.get(each.id, {})) for each in pools},
                )
                there = self._stock(pool, drawn, picks)
                if not there.choices.count:
                    self._refuse(_RefusedError(pool, len(there.cards)))
                return Stock(there.cards, pool.take, pool.of_each)

            def is_legal(drawn: Drawn) -> bool:
                broken = self._broken({pool.name: self._shown(drawn[pool.id]) for pool in pools})
                if broken is not None:
                    self._refuse(_RefusedError(broken))
                return broken is None

            return DeckCounter(
                Plan(
                    [pool.id for pool in pools],
                    stock,
                    [any(pool.name in seen for seen in self._seen.values()) for pool in pools],
                    adds=adds,
                    start=tuple([frozenset() if each.is_set else 0 for each in measured]),
                    is_legal=is_legal,
                )
            )
        except (UncountableError, UnmeasurableError):
            self._refusals.clear()
            return None

    def _exact_total(self) -> int:
        if self._counter is not None:
            return self._counter.total
        if self._every is not None:
            return len(self._every)
        return prod(self._stock(pool, {}, {}).choices.count for pool in self._recipe.pools)

    def require(self, count: int) -> None:
        """Raises RecipeError if there can't be that many decks."""
        if not 1 <= count <= self.most:
            raise RecipeError(self._too_few(count))

    def proved(self, deck: Deck) -> bool:
        """Whether a deck satisfies the recipe: each pool's number, conditions and repetitions, and every
        rule.
        """
        if tuple(deck.pools) != tuple(pool.id for pool in self._recipe.pools):
            return False
        picks: dict[str, tuple[dict[str, Any], ...]] = {}
        for number, pool in enumerate(self._recipe.pools):
            taken, earlier = deck.pools[pool.id], self._recipe.pools[:number]
            is_right = sum(taken.values()) == pool.take and all(
                1 <= times <= pool.of_each
                and self._fits(pool, card, picks)
                and not any(self._fits(each, card, picks) for each in earlier)
                for card, times in taken.items()
            )
            if not is_right:
                return False
            picks[pool.name] = self._shown(taken)
        return self._broken(picks) is None

    def _fits(self, pool: DeckPool, card: str, picks: Values) -> bool:
        """Whether a pool offers a card and no earlier pool does."""
        return card in self._offers[pool.id] and self._matches(pool, card, picks)

    def _draw(self, place: int) -> dict[str, dict[str, int]]:
        """The cards of a draw, by pool. Raises _RefusedError."""
        drawn: dict[str, dict[str, int]] = {}
        picks: dict[str, tuple[dict[str, Any], ...]] = {}
        for pool in self._recipe.pools:
            stock = self._stock(pool, drawn, picks)
            count = stock.choices.count
            if not count:
                raise _RefusedError(pool, len(stock.cards))
            place, digit = divmod(place, count)
            # What was drawn so far is part of the key, so that the next pool is
            # shuffled differently for each draw.
            key = key_from(self._keys[pool.id], repr(list(drawn.values())))
            way = stock.choices.way(shuffled(digit, count, key))
            drawn[pool.id] = {stock.cards[kind]: times for kind, times in way}
            picks[pool.name] = self._shown(drawn[pool.id])
        if place:
            raise _RefusedError(None)  # There are fewer decks with these picks than this number.
        if broken := self._broken(picks):
            raise _RefusedError(broken)
        return drawn

    def _stock(
        self, pool: DeckPool, drawn: Mapping[str, Mapping[str, int]], picks: Mapping[str, Any]
    ) -> _Stock:
        seen = self._seen[pool.id]
        by_name = {each.name: drawn.get(each.id) for each in self._recipe.pools}
        key = (pool.id, *[tuple((by_name[name] or {}).items()) for name in seen])
        stock = self._stocks.get(key)
        if stock is None:
            earlier: set[str] = set()
            for each in self._recipe.pools:
                if each is pool:
                    break
                earlier |= {card for card in self._offers[each.id] if self._matches(each, card, picks)}
            cards = [card for card in self._offers[pool.id] if card not in earlier]
            cards = [card for card in cards if self._matches(pool, card, picks)]
            counted = len(cards) * pool.take if pool.take <= len(cards) * pool.of_each else 1
            if counted > MOST_COUNTED:
                raise RecipeError(_large_pool(pool, len(cards)))
            self._counted += counted
            if self._counted > REMEMBERED:
                self._stocks.clear()
                self._counted = counted
            stock = self._stocks[key] = _Stock(tuple(cards), Choices(len(cards), pool.of_each, pool.take))
        return stock

    def _shown(self, taken: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Cards as expressions see them: each repeated by its number, with one copy."""
        return tuple(
            [{**self._values[card], "copies": 1} for card, times in taken.items() for _ in range(times)]
        )

    def _matches(self, pool: DeckPool, card: str, picks: Values) -> bool:
        if pool.where is None:
            return True
        return self._holds(pool.where, {**picks, "card": self._values[card]})

    def _broken(self, picks: Mapping[str, tuple[dict[str, Any], ...]]) -> DeckRule | None:
        """The first rule that a deck violates."""
        if not self._recipe.rules:
            return None
        seen = {**picks, "deck": tuple([card for cards in picks.values() for card in cards])}
        return next((rule for rule in self._recipe.rules if not self._holds(rule.check, seen)), None)

    def _holds(self, condition: Expression, seen: Values) -> bool:
        try:
            value = expression(condition.source)({**self._context, **seen})
        except ExpressionError as error:
            raise evaluation_error(condition, error) from None
        if not isinstance(value, bool):
            message = f"`{condition.source}` is {in_words(value)}, not yes or no"
            hint = "compare it with something: `… > 0`, `… in …`"
            raise EvaluationError("bad-condition", message, condition.span, hint=hint)
        return value

    def _size(self, samples: int) -> int:
        """The number of possible draws: exact, or if pools depend on one another, the minimum of some
        samples.
        """
        sizes = []
        for sample in range(samples):
            size, drawn, picks = 1, dict[str, dict[str, int]](), dict[str, Any]()
            for pool in self._recipe.pools:
                stock = self._stock(pool, drawn, picks)
                count = stock.choices.count
                size *= count
                if not count:
                    self._lack = _RefusedError(pool, len(stock.cards))
                    break
                way = stock.choices.way(shuffled(sample % count, count, self._keys[pool.id]))
                drawn[pool.id] = {stock.cards[kind]: times for kind, times in way}
                picks[pool.name] = self._shown(drawn[pool.id])
            if size:
                sizes.append(size)
        # The smallest sampled: a draw with fewer ways than its number needs is refused (`_draw`).
        return min([*sizes, LARGEST]) if sizes else 0

    def _too_few(self, number: int) -> Diagnostic:
        if not self._space and self._lack is not None:
            return self._why(self._lack, 0)
        if self.is_exact and not self.total and self._refusals:
            return self._why(self._usual_reason(), 0)
        gives = f"{self.most:,}" if self.is_exact and self.most == self.total else f"at most {self.most:,}"
        message = f"the recipe gives {gives} decks, so there is no deck {number:,}"
        hint = "let pools offer more cards" if self.most < MOST_NAMES else "so many decks have names"
        if not self.is_exact and self._tries > 1:
            hint += (
                f"; with rules or pools that depend on others, {self._tries:,} draws must be possible for "
                "each deck"
            )
        about: Subject = "request" if self.most else "game"
        return Diagnostic(CODE, "error", message, span=self._recipe.span, hint=hint, about=about)

    def _why(self, refused: _RefusedError, draws: int) -> Diagnostic:
        reason = refused.reason
        if isinstance(reason, DeckPool):
            return _short_pool(reason, refused.offered)
        if isinstance(reason, DeckRule):
            message = f"there is no deck for which “{reason.says}” holds"
            if draws:
                message = f"no deck could be drawn for which “{reason.says}” holds ({draws:,} draws)"
            return Diagnostic(
                CODE, "error", message, span=reason.span, hint="relax the rule, or narrow the pools"
            )
        message = f"no deck could be drawn ({draws:,} draws)"
        return Diagnostic(CODE, "error", message, span=self._recipe.span, hint="let pools offer more cards")


def _short_pool(pool: DeckPool, offered: int) -> Diagnostic:
    cards = f"{offered} card{'s' if offered != 1 else ''}"
    repeated = f", {pool.of_each} of each," if pool.of_each > 1 else ""
    message = f"the pool `{pool.id}` takes {pool.take}, but only {cards}{repeated} can be in it"
    hint = "a card belongs to the first pool that it fits; widen `where`, take fewer, or set `of-each`"
    return Diagnostic(CODE, "error", message, span=pool.span, hint=hint)


def _large_pool(pool: DeckPool, offered: int) -> Diagnostic:
    message = f"the pool `{pool.id}` takes {pool.take:,} of {offered:,} cards, in too many ways to count"
    return Diagnostic(
        CODE, "error", message, span=pool.span, hint="take fewer, or divide it into several pools"
    )


class DeckCount(NamedTuple):
    """How many decks a recipe gives, or why it gives none."""

    number: int
    is_exact: bool
    """Whether that is how many there are; else it is the largest number that may be asked for."""
    problem: Diagnostic | None = None


def count_decks(recipe: Recipe, run: Run) -> DeckCount:
    """How many decks a recipe gives, for the cards of a run."""
    try:
        maker = DeckMaker(recipe, run, SEED)
        maker.deck(1)
    except (RecipeError, EvaluationError) as broken:
        return DeckCount(0, True, broken.diagnostic)
    return DeckCount(maker.total, maker.is_exact)


def problems(recipe: Recipe, run: Run) -> Iterator[Diagnostic]:
    """Why a recipe gives no decks, for the cards of a run."""
    problem = count_decks(recipe, run).problem
    if problem is not None:
        yield problem
