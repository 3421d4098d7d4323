"""How often a drawing paints over its area: a small file may keep a PDF renderer busy for minutes.

Areas are weighted by PDFium's time relative to a plain colour. Forms that place forms ten times each, ten
levels deep, are drawn ten billion times, so uses can't be counted one by one: each form is measured once, and
`Painted` says enough to know what any use of it costs, at any scale. Its `area` grows with the scale; but
however large it is drawn, it paints each point of what clips it at most `weight` times. The smaller of the
two is an upper bound. So measuring costs one look at each operation of a file.

A form with two squares of 100 square points has an area of 200 and a weight of 2. Placed at four times the
size on an area of 1,000, it would paint 200 × 16 = 3,200, but no more than 2 × 1,000: it paints over the area
twice.
"""

from collections.abc import MutableMapping, Sequence

import msgspec

from nineup.base.geometry import Box, Segment, Size, control_bounds, union
from nineup.model.drawing import Form, Group, Op, Paint, Path, PlacedImage, Radial, Text, Tiling, Use
from nineup.model.extent import NOTHING, text_width

MOST_OVERDRAW = 1_000.0
"""The largest overdraw:

PDFium then takes five seconds for a poker card at 300 dpi; the cards of the games here have up to 14.
"""

_LEAST = 45_000.0
"""The area of a poker card in square points: smaller drawings may be painted over more often."""

_LAYER, _MASK, _RADIAL = 3.0, 2.0, 5.0
"""The weights of a faded or blended group, of a mask or clip, and of a radial gradient."""

_PIXELS = 20.0
"""The number of a picture's pixels that take as long as a square point."""

_MOST_DASHES = 1_000_000
"""The number of dashes at which renderers give up a line; each takes as long as a square point."""


class Painted(msgspec.Struct, frozen=True):
    """The weighted area that operations paint, in square points, and how many times they would paint
    a whole.
    """

    area: float = 0.0
    weight: float = 0.0
    box: Box | None = None

    def over(self, area: float, scale: float) -> float:
        """The result of drawing this at a scale of areas, with everything clipped to an area."""
        return min(self.area * scale, self.weight * area)


Known = MutableMapping[Form, Painted]

Measured = dict[tuple[int, float], tuple[Op, Painted]]
"""The results of operations by their identities and the area that they are drawn on. They are kept alive, so
that no other gets the identity.
"""

TOO_OFTEN = (
    f"the drawing paints over its area more than {MOST_OVERDRAW:,.0f} times",
    "simplify it, or place it as a PNG",
)
"""The message and the hint."""


def overdraw(ops: Sequence[Op], size: Size, known: Known, measured: Measured | None = None) -> float:
    """How many times operations paint over an area of this size. `known` caches the results of forms,
    `measured` those of these operations.
    """
    whole = max(size.width * size.height, _LEAST)
    if measured is None:
        return _all(ops, whole, known).over(whole, 1.0) / whole
    for op in ops:
        if (id(op), whole) not in measured:
            measured[id(op), whole] = op, _one(op, whole, known)
    return _together([measured[id(op), whole][1] for op in ops]).over(whole, 1.0) / whole


def _all(ops: Sequence[Op], whole: float, known: Known) -> Painted:
    return _together([_one(op, whole, known) for op in ops])


def _together(painted: Sequence[Painted]) -> Painted:
    return Painted(
        sum(each.area for each in painted),
        sum(each.weight for each in painted),
        union(each.box for each in painted),
    )


def _one(op: Op, whole: float, known: Known) -> Painted:
    match op:
        case Path():
            return _path(op, whole, known)
        case Text():
            return _filled(Box(op.x, op.y - op.size, text_width(op), op.size), whole)
        case PlacedImage():
            plain, pixels = _filled(op.box, whole), op.image.width * op.image.height / _PIXELS
            return Painted(max(plain.area, pixels), max(1.0, pixels / whole), op.box)
        case Use():
            if op.form not in known:
                size = op.form.size
                known[op.form] = _all(op.form.ops, max(size.width * size.height, _LEAST), known)
            form, scale = known[op.form], op.matrix.scale**2
            box = Box(0.0, 0.0, *op.form.size)
            return Painted(form.over(whole, scale), form.weight, op.matrix.map_box(box))
        case Group():
            return _group(op, whole, known)


def _filled(box: Box, whole: float, weight: float = 1.0) -> Painted:
    return Painted(min(box.width * box.height, whole) * weight, weight, box)


def _path(path: Path, whole: float, known: Known) -> Painted:
    box = control_bounds(path.segments) or NOTHING
    weight = _weight(path.fill, known)
    area = min(box.width * box.height, whole) * weight
    if (stroke := path.stroke) is not None:
        line = (box.width + box.height) * len(path.segments)
        box = box.outset(stroke.width / 2)
        more = _weight(stroke.paint, known)
        area += min(box.width * box.height, line * stroke.width, whole) * more
        weight += more
        if period := sum(stroke.dash):
            dashes = min(_MOST_DASHES, _length(path.segments) / period)
            area, weight = area + dashes, weight + dashes / whole
    return Painted(area, weight, box)


def _length(segments: Sequence[Segment]) -> float:
    """An upper bound of the length of an outline: that of the lines between its control points."""
    total, x, y = 0.0, 0.0, 0.0
    for segment in segments:
        for at in range(1, len(segment), 2):
            left, top = x, y
            x, y = segment[at : at + 2]  # type: ignore[assignment]
            total += abs(x - left) + abs(y - top) if segment[0] != "M" else 0.0
    return total


def _weight(paint: Paint | None, known: Known) -> float:
    """The time for a paint relative to a colour; for a pattern, including the content of its cells and one
    point for each.
    """
    if isinstance(paint, Tiling):
        cell = paint.cell.width * paint.cell.height or 1.0
        return (
            1.0
            + 1.0 / (cell * paint.matrix.scale**2 or 1.0)
            + _all(paint.ops, cell, known).over(cell, 1.0) / cell
        )
    return _RADIAL if isinstance(paint, Radial) else 0.0 if paint is None else 1.0


def _group(group: Group, whole: float, known: Known) -> Painted:
    scale = group.matrix.scale**2
    inside = _all(group.ops, whole, known)
    area, weight, box = inside.over(whole, scale), inside.weight, inside.box or NOTHING
    if group.clip is not None:
        box = control_bounds(group.clip.segments) or box
    layers = 0.0
    if group.opacity < 1 or group.blend != "normal" or group.isolated:
        layers += _LAYER
    if group.clip is not None:
        layers += 1.0
    if group.mask is not None:
        seen = _all(group.mask.ops, whole, known)
        area, weight, layers = area + seen.over(whole, scale), weight + seen.weight, layers + _MASK
    return Painted(
        area + min(box.width * box.height * scale, whole) * layers, weight + layers, group.matrix.map_box(box)
    )
