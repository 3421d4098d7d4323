"""Notes files that another system can't hold: a project is shared, and built where it wasn't written."""

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project
from nineup.base.reading import unportable


def note_unportable_names(project: Project, game: str, findings: Findings) -> None:
    """A note for each file or folder of a game that Windows can't have, or that it takes for another one."""
    for folder in (f"cards/{game}", f"layouts/{game}"):
        for inside, names in project.names(folder):
            seen: dict[str, str] = {}
            for name in names:
                first = seen.setdefault(name.casefold(), name)
                why = unportable(name)
                if not why and first != name:
                    why = f"Windows and macOS take it for `{first}`"
                if why:
                    place = Span(f"{inside}/{name}", 1, 1)
                    findings.note("windows-name", f"`{name}`: {why}", place, hint="rename it")
