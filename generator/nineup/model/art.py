"""Pictures: reads and checks PNG, JPEG, WebP, GIF and BMP files for layouts."""

import hashlib
import io
import warnings
from typing import TYPE_CHECKING, Literal

from nineup.model.drawing import Image

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

PIXELS = 64_000_000
"""The largest number of pixels of a picture: an A3 board at 500 dpi."""

_KINDS = {
    b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG", b"GIF87a": "GIF", b"GIF89a": "GIF",
    b"RIFF": "WEBP", b"BM": "BMP",
}  # fmt: skip
_DEFLATED = 1032
"""The largest number of bytes that deflate restores from one byte."""

_UPRIGHT = 1
_ORIENTATION = 0x0112


class ArtError(Exception):
    """A picture that can't be drawn. `message` continues the file's name; `hint` may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def read_image(data: bytes) -> Image:
    """The picture in a file (of an animated GIF, the first frame), rotated by its EXIF orientation. Raises
    ArtError.

    An upright JPEG in grey or RGB is kept unchanged; any other file is decoded to samples.
    """
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)
    if kind is None:
        raise ArtError("is not a PNG, JPEG, WebP, GIF or BMP", "save it as PNG or JPEG")
    from PIL import Image as Pillow
    from PIL import UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _read(data, kind)
    except (Pillow.DecompressionBombError, Pillow.DecompressionBombWarning):
        raise ArtError("has too many pixels", "scale it down; 600 pixels per inch are enough") from None
    except ArtError:
        raise
    except UnidentifiedImageError:
        raise ArtError(f"is not a valid {kind}", "save it again") from None
    except Exception as error:  # Pillow raises all kinds of exceptions for damaged files.
        words = str(error).rstrip(".") or type(error).__name__
        raise ArtError(f"is damaged: {words}", "save it or copy it again") from None


def _read(data: bytes, kind: str) -> Image:
    picture = _open(data, kind)
    orientation = _orientation(picture)
    if kind == "JPEG" and picture.mode in ("L", "RGB") and orientation == _UPRIGHT:
        return _image(picture, "jpeg", len(picture.getbands()), data, b"")
    return _decode(picture, orientation)


def _has_samples(picture: "Picture", data: bytes) -> bool:
    """Whether a PNG file is large enough to hold the samples that its header promises; Pillow fills in
    missing ones with black.
    """
    least_bits = {"RGB": 24, "RGBA": 32, "LA": 16}.get(picture.mode, 1)  # Pillow opens 2-bit grey as L, too.
    return picture.height * (picture.width * least_bits // 8) <= len(data) * _DEFLATED


def _open(data: bytes, kind: str) -> "Picture":
    """The picture, decoded completely so that damage is reported here instead of being printed."""
    from PIL import Image as Pillow

    picture = Pillow.open(io.BytesIO(data), formats=[kind])
    if picture.width * picture.height > PIXELS:
        raise ArtError(
            f"has {picture.width} × {picture.height} pixels, which is more than {PIXELS // 1_000_000} "
            "million",
            "scale it down; 600 pixels per inch are enough",
        )
    if kind == "PNG" and not _has_samples(picture, data):
        raise ArtError("is damaged: most of its pixels are missing", "save it or copy it again")
    picture.load()
    return picture


def _orientation(picture: "Picture") -> int:
    """The rotation of a picture, as an EXIF orientation; upright if it can't be read, as in browsers."""
    try:
        return int(picture.getexif().get(_ORIENTATION, _UPRIGHT))
    except Exception:  # Pillow raises all kinds of exceptions for damaged files.
        return _UPRIGHT


def _decode(picture: "Picture", orientation: int) -> Image:
    """A picture as 8-bit samples of grey or RGB, with its alpha channel separate."""
    if orientation != _UPRIGHT:
        from PIL import ImageOps

        ImageOps.exif_transpose(picture, in_place=True)
    if picture.mode.startswith("I"):
        picture = (
            picture.point(lambda sample: sample / 257).convert("L")
            if _has_16_bits(picture)
            else picture.convert("L")
        )
    elif picture.mode == "CMYK":
        picture = picture.convert("RGB")
    alpha = b""
    if "A" in picture.getbands() or "transparency" in picture.info:
        if picture.mode != "RGBA":
            picture = picture.convert("RGBA")
        channel = picture.getchannel("A")
        alpha = b"" if channel.getextrema() == (255, 255) else channel.tobytes()
        picture = picture.convert("RGB")
    grey = picture.mode in ("1", "L")
    if picture.mode != (mode := "L" if grey else "RGB"):
        picture = picture.convert(mode)
    return _image(picture, "grey" if grey else "rgb", 1 if grey else 3, picture.tobytes(), alpha)


def _has_16_bits(picture: "Picture") -> bool:
    """Whether a picture has 16-bit grey samples."""
    return picture.mode in ("I", "I;16", "I;16B", "I;16L")


def pixels_of(image: Image) -> "Picture":
    """The samples of an image as a picture of Pillow, in L, RGB or CMYK, without its alpha channel."""
    from PIL import Image as Pillow

    if image.encoding == "jpeg":
        return Pillow.open(io.BytesIO(image.data), formats=["JPEG"])
    mode = {1: "L", 3: "RGB", 4: "CMYK"}[image.channels]
    return Pillow.frombytes(mode, (image.width, image.height), image.data)


def image_of(picture: "Picture", alpha: bytes = b"") -> Image:
    """A picture of Pillow in L, RGB or CMYK as an image, with samples of its opacity."""
    encodings: dict[str, tuple[Literal["grey", "rgb", "cmyk"], int]]
    encodings = {"L": ("grey", 1), "RGB": ("rgb", 3), "CMYK": ("cmyk", 4)}
    return _image(picture, *encodings[picture.mode], picture.tobytes(), alpha)


def _image(
    picture: "Picture",
    encoding: Literal["jpeg", "grey", "rgb", "cmyk"],
    channels: int,
    data: bytes,
    alpha: bytes,
) -> Image:
    head = f"{encoding} {picture.width} {picture.height} {channels} {len(data)} ".encode()
    digest = hashlib.sha256(head)
    digest.update(data)
    digest.update(alpha)
    return Image(digest.hexdigest()[:16], picture.width, picture.height, encoding, channels, data, alpha)
