"""The columns of a card list: the fields of a card, the control for each, and values as the text of a
cell.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from nineup.files.edit import Data, copies_data
from nineup.files.load import (
    CARD_KEYS,
    CardCopies,
    CountsOf,
    Fields,
    OneOf,
    Optional,
    PictureName,
    declared_types,
    schema_names,
)
from nineup.files.load.tables import COUNTED_ID, is_single
from nineup.model import Component, Game, Item
from nineup.schema import YES_NO, ListOf, Names, Number, Prose, Type, WholeNumber

_SINGLE_KEYS = {name: key for name, key in CARD_KEYS.items() if is_single(key.type)}
OTHERS = tuple(name for name in _SINGLE_KEYS if name != "id")
"""The columns after the declared fields; `id` comes before them.

Mappings have one only where a card has the key.
"""

_PART = re.compile(r"[^;]+")
_ID = re.compile(r"[^;,]+")
_WHOLE = re.compile(r"-?\d{1,15}")


class FieldColumn(msgspec.Struct, frozen=True):
    """A field of the cards. `kind` names its control."""

    name: str
    """Its keys, joined by dots as in a CSV file."""
    kind: str
    """`text`, `rich`, `picture`, `number`, `yes-no`, `one`, `some`, `texts`, `counts`, `copies`, or
    `data` for anything else.
    """
    says: str = ""
    is_optional: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    """Ids with their names."""
    schema: dict[str, Any] = {}
    """For the kind `data`."""
    folder: str = ""
    """For the kind `picture`: what layouts put before its values, such as `art/`."""

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.name.split("."))

    @property
    def default(self) -> Data:
        """The value in a new card, if it requires one."""
        if self.kind == "one":
            return self.choices[0][0] if self.choices else ""
        empty = {"number": 0, "yes-no": "no", "some": [], "texts": [], "counts": {}, "data": []}
        return empty.get(self.kind, "")


def columns(game: Game, component: Component) -> tuple[FieldColumn, ...]:
    """The columns of a component's card lists, in the order in which files have them."""
    names = schema_names(game)
    by_name = {
        name: FieldColumn(name, _kind(key.type, other="text"), key.says, is_optional=not key.required)
        for name, key in _SINGLE_KEYS.items()
    }
    fields = declared_types(component.fields, names)
    own = [column for name, type_ in fields.items() for column in _columns(name, type_, names)]
    return (by_name["id"], *own, *(by_name[name] for name in OTHERS))


def field_columns(game: Game, name: str, kind: Data) -> tuple[FieldColumn, ...]:
    """The columns of a field whose declaration is `kind`."""
    names = schema_names(game)
    return tuple(_columns(name, declared_types({name: kind}, names)[name], names))


def _columns(name: str, type_: Type, names: Names, optional: bool = False) -> Iterator[FieldColumn]:
    if isinstance(type_, Optional):
        yield from _columns(name, type_.of, names, optional=True)
    elif isinstance(type_, Fields):
        for inner, of in type_.types.items():
            yield from _columns(f"{name}.{inner}", of, names, optional=optional)
    else:
        yield FieldColumn(
            name,
            _kind(type_),
            "",
            is_optional=optional,
            choices=tuple(_choices(type_)),
            schema=type_.schema(names),
        )


def _kind(type_: Type, other: str = "data") -> str:
    if isinstance(type_, ListOf):
        return "some" if isinstance(type_.of, OneOf) else "texts" if isinstance(type_.of, Prose) else "data"
    if isinstance(type_, PictureName):
        return "picture"
    if isinstance(type_, Prose):
        return "rich" if type_.rich else "text"
    if type_ == YES_NO:
        return "yes-no"
    kinds: dict[type, str] = {
        OneOf: "one",
        CountsOf: "counts",
        CardCopies: "copies",
        Number: "number",
        WholeNumber: "number",
    }
    return kinds.get(type(type_), other)


def _choices(type_: Type) -> Iterator[tuple[str, str]]:
    inner = type_.of if isinstance(type_, (ListOf, CountsOf)) else type_
    if isinstance(inner, OneOf):
        for id, item in inner.items.items():
            yield id, str(item.fields.get("name", id)) if isinstance(item, Item) else id


def undeclared(name: str, value: Data) -> FieldColumn:
    """The column of a value that no list declares."""
    is_plain = not isinstance(value, (dict, list))
    return FieldColumn(
        name, "number" if isinstance(value, int) else "rich" if is_plain else "data", schema={}
    )


def value_at(values: Mapping[str, Data], keys: tuple[str, ...]) -> tuple[Data, bool]:
    """The value at some keys of an entry, and whether it exists."""
    value: Data = values
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            return None, False
        value = value[key]
    return value, True


def cell_text(kind: str, data: Data) -> str:
    """A value as the text of a cell: lists with semicolons, counts with numbers, other collections as JSON.

    `cell_data` parses it back, except for numbers in text cells.
    """
    if data is None:
        return ""
    if not isinstance(data, (list, dict)):
        return str(data)
    short = _short(kind, data)
    return short if short and cell_data(kind, short) == data else _as_json(data) if data else ""


def _short(kind: str, data: Data) -> str:
    """A collection as people write it in a cell; it may be ambiguous."""
    if kind in ("some", "texts") and isinstance(data, list):
        return "; ".join(map(str, data))
    if kind == "counts" and isinstance(data, dict):
        return "; ".join(f"{number} {id}" for id, number in data.items())
    if kind == "copies" and isinstance(data, dict):
        return ", ".join(f"{key}: {number}" for key, number in data.items())
    return ""


def _as_json(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False)


def cell_data(kind: str, text: str) -> Data:
    """The value of a cell's text. Raises ValueError if it is invalid."""
    if kind in ("text", "rich", "picture"):
        return text
    if kind != "one" and text.lstrip().startswith(("[", "{")) and (value := _json(text)) is not None:
        return value
    if "{{" in text or "{%" in text:  # the template of a family
        return text
    if kind in ("some", "texts"):
        part = _ID if kind == "some" else _PART
        return [value for match in part.finditer(text) if (value := match[0].strip())]
    if kind == "counts":
        return {match[2].rstrip(): int(match[1] or 1) for match in COUNTED_ID.finditer(text)}
    if kind == "data":
        return _data(text)
    word = text.strip()
    if kind == "copies":
        return copies_data(word)
    if kind == "number" and _WHOLE.fullmatch(word):
        return int(word)
    if kind == "yes-no":
        return {"true": "yes", "false": "no"}.get(word.lower(), word.lower())
    return word


def _json(text: str) -> Data:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (list, dict)) else None


def _data(text: str) -> Data:
    """A value of unknown type: JSON if it looks like it, otherwise a text."""
    if text.lstrip().startswith(("[", "{")):
        raise ValueError(f"`{text[:40]}` is not JSON, which stands for a value of several parts")
    return text


def brief(data: Data) -> str:
    """A value in a few words, for people."""
    if isinstance(data, dict):
        return ", ".join(f"{key}: {_inside(value)}" for key, value in data.items())
    if isinstance(data, list):
        return (
            ", ".join(map(_inside, data)) if not any(map(_is_several, data)) else "\n".join(map(brief, data))
        )
    return "" if data is None else str(data)


def _inside(data: Data) -> str:
    return f"({brief(data)})" if _is_several(data) else brief(data)


def _is_several(data: Data) -> bool:
    return isinstance(data, (dict, list))
