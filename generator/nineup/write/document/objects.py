"""The objects of a PDF, added to ReportLab's document: it numbers them and writes the file."""

from collections.abc import Callable, Mapping
from hashlib import md5
from typing import Any, NamedTuple

from nineup.write.document.canvas import PageCanvas
from nineup.write.document.deflate import DeflateEach, deflate_each
from nineup.write.document.reportlab import pdfdoc


class LateData(NamedTuple):
    """The data of a stream, already encoded, and the last entries of its dictionary."""

    entries: Mapping[str, object]
    data: bytes


class _LateStream(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream whose data is made when it is written, so that not all such data is in memory at once."""

    def __init__(self, entries: Mapping[str, object], make: Callable[[], LateData]) -> None:
        super().__init__(pdfdoc.PDFDictionary(dict(entries)))
        self._make = make

    def format(self, document: object) -> bytes:
        late = self._make()
        entries = pdfdoc.PDFDictionary({**self.dictionary.dict, **late.entries})
        written: bytes = pdfdoc.PDFStream(entries, late.data).format(document)
        return written


class ObjectWriter:
    """Adds objects to a canvas's document, and returns references to them.

    The same calls give the same bytes.
    """

    def __init__(self, deflate_each: DeflateEach = deflate_each, canvas: PageCanvas | None = None) -> None:
        self.canvas = canvas or PageCanvas()
        self.document: Any = self.canvas.document
        # The file's ID is the digest of its streams. ReportLab's begins with a time, which is taken from the
        # environment.
        self.document.signature = md5(usedforsecurity=False)
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
        return self.reference(self.encoded(entries, data))

    def encoded(self, entries: Mapping[str, object], data: bytes) -> Any:
        """The same as ReportLab's object, which isn't added yet."""
        self.sign(data)
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(dict(entries)), data)

    def sign(self, data: bytes | str) -> None:
        """Add data, or a digest of them, to those of which the file's ID is made."""
        self.document.updateSignature(data)

    def late_stream(
        self, entries: Mapping[str, object], make: Callable[[], LateData], digest: str = ""
    ) -> str:
        """Add a stream whose data and last entries are made when it is written.

        Without a digest of the data, they must be given to `sign` before.
        """
        self.sign(digest)
        return self.reference(_LateStream(entries, make))

    def reference(self, thing: object) -> str:
        """A reference to one of ReportLab's objects, which is added if it is new."""
        reference: bytes = self.document.Reference(thing).format(self.document)
        return reference.decode("ascii")
