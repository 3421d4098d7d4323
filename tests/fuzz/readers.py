"""What is fuzzed: functions that take a stranger's bytes and must come back without an exception."""

import io
import tempfile
from collections.abc import Callable
from functools import cache, partial
from http.client import HTTPConnection
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

from nineup import fetching, pipeline
from nineup.art import ArtError, read_image
from nineup.diagnostics import Findings
from nineup.edit import Delete, Duplicate, Set, edit
from nineup.expression import (
    ExpressionError,
    expression,
    numbers_in,
    plain_text,
    symbols_in,
    template,
    words_in,
)
from nineup.fonts import FontError, Fonts
from nineup.game import Game
from nineup.geometry import Box
from nineup.layout.css import declarations, rules
from nineup.layout.path_data import path_data
from nineup.layout.transform import fit_box, transform, view_box
from nineup.layout.values import SvgError, colour, length, numbers, reference
from nineup.load import load_game
from nineup.load.csv_cards import as_entries, present, read_rows
from nineup.load.csv_text import decode_csv
from nineup.load.fields import Fields
from nineup.load.workbook import SheetFile, UnreadableWorkbookError, sheet_rows
from nineup.pipeline.appendix import AppendixRequest, make_appendix
from nineup.project import Project
from nineup.record import read_record
from nineup.reprint.manifests import read_manifest
from nineup.schema.nodes import SourceFile
from nineup.schema.scope import Scope
from nineup.schema.types import TEXT
from nineup.schema.yaml_tree import decode_text, parse, pieces
from nineup.settings import read_settings
from nineup.sheet_spec import read_sheet
from nineup.text import read_styles
from nineup.translation import merged, read_catalogue, translated
from tiny import CARDS, GAME, write_tiny

Read = Callable[[bytes], object]


@cache
def project() -> Project:
    """A small project that lasts as long as the process."""
    return Project(write_tiny(Path(tempfile.mkdtemp(prefix="nineup-fuzz-"))))


@cache
def fonts() -> Fonts:
    return Fonts(project())


@cache
def game() -> Game:
    found = load_game(project(), "tiny", Findings())
    assert found is not None
    return found


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape").replace("\x00", "")


def as_file(path: str, read: Callable[[Project, Findings], object]) -> Read:
    """A reader of bytes, which are put into a file of the project, and read there."""

    def put(data: bytes) -> None:
        file = project().root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_bytes() if file.exists() else None
        file.write_bytes(data)
        try:
            read(project(), Findings())
        finally:
            file.unlink()
            if before is not None:
                file.write_bytes(before)

    return put


def drawing(project: Project, findings: Findings) -> object:
    options = pipeline.PrintOptions(output=project.root / "out")
    return pipeline.draw(project, "tiny", pipeline.RunChoice(), options, findings, lambda *_: None)


def built(project: Project, findings: Findings) -> None:
    """Everything a build does but writing: the file is one of a game's."""
    drawn = drawing(project, findings)
    if isinstance(drawn, pipeline.DrawnRun):
        pipeline.make_files(drawn, pipeline.group_by_shape(drawn.drawn), findings, lambda *_: None)
    assert findings.failed or isinstance(drawn, pipeline.DrawnRun)


def loaded(project: Project, findings: Findings) -> None:
    assert load_game(project, "tiny", findings) is not None or findings.failed


def yaml(data: bytes) -> None:
    text = decode_text(data, "file.yaml", Findings())
    parse(text, "file.yaml", Findings())
    try:
        list(pieces(text))
    except ValueError:
        return


def marks(data: bytes) -> None:
    for read in (plain_text, symbols_in, numbers_in, words_in):
        read(text_of(data))


def rich(data: bytes) -> None:
    cards = CARDS.replace("Take 1 {gem}", repr(text_of(data))[1:-1])
    as_file("cards/tiny/cards.yaml", built)(cards.encode("utf-8", "replace"))


def named(data: bytes) -> None:
    """The address of a picture, in quotes."""
    text = repr(text_of(data))
    as_file("cards/tiny/game.yaml", built)(GAME.replace("gem.svg", text, 1).encode("utf-8", "replace"))


def formula(data: bytes) -> None:
    for make in (expression, template):
        try:
            make(text_of(data))({"card": {"name": "a", "cost": {"gem": 2}}, "players": 3, "items": [1, 2, 3]})
        except ExpressionError:
            continue


def values(data: bytes) -> None:
    fit = partial(fit_box, Box(0, 0, 1, 2), Box(0, 0, 3, 4))
    for read in (transform, view_box, numbers, length, colour, reference, fit):
        try:
            read(text_of(data))  # type: ignore[operator]
        except SvgError:
            continue


def path(data: bytes) -> None:
    try:
        path_data(text_of(data))
    except SvgError:
        return


def css(data: bytes) -> None:
    list(rules(text_of(data), lambda *_: None))
    list(declarations(text_of(data), lambda *_: None))


def entries(rows: list[list[object]], file: SourceFile) -> None:
    scope = Scope(file, Findings())
    types = Fields({"name": TEXT, "text": TEXT}, {})
    as_entries(rows, present(rows, types, scope), ("id", "copies"), scope)  # type: ignore[arg-type]


def csv(data: bytes) -> None:
    file = SourceFile("cards.csv", decode_csv(data, "cards.csv", Findings()))
    entries(read_rows(file, Findings()), file)  # type: ignore[arg-type]


