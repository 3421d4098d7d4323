"""Vector drawings as pixels, by resvg: what PDF has no notation for, such as a blur. The same drawing gives
the same picture.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from nineup.base.geometry import Box, Matrix, Outline, outline_bounds, transform_outline, union
from nineup.base.remembering import by_content
from nineup.base.store import Store
from nineup.model.art import ArtError, image_of, read_image
from nineup.model.drawing import Colour, Image, PlacedImage, Stroke, hex_of
from nineup.svg.values.values import UnsupportedError

DENSITY = 400 / 72
"""Pixels per point of a drawing: 400 per inch."""

MOST_PIXELS = 6_000_000
"""The largest number of pixels of one drawing; larger ones get fewer pixels per inch."""

_COARSE = 200 / 72
"""Pixels per point of the softest blur."""

_OF_BLUR = 4.0
"""Pixels per standard deviation of a blur: more of them look the same."""

_REACH = 3.0
"""How far a blur is visible, in standard deviations."""

_KEPT = 256
"""The number of blurred pictures that a process keeps: texts recur on cards, and in the runs of a proof."""


def drawn_pixels(svg: str, width: int, height: int, *, store: Store | None = None) -> Image:
    """The picture of an SVG file, so many pixels wide and high, drawn or kept in a `store`. The file has all
    that it shows: letters as outlines, and pictures. Raises UnsupportedError.
    """
    import resvg_py

    def drawn() -> bytes:
        png = resvg_py.svg_to_bytes(
            svg_string=svg, width=width, height=height, dpi=96.0, skip_system_fonts=True
        )
        return bytes(png)

    try:
        what = ("pixels", str(width), str(height))
        digest = sha256(svg.encode()).digest()
        return read_image(by_content(store, what, digest, kind=bytes, make=drawn))
    except BaseException as error:
        reason, hint = f": {error}", "place the drawing as a PNG"
        if type(error).__name__ == "PanicException":  # This is no Exception: resvg expected no such numbers.
            reason, hint = "", "use smaller numbers, or place the drawing as a PNG"
        elif not isinstance(error, (ValueError, ArtError)):
            raise
        raise UnsupportedError(f"resvg can't draw this filter{reason}", hint) from error


def blurred(
    shapes: Sequence[Outline], colour: Colour, blur: float, *, line: Stroke | None = None
) -> PlacedImage | None:
    """Outlines, with a line around them if there is one, in one colour and with soft edges, as pixels; None
    if nothing of them is visible.

    `blur` is as in CSS, in points: the distance over which an edge fades, twice the standard deviation.
    """
    sigma = blur / 2
    wide = line.width if line else 0.0
    around = union(map(outline_bounds, shapes))
    if around is None:
        return None
    box = around.outset(_REACH * sigma + wide / 2)
    density = min(DENSITY, max(_COARSE, _OF_BLUR / sigma), (MOST_PIXELS / (box.width * box.height)) ** 0.5)
    # From the corner of its own box: the same text elsewhere is the same picture.
    corner = Matrix.translation(-box.x, -box.y)
    data = "".join(path_data(transform_outline(shape, corner, 2)) for shape in shapes)
    # Upwards: what is a little below the least resolution would be a finding.
    width, height = (math.ceil(side * density) for side in (box.width, box.height))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {box.width:.2f} {box.height:.2f}" preserveAspectRatio="none"><filter id="soft"'
        ' filterUnits="userSpaceOnUse" x="-10%" y="-10%" width="120%" height="120%">'
        f'<feGaussianBlur stdDeviation="{sigma:.3f}"/></filter><g filter="url(#soft)"><path d="{data}"'
        f' stroke="#000" stroke-width="{wide:.3f}" stroke-linejoin="round"/></g></svg>'
    )
    image = _in_one_colour(svg, width, height, colour=hex_of(colour))
    return PlacedImage(image, Box(*(round(value, 3) for value in box))) if image else None


def path_data(segments: Outline) -> str:
    """An outline as the `d` of a path."""
    return "".join(kind + " ".join(f"{value:.4f}" for value in values) for kind, *values in segments)


@lru_cache(_KEPT)
def _in_one_colour(svg: str, width: int, height: int, *, colour: str) -> Image | None:
    """A drawing as a plain surface of a colour that is as opaque as the drawing."""
    from PIL import Image as Pillow

    alpha = drawn_pixels(svg, width, height).alpha
    if not any(alpha):
        return None
    red, green, blue = bytes.fromhex(colour[1:])
    # In grey, a press prints it in black alone.
    is_grey = red == green == blue
    surface = Pillow.new("L" if is_grey else "RGB", (width, height), red if is_grey else (red, green, blue))
    return image_of(surface, alpha)
