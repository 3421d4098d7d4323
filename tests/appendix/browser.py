"""A headless Chromium, driven through its DevTools protocol over a pair of pipes, to see what pages look like."""

import base64
import json
import os
import select
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
)

WORDS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars --remote-debugging-pipe "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()

PATIENCE = 120.0
"""Seconds that the browser may be silent."""

HEIGHT = 800


class Browser:
    """A page in a browser; what its console has to complain of is gathered in `complaints`."""

    def __init__(self, commands: int, replies: int) -> None:
        self.complaints: list[str] = []
        self._commands, self._replies = commands, replies
        self._numbers = count(1)
        self._rest = b""
        self._loads = 0
        self._session: dict[str, str] = {}
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._session = {"sessionId": session}
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """What a method of the protocol answers."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params, **self._session}
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == number:
                assert "error" not in said, said
                result: dict[str, Any] = said["result"]
                return result

    def open(self, page: Path, width: int, scheme: str = "light") -> None:
        """Show a file in a window as wide as that, in pixels of CSS, as a telephone would when it is narrow."""
        size = {"width": width, "height": HEIGHT, "deviceScaleFactor": 2, "mobile": width < HEIGHT}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        scheme_is = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", features=[scheme_is])
        self.complaints.clear()
        before = self._loads
        self.ask("Page.navigate", url=page.as_uri())
        while self._loads == before:
            self._next()

    def value(self, script: str) -> Any:
        """What an expression of JavaScript is worth, or its promise."""
        said = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in said, said["exceptionDetails"]
        return said["result"].get("value")

    def picture(self) -> bytes:
        """What the window shows, as a PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def _next(self) -> dict[str, Any]:
        """The next thing that the browser says."""
        while b"\0" not in self._rest:
            assert select.select([self._replies], [], [], PATIENCE)[0], "the browser is silent"
            more = os.read(self._replies, 1 << 20)
            assert more, "the browser is gone"
            self._rest += more
        text, _, self._rest = self._rest.partition(b"\0")
        said: dict[str, Any] = json.loads(text)
        method = said.get("method")
        self._loads += method == "Page.loadEventFired"
        if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
            self.complaints.append(json.dumps(said["params"])[:500])
        return said


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A browser with a profile of its own in a folder, for as long as it is wanted."""
    assert CHROMIUM is not None
    theirs, commands = os.pipe()
    replies, said = os.pipe()
    descriptors = [
        (os.POSIX_SPAWN_DUP2, theirs, 3),
        (os.POSIX_SPAWN_DUP2, said, 4),
        (os.POSIX_SPAWN_OPEN, 2, str(folder / "stderr"), os.O_WRONLY | os.O_CREAT, 0o600),
    ]
    words = [CHROMIUM, *WORDS, f"--user-data-dir={folder / 'profile'}"]
    process = os.posix_spawn(CHROMIUM, words, os.environ, file_actions=descriptors)
    os.close(theirs)
    os.close(said)
    try:
        page = Browser(commands, replies)
        yield page
    finally:
        os.close(commands)  # It ends when nobody speaks to it any more.
        os.waitpid(process, 0)
        os.close(replies)
