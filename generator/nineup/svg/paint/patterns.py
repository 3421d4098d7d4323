"""`pattern` elements as tilings: their cell, including attributes inherited from other patterns.

PDF repeats a cell by itself, so its content is drawn once, whatever it fills; repeating it costs only the
viewer, and `MOST_CELLS` limits that. Three coordinate systems meet (SVG 2, 14.3). The cell is placed in
shares of the painted shape's box, or in user units. Its content is in user units that begin at the cell's
corner, in shares of the box, or as its `viewBox` says. `patternTransform` moves both. Each attribute comes
from the first pattern of the chain of `href` that has it, the content from the first that has any.

`width="0.25" height="0.5"` on a shape of 40 × 20 at (10, 10) is a cell of 10 × 10 there: four across, two
down. A circle at (5, 5) of the pattern is drawn around (15, 15), and repeated every 10 units.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import Op, Paint, Tiling
from nineup.model.extent import NOTHING
from nineup.svg.library import Library
from nineup.svg.paint.gradients import PaintTarget
from nineup.svg.transform import about_origin, fit_box, view_box
from nineup.svg.values.values import AbsentError, UnresolvedError, UnsupportedError, user_length
from nineup.svg.xml import SvgElement

MOST_CELLS = 250_000
"""The largest number of a pattern's cells in one shape."""

_DEEPEST = 20

DrawChildren = Callable[[SvgElement, Matrix, Size], tuple[Op, ...]]
"""Draws the children of a definition at their place in the document, through a matrix and in a viewport."""


class Patterns:
    """Makes the paints of patterns. Raises SvgError, also for a pattern that contains itself."""

    def __init__(self, library: Library, draw: DrawChildren) -> None:
        self.library = library
        self.draw = draw
        self._open: list[SvgElement] = []

    def paint(self, element: SvgElement, target: PaintTarget, reach: Box | None) -> Paint | None:
        """The paint of a non-empty pattern; `reach` is the box of the painted area, in the units of the
        target.
        """
        chain = self._chain(element)
        # Attributes are inherited one by one, children all from the first pattern that has any.
        holder = next(one for one in chain if any(one.elements()))
        cell = _cell(chain, target)
        assert cell is not None
        box = Box(0.0, 0.0, *target.viewport)
        turned = about_origin(
            _get(chain, "patternTransform", ""), element.attributes.get("transform-origin", ""), box
        )
        space = target.matrix @ turned
        if not space.scale:
            return None
        # In the pattern's own space, where cells are upright and can be counted by area.
        reached = turned.inverse().map_box(reach or NOTHING)
        if reached.width * reached.height > MOST_CELLS * cell.width * cell.height:
            raise UnsupportedError("the pattern is too fine for what it fills", "make its cell larger")
        inside, viewport = _inside(chain, cell, target)
        with self._guarded(element):
            ops = self.draw(holder, inside, viewport)
        return Tiling(ops, Box(*(round(value, 6) for value in cell)), _rounded(space)) if ops else None

    def is_empty(self, element: SvgElement, target: PaintTarget) -> bool:
        """Whether a pattern has no shapes or no area, so that its fallback is painted."""
        chain = self._chain(element)
        cell = _cell(chain, target)
        return (
            cell is None or min(cell.width, cell.height) <= 0 or not any(any(one.elements()) for one in chain)
        )

    @contextmanager
    def _guarded(self, element: SvgElement) -> Iterator[None]:
        if element in self._open:
            raise UnresolvedError(f"the pattern `{element.attributes.get('id')}` contains itself")
        self._open.append(element)
        try:
            yield
        finally:
            self._open.pop()

    def _chain(self, element: SvgElement) -> list[SvgElement]:
        chain = [element]
        while "href" in chain[-1].attributes:
            try:
                target = self.library.target(chain[-1])
            except AbsentError:
                break
            if target in chain or len(chain) > _DEEPEST:
                raise UnresolvedError(f"the pattern `{element.attributes.get('id')}` refers to itself")
            if target.name != "pattern":
                break
            chain.append(target)
        return chain


def _get(chain: list[SvgElement], name: str, default: str) -> str:
    return next((one.attributes[name] for one in chain if name in one.attributes), default)


def _is_by_box(chain: list[SvgElement]) -> bool:
    return _get(chain, "patternUnits", "objectBoundingBox") != "userSpaceOnUse"


def _cell(chain: list[SvgElement], target: PaintTarget) -> Box | None:
    """The cell in user units."""
    by_box = _is_by_box(chain)
    width, height = (1.0, 1.0) if by_box else target.viewport
    names = (("x", width), ("y", height), ("width", width), ("height", height))
    x, y, wide, high = (user_length(_get(chain, name, "0"), whole) for name, whole in names)
    box = target.box
    if not by_box:
        return Box(x, y, wide, high)
    if box is None or not box.width or not box.height:
        return None
    return Box(box.x + x * box.width, box.y + y * box.height, wide * box.width, high * box.height)


def _inside(chain: list[SvgElement], cell: Box, target: PaintTarget) -> tuple[Matrix, Size]:
    """The matrix from the coordinates of a pattern's children to user units, and their viewport."""
    if (view := _get(chain, "viewBox", "")) and (inner := view_box(view)):
        return fit_box(inner, cell, _get(chain, "preserveAspectRatio", ""))[0], Size(
            inner.width, inner.height
        )
    box = target.box
    if _get(chain, "patternContentUnits", "userSpaceOnUse") != "objectBoundingBox" or box is None:
        return Matrix.translation(cell.x, cell.y), target.viewport
    return Matrix(box.width, 0.0, 0.0, box.height, cell.x, cell.y), Size(1.0, 1.0)


def _rounded(matrix: Matrix) -> Matrix:
    return Matrix(*(round(value, 6) + 0.0 for value in matrix))
