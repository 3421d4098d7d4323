"""Records survive a round trip, and errors are reported with their position."""

import pytest
import yaml
from changes.diff.recording import RECORDS, card, made, pieces
from hypothesis import given, settings
from msgspec.structs import replace
from nineup.base.diagnostics import Findings
from nineup.faces.record import PrintRecord, read_record, record_text
from written import project_with


def read(text: str) -> tuple[PrintRecord | None, Findings]:
    findings = Findings()
    with project_with("v.yaml", text) as project:
        return read_record(project, "v.yaml", findings), findings


@settings(max_examples=40)
@given(RECORDS)
def test_a_written_record_is_read_back(record: PrintRecord) -> None:
    text = record_text(record)
    assert read(text) == (record, [])
    assert yaml.safe_load(text)["number"] == record.number


@pytest.mark.parametrize("text", ["one\n", "one\ntwo\n", "one \ntwo", "\none", "one\n\n"])
def test_line_breaks_and_trailing_spaces_are_kept(text: str) -> None:
    record = made(rage=card(text=text))
    assert read(record_text(record)) == (record, [])


def test_the_text_of_a_record() -> None:
    lines = record_text(made(rage=card(name="Rage", text="Take 1 {red}\n\n**OR** rest."))).splitlines()
    assert lines[lines.index("        values:") :] == [
        "        values:",
        '          name: "Rage"',
        "          text: |-",
        "            Take 1 {red}",
        "",
        "            **OR** rest.",
        "        pieces:",
        '          - {owner: "", copies: 1, front: "f1", back: "b1", words: "w1"}',
    ]


def test_cuts_and_symbols_are_on_the_line_of_their_pieces() -> None:
    there = replace(pieces(), cut="rectangle, corner 3 mm", symbols={"gem": "1e10", "no": "0f"})
    line = record_text(made(rage=card(there))).splitlines()[-1]
    assert line.endswith('words: "w1", cut: "rectangle, corner 3 mm", symbols: {gem: "1e10", "no": "0f"}}')


@pytest.mark.parametrize(
    ("old", "new", "message", "line", "column"),
    [
        (
            "format: 3",
            "format: 4",
            "the record has format 4; this version of Nineup reads format 3",
            3,
            9,
        ),
        ("number: 1", "number: one", "`one` is not a whole number", 7, 9),
        ("copies: 1", "copies: [1]", "expected a whole number, found a list", 21, 33),
        ("run: {}", "run: here", "expected a mapping, found a single value", 8, 6),
        ("number: 1\n", "", "`number` is missing", 3, 1),
        (
            "        pieces:\n",
            "        pieces: many\n        more:\n",
            "expected a list, found a single value",
            20,
            17,
        ),
        ("worded: [name, text]", "worded: name", "expected a list, found a single value", 14, 13),
        ("- {owner", "- nobody\n          - {owner", "expected a mapping, found a single value", 21, 13),
    ],
)
def test_errors_are_reported_with_their_position(
    old: str, new: str, message: str, line: int, column: int
) -> None:
    text = record_text(made(rage=card(name="Rage")))
    assert old in text
    record, findings = read(text.replace(old, new, 1))
    assert record is None
    (found,) = findings
    assert (found.code, found.message) == ("print-record", message)
    assert found.span is not None
    assert (found.span.line, found.span.column) == (line, column)
