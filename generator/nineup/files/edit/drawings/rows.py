"""Elements as rows: one that comes is indented like its neighbours, one that goes takes its line along."""

import re
from itertools import pairwise

from nineup.files.edit.changes import Duplicate, Enclose, Set
from nineup.files.edit.drawings.drawing import Drawing, read_drawing
from nineup.files.edit.drawings.inserting import with_new_ids
from nineup.files.edit.drawings.source import (
    SourceElement,
    free_spans,
    gaps,
    indent_of,
    indented,
    is_loose,
    newline_of,
    read_source,
    step_of,
    with_comment_beside,
    with_comments_above,
)
from nineup.files.edit.drawings.tree import ids_of, new_ids, root_of
from nineup.files.edit.drawings.values import with_attribute
from nineup.files.edit.rows import EditRefusedError
from nineup.svg.xml import FOREIGN

_REST_OF_LINE = re.compile(r"[ \t]*+(?:\r\n|\r|\n)")
_BLANK_LINE_ABOVE = re.compile(r"(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n|\r(?!\n)|\n)\Z")
_BLANK_LINES = re.compile(r"(?:[ \t]*+(?:\r\n|\r|\n))++")


def put(drawing: Drawing, parent: SourceElement, at: int, source: str) -> str:
    """The text with the source of an element before a child of a parent; its lines are indented like that."""
    text = drawing.text
    newline = newline_of(text)
    source = source.replace("\r\n", "\n").replace("\r", "\n").replace("\n", newline)
    before, behind = parent.children[:at], parent.children[at:]
    if not parent.children:
        return _put_first(drawing, parent, source)
    place = before[-1].end if before else parent.inner
    if not is_loose(text, parent):
        return text[:place] + source + text[place:]
    beside = behind[0] if behind else before[-1]
    indent = indent_of(text, beside.start)
    if indent is None:
        place = before[-1].end if before else behind[0].start
        space = " " if " " in {text[a.end : b.start] for a, b in pairwise(parent.children)} else ""
        return text[:place] + (space + source if before else source + space) + text[place:]
    place = with_comment_beside(text, place)
    return text[:place] + newline + indent + _indented_source(source, indent) + text[place:]


def _put_first(drawing: Drawing, parent: SourceElement, source: str) -> str:
    """The text with the source of an element in a parent without any."""
    text = drawing.text
    newline, outer = newline_of(text), indent_of(text, parent.start)
    is_row = outer is not None and (parent.is_empty or is_loose(text, parent))
    inner = (outer or "") + step_of(text, drawing.source)
    row = newline + inner + _indented_source(source, inner) if is_row else source
    if parent.is_empty:
        tag = text[parent.start : parent.end - 2].rstrip()
        close = newline + outer if is_row and outer is not None else ""
        return f"{text[: parent.start]}{tag}>{row}{close}</{parent.name}>{text[parent.end :]}"
    place = len(text[: parent.inner_end].rstrip()) if is_row else parent.inner
    close = newline + (outer or "") if is_row and place == parent.inner_end else ""
    return text[:place] + row + close + text[place:]


def _indented_source(source: str, indent: str) -> str:
    """The source of an element, and of comments above it, with its lines but the first further in."""
    root = read_source(source)
    above = [match.span() for match in re.finditer(r"(?<=-->)\s+(?=<)", source[: root.start + 1])]
    return indented(source, [*above, *free_spans(source, root)], 0, len(source), old="", new=indent)


def without(text: str, element: SourceElement) -> str:
    """The text without an element; its line goes with it if nothing else is there."""
    if element.parent is None:
        raise EditRefusedError("the whole drawing can't be changed at once", element.start)
    return _cut(text, element.start, element.end, loose=is_loose(text, element.parent))


def _cut(text: str, start: int, end: int, loose: bool) -> str:
    """The text without a part of it, and without the line that this leaves blank."""
    line = _REST_OF_LINE.match(text, end)
    indent = indent_of(text, start)
    if not loose:
        return text[:start] + text[end:]
    if indent is not None and line:
        first = start - len(indent)
        above = _BLANK_LINE_ABOVE.search(text[:first])
        below = _BLANK_LINES.match(text, line.end())
        return text[:first] + text[below.end() if above and below else line.end() :]
    if indent is not None:
        return text[:start] + text[end:].lstrip(" \t")
    return (text[:start].rstrip(" \t") if line else text[:start]) + text[end:]


