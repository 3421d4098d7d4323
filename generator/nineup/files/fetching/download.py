"""Downloads an address over HTTPS, limited in size and time, accepting only CSV."""

import string
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Collection
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from http.client import HTTPException, HTTPMessage
from typing import IO
from urllib.parse import quote, urljoin, urlsplit

from nineup import __version__

MOST_BYTES = 8 * 1024 * 1024
"""The size of the largest sheet: a hundred thousand cards."""

PATIENCE, DEADLINE = 20.0, 60.0
"""Seconds without a response, and until the whole response."""

MOST_REDIRECTS = 5
REDIRECTS = (301, 302, 303, 307, 308)
CHUNK = 64 * 1024

PUBLISH = "in Google Sheets: File → Share → Publish to web, the sheet as comma-separated values (.csv)"


class DownloadError(Exception):
    """Why a sheet couldn't be downloaded; `hint` may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def download(
    address: str,
    schemes: Collection[str] = ("https",),
    most: int = MOST_BYTES,
    patience: float = PATIENCE,
    deadline: float = DEADLINE,
) -> bytes:
    """The complete file at an address. Raises DownloadError.

    Only the request is sent: no cookies, no names. `schemes` are the allowed ones, also for redirects.
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
    ):
        opener.add_handler(handler)
    return _within(deadline, lambda: _follow(opener, address, schemes, most=most, patience=patience))


def _within(seconds: float, work: Callable[[], bytes]) -> bytes:
    """The result of some work.

    Raises DownloadError if it takes longer: a server may send single bytes forever.
    """
    done: Future[bytes] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, name="nineup-fetch", daemon=True).start()
    try:
        return done.result(seconds)
    except FutureTimeoutError:
        raise DownloadError("it takes too long") from None


def _follow(
    opener: urllib.request.OpenerDirector,
    address: str,
    schemes: Collection[str],
    most: int,
    patience: float,
) -> bytes:
    """The response of an address, or of where it redirects to. Raises DownloadError."""
    for _ in range(MOST_REDIRECTS + 1):
        try:
            return _get(opener, address, most, patience=patience)
        except urllib.error.HTTPError as error:
            error.close()  # unread: a redirect may have a body of any length
            address = _redirect(error, address, schemes)
    raise DownloadError(f"it redirects more than {MOST_REDIRECTS} times")


def _get(opener: urllib.request.OpenerDirector, address: str, most: int, patience: float) -> bytes:
    """The response of an address itself. Raises DownloadError, and HTTPError for every status but success."""
    try:
        request = urllib.request.Request(  # the scheme is one of those allowed
            address, headers={"User-Agent": f"nineup/{__version__}", "Accept": "text/csv, text/*;q=0.5"}
        )
        with opener.open(request, timeout=patience) as answer:
            _refuse_pages(answer.headers)
            data = _read(answer, most)
            _refuse_part(answer.headers, len(data))
            return data
    except urllib.error.HTTPError:
        raise
    except TimeoutError:
        raise DownloadError(f"no answer after {patience:g} seconds") from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise DownloadError(f"no answer after {patience:g} seconds") from None
        raise DownloadError(f"it can't be reached: {error.reason}") from None
    except (OSError, HTTPException, ValueError) as error:
        raise DownloadError(f"it can't be reached: {error or type(error).__name__}") from None


def _redirect(error: urllib.error.HTTPError, address: str, schemes: Collection[str]) -> str:
    """The address of a redirect. Raises DownloadError if there is none, or its scheme isn't allowed."""
    location = error.headers.get("Location", "") if error.code in REDIRECTS else ""
    if not location:
        hint = PUBLISH if error.code in (401, 403, 404, 410) else ""
        raise DownloadError(f"the server answered {error.code} {error.reason}", hint)
    try:
        # A header is read as Latin-1, whatever its bytes are.
        following = urljoin(address, quote(location, encoding="latin-1", safe=string.punctuation))
        scheme = urlsplit(following).scheme
    except ValueError:
        raise DownloadError(f"it redirects to `{location}`, which is not an address") from None
    if scheme not in schemes:
        raise DownloadError(f"it redirects to `{following}`, which is not encrypted")
    return following


def _refuse_pages(headers: HTTPMessage) -> None:
    kind = headers.get_content_type()
    if kind in ("text/html", "application/xhtml+xml"):
        raise DownloadError("it is a web page, perhaps for signing in, not CSV", PUBLISH)


def _refuse_part(headers: HTTPMessage, got: int) -> None:
    """Raises DownloadError for a truncated response, which reading in chunks doesn't notice."""
    wanted = headers.get("Content-Length", "")
    if wanted.isascii() and wanted.isdigit() and int(wanted) != got:
        raise DownloadError(f"it ends after {got:,} of {int(wanted):,} bytes")


def _read(answer: IO[bytes], most: int) -> bytes:
    parts: list[bytes] = []
    left = most
    while part := answer.read(min(CHUNK, left + 1)):
        left -= len(part)
        if left < 0:
            raise DownloadError(f"it is larger than {most / 1024 / 1024:g} MiB")
        parts.append(part)
    return b"".join(parts)
