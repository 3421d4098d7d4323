"""Filters for pieces: their components, owners, and fields that contain items of lists, or yes and no."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from nineup.faces.record.facts import value_text
from nineup.model.game import Item
from nineup.studio.live.snapshot import PieceView

MAX_VALUES = 40
"""The number of values of a facet; fields with more are left to the search."""


class FacetValue(msgspec.Struct, frozen=True):
    """A value of pieces, and the number of pieces with it."""

    id: str
    label: str
    number: int


class Facet(msgspec.Struct, frozen=True):
    """A field of pieces, with its values in order of first occurrence."""

    id: str
    label: str
    values: tuple[FacetValue, ...]


def facets(pieces: Iterable[PieceView]) -> tuple[Facet, ...]:
    """The facets with more than one value."""
    found: dict[str, dict[str, tuple[str, int]]] = {}
    for piece in pieces:
        for facet, values in _labelled(piece).items():
            known = found.setdefault(facet, {})
            for id, label in values.items():
                known[id] = label, known.get(id, ("", 0))[1] + 1
    return tuple(
        Facet(id, _title(id), tuple(FacetValue(id, *each) for id, each in known.items()))
        for id, known in found.items()
        if 1 < len(known) <= MAX_VALUES
    )


def _title(id: str) -> str:
    return id.replace("-", " ").replace("_", " ").capitalize()


def values_of(piece: PieceView) -> dict[str, list[str]]:
    """A piece's values, by facet."""
    return {facet: list(values) for facet, values in _labelled(piece).items()}


def _labelled(piece: PieceView) -> dict[str, dict[str, str]]:
    """The labels of a piece's values, by facet and value."""
    part = piece.part
    found = {"component": {part.component.id: part.component.name}}
    if part.owner is not None:
        found["owner"] = {str(part.owner): _label(part.owner)}
    for name, value in part.card.values.items():
        if values := dict(_items(value)):
            found.setdefault(name, {}).update(values)
    return found


def _items(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Item):
        yield str(value), _label(value)
    elif isinstance(value, bool):
        yield value_text(value), value_text(value)
    elif isinstance(value, Mapping):
        yield from (each for key in value if isinstance(key, Item) for each in _items(key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from (each for inner in value if isinstance(inner, Item) for each in _items(inner))


def _label(item: Item) -> str:
    return value_text(item.fields.get("name")) or str(item)
