"""Requests of the grid: every cell gets exactly what was typed, nothing else changes, and undo gives back the
bytes.
"""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.edit import card_lists, edit
from nineup.files.edit.parts import parts
from nineup.files.load import load_game
from nineup_studio.lists.card_lists import card_table
from nineup_studio.lists.columns import cell_data, cell_text
from nineup_studio.lists.grid_edits import CellEdit, Cells, changes
from nineup_studio.live.workspace import Workspace
from nineup_studio.security import Access
from nineup_studio.server import make_app
from openpyxl import Workbook
from starlette.testclient import TestClient
from tiny import GAME, write_tiny

OWN = "http://127.0.0.1:8000"
FILE = "cards/tiny/cards.yaml"
LIST = "/tiny/cards/deck/cards.yaml"

CARDS = """\
# The deck.
fields:
  suit: {one-of: suit}
  name: text
  text: rich
  cost: {optional: {counts-of: suit}}
  with: {optional: {some-of: suit}}
  notes: {optional: {list-of: text}}
  power: {optional: {record: {by: text, worth: {optional: number}}}}
  last: {optional: yes-no}
cards:
  # The first of all.
  - id: first
    suit: ruby
    name: First Light   # a good name
    text: Take 1 {gem} and wait for the evening.
    cost: {ruby: 2, jade: 1}

  - {id: second, suit: jade, name: "Second, Wind", text: 'It''s 12', copies: 2, with: [jade, ruby]}
  - id: third
    suit: jade
    name: "3"
    notes: [one, two]
    power: {by: sun, worth: 4}
    last: yes
    text: |
      Two
      lines
  - for: {suit: suit}
    id: "{{ suit }}-card"
    suit: "{{ suit }}"
    name: "Light of {{ suit.name }}"
    text: As ever.
"""

CSV = '''\
id,suit,name,text,cost,copies\r
first,ruby,First Light,"Take 1, then wait",2 ruby; 1 jade,\r
\r
second,jade,"The ""Second""",Two,,2\r
third,jade,3,Three
'''
CSV_GAME = GAME.replace(
    "cards: cards.yaml",
    "cards: cards.csv\n    fields: {suit: {one-of: suit}, name: text, text: rich, cost: {optional: {counts-of: suit}}}",
)


class Grid:
    """A project with one card list, as the grid's requests see it."""

    def __init__(self, root: Path, name: str = "cards.yaml") -> None:
        self.work = Workspace(Project(root))
        access = Access(8000)
        self.http = TestClient(make_app(self.work, access), f"{OWN}{access.root}", headers={"origin": OWN})
        self.file = root / "cards/tiny" / name
        self.path = f"/tiny/cards/deck/{name}"

    def send(self, request: dict[str, Any], base: str | None = None) -> dict[str, Any]:
        now = self.work.history.version(f"cards/tiny/{self.file.name}").digest
        answer = self.http.post(
            self.path, content=json.dumps({"base": now if base is None else base, "request": request})
        )
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    def cells(self, *cells: tuple[Any, ...]) -> dict[str, Any]:
        made = [
            {"row": row, "column": column, **({"text": content} if isinstance(content, str) else content)}
            for row, column, content in cells
        ]
        return self.send({"type": "cells", "cells": made})

    @property
    def text(self) -> str:
        return self.file.read_bytes().decode()

    @property
    def entries(self) -> list[dict[str, Any]]:
        root = parts(self.text)
        assert root is not None
        return root.data["cards"]  # type: ignore[no-any-return]

    def ids(self) -> list[str]:
        return [entry["id"] for entry in self.entries]


@pytest.fixture
def grid(tmp_path: Path) -> Grid:
    return Grid(write_tiny(tmp_path, cards=CARDS))


@pytest.fixture
def csv(tmp_path: Path) -> Grid:
    root = write_tiny(tmp_path / "csv", game=CSV_GAME)
    (root / "cards/tiny/cards.csv").write_bytes(CSV.encode())
    return Grid(root, "cards.csv")


