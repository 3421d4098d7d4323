"""The fonts of a project: files are found by their names and opened when first used."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from nineup.diagnostics import nearest
from nineup.fonts.font import Font, FontError
from nineup.project import Project, ProjectError

WEIGHTS = {
    "thin": 100,
    "extralight": 200,
    "ultralight": 200,
    "light": 300,
    "regular": 400,
    "normal": 400,
    "book": 400,
    "roman": 400,
    "medium": 500,
    "semibold": 600,
    "demibold": 600,
    "bold": 700,
    "extrabold": 800,
    "ultrabold": 800,
    "heavy": 800,
    "black": 900,
}
"""Weights by the names used in file names and styles."""

SUFFIXES = (".ttf", ".otf")
_OTHER_SUFFIXES = (".ttc", ".otc", ".woff", ".woff2", ".pfb", ".dfont")
_SLANTED = re.compile(r"(italic|oblique)$")


class FontStyle(NamedTuple):
    """One style of a family: a weight from 100 to 900, upright or italic."""

    weight: int
    italic: bool

    @property
    def name(self) -> str:
        """Its spelling in file names: `Regular`, `SemiBold`, `BoldItalic` …"""
        name = _SPELLED.get(self.weight, str(self.weight))
        if not self.italic:
            return name
        return "Italic" if self.weight == 400 else name + "Italic"


_SPELLED = {
    100: "Thin",
    200: "ExtraLight",
    300: "Light",
    400: "Regular",
    500: "Medium",
    600: "SemiBold",
    700: "Bold",
    800: "ExtraBold",
    900: "Black",
}


class Fonts:
    """The fonts of a project, then the package's own.

    A file is `Family-Style.ttf` or `.otf` anywhere below `fonts/`. Families are looked up with or without spaces, in
    upper or lower case: `Source Sans 3` is `SourceSans3-Regular.ttf`. Files are opened when needed.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._families, self._unusable = _find(project)
        self._spelled = {folded(family): family for family in self._families}
        self._asked: dict[tuple[str, int, bool], Font] = {}
        self._by_path: dict[str, Font] = {}
        self._by_key: dict[str, Font] = {}

    @property
    def families(self) -> tuple[str, ...]:
        """The families as spelled in file names, in alphabetical order."""
        return tuple(sorted(self._families))

    def cuts(self, family: str) -> Mapping[FontStyle, str]:
        """The styles of a family with the paths of their files. Raises FontError for an unknown family."""
        spelled = self._spelled.get(folded(family))
        if spelled is None:
            raise FontError(f"there is no font `{family}` in `fonts/`", self._advice(family))
        return self._families[spelled]

    def has_family(self, family: str) -> bool:
        """Whether there is a family of that name."""
        return folded(family) in self._spelled

    def font(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font of exactly that style. Raises FontError if there is none or its file can't be used."""
        asked = (family, weight, italic)
        font = self._asked.get(asked)
        if font is None:
            font = self._asked[asked] = self._open(family, FontStyle(weight, italic))
        return font

    @property
    def opened(self) -> tuple[tuple[str, int, bool], ...]:
        """What `font` was called with so far: families, weights and slants."""
        return tuple(self._asked)

    def nearest(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font of the nearest style that a family has: the same slant if possible, then the nearest weight.

        Raises FontError for an unknown family or a file that can't be used.
        """
        style = min(
            self.cuts(family),
            key=lambda each: (each.italic != italic, abs(each.weight - weight), each.weight),
        )
        return self.font(family, *style)

    def bold(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font for bold words in a text of that weight: Bold, or the next heavier style if the text is bold
        already or there is no Bold. The family's heaviest style, from 700 on, is its own bold.

        Raises FontError if there is none.
        """
        heavier = sorted(c.weight for c in self.cuts(family) if c.italic == italic and c.weight > weight)
        if weight < 700 and 700 in heavier:
            return self.font(family, 700, italic)
        if heavier:
            return self.font(family, heavier[0], italic)
        return self.font(family, max(weight, 700), italic)

    def by_key(self, key: str) -> Font:
        """The font with this key, which must have been opened before."""
        return self._by_key[key]

    def _open(self, family: str, cut: FontStyle) -> Font:
        cuts = self.cuts(family)
        path = cuts.get(cut)
        if path is None:
            there = ", ".join(found.name for found in sorted(cuts))
            raise FontError(f"the font `{family}` has no style {cut.name}", f"its styles: {there}")
        if path not in self._by_path:
            self._by_path[path] = self._read(path, cut)
        font = self._by_path[path]
        self._by_key[font.key] = font
        return font

    def _read(self, path: str, cut: FontStyle) -> Font:
        try:
            data = self._project.read(path)
        except ProjectError as error:
            raise FontError(str(error)) from error
        return Font(path, data, cut.weight, cut.italic)

    def _advice(self, family: str) -> str:
        for path, reason in self._unusable.items():
            if folded(family) in folded(PurePosixPath(path).stem):
                return f"`{path}` {reason}"
        return nearest(family, [spaced(name) for name in self.families])


def folded(family: str) -> str:
    """A family's name for comparisons: without spaces, in lower case."""
    return family.replace(" ", "").replace("_", "").casefold()


def spaced(family: str) -> str:
    """A family's name in a file name, with spaces: `SourceSans3` becomes `Source Sans 3`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", family)


def cut_named(style: str) -> FontStyle | None:
    """The style for the last part of a file name, such as `SemiBoldItalic`; None if it isn't a style."""
    name = style.replace(" ", "").casefold()
    upright = _SLANTED.sub("", name)
    weight = WEIGHTS.get(upright or "regular")
    return None if weight is None else FontStyle(weight, upright != name)


def _find(project: Project) -> tuple[dict[str, dict[FontStyle, str]], dict[str, str]]:
    families: dict[str, dict[FontStyle, str]] = {}
    unusable: dict[str, str] = {}
    spelled: dict[str, str] = {}
    for path in project.list("fonts", "**/*"):
        file = PurePosixPath(path)
        family, dash, style = file.stem.rpartition("-")
        cut = cut_named(style) if dash else None
        if file.suffix.lower() in _OTHER_SUFFIXES:
            unusable[path] = f"is a {file.suffix} file; put a static .ttf or .otf there"
        elif file.suffix.lower() in SUFFIXES and cut is None:
            unusable[path] = "is not named Family-Style, such as `SourceSans3-BoldItalic.ttf`"
        elif file.suffix.lower() in SUFFIXES and cut is not None:
            name = spelled.setdefault(folded(family), family)
            families.setdefault(name, {}).setdefault(cut, path)
    return families, unusable
