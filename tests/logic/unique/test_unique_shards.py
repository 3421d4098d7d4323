"""Shards: the same bytes in any number of processes, kept when they are whole, made again when anything has
changed.
"""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from clans import POOLS, write_clans
from click.testing import CliRunner
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.cli import nineup
from nineup.pipeline.unique.decks import UniqueRequest
from nineup.pipeline.unique.run import UniqueResult, print_unique


def printed(
    project: Project,
    output: Path,
    count: int = 10,
    processes: int = 1,
    scheduler: str | None = None,
    after: Callable[[int], None] = lambda done: None,
) -> UniqueResult:
    def progress(what: str, done: int, total: int) -> None:
        if what.endswith("shards"):
            after(done)

    request, findings = UniqueRequest("clans", "a", count, 3), Findings()
    made = print_unique(project, request, output, scheduler, processes, findings, progress)
    assert made is not None, list(findings)
    return made


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write_clans(tmp_path_factory.mktemp("clans"))


@pytest.fixture(scope="module")
def alone(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("alone")
    assert printed(project, output) == UniqueResult(output / "clans" / "unique-a", 0, 4)
    return output


def test_a_shard_holds_the_sheets_of_its_decks(alone: Path) -> None:
    folder = alone / "clans" / "unique-a"
    names = [line.split(",")[1] for line in (folder / "decks.csv").read_text("utf-8").splitlines()[1:]]
    assert len(set(names)) == 10
    pages = [
        page.get_textpage().get_text_bounded()
        for page in pypdfium2.PdfDocument(folder / "000000004" / "cards-a4.pdf")
    ]
    assert len(pages) == 3, "each deck of nine cards is on a sheet of its own"
    for number, page in enumerate(pages, 4):
        assert len(re.findall(rf"{number} {names[number - 1]}", page)) == 9 + 1, (
            "on each card and in the margin"
        )


@pytest.mark.parametrize("processes", [2, 3])
def test_the_number_of_processes_makes_no_difference(
    processes: int, project: Project, alone: Path, tmp_path: Path
) -> None:
    printed(project, tmp_path, processes=processes)
    assert files(tmp_path) == files(alone)


def test_a_run_goes_on_where_it_was_stopped(project: Project, alone: Path, tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(done: int) -> None:
        if done == 2:
            raise StopError

    with pytest.raises(StopError):
        printed(project, tmp_path, after=stop)
    folder = tmp_path / "clans" / "unique-a"
    (folder / "000000001" / "cards-a4.pdf").write_bytes(b"damaged")
    made = printed(project, tmp_path)
    assert made.there > 0
    assert made.there + made.written == 4
    assert files(tmp_path) == files(alone)
    assert printed(project, tmp_path).written == 0


def test_more_decks_leave_those_before_as_they_are(project: Project, alone: Path, tmp_path: Path) -> None:
    printed(project, tmp_path, count=5)
    assert printed(project, tmp_path).there == 1, "the second shard had only two decks"
    assert files(tmp_path) == files(alone)


def test_after_an_edit_everything_is_made_again(tmp_path: Path) -> None:
    printed(write_clans(tmp_path), tmp_path / "out", count=6)
    assert printed(write_clans(tmp_path, rules=""), tmp_path / "out", count=6).there == 0


def test_a_killed_worker_loses_nothing(project: Project, alone: Path, tmp_path: Path) -> None:
    """On a cluster of two workers, one of which is killed when the first shards are there."""
    distributed = pytest.importorskip("distributed")
    killed: list[int] = []

    def kill(done: int) -> None:
        if done and not killed:
            worker = next(iter(cluster.workers.values()))
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        printed(project, tmp_path, scheduler=cluster.scheduler_address, after=kill)
    assert killed
    assert files(tmp_path) == files(alone)


def test_a_scheduler_that_is_not_there_is_reported(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    from nineup.pipeline.unique import cluster as unique_cluster

    monkeypatch.setattr(unique_cluster, "PATIENCE", 0.5)
    asked = "--count", "3", "--seed", "a", "-o", str(tmp_path), "--scheduler", "tcp://127.0.0.1:9"
    code, said = run(project, *asked)
    assert (code, "no Dask scheduler at tcp://127.0.0.1:9" in said) == (2, True)
    for address in ("host", "tcp://host", "http://host:8786"):
        code, said = run(project, *asked[:-1], address)
        assert (code, f"`{address}` is not the address of a Dask scheduler" in said) == (2, True)
    assert not list(tmp_path.rglob("*.pdf"))


def run(project: Project, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(
        nineup, ["--project", str(project.root), "unique", *words], catch_exceptions=False
    )
    return result.exit_code, result.output


def test_the_command_says_what_it_wrote_and_what_it_refuses(tmp_path: Path) -> None:
    project = write_clans(tmp_path)
    asked = "--count", "3", "--seed", "a", "-o", str(tmp_path / "out")
    assert run(project, *asked)[1].endswith("unique-a: 3 decks, all different\n")
    assert run(project, *asked)[1].endswith("; 1 shard of 1 were there already\n")
    assert "lowercase letters" in run(project, "--count", "3", "--seed", "../a")[1]
    assert run(project, *asked, "--png")[0] == 2
    code, said = run(project, *asked, "--paper", "face")
    assert (code, "unique-paper" in said) == (2, True)
    short = write_clans(tmp_path, POOLS.replace("take: 1}", "take: 99}"), "")
    code, said = run(short, *asked)
    assert code == 1
    assert "the pool `rares` takes 99" in said
    (tmp_path / "cards/clans/game.yaml").write_text(
        (tmp_path / "cards/clans/game.yaml").read_text("utf-8").partition("unique:")[0], "utf-8"
    )
    code, said = run(project, *asked)
    assert (code, "Clans has no recipe for unique decks" in said) == (2, True)


def test_workers_get_the_files_once_more_if_one_is_lost_meanwhile() -> None:
    pytest.importorskip("distributed")
    from distributed.comm import CommClosedError
    from nineup.pipeline.unique.cluster import RETRIES, ClusterError, ProjectCopy, give_files

    class Losing:
        def __init__(self, times: int) -> None:
            self.left = times

        def register_plugin(self, copy: ProjectCopy) -> None:
            self.left -= 1
            if self.left >= 0:
                raise CommClosedError("a worker is gone")

    give_files(Losing(RETRIES), ProjectCopy("x", {}))
    with pytest.raises(ClusterError, match="a worker is gone"):
        give_files(Losing(RETRIES + 1), ProjectCopy("x", {}))
