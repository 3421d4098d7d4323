"""Determines the decompressed size of a web font (WOFF, WOFF2) without decompressing more than that."""

import struct
import zlib

import brotli

_BROTLI_STEP = 1 << 20
_HEAD_OF_WOFF = 44
_HEAD_OF_WOFF2 = 48
_OWN_TAG = 63
_GLYPHS = (10, 11)
"""The numbers of the tables `glyf` and `loca`, which are transformed unless their flags say otherwise."""


def unpacked_size(data: bytes, most: int) -> int:
    """The bytes of all tables of a WOFF or WOFF2 file, counted up to a little beyond `most`.

    Raises struct.error, IndexError, zlib.error and brotli.error for damaged files.
    """
    return _woff2(data, most) if data[:4] == b"wOF2" else _woff(data, most)


def _woff(data: bytes, most: int) -> int:
    (count,) = struct.unpack_from(">H", data, 12)
    size = 0
    for at in range(_HEAD_OF_WOFF, _HEAD_OF_WOFF + 20 * count, 20):
        offset, packed, stated = struct.unpack_from(">3L", data, at + 4)
        if packed >= stated:
            size += packed
        else:
            unpacker = zlib.decompressobj()
            size += len(unpacker.decompress(data[offset : offset + packed], stated + 1))
            size += most + 1 if unpacker.unconsumed_tail else 0  # It has more than it declares.
        if size > most:
            break
    return size


def _woff2(data: bytes, most: int) -> int:
    (packed,) = struct.unpack_from(">L", data, 20)
    start = _end_of_directory(data)
    unpacker = brotli.Decompressor()
    size = len(unpacker.process(data[start : start + packed], output_buffer_limit=_BROTLI_STEP))
    while not unpacker.is_finished() and size <= most:
        more = len(unpacker.process(b"", output_buffer_limit=_BROTLI_STEP))
        if not more:
            break
        size += more
    return size


def _end_of_directory(data: bytes) -> int:
    """The offset of the compressed tables."""
    (count,) = struct.unpack_from(">H", data, 12)
    at = _HEAD_OF_WOFF2
    for _ in range(count):
        number, version = data[at] & _OWN_TAG, data[at] >> 6
        at += 5 if number == _OWN_TAG else 1
        is_transformed = version != 3 if number in _GLYPHS else version != 0
        for _ in range(1 + is_transformed):
            while data[at] & 0x80:
                at += 1
            at += 1
    return at
