"""The cascade: the properties of an element, from its parents, its attributes and style sheets."""

from collections.abc import Mapping
from typing import NamedTuple

from nineup.layout.css import Rule, declarations, rules
from nineup.layout.properties import ADVICE, DRAWN, HARMLESS, INHERITED, PREFIXES
from nineup.layout.reporter import Reporter
from nineup.layout.xml import Document, Element


class Value(NamedTuple):
    """A property's text and origin: an element's attribute, or an offset in a style sheet."""

    text: str
    element: Element
    attribute: str = ""
    offset: int = -1

    def report(self, reporter: Reporter, code: str, message: str, hint: str = "") -> None:
        """Report an error in this value at its place."""
        if self.offset >= 0:
            span = self.element.document.place(self.offset)
        else:
            inside = self.text if self.attribute == "style" else ""
            span = self.element.span(self.attribute, inside)
        reporter.error(code, message, span, hint)


Style = Mapping[str, Value]


def style_rules(document: Document, reporter: Reporter) -> tuple[Rule, ...]:
    """The rules of a document's `style` elements, in ascending rank."""
    found: list[Rule] = []
    for element, offset in document.styles:
        start = document.source_offset(offset)

        def reject(at: int, message: str, hint: str, start: int = start) -> None:
            reporter.error("svg-unsupported", message, document.place(start + at), hint)

        for rule in rules(element.text(), reject):
            placed = tuple(d._replace(offset=start + d.offset) for d in rule.declarations)
            found.append(rule._replace(declarations=placed))
    return tuple(sorted(found, key=lambda rule: rule.rank))


def classes(element: Element) -> frozenset[str]:
    """The class names of an element."""
    return frozenset(element.attributes.get("class", "").split())


def cascade(
    element: Element, inherited: Style, sheet: tuple[Rule, ...], reporter: Reporter
) -> dict[str, Value]:
    """The properties of an element: inherited, then its attributes, rules by rank, its `style`, its bindings."""
    style = {name: value for name, value in inherited.items() if name in INHERITED}
    own = _own(element, sheet, reporter)
    for name, value in own.items():
        if value.text == "inherit":
            style.pop(name, None)
            if name in inherited:
                style[name] = inherited[name]
        else:
            style[name] = value
    return style


def _own(element: Element, sheet: tuple[Rule, ...], reporter: Reporter) -> dict[str, Value]:
    own: dict[str, Value] = {}
    attributes = element.attributes
    for name in attributes.keys() & _PRESENTATION:
        _admit(own, name, Value(attributes[name].strip(), element, name), reporter)
    if sheet:
        named = classes(element)
        for rule in sheet:
            if rule.matches(element, named):
                for name, text, offset in rule.declarations:
                    _admit(own, name, Value(text, element, offset=offset), reporter)
    if block := attributes.get("style"):

        def reject(at: int, message: str, hint: str) -> None:
            reporter.error("svg-unsupported", message, element.span("style"), hint)

        for name, text, _ in declarations(block, reject):
            _admit(own, name, Value(text, element, "style"), reporter)
    for name in element.final & DRAWN:
        own[name] = Value(attributes[name].strip(), element, f"n:{name}")
    return own


_PRESENTATION = DRAWN | HARMLESS.keys()


def _admit(own: dict[str, Value], name: str, value: Value, reporter: Reporter) -> None:
    if name in DRAWN:
        own[name] = value
        return
    if name.startswith(PREFIXES):
        return
    allowed = HARMLESS.get(name)
    if allowed is None:
        hint = ADVICE.get(name, "remove it, or draw it another way")
        value.report(reporter, "svg-unsupported", f"the property `{name}` is not supported", hint)
    elif (
        "*" not in allowed and value.text not in allowed and value.text not in ("inherit", "initial", "unset")
    ):
        hint = ADVICE.get(name, "remove it, or draw it another way")
        value.report(reporter, "svg-unsupported", f"`{name}: {value.text}` is not supported", hint)
