"""Reads a table of cards from a file, whatever its format, and finds the field of each of its columns."""

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Map
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Findings, nearest
from nineup.base.project import Project, ProjectError
from nineup.files.load.fields import Fields
from nineup.files.load.tables.column_names import column_names, columns_in, field_paths, unknown_titles
from nineup.files.load.tables.csv_file import read_rows
from nineup.files.load.tables.csv_text import decode_csv, separator_of
from nineup.files.load.tables.json_list import json_rows
from nineup.files.load.tables.sheet import UnreadableWorkbookError
from nineup.files.load.tables.workbook import sheet_rows
from nineup.schema.control import without_control
from nineup.schema.nodes import Node, Scalar, SourceFile
from nineup.schema.scope import Scope
from nineup.schema.yaml_tree import decode_text


class Table(NamedTuple):
    """The rows of a table, its titles first, and the file for places."""

    rows: list[list[Scalar]]
    file: SourceFile
    columns: Scalar | None = None
    """What its own line `# columns: …` says."""
    separator: str = ""
    """What separates the cells of a CSV file."""


def read_table(project: Project, path: str, node: Node, scope: Scope, component: str) -> Table | None:
    """The table in a file that a node names; in a workbook, the sheet of the component.

    None if it can't be read, with the reason among the findings.
    """
    try:
        return table_of(project.read(path), path, component, findings=scope.findings)
    except ProjectError as error:
        scope.error("no-file", str(error), node, hint="" if project.exists(path) else project.alike(path))
        return None
    except UnreadableWorkbookError as error:
        scope.error("unsupported-file", f"can't read the workbook `{path}`: {error}", node)
        return None


def table_of(data: bytes, path: str, component: str, findings: Findings) -> Table | None:
    """The table in the bytes of a file, whose path says their format; None if it isn't text.

    Raises UnreadableWorkbookError.
    """
    if path.lower().endswith((".xlsx", ".ods")):
        return Table(*sheet_rows(data, path, component, findings=findings))
    is_json = path.lower().endswith(".json")
    text = (decode_text if is_json else decode_csv)(data, path, findings)
    clean = without_control(SourceFile(path, text), findings)
    if clean is None:
        return None
    file = SourceFile(path, clean)
    if is_json:
        return Table(json_rows(file, findings), file)
    read = read_rows(file, findings)
    return Table(read.rows, file, read.columns, separator=separator_of(clean))


def with_field_names(
    table: Table,
    types: Fields,
    keys: Iterable[str],
    stated: Map[str, str],
    ignored: Sequence[str],
    findings: Findings,
) -> Table:
    """The table with fields as the titles of its columns; `#` for those that aren't for the cards.

    `keys` are the names that every card has, `stated` the fields of titles as the component says.
    """
    fields = tuple(field_paths(types.written))
    if table.columns is not None:
        stated = {**stated, **own_columns(table.columns, table, (*fields, *keys), findings=findings)}
    columns = column_names(table.rows, fields, keys, stated=stated, ignored=ignored)
    if not table.rows:
        return table
    header, *body = table.rows
    for problem in columns.problems:
        place = table.file.span(header[problem.at])
        findings.error("ambiguous-column", problem.message, place, hint=problem.hint)
    named = [
        msgspec.structs.replace(cell, text=name) for cell, name in zip(header, columns.names, strict=True)
    ]
    return table._replace(rows=[named, *body])


def own_columns(line: Scalar, table: Table, known: tuple[str, ...], findings: Findings) -> dict[str, str]:
    """The field of each title in a table's own line `# columns: {Name: name, Qty: copies}`."""
    stated = columns_in(line.text)
    place = table.file.span(line)
    if stated is None:
        hint = "write it like `# columns: {Name: name, Qty: copies}`"
        findings.error(
            "wrong-type", "this line doesn't say which fields the columns are for", place, hint=hint
        )
        return {}
    heads = {path.partition(".")[0] for path in known}
    for field in stated.values():
        if field.partition(".")[0] not in heads:
            findings.error(
                "unknown-key", f"the cards have no field `{field}`", place, hint=nearest(field, known)
            )
    for title in unknown_titles(stated, [cell.text for row in table.rows[:1] for cell in row]):
        findings.error("unknown-key", f"the table has no column `{title}`", place)
    return stated
