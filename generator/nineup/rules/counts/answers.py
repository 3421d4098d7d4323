"""`answers`: each card names answers of the same kind, and each answer belongs to a card.

A problem without a solution stops the game. Settings: the component whose cards need answers (`each`), the
field with the ids of a card's answers (`through`), and optionally a field that must be equal on both
(`same`).

These may be accepted on a card: that nothing answers it (`answers`), an answer that doesn't exist
(`answers/unknown`) or is of another kind (`answers/other`), an answer named twice (`answers/twice`), and that
it answers nothing (`answers/unasked`).

Bad:

    rules:
      - answers: {each: conflict, through: answered-by, same: place}
    # conflict:   {id: alarm, place: store, answered-by: [bribe]}
    # resolution: {id: bribe, place: pawn-shop}                  # another place

Good:

    # conflict:   {id: alarm, place: store, answered-by: [cut-wires]}
    # resolution: {id: cut-wires, place: store}
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic, nearest
from nineup.logic.select import Scenario, Uses, used_by_card
from nineup.model.game import Card, Component, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import Examine, QuestionPart, by_uses
from nineup.rules.engine.rule import field_place, tally
from nineup.schema import COMPONENT, FIELD, Key, Record, field_of, values_at

SETTINGS = Record(
    {
        "each": Key(COMPONENT, "The component whose cards need an answer.", required=True),
        "through": Key(FIELD, "The field that holds the ids of a card's answers.", required=True),
        "same": Key(FIELD, "A field that must be equal on a card and its answers."),
    },
    example="answers: {each: conflict, through: answered-by, same: place}",
    checks=(field_of("each", "through", "same"),),
)


class AnswerCard(NamedTuple):
    """A card that may be an answer, with its component."""

    component: Component
    card: Card


class _Wanted(NamedTuple):
    proof: Proof
    entry: RuleEntry
    each: Component
    through: str
    same: str
    answering: tuple[Component, ...]


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    each = proof.game.components[entry.settings["each"]]
    through, same = entry.settings["through"], entry.settings.get("same", "")
    named = {id for card in each.cards for id in _named(card, through)}
    others = [component for component in proof.game.components.values() if component is not each]
    answering = tuple(c for c in others if any(card.id in named for card in c.cards))
    wanted = _Wanted(proof, entry, each, through=through, same=same, answering=answering)
    asked = [(used, partial(ask, wanted)) for used, ask in _questions(wanted)]
    parts = [QuestionPart(uses, examine=partial(_each, of)) for uses, of in by_uses(asked).items()]
    yield from proof.smallest_of(parts, entry.when)


def _each(asked: Iterable[Examine], scenario: Scenario) -> Iterator[Diagnostic]:
    for ask in asked:
        yield from ask(scenario)


def _questions(wanted: _Wanted) -> Iterator[tuple[Uses, Callable[[_Wanted, Scenario], Iterator[Diagnostic]]]]:
    """The questions about each card alone and with each answer that it names, and about each answer with the
    cards that name it.
    """
    game = wanted.proof.game
    answers: dict[str, list[AnswerCard]] = {}
    asking: dict[str, list[Card]] = {}
    for component in wanted.answering:
        for answer in component.cards:
            answers.setdefault(answer.id, []).append(AnswerCard(component, answer))
    for card in wanted.each.cards:
        uses = used_by_card(game, wanted.each, card)
        named = _named(card, wanted.through)
        yield uses, partial(_alone, card, named)
        for id in dict.fromkeys(named):
            known = answers.get(id, [])
            yield uses.union(*(used_by_card(game, *each) for each in known)), partial(_with, card, id, known)
            asking.setdefault(id, []).append(card)
    for each in [each for known in answers.values() for each in known]:
        by = asking.get(each.card.id, [])
        uses = used_by_card(game, *each).union(*(used_by_card(game, wanted.each, card) for card in by))
        yield uses, partial(_asked, each, by)


def _named(card: Card, through: str) -> list[str]:
    return [id for value in values_at(card.values, through) for id in tally(value)]


def _alone(card: Card, named: list[str], wanted: _Wanted, scenario: Scenario) -> Iterator[Diagnostic]:
    """What is wrong with the list of a card's answers, regardless of which are in play."""
    if not scenario.has(wanted.each, card):
        return
    if not named:
        yield from _findings(wanted, card, "", message=f"nothing answers card `{card.id}`")
    for id in dict.fromkeys(named):
        if named.count(id) > 1:
            message = f"card `{card.id}` is answered by `{id}` twice"
            yield from _findings(wanted, card, f"twice {id}", message=message, hint="name each answer once")


def _with(
    card: Card, id: str, known: Sequence[AnswerCard], wanted: _Wanted, scenario: Scenario
) -> Iterator[Diagnostic]:
    """What is wrong with one of a card's answers."""
    if not scenario.has(wanted.each, card):
        return
    there = [answer for component, answer in known if scenario.has(component, answer)]
    if not there:
        others = tuple(other.id for component in wanted.answering for other in scenario.cards(component))
        message = f"card `{card.id}` is answered by `{id}`, which is not there"
        yield from _findings(wanted, card, f"unknown {id}", message=message, hint=nearest(id, others))
    elif wanted.same:
        mine = list(values_at(card.values, wanted.same))
        theirs = [list(values_at(answer.values, wanted.same)) for answer in there]
        if mine not in theirs:
            difference = f"{_words(mine)} and {_words(theirs[0])}"
            message = (
                f"card `{card.id}` is answered by `{id}`, but not of the same {wanted.same}: {difference}"
            )
            yield from _findings(wanted, card, f"other {id}", message=message)


def _asked(
    answer: AnswerCard, asking: Sequence[Card], wanted: _Wanted, scenario: Scenario
) -> Iterator[Diagnostic]:
    """Whether an answer in play answers something in play."""
    if scenario.has(*answer) and not any(scenario.has(wanted.each, card) for card in asking):
        card = answer.card
        message = f"card `{card.id}` answers no card of `{wanted.each.id}`"
        finding = Diagnostic(
            "answers", wanted.entry.severity, message, span=card.span, fact=f"unasked {card.id}"
        )
        yield from wanted.proof.unless_accepted(card, [finding])


def _findings(wanted: _Wanted, card: Card, fact: str, message: str, hint: str = "") -> Iterator[Diagnostic]:
    span = field_place(card, wanted.through)
    finding = Diagnostic("answers", wanted.entry.severity, message, span=span, hint=hint, fact=fact)
    yield from wanted.proof.unless_accepted(card, [finding])


def _words(values: list[object]) -> str:
    return ", ".join(map(str, values)) or "none"
