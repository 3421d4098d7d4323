"""Finds the slip of the keyboard or of an editor behind an error of the parser: a key that is aligned with
nothing, a missing `- `, a no-break space after a colon, or typographic quotes in place of YAML's.

The parser stops where it no longer understands, often lines below the slip. So the lines of the construct
that it was reading are searched for signs that are wrong wherever they are, then the line itself is compared
with the levels that are open there: the columns in which the keys and entries above it begin.

    cards:
      - id: first       open below this line: 0 (cards), 2 (the entries), 4 (the entry's keys)
       name: Dawn       begins in none of these
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nineup.schema.nodes import STRAIGHT

_MOST_LINES = 500
"""The number of lines above an error that are searched."""

_ODD_SPACES = "\u00a0\u2000-\u200a\u202f\u205f\u3000"
_KEY = r"(?:[^\W\d][\w.-]*|\"[^\"]*\"|'[^']*')"
_LINE = re.compile(rf"(?P<lead> *)(?P<dash>- +)?(?P<key>{_KEY})(?=: |:$)")
_ODD_SPACE = re.compile(rf"(?P<before> *(?:-|(?:- +)?{_KEY}:)?)(?P<spaces>[{_ODD_SPACES}][{_ODD_SPACES} ]*)")
_WIDE_COLON = re.compile(rf" *(?:- +)?{_KEY}：")
_TIGHT_COLON = re.compile(r" *(?:- +)?[a-z][\w-]*:(?=[^\s:/])")
_TIGHT_DASH = re.compile(rf" *-(?={_KEY}:(?: |$)|\{{)")
_LONG_DASH = re.compile(rf" *(?P<dash>[‐-―−•]) *(?={_KEY}:(?: |$))")
_MIXED_QUOTES = re.compile(
    rf" *(?:- +)?(?:{_KEY}: +)?(?P<opening>[\"'])(?:(?!(?P=opening)).)*(?P<closing>[“”„‘’])\s*$"
)
_BLOCK = re.compile(r".*[|>][-+1-9]{0,2}\s*(?:#.*)?")


class Slip(NamedTuple):
    """What is wrong in a line, at a column (both from 0), and the line as it was probably meant; empty if
    nobody can know.
    """

    line: int
    column: int
    message: str
    hint: str
    fixed: str
    is_tight_dash: bool = False
    """Whether it is a `-` without its space, which the other entries of the list probably lack, too."""


def find_slip(lines: Sequence[str], first: int, line: int, problem: str) -> Slip | None:
    """The slip behind an error of the parser at a line, which was reading something that begins at the line
    `first`.
    """
    if (
        first == line
    ):  # The parser doesn't say what it was reading: the line above, which this one seems to continue.
        first = next((n for n in range(line - 1, -1, -1) if lines[n].strip()), line)
    for number in reversed(_outside_blocks(lines, max(first, line - _MOST_LINES), line)):
        slip = _odd_sign(lines[number])
        if slip is not None:
            return slip._replace(line=number)
    if problem == _NO_COLON and (tight := _tight_colon(lines[first])):
        return tight._replace(line=first)
    if line >= len(lines) or problem not in _OF_LEVELS:
        return None
    return _misplaced(lines, line, problem)


_NO_COLON = "could not find expected ':'"

_NO_ENTRY = "did not find expected '-' indicator"

_OF_LEVELS = (
    "mapping values are not allowed in this context",
    _NO_ENTRY,
    "did not find expected key",
)
"""The parser's words where a line begins in a column that isn't open."""


def _outside_blocks(lines: Sequence[str], first: int, last: int) -> list[int]:
    """The lines from one to another that aren't texts below a `|` or `>`."""
    outside, block = [], -1
    for number in range(first, min(last + 1, len(lines))):
        text = lines[number]
        if block >= 0 and (not text.strip() or _column(text) > block):
            continue
        block = _column(text) if _BLOCK.fullmatch(text) else -1
        outside.append(number)
    return outside


