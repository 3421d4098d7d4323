"""The meaning of a term as far as its definition states it, and texts that repeat or contradict it.

Three things are read from a definition: the origin and the destination of a move (`Move a gem from the Supply
to your own Stash`), and whether the term names a thing (`A card that …`) or an action (its forms, or `To …`).

Of `To Take: move a gem from the Supply to your own Stash` it is known that Take is from the Supply, to your
own Stash, and an action. `Take 2 gems from the Supply` says it twice; `Take 2 gems from another player`
contradicts it, since no word of the place is in the definition; `after a Take` uses it as a thing.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from nineup.model.game import Game, Term
from nineup.rules.wording.texts import number_of_word, words

DIRECTIONS = {"from": "from", "to": "to", "into": "to"}

DETERMINERS = frozenset(
    "a an the any all another each every no one this that these those other "
    "your my our their his her its".split()
)
"""Words that begin the name of a place; after `to` anything else is likely a verb."""

ENDS = frozenset("from to into with for in on by at if who which while when and or".split())
"""Function words that end the name of a place; in a definition, not `and` and `or`."""

NO_PLACE = DETERMINERS | frozenset("of or and own left right next".split())
"""Words that don't identify a place."""

BEFORE_A_VERB = frozenset("and or then may must can cannot to also either immediately".split())
AFTER_A_VERB = frozenset("all any your the a an up each both every another one".split())
BEFORE_A_NOUN = frozenset("a an the each every this that no another".split())


class Meaning(NamedTuple):
    """The meaning read from one term's definition."""

    term: Term
    says: Mapping[str, str]
    """By direction (`from`, `to`), the words of the definition: `the Supply`."""
    redundant: re.Pattern[str] | None
    """The words of a place that is itself a term, and is already in the definition."""
    is_thing: bool
    is_deed: bool


_BEFORE_A_TERM = re.compile(r"\b(?:from|to|into)\s++(?:the|your\s++own|your)\s++")

_WORD = re.compile(r"\w*+")
_EDGE = re.compile(r"\b")


def meanings(game: Game) -> tuple[Meaning, ...]:
    forms = by_first_word(form for term in game.terms.values() for form in term.forms)
    return tuple(_meaning(term, forms) for term in game.terms.values())


