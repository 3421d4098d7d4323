"""Detects what was only renamed between two records: components, owners and cards are recognised by their
pieces.

Ids are names that authors change while the cards on the table stay. So what counts is what is printed: a
removed card and a new one are the same if they look the same, or else say the same; pieces of one card may
become those of another. Each step only looks at what the ones before it left over, the most certain first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from nineup.faces.record import CardRecord, ComponentRecord, OwnedPieces, PrintRecord, same_words

Appearance = tuple[str, str, str]
Amounts = Counter[tuple[str, Appearance]]
"""The number of an owner's pieces of each appearance."""


def renamed_components(old: PrintRecord, new: PrintRecord, is_part: bool = False) -> dict[str, str]:
    """The new ids of components by their old ids, if at least a quarter of the cards support it.

    A card supports a pair if it is in both with the same look, the same content in another style, or the same
    id. `is_part` is for a new record that may lack cards.
    """
    scores = [
        (score, before, after)
        for before, one in old.components.items()
        if before not in new.components
        for after, other in new.components.items()
        if after not in old.components and (score := _score(one, other, is_part))
    ]
    renamed: dict[str, str] = {}
    # The pair with most cards in common first. Each component is in one pair.
    for _, before, after in sorted(scores, key=lambda entry: -entry[0]):
        if before not in renamed and after not in renamed.values():
            renamed[before] = after
    return renamed


def _score(old: ComponentRecord, new: ComponentRecord, is_part: bool) -> int:
    """The number of cards that two components share; 0 if fewer than a quarter of the larger one's.

    Between components of one shape and size, cards with the same id count too.
    """
    others = dict(new.cards)
    alike = all(old.facts.get(fact) == new.facts.get(fact) for fact in ("shape", "size"))
    shared = 0
    for id, card in old.cards.items():
        twin = next((name for name, other in others.items() if _faces(other) == _faces(card)), None)
        twin = twin or next(
            (name for name, other in others.items() if _same_content(card, other, new.worded)), None
        )
        twin = twin or (id if alike and id in others else None)
        if twin is not None:
            # One card can be the twin of one other: ten equal tokens don't make
            # ten matches with a single one.
            del others[twin]
            shared += 1
    number = len(new.cards) if is_part else max(len(old.cards), len(new.cards))
    return shared if 4 * shared >= number else 0


def _faces(card: CardRecord) -> frozenset[tuple[str, str]]:
    return frozenset(pieces.faces for pieces in card.pieces)


def _same_content(old: CardRecord, new: CardRecord, worded: Sequence[str]) -> bool:
    """Whether two cards say the same, and say something at all; `worded` are the fields that hold text."""
    if old.values != new.values or old.shown != new.shown:
        return False
    if not (old.name or old.shown or any(old.values.get(field) for field in worded)):
        return False
    before = {pieces.owner: pieces.words for pieces in old.pieces}
    after = {pieces.owner: pieces.words for pieces in new.pieces}
    both = before.keys() & after.keys()
    return bool(both) and all(same_words(before[owner], after[owner]) for owner in both)


def renamed_owners(old: PrintRecord, new: PrintRecord) -> dict[str, str]:
    """The new names of owners by their old names, where all of an owner's pieces are the same, and as
    many.
    """
    before, after = _pieces_by_owner(old), _pieces_by_owner(new)
    renamed: dict[str, str] = {}
    for owner, pieces in before.items():
        for other, there in after.items():
            if owner not in after and other not in (*before, *renamed.values()) and pieces == there:
                renamed[owner] = other
                break
    return renamed


def _pieces_by_owner(record: PrintRecord) -> dict[str, Counter[tuple[str, str, str]]]:
    by_owner: dict[str, Counter[tuple[str, str, str]]] = {}
    for id, component in record.components.items():
        for card in component.cards.values():
            for pieces in card.pieces:
                if pieces.owner:
                    by_owner.setdefault(pieces.owner, Counter())[id, *pieces.faces] += pieces.copies
    return by_owner


def with_new_names(old: PrintRecord, components: Mapping[str, str], owners: Mapping[str, str]) -> PrintRecord:
    """The old record, with components and owners by their new names."""
    renamed = {}
    for id, component in old.components.items():
        name = components.get(id, id)
        # A component without a card list has one card with its own id, which is renamed with it.
        is_implied = list(component.cards) == [id]
        cards = {name if is_implied else card: entry for card, entry in component.cards.items()}
        renamed[name] = replace(
            component, cards={card: _with_owners(entry, owners) for card, entry in cards.items()}
        )
    return replace(old, components=renamed)


def _with_owners(card: CardRecord, owners: Mapping[str, str]) -> CardRecord:
    if not owners:
        return card
    return replace(card, pieces=tuple(replace(p, owner=owners.get(p.owner, p.owner)) for p in card.pieces))


def with_known_cuts(old: ComponentRecord, new: ComponentRecord) -> ComponentRecord:
    """The old component; pieces whose record doesn't state their cut are assumed to be cut as they
    are now.
    """
    cuts = (pieces.cut for card in new.cards.values() for pieces in card.pieces if pieces.cut)
    cut = next(cuts, "")
    if not cut or all(pieces.cut for card in old.cards.values() for pieces in card.pieces):
        return old
    # The new record repeats the old one for what couldn't be drawn.
    unknown = {(p.owner, p.faces) for card in new.cards.values() for p in card.pieces if not p.cut}
    cards = {
        id: replace(
            card,
            pieces=tuple(
                p if p.cut or (p.owner, p.faces) in unknown else replace(p, cut=cut) for p in card.pieces
            ),
        )
        for id, card in old.cards.items()
    }
    return replace(old, cards=cards)


