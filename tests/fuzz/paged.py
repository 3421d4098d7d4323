"""Readers of what becomes pages: templates of appendices, files of rules, and requests to the studio."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.book.appendix import AppendixInput, CountColumn, Template, booklet, rulebook
from nineup.book.appendix.blocks import Blocks
from nineup.book.appendix.inline import Inlines, InlineVocabulary
from nineup.book.appendix.links import resolve_links
from nineup.book.appendix.notation import mark_structure
from nineup.book.writers import BookletTypesetter, PageAssets, PageImage, html, laid_face, markdown, pdf
from nineup.model.booklet import Booklet, LaidTable
from nineup.model.drawing import Face
from nineup.typography.text import Setting, StyleSheet, read_styles
from small import as_file, fonts, one_in, project, run

TEMPLATE = "layouts/tiny/appendix/10-fuzz.md"
RULES = "rules.md"
PICTURES = {"deck/first": "First Light, deck", "chip/chip": "chip"}


@cache
def _source() -> AppendixInput:
    return AppendixInput(run(), (CountColumn("3 players", run(), 3),), PICTURES)


@cache
def _styles() -> StyleSheet:
    found = read_styles(project(), "layouts/appendix/style.yaml", fonts(), Findings())
    assert found is not None
    return found


def appendix(data: bytes) -> None:
    """A template, filled with a game, as Markdown and as pages."""

    def read(small: Project, findings: Findings) -> None:
        _paged(booklet(_source(), small, (Template("fuzz", TEMPLATE, 10),), findings), data)

    as_file(TEMPLATE, read)(data)


def notation(data: bytes) -> None:
    """A template that is filled: the notation of its lines alone."""
    inlines = Inlines(InlineVocabulary({"gem": "gem"}, {"light": "term light"}))
    chapter = Blocks(inlines, lambda id: None, PICTURES).chapter(
        "fuzz", mark_structure(data.decode("utf-8", "replace"))
    )
    if chapter is not None:
        done, _ = resolve_links([chapter])
        _paged(Booklet("Tiny", "", "", "", done), data)


def rules(data: bytes) -> None:
    """A rulebook in Markdown."""

    def read(small: Project, findings: Findings) -> None:
        made = rulebook(_source(), small, RULES, findings)
        if made is not None:
            _paged(made.booklet, data, made.tables)

    as_file(RULES, read)(data)


def _paged(made: Booklet, data: bytes, tables: tuple[LaidTable, ...] = ()) -> None:
    markdown(made)
    keys = [*PICTURES, *(table.key for table in tables)]
    if one_in(8, data):
        pictures = {key: PageImage(b"", 4, 3) for key in keys}
        html(made, PageAssets("#000000", "#000000", (), pictures, {}, fonts().by_key))
    if one_in(64, data):
        setting = Setting(fonts(), _styles(), {})
        faces = {key: Face(key, Size(60.0, 80.0), 0.0, ()) for key in PICTURES}
        faces |= {table.key: laid_face(table, faces, _styles().styles["note"], setting) for table in tables}
        pdf(made, BookletTypesetter(fonts(), _styles(), setting, faces), Size(420.0, 595.0))


@cache
def _studio() -> Callable[[str, str, bytes], int]:
    """A function that sends a request to a studio of the small project, and returns the status."""
    from nineup_studio.live.workspace import Workspace
    from nineup_studio.security import Access
    from nineup_studio.server import make_app

    access = Access(8420)
    app = make_app(Workspace(project()), access)
    loop = asyncio.new_event_loop()
    headers = {
        "host": "127.0.0.1:8420",
        "origin": "http://127.0.0.1:8420",
        "content-type": "application/x-www-form-urlencoded",
    }

    async def answer(method: str, address: str, body: bytes) -> int:
        path, _, query = address.partition("?")
        status = 0
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return messages.pop() if messages else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)

        lengths = {"content-length": str(len(body))}
        await app(
            {
                "type": "http",
                "asgi": {"version": "3.0"},
                "http_version": "1.1",
                "method": method,
                "scheme": "http",
                "path": access.root + unquote_to_bytes(path).decode("utf-8", "replace"),
                "raw_path": (access.root + path).encode("ascii"),
                "query_string": query.encode("ascii"),
                "root_path": "",
                "headers": [
                    (name.encode(), value.encode()) for name, value in {**headers, **lengths}.items()
                ],
                "client": ("127.0.0.1", 50000),
                "server": ("127.0.0.1", 8420),
                "state": {},
            },
            receive,
            send,
        )
        return status

    def status_of(method: str, address: str, body: bytes) -> int:
        with ThreadPoolExecutor(1) as other:  # A test's own thread may run the loop of a browser.
            return other.submit(loop.run_until_complete, answer(method, address, body)).result()

    return status_of


def request(data: bytes) -> None:
    method, _, rest = data.partition(b" ")
    address, _, body = rest.partition(b"\n")
    if b"events" in address or b"export" in address:
        return  # The first streams, the second writes.
    place = "/" + quote(address.lstrip(b"/"), safe="/?&=%+,.-")
    status = _studio()("POST" if method == b"POST" else "GET", place, body)
    assert 0 < status < 500, status