@pytest.mark.parametrize(
    ("row", "column", "content", "before", "after"),
    [
        (0, "name", "Dawn", "name: First Light ", "name: Dawn "),
        (0, "suit", "jade", "suit: ruby", "suit: jade"),
        (0, "cost", "3 jade", "cost: {ruby: 2, jade: 1}", "cost: {jade: 3}"),
        (0, "cost", {"value": {"ruby": 5, "jade": 1}}, "{ruby: 2,", "{ruby: 5,"),
        (0, "cost", "", "    cost: {ruby: 2, jade: 1}\n", ""),
        (0, "copies", "2", "jade: 1}\n", "jade: 1}\n    copies: 2\n"),
        (0, "copies", "2: 8, 3-6: 12", "jade: 1}\n", "jade: 1}\n    copies: {2: 8, 3-6: 12}\n"),
        (0, "copies", {"value": "suits=ruby: 3"}, "jade: 1}\n", "jade: 1}\n    copies: {suits=ruby: 3}\n"),
        (0, "power.worth", "3", "jade: 1}\n", "jade: 1}\n    power: {worth: 3}\n"),
        (1, "copies", "", ", copies: 2", ""),
        (1, "with", "ruby", "[jade, ruby]", "[ruby]"),
        (1, "text", "It's 13", "'It''s 12'", "'It''s 13'"),
        (2, "name", "4", '"3"', '"4"'),
        (2, "power.worth", "", "{by: sun, worth: 4}", "{by: sun}"),
        (2, "power.by", "moon", "by: sun", "by: moon"),
        (2, "last", "no", "last: yes", "last: no"),
        (2, "notes", {"value": ["one; two", "three"]}, "[one, two]", "[one; two, three]"),
        (2, "text", "Two\nother\nlines", "Two\n      lines", "Two\n      other\n      lines"),
        (3, "name", "Shade of {{ suit.name }}", "Light of {{", "Shade of {{"),
    ],
)  # fmt: skip
def test_a_cell_is_written_where_it_is(
    grid: Grid, row: int, column: str, content: Any, before: str, after: str
) -> None:
    assert CARDS.count(before) == 1
    assert grid.cells((row, column, content))["done"]
    assert grid.text == CARDS.replace(before, after)
    assert grid.http.post("/tiny/undo").json()["done"]
    assert grid.text == CARDS


def test_a_block_is_one_step_or_none(grid: Grid) -> None:
    block = [(row, column, f"{column} {row}") for row in range(3) for column in ("name", "text")]
    assert grid.cells(*block)["done"] == "6 cells in deck/cards.yaml"
    assert [(e["name"], e["text"]) for e in grid.entries[:3]] == [
        (f"name {n}", f"text {n}") for n in range(3)
    ]
    assert grid.http.post("/tiny/undo").json()["done"]
    assert grid.text == CARDS
    assert "no column `nome`" in grid.cells(*block, (0, "nome", "x"))["refused"]
    assert "no longer exists" in grid.cells(*block, (7, "name", "x"))["refused"]
    assert "is not JSON" not in grid.cells((0, "notes", "[1"))
    assert grid.http.post("/tiny/undo").json()["done"]
    assert grid.text == CARDS


def test_rows_behind_the_last_are_new_cards(grid: Grid) -> None:
    assert grid.cells((3, "text", "New."), (4, "id", "fourth"), (4, "name", "IV"), (5, "copies", "3"))["done"]
    assert grid.ids() == ["first", "second", "third", "{{ suit }}-card", "fourth", "new-card"]
    fourth, fifth = grid.entries[4:]
    assert fourth == {"id": "fourth", "suit": "ruby", "name": "IV", "text": ""}
    assert fifth == {"id": "new-card", "suit": "ruby", "name": "", "text": "", "copies": 3}
    assert load_game(grid.work.project, "tiny", Findings()) is not None
    assert "no longer exists" in grid.cells((7, "name", "gap"))["refused"]


def test_a_new_card_gets_its_id_from_its_first_name(grid: Grid) -> None:
    assert grid.cells((4, "name", "Fifth Wind"), (5, "name", "First"), (6, "name", "Fifth wind"))["done"]
    assert grid.ids()[4:] == ["fifth-wind", "first-2", "fifth-wind-2"]
    grid.send({"type": "add", "at": 0})
    grid.send({"type": "add", "at": 0})
    assert grid.ids()[:2] == ["new-card-2", "new-card"]
    assert grid.cells((0, "name", "Élan vital"), (1, "name", "Dusk"), (1, "id", "own"))["done"]
    assert grid.ids()[:2] == ["elan-vital", "own"]
    assert grid.cells((0, "name", "Another name"), (1, "name", "?"))["done"]
    assert grid.ids()[:2] == ["elan-vital", "own"]
    assert grid.entries[0]["name"] == "Another name"


