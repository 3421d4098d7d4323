"""How an element of a drawing looks: where each value stands, and the changes that write another one there.

A value of `fill="…"`, of `fill: …` in a `style` attribute or of a rule in a style sheet is changed where it
stands, since anything that is written elsewhere would not count. `opacity` isn't inherited, and a corner's
radius is no property of CSS; both are found at the element itself.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.units import MM
from nineup.files.edit.changes import Change, Delete, Set
from nineup.files.edit.drawings.geometry import Spot
from nineup.files.edit.drawings.numbers import length_value, number_text, with_length
from nineup.files.edit.drawings.tree import TEXT
from nineup.files.edit.parts import ValuePath
from nineup.files.edit.rows import EditRefusedError
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, around, cascade
from nineup.svg.style.css import Declaration, declarations
from nineup.svg.style.style_rules import StyleRules, style_rules
from nineup.svg.xml import SvgDocument, SvgElement

LOOKS = ("fill", "color", "stroke", "stroke-width", "opacity", "rx")
"""What can be set of an element's look."""

PALETTE = re.compile(
    r"\{\{\s*+palette(?:\.(\w++)|\[\s*+'([^'\\]*+)'\s*+\]|\[\s*+\"([^\"\\]*+)\"\s*+\])\s*+\}\}"
)
"""A binding that is a color of the palette."""

_LENGTHS = ("stroke-width", "rx")
_COLORS = ("fill", "color", "stroke")
_HEXADECIMAL = re.compile(r"#[0-9a-fA-F]{3,8}\b")
_STATED = re.compile(r"([\w-]++)\s*+:\s*+([^;{}]*+)(;\s*+)?")

Home = Literal["", "attribute", "style", "rule", "around"]
"""Where a value stands: nowhere, at the element, in its `style`, in a style sheet, or around the element."""


class Look(msgspec.Struct, frozen=True):
    """A value of an element's look."""

    value: str
    """As it is written; lengths in millimetres on paper if they are plain ones."""
    home: Home = ""
    binding: str = ""
    """The expression that sets it on each card."""
    palette: str = ""
    """The color of the palette that this is."""
    shared: int = 0
    """How many elements get this value from the same place in a style sheet."""


def palette_binding(name: str) -> str:
    """The value of a binding that is a color of the palette.

    >>> palette_binding("sea"), palette_binding("deep sea")
    ('{{ palette.sea }}', "{{ palette['deep sea'] }}")
    """
    return (
        f"{{{{ palette.{name} }}}}" if re.fullmatch(r"[^\W\d]\w*", name) else f"{{{{ palette['{name}'] }}}}"
    )


def palette_name(binding: str) -> str:
    """The color of the palette that a binding is; empty for any other one."""
    match = PALETTE.fullmatch(binding.strip())
    return next(filter(None, match.groups()), "") if match else ""


