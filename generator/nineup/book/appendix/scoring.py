"""The worth of pieces at the end of a game, from expressions in its data: `score` in templates."""

from collections.abc import Mapping, Sequence
from typing import Any

from nineup.book.appendix.values import Values
from nineup.logic.expression import ExpressionError, expression


def score(
    lines: Sequence[Mapping[str, Any]],
    of: str,
    column: str,
    counts: Mapping[str, int],
    known: Mapping[str, Any],
    factors: Mapping[str, int] = {},
) -> Values:
    """Evaluate the `points` of each line: expressions over `n`, the number of pieces, and the values in `known`.

    `of` is the key under which a line names its kind of piece, `column` the key in its `points`; `factors` multiplies
    the points of some kinds. Raises ValueError for an expression that fails or isn't a number.
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
    """The value of an expression in the game's data. Raises ValueError."""
    try:
        value = expression(source)(values)
    except ExpressionError as error:
        raise ValueError(f"`{source}`: {error.message}") from None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"`{source}` isn't a number")
    return value
