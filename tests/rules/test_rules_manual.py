"""The manual of the rules: one section per module, the same in the documentation and the command, with valid
examples.
"""

import re
from pathlib import Path
from textwrap import dedent

import yaml
from nineup.rules import RULES
from nineup.rules.manual import markdown, pages

PAGES = list(pages(RULES))


def test_the_guide_is_made_of_the_docstrings() -> None:
    guide = Path(__file__).parents[2] / "docs" / "rules.md"
    assert guide.read_text(encoding="utf-8") == markdown(RULES), "run `make reference`"


def test_every_rule_has_a_page() -> None:
    assert [code for page in PAGES for code in page.codes] == [rule.code for rule in RULES]


def test_each_page_has_examples_that_are_yaml() -> None:
    for page in PAGES:
        blocks = re.findall(r"(?:^    .*\n)+", page.text, re.MULTILINE)
        assert blocks, page.codes
        for block in blocks:
            yaml.safe_load(dedent(block))


def test_every_code_is_in_the_table_of_diagnostics() -> None:
    page = (Path(__file__).parents[2] / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    reported = {rule.code for rule in RULES} - {"amounts"}  # which reports `bad-amount`
    assert reported | {"bad-amount"} <= set(re.findall(r"^\| `([a-z-]+)` ", page, re.M))


def test_each_kind_of_entry_is_found_by_what_it_says() -> None:
    """The first table of the page has an entry for each rule with settings, and each can be read."""
    table = markdown(RULES).partition("## What do you want to say?")[2].partition("| of something else")[0]
    entries = [yaml.safe_load(text) for text in re.findall(r"`((?:[a-z-]+): [^`]+)`", table)]
    settings = {rule.code for rule in RULES if rule.settings is not None}
    assert {key for entry in entries for key in entry} & settings == settings
    assert {key for entry in entries for key in entry} - settings == {"says", "each", "where", "check"}
