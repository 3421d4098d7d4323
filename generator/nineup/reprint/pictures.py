"""Pictures of faces by their digests: of those that are drawn now, and of those that were printed.

A record of a print holds digests only. A face with such a digest is, micro lines aside, the one that was printed,
wherever it is found: on sheets that are still in the output, or drawn anew of a commit, which any may give, so that
the nearest to the print are tried.
"""

import re
from collections.abc import Collection, Mapping

import msgspec

from nineup import pipeline
from nineup.diagnostics import Findings
from nineup.diff import Changes, Portrait, Record
from nineup.drawing import Digests, Face, Form, Use
from nineup.fonts import Fonts
from nineup.geometry import Matrix, Size
from nineup.pipeline.cut_out import cut_out
from nineup.project import Project
from nineup.reprint.prints import choice_of, folder, silent
from nineup.reprint.sheets import on_sheets
from nineup.revision import RevisionError, commits, project_at
from nineup.units import INCH
from nineup.write import face_pdf

RESOLUTION, LONGEST = 130, 1100
"""Of a picture: dots per inch, and pixels of its longer side at most."""

SIGN, SIGN_RESOLUTION = 36.0, 96
"""How high a symbol's picture is in points, and its dots per inch."""

BEFORE, AFTER = 6, 3
"""How many commits are tried before that of a print's record, and after it."""


class Former(msgspec.Struct, frozen=True):
    """Faces that were printed, by their digests; what they are from, and why others are missing."""

    pictures: dict[str, Portrait] = {}
    commits: tuple[str, ...] = ()
    lacking: str = ""
    """Why not all faces have a picture; empty where they have."""


def pictures(ready: pipeline.DrawnRun, wanted: Collection[str]) -> dict[str, Portrait]:
    """Those of the wanted faces that a run has."""
    return _portraits(cut_outs(ready, wanted), ready.engine.fonts)


def _portraits(faces: Mapping[str, Face], fonts: Fonts) -> dict[str, Portrait]:
    """Pictures of faces, those of a size together; of large ones they are coarser."""
    found = {}
    for size in {face.size for face in faces.values()}:
        alike = {digest: face for digest, face in faces.items() if face.size == size}
        pngs = _pngs(list(alike.values()), fonts, min(RESOLUTION, LONGEST * INCH / max(size)))
        for (digest, face), png in zip(alike.items(), pngs, strict=True):
            found[digest] = Portrait(png, size, face.outline)
    return found


def cut_outs(ready: pipeline.DrawnRun, wanted: Collection[str]) -> dict[str, Face]:
    """Those of the wanted faces that a run has, as they look cut out, by their digests."""
    known = Digests()
    return {
        known[face]: cut_out(face, drawn.part.component)
        for drawn in ready.drawn
        for face in (drawn.front, drawn.back)
        if face is not None and known[face] in wanted
    }


def signs(ready: pipeline.DrawnRun, changes: Changes) -> dict[str, bytes]:
    """Pictures (PNG) of the symbols that the values of changed cards name, by their ids."""
    texts = (text for card in changes.cards for value in card.values for text in (value.old, value.new))
    named = {word for text in texts for word in _NAME.findall(text)}
    forms = {id: sign.form for id, sign in ready.engine.symbols.items() if id in named}
    drawn = _pngs([_alone(form) for form in forms.values()], ready.engine.fonts, SIGN_RESOLUTION)
    return dict(zip(forms, drawn, strict=True))


def _pngs(faces: list[Face], fonts: Fonts, dpi: float) -> list[bytes]:
    from nineup.preview import clear_png

    return [png for png, _, _ in clear_png(face_pdf(faces, fonts), dpi)] if faces else []


_NAME = re.compile(r"[a-z0-9-]+")


def _alone(form: Form) -> Face:
    """A symbol as a face of its own, half an inch high."""
    scale = SIGN / form.size.height
    ops = (Use(form, Matrix.scaling(scale, scale)),)
    return Face(form.name, Size(form.size.width * scale, SIGN), 0.0, ops)


def former(project: Project, old: Record, ready: pipeline.DrawnRun, wanted: Collection[str]) -> Former:
    """The faces of a print, off sheets of its run's output or of commits near to its record."""
    game = ready.run.game
    sheets = on_sheets(ready.plan.output / game.id, game, wanted)
    found = _portraits(sheets, ready.engine.fonts)
    missing = set(wanted) - found.keys()
    used: list[str] = []
    try:
        tried = _nearest(project, old) if missing else ()
        for commit in tried:
            seen = _at(project, commit, old, missing) if missing else {}
            used += [commit] if seen else []
            found |= seen
            missing -= seen.keys()
    except RevisionError as error:
        return Former(found, (), str(error))
    return Former(found, tuple(used), _lacking(len(tried)) if missing else "")


def _lacking(tried: int) -> str:
    if not tried:
        return "no commit in git has the game’s files"
    if tried == 1:
        return "the only commit of the game does not give what was printed"
    return f"none of the {tried} commits nearest to the print gives what was printed"


def _nearest(project: Project, old: Record) -> tuple[str, ...]:
    """Commits in the order in which they are tried: that which added the record, those before, those behind it."""
    record = commits(project, [f"{folder(old.game)}/{old.name}.yaml"])
    others = [f":(exclude)layouts/{game}" for game in project.games() if game != old.game]
    files = [f"cards/{old.game}", "layouts", "fonts", f":(exclude){folder(old.game)}", *others]
    if not record:
        return commits(project, files)[: BEFORE + AFTER]
    added = record[-1]
    before = commits(project, files, added)[:BEFORE]
    behind = commits(project, files, f"{added}..HEAD")[-AFTER:]
    return tuple(dict.fromkeys((added, *before, *reversed(behind))))


def _at(project: Project, commit: str, old: Record, wanted: Collection[str]) -> dict[str, Portrait]:
    """The wanted faces that a commit gives; none where the game can't be drawn from it."""
    printing = pipeline.PrintOptions(allow_errors=True, version=old.name)
    try:
        with project_at(project, commit) as before:
            ready = pipeline.draw(before, old.game, choice_of(old), printing, Findings(), silent)
            return {} if isinstance(ready, pipeline.BuildResult) else pictures(ready, wanted)
    except RevisionError:
        return {}  # There was no project yet.
