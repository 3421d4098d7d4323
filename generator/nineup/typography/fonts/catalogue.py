"""The fonts of a project, found by their files' names, then by what they call themselves, and opened on first
use.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import nearest
from nineup.base.project import Project, ProjectError
from nineup.typography.fonts.font import Font
from nineup.typography.fonts.font_file import FontError
from nineup.typography.fonts.formats import (
    COLLECTIONS,
    COMPRESSED,
    FontAxis,
    FontSource,
    axes_of,
    decompressed,
    instances_of,
    members,
    static_font,
)
from nineup.typography.fonts.names import FontNames, as_wide_as, divided_name, names_of_bytes

_COPY = "copy the fonts into the project, so that it prints the same on every machine"

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

SUFFIXES = (".ttf", ".otf", *COMPRESSED)
_OTHER_SUFFIXES = (".pfb", ".dfont", ".eot")
_VARIABLE = re.compile(r"(?:\[[^\[\]]*+\]|-VariableFont(?:_[A-Za-z0-9,]*+)?)\Z", re.IGNORECASE)
"""The end of a variable font's file name, before the suffix: `Inter[wght]`, `Inter-VariableFont_wght`."""

_ALTERED = re.compile(
    r"(?P<family>.*\S) \((?:width (?P<width>[0-9.]+))?(?:, )?(?:slant (?P<slant>[0-9.]+))?\)"
)
_INDEXED = re.compile(r"(?P<file>.*\.(?:ttc|otc))#(?P<index>[0-9]{1,4})", re.IGNORECASE)
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


REGULAR = FontStyle(400, False)

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


def altered_family(family: str, width: float | None, slant: float | None) -> str:
    """The name of a family in a width, in per cent of normal, and with a slant for missing italics, in
    degrees.
    """
    parts = [f"{name} {value:g}" for name, value in (("width", width), ("slant", slant)) if value is not None]
    return f"{family} ({', '.join(parts)})" if parts else family


def plain_family(family: str) -> str:
    """The family of an `altered_family`."""
    altered = _ALTERED.fullmatch(family)
    return altered["family"] if altered else family


class Replacement(NamedTuple):
    """The family that takes the place of a missing one, and whether the project asks for it. Otherwise its
    letters are just as wide, which does for a draft.
    """

    family: str
    is_asked: bool

    def in_words(self, missing: str) -> tuple[str, str]:
        """The message and the hint for the use of a missing family."""
        if self.is_asked:
            return f"`{missing}` is set in `{self.family}`, as nineup.yaml says", ""
        return (
            f"there is no font `{missing}` in `fonts/`",
            f"drafts are set in `{self.family}`, whose letters are as wide; to print with it, write "
            f"`fonts: {{substitute: {{{missing}: {self.family}}}}}` in nineup.yaml",
        )


