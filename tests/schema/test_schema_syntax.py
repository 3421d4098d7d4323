"""Messages about text that isn't YAML: `^` marks the character that the finding points at."""

import pytest
from nineup.base.diagnostics import Findings
from nineup.schema.yaml_tree import parse_yaml


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: ^[\n\n", "this `[` is never closed"),
        ("a: ^[1, {b: 2}, c", "this `[` is never closed"),
        ("a: [1, ^{b: 2, c", "this `{` is never closed"),
        ('é: x\na: ^"He said\nb: c\n', "the quotes are never closed"),
        ("a: 'x\n^---\nb'", "the quotes are still open at this line, which ends the document"),
        ("a: [1, ^, 2]", "a value is missing before this `,`"),
        ("a: ^]", "a value can't start with `]`"),
        ("a: [1, 2]^]\n", "the value ended before this"),
        ("a: |\n  x\n ^y\n", "this line is aligned with no key above it, and belongs to no text"),
        ("cards:\n  a:\n    b: 1\n  ^- id: x\n", "an entry of a list among keys"),
        ("a: 1\n^b 2\nc: 3\n", "a key has no colon and space after it"),
        ("a: [^&, b]", "a text can't start with `&`, which starts an anchor in YAML"),
        ("a: [^!<x]", "a text can't start with `!`, which starts a tag in YAML"),
        ("a: [^`x]", "a text can't start with a backtick, which is reserved in YAML"),
        ("%YAML 1.1\n^%YAML 1.1\n---\na: b\n", "a line that starts with `%` is a directive"),
        ('a: "^\\q"', "unknown escape after a backslash in double quotes"),
        ('a: "\\x^ZZ"', "this escape in double quotes lacks digits"),
        ('a: "\\U^99999999"', "no character has this number"),
    ],
)
def test_text_that_is_not_yaml_is_explained_where_it_goes_wrong(text: str, message: str) -> None:
    before = text.partition("^")[0]
    findings = Findings()
    parse_yaml(text.replace("^", "", 1), "a.yaml", findings)
    (found,) = findings
    assert found.code == "yaml-syntax"
    assert found.message.startswith(message)
    assert found.span is not None
    assert (found.span.line, found.span.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))


def test_a_tab_below_a_block_is_the_mistake_and_not_the_block() -> None:
    findings = Findings()
    parse_yaml("a: |\n\tx\n", "a.yaml", findings)
    assert [(found.code, found.span and found.span.line) for found in findings] == [("yaml-tab", 2)]
