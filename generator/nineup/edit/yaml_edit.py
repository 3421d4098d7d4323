"""Changes to YAML texts: each rewrites only the source of what it changes, and the result is read to prove it."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec

from nineup.edit.changes import (
    Change,
    Delete,
    Duplicate,
    Insert,
    Move,
    Rename,
    Set,
    Source,
    changed,
    normal,
    place_of,
    same,
    steps,
)
from nineup.edit.entries import entry_end, entry_starts, rows_of
from nineup.edit.parts import (
    BLOCKS,
    Data,
    Numeral,
    Path,
    SourcePart,
    column,
    last,
    line_end,
    line_start,
    parts,
    scalars,
)
from nineup.edit.rows import EditRefusedError
from nineup.edit.scalars import Habits, ScalarSite, Splice, habits, rewritten
from nineup.edit.source import with_source
from nineup.edit.values import entry, inline, key_text

_NOT_YAML = "the file isn't readable YAML"


def edit_yaml(text: str, changes: Sequence[Change]) -> str:
    """A text after some changes, one after the other. Raises EditRefusedError where one of them can't be made."""
    root = _root(text)
    manner = habits(text, root)
    wanted = root.data
    for change in changes:
        _refuse_marks(text, root, change.path)
        wanted = _changed(wanted, change)
    made, rest = text, list(changes)
    while rest:
        root = _root(made)
        local = list(takewhile(lambda change, root=root: _is_local(root, change), rest))  # type: ignore[misc]
        rows = [] if local else _row_changes(root, rest)
        if rows:
            made = _apply_rows(made, root, rows, manner)
        else:
            made = _apply_local(made, root, local, manner) if local else _apply(made, rest[0], manner)
        rest = rest[len(local or rows) or 1 :]
    _check(made, wanted)
    return made


def _root(text: str) -> SourcePart:
    try:
        root = parts(text)
    except ValueError as error:
        raise EditRefusedError(_NOT_YAML) from error
    return root if root is not None else SourcePart("mapping", len(text), len(text))


def _changed(data: Data, change: Change) -> Data:
    try:
        return changed(data, change)
    except LookupError as error:
        where = ".".join(map(str, change.path)) or "the file"
        raise EditRefusedError(f"this place no longer exists: {where}") from error
    except ValueError as error:
        raise EditRefusedError(str(error)) from error


def _check(text: str, wanted: Data, refuse: bool = True) -> bool:
    """Whether a text is read as the wanted data."""
    try:
        root = parts(text)
    except ValueError:
        root = None
    right = same(root.data if root is not None else {}, wanted)
    if refuse and not right:
        raise EditRefusedError(
            "what is written around it doesn't allow this change here; edit the file itself"
        )
    return right


def _refuse_marks(text: str, root: SourcePart, path: Path) -> None:
    """Report a value that is shared with others by an alias, or has a tag."""
    part: SourcePart | None = root
    for step in (*path, None):
        if part is None:
            return
        if part.mark:
            why = {"*": "repeats another one", "&": "is repeated elsewhere"}.get(part.mark[0], "has a tag")
            raise EditRefusedError(f"the value {why} (`{part.mark}`)", part.start)
        if any(key.text == "<<" and not key.style for key in part.keys):
            raise EditRefusedError("the mapping takes values from another one (`<<`)", part.start)
        part = None if step is None else part.find(step)


def _is_local(root: SourcePart, change: Change) -> bool:
    """Whether a change is inside an entry of a list, so that it can't move the entries themselves."""
    return isinstance(change, (Set, Delete)) and bool(_home(root, change.path))


def _home(root: SourcePart, path: Path) -> int:
    """How many steps of a path lead to the first list entry with lines of its own; 0 if none does, or it is the end."""
    part: SourcePart | None = root
    for number, step in enumerate(path[:-1]):
        assert part is not None
        inner = part.find(step)
        if inner is None:
            return 0
        if part.kind == "sequence" and not part.flow:
            return number + 1
        part = inner
    return 0


def _apply_local(text: str, root: SourcePart, changes: list[Change], manner: Habits) -> str:
    """Changes inside entries of lists: only these are read again, so that many changes take little time."""
    by_home: dict[Path, list[Change]] = {}
    for change in changes:
        by_home.setdefault(change.path[: _home(root, change.path)], []).append(change)
    splices = []
    for home, inner in by_home.items():
        start, end = _entry(text, root, home)
        snippet = text[start:end]
        moved = [msgspec.structs.replace(each, path=(0, *each.path[len(home) :])) for each in inner]
        splices.append(Splice(start, end, _apply_each(snippet, moved, manner)))
    for splice in sorted(splices, reverse=True):
        text = splice(text)
    return text


def _entry(text: str, root: SourcePart, home: Path) -> tuple[int, int]:
    """The lines of an entry of a list."""
    collection = _at(root, home[:-1])
    at = home[-1]
    assert isinstance(at, int)
    start = entry_starts(text, collection)[at]
    end = entry_end(text, collection.values[at], column(text, start))
    if text[line_start(text, start) : start].strip():
        raise EditRefusedError("its entries have no lines of their own", start)
    return line_start(text, start), end


