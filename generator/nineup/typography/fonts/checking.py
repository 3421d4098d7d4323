"""Checks a font file that somebody brings, with the reader that will print it, and names it as fonts are
found.
"""

import re

import msgspec
import uharfbuzz as hb

from nineup.typography.fonts.catalogue import FontStyle, cut_named, folded_name
from nineup.typography.fonts.font import Font, FontCredits
from nineup.typography.fonts.font_file import FontError
from nineup.typography.fonts.formats import (
    FontSource,
    axes_of,
    decompressed,
    font_of_face,
    members,
    static_font,
)

_SUFFIXES = {
    b"\0\1\0\0": ".ttf",
    b"true": ".ttf",
    b"OTTO": ".otf",
    b"ttcf": ".ttc",
    b"wOFF": ".woff",
    b"wOF2": ".woff2",
}
_NO_LETTERS = re.compile(r"[\W_]+")
_LONGEST = 60
"""The longest family in a file's name, in characters."""


class CheckedFont(msgspec.Struct, frozen=True):
    """A font file that can print: the name by which it is found, its family as styles name it, its styles
    (`Bold`), and what it says of itself.
    """

    name: str
    family: str
    styles: tuple[str, ...]
    credits: FontCredits


def checked_font(name: str, data: bytes) -> CheckedFont:
    """Checks a file that is called `name` where it comes from: every font in it is opened.

    Raises FontError.
    """
    suffix = _SUFFIXES.get(data[:4])
    if suffix is None:
        raise FontError(f"`{name}` is not a TrueType, OpenType, WOFF or WOFF2 font, whatever its name says")
    plain = decompressed(data, name)
    if plain[:4] == b"ttcf":
        return _collection(name, plain)
    axes = axes_of(plain, name)
    face = hb.Face(plain)
    about = font_of_face(face)
    opened = _opened(name, plain, FontSource(name), italic=about.italic)
    family, style = _family(name, face, about.family)
    cut = FontStyle(about.weight, about.italic)
    if axes:
        italic = "-Italic" if about.italic else ""
        return CheckedFont(
            f"{family}{italic}[{','.join(axes)}]{suffix}", style, ("variable",), credits=opened.credits
        )
    return CheckedFont(f"{family}-{cut.name}{suffix}", style, (cut.name,), credits=opened.credits)


def _collection(name: str, plain: bytes) -> CheckedFont:
    inside = members(plain, name)
    if not inside:
        raise FontError(f"`{name}` is not a font file, or is damaged")
    opened = [
        _opened(name, plain, FontSource(name, index), italic=each.italic) for index, each in enumerate(inside)
    ]
    stem = _plain(name.rpartition(".")[0]) or _plain(inside[0].family) or "Fonts"
    file = f"{stem}.ttc"
    families = list(dict.fromkeys(each.family for each in inside if each.family))
    return CheckedFont(
        file, families[0] if families else f"{file}#0", styles=tuple(families), credits=opened[0].credits
    )


def _opened(name: str, plain: bytes, source: FontSource, italic: bool) -> Font:
    """A font as it is opened to print. Raises FontError if it can't be."""
    return Font(name, static_font(plain, source), 400, italic=italic, name="checked")


def _family(name: str, face: hb.Face, family: str) -> tuple[str, str]:
    """A family as its files spell it, and as styles name it."""
    words = (face.get_name(hb.OTNameIdPredefined.TYPOGRAPHIC_SUBFAMILY) or "").split()
    widths = [word for word in words if cut_named(word) is None and word.casefold() not in ("italic", "it")]
    whole = " ".join((family, *widths)) if family else ""
    spelled = _plain(whole) or _plain(name.rpartition(".")[0]) or "Font"
    return spelled, whole if folded_name(whole) == folded_name(spelled) else spelled


def _plain(text: str) -> str:
    """The letters and digits of a text, for a file's name."""
    return _NO_LETTERS.sub("", text)[:_LONGEST]
