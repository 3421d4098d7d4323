"""The types that a card list declares in `fields:`, which then read its cards."""

from collections.abc import Callable, Collection, Iterator
from collections.abc import Mapping as Map
from typing import Any

import msgspec

from nineup.base.diagnostics import nearest
from nineup.model.game import Item
from nineup.model.picture_part import ShownPictureError, shown_picture
from nineup.schema.names import list_items
from nineup.schema.nodes import Mapping, Node, plain
from nineup.schema.records import ListOf, check_decided, corrected, object_schema
from nineup.schema.scope import Names, Scope, Type, as_mapping, expected, written
from nineup.schema.types import RICH, TEXT, UNJUDGED, YES_NO, Number, Prose, WholeNumber


class PictureName(Prose, frozen=True):
    """The file of a picture, and the part of it that shows: `art/dragon.png focus 40% 30%`."""

    def read(self, node: Node, scope: Scope) -> str:
        text = super().read(node, scope)
        try:
            shown_picture(text.strip())
        except ShownPictureError as error:
            scope.error("picture-part", str(error), node, hint=error.hint)
        return text


SIMPLE: dict[str, Type] = {
    "text": TEXT, "rich": RICH, "number": Number(), "yes-no": YES_NO, "picture": PictureName()
}  # fmt: skip
"""The types that are one word, besides `symbol`."""


class OneOf(msgspec.Struct, frozen=True):
    """An item of a list, or a symbol, by its id."""

    what: str
    items: Map[str, Item]

    def read(self, node: Node, scope: Scope) -> Item:
        text = written(node, scope, f"one of `{self.what}`")
        item = self.items.get(text) if text is not None else None
        if item is None and text is not None:
            self.report(text, node, scope)
        return item if item is not None else Item(text or "")

    def report(self, text: str, node: Node, scope: Scope) -> None:
        """Reports an id that isn't one of the items."""
        named = [f"`{id}`" for id, item in self.items.items() if text and item.fields["name"] == text]
        hint = nearest(text, tuple(self.items))
        if len(named) > 1:
            hint = f"several items have this name; write an id: {', '.join(named)}"
        if scope.names.may_have("symbols" if self.what == "symbol" else "lists", self.what):
            return
        if self.what == "symbol":
            scope.error("unknown-symbol", f"there is no symbol `{text}`", node, hint=hint)
        elif self.what in scope.names.lists:  # A missing list is reported where it is named.
            scope.error("unknown-item", f"`{text}` is not in the list `{self.what}`", node, hint=hint)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"enum": list(self.items)} if self.items else {"type": ["string", "integer"]}


class CountsOf(msgspec.Struct, frozen=True):
    """A multiset: how many of each item, in written order."""

    of: OneOf

    def read(self, node: Node, scope: Scope) -> dict[Item, int]:
        node = as_mapping(node, scope)
        counts: dict[Item, int] = {}
        for key, value in node.entries.items():
            if key in self.of.items:
                counts[self.of.items[key]] = WholeNumber(1).read(value, scope)
            else:
                self.of.report(key, node.key(key), scope)
        return counts

    def schema(self, names: Names) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "object", "additionalProperties": WholeNumber(1).schema(names)}
        return {**schema, "propertyNames": self.of.schema(names)} if self.of.items else schema


class Optional(msgspec.Struct, frozen=True):
    """A field that may be omitted, and then is None."""

    of: Type

    def read(self, node: Node, scope: Scope) -> Any:
        return self.of.read(node, scope)

    def schema(self, names: Names) -> dict[str, Any]:
        return self.of.schema(names)


class Fields(msgspec.Struct, frozen=True):
    """A record of declared fields; every field that isn't optional is required."""

    types: Map[str, Type] = {}
    written: Map[str, Any] = {}
    """The declarations as plain data."""
    is_whole: bool = True
    """Whether the declarations could be read: if not, nothing says what the cards hold."""

    def __or__(self, other: "Fields") -> "Fields":
        written = {**self.written, **other.written}
        return Fields({**self.types, **other.types}, written, self.is_whole and other.is_whole)

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        if not isinstance(node, Mapping):
            expected("a mapping", node, scope)
            return {}
        values: dict[str, Any] = {}
        unknown = [key for key in node.entries if key not in self.types]
        node = corrected(node, unknown, scope, known=self.types, required=self.required())
        for key, value in node.entries.items():  # Not by a `Record`: there may be thousands.
            if key in self.types:
                values[key] = self.types[key].read(value, scope)
        check_decided(node, tuple(self.types), scope)
        return self.complete(values)

    def required(self) -> Iterator[str]:
        """The names of the fields that aren't optional."""
        return (name for name, type_ in self.types.items() if not isinstance(type_, Optional))

    def complete(self, values: dict[str, Any]) -> dict[str, Any]:
        """Fills missing fields with None."""
        for name in self.types:
            values.setdefault(name, None)
        return values

    def schema(self, names: Names) -> dict[str, Any]:
        schemas = {name: type_.schema(names) for name, type_ in self.types.items()}
        return object_schema(schemas, list(self.required()))


