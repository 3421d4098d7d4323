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
    for _, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        before, after = "".join(old[i:j]), "".join(new[k:m])
        if before == after:
            yield Stretch("same", before)
        else:
            yield from _change(before, after)


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
