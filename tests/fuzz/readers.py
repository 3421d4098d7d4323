"""What is fuzzed: functions that take a stranger's bytes and must come back without an exception."""

import io
from collections.abc import Callable, Iterator
from functools import cache, partial
from http.client import HTTPConnection
from unittest.mock import patch

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box
from nineup.base.project import Project
from nineup.changes.reprint.manifests import read_manifest
from nineup.faces.record import read_record
from nineup.files import fetching
from nineup.files.edit import Delete, Duplicate, Set, edit
from nineup.files.load import load_game
from nineup.files.load.cards_file import CARD_KEYS
from nineup.files.load.fields import Fields
from nineup.files.load.tables.csv_cards import as_entries, present
from nineup.files.load.tables.csv_file import read_rows
from nineup.files.load.tables.csv_text import decode_csv
from nineup.files.load.tables.json_list import json_rows
from nineup.files.load.tables.sheet import UnreadableWorkbookError
from nineup.files.load.tables.table_file import Table, with_field_names
from nineup.files.load.tables.workbook import sheet_rows
from nineup.files.settings import read_settings
from nineup.files.sheet_spec import read_sheet
from nineup.logic.expression import (
    ExpressionError,
    expression,
    numbers_in,
    plain_text,
    symbols_in,
    template,
    words_in,
)
from nineup.model.art import ArtError, read_image
from nineup.schema.nodes import SourceFile
from nineup.schema.scope import Reading, Scope
from nineup.schema.types import TEXT
from nineup.schema.yaml_tree import decode_text, parse_yaml, pieces
from nineup.svg.outlines.path_data import path_data
from nineup.svg.style.css import declarations, rules
from nineup.svg.transform import fit_box, transform, view_box
from nineup.svg.values.values import SvgError, colour, numbers, reference, user_length
from nineup.translation import merged, read_catalogue, translated
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.text import read_styles
from small import Read, as_file, fonts, game, listed, one_in, project, text_of

CARDS = "cards/tiny/cards.yaml"


def loaded(project: Project, findings: Findings) -> None:
    assert load_game(project, "tiny", findings) is not None or findings.failed


@cache
def _card_reading() -> Reading:
    """What reads the text of the small game's card list, once the rest of the game is read."""
    found: list[Reading] = []

    def kept(key: object, about: str, text: str, findings: Findings, read: Reading) -> object:
        found.append(read)
        return read(text, findings)

    load_game(project(), "tiny", Findings(), caching=kept)
    return found[0]


def cards(data: bytes) -> None:
    """A card list: one of four with its whole game."""
    if one_in(4, data):
        as_file(CARDS, loaded)(data)
        return
    findings = Findings()
    with findings.limited():
        _card_reading()(decode_text(data, CARDS, findings), findings)


def selected(project: Project, findings: Findings) -> None:
    """A game with what one of its runs prints."""
    found = pipeline.load(project, "tiny", findings)
    assert found is not None or findings.failed
    if found is not None:
        pipeline.choose_run(found, pipeline.RunChoice(), findings)


def yaml(data: bytes) -> None:
    text = decode_text(data, "file.yaml", Findings())
    parse_yaml(text, "file.yaml", Findings())
    try:
        list(pieces(text))
    except ValueError:
        return


def marks(data: bytes) -> None:
    for read in (plain_text, symbols_in, numbers_in, words_in):
        read(text_of(data))


def formula(data: bytes) -> None:
    for make in (expression, template):
        try:
            make(text_of(data))({"card": {"name": "a", "cost": {"gem": 2}}, "players": 3, "items": [1, 2, 3]})
        except ExpressionError:
            continue


def values(data: bytes) -> None:
    fit = partial(fit_box, Box(0, 0, 1, 2), Box(0, 0, 3, 4))
    for read in (transform, view_box, numbers, user_length, colour, reference, fit):
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


def entries(table: Table) -> None:
    scope = Scope(table.file, Findings())
    types = Fields({"name": TEXT, "text": TEXT}, {"name": "text", "text": "text"})
    common = {name: CARD_KEYS[name] for name in ("id", "copies")}
    rows = with_field_names(table, types, common, {}, (), scope.findings).rows
    as_entries(rows, present(rows, types, common, scope), common, scope)


def json_list(data: bytes) -> None:
    file = SourceFile("cards.json", text_of(data))
    entries(Table(json_rows(file, Findings()), file))


def csv(data: bytes) -> None:
    file = SourceFile("cards.csv", decode_csv(data, "cards.csv", Findings()))
    read = read_rows(file, Findings())
    entries(Table(read.rows, file, read.columns))


def workbook(name: str, data: bytes) -> None:
    try:
        table = Table(*sheet_rows(data, name, "deck", Findings()))
    except UnreadableWorkbookError:
        return
    entries(table)


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
    """What a server sends when a spreadsheet is fetched, to the first request and to those that follow from
    it.
    """

    def connect(connection: HTTPConnection) -> None:
        connection.sock = Wire(data)

    with patch.object(HTTPConnection, "connect", connect):
        try:
            rows = fetching.read_fetched(
                fetching.download("http://127.0.0.1/deck.csv", ("http",)), "deck.csv"
            )
        except fetching.DownloadError:
            return
    fetching.changes_of([["id", "name"], ["a", "b"]], rows)
    fetching.changes_of(rows, [["id", "name"], ["a", "b"]])


SUFFIXES = {b"ttcf": ".ttc", b"wOFF": ".woff", b"wOF2": ".woff2", b"OTTO": ".otf"}


class _OneFont(Project):
    """A project that has nothing but a font."""

    def __init__(self, path: str, data: bytes) -> None:
        super().__init__(project().root)
        self._path, self._data = path, data

    def list(self, folder: str, pattern: str = "*") -> Iterator[str]:
        yield self._path

    def read(self, path: str) -> bytes:
        return self._data


def font(data: bytes) -> None:
    """A font file in a project, as static, variable and leaning fonts, and what is drawn and embedded
    of it.
    """
    suffix = SUFFIXES.get(data[:4], ".ttf")
    stem = "Odd[wght]" if b"fvar" in data[:1024] else "Odd-Regular"

    families = ["Odd"] if suffix != ".ttc" else [f"{stem}.ttc#0", "Tiny"]
    if suffix != ".ttc" and one_in(4, data):
        families.append("Odd (slant 10)")

    known = Fonts(_OneFont(f"fonts/{stem}{suffix}", data))
    for family in families:
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


def edited(data: bytes) -> None:
    """Edits of card lists that are any files, as the studio makes them."""
    for change in (
        Set(("cards", 0, "name"), "Dawn: a"),
        Delete(("cards", 0)),
        Duplicate(("cards", 0), {"id": "b"}),
    ):
        edit(CARDS, data, [change])
    edit("cards/tiny/cards.csv", data, [Set((0, "name"), 'x, "y"')])


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
        "cards/tiny/translations/de.po": catalogue,
    }
    listed(path)
    return as_file(path, reads[path])


def manifest(data: bytes) -> None:
    """Manifests are in the output folder, which may be anywhere."""
    folder = project().root / "output/tiny/box"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_bytes(data)
    read_manifest(folder)
