"""The program that needs no Python, where `make program` puts it: a game is started, edited, printed and exported in
it, with nothing on its path and another user's home.
"""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import ROOT, TIMEOUT
from playwright.sync_api import Browser, Page, expect
from programs import LONGEST_WAIT, missing
from studio_window import arrived, becomes, live
from test_studio_grid import at

MAX_DOWNLOAD = 120_000_000
MAX_START = 3.0
"""Seconds of a processor until the first page is there."""

FILE = "cards/dragon-hoard/cups.yaml"
TEXT = 5
"""The column of the cards' texts."""


@pytest.fixture
def words() -> list[str]:
    """The built program, of the sources as they are."""
    path = ROOT / "dist/program/nineup" / ("nineup.exe" if os.name == "nt" else "nineup")
    if not path.exists():
        missing("dist/program/nineup, which `make program` builds")
    return [str(path)]


@pytest.fixture
def empty(tmp_path: Path) -> dict[str, str]:
    """The variables of a user who has nothing: no program is on the path, and the home is empty."""
    for name in ("home", "path"):
        (tmp_path / name).mkdir()
    return {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "path"), "LANG": "C.UTF-8"}


@pytest.fixture
def started(words: list[str], empty: dict[str, str], tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The program as a double click starts it, but for the browser, of which there is none on the path."""
    process = subprocess.Popen(words, cwd=tmp_path, env=empty, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        yield process
    finally:
        process.kill()
        process.wait(TIMEOUT)


def processor_time(process: "subprocess.Popen[str]") -> float:
    """The seconds of a processor that a process has taken so far, by Linux."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(sys.platform != "linux", reason="it is built and tried on Linux")
def test_a_game_is_made_and_printed_without_python(
    started: "subprocess.Popen[str]", words: list[str], empty: dict[str, str], chromium: Browser
) -> None:
    project = Path(empty["HOME"]) / "Nineup"
    assert started.stdout is not None
    address = started.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{22}/new", address)
    page = chromium.new_page()
    page.set_default_timeout(1000 * LONGEST_WAIT)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    page.goto(address)
    expect(page.locator(".templates img").first).to_be_visible()
    assert processor_time(started) < MAX_START

    page.get_by_label("Title").fill("Dragon Hoard")
    page.get_by_role("button", name="Start it").click()
    arrived(page, "**/dragon-hoard/")
    expect(page.locator(".piece img").first).to_be_visible()
    expect(page.locator("#findings .checking")).to_have_count(0)
    expect(page.locator("#findings li")).to_have_text([])

    page.goto(f"{address.removesuffix('new')}dragon-hoard/cards/cups/cups.yaml")
    live(page)
    at(page, "sencha", TEXT)
    page.keyboard.type("Take 3 {sugar}.")
    page.keyboard.press("Enter")
    becomes(page, lambda: (project / FILE).read_text().count("Take 3 {sugar}.\n"), 1)

    page.goto(f"{address.removesuffix('new')}dragon-hoard/export")
    live(page)
    page.get_by_role("button", name="Build", exact=True).click()
    done(page, "cards-a4.pdf")
    for target, file in (
        ("Excel and Google Sheets", "dragon-hoard.xlsx"),
        ("Cutting machines", "cards-a4-1.dxf"),
    ):
        page.get_by_role("button", name=f"Export: {target}").click()
        done(page, file)
    output = project / "output/dragon-hoard"
    with zipfile.ZipFile(output / "xlsx/dragon-hoard.xlsx") as workbook:
        assert b"Take 3 {sugar}." in b"".join(workbook.read(name) for name in workbook.namelist())

    def run(*more: str, program: list[str] = words) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*program, "--no-cache", *more],
            cwd=project,
            env=empty,
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT,
        )

    ended = run("check")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert run("build", "-o", "ours").returncode == 0
    empty |= {"PYTHONPATH": str(ROOT / "generator")}
    assert run("build", "-o", "theirs", program=[sys.executable, "-m", "nineup"]).returncode == 0
    ours, theirs = (
        {
            path.relative_to(project / name): path.read_bytes()
            for path in (project / name).rglob("*")
            if path.is_file()
        }
        for name in ("ours", "theirs")
    )
    assert ours == theirs
    assert any(path.suffix == ".pdf" for path in ours)

    page.goto(address)
    live(page)
    page.get_by_role("button", name="End the studio").click()
    expect(page.get_by_role("status")).to_contain_text("has ended")
    assert started.wait(TIMEOUT) == 0
    # No page of it asks anybody else.
    assert all(url.startswith((address.removesuffix("new"), "data:", "blob:")) for url in asked), asked


def done(page: Page, file: str) -> None:
    """The latest job has ended well, with a file of this name."""
    expect(page.locator(".jobs > li.done").first).to_contain_text(file)
    expect(page.locator(".jobs li.running")).to_have_count(0)


def test_the_download_is_small(words: list[str]) -> None:
    archives = [path for path in Path(words[0]).parents[1].iterdir() if path.is_file()]
    assert [path.stat().st_size < MAX_DOWNLOAD for path in archives] == [True]
