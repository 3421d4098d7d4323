r"""Notation of other programs in texts that people paste: HTML's tags and entities, and escapes such as `\n`.

They print as they are. `pasted_marks` finds them, with what to write instead, and `converted` writes it:

    <b>Draw 2</b>,<br>then <trace>Trace 3</trace>      becomes      **Draw 2**,
                                                                    then [trace]{Trace 3}

Marks of emphasis stand directly beside words and end before a blank line, so the converter keeps the white
space between words apart, and writes the marks that change when the next word comes.
"""

import re
from collections.abc import Iterator
from html import unescape
from html.entities import html5
from typing import NamedTuple

from nineup.base.markup import PUNCTUATION

_EMPHASIS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_SPANS = {"u": "underline", "ins": "underline", "sup": "super", "sub": "sub"}
_BREAKS = {
    "br": "\n",
    "p": "\n\n",
    "div": "\n",
    "hr": "\n---\n",
    "li": "\n- ",
    "ul": "\n",
    "ol": "\n",
    "blockquote": "\n> ",
}
_WRAPPERS = frozenset(("span", "font", "a", "center"))
"""Tags whose attributes say what they do: without these, nothing is lost."""

_PASTED = re.compile(
    rf"\\(?:{PUNCTUATION}|(?P<letter>[A-Za-z0-9]))"
    r"|<(?P<end>/?)(?P<tag>[A-Za-z][\w-]{0,30})(?P<attributes>(?:\s[^<>]{0,300})?)/?>"
    r"|&(?P<entity>[A-Za-z]{2,10}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});"
)
_SPECIAL = re.compile(r"[\\{}*\[<]")


class PastedMark(NamedTuple):
    """Notation of another program in a text: where it is, as it is written, and how to write it here."""

    at: int
    written: str
    hint: str


def pasted_marks(text: str) -> Iterator[PastedMark]:
    """The notation of other programs in a rich text, in order."""
    for match in _PASTED.finditer(text):
        hint = _hint(match)
        if hint:
            yield PastedMark(match.start(), match[0], hint)


def _hint(match: re.Match[str]) -> str:
    letter, tag, entity = match["letter"], match["tag"], match["entity"]
    if letter:
        what = {"n": "begin a new line in the text", "t": "write a space"}.get(letter)
        return f"{what}; `\\\\` prints a backslash" if what else "write `\\\\` to print a backslash"
    if entity:
        return f"write `{_character(entity)}`" if _character(entity).strip() else "write the character itself"
    if not tag:
        return ""
    name = tag.lower()
    if name in _EMPHASIS:
        return f"write `{_EMPHASIS[name]}words{_EMPHASIS[name]}`"
    if name in _SPANS:
        return f"write `[{_SPANS[name]}]{{words}}`"
    if name in ("br", "div"):
        return "begin a new line in the text"
    if name == "p":
        return "leave a blank line between paragraphs"
    if name in _BREAKS:
        return (
            f"begin a line with `{_BREAKS[name].strip() or '-'} `"
            if name != "hr"
            else "write `---` on a line of its own"
        )
    if name in _WRAPPERS:
        return "delete it, or write `[name]{words}` with a style of that name"
    return f"write `[{tag}]{{words}}` with a style `{tag}`, `{{{tag}}}` for a symbol, or `\\<` to print it"


def _character(entity: str) -> str:
    """The character of an entity's name or number; empty if there is none."""
    if entity[0] == "#" or f"{entity};" in html5:
        return unescape(f"&{entity};")
    return ""


class Conversion(NamedTuple):
    """A converted text, the tags that are left in it, and the styles that its spans need."""

    text: str
    left: tuple[str, ...]
    styles: tuple[str, ...]


def converted(text: str) -> Conversion:
    """A rich text with HTML's tags and entities in our notation; what has none is left as it is."""
    if next(pasted_marks(text), None) is None:
        return Conversion(text, (), ())
    closing = {match["tag"] for match in _PASTED.finditer(text) if match["end"]}
    told = {
        match["tag"].lower()
        for match in _PASTED.finditer(text)
        if match["tag"] and match["attributes"].strip()
    }
    writer = _Writer()
    left: dict[str, None] = {}
    styles: dict[str, None] = {}
    at = 0
    for match in _PASTED.finditer(text):
        writer.write(text[at : match.start()])
        at = match.end()
        tag, name = match["tag"], (match["tag"] or "").lower()
        if match["letter"] == "n":
            writer.separate("\n")
        elif match["entity"] and (character := _character(match["entity"])):
            writer.write(_SPECIAL.sub(r"\\\g<0>", character), is_word=True)
        elif name in _BREAKS:
            writer.separate(_BREAKS[name] if not match["end"] or name == "p" else "\n")
        elif mark := _EMPHASIS.get(name) or (f"[{_SPANS[name]}]{{" if name in _SPANS else ""):
            writer.switch(mark, is_end=bool(match["end"]))
        elif name in _WRAPPERS - told:
            pass
        elif tag in closing and name not in _WRAPPERS | told:
            styles[tag] = None
            writer.switch(f"[{tag}]{{", is_end=bool(match["end"]))
        else:
            if tag or match["entity"]:
                left[match[0]] = None
            writer.write(match[0], is_word=True)
    writer.write(text[at:])
    return Conversion(writer.finished(), tuple(left), tuple(styles))


class _Writer:
    """Writes words and the white space between them, with marks that change only at words."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._gap = ""
        """The white space, and the marks of lines, since the last word."""
        self._begins_line = False
        """Whether a tag has just begun a line."""
        self._wanted: list[str] = []
        """The marks that the next word is to have, the outermost first."""
        self._open: list[str] = []
        """The marks that the last word has."""

    def switch(self, mark: str, *, is_end: bool) -> None:
        """Begins or ends a mark."""
        if not is_end:
            self._wanted += [mark] if mark not in self._wanted else []
        elif mark in self._wanted:
            del self._wanted[len(self._wanted) - 1 - self._wanted[::-1].index(mark)]

    def separate(self, gap: str) -> None:
        """Begins a line, or a paragraph; `gap` may have the mark of a line, such as `- `."""
        self._begins_line = True
        before = self._gap.rstrip(" ")
        if gap == "\n":
            self._gap = f"{before}\n"
            return
        lines = len(before) - len(before.rstrip("\n"))
        wanted = len(gap) - len(gap.lstrip("\n"))
        self._gap = before + "\n" * max(0, wanted - lines) + gap.lstrip("\n")

    def write(self, text: str, *, is_word: bool = False) -> None:
        """Writes words as they are."""
        if self._begins_line and not is_word:
            text = text.lstrip(" ")  # Spaces there would make the line a part of an item.
        self._begins_line = self._begins_line and not text
        inner = text if is_word else text.strip(" \n")
        if not inner:
            self._gap += text
            return
        begin = text.index(inner)
        gap = self._gap + text[:begin]
        if not self._parts:
            gap = gap.lstrip("\n")
        is_apart = "\n\n" in gap
        kept = 0
        while (
            not is_apart
            and kept < min(len(self._open), len(self._wanted))
            and self._open[kept] == self._wanted[kept]
        ):
            kept += 1
        self._close(kept)
        self._parts += [gap, *self._wanted[kept:], inner]
        self._open = list(self._wanted)
        self._gap = text[begin + len(inner) :]

    def finished(self) -> str:
        """The whole text."""
        self._close(0)
        return "".join(self._parts) + self._gap.rstrip()

    def _close(self, kept: int) -> None:
        self._parts += ["}" if mark.startswith("[") else mark for mark in reversed(self._open[kept:])]
