"""Pictures of current and of printed faces, by digest.

A record holds only digests. A face with the same digest is the printed one (apart from micro lines), whether
it is found on sheets still in the output, or redrawn from the version kept with the print or from one of the
commits nearest to it.
"""

import re
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from functools import partial

import msgspec

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Matrix, Size
from nineup.base.project import Project
from nineup.base.units import INCH
from nineup.changes.diff import Changes, FacePicture
from nineup.changes.reprint.prints import choice_of, folder, no_progress
from nineup.changes.reprint.sheets import PrintedFace, faces_on_sheets, pictures_of
from nineup.changes.revision import RevisionError, commits, project_at
from nineup.changes.versions import kept_for, project_at_version
from nineup.faces.record import PrintRecord
from nineup.model.digests import Digests
from nineup.model.drawing import Face, Form, Use
from nineup.pipeline.cutting_out import cut_out, square
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf

RESOLUTION, LONGEST = 130, 1100
"""The resolution of a face's picture in dots per inch, and the maximum length of its longer side in
pixels.
"""

MANY, LOWER = 400, 96
"""The number of pictures from which the resolution, in dots per inch, is lower, so that browsers can open the
page.
"""

SYMBOL_HEIGHT, SYMBOL_RESOLUTION = 36.0, 96
"""The height of a symbol's picture in points, and its dots per inch."""

BEFORE, AFTER = 6, 3
"""The number of commits to try before and after the one that added a print's record."""


class OldFaces(msgspec.Struct, frozen=True):
    """Pictures of printed faces by digest, the commits they come from, and why others are missing."""

    pictures: dict[str, FacePicture] = {}
    commits: tuple[str, ...] = ()
    why_missing: str = ""
    """Empty if none is missing."""


def face_pictures(
    ready: pipeline.DrawnRun, wanted: Collection[str], digests: Digests | None = None
) -> dict[str, FacePicture]:
    """Pictures of the wanted faces that a run has, by digest."""
    return _pictures(cut_out_faces(ready, wanted, digests), ready.engine.fonts)


def _pictures(faces: Mapping[str, Face], fonts: Fonts) -> dict[str, FacePicture]:
    """Pictures of faces, at a lower resolution for large ones and for many."""
    from nineup.pipeline.rendered_faces import render_faces
    from nineup.write.preview import clear_webp, jpeg

    pictures = {}
    squares = {digest: each for digest, face in faces.items() if (each := square(face))}
    squares = squares if len(faces) > MANY else {}
    for size in {face.size: None for face in faces.values()}:
        width = _width(size, len(faces))
        on_white = {digest: each for digest, each in squares.items() if each[0].size == size}
        shots = render_faces([face for face, _ in on_white.values()], fonts, partial(jpeg, width=width))
        for (digest, (_, corner)), shot in zip(on_white.items(), shots, strict=True):
            pictures[digest] = FacePicture(shot.data, size, faces[digest].outline, corner=corner)
        others = {
            digest: face for digest, face in faces.items() if face.size == size and digest not in squares
        }
        shots = render_faces(list(others.values()), fonts, partial(clear_webp, width=width))
        for digest, shot in zip(others, shots, strict=True):
            pictures[digest] = FacePicture(shot.data, size, faces[digest].outline)
    return pictures


def _width(size: Size, count: int) -> int:
    """The width in pixels of a face's picture, among so many."""
    resolution = LOWER if count > MANY else RESOLUTION
    return round(size.width * min(resolution / INCH, LONGEST / max(size)))


def _pictures_on_sheets(printed: Mapping[str, PrintedFace], fonts: Fonts) -> dict[str, FacePicture]:
    """As `_pictures`, of faces on sheets."""
    from nineup.pipeline.rendered_faces import in_shares
    from nineup.write.preview import clear_webp, jpeg

    pictures = {}
    for size, outline in {(each.blank.size, each.blank.outline): None for each in printed.values()}:
        alike = {
            digest: each
            for digest, each in printed.items()
            if (each.blank.size, each.blank.outline) == (size, outline)
        }
        blank = next(iter(alike.values())).blank
        as_square = square(blank) if len(printed) > MANY else None
        paper, corner = as_square or (blank, 0.0)
        render = jpeg if as_square else clear_webp
        ((stencil, _, _),) = render(face_pdf([paper], fonts), _width(size, len(printed)))
        shots = in_shares(list(alike.values()), partial(pictures_of, stencil))
        for digest, shot in zip(alike, shots, strict=True):
            pictures[digest] = FacePicture(shot.data, size, outline, corner=corner)
    return pictures


