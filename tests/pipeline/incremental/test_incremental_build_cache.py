"""One cache for many games, many days and several threads: its bytes are those of fresh builds, its size is
bounded.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.impose import Notes
from nineup.model.paper import SheetSpec
from nineup.pipeline import Stages
from nineup.pipeline.incremental import BuildCache, GameCache, build_cache, game_cache
from nineup.pipeline.incremental.sheets import MAX_LAYOUTS, SheetCache
from tiny import CARDS, write_tiny

GAMES = ("tiny", "other")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of two games with different cards."""
    write_tiny(tmp_path)
    for folder in ("cards", "layouts"):
        for path in (tmp_path / folder / "tiny").rglob("*"):
            if path.is_file():
                target = tmp_path / folder / "other" / path.relative_to(tmp_path / folder / "tiny")
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
    edit(tmp_path, "other", "Take 1", "Take 9")
    return tmp_path


def edit(root: Path, game: str, old: str, new: str) -> None:
    path = root / "cards" / game / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def made(root: Path, game: str, stages: Stages, players: int = 2) -> dict[str, bytes]:
    """The files of a run, in memory, by their names."""
    options = pipeline.PrintOptions(papers=("a4", "letter"))
    choice = pipeline.RunChoice(players=players)
    drawn = pipeline.draw(Project(root), game, choice, options, Findings(), lambda *_: None, stages)
    assert isinstance(drawn, pipeline.DrawnRun)
    groups = pipeline.group_by_shape(drawn.drawn)
    files = pipeline.make_files(drawn, groups, Findings(), lambda *_: None, stages=stages)
    assert files.status is Status.DONE
    return {file.name: file.data for file in files.files}


def cached(root: Path, game: str, cache: BuildCache, players: int = 2) -> dict[str, bytes]:
    with cache.stages(Project(root), game) as stages:
        return made(root, game, stages, players)


def test_two_games_that_alternate_keep_their_caches(root: Path) -> None:
    cache = BuildCache()
    engines = {}
    for turn in range(3):
        for game in GAMES:
            edit(root, game, "Light" if turn == 0 else f"Light {turn - 1}", f"Light {turn}")
            with cache.stages(Project(root), game) as stages:
                found = made(root, game, stages)
                assert isinstance(stages, GameCache)
                engines.setdefault(game, stages._engine)
                assert stages._engine is engines[game], "its engine is still the first one"
            assert found == made(root, game, Stages())
    assert len(cache._games) == 2
    assert engines["tiny"] is not engines["other"]


def test_a_link_to_itself_is_passed_over(root: Path) -> None:
    (root / "layouts" / "loop").symlink_to("loop")
    assert cached(root, "tiny", BuildCache()) == made(root, "tiny", Stages())


def test_threads_that_build_the_same_and_different_games_get_the_bytes_of_fresh_builds(root: Path) -> None:
    jobs = [(game, players) for game in GAMES for players in (2, 3, 4)] * 3
    fresh = {job: made(root, job[0], Stages(), job[1]) for job in set(jobs)}
    cache = BuildCache()
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda job: cached(root, job[0], cache, job[1]), jobs))
    assert [files == fresh[job] for job, files in zip(jobs, found, strict=True)] == [True] * len(jobs)


def test_builds_of_one_game_follow_each_other_and_those_of_another_do_not_wait(root: Path) -> None:
    cache, project = BuildCache(), Project(root)
    entered = threading.Event()

    def enter() -> None:
        with cache.stages(project, "tiny"):
            entered.set()

    with cache.stages(project, "tiny"):
        thread = threading.Thread(target=enter)
        thread.start()
        with cache.stages(project, "other"):
            assert not entered.wait(0.1)
    assert entered.wait(30)
    thread.join()


def test_a_build_that_fails_leaves_nothing_behind(root: Path) -> None:
    cache, project = BuildCache(), Project(root)

    def fail() -> None:
        with cache.stages(project, "tiny") as stages:
            made(root, "tiny", stages)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with cache.stages(project, "tiny") as stages:
        assert isinstance(stages, GameCache)
        assert (stages.size, stages._engine) == (0, None)


def test_the_least_recently_built_game_is_forgotten_first(root: Path) -> None:
    cache, project = BuildCache(max_games=2), Project(root)
    kept = []
    for game in ("a", "b", "a", "c", "a", "b"):
        with cache.stages(project, game) as stages:
            kept.append(stages)
        assert len(cache._games) <= 2
    assert kept[0] is kept[2] is kept[4]
    assert kept[1] is not kept[5]
    assert build_cache.MAX_GAMES >= 2


def test_hundreds_of_edits_take_bounded_memory(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_cache, "MAX_BUILDS", 20)
    monkeypatch.setattr(game_cache, "MAX_BYTES", 300_000)
    cache, sizes, words, cleared = BuildCache(), [], [], 0
    for number in range(100):
        path = root / "cards" / "tiny" / "cards.yaml"
        path.write_text(CARDS.replace("First Light", f"First w{number}"), encoding="utf-8")
        with cache.stages(Project(root), "tiny") as stages:
            assert isinstance(stages, GameCache)
            found = made(root, "tiny", stages)
            sizes.append(stages.size)
            assert stages._engine is not None
            words.append(sum(len(font._shaped) for font in stages._engine.fonts._asked.values()))
        cleared += stages._engine is None
        if number % 40 == 0:
            assert found == made(root, "tiny", Stages())
    one_build = max(size for size, before in zip(sizes[1:], sizes, strict=False) if size < before)
    assert max(sizes) <= 300_000 + one_build
    assert max(words) < min(words) + 2 * 20, "words that are no longer used go with their engine"
    assert cleared >= 5


def test_sheets_of_ever_new_papers_are_bounded(root: Path) -> None:
    sheets = SheetCache()
    drawn = pipeline.draw(
        *(Project(root), "tiny", pipeline.RunChoice(), pipeline.PrintOptions(), Findings()), lambda *_: None
    )
    assert isinstance(drawn, pipeline.DrawnRun)
    for number in range(MAX_LAYOUTS + 10):
        spec = SheetSpec(paper=f"{200 + number}mm x 300mm")
        sheets.impose((), spec, Notes("Tiny", "box", "cards"), drawn.engine.fonts, Findings())
    assert len(sheets._layouts) == MAX_LAYOUTS
