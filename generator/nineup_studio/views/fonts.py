"""The fonts of a project: each name set in itself, and uploads with their licence."""

from collections.abc import Iterator
from typing import Any

import msgspec
from nineup.base import Project
from nineup.base.geometry import Size
from nineup.files.edit import CheckedLicence, EditOutcome, added_fonts, checked_licence, refuse
from nineup.logic.expression import escape
from nineup.model import ArtError, Face, Text, text_width
from nineup.typography.fonts import CheckedFont, FontError, Fonts, checked_font, spaced
from nineup.typography.text import Setting, Style, StyleSheet, set_line
from nineup.write import FaceSvg
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import of_request, session_of, workspace_of
from nineup_studio.live.tray import Waiting
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.posting import answer, json_response, nothing, read_body
from nineup_studio.pages.view import View
from nineup_studio.views import faces

_MAX_NAME = 300
"""The longest name of a file that is uploaded, in characters."""

_MAX_FONTS = 40
"""The number of fonts that are added at once."""

_LONGEST_SAMPLE = 60
_SAMPLE_SIZE = 20.0
"""The size of a sample, in points."""


class Family(msgspec.Struct, frozen=True):
    """A family as styles name it, its upright weights and its italic ones, and whether the project has it
    itself.
    """

    name: str
    weights: tuple[int, ...]
    italics: tuple[int, ...]
    is_own: bool
    why: str = ""
    """Why it can't be used."""


class AddFonts(msgspec.Struct, frozen=True):
    """Fonts that wait, by their ids, and the licence that waits; empty for none."""

    fonts: list[str]
    licence: str = ""


def families(project: Project, fonts: Fonts) -> tuple[Family, ...]:
    """The families of a project in alphabetical order, those of collections among them."""
    return tuple(_family(project, fonts, name) for name in fonts.others(""))


def _family(project: Project, fonts: Fonts, name: str) -> Family:
    try:
        cuts = fonts.cuts(name)
        called = fonts.called(name)
    except FontError as error:
        return Family(spaced(name), (), (), is_own=True, why=error.message)
    upright = tuple(sorted(cut.weight for cut in cuts if not cut.italic))
    italics = tuple(sorted(cut.weight for cut in cuts if cut.italic))
    is_own = any((project.root / source.path).is_file() for source in cuts.values())
    return Family(called, upright, italics, is_own=is_own)


def sample(request: Request) -> Response:
    """A line of text in a font, as it is printed."""
    looking, query = of_request(request), request.query_params
    drawn = looking.snapshot.drawn_run
    family, text = query.get("family", "")[:_MAX_NAME], query.get("text", "")[:_LONGEST_SAMPLE]
    if drawn is None or not text.strip():
        return nothing()
    with workspace_of(request).cache.stages(workspace_of(request).project, looking.game_id):
        fonts = drawn.engine.fonts
        try:
            font = fonts.nearest(family, int(query.get("weight", "400")), query.get("italic") == "yes")
        except (FontError, ValueError):
            return nothing()
        others = tuple(name for name in fonts.others(family) if name.startswith("SourceSans"))
        style = Style(family, others, weight=font.weight, italic=font.italic, size=_SAMPLE_SIZE)
        setting = Setting(fonts, StyleSheet({}, {}), {})
        below = _SAMPLE_SIZE * 1.1
        ops = set_line(escape(text), 1.0, below, style=style, setting=setting).ops
        wide = max((text_width(op) for op in ops if isinstance(op, Text)), default=0.0)
        face = Face(family, Size(wide + 2.0, _SAMPLE_SIZE * 1.5), 0.0, ops=tuple(ops))
        return Response(FaceSvg(fonts.by_key).write(face), 200, faces.HEADERS, "image/svg+xml")


async def upload(request: Request) -> Response:
    """Takes a font, or with `kind=licence` its licence, which is the whole body, into the tray."""
    session_of(request)
    name = request.query_params.get("name", "")[:_MAX_NAME]
    is_licence = request.query_params.get("kind") == "licence"
    tray = workspace_of(request).tray
    try:
        waiting = await tray.take(name, request.stream(), checked_licence if is_licence else _checked)
    except ArtError as error:
        return json_response({"refused": f"{name} {error.message}", "hint": error.hint})
    except OSError as error:
        return json_response({"refused": f"{name} can't be kept: {error.strerror}"})
    return json_response(_arrived(waiting))


def _checked(name: str, data: bytes) -> CheckedFont:
    """A font that prints. Raises ArtError, as other uploads do."""
    try:
        return checked_font(name, data)
    except FontError as error:
        raise ArtError(error.message.removeprefix(f"`{name}` "), error.hint) from None


def _arrived(waiting: Waiting) -> dict[str, Any]:
    file = waiting.checked
    if isinstance(file, CheckedLicence):
        return {"id": waiting.id, "name": file.name, "says": file.first_line}
    assert isinstance(file, CheckedFont)
    return {
        "id": waiting.id,
        "name": file.name,
        "family": file.family,
        "styles": file.styles,
        "says": file.credits.licence[:300],
        "copyright": file.credits.copyright[:200],
    }


async def add(request: Request) -> Response:
    """Writes fonts that wait, with their licence, as one step."""
    body = await read_body(request, AddFonts)

    def work(workspace: Workspace) -> EditOutcome:
        if not body.fonts or len(body.fonts) > _MAX_FONTS:
            return refuse(f"choose from 1 to {_MAX_FONTS} fonts")
        fonts = list(_waiting(workspace, body.fonts, CheckedFont))
        licence = next(_waiting(workspace, [body.licence], CheckedLicence), None) if body.licence else None
        if len(fonts) < len(body.fonts) or (body.licence and licence is None):
            return refuse("a file has waited too long: choose it again")
        files = added_fonts(workspace.project, fonts, licence)
        if not isinstance(files, dict):
            return files
        says = ", ".join(dict.fromkeys(font.family for font, _ in fonts))
        return workspace.history.write({}, f"add the font {says}"[:120], added=files)

    return await answer(request, work)


def _waiting(workspace: Workspace, ids: list[str], kind: Any) -> Iterator[Any]:
    for id in ids:
        waiting = workspace.tray.get(id)
        if waiting is not None and isinstance(waiting.checked, kind):
            yield waiting.checked, waiting.file


VIEW = View(
    "fonts",
    "",
    "",
    routes=(
        Route("/{game}/font-sample", sample),
        Route("/{game}/font", upload, methods=["POST"]),
        Route("/{game}/fonts", add, methods=["POST"]),
    ),
)
