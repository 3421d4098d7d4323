"""Sheets of XLSX workbooks (ECMA-376-1, 18): stored values with the formats that show them. No formula is run.

openpyxl reads the same, but its import takes longer than building a small game.
"""

import datetime
import io
import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import msgspec

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""Formats that workbooks name by number (18.8.30)."""

_IN_QUOTES = re.compile(r'"[^"]*"|[\\_].|\[(?!hh?\]|mm?\]|ss?\])[^\]]*\]', re.IGNORECASE)
"""What isn't a part of a date in a format: words, a character on its own, a colour or a language."""

_DATE = re.compile("[dmhys]", re.IGNORECASE)
_DURATION = re.compile(r"\[(?:hh?|mm?|ss?)\]", re.IGNORECASE)
_COORDINATE = re.compile(r"([A-Z]{1,3})\d+")
_ESCAPE = re.compile("_x(005F|0009|000A|000D)_", re.IGNORECASE)
"""An underscore, and the spaces that XML can't keep, as texts have them (22.9.2.19)."""

_DAY = 24 * 60 * 60


class Stored(msgspec.Struct, frozen=True):
    """A cell: a text, a number, a truth value, a date, a time, a duration, or None; and its format, `General` as an empty one."""

    value: Any
    format: str = ""


class _Part(msgspec.Struct, frozen=True):
    """A part of a workbook that another refers to."""

    kind: str
    path: str


class _Styles(msgspec.Struct, frozen=True):
    """The formats of cells, by the number of their style; which of these show dates and durations."""

    formats: tuple[str, ...]
    dates: frozenset[str]
    durations: frozenset[str]
    first: datetime.datetime
    """Day 0 of the workbook."""

    def shown(self, style: int, number: int | float) -> Stored:
        format = self.formats[style] if style < len(self.formats) else ""
        if format not in self.dates:
            return Stored(number, format)
        try:
            value = _duration(number) if format in self.durations else _date(number, self.first)
        except (OverflowError, ValueError):
            return Stored("#VALUE!", format)
        return Stored(value, format)


