"""Coroutines of an event loop that wait for a change, woken from any thread."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Listeners:
    """The events of current listeners."""

    def __init__(self) -> None:
        self._events: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def __bool__(self) -> bool:
        """Whether there are any listeners."""
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
        """Wakes the listeners, from any thread."""
        for event, loop in tuple(self._events.items()):
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
