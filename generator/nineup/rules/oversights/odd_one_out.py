"""`odd-one-out`: a card, an item or a symbol that is unlike all others of its kind.

Always on, as a note, for at most five in a game, those first that stand against most others. What holds for
the cards of a component, the records in their fields (`room.doors`), pieces of one kind, the items of a list,
the symbols and lists in the data is found in them, and reported is what breaks it:

- a text that doesn't show the symbol, or say the number, of another field, as the other texts do; an id that
  isn't made of the words of the name;
- a price that doesn't follow from the cost as the others do, or a number that breaks equal steps;
- a card unlike those of its kind: another number, another symbol, other words;
- the only two cards with the same name, number or picture;
- items in another order than their list's, as they are on all other cards;
- a symbol or an action on cards that no reference explains, where one explains most others. A reference is
  a defined term, a text of the data or of a piece without a card list.

`nineup check --suggest` shows what holds as entries of `rules:`, which find mistakes whatever their number;
with `--fix` it adds them. In the studio, *Make it a rule* beside a note adds the one that it breaks.

An entry with `off` and a reason turns the rule off. A card accepts its finding.

Reported, if the points of all other doors are their cost less 1:

    - id: ruby-vein
      doors:
        - {edge: top, cost: {ruby: 2, jade: 1}, points: 3}

Accepted:

    - id: ruby-vein
      doors:
        - {edge: top, cost: {ruby: 2, jade: 1}, points: 3}
      accept: {odd-one-out: The first room is worth more.}

Turned off:

    rules:
      - odd-one-out: {off: Every card is a joke of its own.}
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import AddRule, Diagnostic, Hint, Span
from nineup.logic.expression import plain_text, symbols_in
from nineup.logic.select import is_implied
from nineup.model.game import Card, Game, Item, Rich, RuleEntry
from nineup.rules.engine.families import families
from nineup.rules.engine.patterns import DIFFERENT, Pattern, patterns
from nineup.rules.engine.proof import Proof
from nineup.rules.wording.texts import clauses, is_done, words
from nineup.schema import TEXT, Key, Record

SETTINGS = Record(
    {"off": Key(TEXT, "Why nothing of this is reported.")},
    example="odd-one-out: {off: Every card is a joke of its own.}",
)

REPORTED = 5
"""The largest number of findings in a game."""

OFTEN = 2
"""The least number of cards with an action or a symbol that needs an explanation."""


class _OddOne(NamedTuple):
    """Something that may be reported."""

    strength: int
    what: str
    """Its name in messages."""
    says: str
    span: Span
    card: Card | None = None
    twin: str = ""
    """What may be the wrong one instead."""
    rule: tuple[str, ...] = ()
    """The entry of `rules:` that it breaks, as JSON; empty without one."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    if entry is not None and entry.settings.get("off"):
        return
    reported = set[str]()
    accepted = set[str]()
    for odd in sorted(_odd_ones(proof.game), key=lambda each: -each.strength):
        # Of a row that breaks several patterns, the best supported one says enough.
        if {odd.what, odd.twin} & (reported | accepted) or len(reported) == REPORTED:
            continue
        text = "correct it, or see what holds for all others: `nineup check --suggest`"
        hint = Hint(text, *(AddRule(proof.game.span, entry) for entry in odd.rule))
        finding = Diagnostic("odd-one-out", "note", f"{odd.what}: {odd.says}", span=odd.span, hint=hint)
        findings = [finding] if odd.card is None else list(proof.unless_accepted(odd.card, [finding]))
        (reported if findings else accepted).add(odd.what)
        yield from findings


def _odd_ones(game: Game) -> Iterator[_OddOne]:
    for pattern in game_patterns(game):
        for odd in pattern.odd:
            row = pattern.family.rows[odd.row]
            place = row.place(pattern.field)
            twin = "" if odd.twin is None else pattern.family.rows[odd.twin].label
            rule = (msgspec.json.encode(rule_of(pattern)).decode(),) if pattern.rule else ()
            yield _OddOne(
                pattern.strength, row.label, odd.says, span=place, card=row.card, twin=twin, rule=rule
            )
    yield from _unexplained(game)


