"""The entries of a YAML collection as rows: which lines belong to each, its comments included.

YAML doesn't say to which entry a comment belongs. People write it above the entry or deeper below it,
and mean that it moves with it:

  - id: a
    # of a, deeper than the dash
  # of b, directly above it
  - id: b

A comment after an empty line, or at the top of the file, belongs to neither, and stays where it is.
"""

import re
from collections import Counter
from collections.abc import Iterable

from nineup.files.edit.parts import SourcePart, column, last, line_end, line_start
from nineup.files.edit.rows import EditRefusedError, Rows
from nineup.files.edit.scalars import Habits

_COMMENT = re.compile(r"[ \t]*#")
_NO_LINES = "its entries have no lines of their own"


def rows_of(text: str, part: SourcePart, habits: Habits) -> Rows:
    """The entries of a non-empty YAML collection. Raises EditRefusedError if they can't be separated."""
    return _flow_rows(text, part) if part.flow else _block_rows(text, part, habits)


def _flow_rows(text: str, part: SourcePart) -> Rows:
    starts = [first.start for first in part.keys or part.values]
    ends = [max(value.end, key.end) for key, value in zip(part.keys or part.values, part.values, strict=True)]
    rows = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    gaps = [text[end:start] for end, start in zip(ends, starts[1:], strict=False)]
    # A gap with a comment isn't repeated for a new entry.
    usual = _usual(gap for gap in gaps if "#" not in gap) or ", "
    return Rows(text[: starts[0]], rows, gaps, tail=text[ends[-1] :], gap=usual, flow=True)


def _block_rows(text: str, part: SourcePart, habits: Habits) -> Rows:
    starts = entry_starts(text, part)
    indent = column(text, starts[0])
    ends = [entry_end(text, value, indent) for value in part.values]
    inline = indent if text[line_start(text, starts[0]) : starts[0]].strip() else 0
    leads = [starts[0] if inline else _lead(text, starts[0], 0)]
    leads += [_lead(text, start, before) for before, start in zip(ends, starts[1:], strict=False)]
    if not inline and not _values(text[: leads[0]]):  # Comments at the top belong to the file.
        leads[0] = line_start(text, starts[0])
    rows = [text[lead:end] for lead, end in zip(leads, ends, strict=True)]
    gaps = [text[end:lead] for end, lead in zip(ends, leads[1:], strict=False)]
    # The first entry of a list in a list begins on the line of the outer dash. As a row,
    # it is indented like the others.
    rows[0] = " " * inline + rows[0]
    # Without an example in the file, entries of several lines are set apart by an empty one.
    several = any("\n" in row for row in rows)
    usual = _usual(gap for gap in gaps if not gap.strip())
    if not usual:
        usual = habits.newline * (2 if several and part.kind == "sequence" else 1)
    return Rows(text[: leads[0]], rows, gaps, tail=text[ends[-1] :], gap=usual, inline=inline)


def _usual(gaps: Iterable[str]) -> str:
    """The most common gap; empty without gaps."""
    commonest = Counter(gaps).most_common(1)
    return commonest[0][0] if commonest else ""


def _values(text: str) -> bool:
    """Whether a text contains anything but comments."""
    return any(line.strip() and not _COMMENT.match(line) for line in text.splitlines())


def entry_starts(text: str, part: SourcePart) -> list[int]:
    """The start of each entry of a block collection: its key or its dash. Raises EditRefusedError."""
    starts = [key.start for key in part.keys]
    if part.kind == "sequence":
        starts = [part.start]
        for before, value in zip(part.values, part.values[1:], strict=False):
            starts.append(_dash(text, last(before, text), value.start, column(text, part.start)))
    spaces = " " * column(text, starts[0])
    for start in starts[1:]:
        if text[line_start(text, start) : start] != spaces:
            raise EditRefusedError(_NO_LINES, start)
    return starts


def _dash(text: str, start: int, end: int, at: int) -> int:
    """The offset of the next dash in a column."""
    match = re.compile(rf"(?<=[\r\n]) {{{at}}}-").search(text, start, end)
    if match is None:
        raise EditRefusedError(_NO_LINES, start)
    return match.end() - 1


def entry_end(text: str, value: SourcePart, indent: int) -> int:
    """The end of an entry's last line; deeper comments below it are its own."""
    end = line_end(text, last(value, text))
    while end < len(text):
        below = end + 1 + text.startswith("\r\n", end)
        line = text[below : line_end(text, below)]
        if not _COMMENT.match(line) or len(line) - len(line.lstrip()) <= indent:
            break
        end = below + len(line)
    return end


def _lead(text: str, start: int, before: int) -> int:
    """The start of an entry's comments, on the lines directly above it; otherwise the start of its
    own line.
    """
    at = line_start(text, start)
    while at > before:
        above = line_start(text, at - 1 - text.startswith("\r\n", at - 2))
        if above <= before or not _COMMENT.match(text, above, line_end(text, above)):
            break
        at = above
    return at
