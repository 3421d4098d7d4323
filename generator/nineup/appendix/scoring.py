"""What pieces are worth at a game's end, by expressions of its data: the templates' `score`."""

from collections.abc import Mapping, Sequence
from typing import Any

from nineup.appendix.values import Values
from nineup.expression import ExpressionError, expression


def score(
    lines: Sequence[Mapping[str, Any]],
    of: str,
    column: str,
    counts: Mapping[str, int],
    known: Mapping[str, Any],
    factors: Mapping[str, int] = {},
) -> Values:
    """What some pieces are worth by the `points` of a list of lines: expressions over `n`, their number, and `known`.

    Each line is for the kind that it names under `of`; `factors` multiplies some kinds' points.
    """
    rows = []
    for line in lines:
        kind = str(line[of])
        if counts.get(kind):
            value = _evaluate(_formula(line, kind, column), {**known, "n": counts[kind]})
            factor = factors.get(kind, 1)
            rows.append(
                {of: kind, "n": counts[kind], "worth": value, "factor": factor, "points": value * factor}
            )
    return {"rows": tuple(rows), "total": sum(row["points"] for row in rows)}


def _formula(line: Mapping[str, Any], kind: str, column: str) -> str:
    points = line.get("points")
    if not isinstance(points, Mapping) or column not in points:
        raise ValueError(f"the line of `{kind}` has no `points.{column}`")
    return str(points[column])


def _evaluate(source: str, values: Values) -> int | float:
    """What an expression of the game's data comes to. Raises ValueError."""
    try:
        value = expression(source)(values)
    except ExpressionError as error:
        raise ValueError(f"`{source}`: {error.message}") from None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"`{source}` does not come to a number")
    return value
