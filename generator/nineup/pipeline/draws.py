"""Hands drawn from a pile of a run, and the distribution of any expression over them: exact or simulated."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Matrix, Size
from nineup.base.processes import available_cores, mapping
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.layout.typeset import Drawn
from nineup.logic.chance import CHUNK, CardFields, Estimate, Pool, Shuffler, TurnSteps, play_turns, simulate
from nineup.logic.expression import ExpressionError, ExpressionValueError, expression, names
from nineup.logic.expression.delayed import CardFunction
from nineup.logic.expression.sandbox import Evaluation, pays
from nineup.logic.expression.walks import SCANNED
from nineup.logic.select import CannotCountError
from nineup.model.drawing import Form, Use
from nineup.model.game import Run
from nineup.model.paper import Page
from nineup.pipeline.cutting_out import cut_out
from nineup.pipeline.plan import RunChoice
from nineup.pipeline.runs import choose_run, load
from nineup.typography.fonts import Fonts
from nineup.write import PdfDocument, pdf
from nineup.write.preview import clear_png

DPI = 150
"""The resolution of pictures of hands, in dots per inch."""

IN_PROCESSES = 20 * CHUNK
"""The number of trials from which a simulation uses all cores."""


class Draws(NamedTuple):
    """What to draw: hands of the same size from a pile or a component's deck."""

    pile: str
    hand: int
    seed: int


class Answer(NamedTuple):
    """A value of an expression over hands; `drawn` (how often it was drawn) is None if probabilities are
    exact.
    """

    value: Any
    share: float
    error: float = 0.0
    drawn: int | None = None


class Distribution(NamedTuple):
    """The distribution of an expression over hands. `times` and `seed` are None if it is exact."""

    answers: tuple[Answer, ...]
    mean: float | None
    mean_error: float = 0.0
    times: int | None = None
    seed: int | None = None


def shuffled_pile(run: Run, name: str) -> Pool:
    """The shuffled pile of a run. Raises ExpressionValueError."""
    pool = run.context["draw"](Evaluation(run.context), 0, name).pool
    assert isinstance(pool, Pool)
    return pool


def hands(run: Run, draws: Draws, times: int) -> Iterator[list[CardFields]]:
    """`times` hands, each from the whole pile, newly shuffled.

    Raises ExpressionValueError for a hand larger than the pile.
    """
    pool = shuffled_pile(run, draws.pile)
    _check_hand(pool, draws.hand)
    shuffle, generator = Shuffler(pool, draws.hand), random.Random(f"{draws.seed}:hands")
    return (shuffle(generator) for _ in range(times))


def exact_distribution(run: Run, draws: Draws, source: str) -> Distribution:
    """The exact distribution of an expression over `hand`. Raises ExpressionError, also if it can't
    be exact.
    """
    _check_hand(shuffled_pile(run, draws.pile), draws.hand)
    before = f"outcomes(draw({draws.hand}, {draws.pile!r}), of="
    expression(source)  # A mistake in it has its place in the source alone.
    try:
        outcomes = expression(f"{before}{source})")(run.context)
    except ExpressionError as error:
        column = error.column - len(before) if error.line == 1 else error.column
        raise ExpressionError(error.message, error.line, max(1, column), hint=error.hint) from error.__cause__
    answers = tuple([Answer(each["value"], each["chance"]) for each in outcomes])
    numbers = all(isinstance(answer.value, (int, float)) for answer in answers)
    mean = sum(answer.value * answer.share for answer in answers) if numbers else None
    return Distribution(answers, mean)


def needs_simulation(source: str) -> bool:
    """Whether an expression uses more than a hand: the whole shuffled pile. Raises ExpressionError."""
    return not {"deck", "turns", "until"}.isdisjoint(names(source))


def simulated_distribution(
    project: Project, game_id: str, choice: RunChoice, run: Run, draws: Draws, source: str, times: int
) -> Distribution:
    """The distribution of an expression over `hand` and `deck` in `times` trials. Raises ExpressionError.

    The seed determines the result, regardless of the number of processes.
    """
    _check_hand(shuffled_pile(run, draws.pile), draws.hand)
    if times >= IN_PROCESSES and (cores := available_cores()) > 1:
        counts = _in_processes((str(project.root), game_id, choice, draws, source), times, cores)
    else:
        counts = count_answers(run, draws, source, times=times)
    estimate = Estimate(counts, times)
    order = sorted(counts, key=lambda answer: (answer is None, isinstance(answer, str), answer))
    answers = [
        Answer(value, estimate.share(value), estimate.error(value), drawn=counts[value]) for value in order
    ]
    return Distribution(tuple(answers), estimate.mean, estimate.mean_error, times=times, seed=draws.seed)


def is_too_large(error: ExpressionError) -> bool:
    """Whether an expression can't be exact because there are too many different hands, or random kinds of
    card.
    """
    return isinstance(error.__cause__, CannotCountError)


def drawn_picture(
    project: Project,
    game_id: str,
    choice: RunChoice,
    hands: Sequence[Sequence[CardFields]],
    findings: Findings,
) -> bytes | None:
    """Hands as a PNG of their printed fronts; None after an error."""
    from nineup.pipeline import BuildResult, PrintOptions, draw

    ready = draw(
        project, game_id, choice, options=PrintOptions(), findings=findings, progress=lambda *_: None
    )
    if isinstance(ready, BuildResult):
        return None
    return picture(ready.drawn, hands, ready.engine.fonts, dpi=DPI)


