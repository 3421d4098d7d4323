"""What keeps pages up to date: one stream of events for all tabs of a browser, and the news of a run when a
tab asks.
"""

import asyncio
from collections.abc import AsyncIterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from nineup_studio.live.looking import session_of, workspace_of
from nineup_studio.live.workspace import News
from nineup_studio.pages.posting import json_response
from nineup_studio.pages.view import View

HEARTBEAT = 15.0
"""The seconds after which a silent stream sends a sign of life."""


async def events(request: Request) -> Response:
    """Sends what kind of thing has changed, now and whenever something does (server-sent events).

    It names no run, so that tabs that look at different ones can share it.
    """
    workspace = workspace_of(request)

    async def stream() -> AsyncIterator[bytes]:
        with workspace.listeners.listening() as listener:
            while not workspace.is_closed:
                try:
                    for topic in await asyncio.wait_for(listener.changes(), HEARTBEAT):
                        yield f"data: {topic}\n\n".encode()
                except TimeoutError:
                    yield b": here\n\n"

    return StreamingResponse(stream(), 200, {"cache-control": "no-store"}, "text/event-stream")


def news(request: Request) -> Response:
    """The changes of a run since the state `since` that a page shows; without content if there are none."""
    try:
        changes = session_of(request).news(request.query_params.get("since", ""))
    except HTTPException:
        changes = News("", is_stale=True)  # The page is fetched again, and says that its game is gone.
    return Response(status_code=204) if changes is None else json_response(changes)


VIEW = View("events", "", "", routes=(Route("/events", events), Route("/{game}/news", news)))
