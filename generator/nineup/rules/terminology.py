"""`terminology`: the game's own words are spelled consistently, used with their meaning, and not redundant.

Always on, as a warning, for texts in English:

- a word that is nearly a defined term or a name from a list, but not one of its forms; for a short term, only misspellings that
  are not another word (`Bnak`, `Passs`), that begin an instruction (`Pley 1 card`), or that have a capital inside a sentence
  (`Or Pay a card`);
- a word that the texts have once, and with two letters exchanged or one left out have often: `abilty` beside `ability`;
- a capitalised inflection that is not among a term's forms: `Stashed`, if the forms are `Stash` and `Stashes`;
- a term's meaning repeated: if `Take` means to move a gem from the Supply, `Take 2 gems from the Supply`;
- a term used with another meaning: here, `Take 2 gems from another player`; or an action used as a noun, `after a Take`, and
  the other way round;
- a capitalised term in lowercase where it is an instruction: `take 2 gems`;
- a singular noun after a larger number, if other texts have its plural: `2 non-White Gem`.

Bad:

    terms:
      Detachment: {means: The outermost ring.}
    # a text: Start in Detatchment.

Good:

    # a text: Start in Detachment.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from nineup.diagnostics import Diagnostic
from nineup.game import Game, RuleEntry
from nineup.rules.meanings import AFTER_A_VERB, BEFORE_A_VERB, Meaning, meanings, misused, said_twice
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.texts import Mention, clauses, number, texts, words

LONG = 6
"""Letters from which on a word is held against terms: short ones are too often near another."""

OFTEN = 3
"""Texts that must have a word for its slips to be reported."""

SHORT = 3
"""Letters from which on a word is held against short terms, for slips that make no word: `Bnak`, `Passs`."""

EVERYDAY = frozenset(
    """
    angel angle ant art bake band bark base bass bat beet best bet bets blot board boat bolt brake bread calm cart clam clod
    cod cold col cool cost cot dairy dawn diary dog draft drag dram drawer fed feed feel felt flee form fro from gave gift given god
    hop hoop how into left liar lair lived loot lose loss lost lot lots march met meet mode mood moon mop nest nets new not now
    off one pacs pack paid part path past pats pay plan plane plat play please plot pool post pots quiet quite rail rest root rot
    salt saw sent sign sing slat slot sole stare steal steam step stop swan swap swear tale talk tame tank tap teak then than tired
    toll too trail tried trial trip untied united use won
    """.split()
)
"""Words that are one slip away from terms that games often have, and mean something themselves."""

LOOKALIKES = frozenset(
    """
    barely barley barn board bother bran broad brother brunt burnt carb carve casual causal clasps classes comma costume county
    country covert crab crave custom desert dessert diner dinner files flies gird grid hoping hopping later latter lion loin
    marital martial minister minster payers perfect perform planes planing planning plans players prefect preform sacred salve
    scared scarred signed silt silver singed slave slit sliver solder soldier spilt split staring starring started stated
    starting stating statue statute stores stories super supper tarp there thorough though three through tiles tires titles
    trap tries unite untie
    """.split()
)
"""Words that are one slip away from another word of everyday texts."""

ENDINGS = ("s", "d", "r", "n", "y")
"""Endings of forms that are accepted without being listed."""

INFLECTIONS = ("d", "ed", "ing")
"""Endings that a form of a term may have; one that texts use with a capital must be listed."""

BETWEEN = 2
"""Words that may come between a number and its noun."""

AFTER = frozenset("and or from to with in of at on for per each then that which".split())
"""Small words that show that the noun before them ends there."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    game = proof.game
    every = list(texts(game))
    terms = _long(form for term in game.terms.values() for form in term.forms)
    listed = [item for vocabulary in game.lists.values() for item in vocabulary.items]
    names = _long(str(item.fields["name"]) for item in listed)
    short = _short(game)
    forms = frozenset(form for term in game.terms.values() for form in term.forms)
    often = Counter(word for mention in every for word in set(words(mention.text)))
    named = frozenset((*terms, *names, *short))
    meant = meanings(game)
    known = {meaning.term.id: meaning for meaning in meant}
    large = _large(game)
    plurals = _plurals(every)
    for mention in every:
        found = [
            _finding(mention, message, hint)
            for message, hint in (
                *_misspelled(mention, terms, names),
                *_garbled(mention, short, often),
                *_rare(mention, often, named),
                *_unlisted(mention, forms),
                *(() if mention.what.startswith("the term") else _used(mention, meant, known)),
                *_small(mention, large),
                *_uncounted(mention, plurals),
            )
        ]
        if mention.card is not None:
            yield from proof.unless_accepted(mention.card, found)
        else:
            yield from found


