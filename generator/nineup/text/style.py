"""Text styles and the palette: what `style.yaml` says, as records. Read by whoever sets text."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from nineup.diagnostics import Findings, Place, nearest
from nineup.drawing import Colour
from nineup.fonts import FontError, Fonts
from nineup.fonts.catalogue import WEIGHTS
from nineup.units import length

Align = Literal["left", "center", "right", "justify"]
Valign = Literal["top", "middle", "bottom"]

BLACK: Colour = (0.0, 0.0, 0.0)

LEAST = 7.0
"""The size in points that shrinking stops at where nothing else is said."""


class Emphasis(msgspec.Struct, frozen=True):
    """How defined terms differ from the text around them; None leaves it as it is there."""

    weight: int | None = None
    italic: bool | None = None
    colour: Colour | None = None


class Style(msgspec.Struct, frozen=True, cache_hash=True):
    """How a text looks. Lengths in points; `leading` and `paragraph` are multiples as said below."""

    font: str
    weight: int = 400
    italic: bool = False
    size: float = 9.0
    least: float = LEAST
    """The size that shrinking to fit stops at."""
    leading: float = 1.25
    """From baseline to baseline, in sizes."""
    paragraph: float = 0.4
    """What a blank line in the text adds between two baselines, in leadings."""
    align: Align = "left"
    valign: Valign = "top"
    colour: Colour = BLACK
    opacity: float = 1.0
    hyphenate: str = ""
    """The language of the hyphenation, such as `en_US`; empty for none."""
    tracking: float = 0.0
    """Added after each glyph at `size`; it shrinks with the text."""
    case: Literal["as-written", "upper"] = "as-written"
    symbol: float = 1.0
    """The height of a symbol in the text, in sizes."""
    term: Emphasis = Emphasis()


class StyleSheet(msgspec.Struct, frozen=True):
    """A game's styles by name, and its colours by name as `#rrggbb`."""

    styles: dict[str, Style]
    palette: dict[str, str]
    broken: frozenset[str] = frozenset()
    """The names of styles that can't be used, which was told where they are stated."""


class Key(NamedTuple):
    """A key of a style: which kind of value it takes (see READERS), and what it means for a user."""

    kind: str
    says: str
    choices: tuple[str, ...] = ()


KEYS = {
    "like": Key("style", "another style whose values hold here where nothing else is said"),
    "font": Key("font", "the family, such as Source Sans 3"),
    "weight": Key("weight", "regular, semibold, bold … or 100 to 900", tuple(WEIGHTS)),
    "italic": Key("yes-no", "whether the text is italic"),
    "size": Key("size", "the size, such as 9.5pt"),
    "least": Key("size", "the least size to which a text is shrunk to fit its frame"),
    "leading": Key("factor", "from line to line, in sizes: from 0.5 on"),
    "paragraph": Key("number", "what a blank line adds, in lines"),
    "align": Key("choice", "how lines stand in their frame", ("left", "center", "right", "justify")),
    "valign": Key("choice", "where the text stands in its frame", ("top", "middle", "bottom")),
    "colour": Key("colour", "a name of the palette or #rrggbb"),
    "hyphenate": Key("language", "no, yes (American English) or a language such as de_DE"),
    "tracking": Key("length", "what is added between letters, such as 0.2pt"),
    "case": Key("choice", "upper sets everything in capitals", ("as-written", "upper")),
    "symbol": Key("factor", "how high a symbol in the text is, in sizes: from 0.5 on"),
    "term": Key("term", "how defined terms differ: weight, italic, colour"),
}
"""The keys of a style. The decoder below and the schema of `style.yaml` are both made of these."""

TERM_KEYS = {key: KEYS[key] for key in ("weight", "italic", "colour")}


def build_styles(tree: Mapping[str, Any], place: Place, fonts: Fonts, findings: Findings) -> StyleSheet:
    """The style sheet that a `style.yaml` says, read as nested dicts of text.

    What is wrong is told in `findings` at its place, and left out; the other styles are still there.
    """
    return _Reader(place, fonts, findings).sheet(tree)


