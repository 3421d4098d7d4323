"""The addresses that a game file lists under `fetch:`, each with its target file."""

from typing import NamedTuple

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project
from nineup.files.load.game_file import FETCH
from nineup.schema.files import open_file
from nineup.schema.nodes import Mapping
from nineup.schema.scope import Scope


class Published(NamedTuple):
    """A spreadsheet's address, and the project file that it is fetched into."""

    path: str
    address: str
    span: Span


def addresses_of(project: Project, game: str, findings: Findings) -> tuple[Published, ...]:
    """The sheets that a game fetches, in the order of its file; none after an error there.

    The rest of the file doesn't matter.
    """
    opened = open_file(project, f"cards/{game}/game.yaml", findings)
    if opened is None:
        return ()
    root, file = opened
    node = root.entries.get("fetch") if isinstance(root, Mapping) else None
    if node is None:
        return ()
    before = len(findings)
    values = FETCH.read(node, Scope(file, findings))
    if findings.failed_since(before) or not isinstance(node, Mapping):
        return ()
    return tuple(
        Published(f"cards/{game}/{name}", address, file.span(node.entries[name]))
        for name, address in values.items()
    )
