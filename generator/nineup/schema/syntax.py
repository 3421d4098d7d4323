"""Explains in plain words, for each error of the parser, why a text isn't YAML."""

import re
from typing import NamedTuple

from nineup.schema.traps import QUOTE, reserved


class Explanation(NamedTuple):
    """Why a text isn't YAML, and how to fix it. `at` is the offset of the relevant character."""

    at: int
    message: str
    hint: str


_LOOK = "look for a missing quote, bracket or indentation"
_NESTED = "inside braces or brackets, a text that has some of its own must be quoted"
_VALUE = "delete a comma, or write the value"
_BEHIND = "delete what follows the value, or quote the whole text"
_BACKSLASH = "write `\\\\` for a backslash, or use single quotes"
_DIRECTIVE = Explanation(
    0, "a line that starts with `%` is a directive, and this one can't be read", "delete it"
)

_SIGNS = (
    "while scanning an anchor",
    "while scanning an alias",
    "while scanning a tag",
    "while parsing a tag",
    "while parsing a node",
)
"""The parser's context after a `&`, a `*` or a `!`."""

_PROBLEMS = {
    "did not find expected ',' or ']'": ("a comma or the closing `]` is missing", ""),
    "did not find expected ',' or '}'": ("a comma or the closing `}` is missing", ""),
    "did not find expected key": ("this line is aligned with no key above it, and belongs to no text", ""),
    "did not find expected '-' indicator": (
        "this line is aligned with a list's entries, but has no `- `",
        "",
    ),
    "mapping values are not allowed in this context": (
        "a colon starts a key where there can't be one",
        "align the key with those beside it; if this is part of a text, quote the whole text",
    ),
    "mapping keys are not allowed in this context": ("a `?` starts a key where there can't be one", QUOTE),
    "did not find expected <document start>": ("this belongs to nothing above it", ""),
    "block sequence entries are not allowed in this context": (
        "a list can't start on its key's line",
        "begin each entry on a line of its own",
    ),
    "found unknown escape character": ("unknown escape after a backslash in double quotes", _BACKSLASH),
    "did not find expected hexdecimal number": ("this escape in double quotes lacks digits", _BACKSLASH),
    "found invalid Unicode character escape code": ("no character has this number", _BACKSLASH),
    "found unexpected document indicator": (
        "the quotes are still open at this line, which ends the document",
        "close the quotes above",
    ),
}
"""By the parser's message: our message, and a hint unless the usual one helps best."""


def explain(problem: str, context: str, at: int, begun: int, text: str) -> Explanation:
    """Explains an error of the parser about a text.

    `problem` and `context` are its words, `at` is the offset of the problem, `begun` that of the construct it
    was parsing: for open brackets, the innermost.
    """
    letter, flow = text[at : at + 1], "flow" in context
    line = text[text.rfind("\n", 0, at) + 1 : at]
    if problem == "found unexpected end of stream":
        return Explanation(begun, "the quotes are never closed", "add the closing quote")
    if flow and not text[at:].strip():
        return Explanation(begun, f"this `{text[begun]}` is never closed", "add the closing bracket")
    if (line + letter).startswith("%"):
        return _DIRECTIVE._replace(at=at)
    if context.startswith(_SIGNS):
        return Explanation(begun, reserved(text[begun : begun + 1]), QUOTE)
    if problem == "found character that cannot start any token":
        return Explanation(at, reserved(letter), QUOTE)
    if problem == "did not find expected node content" and flow:
        return Explanation(at, f"a value is missing before this `{letter}`", _VALUE)
    if problem == "did not find expected node content":
        return Explanation(at, f"a value can't start with `{letter}`", QUOTE)
    if problem == "could not find expected ':'":
        return Explanation(begun, "a key has no colon and space after it", "write `key: value`")
    if problem == "did not find expected key" and text.startswith("- ", at):
        return Explanation(
            at,
            "an entry of a list among keys",
            f"begin the entry on line {_line(text, begun)} with `- `, too",
        )
    if problem == "did not find expected key" and line.strip():
        return Explanation(at, "the value ended before this", _BEHIND)
    message, hint = _PROBLEMS.get(problem, (f"{context}: {problem}" if context else problem, ""))
    return Explanation(at, message, hint or _advice(text, at, begun))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _advice(text: str, at: int, begun: int) -> str:
    first, last = _line(text, begun), _line(text, at)
    if first < last:
        return f"it began on line {first}; {_LOOK}"
    return _NESTED if re.search(r"[{\[].*[{\[]", text.split("\n")[last - 1]) else _LOOK
