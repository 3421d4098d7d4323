"""Lengths: text with a unit to PostScript points and back. All lengths from users are parsed here."""

import re

MM = 72 / 25.4
"""Points in a millimetre."""

INCH = 72.0
"""Points in an inch."""

POINTS = {"pt": 1.0, "mm": MM, "cm": 10 * MM, "in": INCH}
"""Points in each unit that users may write."""

LARGEST = 1e6
"""The longest length in points: 350 metres."""

_LENGTH = re.compile(r"(-?\d+(?:\.\d+)?|-?\.\d+)\s*([a-zA-Z]+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?|-?\.\d+")


def length(text: str) -> float:
    """The points of a length such as `3mm`, `0.125in` or `9pt`.

    Raises ValueError, with a message for the user, if the whole text isn't a number with a known unit.
    """
    text = text.strip()
    match = _LENGTH.fullmatch(text)
    if match is None:
        if _NUMBER.fullmatch(text):
            raise ValueError(f"`{text}` has no unit; write {text}mm, {text}pt or {text}in")
        raise ValueError(f"`{text}` is not a length; write a number and its unit, such as 3mm")
    number, unit = match.groups()
    if unit not in POINTS:
        raise ValueError(f"`{unit}` is not a unit of length; use mm, cm, in or pt")
    points = float(number) * POINTS[unit]
    if abs(points) > LARGEST:
        raise ValueError(f"`{text}` is far longer than any paper")
    return points


def file_size(count: int) -> str:
    """A number of bytes as users read it: `512 bytes`, `3.4 kB`, `28 kB`, `1.5 MB`."""
    if count < 1000:
        return f"{count} byte{'' if count == 1 else 's'}"
    for unit, each in (("kB", 1e3), ("MB", 1e6), ("GB", 1e9)):
        if count < 999.5 * each or unit == "GB":
            number = count / each
            return f"{number:,.0f} {unit}" if number >= 9.95 else f"{number:.1f} {unit}"
    raise AssertionError(unit)


def mm(points: float) -> str:
    """Points as users read them: millimetres with at most two decimals, such as `63.5 mm`."""
    return f"{points / MM:.2f}".rstrip("0").rstrip(".") + " mm"


def measures(size: tuple[float, float]) -> str:
    """A width and a height in points as users read them: `63.5 × 88.9 mm`."""
    width, height = map(mm, size)
    return f"{width.removesuffix(' mm')} × {height}"
