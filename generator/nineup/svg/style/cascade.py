"""The cascade: the properties of an element, from its parents, its attributes and style sheets.

Later statements replace earlier ones, so the cascade is a list in the order of precedence: attributes, which
count less than any rule (SVG 2, 6.6), rules by rank and place, the `style` attribute, everything `!important`
in the same order, and last what a card binds.

`bolder` in 400 is 700, and in 700 is 900; `lighter` in 900 is 700, in 700 it is 400.
"""

import re
from collections.abc import Mapping

import msgspec

from nineup.base.diagnostics import Span
from nineup.svg.reporter import Reporter
from nineup.svg.style.properties import (
    ADVICE,
    CSS_TRANSFORM,
    DRAWN,
    EFFECTIVE,
    HARMLESS,
    INHERITED,
    OF_TEXT,
    PREFIXES,
    TRANSFORMED,
)
from nineup.svg.style.style_rules import StyleRules
from nineup.svg.values.values import DEFAULT_EM, NUMBER, InvalidError, SvgError, colour, user_length
from nineup.svg.xml import SvgElement


class PropertyValue(msgspec.Struct, frozen=True):
    """A property's text and origin: an element's attribute, or an offset in a style sheet."""

    text: str
    element: SvgElement
    attribute: str = ""
    offset: int = -1

    def span(self) -> Span:
        """The place of the value."""
        if self.offset >= 0:
            return self.element.document.place(self.offset)
        inside = self.text if self.attribute == "style" else ""
        return self.element.span(self.attribute, inside)

    def report(self, reporter: Reporter, code: str, message: str, hint: str = "") -> None:
        """Report an error in this value at its place."""
        span = self.span()
        reporter.error(code, message, span, hint=hint)

    def report_error(self, reporter: Reporter, error: SvgError) -> None:
        """Reports an SvgError in this value at its place; an error in a value that depends on the card is
        never ignored.
        """
        if self.attribute.startswith("n:"):
            self.report(reporter, error.code, error.message, hint=error.hint)
            return
        reporter.svg_error(error, self.span())


ElementStyle = Mapping[str, PropertyValue]


def says(style: ElementStyle, name: str, word: str) -> bool:
    """Whether a property has this value."""
    return name in style and style[name].text == word


def cascade(
    element: SvgElement, inherited: ElementStyle, sheet: StyleRules, reporter: Reporter
) -> dict[str, PropertyValue]:
    """The properties of an element: inherited, then its attributes, rules by rank, its `style`, its
    bindings.
    """
    # Custom properties inherit, whatever their name.
    style = {name: value for name, value in inherited.items() if name in _HANDED_DOWN or name[:2] == "--"}
    own = _own(element, style, sheet, reporter=reporter)
    for name, value in own.items():
        if value.text not in _WIDE:
            style[name] = value
            continue
        style.pop(name, None)
        # `inherit` takes the parent's value of any property. `unset` and `revert` do so
        # only where the property inherits.
        if name in inherited and (
            value.text == "inherit" or (value.text != "initial" and name in _HANDED_DOWN)
        ):
            style[name] = inherited[name]
    if "font-weight" in own and own["font-weight"].text in ("bolder", "lighter"):
        style["font-weight"] = _relative_weight(own["font-weight"], inherited.get("font-weight"))
    # Before the lengths below, which may be in units of it.
    if "font-size" in own and "font-size" in style:
        style["font-size"] = _absolute(style["font-size"], inherited.get("font-size"), reporter)
    for name in own.keys() & _OF_FONT:
        if name in style:
            # An inherited `1em` is the parent's em, not that of the child with larger letters.
            style[name] = msgspec.structs.replace(
                style[name], text=_in_user_units(style[name].text, em(style))
            )
    return style


def em(style: ElementStyle) -> float:
    """The size of the font in user units."""
    try:
        return user_length(style["font-size"].text) if "font-size" in style else DEFAULT_EM
    except SvgError:
        return DEFAULT_EM  # The error is reported where a text uses it.


_OF_FONT = frozenset({"stroke-width", "stroke-dasharray", "stroke-dashoffset"})
"""Properties with lengths in units of the font's size that are inherited in user units."""

_LENGTH = re.compile(rf"{NUMBER}((?:r?em|ex)\b)?", re.IGNORECASE)
"""A number, with a unit relative to the font's size if it has one."""


def _in_user_units(text: str, size: float) -> str:
    return _LENGTH.sub(
        lambda match: f"{user_length(match[0], 0.0, size):.6f}" if match[1] else match[0], text
    )


def _relative_weight(value: PropertyValue, inherited: PropertyValue | None) -> PropertyValue:
    """A weight that is bolder or lighter than the parent's (CSS Fonts 4, 2.2.1)."""
    text = inherited.text if inherited else "400"
    was = {"normal": 400, "bold": 700}.get(text, int(text) if text.isdecimal() else 400)
    steps = ((350, 400), (550, 700)) if value.text == "bolder" else ((550, 100), (750, 400))
    most = max(was, 900) if value.text == "bolder" else 700
    weight = next((to for below, to in steps if was < below), most)
    return msgspec.structs.replace(value, text=str(min(was, weight) if value.text == "lighter" else weight))


