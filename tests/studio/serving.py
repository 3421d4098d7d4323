"""A studio that serves in a thread, and a browser's requests to it without a browser."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
from nineup.base.project import Project
from nineup_studio import Studio, listen


@contextmanager
def serving(root: Path, port: int = 0, max_header_time: float = 10.0) -> Iterator[Studio]:
    """A studio for a project; it must end well."""
    studio = Studio(Project(root), listen(port), max_header_time)
    ready = threading.Event()
    thread = threading.Thread(target=studio.run, args=(ready.set,))
    thread.start()
    assert ready.wait(30)
    try:
        yield studio
    finally:
        studio.stop()
        thread.join(30)
        assert not thread.is_alive()


def origin(studio: Studio) -> str:
    return f"http://127.0.0.1:{studio.access.port}"


def address(studio: Studio, path: str = "/") -> str:
    return f"{origin(studio)}{studio.access.root}{path}"


@contextmanager
def client(studio: Studio) -> Iterator[httpx2.Client]:
    """What a browser that knows the printed address sends."""
    with httpx2.Client(base_url=address(studio), timeout=60) as found:
        yield found