def duplicated(drawing: Drawing, change: Duplicate) -> str:
    text, element = drawing.text, drawing.element(change.path)
    if element.parent is None:
        raise drawing.refuse("the whole drawing can't be changed at once", element)
    copied = root_of(drawing.top).at(change.path)
    source = with_new_ids(text[element.start : element.end], new_ids(copied, ids_of(root_of(drawing.top))))
    loose, indent = is_loose(text, element.parent), indent_of(text, element.start)
    place = with_comment_beside(text, element.end) if loose else element.end
    gap = newline_of(text) + indent if indent is not None and loose else ""
    changed = text[:place] + gap + source + text[place:]
    path = (*change.path[:-1], int(change.path[-1]) + 1)
    for key, value in change.changes.items():
        changed = with_attribute(read_drawing(changed), Set((*path, key), value))
    return changed


def moved(drawing: Drawing, element: SourceElement, target: SourceElement, at: int) -> str:
    """The text with an element before another child of a parent, with the comments directly above it."""
    text, parent = drawing.text, element.parent
    if parent is None:
        raise drawing.refuse("the whole drawing can't be changed at once", element)
    if target is parent and at - element.path()[-1] in (0, 1):
        return text
    loose = is_loose(text, parent) and is_loose(text, target)
    start = with_comments_above(text, element) if loose else element.start
    end = with_comment_beside(text, element.end) if loose else element.end
    indent = indent_of(text, start) if loose else None
    source = text[start:end]
    if indent:
        source = indented(text, _spans(text, element, parent), start, end, old=indent, new="")
    doubled = put(drawing, target, at=at, source=source)
    # Where the place is before the element, that is now further behind.
    grown = (
        len(doubled) - len(text)
        if doubled[start:end] != text[start:end] or doubled[:start] != text[:start]
        else 0
    )
    return _cut(doubled, start + grown, end + grown, loose=loose)


def _spans(text: str, element: SourceElement, parent: SourceElement) -> list[tuple[int, int]]:
    """The white space in and around an element that means nothing."""
    return sorted([*free_spans(text, element), *gaps(text, parent)])


def enclosed(drawing: Drawing, change: Enclose) -> str:
    """The text with a group around some elements; those that aren't beside the last one are moved there."""
    members, last = change.members, change.members[-1]
    for number in reversed(range(len(members) - 1)):
        parent = drawing.element(change.path)
        at = last - (len(members) - 2 - number)
        drawing = read_drawing(moved(drawing, parent.children[members[number]], parent, at=at))
    text, parent = drawing.text, drawing.element(change.path)
    if not is_loose(text, parent):
        raise drawing.refuse("words can't be put into a group", parent)
    inside = parent.children[last - len(members) + 1 : last + 1]
    start, end = with_comments_above(text, inside[0]), with_comment_beside(text, inside[-1].end)
    prefix = parent.name.rpartition(":")[0]
    tag, indent = f"{prefix}:g" if prefix else "g", indent_of(text, start)
    if indent is None:
        return f"{text[:start]}<{tag}>{text[start:end]}</{tag}>{text[end:]}"
    newline, deeper = newline_of(text), indent + step_of(text, drawing.source)
    spans = sorted([*gaps(text, parent), *(span for each in inside for span in free_spans(text, each))])
    body = indented(text, spans, start, end, old=indent, new=deeper)
    return f"{text[:start]}<{tag}>{newline}{deeper}{body}{newline}{indent}</{tag}>{text[end:]}"


def unwrapped(drawing: Drawing, group: SourceElement) -> str:
    """The text without the tags of a group."""
    text = drawing.text
    if group.parent is None or group.local != "g":
        raise drawing.refuse("only a group can be ungrouped", group)
    for each in group.attributes:
        space = group.expanded(each.name).rpartition(" ")[0]
        if each.name != "id" and not space.startswith(FOREIGN):
            raise drawing.refuse(f"the group has `{each.name}`, which its elements would lose", group)
    loose = is_loose(text, group) and is_loose(text, group.parent)
    body, indent = text[group.inner : group.inner_end], indent_of(text, group.start)
    inner = indent_of(text, group.children[0].start) if group.children else None
    if loose and indent is not None and inner:
        spans = sorted(
            [*gaps(text, group), *(span for each in group.children for span in free_spans(text, each))]
        )
        body = indented(text, spans, group.inner, group.inner_end, old=inner, new=indent)
    changed = text[: group.inner] + body + text[group.inner_end :]
    close = group.inner + len(body)
    changed = _cut(changed, close, close + group.end - group.inner_end, loose=loose)
    return _cut(changed, group.start, group.inner, loose=loose)
