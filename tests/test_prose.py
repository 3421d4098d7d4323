"""Pages of prose are written in lines that fit a window, and a change of a word is a change of a line."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDEST = 120
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def prose(page: str) -> Iterator[tuple[int, str]]:
    """The lines outside of code, tables, headings and pictures, with their numbers."""
    is_code = False
    for number, line in enumerate(page.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not re.match(r"\s*(\||#|!\[|<(?!kbd))", line):
            yield number, line


def test_lines_of_prose_are_not_too_long() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in PAGES
        for number, line in prose(path.read_text(encoding="utf-8"))
        if len(line) > WIDEST and " " in line.strip()
    ]
    assert found == []


def test_a_long_line_is_noticed() -> None:
    page = f"# Title\n\n{'word ' * 30}\n\n| {'cell ' * 30}|\n\n```\n{'code ' * 30}\n```\n"
    assert [number for number, line in prose(page) if len(line) > WIDEST] == [3]
