"""Makes nodes of the rows of a table: a row is a card, a column a field, `a.b` a field of a record."""

import re
from collections.abc import Iterable
from collections.abc import Mapping as Map
from typing import NamedTuple

from msgspec.structs import replace

from nineup.base.diagnostics import Diagnostic, Findings, close, few, nearest
from nineup.files.load.amounts import parse_range
from nineup.files.load.card_copies import CardCopies
from nineup.files.load.fields import CountsOf, Fields, OneOf, Optional
from nineup.files.load.tables.column_names import letters, title_of
from nineup.files.load.tables.csv_ids import add_ids
from nineup.files.load.tables.json_list import NodeCell
from nineup.files.load.tables.sheet import OddCell, SheetCell
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence, as_node, plain
from nineup.schema.records import Key, ListOf, MapOf
from nineup.schema.scope import Scope, Type
from nineup.schema.types import Number, Prose, is_id
from nineup.schema.yaml_tree import parse_yaml

_PART = re.compile(r"[^;]+")
_ID = re.compile(r"[^;,]+")
"""The text of a list element: texts may contain commas, ids don't."""
COUNTED_ID = re.compile(r"(?:(\d++)\s++(?=[^;,]))?([^\s;,][^;,]*+)")
"""An id with its count, if any, in a cell such as `2 wood; stone`; spaces may follow the id."""


def without_undeclared(
    rows: list[list[Scalar]], types: Fields, common: tuple[str, ...], scope: Scope
) -> list[list[Scalar]]:
    """The rows; for a table without declared fields, which is reported, without its further columns."""
    titles = {title_of(cell): cell for cell in rows[0]} if rows and not types.types else {}
    unknown = [
        title for title in titles if title and title[0] != "#" and title.partition(".")[0] not in common
    ]
    if not unknown or len(unknown) == len(titles):
        return rows
    listed = few([f"`{title}`" for title in unknown])
    columns = f"columns {listed} hold" if len(unknown) > 1 else f"column {listed} holds"
    message = f"no `fields` say what the {columns}"
    hint = f"write them in the component, such as `fields: {{{unknown[0]}: text}}`"
    scope.error("unknown-key", message, titles[unknown[0]], hint=hint)
    header = [replace(cell, text="#" if title_of(cell) in unknown else cell.text) for cell in rows[0]]
    return [header, *rows[1:]]


def has_header(rows: list[list[Scalar]], types: Fields, common: Iterable[str], scope: Scope) -> bool:
    """Whether the first row contains column names; one that contains none, such as the first card's, is
    reported.
    """
    known = (*types.types, *common)
    if not rows or any(title_of(cell).partition(".")[0].casefold() in known for cell in rows[0]):
        return True
    hint = f"begin with a row such as {', '.join(('id', *types.types))}"
    scope.error("missing-key", "the first row names no column of the cards", rows[0][0], hint=hint)
    return False


def present(rows: list[list[Scalar]], types: Fields, common: Iterable[str], scope: Scope) -> Fields:
    """The types, with those whose columns are missing made optional: reported once, not for every row.

    A misspelt column is not also reported as missing. Columns with formulas that were never calculated are
    made optional, too: the formulas are reported.
    """
    there = {title_of(cell).partition(".")[0] for cell in rows[0]} if rows else set()
    misspelt = there - {*types.types, *common}
    fields = {}
    for name, type_ in types.types.items():
        absent = rows and name not in there and not isinstance(type_, Optional)
        if absent and not any(close(title, (name,)) for title in misspelt):
            scope.error("missing-key", f"the column `{name}` is missing", rows[0][0])
        fields[name] = Optional(type_) if absent else type_
    for name in _uncalculated(rows) & fields.keys():
        fields[name] = Optional(fields[name])
    return Fields(fields, types.written)


def _uncalculated(rows: list[list[Scalar]]) -> set[str]:
    """The fields whose columns have a cell with a finding and no text."""
    odd = {
        at
        for row in rows[1:]
        for at, cell in enumerate(row)
        if type(cell) is OddCell and cell.finding and not cell.text
    }
    return (
        {title_of(cell).partition(".")[0] for at, cell in enumerate(rows[0]) if at in odd} if odd else set()
    )


_COMMA_NUMBER = re.compile(r"-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+")
_POINT_NUMBER = re.compile(r"-?\d+\.\d+")
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}(?:[.,]\d{3})+")
"""A number that may be in thousands, such as `1.500` and `1,500`."""


