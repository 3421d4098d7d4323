r"""The marks of rich text, shared by everything that reads texts.

`{white}` is a symbol, `**` and `*` begin and end bold and italic, `[underline]{` begins a span that the next
`}` without a `{` of its own ends, and a backslash prints the character after it. `- `, `1. `, `> ` and `---`
are marks at the start of a line.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec


class BuiltInSpan(NamedTuple):
    """A span that needs no style of the game: what it changes of a `Look`, given the text's font, and its
    tags in HTML.
    """

    look: Callable[[Any, Any], dict[str, Any]]
    begins: str
    ends: str


def _moved(look: Any, size: float, rise: float) -> dict[str, Any]:
    return {"scale": round(look.scale * size, 4), "rise": round(look.rise + rise * look.scale, 1)}


_SMALL_CAPS = '<span style="font-variant-caps:small-caps">'
SPANS = {
    "underline": BuiltInSpan(lambda look, font: {"is_underlined": True}, "<u>", "</u>"),
    "small-caps": BuiltInSpan(lambda look, font: {"case": "small-caps"}, _SMALL_CAPS, "</span>"),
    "super": BuiltInSpan(lambda look, font: _moved(look, *font.superscript), "<sup>", "</sup>"),
    "sub": BuiltInSpan(lambda look, font: _moved(look, *font.subscript), "<sub>", "</sub>"),
}
"""By name. To add one: a line here and a row in docs/text.md."""

DEEPEST = 8
"""The largest number of nested spans."""

SPAN = r"\[[^\s\[\]{}\\*]+\]\{"
"""A pattern for the beginning of a span."""

PUNCTUATION = r"[!-/:-@\[-`{-~]"
"""A pattern for the signs that a backslash prints: ASCII's punctuation."""

MARK = re.compile(
    rf"\\(?P<escaped>{PUNCTUATION})|(?P<bold>\*\*)|(?P<italic>[*\x1d])|\[(?P<span>[^\s\[\]{{}}\\*]+)\]\{{"
    r"|\{(?P<symbol>[^{}]*)\}|(?P<opens>\{)|(?P<closes>\})"
)

MarkKind = Literal["escaped", "bold", "italic", "span", "symbol", "opens", "closes"]


class TextMark(msgspec.Struct, frozen=True):
    """A mark in a text: `opens` is an unclosed brace, `closes` a brace that ends a span, or an
    unmatched one.
    """

    kind: MarkKind
    value: str
    """The character that is printed, the id of the symbol, or the name of the span; otherwise the mark
    itself.
    """
    start: int
    end: int


def marks(text: str) -> Iterator[TextMark]:
    """The marks of a text in order."""
    for match in MARK.finditer(text):
        kind: MarkKind = match.lastgroup  # type: ignore[assignment]
        yield TextMark(kind, match[kind], match.start(), match.end())


_LINE = re.compile(
    r"(?P<quote>>(?: |\Z))?(?P<lead> *+)(?:(?P<rule>-{3,}+ *+\Z)"
    r"|(?P<marker>-|[0-9]{1,3}[.)])(?P<gap> ++)(?=\S))?"
)


_TIGHT = re.compile(r"(?<=[^\s*])\*\*(?=[^\s*])")
_WORD = re.compile(r"[^ \n]+")
_BLANK_LINE = re.compile(r"(\n(?: *+\n)++)")


def with_italics_apart(text: str) -> str:
    """A text in which `**` between two italic words is the end of one and the start of the other: `*a**b*`.

    That is the case where one `**` of its paragraph would otherwise be left over. In each such `**`, the
    second star becomes another italic mark, so that all offsets stay the same.
    """
    if "**" not in text or _TIGHT.search(text) is None:
        return text
    return "".join(map(_with_italics_apart, _BLANK_LINE.split(text)))


def _with_italics_apart(paragraph: str) -> str:
    if paragraph.count("**") % 2 == 0:
        return paragraph
    emphasis = [
        (word.start() + mark.start, mark)
        for word in _WORD.finditer(paragraph)
        if word.group().strip("*")
        for mark in marks(word.group())
        if mark.kind in ("bold", "italic")
    ]
    left = sum(mark.kind == "bold" for _, mark in emphasis)
    is_bold = is_italic = False
    for at, mark in emphasis:
        left -= mark.kind == "bold"
        if mark.kind == "italic":
            is_italic = not is_italic
        elif is_italic and not is_bold and left % 2 == 0 and _TIGHT.match(paragraph, at):
            return f"{paragraph[: at + 1]}\x1d{paragraph[at + 2 :]}"
        else:
            is_bold = not is_bold
    return paragraph


class LineMark(msgspec.Struct, frozen=True):
    """The start of a line. `marker` is `-` or a number such as `2.` for an item of a list, else empty."""

    is_quote: bool
    lead: int
    """The number of spaces before the marker, or before the text."""
    is_rule: bool
    marker: str
    start: int
    """The offset of the text after the marks."""


NO_LINE_MARK = LineMark(False, 0, False, marker="", start=0)
_BEGINNINGS = frozenset(" ->0123456789")


def line_mark(line: str) -> LineMark:
    """The marks at the beginning of a line."""
    if line[:1] not in _BEGINNINGS:
        return NO_LINE_MARK
    match = _LINE.match(line)
    assert match is not None  # All parts are optional.
    quote, lead, rule, marker, _ = match.groups()
    return LineMark(bool(quote), len(lead), bool(rule), marker=marker or "", start=match.end())


def without_line_marks(text: str) -> str:
    """A rich text with `•` for list marks, and without marks of quotes and rules."""
    if "-" not in text and ">" not in text:
        return text
    return "\n".join(map(_without_mark, text.split("\n")))


def _without_mark(line: str) -> str:
    mark = line_mark(line)
    if mark.is_rule:
        return ""
    marker = {"": "", "-": "• "}.get(mark.marker, f"{mark.marker} ")
    return f"{marker}{line[mark.start :]}" if marker or mark.is_quote else line


_HAN = (
    "\u2e80-\u2fdf\u3000-\u303f\u3040-\u30ff\u3100-\u312f\u3190-\u31ff\u3200-\u4dbf\u4e00-\ua4cf"
    "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00016fe0-\U00018cff\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)
"""Chinese and Japanese with their punctuation and full-width letters, and Yi.

Korean puts spaces between words.
"""

_DICTIONARY = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u19e0-\u19ff\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf"
)
"""Thai, Lao, Khmer, Burmese and related scripts, which find words with a dictionary."""

_TIBETAN = "\u0f00-\u0fff"
"""Tibetan, which breaks lines after the dots between syllables."""

UNSPACED = _DICTIONARY + _TIBETAN + _HAN
"""The letters of scripts that put no spaces between words, as ranges of a pattern; Thai is the first."""


def whole_words(forms: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of some forms as whole words, in the given order."""
    return re.compile("|".join(map(_whole_word, forms)) or "(?!)")


def _whole_word(form: str) -> str:
    """A pattern for a form as a whole word; scripts without spaces have no word boundaries to match."""
    before = "" if _is_unspaced(form[0]) else r"(?<!\w)"
    after = "" if _is_unspaced(form[-1]) else r"(?!\w)"
    return f"{before}{re.escape(form)}{after}"


def _is_unspaced(letter: str) -> bool:
    return letter >= UNSPACED[0] and _unspaced().match(letter) is not None


@cache
def _unspaced() -> re.Pattern[str]:
    """Compiled when first needed: such a class takes milliseconds."""
    return re.compile(f"[{UNSPACED}]")
