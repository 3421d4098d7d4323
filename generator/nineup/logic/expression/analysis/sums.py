"""Finds sums whose terms read different names: `(1 if wolves else 0) + (2 if bears else 0) < 3`.

The value of such an expression depends on the terms only through their sum.
"""

from collections.abc import Callable, Iterator
from copy import copy
from typing import TypeVar

import msgspec
from jinja2 import nodes

from nineup.logic.expression.analysis.reads import Reads, reads_of
from nineup.logic.expression.compile import MISTAKES, Values, names_of, part_of_expression
from nineup.logic.expression.compiled import syntax_tree, tree_of
from nineup.logic.expression.errors import ExpressionError

_Node = TypeVar("_Node", bound=nodes.Node)


class SumTerm(msgspec.Struct, frozen=True):
    """A term of a sum: what it reads, and the function that computes it, None unless the result is a whole
    number.
    """

    reads: Reads
    amount: Callable[[Values], int | None]


class Split(msgspec.Struct, frozen=True):
    """The sums in an expression, and what the rest of it reads."""

    rest: Reads
    sums: tuple[tuple[SumTerm, ...], ...]


def split_sums(source: str) -> Split:
    """The sums with several terms in an expression; function calls belong to the rest.

    Raises ExpressionError.
    """
    sums: list[tuple[SumTerm, ...]] = []
    tree = _rest(source, syntax_tree(source, True), sums)
    return Split(reads_of(tree, names_of(tree)), tuple(sums))


def _rest(source: str, node: _Node, sums: list[tuple[SumTerm, ...]]) -> _Node:
    """A copy of a node in which each sum below it is replaced by its terms that call functions."""
    rest = copy(node)
    for field, value in node.iter_fields():
        if isinstance(value, list):
            setattr(rest, field, [_without(source, each, sums) for each in value])
        else:
            setattr(rest, field, _without(source, value, sums))
    return rest


def _without(source: str, node: object, sums: list[tuple[SumTerm, ...]]) -> object:
    if not isinstance(node, nodes.Node) or isinstance(node, nodes.Call):
        return node
    terms = list(_terms(node, 1)) if isinstance(node, nodes.Expr) else []
    free = [each for each in terms if not _calls(each[0])]
    if len(free) < 2:
        return _rest(source, node, sums)
    sums.append(tuple([_term(source, *each) for each in free]))
    return nodes.List([each for each, _, _ in terms if _calls(each)], lineno=1)


_Part = tuple[nodes.Expr, int, bool]
"""A term with its sign, and whether it counts as 1 when true."""


def _terms(node: nodes.Expr, sign: int) -> Iterator[_Part]:
    """The terms of a sum, each with its sign and whether it counts as 1 when true; the node itself if it is
    no sum.
    """
    if isinstance(node, (nodes.Add, nodes.Sub)):
        yield from _terms(node.left, sign)
        yield from _terms(node.right, sign if isinstance(node, nodes.Add) else -sign)
    elif isinstance(node, nodes.Neg):
        yield from _terms(node.node, -sign)
    elif listed := _filtered(node, ("sum",)):
        yield from ((each, sign, False) for each in listed.items)
    elif counted := _counted(node):
        yield from ((each, sign, True) for each in counted.items)
    else:
        yield node, sign, False


def _filtered(node: nodes.Expr | None, names: tuple[str, ...]) -> nodes.List | None:
    """The literal list in front of one of some filters without arguments."""
    if isinstance(node, nodes.Filter) and node.name in names and not node.args and not node.kwargs:
        return node.node if isinstance(node.node, nodes.List) else None
    return None


def _counted(node: nodes.Expr) -> nodes.List | None:
    """The list whose true elements `[…]|select|list|length` counts."""
    if not isinstance(node, nodes.Filter) or node.name not in ("length", "count"):
        return None
    inner = node.node
    if isinstance(inner, nodes.Filter) and inner.name == "list":
        inner = inner.node
    return _filtered(inner, ("select",))


def _calls(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Call) or next(node.find_all(nodes.Call), None) is not None


def _term(source: str, node: nodes.Expr, sign: int, is_count: bool) -> SumTerm:
    value_of = part_of_expression(source, node)

    def amount(context: Values) -> int | None:
        try:
            value = value_of(context)
            if is_count:
                return sign if value else 0
        except (ExpressionError, *MISTAKES):
            return None
        return sign * value if type(value) is int else None

    tree = tree_of(node)
    return SumTerm(reads_of(tree, names_of(tree)), amount)
