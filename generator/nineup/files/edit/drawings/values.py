"""Attributes and texts of elements: each is written where and as it was, a new one at its usual place."""

import re
from xml.sax.saxutils import escape

from nineup.files.edit.changes import Delete, Rename, Set
from nineup.files.edit.drawings.drawing import Drawing, read_drawing, with_declaration
from nineup.files.edit.drawings.source import SourceAttribute, SourceElement, newline_of
from nineup.files.edit.drawings.tree import PREFIXES, TEXT, named, qualified, root_of
from nineup.files.edit.parts import ValuePath

ORDER = (
    *("id", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "rx", "ry", "points", "d"),
    *("viewBox", "href", "transform", "class", "fill", "fill-opacity", "stroke", "stroke-width"),
    *("stroke-linejoin", "stroke-linecap", "stroke-opacity", "opacity", "text-anchor", "font-family"),
    *(
        "font-weight",
        "font-size",
        "n:each",
        "n:row",
        "n:column",
        "n:align",
        "n:if",
        "n:text",
        "n:symbol",
        "n:image",
        "n:qr",
    ),
)
"""The usual order of attributes: a new one comes behind those before it here, any other one last."""

_PIECE = re.compile(r"&[^;&]*;|\r\n|.", re.DOTALL)


def with_attribute(drawing: Drawing, change: Set | Delete | Rename) -> str:
    *steps, key = change.path
    path, text = tuple(steps), drawing.text
    element = drawing.element(path)
    if key == TEXT:
        if not isinstance(change, Set):
            raise drawing.refuse("the text of an element can only be set", element)
        return _with_text(drawing, element, str(change.value))
    here = element.attribute(named(root_of(drawing.top).at(path), str(key), drawing.declared))
    match change:
        case Set(value=value) if here is not None:
            old = _pieces(here.source, in_value=True)
            source = _respelled(old, [(_spelled(each, here.quote), each) for each in str(value)])
            return text[: here.value_start] + source + text[here.value_end :]
        case Set(value=value):
            return _with_new_attribute(drawing, path, str(key), value=str(value))
        case Delete() if here is not None:
            return text[: here.start] + text[here.end :]
        case Rename(key=new) if here is not None:
            drawing = _with_prefix(drawing, path, new)
            element = drawing.element(path)
            here = next(each for each in element.attributes if each.name == here.name)
            name = _written_name(element, new, drawing)
            return drawing.text[: here.name_start] + name + drawing.text[here.name_start + len(here.name) :]
    raise drawing.refuse(f"there is no attribute `{key}`", element)


def _with_new_attribute(drawing: Drawing, path: ValuePath, key: str, value: str) -> str:
    """The text with one more attribute, at its usual place, on a line of its own if the others are."""
    drawing = _with_prefix(drawing, path, key)
    element, text = drawing.element(path), drawing.text
    present = [_our_name(element, each) for each in element.attributes]
    # Declarations come first, as every program writes them.
    earlier = {each for each in present if each.startswith("xmlns")}
    earlier.update(ORDER[: ORDER.index(key)] if key in ORDER else present)
    at = max((number + 1 for number, each in enumerate(present) if each in earlier), default=0)
    others = element.attributes
    like = others[min(max(1, at - 1), len(others) - 1) if at else 0] if others else None
    space = text[like.start : like.name_start] if like else " "
    if like and at and len(others) == 1 and not space.strip(" "):
        space = " "
    quote = others[0].quote if others else '"'
    end = others[at - 1].end if at else element.start + 1 + len(element.name)
    source = "".join(_spelled(each, quote) for each in value)
    return f"{text[:end]}{space}{_written_name(element, key, drawing)}={quote}{source}{quote}{text[end:]}"


def _our_name(element: SourceElement, attribute: SourceAttribute) -> str:
    """An attribute's name with the prefix that changes write."""
    space, _, local = element.expanded(attribute.name).rpartition(" ")
    ours = next((prefix for prefix, each in PREFIXES.items() if each == space), "")
    return f"{ours}:{local}" if ours else attribute.name


def _written_name(element: SourceElement, key: str, drawing: Drawing) -> str:
    """An attribute's name with the file's own prefix."""
    prefix, _, local = key.rpartition(":")
    if not prefix or prefix == "xml":
        return key
    space = qualified(key, drawing.declared).rpartition(" ")[0]
    return f"{next(each for each, uri in element.scope.items() if uri == space and each)}:{local}"


def _with_prefix(drawing: Drawing, path: ValuePath, key: str) -> Drawing:
    """The drawing with a prefix for an attribute of an element, declared in the root if it wasn't."""
    prefix = key.rpartition(":")[0]
    space = qualified(key, drawing.declared).rpartition(" ")[0]
    scope = drawing.element(path).scope.items()
    if not space or prefix == "xml" or any(uri == space and each for each, uri in scope):
        return drawing
    return read_drawing(with_declaration(drawing.text, drawing.source, prefix, space=space))


def _with_text(drawing: Drawing, element: SourceElement, value: str) -> str:
    text = drawing.text
    if element.children:
        inner = element.children[0].local
        raise drawing.refuse(f"it has elements inside, such as a `{inner}`; change their texts", element)
    if element.is_empty:
        tag = text[element.start : element.end - 2].rstrip()
        source = "".join(_spelled(each, "") for each in value)
        return f"{text[: element.start]}{tag}>{source}</{element.name}>{text[element.end :]}"
    inside = text[element.inner : element.inner_end]
    section = re.fullmatch(r"<!\[CDATA\[(.*)\]\]>", inside, re.DOTALL)
    if section and "]]>" in value:
        raise drawing.refuse("a CDATA section can't hold `]]>`", element)
    if section:
        start, end = element.inner + section.start(1), element.inner + section.end(1)
        return text[:start] + value.replace("\n", newline_of(text)) + text[end:]
    if "<" in inside:
        raise drawing.refuse("there is more than words in it; edit the file itself", element)
    source = _respelled(_pieces(inside, in_value=False), [(_spelled(each, ""), each) for each in value])
    return text[: element.inner] + source + text[element.inner_end :]


def _pieces(source: str, in_value: bool) -> list[tuple[str, str]]:
    """A source cut into its characters and entities, each with what it means."""
    return [(piece, _meaning(piece, in_value)) for piece in _PIECE.findall(source)]


def _meaning(piece: str, in_value: bool) -> str:
    if piece.startswith("&#"):
        number = piece[2:-1]
        return chr(int(number[1:], 16) if number.startswith("x") else int(number))
    known = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
    if piece in ("\r\n", "\r", "\n"):
        return " " if in_value else "\n"
    # What an entity of the file means isn't known here: it is never equal to a character, and written anew.
    return " " if in_value and piece == "\t" else known.get(piece, piece)


def _respelled(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> str:
    """A value's new source, in which the beginning and the end that mean the same are written as before."""
    first, least = 0, min(len(old), len(new))
    while first < least and old[first][1] == new[first][1]:
        first += 1
    behind = 0
    while behind < least - first and old[-1 - behind][1] == new[-1 - behind][1]:
        behind += 1
    pieces = [*old[:first], *new[first : len(new) - behind], *old[len(old) - behind :]]
    return "".join(source for source, _ in pieces)


def _spelled(character: str, quote: str) -> str:
    """The source of a character in an attribute's value, or in words without a quote."""
    if quote and character in "\n\t":
        return f"&#{ord(character)};"
    if character == quote:
        return "&quot;" if quote == '"' else "&apos;"
    return escape(character) if not quote or character != ">" else character
