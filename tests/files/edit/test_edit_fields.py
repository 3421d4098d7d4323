"""Fields of card lists: the files are as an expert would have written them, and undo gives back the bytes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.edit import (
    EditHistory,
    EditStep,
    FieldError,
    FileChanges,
    add_field,
    card_lists,
    delete_field,
    edit,
    home_of,
    move_field,
    rename_field,
)
from nineup.files.load import load_game
from nineup.model.game import Game
from tiny import CARDS, GAME, write_tiny

FILE = "cards/tiny/cards.yaml"
GAME_FILE = "cards/tiny/game.yaml"

WORN = """\
# Cards, with the marks of use.

fields:
  suit: {one-of: suit}   # its color
  name: text
  # What it does.
  text: rich

language: {text: de}

cards:
  # Rubies.
  - id: first
    suit: ruby
    name: First Light   # at dawn
    # The text.
    text: |
      Take 1 {gem}.

      Then wait.
    copies: 2
    decided: {text: Ours., name: Ours.}

  - {id: second, suit: jade, name: 'It''s', text: "Give 2 {gem}", copies: 3}
"""

CSV_GAME = GAME.replace(
    "    cards: cards.yaml\n",
    "    fields: {suit: {one-of: suit}, name: text, text: rich}\n    cards: [cards.csv]\n",
)
CSV = 'id;suit;name;text;copies\r\nfirst;ruby;"First; Light";Take 1 {gem};2\r\n\r\nsecond;jade;Second\r\n'


def opened(root: Path) -> tuple[Game, Project]:
    project = Project(root)
    game = load_game(project, "tiny", Findings(), partial=True)
    assert game is not None
    return game, project


def changes_for(root: Path, act: str, *arguments: Any, **more: Any) -> FileChanges:
    game, project = opened(root)
    (deck,) = [each for each in card_lists(game, project.text) if each.component == "deck"][:1]
    home = home_of(game, deck, project.text, "" if act == "add" else arguments[0])
    work = {"add": add_field, "delete": delete_field, "rename": rename_field, "move": move_field}[act]
    return work(game, home, *arguments, project.text, **more)  # type: ignore[operator, no-any-return]


def made(root: Path, act: str, *arguments: Any, **more: Any) -> dict[str, str]:
    """The new texts of the files that change."""
    texts = {}
    for file, changes in changes_for(root, act, *arguments, **more).items():
        data = edit(file, (root / file).read_bytes(), changes)
        assert isinstance(data, bytes), data
        texts[file] = data.decode()
    return texts


def tiny(tmp_path: Path, **files: str) -> Path:
    return write_tiny(tmp_path / "project", **files)


def test_a_field_is_declared_last_and_each_card_has_it_before_its_copies(tmp_path: Path) -> None:
    wanted = (
        WORN.replace("  text: rich\n", "  text: rich\n  worth: number\n")
        .replace("    copies: 2\n", "    worth: 3\n    copies: 2\n")
        .replace(", copies: 3}", ", worth: 3, copies: 3}")
    )
    assert made(tiny(tmp_path, cards=WORN), "add", "worth", "number", value=3) == {FILE: wanted}


def test_an_optional_field_touches_no_card(tmp_path: Path) -> None:
    wanted = WORN.replace("  text: rich\n", "  text: rich\n  needs-of: {optional: {some-of: suit}}\n")
    assert made(tiny(tmp_path, cards=WORN), "add", "needs-of", {"some-of": "suit"}) == {FILE: wanted}


@pytest.mark.parametrize(
    ("kind", "value", "written"),
    [
        ("text", "", '""'),
        ("rich", "Take 1 {gem}: now", '"Take 1 {gem}: now"'),
        ("yes-no", "no", "no"),
        ({"one-of": "suit"}, "ruby", "ruby"),
        ({"some-of": "suit"}, ["ruby", "jade"], "[ruby, jade]"),
        ({"counts-of": "symbol"}, {"gem": 2}, "{gem: 2}"),
        ({"record": {"by": "text", "worth": "number"}}, {"by": "me", "worth": 2}, "{by: me, worth: 2}"),
    ],
)
def test_a_field_of_each_type(tmp_path: Path, kind: Any, value: Any, written: str) -> None:
    root = tiny(tmp_path)
    texts = made(root, "add", "extra", kind, value=value)
    assert texts[FILE].count(f"    extra: {written}\n") == 2
    (root / FILE).write_text(texts[FILE])
    findings = Findings()
    assert load_game(Project(root), "tiny", findings) is not None
    assert not findings


def test_a_column_stands_before_those_of_every_card(tmp_path: Path) -> None:
    root = tiny(tmp_path, game=CSV_GAME)
    (root / "cards/tiny/cards.csv").write_bytes(CSV.encode())
    assert made(root, "add", "worth", "number", value=0) == {
        GAME_FILE: CSV_GAME.replace("text: rich}", "text: rich, worth: number}"),
        "cards/tiny/cards.csv": 'id;suit;name;text;worth;copies\r\nfirst;ruby;"First; Light";Take 1 {gem};0;2\r\n\r\n'
        "second;jade;Second;;0\r\n",
    }


def test_a_record_is_a_column_for_each_of_its_fields(tmp_path: Path) -> None:
    root = tiny(tmp_path, game=CSV_GAME)
    (root / "cards/tiny/cards.csv").write_text("id,suit,name,text\na,ruby,A,Yes\n")
    kind, value = {"record": {"by": "text", "worth": "number"}}, {"by": "me", "worth": 2}
    table = made(root, "add", "power", kind, value=value)["cards/tiny/cards.csv"]
    assert table == "id,suit,name,text,power.by,power.worth\na,ruby,A,Yes,me,2\n"
    (root / "cards/tiny/cards.csv").write_text(table)
    (root / GAME_FILE).write_text(CSV_GAME.replace("text: rich}", f"text: rich, power: {kind}}}"))
    assert made(root, "rename", "power", "might")["cards/tiny/cards.csv"].startswith(
        "id,suit,name,text,might.by,might.worth\n"
    )
    assert made(root, "delete", "power")["cards/tiny/cards.csv"] == "id,suit,name,text\na,ruby,A,Yes\n"


def test_a_renamed_field_is_renamed_wherever_the_list_names_it(tmp_path: Path) -> None:
    wanted = WORN.replace("  text: rich", "  words: rich").replace("{text: de}", "{words: de}")
    wanted = wanted.replace("    text: |", "    words: |").replace("{text: Ours.,", "{words: Ours.,")
    wanted = wanted.replace(", text: ", ", words: ")
    assert made(tiny(tmp_path, cards=WORN), "rename", "text", "words") == {FILE: wanted}


def test_a_deleted_field_leaves_nothing_behind(tmp_path: Path) -> None:
    wanted = WORN.replace("  # What it does.\n  text: rich\n", "").replace("language: {text: de}\n\n", "")
    wanted = wanted.replace("    # The text.\n    text: |\n      Take 1 {gem}.\n\n      Then wait.\n", "")
    wanted = wanted.replace("{text: Ours., name", "{name").replace(', text: "Give 2 {gem}"', "")
    assert made(tiny(tmp_path, cards=WORN), "delete", "text") == {FILE: wanted}


@pytest.mark.parametrize(
    ("name", "before", "order"),
    [("text", "suit", ["text", "suit", "name"]), ("suit", "", ["name", "text", "suit"])],
)
def test_a_moved_field_keeps_its_comments_and_no_card_changes(
    tmp_path: Path, name: str, before: str, order: list[str]
) -> None:
    lines = {
        "suit": "  suit: {one-of: suit}   # its color\n",
        "name": "  name: text\n",
        "text": "  # What it does.\n  text: rich\n",
    }
    wanted = WORN.replace("".join(lines.values()), "".join(lines[each] for each in order))
    assert made(tiny(tmp_path, cards=WORN), "move", name, before) == {FILE: wanted}


def test_columns_of_a_table_move_with_their_field(tmp_path: Path) -> None:
    root = tiny(tmp_path, game=CSV_GAME)
    (root / "cards/tiny/cards.csv").write_bytes(CSV.encode())
    moved = made(root, "move", "text", "name")
    assert moved[GAME_FILE] == CSV_GAME.replace("name: text, text: rich", "text: rich, name: text")
    assert moved["cards/tiny/cards.csv"] == (
        'id;suit;text;name;copies\r\nfirst;ruby;Take 1 {gem};"First; Light";2\r\n\r\nsecond;jade;;Second\r\n'
    )
    last = made(root, "move", "suit", "")["cards/tiny/cards.csv"]
    assert last == (
        'id;name;text;suit;copies\r\nfirst;"First; Light";Take 1 {gem};ruby;2\r\n\r\nsecond;Second;;jade\r\n'
    )
    with pytest.raises(FieldError, match="is in that place already"):
        made(root, "move", "suit", "name")


def test_a_column_is_its_field_whatever_its_title(tmp_path: Path) -> None:
    game = CSV_GAME.replace("    fields: {suit", "    columns: {Says: text}\n    fields: {suit")
    root = tiny(tmp_path, game=game)
    (root / "cards/tiny/cards.csv").write_text("id,suit,Says,NAME\na,ruby,Yes,A\n")
    renamed = made(root, "rename", "text", "words")
    assert renamed == {
        GAME_FILE: game.replace("{Says: text}", "{Says: words}").replace("text: rich", "words: rich")
    }
    renamed = made(root, "rename", "name", "title")
    assert renamed["cards/tiny/cards.csv"] == "id,suit,Says,title\na,ruby,Yes,A\n"
    deleted = made(root, "delete", "text")
    assert deleted["cards/tiny/cards.csv"] == "id,suit,NAME\na,ruby,A\n"
    assert "columns:" not in deleted[GAME_FILE]
    moved = made(root, "move", "name", "suit")
    assert moved["cards/tiny/cards.csv"] == "id,NAME,suit,Says\na,A,ruby,Yes\n"


@pytest.mark.parametrize(
    ("name", "kind", "value", "why"),
    [
        ("name", "text", "", "the cards of `deck` have a field `name` already"),
        ("copies", "text", "", "every card has a key `copies` already; choose another name"),
        ("3d", "text", "", "`3d` can't be a field: use lowercase letters, digits and hyphens"),
        ("A b", "text", "", "`A b` can't be a field: use lowercase letters, digits and hyphens"),
        ("x", {"one-of": "suits"}, "", "there is no list `suits`; did you mean `suit`?"),
        ("x", "txt", "", "`txt` is not a type of field; did you mean `text`?"),
        ("x", {"one-of": "suit"}, "rubi", "`rubi` is not in the list `suit`; did you mean `ruby`?"),
    ],
)
def test_what_can_t_be_added_is_refused(tmp_path: Path, name: str, kind: Any, value: Any, why: str) -> None:
    with pytest.raises(FieldError) as refused:
        changes_for(tiny(tmp_path), "add", name, kind, value=value)
    assert str(refused.value) == why


def test_a_required_field_of_a_workbook_is_refused(tmp_path: Path) -> None:
    root = tiny(tmp_path, game=CSV_GAME.replace("cards.csv", "cards.xlsx"))
    (root / "cards/tiny/cards.xlsx").write_bytes(b"")
    with pytest.raises(FieldError, match=r"^`cards/tiny/cards.xlsx` is a workbook: "):
        changes_for(root, "add", "worth", "number", value=0)
    assert made(root, "add", "worth", "number").keys() == {GAME_FILE}


def test_a_component_s_field_of_a_list_that_another_shares_is_refused(tmp_path: Path) -> None:
    more = "  twin:\n    shape: card\n    size: poker\n    cards: [cards.csv]\n    layout: card.svg\n"
    root = tiny(tmp_path, game=CSV_GAME.replace("  chip:\n", f"{more}  chip:\n"))
    (root / "cards/tiny/cards.csv").write_bytes(CSV.encode())
    with pytest.raises(FieldError, match=r"^`cards/tiny/cards.csv` is also a list of `twin`"):
        changes_for(root, "add", "worth", "number", value=0)


NAMES = st.sampled_from(("worth", "tone", "by-hand", "a1"))
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), NAMES, st.sampled_from((None, 0, 12))),
        st.tuples(st.just("delete"), NAMES | st.sampled_from(("name", "text", "suit")), st.none()),
        st.tuples(st.just("rename"), NAMES | st.sampled_from(("name", "text", "suit")), NAMES),
        st.tuples(
            st.just("move"),
            NAMES | st.sampled_from(("name", "text", "suit")),
            st.sampled_from(("", "name", "suit")),
        ),
    ),
    max_size=8,
)
FILES = st.sampled_from((
    {FILE: CARDS},
    {FILE: WORN},
    {FILE: WORN.replace("\n", "\r\n")},
    {GAME_FILE: CSV_GAME, "cards/tiny/cards.csv": CSV},
    {GAME_FILE: CSV_GAME, "cards/tiny/cards.csv": "id,suit,name,text\na,ruby,A,Yes"},
))  # fmt: skip


def write(history: EditHistory, changes: FileChanges) -> Any:
    made = {
        file: (history.version(file).digest, lambda data, file=file, each=each: edit(file, data, each))
        for file, each in changes.items()
    }
    return history.write(made, "a field")


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(FILES, ACTS)
def test_undo_gives_back_the_bytes(
    tmp_path_factory: pytest.TempPathFactory, files: Mapping[str, str], acts: list[tuple[str, str, Any]]
) -> None:
    root = tiny(tmp_path_factory.mktemp("fields"))
    for file, text in files.items():
        (root / file).write_bytes(text.encode())
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    history, done = EditHistory(Project(root)), 0
    for act, name, value in acts:
        try:
            if act == "add":
                changes = changes_for(root, act, name, "number", value=value)
            else:
                changes = changes_for(root, act, name, *([value] if act in ("rename", "move") else []))
        except FieldError:
            continue
        outcome = write(history, changes)
        assert isinstance(outcome, (EditStep, Diagnostic))
        done += isinstance(outcome, EditStep)
        game, _ = opened(root)
        has = name in game.components["deck"].fields
        assert not isinstance(outcome, EditStep) or has == (act in ("add", "move"))
    for _ in range(done):
        assert isinstance(history.undo(), EditStep)
    assert history.undo() is None
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
