"""The server: a socket on this machine only, with limits on connections and slow requests."""

import asyncio
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn
from nineup.base import Project
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from nineup_studio.live.projects import OpenProjects
from nineup_studio.live.sent_rows import HEADER
from nineup_studio.live.working import fenced_route
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.page import plain_page
from nineup_studio.pages.posting import json_response, nothing
from nineup_studio.security import HOST, MAX_HEADERS, Access, Guard
from nineup_studio.views import VIEWS


def make_app(workspace: Workspace, access: Access, others: OpenProjects | None = None) -> ASGIApp:
    """The application for a workspace, behind the guard, which also sees the answers to what failed; `others`
    opens other folders.
    """
    routes: list[BaseRoute] = [fenced_route(route) for view in VIEWS for route in view.routes]
    app = Starlette(
        routes=routes,
        exception_handlers={HTTPException: _problem},
    )
    app.state.workspace = workspace
    app.state.views = VIEWS
    app.state.others = others
    return Guard(app, access)


def _problem(request: Request, error: Exception) -> Response:
    """The page that says what is wrong.

    What is gone or has changed since a page was made is no mistake of the page, which hears of it a moment
    later: what its scripts and images ask for then is answered without a status that its console would
    complain of. A page that is fetched again shows what this one says.
    """
    assert isinstance(error, HTTPException)
    is_late = error.status_code in (404, 409) and request.headers.get("sec-fetch-dest") in ("empty", "image")
    if is_late and error.status_code == 404 and HEADER in request.headers:
        return plain_page(request, "problem.html", message=error.detail)
    if is_late and request.method == "GET":
        return nothing()
    if is_late and request.headers.get("content-type") == "application/json":
        return json_response({"refused": error.detail})
    return plain_page(request, "problem.html", error.status_code, message=error.detail)


PORT = 8420
"""The default port; if it is taken, the next free one."""

TRIES = 20
"""The number of ports to try."""

MAX_CONNECTIONS = 64
"""The largest number of simultaneous connections besides those of strangers. A browser opens six."""

MAX_STRANGERS = 128
"""The largest number of connections without a request with the secret so far: the oldest is closed for a new
one.

So a client that opens connections and sends nothing can't shut others out: a browser sends its request at
once, and is no stranger from then on. In between, this many others would have to come.
"""

MAX_HEADER_TIME = 10.0
"""The seconds after which a connection is closed that is still a stranger's."""


def listen(port: int | None) -> socket.socket:
    """A socket on a port of this machine, or on the first free one from `PORT` on.

    Raises OSError if it is in use.
    """
    for number in range(PORT, PORT + TRIES - 1) if port is None else ():
        with suppress(OSError):
            return _listen(number)
    return _listen(PORT + TRIES - 1 if port is None else port)


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Otherwise Windows lets others bind the same port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # 127.0.0.1 only: nobody on the network can connect, whatever else fails.
        listener.bind((HOST, port))
        listener.listen(MAX_CONNECTIONS)
    except OSError:
        listener.close()
        raise
    return listener


class Studio:
    """A server for a project on a socket from `listen`."""

    def __init__(
        self,
        project: Project,
        where: socket.socket,
        max_header_time: float = MAX_HEADER_TIME,
        others: OpenProjects | None = None,
    ) -> None:
        self._socket = where
        self.access = Access(where.getsockname()[1])
        self.workspace = Workspace(project)
        self._own_others = (
            None if others else OpenProjects(lambda other: _other(other, self._others), end=self.stop)
        )
        self._others = others or self._own_others
        app = make_app(self.workspace, self.access, self._others)
        config = uvicorn.Config(
            app,
            http=_protocol(self.access, max_header_time),
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            # Nobody stands between: who says so in a header isn't believed.
            proxy_headers=False,
            limit_concurrency=MAX_CONNECTIONS + MAX_STRANGERS,
            timeout_keep_alive=30,
            # Requests that don't end within a second are answered by `Guard`, so
            # that Ctrl-C ends the studio soon.
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MAX_HEADERS,
        )
        self._server = _Server(config, self.workspace)

    @property
    def address(self) -> str:
        """The address of its first page."""
        return self.access.address_of()

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serves until Ctrl-C or `stop`, with the folders that it has opened; calls `ready` once files are
        watched.
        """
        try:
            with self.workspace.watching(self.stop):
                ready()
                self._server.run(sockets=[self._socket])
        finally:
            if self._own_others is not None:
                self._own_others.close()

    def stop(self) -> None:
        """Stops `run`, from any thread."""
        self._server.handle_exit(signal.SIGTERM, None)


def _other(project: Project, others: OpenProjects | None) -> Studio:
    return Studio(project, listen(None), others=others)


class _Server(uvicorn.Server):
    """Ends the event streams before it waits for open requests."""

    def __init__(self, config: uvicorn.Config, workspace: Workspace) -> None:
        super().__init__(config)
        self._workspace = workspace

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Streams never end by themselves, and the server would wait for them.
        self._workspace.close()
        self.should_exit = True


def _protocol(access: Access, max_header_time: float) -> type[asyncio.Protocol]:
    """uvicorn's protocol, which itself limits only the time between requests; with the limits on
    strangers.
    """
    strangers: dict[asyncio.Protocol, Callable[[], None]] = {}  # How to end them, oldest first.

    class Protocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._limit = self.loop.call_later(max_header_time, self._end_stranger)
            strangers[self] = self._end_stranger
            if len(strangers) > MAX_STRANGERS:
                next(iter(strangers.values()))()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self in strangers and self.cycle is not None and access.admits(self.scope["path"]):
                self._forget_stranger()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget_stranger()
            super().connection_lost(exc)

        def _forget_stranger(self) -> None:
            self._limit.cancel()
            strangers.pop(self, None)

        def _end_stranger(self) -> None:
            self._forget_stranger()
            self.transport.abort()  # Without waiting until it has read what it was told.

    return Protocol
