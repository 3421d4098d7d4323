"""Published spreadsheets: fetched whole or not at all, from a server on this machine that misbehaves in every
way.
"""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner, Result
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.cli import nineup
from nineup.cli.commands import fetch
from nineup.files.fetching import DownloadError, addresses_of, changes_of, download, read_fetched
from tiny import CARDS, GAME, write_tiny

SHEET = "id,suit,name,copies,text\nfirst,ruby,First Light,1,Take 1.\nsecond,jade,Second Wind,2,Give 2.\n"


class Server(BaseHTTPRequestHandler):
    """Answers by the path: a status, headers, a body."""

    answers: ClassVar[dict[str, tuple[int, dict[str, str], bytes]]] = {}
    asked: ClassVar[list[dict[str, str]]] = []

    def do_GET(self) -> None:
        self.asked.append({key.lower(): value for key, value in self.headers.items()})
        if self.path == "/drips.csv":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nServer: ")
            while not self.server.let_go.wait(0.02):  # type: ignore[attr-defined]
                self.wfile.write(b"x")
            return
        status, headers, body = self.answers[self.path]
        if self.path == "/slow.csv":
            self.server.let_go.wait(5)  # type: ignore[attr-defined]
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


CSV, HTML = {"Content-Type": "text/csv; charset=utf-8"}, {"Content-Type": "text/html"}
ANSWERS = {
    "/deck.csv": (200, CSV, SHEET.encode()),
    "/moved.csv": (307, {"Location": "/deck.csv"}, b""),
    "/round.csv": (302, {"Location": "/round.csv"}, b""),
    "/plain.csv": (302, {"Location": "ftp://127.0.0.1/deck.csv"}, b""),
    "/page.csv": (200, HTML, b"<!doctype html><title>Sign in</title>"),
    "/hidden-page.csv": (200, CSV, b"\n<!DOCTYPE html><title>Sign in</title>"),
    "/gone.csv": (404, HTML, b"<p>gone"),
    "/book.csv": (200, {"Content-Type": "application/octet-stream"}, b"PK\x03\x04rest"),
    "/empty.csv": (200, CSV, b"id,name\n"),
    "/broken.csv": (200, CSV, b'id,name\na,"b"c\n'),
    "/binary.csv": (200, CSV, b"id,name\na,\0\0\n"),
    "/large.csv": (200, CSV, b"x" * 5000),
    "/short.csv": (200, {**CSV, "Content-Length": "400"}, b"id,name\n"),
    "/slow.csv": (200, CSV, SHEET.encode()),
    "/chunks.csv": (
        200,
        {**CSV, "Transfer-Encoding": "chunked"},
        b"".join(
            b"%x\r\n%s\r\n" % (len(part), part) for part in (SHEET[:50].encode(), SHEET[50:].encode(), b"")
        ),
    ),
}
PUBLISHED = "/spreadsheets/d/e/2PACX-x/pub?gid=0&single=true&output=csv"


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    Server.answers = ANSWERS
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.let_go = threading.Event()  # type: ignore[attr-defined]
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    elsewhere = {"Location": f"http://localhost:{server.server_port}/chunks.csv"}
    Server.answers = {**ANSWERS, PUBLISHED: (307, {**HTML, **elsewhere}, b"<html>Moved")}
    yield f"http://127.0.0.1:{server.server_port}"
    server.let_go.set()  # type: ignore[attr-defined]
    server.shutdown()
    thread.join()
    server.server_close()


def got(address: str, **limits: float) -> bytes:
    return download(address, schemes=("http",), **limits)  # type: ignore[arg-type]


def test_a_sheet_is_fetched_as_it_is_also_where_it_has_moved(host: str) -> None:
    assert got(f"{host}/deck.csv") == got(f"{host}/moved.csv") == SHEET.encode()
    told = Server.asked[-1]
    assert told["user-agent"].startswith("nineup/")
    assert not {"cookie", "authorization", "referer"} & set(told)


