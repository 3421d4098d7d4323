"""Which elements of a drawing are drawn, and what is ignored or refused in it."""

from nineup.base.diagnostics import Findings, close
from nineup.layout.compiler.along import text_paths
from nineup.svg.conditional import is_chosen
from nineup.svg.library import Library
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, cascade
from nineup.svg.style.properties import (
    ADVICE,
    COMMON,
    DEFINITIONS,
    DRAWN,
    GEOMETRY,
    HARMLESS,
    IGNORED,
    MOVING,
    TRANSFORMED,
    UNDRAWABLE,
    UNDRAWN,
    UNREAD,
)
from nineup.svg.xml import SvgElement


def is_drawn(element: SvgElement, reporter: Reporter) -> bool:
    """Whether an element draws something in place; one that browsers would draw but Nineup doesn't is
    reported.
    """
    name = element.name
    if name in IGNORED or name in DEFINITIONS or name in UNDRAWN or not is_chosen(element):
        return False
    if name in MOVING or (name not in GEOMETRY and name not in UNDRAWABLE):
        reporter.ignore(f"`{name}`", element.span())
        return False
    if name == "flowRoot" and not any(one.text().strip() for one in element.all()):
        return False  # Inkscape leaves it where somebody has clicked.
    if name in UNDRAWABLE:
        hint = ADVICE.get(name, "draw it with shapes, paths, text or images")
        reporter.error("svg-unsupported", f"`{name}` is not supported", element.span(), hint=hint)
    return name not in UNDRAWABLE


def check_attributes(element: SvgElement, reporter: Reporter) -> None:
    """Reports unsupported attributes, including those of a text's `textPath`, and animations."""
    for path in text_paths(element):
        check_attributes(path, reporter)
    for child in element.elements():  # of a shape, whose children aren't drawn
        if child.name in MOVING:
            reporter.ignore(f"`{child.name}`", child.span())
    known = GEOMETRY[element.name]
    for name in element.attributes:
        if name in known or name in COMMON or name in DRAWN or name in HARMLESS:
            continue
        if (name == "transform" and element.name in TRANSFORMED) or name.startswith(("data-", "aria-")):
            continue
        message = f"the attribute `{name}` of `{element.name}`"
        hint = ADVICE.get(name, "") or ("" if reporter.is_art else close(name, sorted(known)))
        if name in UNREAD or hint:
            message = f"{message} is not supported"
            reporter.error("svg-unsupported", message, element.span(name), hint=hint)
        else:
            reporter.ignore(message, element.span(name))


def is_hidden(element: SvgElement, inherited: ElementStyle, library: Library) -> bool:
    """Whether an element without bindings has `display: none`, so that its content doesn't matter."""
    attributes = element.attributes
    rules = library.rules(element.document)
    if not rules.hides and "display" not in attributes and "none" not in attributes.get("style", ""):
        return False
    style = cascade(element, inherited, rules, reporter=Reporter(Findings()))
    if "display" not in style or style["display"].text != "none":
        return False
    return not any(one.bindings or one.name == "use" for one in element.all())
