"""Products with templates of their own: tuck boxes, whose sides lie on a net, and standees, which stand on a
base that is printed below them. Where things lie is in pixels of the picture, as the service's templates
have it.
"""

from collections.abc import Iterator

from nineup.base import INCH, mm
from nineup.base.geometry import Box, Matrix, Size
from nineup.faces.shapes import figures_with_bleed, shape_of, walls_with_bleed
from nineup.layout.typeset import Drawn
from nineup.model import ARC, Component, Face, Group, Path, Segment, rectangle

from nineup_export.services.print_products import CLOSE, DPI, PrintProduct, on_canvas
from nineup_export.shots import stretch

BLEED = 0.125 * INCH
PIXEL = INCH / DPI
HAIR = 0.5
"""How far from its edge, in points, a figure is surely its own."""


class BoxProduct(PrintProduct, frozen=True):
    """A tuck box. Its net has, from left to right, the right side, the back with the lid and the bottom, the
    left side, and the front; `left` and `top` are the corner of the right side, `depth` is its width.

    The larger ones have a second bottom below the front, which is glued to the first; the pictures of the
    others have it where nothing is cut.
    """

    left: float = 0.0
    top: float = 0.0
    depth: float = 0.0

    @property
    def bleed(self) -> float:
        """The bleed beyond the net, in points."""
        return BLEED

    @property
    def measures(self) -> str:
        """The outer width, height and depth."""
        return _measures(*self.trim, self.depth * PIXEL)

    def measures_of(self, component: Component) -> str:
        """The same of a box of ours."""
        return _measures(*_outside(component))

    def distance(self, component: Component) -> float:
        """The largest difference in width, height and depth; more if it is too shallow for the deck."""
        own, wanted = (*self.trim, self.depth * PIXEL), _outside(component)
        apart = max(abs(one - other) for one, other in zip(own, wanted, strict=True))
        return apart + (INCH if own[2] < wanted[2] - CLOSE else 0.0)

    def advice(self, component: Component) -> str:
        """The nearest box, and the depth that fits it if nothing else differs."""
        wide, high, deep = _outside(component)
        nearest = f"the nearest is {self.name}, {self.measures}"
        if max(abs(wide - self.trim.width), abs(high - self.trim.height)) > CLOSE:
            return nearest
        fits = component.settings["depth"] + self.depth * PIXEL - deep
        return f"{nearest}, which `depth: {mm(fits).replace(' ', '')}` fits"

    def panels(self) -> Iterator[tuple[str, Box, int]]:
        """Each side by name, its place in the picture in points, and its quarter turns."""
        (wide, high), deep = self.trim, self.depth * PIXEL
        right, top = self.left * PIXEL, self.top * PIXEL
        back, bottom = right + deep, top + high
        left = back + wide
        front = left + deep
        yield "right", Box(right, top, deep, high), 0
        yield "back", Box(back, top, wide, high), 0
        yield "left", Box(left, top, deep, high), 0
        yield "front", Box(front, top, wide, high), 0
        yield "top", Box(back, top - deep, wide, deep), 2
        yield "bottom", Box(back, bottom, wide, deep), 2
        yield "bottom", Box(front, bottom, wide, deep), 0

    def printed(self, drawn: Drawn) -> tuple[Face, Face | None]:
        """The whole picture: every side fills its place, and has its bleed where no other side is."""
        walls = walls_with_bleed(drawn.part.component, drawn.front, BLEED)
        places = [(walls[side], box, turns) for side, box, turns in self.panels() if side in walls]
        around = [_in_place(face, box, turns, beyond=BLEED) for face, box, turns in places]
        exact = [_in_place(face, box, turns, beyond=0.0) for face, box, turns in places]
        return Face(drawn.front.name, self.canvas, 0.0, ops=(*around, *exact)), None

    def lines(self, margin: float) -> tuple[Segment, ...]:
        """The folds around all sides, or what is inside them."""
        return tuple(segment for _, box, _ in self.panels() for segment in rectangle(box.outset(-margin)))


def _outside(component: Component) -> tuple[float, float, float]:
    """The width, height and depth of a box of ours, in points."""
    sides = shape_of("tuck-box").sides(component)
    return (*sides["front"], sides["left"].width)


