"""`unique-decks`: the recipe of unique decks gives decks.

Always on in a game with `unique:`, which [unique.md](unique.md) explains. It checks the recipe against the
whole box: each pool must offer at least as many cards as a deck takes from it, and a deck must be found for
which the rules hold. The figure is the number of decks, each of which can be made. Of more than 20,000 draws
that rules or dependent pools may refuse, decks are counted by the sums, numbers and sets of cards that rules
ask for; if that is too much, or a rule asks for something else, such as the first card, it is not proved.

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
    from nineup.logic.unique import count_decks

    run = select(proof.game, Findings())  # The reasons why a box can't be chosen are reported by other rules.
    if run is not None:
        count = count_decks(recipe, run)
        if count.problem is not None:
            yield count.problem
        elif count.is_exact:
            proof.tally.figure(proof.counts, count.number, "")
        else:
            why = (
                f"a deck could be drawn, but perhaps not each of up to {count.number:,}: rules or pools that "
                "depend on others may refuse any draw"
            )
            hint = "rules that ask only for sums, numbers and sets of cards are counted"
            yield proof.give_up(recipe.span, why, proof.counts)._replace(hint=hint)
