"""The event guard: both of PyYAML's parsers give the same nodes, and no input gets past it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.schema import yaml_tree
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence, plain
from nineup.schema.yaml_tree import _PythonParser, decode_text, parse_yaml

DOCUMENT = """\
# a comment
plain: No       # a comment behind
number: 012
single: 'it''s'
double: "a\\tb \\"c\\""
block: |
  one
  two
folded: >-
  one
  two
list: [1, two, [three]]
nested:
  - {a: b, é: ü}
  -
    deep: x
empty:
"""


def _root(text: str, parser: object = None) -> Node:
    findings = Findings()
    root, _ = parse_yaml(text, "a.yaml", findings, parser)
    assert root is not None
    assert not findings
    return root


def test_scalars_are_kept_as_written() -> None:
    assert plain(_root(DOCUMENT)) == {
        "plain": "No",
        "number": "012",
        "single": "it's",
        "double": 'a\tb "c"',
        "block": "one\ntwo",
        "folded": "one two",
        "list": ["1", "two", ["three"]],
        "nested": [{"a": "b", "é": "ü"}, {"deep": "x"}],
        "empty": "",
    }


def test_both_parsers_give_the_same_nodes() -> None:
    assert _root(DOCUMENT) == _root(DOCUMENT, _PythonParser)


def test_nodes_know_their_places() -> None:
    root = _root(DOCUMENT)
    assert isinstance(root, Mapping)
    assert root.entries["plain"] == Scalar("No", 1, 7, "#")
    assert root.entries["double"] == Scalar('a\tb "c"', 4, 8, '"')
    assert root.places[2] == (3, 0)
    nested = root.entries["nested"]
    assert isinstance(nested, Sequence)
    assert isinstance(nested.items[0], Mapping)
    assert nested.items[0].entries["é"] == Scalar("ü", 13, 14, "")


@pytest.mark.parametrize("parser", [None, _PythonParser])
@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("[" * 100_000, ["yaml-too-deep"]),
        ("{a: " * 100_000, ["yaml-too-deep"]),
        ("- " * 100_000, ["yaml-too-deep"]),
        ("a: &a [x]\nb: [*a, *a]\n", ["yaml-anchor", "yaml-alias", "yaml-alias"]),
        ("a: {leaf} x\nb: @x\nc: d: e\n", ["unquoted-text"] * 3),
        ("a: {leaf} x\n  that goes on\nb: c\n", ["unquoted-text"]),
        ("a: [1, 2\nb: 3\n", ["yaml-syntax"]),
        ("a: b\n\tc: d\n", ["yaml-tab"]),
        ("a: 1\na: 2\n", ["duplicate-key"]),
        ("a: 1\n...\n---\nb: 2\n", ["yaml-documents"]),
    ],
)
def test_both_parsers_find_the_same_mistakes(text: str, codes: list[str], parser: object) -> None:
    findings = Findings()
    parse_yaml(text, "a.yaml", findings, parser)
    assert [finding.code for finding in findings] == codes


def test_a_file_that_is_too_large_is_refused() -> None:
    findings = Findings()
    assert parse_yaml(" " * (yaml_tree.SIZE + 1), "a.yaml", findings)[0] is None
    assert [finding.code for finding in findings] == ["yaml-too-large"]


@pytest.mark.parametrize(
    "text", ["[" + "a," * 60 + "]", "".join(f"a{n}: 1\n" for n in range(60)), "- [a, b, c]\n" * 30]
)
def test_too_many_values_are_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_tree, "NODES", 50)
    findings = Findings()
    assert parse_yaml(text, "a.yaml", findings)[0] is None
    assert [finding.code for finding in findings] == ["yaml-too-large"]


def test_a_byte_order_mark_is_dropped() -> None:
    findings = Findings()
    assert decode_text("\ufeffgame: x".encode(), "a.yaml", findings) == "game: x"
    assert not findings


MARKS = st.text(alphabet="ab {}[]:#-*&!|>'\"%@`,?\n\t\\<~\x07é", max_size=80)


@settings(max_examples=300)
@given(MARKS)
def test_parsing_never_raises_and_both_parsers_agree_on_success(text: str) -> None:
    fast, slow = Findings(), Findings()
    one, two = parse_yaml(text, "a.yaml", fast)[0], parse_yaml(text, "a.yaml", slow, _PythonParser)[0]
    if not fast.failed and not slow.failed:
        assert (one is None) == (two is None)
        assert one is None or two is None or plain(one) == plain(two)
    for finding in (*fast, *slow):
        assert finding.span is not None
        assert finding.span.line >= 1
        assert finding.span.column >= 1
