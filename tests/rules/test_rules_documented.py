"""Every code that selection and rules can report is in the table of diagnostics."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = re.compile(
    r'(?:Diagnostic|EvaluationError|findings\.(?:request_)?error|self\._unstated)\(\s*"([a-z-]+)"'
)


def test_every_code_is_documented() -> None:
    sources = [
        *(ROOT / "generator/nineup/logic/select").glob("*.py"),
        *(ROOT / "generator/nineup/rules").rglob("*.py"),
    ]
    codes = {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}
    assert {"impossible-players", "inventory", "unstated", "bad-amount"} <= codes
    documented = set(
        re.findall(r"^\| `([a-z-]+)` ", (ROOT / "docs/diagnostics.md").read_text(encoding="utf-8"), re.M)
    )
    assert codes - documented == set()
