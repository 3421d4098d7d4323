"""Typos: words that differ from another word in one letter, and rare misspellings of frequent words."""

from collections.abc import Collection, Iterator, Mapping
from enum import IntEnum, auto

from nineup.rules.wording.languages import GERMAN, stemmer

LONG = 6
"""The minimum length of words that are compared with terms, and for which a missing letter is a typo."""

LONGEST = 60
"""The maximum length of compared words: each is stored without any one of its letters."""

SHORT = 3
"""The minimum length of words that are compared with short terms, for typos that aren't words:

`Bnak`, `Passs`.
"""

OFTEN = 3
"""The number of texts that must contain a word for its typos to be reported."""

PER_WORD = 500
"""The number of different words per additional text that must contain a word: among many words, two are
similar by chance.
"""

ENDING = 3
"""The number of last letters in which forms of a word may differ."""

ENDINGS = ("s", "d", "r", "n", "y")
"""Endings of forms that are accepted without being listed."""


class Slip(IntEnum):
    """How a word may be mistyped; the first ones are most likely meant."""

    SWAPPED = auto()
    ADDED = auto()
    LEFT_OUT = auto()
    REPLACED = auto()


def slips(word: str, letters: Collection[str]) -> Mapping[str, Slip]:
    """The words of which a word may be a typo: with two letters exchanged, one less, one more, or another."""
    by_word: dict[str, Slip] = {}
    splits = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    for before, after in splits:
        if len(after) > 1:
            by_word.setdefault(before + after[1] + after[0] + after[2:], Slip.SWAPPED)
    for before, after in splits:
        if after:
            by_word.setdefault(before + after[1:], Slip.ADDED)
    for before, after in splits:
        for letter in letters:
            by_word.setdefault(before + letter + after, Slip.LEFT_OUT)
    for before, after in splits:
        for letter in letters:
            if after:
                by_word.setdefault(before + letter + after[1:], Slip.REPLACED)
    by_word.pop(word, None)
    return by_word


def is_slip(word: str, term: str) -> bool:
    """Whether a word is a term with one letter added, removed or replaced, or two swapped, and not an
    inflection.
    """
    if word[0] != term[0] or abs(len(word) - len(term)) > 1:
        return False
    short, long = sorted((word, term), key=len)
    if any(long == short + ending for ending in ENDINGS):
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, term)) if a != b), len(short))  # noqa: B905
    a, b = word[start:], term[start:]
    return a[1:] == b or a == b[1:] or (a[1:] == b[1:] and a[1:] != "") or a[:2][::-1] + a[2:] == b


def is_form(word: str, other: str, language: str) -> bool:
    """Whether two words are forms of one: they have the same stem, and differ in their ending only."""
    alike = next((i for i, (a, b) in enumerate(zip(word, other)) if a != b), min(len(word), len(other)))  # noqa: B905
    stem = stemmer(language)
    return alike >= max(len(word), len(other)) - ENDING and stem(word) == stem(other)


def is_garbled(word: str, term: str) -> bool:
    """Whether a word is a term with two neighbouring letters swapped, or with a letter doubled or
    undoubled.
    """
    if len(word) == len(term):
        pairs = [at for at in range(len(term)) if word[at] != term[at]]
        return len(pairs) == 2 and pairs[1] == pairs[0] + 1 and sorted(word) == sorted(term)
    short, long = sorted((word, term), key=len)
    if len(long) != len(short) + 1:
        return False
    at = next((i for i in range(len(short)) if short[i] != long[i]), len(short))
    return at > 0 and long[at] == long[at - 1] and short == long[:at] + long[at + 1 :]


class RareWords:
    """Finds words that occur in one text and are a frequent word with two letters swapped, or one missing.

    In many texts two real words are that similar by chance: then the frequent one must be more frequent, or
    the other have three letters in a row that no other word has. Words that also occur in another form are
    skipped.
    """

    def __init__(self, often: Mapping[str, int], language: str) -> None:
        self._often = often
        self._language = language
        self._enough = max(OFTEN, len(often) // PER_WORD)
        self._shortened: dict[str, str] = {}
        for word in often:
            if often[word] >= OFTEN and len(word) <= LONGEST and word.isalpha():
                for at in range(1, len(word) - 1):
                    less = word[:at] + word[at + 1 :]
                    if len(less) >= LONG and often[self._shortened.get(less, word)] <= often[word]:
                        self._shortened[less] = word
        self._trigrams: dict[str, int] | None = None

    def near(self, word: str) -> str:
        """The frequent word of which a word is a typo; empty for any other word. One of them may begin a
        sentence, except in German, where capitals distinguish nouns: *Riesen*, *reisen*.
        """
        if len(word) > LONGEST:
            return ""
        near = self._near(word)
        return near if near or self._language == GERMAN else self._near(word[0].swapcase() + word[1:])

    def _near(self, word: str) -> str:
        near = [other for other in self._candidates(word) if self._often[other] >= OFTEN]
        if not near or not self._is_odd(word, other := max(near, key=self._often.__getitem__)):
            return ""
        return other

    def _candidates(self, word: str) -> Iterator[str]:
        for at in range(1, len(word) - 2):
            exchanged = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            if exchanged != word and exchanged in self._often:
                yield exchanged
        if word in self._shortened:
            yield self._shortened[word]

    def _is_odd(self, word: str, other: str) -> bool:
        if self._often[other] < self._enough and all(self._known(part) for part in _trigrams(word)):
            return False
        if is_form(word, other, self._language):
            return False
        stem = stemmer(self._language)
        own = stem(word)
        return not any(
            self._often[each] > 1 and each not in (word, other) and stem(each) == own != stem(other)
            for each in self._often
            if each[:SHORT].lower() == word[:SHORT].lower()
        )

    def _known(self, part: str) -> bool:
        """Whether several words contain three letters in a row."""
        if self._trigrams is None:
            self._trigrams = {}
            for word in {word.lower() for word in self._often}:
                for each in _trigrams(word):
                    self._trigrams[each] = self._trigrams.get(each, 0) + 1
        return self._trigrams.get(part, 0) > 1


def _trigrams(word: str) -> Collection[str]:
    small = word.lower()
    return {small[at : at + 3] for at in range(len(small) - 2)}
