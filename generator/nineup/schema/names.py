"""Types that name a part of the game: one of its lists, components or piles, or a field of its cards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from nineup.base.diagnostics import few, nearest
from nineup.model.game import Component, Item
from nineup.schema.nodes import Node
from nineup.schema.records import Check, RecordBeingRead
from nineup.schema.scope import Names, Scope, written
from nineup.schema.types import Parsed


class KnownName(msgspec.Struct, frozen=True):
    """The name of a part of the game, such as a list or a component."""

    what: str
    noun: str
    code: str
    known: Callable[[Names], Iterable[str]]
    section: str
    """The section of the game file that states these names."""
    hint: str = ""

    def read(self, node: Node, scope: Scope) -> str:
        return self.check(written(node, scope, self.what) or "", node, scope)

    def check(self, name: str, node: Node, scope: Scope) -> str:
        """The name; reports one that the game doesn't have."""
        known = tuple(self.known(scope.names))
        if name and name not in known and not scope.names.may_have(self.section, name):
            hint = nearest(name, known) or self.hint
            scope.error(self.code, f"there is no {self.noun} `{name}`", node, hint=hint)
        return name

    def schema(self, names: Names) -> dict[str, Any]:
        known = list(self.known(names))
        return {"enum": known} if known else {"type": "string"}


def list_items(name: str, node: Node, scope: Scope) -> dict[str, Item]:
    """The items of a list by their ids; reports a list that the game doesn't have."""
    vocabulary = scope.names.lists.get(LIST.check(name, node, scope))
    return {str(item): item for item in vocabulary.items} if vocabulary else {}


def _components_and_piles(names: Names) -> Iterable[str]:
    return dict.fromkeys([*names.components, *(c.pile for c in names.components.values() if c.pile)])


class ElementPath(msgspec.Struct, frozen=True):
    """What a rule iterates over: a component, a field of its cards (`room.doors`), a list, `symbols`,
    `terms`, or data (`data.setup`).
    """

    def read(self, node: Node, scope: Scope) -> str:
        path = written(node, scope, "a component, a list or data")
        names = scope.names
        head, _, rest = (path or "").partition(".")
        if path is None or path in ("symbols", "terms", *names.lists):
            return path or ""
        if head == "lists" and rest in names.lists:
            return path
        if head in names.components:
            if rest and not _has_field(names.components[head], rest):
                known = _fields([names.components[head]])
                scope.error(
                    "bad-rule", f"no card of `{head}` has a field `{rest}`", node, hint=nearest(rest, known)
                )
        elif head == "data":
            self._check_data(rest, node, scope)
        elif not names.may_have("components", head) and not names.may_have("lists", head):
            known = (*names.components, *names.lists, *(f"data.{key}" for key in names.data))
            message = f"there is no component, list or data `{path}`"
            scope.error("bad-rule", message, node, hint=nearest(path, known))
        return path

    def _check_data(self, path: str, node: Node, scope: Scope) -> None:
        value: Any = scope.names.data
        if scope.names.may_have("data"):
            return
        for step in path.split(".") if path else ():
            known = tuple(map(str, value)) if isinstance(value, Mapping) else ()
            if step not in known:
                scope.error("bad-rule", f"there is no `{step}` in the data", node, hint=nearest(step, known))
                return
            value = value[step]

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "string"}


def _has_field(component: Component, path: str) -> bool:
    """Whether cards have a field, even if it is empty on all of them so far.

    None for a list that can't be read, which is reported itself.
    """
    if not component.cards or _is_declared(component.fields, path):
        return True
    return any(True for card in component.cards for _ in values_at(card.values, path))


def _is_declared(fields: Mapping[str, Any], path: str) -> bool:
    """Whether the declared types of fields contain a path, through lists and records."""
    step, _, rest = path.partition(".")
    kind = fields.get(step)
    while isinstance(kind, Mapping) and (inner := kind.get("optional") or kind.get("list-of")):
        kind = inner
    if not rest:
        return kind is not None
    record = kind.get("record") if isinstance(kind, Mapping) else None
    return isinstance(record, Mapping) and _is_declared(record, rest)


def _fields(components: Iterable[Component]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in components for card in each.cards for name in card.values))


def field_of(components: str, *fields: str, nested: bool = True) -> Check:
    """A check that some card of the components that one key names has each of the fields that others name.

    Without that key all components are meant; if it names something else, fields aren't checked. Unless they
    may be `nested`, fields are names, not paths.
    """

    def check(values: dict[str, Any], here: RecordBeingRead) -> None:
        known = here.names.components
        ids = _each(values.get(components)) or list(known)
        meant = [known[id] for id in ids if id in known]
        if len(meant) < len(ids) or not all(each.cards for each in meant):
            return
        names = _fields(meant)
        for key in fields:
            for path in _each(values.get(key)):
                is_there = any(_has_field(each, path) for each in meant) if nested else path in names
                if not is_there:
                    message = f"no card of `{few(ids)}` has a field `{path}`"
                    here.error(message, key, nearest(path, names))

    return check


def _each(value: Any) -> list[str]:
    """The names in a key: one, several or none; a number isn't one."""
    values = value if isinstance(value, tuple) else (value,)
    return [name for name in values if name and isinstance(name, str)]


def one_of(*keys: str) -> Check:
    """A check that exactly one of some keys is present."""

    def check(values: dict[str, Any], here: RecordBeingRead) -> None:
        present = [key for key in keys if key in here.node.entries]
        if len(present) != 1:
            either = " or ".join(f"`{key}`" for key in keys)
            extra = present[1] if present else ""
            here.error(f"give either {either}" + (", not both" if extra else ""), extra)

    return check


def values_at(value: Any, path: str) -> Iterator[Any]:
    """Every value at the end of a path of keys, through each element of lists on the way.

    The value of the last step is returned whole, even a list; nothing if a key is missing or empty.
    """
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from values_at(each, path)
        return
    step, _, rest = path.partition(".")
    inner = value.get(step) if isinstance(value, Mapping) else None
    if rest:
        yield from values_at(inner, rest)
    elif inner not in (None, "", (), [], {}):
        yield inner


LIST = KnownName(
    "the name of a list",
    "list",
    "unknown-list",
    known=lambda names: names.lists,
    section="lists",
    hint="the game has no `lists`",
)
COMPONENT = KnownName(
    "the id of a component",
    "component",
    "unknown-component",
    known=lambda names: names.components,
    section="components",
)
PILE = KnownName(
    "the id of a component or a pile",
    "component or pile",
    "unknown-component",
    known=_components_and_piles,
    section="components",
)
FIELD = Parsed(str, "", "a field, such as `cost` or `doors.cost`")
"""The path of a card's field; see `field_of`."""
ELEMENTS = ElementPath()
