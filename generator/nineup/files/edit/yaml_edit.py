"""Changes YAML texts: each change rewrites only the source of its value, and the result is parsed to verify
it.

Changes inside list entries, and changes of a list's entries, are made in batches, so that the text is parsed
once for all.
"""

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from nineup.files.edit.changes import Change, Delete, Duplicate, Insert, Move, Rename, Set, SetSource, normal
from nineup.files.edit.entries import entry_end, entry_starts, rows_of
from nineup.files.edit.one_change import (
    apply,
    apply_each,
    changed_data,
    column_of,
    is_spread,
    reads_as,
    yaml_root,
)
from nineup.files.edit.parts import SourcePart, ValuePath, column, line_end, line_start
from nineup.files.edit.rows import EditRefusedError
from nineup.files.edit.scalars import Habits, Splice, habits
from nineup.files.edit.values import entry


def edit_yaml(text: str, changes: Sequence[Change]) -> str:
    """A text after some changes, in sequence. Raises EditRefusedError if one of them can't be made."""
    root = yaml_root(text)
    manner = habits(text, root)
    wanted = root.data
    for change in changes:
        _refuse_marks(text, root, change.path)
        wanted = changed_data(wanted, change)
    edited, rest = text, list(changes)
    while rest:
        root = yaml_root(edited)
        local = list(takewhile(lambda change, root=root: _is_local(root, change), rest))  # type: ignore[misc]
        rows = [] if local else _row_changes(root, rest)
        if rows:
            edited = _apply_rows(edited, root, rows, manner=manner)
        else:
            edited = (
                _apply_local(edited, root, local, manner=manner) if local else apply(edited, rest[0], manner)
            )
        rest = rest[len(local or rows) or 1 :]
    if not reads_as(edited, wanted):
        message = "the text around it doesn't allow this change; edit the file itself"
        raise EditRefusedError(message)
    return edited


def _refuse_marks(text: str, root: SourcePart, path: ValuePath) -> None:
    """Refuses a value that is shared through an alias, or has a tag."""
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
    """Whether a change is inside a list entry, so that it can't move the entries themselves."""
    return isinstance(change, (Set, SetSource, Delete, Rename)) and bool(_home(root, change.path))


def _home(root: SourcePart, path: ValuePath) -> int:
    """The number of steps of a path to the first list entry with its own lines; 0 if there is none, or it is
    the end.
    """
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
    """Makes changes inside list entries: only these are parsed again, so that many changes take
    little time.
    """
    by_home: dict[ValuePath, list[Change]] = {}
    for change in changes:
        by_home.setdefault(change.path[: _home(root, change.path)], []).append(change)
    splices = []
    # Where the entries of a list begin is found once for all of them.
    starts = {path: entry_starts(text, root.at(path)) for path in {home[:-1] for home in by_home}}
    for home, inner in by_home.items():
        start, end = _entry(text, root, home, starts=starts[home[:-1]])
        snippet = text[start:end]
        moved = [msgspec.structs.replace(each, path=(0, *each.path[len(home) :])) for each in inner]
        splices.append(Splice(start, end, apply_each(snippet, moved, manner)))
    for splice in sorted(splices, reverse=True):
        text = splice(text)
    return text


def _entry(text: str, root: SourcePart, home: ValuePath, starts: list[int]) -> tuple[int, int]:
    """The lines of an entry of a list whose entries begin at `starts`."""
    collection = root.at(home[:-1])
    at = home[-1]
    assert isinstance(at, int)
    start = starts[at]
    end = entry_end(text, collection.values[at], column(text, start))
    if text[line_start(text, start) : start].strip():
        raise EditRefusedError("its entries have no lines of their own", start)
    return line_start(text, start), end


def _row_changes(root: SourcePart, changes: Sequence[Change]) -> list[Change]:
    """The first changes that add, remove, copy and move entries of one list, as long as it isn't left
    empty.
    """
    path = _list_path(changes[0])
    part: SourcePart | None = root
    for step in path or ():
        part = part.find(step) if part is not None else None
    if path is None or part is None or part.kind != "sequence" or part.flow or not part.values:
        return []
    number, row_changes = len(part.values), []
    for change in changes:
        number += {Insert: 1, Duplicate: 1, Delete: -1}.get(type(change), 0)
        if _list_path(change) != path or number == 0:
            break
        row_changes.append(change)
    return row_changes


def _list_path(change: Change) -> ValuePath | None:
    """The path of the list whose entries a change adds, removes, copies or moves; None for other changes."""
    if isinstance(change, (Delete, Duplicate)):
        return change.path[:-1] if isinstance(change.path[-1], int) else None
    is_of_list = isinstance(change, Move) or (isinstance(change, Insert) and not change.key)
    return change.path if is_of_list else None


def _apply_rows(text: str, root: SourcePart, changes: list[Change], manner: Habits) -> str:
    """Makes changes to the entries of one list, which is parsed once for all of them."""
    part = root.at(_list_path(changes[0]) or ())
    rows, deep = rows_of(text, part, manner), column_of(text, part)
    for change in changes:
        if isinstance(change, Insert):
            value = normal(change.value)
            rows.insert(
                change.at, entry(None, value, deep, habits=manner, block=is_spread(part, value, None))
            )
        elif isinstance(change, Move):
            rows.move(change.at, change.to)
        elif isinstance(change, Duplicate):
            row = rows.rows[int(change.path[-1])]
            copy = row[_behind_comments(row) :]  # Comments stay with the original.
            sets = [Set((0, key), new) for key, new in change.changes.items()]
            rows.insert(int(change.path[-1]) + 1, apply_each(copy, sets, manner))
        else:
            rows.delete(int(change.path[-1]))
    return rows.text


def _behind_comments(row: str) -> int:
    """The start of the first line of an entry that isn't a comment."""
    start = 0
    while True:
        at = start
        while row.startswith((" ", "\t"), at):
            at += 1
        if not row.startswith("#", at):
            return start
        end = line_end(row, at)
        start = end + 1 + row.startswith("\r\n", end)
