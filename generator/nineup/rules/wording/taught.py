"""`taught`: players can learn the game from what is printed.

Texts say what they teach, each in its own place:

- a text of a layout by `n:teaches="winner, ties"`. It counts if the face is printed in the run, and the text
  is drawn and not empty;
- a card by `teaches: [winner]`, if it is in the run and has a text;
- a part of `rules.md` by the line `<!-- teaches: winner, ties -->` below its heading, if there is text up to
  the next heading. `build` prints the rules of the whole box in every run.

An entry lists topics, and each run must have a text that teaches them; a finding has the smallest run without
one.

    rules:
      - taught: [setup, winner]
      - taught: {topics: rage, in: pieces}
        when: "'red' in colors"

- `topics` are words of your own. A list alone is short for them.
- `each` asks for a topic for each element: of symbols and terms, for those in use in a run (in a text of a
  card that the run has, of the data, of a term or of a layout, which may also show a symbol by `n:symbol` or
  by the file of its art); otherwise for each card, item of a list, or element of data.
- `topic` is an expression for the name of an element's topic, from the element alone; default its id.
- `text` is a field of these elements: the text that teaches must contain it, and it must not be empty.
- `where` selects some of the elements, as in other rules.
- `in` is where it must be: `pieces` or `rules`; default either.

Bad, because nothing says who wins where no color is red:

    # layouts/reference.svg: <rect n:if="'red' in colors" n:teaches="winner" n:text="Most points win."/>
    rules:
      - taught: [winner]

Good:

    # layouts/reference.svg: <rect n:teaches="winner" n:text="Most points win."/>
    rules:
      - taught: {each: data.scoring, topic: "'score-' + item.gem", text: normal, in: pieces}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, nearest
from nineup.base.markup import whole_words
from nineup.logic.expression import plain_text, symbols_in
from nineup.logic.select import (
    EvaluationError,
    Scenario,
    Uses,
    used_by_card,
    used_by_card_texts,
    used_by_expression,
)
from nineup.model.game import Card, Component, Expression, Item, Rich, RuleEntry
from nineup.rules.engine.elements import Member, Named, source_of
from nineup.rules.engine.lessons import MEDIA, Lesson, Medium, Shown
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart
from nineup.rules.wording.texts import strings_in
from nineup.schema import ELEMENTS, FIELD, FORMULA, TEXT, Key, Keyword, ListOf, Record, RecordBeingRead


def _asks_for_something(values: dict[str, Any], record: RecordBeingRead) -> None:
    if not values["topics"] and not values["each"]:
        record.error("it asks for nothing", hint="list `topics`, or name elements in `each`")
    for path in values["each"]:
        if path.partition(".")[0] == "data" and "topic" not in values:
            record.error("`topic` is missing: data has no ids", "each", hint="write `topic: item.name`")


SETTINGS = Record(
    {
        "topics": Key(ListOf(TEXT, lone=True), "What some text teaches.", default=()),
        "each": Key(
            ListOf(ELEMENTS, lone=True), "What has a topic each; symbols and terms if in use.", default=()
        ),
        "topic": Key(FORMULA, "The name of an element's topic, such as `'score-' + item.gem`."),
        "text": Key(FIELD, "A field of the elements that the text contains."),
        "where": Key(FORMULA, "Which elements have a topic."),
        "in": Key(Keyword(("pieces", "rules")), "Where the text is; default either."),
    },
    example="taught: {topics: [setup, winner]}",
    checks=(_asks_for_something,),
    lone="topics",
)


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    if proof.lessons is None:
        return
    on: Medium | None = entry.settings.get("in")
    media = (on,) if on else MEDIA
    # What is wrong with the rules is said once, even if no entry asks for them.
    is_first = entry is next(each for each in proof.game.rules if each.name == entry.name)
    for medium in MEDIA if is_first else media:
        yield from proof.lessons(medium).findings
    lessons = [lesson for medium in media for lesson in proof.lessons(medium).lessons]
    try:
        parts = tuple(_Teaching(proof, entry, lessons).parts())
    except EvaluationError as broken:  # in `topic`
        yield broken.diagnostic
        return
    yield from proof.smallest_of(parts, entry.when)


_Use = tuple[Uses, Callable[[Scenario], bool]]
"""Runs in which something is in use, and what decides that."""


class _Topic(msgspec.Struct, frozen=True):
    """A topic: what decides whether a run needs it, and what a text that teaches it must contain, empty if
    any text will do.
    """

    name: str
    uses: Uses
    needed: Callable[[Scenario], Iterable[str | None]]
    """Nothing in runs that don't need it; None for a text that is empty."""
    words: str | None
    """What it must contain in every run; None if that may differ or be empty."""
    used: Callable[[], Iterable[_Use]]
    """In which runs it is in use: each way on its own, or one that is always open."""