class _Reader:
    """Decodes one `style.yaml`, telling each mistake at its place."""

    def __init__(self, place: Place, fonts: Fonts, findings: Findings) -> None:
        self.place = place
        self.fonts = fonts
        self.findings = findings
        self.palette: dict[str, str] = {}
        self.raw: Mapping[str, Any] = {}
        self.done: dict[str, Style | None] = {}

    def sheet(self, tree: Mapping[str, Any]) -> StyleSheet:
        for key in tree:
            if key not in ("palette", "styles"):
                self._error(
                    (key,), "unknown-key", f"`{key}` has no meaning here", nearest(key, ["palette", "styles"])
                )
        self._read_palette(self._mapping(tree, ("palette",)))
        self.raw = self._mapping(tree, ("styles",))
        styles = {name: self._style(name, ()) for name in self.raw}
        broken = frozenset(name for name, style in styles.items() if not style)
        return StyleSheet({name: style for name, style in styles.items() if style}, self.palette, broken)

    def _read_palette(self, entries: Mapping[str, Any]) -> None:
        for name, value in entries.items():
            try:
                hexadecimal(str(value))
                self.palette[name] = str(value)
            except ValueError as mistake:
                self._error(("palette", name), "style-value", str(mistake))

    def _style(self, name: str, users: tuple[str, ...]) -> Style | None:
        if name not in self.done:
            self.done[name] = None
            self.done[name] = self._decode(name, (*users, name))
        return self.done[name]

    def _decode(self, name: str, users: tuple[str, ...]) -> Style | None:
        path = ("styles", name)
        entries = self._mapping(self.raw, (name,), ("styles",))
        values = self._values(entries, path, KEYS)
        base = self._base(values.pop("like", None), (*path, "like"), users)
        if base is None and "font" not in values:
            if "font" not in entries and "like" not in entries:
                self._error(
                    path, "style-value", f"the style `{name}` has no font", "write `font:` or `like:`"
                )
            return None
        if "size" in values and "least" not in values:
            values["least"] = min(base.least if base else LEAST, values["size"])
        style = msgspec.structs.replace(base, **values) if base else Style(**values)
        return style if self._checked(style, entries, path) else None

    def _base(self, like: str | None, path: tuple[str, ...], users: tuple[str, ...]) -> Style | None:
        if like is None:
            return None
        if like in users:
            self._error(path, "style-value", f"the style `{like}` is like itself")
        elif like not in self.raw:
            self._error(path, "style-value", f"there is no style `{like}`", nearest(like, list(self.raw)))
        else:
            return self._style(like, users)
        return None

    def _checked(self, style: Style, entries: Mapping[str, Any], path: tuple[str, ...]) -> bool:
        """Tell what does not go together; whether the style can be used at all."""

        def at(*keys: str) -> tuple[str, ...]:
            return next(((*path, key) for key in keys if key in entries), path)

        if style.least > style.size:
            message = f"the least size {style.least:g} pt is above the size {style.size:g} pt"
            self._error(at("least", "size"), "style-value", message)
        term = style.term
        term_weight = style.weight if term.weight is None else term.weight
        term_italic = style.italic if term.italic is None else term.italic
        place = at("font")
        try:
            self.fonts.cuts(style.font)
            place = at("weight", "italic", "font")
            self.fonts.font(style.font, style.weight, style.italic)
            place = at("term", "font")
            self.fonts.font(style.font, term_weight, term_italic)
        except FontError as error:
            self._error(place, "unknown-font", error.message, error.hint)
            return False
        return True

    def _values(
        self, entries: Mapping[str, Any], path: tuple[str, ...], keys: Mapping[str, Key]
    ) -> dict[str, Any]:
        values = {}
        for name, value in entries.items():
            at = (*path, name)
            if name not in keys:
                self._error(at, "unknown-key", f"`{name}` is not a key of a style", nearest(name, list(keys)))
            elif keys[name].kind == "term":
                values[name] = Emphasis(**self._values(self._mapping(entries, (name,), path), at, TERM_KEYS))
            else:
                try:
                    values[name] = self._read(keys[name], value)
                except ValueError as mistake:
                    self._error(at, "style-value", str(mistake))
        return values

    def _read(self, key: Key, value: Any) -> Any:
        if not isinstance(value, str):
            raise ValueError("a single value belongs here")
        if key.kind == "colour":
            return colour(value, self.palette)
        return READERS[key.kind](value, key.choices)

    def _mapping(
        self, tree: Mapping[str, Any], path: tuple[str, ...], above: tuple[str, ...] = ()
    ) -> Mapping[str, Any]:
        value = tree.get(path[-1])
        if value is None or value == "":
            return {}
        if not isinstance(value, Mapping):
            self._error(
                (*above, *path),
                "style-value",
                f"`{path[-1]}` takes keys and values",
                "write them below it, indented",
            )
            return {}
        return value

    def _error(self, path: tuple[str, ...], code: str, message: str, hint: str = "") -> None:
        self.findings.error(code, message, self.place(path, code == "unknown-key"), hint)


