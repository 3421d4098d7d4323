"""`agrees`: what a text mentions is in play whenever its card is, and agrees with the card's other fields.

Settings: `each` names components, fields of them, lists or data, as in a free rule (default: every
component), and `text` the fields to read (default: all). Whatever they mention must be in play wherever the
card is: an item that an option chooses, its symbol or its name, and a component that has a `when`. So a card
with `color: red` needs the `when` of a red card, and its text may not mention another color.

With `with`, the text is compared with other fields of the card instead:

- a number must be in the text;
- an item or a list of items must be exactly the symbols in the text, and a cost (`counts-of`) as many of
  each;
- a text of symbols, such as the corner of a card, must summarise the text: the same actions in the same
  order, each with numbers and symbols that the text has. Actions are the symbols in `actions` or, without
  these, those named like a defined term. `nouns` are words that mean a symbol after a number: 2 Gems, where
  the corner shows `2 {any}`. `words` mean one wherever they are: the player to your left, where it shows
  `{left}`.

Bad, because the corner and the text differ:

    rules:
      - agrees: {each: player-deck, text: text, with: corner, nouns: {any: [Gem, Gems]}}
    # corner: "{take} 2 {white}"      text: Take 1 {white}.

Good:

    # corner: "{take} 2 {white}"      text: Take 2 {white}.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from nineup.base.diagnostics import Diagnostic
from nineup.logic.expression import numbers_in, plain_text, symbols_in
from nineup.logic.select import Scenario, SetItem, Uses, is_implied, used_by_card, used_by_expression
from nineup.model.game import Component, Expression, Game, Item, Rich, RuleEntry
from nineup.rules.engine.elements import (
    ComponentCards,
    Element,
    ElementSource,
    Member,
    asked_of,
    place_of,
    source_of,
)
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart, by_uses
from nineup.rules.wording.instructions import disagreement, of_summary, of_text
from nineup.rules.wording.texts import strings_in
from nineup.schema import ELEMENTS, FIELD, FORMULA, NODE, TEXT, Key, ListOf, MapOf, Record, field_of

SETTINGS = Record(
    {
        "each": Key(ListOf(ELEMENTS, lone=True), "What is checked; default: every component.", default=()),
        "text": Key(ListOf(FIELD, lone=True), "The fields that are read; default: all.", default=()),
        "with": Key(ListOf(FIELD, lone=True), "The fields that the text is compared with.", default=()),
        "where": Key(FORMULA, "For which of `each` it must hold."),
        "actions": Key(ListOf(TEXT, lone=True), "The symbols of actions in a summary.", default=()),
        "nouns": Key(
            MapOf(ListOf(TEXT, lone=True), keys=NODE),
            "Words that mean a symbol after a number, by the symbol.",
            default={},
        ),
        "words": Key(
            MapOf(ListOf(TEXT, lone=True), keys=NODE),
            "Words that mean a symbol wherever they are, by the symbol.",
            default={},
        ),
    },
    example="agrees: {each: spell, text: text, with: cost}",
    checks=(field_of("each", "text", "with", nested=False),),
)

Finding = tuple[str, str, str, str]
"""The field, its subject, what is wrong, and a hint."""


class _Gate(NamedTuple):
    """Something that is not always in play: an item of an option, or a component with a condition."""

    option: str
    item: str
    component: Component | None = None

    def uses(self, game: Game) -> Uses:
        """The uses that decide whether it is in play."""
        if self.component is not None:
            return ComponentCards(self.component).presence(game)
        several = game.options[self.option].kind == "some"
        return frozenset([SetItem(self.option, self.item) if several else self.option])

    def is_open(self, scenario: Scenario) -> bool:
        if self.component is not None:
            return bool(scenario.cards(self.component))
        chosen = scenario.options[self.option]
        return self.item in chosen if isinstance(chosen, tuple) else self.item == chosen


class _Said(NamedTuple):
    """The content of one element: how its fields differ, and what it names in which field."""

    differences: tuple[Finding, ...]
    named: tuple[tuple[str, str, _Gate], ...]


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    paths = entry.settings["each"] or tuple(proof.game.components)
    work = _Agreement(proof, entry, tuple(source_of(proof.game, path) for path in paths))
    yield from proof.smallest_of(work.parts(), entry.when)


class _Agreement:
    """One entry at work. The names in an element, and the agreement of its fields, are computed once."""

    def __init__(self, proof: Proof, entry: RuleEntry, sources: tuple[ElementSource, ...]) -> None:
        game, settings = proof.game, entry.settings
        self.proof = proof
        self.entry = entry
        self.sources = sources
        self.text, self.other = settings["text"], settings["with"]
        self.where: Expression | None = settings.get("where")
        self.nouns = {word: id for id, words in settings["nouns"].items() for word in words}
        self.words: dict[str, list[str]] = {}
        for id, words in settings["words"].items():
            for word in words:
                self.words.setdefault(word, []).append(id)
        self.actions = dict(_actions(game, settings["actions"]))
        self.names = _GatedNames(game)
        self._asked = asked_of(sources, [self.where] if self.where else [])

    def parts(self) -> Iterator[QuestionPart]:
        """A part for each set of choices, and one for everything that always agrees."""
        game = self.proof.game
        own = used_by_expression(game, self.where)
        asked = by_uses(
            (own | uses, (source, member, known))
            for source in self.sources
            for member in source.members(game)
            for uses, known in self._of_member(source, member)
        )
        for uses, group in asked.items():
            yield QuestionPart(uses, examine=partial(self._examine, group))

    def _of_member(
        self, source: ElementSource, member: Member
    ) -> Iterator[tuple[Uses, "tuple[_Said, ...] | None"]]:
        """The uses that decide whether a member agrees, and the content of its elements, unless it is
        computed for each run.

        None for a member that always agrees.
        """
        uses = member.uses.union(member.copies if "copies" in self._asked else ())
        if "index" in self._asked:
            uses = uses.union(*(used_by_card(self.proof.game, *each) for each in member.before))
        if member.is_computed:
            yield uses | (frozenset() if self.other else self.names.uses), None
            return
        known = tuple([self._said(_fields(item, source)) for item in member.items])
        if self.where is not None or any(said.differences or said.named for said in known):
            gates = [gate for said in known for _, _, gate in said.named]
            yield uses.union(*(gate.uses(self.proof.game) for gate in gates)), known

    def _said(self, values: Mapping[str, Any]) -> "_Said":
        return _Said(tuple(self._differences(values)), tuple(self._named(values)))

    def _examine(
        self, group: Iterable[tuple[ElementSource, Member, "tuple[_Said, ...] | None"]], scenario: Scenario
    ) -> Iterator[Diagnostic]:
        for source, member, known in group:
            for number, element in enumerate(member.elements(scenario, self._asked)):
                if scenario.holds(self.where, element.names):
                    said = known[number] if known else self._said(_fields(element.names["item"], source))
                    yield from self._findings(element, (*said.differences, *_missing(said, scenario)))

    def _findings(self, element: Element, findings: Iterable[Finding]) -> Iterator[Diagnostic]:
        for field, about, wrong, hint in findings:
            place = place_of(element, iter((field,)), self.proof.game)
            message = f"{element.label}: `{field}` {wrong}" if field else f"{element.label}: it {wrong}"
            fact = f" {element.label} {field} {about}"
            finding = Diagnostic("agrees", self.entry.severity, message, span=place, hint=hint, fact=fact)
            if element.card is not None:
                yield from self.proof.unless_accepted(element.card, [finding])
            else:
                yield finding

    def _named(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str, _Gate]]:
        for field, value in values.items():
            if not self.other and (not self.text or field in self.text):
                yield from ((field, what, gate) for what, gate in self.names.of(value))

    def _differences(self, values: Mapping[str, Any]) -> Iterator[Finding]:
        text = [values[field] for field in self.text if values.get(field) is not None]
        for field in self.other if text else ():
            value = values.get(field)
            if value is not None:
                yield from ((field, "", wrong, hint) for wrong, hint in self._difference(text, value))

    def _difference(self, text: list[Any], value: Any) -> Iterator[tuple[str, str]]:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if value not in numbers_in(text):
                yield f"is {value}, which the text doesn't say", _reading(numbers_in(text))
        elif isinstance(value, Mapping):
            said, counted = _amounts(text), Counter({str(key): n for key, n in value.items()})
            if said != counted:
                yield f"is {_counts(counted)}, but the text says {_counts(said)}", ""
        elif type(value) is Rich:
            said_, shown = (
                of_text("\n".join(map(str, text)), self.actions, self.nouns, meant=self.words),
                of_summary(value, self.actions.values()),
            )
            if (differing := disagreement(said_, shown)) is not None:
                yield f"shows {differing[1]} where the text says {differing[0]}", ""
        elif set(symbols_in(value)) != set(symbols_in(text)):
            names = _symbols(symbols_in(text))
            yield f"is {_symbols(symbols_in(value))}, but the text shows {names}", ""


def _missing(said: _Said, scenario: Scenario) -> Iterator[Finding]:
    """What is named but not in play, each with the first field that names it."""
    absent: dict[str, list[str]] = {}
    for field, what, gate in said.named:
        if not gate.is_open(scenario):
            absent.setdefault(what, []).append(field)
    for what, fields in absent.items():
        yield fields[0], what, f"names {what}, which is not in play", _also(fields)


def _fields(item: Any, source: ElementSource) -> Mapping[str, Any]:
    """The fields of an element, and the name of a piece without a card list; a single text is one without a
    name.
    """
    if type(item) is Item:
        return item.fields
    if not isinstance(item, Mapping) or any(type(key) is Item for key in item):
        return {"": item}
    if isinstance(source, ComponentCards) and is_implied(source.component):
        return {"name": Rich(source.component.name), **item}
    return item


def _also(fields: list[str]) -> str:
    return f"named in {', '.join(f'`{field}`' for field in fields)}" if len(fields) > 1 else ""


def _actions(game: Game, given: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The words for each action, and its symbol: the forms of the term with the symbol's name."""
    by_name = {form: term for term in game.terms.values() for form in term.forms}
    for symbol in game.symbols.values():
        term = by_name.get(symbol.name)
        if symbol.id in given if given else term is not None:
            yield from ((form, symbol.id) for form in (term.forms if term else (symbol.name,)))


