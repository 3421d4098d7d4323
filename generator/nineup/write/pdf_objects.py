"""Adds objects to a PDF: what fonts, gradients, images and pages are made of."""

from collections.abc import Callable, Mapping

from nineup.write.deflate import Deflate, deflate, deflate_each
from nineup.write.pdf_document import Document, dictionary


class ObjectWriter:
    """Adds objects to a document and returns references to them. The same calls give the same bytes."""

    def __init__(self, deflate: Deflate = deflate, document: Document | None = None) -> None:
        self.document = document or Document()
        """The objects, to which the booklet's canvas adds bookmarks and links."""
        self._deflate = deflate

    def dictionary(self, entries: Mapping[str, object]) -> str:
        """Add a dictionary."""
        return self.document.add(dictionary(entries))

    def stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream, compressed with FlateDecode."""
        return self.compressed_stream(entries, self._deflate(data))

    def compressed_stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream that `compressed` has made."""
        return self.encoded_stream({"Filter": "/FlateDecode", **entries}, data)

    def compressed(self, make: Callable[[int], bytes], count: int) -> list[bytes]:
        """The data of so many streams, compressed on all cores; they are made in order, one at a time."""
        return deflate_each(make, count, self._deflate)

    def encoded_stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream whose data is already encoded with the filter that its entries name."""
        return self.document.add_stream(entries, data)
