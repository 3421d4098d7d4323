"""The columns of tables: fields by the titles that spreadsheets have, copies by their usual names, items by name."""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Card

GAME = """\
game: Tea
players: 2-4
lists:
  color: {red: {name: Deep Red}, creme: {name: Crème}, one: {name: Same}, two: {name: Same}}
components:
  deck:
    shape: card
    size: poker
    layout: a.svg
    cards: deck.csv
    fields:
      name: text
      color: {optional: {one-of: color}}
      mix: {optional: {some-of: color}}
      price: {optional: {counts-of: color}}
      cost: {optional: {record: {gold: number, who: {optional: {record: {first: text}}}}}}
"""


def load(root: Path, rows: str, more: str = "") -> tuple[tuple[Card, ...], list[str]]:
    """The cards, and the findings as `code line:column message`."""
    folder = root / "cards/tea"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME.replace("    fields:", f"{more}    fields:"), encoding="utf-8")
    (folder / "deck.csv").write_text(rows, encoding="utf-8")
    findings = Findings()
    game = load_game(Project(root), "tea", findings, {})
    found = [f"{f.code} {f.span.line}:{f.span.column} {f.message}" for f in findings if f.span]
    return (game.components["deck"].cards if game else ()), found


def one(root: Path, rows: str, more: str = "") -> Card:
    cards, findings = load(root, rows, more)
    assert findings == []
    (card,) = cards
    return card


@pytest.mark.parametrize(
    ("titles", "more"),
    [
        ("id,name,copies,color,cost.gold", ""),
        ("ID,Name,Qty,COLOR,Cost Gold", ""),
        (" id , NAME,Count,Cölor,cost_gold", ""),
        ("Id,Nàme,#,color,Cost.Gold", ""),
        ("Id,Name,Number,color,cost-gold", ""),
        ("Id,Name,No. of copies,color,cost-gold", ""),
        ("Id,Name,Number of cards,color,cost-gold", ""),
        ("Id,Name,AMOUNT,color,cost-gold", ""),
        ("Id,Name,Copies,color,COST GOLD", ""),
        ("Nr.,Titel,Anzahl,Farbe,Preis", "    columns: {Nr.: id, Titel: name, Anzahl: copies, Farbe: color, PREIS: cost.gold}\n"),
    ],
)  # fmt: skip
def test_columns_are_fields(tmp_path: Path, titles: str, more: str) -> None:
    card = one(tmp_path, f"{titles}\na,Cup,3,red,2\n", more)
    assert (card.id, card.values["name"], card.copies) == ("a", "Cup", 3)
    assert (card.values["color"], card.values["cost"]["gold"]) == ("red", 2)


@pytest.mark.parametrize(
    "line",
    [
        "# columns: {Titel: name, Anzahl: copies}",
        '"# columns: {Titel: name, Anzahl: copies}",,',
        "sep=,\n# Columns: {titel: name, anzahl: copies}",
        "# columns: {Titel: name, Anzahl: copies},,",
    ],
)
def test_a_file_says_itself_which_fields_its_columns_are_for(tmp_path: Path, line: str) -> None:
    card = one(tmp_path, f"{line}\nID,Titel,Anzahl\na,Cup,3\n")
    assert (card.id, card.values["name"], card.copies) == ("a", "Cup", 3)


def test_the_title_as_it_is_wins_over_titles_that_look_like_it(tmp_path: Path) -> None:
    card = one(tmp_path, "id,name,NAME,qty,copies\na,Cup,x,7,3\n", "    ignore: [NAME, qty]\n")
    assert (card.values["name"], card.copies) == ("Cup", 3)


@pytest.mark.parametrize(
    ("rows", "more", "finding"),
    [
        ("id,Name,NAME\na,Cup,Pot\n", "", "ambiguous-column 1:9 the columns `Name` and `NAME` may both be `name`"),
        ("id,name,Name\na,Cup,Pot\n", "", "ambiguous-column 1:9 the columns `name` and `Name` may both be `name`"),
        ("id,name,Qty,Count\na,Cup,1,2\n", "", "ambiguous-column 1:13 the columns `Qty`, `Count` may all be the copies"),
        ("#,name\n1,Cup\n2,Pot\n", "", "ambiguous-column 1:1 the column `#` counts 1, 2, 3 …: it may be the copies, or number the cards"),
        ("id,name,Number\na,Cup,1\nb,Pot,2\n", "", "ambiguous-column 1:9 the column `Number` counts 1, 2, 3 …: it may be the copies, or number the cards"),
        ("id,name\na,Cup\n", "    columns: {Title: name}\n", "unknown-key 11:15 no table has a column `Title`"),
        ("id,Title\na,Cup\n", "    columns: {Title: nam}\n", "unknown-key 11:22 the cards have no field `nam`"),
        ("# columns: {Title: name}\nid,name\na,Cup\n", "", "unknown-key 1:1 the table has no column `Title`"),
        ("# columns: Title\nid,name\na,Cup\n", "", "wrong-type 1:1 this line doesn't say which fields the columns are for"),
    ],
)  # fmt: skip
def test_what_may_mean_two_things_is_a_finding(tmp_path: Path, rows: str, more: str, finding: str) -> None:
    assert finding in load(tmp_path, rows, more)[1]


@pytest.mark.parametrize("more", ["    ignore: '#'\n", "    columns: {'#': copies}\n"])
def test_either_answer_to_a_column_that_counts_up_is_taken(tmp_path: Path, more: str) -> None:
    cards, findings = load(tmp_path, "#,name\n1,Cup\n2,Pot\n", more)
    assert findings == []
    assert [card.copies for card in cards] == ([1, 1] if "ignore" in more else [1, 2])


