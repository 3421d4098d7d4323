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
