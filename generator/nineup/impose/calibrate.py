"""The calibration sheet: scales on both sides that show a printer's back offset directly.

Held against the light, the two sides form verniers: the front's lines are one step farther apart than the
back's, so the lines numbered i meet only if the back has drifted by i steps. Every number on the sheet is the
offset that corrects the back, in the coordinates of the back page (right, down), with its sign.
"""

from typing import NamedTuple

from nineup.base.geometry import Size
from nineup.base.units import MM
from nineup.impose.field import Axis, turning_axis
from nineup.impose.lettering import Lettering
from nineup.model.drawing import Op, Path, Segment, Stroke, circle
from nineup.model.paper import Backs, Page, Sheet, paper_size
from nineup.typography.fonts import Fonts

STEP = 0.1 * MM
"""The vernier's resolution."""

MAX_STEPS = 20
COARSE = 10
"""Millimetres on each side of a coarse scale's zero."""

SMALLEST = paper_size("a5")

TICK = 3.5 * MM
THIN = Stroke((0.0, 0.0, 0.0), 0.2)
SMALL, TYPE = 5.0, 8.0


class Vernier(NamedTuple):
    """Numbered lines along one axis, on both sides of the sheet, from -steps to steps around their middle.

    `sign` turns a drift seen from the front into the offset of the back page that corrects it.
    """

    axis: Axis
    sign: int
    steps: int

    @property
    def pitch(self) -> float:
        """The distance between lines on the front: so large that no drift makes two pairs of lines meet."""
        return (2 * self.steps + 1) * STEP

    def front(self, number: int) -> float:
        """The position of a front line, from the middle."""
        return number * self.pitch

    def back(self, number: int) -> float:
        """The position of a back line, seen from the front, without drift."""
        return number * (self.pitch - STEP)

    def label(self, number: int) -> str:
        return signed(self.sign * number / 10, 1)


class Sketch:
    """Lines and words of one side in the front's coordinates; a back is mirrored as it is drawn."""

    def __init__(self, page: Size, mirror: Axis | None, pen: Lettering) -> None:
        self._page = page
        self._mirror = mirror
        self._pen = pen
        self._segments: list[Segment] = []
        self._ops: list[Op] = []

    @property
    def ops(self) -> tuple[Op, ...]:
        return (Path(tuple(self._segments), stroke=THIN), *self._ops)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._segments += (("M", *self._at(x1, y1)), ("L", *self._at(x2, y2)))

    def ring(self, x: float, y: float, radius: float) -> None:
        self._segments += circle(*self._at(x, y), radius)

    def word(self, text: str, x: float, y: float, size: float = SMALL) -> None:
        """Draws a word centred on a point."""
        x, y = self._at(x, y)
        self._ops.append(self._pen.line(text, x, y + 0.34 * size, size, 0.5))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        if self._mirror == "x":
            return self._page.width - x, y
        return (x, self._page.height - y) if self._mirror == "y" else (x, y)


def calibration(
    paper: str, fonts: Fonts, backs: Backs = "long-edge", landscape: bool = False
) -> tuple[Sheet, ...]:
    """One sheet with scales on both sides, for a printer that flips paper on its long or short edge.

    The readings hold for that orientation and edge. Raises ValueError if the paper is unknown or too small.
    """
    upright = paper_size(paper)
    if upright.width < SMALLEST.width or upright.height < SMALLEST.height:
        raise ValueError(f"`{paper}` is too small for the scales; the smallest paper is a5")
    page = upright.turned() if landscape else upright
    mirror = turning_axis(page, backs)
    pen, heading = Lettering(fonts), Lettering(fonts, 600)
    title = (
        f"Nineup calibration, {paper.capitalize()} {'landscape' if landscape else 'portrait'}, flip on the "
        f"{backs.replace('-', ' ')}"
    )
    front, back = Sketch(page, None, pen), Sketch(page, mirror, pen)
    combs = (_vernier("x", page, mirror), _vernier("y", page, mirror))
    for comb in combs:
        _draw_comb(comb, page, front, back=back)
    _draw_crosses(page, mirror, front, back=back)
    words = _words(page, pen, heading, title=title, paragraphs=_instructions(combs, backs))
    behind = _words(page, pen, heading, title=f"{title} – back", paragraphs=())
    return (
        Sheet(
            1,
            Page(page, (), front.ops + words, label="calibration, front"),
            Page(page, (), back.ops + behind, label="calibration, back"),
        ),
    )


def signed(value: float, decimals: int = 0) -> str:
    """A number as shown on the scales: `+0.3`, `0.0`, `−1.2`."""
    digits = f"{abs(value):.{decimals}f}"
    if float(digits) == 0:
        return digits
    return ("+" if value > 0 else "−") + digits


def drift_sign(axis: Axis, mirror: Axis) -> int:
    """The sign that turns a drift seen from the front, right or down, into the back page's offset against it.

    Along the mirrored axis, the back page sees the drift reversed, so the offset has the drift's own sign.
    """
    return 1 if axis == mirror else -1


def _vernier(axis: Axis, page: Size, mirror: Axis) -> Vernier:
    """The vernier with the widest range that fits the page."""
    room = (page.width - 44 * MM) if axis == "x" else (page.height - 24 * MM)
    steps = next(n for n in range(MAX_STEPS, -1, -1) if 2 * n * (2 * n + 1) * STEP <= room)
    return Vernier(axis, drift_sign(axis, mirror), steps)


