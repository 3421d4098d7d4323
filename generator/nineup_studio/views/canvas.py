"""The canvas of a layout: what is on it, the edits of its file that gestures make, and trials of these."""

import posixpath
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from nineup.base import MM, Diagnostic, Project, ProjectError
from nineup.faces.shapes import shape_of
from nineup.files.edit import (
    Change,
    EditOutcome,
    EditRefusedError,
    colors_in,
    drawn_elements,
    edit,
    element_source,
    file_digest,
    refuse,
    refuse_bound_art,
    refuse_lost_ids,
    text_of,
)
from nineup.layout.typeset import face_context
from nineup.model import Face
from nineup.pipeline import DrawnRun
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.layout_files import misfit
from nineup_studio.lists.pictures import picture_folders
from nineup_studio.live.bindings import FieldChoice, field_choices
from nineup_studio.live.gestures import MOVEMENTS, Done, Gesture, SetRepetition, changes_of
from nineup_studio.live.lone import face_of
from nineup_studio.live.looking import of_request, workspace_of
from nineup_studio.live.scene import Path, Placing, Scene
from nineup_studio.live.snapshot import PieceView
from nineup_studio.live.trials import Fits, Trial
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.posting import MAX_SAYS, answer, json_response, read_body
from nineup_studio.pages.sizes import safe_zone
from nineup_studio.pages.view import View
from nineup_studio.views.layouts import layout_at, layout_file, piece_of

