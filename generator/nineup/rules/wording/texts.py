"""The texts of a game with their places, and their words, for the rules that check wording."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from nineup.base.diagnostics import Span
from nineup.model.game import Card, Component, Game, Item
from nineup.rules.wording.languages import ENGLISH, primary

WORD = re.compile(r"\{[^{}\s]*\}|[\w’'-]+", re.UNICODE)
"""A word or a symbol."""

COMPUTED = re.compile(r"(?<!\\)\{=[^{}]*\}")
"""An expression in a text."""

CLAUSE = re.compile(r"[.;:!?\n]|\b(?:AND|OR|THEN)\b")
"""Separates the instructions of a card."""

NUMBERS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten".split(), start=1)
}


class Mention(NamedTuple):
    """A text of the game, its place, and its card if it is on one."""

    text: str
    span: Span
    card: Card | None
    what: str
    """Its name in messages."""
    language: str = ENGLISH
    component: Component | None = None
    """The component of its card."""
    listed: str = ""
    """The list that it is in."""


def texts(game: Game) -> Iterator[Mention]:
    """Every text that players read, with its language: on cards, in lists, and the definitions of terms."""
    own = game.language or ENGLISH
    for component in game.components.values():
        for card in component.cards:
            for field, value in card.values.items():
                span = card.spans.get(field, card.span)
                language = card.language_of(field) or own
                yield from (
                    Mention(
                        _plain(text, language),
                        span,
                        card,
                        what=f"card `{card.id}`",
                        language=language,
                        component=component,
                    )
                    for text in strings_in(value)
                )
    for listed in game.lists.values():
        for item in listed.items:
            for text in strings_in({**item.fields, "id": None}):
                span = game.places.get(text, listed.span)
                what = f"`{item}` in the list `{listed.name}`"
                yield Mention(_plain(text, own), span, None, what=what, language=own, listed=listed.name)
    for id, term in game.terms.items():
        yield Mention(_plain(term.means, own), term.span, None, what=f"the term `{id}`", language=own)
    for name, value in game.data.items():
        for text in strings_in(value):
            yield Mention(
                _plain(text, own),
                game.places.get(text, game.span),
                None,
                what=f"the data `{name}`",
                language=own,
            )


def _plain(text: str, language: str = ENGLISH) -> str:
    """A text with a number in place of each expression, as is most common, and with a space after an article
    that has lost its vowel.
    """
    plain = COMPUTED.sub("2", text) if "{=" in text else text
    return _ELIDED.sub(r"\1 ", plain) if primary(language) in _ELIDING else plain


_ELIDING = frozenset({"ca", "fr", "it"})
"""Languages that join an elided article to the next word: `l'indice`."""

_ELIDED = re.compile(
    r"\b((?:\w{1,2}|jusqu|lorsqu|puisqu|quoiqu|all|dall|dell|nell|sull|coll|quell|bell)['’])(?=\w)",
    re.IGNORECASE,
)
"""An elided article, and other words that lose their vowel."""


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if type(value) is not Item:
            yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings_in(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from strings_in(each)


def card_texts(component: Component, game: Game, language: str = "") -> Iterator[tuple[Card, str]]:
    """Each card with its running text: all of its fields that are more than a name; only those in a language,
    if given.
    """
    own = game.language or ENGLISH
    for card in component.cards:
        prose = [
            _plain(text)
            for field, value in card.values.items()
            if not language or primary(card.language_of(field) or own) == language
            for text in strings_in(value)
            if len(text.split()) > 3
        ]
        if prose:
            yield card, "\n".join(prose)


def words(text: str) -> list[str]:
    return WORD.findall(text.replace("*", ""))


def clauses(text: str) -> list[str]:
    """The instructions of a text, one by one."""
    return [part.strip() for part in CLAUSE.split(text.replace("*", "")) if part and part.strip()]


def number_of_word(word: str) -> int | None:
    """The number that a word states, in digits or spelled out to ten."""
    return int(word) if word.isdecimal() and len(word) < 5 else NUMBERS.get(word.lower())
