"""Tables of our own as CSV: no cell is a formula to a spreadsheet."""

import csv
import io

import pytest
from nineup.base.csv_rows import csv_text


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n@a",
        "＝1",
        "＋1",
        "－1",
        "＠a",
        "-",
        "- a",
    ],
)
def test_a_text_that_would_be_a_formula_is_a_text(text: str) -> None:
    written = csv_text((text,), [(text, "a")])
    read = "'" + text.replace("\r", "\n")
    assert list(csv.reader(io.StringIO(written, newline=""))) == [[read], [read, "a"]]


@pytest.mark.parametrize("value", ["-2", "+3.5", "-10%", "a=b", "'=1", "", "−1", "1-2", -2, -0.5, None])
def test_numbers_and_other_texts_stay_as_they_are(value: object) -> None:
    written = csv_text(("head", "b"), [(value, "b")])
    assert list(csv.reader(io.StringIO(written))) == [
        ["head", "b"],
        ["" if value is None else str(value), "b"],
    ]
