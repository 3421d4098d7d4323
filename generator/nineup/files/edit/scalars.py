"""The source of a single value in YAML's five styles, for the place where it is written.

A long text is broken into lines, and an edit of one word should change one line in a comparison of versions.
`wrap` keeps the old lines that still fit at both ends, and breaks only what is between them: with `The quick
brown fox` / `jumps over the lazy dog` before, `The quick red fox jumps over the lazy dog` is `The quick red
fox` and the second line unchanged.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nineup.base.project import LINE_BREAK
from nineup.files.edit.parts import BLOCKS, SourcePart, column, last, line_end, scalars
from nineup.schema.control import CONTROL

DOUBLE, SINGLE, LITERAL, FOLDED = '"', "'", "|", ">"

_LEAST_WIDTH = 80
"""The minimum width, in characters, of a line before a text that had shorter lines is broken."""

_ESCAPED = re.compile(rf'["\\\n\t\r]|{CONTROL.pattern}')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_HEADER = re.compile(r"([|>])([-+\d]*)(.*)")


class Habits(NamedTuple):
    """The style of a file: its line breaks, indentation and quotes."""

    newline: str = "\n"
    step: int = 2
    quote: str = DOUBLE


class ScalarSite(NamedTuple):
    """The place of a scalar, and the indentation of the collections around it."""

    text: str
    part: SourcePart
    parent: int
    """The column of the collection that contains it."""
    flow: bool
    """Whether it is inside braces or brackets."""
    habits: Habits


class Splice(NamedTuple):
    """A range of a text and its replacement."""

    start: int
    end: int
    new: str

    def __call__(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


def rewritten(slot: ScalarSite, value: str, number: bool = False) -> Iterator[Splice]:
    """Possible sources of a value in place of a scalar: the scalar's own style first, one that can hold any
    text last.

    Not every source has that meaning: parse it to find out. A number that isn't a text has no quotes.
    """
    style = slot.part.style
    yield from _in_style(style, slot, value)
    others = [LITERAL] if "\n" in value or style == FOLDED else []
    if number:
        others = [""]
    if '"' in value or "\\" in value:
        others.append(SINGLE)
    for other in (*others, slot.habits.quote, DOUBLE):
        if other != style:
            yield from _in_style(other, slot, value)


def _in_style(style: str, slot: ScalarSite, value: str) -> Iterator[Splice]:
    if style != DOUBLE and CONTROL.search(value):
        return
    if style in BLOCKS:
        if not slot.flow and value:
            yield _block(style, slot, value)
            # A text that begins with spaces, or an empty line, needs its indentation as a number: YAML
            # would guess it from the first line.
            yield _block(style, slot, value, indicator=True)
        return
    several = style == slot.part.style and bool(LINE_BREAK.search(slot.text, slot.part.start, slot.part.end))
    # In plain and single quotes, a line break in the source is a space in the text; only
    # an empty line is a line break.
    encoded = quoted(value, style) if style == DOUBLE or several or not LINE_BREAK.search(value) else None
    if encoded is not None:
        yield _inline(style, encoded, slot)


def quoted(value: str, style: str) -> str | None:
    """A value on one line, quoted and escaped; None if the style can't represent it."""
    if style == DOUBLE:
        return f'"{_ESCAPED.sub(_escape, value)}"'
    if style == SINGLE:
        return "'" + value.replace("'", "''") + "'"
    return None if "\t" in value else value or None  # Only one of PyYAML's parsers accepts tabs.


def _escape(match: re.Match[str]) -> str:
    sign = match[0]
    code = ord(sign)
    return _SHORT.get(sign) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def _inline(style: str, encoded: str, slot: ScalarSite) -> Splice:
    """Plain or quoted, on as many lines as before if there were several."""
    text, part = slot.text, slot.part
    if part.style in BLOCKS:
        return Splice(part.start, last(part, text), encoded + _header(slot)[3].rstrip())
    if part.start == part.end and text[part.start - 1 : part.start] not in ("", " "):
        encoded = f" {encoded}"
    lines = LINE_BREAK.split(text[part.start : part.end])
    if style == part.style and len(lines) > 1:
        encoded = _over_lines(encoded, lines, slot)
    return Splice(part.start, part.end, encoded)


def _over_lines(encoded: str, lines: list[str], slot: ScalarSite) -> str:
    """A plain or quoted text with its previous line breaks, as far as they still fit."""
    start = column(slot.text, slot.part.start)
    indent = next(line[: len(line) - len(line.lstrip())] for line in lines[1:] if line.strip())
    width = max(_LEAST_WIDTH, start + len(lines[0]), *map(len, lines[1:])) - len(indent)
    paragraphs = _paragraphs([lines[0].rstrip(), *(line.strip() for line in lines[1:])])
    texts = encoded.split("\n")
    wrapped: list[str] = []
    for number, (text, before) in enumerate(_matched(texts, paragraphs)):
        first = width if number else width + len(indent) - start
        wrapped += [""] if number else []
        wrapped += wrap(text, before, first, width) if text else []
    return slot.habits.newline.join(
        line if at == 0 or not line else indent + line for at, line in enumerate(wrapped)
    )


def _paragraphs(lines: list[str]) -> list[list[str]]:
    """Lines by paragraph; an empty line separates paragraphs."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line:
            paragraphs[-1].append(line)
        else:
            paragraphs.append([])
    return paragraphs


def _matched(texts: list[str], paragraphs: list[list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Each text with the lines of the paragraph it came from, as far as that can be determined."""
    old = [" ".join(lines) for lines in paragraphs]
    same = 0
    while same < min(len(texts), len(old)) and texts[same] == old[same]:
        same += 1
    shift = len(old) - len(texts)
    for number, text in enumerate(texts):
        at = number if number <= same or shift == 0 else number + shift
        yield text, paragraphs[at] if 0 <= at < len(paragraphs) else []


