"""Natural languages: which words one has, and what forms of a word have in common.

The dictionaries of a project are Hunspell's, `dictionaries/de.aff` and `de.dic`; `pt.dic` is for `pt-BR`.
English comes with the package as `en.words`, a sorted list of every form: a few hundred words are looked up
there in a fraction of the time in which Hunspell reads a dictionary. Nothing is taken from the system, so a
check finds the same everywhere.
"""

import codecs
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache

from nineup.base.diagnostics import Diagnostic, Span
from nineup.base.project import STARTER, Project, ProjectError

ENGLISH = "en"
"""The assumed language of games that state none."""

GERMAN = "de"
"""The language whose nouns have capitals."""

STEMMERS = dict(
    pair.split(":")
    for pair in """
    ca:catalan cs:czech da:danish de:german en:english es:spanish et:estonian eu:basque fi:finnish fr:french
    ga:irish hu:hungarian hy:armenian id:indonesian it:italian lt:lithuanian nb:norwegian nl:dutch
    nn:norwegian no:norwegian pl:polish pt:portuguese ro:romanian ru:russian sr:serbian sv:swedish tr:turkish
    """.split()
)
"""The Snowball stemmer of each language whose words can be compared: alphabets with spaces between words."""


def primary(language: str) -> str:
    """The language of a tag without its region: `pt` of `pt-BR` and `pt_BR`."""
    return language.replace("_", "-").partition("-")[0].lower()


@lru_cache(64)
def stemmer(language: str) -> Callable[[str], str]:
    """The function that gives a word's stem; without a stemmer for the language, the word in lower case."""
    if language not in STEMMERS:
        return str.lower
    from snowballstemmer import stemmer as snowball  # Takes 80 ms, and most checks find nothing to stem.

    stem: Callable[[str], str] = snowball(STEMMERS[language]).stemWord
    return lru_cache(65536)(lambda word: stem(word.lower()))


FOLDER = "dictionaries"


