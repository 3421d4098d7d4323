"""What font files say of themselves in their `name` and `OS/2` tables (OpenType 1.9), in all languages.

Only these tables are read, wherever the file is, so that a folder of a thousand fonts costs little. Damaged
tables say nothing; they never raise.
"""

import re
import struct
from collections.abc import Callable, Iterator

import msgspec

Reader = Callable[[int, int], bytes]
"""The bytes of a file from a place on: at most so many, fewer at its end."""

_FAMILY, _POSTSCRIPT, _TYPOGRAPHIC_FAMILY, _FAMILY_OF_WEIGHTS = 1, 6, 16, 21
_COPYRIGHT, _LICENCE, _LICENCE_URL = 0, 13, 14
_ENGLISH = (3, 0x409), (1, 0), (0, 0)
"""The platforms with their numbers for English, the most usual first."""

_WIDTHS = (100.0, 50.0, 62.5, 75.0, 87.5, 100.0, 112.5, 125.0, 150.0, 200.0)
"""The width in per cent of each `usWidthClass`; 0 isn't one."""

_MOST_FONTS = 200
_MOST_TABLES = 200
_MOST_NAMES = 4000
_LONGEST_FAMILY = 200
_LONGEST_TEXT = 20_000
"""In bytes."""

RESTRICTED, PREVIEW, NO_SUBSETS, BITMAPS = 0x0002, 0x0004, 0x0100, 0x0200
"""Bits of `fsType`: may not be embedded; only in documents that aren't edited; only whole; as bitmaps."""


class FontNames(msgspec.Struct, frozen=True):
    """A font's families in all its languages, the typographic one in English first, and its style.

    `weight` is in whole hundreds, `width` in per cent of normal, `embedding` the `fsType`; a text is empty
    where the font says nothing.
    """

    families: tuple[str, ...]
    weight: int
    italic: bool
    width: float
    embedding: int
    copyright: str
    licence: str
    licence_url: str
    is_variable: bool
    postscript: str = ""
    """Its name in PostScript, such as `Arial-BoldMT`."""


def names_of_bytes(data: bytes) -> tuple[FontNames, ...]:
    """As `font_names`, of a file in memory."""
    return font_names(lambda at, length: data[at : at + length])


def font_names(read: Reader) -> tuple[FontNames, ...]:
    """The names of each font of a file, which isn't compressed; none if it isn't a font."""
    head = read(0, 12)
    if head[:4] != b"ttcf":
        return _names(read, 0) if head[:4] in (b"\0\1\0\0", b"true", b"OTTO") else ()
    count = min(_MOST_FONTS, int.from_bytes(head[8:12], "big"))
    begins = read(12, 4 * count)
    whole = len(begins) // 4 * 4
    return tuple(
        names for (begin,) in struct.iter_unpack(">I", begins[:whole]) for names in _names(read, begin)
    )


