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
        near = [other for other in members if len(other) >= SHORTEST and is_one_off(pile, other)]
        if len(pile) > LEAST_COMPARED and not near and pile not in proof.game.components:
            near = [id for id in proof.game.components if is_one_off(pile, id) and pile != f"{id}s"]
        namesake = proof.game.components.get(pile)
        if namesake is not None and namesake.pile != pile and pile not in reported:
            reported.add(pile)
            message = f"the pile `{pile}` has the name of the component `{pile}`, which isn't in it"
            hint = f"write `pile: {pile}` there as well, or rename the pile"
            span = component.spans.get("pile", component.span)
            finding = Diagnostic("pile-name", "warning", message, span=span, hint=hint)
            yield from proof.unless_accepted(component, [finding])
        if pile == component.id and members[pile] == 1 and not near:
            plural = [
                each.pile for each in components if each.pile == f"{each.id}s" and members[each.pile] == 1
            ]
            for other in plural[:1]:
                message = f"the pile `{pile}` is in the singular, but `{other}` in the plural"
                span = component.spans.get("pile", component.span)
                hint = Hint(f"did you mean `{pile}s`?", Replace(pile, f"{pile}s"))
                finding = Diagnostic("pile-name", "warning", message, span=span, hint=hint)
                yield from proof.unless_accepted(component, [finding])
        if len(pile) >= SHORTEST and members[pile] == 1 and near and not reported.intersection(near):
            reported.add(pile)
            message = f"the pile `{pile}` has one component, and is named almost like `{near[0]}`"
            span = component.spans.get("pile", component.span)
            hint = Hint(f"did you mean `{near[0]}`?", Replace(pile, near[0]))
            finding = Diagnostic("pile-name", "warning", message, span=span, hint=hint)
            yield from proof.unless_accepted(component, [finding])


def is_one_off(word: str, other: str) -> bool:
    """Whether two words differ by one added, missing or replaced letter, or two swapped neighbours."""
    if len(word) > len(other):
        word, other = other, word
    start = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), len(word))
    if len(word) < len(other):
        return len(other) - len(word) == 1 and word[start:] == other[start + 1 :]
    swapped = word[start + 1 : start + 2] + word[start : start + 1]
    return word != other and (
        word[start + 1 :] == other[start + 1 :] or swapped + word[start + 2 :] == other[start:]
    )