class Fonts:
    """The fonts of a project, then the package's own.

    A file is `Family-Style.ttf`, `.otf`, `.woff` or `.woff2` anywhere below `fonts/`, a variable font such as
    `Family[wght].ttf`, or a collection, whose fonts go by their own names or by `Family.ttc#0`. Families are
    looked up with or without spaces, in upper or lower case: `Source Sans 3` is `SourceSans3-Regular.ttf`.
    A family that no file is named after is looked for in what the files call themselves, in any language.
    Files are opened when needed. Letters have the forms that `language` (a tag such as `sr`) gives them.
    A family that is missing is replaced by the one that `substitutes` names for it.
    """

    def __init__(
        self, project: Project, language: str = "en", substitutes: Mapping[str, str] | None = None
    ) -> None:
        self.project = project
        self._substitutes = {folded_name(name): other for name, other in (substitutes or {}).items()}
        self.language = language or "en"
        font_files = _find(project)
        self._families, self._unusable = font_files.families, font_files.unusable
        self._misnamed: dict[str, str] = {}
        """What files call themselves that aren't named after a family."""
        self._variable, self._collections = font_files.variable, font_files.collections
        self._unnamed, self._named = font_files.unnamed, font_files.named
        self._listed: set[str] = set()
        """The families that are listed; none until files are opened for their names."""
        self._postscript: dict[str, tuple[str, FontStyle]] = {}
        """The families and styles of fonts by their names in PostScript."""
        self._narrowed: dict[tuple[str, float], dict[FontStyle, FontSource]] = {}
        """The styles of a family in a width, in per cent, that are files of their own."""
        self._spelled = {folded_name(family): family for family in (*self._variable, *self._families)}
        self._asked: dict[tuple[str, int, bool], Font] = {}
        self._by_source: dict[FontSource, Font] = {}
        self._by_key: dict[str, Font] = {}
        self._data: dict[str, bytes] = {}

    @property
    def families(self) -> tuple[str, ...]:
        """The families as spelled in file names, in alphabetical order, without other names for them."""
        known = {*self._families, *self._variable}
        return tuple(sorted(known & self._listed if self._listed else known))

    @property
    def unusable(self) -> Mapping[str, str]:
        """The files in `fonts/` in which no font was found, with the reasons."""
        self._open_unnamed()
        return self._unusable

    def called(self, family: str) -> str:
        """A family of `families` as its files spell it, `DejaVu Sans`, if they call themselves so; otherwise
        with the spaces that its files' names lack.

        Raises FontError for an unusable file.
        """
        for source in self.cuts(family).values():
            for names in names_of_bytes(self._bytes(source.path)):
                for name in names.families:
                    if folded_name(name) == folded_name(family):
                        return name
        return spaced(family)

    def others(self, family: str) -> tuple[str, ...]:
        """The other families, in alphabetical order, some of which may be unusable: fallbacks for letters of
        our own words.
        """
        self._open_unnamed()
        return tuple(name for name in self.families if folded_name(name) != folded_name(family))

    def cuts(self, family: str) -> Mapping[FontStyle, FontSource]:
        """The styles of a family with their sources, at least one.

        Raises FontError for an unknown family or width.
        """
        altered = _ALTERED.fullmatch(family)
        name = altered["family"] if altered else family
        spelled = self._spelling(name)
        if spelled is None:
            raise FontError(f"there is no font `{name}` in `fonts/`", self._advice(name))
        if spelled in self._variable:
            self._add_instances(spelled)
        cuts = self._families[spelled]
        if not cuts:
            raise FontError(f"the font `{name}` has no weight from 100 to 900")
        if altered and altered["width"]:
            width = float(altered["width"])
            self._open_named()
            cuts = self._narrowed.get((spelled, width)) or {
                cut: self._widened(source, name, width) for cut, source in cuts.items()
            }
        if altered and altered["slant"]:
            slant = float(altered["slant"])
            leaning = {cut: source._replace(slant=slant) for cut, source in cuts.items() if not cut.italic}
            cuts = {FontStyle(cut.weight, True): source for cut, source in leaning.items()} | cuts
        return cuts

    def has_family(self, family: str) -> bool:
        """Whether there is a family of that name, or one that the project asks for in its place."""
        replacement = self.replaced(family)
        return replacement.is_asked if replacement else self._own_spelling(family) is not None

    def replaced(self, family: str) -> Replacement | None:
        """What takes the place of a family that is missing; None if it is there, or nothing does."""
        name = plain_family(family)
        if self._own_spelling(name) is not None:
            return None
        asked = self._substitutes.get(folded_name(name), "")
        if asked and self._own_spelling(asked) is not None:
            return Replacement(asked, is_asked=True)
        alike = (other for other in as_wide_as(folded_name(name)) if self._own_spelling(other) is not None)
        return next((Replacement(other, is_asked=False) for other in alike), None)

    def by_postscript(self, name: str) -> tuple[str, FontStyle] | None:
        """The family and the style of a font that drawing programs name as in PostScript, such as `ArialMT`
        or `OpenSans-SemiBold`; None if it is a family, or neither.
        """
        if self._own_spelling(name) is not None or self.replaced(name) is not None:
            return None
        if name in self._postscript:
            return self._postscript[name]
        family, style = divided_name(name)
        cut = cut_named(style)
        is_known = bool(family) and (self._own_spelling(family) or self.replaced(family))
        return (spaced(family), cut) if is_known and cut is not None else None

    def _spelling(self, family: str) -> str | None:
        """The spelling of a family in file names, or that of its replacement."""
        replacement = self.replaced(family)
        return self._own_spelling(replacement.family if replacement else family)

    def _own_spelling(self, family: str) -> str | None:
        """A family's name as spelled in file names; files are opened if none matches."""
        key = folded_name(family)
        for open_more in (self._open_unnamed, self._open_named):
            if key in self._spelled:
                break
            open_more()
        return self._spelled.get(key)

    def _open_unnamed(self) -> None:
        """Adds the fonts of all files that aren't named after a family: the styles of a family may be in
        several.
        """
        while self._collections:
            self._add_members(self._collections.pop(0))
        unnamed, self._unnamed = self._unnamed, []
        for path, is_font in self._add_by_names(unnamed).items():
            self._unusable[path] = (
                "is not named Family-Style, such as `SourceSans3-BoldItalic.ttf`"
                if is_font
                else "is damaged, or of another format"
            )
        self._listed = self._listed or {*self._spelled.values()}

    def _open_named(self) -> None:
        """Adds the fonts of all other files by what these call themselves."""
        self._open_unnamed()
        named, self._named = self._named, []
        self._add_by_names(named)

    def _add_by_names(self, paths: Iterable[str]) -> dict[str, bool]:
        """Adds fonts by all their families, those of normal width first; returns the files that have none,
        each with whether it is a font.
        """
        known: list[tuple[str, FontNames]] = []
        nameless = {}
        for path in paths:
            try:
                names = names_of_bytes(self._bytes(path))
            except FontError:
                names = ()  # which is reported when its file is used
            families = [family for each in names for family in each.families]
            if families:
                self._misnamed[path] = f"calls itself `{families[0]}`"
            else:
                nameless[path] = bool(names)
            known += [(path, each) for each in names]
        for path, each in sorted(known, key=lambda font: abs(font[1].width - 100)):
            for family in each.families:
                self._add_named(path, each, family)
        return nameless

    def _add_named(self, path: str, names: FontNames, family: str) -> None:
        """Adds a font to a family."""
        spelled = self._spelled.setdefault(folded_name(family), family)
        cut = FontStyle(names.weight, names.italic)
        if names.postscript:
            self._postscript.setdefault(names.postscript, (spelled, cut))
        if not names.is_variable:
            is_named_so = cut_named(PurePosixPath(path).stem.rpartition("-")[2]) is not None
            called = "" if is_named_so else f"{names.families[0].replace(' ', '')}-{cut.name}"
            source = FontSource(path, name=called)
            self._families.setdefault(spelled, {}).setdefault(cut, source)
            self._narrowed.setdefault((spelled, names.width), {}).setdefault(cut, source)
            return
        if spelled not in self._families:
            self._variable.setdefault(spelled, []).append((path, names.italic))
        for instance in instances_of(self._bytes(path), path):
            words = [word for word in instance.name.split() if cut_named(word) is None]
            style = cut_named("".join(word for word in instance.name.split() if word not in words))
            if words and style is not None:
                whole = " ".join((family, *words))
                name = self._spelled.setdefault(folded_name(whole), whole)
                source = FontSource(path, 0, instance.axes, name=f"{name.replace(' ', '')}-{style.name}")
                self._families.setdefault(name, {}).setdefault(style, source)

    def _add_members(self, path: str) -> None:
        """Adds the fonts of a collection, by their own families and by their numbers."""
        file = PurePosixPath(path)
        for index, member in enumerate(members(self._bytes(path), path)):
            cut = FontStyle(member.weight, member.italic)
            called = (
                f"{member.family.replace(' ', '')}-{cut.name}" if member.family else f"{file.stem}-{index}"
            )
            source = FontSource(path, index, (), name=called)
            for family in (member.family, f"{file.name}#{index}"):
                spelled = self._spelled.setdefault(folded_name(family), family)
                self._families.setdefault(spelled, {}).setdefault(cut, source)

    def _add_instances(self, family: str) -> None:
        """Adds the styles of a family's variable fonts that have no file of their own."""
        styles = dict(self._families.get(family, {}))
        for path, italic in self._variable.get(family, ()):
            known = axes_of(self._bytes(path), path)
            for weight in _weights(known.get("wght")):
                for is_italic, axes in _slants(known, italic):
                    places = (("wght", float(weight)), *axes) if "wght" in known else axes
                    cut = FontStyle(weight, is_italic)
                    source = FontSource(path, 0, places, name=f"{family.replace(' ', '')}-{cut.name}")
                    styles.setdefault(cut, source)
        self._families[family] = styles
        self._variable.pop(family, None)

    def _widened(self, source: FontSource, family: str, width: float) -> FontSource:
        axis = axes_of(self._bytes(source.path), source.path).get("wdth")
        if axis is None:
            raise FontError(f"the font `{family}` has only one width", "remove `width`")
        if not axis.least <= width <= axis.most:
            hint = f"its widths are {axis.least:g} to {axis.most:g}"
            raise FontError(f"the font `{family}` has no width {width:g}", hint)
        return source._replace(axes=(*source.axes, ("wdth", width)), name=f"{source.name}-{width:g}")

    def font(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font of exactly that style. Raises FontError if there is none or its file can't be used."""
        asked = (family, weight, italic)
        if asked not in self._asked:
            self._asked[asked] = self._open(family, FontStyle(weight, italic))
        return self._asked[asked]

    @property
    def opened(self) -> tuple[tuple[str, int, bool], ...]:
        """The arguments of calls to `font` so far: families, weights and slants."""
        return tuple(self._asked)

    def nearest(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font of the nearest style in a family: the same slant if possible, then the nearest weight.

        Raises FontError for an unknown family or an unusable file.
        """
        style = min(
            self.cuts(family),
            key=lambda each: (each.italic != italic, abs(each.weight - weight), each.weight),
        )
        return self.font(family, *style)

    def fallback(
        self, family: str, own: Font, width: float | None = None, slant: float | None = None
    ) -> Font:
        """The font of a family for letters that the `own` font of a text lacks: the nearest style, if
        possible in the same width and with the same slant for missing italics.

        Raises FontError for an unknown family or an unusable file.
        """
        for each in dict.fromkeys(((width, slant), (None, slant))):
            try:
                return self.nearest(altered_family(family, *each), own.weight, own.italic)
            except FontError:
                continue
        return self.nearest(family, own.weight, own.italic)

    def bold(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font for bold words in a text of that weight: Bold, or the next heavier style if the text is
        already bold or there is no Bold. A family's heaviest style, from 700 on, is its own bold.

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
        source = cuts.get(cut)
        if source is None and cut == REGULAR and _INDEXED.fullmatch(family):
            (source,) = cuts.values()
        if source is None and cut.weight == 400 and len({each.weight for each in cuts}) == 1:
            source = self._lone_weight(family, cuts).get(cut.italic)
        if source is None:
            there = ", ".join(other.name for other in sorted(cuts))
            hint = f"its styles: {there}"
            if cut.italic and FontStyle(cut.weight, False) in cuts:
                hint += "; `slant: 10` in the style makes italics of upright letters"
            raise FontError(f"the font `{family}` has no style {cut.name}", hint)
        if source not in self._by_source:
            self._by_source[source] = self._read(source, cut)
        font = self._by_source[source]
        self._by_key[font.key] = font
        return font

    def _lone_weight(self, family: str, cuts: Mapping[FontStyle, FontSource]) -> dict[bool, FontSource]:
        """The upright and the italic style of a family that has its weight in its name, such as `Inter
        SemiBold`: drawing programs write only that.
        """
        (weight,) = {each.weight for each in cuts}
        words = folded_name(plain_family(family))
        has_it = any(words.endswith(name) for name, each in WEIGHTS.items() if each == weight != 400)
        return {each.italic: source for each, source in cuts.items()} if has_it else {}

    def _read(self, source: FontSource, cut: FontStyle) -> Font:
        axes = source.axes or (("wght", float(cut.weight)),)
        data = static_font(self._bytes(source.path), source._replace(axes=axes))
        if source.slant:
            from nineup.typography.fonts.slanted import SlantedFont

            return SlantedFont(
                source.path, data, cut.weight, name=source.name, language=self.language, degrees=source.slant
            )
        return Font(
            source.path, data, cut.weight, italic=cut.italic, name=source.name, language=self.language
        )

    def _bytes(self, path: str) -> bytes:
        """The content of a file, which may hold several fonts."""
        data = self._data.get(path)
        if data is None:
            try:
                data = self._data[path] = decompressed(self.project.read(path), path)
            except ProjectError as error:
                is_linked = self.project.exists(path) and self.project.is_link(path)
                raise FontError(str(error), _COPY if is_linked else "") from error
        return data

    def _advice(self, family: str) -> str:
        if asked := self._substitutes.get(folded_name(family)):
            return f"nineup.yaml replaces it by `{asked}`, which isn't there either"
        for path, reason in (self._unusable | self._misnamed).items():
            if folded_name(family) in folded_name(PurePosixPath(path).stem):
                return f"`{path}` {reason}"
        if linked := self.project.unread_link("fonts"):
            return f"the folder `{linked}` is a link, and fonts behind it aren't read; {_COPY}"
        if alike := as_wide_as(folded_name(family)):
            return f'the letters of `{alike[0]}` are as wide: `nineup fonts add "{alike[0]}"`'
        return nearest(family, [spaced(name) for name in self.families])


def folded_name(family: str) -> str:
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


def _weights(axis: FontAxis | None) -> list[int]:
    """The weights of an axis in hundreds; Regular without an axis."""
    if axis is None:
        return [400]
    return [weight for weight in range(100, 1000, 100) if axis.least <= weight <= axis.most]


def _slants(known: Mapping[str, FontAxis], italic: bool) -> list[tuple[bool, tuple[tuple[str, float], ...]]]:
    """The slants of a variable font: whether each is italic, and its position on the axes."""
    if italic:
        return [(True, ())]
    if "ital" in known:
        return [(False, (("ital", 0.0),)), (True, (("ital", 1.0),))]
    if "slnt" in known:
        return [(False, (("slnt", 0.0),)), (True, (("slnt", known["slnt"].least),))]
    return [(False, ())]


class _FontFiles(msgspec.Struct, frozen=True):
    """The files below `fonts/`: static and variable ones by family, collections, and why others are
    unusable.
    """

    families: dict[str, dict[FontStyle, FontSource]]
    variable: dict[str, list[tuple[str, bool]]]
    """Each with whether it is italic."""
    collections: list[str]
    unusable: dict[str, str]
    unnamed: list[str]
    """Those that only say themselves what they are."""
    named: list[str]
    """The files of `families` and `variable`."""


def _find(project: Project) -> _FontFiles:
    font_files = _FontFiles({}, {}, [], unusable={}, unnamed=[], named=[])
    spelled: dict[str, str] = {}
    for path in project.list("fonts", "**/*"):
        file = PurePosixPath(path)
        suffix = file.suffix.lower()
        stem = _VARIABLE.sub("", file.stem)
        family, dash, style = stem.rpartition("-")
        cut = cut_named(style) if dash else None
        if suffix in COLLECTIONS:
            font_files.collections.append(path)
        elif suffix in _OTHER_SUFFIXES:
            font_files.unusable[path] = f"is a {file.suffix} file; put a .ttf or .otf there"
        elif suffix in SUFFIXES and stem != file.stem:
            name = family if cut is not None else stem
            name = spelled.setdefault(folded_name(name), name)
            font_files.variable.setdefault(name, []).append((path, cut is not None and cut.italic))
            font_files.named.append(path)
        elif suffix in SUFFIXES and cut is None:
            font_files.unnamed.append(path)
        elif suffix in SUFFIXES and cut is not None:
            name = spelled.setdefault(folded_name(family), family)
            font_files.families.setdefault(name, {}).setdefault(cut, FontSource(path))
            font_files.named.append(path)
    return font_files
