"""Drawn backs, for the rule that a pile has only one."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

from nineup.base.diagnostics import Findings
from nineup.layout import Layout, LayoutEngine
from nineup.layout.typeset import face_context
from nineup.logic.expression import ExpressionError
from nineup.logic.select import EvaluationError, Scenario, Uses, used_by_card_texts, used_by_template
from nineup.model.drawing import Op
from nineup.model.game import Card, Component, Game, Item, Part
from nineup.rules import GameBacks


class DrawnBacks(GameBacks):
    """The backs of a game, each different one drawn once. The engine is created when the first is
    requested.
    """

    def __init__(self, game: Game, make_engine: Callable[[], LayoutEngine | None]) -> None:
        self._game = game
        self._make_engine = make_engine
        self._numbers: dict[tuple[Op, ...], int] = {}
        """Drawings with their numbers: equal backs have equal numbers."""
        self._looks: dict[tuple[str, str], int | None] = {}
        """Numbers by layout and the output of its bindings."""

    @cached_property
    def _engine(self) -> LayoutEngine | None:
        return self._make_engine()

    def uses(self, component: Component) -> Uses:
        layout = self._layout(component)
        if layout is None or layout.program is None:
            return frozenset()
        uses = used_by_template(self._game, layout.program.source)
        if "cards" not in self._game.computed:
            return uses
        return uses.union(*(used_by_card_texts(self._game, card) for card in component.cards))

    def differ_by_card(self, component: Component) -> bool:
        layout = self._layout(component)
        return layout is not None and bool(layout.bound)

    def look(self, scenario: Scenario, component: Component, card: Card, owner: Item | None) -> Hashable:
        layout = self._layout(component)
        if layout is None or self._engine is None:
            return None
        try:
            context = (
                self._context(scenario, component, card, owner=owner) if layout.bound else scenario.context
            )
            printed = layout.program.run(context) if layout.program is not None else ""
        except (EvaluationError, ExpressionError):
            return None
        key = (component.back, printed)
        if key not in self._looks:
            face = self._engine.face(layout, card.id, context, findings=Findings(), printed=printed)
            self._looks[key] = (
                None if face is None else self._numbers.setdefault(face.ops, len(self._numbers))
            )
        return self._looks[key]

    def _layout(self, component: Component) -> Layout | None:
        """The layout of a component's backs; None after an error, which the engine reports."""
        if self._engine is None or not component.back:
            return None
        layout = self._engine.layout(component.back, component.spans.get("back", component.span))
        return layout if layout is not None and layout.sound else None

    def _context(
        self, scenario: Scenario, component: Component, card: Card, owner: Item | None
    ) -> dict[str, Any]:
        """The context of a back's bindings on one card.

        Raises EvaluationError for a text that can't be computed.
        """
        filled = scenario.filled(component, card)
        scenario.compute_texts()
        palette = self._engine.sheet.palette if self._engine is not None else {}
        return face_context(scenario.context, Part(component, filled, owner, copies=1), palette, side="back")
