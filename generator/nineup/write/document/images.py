"""Images as PDF objects: JPEG data is copied, samples are compressed with PNG predictors."""

import io
import struct

from nineup.model.drawing import Image
from nineup.write.document.objects import ObjectWriter

_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
_MODES = {1: "L", 3: "RGB", 4: "RGBA"}
"""Pillow's mode for a number of channels; CMYK samples are treated as RGBA."""


def image_object(image: Image, objects: ObjectWriter) -> str:
    """Add an image, with its alpha channel as a separate mask; return a reference to it."""
    entries = _entries(image, image.channels)
    if image.alpha:
        entries["SMask"] = _samples(image, 1, image.alpha, objects)
    if image.encoding != "jpeg":
        return _samples(image, image.channels, image.data, objects, entries)
    entries["Filter"] = "/DCTDecode"
    if image.channels == 4 and _has_adobe_marker(image.data):
        entries["Decode"] = "[1 0 1 0 1 0 1 0]"
    return objects.encoded_stream(entries, image.data)


def png_compressed(data: bytes, width: int, height: int, channels: int) -> bytes:
    """Samples as zlib-compressed rows, each with the PNG filter that suits it best (predictor 15)."""
    from PIL import Image as Pillow

    png = io.BytesIO()
    Pillow.frombytes(_MODES[channels], (width, height), data).save(png, "PNG", compress_level=6)
    return b"".join(data for kind, data in _chunks(png.getvalue()) if kind == b"IDAT")


def _chunks(png: bytes) -> "list[tuple[bytes, bytes]]":
    chunks, at = [], 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += 12 + length
    return chunks


def _samples(
    image: Image, channels: int, data: bytes, objects: ObjectWriter, entries: dict[str, object] | None = None
) -> str:
    entries = entries or _entries(image, channels)
    entries["Filter"] = "/FlateDecode"
    entries["DecodeParms"] = f"<</Predictor 15/Colors {channels}/Columns {image.width}>>"
    return objects.encoded_stream(entries, png_compressed(data, image.width, image.height, channels))


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
