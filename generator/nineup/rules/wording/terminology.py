"""`terminology`: the game's own words are spelled consistently, used with their meaning, and not redundant.

Always on, as a warning. The language is `language:` in `game.yaml`, by default English; a card file states
its own, or that of single fields (`language: {text-de: de}`). Texts that state no language and don't look
English are left alone, which a note says.

English words are known. For another language, put a Hunspell dictionary into the project:
`dictionaries/de.aff` and `de.dic`, as [LibreOffice](https://extensions.libreoffice.org) and others publish
them (`pt-BR.dic`, or else `pt.dic`, for `pt-BR`; `en.dic` in place of ours). Dictionaries of the system are
never used, so a check finds the same everywhere. Words of terms, names from lists, words on several cards,
and words that the dictionary's affixes make of these are known, too. Found are:

- a word that nobody knows, on one card, if a slip of a finger makes it a known one: `damange`. A short word
  must be nearly one that other cards have. A capitalised word inside a sentence or in a title is a name,
  and is only compared with other names and terms;
- an unknown word that is nearly a defined term or a name from a list, but not one of its forms; and where a
  term begins an instruction or has a capital inside a sentence, another short word, too: `Or Pay a card`,
  `Pas 1 gem`.

Without a dictionary, in languages whose words can be compared (not Chinese, Japanese, Korean and Thai),
words that share a stem are not slips. Found are words that are nearly a term or a name, and

- a word that the texts have once, and with two letters exchanged or one left out have often: `abilty`
  beside `ability`. In a game of thousands of texts the frequent word must be more frequent, unless the
  other has letters that no word has.

In English also:

- a capitalised inflection that is not among a term's forms: `Stashed`, if the forms are `Stash` and
  `Stashes`;
- a term's meaning repeated: if `Take` means to move a gem from the Supply, `Take 2 gems from the Supply`;
- a term used with another meaning: here, `Take 2 gems from another player`; or an action used as a noun,
  `after a Take`, and the other way round;
- a capitalised term in lowercase where it is an instruction, unless the texts mostly have it so: `take 2
  gems`;
- a noun whose number is wrong, if other texts or the forms of a term have it right: `2 non-White Gem`.

A card accepts its findings with `accept: {terminology: why}`, a component those of all its cards. An entry of
`rules:` accepts words wherever they are, or turns the rule off, also for some lists, components or languages;
each is reported when it accepts nothing:

    rules:
      - terminology: {words: {Guerilla: The name of a character.}}
      - terminology: {lists: {spells: Invented words.}, languages: {la: Nobody speaks it.}}
      - terminology: {off: The texts are quoted from old prints.}

Bad:

    terms:
      Detachment: {means: The outermost ring.}
    # a text: Start in Detatchment.

Good:

    # a text: Start in Detachment.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from nineup.base.diagnostics import Diagnostic, Hint, Replace
from nineup.model.game import Game, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.wording.counted import CountedNouns
from nineup.rules.wording.dictionaries import Dictionaries, Dictionary, DictionaryError
from nineup.rules.wording.languages import ENGLISH, GERMAN, is_compared, looks_english, primary
from nineup.rules.wording.meanings import AFTER_A_VERB, BEFORE_A_VERB, Meaning, meanings, misused, said_twice
from nineup.rules.wording.slips import LONG, LONGEST, OFTEN, SHORT, RareWords, is_form, is_garbled, is_slip
from nineup.rules.wording.spelling import Spelling
from nineup.rules.wording.texts import Mention, clauses, number_of_word, texts, words
from nineup.schema.records import Key, MapOf, Record
from nineup.schema.types import NODE, TEXT

SETTINGS = Record(
    {
        "words": Key(MapOf(TEXT, keys=NODE), "Words that are right wherever they are, and why."),
        "lists": Key(MapOf(TEXT, keys=NODE), "Lists and components of which nothing is reported, and why."),
        "languages": Key(MapOf(TEXT, keys=NODE), "Languages of which nothing is reported, and why."),
        "off": Key(TEXT, "Why nothing of this is reported."),
    },
    example="terminology: {words: {Grue: a monster of ours}}",
)

INFLECTIONS = ("d", "ed", "ing")
"""Endings that a form of a term may have; a form that texts capitalise must be listed."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    entries = [each for each in proof.game.rules if each.check is None and each.name == "terminology"]
    off = [each for each in entries if (each.settings or {}).get("off")]
    violations: list[tuple[Mention, Diagnostic, str]] = []
    by_language: dict[str, list[Mention]] = {}
    for mention in texts(proof.game):
        by_language.setdefault(mention.language, []).append(mention)
    dictionaries = Dictionaries(proof.project)
    for tag, mentions in by_language.items():
        language = primary(tag)
        try:
            dictionary = dictionaries.of(tag)
        except DictionaryError as error:
            dictionary = None
            yield error.finding
        if dictionary is None and not is_compared(language):
            continue
        said = (word for mention in mentions for word in words(mention.text))
        # English is only the default: a German game that states nothing would have a finding for each word.
        if language == ENGLISH and not proof.game.language and not looks_english(said):
            yield _unstated(proof.game)
            continue
        violations += _violations(proof.game, dictionary, language, mentions=mentions)
    yield from _unaccepted(proof, [] if off else violations, entries)
    if off and not violations:
        yield from (_idle(each, "there is nothing to turn off") for each in off)