def test_a_published_sheet_comes_in_chunks_from_another_host(host: str) -> None:
    assert got(host + PUBLISHED) == SHEET.encode()


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("page", "it is a web page, perhaps for signing in, not CSV"),
        ("gone", "the server answered 404 Not Found"),
        ("round", "it redirects more than 5 times"),
        ("plain", "it redirects to `ftp://127.0.0.1/deck.csv`, which is not encrypted"),
        ("short", "it ends after 8 of 400 bytes"),
    ],
)
def test_what_is_no_sheet_is_refused(host: str, path: str, problem: str) -> None:
    with pytest.raises(DownloadError) as refused:
        got(f"{host}/{path}.csv")
    assert str(refused.value) == problem


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("hidden-page", "it is a web page, perhaps for signing in, not CSV"),
        ("book", "it is a workbook, not CSV"),
        ("empty", "it has no cards: expected a header row and a row for each card"),
        ("broken", "it is not readable CSV: line 2: text between the closing quote and the next cell"),
        ("binary", "it is not text"),
    ],
)
def test_what_says_that_it_is_csv_and_is_not_is_refused(host: str, path: str, problem: str) -> None:
    with pytest.raises(DownloadError) as refused:
        read_fetched(got(f"{host}/{path}.csv"), "deck.csv")
    assert str(refused.value) == problem


def test_size_and_time_are_limited(host: str) -> None:
    with pytest.raises(DownloadError, match="is larger than"):
        got(f"{host}/large.csv", most=4000)
    assert len(got(f"{host}/large.csv", most=5000)) == 5000
    with pytest.raises(DownloadError, match=r"no answer after 0\.05 seconds"):
        got(f"{host}/slow.csv", patience=0.05)
    with pytest.raises(DownloadError, match="it takes too long"):
        got(f"{host}/drips.csv", deadline=0.2)


def test_nothing_but_https_is_asked_for(host: str) -> None:
    before = len(Server.asked)
    with pytest.raises(DownloadError, match="doesn't begin with https://"):
        download(f"{host}/deck.csv")
    with pytest.raises(DownloadError, match="doesn't begin with https://"):
        download("file:///etc/passwd")
    assert len(Server.asked) == before


def test_a_server_that_is_not_there_is_reported() -> None:
    with pytest.raises(DownloadError, match="it can't be reached: "):
        got("http://127.0.0.1:1/deck.csv")


def test_changes_are_told_card_by_card() -> None:
    def rows(text: str) -> list[list[str]]:
        return read_fetched(text.encode(), "deck.csv")

    assert changes_of(rows(SHEET), rows(SHEET)) == ()
    new = SHEET.replace("First Light", "Last Light").replace("second,", "third,")
    assert [tuple(change) for change in changes_of(rows(SHEET), rows(new))] == [
        ("changed", "first", (("name", "First Light", "Last Light"),)),
        ("added", "third", ()),
        ("removed", "second", ()),
    ]
    by_name = "name; cost\nCup; 1\nCup; 2\n"
    (only,) = changes_of(rows(by_name), rows(by_name.replace("2", "3")))
    assert only == ("changed", "Cup (2)", (("cost", " 2", " 3"),))


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        (
            "deck.csv: http://example.org/x",
            "bad-address",
            "`http://example.org/x` is not an address that begins with https://",
        ),
        (
            "deck.csv: https://me:secret@example.org/x",
            "bad-address",
            "`https://me:secret@example.org/x` is not an address",
        ),
        ("../deck.csv: https://example.org/x", "bad-path", "`../deck.csv` is not the name of a CSV file"),
        ("game.yaml: https://example.org/x", "bad-path", "`game.yaml` is not the name of a CSV file"),
    ],
)
def test_addresses_and_files_are_checked_where_they_are_written(
    tmp_path: Path, line: str, code: str, message: str
) -> None:
    write_tiny(tmp_path, game=f"{GAME}fetch:\n  {line}\n")
    findings = Findings()
    assert addresses_of(Project(tmp_path), "tiny", findings) == ()
    (only,) = findings
    assert only.code == code
    assert only.message.startswith(message)
    assert only.span is not None
    assert only.span.line == len(GAME.splitlines()) + 2


