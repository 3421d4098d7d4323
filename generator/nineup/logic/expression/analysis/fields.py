"""Finds where an expression reads a field by name: `card.cost`, `card['cost']`, `cards('room')|sum('cost')`.

What a name stands for is followed through loops and filters. In

  {% for door in card.doors %}{{ door.cost }}{% endfor %} {{ card.cost }}

only the second `cost` is a field of the card: the first one is read from `("card", "doors")`.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from jinja2 import nodes

from nineup.logic.expression.compiled import syntax_tree
from nineup.logic.expression.delayed import DELAYED

ValuePaths = frozenset[tuple[str, ...]]
"""What a value may be: a name of the context, or a call such as `cards('room')`, and keys below it; empty if
that isn't known.
"""

ANY = "*"
"""A computed key in a path, as in `symbols[card.sign]`."""

_UNKNOWN: ValuePaths = frozenset()
_BY_FIELD = frozenset(("map", "sum", "selectattr", "rejectattr", "sort", "unique", "max", "min", "groupby"))


class FieldRead(msgspec.Struct, frozen=True):
    """A place of a source that names a field, or may: `name` is empty if the key is computed."""

    start: int
    """The offset of the name, in characters."""
    name: str
    of: ValuePaths
    """What it is read from."""
    is_word: bool = True
    """Whether it stands after a dot, where `_` is written for `-`."""


def field_reads(
    source: str, is_template: bool = False, known: Mapping[str, ValuePaths] | None = None
) -> tuple[FieldRead, ...]:
    """The reads of a source in no particular order, all fields alike. `known` are names with a value of their
    own, as from `let:`. Raises ExpressionError.
    """
    return tuple(_reads(syntax_tree(source, not is_template), known or {}, source))


def mentions(source: str, name: str) -> int:
    """How often a template names a value of its context. Raises ExpressionError."""
    return sum(each.name == name for each in syntax_tree(source, False).find_all(nodes.Name))


def value_paths(source: str, known: Mapping[str, ValuePaths]) -> ValuePaths:
    """What the value of an expression may be. Raises ExpressionError."""
    output = syntax_tree(source, True).body[0]
    assert isinstance(output, nodes.Output)
    return _paths(output.nodes[0], known)


def _reads(node: nodes.Node, known: Mapping[str, ValuePaths], source: str) -> Iterator[FieldRead]:
    if isinstance(node, nodes.For):
        yield from _reads(node.iter, known, source)
        of = _paths(node.iter, known) if isinstance(node.target, nodes.Name) else _UNKNOWN
        known = {**known, **{each.name: of for each in node.target.find_all(nodes.Name)}}
        if isinstance(node.target, nodes.Name):
            known = {**known, node.target.name: of}
        for child in (*node.body, *node.else_, *([node.test] if node.test else [])):
            yield from _reads(child, known, source)
        return
    if isinstance(node, nodes.Getattr):
        start = source.index(node.attr, node.lineno)
        yield FieldRead(start, node.attr, _paths(node.node, known))
    elif isinstance(node, nodes.Getitem):
        key = node.arg
        if isinstance(key, nodes.Const) and isinstance(key.value, str):
            yield _named(key, _paths(node.node, known))
        elif not isinstance(key, (nodes.Const, nodes.Slice)):
            yield FieldRead(node.lineno - 1, "", _paths(node.node, known), is_word=False)
    elif isinstance(node, nodes.Compare) and isinstance(node.expr, nodes.Const):
        if isinstance(node.expr.value, str) and node.ops[0].op in ("in", "notin"):
            yield _named(node.expr, _paths(node.ops[0].expr, known))
    elif isinstance(node, nodes.Filter) and node.node is not None:
        for key in _attributes(node):
            yield _named(key, _paths(node.node, known))
    elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
        for key in node.args[1:]:
            if isinstance(key, nodes.Const) and isinstance(key.value, str):
                yield _named(key, _paths(node.args[0], known))
        if node.node.name in DELAYED:
            first = _paths(node.args[0], known) if node.args else _UNKNOWN
            own = _cards(node) or first
            known = {**known, **dict.fromkeys(("card", "hand", "hands"), own)}
    for child in node.iter_child_nodes():
        yield from _reads(child, known, source)


def _named(key: nodes.Const, of: ValuePaths) -> FieldRead:
    """A read by a text, which may be spelt as after a dot, too."""
    return FieldRead(key.lineno, str(key.value), of, is_word="_" in str(key.value))


def _attributes(node: nodes.Filter) -> Iterator[nodes.Const]:
    """The texts by which a filter names a field of the elements."""
    given = [each.value for each in node.kwargs if each.key == "attribute"]
    if node.name in _BY_FIELD:
        given += node.args[:1]
    yield from (each for each in given if isinstance(each, nodes.Const) and isinstance(each.value, str))


def _paths(node: nodes.Node, known: Mapping[str, ValuePaths]) -> ValuePaths:
    if isinstance(node, nodes.Name):
        return known.get(node.name, frozenset({(node.name,)}))
    if isinstance(node, nodes.Getattr):
        return frozenset((*path, node.attr) for path in _paths(node.node, known))
    if isinstance(node, nodes.Getitem):
        of, key = _paths(node.node, known), node.arg
        if isinstance(key, nodes.Const) and isinstance(key.value, str):
            return frozenset((*path, key.value) for path in of)
        is_element = isinstance(key, (nodes.Const, nodes.Slice))
        return of if is_element else frozenset((*path, ANY) for path in of)
    if isinstance(node, nodes.Filter) and node.name in ("default", "d"):
        return _either((node.node, *node.args[:1]), known)
    if isinstance(node, nodes.Filter) and node.node is not None:
        of = _paths(node.node, known)
        keys = [str(each.value).split(".") for each in _attributes(node)] if node.name == "map" else []
        return frozenset((*path, *keys[0]) for path in of) if keys else of
    if isinstance(node, nodes.CondExpr):
        return _either((node.expr1, node.expr2), known)
    if isinstance(node, nodes.Or):
        return _either((node.left, node.right), known)
    return _cards(node) if isinstance(node, nodes.Call) else _UNKNOWN


def _either(ways: Iterable[nodes.Node | None], known: Mapping[str, ValuePaths]) -> ValuePaths:
    """What one of several values may be; a constant has no fields."""
    branches = [
        _paths(each, known) for each in ways if each is not None and not isinstance(each, nodes.Const)
    ]
    return frozenset().union(*branches) if all(branches) else _UNKNOWN


def _cards(node: nodes.Call) -> ValuePaths:
    """A call with the name of a component or a pile, as `cards('room')`."""
    texts = [each.value for each in node.args[:1] if isinstance(each, nodes.Const)]
    named = isinstance(node.node, nodes.Name) and texts and isinstance(texts[0], str)
    return frozenset({(f"{getattr(node.node, 'name', '')}('{texts[0]}')",)}) if named else _UNKNOWN
