"""Edits of YAML by example: what becomes of the lines, and what is refused."""

import pytest
from nineup.base.diagnostics import Diagnostic
from nineup.files.edit import Change, Delete, Duplicate, Insert, Move, Rename, Set, edit

CARDS = """\
# top
fields: {name: text}

cards:
  # Veins

  - id: a   # the first
    name: One
    text: >-
      This is a folded text that goes over several lines so that one can see how it is
      wrapped when a word is changed in the middle of it, and the rest stays as it is on
      the following lines.
    cost: {ruby: 1, jade: 2}

  # about b
  - id: b
    name: 'it''s'
    # deep
  - id: c
    text: |-  # a literal
      x
      y
    gems: [a, b]
"""


def made(text: str, *changes: Change) -> str:
    found = edit("cards/a/cards.yaml", text.encode(), changes)
    assert isinstance(found, bytes), found
    return found.decode()


def lines(*changes: Change, text: str = CARDS) -> tuple[list[str], list[str]]:
    """The lines that are gone, and those that are new."""
    before, after = text.splitlines(), made(text, *changes).splitlines()
    return [line for line in before if line not in after], [line for line in after if line not in before]


def refused(text: str, *changes: Change) -> Diagnostic:
    found = edit("cards/a/cards.yaml", text.encode(), changes)
    assert isinstance(found, Diagnostic)
    assert found.severity == "error"
    return found


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("Two", "Two"),
        ("a: b", "'a: b'"),
        ("a #b", "'a #b'"),
        ("it's", "it's"),
        (" padded ", "' padded '"),
        ("", "''"),
        ("no", "no"),
        ("12", "'12'"),
        (12, "12"),
        (True, "yes"),
        (2.5, "2.5"),
        ("tab\there", "'tab\there'"),
        ("{ruby}", "'{ruby}'"),
        ("Take {ruby}", "Take {ruby}"),
        ("bell\x07", '"bell\\x07"'),
        (["a", "b: c"], "[a, 'b: c']"),
        ({"ruby": 1}, "{ruby: 1}"),
    ],
)
def test_a_plain_value_stays_plain_if_it_can(value: object, written: str) -> None:
    assert lines(Set(("cards", 0, "name"), value)) == (["    name: One"], [f"    name: {written}"])


def test_quotes_are_those_of_the_value_and_else_those_of_the_file() -> None:
    assert lines(Set(("cards", 1, "name"), "don't"))[1] == ["    name: 'don''t'"]
    assert made('a: x\nb: "y"\n', Set(("a",), "k: v")) == 'a: "k: v"\nb: "y"\n'


def test_several_lines_become_a_block_and_a_comment_stays_behind_its_mark() -> None:
    assert lines(Set(("cards", 0, "id"), "one\ntwo"))[1] == [
        "  - id: |-   # the first",
        "      one",
        "      two",
    ]
    gone, new = lines(Set(("cards", 2, "text"), "x\n  z"))
    assert (gone, new) == (["      y"], ["        z"])
    assert lines(Set(("cards", 2, "text"), ""))[1] == ["    text: ''  # a literal"]


def test_a_folded_text_keeps_the_lines_that_are_still_right() -> None:
    old = "This is a folded text that goes over several lines so that one can see how it is wrapped when a word is"
    text = f"{old} changed at the end of it, and the rest stays as it is on the following lines."
    assert lines(Set(("cards", 0, "text"), text)) == (
        ["      wrapped when a word is changed in the middle of it, and the rest stays as it is on"],
        ["      wrapped when a word is changed at the end of it, and the rest stays as it is on"],
    )


def test_texts_over_several_lines_are_wrapped_as_they_were() -> None:
    text = 'a: one two\n  three four  # k\nb: "five\n  six"\n'
    assert lines(Set(("a",), "one 2 three four"), text=text) == (
        ["a: one two", "  three four  # k"],
        ["a: one 2 three four  # k"],
    )
    assert lines(Set(("b",), "five six seven"), text=text) == (['  six"'], ['  six seven"'])


