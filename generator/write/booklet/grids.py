"""How a booklet's tables look, and how wide their columns are."""

from collections.abc import Iterable, Sequence
from typing import Any

from generator.write.booklet.flow import colour
from generator.write.booklet.platypus_door import tables

_THIN = "#cccccc"
_DARK = "#444444"

PAD = 9.0
"""Points between two columns of a table."""

_HAIR = 0.1
"""Points that a column is wider than its words, for what is lost in rounding."""


class Grid(tables.Table):  # type: ignore[misc]
    """A table that is read."""


class Pair(tables.Table):  # type: ignore[misc]
    """Entries side by side."""


def column(widths: Iterable[float]) -> float:
    """How wide a column of these widths is."""
    return max(widths, default=0.0) + PAD + _HAIR


def highest(*columns: list[float]) -> list[float]:
    """The widest of several for each column; an empty list says nothing."""
    return [max(each) for each in zip(*filter(None, columns), strict=True)]


def between(least: list[float], wished: list[float], width: float) -> list[float]:
    """Widths from the least up to what is wished; what the width spares is shared by who wishes more."""
    beyond = [wish - need for wish, need in zip(wished, least, strict=True)]
    share = min(1.0, max(0.0, width - sum(least)) / (sum(beyond) or 1))
    return [need + share * more for need, more in zip(least, beyond, strict=True)]


def tight(after: float = 0.0) -> Any:
    """A table that is only there to put things side by side."""
    everywhere = ((0, 0), (-1, -1))
    return tables.TableStyle(
        [
            ("LEFTPADDING", *everywhere, 0),
            ("RIGHTPADDING", *everywhere, 0),
            ("TOPPADDING", *everywhere, 0),
            ("BOTTOMPADDING", *everywhere, after),
            ("VALIGN", *everywhere, "TOP"),
        ]
    )


def lines(heads: int, captioned: bool, signs: Sequence[tuple[int, int]], last: int) -> Any:
    """A table that is read: thin lines below its rows up to the last column that has cells, a darker one below
    its head; closer around its signs.
    """
    first = heads + captioned
    look = [
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), PAD),
        ("TOPPADDING", (0, 0), (-1, -1), 4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE" if signs else "TOP"),
        ("LINEBELOW", (0, first), (last, -1), 0.4, colour(_THIN)),
    ]
    for at in signs:
        look += [("TOPPADDING", at, at, 2.5), ("BOTTOMPADDING", at, at, 2.5)]
    if captioned:
        look.append(("SPAN", (0, 0), (-1, 0)))
    if heads:
        look += [
            ("LINEBELOW", (0, first - 1), (last, first - 1), 0.8, colour(_DARK)),
            ("VALIGN", (0, captioned), (-1, first - 1), "BOTTOM"),
        ]
    return tables.TableStyle(look)
