"""Cards that could not be drawn: no comparison tells of them, and at the table they stay as they were."""

from collections.abc import Collection

from msgspec.structs import replace

from nineup.diff.record import CardRecord, ComponentRecord, Record

Key = tuple[str, str, str]
"""A component, a card, and whose it is; nobody's is empty."""


def carried(record: Record, other: Record, missing: Collection[Key]) -> Record:
    """The record, with the pieces of the missing cards as the other record has them, where it does."""
    components = dict(record.components)
    for id in dict.fromkeys(component for component, _, _ in missing):
        if id in other.components:
            components[id] = _component(id, components.get(id), other.components[id], missing)
    return replace(record, components=components)


def _component(
    id: str, mine: ComponentRecord | None, other: ComponentRecord, missing: Collection[Key]
) -> ComponentRecord:
    cards: dict[str, CardRecord] = dict(mine.cards) if mine else {}
    for name, card in other.cards.items():
        pieces = tuple(pieces for pieces in card.pieces if (id, name, pieces.owner) in missing)
        if pieces:
            there = cards.get(name)
            cards[name] = replace(there or card, pieces=(*(there.pieces if there else ()), *pieces))
    return replace(mine or other, cards=cards)
