"""A PDF file in the making: pages as they come, then the resources that they share."""

from collections.abc import Callable, Mapping, Set
from functools import partial
from typing import Any

from nineup.base.geometry import Box, Matrix, Size
from nineup.model.art import FileImage, Rows, rows_of
from nineup.model.drawing import Image, Spot
from nineup.write.document.canvas import PageCanvas
from nineup.write.document.compact import Portions, compact_portions
from nineup.write.document.deflate import DeflateEach, deflate_each
from nineup.write.document.fonts import font_object
from nineup.write.document.objects import LateData, ObjectWriter
from nineup.write.document.operators import Numbers, process
from nineup.write.document.references import FormObject, GraphicsState, Shading, TilePattern
from nineup.write.document.reportlab import pdfdoc
from nineup.write.document.resources import Resources

_KINDS = {"X": "XObject", "I": "XObject", "P": "Pattern", "G": "ExtGState", "F": "Font", "C": "ColorSpace"}
"""The kind of a resource by the first letter of its name."""

_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}


def image_object(image: Image, objects: ObjectWriter) -> str:
    """Add an image, with its alpha channel as a separate mask; return a reference to it.

    Pixels that aren't in memory are read, and compressed, when the image is written, one after the other.
    """
    entries = _entries(image, image.channels)
    halves = _Halves(image)
    if not image.is_opaque:
        entries["SMask"] = _added(objects, image, _entries(image, 1), make=halves.mask)
    return _added(objects, image, entries, make=halves.colours)


def _added(
    objects: ObjectWriter, image: Image, entries: dict[str, object], make: Callable[[], LateData]
) -> str:
    """Add a stream of an image."""
    if image.read:
        return objects.late_stream(entries, make, image.digest)
    late = make()
    return objects.encoded_stream({**entries, **late.entries}, late.data)


class _Halves:
    """The streams of a picture: first its mask, if it has one, then its colours, for which it is read
    once.
    """

    def __init__(self, image: Image) -> None:
        self._image = image
        self._read: Rows | None = None

    def mask(self) -> LateData:
        self._read = self._rows()
        return _rows(self._image, 1, self._read.alpha)

    def colours(self) -> LateData:
        if self._image.encoding not in ("jpeg", "png"):
            rows, self._read = self._read or self._rows(), None
            return _rows(self._image, self._image.channels, rows.colours)
        image = self._image.loaded()
        if image.encoding == "png":
            return _rows(image, image.channels, image.data)
        entries: dict[str, object] = {"Filter": "/DCTDecode"}
        if image.channels == 4 and _has_adobe_marker(image.data):
            entries["Decode"] = "[1 0 1 0 1 0 1 0]"
        return LateData(entries, image.data)

    def _rows(self) -> Rows:
        read = self._image.read
        return read.rows() if isinstance(read, FileImage) else rows_of(self._image.loaded())


def _rows(image: Image, channels: int, compressed: bytes) -> LateData:
    """Rows as in a PNG, compressed."""
    parameters = f"<</Predictor 15/Colors {channels}/Columns {image.width}>>"
    return LateData({"Filter": "/FlateDecode", "DecodeParms": parameters}, compressed)


def _entries(image: Image, channels: int) -> dict[str, object]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": image.width,
        "Height": image.height,
        "ColorSpace": _SPACES[channels],
        "BitsPerComponent": 8,
    }


def _has_adobe_marker(jpeg: bytes) -> bool:
    """Whether a JPEG has Adobe's APP14 marker: CMYK values in such files are inverted."""
    at = 2
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF and jpeg[at + 1] != 0xDA:
        if jpeg[at + 1] == 0xEE and jpeg[at + 4 : at + 9] == b"Adobe":
            return True
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return False


