"""Findings for views: with the pieces that they concern, links to the places, and the lines there."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from nineup.base import Diagnostic, Hint, Project, Span, fixes_of
from nineup.report import for_people

from nineup_studio.live.looking import SessionState
from nineup_studio.pages.page import editor
from nineup_studio.pages.places import PiecesAt, editor_address, excerpt, view_address

CONTROLS = {
    "--as-one": "Boards on one page",
    "--restyled": "Also cards that only look different",
    "--dpi": "Dots per inch",
    "--since": "since",
    "--allow-errors": "A draft, if there are errors",
    "--paper": "Paper",
    "--backs": "Backs",
    "--bleed": "Bleed",
    "--margin": "Margin",
}
"""The labels of controls, by the equivalent flags."""

_FLAG = re.compile(r"`(--[a-z-]+)(?: ([^`]+))?`")


def in_the_studio(hint: str) -> Hint:
    """A hint with the names of controls in place of flags, as far as there is a control."""
    return Hint(_FLAG.sub(_control, hint), *fixes_of(hint))


def _control(flag: re.Match[str]) -> str:
    label = CONTROLS.get(flag[1])
    if label is None:
        return flag[0]
    return f"“{label}”{f' ({flag[2]})' if flag[2] else ''}"


SEVERITIES = ("error", "warning", "note")


class LinkedPlace(NamedTuple):
    """A place in a file, the links that lead to it in the studio and in the user's editor (empty if there is
    none), and the lines around it.
    """

    name: str
    view: str
    editor: str
    line: int
    excerpt: tuple[tuple[int, str], ...] = ()


class ShownFinding(NamedTuple):
    """A finding with the keys of the pieces that it concerns, its place, and the place of the
    violated rule.
    """

    finding: Diagnostic
    keys: tuple[str, ...]
    place: LinkedPlace | None
    rule: LinkedPlace | None


class Evidence:
    """Shows findings about a project with some pieces."""

    def __init__(self, project: Project, looking: SessionState) -> None:
        self._project = project
        self._looking = looking
        self._at = PiecesAt(looking.snapshot.pieces)
        self._editor = editor(project)

    def of(self, findings: Iterable[Diagnostic]) -> tuple[ShownFinding, ...]:
        """The findings as people read them, the worst first."""
        given = tuple(findings)
        faces = {_nameless(finding): finding.face for finding in given}
        read = (finding._replace(face=faces.get(_nameless(finding), "")) for finding in for_people(given))
        return tuple(map(self._shown, sorted(read, key=lambda each: SEVERITIES.index(each.severity))))

    def place(self, span: Span | None, lines: bool = False) -> LinkedPlace | None:
        """A place, with the lines around it if requested."""
        if span is None:
            return None
        around = excerpt(self._project, span) if lines else ()
        link = editor_address(self._editor, self._project, span)
        return LinkedPlace(
            span.place, view_address(self._looking, span), link, line=span.line, excerpt=around
        )

    def _shown(self, finding: Diagnostic) -> ShownFinding:
        place = self.place(finding.span, lines=True)
        finding = finding._replace(hint=in_the_studio(finding.hint))
        return ShownFinding(finding, self._at.keys(finding), place, rule=self.place(finding.rule))


def _nameless(finding: Diagnostic) -> Diagnostic:
    return finding._replace(message="", face="")
