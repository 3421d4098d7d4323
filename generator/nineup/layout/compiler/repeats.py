"""Repeated elements: `n:each`, and the rows and columns of `n:row` and `n:column`."""

from collections.abc import Callable, Sequence

from nineup.base.geometry import Box
from nineup.layout.binding.bindings import binding_key, paper_length
from nineup.layout.binding.nodes import LayoutNode, Repeat
from nineup.layout.compiler.context import ElementContext
from nineup.svg.reporter import Reporter
from nineup.svg.xml import SvgElement


def repeat(
    element: SvgElement,
    space: ElementContext,
    body: Sequence[LayoutNode],
    measured: Callable[[float], Box | None],
    reporter: Reporter,
) -> LayoutNode:
    """The node that draws a body for each item. `measured` gives the box of the element at a scale."""
    key = binding_key(element, "each")
    axis = next((name for name in ("row", "column") if name in element.bindings), "")
    if not axis:
        return Repeat(key, body, (0.0, 0.0), share=0.0)
    a, b, c, d, _, _ = space.matrix
    scale = space.matrix.scale or 1.0
    box = measured(scale)
    if box is None:
        message = f"`n:{axis}` needs the size of the element, which depends on the card"
        hint = "give it a shape or a frame, or spread the items with n:transform and loop.index0"
        reporter.error("binding-misplaced", message, element.span(f"n:{axis}"), hint=hint)
        return Repeat(key, body, (0.0, 0.0), share=0.0)
    far = (
        (box.width if axis == "row" else box.height) + (paper_length(element, axis, reporter) or 0.0)
    ) / scale
    step = (a * far, b * far) if axis == "row" else (c * far, d * far)
    return Repeat(key, body, step, share=_share(element, reporter))


def _share(element: SvgElement, reporter: Reporter) -> float:
    """The share of a row's length before the sample."""
    shares = {"start": 0.0, "center": 0.5, "end": 1.0}
    value = element.bindings.get("align", "start")
    if value not in shares:
        message = f"`{value}` is not a value of `n:align` for a row"
        reporter.error("binding-value", message, element.span("n:align"), hint=f"write {', '.join(shares)}")
    return shares.get(value, 0.0)
