"""Writes a value as a field of another type has it: the number for the text `"3"`, the item for its name.

What is meant stays: `[ruby, ruby, jade]` is `{ruby: 2, jade: 1}` as counts, and `2 ruby; 1 jade` as a text. A
value that would lose something doesn't fit, and neither does one that the new type can't read.
"""

import re
from collections.abc import Iterable

from nineup.base.diagnostics import Findings
from nineup.base.markup import MARK
from nineup.files.edit.parts import INTEGER, Data
from nineup.files.load.fields import CountsOf, Fields, OneOf, Optional, PictureName
from nineup.files.load.tables import COUNTED_ID, ids_by_name
from nineup.model.game import Item
from nineup.schema.nodes import Mapping as MappingNode
from nineup.schema.nodes import Node, Scalar, SourceFile, as_node
from nineup.schema.records import ListOf
from nineup.schema.scope import Names, Scope, Type
from nineup.schema.types import YES_NO, Number, Prose, as_id

_YES, _NO = ("yes", "true", "y", "1"), ("no", "false", "n", "0")
_PARTS = re.compile(r"[;,\n]")
_COUNTED = re.compile(r"(?:(\d{1,3})\s*+)?\{([^{}=]+)\}[\s,;]*+")
"""A symbol in a rich text with its number, such as `2 {gem}`."""
_MOST_REPEATED = 100
"""The largest count that is written as a list, which has the item as often."""


class UnfitError(Exception):
    """A value that doesn't fit a type; the message says why."""


def converted(value: Data, old: Type, new: Type, names: Names) -> Data:
    """A value of one type as a field of another type has it; None if that field may be missing, and the value
    is empty. Raises UnfitError.
    """
    inner = new.of if isinstance(new, Optional) else new
    before = old.of if isinstance(old, Optional) else old
    if isinstance(new, Optional) and value in (None, "", [], {}) and not _is_text(inner):
        return None
    new_value = _converted(value, before, inner)
    check(new_value, inner, names)
    return new_value


def check(value: Data, type_: Type, names: Names) -> None:
    """Reads a value as `load` does. Raises UnfitError with the first mistake."""
    findings = Findings()
    type_.read(value_node(value), Scope(SourceFile("", ""), findings, names))
    if findings.failed:
        hint = f"; {findings[0].hint}" if findings[0].hint else ""
        raise UnfitError(f"{findings[0].message}{hint}")


def value_node(value: Data) -> Node:
    """A value as it will be read: an empty text is written with quotes."""
    if isinstance(value, dict):
        inner = {str(key): value_node(each) for key, each in value.items()}
        return MappingNode(inner, [(0, 0)] * len(inner), 0, 0)
    return as_node(value) if value != "" else Scalar("", 0, 0, style='"')


def _is_text(type_: Type) -> bool:
    """Whether an empty text is a value of a type."""
    return isinstance(type_, Prose) and not isinstance(type_, PictureName)


def _converted(value: Data, old: Type, new: Type) -> Data:
    if old == new or value is None:
        return value
    if isinstance(new, ListOf):
        return _as_list(value, old, new.of)
    if isinstance(new, CountsOf):
        return _as_counts(value, old, new)
    if isinstance(new, Fields):
        return _as_record(value, old, new)
    value, old = _single(value, old, new)
    if isinstance(value, (dict, list)):
        return value
    if isinstance(new, Prose):
        return _as_text(value, old, new)
    if isinstance(new, OneOf):
        return _as_item(value, old, new)
    word = str(value).strip()
    if isinstance(new, Number):
        if old == YES_NO:
            word = "1" if word.lower() in _YES else "0"
        return int(word) if INTEGER.fullmatch(word) else word
    if new == YES_NO:
        return "yes" if word.lower() in _YES else "no" if word.lower() in _NO else word
    return value


def _single(value: Data, old: Type, new: Type) -> tuple[Data, Type]:
    """The only value of a collection; for a text, all values as the cell of a table has them."""
    if isinstance(value, list) and isinstance(old, ListOf):
        if len(value) == 1:
            return _single(value[0], old.of, new)
        if isinstance(new, Prose) and not any(isinstance(each, (dict, list)) for each in value):
            return "; ".join(_as_text(each, old.of, new) for each in value), _of_text(old.of, new)
    if isinstance(value, dict) and isinstance(old, CountsOf):
        if isinstance(new, Prose):
            parts = (f"{number} {_as_text(id, old.of, new)}" for id, number in value.items())
            return (", " if new.rich and old.of.what == "symbol" else "; ").join(parts), new
        if len(value) == 1 and str(next(iter(value.values()))) == "1":
            return _single(next(iter(value)), old.of, new)
        raise UnfitError("several are counted" if value else "nothing is counted")
    if isinstance(value, dict) and isinstance(old, Fields):
        if len(value) == 1:
            ((name, inner),) = value.items()
            return _single(inner, old.types.get(name, new), new)
        raise UnfitError(f"it has several parts: {', '.join(value)}")
    if isinstance(value, list):
        raise UnfitError("it has several values" if value else "it has no value")
    return value, old


