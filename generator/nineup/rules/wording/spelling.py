"""Misspelled words: those that one slip of a finger makes of a term, a name, or another word.

An invented word is far from all others, and is usually on several cards. So a word is a mistake only if it
is there once and is nearly another: `damange`, `damage`. It depends on the other what else must be seen:

- a term or a name of the game: that nobody knows it, or that a term is expected there, at the start of an
  instruction or with a capital inside a sentence: `Pas 1 gem`. Nearly a long one, it may be there often;
- a word of the dictionary, or of several cards: that nobody knows it, and that it isn't made of known ones;
- without a dictionary, a frequent word: letters exchanged or left out, and no other form of it.

A name (`Gray`) may be anything, so it is only compared with names.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum, IntEnum, auto
from functools import cached_property, lru_cache
from itertools import chain

from nineup.rules.wording.languages import GERMAN, Dictionary, stemmer
from nineup.rules.wording.texts import CLAUSE, Mention, is_done, words

WORD = re.compile(r"(?<!['’])\b[^\W\d_]+(?:['’][^\W\d_]+)*\b(?!['’]\B)")
"""A word; not one whose first or last letters are left out: `speakin’`."""

NO_WORDS = re.compile(r"\{[^{}]{0,99}\}|<[^<>]{0,99}>|(?<!\w)\w*[\d_]\w*")
"""Symbols, tags, and words with digits."""

ADDRESS = re.compile(r"(?<!\S)\S*(?:://|www\.|@)\S*")

LONGEST = 60
"""The most letters of compared words: each is kept without any one of its letters."""

SHORTEST = 4
"""The fewest letters of a word that is nearly another of the game's, and of a part of a word."""

LONG = 5
"""The fewest letters of a word that is nearly one that only the dictionary has."""

LONG_OWN = 6
"""The fewest letters of a term or a name of which a word is a slip however often it is there, and of a word
that lacks a letter of a frequent one.
"""

LONG_NAME = 7
"""The fewest letters of a name that is nearly the name on other cards."""

FREQUENT = 3
"""On how many cards a word is, at least, of which another is a slip, without a dictionary."""

PER_WORD = 500
"""It is on one more for so many different words: among many, two are alike by chance."""

OFTEN = 10
"""On how many cards a word is that is meant by a short one, or by one at the start of a sentence: rarer ones
are similar by chance.
"""


class Slip(IntEnum):
    """How a word may be mistyped; the first ones are most likely meant."""

    SWAPPED = auto()
    ADDED = auto()
    LEFT_OUT = auto()
    REPLACED = auto()


EXTRA = {Slip.SWAPPED: -1, Slip.REPLACED: 2}
"""How many letters more each needs after a slip of this kind: two words differ rarely in the order of their
letters by chance, and easily in one letter.
"""


class Place(Enum):
    """Where a word is: a large one inside a sentence is a name, one before a number begins an order."""

    PROSE = auto()
    START = auto()
    ORDER = auto()
    NAME = auto()
    TITLE = auto()


Said = tuple[str, Place]