def game_patterns(game: Game) -> Iterator[Pattern]:
    """What holds for the rows of a game, or for all but a few."""
    for family in families(game):
        yield from patterns(family)


def rule_of(pattern: Pattern) -> dict[str, Any]:
    """The entry of `rules:` that states a pattern, which has a rule."""
    each = list(pattern.family.each) if len(pattern.family.each) > 1 else pattern.family.each[0]
    if "distinct" in pattern.rule:
        return {"distinct": {"each": each, "by": pattern.rule["distinct"]}}
    says = pattern.says.replace("`", "")
    return {"says": f"in {pattern.family.each[0]}, {says}", "each": each, **pattern.rule}


def _unexplained(game: Game) -> Iterator[_OddOne]:
    """What cards show or say several times and no reference explains, where one explains most others."""
    explained = _Explained(game)
    symbols, actions = _Seen(), _Seen()
    for component in game.components.values():
        for card in component.cards if not is_implied(component) else ():
            for field, value in card.values.items():
                if type(value) is Rich:
                    place = card.spans.get(field, card.span)
                    symbols.add(symbols_in(value), card, place)
                    actions.add(_actions(value), card, place)
    says = "no reference explains it, and it is on {} cards, first on `{}`"
    yield from symbols.lacking(explained.symbols, "the symbol `{}`", says)
    yield from actions.lacking(explained.words, "the action `{}`", says)


class _Seen:
    """The symbols or actions of cards, with how many have each and where it is first."""

    def __init__(self) -> None:
        self._cards: Counter[str] = Counter()
        self._first: dict[str, tuple[Card, Span]] = {}

    def add(self, seen: Iterable[str], card: Card, place: Span) -> None:
        for each in dict.fromkeys(seen):
            self._cards[each] += 1
            self._first.setdefault(each, (card, place))

    def lacking(self, explained: Set[str], what: str, says: str) -> Iterator[_OddOne]:
        """Those that aren't explained, if three quarters of all are."""
        often = [each for each, count in self._cards.items() if count >= OFTEN]
        lacking = [each for each in often if each.lower() not in explained]
        if len(often) - len(lacking) >= max(DIFFERENT, 3 * len(lacking)):
            for each in lacking:
                card, place = self._first[each]
                count = self._cards[each]
                yield _OddOne(count, what.format(each), says.format(count, card.id), span=place, card=card)


class _Explained:
    """The symbols and the words of a game's references, in lowercase."""

    def __init__(self, game: Game) -> None:
        self.symbols: set[str] = set()
        self.words: set[str] = set()
        for term in game.terms.values():
            self._read([Rich(term.means), *term.forms])
        self._read(game.data)
        for component in game.components.values():
            if is_implied(component):
                self._read(component.cards[0].values)
        for listed in game.lists.values():
            self._read([item.fields for item in listed.items])

    def _read(self, value: Any) -> None:
        if isinstance(value, dict):
            self._read([*value, *value.values()])
        elif isinstance(value, (list, tuple)):
            for each in value:
                self._read(each)
        elif isinstance(value, str):
            self.symbols.add(value.lower())
            if type(value) is not Item:
                self.symbols |= {symbol.lower() for symbol in symbols_in(Rich(value))}
                self.words |= {word.lower() for word in words(plain_text(value))}


def _actions(text: str) -> Iterator[str]:
    """The words that begin an instruction: `Steal 2 gems`, `Bank your Stash`."""
    for clause in clauses(text):
        verb, after = (*words(clause)[:2], "", "")[:2]
        if is_done(after) and verb.istitle() and not is_done(verb):
            yield verb