def _of_text(of: Type, new: Prose) -> Type:
    """The type of a list's joined texts: rich if they are."""
    return of if isinstance(of, Prose) else new


def _as_text(value: Data, old: Type, new: Prose) -> Data:
    """A text; a symbol alone gets braces where texts show symbols."""
    if new.rich and isinstance(old, OneOf) and old.what == "symbol" and value in old.items:
        return f"{{{value}}}"
    marked = MARK.search(str(value)) if isinstance(old, Prose) and old.rich and not new.rich else None
    if marked is not None:
        raise UnfitError(f"a plain text prints `{marked[0]}` as it is written")
    return value


def _as_item(value: Data, old: Type, new: OneOf) -> Data:
    """The id of an item: of the one with this id or name, or with the name of the old item."""
    text = str(value).strip()
    if text in new.items:
        return text
    item = old.items.get(text) if isinstance(old, OneOf) else None
    known = ids_by_name(new)
    names = [
        text.strip("{}"),
        as_id(text),
        *([str(item.fields.get("name", ""))] if isinstance(item, Item) else []),
    ]
    ids = (known.get(name) or known.get(as_id(name).replace("-", "")) for name in names if name)
    return next((id for id in ids if id), value)


def _as_list(value: Data, old: Type, of: Type) -> Data:
    if isinstance(value, list):
        return [_converted(each, old.of if isinstance(old, ListOf) else old, of) for each in value]
    if isinstance(value, dict) and isinstance(old, CountsOf):
        if any(int(number) > _MOST_REPEATED for number in value.values()):
            raise UnfitError("as a list it would be too long")
        return [_converted(id, old.of, of) for id, number in value.items() for _ in range(int(number))]
    if isinstance(value, str) and isinstance(old, Prose) and isinstance(of, (OneOf, Prose)):
        parts = _PARTS.split(value) if isinstance(of, OneOf) else value.split(";")
        if isinstance(of, OneOf) and (counts := _counted(value)):
            return [
                _as_item(id, old, of) for id, number in counts for _ in range(min(number, _MOST_REPEATED))
            ]
        return [_converted(part.strip(), old, of) for part in parts if part.strip()]
    return [_converted(value, old, of)]


def _as_counts(value: Data, old: Type, new: CountsOf) -> Data:
    if isinstance(value, dict) and isinstance(old, CountsOf):
        return _summed((_as_item(id, old.of, new.of), int(number)) for id, number in value.items())
    if isinstance(value, list):
        of = old.of if isinstance(old, ListOf) else old
        return _summed((_as_item(each, of, new.of), 1) for each in value)
    if isinstance(value, dict):
        raise UnfitError(f"it has several parts: {', '.join(value)}")
    if isinstance(value, str) and isinstance(old, Prose):
        counts = _counted(value) or [
            (match[2].rstrip(), int(match[1] or 1)) for match in COUNTED_ID.finditer(value)
        ]
        return _summed((_as_item(id, old, new.of), number) for id, number in counts)
    return _summed([(_as_item(value, old, new.of), 1)])


def _counted(text: str) -> list[tuple[str, int]]:
    """The symbols of a rich text that consists of nothing else, with their numbers."""
    counts, at, text = [], 0, text.strip()
    for match in _COUNTED.finditer(text):
        if match.start() != at:
            return []
        counts.append((match[2].strip(), int(match[1] or 1)))
        at = match.end()
    return counts if at == len(text) else []


def _summed(counts: Iterable[tuple[Data, int]]) -> dict[str, int]:
    summed: dict[str, int] = {}
    for id, number in counts:
        summed[str(id)] = summed.get(str(id), 0) + number
    return summed


def _as_record(value: Data, old: Type, new: Fields) -> Data:
    """A record of the same parts; anything else is its first part, if the others may be missing."""
    if isinstance(value, dict) and isinstance(old, Fields):
        lost = [name for name in value if name not in new.types]
        if lost:
            raise UnfitError(f"`{lost[0]}` would be lost")
        parts = {
            name: _part(value[name], old.types.get(name), of)
            for name, of in new.types.items()
            if name in value
        }
        return {name: part for name, part in parts.items() if part is not None}
    first, *others = new.types or ("",)
    if not first or not all(isinstance(new.types[name], Optional) for name in others):
        raise UnfitError("a record has several parts, and this is one value")
    part = _part(value, old, new.types[first])
    return {} if part is None else {first: part}


def _part(value: Data, old: Type | None, new: Type) -> Data:
    before = old.of if isinstance(old, Optional) else old
    inner = new.of if isinstance(new, Optional) else new
    if isinstance(new, Optional) and value in (None, "", [], {}) and not _is_text(inner):
        return None
    return _converted(value, before if before is not None else inner, inner)
