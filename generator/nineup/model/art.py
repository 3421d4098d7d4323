"""Pictures: reads and checks PNG, JPEG, WebP, GIF and BMP files for layouts."""

import hashlib
import io
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from nineup.base.project import ProjectError
from nineup.base.remembering import by_content
from nineup.model import png
from nineup.model.drawing import Image

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from nineup.base.store import Store

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

    An upright JPEG in grey or RGB is kept unchanged, and so are the compressed rows of an upright PNG with
    8-bit samples of grey or RGB that isn't interlaced; any other file is decoded to samples.
    """
    kind = kind_of(data)
    if not kind:
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


def kind_of(data: bytes) -> str:
    """`PNG`, `JPEG`, `GIF`, `WEBP` or `BMP` by how a file begins; empty for anything else."""
    return next((kind for start, kind in _KINDS.items() if data.startswith(start)), "")


class _Sound(msgspec.Struct, frozen=True):
    """A picture file that was read without a mistake, but for its pixels; as in `Image`."""

    digest: str
    width: int
    height: int
    encoding: Literal["jpeg", "png", "grey", "rgb", "cmyk"]
    channels: int
    is_veiled: bool


def image_in_file(read: Callable[[], bytes], path: str, store: "Store | None" = None) -> Image:
    """The picture that `read` returns, as by `read_image`, but without its pixels: they are read again when
    they are needed. With a `store`, what its file was found to be is kept there, and its pixels if they have
    to be converted. Raises ArtError, and what `read` raises.
    """
    data = read()
    sha256 = hashlib.sha256(data).digest()
    sound = by_content(store, ("picture",), sha256, kind=_Sound, make=lambda: _sound(read_image(data)))
    bare = Image(sound.digest, sound.width, sound.height, encoding=sound.encoding, channels=sound.channels)
    again = FileImage(bare, read, path, sha256=sha256, store=store)
    return msgspec.structs.replace(bare, read=again, is_veiled=sound.is_veiled)


def _sound(image: Image) -> _Sound:
    return _Sound(
        image.digest,
        image.width,
        image.height,
        encoding=image.encoding,
        channels=image.channels,
        is_veiled=bool(image.alpha),
    )


class Rows(msgspec.Struct, frozen=True):
    """The samples of a picture as zlib-compressed rows, each with the PNG filter that suits it best."""

    colours: bytes
    alpha: bytes
    """Empty for an opaque picture."""


def rows_of(image: Image) -> Rows:
    """The rows of a picture whose samples are here."""
    alpha = _compressed(image.alpha, image, 1) if image.alpha else b""
    return Rows(_compressed(image.data, image, image.channels), alpha)


def _compressed(data: bytes, image: Image, channels: int) -> bytes:
    from PIL import Image as Pillow

    file = io.BytesIO()
    mode = {1: "L", 3: "RGB", 4: "RGBA"}[channels]  # CMYK samples are treated as RGBA.
    Pillow.frombytes(mode, (image.width, image.height), data).save(file, "PNG", compress_level=6)
    return png.rows_of(file.getvalue())


class FileImage(msgspec.Struct, frozen=True):
    """Reads a file's picture again. Picklable if `read` is, so that copies of a process can pass it on."""

    image: Image
    read: Callable[[], bytes]
    path: str
    sha256: bytes
    store: "Store | None" = None

    def rows(self) -> Rows:
        """The rows of a picture that was decoded, made or kept. Raises ProjectError as `Image.loaded`."""
        data = self._read()
        return by_content(
            self.store, ("rows",), self.sha256, kind=Rows, make=lambda: rows_of(read_image(data))
        )

    def _read(self) -> bytes:
        data = self.read()
        # The picture of before is in the record of the print, and only that one was looked at for damage.
        if hashlib.sha256(data).digest() != self.sha256:
            raise ProjectError(f"`{self.path}` was changed while it was printed; run the command again")
        return data

    def __call__(self) -> Image:
        data = self._read()
        if self.image.encoding == "jpeg":
            return msgspec.structs.replace(self.image, data=data)
        if self.image.encoding == "png":
            return msgspec.structs.replace(self.image, data=png.rows_of(data))
        return read_image(data)


def changed_image(
    image: Image, name: str, change: Callable[[Image], Image], channels: int, *, keeps_alpha: bool = True
) -> Image:
    """A picture after a change of its samples to so many channels, which is made whenever the pixels are
    needed.

    `name` tells the changes of a picture apart; a change that doesn't keep its alpha channel makes it opaque.
    """
    encodings: dict[int, Literal["grey", "rgb", "cmyk"]] = {1: "grey", 3: "rgb", 4: "cmyk"}
    return Image(
        f"{image.digest}-{name}",
        image.width,
        image.height,
        encoding=encodings[channels],
        channels=channels,
        read=lambda: change(image.loaded()),
        is_veiled=keeps_alpha and not image.is_opaque,
    )


def scaled_image(image: Image, width: int, height: int) -> Image:
    """A picture in fewer pixels (Lanczos), which is made whenever the pixels are needed; a JPEG stays one."""
    encoding: Literal["jpeg", "grey", "rgb"] = "rgb" if image.channels == 3 else "grey"
    if image.encoding == "jpeg":
        encoding = "jpeg"
    return Image(
        f"{image.digest}-{width}x{height}",
        width,
        height,
        encoding=encoding,
        channels=image.channels,
        read=_ScaledImage(image, width, height, encoding=encoding),
        is_veiled=not image.is_opaque,
    )


_QUALITY = 92
"""Of a JPEG that is scaled: nothing of it is seen in print."""


