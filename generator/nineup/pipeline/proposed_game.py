"""Proposes a game for a table of cards: a field for each column, lists of repeated values, a layout."""

import json
import re
from collections.abc import Collection, Sequence
from html import escape
from pathlib import PurePath
from typing import Any

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import CSV_SUFFIXES, STARTER
from nineup.base.reading import read_file
from nineup.files.edit import converted_list
from nineup.files.load.guessed_columns import LINE, TONES, GuessedColumn, guessed_columns
from nineup.files.load.tables.column_names import COPIES, letters, title_of
from nineup.files.load.tables.table_file import table_of
from nineup.pipeline.new_game import GAME, game_id, yaml_text
from nineup.schema.types import as_id, is_id

COMPONENT = "deck"

_LEAST_PICTURE = 12.0
"""The smallest height of a picture in the first layout, in mm."""

_LINE_HEIGHT = 2.65
"""The height of a line of the first layout at its smallest size, in mm."""

_TOP, _BOTTOM, _SHORT_LINE = 24.0, 82.9, 5.5
"""Where the frames of the first layout begin and end, and the height of one for a short value, in mm."""


def game_from_table(title: str, name: str, data: bytes, findings: Findings) -> tuple[str, dict[str, bytes]]:
    """The id of a new game for a file of cards, and its files by their path; none after an error in the file.

    `name` is the name of the file, which says its format. Raises ValueError for a title without an id.
    """
    id = game_id(title)
    suffix = PurePath(name).suffix.lower()
    file = f"{as_id(PurePath(name).stem) or COMPONENT}{suffix}"
    table = table_of(data, file, COMPONENT, findings=findings)
    if table is None or len(table.rows) < 2:
        if not findings.failed:
            message = f"`{name}` has no cards: expected titles, and a row for each card"
            findings.request_error("empty-file", message)
        return id, {}
    titles = [title_of(cell) for cell in table.rows[0]]
    for at, column in enumerate(titles):
        if column and titles.index(column) != at:
            place = table.file.span(table.rows[0][at])
            message = f"the column `{column}` appears twice"
            findings.error("duplicate-key", message, place, hint="rename one of them")
    if findings.failed:
        return id, {}
    columns = guessed_columns(table.rows)
    if suffix in CSV_SUFFIXES:
        # HTML in texts becomes notation, for the new game has no other.
        made = converted_list(file, data, {column.title: "rich" for column in columns if column.is_long})
        again = (
            None
            if isinstance(made, Diagnostic)
            else table_of(made.data, file, COMPONENT, findings=Findings())
        )
        if again is not None and not isinstance(made, Diagnostic):
            data, columns = made.data, guessed_columns(again.rows)
    return id, {
        f"cards/{id}/game.yaml": _game_file(title, file, columns).encode(),
        f"cards/{id}/{file}": data,
        f"layouts/{id}/card.svg": first_layout(columns, [column.field for column in columns]).encode(),
        f"layouts/{id}/style.yaml": _styles().encode(),
        "nineup.yaml": read_file(GAME / "nineup.yaml"),
    }


def _game_file(title: str, file: str, columns: Sequence[GuessedColumn]) -> str:
    lines = [
        "# yaml-language-server: $schema=../../schema/game.json",
        f"# What `nineup new --from` proposes for {file}. Change anything, then run `nineup check`.",
        "",
        f"game: {yaml_text(title)}",
        "players: 2-4                  # how many can play",
        "",
    ]
    listed = [column for column in columns if column.items]
    if listed:
        lines += ["# What cards choose from; a cell may have the id of an item or its name.", "lists:"]
        for column in listed:
            lines.append(f"  {column.field}:")
            for number, item in enumerate(column.items):
                tone = TONES[number % len(TONES)]
                lines.append(f'    {_key(as_id(item))}: {{name: {yaml_text(item)}, tone: "{tone}"}}')
        lines.append("")
    lines += [
        "components:",
        f"  {COMPONENT}:",
        "    name: Cards",
        "    shape: card",
        "    size: poker",
        "    layout: card.svg",
        f"    cards: {file}",
    ]
    stated = [(c.title, c.field) for c in columns if c.field and not _is_found(c, columns)]
    if stated:
        lines.append("    columns:")
        lines += [f"      {_key(title)}: {field}" for title, field in stated]
    ignored = [column.title for column in columns if not column.field]
    if ignored:
        lines.append(f"    ignore: [{', '.join(map(_quoted, ignored))}]")
    lines.append("    fields:")
    lines += [
        f"      {c.field}: {flow_text(c.declared())}"
        for c in columns
        if c.field and c.kind not in ("id", "copies")
    ]
    return "\n".join(lines) + "\n"


def _is_found(column: GuessedColumn, columns: Sequence[GuessedColumn]) -> bool:
    """Whether a column's field is found by its title alone."""
    alike = [other for other in columns if letters(other.title) == letters(column.title)]
    usual = column.field == "copies" and letters(column.title) in COPIES
    return column.title == column.field or (
        len(alike) == 1 and (usual or letters(column.title) == letters(column.field))
    )


def flow_text(declared: Any) -> str:
    """A declaration on one line, such as `{optional: {one-of: suit}}`."""
    if not isinstance(declared, dict):
        return str(declared)
    return f"{{{', '.join(f'{kind}: {flow_text(of)}' for kind, of in declared.items())}}}"


