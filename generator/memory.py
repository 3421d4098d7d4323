"""What a process that stays alive remembers between builds of a game, wrapped around pure functions. Above `build`.

A remembered result is what the function would give anew, so that a build writes the same bytes with it.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from generator.build import Drawn, Tools, load
from generator.diagnostics import Findings, Span
from generator.drawing import Digests, Face
from generator.expression import ExpressionError
from generator.fonts import Fonts
from generator.game import Game, Run
from generator.layout import Layout, Studio
from generator.load import Remembered
from generator.project import Project
from generator.text import StyleSheet
from generator.write import Met, Resources, Scribe

MOST = 20_000
"""Faces and streams that are kept; with more, all are forgotten."""

_Key = tuple[Layout, str, str]
"""A layout, the name of a face, and the values that fill it."""


class RememberingStudio(Studio):
    """A studio that draws a face anew only when its values are new; those with mistakes are always drawn."""

    def __init__(
        self, project: Project, game: Game, fonts: Fonts, sheet: StyleSheet, findings: Findings
    ) -> None:
        super().__init__(project, game, fonts, sheet, findings)
        self._faces: dict[_Key, list[Face]] = {}
        self._asked: Counter[_Key] = Counter()

    def begin(self) -> None:
        """A new build begins: equal faces are handed out one by one again, as many as it would have drawn."""
        self._asked.clear()
        if sum(map(len, self._faces.values())) > MOST:
            self._faces.clear()

    def face(
        self,
        layout: Layout,
        name: str,
        context: Mapping[str, Any],
        findings: Findings,
        source: Callable[[str], Span | None] = lambda text: None,
    ) -> Face | None:
        try:
            values = layout.program.run(context) if layout.program else ""
        except ExpressionError:
            return super().face(layout, name, context, findings, source)
        key = (layout, name, values)
        number = self._asked[key]
        self._asked[key] += 1
        known = self._faces.setdefault(key, [])
        if number < len(known):
            return known[number]
        before = len(findings)
        face = super().face(layout, name, context, findings, source)
        if face is not None and len(findings) == before and number == len(known):
            known.append(face)
        return face


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


class Memory(Tools):
    """A build's tools that remember cards, the studio with its faces, their operators, and packed streams."""

    easel = RememberingStudio

    def __init__(self) -> None:
        self._studio: Studio | None = None
        self._made_of: object = None
        self._told = Findings()
        self._packed: dict[bytes, bytes] = {}
        self._contents = Contents()
        self._cards = Remembered()
        self._digests = Digests()

    def load(self, project: Project, game: str, findings: Findings) -> Game | None:
        return load(project, game, findings, self._cards)

    def studio(self, project: Project, game: Game, findings: Findings) -> Studio | None:
        made_of = (project.root, game.id, game.symbols, game.terms, _files(project))
        if self._studio is None or self._told or made_of != self._made_of:
            self._told = Findings()
            self._studio = super().studio(project, game, self._told)
            self._made_of = made_of
            self._contents = Contents()
            findings.extend(self._told)
        return self._studio

    def typeset(self, run: Run, studio: Studio, findings: Findings) -> tuple[Drawn, ...]:
        if isinstance(studio, RememberingStudio):
            studio.begin()
        before = len(self._told)
        drawn = super().typeset(run, studio, findings)
        findings.extend(self._told[before:])  # What the studio tells of files that it meets only now.
        return drawn

    def deflate(self, data: bytes) -> bytes:
        packed = self._packed.get(data)
        if packed is None:
            if len(self._packed) > MOST:
                self._packed.clear()
            packed = self._packed[data] = super().deflate(data)
        return packed

    def scribe(self, resources: Resources) -> Scribe:
        if len(self._contents.faces) > MOST:
            self._contents = Contents()
        return RememberingScribe(resources, self._contents)

    def digests(self) -> Digests:
        if len(self._digests) > MOST:
            self._digests = Digests()
        return self._digests


def _files(project: Project) -> tuple[object, ...]:
    """Every file that styles, layouts, art and fonts are read from, with what changes when it is written."""
    found = []
    for folder in ("layouts", "fonts"):
        for path in sorted((project.root / folder).rglob("*")):
            state = path.stat()
            found.append((str(path), state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino))
    return tuple(found)
