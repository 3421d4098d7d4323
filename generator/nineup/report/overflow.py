"""The table of overflowing texts: a row for each frame, worst first, and how many of its texts a smaller size would fit."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic, Overflow
from nineup.base.units import mm

LESS = (0.5, 1.0)
"""The points by which a frame's smallest size is reduced, to see how many more of its texts fit."""


class _Row(NamedTuple):
    """A frame of a component; `worst` are the overflows of its faces, the largest first."""

    component: str
    frame: str
    worst: tuple[tuple[str, Overflow], ...]

    @property
    def cells(self) -> tuple[str, ...]:
        face, most = self.worst[0]
        saved = [sum(_fits(each, less) for _, each in self.worst) for less in LESS]
        number = len(self.worst)
        shown = ["all" if fit == number else str(fit) for fit in saved]
        return (
            f"{self.component}, {self.frame}",
            str(number),
            f"{mm(most.excess)}, {face.partition(',')[0]}",
            *shown,
        )


def overflow_table(findings: Iterable[Diagnostic]) -> str:
    """A table of the frames with overflowing texts, if these are on at least two faces; otherwise empty.

    A face counts once for each frame. The last columns have the number of texts that would fit at a smaller size.
    """
    rows = _rows(findings)
    if sum(len(row.worst) for row in rows) < 2:
        return ""
    heads = ("texts that don't fit, in", "faces", "the worst", *(f"fit at {less:g} pt less" for less in LESS))
    return "\n".join(_aligned([heads, *(row.cells for row in rows)]))


def _rows(findings: Iterable[Diagnostic]) -> list[_Row]:
    frames: dict[tuple[str, str], dict[str, Overflow]] = {}
    for finding in findings:
        found = finding.overflow
        if found is None:
            continue
        component = finding.face.partition(",")[0].partition("/")[0]
        faces = frames.setdefault((component, found.frame), {})
        known = faces.get(finding.face)
        if known is None or known.excess < found.excess:
            faces[finding.face] = found
    rows = [
        _Row(*key, tuple(sorted(faces.items(), key=lambda item: -item[1].excess)))
        for key, faces in frames.items()
    ]
    return sorted(rows, key=lambda row: (-row.worst[0][1].excess, row.component, row.frame))


def _fits(overflow: Overflow, less: float) -> bool:
    return overflow.fits is not None and overflow.fits >= overflow.size - less - 1e-6


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows with aligned columns; numbers are flush right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column in (0, 2) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