def _draw_comb(comb: Vernier, page: Size, front: Sketch, back: Sketch) -> None:
    """Draws front lines above (or left of) the base line and back lines below (or right of) it; they meet on
    it.
    """
    middle = page.width / 2 if comb.axis == "x" else page.height / 2
    base = 34 * MM if comb.axis == "x" else 14 * MM
    for number in range(-comb.steps, comb.steps + 1):
        far = TICK + (2.6 if comb.axis == "x" and number % 2 else 0.2) * MM
        label = comb.label(number)
        for sketch, along, side in ((front, comb.front(number), -1), (back, comb.back(number), 1)):
            _tick(sketch, comb.axis, middle + along, base, side * TICK)
            across = side * (far + (1.2 if comb.axis == "x" else 2.4) * MM)
            sketch.word(label, *_point(comb.axis, middle + along, base + across))
    ends = comb.front(comb.steps) + 3 * MM
    front.line(*_point(comb.axis, middle - ends, base), *_point(comb.axis, middle + ends, base))
    front.word(comb.axis.upper(), *_point(comb.axis, middle - ends - 3 * MM, base), 9)


def _draw_crosses(page: Size, mirror: Axis, front: Sketch, back: Sketch) -> None:
    """Draws two crosses: scales on the front under the back's hairlines, for the light; and the reverse, for
    a pin.
    """
    y = 66 * MM
    light, pin = page.width / 2 - 22 * MM, page.width / 2 + 28 * MM
    _scales(front, light, y, right=drift_sign("x", mirror), down=drift_sign("y", mirror))
    _hairs(back, light, y)
    _hairs(front, pin, y)
    front.ring(pin, y, 1.5 * MM)
    _scales(back, pin, y, right=-1 if mirror == "x" else 1, down=-1 if mirror == "y" else 1)
    front.word("light: read here", light, y - 14 * MM, 7)
    front.word("pin: prick the ring, read behind", pin, y - 14 * MM, 7)


def _scales(sketch: Sketch, x: float, y: float, right: int, down: int) -> None:
    """Draws crossed millimetre scales; `right` and `down` are the signs of their readings, seen from the
    front.
    """
    for axis, sign, middle, base, side in (("x", right, x, y, 1), ("y", down, y, x, -1)):
        for half in range(-2 * COARSE, 2 * COARSE + 1):
            long = 1.8 if half % 10 == 0 else 1.2 if half % 2 == 0 else 0.7
            along = middle + half * MM / 2
            _tick(sketch, axis, along, base, side * long * MM)
            if half % 10 == 0 and half:
                sketch.word(
                    signed(sign * half / 2), *_point(axis, along, base + (2.8 if side > 0 else -3.6) * MM)
                )
        reach = (COARSE + 1) * MM
        sketch.line(*_point(axis, middle - reach, base), *_point(axis, middle + reach, base))
        sketch.word(axis.upper(), *_point(axis, middle + reach + 2 * MM, base), 7)


def _hairs(sketch: Sketch, x: float, y: float) -> None:
    reach = COARSE * MM
    sketch.line(x - reach, y, x + reach, y)
    sketch.line(x, y - reach, x, y + reach)


def _tick(sketch: Sketch, axis: str, along: float, base: float, length: float) -> None:
    sketch.line(*_point(axis, along, base), *_point(axis, along, base + length))


def _point(axis: str, along: float, across: float) -> tuple[float, float]:
    return (along, across) if axis == "x" else (across, along)


def _instructions(combs: tuple[Vernier, Vernier], backs: Backs) -> tuple[str, ...]:
    x, y = (comb.label(comb.sign * comb.steps).removeprefix("+") for comb in combs)
    return (
        f"1. Print both sides on one sheet at 100 %, flipped on the {backs.replace('-', ' ')}. "
        "Hold it against a light, this side towards you.",
        "2. Coarse: on the left cross, the upright hair from behind shows X on the level scale, the level "
        "hair shows "
        "Y on the upright scale, in millimetres.",
        "3. Fine: on the comb X above and the comb Y at the left, find the one line that runs on straight "
        "into a line "
        f"from behind with the same number. That number is the reading, to 0.1 mm, up to {x} mm for X and "
        f"{y} mm for "
        "Y; beyond that keep to the coarse one.",
        "4. On paper that lets no light through, prick a pin through the ring at the right and read X and Y "
        "at the "
        "hole, on the other side.",
        "5. Save both with their signs, in place of these: "
        "nineup calibrate --save PRINTER --back-offset 0.4mm,-1.2mm",
        "X moves backs to the right, Y moves them down. Print again with it to see that all is at 0.",
    )


def _words(
    page: Size, pen: Lettering, heading: Lettering, title: str, paragraphs: tuple[str, ...]
) -> tuple[Op, ...]:
    """The heading at the top and the instructions below the crosses, wrapped to the page's width."""
    ops: list[Op] = [heading.line(title, page.width / 2, 14 * MM, 10, 0.5)]
    left, y = 28 * MM, 88 * MM
    for paragraph in paragraphs:
        for line in _wrapped(paragraph, page.width - left - 12 * MM, pen):
            ops.append(pen.line(line, left, y, TYPE))
            y += TYPE * 1.3
        y += TYPE * 0.4
    return tuple(ops)


def _wrapped(text: str, measure: float, pen: Lettering) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and pen.width(longer, TYPE) > measure:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]
