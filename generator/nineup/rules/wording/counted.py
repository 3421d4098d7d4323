"""Numbers and the nouns that they count, in English: finds nouns in the wrong number."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from nineup.base.diagnostics import Hint, Replace
from nineup.rules.wording.languages import ENGLISH, stemmer
from nineup.rules.wording.texts import clauses, number_of_word

TOKEN = re.compile(r"\{[^{}\s]*\}|[+−–-]?[\w’'-]+|[^\w\s]")
"""A symbol, a word, a number with its sign, or a mark of punctuation."""

BETWEEN = 2
"""Words that may come between a number and its noun."""

ENDS = frozenset("from to with in of at on for per each then that which".split())
"""Function words that end the noun phrase before them."""

JOINS = frozenset(("and", "or"))
"""Function words that join two nouns; in `2 red and blue gems` the first is no noun."""

VERBS = frozenset(
    "is are was were be been has have had do does did can may must will would could should".split()
)
"""Verbs that follow a counted noun as the subject: `two gems are`."""

NO_NOUNS = ENDS | JOINS | VERBS | frozenset(
    """
    a an the this these those his her its your my our their all any both either neither no other others
    another such same more less fewer least most it they you he she we who whom whose what when where
    while if into onto by as than not only also until up down out off over under again back there here
    but so too very one two three four five six seven eight nine ten times
    """.split()
)  # fmt: skip
"""Words that are neither a counted noun nor an adjective before it."""


def counted(clause: str) -> Iterator[tuple[int, str, str]]:
    """Each number in a clause with the noun that it counts, and the function word or mark after that."""
    said = TOKEN.findall(clause)
    for place, word in enumerate(said):
        # `Three` inside a clause begins a name.
        count = None if place and word.istitle() else number_of_word(word)
        if count is None:
            continue
        for offset in range(1, BETWEEN + 2):
            noun, after = (*said[place + offset : place + offset + 2], "", "")[:2]
            if not noun[:1].isalpha() or noun.lower() in NO_NOUNS:
                break
            if after.lower() in ENDS | JOINS | VERBS or not (after[:1].isalnum() or after.startswith("{")):
                yield count, noun, after.lower()
                break


class CountedNouns:
    """The nouns of a game's texts by number, and what disagrees with them."""

    def __init__(
        self, said: Iterable[str], known: Counter[str], forms: Iterable[Collection[str]] = ()
    ) -> None:
        """`known` tells how often the texts have a word; `forms` are those of each term."""
        self._known = known
        self._plurals = {
            plural for each in forms for noun in each for plural in _plurals(noun) if plural in each
        }
        self._plurals |= {
            noun
            for text in said
            for clause in clauses(text)
            for count, noun, _ in counted(clause)
            if count != 1
        }

    def wrong(self, text: str) -> Iterator[tuple[str, str]]:
        """A message and its hint for each noun in a text that disagrees with its number."""
        for clause in clauses(text):
            for count, noun, after in counted(clause):
                if count > 1 and after not in JOINS and (many := self._plural(noun)):
                    yield (
                        f"`{noun}` in the singular after {count}",
                        Hint(f"write `{many}`", Replace(noun, many)),
                    )
                elif count == 1 and noun in self._plurals and (single := self._singular(noun)):
                    yield f"`{noun}` in the plural after 1", Hint(f"write `{single}`", Replace(noun, single))

    def _plural(self, noun: str) -> str:
        return next((form for form in _plurals(noun) if form in self._plurals and _are_one(noun, form)), "")

    def _singular(self, noun: str) -> str:
        """The singular of a plural, if it is a word of the texts or the stem of the plural."""
        forms = [
            noun[: -len(end)] + y for end, y in (("ies", "y"), ("es", ""), ("s", "")) if noun.endswith(end)
        ]
        stem = stemmer(ENGLISH)(noun)
        return next(
            (form for form in forms if form.lower() == stem or (self._known[form] and _are_one(noun, form))),
            "",
        )


def _plurals(noun: str) -> tuple[str, ...]:
    return f"{noun}s", f"{noun}es", f"{noun[:-1]}ies"


def _are_one(noun: str, other: str) -> bool:
    stem = stemmer(ENGLISH)
    return stem(noun) == stem(other)
