"""The replaceable stages of a build, and the engine that building and checking share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.faces.record import FaceReader
from nineup.files import settings
from nineup.layout import LayoutEngine
from nineup.layout.typeset import Drawn, typeset
from nineup.model.digests import Digests
from nineup.model.game import Game, Run
from nineup.model.paper import Piece, Sheet, SheetSpec
from nineup.pipeline.plan import PrintPlan, RunChoice
from nineup.pipeline.runs import load
from nineup.rules import KnownResults
from nineup.typography.fonts import Fonts
from nineup.typography.text import StyleSheet, hyphenated, read_styles
from nineup.write import ContentWriter, deflate_each

if TYPE_CHECKING:
    from nineup.impose import Notes


def substitutes(project: Project) -> Mapping[str, str]:
    """The families that nineup.yaml names for missing ones. Mistakes in that file are reported with those of
    sheets.
    """
    known = settings.read_settings(project, Findings())
    return known.fonts if known else {}


def project_fonts(project: Project, language: str) -> Fonts:
    """The fonts of a project, with the `substitutes` of missing ones."""
    return Fonts(project, language, substitutes(project))


def make_engine(project: Project, game: Game, fonts: Fonts, findings: Findings) -> LayoutEngine | None:
    """A layout engine with a game's styles and art; None if its styles are wrong."""
    before = len(findings)
    sheet = styles(project, game.id, fonts, findings=findings)
    if sheet is not None and game.language:
        sheet = hyphenated(sheet, game.language, game.source_language or game.language)
    engine = LayoutEngine(project, game, fonts, sheet=sheet, findings=findings) if sheet is not None else None
    if engine is not None:
        engine.is_sound = not findings.failed_since(before)
    return engine


def styles(project: Project, game_id: str, fonts: Fonts, findings: Findings) -> StyleSheet | None:
    """A game's text styles, readable even if the game isn't; None after an error."""
    path = f"layouts/{game_id}/style.yaml"
    if not project.exists(path):
        path = "layouts/style.yaml"
    return read_styles(project, path, fonts, findings=findings)


class DrawnRun(msgspec.Struct, frozen=True):
    """A run with its faces drawn, and how it is to be printed."""

    run: Run
    choice: RunChoice
    drawn: tuple[Drawn, ...]
    plan: PrintPlan
    engine: LayoutEngine


class Stages:
    """The replaceable steps of a build.

    This class computes everything; a long-running process passes one that caches.
    """

    def load(self, project: Project, game: str, findings: Findings) -> Game | None:
        """A game as its files state it; None after an error."""
        return load(project, game, findings)

    def engine(self, project: Project, game: Game, findings: Findings) -> LayoutEngine | None:
        """A layout engine with a game's styles and art; None if its styles are wrong."""
        return make_engine(project, game, project_fonts(project, game.language), findings=findings)

    def known_rules(self, game: Game, about: Iterable[str]) -> KnownResults | None:
        """What is known of the rules of a game from earlier builds that agree in `about`, and takes what is
        proved now; None if nothing is to be known. The engine is the one that `engine` returned last.
        """
        return None

    def typeset(
        self, run: Run, engine: LayoutEngine, findings: Findings, bleed: float = 0.0
    ) -> tuple[Drawn, ...]:
        """The faces of a run's parts, in its order, with everything that imposition reads on sheets with this
        bleed, in points.
        """
        return typeset(run, engine, findings)

    def impose(
        self, pieces: Sequence[Piece], spec: SheetSpec, notes: "Notes", fonts: Fonts, findings: Findings
    ) -> tuple[Sheet, ...]:
        """Sheets of pieces."""
        from nineup.impose import impose  # which is imported while the copies of a process draw

        return impose(pieces, spec, notes, fonts=fonts, findings=findings)

    def deflate_each(self, make: Callable[[int], bytes], count: int) -> list[bytes]:
        """The streams `make(0)` up to `make(count - 1)` of a PDF, compressed."""
        return deflate_each(make, count)

    def content_writer(self, fonts: Fonts) -> ContentWriter | None:
        """The writer of all documents' content streams; None for one of each document's own."""
        return None

    def digests(self) -> Digests:
        """The digests of faces."""
        return Digests()

    def face_reader(self, engine: LayoutEngine) -> FaceReader:
        """Reads the words on faces that an engine has drawn."""
        return FaceReader({id: symbol.form for id, symbol in engine.symbols.items()})