class DictionaryError(Exception):
    """A dictionary that can't be used; the finding says where and why."""

    def __init__(self, path: str, line: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.finding = Diagnostic("bad-dictionary", "warning", message, span=Span(path, line, 1), hint=hint)


class Dictionary:
    """The words of a language, and the prefixes and endings that make forms of words."""

    def __init__(
        self,
        contains: Callable[[str], bool | None],
        affixes: Callable[[], "Affixes"],
        rare: Callable[[str], bool | None] = lambda word: False,
    ) -> None:
        """`contains` tells whether there is a word, with the capitals that it must have; None if it has
        letters that the dictionary doesn't judge. `rare` are words that are right, but hardly ever meant.
        """
        self._contains = lru_cache(65536)(contains)
        self._make_affixes = affixes
        self._rare = rare

    def knows(self, word: str) -> bool:
        """Whether a word in lower case is in the dictionary, is a name there, or can't be judged."""
        forms = (word, word.capitalize(), word.upper())
        return any(has(form) is not False for has in (self._contains, self._rare) for form in forms)

    def is_common(self, word: str) -> bool:
        """Whether a word in lower case is in the dictionary, and neither rare nor only a name."""
        return self._contains(word) is True

    @cached_property
    def affixes(self) -> "Affixes":
        return self._make_affixes()


def looks_english(said: Iterable[str], english: Dictionary) -> bool:
    """Whether most words are English; also true for fewer than 200, too few to judge. It is 90 % and more on
    English cards, and below 40 % in other languages.
    """
    every = [word.lower() for word in said if word.isalpha()]
    return len(every) < 200 or 2 * sum(map(english.is_common, every)) >= len(every)


class Affixes:
    """The rules of an affix file (`SFX S y ies [^aeiou]y`): how a form is made from a word."""

    def __init__(self, text: str) -> None:
        self._suffixes: dict[str, list[tuple[str, str]]] = {}
        self._prefixes: dict[str, list[tuple[str, str]]] = {}
        for line in text.splitlines():
            match line.split():
                case [("SFX" | "PFX") as kind, _, strip, add, condition, *_] if condition[0] != "#":
                    rules = self._suffixes if kind == "SFX" else self._prefixes
                    added, stripped = (re.sub(r"/.*|^0$", "", part) for part in (add, strip))
                    rules.setdefault(added, []).append((stripped, condition))

    def stems(self, word: str) -> Iterator[str]:
        """The words of which a lower-case word is a form, if they are words: `gem` and `gems` of `gems's`."""
        for at in range(1, len(word)):
            for strip, condition in self._suffixes.get(word[at:], ()):
                stem = word[:at] + strip
                if _fits(f"(?:{condition})$", stem):
                    yield stem
            for strip, condition in self._prefixes.get(word[:at], ()):
                stem = strip + word[at:]
                if _fits(f"^(?:{condition})", stem):
                    yield stem


@lru_cache(4096)
def _condition(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern)
    except re.error:
        return None  # Hunspell ignores such rules, too.


def _fits(pattern: str, word: str) -> bool:
    condition = _condition(pattern)
    return condition is not None and condition.search(word) is not None


class Dictionaries:
    """The dictionaries of a project, by language; without a project, those of the package."""

    def __init__(self, project: Project | None = None) -> None:
        self._project = project or Project(STARTER)
        self._opened: dict[str, Dictionary | None] = {}

    def of(self, language: str) -> Dictionary | None:
        """The dictionary of a language tag; None without one. Raises DictionaryError."""
        if language not in self._opened:
            self._opened[language] = self._open(language)
        return self._opened[language]

    def _open(self, language: str) -> Dictionary | None:
        tag = language.replace("_", "-")
        for name in dict.fromkeys((tag, tag.replace("-", "_"), primary(tag))):
            aff, dic = f"{FOLDER}/{name}.aff", f"{FOLDER}/{name}.dic"
            if self._project.exists(dic):
                return _hunspell(self._project, aff, dic)
        words, rare, affixes = (f"{FOLDER}/{primary(tag)}.{end}" for end in ("words", "rare", "affixes"))
        if not self._project.exists(words):
            return None
        return Dictionary(
            _WordList(self._project, words).has,
            lambda: Affixes(self._project.text(affixes)),
            _WordList(self._project, rare).has,
        )


class _WordList:
    """Words in a sorted file, one a line: searched by halving, without making a word of each line."""

    def __init__(self, project: Project, path: str) -> None:
        self._project = project
        self._path = path

    @cached_property
    def _data(self) -> bytes:
        return self._project.read(self._path)

    def has(self, word: str) -> bool | None:
        if not word.isascii():
            return None  # It is foreign: `fiancée` is here as `fiancee`.
        wanted = word.encode()
        return self._line(bisect_left(range(len(self._data)), wanted, key=self._line)) == wanted

    def _line(self, at: int) -> bytes:
        """The line that has the character at a place."""
        return self._data[self._data.rfind(b"\n", 0, at) + 1 : self._data.find(b"\n", at)]


def _hunspell(project: Project, aff: str, dic: str) -> Dictionary:
    """A project's dictionary. Raises DictionaryError."""
    try:
        if not project.exists(aff):
            raise ProjectError(f"`{dic}` has no `{aff}`")
        rules, _ = project.read(aff), project.read(dic)  # refuses what no dictionary is
    except ProjectError as error:
        hint = "put the two files of a Hunspell dictionary there"
        raise DictionaryError(dic, 1, str(error), hint=hint) from error
    stated = re.search(rb"^SET[ \t]+(\S+)", rules, re.MULTILINE)
    encoding = stated[1].decode("ascii", "replace") if stated else "ISO8859-1"
    try:
        codecs.lookup(encoding)
    except LookupError as error:
        line = rules.count(b"\n", 0, stated.start() if stated else 0) + 1
        hint = "save both files as UTF-8, and write `SET UTF-8`"
        raise DictionaryError(aff, line, f"`{encoding}` is an unknown encoding", hint=hint) from error
    from hunspell import Hunspell  # Games without a dictionary of their own need none.

    folder = project.path(dic).parent
    reader = Hunspell(dic.rpartition("/")[2].removesuffix(".dic"), str(folder), "utf-8")
    # It has opened them itself: what is kept of it knows if they changed.
    for path in (aff, dic):
        project.read(path)

    def contains(word: str) -> bool | None:
        try:
            return bool(reader.spell(word))
        except UnicodeEncodeError:
            return None

    return Dictionary(contains, lambda: Affixes(rules.decode(encoding, "replace")))