class _ScaledImage(msgspec.Struct, frozen=True):
    """Scales a picture, which is read for that. Picklable if the picture is."""

    image: Image
    width: int
    height: int
    encoding: Literal["jpeg", "grey", "rgb"]

    def __call__(self) -> Image:
        from PIL import Image as Pillow

        loaded = self.image.loaded()
        pixels, size = pixels_of(loaded), (self.width, self.height)
        alpha = b""
        if loaded.alpha:
            pixels = pixels.convert("RGB")
            pixels.putalpha(Pillow.frombytes("L", pixels.size, loaded.alpha))
            # With the color of each pixel weighted by its opacity: what is invisible has some color, too,
            # which would be seen as a fringe.
            pixels = pixels.convert("RGBa").resize(size, Pillow.Resampling.LANCZOS).convert("RGBA")
            alpha = pixels.getchannel("A").tobytes()
            pixels = pixels.convert("L" if loaded.channels == 1 else "RGB")
        else:
            pixels = pixels.resize(size, Pillow.Resampling.LANCZOS)
        if self.encoding == "jpeg":
            out = io.BytesIO()
            pixels.save(out, "JPEG", quality=_QUALITY, subsampling=0)
            return _image(pixels, "jpeg", loaded.channels, data=out.getvalue(), alpha=b"")
        return image_of(pixels, alpha)


def _read(data: bytes, kind: str) -> Image:
    from PIL import Image as Pillow

    picture = Pillow.open(io.BytesIO(data), formats=[kind])
    _refuse_large(picture)
    if kind == "PNG" and (rows := _sound_rows(picture, data)):
        return _image(picture, "png", rows.channels, data=rows.data, alpha=b"")
    # Decoded completely, so that damage is reported here instead of being printed.
    picture.load()
    orientation = _orientation(picture)
    if kind == "JPEG" and picture.mode in ("L", "RGB") and orientation == _UPRIGHT:
        return _image(picture, "jpeg", len(picture.getbands()), data=data, alpha=b"")
    return _decode(picture, orientation)


def _refuse_large(picture: "Picture") -> None:
    width, height = picture.size
    if width * height > PIXELS:
        raise ArtError(
            f"has {width} × {height} pixels, which is more than {PIXELS // 1_000_000} million",
            "scale it down; 600 pixels per inch are enough",
        )


def _sound_rows(picture: "Picture", data: bytes) -> png.Pixels | None:
    """The rows of a PNG that can be printed as they are; None if it has to be decoded."""
    if not _has_samples(picture, data):
        raise ArtError("is damaged: most of its pixels are missing", "save it or copy it again")
    try:
        rows = png.pixels(data)
    except png.DamagedError as error:
        raise ArtError(f"is damaged: {error}", "save it or copy it again") from None
    # Pillow decodes the picture to find out: the chunk may also come after the pixels.
    return rows if rows and (not rows.says_more or _orientation(picture) == _UPRIGHT) else None


def _has_samples(picture: "Picture", data: bytes) -> bool:
    """Whether a PNG file is large enough to hold the samples that its header promises; Pillow fills in
    missing ones with black.
    """
    least_bits = {"RGB": 24, "RGBA": 32, "LA": 16}.get(picture.mode, 1)  # Pillow opens 2-bit grey as L, too.
    return picture.height * (picture.width * least_bits // 8) <= len(data) * _DEFLATED


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
    return _image(picture, "grey" if grey else "rgb", 1 if grey else 3, data=picture.tobytes(), alpha=alpha)


def _has_16_bits(picture: "Picture") -> bool:
    """Whether a picture has 16-bit grey samples."""
    return picture.mode in ("I", "I;16", "I;16B", "I;16L")


def pixels_of(image: Image) -> "Picture":
    """The samples of an image as a picture of Pillow, in L, RGB or CMYK, without its alpha channel.

    Raises ProjectError as `Image.loaded` does.
    """
    from PIL import Image as Pillow

    image = image.loaded()
    if image.encoding == "jpeg":
        return Pillow.open(io.BytesIO(image.data), formats=["JPEG"])
    if image.encoding == "png":
        return Pillow.open(io.BytesIO(png_of(image)), formats=["PNG"])
    mode = {1: "L", 3: "RGB", 4: "CMYK"}[image.channels]
    return Pillow.frombytes(mode, (image.width, image.height), image.data)


def png_of(image: Image) -> bytes:
    """The PNG file of an image in that encoding, whose pixels are here, without anything about its
    colours.
    """
    return png.file_of(image.width, image.height, image.channels, data=image.data)


def image_of(picture: "Picture", alpha: bytes = b"") -> Image:
    """A picture of Pillow in L, RGB or CMYK as an image, with samples of its opacity."""
    encodings: dict[str, tuple[Literal["grey", "rgb", "cmyk"], int]]
    encodings = {"L": ("grey", 1), "RGB": ("rgb", 3), "CMYK": ("cmyk", 4)}
    return _image(picture, *encodings[picture.mode], picture.tobytes(), alpha)


def _image(
    picture: "Picture",
    encoding: Literal["jpeg", "png", "grey", "rgb", "cmyk"],
    channels: int,
    data: bytes,
    alpha: bytes,
) -> Image:
    head = f"{encoding} {picture.width} {picture.height} {channels} {len(data)} ".encode()
    digest = hashlib.sha256(head)
    digest.update(data)
    digest.update(alpha)
    return Image(
        digest.hexdigest()[:16],
        picture.width,
        picture.height,
        encoding=encoding,
        channels=channels,
        data=data,
        alpha=alpha,
    )
