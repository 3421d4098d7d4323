"""Proposes a game for a table of cards: a field for each column, lists of repeated values, a layout."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from pathlib import PurePath
from typing import Any, NamedTuple

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import CSV_SUFFIXES, STARTER
from nineup.base.reading import read_file
from nineup.files.edit import converted_list
from nineup.files.load.guessed_columns import LINE, TONES, GuessedColumn, guessed_columns
from nineup.files.load.tables.column_names import COPIES, letters, title_of
from nineup.files.load.tables.table_file import table_of
from nineup.model.game import Game
from nineup.pipeline.new_game import GAMES, game_id, yaml_text
from nineup.schema.types import as_id, is_id

COMPONENT = "deck"

_LEAST_PICTURE = 12.0
"""The smallest height of a picture in the first layout, in mm."""

_LINE_HEIGHT = 2.65
"""The height of a line of the first layout at its smallest size, in mm."""

_SHORT_LINE = 5.5
"""The height of a frame for a short value, in mm."""


class LayoutPlace(NamedTuple):
    """The size of a piece, and where the frames of its first layout begin and end, in mm."""

    width: float
    height: float
    left: float
    title: float
    """The height of the name."""
    top: float
    bottom: float

    @property
    def inside(self) -> float:
        """The width of the frames."""
        return self.width - 2 * self.left


POKER = LayoutPlace(63.5, 88.9, left=6, title=12, top=24, bottom=82.9)
TILE = LayoutPlace(60, 60, left=6.5, title=8, top=19, bottom=53.5)


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
        converted = converted_list(file, data, {column.title: "rich" for column in columns if column.is_long})
        again = (
            None
            if isinstance(converted, Diagnostic)
            else table_of(converted.data, file, COMPONENT, findings=Findings())
        )
        if again is not None and not isinstance(converted, Diagnostic):
            data, columns = converted.data, guessed_columns(again.rows)
    return id, {
        f"cards/{id}/game.yaml": _game_file(title, file, columns).encode(),
        f"cards/{id}/{file}": data,
        f"layouts/{id}/card.svg": first_layout(columns, [column.field for column in columns]).encode(),
        f"layouts/{id}/style.yaml": _styles().encode(),
        "nineup.yaml": read_file(GAMES / "nineup.yaml"),
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


def first_layout(
    columns: Sequence[GuessedColumn], toned_fields: Collection[str], place: LayoutPlace = POKER
) -> str:
    """The name, a picture, long texts, and a line for each short value with its title.

    `toned_fields` choose from lists whose items have a `tone`. What finds no room is named in a comment.
    """
    fields = [column for column in columns if column.field and column.kind not in ("id", "copies")]
    toned = next(
        (column for column in fields if column.kind == "one-of" and column.field in toned_fields), None
    )
    picture = next((column for column in fields if column.kind == "picture"), None)
    room = place.bottom - place.top - (_LEAST_PICTURE if picture else 0)
    texts: list[GuessedColumn] = []
    short: list[GuessedColumn] = []
    for column in sorted(fields, key=lambda column: not column.is_long):
        needed = _height(column) if column.is_long else _SHORT_LINE
        if column.field != "name" and column is not picture and needed <= room:
            (texts if column.is_long else short).append(column)
            room -= needed
    top = place.bottom - _SHORT_LINE * len(short)
    shown = {"name", *(column.field for column in (*texts, *short, *([picture] if picture else ())))}
    left_out = [column.field for column in fields if column.field not in shown]
    lines = [
        "<!-- A first layout: draw it anew, or move and style what is here. -->",
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="{place.width:g}mm"'
        f' height="{place.height:g}mm" viewBox="0 0 {place.width:g} {place.height:g}">',
    ]
    if any(column.field == "name" for column in fields):
        lines.append(_frame(place, "title", 6, height=place.title, text="{{ card.name }}"))
    rule = f'  <rect x="{place.left:g}" y="{place.top - 4.3:g}" width="{place.inside:g}" '
    rule += 'height="{}" fill="#222222"{}/>'
    if toned is None:
        lines.append(rule.format(0.4, ""))
    else:
        item = f"card.{_name(toned)}"
        tone = f"{item}.tone if {item} else '#222222'" if toned.is_optional else f"{item}.tone"
        lines.append(rule.format(1.4, f' n:fill="{{{{ {tone} }}}}"'))
    at = place.top
    if picture is not None:
        # What texts at their smallest size leave is shared: half of it lets them be larger.
        height = _LEAST_PICTURE + (room / 2 if texts else room)
        room -= height - _LEAST_PICTURE
        lines.append(_picture(place, picture, at, height=height - 2))
        at += height
    for column in texts:
        height = _height(column) + room / len(texts)
        value = f"card.{_name(column)}"
        text = f"{{{{ {value} or '' }}}}" if column.is_optional else f"{{{{ {value} }}}}"
        lines.append(_frame(place, "rules", at, height=height - 1, text=text))
        at += height
    lines += [_short_line(place, column, top + _SHORT_LINE * number) for number, column in enumerate(short)]
    if left_out:
        lines.append(f"  <!-- not shown yet: {', '.join(left_out)} -->")
    return "\n".join((*lines, "</svg>")) + "\n"


def layout_of_fields(game: Game, fields: Mapping[str, Any], place: LayoutPlace = POKER) -> str:
    """A first layout for cards with declared fields, which are valid in the game."""
    lists = {name for name, each in game.lists.items() if all("tone" in item.fields for item in each.items)}
    columns = [column for name, kind in fields.items() for column in _columns_of(name, kind)]
    toned = [name for name, kind in fields.items() if _list_of(kind) in lists]
    return first_layout(columns, toned, place)


def _list_of(kind: Any) -> Any:
    """The list from which a field chooses one item."""
    inner = kind.get("optional", kind) if isinstance(kind, Mapping) else None
    return inner.get("one-of") if isinstance(inner, Mapping) else None


def _columns_of(field: str, kind: Any, is_optional: bool = False) -> Iterator[GuessedColumn]:
    """What a first layout shows of a field; a record's parts each."""
    word: Any = kind
    of: Any = None
    if isinstance(kind, Mapping):
        word, of = next(iter(kind.items()))
    if word == "optional":
        yield from _columns_of(field, of, is_optional=True)
    elif word == "record":
        for name, inner in of.items() if not is_optional else ():
            yield from _columns_of(f"{field}.{name}", inner)
    else:
        title = re.sub(r"[.-]", " ", field).capitalize()
        word = "symbols" if kind == {"counts-of": "symbol"} else word
        longest = 2 * LINE if word == "rich" else 0
        yield GuessedColumn(title, field, word, is_optional=is_optional, longest=longest)


