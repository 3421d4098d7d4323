"""What is taken for a slip of the fingers among keys of a user's own."""

import re
from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings, Replace
from nineup.schema.records import Key, ListOf, Record, _shared
from nineup.schema.scope import Names, Scope
from nineup.schema.types import Number, Plain, WholeNumber
from nineup.schema.yaml_tree import parse_yaml

words = st.text("abnme-", min_size=1, max_size=8)


@given(words, words)
def test_no_slip_is_passed_over(key: str, word: str) -> None:
    assert _shared(key, word) >= SequenceMatcher(None, key, word).ratio()


THING = Record(
    {
        "name": Key(Plain(), "", required=True),
        "size": Key(WholeNumber(), "", required=True),
        "note": Key(Plain(), ""),
    }
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{name: a, sise: 2}", ["unknown key `sise`"]),
        ("{name\u200b: a, size: 2}", ["unknown key `name\u200b`"]),
        ("{name: a, sise: big}", ["unknown key `sise`", "whole number"]),
        ("{nam: a, naem: b, size: 2}", ["unknown key `nam`", "unknown key `naem`"]),
        ("{name: a, naem: b, size: 2}", ["unknown key `naem`"]),
        ("{Name: a, SIZE: 2}", ["unknown key `Name`", "unknown key `SIZE`"]),
        ("{name: a, width: 2}", ["unknown key `width`"]),
        ("{nam: a}", ["unknown key `nam`", "`size` is missing"]),
    ],
)
def test_a_misspelt_key_is_one_mistake_and_its_value_is_checked(text: str, said: list[str]) -> None:
    findings = Findings()
    root, file = parse_yaml(text, "a.yaml", findings)
    assert root is not None
    THING.read(root, Scope(file, findings, Names()))
    assert len(findings) == len(said)
    assert all(words in found.message for words, found in zip(said, findings, strict=True))


@pytest.mark.parametrize(
    ("written", "read"),
    [("3", 3), ("-2", -2), ("2.5", 2.5), ("-0.25", -0.25), ("24.12", 24.12), ("0", 0)]
    + [(text, text) for text in ("007", "1.10", "2.0", "1e5", "-0", "0.00001", "1.2.3", "1234567890.5")],
)
def test_data_that_print_as_they_are_written_are_numbers(written: str, read: int | float | str) -> None:
    root, file = parse_yaml(f"a: {written}\n", "x.yaml", findings := Findings())
    assert root is not None
    value = Plain(rich=False).read(root, Scope(file, findings, Names()))["a"]
    assert (value, type(value)) == (read, type(read))
    assert str(value) == written


@pytest.mark.parametrize(
    ("kind", "text", "hint"),
    [
        (Number(), "1,50 €", "write `1.50`; a field of the type `text` prints it as it is"),
        (Number(), "$3", "write `3`; a field of the type `text` prints it as it is"),
        (Number(), "10 %", "write `10`; a field of the type `text` prints it as it is"),
        (Number(), "€", "write it in digits, like 3 or 2.5"),
        (WholeNumber(), "2x", "write `2`"),
        (WholeNumber(), "×3", "write `3`"),
        (WholeNumber(), "2 pcs", "write `2`"),
        (WholeNumber(), "ca. 3", "write `3`"),
        (WholeNumber(), "2.0", "write `2`"),
        (WholeNumber(), "1,000", "write `1000`"),
        (WholeNumber(), "1.234.567", "write `1234567`"),
        (WholeNumber(), "two", "write `2`"),
        (WholeNumber(), "Twelve cards", "write `12`"),
        (WholeNumber(), "2,5", "write a whole number, such as 2"),
        (WholeNumber(), "½", "write a whole number, such as 2"),
        (WholeNumber(), "a few", "write it in digits, like 3"),
        (WholeNumber(), "2-3", "write it in digits, like 3"),
        (Number(), "½", "write `0.5`; a field of the type `text` prints it as it is"),
        (Number(), "1 1/3", "write it in digits, like 3 or 2.5"),
        (Number(), "3/4", "write `0.75`; a field of the type `text` prints it as it is"),
    ],
)
def test_a_number_with_a_sign_is_shown_without_it(kind: Number, text: str, hint: str) -> None:
    root, file = parse_yaml(f'"{text}"\n', "x.yaml", findings := Findings())
    assert root is not None
    kind.read(root, Scope(file, findings, Names()))
    assert [found.hint for found in findings] == [hint]
    fixes = [fix.new for found in findings for fix in found.fixes if isinstance(fix, Replace)]
    assert fixes == re.findall(r"write `(.+?)`", hint)


def test_entries_without_dashes_and_invisible_letters_have_hints() -> None:
    root, file = parse_yaml("id: a\nname: A\n", "x.yaml", findings := Findings())
    assert root is not None
    ListOf(THING).read(root, Scope(file, findings, Names()))
    assert [found.hint for found in findings] == ["begin each entry with `- `, such as `- id: …`"]
    root, file = parse_yaml("{name\u200b: a, size: 2}", "x.yaml", findings := Findings())
    assert root is not None
    THING.read(root, Scope(file, findings, Names()))
    assert [found.hint for found in findings] == ["delete the zero width space (U+200B) in it"]
