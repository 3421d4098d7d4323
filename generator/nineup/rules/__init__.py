"""What must hold in a game: ready-made rules and the game's own, proved for every configuration.

`check_game` adds the findings over a game, `check_faces` those over drawn faces; both return a row of the
table for each rule. `rule_settings` gives the types that read rules' settings. A rule is a value in `RULES`
and a module whose docstring is its page of the manual; its `needs` say what it is about, such as faces.
Other packages add rules as plug-ins, which run for the entries that name them. `clauses` are those of a
rule's sentence.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Span, Statement, nearest
from nineup.base.late_names import late_names
from nineup.base.plugins import PluginError, find_plugin, guard
from nineup.base.processes import divided
from nineup.base.project import Project
from nineup.model.game import Card, Component, Game, RuleEntry
from nineup.model.proved import Acceptance, Proved, RuleRow, Sample, in_powers
from nineup.rules.engine.proof import GameBacks, Proof, ProofScope
from nineup.rules.engine.rule import Need, Rule
from nineup.rules.engine.tally import NOT_PROVED, RuleTally, is_violation
from nineup.rules.listed import LISTED, ListedRule
from nineup.schema import Record, Type

__all__ = [
    "RULES",
    "Clause",
    "GameBacks",
    "PrintedSide",
    "ProofScope",
    "Proved",
    "RenderedFaces",
    "Rule",
    "RuleRow",
    "acceptance_warnings",
    "alike_in_grey",
    "check_faces",
    "check_game",
    "clauses",
    "in_powers",
    "is_about_faces",
    "rule_named",
    "rule_names",
    "rule_settings",
    "stopping_rules",
]

FREE = "rule"
"""The code of the rules that a game states itself, which have no further settings."""


def all_rules() -> tuple[Rule, ...]:
    """All rules, with their modules imported."""
    return tuple([listed.rule() for listed in LISTED])


if TYPE_CHECKING:
    from nineup.rules.engine.ink import PrintedSide, RenderedFaces
    from nineup.rules.looks.grey_alike import alike_in_grey
    from nineup.rules.sentences import Clause, clauses

    RULES: tuple[Rule, ...]
    """Every rule that is listed."""


_late = late_names(
    __name__,
    {
        "looks.grey_alike": ("alike_in_grey",),
        "engine.ink": ("PrintedSide", "RenderedFaces"),
        "sentences": ("Clause", "clauses"),
    },
)


def __getattr__(name: str) -> Any:
    return all_rules() if name == "RULES" else _late(name)


_BY_CODE = {listed.code: listed for listed in LISTED}


def rule_named(code: str) -> Rule | None:
    """The rule with this code, ours or a plug-in; None if there is none. Raises PluginError."""
    return _BY_CODE[code].rule() if code in _BY_CODE else _plugin(code)


def _plugin(code: str) -> Rule | None:
    """A rule of another package. It runs for the entries that name it, even if it needs no settings."""
    rule = find_plugin("rules", code, Rule) if code not in _BY_CODE else None
    return msgspec.structs.replace(rule, needs=rule.needs | {"settings"}) if rule is not None else None


def _plugins(game: Game) -> tuple[Rule, ...]:
    """The rules of other packages that a game's entries name, in their order."""
    codes = dict.fromkeys(entry.name for entry in game.rules if entry.name and entry.name not in _BY_CODE)
    return tuple([rule for code in codes if (rule := _plugin(code)) is not None])


def _in_use(game: Game) -> tuple[ListedRule | Rule, ...]:
    """Ours, and those that the game's entries name."""
    return (*LISTED, *_plugins(game))


def stopping_rules(game: Game) -> tuple[str, ...]:
    """The codes of the rules that can find an error in a game, which stops a build; others only give warnings
    and notes.
    """
    return tuple([rule.code for rule in _in_use(game) if rule.severity == "error"])


def is_about_faces(codes: Collection[str]) -> bool:
    """Whether any of these rules is about drawn faces."""
    return any("faces" in rule.needs for code in codes if (rule := _BY_CODE.get(code) or _plugin(code)))


def rule_names() -> tuple[str, ...]:
    """The names that an entry of `rules:` may have; an entry with its own `check` has none."""
    return tuple(rule_settings())


def rule_settings() -> Mapping[str, Type]:
    """The settings types of all rules that an entry of `rules:` may name."""
    return _RuleSettings()


