"""A free rule with `each:`: its check is made for every card, item or text, and fails at the one that is wrong."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nineup.diagnostics import Diagnostic
from nineup.game import RuleEntry
from nineup.rules.comparison import failed_sides
from nineup.rules.elements import (
    OPEN_NAMES,
    Element,
    Source,
    fields_named,
    place_of,
    source_of,
    used_by_texts_of,
)
from nineup.rules.proof import Proof
from nineup.select import EvaluationError, Scenario, in_words, used_by_expression


def check_each(proof: Proof, entry: RuleEntry) -> Iterator[Diagnostic]:
    """What does not hold, each at its element with the values that were compared."""
    found = [source_of(proof.game, path, entry.span) for path in entry.each]
    mistakes = [each for each in found if isinstance(each, Diagnostic)] + list(_bad_names(proof, entry))
    yield from mistakes
    if not mistakes:
        work = _Each(proof, entry, tuple(each for each in found if not isinstance(each, Diagnostic)))
        yield from proof.smallest(work.uses, work.examine, entry.when)
        yield from work.never_selected()


def _bad_names(proof: Proof, entry: RuleEntry) -> Iterator[Diagnostic]:
    """Names of `let:` that are not names, or mean something already."""
    known = {*OPEN_NAMES, "players", "minutes", *(option.name for option in proof.game.options.values())}
    for name, source in entry.let:
        if not name.isidentifier() or not name.islower():
            hint = "use small letters, digits and underscores"
            yield Diagnostic("bad-rule", "error", f"`{name}` can't name a value", source.span, hint)
        elif name in known:
            message = f"`{name}` already has a meaning here"
            yield Diagnostic("bad-rule", "error", message, source.span, "choose another name")


class _Each:
    """One entry at work: results are kept by element and by the choices that its expressions depend on."""

    def __init__(self, proof: Proof, entry: RuleEntry, sources: tuple[Source, ...]) -> None:
        self.proof = proof
        self.entry = entry
        self.sources = sources
        self.selected = self.examined = False
        sources_ = [
            source for source in (entry.check, entry.where, *(s for _, s in entry.let)) if source is not None
        ]
        own = [used_by_expression(proof.game, each) for each in sources_]
        own += [used_by_texts_of(proof.game, source) for source in sources]
        self._own = sorted(frozenset[str]().union(*own))
        counted = any(re.search(r"\b(?:copies|total)\b", source.source) for source in sources_)
        there = [source.uses(proof.game) if counted else source.presence(proof.game) for source in sources]
        self.uses = frozenset(self._own).union(*there)
        self._clean: set[Any] = set()
        """The keys, with the choices, of which nothing was found."""
        self._known: dict[Any, list[Diagnostic]] = {}
        self._total = (
            sum(1 for source in sources for _ in source.all_keys()) if not (self._own or counted) else -1
        )

    def examine(self, scenario: Scenario) -> Iterator[Diagnostic]:
        if len(self._clean) == self._total or not scenario.holds(self.entry.when):
            return
        self.examined = True
        chosen = scenario.values_of(self._own)
        clean, known = self._clean, self._known
        for source in self.sources:
            found: dict[Any, list[Diagnostic]] = {}
            for element in source.elements(scenario, lambda key: (key, chosen) in clean):
                place = (element.key, chosen)
                if place not in known:
                    found.setdefault(place, []).extend(self._found(element, scenario))
                elif place not in found:
                    found[place] = known[place]
            for place, findings in found.items():
                if findings:
                    known[place] = findings
                    yield from findings
                else:
                    clean.add(place)

    def _found(self, element: Element, scenario: Scenario) -> Iterator[Diagnostic]:
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
            found = self.proof.unless_too_large(broken)
            yield found._replace(message=f"{element.label}: {found.message}")
            return
        if not holds:
            says = " ".join(entry.says.split()).rstrip(".")
            sources = (source.source for source in (entry.check, *(source for _, source in entry.let)))
            place = place_of(element, fields_named(sources), scenario.game)
            values = _values(entry, scenario, names)
            finding = Diagnostic("rule", entry.severity, f"{element.label}: {says}", place, values)
            finding = finding._replace(rule=entry.check.span)
            if element.card is not None:
                yield from self.proof.unless_accepted(element.card, [finding])
            else:
                yield finding

    def never_selected(self) -> Iterator[Diagnostic]:
        """A warning where `where` never selects anything, which is most likely a slip."""
        where = self.entry.where
        if where is not None and self.examined and not self.selected and not self.proof.is_narrowed:
            message = f"`{' '.join(where.source.split())}` selects nothing of `{', '.join(self.entry.each)}`"
            yield Diagnostic("rule", "warning", message, where.span, "the check is never made")


def _values(entry: RuleEntry, scenario: Scenario, names: Mapping[str, Any]) -> str:
    """Both sides of what fails, then what `let` gave."""
    assert entry.check is not None
    sides = failed_sides(entry.check.source, {**scenario.context, **names})
    return "; ".join([*sides, *(f"{name} = {in_words(names[name])}" for name, _ in entry.let)])
