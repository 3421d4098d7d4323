r"""The notation of card texts, a word at a time: `{white}`, `**bold**`, `[underline]{spans}`, `\` escapes.

Cards repeat words, so each different word is parsed and shaped once.
"""

import re

import msgspec

from nineup.base.markup import DEEPEST, TextMark, marks

BOLD = 1
ITALIC = 2

GLUE = "\x1f"
"""Replaces the space inside a defined term of several words."""


class OpenSpan(msgspec.Struct, frozen=True):
    """A span that isn't closed yet, and the emphasis (the sum of BOLD and ITALIC) before it."""

    name: str
    outside: int


class MarkupState(msgspec.Struct, frozen=True):
    """The state at a position: the sum of BOLD and ITALIC, and the open spans, the outermost first."""

    emphasis: int = 0
    spans: tuple[OpenSpan, ...] = ()


PLAIN = MarkupState()


class WordSpan(msgspec.Struct, frozen=True):
    """A stretch of a word: text in one state, or a symbol's id."""

    text: str
    state: MarkupState
    offset: int
    is_symbol: bool = False


class Markup(msgspec.Struct, frozen=True):
    """The content of a word, the state after it, its mistakes, and the spans that begin in it."""

    bits: tuple[WordSpan, ...]
    after: MarkupState
    mistakes: tuple[tuple[int, str, str], ...] = ()
    """Offset, message, hint."""
    opened: tuple[tuple[int, str], ...] = ()
    """Offset and name."""


def read_word(word: str, state: MarkupState = PLAIN) -> Markup:
    """Parses a word of a rich text that begins in a state.

    Malformed marks are reported and printed unchanged.
    """
    if word.strip("*") == "":
        return _only_stars(word, state)
    reader = _WordReader(word, state)
    for mark in marks(word):
        reader.take(mark)
    return reader.finished()


class _WordReader:
    """Reads a word mark by mark."""

    def __init__(self, word: str, state: MarkupState) -> None:
        self.word = word
        self.state = state
        self.bits: list[WordSpan] = []
        self.mistakes: list[tuple[int, str, str]] = []
        self.opened: list[tuple[int, str]] = []
        self.texts: list[str] = []
        """The text since the last change of state, which starts at `begin`."""
        self.begin = self.position = 0

    def take(self, mark: TextMark) -> None:
        self.texts.append(self.word[self.position : mark.start])
        self.position = mark.end
        after = after_mark(self.state, mark)
        if mark.kind == "symbol":
            self._end_text()
            self.bits.append(WordSpan(mark.value, self.state, mark.start, is_symbol=True))
        elif after is self.state:
            self.texts.append(mark.value if mark.kind != "span" else self.word[mark.start : mark.end])
            if mark.kind == "opens":
                message, hint = "`{` is never closed", r"write `\{` to print a brace"
                if mark.end == len(self.word):  # such as `{ gem }`, whose words are read one by one
                    message = "no name follows this `{`"
                    hint = r"write `{symbol}` without space, `{{ card.field }}` in a layout, `\{` for a brace"
                self.mistakes.append((mark.start, message, hint))
            elif mark.kind == "span":
                self.mistakes.append((mark.start, f"more than {DEEPEST} spans are open here", ""))
        else:
            self._end_text()
            self.state = after
            if mark.kind == "span":
                self.opened.append((mark.start, mark.value))

    def finished(self) -> Markup:
        self.texts.append(self.word[self.position :])
        self._end_text()
        return Markup(tuple(self.bits), self.state, tuple(self.mistakes), opened=tuple(self.opened))

    def _end_text(self) -> None:
        text = "".join(self.texts)
        if text:
            self.bits.append(WordSpan(text, self.state, self.begin))
        self.texts, self.begin = [], self.position


def after_mark(state: MarkupState, mark: TextMark) -> MarkupState:
    """The state after a mark; the same object if it changes nothing.

    The end of a span ends the emphasis in it.
    """
    if mark.kind in ("bold", "italic"):
        return MarkupState(state.emphasis ^ (BOLD if mark.kind == "bold" else ITALIC), state.spans)
    if mark.kind == "span" and len(state.spans) < DEEPEST:
        return MarkupState(state.emphasis, (*state.spans, OpenSpan(mark.value, state.emphasis)))
    if mark.kind == "closes" and state.spans:
        return MarkupState(state.spans[-1].outside, state.spans[:-1])
    return state


def _only_stars(word: str, state: MarkupState) -> Markup:
    if word in ("", "*"):
        return Markup((WordSpan(word, state, 0),) if word else (), state)
    hint = "put it directly before the first word and directly after the last"
    return Markup((WordSpan(word, state, 0),), state, ((0, f"`{word}` marks no text", hint),))


def unclosed(text: str) -> list[tuple[int, str]]:
    """Offset and mark of each `**`, `*` and span of a paragraph that is never closed, also of emphasis inside
    a span.
    """
    levels: list[dict[str, int]] = [{}]
    """The open emphasis, by its mark, outside all spans, in the outermost one, and so on."""
    spans: list[tuple[int, str]] = []
    left_open: list[tuple[int, str]] = []
    for word in re.finditer(r"[^ \n]+", text):
        if word.group().strip("*") == "":
            continue
        for mark in marks(word.group()):
            at = word.start() + mark.start
            if mark.kind in ("bold", "italic"):
                stars = "**" if mark.kind == "bold" else "*"
                if levels[-1].pop(stars, None) is None:
                    levels[-1][stars] = at
            elif mark.kind == "span" and len(spans) < DEEPEST:
                spans.append((at, f"[{mark.value}]{{"))
                levels.append({})
            elif mark.kind == "closes" and spans:
                spans.pop()
                left_open += [(offset, stars) for stars, offset in levels.pop().items()]
    left_open += [(offset, stars) for level in levels for stars, offset in level.items()]
    return sorted(left_open + spans)
