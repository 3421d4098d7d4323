"""Reads the text styles and the palette of a `style.yaml`."""

from functools import partial
from typing import Any, get_args

import msgspec

from nineup.base.diagnostics import Findings, HintedError, Span, nearest
from nineup.base.project import Project
from nineup.base.units import length
from nineup.model.drawing import Colour, InkColour, Spot, hex_of
from nineup.schema import (
    LENGTH,
    NODE,
    SIGNED_LENGTH,
    TEXT,
    YES_NO,
    Key,
    Keyword,
    ListOf,
    MapOf,
    Names,
    Number,
    Parsed,
    Record,
    RecordBeingRead,
    Scope,
    Type,
    WholeNumber,
    open_file,
)
from nineup.schema.nodes import NOTHING, Mapping, Node
from nineup.schema.records import fields_of
from nineup.schema.types import SCALARS
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.fonts.catalogue import WEIGHTS, altered_family, plain_family
from nineup.typography.text.style import (
    BLACK,
    MIN_SIZE,
    Align,
    Case,
    Direction,
    Emphasis,
    Glow,
    Gradient,
    LetterOutline,
    Shadow,
    Style,
    StyleSheet,
    Valign,
    foil,
    hexadecimal,
    palette_colour,
)

LARGEST_BLUR = 72
"""The largest blur, in points: an inch."""


def _weight(text: str) -> int:
    name = text.replace("-", "").replace(" ", "").casefold()
    if name in WEIGHTS:
        return WEIGHTS[name]
    if text in {str(weight) for weight in WEIGHTS.values()}:
        return int(text)
    raise HintedError(f"`{text}` is not a weight", nearest(text, tuple(WEIGHTS)))


def _size(text: str) -> float:
    points = length(text)
    if not 1 <= points <= 1000:
        raise ValueError(f"`{text}` is not from 1pt to 1000pt")
    return points


def _blur(text: str) -> float:
    points = length(text)
    if not 0 <= points <= LARGEST_BLUR:
        raise ValueError(f"`{text}` is not from 0pt to {LARGEST_BLUR}pt")
    return points


def _initial(text: str) -> int:
    if text not in tuple("123456789"):
        raise ValueError(f"`{text}` is not a number of lines from 1 to 9")
    return int(text)


def _language(text: str) -> str:
    import pyphen

    if text.casefold() in ("yes", "true"):
        return "en_US"
    if text.casefold() in ("no", "false"):
        return ""
    known = pyphen.language_fallback(text)
    if known is None:
        raise ValueError(f"`{text}` has no hyphenation; write yes, no or a language such as de_DE")
    return str(known)


class _PaletteColour(msgspec.Struct, frozen=True):
    """A colour by its name in the palette, or as `#rrggbb`."""

    def read(self, node: Node, scope: Scope) -> Colour:
        parse = partial(palette_colour, palette=scope.names.palette)
        colour: Colour = Parsed(parse, BLACK, "a color").read(node, scope)
        return colour

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "string", "format": "palette-color"}


class _Letters(msgspec.Struct, frozen=True):
    """A colour, or a `Gradient` of several."""

    def read(self, node: Node, scope: Scope) -> Colour | Gradient:
        of: Type = _GRADIENT if isinstance(node, Mapping) else _PaletteColour()
        read: Colour | Gradient = of.read(node, scope)
        return read

    def schema(self, names: Names) -> dict[str, Any]:
        return {"anyOf": [_PaletteColour().schema(names), _GRADIENT.schema(names)]}


class _Foil(msgspec.Struct, frozen=True):
    """The look of the foil that a colour of the palette names, `none` for no foil."""

    def read(self, node: Node, scope: Scope) -> Gradient | None:
        parse = partial(foil, palette=scope.names.palette)
        looks = Parsed(lambda text: None if text == "none" else parse(text), None, "a color of the palette")
        look: Gradient | None = looks.read(node, scope)
        return look

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "string", "format": "foil"}


class _Named(msgspec.Struct, frozen=True):
    """A text that names one of a kind of things, which `format` says to forms."""

    format: str

    def read(self, node: Node, scope: Scope) -> str:
        text: str = TEXT.read(node, scope)
        return text

    def schema(self, names: Names) -> dict[str, Any]:
        return {**TEXT.schema(names), "format": self.format}


