"""The YAML files of a project as located nodes."""

from typing import Any

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project, ProjectError
from nineup.schema.nodes import Mapping, Node, SourceFile
from nineup.schema.scope import Scope, Type
from nineup.schema.yaml_tree import decode_text, parse_yaml


def read_yaml(project: Project, path: str, type: Type, findings: Findings, code: str = "") -> Any:
    """The value of a YAML file; an empty file is an empty mapping. None if it has any mistake.

    Mistakes in values have the `code`, if given.
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
    before = len(findings)
    text = read_text(project, path, findings)
    if text is None:
        return None
    root, file = parse_yaml(text, path, findings)
    if root is None and len(findings) > before:
        return None
    return root or Mapping({}, [], 0, 0), file


def read_text(project: Project, path: str, findings: Findings, place: Span | None = None) -> str | None:
    """The text of a file of the project; None if it can't be read, which is reported at the place that names
    it, or else at the file itself.
    """
    try:
        return decode_text(project.read(path), path, findings)
    except ProjectError as error:
        is_there = project.exists(path)
        place = place or (Span(path, 1, 1) if is_there else None)
        findings.error("no-file", str(error), place, hint="" if is_there else project.alike(path))
        return None


def root_of(
    text: str, path: str, findings: Findings, place: Span, hint: str = ""
) -> tuple[Node | None, SourceFile]:
    """The root of a YAML file's text, and the file for places; an empty file is reported at the place that
    names it.
    """
    before = len(findings)
    root, file = parse_yaml(text, path, findings)
    if root is None and len(findings) == before:
        findings.error("empty-file", f"`{path}` is empty", place, hint=hint)
    return root, file