_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
    "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip
"""The font sizes with names, in pixels, as browsers have them (CSS Fonts 4, 2.5)."""

_RELATIVE = {"larger": 1.2, "smaller": 1 / 1.2}


def _absolute(value: PropertyValue, inherited: PropertyValue | None, reporter: Reporter) -> PropertyValue:
    """A font size that is relative to the parent's, or has a name, in user units."""
    text = value.text
    if text in _SIZES:
        return msgspec.structs.replace(value, text=f"{_SIZES[text]}")
    factor = _RELATIVE.get(text)
    try:
        whole = user_length(inherited.text) if inherited else DEFAULT_EM
        size = user_length(text, whole, whole) if factor is None else whole * factor
        return msgspec.structs.replace(value, text=f"{size:.6f}")
    except SvgError as error:
        value.report_error(reporter, error)
        return msgspec.structs.replace(value, text="16")


def around(element: SvgElement, sheet: StyleRules, reporter: Reporter) -> ElementStyle:
    """The style of an element's parent at its place in the document: for definitions, which are drawn
    elsewhere.
    """
    style: ElementStyle = {}
    for each in reversed(tuple(element.ancestors())):
        style = cascade(each, style, sheet, reporter=reporter)
    return style


def _own(
    element: SvgElement, inherited: ElementStyle, sheet: StyleRules, reporter: Reporter
) -> dict[str, PropertyValue]:
    attributes = element.attributes
    stated = [
        (name, PropertyValue(attributes[name].strip(), element, name))
        for name in attributes.keys() & _PRESENTATION
    ]
    important: list[tuple[str, PropertyValue]] = []
    for rule in sheet.of(element):
        for each in rule.declarations:
            value = PropertyValue(each.value, element, offset=each.offset)
            (important if each.is_important else stated).append((each.name, value))
    if block := attributes.get("style"):
        # Imported only for drawings that have such a block.
        from nineup.svg.style.css import declarations

        def reject(at: int, message: str, hint: str) -> None:
            reporter.svg_error(InvalidError(message, hint), element.span("style"))

        for each in declarations(block, reject):
            value = PropertyValue(each.value, element, "style")
            (important if each.is_important else stated).append((each.name, value))
    stated += important
    # First, because a value may name a variable that a later statement sets.
    own: dict[str, PropertyValue] = {name: value for name, value in stated if name[:2] == "--"}
    for name, value in stated:
        plain = with_variables(value.text, {**inherited, **own}) if "var(" in value.text else value.text
        _admit(
            own,
            name,
            value if plain is value.text else msgspec.structs.replace(value, text=plain),
            reporter=reporter,
        )
    for name in element.final & DRAWN:
        own[name] = PropertyValue(attributes[name].strip(), element, f"n:{name}")
    return own


_VARIABLE = re.compile(r"var\(\s*+(--[\w-]++)\s*+(?:,([^()]*+(?:\([^()]*+\)[^()]*+)*+))?\)")
_MOST_VARIABLES, _LONGEST = 100, 1000
"""The largest number of variables in a value, including nested ones, and the most characters of their
values.
"""


def with_variables(text: str, style: ElementStyle) -> str:
    """A value with its variables replaced by their values or fallbacks (CSS Variables 1, 3); `unset` if one
    has neither.
    """
    for _ in range(_MOST_VARIABLES + 1):
        match = _VARIABLE.search(text)
        if match is None:
            return "unset" if "var(" in text else text
        # A variable may name two others, each of these two more: the text doubles with each, so its length is
        # limited as well as their number.
        said = style[match[1]].text if match[1] in style else match[2]
        if said is None or len(said) + len(text) > _LONGEST:
            return "unset"
        text = f"{text[: match.start()]}{said.strip()}{text[match.end() :]}"
    return "unset"


_HANDED_DOWN = INHERITED | OF_TEXT

_WIDE = frozenset({"inherit", "initial", "unset", "revert"})
"""The keywords that every property accepts (CSS Cascade 5, 7.3)."""

_COLOURED = frozenset({"fill", "stroke", "color", "stop-color"})


_WORDS = {
    "stroke-linecap": {"butt", "round", "square"},
    "stroke-linejoin": {"miter", "miter-clip", "round", "bevel", "arcs"},
    "fill-rule": {"nonzero", "evenodd"},
    "clip-rule": {"nonzero", "evenodd"},
    "visibility": {"visible", "hidden", "collapse"},
    "text-anchor": {"start", "middle", "end"},
    "vector-effect": {"none", "non-scaling-stroke"},
}
"""The keywords of properties."""


def _is_invalid(name: str, value: PropertyValue, reporter: Reporter) -> bool:
    """Whether a value is invalid for a property, so that the declaration is ignored, with a note."""
    if name in _COLOURED:
        return _is_invalid_colour(value, reporter)
    if name not in _WORDS or value.text in _WORDS[name] or value.text in _WIDE:
        return False
    value.report_error(reporter, InvalidError(f"`{name}: {value.text}`"))
    return True


