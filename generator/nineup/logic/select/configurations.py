"""The configurations of a game: each legal player count, boxes in use and choice of options, and their order.

`select` builds exactly these, and the rules are proved for exactly these.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, combinations, product
from math import comb, prod
from typing import NamedTuple

from nineup.logic.select.options import Value, completed, is_possible
from nineup.logic.select.ties import Tie, Way, narrowed, ties_of, values_of
from nineup.logic.select.use import SetItem, SetLength, Use, Uses, option_of
from nineup.model.game import Band, Game, Item, Option


class Seat(NamedTuple):
    """A player count, and the names of the bands in use beyond the first, in order."""

    players: int
    bands: tuple[str, ...]


MOST_KEPT = 4096
"""The longest cached list of configurations."""

# A digit counts up to 65,535 options, items or players before it would run over into the next one. As no two
# configurations have the same size, it is also a short key (`Proof.at`).
DIGIT_BITS = 16
"""The number of bits in a digit of a size."""


class _Digit(Enum):
    """The digits of a size that count, most significant first.

    Digits of single bands, options and items follow them.
    """

    OPTIONS = "options and bands that differ from their defaults"
    ITEMS = "chosen items"
    PLAYERS = "players"


class Configuration(NamedTuple):
    """A player count, the bands in use beyond the first, and the value of each option.

    `size` orders configurations: fewest options away from their defaults (a band in use without need counts
    as one), then fewest items chosen in sets, then fewest players, then the order of the game's files.
    """

    players: int
    bands: tuple[str, ...]
    options: dict[str, Value]
    size: int


def _size_of(configuration: Configuration) -> int:
    return configuration.size


def counts(game: Game) -> tuple[int, ...]:
    """The game's player counts, in order, each once."""
    return tuple(sorted(set(chain.from_iterable(range(band.low, band.high + 1) for band in game.bands))))


def expansions(game: Game) -> tuple[Band, ...]:
    """The bands of players beyond the base box."""
    return game.bands[1:]


def needed_bands(game: Game, players: int) -> tuple[str, ...]:
    """The bands beyond the first that this player count requires."""
    return tuple(band.name for band in expansions(game) if band.low <= players)


def is_box(game: Game, players: int, bands: Collection[str]) -> bool:
    """Whether a player count is the largest that the boxes in use serve: the run that represents the whole
    box.
    """
    return players == box_players(game, bands)


def box_players(game: Game, bands: Collection[str]) -> int:
    """The largest player count that the base box and the bands in use serve."""
    return max([game.bands[0].high, *(band.high for band in expansions(game) if band.name in bands)])


def box_seats(game: Game, bands: Collection[str], uses: Collection[Use] | None = None) -> tuple[Seat, ...]:
    """The seats inside a whole box: every player count it serves, with each set of its bands that serves it.

    With `uses`, only what differs in these names.
    """
    most = box_players(game, bands)
    seats: dict[Seat, None] = {}
    for players in counts(game) if uses is None or "players" in uses else (most,):
        if players <= most:
            need = needed_bands(game, players)
            free = [name for name in bands if name not in need and (uses is None or name in uses)]
            for size in range(len(free) + 1):
                for some in combinations(free, size):
                    seats[Seat(players, _ordered(game, (*need, *some)))] = None
    return tuple(seats)


def _ordered(game: Game, names: Collection[str]) -> tuple[str, ...]:
    return tuple(band.name for band in expansions(game) if band.name in names)


