"""Which cards a part of a proof reads, so that an edit of others needn't repeat it.

`NotedGame` is a game whose cards note when their values are read, as `AskedProject` notes what is read of
files. What was made of it depends on the values that were read, and on everything else of the game, of which
`GameDigests` has digests. So nobody lists what a rule looks at: a rule that reads the texts of monsters is
repeated after an edit of a monster, and one that only counts cards is not.

The lines on which cards are change with every line above them. They are only in findings and acceptances,
so what has none of these doesn't depend on them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from nineup.base.diagnostics import Span
from nineup.logic.select import sources
from nineup.model.game import Card, Component, Game, Item, Rich


class NotedGame:
    """A game, and the ids of the components whose cards were read of it since `read` was last cleared."""

    def __init__(self, game: Game) -> None:
        self.read: set[str] = set()
        components = {id: self._noted(component) for id, component in game.components.items()}
        self.game = msgspec.structs.replace(game, components=components)

    def _noted(self, component: Component) -> Component:
        def note() -> None:
            self.read.add(component.id)

        cards = [
            msgspec.structs.replace(
                card, values=_NotedValues(card.values, note), spans=_NotedSpans(card.spans, note)
            )
            for card in component.cards
        ]
        return msgspec.structs.replace(component, cards=tuple(cards))


class _NotedValues(dict[str, Any]):
    """Values that tell when they are read. Many readers ask for a `dict`, so it is one."""

    def __init__(self, values: Mapping[str, Any], note: Callable[[], None]) -> None:
        super().__init__(values)
        self._note = note

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (dict(self),)


READERS = (
    *("__contains__", "__eq__", "__ge__", "__getitem__", "__gt__", "__iter__", "__le__", "__len__", "__lt__"),
    *("__ne__", "__or__", "__repr__", "__reversed__", "__ror__", "__str__", "__format__", "__sizeof__"),
    *("copy", "get", "items", "keys", "values"),
)
"""The methods of a `dict` that tell something of it."""


def _noting(name: str) -> Callable[..., Any]:
    read = getattr(dict, name)

    def method(self: _NotedValues, *words: Any) -> Any:
        self._note()
        return read(self, *words)

    return method


for _name in READERS:
    setattr(_NotedValues, _name, _noting(_name))


class _NotedSpans(Mapping[str, Span]):
    def __init__(self, spans: Mapping[str, Span], note: Callable[[], None]) -> None:
        self._spans = spans
        self._note = note

    def __getitem__(self, key: str) -> Span:
        self._note()
        return self._spans[key]

    def __iter__(self) -> Iterator[str]:
        self._note()
        return iter(self._spans)

    def __len__(self) -> int:
        self._note()
        return len(self._spans)


class MadeOf(msgspec.Struct, frozen=True):
    """What a part of a proof is made of."""

    read: tuple[str, ...]
    """The components whose cards it read."""
    has_places: bool
    """Whether it names places in files."""
    digest: str


class GameDigests:
    """The digests of a game's cards, component by component, and of everything else, with `about`: what
    else a proof of it is made of.
    """

    def __init__(self, game: Game, about: Iterable[str]) -> None:
        """Raises TypeError for a value whose type isn't known."""
        components = game.components.values()
        rules = [msgspec.structs.replace(entry, settings=None) for entry in game.rules]  # made of `written`
        rest = {name: _ordered(getattr(game, name)) for name in game.__struct_fields__}
        plain = {each.id: msgspec.structs.replace(each, cards=()) for each in components}
        cards = [list(map(_without_values, each.cards)) for each in components]
        computed = [list(sources(card.values)) for each in components for card in each.cards]
        self._rest = _digest([*about, {**rest, "rules": rules, "components": plain}, cards, computed])
        self._components = {each.id: each for each in components}
        self._values: dict[str, str] = {}
        self._places = ""

    def made_of(self, read: Iterable[str], *, has_places: bool) -> MadeOf:
        """What a part is made of that has read these components."""
        names = tuple(sorted(read))
        words = [self._rest, *map(self._values_of, names), self._placed() if has_places else ""]
        return MadeOf(names, has_places, _digest(words))

    def holds(self, before: MadeOf) -> bool:
        """Whether a part that was made before would be the same now."""
        known = self._components.keys()
        return known >= set(before.read) and before == self.made_of(before.read, has_places=before.has_places)

    def _values_of(self, component: str) -> str:
        if component not in self._values:
            self._values[component] = _digest([card.values for card in self._components[component].cards])
        return self._values[component]

    def _placed(self) -> str:
        if not self._places:
            self._places = _digest(
                [
                    (card.span, card.spans, card.when, card.copies)
                    for component in self._components.values()
                    for card in component.cards
                ]
            )
        return self._places


def _without_values(card: Card) -> list[Any]:
    """Everything of a card but its values and its places."""
    copies = card.copies
    if not isinstance(copies, int):
        fields = (
            [name for name in copies.steps[0].__struct_fields__ if name != "span"] if copies.steps else []
        )
        copies = [[getattr(step, name) for name in fields] for step in copies.steps]  # type: ignore[assignment]
    when = card.when and card.when.source
    return [card.id, when, copies, card.needs, card.accept, card.source, card.decided, card.languages]


def _ordered(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def _digest(value: Any) -> str:
    return sha256(_ENCODER.encode(value)).hexdigest()


def _as_plain(value: Any) -> Any:
    if isinstance(value, Item):
        return ["item", str.__str__(value), value.fields]
    if isinstance(value, Rich):
        return ["rich", str.__str__(value)]
    if isinstance(value, Mapping):
        return list(value.items())
    raise TypeError(f"no digest of type {type(value).__name__}")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_as_plain)
