"""The helpers of expressions about drawn cards: `draw`, `chance`, `average` and `outcomes`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from nineup.base.diagnostics import nearest
from nineup.logic.expression import ExpressionValueError
from nineup.logic.expression.delayed import MOST_HANDS
from nineup.logic.expression.delayed import CardFunction as Delayed
from nineup.logic.expression.sandbox import Evaluation, pays, shown
from nineup.logic.expression.walks import scan, walk
from nineup.model.game import Card, Component, Game, Item

if TYPE_CHECKING:
    from fractions import Fraction

    from nineup.logic.chance import Draw, Pool


class ScenarioView(Protocol):
    """What these helpers need of the scenario that they belong to."""

    game: Game
    players: int
    evaluations: int

    def card_values(self, component: Component) -> tuple[dict[str, Any], ...]: ...
    def setup(self, component: Component) -> int | None: ...
    def owners(self, component: Component) -> tuple[Item | None, ...]: ...
    def amount(self, component: Component, field: str) -> int | None: ...


class CannotCountError(ExpressionValueError):
    """A probability that can't be counted exactly; a simulation can still estimate it."""


def pool(scenario: ScenarioView, name: str) -> Pool:
    """The shuffled pile with a name, or the deck of one component, as one player draws from it.

    For a component with `for-each` it has the cards of one owner. A card knows its `component`; a field that
    only cards of other components have is empty. Raises ExpressionValueError for an unknown name, an empty
    pile and an unstated setup.
    """
    from nineup.logic.chance import Pool, Stack

    components = scenario.game.components
    among = [c for c in components.values() if c.pile == name] or [
        c for c in components.values() if c.id == name
    ]
    if not among:
        piles = sorted({component.pile for component in components.values() if component.pile})
        raise ExpressionValueError(
            f"unknown pile or component `{name}`", nearest(str(name), (*piles, *components))
        )
    dealt = {component.id: scenario.card_values(component) for component in among}
    empty = {field: None for cards in dealt.values() for card in cards for field in card}
    stacks = []
    for component in among:
        cards = dealt[component.id]
        total = sum(card["copies"] for card in cards)
        if not total:
            continue
        laid_out = scenario.setup(component)
        if laid_out is None:
            raise ExpressionValueError(
                f"the setup of `{component.id}` is unstated for {scenario.players} players"
            )
        size = laid_out // len(scenario.owners(component)) if component.for_each else laid_out
        some_kinds = component.setup_kinds and size < total
        chosen = (scenario.amount(component, "setup") or 0) if some_kinds else 0
        kinds = tuple([(_drawn(card, empty, component.id), card["copies"]) for card in cards])
        stacks.append(Stack(component.id, kinds, min(size, total), chosen))
    if not stacks:
        raise ExpressionValueError(f"`{name}` has no cards here")
    return Pool(name, tuple(stacks))


def _drawn(card: Mapping[str, Any], empty: Mapping[str, None], component: str) -> dict[str, Any]:
    fields = {**empty, **card, "component": component}
    del fields["copies"]
    return fields


def card_kinds(
    calls: Sequence[Callable[[Mapping[str, Any]], Any]], context: Mapping[str, Any]
) -> Callable[[Mapping[str, Any]], Hashable]:
    """What the questions of some calls of `chance`, `average` or `outcomes` can distinguish about a card, as
    a function of its values: they depend on a pile only through the number of cards of each kind.

    Raises what a call raises whose questions can't be evaluated here.
    """
    asked: list[Delayed] = []

    def draw(*given: Any, **named: Any) -> int:
        return 0

    def chance(*draws: Any, where: Any) -> int:
        asked.append(where)
        return 0

    def average(*draws: Any, of: Any) -> int:
        asked.append(of)
        return 0

    for call in calls:
        call({**context, "draw": draw, "chance": chance, "average": average, "outcomes": average})
    seen = [_CardsRead(each) for each in asked]
    return lambda card: tuple([(each.kind(card), each.adds(card)) for each in seen])


def drawn_values(components: Iterable[Component], component: Component, card: Card) -> dict[str, Any]:
    """The values of a card that a question about a pile of some components can use."""
    empty = {field: None for each in components for other in each.cards for field in other.values}
    return empty | card.values | {"id": card.id, "component": component.id}


def helpers(scenario: ScenarioView) -> Mapping[str, Callable[..., Any]]:
    """The functions by name; closures, since the sandbox calls plain functions only."""

    @pays
    def draw(run: Evaluation, size: Any, pile: Any, hands: Any = 1, replace: Any = False) -> Draw:
        walk(run, (size, pile, hands))
        shuffled = pool(scenario, pile)
        run.spend(sum([len(stack.cards) for stack in shuffled.stacks]))
        scan(run, sum([len(card) for stack in shuffled.stacks for card, _ in stack.cards]))
        drawn = _draw(shuffled, size, hands, replace=replace)
        run.spend(hands)
        return drawn

    def outcomes_of(name: str, draws: tuple[Any, ...], asked: Delayed) -> list[tuple[Any, Fraction]]:
        def spend(steps: int) -> None:
            asked.spend(_COSTS * steps)
            scenario.evaluations += steps // _STEPS

        asked.spend(_ALONE)
        return _outcomes(name, draws, asked, spend=spend)

    def chance(*draws: Any, where: Any) -> float:
        return float(sum(share for answer, share in outcomes_of("chance", draws, where) if _yes(answer)))

    def average(*draws: Any, of: Any) -> float:
        from fractions import Fraction

        return float(
            sum(Fraction(_number(answer)) * share for answer, share in outcomes_of("average", draws, of))
        )

    def outcomes(*draws: Any, of: Any) -> tuple[dict[str, Any], ...]:
        answers = sorted(outcomes_of("outcomes", draws, of), key=lambda each: _order(each[0]))
        return tuple([{"value": answer, "chance": float(share)} for answer, share in answers])

    return {"draw": draw, "chance": chance, "average": average, "outcomes": outcomes}