def _finding(mention: Mention, message: str, hint: str) -> Diagnostic:
    return Diagnostic("terminology", "warning", f"{mention.what}: {message}", mention.span, hint)


def _long(said: Iterable[str]) -> dict[str, str]:
    """The long words among some names, by their small letters."""
    return {word.lower(): word for text in said for word in words(text) if len(word) >= LONG}


def _misspelled(
    mention: Mention, terms: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for word in dict.fromkeys(words(mention.text)):
        small = re.sub(r"[’']s?$", "", word.lower())
        if len(small) < LONG - 1 or small in terms:
            continue
        known = terms if small in names else {**names, **terms}
        near = next((known[other] for other in known if _is_slip(small, other)), "")
        if near:
            yield f"`{word}` is nearly `{near}`", f"write `{near}`, or list it in the term's forms"


def _is_slip(word: str, term: str) -> bool:
    """Whether a word is a term with one letter more, less, another, or two exchanged, and no inflection."""
    if word[0] != term[0] or abs(len(word) - len(term)) > 1:
        return False
    short, long = sorted((word, term), key=len)
    if any(long == short + ending for ending in ENDINGS):
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, term)) if a != b), len(short))  # noqa: B905
    a, b = word[start:], term[start:]
    return a[1:] == b or a == b[1:] or (a[1:] == b[1:] and a[1:] != "") or a[:2][::-1] + a[2:] == b


def _short(game: Game) -> dict[str, str]:
    """The short words among the terms, by their small letters."""
    forms = (form for term in game.terms.values() for form in term.forms)
    return {w.lower(): w for form in forms for w in words(form) if SHORT <= len(w) < LONG and w.isalpha()}


