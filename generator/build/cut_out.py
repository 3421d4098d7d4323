"""A drawn face as the piece shows it once it is cut out: on white paper, and nothing beyond the cut."""

from generator.drawing import Face, Group, Path, Segment, rectangle
from generator.game import Component
from generator.geometry import Box, Matrix, Size

WHITE = (1.0, 1.0, 1.0)


def cut_out(face: Face, component: Component, round_corners: bool = True) -> Face:
    """A face without its bleed, cut along its outline, on paper; a rectangle's corners are rounded where it has any."""
    edge = face.outline or rounded(face.size, component.corner if round_corners else 0.0)
    paper = Path(edge, fill=WHITE)
    return Face(face.name, face.size, 0.0, (Group((paper, *face.ops), clip=Path(edge)),), edge)


def with_bleed(face: Face, bleed: float) -> Face:
    """A face with so much of its ink beyond the trim on every side (points), as one rectangle of paper."""
    size = Size(face.size.width + 2 * bleed, face.size.height + 2 * bleed)
    paper = Path(rectangle(Box(0, 0, *size)), fill=WHITE)
    ink = Group(face.ops, Matrix(1, 0, 0, 1, bleed, bleed))
    return Face(face.name, size, 0.0, (paper, ink))


def rounded(size: Size, radius: float) -> tuple[Segment, ...]:
    """A box of this size with round corners, clockwise."""
    if not radius:
        return rectangle(Box(0, 0, *size))
    w, h = size
    k = radius * 0.4477152501692065
    return (
        ("M", radius, 0.0),
        ("L", w - radius, 0.0),
        ("C", w - k, 0.0, w, k, w, radius),
        ("L", w, h - radius),
        ("C", w, h - k, w - k, h, w - radius, h),
        ("L", radius, h),
        ("C", k, h, 0.0, h - k, 0.0, h - radius),
        ("L", 0.0, radius),
        ("C", 0.0, k, k, 0.0, radius, 0.0),
        ("Z",),
    )
