"""What is kept of a project's files is what would be made of them now."""

import inspect
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base import plugins, remembering
from nineup.base.project import Project, ProjectError
from nineup.base.remembering import AskedProject, keep, recall

NAMES = ("cards/a.yaml", "cards/b.yaml", "layouts/c.svg", "layouts/deep/d.svg", "fonts/e.ttf")

CALLING = {"alike", "text"}
"""Methods that read through others."""

NOT_READING = {"find", "writable"}


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINEUP_CACHE", str(tmp_path_factory.mktemp("above") / "cache"))


def test_every_question_is_noted() -> None:
    methods = {name for name, _ in inspect.getmembers(Project, inspect.isfunction) if name[0] != "_"}
    asked = {name for name in vars(AskedProject) if name in methods}
    assert asked == methods - CALLING - NOT_READING


def looked_at(project: Project) -> list[object]:
    """Something that depends on the files in ways that differ with what they say."""
    seen: list[object] = []
    for path in project.list("cards", "**/*"):
        text = project.read(path).decode()
        for line in text.splitlines():
            if line.startswith("fonts"):
                seen.append((path, line, project.exists(line)))
                continue
            with suppress(ProjectError):
                seen.append(project.text(line))
            seen.append(str(project.alike(f"{line}x")) if "/" in line else [*project.names(line)])
    return seen


def encoded(made: list[object]) -> list[object]:
    back: list[object] = msgspec.msgpack.decode(msgspec.msgpack.encode(made))
    return back


EDIT = st.tuples(st.sampled_from(NAMES), st.lists(st.sampled_from((*NAMES, "cards", "../out", "layouts"))))


@given(st.lists(st.one_of(EDIT, st.tuples(st.sampled_from(NAMES), st.none())), max_size=8))
def test_what_is_kept_is_what_would_be_made(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, list[str] | None]]
) -> None:
    root = tmp_path_factory.mktemp("project")
    (root / "cards").mkdir()
    project = Project(root, remembers=True)
    for name, lines in [("cards/a.yaml", []), *edits]:
        if lines is None:
            (root / name).unlink(missing_ok=True)
        else:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("\n".join(lines))
        known = recall(project, ("looked",), list[object])
        asked = AskedProject(project)
        made = looked_at(asked)
        assert known is None or known == encoded(looked_at(Project(root)))
        keep(project, ("looked",), asked.answers, result=made)
        assert recall(project, ("looked",), list[object]) == encoded(made)


def small(root: Path) -> Project:
    (root / "cards").mkdir(exist_ok=True)
    (root / "cards" / "a.yaml").write_text("layouts/c.svg")
    return Project(root, remembers=True)


def kept(project: Project) -> bool:
    asked = AskedProject(project)
    made = looked_at(asked)
    keep(project, ("looked",), asked.answers, result=made)
    return recall(project, ("looked",), list[object]) is not None


def test_an_edit_that_is_undone_is_known_again(tmp_path: Path) -> None:
    project = small(tmp_path)
    assert kept(project)
    (tmp_path / "cards" / "a.yaml").write_text("layouts/d.svg")
    assert recall(project, ("looked",), list[object]) is None
    small(tmp_path)
    assert recall(project, ("looked",), list[object]) is not None
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "c.svg").touch()  # which was looked for, and absent
    assert recall(project, ("looked",), list[object]) is None


def test_other_words_another_place_or_another_version_are_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = small(tmp_path)
    assert kept(project)
    assert recall(project, ("seen",), list[object]) is None
    (tmp_path / "other").mkdir()
    assert recall(small(tmp_path / "other"), ("looked",), list[object]) is None
    assert recall(project, ("looked",), dict[str, int]) is None  # an entry of another kind
    before = remembering.surroundings()
    monkeypatch.setattr(remembering, "surroundings", lambda: ("9.9", *before[1:]))
    assert recall(project, ("looked",), list[object]) is None


def test_what_a_plugin_made_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_used", {"dice"})
    assert not kept(small(tmp_path))


def test_a_file_that_changes_while_it_is_read_is_not_kept(tmp_path: Path) -> None:
    asked = AskedProject(small(tmp_path))
    inner = AskedProject(asked)
    inner.read("cards/a.yaml")
    assert asked.answers == inner.answers
    (tmp_path / "cards" / "a.yaml").write_text("changed")
    assert asked.answers is not None
    inner.read("cards/a.yaml")
    assert asked.answers is None


def test_a_file_that_comes_while_it_is_looked_for_is_not_taken_for_one_that_was_there(tmp_path: Path) -> None:
    asked = AskedProject(project := small(tmp_path))
    assert not asked.exists("cards/b.yaml")
    (tmp_path / "cards" / "b.yaml").touch()
    assert asked.read("cards/b.yaml") == b""
    keep(project, ("looked",), asked.answers, result=[])
    assert recall(project, ("looked",), list[object]) is None


def test_nothing_is_kept_unless_it_is_wanted(tmp_path: Path) -> None:
    small(tmp_path)
    assert not kept(Project(tmp_path))
