"""The lines of a rendered template → a chapter of headings, texts, lists, tables, charts and pictures."""

import re
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Literal, NamedTuple

from nineup.base.diagnostics import nearest
from nineup.base.units import MM, length
from nineup.book.appendix.inline import Inlines
from nineup.book.appendix.notation import (
    CELL,
    CLOSE,
    COMMAND,
    HEADING,
    ITEM,
    MARKS,
    NEWLINE,
    NOTE,
    NOTHING,
    OPEN,
    RULE,
    STEP,
)
from nineup.model.booklet import (
    Align,
    BarChart,
    Block,
    BookletPicture,
    Chapter,
    Content,
    Heading,
    Listing,
    Paragraph,
    PictureEntry,
    PlainText,
    SymbolMention,
    Table,
    TableCell,
    plain_text,
)

COMMANDS = ("bars", "card", "end", "index", "table")
"""The commands after `@`: a chart or table with a caption, a picture beside what follows up to `@end`, an
index.
"""

MOST_COLUMNS = 40
"""The largest number of columns in a table: an A4 page has no room for the padding of more."""

MOST_BARS = 200
"""The largest number of rows in a chart, which fill five pages."""

MOST_COUNTED = 10**12
"""The largest number in a chart."""

WIDTH = 32 * MM
"""The default width of a picture on paper, in points."""

TONES = ("#3b6ea5", "#b5542b", "#4d7f4c", "#8a5a9e", "#9a7b1f", "#4f7f86", "#a34a6a")
"""The colours of charts whose series have no `tone`."""

GREY = "#5d5d5d"
"""The colour of a series or row without a `tone`, if others have one."""

_ANCHOR = re.compile(rf"{OPEN}{NOTHING}?#([^{OPEN}{CLOSE}{CELL}]*){CLOSE}{NOTHING}?")
_LINK = re.compile(rf"({OPEN}[^{OPEN}{CLOSE}]*{CLOSE})")
_NUMBER = re.compile(r"[−-]?\d[\d ]*(?:\.\d+)?")


class ChapterMistake(NamedTuple):
    """A mistake in a chapter; `words` are the words of its template to point at, if known."""

    message: str
    hint: str
    words: str


class _SourceLine(NamedTuple):
    kind: str
    text: str


