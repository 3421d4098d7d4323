"""The operations available to expressions, within limits: key lookups, arithmetic, iteration over lists."""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import LoopContext, StrictUndefined
from jinja2.utils import missing

from nineup.base.diagnostics import nearest
from nineup.logic.expression.errors import ExpressionValueError, UnknownNameError
from nineup.logic.expression.rich import join
from nineup.logic.expression.walks import hashed, scan, walk
from nineup.model.game import Item

STEPS = 100_000
"""The largest number of steps in one evaluation: of elements that loops, filters, operators and functions
touch.
"""

DRAWN_STEPS = 12 * STEPS
"""The further steps of an evaluation that asks about draws, for all of its questions together."""

LARGEST = 10**15
"""The largest absolute value of a number."""

_LOOP = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length"})
_NUMBERS = frozenset({int, float})
_KINDS = {bool: "yes or no", int: "a number", float: "a number", dict: "a record", type(None): "nothing"}


class Missing(StrictUndefined):
    """An undefined value: an error as soon as it is used, except by `is defined` and `default`."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: str | None = None,
        exc: Any = UnknownNameError,
    ) -> None:
        super().__init__(hint or f"`{name}` is not known here", obj, name, exc)


pays = pass_context
"""Marks a function of expressions that takes the evaluation first, and pays for what it reads."""


class Evaluation:
    """One evaluation: the values of names, and the number of steps left.

    Passed to compiled code as its context.
    """

    __slots__ = ("asks", "left", "most", "values")

    def __init__(self, values: Mapping[str, Any], more: int = 1) -> None:
        """`more` multiplies the allowed number of steps."""
        self.values = values
        self.left = self.most = STEPS * more
        self.asks = False

    def resolve_or_missing(self, name: str) -> Any:
        """The value of a name, under the method name that compiled code calls."""
        value = self.values.get(name, missing)
        return HELPERS.get(name, missing) if value is missing else value

    def spend(self, steps: int) -> None:
        """Counts steps. Raises ExpressionValueError after too many."""
        self.left -= steps
        if self.left < 0:
            hint = "nested loops multiply: loop over fewer elements"
            raise ExpressionValueError(f"evaluation takes more than {self.most:,} steps", hint)

    def ask(self) -> None:
        """Allows the steps of questions about draws, once: questions in questions share them."""
        if not self.asks:
            self.asks = True
            self.left += DRAWN_STEPS
            self.most += DRAWN_STEPS

    def known(self) -> list[str]:
        return sorted({*self.values, *HELPERS})


def items(run: Evaluation, value: Any, weight: int = 1) -> Sequence[Any]:
    """The elements that a loop or a filter iterates over; of a record, its keys. Each costs `weight`
    steps.
    """
    kind = type(value)
    if kind is not tuple and kind is not list:
        if not isinstance(value, Mapping):
            raise (
                ExpressionValueError(f"{describe(value)} is not a list")
                if not isinstance(value, Missing)
                else undefined_error(value)
            )
        value = tuple(value)
    run.spend(len(value) * weight + 1)
    return value  # type: ignore[no-any-return]


def undefined_error(value: Any) -> Exception:
    """The error that using an undefined value raises."""
    try:
        str(value)
    except ExpressionValueError as problem:
        return problem
    return ExpressionValueError(f"{describe(value)} can't be used here")


def describe(value: Any) -> str:
    """The type of a value in the user's terms."""
    if isinstance(value, str):
        return f"the text '{' '.join(value[:30].split())}'"
    return _KINDS.get(type(value), "a list" if isinstance(value, (list, tuple)) else "this")


def dot(value: Any, key: str) -> Any:
    """`value.key`: the field of an item or the entry of a record, never an attribute."""
    kind = type(value)
    fields = value.fields if kind is Item else value
    if isinstance(fields, dict):
        # One look: a card's values may note each (`rules/engine/card_reads`).
        known = fields.get(key, missing)
        if known is not missing:
            return known
    # The only attributes of a Python object that can be read, by their names.
    if kind is LoopContext and key in _LOOP:
        return getattr(value, key)
    return _no_field(value, key)


def _no_field(value: Any, key: str) -> Any:
    """The entry whose kebab-case key is written with underscores, or Missing."""
    if isinstance(value, Missing):
        raise undefined_error(value)
    fields = value.fields if isinstance(value, Item) else value
    if not isinstance(fields, Mapping):
        what = "it is empty, so it" if value is None else describe(value)
        return Missing(f"{what} has no `{key}`", name=key, exc=ExpressionValueError)
    for spelt in (key, key.replace("_", "-")):
        if spelt in fields:
            return fields[spelt]
    return Missing(
        f"there is no `{key}` here",
        name=key,
        exc=lambda text: ExpressionValueError(text, nearest(key, tuple(map(str, fields)))),
    )


