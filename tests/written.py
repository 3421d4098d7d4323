"""A project of one YAML file, written from plain data, and the places of its values."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import yaml
from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project
from nineup.schema.nodes import Mapping, Node, Sequence, SourceFile
from nineup.schema.yaml_tree import parse_yaml

Value = TypeVar("Value")


def text_of(data: Any) -> str:
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True) if data else ""


@contextmanager
def project_with(path: str, text: str) -> Iterator[Project]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        yield Project(Path(folder))


def read(path: str, data: Any, reader: Callable[[Project, Findings], Value]) -> tuple[Value, Findings]:
    """What a reader makes of a file that holds the data."""
    findings = Findings()
    with project_with(path, text_of(data)) as project:
        return reader(project, findings), findings


def place(path: str, data: Any, *keys: str | int, key: bool = False) -> Span:
    """Where the value at some nested keys and numbers of items is written, or the last key itself."""
    node, file = parse_yaml(text_of(data), path, Findings())
    assert node is not None
    return _place(node, file, keys, key)


def _place(node: Node, file: SourceFile, keys: tuple[str | int, ...], key: bool) -> Span:
    if not keys:
        return file.span(node)
    if isinstance(keys[0], int):
        assert isinstance(node, Sequence)
        return _place(node.items[keys[0]], file, keys[1:], key)
    assert isinstance(node, Mapping)
    if key and len(keys) == 1:
        return file.key(node, keys[0])
    return _place(node.entries[keys[0]], file, keys[1:], key)
