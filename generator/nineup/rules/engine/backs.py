"""What rules know about the backs of pieces."""

from collections.abc import Hashable

from nineup.logic.select import Scenario, Uses
from nineup.model.game import Card, Component, Item


class GameBacks:
    """Backs as named in the game's files, by layout. A subclass that draws them compares what they show."""

    def uses(self, component: Component) -> Uses:
        """What the look of a component's backs depends on in a run."""
        return frozenset()

    def differ_by_card(self, component: Component) -> bool:
        """Whether the backs of a component may look different on its cards."""
        return False

    def look(self, scenario: Scenario, component: Component, card: Card, owner: Item | None) -> Hashable:
        """A value that is equal for equal backs; None if a back can't be drawn, which other code reports."""
        return component.back
