"""The type of a field: values are rewritten where the new type has them otherwise, and what doesn't fit is said."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.edit import (
    CardRef,
    Change,
    Delete,
    Duplicate,
    EditHistory,
    EditStep,
    FieldError,
    Move,
    Retyping,
    Set,
    card_lists,
    change_type,
    csv_table,
    edit,
    home_of,
    parts,
)
from nineup.files.load import load_game
from test_edit_fields import CSV_GAME, FILE, GAME_FILE, changes_for, opened, tiny, write
from tiny import CARDS, GAME

CSV_FILE = "cards/tiny/cards.csv"
RECORD = "{record: {by: text, worth: {optional: number}}}"
DECLARED = {
    "text": "text",
    "rich": "rich",
    "number": "number",
    "yes-no": "yes-no",
    "picture": "picture",
    "symbol": "symbol",
    "one": {"one-of": "suit"},
    "some": {"some-of": "suit"},
    "texts": {"list-of": "text"},
    "counts": {"counts-of": "suit"},
    "symbols": {"counts-of": "symbol"},
    "record": {"record": {"by": "text", "worth": {"optional": "number"}}},
    "optional": {"optional": {"one-of": "suit"}},
}
TYPES = {
    **{name: name for name in ("text", "rich", "number", "yes-no", "picture", "symbol")},
    "one": "{one-of: suit}",
    "some": "{some-of: suit}",
    "texts": "{list-of: text}",
    "counts": "{counts-of: suit}",
    "symbols": "{counts-of: symbol}",
    "record": RECORD,
    "optional": "{optional: {one-of: suit}}",
}


def retyped(
    root: Path, name: str, kind: Any, values: dict[int, Any] | None = None, file: str = FILE
) -> Retyping:
    game, project = opened(root)
    deck = card_lists(game, project.text)[0]
    home = home_of(game, deck, project.text, name)
    wanted = {CardRef(file, number): value for number, value in (values or {}).items()}
    return change_type(game, home, name, kind, project.text, given=wanted)


def texts(root: Path, made: Retyping) -> dict[str, str]:
    found = {}
    for file, changes in made.changes.items():
        data = edit(file, (root / file).read_bytes(), changes)
        assert isinstance(data, bytes), data
        found[file] = data.decode()
    return found


def card_with(kind: str, value: str) -> str:
    return (
        f"fields:\n  # What it is worth.\n  what: {kind}   # so far\ncards:\n  - {{id: a}}\n"
        f"  - id: b\n    what: {value}   # as said\n    copies: 2\n"
    ).replace("  - {id: a}\n", "")


FITTING = [
    ("text", '"3"', "number", "3"),
    ("text", "2.5", "number", "2.5"),
    ("number", "3", "text", "3"),
    ("text", "Yes", "yes-no", "yes"),
    ("yes-no", "yes", "number", "1"),
    ("number", "0", "yes-no", '"no"'),
    ("text", "Ruby", "one", "ruby"),
    ("one", "ruby", "text", "ruby"),
    ("one", "ruby", "some", "[ruby]"),
    ("some", "[ruby]", "one", "ruby"),
    ("some", "[ruby, jade, ruby]", "counts", "{ruby: 2, jade: 1}"),
    ("counts", "{ruby: 2, jade: 1}", "some", "[ruby, ruby, jade]"),
    ("one", "jade", "counts", "{jade: 1}"),
    ("counts", "{jade: 1}", "one", "jade"),
    ("text", "Ruby, jade", "some", "[ruby, jade]"),
    ("some", "[ruby, jade]", "text", "ruby; jade"),
    ("text", "2 Ruby; Jade", "counts", "{ruby: 2, jade: 1}"),
    ("counts", "{ruby: 2, jade: 1}", "text", "2 ruby; 1 jade"),
    ("rich", '"{gem}{gem} 3 {gem}"', "symbols", "{gem: 5}"),
    ("symbols", "{gem: 2}", "rich", '"2 {gem}"'),
    ("symbol", "gem", "rich", '"{gem}"'),
    ("rich", '"{gem}"', "symbol", "gem"),
    ("symbol", "gem", "symbols", "{gem: 1}"),
    ("texts", "[one, two]", "text", "one; two"),
    ("text", "one; two", "texts", "[one, two]"),
    ("text", "Plain words.", "rich", "Plain words."),
    ("rich", "Plain words.", "text", "Plain words."),
    ("text", '"me"', "record", "{by: me}"),
    ("record", "{by: me}", "text", "me"),
    ("number", "12", "texts", "[12]"),
    ("one", "ruby", "optional", "ruby"),
    ("text", "dragon.png", "picture", "dragon.png"),
    ("picture", "dragon.png", "rich", "dragon.png"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "before", "new", "after"), FITTING)
def test_a_value_is_written_as_its_new_type_has_it(
    tmp_path: Path, old: str, before: str, new: str, after: str
) -> None:
    cards = card_with(TYPES[old], before)
    root = tiny(tmp_path, cards=cards)
    made = texts(root, retyped(root, "what", DECLARED[new]))
    after = after.strip('"') if new == "yes-no" else after
    assert made == {FILE: card_with(TYPES[new], after)}
    (root / FILE).write_text(made[FILE])
    findings = Findings()
    load_game(Project(root), "tiny", findings, partial=True)
    assert not findings.failed, findings


UNFIT = [
    ("text", "many", "number", "`many` is not a number"),
    ("text", "perhaps", "yes-no", "`perhaps` is neither"),
    ("text", "rubi", "one", "`rubi` is not in the list `suit`; did you mean `ruby`?"),
    ("text", "Ruby and jade", "some", "`Ruby and jade` is not in the list `suit`"),
    ("some", "[ruby, jade]", "one", "it has several values"),
    ("counts", "{ruby: 2}", "one", "several are counted"),
    ("counts", "{ruby: 101}", "some", "as a list it would be too long"),
    ("rich", '"Take {gem}."', "text", "a plain text prints `{gem}` as it is written"),
    ("record", "{by: me, worth: 2}", "text", "it has several parts: by, worth"),
    ("record", "{by: me, worth: 2}", "symbols", "it has several parts: by, worth"),
    ("rich", '"Take {gem}"', "symbols", "there is no symbol"),
    ("text", "Take {gam}", "rich", "there is no symbol `gam`"),
]


@pytest.mark.parametrize(("old", "before", "new", "why"), UNFIT)
def test_a_value_that_doesn_t_fit_is_said_and_nothing_changes(
    tmp_path: Path, old: str, before: str, new: str, why: str
) -> None:
    root = tiny(tmp_path, cards=card_with(TYPES[old], before))
    made = retyped(root, "what", DECLARED[new])
    assert made.changes == {}
    (misfit,) = made.misfits
    assert (misfit.place, misfit.card, misfit.line) == (CardRef(FILE, 0), "b", 5)
    assert misfit.why.startswith(why)


def test_all_types_go_to_all_types_or_say_why_not(tmp_path: Path) -> None:
    root = tiny(tmp_path)
    values = {old: before for old, before, _, _ in FITTING}
    for old, before in values.items():
        for new in TYPES:
            if DECLARED[old] == DECLARED[new]:
                continue
            (root / FILE).write_text(card_with(TYPES[old], before))
            made = retyped(root, "what", DECLARED[new])
            assert bool(made.changes) != bool(made.misfits), (old, new)
            if made.changes:
                (root / FILE).write_text(texts(root, made)[FILE])
                findings = Findings()
                load_game(Project(root), "tiny", findings, partial=True)
                assert not findings.failed, (old, new, findings)


def test_values_may_be_given_for_those_that_don_t_fit(tmp_path: Path) -> None:
    cards = CARDS.replace("name: text\n", "name: text\n  worth: {optional: text}\n", 1)
    cards = cards.replace("    name: First Light\n", "    name: First Light\n    worth: a lot\n")
    root = tiny(tmp_path, cards=cards)
    assert [each.why for each in retyped(root, "worth", "number").misfits] == [
        "`a lot` is not a number; write it in digits, like 3 or 2.5",
        "it has no value",
    ]
    made = retyped(root, "worth", "number", {0: 12, 1: 0})
    wanted = cards.replace("{optional: text}", "number").replace("worth: a lot", "worth: 12")
    wanted = wanted.replace("name: Second Wind\n", "name: Second Wind\n    worth: 0\n")
    assert texts(root, made) == {FILE: wanted}
    again = retyped(root, "worth", {"optional": "number"}, {0: None})
    assert texts(root, again)[FILE] == cards.replace("    worth: a lot\n", "").replace(
        "{optional: text}", "{optional: number}"
    )
    assert len(retyped(root, "worth", "number", {0: "many", 1: None}).misfits) == 2


def test_a_family_keeps_its_template_if_all_its_cards_fit(tmp_path: Path) -> None:
    cards = 'fields: {what: text}\ncards:\n  - for: {n: [1, 2]}\n    id: "a-{{ n }}"\n    what: "{{ n }}"\n'
    root = tiny(tmp_path, cards=cards)
    assert texts(root, retyped(root, "what", "number")) == {FILE: cards.replace("what: text", "what: number")}
    (misfit,) = retyped(root, "what", {"one-of": "suit"}).misfits
    assert misfit.why.startswith("of the card a-1, `1` is not in the list `suit`")


CSV = 'id;Worth;name;copies\r\nfirst;"3";"First; Light";2\r\n\r\nsecond; 4;Second\r\n'


def csv_game(tmp_path: Path, kind: str = "text", text: str = CSV) -> Path:
    game = CSV_GAME.replace(
        "fields: {suit: {one-of: suit}, name: text, text: rich}", f"fields: {{worth: {kind}, name: text}}"
    )
    root = tiny(tmp_path, game=game)
    (root / CSV_FILE).write_bytes(text.encode())
    return root


def test_a_column_that_reads_the_same_stays_as_it_is(tmp_path: Path) -> None:
    root = csv_game(tmp_path)
    made = texts(root, retyped(root, "worth", "number"))
    assert made == {GAME_FILE: (root / GAME_FILE).read_text().replace("{worth: text", "{worth: number")}


def test_cells_are_rewritten_in_their_notation(tmp_path: Path) -> None:
    text = CSV.replace('"3"', '"ruby; ruby"').replace(" 4", "Jade")
    root = csv_game(tmp_path, "{some-of: suit}", text)
    made = texts(root, retyped(root, "worth", {"counts-of": "suit"}))
    assert made[CSV_FILE] == text.replace('"ruby; ruby"', '"2 ruby"').replace("Jade", "1 jade")


def test_a_record_becomes_columns_and_one_column_again(tmp_path: Path) -> None:
    root = csv_game(tmp_path)
    kind = {"record": {"by": "text", "worth": {"optional": "number"}}}
    made = texts(root, retyped(root, "worth", kind))
    assert made[CSV_FILE] == (
        'id;worth.by;worth.worth;name;copies\r\nfirst;3;;"First; Light";2\r\n\r\nsecond; 4;;Second\r\n'
    )
    for file, each in made.items():
        (root / file).write_bytes(each.encode())
    findings = Findings()
    load_game(Project(root), "tiny", findings, partial=True)
    assert not findings.failed, findings
    back = texts(root, retyped(root, "worth", "number"))
    assert back[CSV_FILE] == 'id;worth;name;copies\r\nfirst;3;"First; Light";2\r\n\r\nsecond;4;Second\r\n'


def test_misfits_of_a_table_have_their_line(tmp_path: Path) -> None:
    root = csv_game(tmp_path)
    misfits = retyped(root, "worth", "yes-no", file=CSV_FILE).misfits
    assert [(each.card, each.line, each.place.number) for each in misfits] == [
        ("first", 2, 0),
        ("second", 4, 1),
    ]
    assert retyped(root, "worth", "yes-no", {0: "yes", 1: "no"}, CSV_FILE).changes.keys() == {
        GAME_FILE,
        CSV_FILE,
    }


def test_a_workbook_and_the_same_type_are_refused(tmp_path: Path) -> None:
    root = tiny(tmp_path, game=CSV_GAME.replace("cards.csv", "cards.xlsx"))
    (root / "cards/tiny/cards.xlsx").write_bytes(b"")
    with pytest.raises(FieldError, match="is a workbook"):
        retyped(root, "text", "text")
    with pytest.raises(FieldError, match="has this type already"):
        retyped(root, "text", "rich")


def test_all_lists_of_a_component_follow(tmp_path: Path) -> None:
    root = tiny(tmp_path, game=GAME.replace("cards: cards.yaml", "cards: [cards.yaml, more.yaml]"))
    (root / "cards/tiny/more.yaml").write_text(CARDS.replace("first", "a").replace("second", "b"))
    assert texts(root, retyped(root, "name", "rich")).keys() == {FILE, "cards/tiny/more.yaml"}


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.sampled_from(sorted(TYPES)), max_size=6), st.booleans())
def test_undo_gives_back_the_bytes(
    tmp_path_factory: pytest.TempPathFactory, kinds: list[str], is_csv: bool
) -> None:
    made = tmp_path_factory.mktemp("types")
    root = csv_game(made) if is_csv else tiny(made, cards=card_with("text", "jade"))
    name = "worth" if is_csv else "what"
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    history, done = EditHistory(Project(root)), 0
    for kind in kinds:
        try:
            found = retyped(root, name, DECLARED[kind])
        except FieldError:
            continue
        if found.changes:
            outcome = write(history, found.changes)
            assert isinstance(outcome, EditStep), outcome
            done += 1
            findings = Findings()
            load_game(Project(root), "tiny", findings, partial=True)
            assert not findings.failed, findings
    for _ in range(done):
        assert isinstance(history.undo(), EditStep)
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


FIELDS = st.sampled_from(("what", "more", "name"))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("type"), FIELDS, st.sampled_from(sorted(TYPES))),
        st.tuples(st.just("add"), FIELDS, st.sampled_from((None, "x"))),
        st.tuples(st.sampled_from(("rename", "move")), FIELDS, FIELDS | st.just("last")),
        st.tuples(st.just("delete"), FIELDS, st.none()),
        st.tuples(
            st.sampled_from(("copy", "shift", "remove", "set")),
            st.integers(0, 3),
            st.sampled_from(("A", "3")),
        ),
    ),
    max_size=10,
)
MIXED = """\
fields:
  what: text   # so far
  # Its name.
  name: rich
