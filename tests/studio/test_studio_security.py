"""Attacks on the studio: each is refused, and says nothing about the project."""

import hmac
import http.client
import re
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from nineup.base.project import Project
from nineup_studio import Studio, listen, security
from nineup_studio.live.workspace import Workspace
from nineup_studio.security import HEADERS, Access, Guard
from nineup_studio.server import MAX_CONNECTIONS, MAX_STRANGERS, make_app
from nineup_studio.views import VIEWS
from playwright.sync_api import expect
from serving import client, origin, serving
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from studio_window import Open, until
from tiny import CARDS, write_tiny

PORT = 8420
OWN = f"http://127.0.0.1:{PORT}"


async def _echo(request: Request) -> Response:
    return PlainTextResponse(f"{request.method} {len(await request.body())}")


def guarded(**limits: float) -> tuple[Access, TestClient]:
    """An application behind the guard, and a client whose addresses begin with the secret."""
    access = Access(PORT)
    app = Starlette(routes=[Route("/{path:path}", _echo, methods=["GET", "POST", "PUT"])])
    guard = Guard(app, access, **limits)  # type: ignore[arg-type]
    return access, TestClient(guard, f"{OWN}{access.root}", follow_redirects=False)


def test_its_own_pages_get_in() -> None:
    _, own = guarded()
    assert own.get("/").text == "GET 0"
    assert own.get("/", headers={"sec-fetch-site": "same-origin"}).status_code == 200
    assert own.get("/", headers={"host": f"localhost:{PORT}"}).status_code == 200
    posted = own.post("/", content=b"abc", headers={"origin": OWN})
    assert posted.text == "POST 3"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1", "127.0.0.1:80", f"127.0.0.1.evil.example:{PORT}", f"0.0.0.0:{PORT}", ""],
)
def test_a_rebound_name_is_refused(host: str) -> None:
    _, own = guarded()
    assert own.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", f"https://127.0.0.1:{PORT}", "http://127.0.0.1:3000", "http://127.0.0.1"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_requests_of_other_pages_are_refused(method: str, origin: str) -> None:
    _, own = guarded()
    assert own.request(method, "/", headers={"origin": origin}).status_code == 403


def test_a_post_without_an_origin_is_refused() -> None:
    _, own = guarded()
    assert own.post("/").status_code == 403
    assert own.post("/", headers={"host": f"localhost:{PORT}", "origin": OWN}).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_what_another_page_asks_for_is_refused(site: str) -> None:
    _, own = guarded()
    for mode, kind in (
        *(("cors", "empty"), ("no-cors", "image"), ("no-cors", "script"), ("navigate", "iframe")),
        *(("navigate", "embed"), ("navigate", ""), ("", "")),
    ):
        sent = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": kind}
        assert own.get("/", headers=sent).status_code == 403, (mode, kind)


def test_an_address_opens_from_a_file_or_a_chat_but_only_as_a_page() -> None:
    access, own = guarded()
    opened = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert own.get("/", headers=opened).status_code == 200
    assert own.post("/", headers=opened).status_code == 403
    assert own.post("/", headers={**opened, "origin": OWN}).status_code == 403
    without = own.get(f"{OWN}/tiny/", headers=opened)
    assert without.status_code == 403
    assert "script" not in without.text
    assert access.root not in without.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "HACK"])
def test_other_methods_are_refused(method: str) -> None:
    _, own = guarded()
    assert own.request(method, "/", headers={"origin": OWN}).status_code == 405


def test_nothing_is_shown_without_the_secret() -> None:
    access, own = guarded()
    root = access.root
    for path in (
        *("/", "/gemotion/", root, root[:-1], f"{root[:-1]}/", f"{root}x/", f"/{root}/", f"/x{root}/"),
        *(f"{root.swapcase()}/", f"/?token={root}", "/\u00fc/", "//", f"/%2e/{root[1:]}", f"{root}%2"),
    ):
        for method in ("GET", "HEAD", "POST"):
            answer = own.request(method, f"{OWN}{path}", headers={"origin": OWN})
            assert answer.status_code == 403, path
            assert root not in answer.text + str(answer.headers)
            assert "set-cookie" not in answer.headers
    cookies = {"cookie": f"nineup-{PORT}={root[1:]}; token={root[1:]}", "authorization": root[1:]}
    assert own.get(f"{OWN}/", headers=cookies).status_code == 403


