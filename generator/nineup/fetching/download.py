"""What an address answers with: over HTTPS, up to a size, in so much time, and only if it is CSV."""

import time
import urllib.error
import urllib.request
from collections.abc import Collection
from http.client import HTTPException, HTTPMessage
from typing import IO
from urllib.parse import urlsplit

from nineup import __version__

MOST_BYTES = 8 * 1024 * 1024
"""The largest sheet: a hundred thousand cards."""

PATIENCE, DEADLINE = 20.0, 60.0
"""Seconds without an answer, and until it is whole."""

MOST_REDIRECTS = 5
CHUNK = 64 * 1024

PUBLISH = "in Google Sheets: File → Share → Publish to web, the sheet as comma-separated values (.csv)"


class DownloadError(Exception):
    """Why there is no sheet; `hint` may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a few redirects, to addresses of the schemes that are allowed."""

    max_redirections = MOST_REDIRECTS
    max_repeats = 2

    def __init__(self, schemes: Collection[str]) -> None:
        self._schemes = schemes

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if urlsplit(newurl).scheme not in self._schemes:
            raise DownloadError(f"it leads to `{newurl}`, which is not encrypted")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(
    address: str,
    schemes: Collection[str] = ("https",),
    most: int = MOST_BYTES,
    patience: float = PATIENCE,
    deadline: float = DEADLINE,
) -> bytes:
    """The file at an address, whole. Raises DownloadError.

    Nothing is sent but the request: no cookies, no names. `schemes` are those of the address and of redirects.
    """
    if urlsplit(address).scheme not in schemes:
        raise DownloadError(f"`{address}` doesn't begin with {' or '.join(f'{each}://' for each in schemes)}")
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(schemes),
    ):
        opener.add_handler(handler)
    request = urllib.request.Request(  # the scheme was checked above
        address, headers={"User-Agent": f"nineup/{__version__}", "Accept": "text/csv, text/*;q=0.5"}
    )
    try:
        with opener.open(request, timeout=patience) as answer:
            _refuse_pages(answer.headers)
            data = _read(answer, most, time.monotonic() + deadline)
            _refuse_part(answer.headers, len(data))
            return data
    except urllib.error.HTTPError as error:
        error.close()
        raise _refused(error) from None
    except TimeoutError:
        raise DownloadError(f"there is no answer after {patience:g} seconds") from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise DownloadError(f"there is no answer after {patience:g} seconds") from None
        raise DownloadError(f"it can't be reached: {error.reason}") from None
    except (OSError, HTTPException, ValueError) as error:
        raise DownloadError(f"it can't be reached: {error or type(error).__name__}") from None


def _refused(error: urllib.error.HTTPError) -> DownloadError:
    if error.code in (301, 302, 303, 307, 308):
        return DownloadError(f"it leads on more than {MOST_REDIRECTS} times")
    hint = PUBLISH if error.code in (401, 403, 404, 410) else ""
    return DownloadError(f"the server answers {error.code} {error.reason}", hint)


def _refuse_pages(headers: HTTPMessage) -> None:
    kind = headers.get_content_type()
    if kind in ("text/html", "application/xhtml+xml"):
        raise DownloadError("it is a web page, such as one to sign in on, and not CSV", PUBLISH)


def _refuse_part(headers: HTTPMessage, got: int) -> None:
    """Reading in pieces doesn't notice that a server breaks off."""
    wanted = headers.get("Content-Length", "")
    if wanted.isascii() and wanted.isdigit() and int(wanted) != got:
        raise DownloadError(f"it breaks off after {got:,} of {int(wanted):,} bytes")


def _read(answer: IO[bytes], most: int, until: float) -> bytes:
    parts: list[bytes] = []
    left = most
    while part := answer.read(min(CHUNK, left + 1)):
        left -= len(part)
        if left < 0:
            raise DownloadError(f"it is larger than {most / 1024 / 1024:g} MiB")
        if time.monotonic() > until:
            raise DownloadError("it takes too long")
        parts.append(part)
    return b"".join(parts)
