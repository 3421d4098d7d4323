"""Layouts reflected for right-to-left languages (`n:mirror`): everything changes sides; texts, symbols and pictures stay readable."""

from nineup.base.geometry import Box, Matrix
from nineup.layout.binding.bindings import content_binding
from nineup.svg.reporter import Reporter
from nineup.svg.xml import SvgElement

RIGHT_TO_LEFT = "right-to-left"
"""The value of `n:mirror` on the root: the languages for which the layout is reflected."""

NEVER = "never"
"""The value of `n:mirror` on an inner element that changes sides without being reflected."""


def is_mirrored(root: SvgElement, from_right: bool, reporter: Reporter) -> bool:
    """Whether a layout is reflected for texts that run `from_right` to left."""
    value = root.bindings.get("mirror")
    if value not in (None, RIGHT_TO_LEFT):
        hint = f'write n:mirror="{RIGHT_TO_LEFT}"'
        reporter.error(
            "binding-value", f"`{value}` is not a value of `n:mirror`", root.span("n:mirror"), hint
        )
    return from_right and value == RIGHT_TO_LEFT


def keeps_its_look(element: SvgElement) -> bool:
    """Whether an element in a mirrored layout only changes sides."""
    is_kept = element.name in ("text", "image") or element.bindings.get("mirror") == NEVER
    return is_kept or bool(content_binding(element))


def reflection(box: Box) -> Matrix:
    """The matrix that exchanges the left and the right half of a box."""
    return Matrix(-1.0, 0.0, 0.0, 1.0, 2 * box.x + box.width, 0.0)
