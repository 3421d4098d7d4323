"""A piece with an unsaved edit: drawn from the edited text in memory; nothing is written."""

import threading
from collections import OrderedDict

from nineup import pipeline
from nineup.base import Diagnostic, EditedProject, Findings, Project
from nineup.layout import LayoutEngine
from nineup.layout.typeset import Drawn, face_name, typeset
from nineup.model import Digests, Face, Game, Run
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice, Stages, make_engine
from nineup.write import FaceSvg

from nineup_studio.live.snapshot import DrawnFace, PieceView

MAX_SAID = 5
"""The number of findings that a preview reports."""

MAX_FACES = 400
"""The number of cached faces of previews."""


class PreviewStages(Stages):
    """The stages of a preview: cards, fonts and, unless they are edited, styles and layouts come from the
    caches of builds, whose faces are left unchanged.
    """

    def __init__(self, cached: Stages) -> None:
        self._cached = cached

    def load(self, project: Project, game: str, findings: Findings) -> Game | None:
        return self._cached.load(project, game, findings)

    def engine(self, project: Project, game: Game, findings: Findings) -> LayoutEngine | None:
        if not isinstance(project, EditedProject) or not any(map(_is_look, project.edited)):
            return self._cached.engine(project, game, findings)
        # The cache keeps an engine for the files as they are, so it must not read the edited ones.
        cached = self._cached.engine(Project(project.root), game, Findings())
        if cached is None:
            return super().engine(project, game, findings)
        return make_engine(project, game, cached.fonts, findings=findings)

    def typeset(
        self, run: Run, engine: LayoutEngine, findings: Findings, bleed: float = 0.0
    ) -> tuple[Drawn, ...]:
        return typeset(run, engine, findings)


def _is_look(path: str) -> bool:
    """Whether a layout engine reads a file: an engine is cached for the files of the project itself."""
    return path.startswith("layouts/")


class Previews:
    """The latest faces of previews, by digest."""

    def __init__(self) -> None:
        self._faces: OrderedDict[str, DrawnFace] = OrderedDict()
        self._writer: tuple[LayoutEngine, FaceSvg] | None = None
        self._lock = threading.Lock()

    def keep(self, face: Face, engine: LayoutEngine) -> str:
        """Caches a face drawn by an engine, and returns its digest."""
        digest = Digests(with_micro=True)[face]
        with self._lock:
            if self._writer is None or self._writer[0] is not engine:
                self._writer = engine, FaceSvg(engine.fonts.by_key)
            self._faces[digest] = DrawnFace(face, self._writer[1])
            self._faces.move_to_end(digest)
            if len(self._faces) > MAX_FACES:
                self._faces.popitem(last=False)
        return digest

    def face(self, digest: str) -> DrawnFace | None:
        return self._faces.get(digest)


def preview(
    project: Project, game_id: str, piece: PieceView, choice: RunChoice, stages: Stages, findings: Findings
) -> tuple[DrawnRun, Drawn] | None:
    """A piece drawn alone, from a project that may be an edited one; None, with the reasons, if it
    can't be.
    """
    part = piece.part
    alone = RunChoice(
        choice.players,
        choice.options,
        (str(part.owner),) if part.owner else (),
        components=(),
        cards=(f"{part.component.id}/{part.card.id}",),
        language=choice.language,
    )
    options = PrintOptions(allow_errors=True)
    ready = pipeline.draw(
        project,
        game_id,
        alone,
        options=options,
        findings=findings,
        progress=lambda *_: None,
        stages=PreviewStages(stages),
    )
    if not isinstance(ready, DrawnRun):
        return None
    drawn = next((each for each in ready.drawn if each.part.owner == part.owner), None)
    return None if drawn is None else (ready, drawn)


def about(findings: Findings, piece: PieceView, file: str) -> list[str]:
    """The findings of a preview about the piece, and the number of others."""
    component, card = piece.part.component, piece.part.card
    names = [face_name(component, card, side) for side in ("front", "back")]
    wrong = [finding for finding in findings if finding.severity != "note"]
    own = [finding for finding in wrong if finding.face in names or _is_in_entry(finding, piece, file)]
    said = list(dict.fromkeys(finding.message for finding in own))[:MAX_SAID]
    more = len(wrong) - len(own)
    return [*said, f"{more} finding{'s' if more > 1 else ''} elsewhere"] if more else said


def _is_in_entry(finding: Diagnostic, piece: PieceView, file: str) -> bool:
    """Whether a finding is in the edited file and, if that has the card's entry, in it, as far as its line
    shows.
    """
    if finding.span is None or finding.span.file != file:
        return False
    if piece.part.card.span.file != file:
        return True
    spans = [piece.part.card.span, *piece.part.card.spans.values()]
    lines = [span.line for span in spans]
    return min(lines) <= finding.span.line <= max(lines)
