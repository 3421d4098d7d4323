"""Changes SVG texts: each change rewrites only what it names, and the result is parsed to verify it.

A path is the numbers of child elements from the root, which is `()`, counting elements of every namespace;
its last step may be an attribute's name or `text()`. Bindings are `n:text` and the like whatever the file's
prefix for them is. Elements are rows where they have lines of their own: a new one is indented like its
neighbours, and comments directly above an element move with it. A deleted element leaves its comments behind.
"""

import re
from collections.abc import Sequence

import msgspec

from nineup.files.edit.changes import (
    Change,
    Delete,
    Duplicate,
    Enclose,
    Insert,
    Move,
    Relocate,
    Rename,
    Set,
    Unwrap,
    normal,
)
from nineup.files.edit.drawings.drawing import Drawing, read_drawing
from nineup.files.edit.drawings.inserting import Inserted, inserted_element
from nineup.files.edit.drawings.rows import duplicated, enclosed, moved, put, unwrapped, without
from nineup.files.edit.drawings.source import SourceElement
from nineup.files.edit.drawings.tree import (
    PREFIXES,
    Tree,
    changed_tree,
    ids_of,
    is_same_tree,
    references,
    root_of,
)
from nineup.files.edit.drawings.values import with_attribute
from nineup.files.edit.parts import Data
from nineup.files.edit.rows import EditRefusedError

_DECLARED = re.compile(r"""<\?xml[^>]*?encoding\s*=\s*["']([^"']+)""")


def edit_svg(text: str, changes: Sequence[Change]) -> str:
    """A text after some changes, in sequence. Raises EditRefusedError if one of them can't be made."""
    drawing = read_drawing(text)
    for change in map(_normal, changes):
        inserted = inserted_element(drawing, change) if isinstance(change, Insert) else None
        meaning = inserted.meaning if inserted else None
        wanted = changed_tree(drawing.top, change, drawing.declared, inserted=meaning)
        _refuse_broken_links(drawing, wanted, change)
        changed = _changed(drawing, change, inserted)
        after = read_drawing(_only_ascii(drawing.text, changed) if _is_ascii_file(drawing.text) else changed)
        for name, space in root_of(
            after.top
        ).attributes.items():  # A declaration that was lacking means nothing.
            if PREFIXES.get(name.removeprefix("xmlns:")) == space:
                root_of(wanted).attributes.setdefault(name, space)
        if not is_same_tree(after.top, wanted):
            raise EditRefusedError("the text around it doesn't allow this change; edit the file itself")
        drawing = after
    return drawing.text


def _normal(change: Change) -> Change:
    """A change whose values are texts. Raises EditRefusedError for a value that an attribute can't hold."""
    match change:
        case Set():
            return msgspec.structs.replace(change, value=_words(change.value))
        case Duplicate():
            return msgspec.structs.replace(
                change, changes={key: _words(value) for key, value in change.changes.items()}
            )
    return change


def _words(value: Data) -> str:
    if value is None or isinstance(value, (dict, list)):
        raise EditRefusedError("an attribute holds one text")
    return str(normal(value)).replace("\r\n", "\n").replace("\r", "\n")


def _is_ascii_file(text: str) -> bool:
    """Whether a file declares an encoding in which not every character can be written as UTF-8 has it."""
    declared = _DECLARED.match(text)
    return declared is not None and declared[1].lower() not in ("utf-8", "utf8")


def _only_ascii(before: str, after: str) -> str:
    """A new text with references for the characters that the old one doesn't have."""
    known = set(before)
    return "".join(each if each.isascii() or each in known else f"&#{ord(each)};" for each in after)


def _refuse_broken_links(drawing: Drawing, wanted: Tree, change: Change) -> None:
    """Refuses a change that takes away an id that the rest of the drawing refers to, or gives one twice."""
    before, after = root_of(drawing.top), root_of(wanted)
    ids = [each.attributes.get("id") for each in after.all()]
    if isinstance(change, Set) and change.path[-1:] == ("id",) and ids.count(str(change.value)) > 1:
        raise drawing.refuse(f"the id `{change.value}` is taken", _element_of(drawing, change))
    gone = ids_of(before).difference(ids)
    for each in after.all() if gone else ():
        if lost := next((id for id in references(each) if id in gone), None):
            message = f"a `{each.local}` of the drawing refers to `#{lost}`; change or delete it first"
            raise drawing.refuse(message, _element_of(drawing, change))


def _element_of(drawing: Drawing, change: Change) -> SourceElement:
    """The element that a change is about."""
    return drawing.element(change.path[:-1] if _is_named(change) else change.path)


def _is_named(change: Change) -> bool:
    return bool(change.path) and isinstance(change.path[-1], str)


def _changed(drawing: Drawing, change: Change, inserted: "Inserted | None") -> str:
    match change:
        case Set() | Delete() | Rename() if _is_named(change):
            return with_attribute(drawing, change)
        case Insert() if inserted is not None:
            changed = read_drawing(inserted.declared) if inserted.declared else drawing
            return put(changed, changed.element(change.path), at=change.at, source=inserted.source)
        case Delete():
            return without(drawing.text, drawing.element(change.path))
        case Duplicate():
            return duplicated(drawing, change)
        case Move():
            parent = drawing.element(change.path)
            behind = change.to + (change.to > change.at)
            return moved(drawing, parent.children[change.at], parent, at=behind)
        case Relocate():
            element, target = drawing.element(change.path), drawing.element(change.into)
            return moved(drawing, element, target, at=change.at)
        case Enclose():
            return enclosed(drawing, change)
        case Unwrap():
            return unwrapped(drawing, drawing.element(change.path))
    raise EditRefusedError("a drawing can't be changed this way")
