"""Runs rules over a game, and reuses the results of those that an edit doesn't touch.

Where results are known from one proof to the next, each entry of a rule is run in a proof of its own. So it
depends on what it reads itself: on fields of cards (`engine/card_reads`), and on everything else of the game.

  check: count('gem') == 3 * players                reads no card
  {each: monster, check: card.teeth < 9}            reads the teeth of monsters
  near-duplicate, terminology, …                    read everything

After an edit of a monster's text, the first two aren't run again. That costs nothing: rules evaluate little
that another one has evaluated, too.

Rules share two more things. An amount that can't be evaluated is a finding of the first rule that needs it;
and a rule that has taken too many steps tries a sample, while what was evaluated before costs it none. So
where either occurs, nothing is reused, and all rules are run in one proof, in their order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.base.plugins import PluginError
from nineup.model.game import Game, RuleEntry
from nineup.model.proved import Acceptance, RuleRow, Sample, in_powers
from nineup.rules.engine.card_reads import GameDigests, MadeOf, NotedGame
from nineup.rules.engine.face_findings import FaceFinding, FaceResult, joined
from nineup.rules.engine.proof import FAILED, Proof, has_solver
from nineup.rules.engine.rule import Rule
from nineup.rules.engine.tally import NOT_PROVED, RuleTally, is_violation
from nineup.rules.listed import ListedRule

FREE = "rule"
"""The code of the rules that a game states itself, which have no further settings."""


class RuleResult(msgspec.Struct, frozen=True):
    """The result of a rule for one entry."""

    row: RuleRow
    unproved: Diagnostic | None = None
    """The warning that it was only tried on a sample."""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        return self.row.findings if self.unproved is None else (*self.row.findings, self.unproved)


class KnownResult(msgspec.Struct, frozen=True):
    """The result of a rule for one entry, and what it was made of."""

    made_of: MadeOf
    result: RuleResult
    used_acceptances: frozenset[Acceptance]


class KnownResults:
    """The results of earlier proofs of a game, by rules and their places: those that still hold, and new
    ones.
    """

    def __init__(self, game: Game, about: Iterable[str], results: Mapping[str, KnownResult]) -> None:
        """`about` is what proofs depend on besides the game. Raises TypeError for a value of unknown type."""
        self._digests = GameDigests(game, about)
        self.reading = NotedGame(game)
        self.results = {name: each for name, each in results.items() if self._digests.holds(each.made_of)}
        self.is_new = False
        """Whether there are other results than in the beginning."""

    def add(self, name: str, result: RuleResult, used: frozenset[Acceptance]) -> None:
        """Adds the result of a rule, made of what was read since `reading.read` was cleared."""
        made_of = self._digests.made_of(self.reading.read, has_places=bool(used or result.findings))
        self.results[name] = KnownResult(made_of, result, used)
        self.is_new = True

    def clear(self) -> None:
        self.results.clear()
        self.is_new = True


class AskedRule(NamedTuple):
    """A rule, and the entry that configures it; None for one that runs without."""

    rule: ListedRule | Rule
    entry: RuleEntry | None

    @property
    def full(self) -> Rule:
        """The rule with its module imported."""
        return self.rule.rule() if isinstance(self.rule, ListedRule) else self.rule

    @property
    def is_by_component(self) -> bool:
        """Whether it looks at the faces of one component at a time."""
        return isinstance(self.rule, ListedRule) and self.rule.by_component


def asked_rules(rules: Sequence[ListedRule | Rule], game: Game) -> list[AskedRule]:
    """Rules, each on its own or once for each entry that configures it, in order."""
    asked: list[AskedRule] = []
    for rule in rules:
        alone = "settings" not in rule.needs
        takes_entries = not alone or (
            rule.configurable if isinstance(rule, ListedRule) else rule.settings is not None
        )
        entries = [entry for entry in game.rules if takes_entries and names(entry, rule.code)]
        asked += [AskedRule(rule, entry) for entry in entries or ((None,) if alone else ())]
    return asked


class Results(NamedTuple):
    """The results of rules, in order, and the acceptances that applied."""

    results: Sequence[RuleResult]
    used_acceptances: frozenset[Acceptance]


def run_rules(proof: Proof, asked: Sequence[AskedRule], known: KnownResults | None) -> Results:
    """The results of some rules. `proof` is one of `known.reading.game`, if anything is known."""
    if known is None:
        return _in_order(proof, asked)
    results: list[RuleResult] = []
    used = frozenset[Acceptance]()
    for number, each in enumerate(asked):
        name = f"{number} {each.rule.code}"
        if name not in known.results:
            known.reading.read = set()
            alone = proof.apart()
            result = run_rule(alone, each)
            if result.row.tried or any(finding.code in FAILED for finding in result.findings):
                known.clear()
                return _in_order(proof, asked)
            known.add(name, result, frozenset(alone.used_acceptances))
        results.append(known.results[name].result)
        used |= known.results[name].used_acceptances
    return Results(results, used)


def _in_order(proof: Proof, asked: Sequence[AskedRule]) -> Results:
    """The results of some rules in one proof."""
    return Results([run_rule(proof, each) for each in asked], frozenset(proof.used_acceptances))


def run_rule(proof: Proof, asked: AskedRule) -> RuleResult:
    """The result of a rule in a proof."""
    entry, rule = asked.entry, asked.full
    proof.tally = RuleTally()
    try:
        findings = [each for each in rule.check(proof, entry) if isinstance(each, Diagnostic)]
    except PluginError as error:
        place = entry.span if entry else proof.game.span
        findings = [Diagnostic("broken-plugin", "error", str(error), span=place)]
    return _result(proof, asked, findings)


def run_over_faces(proof: Proof, asked: AskedRule) -> FaceResult:
    """The result of a rule that looks at faces component by component, in a proof with those of one."""
    proof.tally, proof.used_acceptances = RuleTally(), set()
    checked = asked.full.check(proof, asked.entry)
    findings = tuple([each for each in checked if isinstance(each, FaceFinding)])
    accepted = tuple(sorted(proof.tally.accepted))
    return FaceResult(
        findings, proof.tally.held, accepted, used_acceptances=frozenset(proof.used_acceptances)
    )


def join_results(proof: Proof, asked: AskedRule, results: Iterable[FaceResult]) -> RuleResult:
    """The result of such a rule over all components, in their order."""
    findings, proof.tally, used = joined(results)
    proof.used_acceptances |= used
    return _result(proof, asked, findings)


def _result(proof: Proof, asked: AskedRule, reported: Iterable[Diagnostic]) -> RuleResult:
    """The result of a rule with these findings, by the tally of its proof."""
    entry, rule, tally, alone = asked.entry, asked.rule, proof.tally, "settings" not in asked.rule.needs
    findings = [_asked_by(finding, entry) for finding in reported]
    is_broken = any(is_violation(f) for f in findings)
    if not tally.held or (is_broken and all(tally.held.values())):
        proof.mark(proof.counts if findings or alone else (), not is_broken)
    for players in tally.tried:  # A sample may have missed the rule's `when`.
        tally.held.setdefault(players, True)
    notes = sum(finding.severity == "note" for finding in findings)
    label = _label(rule, entry)
    tried = dict(tally.tried)
    row = RuleRow(
        *(label, rule.code, tally.held, tally.figures, rule.figure, notes, len(tally.accepted)),
        *(tried, entry.span if entry else None, tuple(findings), tally.solver),
        failing=tally.failing if rule.code == FREE and tally.failing and tally.failing.number else None,
    )
    if tried and not any(finding.code == NOT_PROVED for finding in findings):
        return RuleResult(row, _not_proved(proof.game, label, entry, tried=tried))
    return RuleResult(row)


def _not_proved(game: Game, label: str, entry: RuleEntry | None, tried: Mapping[int, Sample]) -> Diagnostic:
    """A warning that a rule was only tried on a sample."""
    number, of = max(tried.values(), key=lambda sample: sample.of)
    message = f"not proved: {number:,} of {in_powers(of)} configurations of `{label}` were tried"
    hint = "split the rule into several that look at fewer options each"
    if entry is not None and entry.check is not None and not entry.each and not has_solver():
        hint = f"`pip install 'nineup[solver]'` decides more; or {hint}"
    return Diagnostic(NOT_PROVED, "warning", message, span=entry.span if entry else game.span, hint=hint)


def _asked_by(finding: Diagnostic, entry: RuleEntry | None) -> Diagnostic:
    """A finding with the place of the entry that requests it, if it is shown elsewhere."""
    if entry is None or entry.check is not None or finding.span in (None, entry.span):
        return finding
    return finding._replace(rule=entry.span)


def _label(rule: ListedRule | Rule, entry: RuleEntry | None) -> str:
    """A rule's label in tables: for a free one what it says."""
    if entry is None or entry.check is None:
        return rule.code
    return " ".join((entry.says or entry.check.source).split()).rstrip(".")


def names(entry: RuleEntry, code: str) -> bool:
    """Whether an entry names a rule."""
    return entry.check is not None if code == FREE else entry.check is None and entry.name == code


def findings_of(results: Iterable[RuleResult]) -> Iterator[Diagnostic]:
    """The findings of some results, in order."""
    return (finding for result in results for finding in result.findings)
