"""A single change to a YAML text: only the source of the changed value is rewritten.

A file's comments, quotes and line breaks are its author's, and most YAML libraries lose them when they write
data. So only the characters of the changed value are replaced. Of

  id: first   # the start
  name: 'Old'
  text: a

the name set to `It's: new` becomes `'It''s: new'`, in the quotes that were there; the text set to `a: b`
becomes `'a: b'`, as it can't be plain any more and this file has single quotes; and the comment stays beside
the id. Each attempt is parsed, and only one that reads as exactly the wanted data is used.
"""

from collections.abc import Iterable

from nineup.files.edit.changes import (
    Change,
    Delete,
    Duplicate,
    Insert,
    Move,
    Rename,
    Set,
    SetSource,
    changed,
    is_same,
    normal,
    place_of,
    steps,
)
from nineup.files.edit.entries import entry_end, entry_starts, rows_of
from nineup.files.edit.parts import (
    BLOCKS,
    Data,
    Numeral,
    SourcePart,
    ValuePath,
    column,
    last,
    line_end,
    line_start,
    parts,
    scalars,
)
from nineup.files.edit.rows import EditRefusedError
from nineup.files.edit.scalars import Habits, ScalarSite, Splice, rewritten
from nineup.files.edit.source import with_source
from nineup.files.edit.values import entry, inline, key_text

_NOT_YAML = "the file isn't readable YAML"


def yaml_root(text: str) -> SourcePart:
    """The root of a YAML text; an empty mapping for an empty text. Raises EditRefusedError if it
    isn't YAML.
    """
    try:
        root = parts(text)
    except ValueError as error:
        raise EditRefusedError(_NOT_YAML) from error
    return root if root is not None else SourcePart("mapping", len(text), len(text))


def changed_data(data: Data, change: Change) -> Data:
    """The data of a text after a change. Raises EditRefusedError if the change doesn't fit them."""
    try:
        return changed(data, change)
    except LookupError as error:
        where = ".".join(map(str, change.path)) or "the file"
        raise EditRefusedError(f"this place no longer exists: {where}") from error
    except ValueError as error:
        raise EditRefusedError(str(error)) from error


def reads_as(text: str, wanted: Data) -> bool:
    """Whether a text parses as the wanted data."""
    try:
        return is_same(yaml_root(text).data, wanted)
    except EditRefusedError:
        return False


def apply_each(text: str, changes: Iterable[Change], manner: Habits) -> str:
    """The text after some changes, each of which applies to the result of those before it."""
    for change in changes:
        text = apply(text, change, manner)
    return text


def apply(text: str, change: Change, manner: Habits) -> str:
    """The text after a change, in the style of its file. Raises EditRefusedError if it can't be made."""
    root = yaml_root(text)
    wanted = changed_data(root.data, change)
    whole = change.path if isinstance(change, (Insert, Move)) else change.path[:-1]
    collection = root.at(whole)
    if isinstance(change, Set):
        return _set(text, root, change, wanted=wanted, manner=manner)
    if isinstance(change, SetSource):
        return with_source(text, root, change, manner=manner)
    if isinstance(change, Rename):
        key = collection.keys[_index(collection, change.path[-1])]
        return Splice(key.start, key.end, key_text(change.key, manner))(text)
    if isinstance(change, Insert):
        return _insert(text, root, change, manner=manner)
    assert isinstance(change, (Move, Delete, Duplicate))  # the others are for drawings, which was said
    rows = rows_of(text, collection, manner)
    if isinstance(change, Move):
        rows.move(change.at, change.to)
    elif isinstance(change, Delete):
        rows.delete(_index(collection, change.path[-1]))
        if not rows.rows and not collection.flow:
            return _emptied(text, root, whole, lead=len(rows.head), tail=rows.tail)
    else:
        return _duplicate(text, collection, change, manner=manner)
    return rows.text


def _index(part: SourcePart, step: str | int) -> int:
    at = part.index(step)
    assert at is not None
    return at


