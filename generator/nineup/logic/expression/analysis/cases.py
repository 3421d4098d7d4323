"""Takes an expression apart for a solver, which sees its values in many contexts at once.

`count('deck') + (2 if wolves else 0) > 9 and not bears` is an `and` of a comparison of a sum, and a `not`. An
`Algebra` puts the parts together: it adds terms, compares sums, and makes a table of everything else: for
each combination of the values below a part, the value of the part. What has no such parts is a `Leaf`, to be
evaluated in each context that it depends on. Values of tables and leaves come from the compiled expression
itself, so that operators, filters and mistakes mean what they mean elsewhere.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from jinja2 import nodes

from nineup.logic.expression.analysis.reads import Reads, reads_of
from nineup.logic.expression.compile import MISTAKES, Values, names_of, part_of_expression
from nineup.logic.expression.compiled import syntax_tree, tree_of
from nineup.logic.expression.errors import ExpressionError
from nineup.logic.expression.sandbox import Missing

T = TypeVar("T")

_Value = Callable[..., Any]


class UntranslatableError(Exception):
    """A part of an expression is too much for an algebra; it may still manage a larger or a smaller part."""


class _Failed:
    """The value of what can't be evaluated."""

    def __repr__(self) -> str:
        return "FAILED"


FAILED = _Failed()


class Leaf(msgspec.Struct, frozen=True):
    """A part of an expression that is evaluated as a whole: what it reads, and its value, or FAILED."""

    reads: Reads
    value: Callable[[Values], Any]


class Algebra(Protocol[T]):
    """What an expression is translated to. All methods may raise UntranslatableError."""

    def leaf(self, leaf: Leaf) -> T:
        """A part by its values in all contexts."""

    def table(self, of: Sequence[T], value: _Value) -> T:
        """A part by its values for all combinations of the values of others, which may be FAILED."""

    def total(self, terms: Sequence[tuple[int, T]]) -> T:
        """A sum of whole numbers, each with a factor."""

    def compared(self, operator: str, left: T, right: T) -> T:
        """The comparison `eq`, `ne`, `lt`, `lteq`, `gt` or `gteq` of two whole numbers."""

    def named(self, name: str) -> T:
        """A name of the context that is computed itself."""

    def length(self, name: str) -> T:
        """The number of elements of a list in the context."""

    def count(self, id: str) -> T:
        """`count('id')`."""

    def over_cards(self, id: str, value: Callable[[Sequence[Any]], Any]) -> T:
        """The sum, over all cards in play of a component, of what `value` gives for a list of just one."""


def translated(source: str, algebra: Algebra[T]) -> T:
    """An expression in an algebra. Raises UntranslatableError, and ExpressionError for a mistake in it."""
    output = syntax_tree(source, True).body[0]
    assert isinstance(output, nodes.Output)
    return _Translation(source, algebra).of(output.nodes[0])


_ONE_BY_ONE = frozenset({"list", "map", "reject", "rejectattr", "select", "selectattr"})
"""Filters that treat each element by itself: what they make of a list is what they make of its elements."""


