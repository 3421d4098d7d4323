"""Finds which values of its context each printed expression of a template reads, from its syntax tree."""

from collections.abc import Mapping
from typing import Any

from jinja2 import nodes

NamePath = tuple[str, ...]
"""A name and the literal keys below it: `card.front.text` and `card[side].text` are ("card", "front", "text") and
("card", "text").
"""

_Aliases = Mapping[str, tuple[NamePath, ...]]
"""Loop variables, each with the paths of the value that its loop iterates over."""


def printed_paths(tree: nodes.Template) -> dict[int, tuple[NamePath, ...]]:
    """The paths that each printed expression reads, by its offset (from 1), each path once; those in conditions are left out."""
    found: dict[int, tuple[NamePath, ...]] = {}
    for node in tree.body:
        _visit(node, {}, found)
    return found


def _visit(node: nodes.Node, aliases: _Aliases, found: dict[int, tuple[NamePath, ...]]) -> None:
    if isinstance(node, nodes.Output):
        for value in node.nodes:
            if not isinstance(value, nodes.TemplateData):
                found[value.lineno] = tuple(dict.fromkeys(_paths(value, aliases)))
        return
    if isinstance(node, nodes.For):
        source = tuple(_paths(node.iter, aliases))
        aliases = {**aliases, **{name.name: source for name in node.target.find_all(nodes.Name)}}
        if isinstance(node.target, nodes.Name):
            aliases[node.target.name] = source
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Stmt):
            _visit(child, aliases, found)


def _paths(node: nodes.Node, aliases: _Aliases) -> list[NamePath]:
    keys: list[str] = []
    inner: Any = node
    while isinstance(inner, (nodes.Getattr, nodes.Getitem)):
        if isinstance(inner, nodes.Getattr):
            keys.insert(0, inner.attr)
        else:
            key = inner.arg.value if isinstance(inner.arg, nodes.Const) else None
            keys = [key, *keys] if isinstance(key, str) else keys
        inner = inner.node
    if isinstance(inner, nodes.Name):
        return [(*path, *keys) for path in aliases.get(inner.name, ((inner.name,),))]
    if isinstance(inner, nodes.CondExpr):
        branches = [inner.expr1, *([inner.expr2] if inner.expr2 else [])]
        return [path for branch in branches for path in _paths(branch, aliases)]
    return [path for child in inner.iter_child_nodes() for path in _paths(child, aliases)]
