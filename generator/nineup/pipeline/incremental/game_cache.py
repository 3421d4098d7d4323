"""The pipeline's stages for one game, with cached cards, engine, faces, sheets and streams of earlier
builds.
"""

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain

from nineup.base import plugins
from nineup.base.diagnostics import Findings
from nineup.base.project import Project, is_inside
from nineup.base.reading import walk
from nineup.faces.record import FaceReader
from nineup.files.load import CardCache
from nineup.impose import Notes
from nineup.layout import LayoutEngine
from nineup.model.digests import Digests
from nineup.model.game import Game, Run
from nineup.model.paper import Piece, Sheet, SheetSpec
from nineup.pipeline import Drawn, Stages, load
from nineup.pipeline.incremental.content import FACE_BYTES, CachedContentWriter
from nineup.pipeline.incremental.faces import CachedFaces
from nineup.pipeline.incremental.sheets import SheetCache
from nineup.pipeline.stages import substitutes
from nineup.rules import KnownResult, KnownResults
from nineup.typography.fonts import Fonts
from nineup.write import ContentWriter

MAX_BYTES = 256 * 1024 * 1024
"""An estimate of the memory that streams, operators and digests of one game may take; a larger cache is
cleared.
"""

MAX_BUILDS = 250
"""The number of builds after which a cache is cleared, because unused words and faces accumulate in its
engine.
"""


class GameCache(Stages):
    """The stages of one game's builds. Hold `lock` during a build, and call `finish_build` after it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Clears the cache."""
        self._builds = 0
        self._engine: LayoutEngine | None = None
        self._engine_inputs: object = None
        self._engine_findings = Findings()
        self._rules: dict[str, KnownResult] = {}
        """What this engine's game has shown of its rules."""
        self._streams: dict[bytes, bytes] = {}
        """Compressed streams by their content. A cached page is the same object, so it isn't hashed again."""
        self._contents: CachedContentWriter | None = None
        self._cards = CardCache()
        self._faces = CachedFaces()
        self._sheets = SheetCache()
        self._digests = Digests()
        self._reader: FaceReader | None = None

    @property
    def size(self) -> int:
        """An estimate of its size in bytes, besides the last build's faces and sheets."""
        contents = self._contents.size if self._contents else 0
        streams = sum(map(len, self._streams)) + sum(map(len, self._streams.values()))
        return streams + contents + FACE_BYTES * len(self._digests)

    @property
    def is_warm(self) -> bool:
        """Whether it holds a build."""
        return self._builds > 0

    @property
    def engine_project(self) -> Project | None:
        """The project of which its engine reads styles, layouts, art and fonts; None without an engine."""
        return self._engine.project if self._engine else None

    def drop_engine(self) -> None:
        """Has the next build make an engine, whatever the states of files say."""
        self._engine = None

    def finish_build(self) -> None:
        """Counts a build, and clears the cache if it has become too large or too old."""
        self._builds += 1
        if self._builds >= MAX_BUILDS or self.size > MAX_BYTES:
            self.clear()

    def load(self, project: Project, game: str, findings: Findings) -> Game | None:
        return load(project, game, findings, caching=self._cards)

    def engine(self, project: Project, game: Game, findings: Findings) -> LayoutEngine | None:
        names = (game.id, game.language, game.symbols, game.terms, game.words)
        inputs = (project.root, *names, dict(substitutes(project)), _file_states(project))
        # Mistakes are reported by reading the files, so an engine with findings is never reused.
        if self._engine is None or self._engine_findings or inputs != self._engine_inputs:
            self._engine_findings = Findings()
            self._engine = super().engine(project, game, self._engine_findings)
            self._engine_inputs = inputs
            self._contents = None
            self._reader = None
            self._faces = CachedFaces()
            self._rules = {}
            findings.extend(self._engine_findings)
        return self._engine

    def known_rules(self, game: Game, about: Iterable[str]) -> KnownResults | None:
        if plugins.are_used():
            return None
        known = KnownResults(game, about, self._rules)
        self._rules = known.results
        return known

    def typeset(
        self, run: Run, engine: LayoutEngine, findings: Findings, bleed: float = 0.0
    ) -> tuple[Drawn, ...]:
        before = len(self._engine_findings)
        drawn = self._faces.typeset(run, engine, findings)
        findings.extend(self._engine_findings[before:])  # About files that the engine reads only now.
        return drawn

    def impose(
        self, pieces: Sequence[Piece], spec: SheetSpec, notes: Notes, fonts: Fonts, findings: Findings
    ) -> tuple[Sheet, ...]:
        return self._sheets.impose(pieces, spec, notes, fonts=fonts, findings=findings)

    def deflate_each(self, make: Callable[[int], bytes], count: int) -> list[bytes]:
        streams = [make(number) for number in range(count)]
        # Equal pages of one build are compressed once.
        new = list(dict.fromkeys([stream for stream in streams if stream not in self._streams]))
        self._streams.update(zip(new, super().deflate_each(new.__getitem__, len(new)), strict=True))
        return [self._streams[stream] for stream in streams]

    def content_writer(self, fonts: Fonts) -> ContentWriter:
        if self._contents is None:
            self._contents = CachedContentWriter(fonts)
        return self._contents

    def digests(self) -> Digests:
        return self._digests

    def face_reader(self, engine: LayoutEngine) -> FaceReader:
        if self._reader is None:
            self._reader = super().face_reader(engine)
        return self._reader


def _file_states(project: Project) -> tuple[object, ...]:
    """Every file from which styles, layouts, art and fonts are read, with metadata that changes when it is
    written.
    """
    states = []
    for folder in ("layouts", "fonts"):
        if not is_inside(project.root / folder, project.root):
            continue
        below = walk(project.root / folder)
        for path in sorted(os.path.join(top, name) for top, *names in below for name in chain(*names)):
            with suppress(OSError):  # Removed since it was listed, or a link to itself.
                state = os.stat(path)
                # Programs that restore a file also restore its modification time, but the time of its
                # last change (ctime) can't be set.
                states.append((path, state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino))
    return tuple(states)