class _RuleSettings(Mapping[str, Type]):
    """By code; a rule's module is imported when its settings are requested. Only our own rules are listed."""

    _listed: Final = {
        each.code: each
        for each in LISTED
        if each.configurable or ("settings" in each.needs and each.code != FREE)
    }

    def __getitem__(self, code: str) -> Type:
        if code not in self._listed:
            return _plugin_settings(code)
        settings = self._listed[code].rule().settings
        assert settings is not None
        return settings

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


class _PluginSettings(msgspec.Struct, frozen=True):
    """The settings type of a plug-in, whose mistakes are sentences."""

    read: Callable[..., Any]
    schema: Callable[..., dict[str, Any]]


def _plugin_settings(code: str) -> Type:
    """Raises KeyError if there is no such plug-in, PluginError if it can't be used."""
    rule = _plugin(code)
    if rule is None:
        raise KeyError(code)
    settings = rule.settings or Record({})
    return _PluginSettings(guard("rules", code, settings.read), guard("rules", code, settings.schema))


def check_game(
    game: Game,
    findings: Findings,
    scope: ProofScope = ProofScope(),  # noqa: B008
    only: Collection[str] = (),
    backs: GameBacks = GameBacks(),  # noqa: B008
    project: Project | None = None,
) -> Proved:
    """Adds the findings of rules over a game, each mistake once, with its smallest configuration.

    The proof may be restricted to a `scope` of player counts and options, and to rules by code. `backs` are
    the backs of pieces; `project` has the dictionaries of its languages.
    """
    proof = Proof(game, scope, backs=backs, project=project)
    rules = _needed("game", game, only)
    rows: list[RuleRow] = []
    _add((*_unknown(game), *_run(proof, rules, rows)), game, findings)
    return Proved(
        tuple(rows), proof.counts, proof.possible, used_acceptances=frozenset(proof.used_acceptances)
    )


def check_faces(
    game: Game,
    rendered_faces: "RenderedFaces",
    findings: Findings,
    only: Collection[str] = (),
    processes: int = 1,
) -> tuple[tuple[RuleRow, ...], frozenset[Acceptance]]:
    """Adds the findings of rules over drawn faces. Returns their rows, which hold for all player counts, and
    what was accepted.

    With several processes, each rule is proved in one of them.
    """
    rules = _needed("faces", game, only)
    proof = Proof(game, rendered_faces=rendered_faces)

    def prove(number: int) -> tuple[list[RuleRow], list[Diagnostic], set[Acceptance]]:
        rows: list[RuleRow] = []
        # The last ones take longest; starting with them lets all processes end at about the same time.
        reported = list(_run(proof, [rules[-1 - number]], rows))
        return rows, reported, proof.used_acceptances

    proved = divided(prove, len(rules), processes)[::-1]
    _add((finding for _, reported, _ in proved for finding in reported), game, findings)
    rows = [row for rows, _, _ in proved for row in rows]
    return tuple(rows), frozenset().union(*(accepted for _, _, accepted in proved))


def _needed(about: Need, game: Game, only: Collection[str]) -> list[Rule]:
    """The rules of a kind, optionally restricted to some codes; those with settings only if an entry requests
    them.
    """
    return [
        each.rule() if isinstance(each, ListedRule) else each
        for each in _in_use(game)
        if about in each.needs
        and (not only or each.code in only)
        and ("settings" not in each.needs or any(_names(entry, each.code) for entry in game.rules))
    ]


def acceptance_warnings(game: Game) -> Iterator[tuple[Acceptance, Diagnostic]]:
    """Each acceptance by the place of its card or component and its key, with the warning for one that
    matched no finding of a complete proof.
    """
    accepting = [record for record in _records(game) if record.accept]
    keys = _acceptable(game) if accepting else ()
    for record in accepting:
        for key in record.accept:
            if key in keys:
                message = f"`{record.id}` accepts `{key}`, but there is nothing to accept"
                warning = Diagnostic(
                    "unused-accept", "warning", message, span=_accept_span(record), hint="delete it"
                )
                yield Acceptance(record.span, key), warning._replace(game=game.id)


def _acceptable(game: Game) -> tuple[str, ...]:
    rules = (*all_rules(), *_plugins(game))
    return tuple(f"{rule.code}/{kind}" if kind else rule.code for rule in rules for kind in rule.accepts)