def _draw(pool: Pool, size: Any, hands: Any, replace: Any) -> Draw:
    from nineup.logic.chance import Draw

    sizes = size if isinstance(size, Mapping) else {size: 1}
    for number in (*sizes, *sizes.values(), hands):
        if type(number) is not int or number < 0:
            raise ExpressionValueError(
                f"`draw` needs whole numbers of cards and hands (found {shown(number)})",
                "`draw(5, 'deck')`",
            )
    if not sum(sizes.values()):
        raise ExpressionValueError("`draw` needs a number of cards", "`draw(5, 'deck')`")
    most = max(sizes) * hands
    if not replace and most > pool.size:
        raise ExpressionValueError(f"`{pool.name}` has {pool.size} cards, so {most} can't be drawn from it")
    return Draw(pool, tuple(sorted(sizes.items())), hands, replace=bool(replace))


_STEPS = 3
"""The number of counting steps that take about as long as evaluating an expression."""

_ALONE = 100
"""The number of steps of an evaluation that asking takes beside the hands."""

_COSTS = 2
"""The number of steps of an evaluation that take as long as a counting step."""


def _outcomes(
    name: str, draws: tuple[Any, ...], asked: Delayed, spend: Callable[[int], None]
) -> list[tuple[Any, Fraction]]:
    from nineup.logic.chance import Draw, Question, TooManyHandsError, outcomes

    if not draws or not all(isinstance(each, Draw) for each in draws):
        raise ExpressionValueError(f"`{name}` needs draws of cards", f"`{name}(draw(5, 'deck'), …)`")
    for stack in [stack for each in draws for stack in each.pool.stacks if stack.kinds]:
        message = f"the setup of `{stack.component}` chooses kinds of card, which can't be counted exactly"
        raise CannotCountError(message, "`nineup draw` simulates it")

    def ask(hands: tuple[Any, ...]) -> Any:
        return asked.ask(tuple([card for hand in hands for card in hand]), hands)

    def answer(hands: tuple[Any, ...]) -> Any:
        value = ask(hands)
        # A question that only adds up cards, or looks for one, doesn't depend on their order.
        turns = min(max(map(len, hands), default=0), _MOST_TURNS) if asked.often else 0
        if any(ask(tuple([_turned(hand, by) for hand in hands])) != value for by in range(1, turns)):
            raise CannotCountError(
                "the answer depends on the order in which cards are drawn, and hands are counted without it",
                "sort the cards first, or let `nineup draw` simulate it",
            )
        if not isinstance(value, (bool, int, float, str)):
            raise ExpressionValueError(f"`{name}` needs yes or no, a number or a text for each hand")
        return value

    seen = _CardsRead(asked)
    try:
        return outcomes(draws, Question(answer, seen.kind, seen.adds, often=asked.often), spend)
    except TooManyHandsError as error:
        if seen.mistake is not None:
            raise seen.mistake from None
        raise CannotCountError(
            str(error), "look at fewer fields or cards, or let `nineup draw` simulate it"
        ) from None


_MOST_TURNS = 12
"""The number of orders in which a hand is evaluated, to detect whether the order matters."""


def _turned(hand: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """A hand rotated so that its first `by` cards come last."""
    first = by % max(1, len(hand))
    return (*hand[first:], *hand[:first])


class _CardsRead:
    """What a question can see of cards."""

    def __init__(self, asked: Delayed) -> None:
        self._asked = asked
        self.mistake: ExpressionValueError | None = None
        """Why some part of the question can't be evaluated for a card.

        It is reported if the question needs it.
        """

    def kind(self, card: Mapping[str, Any]) -> Hashable:
        """What distinguishes a card from others, apart from its addends."""
        from nineup.logic.chance import whole

        if self._asked.fields is None or self._added(card) is None:
            return whole(card)
        return tuple([(name, whole(card[name])) for name in self._asked.fields if name in card])

    def adds(self, card: Mapping[str, Any]) -> tuple[Any, ...]:
        """A card's addends to the counts and sums in the question."""
        return self._added(card) or (0,) * len(self._asked.counts)

    def _added(self, card: Mapping[str, Any]) -> tuple[Any, ...] | None:
        hands = ((card,),) * MOST_HANDS
        try:
            return tuple([count((card,), hands) for count in self._asked.counts])
        except ExpressionValueError as mistake:
            self.mistake = mistake
            return None


def _yes(answer: Any) -> bool:
    if isinstance(answer, bool):
        return answer
    raise ExpressionValueError(
        "the `where` of `chance` must be yes or no for each hand", "compare it: `… > 0`"
    )


def _number(answer: Any) -> int | float:
    if isinstance(answer, bool) or not isinstance(answer, (int, float)):
        raise ExpressionValueError("the `of` of `average` must be a number for each hand")
    return answer


def _order(answer: Any) -> tuple[bool, Any]:
    return isinstance(answer, str), answer
