"""`pile-name`: a pile of one component whose name is one letter away from that of another pile or a
component.

Always on, as a warning: the two were meant to be one pile, and what is checked of a pile misses a component.
A component's plural is a name of its own, `gems` for the component `gem`; but either all piles of one
component are plurals, or none is. So is a pile with the name of a component that isn't in it: such a
component can't be drawn from or dealt by its name.

Bad:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: spell.svg, pile: deck}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, pile: dekc}

Good:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: spell.svg, pile: deck}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, pile: deck}
"""

from collections import Counter
from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic, Hint, Replace
from nineup.model.game import RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.wording.spelling import slip_of

SHORTEST = 3
"""The minimum length of compared names: shorter ones are similar by chance."""


LEAST_COMPARED = 3
"""The minimum length of a pile's name that is compared with components."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    components = proof.game.components.values()
    members = Counter(component.pile for component in components if component.pile)
    reported: set[str] = set()
    for component in reversed(components):
        pile = component.pile
        near = [other for other in members if len(other) >= SHORTEST and slip_of(pile, other)]
        if len(pile) > LEAST_COMPARED and not near and pile not in proof.game.components:
            near = [id for id in proof.game.components if slip_of(pile, id) and pile != f"{id}s"]
        namesake = proof.game.components.get(pile)
        mistakes: list[tuple[str, str]] = []
        if namesake is not None and namesake.pile != pile and pile not in reported:
            reported.add(pile)
            message = f"the pile `{pile}` has the name of the component `{pile}`, which isn't in it"
            mistakes.append((message, f"write `pile: {pile}` there as well, or rename the pile"))
        if pile == component.id and members[pile] == 1 and not near:
            plural = [
                each.pile for each in components if each.pile == f"{each.id}s" and members[each.pile] == 1
            ]
            for other in plural[:1]:
                message = f"the pile `{pile}` is in the singular, but `{other}` in the plural"
                mistakes.append((message, _instead(pile, f"{pile}s")))
        if len(pile) >= SHORTEST and members[pile] == 1 and near and not reported.intersection(near):
            reported.add(pile)
            message = f"the pile `{pile}` has one component, and is named almost like `{near[0]}`"
            mistakes.append((message, _instead(pile, near[0])))
        span = component.spans.get("pile", component.span)
        findings = [Diagnostic("pile-name", "warning", each, span=span, hint=hint) for each, hint in mistakes]
        yield from proof.unless_accepted(component, findings)


def _instead(pile: str, other: str) -> Hint:
    return Hint(f"did you mean `{other}`?", Replace(pile, other))
