"""Edits of CSV files: cells keep their quotes, rows their line breaks, and all else its bytes."""

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic
from nineup.files.edit import Change, Delete, Duplicate, Insert, Move, Set, edit, text_of
from nineup.files.edit.csv_edit import csv_table

CARDS = b'\xef\xbb\xbfid,name,"text"\r\na,One,"Take 1, then ""stop""."\r\n\r\nb,Two\r\nc,Three,x'


def made(data: bytes, *changes: Change) -> bytes:
    found = edit("cards/a/cards.csv", data, changes)
    assert isinstance(found, bytes), found
    return found


def test_a_cell_keeps_its_quotes_and_gets_them_only_if_it_must() -> None:
    assert made(CARDS, Set((0, "text"), "stop")) == CARDS.replace(b'"Take 1, then ""stop""."', b'"stop"')
    assert made(CARDS, Set((0, "name"), "Uno")) == CARDS.replace(b"One", b"Uno")
    assert made(CARDS, Set((0, "name"), 'a, "b"')) == CARDS.replace(b"One", b'"a, ""b"""')
    assert made(CARDS, Set((2, "text"), "x\ny")) == CARDS.replace(b"Three,x", b'Three,"x\ny"')
    assert made(CARDS, Set((0, "name"), True)) == CARDS.replace(b"One", b"yes")


@pytest.mark.parametrize("above", [b"sep=;\r\n", b"Table 1\r\n", b"Table 1;\r\n\r\n"])
def test_what_stands_above_the_header_stays(above: bytes) -> None:
    rows = above + b"id;name\r\na;One\r\nb;Two\r\n"
    assert made(rows, Set((1, "name"), "Dos")) == rows.replace(b"Two", b"Dos")
    assert made(rows, Delete((0,))) == rows.replace(b"a;One\r\n", b"")
    assert made(rows, Insert((), 2, {"id": "c", "name": "Tre"})) == rows + b"c;Tre\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_keeps_its_encoding(encoding: str) -> None:
    rows = "id;name\r\na;Göttin\r\n ; \r\nb;Zoë\r\n"
    after = made(rows.encode(encoding), Set((1, "name"), "Chloë"))
    assert after == rows.replace("Zoë", "Chloë").encode(encoding)
    assert text_of("x.csv", after) == rows.replace("Zoë", "Chloë")


@pytest.mark.parametrize(
    ("data", "value", "message"),
    [
        ("id,name\nä,b\n".encode("cp1252"), "漢", "the character U+6F22 can't be written in Windows-1252"),
        ("id,name\nä,b\n".encode("utf-16") + b"\xff", "x", "the file is truncated UTF-16 text"),
        (b"id,name\n\xe4\x81,b\n", "x", "byte 0xe4 is not UTF-8 text"),
    ],
)
def test_what_has_no_place_in_an_encoding_is_refused(data: bytes, value: str, message: str) -> None:
    found = edit("x.csv", data, [Set((0, "name"), value)])
    assert isinstance(found, Diagnostic)
    assert found.message == message


def test_a_missing_cell_and_a_missing_column_are_added() -> None:
    assert made(CARDS, Set((1, "text"), "y")) == CARDS.replace(b"b,Two", b"b,Two,y")
    after = made(b"id,name\na,b\nc\n", Set((1, "copies"), 2))
    assert after == b"id,name,copies\na,b,\nc,,2\n"
    assert made(b"id,name\na,b\n", Delete((0, "name"))) == b"id,name\na,\n"
    assert made(b"id,name\na,b\n", Delete((0, "gone"))) == b"id,name\na,b\n"


def test_rows_are_added_copied_moved_and_removed() -> None:
    rows = b"id,name\r\na,1\r\nb,2\r\nc,3"
    assert made(rows, Insert((), 1, {"id": "n", "name": "x,y"})) == b'id,name\r\na,1\r\nn,"x,y"\r\nb,2\r\nc,3'
    assert made(rows, Insert((), 3, {"id": "n"})) == b"id,name\r\na,1\r\nb,2\r\nc,3\r\nn,"
    assert made(b"id,name\n", Insert((), 0, {"id": "n", "copies": 2})) == b"id,name,copies\nn,,2\n"
    assert made(b"id,name", Insert((), 0, {"id": "n"})) == b"id,name\nn,"
    assert made(rows, Duplicate((1,), {"id": "b-2"})) == b"id,name\r\na,1\r\nb,2\r\nb-2,2\r\nc,3"
    assert made(rows, Move((), 2, 0)) == b"id,name\r\nc,3\r\na,1\r\nb,2"
    assert made(rows, Delete((2,))) == b"id,name\r\na,1\r\nb,2"
    assert made(rows, Delete((0,))) == b"id,name\r\nb,2\r\nc,3"
    assert made(b"id\na\n", Delete((0,))) == b"id\n"


@pytest.mark.parametrize("separator", [";", "\t"])
def test_another_separator_stays(separator: str) -> None:
    data = f"id{separator}name\na{separator}b\n".encode()
    assert (
        made(data, Set((0, "name"), f"x{separator}y"))
        == f'id{separator}name\na{separator}"x{separator}y"\n'.encode()
    )


