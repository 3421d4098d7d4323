"""A drawing that is no piece's layout, such as a frame that layouts use: shown as if a piece had it."""

import msgspec
from nineup.base import MM, Diagnostic, Findings
from nineup.files.edit import EditRefusedError
from nineup.layout import LayoutEngine
from nineup.layout.typeset import face_context
from nineup.model import Face
from nineup.pipeline import DrawnRun

from nineup_studio.live.snapshot import PieceView
from nineup_studio.live.workspace import Workspace

_SMALLEST = 1 * MM


def lone_piece(workspace: Workspace, drawn: DrawnRun, piece: PieceView, path: str) -> PieceView:
    """A piece as if a drawing below the game's layouts were its only side, with the values of its card.

    Raises EditRefusedError if the drawing can't be drawn with these.
    """
    engine, findings = drawn.engine, Findings()
    own = LayoutEngine(workspace.project, engine.game, engine.fonts, sheet=engine.sheet, findings=findings)
    layout = own.layout(path)
    if layout is None or min(layout.size) < _SMALLEST:
        raise EditRefusedError(_why(tuple(findings)) or f"`{path}` has no size")
    context = face_context({**drawn.run.context}, piece.part, engine.sheet.palette)
    face = own.face(layout, path, context, findings=findings)
    if face is None:
        raise EditRefusedError(_why(tuple(findings)) or f"`{path}` can't be drawn for this card")
    component = msgspec.structs.replace(
        piece.part.component,
        shape="tile",
        outline="rectangle",
        corner=0.0,
        size=layout.size,
        layout=path,
        back="",
        sides={},
    )
    part = msgspec.structs.replace(piece.part, component=component)
    return msgspec.structs.replace(piece, part=part, front=workspace.previews.keep(face, own), back="")


def _why(findings: tuple[Diagnostic, ...]) -> str:
    return next((each.message for each in findings if each.severity == "error"), "")


def face_of(workspace: Workspace, digest: str) -> Face:
    """A face that a page shows. Raises EditRefusedError if it has been dropped."""
    drawn = workspace.face(digest)
    if drawn is None:
        raise EditRefusedError("this face has changed; reload the page")
    return drawn.face