def cut_out_faces(
    ready: pipeline.DrawnRun, wanted: Collection[str], digests: Digests | None = None
) -> dict[str, Face]:
    """The wanted faces that a run has, cut out, by digest."""
    known = Digests() if digests is None else digests
    return {
        known[face]: cut_out(face, drawn.part.component)
        for drawn in ready.drawn
        for face in (drawn.front, drawn.back)
        if face is not None and known[face] in wanted
    }


def symbol_pictures(ready: pipeline.DrawnRun, changes: Changes) -> dict[str, bytes]:
    """Pictures (PNG) of the symbols named in values of changed cards, by id."""
    texts = (text for card in changes.cards for value in card.values for text in (value.old, value.new))
    named = {word for text in texts for word in _NAME.findall(text)}
    forms = {id: symbol.form for id, symbol in ready.engine.symbols.items() if id in named}
    if not forms:
        return {}
    from nineup.write.preview import clear_png

    pdf = face_pdf([_symbol_face(form) for form in forms.values()], ready.engine.fonts)
    return {id: png for id, (png, _, _) in zip(forms, clear_png(pdf, SYMBOL_RESOLUTION), strict=True)}


_NAME = re.compile(r"[a-z0-9-]+")


def _symbol_face(form: Form) -> Face:
    """A face that holds only a symbol."""
    scale = SYMBOL_HEIGHT / form.size.height
    ops = (Use(form, Matrix.scaling(scale, scale)),)
    return Face(form.name, Size(form.size.width * scale, SYMBOL_HEIGHT), 0.0, ops=ops)


def find_old_faces(
    project: Project, old: PrintRecord, ready: pipeline.DrawnRun, wanted: Collection[str]
) -> OldFaces:
    """The wanted faces of a print, from sheets in the game's output or commits near its record."""
    game = ready.run.game
    sheets = faces_on_sheets(ready.plan.output / game.id, game, wanted)
    pictures = _pictures_on_sheets(sheets, ready.engine.fonts)
    missing = set(wanted) - pictures.keys()
    pictures |= _faces_of_version(project, old, missing) if missing else {}
    missing -= pictures.keys()
    used: list[str] = []
    try:
        tried = _nearest_commits(project, old) if missing else ()
        for commit in tried:
            drawn = _faces_at(project_at(project, commit), old, missing) if missing else {}
            used += [commit] if drawn else []
            pictures |= drawn
            missing -= drawn.keys()
    except RevisionError as error:
        return OldFaces(pictures, (), str(error))
    return OldFaces(pictures, tuple(used), _reason_missing(len(tried)) if missing else "")


def _reason_missing(tried: int) -> str:
    if not tried:
        return "no git commit has the game’s files"
    if tried == 1:
        return "the game’s only commit differs from what was printed"
    return f"none of the {tried} commits nearest to the print matches it"


def _nearest_commits(project: Project, old: PrintRecord) -> tuple[str, ...]:
    """The commits to try, in order: the one that added the record, earlier ones, later ones."""
    record = commits(project, [f"{folder(old.game)}/{old.name}.yaml"])
    files = f"cards/{old.game}", "layouts", "fonts"
    without = [folder(old.game), *(f"layouts/{game}" for game in project.games() if game != old.game)]
    if not record:
        return commits(project, files, without=without)[: BEFORE + AFTER]
    added = record[-1]
    before = commits(project, files, added, without)[:BEFORE]
    later = commits(project, files, f"{added}..HEAD", without)[-AFTER:]
    return tuple(dict.fromkeys((added, *before, *reversed(later))))


def _faces_of_version(project: Project, old: PrintRecord, wanted: Collection[str]) -> dict[str, FacePicture]:
    """The wanted faces as drawn from the version that was kept with a print; none without one."""
    version = kept_for(project, old.game, old.name)
    return {} if version is None else _faces_at(project_at_version(project, version.name), old, wanted)


def _faces_at(
    state: AbstractContextManager[Project], old: PrintRecord, wanted: Collection[str]
) -> dict[str, FacePicture]:
    """The wanted faces as drawn from an earlier state; none if the game can't be drawn from it."""
    printing = pipeline.PrintOptions(allow_errors=True, version=old.name)
    try:
        with state as before:
            ready = pipeline.draw(before, old.game, choice_of(old), printing, Findings(), no_progress)
            return {} if isinstance(ready, pipeline.BuildResult) else face_pictures(ready, wanted)
    except RevisionError:
        return {}  # The project didn't exist yet, or the store has lost a file.
