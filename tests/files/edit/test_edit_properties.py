"""What holds for every edit: the value is the one intended, and nothing else has changed."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic
from nineup.files.edit import Change, Delete, Duplicate, Insert, Move, Set, edit
from yaml_texts import ODD, TEXTS, at, composed, loaded, paths, put, scalar_span, yaml_files

ROOT = Path(__file__).parents[3]
FILES = sorted([*ROOT.glob("cards/*/*.yaml"), *ROOT.glob("layouts/*/style.yaml")])
SLOW = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def edited(data: bytes, *changes: Change) -> bytes:
    made = edit("cards/x.yaml", data, changes)
    assert isinstance(made, bytes), made
    return made


def check_scalar(data: bytes, path: tuple[Any, ...], value: str, tree: Any = None, read: Any = None) -> bytes:
    """Set a scalar; the file then reads as intended, and differs inside the scalar's own span only."""
    made = edited(data, Set(path, value))
    assert loaded(made) == put(read or loaded(data), path, value)
    before, after = data.decode("utf-8-sig"), made.decode("utf-8-sig")
    start, end = scalar_span(tree or composed(before), path)
    assert after[:start] == before[:start]
    rest = before[end:]
    if after.endswith(rest):
        return made
    # A block scalar begins with its mark, which a comment on its line stays behind.
    source = before[start:end]
    comment = re.match(r"[ \t]*(#[^\r\n]*)?", rest if not source.startswith(("|", ">")) else source[2:])
    assert comment is not None
    behind = rest[comment.end() :] if not source.startswith(("|", ">")) else rest
    assert after.endswith(behind.lstrip("\r\n") if source.startswith(("|", ">")) else behind)
    assert (comment[1] or "") in after[start:]
    return made


@SLOW
@given(st.data(), yaml_files(), TEXTS)
def test_a_scalar_is_what_was_typed_and_nothing_else_changes(draw: Any, data: bytes, value: str) -> None:
    path = draw.draw(st.sampled_from(paths(loaded(data))))
    made = check_scalar(data, path, value)
    assert made.startswith(b"\xef\xbb\xbf") == data.startswith(b"\xef\xbb\xbf")
    if b"\r\n" in data:
        assert not re.search(rb"(?<!\r)\n", made)


@SLOW
@given(st.data(), yaml_files(), TEXTS)
def test_typing_the_old_text_again_gives_the_same_value(draw: Any, data: bytes, value: str) -> None:
    path = draw.draw(st.sampled_from(paths(loaded(data))))
    old = at(loaded(data), path)
    assert edited(data, Set(path, old)) == data
    assert loaded(edited(edited(data, Set(path, value)), Set(path, old))) == loaded(data)


def comments(data: bytes) -> Counter[str]:
    """The lines that are comments; none of the values has such a line."""
    return Counter(line.strip() for line in data.decode("utf-8-sig").splitlines() if line.strip() in COMMENTS)


COMMENTS = ("# the file", "# about it", "# Heading", "# deeper", "# the end")


@SLOW
@given(st.data(), yaml_files())
def test_moving_an_entry_keeps_every_value_and_every_comment(draw: Any, data: bytes) -> None:
    before = loaded(data)
    path = draw.draw(st.sampled_from(paths(before, (list, dict))))
    size = len(at(before, path))
    first, to = (draw.draw(st.integers(0, size - 1)) for _ in range(2))
    made = edit("x.yaml", data, [Move(path, first, to)])
    if isinstance(made, Diagnostic):  # a comment would follow a dash
        assert made.code == "edit-refused"
        return
    inner = at(before, path)
    items = list(inner.items()) if isinstance(inner, dict) else list(inner)
    items.insert(to, items.pop(first))
    moved = dict(items) if isinstance(inner, dict) else items
    after = at(loaded(made), path)
    assert after == moved
    assert not isinstance(after, dict) or list(after) == list(moved)
    assert loaded(made) == put(before, path, moved)
    assert comments(made) == comments(data)


@SLOW
@given(st.data(), yaml_files())
def test_deleting_an_entry_keeps_all_others_and_their_comments(draw: Any, data: bytes) -> None:
    before = loaded(data)
    path = draw.draw(st.sampled_from([path for path in paths(before, (list, dict, str)) if path]))
    made = edit("x.yaml", data, [Delete(path)])
    if isinstance(made, Diagnostic):
        assert made.code == "edit-refused"
        return
    parent = at(before, path[:-1])
    rest = (
        {key: value for key, value in parent.items() if key != path[-1]}
        if isinstance(parent, dict)
        else [value for number, value in enumerate(parent) if number != path[-1]]
    )
    assert loaded(made) == put(before, path[:-1], rest)
    lost = comments(data) - comments(made)
    assert set(lost) <= {"# about it", "# deeper"} or not isinstance(at(before, path), str)
    assert not comments(made) - comments(data)
    assert comments(made)["# the file"] == 1


