"""A booklet's pages in the order of folded sheets: two on each side, stapled in the middle."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nineup.base.geometry import Size

PER_SHEET = 4


class Signature(NamedTuple):
    """How sheets are printed: the scale of pages on them, whether backs are `turned` by half a turn, and
    their offset right and down.
    """

    scale: float = 1.0
    turned: bool = False
    offset: tuple[float, float] = (0.0, 0.0)


class Spread(NamedTuple):
    """One side of a sheet: its left and its right page, from 1; None is blank."""

    left: int | None
    right: int | None


def spreads(pages: int) -> tuple[Spread, ...]:
    """The sides of the sheets for a number of pages, each front followed by its back, the outermost sheet
    first.
    """
    last = -(-pages // PER_SHEET) * PER_SHEET
    sides = []
    for first in range(1, last // 2, 2):
        sides.append(_spread(last + 1 - first, first, pages))
        sides.append(_spread(first + 1, last - first, pages))
    return tuple(sides)


def sheet_size(page: Size, signature: Signature) -> Size:
    """The size of sheets for pages that were typeset in this size."""
    return Size(2 * page.width * signature.scale, page.height * signature.scale)


def imposed(
    content: Callable[[int], str],
    pages: int,
    page_size: Size,
    *,
    signature: Signature,
    from_right: bool = False,
) -> Iterator[str]:
    """The content streams of a booklet's sheets from those of its `pages`, which were typeset in this size:
    `content` of a page, from 1.

    A booklet that is read from right to left has its spine on the right.
    """
    sheet, scale = sheet_size(page_size, signature), f"{signature.scale:.6f}"
    halves = (sheet.width / 2, 0.0) if from_right else (0.0, sheet.width / 2)
    for number, spread in enumerate(spreads(pages)):
        parts = []
        for page, x in zip(spread, halves, strict=True):
            if page is not None:
                parts.append(f"q {scale} 0 0 {scale} {x:.3f} 0 cm\n{content(page)}\nQ")
        side = "\n".join(parts)
        if number % 2:
            right, down = signature.offset
            turn = f"-1 0 0 -1 {sheet.width + right:.3f} {sheet.height - down:.3f}"
            matrix = turn if signature.turned else f"1 0 0 1 {right:.3f} {-down:.3f}"
            side = f"q {matrix} cm\n{side}\nQ"
        yield side


def _spread(left: int, right: int, pages: int) -> Spread:
    return Spread(*(page if page <= pages else None for page in (left, right)))
