"""Where the values that a face shows are written, for findings about them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nineup.diagnostics import Span
from nineup.game import Card, Game, Item, Part
from nineup.typeset.letters import message_letters, place_among


def value_span(game: Game, part: Part, path: tuple[str, ...], text: str) -> Span | None:
    """The place of a value by its path in the context of a part's layouts, such as ("card", "front", "text").

    A path that goes through an item of a list leads to the item's field; where several items may be meant, to the first
    that shows the `text` on the face. None for values of anything but cards, owners and lists.
    """
    head, *keys = path
    if head == "card":
        item, left = _item_on(part.card.values, keys, text)
        return (item and left and _item_span(game, item, left)) or field_span(part.card, path)
    if head == "owner" and part.owner is not None:
        return _item_span(game, part.owner, keys)
    if head == "lists" and keys and keys[0] in game.lists:
        item, left = _item_on(game.lists[keys[0]].items, keys[1:], text)
        return _item_span(game, item, left) if item else game.lists[keys[0]].span
    return None


def translation_span(
    game: Game,
    part: Part,
    path: tuple[str, ...],
    text: str,
    offset: int | None,
    lines: Callable[[str], Sequence[str]],
) -> Span | None:
    """The place of a card's text in the catalogue that translates it, by its path as for `value_span`; None if none does.

    With an offset of the `text` on the face, the letter there, as far as the text has the translation's words. `lines` gives those
    of a file.
    """
    if not game.translations or path[0] != "card":
        return None
    after, first = 0, None
    for said in _texts_at(part.card.values, path[1:]):
        place = game.translations.get(said)
        if place is None:
            continue
        first = first or place
        written = list(message_letters(lines(place.file), place.line))
        if offset is None or not written:
            continue
        found = place_among(written, text, offset, after)
        if found is not None:
            letter, after = found
            if letter is not None:
                return Span(place.file, letter[0] + 1, letter[1] + 1)
    if first is None:
        return None
    written = list(message_letters(lines(first.file), first.line))
    return Span(first.file, written[0][1][0] + 1, written[0][1][1] + 1) if written else first


def _texts_at(value: Any, path: Sequence[str]) -> Iterator[str]:
    """The texts at a path of keys, and in lists and mappings there."""
    for key in path:
        if not isinstance(value, Mapping):
            return
        value = _get(value, key)
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts_at(each, ())
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts_at(each, ())


def field_span(card: Card, path: tuple[str, ...]) -> Span | None:
    """The place of a card's field by its path in a layout's context, such as ("card", "front", "text").

    The place of the innermost record that has one, or else of the card; None for a value of something else.
    """
    if path[0] != "card":
        return None
    for end in range(len(path), 1, -1):
        key = ".".join(path[1:end])
        for spelling in (key, key.replace("_", "-")):
            if spelling in card.spans:
                return card.spans[spelling]
    return card.span


def _item_on(value: Any, keys: Sequence[str], text: str) -> tuple[Item | None, Sequence[str]]:
    """The item that a path of keys goes through or ends at, and the keys that lead on from it."""
    for number, key in enumerate(keys):
        if isinstance(value, Item):
            return value, keys[number:]
        if not isinstance(value, Mapping) or (inner := _get(value, key)) is None:
            return _shown_in(value, keys[number:], text), keys[number:]
        value = inner
    return (value, ()) if isinstance(value, Item) else (None, ())


def _shown_in(value: Any, keys: Sequence[str], text: str) -> Item | None:
    """The first item of a collection whose field is part of a text."""
    items = (
        [each for each in value if isinstance(each, Item)] if isinstance(value, (Mapping, Sequence)) else []
    )
    return next((item for item in items if any(str(found) in text for found in _fields(item, keys))), None)


def _fields(item: Item, keys: Sequence[str]) -> Iterator[Any]:
    value: Any = item.fields
    for key in keys:
        value = _get(value, key) if isinstance(value, Mapping) else None
    if value is not None:
        yield value


def _item_span(game: Game, item: Item, keys: Sequence[str]) -> Span | None:
    """The place of an item's field, or of the innermost mapping around it that has one; for a symbol, of the symbol."""
    for each in game.lists.values():
        if any(item is one for one in each.items):
            return _innermost(each.spans, (str(item), *keys)) or each.span
    symbol = game.symbols.get(str(item))
    return symbol.span if symbol else None


def _innermost(spans: Mapping[tuple[str, ...], Span], path: tuple[str, ...]) -> Span | None:
    for end in range(len(path), 0, -1):
        keys = path[:end]
        for spelling in (keys, tuple(key.replace("_", "-") for key in keys)):
            if spelling in spans:
                return spans[spelling]
    return None


def _get(values: Mapping[str, Any], key: str) -> Any:
    """A value by its key, which expressions write with `_` for `-`."""
    return values.get(key, values.get(key.replace("_", "-")))
