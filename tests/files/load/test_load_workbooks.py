"""Workbooks as people keep them: formats, hidden sheets, merged cells, formulas without results, and notes."""

import datetime
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.files.load.tables.number_format import shown
from nineup.model.game import Card
from nineup.report.github import as_github
from nineup.report.json import as_json
from nineup.report.sarif import as_sarif
from nineup.report.text import as_text
from openpyxl.worksheet.worksheet import Worksheet
from test_load_spreadsheets import ODS, office, packed

__all__ = ["office"]

GAME = """\
game: Tea
players: 2-4
components:
  deck:
    shape: card
    size: poker
    layout: a.svg
    cards: FILE
    fields: {name: text, price: {optional: number}, note: {optional: text}}
"""

DAY, TIME = datetime.datetime(2024, 3, 1), datetime.datetime(2024, 3, 1, 15, 4, 5)

FORMATS: list[tuple[Any, str, str]] = [
    (DAY, "DD.MM.YYYY", "01.03.2024"),
    (DAY, "d/m/yy", "1/3/24"),
    (DAY, "dddd, d. mmmm yyyy", "Friday, 1. March 2024"),
    (DAY, "[$-407]d. mmmm yyyy", "1. März 2024"),
    (DAY, "mmm-yy", "Mar-24"),
    (DAY, "mmmmm", "M"),
    (DAY, 'dd"."mm"."yyyy;@', "01.03.2024"),
    (TIME, "h:mm AM/PM", "3:04 PM"),
    (TIME, "dd.mm.yyyy hh:mm:ss", "01.03.2024 15:04:05"),
    (TIME, "mm:ss", "04:05"),
    (datetime.timedelta(hours=27, minutes=5), "[h]:mm", "27:05"),
    (datetime.time(7, 5), "h:mm", "7:05"),
    (0.125, "0.0%", "12.5%"),
    (0.125, "0%", "13%"),
    (0.125, "0.00 %", "12.50 %"),
    (1234.5, '#,##0.00 "€"', "1,234.50 €"),
    (1234.5, "[$€-407]#,##0.00", "€1,234.50"),
    (1234.5, "#,##0.00\\ [$€-407]", "1,234.50 €"),
    (-3, '"$"#,##0.00', "-$3.00"),
    (-3, "#,##0.00;[Red]-#,##0.00", "-3.00"),
    (-3, "#,##0_);(#,##0)", "(3)"),
    (0, '0;-0;"none"', "none"),
    (1234567, "0.00E+00", "1.23E+06"),
    (0.5, "#.##", ".5"),
    (1500000, "0.0,,", "1.5"),
    (2.5, "0", "3"),
    (1.005, "0.00", "1.01"),
    (7, '0" gold"', "7 gold"),
    (1234.5, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', "$1,234.50"),
    (12.5, "+0.0;-0.0", "+12.5"),
]


def load(root: Path, file: str, data: bytes) -> tuple[tuple[Card, ...], list[str]]:
    """The cards, and the findings as `code place message`."""
    (root / "cards/tea").mkdir(parents=True, exist_ok=True)
    (root / "cards/tea/game.yaml").write_text(GAME.replace("FILE", file), encoding="utf-8")
    (root / "cards/tea" / file).write_bytes(data)
    findings = Findings()
    game = load_game(Project(root), "tea", findings, {})
    found = [f"{f.code} {f.span.place.partition(':')[2]} {f.message}" for f in findings if f.span]
    return (game.components["deck"].cards if game else ()), found


def book(fill: Callable[[Worksheet], None], title: str = "deck") -> bytes:
    made = openpyxl.Workbook()
    assert isinstance(made.active, Worksheet)
    made.active.title = title
    fill(made.active)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def rows(*given: list[Any]) -> Callable[[Worksheet], None]:
    def fill(sheet: Worksheet) -> None:
        for row in given:
            sheet.append(row)

    return fill


def formats(sheet: Worksheet) -> None:
    sheet.append(["id", "name"])
    for number, (value, format, _) in enumerate(FORMATS):
        sheet.append([f"a-{number}", value])
        sheet.cell(number + 2, 2).number_format = format


def test_dates_percents_and_currencies_are_read_as_they_are_shown(
    tmp_path: Path, office: Callable[[Path, str], Path]
) -> None:
    """LibreOffice writes what it shows into ODS: both read alike."""
    data = book(formats)
    (tmp_path / "shown.xlsx").write_bytes(data)
    for file, source in (("a.xlsx", data), ("a.ods", office(tmp_path / "shown.xlsx", "ods").read_bytes())):
        cards, findings = load(tmp_path, file, source)
        assert findings == []
        assert [str(card.values["name"]).strip() for card in cards] == [text for *_, text in FORMATS]


@pytest.mark.parametrize(
    ("value", "format", "text"),
    [
        (DAY, "mm-dd-yy", "2024-03-01"),
        (0.5, "# ?/?", "0.5"),
        (5, "[<10]0;0.0", "5"),
        (5551234, "000-0000", "5551234"),
        (1e300, "0.00", "1e+300"),
        (float("inf"), "0.00", "inf"),
        (2.0, "0" * 199 + "%", "0" * 196 + "200%"),
        (2.0, "%" * 199 + "0", "2"),
    ],
)
def test_a_format_that_is_not_read_is_said(value: object, format: str, text: str) -> None:
    found = shown(value, format)
    assert found.text == text
    assert bool(found.doubt) == (text[-1] != "%")


TOKENS = '0 # ? . , % E+ E- 00 yyyy m mm mmmm d dddd h s AM/PM [h] [Red] [<5] [$€-407] [$-ZZ] "x" " \\ _ * ; @ / .0 General e ['

VALUES: list[object] = [0, -2.5, 1e15, True, DAY, TIME, TIME.date(), TIME.time(), datetime.timedelta(days=-3), float("nan"), 10**30]  # fmt: skip


@given(st.sampled_from(VALUES), st.lists(st.sampled_from([*TOKENS.split(), " "]), max_size=8).map("".join))
def test_any_format_shows_something(value: object, format: str) -> None:
    assert isinstance(shown(value, format).text, str)


def test_a_number_is_read_from_the_value_and_a_text_as_it_is_shown(
    tmp_path: Path, office: Callable[[Path, str], Path]
) -> None:
    def fill(sheet: Worksheet) -> None:
        rows(["id", "name", "price", "copies"], ["a", 2.5, 2.5, 2], ["b", 0.125, 0.125, 3])(sheet)
        for row, format in ((2, '0.00 "€"'), (3, "0.0%")):
            for column in (2, 3):
                sheet.cell(row, column).number_format = format
            sheet.cell(row, 4).number_format = '0"×"'

    data = book(fill)
    (tmp_path / "shown.xlsx").write_bytes(data)
    for file, source in (("a.xlsx", data), ("a.ods", office(tmp_path / "shown.xlsx", "ods").read_bytes())):
        cards, findings = load(tmp_path, file, source)
        assert findings == []
        found = [(card.values["name"], card.values["price"], card.copies) for card in cards]
        assert found == [("2.50 €", 2.5, 2), ("12.5%", 0.125, 3)]


def test_a_date_that_each_computer_shows_in_its_own_way_is_a_warning_at_its_cell(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        rows(["id", "name", "#made"], ["a", DAY, DAY], ["b", DAY, DAY])(sheet)
        for cell in ("B2", "B3", "C2", "C3"):
            sheet[cell].number_format = "mm-dd-yy"

    cards, findings = load(tmp_path, "a.xlsx", book(fill))
    assert [card.values["name"] for card in cards] == ["2024-03-01", "2024-03-01"]
    assert findings == [
        "sheet-format deck!B2 how the cell shows `2024-03-01` isn't known from its format: "
        "each computer shows it in its own way, and 1 more in its column"
    ]


@pytest.mark.parametrize("to", ["xlsx", "ods"])
def test_a_hidden_sheet_is_never_the_deck(
    tmp_path: Path, office: Callable[[Path, str], Path], to: str
) -> None:
    made = openpyxl.Workbook()
    for title, name in (("Config", "Old"), ("deck", "Older"), ("My Cards", "Cup")):
        sheet = made.create_sheet(title)
        rows(["id", "name"], ["a", name])(sheet)
        sheet.sheet_state = "visible" if name == "Cup" else "hidden"
    made.remove(made.worksheets[0])
    path = tmp_path / "all.xlsx"
    made.active = 2
    made.save(path)
    path = office(path, "ods") if to == "ods" else path
    cards, findings = load(tmp_path, path.name, path.read_bytes())
    assert [card.values["name"] for card in cards] == ["Cup"]
    assert findings == [
        "sheet-hidden 'My Cards'!A1 the sheet `deck` is hidden, so the cards are read from `My Cards`"
    ]


@pytest.mark.parametrize("to", ["xlsx", "ods"])
def test_merged_cells_are_said_in_those_words(
    tmp_path: Path, office: Callable[[Path, str], Path], to: str
) -> None:
    def fill(sheet: Worksheet) -> None:
        rows(
            ["id", "name", "note", "#x"],
            ["a", "Cup", "new"],
            ["b", None, None, "y"],
            ["c", "Pot", "old"],
            ["Lids"],
        )(sheet)
        sheet.append(["d", "Lid", "none"])
        for area in ("B2:B3", "C2:C3", "A5:C5", "D2:D4"):
            sheet.merge_cells(area)  # fmt: skip

    path = tmp_path / "merged.xlsx"
    path.write_bytes(book(fill))
    path = office(path, "ods") if to == "ods" else path
    _, findings = load(tmp_path, path.name, path.read_bytes())
    assert findings == [
        "sheet-merged deck!B2 the merged cells B2:B3 have only one value, `Cup`",
        "sheet-merged deck!C2 the merged cells C2:C3 have only one value, `new`",
        "sheet-merged deck!A5 the merged cells A5:C5 have only one value, `Lids`",
    ]


def test_merged_cells_that_only_make_a_row_higher_are_fine(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        rows(["id", "name"], ["a", "Cup"], [], ["b", "Pot"])(sheet)
        sheet.merge_cells("A2:A3")
        sheet.merge_cells("B2:B3")

    cards, findings = load(tmp_path, "a.xlsx", book(fill))
    assert (len(cards), findings) == (2, [])


def test_a_formula_that_was_never_calculated_is_said_in_those_words(tmp_path: Path) -> None:
    given = [["id", "name", "#sum"], ["a", '="Cup " & 1', "=1+1"], ["b", '="Cup " & 2', "=1+2"], ["c", "Pot"]]
    _, findings = load(tmp_path, "a.xlsx", book(rows(*given)))
    assert findings == [
        "sheet-formula deck!B2 the formula of this cell was never calculated, and 1 more in its column"
    ]
    table = (
        '<table:table table:name="deck"><table:table-row><table:table-cell><text:p>id</text:p></table:table-cell>'
        "<table:table-cell><text:p>name</text:p></table:table-cell></table:table-row><table:table-row>"
        '<table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell table:formula="of:=1+1"/>'
        "</table:table-row></table:table>"
    )
    _, findings = load(tmp_path, "a.ods", packed({"content.xml": ODS.format(table)}))
    assert findings == ["sheet-formula deck!B2 the formula of this cell was never calculated"]


def test_a_formula_with_an_empty_text_as_its_result_is_calculated(tmp_path: Path) -> None:
    data = book(rows(["id", "name", "note"], ["a", "Cup", '=""']))
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        files = {name: old.read(name).decode() for name in old.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    files[sheet] = files[sheet].replace('<c r="C2">', '<c r="C2" t="str">')
    _, findings = load(tmp_path, "a.xlsx", packed(files))
    assert findings == []


@pytest.mark.parametrize(
    ("given", "finding"),
    [
        (["Order sleeves!"], "csv-cells deck!A3 `Order sleeves!` is alone in its row: no card"),
        ([None, "Order sleeves!"], "csv-cells deck!B3 `Order sleeves!` is alone in its row: no card"),
        ([None] * 6 + ["Order", "sleeves"], "csv-cells deck!G3 `Order` is in a column without a title"),
    ],
)
def test_a_note_beside_the_table_is_one_finding(tmp_path: Path, given: list[Any], finding: str) -> None:
    data = book(rows(["id", "name", "price"], ["a", "Cup", 2], given, ["b", "Pot", 3]))
    assert load(tmp_path, "a.xlsx", data)[1] == [finding]


def test_places_are_cells_of_their_sheet(tmp_path: Path) -> None:
    data = book(rows(["id", "name", "price"], ["a", "Cup", "dear"], ["a", "Pot", 1]), "Bob's deck")
    _, findings = load(tmp_path, "a.xlsx", data)
    assert findings == [
        "bad-number 'Bob''s deck'!C2 `dear` is not a number",
        "duplicate-id 'Bob''s deck'!A3 two cards have the id `a`",
    ]


def test_reports_name_the_cell() -> None:
    findings = [Diagnostic("bad-number", "error", "`x` is not a number", Span("a.xlsx", 6, 28, sheet="deck"))]
    assert as_text(findings, lambda _: ()).startswith("a.xlsx:deck!AB6: error: `x` is not a number")
    assert json.loads(as_json(findings))["findings"][0]["cell"] == "deck!AB6"
    assert "deck!AB6" in as_github(findings)
    assert "deck!AB6" in as_sarif(findings)
