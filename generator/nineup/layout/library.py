"""The SVG files that layouts refer to, each read once, and where a reference leads."""

from pathlib import PurePosixPath
from urllib.parse import unquote

from nineup.diagnostics import Findings
from nineup.layout.css import Rule
from nineup.layout.reporter import Report
from nineup.layout.style import sheet
from nineup.layout.values import UnresolvedError
from nineup.layout.xml import Document, Element, parse
from nineup.project import Project, ProjectError

DEEPEST = 100
"""How deep elements may be nested when all references are followed."""


class Library:
    """Documents by their path in the project."""

    def __init__(self, project: Project, findings: Findings) -> None:
        self.project = project
        self._findings = findings
        self._documents: dict[str, Document | None] = {}
        self._rules: dict[str, tuple[Rule, ...]] = {}

    def document(self, path: str) -> Document | None:
        """The parsed file, or None when it is broken (which is told once). Raises ProjectError."""
        if path not in self._documents:
            self._documents[path] = parse(path, self.project.text(path), self._findings)
        return self._documents[path]

    def rules(self, document: Document) -> tuple[Rule, ...]:
        """The rules of a document's style sheets."""
        if document.path not in self._rules:
            self._rules[document.path] = sheet(document, Report(self._findings))
        return self._rules[document.path]

    def target(self, element: Element) -> Element:
        """The element that a `use` or a gradient refers to. Raises UnresolvedError."""
        address = element.attributes.get("href", "").strip()
        path, _, identity = address.partition("#")
        document: Document | None = element.document
        if path:
            document = self._other(beside(element.document.path, path), address)
        if document is None:
            raise UnresolvedError(f"`{address}` leads to a file that can't be read")
        if not identity:
            raise UnresolvedError(
                f"`{address}` names no element", "write file.svg#id, or use <image> for a whole file"
            )
        return named(document, identity)

    def _other(self, path: str, address: str) -> Document | None:
        try:
            return self.document(path)
        except ProjectError as error:
            raise UnresolvedError(f"`{address}` can't be read: {error}") from error


def named(document: Document, identity: str) -> Element:
    """The element of a document with an id. Raises UnresolvedError."""
    found = document.ids.get(unquote(identity))
    if found is None:
        raise UnresolvedError(f"there is no element with the id `{identity}` in `{document.path}`")
    return found


def beside(path: str, address: str) -> str:
    """The path in the project of an address that is relative to a file. Raises UnresolvedError for any other."""
    if ":" in address.split("/")[0] or address.startswith(("/", "\\")):
        raise UnresolvedError(
            f"`{address}` is not a file of the project",
            "copy it beside the layout and name it by a relative path",
        )
    parts: list[str] = list(PurePosixPath(path).parent.parts)
    for part in PurePosixPath(unquote(address)).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            raise UnresolvedError(f"`{address}` leads out of the project")
    return "/".join(parts)
