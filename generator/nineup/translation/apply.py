"""Applies a translation: each text is replaced by its translation, and problems of translations are
reported.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Severity, Span
from nineup.base.markup import marks
from nineup.logic.expression import terms_reader
from nineup.model.game import Game
from nineup.translation.bound_texts import template_mistake
from nineup.translation.catalogue import Catalogue, Entry
from nineup.translation.numbers import number_difference
from nineup.translation.rewriting import GameText, kept_marks, rewritten


def translated(
    game: Game, catalogue: Catalogue, findings: Findings, strict: bool = False, drawn: Sequence[GameText] = ()
) -> Game:
    """A game with its texts, and the words `drawn` in its layouts, in the catalogue's language; untranslated
    texts are reported.
    """
    return _Translator(game, catalogue, findings, severity="error" if strict else "warning").game(drawn)


class _Translator:
    def __init__(self, game: Game, catalogue: Catalogue, findings: Findings, severity: Severity) -> None:
        self._game = game
        self._catalogue = catalogue
        self._findings = findings
        self._severity = severity
        self._reported: set[tuple[str, str]] = set()
        self._places: dict[str, Span] = {}
        forms = {form: id for id, term in game.terms.items() for form in term.forms}
        self._source_terms = terms_reader(forms)
        self._terms: Callable[[Any], tuple[str, ...]] | None = None

    def game(self, drawn: Sequence[GameText]) -> Game:
        alone = msgspec.structs.replace(
            self._game, components={}, lists={}, data={}, symbols={}, questions=(), fields={}, options={}
        )
        terms = rewritten(alone, self._usable).terms
        self._terms = terms_reader({form: id for id, term in terms.items() for form in term.forms})
        game = rewritten(self._game, self._said)
        return msgspec.structs.replace(
            game,
            language=self._catalogue.language,
            source_language=self._game.language or "en",
            translations=self._places,
            words={(text.span.file, text.text): self._said(text) for text in drawn},
        )

    def _usable(self, text: GameText) -> str:
        """A translation, if there is one; nothing is reported."""
        entry = self._entry(text)
        return entry.text if entry and entry.text and not entry.is_fuzzy else text.text

    def _entry(self, text: GameText) -> Entry | None:
        return self._catalogue.entries.get((text.context, text.text))

    def _said(self, text: GameText) -> str:
        entry = self._entry(text)
        mistakes = list(self._mistakes(text, entry))
        if (text.context, text.text) not in self._reported:
            self._reported.add((text.context, text.text))
            self._findings.extend(mistakes)
        kept = entry is None or not entry.text or entry.is_fuzzy or any(f.code == _SYMBOLS for f in mistakes)
        if kept or entry is None:
            return text.text
        self._places.setdefault(entry.text, self._place(entry))
        return entry.text

    def _place(self, entry: Entry) -> Span:
        return Span(self._catalogue.path, entry.line, 1, len("msgstr"))

    def _mistakes(self, text: GameText, entry: Entry | None) -> Iterator[Diagnostic]:
        if entry is None:
            hint = f"`nineup translate {self._game.id} {self._catalogue.language}` adds it to the catalogue"
            message = f"`{text.context}` is not in the catalogue for `{self._catalogue.language}`"
            yield Diagnostic("untranslated", self._severity, message, span=text.span, hint=hint)
            return
        place = self._place(entry)
        if not entry.text:
            yield Diagnostic(
                "untranslated", self._severity, f"`{text.context}` has no translation", span=place
            )
        elif entry.is_fuzzy:
            message = f"the translation of `{text.context}` is marked as fuzzy"
            hint = "make it fit the text, then remove the mark"
            yield Diagnostic("untranslated", self._severity, message, span=place, hint=hint)
        else:
            yield from self._differences(text, entry, place)

    def _differences(self, text: GameText, entry: Entry, place: Span) -> Iterator[Diagnostic]:
        """The differences between a translation and its source."""
        if text.is_template:
            if mistake := template_mistake(text.text, entry.text):
                message = f"the translation of `{text.context}` {mistake.message}"
                yield Diagnostic(_SYMBOLS, "error", message, span=place, hint=mistake.hint)
            return
        has, wants = Counter(kept_marks(entry.text)), Counter(kept_marks(text.text))
        if has != wants:
            yield _differs(_SYMBOLS, "error", text, place=place, lacking=wants - has, added=has - wants)
        else:
            kinds = Counter(mark.kind for mark in marks(entry.text))
            if kinds["opens"] or kinds["closes"] < kinds["span"]:
                message = f"the translation of `{text.context}` has a `{{` that is never closed"
                hint = "write `}` where it ends, or `\\{` to print a brace"
                yield Diagnostic(_SYMBOLS, "error", message, span=place, hint=hint)
        if numbers := number_difference(text.text, entry.text):
            yield _differs("translation-numbers", "warning", text, place, *numbers)
        if self._terms is None or text.context.startswith("term/"):
            return
        terms, named = Counter(set(self._terms(entry.text))), Counter(set(self._source_terms(text.text)))
        if terms != named:
            yield _differs(
                "translation-terms", "warning", text, place=place, lacking=named - terms, added=terms - named
            )


_SYMBOLS = "translation-symbols"

_KINDS = {"translation-numbers": "the number ", "translation-terms": "the term "}


def _differs(
    code: str, severity: Severity, text: GameText, place: Span, lacking: Counter[str], added: Counter[str]
) -> Diagnostic:
    """What a translation lacks and adds: "lacks `{credit}` and adds 2 × `{gem}`"."""
    verbs = (("lacks", lacking), ("adds", added))
    words = (f"{verb} {_listed(_KINDS.get(code, ''), names)}" for verb, names in verbs if names)
    message = f"the translation of `{text.context}` {' and '.join(words)}"
    return Diagnostic(code, severity, message, span=place)


def _listed(kind: str, counts: Counter[str]) -> str:
    """Marks, numbers or terms in words: "2 × `{gem}`, `{oil}`", "the number `3`"."""
    words = (f"{times} × `{name}`" if times > 1 else f"`{name}`" for name, times in sorted(counts.items()))
    plural = kind.replace("r ", "rs ").replace("m ", "ms ") if len(counts) > 1 else kind
    return plural + ", ".join(words)
