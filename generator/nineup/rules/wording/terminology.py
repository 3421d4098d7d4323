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
- a word that is nearly a defined term or a name from a list, but not one of its forms; a short word that is
  known, too, where a term is expected, at the start of an instruction or with a capital inside a sentence:
  `Or Pay a card`, `Pas 1 gem`.

Without a dictionary, in languages whose words can be compared (not Chinese, Japanese, Korean and Thai),
words that share a stem are not slips. Found are words that are nearly a term or a name, and

- a word that the texts have once, and with two letters exchanged or one left out on several cards: `abilty`
  beside `ability`. In a game of thousands of texts the frequent word must be more frequent, unless the
  other has letters that no word has.

In English also:

- a capitalised inflection that is not among a term's forms: `Stashed`, if the forms are `Stash` and
  `Stashes`;
- a term's meaning repeated: if `Take` means to move a gem from the Supply, `Take 2 gems from the Supply`;
- a term used with another meaning: here, `Take 2 gems from another player`;
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

from collections.abc import Iterable, Iterator

from nineup.base.diagnostics import Diagnostic, Hint, Replace
from nineup.model.game import Game, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.wording.english import English
from nineup.rules.wording.languages import (
    ENGLISH,
    STEMMERS,
    Dictionaries,
    Dictionary,
    DictionaryError,
    looks_english,
    primary,
)
from nineup.rules.wording.spelling import Spelling
from nineup.rules.wording.texts import Mention, texts, words
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
        if dictionary is None and language not in STEMMERS:
            continue
        # English is only the default: a German game that states nothing would have a finding for each word.
        if language == ENGLISH and dictionary and not proof.game.language:
            said = (word for mention in mentions for word in words(mention.text))
            if not looks_english(said, dictionary):
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
    terms = [form for term in game.terms.values() for form in term.forms]
    names = [str(item.fields["name"]) for listed in game.lists.values() for item in listed.items]
    spelling = Spelling(dictionary, language, mentions, terms=terms, names=names)
    english = English(game, mentions) if language == ENGLISH else None
    for mention in mentions:
        mistakes = [_misspelled(*each) for each in spelling.wrong(mention.text)]
        mistakes += english.wrong(mention) if english else ()
        for message, hint in dict.fromkeys(mistakes):
            said = f"{mention.what}: {message}"
            finding = Diagnostic("terminology", "warning", said, span=mention.span, hint=hint)
            yield mention, finding, message.split("`")[1]


def _misspelled(word: str, near: str, is_term: bool) -> tuple[str, str]:
    accepted = f"accept the word in `rules:`: `terminology: {{words: {{{word}: why}}}}`"
    otherwise = "list it in the term's forms" if is_term else accepted
    return f"`{word}` is nearly `{near}`", Hint(f"write `{near}`, or {otherwise}", Replace(word, near))


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