def test_cards_are_added_copied_removed_and_moved(grid: Grid) -> None:
    grid.send({"type": "add", "at": 1})
    assert grid.ids() == ["first", "new-card", "second", "third", "{{ suit }}-card"]
    grid.http.post("/tiny/undo")
    grid.send({"type": "copy", "rows": [0, 2]})
    assert grid.ids() == ["first", "first-2", "second", "third", "third-2", "{{ suit }}-card"]
    assert grid.entries[1] == {**grid.entries[0], "id": "first-2"}
    grid.http.post("/tiny/undo")
    grid.send({"type": "shift", "at": 0, "number": 2, "to": 1})
    assert grid.ids() == ["third", "first", "second", "{{ suit }}-card"]
    assert "  # The first of all.\n  - id: first\n" in grid.text
    grid.send({"type": "shift", "at": 1, "number": 2, "to": 0})
    assert grid.ids() == ["first", "second", "third", "{{ suit }}-card"]
    grid.send({"type": "remove", "rows": [0, 1, 2]})
    assert grid.ids() == ["{{ suit }}-card"]
    for _ in range(3):
        assert grid.http.post("/tiny/undo").json()["done"]
    assert grid.text == CARDS


def test_a_copy_of_a_family_gets_ids_that_no_card_has(grid: Grid) -> None:
    grid.send({"type": "copy", "rows": [3]})
    assert grid.ids()[-1] == "{{ suit }}-card-2"
    assert load_game(grid.work.project, "tiny", Findings()) is not None
    grid.cells((0, "id", "ruby-card-3"))
    grid.http.post("/tiny/undo")
    grid.send({"type": "add", "at": 0})
    assert grid.ids()[0] == "new-card"


@pytest.mark.parametrize(
    "request_",
    [
        {"type": "add", "at": 99}, {"type": "add", "at": -1}, {"type": "copy", "rows": [4]},
        {"type": "remove", "rows": [-1]}, {"type": "shift", "at": 0, "number": 3, "to": 2},
        {"type": "shift", "at": 2, "number": -1, "to": 0}, {"type": "cells", "cells": [{"row": -1, "column": "id", "text": "x"}]},
    ],
)  # fmt: skip
def test_places_that_there_are_not_are_refused(grid: Grid, request_: dict[str, Any]) -> None:
    assert "no longer exists" in grid.send(request_)["refused"]
    assert grid.text == CARDS


def test_a_conflict_has_both_versions(grid: Grid) -> None:
    base = grid.work.history.version(FILE).digest
    grid.file.write_text(CARDS.replace("First Light", "Theirs"))
    answer = grid.send({"type": "cells", "cells": [{"row": 0, "column": "name", "text": "Mine"}]}, base)[
        "conflict"
    ]
    assert ["changed", "    name: Theirs   # a good name", "    name: Mine   # a good name"] in answer["rows"]
    assert grid.text == CARDS.replace("First Light", "Theirs")


def test_a_csv_file_keeps_its_quotes_and_lines(csv: Grid) -> None:
    assert csv.cells((0, "text", "Take 2"), (1, "name", 'A "Third"'), (2, "cost", {"value": {"jade": 2}}))[
        "done"
    ]
    assert csv.text == (
        CSV.replace('"Take 1, then wait"', '"Take 2"')
        .replace('"The ""Second"""', '"A ""Third"""')
        .replace("3,Three\n", "3,Three,2 jade\n")
    )
    csv.http.post("/tiny/undo")
    assert csv.text == CSV
    csv.send({"type": "copy", "rows": [1]})
    csv.send({"type": "shift", "at": 0, "number": 1, "to": 3})
    csv.send({"type": "add", "at": 4})
    csv.send({"type": "remove", "rows": [1]})
    lines = csv.text.split("\r\n")
    assert [line.partition(",")[0] for line in lines if line] == [
        "id",
        "second",
        "third",
        "first",
        "new-card",
    ]
    for _ in range(4):
        csv.http.post("/tiny/undo")
    assert csv.text == CSV


def test_a_tsv_file_is_edited_as_a_csv_file_is(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "tsv", game=CSV_GAME.replace("cards.csv", "cards.tsv"))
    text = "Name\tSuit\tText\nFirst, Light\truby\tTake 1\n"
    (root / "cards/tiny/cards.tsv").write_text(text)
    grid = Grid(root, "cards.tsv")
    assert grid.cells((0, "text", "Take 2, then wait"))["done"]
    assert grid.text == text.replace("Take 1", "Take 2, then wait")