def by_first_word(forms: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """The forms of terms by their first words, so that a text isn't searched for all of them; sorted."""
    by_word = defaultdict(list)
    for form in sorted(set(forms)):
        by_word[_word_at(form, 0)].append(form)
    return by_word


def _word_at(text: str, at: int) -> str:
    match = _WORD.match(text, at)
    assert match is not None
    return match[0]


def _meaning(term: Term, forms: Mapping[str, Sequence[str]]) -> Meaning:
    says: dict[str, str] = {}
    # In a definition, `from the Supply or your Stash` names two places of one move. In an
    # instruction, `and` begins the next one.
    for direction, place in _places(words(term.means), ENDS - {"and", "or"}):
        says[direction] = f"{says[direction]} or {place}" if direction in says else place
    # A form such as `Stealing` or `Taken` is taken for that of a verb.
    bent = any(re.search(r"(ing|ed|en)$", form) for form in term.forms if form != term.id)
    starts = next(iter(words(term.means)), "").lower()
    to_do = re.search(rf"\bTo {re.escape(term.id)}\b", term.means) is not None
    return Meaning(
        term,
        says,
        _redundant(term, forms),
        is_thing=starts in DETERMINERS and not bent and not to_do,
        is_deed=(bent or starts == "to") and starts not in DETERMINERS,
    )


def _redundant(term: Term, forms: Mapping[str, Sequence[str]]) -> re.Pattern[str] | None:
    for before in _BEFORE_A_TERM.finditer(term.means):
        at = before.end()
        for form in forms.get(_word_at(term.means, at), ()):
            place = term.means[before.start() : at + len(form)]
            ends = term.means.startswith(form, at) and _EDGE.match(term.means, at + len(form))
            if ends and form not in term.forms:
                return re.compile(rf"\b{re.escape(place)}\b")
    return None


def _places(said: list[str], ends: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Each place named by words: its direction, and its own words."""
    for at, word in enumerate(said):
        first = said[at + 1].lower() if at + 1 < len(said) else ""
        if word.lower() in DIRECTIONS and first in DETERMINERS:
            end = next((i for i in range(at + 2, len(said)) if said[i].lower() in ends), len(said))
            yield DIRECTIONS[word.lower()], " ".join(said[at + 1 : end])


def said_twice(clause: str, known: Iterable[Meaning]) -> Iterator[tuple[str, str]]:
    """A message and its hint for each term at the start of a clause that repeats the term's own meaning."""
    first = next(iter(words(clause)), "")
    for meaning in known:
        again = meaning.redundant and first in meaning.term.forms and meaning.redundant.search(clause)
        if again:
            yield f"`{first} … {again[0]}` says it twice", f"`{first}` means that already"


def misused(clause: str, known: Mapping[str, Meaning]) -> Iterator[tuple[str, str]]:
    """A message and its hint for each term, by its id, that a clause uses contrary to its definition."""
    # What comes after a comma may belong to another action.
    for part in clause.split(","):
        yield from _misused(words(part), known)


def _misused(said: list[str], known: Mapping[str, Meaning]) -> Iterator[tuple[str, str]]:
    done = [at for at, word in enumerate(said) if word in known and _is_verb(said, at)]
    for at, end in pairwise([*done, len(said)]):
        yield from _elsewhere(said[at:end], known[said[at]])
    for at, word in enumerate(said):
        if word in known and known[word].is_thing and _is_done(said, at):
            yield f"`{word} {said[at + 1]}`: `{word}` is defined as a thing, not as something to do", _HINT
        elif word in known and known[word].is_deed and _is_named(said, at):
            yield f"`{said[at - 1]} {word}`: `{word}` is defined as something to do, not as a thing", _HINT


_HINT = "use another word, widen what the term means, or accept it on the card"


def _is_verb(said: list[str], at: int) -> bool:
    return at == 0 or said[at - 1].lower() in BEFORE_A_VERB


def _elsewhere(said: list[str], meaning: Meaning) -> Iterator[tuple[str, str]]:
    for direction, place in _places(said, ENDS):
        meant = meaning.says.get(direction, "")
        here = _content(place)
        # One word in common is enough: a text says less, or more, than the
        # definition, but it isn't a contradiction.
        if meant and here and not here & _content(meant):
            word = said[0]
            yield f"`{word} … {direction} {place}`: `{word}` means {direction} {meant}", _HINT


def _content(place: str) -> frozenset[str]:
    """The stems of the words that identify a place; opponents are players."""
    stems = frozenset(_stem(word.lower()) for word in words(place))
    return frozenset("player" if stem == "opponent" else stem for stem in stems) - NO_PLACE


def _stem(word: str) -> str:
    """A word without the endings of plurals and possessives: `stashes’` and `stash` have one stem."""
    bare = re.sub(r"[’']s?$", "", word)
    return bare if bare in NO_PLACE else re.sub(r"(?:ie|e)?s$|[ey]$", "", bare)


def _is_done(said: list[str], at: int) -> bool:
    """Whether a word is used as a verb in the imperative: `Supply 2 gems`, but not `Story 2`."""
    after = said[at + 1 : at + 3]
    if at > 0 or not after:
        return False
    counted = (
        number_of_word(after[0]) is not None and len(after) == 2 and after[1].lower() not in {*ENDS, "of"}
    )
    return counted or after[0].lower() in AFTER_A_VERB


def _is_named(said: list[str], at: int) -> bool:
    """Whether a word is used as a noun: `after a Steal`, but not `a Steal token`."""
    ends = at + 1 == len(said) or said[at + 1].lower() in {*ENDS, "of", "is", "was", "that"}
    return at > 0 and said[at - 1].lower() in BEFORE_A_NOUN and ends