@pytest.mark.parametrize(
    ("data", "change", "message"),
    [
        (b"id,name\na,b\n", Set((1, "name"), "x"), "there is no card 2"),
        (b"id,name\na,b\n", Set((0, "name", "x"), "x"), "a CSV file has no place 0.name.x"),
        (b"id,name\na,b\n", Set((0, "name"), ["x"]), "a cell holds one text"),
        (b"id,name\na,b\n", Move((), 0, 1), "there is no card 2"),
        (b"id,name\na,b\n", Insert((), 2, {"id": "x"}), "there is no card 3"),
        (b"id,name\na,b\n", Insert(("x",), 0, {"id": "x"}), "a CSV file can't be changed this way"),
        (b"\n", Set((0, "name"), "x"), "the file has no header"),
        (b'id,name\na,b"c\n', Set((0, "name"), "x"), "a quote inside a cell without quotes"),
        (b'id,name\na,"b"c\n', Set((0, "id"), "x"), "text between the closing quote and the comma"),
    ],
)
def test_what_cannot_be_edited_is_refused(data: bytes, change: Change, message: str) -> None:
    found = edit("cards/a/cards.csv", data, [change])
    assert isinstance(found, Diagnostic)
    assert (found.code, found.message) == ("edit-refused", message)


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\"',;"), max_size=12)


def has_text(row: list[str]) -> bool:
    return any(cell.strip() for cell in row)


@st.composite
def csv_files(draw: Any) -> tuple[bytes, list[list[str]]]:
    """A file as some program would write it, and its rows."""
    width = draw(st.integers(1, 4))
    cells = CELLS.filter(lambda text: "\ufeff" not in text)
    rows = [[f"c{n}" for n in range(width)]]
    rows += draw(
        st.lists(st.lists(cells, min_size=width, max_size=width).filter(has_text), min_size=1, max_size=5)
    )
    file = io.StringIO(newline="")
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    csv.writer(file, quoting=quoting, lineterminator=newline).writerows(rows)
    return b"\xef\xbb\xbf" * draw(st.booleans()) + file.getvalue().encode(), rows


def rows_of(data: bytes) -> list[list[str]]:
    """What Python's own reader makes of a file."""
    return [row for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")) if has_text(row)]


@given(st.data(), csv_files(), CELLS)
def test_a_cell_is_what_was_typed_and_nothing_else_changes(
    draw: Any, made_file: tuple[bytes, list[list[str]]], value: str
) -> None:
    data, rows = made_file
    number = draw.draw(st.integers(0, len(rows) - 2))
    at = draw.draw(st.integers(0, len(rows[0]) - 1))
    rows[number + 1][at] = value
    if not has_text(rows[number + 1]):
        refused = edit("x.csv", data, [Set((number, f"c{at}"), value)])
        assert isinstance(refused, Diagnostic)
        assert refused.message == "a card needs some text in its row; remove the card instead"
        return
    after = made(data, Set((number, f"c{at}"), value))
    assert rows_of(after) == rows
    text, new = data.decode("utf-8-sig"), after.decode("utf-8-sig")
    cell = csv_table(text).rows[number + 1][at]
    assert new.startswith(text[: cell.start])
    assert new.endswith(text[cell.end :])


@given(st.data(), csv_files(), st.lists(CELLS, min_size=1, max_size=8))
def test_many_cells_at_once_are_the_same_as_one_after_the_other(
    draw: Any, made_file: tuple[bytes, list[list[str]]], values: list[str]
) -> None:
    data, rows = made_file
    changes = [
        Set(
            (draw.draw(st.integers(0, len(rows) - 2)), f"c{draw.draw(st.integers(0, len(rows[0]) - 1))}"),
            f"x{value}",
        )
        for value in values
    ]
    wanted = data
    for change in changes:
        wanted = made(wanted, change)
    assert made(data, *changes) == wanted


@given(st.data(), csv_files())
def test_rows_move_whole(draw: Any, made_file: tuple[bytes, list[list[str]]]) -> None:
    data, rows = made_file
    first, to = (draw.draw(st.integers(0, len(rows) - 2)) for _ in range(2))
    moved = rows[1:]
    moved.insert(to, moved.pop(first))
    after = made(data, Move((), first, to))
    assert rows_of(after) == [rows[0], *moved]
    assert made(after, Move((), to, first)) == data
    assert rows_of(made(data, Delete((first,)))) == [
        rows[0],
        *[row for n, row in enumerate(rows[1:]) if n != first],
    ]


@given(st.data(), csv_files(), st.integers(1, 6))
def test_many_rows_at_once_are_the_same_as_one_after_the_other(
    draw: Any, made_file: tuple[bytes, list[list[str]]], number: int
) -> None:
    data, rows = made_file
    wanted, changes, count = data, [], len(rows) - 1
    for _ in range(number):
        one, other = (draw.draw(st.integers(0, max(0, count - 1))) for _ in range(2))
        choices = [
            Insert((), one, {"c0": "n", "new": "a,b"}),
            Duplicate((one,), {"c0": "copy"}),
            Move((), one, other),
            Delete((one,)),
        ]
        change = draw.draw(st.sampled_from(choices if count else choices[:1]))
        count += {Insert: 1, Duplicate: 1, Delete: -1}.get(type(change), 0)
        changes.append(change)
        wanted = made(wanted, change)
    assert rows_of(made(data, *changes)) == rows_of(wanted)
