"""What must hold in a game: ready-made rules and the game's own, proved for every configuration.

A rule is a value in `RULES` and a module whose docstring is its page of the manual. `build` calls
`check_game` once a game is loaded; rules over runs, faces and sheets say so in their `needs`.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

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
    near_duplicate,
    needs,
    one_back,
    opponents,
    payable,
    reachability,
    terminology,
    unstated,
    unused,
)
from generator.rules.proof import Proof, Scope, Tally
from generator.rules.rule import Rule

__all__ = ["RULES", "STOPPING", "Proved", "Row", "Rule", "Scope", "check_game", "rule_names"]

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
    opponents.RULE,
    near_duplicate.RULE,
    terminology.RULE,
    unused.SYMBOLS,
    unused.TERMS,
)
"""Every rule, in the order in which findings are told."""

STOPPING = tuple(rule.code for rule in RULES if rule.severity == "error")
"""The rules that may find an error, which stops a build; the others tell only what is poor, or worth knowing."""


class Row(NamedTuple):
    """How one rule fared: what it is called, and for which player counts it held (others it says nothing of)."""

    label: str
    code: str
    held: dict[int, bool]
    figures: dict[int, float]
    """For a player count the figure that matters to the rule, such as how many cards are left."""
    figure: str
    """What the figures say."""
    notes: int
    meant: int
    """Cards and components whose findings the game's files accept."""


class Proved(NamedTuple):
    """How far a game was proved: a row for each rule, the player counts, and all legal configurations of them."""

    rows: tuple[Row, ...]
    counts: tuple[int, ...]
    configurations: int


def rule_names() -> tuple[str, ...]:
    """The names that an entry of `rules:` may have; an entry with a `check` of its own has none."""
    return tuple(rule.code for rule in RULES if "settings" in rule.needs and rule is not free.RULE)


def check_game(
    game: Game,
    findings: Findings,
    scope: Scope = Scope(),  # noqa: B008
    only: Collection[str] = (),
) -> Proved:
    """Add what the rules over a game find, each mistake once, with its smallest configuration.

    The proof may be narrowed to a `scope` of player counts and options, and to the rules of some codes.
    """
    proof = Proof(game, scope)
    rows: list[Row] = []
    told = set()
    for finding in (*_unknown(game), *_run(proof, only, rows)):
        if finding[:4] not in told:
            told.add(finding[:4])
            findings.append(finding._replace(game=game.id))
    return Proved(tuple(rows), proof.counts, proof.configurations)


def _run(proof: Proof, only: Collection[str], rows: list[Row]) -> Iterator[Diagnostic]:
    """What the rules find, each on its own or once for each entry that configures it; a row for each."""
    for rule in RULES:
        if (only and rule.code not in only) or not rule.needs <= {"game", "settings"}:
            continue
        alone = "settings" not in rule.needs
        for entry in (None,) if alone else [entry for entry in proof.game.rules if _names(entry, rule)]:
            proof.tally = tally = Tally()
            found = list(rule.check(proof, entry))
            poor = any(f.severity != "note" and f.code != "not-proved" for f in found)
            if not tally.held or (poor and all(tally.held.values())):
                proof.mark(proof.counts if found or alone else (), not poor)
            notes = sum(finding.severity == "note" for finding in found)
            rows.append(
                Row(
                    _label(rule, entry),
                    rule.code,
                    tally.held,
                    tally.figures,
                    rule.figure,
                    notes,
                    len(tally.meant),
                )
            )
            yield from found


def _label(rule: Rule, entry: RuleEntry | None) -> str:
    """What a table calls a rule: a free one by what it says."""
    if entry is None or entry.check is None:
        return rule.code
    return " ".join((entry.says or entry.check.source).split()).rstrip(".")


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
