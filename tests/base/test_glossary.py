"""The glossary: one source, in the package, which the documentation shows as it is."""

from pathlib import Path

import pytest
from nineup.base import explanations
from nineup.base.glossary import glossary_text

ROOT = Path(__file__).parents[2]


def test_the_documentation_has_the_glossary_of_the_package() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert page == glossary_text(), "docs/glossary.md is a copy of generator/nineup/base/glossary.md"


def test_each_row_explains_its_words() -> None:
    found = explanations()
    rows = [line for line in glossary_text().splitlines() if line.startswith("| **")]
    assert len(found) >= len(rows)
    assert found["diagnostic"] == found["finding"]
    assert found["short edge"].startswith("the edge over which")
    assert not [meaning for meaning in found.values() if "**" in meaning or "|" in meaning]


@pytest.mark.parametrize("word", ["run", "component", "setup", "needs"])
def test_words_that_the_studio_explains_are_there(word: str) -> None:
    assert word in explanations()