class Blocks:
    """Parses rendered templates.

    `tone` returns a symbol's colour, `pictures` has a description of each rendered face.
    """

    def __init__(
        self, inlines: Inlines, tone: Callable[[str], str | None], pictures: Mapping[str, str]
    ) -> None:
        self._inlines = inlines
        self._tone = tone
        self._pictures = pictures
        self.mistakes: dict[ChapterMistake, None] = {}

    def chapter(self, id: str, filled: str) -> Chapter | None:
        """The chapter of a rendered template, or None if it is empty."""
        lines = _without_blanks_in_lists([_line(line) for line in filled.replace(NOTHING, "").split(NEWLINE)])
        title: Content = (PlainText(id.replace("-", " ").capitalize()),)
        blocks: list[Block] = []
        beside_picture: list[Block] = []
        picture: BookletPicture | None = None
        command = _SourceLine("", "")
        for kind, stretch in groupby(lines, key=lambda line: line.kind):
            group = list(stretch)
            if kind == COMMAND:
                for line in group:
                    command = line
                    if _word(line) in ("card", "end"):
                        self._close(picture, beside_picture, blocks)
                        picture = self._picture(line) if _word(line) == "card" else None
                    elif _word(line) not in COMMANDS:
                        message = f"unknown command `@{_word(line)}`"
                        self._mistake(message, nearest(_word(line), COMMANDS), f"@{_word(line)}")
                continue
            for block in self._blocks(kind, group, command):
                if isinstance(block, Heading) and block.level == 1:
                    title = block.content
                else:
                    (beside_picture if picture else blocks).append(block)
            if kind:
                command = _SourceLine("", "")
        self._close(picture, beside_picture, blocks)
        return Chapter(id, title, tuple(blocks)) if blocks else None

    def _close(
        self, picture: BookletPicture | None, beside_picture: list[Block], blocks: list[Block]
    ) -> None:
        """Adds a picture to the blocks, with the blocks collected beside it."""
        if picture:
            blocks.append(
                PictureEntry(
                    picture, tuple(block for block in beside_picture if not isinstance(block, PictureEntry))
                )
            )
        beside_picture.clear()

    def _picture(self, line: _SourceLine) -> BookletPicture | None:
        _, *words = line.text.split()
        key = words[0] if words else ""
        if key not in self._pictures:
            known = nearest(key, list(self._pictures)[:200])
            self._mistake(f"`@card {key}`: this run has no such card", known, "@card")
            return None
        return BookletPicture(key, self._pictures[key], self._width(words[1]) if len(words) > 1 else WIDTH)

    def _width(self, text: str) -> float:
        try:
            return length(text)
        except ValueError as error:
            self._mistake(f"the width of a picture: {error}", "such as 30mm", text)
            return WIDTH

    def _mistake(self, message: str, hint: str, words: str) -> None:
        self.mistakes[ChapterMistake(message, hint, words)] = None

    def _blocks(self, kind: str, lines: list[_SourceLine], command: _SourceLine) -> list[Block]:
        read = self._inlines.read
        if kind == HEADING:
            return [self._heading(line) for line in lines]
        if kind in (ITEM, STEP):
            names: dict[str, Literal["points", "steps"]] = {ITEM: "points", STEP: "steps"}
            index = _word(command) == "index"
            return [Listing(tuple(read(line.text) for line in lines), "index" if index else names[kind])]
        if kind == CELL:
            return self._table(lines, command)
        if kind == NOTE:
            return [Paragraph(read(line.text), note=True) for line in lines if read(line.text)]
        if kind == "text":
            text, anchor = _split_anchor(" ".join(line.text for line in lines))
            content = read(text)
            return [Paragraph(content, anchor=anchor)] if content else []
        return []

    def _heading(self, line: _SourceLine) -> Heading:
        level = len(line.text) - len(line.text.lstrip(HEADING))
        text, anchor = _split_anchor(line.text[level:])
        content = self._inlines.read(text)
        return Heading(level, content, anchor or slug(plain_text(content)))

    def _table(self, lines: list[_SourceLine], command: _SourceLine) -> list[Block]:
        """A table or a chart. Without a row of dashes, it has no header row."""
        rows = [[self._cell(text) for text in _cells(line.text)] for line in lines if line.text[0] != RULE]
        rule = next((_cells(line.text) for line in lines if line.text[0] == RULE), [])
        head = tuple(rows.pop(0)) if rule and rows else ()
        width = max([len(row) for row in (head, *rows)], default=0)
        if width > MOST_COLUMNS:
            message = f"a table has {width:,} columns; a page has room for {MOST_COLUMNS}"
            self._mistake(message, "split it into two tables", lines[0].text[:20])
            return []
        if not rows:
            return []
        whole, *full = ((*row, *[TableCell(())] * (width - len(row))) for row in (head, *rows))
        caption = self._inlines.read(command.text.partition(" ")[2])
        if _word(command) == "bars":
            if width < 2:
                self._mistake("a chart has no column of numbers", "one for each series", "@bars")
                return []
            if len(full) > MOST_BARS:
                message = f"a chart has {len(full):,} rows; the limit is {MOST_BARS}"
                self._mistake(message, "make it a table, with `@table`", "@bars")
                return []
            return [self._bars(caption, whole, tuple(full))]
        aligns = [_align(text) for text in (*rule, *[""] * width)]
        return [Table(whole if head else (), tuple(full), tuple(aligns[:width]), caption=caption)]

    def _bars(
        self, caption: Content, head: tuple[TableCell, ...], rows: tuple[tuple[TableCell, ...], ...]
    ) -> BarChart:
        series = tuple(cell.content for cell in head[1:])
        numbers = tuple((row[0].content, tuple(self._number(cell) for cell in row[1:])) for row in rows)
        mark_structure = [name for name, _ in numbers] if len(series) == 1 else list(series)
        tones = [self._tone_of(content) or "" for content in mark_structure]
        if any(tones):
            tones = [tone or GREY for tone in tones]
        elif len(series) > 1:
            tones = [TONES[number % len(TONES)] for number in range(len(series))]
        return BarChart(caption, head[0].content, series, rows=numbers, tones=tuple(tones))

    def _tone_of(self, content: Content) -> str | None:
        ids = [inline.id for inline in content if isinstance(inline, SymbolMention)]
        return self._tone(ids[0]) if ids else None

    def _number(self, cell: TableCell) -> float:
        text = plain_text(cell.content)
        if not text:
            return 0.0
        if not _NUMBER.fullmatch(text):
            self._mistake(f"expected a number in a chart, found `{text}`", "", "@bars")
            return 0.0
        number = float(text.replace("−", "-").replace(" ", ""))
        if number > MOST_COUNTED:
            self._mistake(f"`{text}` is too large for a chart", f"at most {MOST_COUNTED:,}", "@bars")
            return 0.0
        return max(0.0, number)

    def _cell(self, text: str) -> TableCell:
        text, anchor = _split_anchor(text)
        return TableCell(self._inlines.read(text), anchor)


def _line(text: str) -> _SourceLine:
    """A line with its kind, which is empty for a blank line."""
    text = text.strip(" \t")
    if not text:
        return _SourceLine("", "")
    mark = text[0]
    if mark in (ITEM, STEP, NOTE, COMMAND):
        return _SourceLine(mark, text[1:].strip())
    if mark in (CELL, RULE):
        return _SourceLine(CELL, text)
    return _SourceLine(HEADING if mark == HEADING else "text", text)


def _without_blanks_in_lists(lines: list[_SourceLine]) -> list[_SourceLine]:
    """Lines without the blank ones between items, which belong to one list."""
    kept: list[_SourceLine] = []
    blank: list[_SourceLine] = []
    for line in lines:
        if not line.kind:
            blank.append(line)
            continue
        if line.kind not in (ITEM, STEP) or not kept or kept[-1].kind != line.kind:
            kept += blank
        kept.append(line)
        blank = []
    return kept


def _word(line: _SourceLine) -> str:
    """The name of a line's command."""
    return MARKS.sub("", line.text).partition(" ")[0]


def _cells(text: str) -> list[str]:
    """The cells of a row; a bar inside a link doesn't separate cells."""
    parts = [""]
    for stretch in _LINK.split(text[1:]):
        if stretch.startswith(OPEN):
            parts[-1] += stretch
            continue
        first, *others = stretch.split(CELL)
        parts[-1] += first
        parts += others
    return parts[:-1] if not parts[-1].strip() and len(parts) > 1 else parts


def _align(text: str) -> Align:
    text = text.strip()
    if text.endswith(":"):
        return "center" if text.startswith(":") else "right"
    return "left"


def _split_anchor(text: str) -> tuple[str, str]:
    """A text without its anchor, and the anchor's name."""
    anchor = _ANCHOR.search(text)
    if anchor is None:
        return text, ""
    return text[: anchor.start()] + text[anchor.end() :], MARKS.sub("", anchor.group(1)).strip()


def slug(text: str) -> str:
    """An anchor for a text: its letters and digits in lower case, joined by hyphens."""
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-")