def _row_changes(root: SourcePart, changes: Sequence[Change]) -> list[Change]:
    """The first changes that add, remove, copy and move entries of one list, as long as it isn't left empty."""
    path = _list_path(changes[0])
    part: SourcePart | None = root
    for step in path or ():
        part = part.find(step) if part is not None else None
    if path is None or part is None or part.kind != "sequence" or part.flow or not part.values:
        return []
    number, found = len(part.values), []
    for change in changes:
        number += {Insert: 1, Duplicate: 1, Delete: -1}.get(type(change), 0)
        if _list_path(change) != path or number == 0:
            break
        found.append(change)
    return found


def _list_path(change: Change) -> Path | None:
    """The list whose entries a change adds, removes, copies or moves; None for other changes."""
    if isinstance(change, (Delete, Duplicate)):
        return change.path[:-1] if isinstance(change.path[-1], int) else None
    return (
        change.path if isinstance(change, Move) or (isinstance(change, Insert) and not change.key) else None
    )


def _apply_rows(text: str, root: SourcePart, changes: list[Change], manner: Habits) -> str:
    """Changes to the entries of one list, which is read once for all of them."""
    part = _at(root, _list_path(changes[0]) or ())
    rows, deep = rows_of(text, part, manner), _column(text, part)
    for change in changes:
        if isinstance(change, Insert):
            value = normal(change.value)
            rows.insert(change.at, entry(None, value, deep, manner, _is_spread(part, value, None)))
        elif isinstance(change, Move):
            rows.move(change.at, change.to)
        elif isinstance(change, Duplicate):
            row = rows.rows[int(change.path[-1])]
            copy = row[_behind_comments(row) :]  # which stay with the original
            sets = [Set((0, key), new) for key, new in change.changes.items()]
            rows.insert(int(change.path[-1]) + 1, _apply_each(copy, sets, manner))
        else:
            rows.delete(int(change.path[-1]))
    return rows.text


def _behind_comments(row: str) -> int:
    """Where the first line of an entry begins that isn't a comment."""
    start = 0
    while True:
        at = start
        while row.startswith((" ", "\t"), at):
            at += 1
        if not row.startswith("#", at):
            return start
        end = line_end(row, at)
        start = end + 1 + row.startswith("\r\n", end)


def _at(root: SourcePart, path: Path) -> SourcePart:
    for step in path:
        found = root.find(step)
        assert found is not None
        root = found
    return root


def _apply_each(text: str, changes: "Sequence[Change] | Iterator[Change]", manner: Habits) -> str:
    for change in changes:
        text = _apply(text, change, manner)
    return text


def _apply(text: str, change: Change, manner: Habits) -> str:
    root = _root(text)
    wanted = _changed(root.data, change)
    whole = change.path if isinstance(change, (Insert, Move)) else change.path[:-1]
    collection = _at(root, whole)
    if isinstance(change, Set):
        return _set(text, root, change, wanted, manner)
    if isinstance(change, Source):
        return with_source(text, root, change, manner)
    if isinstance(change, Rename):
        key = collection.keys[_index(collection, change.path[-1])]
        return Splice(key.start, key.end, key_text(change.key, manner))(text)
    if isinstance(change, Insert):
        return _insert(text, root, change, manner)
    rows = rows_of(text, collection, manner)
    if isinstance(change, Move):
        rows.move(change.at, change.to)
    elif isinstance(change, Delete):
        rows.delete(_index(collection, change.path[-1]))
        if not rows.rows and not collection.flow:
            return _emptied(text, root, whole, len(rows.head), rows.tail)
    else:
        return _duplicate(text, collection, change, manner)
    return rows.text


def _index(part: SourcePart, step: str | int) -> int:
    at = part.index(step)
    assert at is not None
    return at


def _set(text: str, root: SourcePart, change: Set, wanted: Data, manner: Habits) -> str:
    parent = _at(root, change.path[:-1])
    step = change.path[-1]
    part = parent.find(step)
    value = _at_data(wanted, change.path)
    if part is None:
        at = place_of(str(step), [key.text for key in parent.keys], change.order)
        return _insert(text, root, Insert(change.path[:-1], at, value, str(step)), manner)
    if same(part.data, value):
        return text
    if part.kind == "scalar" and not isinstance(value, (dict, list)):
        slot = ScalarSite(
            text, part, _column(text, parent), parent.flow or _in_flow(root, change.path), manner
        )
        ways = rewritten(slot, str(value), isinstance(value, (int, Numeral)))
        made = next((made for way in ways if _check(made := way(text), wanted, refuse=False)), None)
        if made is None:
            raise EditRefusedError("no YAML style can hold this text here", part.start)
        return made
    if part.kind != "scalar" and part.values and value and type(part.data) is type(value):
        return _apply_each(text, list(steps(part.data, value, change.path)), manner)
    return _replaced(text, part, value, manner)


def _at_data(data: Data, path: Path) -> Data:
    for step in path:
        data = data[step]
    return data


