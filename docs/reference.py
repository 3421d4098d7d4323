"""Write what the documentation has of the code: the JSON Schemas of all keys, the manual of the rules, and the table of
exports (`make reference`).
"""

import re
from pathlib import Path

from nineup.cli import nineup
from nineup.rules import RULES
from nineup.rules.manual import markdown
from nineup_export import markdown_table

HERE = Path(__file__).parent
TABLE = re.compile(r"^\| `--to` .*\n(?:\|.*\n)+", re.M)
"""The table of exports in its page."""


def main() -> None:
    nineup(["schema", "-o", str(HERE / "schema")], standalone_mode=False)
    (HERE / "rules.md").write_text(markdown(RULES), encoding="utf-8")
    exports = HERE / "exports.md"
    page, number = TABLE.subn(lambda _: markdown_table(), exports.read_text(encoding="utf-8"))
    assert number == 1, "docs/exports.md has one table of targets"
    exports.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