def test_a_csv_file_keeps_the_titles_of_its_columns(csv: Grid) -> None:
    titles = "ID,Suit,NAME,Words,Cost,Qty"
    written = CSV.replace("id,suit,name,text,cost,copies", f"# columns: {{Words: text}}\r\n{titles}")
    csv.file.write_bytes(written.encode())
    page = csv.http.get(csv.path).text
    assert ">First Light<" in page
    assert "unknown column" not in page
    assert csv.cells((0, "name", "Dawn"), (1, "copies", "3"), (1, "text", "Three"))["done"]
    assert csv.text == written.replace("First Light", "Dawn").replace("Two,,2", "Three,,3")
    csv.send({"type": "copy", "rows": [0]})
    csv.send({"type": "add", "at": 4})
    lines = csv.text.split("\r\n")
    assert lines[1] == titles
    assert lines[3].startswith("first-2,ruby,Dawn")
    assert lines[-1].endswith("new-card,ruby,,,,\n")


def test_a_workbook_is_shown_and_edited_elsewhere(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "book", game=CSV_GAME.replace("cards.csv", "cards.xlsx"))
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["suit", "name", "text", "cost"], [], ["ruby", "First Light", "Take 1", "2 onyx"]):
        sheet.append(row)
    book.save(root / "cards/tiny/cards.xlsx")
    grid = Grid(root, "cards.xlsx")
    page = grid.http.get(grid.path).text
    assert page.count('role="row"') == 2
    assert 'data-readonly="A workbook is edited in the program that wrote it."' in page
    assert ">First Light<" in page
    assert 'data-found="error" title="`onyx` is not in the list `suit`">2 onyx<' in page
    assert "+ Card" not in page
    body = {"base": "", "request": {"type": "add", "at": 0}}
    assert grid.http.post(grid.path, json=body).status_code == 404


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_a_csv_file_of_another_encoding_is_shown_and_keeps_it(csv: Grid, encoding: str) -> None:
    text = CSV.replace("Take 1", "Über 1").replace(",", ";")
    csv.file.write_bytes(text.encode(encoding))
    csv.work.edited((f"cards/tiny/{csv.file.name}",))
    assert ">Über 1; then wait<" in csv.http.get(csv.path).text
    assert csv.cells((1, "name", "Zoë"))["done"]
    assert csv.file.read_bytes() == text.replace('"The ""Second"""', '"Zoë"').encode(encoding)


def test_a_column_that_a_csv_file_has_not_is_added(csv: Grid) -> None:
    assert csv.cells((1, "when", "players > 2"))["done"]
    game = load_game(csv.work.project, "tiny", Findings())
    assert game is not None
    assert [str(card.when and card.when.source) for card in game.components["deck"].cards] == [
        "None", "players > 2", "None",
    ]  # fmt: skip


def test_the_page_has_every_cell(grid: Grid) -> None:
    page = grid.http.get(grid.path).text
    assert page.count('role="row"') == 5
    assert "Take 1 <b>{gem}</b> and wait for the evening." in page
    assert "2 ruby; 1 jade" in page
    assert 'data-cards="ruby-card, jade-card"' in page
    assert grid.http.get("/tiny/cards").status_code == 200
    assert grid.http.get("/tiny/cards/deck/none.yaml").status_code == 404


def test_findings_are_marked_on_their_cells(grid: Grid) -> None:
    grid.cells((1, "suit", "onyx"))
    page = grid.http.get(grid.path).text
    assert 'data-found="error" title="`onyx` is not in the list `suit`">onyx<' in page
    grid.cells((1, "suit", ""))
    assert 'role="rowheader" data-found="error" title="`suit` is missing"' in grid.http.get(grid.path).text


def test_a_file_that_is_no_list_says_so(grid: Grid) -> None:
    assert grid.http.get(grid.path).status_code == 200
    for text in ("cards: [", "cards: {a: 1}", "cards: [1, 2]"):
        grid.file.write_text(text)
        grid.work.edited((FILE,))
        assert "can&#39;t be edited as a grid" in grid.http.get(grid.path).text


