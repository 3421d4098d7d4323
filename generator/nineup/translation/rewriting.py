"""The texts of a game that players read, each with its context, and the game with these texts replaced."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.markup import marks
from nineup.model.booklet import label
from nineup.model.game import Card, Component, Game, Item, ItemList, Option, Rich, Symbol, Term

FACTS = ("tagline", "about", "ages", "thanks", "playtesting", "permission", "edition", "changes", "copyright")
"""The facts of a game that are sentences."""

_PICTURE = ("picture", {"optional": "picture"})
"""Fields whose values name files."""

NAMES = frozenset(("name", "title", "text"))
"""Fields that contain words for players, even if these look like an id."""

_MARK = re.compile(r"\{[^{}]*\}")
_PLURAL = re.compile(r"\bplural\([^()]*+\)")
_LETTER = re.compile(r"[^\W\d_]")
_NO_PROSE = re.compile(r"#[0-9a-fA-F]+|[\w./-]+\.[a-zA-Z]{3,4}|[a-z0-9]+(?:-[a-z0-9]+)*|https?://\S+")
"""A colour, a file, an id or an address."""


class GameText(NamedTuple):
    """A text of a game: its identity in a catalogue, its place, and the record's `source`."""

    context: str
    """Its context: `deck/first text` is the field `text` of the card `first` of the component `deck`."""
    text: str
    span: Span
    source: str = ""
    is_template: bool = False
    """Whether it is a bound text of a layout, with `{{ … }}`."""


Say = Callable[[GameText], str]
"""Returns the replacement for a text."""


def texts_of(game: Game) -> tuple[GameText, ...]:
    """The texts of a game in the order of its files, without duplicates in one context."""
    texts: dict[tuple[str, str], GameText] = {}

    def note(text: GameText) -> str:
        texts.setdefault((text.context, text.text), text)
        return text.text

    rewritten(game, note)
    return tuple(texts.values())


def rewritten(game: Game, say: Say) -> Game:
    """A game with each of its texts replaced by `say`; ids, amounts and expressions stay."""
    return _Rewriter(game, say).game()


def _named(game: Game) -> Iterator[tuple[str, Span]]:
    """The fields of cards and the options whose names an appendix shows, with their places."""
    places: dict[str, Span] = {}
    for component in game.components.values():
        for name, kind in component.fields.items():
            languages = {card.language_of(name) for card in component.cards}
            if languages <= {"", game.language or "en"} and name != "name":
                for each in (name, *_inner_names(kind)):
                    places.setdefault(each, component.span)
    for option in game.options.values():
        places.setdefault(option.id, option.span)
    yield from places.items()


def _inner_names(kind: Any) -> Iterator[str]:
    """The names of the fields of records in a type."""
    if not isinstance(kind, Mapping):
        return
    for key, inner in kind.items():
        if key == "record" and isinstance(inner, Mapping):
            yield from (name for name in inner if name != "name")
            yield from (name for each in inner.values() for name in _inner_names(each))
        else:
            yield from _inner_names(inner)


