"""A booklet's text, typeset with the cards' text engine: lines, and the positions of links in them."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box
from nineup.base.markup import SPANS
from nineup.logic.expression import escape
from nineup.model.booklet import Content, Link, PlainText, SymbolMention
from nineup.model.drawing import Face, Gap, Op, Path, Shaped, Text, Use
from nineup.model.extent import path_bounds
from nineup.typography.fonts import Fonts
from nineup.typography.text import Align, Problem, Setting, Style, StyleSheet, set_frame, set_line

STYLES = ("title", "chapter", "section", "entry", "text", "note", "head", "cell", "running")
"""The text styles that a booklet needs."""

TALL = 1e6
"""A height in points above that of any text."""

KEPT = 1000
"""The number of typeset contents that are kept: a text is measured several times before it is drawn, and a
page may have hundreds.
"""

_MIRRORED: Mapping[Align, Align] = {"left": "right", "start": "right", "right": "left"}

_SOFT_HYPHEN = "\u00ad"


class LinkArea(NamedTuple):
    """The position of a link's words, in points from the text's top-left corner."""

    link: Link
    box: Box


class SetBlock(msgspec.Struct, frozen=True):
    """A typeset content: the operations of each line, the distance from the top to each line's bottom, and
    its links.
    """

    lines: tuple[tuple[Op, ...], ...]
    bottoms: tuple[float, ...]
    areas: tuple[LinkArea, ...]

    @property
    def ops(self) -> tuple[Op, ...]:
        return tuple(op for line in self.lines for op in line)

    @property
    def height(self) -> float:
        return self.bottoms[-1] if self.bottoms else 0.0


class BookletTypesetter(msgspec.Struct):
    """The fonts and styles of a booklet, and the page of each anchor so far."""

    fonts: Fonts
    sheet: StyleSheet
    setting: Setting
    faces: Mapping[str, Face]
    from_right: bool = False
    """Whether texts are aligned right where they would be aligned left, and the reverse."""
    pages: dict[str, int] = {}
    problems: dict[tuple[str, str], Problem] = {}
    _copies: dict[tuple[Content, Style, float], SetBlock] = {}

    def style(self, name: str) -> Style:
        """A style by its name, aligned to the top."""
        return msgspec.structs.replace(self.sheet.styles[name], valign="top")

    def copy(self, content: Content, style: Style, width: float) -> SetBlock:
        """A content, typeset in lines of a width in points."""
        style = msgspec.structs.replace(style, align=self.aligned(style.align)) if self.from_right else style
        key = (content, style, round(width, 3))
        if key not in self._copies:
            if len(self._copies) >= KEPT:
                self._copies.pop(next(iter(self._copies)))
            self._copies[key] = self._set(content, style, width)
        return self._copies[key]

    def aligned(self, align: Align) -> Align:
        """An alignment in the booklet's direction."""
        return _MIRRORED.get(align, align) if self.from_right else align

    def width(self, content: Content, style: Style) -> float:
        """The width of a content's longest line when only forced breaks are made."""
        lines = notation(content, style).split("\n")
        return max([self._wide(line, style) for line in lines], default=0.0)

    def narrowest(self, content: Content, style: Style) -> float:
        """The width of a content's longest word."""
        return max(
            [self._wide(word, style) for word in re.split("[ \n]+", notation(content, style))], default=0.0
        )

    def _wide(self, text: str, style: Style) -> float:
        line = set_line(text, 0.0, 0.0, style=style, setting=self.setting)
        return max([op.x + _length(op) for op in line.ops if isinstance(op, Text)], default=0.0)

    def _set(self, content: Content, style: Style, width: float) -> SetBlock:
        text = notation(content, style)
        frame = set_frame(text, Box(0, 0, width, TALL), style, setting=self.setting, fit="none")
        for problem in frame.problems:
            self.problems.setdefault((text, problem.code), problem)
        return _copy(frame.ops, frame.height, content, style=style)


def notation(content: Content, style: Style) -> str:
    """A content in the cards' notation, with terms emphasised as in the style."""
    parts = []
    for inline in content:
        if isinstance(inline, Link):
            parts.append(_term(inline, style) if inline.is_term else notation(inline.content, style))
        elif isinstance(inline, SymbolMention):
            parts.append(f"{{{inline.id}}}")
        else:
            parts.append(_words(inline.text, inline.strong, inline.slant, spans=inline.spans))
    return "".join(parts)


def _term(link: Link, style: Style) -> str:
    term = style.term
    return "".join(
        _words(
            inline.text,
            inline.strong or (term.weight or 0) > style.weight,
            inline.slant != bool(term.italic),
            spans=inline.spans,
        )
        if isinstance(inline, PlainText)
        else f"{{{inline.id}}}"
        for inline in link.content
    )


