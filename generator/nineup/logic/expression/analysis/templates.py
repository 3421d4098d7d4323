"""Finds what a template prints, from its syntax tree: its own words, and values of its context."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from jinja2 import nodes

from nineup.logic.expression.compile import NamePath, printed_paths
from nineup.logic.expression.compiled import syntax_tree


class Printed(msgspec.Struct, frozen=True):
    """What a template may print, in any of its branches."""

    words: tuple[str, ...]
    """Its own texts in order: those outside its tags, and those in expressions, as in `'card' if n == 1 else
    'cards'`.
    """
    paths: frozenset[NamePath]
    """The paths of printed values in its context."""


@lru_cache(4096)
def printed_parts(source: str) -> Printed:
    """What a template prints. Raises ExpressionError."""
    tree = syntax_tree(source, False)
    words = tuple(word for output in tree.find_all(nodes.Output) for word in _words(output))
    return Printed(words, frozenset(path for paths in printed_paths(tree).values() for path in paths))


def _words(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.TemplateData):
        yield node.data
    elif isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    for child in _shown(node):
        yield from _words(child)


def _shown(node: nodes.Node) -> Iterator[nodes.Node]:
    """The parts of an expression that it may print."""
    if isinstance(node, nodes.CondExpr):
        yield node.expr1
        if node.expr2:
            yield node.expr2
    elif isinstance(node, nodes.Filter):
        if node.node:
            yield node.node
        if node.name in PRINTS_ITS_ARGUMENTS:
            yield from node.args
    elif isinstance(node, (nodes.Output, nodes.Concat, nodes.Add)):
        yield from node.iter_child_nodes()


PRINTS_ITS_ARGUMENTS = frozenset(("default", "join", "plural"))
"""Filters that may print their arguments."""
