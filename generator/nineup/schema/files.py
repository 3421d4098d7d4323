"""The YAML files of a project as located nodes."""

from typing import Any

import msgspec

from nineup.diagnostics import Findings
from nineup.project import Project, ProjectError
from nineup.schema.nodes import Mapping, Node, SourceFile
from nineup.schema.scope import Scope, Type
from nineup.schema.yaml_tree import decode_text, parse


def read_file(project: Project, path: str, type: Type, findings: Findings, code: str = "") -> Any:
    """The value of a YAML file; an empty file is an empty mapping. None if anything in it is wrong.

    Mistakes in values have the `code`, if one is given.
    """
    before = len(findings)
    opened = open_file(project, path, findings)
    if opened is None:
        return None
    root, file = opened
    value = type.read(root, Scope(file, findings, code=code))
    return None if findings.failed_since(before) else value


def open_file(project: Project, path: str, findings: Findings) -> tuple[Node, SourceFile] | None:
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
    return root, msgspec.structs.replace(scope, file=file)
