"""What print services sell: products with the size that is cut and the pixels of their pictures, and pieces that fit them."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from nineup.diagnostics import Findings
from nineup.drawing import Face, Group, Path, Stroke, rectangle
from nineup.export.shots import PieceGroup, report_missing_bleed
from nineup.geometry import Box, Matrix, Size
from nineup.paper import Page, paper_size
from nineup.units import INCH, MM, measures

DPI = 300.0
"""The resolution that both services ask for."""

CLOSE = 1.0 * MM
"""How much larger or smaller a piece may be than a product: its bleed makes up for it."""

SLACK = 0.2 * MM
"""How much less bleed than a service asks for is no matter: 3 mm for an eighth of an inch."""

WHITE = (1.0, 1.0, 1.0)


class PrintProduct(msgspec.Struct, frozen=True):
    """A product of a service: what is cut, in inches, and its pictures, in pixels at 300 dpi with bleed."""

    name: str
    inches: tuple[float, float]
    pixels: tuple[int, int]
    shapes: tuple[str, ...]
    """The shapes of components that it is for."""
    outline: str = "rectangle"

    @property
    def trim(self) -> Size:
        """What is cut, in points."""
        return Size(self.inches[0] * INCH, self.inches[1] * INCH)

    @property
    def canvas(self) -> Size:
        """The picture, in points."""
        return Size(self.pixels[0] * INCH / DPI, self.pixels[1] * INCH / DPI)

    @property
    def bleed(self) -> float:
        """The ink beyond the cut, in points: the lesser of both directions."""
        return min((side - cut) / 2 for side, cut in zip(sorted(self.canvas), sorted(self.trim), strict=True))

    def offers(self, group: PieceGroup) -> bool:
        """Whether pieces of this kind and outline are made, of whatever size."""
        component = group.component
        return component.shape in self.shapes and component.outline == self.outline

    def distance(self, size: Size) -> float:
        """The most by which a side differs, in points, however the piece lies."""
        return max(abs(one - other) for one, other in zip(sorted(size), sorted(self.trim), strict=True))


class Fitted(msgspec.Struct, frozen=True):
    """Pieces, and the product that they are printed as."""

    group: PieceGroup
    product: PrintProduct


def fitted(groups: Iterable[PieceGroup], products: Sequence[PrintProduct]) -> Iterator[Fitted]:
    """Each group that some product fits, with the closest one."""
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
    """Reports each component of which the service has no such product; an error unless they are left out."""
    sold = {each.group.component.id for each in fitted(groups, products)}
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
        message = f"{service} sells no {kind} of {measures(about.size)}: `{about.id}`"
        nearest = f"the nearest is {near.name}, {measures(near.trim)}" if near else "it has no such product"
        span = about.spans.get("size", about.span)
        if leave_out:
            findings.note("service-size", f"{message}; it is left out", span, nearest)
        else:
            hint = f"{nearest}; `--leave-out` exports the rest"
            findings.request_error("service-size", message, span, hint)
    wanted = [(each.group, each.product.bleed) for each in fitted(groups, products)]
    report_missing_bleed(wanted, findings, SLACK)


def picture_face(face: Face, product: PrintProduct) -> Face:
    """A face on the canvas of a product: its middle in the middle, at its true size, upright as the product lies."""
    canvas = product.canvas if _lies_alike(face.size, product.canvas) else product.canvas.turned()
    x, y = (canvas.width - face.size.width) / 2, (canvas.height - face.size.height) / 2
    paper = Path(rectangle(Box(0, 0, *canvas)), fill=WHITE)
    return Face(face.name, canvas, 0.0, (paper, Group(face.ops, Matrix.translation(x, y))))


def _lies_alike(one: Size, other: Size) -> bool:
    return (one.width > one.height) == (other.width > other.height)


CUT, SAFE = Stroke((0.9, 0.0, 0.0), 0.6), Stroke((0.0, 0.35, 0.9), 0.6, dash=(3.0, 2.0))
HALO = Stroke(WHITE, 1.6)

ACROSS, GAP = 5, 4 * MM
PAPER = "a4"


def proof_pages(faces: Sequence[tuple[Face, PrintProduct]], safe: float) -> Iterator[Page]:
    """Pictures side by side with the line of the cut (red) and of the safe zone (blue), `safe` points inside it."""
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
    trim = product.trim if _lies_alike(face.size, product.trim) else product.trim.turned()
    middle = face.size.width / 2, face.size.height / 2
    cut = Box(middle[0] - trim.width / 2, middle[1] - trim.height / 2, *trim)
    lines = [
        Path(rectangle(box), stroke=stroke)
        for box, own in ((cut, CUT), (cut.outset(-safe), SAFE))
        for stroke in (HALO, own)
    ]
    whole = Path(rectangle(Box(0, 0, *face.size)))
    return (Group(face.ops, clip=whole), *lines)
