"""Proposes a game for a table of cards: a field for each column, lists of repeated values, a layout."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import PurePath
from typing import NamedTuple
from unicodedata import east_asian_width

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import CSV_SUFFIXES, STARTER
from nineup.base.reading import read_file
from nineup.files.edit import converted_list
from nineup.files.load.cards_file import TAKEN_NAMES
from nineup.files.load.tables.column_names import COPIES, column_names, letters, title_of
from nineup.files.load.tables.table_file import table_of
from nineup.pipeline.new_game import GAME, game_id, yaml_text
from nineup.schema.nodes import Scalar
from nineup.schema.types import as_id, is_id

COMPONENT = "deck"

_NAMED = ("name", "title", "card", "cardname", "cardtitle", "titel", "nom", "nombre")
"""Titles of the column with the names of cards, by their letters, the likeliest first."""

_TEXTS = (
    "text",
    "rules",
    "rulestext",
    "effect",
    "effects",
    "ability",
    "abilities",
    "description",
    "cardtext",
)
"""Titles of columns with texts that are set in a frame of their own, however short, by their letters."""

_PICTURE = re.compile(r"[^\n{}]+\.(?:png|jpe?g|gif|webp|bmp|svg)", re.IGNORECASE)

_LEAST_PICTURE = 12.0
"""The smallest height of a picture in the first layout, in mm."""

_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?")
_WHOLE = re.compile(r"\d{1,4}")
_YES_NO = {"yes", "no", "true", "false"}
_PARTS = re.compile(r"[;,]")

_LINE, _LINE_HEIGHT = 44, 2.65
"""The characters in a line of the first layout at its smallest size, and the height of such a line in mm."""

_TOP, _BOTTOM, _SHORT_LINE = 24.0, 82.9, 5.5
"""Where the frames of the first layout begin and end, and the height of one for a short value, in mm."""

_LONGEST_ITEM, _MOST_ITEMS = 24, 12
"""The longest text that may be an item of a list, and the largest number of items."""

_TONES = (
    "#3f7355", "#b4485a", "#3b6ea5", "#c08a2b", "#6d4c8f", "#4d7f86",
    "#8a5a3c", "#7a8b2f", "#a8456f", "#4a5a78", "#b5651d", "#5c6f5c",
)  # fmt: skip


class _Column(NamedTuple):
    """A column of the table, and the field that is proposed for it."""

    title: str
    field: str
    kind: str
    """A type of field, `picture` (a text), `copies` or `id`; empty if it isn't for the cards."""
    is_optional: bool = False
    items: tuple[str, ...] = ()
    longest: int = 0
    """The length of its longest text, in characters as wide as Latin ones."""

    @property
    def is_long(self) -> bool:
        """Whether its texts are set in a frame of their own: they need several lines, or are rules."""
        is_text = self.kind in ("text", "rich") and letters(self.title) in _TEXTS
        return is_text or self.longest + len(self.title) >= _LINE


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
    columns = _columns(table.rows)
    if suffix in CSV_SUFFIXES:
        # HTML in texts becomes notation, for the new game has no other.
        made = converted_list(file, data, {column.title: "rich" for column in columns if column.is_long})
        again = (
            None
            if isinstance(made, Diagnostic)
            else table_of(made.data, file, COMPONENT, findings=Findings())
        )
        if again is not None and not isinstance(made, Diagnostic):
            data, columns = made.data, _columns(again.rows)
    return id, {
        f"cards/{id}/game.yaml": _game_file(title, file, columns).encode(),
        f"cards/{id}/{file}": data,
        f"layouts/{id}/card.svg": _layout(columns).encode(),
        f"layouts/{id}/style.yaml": _styles().encode(),
        "nineup.yaml": read_file(GAME / "nineup.yaml"),
    }


def _columns(rows: Sequence[Sequence[Scalar]]) -> list[_Column]:
    titles = [title_of(cell) for cell in rows[0]]
    cards = [row for row in rows[1:] if sum(bool(cell.text.strip()) for cell in row) > 1 or len(titles) == 1]
    texts = [[row[at].text.strip() if at < len(row) else "" for row in cards] for at in range(len(titles))]
    copies = _copies(rows, titles, texts)
    named = _named(titles, texts, copies)
    taken = {"name", *TAKEN_NAMES}
    made = []
    for at, (title, values) in enumerate(zip(titles, texts, strict=True)):
        if not title or (title.startswith("#") and title != "#"):
            continue
        if at == copies:
            made.append(_Column(title, "copies", "copies"))
        elif at == named:
            made.append(_Column(title, "name", "text", is_optional=not all(values)))
        elif letters(title) == "id" and all(map(is_id, values)) and len(set(values)) == len(values):
            made.append(_Column(title, "id", "id"))
        elif (
            not any(values)
            or title == "#"
            or (letters(title) in COPIES and not all(map(_NUMBER.fullmatch, filter(None, values))))
        ):
            made.append(_Column(title, "", ""))
        else:
            field = _field(title, at, taken)
            taken.add(field)
            made.append(_typed(title, field, values))
    return made


def _copies(rows: Sequence[Sequence[Scalar]], titles: list[str], texts: list[list[str]]) -> int | None:
    """The number of the column with the copies."""
    names = column_names(rows, (), TAKEN_NAMES, stated={}).names
    found = names.index("copies") if "copies" in names else None
    return found if found is not None and all(map(_WHOLE.fullmatch, filter(None, texts[found]))) else None


