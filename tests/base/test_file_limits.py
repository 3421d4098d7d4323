"""Each format of the table: larger files are refused at once, and the largest one takes no more memory than
it says.
"""

import gzip
import io
import os
import re
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from nineup.base.diagnostics import Findings
from nineup.base.file_limits import FILE_LIMITS, MIB, FileLimit
from nineup.base.project import Project, ProjectError
from nineup.book.appendix import AppendixInput, rulebook
from nineup.changes.reprint.manifests import MANIFEST, read_manifest
from nineup.faces.record import read_record
from nineup.files.load.tables.csv_file import read_rows
from nineup.files.load.tables.csv_text import decode_csv
from nineup.files.load.tables.workbook import UnreadableWorkbookError, sheet_rows
from nineup.logic.select import select
from nineup.model.art import ArtError, read_image
from nineup.pipeline import load
from nineup.schema.files import open_file
from nineup.schema.nodes import SourceFile
from nineup.svg.library import PackedError, unpacked
from nineup.svg.xml import parse_svg
from nineup.translation.catalogue import parse_catalogue
from nineup.typography.fonts import FontError, Fonts
from PIL import Image
from tiny import write_tiny

if sys.platform != "linux":
    pytest.skip("the fence needs Linux", allow_module_level=True)

from fenced import fenced

PO = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:z="z">'


