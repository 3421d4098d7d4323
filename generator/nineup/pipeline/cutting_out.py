"""A drawn face as a cut-out piece shows it: on white paper, with nothing beyond the cut."""

from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import Face, Group, Path, Segment, rectangle, rounded
from nineup.model.game import Component

WHITE = (1.0, 1.0, 1.0)


def cut_out(face: Face, component: Component, round_corners: bool = True) -> Face:
    """A face without its bleed, cut along its outline; rectangles have the component's rounded corners, if
    any.
    """
    edge = cut_edge(face, component, round_corners)
    paper = Path(edge, fill=WHITE)
    return Face(face.name, face.size, 0.0, ops=(Group((paper, *face.ops), clip=Path(edge)),), outline=edge)


def cut_edge(face: Face, component: Component, round_corners: bool = True) -> tuple[Segment, ...]:
    """The cut of a piece, in the coordinates of its face."""
    box, radius = Box(0, 0, *face.size), component.corner if round_corners else 0.0
    return face.outline or (rounded(box, radius, radius) if radius else rectangle(box))


def square(piece: Face) -> tuple[Face, float] | None:
    """A cut-out rectangular piece with square corners, and the radius of its own; None for any other shape.

    Its picture needs no transparency, which takes half the time of drawing and compressing one; a page rounds
    the corners.
    """
    _, *begin = piece.outline[0]
    box, radius = Box(0, 0, *piece.size), begin[0]
    if piece.outline not in (rectangle(box), rounded(box, radius, radius)):
        return None
    (whole,) = (op for op in piece.ops if isinstance(op, Group))
    return Face(piece.name, piece.size, 0.0, ops=whole.ops), radius


def with_bleed(face: Face, bleed: float) -> Face:
    """A face as a rectangle of paper that reaches `bleed` points beyond the trim on every side, ink
    included.
    """
    size = Size(face.size.width + 2 * bleed, face.size.height + 2 * bleed)
    paper = Path(rectangle(Box(0, 0, *size)), fill=WHITE)
    ink = Group(face.ops, Matrix(1, 0, 0, 1, bleed, bleed))
    return Face(face.name, size, 0.0, ops=(paper, ink))
