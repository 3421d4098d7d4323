"""Two records of a game → what changed between them: cards, components and rules, in the order of the later
one.

A card's pieces before and after are paired for each owner, so that as few as possible have to be printed. Of
three pieces A before, and one A and two B after, one A stays and two are replaced by B: take out two, put in
two. Of two A before and three C after that say the same, all may stay: put in one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from nineup.changes.diff.match import (
    renamed_components,
    renamed_owners,
    with_known_cuts,
    with_new_ids,
    with_new_names,
)
from nineup.faces.record import CardRecord, ComponentRecord, OwnedPieces, PrintRecord, same_words

ChangeKind = Literal["new", "gone", "reworded", "recosted", "changed", "copies", "restyled"]

KINDS: dict[ChangeKind, str] = {
    "new": "New",
    "gone": "Gone",
    "reworded": "Reworded",
    "recosted": "Recosted",
    "changed": "Changed otherwise",
    "copies": "Other copies",
    "restyled": "Only restyled",
}
"""What can happen to a card, in the order of reports, with its heading."""


class ValueChange(msgspec.Struct, frozen=True):
    """A named value before and after; empty for none."""

    name: str
    old: str
    new: str


class Pair(msgspec.Struct, frozen=True):
    """One owner's pieces of a card before and after, of one appearance each; None for none.

    An owner with pieces of several appearances has several pairs.
    """

    owner: str
    old: OwnedPieces | None
    new: OwnedPieces | None
    may_stay: bool = False
    """Whether the old pieces look different but say the same, so that they may stay in use."""

    @property
    def copies(self) -> tuple[int, int]:
        return (self.old.copies if self.old else 0, self.new.copies if self.new else 0)

    @property
    def redrawn(self) -> bool:
        """Whether there are pieces before and after, and they look different."""
        return self.old is not None and self.new is not None and self.old.appearance != self.new.appearance


class CardChange(msgspec.Struct, frozen=True):
    """What happened to a card: one or more kinds, the values that changed (all of a new one's), and the
    pieces.

    `pairs` are those of the owners whose pieces changed.
    """

    component: str
    card: str
    name: str
    kinds: tuple[ChangeKind, ...]
    values: tuple[ValueChange, ...]
    pairs: tuple[Pair, ...]


class ComponentChange(msgspec.Struct, frozen=True):
    """A component that is new, gone or renamed, or whose facts changed."""

    component: str
    kind: Literal["new", "gone", "renamed", "changed"]
    facts: tuple[ValueChange, ...] = ()
    was: str = ""
    """The id before the component was renamed."""


class Changes(msgspec.Struct, frozen=True):
    """All that changed from one record to a later one."""

    game: str
    title: str
    since: str
    until: str
    cards: tuple[CardChange, ...]
    components: tuple[ComponentChange, ...]
    rules: tuple[ValueChange, ...]

    def __bool__(self) -> bool:
        return bool(self.cards or self.components or self.rules)

    def of(self, kind: ChangeKind) -> tuple[CardChange, ...]:
        """The cards with this kind of change, among others."""
        return tuple(change for change in self.cards if kind in change.kinds)


class DrawingDigests(NamedTuple):
    """Digests of current drawings: symbols by id, and the cards that show a picture, by the picture's
    digest.
    """

    symbols: Mapping[str, str]
    pictures: Mapping[str, tuple[str, ...]]


NOTHING = ComponentRecord({}, (), (), cards={})


def compare(old: PrintRecord, new: PrintRecord) -> Changes:
    """What changed from `old` to `new`.

    A new id alone doesn't change a card: what counts is what lies on the table.
    """
    names = renamed_components(old, new)
    old = with_new_names(old, names, {})
    # After components, since owners are recognized by their pieces, which the components' names are part of.
    old = with_new_names(old, {}, renamed_owners(old, new))
    former = {after: before for before, after in names.items()}
    drawings = DrawingDigests(new.symbols, _cards_by_picture(new))
    cards: list[CardChange] = []
    components: list[ComponentChange] = []
    for id in _union(new.components, old.components):
        before, after = old.components.get(id), new.components.get(id)
        cards += _compare_cards(id, before or NOTHING, after or NOTHING, drawings=drawings)
        if before is None or after is None:
            components.append(ComponentChange(id, "gone" if after is None else "new"))
            continue
        facts = compare_values(before.facts, after.facts)
        if id in former:
            components.append(ComponentChange(id, "renamed", facts, was=former[id]))
        elif facts:
            components.append(ComponentChange(id, "changed", facts))
    rules = compare_values(old.rules, new.rules)
    about = (new.game, new.title, old.name, new.name)
    return Changes(*about, tuple(cards), tuple(components), rules)


def compare_values(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[ValueChange, ...]:
    """The values that differ, by name."""
    names = _union(new, old)
    pairs = ((name, old.get(name, ""), new.get(name, "")) for name in names)
    return tuple(ValueChange(name, before, after) for name, before, after in pairs if before != after)


def _union(first: Mapping[str, object], second: Mapping[str, object]) -> list[str]:
    """All keys; each one that only the second has comes after the key that it follows there."""
    order = list(first)
    previous = None
    for key in second:
        if key not in first:
            order.insert(order.index(previous) + 1 if previous is not None else 0, key)
        previous = key
    return order


def _compare_cards(
    component: str, old: ComponentRecord, new: ComponentRecord, drawings: DrawingDigests
) -> Iterator[CardChange]:
    old_cards = with_new_ids(with_known_cuts(old, new).cards, new.cards, new.worded)
    for id in _union(new.cards, old_cards):
        change = _compare_card(
            component, id, old_cards.get(id), new=new.cards.get(id), fields=new, drawings=drawings
        )
        if change is not None:
            yield change


def _compare_card(
    component: str,
    id: str,
    old: CardRecord | None,
    new: CardRecord | None,
    fields: ComponentRecord,
    drawings: DrawingDigests,
) -> CardChange | None:
    name = new.name if new else old.name if old else ""
    values = _changed_values(old, new) if old and new else ()

    def may_stay(before: OwnedPieces, after: OwnedPieces) -> bool:
        same = before.cut == after.cut and same_words(before.words, after.words)
        return same and not values and not _misread(before, after, drawings)

    pairs = tuple(_pairs(old, new, may_stay))
    if not pairs:
        return None
    if old is None or new is None:
        return CardChange(
            component,
            id,
            name,
            kinds=("new" if new else "gone",),
            values=_content(new, fields, name),
            pairs=pairs,
        )
    redrawn = [pair for pair in pairs if pair.redrawn]
    # Values that nothing on the card shows, such as notes, change nothing on the table.
    if not redrawn:
        values = ()
    reasons = (*values, *_changed_looks(redrawn, drawings))
    kinds = set(_kinds(redrawn, reasons, fields))
    before, after = (_copies(pairs, side) for side in (0, 1))
    if before != after:
        kinds.add("copies")
    return CardChange(
        component, id, name, kinds=tuple(kind for kind in KINDS if kind in kinds), values=reasons, pairs=pairs
    )


def _copies(pairs: tuple[Pair, ...], side: int) -> dict[str, int]:
    by_owner: dict[str, int] = {}
    for pair in pairs:
        by_owner[pair.owner] = by_owner.get(pair.owner, 0) + pair.copies[side]
    return by_owner


def _changed_values(old: CardRecord, new: CardRecord) -> tuple[ValueChange, ...]:
    values = compare_values(old.values, new.values)
    if not values and old.shown != new.shown:
        return (ValueChange("", old.shown, new.shown),)
    return values


def _content(card: CardRecord | None, fields: ComponentRecord, name: str) -> tuple[ValueChange, ...]:
    """The values of a new card besides its name, and its cost."""
    if card is None:
        return ()
    values = {field: card.values.get(field, "") for field in (*fields.counted, *fields.worded)}
    content = tuple(ValueChange(field, "", text) for field, text in values.items() if text and text != name)
    return content or ((ValueChange("", "", card.shown),) if card.shown else ())


def _changed_looks(redrawn: list[Pair], drawings: DrawingDigests) -> Iterator[ValueChange]:
    """What makes old pieces unusable though the card's values are the same: their cut, and the meaning of
    drawings.
    """
    sides = [(pair.old, pair.new) for pair in redrawn if pair.old and pair.new]
    cuts = dict.fromkeys((old.cut, new.cut) for old, new in sides if old.cut != new.cut)
    yield from (ValueChange("cut", *cut) for cut in cuts)
    yield from dict.fromkeys(change for pair in sides for change in _misread(*pair, drawings))


def _misread(old: OwnedPieces, new: OwnedPieces, drawings: DrawingDigests) -> list[ValueChange]:
    """The parts of old pieces that now mean something else: symbols, and pictures that moved to
    another card.
    """
    symbols = sorted(_misread_symbols(old, drawings.symbols).items())
    gone = [
        drawings.pictures[each]
        for each in old.pictures
        if each not in new.pictures and each in drawings.pictures
    ]
    return [
        *(
            ValueChange("symbols", f"{{{id}}} drawn like {{{other}}} now", f"{{{id}}}")
            for id, other in symbols
        ),
        *(ValueChange("picture", f"is on {cards[0]} now", "") for cards in gone),
    ]


def _cards_by_picture(record: PrintRecord) -> dict[str, tuple[str, ...]]:
    """The names of the cards that show a picture, by its digest."""
    names: dict[str, tuple[str, ...]] = {}
    for component in record.components.values():
        for id, card in component.cards.items():
            for picture in sorted({each for pieces in card.pieces for each in pieces.pictures}):
                names[picture] = (*names.get(picture, ()), card.name or id)
    return names


def _misread_symbols(pieces: OwnedPieces, symbols: Mapping[str, str]) -> dict[str, str]:
    """The symbols on old pieces whose drawing now belongs to another symbol, and that symbol."""
    misread: dict[str, str] = {}
    for id, drawing in pieces.symbols.items():
        if id in symbols and symbols[id] != drawing:
            others = [other for other, there in symbols.items() if there == drawing]
            misread |= {id: others[0]} if others else {}
    return misread


def _kinds(
    redrawn: list[Pair], reasons: tuple[ValueChange, ...], fields: ComponentRecord
) -> Iterator[ChangeKind]:
    """The kinds of change of a card that looks different: in its values, its words, or neither."""
    for change in reasons:
        if change.name in fields.counted:
            yield "recosted"
        elif change.name and change.name not in fields.worded:
            yield "changed"
        else:
            yield "reworded"
    if any(pair.may_stay for pair in redrawn):
        yield "restyled"
    if any(not _same_words(pair) for pair in redrawn) and not reasons:
        yield "reworded"


def _same_words(pair: Pair) -> bool:
    return bool(pair.old and pair.new and same_words(pair.old.words, pair.new.words))


def _pairs(
    old: CardRecord | None, new: CardRecord | None, may_stay: Callable[[OwnedPieces, OwnedPieces], bool]
) -> Iterator[Pair]:
    before, after = _by_owner(old), _by_owner(new)
    for owner in _union(after, before):
        yield from _owner_pairs(owner, before.get(owner, ()), after.get(owner, ()), may_stay=may_stay)


def _by_owner(card: CardRecord | None) -> dict[str, tuple[OwnedPieces, ...]]:
    by_owner: dict[str, tuple[OwnedPieces, ...]] = {}
    for pieces in card.pieces if card else ():
        if pieces.copies:
            by_owner[pieces.owner] = (*by_owner.get(pieces.owner, ()), pieces)
    return by_owner


def _owner_pairs(
    owner: str,
    old: Iterable[OwnedPieces],
    new: Iterable[OwnedPieces],
    may_stay: Callable[[OwnedPieces, OwnedPieces], bool],
) -> list[Pair]:
    """The pairs of an owner that replace as few pieces as possible; empty if nothing changed.

    Pieces of equal appearance are paired first; then old pieces that may stay, the newest first; then the
    others. If one side has more pieces, a pair of that appearance has the rest.
    """
    left_old, left_new = list(old), list(new)
    pairs: list[Pair] = []
    # What needs nothing first, then what may stay, then what must be replaced.
    for same_appearance, stays in ((True, False), (False, True), (False, False)):

        def fits(
            before: OwnedPieces,
            after: OwnedPieces,
            same_appearance: bool = same_appearance,
            stays: bool = stays,
        ) -> bool:
            return (before.appearance == after.appearance) == same_appearance and (
                not stays or may_stay(before, after)
            )

        pairs += [Pair(owner, *both, stays) for both in _matched(left_old, left_new, fits)]
    for rest in left_old:
        _add(pairs, Pair(owner, rest, None))
    for rest in left_new:
        _add(pairs, Pair(owner, None, rest))
    return pairs if any(pair.redrawn or pair.copies[0] != pair.copies[1] for pair in pairs) else []


def _matched(
    old: list[OwnedPieces], new: list[OwnedPieces], fits: Callable[[OwnedPieces, OwnedPieces], bool]
) -> Iterator[tuple[OwnedPieces, OwnedPieces]]:
    """Pairs of matching old and new pieces, as many as possible, the last old ones first.

    Removes them from the lists.
    """
    for i in reversed(range(len(old))):
        for j in range(len(new)):
            before, after = old[i], new[j]
            number = min(before.copies, after.copies)
            if number and fits(before, after):
                yield replace(before, copies=number), replace(after, copies=number)
                old[i] = replace(before, copies=before.copies - number)
                new[j] = replace(after, copies=after.copies - number)


def _add(pairs: list[Pair], rest: Pair) -> None:
    """Adds pieces of one side to the pair that has the same pieces on that side, or else as a new pair."""
    pieces = rest.old or rest.new
    if pieces is None or not pieces.copies:
        return
    for n, pair in enumerate(pairs):
        # Three A for one: one pair says that two of them are taken out.
        if rest.old and pair.old and pair.old.appearance == rest.old.appearance:
            pairs[n] = replace(pair, old=replace(pair.old, copies=pair.old.copies + rest.old.copies))
            return
        if rest.new and pair.new and pair.new.appearance == rest.new.appearance:
            pairs[n] = replace(pair, new=replace(pair.new, copies=pair.new.copies + rest.new.copies))
            return
    pairs.append(rest)
