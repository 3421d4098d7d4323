"""A record of a print: what is on the table, as far as telling it from a later one needs it. Data, and its making."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from nineup.diff.face_text import InlineSymbols, shown, words_digest
from nineup.diff.facts import component_facts, game_facts, text_of
from nineup.drawing import Digests, Face
from nineup.game import Card, Component, Part, Rich, Run


class Pieces(msgspec.Struct, frozen=True):
    """The copies of a card that are alike: whose they are, how many, and the digests of their faces."""

    owner: str
    """Empty where a card is nobody's."""
    copies: int
    front: str
    back: str
    """Empty for one-sided pieces."""
    words: str
    """The digests of what both sides say (see `words`)."""

    @property
    def faces(self) -> tuple[str, str]:
        return self.front, self.back


class CardRecord(msgspec.Struct, frozen=True):
    """A card: its values as text, and its pieces in the order of their owners.

    `shown` is what its front says where no value of its own does.
    """

    values: dict[str, str]
    pieces: tuple[Pieces, ...]
    shown: str = ""

    @property
    def name(self) -> str:
        """What people call the card; empty where it has no name."""
        return self.values.get("name") or self.values.get("title") or ""


class ComponentRecord(msgspec.Struct, frozen=True):
    """A component of a run: plain facts about it, and its cards by their ids.

    `worded` names the fields that hold texts, `counted` those that hold numbers of something.
    """

    facts: dict[str, str]
    worded: tuple[str, ...]
    counted: tuple[str, ...]
    cards: dict[str, CardRecord]


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which run was printed, as one typed it."""

    players: int | None = None
    options: dict[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Record(msgspec.Struct, frozen=True):
    """A print of a game. `number` puts records in order; the date is empty where neither user nor game gave one."""

    game: str
    title: str
    name: str
    number: int
    date: str
    choice: Choice
    rules: dict[str, str]
    components: dict[str, ComponentRecord]


Drawn = tuple[Part, Face, Face | None]


def record(
    run: Run, choice: Choice, drawn: Iterable[Drawn], signs: InlineSymbols, name: str = "now"
) -> Record:
    """The record of a run whose parts are drawn; its number is 0, its date the game's own."""
    cards: dict[str, dict[str, CardRecord]] = {}
    components: dict[str, Component] = {}
    digests = Digests()
    for part, front, back in drawn:
        component, card = part.component, part.card
        words = words_digest((front, back), signs)
        pieces = Pieces(
            str(part.owner or ""), part.copies, digests[front], digests[back] if back else "", words
        )
        components[component.id] = component
        known = cards.setdefault(component.id, {})
        entry = known.get(card.id) or _card(card, front, signs)
        known[card.id] = msgspec.structs.replace(entry, pieces=(*entry.pieces, pieces))
    made = {
        id: ComponentRecord(
            component_facts(component),
            _fields(component, ("text", "rich")),
            _fields(component, ("number", "counts-of")),
            cards[id],
        )
        for id, component in components.items()
    }
    date = " ".join(text_of(run.game.fields.get("date")).split())
    return Record(run.game.id, run.game.title, name, 0, date, choice, game_facts(run.game), made)


def _card(card: Card, front: Face, signs: InlineSymbols) -> CardRecord:
    values = {name: text_of(value) for name, value in card.values.items() if value is not None}
    speaks = any(type(value) in (str, Rich) for value in card.values.values())
    return CardRecord(values, (), "" if speaks else " ".join(shown(front, signs)))


def _fields(component: Component, kinds: Collection[str]) -> tuple[str, ...]:
    """The fields of a component's cards that hold any of some types, also in lists and records."""
    return tuple(name for name, kind in component.fields.items() if _holds(kind, kinds))


def _holds(kind: Any, kinds: Collection[str]) -> bool:
    if not isinstance(kind, Mapping):
        return kind in kinds
    return any(
        name in kinds or (name not in ("one-of", "some-of", "counts-of") and _holds(inner, kinds))
        for name, inner in _types(kind)
    )


def _types(kind: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A compound type's name and what it is of; a record's types each for themselves."""
    for name, inner in kind.items():
        if name == "record":
            yield from (("", one) for one in inner.values())
        else:
            yield name, inner
