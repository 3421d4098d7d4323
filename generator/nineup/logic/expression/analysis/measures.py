"""What an expression depends on of lists of cards: sums over the cards, and sets of what they have.

`total(deck, 'cost') <= 60 and 'elm' in deck|map(attribute='clan')` depends on a sum and on a set. Lists for
which all measures are equal have the same value, in whatever order, and what two lists have together follows
from what each of them has.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from jinja2 import nodes

from nineup.logic.expression.compile import MISTAKES, names_of, part_of_expression
from nineup.logic.expression.compiled import syntax_tree, tree_of
from nineup.logic.expression.errors import ExpressionError

MOST_FRACTION = 1024
"""The largest denominator of a number whose sums are the same in every order, a power of two."""

_Value = Callable[[Mapping[str, Any]], Any]

_ONE_BY_ONE = frozenset({"list", "map", "reject", "rejectattr", "select", "selectattr"})
_SUMS = frozenset({"count", "length", "sum"})
_OF_SETS = _SUMS | {"max", "min"}


class UnmeasurableError(Exception):
    """An expression depends on lists in another way, such as on the order of their elements."""


class Measure(NamedTuple):
    """What a rule depends on of a deck: a sum over its cards, or the set of what its cards have."""

    value: _Value
    """Its value for the lists in a context."""
    is_set: bool

    def of(self, context: Mapping[str, Any]) -> Any:
        """What some cards add. Raises UnmeasurableError."""
        try:
            value = self.value(context)
        except (ExpressionError, *MISTAKES):
            raise UnmeasurableError from None
        if self.is_set:
            return frozenset(map(_known, value))
        if type(value) is float and value.as_integer_ratio()[1] > MOST_FRACTION:
            raise UnmeasurableError
        if type(value) not in (int, float):
            raise UnmeasurableError
        return value


def _known(value: Any) -> tuple[str, Any, str]:
    """A value, apart from equal ones of another type or with other fields."""
    if not isinstance(value, (str, int, float, bool, type(None))):
        raise UnmeasurableError
    return type(value).__name__, value, repr(getattr(value, "fields", ""))


def measures(source: str, lists: frozenset[str]) -> Iterator[Measure]:
    """Everything that a rule depends on of the lists of cards with some names. Raises UnmeasurableError."""
    yield from _measures(source, syntax_tree(source, True), lists)


def _measures(source: str, node: nodes.Node, lists: frozenset[str]) -> Iterator[Measure]:
    if isinstance(node, nodes.Name) and node.name in lists:
        raise UnmeasurableError
    measured = _measured(node, lists)
    if measured is None:
        for child in node.iter_child_nodes():
            yield from _measures(source, child, lists)
        return
    part, is_set = measured
    yield Measure(part_of_expression(source, part), is_set)
    if isinstance(node, nodes.Compare):
        yield from _measures(source, node.expr, lists)


def _measured(node: nodes.Node, lists: frozenset[str]) -> tuple[nodes.Expr, bool] | None:
    """The part of a node that is added up, or whose elements are a set; None if the node is neither."""
    match node:
        case nodes.Filter(name=str(name), node=nodes.Expr() as of, args=args, kwargs=kwargs):
            attributes = [each.key for each in kwargs] == ["attribute"] or (not kwargs and len(args) == 1)
            if (
                name in _SUMS
                and _is_of(of, lists)
                and (not (args or kwargs) or (name == "sum" and attributes))
            ):
                return node, False
            before = _before_set(of)
            if name in _OF_SETS and not (args or kwargs) and _is_of(before, lists):
                return (before, True) if before is not of or name in ("max", "min") else None
        case nodes.Call(node=nodes.Name(name="total"), args=[of, nodes.Const()], kwargs=[]):
            return (node, False) if _is_of(of, lists) else None
        case nodes.Compare(ops=[nodes.Operand(op="in" | "notin", expr=nodes.Expr() as of)]):
            return (_before_set(of), True) if _is_of(_before_set(of), lists) else None
    return None


def _before_set(node: nodes.Expr) -> nodes.Expr:
    """The list below `unique`, and below what is done with its elements one by one afterwards."""
    below = node
    while isinstance(below, nodes.Filter) and below.name in _ONE_BY_ONE and below.node is not None:
        below = below.node
    is_set = isinstance(below, nodes.Filter) and below.name == "unique" and not (below.args or below.kwargs)
    if is_set and isinstance(below, nodes.Filter) and below.node is not None:
        return below.node
    return node


def _is_of(node: nodes.Node | None, lists: frozenset[str]) -> bool:
    """Whether a list has the cards of lists, or what becomes of each of them alone."""
    match node:
        case nodes.Name():
            return node.name in lists
        case nodes.Add():
            return _is_of(node.left, lists) and _is_of(node.right, lists)
        case nodes.Filter() if node.name in _ONE_BY_ONE:
            others = [*node.args, *(each.value for each in node.kwargs)]
            return _is_of(node.node, lists) and not any(names_of(tree_of(each)) & lists for each in others)
    return False
