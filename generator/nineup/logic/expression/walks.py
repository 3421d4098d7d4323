"""What operators, filters and tests do with whole values. Each pays for the elements that it touches.

A list may contain another list twice, and that one a third twice: twenty levels of it need hardly any memory,
but comparing them touches a million elements. So an element is paid for as often as it is reached.
"""

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

SCANNED = 16
"""The number of characters, or of elements of a list, that are searched or copied for one step: no code of
ours runs for each.
"""

_LISTS = frozenset({list, tuple})
_LEAF_TYPES = frozenset({int, float, bool, type(None)})


_NESTED = frozenset({list, tuple, dict})


def is_light(value: Any) -> bool:
    """Whether comparing a value with any other takes less than a step: a number or a short text, but
    no list.
    """
    return type(value) in _LEAF_TYPES or (isinstance(value, str) and len(value) < SCANNED)


class Meter(Protocol):
    """What is paid from: an evaluation."""

    def spend(self, steps: int) -> None: ...


def scan(run: Meter, length: int) -> None:
    """Pays for characters or elements that are only searched or copied."""
    if length >= SCANNED:
        run.spend(length // SCANNED)


def walk(run: Meter, value: Any, times: int = 1) -> None:
    """Pays for a value in all its depth, as often as it is read or hashed."""
    kind = type(value)
    if kind in _LEAF_TYPES:
        return
    inner: Iterable[Any] = ()
    if kind in _LISTS:
        run.spend(times * (1 + len(value)))
        inner = value
    elif isinstance(value, str):
        scan(run, times * len(value))
    elif isinstance(value, Mapping):
        run.spend(times * (1 + 2 * len(value)))
        inner = (*value, *value.values())
    for each in inner:
        if type(each) not in _LEAF_TYPES:
            walk(run, each, times)


def hashed(run: Meter, key: Any) -> Any:
    """A key, paid for: the hash of a list is computed anew each time."""
    walk(run, key)
    return key


def equal(run: Meter, left: Any, right: Any) -> bool:
    """`left == right`. Lists are equal if their elements are, whatever their type."""
    kind = type(left)
    if kind not in _NESTED:
        if isinstance(left, str) and len(left) >= SCANNED and isinstance(right, str):
            scan(run, min(len(left), len(right)))
        return left == right  # type: ignore[no-any-return]
    if kind in _LISTS and type(right) in _LISTS:
        if left is right or len(left) != len(right):
            return left is right
        run.spend(1 + len(left))
        return all(equal(run, each, other) for each, other in zip(left, right, strict=True))
    if kind is dict and type(right) is dict:
        if left is right or len(left) != len(right):
            return left is right
        run.spend(1 + len(left))
        return all(hashed(run, key) in right and equal(run, each, right[key]) for key, each in left.items())
    return left == right  # type: ignore[no-any-return]


def _unequal(run: Meter, left: Any, right: Any) -> bool:
    return not equal(run, left, right)


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Meter, Any, Any], bool]:
    """`<` and the like. Lists are ordered by the first elements that differ, then by length."""

    def ordered(run: Meter, left: Any, right: Any) -> bool:
        kind = type(left)
        if kind in _LISTS and type(right) is kind:
            run.spend(1 + min(len(left), len(right)))
            for each, other in zip(left, right, strict=False):
                if not equal(run, each, other):
                    return ordered(run, each, other)
            return compare(len(left), len(right))
        if isinstance(left, str) and isinstance(right, str):
            scan(run, min(len(left), len(right)))
        return compare(left, right)

    return ordered


def contains(run: Meter, wanted: Any, where: Any) -> bool:
    """`wanted in where`."""
    kind = type(wanted)
    if type(where) not in _LISTS:
        if isinstance(where, str):
            scan(run, len(where))
        return hashed(run, wanted) in where
    if kind in _LISTS or kind is dict:
        run.spend(1 + len(where))
        return any(equal(run, wanted, each) for each in where)
    scan(run, len(where) * (1 + (len(wanted) // SCANNED if isinstance(wanted, str) else 0)))
    return wanted in where


def _lacks(run: Meter, wanted: Any, where: Any) -> bool:
    return not contains(run, wanted, where)


COMPARISONS: dict[str, Callable[[Meter, Any, Any], bool]] = {
    "eq": equal,
    "ne": _unequal,
    "lt": _ordered(operator.lt),
    "lteq": _ordered(operator.le),
    "gt": _ordered(operator.gt),
    "gteq": _ordered(operator.ge),
    "in": contains,
    "notin": _lacks,
}
"""The comparisons, by their names in syntax trees."""


class _Sorted:
    """A list as a key to sort by."""

    __slots__ = ("run", "value")

    def __init__(self, run: Meter, value: Any) -> None:
        self.run = run
        self.value = value

    def __lt__(self, other: "_Sorted") -> bool:
        return COMPARISONS["lt"](self.run, self.value, other.value)


def sort_keys(run: Meter, keys: list[Any]) -> list[Any]:
    """Keys that pay for their own comparisons, if comparing them isn't a step of Python's own."""
    if all(type(key) in _LEAF_TYPES for key in keys):
        return keys
    if all(isinstance(key, str) for key in keys):
        scan(run, sum(map(len, keys)) * len(keys).bit_length())
        return keys
    return [_Sorted(run, key) for key in keys]