def _words(text: str, strong: bool, slant: bool, spans: tuple[str, ...]) -> str:
    """Words with emphasis and spans around each of their lines, excluding white space at either end.

    Only built-in spans are kept: the appendix has styles of its own.
    """
    stars = "**" * strong + "*" * slant
    named = [f"[{span}]{{" for span in spans if span in SPANS]
    mark, end = stars + "".join(named), "}" * len(named) + stars[::-1]
    parts = []
    for part in text.split("\n"):
        inner = part.strip()
        begin = part.index(inner)
        if mark and inner:
            escaped = f"{mark}{escape(inner)}{end}"
            parts.append(part[:begin] + escaped + part[begin + len(inner) :])
        else:
            parts.append(escape(part))
    return "\n".join(parts)


def _copy(ops: tuple[Op, ...], height: float, content: Content, style: Style) -> SetBlock:
    lines = _rows([op for op in ops if isinstance(op, Text)], style)
    rows = [line[0] for line in lines]
    drawn: list[list[Op]] = [list(line) for line in lines]
    for op in ops:
        if isinstance(op, Use):
            number = next((i for i, row in enumerate(rows) if row.y >= op.matrix.f), len(rows) - 1)
            drawn[number].append(op)
        elif isinstance(op, Path) and op.segments:
            top = path_bounds(op).y
            drawn[max((i for i, row in enumerate(rows) if row.y <= top), default=0)].append(op)
    depth = height - rows[-1].y if rows else 0.0
    bottoms = tuple(row.y + depth for row in rows)
    areas = tuple(_areas(lines, content))
    return SetBlock(tuple(tuple(line) for line in drawn), bottoms, areas)


def _rows(texts: list[Text], style: Style) -> list[list[Text]]:
    """Texts in rows: superscripts are slightly above or below the preceding text."""
    rows: list[list[Text]] = []
    for text in texts:
        if rows and abs(text.y - rows[-1][0].y) < style.size * style.leading / 2:
            rows[-1].append(text)
        else:
            rows.append([text])
    return rows


def _areas(rows: list[list[Text]], content: Content) -> Iterator[LinkArea]:
    """The positions of links, found by counting letters in both; spaces don't count, as line breaks drop
    them.
    """
    spans = list(_spans(content))
    count = passed = 0
    for row in rows if spans else ():
        first = row[0]
        reach: dict[int, tuple[float, float]] = {}
        for piece, x, wide in _places(row):
            letters = _letters(piece)
            while passed < len(spans) and spans[passed].end <= count:
                passed += 1
            for number in range(passed, len(spans) if letters else passed):
                if spans[number].start >= count + letters:
                    break
                reach[number] = (reach.get(number, (x, 0))[0], x + wide)
            count += letters
        for number, (left, right) in reach.items():
            box = Box(left, first.y - 0.85 * first.size, right - left, 1.15 * first.size)
            yield LinkArea(spans[number].link, box)


def _places(row: list[Text]) -> Iterator[tuple[Shaped | Gap, float, float]]:
    """The pieces of a row, each with its left edge and its width."""
    for text in row:
        x = text.x
        for piece in (piece for run in text.runs for piece in run.pieces):
            wide = _advance(piece, text)
            yield piece, x, wide
            x += wide


class _LinkSpan(NamedTuple):
    """A link, and the letters of its content that it covers, by their numbers from 0."""

    start: int
    end: int
    link: Link


def _spans(content: Content) -> Iterator[_LinkSpan]:
    """The links of a content in order."""
    count = 0
    for inline in content:
        letters = sum(
            _letters_of(part) for part in (inline.content if isinstance(inline, Link) else (inline,))
        )
        if isinstance(inline, Link) and letters:
            yield _LinkSpan(count, count + letters, inline)
        count += letters


def _letters_of(inline: PlainText | SymbolMention | Link) -> int:
    return _visible_letters(inline.text) if isinstance(inline, PlainText) else 1


def _letters(piece: Shaped | Gap) -> int:
    return _visible_letters(piece.text) if isinstance(piece, Shaped) else 1


def _visible_letters(text: str) -> int:
    return sum(1 for letter in text if not letter.isspace() and letter != _SOFT_HYPHEN)


def _advance(piece: Shaped | Gap, row: Text) -> float:
    glyphs = len(piece.glyphs) if isinstance(piece, Shaped) else 0
    return piece.width * row.size / 1000 + glyphs * row.tracking


def _length(row: Text) -> float:
    return sum(_advance(piece, row) for run in row.runs for piece in run.pieces)