class _Asked(NamedTuple):
    """A topic with the lessons that may teach it, and one way in which it is in use."""

    topic: _Topic
    lessons: Sequence[Lesson]
    is_used: Callable[[Scenario], bool]


class _Teaching:
    """One entry at work."""

    def __init__(self, proof: Proof, entry: RuleEntry, lessons: Sequence[Lesson]) -> None:
        self.game = proof.game
        self.proof = proof
        self.entry = entry
        self.on: Medium | None = entry.settings.get("in")
        self.lessons: Final = lessons
        self.where: Expression | None = entry.settings.get("where")
        self.topic: Expression | None = entry.settings.get("topic")
        self.field: str = entry.settings.get("text", "")

    def parts(self) -> Iterator[QuestionPart]:
        """A part for the topics that depend on the same choices."""
        alike: dict[Uses, list[_Asked]] = {}
        for topic in self._topics():
            lessons = [each for each in self.lessons if each.may_teach(topic.name)]
            if self._is_always_taught(topic, lessons):
                continue
            uses = topic.uses.union(*(each.uses for each in lessons))
            for presence, is_used in topic.used():
                alike.setdefault(uses | presence, []).append(_Asked(topic, lessons, is_used))
        for uses, topics in alike.items():
            yield QuestionPart(uses, examine=partial(self._examine, topics))

    def _topics(self) -> Iterator[_Topic]:
        for name in self.entry.settings["topics"]:
            yield _Topic(name, frozenset(), lambda scenario: ("",), words="", used=_always)
        for path in self.entry.settings["each"]:
            source = source_of(self.game, path)
            in_use = _InUse(self.proof, source.what) if isinstance(source, Named) else None
            index = 0
            for member in source.members(self.game):
                for number, item in enumerate(member.items):
                    index += 1
                    name = self._name(item, index)
                    uses = member.uses | used_by_expression(self.game, self.where)
                    needed = _remembered(uses, partial(self._needed, member, number))
                    words = None if member.is_computed else self._words(item)
                    used = partial(in_use.of, _id(item)) if in_use else _always
                    yield _Topic(name, uses, needed, words=words, used=used)

    @cached_property
    def _smallest(self) -> Scenario:
        """The smallest run."""
        return self.proof.at(next(self.proof.space.configurations(frozenset())))

    def _is_always_taught(self, topic: _Topic, lessons: Sequence[Lesson]) -> bool:
        """Whether a text that is the same in every run teaches a topic whenever it is needed."""
        # A condition may be wrong, so it is evaluated.
        if topic.words is None or self.where is not None:
            return False
        always = (each.taught(self._smallest).get(topic.name, "") for each in lessons if not each.uses)
        return any(text and topic.words in _squeezed(text) for text in always)

    def _name(self, item: Any, index: int) -> str:
        if self.topic is not None:
            return str(self._smallest.value(self.topic, {"item": item, "card": item, "index": index}))
        return _id(item)

    def _needed(self, member: Member, number: int, scenario: Scenario) -> Iterator[str | None]:
        for place, element in enumerate(member.elements(scenario, ())):
            if place == number and scenario.holds(self.where, element.names):
                yield self._words(element.names["item"])

    def _words(self, item: Any) -> str | None:
        """What the text must contain that teaches an element; None for a text that is empty."""
        if not self.field:
            return ""
        fields = item.fields if isinstance(item, Item) else item
        value = fields.get(self.field) if isinstance(fields, Mapping) else None
        return _squeezed(plain_text(value)) or None if isinstance(value, str) else None

    def _examine(self, topics: Sequence[_Asked], scenario: Scenario) -> Iterator[Diagnostic]:
        taught: dict[int, Mapping[str, str]] = {}  # by lesson: what each teaches in this run, for all topics
        for topic, lessons, is_used in topics:
            try:
                if is_used(scenario):
                    yield from self._lacking(topic, lessons, scenario, taught=taught)
            except EvaluationError as broken:
                yield broken.diagnostic

    def _lacking(
        self,
        topic: _Topic,
        lessons: Sequence[Lesson],
        scenario: Scenario,
        taught: dict[int, Mapping[str, str]],
    ) -> Iterator[Diagnostic]:
        for words in topic.needed(scenario):
            for each in lessons:
                if id(each) not in taught:
                    taught[id(each)] = each.taught(scenario)
            texts = [text for each in lessons if (text := taught[id(each)].get(topic.name))]
            if not texts:
                message = f"{_nothing(self.on)} teaches `{topic.name}`"
                yield self._finding(topic, message, self._hint(topic, lessons))
            elif words is None:
                yield self._finding(topic, f"`{self.field}` of `{topic.name}` is empty", "")
            elif not any(words in _squeezed(text) for text in texts):
                message = f"what teaches `{topic.name}` doesn't show its `{self.field}`"
                yield self._finding(topic, message, f"the text begins: {texts[0].strip()[:60]}")

    def _finding(self, topic: _Topic, message: str, hint: str) -> Diagnostic:
        entry = self.entry
        return Diagnostic(
            "taught", entry.severity, message, span=entry.span, hint=hint, fact=f" {topic.name}"
        )

    def _hint(self, topic: _Topic, lessons: Sequence[Lesson]) -> str:
        if lessons:
            place = lessons[0].span
            return f"in this run, what {place.file}:{place.line} teaches isn't printed, or its text is empty"
        if (
            close := nearest(topic.name, [t.strip() for each in self.lessons for t in each.topics.split(",")])
        ).startswith("did you mean"):
            return close
        ways = {
            "pieces": f'write `n:teaches="{topic.name}"` at the text of a layout that explains it',
            "rules": f"write `<!-- teaches: {topic.name} -->` below the heading in rules.md that explains it",
        }
        return ways["rules" if self.on == "rules" else "pieces"]


