"""Evaluates a condition in which some names are unknown."""

from collections.abc import Callable, Collection

from jinja2 import nodes

from nineup.logic.expression.compile import MISTAKES, Values, part_of_expression
from nineup.logic.expression.compiled import syntax_tree
from nineup.logic.expression.errors import ExpressionError

Truth = Callable[[Values, Collection[str]], bool | None]


def truth(source: str) -> Truth:
    """Returns a function that gives a condition's value in a context with unknown names; None if it depends
    on them.

    `and`, `or` and `not` are decided as soon as one side decides them. A function call depends on every
    unknown name. Also None for a value that is neither true nor false, or fails. Raises ExpressionError for a
    mistake in the source.
    """
    output = syntax_tree(source, True).body[0]
    assert isinstance(output, nodes.Output)
    known = _part(source, output.nodes[0])
    return lambda context, unknown: known(context, frozenset(unknown))


_Known = Callable[[Values, frozenset[str]], bool | None]


def _part(source: str, node: nodes.Expr) -> _Known:
    if isinstance(node, nodes.Not):
        return _not(_part(source, node.node))
    if isinstance(node, (nodes.And, nodes.Or)):
        return _either(
            _part(source, node.left), _part(source, node.right), decisive=isinstance(node, nodes.Or)
        )
    return _atom(source, node)


def _not(of: _Known) -> _Known:
    def known(context: Values, unknown: frozenset[str]) -> bool | None:
        value = of(context, unknown)
        return None if value is None else not value

    return known


def _either(left: _Known, right: _Known, decisive: bool) -> _Known:
    def known(context: Values, unknown: frozenset[str]) -> bool | None:
        value = left(context, unknown)
        if value is None or value is decisive:
            return value  # An unknown left side may fail or decide: the right side says nothing.
        return right(context, unknown)

    return known


def _atom(source: str, node: nodes.Expr) -> _Known:
    every = [node, *node.find_all(nodes.Expr)]
    calls = any(isinstance(each, nodes.Call) for each in every)
    names = frozenset(each.name for each in every if isinstance(each, nodes.Name))
    value_of = part_of_expression(source, node)

    def known(context: Values, unknown: frozenset[str]) -> bool | None:
        if unknown and (calls or not names.isdisjoint(unknown)):
            return None
        try:
            value = value_of(context)
        except (ExpressionError, *MISTAKES):
            return None
        return value if isinstance(value, bool) else None

    return known
