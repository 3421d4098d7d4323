"""What must hold in a game: ready-made rules and the game's own, proved for every configuration.

A rule is a value in `RULES` and a module whose docstring is its page of the manual. `build` calls
`check_game` once a game is loaded; rules over runs, faces and sheets say so in their `needs`.
"""

from generator.diagnostics import Diagnostic, Findings, nearest
from generator.game import Game, RuleEntry
from generator.rules import (
    amounts,
    answers,
    balance,
    change_making,
    combinations,
    deal,
    free,
    inventory,
    needs,
    one_back,
    payable,
    reachability,
    unstated,
    unused,
)
from generator.rules.proof import Proof
from generator.rules.rule import Rule

__all__ = ["RULES", "Rule", "check_game", "rule_names"]

RULES: tuple[Rule, ...] = (
    amounts.RULE,
    inventory.RULE,
    deal.RULE,
    one_back.RULE,
    combinations.RULE,
    balance.RULE,
    answers.RULE,
    payable.RULE,
    change_making.RULE,
    reachability.RULE,
    free.RULE,
    unstated.RULE,
    needs.RULE,
    unused.SYMBOLS,
    unused.TERMS,
)
"""Every rule, in the order in which findings are told."""


def rule_names() -> tuple[str, ...]:
    """The names that an entry of `rules:` may have; an entry with a `check` of its own has none."""
    return tuple(rule.code for rule in RULES if "settings" in rule.needs and rule is not free.RULE)


def check_game(game: Game, findings: Findings) -> None:
    """Add what the rules over a game find, each mistake once, with its smallest configuration."""
    proof = Proof(game)
    told = set()
    for finding in (*_unknown(game), *(f for rule in RULES for f in _run(rule, proof))):
        if finding[:4] not in told:
            told.add(finding[:4])
            findings.append(finding._replace(game=game.id))


def _run(rule: Rule, proof: Proof) -> list[Diagnostic]:
    """What one rule finds: on its own, or once for each entry that configures it."""
    if not rule.needs <= {"game", "settings"}:
        return []
    if "settings" not in rule.needs:
        return list(rule.check(proof, None))
    return [f for entry in proof.game.rules if _names(entry, rule) for f in rule.check(proof, entry)]


def _names(entry: RuleEntry, rule: Rule) -> bool:
    return entry.check is not None if rule is free.RULE else entry.check is None and entry.name == rule.code


def _unknown(game: Game) -> list[Diagnostic]:
    """Entries that name no rule."""
    known = rule_names()
    return [
        Diagnostic(
            "unknown-rule",
            "error",
            f"there is no rule `{entry.name}`",
            entry.span,
            nearest(entry.name, known),
        )
        for entry in game.rules
        if entry.check is None and entry.name not in known
    ]
