"""The findings of a run and of the game's proof, shown on every page."""

from typing import NamedTuple

from nineup.base import Accept, Diagnostic, Project
from nineup.files.edit import can_fix
from nineup.report import for_people

from nineup_studio.live.looking import SessionState
from nineup_studio.pages.places import Excerpts, PiecesAt, editor_address, view_address

MAX_SHOWN = 200
"""The number of findings that are listed."""

SEVERITIES = ("error", "warning", "note")


class OfferedFix(NamedTuple):
    """A fix by its number among those of its finding; some need a reason."""

    number: int
    says: str
    needs_reason: bool


def id_of(finding: Diagnostic) -> str:
    """Identifies a finding, as people read it, among all of a page."""
    place = finding.span.place if finding.span else ""
    return f"{finding.code}:{place}:{finding.message}"


class PanelEntry(NamedTuple):
    """A finding in the panel: its message, the pieces it concerns, and the links to its place."""

    finding: Diagnostic
    keys: tuple[str, ...]
    view: str
    editor: str
    lines: tuple[tuple[int, str], ...] = ()
    """The lines around its place, if it doesn't concern a piece that shows it."""

    @property
    def place(self) -> str:
        return self.finding.span.place if self.finding.span else ""

    @property
    def id(self) -> str:
        """The id of the entry, so that it stays the same element while others come and go."""
        return id_of(self.finding)

    @property
    def fixes(self) -> tuple[OfferedFix, ...]:
        """What would make it go away, as far as the studio can do it."""
        return tuple(
            OfferedFix(number, fix.says, isinstance(fix, Accept))
            for number, fix in enumerate(self.finding.fixes)
            if can_fix(fix, self.finding.span)
        )


class FindingsPanel(NamedTuple):
    """The findings by severity, and their numbers."""

    entries: tuple[PanelEntry, ...]
    numbers: dict[str, int]
    more: int
    """The number of findings that aren't listed."""
    severities: dict[str, str]
    """The worst severity of the findings about a piece, by key."""

    def about(self, key: str) -> tuple[PanelEntry, ...]:
        """The listed findings about a piece."""
        return tuple(entry for entry in self.entries if key in entry.keys)

    def severity_of(self, key: str) -> str:
        """The worst severity of the findings about a piece; empty if there are none."""
        return self.severities.get(key, "")


def panel(looking: SessionState, project: Project, editor: str) -> FindingsPanel:
    """The findings about what the page shows, the worst first."""
    findings = for_people(all_findings(looking))
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    at = PiecesAt(looking.snapshot.pieces)
    faces = {finding._replace(message="", face=""): finding.face for finding in all_findings(looking)}
    excerpts = Excerpts(project)
    entries = []
    for finding in findings[:MAX_SHOWN]:
        face = faces.get(finding._replace(message="", face=""), "")
        keys = at.keys(finding._replace(face=face))
        lines = excerpts(finding.span) if finding.span and not keys else ()
        view = view_address(looking, finding.span) if finding.span else ""
        link = editor_address(editor, project, finding.span) if finding.span else ""
        entries.append(PanelEntry(finding, keys, view, editor=link, lines=lines))
    numbers = {one: sum(finding.severity == one for finding in findings) for one in SEVERITIES}
    severities: dict[str, str] = {}
    for entry in entries:
        for key in entry.keys:
            severities.setdefault(key, entry.finding.severity)
    return FindingsPanel(tuple(entries), numbers, max(0, len(findings) - MAX_SHOWN), severities=severities)


def all_findings(looking: SessionState) -> tuple[Diagnostic, ...]:
    """The findings of drawing, then the additional ones of the proof, unless it is of earlier files: what it
    found may be fixed, or be at another place by now.
    """
    proved = () if looking.proof is None or looking.is_checking else looking.proof.findings
    return tuple(dict.fromkeys((*looking.snapshot.findings, *proved)))
