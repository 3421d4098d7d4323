"""The source of an SVG file: where each element and each attribute is written, and the white space around.

Expat says what a file means (`svg_tree`), but not where an attribute begins or how it is quoted. This reader
finds that, and nothing more: it knows no entities and no errors. Its elements are compared with
Expat's, so a file that it misreads is refused and not damaged.
"""

import re
from collections.abc import Iterator

import msgspec

from nineup.files.edit.parts import ValuePath
from nineup.files.edit.rows import EditRefusedError
from nineup.svg.xml import SVG

XMLNS = "xmlns"
XML = "http://www.w3.org/XML/1998/namespace"
SODIPODI = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
"""The namespace of Inkscape's guides."""

WORDS = frozenset("text tspan textPath tref title desc style script foreignObject flowRoot".split())
"""The elements in which white space may be seen, or mean something."""

_OTHER = re.compile(
    r"""<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>
    |<!DOCTYPE (?:[^"'\[<>]|"[^"]*"|'[^']*')*+
     (?:\[(?:[^"'\]<]|"[^"]*"|'[^']*'|<!--.*?(?:-->|\Z)|<)*+\]\s*+)?>""",
    re.DOTALL | re.VERBOSE,
)
_OPEN = re.compile(r"<([^\s/<>!?=\"']+)")
_ATTRIBUTE = re.compile(r"""(\s+)([^\s=/<>"']+)(\s*+=\s*+)("[^"]*"|'[^']*')""")
_OPEN_END = re.compile(r"\s*+(/?)>")
_CLOSE = re.compile(r"</([^\s<>]+)\s*+>")
_COMMENT_ABOVE = re.compile(
    r"(?:^|(?<=[\r\n]))[ \t]*+<!--(?:(?!-->).)*+-->[ \t]*+(?:\r\n|\r|\n)[ \t]*+\Z", re.DOTALL
)
_COMMENT_BESIDE = re.compile(r"(?:[ \t]*+<!--(?:(?!-->)[^\r\n])*+-->)++(?=[ \t]*+[\r\n])")


class SourceAttribute(msgspec.Struct, frozen=True):
    """An attribute as it is written: from the white space before it to its closing quote."""

    name: str
    source: str
    """What is between the quotes."""
    quote: str
    start: int
    name_start: int
    value_start: int

    @property
    def value_end(self) -> int:
        return self.value_start + len(self.source)

    @property
    def end(self) -> int:
        return self.value_end + 1


class SourceElement(msgspec.Struct, eq=False):
    """An element as it is written: its tags and its child elements."""

    name: str
    attributes: list[SourceAttribute]
    scope: dict[str, str]
    """The namespaces of the prefixes that its names may have; that of elements without one under ``."""
    start: int
    inner: int
    """Behind its start tag."""
    parent: "SourceElement | None" = None
    children: "list[SourceElement]" = []
    inner_end: int = 0
    """Before its end tag; without one, the same as `inner`."""
    end: int = 0
    is_empty: bool = False
    """Whether it has one tag only, `<g/>`."""

    @property
    def space(self) -> str:
        """The namespace of its name."""
        return self.scope.get(self.name.rpartition(":")[0], "")

    @property
    def local(self) -> str:
        return self.name.rpartition(":")[2]

    def all(self) -> "Iterator[SourceElement]":
        """The element and those inside it, in document order."""
        yield self
        for child in self.children:
            yield from child.all()

    def at(self, path: ValuePath) -> "SourceElement":
        """The element at a path of numbers of child elements. Raises EditRefusedError."""
        here = self
        for step in path:
            if not isinstance(step, int) or not 0 <= step < len(here.children):
                raise EditRefusedError(f"this place no longer exists: {'.'.join(map(str, path))}")
            here = here.children[step]
        return here

    def path(self) -> tuple[int, ...]:
        """The numbers of its ancestors and its own among their child elements."""
        if self.parent is None:
            return ()
        number = next(at for at, each in enumerate(self.parent.children) if each is self)
        return (*self.parent.path(), number)

    def expanded(self, name: str) -> str:
        """An attribute's name with its namespace, as Expat writes it."""
        prefix, _, local = name.rpartition(":")
        space = XML if prefix == "xml" else self.scope.get(prefix, "") if prefix else ""
        return f"{space} {local}" if space else local

    def attribute(self, expanded: str) -> SourceAttribute | None:
        """The attribute of a name with its namespace."""
        return next((each for each in self.attributes if self.expanded(each.name) == expanded), None)


def read_source(text: str) -> SourceElement:
    """The root of an SVG text. Raises EditRefusedError for a text that isn't XML."""
    root: SourceElement | None = None
    stack: list[SourceElement] = []
    at = text.find("<")
    while at >= 0:
        if other := _OTHER.match(text, at):
            at = other.end()
        elif close := _CLOSE.match(text, at):
            if not stack or stack[-1].name != close[1]:
                raise EditRefusedError("an end tag without its start", at)
            stack[-1].inner_end, stack[-1].end = at, close.end()
            stack.pop()
            at = close.end()
        else:
            element = _opened(text, at, stack[-1] if stack else None)
            if root is None:
                root = element
            elif not stack:
                raise EditRefusedError("a second root element", at)
            if not element.is_empty:
                stack.append(element)
            at = element.inner
        at = text.find("<", at)
    if root is None or stack:
        raise EditRefusedError("the file isn't readable SVG")
    return root


