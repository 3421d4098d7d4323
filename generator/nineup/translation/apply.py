"""Applies a translation: each text is replaced by its translation, and problems of translations are
reported.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.markup import marks
from nineup.logic.expression import numbers_in, terms_reader
from nineup.model.game import Game
from nineup.translation.bound_texts import template_mistake
from nineup.translation.catalogue import Catalogue, Entry
from nineup.translation.rewriting import GameText, kept_marks, rewritten

_NUMBER = re.compile(r"\d+(?:[.,’'\u00a0\u202f\u066b\u066c]\d+)*")

_SEPARATORS = str.maketrans("", "", ".,’'\u00a0\u202f\u066b\u066c")
"""Separators that languages use between the digits of a number."""

_SPACED = re.compile(r"(?<!\d)(?<!\d[.,])\d{1,3}(?: \d{3})+(?!\d)")
"""Digits with plain spaces between thousands, or several numbers."""


def translated(
    game: Game, catalogue: Catalogue, findings: Findings, strict: bool = False, drawn: Sequence[GameText] = ()
) -> Game:
    """A game with its texts, and the words `drawn` in its layouts, in the catalogue's language; untranslated
    texts are reported.
    """
    return _Translator(game, catalogue, findings, "error" if strict else "warning").game(drawn)


class _Translator:
    def __init__(self, game: Game, catalogue: Catalogue, findings: Findings, severity: Any) -> None:
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
        made = rewritten(self._game, self._said)
        return msgspec.structs.replace(
            made,
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
        found = list(self._mistakes(text, entry))
        if (text.context, text.text) not in self._reported:
            self._reported.add((text.context, text.text))
            self._findings.extend(found)
        kept = entry is None or not entry.text or entry.is_fuzzy or any(f.code == _SYMBOLS for f in found)
        if kept or entry is None:
            return text.text
        self._places.setdefault(entry.text, Span(self._catalogue.path, entry.line, 1))
        return entry.text

    def _mistakes(self, text: GameText, entry: Entry | None) -> Iterator[Diagnostic]:
        if entry is None:
            hint = f"`nineup translate {self._game.id} {self._catalogue.language}` adds it to the catalogue"
            message = f"`{text.context}` is not in the catalogue for `{self._catalogue.language}`"
            yield Diagnostic("untranslated", self._severity, message, text.span, hint)
            return
        place = Span(self._catalogue.path, entry.line, 1)
        if not entry.text:
            yield Diagnostic("untranslated", self._severity, f"`{text.context}` has no translation", place)
        elif entry.is_fuzzy:
            message = f"the translation of `{text.context}` is marked as fuzzy"
            hint = "make it fit the text, then remove the mark"
            yield Diagnostic("untranslated", self._severity, message, place, hint)
        else:
            yield from self._differences(text, entry, place)

    def _differences(self, text: GameText, entry: Entry, place: Span) -> Iterator[Diagnostic]:
        """The differences between a translation and its source."""
        if text.is_template:
            if mistake := template_mistake(text.text, entry.text):
                message = f"the translation of `{text.context}` {mistake.message}"
                yield Diagnostic(_SYMBOLS, "error", message, place, mistake.hint)
            return
        has, wants = Counter(kept_marks(entry.text)), Counter(kept_marks(text.text))
        kinds = Counter(mark.kind for mark in marks(entry.text))
        if has != wants or kinds["opens"] or kinds["closes"] < kinds["span"]:
            yield _differ(_SYMBOLS, "error", text, place, _counted(wants), _counted(has))
        numbers, wanted = _numbers(entry.text), _numbers(text.text)
        spelled = Counter(str(number) for number in numbers_in(text.text))
        if _differs(wanted, numbers, spelled) and _differs(wanted, _numbers(_joined(entry.text)), spelled):
            yield _differ("translation-numbers", "warning", text, place, _counted(wanted), _counted(numbers))
        if self._terms is None or text.context.startswith("term/"):
            return
        terms, named = frozenset(self._terms(entry.text)), frozenset(self._source_terms(text.text))
        if terms != named:
            words = (", ".join(f"`{id}`" for id in sorted(ids)) or "none" for ids in (named, terms))
            yield _differ("translation-terms", "warning", text, place, *words)


_SYMBOLS = "translation-symbols"

_KINDS = {_SYMBOLS: "symbols", "translation-numbers": "numbers", "translation-terms": "terms"}


def _differ(code: str, severity: Any, text: GameText, place: Span, wanted: str, has: str) -> Diagnostic:
    message = f"the translation of `{text.context}` has different {_KINDS[code]} from the text: {has}"
    return Diagnostic(code, severity, message, place, f"the text has {wanted}")


def _counted(found: Counter[str]) -> str:
    """Marks or numbers in words: ``2 × `{gem}`, `3` ``."""
    words = (f"{times} × `{mark}`" if times > 1 else f"`{mark}`" for mark, times in sorted(found.items()))
    return ", ".join(words) or "none"


def _differs(wanted: Counter[str], numbers: Counter[str], spelled: Counter[str]) -> bool:
    """Whether a number is missing, or one was added that the source doesn't even spell out."""
    return bool(wanted - numbers or numbers - wanted - spelled)


def _joined(text: str) -> str:
    """A text in which numbers with plain spaces between thousands are joined."""
    return _SPACED.sub(lambda found: found[0].replace(" ", ""), text)


def _numbers(text: str) -> Counter[str]:
    """The numbers in digits in a text, except 1, which many languages write as an article.

    Digit separators, which differ between languages, are removed, and digits of other scripts converted.
    """
    outside = text
    for mark in reversed([each for each in marks(text) if each.kind == "symbol"]):
        outside = f"{outside[: mark.start]} {outside[mark.end :]}"
    found = Counter(_in_ascii(number.translate(_SEPARATORS)) for number in _NUMBER.findall(outside))
    del found["1"]
    return found


def _in_ascii(number: str) -> str:
    """A number with the digits 0 to 9 in place of those of another script."""
    return number if number.isascii() else "".join(str(unicodedata.decimal(digit)) for digit in number)
