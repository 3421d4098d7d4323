"""Card lists as Excel, Numbers, LibreOffice and Google Sheets write them: CSV of all kinds, XLSX and ODS."""

import io
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Card, Game
from programs import program

GAME = """\
game: Tea
players: 2-4
lists: {color: [red, blue]}
symbols: {leaf: {name: Leaf, art: leaf.svg}}
components:
  deck:
    shape: card
    size: poker
    layout: a.svg
    cards: FILE
    fields:
      name: text
      price: {optional: number}
      color: {optional: {one-of: color}}
      text: {optional: rich}
      cost: {optional: {counts-of: symbol}}
      steps: {optional: {list-of: {record: {color: {one-of: color}, points: number}}}}
"""
PLAIN = "id,name,price,color,text\r\ncup,Tasse à thé,3,red,Pay 1 {leaf}.\r\npot,Café crème – groß,,blue,\r\n"


def load(root: Path, file: str, data: bytes, game: str = GAME) -> tuple[Game | None, Findings]:
    folder = root / "cards" / "tea"
    folder.mkdir(parents=True, exist_ok=True)
    (root / "layouts").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(game.replace("FILE", file), encoding="utf-8")
    (folder / file).write_bytes(data)
    findings = Findings()
    return load_game(Project(root), "tea", findings, {}), findings


def cards(game: Game | None) -> list[Card]:
    assert game is not None
    return list(game.components["deck"].cards)


def told(found: list[Card]) -> list[tuple[Any, ...]]:
    return [(card.id, *(card.values[name] for name in ("name", "price", "color", "text"))) for card in found]


WANTED = [
    ("cup", "Tasse à thé", 3, "red", "Pay 1 {leaf}."),
    ("pot", "Café crème – groß", None, "blue", None),
]


@pytest.mark.parametrize(
    ("data", "notes"),
    [
        (PLAIN.encode(), []),
        (b"\xef\xbb\xbf" + PLAIN.encode(), []),
        (PLAIN.replace(",", ";").encode(), []),
        (("sep=;\r\n" + PLAIN.replace(",", ";")).encode(), []),
        (PLAIN.replace(",", "\t").encode("utf-16"), []),
        (b"\xfe\xff" + PLAIN.replace(",", "\t").encode("utf-16-be"), []),
        (PLAIN.replace(",", ";").encode("cp1252"), ["csv-encoding"]),
        (PLAIN.replace("\r\n", "\r").encode(), []),
        (("\r\n, ,,,\r\n" + PLAIN.replace("\r\n", "\r\n,,,,\r\n")).encode(), []),
        (PLAIN.replace("id,name,price", " id ,\xa0name, price").encode(), []),
        (
            PLAIN.replace(",price", ", ,price").replace("thé,", "thé,,").replace("groß,", "groß, ,").encode(),
            [],
        ),
        (PLAIN.replace("3,red", " 3 , red ").encode(), []),
        (("Table 1\r\n" + PLAIN.replace(",", ";")).encode(), []),
        (("Table 1,,,,\r\n" + PLAIN).encode(), []),
    ],
    ids=[
        "utf-8",
        "mark",
        "semicolons",
        "sep-line",
        "utf-16",
        "utf-16-be",
        "cp1252",
        "returns",
        "blank-rows",
        "padded",
        "blank-column",
        "spaces",
        "table-name",
        "table-name-in-columns",
    ],
)
def test_every_kind_of_csv_gives_the_same_cards(tmp_path: Path, data: bytes, notes: list[str]) -> None:
    game, findings = load(tmp_path, "deck.csv", data)
    assert [finding.code for finding in findings] == notes
    assert told(cards(game)) == WANTED


def test_windows_1252_is_told_apart_and_where_it_was_seen(tmp_path: Path) -> None:
    _, findings = load(tmp_path, "deck.csv", PLAIN.encode("cp1252"))
    (note,) = findings
    assert (note.severity, note.span and note.span[1:3]) == ("note", (2, 11))
    assert note.message.endswith("so this is `à`")
    _, findings = load(tmp_path, "deck.csv", b"id,name\ncup,\x81\n")
    assert [finding.code for finding in findings] == ["not-utf8"]


