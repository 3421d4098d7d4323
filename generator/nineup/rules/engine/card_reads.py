"""Which cards a part of a proof reads, so that an edit of others needn't repeat it.

`NotedGame` is a game whose cards note which of their values are read, as `AskedProject` notes what is read of
files. What was made of it depends on the fields that were read, component by component, and on everything
else of the game, of which `GameDigests` has digests. So nobody lists what a rule looks at: a rule that reads
the texts of monsters is repeated after an edit of a monster's text, and not after one of its name.

A copy of a card's values with others beside them (`card.values | {"id": card.id}`) notes what is read of it,
too; any other copy has read all of them.

The lines on which cards are change with every line above them. They are only in findings and acceptances,
so what has none of these doesn't depend on them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple, ParamSpec, TypeVar

import msgspec

from nineup.base.diagnostics import Span
from nineup.logic.select import sources
from nineup.model.game import Card, Component, Game, Item, Rich

P = ParamSpec("P")
T = TypeVar("T")


class ReadField(NamedTuple):
    """A field of a component's cards; without a name, all of them."""

    component: str
    field: str = ""


Note = Callable[[str], None]
"""Notes a field; all fields by an empty name."""


class NotedGame:
    """A game, and the fields of cards that were read of it since `read` was last cleared."""

    def __init__(self, game: Game) -> None:
        self.read: set[ReadField] = set()
        components = {id: self._noted(component) for id, component in game.components.items()}
        self.game = msgspec.structs.replace(game, components=components)

    def shared(self, function: Callable[P, T]) -> Callable[P, T]:
        """A function that several parts of a proof call, and that remembers its results. Each of them has
        also read what any call has read before, and what was read before that call: a text may be computed
        by then.
        """
        known: set[ReadField] = set()
        equal: set[ReadField] | None = None
        size = 0
        """That of `known` when `equal` was last made equal to it: sets only grow, and most calls read nothing
        new.
        """

        def noting(*words: P.args, **named: P.kwargs) -> T:
            nonlocal equal, size
            before = self.read
            if before is not equal or len(before) != size:
                known.update(before)
            self.read = known
            try:
                return function(*words, **named)
            finally:
                self.read = before
                if before is not equal or not len(before) == len(known) == size:
                    before.update(known)
                    equal, size = before, len(known)

        return noting

    def _noted(self, component: Component) -> Component:
        fields: dict[str, ReadField] = {}

        def note(field: str) -> None:
            read = fields.get(field)
            if read is None:
                read = fields[field] = ReadField(component.id, field)
            self.read.add(read)

        cards = [
            msgspec.structs.replace(
                card, values=_NotedValues(card.values, note), spans=_NotedSpans(card.spans, note)
            )
            for card in component.cards
        ]
        return msgspec.structs.replace(component, cards=tuple(cards))


class _NotedValues(dict[str, Any]):
    """Values that tell when they are read. Many readers ask for a `dict`, so it is one."""

    def __init__(self, values: Mapping[str, Any], note: Note, own: AbstractSet[str] = frozenset()) -> None:
        """Those that are its `own` aren't a card's."""
        super().__init__(values)
        self._plain = values
        self._note = note
        self._own = own

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (dict(self),)

    def __or__(self, other: Any) -> Any:
        return _NotedValues({**self._plain, **other}, self._note, self._own | other.keys())

    def __ror__(self, other: Any) -> Any:
        own = self._own | (other.keys() - self._plain.keys())
        return _NotedValues({**other, **self._plain}, self._note, own)


BY_NAME = ("__contains__", "__getitem__", "get")
"""The methods of a `dict` that read one value."""

READERS = (
    *("__eq__", "__ge__", "__gt__", "__iter__", "__le__", "__len__", "__lt__", "__ne__", "__repr__"),
    *("__reversed__", "__str__", "__format__", "__sizeof__", "copy", "items", "keys", "values"),
)
"""Those that tell something of all of them."""


