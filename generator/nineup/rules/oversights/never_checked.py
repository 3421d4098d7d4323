"""`never-checked`: a rule whose `when` holds in no run, so that it is never checked.

Always on, as a warning: perhaps a word in the `when` is misspelled.

Bad, where `colors` chooses among red and blue:

    rules:
      - says: red gems are enough
        when: "'rde' in colors"
        check: count('red-gem') > players

Good:

    rules:
      - says: red gems are enough
        when: "'red' in colors"
        check: count('red-gem') > players
"""

from collections.abc import Callable, Iterator

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import EvaluationError, Scenario, Uses, in_words, used_by_expression
from nineup.model.game import RuleEntry
from nineup.rules.engine.proof import Proof


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    whole = Proof(proof.game) if proof.is_narrowed else proof
    for each in proof.game.rules:
        if each.when is None:
            continue
        is_checked = whole.exists(_uses(proof, each), _holds(each), None, each.when)
        if is_checked is None:
            why = f"whether `{in_words(each.when.source)}` ever holds depends on too many choices"
            yield proof.give_up(each.when.span, why, proof.counts)
        elif not is_checked:
            message = f"`{in_words(each.when.source)}` never holds, so the rule is never checked"
            hint = "check the spelling, and what the options allow"
            yield Diagnostic("never-checked", "warning", message, span=each.when.span, hint=hint)


def _uses(proof: Proof, entry: RuleEntry) -> Uses:
    return used_by_expression(proof.game, entry.when)


def _holds(entry: RuleEntry) -> Callable[[Scenario], bool]:
    def holds(scenario: Scenario) -> bool:
        try:
            return scenario.holds(entry.when)
        except EvaluationError:
            return True  # the rule itself reports it

    return holds
