"""Plain and rich text in expressions: converts one to the other, joins and changes them."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from nineup.base.markup import PUNCTUATION, SPAN
from nineup.logic.expression.errors import EmptyValueError, ExpressionValueError, UnprintableError
from nineup.model.game import Item, Rich

LONGEST = 100_000
"""The largest number of characters in a text during evaluation."""

_SPECIAL = re.compile(r"[-\\{}*\[>\x00-\x08\x0b-\x1f\x7f]|^ *[0-9]{1,3}[.)] ", re.MULTILINE)
_MARKUP = re.compile(
    r"(^ *)(?=-(?: |--))|(^ *[0-9]{1,3})(?=[.)] )|(?=[\\{}*\[])|^(?=>(?:[ \n]|\Z))", re.MULTILINE
)
"""Where a backslash keeps a sign from being a mark, after what precedes the marker of an item."""
_ESCAPED = re.compile(rf"\\({PUNCTUATION})")
_SYMBOLS = re.compile(rf"({SPAN}|\{{[^{{}}]*\}}|\\.)", re.DOTALL)


def escape(text: str) -> str:
    r"""Plain text as rich text: a backslash before each of `\ { } * [`, and before the marks that begin a
    line.

    Raises ExpressionValueError (a ValueError) for a control character, which no font can print.
    """
    if _SPECIAL.search(text) is None:
        return str(text)
    escaped = _MARKUP.sub(r"\g<0>\\", text)
    for match in _SPECIAL.finditer(text):
        if match.group() < " " or match.group() == "\x7f":
            raise ExpressionValueError(f"a text has the control character U+{ord(match.group()):04X}")
    return escaped


def unescape(text: str) -> str:
    """Undoes `escape`, for values that aren't typeset."""
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def as_rich(value: Any) -> str:
    """A value printed as rich text.

    Raises ExpressionValueError for an empty value, yes or no, a list or a record.
    """
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
        raise EmptyValueError("is empty", "check first: `{% if … %}`, or use `|default('…')`")
    if isinstance(value, bool):
        raise UnprintableError(
            "is yes or no, which can't be printed", "write what to print: `'…' if … else '…'`"
        )
    if isinstance(value, (list, tuple)):
        raise UnprintableError("is a list, which can't be printed", "write `|join(', ')`")
    if isinstance(value, dict):
        raise UnprintableError("is a record, which can't be printed", "name one of its fields")
    if isinstance(value, str):
        return escape(value)
    str(value)  # An undefined value raises its own error.
    raise UnprintableError("can't be printed")


def join(values: Iterable[Any], between: str = "") -> str:
    """Values joined: Rich if any of them is, with the plain ones escaped."""
    parts = list(values)
    if None in parts:
        raise ExpressionValueError("one of the joined texts is empty")
    _check_length([part for part in parts if isinstance(part, str)], between)
    if type(between) is Rich or any(type(part) is Rich for part in parts):
        return Rich(_concat([as_rich(part) for part in parts], as_rich(between)))
    return _concat([_plain(part) for part in parts], str(between))


def replace(text: str, old: str, new: str) -> str:
    """A text with each `old` replaced by `new`; rich text stays rich."""
    if not old:
        raise ExpressionValueError("`replace` needs a text to search for")
    if type(text) is Rich:
        old, new = as_rich(old), as_rich(new)
    longer = text.count(old) * (len(new) - len(old))
    if len(text) + longer > LONGEST:
        raise ExpressionValueError(f"the text would be longer than {LONGEST:,} characters")
    changed = text.replace(old, new)
    return Rich(changed) if type(text) is Rich else changed


def change_case(text: str, change: Callable[[str], str]) -> str:
    """A text changed by a function such as `str.upper`; in rich text symbols keep their ids."""
    if type(text) is not Rich:
        return change(str(text))
    return Rich("".join(part if _SYMBOLS.fullmatch(part) else change(part) for part in _SYMBOLS.split(text)))


def capitalize(text: str) -> str:
    """A text with its first letter in upper case and the others in lower case."""
    if type(text) is not Rich:
        return str(text).capitalize()
    first, *rest = _SYMBOLS.split(text)
    return Rich(first.capitalize() + change_case(Rich("".join(rest)), str.lower))


def _plain(value: Any) -> str:
    return str(value) if isinstance(value, str) else as_rich(value)


def _concat(texts: list[str], between: str) -> str:
    """The texts joined. Raises ExpressionValueError, before it joins them, if the result would be too
    long.
    """
    _check_length(texts, between)
    return between.join(texts)


def _check_length(texts: list[str], between: str) -> None:
    if sum(map(len, texts)) + len(between) * (len(texts) - 1) > LONGEST:
        raise ExpressionValueError(f"the text would be longer than {LONGEST:,} characters")
