"""`mask` elements, and clip paths of more than shapes, as masks in the face's space.

A clip cuts along an outline. A mask is a drawing of its own, which says for each point how much is seen of
what it is applied to: as much as the drawing is light there, or opaque for `mask-type="alpha"` (CSS Masking
1). It is drawn where the masked element is and cut to its region, by default a tenth of the element's box
beyond it on each side: nothing outside is seen. A soft mask of PDF is the same, so a mask costs what its
drawing costs.

On a square of 10 units at (0, 0), a mask with a white rectangle on its left half and a grey one on its right
shows the left half, and the right one faded. With a white rectangle of 100 units, all of the square is seen,
and of its stroke what lies between -1 and 11.
"""

from nineup.base.geometry import Box, Matrix, Size, transform_outline
from nineup.model.drawing import Group, Mask, Op, Path, rectangle
from nineup.svg.effects.clips import ClipTarget
from nineup.svg.library import definition
from nineup.svg.paint.patterns import DrawChildren
from nineup.svg.style.cascade import ElementStyle, PropertyValue
from nineup.svg.values.values import UnresolvedError, user_length
from nineup.svg.xml import SvgElement

_DEFAULTS = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
_SHARES = {"x": "-0.1", "y": "-0.1", "width": "1.2", "height": "1.2"}


class Masks:
    """Makes masks. Raises SvgError, also for one that refers to itself."""

    def __init__(self, draw: DrawChildren) -> None:
        self.draw = draw
        self._open: list[SvgElement] = []

    def mask(self, value: PropertyValue) -> SvgElement | None:
        """The `mask` element that a value refers to; None for `none`."""
        return definition(value, "mask") if value.text != "none" else None

    def drawn(self, element: SvgElement, style: ElementStyle, target: ClipTarget) -> Mask | None:
        """The content of a mask; None if it hides everything."""
        if element in self._open:
            raise UnresolvedError(f"the mask `{element.attributes.get('id')}` refers to itself")
        box = target.box()
        region = _region(element, box, target.viewport)
        if region is None or region.width <= 0 or region.height <= 0:
            return None
        matrix, viewport = target.matrix, target.viewport
        if element.attributes.get("maskContentUnits") == "objectBoundingBox":
            if box is None or not box.width or not box.height:
                return None
            matrix = matrix @ Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y)
            viewport = Size(1.0, 1.0)
        # Drawing its content may need this mask again: elements in a mask may have masks.
        self._open.append(element)
        try:
            ops = self.draw(element, matrix, viewport)
        finally:
            self._open.pop()
        if not ops:
            return None
        edge = Path(transform_outline(rectangle(region), target.matrix, 4))
        kind = style.get("mask-type")
        clipped: Op = Group(ops, clip=edge)
        return Mask((clipped,), alpha=kind is not None and kind.text == "alpha")


def _region(element: SvgElement, box: Box | None, viewport: Size) -> Box | None:
    """The region of a mask, in user units."""
    attributes = element.attributes
    if attributes.get("maskUnits", "objectBoundingBox") == "userSpaceOnUse":
        x, width = (
            user_length(attributes.get(name, _DEFAULTS[name]), viewport.width) for name in ("x", "width")
        )
        y, height = (
            user_length(attributes.get(name, _DEFAULTS[name]), viewport.height) for name in ("y", "height")
        )
        return Box(x, y, width, height)
    if box is None or not box.width or not box.height:
        return None
    x, y, width, height = (user_length(attributes.get(name, _SHARES[name]), 1.0) for name in _SHARES)
    return Box(box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height)
