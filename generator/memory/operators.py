"""The operators of faces, remembered by what a document had met before them."""

from generator.drawing import Face
from generator.write import Met, Resources, Scribe


class Contents:
    """The operators of faces as they were written at each stage: a number for all that a document had met by then."""

    def __init__(self) -> None:
        self.faces: dict[tuple[int, Face], tuple[str, Met | None, int]] = {}
        """At a stage, a face's operators, what it was the first to meet, and the stage that this led to."""
        self.stages: dict[tuple[int, Met], int] = {}
        """The stage that follows one when that is met; a document begins at 0."""


class RememberingScribe(Scribe):
    """A scribe that writes a face anew only where the document had met something else before it.

    What a face's operators depend on besides the face are the names of what was met, and what glyphs read as.
    """

    def __init__(self, resources: Resources, contents: Contents) -> None:
        super().__init__(resources)
        self._contents = contents
        self._counts = resources.counts()
        self._stage = 0

    def face(self, face: Face) -> str:
        self._go_on()
        stage = self._stage
        known = self._contents.faces.get((stage, face))
        if known is None:
            content = super().face(face)
            known = self._contents.faces[stage, face] = content, self._go_on(), self._stage
        elif known[1] is not None:
            self.resources.meet(known[1])
            self._counts = self.resources.counts()
        self._stage = known[2]
        return known[0]

    def _go_on(self) -> Met | None:
        """Come to the stage of all that is met by now; return what is new, or None where nothing is."""
        counts = self.resources.counts()
        if counts == self._counts:
            return None
        met = self.resources.since(self._counts)
        stages = self._contents.stages
        self._stage = stages.setdefault((self._stage, met), len(stages) + 1)
        self._counts = counts
        return met
