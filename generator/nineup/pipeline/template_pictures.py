"""What a template looks like: up to three of its pieces, cut out and laid over each other, as one face."""

from collections.abc import Iterator, Sequence
from itertools import islice

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Matrix, Size
from nineup.base.project import Project
from nineup.layout.typeset import Drawn
from nineup.model.drawing import Face, Group, Path
from nineup.pipeline.building import draw
from nineup.pipeline.cutting_out import cut_out
from nineup.pipeline.new_game import GAMES, Template
from nineup.pipeline.plan import PrintOptions, RunChoice
from nineup.pipeline.stages import DrawnRun
from nineup.typography.fonts import Fonts

AREA = Size(360.0, 252.0)
"""The size of the picture, in points."""

_MARGIN = 9.0
"""How far pieces stay from its edge."""

_SHADOW = 2.5
"""How far a piece's shadow reaches to the right and down."""

_OVERLAP = 0.12
"""The share of its width by which a piece lies over each neighbor."""

_TURN = 7.0
"""How far pieces at the sides are turned, in degrees."""

_ROOM = 1.1
"""How much larger a turned piece is, at most."""


def template_picture(template: Template) -> tuple[Face, Fonts] | None:
    """The picture of a template, and the fonts to write it with; None if its box is empty."""
    drawn_run = draw(
        Project(GAMES), template.id, RunChoice(), PrintOptions(), Findings(), progress=lambda *_: None
    )
    assert isinstance(drawn_run, DrawnRun), template
    pieces = tuple(islice(_shown(drawn_run.drawn), 3))
    if not pieces:
        return None
    if pieces[0].size.width > pieces[0].size.height * 1.2:
        pieces = pieces[:1]  # Mats would only hide each other.
    return Face(template.id, AREA, 0.0, ops=_in_a_row(pieces)), drawn_run.engine.fonts


def _in_a_row(pieces: Sequence[Face]) -> tuple[Group, ...]:
    """The first piece upright in the middle, the others at its sides. Small ones lie on top of large ones,
    and the first on those of its size.
    """
    row = (*pieces[1:2], pieces[0], *pieces[2:])
    reach = 1 - (_OVERLAP if pieces[1:] else 0.0)
    room = _ROOM if pieces[1:] else 1.0
    width = sum(piece.size.width for piece in row) * reach
    height = max(piece.size.height for piece in row)
    scale = min((AREA.width - 2 * _MARGIN) / width, (AREA.height - 2 * _MARGIN) / height) / room
    x = (AREA.width - width * scale) / 2
    laid = []
    for number, piece in enumerate(row):
        half = piece.size.width * reach * scale / 2
        turn = 0.0 if piece is pieces[0] else _TURN if number else -_TURN
        depth = -piece.size.width * piece.size.height, piece is pieces[0]
        laid.append((depth, _laid(piece, scale, turn, x + half)))
        x += 2 * half
    return tuple(group for _, group in sorted(laid, key=lambda each: each[0]))


def _shown(drawn: Sequence[Drawn]) -> Iterator[Face]:
    """The pieces that are worth showing, best first: the first of each component, then the second one of the
    first component, and its back.
    """
    firsts: dict[str, Drawn] = {}
    for each in drawn:
        firsts.setdefault(each.part.component.id, each)
    for each in firsts.values():
        yield cut_out(each.front, each.part.component)
    for each in drawn[:1]:
        component = each.part.component
        second = next((other for other in drawn[1:] if other.part.component is component), None)
        if second is not None:
            yield cut_out(second.front, component)
        if each.back is not None:
            yield cut_out(each.back, component)


def _laid(piece: Face, scale: float, turn: float, x: float) -> Group:
    """A piece with its shadow, turned about its middle, which is at `x` and half the height."""
    middle = Matrix.translation(-piece.size.width / 2, -piece.size.height / 2)
    matrix = (
        Matrix.translation(x, AREA.height / 2) @ Matrix.rotation(turn) @ Matrix.scaling(scale, scale) @ middle
    )
    below = Matrix.translation(_SHADOW, _SHADOW)
    shadow = Group((Path(piece.outline, fill=(0.0, 0.0, 0.0)),), below, opacity=0.22)
    return Group((shadow, *piece.ops), matrix)
