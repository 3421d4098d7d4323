"""Compares two texts word by word."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from nineup.base.markup import SPAN

_TOKEN = re.compile(rf"{SPAN}|\{{[^{{}}]*\}}|\*+|[\w’'-]+|\s+|.", re.DOTALL)


class DiffSpan(NamedTuple):
    """Text in both versions (`same`), only in the old one (`gone`), or only in the new one (`new`)."""

    kind: Literal["same", "gone", "new"]
    text: str


def diff_words(old: str, new: str) -> tuple[DiffSpan, ...]:
    """The differences in reading order: `same` and `gone` spans make up the old text, `same` and `new` the
    new one.

    Words change as a whole. Changes separated only by spaces are merged.
    """
    return tuple(_merge_changes(_spans(_TOKEN.findall(old), _TOKEN.findall(new))))


def _spans(old: list[str], new: list[str]) -> Iterator[DiffSpan]:
    for i, j, k, m in _blocks(old, new):
        before, after = "".join(old[i:j]), "".join(new[k:m])
        if before != after:
            yield from _change(before, after)
        elif before:
            yield DiffSpan("same", before)


class _Block(NamedTuple):
    """The range of tokens in the old text, and the one in the new text that it is compared with."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def _blocks(old: list[str], new: list[str]) -> list[_Block]:
    """The ranges of tokens, equal and different ones alternately.

    A deletion or insertion may have several possible starts, such as either `b` of `a, b, b`: it is moved
    behind a comma, a full stop or the like if possible.
    """
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    blocks = [_Block(*code[1:]) for code in codes]
    for n, (tag, i, j, k, m) in enumerate(codes):
        if tag not in ("delete", "insert") or not 0 < n < len(codes) - 1:
            continue  # Moving it needs equal text on both sides.
        before, after = blocks[n - 1], blocks[n + 1]
        reach = before.old_end - before.old_start, after.old_end - after.old_start
        by = _shift(old, i, j, *reach) if tag == "delete" else _shift(new, k, m, *reach)
        blocks[n - 1] = before._replace(old_end=before.old_end + by, new_end=before.new_end + by)
        blocks[n] = _Block(i + by, j + by, k + by, m + by)
        blocks[n + 1] = after._replace(old_start=after.old_start + by, new_start=after.new_start + by)
    return blocks


def _shift(tokens: list[str], start: int, end: int, left: int, right: int) -> int:
    """How many tokens to move a range so that it starts a clause, at most `left` to the left and `right` to
    the right.
    """
    least = most = 0
    while -least < left and tokens[start + least - 1] == tokens[end + least - 1]:
        least -= 1
    while most < right and tokens[start + most] == tokens[end + most]:
        most += 1
    return next((by for by in range(least, most + 1) if _starts_clause(tokens, start + by)), 0)


def _starts_clause(tokens: list[str], place: int) -> bool:
    """Whether a clause or list entry starts at a token."""
    if place == 0 or "\n" in tokens[place - 1]:
        return True
    return place > 1 and tokens[place - 1].isspace() and tokens[place - 2] in _ENDS


_ENDS = frozenset(",;.!?")


def shorten_unchanged(parts: tuple[DiffSpan, ...], words: int = 6) -> tuple[DiffSpan, ...]:
    """The spans with at most `words` unchanged words before and after each change; `…` replaces the rest."""
    last = len(parts) - 1
    return tuple(
        DiffSpan("same", _shortened(part.text, words if n else 0, words if n < last else 0))
        if part.kind == "same"
        else part
        for n, part in enumerate(parts)
    )


def _shortened(text: str, first: int, last: int) -> str:
    """A text cut to its first and last words."""
    words = list(_WORD.finditer(text))
    if len(words) <= first + last + 1:
        return text
    head = f"{text[: words[first - 1].end()]} " if first else ""
    tail = f" {text[words[-last].start() :]}" if last else ""
    return f"{head}…{tail}"


_WORD = re.compile(r"\S+")


def _merge_changes(spans: Iterator[DiffSpan]) -> Iterator[DiffSpan]:
    """Merge changes that have only spaces between them."""
    gone = came = space = ""
    for kind, text in spans:
        if kind == "same" and text.isspace() and (gone or came):
            space += text
            continue
        if kind == "same":
            yield from _change(gone, came)
            if space or text:
                yield DiffSpan("same", space + text)
            gone = came = space = ""
            continue
        gone, came = gone + space, came + space
        space = ""
        gone, came = (gone + text, came) if kind == "gone" else (gone, came + text)
    yield from _change(gone, came)
    if space:
        yield DiffSpan("same", space)


def _change(gone: str, came: str) -> Iterator[DiffSpan]:
    if gone:
        yield DiffSpan("gone", gone)
    if came:
        yield DiffSpan("new", came)
