"""A free rule with `each:`: its check is made for every card, item or text, and fails at the one that is wrong."""

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
    """Names of `let:` that are no names, or mean something already."""
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
        own = [entry.check, entry.where, *(source for _, source in entry.let)]
        self._own = sorted(frozenset().union(*(used_by_expression(proof.game, each) for each in own)))
        self.uses = frozenset(self._own).union(*(source.uses(proof.game) for source in sources))
        self._known: dict[Any, tuple[Diagnostic, ...]] = {}

    def examine(self, scenario: Scenario) -> Iterator[Diagnostic]:
        if not scenario.holds(self.entry.when):
            return
        self.examined = True
        chosen = [scenario.players if id == "players" else scenario.options[id] for id in self._own]
        for source in self.sources:
            for element in source.elements(scenario):
                key = (element.key, *chosen)
                if key not in self._known:
                    self._known[key] = tuple(self._found(element, scenario))
                yield from self._known[key]

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
            message = f"{element.label}: {broken.diagnostic.message}"
            yield broken.diagnostic._replace(message=message)
            return
        if not holds:
            says = " ".join(entry.says.split()).rstrip(".")
            sources = (source.source for source in (entry.check, *(source for _, source in entry.let)))
            place = place_of(element, fields_named(sources), scenario.game)
            values = _values(entry, scenario, names)
            finding = Diagnostic("rule", entry.severity, f"{element.label}: {says}", place, values)
            finding = finding._replace(rule=entry.check.span)
            if element.card is not None:
                yield from self.proof.unless_meant(element.card, "rule", [finding])
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
