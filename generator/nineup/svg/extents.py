"""The dimensions of a drawing: its visible box, its size, and its bleed."""

import re

from nineup.base.geometry import Box, Size
from nineup.base.units import length as paper_length
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import cascade, em
from nineup.svg.style.style_rules import NO_RULES
from nineup.svg.transform import view_box
from nineup.svg.values.values import DEFAULT_EM, SvgError, user_length
from nineup.svg.xml import SvgDocument, SvgElement

_PIXEL = 0.75
"""Points in a CSS pixel."""

_REM = re.compile(r"\drem\b", re.IGNORECASE)


def bleed(root: SvgElement, reporter: Reporter) -> float:
    """The root's `n:bleed` in points."""
    for name in root.bindings:
        if name not in ("bleed", "mirror"):
            message = f"`n:{name}` can't be put on the whole layout"
            reporter.error(
                "binding-misplaced", message, root.span(f"n:{name}"), hint="put it on an element inside"
            )
    try:
        return paper_length(root.bindings.get("bleed", "0mm"))
    except ValueError as error:
        reporter.error("binding-value", str(error), root.span("n:bleed"))
        return 0.0


def extent(document: SvgDocument, reporter: Reporter) -> tuple[Box, Size]:
    """The visible box of a drawing's user space, and its size in points. Mistakes are reported."""
    root = document.root
    _check_units(document, reporter)
    box: Box | None = None
    try:
        box = view_box(root.attributes["viewBox"]) if "viewBox" in root.attributes else None
    except SvgError as error:
        reporter.svg_error(error, root.span("viewBox"))
    wide, high = (not root.attributes.get(name, "%").strip().endswith("%") for name in ("width", "height"))
    width = height = 0.0
    if wide or not high:
        width = _side(root, "width", box.width if box else None, reporter=reporter)
    if high or not wide:
        height = _side(root, "height", box.height if box else None, reporter=reporter)
    if wide != high and box and box.width > 0 and box.height > 0:
        # The other side follows from the proportions of the box.
        width, height = width or height * box.width / box.height, height or width * box.height / box.width
    elif wide != high:
        width = width or _side(root, "width", None, reporter=reporter)
        height = height or _side(root, "height", None, reporter=reporter)
    return box or Box(0.0, 0.0, width, height), Size(round(width * _PIXEL, 4), round(height * _PIXEL, 4))


_SHORTEST = 0.01
"""The shortest side of a drawing, in pixels."""


def _side(root: SvgElement, name: str, default: float | None, reporter: Reporter) -> float:
    """The root's width or height in pixels."""
    text = root.attributes.get(name, "100%").strip()
    try:
        size = em(cascade(root, {}, NO_RULES, reporter=reporter))
        value = default if text.endswith("%") else user_length(text, 0.0, size)
        if value is not None and value >= _SHORTEST:
            return value
        if value is not None:
            raise SvgError(
                f"`{name}` must be above 0" if value <= 0 else f"`{name}` is too small to be drawn"
            )
        raise SvgError(f"the drawing has no `{name}`", f'write it as in {name}="63.5mm"')
    except SvgError as error:
        reporter.svg_error(error, root.span(name))
        return 1.0


def _check_units(document: SvgDocument, reporter: Reporter) -> None:
    """Reports lengths in `rem` in a drawing whose root has a font size, to which they would be relative."""
    style = cascade(document.root, {}, NO_RULES, reporter=reporter)
    if em(style) == DEFAULT_EM:
        return
    for element in document.root.all():
        for name, value in element.attributes.items():
            if _REM.search(value):
                hint = "write it in em, or as a number"
                message = "`rem` in a drawing that states the size of its letters is not supported"
                reporter.error("svg-unsupported", message, element.span(name), hint=hint)
