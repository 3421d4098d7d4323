"""A free rule with `each:`: its check is evaluated for every card, item or text, and fails at the wrong
one.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from nineup.base.diagnostics import Diagnostic
from nineup.logic.expression import failed_comparisons
from nineup.logic.select import EvaluationError, Scenario, Use, Uses, in_words, used_by_expression
from nineup.model.game import RuleEntry
from nineup.rules.engine.elements import (
    OPEN_NAMES,
    Element,
    ElementSource,
    Member,
    asked_of,
    fields_named,
    place_of,
    source_of,
)
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart


def failed_sides(source: str, context: Mapping[str, Any]) -> Iterator[str]:
    """Each comparison of a check that fails in a context, if it is short enough to show."""
    comparisons = (_comparison(*each) for each in failed_comparisons(source)(context))
    yield from filter(None, comparisons)


_SIGNS = {"eq": "=", "ne": "≠", "lt": "<", "lteq": "≤", "gt": ">", "gteq": "≥", "in": "in", "notin": "not in"}


def _comparison(left: object, operator: str, right: object) -> str:
    """A failing comparison, such as `0.945 ≥ 0.95 fails`; empty if a side is too long to show."""
    sides = [_side(left), _side(right)]
    fits = all(side is not None and len(side) <= LONGEST_SIDE for side in sides)
    return f"{sides[0]} {_SIGNS[operator]} {sides[1]} fails" if fits else ""


LONGEST_SIDE = 80
"""The longest side of a comparison, in characters."""


def _side(value: object) -> str | None:
    """A value in the notation of expressions, numbers with their significant digits; None unless it is plain
    and short.
    """
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, (list, tuple)):
        if len(value) > LONGEST_SIDE:
            return None
        written = "["
        for place, each in enumerate(value):
            side = _side(each)
            if side is None or len(written) > LONGEST_SIDE:
                return None
            written += f", {side}" if place else side
        return f"{written}]"
    return str(value) if isinstance(value, (str, int)) else None


def check_each(proof: Proof, entry: RuleEntry) -> Iterator[Diagnostic]:
    """The failing elements, each with the compared values."""
    mistakes = list(_bad_names(proof, entry))
    yield from mistakes
    if not mistakes:
        work = _Each(proof, entry, tuple(source_of(proof.game, path) for path in entry.each))
        yield from proof.smallest_of(work.parts(), entry.when)
        yield from work.never_selected()


def _bad_names(proof: Proof, entry: RuleEntry) -> Iterator[Diagnostic]:
    """Names of `let:` that are invalid or already defined."""
    known = {*OPEN_NAMES, "players", "minutes", *(option.name for option in proof.game.options.values())}
    for name, source in entry.let:
        if not name.isidentifier() or not name.islower():
            hint = "use small letters, digits and underscores"
            yield Diagnostic("bad-rule", "error", f"`{name}` can't name a value", span=source.span, hint=hint)
        elif name in known:
            message = f"`{name}` already has a meaning here"
            yield Diagnostic("bad-rule", "error", message, span=source.span, hint="choose another name")


class _Each:
    """One entry at work. Each part of the question is about the elements that depend on the same choices."""

    def __init__(self, proof: Proof, entry: RuleEntry, sources: tuple[ElementSource, ...]) -> None:
        self.proof = proof
        self.entry = entry
        self.sources = sources
        self.selected = self.examined = False
        given = (entry.check, entry.where, *(source for _, source in entry.let))
        self._checks = [each for each in given if each is not None]
        self._asked = asked_of(sources, self._checks)

    def parts(self) -> Iterator[QuestionPart]:
        """A part for the elements that depend on the same choices."""
        game = self.proof.game
        own = frozenset[Use]().union(*(used_by_expression(game, check) for check in self._checks))
        groups: dict[tuple[Uses, tuple[tuple[str, str], ...]], list[Member]] = {}
        for member in [member for source in self.sources for member in source.members(game)]:
            uses = own | member.uses | (member.copies if "copies" in self._asked else frozenset())
            before = member.before if "index" in self._asked else ()
            groups.setdefault(
                (uses, tuple([(component.id, card.id) for component, card in before])), []
            ).append(member)
        for (uses, _), members in groups.items():
            before = members[0].before if "index" in self._asked else ()
            addends = [self.proof.presence(*each, total="cards before") for each in before]
            yield QuestionPart(uses, addends, examine=partial(self._examine, members))

    def _examine(self, members: Iterable[Member], scenario: Scenario) -> Iterator[Diagnostic]:
        self.examined = True
        for member in members:
            for element in member.elements(scenario, self._asked):
                yield from self._findings(element, scenario)

    def _findings(self, element: Element, scenario: Scenario) -> Iterator[Diagnostic]:
        entry, names = self.entry, dict(element.names)
        assert entry.check is not None
        try:
            if not scenario.holds(entry.where, names):
                return
            self.selected = True
            for name, source in entry.let:
                names[name] = scenario.value(source, names)
            holds = scenario.holds(entry.check, names)
        except EvaluationError as broken:
            broken_check = self.proof.unless_too_large(broken)
            yield broken_check._replace(message=f"{element.label}: {broken_check.message}")
            return
        if not holds:
            says = " ".join(entry.says.split()).rstrip(".")
            sources = (source.source for source in (entry.check, *(source for _, source in entry.let)))
            place = place_of(element, fields_named(sources), scenario.game)
            values = _values(entry, scenario, names)
            finding = Diagnostic("rule", entry.severity, f"{element.label}: {says}", span=place, hint=values)
            finding = finding._replace(rule=entry.check.span, fact=f" {element.label}")
            if element.card is not None:
                yield from self.proof.unless_accepted(element.card, [finding])
            else:
                yield finding

    def never_selected(self) -> Iterator[Diagnostic]:
        """A warning if `where` never selects anything, which is most likely a mistake."""
        where = self.entry.where
        is_sure = not self.proof.is_narrowed and not self.proof.tally.tried
        if where is not None and self.examined and not self.selected and is_sure:
            message = f"`{' '.join(where.source.split())}` selects nothing of `{', '.join(self.entry.each)}`"
            yield Diagnostic("rule", "warning", message, span=where.span, hint="the check is never made")


def _values(entry: RuleEntry, scenario: Scenario, names: Mapping[str, Any]) -> str:
    """Both sides of the failing comparisons, then the values of `let`."""
    assert entry.check is not None
    sides = failed_sides(entry.check.source, {**scenario.context, **names})
    return "; ".join([*sides, *(f"{name} = {in_words(names[name])}" for name, _ in entry.let)])