def _measures(*sides: float) -> str:
    return " × ".join(mm(side).removesuffix(" mm") for side in sides) + " mm"


def _in_place(face: Face, box: Box, turns: int, beyond: float) -> Group:
    """A side stretched to its place; it differs by a millimetre at most."""
    fitted = Group(face.ops, Matrix.into(box, turns) @ stretch(face.size, Size(box.width, box.height)))
    return Group((fitted,), clip=Path(rectangle(box.outset(beyond))))


class StandeeProduct(PrintProduct, frozen=True):
    """A standee with a round top; `left` and `top` are the corner of the figure. It has a slot at the bottom
    for the base, which is below it in the picture and stays white.
    """

    left: float = 0.0
    top: float = 0.0

    @property
    def bleed(self) -> float:
        """The bleed around the figure, in points."""
        return BLEED

    def distance(self, component: Component) -> float:
        """The largest difference in width and height: it can't lie."""
        return max(abs(one - other) for one, other in zip(component.size, self.trim, strict=True))

    def printed(self, drawn: Drawn) -> tuple[Face, Face | None]:
        """Both sides of the figure."""
        return figures_with_bleed(drawn.part.component, drawn.front, BLEED)

    def picture(self, face: Face, is_back: bool = False) -> Face:
        """A side with the figure in its place, and its mirror image as bleed above and below: on the sheet,
        those are the other side's.
        """
        figure = (Group(face.ops, stretch(face.size, self.trim)),)
        width, high = self.trim.width + 2 * BLEED, self.trim.height
        # The bands reach below the figure, so that neither the other side nor paper shows between them.
        above = Box(-BLEED, HAIR / 2, width, BLEED + HAIR)
        below = Box(-BLEED, high - BLEED - 1.5 * HAIR, width, BLEED + HAIR)
        parts = (
            Group(figure, Matrix(1, 0, 0, -1, 0, 2 * HAIR), Path(rectangle(above))),
            Group(figure, Matrix(1, 0, 0, -1, 0, 2 * (high - HAIR)), Path(rectangle(below))),
            Group(figure, clip=Path(rectangle(Box(-BLEED, HAIR, width, high - 2 * HAIR)))),
        )
        return on_canvas(
            Face(face.name, self.trim, BLEED, ops=parts), self.canvas, Matrix.translation(*self._corner)
        )

    @property
    def _corner(self) -> tuple[float, float]:
        return self.left * PIXEL, self.top * PIXEL

    def lines(self, margin: float) -> tuple[Segment, ...]:
        """The cut of the figure with its slot, or what is inside it."""
        (x, y), (wide, high) = self._corner, self.trim
        left, right, top, bottom = x + margin, x + wide - margin, y + margin, y + high - margin
        r = (right - left) / 2
        middle, k = left + r, ARC * r
        arch: tuple[Segment, ...] = (
            ("M", left, bottom),
            ("L", left, top + r),
            ("C", left, top + r - k, middle - k, top, middle, top),
            ("C", middle + k, top, right, top + r - k, right, top + r),
            ("L", right, bottom),
            ("Z",),
        )
        deep = high / 9
        slot = Box(x + wide / 2 - SLOT * PIXEL / 2, y + high - deep, SLOT * PIXEL, deep)
        return arch if margin else (*arch, *rectangle(slot))


SLOT = 19.5
"""The width of the slot of a standee."""


def box(
    name: str, pixels: tuple[int, int], corner: tuple[float, float], size: tuple[float, float, float]
) -> BoxProduct:
    """A tuck box by the pixels of its picture, the corner of its net's first side, and its outer size."""
    wide, high, deep = size
    (left, top), inches = corner, (wide / DPI, high / DPI)
    return BoxProduct(name, inches, pixels, shapes=("tuck-box",), left=left, top=top, depth=deep)


def standee(
    name: str, pixels: tuple[int, int], corner: tuple[float, float], size: tuple[float, float]
) -> StandeeProduct:
    """A standee by the pixels of its picture, and the corner and size of its figure."""
    (left, top), inches = corner, (size[0] / DPI, size[1] / DPI)
    return StandeeProduct(name, inches, pixels, shapes=("standee",), left=left, top=top)
