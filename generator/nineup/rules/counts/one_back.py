"""`one-back`: pieces that are shuffled together have the same size, outline and back.

Backs are compared as they are drawn, whatever their files are called: all cards of a pile that are in the
same run look the same from behind. Cards of different owners may look different, unless the pile has cards
without an owner, which come into every owner's hands.

What may be accepted on the component: another back (`one-back`), size (`one-back/size`), outline
(`one-back/outline`) or corner (`one-back/corner`).

Always on, for components that name the same `pile`: different backs in a pile reveal what its cards are.

Bad:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: spell.svg, back: blue.svg, pile: deck}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, back: red.svg, pile: deck}

Good:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: spell.svg, back: common.svg, pile: deck}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, back: common.svg, pile: deck}
"""

from collections.abc import Hashable, Iterable, Iterator
from functools import partial
from itertools import combinations_with_replacement

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.base.units import mm
from nineup.logic.select import EvaluationError, Scenario, Uses, is_box, used_by_amounts, used_by_card
from nineup.model.game import Card, Component, Item, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart

FEW = 1_000
"""The number of configurations in which the backs of a pile are compared directly, before checking which
cards meet.
"""


class Seen(msgspec.Struct, frozen=True):
    """The back of a card in a pile."""

    component: Component
    card: Card
    owner: Item | None
    look: Hashable


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    piles: dict[str, list[Component]] = {}
    for component in proof.game.components.values():
        if component.pile:
            piles.setdefault(component.pile, []).append(component)
    for pile in piles.values():
        yield from _tell_apart(proof, [component for component in pile if component.back])
        for component in pile[1:]:
            yield from proof.unless_accepted(component, _differences(component, pile[0]))


def _differences(component: Component, other: Component) -> Iterator[Diagnostic]:
    """What distinguishes the backs of two components, whatever is drawn."""
    if bool(component.back) != bool(other.back):
        yield _finding(component, other, "back", mine=_back(component), theirs=_back(other))
    for field, mine, theirs in (
        ("size", _size(component), _size(other)),
        ("outline", component.outline, other.outline),
        ("corner", mm(component.corner), mm(other.corner)),
    ):
        if mine != theirs:
            yield _finding(component, other, field, mine=mine, theirs=theirs)


def _finding(component: Component, other: Component, field: str, mine: str, theirs: str) -> Diagnostic:
    both = f"`{component.id}` and `{other.id}` share the pile `{component.pile}`"
    message = f"{both}, but not the {field}: {mine} and {theirs}"
    span = component.spans.get(field, component.span)
    hint = f"give both the same {field}, or another pile"
    return Diagnostic(
        "one-back", "error", message, span=span, hint=hint, fact="" if field == "back" else field
    )


def _back(component: Component) -> str:
    return f"`{component.back}`" if component.back else "none"


def _size(component: Component) -> str:
    return f"{mm(component.size.width)} by {mm(component.size.height)}"


def _tell_apart(proof: Proof, pile: list[Component]) -> Iterator[Diagnostic]:
    """Reports cards of a pile that are in the same run but look different from behind."""
    looks: Uses = frozenset().union(*(proof.backs.uses(component) for component in pile))
    if _always_alike(proof, pile, looks):
        return
    there = [
        used_by_card(proof.game, component, card) | used_by_amounts(proof.game, component)
        for component in pile
        for card in component.cards
    ]
    uses = looks.union(*there)
    of_seat = not looks.isdisjoint({"players", *(band.name for band in proof.game.bands)})
    if of_seat:  # A whole box is drawn for its largest count, but fewer players shuffle it too.
        uses |= {"players"}

    def pairs() -> Iterator[QuestionPart]:
        for one, other in combinations_with_replacement(dict.fromkeys(there), 2):
            yield QuestionPart(looks | one | other)

    yield from proof.smallest(uses, partial(_compare, proof, pile, uses if of_seat else None), parts=pairs)


def _always_alike(proof: Proof, pile: list[Component], looks: Uses) -> bool:
    """Whether all cards look the same in each state of their backs, whether in the same run or not."""
    if proof.space.count(looks) > FEW:
        return False
    states = map(proof.at, proof.space.configurations(looks))
    return all(len({seen.look for seen in _backs(proof, state, pile)} - {None}) < 2 for state in states)


def _backs(proof: Proof, drawn_in: Scenario, pile: Iterable[Component]) -> Iterator[Seen]:
    """Every card of a pile, of every owner, as a run would draw it."""
    for component in pile:
        owners = proof.game.lists[component.for_each].items if component.for_each else (None,)
        by_card = proof.backs.differ_by_card(component)
        for card in component.cards if by_card else component.cards[:1]:
            for owner in owners if by_card else owners[:1]:
                yield Seen(
                    component, card, owner, look=proof.backs.look(drawn_in, component, card, owner=owner)
                )


def _compare(
    proof: Proof, pile: list[Component], inside: Uses | None, scenario: Scenario
) -> Iterator[Diagnostic]:
    """What a run shuffles that looks different; for a whole box, also what the runs `inside` shuffle
    of it.
    """
    runs = [scenario]
    if inside is not None and is_box(proof.game, scenario.players, scenario.bands):
        runs += [run for run in proof.inside(scenario, inside) if run is not scenario]
    for run in runs:
        yield from _in_run(proof, pile, run, drawn_in=scenario)


def _in_run(
    proof: Proof, pile: Iterable[Component], run: Scenario, drawn_in: Scenario
) -> Iterator[Diagnostic]:
    first: dict[Item | None, Seen] = {}
    for component in pile:
        for seen in _shuffled(proof, component, run, drawn_in=drawn_in):
            met = first.values() if seen.owner is None else filter(None, map(first.get, (seen.owner, None)))
            other = next((each for each in met if each.look != seen.look), None)
            if other is not None:
                yield from proof.unless_accepted(component, [_apart(seen, other)])
                break
            first.setdefault(seen.owner, seen)


def _shuffled(proof: Proof, component: Component, run: Scenario, drawn_in: Scenario) -> Iterator[Seen]:
    """The cards of a component in a run, each with its look.

    An amount that can't be evaluated is reported elsewhere.
    """
    try:
        owners, each = run.pieces(component)
    except EvaluationError:
        proof.mark_unknown()
        return
    for card, copies in each:
        for owner in owners if copies else ():
            look = proof.backs.look(drawn_in, component, card, owner=owner)
            if look is not None:
                yield Seen(component, card, owner, look=look)


def _apart(seen: Seen, other: Seen) -> Diagnostic:
    component, another = seen.component, other.component
    if component.back != another.back:
        return _finding(component, another, "back", mine=_back(component), theirs=_back(another))
    message = (
        f"the back of card `{seen.card.id}` differs from that of card `{other.card.id}` in the pile "
        f"`{component.pile}`"
    )
    span = component.spans.get("back", component.span)
    hint = "a back that shows nothing of its card"
    return Diagnostic("one-back", "error", message, span=span, hint=hint, fact=f" {component.id}")