class Spelling:
    """Finds misspelled words in the texts of one language."""

    def __init__(
        self,
        dictionary: Dictionary | None,
        language: str,
        mentions: Iterable[Mention],
        *,
        terms: Iterable[str],
        names: Iterable[str],
    ) -> None:
        self._dictionary = dictionary
        self._language = language
        self._nouns_are_large = language == GERMAN
        self._terms = {_plain(word): word for text in terms for word in WORD.findall(text)}
        self._own = {_plain(word): word for text in names for word in WORD.findall(text)} | self._terms
        self._said, self._holders, self._named = Counter[str](), Counter[str](), Counter[str]()
        """How often a word is said, on how many cards it is, and on how many as a name."""
        self._clauses: dict[str, list[list[Said]]] = {}
        by_holder: dict[str, tuple[set[str], set[str]]] = {}
        for mention in mentions:
            holder = f"{mention.component.id if mention.component else ''} {mention.what}"
            every, named = by_holder.setdefault(holder, (set(), set()))
            if mention.text not in self._clauses:
                self._clauses[mention.text] = list(_clauses(mention.text))
            for word, place in chain.from_iterable(self._clauses[mention.text]):
                every.add(_plain(word))
                self._said[_plain(word)] += 1
                if place in (Place.NAME, Place.TITLE):
                    named.add(_plain(word))
        for every, named in by_holder.values():
            self._holders.update(every)
            self._named.update(named)
        self._frequent = max(FREQUENT, len(self._holders) // PER_WORD)
        self._near: dict[Said, str] = {}

    def wrong(self, text: str) -> Iterator[tuple[str, str, bool]]:
        """Each misspelled word of a text, with the word that is meant, and whether that is a term."""
        for said in self._clauses[text]:
            for at, (word, place) in enumerate(said):
                small = _plain(word)
                if small in self._suspects and word[1:].islower():
                    key = small, Place.PROSE if self._nouns_are_large else place
                    if key not in self._near:
                        self._near[key] = self._nearest(*key, is_large=word[0].isupper())
                    near = self._near[key]
                    if near and (near in self._own or not self._is_foreign(said, at)):
                        meant = self._own.get(near) or (near.capitalize() if word[0].isupper() else near)
                        yield word, meant, near in self._terms

    @cached_property
    def _suspects(self) -> frozenset[str]:
        """The words that nobody knows, and those that are nearly one of the game's."""
        return frozenset(
            word
            for word in self._said
            if word not in self._terms
            and len(word) <= LONGEST
            and ((self._said[word] == 1 and not self._is_known(word)) or self._beside(word))
        )

    def _beside(self, word: str) -> set[str]:
        return {other for part in _shortened(word) for other in self._by_part.get(part, ())}

    @cached_property
    def _by_part(self) -> dict[str, list[str]]:
        """The game's own words, and without a dictionary all frequent ones, by each of their variants without
        a letter: `detatchment` without its second t is `detachment`. Comparing each two words would take too
        long.
        """
        by_part: dict[str, list[str]] = {}
        often = () if self._dictionary else (word for word, on in self._holders.items() if on >= FREQUENT)
        for word in dict.fromkeys((*self._own, *often)):
            if len(word) <= LONGEST:
                for part in _shortened(word):
                    by_part.setdefault(part, []).append(word)
        return by_part

    def _is_foreign(self, said: Sequence[Said], at: int) -> bool:
        """Whether a word is beside another that is odd: both are of another language, or invented."""
        beside = (*said[max(at - 1, 0) : at], *said[at + 1 : at + 2])
        return self._dictionary is not None and any(
            place is Place.PROSE and not self._is_ordinary(_plain(word)) for word, place in beside
        )

    def _is_ordinary(self, word: str) -> bool:
        return word in self._own or self._holders[word] > 1 or self._is_meant(word)

    def _is_meant(self, word: str) -> bool:
        """Whether a word is one of the dictionary that people use; in German also a noun."""
        return self._dictionary is not None and (
            self._dictionary.is_common(word) or (self._nouns_are_large and self._is_listed(word))
        )

    def _is_known(self, word: str) -> bool:
        return word in self._own or self._is_listed(word)

    def _is_listed(self, word: str) -> bool:
        return self._dictionary is not None and self._dictionary.knows(word)

    def _nearest(self, word: str, place: Place, *, is_large: bool) -> str:
        """The word of which another is a typo, or empty."""
        is_unknown = self._said[word] == 1 and not self._is_known(word)
        others = self._beside(word)
        if self._dictionary and is_unknown and len(word) >= SHORTEST - 1:
            is_long = len(word) >= LONG and place not in (Place.NAME, Place.TITLE)
            others |= {
                each
                for each in slips(word, self._letters)
                if each in self._own or each in self._holders or (is_long and self._is_meant(each))
            }
            is_unknown = not self._is_made(word)
        near: dict[str, Slip] = {}
        for other in others:
            slip = slip_of(word, other)
            if slip is None or ("'" in word and slip is not Slip.SWAPPED):
                continue  # Dialects (`ye're`) have the others.
            if other in self._own:
                is_meant = self._may_be_own(word, place, other, slip=slip, is_unknown=is_unknown)
            elif self._dictionary:
                is_meant = is_unknown and self._may_be(word, place, other, slip=slip)
            else:
                is_meant = is_unknown and self._may_be_frequent(word, other, slip=slip, is_large=is_large)
            if is_meant:
                near[other] = slip
        return min(
            near,
            key=lambda other: (other not in self._own, -self._holders[other], near[other], other),
            default="",
        )

    def _may_be_own(self, word: str, place: Place, other: str, *, slip: Slip, is_unknown: bool) -> bool:
        """Whether a word may be a slip of a term or of a name from a list."""
        if is_form(word, other, self._language) or (word in self._own and other not in self._terms):
            return False
        # Of two words neither is a slip; but a form that is no word, and in no text, is one itself.
        are_words = self._is_listed(word) and (self._said[other] or self._is_listed(other))
        if not are_words and len(other) >= LONG_OWN and word[0] == other[0]:
            return True
        if self._said[word] > 1 or word in self._own:
            return False
        long = len(word) - EXTRA.get(slip, 0)
        if other not in self._terms:
            return bool(self._dictionary) and is_unknown and long >= SHORTEST + (place is not Place.PROSE)
        is_garbled = slip is Slip.SWAPPED or _single(word) == _single(other)
        if self._is_meant(word) and place is not Place.NAME:
            return is_garbled and place is Place.ORDER
        if self._dictionary and place in (Place.ORDER, Place.NAME) and len(other) >= SHORTEST:
            return word[0] == other[0]
        return long >= SHORTEST and (is_garbled or (is_unknown and self._dictionary is not None))

    def _may_be(self, word: str, place: Place, other: str, slip: Slip) -> bool:
        """Whether a word that nobody knows may be a slip of one that several cards or the dictionary have."""
        long = len(word) - EXTRA.get(slip, 0)
        if place in (Place.NAME, Place.TITLE):
            return self._named[other] > 1 and long >= LONG_NAME
        starts = place is not Place.PROSE
        often = self._holders[other] - (self._named[other] if starts else 0)
        if slip is Slip.SWAPPED and often > 1:
            return True
        if often >= OFTEN and self._is_meant(other):
            return len(word) >= SHORTEST + starts
        if often > 1 and not starts and long > SHORTEST:
            return True
        return long >= LONG + starts and self._is_meant(other)

    def _may_be_frequent(self, word: str, other: str, *, slip: Slip, is_large: bool) -> bool:
        """Whether a word is a slip of a frequent one, as far as the game's texts tell.

        In many texts two real words are that similar by chance: then the frequent one must be more frequent,
        or the other have three letters in a row that no other word has.
        """
        ends = word[0] + word[-1] != other[0] + other[-1]
        if slip not in (Slip.SWAPPED, Slip.LEFT_OUT) or ends or self._holders[other] < FREQUENT:
            return False
        if len(word) < (LONG_OWN if slip is Slip.LEFT_OUT else SHORTEST):
            return False
        if self._nouns_are_large and is_large != bool(self._named[other]):
            return False  # Capitals distinguish *Riesen* and *reisen*.
        if self._holders[other] < self._frequent and all(
            self._trigrams[each] > 1 for each in _trigrams(word)
        ):
            return False
        stem = stemmer(self._language)
        return stem(word) != stem(other)

    @cached_property
    def _trigrams(self) -> Counter[str]:
        return Counter(part for word in self._holders for part in _trigrams(word))

    @cached_property
    def _letters(self) -> list[str]:
        return sorted({letter for word in self._holders for letter in word if letter.isalpha()})

    def _is_made(self, word: str) -> bool:
        """Whether a word is made from known ones: by the dictionary's affixes, or of two."""
        assert self._dictionary is not None
        affixes = self._dictionary.affixes
        stems = {stem for stem in affixes.stems(word) if len(stem) >= SHORTEST}
        stems |= {other for stem in stems for other in affixes.stems(stem) if len(other) >= SHORTEST}
        return any(map(self._is_ordinary, stems)) or any(
            all(self._holders[part] > 1 or self._is_known(part) for part in parts)
            for at in range(SHORTEST, len(word) - SHORTEST + 1)
            if (parts := (word[:at], word[at:]))
        )


def slips(word: str, letters: Collection[str]) -> set[str]:
    """The words of which a word may be a typo: with two letters exchanged, one less, one more, or another."""
    splits = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    inside = splits[:-1]
    return {
        *(before + after[1::-1] + after[2:] for before, after in inside),
        *(before + after[1:] for before, after in inside),
        *(before + letter + after for before, after in splits for letter in letters),
        *(before + letter + after[1:] for before, after in inside for letter in letters),
    }


def slip_of(word: str, other: str) -> Slip | None:
    """The slip that makes a word of another one; None if they are equal, or it takes several."""
    at = _alike(word, other)
    said, meant = word[at:], other[at:]
    if said == meant:
        return None
    if said[2:] == meant[2:] and said[:2] == meant[1::-1] and len(said) > 1:
        return Slip.SWAPPED
    if said[1:] == meant:
        return Slip.ADDED
    if said == meant[1:]:
        return Slip.LEFT_OUT
    return Slip.REPLACED if said[1:] == meant[1:] else None


def _alike(word: str, other: str) -> int:
    """How many first letters two words have in common."""
    pairs = enumerate(zip(word, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(word), len(other)))


def is_form(word: str, other: str, language: str) -> bool:
    """Whether two words are forms of one: they have the same stem, and differ in their last three letters."""
    stem = stemmer(language)
    alike = _alike(word, other)
    return alike >= max(len(word), len(other)) - 3 and stem(word) == stem(other)


def _shortened(word: str) -> set[str]:
    """A word, and its variants without one of its letters except the first."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}


def _single(word: str) -> str:
    """A word with one of each two equal letters."""
    return re.sub(r"(.)\1", r"\1", word)


def _trigrams(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(len(word) - 2)}


@lru_cache(65536)
def _plain(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s")


def _clauses(text: str) -> Iterator[list[Said]]:
    """The words of each clause of a text, with their places."""
    text = text.replace("*", "").replace("ʼ", "’")
    if "@" in text or "www." in text or "://" in text:
        text = ADDRESS.sub(" ", text)
    for clause in CLAUSE.split(NO_WORDS.sub(" {} ", text)):
        said = WORD.findall(clause)
        is_title = 2 * sum(word[0].isupper() for word in said) > len(said)
        first, rest = (Place.TITLE, Place.TITLE) if is_title else (Place.START, Place.NAME)
        if said and said[0][0].isupper() and is_done("".join(words(clause.partition(said[0])[2])[:1])):
            first = Place.ORDER
        places = [first, *[rest] * len(said)]
        yield [
            (word, place if word[0].isupper() else Place.PROSE)
            for word, place in zip(said, places, strict=False)
        ]
