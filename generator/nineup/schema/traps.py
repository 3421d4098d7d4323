"""YAML's traps for prose: explains lines that can't be parsed because their text lacks quotes."""

import re
from typing import NamedTuple

from nineup.schema.nodes import CURLY, STRAIGHT

_ENTRY = re.compile(r"(\s*+(?:- ++)*+(?:(?:[\w.-]++|\"[^\"]*+\"|'[^']*+') *+: ++)?)(\S.*)", re.DOTALL)
_ENCLOSED = re.compile(r"(?:\{[^}:]*\}|\[[^\]:]*\])+[,\s]*[^\s#,}\]]|\{\{.*\}\}")
"""Words in braces or brackets with more after them; with a colon inside, a mapping was meant."""

_BLOCK = re.compile(r"[|>][-+1-9]{0,2}\s*(?:#.*)?")
"""The start of a block scalar."""

_QUOTED = re.compile(r"\"[^\"]*\"\s*[^\s#]|'[^']*'\s*[^\s#]")

QUOTE = "put the text in quotes, or below a `|`"

_RESERVED = {
    "*": "starts an alias",
    "&": "starts an anchor",
    "!": "starts a tag",
    "|": "starts a block of text on the next line",
    ">": "starts a block of text on the next line",
}


class Trap(NamedTuple):
    """Why YAML refuses a line: the column (from 0), the reason, how to correct it, and the line with its
    text quoted.
    """

    column: int
    message: str
    hint: str
    fixed: str


def trap(line: str) -> Trap | None:
    """Explains why a line isn't YAML, if its value is prose that lacks quotes."""
    match = _ENTRY.fullmatch(line.rstrip(" \t"))
    if match is None or not match[1].strip():
        return None
    prefix, value = match.groups()
    reason = _reason(value)
    if reason is None:
        return None
    offset, message = reason
    quoted = "'" + value.replace("'", "''") + "'"
    if CURLY.match(value):
        return Trap(
            len(prefix),
            f"`{value[0]}` doesn't quote a text in YAML: {message}",
            STRAIGHT,
            fixed=prefix + quoted,
        )
    return Trap(len(prefix) + offset, message, QUOTE, fixed=prefix + quoted)


def reserved(sign: str) -> str:
    """Why a text can't start with a character that YAML reserves."""
    name = f"`{sign}`" if sign != "`" else "a backtick"
    return f"a text can't start with {name}, which {_RESERVED.get(sign, 'is reserved')} in YAML"


def _reason(value: str) -> tuple[int, str] | None:
    first = value[0]
    if first in "{[":
        kind = "mapping" if first == "{" else "list"
        return (
            (0, f"a text that starts with `{first}` is read as a {kind}") if _ENCLOSED.match(value) else None
        )
    if first in "\"'":
        return (0, "the quotes close before the text ends") if _QUOTED.match(value) else None
    if first in "*&!%@`|>":
        return None if _BLOCK.fullmatch(value) else (0, reserved(first))
    if value.startswith(("- ", "? ")):
        return 0, f"a text can't start with `{value[:2]}`, which starts an entry in YAML"
    at = value.find(": ")
    if at < 0 and value.endswith(":"):
        at = len(value) - 1
    return (at, "a colon inside a text starts a new key") if at >= 0 else None
