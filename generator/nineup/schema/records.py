"""Lists, mappings and records: types composed of other types, for reading and for JSON Schema alike."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from collections.abc import Mapping as Map
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from nineup.base.diagnostics import close, nearest
from nineup.schema.nodes import CURLY, PLAIN, STRAIGHT, Mapping, Node, Scalar, Sequence
from nineup.schema.scope import Names, Scope, Type, as_mapping, expected
from nineup.schema.types import NODE, TEXT, WORD, WholeNumber


class ListOf(msgspec.Struct, frozen=True):
    """A list; with `lone`, a single value counts as a list of one."""

    of: Type
    lone: bool = False

    def read(self, node: Node, scope: Scope) -> tuple[Any, ...]:
        if isinstance(node, Sequence):
            return tuple(self.of.read(item, scope) for item in node.items)
        if self.lone:
            return (self.of.read(node, scope),)
        hint = "write `[…]` or lines with `- `"
        if isinstance(node, Mapping) and not node.flow and node.entries:
            hint = f"begin each entry with `- `, such as `- {next(iter(node.entries))}: …`"
        if isinstance(node, Scalar) and node.style == PLAIN and node.text[:1] == "-":
            hint = "write a space after the `-` of each entry"
        expected("a list", node, scope, hint=hint)
        return ()

    def schema(self, names: Names) -> dict[str, Any]:
        many = {"type": "array", "items": self.of.schema(names)}
        return {"anyOf": [self.of.schema(names), many]} if self.lone else many


class MapOf(msgspec.Struct, frozen=True):
    """A mapping from the user's own names to values of one type.

    `keys` is the type of the names: ids by default, or another one, such as the id of a component, or `NODE`
    for any names. With `empty`, an empty value is allowed; with `lone`, a single value gets the name ``""``.
    """

    of: Type
    keys: Type = WORD
    empty: bool = False
    lone: bool = False

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        if self.lone and not isinstance(node, Mapping):
            return {"": self.of.read(node, scope)}
        if self.empty and isinstance(node, Scalar) and not node.text:
            return {}
        node = as_mapping(node, scope)
        for key in node.key_nodes():
            self.keys.read(key, scope)
        return {key: self.of.read(value, scope) for key, value in node.entries.items()}

    def schema(self, names: Names) -> dict[str, Any]:
        kind: Any = ["object", "null"] if self.empty else "object"
        schema = {"type": kind, "additionalProperties": self.of.schema(names)}
        if keys := self.keys.schema(names):
            schema["propertyNames"] = keys
        return {"anyOf": [self.of.schema(names), schema]} if self.lone else schema


class Key(NamedTuple):
    """A key of a record: its type, its description, whether it is required, and its default otherwise."""

    type: Type
    says: str
    required: bool = False
    default: Any = None


class RecordBeingRead(msgspec.Struct, frozen=True):
    """A record that has just been read, for checks across its keys."""

    node: Mapping
    scope: Scope

    @property
    def names(self) -> Names:
        return self.scope.names

    def error(self, message: str, key: str = "", hint: str = "") -> None:
        """Reports a mistake at the value of a key, or at the record."""
        self.scope.error("bad-value", message, self.node.entries.get(key, self.node), hint=hint)


Check = Callable[[dict[str, Any], RecordBeingRead], None]
"""Reports contradictions between a record's values."""


