"""Entries read without the parser are what it would have read, findings included."""

from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nineup.diagnostics import Diagnostic, Findings
from nineup.schema import yaml_tree
from nineup.schema.nodes import Node
from nineup.schema.plain_entries import plain_entries
from nineup.schema.yaml_tree import parse

CARDS = """\
fields: {name: text}
cards:
  - id: one
    name: The {gem} of 5:30, isn't it
  - id: two
    name: "quoted: # text"
  - id: three
    text: é 💎 a#b c--d ~ ?
  - id: four
language: en
"""


def test_only_lines_of_plain_texts_are_taken() -> None:
    found = plain_entries(CARDS)
    assert found is not None
    assert sorted(found.entries) == [2, 6]
    assert found.nodes == 4
    assert found.rest.count("\n") == CARDS.count("\n")


@pytest.mark.parametrize(
    "entry",
    [
        "id: a # comment",
        "id: a: b",
        "id: a:",
        "id: a ",
        "id: 'a'",
        'id: "a"',
        "id: [a]",
        "id: {a: b}",
        "id: |\n      a",
        "id: a\n      more",
        "id: a\n\n    b: c",
        "id: a\n   b: c",
        "id: a\n     b: c",
        "id: a\n    id: b",
        "id: &a b",
        "id: *a",
        "id: !a b",
        "id: - a",
        "id: ? a",
        "id: @a",
        "id: %a",
        "id: `a",
        "id:  a",
        "id:\n      a: b",
        "<<: a",
        "? a: b",
        "- a: b",
        "{a: b}",
        "a b: c",
        "a",
        "",
    ],
)
def test_anything_else_is_left_to_the_parser(entry: str) -> None:
    assert plain_entries(f"cards:\n  - {entry}\n  - id: last\n") is None


HEADS = [
    "cards:",
    "fields: {a: text}\ncards:",
    "note: |\n  cards:",
    'note: "a',
    "note: 'a",
    "source: a\n",
    "a: {",
    "# b",
]
LINES = [
    "cards:",
    "  - id: a",
    "  - id: b",
    "  - text: it's {gem}: no",
    "  - text: plain: text",
    "  -",
    "  - ",
    "  - - id: c",
    "- id: d",
    "    name: one two",
    "    name: 5:30 a#b",
    "    copies: 2",
    "    more: |",
    "    more: >-",
    '    quoted: "a',
    "    quoted: 'a",
    "    flow: [a,",
    "    flow: {a: b",
    '    "',
    "    '",
    "    ]",
    '  - end: b"',
    "  - end: b'",
    "  - end: ]",
    "      deeper: a",
    "      continued",
    "    # comment",
    "  # comment",
    "    end: a # comment",
    "",
    "   odd: a",
    "other: a",
    "---",
    "...",
    "\tname: a",
    "    name: a\tb",
    "    name: a\x85b",
    "    name: a\u2028b",
    "    name: a ",
    "    &a name: b",
    "    *a",
    "    !!str name: b",
    "    'name': b",
    "    name:",
    "    name:\r",
]


def _read(text: str) -> tuple[Node | None, list[Diagnostic]]:
    root, _ = parse(text, "a.yaml", findings := Findings())
    return root, list(findings)


@given(
    head=st.sampled_from(HEADS),
    lines=st.lists(st.sampled_from(LINES), max_size=14),
    end=st.sampled_from(["", "\n"]),
)
@example(head='note: "a', lines=["cards:", "  - id: a", '  - end: b"'], end="")
@example(
    head="cards:", lines=["  - id: a", "    more: |", "  - id: b", "    name: one two", "  - id: a"], end="\n"
)
@example(head="cards:", lines=['  - id: "a', "  - id: b", '    "', "  - id: a"], end="\n")
def test_the_parser_would_read_the_same(head: str, lines: list[str], end: str) -> None:
    text = "\n".join([head, *lines]) + end
    with mock.patch.object(yaml_tree, "plain_entries", return_value=None):
        parsed = _read(text)
    assert _read(text) == parsed