@pytest.fixture
def online(host: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The command asks the server on this machine in place of example.org."""
    monkeypatch.setattr(
        "nineup.files.fetching.download", lambda address: got(address.replace("https://example.org", host))
    )
    return host


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(nineup, ["--project", str(root), *words])


def fetching_game(root: Path, *names: str) -> Path:
    lines = "".join(f"  {name}: https://example.org/{name}\n" for name in names)
    fields = CARDS.split("cards:")[0].replace("fields:\n", "    fields:\n").replace("\n  ", "\n      ")
    game = GAME.replace("    cards: cards.yaml\n", f"    cards: deck.csv\n{fields}")
    return write_tiny(root, game=f"{game}fetch:\n{lines}")


def test_the_command_writes_the_sheet_and_shows_what_changes(tmp_path: Path, online: str) -> None:
    root = fetching_game(tmp_path, "deck.csv")
    made = run(root, "fetch", "tiny")
    assert (made.exit_code, made.output) == (0, "cards/tiny/deck.csv: new, 2 cards\n")
    assert (root / "cards/tiny/deck.csv").read_text() == SHEET
    assert run(root, "fetch").output == "cards/tiny/deck.csv: 2 cards; nothing has changed\n"
    (root / "cards/tiny/deck.csv").write_text(SHEET.replace("First", "Fast").replace("second", "old"))
    assert run(root, "fetch").output.splitlines() == [
        "cards/tiny/deck.csv: 2 cards; 1 changed, 1 added, 1 removed",
        "  ~ first: name `Fast Light` → `First Light`",
        "  + second",
        "  - old",
    ]
    assert run(root, "count", "tiny").exit_code == 0


def test_html_is_converted_on_the_way_if_requested(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = SHEET.replace("First Light", "<b>First</b> Light")
    monkeypatch.setattr("nineup.files.fetching.download", lambda address: sheet.encode())
    root = fetching_game(tmp_path, "deck.csv")
    assert run(root, "fetch", "tiny", "--convert").exit_code == 0
    assert (root / "cards/tiny/deck.csv").read_text() == SHEET.replace("First Light", "**First** Light")
    (root / "cards/tiny/deck.csv").write_text(SHEET)  # Now the game can be read: its names are plain text.
    made = run(root, "fetch", "tiny", "--convert")
    assert "  left as they are: <b> in 1 text, </b> in 1 text" in made.output
    assert (root / "cards/tiny/deck.csv").read_text() == sheet


def test_one_sheet_that_fails_keeps_all_files_of_the_game(tmp_path: Path, online: str) -> None:
    root = fetching_game(tmp_path, "deck.csv", "page.csv")
    (root / "cards/tiny/deck.csv").write_text("id,name\nold,Old\n")
    made = run(root, "fetch", "tiny")
    assert made.exit_code == 3
    assert "nothing was written" in made.output
    assert "https://example.org/page.csv: it is a web page" in made.output
    assert "not-fetched" in made.output
    assert "Publish to web" in made.output
    assert (root / "cards/tiny/deck.csv").read_text() == "id,name\nold,Old\n"
    assert not (root / "cards/tiny/page.csv").exists()


def test_a_sheet_behind_a_link_out_of_the_project_is_neither_read_nor_written(
    tmp_path: Path, online: str
) -> None:
    root = fetching_game(tmp_path / "project", "deck.csv")
    (tmp_path / "secret").write_text("SECRET")
    try:
        (root / "cards/tiny/deck.csv").symlink_to(tmp_path / "secret")
    except OSError:
        pytest.skip("this system lets only administrators make links")
    made = run(root, "fetch", "tiny")
    assert made.exit_code == 3
    assert "`cards/tiny/deck.csv` leads out of the project [no-file]" in made.output
    assert (tmp_path / "secret").read_text() == "SECRET"


@pytest.mark.parametrize(("games", "those"), [(["tiny"], "tiny has no"), ([], "no game has")])
def test_a_game_without_addresses_says_where_they_go(tmp_path: Path, games: list[str], those: str) -> None:
    made = run(write_tiny(tmp_path), "fetch", *games)
    assert made.exit_code == 2
    assert f"{those} `fetch:` in its game.yaml; write" in made.output


def test_nothing_else_has_a_client_of_the_network() -> None:
    clients = re.compile(
        r"^\s*(?:import|from) (?:urllib\.request|http\.client|ftplib|smtplib|requests|httpx)\b", re.M
    )
    generator = Path(fetch.__file__).parents[3]
    using = {
        path.name for path in generator.rglob("*.py") if clients.search(path.read_text(encoding="utf-8"))
    }
    assert using == {"download.py"}