def _names(read: Reader, begin: int) -> tuple[FontNames, ...]:
    """The names of the font whose table directory begins there; none if there isn't one."""
    count = min(_MOST_TABLES, int.from_bytes(read(begin + 4, 2), "big"))
    directory = read(begin + 12, 16 * count)
    directory = directory[: len(directory) // 16 * 16]
    tables = {tag: (offset, length) for tag, _, offset, length in struct.iter_unpack(">4s3I", directory)}
    if b"head" not in tables:
        return ()
    place, length = tables.get(b"OS/2", (0, 0))
    os2 = read(place, min(length, 78)).ljust(78, b"\0")
    weight, width, embedding = struct.unpack(">3H", os2[4:10])
    selection = int.from_bytes(os2[62:64], "big")
    texts = _texts(read, *tables.get(b"name", (0, 0)))
    ids = (_TYPOGRAPHIC_FAMILY, _FAMILY_OF_WEIGHTS, _FAMILY)
    return (
        FontNames(
            tuple(dict.fromkeys(family for id in ids for family in texts.get(id, ()))),
            min(900, max(100, round((weight or 400) / 100) * 100)),
            italic=bool(selection & 0x0201),
            width=_WIDTHS[width] if width < len(_WIDTHS) else 100.0,
            embedding=embedding,
            copyright=_first(texts, _COPYRIGHT),
            licence=_first(texts, _LICENCE),
            licence_url=_first(texts, _LICENCE_URL),
            is_variable=b"fvar" in tables,
            postscript=_first(texts, _POSTSCRIPT),
        ),
    )


def _first(texts: dict[int, list[str]], id: int) -> str:
    return texts.get(id, [""])[0]


def _texts(read: Reader, place: int, length: int) -> dict[int, list[str]]:
    """The texts of a `name` table by their ids, English ones first."""
    head = read(place, 6) if length >= 6 else b""
    if len(head) < 6:
        return {}
    count, storage = struct.unpack(">2H", head[2:6])
    records = read(place + 6, 12 * min(count, _MOST_NAMES))
    ranked: dict[int, list[tuple[int, str]]] = {}
    for rank, id, text in _read_texts(read, records[: len(records) // 12 * 12], place + storage):
        ranked.setdefault(id, []).append((rank, text))
    return {id: [text for _, text in sorted(texts, key=lambda each: each[0])] for id, texts in ranked.items()}


def _read_texts(read: Reader, records: bytes, storage: int) -> Iterator[tuple[int, int, str]]:
    """The rank of the language, the id and the text of each record that is of use."""
    families = (_FAMILY, _POSTSCRIPT, _TYPOGRAPHIC_FAMILY, _FAMILY_OF_WEIGHTS)
    for platform, encoding, language, id, length, offset in struct.iter_unpack(">6H", records):
        if id not in (*families, _COPYRIGHT, _LICENCE, _LICENCE_URL) or (platform == 1 and encoding):
            continue
        data = read(storage + offset, min(length, _LONGEST_FAMILY if id in families else _LONGEST_TEXT))
        text = data.decode("mac_roman" if platform == 1 else "utf-16-be", "replace")
        plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
        if plain:
            at = (platform, language)
            yield _ENGLISH.index(at) if at in _ENGLISH else len(_ENGLISH), id, plain


_METRIC = {
    "arial": ("Liberation Sans", "Arimo"),
    "helvetica": ("Liberation Sans", "Nimbus Sans", "Arimo"),
    "timesnewroman": ("Liberation Serif", "Tinos"),
    "times": ("Liberation Serif", "Nimbus Roman", "Tinos"),
    "couriernew": ("Liberation Mono", "Cousine"),
    "courier": ("Liberation Mono", "Nimbus Mono PS", "Cousine"),
    "arialnarrow": ("Liberation Sans Narrow", "Nimbus Sans Narrow"),
    "calibri": ("Carlito",),
    "cambria": ("Caladea",),
    "georgia": ("Gelasio",),
    "segoeui": ("Selawik",),
    "palatino": ("P052",),
    "itcbookman": ("URW Bookman",),
}
"""Free families whose letters are as wide as those of a usual one, by its folded name."""


_FOUNDRY = re.compile(r"(?:PS)?(?:MT)?\Z")
"""What Monotype has at the end of the names of its fonts in PostScript."""

_SHORT = {"It": "Italic", "Obl": "Oblique", "Ita": "Italic"}


def divided_name(name: str) -> tuple[str, str]:
    """The family and the style in a name in PostScript, without spaces: of `TimesNewRomanPS-BoldItalicMT`,
    `TimesNewRoman` and `BoldItalic`; of `ArialMT`, `Arial` and nothing.
    """
    family, _, style = name.partition("-")
    family, style = _FOUNDRY.sub("", family), _FOUNDRY.sub("", style)
    end = next((short for short in _SHORT if style.endswith(short)), "")
    return family, style.removesuffix(end) + _SHORT[end] if end else style


def as_wide_as(folded_family: str) -> tuple[str, ...]:
    """The free families whose letters are exactly as wide as those of one that is named without spaces, in
    lower case, so that lines break in the same places; the best first.
    """
    return _METRIC.get(folded_family, ())
