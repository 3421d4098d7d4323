"""`opponents`: a card's wording assumes more opponents than the smallest player count has.

Always on, as a note, for texts in English: `two other players`, or the player `to your left` on one card and
`to your right` on another, who are the same player in a game for two.

Reported, in a game for 2 to 4 players:

    - id: all-around
      text: Swap a gem with up to two other players.

Not reported, since the card states it:

    - id: all-around
      text: Swap a gem with up to two other players.
      needs: 3+
"""

import re
from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic
from nineup.model.game import Card, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.wording.languages import ENGLISH
from nineup.rules.wording.texts import card_texts, number_of_word

_OTHERS = re.compile(r"\b(\w+)\s+(?:other\s+players|opponents)\b", re.IGNORECASE)
_SIDE = re.compile(r"\b(?:to|on|at)\s+(?:your|the)\s+(left|right)\b", re.IGNORECASE)


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    fewest = proof.counts[0]
    for component in proof.game.components.values():
        texts = list(card_texts(component, proof.game, ENGLISH))
        sides = {match[1].lower() for _, text in texts for match in _SIDE.finditer(text)}
        for card, text in texts:
            least = max(fewest, card.needs[0]) if card.needs else fewest
            findings = _speaks(card, text, least, both=len(sides) == 2)
            yield from proof.unless_accepted(card, findings)


def _speaks(card: Card, text: str, fewest: int, both: bool) -> Iterator[Diagnostic]:
    others = [number_of_word(match[1]) or 0 for match in _OTHERS.finditer(text)]
    if others and max(others) > fewest - 1:
        yield _finding(card, f"mentions {max(others)} other players", fewest)
    elif both and fewest == 2 and _SIDE.search(text):
        yield _finding(card, "names left and right, who are the same opponent", fewest)


def _finding(card: Card, what: str, fewest: int) -> Diagnostic:
    hint = f"add `needs: {fewest + 1}+` to the card, or `accept: {{opponents: why}}`"
    players = f"{fewest} player{'s' if fewest != 1 else ''}"
    span = card.spans.get("text", card.span)
    return Diagnostic(
        "opponents", "note", f"card `{card.id}` {what}", span=span, hint=hint, game="", configuration=players
    )