def test_values_may_not_be_nested_without_end(grid: Grid, csv: Grid) -> None:
    for deep in (60, 400, 900):
        value: Any = "x"
        for _ in range(deep):
            value = [value]
        for each, column in ((grid, "notes"), (csv, "cost")):
            cells = [{"row": 0, "column": column, "value": value}]
            body = json.dumps(
                {
                    "base": each.work.history.version(f"cards/tiny/{each.file.name}").digest,
                    "request": {"type": "cells", "cells": cells},
                }
            )
            answer = each.http.post(each.path, content=body)
            assert answer.status_code == 400 or "refused" in answer.json()
    many = {"type": "cells", "cells": [{"row": 0, "column": "name", "text": "x"}] * 20_001}
    assert grid.http.post(grid.path, json={"base": "", "request": many}).status_code == 413


@pytest.mark.parametrize(
    "name", ["../../../x.yaml", "/etc/passwd", "a/../../../../x.yaml", "..", "C:/x.yaml", "x.txt"]
)
def test_a_list_outside_of_the_game_is_neither_shown_nor_written(tmp_path: Path, name: str) -> None:
    grid = Grid(write_tiny(tmp_path / "project", cards=CARDS))
    (tmp_path / "x.yaml").write_text(CARDS)
    assert grid.http.get(grid.path).status_code == 200
    (tmp_path / "project/cards/tiny/game.yaml").write_text(
        GAME.replace("cards: cards.yaml", f"cards: {name}")
    )
    grid.work.edited(("cards/tiny/game.yaml",))
    path = f"/tiny/cards/{quote(f'deck/{name}', safe='')}"
    shown = grid.http.get(path)
    assert "First Light" not in shown.text
    for base in ("", grid.work.history.version(FILE).digest):
        answer = grid.http.post(path, json={"base": base, "request": {"type": "add", "at": 0}})
        assert answer.status_code == 404 or "done" not in answer.json()
    assert (tmp_path / "x.yaml").read_text() == CARDS
    assert sorted(each.name for each in (tmp_path / "project/cards/tiny").iterdir()) == [
        "cards.yaml",
        "game.yaml",
    ]


def test_an_id_that_is_no_text_is_just_another_value(grid: Grid) -> None:
    grid.file.write_text(CARDS.replace("- id: first", "- id: [a, {b: c}]"))
    grid.work.edited((FILE,))
    assert grid.http.get(grid.path).status_code == 200
    assert grid.send({"type": "add", "at": 0})["done"]
    assert grid.cells((1, "id", "first"))["done"]
    assert grid.ids()[:2] == ["new-card", "first"]


# What always holds

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=20)
"""Carriage returns become line feeds."""
IDS = st.sampled_from(["ruby", "jade"])
VALUES = {
    "id": TEXTS, "name": TEXTS, "text": TEXTS, "when": TEXTS, "suit": IDS, "copies": st.integers(0, 99),
    "power.by": TEXTS, "power.worth": st.integers(-5, 5), "last": st.sampled_from(["yes", "no"]),
    "cost": st.dictionaries(IDS, st.integers(1, 9), min_size=1), "with": st.lists(IDS, min_size=1),
    "notes": st.lists(TEXTS.filter(bool), min_size=1),
}  # fmt: skip
EDITS = st.lists(
    st.sampled_from(sorted(VALUES)).flatmap(
        lambda name: st.tuples(st.integers(0, 3), st.just(name), VALUES[name])
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda edit: edit[:2],
)


def put(entries: list[Any], row: int, column: str, value: Any) -> None:
    """The intended data, made without the grid's code."""
    entry = entries[row]
    *outer, last = column.split(".")
    for key in outer:
        entry = entry.setdefault(key, {})
    required = column in ("id", "name", "text")
    if value == "" and not required:
        entry.pop(last, None)
        if outer and not entries[row][outer[0]]:
            del entries[row][outer[0]]
    else:
        entry[last] = value


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EDITS)
def test_random_cells_get_just_their_values(
    tmp_path_factory: pytest.TempPathFactory, edits: list[Any]
) -> None:
    grid = Grid(write_tiny(tmp_path_factory.mktemp("grid"), cards=CARDS))
    wanted = json.loads(json.dumps(grid.entries))
    for each in edits:
        put(wanted, *each)
    answer = grid.cells(
        *(
            (row, name, {"value": value} if isinstance(value, (dict, list)) else str(value))
            for row, name, value in edits
        )
    )
    assert "done" in answer, answer
    assert as_text(grid.entries) == as_text(wanted)
    assert grid.text.startswith("# The deck.\nfields:\n")
    assert grid.text.count("# a good name") == 1
    if grid.work.history.done:
        grid.http.post("/tiny/undo")
    assert grid.text == CARDS


