"""A piece as it would be with an edit that isn't saved: drawn from the edited text in memory, nothing is written."""

import threading
from collections import OrderedDict

from nineup import pipeline
from nineup.diagnostics import Diagnostic, Findings
from nineup.digests import Digests
from nineup.drawing import Face
from nineup.game import Game, Run
from nineup.layout import LayoutEngine
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice, Stages
from nineup.project import Project
from nineup.studio.snapshot import DrawnFace, PieceView
from nineup.typeset import Drawn, face_name, typeset
from nineup.write.face_svg import FaceSvg

MAX_SAID = 5
"""The most findings that a preview reports."""

MAX_FACES = 400
"""The most faces of previews that are kept."""


class PreviewStages(Stages):
    """The stages of a preview: cards and styles come from the caches of builds, whose faces are left alone."""

    def __init__(self, cached: Stages) -> None:
        self._cached = cached

    def load(self, project: Project, game: str, findings: Findings) -> Game | None:
        return self._cached.load(project, game, findings)

    def engine(self, project: Project, game: Game, findings: Findings) -> LayoutEngine | None:
        return self._cached.engine(project, game, findings)

    def typeset(
        self, run: Run, engine: LayoutEngine, findings: Findings, bleed: float = 0.0
    ) -> tuple[Drawn, ...]:
        return typeset(run, engine, findings)


class Previews:
    """The faces of previews by digest, the latest ones."""

    def __init__(self) -> None:
        self._faces: OrderedDict[str, DrawnFace] = OrderedDict()
        self._writer: tuple[LayoutEngine, FaceSvg] | None = None
        self._lock = threading.Lock()

    def keep(self, face: Face, engine: LayoutEngine) -> str:
        """Keep a face that an engine has drawn; its digest."""
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
    """A piece drawn alone, from a project that may be an edited one; None, with the reasons, if it can't be."""
    part = piece.part
    alone = RunChoice(
        choice.players,
        choice.options,
        (str(part.owner),) if part.owner else (),
        (),
        (f"{part.component.id}/{part.card.id}",),
        choice.language,
    )
    options = PrintOptions(allow_errors=True)
    ready = pipeline.draw(project, game_id, alone, options, findings, lambda *_: None, PreviewStages(stages))
    if not isinstance(ready, DrawnRun):
        return None
    found = next((each for each in ready.drawn if each.part.owner == part.owner), None)
    return None if found is None else (ready, found)


def about(findings: Findings, piece: PieceView, file: str) -> list[str]:
    """What findings of a preview say of the piece; of others only how many there are."""
    component, card = piece.part.component, piece.part.card
    names = [face_name(component, card, side) for side in ("front", "back")]
    wrong = [found for found in findings if found.severity != "note"]
    own = [found for found in wrong if found.face in names or _is_in_entry(found, piece, file)]
    said = list(dict.fromkeys(found.message for found in own))[:MAX_SAID]
    more = len(wrong) - len(own)
    return [*said, f"{more} finding{'s' if more > 1 else ''} elsewhere"] if more else said


def _is_in_entry(found: Diagnostic, piece: PieceView, file: str) -> bool:
    """Whether a finding is at the card's entry, as far as lines show."""
    spans = [piece.part.card.span, *piece.part.card.spans.values()]
    lines = [span.line for span in spans]
    return found.span is not None and found.span.file == file and min(lines) <= found.span.line <= max(lines)
