"""The texts that teach a game, for the rule `taught`: on pieces, and in the rules."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from nineup.base.diagnostics import Diagnostic, Span
from nineup.logic.select import Scenario, Uses

Medium = Literal["pieces", "rules"]
"""Where a text is printed."""

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


class Lessons(msgspec.Struct, frozen=True):
    """A game's lessons, and what is wrong with the files that have them."""

    lessons: Sequence[Lesson]
    findings: Sequence[Diagnostic] = ()
