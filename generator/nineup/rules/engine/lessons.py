"""The texts that teach a game, for the rule `taught`: on pieces, and in the rules."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Literal

import msgspec

from nineup.base.diagnostics import Diagnostic, Span
from nineup.logic.select import Scenario, Uses
from nineup.model.game import Game
from nineup.rules.engine.card_reads import NotedGame

Medium = Literal["pieces", "rules"]
"""Where a text is printed."""

MEDIA: tuple[Medium, ...] = ("pieces", "rules")

_TEMPLATE = re.compile(r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)", re.DOTALL)


class Lesson(msgspec.Struct, frozen=True):
    """A text that says what it teaches."""

    topics: str
    """Its topics, separated by commas; a template on faces, such as `score-{{ row.gem }}`."""
    on: Medium
    span: Span
    uses: Uses
    """What decides whether it is printed, and what it says."""
    taught: Callable[[Scenario], Mapping[str, str]]
    """What it teaches in a run, with its text in plain words, without symbols: nothing if that is empty."""

    def may_teach(self, topic: str) -> bool:
        """Whether it teaches a topic in some run, as far as its topics tell."""
        for each in _TEMPLATE.sub("\0", self.topics).split(","):
            first, *others = each.strip().split("\0")
            if not others and topic == first:
                return True
            if others and topic.startswith(first) and topic.endswith(others[-1]):
                return True
        return False


class Shown(msgspec.Struct, frozen=True):
    """Texts and symbols of layouts."""

    uses: Uses
    """What decides which of them are printed, and what they say."""
    texts: Callable[[Scenario], frozenset[str]]
    """Rich texts, `{white}` for a symbol."""


class Lessons(msgspec.Struct, frozen=True):
    """A game's lessons in a medium, and what is wrong with the files that have them."""

    lessons: Sequence[Lesson]
    findings: Sequence[Diagnostic] = ()
    shown: Callable[[], Sequence[Shown]] = tuple
    """What the layouts of its pieces show."""


ReadLessons = Callable[[Game, Medium], Lessons]


def shared_lessons(read: ReadLessons, game: Game, reading: NotedGame | None) -> Callable[[Medium], Lessons]:
    """The lessons of a game, read once for all proofs of it, which note what cards they depend on."""
    media = {medium: cache(partial(read, game, medium)) for medium in MEDIA}
    if reading is None:
        return lambda medium: media[medium]()

    def noted(medium: Medium) -> Callable[[], Lessons]:
        @cache
        def lessons() -> Lessons:
            known = media[medium]()
            replace = msgspec.structs.replace
            each = [replace(lesson, taught=reading.shared(lesson.taught)) for lesson in known.lessons]
            return replace(known, lessons=each, shown=reading.shared(cache(partial(shown, known))))

        def shown(known: Lessons) -> Sequence[Shown]:
            return [msgspec.structs.replace(each, texts=reading.shared(each.texts)) for each in known.shown()]

        return reading.shared(lessons)

    shared = {medium: noted(medium) for medium in MEDIA}
    return lambda medium: shared[medium]()