class _Translation(Generic[T]):
    def __init__(self, source: str, algebra: Algebra[T]) -> None:
        self.source = source
        self.algebra = algebra

    def of(self, node: nodes.Expr) -> T:
        try:
            return self._of_parts(node)
        except UntranslatableError:
            return self.algebra.leaf(self._leaf(node))

    def _of_parts(self, node: nodes.Expr) -> T:
        match node:
            case nodes.And() | nodes.Or():
                return self.algebra.table(
                    [self.of(node.left), self.of(node.right)], _either(isinstance(node, nodes.Or))
                )
            case nodes.Not():
                return self.algebra.table([self.of(node.node)], _not)
            case nodes.CondExpr(expr2=nodes.Expr() as other):
                return self.algebra.table([self.of(node.test), self.of(node.expr1), self.of(other)], _chosen)
            case nodes.Compare(expr=nodes.Const(), ops=[nodes.Operand(op="in" | "notin")]):
                raise UntranslatableError  # It reads one item of a set, not all of it.
            case nodes.Compare(ops=[only]) if only.op not in ("in", "notin"):
                try:
                    return self.algebra.compared(only.op, self.of(node.expr), self.of(only.expr))
                except UntranslatableError:
                    return self._table(node)
            case nodes.Add() | nodes.Sub() | nodes.Neg() | nodes.Mul():
                try:
                    return self.algebra.total([(sign, self.of(each)) for sign, each in _terms(node, 1)])
                except UntranslatableError:
                    return self._table(node)
            case nodes.Name():
                return self.algebra.named(node.name)
            case nodes.Call(node=nodes.Name(name="count"), args=[nodes.Const(value=str(id))], kwargs=[]):
                return self.algebra.count(id)
            case nodes.Filter(name="sum" | "length" | "count"):
                return self._added(node)
            case nodes.Call() | nodes.Const():
                raise UntranslatableError
        return self._table(node)

    def _added(self, node: nodes.Filter) -> T:
        """A sum or a number of elements: element by element if they are known, or those of a component."""
        of = node.node
        if isinstance(of, nodes.Name) and node.name != "sum":
            return self.algebra.length(of.name)
        while isinstance(of, nodes.Filter) and of.name in _ONE_BY_ONE:
            of = of.node
        has_start = len(node.args) + len(node.kwargs) > 1 or any(each.key == "start" for each in node.kwargs)
        if isinstance(of, (nodes.List, nodes.Tuple)) and len(of.items) != 1 and not has_start:
            listed = [nodes.List([each], lineno=each.lineno) for each in of.items]
            return self.algebra.total([(1, self.of(_with(node, of, each))) for each in listed])
        if isinstance(of, nodes.Call) and getattr(of.node, "name", "") == "cards":
            ids = [each.value for each in of.args if isinstance(each, nodes.Const)]
            of_cards = _with(node, of, nodes.Name("_cards", "load", lineno=of.lineno))
            if (
                len(ids) == 1
                and not of.kwargs
                and not has_start
                and names_of(tree_of(of_cards)) == {"_cards"}
            ):
                value = self._function(of_cards, ["_cards"])
                return self.algebra.over_cards(str(ids[0]), value)
        return self._table(node)

    def _table(self, node: nodes.Expr) -> T:
        """A part that needs the values of all parts below it."""
        below: dict[str, T] = {}

        def name_of(each: nodes.Expr) -> nodes.Expr:
            if isinstance(each, nodes.Const):
                return each
            name = f"_{len(below)}"
            below[name] = self.of(each)
            return nodes.Name(name, "load", lineno=each.lineno)

        function = self._function(_replaced(node, name_of), list(below))

        def value(*values: Any) -> Any:
            return FAILED if any(each is FAILED for each in values) else function(*values)

        return self.algebra.table(list(below.values()), value)

    def _function(self, node: nodes.Expr, names: Sequence[str]) -> _Value:
        value = part_of_expression(self.source, node)
        return lambda *values: _checked(value, dict(zip(names, values, strict=True)))

    def _leaf(self, node: nodes.Expr) -> Leaf:
        tree, value = tree_of(node), part_of_expression(self.source, node)
        return Leaf(reads_of(tree, names_of(tree)), lambda context: _checked(value, context))


def _checked(value: Callable[[Values], Any], context: Values) -> Any:
    try:
        given = value(context)
    except (ExpressionError, *MISTAKES):
        return FAILED
    return FAILED if isinstance(given, Missing) else given


def _either(decisive: bool) -> _Value:
    def value(left: Any, right: Any) -> Any:
        return left if left is FAILED or bool(left) is decisive else right

    return value


def _not(value: Any) -> Any:
    return value if value is FAILED else not value


def _chosen(test: Any, yes: Any, no: Any) -> Any:
    return FAILED if test is FAILED else yes if test else no


def _terms(node: nodes.Expr, factor: int) -> Iterator[tuple[int, nodes.Expr]]:
    """The terms of a sum, each with its factor."""
    if isinstance(node, (nodes.Add, nodes.Sub)):
        yield from _terms(node.left, factor)
        yield from _terms(node.right, factor if isinstance(node, nodes.Add) else -factor)
    elif isinstance(node, nodes.Neg):
        yield from _terms(node.node, -factor)
    elif isinstance(node, nodes.Mul) and type(number := getattr(node.left, "value", None)) is int:
        yield from _terms(node.right, factor * number)
    elif isinstance(node, nodes.Mul) and type(number := getattr(node.right, "value", None)) is int:
        yield from _terms(node.left, factor * number)
    elif isinstance(node, nodes.Mul):
        raise UntranslatableError
    else:
        yield factor, node


def _with(node: nodes.Expr, old: nodes.Expr, new: nodes.Expr) -> Any:
    """A chain of filters over another value."""
    if node is old:
        return new
    changed = copy(node)
    assert isinstance(changed, nodes.Filter)
    assert changed.node is not None
    changed.node = _with(changed.node, old, new)
    return changed


def _replaced(node: Any, by: Callable[[nodes.Expr], nodes.Expr]) -> Any:
    """A copy of a node whose expressions are replaced; its operands, pairs and arguments stay."""
    changed = copy(node)
    for field, value in node.iter_fields():
        each = [_new(one, by) for one in value] if isinstance(value, list) else _new(value, by)
        setattr(changed, field, each)
    return changed


def _new(value: Any, by: Callable[[nodes.Expr], nodes.Expr]) -> Any:
    if isinstance(value, nodes.Expr):
        return by(value)
    return _replaced(value, by) if isinstance(value, nodes.Helper) else value
