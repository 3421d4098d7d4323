"""A file of rules → Markdown: its expressions filled in, with the line of the file that each line comes from.

Rules are Jinja in CommonMark, and what an expression prints is text, never markup. Since loops repeat lines,
each line of the file carries its number through the rendering, between marks that no text can contain; what
an expression prints is between two others:

    "{% for n in [1, 2] %}\\n- {{ n }} cards\\n{% endfor %}\\n"  →  "- 1 cards\\n- 2 cards\\n", lines 2, 2
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from nineup.book.appendix.notation import BEGIN_RICH, END_RICH
from nineup.logic.expression import ExpressionError, document

BEGIN_LINE, END_LINE, BEGIN_VALUE, END_VALUE, BRACE = "\x01\x02\x03\x04\x05"
"""The marks around a line's number and around a value, and a brace that begins no symbol."""

_TAG = re.compile(r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)|\{#.*?(?:#\}|\Z)", re.DOTALL)
_ALONE = re.compile(
    r"^([ \t]*(?:(?:\{%(?:(?!%\}).)*%\}|\{#(?:(?!#\}).)*#\})[ \t]*)*(?:\{%(?:(?!%\}).)*|\{#(?:(?!#\}).)*))"
    r"([%#]\})[ \t]*\n",
    re.MULTILINE | re.DOTALL,
)
"""A line with nothing but statements and comments, in two parts: its newline goes between them."""

_NUMBER = re.compile(rf"{BEGIN_LINE}(\d+){END_LINE}")
_MARK = re.compile(rf"{BEGIN_LINE}\d+{END_LINE}|[{BEGIN_VALUE}{END_VALUE}{BEGIN_RICH}{END_RICH}]")
_VALUE = re.compile(rf"{BEGIN_VALUE}([^{BEGIN_VALUE}{END_VALUE}]*){END_VALUE}")
_MARKUP = re.compile(r"(?<!\\)[_`<>|&#~!]")


class Filled(NamedTuple):
    """Markdown, and for each of its lines the number of the file's line, from 1."""

    text: str
    lines: tuple[int, ...]


def filled(source: str, context: Mapping[str, Any]) -> Filled:
    """A file with `\\n` at its lines' ends, filled with the names of a context.

    Raises ExpressionError with its place in the file.
    """
    marked = _marked(source)
    try:
        rendered = document(marked)(context)
    except ExpressionError as error:
        line = marked.split("\n")[error.line - 1] if error.line else ""
        error.column = len(_MARK.sub("", line[: max(0, error.column - 1)])) + 1
        raise
    rendered = _VALUE.sub(lambda value: _as_text(value.group(1)), rendered)
    numbers: list[int] = []
    for line in rendered.split("\n"):
        here = _NUMBER.findall(line)
        numbers.append(int(here[-1]) if here else numbers[-1] if numbers else 1)
    return Filled(_MARK.sub("", rendered), tuple(numbers))


def _marked(source: str) -> str:
    """The source with its marks, and with no newline after tags that are alone on their lines."""
    source = _ALONE.sub(r"\1\n\2", source)
    parts = [f"{BEGIN_LINE}1{END_LINE}"]
    number, end = 1, 0
    for tag in _TAG.finditer(source):
        own, number = _numbered(source[end : tag.start()], number)
        text = tag.group()
        parts += [own, f"{BEGIN_VALUE}{text}{END_VALUE}" if text.startswith("{{") else text]
        number += text.count("\n")
        if text[-3:-2] == "\n":
            parts.append(f"{BEGIN_LINE}{number}{END_LINE}")
        end = tag.end()
    parts.append(_numbered(source[end:], number)[0])
    return "".join(parts)


def _numbered(own: str, number: int) -> tuple[str, int]:
    """Text outside of tags with the number of each line that begins in it, and the last number."""
    first, *others = own.split("\n")
    lines = [first, *(f"{BEGIN_LINE}{at}{END_LINE}{line}" for at, line in enumerate(others, number + 1))]
    return "\n".join(lines), number + len(others)


def _as_text(value: str) -> str:
    """What an expression printed, on one line and without markup but the notation of cards."""
    return _MARKUP.sub(r"\\\g<0>", value.replace("\\{", BRACE).replace("\n", " "))
