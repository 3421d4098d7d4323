"""How a game's rules fared, as a table: a row a rule, a column a player count."""

from collections.abc import Sequence

from nineup.rules import Proved, Row, in_powers

HELD, FAILED, SAMPLED, SILENT = "✓", "✗", "~", "–"

WIDEST = 46
"""Characters of a rule's name."""


def as_table(proved: Proved) -> str:
    """The table; ✓ where a rule held, ✗ where it did not, – where it says nothing, and the figure that matters."""
    head = ["players", *map(str, proved.counts), ""]
    return "\n".join(_lines([head, *(_cells(row, proved.counts) for row in proved.rows)]))


def _cells(row: Row, counts: Sequence[int]) -> list[str]:
    name = row.label if len(row.label) <= WIDEST else f"{row.label[: WIDEST - 1]}…"
    return [name, *(_cell(row, count) for count in counts), ", ".join(_remarks(row))]


def _cell(row: Row, players: int) -> str:
    if players not in row.held:
        return SILENT
    sign = FAILED if not row.held[players] else SAMPLED if players in row.tried else HELD
    return f"{sign} {row.figures[players]}" if players in row.figures else sign


def _remarks(row: Row) -> list[str]:
    remarks = [row.figure] if row.figures else []
    if row.tried:
        number, of = max(row.tried.values(), key=lambda each: each[1])
        remarks.append(f"{number:,} of {in_powers(of)} tried" if of else "too much work")
    if row.notes:
        remarks.append(f"{row.notes} note{'s' if row.notes > 1 else ''}")
    if row.accepted:
        remarks.append(f"{row.accepted} accepted")
    return remarks


def _lines(cells: list[list[str]]) -> list[str]:
    """Each column as wide as its widest cell, all flush left."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
