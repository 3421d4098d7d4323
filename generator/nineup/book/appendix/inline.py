"""A line of a rendered template → words, symbols and links."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

import msgspec

from nineup.base.markup import DEEPEST, PUNCTUATION, SPAN, whole_words
from nineup.book.appendix.notation import BEGIN_RICH, CELL, CLOSE, END_RICH, MARKS, OPEN
from nineup.logic.expression import unescape
from nineup.model.booklet import Content, Inline, Link, PlainText, SymbolMention

_SIGNS = re.compile(
    rf"(\\{PUNCTUATION})|(\*\*)|((?<!\s)\*|\*(?!\s)|\x1d)|\{{([^{{}}]*)\}}|({OPEN}[^{OPEN}{CLOSE}]*{CLOSE})"
    rf"|([{BEGIN_RICH}{END_RICH}])|({SPAN})|(\}})"
)
_FOLD = re.compile(r"[ \t]+")


class InlineVocabulary(msgspec.Struct, frozen=True):
    """A game's symbols (names by id) and defined terms (anchors by form)."""

    symbols: Mapping[str, str]
    terms: Mapping[str, str]

    def pattern(self) -> re.Pattern[str] | None:
        """A pattern that matches any form of a term as whole words, longest first; None without terms."""
        forms = sorted(self.terms, key=lambda form: (-len(form), form))
        return whole_words(forms) if forms else None


class _Dress(NamedTuple):
    """The emphasis of words, and the spans that they are in."""

    strong: bool = False
    slant: bool = False
    spans: tuple[str, ...] = ()

    def toggled(self, strong: bool, slant: bool) -> "_Dress":
        return self._replace(strong=self.strong ^ strong, slant=self.slant ^ slant)


class Inlines:
    """Parses the lines of a rendered template."""

    def __init__(self, vocabulary: InlineVocabulary) -> None:
        self._vocabulary = vocabulary
        self._terms = vocabulary.pattern()
        self.unknown: dict[str, None] = {}
        """Ids of symbols that the game doesn't have, in order."""

    def read(self, text: str) -> Content:
        """A line's content, without white space at either end and without structural marks."""
        inlines: list[Inline] = []
        dress, rich = _Dress(), False
        outside: list[_Dress] = []
        position = 0
        for sign in _SIGNS.finditer(text):
            inlines += self._words(text[position : sign.start()], dress, rich)
            position = sign.end()
            escaped, bold, italic, symbol, link, border, span, brace = sign.groups()
            if escaped:
                inlines += self._words(escaped[1], dress, False)
            elif bold or italic:
                dress = dress.toggled(bool(bold), bool(italic))
            elif span and len(outside) < DEEPEST:
                outside.append(dress)
                dress = dress._replace(spans=(*dress.spans, span[1:-2]))
            elif brace and outside:
                dress = outside.pop()
            elif span or brace:
                inlines += self._words(sign.group(), dress, False)
            elif symbol is not None:
                inlines.append(self._symbol(symbol, dress.strong))
            elif link:
                inlines.append(self._link(link))
            else:
                rich, dress, outside = border == BEGIN_RICH, _Dress(), []
        inlines += self._words(text[position:], dress, rich)
        return trimmed(tuple(joined_words(inlines)))

    def _words(self, text: str, dress: "_Dress", rich: bool) -> Iterator[Inline]:
        text = MARKS.sub("", _FOLD.sub(" ", text))
        position = 0
        for term in self._terms.finditer(text) if rich and self._terms else ():
            if term.start() > position:
                yield PlainText(text[position : term.start()], *dress)
            words = (PlainText(term.group(), *dress),)
            yield Link(self._vocabulary.terms[term.group()], words, is_term=True)
            position = term.end()
        if position < len(text):
            yield PlainText(text[position:], *dress)

    def _symbol(self, source: str, strong: bool) -> Inline:
        id = MARKS.sub("", source)
        name = self._vocabulary.symbols.get(id)
        if name is None:
            self.unknown[id] = None
            return PlainText(f"{{{id}}}", strong)
        return SymbolMention(id, name)

    def _link(self, source: str) -> Inline:
        target, _, words = source[1:-1].partition(CELL)
        target = MARKS.sub("", unescape(target)).strip()
        content = self.read(words or target)
        return Link(target, tuple(without_links(content)))


def without_links(content: Content) -> Iterator[PlainText | SymbolMention]:
    """A content with links replaced by their words."""
    for inline in content:
        yield from inline.content if isinstance(inline, Link) else (inline,)


def joined_words(content: list[Inline]) -> Iterator[Inline]:
    """A content with adjacent words of equal emphasis joined."""
    for dress, stretch in groupby(content, key=_dress):
        if dress is None:
            yield from stretch
            continue
        first, *others = (each for each in stretch if isinstance(each, PlainText))
        text = first.text + "".join([each.text for each in others])
        yield msgspec.structs.replace(first, text=text) if others else first


def trimmed(content: Content) -> Content:
    """A content without white space at either end."""
    parts = list(content)
    if parts and isinstance(parts[0], PlainText):
        parts[0] = msgspec.structs.replace(parts[0], text=parts[0].text.lstrip())
    if parts and isinstance(parts[-1], PlainText):
        parts[-1] = msgspec.structs.replace(parts[-1], text=parts[-1].text.rstrip())
    return tuple(part for part in parts if not (isinstance(part, PlainText) and not part.text))


def _dress(inline: Inline) -> "_Dress | None":
    """The emphasis of words; None for what can't be joined."""
    return _Dress(inline.strong, inline.slant, inline.spans) if isinstance(inline, PlainText) else None
