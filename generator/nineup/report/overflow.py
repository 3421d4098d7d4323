"""The table of texts that don't fit: a row for each frame, the worst first, and how many of its texts a smaller size would save."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nineup.diagnostics import Diagnostic, Overflow
from nineup.units import mm

LESS = (0.5, 1.0)
"""The points by which a frame's smallest size is reduced, to see how many of its texts fit then."""


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
    """The frames whose texts don't fit on two faces or more in all, as a table; empty if there are fewer.

    A face counts once for each frame. The last columns have how many of them would fit at a smaller size.
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
    """Rows with their cells below each other; numbers on the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column in (0, 2) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
