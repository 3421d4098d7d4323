"""Versions of a project without git: kept by content, drawn again, compared, restored whole or card by card."""

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from nineup.base.project import Project, ProjectError
from nineup.changes import (
    CardName,
    RevisionError,
    find_version,
    finish_restoring,
    keep_version,
    kept_versions,
    project_at_version,
    remove_version,
    restore_card,
    restore_version,
    stored,
    versions,
)
from nineup.cli import nineup
from tiny import CARDS, write_tiny

LIST = "cards/tiny/cards.yaml"


def files(root: Path) -> dict[str, bytes]:
    """The project's files without its versions and output."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
        and path.relative_to(root).parts[0] not in (".nineup", "output")
        and not path.name.startswith(".")  # left unfinished by a kill
    }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    write_tiny(tmp_path)
    return Project(tmp_path)


def test_a_version_is_restored_to_the_byte(project: Project) -> None:
    before = files(project.root)
    keep_version(project, "first")
    (project.root / "cards/tiny/game.yaml").write_bytes(b"# spoiled\n")
    (project.root / "layouts/more").mkdir()
    (project.root / "layouts/more/new.svg").write_text("<svg/>")
    spoiled = files(project.root)
    kept = restore_version(project, "first")
    assert files(project.root) == before
    restore_version(project, kept.name)
    assert files(project.root) == spoiled


def test_only_what_has_changed_takes_room(project: Project) -> None:
    keep_version(project, "first")
    one = stored(project)
    keep_version(project, "second")
    two = stored(project)
    assert (one.versions, two.versions) == (1, 2)
    objects = list((project.root / ".nineup/objects").rglob("*"))
    (project.root / "cards/tiny/game.yaml").write_bytes(b"# another\n")
    keep_version(project, "third")
    assert len(list((project.root / ".nineup/objects").rglob("*"))) - len(objects) in (1, 2)  # and its folder
    assert stored(project).bytes - two.bytes < two.bytes - one.bytes + 1000


def test_what_a_removed_version_alone_had_goes_with_it(project: Project) -> None:
    keep_version(project, "first")
    before = stored(project)
    (project.root / "cards/tiny/game.yaml").write_bytes(os.urandom(5000))
    keep_version(project, "second")
    assert stored(project).bytes > before.bytes + 5000
    remove_version(project, "second")
    assert stored(project) == before
    restore_version(project, "first")
    with pytest.raises(RevisionError, match="there is no version `second`; the latest are `first`"):
        remove_version(project, "second")


def test_records_of_prints_are_neither_kept_nor_restored(project: Project) -> None:
    keep_version(project, "first")
    record = project.root / "cards/tiny/prints/v1.yaml"
    record.parent.mkdir()
    record.write_text("print: v1\n")
    restore_version(project, "first")
    assert record.exists()
    assert not [file for version in kept_versions(project) for file in version.files if "prints" in file]


@pytest.mark.parametrize("name", ["", "../up", "a/b", "con", ".hidden", "a b", "x" * 61])
def test_names_that_are_no_file_names(project: Project, name: str) -> None:
    with pytest.raises(RevisionError, match="isn't a valid name"):
        keep_version(project, name)
    with pytest.raises(RevisionError, match="there is no version"):
        find_version(project, name)


def test_a_name_is_given_once(project: Project) -> None:
    keep_version(project, "first")
    with pytest.raises(RevisionError, match="the version `first` already exists"):
        keep_version(project, "first")


@pytest.mark.parametrize(
    "listed",
    [
        '{"../../up.yaml": "%s"}',
        '{"cards/../../up": "%s"}',
        '{"/etc/passwd": "%s"}',
        '{".git/hooks/x": "%s"}',
    ],
)
def test_a_strangers_store_writes_nothing_outside(project: Project, listed: str) -> None:
    version = keep_version(project, "first")
    digest = next(iter(version.files.values()))
    path = project.root / ".nineup/versions/bad.json"
    path.write_text('{"name": "bad", "files": ' + listed % digest + "}")
    with pytest.raises(RevisionError, match="there is no version `bad`"):
        restore_version(project, "bad")


def test_a_content_that_is_not_its_digest_is_refused(project: Project) -> None:
    before = files(project.root)
    keep_version(project, "first")
    for path in (project.root / ".nineup/objects").rglob("*"):
        if path.is_file():
            path.write_bytes(b"")
    (project.root / "nineup.yaml").write_text("paper: a4\n")
    with pytest.raises(RevisionError, match="the store has lost `"):
        restore_version(project, "first")
    assert files(project.root) == before | {"nineup.yaml": b"paper: a4\n"}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_nothing_is_written_behind_a_link(project: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    keep_version(project, "first")
    outside = tmp_path_factory.mktemp("outside") / "game.yaml"
    (project.root / "cards/tiny/game.yaml").rename(outside)
    (project.root / "cards/tiny/game.yaml").symlink_to(outside)
    before = outside.read_bytes()
    with pytest.raises(ProjectError, match="files behind links are never changed"):
        restore_version(project, "first")
    assert outside.read_bytes() == before


class KilledError(BaseException):
    """As a kill, which no handler of errors sees."""


def test_restoring_survives_a_kill_at_any_moment(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    old = files(project.root)
    keep_version(project, "first")
    for path in ("cards/tiny/game.yaml", "layouts/new.svg", "nineup.yaml"):
        (project.root / path).write_text("# new\n")
    new = files(project.root)
    keep_version(project, "second")
    calls = 0

    def killed_at(number: int, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object, **named: object) -> object:
            nonlocal calls
            calls += 1
            if calls == number:
                raise KilledError
            return call(*given, **named)

        return counted

    seen = set()
    for number in range(1, 60):
        calls = 0
        with monkeypatch.context() as patched:
            for name in ("replace", "unlink", "rename"):
                patched.setattr(os, name, killed_at(number, getattr(os, name)))
            with contextlib.suppress(KilledError):
                restore_version(project, "first")
        finish_restoring(project)
        after = files(project.root)
        assert after in (old, new), number
        seen.add(after == old)
        restore_version(project, "second")
        if calls < number:
            break
    else:
        raise AssertionError("restoring takes more steps than were tried")
    assert seen == {True, False}


def test_a_version_is_a_project(project: Project) -> None:
    keep_version(project, "first")
    (project.root / "cards/tiny/game.yaml").unlink()
    with project_at_version(project, "first") as earlier:
        assert earlier.games() == ("tiny",)


def test_a_card_alone_is_restored(project: Project) -> None:
    keep_version(project, "first")
    text = CARDS.replace("First Light", "Dawn").replace("# The deck.", "# The deck, edited.")
    path = project.root / LIST
    path.write_text(text)
    kept = restore_card(project, "first", CardName("tiny", "deck", "first"))
    assert path.read_text() == CARDS.replace("# The deck.", "# The deck, edited.")
    assert kept.before == "first"
    with pytest.raises(RevisionError, match="there is no card `deck/none` in `first`"):
        restore_card(project, "first", CardName("tiny", "deck", "none"))


def test_the_command(project: Project) -> None:
    def run(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(nineup, ["--project", str(project.root), "versions", *words])
        assert done.exit_code == code, done.output
        return done.output

    assert "no version is kept" in run()
    assert run("keep", "first").startswith("kept ")
    (project.root / LIST).write_text(CARDS.replace("First Light", "Dawn"))
    assert "restored `deck/first` of `first`" in run("restore", "first", "--card", "deck/first")
    assert (project.root / LIST).read_text() == CARDS
    listed = run()
    assert "before first was restored" in listed
    assert re.search(r"^2 versions, [\d.]+ kB$", listed, re.MULTILINE)
    assert "isn't a card" in run("restore", "first", "--card", "deck", code=2)
    assert "there is no version `none`" in run("restore", "none", code=2)
    assert "removed `first`" in run("remove", "first")


def test_an_interrupted_restoration_is_finished_by_the_next_command(project: Project) -> None:
    before = files(project.root)
    keep_version(project, "first")
    (project.root / "cards/tiny/game.yaml").write_text("# half\n")
    (project.root / ".nineup/restoring").write_text("first")
    done = CliRunner().invoke(nineup, ["--project", str(project.root), "games"])
    assert "finished restoring the version `first`, which was interrupted" in done.output
    assert files(project.root) == before


def test_the_store_is_no_part_of_git(project: Project) -> None:
    keep_version(project, "first")
    assert (project.root / versions.STORE / ".gitignore").read_text() == "*\n"


def test_a_recorded_print_keeps_its_files(project: Project) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(nineup, ["--project", str(project.root), *words])
        assert done.exit_code == 0, done.output
        return done.output

    run("build", "tiny", "--players", "2")
    run("print-done", "tiny", "--as", "v1")
    assert [(each.name, each.print) for each in kept_versions(project)] == [("tiny-v1", "tiny/v1")]
    (project.root / LIST).write_text(CARDS.replace("First Light", "Dawn"))
    shutil.rmtree(project.root / "output")  # so that the version alone has the old faces
    page = run("diff", "tiny", "--format", "html")
    assert "First" in page
    assert "no-old-face" not in page
    assert page.count("<img") >= 2
    assert "Dawn" in run("diff", "tiny", "--since-version", "tiny-v1")
    (project.root / "nineup.yaml").write_text("versions: no\n")
    run("build", "tiny", "--players", "2")
    run("print-done", "tiny", "--as", "v2")
    assert len(kept_versions(project)) == 1
