"""Those who wait for something to change: coroutines of an event loop, woken from any thread."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Listeners:
    """The events of those who listen now."""

    def __init__(self) -> None:
        self._events: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def __bool__(self) -> bool:
        """Whether anybody listens."""
        return bool(self._events)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event of the running loop that `notify` sets."""
        event = asyncio.Event()
        self._events[event] = asyncio.get_running_loop()
        try:
            yield event
        finally:
            del self._events[event]

    def notify(self) -> None:
        """Wakes those who listen, from any thread."""
        for event, loop in tuple(self._events.items()):
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
