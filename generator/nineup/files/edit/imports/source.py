"""Reads a table of cards from outside the project, and finds what each of its columns is for.

What a file is, its content says; its name is only for messages. A column is for a field of the list, by its
name or as the user says, or it could be a new field, or it isn't for the cards.
"""

import io
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Findings, nearest, visible
from nineup.base.file_limits import MIB, most_bytes
from nineup.base.pasted import converted, pasted_marks
from nineup.base.project import CSV_SUFFIXES
from nineup.files.edit.parts import Data
from nineup.files.load.cards_file import TAKEN_NAMES
from nineup.files.load.fields import Fields, Optional
from nineup.files.load.guessed_columns import GuessedColumn, guessed_columns
from nineup.files.load.tables.column_names import ColumnNames, column_names, columns_in, field_paths, title_of
from nineup.files.load.tables.json_list import NodeCell
from nineup.files.load.tables.sheet import SheetCell, SheetFile, UnreadableWorkbookError
from nineup.files.load.tables.table_file import Table, table_of
from nineup.schema.nodes import Scalar, SourceFile, as_node, plain
from nineup.schema.scope import Type
from nineup.schema.types import Prose, as_id, is_id

SUFFIXES = (*CSV_SUFFIXES, ".xlsx", ".ods", ".json")
"""How the names of tables that can be imported end."""

_READABLE = "save it as XLSX, ODS, CSV, TSV or JSON"
_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of UTF-16, whose texts contain zero bytes."""

_LONGEST_NAME = 120
_EXAMPLES = 3


class ImportRefusedError(Exception):
    """An import that can't be made as it was requested; the message is for the user."""


class ImportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a user wants of an import besides what the table says."""

    columns: dict[str, str] = {}
    """The fields of columns by their titles; with an empty one, a column is left out."""
    add: dict[str, str] = {}
    """The columns that become new fields, and the names of these; an empty name is made of the title."""
    convert: bool = True
    """Whether HTML in rich texts is converted."""
    leave_out: tuple[str, ...] = ()
    """The cells that are left out, by their names as `SourceTable.cell_name` gives them."""


class ColumnUse(msgspec.Struct, frozen=True):
    """A column of the table, and what it is for."""

    title: str
    field: str
    """The path of its field, or a key of every card; empty if it isn't for the cards."""
    is_new: bool = False
    """Whether the field is added."""
    guess: str = ""
    """The name that a new field for it would have; empty if its field exists, or it has no values."""
    kind: Data = None
    """The declaration that a new field for it would have."""
    examples: tuple[str, ...] = ()
    problem: str = ""
    """Why it isn't known what the column is for."""


class SourceTable(NamedTuple):
    """A table from outside, with HTML in its rich texts converted."""

    table: Table
    uses: tuple[ColumnUse, ...]
    guesses: tuple[GuessedColumn, ...]
    converted: int = 0
    """The number of texts that were converted."""
    left: tuple[str, ...] = ()
    """The tags that have no notation here, and are left as they are."""
    styles: tuple[str, ...] = ()
    """The styles that spans of converted texts name."""

    def cell_name(self, cell: Scalar) -> str:
        """The name of a cell: `deck!C6`, the line and column where it begins, or `3.name` of an object."""
        if isinstance(self.table.file, _ObjectsFile):
            return f"{cell.line}.{title_of(self.table.rows[0][cell.column])}"
        span = self.table.file.span(cell)
        return span.cell or f"{span.line}:{span.column}"


class _ObjectsFile(SheetFile):
    """A JSON list, for places: the number of an object and of a key."""


class AbsentCell(SheetCell, frozen=True):
    """A key that an object of a JSON list doesn't have, which says nothing about the card."""


def _numbered(table: Table) -> Table:
    """The table of a JSON list with numbers as places: several objects may be on one line."""
    lines = table.file.lines
    rows = []
    for number, row in enumerate(table.rows):
        cells: list[Scalar] = []
        for at, cell in enumerate(row):
            if isinstance(cell, NodeCell):
                node = as_node(plain(cell.node), number, at)
                cells.append(msgspec.structs.replace(cell, line=number, column=at, node=node))
            elif not cell.text and lines[cell.line][cell.column : cell.column + 1] == "{":
                cells.append(AbsentCell("", number, at))
            else:
                cells.append(SheetCell(cell.text, number, at))
        rows.append(cells)
    return table._replace(rows=rows, file=_ObjectsFile(table.file.name, ""))