def entry(run: Evaluation, value: Any, key: Any) -> Any:
    """`value[key]`: an entry of a record by key, or of a list by position (from 0)."""
    # `Mapping` last: asking whether something is one takes ten times as long.
    if isinstance(key, str) and isinstance(value, (dict, Item, Mapping)):
        return dot(value, key)
    if isinstance(value, Mapping):
        if hashed(run, key) in value:
            return value[key]
        return Missing(f"there is no `{shown(key)}` here", exc=ExpressionValueError)
    if isinstance(value, Missing):
        raise undefined_error(value)
    if type(value) not in (list, tuple) or not (type(key) is int or isinstance(key, slice)):
        if isinstance(value, (list, tuple)):
            return Missing(f"entries of a list have numbers, not {describe(key)}", exc=ExpressionValueError)
        what = "a text" if isinstance(value, str) else describe(value)
        return Missing(f"{what} has no entries; only lists and records have", exc=ExpressionValueError)
    try:
        element = value[key]
        if isinstance(key, slice):
            scan(run, len(element))
        return element
    except IndexError:
        return Missing(
            f"a list of {len(value)} has no entry `{key}` (the first is 0)", exc=ExpressionValueError
        )


def shown(key: Any) -> str:
    """A number or the kind of another value, for messages: never all of a long list."""
    return str(key) if isinstance(key, (int, float)) else describe(key)


def text(run: Evaluation, values: Sequence[Any]) -> str:
    """`a ~ b`: the values joined as text."""
    joined = join(values)
    scan(run, len(joined))
    return joined


def limited(value: Any) -> Any:
    """The value itself if it is a number within limits. Raises ExpressionValueError."""
    kind = type(value)
    if kind is int:
        if -LARGEST <= value <= LARGEST:
            return value
        raise ExpressionValueError(f"a number is larger than {LARGEST:,}")
    if kind is float:
        if math.isfinite(value):
            return value
        raise ExpressionValueError("the result isn't a finite number")
    if isinstance(value, Missing):
        raise undefined_error(value)
    hint = "write `1 if … else 0`" if kind is bool else ""
    raise ExpressionValueError(f"{describe(value)} is not a number", hint)


Operator = Callable[[Evaluation, Any, Any], Any]


def _of_numbers(operation: Callable[[Any, Any], Any]) -> Operator:
    """An operator on numbers whose result is limited; checking the result also covers the operands."""

    def calculate(run: Evaluation, left: Any, right: Any) -> Any:
        if type(left) not in _NUMBERS:
            limited(left)
        if type(right) not in _NUMBERS:
            limited(right)
        result = operation(left, right)
        return result if type(result) is int and -LARGEST <= result <= LARGEST else limited(result)

    return calculate


_plus = _of_numbers(operator.add)


def _add(run: Evaluation, left: Any, right: Any) -> Any:
    if isinstance(left, str) and isinstance(right, str):
        return text(run, (left, right))
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        # Doubling a list thirty times would need gigabytes, and takes no loop.
        if len(left) + len(right) > STEPS:
            raise ExpressionValueError(f"a list would be longer than {STEPS:,}")
        scan(run, len(left) + len(right))
        return (*left, *right)
    return _plus(run, left, right)


def _power(run: Evaluation, left: Any, right: Any) -> Any:
    # Before it is computed: `9 ** 999999999` has 950 million digits.
    if not -64 <= limited(right) <= 64:
        raise ExpressionValueError(f"the exponent {right} is too large; the largest is 64")
    result = limited(left) ** right
    if isinstance(result, complex):
        raise ExpressionValueError(f"{left} can't be raised to the power {right}")
    return limited(result)


OPERATORS: dict[str, Operator] = {
    "+": _add,
    "-": _of_numbers(operator.sub),
    "*": _of_numbers(operator.mul),
    "/": _of_numbers(operator.truediv),
    "//": _of_numbers(operator.floordiv),
    "%": _of_numbers(operator.mod),
    "**": _power,
}
"""The arithmetic operators, on numbers; `+` also joins texts and lists."""


def _range(*bounds: int) -> tuple[int, ...]:
    """`range(3)` is 0, 1, 2; `range(1, 4)` is 1, 2, 3."""
    for bound in bounds:
        if type(limited(bound)) is not int:
            raise ExpressionValueError("`range` needs whole numbers")
    if not 1 <= len(bounds) <= 3 or bounds[2:] == (0,):
        raise ExpressionValueError("`range` needs an end; or a start, an end and a step other than 0")
    if len(range(*bounds)) > 1000:
        raise ExpressionValueError("`range` has more than 1,000 numbers")
    return tuple(range(*bounds))


HELPERS: dict[str, Any] = {"range": _range}
"""Names that are defined in every expression."""


def call(run: Evaluation, function: Any, *args: Any, **named: Any) -> Any:
    """`function(…)` for a function in the context.

    One that takes the evaluation first (`pass_context`) pays for what it reads; any other pays for all of its
    arguments. A returned list costs its length in steps, and the records in it are copied.
    """
    # Only functions that the context has: methods and classes lead to everything else of Python.
    if type(function) is not FunctionType:
        raise (
            undefined_error(function)
            if isinstance(function, Missing)
            else ExpressionValueError(f"{describe(function)} is not a function")
        )
    if hasattr(function, "jinja_pass_arg"):
        result = function(run, *args, **named)
    else:
        walk(run, args)
        if named:
            walk(run, tuple(named.values()))
        result = function(*args, **named)
    if isinstance(result, (list, tuple)):
        run.spend(1 + len(result))
        scan(run, sum([len(each) for each in result if type(each) is dict]))
    return result
