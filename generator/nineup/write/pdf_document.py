"""The objects of a PDF file by number, and how they are saved: compactly, or as versions before PDF 1.5 have it."""

import hashlib
import struct
from collections.abc import Mapping

import msgspec

from nineup.write.deflate import deflate

VERSION = (1, 5)
"""The first that has object streams."""

OBJECTS_PER_STREAM = 200
"""Objects in one object stream: to reach one, a reader decompresses all of them."""

ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"})
"""What stands for the characters that a literal string can't have as they are (ISO 32000-1, 7.3.4.2)."""


def text_string(text: str) -> str:
    """A text string (ISO 32000-1, 7.9.2.2): ASCII as it is, anything else in UTF-16."""
    if text.isascii() and text.isprintable():
        return f"({text.translate(ESCAPES)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def dictionary(entries: Mapping[str, object]) -> bytes:
    """A dictionary of values that are written as PDF has them."""
    inside = "".join([f"/{key} {value}" for key, value in entries.items()])
    return f"<<{inside}>>".encode("ascii")


def stream(entries: Mapping[str, object], data: bytes) -> bytes:
    """A stream of data that is encoded already."""
    return dictionary({**entries, "Length": len(data)}) + b"\nstream\n" + data + b"endstream"


class _Object(msgspec.Struct):
    data: bytes = b""
    is_stream: bool = False


class Document:
    """Objects, numbered from 1 as they are added, and the pages among them. The same calls give the same bytes."""

    def __init__(self, version: tuple[int, int] = VERSION) -> None:
        self._version = version
        self._objects: list[_Object] = []
        self._pages: list[str] = []
        self.tree = self.reserve()
        """A reference to the page tree, which every page has as its parent."""
        self.catalog: dict[str, object] = {"Type": "/Catalog", "Pages": self.tree}

    @property
    def count(self) -> int:
        """The number of objects."""
        return len(self._objects)

    def reserve(self) -> str:
        """A reference to a new object, which is to be `put`."""
        self._objects.append(_Object())
        return f"{len(self._objects)} 0 R"

    def put(self, reference: str, data: bytes) -> None:
        """Defines the object of a reference."""
        self._objects[int(reference.partition(" ")[0]) - 1].data = data

    def add(self, data: bytes) -> str:
        """A reference to a new object that isn't a stream."""
        self._objects.append(_Object(data))
        return f"{len(self._objects)} 0 R"

    def add_stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """A reference to a new stream of data that is encoded already."""
        self._objects.append(_Object(stream(entries, data), is_stream=True))
        return f"{len(self._objects)} 0 R"

    def add_page(self, data: bytes) -> str:
        """A reference to the dictionary of a new page."""
        self._pages.append(self.add(data))
        return self._pages[-1]

    def save(self, about: Mapping[str, object]) -> bytes:
        """The whole file, with the document information. Its ID is the digest of everything before the cross-references."""
        kids = " ".join(self._pages)
        self.put(self.tree, dictionary({"Type": "/Pages", "Count": len(self._pages), "Kids": f"[{kids}]"}))
        trailer = {"Root": self.add(dictionary(self.catalog)), "Info": self.add(dictionary(about))}
        file = _File(self._version)
        save = _save_compactly if self._version >= VERSION else _save_plainly
        save(self._objects, trailer, file)
        return b"".join(file.parts)


class _File:
    """The parts of a file, and where they start."""

    def __init__(self, version: tuple[int, int]) -> None:
        self.parts: list[bytes] = []
        self.length = 0
        # Bytes above 127 in the second line tell programs that the file isn't text (ISO 32000-1, 7.5.2).
        self.add(b"%%PDF-%d.%d\n%%\xe2\xe3\xcf\xd3\n" % version)

    def add(self, data: bytes) -> int:
        """Where the added data starts."""
        start = self.length
        self.parts.append(data)
        self.length += len(data)
        return start

    def add_object(self, number: int, data: bytes) -> int:
        return self.add(b"%d 0 obj\n%b\nendobj\n" % (number, data))

    def end(self, start: int) -> None:
        self.add(b"startxref\n%d\n%%%%EOF\n" % start)

    def identity(self) -> str:
        """The digest of what the file has so far, as an ID."""
        digest = hashlib.blake2b(digest_size=16)
        for part in self.parts:
            digest.update(part)
        text = digest.hexdigest()
        return f"[<{text}><{text}>]"


def _save_compactly(objects: list[_Object], trailer: Mapping[str, object], file: _File) -> None:
    """With object streams and a cross-reference stream (ISO 32000-1, 7.5.7–8)."""
    places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
    small: list[tuple[int, bytes]] = []
    for number, each in enumerate(objects, 1):
        if each.is_stream:
            places[number] = (1, file.add_object(number, each.data), 0)
            each.data = b""  # The file has it now; frees memory.
        else:
            small.append((number, each.data))
    last = len(objects)
    for start in range(0, len(small), OBJECTS_PER_STREAM):
        last += 1
        group = small[start : start + OBJECTS_PER_STREAM]
        places |= {number: (2, last, index) for index, (number, _) in enumerate(group)}
        places[last] = (1, file.add_object(last, _object_stream(group)), 0)
    places[last + 1] = (1, file.length, 0)
    rows = [places[number] for number in range(len(places))]
    data = deflate(b"".join([struct.pack(">BQH", *row) for row in rows]))
    entries = {"Type": "/XRef", "Size": len(rows), "W": "[1 8 2]", **trailer, "ID": file.identity()}
    file.end(file.add_object(last + 1, stream({**entries, "Filter": "/FlateDecode"}, data)))


def _object_stream(group: list[tuple[int, bytes]]) -> bytes:
    """An object stream: each object's number and offset, then the objects."""
    heads, at = [], 0
    for number, data in group:
        heads.append(f"{number} {at}")
        at += len(data) + 1
    head = " ".join(heads).encode("ascii") + b"\n"
    packed = deflate(head + b"\n".join([data for _, data in group]))
    entries = {"Type": "/ObjStm", "N": len(group), "First": len(head), "Filter": "/FlateDecode"}
    return stream(entries, packed)


def _save_plainly(objects: list[_Object], trailer: Mapping[str, object], file: _File) -> None:
    """With a cross-reference table."""
    places = []
    for number, each in enumerate(objects, 1):
        places.append(file.add_object(number, each.data))
        each.data = b""
    entries = {"Size": len(places) + 1, **trailer, "ID": file.identity()}
    rows = "".join([f"{place:010} 00000 n \n" for place in places])
    table = f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{rows}trailer\n"
    file.end(file.add(table.encode("ascii") + dictionary(entries) + b"\n"))
