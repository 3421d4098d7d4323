"""Mixes colours, gradients and pictures that are seen through each other."""

import msgspec
from nineup.model import (
    Cmyk,
    Colour,
    Image,
    InkColour,
    Linear,
    Radial,
    Spot,
    Stop,
    changed_image,
    hex_of,
    image_of,
    pixels_of,
)

PAPER: Colour = (1.0, 1.0, 1.0)

STEPS = 8
"""The number of steps between two stops at which a gradient is mixed where both its colour and its opacity
change.
"""


class CannotMixError(Exception):
    """Something transparent has no opaque equivalent; the message is the reason."""


def tinted(paint: Linear | Radial, ground: Colour, opacity: float) -> Linear | Radial:
    """A gradient as it looks on a plain colour."""
    stops: list[Stop] = []
    for at, stop in enumerate(paint.stops):
        before = paint.stops[at - 1] if at else stop
        curved = before.colour != stop.colour and before.opacity != stop.opacity
        for step in range(1, STEPS) if curved else ():
            stops.append(_between(before, stop, step / STEPS))
        stops.append(stop)
    mixed = [Stop(stop.offset, mixed_colours(ground, stop.colour, opacity * stop.opacity)) for stop in stops]
    return msgspec.structs.replace(paint, stops=tuple(mixed))


def _between(start: Stop, end: Stop, part: float) -> Stop:
    offset = start.offset + (end.offset - start.offset) * part
    opacity = start.opacity + (end.opacity - start.opacity) * part
    return Stop(offset, mixed_colours(start.colour, end.colour, part), opacity)


def mixed_colours(under: Colour, over: Colour, opacity: float) -> Colour:
    """A colour seen through another. Inks mix where both name them; otherwise their colours do."""
    if opacity == 1:
        return over
    if opacity == 0:
        return under
    for colour in (under, over):
        if isinstance(colour, InkColour) and isinstance(colour.ink, Spot):
            raise CannotMixError(f"the ink {colour.ink.name}, which can't be mixed with others")
    red, green, blue = (a + (b - a) * opacity for a, b in zip(under, over, strict=True))
    one, two = _process(under), _process(over)
    if one is None or two is None or not (isinstance(under, InkColour) or isinstance(over, InkColour)):
        return red, green, blue
    cyan, magenta, yellow, black = (
        a + (b - a) * opacity
        for a, b in zip(msgspec.structs.astuple(one), msgspec.structs.astuple(two), strict=True)
    )
    return InkColour((red, green, blue), Cmyk(cyan, magenta, yellow, black))


def _process(colour: Colour) -> Cmyk | None:
    if isinstance(colour, InkColour):
        return colour.ink if isinstance(colour.ink, Cmyk) else None
    return Cmyk(0.0, 0.0, 0.0, 0.0) if colour == PAPER else None


def veiled(image: Image, colour: Colour, opacity: float) -> Image:
    """A picture seen through a colour."""
    from PIL import Image as Pillow

    def under(image: Image) -> Image:
        picture = pixels_of(image).convert("RGB")
        return image_of(Pillow.blend(picture, Pillow.new("RGB", picture.size, hex_of(colour)), opacity))

    return changed_image(image, f"under {hex_of(colour)} {opacity}", under, channels=3, keeps_alpha=False)


def on_colour(image: Image, ground: Colour, opacity: float) -> Image:
    """A picture that lets a colour through, as it looks on that."""
    from PIL import Image as Pillow

    def over(image: Image) -> Image:
        picture = pixels_of(image).convert("RGB")
        alpha = Pillow.frombytes("L", picture.size, image.alpha or b"\xff" * (image.width * image.height))
        under = Pillow.new("RGB", picture.size, hex_of(ground))
        return image_of(Pillow.composite(picture, under, alpha.point(lambda level: round(level * opacity))))

    return changed_image(image, f"over {hex_of(ground)} {opacity}", over, channels=3, keeps_alpha=False)
