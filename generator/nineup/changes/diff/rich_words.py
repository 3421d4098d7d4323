"""Changed texts for the HTML page: removed and added words, with symbols, bold and italics as on the card."""

import re
from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from nineup.base.markup import DEEPEST, SPAN, TextMark, marks
from nineup.changes.diff.compare import ValueChange
from nineup.changes.diff.word_diff import diff_words, shorten_unchanged

_ONLY_MARKS = re.compile(rf"(?:\*|\}}|{SPAN})+")
_COUNT = re.compile(r"(?<![\w-])([a-z0-9-]+): (\d+)")

MarksInForce = tuple[str, ...]
"""The marks in force, in their order: `**` for bold, `*` for italics, `[sub]{` for a span."""


class RichPart(NamedTuple):
    """Words in one style, or the inline symbol with the id `symbol`."""

    text: str
    bold: bool = False
    italic: bool = False
    symbol: str = ""
    spans: tuple[str, ...] = ()
    """The names of the spans that it is in."""


class RichSpan(NamedTuple):
    """Words that stayed, were removed or were added (`DiffSpan`), with their styles."""

    kind: Literal["same", "gone", "new"]
    parts: tuple[RichPart, ...]


class ChangedValue(NamedTuple):
    """A named value, word by word."""

    name: str
    spans: tuple[RichSpan, ...]


def changed_plain_value(change: ValueChange) -> ChangedValue:
    """A change word by word, with markup as plain text."""
    spans = diff_words(change.old, change.new)
    return ChangedValue(change.name, tuple(RichSpan(kind, (RichPart(text),)) for kind, text in spans))


def changed_card_value(change: ValueChange, symbols: Collection[str]) -> ChangedValue:
    """A change of a card's value word by word, with markup rendered. `symbols` are the ids shown as
    pictures.
    """
    return ChangedValue(change.name, tuple(_rich_spans(change, symbols)))


def new_card_value(change: ValueChange, symbols: Collection[str]) -> ChangedValue:
    """A value of a new card, with markup rendered and nothing marked as new."""
    return changed_card_value(ValueChange(change.name, change.new, change.new), symbols)


def _rich_spans(change: ValueChange, symbols: Collection[str]) -> Iterator[RichSpan]:
    emphasis: MarksInForce = ()
    spans = diff_words(_amounts_first(change.old, symbols), _amounts_first(change.new, symbols))
    for kind, text in spans if change.name else shorten_unchanged(spans):
        if kind != "same" and _ONLY_MARKS.fullmatch(text):
            # If only marks changed, show them rather than their effect.
            yield RichSpan(kind, (RichPart(text),))
            continue
        parts, after = _rich_parts(text, emphasis, symbols)
        yield RichSpan(kind, tuple(part for part in parts if part.text or part.symbol))
        emphasis = after if kind == "same" else emphasis


def _amounts_first(text: str, symbols: Collection[str]) -> str:
    """Rewrite amounts of symbols: `white: 3, red: 1` → `3 {white}, 1 {red}`."""
    return _COUNT.sub(lambda match: f"{match[2]} {{{match[1]}}}" if match[1] in symbols else match[0], text)


def _rich_parts(
    text: str, emphasis: MarksInForce, symbols: Collection[str]
) -> tuple[list[RichPart], MarksInForce]:
    """A text in parts, and the emphasis in force after it."""
    parts, position = list[RichPart](), 0
    for mark in marks(text):
        parts.append(_styled(text[position : mark.start], emphasis))
        position = mark.end
        if (after := _after(emphasis, mark)) != emphasis:
            emphasis = after
        elif mark.kind == "symbol" and mark.value in symbols:
            parts.append(RichPart("", symbol=mark.value))
        else:
            shown = mark.value if mark.kind == "escaped" else text[mark.start : mark.end]
            parts.append(_styled(shown, emphasis))
    return [*parts, _styled(text[position:], emphasis)], emphasis


def _after(emphasis: MarksInForce, mark: TextMark) -> MarksInForce:
    """The marks in force after another one. The end of a span ends what began in it."""
    if mark.kind in ("bold", "italic"):
        without = tuple(each for each in emphasis if each != mark.value)
        return without if without != emphasis else (*emphasis, mark.value)
    if mark.kind == "span" and len(emphasis) < DEEPEST:
        return (*emphasis, f"[{mark.value}]{{")
    if mark.kind == "closes":
        begins = [at for at, each in enumerate(emphasis) if each.startswith("[")]
        return emphasis[: begins[-1]] if begins else emphasis
    return emphasis


def _styled(text: str, emphasis: MarksInForce) -> RichPart:
    spans = tuple(each[1:-2] for each in emphasis if each.startswith("["))
    return RichPart(text, "**" in emphasis, "*" in emphasis, spans=spans)
