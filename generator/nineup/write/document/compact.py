"""ReportLab's document, saved compactly as PDF 1.5: with object streams and a cross-reference stream.

Small objects are compressed together in object streams, and the list of where they are is itself a
compressed stream, which lists also itself. Streams can't be in object streams (7.5.7), so
`EncodedStream`s are written on their own.
"""

import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nineup.write.document.deflate import DeflateEach, deflate, deflate_each
from nineup.write.document.reportlab import pdfdoc

VERSION = (1, 5)

_DEFLATED = "/Filter/FlateDecode"

OBJECTS_PER_STREAM = 200
"""The number of objects in one object stream: to reach one, a reader decompresses all of them."""


class EncodedObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose bytes are already formatted."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: object) -> bytes:
        return self.data


class EncodedStream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream whose data is already encoded; the entries of its dictionary are formatted values."""

    def __init__(self, entries: Mapping[str, object], data: bytes) -> None:
        self.entries = "".join([f"/{key} {value}" for key, value in entries.items()])
        self.data = data

    def format(self, document: object) -> bytes:
        return _stream(self.entries, self.data)


class CompactDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """ReportLab's objects and numbering, with object streams and a cross-reference stream (ISO 32000-1,
    7.5.7–8).
    """

    def __init__(self, version: tuple[int, int] = VERSION) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=version)
        self.version = version
        self.Catalog.Outlines = None

    def number(self, thing: Any) -> int:
        """The number of an object, which is added to the document if it is new."""
        name = self.Reference(thing).name
        return int(self.idToObjectNumberAndVersion[name][0])

    def format(self) -> bytes:
        """The whole file; its ID is the digest of everything before the cross-reference stream."""
        root, info = self.number(self.Catalog), self.number(self.info)
        file = pdfdoc.PDFFile(self.version)
        # Object 0 heads the list of free objects (7.5.4): it is free, and its generation is never used.
        places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
        small: list[tuple[int, bytes]] = []
        # In order of the numbers, while formatting an object may still add others at the end,
        # such as those that it refers to.
        for number, thing in self._objects():
            data = pdfdoc.format(thing, self, toplevel=1)
            if isinstance(thing, EncodedStream):
                places[number] = (1, file.add(_indirect(number, data)), 0)
                thing.data = b""  # Already in the file; frees memory.
            else:
                small.append((number, data))
        last = self.objectcounter
        for start in range(0, len(small), OBJECTS_PER_STREAM):
            last += 1
            group = small[start : start + OBJECTS_PER_STREAM]
            places |= {number: (2, last, index) for index, (number, _) in enumerate(group)}
            places[last] = (1, file.add(_indirect(last, _object_stream(group))), 0)
        # The cross-reference stream is an object, too: this is where it will be.
        places[last + 1] = (1, file.offset, 0)
        entries = f"/Root {root} 0 R/Info {info} 0 R{_identity(file)}"
        start = file.add(_indirect(last + 1, _cross_reference_stream(places, entries)))
        file.add(b"startxref\n%d\n%%%%EOF\n" % start)
        return bytes(file.format(self))

    def _objects(self) -> Iterator[tuple[int, Any]]:
        """All objects in order of their numbers; formatting one may add others."""
        number = 1
        while number in self.numberToId:
            yield number, self.idToObject[self.numberToId[number]]
            number += 1


class PlainDocument(CompactDocument):
    """The same without object streams and with a cross-reference table, as before PDF 1.5."""

    def format(self) -> bytes:
        """The whole file; its ID is the digest of everything before the cross-reference table."""
        root, info = self.number(self.Catalog), self.number(self.info)
        file = pdfdoc.PDFFile(self.version)
        places = []
        for number, thing in self._objects():
            places.append(file.add(_indirect(number, pdfdoc.format(thing, self, toplevel=1))))
            if isinstance(thing, EncodedStream):
                thing.data = b""
        entries = f"/Size {len(places) + 1}/Root {root} 0 R/Info {info} 0 R{_identity(file)}"
        rows = "".join(f"{place:010} 00000 n \n" for place in places)
        table = f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{rows}trailer\n<<{entries}>>\n"
        start = file.add(table.encode("ascii"))
        file.add(b"startxref\n%d\n%%%%EOF\n" % start)
        return bytes(file.format(self))


def _identity(file: Any) -> str:
    """The ID of a file: the digest of its content so far."""
    sha = hashlib.sha256()
    for string in file.strings:
        sha.update(string)
    digest = sha.hexdigest()[:32]
    return f"/ID[<{digest}><{digest}>]"


def _indirect(number: int, data: bytes) -> bytes:
    return b"%d 0 obj\n%b\nendobj\n" % (number, data.rstrip(b"\n"))


def _stream(entries: str, packed: bytes) -> bytes:
    return f"<<{entries}/Length {len(packed)}>>\nstream\n".encode("ascii") + packed + b"endstream"


def _object_stream(group: list[tuple[int, bytes]]) -> bytes:
    """An object stream: each object's number and offset, then the objects."""
    heads, at = [], 0
    for number, data in group:
        heads.append(f"{number} {at}")
        at += len(data) + 1
    head = " ".join(heads).encode("ascii") + b"\n"
    body = b"\n".join(data for _, data in group)
    return _stream(f"/Type/ObjStm/N {len(group)}/First {len(head)}{_DEFLATED}", deflate(head + body))


def _cross_reference_stream(places: dict[int, tuple[int, int, int]], entries: str) -> bytes:
    """The cross-reference stream: for each object its type, its offset or stream, and its index or
    generation.
    """
    rows = [places[number] for number in range(len(places))]
    data = b"".join(struct.pack(">BQH", *row) for row in rows)
    return _stream(f"/Type/XRef/Size {len(rows)}/W[1 8 2]{entries}{_DEFLATED}", deflate(data))


class ObjectWriter:
    """Adds objects to a PDF and returns references to them. The same calls give the same bytes."""

    def __init__(
        self, deflate_each: DeflateEach = deflate_each, document: CompactDocument | None = None
    ) -> None:
        self.document = document or CompactDocument()
        """ReportLab's document, to which the booklet's canvas adds outlines and links."""
        self._deflate_each = deflate_each

    def dictionary(self, entries: Mapping[str, object]) -> str:
        """Add a dictionary."""
        return self.reference(pdfdoc.PDFDictionary(dict(entries)))

    def stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream, compressed with FlateDecode."""
        return self.compressed_stream(entries, *self._deflate_each(lambda _: data, 1))

    def compressed_stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream that `compressed` has made."""
        return self.encoded_stream({"Filter": "/FlateDecode", **entries}, data)

    def compressed(self, make: Callable[[int], bytes], count: int) -> list[bytes]:
        """The data of `count` streams, compressed on all cores; they are made in order, one at a time."""
        return self._deflate_each(make, count)

    def encoded_stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream whose data is already encoded with the filter that its entries name."""
        return self.reference(EncodedStream(entries, data))

    def reference(self, thing: object) -> str:
        """A reference to one of ReportLab's objects, which is added if it is new."""
        return f"{self.document.number(thing)} 0 R"