class _CsvColumn(NamedTuple):
    path: tuple[str, ...]
    type: Type | None
    may_be_empty: bool = False
    """Whether an empty cell is an empty list, like `[]`, and not a missing value."""
    is_word: bool = False
    """Whether spaces around a value are insignificant."""
    optional: int = 0
    """The number of names in the path that lead to the innermost optional record, in which an empty cell has
    no meaning by itself.
    """
    named: Map[str, str] = {}
    is_needed: bool = False
    """Whether every card must have a value."""
    """The ids of items by their names, as these are and by their letters alone."""

    def id_of(self, text: str) -> str:
        """An item's id, if a text is its name and no other item's; otherwise the text."""
        return self.named.get(text) or self.named.get(letters(text), text) if self.named else text


def as_entries(
    rows: list[list[Scalar]],
    types: Fields,
    common: Map[str, Key],
    scope: Scope,
    separator: str = "",
) -> list[Node]:
    """The rows below the header as entries of a card list; the types determine how cells with several values
    are split.

    Columns that begin with `#` or are blank are skipped. Without a column `id`, ids are made from names.
    """
    if not rows:
        return []
    header, *body = rows
    titles = [title_of(cell) for cell in header]
    columns = [
        None if not title or title.startswith("#") else _column(cell, types, common, scope=scope)
        for title, cell in zip(titles, header, strict=True)
    ]
    first: dict[str, int] = {}
    for number, title in enumerate(titles):
        if title and columns[number] is not None and first.setdefault(title, number) != number:
            hint = f"the first is column {first[title] + 1}"
            scope.error("duplicate-key", f"the column `{title}` appears twice", header[number], hint=hint)
            columns[number] = None
    _report_odd(body, columns, scope)
    body = _with_decimal_points(body, columns, separator, scope=scope)
    needed = [column for column in columns if column is not None and column.is_needed]
    heads = {
        number: cell
        for number, (cell, column) in enumerate(zip(header, columns, strict=True))
        if column is not None and column.path[0] == "copies" and len(column.path) == 2
    }
    read = [None if number in heads else column for number, column in enumerate(columns)]
    entries = []
    for row in body:
        if not _is_card(row, titles, columns, needed=len(needed), scope=scope):
            continue
        entries.append(_entry(row, read))
        if heads:
            _add_copies(entries[-1], row, heads, scope=scope)
    if "id" not in titles:
        add_ids(entries, header[0], scope)
    return list(entries)


def _report_odd(body: list[list[Scalar]], columns: list[_CsvColumn | None], scope: Scope) -> None:
    """Reports what there is to say about cells of a workbook that are for the cards: once for a column."""
    alike: dict[tuple[int, str], list[Diagnostic]] = {}
    for row in body:
        for at, (cell, column) in enumerate(zip(row, columns, strict=False)):
            if type(cell) is OddCell and cell.finding is not None and column is not None:
                finding = cell.finding
                is_merged = finding.code == "sheet-merged"
                key = (0, finding.message) if is_merged else (at, finding.code)
                alike.setdefault(key, []).append(finding)
    for first, *others in alike.values():
        more = f", and {len(others):,} more in its column" if others and first.code != "sheet-merged" else ""
        scope.findings.append(first._replace(message=first.message + more))


def _with_decimal_points(
    body: list[list[Scalar]], columns: list[_CsvColumn | None], separator: str, scope: Scope
) -> list[list[Scalar]]:
    """The rows with decimal points in numbers, if the table has decimal commas.

    It has them if a number can't be read otherwise (`2,5`; but `1,500` may be 1500 in English), or if
    semicolons separate its cells, as spreadsheets do where commas are in numbers; and if no number has a
    point.
    """
    numbered = [at for at, column in enumerate(columns) if column is not None and _is_number(column.type)]
    texts = [row[at].text.strip() for row in body for at in numbered if at < len(row)]
    with_comma = [text for text in texts if _COMMA_NUMBER.fullmatch(text)]
    is_sure = separator == ";" or not all(map(_THOUSANDS.fullmatch, with_comma))
    has_points = any(_POINT_NUMBER.fullmatch(text) and not _THOUSANDS.fullmatch(text) for text in texts)
    if not with_comma or not is_sure or has_points:
        return body
    for row in body:
        for at in numbered:
            text = row[at].text.strip() if at < len(row) else ""
            if _COMMA_NUMBER.fullmatch(text):
                row[at] = replace(row[at], text=text.replace(".", "").replace(",", "."))
            elif _THOUSANDS.fullmatch(text):
                message = f"`{text}` may be {text.replace('.', '')} or {text.replace('.', ',')}"
                hint = f"the table has decimal commas, such as `{with_comma[0]}`; write one of the two"
                scope.error("bad-number", message, row[at], hint=hint)
                row[at] = replace(row[at], text="0")
    return body


