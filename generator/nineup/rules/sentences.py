"""What an entry of a rule asks for, as a sentence with its settings as blanks.

`each player is dealt [player]{, and the table gets [table]}` has a blank for the setting `player`, and one
for `table` in a clause that is said only if the setting is there.
"""

import re

import msgspec

_CLAUSE = re.compile(r"\{([^{}]*)\}|([^{}]+)")
_BLANK = re.compile(r"\[([a-z-]+)\]")


class Clause(msgspec.Struct, frozen=True):
    """A part of a sentence: texts and the names of settings in turn, beginning with a text."""

    words: tuple[str, ...]
    is_optional: bool

    @property
    def blanks(self) -> tuple[str, ...]:
        return self.words[1::2]


def clauses(sentence: str) -> tuple[Clause, ...]:
    """The clauses of a sentence, in order."""
    return tuple(
        Clause(tuple(_BLANK.split(optional or said)), bool(optional))
        for optional, said in _CLAUSE.findall(sentence)
    )


def in_words(sentence: str) -> str:
    """A sentence for the manual, with the settings' names in backticks."""
    return _BLANK.sub(r"`\1`", re.sub("[{}]", "", sentence))