def workbook(name: str, data: bytes) -> None:
    try:
        rows = sheet_rows(data, name, "deck", Findings())
    except UnreadableWorkbookError:
        return
    entries(rows, SheetFile(name))  # type: ignore[arg-type]


def catalogue(project: Project, findings: Findings) -> None:
    found = read_catalogue(project, "tiny", "de", findings)
    if found is not None:
        translated(game(), found, findings)
    merged(project, game(), "de", findings)


def picture(data: bytes) -> None:
    try:
        read_image(data)
    except ArtError:
        return


class Wire(io.BytesIO):
    """A connection on which these bytes come, whatever is asked."""

    def makefile(self, mode: str) -> io.BytesIO:
        return io.BytesIO(self.getvalue())

    def sendall(self, data: bytes) -> None:
        pass

    def settimeout(self, seconds: float) -> None:
        pass


def answer(data: bytes) -> None:
    """What a server sends when a spreadsheet is fetched, to the first request and to those that follow from it."""

    def connect(connection: HTTPConnection) -> None:
        connection.sock = Wire(data)

    with patch.object(HTTPConnection, "connect", connect):
        try:
            rows = fetching.read_sheet(fetching.download("http://127.0.0.1/deck.csv", ("http",)), "deck.csv")
        except fetching.DownloadError:
            return
    fetching.changes_of([["id", "name"], ["a", "b"]], rows)
    fetching.changes_of(rows, [["id", "name"], ["a", "b"]])


SUFFIXES = {b"ttcf": ".ttc", b"wOFF": ".woff", b"wOF2": ".woff2", b"OTTO": ".otf"}


def font(data: bytes) -> None:
    """A font file in a project, as static, variable and leaning fonts, and what is drawn and embedded of it."""
    suffix = SUFFIXES.get(data[:4], ".ttf")
    stem = "Odd[wght]" if b"fvar" in data[:1024] else "Odd-Regular"

    def read(project: Project, findings: Findings) -> None:
        known = Fonts(project)
        for family in (f"{stem}.ttc#0", "Tiny") if suffix == ".ttc" else ("Odd", "Odd (slant 10)"):
            try:
                made = known.nearest(family, 700, italic="slant" in family)
                glyphs = made.shape("Ag 12").glyphs
                made.subset(glyphs)
                for glyph in glyphs:
                    made.outline(glyph)
                made.missing("Ag"), made.coloured("Ag"), made.reach("A"), made.credits, made.superscript
                made.small_caps("a"), made.underline, made.capitals("a")
            except FontError:
                continue

    as_file(f"fonts/{stem}{suffix}", read)(data)


def appendix(project: Project, findings: Findings) -> None:
    drawn = _drawn()
    make_appendix(
        project, drawn, AppendixRequest(parts=("fuzz",), formats=("html", "md")), findings, lambda *_: None
    )


@cache
def _drawn() -> pipeline.DrawnRun:
    drawn = drawing(project(), Findings())
    assert isinstance(drawn, pipeline.DrawnRun)
    return drawn


def edited(data: bytes) -> None:
    """Edits of card lists that are any files, as the studio makes them."""
    for change in (
        Set(("cards", 0, "name"), "Dawn: a"),
        Delete(("cards", 0)),
        Duplicate(("cards", 0), {"id": "b"}),
    ):
        edit("cards/tiny/cards.yaml", data, [change])
    edit("cards/tiny/cards.csv", data, [Set((0, "name"), 'x, "y"')])


@cache
def studio() -> Callable[[str, str, bytes], int]:
    """A function that sends a request to a studio of the small project, and returns the status."""
    from nineup.studio.app import make_app
    from nineup.studio.security import Access
    from nineup.studio.workspace import Workspace
    from starlette.testclient import TestClient

    access = Access(8420)
    client = TestClient(
        make_app(Workspace(project()), access), "http://127.0.0.1:8420", follow_redirects=False
    )
    client.cookies.set(access.cookie, access.token)
    headers = {"origin": "http://127.0.0.1:8420", "content-type": "application/x-www-form-urlencoded"}

    def send(method: str, address: str, body: bytes) -> int:
        return client.request(method, address, content=body, headers=headers).status_code

    return send


def request(data: bytes) -> None:
    method, _, rest = data.partition(b" ")
    address, _, body = rest.partition(b"\n")
    if b"events" in address or b"progress" in address or b"export" in address:
        return  # These stream, or write.
    place = "/" + quote(address.lstrip(b"/"), safe="/?&=%+,.-")
    assert studio()("POST" if method == b"POST" else "GET", place, body) < 500


def in_file(path: str) -> Read:
    """A reader of one of the files of a project, as the commands read it."""
    reads: dict[str, Callable[[Project, Findings], object]] = {
        "cards/tiny/prints/p.yaml": lambda project, findings: read_record(
            project, "cards/tiny/prints/p.yaml", findings
        ),
        "nineup.yaml": read_settings,
        "layouts/tiny/style.yaml": lambda project, found: read_styles(
            project, "layouts/tiny/style.yaml", fonts(), found
        ),
        "layouts/sheets/s.yaml": lambda project, findings: read_sheet(project, "s", findings),
        "output/tiny/box/manifest.json": lambda project, _: read_manifest(project.root / "output/tiny/box"),
        "layouts/tiny/appendix/10-fuzz.md": appendix,
        "cards/tiny/translations/de.po": catalogue,
    }
    return as_file(path, reads[path])