class _GatedNames:
    """Everything that may be left out of a game, by the ids and words that name it."""

    def __init__(self, game: Game) -> None:
        self.ids: dict[str, _Gate] = {}
        words: dict[str, _Gate] = {}
        self.uses: Uses = frozenset()
        for option in game.options.values():
            if option.kind != "switch":
                self.uses |= {option.id}
                self.ids |= {str(item): _Gate(option.id, str(item)) for item in option.values}
        for id, gate in self.ids.items():
            option = game.options[gate.option]
            item = next(item for item in option.values if item == id)
            known = [str(item.fields["name"])] if option.kind == "some" else []
            known += [game.symbols[id].name] if id in game.symbols else []
            words |= {name: gate for name in known if name[:1].isupper()}
        for component in game.components.values():
            if component.when is not None:
                self.uses |= ComponentCards(component).presence(game)
                words |= dict.fromkeys(_forms(component.name), _Gate("", component.id, component))
        longest = sorted(words, key=len, reverse=True)
        self._words = words
        self._pattern = (
            re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?![\w’'])") if words else None
        )
        self._of_symbol = {symbol.id: tuple(self._in_words(symbol.name)) for symbol in game.symbols.values()}

    def of(self, value: Any) -> Iterator[tuple[str, _Gate]]:
        """The gated names in a value: in words, and when they are in play."""
        if isinstance(value, str) and type(value) is not Item and str(value) in self.ids:
            yield f"`{value}`", self.ids[value]
        for id in dict.fromkeys(symbols_in(value) if not isinstance(value, (bool, int, float)) else ()):
            if id in self.ids:
                yield f"`{id}`", self.ids[id]
            elif id in self._of_symbol:
                yield from self._of_symbol[id]
        for text in strings_in(value):
            if type(text) is Rich:
                yield from self._in_words(plain_text(text))

    def _in_words(self, text: str) -> Iterator[tuple[str, _Gate]]:
        for word in dict.fromkeys(self._pattern.findall(text) if self._pattern else ()):
            yield f"`{word}`", self._words[word]


def _forms(name: str) -> tuple[str, ...]:
    """A component's name in the singular and in the plural."""
    return (name, name[:-1]) if name.endswith("s") else (name, f"{name}s")


def _amounts(text: list[Any]) -> Counter[str]:
    """The count of each symbol in a text: the number right before it, or else its occurrences."""
    counts: Counter[str] = Counter()
    for each in text:
        for count, id in re.findall(r"(?:(?<!\d)(\d++)\s*+)?(?<!\])\{([^{}]*+)\}", str(each)):
            counts[id] += _amount(count)
    return counts


def _amount(digits: str) -> int:
    """The number before a symbol: 1 without digits.

    Digits after the 16th, beyond the value of any field, are ignored.
    """
    return int(digits.lstrip("0")[:16] or 0) if digits else 1


def _counts(counts: Counter[str]) -> str:
    return " + ".join(f"{count} {id}" for id, count in sorted(counts.items())) or "nothing"


def _symbols(ids: Iterable[str]) -> str:
    return ", ".join(f"`{id}`" for id in dict.fromkeys(ids)) or "nothing"


def _reading(numbers: tuple[int | float, ...]) -> str:
    return f"it says {', '.join(map(str, numbers))}" if numbers else "it says no number"
