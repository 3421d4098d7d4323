"""The texts of a game that teach it, for the rule `taught`: on its faces, on cards, and in its rules; and
what its faces show.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeVar

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.faces.shapes import DrawnSide, drawn_sides
from nineup.layout import DrawnText, LayoutEngine
from nineup.layout.typeset import face_context
from nineup.logic.expression import ExpressionError, plain_text
from nineup.logic.select import (
    EvaluationError,
    Scenario,
    Uses,
    select,
    used_by_amounts,
    used_by_card,
    used_by_card_texts,
    used_by_owners,
    used_by_template,
)
from nineup.model.game import Card, Component, Game, Part, Rich
from nineup.rules import Lesson, Lessons, Medium, Shown

T = TypeVar("T")

Taught = Mapping[str, str]
"""Texts in plain words by the topics that they teach."""


def read_lessons(
    project: Project, make_engine: Callable[[], LayoutEngine | None], game: Game, on: Medium
) -> Lessons:
    """The lessons of a game in a medium. Mistakes in its layouts are the engine's findings."""
    engine, findings = make_engine(), Findings()
    if on == "rules":
        lessons = tuple(_of_rules(project, game, engine, findings=findings) if engine else ())
        return Lessons(lessons, tuple(findings))
    lessons = (*_of_cards(game), *(_of_faces(game, engine) if engine else ()))
    return Lessons(lessons, shown=cache(partial(_shown, game, engine)) if engine else tuple)


def _of_cards(game: Game) -> Iterator[Lesson]:
    for component in game.components.values():
        for card in component.cards:
            if card.teaches:
                uses = used_by_card(game, component, card) | used_by_card_texts(game, card)
                taught = _remembered(uses, partial(_on_card, component, card))
                span = card.spans.get("teaches", card.span)
                yield Lesson(", ".join(card.teaches), "pieces", span, uses=uses, taught=taught)


def _on_card(component: Component, card: Card, scenario: Scenario) -> Taught:
    if not scenario.has(component, card):
        return {}
    values = scenario.filled(component, card).values.values()
    text = "\n".join(plain_text(each) for each in values if type(each) is Rich or type(each) is str)
    return dict.fromkeys(card.teaches, text) if text.strip() else {}


def _of_faces(game: Game, engine: LayoutEngine) -> Iterator[Lesson]:
    for component in game.components.values():
        present = used_by_amounts(game, component)
        for card in component.cards:
            present |= used_by_card(game, component, card) | used_by_card_texts(game, card)
        for side in drawn_sides(component):
            for text in filter(lambda each: each.teaches, engine.texts(side.layout)):
                uses = present | used_by_template(game, text.template)
                taught = _remembered(uses, partial(_on_face, component, side, text, engine.sheet.palette))
                topics, span = text.element.bindings["teaches"], text.element.span("n:teaches")
                yield Lesson(topics, "pieces", span, uses=uses, taught=taught)


def _on_face(
    component: Component, side: DrawnSide, text: DrawnText, palette: Mapping[str, Any], scenario: Scenario
) -> Taught:
    """What an element teaches on the cards of a component, each of its first owner."""
    taught: dict[str, str] = {}
    try:
        scenario.compute_texts()
        owners, each = scenario.pieces(component)
        for card, copies in each:
            if copies and owners:
                part = Part(component, scenario.filled(component, card), owners[0], copies=copies)
                context = face_context(scenario.context, part, palette, side=side.name)
                for topic, said in text.taught(context):
                    words = plain_text(Rich(said)).strip()
                    taught[topic] = f"{taught.get(topic, '')}\n{words}".lstrip("\n")
    except (EvaluationError, ExpressionError):
        pass  # The rule `amounts`, or drawing the face, reports it.
    return {topic: words for topic, words in taught.items() if words}


def _shown(game: Game, engine: LayoutEngine) -> tuple[Shown, ...]:
    """All texts and symbols of the layouts; those that depend on the same are asked for together."""
    pieces: dict[Uses, list[Callable[[Scenario], frozenset[str]]]] = {}
    palette = engine.sheet.palette
    for component in game.components.values():
        cards = [
            (card, used_by_card(game, component, card) | used_by_card_texts(game, card))
            for card in component.cards
        ]
        for side in drawn_sides(component):
            for text in engine.texts(side.layout):
                used = used_by_template(game, text.template)
                if "owner" in text.template:
                    used |= used_by_owners(game, component)
                for card, uses in cards:
                    on_card = partial(_on_piece, component, card, side, text, palette)
                    pieces.setdefault(uses | used, []).append(on_card)
    return tuple(Shown(uses, _remembered(uses, partial(_together, each))) for uses, each in pieces.items())


def _together(pieces: list[Callable[[Scenario], frozenset[str]]], scenario: Scenario) -> frozenset[str]:
    return frozenset[str]().union(*(texts(scenario) for texts in pieces))


def _on_piece(
    component: Component,
    card: Card,
    side: DrawnSide,
    text: DrawnText,
    palette: Mapping[str, Any],
    scenario: Scenario,
) -> frozenset[str]:
    """What an element shows on a card, of each owner."""
    by_art = {symbol.art: symbol.id for symbol in scenario.game.symbols.values()}
    texts: set[str] = set()
    try:
        if scenario.has(component, card):
            scenario.compute_texts()
            filled, owners = scenario.filled(component, card), scenario.owners(component)
            for owner in owners if "owner" in text.template else owners[:1]:
                part = Part(component, filled, owner, copies=1)
                texts.update(text.texts(face_context(scenario.context, part, palette, side=side.name)))
    except (EvaluationError, ExpressionError):
        pass  # The rule `amounts`, or drawing the face, reports it.
    return frozenset(f"{{{by_art[each]}}}" if each in by_art else each for each in texts)


def _of_rules(project: Project, game: Game, engine: LayoutEngine, findings: Findings) -> Iterator[Lesson]:
    """The lessons of the rules, which are printed for the whole box in every run."""
    path = f"cards/{game.id}/rules.md"
    run = select(game, Findings(), None) if project.exists(path) else None
    if run is None:
        return
    from nineup.pipeline.appendix import read_rules  # not needed by games without rules

    rules = read_rules(project, run, path, engine=engine, findings=findings)
    for each in rules.explained if rules else ():
        topics = [topic.strip() for topic in each.topics.split(",")]
        said = dict.fromkeys(filter(None, topics), each.text) if each.text.strip() else {}
        yield Lesson(each.topics, "rules", each.span, uses=frozenset(), taught=partial(_always, said))


def _always(taught: Taught, scenario: Scenario) -> Taught:
    return taught


def _remembered(uses: Uses, work_out: Callable[[Scenario], T]) -> Callable[[Scenario], T]:
    """A function of what it uses, worked out once for each value of that."""
    known: dict[tuple[Any, ...], T] = {}

    def remembered(scenario: Scenario) -> T:
        key = scenario.values_of(uses)
        if key not in known:
            known[key] = work_out(scenario)
        return known[key]

    return remembered
