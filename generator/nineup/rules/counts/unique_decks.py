"""`unique-decks`: the recipe of unique decks gives decks.

Always on in a game with `unique:`, which [unique.md](unique.md) explains. It checks the recipe against the
whole box: each pool must offer at least as many cards as a deck takes from it, and a deck must be found for
which the rules hold.

Bad, where only two voyages are rare:

    unique:
      pools:
        rares: {from: voyage, where: card.rarity == 'rare', take: 3}

Good:

    unique:
      pools:
        rares: {from: voyage, where: card.rarity == 'rare', take: 2}
"""

from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.logic.select import select
from nineup.model.game import RuleEntry
from nineup.rules.engine.proof import Proof


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    recipe = proof.game.unique
    if recipe is None:
        return
    from nineup.logic.unique import problems

    run = select(proof.game, Findings())  # The reasons why a box can't be chosen are reported by other rules.
    if run is not None:
        yield from problems(recipe, run)