def _key(text: str) -> str:
    """A text as a key in YAML, in quotes if it needs them."""
    words = text.replace("-", " ")
    return text if is_id(text) and yaml_text(words) == words else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def first_layout(columns: Sequence[GuessedColumn], toned_fields: Collection[str]) -> str:
    """A poker card: the name, a picture, long texts, and a line for each short value with its title.

    `toned_fields` choose from lists whose items have a `tone`. What finds no room is named in a comment.
    """
    fields = [column for column in columns if column.field and column.kind not in ("id", "copies")]
    toned = next(
        (column for column in fields if column.kind == "one-of" and column.field in toned_fields), None
    )
    picture = next((column for column in fields if column.kind == "picture"), None)
    room = _BOTTOM - _TOP - (_LEAST_PICTURE if picture else 0)
    texts: list[GuessedColumn] = []
    short: list[GuessedColumn] = []
    for column in sorted(fields, key=lambda column: not column.is_long):
        needed = _height(column) if column.is_long else _SHORT_LINE
        if column.field != "name" and column is not picture and needed <= room:
            (texts if column.is_long else short).append(column)
            room -= needed
    top = _BOTTOM - _SHORT_LINE * len(short)
    shown = {"name", *(column.field for column in (*texts, *short, *([picture] if picture else ())))}
    left_out = [column.field for column in fields if column.field not in shown]
    lines = [
        "<!-- A first layout: draw it anew, or move and style what is here. -->",
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm"'
        ' viewBox="0 0 63.5 88.9">',
    ]
    if any(column.field == "name" for column in fields):
        lines.append(_frame("title", 6, 12, text="{{ card.name }}"))
    rule = '  <rect x="6" y="19.7" width="51.5" height="{}" fill="#222222"{}/>'
    if toned is None:
        lines.append(rule.format(0.4, ""))
    else:
        item = f"card.{_name(toned)}"
        tone = f"{item}.tone if {item} else '#222222'" if toned.is_optional else f"{item}.tone"
        lines.append(rule.format(1.4, f' n:fill="{{{{ {tone} }}}}"'))
    at = _TOP
    if picture is not None:
        # What texts at their smallest size leave is shared: half of it lets them be larger.
        height = _LEAST_PICTURE + (room / 2 if texts else room)
        room -= height - _LEAST_PICTURE
        lines.append(_picture(picture, at, height - 2))
        at += height
    for column in texts:
        height = _height(column) + room / len(texts)
        value = f"card.{_name(column)}"
        text = f"{{{{ {value} or '' }}}}" if column.is_optional else f"{{{{ {value} }}}}"
        lines.append(_frame("rules", at, height - 1, text=text))
        at += height
    lines += [_short_line(column, top + _SHORT_LINE * number) for number, column in enumerate(short)]
    if left_out:
        lines.append(f"  <!-- not shown yet: {', '.join(left_out)} -->")
    return "\n".join((*lines, "</svg>")) + "\n"


def _height(column: GuessedColumn) -> float:
    """The height that a column's longest text needs at the smallest size, in mm."""
    return (column.longest // LINE + 2) * _LINE_HEIGHT


def _frame(style: str, top: float, height: float, text: str, when: str = "") -> str:
    """A frame as wide as the card's safe zone."""
    condition = f' n:if="{when}"' if when else ""
    return (
        f'  <rect class="{style}" x="6" y="{top:g}" width="51.5" height="{height:g}" fill="none"'
        f'{condition} n:text="{text}"/>'
    )


def _picture(column: GuessedColumn, top: float, height: float) -> str:
    """A frame with a picture; where the file isn't there yet, its name shows in it."""
    value = f"card.{_name(column)}"
    condition = f' n:if="{value} is not none"' if column.is_optional else ""
    return (
        f'  <rect x="6" y="{top:g}" width="51.5" height="{height:g}" fill="none"{condition} '
        f'n:image="{{{{ {value} }}}}"/>'
    )


def _short_line(column: GuessedColumn, top: float) -> str:
    """A line with a value and its title; without a value, there is none."""
    value = f"card.{_name(column)}"
    shown = {
        "one-of": f"{value}.name",
        "some-of": f"{value}|map(attribute='name')|join(', ')",
        "yes-no": f"'yes' if {value} else 'no'",
    }.get(column.kind, value)
    when = value if column.kind == "some-of" else f"{value} is not none" if column.is_optional else ""
    title = escape(re.sub(r"[{}\\*\[\]]", "", column.title))
    return _frame("rules", top, 5, text=f"**{title}** {{{{ {shown} }}}}", when=when)


def _name(column: GuessedColumn) -> str:
    """A field's name in an expression."""
    return column.field.replace("-", "_")


def _styles() -> str:
    """The styles of the package's layouts, which the game may change."""
    text = read_file(STARTER / "layouts/style.yaml").decode()
    body = text[text.index("palette:") :]
    head = (
        "# yaml-language-server: $schema=../../schema/style.json\n# The fonts, sizes and colors of text.\n\n"
    )
    return head + body.replace("min-size: 7.5pt", "min-size: 6pt")