class Record(msgspec.Struct, frozen=True):
    """A mapping with known keys; it may have others only if these have a type."""

    keys: Map[str, Key]
    others: Type | None = None
    example: str = ""
    """A hint for missing keys."""
    checks: tuple[Check, ...] = ()
    """Run in this order, after every key has been read without a mistake."""
    hints: bool = False
    """Whether a key's description is the hint for mistakes without a hint of their own."""
    make: Callable[..., Any] | None = None
    """Constructs the result from the values, by their Python names, if nothing in the record is wrong."""
    lone: str = ""
    """The key of a list that may be written alone, as a record with nothing else."""

    def read(self, node: Node, scope: Scope) -> Any:
        """The values of the keys that are present and the defaults of the others, or what `make` constructs
        from them.
        """
        before = len(scope.findings)
        if self.lone and isinstance(node, Sequence):
            node = Mapping({self.lone: node}, [(node.line, node.column)], node.line, node.column)
        mapping = self.mapping(node, scope)
        if mapping is None:
            return {}
        keys = self.keys
        values = {name: key.default for name, key in keys.items() if key.default is not None}
        for name, value in mapping.entries.items():
            if name in keys:
                begun = len(scope.findings)
                values[name] = keys[name].type.read(value, scope)
                if self.hints:
                    findings = scope.findings[begun:]
                    scope.findings[begun:] = [f._replace(hint=f.hint or keys[name].says) for f in findings]
            elif self.others is not None:
                values[name] = self.others.read(value, scope)
        if (self.checks or self.make) and not scope.findings.failed_since(before):
            for check in self.checks:
                check(values, RecordBeingRead(mapping, scope))
            if self.make is not None:
                return self.make(**fields_of(values, keys))
        return values

    def mapping(self, node: Node, scope: Scope) -> Mapping | None:
        """The node with its keys as they are meant, after reporting unknown and missing ones; None unless it
        is a mapping.
        """
        if not isinstance(node, Mapping):
            expected("a mapping", node, scope, hint=self.example)
            return None
        required = [name for name, key in self.keys.items() if key.required]
        unknown = [key for key in node.entries if key not in self.keys]
        if self.others is not None:  # The user may have keys of their own: only misspelt ones are reported.
            unknown = [key for key in unknown if meant(key, self.keys, _SLIP)]
        node = corrected(node, unknown, scope, known=self.keys, required=required, hint=self.example)
        check_decided(node, tuple(self.keys), scope)
        return node

    def correct(self, mapping: Mapping, scope: Scope) -> dict[str, Any]:
        """The values of the keys that are present and have no mistake."""
        values = {}
        for name, value in mapping.entries.items():
            before = len(scope.findings)
            read = self.keys[name].type.read(value, scope) if name in self.keys else None
            if name in self.keys and len(scope.findings) == before:
                values[name] = read
        return values

    def value(self, node: Mapping, key: str, scope: Scope, default: Any = None) -> Any:
        """The value of one key, or a default if it isn't present."""
        entry = node.entries.get(key)
        return default if entry is None else self.keys[key].type.read(entry, scope)

    def schema(self, names: Names) -> dict[str, Any]:
        required = [name for name, key in self.keys.items() if key.required]
        schema = object_schema(described(self.keys, names), required, is_closed=self.others is None)
        return {"anyOf": [self.keys[self.lone].type.schema(names), schema]} if self.lone else schema


