"""The steps that a search may take, so that none goes on for minutes. Counted, not timed: every run gives up alike."""

from typing import NoReturn

from nineup.select import TooManyError

__all__ = ["Steps", "TooManyError"]


class Steps:
    """The steps that are left to the searches of one rule."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, steps: int) -> None:
        """Take some steps. Raises TooManyError where there are none left."""
        self.left -= steps
        if self.left < 0:
            self.give_up()

    def take(self, steps: int) -> None:
        """Take some steps that are needed in any case, as far as there are any."""
        self.left = max(0, self.left - steps)

    def half(self) -> "Steps":
        """Half of the steps, for an attempt that may fail; those that it takes are gone here, too."""
        return _Half(self)

    def give_up(self) -> NoReturn:
        """Leave no steps to the searches that come later, and raise TooManyError."""
        self.left = 0
        raise TooManyError


class _Half(Steps):
    def __init__(self, whole: Steps) -> None:
        super().__init__(whole.left // 2)
        self._whole = whole

    def spend(self, steps: int) -> None:
        self._whole.left -= min(steps, self.left)
        super().spend(steps)
