"""The fonts that are installed on this machine, for `nineup fonts add`. No build looks there."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from nineup.base.reading import reading_parts, walk
from nineup.typography.fonts.catalogue import folded_name
from nineup.typography.fonts.names import (
    BITMAPS,
    NO_SUBSETS,
    PREVIEW,
    RESTRICTED,
    FontNames,
    font_names,
    names_of_bytes,
)

_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
_LARGEST_NUMBER = 20_000
"""The number of files that are looked at."""

_SHORT = 160
"""The number of characters that are shown of a licence."""

_OPEN = (
    *("open font license", "openfontlicense", "/ofl", "apache license", "apache.org/licenses", "mit license"),
    *("bitstream vera", "ubuntu font licence", "gpl", "gnu general public", "creative commons", "cc0"),
    *("public domain", "liberation font", "gust font license", "/arphic"),
)
"""Words of licences that let everybody pass a font on."""


class InstalledFont(msgspec.Struct, frozen=True):
    """A file of fonts, and what those say of themselves."""

    path: Path
    names: tuple[FontNames, ...]


def installed_fonts() -> Iterator[InstalledFont]:
    """All fonts of this machine, in the order of their folders and names."""
    left = _LARGEST_NUMBER
    for folder in system_folders():
        for top, _, files in walk(folder):
            for name in sorted(files):
                if not name.lower().endswith(_SUFFIXES):
                    continue
                left -= 1
                if left < 0:
                    return
                path = Path(top, name)
                if names := _read_names(path):
                    yield InstalledFont(path, names)


def system_folders() -> tuple[Path, ...]:
    """The folders where this system keeps fonts, the user's own first."""
    home = Path.home()
    if sys.platform == "win32":
        local, windows = os.environ.get("LOCALAPPDATA", ""), os.environ.get("WINDIR", r"C:\Windows")
        return (*([Path(local, "Microsoft/Windows/Fonts")] if local else ()), Path(windows, "Fonts"))
    if sys.platform == "darwin":
        return home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")
    data = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    return Path(data, "fonts"), home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")


def _read_names(path: Path) -> tuple[FontNames, ...]:
    """What the fonts of a file say of themselves; nothing if it can't be read."""
    try:
        with reading_parts(path) as read:
            return font_names(read)
    except OSError:
        return ()


def of_family(fonts: Iterator[InstalledFont], family: str) -> list[InstalledFont]:
    """The files that have a font of a family, by any of its names, in any language."""
    key = folded_name(family)
    return [font for font in fonts if any(key in map(folded_name, names.families) for names in font.names)]


def is_open(names: FontNames) -> bool:
    """Whether a font says that everybody may pass it on."""
    says = f"{names.licence} {names.licence_url} {names.copyright}".casefold()
    return any(words in says for words in _OPEN)


def terms_of(data: bytes) -> tuple[bool, list[str]]:
    """Whether all fonts of a file are open, and what their files say about using them, in sentences."""
    fonts = names_of_bytes(data)
    lines: list[str] = []
    for names in fonts:
        if names.embedding & RESTRICTED:
            lines.append("fsType: must not be embedded in documents")
        elif names.embedding & PREVIEW:
            lines.append("fsType: may only be embedded in documents that are read and printed")
        if names.embedding & NO_SUBSETS:
            lines.append("fsType: must not be embedded in part, as Nineup does")
        if names.embedding & BITMAPS:
            lines.append("fsType: may be embedded as bitmaps only")
        says = names.licence or names.copyright
        lines.append(f"licence: {_short(says)}" if says else "says nothing about its licence")
        if names.licence_url:
            lines.append(_short(names.licence_url))
    return bool(fonts) and all(map(is_open, fonts)), list(dict.fromkeys(lines))


def _short(text: str) -> str:
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 1]}…"
