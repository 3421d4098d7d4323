"""A key of cards is a line in the table of keys, and a field of `Card`: files, spreadsheets and the grid have
it from there.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tiny import CARDS, GAME, write_tiny

ROOT = Path(__file__).parents[3]

NEW = {
    "cards_file.py": """
    "remark": Key(TEXT, "A remark."),
    "weight": Key(WholeNumber(), "A weight."),
    "seats": Key(RANGE, "Some seats."),
    "tags": Key(ListOf(TEXT), "Tags."),
    "hints": Key(MapOf(TEXT), "Hints."),
    "unless": Key(FORMULA, "A condition."),
""",
    "game.py": """
    remark: str = ""
    weight: int = 0
    seats: tuple[int, int] | None = None
    tags: tuple[str, ...] = ()
    hints: dict[str, str] = {}
    unless: Expression | None = None
""",
}
"""What adds some keys, by the file."""

WRITTEN = """\
    remark: 'so: it, is'
    weight: 3
    seats: 3+
    tags: [one, two]
    hints: {a: b}
    unless: players == 2
"""
TABLE = """\
id,suit,name,text,remark,weight,seats,tags,hints,unless
first,ruby,A,B,"so: it, is",3,3+,one; two,{a: b},players == 2
"""
VALUES = {
    "remark": "so: it, is",
    "weight": 3,
    "seats": [3, 99],
    "tags": ["one", "two"],
    "hints": {"a": "b"},
    "unless": "players == 2",
}

SCRIPT = f"""
import json, sys
from pathlib import Path
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.files.load.cards_file import CARD_KEYS
from nineup.pipeline import make_schemas
from nineup_export import ExportRequest, export, target_named
from nineup_studio.lists.columns import columns
from test_load_reference import NAMED

findings, tmp = Findings(), Path(sys.argv[1])

def values(way):
    game = load_game(Project(tmp / way), "tiny", findings, {{}})
    card = game.components["deck"].cards[0]
    found = {{name: getattr(card, name) for name in {list(VALUES)}}}
    return {{name: getattr(value, "source", value) for name, value in found.items()}}

target = target_named("xlsx")
made = export(Project(tmp / "yaml"), "tiny", ExportRequest(target, {{}}), findings, lambda *_: None)
(tmp / "xlsx/cards/tiny/deck.xlsx").write_bytes((made.folder / made.files[0]).read_bytes())
game = load_game(Project(tmp / "yaml"), "tiny", findings, {{}})
print(json.dumps({{
    "read": {{way: values(way) for way in ("yaml", "csv", "xlsx")}},
    "schema": make_schemas(Project(tmp / "yaml"), None, findings)["cards"],
    "grid": {{column.name: column.kind for column in columns(game, game.components["deck"])}},
    "undocumented": sorted({{*CARD_KEYS}} - NAMED),
    "findings": [finding.message for finding in findings],
}}))
"""


def test_a_new_key_is_everywhere(tmp_path: Path) -> None:
    """Adds keys to a copy of the source, and finds them in YAML, CSV, a workbook, the schema, the grid and
    the documentation.
    """
    source = tmp_path / "generator"
    shutil.copytree(ROOT / "generator", source, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    for path, before in (
        ("files/load/cards_file.py", "CARD_KEYS = {\n"),
        ("model/game.py", "    copies: int | PlayerTable | OptionTable = 1\n"),
    ):
        file = source / "nineup" / path
        text = file.read_text(encoding="utf-8")
        assert before in text
        text = text.replace("TEXT, WORD\n", "TEXT, WORD, WholeNumber\n")
        file.write_text(text.replace(before, before + NEW[file.name], 1), encoding="utf-8")
    write_tiny(tmp_path / "yaml", cards=CARDS.replace("    suit: ruby\n", f"    suit: ruby\n{WRITTEN}"))
    for way in ("csv", "xlsx"):
        fields = "fields: {suit: {one-of: suit}, name: text, text: rich}"
        game = GAME.replace("cards: cards.yaml", f"cards: deck.{way}\n    {fields}")
        write_tiny(tmp_path / way, game=game)
    (tmp_path / "csv/cards/tiny/deck.csv").write_text(TABLE)

    paths = os.pathsep.join(map(str, (source, ROOT / "tests", Path(__file__).parent)))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, tmp_path],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["findings"] == []
    assert found["read"] == dict.fromkeys(("yaml", "csv", "xlsx"), VALUES)
    assert all(f'"{name}"' in found["schema"] for name in VALUES)
    kinds = {"remark": "text", "weight": "number", "seats": "text", "tags": "texts", "unless": "text"}
    assert {name: kind for name, kind in found["grid"].items() if name in VALUES} == kinds
    assert set(found["undocumented"]) == VALUES.keys()