def _is_card(
    row: list[Scalar], titles: list[str], columns: list[_CsvColumn | None], needed: int, scope: Scope
) -> bool:
    """Whether a row is a card, and not just a note, which is reported once; reports cells without a title."""
    filled = [(at, cell) for at, cell in enumerate(row) if cell.text.strip()]
    outside = [cell for at, cell in filled if at >= len(titles) or not titles[at]]
    quotes = "put a cell with a comma in quotes; " if scope.file.text else ""
    hint = f"{quotes}name a column, with `#` if it is not for the cards"
    for cell in outside if len(outside) < len(filled) else outside[:1]:
        scope.error("csv-cells", f"`{cell.text}` is in a column without a title", cell, hint=hint)
    inside = [cell for at, cell in filled if at < len(titles) and titles[at]]
    is_begun = len(inside) == 1 and any(titles[at] == "id" and is_id(cell.text) for at, cell in filled[:1])
    if len(inside) == 1 and needed > 1 and not is_begun:
        hint = "delete it, or put it into a column whose title begins with `#`"
        scope.error("csv-cells", f"`{inside[0].text}` is alone in its row: no card", inside[0], hint=hint)
        return False
    is_covered = any(
        type(cell) is OddCell and cell.finding and cell.finding.code == "sheet-merged" and not cell.text
        for cell, column in zip(row, columns, strict=False)
        if column is not None
    )
    return bool(inside) and not is_covered


def _column(cell: Scalar, types: Fields, common: Map[str, Key], scope: Scope) -> _CsvColumn | None:
    path = tuple(title_of(cell).split("."))
    if path[0] in common:
        has_type = len(path) == 1 and path != ("for",)  # Tables have no families.
        is_needed = path == ("id",)
        return _CsvColumn(path, common[path[0]].type if has_type else None, is_word=True, is_needed=is_needed)
    kind: Type | None = types
    optional = 0
    for depth, name in enumerate(path):
        optional = depth if isinstance(kind, Optional) else optional
        inner = kind.of if isinstance(kind, Optional) else kind
        kind = inner.types.get(name) if isinstance(inner, Fields) else None
        if kind is None:
            known = (*types.types, *common)
            declare = "say what it holds in the component's `fields`, or which of these it is in `columns`; "
            declare += nearest(cell.text, known)
            meant = close(cell.text, known)
            hint = f"{meant} If it is not for the cards, name it `#{cell.text}`" if meant else declare
            if name.startswith("copies "):
                hint = f"copies for players or an option are in a column such as `copies.{name[7:].strip()}`"
            scope.error("unknown-key", f"unknown column `{cell.text}`", cell, hint=hint)
            return None
    named = ids_by_name(kind)
    if isinstance(kind, Optional):
        return _CsvColumn(path, kind.of, is_word=not isinstance(kind.of, Prose), named=named)
    empty = isinstance(kind, (ListOf, CountsOf))
    is_needed = not empty and not optional
    return _CsvColumn(
        path,
        kind,
        empty,
        is_word=not isinstance(kind, Prose),
        optional=optional,
        named=named,
        is_needed=is_needed,
    )


def ids_by_name(type_: Type | None) -> dict[str, str]:
    """The ids of a type's items by what people write for them; without names that several items have."""
    inner = type_.of if isinstance(type_, Optional) else type_
    of = inner.of if isinstance(inner, (ListOf, CountsOf)) else inner
    if not isinstance(of, OneOf):
        return {}
    ids_by_text: dict[str, set[str]] = {}
    for id, item in of.items.items():
        name = str(item.fields["name"])
        for text in {id, name, letters(id), letters(name)} - {""}:
            ids_by_text.setdefault(text, set()).add(id)
    return {text: ids.pop() for text, ids in ids_by_text.items() if len(ids) == 1} | {
        id: id for id in of.items
    }


def _entry(row: list[Scalar], columns: list[_CsvColumn | None]) -> Mapping:
    entry = Mapping({}, [], row[0].line, 0)
    row = row + [_blank(row[-1], at) for at in range(len(row), len(columns))]
    cells = [(cell, column) for cell, column in zip(row, columns, strict=False) if column is not None]
    given = {column.path[:n] for cell, column in cells if cell.text.strip() for n in range(len(column.path))}
    for cell, column in cells:
        is_empty_list = column.may_be_empty and (
            not column.optional or column.path[: column.optional] in given
        )
        if not cell.text.strip() and not is_empty_list:
            continue
        inner = entry
        for name in column.path[:-1]:
            if not isinstance(inner.entries.get(name), Mapping):
                inner.places.append((cell.line, cell.column))
                inner.entries[name] = Mapping({}, [], cell.line, cell.column)
            inner = inner.entries[name]  # type: ignore[assignment]
        inner.entries[column.path[-1]] = _value(cell, column)
        inner.places.append((cell.line, cell.column))
    return entry