def _header(slot: ScalarSite) -> re.Match[str]:
    """The indicators of a block scalar and the rest of its first line."""
    start = slot.part.start
    header = _HEADER.match(slot.text[start : line_end(slot.text, start)])
    assert header is not None
    return header


def _block(style: str, slot: ScalarSite, value: str, indicator: bool = False) -> Splice:
    """A literal or folded block; with `indicator`, its header states the indentation as a number."""
    text, part, newline = slot.text, slot.part, slot.habits.newline
    was_block = part.style in BLOCKS
    indent, digit, chomping = slot.habits.step, "", "-"
    before: list[str] = []
    if was_block:
        header = _header(slot)
        # The sign that says what becomes of line breaks at the end (`-`, `+` or none) stays as it was.
        chomping = re.sub(r"\d", "", header[2])
        digit = re.sub(r"\D", "", header[2])
        before = LINE_BREAK.split(text[part.start : last(part, text)])[1:]
        indent = _indent(before, slot.parent, digit, default=indent)
        behind = header[3]
        end = last(part, text)
    else:
        end = line_end(text, part.end)
        behind = text[part.end : end]
    if indicator:
        digit = str(indent)
    spaces = " " * (max(slot.parent, 0) + indent)
    lines = _folded(value, before, len(spaces)) if style == FOLDED else value.split("\n")
    head = f"{style}{digit}{chomping}{behind}"
    if part.start == part.end and text[part.start - 1 : part.start] not in ("", " "):
        head = f" {head}"
    return Splice(part.start, end, newline.join([head, *(spaces + line if line else "" for line in lines)]))


def _indent(lines: list[str], parent: int, digit: str, default: int) -> int:
    """How much deeper than its parent a block's text is indented."""
    if digit:
        return int(digit)
    first = next((line for line in lines if line.strip()), "")
    return max(1, len(first) - len(first.lstrip(" ")) - max(parent, 0)) if first else default


def _folded(value: str, before: list[str], indent: int) -> list[str]:
    """The lines of a folded block: every text on its own lines, with an empty line where two would be
    joined.
    """
    stripped = [line[indent:] for line in before]
    width = max(_LEAST_WIDTH - indent, *map(len, stripped), 0)
    texts = value.split("\n")
    filled = [number for number, text in enumerate(texts) if text]
    matched = dict(zip(filled, _matched([texts[n] for n in filled], _filled(stripped)), strict=True))
    folded: list[str] = []
    deep = True  # Nothing is joined to the line before the first.
    for number, text in enumerate(texts):
        if not text:
            folded.append("")
            continue
        is_deep = text[0] in " \t"
        if not deep and not is_deep:
            folded.append("")
        # A line that is indented more isn't folded, so it can't be broken.
        folded += [text] if is_deep else wrap(*matched[number], width, width)
        deep = is_deep
    return folded


def _filled(lines: list[str]) -> list[list[str]]:
    return [paragraph for paragraph in _paragraphs(lines) if paragraph]


def habits(text: str, root: SourcePart | None) -> Habits:
    """The style in which a text is written."""
    match = LINE_BREAK.search(text)
    newline = match[0] if match else "\n"
    if root is None:
        return Habits(newline)
    styles = [part.style for part in scalars(root)]
    return Habits(
        newline, _step(text, root), SINGLE if styles.count(SINGLE) > styles.count(DOUBLE) else DOUBLE
    )


def _step(text: str, root: SourcePart) -> int:
    """The indentation of the first level in the file."""
    for value in root.values:
        if value.kind == "mapping" and not value.flow and value.keys:
            return max(1, column(text, value.start) - column(text, root.start)) or 2
    return 2


_NO_START = "#-?:,[]{}&*!|>%@` \t"
"""Characters that no line begins with, so that it can't be parsed as a comment, a list entry or a key."""

_FULL = 0.6
"""How full a short line must be for the lines below it to stay unchanged."""


def wrap(text: str, before: Sequence[str], first: int, width: int) -> list[str]:
    """The lines of a text without line breaks; `before` are its previous lines.

    The first line has room for `first` characters, the others for `width`. Lines at the beginning and the end
    that still fit are kept.
    """
    lines: list[str] = []
    while len(lines) < len(before) and text.startswith(f"{before[len(lines)]} "):
        text = text[len(before[len(lines)]) + 1 :]
        lines.append(before[len(lines)])
    # Every way in which the old lines could continue, by its text: where the new text
    # reaches one of them, they are kept.
    tails = {" ".join(before[at:]): at for at in range(len(lines), len(before))}
    while text not in tails:
        cut = _cut(text, tails, width if lines else first)
        if cut is None:
            return [*lines, text]
        lines.append(text[:cut])
        text = text[cut + 1 :]
    return [*lines, *before[tails[text] :]]


def _cut(text: str, tails: dict[str, int], room: int) -> int | None:
    """The space at which the next line ends: where the old lines continue if it is long enough, otherwise the
    last that fits.
    """
    cut = None
    for at in _spaces(text):
        if at > room and cut is not None:
            break
        # Unless it leaves a line that is conspicuously short, the rest of the paragraph is untouched.
        if text[at + 1 :] in tails and at > _FULL * room:
            return at
        if at <= room or len(text) > room:
            cut = at
    return cut if len(text) > room else None


def _spaces(text: str) -> Iterator[int]:
    """The single spaces that may become line breaks."""
    at = text.find(" ", 1)
    while 0 <= at < len(text) - 1:
        if text[at - 1] not in " \t" and text[at + 1] not in _NO_START:
            yield at
        at = text.find(" ", at + 1)
