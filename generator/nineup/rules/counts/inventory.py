"""`inventory`: the box holds enough for every setup, and a deck's box equals the sum of its cards.

Always on, for components that state a `box`, and for decks whose `setup` lays out a part of them. A box must
hold what any run of its players needs: of each card the most that one of these runs has, cards that only some
runs have among them.

A deck's box holds no more than all of its cards, also those that need an option which is off by default: with
6 cards and 2 more that have `when: variant`, it holds 8. Of cards that exclude each other, it may hold just
the most that one run has, or all. Pieces without cards that no run lays out are a warning, since some may be
spares. A box whose amount names an option, such as `6 + (2 if variant else 0)`, is the box for that choice;
beyond the defaults it may hold more.

These may be accepted on the component: spare pieces (`inventory`), a box that lacks pieces
(`inventory/short`), a setup larger than the supply (`inventory/setup`) and a deck's box larger than its cards
(`inventory/full`).

Bad:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: 12 * players + 1, box: {4: 48}}  # 49 for 4

Good:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: 12 * players + 1, box: {4: 49}}
      event: {shape: card, size: poker, layout: event.svg, cards: events.yaml, box: 8}
    # events.yaml: 6 cards, and 2 with `when: variant`
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from nineup.base.diagnostics import Diagnostic
from nineup.logic.expression import names
from nineup.logic.select import (
    DeckCount,
    EvaluationError,
    Scenario,
    Seat,
    Space,
    TooManyError,
    Uses,
    is_implied,
    is_possible,
    needed,
    needed_bands,
    option_of,
    used_by_amount,
    used_by_amounts,
    used_by_box,
    used_by_card,
    used_by_component,
    used_by_copies,
    used_by_expression,
)
from nineup.model.game import Card, Component, Expression, RuleEntry
from nineup.rules.engine.by_count import counting
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    for component in proof.game.components.values():
        if component.box is not None or (component.setup is not None and not is_implied(component)):
            # Whether an option is at its default takes all of it, also where the box counts its items alone.
            stated_by = set(map(option_of, used_by_amount(proof.game, component.box)))
            uses = used_by_component(proof.game, component) | (stated_by & proof.game.options.keys())
            uses = proof.space.with_players(uses)
            examine = partial(_unless_accepted, proof, component, uses)
            yield from proof.smallest(uses, examine, parts=partial(_parts, proof, component))


def _parts(proof: Proof, component: Component) -> Iterator[QuestionPart]:
    """The question in totals of cards; and at the defaults, which needn't be the smallest with the same
    totals.
    """
    decks = {DeckCount(component.id): component}
    uses = used_by_amounts(proof.game, component, frozenset({component.id}), decks=decks)
    uses |= used_by_box(proof.game, component, frozenset({component.id}), decks=decks)
    when = used_by_expression(proof.game, component.when)
    yield counting(proof, uses | when, decks, is_boxed=True)
    decides = set(map(option_of, when))
    for space in proof.space.parts:
        fixed = {id: option.default for id, option in space.game.options.items() if id not in decides}
        open_ = {use for use in used_by_component(proof.game, component) if option_of(use) not in fixed}
        yield QuestionPart(frozenset(open_), fixed=fixed)


def _unless_accepted(
    proof: Proof, component: Component, uses: Uses, scenario: Scenario
) -> Iterator[Diagnostic]:
    return proof.unless_accepted(component, _compare(proof, component, uses, scenario=scenario))


def _compare(proof: Proof, component: Component, uses: Uses, scenario: Scenario) -> Iterator[Diagnostic]:
    try:
        pieces = scenario.pieces(component).total
        setup, box = scenario.setup(component), scenario.box(component)
        is_whole = box is not None and _is_whole(component, scenario)
        seats = proof.seats_inside(scenario, uses) if is_whole else ()
        inside = [run for run in seats if is_possible(proof.game, run.players, run.options)]
        # If the component isn't there for the most players, the box still holds it for fewer.
        is_in_box = any(run.holds(component.when) for run in inside)
        held = scenario.amount(component, "box") if is_in_box else box
        every = _needed(component, scenario, inside)
        covered = [run for run in inside if proof.covers(run)]
        whole = every if len(covered) == len(inside) else _needed(component, scenario, covered)
    except EvaluationError:
        proof.mark_unknown()  # `amounts` and `unstated` report it
        return
    if setup is not None and setup > pieces and not is_implied(component):
        message = f"{_players(scenario)} lay out {setup}, but there are {pieces}"
        yield _finding(component, "setup", "setup", message=message, hint="more copies, or a smaller setup")
    if box is None:
        return
    need = max(pieces, setup or 0)
    if box < need:
        less = "a smaller setup" if component.setup and need == setup else "fewer copies"
        message = (
            f"{_players(scenario)} need{'s' if scenario.players == 1 else ''} {need}, but the box holds {box}"
        )
        yield _finding(
            component, "box", "short", message=message, hint=f"{need - box} missing: a larger box, or {less}"
        )
    elif held is not None and held < whole:
        message = f"the runs of up to {_players(scenario)} need {whole} in all, but the box holds {held}"
        yield _finding(
            component, "box", "short", message=message, hint=f"{whole - held} missing: a larger box"
        )
    runs = seats or ((scenario,) if _by_players(component) else ())
    stated = (box if _by_players(component) else held) or 0
    # Other choices can only need more, so they are tried only if these pieces don't fill the box.
    if runs and stated > max(need, every) and _by_default(proof, component, scenario):
        yield from _spare(proof, component, scenario, runs=runs, box=stated)


def _needed(component: Component, scenario: Scenario, inside: Sequence[Scenario]) -> int:
    """The number of pieces that some runs need together: the most of each card."""
    if not inside:
        return 0
    return sum(needed(component, inside).values()) * len(scenario.owners(component, every=True))


MOST_CHOICES = 10_000
"""The largest number of choices that are tried for what fills a box."""


def _spare(
    proof: Proof, component: Component, scenario: Scenario, runs: Sequence[Scenario], box: int
) -> Iterator[Diagnostic]:
    """Reports what no choice fills a box with; `runs` are those that it serves with the choice of the
    scenario.
    """
    try:
        most = _most(proof, component, runs)
    except TooManyError:
        why = f"which choices fill the box of `{component.id}` depends on too many options"
        yield proof.give_up(component.spans.get("box", component.span), why)
        return
    except EvaluationError:
        proof.mark_unknown()  # `amounts` reports it
        return
    if box <= most:
        return
    if not is_implied(component):
        message = f"the box holds {box}, but its cards add up to {most}"
        hint = f"{box - most} missing: more copies, or a smaller box"
        yield _finding(component, "box", "full", message=message, hint=hint)
    else:
        message = f"the box of {_players(scenario)} holds {box}, but {most} are laid out at most"
        hint = "if the others are spare: `accept: {inventory: why}`"
        yield _finding(component, "box", "", message=message, hint=hint)._replace(severity="warning")


def _most(proof: Proof, component: Component, runs: Sequence[Scenario]) -> int:
    """All pieces of a box: the most of each card that any of its runs has, whatever is chosen.

    Only options that the box itself is stated by keep their value. Raises EvaluationError and TooManyError.
    """
    game, largest = proof.game, runs[-1]
    stated_by = {option_of(use) for use in used_by_amount(game, component.box)} & game.options.keys()
    space = Space(game, {id: largest.options[id] for id in stated_by})
    if is_implied(component):
        uses = used_by_component(game, component)
        return max(_known(partial(_laid_out, component), _with_other_choices(proof, space, uses, runs=runs)))
    # Cards with the same `when` and copies come and go together, and each group depends on few options.
    alike: dict[tuple[object, ...], list[Card]] = {}
    for card in component.cards:
        alike.setdefault((card.when.source if card.when else "", card.copies), []).append(card)
    total = 0
    for first, *others in alike.values():
        uses = used_by_card(game, component, first) | used_by_copies(game, first)
        uses |= used_by_amount(game, component.copies)
        tried = _with_other_choices(proof, space, uses, runs=runs)
        total += max(_known(partial(_copies, component, first), tried)) * (1 + len(others))
    return total * len(largest.owners(component, every=True))


def _laid_out(component: Component, run: Scenario) -> int:
    return max(_needed(component, run, [run]), run.setup(component) or 0)


def _copies(component: Component, card: Card, run: Scenario) -> int:
    return run.copies(component) * run.own_copies(card) if card in run.cards(component) else 0


def _known(amount: Callable[[Scenario], int], runs: Iterable[Scenario]) -> Iterator[int]:
    """The amounts of runs, 0 where they are left unstated. Raises EvaluationError."""
    for run in runs:
        try:
            yield amount(run)
        except EvaluationError as broken:
            if broken.diagnostic.code != "unstated":
                raise
            yield 0


def _with_other_choices(
    proof: Proof, space: Space, uses: Uses, runs: Sequence[Scenario]
) -> Iterator[Scenario]:
    """The same runs with each choice of the options in use. Raises TooManyError."""
    chosen = frozenset(use for use in uses if option_of(use) in proof.game.options)
    if space.count(chosen) * len(runs) > MOST_CHOICES:
        raise TooManyError
    by_players = "players" in space.with_players(chosen)
    for configuration in space.configurations(chosen):
        for run in runs:
            if is_possible(proof.game, run.players, configuration.options if by_players else space.fixed):
                yield proof.scenario(Seat(run.players, run.bands), configuration.options)


def _by_players(component: Component) -> bool:
    """Whether the box of pieces without cards is stated for each player count, not only for the largest."""
    if component.box is None or not is_implied(component):
        return False
    amounts = [step.amount for step in component.box.steps]
    return any(isinstance(amount, Expression) and "players" in names(amount.source) for amount in amounts)


def _is_whole(component: Component, scenario: Scenario) -> bool:
    """Whether this is the largest player count of a box."""
    assert component.box is not None
    most = max(band.high for band in scenario.game.bands)
    by_box = scenario.players in {min(step.high, most) for step in component.box.steps}
    return by_box and scenario.bands == needed_bands(scenario.game, scenario.players)


def _by_default(proof: Proof, component: Component, scenario: Scenario) -> bool:
    """Whether the options that a box is stated by are at their defaults, except those without which the
    component isn't there.
    """
    stated_by = set(map(option_of, used_by_amount(proof.game, component.box)))
    options = [option for id, option in proof.game.options.items() if id in stated_by]
    usually = {option.id: option.at(scenario.players).default for option in proof.game.options.values()}
    changed = {option.id for option in options if scenario.context.get(option.name) != usually[option.id]}
    if not changed:
        return True
    when = used_by_expression(proof.game, component.when)
    if not changed <= set(map(option_of, when)):
        return False
    usual = proof.scenario(Seat(scenario.players, scenario.bands), {**scenario.options, **usually})
    runs = proof.inside(usual, when | {"players"}) if _is_whole(component, usual) else (usual,)
    return not any(run.holds(component.when) for run in runs)


def _players(scenario: Scenario) -> str:
    return f"{scenario.players} player{'s' if scenario.players != 1 else ''}"


def _finding(component: Component, field: str, kind: str, message: str, hint: str) -> Diagnostic:
    span = component.spans.get(field, component.span)
    return Diagnostic("inventory", "error", f"`{component.id}`: {message}", span=span, hint=hint, fact=kind)
