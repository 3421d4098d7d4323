"""How large a file of each format may be, and how much memory reading it may take.

SECURITY.md has the same table.
"""

from pathlib import PurePath
from typing import NamedTuple

MIB = 1024 * 1024


class FileLimit(NamedTuple):
    """The limit of some formats, by the endings of their names."""

    formats: str
    endings: tuple[str, ...]
    most: int
    """The largest file, in bytes."""
    times: int
    """The most memory that reading the largest file takes, as a multiple of that size."""


FILE_LIMITS = (
    FileLimit("YAML", (".yaml", ".yml"), 16 * MIB, 28),
    FileLimit("CSV, TSV", (".csv", ".tsv"), 16 * MIB, 8),
    FileLimit("XLSX, ODS", (".xlsx", ".ods"), 64 * MIB, 4),
    FileLimit("PO", (".po",), 8 * MIB, 56),
    FileLimit("SVG", (".svg",), 64 * MIB, 14),
    FileLimit("SVGZ", (".svgz",), 64 * MIB, 14),
    FileLimit("Markdown", (".md",), 8 * MIB, 80),
    FileLimit("JSON", (".json",), 64 * MIB, 20),
    FileLimit("pictures", (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"), 64 * MIB, 14),
    FileLimit("fonts", (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"), 64 * MIB, 4),
)
"""Of pictures and packed formats, what is unpacked has limits of its own, which the memory follows from."""

MOST_BYTES = 64 * MIB
"""The largest file of any other format, in bytes."""

_MOST_BY_ENDING = {ending: limit.most for limit in FILE_LIMITS for ending in limit.endings}


def most_bytes(path: PurePath) -> int:
    """The largest number of bytes that a file with this name may have."""
    return _MOST_BY_ENDING.get(path.suffix.lower(), MOST_BYTES)