def as_text(data: Any) -> Any:
    """Numbers as texts: which of them a text of digits is depends on the column alone."""
    if isinstance(data, dict):
        return {key: as_text(value) for key, value in data.items()}
    return [as_text(value) for value in data] if isinstance(data, list) else str(data)


def test_copies_by_players_are_shown_as_a_table_has_them() -> None:
    assert cell_text("copies", {"2": 8, "3-6": 12}) == "2: 8, 3-6: 12"
    assert cell_data("copies", " 2:8 , 3-6 : 12") == {"2": 8, "3-6": 12}
    assert cell_data("copies", "7") == 7
    assert cell_data("copies", "2: many") == "2: many"


@pytest.mark.parametrize("kind", ["some", "texts", "counts", "data"])
@given(st.data())
def test_a_cell_s_text_means_its_value(kind: str, data: Any) -> None:
    shapes = {
        "some": st.lists(TEXTS), "texts": st.lists(TEXTS), "counts": st.dictionaries(TEXTS, st.integers(1, 99)),
        "data": st.recursive(TEXTS | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=6)
        .filter(lambda value: isinstance(value, (list, dict))),
    }  # fmt: skip
    value = data.draw(shapes[kind])
    text = cell_text(kind, value)
    assert (cell_data(kind, text) if text else type(value)()) == value


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("id", ["gem-rush", "gemotion"])
def test_every_cell_of_the_games_gets_any_other_s_text(id: str) -> None:
    """A cell's own text and value change nothing; the text of the card below lands exactly."""
    project = Project(ROOT)
    game = load_game(project, id, Findings())
    assert game is not None
    for each in card_lists(game, project.text):
        data = project.read(each.file)
        table = card_table(game, each, data.decode())
        places = [(row, column) for row in table.rows for column in table.columns]
        own = [CellEdit(row.number, column.name, table.text_of(row, column)) for row, column in places]
        values = [
            CellEdit(row.number, column.name, value=table.value_of(row, column)) for row, column in places
        ]
        assert list(changes(table, Cells(tuple(own)))) == []
        assert list(changes(table, Cells(tuple(each for each in values if each.value is not None)))) == []
        below = [
            table.text_of(table.rows[(row.number + 1) % len(table.rows)], column) for row, column in places
        ]
        moved = [msgspec.structs.replace(cell, text=text) for cell, text in zip(own, below, strict=True)]
        made = edit(each.file, data, list(changes(table, Cells(tuple(moved)))))
        assert isinstance(made, bytes), made
        after = card_table(game, each, made.decode())
        columns = [after.column(column.name) for _, column in places]
        texts = [
            after.text_of(after.rows[row.number], column) if column else ""
            for (row, _), column in zip(places, columns, strict=True)
        ]
        assert texts == below


def sent(grid: Grid, has: str = "") -> tuple[str, list[tuple[str, str]]]:
    """The name of a page's rows, and what the page brings of them, for a browser that has those of an earlier
    page.
    """
    text = grid.http.get(grid.path, headers={"studio-has": has}).text
    (name,) = re.findall(r'data-sent="(.*?)"', text)
    return name, re.findall(
        r'<div class="r(?: family)?" role="row" data-key="(.*?)"|<i (data-same=".*?")', text
    )


def test_a_page_that_is_fetched_again_brings_only_new_rows(grid: Grid) -> None:
    name, rows = sent(grid)
    keys = [key for key, _ in rows]
    number = len(keys)
    assert number > 2
    assert sent(grid, name)[1] == [("", f'data-same="1 {number}"')]
    grid.cells((1, "name", "Other"))
    name, rows = sent(grid, name)
    assert rows == [("", 'data-same="1 1"'), (keys[1], ""), ("", f'data-same="3 {number}"')]
    grid.send({"type": "shift", "at": 0, "number": 1, "to": 1})
    grid.send({"type": "remove", "rows": [2]})
    again, rows = sent(grid, name)
    assert rows[:2] == [("", 'data-same="2 2"'), ("", 'data-same="1 1"')]
    assert [row for row in rows if row[1] == 'data-same="3 3"'] == []
    for unknown in ("", "0.0", "x" * 100):
        assert [key for key, _ in sent(grid, unknown)[1]] == [keys[1], keys[0], *keys[3:]]
    assert sent(grid, again)[0] != again
