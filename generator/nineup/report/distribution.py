"""The distribution of an expression over drawn hands, as text with bars, CSV, JSON and an SVG chart."""

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from nineup.base.csv_rows import csv_text

BAR = 40
"""The longest bar, in characters."""

MOST_ANSWERS = 200
"""The largest number of answers in a text or a chart, whose rows or bars fill some pages."""

OutcomeRows = Sequence[tuple[Any, float, float]]
"""Answers, each with its probability and that probability's standard error (0 if exact)."""


def answers_text(rows: OutcomeRows, mean: float | None, mean_error: float) -> str:
    """A line for each answer: its probability, its standard error if simulated, and a bar.

    Only the likeliest if there are many.
    """
    rows, others = likeliest(rows)
    width = max(len(outcome_label(value)) for value, _, _ in rows)
    most = max(share for _, share, _ in rows)
    lines = []
    for value, share, error in rows:
        spread = f" ± {100 * error:.2f}" if error else ""
        bar = "█" * round(BAR * share / most) or "▏"
        lines.append(f"  {outcome_label(value):>{width}}  {100 * share:6.2f} %{spread}  {bar}")
    if others:
        lines.append(f"  … {others}; --format csv lists all of them")
    if mean is not None:
        lines.append(f"average {mean:.4g}" + (f" ± {mean_error:.2g}" if mean_error else ""))
    return "\n".join(lines)


def answers_csv(rows: OutcomeRows) -> str:
    """Columns `value`, `chance` and `error`, one row for each answer."""
    cells = ((outcome_label(value), repr(share), repr(error)) for value, share, error in rows)
    return csv_text(("value", "chance", "error"), cells)


def answers_json(rows: OutcomeRows, **about: Any) -> str:
    """One object: `about`, and `outcomes` with `value`, `chance` and `error`."""
    outcomes = [{"value": value, "chance": share, "error": error} for value, share, error in rows]
    document = {**about, "outcomes": outcomes}
    return msgspec.json.format(msgspec.json.encode(document, enc_hook=str), indent=2).decode()


def answers_svg(rows: OutcomeRows, title: str, note: str) -> str:
    """A bar chart, 160 mm wide, a bar for each answer; the standard error is a line across the end of its
    bar.

    If there are many answers, it shows the likeliest, and its note says so.
    """
    rows, others = likeliest(rows)
    note = f"{note}; {others}" if others else note
    left, wide, step = 40.0, 92.0, 6.0
    most = max(share for _, share, _ in rows)
    top = 16.0
    height = top + step * len(rows) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="160mm" height="{height:g}mm" viewBox="0 0 160 '
        f'{height:g}"'
        ' font-family="sans-serif" font-size="3.4">',
        f'<rect width="160" height="{height:g}" fill="#ffffff"/>',
        f'<text x="4" y="6.5" font-size="4.4" font-weight="bold">{escape(title)}</text>',
        f'<text x="4" y="11.5" font-size="3" fill="#555555">{escape(note)}</text>',
    ]
    for number, (value, share, error) in enumerate(rows):
        y = top + step * number
        long = wide * share / most
        parts += [
            f'<text x="{left - 2:g}" y="{y + 3.4:.2f}" '
            f'text-anchor="end">{escape(outcome_label(value))}</text>',
            f'<rect x="{left:g}" y="{y:.2f}" width="{long:.2f}" height="4.4" fill="#3b6ea5"/>',
            f'<text x="{left + long + 2:.2f}" y="{y + 3.4:.2f}">{100 * share:.1f} %</text>',
        ]
        if error:
            low, high = left + wide * (share - error) / most, left + wide * (share + error) / most
            parts.append(
                f'<path d="M{low:.2f} {y + 2.2:.2f}H{high:.2f}" stroke="#000000" stroke-width="0.4"/>'
            )
    return "\n".join([*parts, "</svg>", ""])


def likeliest(rows: OutcomeRows) -> tuple[OutcomeRows, str]:
    """At most `MOST_ANSWERS` answers, the likeliest, in their order; and how many others there are in words,
    empty if there are none.
    """
    if len(rows) <= MOST_ANSWERS:
        return rows, ""
    least = sorted((share for _, share, _ in rows), reverse=True)[MOST_ANSWERS - 1]
    likelier = sum(share > least for _, share, _ in rows)
    kept, equal = [], MOST_ANSWERS - likelier
    for row in rows:
        if row[1] > least or (row[1] == least and equal > 0):
            kept.append(row)
            equal -= row[1] == least
    rest = 100 * (1 - sum(share for _, share, _ in kept))
    return (
        kept,
        f"{len(rows) - MOST_ANSWERS:,} other answers, none of them likelier, have {rest:.4g} % in all",
    )


def outcome_label(value: Any) -> str:
    """An answer in readable form."""
    if value is None:
        return "never"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