def _set(text: str, root: SourcePart, change: Set, wanted: Data, manner: Habits) -> str:
    parent = root.at(change.path[:-1])
    step = change.path[-1]
    part = parent.find(step)
    value = _at_data(wanted, change.path)
    if part is None:
        at = place_of(str(step), [key.text for key in parent.keys], change.order)
        return _insert(text, root, Insert(change.path[:-1], at, value, key=str(step)), manner=manner)
    if is_same(part.data, value):
        return text
    if part.kind == "scalar" and not isinstance(value, (dict, list)):
        slot = ScalarSite(
            text,
            part,
            column_of(text, parent),
            flow=parent.flow or _in_flow(root, change.path),
            habits=manner,
        )
        ways = rewritten(slot, str(value), isinstance(value, (int, Numeral)))
        # Which style can hold a text in which place is decided by the parser that will
        # read it, not by rules of our own.
        edited = next((edited for way in ways if reads_as(edited := way(text), wanted)), None)
        if edited is None:
            raise EditRefusedError("no YAML style can hold this text here", part.start)
        return edited
    # A collection is changed entry by entry: what stays the same keeps its source. One in braces of which
    # nothing stays is written anew, or it would be empty in between and lose its braces.
    is_other = part.flow and isinstance(value, dict) and not value.keys() & {key.text for key in part.keys}
    if part.kind != "scalar" and part.values and value and type(part.data) is type(value) and not is_other:
        return apply_each(text, steps(part.data, value, change.path), manner)
    return _replaced(text, part, value, manner=manner)


def _at_data(data: Data, path: ValuePath) -> Data:
    for step in path:
        data = data[step]
    return data


def column_of(text: str, part: SourcePart) -> int:
    """The column at which a collection's entries begin."""
    return column(text, part.keys[0].start if part.keys else part.start)


def _in_flow(root: SourcePart, path: ValuePath) -> bool:
    """Whether a place is inside braces or brackets."""
    part: SourcePart | None = root
    for step in path:
        if part is None or part.flow:
            return part is not None
        part = part.find(step)
    return False


def _replaced(text: str, part: SourcePart, value: Data, manner: Habits) -> str:
    """The source with a value of another kind in place of one."""
    end = last(part, text)
    source = inline(value, manner, flow=True)
    start = part.start
    # What is written anew has no place for a comment.
    if _has_comment(text, part, end):
        raise EditRefusedError("it would lose a comment", start)
    if part.kind != "scalar" and not part.flow:  # The value begins on its own line, below its key.
        before = text[:start].rstrip()
        if "#" in text[line_start(text, len(before)) : len(before)]:
            raise EditRefusedError("it would lose a comment", part.start)
        start = len(before)
    space = " " if start and text[start - 1] not in " [{\n" else ""
    return Splice(start, end, f"{space}{source}")(text)


def _has_comment(text: str, part: SourcePart, end: int) -> bool:
    """Whether the source of a value contains a comment."""
    at = part.start
    for inner in scalars(part):
        if inner.style in BLOCKS and "#" in text[inner.start : line_end(text, inner.start)]:
            return True
        if "#" in text[at : inner.start]:
            return True
        at = inner.end
    return "#" in text[at:end]


def _insert(text: str, root: SourcePart, change: Insert, manner: Habits) -> str:
    part = root.at(change.path)
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
            deep = column_of(text, part)
            rows.insert(change.at, entry(key, value, deep, habits=manner, block=is_spread(part, value, key)))
        return rows.text
    if not change.path:
        before = text[: part.start].rstrip()
        row = entry(key, value, 0, habits=manner, block=key is None)
        return f"{before}{manner.newline if before else ''}{row}{manner.newline}"
    if _in_flow(root, change.path) or not isinstance(value, dict):
        space = " " if part.start == part.end and text[part.start - 1] != " " else ""
        written = space + inline([value] if key is None else {key: value}, manner)
        return Splice(part.start, part.end, written)(text)
    deep = column_of(text, root.at(change.path[:-1])) + manner.step
    row = entry(key, value, deep, habits=manner, block=key is None)
    start = len(text[: part.start].rstrip(" "))
    end = line_end(text, part.end)
    return Splice(start, end, f"{_comment(text[part.end : end])}{manner.newline}{row}")(text)


def _comment(rest: str) -> str:
    """The comment after a value on its line, if any."""
    return rest if rest.strip() else ""


def is_spread(part: SourcePart, value: Data, key: str | None) -> bool:
    """Whether a new entry's mapping spans several lines, like the others of its collection."""
    alike = [inner for inner in part.values if inner.kind == "mapping"]
    if alike:
        return 2 * sum(not inner.flow for inner in alike) > len(alike)
    return key is None and isinstance(value, dict)


def _emptied(text: str, root: SourcePart, path: ValuePath, lead: int, tail: str) -> str:
    """A block collection without entries: a pair of braces or brackets after its key or dash."""
    part = root.at(path)
    signs = "[]" if part.kind == "sequence" else "{}"
    if text[line_start(text, part.start) : part.start].strip():
        return text[: part.start] + signs + tail
    if not path:
        return text[:lead] + signs + tail
    parent = root.at(path[:-1])
    if not parent.keys:
        raise EditRefusedError("an entry of a list would be left empty", part.start)
    # A block collection without entries has no source of its own: without
    # braces, its key would have no value.
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
    return apply_each(rows.text, sets, manner)
