"""The products of print services, with their trim size and the pixels of their pictures, and the pieces that
fit them.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from nineup.base import INCH, MM, Findings, measures
from nineup.base.geometry import Box, Matrix, Size, transform_outline
from nineup.faces.shapes import shape_outline
from nineup.layout.typeset import Drawn
from nineup.model import Component, Face, Group, Page, Path, Segment, Stroke, paper_size, rectangle

from nineup_export.shots import PieceGroup, report_missing_bleed

DPI = 300.0
"""The resolution that both services require."""

CLOSE = 1.0 * MM
"""How much larger or smaller a piece may be than a product: its bleed makes up for it."""

SLACK = 0.2 * MM
"""How much less bleed than required is accepted: 3 mm for an eighth of an inch."""

WHITE = (1.0, 1.0, 1.0)


class PrintProduct(msgspec.Struct, frozen=True):
    """A product of a service: its trim size, in inches, and its pictures, in pixels at 300 dpi with bleed."""

    name: str
    inches: tuple[float, float]
    pixels: tuple[int, int]
    shapes: tuple[str, ...]
    """The shapes of components that it suits."""
    outline: str = "rectangle"

    @property
    def trim(self) -> Size:
        """The trim size, in points."""
        return Size(self.inches[0] * INCH, self.inches[1] * INCH)

    @property
    def canvas(self) -> Size:
        """The picture's size, in points."""
        return Size(self.pixels[0] * INCH / DPI, self.pixels[1] * INCH / DPI)

    @property
    def bleed(self) -> float:
        """The bleed, in points: the lesser of both directions."""
        return min((side - cut) / 2 for side, cut in zip(sorted(self.canvas), sorted(self.trim), strict=True))

    def offers(self, group: PieceGroup) -> bool:
        """Whether the service makes pieces of this kind and outline, in any size."""
        component = group.component
        return component.shape in self.shapes and component.outline == self.outline

    @property
    def measures(self) -> str:
        """Its size as users read it."""
        return measures(self.trim)

    def measures_of(self, component: Component) -> str:
        """The size of a piece to compare with it, as users read it."""
        return measures(component.size)

    def distance(self, component: Component) -> float:
        """The largest difference between sides, in points, in either orientation."""
        return max(abs(a - b) for a, b in zip(sorted(component.size), sorted(self.trim), strict=True))

    def advice(self, component: Component) -> str:
        """How a piece that doesn't fit can be made to."""
        return f"the nearest is {self.name}, {self.measures}"

    def printed(self, drawn: Drawn) -> tuple[Face, Face | None]:
        """The front and the back of a piece as they are printed, at their true size."""
        return drawn.front, drawn.back

    def picture(self, face: Face, is_back: bool = False) -> Face:
        """A side of a piece as a picture: on the canvas, in its place."""
        return on_canvas(face, self.canvas, in_the_middle(face.size, self.canvas, is_back))

    def lines(self, margin: float) -> tuple[Segment, ...]:
        """The cut in the picture, or what is `margin` points inside it."""
        x, y, *size = self._inside(margin)
        outline = shape_outline(self.outline, Size(*size)) or rectangle(Box(0, 0, *size))
        return transform_outline(outline, Matrix.translation(x, y))

    def _inside(self, margin: float) -> Box:
        wide, high = self.trim
        if self.outline == "rectangle":
            size = Size(wide - 2 * margin, high - 2 * margin)
        else:
            part = 1 - 2 * margin / min(wide, high)
            size = Size(wide * part, high * part)
        return Box((self.canvas.width - size.width) / 2, (self.canvas.height - size.height) / 2, *size)


class Fitted(msgspec.Struct, frozen=True):
    """Pieces, and the product as which they are printed."""

    group: PieceGroup
    product: PrintProduct


def best_fits(groups: Iterable[PieceGroup], products: Sequence[PrintProduct]) -> Iterator[Fitted]:
    """Each group that fits some product, with the closest one."""
    for group in groups:
        close = [product for product in products if product.offers(group)]
        best = min(close, key=lambda product: product.distance(group.component), default=None)
        if best is not None and best.distance(group.component) <= CLOSE:
            yield Fitted(group, best)


