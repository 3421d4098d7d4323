"""What must hold in a game: ready-made rules and the game's own, proved for every configuration.

`check_game` adds the findings over a game, `check_faces` those over drawn faces; both return a row of the
table for each rule. `rule_settings` gives the types that read rules' settings. A rule is a value in `RULES`
and a module whose docstring is its page of the manual; its `needs` say what it is about, such as faces.
Other packages add rules as plug-ins, which run for the entries that name them. `clauses` are those of a
rule's sentence. `suggested_rules` are entries that a game's rows follow and that it doesn't state.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Span, Statement, nearest
from nineup.base.late_names import late_names
from nineup.base.plugins import find_plugin, guard
from nineup.base.processes import divided
from nineup.base.project import Project
from nineup.model.game import Card, Component, Game
from nineup.model.proved import Acceptance, Proved, RuleRow, in_powers
from nineup.rules.engine.card_reads import NotedGame, ReadField
from nineup.rules.engine.face_findings import ExaminedFaces, FaceResult
from nineup.rules.engine.proof import GameBacks, Proof, ProofScope
from nineup.rules.engine.rule import Need, Rule
from nineup.rules.listed import LISTED, ListedRule
from nineup.rules.running import (
    FREE,
    KnownResult,
    KnownResults,
    asked_rules,
    findings_of,
    join_results,
    names,
    run_over_faces,
    run_rule,
    run_rules,
)
from nineup.schema import Record, Type

__all__ = [
    "RULES",
    "Clause",
    "ExaminedFaces",
    "GameBacks",
    "KnownResult",
    "KnownResults",
    "Lesson",
    "Lessons",
    "Medium",
    "NotedGame",
    "PrintedSide",
    "ProofScope",
    "Proved",
    "ReadLessons",
    "RenderedFaces",
    "Rule",
    "RuleRow",
    "Shown",
    "SuggestedRule",
    "TextContrast",
    "acceptance_warnings",
    "alike_in_grey",
    "check_faces",
    "check_game",
    "clauses",
    "examine_faces",
    "in_powers",
    "is_about_faces",
    "rule_named",
    "rule_names",
    "rule_settings",
    "stopping_rules",
    "suggested_rules",
    "text_contrasts",
]


def all_rules() -> tuple[Rule, ...]:
    """All rules, with their modules imported."""
    return tuple([listed.rule() for listed in LISTED])


if TYPE_CHECKING:
    from nineup.rules.engine.ink import PrintedSide, RenderedFaces
    from nineup.rules.engine.lessons import Lesson, Lessons, Medium, ReadLessons, Shown
    from nineup.rules.looks.grey_alike import alike_in_grey
    from nineup.rules.looks.legibility import TextContrast, text_contrasts
    from nineup.rules.sentences import Clause, clauses
    from nineup.rules.suggested import SuggestedRule, suggested_rules

    RULES: tuple[Rule, ...]
    """Every rule that is listed."""


_late = late_names(
    __name__,
    {
        "looks.grey_alike": ("alike_in_grey",),
        "looks.legibility": ("TextContrast", "text_contrasts"),
        "engine.ink": ("PrintedSide", "RenderedFaces"),
        "engine.lessons": ("Lesson", "Lessons", "Medium", "ReadLessons", "Shown"),
        "sentences": ("Clause", "clauses"),
        "suggested": ("SuggestedRule", "suggested_rules"),
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
    known: KnownResults | None = None,
    lessons: "ReadLessons | None" = None,
) -> Proved:
    """Adds the findings of rules over a game, each mistake once, with its smallest configuration.

    The proof may be restricted to a `scope` of player counts and options, and to rules by code. `backs` are
    the backs of pieces; `project` has the dictionaries of its languages; `lessons` reads the texts that teach
    the game. Of what is `known`, only rules that have read something else are proved again; those
    of the same `scope` and `only`, that is.
    """
    read = known.reading.game if known else game
    shared = None
    if lessons is not None:
        from nineup.rules.engine.lessons import shared_lessons  # not needed by builds

        shared = shared_lessons(lessons, read, known.reading if known else None)
    proof = Proof(read, scope, backs=backs, project=project, lessons=shared)
    asked = asked_rules(_needed("game", game, only), game)
    results, used = run_rules(proof, asked, known)
    _add((*_unknown(game), *findings_of(results)), game, findings)
    rows = tuple([result.row for result in results])
    return Proved(rows, proof.counts, proof.possible, used_acceptances=used)


def check_faces(
    game: Game,
    rendered_faces: "RenderedFaces",
    findings: Findings,
    only: Collection[str] = (),
    processes: int = 1,
    examined: dict[str, ExaminedFaces] | None = None,
    reading: NotedGame | None = None,
) -> tuple[tuple[RuleRow, ...], frozenset[Acceptance]]:
    """Adds the findings of rules over drawn faces. Returns their rows, which hold for all player counts, and
    what was accepted.

    What is `examined` are components whose faces aren't among the drawn ones, as they were found before; the
    others are added. `reading` notes which cards are read of `game`, which is its game. Several processes
    share the work, a rule and a component at a time.
    """
    examined = {} if examined is None else examined
    examined |= examine_faces(game, rendered_faces, only=only, processes=processes, reading=reading)
    asked = asked_rules(_needed("faces", game, only), game)
    apart = [each for each in asked if each.is_by_component]
    proof = Proof(game, rendered_faces=rendered_faces)
    order = [examined[each] for each in game.components if each in examined]
    places = {id(each): place for place, each in enumerate(apart)}
    proved = [
        join_results(proof, each, [part.results[places[id(each)]] for part in order])
        if each.is_by_component
        else run_rule(proof, each)
        for each in asked
    ]
    _add(findings_of(proved), game, findings)
    return tuple([result.row for result in proved]), frozenset(proof.used_acceptances)


def examine_faces(
    game: Game,
    rendered_faces: "RenderedFaces",
    only: Collection[str] = (),
    processes: int = 1,
    reading: NotedGame | None = None,
) -> dict[str, ExaminedFaces]:
    """What rules that look at faces component by component find on drawn faces, by component; as
    `check_faces`.
    """
    asked = asked_rules(_needed("faces", game, only), game)
    apart = [each for each in asked if each.is_by_component]
    parts = rendered_faces.by_component()
    # The last rules take longest; starting with them lets all processes end at about the same time.
    work = [(id, place) for place in reversed(range(len(apart))) for id in parts]
    proofs = {id: Proof(game, rendered_faces=part) for id, part in parts.items()}

    def examine(number: int) -> tuple[FaceResult, frozenset[ReadField]]:
        id, place = work[number]
        if reading is None:
            return run_over_faces(proofs[id], apart[place]), frozenset()
        reading.read = set()
        return run_over_faces(proofs[id], apart[place]), frozenset(reading.read)

    results = dict(zip(work, divided(examine, len(work), processes), strict=True))
    examined: dict[str, ExaminedFaces] = {}
    for part in parts:
        of_part = [results[part, place] for place in range(len(apart))]
        read = frozenset[ReadField]().union(*(each for _, each in of_part))
        examined[part] = ExaminedFaces(tuple([result for result, _ in of_part]), read)
    return examined


def _needed(about: Need, game: Game, only: Collection[str]) -> list[ListedRule | Rule]:
    """The rules of a kind, optionally restricted to some codes; those with settings only if an entry requests
    them.
    """
    return [
        each
        for each in _in_use(game)
        if about in each.needs
        and (not only or each.code in only)
        and ("settings" not in each.needs or any(names(entry, each.code) for entry in game.rules))
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
    return tuple(
        f"{rule.code}/{kind}" if kind else rule.code for rule in _in_use(game) for kind in rule.accepts
    )


def _add(reports: Iterable[Diagnostic], game: Game, findings: Findings) -> None:
    reported = set[Statement]()
    with findings.limited("the others are not listed"):
        for finding in reports:
            if finding.statement not in reported:
                reported.add(finding.statement)
                findings.append(finding._replace(game=game.id))


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
