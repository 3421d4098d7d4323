"""Finds the comparisons that make a condition false, with the values of both sides."""

from collections.abc import Callable, Iterator
from typing import Any

from jinja2 import nodes

from nineup.logic.expression.compile import MISTAKES, Values, part_of_expression
from nineup.logic.expression.compiled import syntax_tree
from nineup.logic.expression.errors import ExpressionError


def failed_comparisons(source: str) -> Callable[[Values], tuple[tuple[Any, str, Any], ...]]:
    """Returns a function that gives, for a context in which a condition is false, the comparisons that make it so.

    Each is its left side's value, its operator and its right side's value: for `and` the first part that is false, for
    `or` all of them. Anything but comparisons is left out. Neither this nor the function raises: if a side fails,
    the result is empty.
    """
    try:
        tree = syntax_tree(source, True)
    except ExpressionError:
        return lambda context: ()
    output = tree.body[0]
    assert isinstance(output, nodes.Output)

    def failed(context: Values) -> tuple[tuple[Any, str, Any], ...]:
        try:
            return tuple(_failed(source, output.nodes[0], context))
        except (ExpressionError, *MISTAKES):
            return ()

    return failed


def _failed(source: str, node: nodes.Expr, context: Values) -> Iterator[tuple[Any, str, Any]]:
    if isinstance(node, nodes.And):
        first = node.left if not _value(source, node.left, context) else node.right
        yield from _failed(source, first, context)
    elif isinstance(node, nodes.Or):
        yield from _failed(source, node.left, context)
        yield from _failed(source, node.right, context)
    elif isinstance(node, nodes.Compare):
        left = node.expr
        for operand in node.ops:  # for `a < b < c` the first pair that is false
            if not _value(source, nodes.Compare(left, [operand], lineno=left.lineno), context):
                yield (
                    _value(source, left, context),
                    operand.op,
                    _value(source, operand.expr, context),
                )
                return
            left = operand.expr


def _value(source: str, node: nodes.Expr, context: Values) -> Any:
    return part_of_expression(source, node)(context)
