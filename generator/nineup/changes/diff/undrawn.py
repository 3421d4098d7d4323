"""Cards that couldn't be drawn: comparisons leave them out, and on the table they stay unchanged."""

from collections.abc import Collection

from msgspec.structs import replace

from nineup.faces.record import CardRecord, ComponentRecord, PieceKey, PrintRecord


def with_undrawn(record: PrintRecord, other: PrintRecord, undrawn: Collection[PieceKey]) -> PrintRecord:
    """The record, with the pieces of cards that couldn't be drawn as the other record has them, if it
    does.
    """
    components = dict(record.components)
    for id in dict.fromkeys(component for component, _, _ in undrawn):
        if id in other.components:
            components[id] = _component(id, components.get(id), other.components[id], undrawn=undrawn)
    return replace(record, components=components)


def _component(
    id: str, component: ComponentRecord | None, other: ComponentRecord, undrawn: Collection[PieceKey]
) -> ComponentRecord:
    cards: dict[str, CardRecord] = dict(component.cards) if component else {}
    for name, card in other.cards.items():
        pieces = tuple(pieces for pieces in card.pieces if (id, name, pieces.owner) in undrawn)
        if pieces:
            known = cards.get(name)
            cards[name] = replace(known or card, pieces=(*(known.pieces if known else ()), *pieces))
    return replace(component or other, cards=cards)
