"""The source of values that are new in a file."""

import re

from nineup.files.edit.changes import is_same
from nineup.files.edit.parts import Data, parts
from nineup.files.edit.scalars import DOUBLE, SINGLE, Habits, quoted
from nineup.schema.control import CONTROL

_WIDTH = 110
"""The longest line that a list or a mapping is written on."""


def inline(data: Data, habits: Habits, flow: bool = True) -> str:
    """A value on one line; `flow` if it is between braces or brackets."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key_text(k, habits)}: {inline(v, habits)}" for k, v in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(inline(item, habits) for item in data) + "]"
    if isinstance(data, str):
        return next(text for text in _ways(data, habits) if _means(text, data, flow))
    return "" if data is None else str(data)


def _ways(text: str, habits: Habits) -> list[str]:
    """A text without quotes if possible, otherwise in quotes."""
    styles = ["", *([SINGLE] if '"' in text or "\\" in text else []), habits.quote, DOUBLE]
    if re.search(r"[\r\n]", text) or CONTROL.search(text):
        styles = [DOUBLE]
    return [written for style in styles if (written := quoted(text, style)) is not None]


def _means(source: str, data: Data, flow: bool) -> bool:
    """Whether a source parses as a value."""
    try:
        root = parts(f"[{source}, {{a: {source} }}]" if flow else f"- {source}\n- a: {source}\n")
    except ValueError:
        return False
    return root is not None and is_same(root.data, [data, {"a": data}])


def key_text(key: str, habits: Habits) -> str:
    """A mapping's key."""
    for text in _ways(key, habits):
        try:
            root = parts(f"{{{text}: 1}}")
        except ValueError:
            continue
        if root is not None and [part.text for part in root.keys] == [key]:
            return text
    raise AssertionError("double quotes hold any key")


def entry(key: str | None, value: Data, indent: int, habits: Habits, block: bool) -> str:
    """An entry of a block collection: a key with its value, or a dash without; `block` spreads a mapping over
    lines.
    """
    spaces = " " * indent
    mark = "-" if key is None else f"{key_text(key, habits)}:"
    lines = _value(value, indent, habits, block=block, dash=key is None)
    return spaces + mark + habits.newline.join(lines)


def _value(value: Data, indent: int, habits: Habits, block: bool, dash: bool) -> list[str]:
    """The source after an entry's key or dash: the rest of its line, and the lines below."""
    deeper = indent + habits.step
    spaces = " " * deeper
    if isinstance(value, str) and "\n" in value and _fits_block(value):
        return [" |-", *(spaces + line if line else "" for line in value.split("\n"))]
    if isinstance(value, dict) and value and (block or len(inline(value, habits)) > _WIDTH - indent):
        entries = [
            entry(k, v, indent + 2 if dash else deeper, habits=habits, block=False) for k, v in value.items()
        ]
        lines = habits.newline.join(entries).split(habits.newline)
        return [" " + lines[0].lstrip(), *lines[1:]] if dash else ["", *lines]
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        entries = [entry(None, item, deeper, habits=habits, block=False) for item in value]
        return ["", *habits.newline.join(entries).split(habits.newline)]
    text = inline(value, habits, flow=isinstance(value, (dict, list)))
    return [f" {text}" if text else ""]


def _fits_block(text: str) -> bool:
    """Whether a literal block can represent a text."""
    return (
        "\r" not in text
        and not CONTROL.search(text)
        and not text.startswith((" ", "\n", "\t"))
        and not text.endswith("\n")
    )
