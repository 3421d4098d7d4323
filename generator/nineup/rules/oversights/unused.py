"""`unused-symbol`, `unused-term`: a symbol or a defined term that nothing in the game's files uses.

Always on, as notes: a layout may still show the symbol, the rulebook may still use the term.

Reported:

    symbols:
      white: {name: White, art: white.svg}       # and no text contains {white}, no field or id is white

Not reported: a card with the text `Take 1 {white}`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from nineup.base.diagnostics import Diagnostic
from nineup.base.markup import UNSPACED, whole_words
from nineup.model.game import Game, RuleEntry, Term
from nineup.rules.engine.proof import Proof

_WORD = re.compile(r"\w++")
_SIGN = re.compile(r"\{([^{}\s]+)\}")


def check_symbols(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    game = proof.game
    ids = [card.id for component in game.components.values() for card in component.cards]
    unused = set(game.symbols).difference(ids, *(listed.items for listed in game.lists.values()))
    for text in _texts(game):
        if not unused:
            return
        if text in unused:
            unused.discard(text)
        elif "{" in text:
            unused.difference_update(_SIGN.findall(text))
    for id, symbol in game.symbols.items():
        if id in unused:
            yield Diagnostic(
                "unused-symbol", "note", f"no text and no field names the symbol `{id}`", span=symbol.span
            )


def check_terms(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    game = proof.game
    unused = dict(game.terms)
    by_word: defaultdict[str, list[Term]] = defaultdict(list)
    for term in game.terms.values():
        for word in {_sought_word(form) for form in term.forms}:
            by_word[word].append(term)
    for text in _texts(game):
        if not unused:
            return
        for word in {"", *_WORD.findall(text)} & by_word.keys():
            for term in by_word[word]:
                if term.id in unused and _uses(text, term):
                    del unused[term.id]
    for id, term in unused.items():
        yield Diagnostic("unused-term", "note", f"no text uses the term `{id}`", span=term.span)


def _sought_word(form: str) -> str:
    """The longest word of a form, which a text that uses it has; empty if the form may be inside a word of
    the text.
    """
    if any(letter >= UNSPACED[0] for letter in form):
        return ""
    return max(_WORD.findall(form), key=len, default="")


def _uses(text: str, term: Term) -> bool:
    return any(form in text for form in term.forms) and whole_words(term.forms).search(text) is not None


def _texts(game: Game) -> Iterator[str]:
    """Every text of the game's cards, lists and data, and of the definitions of further terms."""
    for component in game.components.values():
        for card in component.cards:
            yield from _strings(card.values.values())
    for listed in game.lists.values():
        for item in listed.items:
            yield from _strings(item.fields.values())
    yield from _strings(game.data.values())
    for id, term in game.terms.items():
        yield from (text for text in [term.means] if id not in text)


def _strings(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _strings((*value, *value.values()))
        elif isinstance(value, (list, tuple)):
            yield from _strings(value)
