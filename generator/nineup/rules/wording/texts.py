"""The texts of a game with their places, and their words, for the rules that check wording."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nineup.base.diagnostics import Span
from nineup.logic.expression import NUMBER_WORDS
from nineup.model.game import Card, Component, Game, Item
from nineup.rules.wording.languages import ENGLISH, primary

WORD = re.compile(r"\{[^{}\s]*\}|[\w’'-]+")
"""A word or a symbol."""

CLAUSE = re.compile(r"[.;:!?\n]|\b(?:AND|OR|THEN)\b")
"""Separates the instructions of a card."""

BEFORE_A_VERB = frozenset("and or then may must can cannot to also either immediately".split())
AFTER_A_VERB = frozenset("all any your the a an up each both every another one".split())

_COMPUTED = re.compile(r"(?<!\\)\{=[^{}]*\}")
"""An expression in a text."""

_ELIDING = frozenset({"ca", "fr", "it"})
"""Languages that join an elided article to the next word: `l'indice`."""

_ELIDED = re.compile(
    r"\b((?:\w{1,2}|jusqu|lorsqu|puisqu|quoiqu|all|dall|dell|nell|sull|coll|quell|bell)['’])(?=\w)",
    re.IGNORECASE,
)
"""An elided article, and other words that lose their vowel."""


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
                span, language = card.spans.get(field, card.span), card.language_of(field) or own
                for text in strings_in(value):
                    plain, what = _plain(text, language), f"card `{card.id}`"
                    yield Mention(plain, span, card, what=what, language=language, component=component)
    for listed in game.lists.values():
        for item in listed.items:
            for text in strings_in({**item.fields, "id": None}):
                span, what = game.places.get(text, listed.span), f"`{item}` in the list `{listed.name}`"
                yield Mention(_plain(text, own), span, None, what=what, language=own, listed=listed.name)
    for id, term in game.terms.items():
        yield Mention(_plain(term.means, own), term.span, None, what=f"the term `{id}`", language=own)
    for name, value in game.data.items():
        for text in strings_in(value):
            span, what = game.places.get(text, game.span), f"the data `{name}`"
            yield Mention(_plain(text, own), span, None, what=what, language=own)


def _plain(text: str, language: str = ENGLISH) -> str:
    """A text with a number in place of each expression, as is most common, and with a space after an article
    that has lost its vowel.
    """
    plain = _COMPUTED.sub("2", text) if "{=" in text else text
    return _ELIDED.sub(r"\1 ", plain) if primary(language) in _ELIDING else plain


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if type(value) is not Item:
            yield value
    elif isinstance(value, (dict, list, tuple)):
        for each in value.values() if isinstance(value, dict) else value:
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
    """The number that a word states, in digits or spelled out."""
    return int(word) if word.isdecimal() and len(word) < 5 else NUMBER_WORDS.get(word.lower())


def is_verb(said: Sequence[str], at: int) -> bool:
    """Whether a word may begin an instruction: it is the first of a clause, or after `then`."""
    return at == 0 or said[at - 1].lower() in BEFORE_A_VERB


def is_done(after: str) -> bool:
    """Whether the word before another is something to do: `Steal 2`, `Bank your`, `Pay {red}`."""
    return number_of_word(after) is not None or after.startswith("{") or after.lower() in AFTER_A_VERB
