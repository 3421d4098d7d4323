"""A font with slanted letters, for families without italics."""

import hashlib
import math
from collections.abc import Iterable

import uharfbuzz as hb

from nineup.model.drawing import Segment
from nineup.typography.fonts.font import Font
from nineup.typography.fonts.formats import sheared


class SlantedFont(Font):
    """An upright font slanted to the right. It is shaped upright; only the glyphs in use are slanted, so
    large fonts take no longer than others.
    """

    def __init__(
        self, path: str, data: bytes, weight: int, name: str = "", language: str = "en", degrees: float = 0.0
    ) -> None:
        """Raises FontError if the file isn't a static font with outlines that may be embedded."""
        self._degrees = degrees
        self._leaning: dict[int, tuple[Segment, ...]] = {}
        self._shear = shear = math.tan(math.radians(degrees))
        super().__init__(path, data, weight, italic=True, name=name, language=language)
        digest = hashlib.sha256(f"{self.key} {degrees}".encode()).hexdigest()[:8]
        self.key = f"{self.name}-{digest}"
        self.italic_angle = -degrees
        left, bottom, right, top = self.bbox
        self.bbox = left + round(bottom * shear), bottom, right + round(top * shear), top

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """A glyph's slanted outline, as in `Font`."""
        known = self._leaning.get(glyph)
        if known is None:
            known = self._leaning[glyph] = tuple(self._leant(each) for each in super().outline(glyph))
        return known

    def _leant(self, segment: Segment) -> Segment:
        kind, *values = segment
        points = zip(values[::2], values[1::2], strict=True)
        return (kind, *[value for x, y in points for value in (round(x - y * self._shear, 3), y)])

    def _subset(self, glyphs: Iterable[int]) -> hb.Face:
        wanted = {0, *glyphs}
        upright = bytes(super()._subset(wanted).blob.data)
        return hb.Face(sheared(upright, self.path, self._degrees, glyphs=wanted))
