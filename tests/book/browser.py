"""A window of Chromium, to see what pages look like."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

HEIGHT = 800


class Window:
    """A page in a browser; what its console has to complain of is gathered in `complaints`."""

    def __init__(self, chromium: Browser) -> None:
        self.complaints: list[str] = []
        self._chromium = chromium
        self._pages: dict[bool, Page] = {}

    def open(self, file: Path, width: int, scheme: str = "light", media: str = "screen") -> None:
        """Show a file in a window as wide as that, in pixels of CSS, as a telephone would when it is narrow.

        A file that is shown already isn't read again.
        """
        is_narrow = width < HEIGHT
        if is_narrow not in self._pages:
            self._pages[is_narrow] = self._new_page(is_narrow)
        page = self._page = self._pages[is_narrow]
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(media=media, color_scheme=scheme)  # type: ignore[arg-type]
        if page.url != file.as_uri():
            self.complaints.clear()
            page.goto(file.as_uri())

    def _new_page(self, is_narrow: bool) -> Page:
        page = self._chromium.new_context(device_scale_factor=2, is_mobile=is_narrow).new_page()
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def value(self, script: str) -> Any:
        """What an expression of JavaScript is worth, or its promise."""
        return self._page.evaluate(script)

    def picture(self) -> bytes:
        """What the whole page shows, as a PNG."""
        return self._page.screenshot(full_page=True)

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()