def test_columns_that_are_not_for_the_cards(tmp_path: Path) -> None:
    rows = "id,#art,name,todo,#\ncup,later,Cup,check,1\n"
    game, findings = load(
        tmp_path, "deck.csv", rows.encode(), GAME.replace("    fields:", "    ignore: todo\n    fields:")
    )
    assert findings == []
    assert told(cards(game)) == [("cup", "Cup", None, None, None)]
    _, findings = load(tmp_path, "deck.csv", rows.encode())
    assert [(f.code, f.span and f.span[1:3]) for f in findings] == [("unknown-key", (1, 14))]


def test_ids_are_made_of_names_where_there_is_no_column_for_them(tmp_path: Path) -> None:
    rows = "name,price\nÉclair & Crème,1\nStraße,2\nCup,3\nCup,4\n茶,5\n" + 2 * f"{'ab ' * 100},6\n"
    game, findings = load(tmp_path, "deck.csv", rows.encode())
    assert findings == []
    assert [card.id for card in cards(game)] == [
        "eclair-creme",
        "strasse",
        "cup",
        "cup-2",
        "name-5",
        long := "ab-" * 26 + "ab",
        f"{long}-2",
    ]
    _, findings = load(tmp_path, "deck.csv", b"price\n1\n")
    assert [(f.code, f.message) for f in findings][-1] == ("missing-key", "the column `id` is missing")


def test_what_has_no_notation_in_a_cell_is_written_as_in_yaml(tmp_path: Path) -> None:
    rows = 'id;name;steps;decided\ncup;Cup;"[{color: red, points: 2}, {color: blue, points: 0.5}]";"{name: ""so: it is""}"\n'
    game, findings = load(tmp_path, "deck.csv", rows.encode())
    assert findings == []
    (card,) = cards(game)
    assert card.values["steps"] == ({"color": "red", "points": 2}, {"color": "blue", "points": 0.5})
    assert card.decided == {"name": "so: it is"}
    _, findings = load(tmp_path, "deck.csv", rows.replace("blue", "green").encode())
    assert [(f.code, f.span and f.span[1:3]) for f in findings] == [("unknown-item", (2, 9))]


# Workbooks.


def book(rows: list[list[Any]], formats: dict[str, str] | None = None, title: str = "Sheet") -> bytes:
    made = openpyxl.Workbook()
    made.active.title = title  # type: ignore[union-attr]
    for row in rows:
        made.active.append(row)  # type: ignore[union-attr]
    for cell, format in (formats or {}).items():
        made.active[cell].number_format = format  # type: ignore[index]
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_a_workbook_is_a_card_list_whose_places_are_cells(tmp_path: Path) -> None:
    rows = [
        [],
        ["id", "name", None, "price", "#note"],
        [],
        ["cup", "Cup", None, 3, "x"],
        ["pot", True, None, 2.5, 0],
    ]
    game, findings = load(tmp_path, "deck.xlsx", book(rows))
    assert findings == []
    assert told(cards(game)) == [("cup", "Cup", 3, None, None), ("pot", "yes", 2.5, None, None)]
    assert cards(game)[0].spans["price"][1:3] == (4, 4)
    rows[3][3] = "dear"
    _, findings = load(tmp_path, "deck.xlsx", book(rows))
    assert [(f.code, f.span and f.span[1:3]) for f in findings] == [("bad-number", (4, 4))]


def test_numbers_are_read_as_they_are_shown(tmp_path: Path) -> None:
    rows = [["id", "name"], ["a", 7], ["b", 2.5], ["c", 0.25], ["d", 3], ["e", 1e15], ["f", 12.5]]
    game, findings = load(
        tmp_path, "deck.xlsx", book(rows, {"B2": "000", "B3": "0.00", "B4": "0%", "B7": '#,##0.00 "€"'})
    )
    assert [card.values["name"] for card in cards(game)] == ["007", "2.50", "25%", "3", "1e+15", "12.50 €"]
    assert findings == []


