"""`never-there`: a component or a card that no run has, whatever is chosen.

Always on, as a warning: its `when` holds for no player count and no legal choice, perhaps since a word in it is
misspelled, and so it is never printed and never missed.

Bad, where `colors` chooses among red and blue:

    components:
      red-gem: {shape: token, size: 16mm, layout: gem.svg, when: "'rde' in colors"}

Good:

    components:
      red-gem: {shape: token, size: 16mm, layout: gem.svg, when: "'red' in colors"}
"""

from collections.abc import Iterator

from nineup.diagnostics import Diagnostic
from nineup.game import Card, Component, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    for component in proof.game.components.values():
        missing = proof.never_there(component)
        if missing and len(missing) == len(component.cards):
            yield from proof.unless_meant(component, "never-there", [_told(component)])
            continue
        for card in missing:
            yield from proof.unless_meant(card, "never-there", [_told(card)])


def _told(record: Component | Card) -> Diagnostic:
    span = record.when.span if record.when else record.span
    why = (
        f"`{record.when.source}` never holds" if record.when else "the `when` of none of its cards ever holds"
    )
    hint = "mind the spelling, and what the options allow"
    return Diagnostic("never-there", "warning", f"no run has `{record.id}`: {why}", span, hint)


RULE = Rule("never-there", "everything is there in some run", "warning", frozenset({"game"}), check)
