"""The properties of a font file, and whether it can be embedded."""

import re
import struct
from pathlib import PurePosixPath
from typing import Literal

import uharfbuzz as hb

from nineup.base.project import ProjectError

_RESTRICTED = 0x0002
"""The bit of OS/2 fsType that forbids embedding in documents."""


class FontError(ProjectError):
    """A font that is missing or unusable; the message is for the user."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def is_intact(data: bytes) -> bool:
    """Whether a file has a table directory, all tables end within the file, and the required ones are long
    enough.
    """
    count = int.from_bytes(data[4:6], "big")
    if not count or len(data) < 12 + 16 * count:
        return False
    lengths = {}
    for tag, _, offset, length in struct.iter_unpack(">4s3I", data[12 : 12 + 16 * count]):
        if not tag.isascii() or offset + length > len(data):
            return False
        lengths[tag] = length
    return all(lengths.get(tag, 0) >= shortest for tag, shortest in _SHORTEST.items())


_SHORTEST = {b"head": 54, b"hhea": 36, b"maxp": 6, b"hmtx": 4, b"cmap": 4}
"""The smallest length in bytes of the tables that every font has (OpenType 1.9)."""


def usable(face: hb.Face, path: str) -> Literal["truetype", "cff"]:
    """The kind of a font's outlines. Raises FontError if it can't be embedded."""
    tags = set(face.table_tags)
    if "fvar" in tags:
        raise FontError(f"`{path}` is a variable font", "use its static fonts, one file per style")
    if "OS/2" in tags and _embedding(face) & _RESTRICTED:
        raise FontError(f"`{path}` doesn't allow embedding", "use a font with an open licence")
    if "glyf" in tags:
        return "truetype"
    if "CFF " in tags:
        return "cff"
    raise FontError(f"`{path}` has no printable outlines", "use a TrueType or OpenType font")


def _embedding(face: hb.Face) -> int:
    table = bytes(face.reference_table("OS/2").data)
    return int.from_bytes(table[8:10], "big")


def bbox(face: hb.Face) -> tuple[int, int, int, int]:
    """The box around all glyphs in thousandths of an em, y up: left, bottom, right, top (OpenType `head`)."""
    head = bytes(face.reference_table("head").data)
    x0, y0, x1, y1 = (round(v * 1000 / face.upem) for v in struct.unpack(">4h", head[36:44]))
    return x0, y0, x1, y1


def postscript_name(face: hb.Face, path: str) -> str:
    """A font's PostScript name for PDFs: its own, or else its file's, without characters that PDF names can't
    contain.
    """
    name = face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or PurePosixPath(path).stem
    return re.sub(r"[^A-Za-z0-9-]", "", name) or "Font"