def _remembered(
    uses: Uses, needed: Callable[[Scenario], Iterable[str | None]]
) -> Callable[[Scenario], Iterable[str | None]]:
    """A function of what it uses, worked out once for each value of that: lessons often depend on more."""
    known: dict[tuple[Any, ...], tuple[str | None, ...]] = {}

    def once(scenario: Scenario) -> Iterable[str | None]:
        key = scenario.values_of(uses)
        if key not in known:
            known[key] = tuple(needed(scenario))
        return known[key]

    return once


def _id(item: Any) -> str:
    return str(item) if isinstance(item, Item) or not isinstance(item, Mapping) else str(item["id"])


def _nothing(on: Medium | None) -> str:
    if on is None:
        return "nothing that is printed"
    return "no piece" if on == "pieces" else "no part of the rules"


def _always() -> Iterable[_Use]:
    return ((frozenset(), lambda scenario: True),)


def _squeezed(text: str) -> str:
    """A text without spaces, which lines and gaps for symbols may add."""
    return "".join(text.split())


MOST_RUNS = 3_000
"""The number of runs beyond which what a layout shows in any of them isn't collected."""


class _InUse:
    """Which symbols and terms the texts and the layouts of a run use."""

    def __init__(self, proof: Proof, what: str) -> None:
        self._game = proof.game
        self._proof = proof
        self._what = what

    @cached_property
    def _always(self) -> list[Any]:
        """The texts of every run."""
        means = [Rich(term.means) for term in self._game.terms.values()]
        return [self._game.data, means, *(texts for shown, texts in self._shown if not shown.uses)]

    @cached_property
    def _shown(self) -> list[tuple[Shown, list[Rich] | None]]:
        """What layouts show, with all their texts; None if there are too many runs to collect them."""
        proof, known = self._proof, []
        for shown in proof.lessons("pieces").shown() if proof.lessons else ():
            texts = None
            if proof.space.count(shown.uses) <= MOST_RUNS:
                runs = proof.space.configurations(shown.uses)
                texts = [Rich(text) for text in set().union(*(shown.texts(proof.at(run)) for run in runs))]
            known.append((shown, texts))
        return known

    def of(self, id: str) -> Iterator[_Use]:
        """In which runs a symbol or a term is in use."""
        game = self._game
        if self._names(self._always, id):
            yield from _always()
            return
        there: dict[Uses, list[tuple[Component, Card]]] = {}
        for component in game.components.values():
            for card in component.cards:
                if self._names(card.values, id):
                    uses = used_by_card(game, component, card) | used_by_card_texts(game, card)
                    there.setdefault(uses, []).append((component, card))
        for uses, cards in there.items():
            yield uses, partial(_any_there, cards)
        for shown, texts in self._shown:
            if texts is None or self._names(texts, id):
                yield shown.uses, partial(self._shows, shown, id)

    def _shows(self, shown: Shown, id: str, scenario: Scenario) -> bool:
        return any(self._names(Rich(text), id) for text in shown.texts(scenario))

    def _names(self, value: Any, id: str) -> bool:
        if self._what == "symbols":
            return id in symbols_in(value)
        words = whole_words(self._game.terms[id].forms)
        return any(words.search(text) for text in strings_in(value))


def _any_there(cards: Iterable[tuple[Component, Card]], scenario: Scenario) -> bool:
    return any(scenario.has(*each) for each in cards)
