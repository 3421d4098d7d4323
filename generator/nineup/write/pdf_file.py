"""A PDF file in the making: pages as they come, then the resources that they share."""

from collections.abc import Mapping, Sequence

from nineup.geometry import Box, Size
from nineup.write.deflate import Deflate, deflate
from nineup.write.numbers import Numbers
from nineup.write.pdf_compact import EncodedObject
from nineup.write.pdf_fonts import font_object
from nineup.write.pdf_gradients import gradient_object
from nineup.write.pdf_images import image_object
from nineup.write.pdf_objects import ObjectWriter
from nineup.write.references import FormObject, Shading, State, TilePattern
from nineup.write.reportlab_guard import pdfdoc
from nineup.write.resources import Resources


class PdfFile(ObjectWriter):
    """Pages first, then `finish`: by then, every glyph that a font needs is known."""

    def __init__(self, deflate: Deflate = deflate) -> None:
        super().__init__(deflate)
        self._parent = self.reference(self.document.Pages)
        self._shared = pdfdoc.PDFDictionary({})
        self._resources = self.reference(self._shared)
        self._numbers = Numbers(3)
        self._finer = Numbers(6)

    def page(
        self,
        size: Size,
        content: str,
        trim: Box,
        bleed: Box | None = None,
        annotations: Sequence[object] = (),
    ) -> None:
        """Add a page. Boxes are in points from the top-left corner, y down; `annotations` are references."""
        paper = self._box(Box(0, 0, *size), size)
        text = (
            f"<</Type/Page/Parent {self._parent}/Resources {self._resources}/MediaBox{paper}/CropBox{paper}"
            f"/TrimBox{self._box(trim, size)}/Contents {self.stream({}, content.encode('latin-1'))}"
        )
        if bleed:
            text += f"/BleedBox{self._box(bleed, size)}"
        if annotations:
            text += "/Annots" + pdfdoc.PDFArray(list(annotations)).format(self.document).decode("ascii")
        self.document.addPage(EncodedObject(text.encode("ascii") + b">>"))

    def finish(self, resources: Resources, about: Mapping[str, str]) -> bytes:
        """Add the shared resources and the document information; return the whole file."""
        self._shared.dict.update(self._by_kind(resources))
        self.document.info = pdfdoc.PDFDictionary({k: pdfdoc.PDFString(v) for k, v in about.items() if v})
        return self.document.format()

    def _by_kind(self, resources: Resources) -> dict[str, object]:
        drawings = {name: self._drawing(drawing) for drawing, name in resources.drawings.items()}
        images = {name: image_object(image, self) for name, image in resources.images.values()}
        patterns = {name: self._pattern(paint) for paint, name in resources.gradients.items()}
        states = {name: self._state(state, drawings) for state, name in resources.states.items()}
        fonts = {use.name: font_object(use, self) for use in resources.fonts.values()}
        kinds = {"XObject": drawings | images, "Pattern": patterns, "ExtGState": states, "Font": fonts}
        return {kind: pdfdoc.PDFDictionary(names) for kind, names in kinds.items() if names}

    def _pattern(self, paint: Shading | TilePattern) -> str:
        if isinstance(paint, Shading):
            return gradient_object(paint, self)
        cell = paint.cell
        entries = {
            "Type": "/Pattern",
            "PatternType": 1,
            "PaintType": 1,
            "TilingType": 2,
            "BBox": self._array(cell.x, cell.y, cell.right, cell.bottom),
            "XStep": self._finer[cell.width],
            "YStep": self._finer[cell.height],
            "Matrix": f"[{' '.join([self._finer[factor] for factor in paint.matrix])}]",
            "Resources": self._resources,
        }
        return self.stream(entries, paint.content.encode("latin-1"))

    def _drawing(self, drawing: FormObject) -> str:
        box = drawing.box
        entries: dict[str, object] = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": self._array(box.x, box.y, box.right, box.bottom),
            "Resources": self._resources,
        }
        if drawing.group:
            entries["Group"] = f"<</S/Transparency/CS/{drawing.group}>>"
        return self.stream(entries, drawing.content.encode("latin-1"))

    def _state(self, state: State, drawings: Mapping[str, str]) -> str:
        text = f"<</ca {self._numbers[state.fill]}/CA {self._numbers[state.stroke]}"
        if state.mask:
            kind = "Alpha" if state.alpha else "Luminosity"
            text += f"/SMask<</S/{kind}/G {drawings[state.mask]}>>"
        if state.blend != "normal":
            text += f"/BM/{''.join(word.title() for word in state.blend.split('-'))}"
        return text + ">>"

    def _box(self, box: Box, size: Size) -> str:
        """A box as PDF has it: left, bottom, right and top, from the page's bottom-left corner."""
        return self._array(box.x, size.height - box.bottom, box.right, size.height - box.y)

    def _array(self, *numbers: float) -> str:
        return f"[{' '.join([self._numbers[number] for number in numbers])}]"
