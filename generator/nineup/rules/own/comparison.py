"""Both sides of the comparisons that make a check fail, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from nineup.logic.expression import failed_comparisons


def failed_sides(source: str, context: Mapping[str, Any]) -> Iterator[str]:
    """Each comparison of a check that fails in a context, if it is short enough to show."""
    found = (_comparison(*each) for each in failed_comparisons(source)(context))
    yield from filter(None, found)


_SIGNS = {"eq": "=", "ne": "≠", "lt": "<", "lteq": "≤", "gt": ">", "gteq": "≥", "in": "in", "notin": "not in"}


def _comparison(left: object, operator: str, right: object) -> str:
    """A failing comparison, such as `0.945 ≥ 0.95 fails`; empty if a side is too long to show."""
    sides = [_side(left), _side(right)]
    fits = all(side is not None and len(side) <= LONGEST_SIDE for side in sides)
    return f"{sides[0]} {_SIGNS[operator]} {sides[1]} fails" if fits else ""


LONGEST_SIDE = 80
"""The longest side of a comparison, in characters."""


def _side(value: object) -> str | None:
    """A value in the notation of expressions, numbers with their significant digits; None unless it is a plain value."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, (list, tuple)):
        sides = [_side(each) for each in value]
        return None if None in sides else f"[{', '.join(map(str, sides))}]"
    return str(value) if isinstance(value, (str, int)) else None
