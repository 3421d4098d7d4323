"""Filters. PDF has none, so resvg draws the filtered element, and only that, as pixels."""

import math

from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import Group, Op, PlacedImage
from nineup.svg.filters.writing import DrawingSources, FilteredPlace, FilterWriting
from nineup.svg.overdraw import overdraw
from nineup.svg.pixels import DENSITY, MOST_PIXELS, drawn_pixels
from nineup.svg.transform import is_upright
from nineup.svg.values.values import SvgError
from nineup.svg.xml import SvgElement

LONGEST = 750
"""Pixels on the longer side of art whose printed size is unknown: 300 per inch on a poker card."""

MOST_WORK = 150_000_000
"""The largest number of pixels of all filter steps of a drawing, each as often as it is drawn: five to
fifteen seconds.
"""

SHARE_OF_ONE = 4
"""One element whose steps have more than this part of the pixels that are left gets fewer pixels per inch,
but not below `_COARSEST`.
"""

_COARSEST = 150 / 72

_SCREEN = 96 / 72
"""Pixels per point on a screen, where designers see filters that depend on the density."""

_BEYOND = 2.0
"""How far resvg draws layers beyond each edge of a picture, as a multiple of its side."""

_PER_STEP = 10
"""The number of neighbours of a pixel that are read in the time of one step."""


class Filters:
    """Draws filtered elements as pixels. Raises SvgError."""

    def __init__(self, sources: DrawingSources, canvas: Box | None) -> None:
        """`canvas` is the visible area in points; None if it is unknown."""
        self._sources = sources
        self.canvas = canvas
        self._work = 0.0

    def ops(
        self, element: SvgElement, place: FilteredPlace, viewport: Size, drawn: str | None = None
    ) -> tuple[Op, ...]:
        """The pixels of an element with its filter, in place; empty if none of it is visible. `drawn` is what
        it shows on one card, in its user units; without it, the element is the same on all.
        """
        if not is_upright(place.matrix):
            return self._turned(element, place, viewport, drawn=drawn)
        return self._upright(element, place, viewport, canvas=self.canvas, drawn=drawn)

    def _turned(
        self, element: SvgElement, place: FilteredPlace, viewport: Size, drawn: str | None
    ) -> tuple[Op, ...]:
        """The pixels of a rotated or skewed element, transformed with it, as are the region and the steps of
        its filter.
        """
        scale = place.matrix.scale
        # Drawn upright at the size that it has on the card, so that its pixels are as dense as
        # others, then turned as a picture.
        unit = Matrix.scaling(scale, scale)
        turn = place.matrix @ unit.inverse()
        canvas = turn.inverse().map_box(self.canvas) if self.canvas else None
        ops = self._upright(element, place._replace(matrix=unit), viewport, canvas=canvas, drawn=drawn)
        return (Group(ops, Matrix(*(round(value, 6) + 0.0 for value in turn))),) if ops else ()

    def _upright(
        self,
        element: SvgElement,
        place: FilteredPlace,
        viewport: Size,
        canvas: Box | None,
        drawn: str | None,
    ) -> tuple[Op, ...]:
        writing = FilterWriting(self._sources, viewport, Size(place.box.width, place.box.height))
        inside = writing.filtered(element, place, drawn)
        region = place.matrix.map_box(writing.region(place))
        box = region.intersection(canvas) if canvas else region
        if box is None or not box.width or not box.height:
            return ()
        # Lights and convolutions read the neighboring pixels: at 400 per inch, the relief that a designer
        # sees on a screen would be four times as fine.
        density = self._density(box) if not writing.is_per_pixel else _SCREEN
        writing.steps += round(overdraw(place.ops, Size(box.width, box.height), {}))
        area = _layer(box, region, writing.is_wide)
        # Those of cards are drawn one by one, and only if a card shows them.
        if drawn is not None:
            self._work = 0.0
        # Work grows with the square of the density, so a few steps are enough.
        most = (MOST_WORK - self._work) / SHARE_OF_ONE
        while density > _COARSEST and _work(writing, place, area, density) > most:
            density = max(_COARSEST, density * 0.8)
        # resvg's tiles are whole pixels: of any other size, the error would grow from tile to tile.
        if writing.is_tiled:
            box, density = _on_whole_pixels(box, place.matrix.scale, density)
        width, height = (max(1, round(side * density)) for side in (box.width, box.height))
        # Counted before drawing: resvg draws in one call, which can't be ended.
        self._count(_work(writing, place, area, density))
        corner = " ".join(f"{value:.4f}" for value in box)
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' width="{width}" height="{height}" viewBox="{corner}" preserveAspectRatio="none">{inside}</svg>'
        )
        image = drawn_pixels(svg, width, height, store=self._sources.fonts.project.store)
        # Nothing is visible, so no picture of thousands of empty pixels is embedded.
        if image.alpha and not any(image.alpha):
            return ()
        return (PlacedImage(image, Box(*(round(value, 4) for value in box))),)

    def _density(self, box: Box) -> float:
        """Pixels per point."""
        canvas = self.canvas
        density = max(DENSITY, LONGEST / max(canvas.width, canvas.height)) if canvas else DENSITY
        most = math.sqrt(MOST_PIXELS / (box.width * box.height))
        return min(density, most)

    def _count(self, pixels: float) -> None:
        self._work += pixels
        if self._work > MOST_WORK:
            raise SvgError("the filters of this drawing have too many pixels", "place it as a PNG")


def _layer(box: Box, region: Box, is_wide: bool) -> float:
    """The area in which resvg draws a filter: the visible area, and up to twice its size beyond each side."""
    across, down = _BEYOND * box.width, _BEYOND * box.height
    around = Box(box.x - across, box.y - down, box.width + 2 * across, box.height + 2 * down)
    drawn = around if is_wide else around.intersection(region) or box
    return drawn.width * drawn.height


def _work(writing: FilterWriting, place: FilteredPlace, area: float, density: float) -> float:
    """The number of pixels that the steps of a filter draw in an area, at a density in pixels per point."""
    steps = writing.steps + writing.neighbours(place.matrix.scale * density) / _PER_STEP
    return area * density**2 * steps


def _on_whole_pixels(box: Box, unit: float, density: float) -> tuple[Box, float]:
    """A box on whole user units of `unit` points, and the next density at which these are whole pixels, as
    resvg's tiles are.
    """
    left, top = (math.floor(value / unit) for value in (box.x, box.y))
    right, bottom = (math.ceil(value / unit) for value in (box.right, box.bottom))
    whole = Box(left * unit, top * unit, (right - left) * unit, (bottom - top) * unit)
    return whole, max(1, round(density * unit)) / unit
