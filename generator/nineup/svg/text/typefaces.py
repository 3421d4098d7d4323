"""How the characters of static text are drawn: font, size, colour, spacing and baseline by an element's
style.
"""

from contextlib import suppress
from itertools import chain

import msgspec

from nineup.model.drawing import Colour
from nineup.svg.paint.paint import BLACK, Painter
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, PropertyValue
from nineup.svg.values.values import SvgError, UnsupportedError, reference, user_length
from nineup.svg.xml import SvgElement
from nineup.typography.fonts import Font, FontError, Fonts

GENERIC = frozenset(
    "serif sans-serif monospace cursive fantasy system-ui ui-sans-serif ui-serif math emoji".split()
)


class TypeSpec(msgspec.Struct, frozen=True):
    """How characters are drawn; `size` and `tracking` in user units."""

    font: Font
    size: float
    colour: Colour
    opacity: float
    tracking: float
    spacing: float
    """What is added to each space."""


def is_server(value: PropertyValue | None) -> bool:
    """Whether a paint is a gradient or a pattern."""
    return value is not None and reference(value.text) is not None


class Typefaces:
    """Reads the properties of type from styles. Mistakes are reported."""

    def __init__(self, fonts: Fonts, painter: Painter, reporter: Reporter) -> None:
        self.fonts = fonts
        self.painter = painter
        self.reporter = reporter
        self.is_clip = False
        """Whether only the outlines of letters count."""
        self.paints_outlines = False
        """Whether gradients and patterns fill letters' outlines, with the invisible letters in place for
        extraction.
        """

    def type(self, style: ElementStyle, element: SvgElement) -> TypeSpec | None:
        """The type of a style; None if its font is missing, which is reported."""
        shade: tuple[Colour, float] | None = (BLACK, 1.0)
        if self.paints_outlines and is_server(style.get("fill")):
            shade = None
        elif not self.is_clip:
            shade = self.painter.colour(style.get("fill"), style)
        shade = shade or (BLACK, 0.0)  # invisible, but in place for extraction
        font = self.font(style, element)
        if font is None:
            return None
        size = self.size(style)
        opacity = (
            shade[1] * self.painter.opacity("fill-opacity", style) * self.painter.opacity("opacity", style)
        )
        opacity = 1.0 if self.is_clip else round(opacity, 4)
        return TypeSpec(
            font,
            size,
            shade[0],
            opacity=opacity,
            tracking=self.tracking(style, size),
            spacing=self.spacing(style, size),
        )

    def font(self, style: ElementStyle, element: SvgElement) -> Font | None:
        """The font of the first of the style's families that the project has; None after an error, which is
        reported.
        """
        value = style.get("font-family")
        weight, italic = self.weight(style), self.italic(style)
        named = [name.strip().strip("'\"").strip() for name in value.text.split(",")] if value else []
        styles = dict(self._style_of(name, weight, italic) for name in named)
        families = list(styles)
        first: FontError | None = None
        known = (name for name in families if self.fonts.has_family(name))
        for family in chain(known, families[:1]):
            try:
                font = self.fonts.font(family, *styles[family])
            except FontError as error:
                first = first or error
            else:
                self._report_replaced(family, value)
                return font
        if first is None or value is None or families[0] in GENERIC:
            message = "this text has no font of the project"
            self.reporter.error(
                "unknown-font", message, element.span(), hint="set font-family to a family in `fonts/`"
            )
        else:
            value.report(self.reporter, "unknown-font", first.message, hint=first.hint)
        return None

    def _style_of(self, name: str, weight: int, italic: bool) -> tuple[str, tuple[int, bool]]:
        """A family, and the weight and slant in it; those in the name of a font in PostScript are its own."""
        known = self.fonts.by_postscript(name)
        if known is None:
            return name, (weight, italic)
        family, style = known
        return family, (style.weight if weight == 400 else weight, style.italic or italic)

    def family(self, name: str) -> str:
        """The family that a name means, which may be that of a font in PostScript."""
        return self._style_of(name, 400, False)[0]

    def _report_replaced(self, family: str, value: PropertyValue | None) -> None:
        """Reports a family that is missing, and what takes its place: an error unless the project asks for
        it.
        """
        replacement = self.fonts.replaced(family)
        if replacement is None or value is None:
            return
        message, hint = replacement.in_words(family)
        if replacement.is_asked:
            self.reporter.note("font-substitute", message, value.span(), hint=hint)
        else:
            value.report(self.reporter, "unknown-font", message, hint=hint)

    def others(self, style: ElementStyle, font: Font) -> tuple[Font, ...]:
        """The fonts of the style's further families that can be used, for letters that its font lacks."""
        fonts = []
        for family in style["font-family"].text.split(","):
            with suppress(FontError):
                name = self.family(family.strip().strip("'\"").strip())
                fonts.append(self.fonts.nearest(name, font.weight, font.italic))
        return tuple(each for each in fonts if each is not font)

    def weight(self, style: ElementStyle) -> int:
        """The weight from 100 to 900."""
        value = style.get("font-weight")
        words = {"normal": 400, "bold": 700}
        if value is None:
            return 400
        if value.text in words:
            return words[value.text]
        if not value.text.isdigit() or not 1 <= int(value.text) <= 1000:
            value.report(
                self.reporter,
                "svg-unsupported",
                f"`font-weight: {value.text}` is not supported",
                hint="write normal, bold or 100 to 900",
            )
            return 400
        return int(value.text)

    def italic(self, style: ElementStyle) -> bool:
        """Whether the text is italic, or oblique, which is drawn as italic."""
        value = style.get("font-style")
        if value and value.text not in ("normal", "italic", "oblique"):
            value.report(
                self.reporter,
                "svg-value",
                f"`font-style: {value.text}` is not supported",
                hint="write normal or italic",
            )
        return value is not None and value.text in ("italic", "oblique")

    def size(self, style: ElementStyle) -> float:
        """The font size in user units; default 16, as in browsers."""
        value = style.get("font-size")
        if value is None:
            return 16.0
        try:
            return user_length(value.text)
        except SvgError as error:
            value.report_error(self.reporter, error)
            return 16.0

    def tracking(self, style: ElementStyle, size: float) -> float:
        """The space added between letters, in user units."""
        return self._added("letter-spacing", style, size)

    def spacing(self, style: ElementStyle, size: float) -> float:
        """The space added to each space, in user units."""
        return self._added("word-spacing", style, size)

    def _added(self, name: str, style: ElementStyle, size: float) -> float:
        value = style.get(name)
        if value is None or value.text in ("normal", "0"):
            return 0.0
        try:
            if value.text.endswith("%"):
                raise UnsupportedError(
                    f"`{name}: {value.text}` is not supported, as it differs from one browser to another",
                    "write it in em",
                )
            return user_length(value.text, 0.0, size)
        except SvgError as error:
            value.report_error(self.reporter, error)
            return 0.0

    def raised(self, style: ElementStyle) -> float:
        """How far the baseline of a `text` is moved up, in user units."""
        size, up = self.size(style), 0.0
        for name in ("dominant-baseline", "alignment-baseline"):
            value = style.get(name)
            if value is not None and (share := self._baseline(value, style)) is not None:
                up = -share * size
        return up

    def shifted(self, style: ElementStyle) -> float:
        """How far `baseline-shift` moves an element inside a text up, in user units."""
        size, shift = self.size(style), style.get("baseline-shift")
        if shift is None or shift.text in ("baseline", "0"):
            return 0.0
        font = self.font(style, shift.element)
        if shift.text in ("sub", "super"):
            height = (font.ascent - font.descent) / 1000 * size if font else 0.0
            return height * (-0.5 if shift.text == "sub" else 0.5)
        try:
            return user_length(shift.text, size, size)
        except SvgError as error:
            shift.report_error(self.reporter, error)
            return 0.0

    def _baseline(self, value: PropertyValue, style: ElementStyle) -> float | None:
        """How far a named baseline is above the alphabetic one, in ems; None for that one itself."""
        font = self.font(style, value.element)
        try:
            return baseline(font, value.text) if font is not None else None
        except UnsupportedError as error:
            value.report_error(self.reporter, error)
            return None


def baseline(font: Font, name: str) -> float | None:
    """How far a font's baseline of that name is above the alphabetic one, in ems; None for that one itself.

    Raises UnsupportedError.
    """
    if name in ("auto", "alphabetic", "baseline"):
        return None
    shares = {
        "middle": font.x_height / 2,
        "central": (font.ascent + font.descent) / 2,
        "hanging": font.ascent * 0.8,
        "mathematical": font.ascent / 2,
        **dict.fromkeys(("text-before-edge", "before-edge", "text-top"), font.ascent),
        **dict.fromkeys(("text-after-edge", "after-edge", "text-bottom", "ideographic"), font.descent),
    }
    if name not in shares:
        raise UnsupportedError(f"the baseline `{name}` is not supported")
    return shares[name] / 1000
