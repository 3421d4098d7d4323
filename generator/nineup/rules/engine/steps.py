"""Step budgets that keep searches from taking minutes.

Counted, not timed, so that every run gives up at the same point.
"""

from typing import NoReturn

from nineup.logic.select import TooManyError

__all__ = ["Steps", "TooManyError"]


class Steps:
    """The remaining steps for the searches of one rule."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, steps: int) -> None:
        """Takes some steps. Raises TooManyError if there aren't enough."""
        self.left -= steps
        if self.left < 0:
            self.give_up()

    def take(self, steps: int) -> None:
        """Takes some steps that are needed in any case, as far as there are any."""
        self.left = max(0, self.left - steps)

    def half(self) -> "Steps":
        """Half of the steps, for an attempt that may fail; those that it takes are also taken here."""
        return _Half(self)

    def give_up(self) -> NoReturn:
        """Leaves no steps to later searches, and raises TooManyError."""
        self.left = 0
        raise TooManyError


class _Half(Steps):
    def __init__(self, whole: Steps) -> None:
        super().__init__(whole.left // 2)
        self._whole = whole

    def spend(self, steps: int) -> None:
        self._whole.left -= min(steps, self.left)
        super().spend(steps)