def _unstated(game: Game) -> Diagnostic:
    message = "the texts don't look English, so their words are not compared"
    return Diagnostic(
        "terminology", "note", message, span=game.span, hint="state the game's `language:`, such as `de`"
    )


def _violations(
    game: Game, dictionary: Dictionary | None, language: str, mentions: list[Mention]
) -> Iterator[tuple[Mention, Diagnostic, str]]:
    """The findings about the texts of one language, each with its text and the word that it is about."""
    look = _looks(game, dictionary, language, mentions=mentions)
    for mention in mentions:
        for message, hint in dict.fromkeys(look(mention)):
            about = message.split("`")[1]
            yield (
                mention,
                Diagnostic(
                    "terminology", "warning", f"{mention.what}: {message}", span=mention.span, hint=hint
                ),
                about,
            )


def _unaccepted(
    proof: Proof, violations: Iterable[tuple[Mention, Diagnostic, str]], entries: Iterable[RuleEntry]
) -> Iterator[Diagnostic]:
    """The findings that neither an entry of `rules:`, nor a component or card accepts; and needlessly
    accepted words.
    """
    accepted = {
        (key, name): each
        for each in entries
        for key in ("words", "lists", "languages")
        for name in (each.settings or {}).get(key, ())
    }
    met: set[tuple[str, str]] = set()
    for mention, finding, about in violations:
        source = mention.listed if mention.component is None else mention.component.id
        names = ("words", about), ("lists", source), ("languages", primary(mention.language))
        applied = [name for name in (*names, ("languages", mention.language)) if name in accepted]
        if applied:
            met.update(applied)
            proof.tally.accepted.add(about)
        elif mention.component is not None and "terminology" in mention.component.accept:
            yield from proof.unless_accepted(mention.component, [finding])
        elif mention.card is not None:
            yield from proof.unless_accepted(mention.card, [finding])
        else:
            yield finding
    for key, name in accepted:
        if (key, name) not in met:
            kind = "" if key == "words" else f"the {key.removesuffix('s')} "
            message = f"{kind}`{name}` is accepted, but there is nothing to accept"
            yield _idle(accepted[key, name], message)


def _idle(entry: RuleEntry, message: str) -> Diagnostic:
    return Diagnostic(
        "unused-accept", "warning", f"terminology: {message}", span=entry.span, hint="delete it"
    )


WordingCheck = Callable[[Mention], Iterator[tuple[str, str]]]
"""Yields a message and its hint for each mistake in a text."""


def _looks(game: Game, dictionary: Dictionary | None, language: str, mentions: list[Mention]) -> WordingCheck:
    terms = _long(form for term in game.terms.values() for form in term.forms)
    listed = [item for vocabulary in game.lists.values() for item in vocabulary.items]
    names = _long(str(item.fields["name"]) for item in listed)
    short = _short(game)
    often = Counter(word for mention in mentions for word in set(words(mention.text)))
    in_english = _english(game, mentions, often) if language == ENGLISH else None
    nearest = _Nearest(terms, names, language)
    if dictionary is None:
        misspelled = _beside_frequent(often, frozenset((*terms, *names, *short)), language)
    else:
        misspelled = _beside_dictionary(game, dictionary, language, mentions=mentions)

    def spelled(mention: Mention) -> Iterator[tuple[str, str, str]]:
        yield from _misspelled(mention, nearest, often, dictionary=dictionary)
        yield from _garbled(mention, short, often, dictionary=dictionary, in_english=in_english is not None)
        yield from misspelled(mention)

    def look(mention: Mention) -> Iterator[tuple[str, str]]:
        # A word is reported once, although it may be nearly a term and nearly a word.
        said = {word: (message, hint) for word, message, hint in reversed(list(spelled(mention)))}
        yield from reversed(said.values())
        if in_english is not None:
            yield from in_english(mention)

    return look


SpellingCheck = Callable[[Mention], Iterator[tuple[str, str, str]]]
"""Yields each misspelled word of a text, a message and its hint."""