cards:
  # The first.
  - id: a
    what: "3"
    name: One   # of them

  - {id: b, name: Two, what: '4'}
  - id: c
    name: |
      Three
      lines
    what: ruby
"""
MIXED_CSV = 'id;what;name\r\na;3;"One; a"\r\n\r\nb;ruby;Two\r\n'


def row_change(act: str, at: int, text: str, is_csv: bool) -> Change:
    path: tuple[str, ...] = () if is_csv else ("cards",)
    if act == "copy":
        return Duplicate((*path, at), {"id": f"{text.lower()}-{at}"})
    if act == "shift":
        return Move(path, at, 0)
    return Delete((*path, at)) if act == "remove" else Set((*path, at, "name"), text)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(STEPS, st.booleans())
def test_fields_and_rows_change_in_turn_and_undo_gives_back_the_bytes(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, Any, Any]], is_csv: bool
) -> None:
    root = tiny(tmp_path_factory.mktemp("mixed"), cards=MIXED)
    file = CSV_FILE if is_csv else FILE
    if is_csv:
        csv = "    fields: {what: text, name: text}\n    cards: [cards.csv]\n"
        (root / GAME_FILE).write_text(GAME.replace("    cards: cards.yaml\n", csv))
        (root / CSV_FILE).write_bytes(MIXED_CSV.encode())
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    history, done = EditHistory(Project(root)), 0
    for act, first, second in steps:
        try:
            if act == "type":
                changes = retyped(root, first, DECLARED[second]).changes
            elif isinstance(first, int):
                changes = {file: [row_change(act, first, second, is_csv=is_csv)]}
            elif act == "add":
                changes = changes_for(root, "add", first, "text", value=second)
            elif act == "delete":
                changes = changes_for(root, "delete", first)
            else:
                changes = changes_for(root, act, first, second)
        except FieldError:
            continue
        outcome = write(history, changes) if changes else None
        assert outcome is None or isinstance(outcome, (EditStep, Diagnostic))
        done += isinstance(outcome, EditStep) and any(old != new for old, new in outcome.files.values())
        text = (root / file).read_bytes().decode()
        assert csv_table(text).rows if is_csv else parts(text) is not None
    for _ in range(done):
        assert isinstance(history.undo(), EditStep)
    assert history.undo() is None
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
