"""Whether a condition is true or false although some of the names in it are not known."""

from collections.abc import Callable, Collection

from jinja2 import nodes

from nineup.expression.compile import Values, syntax_tree, value_of_node
from nineup.expression.errors import ExpressionError

Truth = Callable[[Values, Collection[str]], bool | None]


def truth(source: str) -> Truth:
    """The function that gives a condition's value in a context in which some names are unknown; None if it depends on them.

    `and`, `or` and `not` are decided as soon as one side decides them. What calls a function depends on every unknown
    name. None too for what is neither true nor false, or fails. Raises ExpressionError for a mistake in the source.
    """
    output = syntax_tree(source, True).body[0]
    assert isinstance(output, nodes.Output)
    return lambda context, unknown: _truth(source, output.nodes[0], context, frozenset(unknown))


def _truth(source: str, node: nodes.Expr, context: Values, unknown: frozenset[str]) -> bool | None:
    if isinstance(node, nodes.Not):
        value = _truth(source, node.node, context, unknown)
        return None if value is None else not value
    if isinstance(node, (nodes.And, nodes.Or)):
        decisive = isinstance(node, nodes.Or)
        left = _truth(source, node.left, context, unknown)
        if left is None or left is decisive:
            return left  # An unknown left side may fail, or be decisive: the right side says nothing.
        return _truth(source, node.right, context, unknown)
    return _value(source, node, context, unknown)


def _value(source: str, node: nodes.Expr, context: Values, unknown: frozenset[str]) -> bool | None:
    every = [node, *node.find_all(nodes.Expr)]
    if unknown and any(isinstance(each, nodes.Call) for each in every):
        return None
    if any(isinstance(each, nodes.Name) and each.name in unknown for each in every):
        return None
    try:
        value = value_of_node(source, node, context)
    except (ExpressionError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError):
        return None
    return value if isinstance(value, bool) else None