class DrawingLooks:
    """The looks of a drawing's elements. `paths` are those of the elements by their offset in the file."""

    def __init__(self, document: SvgDocument, paths: Mapping[int, tuple[int, ...]]) -> None:
        self._document, self._paths = document, paths
        self._reporter = Reporter(Findings())
        self._rules: StyleRules = style_rules(document, self._reporter)
        self._styles: dict[int, ElementStyle] = {}

    def looks(self, spot: Spot) -> dict[str, Look]:
        """The values of an element that have one, by their names in `LOOKS`."""
        element, style = spot.element, self._style(spot.element)
        looks: dict[str, Look] = {}
        for name in LOOKS:
            binding = element.bindings.get(name, "")
            value, home = self._value(element, style, name)
            if value or binding:
                text = _millimetres(value, spot) if name in _LENGTHS else value
                shared = self._sharing(style, name) if home == "rule" else 0
                looks[name] = Look(text, home, binding=binding, palette=palette_name(binding), shared=shared)
        return looks

    def changes(self, spot: Spot, name: str, value: str, palette: Mapping[str, str]) -> list[Change]:
        """Writes a value, or removes it if it is empty; `palette:` binds a color of the palette, `field:` a
        field. Lengths are in millimetres on paper.

        Raises EditRefusedError.
        """
        element, path = spot.element, self._paths[spot.element.offset]
        if name not in LOOKS:
            raise EditRefusedError(f"`{name}` can't be set here")
        if name in _COLORS and value.startswith("field:"):
            return [Set((*path, f"n:{name}"), f"{{{{ {value.removeprefix('field:')} }}}}")]
        known = value.removeprefix("palette:") if name in _COLORS and value.startswith("palette:") else ""
        if known and known not in palette:
            raise EditRefusedError(f"`{known}` is not in the palette")
        written = self._written(spot, name, value)
        changes: list[Change] = []
        if known:
            sample = _HEXADECIMAL.search(palette[known])
            written = sample[0] if sample else ""
            changes.append(Set((*path, f"n:{name}"), palette_binding(known)))
        elif name in element.bindings:
            changes.append(Delete((*path, f"n:{name}")))
        home = self._value(element, self._style(element), name)[1]
        if known and (home == "rule" or name == "color"):
            return changes  # The binding wins over any rule, which others may need as it is.
        return [*self._changes(element, name, written), *changes]

    def _changes(self, element: SvgElement, name: str, value: str) -> list[Change]:
        """The changes of the value itself, where it stands."""
        path = self._paths[element.offset]
        home = self._value(element, self._style(element), name)[1]
        if home == "style":
            return [self._in_style(element, name, value)]
        if home == "rule":
            return [self._in_rule(element, name, value)]
        if value:
            return [Set((*path, name), value)] if element.attributes.get(name) != value else []
        return [Delete((*path, name))] if name in element.attributes else []

    def _written(self, spot: Spot, name: str, value: str) -> str:
        """A value as it is written: lengths in user units, in the notation that was there."""
        if not value or name not in _LENGTHS:
            return value
        try:
            length = float(value) * MM / (spot.inner.scale or 1.0)
        except ValueError:
            raise EditRefusedError(f"`{value}` is not a number of millimetres") from None
        if length < 0:
            raise EditRefusedError("a length can't be negative")
        old = self._value(spot.element, self._style(spot.element), name)[0]
        try:
            length_value(old)
        except EditRefusedError:
            old = ""
        return with_length(old, length, spot.decimals) if old else number_text(length, "", spot.decimals)

    def _style(self, element: SvgElement) -> ElementStyle:
        style = self._styles.get(element.offset)
        if style is None:
            before = around(element, self._rules, self._reporter)
            style = self._styles[element.offset] = cascade(
                element, before, self._rules, reporter=self._reporter
            )
        return style

    def _value(self, element: SvgElement, style: ElementStyle, name: str) -> tuple[str, Home]:
        if name == "rx":
            own = element.attributes.get("rx", "")
            return own, "attribute" if own else ""
        value = style.get(name)
        if value is None:
            return "", ""
        if value.offset >= 0:
            return value.text, "rule" if value.element is element else "around"
        if value.element is not element:
            return value.text, "around"
        return value.text, "style" if value.attribute == "style" else "attribute"

    def _sharing(self, style: ElementStyle, name: str) -> int:
        """How many elements have their value from the same rule."""
        elements = [each for each in self._document.root.all() if self._rules.of(each)]
        at = style[name].offset
        return sum(name in (own := self._style(each)) and own[name].offset == at for each in elements)

    def _in_style(self, element: SvgElement, name: str, value: str) -> Change:
        block = element.attributes["style"]
        stated = [each for each in declarations(block, lambda *_: None) if each.name == name]
        changed = _declared(block, stated[-1], value)
        path: ValuePath = (*self._paths[element.offset], "style")
        return Set(path, changed) if changed.strip() else Delete(path)

    def _in_rule(self, element: SvgElement, name: str, value: str) -> Change:
        at = self._style(element)[name].offset
        for sheet, offset in self._document.styles:
            start, text = self._document.source_offset(offset), sheet.text()
            if start <= at < start + len(text):
                stated = Declaration(name, self._style(element)[name].text, at - start)
                return Set((*self._paths[sheet.offset], TEXT), _declared(text, stated, value))
        raise EditRefusedError("the rule that sets it can't be found; edit the file itself")


def _declared(text: str, stated: Declaration, value: str) -> str:
    """A text of declarations with another value of one of them, or without it.

    >>> block = "fill: red; stroke: none"
    >>> fill = Declaration("fill", "red", 0)
    >>> _declared(block, fill, "#ffffff"), _declared(block, fill, "")
    ('fill: #ffffff; stroke: none', 'stroke: none')
    """
    match = _STATED.match(text, stated.offset)
    old = match[2].rstrip() if match else ""
    if match is None or match[1].lower() != stated.name or "/*" in old or not old.startswith(stated.value):
        raise EditRefusedError(f"`{stated.name}` can't be changed there; edit the file itself")
    if value:
        return text[: match.start(2)] + value + text[match.start(2) + len(stated.value) :]
    return text[: match.start()] + text[match.end() :]


def _millimetres(value: str, spot: Spot) -> str:
    """A length on paper in millimetres; as it is if it is relative to something."""
    try:
        return number_text(length_value(value) * spot.inner.scale / MM, decimals=3) if value else ""
    except EditRefusedError:
        return value


def colors_in(palette: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The colors of a palette as browsers know them, by name."""
    for name, text in palette.items():
        if sample := _HEXADECIMAL.search(text):
            yield name, sample[0]