def report_unsold(
    groups: Sequence[PieceGroup],
    products: Sequence[PrintProduct],
    service: str,
    leave_out: bool,
    findings: Findings,
) -> None:
    """Reports each component that fits no product of the service; an error unless such components are left
    out.
    """
    sold = {each.group.component.id for each in best_fits(groups, products)}
    for component in {group.component.id: group for group in reversed(groups)}.values():
        if component.component.id in sold:
            continue
        about = component.component
        near = min(
            (product for product in products if product.offers(component)),
            key=lambda product: product.distance(about),
            default=None,
        )
        kind = about.shape if about.outline == "rectangle" else f"{about.outline} {about.shape}"
        if near is not None:
            message = f"{service} sells no {kind} of {near.measures_of(about)}: `{about.id}`"
            nearest = near.advice(about)
        else:
            message = f"no {kind} is exported for {service}: `{about.id}`"
            nearest = "if it sells any, they need its own templates"
        span = about.spans.get("size", about.span)
        if leave_out:
            findings.note("service-size", f"{message}; it is left out", span, hint=nearest)
        else:
            hint = f"{nearest}; `--leave-out` exports the rest"
            findings.request_error("service-size", message, span, hint=hint)
    wanted = [(each.group, each.product.bleed) for each in best_fits(groups, products)]
    report_missing_bleed(wanted, findings, SLACK)


def on_canvas(face: Face, canvas: Size, place: Matrix) -> Face:
    """A face on white paper."""
    paper = Path(rectangle(Box(0, 0, *canvas)), fill=WHITE)
    return Face(face.name, canvas, 0.0, ops=(paper, Group(face.ops, place)))


def in_the_middle(size: Size, of: Size, is_back: bool) -> Matrix:
    """The matrix that centres a drawing on a product, turned to the right if their orientations differ."""
    # Backs are turned to the left, so that the tops of both sides are at the same edge of the piece.
    turns = 0 if _lies_alike(size, of) else 3 if is_back else 1
    wide, high = size.turned() if turns else size
    return Matrix.into(Box((of.width - wide) / 2, (of.height - high) / 2, wide, high), turns)


def _lies_alike(one: Size, other: Size) -> bool:
    # A difference of a tenth of a point gives no orientation: a square fits either.
    return (one.width - one.height) * (other.width - other.height) > -0.1


CUT, SAFE = Stroke((0.9, 0.0, 0.0), 0.6), Stroke((0.0, 0.35, 0.9), 0.6, dash=(3.0, 2.0))
HALO = Stroke(WHITE, 1.6)

ACROSS, GAP = 5, 4 * MM
PAPER = "a4"


def proof_pages(faces: Sequence[tuple[Face, PrintProduct]], safe: float) -> Iterator[Page]:
    """Pictures side by side with the cut (red) and the safe zone (blue), `safe` points inside it."""
    paper = paper_size(PAPER)
    room = Box(0, 0, *paper).outset(-10 * MM)
    x, y, deep = room.x, room.y, 0.0
    ops: list[Group] = []
    for face, product in faces:
        scale = (room.width - (ACROSS - 1) * GAP) / ACROSS / max(face.size.width, 2 * INCH)
        scale = min(scale, room.height / face.size.height)
        wide, high = face.size.width * scale, face.size.height * scale
        if x + wide > room.right + 0.1:
            x, y, deep = room.x, y + deep + GAP, 0.0
        if y + high > room.bottom + 0.1:
            yield Page(paper, (), tuple(ops))
            ops, x, y, deep = [], room.x, room.y, 0.0
        ops.append(Group(_proof(face, product, safe), Matrix(scale, 0, 0, scale, x, y)))
        x, deep = x + wide + GAP, max(deep, high)
    if ops:
        yield Page(paper, (), tuple(ops))


def _proof(face: Face, product: PrintProduct, safe: float) -> tuple[Group | Path, ...]:
    lines = [
        Path(product.lines(margin), stroke=stroke)
        for margin, own in ((0.0, CUT), (safe, SAFE))
        for stroke in (HALO, own)
    ]
    whole = Path(rectangle(Box(0, 0, *face.size)))
    return (Group(face.ops, clip=whole), *lines)