class Declared(msgspec.Struct, frozen=True):
    """A declaration such as `rich`, `{one-of: color}` or `{list-of: text}`; reads the type that it names."""

    def read(self, node: Node, scope: Scope) -> Type:
        if isinstance(node, Mapping) and len(node.entries) == 1:
            ((name, inner),) = node.entries.items()
            return self._compound(name, inner, node, scope=scope)
        word = written(node, scope, "a type")
        if word == "symbol":
            return OneOf("symbol", scope.names.symbols)
        if word is not None and word not in SIMPLE:
            hint = nearest(word, (*SIMPLE, "symbol", *_COMPOUND))
            first, _, rest = word.partition(" ")
            if first in _COMPOUND:
                hint = f"write `{{{first}: {rest or '…'}}}`"
            elif word[:-1] in SIMPLE and word.endswith("?"):
                hint = f"a field that may be missing is `{{optional: {word[:-1]}}}`"
            scope.error("unknown-type", f"`{word}` is not a type of field", node, hint=hint)
        return SIMPLE.get(word or "", UNJUDGED)

    def _compound(self, name: str, inner: Node, node: Mapping, scope: Scope) -> Type:
        if name in _COMPOUND:
            return _COMPOUND[name](inner, scope)
        hint = nearest(name, (*_COMPOUND, *SIMPLE, "symbol"))
        scope.error("unknown-type", f"`{name}` is not a type of field", node.key(name), hint=hint)
        return UNJUDGED

    def schema(self, names: Names) -> dict[str, Any]:
        return {"$ref": "#/$defs/type"}

    def definition(self, names: Names) -> dict[str, Any]:
        """The definition at `#/$defs/type`."""
        lists = {"enum": list(names.lists)} if names.lists else {"type": "string"}
        inner: dict[str, Any] = {
            **dict.fromkeys(("one-of", "some-of"), lists),
            "counts-of": {"anyOf": [{"const": "symbol"}, lists]},
            **dict.fromkeys(("list-of", "optional"), self.schema(names)),
            "record": {"type": "object", "additionalProperties": self.schema(names)},
        }
        compound = (object_schema({name: inner[name]}, [name]) for name in _COMPOUND)
        return {"anyOf": [{"enum": [*SIMPLE, "symbol"]}, *compound]}


def _items(node: Node, scope: Scope) -> OneOf:
    word = written(node, scope, "the name of a list") or ""
    if word == "symbol" and word not in scope.names.lists:
        return OneOf("symbol", scope.names.symbols)
    return OneOf(word, list_items(word, node, scope))


class Declarations(msgspec.Struct, frozen=True):
    """The value of `fields:`: a type for each name that isn't reserved."""

    taken: Collection[str] = ()

    def read(self, node: Node, scope: Scope) -> Fields:
        types: dict[str, Type] = {}
        if not isinstance(node, Mapping):
            expected("a mapping", node, scope)
            return Fields(is_whole=False)
        for name, value in node.entries.items():
            if name in self.taken:
                message = f"every card has a key `{name}` already"
                scope.error("reserved-name", message, node.key(name), hint="choose another name")
            else:
                types[name] = DECLARED.read(value, scope)
        return Fields(types, plain(node))

    def schema(self, names: Names) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": {"not": {"enum": list(self.taken)}},
            "additionalProperties": DECLARED.schema(names),
        }


DECLARED = Declared()
FIELDS = Declarations()

_COMPOUND: dict[str, Callable[[Node, Scope], Type]] = {
    "one-of": _items,
    "some-of": lambda node, scope: ListOf(_items(node, scope)),
    "list-of": lambda node, scope: ListOf(DECLARED.read(node, scope)),
    "counts-of": lambda node, scope: CountsOf(_items(node, scope)),
    "record": FIELDS.read,
    "optional": lambda node, scope: Optional(DECLARED.read(node, scope)),
}
"""The type that each key of a declaration makes of its value."""
