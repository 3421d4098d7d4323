"""`near-duplicate`: two cards of a component say the same, or the same but for one ordinary word.

Always on, as a warning: often one of them is a copying mistake. Cards that differ in a number, a symbol, a
term or a name from a list are variants and are not reported; nor are equal texts on cards that differ in
another field. A text that is copied to many cards is reported once, with their number.

Reported:

    - id: thief
      text: Steal 1 gem from the player on your left.
    - id: robber
      text: Steal 1 gem from the player at your left.

Accepted, if intended:

    - id: robber
      text: Steal 1 gem from the player on your right.
      accept: {near-duplicate: The other neighbour.}
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from nineup.base.diagnostics import Diagnostic
from nineup.model.game import Card, Component, Game, Item, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.wording.texts import card_texts, number_of_word, words

FEWEST = 5
"""The minimum number of words in compared texts."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    names = _names(proof.game)
    for component in proof.game.components.values():
        yield from _component(proof, component, names)


def _component(proof: Proof, component: Component, names: frozenset[str]) -> Iterator[Diagnostic]:
    whole: dict[tuple[str, ...], Card] = {}
    without: _Others = {}
    causes: dict[tuple[str, str], list[Diagnostic]] = {}
    for card, text in card_texts(component, proof.game):
        said = tuple(words(text))
        if len(said) < FEWEST:
            continue
        twin = whole.setdefault(said, card)
        if twin is not card:
            others = [(twin, "")] if _rest(twin) == _rest(card) else []
        else:
            others = list(_near(card, said, without, names=names))
        for other, but in others:
            message = f"card `{card.id}` says the same as `{other.id}`{but}"
            findings = proof.unless_accepted(card, [_finding(card, message)])
            causes.setdefault((other.id, but and "nearly"), []).extend(findings)
    for first, *more in filter(None, causes.values()):
        # A text that was copied to many cards is one mistake.
        extra = f"; so do {len(more)} other cards" if len(more) > 1 else "; so does another card" * len(more)
        yield first._replace(message=first.message + extra)


_Others = dict[tuple[int, int, int], tuple[Card, tuple[str, ...]]]
"""By a position and the hashes of the words before and after it: the first card with these, and all its
words.
"""


def _near(
    card: Card, said: tuple[str, ...], without: _Others, names: frozenset[str]
) -> Iterator[tuple[Card, str]]:
    """The card that differs in one word only, and what differs; the first such word is enough."""
    after = list(accumulate(reversed(said), _hashed, initial=0))[-2::-1]
    before = accumulate(said, _hashed, initial=0)
    for place, (word, ahead, behind) in enumerate(zip(said, before, after, strict=False)):
        other, theirs = without.setdefault((place, ahead, behind), (card, said))
        if other is card or not (_ordinary(word, names) and _ordinary(theirs[place], names)):
            continue
        if said == (*theirs[:place], word, *theirs[place + 1 :]):  # Equal hashes prove nothing.
            yield other, f" but for `{word}` and `{theirs[place]}`"
            return


def _hashed(words: int, word: str) -> int:
    return hash((words, word))


def _ordinary(word: str, names: frozenset[str]) -> bool:
    return not word.startswith("{") and number_of_word(word) is None and word.lower() not in names


def _names(game: Game) -> frozenset[str]:
    """Words that distinguish variants: of terms, symbols and lists."""
    terms = (form for term in game.terms.values() for form in term.forms)
    symbols = (symbol.name for symbol in game.symbols.values())
    items = (
        text for each in game.lists.values() for item in each.items for text in (item, item.fields["name"])
    )
    return frozenset(word.lower() for text in (*terms, *symbols, *items) for word in words(str(text)))


def _rest(card: Card) -> dict[str, Any]:
    """The fields of a card besides texts."""
    return {k: v for k, v in card.values.items() if not isinstance(v, str) or isinstance(v, Item)}


def _finding(card: Card, message: str) -> Diagnostic:
    span = card.spans.get("text", card.span)
    hint = "change one, or accept it on the card: `accept: {near-duplicate: why}`"
    return Diagnostic("near-duplicate", "warning", message, span=span, hint=hint)
