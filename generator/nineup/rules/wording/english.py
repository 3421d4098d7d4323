"""English texts: terms with another ending or meaning than their definitions, and nouns that disagree with
their number.

Of `Take`, which means *Move a gem from the Supply to your own Stash*, it is known that it is from the Supply
and to your own Stash. `Take 2 gems from the Supply` says it twice; `Take 2 gems from another player`
contradicts it, since no word of the place is in the definition.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from nineup.base.diagnostics import Hint, Replace
from nineup.logic.expression import NUMBER_WORDS
from nineup.model.game import Game
from nineup.rules.wording.languages import ENGLISH, stemmer
from nineup.rules.wording.texts import (
    Mention,
    clauses,
    is_verb,
    number_of_word,
    words,
)

DETERMINERS = frozenset(
    """
    a an the any all another each every no one this that these those other your my our their his her its
    """.split()
)
"""Words that begin the name of a place; after `to` anything else is likely a verb."""

JOINS = frozenset(("and", "or"))

ENDS = JOINS | frozenset(
    "from to into with for in on at by per if who which while when each then that".split()
)
"""Function words that end the name of a place, or a noun with what describes it."""

VERBS = frozenset("is are was were be been has have had do does did can may must will would should".split())
"""Verbs that follow a counted noun as the subject: `two gems are`."""

NO_PLACE = DETERMINERS | JOINS | frozenset("of own left right next".split())
"""Words that don't identify a place."""

NO_NOUNS = ENDS | VERBS | DETERMINERS | NUMBER_WORDS.keys() | frozenset(
    """
    both either neither others such same more less fewer least most it they you he she we whom whose what
    where of as than not only also until up down out off over under again back there here but so too very
    times
    """.split()
)  # fmt: skip
"""Words that are neither a counted noun nor an adjective before it."""

INFLECTIONS = ("d", "ed", "ing")
"""Endings that a form of a term may have; a form that texts capitalise must be listed."""

BETWEEN = 2
"""How many words may come between a number and its noun."""

_TOKEN = re.compile(r"\{[^{}\s]*\}|[+−–-]?[\w’'-]+|[^\w\s]")
"""A symbol, a word, a number with its sign, or a mark of punctuation."""

Mistake = tuple[str, str]
"""A message and its hint."""


class English:
    """Finds mistakes in the English texts of a game."""

    def __init__(self, game: Game, mentions: Iterable[Mention]) -> None:
        terms = game.terms.values()
        self._known = {word for mention in mentions for word in words(mention.text)}
        self._places = {form: _meant(term.means) for term in terms for form in term.forms}
        """What each form of a term means, by direction."""
        self._plurals = {
            plural
            for term in terms
            for noun in term.forms
            for plural in _plurals(noun)
            if plural in term.forms
        }
        for mention in mentions:
            for clause in clauses(mention.text):
                self._plurals |= {noun for count, noun, _ in _counted(clause) if count != 1}

    def wrong(self, mention: Mention) -> Iterator[Mistake]:
        for clause in clauses(mention.text):
            said = words(clause)
            yield from self._unlisted(said)
            if not mention.what.startswith("the term"):
                yield from self._moved(clause)
            yield from self._miscounted(clause)

    def _unlisted(self, said: list[str]) -> Iterator[Mistake]:
        """Capitalised words inside a clause that are a term with an ending, but not one of its forms."""
        for before, word in pairwise(said):
            if word.istitle() and word.isalpha() and word not in self._places and before[:1].islower():
                stems = [word[: -len(end)] for end in INFLECTIONS if word.endswith(end)]
                for term in [stem for stem in stems if stem in self._places][:1]:
                    yield f"`{word}` is not a form of the term `{term}`", f"list it in the forms of `{term}`"

    def _moved(self, clause: str) -> Iterator[Mistake]:
        """Terms whose definition a clause repeats, or contradicts."""
        for number, part in enumerate(clause.split(",")):  # After a comma, it may be another action.
            said = words(part)
            deeds = [at for at, word in enumerate(said) if word in self._places and is_verb(said, at)]
            for at, end in pairwise([*deeds, len(said)]):
                verb, known = said[at], self._places[said[at]]
                for direction, place in _places(said[at:end], ENDS):
                    meant, here = known.get(direction, ""), _content(place)
                    if place == meant and not at and not number and _bare(place) in self._places:
                        message = f"`{verb} … {direction} {place}` says it twice"
                        yield message, f"`{verb}` means that already"
                    # One word in common is enough: a text says less, or more, than the definition, but it
                    # isn't a contradiction.
                    elif here and meant and not here & _content(meant):
                        message = f"`{verb} … {direction} {place}`: `{verb}` means {direction} {meant}"
                        yield message, "use another word, widen what the term means, or accept it on the card"

    def _miscounted(self, clause: str) -> Iterator[Mistake]:
        """Nouns that disagree with their number, if other texts or the forms of a term have it right."""
        for count, noun, after in _counted(clause):
            if count > 1 and after not in JOINS:
                many = [form for form in _plurals(noun) if form in self._plurals and _are_one(noun, form)]
                for form in many[:1]:
                    yield f"`{noun}` in the singular after {count}", write(noun, form)
            elif count == 1 and noun in self._plurals and (form := self._singular(noun)):
                yield f"`{noun}` in the plural after 1", write(noun, form)

    def _singular(self, noun: str) -> str:
        """The singular of a plural, if it is a word of the texts or the stem of the plural."""
        stem = stemmer(ENGLISH)(noun)
        for end, other in (("ies", "y"), ("es", ""), ("s", "")):
            form = noun.removesuffix(end) + other
            if noun.endswith(end) and (
                form.lower() == stem or (form in self._known and _are_one(noun, form))
            ):
                return form
        return ""


