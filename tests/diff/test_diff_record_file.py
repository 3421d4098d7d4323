"""Records survive a round trip, and tampering is reported at its place."""

import tempfile
from pathlib import Path

import pytest
import yaml
from diff.recording import RECORDS, card, made
from hypothesis import given, settings
from nineup.diagnostics import Findings
from nineup.diff import Record, read_record, record_text
from nineup.load import load_tree
from nineup.project import Project


def read(text: str) -> tuple[Record | None, Findings]:
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "v.yaml").write_text(text, encoding="utf-8", newline="")
        tree = load_tree(Project(Path(folder)), "v.yaml", findings)
        return (read_record(*tree, findings) if tree else None), findings


@settings(max_examples=40)
@given(RECORDS)
def test_what_is_written_is_read_again(record: Record) -> None:
    text = record_text(record)
    assert read(text) == (record, [])
    assert yaml.safe_load(text)["number"] == record.number


@pytest.mark.parametrize("text", ["one\n", "one\ntwo\n", "one \ntwo", "\none", "one\n\n"])
def test_breaks_and_spaces_at_ends_are_kept(text: str) -> None:
    record = made(rage=card(text=text))
    assert read(record_text(record)) == (record, [])


def test_it_reads_well_in_git() -> None:
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


@pytest.mark.parametrize(
    ("old", "new", "message", "line", "column"),
    [
        ("format: 1", "format: 2", "this record has format 2, not 1", 3, 9),
        ("number: 1", "number: one", "`number` is no number: `one`", 7, 9),
        ("copies: 1", "copies: [1]", "`copies` is no text", 21, 33),
        ("run: {}", "run: here", "`run` has no keys and values", 8, 6),
        ("number: 1\n", "", "`number` is missing", 3, 1),
        ("        pieces:\n", "        pieces: many\n        more:\n", "`pieces` is no list", 20, 17),
        ("worded: [name, text]", "worded: name", "`worded` is no list of names", 14, 13),
        ("- {owner", "- nobody\n          - {owner", "these pieces have no keys", 21, 13),
    ],
)
def test_what_is_wrong_is_told_at_its_place(old: str, new: str, message: str, line: int, column: int) -> None:
    text = record_text(made(rage=card(name="Rage")))
    assert old in text
    record, findings = read(text.replace(old, new, 1))
    assert record is None
    (found,) = findings
    assert (found.code, found.message) == ("print-record", message)
    assert found.span is not None
    assert (found.span.line, found.span.column) == (line, column)
