"""The columns of a card list: what a card has, the control for each, and values as the text of a cell."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from nineup.edit.parts import Data
from nineup.game import Component, Game, Item
from nineup.load.cards_file import COMMON, declared_types
from nineup.load.fields import CountsOf, Fields, OneOf, Optional
from nineup.load.json_schema import names_of
from nineup.schema.records import ListOf
from nineup.schema.scope import Names, Type
from nineup.schema.types import YES_NO, Number, Prose, Whole

OTHERS = ("copies", "when", "needs", "source")
"""The columns behind the declared fields; `id` comes before them."""

_PART = re.compile(r"[^;]+")
_ID = re.compile(r"[^;,]+")
_COUNT = re.compile(r"\s*(?:(\d+)\s+)?([^;,\s][^;,]*?)\s*(?:[;,]|$)")
_WHOLE = re.compile(r"-?\d{1,15}")


class Column(msgspec.Struct, frozen=True):
    """A field of the cards. `kind` names its control."""

    name: str
    """Its keys, joined by dots as in a CSV file."""
    kind: str
    """`text`, `rich`, `number`, `yes-no`, `one`, `some`, `texts`, `counts`, or `data` for anything else."""
    says: str = ""
    is_optional: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    """Ids with their names."""
    schema: dict[str, Any] = {}
    """For `data`."""

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.name.split("."))

    @property
    def default(self) -> Data:
        """What a new card has in it, if it must have anything."""
        if self.kind == "one":
            return self.choices[0][0] if self.choices else ""
        return {"number": 0, "yes-no": "no", "some": [], "texts": [], "counts": {}, "data": []}.get(
            self.kind, ""
        )


def columns(game: Game, component: Component) -> tuple[Column, ...]:
    """The columns of a component's card lists, in the order in which files have them."""
    names = names_of(game)
    common = {name: COMMON[name] for name in ("id", *OTHERS)}
    made = {
        name: Column(name, "number" if name == "copies" else "text", key.says, name != "id")
        for name, key in common.items()
    }
    fields = declared_types(component.fields, names)
    own = [column for name, type_ in fields.items() for column in _columns(name, type_, names)]
    return (made["id"], *own, *(made[name] for name in OTHERS))


def _columns(name: str, type_: Type, names: Names, optional: bool = False) -> Iterator[Column]:
    if isinstance(type_, Optional):
        yield from _columns(name, type_.of, names, True)
    elif isinstance(type_, Fields):
        for inner, of in type_.types.items():
            yield from _columns(f"{name}.{inner}", of, names, optional)
    else:
        yield Column(name, _kind(type_), "", optional, tuple(_choices(type_)), type_.schema(names))


def _kind(type_: Type) -> str:
    if isinstance(type_, ListOf):
        return "some" if isinstance(type_.of, OneOf) else "texts" if isinstance(type_.of, Prose) else "data"
    if isinstance(type_, Prose):
        return "rich" if type_.rich else "text"
    if type_ == YES_NO:
        return "yes-no"
    kinds: dict[type, str] = {OneOf: "one", CountsOf: "counts", Number: "number", Whole: "number"}
    return kinds.get(type(type_), "data")


def _choices(type_: Type) -> Iterator[tuple[str, str]]:
    inner = type_.of if isinstance(type_, (ListOf, CountsOf)) else type_
    if isinstance(inner, OneOf):
        for id, item in inner.items.items():
            yield id, str(item.fields.get("name", id)) if isinstance(item, Item) else id


def undeclared(name: str, value: Data) -> Column:
    """The column of a value that no list declares."""
    is_plain = not isinstance(value, (dict, list))
    return Column(name, "number" if isinstance(value, int) else "rich" if is_plain else "data", schema={})


def cell_text(kind: str, data: Data) -> str:
    """A value as the text of a cell: lists with semicolons, counts with numbers, other collections as JSON."""
    if data is None:
        return ""
    if (
        kind in ("some", "texts")
        and isinstance(data, list)
        and not any(isinstance(v, (list, dict)) for v in data)
    ):
        return "; ".join(map(str, data))
    if kind == "counts" and isinstance(data, dict):
        return "; ".join(f"{number} {id}" for id, number in data.items())
    if isinstance(data, (list, dict)):
        return json.dumps(data, ensure_ascii=False)
    return str(data)


def cell_data(kind: str, text: str) -> Data:
    """The value that a cell's text stands for. Raises ValueError if it can't be one."""
    if "{{" in text or "{%" in text:  # the template of a family
        return text
    if kind in ("some", "texts"):
        part = _ID if kind == "some" else _PART
        return [found for match in part.finditer(text) if (found := match[0].strip())]
    if kind == "counts":
        return {match[2]: int(match[1] or 1) for match in _COUNT.finditer(text)}
    if kind == "data":
        return _json(text)
    word = text.strip()
    if kind == "number" and _WHOLE.fullmatch(word):
        return int(word)
    if kind == "yes-no":
        return {"true": "yes", "false": "no"}.get(word.lower(), word.lower())
    return text if kind in ("text", "rich") else word


def _json(text: str) -> Data:
    try:
        return json.loads(text)
    except ValueError:
        raise ValueError(f"`{text[:40]}` is not JSON, which stands for a value of several parts") from None
