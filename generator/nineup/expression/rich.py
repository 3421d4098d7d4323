"""Plain text and rich text in expressions: how one becomes the other, and how they are joined."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from nineup.expression.errors import Problem, Unprintable
from nineup.game import Item, Rich

LONGEST = 100_000
"""Characters that one text may have while an expression runs."""

_SPECIAL = re.compile(r"[\\{}*\x00-\x08\x0b-\x1f\x7f]")
_MARKUP = re.compile(r"[\\{}*]")
_ESCAPED = re.compile(r"\\([\\{}*])")
_SIGNS = re.compile(r"(\{[^{}]*\}|\\.)", re.DOTALL)


def escape(text: str) -> str:
    r"""Plain text as rich text: a backslash before each of `\ { } *`.

    Raises Problem (a ValueError) for a control character, which no font can print.
    """
    if _SPECIAL.search(text) is None:
        return str(text)
    escaped = _MARKUP.sub(r"\\\g<0>", text)
    for found in _SPECIAL.finditer(text):
        if found.group() < " " or found.group() == "\x7f":
            raise Problem(f"a text has the control character U+{ord(found.group()):04X}")
    return escaped


def unescape(text: str) -> str:
    """Take back what `escape` did, for values that are not text to be set."""
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def shown(value: Any) -> str:
    """A value as it is printed in rich text. Raises Problem for what can't be: nothing, yes/no, lists."""
    kind = type(value)
    if kind is Rich:
        return value  # type: ignore[no-any-return]
    if kind is str or kind is Item:
        return escape(value)
    if kind is int:
        return str(value)
    if kind is float:
        short = f"{value:.6f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short
    return _unprintable(value)


def _unprintable(value: Any) -> str:
    if value is None:
        raise Unprintable("is empty", "ask first: `{% if … %}`, or use `|default('…')`")
    if isinstance(value, bool):
        raise Unprintable("is yes or no, which can't be printed", "write what to print: `'…' if … else '…'`")
    if isinstance(value, (list, tuple)):
        raise Unprintable("is a list, which can't be printed", "write `|join(', ')`")
    if isinstance(value, dict):
        raise Unprintable("is a record, which can't be printed", "name one of its fields")
    if isinstance(value, str):
        return escape(value)
    str(value)  # what is undefined says so itself here
    raise Unprintable("can't be printed")


def joined(values: Iterable[Any], between: str = "") -> str:
    """Values one after the other: Rich as soon as one of them is, and then the plain ones are escaped."""
    parts = list(values)
    if None in parts:
        raise Problem("one of the texts to join is empty")
    if type(between) is Rich or any(type(part) is Rich for part in parts):
        return Rich(_glued([shown(part) for part in parts], shown(between)))
    return _glued([_plain(part) for part in parts], str(between))


def replaced(text: str, old: str, new: str) -> str:
    """A text with each `old` made `new`; rich text stays rich."""
    if not old:
        raise Problem("replace needs something to look for")
    if type(text) is Rich:
        old, new = shown(old), shown(new)
    longer = text.count(old) * (len(new) - len(old))
    if len(text) + longer > LONGEST:
        raise Problem(f"the text would be longer than {LONGEST:,} characters")
    changed = text.replace(old, new)
    return Rich(changed) if type(text) is Rich else changed


def letters(text: str, change: Callable[[str], str]) -> str:
    """A text with its letters changed; in rich text the names of symbols stay as they are."""
    if type(text) is not Rich:
        return change(str(text))
    return Rich("".join(part if _SIGNS.fullmatch(part) else change(part) for part in _SIGNS.split(text)))


def capitalized(text: str) -> str:
    """A text whose first letter is a capital and whose others are small."""
    if type(text) is not Rich:
        return str(text).capitalize()
    first, *rest = _SIGNS.split(text)
    return Rich(first.capitalize() + letters(Rich("".join(rest)), str.lower))


def _plain(value: Any) -> str:
    return str(value) if isinstance(value, str) else shown(value)


def _glued(texts: list[str], between: str) -> str:
    """The texts in one, unless that would be too long: then it is never made."""
    if sum(map(len, texts)) + len(between) * (len(texts) - 1) > LONGEST:
        raise Problem(f"the text would be longer than {LONGEST:,} characters")
    return between.join(texts)