class PdfFile(ObjectWriter):
    """Pages first, then `finish`: by then, every glyph that a font needs is known."""

    def __init__(self, deflate_each: DeflateEach = deflate_each, canvas: PageCanvas | None = None) -> None:
        super().__init__(deflate_each, canvas)
        self._shared = pdfdoc.PDFDictionary({})
        self._resources = self.reference(self._shared)
        self._own: dict[frozenset[str], pdfdoc.PDFDictionary] = {}
        """The resources of forms and patterns, by their names; filled when all have their numbers."""
        self._numbers = Numbers(3)
        self._finer = Numbers(6)

    def page(self, size: Size, trim: Box | None = None, bleed: Box | None = None) -> Any:
        """Ends a page of the canvas; returns ReportLab's, which still lacks its `Contents`.

        Boxes are in points from the top-left corner, y down; without them they are the page.
        """
        page = self.canvas.end_page(size, trim, bleed)
        page.Resources = self._resources
        return page

    def face_page(self, size: Size, bleed: float, operators: str) -> None:
        """Adds a page with the operators of one face of a size, and a bleed around it."""
        box = Box(bleed, bleed, *size)
        around = box.outset(bleed)
        self.canvas.turn_over(around.height)
        self.canvas.place(Matrix.translation(bleed, bleed))
        self.canvas.addLiteral(operators)
        contents = self.contents(self.canvas.getCurrentPageContent())
        self.page(Size(around.width, around.height), box, around).Contents = contents

    def contents(self, operators: str) -> str:
        """A reference to a page's operators."""
        return self.stream({}, operators.encode("latin-1"))

    def finish(self, resources: Resources, about: Mapping[str, str]) -> Portions:
        """Adds the shared resources and the document information; returns the whole file. Portions with
        pictures raise ProjectError as `Image.loaded` does.
        """
        named = self._named(resources)
        for used, own in [(resources.on_pages, self._shared), *self._own.items()]:
            own.dict.update(_by_kind(named, used))
        self.document.info = pdfdoc.PDFDictionary(self.information(about))
        return self.written()

    def written(self) -> Portions:
        """The bytes of the document."""
        return Portions(partial(compact_portions, self.document))

    def information(self, about: Mapping[str, str]) -> dict[str, object]:
        """The entries of the document information."""
        return {key: pdfdoc.PDFString(text) for key, text in about.items() if text}

    def _named(self, resources: Resources) -> dict[str, str]:
        """Each resource by its name: a reference, or a whole object."""
        drawings = self._drawings(resources)
        images = {name: image_object(image, self) for name, image in resources.images.values()}
        patterns = {
            name: self._pattern(paint, resources.used.get(name, frozenset()))
            for paint, name in resources.gradients.items()
        }
        states = {name: self._state(state, drawings) for state, name in resources.states.items()}
        fonts = {use.name: font_object(use, self) for use in resources.fonts.values()}
        inks = {name: _separation(spot) for spot, name in resources.inks.items()}
        return drawings | images | patterns | states | fonts | inks

    def _own_resources(self, used: frozenset[str]) -> str:
        """A dictionary of these resources, or a reference to it."""
        if not used:
            return "<<>>"
        return self.reference(self._own.setdefault(used, pdfdoc.PDFDictionary({})))

    def _pattern(self, paint: Shading | TilePattern, used: frozenset[str]) -> str:
        if isinstance(paint, Shading):
            from nineup.write.document.gradients import gradient_object

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
            "Resources": self._own_resources(used),
        }
        return self.stream(entries, paint.content.encode("latin-1"))

    def _drawings(self, resources: Resources) -> dict[str, str]:
        """The drawings by their names."""
        contents = list(resources.drawings)
        streams = self.compressed(lambda number: contents[number].content.encode("latin-1"), len(contents))
        return {
            name: self._drawing(drawing, data, resources.used[name])
            for (drawing, name), data in zip(resources.drawings.items(), streams, strict=True)
        }

    def _drawing(self, drawing: FormObject, data: bytes, used: frozenset[str]) -> str:
        box = drawing.box
        form = pdfdoc.PDFFormXObject(*[round(edge, 3) for edge in (box.x, box.y, box.right, box.bottom)])
        form.Resources = self._own_resources(used)
        entries = {"Filter": "/FlateDecode"}
        if drawing.group:
            entries["Group"] = f"<</S/Transparency/CS/{drawing.group}>>"
        form.Contents = self.encoded(entries, data)
        return self.reference(form)

    def _state(self, state: GraphicsState, drawings: Mapping[str, str]) -> str:
        is_opaque = state.fill == state.stroke == 1
        # PDF 1.3 has no opacities, but overprinting.
        text = "<<"
        if not (state.overprint and is_opaque):
            text += f"/ca {self._numbers[state.fill]}/CA {self._numbers[state.stroke]}"
        if state.mask:
            kind = "Alpha" if state.alpha else "Luminosity"
            text += f"/SMask<</S/{kind}/G {drawings[state.mask]}>>"
        if state.blend != "normal":
            text += f"/BM/{''.join(word.title() for word in state.blend.split('-'))}"
        if state.letters_apart:
            text += "/TK false"
        if state.overprint:
            text += "/OP true/op true/OPM 1"
        return text + ">>"

    def _array(self, *numbers: float) -> str:
        return f"[{' '.join([self._numbers[number] for number in numbers])}]"


def _by_kind(named: Mapping[str, str], used: Set[str]) -> dict[str, object]:
    """The entries of a resource dictionary with the names used."""
    kinds: dict[str, dict[str, str]] = {}
    for name in sorted(used & named.keys(), key=lambda name: (name[0], int(name[1:]))):
        kinds.setdefault(_KINDS[name[0]], {})[name] = named[name]
    return {kind: pdfdoc.PDFDictionary(names) for kind, names in kinds.items()}


def _separation(spot: Spot) -> str:
    """The colour space of a spot ink, from no ink to all of it."""
    number = Numbers(4)
    full = " ".join(number[amount] for amount in process(spot))
    tint = f"<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[{full}]>>"
    return f"[/Separation {_name(spot.name)}/DeviceCMYK {tint}]"


def _name(text: str) -> str:
    """A PDF name: anything but letters, digits and hyphens is written as its bytes (ISO 32000-1, 7.3.5)."""
    plain = b"-_."
    return "/" + "".join(
        chr(byte) if byte in plain or (chr(byte).isalnum() and byte < 128) else f"#{byte:02X}"
        for byte in text.encode()
    )