def test_a_missing_key_is_added_where_the_order_says() -> None:
    order = ("id", "name", "copies", "text")
    after = made(CARDS, Set(("cards", 0, "copies"), 2, order))
    assert "    name: One\n    copies: 2\n    text: >-" in after
    assert made(CARDS, Set(("cards", 2, "when"), "x")).endswith("    gems: [a, b]\n    when: x\n")
    assert made("a: {b: 1}\n", Set(("a", "c"), "x, y")) == 'a: {b: 1, c: "x, y"}\n'


def test_a_value_that_is_nothing_is_filled() -> None:
    assert made("a:  # k\nb: 1\n", Set(("a",), "x")) == "a: x  # k\nb: 1\n"
    assert made("a:\nb: 1\n", Set(("a",), "x\ny")) == "a: |-\n  x\n  y\nb: 1\n"


def test_collections_change_entry_by_entry() -> None:
    assert lines(Set(("cards", 0, "cost"), {"jade": 3, "onyx": 1}))[1] == ["    cost: {jade: 3, onyx: 1}"]
    assert lines(Set(("cards", 2, "gems"), ["b", "c"]))[1] == ["    gems: [b, c]"]
    text = "a:\n  - x  # one\n  - y  # two\n"
    assert made(text, Set(("a",), ["x", "z", "w"])) == "a:\n  - x  # one\n  - z  # two\n  - w\n"


def test_an_entry_is_added_as_the_others_are_written() -> None:
    new = {"id": "n", "text": "one\ntwo", "cost": {"ruby": 1}}
    after = made(CARDS, Insert(("cards",), 1, new))
    assert (
        "following lines.\n    cost: {ruby: 1, jade: 2}\n\n  - id: n\n    text: |-\n      one\n      two\n"
        in after
    )
    assert (
        made("cards: []  # none yet\n", Insert(("cards",), 0, {"id": "n"}))
        == "cards:  # none yet\n  - id: n\n"
    )
    assert made("terms: {}\n", Insert(("terms",), 0, {"means": "m"}, "T")) == "terms:\n  T: {means: m}\n"
    assert made("a:\n  x: {b: 1}\n", Insert(("a",), 1, {"b": 2}, "y")) == "a:\n  x: {b: 1}\n  y: {b: 2}\n"
    assert made("", Insert((), 0, "x", "game")) == "game: x\n"


def test_an_entry_moves_with_the_comment_above_it() -> None:
    after = made(CARDS, Move(("cards",), 1, 0))
    assert after.startswith("# top\nfields: {name: text}\n\ncards:\n  # Veins\n\n  # about b\n  - id: b\n")
    assert made(after, Move(("cards",), 0, 1)) == CARDS


def test_a_deleted_entry_leaves_no_gap() -> None:
    after = made(CARDS, Delete(("cards", 1)))
    assert "jade: 2}\n  - id: c\n" in after
    assert made(CARDS, Delete(("cards", 0))).startswith(
        "# top\nfields: {name: text}\n\ncards:\n  # Veins\n\n  # about b\n  - id: b\n"
    )
    none = made(CARDS, *[Delete(("cards", 0))] * 3)
    assert none == "# top\nfields: {name: text}\n\ncards: []\n  # Veins\n"
    assert made("a: [x, y, z]\n", Delete(("a", 1))) == "a: [x, z]\n"


def test_a_section_keeps_its_heading_when_its_first_card_goes() -> None:
    text = "cards:\n  # One\n\n  - id: a\n\n  # Two\n\n  - id: b\n\n  - id: c\n"
    assert made(text, Delete(("cards", 1))) == "cards:\n  # One\n\n  - id: a\n\n  # Two\n\n  - id: c\n"
    assert made(text, Delete(("cards", 2))) == "cards:\n  # One\n\n  - id: a\n\n  # Two\n\n  - id: b\n"


