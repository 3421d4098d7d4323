"""Natural languages for the rules that read wording: identifies a text's language, and stems words."""

from collections.abc import Callable, Iterable
from functools import lru_cache

ENGLISH = "en"
"""The assumed language of games that state none."""

GERMAN = "de"
"""The language whose nouns have capitals."""

ALGORITHMS = {
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "tr": "turkish",
}
"""The Snowball stemmer of each language whose words these rules compare: alphabets with spaces between
words.
"""

SMALL_WORDS = frozenset(
    """
    a all an and any are as at be but by can card cards draw each for from has have if in into is it its may
    no not of on one or other play player players put take that the their then they this to turn when with you
    your
    """.split()
)
"""Function words, which make up a good part of English rules and tales."""

ENOUGH = 200
"""The minimum number of words for judging a language."""

SHARE = 0.1
"""The minimum share of function words in an English text; it is about 0.3 on cards, and below 0.04 in other
languages.
"""


def primary(language: str) -> str:
    """The language of a tag without its region: `pt` of `pt-BR` and `pt_BR`."""
    return language.replace("_", "-").partition("-")[0].lower()


def is_compared(language: str) -> bool:
    """Whether words of a language can be compared."""
    return primary(language) in ALGORITHMS


def looks_english(said: Iterable[str]) -> bool:
    """Whether words are those of an English game; also true for too few words to judge."""
    every = [word.lower() for word in said if word.isalpha()]
    return len(every) < ENOUGH or sum(word in SMALL_WORDS for word in every) >= SHARE * len(every)


@lru_cache(64)
def stemmer(language: str) -> Callable[[str], str]:
    """The function that returns the stem of a lower-case word, in one of the languages of `ALGORITHMS`."""
    from snowballstemmer import stemmer as snowball  # Takes 80 ms, and most checks find nothing to stem.

    stem: Callable[[str], str] = snowball(ALGORITHMS[primary(language)]).stemWord
    return lru_cache(65536)(lambda word: stem(word.lower()))
