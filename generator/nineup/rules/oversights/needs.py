"""`needs`: a card that doesn't fully work for every player count of the game.

Always on, as a note: a card states the player count from which it fully works; nothing else depends on it.

Reported, in a game for 2 to 4 players:

    - id: all-around
      text: Swap a gem with up to two other players.
      needs: 3+

Accepted:

    - id: all-around
      text: Swap a gem with up to two other players.
      needs: 3+
      accept: {needs: With two players it still swaps once.}
"""

from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic
from nineup.model.game import Card, RuleEntry
from nineup.rules.engine.proof import Proof


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    # Options of which more players choose more may make another count the smallest.
    smallest = proof.space.configurations(frozenset({"players"}))
    possible = tuple(dict.fromkeys([each.players for each in smallest]))
    for component in proof.game.components.values():
        for card in component.cards:
            if card.needs is not None:
                yield from proof.unless_accepted(card, _lacking(card, possible))


def _lacking(card: Card, possible: tuple[int, ...]) -> Iterator[Diagnostic]:
    assert card.needs is not None
    low, high = card.needs
    outside = [players for players in possible if not low <= players <= high]
    if outside:
        needs = f"{low} or more" if high >= max(possible) else f"{low} to {high}" if low < high else str(low)
        message = f"card `{card.id}` fully works for {needs} player{'s' if needs != '1' else ''}"
        span = card.spans.get("needs", card.span)
        players = f"{outside[0]} player{'s' if outside[0] != 1 else ''}"
        yield Diagnostic("needs", "note", message, span=span, configuration=players)
