"""The results of a game's rules, as a table: one row per rule, one column per player count."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from nineup.model.proved import Proved, RuleRow, in_powers

HELD, FAILED, SAMPLED, SILENT = "✓", "✗", "~", "–"

WIDEST = 46
"""The longest name of a rule, in characters."""


LEAST_REMARKS = 20
"""The minimum width of remarks beside the columns, in characters; with less room they get their own line."""


def as_table(proved: Proved, width: int | None = None) -> str:
    """The table: ✓ where a rule holds, ✗ where it fails, ~ where it isn't proved, – where it doesn't apply.

    With a `width` in characters, player counts that don't fit side by side get a table of their own.
    """
    blocks: list[str] = []
    left = list(proved.counts)
    while left or not blocks:
        fitting = _fitting(proved, left, width)
        blocks.append(_block(proved, left[:fitting], width))
        left = left[fitting:]
    return "\n\n".join(blocks)


def _fitting(proved: Proved, counts: Sequence[int], width: int | None) -> int:
    """The number of player counts that fit side by side, at least one."""
    used = max(len(_name(row)) for row in proved.rows) if proved.rows else len("players")
    for number, count in enumerate(counts):
        used += 2 + max([len(str(count)), *(len(_cell(row, count)) for row in proved.rows)])
        if width is not None and used > width and number:
            return number
    return max(1, len(counts))


def _block(proved: Proved, counts: Sequence[int], width: int | None) -> str:
    lines = _lines(
        [["players", *map(str, counts)], *([_name(row), *_cells(row, counts)] for row in proved.rows)]
    )
    widest = max(map(len, lines))
    block = [lines[0]]
    for row, line in zip(proved.rows, lines[1:], strict=True):
        words = ", ".join(remarks(row))
        room = None if width is None else width - widest - 2
        if not words or room is None or len(words) <= room:
            block.append(f"{line.ljust(widest)}  {words}".rstrip())
        elif room >= LEAST_REMARKS:
            first, *more = wrap(words, room)
            block += [f"{line.ljust(widest)}  {first}", *(" " * (widest + 2) + each for each in more)]
        else:
            block += [line, *wrap(words, width or widest, initial_indent="  ", subsequent_indent="  ")]
    return "\n".join(block)


def as_records(proved: Proved) -> list[dict[str, Any]]:
    """The table for programs: each rule's result by player count, its figures, and the place that requests
    it.
    """
    return [
        {
            "rule": row.code,
            "label": row.label,
            "file": row.place.file if row.place else None,
            "line": row.place.line if row.place else None,
            "column": row.place.column if row.place else None,
            "players": {
                str(n): {"outcome": _OUTCOMES[sign(row, n)], "figure": row.figures.get(n)}
                for n in proved.counts
            },
            "figure": row.figure or None,
            "notes": row.notes,
            "accepted": row.accepted,
            "failing": row.failing._asdict() if row.failing else None,
            "solver": row.solver._asdict() if row.solver else None,
        }
        for row in proved.rows
    ]


_OUTCOMES = {HELD: "holds", FAILED: "fails", SAMPLED: "sampled", SILENT: None}


def _name(row: RuleRow) -> str:
    return row.label if len(row.label) <= WIDEST else f"{row.label[: WIDEST - 1]}…"


def _cells(row: RuleRow, counts: Sequence[int]) -> list[str]:
    return [_cell(row, count) for count in counts]


def _cell(row: RuleRow, players: int) -> str:
    mark = sign(row, players)
    return f"{mark} {row.figures[players]}" if players in row.figures and mark != SILENT else mark


def sign(row: RuleRow, players: int) -> str:
    """A rule's result for a player count: one of the four signs of the table."""
    if players not in row.held:
        return SILENT
    if not row.held[players]:
        return FAILED
    return SAMPLED if players in row.tried or not row.is_complete else HELD


def remarks(row: RuleRow) -> list[str]:
    """A row's text besides its signs: the meaning of its figures, what was only sampled, its notes and
    acceptances.
    """
    said = [row.figure] if row.figures else []
    if row.tried:
        number, of = max(row.tried.values(), key=lambda sample: sample.of)
        said.append(f"{number:,} of {in_powers(of)} tried" if of else "too much work")
    if row.failing:
        said.append(f"fails in {row.failing.number:,} of {in_powers(row.failing.of)}")
    if row.solver:
        said.append(f"by {row.solver.engine}")
    if not row.is_complete and any(row.held.values()):
        said.append("faces with errors left out")
    if row.notes:
        said.append(f"{row.notes} note{'s' if row.notes > 1 else ''}")
    if row.accepted:
        said.append(f"{row.accepted} accepted")
    return said


def _lines(cells: list[list[str]]) -> list[str]:
    """Each column as wide as its widest cell, flush left."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
