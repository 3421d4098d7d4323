"""The YAML files of a project as located nodes."""

from typing import Any

from nineup.diagnostics import Findings, Place, Span
from nineup.project import Project, ProjectError
from nineup.schema.nodes import File, Mapping, Node, Sequence, plain
from nineup.schema.types import Scope, Type
from nineup.schema.yaml_tree import decode_text, parse


def read_file(project: Project, path: str, type: Type, scope: Scope) -> Any:
    """The value of a YAML file; an empty file is an empty mapping. None if anything in it is wrong."""
    findings = scope.findings
    before = len(findings)
    opened = open_file(project, path, findings)
    if opened is None:
        return None
    root, file = opened
    value = type.read(root, scope._replace(file=file))
    return None if any(found.severity == "error" for found in findings[before:]) else value


def open_file(project: Project, path: str, findings: Findings) -> tuple[Node, File] | None:
    """The root of a YAML file of the project, and the file for places; an empty file is an empty mapping.

    Returns None, with the reason among the findings, for a file that is missing or can't be parsed.
    """
    try:
        data = project.read(path)
    except ProjectError as error:
        findings.error("no-file", str(error))
        return None
    before = len(findings)
    root, file = parse(decode_text(data, path, findings), path, findings)
    if root is None:
        return (Mapping({}, [], 0, 0), file) if len(findings) == before else None
    return root, file


def read_root(project: Project, path: str, node: Node, scope: Scope) -> tuple[Node | None, Scope]:
    """The root of a YAML file that is named at a node, and the scope for reading it."""
    text = read_text(project, path, node, scope)
    return (None, scope) if text is None else root_of(text, path, node, scope)


def read_text(project: Project, path: str, node: Node, scope: Scope) -> str | None:
    """The text of a file that is named at a node."""
    try:
        return decode_text(project.read(path), path, scope.findings)
    except ProjectError as error:
        scope.error("no-file", str(error), node)
        return None


def root_of(text: str, path: str, node: Node, scope: Scope) -> tuple[Node | None, Scope]:
    """The root of a YAML file's text, and the scope for reading it."""
    before = len(scope.findings)
    root, file = parse(text, path, scope.findings)
    if root is None and len(scope.findings) == before:
        scope.error("empty-file", f"`{path}` is empty", node)
    return root, scope._replace(file=file)


def load_tree(project: Project, path: str, findings: Findings) -> tuple[dict[str, Any], Place] | None:
    """A YAML file of the project as nested dicts and lists of text, as written, and the place of each value.

    An empty file is an empty mapping. Returns None, with the reason among the findings, for a file that is
    missing, can't be parsed, or holds no mapping.
    """
    try:
        data = project.read(path)
    except ProjectError as error:
        findings.error("no-file", str(error))
        return None
    before = len(findings)
    root, file = parse(decode_text(data, path, findings), path, findings)
    if root is None:
        empty = len(findings) == before
        return ({}, lambda keys, key=False: Span(path, 1, 1)) if empty else None
    if not isinstance(root, Mapping):
        findings.error("wrong-type", "the file holds no keys and values", file.span(root))
        return None
    return plain(root), _places(root, file)


def _places(root: Node, file: File) -> Place:
    def place(path: tuple[str, ...], key: bool = False) -> Span:
        node, span = root, file.span(root)
        for name in path:
            if isinstance(node, Mapping) and name in node.entries:
                value = node.entries[name]
                span = file.key(node, name) if key else file.span(value)
                node = value
            elif isinstance(node, Sequence) and name.isdigit() and int(name) < len(node.items):
                node = node.items[int(name)]
                span = file.span(node)
            else:
                break
        return span

    return place
