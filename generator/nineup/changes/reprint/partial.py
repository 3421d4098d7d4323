"""Merges prints of only some pieces (`--card`, `--component`, `--owners`) into the table they belong to."""

from collections.abc import Collection, Iterable
from typing import Protocol

from msgspec.structs import replace

from nineup.changes.diff import renamed_components, with_new_names
from nineup.faces.record import CardRecord, ComponentRecord, OwnedPieces, PieceKey, PrintRecord


class PartialChoice(Protocol):
    """The part of a choice that limits which pieces of a run are printed."""

    @property
    def owners(self) -> tuple[str, ...]: ...
    @property
    def components(self) -> tuple[str, ...]: ...
    @property
    def cards(self) -> tuple[str, ...]: ...


def chosen_names(choice: PartialChoice) -> tuple[tuple[str, ...], ...]:
    """The owners, components and cards that a choice names."""
    return choice.owners, choice.components, choice.cards


def is_whole(choice: PartialChoice) -> bool:
    return not any(chosen_names(choice))


def covers(choice: PartialChoice, key: PieceKey) -> bool:
    """Whether a print of a choice replaces a card's pieces."""
    component, card, owner = key
    if choice.owners and owner and owner not in choice.owners:
        return False
    if choice.components and component not in choice.components:
        return False
    return not choice.cards or card in choice.cards or f"{component}/{card}" in choice.cards


def with_current_ids(table: PrintRecord, printed: PrintRecord, known: Collection[str]) -> PrintRecord:
    """The table with the current ids of components that were renamed before a partial print; `known` are the
    ids at that time.
    """
    gone = {id: each for id, each in table.components.items() if known and id not in known}
    names = renamed_components(replace(table, components=gone), printed, is_part=True) if gone else {}
    return with_new_names(table, {old: new for old, new in names.items() if new not in table.components}, {})


def merged_table(
    table: PrintRecord, printed: PrintRecord, choice: PartialChoice, missing: Collection[PieceKey] = ()
) -> PrintRecord:
    """The table after a partial print, whose pieces replace all that its choice covers.

    `missing` cards weren't printed, so their old pieces stay. Rules, and facts of components that keep other
    pieces, stay those of the table, so that their changes are still reported.
    """
    components = {}
    for id in dict.fromkeys((*table.components, *printed.components)):
        old, new = table.components.get(id), printed.components.get(id)
        kept = _kept_cards(id, old, choice, missing=missing) if old else {}
        if old is None or new is None or not kept:
            merged = new or (replace(old, cards=kept) if old else None)
        else:
            merged = replace(new, facts=old.facts, cards=_merged_cards(kept, new))
        if merged is not None and merged.cards:
            components[id] = merged
    return replace(
        table, title=printed.title, date=printed.date, components=components, symbols=printed.symbols
    )


def _kept_cards(
    id: str, component: ComponentRecord, choice: PartialChoice, missing: Collection[PieceKey]
) -> dict[str, CardRecord]:
    """The cards and pieces of a component that a print of a choice leaves on the table."""
    cards = {}
    for name, card in component.cards.items():
        pieces = tuple(p for p in card.pieces if _stays((id, name, p.owner), choice, missing))
        if pieces:
            cards[name] = replace(card, pieces=pieces)
    return cards


def _stays(key: PieceKey, choice: PartialChoice, missing: Collection[PieceKey]) -> bool:
    return key in missing or not covers(choice, key)


def _merged_cards(kept: dict[str, CardRecord], new: ComponentRecord) -> dict[str, CardRecord]:
    """The pieces of both.

    A card that keeps old pieces also keeps its old values, so that changes are still reported.
    """
    cards = {}
    for name in dict.fromkeys((*kept, *new.cards)):
        old, printed = kept.get(name), new.cards.get(name)
        if old and printed:
            cards[name] = replace(old, pieces=_in_order((*old.pieces, *printed.pieces)))
        elif card := old or printed:
            cards[name] = card
    return cards


def _in_order(pieces: Iterable[OwnedPieces]) -> tuple[OwnedPieces, ...]:
    """Pieces grouped by owner, owners in the order of their first pieces."""
    by_owner: dict[str, list[OwnedPieces]] = {}
    for each in pieces:
        by_owner.setdefault(each.owner, []).append(each)
    return tuple(each for group in by_owner.values() for each in group)