def test_the_sheet_of_a_component_has_its_name(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active.append(["id", "name"])  # type: ignore[union-attr]
    made.create_sheet("deck").append(["id", "name"])
    made["deck"].append(["cup", "Cup"])
    out = io.BytesIO()
    made.save(out)
    game, findings = load(tmp_path, "all.xlsx", out.getvalue())
    assert (findings, [card.id for card in cards(game)]) == ([], ["cup"])


@pytest.mark.parametrize("to", ["xlsx", "ods"])
def test_a_workbook_of_numbers_has_a_summary_and_names_of_tables(
    tmp_path: Path, office: Callable[[Path, str], Path], to: str
) -> None:
    made = openpyxl.Workbook()
    made.active.title = "Export Summary"  # type: ignore[union-attr]
    made.active.append(["This document was exported from Numbers."])  # type: ignore[union-attr]
    made.active.append(["Numbers Sheet Name", "Numbers Table Name", "Excel Worksheet Name"])  # type: ignore[union-attr]
    for name, card in (("Cards - chip", "x"), ("Cards - deck", "cup")):
        sheet = made.create_sheet(name)
        for row in (["deck"], ["id", "name"], [card, "Cup"]):
            sheet.append(row)
        sheet.merge_cells("A1:B1")
    path = tmp_path / "all.xlsx"
    made.save(path)
    path = office(path, "ods") if to == "ods" else path
    game, findings = load(tmp_path, path.name, path.read_bytes())
    assert (findings, [card.id for card in cards(game)]) == ([], ["cup"])
    game, findings = load(
        tmp_path, path.name, path.read_bytes(), GAME.replace("  deck:", "  other:").replace("deck", "other")
    )
    assert findings == []


def test_a_list_of_one_column_has_no_name_of_a_table(tmp_path: Path) -> None:
    game, findings = load(tmp_path, "deck.csv", b"name\nTea; black\nCoffee\n")
    assert (findings, [card.values["name"] for card in cards(game)]) == ([], ["Tea; black", "Coffee"])


def packed(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
    "<office:body><office:spreadsheet>{}</office:spreadsheet></office:body></office:document-content>"
)
CELL = "<table:table-cell{}><text:p>{}</text:p></table:table-cell>"


def test_damaged_and_hostile_workbooks_are_findings(tmp_path: Path) -> None:
    many = (
        '<table:table><table:table-row table:number-rows-repeated="1048576">'
        + CELL.format(' table:number-columns-repeated="16384"', "x")
        + "</table:table-row></table:table>"
    )
    entity = '<!DOCTYPE a [<!ENTITY b "c">]>' + ODS.format("<table:table/>")
    for file, data in {
        "a.xlsx": b"",
        "b.xlsx": b"PK\x03\x04 no",
        "c.xlsx": packed({"xl/workbook.xml": "<a/>"}),
        "d.ods": packed({"mimetype": "x"}),
        "e.ods": packed({"content.xml": "<a"}),
        "f.ods": packed({"content.xml": ODS.format("")}),
        "g.ods": packed({"content.xml": ODS.format(many)}),
        "h.ods": packed({"content.xml": entity}),
        "i.ods": packed({"content.xml": "<a>" + " " * 300_000_000 + "</a>"}),
        "j.xlsx": book([["id", "name"]])[:-30],
    }.items():
        game, findings = load(tmp_path, file, data)
        assert game is None
        assert [(f.code, f.span and f.span.file) for f in findings] == [
            ("unsupported-file", "cards/tea/game.yaml")
        ], file


def test_a_cell_at_the_far_corner_takes_no_memory(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active["XFD5"] = "far"  # type: ignore[index]
    out = io.BytesIO()
    made.save(out)
    _, findings = load(tmp_path, "deck.xlsx", out.getvalue())
    assert findings


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, str], Path]:
    """Converts a file with LibreOffice to a format, beside it."""
    soffice = program("soffice")
    profile = tmp_path_factory.mktemp("profile")

    def convert(path: Path, to: str) -> Path:
        words = [soffice, f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", to]
        subprocess.run(
            [*words, "--outdir", str(path.parent), str(path)], check=True, capture_output=True, timeout=120
        )
        return path.with_suffix("." + to.partition(":")[0])

    return convert


def test_what_libreoffice_writes_is_read_alike(tmp_path: Path, office: Callable[[Path, str], Path]) -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    rows = [
        ["id", "name", None, "price", "color", "text", "cost", "#sum"],
        ["cup", "Tasse à thé", None, 3, "red", "Pay 1 {leaf}.\nThen  wait.", "2 leaf", "=D2*2"],
        [],
        ["pot", "007", None, "=D2+0.5", "blue", None, None, None],
    ]
    for row in rows:
        sheet.append(row)
    source = tmp_path / "source.xlsx"
    made.save(source)
    found = {}
    for to in ("xlsx", "ods", "csv"):
        folder = tmp_path / to
        folder.mkdir()
        copy = folder / "book.xlsx"
        shutil.copyfile(source, copy)
        if to == "xlsx":  # LibreOffice computes the formulas once it opens it.
            copy = office(office(copy, "ods"), "xlsx:Calc MS Excel 2007 XML")
        else:
            copy = office(copy, to)
        game, findings = load(folder, copy.name, copy.read_bytes())
        # LibreOffice may write CSV as Windows-1252.
        assert {finding.code for finding in findings} <= ({"csv-encoding"} if to == "csv" else set())
        found[to] = [
            (*each, card.values["cost"]) for each, card in zip(told(cards(game)), cards(game), strict=True)
        ]
    assert (
        found["xlsx"]
        == found["ods"]
        == found["csv"]
        == [
            ("cup", "Tasse à thé", 3, "red", "Pay 1 {leaf}.\nThen  wait.", {"leaf": 2}),
            ("pot", "007", 3.5, "blue", None, None),
        ]
    )


RECORDS = """\
game: Tea
players: 2-4
lists: {color: [red, blue]}
components:
  deck:
    shape: card
    size: poker
    layout: a.svg
    cards: deck.csv
    fields:
      front: {record: {cost: {counts-of: color}, title: text}}
      back: {optional: {record: {colors: {some-of: color}, title: text}}}
"""


def test_an_empty_cell_of_a_list_is_none_of_it_in_a_record_too(tmp_path: Path) -> None:
    data = b"id,front.cost,front.title,back.colors,back.title\na,,Cup,,\nb,2 red,Pot,,Lid\nc,,,red,Can\n"
    made, findings = load(tmp_path, "deck.csv", data, RECORDS)
    assert [(finding.code, finding.span) for finding in findings if finding.span] == [
        ("missing-key", findings[0].span)
    ]
    assert findings[0].message == "`title` is missing"
    assert findings[0].span is not None
    assert findings[0].span.line == 4
    made, findings = load(tmp_path, "deck.csv", data.replace(b"c,,,", b"c,,Tin,"), RECORDS)
    assert not findings
    values = [card.values for card in cards(made)]
    assert values[0]["front"]["cost"] == {}
    assert values[0].get("back") is None
    assert values[1]["back"] == {"colors": (), "title": "Lid"}


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_row_that_ends_early_has_empty_lists(tmp_path: Path, kind: str) -> None:
    rows = [["id", "front.title", "front.cost"], ["a", "Cup"], ["b", "Pot", "2 red"]]
    data = book(rows) if kind == "xlsx" else "\n".join(",".join(row) for row in rows).encode()
    made, findings = load(tmp_path, f"deck.{kind}", data, RECORDS.replace("deck.csv", f"deck.{kind}"))
    assert not findings
    assert [card.values["front"]["cost"] for card in cards(made)] == [{}, {"red": 2}]
