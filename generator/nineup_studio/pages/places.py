"""Relates findings and files: the pieces that a finding concerns, links to where a value is edited here or in
the user's editor, lines of files.
"""

from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, urlencode

from nineup.base import Diagnostic, Project, ProjectError, Span
from nineup.layout.typeset import face_name

from nineup_studio.live.looking import SessionState
from nineup_studio.live.snapshot import PieceView

EXCERPT = 2
"""The number of lines shown before and after a place."""

FileLine = tuple[str, int]


class PiecesAt:
    """Finds the pieces that findings concern."""

    def __init__(self, pieces: Iterable[PieceView]) -> None:
        self._by_face: dict[str, list[str]] = {}
        self._by_place: dict[FileLine, list[str]] = {}
        self._of_components: dict[FileLine, list[str]] = {}
        for piece in pieces:
            component, card = piece.part.component, piece.part.card
            for side in ("front", "back"):
                self._by_face.setdefault(face_name(component, card, side), []).append(piece.key)
            if not card.span.file.endswith("/game.yaml"):
                self._by_place.setdefault((card.span.file, card.span.line), []).append(piece.key)
                continue
            for place in {(span.file, span.line) for span in (card.span, *card.spans.values())}:
                self._of_components.setdefault(place, []).append(piece.key)
        self._places = sorted(self._by_place)

    def keys(self, finding: Diagnostic) -> tuple[str, ...]:
        """The keys of the pieces that a finding names, whose entry in a card file it is in, or that have a
        value there.
        """
        if finding.face:
            return tuple(self._by_face.get(finding.face, ()))
        span = finding.span
        if span is None:
            return ()
        if keys := self._of_components.get((span.file, span.line)):
            return tuple(keys)
        at = bisect_right(self._places, (span.file, span.line)) - 1
        place = self._places[at] if at >= 0 else ("", 0)
        return tuple(self._by_place[place]) if place[0] == span.file else ()


def editor_address(template: str, project: Project, span: Span) -> str:
    """The link that opens a place in the user's editor, whose file's absolute path has no slash before it;
    empty without a `template`, or for a file that isn't the project's.
    """
    if not template or not exists(project, span):
        return ""
    path = quote((project.root / span.file).as_posix().lstrip("/"), safe="/:")
    return template.format(file=path, line=span.line, column=span.column)


def view_address(looking: SessionState, span: Span) -> str:
    """The address that leads to a place in the cards, forms or layouts here (`views/findings`); empty for a
    file that none of them shows.
    """
    game = looking.game_id
    is_shown = span.file.startswith(f"cards/{game}/") and span.file.endswith(_IN_GRIDS)
    is_shown |= span.file.startswith("layouts/") and span.file.endswith(".svg")
    if not is_shown and span.file not in (f"cards/{game}/game.yaml", f"layouts/{game}/style.yaml"):
        return ""
    address = looking.address("at")
    place = {"file": span.file, "line": span.line, "column": span.column}
    return f"{address}{'&' if '?' in address else '?'}{urlencode(place)}"


_IN_GRIDS = (".yaml", ".csv", ".tsv", ".xlsx", ".ods")


class Excerpts:
    """Returns the lines around places, reading each file once."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._lines: dict[str, list[str]] = {}

    def __call__(self, span: Span) -> tuple[tuple[int, str], ...]:
        """The lines around a place with their numbers; none if the file can't be read."""
        if span.file not in self._lines:
            try:
                self._lines[span.file] = self._project.text(span.file).splitlines()
            except ProjectError:
                self._lines[span.file] = []
        first = max(1, span.line - EXCERPT)
        return tuple(enumerate(self._lines[span.file][first - 1 : span.line + EXCERPT], first))


def excerpt(project: Project, span: Span) -> tuple[tuple[int, str], ...]:
    """The lines around a place with their numbers; none if the file can't be read."""
    return Excerpts(project)(span)


def exists(project: Project, span: Span) -> bool:
    """Whether a place is in a file of the project itself, not of the package."""
    return Path(project.root / span.file).is_file()
