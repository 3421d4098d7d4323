"""The operators of faces and pages, remembered by what a document had met before them."""

from collections.abc import Callable, Hashable

from generator.write import Met, Resources, Scribe


class Contents:
    """Operators as they were written at each stage: a number for all that a document had met by then."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, Hashable], tuple[str, Met | None, int]] = {}
        """At a stage, operators by what they draw, what they were the first to meet, and the stage that this led to."""
        self.stages: dict[tuple[int, Met], int] = {}
        """The stage that follows one when that is met; a document begins at 0."""


class RememberingScribe(Scribe):
    """A scribe that writes a face or a page anew only where the document had met something else before it.

    What operators depend on besides what they draw are the names of what was met, and what glyphs read as.
    """

    def __init__(self, resources: Resources, contents: Contents) -> None:
        super().__init__(resources)
        self._contents = contents
        self._counts = resources.counts()
        self._stage = 0

    def through(self, key: Hashable, write: Callable[[], str]) -> str:
        self._go_on()
        begun, counts = self._stage, self._counts
        known = self._contents.known.get((begun, key))
        if known is None:
            content = write()
            self._go_on()
            met = self.resources.since(counts) if self._counts != counts else None
            known = self._contents.known[begun, key] = content, met, self._stage
        elif known[1] is not None:
            self.resources.meet(known[1])
            self._counts = self.resources.counts()
        self._stage = known[2]
        return known[0]

    def _go_on(self) -> None:
        """Come to the stage of all that is met by now."""
        counts = self.resources.counts()
        if counts != self._counts:
            stages = self._contents.stages
            self._stage = stages.setdefault(
                (self._stage, self.resources.since(self._counts)), len(stages) + 1
            )
            self._counts = counts
