"""No network: a day's work, in processes whose sockets to other machines fail and are written down."""

import ipaddress
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from command import ROOT, TIMEOUT
from nineup_export import target_names
from tiny import GAME, write_tiny

WATCH = """\
import os, sys

def is_here(host):
    host = host.decode() if isinstance(host, bytes) else host
    return host in ("localhost", "::1", "") or host.startswith("127.")

def watch(event, args):
    if event in ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"):
        where = args[1]
        host = where[0] if isinstance(where, tuple) else ""  # a socket of Unix has a path
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        where = host = args[0] or ""
    elif event == "webbrowser.open":
        where = host = args[0]
    else:
        return
    if not is_here(host):
        with open(os.environ["WATCHED"], "a") as file:
            file.write(f"{event} {where}\\n")
        raise OSError("no network here")

sys.addaudithook(watch)
"""
"""A `sitecustomize`, so that it is in each Python that is started, and in its copies."""

EVERYTHING = """\
import importlib, pkgutil, sys
import nineup, nineup_export, nineup_studio
from click.testing import CliRunner
for package in (nineup, nineup_export, nineup_studio):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if "__main__" not in module.name:
            importlib.import_module(module.name)
from nineup.cli import nineup as command
for words in sys.stdin.read().splitlines():
    done = CliRunner().invoke(command, words.split())
    print(done.exit_code, words, done.output if done.exit_code else "")
"""
"""Imports every module, and then runs the commands that it is given."""

WORK = ("check", "count", "build", "build --ink low", "appendix", "pictures --scene all", "build", "games")
LEFT_OUT = {"game-crafter", "make-playing-cards", "drivethru-cards"}
"""The targets that take `--leave-out`."""


@pytest.fixture
def watched(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that is watched."""
    (tmp_path / "watch").mkdir()
    (tmp_path / "watch/sitecustomize.py").write_text(WATCH)
    (tmp_path / "home").mkdir()
    own = {
        "PYTHONPATH": os.pathsep.join((str(tmp_path / "watch"), str(ROOT / "generator"))),
        "WATCHED": str(tmp_path / "watched"),
        "HOME": str(tmp_path / "home"),
        "NINEUP_CONFIG": str(tmp_path / "config"),
    }
    return {**os.environ, **own}


def outside(watched: dict[str, str]) -> list[str]:
    """What was tried to reach."""
    path = Path(watched["WATCHED"])
    return path.read_text().splitlines() if path.exists() else []


def run(
    watched: dict[str, str], folder: Path, *words: str, typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=watched,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def test_the_one_command_that_asks_is_noticed(watched: dict[str, str], tmp_path: Path) -> None:
    game = GAME + "fetch: {deck.csv: https://example.org/deck.csv}\n"
    folder = write_tiny(tmp_path / "project", game=game)
    done = run(watched, folder, "-m", "nineup", "fetch", "tiny")
    assert done.returncode != 0
    assert [line.split()[0] for line in outside(watched)] == ["socket.getaddrinfo"]
    assert "example.org" in outside(watched)[0]


def test_no_command_and_nothing_that_is_imported_asks_the_network(
    watched: dict[str, str], tmp_path: Path
) -> None:
    work = [*WORK]
    for target in target_names():
        work.append(f"export tiny --to {target}" + (" --leave-out" if target in LEFT_OUT else ""))
    done = run(watched, write_tiny(tmp_path / "project"), "-c", EVERYTHING, typed="\n".join(work))
    assert outside(watched) == []
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert [line for line in printed if line.startswith("0 ")] == [f"0 {words} " for words in work], printed


@pytest.fixture
def studio(
    watched: dict[str, str], tmp_path: Path
) -> Iterator[tuple["subprocess.Popen[str]", httpx2.Client]]:
    """A studio as a double click starts it, and what its browser sends."""
    words = [sys.executable, "-m", "nineup", "studio", "--home", "--no-open"]
    process = subprocess.Popen(words, cwd=tmp_path, env=watched, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        origin = re.match(r"http://([\d.]+):\d+", address)
        assert origin is not None, address
        assert ipaddress.ip_address(origin[1]).is_loopback
        headers = {"origin": origin[0]}
        with httpx2.Client(base_url=address.removesuffix("new"), headers=headers, timeout=TIMEOUT) as browser:
            yield process, browser
    finally:
        process.kill()
        process.wait(TIMEOUT)


def test_a_day_in_the_studio_asks_nobody_else(
    studio: tuple["subprocess.Popen[str]", httpx2.Client], watched: dict[str, str]
) -> None:
    process, browser = studio
    assert browser.get("new").status_code == 200
    template = {"title": "Dragon Hoard", "template": "square-tile"}
    assert browser.post("new", json=template).json()["done"]
    assert browser.post("dragon-hoard/new-list", json={"name": "Maps", "kind": "card"}).json()["done"]
    for page in ("", "cards", "layouts", "style", "game", "table", "sheets", "proof", "versions", "export"):
        assert browser.get(f"dragon-hoard/{page}").status_code == 200, page
    for asked in ({"kind": "sheets"}, {"kind": "export", "to": "web"}, {"kind": "export", "to": "xlsx"}):
        assert browser.post("dragon-hoard/export", data=asked).status_code == 204
        until_done(browser)
    made = Path(watched["HOME"]) / "Nineup/output/dragon-hoard"
    assert {path.suffix for path in made.rglob("*")} >= {".pdf", ".html", ".xlsx"}
    assert browser.post("dragon-hoard/undo").json()["done"]
    assert browser.post("end").status_code < 400
    assert process.wait(TIMEOUT) == 0
    assert outside(watched) == []


def until_done(browser: httpx2.Client) -> None:
    limit = time.monotonic() + TIMEOUT
    while 'class="running"' in (text := browser.get("dragon-hoard/export").text):
        assert time.monotonic() < limit
        time.sleep(0.1)
    assert 'class="failed"' not in text
