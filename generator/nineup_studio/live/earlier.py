"""Faces at a recorded print, a kept version or a commit. The latter two are drawn again; a print's faces are
found as in `diff`.
"""

import re
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

from nineup import pipeline
from nineup.base import Findings, Project, picture_type
from nineup.changes import RevisionError, find_version, history, kept_versions, project_at, project_at_version
from nineup.changes.reprint import find_old_faces, records
from nineup.faces.record import PrintRecord
from nineup.model import Face
from nineup.pipeline import DrawnRun, PrintOptions, cut_out
from nineup.write import FaceSvg

from nineup_studio.live.snapshot import PieceView, Snapshot
from nineup_studio.live.workspace import choice_of, query_of

MAX_COMMITS = 30
"""The number of commits that are offered."""

SVG = "image/svg+xml"

PictureData = tuple[str, bytes]
"""A media type and a file of it."""


class GameVersion(NamedTuple):
    """An earlier version of a game: `id` is `print:NAME`, `version:NAME` or `commit:HASH`."""

    id: str
    label: str


def earlier_prints(project: Project, game: str) -> tuple[GameVersion, ...]:
    """The recorded prints of a game, latest first."""
    prints = records(project, game, Findings())
    return tuple(GameVersion(f"print:{record.name}", f"print {record.name}") for record in reversed(prints))


def earlier_versions(project: Project) -> tuple[GameVersion, ...]:
    """The versions that are kept, latest first; a print's is offered as the print."""
    kept = (each for each in reversed(kept_versions(project)) if not each.print)
    return tuple(GameVersion(f"version:{each.name}", f"version {each.name}") for each in kept)


def earlier_commits(project: Project, game: str) -> tuple[GameVersion, ...]:
    """The latest commits that touched a game's files. Raises RevisionError."""
    commits = history(project, (f"cards/{game}", "layouts", "fonts"), MAX_COMMITS)
    return tuple(GameVersion(f"commit:{each.hash}", f"{each.date} {each.subject}") for each in commits)


def earlier_face(
    project: Project, snapshot: Snapshot, piece: PieceView, side: str, version: str
) -> PictureData:
    """A side of a piece at an earlier version; if it isn't available, a picture that says why."""
    kind, _, name = version.partition(":")
    try:
        if kind in ("commit", "version"):
            return _at_state(project, snapshot, piece, side=side, version=version)
        return _at_print(project, snapshot, piece, side=side, name=name)
    except (RevisionError, LookupError) as error:
        return SVG, _notice(str(error.args[0]))


def _at_state(project: Project, snapshot: Snapshot, piece: PieceView, side: str, version: str) -> PictureData:
    if not re.fullmatch("commit:[0-9a-f]{4,40}|version:.+", version):
        raise LookupError("there is no such commit")
    kind, _, name = version.partition(":")
    kept_at = find_version(project, name).kept_at if kind == "version" else 0.0
    query = query_of(snapshot.choice)
    drawn = _drawn_at(project.root, snapshot.game_id, query, version=version, kept_at=kept_at)
    part = piece.part
    picture = drawn.get((part.component.id, part.card.id, part.owner or "", side))
    if picture is None:
        raise LookupError("not in the game then")
    return SVG, picture


@lru_cache(maxsize=4)
def _drawn_at(
    root: Path, game: str, query: str, version: str, kept_at: float
) -> dict[tuple[str, str, str, str], bytes]:
    """The faces of a run at a commit or a kept version as SVG, cut out, by component, card, owner and side.

    `kept_at` tells a version from an earlier one of that name. Raises RevisionError, LookupError.
    """
    choice = choice_of(dict(parse_qsl(query)))
    kind, _, name = version.partition(":")
    state = project_at if kind == "commit" else project_at_version
    with state(Project(root), name) as before:
        options = PrintOptions(allow_errors=True)
        ready = pipeline.draw(before, game, choice, options, Findings(), lambda *_: None)
        if not isinstance(ready, DrawnRun):
            raise LookupError("the game couldn't be drawn then")
        writer = FaceSvg(ready.engine.fonts.by_key)
        return {
            (each.part.component.id, each.part.card.id, each.part.owner or "", side): writer.write(
                cut_out(face, each.part.component)
            )
            for each in ready.drawn
            for side, face in _sides(each.front, each.back)
        }


def _sides(front: Face, back: Face | None) -> tuple[tuple[str, Face], ...]:
    return (("front", front), *((("back", back),) if back else ()))


def _at_print(project: Project, snapshot: Snapshot, piece: PieceView, side: str, name: str) -> PictureData:
    known = {record.name: record for record in records(project, snapshot.game_id, Findings())}
    if name not in known or snapshot.drawn_run is None:
        raise LookupError("there is no such print")
    digest = _digest_in(known[name], piece, side)
    now = piece.printed[0 if side == "front" else 1]
    shown = snapshot.faces.get(piece.front if side == "front" else piece.back)
    if digest == now and shown is not None:
        return SVG, shown.writer.write(cut_out(shown.face, piece.part.component))
    old_faces = find_old_faces(project, known[name], snapshot.drawn_run, wanted={digest})
    if digest not in old_faces.pictures:
        raise LookupError(old_faces.why_missing or "not available")
    picture = old_faces.pictures[digest].data
    return f"image/{picture_type(picture)}", picture


def _digest_in(record: PrintRecord, piece: PieceView, side: str) -> str:
    component = record.components.get(piece.part.component.id)
    card = component.cards.get(piece.part.card.id) if component else None
    for pieces in reversed(card.pieces) if card else ():
        if pieces.owner == (piece.part.owner or ""):
            return pieces.front if side == "front" else pieces.back
    raise LookupError("not printed then")


def _notice(text: str) -> bytes:
    """A picture that says why there is none."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 336" width="240" height="336">'
        '<rect width="240" height="336" fill="#8883"/><text x="120" y="168" text-anchor="middle" '
        f'font-family="sans-serif" font-size="12" fill="#777">{escape(text[:60])}</text></svg>\n'
    ).encode()
