"""Finds where a card's texts are on its face, their sizes, and where each comes from, to be edited."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from nineup.base.diagnostics import Findings, Span
from nineup.base.geometry import IDENTITY, Box, Matrix, outline_bounds
from nineup.layout.binding.filling import AbandonedError, Filling, TextSize
from nineup.layout.engine import Layout
from nineup.logic.expression import ExpressionError, OutputSpan
from nineup.model.drawing import Group, Op


class ShownText(msgspec.Struct, frozen=True):
    """A text on a face.

    `box` is in points, from the trim's top-left corner; `span` is its binding in the layout.
    """

    box: Box
    span: Span
    stretches: tuple[OutputSpan, ...]
    """The binding's output in stretches with the paths in the context that each came from; none for its own
    words.
    """


def shown_texts(layout: Layout, context: Mapping[str, Any]) -> tuple[ShownText, ...]:
    """The texts that a layout shows in a context, in drawing order; none if it can't be filled."""
    ops: list[Op] = []
    try:
        filling = Filling(layout.program, context, "", locate=lambda *_: None, findings=Findings())
        filling.marks = []
        for node in layout.nodes:
            node.fill(filling, ops)
        places = dict(_marked(tuple(ops), IDENTITY))
        return tuple(
            ShownText(places[mark.op.says], span, tuple(filling.origins(mark.number)))
            for mark, span in filling.marks
            if mark.op.says in places
        )
    except (ExpressionError, AbandonedError):
        return ()


def text_sizes(layout: Layout, context: Mapping[str, Any]) -> tuple[TextSize, ...]:
    """The sizes at which a layout sets its texts, in drawing order; none if it can't be filled."""
    try:
        filling = Filling(layout.program, context, "", locate=lambda *_: None, findings=Findings())
        filling.sizes = []
        for node in layout.nodes:
            node.fill(filling, [])
        return tuple(filling.sizes)
    except (ExpressionError, AbandonedError):
        return ()


def _marked(ops: tuple[Op, ...], matrix: Matrix) -> Iterator[tuple[str, Box]]:
    """The marks among some operations, with their boxes on the face."""
    for op in ops:
        if not isinstance(op, Group):
            continue
        if not op.ops and op.clip is not None and op.says:
            box = outline_bounds(op.clip.segments)
            if box is not None:
                yield op.says, matrix.map_box(box)
        yield from _marked(op.ops, matrix @ op.matrix)
