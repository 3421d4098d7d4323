"""Parses SVG to a tree of elements with their places in the file: the first step in compiling a layout.

Entities may stand for plain text, as Illustrator writes them; nested and external ones are refused.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from xml.parsers import expat

import msgspec

from nineup.base.diagnostics import Findings, Span

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
OURS = "nineup"
_XML = "http://www.w3.org/XML/1998/namespace"

FOREIGN = (
    "http://www.inkscape.org/namespaces/",
    "http://sodipodi.sourceforge.net/",
    "http://inkscape.sourceforge.net/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns",
    "http://creativecommons.org/ns",
    "http://web.resource.org/cc/",
    "http://purl.org/dc/",
    "http://ns.adobe.com/",
    "http://www.figma.com/figma/ns",
    "http://www.serif.com/",
    "http://www.bohemiancoding.com/sketch/ns",
    "http://svgjs.com/svgjs",
    "http://svgjs.dev/svgjs",
    "https://boxy-svg.com",
    "http://vectornator.io",
    "http://krita.org/namespaces/",
    "http://xml.openoffice.org/",
    "http://schemas.microsoft.com/visio/",
    "http://www.w3.org/2000/xmlns/",
)
"""Prefixes of the namespaces of drawing programs, whose elements and attributes are ignored."""

DEPTH = 60
"""The deepest nesting of elements."""

ELEMENTS = 200_000
"""The largest number of elements in a file."""

ATTRIBUTES = 400_000
"""The largest number of attributes in a file."""

ATTRIBUTES_OF_ONE = 1_000
"""The largest number of attributes of an element, each of which may be looked for among the others."""

TOO_MANY = f"more than {ATTRIBUTES:,} attributes, or {ATTRIBUTES_OF_ONE:,} of one element"

EXPANDED = 1_000_000
"""The largest number of characters that the entities of a file expand to, over all their uses."""

_ATTRIBUTE = re.compile(r"""\s*([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG = re.compile(r"<[^\s/>]+")
_BLOCK = 1024
_CONTINUED = bytes(range(0x80, 0xC0))
"""The continuation bytes of UTF-8."""


def _characters(data: bytes) -> int:
    """The number of characters that start in some bytes of UTF-8."""
    return len(data.translate(None, _CONTINUED))


_BLANK = re.compile(r"\n[ \t]*+\n(?:[ \t]*+\n)*+")
_ENTITY = re.compile(r"&[^;&]*;")


class SvgElement(msgspec.Struct, eq=False):
    """An element of SVG. `children` mixes elements and text; `offset` is that of its `<` in the file, in
    bytes.

    Attributes have their local names (`href` with or without `xlink:`), bindings theirs without `n:`.
    `final` names the attributes that override any style: those that a binding has replaced.
    """

    document: "SvgDocument"
    name: str
    offset: int
    attributes: dict[str, str]
    bindings: dict[str, str]
    children: "list[SvgElement | str]"
    final: frozenset[str] = frozenset()
    parent: "SvgElement | None" = None

    def ancestors(self) -> "Iterator[SvgElement]":
        """The elements around this one, the nearest first."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent

    def elements(self) -> "Iterator[SvgElement]":
        """The child elements, in order."""
        return (child for child in self.children if isinstance(child, SvgElement))

    def all(self) -> "Iterator[SvgElement]":
        """The element and its descendants, in document order."""
        yield self
        for child in self.elements():
            yield from child.all()

    def text(self) -> str:
        """The character data directly inside the element."""
        return "".join(child for child in self.children if isinstance(child, str))

    def with_values(self, values: dict[str, str], bindings: dict[str, str]) -> "SvgElement":
        """A copy with bound values as attributes and only these bindings."""
        attributes, final = {**self.attributes, **values}, self.final | values.keys()
        return msgspec.structs.replace(self, attributes=attributes, bindings=bindings, final=final)

    def span(self, attribute: str = "", inside: str = "") -> Span:
        """The place of the element, of an attribute's value, or of some text inside that value."""
        return self.document.span(self.offset, attribute, inside)


class SvgDocument:
    """A parsed file: its root, its elements by id, and the places of everything."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.source = text
        self.ids: dict[str, SvgElement] = {}
        self.styles: list[tuple[SvgElement, int]] = []
        """The `style` elements, each with the offset of its text."""
        self.prefixes: dict[str, str] = {}
        self.ignored: list[tuple[str, Span]] = []
        """Ignored content in foreign namespaces, and its places."""
        self._data = b"" if text.isascii() else text.encode()
        self._listed: tuple[int, dict[str, tuple[int, int]]] = (-1, {})
        """The last tag whose attributes were searched, and the offset and length of each value."""

    root: SvgElement

    def span(self, offset: int, attribute: str = "", inside: str = "") -> Span:
        """The place of a tag (by its offset in bytes), of an attribute's value, or of some text inside the
        value.
        """
        start = self.source_offset(offset)
        tag = _TAG.match(self.source, start)
        length = len(tag.group()) if tag else 1
        if tag and attribute and (extent := self._value(tag.end(), attribute)):
            start, length = extent
            at = self.source.find(inside, start, start + length) if inside else -1
            if at >= 0:
                start, length = at, len(inside)
        return self.place(start, length)

    def place(self, start: int, length: int = 1) -> Span:
        """The span of some characters of the source, from an offset in characters."""
        line = bisect_right(self._lines, start)
        return Span(self.path, line, start - self._lines[line - 1] + 1, max(1, length))

    @cached_property
    def _lines(self) -> list[int]:
        """The offsets at which lines begin."""
        return [0, *(match.end() for match in re.finditer("\n", self.source))]

    def inside(self, offset: int, attribute: str, column: int) -> Span:
        """The place of a column (from 1) of an attribute's value; of the whole value if it has entities,
        which shift columns.
        """
        span = self.span(offset, attribute)
        value = self._value(self.source_offset(offset), attribute)
        if value is None or "&" in self.source[value[0] : value[0] + value[1]]:
            return span
        return self.place(value[0] + min(column, value[1]) - 1)

    def value(self, offset: int, attribute: str) -> str:
        """An attribute's value as written, with its line breaks and entities; empty if it is absent."""
        extent = self._value(self.source_offset(offset), attribute)
        return self.source[extent[0] : sum(extent)] if extent else ""

    def source_offset(self, offset: int) -> int:
        """The offset in characters for an offset in bytes."""
        if not self._data:
            return offset
        block = offset // _BLOCK
        return self._blocks[block] + _characters(self._data[block * _BLOCK : offset])

    @cached_property
    def _blocks(self) -> list[int]:
        """The number of characters before each block of the encoded source."""
        starts = range(0, len(self._data) + 1, _BLOCK)
        return [0, *accumulate(_characters(self._data[at : at + _BLOCK]) for at in starts)]

    def _value(self, position: int, name: str) -> tuple[int, int] | None:
        """The offset and length of an attribute's value in a tag that begins, or whose name ends, at a
        position.
        """
        if tag := _TAG.match(self.source, position):
            position = tag.end()
        if self._listed[0] != position:
            self._listed = (position, dict(self._values(position)))
        values = self._listed[1]
        if name.startswith("n:"):
            return values.get(f"{self.prefixes.get(OURS, 'n')}:{name[2:]}")
        return values.get(name) or values.get(f"xlink:{name}")

    def _values(self, position: int) -> Iterator[tuple[str, tuple[int, int]]]:
        while match := _ATTRIBUTE.match(self.source, position):
            yield match.group(1), (match.start(2) + 1, len(match.group(2)) - 2)
            position = match.end()

    def take_apart(self) -> None:
        """Unlinks the elements, which refer to each other, so that their memory is released at once."""
        for element in tuple(self.root.all()):
            element.children.clear()
            element.attributes.clear()
        self.ids.clear()
        self.styles.clear()


def parse_svg(path: str, text: str, findings: Findings) -> SvgDocument | None:
    """Parse an SVG file; None after an error that leaves no tree. Mistakes are reported."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # as XML does, and as lines are counted
    if not text.strip():
        findings.error("svg-syntax", "the drawing is empty", Span(path, 1, 1))
        return None
    if text.count('="') + text.count("='") > 2 * ATTRIBUTES:  # before Expat keeps a tag with all of them
        findings.error("svg-syntax", TOO_MANY, Span(path, 1, 1), hint="simplify the drawing")
        return None
    builder = _ElementBuilder(SvgDocument(path, text), findings)
    try:
        builder.parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        words = expat.ErrorString(error.code)
        span = Span(path, error.lineno, error.offset + 1)
        findings.error("svg-syntax", f"this is not well-formed XML: {words}", span, hint=builder.fix(words))
        return None
    except _RefusedError as refused:
        message, hint, *place = refused.args
        findings.error("svg-syntax", message, place[0] if place else builder.here(), hint=hint)
        return None
    root = builder.root
    if root is None or root.name != "svg":
        hint = f'begin the file with <svg xmlns="{SVG}" …>'
        findings.error(
            "svg-syntax", "the root is not an `svg` element in SVG's namespace", builder.here(0), hint=hint
        )
        return None
    builder.document.root = root
    return builder.document


def _is_css(element: SvgElement) -> bool:
    """Whether a `style` element has a style sheet that is read."""
    return element.attributes.get("type", "text/css").strip().lower() in ("", "text/css")


def class_names(element: SvgElement) -> frozenset[str]:
    """The class names of an element."""
    return frozenset(element.attributes.get("class", "").split())


def with_paragraphs(value: str, written: str) -> str:
    """The value of an attribute, in which XML turns line breaks into spaces, with blank lines as
    `written`.
    """
    if not _BLANK.search(written):
        return value
    letters = _ENTITY.sub("&", written)
    if len(letters) != len(value):
        return value
    kept = list(value)
    for blank in _BLANK.finditer(letters):
        for at in range(*blank.span()):
            if letters[at] == "\n":
                kept[at] = "\n"
    return "".join(kept)


class _RefusedError(Exception):
    pass


class _ElementBuilder:
    """Turns Expat's events into elements. `skipping` is the depth inside a foreign element."""

    def __init__(self, document: SvgDocument, findings: Findings) -> None:
        self.document = document
        self.findings = findings
        self.root: SvgElement | None = None
        self.stack: list[SvgElement] = []
        self.skipping = 0
        self.heard: list[str] = []
        """The characters since the last tag: Expat reports each line separately."""
        self.space = SVG
        self.count = 0
        self.attributes = 0
        self.expanded = 0
        self.parser = expat.ParserCreate("utf-8", " ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.words
        self.parser.StartNamespaceDeclHandler = self.namespace
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.SkippedEntityHandler = self.entity

    def fix(self, words: str) -> str:
        """The hint for one of Expat's messages."""
        if words == "unbound prefix":
            return f'declare prefixes such as `n:` in the root: <svg xmlns:n="{OURS}" …>'
        if (
            words in ("mismatched tag", "no element found", "unclosed token")
            and self.stack
            and not self.skipping
        ):
            line = self.stack[-1].span().line
            return f"the `{self.stack[-1].name}` of line {line} isn't closed"
        if words == "not well-formed (invalid token)":
            return "in texts and attributes write `&lt;` for `<` and `&amp;` for `&`"
        return ""

    def here(self, offset: int | None = None) -> Span:
        return self.document.span(self.parser.CurrentByteIndex if offset is None else offset)

    def namespace(self, prefix: str | None, uri: str) -> None:
        self.document.prefixes.setdefault(uri, prefix or "")

    def doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        if internal:
            self.parser.EntityDeclHandler = self.declaration

    def declaration(
        self,
        name: str,
        is_parameter: bool,
        value: str | None,
        base: str | None,
        system: str | None,
        public: str | None,
        notation: str | None,
    ) -> None:
        """Admits an entity that is a short plain text."""
        if is_parameter or value is None or "&" in value or "%" in value:
            raise _RefusedError(
                f"the entity `{name}` is not supported",
                "remove the DOCTYPE, or save the file as plain SVG without the drawing program's data",
            )
        self.expanded += len(value) * self.document.source.count(f"&{name};")
        if self.expanded > EXPANDED:
            raise _RefusedError(f"the entities make more than {EXPANDED:,} characters", "remove the DOCTYPE")

    def entity(self, name: str, parameter: bool) -> None:
        raise _RefusedError(f"unknown entity `&{name};`", "write the character itself")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > ELEMENTS or len(self.stack) + self.skipping >= DEPTH:
            raise _RefusedError(
                f"more than {ELEMENTS} elements, or nested more than {DEPTH} deep", "simplify the drawing"
            )
        self.attributes += len(attributes)
        if self.attributes > ATTRIBUTES or len(attributes) > ATTRIBUTES_OF_ONE:
            raise _RefusedError(TOO_MANY, "simplify the drawing", self.here())
        space, _, local = name.rpartition(" ")
        if self.root is None and name == "svg" and OURS not in self.document.prefixes:
            self.space = ""  # Old clip art has no namespace, which drawing programs accept.
        if self.skipping or space != self.space:
            self._foreign(space, local)
            return
        self._write()
        element = self._element(local, attributes)
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)

    def _foreign(self, space: str, local: str) -> None:
        described = any(element.name in ("metadata", "title", "desc") for element in self.stack)
        if self.stack and not self.skipping and not described and not space.startswith(FOREIGN):
            self.document.ignored.append((f"`{local}` of the namespace `{space}`", self.here()))
        self.skipping += 1

    def _element(self, local: str, attributes: dict[str, str]) -> SvgElement:
        offset = self.parser.CurrentByteIndex
        parent = self.stack[-1] if self.stack else None
        element = SvgElement(
            self.document, local, offset, attributes={}, bindings={}, children=[], parent=parent
        )
        for name, value in attributes.items():
            space, _, short = name.rpartition(" ")
            if not space or (space == XLINK and short == "href" and "href" not in attributes):
                element.attributes[short] = value
            elif space == OURS:
                written = self.document.value(offset, f"n:{short}") if short == "text" else ""
                element.bindings[short] = with_paragraphs(value, written)
            elif space == _XML:
                element.attributes[f"xml:{short}"] = value
            elif self._means_ours(space):
                message = f"the namespace of `{short}` is `{space}`; that of bindings is `{OURS}`"
                raise _RefusedError(message, f'in the root, write xmlns:n="{OURS}"')
            elif space != XLINK and not space.startswith(FOREIGN):
                self.document.ignored.append((f"`{short}` of the namespace `{space}`", self.here()))
        if identity := element.attributes.get("id"):
            self.document.ids.setdefault(identity, element)
        return element

    def _means_ours(self, space: str) -> bool:
        """Whether a namespace is probably meant for bindings, which it would turn off in silence."""
        return self.document.prefixes.get(space) == "n" or OURS in space.lower()

    def end(self, name: str) -> None:
        if self.skipping:
            self.skipping -= 1
        else:
            self._write()
            self.stack.pop()

    def words(self, text: str) -> None:
        if self.skipping or not self.stack:
            return
        top = self.stack[-1]
        if not self.heard and top.name == "style" and not top.children and _is_css(top):
            self.document.styles.append((top, self.parser.CurrentByteIndex))
        self.heard.append(text)

    def _write(self) -> None:
        """Appends the characters since the last tag to the innermost element."""
        if self.heard:
            self.stack[-1].children.append("".join(self.heard))
            self.heard.clear()
