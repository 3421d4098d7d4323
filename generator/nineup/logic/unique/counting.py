"""Counts exactly the decks that a recipe allows, and gives the one with any number, without listing them.

A rule such as `total(deck, 'cost') <= 60` depends on a deck only through a sum, and so does
`deck|selectattr('rare')|list|length == 2`; `deck|map(attribute='clan')|unique|list|length` does through a
set. So decks whose sums and sets are equal are all legal or all not: one of them is evaluated for all. Decks
are built up kind by kind, and what is counted are states, the sums and sets so far, not decks. Of four cards
that cost 1, 1, 2 and 3, two are taken for at most 3: the states of two cards are 2 (one way), 3 (two), 4
(two) and 5 (one), so three of six decks are legal. Kinds that add the same are one step with several ways.

The counts are exact, and each legal deck has one number, so a random number is a deck drawn uniformly. The
work grows with the number of states, and is given up beyond a limit; so it is for a rule that depends on a
deck in another way, such as on the order of its cards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nineup.logic.unique.choices import Choices

MOST_STEPS = 400_000
"""The largest number of steps from one state to another: about a second."""

MOST_EVALUATED = 10_000
"""The largest number of decks that are evaluated for all that are like them."""

Drawn = Mapping[str, Mapping[str, int]]
"""Cards by pool, each with its times."""

_State = tuple[Any, ...]


class UncountableError(Exception):
    """There are too many states."""


class Stock(NamedTuple):
    """The cards that a pool offers, after some picks of the pools before."""

    cards: Sequence[str]
    take: int
    of_each: int


class Plan(NamedTuple):
    """What a counter asks of a recipe. Pools are numbered."""

    pools: Sequence[str]
    stock: Callable[[int, Drawn], Stock]
    is_needed: Sequence[bool]
    """Whether later pools depend on what was drawn from a pool."""
    adds: Callable[[int, str], _State]
    """What a card from a pool adds, once."""
    start: _State
    is_legal: Callable[[Drawn], bool]


class _Step(NamedTuple):
    """Kinds of a pool that add the same, and the ways to take some of them."""

    kinds: tuple[int, ...]
    choices: Choices
    adds: _State


_Node = tuple[int, _State, tuple[tuple[str, int], ...]]
"""What is left to take from a pool, the state, and the cards taken so far if later pools depend on them."""


class _Block:
    """A pool after certain picks: its steps, and the nodes before each step, with the number of decks."""

    def __init__(self, number: int, before: Drawn, stock: Stock, steps: Sequence[_Step]) -> None:
        self.number, self.before, self.stock, self.steps = number, before, stock, steps
        self.layers: list[dict[_Node, Any]] = [{} for _ in range(len(steps) + 1)]
        """Forwards, a deck that leads to each node; backwards, how many legal decks go on from it."""
        self.room = [0] * (len(steps) + 1)
        for place in range(len(steps) - 1, -1, -1):
            self.room[place] = self.room[place + 1] + len(steps[place].kinds) * stock.of_each


class DeckCounter:
    """The legal decks of a plan, numbered from 0. Raises UncountableError if there is too much to count."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._left, self._evaluated = MOST_STEPS, 0
        self._blocks: dict[tuple[int, str], _Block] = {}
        self._ends: dict[_State, int] = {}
        waiting = [self._block(0, {}, {plan.start: ()})]
        for number in range(len(plan.pools)):
            waiting = self._after(number, waiting)
        for block in reversed(list(self._blocks.values())):
            self._count(block)
        self.total = self._from(0, {}, plan.start)

    def _block(self, number: int, before: Drawn, entries: Mapping[_State, Any]) -> _Block:
        """A pool after some picks, into which these states lead."""
        key = number, repr(before)
        block = self._blocks.get(key)
        if block is None:
            stock = self.plan.stock(number, before)
            block = self._blocks[key] = _Block(number, before, stock, self._steps(number, stock))
        for state, deck in entries.items():
            block.layers[0].setdefault((block.stock.take, state, ()), deck)
        return block

    def _steps(self, number: int, stock: Stock) -> list[_Step]:
        alike: dict[Any, list[int]] = {}
        for kind, card in enumerate(stock.cards):
            adds = self.plan.adds(number, card)
            alike.setdefault(kind if self.plan.is_needed[number] else adds, []).append(kind)
        return [
            _Step(
                tuple(kinds),
                Choices(len(kinds), stock.of_each, min(stock.take, len(kinds) * stock.of_each)),
                self.plan.adds(number, stock.cards[kinds[0]]),
            )
            for kinds in alike.values()
        ]

    def _after(self, number: int, blocks: Sequence[_Block]) -> list[_Block]:
        """The blocks of the next pool that those of a pool lead to; after the last one, the ends."""
        later: dict[tuple[int, str], _Block] = {}
        for block in blocks:
            for place in range(len(block.steps)):
                for node, deck in block.layers[place].items():
                    for times, _, after in self._edges(block, place, node):
                        if after not in block.layers[place + 1]:
                            taken = self._taken(block, place, times, 0)
                            block.layers[place + 1][after] = (deck, number, taken)
            for (left, state, picked), deck in block.layers[-1].items():
                if left:
                    continue
                if number + 1 == len(self.plan.pools):
                    self._end(state, deck)
                    continue
                before = self._before(block, picked)
                later[number + 1, repr(before)] = self._block(number + 1, before, {state: deck})
        return list(later.values())

    def _edges(self, block: _Block, place: int, node: _Node) -> Iterator[tuple[int, int, _Node]]:
        """For each number of cards that a step may take: that number, the ways, and the node it leads to."""
        left, state, picked = node
        step = block.steps[place]
        most = min(left, len(step.kinds) * block.stock.of_each)
        for times in range(max(0, left - block.room[place + 1]), most + 1):
            self._left -= 1
            if self._left < 0:
                raise UncountableError
            after = _added(state, step.adds, times) if times else state
            more = ((block.stock.cards[step.kinds[0]], times),) if times else ()
            taken = (*picked, *more) if self.plan.is_needed[block.number] else picked
            yield times, step.choices.count_of(times), (left - times, after, taken)

    def _taken(self, block: _Block, place: int, times: int, way: int) -> tuple[tuple[int, int], ...]:
        """The kinds that a way of a step takes, with their times."""
        step = block.steps[place]
        return tuple((step.kinds[kind], count) for kind, count in step.choices.way(way, times))

    def _before(self, block: _Block, picked: Sequence[tuple[str, int]]) -> Drawn:
        if not self.plan.is_needed[block.number]:
            return block.before
        return {**block.before, self.plan.pools[block.number]: dict(picked)}

    def _end(self, state: _State, deck: Any) -> None:
        """Evaluates one deck for all with the same state."""
        if state in self._ends:
            return
        self._evaluated += 1
        if self._evaluated > MOST_EVALUATED:
            raise UncountableError
        self._ends[state] = int(self.plan.is_legal(self._drawn(deck)))

    def _drawn(self, deck: Any) -> Drawn:
        """The cards of a deck that was built up step by step, in the order of their pools."""
        parts: list[tuple[int, Sequence[tuple[int, int]]]] = []
        while deck:
            deck, number, taken = deck
            parts.append((number, taken))
        drawn: dict[str, Mapping[str, int]] = {}
        for number, pool in enumerate(self.plan.pools):
            stock = self.plan.stock(number, drawn)
            taken = sorted(each for at, some in parts if at == number for each in some)
            drawn[pool] = {stock.cards[kind]: times for kind, times in taken}
        return drawn

    def _count(self, block: _Block) -> None:
        """Replaces the decks of a block's nodes by the numbers of legal ones, from the last layer on."""
        for node in block.layers[-1]:
            left, state, picked = node
            block.layers[-1][node] = self._next(block, state, picked) if not left else 0
        for place in range(len(block.steps) - 1, -1, -1):
            after = block.layers[place + 1]
            for node in block.layers[place]:
                edges = self._edges(block, place, node)
                block.layers[place][node] = sum(ways * after[to] for _, ways, to in edges)

    def _next(self, block: _Block, state: _State, picked: Sequence[tuple[str, int]]) -> int:
        if block.number + 1 == len(self.plan.pools):
            return self._ends[state]
        return self._from(block.number + 1, self._before(block, picked), state)

    def _from(self, number: int, before: Drawn, state: _State) -> int:
        block = self._blocks[number, repr(before)]
        count: int = block.layers[0][block.stock.take, state, ()]
        return count

    def deck(self, number: int) -> dict[str, dict[str, int]]:
        """The cards of a legal deck by pool, for a number from 0 to `total` - 1."""
        self._left = MOST_STEPS
        drawn: dict[str, dict[str, int]] = {}
        before: Drawn = {}
        state = self.plan.start
        for place, pool in enumerate(self.plan.pools):
            block = self._blocks[place, repr(before)]
            node: _Node = (block.stock.take, state, ())
            kinds: list[tuple[int, int]] = []
            for step in range(len(block.steps)):
                for times, ways, after in self._edges(block, step, node):
                    legal = block.layers[step + 1][after]
                    if number < ways * legal:
                        way, number = divmod(number, legal)
                        kinds += self._taken(block, step, times, way)
                        node = after
                        break
                    number -= ways * legal
            drawn[pool] = {block.stock.cards[kind]: times for kind, times in sorted(kinds)}
            state, before = node[1], self._before(block, node[2])
        return drawn


def _added(state: _State, adds: _State, times: int) -> _State:
    return tuple(
        [
            had | more if isinstance(more, frozenset) else had + times * more
            for had, more in zip(state, adds, strict=True)
        ]
    )