def hexadecimal(text: str) -> Colour:
    """The colour that `#rrggbb` or `#rgb` means. Raises ValueError in words for the user."""
    digits = text[1:] if text.startswith("#") else ""
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise ValueError(f"`{text}` is not a colour; write it as #rrggbb")
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return (red, green, blue)


def colour(text: str, palette: Mapping[str, str]) -> Colour:
    """The colour that a name of the palette, or `#rrggbb`, means. Raises ValueError in words for the user."""
    if text in palette:
        return hexadecimal(palette[text])
    if text.startswith("#"):
        return hexadecimal(text)
    raise ValueError(
        f"`{text}` is not in the palette; {nearest(text, list(palette)) or 'write it as #rrggbb'}"
    )


def _weight(text: str, names: tuple[str, ...]) -> int:
    name = text.replace("-", "").replace(" ", "").casefold()
    if name in WEIGHTS:
        return WEIGHTS[name]
    if text in {str(weight) for weight in WEIGHTS.values()}:
        return int(text)
    raise ValueError(f"`{text}` is not a weight; {nearest(text, names)}")


def _yes_no(text: str, choices: tuple[str, ...] = ()) -> bool:
    if text.casefold() in ("yes", "true"):
        return True
    if text.casefold() in ("no", "false"):
        return False
    raise ValueError(f"`{text}` is not yes or no")


def _size(text: str, choices: tuple[str, ...]) -> float:
    points = length(text)
    if not 1 <= points <= 1000:
        raise ValueError(f"`{text}` is no size for a text; write one from 1pt to 1000pt")
    return points


def _tracking(text: str, choices: tuple[str, ...]) -> float:
    return length(text)


def _number(text: str, choices: tuple[str, ...], least: float = 0.0) -> float:
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f"`{text}` is not a number") from None
    if not least <= number <= 10:
        raise ValueError(f"`{text}` is out of range; write a number from {least:g} to 10")
    return number


def _factor(text: str, choices: tuple[str, ...]) -> float:
    return _number(text, choices, 0.5)


def _choice(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError(f"`{text}` is not one of {', '.join(choices)}")
    return text


def _language(text: str, choices: tuple[str, ...]) -> str:
    import pyphen

    try:
        return "en_US" if _yes_no(text) else ""
    except ValueError:
        known = pyphen.language_fallback(text)
    if known is None:
        raise ValueError(f"`{text}` is no language that can be hyphenated; write yes, no or such as de_DE")
    return str(known)


def _name(text: str, choices: tuple[str, ...]) -> str:
    return text


READERS: Mapping[str, Callable[[str, tuple[str, ...]], Any]] = {
    "style": _name,
    "font": _name,
    "weight": _weight,
    "yes-no": _yes_no,
    "size": _size,
    "length": _tracking,
    "number": _number,
    "factor": _factor,
    "choice": _choice,
    "language": _language,
}
"""How each kind of value is read; a reader raises ValueError in words for the user."""
