"""Streams of events that wait for a change, woken from any thread."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Topic = Literal["files", "exports"]
"""What a change is of: files of the project and proofs of them, or exports."""


class Listener:
    """What has changed since its stream was last told; anything may have before it began."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._changed: set[Topic] = {"files", "exports"}
        self._event = asyncio.Event()
        self._event.set()

    def add(self, *topics: Topic) -> None:
        """Wakes the stream; from its own thread only."""
        self._changed.update(topics)
        self._event.set()

    async def changes(self) -> list[Topic]:
        """What has changed, each topic once however often it did, as soon as something has or the studio
        ends.
        """
        await self._event.wait()
        self._event.clear()
        changed, self._changed = self._changed, set()
        return sorted(changed, reverse=True)


class Listeners:
    """The listeners of all browsers."""

    def __init__(self) -> None:
        self._all: set[Listener] = set()

    @contextmanager
    def listening(self) -> Iterator[Listener]:
        """A listener of the running loop."""
        listener = Listener()
        self._all.add(listener)
        try:
            yield listener
        finally:
            self._all.remove(listener)

    def notify(self, *topics: Topic) -> None:
        """Wakes the listeners, from any thread."""
        for each in tuple(self._all):
            if not each.loop.is_closed():
                each.loop.call_soon_threadsafe(each.add, *topics)