def read_source(name: str, data: bytes, component: str, findings: Findings) -> Table:
    """The table in a file from outside; in a workbook, the sheet of the component, or else the first one.

    Raises ImportRefusedError; other mistakes are among the findings.
    """
    shown = visible(PurePath(name.replace("\\", "/")).name)[:_LONGEST_NAME] or "file"
    suffix = _suffix(shown, data)
    if not suffix:
        raise ImportRefusedError(f"`{shown}` is not a table of cards; {_READABLE}")
    if len(data) > (most := most_bytes(PurePath(f"a{suffix}"))):
        raise ImportRefusedError(f"`{shown}` is larger than {most // MIB} MiB")
    file = shown if shown.lower().endswith(suffix) else f"{PurePath(shown).stem}{suffix}"
    try:
        table = table_of(data, file, component, findings=findings)
    except UnreadableWorkbookError as error:
        raise ImportRefusedError(f"can't read the workbook `{shown}`: {error}") from error
    if table is None or len(table.rows) < 2:
        if not findings.failed:
            raise ImportRefusedError(f"`{shown}` has no cards: expected titles, and a row for each card")
        return Table([], SourceFile(file, ""))
    return _numbered(table) if suffix == ".json" and not findings.failed else table


def _suffix(name: str, data: bytes) -> str:
    """The ending of the names of files with such content; empty for what isn't a table."""
    if data.startswith(b"PK"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                parts = set(archive.namelist())
        except Exception:  # zipfile raises all kinds of exceptions for damaged archives
            return ""
        return ".xlsx" if "xl/workbook.xml" in parts else ".ods" if "content.xml" in parts else ""
    if b"\0" in data[:4096] and not data.startswith(_MARKS):
        return ""
    own = next((each for each in CSV_SUFFIXES if name.lower().endswith(each)), "")
    first = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return own or (".json" if first in (b"[", b"{") else ".csv")


def source_table(
    table: Table,
    types: Fields,
    wish: ImportWish,
    *,
    stated: Mapping[str, str] = {},
    ignored: Sequence[str] = (),
    taken: Iterable[str] = (),
    symbols: Collection[str] = (),
) -> SourceTable:
    """What each column of a table is for, in a list whose cards have the fields `types`.

    `stated` are the fields of columns and `ignored` the columns that aren't for the cards, as the list's
    component says; `taken` are further names that new fields can't have; `symbols` those that
    texts can show. Raises ImportRefusedError.
    """
    titles = [title_of(cell) for cell in table.rows[0]]
    twice = next((title for at, title in enumerate(titles) if title and title in titles[:at]), None)
    if twice:
        raise ImportRefusedError(f"the column `{twice}` appears twice; rename one of them")
    _check_titles(wish, titles)
    known = (*field_paths(types.written), *TAKEN_NAMES)
    named = _names(table, known, wish, stated=stated, ignored=ignored)
    fields = [name if _is_known(name, known) else "" for name in named.names]
    free = {title for title, name in zip(titles, named.names, strict=True) if name not in ("", "#")} - {
        title for title, field in zip(titles, fields, strict=True) if field
    }
    rich = {at for at, field in enumerate(fields) if field and _is_rich(types, field)}
    found_html = _Converted(table)
    if wish.convert:
        long = {guess.title for guess in guessed_columns(table.rows) if guess.is_long} & free
        tried = _converted(table, [at for at, title in enumerate(titles) if title in long])
        again = {guess.title: guess.kind for guess in guessed_columns(tried.table.rows, symbols)}
        rich |= {at for at, title in enumerate(titles) if title in long and again.get(title) == "rich"}
        found_html = _converted(table, sorted(rich))
    table = found_html.table
    guesses = tuple(guessed_columns(table.rows, symbols))
    uses = _uses(
        table,
        fields,
        named,
        guesses=guesses,
        free=free,
        taken={*types.types, *TAKEN_NAMES, *taken},
        wish=wish,
    )
    _check_fields(uses, wish, known)
    return SourceTable(table, uses, guesses, *found_html[1:])


def _names(
    table: Table, known: Sequence[str], wish: ImportWish, stated: Mapping[str, str], ignored: Sequence[str]
) -> ColumnNames:
    own = columns_in(table.columns.text) if table.columns is not None else None
    wished = {title: field for title, field in wish.columns.items() if field}
    apart = [title for title, field in wish.columns.items() if not field] + list(wish.add)
    stated = {**stated, **(own or {}), **wished}
    ignored = [title for title in (*ignored, *apart) if title not in wished]
    named = column_names(
        table.rows,
        known,
        (),
        stated={title: field for title, field in stated.items() if title not in apart},
        ignored=ignored,
    )
    names = [
        title if title in wish.add else name
        for title, name in zip(map(title_of, table.rows[0]), named.names, strict=True)
    ]
    return named._replace(names=names)


def _is_known(field: str, known: Sequence[str]) -> bool:
    """Whether a column can be for a field, also for a part of copies: `copies.2`. Tables have no families."""
    return field != "for" and (field in known or field.partition(".")[0] == "copies")


def _check_titles(wish: ImportWish, titles: Sequence[str]) -> None:
    for title in (*wish.columns, *wish.add):
        if title not in titles:
            raise ImportRefusedError(
                f"the table has no column `{title}`; {nearest(title, tuple(filter(None, titles)))}"
            )


def _check_fields(uses: Sequence[ColumnUse], wish: ImportWish, known: Sequence[str]) -> None:
    for field in filter(None, wish.columns.values()):
        if not _is_known(field, known):
            hint = nearest(field, [each for each in known if each != "for"])
            raise ImportRefusedError(f"the cards have no field `{field}`; {hint}")
    seen: dict[str, str] = {}
    for use in uses:
        if use.field and (other := seen.setdefault(use.field, use.title)) != use.title:
            raise ImportRefusedError(
                f"the columns `{other}` and `{use.title}` are both for `{use.field}`; leave one of them out"
            )


def _uses(
    table: Table,
    fields: Sequence[str],
    named: ColumnNames,
    guesses: Sequence[GuessedColumn],
    *,
    free: set[str],
    taken: set[str],
    wish: ImportWish,
) -> tuple[ColumnUse, ...]:
    by_title = {guess.title: guess for guess in guesses}
    problems = {problem.at: problem.message for problem in named.problems}
    uses = []
    for at, cell in enumerate(table.rows[0]):
        title = title_of(cell)
        if not title:
            continue
        texts = (row[at].text.strip() for row in table.rows[1:] if at < len(row))
        examples = tuple(dict.fromkeys(filter(None, texts)))[:_EXAMPLES]
        use = ColumnUse(title, fields[at], examples=examples, problem=problems.get(at, ""))
        if not use.field and examples and (title in free or title in wish.columns or use.problem):
            guess = by_title.get(title) or _text(title, "")
            name = _new_name(wish.add.get(title, ""), guess, title, at=at, taken=taken)
            guess = guess._replace(field=name) if guess.kind in _DECLARED else _text(title, name)
            kind = guess.declared()
            is_new = title in wish.add
            use = msgspec.structs.replace(
                use, field=name if is_new else "", is_new=is_new, guess=name, kind=kind
            )
        elif title in wish.add:
            why = f"is for `{use.field}` already" if use.field else "has no values to make a field of"
            raise ImportRefusedError(f"the column `{title}` {why}")
        uses.append(use)
    return tuple(uses)


def _text(title: str, field: str) -> GuessedColumn:
    return GuessedColumn(title, field, "text", is_optional=True)


_DECLARED = ("text", "rich", "number", "yes-no", "picture", "one-of", "some-of")


def _new_name(wanted: str, guess: GuessedColumn, title: str, *, at: int, taken: set[str]) -> str:
    """The name of a new field. Raises ImportRefusedError for a wanted one that it can't have."""
    if wanted:
        if not is_id(wanted) or not wanted[0].isalpha():
            hint = "use lowercase letters, digits and hyphens"
            raise ImportRefusedError(f"`{wanted}` can't be a field: {hint}")
        if wanted in taken:
            raise ImportRefusedError(f"the cards have a field `{wanted}` already; map `{title}` to it")
        taken.add(wanted)
        return wanted
    base = guess.field or as_id(title) or f"field-{at + 1}"
    base = base if base[0].isalpha() else f"field-{base}"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    taken.add(name)
    return name


def _is_rich(types: Fields, path: str) -> bool:
    type_: Type | None = types
    for name in path.split("."):
        inner = type_.of if isinstance(type_, Optional) else type_
        type_ = inner.types.get(name) if isinstance(inner, Fields) else None
    type_ = type_.of if isinstance(type_, Optional) else type_
    return isinstance(type_, Prose) and type_.rich


class _Converted(NamedTuple):
    """A table after a conversion, as `SourceTable` has it."""

    table: Table
    number: int = 0
    left: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


def _converted(table: Table, columns: Sequence[int]) -> _Converted:
    """The table with HTML in some columns converted."""
    number = 0
    left, styles = dict[str, None](), dict[str, None]()
    rows = [table.rows[0]]
    for row in table.rows[1:]:
        cells = list(row)
        for at in columns:
            if at >= len(row) or isinstance(row[at], NodeCell) or not any(pasted_marks(row[at].text)):
                continue
            result = converted(row[at].text)
            left |= dict.fromkeys(result.left)
            styles |= dict.fromkeys(result.styles)
            if result.text != row[at].text:
                cells[at] = msgspec.structs.replace(row[at], text=result.text)
                number += 1
        rows.append(cells)
    return _Converted(table._replace(rows=rows), number, tuple(left), styles=tuple(styles))
