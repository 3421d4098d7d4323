"""The guide's files are real: written as they stand there, they check clean and print."""

import re
from pathlib import Path

import pypdfium2
import pytest

from generator import build
from generator.diagnostics import Findings
from generator.project import Project

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
FILE = re.compile(
    r"```(?:yaml|xml)\n(?:# |<!-- )((?:cards|layouts)/\S+|nineup\.yaml)(?: -->)?\n(.*?)```", re.S
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    files = FILE.findall(GUIDE.read_text(encoding="utf-8"))
    assert len(files) == 8
    for name, text in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Project(tmp_path)


def test_it_checks_clean(project: Project) -> None:
    findings = Findings()
    build.check(project, "orchard", findings)
    assert findings == []


def test_it_prints_with_the_guides_own_flags(project: Project) -> None:
    findings = Findings()
    choice = build.Choice(players=3, options={"trees": "plum"})
    outcome = build.build(project, "orchard", choice, build.Printing(), findings, lambda *_: None)
    assert findings == []
    names = [written.path.name for written in outcome.written]
    assert names == ["cards-letter.pdf", "tokens-letter.pdf", "manifest.json"]
    text = pypdfium2.PdfDocument(outcome.written[0].path)[0].get_textpage().get_text_bounded()
    assert text.count("The Tall Ladder") == 8
    assert "Windfall" not in text
    assert "take 2 basket from" in " ".join(text.split())
