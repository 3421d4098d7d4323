"""Text styles and colours: how a text looks."""

from collections.abc import Mapping as Map
from typing import Literal

import msgspec

from nineup.base.diagnostics import HintedError, Span, nearest
from nineup.model.drawing import Colour, InkColour, Spot
from nineup.model.inks import split_ink

Align = Literal["start", "left", "center", "right", "end", "justify"]
Direction = Literal["auto", "left-to-right", "right-to-left"]
Valign = Literal["top", "middle", "bottom"]
Case = Literal["as-written", "upper", "small-caps"]

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)

MIN_SIZE = 7.0
"""The default of the smallest size, in points, for shrinking."""


class Emphasis(msgspec.Struct, frozen=True):
    """How defined terms differ from the surrounding text; None means they don't."""

    weight: int | None = None
    italic: bool | None = None
    colour: Colour | None = None


class LetterOutline(msgspec.Struct, frozen=True):
    """A line around letters, below them; `width` is its extent, in points at the style's size."""

    colour: Colour = WHITE
    width: float = 0.5


class Shadow(msgspec.Struct, frozen=True):
    """The same letters in a colour, further to the right and down, in points at the style's size.

    Its edges fade over `blur`, as in CSS.
    """

    colour: Colour = BLACK
    right: float = 0.5
    down: float = 0.5
    blur: float = 0.0
    opacity: float = 1.0


class Glow(msgspec.Struct, frozen=True):
    """Light around letters that fades out; `width` is its extent, in points at the style's size."""

    colour: Colour = WHITE
    width: float = 2.0


class Gradient(msgspec.Struct, frozen=True):
    """The colours across the letters of a text, at even distances, in the direction `angle`: 0 runs to the
    right, 90 down.
    """

    colours: tuple[Colour, ...]
    angle: float = 90.0
    opacities: tuple[float, ...] = ()
    """Of each colour; empty if all are opaque."""

    @property
    def is_varnish(self) -> bool:
        """Whether what is below shows through."""
        return bool(self.opacities)


class Style(msgspec.Struct, frozen=True, cache_hash=True):
    """How a text looks; lengths are in points."""

    font: str
    """The family."""
    fallbacks: tuple[str, ...] = ()
    """Further families, for letters that the first ones lack."""
    width: float | None = None
    """For a variable font, in per cent of its normal width; also part of the font's name."""
    slant: float | None = None
    """The slant of synthetic italics for a family without its own, in degrees; also part of the
    font's name.
    """
    weight: int = 400
    italic: bool = False
    size: float = 9.0
    min_size: float = MIN_SIZE
    """The smallest size for shrinking."""
    leading: float = 1.25
    """The distance between baselines, as a multiple of the size."""
    paragraph: float = 0.4
    """The space that a blank line in the text adds between two baselines, as a multiple of the leading."""
    align: Align = "start"
    direction: Direction = "auto"
    """The direction of paragraphs, by which `start` and `end` are left or right; `auto` is that of the first
    letter.
    """
    valign: Valign = "top"
    columns: int = 1
    """The number of columns in a frame."""
    column_gap: float = 12.0
    """The space between two columns, in points."""
    hanging: bool = False
    """Whether quotation marks, stops and hyphens at the ends of lines are beyond the edge of the frame."""
    colour: Colour = BLACK
    """With a gradient, its first colour: that of single words in other texts."""
    gradient: Gradient | None = None
    foil: Gradient | None = None
    """The shine of a foil in place of the colour; of a varnish, which is translucent, on it."""
    opacity: float = 1.0
    hyphenate: str = ""
    """The language of the hyphenation, such as `en_US`; empty for none."""
    tracking: float = 0.0
    """Added after each glyph at `size`; it shrinks with the text."""
    case: Case = "as-written"
    underline: bool = False
    outline: LetterOutline | None = None
    shadow: tuple[Shadow, ...] = ()
    """The first one is on top of the others, as in CSS."""
    glow: Glow | None = None
    initial: int = 1
    """The height of the initial of a text, in lines."""
    bullet: str = "•"
    """What `-` prints before an item of a list, in the notation of cards."""
    symbol: float = 1.0
    """The height of a symbol in the text, as a multiple of the size."""
    term: Emphasis = Emphasis()


class StyleSheet(msgspec.Struct, frozen=True):
    """A game's styles by name, and its colours by name as `#rrggbb`."""

    styles: dict[str, Style]
    palette: dict[str, str]
    broken: frozenset[str] = frozenset()
    """The names of styles with a mistake, which is already reported."""
    places: dict[str, Span] = {}
    """The place of the first style of each family, by family."""


def hyphenated(sheet: StyleSheet, language: str, source: str) -> StyleSheet:
    """A style sheet for texts in a language: styles that hyphenate the source language, or say `yes`,
    hyphenate that one.

    A language without hyphenation isn't hyphenated.
    """
    import pyphen

    patterns: str = pyphen.language_fallback(language) or ""
    ours = source.partition("-")[0]
    styles = {
        name: msgspec.structs.replace(style, hyphenate=patterns)
        if style.hyphenate == "en_US" or (style.hyphenate and style.hyphenate.partition("_")[0] == ours)
        else style
        for name, style in sheet.styles.items()
    }
    return msgspec.structs.replace(sheet, styles=styles)


def hexadecimal(text: str) -> Colour:
    """The colour for `#rrggbb` or `#rgb`, with any ink after it.

    Raises ValueError with a message for the user.
    """
    text, ink = split_ink(text)
    digits = text[1:] if text.startswith("#") else ""
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise ValueError(f"`{text}` is not a color; write it as #rrggbb")
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return InkColour((red, green, blue), ink) if ink else (red, green, blue)


def palette_colour(text: str, palette: Map[str, str]) -> Colour:
    """The colour for a name of the palette, or `#rrggbb`. Raises ValueError with a message for the user."""
    if text in palette:
        return hexadecimal(palette[text])
    if text.startswith("#"):
        return hexadecimal(text)
    hint = nearest(text, list(palette)) or "write it as #rrggbb"
    raise HintedError(f"`{text}` is not in the palette", hint)


_SHINE = (-0.35, 0.1, 0.65, 0.1, -0.25, 0.0, 0.5, 0.0, -0.35)
"""The shine of a foil, from dark to light and back: how far each colour is on the way to black or white."""

_GLOSS = (0.1, 0.5, 0.1, 0.3, 0.1)
"""The shine of a varnish: how opaque its colour is."""

_SLANT = 70.0
"""The angle of a shine, in degrees."""


def foil(text: str, palette: Map[str, str]) -> Gradient:
    """The look of the foil that a colour of the palette with a spot ink names; of a varnish, if the ink
    overprints. Raises ValueError with a message for the user.
    """
    colour = palette_colour(text, palette)
    ink = colour.ink if isinstance(colour, InkColour) else None
    if not isinstance(ink, Spot):
        raise HintedError(
            f"`{text}` has no spot ink", 'write it like `gold: "#c9a14a spot(Gold, 0, 0.2, 0.6, 0.3)"`'
        )
    ink = msgspec.structs.replace(ink, foil=True)
    if ink.overprint:
        return Gradient((InkColour(colour, ink),) * len(_GLOSS), _SLANT, opacities=_GLOSS)
    return Gradient(tuple(InkColour(_lit(colour, light), ink) for light in _SHINE), _SLANT)


def _lit(colour: Colour, light: float) -> Colour:
    """A colour on the way to white or, for a negative share, to black."""
    end = 1.0 if light > 0 else 0.0
    red, green, blue = (round(channel + (end - channel) * abs(light), 4) for channel in colour)
    return red, green, blue
