"""`one-back`: pieces that are shuffled together have the same size, outline and back.

What may be accepted on the component: another back (`one-back`), size (`one-back/size`), outline (`one-back/outline`) or corner
(`one-back/corner`). `check` compares backs as they are drawn, too: cards that one owner shuffles in the same run must have the
same back even if it is bound to their fields.

Always on, for components that name the same `pile`: different backs in a pile reveal what its cards are.

Bad:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: spell.svg, back: blue.svg, pile: deck}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, back: red.svg, pile: deck}

Good:

    components:
      spell: {shape: card, size: poker, cards: spells.yaml, layout: spell.svg, back: common.svg, pile: deck}
      curse: {shape: card, size: poker, cards: curses.yaml, layout: curse.svg, back: common.svg, pile: deck}
"""

from collections.abc import Iterator

from nineup.diagnostics import Diagnostic
from nineup.game import Component, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.units import mm


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    first: dict[str, Component] = {}
    for component in proof.game.components.values():
        if component.pile:
            other = first.setdefault(component.pile, component)
            yield from proof.unless_accepted(component, _differences(component, other))


def _differences(component: Component, other: Component) -> Iterator[Diagnostic]:
    both = f"`{component.id}` and `{other.id}` share the pile `{component.pile}`"
    for field, says in (
        *(("back", _back), ("size", _size)),
        *(("outline", _outline), ("corner", _corner)),
    ):
        mine, theirs = says(component), says(other)
        if mine != theirs:
            span = component.spans.get(field, component.span)
            hint = f"give both the same {field}, or another pile"
            message = f"{both}, but not the {field}: {mine} and {theirs}"
            kind = "" if field == "back" else field
            yield Diagnostic("one-back", "error", message, span, hint, fact=kind)


def _back(component: Component) -> str:
    return f"`{component.back}`" if component.back else "none"


def _size(component: Component) -> str:
    return f"{mm(component.size.width)} by {mm(component.size.height)}"


def _corner(component: Component) -> str:
    return mm(component.corner)


def _outline(component: Component) -> str:
    return component.outline


RULE = Rule(
    "one-back",
    "a pile has one size and one back",
    "error",
    frozenset({"game"}),
    check,
    accepts=("", "size", "outline", "corner"),
)
