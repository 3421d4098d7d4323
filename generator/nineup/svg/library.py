"""The SVG files that layouts refer to, each read once, and the targets of references."""

import zlib
from collections.abc import Callable
from pathlib import PurePosixPath
from urllib.parse import unquote

from nineup.base.diagnostics import Findings
from nineup.base.project import Project, ProjectError
from nineup.base.units import file_size
from nineup.faces.shapes import TITLE, title_source
from nineup.schema.yaml_tree import decode_text
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import PropertyValue
from nineup.svg.style.style_rules import StyleRules, style_rules
from nineup.svg.values.values import AbsentError, UnresolvedError, UnsupportedError, reference
from nineup.svg.xml import SvgDocument, SvgElement, parse_svg

MOST_UNPACKED = 64_000_000
"""The largest number of bytes of an unpacked drawing."""

_GZIP = 16 + zlib.MAX_WBITS


class PackedError(Exception):
    """A file that can't be unpacked; the message continues its name."""


def unpacked(data: bytes) -> bytes:
    """The bytes in a gzip file; other data as it is. Raises PackedError."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacker = zlib.decompressobj(_GZIP)
    try:
        content = unpacker.decompress(data, MOST_UNPACKED + 1)
    except zlib.error as error:
        raise PackedError("is a damaged gzip file") from error
    if len(content) > MOST_UNPACKED:
        raise PackedError(f"unpacks to more than {file_size(MOST_UNPACKED)}")
    if not unpacker.eof:
        raise PackedError("is a truncated gzip file")
    return content


def is_drawing(data: bytes) -> bool:
    """Whether the data of a picture are a drawing, compressed or not."""
    return data.startswith(b"\x1f\x8b") or data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<"


DEEPEST = 100
"""The deepest nesting of elements with all references followed."""

LONG_DOCUMENT = 100_000
"""The number of characters of a document that takes much more memory than its drawing."""


class Library:
    """Documents by their path in the project."""

    def __init__(
        self,
        project: Project,
        findings: Findings,
        prepare: Callable[[SvgDocument], None] = lambda document: None,
    ) -> None:
        """`prepare` may change a document after it is parsed, such as translate its words."""
        self._prepare = prepare
        self.project = project
        self._findings = findings
        self.reporter = Reporter(findings)
        """For style sheets, which belong to no single drawing."""
        self._documents: dict[str, SvgDocument | None] = {}
        self._rules: dict[SvgDocument, StyleRules] = {}

    def document(self, path: str) -> SvgDocument | None:
        """The parsed file; None if it is invalid, which is reported once. Raises ProjectError."""
        if path not in self._documents:
            document = self._documents[path] = parse_svg(path, self._text(path), self._findings)
            if document:
                self._prepare(document)
            for what, span in document.ignored if document else ():
                self.reporter.ignore(what, span)
        return self._documents[path]

    def has_read(self, path: str) -> bool:
        """Whether a file was read, and is still known."""
        return path in self._documents

    def copy(self, document: SvgDocument) -> SvgDocument:
        """A document of one's own to change, parsed from the same source."""
        copy = parse_svg(document.path, document.source, Findings())
        assert copy is not None
        self._prepare(copy)
        return copy

    def forget(self, document: SvgDocument) -> None:
        """Drops a long document without mistakes; it is read again if another drawing refers to one of its
        elements.
        """
        if len(document.source) > LONG_DOCUMENT:
            self._documents.pop(document.path, None)
            self._rules.pop(document, None)
            document.take_apart()

    def _text(self, path: str) -> str:
        """The text of an SVG file, compressed or not. Raises ProjectError."""
        if path.startswith(TITLE):
            return title_source(path)
        if not path.lower().endswith(".svgz"):
            return decode_text(self.project.read(path), path, self._findings)
        try:
            return decode_text(unpacked(self.project.read(path)), path, self._findings)
        except PackedError as error:
            raise ProjectError(f"`{path}` {error}") from error

    def rules(self, document: SvgDocument) -> StyleRules:
        """The rules of a document's style sheets."""
        if document not in self._rules:
            self._rules[document] = style_rules(document, self.reporter)
        return self._rules[document]

    def target(self, element: SvgElement) -> SvgElement:
        """The element that a `use`, `textPath` or gradient refers to. Raises UnresolvedError."""
        address = element.attributes.get("href", "").strip()
        if not address:
            raise AbsentError(f"this `{element.name}` has no `href`")
        path, _, identity = address.partition("#")
        document: SvgDocument | None = element.document
        if path:
            document = self._other(resolve(element.document.path, path), address)
        if document is None:
            raise UnresolvedError(f"`{address}` refers to a file that can't be read")
        if not identity:
            raise UnresolvedError(
                f"`{address}` names no element", "write file.svg#id, or use <image> for the whole file"
            )
        return element_by_id(document, identity, is_other=bool(path))

    def _other(self, path: str, address: str) -> SvgDocument | None:
        try:
            return self.document(path)
        except ProjectError as error:
            raise UnresolvedError(f"`{address}` can't be read: {error}") from error


def element_by_id(document: SvgDocument, identity: str, is_other: bool = False) -> SvgElement:
    """The element of a document with an id.

    Raises AbsentError, or UnresolvedError if the document `is_other` than that of the reference.
    """
    element = document.ids.get(unquote(identity))
    if element is None:
        error = UnresolvedError if is_other else AbsentError
        raise error(f"`{document.path}` has no element with the id `{identity}`")
    return element


def definition(value: PropertyValue, kind: str) -> SvgElement:
    """The element of one kind, such as `mask`, that a value refers to by `url(#id)`. Raises SvgError."""
    address = reference(value.text)
    if address is None:
        raise UnsupportedError(f"`{value.text}` is not supported here", f"refer to a {kind} with url(#id)")
    if not address.startswith("#"):
        raise UnresolvedError(f"`{address}` is not in this file", f"copy the {kind} to this file")
    element = element_by_id(value.element.document, address[1:])
    if element.name != kind:
        raise AbsentError(f"`{address}` is a `{element.name}`, not a {kind}")
    return element


def resolve(path: str, address: str) -> str:
    """The project's path for an address relative to a file. Raises UnresolvedError for other addresses."""
    if ":" in address.split("/")[0] or address.startswith(("/", "\\")):
        raise UnresolvedError(
            f"`{address}` is not a file of the project",
            "copy it to the layout's folder and use a relative path",
        )
    parts: list[str] = list(PurePosixPath(path).parent.parts)
    for part in PurePosixPath(unquote(address)).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            raise UnresolvedError(f"`{address}` is outside the project")
    return "/".join(parts)
