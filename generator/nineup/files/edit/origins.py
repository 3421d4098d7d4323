"""Finds where a text on a face is written: in the card's entry, a list, the game's data, or elsewhere in its
files.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.base.project import CSV_SUFFIXES
from nineup.files.edit.cards import CardPlace, place_of_card
from nineup.files.edit.parts import Data, SourcePart, Step, ValuePath, parts
from nineup.logic.expression import escape
from nineup.model.game import Card, Component, Game, Item
from nineup.model.game import Part as RunPart

Read = Callable[[str], str]
"""The text of a project's file, by its path."""

_COMPUTED = re.compile(r"\{=[^{}]*\}")

MOST_ORIGINS = 8
"""The largest number of places offered for one text."""


class Origin(msgspec.Struct, frozen=True):
    """A value in a file that may be the origin of a text on a face."""

    file: str
    path: ValuePath
    value: Data
    """The value as written."""
    says: str
    """A description for people."""
    cards: tuple[str, ...] = ()
    """The cards that change with it; empty if that isn't known, as for the name of a list item."""
    family: bool = False


def origins(game: Game, part: RunPart, text: str, path: tuple[str, ...], read: Read) -> tuple[Origin, ...]:
    """The possible origins of a text that a layout printed for the value at `path`: the places that contain
    the text, if any do.
    """
    candidates = list(_OriginSearch(game, part, text, read=read).of(path))
    exact = [each for each in candidates if _prints(str(each.value), text)]
    return tuple((exact or candidates)[:MOST_ORIGINS]) if exact or len(candidates) == 1 else ()


def _prints(written: str, text: str) -> bool:
    """Whether a value prints a text; expressions in it may print anything."""
    if "{=" in written:
        return _has_in_order(text, _COMPUTED.split(written))
    return text in (written, escape(written))


def _has_in_order(text: str, parts: list[str]) -> bool:
    """Whether a text begins with the first part, ends with the last, and contains the others in between, in
    order.
    """
    first, *inner, last = parts
    at, end = len(first), len(text) - len(last)
    if at > end or not text.startswith(first) or not text.endswith(last):
        return False
    for part in inner:
        start = text.find(part, at, end)
        if start < 0:
            return False
        at = start + len(part)
    return True


