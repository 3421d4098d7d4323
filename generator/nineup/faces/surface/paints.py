"""The ink of paints, and paints with less ink."""

from nineup.faces.surface.marks import WHITE, contrast
from nineup.model.drawing import Colour, Linear, Paint, Path, Radial, Tiling

PALE, CURVE = 0.13, 0.7
"""The ink of a pale black, and the exponent for other paints, so that light ones still differ."""

LEGIBLE = 4.5
"""The contrast of letters with their background, as in the rule `contrast`."""


def ink_amount(colour: Colour) -> float:
    """The ink of a colour on white paper, from 0 to 1: the mean of cyan, magenta and yellow."""
    return 1 - sum(colour) / 3


def mean_colour(paint: Paint) -> Colour:
    """A colour, or the mean of those of a gradient or a pattern, on white."""
    if isinstance(paint, (Linear, Radial)):
        stops = [mix(WHITE, stop.colour, stop.opacity) for stop in paint.stops]
        r, g, b = (sum(channel) / len(stops) for channel in zip(*stops, strict=True))
        return r, g, b
    if isinstance(paint, Tiling):
        fills = [mean_colour(op.fill) for op in paint.ops if isinstance(op, Path) and op.fill is not None]
        if not fills:
            return 0.9, 0.9, 0.9
        r, g, b = (sum(channel) / len(fills) for channel in zip(*fills, strict=True))
        return r, g, b
    return paint


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A mixture of two colours, with the second in this share."""
    r, g, b = (a + (c - a) * share for a, c in zip(one, other, strict=True))
    return r, g, b


def pale(colour: Colour) -> Colour:
    """A tint of a colour with little ink; the darker the colour, the darker the tint."""
    amount = ink_amount(colour)
    wanted = PALE * amount**CURVE
    return colour if amount <= wanted else mix(WHITE, colour, wanted / amount)


def dark(colour: Colour, least: float = LEGIBLE) -> Colour:
    """A colour, darkened until it contrasts with white."""
    share = 0.0
    while contrast(mix(colour, (0.0, 0.0, 0.0), share), WHITE) < least:
        share += 0.05
    return mix(colour, (0.0, 0.0, 0.0), share) if share else colour
