"""Finds the comparisons that make a condition false, with the values of both sides."""

from collections.abc import Callable, Iterator
from typing import Any

from jinja2 import nodes

from nineup.logic.expression.compile import MISTAKES, Values
from nineup.logic.expression.compiled import compiled_tree, syntax_tree, tree_of
from nineup.logic.expression.errors import ExpressionError
from nineup.logic.expression.sandbox import Evaluation


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

    def failed(context: Values) -> tuple[tuple[Any, str, Any], ...]:
        try:
            return tuple(_failed(source, output.nodes[0], Evaluation(context)))
        except (ExpressionError, *MISTAKES):
            return ()

    return failed


def _failed(source: str, node: nodes.Expr, run: Evaluation) -> Iterator[tuple[Any, str, Any]]:
    if isinstance(node, nodes.And):
        first = node.left if not _value(source, node.left, run) else node.right
        yield from _failed(source, first, run)
    elif isinstance(node, nodes.Or):
        yield from _failed(source, node.left, run)
        yield from _failed(source, node.right, run)
    elif isinstance(node, nodes.Compare):
        left = node.expr
        for operand in node.ops:  # for `a < b < c` the first pair that is false
            if not _value(source, nodes.Compare(left, [operand], lineno=left.lineno), run):
                yield (
                    _value(source, left, run),
                    operand.op,
                    _value(source, operand.expr, run),
                )
                return
            left = operand.expr


def _value(source: str, node: nodes.Expr, run: Evaluation) -> Any:
    return next(compiled_tree(source, tree_of(node), True).root(run))
