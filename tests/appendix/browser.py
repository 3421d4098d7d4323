"""A window of Chromium, to see what pages look like."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

HEIGHT = 800


class Window:
    """A page in a browser; what its console has to complain of is gathered in `complaints`."""

    def __init__(self, chromium: Browser) -> None:
        self.complaints: list[str] = []
        self._chromium = chromium
        self._context: BrowserContext | None = None
        self._looks: tuple[int, str, str] | None = None

    def open(self, page: Path, width: int, scheme: str = "light", media: str = "screen") -> None:
        """Show a file in a window as wide as that, in pixels of CSS, as a telephone would when it is narrow."""
        if self._looks != (width, scheme, media):
            self.close()
            self._looks = width, scheme, media
            self._page = self._new_page(width, scheme, media)
        self.complaints.clear()
        self._page.goto(page.as_uri())

    def _new_page(self, width: int, scheme: str, media: str) -> Page:
        self._context = self._chromium.new_context(
            viewport={"width": width, "height": HEIGHT},
            device_scale_factor=2,
            is_mobile=width < HEIGHT,
            color_scheme=scheme,  # type: ignore[arg-type]
        )
        page = self._context.new_page()
        page.emulate_media(media=media)  # type: ignore[arg-type]
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
        if self._context is not None:
            self._context.close()
