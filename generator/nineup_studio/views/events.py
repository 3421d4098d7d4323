"""The stream of events that keeps pages up to date (server-sent events)."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from nineup_studio.live.looking import session_of, workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.pages.view import View

HEARTBEAT = 15.0
"""The seconds after which a silent stream sends a sign of life."""


async def events(request: Request) -> Response:
    """Sends the changes since the state `since` that a page shows, now and whenever something changes."""
    session = await in_thread(session_of, request)
    known = request.query_params.get("since", "")
    workspace = workspace_of(request)

    async def stream() -> AsyncIterator[bytes]:
        nonlocal known
        with session.listening() as changed:
            yield b": connected\n\n"
            while not workspace.is_closed:
                changed.clear()
                news = await in_thread(session.news, known)
                if news is not None:
                    known = news.state
                    yield b"data: " + msgspec.json.encode(news) + b"\n\n"
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b": here\n\n"

    return StreamingResponse(stream(), 200, {"cache-control": "no-store"}, "text/event-stream")


VIEW = View("events", "", "", (Route("/{game}/events", events),))
