"""Words that neither a dictionary nor the game knows, but that are nearly a word that one of them does.

An invented word is far from all others, and is usually on several cards. So a word is a mistake only if it is
on one card, and one slip of a finger makes it a known one: `damange`, `damage`. A name (`Gray`) may be
anything, so it is only compared with the names that other cards have.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache
from itertools import chain

from nineup.rules.wording.dictionaries import Dictionary
from nineup.rules.wording.slips import LONGEST, Slip, slips
from nineup.rules.wording.texts import CLAUSE, Mention

WORD = re.compile(r"(?<!['’])\b[^\W\d_]+(?:['’][^\W\d_]+)*\b(?!['’]\B)")
"""A word; not one whose first or last letters are left out: `speakin’`."""

NO_WORDS = re.compile(r"\{[^{}]{0,99}\}|<[^<>]{0,99}>|(?<!\w)\w*[\d_]\w*")
"""Symbols, tags, and words with digits."""

ADDRESS = re.compile(r"(?<!\S)\S*(?:://|www\.|@)\S*")

SHORTEST = 4
"""The fewest letters of a word that is nearly another of the game's."""

OFTEN = 10
"""On how many cards a word is that is meant by a short one, or by one at the start of a sentence: rarer ones
are similar by chance.
"""

LONG = 5
"""The fewest letters of a word that is nearly one that only the dictionary has."""

LONG_NAME = 7
"""The fewest letters of a name that is nearly the name on other cards."""

EXTRA = {Slip.SWAPPED: -1, Slip.REPLACED: 2}
"""How many letters more each needs after a slip of this kind: two words differ rarely in the order of their
letters by chance, and easily in one letter.
"""

PART = 4
"""The fewest letters of a word from which another is made."""


class Place(Enum):
    """Where a word is: a large one inside a sentence or in a title is a name."""

    PROSE = auto()
    START = auto()
    NAME = auto()


class Spelling:
    """Finds misspelled words in the texts of one language."""

    def __init__(
        self,
        dictionary: Dictionary,
        mentions: Iterable[Mention],
        own: Collection[str],
        *,
        nouns_are_large: bool,
    ) -> None:
        """`own` are the words of the game's terms and names; `nouns_are_large` as in German."""
        self._dictionary = dictionary
        self._nouns_are_large = nouns_are_large
        self._own = {_plain(word): word for text in own for word in WORD.findall(text)}
        self._holders = Counter[str]()
        self._named = Counter[str]()
        """On how many cards a word is, and on how many as a name."""
        by_holder: dict[str, tuple[set[str], set[str]]] = {}
        said = Counter[str]()
        for mention in mentions:
            every, named = by_holder.setdefault(_holder(mention), (set(), set()))
            for word, place in chain.from_iterable(_clauses(mention.text)):
                every.add(_plain(word))
                said[_plain(word)] += 1
                if place is Place.NAME:
                    named.add(_plain(word))
        for every, named in by_holder.values():
            self._holders.update(every)
            self._named.update(named)
        self._unknown = {
            word
            for word, number in said.items()
            if number == 1 and len(word) <= LONGEST and not self._is_known(word)
        }
        self._letters = sorted({letter for word in self._holders for letter in word if letter.isalpha()})
        self._near: dict[tuple[str, Place], str] = {}

    def wrong(self, text: str) -> Iterator[tuple[str, str]]:
        """Each misspelled word of a text, with the word that is meant."""
        if not self._unknown:
            return
        for said in _clauses(text):
            for at, (word, place) in enumerate(said):
                small = _plain(word)
                if small in self._unknown and word[1:].islower() and not self._is_foreign(said, at):
                    key = small, Place.PROSE if self._nouns_are_large else place
                    if key not in self._near:
                        self._near[key] = self._nearest(*key)
                    if near := self._near[key]:
                        yield word, self._own.get(near) or (near.capitalize() if word[0].isupper() else near)

    def _is_foreign(self, said: Sequence[tuple[str, Place]], at: int) -> bool:
        """Whether a word is beside another that is odd: both are of another language, or invented."""
        beside = (*said[max(at - 1, 0) : at], *said[at + 1 : at + 2])
        return any(place is Place.PROSE and not self._is_ordinary(_plain(word)) for word, place in beside)

    def _is_ordinary(self, word: str) -> bool:
        return word in self._own or self._holders[word] > 1 or self._is_meant(word)

    def _is_meant(self, word: str) -> bool:
        """Whether a word is one of the dictionary that people use; in German also a noun."""
        return self._dictionary.is_common(word) or (self._nouns_are_large and self._dictionary.knows(word))

    def _is_known(self, word: str) -> bool:
        return word in self._own or self._dictionary.knows(word)

    def _nearest(self, word: str, place: Place) -> str:
        """The known word of which one on a single card is a typo, or empty."""
        if len(word) < SHORTEST - 1 or self._is_form(word) or self._is_compound(word):
            return ""
        near = {
            other: slip
            for other, slip in slips(word, self._letters).items()
            if self._may_be(word, place, other, slip=slip)
        }
        return min(
            near,
            key=lambda other: (other not in self._own, -self._holders[other], near[other], other),
            default="",
        )

    def _may_be(self, word: str, place: Place, other: str, slip: Slip) -> bool:
        if "'" in word and slip is not Slip.SWAPPED:
            return False  # Dialects (`ye're`) have these.
        long = len(word) - EXTRA.get(slip, 0)
        if other in self._own:
            return long >= SHORTEST + (place is not Place.PROSE)
        if place is Place.NAME:
            return self._named[other] > 1 and long >= LONG_NAME
        often = self._holders[other] - (self._named[other] if place is Place.START else 0)
        if slip is Slip.SWAPPED and often > 1:
            return True
        if often >= OFTEN and self._is_meant(other):
            return len(word) >= SHORTEST + (place is Place.START)
        if often > 1 and place is Place.PROSE and long > SHORTEST:
            return True
        return long >= LONG + (place is Place.START) and self._is_meant(other)

    def _is_form(self, word: str) -> bool:
        """Whether a word is made from a known one by the dictionary's affixes."""
        stems = {stem for stem in self._dictionary.affixes.stems(word) if len(stem) >= PART}
        stems |= {
            other for stem in stems for other in self._dictionary.affixes.stems(stem) if len(other) >= PART
        }
        return any(map(self._is_ordinary, stems))

    def _is_compound(self, word: str) -> bool:
        return any(
            all(self._holders[part] > 1 or self._is_known(part) for part in (word[:at], word[at:]))
            for at in range(PART, len(word) - PART + 1)
        )


@lru_cache(65536)
def _plain(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s")


def _holder(mention: Mention) -> str:
    component = mention.component
    return f"{component.id if component else ''} {mention.what}"


def _clauses(text: str) -> Iterator[list[tuple[str, Place]]]:
    """The words of each clause of a text, with their places."""
    text = text.replace("*", "").replace("ʼ", "’")
    if "@" in text or "www." in text or "://" in text:
        text = ADDRESS.sub(" ", text)
    for clause in CLAUSE.split(NO_WORDS.sub(" ", text)):
        said = WORD.findall(clause)
        is_title = 2 * sum(word[0].isupper() for word in said) > len(said)
        first = Place.NAME if is_title else Place.START
        places = [first if at == 0 else Place.NAME for at in range(len(said))]
        yield [
            (word, place if word[0].isupper() else Place.PROSE)
            for word, place in zip(said, places, strict=True)
        ]