def _odd_sign(line: str) -> Slip | None:
    """A sign in a line that is wrong wherever it is."""
    if odd := _ODD_SPACE.match(line):
        at = odd.start("spaces")
        where = "in the indentation" if not odd["before"].strip() else f"after this `{line[at - 1]}`"
        name = unicodedata.name(line[at]).lower()
        article = "an" if name[0] in "aeiou" else "a"
        message = f"{article} {name} (U+{ord(line[at]):04X}) {where} isn't a space to YAML"
        spaces = " " * len(odd["spaces"])
        return Slip(
            0,
            at,
            message,
            hint="put a plain space in its place",
            fixed=line[:at] + spaces + line[odd.end() :],
        )
    if wide := _WIDE_COLON.match(line):
        at = wide.end() - 1
        rest = line[at + 1 :].lstrip()
        message = "a full-width colon (U+FF1A) doesn't end a key"
        return Slip(0, at, message, hint="write `:` and a space", fixed=f"{line[:at]}: {rest}")
    if tight := _TIGHT_DASH.match(line):
        at = tight.end()
        message = "there is no space after this `-`"
        return Slip(
            0,
            at - 1,
            message,
            hint="write `- ` where an entry begins",
            fixed=f"{line[:at]} {line[at:]}",
            is_tight_dash=True,
        )
    if dash := _LONG_DASH.match(line):
        at = dash.start("dash")
        message = f"`{dash['dash']}` doesn't begin an entry"
        return Slip(0, at, message, hint="write `- `", fixed=f"{line[:at]}- {line[dash.end() :]}")
    if mixed := _MIXED_QUOTES.match(line):
        at = mixed.start("closing")
        message = f"`{mixed['closing']}` doesn't close the text that `{mixed['opening']}` opens"
        return Slip(0, at, message, hint=STRAIGHT, fixed=f"{line[:at]}{mixed['opening']}{line[at + 1 :]}")
    return None


def space_dashes(lines: list[str], first: int, column: int) -> int:
    """Puts a space after each tight `-` of the list whose entries begin in a column; returns how many there
    are from the line `first` on.

    Lines that are aligned with what follows the `-` move with it:

        -id: first          - id: first
         name: Dawn           name: Dawn
    """
    number, is_aligned = 0, False
    for at in range(first, len(lines)):
        text = lines[at]
        own = _column(text)
        if not text.strip() or text.startswith("#", own):
            continue
        is_tight = own == column and _TIGHT_DASH.match(text) is not None
        if own < column or (own == column and not is_tight and not text.startswith("- ", column)):
            break
        if is_tight:
            below = next((line for line in lines[at + 1 :] if line.strip()), "")
            is_aligned = _column(below) == column + 1
            lines[at] = f"{text[: column + 1]} {text[column + 1 :]}"
            number += 1
        elif own == column:
            is_aligned = False
        elif is_aligned:
            lines[at] = f" {text}"
    return number


def _tight_colon(line: str) -> Slip | None:
    """A key without a space after its colon."""
    tight = _TIGHT_COLON.match(line)
    if tight is None:
        return None
    at = tight.end()
    message = "there is no space after this colon"
    return Slip(0, at - 1, message, hint="write `key: value`", fixed=f"{line[:at]} {line[at:]}")


class _Level(NamedTuple):
    """A column in which a line above begins, and whether that is the `-` of an entry."""

    column: int
    is_entry: bool
    line: int


def _levels(lines: Sequence[str], line: int) -> Iterator[_Level]:
    """The levels that are open above a line, the innermost first."""
    levels: list[_Level] = []
    least = 1_000_000
    for number in range(line - 1, max(-1, line - 1 - _MOST_LINES), -1):
        text = lines[number]
        inner = text.lstrip(" ")
        if not inner.strip() or inner.startswith("#"):
            continue
        column = len(text) - len(inner)
        if column >= least:
            continue
        if _BLOCK.fullmatch(text):
            levels.clear()  # What is deeper is its text.
        if inner.startswith("- "):
            key = column + len(inner) - len(inner[1:].lstrip(" "))
            levels += [_Level(key, False, number)] if key < least else []
            levels.append(_Level(column, True, number))
        else:
            levels.append(_Level(column, False, number))
        least = column
    yield from levels


