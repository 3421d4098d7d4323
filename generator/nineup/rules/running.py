"""Runs rules over a game in groups, and reuses the results of those that an edit doesn't touch.

Entries of a rule that name the same components are a group, and so are the rules of a package that need no
entry. All groups share one proof, in which what one evaluates is there for the next. So a group depends on
what it and those before it have read; those that read cards come last.

  check: count('gem') == 3 * players                reads no card
  {each: monster, check: card.teeth < 9}            reads monsters
  near-duplicate, terminology, …                    read everything

After an edit of a monster, the first group isn't run again.

Rules share two more things. An amount that can't be evaluated is a finding of the first rule that needs it;
and a rule that has taken too many steps tries a sample, while what was evaluated before costs it none. So
where either occurs, nothing is reused, and all rules are run in their order.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
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


class GroupResult(msgspec.Struct, frozen=True):
    """The results of a group, and what they were made of."""

    made_of: MadeOf
    results: tuple[RuleResult, ...]
    used_acceptances: frozenset[Acceptance]


_NOTHING = MadeOf((), False, "")


class KnownGroups:
    """The results of earlier proofs of a game, by their groups: those that still hold, and new ones."""

    def __init__(self, game: Game, about: Iterable[str], results: Mapping[str, GroupResult]) -> None:
        """`about` is what proofs depend on besides the game. Raises TypeError for a value of unknown type."""
        self._digests = GameDigests(game, about)
        self.reading = NotedGame(game)
        self.results = {name: each for name, each in results.items() if self._digests.holds(each.made_of)}
        self.is_new = False
        """Whether there are other results than in the beginning."""

    def add(self, name: str, result: GroupResult) -> None:
        """Adds a group that was proved with what was read so far."""
        has_places = bool(result.used_acceptances) or any(each.findings for each in result.results)
        made_of = self._digests.made_of(self.reading.read, has_places=has_places)
        self.results[name] = msgspec.structs.replace(result, made_of=made_of)
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

    def group(self, game: Game) -> "_Group":
        code, entry = self.rule.code, self.entry
        if entry is None:
            package = self.rule.package if isinstance(self.rule, ListedRule) else code
            return _Group(1 if package == "counts" else 3, package)
        sources = [each.source for each in (entry.when, entry.check, entry.where) if each]
        sources += [source.source for _, source in entry.let]
        named = _named(game, f"{entry.each} {entry.written} {sources}")
        read = _named(game, str(entry.each)) | _named(game, " ".join(_CARDS.findall(" ".join(sources))))
        return _Group(0 if code == FREE and not read else 2, " ".join([code, *sorted(named)]))


class _Group(NamedTuple):
    reads: int
    """Groups with fewer probably read fewer cards."""
    name: str


_CARDS = re.compile(r"\bcards\('([\w-]++)")


def _named(game: Game, text: str) -> AbstractSet[str]:
    """The components that a text names."""
    return game.components.keys() & set(re.findall(r"[\w-]++", text))


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


def run_in_groups(proof: Proof, asked: Sequence[AskedRule], known: KnownGroups | None) -> Results:
    """The results of some rules. `proof` is one of `known.reading.game`, if anything is known."""
    groups: dict[_Group, list[int]] = {}
    for number, each in enumerate(asked):
        groups.setdefault(each.group(proof.game), []).append(number)
    results: dict[int, RuleResult] = {}
    used: set[Acceptance] = set()
    for group, numbers in sorted(groups.items(), key=lambda each: each[0].reads):
        # With other rules, it is another group.
        name = " ".join([f"{group.reads} {group.name}:", *(asked[number].rule.code for number in numbers)])
        result = known.results.get(name) if known else None
        if result is None:
            proof.used_acceptances = set()
            proved = tuple([run_rule(proof, asked[number]) for number in numbers])
            if any(each.row.tried for each in proved) or any(f.code in FAILED for f in findings_of(proved)):
                return _in_order(proof.apart(), asked, known)
            result = GroupResult(_NOTHING, proved, frozenset(proof.used_acceptances))
            if known:
                known.add(name, result)
        results.update(zip(numbers, result.results, strict=True))
        used |= result.used_acceptances
    return Results([results[number] for number in range(len(asked))], frozenset(used))


def _in_order(proof: Proof, asked: Sequence[AskedRule], known: KnownGroups | None) -> Results:
    """The results of some rules, of which nothing is known afterwards."""
    if known:
        known.clear()
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
        failing=tally.failing if rule.code == FREE else None,
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