def _beside_dictionary(
    game: Game, dictionary: Dictionary, language: str, mentions: list[Mention]
) -> SpellingCheck:
    own = [form for term in game.terms.values() for form in term.forms]
    own += [str(item.fields["name"]) for each in game.lists.values() for item in each.items]
    spelling = Spelling(dictionary, mentions, own, nouns_are_large=language == GERMAN)

    def misspelled(mention: Mention) -> Iterator[tuple[str, str, str]]:
        for word, near in spelling.wrong(mention.text):
            accepted = f"`terminology: {{words: {{{word}: why}}}}`"
            hint = f"write `{near}`, or accept the word in `rules:`: {accepted}"
            yield word, f"`{word}` is nearly `{near}`", Hint(hint, Replace(word, near))

    return misspelled


def _beside_frequent(often: Mapping[str, int], named: Collection[str], language: str) -> SpellingCheck:
    rare = RareWords(often, language)
    return lambda mention: _rare(mention, often, named, rare=rare)


def _write(word: str, near: str) -> Hint:
    return Hint(f"write `{near}`", Replace(word, near))


def _as_large(near: str, word: str) -> str:
    return near[0].upper() + near[1:] if word[0].isupper() else near


def _english(game: Game, mentions: list[Mention], often: Counter[str]) -> WordingCheck:
    """The checks for English only."""
    forms = frozenset(form for term in game.terms.values() for form in term.forms)
    meant = meanings(game)
    known = {meaning.term.id: meaning for meaning in meant}
    large = {
        small: form
        for small, form in _large(game).items()
        if often[small] < OFTEN or often[small] <= often[form]
    }
    named = [term.forms for term in game.terms.values()]
    nouns = CountedNouns((mention.text for mention in mentions), often, named)

    def look(mention: Mention) -> Iterator[tuple[str, str]]:
        yield from _unlisted(mention, forms)
        if not mention.what.startswith("the term"):
            yield from _used(mention, meant, known)
        yield from _small(mention, large)
        yield from nouns.wrong(mention.text)

    return look


class _Nearest:
    """Finds the term or name of which a long word is a typo; each word is looked up once."""

    def __init__(self, terms: Mapping[str, str], names: Mapping[str, str], language: str) -> None:
        self._terms, self._names, self._every = terms, names, {**names, **terms}
        self._language = language
        self._places = {word: place for place, word in enumerate(self._every)}
        self._term_places = {word: place for place, word in enumerate(terms)}
        self._by_part: dict[str, list[str]] = {}
        self._nearest: dict[str, str] = {}

    def of(self, small: str) -> str:
        """The term or name; empty if the word is one itself or is a form of one."""
        # Texts repeat their words.
        if small not in self._nearest:
            self._nearest[small] = self._near(small)
        return self._nearest[small]

    def _near(self, small: str) -> str:
        if not LONG - 1 <= len(small) <= LONGEST or small in self._terms:
            return ""
        known = self._term_places if small in self._names else self._places
        near = {
            other
            for part in _shortened(small)
            for other in self._candidates().get(part, ())
            if other in known
        }
        for other in sorted(near, key=known.__getitem__):
            if is_slip(small, other) and not is_form(small, other, self._language):
                return self._every[other]
        return ""

    def _candidates(self) -> Mapping[str, Sequence[str]]:
        """The terms and names by each of their variants with one letter removed: words that differ in one
        letter share one.
        """
        if not self._by_part:
            for other in self._every:
                # Comparing each word with each name would take too long. Two words that differ by one letter
                # are equal once the right letter is left out of one of them, or of both: `detatchment`
                # without its second t is `detachment`.
                for part in _shortened(other):
                    self._by_part.setdefault(part, []).append(other)
        return self._by_part


