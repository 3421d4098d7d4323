"""What all targets share: the tuple feeds the documentation, the command and the studio."""

import re
from pathlib import Path

import pytest
from nineup.export import EXPORTS, ExportTarget, markdown_table

PAGE = Path(__file__).parents[2] / "docs" / "exports.md"


def test_the_documentation_lists_every_target_and_has_its_chapter() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert markdown_table() in page
    chapters = re.findall(r"^## (\S+)$", page, re.M)
    assert chapters == [target.name for target in EXPORTS]


@pytest.mark.parametrize("target", EXPORTS, ids=lambda target: target.name)
def test_a_target_is_complete(target: ExportTarget) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9-]+", target.name)
    assert target.summary.endswith(".")
    names = [setting.name for setting in target.settings]
    assert len(names) == len(set(names))
    for setting in target.settings:
        assert setting.summary.endswith("."), setting.name
        assert setting.label, setting.name
        if setting.kind == "choice":
            assert setting.default in setting.choices
