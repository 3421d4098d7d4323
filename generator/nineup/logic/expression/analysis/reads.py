"""Finds how an expression or a template reads the names of its context: whole values, their members, or their
lengths.
"""

from functools import lru_cache

import msgspec
from jinja2 import nodes

from nineup.logic.expression.compile import names, template_names
from nineup.logic.expression.compiled import syntax_tree


class Reads(msgspec.Struct, frozen=True):
    """What a source reads from its context."""

    whole: frozenset[str]
    """Names whose whole value may matter."""
    members: frozenset[tuple[str, str]]
    """Names read only through membership of a literal: `'red' in colors`."""
    lengths: frozenset[str]
    """Names read only through their length: `colors|length`."""
    calls: frozenset[tuple[str, str]]
    """The functions that it calls, each with its first argument if that is a literal text, otherwise ''."""
    measured: frozenset[tuple[str, str]]
    """Those calls of which only the result's length is read: `cards('deck')|length`."""
    functions: frozenset[str]
    """Names used other than as the function of a call."""


@lru_cache(4096)
def reads(source: str, is_template: bool = False) -> Reads:
    """What an expression, or a template or program, reads. Raises ExpressionError."""
    tree = syntax_tree(source, not is_template)
    return reads_of(tree, template_names(source) if is_template else names(source))


def reads_of(tree: nodes.Template, outer: frozenset[str]) -> Reads:
    """What a syntax tree reads of the names that come from its context."""
    members, lengths, calls, whole_calls = set(), set(), set(), set()
    narrow: set[int] = set()
    """Name nodes that are read only in part."""
    measured: set[int] = set()
    """Nodes whose `length` is read."""
    heads: set[int] = set()
    all_names: list[nodes.Name] = []
    for node in tree.find_all((nodes.Name, nodes.Compare, nodes.Filter, nodes.Call)):
        if isinstance(node, nodes.Name):
            all_names.append(node)
        elif isinstance(node, nodes.Compare):
            asked = node.ops[0].expr
            within = len(node.ops) == 1 and node.ops[0].op in ("in", "notin")
            if within and isinstance(asked, nodes.Name) and isinstance(node.expr, nodes.Const):
                members.add((asked.name, str(node.expr.value)))
                narrow.add(id(asked))
        elif isinstance(node, nodes.Filter):
            if node.name not in ("length", "count"):
                continue
            measured.add(id(node.node))
            if isinstance(node.node, nodes.Name):
                lengths.add(node.node.name)
                narrow.add(id(node.node))
        elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
            texts = [a.value for a in node.args if isinstance(a, nodes.Const) and isinstance(a.value, str)]
            call = node.node.name, texts[0] if texts else ""
            calls.add(call)
            if id(node) not in measured:
                whole_calls.add(call)
            heads.add(id(node.node))
    loaded = [name for name in all_names if name.ctx == "load" and name.name in outer]
    return Reads(
        whole=frozenset(name.name for name in loaded if id(name) not in narrow),
        members=frozenset(members),
        lengths=frozenset(lengths),
        calls=frozenset(calls),
        measured=frozenset(calls - whole_calls),
        functions=frozenset(name.name for name in loaded if id(name) not in heads),
    )


@lru_cache(4096)
def taken(source: str, name: str) -> frozenset[str] | None:
    """The fields of a name that an expression reads, as in `card.text`; None if it uses the name in any other
    way.

    Raises ExpressionError.
    """
    tree = syntax_tree(source, True)
    used = sum(1 for each in tree.find_all(nodes.Name) if each.name == name)
    lookups = [each for each in tree.find_all((nodes.Getattr, nodes.Getitem)) if _is_name(each, name)]
    fields = [_field(each) for each in lookups]
    return frozenset(filter(None, fields)) if used == len(lookups) and None not in fields else None


def _is_name(node: nodes.Node, name: str) -> bool:
    assert isinstance(node, (nodes.Getattr, nodes.Getitem))
    return isinstance(node.node, nodes.Name) and node.node.name == name


def _field(node: nodes.Node) -> str | None:
    """The field that a lookup reads; None if it is computed."""
    if isinstance(node, nodes.Getattr):
        return node.attr
    assert isinstance(node, nodes.Getitem)
    return node.arg.value if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str) else None
