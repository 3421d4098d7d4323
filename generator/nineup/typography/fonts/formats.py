"""Converts font files (collections, variable fonts, WOFF) to the bytes of one static font."""

import struct
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
import uharfbuzz as hb

from nineup.base.units import file_size
from nineup.typography.fonts.font_file import FontError

COLLECTIONS = (".ttc", ".otc")
COMPRESSED = (".woff", ".woff2")

_LARGEST = 64_000_000
"""The largest number of bytes of a decompressed font."""

_MOST_MEMBERS = 200
"""The largest number of fonts in a collection."""


_MOST_INSTANCES = 500


class FontAxis(msgspec.Struct, frozen=True):
    """An axis of a variable font, in its own units."""

    tag: str
    least: float
    most: float


class FontSource(NamedTuple):
    """The source of a font: a file, its index in a collection (from 0), and its position on the axes,
    if any.
    """

    path: str
    member: int = 0
    axes: tuple[tuple[str, float], ...] = ()
    name: str = ""
    """Its name; empty for the name of the file."""
    slant: float = 0.0
    """The angle by which its letters are slanted, in degrees."""


class CollectionFont(msgspec.Struct, frozen=True):
    """A font of a collection, by its own names."""

    family: str
    weight: int
    italic: bool


def static_font(data: bytes, source: FontSource) -> bytes:
    """The bytes of a static, uncompressed font. Raises FontError with a message for the user."""
    if data[:4] != b"ttcf" and b"fvar" not in data[:1024]:
        return data
    face = hb.Face(data, source.member)
    if not face.glyph_count:
        raise FontError(f"`{source.path}` is not a font file, or is damaged")
    known = {axis.tag: axis for axis in axes(face, source.path)}
    if not known:
        return _apart(face, data, source.path)
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    for tag, axis in known.items():
        value = dict(source.axes).get(tag)
        if value is None:
            wanted.pin_axis_to_default(face, tag)
        else:
            wanted.pin_axis_location(face, tag, min(axis.most, max(axis.least, value)))
    try:
        return bytes(hb.subset(face, wanted).blob.data)
    except RuntimeError as error:
        raise FontError(f"`{source.path}` can't be made static, or is damaged") from error


def _apart(face: hb.Face, data: bytes, path: str) -> bytes:
    """A font of a collection as a separate font, with unchanged tables and without their checksums (OpenType
    1.9, Table Directory). Raises FontError.

    HarfBuzz would take twenty times the memory and time for a font of 16 MB.
    """
    begin = (
        int.from_bytes(data[12 + 4 * face.index : 16 + 4 * face.index], "big") if data[:4] == b"ttcf" else 0
    )
    tables: list[tuple[str, bytes]] = []
    size = 0
    for tag in sorted(face.table_tags):
        if not tag.isascii():
            raise FontError(f"`{path}` is not a font file, or is damaged")
        table = bytes(face.reference_table(tag).data or b"")
        size += len(table)
        if size > _LARGEST:  # Many tables may be in the same place.
            raise FontError(f"`{path}` has a font that is larger than {file_size(_LARGEST)}")
        tables.append((tag, table))
    power = 1 << max(0, len(tables).bit_length() - 1)
    head = struct.pack(
        ">4s4H",
        data[begin : begin + 4],
        len(tables),
        16 * power,
        power.bit_length() - 1,
        16 * (len(tables) - power),
    )
    at = len(head) + 16 * len(tables)
    directory: list[bytes] = []
    for tag, table in tables:
        directory.append(struct.pack(">4sIII", tag.encode("ascii"), 0, at, len(table)))
        at += len(table) + -len(table) % 4
    return b"".join(
        (head, *directory, *[each for _, table in tables for each in (table, bytes(-len(table) % 4))])
    )


def axes(face: hb.Face, path: str) -> list[FontAxis]:
    """The axes of a font; none if it doesn't vary. Raises FontError."""
    try:
        if "fvar" not in face.table_tags:
            return []
        return [FontAxis(info.tag, info.min_value, info.max_value) for info in face.axis_infos]
    except UnicodeDecodeError as error:
        raise FontError(f"`{path}` is not a font file, or is damaged") from error


class NamedInstance(msgspec.Struct, frozen=True):
    """A style of a variable font that its maker has named, and its places on the axes."""

    name: str
    axes: tuple[tuple[str, float], ...]


def instances_of(data: bytes, path: str) -> list[NamedInstance]:
    """The named styles of a variable font. Raises FontError."""
    face = hb.Face(data)
    tags = [axis.tag for axis in axes(face, path)]
    return [
        NamedInstance(
            face.get_name(each.subfamily_name_id) or "",
            tuple((tag, float(at)) for tag, at in zip(tags, each.design_coords, strict=False)),
        )
        for each in (face.named_instances if tags else ())
    ][:_MOST_INSTANCES]


def axes_of(data: bytes, path: str) -> dict[str, FontAxis]:
    """The axes of a font file by their tags. Raises FontError."""
    return {axis.tag: axis for axis in axes(hb.Face(data), path)}


def members(data: bytes, path: str) -> list[CollectionFont]:
    """The fonts of a collection in order. Raises FontError."""
    if int.from_bytes(data[8:12], "big") > _MOST_MEMBERS:
        raise FontError(f"`{path}` has more than {_MOST_MEMBERS} fonts", "extract those that you need")
    fonts = []
    for index in range(hb.Face(data).count):
        fonts.append(font_of_face(hb.Face(data, index)))
    return fonts


def font_of_face(face: hb.Face) -> CollectionFont:
    """A font by its own names; its weight in whole hundreds."""
    names = hb.OTNameIdPredefined
    family = face.get_name(names.TYPOGRAPHIC_FAMILY) or face.get_name(names.FONT_FAMILY) or ""
    table = bytes(face.reference_table("OS/2").data or b"").ljust(64, b"\0")
    weight = min(900, max(100, round(int.from_bytes(table[4:6], "big") / 100) * 100))
    return CollectionFont(family, weight, bool(table[63] & 1))


def sheared(data: bytes, path: str, degrees: float, glyphs: Collection[int]) -> bytes:
    """A static font with some glyphs slanted to the right. Raises FontError."""
    from nineup.typography.fonts.slanting import slanted_font

    with _damage_reported(path):
        return slanted_font(data, degrees, glyphs)


def decompressed(data: bytes, path: str) -> bytes:
    """A font file without the compression of web formats. Raises FontError."""
    if data[:4] not in (b"wOFF", b"wOF2"):
        return data
    from io import BytesIO

    from fontTools.ttLib import TTFont

    from nineup.typography.fonts.unpacking import unpacked_size

    out = BytesIO()
    with _damage_reported(path):
        if unpacked_size(data, _LARGEST) > _LARGEST:
            raise FontError(f"`{path}` is larger than {file_size(_LARGEST)}")
        font = TTFont(BytesIO(data), recalcTimestamp=False)
        font.flavor = None
        font.save(out, reorderTables=None)
    return out.getvalue()


@contextmanager
def _damage_reported(path: str) -> Iterator[None]:
    """Converts whatever fontTools raises for a damaged font to a FontError: its exceptions have no common
    class.
    """
    import logging

    logging.getLogger("fontTools").addHandler(
        logging.NullHandler()
    )  # Otherwise it prints warnings to stderr.
    try:
        yield
    except (FontError, MemoryError):
        raise
    except Exception as error:
        raise FontError(f"`{path}` is not a font file, or is damaged") from error
