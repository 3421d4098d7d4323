"""Finds the comparisons that make a condition false, with the values of both sides."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from jinja2 import nodes

from nineup.logic.expression.compile import MISTAKES, Values
from nineup.logic.expression.compiled import compiled_tree, syntax_tree, tree_of
from nineup.logic.expression.errors import ExpressionError
from nineup.logic.expression.sandbox import Evaluation


@lru_cache(256)
def failed_comparisons(source: str) -> Callable[[Values], tuple[tuple[Any, str, Any], ...]]:
    """Returns a function that gives, for a context in which a condition is false, the comparisons that make
    it so.

    Each is its left side's value, its operator and its right side's value: for `and` the first part that is
    false, for `or` all of them. Anything but comparisons is left out. Neither this nor the function raises:
    if a side fails, the result is empty.
    """
    try:
        tree = syntax_tree(source, True)
    except ExpressionError:
        return lambda context: ()
    output = tree.body[0]
    assert isinstance(output, nodes.Output)

    parts = _Parts(source)

    def failed(context: Values) -> tuple[tuple[Any, str, Any], ...]:
        try:
            return tuple(_failed(output.nodes[0], Evaluation(context), parts))
        except (ExpressionError, *MISTAKES):
            return ()

    return failed


class _Parts:
    """The parts of an expression, each compiled once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._compiled: dict[tuple[nodes.Node, ...], Callable[[Evaluation], Iterator[Any]]] = {}
        """By nodes of one tree, which are hashed by identity: one, or both sides of a comparison."""

    def value(self, run: Evaluation, node: nodes.Expr) -> Any:
        return self._value(run, (node,), lambda: node)

    def compared(self, run: Evaluation, left: nodes.Expr, operand: nodes.Operand) -> Any:
        return self._value(run, (left, operand), lambda: nodes.Compare(left, [operand], lineno=left.lineno))

    def _value(self, run: Evaluation, key: tuple[nodes.Node, ...], node: Callable[[], nodes.Expr]) -> Any:
        if key not in self._compiled:
            self._compiled[key] = compiled_tree(self._source, tree_of(node()), True).root
        return next(self._compiled[key](run))


def _failed(node: nodes.Expr, run: Evaluation, parts: _Parts) -> Iterator[tuple[Any, str, Any]]:
    if isinstance(node, nodes.And):
        first = node.left if not parts.value(run, node.left) else node.right
        yield from _failed(first, run, parts)
    elif isinstance(node, nodes.Or):
        yield from _failed(node.left, run, parts)
        yield from _failed(node.right, run, parts)
    elif isinstance(node, nodes.Compare):
        left = node.expr
        for operand in node.ops:  # for `a < b < c` the first pair that is false
            if not parts.compared(run, left, operand):
                yield parts.value(run, left), operand.op, parts.value(run, operand.expr)
                return
            left = operand.expr
