"""Prints of only some pieces of a run (`--card`, `--component`, `--owners`), merged into the table they belong to."""

from collections.abc import Collection, Iterable
from typing import Protocol

from msgspec.structs import replace

from nineup.record import CardRecord, ComponentRecord, Key, Pieces, Record


class Narrowing(Protocol):
    """The part of a choice that names the pieces of a run that are printed."""

    @property
    def owners(self) -> tuple[str, ...]: ...
    @property
    def components(self) -> tuple[str, ...]: ...
    @property
    def cards(self) -> tuple[str, ...]: ...


def names_of(choice: Narrowing) -> tuple[tuple[str, ...], ...]:
    """The owners, components and cards that a choice names."""
    return choice.owners, choice.components, choice.cards


def is_whole(choice: Narrowing) -> bool:
    return not any(names_of(choice))


def covers(choice: Narrowing, key: Key) -> bool:
    """Whether a print of a choice replaces the pieces of a card."""
    component, card, owner = key
    if choice.owners and owner and owner not in choice.owners:
        return False
    if choice.components and component not in choice.components:
        return False
    return not choice.cards or card in choice.cards or f"{component}/{card}" in choice.cards


def merge(table: Record, printed: Record, choice: Narrowing, missing: Collection[Key] = ()) -> Record:
    """The table after a print of only some pieces, which take the place of all that their choice names.

    Of `missing` cards nothing was printed; their old pieces stay. Rules, and facts of components of which other pieces
    stay, are still those of the table, so that their changes are still reported.
    """
    components = {}
    for id in dict.fromkeys((*table.components, *printed.components)):
        old, new = table.components.get(id), printed.components.get(id)
        stays = _staying(id, old, choice, missing) if old else {}
        if old is None or new is None or not stays:
            merged = new or (replace(old, cards=stays) if old else None)
        else:
            merged = replace(new, facts=old.facts, cards=_merged_cards(stays, new))
        if merged is not None and merged.cards:
            components[id] = merged
    return replace(
        table, title=printed.title, date=printed.date, components=components, symbols=printed.symbols
    )


def _staying(
    id: str, component: ComponentRecord, choice: Narrowing, missing: Collection[Key]
) -> dict[str, CardRecord]:
    """The cards of a component, and the pieces of each, that a print of a choice leaves on the table."""
    cards = {}
    for name, card in component.cards.items():
        pieces = tuple(p for p in card.pieces if _stays((id, name, p.owner), choice, missing))
        if pieces:
            cards[name] = replace(card, pieces=pieces)
    return cards


def _stays(key: Key, choice: Narrowing, missing: Collection[Key]) -> bool:
    return key in missing or not covers(choice, key)


def _merged_cards(stays: dict[str, CardRecord], new: ComponentRecord) -> dict[str, CardRecord]:
    """Both cards' pieces; while pieces of an old print stay, so do the values, so that their changes are reported."""
    cards = {}
    for name in dict.fromkeys((*stays, *new.cards)):
        there, printed = stays.get(name), new.cards.get(name)
        if there and printed:
            cards[name] = replace(there, pieces=_in_order((*there.pieces, *printed.pieces)))
        elif card := there or printed:
            cards[name] = card
    return cards


def _in_order(pieces: Iterable[Pieces]) -> tuple[Pieces, ...]:
    """Pieces grouped by owner, owners in the order of their first pieces."""
    by_owner: dict[str, list[Pieces]] = {}
    for each in pieces:
        by_owner.setdefault(each.owner, []).append(each)
    return tuple(each for group in by_owner.values() for each in group)
