"""Edits as they are written: undo and redo, conflicts, and what may not be written."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.edit import (
    ABSENT,
    Conflict,
    Delete,
    EditHistory,
    EditStep,
    Move,
    Set,
    edit,
    file_digest,
    place_of_card,
)
from nineup.files.load import load_game
from tiny import CARDS, write_tiny
from yaml_texts import TEXTS

FILE = "cards/tiny/cards.yaml"


@pytest.fixture
def history(tmp_path: Path) -> EditHistory:
    return EditHistory(Project(write_tiny(tmp_path)))


def rename(history: EditHistory, name: str, base: str = "") -> object:
    change = Set(("cards", 0, "name"), name)
    return history.edit(FILE, base or history.version(FILE).digest, [change], f"name it {name}")


def on_disk(history: EditHistory) -> str:
    return (history.project.root / FILE).read_text()


def test_edits_are_undone_and_done_again(history: EditHistory) -> None:
    for name in ("One", "Two"):
        assert isinstance(rename(history, name), EditStep)
    assert [step.says for step in history.done] == ["name it One", "name it Two"]
    assert isinstance(history.undo(), EditStep)
    assert on_disk(history) == CARDS.replace("First Light", "One")
    assert isinstance(history.undo(), EditStep)
    assert on_disk(history) == CARDS
    assert history.undo() is None
    assert isinstance(history.redo(), EditStep)
    assert isinstance(history.redo(), EditStep)
    assert history.redo() is None
    assert on_disk(history) == CARDS.replace("First Light", "Two")


def test_an_edit_after_undo_forgets_what_was_undone(history: EditHistory) -> None:
    rename(history, "One")
    history.undo()
    rename(history, "Two")
    assert history.redo() is None
    assert [step.says for step in history.done] == ["name it Two"]


def test_a_version_that_was_undone_and_forgotten_is_still_a_base(history: EditHistory) -> None:
    rename(history, "One")
    base = history.version(FILE).digest  # which another page shows
    history.undo()
    rename(history, "Two")
    found = rename(history, "Three", base)
    assert isinstance(found, Conflict)
    assert found.mine == CARDS.replace("First Light", "Three").encode()


def test_an_edit_that_changes_nothing_is_no_step(history: EditHistory) -> None:
    assert isinstance(rename(history, "First Light"), EditStep)
    assert history.done == ()


def test_a_file_that_changed_meanwhile_is_not_written(history: EditHistory) -> None:
    base = history.version(FILE).digest
    other = CARDS.replace("evening", "morning")
    (history.project.root / FILE).write_text(other)
    found = rename(history, "One", base)
    assert found == Conflict(
        FILE, CARDS.replace("First Light", "One").encode(), other.encode(), file_digest(other.encode())
    )
    assert on_disk(history) == other
    assert isinstance(rename(history, "One", found.digest), EditStep)  # type: ignore[attr-defined]
    assert on_disk(history) == other.replace("First Light", "One")


def test_what_is_saved_while_an_edit_is_made_stays(history: EditHistory) -> None:
    other = CARDS.replace("evening", "morning")

    def make(data: bytes) -> bytes:
        (history.project.root / FILE).write_text(other)
        return data + b"# mine"

    found = history.write({FILE: (history.version(FILE).digest, make)}, "an edit")
    assert found == Conflict(FILE, f"{CARDS}# mine".encode(), other.encode(), file_digest(other.encode()))
    assert on_disk(history) == other
    assert history.done == ()


@pytest.mark.parametrize("step", ["edit", "undo", "redo"])
def test_what_is_saved_just_before_a_file_is_replaced_stays(
    history: EditHistory, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    rename(history, "One")
    if step == "redo":
        history.undo()
    other = CARDS.replace("evening", "morning")
    sync = os.fsync

    def saved(handle: int) -> None:
        (history.project.root / FILE).write_text(other)
        sync(handle)

    before = (history.done, history.undone)
    monkeypatch.setattr(os, "fsync", saved)  # The new bytes are on the disk, but not yet in place.
    found = rename(history, "Two") if step == "edit" else getattr(history, step)()
    assert isinstance(found, Conflict)
    assert found.theirs == other.encode()
    assert on_disk(history) == other
    assert (history.done, history.undone) == before
    assert not list((history.project.root / FILE).parent.glob(".*"))


def test_undo_does_not_take_back_what_others_wrote(history: EditHistory) -> None:
    rename(history, "One")
    other = on_disk(history).replace("evening", "morning")
    (history.project.root / FILE).write_text(other)
    found = history.undo()
    assert isinstance(found, Conflict)
    assert (found.mine, found.theirs) == (CARDS.encode(), other.encode())
    assert len(history.done) == 1
    (history.project.root / FILE).unlink()
    found = history.undo()
    assert isinstance(found, Conflict)
    assert (found.theirs, found.digest) == (None, ABSENT)


def test_several_files_are_written_together_or_not_at_all(history: EditHistory) -> None:
    new = "cards/tiny/sub/more.yaml"
    change = Set(("components", "deck", "cards"), ["cards.yaml", "sub/more.yaml"])
    game = "cards/tiny/game.yaml"
    files = {
        new: (ABSENT, lambda _: b"cards: []\n"),
        game: (history.version(game).digest, lambda data: edit(game, data, [change])),
    }
    assert isinstance(history.write(files, "a new list"), EditStep)
    root = history.project.root
    assert "cards: [cards.yaml, sub/more.yaml]" in (root / game).read_text()
    assert (root / new).read_text() == "cards: []\n"
    assert isinstance(history.undo(), EditStep)
    assert not (root / new).parent.exists()
    assert isinstance(history.redo(), EditStep)
    assert isinstance(history.write(files, "again"), Conflict)
    before = (root / game).read_bytes()
    stale = {game: (file_digest(before), lambda data: data + b"\n"), new: (ABSENT, lambda _: b"")}
    assert isinstance(history.write(stale, "half"), Conflict)
    assert (root / game).read_bytes() == before


def test_a_refused_edit_writes_nothing(history: EditHistory) -> None:
    found = history.edit(FILE, history.version(FILE).digest, [Delete(("cards", 9))], "delete it")
    assert isinstance(found, Diagnostic)
    assert on_disk(history) == CARDS
    assert history.done == ()


@pytest.mark.parametrize(
    "path",
    [
        "../outside.yaml", "/etc/passwd", "nineup.yaml", "cards", "cards/tiny/notes.txt", "layouts/tiny/card.png", "fonts/x.yaml",
        "output/x.yaml", "cards/../nineup.yaml", "cards\\x.yaml", "cards/x\0.yaml", "",
    ],
)  # fmt: skip
def test_only_the_editors_own_files_are_written(history: EditHistory, path: str) -> None:
    (history.project.root / "nineup.yaml").write_text("")
    base = file_digest(b"") if path == "nineup.yaml" else ABSENT
    found = history.write({path: (base, lambda _: b"x: 1\n")}, "attack")
    assert isinstance(found, Diagnostic)
    assert found.code == "edit-outside"


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
@pytest.mark.parametrize("where", ["file", "folder"])
def test_links_are_not_written_through(
    history: EditHistory, tmp_path_factory: pytest.TempPathFactory, where: str
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "a.yaml").write_text("a: 1\n")
    cards = history.project.root / "cards"
    if where == "file":
        (cards / "tiny" / "a.yaml").symlink_to(outside / "a.yaml")
    else:
        (cards / "linked").symlink_to(outside)
    path = "cards/tiny/a.yaml" if where == "file" else "cards/linked/a.yaml"
    found = history.edit(path, file_digest(b"a: 1\n"), [Set(("a",), "2")], "attack")
    assert isinstance(found, Diagnostic)
    assert found.code == "edit-outside"
    assert (outside / "a.yaml").read_text() == "a: 1\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_a_file_stays_readable_for_whom_it_was(history: EditHistory) -> None:
    (history.project.root / FILE).chmod(0o640)
    rename(history, "One")
    assert (history.project.root / FILE).stat().st_mode & 0o777 == 0o640


@settings(max_examples=40)
@given(
    st.lists(
        st.one_of(st.tuples(st.integers(0, 1), TEXTS), st.sampled_from(["undo", "redo", "swap"])), max_size=8
    )
)
def test_undo_gives_back_the_bytes(tmp_path_factory: pytest.TempPathFactory, doings: list[object]) -> None:
    """Against a list of versions, as a text editor would keep them."""
    history = EditHistory(Project(write_tiny(tmp_path_factory.mktemp("tiny"))))
    versions, at = [on_disk(history)], 0
    for doing in doings:
        if doing in ("undo", "redo"):
            assert (history.undo if doing == "undo" else history.redo)() is not None or at in (
                0,
                len(versions) - 1,
            )
            at = max(0, at - 1) if doing == "undo" else min(len(versions) - 1, at + 1)
        else:
            change = Move(("cards",), 0, 1) if doing == "swap" else Set(("cards", doing[0], "name"), doing[1])  # type: ignore[index]
            outcome = history.edit(FILE, history.version(FILE).digest, [change], "edit")
            assert isinstance(outcome, EditStep)
            if on_disk(history) != versions[at]:
                versions, at = [*versions[: at + 1], on_disk(history)], at + 1
        assert on_disk(history) == versions[at]
    while history.undo() is not None:
        pass
    assert on_disk(history) == CARDS


@settings(max_examples=60)
@given(
    st.sampled_from(["first", "second"]),
    st.sampled_from(["name", "text"]),
    TEXTS.filter(lambda text: "{" not in text),
)
def test_the_loaded_game_has_the_value_and_no_other_is_changed(
    tmp_path_factory: pytest.TempPathFactory, card: str, field: str, value: str
) -> None:
    project = Project(write_tiny(tmp_path_factory.mktemp("tiny")))
    before = load_game(project, "tiny", Findings())
    assert before is not None
    deck = before.components["deck"]
    place = place_of_card(deck, next(each for each in deck.cards if each.id == card), project.text)
    assert not isinstance(place, Diagnostic)
    history = EditHistory(project)
    change = Set((*place.path, field), value)
    assert isinstance(
        history.edit(place.file, history.version(place.file).digest, [change], "type"), EditStep
    )
    after = load_game(project, "tiny", findings := Findings())
    assert after is not None, findings
    for old, new in zip(deck.cards, after.components["deck"].cards, strict=True):
        wanted = {**old.values, field: value} if old.id == card else old.values
        assert new.values == wanted
        assert (new.id, new.copies, str(new.when and new.when.source)) == (
            old.id,
            old.copies,
            str(old.when and old.when.source),
        )


@pytest.mark.parametrize("path", ["nineup.yaml", ".git/config", "layouts/tiny/card.png"])
def test_no_conflict_shows_a_file_that_is_not_edited(history: EditHistory, path: str) -> None:
    (history.project.root / ".git").mkdir()
    for name in ("nineup.yaml", ".git/config", "layouts/tiny/card.png"):
        (history.project.root / name).write_text("secret: 1\n", encoding="utf-8")
    found = history.edit(path, ABSENT, [Set(("secret",), "2")], "look")
    assert isinstance(found, Diagnostic)
    assert "is not a file that is edited here" in found.message


@pytest.mark.parametrize(
    "path", ["cards/tiny/prints/v1.yaml", "cards/./tiny//prints/v1.yaml", "cards/tiny/Prints/new.yaml"]
)
def test_a_record_of_a_print_is_not_edited(history: EditHistory, path: str) -> None:
    record = history.project.root / "cards/tiny/prints/v1.yaml"
    record.parent.mkdir()
    record.write_text("print: v1\n", encoding="utf-8")
    for base in (file_digest(b"print: v1\n"), ABSENT):
        found = history.edit(path, base, [Set(("print",), "v2")], "change")
        assert isinstance(found, Diagnostic)
        assert found.message == f"`{path}` is a record of a print, which is not edited"
    assert [each.name for each in record.parent.iterdir()] == ["v1.yaml"]
    assert record.read_text(encoding="utf-8") == "print: v1\n"