_HEX = Parsed(lambda text: hexadecimal(text) and text, "#000000", "a color")
_SIZE = Parsed(_size, 9.0, "a length", described=LENGTH.described)
_WEIGHT = Parsed(_weight, 400, "a weight", described={"type": SCALARS, "format": "font-weight"})
_INITIAL = Parsed(_initial, 1, "a number of lines", described={"type": "integer", "minimum": 1, "maximum": 9})
_LANGUAGE = Parsed(
    _language, "", "a language", described={"type": SCALARS, "examples": ["no", "yes", "de_DE", "fr", "es"]}
)

_BLUR = Parsed(_blur, 0.0, "a length", described=LENGTH.described)


def _check_colours(values: dict[str, Any], read: RecordBeingRead) -> None:
    if len(values["gradient"]) < 2:
        read.error("a gradient needs two colors or more", "gradient", hint="write `[gold, paper]`")


_GRADIENT = Record(
    {
        "gradient": Key(
            ListOf(_PaletteColour()),
            "Two colors or more, evenly spaced.",
            required=True,
        ),
        "angle": Key(Number(-360, 360), "In degrees: 90, the default, runs down, 0 to the right."),
    },
    example="write `color: {gradient: [gold, paper]}`",
    checks=(_check_colours,),
    make=lambda gradient, **values: Gradient(gradient, **values),
)
_COLOUR = Key(_PaletteColour(), "A name of the palette, or #rrggbb.")
_EMPHASIS = {
    "weight": Key(_WEIGHT, "regular, semibold, bold … or 100 to 900."),
    "italic": Key(YES_NO, "Whether the text is italic."),
    "color": _COLOUR,
}
_OUTLINE = {"color": _COLOUR, "width": Key(LENGTH, "How far it reaches, such as 0.5pt.")}
_SHADOW = {
    "color": _COLOUR,
    "right": Key(SIGNED_LENGTH, "How far to the right, such as 0.5pt."),
    "down": Key(SIGNED_LENGTH, "How far down, such as 0.5pt."),
    "blur": Key(_BLUR, "Over what distance its edges fade, such as 2pt."),
}
_GLOW = {"color": _COLOUR, "width": Key(_BLUR, "How far it reaches, such as 2pt.")}
_LISTED = {"shadow": Record(_SHADOW, make=lambda **values: Shadow(**_fields(values)))}
"""The records of which a style has one or several."""


def _fields(values: dict[str, Any]) -> dict[str, Any]:
    """Values under the names that the fields of styles have."""
    return {"colour" if name == "color" else name: value for name, value in values.items()}


STYLE = Record(
    {
        "extends": Key(_Named("style-name"), "Another style, for everything that this one leaves out."),
        "font": Key(
            ListOf(_Named("font-family"), lone=True),
            "The family, such as Source Sans 3; or several, each for letters that the ones before lack.",
        ),
        **_EMPHASIS,
        "color": Key(
            _Letters(), "A name of the palette, or #rrggbb; or {gradient: [colors], angle: degrees}."
        ),
        "foil": Key(_Foil(), "A color of the palette with a spot ink: a foil, or a varnish; or none."),
        "width": Key(Number(1, 1000), "The width of a variable font in per cent; 75 is narrow."),
        "slant": Key(Number(1, 30), "How far letters lean, in degrees, for italics that a family lacks."),
        "size": Key(_SIZE, "The size, such as 9.5pt."),
        "min-size": Key(_SIZE, "The smallest size to which a text shrinks to fit."),
        "leading": Key(Number(0.5, 10), "The distance from line to line, in sizes: 0.5 or more."),
        "paragraph": Key(Number(0, 10), "What a blank line adds, in lines."),
        "align": Key(Keyword(get_args(Align)), "The alignment of lines; `start` follows the script."),
        "direction": Key(Keyword(get_args(Direction)), "Of paragraphs; `auto` follows their first letter."),
        "valign": Key(Keyword(get_args(Valign)), "Where the text is in its frame, top to bottom."),
        "columns": Key(WholeNumber(1, 9), "In how many columns the text of a frame is set."),
        "column-gap": Key(LENGTH, "The space between two columns, such as 4mm."),
        "hanging": Key(
            YES_NO, "Whether quotation marks, stops and hyphens are beyond the edges of the text."
        ),
        "hyphenate": Key(_LANGUAGE, "no, yes (American English) or a language such as de_DE."),
        "tracking": Key(SIGNED_LENGTH, "Space added between letters, such as 0.2pt."),
        "case": Key(Keyword(get_args(Case)), "`upper` for capitals, `small-caps` for small capitals."),
        "underline": Key(YES_NO, "Whether the text is underlined."),
        "outline": Key(
            Record(_OUTLINE, make=lambda **values: LetterOutline(**_fields(values))),
            "A line around the letters: color, width.",
        ),
        "shadow": Key(
            ListOf(_LISTED["shadow"], lone=True),
            "The letters again, below: color, right, down, blur; or a list of several, the first on top.",
        ),
        "glow": Key(
            Record(_GLOW, make=lambda **values: Glow(**_fields(values))),
            "Light around the letters, below: color, width.",
        ),
        "initial": Key(_INITIAL, "How many lines the first letter of a text is high, from 1 to 9."),
        "bullet": Key(TEXT, "What is printed before the items of a list: letters or {symbols}."),
        "symbol": Key(Number(0.5, 10), "The height of a symbol in the text, in sizes: 0.5 or more."),
        "term": Key(
            Record(_EMPHASIS, make=lambda **values: Emphasis(**_fields(values))),
            "How defined terms differ: weight, italic, color.",
        ),
    }
)


