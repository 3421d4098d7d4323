"""Two texts, word by word: what stayed, what went and what came."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

_TOKEN = re.compile(r"\{[^{}]*\}|\*+|[\w’'-]+|\s+|.", re.DOTALL)


class Stretch(NamedTuple):
    """A part of a text that stayed, went or came, in the order of reading."""

    kind: Literal["same", "gone", "new"]
    text: str


def word_by_word(old: str, new: str) -> tuple[Stretch, ...]:
    """The parts of both texts: those that are the same or gone give the old one, the same or new the new one.

    Words are changed as wholes, and what changed is not scattered over single spaces that happen to stay.
    """
    return tuple(_joined(_stretches(_TOKEN.findall(old), _TOKEN.findall(new))))


def _stretches(old: list[str], new: list[str]) -> Iterator[Stretch]:
    for i, j, k, m in _blocks(old, new):
        before, after = "".join(old[i:j]), "".join(new[k:m])
        if before != after:
            yield from _change(before, after)
        elif before:
            yield Stretch("same", before)


def _blocks(old: list[str], new: list[str]) -> list[list[int]]:
    """From where to where in both texts the same stands, or something else, in turn.

    What only went or only came may often be taken to begin at several places, such as at either `b` of `a, b, b`: it
    begins behind a comma, a full stop or the like if it can.
    """
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    blocks = [list(code[1:]) for code in codes]
    for n, (tag, i, j, k, m) in enumerate(codes):
        if tag not in ("delete", "insert") or not 0 < n < len(codes) - 1:
            continue  # At an end of the texts there is nothing on its other side that could make way.
        before, after = blocks[n - 1], blocks[n + 1]
        reach = before[1] - before[0], after[1] - after[0]
        by = _shift(old, i, j, *reach) if tag == "delete" else _shift(new, k, m, *reach)
        blocks[n] = [place + by for place in blocks[n]]
        before[1], before[3], after[0], after[2] = (
            before[1] + by,
            before[3] + by,
            after[0] + by,
            after[2] + by,
        )
    return blocks


def _shift(tokens: list[str], start: int, end: int, left: int, right: int) -> int:
    """By how many tokens a stretch is to be moved, at most so many to the left or right, so that it begins well."""
    least = most = 0
    while -least < left and tokens[start + least - 1] == tokens[end + least - 1]:
        least -= 1
    while most < right and tokens[start + most] == tokens[end + most]:
        most += 1
    return next((by for by in range(least, most + 1) if _begins(tokens, start + by)), 0)


def _begins(tokens: list[str], place: int) -> bool:
    """Whether a clause or an entry of a list begins at a place."""
    if place == 0 or "\n" in tokens[place - 1]:
        return True
    return place > 1 and tokens[place - 1].isspace() and tokens[place - 2] in _ENDS


_ENDS = frozenset(",;.!?")


def near(parts: tuple[Stretch, ...], words: int = 6) -> tuple[Stretch, ...]:
    """The parts with no more than so many words before and after each change; `…` stands for the others."""
    last = len(parts) - 1
    return tuple(
        Stretch("same", _shortened(part.text, words if n else 0, words if n < last else 0))
        if part.kind == "same"
        else part
        for n, part in enumerate(parts)
    )


def _shortened(text: str, first: int, last: int) -> str:
    """A text with so many of its first and of its last words."""
    words = list(_WORD.finditer(text))
    if len(words) <= first + last + 1:
        return text
    head = f"{text[: words[first - 1].end()]} " if first else ""
    tail = f" {text[words[-last].start() :]}" if last else ""
    return f"{head}…{tail}"


_WORD = re.compile(r"\S+")


def _joined(stretches: Iterator[Stretch]) -> Iterator[Stretch]:
    """Changes with only spaces between them as one change."""
    gone = came = space = ""
    for kind, text in stretches:
        if kind == "same" and text.isspace() and (gone or came):
            space += text
            continue
        if kind == "same":
            yield from _change(gone, came)
            if space or text:
                yield Stretch("same", space + text)
            gone = came = space = ""
            continue
        gone, came = gone + space, came + space
        space = ""
        gone, came = (gone + text, came) if kind == "gone" else (gone, came + text)
    yield from _change(gone, came)
    if space:
        yield Stretch("same", space)


def _change(gone: str, came: str) -> Iterator[Stretch]:
    if gone:
        yield Stretch("gone", gone)
    if came:
        yield Stretch("new", came)