def filled(size: int, part: bytes, head: bytes = b"", tail: bytes = b"") -> bytes:
    """As many parts between a head and a tail as fit."""
    return head + part * ((size - len(head) - len(tail)) // len(part)) + tail


def numbered(size: int, part: str, head: bytes = b"") -> bytes:
    """Different parts, each with its number."""
    number = (size - len(head)) // len(part.format(10**6))
    return head + "".join([part.format(10**6 + each) for each in range(number)]).encode()


def opendocument(rows: str) -> bytes:
    return _zipped({"content.xml": f"{ODS}{rows}</table:table></office:document-content>"})


def excel(rows: str) -> bytes:
    """A workbook of Excel with these rows."""
    book, empty = openpyxl.Workbook(), io.BytesIO()
    book.save(empty)
    with zipfile.ZipFile(empty) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = re.sub(
        "<sheetData ?/>|<sheetData></sheetData>", f"<sheetData>{rows}</sheetData>", parts[sheet]
    )
    return _zipped(parts)


def _zipped(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return made.getvalue()


def picture(size: int) -> bytes:
    """As many pixels as a picture may have at most, for each byte that it may have."""
    made = io.BytesIO()
    Image.new("RGBA", (8_000, 8_000 * size // (64 * MIB))).save(made, "PNG")
    assert len(made.getvalue()) <= size
    return made.getvalue()


ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><table:table table:name="deck">'
)
ODS_ROWS = (
    '<table:table-row table:number-rows-repeated="9000"><table:table-cell table:number-columns-repeated="{0}">'
    "<text:p>{1}</text:p></table:table-cell></table:table-row>"
)

Made = Callable[[int], bytes]

LARGEST: dict[str, dict[str, tuple[str, Made]]] = {
    "YAML": {
        "values": ("x.yaml", lambda size: filled(size, b"a,", b"[", b"a]")),
        "keys": ("x.yaml", lambda size: numbered(size, "k{}: 1\n")),
        "one text": ("x.yaml", lambda size: filled(size, b"a", b'"', b'"')),
    },
    "CSV, TSV": {
        "one cell": ("x.csv", lambda size: filled(size, b"a", b'id,name\nx,"', b'"\n')),
        "an open quote": ("x.csv", lambda size: filled(size, b"a", b'id,name\nx,"')),
        "quotes": ("x.csv", lambda size: filled(size, b'""', b'id,name\nx,"', b'"\n')),
        "cells": ("x.csv", lambda size: filled(size, b"a,")),
        "cells between tabs": ("x.tsv", lambda size: filled(size, b"a\t")),
        "rows": ("x.csv", lambda size: filled(size, b"a,b,c,d\n")),
    },
    "XLSX, ODS": {
        "cells": ("x.ods", lambda _: opendocument(ODS_ROWS.format(100, "a"))),
        "texts": ("x.ods", lambda _: opendocument(ODS_ROWS.format(7, "a" * 1000))),
        "cells of Excel": ("x.xlsx", lambda size: excel(("<row>" + "<c><v>1</v></c>" * 100 + "</row>") * (size // 9_500))),
    },
    "PO": {
        "messages": ("x.po", lambda size: numbered(size, 'msgid "{}"\nmsgstr "b"\n\n', PO)),
        "one text": ("x.po", lambda size: filled(size, b"{x} b ", PO + b'msgid "a"\nmsgstr "', b'"\n')),
        "lines": ("x.po", lambda size: filled(size, b'"a"\n', PO + b'msgid "a"\nmsgstr ""\n')),
        "places": ("x.po", lambda size: filled(size, b"a:1 ", PO + b"#: ", b'\nmsgid "a"\nmsgstr "b"\n')),
        "a header": ("x.po", lambda size: filled(size, b'"X: y\\n"\n', PO[:20])),
    },
    "SVG": {
        "elements": ("x.svg", lambda size: filled(size, b"<g/>", SVG, b"</svg>")),
        "attributes": ("x.svg", lambda size: numbered(size - 16, 'a{}="1" ', SVG[:4] + b" ") + b"/>"),
        "as many as may be": ("x.svg", lambda _: numbered(8 * MIB, 'a{}="1" ', SVG[:4] + b" ") + b"/>"),
        "attributes of another namespace": ("x.svg", lambda _: filled(6 * MIB, b'<g z:a="" z:b=""/>', SVG, b"</svg>")),
        "text": ("x.svg", lambda size: filled(size, b"a\n", SVG, b"</svg>")),
        "letters of two bytes": ("x.svg", lambda size: filled(size, "é\n".encode(), SVG, b"</svg>")),
    },
    "SVGZ": {
        "text": ("x.svgz", lambda size: gzip.compress(filled(min(size, 63_999_000), b"a\n", SVG, b"</svg>"), 1)),
        "nothing but zeros": ("x.svgz", lambda size: filled(size, gzip.compress(bytes(MIB * 16)))),
    },
    "Markdown": {
        "letters": ("x.md", lambda size: filled(min(size, 1_999_999), b"a")),
        "emphasis": ("x.md", lambda size: filled(min(size // 4, 1_999_999), b"*a ")),
        "lists": ("x.md", lambda size: filled(min(size, 1_999_999), b"> - a " * 8 + b"\n")),
        "all that may be": ("x.md", lambda size: filled(size, "🂡".encode())),
    },
    "JSON": {
        "lists": (MANIFEST, lambda size: filled(size, b"[],", b"[", b"[]]")),
        "texts": (MANIFEST, lambda size: filled(size, b'"ab",', b'{"asked":{"owners":[', b'"a"]},"pieces":[]}')),
        "names": (MANIFEST, lambda size: numbered(size - 40, '"k{}":"",', b'{"asked":{"options":{') + b'"a":""}},"pieces":[]}'),
    },
    "pictures": {"64 million pixels": ("x.png", picture), "noise": ("x.jpg", lambda size: filled(size, b"a", b"\xff\xd8\xff"))},
    "fonts": {
        "zeros": ("fonts/X-Regular.ttf", lambda size: filled(size, b"\0", b"\0\1\0\0\0\x0a\0\x80\0\3\0\x20")),
        "a web font": ("fonts/X-Regular.woff2", lambda size: filled(size, b"\0", b"wOF2\0\1\0\0")),
    },
}  # fmt: skip


def read(root: Path, name: str) -> None:
    """Reads a file as the format of its name is read; mistakes are findings."""
    project, findings, ending = Project(root), Findings(), Path(name).suffix
    try:
        match ending:
            case ".yaml":
                open_file(project, name, findings)
                read_record(project, name, findings)
            case ".csv" | ".tsv":
                read_rows(SourceFile(name, decode_csv(project.read(name), name, findings)), findings)
            case ".ods" | ".xlsx":
                sheet_rows(project.read(name), name, "deck", findings)
            case ".po":
                parse_catalogue(project, name, findings)
            case ".svg":
                parse_svg(name, project.text(name), findings)
            case ".svgz":
                parse_svg(name, unpacked(project.read(name)).decode(), findings)
            case ".md":
                game = load(project, "tiny", findings)
                run = select(game, findings, None) if game else None
                assert run is not None
                rulebook(AppendixInput(run, (), {}), project, name, findings)
            case ".json":
                read_manifest(root)
            case ".png" | ".jpg":
                read_image(project.read(name))
            case _:
                Fonts(project).font("X")
    except (ArtError, FontError, PackedError, UnreadableWorkbookError):
        return


IN_PART = {
    "XLSX, ODS cells of Excel": 8,
    "PO messages": 8,
    "PO a header": 8,
    "SVG text": 8,
    "SVG letters of two bytes": 8,
    "SVGZ text": 8,
    "Markdown emphasis": 2,
    "JSON names": 8,
    "pictures 64 million pixels": 8,
}
"""Slow cases whose memory grows with the size, and is measured on a part of it, with that part of the memory: what is
always needed weighs the more there. `make fuzz` reads the largest files.
"""

CASES = [(limit, case) for limit in FILE_LIMITS for case in LARGEST[limit.formats]]


@pytest.mark.parametrize(
    ("limit", "case"), CASES, ids=[f"{limit.formats.split()[0]} {case}" for limit, case in CASES]
)
def test_the_largest_file_takes_no_more_memory_than_is_said(
    limit: FileLimit, case: str, tmp_path: Path
) -> None:
    name, made = LARGEST[limit.formats][case]
    write_tiny(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    part = 1 if os.environ.get("NINEUP_FUZZ") else IN_PART.get(f"{limit.formats} {case}", 1)
    size = limit.most // part
    data = made(size)
    assert len(data) <= size
    (tmp_path / name).write_bytes(data)
    fenced(lambda: read(tmp_path, name), seconds=60, memory=limit.times * size)


@pytest.mark.parametrize("limit", FILE_LIMITS, ids=lambda limit: limit.formats.split()[0])
def test_a_larger_file_is_refused_before_it_is_read(limit: FileLimit, tmp_path: Path) -> None:
    for ending in limit.endings:
        with (tmp_path / f"x{ending}").open("wb") as file:
            file.truncate(limit.most + 1)
        with pytest.raises(ProjectError, match=f"larger than {limit.most // MIB} MiB"):
            Project(tmp_path).read(f"x{ending}")


def test_the_page_on_security_has_the_same_table() -> None:
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    rows = [
        f"| {limit.formats} | {limit.most // MIB} MiB | {limit.times} × | {limit.times * limit.most // MIB:,} MiB |"
        for limit in FILE_LIMITS
    ]
    assert "\n".join(rows) in page
