"""Static text fitted to a length: `textLength` and `lengthAdjust`."""

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

import msgspec

from nineup.svg.reporter import Reporter
from nineup.svg.text.text_pieces import TextPiece
from nineup.svg.values.values import DEFAULT_EM, SvgError, UnsupportedError, user_length
from nineup.svg.xml import SvgElement


class PieceFit(msgspec.Struct, frozen=True):
    """How a piece is fitted: the space after each of its letters in user units, and their horizontal
    scale.
    """

    spacing: float = 0.0
    stretch: float = 1.0
    is_last: bool = False
    """Whether the last letter is that of the whole text, after which there is no space."""


class Advance(Protocol):
    """Measures a piece after another one."""

    def __call__(self, before: TextPiece | None, piece: TextPiece) -> tuple[float, int]:
        """The advance in user units, and the number of letters that it covers."""


def fitted(pieces: Sequence[TextPiece], advance: Advance, reporter: Reporter) -> list[PieceFit]:
    """How each of the pieces that share an anchor is fitted. Pieces that can't be are reported."""
    fits: list[PieceFit] = []
    for element, group in groupby(pieces, _stated):
        run = list(group)
        try:
            fits += _fits(element, run, advance) if element is not None else [PieceFit()] * len(run)
        except SvgError as error:
            assert element is not None
            reporter.svg_error(error, element.span("textLength"))
            fits += [PieceFit()] * len(run)
    return fits


def _stated(piece: TextPiece) -> SvgElement | None:
    """The innermost element around a piece, in its text, that has a length."""
    for element in (piece.element, *piece.element.ancestors()):
        if "textLength" in element.attributes:
            return element
        if element.name == "text":
            break
    return None


def _fits(element: SvgElement, run: list[TextPiece], advance: Advance) -> list[PieceFit]:
    _check(element, run)
    wanted = user_length(element.attributes["textLength"], run[0].viewport.width, DEFAULT_EM)
    if wanted <= 0:
        return [PieceFit()] * len(run)
    befores = [None, *run[:-1]]
    measured = [advance(before, piece) for before, piece in zip(befores, run, strict=True)]
    natural = sum(width for width, _ in measured) - run[0].dx
    letters = sum(count for _, count in measured)
    if element.attributes.get("lengthAdjust", "spacing").strip() == "spacingAndGlyphs":
        return [PieceFit(stretch=wanted / natural) if natural else PieceFit()] * len(run)
    if letters < 2:
        return [PieceFit()] * len(run)
    spacing = (wanted - natural) / (letters - 1)
    return [*(PieceFit(spacing) for _ in run[1:]), PieceFit(spacing, is_last=element.name == "text")]


def _check(element: SvgElement, run: list[TextPiece]) -> None:
    """Raises UnsupportedError for a text that isn't one run of plain letters."""
    inside = [one for one in element.all() if one is not element and one.name in ("tspan", "tref", "a")]
    nested = any(
        "textLength" in one.attributes for one in (*inside, *element.ancestors()) if one.name != "svg"
    )
    names = ("x", "y", "dx", "dy", "rotate")
    placed = any(name in one.attributes for one in inside for name in names) or any(
        len(element.attributes.get(name, "").replace(",", " ").split()) > 1 for name in names
    )
    text = "".join(piece.text for piece in run)
    if nested or placed or not all(" " <= letter < "\u0300" for letter in text):
        raise UnsupportedError(
            "`textLength` of letters that are joined or placed one by one is not supported",
            "convert the text to a path",
        )