def element_paths(text: str) -> dict[int, tuple[int, ...]]:
    """The paths of a drawing's elements by the offsets of their start tags, in characters.

    Raises EditRefusedError for a text that isn't SVG.
    """
    paths: dict[int, tuple[int, ...]] = {}
    waiting: list[tuple[SourceElement, tuple[int, ...]]] = [(read_source(text), ())]
    while waiting:
        element, path = waiting.pop()
        paths[element.start] = path
        waiting += [(child, (*path, number)) for number, child in enumerate(element.children)]
    return paths


def _opened(text: str, at: int, parent: SourceElement | None) -> SourceElement:
    """The element whose start tag is at an offset, in its parent."""
    tag = _OPEN.match(text, at)
    if tag is None:
        raise EditRefusedError("the file isn't readable SVG", at)
    attributes: list[SourceAttribute] = []
    scope = parent.scope if parent else {}
    end = tag.end()
    while match := _ATTRIBUTE.match(text, end):
        value = match.start(4) + 1
        attributes.append(
            SourceAttribute(
                match[2],
                text[value : match.end() - 1],
                match[4][0],
                start=match.start(),
                name_start=match.start(2),
                value_start=value,
            )
        )
        if match[2] == XMLNS or match[2].startswith(f"{XMLNS}:"):
            scope = {**scope, match[2][len(XMLNS) + 1 :]: _namespace(text, attributes[-1].source)}
        end = match.end()
    closing = _OPEN_END.match(text, end)
    if closing is None:
        raise EditRefusedError("the file isn't readable SVG", at)
    inner = closing.end()
    element = SourceElement(tag[1], attributes, scope, start=at, inner=inner, parent=parent, children=[])
    if closing[1]:
        element.is_empty, element.inner_end, element.end = True, inner, inner
    if parent is not None:
        parent.children.append(element)
    return element


def _namespace(text: str, source: str) -> str:
    """A namespace as it is written; an entity may stand for it, as in Illustrator's files."""
    name = re.fullmatch(r"&([\w.-]+);", source)
    declared = re.search(rf"""<!ENTITY\s+{re.escape(name[1])}\s+["']([^"'<>]*)["']""", text) if name else None
    return declared[1] if declared else source


def is_loose(text: str, element: SourceElement) -> bool:
    """Whether white space between an element's children means nothing, so that it may be written anew."""
    here: SourceElement | None = element
    while here is not None:
        if here.local in WORDS:
            return False
        here = here.parent
    return element.space in (SVG, SODIPODI, "") and not any(
        text[start:end].strip() for start, end in gaps(text, element)
    )


def gaps(text: str, element: SourceElement) -> Iterator[tuple[int, int]]:
    """The places directly inside an element that are neither an element nor a comment or the like."""
    at = element.inner
    for child in [*element.children, None]:
        end = child.start if child is not None else element.inner_end
        while (mark := text.find("<", at, end)) >= 0:
            other = _OTHER.match(text, mark)
            yield at, mark
            if text.startswith("<![CDATA[", mark):
                yield mark, mark + 1  # which counts as words
            at = other.end() if other else end
        yield at, end
        at = child.end if child is not None else end


def indent_of(text: str, at: int) -> str | None:
    """The white space before an offset if it begins its line; otherwise None."""
    line = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return text[line:at] if not text[line:at].strip(" \t") else None


def with_comments_above(text: str, element: SourceElement) -> int:
    """Where an element with the comments on the lines directly above it begins."""
    start, least = element.start, element.parent.inner if element.parent else 0
    if element.parent is not None and element.parent.children[0] is not element:
        number = element.path()[-1]
        least = element.parent.children[number - 1].end
    while indent_of(text, start) is not None and (above := _COMMENT_ABOVE.search(text, least, start)):
        comment = text.index("<!--", above.start())
        if comment < least or indent_of(text, comment) is None:
            break
        start = comment
    return start


def with_comment_beside(text: str, end: int) -> int:
    """Where a tag that ends at an offset ends with a comment behind it on its line."""
    beside = _COMMENT_BESIDE.match(text, end)
    return beside.end() if beside else end


def step_of(text: str, root: SourceElement) -> str:
    """What a file's lines are indented with from one level to the next; by default two spaces."""
    for element in root.all():
        outer = indent_of(text, element.start)
        for child in element.children if outer is not None and is_loose(text, element) else ():
            inner = indent_of(text, child.start)
            if inner is not None and outer is not None and inner.startswith(outer) and inner != outer:
                return inner[len(outer) :]
    return "  "


def newline_of(text: str) -> str:
    """The line break of a file, that of its first line."""
    newline = re.search(r"\r\n|\r|\n", text)
    return newline[0] if newline else "\n"


def indented(text: str, spans: list[tuple[int, int]], start: int, end: int, old: str, new: str) -> str:
    """A part of a text with another indentation, where line breaks are between tags or attributes (`spans`):
    not inside of a value, a comment, or words.
    """
    line = re.compile(rf"(?:\r\n|\r|\n){re.escape(old)}(?![ \t]*[\r\n])")
    result, at = "", start
    for first, last in spans:
        first = max(first, start)
        for match in line.finditer(text[first : min(last, end)]):
            behind = first + match.end()
            result += text[at : behind - len(old)] + new
            at = behind
    return result + text[at:end]


def free_spans(text: str, element: SourceElement) -> list[tuple[int, int]]:
    """The white space in an element that means nothing: between attributes, and between tags unless they hold
    words.
    """
    spans: list[tuple[int, int]] = []
    for each in element.all():
        last = each.attributes[-1].end if each.attributes else each.start + 1 + len(each.name)
        spans += [(attribute.start, attribute.name_start) for attribute in each.attributes]
        spans.append((last, each.inner))
        if is_loose(text, each):
            spans += gaps(text, each)
    return sorted(spans)
