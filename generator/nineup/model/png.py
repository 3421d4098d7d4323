"""PNG files whose compressed pixels can go into a PDF as they are, proved sound without being held decoded.

PDF reads what a PNG's IDAT chunks hold: a zlib stream of rows, each after a byte that names its filter. So a
picture with 8-bit grey or RGB samples needs no decoding. But no reader of the PDF would report damage, and
each would show something else: the stream is inflated here, 64 KB at a time, and must end where the last row
does. Of a picture of 2 × 1 pixels in RGB, it holds seven bytes: 00 R G B R G B.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

SIGNATURE = b"\x89PNG\r\n\x1a\n"

_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""The number of samples of a pixel by the type of color."""

_PASSES = ((0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2))
"""Of the passes of an interlaced picture, the first column and the step to the next one, and the same of
rows.
"""

_ALTERING = (b"PLTE", b"tRNS", b"acTL", b"CgBI")
"""The chunks that make a picture more than its samples."""

_ABOUT = (b"eXIf", b"tEXt", b"zTXt", b"iTXt")
"""The chunks in which a picture may say how it is to be rotated."""

_FILTERS = bytes(range(5))

_PORTION = 1 << 16
"""The number of inflated bytes that are in memory at a time."""


class DamagedError(Exception):
    """A PNG whose pixels aren't what was saved; the message says what is wrong."""


class Pixels(NamedTuple):
    """The compressed rows of a PNG, as they can go into a PDF: 8-bit samples of 1 (grey) or 3 channels
    (RGB).
    """

    channels: int
    data: bytes
    says_more: bool
    """Whether there is text or EXIF in the file, which may ask for the picture to be rotated."""


class _Head(NamedTuple):
    """The IHDR chunk (PNG, 11.2.1)."""

    width: int
    height: int
    depth: int
    kind: int
    compression: int
    filters: int
    interlaced: int

    def rows(self) -> Iterator[tuple[int, int]]:
        """The number of rows of each pass, and the number of bytes of each of its rows, with that of the
        filter.
        """
        bits = _CHANNELS[self.kind] * self.depth
        for left, across, top, down in _PASSES if self.interlaced else ((0, 1, 0, 1),):
            width, height = -(-(self.width - left) // across), -(-(self.height - top) // down)
            if width > 0 and height > 0:
                yield height, 1 + (width * bits + 7) // 8


def pixels(png: bytes) -> Pixels | None:
    """The compressed rows of a PNG if they are sound and need no decoding; None if a decoder has to look at
    the file.

    Raises DamagedError for pixels that are missing, or whose checksum is wrong, which decoders may not
    report.
    """
    head: _Head | None = None
    data = bytearray()
    says_more = is_plain = ended = False
    for kind, body, is_sound in _chunks(png):
        if head is None:
            if kind != b"IHDR" or len(body) != 13:
                return None
            head = _Head(*struct.unpack(">IIBBBBB", body))
            is_plain = head[2:] in ((8, 0, 0, 0, 0), (8, 2, 0, 0, 0)) and head.width > 0 < head.height
        elif kind == b"IDAT":
            if not is_sound:
                raise DamagedError("the checksum of its pixels is wrong")
            is_plain = is_plain and not ended
            data += body
        elif kind == b"IEND":
            is_plain = is_plain and bool(data)
            break
        ended = bool(data) and kind != b"IDAT"
        is_plain = is_plain and is_sound and kind not in _ALTERING
        says_more = says_more or kind in _ABOUT
    else:
        is_plain = False
    if head is None or head.kind not in _CHANNELS or not _is_whole(head, data) or not is_plain:
        return None
    return Pixels(_CHANNELS[head.kind], bytes(data), says_more)


def rows_of(png: bytes) -> bytes:
    """The compressed rows of a PNG that is known to be sound."""
    return b"".join(body for kind, body, _ in _chunks(png) if kind == b"IDAT")


def file_of(width: int, height: int, channels: int, data: bytes) -> bytes:
    """A PNG file of compressed rows as in `Pixels`, and nothing else."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0 if channels == 1 else 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def _chunks(png: bytes) -> Iterator[tuple[bytes, memoryview, bool]]:
    """The kind and content of each complete chunk, and whether its checksum is right."""
    view, at = memoryview(png), len(SIGNATURE)
    while at + 12 <= len(png):
        end = at + 8 + int.from_bytes(view[at : at + 4], "big")
        if end + 4 > len(png):
            return
        is_sound = zlib.crc32(view[at + 4 : end]) == int.from_bytes(view[end : end + 4], "big")
        yield bytes(view[at + 4 : at + 8]), view[at + 8 : end], is_sound
        at = end + 4


def _is_whole(head: _Head, data: bytearray) -> bool:
    """Whether a stream is exactly the rows of a picture. Raises DamagedError if it ends before the last
    one.
    """
    expected = sum(height * stride for height, stride in head.rows())
    _, stride = next(head.rows(), (0, 1))
    inflating = zlib.decompressobj()
    total = 0
    try:
        for portion in _inflated(inflating, data):
            # A row's first byte names its filter. Passes have rows of several lengths, and are decoded
            # anyway.
            if not head.interlaced and portion[-total % stride :: stride].translate(None, _FILTERS):
                return False
            total += len(portion)
            if total > expected:
                return False
    except zlib.error:
        return False
    if inflating.eof and total < expected:
        raise DamagedError("some of its pixels are missing")
    return inflating.eof and not inflating.unused_data


def _inflated(inflating: "zlib._Decompress", data: bytearray) -> Iterator[bytes]:
    """The bytes of a stream, a portion at a time. Raises zlib.error, also if there is something behind its
    end.
    """
    for start in range(0, len(data), _PORTION):
        if inflating.eof:
            raise zlib.error("the stream ends too early")
        rest: bytes | bytearray = data[start : start + _PORTION]
        while rest and not inflating.eof:
            yield inflating.decompress(rest, _PORTION)
            rest = inflating.unconsumed_tail
    while not inflating.eof and (portion := inflating.decompress(b"", _PORTION)):
        yield portion