def _noting(name: str) -> Callable[..., Any]:
    read = getattr(dict, name)

    def method(self: _NotedValues, *words: Any) -> Any:
        self._note("")
        return read(self, *words)

    return method


def _noting_field(name: str) -> Callable[..., Any]:
    read = getattr(dict, name)

    def method(self: _NotedValues, field: Any, *words: Any) -> Any:
        if field not in self._own:
            self._note(field if isinstance(field, str) else "")
        return read(self, field, *words)

    return method


for _name in READERS:
    setattr(_NotedValues, _name, _noting(_name))
for _name in BY_NAME:
    setattr(_NotedValues, _name, _noting_field(_name))


class _NotedSpans(Mapping[str, Span]):
    def __init__(self, spans: Mapping[str, Span], note: Note) -> None:
        self._spans = spans
        self._note = note

    def __getitem__(self, key: str) -> Span:
        self._note(key.partition(".")[0])
        return self._spans[key]

    def __iter__(self) -> Iterator[str]:
        self._note("")
        return iter(self._spans)

    def __len__(self) -> int:
        self._note("")
        return len(self._spans)


class MadeOf(msgspec.Struct, frozen=True):
    """What a part of a proof is made of."""

    read: tuple[ReadField, ...]
    """The fields of cards that it read."""
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
        whole = [*about, {**rest, "rules": rules, "components": plain}]
        cards = (card for each in components for card in each.cards)
        # Few games have computed texts, and then these are looked for in all cards.
        computed = sources if "cards" in game.computed else _none
        without = ((_without_values(card), list(computed(card.values))) for card in cards)
        self._rest = _digest(chain(whole, without))
        self._components = {each.id: each for each in components}
        self._values: dict[ReadField, str] = {}
        self._places = ""

    def made_of(self, read: Iterable[ReadField], *, has_places: bool) -> MadeOf:
        """What a part is made of that has read these fields."""
        fields = tuple(sorted(read))
        words = [self._rest, *map(self._values_of, fields), self._placed() if has_places else ""]
        return MadeOf(fields, has_places, _digest(words))

    def holds(self, before: MadeOf) -> bool:
        """Whether a part that was made before would be the same now."""
        if not all(read.component in self._components for read in before.read):
            return False
        return before == self.made_of(before.read, has_places=before.has_places)

    def _values_of(self, read: ReadField) -> str:
        if read not in self._values:
            field, cards = read.field, self._components[read.component].cards
            every: Iterable[Any] = (card.values for card in cards)
            if field:
                every = ([values[field]] if field in values else [] for values in every)
            self._values[read] = _digest(every)
        return self._values[read]

    def _placed(self) -> str:
        if not self._places:
            self._places = _digest(
                (card.span, card.spans, card.when, card.copies)
                for component in self._components.values()
                for card in component.cards
            )
        return self._places


_READ_APART = frozenset({"values", "span", "spans"})


def _none(value: Any) -> Iterator[tuple[str, str]]:
    return iter(())


def _without_values(card: Card) -> dict[str, Any]:
    """Everything of a card but its values and its places."""
    rest = {name: getattr(card, name) for name in card.__struct_fields__ if name not in _READ_APART}
    rest["when"] = card.when and card.when.source
    if not isinstance(card.copies, int):
        steps = [msgspec.structs.asdict(step) for step in card.copies.steps]
        rest["copies"] = [{**step, "span": None} for step in steps]
    return rest


def _ordered(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def _digest(values: Iterable[Any]) -> str:
    """A digest of some values, each encoded by itself: all of a large deck at once would take much memory."""
    digest = sha256()
    for value in values:
        digest.update(_ENCODER.encode(value))
    return digest.hexdigest()


def _as_plain(value: Any) -> Any:
    if isinstance(value, Item):
        return ["item", str.__str__(value), value.fields]
    if isinstance(value, Rich):
        return ["rich", str.__str__(value)]
    if isinstance(value, Mapping):
        return list(value.items())
    raise TypeError(f"no digest of type {type(value).__name__}")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_as_plain)
