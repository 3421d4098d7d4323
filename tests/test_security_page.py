"""SECURITY.md: each promise names the tests that hold it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_each_promise_names_tests_that_exist() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    promises = page.split("## What Nineup promises")[1].split("\n## ")[0]
    for promise in re.findall(r"^- \*\*.*?(?=^- |^$)", promises, re.M | re.S):
        assert re.findall(r"`test_\w+`", promise), promise
    tests = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    assert set(re.findall(r"`(test_\w+)`", page)) <= tests