def xlsx_rows(data: bytes, choose: Callable[[Sequence[str]], int]) -> Iterator[tuple[int, list[Stored]]]:
    """The rows of a sheet that have values: each row's number, from 0, and its cells up to the last value.

    `choose` is given the names of all sheets, and gives the place of one. Raises whatever a damaged part leads to.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        (book,) = [part.path for part in _parts(archive, "").values() if part.kind == "officeDocument"]
        parts = _parts(archive, book)
        root = _root(archive, book)
        sheets: dict[str, str] = {}
        for sheet in root.iterfind("{*}sheets/{*}sheet"):
            part = next(parts[value] for key, value in sheet.items() if key.endswith("}id"))
            if part.kind == "worksheet":
                sheets[sheet.get("name", "")] = part.path
        names = list(sheets)
        path = sheets[names[choose(names)]]
        found = {part.kind: part.path for part in parts.values()}
        texts = _texts(archive, found["sharedStrings"]) if "sharedStrings" in found else []
        styles = _styles(_root(archive, found["styles"]) if "styles" in found else root, root)
        with archive.open(path) as sheet_file:
            last = -1
            for _, row in ElementTree.iterparse(sheet_file):
                if row.tag.endswith("}row"):
                    number = int(row.get("r", last + 2)) - 1
                    cells = _cells(row, texts, styles)
                    row.clear()
                    if number > last:
                        last = number
                        yield number, cells


def _root(archive: zipfile.ZipFile, path: str) -> ElementTree.Element:
    return ElementTree.fromstring(archive.read(path))


def _parts(archive: zipfile.ZipFile, path: str) -> dict[str, _Part]:
    """What a part refers to, by the ids that it uses; of no part, what the whole workbook does."""
    folder, name = posixpath.split(path)
    found = {}
    for each in _root(archive, posixpath.join(folder, "_rels", f"{name}.rels")):
        target = posixpath.normpath(posixpath.join("/", folder, each.get("Target", ""))).lstrip("/")
        found[each.get("Id", "")] = _Part(posixpath.basename(each.get("Type", "")), target)
    return found


def _texts(archive: zipfile.ZipFile, path: str) -> list[str]:
    """The texts that cells share."""
    return [_text(each) for each in _root(archive, path).iterfind("{*}si")]


def _text(item: ElementTree.Element) -> str:
    """The text of an item, without what says how it is pronounced."""
    parts = [*item.iterfind("{*}t"), *item.iterfind("{*}r/{*}t")]
    return _unescaped("".join([part.text or "" for part in parts]))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _styles(root: ElementTree.Element, book: ElementTree.Element) -> _Styles:
    own = {
        int(each.get("numFmtId", "0")): each.get("formatCode", "")
        for each in root.iterfind("{*}numFmts/{*}numFmt")
    }
    known = {**BUILT_IN, **own}
    numbers = [int(each.get("numFmtId", "0")) for each in root.iterfind("{*}cellXfs/{*}xf")]
    formats = tuple([known.get(number, "") for number in numbers])
    # Only the first part of a format, which is that of positive numbers, says what it shows.
    shown = {format: _IN_QUOTES.sub("", format.split(";")[0]) for format in formats if format != "General"}
    dates = frozenset([format for format, rest in shown.items() if _DATE.search(rest)])
    durations = frozenset([format for format, rest in shown.items() if _DURATION.search(rest)])
    is_later = any(each.get("date1904") in ("1", "true") for each in book.iterfind("{*}workbookPr"))
    first = datetime.datetime(1904, 1, 1) if is_later else datetime.datetime(1899, 12, 30)
    return _Styles(formats, dates, durations, first)


def _cells(row: ElementTree.Element, texts: Sequence[str], styles: _Styles) -> list[Stored]:
    """The cells of a row up to the last one with a value."""
    cells: list[Stored] = []
    column = 0
    for cell in row:
        at = _COORDINATE.fullmatch(cell.get("r", "A0"))
        assert at is not None
        column = _column(at[1]) if "r" in cell.attrib else column + 1
        stored = _stored(cell, texts, styles)
        if stored is not None:
            cells += [_EMPTY] * (column - 1 - len(cells))
            cells[column - 1 :] = [stored]
    return cells


_EMPTY = Stored(None)


def _column(letters: str) -> int:
    """The number of a column, from 1."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _stored(cell: ElementTree.Element, texts: Sequence[str], styles: _Styles) -> Stored | None:
    """What a cell holds; None if that is nothing."""
    kind, style = cell.get("t", "n"), int(cell.get("s", "0"))
    if kind == "inlineStr":
        item = cell.find("{*}is")
        return None if item is None else Stored(_text(item))
    text = cell.findtext("{*}v")
    if not text:
        return None
    match kind:
        case "n":
            return styles.shown(style, float(text) if re.search("[.eE]", text) else int(text))
        case "s":
            return Stored(texts[int(text)])
        case "b":
            return Stored(bool(int(text)))
        case "d":
            return Stored(datetime.datetime.fromisoformat(text))
        case _:  # the text of a formula, or its error
            return Stored(_unescaped(text))


def _duration(days: int | float) -> datetime.timedelta:
    return datetime.timedelta(milliseconds=round(days * _DAY * 1000))


def _date(days: int | float, first: datetime.datetime) -> datetime.datetime | datetime.time:
    """The date and time of a number of days; of less than one day, the time."""
    moment = first + _duration(days)
    if 0 <= days < 1 and moment.date() == first.date():
        return moment.time()
    # Excel has a 29th of February in 1900, which there was not.
    is_before = 0 < days < 60 and first.year == 1899
    return moment + datetime.timedelta(days=1) if is_before else moment