def _plain(look: Gradient) -> Colour:
    """The colour of single words in a foil: its middle one, printed with the ink."""
    middle = look.colours[len(look.colours) // 2 + 1]
    assert isinstance(middle, InkColour)
    assert isinstance(middle.ink, Spot)
    return InkColour(middle, msgspec.structs.replace(middle.ink, foil=False))


def default_values() -> dict[str, Any]:
    """What the keys of a style have in the notation of its file, if neither it nor the styles that it extends
    say it; nothing for keys without a default.
    """
    return _written(STYLE, Style(""))


def _written(record: Record, value: msgspec.Struct) -> dict[str, Any]:
    defaults: dict[str, Any] = {}
    for name, key in record.keys.items():
        field = getattr(value, "colour" if name == "color" else name.replace("-", "_"), None)
        one = _LISTED.get(name, key.type)
        if isinstance(one, Record) and one.make is not None:
            defaults[name] = _written(one, one.make())
        elif isinstance(key.type, (_PaletteColour, _Letters)) and field is not None:
            defaults[name] = hex_of(field)
        elif key.type in (_SIZE, _BLUR, LENGTH, SIGNED_LENGTH) and field is not None:
            defaults[name] = f"{field:g}pt"
        elif isinstance(field, bool):
            defaults[name] = "yes" if field else "no"
        elif field:
            defaults[name] = field
    return defaults


STYLES = Record(
    {
        "palette": Key(
            MapOf(_HEX, keys=NODE, empty=True),
            "Colors by name, as #rrggbb; an ink may follow, such as `device-cmyk(0.1, 1, 0.85, 0.05)` or "
            "`spot(Gold, 0, 0.2, 0.6, 0.3)`.",
        ),
        "styles": Key(MapOf(STYLE, keys=NODE, empty=True), "Text styles by name, the classes of layouts."),
    }
)
"""The content of a `style.yaml`, as described by its schema."""


def read_styles(project: Project, path: str, fonts: Fonts, findings: Findings) -> StyleSheet | None:
    """The style sheet of a `style.yaml`; None if the file can't be read at all.

    Reports every mistake (`style-value`, `unknown-key`, `unknown-font`) and leaves out the styles that have
    one.
    """
    opened = open_file(project, path, findings)
    if opened is None:
        return None
    root, file = opened
    return _StyleReader(Scope(file, findings, code="style-value"), fonts).sheet(root)


class _StyleReader:
    """Reads one `style.yaml`, each style after the one that it extends."""

    def __init__(self, scope: Scope, fonts: Fonts) -> None:
        self.scope = scope
        self.fonts = fonts
        self.nodes: dict[str, Node] = {}
        self.done: dict[str, Style | None] = {}

    def sheet(self, root: Node) -> StyleSheet:
        mapping = STYLES.mapping(root, self.scope)
        if mapping is None:
            return StyleSheet({}, {})
        palette = STYLES.value(mapping, "palette", self.scope, default={})
        self.scope = self.scope.with_names(palette=palette)
        self.nodes = MapOf(NODE, keys=NODE, empty=True).read(
            mapping.entries.get("styles", NOTHING), self.scope
        )
        styles = {name: self._style(name, ()) for name in self.nodes}
        broken = frozenset(name for name, style in styles.items() if not style)
        usable = {name: style for name, style in styles.items() if style}
        places: dict[str, Span] = {}
        for name, style in usable.items():
            node = self.nodes[name]
            at = node.entries.get("font", node) if isinstance(node, Mapping) else node
            places.setdefault(style.font, self.scope.file.span(at))
        return StyleSheet(usable, palette, broken, places=places)

    def _style(self, name: str, users: tuple[str, ...]) -> Style | None:
        if name not in self.done:
            self.done[name] = None
            self.done[name] = self._read(name, (*users, name))
        return self.done[name]

    def _read(self, name: str, users: tuple[str, ...]) -> Style | None:
        node = STYLE.mapping(self.nodes[name], self.scope)
        if node is None:
            return None
        values = STYLE.correct(node, self.scope)
        base = self._base(values.pop("extends", None), node, users)
        if base is None and "font" not in values and not {"font", "extends"} & node.entries.keys():
            self._error(node, (), f"the style `{name}` has no font", hint="write `font:` or `extends:`")
        if base is None and ("extends" in node.entries or "font" not in values):
            return None  # A consequence of a mistake that is already reported isn't reported.
        if "size" in values and "min-size" not in values:
            values["min-size"] = min(base.min_size if base else MIN_SIZE, values["size"])
        if "font" in values:
            values["font"], *values["fallbacks"] = values["font"] or ("",)
            values["fallbacks"] = tuple(values["fallbacks"])
        if not {"font", "width", "slant"}.isdisjoint(values):
            values["font"] = self._family(values, base)
        for name in ("outline", "glow"):
            if name in values and not values[name].width:
                values[name] = None
        if "color" in values:
            given = values["color"]
            is_gradient = isinstance(given, Gradient)
            values |= {"gradient": given, "color": given.colours[0]} if is_gradient else {"gradient": None}
        look = values.get("foil")
        if look and not look.is_varnish:
            values.setdefault("color", _plain(look))
        elif "color" in values and base and base.foil and not base.foil.is_varnish:
            values.setdefault("foil", None)  # A color of its own is not covered by what it has from others.
        fields = _fields(fields_of(values, values))
        style = msgspec.structs.replace(base, **fields) if base else Style(**fields)
        if style.min_size > style.size and not {"size", "min-size"} & (node.entries.keys() - values.keys()):
            message = f"`min-size` ({style.min_size:g} pt) is larger than `size` ({style.size:g} pt)"
            self._error(node, ("min-size", "size"), message)
        return style if self._is_usable(style, node) else None

    def _family(self, values: dict[str, Any], base: Style | None) -> str:
        """The family, with its width and its slant if it has them."""
        inherited = plain_family(base.font) if base else ""
        width = values.get("width", base.width if base else None)
        slant = values.get("slant", base.slant if base else None)
        return altered_family(values.get("font", inherited), width, slant)

    def _base(self, name: str | None, node: Mapping, users: tuple[str, ...]) -> Style | None:
        if name is None:
            return None
        if name in users:
            self._error(node, ("extends",), f"the style `{name}` extends itself")
        elif name not in self.nodes:
            self._error(
                node, ("extends",), f"there is no style `{name}`", hint=nearest(name, list(self.nodes))
            )
        else:
            return self._style(name, users)
        return None

    def _is_usable(self, style: Style, node: Mapping) -> bool:
        """Whether its fonts exist."""
        term = style.term
        term_weight = style.weight if term.weight is None else term.weight
        term_italic = style.italic if term.italic is None else term.italic
        keys: tuple[str, ...] = ("font",)
        try:
            self.fonts.cuts(style.font)
            keys = ("weight", "italic", "font")
            self.fonts.font(style.font, style.weight, style.italic)
            keys = ("term", "font")
            self.fonts.font(style.font, term_weight, term_italic)
            keys = ("font",)
            for family in style.fallbacks:
                self.fonts.nearest(family, style.weight, style.italic)
        except FontError as error:
            self._error(node, keys, error.message, hint=error.hint, code="unknown-font")
            return False
        for family in (plain_family(style.font), *style.fallbacks) if "font" in node.entries else ():
            self._report_replaced(family, node.entries["font"])
        return True

    def _report_replaced(self, family: str, node: Node) -> None:
        """Reports a missing family in whose place another is used: an error if the project doesn't ask for
        it.
        """
        replacement = self.fonts.replaced(family)
        if replacement is None:
            return
        message, hint = replacement.in_words(family)
        span = self.scope.file.span(node)
        if replacement.is_asked:
            self.scope.findings.note("font-substitute", message, span, hint=hint)
        else:
            self.scope.findings.error("unknown-font", message, span, hint=hint)

    def _error(
        self, node: Mapping, keys: tuple[str, ...], message: str, hint: str = "", code: str = "style-value"
    ) -> None:
        """Reports a mistake at the first of some keys that is present, or at the style."""
        at = next((node.entries[key] for key in keys if key in node.entries), node)
        self.scope.findings.error(code, message, self.scope.file.span(at), hint=hint)
