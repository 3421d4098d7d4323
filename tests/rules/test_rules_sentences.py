"""The sentence of each kind of rule: its blanks are the settings, and its example is an entry of that kind."""

import pytest
from nineup.files.edit import parts
from nineup.rules import RULES, Rule, clauses
from nineup.rules.manual import pages
from nineup.schema import Record

ASKED = [rule for rule in RULES if rule.settings is not None]


def test_each_kind_that_may_be_an_entry_has_a_sentence() -> None:
    entries = {rule.code for rule in ASKED} | {"rule"}
    assert {rule.code for rule in RULES if rule.sentence} == entries


@pytest.mark.parametrize("rule", ASKED, ids=lambda rule: rule.code)
def test_the_blanks_are_settings(rule: Rule) -> None:
    assert isinstance(rule.settings, Record)
    said = clauses(rule.sentence)
    blanks = [blank for clause in said for blank in clause.blanks]
    assert blanks
    assert len(set(blanks)) == len(blanks)
    assert set(blanks) <= set(rule.settings.keys)
    plain = {blank for clause in said if not clause.is_optional for blank in clause.blanks}
    assert {name for name, key in rule.settings.keys.items() if key.required} <= plain


@pytest.mark.parametrize("rule", ASKED, ids=lambda rule: rule.code)
def test_the_example_is_an_entry_of_its_kind(rule: Rule) -> None:
    assert rule.settings is not None
    root = parts(rule.settings.example)
    assert root is not None
    assert list(root.data) == [rule.code]
    assert set(root.data[rule.code]) <= set(rule.settings.keys)


def test_a_clause_is_words_and_blanks_in_turn() -> None:
    first, second = clauses("each gets [some]{, and [more] too}")
    assert (first.words, first.is_optional) == (("each gets ", "some", ""), False)
    assert (second.words, second.is_optional) == ((", and ", "more", " too"), True)
    assert second.blanks == ("more",)


def test_the_manual_says_them() -> None:
    (page,) = (page for page in pages(RULES) if page.codes == ("distinct",))
    assert (
        "An entry says: *no two cards of `each` have the same `by`; no value is twice among `among`*."
        in page.text
    )