def fields_of(values: Map[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """The values that are present, by their Python names."""
    return {key.replace("-", "_"): values[key] for key in keys if key in values}


def struct_record(struct: type[msgspec.Struct], **types: Type) -> Record:
    """A record of data that only Nineup writes, with a key for each field of a struct, which it makes;
    ignores other keys.

    `types` are those of fields whose annotation isn't sufficient.
    """
    keys = {
        field.name.replace("_", "-"): Key(types.get(field.name) or _annotated(field.type), "", field.required)
        for field in msgspec.structs.fields(struct)
    }
    return Record(keys, others=NODE, make=struct)


def _annotated(annotation: Any) -> Type:
    """The type for whole numbers, texts, structs, and tuples and dicts of these."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is tuple:
        return ListOf(_annotated(inner[0]))
    if origin is dict:
        return MapOf(_annotated(inner[1]), keys=NODE)
    if annotation in (int, str):
        return WholeNumber() if annotation is int else TEXT
    return struct_record(annotation)


def object_schema(properties: Map[str, Any], required: list[str], is_closed: bool = True) -> dict[str, Any]:
    """The JSON Schema of an object, by default without other properties."""
    closed = {"additionalProperties": False} if is_closed else {}
    needs = {"required": required} if required else {}
    return {"type": "object", "properties": properties, **closed, **needs}


def described(keys: Map[str, Key], names: Names) -> dict[str, Any]:
    """The JSON Schema of each key, with its description."""
    return {name: {**key.type.schema(names), "description": key.says} for name, key in keys.items()}


def check_decided(node: Mapping, known: tuple[str, ...], scope: Scope) -> None:
    """Reports the keys of `decided:` that its record doesn't have; `setup.5-6` is about `setup`."""
    decided = node.entries.get("decided")
    if isinstance(decided, Mapping):
        for key in decided.entries:
            if key.split(".")[0] not in known and key.split(".")[0] not in node.entries:
                unknown_key(key, decided, scope, known=known)


def unknown_key(key: str, node: Mapping, scope: Scope, known: tuple[str, ...], hint: str = "") -> None:
    """Reports an unknown key of a record."""
    message = f"unknown key `{key}`"
    hint = STRAIGHT if CURLY.fullmatch(key) else hint or nearest(key, known)
    if unseen := [sign for sign in key if unicodedata.category(sign) == "Cf"]:
        hint = f"delete the {unicodedata.name(unseen[0]).lower()} (U+{ord(unseen[0]):04X}) in it"
    scope.findings.error(scope.key_code, message, scope.file.key(node, key), hint=hint)


_SLIP, _ALIKE = 0.8, 0.7
"""The similarity from which a misspelling is recognised, for records that may have the user's own keys and
for others: `nmae` is 0.75 `name`.
"""

_MOST_MEANT = 20
"""The number of unknown keys of a record that are compared with the absent ones."""


def corrected(
    node: Mapping,
    unknown: list[str],
    scope: Scope,
    *,
    known: Iterable[str],
    required: Iterable[str],
    hint: str = "",
) -> Mapping:
    """Reports a record's unknown and missing keys; in the result, keys that misspell an absent one have the
    correct name.
    """
    names = meant_keys(node, unknown, scope, known=known, required=required, hint=hint)
    entries = {names.get(key, key): value for key, value in node.entries.items()}
    return msgspec.structs.replace(node, entries=entries) if names else node


def meant_keys(
    node: Mapping,
    unknown: list[str],
    scope: Scope,
    *,
    known: Iterable[str],
    required: Iterable[str],
    hint: str = "",
) -> dict[str, str]:
    """Reports unknown and missing keys of a record; returns the absent keys that some misspell, by these.

    So the value of a misspelt key can be checked. One mistake is one finding: a required key is reported
    missing only if no unknown key can be meant for it, however different.
    """
    missing = [name for name in required if name not in node.entries]
    if not unknown and not missing:
        return {}
    known = tuple(known)
    absent = [key for key in known if key not in node.entries]
    names: dict[str, str] = {}
    for key in unknown[:_MOST_MEANT]:
        if name := meant(key, absent):
            names[key] = name
            absent.remove(name)
    missing = [name for name in missing if name in absent]
    for number, key in enumerate(unknown):
        hint_here, name = "", ""
        if missing and key not in names and number < _MOST_MEANT:
            name = next((each for each in missing if close(key, (each,))), "")
            hint_here = close(key, (name,)) if name else close(key, known)
            if not hint_here:
                name = missing[0]
                hint_here = f"`{name}` is missing: is this it?"
        if name:
            missing.remove(name)
        unknown_key(key, node, scope, known=known, hint=hint_here)
    for name in missing:
        scope.error("missing-key", f"`{name}` is missing", node, hint=hint)
    return names


def meant(key: str, known: Iterable[str], least: float = _ALIKE) -> str:
    """The known key that a user's key probably misspells, or ''; capitals don't matter.

    `least` is the required similarity, from 0 to 1.
    """
    folded, key = {word.casefold(): word for word in known}, key.casefold()
    alike = [word for word in folded if _shared(key, word) >= least]
    if not alike:  # As for nearly all: the exact comparison takes long to import.
        return ""
    import difflib

    return folded.get(next(iter(difflib.get_close_matches(key, alike, n=1, cutoff=least)), ""), "")


def _shared(key: str, word: str) -> float:
    """The share of letters that two words have in common, in any order: an upper bound of difflib's ratio."""
    return 2 * (Counter(key) & Counter(word)).total() / (len(key) + len(word))


class Either(msgspec.Struct, frozen=True):
    """One of several records, chosen by a key that only it must have, which may be misspelt; without one the
    record that has most of the keys, or else the last one.
    """

    cases: tuple[tuple[str, Record], ...]

    def read(self, node: Node, scope: Scope) -> Any:
        return self.case(node).read(node, scope)

    def case(self, node: Node) -> Record:
        entries = node.entries if isinstance(node, Mapping) else {}
        *marked, (_, last) = self.cases
        marks = dict(marked)
        keys = [key for key in entries if key in marks] or [
            meant(key, marks) for key in entries if key not in last.keys
        ]
        likely = max(reversed(self.cases), key=lambda case: len(entries.keys() & case[1].keys.keys()))[1]
        return next((marks[key] for key in keys if key), likely)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"anyOf": [{**record.schema(names), "required": [mark]} for mark, record in self.cases]}


class KeywordOr(msgspec.Struct, frozen=True):
    """A keyword, or else a value of a type."""

    word: str
    meaning: Any
    of: Type

    def read(self, node: Node, scope: Scope) -> Any:
        if not isinstance(node, Scalar) or not node.text:
            return self.of.read(node, scope)
        if node.text != self.word:
            expected(f"`{self.word}` or a mapping", node, scope)
        return self.meaning

    def schema(self, names: Names) -> dict[str, Any]:
        return {"anyOf": [{"const": self.word}, self.of.schema(names)]}


def section(root: Mapping, name: str, scope: Scope, keys: Type = WORD) -> Mapping:
    """One section of the file, empty if it isn't there; its names must be ids, or of another type."""
    node = as_mapping(root.entries[name], scope) if name in root.entries else Mapping({}, [], 0, 0)
    for key in node.key_nodes():
        keys.read(key, scope)
    return node
