"""A document's objects, written by ReportLab: pages as they come, then all that they share."""

import hashlib
import zlib
from collections.abc import Mapping
from typing import Any

from generator.geometry import Box, Size
from generator.write.pdf_fonts import font_object
from generator.write.pdf_gradients import gradient_object
from generator.write.pdf_images import image_object
from generator.write.reportlab_door import pdfdoc, sealed
from generator.write.resources import Drawing, Numbers, Resources, State

_RESOURCES = "Resources"


class Objects:
    """A PDF in the making. Objects are numbered as they are added, so the same calls give the same bytes.

    Streams are deflated in a thread beside (zlib lets others run meanwhile), one after the other.
    """

    def __init__(self) -> None:
        self._document = CompactDocument()
        self._parent = self._document.number(self._document.Pages)
        self._resources_number = self._document.number(pdfdoc.PDFDictionary({}))
        self._digest = hashlib.sha256()
        self._packer = ThreadPoolExecutor(1)
        self._numbers = Numbers(3)

    def page(self, size: Size, content: str, trim: Box, bleed: Box | None = None) -> None:
        """Add a page; the boxes count from its top-left corner, y down."""
        paper = self._box(Box(0, 0, *size), size)
        text = (
            f"<</Type/Page/Parent {self._parent} 0 R/Resources {self._shared}/MediaBox{paper}/CropBox{paper}"
            f"/TrimBox{self._box(trim, size)}/Contents {self.stream({}, content.encode('latin-1'))}"
        )
        if bleed:
            text += f"/BleedBox{self._box(bleed, size)}"
        self._document.addPage(Verbatim(text.encode("ascii") + b">>"))

    def dictionary(self, entries: Mapping[str, object]) -> str:
        """Add a dictionary; return the reference to it."""
        return self._reference(pdfdoc.PDFDictionary(dict(entries)))

    def stream(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream, deflated; return the reference to it."""
        return self._reference(self._stream(entries, data))

    def packed(self, entries: Mapping[str, object], data: bytes) -> str:
        """Add a stream whose data is packed already, as its entries say; return the reference to it."""
        self._digest.update(data)
        return self._reference(self._packed(entries, data))

    def finish(self, resources: Resources, title: str, author: str, keywords: str, producer: str) -> bytes:
        """Add what the pages share, and return the whole file."""
        document = self._document
        shared = pdfdoc.PDFDictionary(self._resources(resources))
        document.Reference(shared, _RESOURCES)
        about = {"Title": title, "Author": author, "Keywords": keywords, "Producer": producer}
        document.info = pdfdoc.PDFDictionary({k: pdfdoc.PDFString(v) for k, v in about.items() if v})
        self._digest.update(repr(about).encode())
        number = self._digest.hexdigest()[:32]
        document._ID = f"[<{number}><{number}>]".encode()
        return bytes(document.format())

    def _resources(self, resources: Resources) -> dict[str, object]:
        drawings = {name: self._drawing(drawing) for drawing, name in resources.drawings.items()}
        images = {name: image_object(image, self) for image, name in resources.images.items()}
        patterns = {name: gradient_object(gradient, self) for gradient, name in resources.gradients.items()}
        states = {name: self._state(state, drawings) for state, name in resources.states.items()}
        fonts = {use.name: font_object(use, self) for use in resources.fonts.values()}
        kinds = {"XObject": drawings | images, "Pattern": patterns, "ExtGState": states, "Font": fonts}
        return {kind: pdfdoc.PDFDictionary(names) for kind, names in kinds.items() if names}

    def _drawing(self, drawing: Drawing) -> str:
        box = drawing.box
        edges = " ".join(self._number[edge] for edge in (box.x, box.y, box.right, box.bottom))
        entries = {"Type": "/XObject", "Subtype": "/Form", "BBox": f"[{edges}]", "Resources": self._shared}
        if drawing.group:
            entries["Group"] = f"<</S/Transparency/CS/{drawing.group}>>"
        return self.stream(entries, drawing.content.encode("latin-1"))

    def _state(self, state: State, drawings: Mapping[str, object]) -> str:
        text = f"<</ca {self._number[state.fill]}/CA {self._number[state.stroke]}"
        if state.mask:
            text += f"/SMask<</S/Luminosity/G {drawings[state.mask]}>>"
        return text + ">>"

    def _box(self, box: Box, size: Size) -> str:
        """A box as PDF has it: left, bottom, right and top from the page's bottom-left corner."""
        edges = box.x, size.height - box.bottom, box.right, size.height - box.y
        return f"[{' '.join(self._number[edge] for edge in edges)}]"

    def _stream(self, entries: Mapping[str, object], data: bytes) -> Any:
        """A stream whose data is told to the digest before it is deflated, so that zlib's version has no say."""
        self._digest.update(data)
        return self._packed({"Filter": "/FlateDecode", **entries}, zlib.compress(data, LEVEL))

    def _packed(self, entries: Mapping[str, object], data: bytes) -> Any:
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(dict(entries)), data)

    def _reference(self, thing: Any) -> str:
        name = self._document.Reference(thing).name
        return "%d %d R" % self._document.idToObjectNumberAndVersion[name]  # noqa: UP031