def _garbled(
    mention: Mention, short: Mapping[str, str], often: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """Words that are a short term with two letters exchanged, or one doubled or no longer doubled.

    At the start of an instruction any other letter is enough: there a term is expected.
    """
    for clause in clauses(mention.text):
        said = words(clause)
        for at, word in enumerate(said):
            small = word.lower()
            if not small.isalpha() or small in short or often[word] > 1:
                continue
            if not SHORT - 1 <= len(small) <= LONG or (small in EVERYDAY and not _is_capitalised(said, at)):
                continue
            near = [term for term in short if _is_garbled(small, term)]
            if not near and _is_instruction(said, at):
                near = [term for term in short if len(term) > SHORT and _is_slip(small, term)]
            if not near and _is_capitalised(said, at):
                near = [term for term in short if len(term) > SHORT and _is_slip(small, term)]
            if near and (short[near[0]][:1].isupper() == word[:1].isupper() or (at == 0 and word.istitle())):
                yield f"`{word}` is nearly `{short[near[0]]}`", f"write `{short[near[0]]}`"


def _unlisted(mention: Mention, forms: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Capitalised words inside a clause that are a term with an ending, and not one of its forms."""
    for clause in clauses(mention.text):
        said = words(clause)
        for before, word in pairwise(said):
            if word.istitle() and word.isalpha() and word not in forms and before[:1].islower():
                stems = [word[: -len(end)] for end in INFLECTIONS if word.endswith(end)]
                term = next((stem for stem in stems if stem in forms), "")
                if term:
                    yield f"`{word}` is no form of the term `{term}`", f"list it in the forms of `{term}`"


def _rare(mention: Mention, often: Mapping[str, int], named: Collection[str]) -> Iterator[tuple[str, str]]:
    """Words of one text that are a slip of a word of several texts, and neither names nor words of their own."""
    for word in dict.fromkeys(words(mention.text)):
        if often[word] > 1 or len(word) <= SHORT or not word.isalpha():
            continue
        if word.lower() in named or word.lower() in EVERYDAY | LOOKALIKES:
            continue
        near = next((other for other in often if often[other] >= OFTEN and _is_misprint(word, other)), "")
        if near:
            yield f"`{word}` is nearly `{near}`, which is in {often[near]} texts", f"write `{near}`"


def _is_misprint(word: str, other: str) -> bool:
    """Whether two letters of a word are exchanged, or one is left out, between its first and its last."""
    if word[0] != other[0] or word[-1] != other[-1] or not other.isalpha():
        return False
    if len(word) == len(other):
        return _is_garbled(word, other)
    return len(word) >= LONG and any(word == other[:at] + other[at + 1 :] for at in range(1, len(other) - 1))


def _is_garbled(word: str, term: str) -> bool:
    if len(word) == len(term):
        pairs = [at for at in range(len(term)) if word[at] != term[at]]
        return len(pairs) == 2 and pairs[1] == pairs[0] + 1 and sorted(word) == sorted(term)
    short, long = sorted((word, term), key=len)
    if len(long) != len(short) + 1:
        return False
    at = next((i for i in range(len(short)) if short[i] != long[i]), len(short))
    return at > 0 and long[at] == long[at - 1] and short == long[:at] + long[at + 1 :]


def _is_capitalised(said: list[str], at: int) -> bool:
    """Whether a word has a capital where prose has none: inside a clause that is no title."""
    titled = sum(word.istitle() for word in said)
    return at > 0 and said[at].istitle() and 2 * titled < len(said)


def _is_instruction(said: list[str], at: int) -> bool:
    """Whether a capital word is where a card says what to do: `Pley 1 card`."""
    begins = at == 0 or said[at - 1].lower() in BEFORE_A_VERB
    after = said[at + 1] if at + 1 < len(said) else ""
    return (
        begins
        and said[at][:1].isupper()
        and (number(after) is not None or after.startswith("{") or after.lower() in AFTER_A_VERB)
    )


def _used(
    mention: Mention, meant: Iterable[Meaning], known: Mapping[str, Meaning]
) -> Iterator[tuple[str, str]]:
    for clause in clauses(mention.text):
        yield from said_twice(clause, meant)
        yield from misused(clause, known)


def _large(game: Game) -> Mapping[str, str]:
    """The forms of terms all of whose forms begin with a capital, by how they would be written small."""
    terms = [term for term in game.terms.values() if all(form[:1].isupper() for form in term.forms)]
    return {form[0].lower() + form[1:]: form for term in terms for form in term.forms}


def _small(mention: Mention, large: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Terms written small beside a number, where no everyday word is meant: `take 2 …`, `2 gems`."""
    for clause in clauses(mention.text):
        said = words(clause)
        for before, word, after in zip(["", *said], said, [*said[1:], ""], strict=False):
            if word in large and (before.isdecimal() or after.isdecimal() or after.startswith("{")):
                yield f"`{word}` is written small, but the term is `{large[word]}`", f"write `{large[word]}`"


def _plurals(every: Iterable[Mention]) -> frozenset[str]:
    """Nouns that are plural after some number."""
    seen: Counter[str] = Counter()
    for mention in every:
        for clause in clauses(mention.text):
            for count, noun in _counted_nouns(clause):
                seen[noun] += count != 1 and noun.endswith("s")
    return frozenset(noun for noun, times in seen.items() if times)


def _counted_nouns(clause: str) -> Iterator[tuple[int, str]]:
    """Each number of a clause with the noun that it counts, where that is clear."""
    said = words(clause)
    for place, word in enumerate(said):
        count = number(word)
        if count is None:
            continue
        for offset in range(1, BETWEEN + 2):
            rest = said[place + offset : place + offset + 2]
            if rest and (len(rest) == 1 or rest[1].lower() in AFTER) and not rest[0].startswith("{"):
                yield count, rest[0]
                break


def _uncounted(mention: Mention, plurals: frozenset[str]) -> Iterator[tuple[str, str]]:
    for clause in clauses(mention.text):
        for count, noun in _counted_nouns(clause):
            if count > 1 and f"{noun}s" in plurals:
                yield f"`{noun}` in the singular after {count}", f"write `{noun}s`"
            elif count == 1 and noun in plurals:
                yield f"`{noun}` in the plural after 1", f"write `{noun[:-1]}`"


RULE = Rule(
    "terminology", "the game's words are used alike", "warning", frozenset({"game"}), check, accepts=("",)
)
