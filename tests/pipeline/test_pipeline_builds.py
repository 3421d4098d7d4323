"""Builds that remember, and builds of several games at once, write and say what builds one after the other do."""

import shutil
from pathlib import Path

import pytest
from command import run_command as nineup
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base import remembering
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.pipeline import BuildRequest, Builds, PrintOptions, RunChoice, building, builds
from tiny import GAME, write_tiny

from tests.pipeline.test_pipeline_remembered import EDITS, TINY
from tests.pipeline.test_pipeline_remembered import cache as cache  # a fixture of all tests here

CHOICES = (RunChoice(), RunChoice(3), RunChoice(9), RunChoice(components=("chip",)), RunChoice(language="de"))
OPTIONS = (
    PrintOptions(),
    PrintOptions(papers=("letter",), bleed=3.0),
    PrintOptions(ink="low"),
    PrintOptions(allow_errors=True),
    PrintOptions(papers=("face",), version="second"),
)


def built(
    project: Project, requests: list[BuildRequest], options: PrintOptions, processes: int = 1
) -> list[object]:
    """What a command says of its builds, and everything that is in its folder after it."""
    assert options.output
    all_of_them = Builds(project, options, processes)
    all_of_them.make_apart(requests)
    said: list[object] = []
    for request in requests:
        result = all_of_them.build(request, findings := Findings(), lambda what, done, total: None)
        files = [
            (file.path.relative_to(options.output), file.pages, file.pieces, file.ink)
            for file in result.written
        ]
        removed = [path.relative_to(options.output) for path in result.removed]
        said.append(([(each, each.fixes) for each in findings], result.status, files, removed))
    files = sorted(path for path in options.output.rglob("*") if path.is_file())
    return [*said, *((path.relative_to(options.output), path.read_bytes()) for path in files)]


def assert_the_same(
    root: Path, requests: list[BuildRequest], options: PrintOptions, processes: int = 1
) -> None:
    def into(name: str, project: Project, processes: int = 1) -> list[object]:
        output = root.parent / f"{root.name}-{name}"
        output.mkdir(exist_ok=True)
        return built(project, requests, options.__replace__(output=output), processes)

    cold = into("cold", Project(root))
    assert into("made", Project(root, remembers=True), processes) == cold
    assert into("again", Project(root, remembers=True)) == cold


@settings(max_examples=8)
@given(st.lists(st.tuples(EDITS, st.sampled_from(CHOICES), st.sampled_from(OPTIONS)), min_size=2, max_size=4))
def test_edits_and_options(
    tmp_path_factory: pytest.TempPathFactory,
    edits: list[tuple[tuple[str, str | None], RunChoice, PrintOptions]],
) -> None:
    root = write_tiny(tmp_path_factory.mktemp("project"))
    for (path, text), choice, options in edits:
        if text is None:
            (root / path).unlink(missing_ok=True)
        else:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        assert_the_same(root, [BuildRequest("tiny", choice)], options)


def twins(root: Path) -> list[BuildRequest]:
    write_tiny(root)
    for number, name in enumerate(("twin", "wrong", "last")):
        for folder in ("cards", "layouts"):
            shutil.copytree(root / folder / "tiny", root / folder / name)
        game = GAME.replace("game: Tiny", f"game: {name.title()}").replace("4: 12", f"4: {12 + number}")
        (root / "cards" / name / "game.yaml").write_text(game)
    (root / "cards/wrong/cards.yaml").write_text(TINY["cards/tiny/cards.yaml"][2] or "")
    return [BuildRequest(game, RunChoice()) for game in ("tiny", "twin", "wrong", "last")]


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_several_games_at_once(processes: int, tmp_path: Path) -> None:
    root = tmp_path / "project"
    assert_the_same(root, twins(root), PrintOptions(), processes)


def test_a_build_that_fails_in_a_copy_fails_in_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = twins(tmp_path / "project")
    real = building.build

    def failing(project: Project, game: str, *given: object, **named: object) -> object:
        if game == "twin":
            raise OSError("no more")
        return real(project, game, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "build", failing)
    (tmp_path / "out").mkdir()
    with pytest.raises(OSError, match="no more"):
        built(Project(tmp_path / "project"), requests, PrintOptions(output=tmp_path / "out"), 2)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["tiny"]


def test_an_unchanged_build_is_only_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(write_tiny(tmp_path / "project"), remembers=True)
    request, options = BuildRequest("tiny", RunChoice()), PrintOptions(output=tmp_path / "out")
    first = built(project, [request], options)
    shutil.rmtree(tmp_path / "out")
    monkeypatch.delattr(building, "build")
    assert built(project, [request], options) == first


def test_each_kept_build_of_several_is_looked_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = twins(tmp_path / "project")
    project, options = Project(tmp_path / "project", remembers=True), PrintOptions(output=tmp_path / "out")
    first = built(project, requests, options, processes=2)
    asked: list[str] = []

    def counted(project: Project, what: tuple[str, ...], kind: type[object]) -> object:
        asked.append(what[1])
        return remembering.recall(project, what, kind)

    monkeypatch.setattr(builds, "recall", counted)
    assert built(project, requests, options, processes=2) == first
    assert asked == ["tiny", "twin", "wrong", "last"]


def test_a_build_that_is_too_large_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds._Copy.__init__, "__defaults__", (1000,))
    project = Project(write_tiny(tmp_path / "project"), remembers=True)
    request, options = BuildRequest("tiny", RunChoice()), PrintOptions(output=tmp_path / "out")
    assert built(project, [request], options) == built(Project(project.root), [request], options)
    monkeypatch.delattr(building, "build")
    with pytest.raises(ImportError):
        built(project, [request], options)


def test_a_kept_build_is_written_where_the_settings_say_now(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    project, request = Project(root, remembers=True), BuildRequest("tiny", RunChoice())
    settings_file = root / "nineup.yaml"
    for text, folder in (("", "output"), ("output: sheets\n", "sheets"), ("output: other\n", "other")):
        settings_file.write_text(text)
        for _ in range(2):
            all_of_them = Builds(project, PrintOptions(), processes=1)
            result = all_of_them.build(request, Findings(), lambda what, done, total: None)
            assert {file.path.parents[2] for file in result.written} == {root / folder}
            shutil.rmtree(root / folder)
    settings_file.write_text("output: ../elsewhere\n")
    result = Builds(project, PrintOptions(), processes=1).build(
        request, findings := Findings(), lambda what, done, total: None
    )
    assert (result.written, [finding.code for finding in findings]) == ((), ["setting-value"])


def test_an_output_that_leads_out_is_refused_as_before(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    assert nineup(root, "build").returncode == 0
    shutil.rmtree(root / "output")
    (tmp_path / "elsewhere").mkdir()
    (root / "output").symlink_to(tmp_path / "elsewhere")
    again = nineup(root, "build")
    assert again.returncode == 1
    assert "[output-outside]" in again.stderr
    assert list((tmp_path / "elsewhere").iterdir()) == []
