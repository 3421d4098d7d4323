"""Control characters in files: literal ones, and YAML escapes."""

import re
from itertools import islice
from typing import Protocol

from nineup.base.diagnostics import Findings, Span
from nineup.schema.nodes import SourceFile

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that no file may contain literally."""

ESCAPED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Characters that no text may contain as an escape."""

_ESCAPE = re.compile(r"\\(?:([0abefrv]|(?:x|u00|U000000)(?:0[0-8b-fB-F]|1[0-9a-fA-F]|7[fF]))|.)")
"""A YAML escape, with a group if it is commonly used for such a character."""

_MOST_CONTROL = 20
"""The number of control characters that are reported one by one; a file with more is hardly text."""


class TextPosition(Protocol):
    """A place in a text; line and column are counted from 0."""

    line: int
    column: int


def without_control(file: SourceFile, findings: Findings) -> str | None:
    """A file's text with its control characters replaced and reported; None if there are too many for
    a text.
    """
    # A search visits each character; most files have only letters and line breaks.
    if file.text.replace("\n", "").isprintable() or not CONTROL.search(file.text):
        return file.text
    every = ((n, match) for n, line in enumerate(file.lines, 1) for match in CONTROL.finditer(line))
    matches = list(islice(every, _MOST_CONTROL + 1))
    for count, (number, match) in enumerate(matches[:_MOST_CONTROL], 1):
        more = ", and more follow" if count == _MOST_CONTROL < len(matches) else ""
        findings.error(
            "control-character",
            f"the character U+{ord(match[0]):04X} is invisible and not allowed{more}",
            Span(file.name, number, match.start() + 1),
            hint="delete it, or type the character that was meant",
        )
    return CONTROL.sub("\ufffd", file.text) if len(matches) <= _MOST_CONTROL else None


def report_escapes(file: SourceFile, start: TextPosition, end: TextPosition, findings: Findings) -> None:
    """Reports the control characters that a double-quoted text between two places contains as escapes."""
    places = [
        Span(file.name, number + 1, match.start() + 1, len(match[0]))
        for number in range(start.line, min(end.line + 1, len(file.lines)))
        for match in _ESCAPE.finditer(
            file.lines[number],
            start.column if number == start.line else 0,
            end.column if number == end.line else len(file.lines[number]),
        )
        if match[1]
    ]
    for place in places or [Span(file.name, start.line + 1, start.column + 1)]:
        written = file.lines[place.line - 1][place.column - 1 : place.column - 1 + place.length]
        message = f"`{written}` is a control character, which can't be printed"
        findings.error("control-character", message, place, hint="write `\\n` for a line break, or delete it")
