"""The changes that an edit can make to a file, and the file's data after them."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from nineup.files.edit.parts import INTEGER, Data, Numeral, SourcePart, ValuePath, parts, yaml_number


class Set(msgspec.Struct, frozen=True, tag="set", forbid_unknown_fields=True):
    """Set the value at a path; a key that the mapping lacks is added.

    A text that looks like a number is written so that it stays a text, unless it replaces a number.
    """

    path: ValuePath
    value: Data
    order: tuple[str, ...] = ()
    """The usual order of the mapping's keys, for finding a new key's place; otherwise it comes last."""


class Delete(msgspec.Struct, frozen=True, tag="delete", forbid_unknown_fields=True):
    """Remove a key with its value, or an entry of a list."""

    path: ValuePath


class Insert(msgspec.Struct, frozen=True, tag="insert", forbid_unknown_fields=True):
    """Add an entry to the list at a path, before the entry now at an index; or to a mapping, with a key."""

    path: ValuePath
    at: int
    value: Data
    key: str = ""


class Duplicate(msgspec.Struct, frozen=True, tag="duplicate", forbid_unknown_fields=True):
    """Copy an entry, as it is written, to the position after it, with other values at some of its keys."""

    path: ValuePath
    changes: dict[str, Data] = {}
    key: str = ""
    """The key of the copy, in a mapping."""


class Move(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Move the entry at an index of the collection at a path to another index."""

    path: ValuePath
    at: int
    to: int


class Rename(msgspec.Struct, frozen=True, tag="rename", forbid_unknown_fields=True):
    """Give the value at a path another key."""

    path: ValuePath
    key: str


class SetSource(msgspec.Struct, frozen=True, tag="source", forbid_unknown_fields=True):
    """Write the value at a path as YAML text, such as `source_of` returned; it keeps its comments and
    styles.
    """

    path: ValuePath
    text: str


class Relocate(msgspec.Struct, frozen=True, tag="relocate", forbid_unknown_fields=True):
    """Move the element at a path of a drawing into another one, before its child that is now at an index."""

    path: ValuePath
    into: ValuePath
    at: int


class Enclose(msgspec.Struct, frozen=True, tag="enclose", forbid_unknown_fields=True):
    """Put some child elements of the element at a path into a group of their own, where the last one is."""

    path: ValuePath
    members: tuple[int, ...]
    """Their indices, in ascending order."""


class Unwrap(msgspec.Struct, frozen=True, tag="unwrap", forbid_unknown_fields=True):
    """Put the children of the group at a path in its place."""

    path: ValuePath


Change = Set | Delete | Insert | Duplicate | Move | Rename | SetSource | Relocate | Enclose | Unwrap
"""`Relocate`, `Enclose` and `Unwrap` are for drawings only, whose paths are numbers of child elements. The
last step may be the name of an attribute, or `text()` for an element's own text.
"""


def changed(data: Data, change: Change, path: ValuePath | None = None) -> Data:
    """The data after a change.

    Raises LookupError for a path that leads nowhere, ValueError for an impossible change.
    """
    path = change.path if path is None else path
    here = not path if isinstance(change, (Insert, Move)) else len(path) == 1
    if isinstance(change, (Relocate, Enclose, Unwrap)):
        raise ValueError("only elements of drawings can be changed this way")
    if here:
        return _CHANGERS[type(change)](data, change)
    if not path:
        raise ValueError("the whole file can't be changed at once")
    step, *rest = path
    inner = _at(data, step)
    return _with(data, step, changed(inner, change, tuple(rest)))


def _at(data: Data, step: str | int) -> Data:
    if isinstance(data, dict) and isinstance(step, str):
        return data[step]
    if isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
        return data[step]
    raise LookupError(step)


def _with(data: Data, step: Any, value: Data) -> Data:
    if isinstance(data, list):
        return [*data[:step], value, *data[step + 1 :]]
    return {**data, step: value}


def _set(data: Data, change: Set) -> Data:
    step = change.path[-1]
    value = normal(change.value)
    if not isinstance(data, dict):
        return _with(data, step, typed_like(_at(data, step), value))
    if not isinstance(step, str):
        raise LookupError(step)
    if step in data:
        return {**data, step: typed_like(data[step], value)}
    return _inserted(data, place_of(step, list(data), change.order), step, value=value)


def place_of(key: str, present: Sequence[str], order: Sequence[str]) -> int:
    """Where a new key belongs: after the keys that precede it in the usual order; otherwise last."""
    if key not in order:
        return len(present)
    earlier = set(order[: order.index(key)])
    return max((at + 1 for at, name in enumerate(present) if name in earlier), default=len(present))


def _delete(data: Data, change: Delete) -> Data:
    step = change.path[-1]
    _at(data, step)
    if isinstance(data, list):
        return [value for at, value in enumerate(data) if at != step]
    return {key: value for key, value in data.items() if key != step}


