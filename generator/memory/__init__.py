"""What a process that stays alive remembers between builds of a game, wrapped around pure functions. Above `build`.

A remembered result is what the function would give anew, so that a build writes the same bytes with it.
"""

from collections.abc import Sequence

from generator.build import Drawn, Tools, load
from generator.diagnostics import Findings
from generator.drawing import Digests
from generator.fonts import Fonts
from generator.game import Game, Run
from generator.impose import Notes
from generator.layout import Studio
from generator.load import Remembered
from generator.memory.faces import Faces
from generator.memory.operators import Contents, RememberingScribe
from generator.memory.sheets import Sheets
from generator.paper import Piece, Sheet, SheetSpec
from generator.project import Project
from generator.typeset import typeset
from generator.write import Resources, Scribe

__all__ = ["Contents", "Memory", "RememberingScribe"]

MOST = 20_000
"""Faces and streams that are kept; with more, all are forgotten."""


class Memory(Tools):
    """A build's tools that remember cards, the studio with its faces, their operators, and packed streams."""

    def __init__(self) -> None:
        self._studio: Studio | None = None
        self._made_of: object = None
        self._told = Findings()
        self._packed: dict[bytes, bytes] = {}
        self._contents = Contents()
        self._cards = Remembered()
        self._faces: Faces | None = None
        self._sheets = Sheets()
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
        before = len(self._told)
        self._faces = Faces(findings, self._faces)
        drawn = typeset(run, studio, findings, self._faces)
        findings.extend(self._told[before:])  # What the studio tells of files that it meets only now.
        return drawn

    def impose(
        self, pieces: Sequence[Piece], spec: SheetSpec, notes: Notes, fonts: Fonts, findings: Findings
    ) -> tuple[Sheet, ...]:
        return self._sheets.impose(pieces, spec, notes, fonts, findings)

    def deflate(self, data: bytes) -> bytes:
        packed = self._packed.get(data)
        if packed is None:
            if len(self._packed) > MOST:
                self._packed.clear()
            packed = self._packed[data] = super().deflate(data)
        return packed

    def scribe(self, resources: Resources) -> Scribe:
        if len(self._contents.known) > MOST:
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