def test_a_copy_is_as_its_original_is_written() -> None:
    after = made(CARDS, Duplicate(("cards", 1), {"id": "b-2", "name": "x"}))
    assert "    # deep\n\n  - id: b-2\n    name: 'x'\n    # deep\n  - id: c\n" in after
    assert made("a: {x: {b: 1}}\n", Duplicate(("a", "x"), {"b": 2}, "y")) == "a: {x: {b: 1}, y: {b: 2}}\n"


def test_a_key_is_renamed() -> None:
    assert made("a: {x: 1, y: 2}\n", Rename(("a", "y"), "z: z")) == 'a: {x: 1, "z: z": 2}\n'


def test_byte_order_mark_and_line_breaks_stay() -> None:
    data = b"\xef\xbb\xbfa: x\r\nb:\r\n  - id: y\r\n"
    assert edit("a.yaml", data, [Set(("a",), "p\nq"), Insert(("b",), 1, {"id": "z", "t": "u"})]) == (
        b"\xef\xbb\xbfa: |-\r\n  p\r\n  q\r\nb:\r\n  - id: y\r\n  - id: z\r\n    t: u\r\n"
    )


@pytest.mark.parametrize(
    ("text", "path", "message", "place"),
    [
        ("a: &x 1\nb: *x\n", ("a",), "the value is repeated elsewhere (`&x`)", (1, 4)),
        ("a: &x 1\nb: *x\n", ("b",), "the value repeats another one (`*x`)", (2, 4)),
        ("a: &x {b: 1}\n", ("a", "b"), "the value is repeated elsewhere (`&x`)", (1, 4)),
        ("a: !!int 1\n", ("a",), "the value has a tag (`tag:yaml.org,2002:int`)", (1, 4)),
        (
            "a: &x {b: 1}\nc:\n  <<: *x\n  d: 1\n",
            ("c", "d"),
            "the mapping takes values from another one (`<<`)",
            (3, 3),
        ),
        ("a: 1\n", ("b", "c"), "this place no longer exists: b.c", (1, 1)),
        ("a: [1]\n", ("a", 1), "this place no longer exists: a.1", (1, 1)),
    ],
)
def test_what_cannot_be_edited_is_refused_at_its_place(
    text: str, path: tuple[str | int, ...], message: str, place: tuple[int, int]
) -> None:
    found = refused(text, Set(path, "2"))
    assert (found.code, found.message) == ("edit-refused", message)
    assert found.span is not None
    assert found.span[1:3] == place


def test_a_value_beside_an_alias_can_be_edited() -> None:
    assert made("a: &x 1\nb: *x\nc: 2\n", Set(("c",), "3")) == "a: &x 1\nb: *x\nc: 3\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a: [1\n", "yaml-syntax"),
        (b"a: b: c\n", "unquoted-text"),
        (b"a: 1\na: 2\n", "duplicate-key"),
        (b"a: \xff\n", "not-utf8"),
        ("a: ä\n".encode("utf-16"), "not-utf8"),
        (b"a: \x07\n", "control-character"),
        (b"[" * 200, "yaml-too-deep"),
    ],
)
def test_a_file_that_cannot_be_read_is_not_edited(data: bytes, code: str) -> None:
    found = edit("a.yaml", data, [Set(("a",), "2")])
    assert isinstance(found, Diagnostic)
    assert found.code == code


def test_changes_that_cannot_be_are_refused() -> None:
    assert refused("a: {b: 1}\n", Insert(("a",), 0, 1, "b")).message == "`b` already exists"
    assert refused("a: {b: 1, c: 2}\n", Rename(("a", "b"), "c")).message == "`c` already exists"
    assert refused("a: {b: 1}\n", Move(("a",), 0, 3)).code == "edit-refused"
    assert refused("a: x\n", Set((), "y")).code == "edit-refused"
    assert refused("a: x\n", Set(("a",), "\ud800")).message == "no YAML style can hold this text here"
    found = refused("a: [x,  # one\n  y]\n", Delete(("a", 0)))
    assert found.message == "there is a comment between the braces or brackets"
