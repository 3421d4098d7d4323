"""What a process that stays alive remembers between builds of a game, wrapped around pure functions. Above `build`.

A remembered result is what the function would give anew, so that a build writes the same bytes with it.
"""

from collections.abc import Sequence

from nineup.diagnostics import Findings
from nineup.drawing import Digests
from nineup.fonts import Fonts
from nineup.game import Game, Run
from nineup.impose import Notes
from nineup.incremental.content import CachedContentWriter, Contents
from nineup.incremental.faces import Faces
from nineup.incremental.sheets import Sheets
from nineup.layout import LayoutEngine
from nineup.load import Remembered
from nineup.paper import Piece, Sheet, SheetSpec
from nineup.pipeline import Drawn, Stages, load
from nineup.project import Project
from nineup.typeset import typeset
from nineup.write import ContentWriter, Resources

__all__ = ["BuildCache", "CachedContentWriter", "Contents"]

MOST = 20_000
"""Faces and streams that are kept; with more, all are forgotten."""


class BuildCache(Stages):
    """A build's tools that remember cards, the engine with its faces, their operators, and packed streams."""

    def __init__(self) -> None:
        self._studio: LayoutEngine | None = None
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

    def engine(self, project: Project, game: Game, findings: Findings) -> LayoutEngine | None:
        made_of = (project.root, game.id, game.symbols, game.terms, _files(project))
        if self._studio is None or self._told or made_of != self._made_of:
            self._told = Findings()
            self._studio = super().engine(project, game, self._told)
            self._made_of = made_of
            self._contents = Contents()
            findings.extend(self._told)
        return self._studio

    def typeset(self, run: Run, engine: LayoutEngine, findings: Findings) -> tuple[Drawn, ...]:
        before = len(self._told)
        self._faces = Faces(findings, self._faces)
        drawn = typeset(run, engine, findings, self._faces)
        findings.extend(self._told[before:])  # What the engine tells of files that it meets only now.
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

    def content_writer(self, resources: Resources) -> ContentWriter:
        if len(self._contents.known) > MOST:
            self._contents = Contents()
        return CachedContentWriter(resources, self._contents)

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
