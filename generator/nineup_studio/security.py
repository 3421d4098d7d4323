"""Lets only the user's own browser in: checks every request before any other code sees it.

A web page elsewhere can make a browser send requests to this machine, and so can every program here. So each
address begins with a secret made at the start, and `Host`, `Origin` and `Sec-Fetch-Site` must name this
server, which stops rebound DNS names and pages of other servers on this machine. It isn't a cookie, because a
browser sends those of 127.0.0.1 to every port; a path goes where the request goes, with pictures and streams
of events too. `Referrer-Policy` keeps it from every other origin. Decision 11 has the reasons.
"""

import asyncio
import hmac
import re
import secrets
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
"""The only address that the studio listens on."""

MAX_HEADERS = 32 * 1024
"""The maximum size of a request's headers, in bytes."""

MAX_BODY = 4 * 1024 * 1024
"""The maximum size of a request's body, in bytes."""

UPLOAD = re.compile(r"/[^/]+/[^/]+/(?:upload|import|font)")
"""The addresses whose bodies are files, and are handed on as they arrive."""

MAX_UPLOAD = 64 * 1024 * 1024
"""The maximum size of such a body, in bytes: that of a picture, a workbook, or a font."""

MAX_BODY_TIME = 10.0
"""The time limit for receiving a body, in seconds."""

MAX_ANSWER_TIME = 120.0
"""The time limit until a response begins, in seconds."""

SAFE_METHODS = ("GET", "HEAD")
METHODS = (*SAFE_METHODS, "POST")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
    "blob:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Sent with every response, unless it has its own value for one; uvicorn's own, to what isn't HTTP, are plain
text.
"""


class Access:
    """Access to a server: its port, and the secret made for this run of it, with which all its addresses
    begin.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.root = f"/{secrets.token_urlsafe(16)}"

    def address_of(self, game: str | None = None) -> str:
        """The address of a game, or of the first page."""
        return f"http://{HOST}:{self.port}{self.root}/{f'{game}/' if game else ''}"

    @property
    def hosts(self) -> tuple[str, ...]:
        return (f"{HOST}:{self.port}", f"localhost:{self.port}")

    def admits(self, path: str) -> bool:
        """Whether a path begins with the secret, in constant time."""
        first, slash, _ = path[1:].partition("/")
        return hmac.compare_digest(f"/{first}{slash}".encode("utf-8", "replace"), f"{self.root}/".encode())


class Guard:
    """ASGI middleware: refuses requests that aren't from the user's own browser, and limits sizes and
    times.
    """

    def __init__(
        self,
        app: ASGIApp,
        access: Access,
        max_body: int = MAX_BODY,
        max_body_time: float = MAX_BODY_TIME,
        max_answer_time: float = MAX_ANSWER_TIME,
    ) -> None:
        self._app = app
        self._access = access
        self._max_body = max_body
        self._max_body_time = max_body_time
        self._max_answer_time = max_answer_time

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, _with_headers(send))

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refused = _refusal(scope, headers, self._access)
        if refused is not None:
            await refused(scope, receive, send)
            return
        scope = {**scope, "root_path": self._access.root}
        is_upload = scope["method"] == "POST" and UPLOAD.fullmatch(scope["path"]) is not None
        limit = MAX_UPLOAD if is_upload else self._max_body
        # What a client states is checked first, and what it sends is counted as well:
        # it may state nothing, or less.
        stated = headers.get("content-length", "0")
        if not stated.isdigit() or int(stated) > limit:
            await _refuse(413, f"A request may have {limit:,} bytes.")(scope, receive, send)
            return
        if is_upload:  # Its route counts what arrives.
            await self._answer(scope, receive, send)
            return
        body = await self._body(receive)
        if isinstance(body, Response):
            await body(scope, receive, send)
            return
        await self._answer(scope, _replay(body, receive), send)

    async def _body(self, receive: Receive) -> bytes | Response:
        """The whole body of a request, or why it is refused."""
        parts, size = [], 0
        try:
            async with asyncio.timeout(self._max_body_time):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return _refuse(400, "The request ended early.")
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > self._max_body:
                        return _refuse(413, f"A request may have {self._max_body:,} bytes.")
                    if not message.get("more_body", False):
                        return b"".join(parts)
        except TimeoutError:
            return _refuse(408, "The request took too long to arrive.")

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the application respond, within a time limit."""
        has_begun = False

        async def begun(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            # Once it has begun, a response may last: a stream of events has no end.
            limit.reschedule(None)
            await send(message)

        try:
            async with asyncio.timeout(self._max_answer_time) as limit:
                await self._app(scope, receive, begun)
        except TimeoutError:
            if not has_begun:
                await _refuse(503, "This took too long.")(scope, receive, send)
        except asyncio.CancelledError:  # The server is stopping, and has waited long enough.
            if not has_begun:
                await _refuse(503, "The studio was stopped.")(scope, receive, send)


def _refusal(scope: Scope, headers: Headers, access: Access) -> Response | None:
    """Why a request is refused that isn't one of the user's own browser for one of our addresses."""
    method, is_admitted = scope["method"], access.admits(scope["path"])
    if method not in METHODS:
        return _refuse(405, "Only GET and POST are supported.")
    if sum(len(name) + len(value) for name, value in headers.raw) > MAX_HEADERS:
        return _refuse(431, "The headers are too long.")
    # A page elsewhere can point its own name at 127.0.0.1 and then speak to this server as its
    # own. Its name is still in `Host`.
    hosts = headers.getlist("host")
    if len(hosts) != 1 or hosts[0] not in access.hosts:
        return _refuse(421, "This server answers only to its own address.")
    # Browsers state where a POST comes from; without that, it isn't from a browser.
    origins = headers.getlist("origin")
    if any(origin != f"http://{hosts[0]}" for origin in origins) or (
        method not in SAFE_METHODS and len(origins) != 1
    ):
        return _refuse(403, "Requests from other pages are refused.")
    # Old browsers don't send it, and are still held to the rest.
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not (
        is_admitted and _opens_a_page(method, headers)
    ):
        return _refuse(403, "Requests from other pages are refused.")
    return None if is_admitted else _private()


def _opens_a_page(method: str, headers: Headers) -> bool:
    """Whether a browser goes to an address in a tab of its own, as from the file that `command` opens, or a
    chat.
    """
    asked = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
    return method in SAFE_METHODS and asked == ("navigate", "document")


def _refuse(status: int, why: str) -> Response:
    # Closed, so that the body of a refused request isn't read, nor taken for the next one.
    return PlainTextResponse(f"{why}\n", status, {"connection": "close", "cache-control": "no-store"})


def _private() -> Response:
    """The answer to an address without the secret.

    Its script, which the policy names by its digest, is all it has.
    """
    script, digest = _private_script()
    headers = {
        "connection": "close",
        "cache-control": "no-store",
        "content-security-policy": f"default-src 'none'; script-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    }
    return HTMLResponse(f'{_PRIVATE}<script type="module">{script}</script>\n', 403, headers)


_PRIVATE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Nineup studio</title>
<p>This page is private: open the address that <code>nineup studio</code> printed.</p>
"""


@cache
def _private_script() -> tuple[str, str]:
    """The script of the refusal, and its SHA-256."""
    script = files("nineup_studio").joinpath("static", "private.js").read_text(encoding="utf-8")
    return script, b64encode(sha256(script.encode()).digest()).decode()


def _replay(body: bytes, receive: Receive) -> Receive:
    """Replays a body that has been read, then continues."""
    has_body = True

    async def again() -> Message:
        nonlocal has_body
        if has_body:
            has_body = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return wrapped
