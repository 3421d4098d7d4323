"""Elements from elsewhere: with the prefixes of the drawing they come into, and ids that are new in it."""

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

import msgspec

from nineup.files.edit.changes import Insert
from nineup.files.edit.drawings.drawing import Drawing, read_drawing, with_declaration
from nineup.files.edit.drawings.source import SourceElement, free_spans, indent_of, indented, read_source
from nineup.files.edit.drawings.tree import (
    PREFIXES,
    Tree,
    ids_of,
    new_ids,
    read_tree,
    renumbered,
    root_of,
    with_ids,
)
from nineup.files.edit.parts import ValuePath
from nineup.files.edit.rows import EditRefusedError
from nineup.svg.xml import SVG


class Inserted(msgspec.Struct, frozen=True):
    """An element that is inserted: its source with the file's prefixes, and what that means.

    `declared` is the text with the prefixes that it lacked; empty if it lacked none.
    """

    source: str
    meaning: Tree
    declared: str = ""


def inserted_element(drawing: Drawing, change: Insert) -> Inserted:
    """The element of a change. Raises EditRefusedError unless its source is that of one element."""
    source = str(change.value).strip()
    own = {**PREFIXES, **{name: space for name, space in drawing.declared.items() if name not in PREFIXES}}
    own.pop("xml")
    own.pop("", None)
    spaces = "".join(f' xmlns:{prefix}="{escape(space)}"' for prefix, space in own.items())
    wrapped = f'<g xmlns="{SVG}"{spaces}>{source}</g>'
    if "<!DOCTYPE" in source:
        raise EditRefusedError("an element is inserted without a DOCTYPE")
    meant = root_of(read_tree(wrapped))
    if len(meant.children) != 1 or not meant.elements():
        raise EditRefusedError("this is not the source of one element")
    meaning = meant.elements()[0]
    inside = read_source(wrapped).children[0]
    used = {name.rpartition(":")[0] for each in inside.all() for name in _names(each)} - {"xml"}
    parent = drawing.element(change.path)
    text, names = drawing.text, {}
    for prefix in sorted(used & {"", *own}):
        space = own.get(prefix, SVG)
        written = [each for each, uri in parent.scope.items() if uri == space and (each or not prefix)]
        if not written and prefix:
            text = with_declaration(text, read_source(text), prefix, space=space)
        elif not written and parent.scope.get("", "") not in ("", SVG):
            raise drawing.refuse("SVG has no prefix at this place", parent)
        names[prefix] = written[0] if written else prefix
    ids = new_ids(meaning, ids_of(root_of(drawing.top)))
    source = with_new_ids(with_prefixes(source, names), ids)
    renumbered(meaning, ids)
    if not parent.scope.get("") and names.get("") == "":  # old clip art without a namespace
        for each in meaning.all():
            each.name = each.name.removeprefix(f"{SVG} ")
    return Inserted(source, meaning, declared=text if text is not drawing.text else "")


def _names(element: SourceElement) -> Iterable[str]:
    """The names in an element's start tag whose prefix means something."""
    return (element.name, *(each.name for each in element.attributes if ":" in each.name))


def with_prefixes(source: str, names: Mapping[str, str]) -> str:
    """The source of an element with other prefixes."""

    def renamed(name: str, is_element: bool = False) -> str:
        prefix, colon, local = name.rpartition(":")
        new = names.get(prefix, prefix) if colon or is_element else ""
        return f"{new}:{local}" if new else local

    root = read_source(source)
    splices: list[tuple[int, str, str]] = []
    for each in root.all():
        splices.append((each.start + 1, each.name, renamed(each.name, is_element=True)))
        if not each.is_empty:
            splices.append((each.inner_end + 2, each.name, renamed(each.name, is_element=True)))
        splices += [
            (one.name_start, one.name, renamed(one.name))
            for one in each.attributes
            if one.name != "xmlns" and not one.name.startswith(("xmlns:", "xml:"))
        ]
    return _spliced(source, splices)


def with_new_ids(source: str, ids: Mapping[str, str]) -> str:
    """The source of an element with other ids."""
    splices = [
        (one.value_start, one.source, changed)
        for each in read_source(source).all()
        for one in each.attributes
        if (changed := with_ids(one.name.rpartition(":")[2], one.source, ids)) != one.source
    ]
    return _spliced(source, splices) if ids else source


def _spliced(text: str, splices: Iterable[tuple[int, str, str]]) -> str:
    """A text with other words at some offsets."""
    for at, old, new in sorted(splices, reverse=True):
        text = text[:at] + new + text[at + len(old) :]
    return text


def element_source(text: str, path: ValuePath) -> str:
    """The source of an element for inserting it elsewhere: with our prefixes, without its indentation.

    Raises EditRefusedError.
    """
    drawing = read_drawing(text)
    element = drawing.element(path)
    if element.parent is None:
        raise drawing.refuse("the whole drawing can't be copied as an element", element)
    names = {
        prefix: ours
        for ours, space in PREFIXES.items()
        for prefix, each in element.scope.items()
        if each == space
    }
    names |= {prefix: "" for prefix, space in element.scope.items() if space == SVG}
    spans = free_spans(text, element)
    indent = indent_of(text, element.start)
    source = (
        indented(text, spans, element.start, element.end, old=indent, new="")
        if indent
        else text[element.start : element.end]
    )
    return with_prefixes(source, names)
