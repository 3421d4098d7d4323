"""Splits a text into blocks: its lines with their words, and the settings for list items, quotes and
rules.
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from nineup.base.markup import NO_LINE_MARK, LineMark, line_mark, with_italics_apart
from nineup.model.drawing import Gap
from nineup.typography.text import bidi, rich
from nineup.typography.text.context import Problem
from nineup.typography.text.scripts import OBJECT, has_right_to_left, paragraph_runs_from_right
from nineup.typography.text.setting import Setting
from nineup.typography.text.words.shaping import ShapedWords, ShapingCache
from nineup.typography.text.words.word import LinePiece, Word
from nineup.typography.text.wrap import Flow

if TYPE_CHECKING:
    from nineup.base.pasted import PastedMark

INDENT = 1000
"""The indentation of quotes, and of each level of a list, in thousandths of an em."""

EVERY = 1_000_000
"""All lines."""

_DEEPEST = 8
"""The largest number of levels of a list."""


class TextBlock(msgspec.Struct, frozen=True):
    """The text between two line breaks; `apart` if a blank line is before it.

    Distances are in thousandths of an em.
    """

    flow: Flow
    apart: bool
    from_right: bool
    """Whether its lines start at the right."""
    before: int = 0
    """The indentation of its lines at their start."""
    after: int = 0
    """The indentation of its lines at their end."""
    hang: int = 0
    """The additional indentation of the lines after the first."""
    hanging: int = EVERY
    """The number of lines after the first with that indentation."""
    is_item: bool = False
    """Whether it is an item of a list, or continues one, with all lines aligned."""
    ruled: bool = False
    """Whether a rule is drawn above it."""
    high: int = 1
    """The height of its initial, in lines."""

    @property
    def inside(self) -> int:
        """The amount by which its later lines are narrower than the frame."""
        return self.before + self.after + self.hang


class ParsedText(msgspec.Struct, frozen=True):
    """A text parsed for a style: its blocks in order, and its problems."""

    blocks: tuple[TextBlock, ...]
    problems: tuple[Problem, ...]

    @property
    def from_right(self) -> bool:
        """Whether it begins at the right."""
        return bool(self.blocks) and self.blocks[0].from_right


def read_blocks(text: str, shaping: ShapingCache, setting: Setting) -> ParsedText:
    """Parses a text line by line; bold and italic continue across line breaks, but not across a blank
    line.
    """
    reader = _TextReader(setting.glue(text.replace("\t", " ")), shaping, hangs=shaping.style.hanging)
    reader.problems += _pasted(text)
    for line in reader.text.split("\n"):
        reader.read(line, line_mark(line))
    return reader.finished()


def read_line(text: str, shaping: ShapingCache, setting: Setting) -> ParsedText:
    """Parses a text for a single line, without lists and quotes. Line breaks become spaces."""
    reader = _TextReader(setting.glue(text.replace("\t", " ").replace("\n", " ")), shaping)
    reader.problems += _pasted(text)
    reader.read(reader.text, NO_LINE_MARK)
    return reader.finished()


class _TextReader:
    def __init__(self, text: str, shaping: ShapingCache, hangs: bool = False) -> None:
        self.hangs = hangs
        """Whether punctuation hangs beyond the ends of lines."""
        self.text = text = with_italics_apart(text)
        self.shaping = shaping
        self.blocks: list[TextBlock] = []
        self.problems: list[Problem] = []
        self.plain = shaping.tables[shaping.style.direction == "right-to-left" or has_right_to_left(text)]
        self.table = self.plain
        self.apart = False
        self.rule: int | None = None
        """The offset of a rule after the last block."""
        self.position = self.paragraph = 0
        self.item: TextBlock | None = None
        """The list item that an indented line continues."""

    def read(self, line: str, mark: LineMark) -> None:
        if mark.is_rule:
            self._rule(mark)
        else:
            words, begin = self._words(line, mark)
            if words:
                self._add(words, mark, begin)
            elif not line[mark.start :].strip():
                self._end_paragraph()
        self.position += len(line) + 1

    def finished(self) -> ParsedText:
        if self.table is not self.plain:
            self.problems += _unclosed(self.text[self.paragraph :], self.paragraph)
        if self.rule is not None:
            self._misplaced_rule(self.rule, "below")
        return ParsedText(tuple(self.blocks), tuple(_brief(self.problems)) if self.problems else ())

    def _rule(self, mark: LineMark) -> None:
        at = self.position + mark.lead
        if self.rule is not None or not self.blocks:
            self._misplaced_rule(at, "above")
        else:
            self.rule = at
        self._end_paragraph()

    def _misplaced_rule(self, at: int, where: str) -> None:
        hint = "write `\\---` to print hyphens"
        self.problems.append(
            Problem("text-markup", f"there is no text {where} this dividing line", hint, offset=at)
        )

    def _end_paragraph(self) -> None:
        if self.table is not self.plain:
            self.problems += _unclosed(self.text[self.paragraph : self.position], self.paragraph)
        self.apart, self.table, self.paragraph, self.item = True, self.plain, self.position, None

    def _words(self, line: str, mark: LineMark) -> tuple[list[Word], int]:
        """The words of a line, and how many of them are its marker."""
        begin: list[Word] = []
        if mark.marker:
            marker = self.shaping.style.bullet if mark.marker == "-" else mark.marker
            begin, _ = read_words(
                marker, self.plain, self.shaping, position=self.position, problems=self.problems
            )
        at = self.position + mark.start
        words, self.table = read_words(
            line[mark.start :], self.table, self.shaping, position=at, problems=self.problems
        )
        return begin + words if words else [], len(begin)

    def _add(self, words: list[Word], mark: LineMark, begin: int) -> None:
        hang, high = 0, 1
        if begin:
            hang = sum([word.advance for word in words[:begin]])
            words = [self._joined(words[: begin + 1]), *words[begin + 1 :]]
        elif self.shaping.style.initial > 1 and not (
            self.blocks or mark.is_quote or self.plain.bidirectional
        ):
            words, hang, high = self.shaping.with_initial(words)
        hanging = [self.shaping.hanging(word) for word in words] if self.hangs else ()
        flow, from_right = Flow(words, hanging), False
        if self.plain.bidirectional:
            direction = self.shaping.style.direction
            sources = [_source(piece) for piece in flow.pieces]
            said = "".join(sources)  # without marks, whose names are in letters, too
            from_right = direction == "right-to-left"
            if direction == "auto":
                from_right = paragraph_runs_from_right(said, self.shaping.language)
            flow.levels = bidi.levels(sources, from_right)
        continued = self.item if mark.lead >= 2 and not mark.marker else None
        quoted = INDENT if mark.is_quote else 0
        before = quoted
        if mark.marker:
            before += INDENT * min(mark.lead // 2, _DEEPEST)
        elif continued:
            before = continued.before + continued.hang
        ruled = self.rule is not None
        is_item = bool(mark.marker or continued or high > 1)
        hung = high - 1 if high > 1 else EVERY
        apart = self.apart and bool(self.blocks)
        block = TextBlock(
            flow,
            apart,
            from_right,
            before=before,
            after=quoted,
            hang=hang,
            hanging=hung,
            is_item=is_item,
            ruled=ruled,
            high=high,
        )
        self.blocks.append(block)
        self.apart, self.rule = False, None
        if not continued:
            self.item = block if mark.marker else None

    def _joined(self, words: list[Word]) -> Word:
        first, *others = words
        for word in others:
            first = self.shaping.join(first, word)
        return first


def _source(piece: LinePiece) -> str:
    """A piece as Unicode sees it."""
    return OBJECT if isinstance(piece, Gap) else piece.text


_MOST_ALIKE = 3
"""The number of similar mistakes of markup that are reported one by one."""


def _brief(problems: list[Problem]) -> Iterator[Problem]:
    """The problems, with a single one for all missing glyphs and for similar mistakes of markup: a text may
    have thousands.
    """
    alike = Counter([problem.message for problem in problems if problem.code == "text-markup"])
    said: set[str] = set()
    lacking = [problem for problem in problems if problem.code == "missing-glyph"]
    for problem in problems:
        if problem.code == "text-markup" and alike[problem.message] > _MOST_ALIKE:
            if problem.message not in said:
                said.add(problem.message)
                more = f"{problem.message}, and {alike[problem.message] - 1:,} times more in this text"
                yield msgspec.structs.replace(problem, message=more)
        elif len(lacking) < 2 or problem.code != "missing-glyph":
            yield problem
        elif problem is lacking[0]:
            words = "word has" if len(lacking) == 2 else "words have"
            yield msgspec.structs.replace(
                problem, message=f"{problem.message}; {len(lacking) - 1} more {words} missing letters"
            )


def read_words(
    line: str, table: ShapedWords, shaping: ShapingCache, position: int, problems: list[Problem]
) -> tuple[list[Word], ShapedWords]:
    """The words of a line that begins with a table, and the table for the next line."""
    words: list[Word] = []
    sources = line.split(" ")
    counted, begin = 0, position
    for index, source in enumerate(sources):
        shaped = table[source]
        if not shaped:
            continue
        if not shaped[0].special:
            words += shaped
        else:
            first = shaped[0]
            if first.problems:
                begin += sum([len(before) + 1 for before in sources[counted:index]])
                counted = index
                problems += [
                    msgspec.structs.replace(problem, offset=begin + (problem.offset or 0))
                    for problem in first.problems
                ]
            if not first.pieces:
                pass
            elif words and (first.begins == "stop" or (first.begins and words[-1].counts)):
                words[-1] = shaping.join(words[-1], first)
                words += shaped[1:]
            else:
                words += shaped
            table = shaped[-1].after
    return words, table


def _pasted(text: str) -> Iterator[Problem]:
    """A warning for each kind of notation in a text that only other programs understand."""
    if "<" not in text and "&" not in text and "\\" not in text:
        return
    from nineup.base.pasted import pasted_marks  # and all names of entities, which most games need none of

    by_name: dict[str, list[PastedMark]] = {}
    for mark in pasted_marks(text):
        by_name.setdefault(mark.written.strip("</>\\&;").split()[0].lower(), []).append(mark)
    for first, *others in by_name.values():
        end = next((mark.written for mark in others if mark.written.startswith("</")), "")
        message = (
            f"`{first.written}` and `{end}` print as they are"
            if end
            else f"`{first.written}` prints as it is"
        )
        number = 1 + sum(not mark.written.startswith("</") for mark in others)
        message += f", {number:,} times in this text" if number > 1 else ""
        hint = (
            f"{first.hint}; `nineup convert` changes whole lists" if first.written[0] in "<&" else first.hint
        )
        yield Problem("foreign-markup", message, hint, offset=first.at, severity="warning")


def _unclosed(paragraph: str, position: int) -> list[Problem]:
    stars = "repeat it after the last word, or write `\\*` to print an asterisk"
    brace = "write `}` after its last word, or `\\[` to print a bracket"
    return [
        Problem(
            "text-markup",
            f"`{mark}` is never closed",
            stars if "*" in mark else brace,
            offset=position + offset,
        )
        for offset, mark in rich.unclosed(paragraph)
    ]