class Space:
    """The configurations of a game, or those with certain player counts and choices.

    Where the limits of an option differ by player count, its configurations are those of its `parts`, one
    space for each range of players with the same limits; what goes through choices asks each of `among`.

    `fixed` maps options to their value, and names of bands to whether they are in use; `players` names
    the counts (empty: all). Methods take the names that vary (see `uses`); everything else keeps
    its smallest value.
    """

    def __init__(self, game: Game, fixed: Mapping[str, Value] = {}, players: Collection[int] = ()) -> None:
        self.game = game
        self.fixed = fixed
        self.ties = tuple(narrowed(tie, fixed) for tie in ties_of(game.options, game.legal))
        self._players = players
        self._options = tuple(game.options.values())
        self._bands = expansions(game)
        can_be = all(tie.ways for tie in self.ties)
        seated = [n for n in counts(game) if (not players or n in players) and self._is_open(n)]
        self._by_players = {option.id: option for option in self._options if option.by_players}
        self.parts = self._by_limits(seated) if self._by_players else (self,)
        """The same configurations by ranges of players with the same options; itself if they never differ."""
        if self._by_players:
            seated = sorted(n for part in self.parts for n in part.counts)
        self.counts: tuple[int, ...] = tuple(seated if can_be or self._by_players else ())
        self.everything: Uses = frozenset({"players", *(band.name for band in self._bands), *game.options})
        self._digits = self._weights()
        self._seat_names: Uses = frozenset({"players", *(band.name for band in self._bands)})
        self._seats: dict[Uses, tuple[Seat, ...]] = {}
        """By those of these names that vary."""
        self._listed: dict[Uses, list[Configuration]] = {}
        """Configurations already enumerated, by the names that vary: many rules ask for the same."""
        self.smallest = {option.id: self.values(option, ())[0] for option in self._options}
        """The value of each option in the smallest choice."""
        for tie in self.ties if can_be else ():
            self.smallest |= self._smallest_of(self.completed(tie, way) for way in tie.ways)
        if self._by_players and self.parts:
            self.smallest = self._usual.smallest
        self._smallest_size = sum(
            self.value_size(option, self.smallest[option.id]) for option in self._options
        )

    def _by_limits(self, seated: Sequence[int]) -> "tuple[Space, ...]":
        """A space for each range of players with the same limits, without those in which a fixed value is
        illegal.
        """
        ranges: dict[tuple[tuple[int, int] | None, ...], list[int]] = {}
        for n in seated:
            if is_possible(self.game, n, self.fixed):
                ranges.setdefault(tuple(o.at(n).players for o in self._by_players.values()), []).append(n)
        parts = (Space(self.game.at(some[0]), self.fixed, some) for some in ranges.values())
        return tuple(part for part in parts if part.counts)

    @property
    def _usual(self) -> "Space":
        """The part that stands for all where players don't matter."""
        high = self.game.bands[0].high
        return next((part for part in self.parts if high in part.counts), self.parts[-1])

    def with_players(self, uses: Uses) -> Uses:
        """The uses, with the player count if it decides what these options may be."""
        by_players = self._by_players and any(option_of(use) in self._by_players for use in self.tied(uses))
        return uses | {"players"} if by_players else uses

    def among(self, uses: Collection[Use]) -> "tuple[Space, ...]":
        """The parts whose configurations differ in these names: one, if neither players nor limits by players
        matter.
        """
        if len(self.parts) < 2 or "players" in self.with_players(frozenset(uses)):
            return self.parts
        return (self._usual,)

    def completed(self, tie: Tie, way: Way) -> dict[str, Value]:
        """The smallest legal values of a tie's options in one of its ways."""
        return {**tie.options_in(way), **{o.id: self.fixed[o.id] for o in tie.options if o.id in self.fixed}}

    def _smallest_of(self, choices: Iterable[dict[str, Value]]) -> dict[str, Value]:
        """The smallest of some values for the same options."""

        def size(choice: dict[str, Value]) -> int:
            return sum(self.value_size(self.game.options[id], value) for id, value in choice.items())

        return min(choices, key=size)

    def legal_with(self, decided: Mapping[str, Value]) -> dict[str, Value] | None:
        """The smallest legal choice with some values, each of them legal itself; None if there is none."""
        options = {**self.smallest, **decided}
        for tie in self.ties if not self.is_legal(options) else ():
            own = {option.id: decided[option.id] for option in tie.options if option.id in decided}
            ways = [self.completed(tie, way) | own for way in narrowed(tie, own).ways]
            if not ways:
                return None
            options |= self._smallest_of(ways)
        return options

    def tied(self, uses: Collection[Use]) -> Uses:
        """The uses, with all choices on which these depend because of relations."""
        more = (tie.atoms for tie in self.ties if tie.meets(uses))
        return frozenset(chain(uses, *more))

    def is_legal(self, options: Mapping[str, Value]) -> bool:
        """Whether relations allow a choice of options."""
        return not any(relation.refusal(lambda choice: choice.is_in(options)) for relation in self.game.legal)

    def _is_open(self, players: int) -> bool:
        return all(self.fixed.get(name, True) for name in needed_bands(self.game, players))

    def _weights(self) -> "dict[_Digit | Use, int]":
        """The weight of each digit of a size, most significant first."""
        digits: list[_Digit | Use] = [*_Digit, *(band.name for band in self._bands)]
        for option in self._options:
            digits.append(option.id)
            digits += [SetItem(option.id, item) for item in option.values if option.kind == "some"]
        return {digit: 1 << DIGIT_BITS * (len(digits) - 1 - place) for place, digit in enumerate(digits)}

    def fixing(self, fixed: Mapping[str, Value]) -> "Space":
        """The same configurations, restricted to these values of options that aren't already fixed."""
        return Space(self.game, {**fixed, **self.fixed}, self._players)

    def seats(self, uses: Collection[Use]) -> tuple[Seat, ...]:
        """The player counts, each with every set of bands that may be in use."""
        if not self.counts:
            return ()
        used = self._seat_names.intersection(uses)
        if used not in self._seats:
            self._seats[used] = self._listed_seats(used)
        return self._seats[used]

    def _listed_seats(self, used: Uses) -> tuple[Seat, ...]:
        if not used:
            # Players don't matter, so one count stands for all: the one that represents the base box
            # (`is_box`).
            high = self.game.bands[0].high
            return (self._seat(high if high in self.counts else self.counts[-1], ()),)
        seats = []
        for players in self.counts:
            need = needed_bands(self.game, players)
            free = [band.name for band in self._bands if band.name in used - self.fixed.keys()]
            free = [name for name in free if name not in need]
            sets = chain.from_iterable(combinations(free, size) for size in range(len(free) + 1))
            seats += [self._seat(players, some) for some in sets]
        return tuple(seats)

    def _seat(self, players: int, more: Collection[str]) -> Seat:
        fixed = [band.name for band in self._bands if self.fixed.get(band.name)]
        return Seat(players, _ordered(self.game, (*needed_bands(self.game, players), *fixed, *more)))

    def configurations(self, uses: Collection[Use] | None = None) -> Iterator[Configuration]:
        """Every configuration that differs in the names in `uses` (None: in anything), smallest first."""
        names = self.everything if uses is None else self._without_repeats(self.tied(uses))
        if names in self._listed:
            return iter(self._listed[names])
        among = self.among(names)
        if among == (self,):
            configurations = self._all(names)
        else:
            every = (part.configurations(names) for part in among)
            configurations = sorted(chain.from_iterable(every), key=lambda each: each.size)
        if len(configurations) <= MOST_KEPT:
            self._listed[names] = configurations
        return iter(configurations)

    def _without_repeats(self, uses: Collection[Use]) -> Uses:
        """The same uses without parts of a set that is named as a whole, directly or by all of its items."""
        # Two rules may name the same in different ways; with one name,
        # configurations are listed once for both.
        names: set[Use] = set(uses)
        for option in self._options if any(not isinstance(use, str) for use in names) else ():
            items = {SetItem(option.id, item) for item in option.values} if option.kind == "some" else set()
            if items and (option.id in names or items <= names):
                names = {option.id, *(names - items - {SetLength(option.id)})}
        return frozenset(names)

    def _all(self, names: Collection[Use]) -> list[Configuration]:
        # Sizes are sums, so each value's addend is computed once and not once for each product that it is in.
        seats = [(*seat, self.seat_size(*seat)) for seat in self.seats(names)]
        used = set(map(option_of, names))
        varied = [option for option in self._options if option.id in used and option.id not in self.fixed]
        values = [[(v, self.value_size(o, v)) for v in self.values(o, names)] for o in varied]
        ids = [option.id for option in varied]
        rest = self._smallest_size - sum(self.value_size(o, self.smallest[o.id]) for o in varied)
        is_tied = any(tie.meets(names) for tie in self.ties)
        configurations = []
        for choice in product(*values):
            options = {**self.smallest, **dict(zip(ids, [value for value, _ in choice], strict=True))}
            if is_tied and not self.is_legal(options):
                continue
            size = sum([size for _, size in choice], rest)
            configurations += [
                Configuration(players, bands, options, size=size + more) for players, bands, more in seats
            ]
        configurations.sort(key=lambda configuration: configuration.size)
        return configurations

    def configuration(self, seat: Seat, options: dict[str, Value]) -> Configuration:
        """The configuration of a seat and a value for each option."""
        size, smallest = self._smallest_size, self.smallest
        for id, value in options.items():
            if value is not smallest[id]:
                option = self.game.options[id]
                size += self.value_size(option, value) - self.value_size(option, smallest[id])
        return Configuration(*seat, options, size + self.seat_size(*seat))

    def with_fewest_players(self, configuration: Configuration) -> Configuration:
        """The same choice in the smallest seat, without bands that its players don't need."""
        if self.parts != (self,):
            return min((each.moved(configuration, self.smallest) for each in self.parts), key=_size_of)
        (seat, *_) = self.seats({"players"})
        less = self.seat_size(configuration.players, configuration.bands)
        return Configuration(*seat, configuration.options, configuration.size - less + self.seat_size(*seat))

    def moved(self, configuration: Configuration, smallest: Mapping[str, Value]) -> Configuration:
        """The same choice in the smallest seat of this part; what is `smallest` elsewhere is so here."""
        options = {
            id: self.smallest[id] if value == smallest[id] else value
            for id, value in configuration.options.items()
        }
        (seat, *_) = self.seats({"players"})
        return self.configuration(seat, options)

    def count(self, uses: Collection[Use] | None = None) -> int:
        """The number of `configurations`, without enumerating them."""
        names = self.everything if uses is None else self.tied(uses)
        among = self.among(names)
        if among != (self,):
            return sum(part.count(names) for part in among)
        ties = [tie for tie in self.ties if tie.meets(names)]
        tied = {option.id for tie in ties for option in tie.options}
        number = self._seats_count(names) * prod(self._tie_count(tie, names) for tie in ties)
        return number * prod(self._values_count(o, names) for o in self._options if o.id not in tied)

    def _tie_count(self, tie: Tie, uses: Collection[Use]) -> int:
        """The number of ways of a tie, each with all that its sets may contain besides."""
        sets = [option for option in tie.options if option.kind == "some" and option.id not in self.fixed]
        return sum(
            prod(self._sets_count(option, uses, *tie.items(option, way)) for option in sets)
            for way in tie.ways
        )

    def _seats_count(self, uses: Collection[Use]) -> int:
        names = [band.name for band in self._bands if band.name in uses and band.name not in self.fixed]
        if not names:
            return len(self.seats(uses))
        needed = (needed_bands(self.game, players) for players in self.counts)
        return sum(2 ** sum(name not in need for name in names) for need in needed)

    def seat_size(self, players: int, bands: Collection[str]) -> int:
        """A seat's addend to a configuration's size."""
        need = needed_bands(self.game, players)
        # A band that the players need, or that was asked for, changes nothing from what is usual.
        more = [name for name in bands if name not in need and name not in self.fixed]
        added = len(more) * self._digits[_Digit.OPTIONS] + sum(self._digits[name] for name in more)
        return players * self._digits[_Digit.PLAYERS] + added

    def value_size(self, option: Option, value: Value) -> int:
        """An option value's addend to a configuration's size."""
        if isinstance(value, tuple):
            return sum(self.item_size(option, item, item in value) for item in option.values)
        changed = self._digits[_Digit.OPTIONS] if value != option.default else 0
        place = option.values.index(value) if isinstance(value, Item) else int(value != option.default)
        return changed + place * self._digits[option.id]

    def item_size(self, option: Option, item: str, chosen: bool) -> int:
        """The addend of an item in a set to a configuration's size."""
        if chosen:
            return self._digits[_Digit.ITEMS] + self._digits[option.id]
        # An item that is missing costs its own digit, and earlier items have more significant ones: so of
        # sets of one length, those with the earlier items are smaller. (`red` before `blue` before
        # `pink`, if the file lists them so.)
        return self._digits[SetItem(option.id, item)]

    def values(self, option: Option, uses: Collection[Use]) -> Sequence[Value]:
        """The values of an option: all, those that differ in what is used, or just the smallest."""
        if option.id in self.fixed:
            return (self.fixed[option.id],)
        if option.kind == "some":
            return self._sets(option, uses)
        return values_of(option) if option.id in uses else (option.default,)

    def _sets(self, option: Option, uses: Collection[Use]) -> Sequence[Value]:
        """The legal sets of an option, those that differ in the items or the length that is used."""
        whole = option.id in uses
        named = [item for item in option.values if whole or SetItem(option.id, item) in uses]
        # Of the items that aren't named only the number can matter, so the first of them stand for all.
        others = len(option.values) - len(named)
        sizes = range(others + 1) if SetLength(option.id) in uses else (None,)
        sets = []
        for size in range(min(len(named), option.at_most) + 1):
            for chosen in combinations(named, size):
                candidates = [completed(option, chosen, named, more=more) for more in sizes]
                sets += [value for value in candidates if value is not None]
        return sets

    def _values_count(self, option: Option, uses: Collection[Use]) -> int:
        if option.id in self.fixed:
            return 1
        if option.kind == "some":
            return self._sets_count(option, uses)
        if option.id not in uses:
            return 1
        return 2 if option.kind == "switch" else len(option.values)

    def _sets_count(
        self,
        option: Option,
        uses: Collection[Use],
        chosen: Collection[Item] = (),
        decided: Collection[Item] = (),
    ) -> int:
        """The number of sets in `_sets` that contain exactly these of the decided items; an upper bound if
        only some items are used.
        """
        others = [item for item in option.values if item not in decided]
        if option.id not in uses:
            used = sum(SetItem(option.id, item) in uses for item in others)
            lengths = len(others) - used + 1 if SetLength(option.id) in uses else 1
            return lengths * sum(comb(used, size) for size in range(min(used, option.at_most) + 1))
        least = max(option.at_least - len(chosen), 0)
        sizes = range(least, option.at_most - len(chosen) + 1)
        every = sum(comb(len(others), size) for size in sizes)
        if not option.including or any(item in option.including for item in chosen):
            return every
        # All sets of these sizes, without those that have none of the demanded items.
        without = sum(item not in option.including for item in others)
        return every - sum(comb(without, size) for size in sizes)