def _is_invalid_colour(value: PropertyValue, reporter: Reporter) -> bool:
    """Whether a value is not a colour, with a note if so."""
    text = value.text
    if text == "none" or text in _WIDE or text.lower() == "currentcolor" or text.startswith("url("):
        return False
    try:
        colour(text)
    except InvalidError as error:
        value.report_error(reporter, error)
        return True
    except SvgError:
        pass  # reported where it is used
    return False


_PRESENTATION = (DRAWN | HARMLESS.keys()) - {"mix-blend-mode", "isolation"}
"""Properties that are also attributes."""


def _admit(own: dict[str, PropertyValue], name: str, value: PropertyValue, reporter: Reporter) -> None:
    if value.text == "revert-layer" and name in DRAWN:
        value.report(reporter, "svg-unsupported", "`revert-layer` is not supported", hint="write the value")
        return
    if name == "marker":
        own.update(dict.fromkeys(("marker-start", "marker-mid", "marker-end"), value))
        return
    if name in ("stroke-width", "font-size") and value.text.startswith("-"):
        value.report_error(reporter, InvalidError(f"`{name}` is negative"))
        return
    if name == "font" and (parts := _font_parts(value.text)):
        own.update({part: msgspec.structs.replace(value, text=text) for part, text in parts.items()})
        return
    if name == "transform" and value.element.name in TRANSFORMED:
        own[CSS_TRANSFORM] = value
        return
    if name in DRAWN:
        if name in _WORDS:
            value = msgspec.structs.replace(value, text=value.text.lower())
        if value.text == "contents" and name == "display":
            value.report(
                reporter, "svg-unsupported", "`display: contents` is not supported", hint="ungroup it"
            )
        if not (reporter.is_art and _is_invalid(name, value, reporter)):
            own[name] = value
        return
    if name.startswith(PREFIXES) or name[:2] == "--":
        return
    if name in OF_TEXT and (value.element.name not in _TEXTS or _has_shadows(name, value.element)):
        own[name] = value  # its texts show it
        return
    allowed = HARMLESS.get(name)
    if allowed is None and name not in EFFECTIVE:
        reporter.ignore(f"the property `{name}`", value.span())
    elif allowed is None:
        hint = ADVICE.get(name, "remove it, or draw it another way")
        value.report(reporter, "svg-unsupported", f"the property `{name}` is not supported", hint=hint)
    elif not (name in _FLOWED and _has_lines(value.element)):
        _check_value(name, value, reporter)


_FLOWED = frozenset({"shape-inside", "shape-subtract", "inline-size"})
"""Properties by which Inkscape flows a text; browsers draw the lines that it also writes, each at its own
position.
"""


def _has_lines(element: SvgElement) -> bool:
    """Whether all words of a text are in lines with their own positions."""
    return element.name == "text" and all(
        not child.strip() if isinstance(child, str) else {"x", "y"} <= child.attributes.keys()
        for child in element.children
    )


_FONT = re.compile(
    r"((?:(?:normal|italic|oblique|bold|bolder|lighter|[1-9]00)\s++)*+)([\d.]++[a-z%]*+)(?:\s*+/\s*+[\w.%]++)?\s++(\S.*)",
    re.DOTALL,
)
"""The shorthand `font`: style and weight, size, line height, families (CSS Fonts 3, 3.7)."""


def _font_parts(text: str) -> dict[str, str]:
    """The properties that the shorthand `font` sets; none for other values, such as small capitals."""
    match = _FONT.fullmatch(text.strip())
    if match is None:
        return {}
    words = match[1].split()
    style = next((word for word in words if word in ("italic", "oblique")), "normal")
    weight = next((word for word in words if word.startswith(("b", "l")) or word.isdecimal()), "normal")
    return {"font-style": style, "font-weight": weight, "font-size": match[2], "font-family": match[3]}


_TEXTS = frozenset({"text", "tspan", "textPath"})


def _check_value(name: str, value: PropertyValue, reporter: Reporter) -> None:
    """Reports a value for which a property can't be ignored."""
    allowed = HARMLESS[name]
    if "*" in allowed or value.text in allowed or value.text in ("inherit", "initial", "unset"):
        return
    hint = ADVICE.get(name, "remove it, or draw it another way")
    value.report(reporter, "svg-unsupported", f"`{name}: {value.text}` is not supported", hint=hint)


def _has_shadows(name: str, element: SvgElement) -> bool:
    """Whether a property is the `text-shadow` of a bound text, which is drawn like that of a style."""
    return name == "text-shadow" and not element.bindings.keys().isdisjoint(("text", "micro"))


def check_inherited(element: SvgElement, style: ElementStyle, reporter: Reporter) -> None:
    """Reports inherited properties of a text, or of the text in a frame, that can't be drawn."""
    for name in sorted(style.keys() & OF_TEXT):
        if _has_shadows(name, element):
            continue
        if style[name].element is not element or element.name not in _TEXTS:
            _check_value(name, style[name], reporter)