def _misplaced(lines: Sequence[str], line: int, problem: str) -> Slip | None:
    """Why a line begins in a column that isn't open."""
    text = lines[line]
    inner = text.lstrip(" ")
    column, is_entry = len(text) - len(inner), inner.startswith("- ")
    key = _LINE.match(text)
    levels = list(_levels(lines, line))
    if not levels or (key is None and not is_entry):
        return None
    entries = [level for level in levels if level.is_entry and level.column <= column + 3]
    if is_entry:
        return _entry(
            lines, line, column, entries=entries[:1] or [level for level in levels if level.is_entry][:1]
        )
    assert key is not None
    if entries and entries[0].column == column and _first_key(lines[entries[0].line]) == key["key"]:
        fixed = f"{' ' * column}- {inner}"
        return Slip(
            line,
            column,
            f"an entry begins with `{key['key']}` here, but has no `- `",
            hint=f"write `- {key['key']}: …`",
            fixed=fixed,
        )
    # Where the parser wants an entry, the key belongs to the entry above; elsewhere to any level.
    least = column if problem == _NO_ENTRY else -1
    keys = [level for level in levels if not level.is_entry and level.column > least]
    nearest = min(keys, key=lambda level: abs(level.column - column), default=None)
    if nearest is None or nearest.column == column:
        return None
    other = _LINE.match(lines[nearest.line])
    beside = f"`{other['key']}` on line {nearest.line + 1}" if other else f"line {nearest.line + 1}"
    message = f"`{key['key']}` is indented by {_spaces(column)}, but {beside} by {nearest.column}"
    ties = [level for level in keys if abs(level.column - column) == abs(nearest.column - column)]
    hint = f"indent it by {_spaces(nearest.column)}"
    if len(ties) > 1:
        hint = f"indent it by {' or '.join(str(level.column) for level in reversed(ties))} spaces"
    elif column > nearest.column:
        hint += "; if it is part of the text above, put that in quotes"
    return Slip(
        line, column, message, hint=hint, fixed="" if len(ties) > 1 else f"{' ' * nearest.column}{inner}"
    )


def _entry(lines: Sequence[str], line: int, column: int, entries: Sequence[_Level]) -> Slip | None:
    """Why a line that begins with `- ` is in a wrong column, given the list that is open above it."""
    inner = lines[line][column:]
    if entries:
        (level,) = entries
        other = f"the one on line {level.line + 1} by {level.column}"
        message = f"this `- ` is indented by {_spaces(column)}, but {other}"
        return Slip(
            line,
            column,
            message,
            hint=f"indent it by {_spaces(level.column)}",
            fixed=f"{' ' * level.column}{inner}",
        )
    # Keys above it that are deeper than this entry: the first entry, which they belong to, lacks its mark.
    written = [n for n in range(max(0, line - _MOST_LINES), line) if lines[n].strip()]
    above = [n for n in written if _column(lines[n]) <= column]
    if above and _column(lines[above[-1]]) == column:
        return None  # A key beside this entry.
    first = next((n for n in written if not above or n > above[-1]), line)
    key = _LINE.match(lines[first]) if first < line else None
    if key is None or len(key["lead"]) != column + 2:
        return None
    message = f"an entry begins with `{key['key']}` here, but has no `- `"
    return Slip(
        first,
        column + 2,
        message,
        hint=f"write `- {key['key']}: …`",
        fixed=f"{' ' * column}- {lines[first].lstrip(' ')}",
    )


def _first_key(line: str) -> str:
    key = _LINE.match(line)
    return key["key"] if key else ""


def _column(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _spaces(number: int) -> str:
    return f"{number} space{'' if number == 1 else 's'}"