def _insert(data: Data, change: Insert) -> Data:
    value = normal(change.value)
    if change.key:
        return _inserted(data or {}, change.at, change.key, value=value)
    data = [] if data is None else data
    if not isinstance(data, list) or not 0 <= change.at <= len(data):
        raise LookupError(change.at)
    return [*data[: change.at], value, *data[change.at :]]


def _inserted(data: Data, at: int, key: str, value: Data) -> Data:
    if not isinstance(data, dict) or not 0 <= at <= len(data):
        raise LookupError(at)
    if key in data:
        raise ValueError(f"`{key}` already exists")
    items = list(data.items())
    return dict([*items[:at], (key, value), *items[at:]])


def _duplicate(data: Data, change: Duplicate) -> Data:
    step = change.path[-1]
    copy = _at(data, step)
    for key, value in change.changes.items():
        copy = _set(copy, Set((key,), value))
    if isinstance(data, dict):
        return _inserted(data, list(data).index(str(step)) + 1, change.key, value=copy)
    return [*data[: int(step) + 1], copy, *data[int(step) + 1 :]]


def _move(data: Data, change: Move) -> Data:
    if not isinstance(data, (list, dict)) or not all(0 <= at < len(data) for at in (change.at, change.to)):
        raise LookupError(change.at)
    items = list(data.items()) if isinstance(data, dict) else list(data)
    items.insert(change.to, items.pop(change.at))
    return dict(items) if isinstance(data, dict) else items


def _rename(data: Data, change: Rename) -> Data:
    step = change.path[-1]
    _at(data, step)
    if change.key != step and change.key in data:
        raise ValueError(f"`{change.key}` already exists")
    return {change.key if key == step else key: value for key, value in data.items()}


def _sourced(data: Data, change: SetSource) -> Data:
    step = change.path[-1]
    _at(data, step)
    try:
        root = parts(f"{change.text.rstrip()}\n")
    except ValueError as error:
        raise ValueError("this is not readable YAML") from error
    if root is None:
        raise ValueError("nothing is written there")
    if _has_marks(root):
        raise ValueError("anchors, aliases and tags are not used in these files")
    return _with(data, step, root.data)


def _has_marks(part: SourcePart) -> bool:
    return bool(part.mark) or any(map(_has_marks, (*part.keys, *part.values)))


_CHANGERS: dict[type, Any] = {
    Set: _set,
    Delete: _delete,
    Insert: _insert,
    Duplicate: _duplicate,
    Move: _move,
    Rename: _rename,
    SetSource: _sourced,
}


def normal(value: Data) -> Data:
    """Data as a file can hold it: yes, no and decimal numbers become text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return int(value) if value.is_integer() else repr(value)
    if isinstance(value, dict):
        return {str(key): normal(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [normal(inner) for inner in value]
    return value


def typed_like(old: Data, new: Data) -> Data:
    """A new value of the same type as the old one: digits typed over a number are a number."""
    if isinstance(old, (int, Numeral)) and isinstance(new, str) and INTEGER.fullmatch(new):
        return yaml_number(new)
    if isinstance(old, str) and old.lower() in ("true", "false") and new in ("yes", "no"):
        return "true" if new == "yes" else "false"
    if isinstance(old, dict) and isinstance(new, dict):
        return {key: typed_like(old.get(key), value) for key, value in new.items()}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [typed_like(*pair) for pair in zip(old, new, strict=True)]
    return new


def is_same(one: Data, other: Data) -> bool:
    """Whether two data are equal, including the order of keys."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(is_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and bool(one == other)


def steps(old: Data, new: Data, path: ValuePath) -> Iterator[Change]:
    """Changes that turn one collection into another, in sequence; as few as can easily be found."""
    if isinstance(old, dict):
        yield from _mapping_steps(old, new, path)
    else:
        yield from _list_steps(old, new, path)


def _mapping_steps(old: dict[str, Data], new: dict[str, Data], path: ValuePath) -> Iterator[Change]:
    now = [key for key in old if key in new]
    yield from (Delete((*path, key)) for key in old if key not in new)
    for at, key in enumerate(new):
        if key not in old:
            yield Insert(path, at, new[key], key=key)
            now.insert(at, key)
            continue
        if now[at] != key:
            yield Move(path, now.index(key), at)
            now.insert(at, now.pop(now.index(key)))
        if not is_same(old[key], new[key]):
            yield Set((*path, key), new[key])


def _list_steps(old: list[Data], new: list[Data], path: ValuePath) -> Iterator[Change]:
    first, least = 0, min(len(old), len(new))
    while first < least and is_same(old[first], new[first]):
        first += 1
    behind = 0
    while behind < least - first and is_same(old[-1 - behind], new[-1 - behind]):
        behind += 1
    for at in range(first, least - behind):
        if not is_same(old[at], new[at]):
            yield Set((*path, at), new[at])
    for at in range(least - behind, len(new) - behind):
        yield Insert(path, at, new[at])
    for _ in range(least - behind, len(old) - behind):
        yield Delete((*path, least - behind))
