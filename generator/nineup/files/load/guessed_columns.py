"""Guesses what the columns of a table hold: the field that each is for, and its type."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from nineup.base.markup import SPANS
from nineup.files.load.cards_file import TAKEN_NAMES
from nineup.files.load.tables.column_names import COPIES, column_names, letters, title_of
from nineup.schema.nodes import Scalar
from nineup.schema.types import as_id, is_id

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

_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?")
_WHOLE = re.compile(r"\d{1,4}")
_YES_NO = {"yes", "no", "true", "false"}
_PARTS = re.compile(r"[;,]")

LINE = 44
"""The characters in a line of the first layout at its smallest size."""

_SYMBOL = re.compile(r"\{([\w-]+)\}")
_SPAN = re.compile(rf"\[(?:{'|'.join(SPANS)})\]\{{[^{{}}]*\}}")

_LONGEST_ITEM, _MOST_ITEMS = 24, 12
"""The longest text that may be an item of a list, and the largest number of items."""


TONES = (
    "#3f7355", "#b4485a", "#3b6ea5", "#c08a2b", "#6d4c8f", "#4d7f86",
    "#8a5a3c", "#7a8b2f", "#a8456f", "#4a5a78", "#b5651d", "#5c6f5c",
)  # fmt: skip
"""Colors for the items of a new list, easy to tell from each other."""


class GuessedColumn(NamedTuple):
    """A column of the table, and the field that is proposed for it."""

    title: str
    field: str
    kind: str
    """A type of field, `copies` or `id`; empty if it isn't for the cards."""
    is_optional: bool = False
    items: tuple[str, ...] = ()
    longest: int = 0
    """The length of its longest text, in characters as wide as Latin ones."""

    @property
    def is_long(self) -> bool:
        """Whether its texts are set in a frame of their own: they need several lines, or are rules."""
        is_text = self.kind in ("text", "rich") and letters(self.title) in _TEXTS
        return is_text or self.longest + len(self.title) >= LINE

    def declared(self, listed: str = "") -> Any:
        """The declaration of its field; the list of its items is named `listed`, or like the field."""
        kind = {self.kind: listed or self.field} if self.items else self.kind
        return {"optional": kind} if self.is_optional else kind


def guessed_columns(rows: Sequence[Sequence[Scalar]], symbols: Collection[str] = ()) -> list[GuessedColumn]:
    """What each column of a table with titles is for; those without a title, and notes, are left out.

    `symbols` are those that rich texts can show.
    """
    titles = [title_of(cell) for cell in rows[0]]
    cards = [row for row in rows[1:] if sum(bool(cell.text.strip()) for cell in row) > 1 or len(titles) == 1]
    texts = [[row[at].text.strip() if at < len(row) else "" for row in cards] for at in range(len(titles))]
    copies = _copies(rows, titles, texts)
    named = _named(titles, texts, copies)
    taken = {"name", *TAKEN_NAMES}
    columns = []
    for at, (title, values) in enumerate(zip(titles, texts, strict=True)):
        if not title or (title.startswith("#") and title != "#"):
            continue
        if at == copies:
            columns.append(GuessedColumn(title, "copies", "copies"))
        elif at == named:
            columns.append(GuessedColumn(title, "name", "text", is_optional=not all(values)))
        elif letters(title) == "id" and all(map(is_id, values)) and len(set(values)) == len(values):
            columns.append(GuessedColumn(title, "id", "id"))
        elif (
            not any(values)
            or title == "#"
            or (letters(title) in COPIES and not all(map(_NUMBER.fullmatch, filter(None, values))))
        ):
            columns.append(GuessedColumn(title, "", ""))
        else:
            field = _field(title, at, taken)
            taken.add(field)
            columns.append(_typed(title, field, values, symbols=symbols))
    return columns


def _copies(rows: Sequence[Sequence[Scalar]], titles: list[str], texts: list[list[str]]) -> int | None:
    """The number of the column with the copies."""
    names = column_names(rows, (), TAKEN_NAMES, stated={}).names
    column = names.index("copies") if "copies" in names else None
    return column if column is not None and all(map(_WHOLE.fullmatch, filter(None, texts[column]))) else None


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
    name = as_id(title) or f"field-{at + 1}"
    if name[0].isdigit():
        name = f"field-{name}"
    name = f"card-{name}" if name in TAKEN_NAMES else name
    number = 2
    while name in taken:
        name, number = f"{name.rstrip('-0123456789')}-{number}", number + 1
    return name


def _typed(title: str, field: str, values: list[str], symbols: Collection[str]) -> GuessedColumn:
    """A column with the type that all of its values have."""
    filled = [value for value in values if value]
    longest = max(map(_width, filled))
    column = GuessedColumn(title, field, "text", is_optional=len(filled) < len(values), longest=longest)
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
    is_rich = column.is_long and all(_is_rich(value, symbols) for value in filled)
    return column._replace(kind="rich" if is_rich else "text")


def _is_rich(text: str, symbols: Collection[str]) -> bool:
    """Whether a text means the same as a rich one, apart from the symbols and spans that it has."""
    rest = _SYMBOL.sub(lambda match: "" if match[1] in symbols else match[0], text)
    return not set(_SPAN.sub("", rest)) & set("{\\<[")


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
