"""Finds the configurations that matter to something that depends on options only through totals, however many
options contribute.

If a deck of a hundred cards has a card for each of a hundred options, 2^100 choices give a hundred different
totals. For each of them the smallest configuration is found by adding up the contributions one group of
options at a time.

It is the table of sums that one makes for several dice: the totals that the first groups can reach, each with
the smallest choice that reaches it; every further group adds each of its contributions to each of them. That
keeps the smallest choice because the size of a choice is a sum, too: whatever later groups add, the smaller
of two ways to the same totals stays the smaller (the principle of optimality of dynamic programming). Options
that one addend reads together can't be added up apart, so they form one group, whose choices are all tried.

A group costs its number of choices times the totals before it, instead of all
choices of all groups multiplied.

Three switches that are off by default bring cards to a deck: `a` one card, `b` one, `c` two.

  after a:  0, 1 (a)
  after b:  0, 1 (b), 2 (a b)
  after c:  0, 1 (b), 2 (c), 3 (b c), 4 (a b c)

Five configurations are left of eight. Two cards come from `c` alone, which changes one option and not two;
one card comes from `b`, since options that the game file lists later weigh less (`Configuration.size`).
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import Any, NamedTuple

import msgspec

from nineup.logic.select.configurations import Configuration, Seat, Space
from nineup.logic.select.options import Value, completed
from nineup.logic.select.ties import Atom, Tie
from nineup.logic.select.use import SetItem, SetLength, Use, Uses, option_of
from nineup.model.game import Option

MOST_STATES = 20_000
"""The largest number of different totals kept at once."""

MOST_CHOICES = 4_096
"""The largest number of choices of one group of options."""

MOST_DIRECT = 512
"""The largest number of choices of what is not added up."""


class Addend(msgspec.Struct, frozen=True):
    """A contribution to some totals, such as a card's."""

    uses: Uses
    """Everything that the amounts depend on."""
    totals: tuple[Hashable, ...]
    """The names of the totals to which it adds; addends with an equal name add to the same total."""
    amounts: Callable[[Seat, dict[str, Value]], tuple[int, ...]]
    """What it adds to each of them, given a seat and options."""


class _Way(msgspec.Struct, frozen=True):
    """The smallest way to reach totals: its size, its choice, and the way that it continues."""

    size: int
    choice: Mapping[Atom, Any]
    before: "_Way | None" = None

    def choices(self) -> dict[Atom, Any]:
        """Everything that it chooses."""
        choices: dict[Atom, Any] = {}
        way: _Way | None = self
        while way is not None:
            choices |= way.choice
            way = way.before
        return choices


_Sets = tuple[tuple[int, bool], ...]

_State = tuple[tuple[int, ...], _Sets]
"""Totals, and for each set the number of chosen items (as far as it matters) and whether a needed one is
among them.
"""


class _Tied(NamedTuple):
    """The open atoms of a tie, and the legal ways to decide them together."""

    atoms: tuple[Atom, ...]
    ways: frozenset[tuple[Any, ...]]

    @classmethod
    def of(cls, tie: Tie, space: Space) -> "_Tied":
        atoms = tuple(atom for atom in tie.atoms if option_of(atom) not in space.fixed)
        return cls(atoms, frozenset(tuple(way[atom] for atom in atoms) for way in tie.ways))

    def allows(self, choice: Mapping[Atom, Any]) -> bool:
        return tuple(choice[atom] for atom in self.atoms) in self.ways


class _Group(msgspec.Struct, frozen=True):
    """Atoms that some addends use together, or relations tie together."""

    atoms: tuple[Atom, ...]
    addends: tuple[Addend, ...]
    by_seat: bool
    """Whether their addends also depend on the players or the bands in use."""
    by_direct: tuple[Atom, ...]
    """The directly used atoms on which they also depend."""
    ties: tuple[_Tied, ...]


class TooManyError(Exception):
    """There are more different totals than can be kept."""


def totals_effort(space: Space, direct: Uses, addends: Sequence[Addend]) -> int:
    """The approximate number of amounts that `by_totals` evaluates."""
    return _Totals(space, direct, addends, spend=lambda steps: None).effort()