def with_new_ids(
    old: Mapping[str, CardRecord], new: Mapping[str, CardRecord], worded: Sequence[str]
) -> dict[str, CardRecord]:
    """The old cards by their new ids: a removed card and a new one are the same if they look or say
    the same.
    """
    names = {id: id for id in old}
    fresh = [id for id in new if id not in old]
    # All by look before any by content: a card that says the same as two others
    # is the one that looks like it.
    for same in (_same_look, partial(_same_content, worded=worded)):
        for id, card in old.items():
            if names[id] not in new:
                twin = next((other for other in fresh if same(card, new[other])), None)
                if twin is not None:
                    names[id] = twin
                    fresh.remove(twin)
    return _regrouped({names[id]: card for id, card in old.items()}, new)


def _same_look(old: CardRecord, new: CardRecord) -> bool:
    return {(p.owner, p.appearance) for p in old.pieces} == {(p.owner, p.appearance) for p in new.pieces}


def _regrouped(old: Mapping[str, CardRecord], new: Mapping[str, CardRecord]) -> dict[str, CardRecord]:
    """The old cards, with pieces that a card no longer has moved to another card that now looks like them.

    On the table only appearances count: two cards that swapped their ids, or their texts, need no new pieces.
    """
    kept, spare = _kept_and_spare(old, new)
    taken = _taken_by_card(new, kept, spare)
    if not taken:
        return dict(old)
    left: dict[str, list[OwnedPieces]] = {}
    for id, pieces in chain.from_iterable(spare.values()):
        left.setdefault(id, []).append(pieces)
    cards = {}
    for id in dict.fromkeys((*old, *taken)):
        all_pieces = (*left.get(id, ()), *kept.get(id, ()), *taken.get(id, ()))
        if all_pieces:
            cards[id] = replace(old[id] if id in old else new[id], pieces=joined_pieces(all_pieces))
    return cards


_Spare = dict[tuple[str, Appearance], list[tuple[str, OwnedPieces]]]
"""Pieces that their cards no longer have, by owner and appearance, each with the id of its card."""


def _kept_and_spare(
    old: Mapping[str, CardRecord], new: Mapping[str, CardRecord]
) -> tuple[dict[str, list[OwnedPieces]], _Spare]:
    """The pieces that each old card still has, and those that are spare."""
    kept: dict[str, list[OwnedPieces]] = {}
    spare: _Spare = {}
    for id, card in old.items():
        wanted = _amounts(new.get(id))
        for pieces in card.pieces:
            key = pieces.owner, pieces.appearance
            stays = min(pieces.copies, wanted[key])
            wanted[key] -= stays
            if stays:
                kept.setdefault(id, []).append(replace(pieces, copies=stays))
            if stays < pieces.copies:
                spare.setdefault(key, []).append((id, replace(pieces, copies=pieces.copies - stays)))
    return kept, spare


def _taken_by_card(
    new: Mapping[str, CardRecord], kept: Mapping[str, list[OwnedPieces]], spare: _Spare
) -> dict[str, list[OwnedPieces]]:
    """The pieces that new cards take from the spare ones of others."""
    by_card: dict[str, list[OwnedPieces]] = {}
    for id, card in new.items():
        there = _amounts_of(kept.get(id, ()))
        for pieces in card.pieces:
            key = pieces.owner, pieces.appearance
            lacking = pieces.copies - min(pieces.copies, there[key])
            there[key] -= pieces.copies - lacking
            for taken in _taken(spare.get(key, []), lacking, id):
                by_card.setdefault(id, []).append(taken)
    return by_card


def _taken(spare: list[tuple[str, OwnedPieces]], wanted: int, id: str) -> Iterator[OwnedPieces]:
    """The requested number of other cards' spare pieces, which are removed from the list."""
    for place in [n for n, (other, _) in enumerate(spare) if other != id]:
        if wanted <= 0:
            break
        other, pieces = spare[place]
        number = min(wanted, pieces.copies)
        wanted -= number
        spare[place] = (other, replace(pieces, copies=pieces.copies - number))
        if number:
            yield replace(pieces, copies=number)
    spare[:] = [(other, pieces) for other, pieces in spare if pieces.copies]


def _amounts(card: CardRecord | None) -> Amounts:
    return _amounts_of(card.pieces if card else ())


def _amounts_of(pieces: Iterable[OwnedPieces]) -> Amounts:
    amounts: Amounts = Counter()
    for each in pieces:
        amounts[each.owner, each.appearance] += each.copies
    return amounts


def joined_pieces(pieces: tuple[OwnedPieces, ...]) -> tuple[OwnedPieces, ...]:
    """The same pieces, with those of one owner and appearance merged into one entry, at the position of the
    last.
    """
    joined: dict[tuple[str, Appearance], OwnedPieces] = {}
    for each in pieces:
        key = each.owner, each.appearance
        before = joined.pop(key, None)
        joined[key] = replace(each, copies=each.copies + (before.copies if before else 0))
    return tuple(joined.values())