def _add(reports: Iterable[Diagnostic], game: Game, findings: Findings) -> None:
    reported = set[Statement]()
    with findings.limited("the others are not listed"):
        for finding in reports:
            if finding.statement not in reported:
                reported.add(finding.statement)
                findings.append(finding._replace(game=game.id))


def _run(proof: Proof, rules: Sequence[Rule], rows: list[RuleRow]) -> Iterator[Diagnostic]:
    """Runs some rules, each on its own or once for each entry that configures it; a row for each."""
    for rule in rules:
        alone = "settings" not in rule.needs
        entries = (
            [entry for entry in proof.game.rules if _names(entry, rule.code)]
            if rule.settings or not alone
            else []
        )
        for entry in entries or ((None,) if alone else ()):
            proof.tally = tally = RuleTally()
            try:
                findings = [_asked(finding, entry) for finding in rule.check(proof, entry)]
            except PluginError as error:
                place = entry.span if entry else proof.game.span
                findings = [Diagnostic("broken-plugin", "error", str(error), span=place)]
            is_broken = any(is_violation(f) for f in findings)
            if not tally.held or (is_broken and all(tally.held.values())):
                proof.mark(proof.counts if findings or alone else (), not is_broken)
            for players in tally.tried:  # A sample may have missed the rule's `when`.
                tally.held.setdefault(players, True)
            notes = sum(finding.severity == "note" for finding in findings)
            label = _label(rule, entry)
            tried = dict(tally.tried)
            rows.append(
                RuleRow(
                    *(label, rule.code, tally.held, tally.figures, rule.figure, notes, len(tally.accepted)),
                    *(tried, entry.span if entry else None, tuple(findings)),
                )
            )
            yield from findings
            if tried and not any(finding.code == NOT_PROVED for finding in findings):
                yield _not_proved(proof.game, label, entry, tried=tried)


def _not_proved(game: Game, label: str, entry: RuleEntry | None, tried: Mapping[int, Sample]) -> Diagnostic:
    """A warning that a rule was only tried on a sample."""
    number, of = max(tried.values(), key=lambda sample: sample.of)
    message = f"not proved: {number:,} of {in_powers(of)} configurations of `{label}` were tried"
    hint = "split the rule into several that look at fewer options each"
    return Diagnostic(NOT_PROVED, "warning", message, span=entry.span if entry else game.span, hint=hint)


def _asked(finding: Diagnostic, entry: RuleEntry | None) -> Diagnostic:
    """A finding with the place of the entry that requests it, if it is shown elsewhere."""
    if entry is None or entry.check is not None or finding.span in (None, entry.span):
        return finding
    return finding._replace(rule=entry.span)


def _label(rule: Rule, entry: RuleEntry | None) -> str:
    """A rule's label in tables: for a free one what it says."""
    if entry is None or entry.check is None:
        return rule.code
    return " ".join((entry.says or entry.check.source).split()).rstrip(".")


def _names(entry: RuleEntry, code: str) -> bool:
    return entry.check is not None if code == FREE else entry.check is None and entry.name == code


def _unknown(game: Game) -> Iterator[Diagnostic]:
    """Unknown names of rules: in entries, and in acceptances."""
    known = rule_names()
    for entry in game.rules:
        if entry.check is None and entry.name not in known and _plugin(entry.name) is None:
            message = f"there is no rule `{entry.name}`"
            yield Diagnostic(
                "unknown-rule", "error", message, span=entry.span, hint=nearest(entry.name, known)
            )
    accepting = [record for record in _records(game) if record.accept]
    keys = _acceptable(game) if accepting else ()
    for record in accepting:
        for key in record.accept:
            if key not in keys:
                why = _not_acceptable(key.partition("/")[0])
                message = f"`{record.id}` accepts `{key}`, {why}"
                yield Diagnostic(
                    "unknown-rule", "error", message, span=_accept_span(record), hint=nearest(key, keys)
                )


def _not_acceptable(code: str) -> str:
    rule = rule_named(code)
    if rule is None:
        return "which no rule reports"
    return "but only kinds of it can be accepted" if rule.accepts else "which can't be accepted"


def _records(game: Game) -> list[Component | Card]:
    """Everything that may accept findings."""
    components = game.components.values()
    return [*components, *(card for component in components for card in component.cards)]


def _accept_span(record: Component | Card) -> Span:
    return record.spans.get("accept", record.span)
