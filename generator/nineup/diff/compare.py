"""Two records of a game → what changed between them: cards, components and rules, in the order of the later one."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from nineup.diff.face_text import same_words
from nineup.diff.record import CardRecord, ComponentRecord, Pieces, Record

Kind = Literal["new", "gone", "reworded", "recosted", "changed", "copies", "restyled"]

KINDS: dict[Kind, str] = {
    "new": "New",
    "gone": "Gone",
    "reworded": "Reworded",
    "recosted": "Recosted",
    "changed": "Changed otherwise",
    "copies": "Other copies",
    "restyled": "Only restyled",
}
"""What can have happened to a card, in the order in which it is told, with its heading."""


class Change(msgspec.Struct, frozen=True):
    """A named value before and after; empty where there is none."""

    name: str
    old: str
    new: str


class Pair(msgspec.Struct, frozen=True):
    """One owner's pieces of a card before and after; None where there are none."""

    owner: str
    old: Pieces | None
    new: Pieces | None

    @property
    def copies(self) -> tuple[int, int]:
        return (self.old.copies if self.old else 0, self.new.copies if self.new else 0)

    @property
    def redrawn(self) -> bool:
        """Whether it is there before and after with another face."""
        return self.old is not None and self.new is not None and self.old.faces != self.new.faces


class CardChange(msgspec.Struct, frozen=True):
    """What happened to a card: one or more kinds, the values that changed (all of a new one's), and the pieces that did."""

    component: str
    card: str
    name: str
    kinds: tuple[Kind, ...]
    values: tuple[Change, ...]
    pairs: tuple[Pair, ...]

    @property
    def styled(self) -> bool:
        """Whether nothing but its look changed where a face did."""
        return not {"new", "gone", "reworded", "recosted", "changed"} & set(self.kinds)


class ComponentChange(msgspec.Struct, frozen=True):
    """A component that is new or gone, or whose facts changed."""

    component: str
    kind: Literal["new", "gone", "changed"]
    facts: tuple[Change, ...] = ()


class Changes(msgspec.Struct, frozen=True):
    """All that changed from one record to a later one."""

    game: str
    title: str
    since: str
    until: str
    cards: tuple[CardChange, ...]
    components: tuple[ComponentChange, ...]
    rules: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.cards or self.components or self.rules)

    def of(self, kind: Kind) -> tuple[CardChange, ...]:
        """The cards to which this happened, among other things."""
        return tuple(change for change in self.cards if kind in change.kinds)


NOTHING = ComponentRecord({}, (), (), {})


def compare(old: Record, new: Record) -> Changes:
    """What changed from `old` to `new`; a card that only has another id has not changed."""
    cards: list[CardChange] = []
    components: list[ComponentChange] = []
    for id in _union(new.components, old.components):
        before, after = old.components.get(id), new.components.get(id)
        cards += _cards(id, before or NOTHING, after or NOTHING)
        if before is None or after is None:
            components.append(ComponentChange(id, "gone" if after is None else "new"))
        elif facts := changes(before.facts, after.facts):
            components.append(ComponentChange(id, "changed", facts))
    rules = changes(old.rules, new.rules)
    return Changes(new.game, new.title, old.name, new.name, tuple(cards), tuple(components), rules)


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Change, ...]:
    """The values that differ, by name."""
    names = _union(new, old)
    pairs = ((name, old.get(name, ""), new.get(name, "")) for name in names)
    return tuple(Change(name, before, after) for name, before, after in pairs if before != after)


def _union(first: Mapping[str, object], second: Mapping[str, object]) -> list[str]:
    """All keys, each of the second's own in its place: behind the one that it follows there."""
    order = list(first)
    previous = None
    for key in second:
        if key not in first:
            order.insert(order.index(previous) + 1 if previous is not None else 0, key)
        previous = key
    return order


def _cards(component: str, old: ComponentRecord, new: ComponentRecord) -> Iterator[CardChange]:
    known = _renamed(old.cards, new.cards)
    for id in _union(new.cards, known):
        change = _card(component, id, known.get(id), new.cards.get(id), new)
        if change is not None:
            yield change


def _renamed(old: Mapping[str, CardRecord], new: Mapping[str, CardRecord]) -> dict[str, CardRecord]:
    """The old cards, by their new ids where just the id of a card changed: their faces are what tells."""
    faces: dict[object, list[str]] = {}
    for id in new:
        if id not in old:
            faces.setdefault(_look(new[id]), []).append(id)
    names = {}
    for id, card in old.items():
        same = faces.get(_look(card)) if id not in new else None
        names[id] = same.pop(0) if same else id
    return {names[id]: card for id, card in old.items()}


def _look(card: CardRecord) -> object:
    return tuple((pieces.owner, pieces.faces) for pieces in card.pieces)


def _card(
    component: str, id: str, old: CardRecord | None, new: CardRecord | None, fields: ComponentRecord
) -> CardChange | None:
    pairs = tuple(pair for pair in _pairs(old, new) if _differs(pair))
    if not pairs:
        return None
    name = new.name if new else old.name if old else ""
    if old is None or new is None:
        return CardChange(component, id, name, ("new" if new else "gone",), _said(new, fields, name), pairs)
    redrawn = [pair for pair in pairs if pair.redrawn]
    values = changes(old.values, new.values) if redrawn else ()
    if redrawn and not values and old.shown != new.shown:
        values = (Change("", old.shown, new.shown),)
    kinds = set(_kinds(redrawn, values, fields))
    if any(pair.copies[0] != pair.copies[1] for pair in pairs):
        kinds.add("copies")
    return CardChange(component, id, name, tuple(kind for kind in KINDS if kind in kinds), values, pairs)


def _said(card: CardRecord | None, fields: ComponentRecord, name: str) -> tuple[Change, ...]:
    """What a new card says, besides its name, and what it costs."""
    if card is None:
        return ()
    told = {field: card.values.get(field, "") for field in (*fields.counted, *fields.worded)}
    said = tuple(Change(field, "", text) for field, text in told.items() if text and text != name)
    return said or ((Change("", "", card.shown),) if card.shown else ())


def _kinds(redrawn: list[Pair], values: tuple[Change, ...], fields: ComponentRecord) -> Iterator[Kind]:
    """What happened to a card that looks otherwise: its values tell, or else its words, or nothing does."""
    for change in values:
        if change.name in fields.counted:
            yield "recosted"
        elif change.name and change.name not in fields.worded:
            yield "changed"
        else:
            yield "reworded"
    if redrawn and not values:
        same = all(pair.old and pair.new and same_words(pair.old.words, pair.new.words) for pair in redrawn)
        yield "restyled" if same else "reworded"


def _pairs(old: CardRecord | None, new: CardRecord | None) -> Iterator[Pair]:
    before = {pieces.owner: pieces for pieces in old.pieces} if old else {}
    after = {pieces.owner: pieces for pieces in new.pieces} if new else {}
    for owner in _union(after, before):
        yield Pair(owner, before.get(owner), after.get(owner))


def _differs(pair: Pair) -> bool:
    return pair.copies[0] != pair.copies[1] or pair.redrawn