class _Rewriter:
    def __init__(self, game: Game, say: Say) -> None:
        self._game = game
        self._say = say
        self._items: dict[int, Item] = {}
        """The new item for each old one, by identity: cards and options refer to the items of lists."""
        self._places: dict[str, Span] = dict(game.places)
        self._kept = game.untranslated_fields

    def game(self) -> Game:
        game = self._game
        symbols = {id: self._symbol(symbol) for id, symbol in game.symbols.items()}
        lists = {name: self._list(listed) for name, listed in game.lists.items()}
        terms = {id: self._term(id, term) for id, term in game.terms.items()}
        data = {
            name: value if name in self._kept else self._value(value, f"data/{name}", "", span=game.span)
            for name, value in game.data.items()
        }
        components = {id: self._component(each) for id, each in game.components.items()}
        facts = {key: self._fact(key, value) for key, value in game.fields.items()}
        return msgspec.structs.replace(
            game,
            title=self._text("game title", game.title, game.spans.get("game", game.span)),
            symbols=symbols,
            lists=lists,
            terms=terms,
            data=data,
            components=components,
            fields=facts,
            options={id: self._option(option) for id, option in game.options.items()},
            labels={name: self._text(f"label {name}", label(name), span) for name, span in _named(game)},
            questions=tuple(self._text("game questions", text, game.span) for text in game.questions),
            places=self._places,
        )

    def _text(self, context: str, text: str, span: Span, source: str = "") -> str:
        if not _LETTER.search(_MARK.sub("", text)):
            return text
        said = self._say(GameText(context, str(text), span, source=source))
        if text in self._places:
            self._places.setdefault(said, self._places[text])
        return Rich(said) if isinstance(text, Rich) else said

    def _fact(self, key: str, value: Any) -> Any:
        if key not in FACTS or key in self._kept:
            return value
        return self._value(value, f"game {key}", "name", span=self._game.spans.get(key, self._game.span))

    def _symbol(self, symbol: Symbol) -> Symbol:
        name = self._text(f"symbol/{symbol.id} name", symbol.name, symbol.span, source=symbol.source)
        return msgspec.structs.replace(symbol, name=name)

    def _list(self, listed: ItemList) -> ItemList:
        for item in listed.items:
            fields = {
                key: value
                if key == "id" or key in self._kept
                else self._value(
                    value,
                    f"list/{listed.name}/{item} {key}",
                    key,
                    span=listed.spans.get((str(item), key), listed.span),
                )
                for key, value in item.fields.items()
            }
            self._items[id(item)] = Item(str(item), fields)
        return msgspec.structs.replace(listed, items=tuple(self._item(item) for item in listed.items))

    def _item(self, item: Item) -> Item:
        """The item with the texts of its list; one that stands for a symbol gets that symbol's name."""
        if id(item) not in self._items:
            symbol = self._game.symbols.get(item)
            fields = dict(item.fields)
            if symbol is not None and fields.get("name") == symbol.name:
                fields["name"] = self._symbol(symbol).name
            self._items[id(item)] = Item(str(item), fields)
        return self._items[id(item)]

    def _term(self, key: str, term: Term) -> Term:
        name = self._text(f"term/{key} name", term.id, term.span, source=term.source)
        forms = [form for form in term.forms if form != term.id]
        said = (
            self._text(f"term/{key} forms", ", ".join(forms), term.span, source=term.source) if forms else ""
        )
        listed = (form.strip() for form in said.split(","))
        means = self._text(f"term/{key} means", term.means, term.span, source=term.source)
        every = tuple(dict.fromkeys((name, *(form for form in listed if form))))
        return msgspec.structs.replace(term, id=name, forms=every, means=means)

    def _option(self, option: Option) -> Option:
        default = option.default
        if isinstance(default, tuple):
            default = tuple(map(self._item, default))
        elif isinstance(default, Item):
            default = self._item(default)
        values = tuple(map(self._item, option.values))
        by_players = {players: self._option(each) for players, each in option.by_players.items()}
        return msgspec.structs.replace(option, values=values, default=default, by_players=by_players)

    def _component(self, component: Component) -> Component:
        place = component.spans.get("name", component.span)
        name = self._text(f"{component.id} name", component.name, place, source=component.source)
        cards = tuple(self._card(component, card) for card in component.cards)
        return msgspec.structs.replace(component, name=name, cards=cards)

    def _card(self, component: Component, card: Card) -> Card:
        values = {}
        where = component.id if card.id == component.id else f"{component.id}/{card.id}"
        for field, value in card.values.items():
            is_foreign = card.language_of(field) not in ("", self._game.language or "en")
            kind = component.fields.get(field)
            if is_foreign or field in self._kept or kind in _PICTURE:
                values[field] = self._untranslated(value)
                continue
            key = "text" if _is_rich(kind) else field
            values[field] = self._value(
                value,
                f"{where} {field}",
                key,
                span=card.spans.get(field, card.span),
                source=card.source,
                spans=card.spans,
            )
        return msgspec.structs.replace(card, values=values)

    def _untranslated(self, value: Any) -> Any:
        """A value of a field that isn't translated: only items of lists are replaced."""
        if isinstance(value, Item):
            return self._item(value)
        if isinstance(value, dict):
            return {self._key(key): self._untranslated(each) for key, each in value.items()}
        return type(value)(map(self._untranslated, value)) if isinstance(value, (list, tuple)) else value

    def _key(self, key: Any) -> Any:
        return self._item(key) if isinstance(key, Item) else key

    def _value(
        self,
        value: Any,
        context: str,
        key: str,
        span: Span,
        source: str = "",
        spans: Mapping[str, Span] = {},
    ) -> Any:
        """A value with its texts replaced; `key` is the name of the innermost field that contains it."""
        if isinstance(value, Item):
            return self._item(value)
        if isinstance(value, str):
            if key not in NAMES and _NO_PROSE.fullmatch(value):
                return value
            place = self._game.places.get(value, span) if span in (self._game.span,) else span
            return self._text(context, value, place, source=source)
        if isinstance(value, dict):
            field = context.partition(" ")[2]
            return {
                self._key(name): self._untranslated(each)
                if name in self._kept
                else self._value(
                    each,
                    _below(context, name),
                    str(name),
                    span=spans.get(f"{field}.{name}", span),
                    source=source,
                    spans=spans,
                )
                for name, each in value.items()
            }
        if isinstance(value, (list, tuple)):
            parts = (
                self._value(each, _below(context, at), key, span=span, source=source, spans=spans)
                for at, each in enumerate(value, 1)
            )
            return type(value)(parts)
        return value


def _below(context: str, name: object) -> str:
    return f"{context}.{name}" if " " in context else f"{context} {name}"


def _is_rich(kind: Any) -> bool:
    """Whether a declared field contains rich text."""
    return kind == "rich" or (isinstance(kind, Mapping) and any(map(_is_rich, kind.values())))


def kept_marks(text: str) -> Iterator[str]:
    """The symbols and computed parts of a text, also inside spans; forms of a plural may differ."""
    for mark in marks(text):
        if mark.kind == "symbol":
            value = _PLURAL.sub("plural(…)", mark.value) if mark.value.startswith("=") else mark.value
            yield f"{{{value}}}"
