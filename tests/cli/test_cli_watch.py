"""`nineup watch` in a process of its own: it builds, meets an edit and a mistake, and goes on.

What it says of edits and notes is tested in this process.
"""

import gc
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from command import TIMEOUT
from nineup import pipeline
from nineup.base.project import Project, ProjectError
from nineup.cli import nineup
from nineup.cli.commands import build, watch
from tiny import BACK, CARDS, STYLE, write_tiny
from tinyfont import tiny_font

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")

Told = Callable[[str], str]
"""Waits until the process has said something that ends so; gives all that it said since it was last asked."""


@pytest.fixture
def reported(tmp_path: Path) -> Iterator[Told]:
    """A process that watches a tiny project; it must end well once it is interrupted."""
    write_tiny(tmp_path)
    words = [sys.executable, "-u", "-m", "nineup", "watch", "tiny", "--players", "2"]
    process = subprocess.Popen(
        words,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    said: queue.Queue[str] = queue.Queue()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.put(line)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()

    def wait(end: str) -> str:
        lines = ""
        while end not in lines:
            lines += said.get(timeout=TIMEOUT)
        return lines

    try:
        yield wait
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT) == 0
    finally:
        process.kill()
        process.wait(TIMEOUT)
        listener.join(TIMEOUT)


def test_it_builds_after_each_edit(tmp_path: Path, reported: Told) -> None:
    assert "tiny: 4 pages in " in reported(" ms\n")
    cards = tmp_path / "cards" / "tiny" / "cards.yaml"
    cards.write_text(CARDS.replace("{gem} and", "{gme} and"), encoding="utf-8")
    said = reported("nothing written\n")
    assert "changed: cards/tiny/cards.yaml\n" in said
    assert "there is no symbol `gme`" in said
    temporary = cards.with_name("sed1Xyz")  # as `sed -i` and many editors save
    temporary.write_text(CARDS.replace("copies: 2", "copies: 7"), encoding="utf-8")
    temporary.replace(cards)
    said = reported(" ms\n")
    assert "changed: cards/tiny/cards.yaml\n" in said
    assert "tiny: 6 pages in " in said


def test_it_meets_files_and_folders_that_come_later(tmp_path: Path, reported: Told) -> None:
    assert "tiny: 4 pages in " in reported(" ms\n")
    (tmp_path / "nineup.yaml").write_text("backs: none\n", encoding="utf-8")
    assert "tiny: 2 pages in " in reported(" ms\n")
    (tmp_path / "nineup.yaml").unlink()
    assert "tiny: 4 pages in " in reported(" ms\n")
    style = STYLE + "  sign: {font: Tiny, size: 10pt}\n"
    (tmp_path / "layouts" / "tiny" / "style.yaml").write_text(style, encoding="utf-8")
    assert "`Tiny`" in reported("nothing written\n")
    folder = tmp_path / "fonts" / "tiny"
    folder.mkdir(parents=True)
    (folder / "Tiny-Regular.ttf").write_bytes(tiny_font("abc"))
    reported("tiny: 4 pages in ")


def test_it_takes_the_flags_of_build(tmp_path: Path) -> None:
    def flags(command: click.Command) -> set[str]:
        return {name for param in command.params for name in param.opts}

    own_to_build = {
        "--changed",
        "--since",
        "--restyled",
        "--no-rules",
        "--no-cache",
        "--no-server",
        "--json",
        "games",
    }
    assert flags(build.command) - own_to_build == flags(watch.command) - {"game"}


def test_a_note_is_reported_once_until_it_goes_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_tiny(
        tmp_path, back=BACK.replace('x="6" y="6" width="51.5" height="76.9"', 'width="63.5" height="88.9"')
    )
    printing = pipeline.PrintOptions(bleed=12.0, output=tmp_path / "out")
    builder = watch._Rebuilder(Project(root), "tiny", pipeline.RunChoice(), printing)

    def said(*changed: str) -> tuple[str, str]:
        builder.build(changed)
        return capsys.readouterr()

    out, err = said()
    assert "changed" not in out
    assert "[fewer-per-sheet]" in err
    out, err = said("cards/tiny/cards.yaml")
    assert out.startswith("changed: cards/tiny/cards.yaml\ntiny: ")
    assert "[fewer-per-sheet]" not in err
    assert "[bleed-missing]" in err, "a warning is repeated"
    builder._printing = pipeline.PrintOptions(output=tmp_path / "out")
    assert said("a", "b", "c", "d", "e")[0].startswith("changed: a, b, c and 2 more\n")
    builder._printing = printing
    assert "[fewer-per-sheet]" in said("a")[1]


def test_a_draft_is_said_to_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write_tiny(tmp_path, cards=CARDS.replace("wait for the evening.", "wait for the evening. " * 60))
    printing = pipeline.PrintOptions(allow_errors=True, output=tmp_path / "out")
    watch._Rebuilder(Project(root), "tiny", pipeline.RunChoice(), printing).build(())
    out, err = capsys.readouterr()
    assert re.fullmatch(r"tiny: \d+ pages in \d+ ms\n", out)
    assert "[text-overflow]" in err


def test_a_ctrl_c_while_garbage_is_collected_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        """In a circle, so only the collector meets it."""

        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def edits(*_: object) -> Iterator[frozenset[str]]:
        Interrupted()
        yield frozenset()
        pytest.fail("the watch goes on")

    write_tiny(tmp_path)
    monkeypatch.setattr(watch.incremental, "edits", edits)
    gc.collect()
    gc.disable()  # as the command does
    try:
        result = CliRunner().invoke(nineup, ["--project", str(tmp_path), "watch", "tiny"])
    finally:
        gc.enable()
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert result.stdout.startswith("tiny: 6 pages in ")


def test_a_picture_that_is_saved_during_a_build_doesnt_end_the_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build_during_an_edit(*_: object, **_named: object) -> None:
        raise ProjectError("`art/a.png` was changed while it was printed; run the command again")

    monkeypatch.setattr(pipeline, "build", build_during_an_edit)
    root = write_tiny(tmp_path)
    watch._Rebuilder(Project(root), "tiny", pipeline.RunChoice(), pipeline.PrintOptions()).build(())
    assert capsys.readouterr().err.startswith("tiny: nothing written: `art/a.png` was changed")