def _shortened(word: str) -> set[str]:
    """A word, and its variants without one of its letters except the first."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}


def _long(said: Iterable[str]) -> dict[str, str]:
    """The long words among some names, by their lower-case spelling."""
    return {word.lower(): word for text in said for word in words(text) if LONG <= len(word) <= LONGEST}


def _misspelled(
    mention: Mention, nearest: "_Nearest", often: Mapping[str, int], dictionary: Dictionary | None
) -> Iterator[tuple[str, str, str]]:
    for word in dict.fromkeys(words(mention.text)):
        small = re.sub(r"[’']s?$", "", word.lower())
        near = nearest.of(small)
        if not near:
            continue
        # Of two words neither is a slip; but a form that is no word, and in no text, is one itself.
        known = (
            () if dictionary is None else [each for each in (small, near.lower()) if dictionary.knows(each)]
        )
        if small not in known or not (often[near] or near.lower() in known):
            hint = Hint(f"write `{near}`, or list it in the term's forms", Replace(word, near))
            yield word, f"`{word}` is nearly `{near}`", hint


def _short(game: Game) -> dict[str, str]:
    """The short words among the terms, by their lower-case spelling."""
    forms = (form for term in game.terms.values() for form in term.forms)
    return {w.lower(): w for form in forms for w in words(form) if SHORT <= len(w) < LONG and w.isalpha()}


def _garbled(
    mention: Mention,
    short: Mapping[str, str],
    often: Mapping[str, int],
    dictionary: Dictionary | None,
    in_english: bool,
) -> Iterator[tuple[str, str, str]]:
    """Words that are a short term with two letters swapped, or one doubled or undoubled.

    At the start of an English instruction, any other letter counts as well: a term is expected there.
    """
    for clause in clauses(mention.text):
        said = words(clause)
        for at, word in enumerate(said):
            small = word.lower()
            # A word that is there twice is hardly a slip.
            if not small.isalpha() or small in short or often[word] > 1:
                continue
            # Between short words, one letter is often the whole difference: `bank`, `band`, `bark`.
            if not SHORT - 1 <= len(small) <= LONG:
                continue
            is_expected = _is_instruction(said, at)
            is_word = dictionary is not None and dictionary.is_common(small) and not _is_capitalised(said, at)
            if is_word and not is_expected:
                continue
            near = [term for term in short if is_garbled(small, term)]
            if not near and in_english and is_expected and not is_word:
                near = [term for term in short if len(term) > SHORT and is_slip(small, term)]
            if not near and in_english and _is_capitalised(said, at):
                near = [term for term in short if len(term) > SHORT and is_slip(small, term)]
            if near and (short[near[0]][:1].isupper() == word[:1].isupper() or (at == 0 and word.istitle())):
                yield word, f"`{word}` is nearly `{short[near[0]]}`", _write(word, short[near[0]])


def _unlisted(mention: Mention, forms: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Capitalised words inside a clause that are a term with an ending, but not one of its forms."""
    for clause in clauses(mention.text):
        said = words(clause)
        for before, word in pairwise(said):
            if word.istitle() and word.isalpha() and word not in forms and before[:1].islower():
                stems = [word[: -len(end)] for end in INFLECTIONS if word.endswith(end)]
                term = next((stem for stem in stems if stem in forms), "")
                if term:
                    yield f"`{word}` is not a form of the term `{term}`", f"list it in the forms of `{term}`"


def _rare(
    mention: Mention, often: Mapping[str, int], named: Collection[str], rare: RareWords
) -> Iterator[tuple[str, str, str]]:
    """Words of one text that are a typo of a frequent word, and neither names nor separate words."""
    for word in dict.fromkeys(words(mention.text)):
        if often[word] > 1 or len(word) <= SHORT or not word.isalpha():
            continue
        near = "" if word.lower() in named else rare.near(word)
        if near:
            message = f"`{word}` is nearly `{near}`, which is in {often[near]} texts"
            yield word, message, _write(word, _as_large(near, word))


def _is_capitalised(said: list[str], at: int) -> bool:
    """Whether a word is capitalised where prose doesn't: inside a clause that isn't a title."""
    # In a title, capitals say nothing about a word.
    titled = sum(word.istitle() for word in said)
    return at > 0 and said[at].istitle() and 2 * titled < len(said)


def _is_instruction(said: list[str], at: int) -> bool:
    """Whether a capitalised word begins an instruction: `Pley 1 card`."""
    begins = at == 0 or said[at - 1].lower() in BEFORE_A_VERB
    after = said[at + 1] if at + 1 < len(said) else ""
    return (
        begins
        and said[at][:1].isupper()
        and (number_of_word(after) is not None or after.startswith("{") or after.lower() in AFTER_A_VERB)
    )


def _used(
    mention: Mention, meant: Iterable[Meaning], known: Mapping[str, Meaning]
) -> Iterator[tuple[str, str]]:
    for clause in clauses(mention.text):
        yield from said_twice(clause, meant)
        yield from misused(clause, known)


def _large(game: Game) -> Mapping[str, str]:
    """The forms of terms whose forms are all capitalised, by their lower-case spelling."""
    terms = [term for term in game.terms.values() if all(form[:1].isupper() for form in term.forms)]
    return {form[0].lower() + form[1:]: form for term in terms for form in term.forms}


def _small(mention: Mention, large: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Lower-case terms beside a number, where no everyday word is meant: `take 2 …`, `2 gems`."""
    for clause in clauses(mention.text):
        said = words(clause)
        for before, word, after in zip(["", *said], said, [*said[1:], ""], strict=False):
            if word in large and (before.isdecimal() or after.isdecimal() or after.startswith("{")):
                yield f"`{word}` is lowercase, but the term is `{large[word]}`", _write(word, large[word])