def write(word: str, near: str) -> Hint:
    return Hint(f"write `{near}`", Replace(word, near))


def _meant(definition: str) -> Mapping[str, str]:
    """By direction (`from`, `to`), the words of a definition: `the Supply`."""
    places: dict[str, str] = {}
    # In a definition, `from the Supply or your Stash` names two places of one move. In an instruction, `and`
    # begins the next one.
    for direction, place in _places(words(definition), ENDS - JOINS):
        places[direction] = f"{places[direction]} or {place}" if direction in places else place
    return places


def _places(said: list[str], ends: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each place named by words: its direction, and its own words."""
    for at, (word, first) in enumerate(pairwise(said)):
        if word.lower() in ("from", "to", "into") and first.lower() in DETERMINERS:
            end = next((i for i in range(at + 2, len(said)) if said[i].lower() in ends), len(said))
            yield word.lower().removeprefix("in"), " ".join(said[at + 1 : end])


def _content(place: str) -> frozenset[str]:
    """The stems of the words that identify a place; opponents are players."""
    bare = (re.sub(r"[’']s?$", "", word.lower()) for word in words(place))
    stems = frozenset(word if word in NO_PLACE else re.sub(r"(?:ie|e)?s$|[ey]$", "", word) for word in bare)
    return frozenset("player" if stem == "opponent" else stem for stem in stems) - NO_PLACE


def _bare(place: str) -> str:
    return re.sub("^(?:the|your own|your) ", "", place)


def _counted(clause: str) -> Iterator[tuple[int, str, str]]:
    """Each number in a clause with the noun that it counts, and the function word or mark after that."""
    said = _TOKEN.findall(clause)
    for place, word in enumerate(said):
        # `Three` inside a clause begins a name.
        count = None if place and word.istitle() else number_of_word(word)
        if count is None:
            continue
        for noun, after in pairwise([*said[place + 1 :], ""][: BETWEEN + 2]):
            if not noun[:1].isalpha() or noun.lower() in NO_NOUNS:
                break
            if after.lower() in ENDS | VERBS | {"of"} or not (after[:1].isalnum() or after.startswith("{")):
                yield count, noun, after.lower()
                break


def _plurals(noun: str) -> tuple[str, ...]:
    return f"{noun}s", f"{noun}es", f"{noun[:-1]}ies"


def _are_one(noun: str, other: str) -> bool:
    stem = stemmer(ENGLISH)
    return stem(noun) == stem(other)
