"""Finds the places in files of the values on a face, for findings about them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from nineup.base.diagnostics import Span
from nineup.layout.typeset.letters import Squeezed, message_letters
from nineup.logic.expression import unescape
from nineup.model.game import Card, Game, Item, Part, Symbol, Term


class _Shown(msgspec.Struct, frozen=True):
    """A value that a path may lead to: its complete path, including computed keys, and for a field of
    an item the item, with the keys below it.
    """

    path: tuple[str, ...]
    value: Any
    item: Item | None = None
    keys: tuple[str, ...] = ()
    is_guess: bool = False
    """Whether a mapping lacks a key of the path, which may thus be one of its values."""


def value_span(game: Game, part: Part, path: tuple[str, ...], text: str) -> Span | None:
    """The place of a value by its path in the context of a part's layouts, such as ("card", "front", "text").

    A path through an item of a list leads to the item's field. Paths omit what the template computes, such as
    a loop's index: among several candidates, the first one that equals the `text` on the face, or else
    contains it. None for values that are in no file.
    """
    head, *rest = path
    keys = tuple(rest)
    if head == "card":
        return _in_card(game, part.card, keys, text=text)
    if head == "owner" and part.owner is not None:
        return _item_span(game, _Shown((), "", part.owner, keys=keys))
    if head == "lists" and keys and keys[0] in game.lists:
        items = {str(item): item for item in game.lists[keys[0]].items}
        candidate = _meant(_values(items, keys[1:]), text)
        return _item_span(game, candidate) if candidate and candidate.item else game.lists[keys[0]].span
    if head == "data":
        candidate = _meant(_values(game.data, keys), text)
        return game.places.get(str(candidate.value)) if candidate else None
    if head == "cards" and keys:
        cards = (card for component in game.components.values() for card in component.cards)
        shown = (card for card in cards if _is_in(_values(card.values, keys), text))
        return next((_in_card(game, card, keys, text=text) for card in shown), None)
    if head == "game" and keys:
        return game.spans.get({"title": "game"}.get(keys[0], keys[0]))
    if head in ("symbols", "terms") and keys:
        known: Mapping[str, Symbol | Term] = game.symbols if head == "symbols" else game.terms
        return game.places.get(unescape(text), known[keys[0]].span) if keys[0] in known else None
    return None


def _in_card(game: Game, card: Card, keys: tuple[str, ...], text: str) -> Span | None:
    shown = _meant(_values(card.values, keys), text)
    if shown is None:
        return field_span(card, ("card", *keys))
    at_item = _item_span(game, shown) if shown.item and shown.keys else None
    return at_item or field_span(card, ("card", *shown.path))


def translation_span(
    game: Game,
    part: Part,
    path: tuple[str, ...],
    text: str,
    offset: int | None,
    lines: Callable[[str], Sequence[str]],
) -> Span | None:
    """The place of a card's text in its translation catalogue, by its path as for `value_span`; None if it
    isn't translated.

    With an offset in the `text` on the face, the letter there, as far as the text has the translation's
    words. `lines` returns the lines of a file.
    """
    if not game.translations or path[0] != "card":
        return None
    after, first, squeezed = 0, None, Squeezed(text)
    for shown in _values(part.card.values, path[1:]):
        place = game.translations.get(shown.value) if isinstance(shown.value, str) else None
        if place is None:
            continue
        first = first or place
        written = list(message_letters(lines(place.file), place.line))
        if offset is None or not written:
            continue
        stretch = squeezed.find(written, after)
        if stretch is not None:
            letters, after = stretch
            if offset in letters:
                return Span(place.file, letters[offset][0] + 1, letters[offset][1] + 1)
    if first is None:
        return None
    written = list(message_letters(lines(first.file), first.line))
    return Span(first.file, written[0][1][0] + 1, written[0][1][1] + 1) if written else first


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


def _values(value: Any, keys: tuple[str, ...], path: tuple[str, ...] = ()) -> Iterator[_Shown]:
    """The scalar values that a path of keys may lead to, in the order of the file."""
    if isinstance(value, Item):
        if not keys:
            yield _Shown(path, value, value)
        for each in _values(value.fields, keys) if keys else ():
            own = (each.item, each.keys) if each.item else (value, each.path)
            yield _Shown(path, each.value, *own, each.is_guess)
    elif isinstance(value, Mapping):
        if keys and not {keys[0], keys[0].replace("_", "-")}.isdisjoint(value):
            yield from _values(_get(value, keys[0]), keys[1:], (*path, keys[0]))
        else:
            for key, inner in value.items():
                for shown in _values(inner, keys, (*path, str(key))):
                    yield msgspec.structs.replace(shown, is_guess=True) if keys else shown
    elif isinstance(value, (list, tuple)):
        for number, each in enumerate(value):
            yield from _values(each, keys, (*path, str(number)))
    elif not keys and value is not None:
        yield _Shown(path, value)


def _meant(values: Iterator[_Shown], text: str) -> _Shown | None:
    """The value that a text on a face shows, among the candidates."""
    candidates = [each for each in values if each.value is not None]
    if len(candidates) == 1 and not candidates[0].is_guess:
        return candidates[0]
    for fits in (_is, _contains):
        for each in candidates:
            if fits(text, str(each.value)):
                return each
    return None


def _is_in(values: Iterator[_Shown], text: str) -> bool:
    return any(_is(text, str(each.value)) for each in values)


def _is(text: str, value: str) -> bool:
    return text == value or _bare(text) == _bare(value)


def _contains(text: str, value: str) -> bool:
    bare = _bare(value)
    return bool(bare) and bare in _bare(text)


def _bare(text: str) -> str:
    """A text without spaces and the backslashes of rich text, in lower case."""
    return "".join(text.replace("\\", "").split()).casefold()


def _item_span(game: Game, shown: _Shown) -> Span | None:
    """The place of an item's field, or of the innermost mapping around it that has one; for a field of a
    symbol, that of its text.
    """
    item = shown.item
    for each in game.lists.values():
        if any(item is one for one in each.items):
            return _innermost(each.spans, (str(item), *shown.keys)) or each.span
    symbol = game.symbols.get(str(item))
    return game.places.get(str(shown.value), symbol.span) if symbol else None


def _innermost(spans: Mapping[tuple[str, ...], Span], path: tuple[str, ...]) -> Span | None:
    for end in range(len(path), 0, -1):
        keys = path[:end]
        for spelling in (keys, tuple(key.replace("_", "-") for key in keys)):
            if spelling in spans:
                return spans[spelling]
    return None


def _get(values: Any, key: str) -> Any:
    """A mapping's value by its key, which expressions write with `_` for `-`; None for anything else."""
    return values.get(key, values.get(key.replace("_", "-"))) if isinstance(values, Mapping) else None