def _column(text: str, part: SourcePart) -> int:
    """The column that a collection's entries begin at."""
    return column(text, part.keys[0].start if part.keys else part.start)


def _in_flow(root: SourcePart, path: Path) -> bool:
    """Whether a place is between braces or brackets."""
    part: SourcePart | None = root
    for step in path:
        if part is None or part.flow:
            return part is not None
        part = part.find(step)
    return False


def _replaced(text: str, part: SourcePart, value: Data, manner: Habits) -> str:
    """A value of another kind in place of one."""
    end = last(part, text)
    source = inline(value, manner, flow=True)
    start = part.start
    if _has_comment(text, part, end):
        raise EditRefusedError("it would lose a comment", start)
    if part.kind != "scalar" and not part.flow:  # it begins on a line of its own, below its key
        before = text[:start].rstrip()
        if "#" in text[line_start(text, len(before)) : len(before)]:
            raise EditRefusedError("it would lose a comment", part.start)
        start = len(before)
    space = " " if start and text[start - 1] not in " [{\n" else ""
    return Splice(start, end, f"{space}{source}")(text)


def _has_comment(text: str, part: SourcePart, end: int) -> bool:
    """Whether there is a comment in the source of a value."""
    at = part.start
    for inner in scalars(part):
        if inner.style in BLOCKS and "#" in text[inner.start : line_end(text, inner.start)]:
            return True
        if "#" in text[at : inner.start]:
            return True
        at = inner.end
    return "#" in text[at:end]


def _insert(text: str, root: SourcePart, change: Insert, manner: Habits) -> str:
    part = _at(root, change.path)
    value = normal(change.value)
    key = change.key or None
    if part.values:
        rows = rows_of(text, part, manner)
        if part.flow:
            rows.insert(
                change.at,
                f"{key_text(key, manner)}: {inline(value, manner)}" if key else inline(value, manner),
            )
        else:
            deep = _column(text, part)
            rows.insert(change.at, entry(key, value, deep, manner, _is_spread(part, value, key)))
        return rows.text
    if not change.path:
        before = text[: part.start].rstrip()
        row = entry(key, value, 0, manner, key is None)
        return f"{before}{manner.newline if before else ''}{row}{manner.newline}"
    if _in_flow(root, change.path) or not isinstance(value, dict):
        space = " " if part.start == part.end and text[part.start - 1] != " " else ""
        made = space + inline([value] if key is None else {key: value}, manner)
        return Splice(part.start, part.end, made)(text)
    deep = _column(text, _at(root, change.path[:-1])) + manner.step
    row = entry(key, value, deep, manner, key is None)
    start = len(text[: part.start].rstrip(" "))
    end = line_end(text, part.end)
    return Splice(start, end, f"{_comment(text[part.end : end])}{manner.newline}{row}")(text)


def _comment(rest: str) -> str:
    """What follows a value on its line, if that is a comment."""
    return rest if rest.strip() else ""


def _is_spread(part: SourcePart, value: Data, key: str | None) -> bool:
    """Whether a new entry's mapping is written over several lines, as the others of its collection are."""
    alike = [inner for inner in part.values if inner.kind == "mapping"]
    if alike:
        return 2 * sum(not inner.flow for inner in alike) > len(alike)
    return key is None and isinstance(value, dict)


def _emptied(text: str, root: SourcePart, path: Path, lead: int, tail: str) -> str:
    """A block collection without any entry: a pair of braces or brackets behind its key or its dash."""
    part = _at(root, path)
    signs = "[]" if part.kind == "sequence" else "{}"
    if text[line_start(text, part.start) : part.start].strip():
        return text[: part.start] + signs + tail
    if not path:
        return text[:lead] + signs + tail
    parent = _at(root, path[:-1])
    if not parent.keys:
        raise EditRefusedError("an entry of a list would be left empty", part.start)
    colon = text.index(":", parent.keys[_index(parent, path[-1])].end) + 1
    return f"{text[:colon]} {signs}{text[colon:lead].rstrip()}{tail}"


def _duplicate(text: str, collection: SourcePart, change: Duplicate, manner: Habits) -> str:
    at = _index(collection, change.path[-1])
    rows = rows_of(text, collection, manner)
    value = collection.values[at]
    if collection.flow:
        start = (collection.keys or collection.values)[at].start
        copy = text[start : max(value.end, start)]
        rename = (
            Splice(0, len(text[start : collection.keys[at].end]), key_text(change.key, manner))
            if change.key
            else None
        )
    else:
        begin = entry_starts(text, collection)[at]
        spaces = " " * column(text, begin)
        copy = spaces + text[begin : entry_end(text, value, len(spaces))]
        ends = len(spaces) + collection.keys[at].end - begin if change.key else 0
        rename = Splice(len(spaces), ends, key_text(change.key, manner)) if change.key else None
    rows.insert(at + 1, rename(copy) if rename is not None else copy)
    path = (*change.path[:-1], change.key or at + 1)
    sets = [Set((*path, key), new) for key, new in change.changes.items()]
    return _apply_each(rows.text, sets, manner)