def picture(drawn: Sequence[Drawn], hands: Sequence[Sequence[CardFields]], fonts: Fonts, dpi: float) -> bytes:
    """Hands as a PNG, one below another, with the fronts of each side by side.

    `drawn` has every card of the pile.
    """
    forms: dict[tuple[str, str], Form] = {}
    for each in reversed(drawn):
        face = cut_out(each.front, each.part.component)
        forms[each.part.component.id, each.part.card.id] = Form(face.name, face.size, face.ops)
    gap, x, y, widest = 3 * MM, 0.0, 0.0, 0.0
    uses = []
    for hand in hands:
        shown = [forms[card["component"], card["id"]] for card in hand]
        x = 0.0
        for form in shown:
            uses.append(Use(form, Matrix.translation(x, y)))
            x += form.size.width + gap
        y += max(form.size.height for form in shown) + gap
        widest = max(widest, x)
    page = Page(Size(widest - gap, y - gap), (), tuple(uses))
    ((png, _, _),) = clear_png(pdf(PdfDocument("", "", "", pages=(page,)), fonts), dpi)
    return png


def _check_hand(pool: Pool, hand: int) -> None:
    if not 0 < hand <= pool.size:
        raise ExpressionValueError(
            f"`{pool.name}` has {pool.size} cards, so a hand of {hand} can't be drawn from it"
        )


def count_answers(run: Run, draws: Draws, source: str, times: int, first_chunk: int = 0) -> Counter[Any]:
    """How often each answer occurs in `times` trials, in this process. Raises ExpressionError."""
    whole = needs_simulation(source)
    worth = expression(source)
    context = {**run.context, "until": until}
    trials = itertools.count(first_chunk * CHUNK)

    def trial(deck: list[CardFields]) -> Any:
        cards, seed = tuple(deck), f"{draws.seed}:turns:{next(trials)}"
        hand = cards[: draws.hand]
        turns = _turns_of(hand, cards[draws.hand :], seed)
        answer = worth({**context, "hand": hand, "hands": (hand,), "deck": cards, "turns": turns})
        if answer is not None and not isinstance(answer, (bool, int, float, str)):
            raise ExpressionError(
                "expected yes or no, a number or a text for each hand, found a list or a record"
            )
        return answer

    first_cards = None if whole else draws.hand
    return simulate(
        shuffled_pile(run, draws.pile),
        trial,
        draws.seed,
        times,
        first_chunk=first_chunk,
        first_cards=first_cards,
    )


@pays
def until(paying: Evaluation, cards: Sequence[CardFields], *, where: CardFunction) -> int | None:
    """The number of cards drawn up to and including the first for which `where` holds; None if there is none.

    Each card is paid for as it is asked about.
    """
    return next((number for number, card in enumerate(cards, 1) if where.ask(card, card)), None)


MOST_TURNS = 200


def _turns_of(hand: Sequence[CardFields], deck: Sequence[CardFields], seed: str) -> Callable[..., Any]:
    """The function `turns` of expressions, from this opening hand on; each call shuffles discards in the same
    way.
    """

    @pays
    def turns(
        paying: Evaluation,
        number: int,
        *,
        draw: int = 0,
        fill: int = 0,
        keep: CardFunction | None = None,
        discard: int = 0,
        reshuffle: bool = True,
    ) -> tuple[dict[str, Any], ...]:
        for name, given in (("number", number), ("draw", draw), ("fill", fill), ("discard", discard)):
            if type(given) is not int or not 0 <= given <= MOST_TURNS:
                raise ExpressionValueError(
                    f"`turns` takes whole numbers from 0 to {MOST_TURNS}, but {name} is {given}"
                )
        paying.spend(number * (1 + (len(hand) + len(deck)) // SCANNED))
        steps = TurnSteps(
            draw, fill, None if keep is None else keep.ask, discard=discard, reshuffle=reshuffle
        )
        played = play_turns(hand, deck, number, steps=steps, generator=random.Random(seed))
        return tuple([turn._asdict() for turn in played])

    return turns


def _in_processes(asked: tuple[Any, ...], times: int, cores: int) -> Counter[Any]:
    chunks = -(-times // CHUNK)
    bounds = [chunks * part // cores for part in range(cores + 1)]
    parts = [(low, min(high * CHUNK, times) - low * CHUNK) for low, high in itertools.pairwise(bounds)]
    with mapping(cores) as in_processes:
        return sum(in_processes(partial(_part, asked), parts), Counter())


def _part(asked: tuple[Any, ...], part: tuple[int, int]) -> Counter[Any]:
    """A share of the trials, in a process that loads the game for itself."""
    root, game_id, choice, draws, source = asked
    findings = Findings()
    game = load(Project(Path(root)), game_id, findings)
    run = choose_run(game, choice, findings) if game else None
    assert run is not None, "the game was loaded a moment ago"
    return count_answers(run, draws, source, times=part[1], first_chunk=part[0])
