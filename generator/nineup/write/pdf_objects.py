"""The objects of one PDF file, numbered as they are added: what fonts, gradients, images and pages are made of."""

from collections.abc import Mapping, Sequence

from nineup.write.deflate import Deflate, deflate, deflate_all
from nineup.write.pdf_compact import CompactDocument, EncodedStream
from nineup.write.reportlab_guard import pdfdoc


class ObjectWriter:
    """Adds objects to a PDF and returns references to them. The same calls give the same bytes."""

    def __init__(self, deflate: Deflate = deflate, document: CompactDocument | None = None) -> None:
        self.document = document or CompactDocument()
        """ReportLab's document, to which the booklet's canvas adds outlines and links."""
        self._deflate = deflate
        self._ahead: dict[bytes, bytes] = {}

    def dictionary(self, entries: Mapping[str, object]) -> str:
        """Add a dictionary."""
        return self.reference(pdfdoc.PDFDictionary(dict(entries)))

    def stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream, compressed with FlateDecode."""
        packed = self._ahead.get(data) or self._deflate(data)
        return self.encoded_stream({"Filter": "/FlateDecode", **entries}, packed)

    def deflate_ahead(self, streams: Sequence[bytes]) -> None:
        """Compress the streams that are about to be added, on all cores."""
        self._ahead = dict(zip(streams, deflate_all(streams, self._deflate), strict=True))

    def encoded_stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream whose data is already encoded with the filter that its entries name."""
        return self.reference(EncodedStream(entries, data))

    def reference(self, thing: object) -> str:
        """A reference to one of ReportLab's objects, which is added if it is new."""
        return f"{self.document.number(thing)} 0 R"