def by_totals(
    space: Space, direct: Uses, addends: Sequence[Addend], spend: Callable[[int], None]
) -> Iterator[Configuration]:
    """The smallest configuration for each value of what is used directly and each value of the totals.

    The player count and the bands are used directly if an addend uses them. `spend` is called with the number
    of steps before they are taken, and may raise TooManyError; so may this.
    """
    return _Totals(space, direct, addends, spend=spend).configurations()


class _Totals:
    """The work of `by_totals`."""

    def __init__(
        self, space: Space, direct: Uses, addends: Sequence[Addend], spend: Callable[[int], None]
    ) -> None:
        self.space = space
        self.spend = spend
        self.options = space.game.options
        self.addends = addends
        names = dict.fromkeys(name for addend in addends for name in addend.totals)
        self.columns = {name: column for column, name in enumerate(names)}
        """The places of the totals in a state."""
        every = space.tied(direct.union(*{addend.uses for addend in addends}))
        self.ties = [_Tied.of(tie, space) for tie in space.ties if tie.meets(every)]
        self.seats = space.seats(every)
        self.lengths = {id for id in self.options if SetLength(id) in every}
        self.direct = tuple(self._atoms(direct - {SetLength(id) for id in self.lengths}))
        added = [atom for atom in self._atoms(every) if atom not in self.direct]
        self.by_atom = self._by_atom()
        """The addends that use each atom."""
        self.groups = self._grouped(added)
        self._sums: dict[tuple[Any, ...], dict[_State, _Way]] = {}
        """For the first groups, by everything that they depend on."""
        touched = {atom.option for atom in (*self.direct, *added) if isinstance(atom, SetItem)}
        self.sets = tuple(option for id, option in self.options.items() if id in touched)
        """The options whose items are decided one by one."""
        self.items = {option.id: [SetItem(option.id, item) for item in option.values] for option in self.sets}
        """Their items."""

    def _atoms(self, uses: Collection[Use]) -> dict[Atom, None]:
        atoms: dict[Atom, None] = {}
        for option in self.options.values():
            if option.id in self.space.fixed:
                continue
            if option.kind != "some":
                atoms |= {option.id: None} if option.id in uses else {}
                continue
            # Each item counts toward the length of its set, so what reads the length reads all of them.
            reads_all = option.id in uses or SetLength(option.id) in uses
            items = [SetItem(option.id, item) for item in option.values]
            atoms |= dict.fromkeys(item for item in items if reads_all or item in uses)
        return atoms

    def _by_atom(self) -> dict[Atom, list[Addend]]:
        using: dict[Uses, list[Addend]] = {}
        for addend in self.addends:
            using.setdefault(addend.uses, []).append(addend)
        by_atom: dict[Atom, list[Addend]] = {}
        for uses, addends in using.items():
            for atom in self._atoms(uses):
                by_atom.setdefault(atom, []).extend(addends)
        return by_atom

    def _grouped(self, atoms: Sequence[Atom]) -> list[_Group]:
        """The atoms in groups: two that one addend uses, or one tie has, are in the same."""
        # The first atom that an addend or a tie has stands for all of them: every later one moves its group
        # there. So a chain of addends (a and b, b and c) ends up as one group.
        group_of = {atom: [atom] for atom in atoms}
        first: dict[int, list[Atom]] = {}
        for atom in atoms:
            ties = (tied for tied in self.ties if atom in tied.atoms)
            for each in (*self.by_atom.get(atom, ()), *ties):
                mine, other = group_of[atom], group_of[first.setdefault(id(each), [atom])[0]]
                if mine is not other:
                    other += mine
                    group_of.update(dict.fromkeys(mine, other))
        order = {atom: place for place, atom in enumerate(atoms)}
        groups = {id(group): group for group in group_of.values()}
        grouped = [self._group_of(tuple(sorted(group, key=order.__getitem__))) for group in groups.values()]
        return sorted(grouped, key=lambda group: (group.by_seat, len(group.by_direct)))

    def _group_of(self, atoms: tuple[Atom, ...]) -> _Group:
        addends = {id(addend): addend for atom in atoms for addend in self.by_atom.get(atom, ())}.values()
        uses = frozenset[Use]().union(*{addend.uses for addend in addends})
        players = {"players", *(band.name for band in self.space.game.bands[1:])}
        ties = tuple(tied for tied in self.ties if not set(atoms).isdisjoint(tied.atoms))
        used = self._atoms(uses).keys() | chain.from_iterable(tied.atoms for tied in ties)
        by_direct = tuple([atom for atom in self.direct if atom in used])
        return _Group(atoms, tuple(addends), not uses.isdisjoint(players), by_direct=by_direct, ties=ties)

    def effort(self) -> int:
        """The approximate number of amounts to evaluate, and of totals to examine."""
        work = len(self.seats) * self._number(self.direct)
        if work > MOST_DIRECT:
            return work * max(2, self._number([atom for group in self.groups for atom in group.atoms]))
        for group in self.groups:
            # As in `_summed`: a group that no seat matters to is added up once for all of them.
            seats = len(self.seats) if group.by_seat else 1
            work += seats * self._number((*group.by_direct, *group.atoms)) * len(group.addends)
        return work

    def _number(self, atoms: Iterable[Atom]) -> int:
        return prod(len(self._values(atom)) for atom in atoms)

    def configurations(self) -> Iterator[Configuration]:
        # What is used directly has no totals to share, so each of its values needs sums of its own.
        ties = [tied for tied in self.ties if set(tied.atoms) <= set(self.direct)]
        choices = [each for each in self._choices(self.direct) if all(tied.allows(each) for tied in ties)]
        if len(self.seats) * len(choices) > MOST_DIRECT:
            raise TooManyError
        for seat in self.seats:
            for choice in choices:
                yield from self._completed(seat, choice)

    def _choices(self, atoms: Sequence[Atom]) -> list[dict[Atom, Any]]:
        """Every way to decide some atoms."""
        values = [self._values(atom) for atom in atoms]
        number = 1
        for each in values:
            number *= len(each)
            if number > MOST_CHOICES:
                raise TooManyError
        return [dict(zip(atoms, picked, strict=True)) for picked in product(*values)]

    def _values(self, atom: Atom) -> Sequence[Any]:
        return (False, True) if isinstance(atom, SetItem) else self.space.values(self.options[atom], {atom})

    def _completed(self, seat: Seat, direct: dict[Atom, Any]) -> Iterator[Configuration]:
        """The smallest configuration of each total for a seat and a direct choice."""
        # The direct choice comes last: until then, the sums are the same for many of them. Its size doesn't
        # matter here, since all states of this call have the same one.
        states = self._sum(self._summed(seat, direct), {self._start(direct): _Way(0, direct)})
        best: dict[tuple[Any, ...], Configuration] = {}
        for (totals, sets), way in states.items():
            # Only now are sets made legal: an unfinished set may still get the items it demands from any
            # later group. Two states with the same totals may need different numbers of further items, so
            # the smaller is known only here.
            configuration = self._configuration(seat, way.choices())
            if configuration is not None:
                exact = tuple(
                    n for (n, _), option in zip(sets, self.sets, strict=True) if option.id in self.lengths
                )
                known = best.get((totals, exact))
                if known is None or configuration.size < known.size:
                    best[totals, exact] = configuration
        yield from best.values()

    def _start(self, direct: dict[Atom, Any]) -> _State:
        return (), tuple(self._chosen(option, direct) for option in self.sets)

    def _chosen(self, option: Option, choice: Mapping[Atom, Any]) -> tuple[int, bool]:
        chosen = [item for item in self.items[option.id] if choice.get(item)]
        return len(chosen), any(item.item in option.including for item in chosen)

    def _summed(self, seat: Seat, direct: dict[Atom, Any]) -> dict[_State, _Way]:
        """The totals of all groups.

        Groups that depend on neither come first, so that most of the work is shared.
        """
        nothing: _State = (), tuple((0, False) for _ in self.sets)
        states = {nothing: _Way(0, {})}
        known: tuple[Any, ...] = ()
        for group in self.groups:
            # The key grows with each group: a sum depends on everything that
            # the groups before it depended on.
            known = *known, seat if group.by_seat else None, *(direct[atom] for atom in group.by_direct)
            if known not in self._sums:
                self._sums[known] = self._sum(states, self._ways(seat, direct, group))
            states = self._sums[known]
        return states

    def _ways(self, seat: Seat, direct: dict[Atom, Any], group: _Group) -> dict[_State, _Way]:
        """The contribution of each choice of a group, and the smallest choice for it."""
        ways: dict[_State, _Way] = {}
        choices = self._choices(group.atoms)
        # Paid for in advance, so that a search that is too expensive ends before it begins.
        self.spend(len(choices) * (3 + len(group.addends)))
        for choice in choices:
            if not all(tied.allows({**direct, **choice}) for tied in group.ties):
                continue
            options = self._options({**direct, **choice})
            totals = [0] * len(self.columns)
            for addend in group.addends:
                for name, amount in zip(addend.totals, addend.amounts(seat, options), strict=True):
                    totals[self.columns[name]] += amount
            size = sum(self._size(atom, value) for atom, value in choice.items())
            state = tuple(totals), tuple(self._chosen(option, choice) for option in self.sets)
            if state not in ways or size < ways[state].size:
                ways[state] = _Way(size, choice)
        return ways

    def _sum(self, states: Mapping[_State, _Way], ways: Mapping[_State, _Way]) -> dict[_State, _Way]:
        sums: dict[_State, _Way] = {}
        self.spend(len(states) * len(ways) // 2)
        # An empty tuple stands for zeros. Most choices bring none of most decks,
        # and then there is nothing to add.
        added = [(more if any(more) else (), sets, way) for (more, sets), way in ways.items()]
        for (totals, sets), way in states.items():
            for more, more_sets, other in added:
                total = (
                    tuple([a + b for a, b in zip(totals, more, strict=True)])
                    if totals and more
                    else totals or more
                )
                joined = self._joined(sets, more_sets) if sets else sets
                if any(n > option.at_most for (n, _), option in zip(joined, self.sets, strict=True)):
                    continue  # No set becomes smaller again.
                state = total, joined
                size = way.size + other.size
                if state not in sums or size < sums[state].size:
                    sums[state] = _Way(size, other.choice, way)
        if len(sums) > MOST_STATES:
            raise TooManyError
        return sums

    def _joined(self, sets: _Sets, others: _Sets) -> _Sets:
        return tuple(
            self._capped(option, n + m, some or more)
            for option, (n, some), (m, more) in zip(self.sets, sets, others, strict=True)
        )

    def _capped(self, option: Option, number: int, including: bool) -> tuple[int, bool]:
        # Beyond what the set demands, more items make no choice more legal: counted on, each number of them
        # would be a state of its own. Below the most that it takes, each number leaves other room.
        exact = option.id in self.lengths or option.is_limited
        return (number if exact else min(number, option.at_least)), including or not option.including

    def _size(self, atom: Atom, value: Any) -> int:
        if isinstance(atom, SetItem):
            return self.space.item_size(self.options[atom.option], atom.item, value)
        return self.space.value_size(self.options[atom], value)

    def _options(self, choice: Mapping[Atom, Any]) -> dict[str, Value]:
        """Options about which only the chosen items are known."""
        # An addend is asked with sets that may be too small to be legal. It reads only
        # its own items, which are decided.
        options = dict(self.space.smallest)
        chosen: dict[str, set[str]] = {option.id: set() for option in self.sets}
        for atom, value in choice.items():
            if not isinstance(atom, SetItem):
                options[atom] = value
            elif value:
                chosen[atom.option].add(atom.item)
        for option in self.sets:
            options[option.id] = tuple([item for item in option.values if item in chosen[option.id]])
        return options

    def _configuration(self, seat: Seat, choice: Mapping[Atom, Any]) -> Configuration | None:
        """The smallest legal configuration that contains a choice; None if there is none."""
        options = self._options(choice)
        for option in self.sets:
            decided = [item for item in option.values if SetItem(option.id, item) in choice]
            chosen = [item for item in decided if choice[SetItem(option.id, item)]]
            value = completed(option, chosen, decided)
            if value is None:
                return None
            options[option.id] = value
        return self.space.configuration(seat, options)
