"""Lists, mappings and records of values: what keys there are, once for reading and for JSON Schema."""

from collections import Counter
from collections.abc import Mapping as Map
from typing import Any, NamedTuple

import msgspec

from nineup.diagnostics import nearest
from nineup.load.decode import DATA, ID, Names, Scope, Type, check_key
from nineup.load.nodes import Mapping, Node, Scalar, Sequence


class ListOf(msgspec.Struct, frozen=True):
    """A list; `lone` lets a single value stand for a list of one."""

    of: Type
    lone: bool = False

    def read(self, node: Node, scope: Scope) -> tuple[Any, ...]:
        if isinstance(node, Sequence):
            return tuple(self.of.read(item, scope) for item in node.items)
        if self.lone:
            return (self.of.read(node, scope),)
        kind = "mapping" if isinstance(node, Mapping) else "single value"
        scope.error(
            "wrong-type", f"a {kind} stands here, where a list should", node, "write `[…]` or lines with `- `"
        )
        return ()

    def schema(self, names: Names) -> dict[str, Any]:
        many = {"type": "array", "items": self.of.schema(names)}
        return {"anyOf": [self.of.schema(names), many]} if self.lone else many


class MapOf(msgspec.Struct, frozen=True):
    """A mapping from names of the user's own to values of one type; `ids` when they must be ids."""

    of: Type
    ids: bool = True

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        if not isinstance(node, Mapping):
            expect_mapping(node, scope)
            return {}
        if self.ids:
            for key in node.entries:
                check_key(key, node, scope)
        return {key: self.of.read(value, scope) for key, value in node.entries.items()}

    def schema(self, names: Names) -> dict[str, Any]:
        made: dict[str, Any] = {"type": "object", "additionalProperties": self.of.schema(names)}
        return {**made, "propertyNames": {"pattern": f"^{ID}$"}} if self.ids else made


def expect_mapping(node: Node, scope: Scope) -> None:
    """Tell a node that should be a mapping and isn't."""
    kind = "list" if isinstance(node, Sequence) else "single value"
    if isinstance(node, Scalar) and not node.text:
        scope.error("empty-value", "nothing stands here, where keys and values should", node)
    else:
        scope.error("wrong-type", f"a {kind} stands here, where keys and values should", node)


class Key(NamedTuple):
    """A key of a record: its type, whether it must be there, and what it says, for editors."""

    type: Type
    says: str
    required: bool = False


class Record(msgspec.Struct, frozen=True):
    """A mapping with known keys; where `open`, others may stand beside them and hold plain data."""

    keys: Map[str, Key]
    open: bool = False

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        """The values of the keys that are there."""
        if not self.check(node, scope) or not isinstance(node, Mapping):
            return {}
        keys = self.keys
        return {
            key: (keys[key].type if key in keys else DATA).read(value, scope)
            for key, value in node.entries.items()
            if key in keys or self.open
        }

    def check(self, node: Node, scope: Scope) -> bool:
        """Tell unknown and missing keys; whether it is a mapping at all."""
        if not isinstance(node, Mapping):
            expect_mapping(node, scope)
            return False
        for key in node.entries:
            if key not in self.keys and (not self.open or _slip(key, self.keys)):
                unknown_key(key, node, scope, tuple(self.keys))
        for key, (_, _, required) in self.keys.items():
            if required and key not in node.entries:
                scope.error("missing-key", f"`{key}` is missing", node)
        check_decided(node, tuple(self.keys), scope)
        return True

    def value(self, node: Mapping, key: str, scope: Scope, default: Any = None) -> Any:
        """The value of one key, or a default where it is not there."""
        found = node.entries.get(key)
        return default if found is None else self.keys[key].type.read(found, scope)

    def schema(self, names: Names) -> dict[str, Any]:
        made: dict[str, Any] = {
            "type": "object",
            "properties": {
                k: {**key.type.schema(names), "description": key.says} for k, key in self.keys.items()
            },
        }
        if not self.open:
            made["additionalProperties"] = False
        required = [name for name, key in self.keys.items() if key.required]
        return {**made, "required": required} if required else made


def check_decided(node: Mapping, known: tuple[str, ...], scope: Scope) -> None:
    """Tell the keys of `decided:` that name nothing of their record; `setup.5-6` is about `setup`."""
    decided = node.entries.get("decided")
    if isinstance(decided, Mapping):
        for key in decided.entries:
            if key.split(".")[0] not in known and key.split(".")[0] not in node.entries:
                unknown_key(key, decided, scope, known)


def unknown_key(key: str, node: Mapping, scope: Scope, known: tuple[str, ...]) -> None:
    """Tell a key that has no meaning, at its place."""
    scope.findings.error(
        "unknown-key", f"`{key}` has no meaning here", scope.file.key(node, key), nearest(key, known)
    )


def _slip(key: str, known: Map[str, Key]) -> bool:
    """Whether a key of the user's own is so near a known one that it is a slip of the fingers."""
    alike = [word for word in known if _shared(key, word) >= _SLIP]
    if not alike:  # As for nearly all: what looks closer takes long to import.
        return False
    import difflib

    return bool(difflib.get_close_matches(key, alike, n=1, cutoff=_SLIP))


_SLIP = 0.8
"""How much of two keys is alike, from 0 to 1, where one is a slip for the other."""


def _shared(key: str, word: str) -> float:
    """How much of two words are letters that they share, in whatever order: no less than how alike they are."""
    return 2 * (Counter(key) & Counter(word)).total() / (len(key) + len(word))


class Either(msgspec.Struct, frozen=True):
    """One of several records, told apart by a key that it must have; the last one where none is there."""

    cases: tuple[tuple[str, Record], ...]

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        return self.case(node).read(node, scope)

    def case(self, node: Node) -> Record:
        entries = node.entries if isinstance(node, Mapping) else {}
        return next((record for mark, record in self.cases if mark in entries), self.cases[-1][1])

    def schema(self, names: Names) -> dict[str, Any]:
        return {"anyOf": [{**record.schema(names), "required": [mark]} for mark, record in self.cases]}


def section(root: Mapping, name: str, scope: Scope, ids: bool = True) -> dict[str, Node]:
    """The entries of one section of the file; their names must be ids."""
    node = root.entries.get(name)
    if node is None:
        return {}
    if not isinstance(node, Mapping):
        expect_mapping(node, scope)
        return {}
    if ids:
        for key in node.entries:
            check_key(key, node, scope)
    return node.entries
