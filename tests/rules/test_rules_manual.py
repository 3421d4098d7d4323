"""The manual of the rules: one section per module, the same in the documentation and the command, with valid examples."""

import re
from pathlib import Path
from textwrap import dedent

import pytest
import yaml
from nineup.rules import RULES
from nineup.rules.manual import ManualPage, markdown, pages

PAGES = list(pages(RULES))


def test_the_guide_is_made_of_the_docstrings() -> None:
    guide = Path(__file__).parents[2] / "docs" / "rules.md"
    assert guide.read_text(encoding="utf-8") == markdown(RULES), "write it anew with `rules.manual.markdown`"


def test_every_rule_has_a_page() -> None:
    assert [code for page in PAGES for code in page.codes] == [rule.code for rule in RULES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.codes[0])
def test_a_page_has_examples_that_are_yaml(page: ManualPage) -> None:
    blocks = re.findall(r"(?:^    .*\n)+", page.text, re.MULTILINE)
    assert blocks
    for block in blocks:
        yaml.safe_load(dedent(block))
