"""Breaks a text into lines again after an edit, keeping lines whose content hasn't changed."""

from collections.abc import Iterator, Sequence

_NO_START = "#-?:,[]{}&*!|>%@` \t"
"""Characters that no line begins with, so that it can't be parsed as a comment, a list entry or a key."""

_FULL = 0.6
"""How full a short line must be for the lines below it to stay unchanged."""


def wrap(text: str, before: Sequence[str], first: int, width: int) -> list[str]:
    """The lines of a text without line breaks; `before` are its previous lines.

    The first line has room for `first` characters, the others for `width`. Lines at the beginning and the end that
    still fit are kept.
    """
    lines: list[str] = []
    while len(lines) < len(before) and text.startswith(f"{before[len(lines)]} "):
        text = text[len(before[len(lines)]) + 1 :]
        lines.append(before[len(lines)])
    tails = {" ".join(before[at:]): at for at in range(len(lines), len(before))}
    while text not in tails:
        cut = _cut(text, tails, width if lines else first)
        if cut is None:
            return [*lines, text]
        lines.append(text[:cut])
        text = text[cut + 1 :]
    return [*lines, *before[tails[text] :]]


def _cut(text: str, tails: dict[str, int], room: int) -> int | None:
    """The space at which the next line ends: where the old lines continue if it is long enough, otherwise the last that fits."""
    found = None
    for at in _spaces(text):
        if at > room and found is not None:
            break
        if text[at + 1 :] in tails and at > _FULL * room:
            return at
        if at <= room or len(text) > room:
            found = at
    return found if len(text) > room else None


def _spaces(text: str) -> Iterator[int]:
    """The single spaces that may become line breaks."""
    at = text.find(" ", 1)
    while 0 <= at < len(text) - 1:
        if text[at - 1] not in " \t" and text[at + 1] not in _NO_START:
            yield at
        at = text.find(" ", at + 1)