class _OriginSearch:
    def __init__(self, game: Game, part: RunPart, text: str, read: Read) -> None:
        self.game = game
        self.part = part
        self.text = text
        self.read = read
        self.game_file = game.span.file

    def of(self, path: tuple[str, ...]) -> Iterator[Origin]:
        head, rest = path[0], path[1:]
        if head == "card":
            yield from self._card(self.part.component, self.part.card, rest)
        elif head == "owner" and self.part.owner is not None:
            yield from self._item(self.part.owner, rest)
        elif head in ("lists", "symbols", "terms"):
            yield from self._in_game(path)
        elif head == "game":
            names = {"title": "game"}
            keys = rest[1:] if rest[:1] == ("fields",) else rest
            yield from self._in_game(tuple(names.get(key, key) for key in keys))
        elif head == "component":
            yield from self._in_game(("components", self.part.component.id, *rest))
        elif head == "data" and rest:
            yield from self._data(rest)
        elif head == "cards" and rest:
            for component in self.game.components.values():
                for card in component.cards:
                    if any(value == self.text for value in _texts(card.values.get(rest[0]))):
                        yield from self._card(component, card, rest)

    def _card(self, component: Component, card: Card, rest: tuple[str, ...]) -> Iterator[Origin]:
        value, left = _walk(card.values, rest)
        items = [
            each for each in (value if isinstance(value, list | tuple) else [value]) if isinstance(each, Item)
        ]
        if items and (left or self.text not in items):
            for item in items:
                yield from self._item(item, left)
            return
        place = place_of_card(component, card, self.read)
        if isinstance(place, Diagnostic) or not rest:
            return
        says = f"{'.'.join(rest)} of {card.id}"
        if place.file.endswith(CSV_SUFFIXES):
            yield from self._cell(place, rest, says)
            return
        for path, leaf in self._leaves(place.file, place.path, _spelt(place.values, rest)):
            yield Origin(place.file, path, leaf, says=says, cards=place.cards, family=place.family)

    def _cell(self, place: CardPlace, rest: tuple[str, ...], says: str) -> Iterator[Origin]:
        column = ".".join(rest)
        for name in (column, column.replace("_", "-")):
            if name in place.values:
                path = (*place.path, place.step(name))
                yield Origin(place.file, path, place.values[name], says=says, cards=place.cards)
                return

    def _item(self, item: Item, rest: tuple[str, ...]) -> Iterator[Origin]:
        """A field of a list's item, or of a symbol."""
        for group in ("lists", "symbols"):
            for path, leaf in self._leaves(self.game_file, (), (group, *rest), through=str(item)):
                yield Origin(
                    self.game_file,
                    path,
                    leaf,
                    says=f"{path[-1]} of {item}, in {' '.join(map(str, path[:2]))}",
                )

    def _in_game(self, path: tuple[str, ...]) -> Iterator[Origin]:
        for place, leaf in self._leaves(self.game_file, (), path):
            yield Origin(self.game_file, place, leaf, says=f"{' › '.join(map(str, place))}, of the game")

    def _data(self, rest: tuple[str, ...]) -> Iterator[Origin]:
        """A value of a data file, or of `data:` in the game file."""
        root = _root(self.read(self.game_file))
        node = root.find("data") if root is not None else None
        if node is None or node.kind == "mapping":
            yield from self._in_game(("data", *rest))
            return
        for name in node.data if isinstance(node.data, list) else [node.data]:
            stem = str(name).rsplit("/", 1)[-1].rsplit(".", 1)[0]
            if rest[0] in (stem, stem.replace("-", "_")):
                file = f"{self.game_file.rsplit('/', 1)[0]}/{name}"
                for path, leaf in self._leaves(file, (), rest[1:]):
                    yield Origin(file, path, leaf, says=f"{' › '.join(map(str, path))}, in {name}")

    def _leaves(
        self, file: str, start: ValuePath, steps: tuple[str, ...], through: str = ""
    ) -> Iterator[tuple[ValuePath, Data]]:
        """The scalars at a path below a place; with `through`, only those below a key of that name."""
        part = _root(self.read(file))
        for step in start:
            part = part.find(step) if part is not None else None
        for path, leaf in _leaves(part, steps, start) if part is not None else ():
            if not through or through in path[len(start) :]:
                yield path, leaf.data


def _root(text: str) -> SourcePart | None:
    try:
        return parts(text)
    except ValueError:
        return None


def _leaves(
    part: SourcePart, steps: tuple[str, ...], path: ValuePath
) -> Iterator[tuple[ValuePath, SourcePart]]:
    """The scalars at a path of keys; keys and indices that the path omits may come in between."""
    if part.kind == "scalar":
        if not steps:
            yield path, part
        return
    step = _key(part, steps[0]) if steps else None
    if step is not None:
        yield from _leaves(part.values[part.index(step) or 0], steps[1:], (*path, step))
        return
    keys: Sequence[Step] = [key.text for key in part.keys] or range(len(part.values))
    for key, value in zip(keys, part.values, strict=True):
        yield from _leaves(value, steps, (*path, key))


def _key(part: SourcePart, step: str) -> str | None:
    """A mapping's key as spelled in the file: expressions write `_` for `-`."""
    names = [key.text for key in part.keys]
    return next((name for name in names if step in (name, name.replace("-", "_"))), None)


def _spelt(values: Mapping[str, Data], steps: tuple[str, ...]) -> tuple[str, ...]:
    """A path in the card's values as spelled in its entry."""
    first = next((name for name in values if steps[0] in (name, name.replace("-", "_"))), steps[0])
    return (first, *steps[1:])


def _walk(value: Any, steps: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """The value at the end of a path as far as mappings lead, and the remaining steps."""
    for number, step in enumerate(steps):
        if isinstance(value, Item) or not isinstance(value, Mapping):
            return value, steps[number:]
        value = value.get(step, value.get(step.replace("_", "-")))
    return value, ()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield str(value)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
