"""`answers`: each card names answers of the same kind, and each answer belongs to a card.

A problem without a solution stops the game. Settings: the component whose cards need answers (`each`), the field with the ids
of a card's answers (`through`), and optionally a field that must be equal on both (`same`).

These may be accepted on a card: that nothing answers it (`answers`), an answer that doesn't exist (`answers/unknown`) or
is of another kind (`answers/other`), an answer named twice (`answers/twice`), and that it answers nothing (`answers/unasked`).

Bad:

    rules:
      - answers: {each: conflict, through: answered-by, same: place}
    # conflict:   {id: alarm, place: store, answered-by: [bribe]}
    # resolution: {id: bribe, place: pawn-shop}                  # another place

Good:

    # conflict:   {id: alarm, place: store, answered-by: [cut-wires]}
    # resolution: {id: cut-wires, place: store}
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from nineup.diagnostics import Diagnostic, nearest
from nineup.game import Card, Component, RuleEntry
from nineup.rules.proof import Proof, QuestionPart
from nineup.rules.rule import Rule
from nineup.rules.settings import place, tally
from nineup.schema import COMPONENT, FIELD, Key, Record, field_of, values_at
from nineup.select import Scenario, Uses, used_by_card, used_by_cards

SETTINGS = Record(
    {
        "each": Key(COMPONENT, "The component whose cards need an answer.", required=True),
        "through": Key(FIELD, "The field that holds the ids of a card's answers.", required=True),
        "same": Key(FIELD, "A field that must be equal on a card and its answers."),
    },
    example="answers: {each: conflict, through: answered-by, same: place}",
    checks=(field_of("each", "through", "same"),),
)


class _Wanted(NamedTuple):
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
    uses = [used_by_cards(proof.game, component) for component in (each, *answering)]
    wanted = _Wanted(each, through, same, answering)
    examine = partial(_compare, proof, entry, wanted)
    yield from proof.smallest(frozenset().union(*uses), examine, entry.when, partial(_parts, proof, wanted))


def _parts(proof: Proof, wanted: _Wanted) -> Iterator[QuestionPart]:
    """The question asked of each card with those that it names, and of each answer with those that name it."""
    answers = {card.id: used_by_card(proof.game, c, card) for c in wanted.answering for card in c.cards}
    asking: dict[str, Uses] = dict(answers)
    for card in wanted.each.cards:
        uses = used_by_card(proof.game, wanted.each, card)
        for id in _named(card, wanted.through):
            yield QuestionPart(uses | answers.get(id, frozenset()))
            asking[id] = asking.get(id, frozenset()) | uses
        yield QuestionPart(uses)
    for uses in asking.values():
        yield QuestionPart(uses)


def _named(card: Card, through: str) -> list[str]:
    return [id for value in values_at(card.values, through) for id in tally(value)]


def _compare(proof: Proof, entry: RuleEntry, wanted: _Wanted, scenario: Scenario) -> Iterator[Diagnostic]:
    answers = {card.id: card for component in wanted.answering for card in scenario.cards(component)}
    asked = set()
    for card in scenario.cards(wanted.each):
        named = _named(card, wanted.through)
        asked.update(named)
        for fact, message, hint in _mistakes(card, named, answers, wanted.same):
            span = place(card, wanted.through)
            found = Diagnostic("answers", entry.severity, message, span, hint, fact=fact)
            yield from proof.unless_accepted(card, [found])
    for id, answer in answers.items():
        if id not in asked:
            message = f"card `{id}` answers no card of `{wanted.each.id}`"
            found = Diagnostic("answers", entry.severity, message, answer.span, fact=f"unasked {id}")
            yield from proof.unless_accepted(answer, [found])


def _mistakes(
    card: Card, named: list[str], answers: dict[str, Card], same: str
) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a card's answers: the fact, the message and a hint."""
    if not named:
        yield "", f"nothing answers card `{card.id}`", ""
    for id in dict.fromkeys(named):
        if named.count(id) > 1:
            yield f"twice {id}", f"card `{card.id}` is answered by `{id}` twice", "name each answer once"
        if id not in answers:
            message = f"card `{card.id}` is answered by `{id}`, which is not there"
            yield f"unknown {id}", message, nearest(id, tuple(answers))
        elif same:
            mine, theirs = (list(values_at(c.values, same)) for c in (card, answers[id]))
            if mine != theirs:
                difference = f"{_words(mine)} and {_words(theirs)}"
                message = f"card `{card.id}` is answered by `{id}`, but not of the same {same}: {difference}"
                yield f"other {id}", message, ""


def _words(values: list[object]) -> str:
    return ", ".join(map(str, values)) or "none"


RULE = Rule(
    "answers",
    "everything has an answer",
    "error",
    frozenset({"game", "settings"}),
    check,
    accepts=("", "unknown", "other", "twice", "unasked"),
    settings=SETTINGS,
)
