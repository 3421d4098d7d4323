"""What an expression may do while it runs: reach keys, reckon, go through lists, all within bounds."""

import math
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from jinja2.runtime import LoopContext, StrictUndefined
from jinja2.utils import missing

from nineup.diagnostics import nearest
from nineup.expression.errors import Problem, UnknownName
from nineup.expression.rich import joined
from nineup.game import Item

STEPS = 100_000
"""How many steps of loops and filters one evaluation may take."""

LARGEST = 10**15
"""No number may be further from zero."""

_LOOP = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length"})
_KINDS = {bool: "yes or no", int: "a number", float: "a number", dict: "a record", type(None): "nothing"}


class Missing(StrictUndefined):
    """What is not there: an error as soon as it is used, except by `is defined` and `default`."""

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = UnknownName
    ) -> None:
        super().__init__(hint or f"`{name}` is not known here", obj, name, exc)


class Scope:
    """One evaluation: the values that names stand for, and the steps that are left."""

    __slots__ = ("left", "values")

    def __init__(self, values: Mapping[str, Any], more: int = 1) -> None:
        """`more` is how many times as many steps there are."""
        self.values = values
        self.left = STEPS * more

    def resolve_or_missing(self, name: str) -> Any:
        """The value of a name, as the compiled code asks for it."""
        value = self.values.get(name, missing)
        return HELPERS.get(name, missing) if value is missing else value

    def spend(self, steps: int) -> None:
        """Count steps. Raises Problem when there have been too many."""
        self.left -= steps
        if self.left < 0:
            raise Problem(
                f"it takes more than {STEPS:,} steps", "loops inside loops multiply: go through less"
            )

    def known(self) -> list[str]:
        return sorted({*self.values, *HELPERS})


def items(scope: Scope, value: Any, weight: int = 1) -> Sequence[Any]:
    """What a loop or a filter goes through; a record gives its keys. Each element costs `weight` steps."""
    kind = type(value)
    if kind is not tuple and kind is not list:
        if not isinstance(value, Mapping):
            raise (
                Problem(f"{describe(value)} is not a list")
                if not isinstance(value, Missing)
                else refused(value)
            )
        value = tuple(value)
    scope.spend(len(value) * weight + 1)
    return value  # type: ignore[no-any-return]


def refused(value: Any) -> Exception:
    """The error that an undefined value stands for."""
    try:
        str(value)
    except Problem as problem:
        return problem
    return Problem(f"{describe(value)} can't be used here")


def describe(value: Any) -> str:
    """A value's kind in the user's words."""
    if isinstance(value, str):
        return f"the text '{' '.join(value[:30].split())}'"
    return _KINDS.get(type(value), "a list" if isinstance(value, (list, tuple)) else "this")


def dot(value: Any, key: str) -> Any:
    """`value.key`: the field of an item or the entry of a record, never an attribute."""
    kind = type(value)
    fields = value if kind is dict else value.fields if kind is Item else None
    if fields is not None and key in fields:
        return fields[key]
    if kind is LoopContext and key in _LOOP:
        return getattr(value, key)
    return _no_field(value, key)


def _no_field(value: Any, key: str) -> Any:
    """The entry whose kebab-case key is written with underscores; else what says that there is none."""
    if isinstance(value, Missing):
        raise refused(value)
    fields = value.fields if isinstance(value, Item) else value
    if not isinstance(fields, Mapping):
        what = "it is empty, so it" if value is None else describe(value)
        return Missing(f"{what} has no `{key}`", name=key, exc=Problem)
    for spelt in (key, key.replace("_", "-")):
        if spelt in fields:
            return fields[spelt]
    return Missing(
        f"there is no `{key}` here",
        name=key,
        exc=lambda text: Problem(text, nearest(key, tuple(map(str, fields)))),
    )


def entry(value: Any, key: Any) -> Any:
    """`value[key]`: an entry of a record by its key, or of a list by its place (from 0)."""
    if isinstance(value, (Mapping, Item)) and isinstance(key, str):
        return dot(value, key)
    if isinstance(value, Mapping):
        return value.get(key, Missing(f"there is no `{key}` here", exc=Problem))
    if isinstance(value, Missing):
        raise refused(value)
    if type(value) not in (list, tuple) or not (type(key) is int or isinstance(key, slice)):
        return Missing(f"{describe(value)} has no entry {describe(key)}", exc=Problem)
    try:
        return value[key]
    except IndexError:
        return Missing(f"a list of {len(value)} has no entry `{key}` (the first is 0)", exc=Problem)


def same(value: Any) -> Any:
    """A value for `==` and `!=`: lists are equal when their elements are, whatever they were made by."""
    return tuple([same(each) for each in value]) if type(value) in (list, tuple) else value


def text(values: Sequence[Any]) -> str:
    """`a ~ b`: values one after the other."""
    return joined(values)


def number(value: Any) -> Any:
    """The value, when it is a number within bounds. Raises Problem."""
    kind = type(value)
    if kind is int:
        if -LARGEST <= value <= LARGEST:
            return value
        raise Problem(f"a number is larger than {LARGEST:,}")
    if kind is float:
        if math.isfinite(value):
            return value
        raise Problem("a number has no finite value")
    if isinstance(value, Missing):
        raise refused(value)
    hint = "write `1 if … else 0`" if kind is bool else ""
    raise Problem(f"{describe(value)} is not a number", hint)


def _add(left: Any, right: Any) -> Any:
    if isinstance(left, str) and isinstance(right, str):
        return joined((left, right))
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        if len(left) + len(right) > STEPS:
            raise Problem(f"a list would be longer than {STEPS:,}")
        return (*left, *right)
    return number(number(left) + number(right))


def _power(left: Any, right: Any) -> Any:
    if not -64 <= number(right) <= 64:
        raise Problem(f"the power {right} is too high; at most 64")
    result = number(left) ** right
    if isinstance(result, complex):
        raise Problem(f"{left} has no power {right}")
    return number(result)


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": _add,
    "-": lambda left, right: number(number(left) - number(right)),
    "*": lambda left, right: number(number(left) * number(right)),
    "/": lambda left, right: number(number(left) / number(right)),
    "//": lambda left, right: number(number(left) // number(right)),
    "%": lambda left, right: number(number(left) % number(right)),
    "**": _power,
}
"""The operators of arithmetic: on numbers; `+` also joins texts, and lists."""


def _range(*bounds: int) -> tuple[int, ...]:
    """`range(3)` is 0, 1, 2; `range(1, 4)` is 1, 2, 3."""
    for bound in bounds:
        if type(number(bound)) is not int:
            raise Problem("`range` needs whole numbers")
    if not 1 <= len(bounds) <= 3 or bounds[2:] == (0,):
        raise Problem("`range` needs an end; or a start, an end and a step that is not 0")
    if len(range(*bounds)) > 1000:
        raise Problem("`range` is longer than 1000")
    return tuple(range(*bounds))


HELPERS: dict[str, Any] = {"range": _range}
"""Names that every expression knows."""


def call(scope: Scope, function: Any, *args: Any, **named: Any) -> Any:
    """`function(…)`, of a function that was passed in; a list that it returns costs its length."""
    if type(function) is not FunctionType:
        raise (
            refused(function)
            if isinstance(function, Missing)
            else Problem(f"{describe(function)} is not a function")
        )
    result = function(*args, **named)
    scope.spend(1 + len(result) if isinstance(result, (list, tuple)) else 1)
    return result