@SLOW
@given(st.data(), yaml_files(), TEXTS, TEXTS)
def test_a_new_entry_is_where_it_belongs(draw: Any, data: bytes, one: str, other: str) -> None:
    before = loaded(data)
    path = draw.draw(st.sampled_from(paths(before, (list, dict))))
    inner = at(before, path)
    where = draw.draw(st.integers(0, len(inner)))
    value = draw.draw(st.sampled_from([one, {"id": one, "text": other}, [one, other]]))
    key = "new key" if isinstance(inner, dict) else ""
    made = edit("x.yaml", data, [Insert(path, where, value, key)])
    if isinstance(made, Diagnostic):
        assert made.code == "edit-refused"
        return
    if key:
        items = list(inner.items())
        items.insert(where, (key, value))
        wanted: Any = dict(items)
    else:
        wanted = [*inner[:where], value, *inner[where:]]
    assert loaded(made) == put(before, path, wanted)
    assert comments(made) == comments(data)


@SLOW
@given(st.data(), yaml_files(), TEXTS)
def test_a_copy_is_like_its_original(draw: Any, data: bytes, name: str) -> None:
    before = loaded(data)
    entries = [path for path in paths(before, (str, list, dict)) if path and isinstance(path[-1], int)]
    if not entries:
        return
    path = draw.draw(st.sampled_from(entries))
    original = at(before, path)
    changes = {"id": name} if isinstance(original, dict) else {}
    made = edit("x.yaml", data, [Duplicate(path, changes)])
    if isinstance(made, Diagnostic):
        assert made.code == "edit-refused"
        return
    items = at(before, path[:-1])
    copy = {**original, **changes} if changes else original
    wanted = [*items[: path[-1] + 1], copy, *items[path[-1] + 1 :]]
    assert loaded(made) == put(before, path[:-1], wanted)


@SLOW
@given(st.data(), yaml_files(), yaml_files())
def test_a_value_may_become_any_other(draw: Any, data: bytes, other: bytes) -> None:
    """Collections too: their entries are changed one by one, as far as they are alike."""
    before = loaded(data)
    path = draw.draw(st.sampled_from([path for path in paths(before, (str, list, dict)) if path]))
    value = draw.draw(
        st.sampled_from([at(loaded(other), p) for p in paths(loaded(other), (str, list, dict))])
    )
    made = edit("x.yaml", data, [Set(path, value)])
    if isinstance(made, Diagnostic):
        assert made.code == "edit-refused"
        return
    assert loaded(made) == put(before, path, value)


@SLOW
@given(st.data(), yaml_files(), st.lists(TEXTS, min_size=2, max_size=5))
def test_many_edits_at_once_are_the_same_as_one_after_the_other(
    draw: Any, data: bytes, texts: list[str]
) -> None:
    wanted = loaded(data)
    changes: list[Change] = []
    for text in texts:
        path = draw.draw(st.sampled_from(paths(wanted)))
        changes.append(Set(path, text))
        wanted = put(wanted, path, text)
    assert loaded(edited(data, *changes)) == wanted


@SLOW
@given(st.data(), yaml_files(), st.integers(1, 5))
def test_entries_changed_at_once_are_the_same_as_one_after_the_other(
    draw: Any, data: bytes, number: int
) -> None:
    before = loaded(data)
    path = draw.draw(st.sampled_from(paths(before, (list,)) or [None]))
    if path is None:
        return
    items, changes = list(at(before, path)), []
    for _ in range(number):
        last = len(items) - 1
        what = draw.draw(st.sampled_from(["insert", "copy", "move", "delete"] if last > 0 else ["insert"]))
        one, other = (draw.draw(st.integers(0, last)) for _ in range(2))
        if what == "insert":
            items.insert(one, "new")
            changes.append(Insert(path, one, "new"))
        elif what == "copy":
            items.insert(one + 1, items[one])
            changes.append(Duplicate((*path, one)))
        elif what == "move":
            items.insert(other, items.pop(one))
            changes.append(Move(path, one, other))
        else:
            del items[one]
            changes.append(Delete((*path, one)))
    made = edit("x.yaml", data, changes)
    if isinstance(made, Diagnostic):
        assert made.code == "edit-refused"
        return
    assert loaded(made) == put(before, path, items)
    assert set(comments(made)) <= set(comments(data))  # a copy has the comments inside its entry, too


def cards(data: Any) -> list[tuple[Any, ...]]:
    """The paths of every text of every card."""
    return [path for path in paths(data) if "cards" in path]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_values_of_the_games_can_be_edited(file: Path) -> None:
    """Some texts of each file, each with a text that is odd in its own way."""
    data = file.read_bytes()
    read, tree = loaded(data), composed(data.decode())
    for number, path in enumerate(cards(read)[::90] or paths(read)[::20]):
        check_scalar(data, path, ODD[number % len(ODD)], tree, read)
