"""Importing tables into card lists: what is planned, what doesn't fit, and that the rest stays as it was."""

import io
import random
from pathlib import Path

import openpyxl
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import EditedProject, Project
from nineup.files.edit import EditHistory, card_lists
from nineup.files.edit.imports.source import ImportRefusedError, ImportWish, read_source
from nineup.pipeline import ImportPlan, Stages, draw_import, plan_import, text_list
from nineup_export.spreadsheets.card_sheets import card_sheets
from nineup_export.spreadsheets.workbook_files import ods, xlsx
from tiny import CARDS, GAME, write_tiny

ROOT = Path(__file__).parents[2]
LIST = "cards/tiny/cards.yaml"
CSV_GAME = GAME.replace(
    "cards: cards.yaml", "cards: cards.csv\n    fields: {suit: {one-of: suit}, name: text, text: rich}"
)
CSV = """\
id;suit;name;when;copies;text;#notes
first;ruby;First Light;"'ruby' in suits";;Take 1 {gem}.;mine
second;jade;"Second; Wind";;2;Give 2 {gem}.;
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(write_tiny(tmp_path))


def planned(
    project: Project, table: str | bytes, into: str = "deck", name: str = "deck.csv", **wish: object
) -> ImportPlan:
    data = table if isinstance(table, bytes) else table.encode()
    return plan_import(project, "tiny", name, data, ImportWish(**wish), into=into)  # type: ignore[arg-type]


def text(plan: ImportPlan, path: str = LIST) -> str:
    return plan.files[path].decode()


def test_rows_update_the_cards_with_their_ids_and_others_are_added(project: Project) -> None:
    plan = planned(
        project,
        "id,Name,Suit,Text,Qty\nthird,Third,Jade,New.,3\nfirst,First Dusk,ruby,Take 1 {gem} and wait for the evening.,\n",
    )
    assert (plan.added, plan.updated, plan.same, plan.staying) == (("third",), ("first",), 0, 1)
    assert [(each.card, each.field, each.before, each.after, each.place) for each in plan.cells] == [
        ("first", "name", "First Light", "First Dusk", "3:7")
    ]
    added = "  - id: third\n    suit: jade\n    name: Third\n    text: New.\n    copies: 3\n"
    assert text(plan) == CARDS.replace("First Light", "First Dusk") + added


def test_a_table_without_ids_updates_by_name_and_makes_ids_for_others(project: Project) -> None:
    plan = planned(project, "name,suit,text\nSecond Wind,ruby,Go.\nFirst,jade,Other.\n")
    assert (plan.updated, plan.added) == (("second",), ("first-2",))
    assert "  - id: first-2\n    suit: jade\n    name: First\n" in text(plan)


def test_only_the_columns_that_there_are_change_and_comments_stay(tmp_path: Path) -> None:
    cards = CARDS.replace("    suit: jade\n", "    suit: jade   # as the others\n").replace(
        "cards:\n", "cards:\n  # mine\n"
    )
    project = Project(write_tiny(tmp_path, cards=cards))
    plan = planned(project, "id,copies\nsecond,4\n")
    assert text(plan) == cards.replace("copies: 2", "copies: 4")


def test_an_emptied_cell_removes_what_is_optional_and_is_a_misfit_otherwise(project: Project) -> None:
    assert text(planned(project, "id,copies,when\nfirst,,\nsecond,,\n")) == CARDS.replace(
        "    copies: 2\n", ""
    ).replace("    when: \"'ruby' in suits\"\n", "")
    plan = planned(project, "id,name\nfirst,\n")
    assert [(each.place, each.why) for each in plan.misfits] == [("2:7", "`name` needs a value")]


def test_a_table_that_says_the_same_changes_nothing(project: Project) -> None:
    first = "first,RUBY,First Light,Take 1 {gem} and wait for the evening.,'ruby' in suits,1\n"
    plan = planned(project, f"id,Suit,Name,Text,when,copies\n{first}")
    assert (plan.same, plan.files, plan.misfits) == (1, {}, ())


def sheet(rows: list[list[object]], title: str = "deck") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    book.save(data := io.BytesIO())
    return data.getvalue()


def test_values_that_do_not_fit_are_said_with_cell_value_and_reason_and_can_be_left_out(
    project: Project,
) -> None:
    rows: list[list[object]] = [
        ["id", "suit", "name", "text", "copies"],
        ["first", "rubin", "First Light", "Take {nothing}.", "many"],
        ["third", "pearl", "Third", "New.", 1],
    ]
    plan = planned(project, sheet(rows), name="deck.xlsx")
    assert sorted((each.place, each.card, each.value, each.why) for each in plan.misfits) == [
        ("deck!B2", "first", "rubin", "`rubin` is not in the list `suit`"),
        ("deck!B3", "third", "pearl", "`pearl` is not in the list `suit`"),
        ("deck!D2", "first", "Take {nothing}.", "there is no symbol `nothing`"),
        ("deck!E2", "first", "many", "`many` is not a whole number"),
    ]
    assert plan.files == {}
    some = planned(project, sheet(rows), name="deck.xlsx", leave_out=("deck!B2", "deck!E2"))
    assert {each.place for each in some.misfits} == {"deck!D2", "deck!B3"}
    every = planned(
        project, sheet(rows), name="deck.xlsx", leave_out=("deck!B2", "deck!D2", "deck!E2", "deck!B3")
    )
    assert (every.misfits, every.files) == ((), {})
    assert every.left_out == ("deck!B2", "deck!D2", "deck!E2", "deck!B3", "the card `third`")


def test_a_cell_that_is_not_there_can_not_be_left_out(project: Project) -> None:
    with pytest.raises(ImportRefusedError, match="no cell `9:9`"):
        planned(project, "id,name\nfirst,A\n", leave_out=("9:9",))


def test_columns_are_mapped_by_hand_and_ignored_ones_are_said(project: Project) -> None:
    table = "Key,Headline,Notes\nfirst,Dawn,x\n"
    with pytest.raises(ImportRefusedError, match="no column of the table is for a field"):
        planned(project, table)
    plan = planned(project, table, columns={"Key": "id", "Headline": "name"})
    assert text(plan) == CARDS.replace("First Light", "Dawn")
    assert [(use.title, use.field, use.guess) for use in plan.columns] == [
        ("Key", "id", ""),
        ("Headline", "name", ""),
        ("Notes", "", "notes"),
    ]


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"columns": {"Nome": "name"}}, "no column `Nome`"),
        ({"columns": {"name": "nome"}}, "no field `nome`"),
        ({"columns": {"power": "name"}}, "both for `name`"),
        ({"add": {"power": "text"}}, "a field `text` already"),
        ({"add": {"power": "Über uns"}}, "can't be a field"),
        ({"add": {"name": ""}}, "is for `name` already"),
    ],
)
def test_what_can_not_be_meant_is_refused(
    project: Project, wish: dict[str, dict[str, str]], why: str
) -> None:
    with pytest.raises(ImportRefusedError, match=why):
        planned(project, "id,name,power\nfirst,A,1\n", **wish)


def test_a_new_field_is_declared_as_optional_with_the_list_that_it_chooses_from(project: Project) -> None:
    rows = "".join(
        f"c{at},ruby,C{at},Go.,{['Fog', 'Sun'][at % 2]},{at},{['Ruby', 'Jade'][at % 2]}\n" for at in range(4)
    )
    table = f"id,suit,name,text,Weather,Power,Second suit\n{rows}"
    plan = planned(project, table, add={"Weather": "", "Power": "might", "Second suit": ""})
    declared = "  might: {optional: number}\n  second-suit: {optional: {one-of: suit}}\n"
    assert f"  weather: {{optional: {{one-of: weather}}}}\n{declared}" in text(plan)
    assert "    weather: fog\n    might: 0\n    second-suit: ruby\n" in text(plan)
    game = text(plan, "cards/tiny/game.yaml")
    assert "  weather:" in game
    assert "name: Fog" in game
    assert pipeline.load(EditedProject(project, plan.files), "tiny", findings := Findings()), findings


def test_html_is_converted_unless_it_is_kept(project: Project) -> None:
    table = "id,text\nfirst,<b>Draw</b> 1<br>and <trace> it\n"
    plan = planned(project, table)
    assert (plan.converted, plan.tags) == (1, ("<trace>",))
    assert "**Draw** 1" in text(plan)
    assert "<b>Draw</b>" in text(planned(project, table, convert=False))


def test_a_csv_list_keeps_its_separators_quotes_and_notes(tmp_path: Path) -> None:
    project = Project(write_tiny(tmp_path, game=CSV_GAME))
    file = "cards/tiny/cards.csv"
    (project.root / file).write_text(CSV)
    table = '[{"id": "second", "copies": 3, "suit": "Ruby"}, {"id": "third", "suit": "jade", "name": "A; B", "text": "Go."}]'
    plan = planned(project, table, name="deck.json")
    assert text(plan, file) == CSV.replace(
        'second;jade;"Second; Wind";;2', 'second;ruby;"Second; Wind";;3'
    ) + ('third;jade;"A; B";;;Go.;\n')
    new = planned(project, "id,power\nsecond,3\n", add={"power": ""})
    assert text(new, file).splitlines()[0] == "id;suit;name;when;copies;text;#notes;power"
    assert text(new, file).splitlines()[2].endswith(";;3")


def test_a_new_list_has_fields_a_layout_and_a_component(project: Project) -> None:
    rows = "".join(
        f"Cup {at},{['Tea', 'Milk'][at % 2]},<i>Sip</i> {{gem}} slowly with everybody at the table.,{at}\n"
        for at in range(4)
    )
    plan = plan_import(
        project, "tiny", "x.csv", f"Name,Drink,Rules,Qty\n{rows}".encode(), ImportWish(), new="Tea cups"
    )
    assert plan.list.file == "cards/tiny/tea-cups.yaml"
    assert text(plan, plan.list.file).startswith(
        "# Tea cups. `fields` declares what each card has; any other key is an error.\n\n"
        "fields:\n  name: text\n  drink: {one-of: drink}\n  rules: rich\n\n"
        'cards:\n  - id: cup-0\n    name: Cup 0\n    drink: tea\n    rules: "*Sip* {gem} slowly with everybody at the table."\n    copies: 0\n'
    )
    game = pipeline.load(EditedProject(project, plan.files), "tiny", findings := Findings())
    assert game is not None, findings
    assert game.components["tea-cups"].layout == "tea-cups.svg"
    drawn = draw_import(project, "tiny", plan, findings, Stages())
    assert drawn is not None, findings
    assert [each.part.card.id for each in drawn.drawn] == ["cup-1", "cup-2", "cup-3"]
    assert not findings.failed
    assert not (project.root / plan.list.file).exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Deck", "a component `deck` already"),
        ("!!!", "no letter"),
        ("con", "Windows reserves"),
        ("x" * 99, "1 to 80"),
    ],
)
def test_a_new_list_needs_a_name_of_its_own(project: Project, name: str, why: str) -> None:
    with pytest.raises(ImportRefusedError, match=why):
        plan_import(project, "tiny", "x.csv", b"name\nA\n", ImportWish(), new=name)


def test_what_a_file_is_its_content_says(project: Project) -> None:
    rows: list[list[object]] = [["id", "name"], ["first", "Dawn"]]
    assert planned(project, sheet(rows), name="deck.csv").table == "deck.xlsx, sheet deck"
    assert planned(project, b'[{"id": "first", "name": "Dawn"}]', name="deck.txt").table == "deck.json"
    assert planned(project, b"id\tname\nfirst\tDawn\n", name="deck").updated == ("first",)
    for data in (b"PK\x03\x04junk", b"\xd0\xcf\x11\xe0\0\0", b"%PDF-1.7\0", b"\x89PNG\r\n\x1a\n\0"):
        with pytest.raises(ImportRefusedError, match="not a table of cards"):
            planned(project, data, name="deck.xlsx")
    with pytest.raises(ImportRefusedError, match="has no cards"):
        planned(project, b"", name="deck.csv")
    with pytest.raises(ImportRefusedError, match="larger than 16 MiB"):
        read_source("deck.csv", b"a" * (16 * 1024 * 1024 + 1), "deck", Findings())


def test_names_of_files_are_only_for_messages(project: Project) -> None:
    plan = planned(project, "id,name\nfirst,Dawn\n", name="..\\../\x1b[31mx\u202e/../de\u202eck.csv")
    assert plan.table == "de\ufffdck.csv"
    assert list(plan.files) == [LIST]


def test_a_card_of_another_list_or_of_a_family_is_not_changed(tmp_path: Path) -> None:
    cards = (
        CARDS
        + '  - id: "{{ s.id }}-kind"\n    for: {s: suit}\n    suit: "{{ s.id }}"\n    name: "{{ s.name }}"\n    text: Go.\n'
    )
    project = Project(
        write_tiny(
            tmp_path, cards=cards, game=GAME.replace("cards: cards.yaml", "cards: [cards.yaml, more.yaml]")
        )
    )
    (project.root / "cards/tiny/more.yaml").write_text(
        "fields: {suit: {one-of: suit}, name: text, text: rich}\ncards:\n  - {id: other, suit: jade, name: Other, text: Go.}\n"
    )
    assert planned(project, "id,name\nruby-kind,Ruby\nother,Other\n", into="cards.yaml").files == {}
    plan = planned(project, "id,name\nruby-kind,Red\nother,Else\n", into="cards.yaml")
    assert [each.why for each in plan.misfits] == [
        "`ruby-kind` is made by the template of a family; change that",
        "`other` is a card of `cards/tiny/more.yaml`; import it there",
    ]


def test_a_key_that_an_object_lacks_says_nothing_but_null_empties(project: Project) -> None:
    """Several objects may be on one line."""
    table = '[{"id": "first", "name": "Dawn"}, {"id": "second", "copies": null}, {"name": "", "id": "x"}]'
    plan = planned(project, table, name="deck.json")
    assert [(each.card, each.field, each.after) for each in plan.cells] == [
        ("first", "name", "Dawn"),
        ("second", "copies", "1"),
    ]
    assert {(each.place, each.card) for each in plan.misfits} == {("3.name", "x"), ("3.id", "x")}
    less = planned(project, table, name="deck.json", leave_out=("3.name",))
    assert text(less) == CARDS.replace("First Light", "Dawn").replace("    copies: 2\n", "")


def test_a_row_without_an_id_is_left_out_by_its_id_and_a_title_by_its_column(project: Project) -> None:
    table = "name,id,copies.9\nA,,1\nDawn,first,\n"
    plan = planned(project, table)
    assert ("2:3", "`id` is missing") in [(each.place, each.why) for each in plan.misfits]
    assert "(the column `copies.9`)" in plan.misfits[0].why + plan.misfits[1].why
    less = planned(project, table, leave_out=("2:3",), columns={"copies.9": ""})
    assert less.left_out == ("2:3", "its row, 2:1")
    assert text(less) == CARDS.replace("First Light", "Dawn")


def test_two_rows_with_one_id_are_a_mistake(project: Project) -> None:
    plan = planned(project, "id,name\nfirst,A\nfirst,B\n")
    assert [(each.place, each.why) for each in plan.misfits] == [("3:1", "two cards have the id `first`")]


GAMES = Project(ROOT)
LISTS = [
    (game, id.name)
    for game in GAMES.games()
    for id in card_lists(pipeline.load(GAMES, game, Findings()), GAMES.text)
    if not id.is_workbook
]  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "name"), LISTS)
@pytest.mark.parametrize("write", [xlsx, ods])
def test_what_was_exported_is_imported_without_a_change(game: str, name: str, write: object) -> None:
    loaded = pipeline.load(GAMES, game, Findings())
    assert loaded is not None
    data = write(card_sheets(loaded))  # type: ignore[operator]
    plan = plan_import(GAMES, game, "deck", data, ImportWish(), into=name)
    assert (plan.added, plan.updated, plan.files, plan.misfits, plan.cells) == ((), (), {}, (), ())


def test_an_import_and_its_undo_bring_the_bytes_back(tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(20):
        is_csv = bool(number % 2)
        project = Project(write_tiny(tmp_path / str(number), **({"game": CSV_GAME} if is_csv else {})))
        if is_csv:
            (project.root / "cards/tiny/cards.csv").write_text(CSV)
        history = EditHistory(project)
        before = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
        ids = chance.sample(["first", "second", "third", "fourth", "fifth"], chance.randint(1, 5))
        rows = "".join(
            f"{id},{chance.choice(['ruby', 'Jade'])},{chance.choice(['A', 'Bé', '5', 'yes', ' x '])},"
            f'"{chance.choice(["Go.", "a: b", "# c", "1", "x; y"])}",{chance.choice(["", "2", "3"])},{chance.randint(0, 9)}\n'
            for id in ids
        )
        plan = planned(
            project, f"id,suit,name,text,copies,Power\n{rows}", add={"Power": ""} if number % 3 else {}
        )
        assert plan.misfits == ()
        files = {path: (plan.bases[path], lambda _, data=data: data) for path, data in plan.files.items()}
        history.write(files, plan.says)
        assert planned(project, f"id,suit,name,text,copies,Power\n{rows}").files == {}
        history.undo()
        assert {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()} == before


def workbook_project(tmp_path: Path, rows: list[list[object]], more: str = "") -> Project:
    game = CSV_GAME.replace("cards.csv", "deck.xlsx").replace(
        "    fields: {suit", f"{more}    fields: {{suit"
    )
    project = Project(write_tiny(tmp_path, game=game))
    (project.root / "cards/tiny/deck.xlsx").write_bytes(sheet(rows))
    return project


WORKBOOK: list[list[object]] = [
    ["id", "suit", "Title", "text", "Qty", "Notes"],
    ["first", "Ruby", "First Light", "Take 1 {gem}.", 2, "x"],
    ["second", "jade", "5", 'Line\nbreak, "quoted"', None, None],
]
COLUMNS = "    columns: {Title: name, Qty: copies}\n    ignore: [Notes]\n"


def test_a_workbook_becomes_yaml(tmp_path: Path) -> None:
    project = workbook_project(tmp_path, WORKBOOK, COLUMNS)
    made = text_list(project, "tiny", "deck", ".yaml")
    assert made.left == ("Notes",)
    assert made.files["cards/tiny/deck.yaml"].decode() == (
        "cards:\n  - id: first\n    suit: ruby\n    name: First Light\n    text: Take 1 {gem}.\n    copies: 2\n\n"
        '  - id: second\n    suit: jade\n    name: "5"\n    text: |-\n      Line\n      break, "quoted"\n'
    )
    game = made.files["cards/tiny/game.yaml"].decode()
    assert "cards: deck.yaml" in game
    assert "columns" not in game


def test_a_workbook_becomes_csv_with_all_of_its_columns(tmp_path: Path) -> None:
    project = workbook_project(tmp_path, WORKBOOK, COLUMNS)
    made = text_list(project, "tiny", "deck.xlsx", ".csv")
    assert made.files["cards/tiny/deck.csv"].decode() == (
        "id,suit,Title,text,Qty,Notes\nfirst,Ruby,First Light,Take 1 {gem}.,2,x\n"
        'second,jade,5,"Line\nbreak, ""quoted""",,\n'
    )
    assert "    columns: {Title: name, Qty: copies}\n" in made.files["cards/tiny/game.yaml"].decode()


def test_a_workbook_is_not_replaced_by_a_file_that_is_there(tmp_path: Path) -> None:
    project = workbook_project(tmp_path, WORKBOOK, COLUMNS)
    (project.root / "cards/tiny/deck.yaml").write_text("cards: []\n")
    with pytest.raises(ImportRefusedError, match="already exists"):
        text_list(project, "tiny", "deck", ".yaml")
    with pytest.raises(ImportRefusedError, match="is a workbook"):
        planned(project, "id,name\nfirst,A\n")


def test_a_conversion_that_would_change_a_card_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = workbook_project(tmp_path, WORKBOOK, COLUMNS)
    from nineup.pipeline import workbook_conversion

    monkeypatch.setattr(
        workbook_conversion, "_csv", lambda *_: "id,suit,Title,text,Qty,Notes\nfirst,ruby,Dawn,Take.,2,\n"
    )
    with pytest.raises(ImportRefusedError, match="the card `first` would change"):
        text_list(project, "tiny", "deck", ".csv")