def test_the_refusal_has_just_the_script_that_its_policy_names() -> None:
    _, own = guarded()
    answer = own.get(f"{OWN}/gemotion/")
    (script,) = re.findall(r"<script[^>]*>(.*)</script>", answer.text, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in answer.headers["content-security-policy"]


def test_no_cookie_is_set() -> None:
    _, own = guarded()
    assert "set-cookie" not in own.get("/").headers


def test_secrets_are_long_new_and_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    roots = {Access(PORT).root for _ in range(50)}
    assert len(roots) == 50
    assert all(re.fullmatch(r"/[\w-]{22}", root) for root in roots)  # 128 bits
    compared, original = [], hmac.compare_digest

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return original(one, other)

    monkeypatch.setattr(security.hmac, "compare_digest", compare)
    access, own = guarded()
    own.get(f"{OWN}/wrong/x")
    assert compared == [(b"/wrong/", f"{access.root}/".encode())]


def test_every_answer_has_the_headers_that_keep_scripts_and_frames_out() -> None:
    _, own = guarded()
    for answer in (
        own.get("/"),
        own.get("/", headers={"host": "evil.example"}),
        own.put("/"),
        own.get("/missing"),
        own.get(f"{OWN}/"),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers


def test_an_answer_after_a_failure_has_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access(PORT)
    app = make_app(Workspace(Project(write_tiny(tmp_path))), access)
    monkeypatch.setattr(Project, "games", lambda _: 1 / 0)
    own = TestClient(app, f"{OWN}{access.root}", raise_server_exceptions=False)
    answer = own.get("/")
    assert answer.status_code == 500
    assert HEADERS.items() <= dict(answer.headers).items()
    assert "ZeroDivision" not in answer.text


def test_a_body_has_a_largest_size() -> None:
    _, own = guarded(max_body=1000)
    origin = {"origin": OWN}
    assert own.post("/", content=b"x" * 1000, headers=origin).text == "POST 1000"
    assert own.post("/", content=b"x" * 1001, headers=origin).status_code == 413
    assert own.post("/", content=iter([b"x" * 600] * 2), headers=origin).status_code == 413
    assert own.post("/", content=b"", headers={**origin, "content-length": "-1"}).status_code == 413


def test_an_answer_that_takes_too_long_is_given_up() -> None:
    import asyncio

    async def slow(request: Request) -> Response:
        await asyncio.sleep(60)
        raise AssertionError

    access = Access(PORT)
    app = Guard(Starlette(routes=[Route("/", slow)]), access, max_answer_time=0.05)
    own = TestClient(app, f"{OWN}{access.root}")
    assert own.get("/").status_code == 503


def test_an_answer_that_a_stop_cancels_is_no_failure() -> None:
    import asyncio

    async def cancelled(request: Request) -> Response:
        raise asyncio.CancelledError

    access = Access(PORT)
    app = Guard(Starlette(routes=[Route("/", cancelled)]), access)
    own = TestClient(app, f"{OWN}{access.root}")
    assert own.get("/").text == "The studio was stopped.\n"


# A server with sockets.


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with serving(write_tiny(tmp_path_factory.mktemp("project")), max_header_time=0.4) as found:
        yield found


def sent(studio: Studio, *parts: bytes, pause: float = 0.0) -> bytes:
    """What the server answers to bytes sent with pauses, until it ends the connection."""
    with socket.create_connection(("127.0.0.1", studio.access.port), timeout=20) as wire:
        answer = b""
        try:
            for part in parts:
                wire.sendall(part)
                time.sleep(pause)
            while more := wire.recv(65536):
                answer += more
        except OSError:
            pass
        return answer


def own_request(studio: Studio, method: str = "GET", **headers: str) -> bytes:
    line = f"{method} {studio.access.root}/ HTTP/1.1"
    given = {"Host": studio.access.hosts[0], "Connection": "close", **headers}
    return "\r\n".join([line, *(f"{name}: {value}" for name, value in given.items()), "", ""]).encode()


def test_it_listens_on_this_machine_alone(studio: Studio) -> None:
    assert sent(studio, own_request(studio)).startswith(b"HTTP/1.1 303")
    with listen(0) as found:
        assert found.getsockname()[0] == "127.0.0.1"
    for other in ("127.0.0.2", "::1"):
        with pytest.raises(OSError):  # noqa: PT011 - refused, or no such address here
            socket.create_connection((other, studio.access.port), timeout=5).close()


def test_two_hosts_in_one_request_are_refused(studio: Studio) -> None:
    request = own_request(studio).replace(b"\r\n", b"\r\nHost: evil.example\r\n", 1)
    assert b"200 OK" not in sent(studio, request)
    assert b" 4" in sent(studio, request)[:14]


def test_what_is_not_http_is_refused(studio: Studio) -> None:
    for bytes_ in (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
        assert sent(studio, bytes_)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 421", b"")


def test_headers_have_a_largest_size(studio: Studio) -> None:
    for size in (33_000, 100_000, 1_000_000):
        answer = sent(studio, own_request(studio, **{"X-Long": "x" * size}))
        assert answer[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b""), size


def test_a_request_that_dribbles_is_cut_off(studio: Studio) -> None:
    begun = time.monotonic()
    assert sent(studio, *[bytes([byte]) for byte in b"GET / HTTP/1.1\r\nHost: x\r\n" * 9], pause=0.05) == b""
    assert time.monotonic() - begun < 5


def test_a_body_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Guard.__init__, "__defaults__", (1000, 0.2, 5.0))
    with serving(write_tiny(tmp_path)) as studio:
        head = own_request(studio, "POST", **{"Origin": origin(studio), "Content-Length": "500"})
        assert sent(studio, head, b"some").startswith(b"HTTP/1.1 408")
        chunked = head.replace(b"Content-Length: 500", b"Transfer-Encoding: chunked")
        chunks = [b"190\r\n" + b"x" * 400 + b"\r\n"] * 3
        assert sent(studio, chunked, *chunks).startswith(b"HTTP/1.1 413")


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Studio]:
    """A studio that waits a minute for requests, so that what is closed at once isn't closed for the time it
    took.
    """
    with serving(write_tiny(tmp_path), max_header_time=60) as found:
        yield found


@contextmanager
def crowd(studio: Studio, first: bytes, number: int = 300) -> Iterator[list[socket.socket]]:
    """Connections that send the beginning of a request, or nothing."""
    with ExitStack() as stack:
        found = []
        for _ in range(number):
            found.append(
                stack.enter_context(socket.create_connection(("127.0.0.1", studio.access.port), timeout=20))
            )
            if first:
                found[-1].sendall(first)
        yield found


def is_open(wire: socket.socket) -> bool:
    """Whether the server hasn't closed a connection, whatever it has sent."""
    wire.setblocking(False)
    try:
        while wire.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


REFUSED = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"


@pytest.mark.parametrize("first", [b"", b"G", b"GET / HTTP/1.1\r\nHost: ", REFUSED])
def test_a_crowd_that_sends_no_request_shuts_nobody_out(patient: Studio, first: bytes) -> None:
    first = first % patient.access.port if first is REFUSED else first
    with client(patient) as own, own.stream("GET", "/events") as events, crowd(patient, first) as wires:
        lines = events.iter_lines()
        assert next(lines) == "data: files"
        assert own.get("/tiny/").status_code == 200  # Otherwise no page hears of an edit.
        for _ in range(3):
            assert sent(patient, own_request(patient)).startswith(b"HTTP/1.1 303")
            for wire in wires:
                with suppress(OSError):
                    wire.sendall(b"x")  # as one would that sends a byte now and then
        assert sum(map(is_open, wires)) <= MAX_STRANGERS
        (Path(patient.workspace.project.root) / "cards/tiny/cards.yaml").write_text(
            CARDS.replace("First", "Last")
        )
        assert "data: files" in islice(lines, 5), "the stream that was there before goes on"


def test_a_page_loads_amid_a_crowd(patient: Studio, open_page: Open) -> None:
    with crowd(patient, b"G"):
        page = open_page(patient, "/tiny/")
        expect(page.locator("#status")).to_have_class("status live")
        until(page, "[...document.querySelectorAll('.front img')].every(image => image.complete)")
        page.close()


def test_the_browsers_own_connections_have_a_largest_number(patient: Studio) -> None:
    kept = own_request(patient).replace(b"Connection: close\r\n", b"")
    with ExitStack() as stack:
        for _ in range(MAX_CONNECTIONS + MAX_STRANGERS - 1):
            wire = stack.enter_context(crowd(patient, kept, 1))[0]
            assert wire.recv(12) == b"HTTP/1.1 303"
        assert sent(patient, own_request(patient)).startswith(b"HTTP/1.1 503")
    for _ in range(200):  # until the server has heard that they are closed
        if sent(patient, own_request(patient)).startswith(b"HTTP/1.1 303"):
            return
        time.sleep(0.05)
    raise AssertionError


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/static/../security.py",
            "/static/..%2fsecurity.py",
            "/static/%2e%2e/app.py",
            "/static/__init__.py",
        ),
        *("/..%2f..%2fetc/", "/%2e%2e/", "/tiny%00/", "/TINY/", "/nothing/", "/cards/", "/.git/"),
        *("/face/..%2f..%2fnineup.yaml.svg", "/face/0.svg", "/tiny/card/../../x", "/tiny/card/deck/none"),
    ],
)
def test_no_path_leads_to_other_files(studio: Studio, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", studio.access.port, timeout=20)
    connection.request("GET", f"{studio.access.root}{path}")
    answer = connection.getresponse()
    assert answer.status == 404, path
    assert b"import " not in answer.read()
    connection.close()


def test_texts_of_users_are_never_markup(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    attribute = "x' onload='alert(1)\\\" onclick=\\\"alert(1)"
    root = write_tiny(
        tmp_path, cards=CARDS.replace("First Light", evil).replace("Second Wind", f'"{attribute}"', 1)
    )
    project = Project(root)
    access = Access(PORT)
    workspace = Workspace(project)
    own = TestClient(make_app(workspace, access), f"{OWN}{access.root}")
    for path in (
        "/tiny/",
        "/tiny/?players=9",
        "/tiny/?option.suits=<script>alert(1)</script>",
        "/tiny/card/deck/first/sun",
    ):
        answer = own.get(path)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert 'onclick="' not in answer.text
    face = next(iter(workspace.session("tiny", _whole()).current().faces))
    answer = own.get(f"/face/{face}.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "script" not in answer.text


def _whole() -> Any:
    from nineup.pipeline import RunChoice

    return RunChoice()


def test_a_page_has_no_inline_scripts_and_styles(studio: Studio) -> None:
    with client(studio) as own:
        for path in ("/tiny/", "/tiny/card/deck/first/sun", "/", "/nothing/"):
            text = own.get(path, follow_redirects=True).text
            assert "<style" not in text
            assert " style=" not in text
            assert " onclick" not in text
            for script in text.split("<script")[1:]:
                assert "src=" in script.split(">")[0]
                assert script.split(">", 1)[1].startswith("</script>")


def test_every_address_on_a_page_has_the_secret(studio: Studio) -> None:
    views = [f"/tiny/{view.path}?players=2" for view in VIEWS if view.title]
    card = [
        "/tiny/card/deck/first/sun",
        "/tiny/card/deck/first/sun?since=commits",
        "/tiny/card/deck/first/sun?since=x",
    ]
    with client(studio) as own:
        for path in ("/", "/new", "/nothing/", *views, *card):
            text = own.get(path, follow_redirects=True).text
            found = re.findall(r'(?<!data-folder)="(/[^"]*)"', text)
            assert found
            assert [each for each in found if not each.startswith(f"{studio.access.root}/")] == [], path