_PICTURES = (".svg", ".svgz", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


class CanvasRequest(msgspec.Struct, frozen=True):
    """A gesture on a version of a layout's file."""

    base: str
    gesture: Gesture
    says: str = "drawing"


class TrialRequest(msgspec.Struct, frozen=True):
    """A gesture that isn't made yet; none for the file as it is."""

    base: str
    gesture: Gesture | None = None


class FitsRequest(msgspec.Struct, frozen=True):
    """Asks for the fits of texts in some elements, with those in them, for the cards from a number on."""

    base: str
    paths: list[Path]
    start: int = 0
    gesture: Gesture | None = None


class SourceRequest(msgspec.Struct, frozen=True):
    """Elements whose sources are copied."""

    paths: list[Path]


class _Seen(msgspec.Struct, frozen=True):
    """A layout in a request, with the card that shows it and the others that are drawn with it."""

    workspace: Workspace
    drawn: DrawnRun
    file: str
    side: str
    face: Face
    piece: PieceView
    pieces: tuple[PieceView, ...]
    is_lone: bool = False

    @contextmanager
    def drawing(self) -> Iterator[list[EditRefusedError]]:
        """While nobody else draws the game; an edit that is refused meanwhile is added to the list."""
        refusals: list[EditRefusedError] = []
        with self.workspace.cache.stages(self.workspace.project, self.drawn.engine.game.id):
            try:
                yield refusals
            except EditRefusedError as refused:
                refusals.append(refused)

    def place(self, data: bytes) -> Placing:
        """How the elements are placed in a version of the file. Raises EditRefusedError."""
        height = self.face.size.height / MM
        key = "placing", self.file, self.side, self.piece.key, file_digest(data)
        return self.workspace.trials.kept(
            self.drawn,
            key,
            lambda: Placing(self.drawn, self.piece, side=self.side, file=self.file, data=data, height=height),
        )

    def trial(self, data: bytes) -> Trial:
        """A version of the file that isn't written."""
        key = "trial", self.file, self.side, file_digest(data)
        return self.workspace.trials.kept(
            self.drawn, key, lambda: Trial(self.drawn, self.file, data, side=self.side)
        )

    def face_without(self, data: bytes, changes: list[Change]) -> str:
        """The digest of the face after some changes of the file; empty without any, or if that fails."""
        changed = edit(self.file, data, changes) if changes else data
        if changed == data or isinstance(changed, Diagnostic):
            return ""
        trial = self.trial(changed)
        face = trial.face(self.piece)
        return self.workspace.previews.keep(face, trial.engine) if face else ""

    def fields(self) -> tuple[FieldChoice, ...]:
        """What the layout can show of its cards."""
        component, engine = self.piece.part.component, self.drawn.engine
        context = face_context(self.drawn.run.context, self.piece.part, engine.sheet.palette, side=self.side)
        return field_choices(engine.game, component, context, folders=picture_folders(engine, component))

    def edited(self, data: bytes, gesture: Gesture) -> tuple[bytes, Done]:
        """The file after a gesture. Raises EditRefusedError if the gesture can't be done cleanly, or the
        engine wouldn't read what it writes.
        """
        fields = self.fields() if isinstance(gesture, SetRepetition) else ()
        done = changes_of(self.place(data), gesture, fields)
        changed = edit(self.file, data, done.changes)
        if isinstance(changed, Diagnostic):
            raise EditRefusedError(changed.message)
        if not isinstance(gesture, MOVEMENTS):
            refuse_lost_ids(self.workspace.project, self.file, before=data, after=changed)
            if self.is_lone:
                refuse_bound_art(self.workspace.project, self.file, before=data, after=changed)
            self._refuse_mistakes(data, changed)
        return changed, done

    def _refuse_mistakes(self, before: bytes, after: bytes) -> None:
        known = {each.message for each in self._mistakes(before)}
        new = next((each for each in self._mistakes(after) if each.message not in known), None)
        if new is not None:
            raise EditRefusedError(f"{new.message}{f'; {new.hint}' if new.hint else ''}")

    def _mistakes(self, data: bytes) -> Iterator[Diagnostic]:
        """The errors of a version for this card, but for texts that don't fit: these are seen."""
        trial = self.trial(data)
        trial.face(self.piece)
        return (each for each in trial.findings if each.severity == "error" and each.code != "text-overflow")


def scene(request: Request) -> Response:
    """The elements of a layout, where a card shows them."""
    try:
        seen = _seen(request)
        version = workspace_of(request).history.version(seen.file)
        if version.data is None:
            why = f"`{seen.file}` comes with Nineup: copy it into `layouts/` first"
            return json_response({"refused": why})
        with seen.drawing() as refusals:
            placing = seen.place(version.data)
            fields = seen.fields()
            face = seen.face_without(version.data, placing.without_hidden())
        if refusals:
            return json_response({"refused": refusals[0].message})
    except (ProjectError, EditRefusedError) as error:
        return json_response({"refused": str(error)})
    width, height = (side / MM for side in seen.face.size)
    game = of_request(request).snapshot.game
    return json_response(
        Scene(
            seen.file,
            version.digest,
            width,
            height=height,
            bleed=seen.face.bleed / MM,
            safe=safe_zone(seen.face) / MM,
            unit=placing.unit / MM,
            styles=tuple(seen.drawn.engine.sheet.styles),
            palette=tuple(colors_in(seen.drawn.engine.sheet.palette)),
            types={
                name: (each.font, round(each.size / MM, 2))
                for name, each in seen.drawn.engine.sheet.styles.items()
            },
            fields=fields,
            elements=tuple(placing.views()),
            is_lone=seen.is_lone,
            guides=placing.marks.guides,
            face=face,
            misfit=misfit(game, request.path_params["path"], seen.face.size) if game else None,
        )
    )


async def gesture(request: Request) -> Response:
    """Makes the edit of a gesture: one step that can be undone."""
    body = await read_body(request, CanvasRequest)
    chosen: list[Path] = []

    def work(workspace: Workspace) -> EditOutcome | None:
        try:
            seen = _seen(request)
        except EditRefusedError as refused:
            return refuse(refused.message)

        def make(data: bytes) -> bytes | Diagnostic:
            with seen.drawing() as refusals:
                changed, done = seen.edited(data, body.gesture)
                chosen[:] = done.chosen
                return changed
            return refuse(refusals[0].message)

        return workspace.history.write(
            {seen.file: (body.base, make)}, f"{body.says[:MAX_SAYS]} in {seen.file}"
        )

    return await answer(request, work, more=lambda: {"chosen": chosen})


async def source(request: Request) -> Response:
    """The sources of elements, to be pasted into this layout or another one."""
    body = await read_body(request, SourceRequest)

    def read() -> dict[str, Any]:
        try:
            seen = _seen(request)
            text = text_of(seen.file, workspace_of(request).history.version(seen.file).data or b"")
            return {"sources": [element_source(text, path) for path in body.paths]}
        except EditRefusedError as refused:
            return {"refused": refused.message}

    return json_response(await in_thread(read))


def drawings(request: Request) -> Response:
    """The drawings and pictures of the game, and parts of drawings, as this layout links to them."""
    looking, project = of_request(request), workspace_of(request).project
    own, _ = layout_file(looking, project, request.path_params["path"])
    folder = posixpath.dirname(own)
    files = [
        file
        for file in project.list(f"layouts/{looking.game_id}", "**/*")
        if file.lower().endswith(_PICTURES) and file != own
    ]
    parts = [
        f"{posixpath.relpath(file, folder)}#{id}"
        for file in files
        if file.lower().endswith(".svg")
        for id in _parts_of(project, file)
    ]
    return json_response({"drawings": [posixpath.relpath(file, folder) for file in files], "parts": parts})


def _parts_of(project: Project, file: str) -> Iterator[str]:
    """The ids of a drawing's elements that a `use` can show."""
    with suppress(ProjectError, EditRefusedError):
        for element in drawn_elements(file, project.read(file))[0].values():
            if element.name in ("g", "symbol", "path", "svg") and (id := element.attributes.get("id")):
                yield id


async def trial(request: Request) -> Response:
    """The face as it would be after a gesture, by its digest; nothing is written."""
    body = await read_body(request, TrialRequest)

    def draw(seen: _Seen, data: bytes) -> dict[str, Any]:
        tried = seen.trial(data)
        face = tried.face(seen.piece)
        return {"face": seen.workspace.previews.keep(face, tried.engine) if face else ""}

    return json_response(await in_thread(_tried, request, body.base, body.gesture, draw))


async def fits(request: Request) -> Response:
    """The cards whose texts would overflow or shrink after a gesture, as many as there is time for."""
    body = await read_body(request, FitsRequest)

    def measure(seen: _Seen, data: bytes) -> Fits:
        paths = drawn_elements(seen.file, data)[1]
        offsets = frozenset(
            at for at, path in paths.items() if any(path[: len(top)] == top for top in body.paths)
        )
        return seen.trial(data).fits(seen.pieces, max(0, body.start), offsets)

    return json_response(await in_thread(_tried, request, body.base, body.gesture, measure))


def _tried(request: Request, base: str, gesture: Gesture | None, work: Callable[[_Seen, bytes], Any]) -> Any:
    """The result of work on a layout and its file after a gesture, or why there is none.

    That is also if the file is another one by now.
    """
    try:
        seen = _seen(request)
        version = seen.workspace.history.version(seen.file)
        if version.data is None or version.digest != base:
            return {"refused": "the file has since changed"}
        with seen.drawing() as refusals:
            return work(seen, seen.edited(version.data, gesture)[0] if gesture else version.data)
        return {"refused": refusals[0].message}
    except EditRefusedError as refused:
        return {"refused": refused.message}


def _seen(request: Request) -> _Seen:
    """The layout of a request with the card of its query.

    Raises HTTPException, and EditRefusedError for one that the canvas can't show.
    """
    looking, workspace = of_request(request), workspace_of(request)
    path, drawn = request.path_params["path"], looking.snapshot.drawn_run
    used = layout_at(request, path)
    piece = piece_of(request, used)
    if piece is None or drawn is None:
        raise HTTPException(404, f"No piece of this run is drawn with `{path}`.")
    shape = shape_of(piece.part.component.shape)
    if not shape.is_flat:
        why = f"a {shape.name} is folded from several layouts: the canvas doesn't show these yet"
        raise EditRefusedError(why)
    digest = piece.back if used.side == "back" and piece.back else piece.front
    face = face_of(workspace, digest)
    file, _ = layout_file(looking, workspace.project, path)
    pieces = (piece,) if used.is_lone else used.pieces
    return _Seen(
        workspace,
        drawn,
        file,
        side=used.side,
        face=face,
        piece=piece,
        pieces=pieces,
        is_lone=used.is_lone,
    )


VIEW = View(
    "canvas",
    "",
    "",
    routes=(
        Route("/{game}/canvas/{path:path}", scene),
        Route("/{game}/canvas/{path:path}", gesture, methods=["POST"]),
        Route("/{game}/canvas-trial/{path:path}", trial, methods=["POST"]),
        Route("/{game}/canvas-fits/{path:path}", fits, methods=["POST"]),
        Route("/{game}/canvas-drawings/{path:path}", drawings),
        Route("/{game}/canvas-source/{path:path}", source, methods=["POST"]),
    ),
)