def _height(column: GuessedColumn) -> float:
    """The height that a column's longest text needs at the smallest size, in mm."""
    return (column.longest // LINE + 2) * _LINE_HEIGHT


def _frame(place: LayoutPlace, style: str, top: float, *, height: float, text: str, when: str = "") -> str:
    """A frame as wide as the card's safe zone."""
    condition = f' n:if="{when}"' if when else ""
    return (
        f'  <rect class="{style}" x="{place.left:g}" y="{top:g}" width="{place.inside:g}" '
        f'height="{height:g}" fill="none"'
        f'{condition} n:text="{text}"/>'
    )


def _picture(place: LayoutPlace, column: GuessedColumn, top: float, *, height: float) -> str:
    """A frame with a picture; where the file isn't there yet, its name shows in it."""
    value = f"card.{_name(column)}"
    condition = f' n:if="{value} is not none"' if column.is_optional else ""
    return (
        f'  <rect x="{place.left:g}" y="{top:g}" width="{place.inside:g}" height="{height:g}" '
        f'fill="none"{condition} n:image="{{{{ {value} }}}}"/>'
    )


def _short_line(place: LayoutPlace, column: GuessedColumn, top: float) -> str:
    """A line with a value and its title; without a value, there is none."""
    value = f"card.{_name(column)}"
    counted = (
        f"{{% for each, number in {value}.items() %}}{{{{ number }}}} {{{{ each.name }}}} {{% endfor %}}"
    )
    shown = {
        "one-of": f"{{{{ {value}.name }}}}",
        "symbol": f"{{{{ {value}.symbol }}}}",
        "some-of": f"{{{{ {value}|map(attribute='name')|join(', ') }}}}",
        "symbols": f"{{% for each in {value}|spread %}}{{{{ each.symbol }}}}{{% endfor %}}",
        "counts-of": counted,
        "yes-no": f"{{{{ 'yes' if {value} else 'no' }}}}",
    }.get(column.kind, f"{{{{ {value} }}}}")
    is_collection = column.kind in ("some-of", "symbols", "counts-of")
    when = value if is_collection else f"{value} is not none" if column.is_optional else ""
    title = escape(re.sub(r"[{}\\*\[\]]", "", column.title))
    return _frame(place, "rules", top, height=5, text=f"**{title}** {shown}", when=when)


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
