"""`unused-option`: an option that nothing depends on, so that groups choose for nothing.

Always on, as a warning: no amount, no `when`, no computed text and no layout depends on the option, nor does
the playing time or a pool of unique decks. An entry of `rules:` proves something of an option, but makes it
do nothing.

Bad, if `night` is nowhere else:

    options:
      night: {default: no}

Good:

    components:
      lantern: {shape: token, size: 16mm, layout: lantern.svg, setup: players, when: night}
"""

from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import (
    option_of,
    used_by_amount,
    used_by_component,
    used_by_expression,
    used_by_texts,
)
from nineup.model.game import Game, Rich, RuleEntry
from nineup.rules.engine.proof import Proof


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    shown = proof.rendered_faces.shown_options
    if shown is None:
        return
    used = shown | _used_by_files(proof.game)
    for id, option in proof.game.options.items():
        if id not in used:
            message = f"nothing depends on the option `{id}`: no amount, no `when`, no text and no layout"
            hint = "delete it, or name it where it should matter"
            yield Diagnostic("unused-option", "warning", message, span=option.span, hint=hint)


def _used_by_files(game: Game) -> set[str]:
    uses = used_by_expression(game, game.minutes)
    uses |= used_by_texts(game, [game.data, *(Rich(term.means) for term in game.terms.values())])
    for component in game.components.values():
        uses |= used_by_component(game, component) | used_by_amount(game, component.box)
        uses |= used_by_texts(game, [card.values for card in component.cards])
    for pool in game.unique.pools if game.unique else ():
        uses |= used_by_expression(game, pool.where)
    return set(map(option_of, uses))
