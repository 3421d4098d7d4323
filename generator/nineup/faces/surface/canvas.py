"""A small picture of a face: where each mark is visible, and the colour at each place."""

from collections.abc import Iterable, Sequence
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageStat

from nineup.base.geometry import Point, Size
from nineup.base.units import MM
from nineup.faces.surface.marks import Area, Mark, area
from nineup.faces.surface.paints import mean_colour
from nineup.model.drawing import Colour, Path, PlacedImage

FINE, MOST = 3.0, 900
"""Pixels per millimetre, and the largest number of pixels on a side."""


PixelBox = tuple[int, int, int, int]
"""Left, top, right and bottom."""

Rings = Iterable[Sequence[Point]]


class Stencil:
    """The pixels that a mark fills, inside a box of the picture."""

    __slots__ = ("box", "mask", "pixels")

    def __init__(self, box: PixelBox, mask: Any) -> None:
        self.box = box
        self.mask = mask
        self.pixels = mask.histogram()[255]


class Canvas:
    """A picture of a face's trim, white at first. Places are in points, areas in square millimetres."""

    def __init__(self, size: Size) -> None:
        self._scale = min(FINE / MM, MOST / max(size))
        self._size = max(1, round(size.width * self._scale)), max(1, round(size.height * self._scale))
        self.per_pixel = 1 / (self._scale * MM) ** 2

    def colours(self) -> Any:
        """A picture in colours, white."""
        return Image.new("RGB", self._size, "white")

    def numbers(self) -> Any:
        """A picture of numbers, all -1."""
        return Image.new("I", self._size, -1)

    def stencil(self, mark: Mark) -> Stencil | None:
        """The pixels that a mark fills, or its stroke if it has no fill; None outside of the trim."""
        if isinstance(mark.op, PlacedImage):
            left, top, right, bottom = mark.op.box.x, mark.op.box.y, mark.op.box.right, mark.op.box.bottom
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            rings: Sequence[Sequence[Point]] = (tuple(mark.matrix.apply(*point) for point in corners),)
        elif isinstance(mark.op, Path) and mark.op.fill is not None:
            rings = area(mark.op.segments, mark.matrix).rings
        elif isinstance(mark.op, Path) and mark.op.stroke is not None:
            return self._line(mark, mark.op.stroke.width * mark.matrix.scale)
        else:
            return None
        return self._clipped(rings, mark.clips)

    def _line(self, mark: Mark, width: float) -> Stencil | None:
        assert isinstance(mark.op, Path)
        if width * self._scale < 1.5:
            return None
        rings = area(mark.op.segments, mark.matrix).rings
        box = self._box(rings, round(width * self._scale))
        if box is None:
            return None
        mask = Image.new("L", (box[2] - box[0], box[3] - box[1]), 0)
        draw = ImageDraw.Draw(mask)
        for ring in rings:
            draw.line(self._moved(ring, box), fill=255, width=round(width * self._scale))
        return self._stencil(box, self._limited(mask, box, mark.clips))

    def _clipped(self, rings: Sequence[Sequence[Point]], clips: tuple[Area, ...]) -> Stencil | None:
        box = self._box(rings)
        return (
            None if box is None else self._stencil(box, self._limited(self._filled(rings, box), box, clips))
        )

    def _stencil(self, box: PixelBox, mask: Any) -> Stencil | None:
        stencil = Stencil(box, mask)
        return stencil if stencil.pixels else None

    def _limited(self, mask: Any, box: PixelBox, clips: tuple[Area, ...]) -> Any:
        for clip in clips:
            mask = ImageChops.darker(mask, self._filled(clip.rings, box))
        return mask

    def _filled(self, rings: Rings, box: PixelBox) -> Any:
        """The interior of rings by the even-odd rule."""
        size = box[2] - box[0], box[3] - box[1]
        interior = None
        for ring in rings:
            mask = Image.new("L", size, 0)
            if len(ring) > 1:
                ImageDraw.Draw(mask).polygon(self._moved(ring, box), fill=255)
            interior = mask if interior is None else ImageChops.difference(interior, mask)
        return interior if interior is not None else Image.new("L", size, 0)

    def _moved(self, ring: Sequence[tuple[float, float]], box: PixelBox) -> list[tuple[float, float]]:
        # A pixel is drawn if a point lies in it, so points are moved by half a one.
        return [(x * self._scale - 0.5 - box[0], y * self._scale - 0.5 - box[1]) for x, y in ring]

    def _box(self, rings: Sequence[Sequence[Point]], around: int = 0) -> PixelBox | None:
        points = [point for ring in rings for point in ring]
        if not points:
            return None
        xs, ys = [x * self._scale for x, _ in points], [y * self._scale for _, y in points]
        left, top = max(0, int(min(xs)) - 1 - around), max(0, int(min(ys)) - 1 - around)
        right, bottom = (
            min(self._size[0], int(max(xs)) + 2 + around),
            min(self._size[1], int(max(ys)) + 2 + around),
        )
        return (left, top, right, bottom) if left < right and top < bottom else None

    def at(self, picture: Any, x: float, y: float) -> Any:
        """The pixel of a picture at a place, or the nearest to it."""
        column = min(self._size[0] - 1, max(0, int(x * self._scale)))
        row = min(self._size[1] - 1, max(0, int(y * self._scale)))
        return picture.getpixel((column, row))

    def colour_at(self, picture: Any, x: float, y: float) -> Colour:
        """The colour at a place, or the nearest to it."""
        r, g, b = self.at(picture, x, y)
        return r / 255, g / 255, b / 255


def paint(picture: Any, stencil: Stencil, colour: Colour, opacity: float) -> None:
    """Paints through a stencil."""
    mask = stencil.mask if opacity >= 1 else stencil.mask.point(lambda level: round(level * opacity))
    r, g, b = (round(channel * 255) for channel in colour)
    picture.paste((r, g, b), stencil.box, mask)


def seen(picture: Any, stencil: Stencil) -> Colour:
    """The mean colour of a picture behind a stencil."""
    r, g, b = ImageStat.Stat(picture.crop(stencil.box), stencil.mask).mean
    return r / 255, g / 255, b / 255


def colour_of(mark: Mark) -> Colour:
    """A mark's colour, or the mean of its colours; a middle grey for a picture."""
    if isinstance(mark.op, Path):
        if mark.op.fill is not None:
            return mean_colour(mark.op.fill)
        if mark.op.stroke is not None:
            return mean_colour(mark.op.stroke.paint)
    return 0.5, 0.5, 0.5


def opacity_of(mark: Mark) -> float:
    """The opacity of a mark."""
    if isinstance(mark.op, Path) and mark.op.fill is None and mark.op.stroke is not None:
        return mark.op.stroke.opacity * mark.opacity
    return mark.op.opacity * mark.opacity
