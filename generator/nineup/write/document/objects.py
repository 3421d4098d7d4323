"""The objects of one PDF file, numbered in the order of addition: the parts of fonts, gradients, images and pages."""

from collections.abc import Callable, Mapping

from nineup.write.document.compact import CompactDocument, EncodedStream
from nineup.write.document.deflate import DeflateEach, deflate_each
from nineup.write.document.reportlab_guard import pdfdoc


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
