"""The `decided` entries of a game as readers see them: subject, field and reason."""

from collections.abc import Iterator, Mapping
from typing import Any

from nineup.book.appendix.values import Values, label_in, title_of
from nineup.logic.select import is_implied
from nineup.model.booklet import Words, label
from nineup.model.game import Card, Component, Game, RuleEntry

_WORDS_FOR_KEYS = {
    "check": "rule",
    "for-each": "for each",
    "game": "name",
    "including": "choice",
    "layout": "addition",
    "means": "meaning",
    "says": "words",
}
"""Readers' words for keys that only designers write."""


def decisions(game: Game, words: Words, cards: Mapping[tuple[str, str], Values]) -> Iterator[Values]:
    """Every `decided` of the game; entries with the same field and reason are combined."""
    shared: dict[tuple[str, str], dict[str, dict[str, None]]] = {}
    for kind, name, record in _records(game):
        for field, reason in record.decided.items():
            shared.setdefault((_field_in_words(field, words, record), reason), {}).setdefault(kind, {})[
                name
            ] = None
    for (field, reason), names in shared.items():
        whats = (
            f"{words.say(kind)}{words.say(':')} {', '.join(each)}" if kind else ", ".join(each)
            for kind, each in names.items()
        )
        yield {"of": ", ".join(whats), "field": field, "because": reason, "cards": (), "names": ()}
    for component in game.components.values():
        if not is_implied(component):
            yield from _decided_cards(component, words, cards)


def _decided_cards(
    component: Component, words: Words, cards: Mapping[tuple[str, str], Values]
) -> Iterator[Values]:
    """The decisions about a component's cards; fields of the same cards with the same reason are combined."""
    groups: dict[tuple[str, str], list[Card]] = {}
    for card in component.cards:
        for field, reason in card.decided.items():
            groups.setdefault((field, reason), []).append(card)
    fields: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (field, reason), members in groups.items():
        fields.setdefault((reason, tuple(card.id for card in members)), []).append(
            _field_in_words(field, words)
        )
    for (reason, ids), asked in fields.items():
        known = [cards.get((component.id, id)) for id in ids]
        yield {
            "of": component.name,
            "field": ", ".join(asked),
            "because": reason,
            "cards": tuple(card for card in known if card is not None),
            "names": tuple(title_of(card) for card in component.cards if card.id in ids),
        }


def _field_in_words(field: str, words: Words, record: Any = None) -> str:
    """A key of a record in words: `box.6` is "box of 6", `setup.5-6` is "setup of 5–6"."""
    key, _, which = field.partition(".")
    if isinstance(record, RuleEntry) and key == record.name:
        key = "check"
    if which:
        return words.say("{key} of {which}", key=words.say(key), which=which.replace("-", "–"))
    return words.say(_WORDS_FOR_KEYS.get(key, key.replace("-", " ")))


def _records(game: Game) -> Iterator[tuple[str, str, Any]]:
    """The records of a game that can have `decided`, except cards: kind, name and record."""
    yield "", game.title, game
    yield from (("Choice", label_in(game, option.id).lower(), option) for option in game.options.values())
    yield from (("Symbol", symbol.name, symbol) for symbol in game.symbols.values())
    yield from (("Term", term.id, term) for term in game.terms.values())
    yield from (("", component.name, component) for component in game.components.values())
    yield from (("Rule", rule.says or label(rule.name).lower(), rule) for rule in game.rules)