def _add_copies(entry: Mapping, row: list[Scalar], heads: Map[int, Scalar], scope: Scope) -> None:
    """Adds a card's copies from columns such as `copies.2` and `copies.rainbow`, by the numbers of these.

    Where one is filled, an empty one about players is 0. Keys have the places of the titles, which all cards
    share.
    """
    cells = [(head, row[at] if at < len(row) else _blank(row[-1], at)) for at, head in heads.items()]
    if not any(cell.text.strip() for _, cell in cells):
        return
    first = next(iter(heads.values()))
    if (other := entry.entries.get("copies")) is not None:
        hint = "leave one of them empty"
        scope.error("duplicate-key", f"`copies` and `{title_of(first)}` are both filled", other, hint=hint)
        return
    copies = Mapping({}, [], first.line, first.column)
    for head, cell in cells:
        cell = _as_number(cell)
        key, text = title_of(head).partition(".")[2].strip(), cell.text.strip()
        if text or parse_range(key) is not None:
            copies.entries[key] = replace(cell, text=text or "0")
            copies.places.append((head.line, head.column))
    entry.entries["copies"] = copies
    entry.places.append((first.line, first.column))


def _blank(last: Scalar, number: int) -> Scalar:
    """An empty cell after the last one of a row that is shorter than the header."""
    if isinstance(last, SheetCell):
        return SheetCell("", last.line, number)
    return Scalar("", last.line, last.column)


def _as_number(cell: Scalar) -> Scalar:
    """A cell with its number, however its format shows it."""
    if type(cell) is OddCell and cell.number:
        return SheetCell(cell.number, cell.line, cell.column)
    return cell


def _value(cell: Scalar, column: _CsvColumn) -> Node:
    type_ = column.type
    if type(cell) is NodeCell:
        return cell.node
    if _is_number(type_) or isinstance(type_, CardCopies):
        cell = _as_number(cell)
    if not is_single(type_):
        return _flow(cell)
    step = 0 if isinstance(cell, SheetCell) else 1
    offset = cell.column + step * (cell.style == '"')
    if isinstance(type_, ListOf):
        part = _ID if isinstance(type_.of, OneOf) else _PART
        parts = [(m.start() + len(m[0]) - len(m[0].lstrip()), m[0].strip()) for m in part.finditer(cell.text)]
        items: list[Node] = [
            Scalar(column.id_of(text), cell.line, offset + step * at) for at, text in parts if text
        ]
        return Sequence(items, cell.line, cell.column)
    if isinstance(type_, CountsOf):
        counts = Mapping({}, [], cell.line, cell.column)
        for match in COUNTED_ID.finditer(cell.text):
            counts.entries[column.id_of(match[2].rstrip())] = Scalar(
                match[1] or "1", cell.line, offset + step * match.start(1 if match[1] else 2)
            )
            counts.places.append((cell.line, offset + step * match.start(2)))
        return counts
    text = column.id_of(cell.text.strip()) if column.is_word else cell.text
    if text != cell.text:
        lead = len(cell.text) - len(cell.text.lstrip())
        return Scalar(text, cell.line, offset + step * lead)
    return cell


def _is_number(type_: Type | None) -> bool:
    return isinstance(type_.of if isinstance(type_, Optional) else type_, Number)


def is_single(type_: Type | None) -> bool:
    """Whether values of a type have their own notation in cells; others are written as in YAML, in
    brackets.
    """
    inner = type_.of if isinstance(type_, Optional) else type_
    if isinstance(inner, ListOf):
        return not isinstance(inner.of, (ListOf, CountsOf, Fields, Optional))
    return not isinstance(inner, (Fields, MapOf))


def _flow(cell: Scalar) -> Node:
    """A cell with a list or a mapping in YAML's flow style, all of it at the cell's place; the cell itself if
    it is neither.
    """
    if not cell.text.strip():
        return Sequence([], cell.line, cell.column)
    root, _ = parse_yaml(cell.text.strip(), "", Findings())
    if root is None or isinstance(root, Scalar):
        return cell
    return as_node(plain(root), cell.line, cell.column)
