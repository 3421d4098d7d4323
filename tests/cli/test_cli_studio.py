"""`nineup studio` in a process of its own: it prints its address, serves, and ends with Ctrl-C."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from command import TIMEOUT
from nineup.cli import nineup
from nineup_studio import Studio, listen
from nineup_studio.command import entrance_to
from tiny import write_tiny

GENERATOR = str(Path(__file__).parents[2] / "generator")


@contextmanager
def started(folder: Path, *words: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The studio in a process of its own, and the address that it prints first."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "nineup", "studio", *words, "--port", "0"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": GENERATOR, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait(TIMEOUT)


@pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")
def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    with started(tmp_path, "tiny", "--no-open") as (process, line):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{22}/tiny/", line)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(line.replace("/tiny/", "x/tiny/"), timeout=TIMEOUT)
        assert "<title>Tiny" in urllib.request.urlopen(line, timeout=TIMEOUT).read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT) == 0
        assert process.stdout is not None
        assert process.stdout.read() == "Ctrl-C ends the studio.\n"


@pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")
def test_other_users_do_not_read_the_address_from_the_list_of_processes(tmp_path: Path) -> None:
    write_tiny(tmp_path / "project")
    home = tmp_path / "home"
    home.mkdir()
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$@" > "{tmp_path}/told.part"\nmv "{tmp_path}/told.part" "{tmp_path}/told"\n'
    )
    browser.chmod(0o755)
    with started(tmp_path / "project", HOME=str(home), BROWSER=f"{browser} %s") as (process, address):
        (page,) = (each for each in home.iterdir() if each.is_file())
        assert page.stat().st_mode & 0o777 == 0o600
        assert f"url={address}" in page.read_text()
        while not (tmp_path / "told").exists():
            assert process.poll() is None
            time.sleep(0.05)
        assert (tmp_path / "told").read_text().strip() == page.as_uri()
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT) == 0
        assert not any(each.is_file() for each in home.iterdir())


def test_a_home_that_can_not_be_written_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "none")
    with entrance_to("http://127.0.0.1:1/x/") as entrance:
        assert entrance == ""


def said(root: Path, *words: str) -> tuple[int, str]:
    """The exit code and what was printed."""
    result = CliRunner().invoke(nineup, ["--project", str(root), "studio", *words], prog_name="nineup")
    return result.exit_code, result.output


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        code, text = said(write_tiny(tmp_path), "--port", str(port))
    assert code == 2
    assert f"--port: {port} can't be used" in text


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    code, text = said(write_tiny(tmp_path), "tinny")
    assert code == 2
    assert "did you mean `tiny`?" in text


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    from nineup_studio import server

    with listen(0) as taken:
        monkeypatch.setattr(server, "PORT", taken.getsockname()[1])
        with listen(None) as found:
            assert found.getsockname()[1] > taken.getsockname()[1]


def test_an_empty_folder_becomes_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Studio, "run", lambda self, ready: ready())
    empty, other = tmp_path / "empty", tmp_path / "other"
    empty.mkdir()
    other.mkdir()
    (other / "notes.txt").write_text("mine")
    code, text = said(empty, "--no-open", "--port", "0")
    assert code == 0, text
    assert "is a project now" in text
    assert sorted(path.name for path in empty.iterdir()) == ["cards", "layouts"]
    code, text = said(other, "--no-open")
    assert code == 1
    assert "no project in" in text
    assert [path.name for path in other.iterdir()] == ["notes.txt"]


def test_home_is_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Studio, "run", lambda self, ready: ready())
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    write_tiny(tmp_path)  # a home that is a project itself
    words = ["studio", "--home", "--no-open", "--port", "0"]
    for _ in range(2):
        done = CliRunner().invoke(nineup, words, prog_name="nineup")
        assert done.exit_code == 0, done.output
        assert re.match(r"http://127\.0\.0\.1:\d+/[\w-]{22}/new\n", done.output)
        assert sorted(path.name for path in (tmp_path / "Nineup").iterdir()) == ["cards", "layouts"]
    shutil.rmtree(tmp_path / "Nineup")
    (tmp_path / "Nineup").write_text("a file", encoding="utf-8")
    done = CliRunner().invoke(nineup, words, prog_name="nineup")
    assert done.exit_code == 2
    assert "--home: ~/Nineup can't be made: file exists" in done.output


@pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")
def test_its_page_ends_it(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    with started(tmp_path, "--no-open") as (process, address):
        for origin in ("http://evil.example", re.match(r"http://[^/]+", address)[0]):  # type: ignore[index]
            ask = urllib.request.Request(f"{address}end", data=b"", headers={"Origin": origin})
            if "evil" in origin:
                with pytest.raises(urllib.error.HTTPError, match="403"):
                    urllib.request.urlopen(ask, timeout=TIMEOUT)
            else:
                assert b"true" in urllib.request.urlopen(ask, timeout=TIMEOUT).read()
        assert process.wait(TIMEOUT) == 0
