"""The products of print services, with their trim size and the pixels of their pictures, and the pieces that
fit them.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from nineup.base import INCH, MM, Findings, measures
from nineup.base.geometry import Box, Matrix, Size, transform_outline
from nineup.faces.shapes import shape_outline
from nineup.model import Face, Group, Page, Path, Segment, Stroke, paper_size, rectangle

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

    def distance(self, size: Size) -> float:
        """The largest difference between sides, in points, in either orientation."""
        return max(abs(one - other) for one, other in zip(sorted(size), sorted(self.trim), strict=True))


class Fitted(msgspec.Struct, frozen=True):
    """Pieces, and the product as which they are printed."""

    group: PieceGroup
    product: PrintProduct


def best_fits(groups: Iterable[PieceGroup], products: Sequence[PrintProduct]) -> Iterator[Fitted]:
    """Each group that fits some product, with the closest one."""
    for group in groups:
        close = [product for product in products if product.offers(group)]
        best = min(close, key=lambda product: product.distance(group.component.size), default=None)
        if best is not None and best.distance(group.component.size) <= CLOSE:
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
            key=lambda product: product.distance(about.size),
            default=None,
        )
        kind = about.shape if about.outline == "rectangle" else f"{about.outline} {about.shape}"
        if near is not None:
            message = f"{service} sells no {kind} of {measures(about.size)}: `{about.id}`"
            nearest = f"the nearest is {near.name}, {measures(near.trim)}"
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


def picture_face(face: Face, product: PrintProduct, is_back: bool = False) -> Face:
    """A face centred on the canvas of a product at its true size, turned to the product's orientation."""
    canvas = product.canvas
    paper = Path(rectangle(Box(0, 0, *canvas)), fill=WHITE)
    return Face(
        face.name, canvas, 0.0, ops=(paper, Group(face.ops, in_the_middle(face.size, canvas, is_back)))
    )


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
    inside = _inside(product, safe)
    lines = [
        Path(_edge(product, size, face.size), stroke=stroke)
        for size, own in ((product.trim, CUT), (inside, SAFE))
        for stroke in (HALO, own)
    ]
    whole = Path(rectangle(Box(0, 0, *face.size)))
    return (Group(face.ops, clip=whole), *lines)


def _inside(product: PrintProduct, margin: float) -> Size:
    """The size of a product's outline within a margin from its cut."""
    wide, high = product.trim
    if product.outline == "rectangle":
        return Size(wide - 2 * margin, high - 2 * margin)
    part = 1 - 2 * margin / min(wide, high)
    return Size(wide * part, high * part)


def _edge(product: PrintProduct, size: Size, canvas: Size) -> tuple[Segment, ...]:
    """A product's outline of this size, centred on its picture."""
    x, y = (canvas.width - size.width) / 2, (canvas.height - size.height) / 2
    outline = shape_outline(product.outline, size) or rectangle(Box(0, 0, *size))
    return transform_outline(outline, Matrix.translation(x, y))
