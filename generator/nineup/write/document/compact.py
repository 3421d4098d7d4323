"""ReportLab's document as a compact file, with object streams and a cross-reference stream.

Small objects, of which every page has one, are compressed together in object streams, and the list of where
they are is a compressed stream, too (ISO 32000-1, 7.5.7–8). ReportLab itself writes each object apart.
"""

import struct
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

from nineup.write.document.reportlab import pdfdoc

VERSION = (1, 5)
"""The first version of PDF with object streams."""

_OBJECTS_PER_STREAM = 200
"""The number of objects in one object stream: to reach one, a reader decompresses all of them."""

_FREE = (0, 0, 65535)
"""Object 0 heads the list of free objects (7.5.4): it is free, and its generation is never used."""


class Portions:
    """A file's bytes, in portions that are made anew each time that they are gone through."""

    def __init__(self, make: Callable[[], Iterator[bytes]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[bytes]:
        return self._make()


def compact_portions(document: Any, version: tuple[int, int] = VERSION) -> Iterator[bytes]:
    """The whole file of a ReportLab document, in this version of PDF, an object at a time: what a stream
    makes when it is written is in memory alone.
    """
    root, info = document.Reference(document.Catalog), document.Reference(document.info)
    header: bytes = pdfdoc.PDFFile(version).format(document)
    yield header
    size = len(header)
    places = [_FREE]
    """The entry of each object: its type, then its offset, or its stream and its index there."""
    small: list[tuple[int, bytes]] = []
    # In order of the numbers, while formatting an object may still add others at the end, such as those that
    # it refers to.
    for number in count(1):
        name = document.numberToId.get(number)
        if name is None:
            break
        thing = document.idToObject[name]
        if isinstance(thing, pdfdoc.PDFStream | pdfdoc.PDFFormXObject):
            places.append((1, size, 0))
            size += len(portion := _indirect(document, number, thing))
            yield portion
        else:
            places.append(_FREE)  # until its stream has a number
            small.append((number, pdfdoc.format(thing, document, toplevel=1)))
    rest = iter(small)
    while group := list(islice(rest, _OBJECTS_PER_STREAM)):
        for index, (number, _) in enumerate(group):
            places[number] = 2, len(places), index
        portion = _indirect(document, len(places), _object_stream(group))
        places.append((1, size, 0))
        size += len(portion)
        yield portion
    # The cross-reference stream lists itself: this is where it will be.
    places.append((1, size, 0))
    entries = {"Type": "/XRef", "Size": len(places), "W": "[1 8 2]", "Root": root, "Info": info}
    rows = b"".join(struct.pack(">BQH", *place) for place in places)
    yield _indirect(document, len(places) - 1, _stream(entries | {"ID": document.ID()}, rows))
    yield b"startxref\n%d\n%%%%EOF\n" % size


def _indirect(document: Any, number: int, thing: Any) -> bytes:
    """An object with its number, as ReportLab writes it."""
    content: bytes = pdfdoc.format(thing, document, toplevel=1)
    return b"%d 0 obj\n" % number + content + (b"" if content.endswith(b"\n") else b"\n") + b"endobj\n"


def _object_stream(group: list[tuple[int, bytes]]) -> Any:
    """An object stream: each object's number and offset, then the objects."""
    heads, at = [], 0
    for number, data in group:
        heads.append(f"{number} {at}")
        at += len(data) + 1
    head = " ".join(heads).encode("ascii") + b"\n"
    entries = {"Type": "/ObjStm", "N": len(group), "First": len(head)}
    return _stream(entries, head + b"\n".join(data for _, data in group))


def _stream(entries: dict[str, object], data: bytes) -> Any:
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), data, [pdfdoc.PDFZCompress])