def test_a_column_that_counts_up_beside_one_of_copies_numbers_the_cards(tmp_path: Path) -> None:
    cards, findings = load(tmp_path, "#,name,Qty\n1,Cup,4\n2,Pot,5\n")
    assert (findings, [card.copies for card in cards]) == ([], [4, 5])


def test_a_title_that_appears_twice_is_said_so(tmp_path: Path) -> None:
    _, findings = load(tmp_path, "Name,Color,Color\nCup,red,red\n")
    assert findings == ["ambiguous-column 1:12 the column `Color` appears twice"]


def test_ignored_titles_are_found_without_capitals(tmp_path: Path) -> None:
    assert one(tmp_path, "Name,To Do\nCup,x\n", "    ignore: to do\n").values["name"] == "Cup"


def test_a_column_of_notes_is_not_the_copies(tmp_path: Path) -> None:
    assert one(tmp_path, "id,name,#\na,Cup,later\n").copies == 1


def test_items_are_found_by_the_name_they_print(tmp_path: Path) -> None:
    card = one(tmp_path, 'id,name,color,mix,price\na,Cup,Deep Red,"crème, DEEP RED","2 Creme; deep red"\n')
    assert card.values["color"] == "red"
    assert card.values["mix"] == ("creme", "red")
    assert card.values["price"] == {"creme": 2, "red": 1}
    _, findings = load(tmp_path, "id,name,color\na,Cup,Same\n")
    assert findings == ["unknown-item 2:7 `Same` is not in the list `color`"]


def test_the_name_of_a_table_and_notes_may_be_above_it(tmp_path: Path) -> None:
    assert one(tmp_path, "My deck;;\nlast edited: May;;\n\nID;Name;Qty\na;Cup;2\n").copies == 2


NUMBERS = GAME.replace("      name: text\n", "      name: text\n      worth: {optional: number}\n")


def worth(root: Path, file: str, text: str) -> tuple[list[object], list[str]]:
    """The worth of each card in a file, and the findings as `code line:column message`."""
    folder = root / "cards/tea"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(NUMBERS.replace("deck.csv", file), encoding="utf-8")
    (folder / file).write_text(text, encoding="utf-8")
    findings = Findings()
    game = load_game(Project(root), "tea", findings, {})
    found = [f"{f.code} {f.span.line}:{f.span.column} {f.message}" for f in findings if f.span]
    return [card.values["worth"] for card in game.components["deck"].cards] if game else [], found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("name;worth\nA;2,5\nB;1.234,5\nC;3\nD;\n", [2.5, 1234.5, 3, None]),
        ("name;worth\nA;1,500\n", [1.5]),
        ('name,worth\nA,"2,5"\nB,"-0,25"\n', [2.5, -0.25]),
        ("name\tworth\nA\t2,5\nB\t2,500\n", [2.5, 2.5]),
        ("name;worth\nA;2.5\nB;3\n", [2.5, 3]),
    ],
)
def test_decimal_commas_are_read_where_other_signs_say_so(
    tmp_path: Path, text: str, found: list[object]
) -> None:
    assert worth(tmp_path, "deck.csv", text) == (found, [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('name,worth\nA,"1,500"\n', ["bad-number 2:3 `1,500` is not a number"]),
        ("name;worth\nA;2,5\nB;2.5\n", ["bad-number 2:3 `2,5` is not a number"]),
        ("name;worth\nA;2,5\nB;1.500\n", ["bad-number 3:3 `1.500` may be 1500 or 1,500"]),
    ],
)
def test_a_number_that_may_be_two_is_a_finding(tmp_path: Path, text: str, found: list[str]) -> None:
    assert worth(tmp_path, "deck.csv", text) == ([], found)


def test_a_table_may_be_tsv(tmp_path: Path) -> None:
    assert worth(tmp_path, "deck.tsv", 'Name\tWorth\n"A, or ""B"""\t2\n') == ([2], [])


def test_a_table_may_be_a_list_in_json(tmp_path: Path) -> None:
    text = """[
 {"Name": "Cup \\ud83c\\udf75 \\/", "Worth": 2.5, "mix": ["red"], "price": {"red": 2}, "Cost": {"gold": 3}},
 {"Name": "Pot", "Worth": null, "Qty": 2, "mix": "Crème; red", "cost.gold": "4"}
]"""
    assert worth(tmp_path, "deck.json", text) == ([2.5, None], [])
    game = load_game(Project(tmp_path), "tea", Findings(), {})
    assert game is not None
    cup, pot = game.components["deck"].cards
    assert (cup.values["name"], cup.values["mix"], cup.values["price"]) == ("Cup 🍵 /", ("red",), {"red": 2})
    assert (pot.copies, pot.values["mix"], pot.values["cost"]["gold"]) == (2, ("creme", "red"), 4)
    assert cup.spans["worth"][1:3] == (2, 43)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[{]", "bad-json 1:3 not JSON: Expecting property name enclosed in double quotes"),
        ('{"a": 1}', "wrong-type 1:1 expected a list of objects, one for each card"),
        ('[{"name": "A",\n"name": "B"}]', "duplicate-key 2:1 `name` appears twice"),
        ('[{"name": "A",\n"worth": "dear"}]', "bad-number 2:10 `dear` is not a number"),
        ('[{"name": "A",\n"wroth": 2}]', "unknown-key 2:1 unknown column `wroth`"),
        ('[{"name": "A\\u0000"}]', "control-character 1:11 the character U+0000 can't be printed"),
        ('[{"name": "A\\ud83c"}]', "control-character 1:11 the character U+D83C can't be printed"),
        ("[" * 100_000, "bad-json 1:1 not JSON that can be read"),
    ],
)
def test_mistakes_in_json_have_their_places(tmp_path: Path, text: str, found: str) -> None:
    assert worth(tmp_path, "deck.json", text) == ([], [found])
