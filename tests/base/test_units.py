"""Lengths: each unit exactly, whole matches only, and messages that say how to fix them."""

import re

import pytest
from nineup.base.units import INCH, MM, file_size, length, measures, mm


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("72pt", 72),
        ("1in", 72),
        ("25.4mm", 72),
        ("2.54cm", 72),
        ("0.125in", 9),
        (".5in", 36),
        ("-1mm", -MM),
        (" 3 mm ", 3 * MM),
    ],
)
def test_a_length_becomes_points(text: str, points: float) -> None:
    assert length(text) == pytest.approx(points)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3", "`3` has no unit; write 3mm, 3pt or 3in"),
        ("0", "`0` has no unit; write 0mm, 0pt or 0in"),
        ("12topics", "`topics` is not a unit of length; use mm, cm, in or pt"),
        ("3MM", "`MM` is not a unit of length; use mm, cm, in or pt"),
        ("3 mm wide", "`3 mm wide` is not a length; write a number and its unit, such as 3mm"),
        ("1e3mm", "`1e3mm` is not a length; write a number and its unit, such as 3mm"),
        ("", "`` is not a length; write a number and its unit, such as 3mm"),
    ],
)
def test_anything_else_is_refused_with_the_value(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        length(text)


def test_points_read_as_millimetres() -> None:
    assert mm(63.5 * MM) == "63.5 mm"
    assert mm(180.0) == "63.5 mm"
    assert mm(100 * MM) == "100 mm"
    assert mm(0.0) == "0 mm"


def test_a_size_reads_as_two_lengths_with_one_unit() -> None:
    assert measures((63.5 * MM, 88.9 * MM)) == "63.5 × 88.9 mm"
    assert measures((INCH, 2 * INCH)) == "25.4 × 50.8 mm"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (9949, "9.9 kB"),
        (9950, "10 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (64_000_000, "64 MB"),
        (999_500_000, "1.0 GB"),
        (2_000_000_000_000, "2,000 GB"),
    ],
)
def test_sizes_of_files_as_users_read_them(count: int, text: str) -> None:
    assert file_size(count) == text