def _named(titles: list[str], texts: list[list[str]], copies: int | None) -> int | None:
    """The number of the column with the names: one with such a title, or the first with different texts."""
    by_title = {letters(title): at for at, title in reversed(list(enumerate(titles)))}
    for word in _NAMED:
        if word in by_title:
            return by_title[word]
    for at, values in enumerate(texts):
        is_text = not all(map(_NUMBER.fullmatch, filter(None, values))) and letters(titles[at]) != "id"
        if titles[at] and at != copies and is_text and len(set(values)) > len(values) / 2:
            return at
    return None


def _field(title: str, at: int, taken: set[str]) -> str:
    """A new name for a field."""
    made = as_id(title) or f"field-{at + 1}"
    if made[0].isdigit():
        made = f"field-{made}"
    made = f"card-{made}" if made in TAKEN_NAMES else made
    number = 2
    while made in taken:
        made, number = f"{made.rstrip('-0123456789')}-{number}", number + 1
    return made


def _typed(title: str, field: str, values: list[str]) -> _Column:
    """A column with the type that all of its values have."""
    filled = [value for value in values if value]
    longest = max(map(_width, filled))
    column = _Column(title, field, "text", is_optional=len(filled) < len(values), longest=longest)
    if all(map(_PICTURE.fullmatch, filled)):
        return column._replace(kind="picture")
    if all(map(_NUMBER.fullmatch, filled)):
        return column._replace(kind="number")
    if {value.casefold() for value in filled} <= _YES_NO:
        return column._replace(kind="yes-no")
    if _are_items(filled):
        return column._replace(kind="one-of", items=tuple(dict.fromkeys(filled)))
    parts = [part.strip() for value in filled for part in _PARTS.split(value) if part.strip()]
    if any(map(_PARTS.search, filled)) and _are_items(parts) and not column.is_long:
        return column._replace(kind="some-of", is_optional=False, items=tuple(dict.fromkeys(parts)))
    is_rich = column.is_long and not any(sign in value for value in filled for sign in "{\\<[")
    return column._replace(kind="rich" if is_rich else "text")


def _width(text: str) -> int:
    """A text's width in Latin characters: others may be twice as wide."""
    return len(text) + sum(east_asian_width(sign) in "WF" for sign in text)


def _are_items(texts: Sequence[str]) -> bool:
    """Whether texts repeat a few short values, each with an id of its own."""
    number = Counter(texts)
    ids = {as_id(text) for text in number}
    is_short = all(len(text) <= _LONGEST_ITEM and not set(text) & set(";,\n{*[") for text in number)
    repeats = len(texts) >= 2 * len(number) and len(number) <= _MOST_ITEMS
    return is_short and repeats and len(number) > 1 and len(ids) == len(number) and "" not in ids


def _game_file(title: str, file: str, columns: Sequence[_Column]) -> str:
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
                tone = _TONES[number % len(_TONES)]
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
        f"      {c.field}: {_declared(c)}" for c in columns if c.field and c.kind not in ("id", "copies")
    ]
    return "\n".join(lines) + "\n"


def _is_found(column: _Column, columns: Sequence[_Column]) -> bool:
    """Whether a column's field is found by its title alone."""
    alike = [other for other in columns if letters(other.title) == letters(column.title)]
    usual = column.field == "copies" and letters(column.title) in COPIES
    return column.title == column.field or (
        len(alike) == 1 and (usual or letters(column.title) == letters(column.field))
    )


def _declared(column: _Column) -> str:
    kind = f"{{{column.kind}: {column.field}}}" if column.items else column.kind.replace("picture", "text")
    return f"{{optional: {kind}}}" if column.is_optional else kind


def _key(text: str) -> str:
    """A text as a key in YAML, in quotes if it needs them."""
    words = text.replace("-", " ")
    return text if is_id(text) and yaml_text(words) == words else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _layout(columns: Sequence[_Column]) -> str:
    """A poker card: the name, a picture, long texts, and a line for each short value with its title.

    What finds no room is named in a comment.
    """
    fields = [column for column in columns if column.field and column.kind not in ("id", "copies")]
    toned = next((column for column in fields if column.kind == "one-of"), None)
    picture = next((column for column in fields if column.kind == "picture"), None)
    room = _BOTTOM - _TOP - (_LEAST_PICTURE if picture else 0)
    texts: list[_Column] = []
    short: list[_Column] = []
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


def _height(column: _Column) -> float:
    """The height that a column's longest text needs at the smallest size, in mm."""
    return (column.longest // _LINE + 2) * _LINE_HEIGHT


def _frame(style: str, top: float, height: float, text: str, when: str = "") -> str:
    """A frame as wide as the card's safe zone."""
    condition = f' n:if="{when}"' if when else ""
    return (
        f'  <rect class="{style}" x="6" y="{top:g}" width="51.5" height="{height:g}" fill="none"'
        f'{condition} n:text="{text}"/>'
    )


def _picture(column: _Column, top: float, height: float) -> str:
    """A frame with a picture; where the file isn't there yet, its name shows in it."""
    value = f"card.{_name(column)}"
    condition = f' n:if="{value} is not none"' if column.is_optional else ""
    return (
        f'  <rect x="6" y="{top:g}" width="51.5" height="{height:g}" fill="none"{condition} '
        f'n:image="{{{{ {value} }}}}"/>'
    )


def _short_line(column: _Column, top: float) -> str:
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


def _name(column: _Column) -> str:
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
