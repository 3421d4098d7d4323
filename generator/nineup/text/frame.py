"""Sets text in a frame (wrapped, aligned, shrunk to fit) or on a line: the API of this package."""

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from nineup.drawing import Gap, Op
from nineup.fonts import FontError
from nineup.geometry import Box
from nineup.text import bidi, rich
from nineup.text.context import Problem, SetText
from nineup.text.scripts import OBJECT, has_right_to_left
from nineup.text.setting import Setting
from nineup.text.shaping import ShapedWords, ShapingCache
from nineup.text.style import Align, Style
from nineup.text.words import Piece, Word
from nineup.text.wrap import Flow, avoid_single_word, balance, fill
from nineup.units import mm

Fit = Literal["shrink", "none"]

_STEP = 0.1
"""The step between the sizes that shrinking tries, in points."""

_TOLERANCE = 0.02
"""Points by which a text may be larger than its frame, for rounding errors."""


class Block(msgspec.Struct, frozen=True):
    """The text between two line breaks; `apart` if a blank line is before it."""

    flow: Flow
    apart: bool
    from_right: bool
    """Whether its lines start at the right."""


class ParsedText(msgspec.Struct, frozen=True):
    """A text parsed for a style: its blocks in order, and its problems."""

    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...]


class BrokenLines(msgspec.Struct, frozen=True):
    """The lines of a text at a size, in points; `ends` has the lines of each block, as in `wrap`."""

    size: float
    ends: list[list[int]]
    widest: float
    """The width of the widest word; only a single word makes a line wider than its frame."""
    rise: float
    """From the frame's top to the first baseline: the height of capitals. A taller symbol reaches above the frame."""
    baselines: list[float]
    """The distance of each baseline from the first."""
    drop: float
    """From the last baseline to the bottom of its line."""

    @property
    def height(self) -> float:
        return self.rise + self.baselines[-1] + self.drop


def set_frame(text: str, box: Box, style: Style, setting: Setting, fit: Fit = "shrink") -> SetText:
    """Set a rich text in a box (in points): wrapped, aligned by the style, and shrunk to fit.

    The text is in the notation of cards; a newline is a line break, a blank line starts a paragraph. It is set at
    the style's size or, with fit `shrink`, at the largest size that fits, down to the style's smallest. A text that
    doesn't fit is set from the top of the box all the same, and the overflow is a problem of the result.
    """
    try:
        shaping = setting.shaping(style)
    except FontError as error:
        return _without_font(error, style)
    parsed = _read(text, shaping, setting)
    if not parsed.blocks:
        return SetText((), parsed.problems, style.size, 0.0)
    lines = _fitting(parsed, box, shaping, fit)
    problems = parsed.problems + _overflow(lines, box)
    return SetText(_draw(parsed, lines, box, shaping, setting), problems, lines.size, round(lines.height, 3))


def set_line(
    text: str,
    x: float,
    y: float,
    style: Style,
    setting: Setting,
    anchor: Literal["start", "middle", "end"] = "start",
    width: float | None = None,
) -> SetText:
    """Set a rich text on one line with its baseline at y, which starts, is centred or ends at x (in points).

    With a width, the text is shrunk to it, down to the style's smallest size; if it is wider even then, that is a
    problem of the result. Line breaks in the text become spaces.
    """
    try:
        shaping = setting.shaping(style)
    except FontError as error:
        return _without_font(error, style)
    parsed = _read(text.replace("\n", " "), shaping, setting)
    if not parsed.blocks:
        return SetText((), parsed.problems, style.size, 0.0)
    flow = parsed.blocks[0].flow
    wide = flow.width(0, len(flow.words)) / 1000
    size, problems = style.size, parsed.problems
    if width is not None and wide * size > width + _TOLERANCE:
        size = max(style.min_size, round(math.floor(width / wide / _STEP) * _STEP, 3))
        if wide * size > width + _TOLERANCE:
            problems += (_too("wide", wide * size - width, size),)
    rise, drop = _reach(flow, 0, len(flow.words), shaping)
    symbols: list[Op] = []
    line = setting.pen(shaping, size).draw(
        flow, 0, len(flow.words), x - _ANCHOR[anchor] * wide * size, y, symbols
    )
    return SetText((line, *symbols), problems, size, round((rise + drop) * size, 3))


_ANCHOR = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a line that is before its anchor."""


def _without_font(error: FontError, style: Style) -> SetText:
    return SetText((), (Problem("unknown-font", error.message, error.hint),), style.size, 0.0)


def _read(text: str, shaping: ShapingCache, setting: Setting) -> ParsedText:
    """Parse a text line by line; bold and italic continue across line breaks, but not across a blank line."""
    text = setting.glue(text.replace("\t", " "))
    blocks: list[Block] = []
    problems: list[Problem] = []
    direction = shaping.style.direction
    plain = shaping.table(direction == "right-to-left" or has_right_to_left(text))
    table, apart, position, paragraph = plain, False, 0, 0
    for line in text.split("\n"):
        words, table = _words(line, table, shaping, position, problems)
        if words:
            flow, from_right = Flow(words), False
            if plain.bidirectional:
                from_right = bidi.is_from_right(line) if direction == "auto" else direction == "right-to-left"
                flow.levels = bidi.levels([_source(piece) for piece in flow.pieces], from_right)
            blocks.append(Block(flow, apart and bool(blocks), from_right))
            apart = False
        elif not line.strip():
            problems += _unclosed(text[paragraph:position], paragraph) if table is not plain else ()
            apart, table, paragraph = True, plain, position
        position += len(line) + 1
    if table is not plain:
        problems += _unclosed(text[paragraph:], paragraph)
    return ParsedText(tuple(blocks), tuple(_brief(problems)))


def _source(piece: Piece) -> str:
    """A piece as Unicode sees it."""
    return OBJECT if isinstance(piece, Gap) else piece.text


def _brief(problems: list[Problem]) -> Iterator[Problem]:
    """The problems, with one for all missing glyphs: a text in an unsupported script has many."""
    lacking = [problem for problem in problems if problem.code == "missing-glyph"]
    for problem in problems:
        if len(lacking) < 2 or problem.code != "missing-glyph":
            yield problem
        elif problem is lacking[0]:
            words = "word has" if len(lacking) == 2 else "words have"
            yield problem._replace(
                message=f"{problem.message}; {len(lacking) - 1} more {words} missing letters"
            )


def _words(
    line: str, table: ShapedWords, shaping: ShapingCache, position: int, problems: list[Problem]
) -> tuple[list[Word], ShapedWords]:
    """The words of a line that begins with a table, and the table for the next line."""
    words: list[Word] = []
    sources = line.split(" ")
    for index, source in enumerate(sources):
        found = table[source]
        if found and not found[0].special:
            words += found
        elif found:
            first = found[0]
            if first.problems:
                begin = position + sum(len(before) + 1 for before in sources[:index])
                problems += [
                    problem._replace(offset=begin + (problem.offset or 0)) for problem in first.problems
                ]
            if words and (first.begins == "stop" or (first.begins and words[-1].counts)):
                words[-1] = shaping.join(words[-1], first)
                words += found[1:]
            else:
                words += found
            table = found[-1].after
    return words, table


def _unclosed(paragraph: str, position: int) -> list[Problem]:
    hint = "repeat it after the last word, or write `\\*` to print an asterisk"
    return [
        Problem("text-markup", f"`{mark}` is never closed", hint, position + offset)
        for offset, mark in rich.unclosed(paragraph)
    ]


def _fitting(parsed: ParsedText, box: Box, shaping: ShapingCache, fit: Fit) -> BrokenLines:
    """The lines at the largest size that fits in a box, or at the smallest allowed size if none does."""
    style = shaping.style
    lines = _lay(parsed.blocks, box.width, style.size, shaping)
    if fit == "none" or style.size <= style.min_size or _fits(lines, box):
        return lines
    lines = _lay(parsed.blocks, box.width, style.min_size, shaping)
    if not _fits(lines, box):
        return lines
    low, high = 0, math.ceil((style.size - style.min_size) / _STEP - 1e-9)
    while high - low > 1:
        middle = (low + high) // 2
        tried = _lay(parsed.blocks, box.width, round(style.size - middle * _STEP, 3), shaping)
        if _fits(tried, box):
            high, lines = middle, tried
        else:
            low = middle
    return lines


def _fits(lines: BrokenLines, box: Box) -> bool:
    return lines.widest <= box.width + _TOLERANCE and lines.height <= box.height + _TOLERANCE


def _lay(blocks: Sequence[Block], width: float, size: float, shaping: ShapingCache) -> BrokenLines:
    style = shaping.style
    measure = width * 1000 / size
    ends = [_lines(block.flow, measure, style) for block in blocks]
    leading = style.leading * size
    baselines, y = [], -leading
    for block, lines in zip(blocks, ends, strict=True):
        y += style.paragraph * leading if block.apart else 0.0
        for _ in lines:
            y += leading
            baselines.append(y)
    # Capitals, not a taller symbol, are at the frame's top, so that all cards share their first baseline.
    rise = shaping.reach(blocks[0].flow.scripts)[0] / 1000
    last = ends[-1]
    drop = _reach(blocks[-1].flow, last[-2] if len(last) > 1 else 0, last[-1], shaping)[1]
    widest = max([block.flow.widest for block in blocks])
    return BrokenLines(size, ends, widest * size / 1000, rise * size, baselines, drop * size)


def _lines(flow: Flow, measure: float, style: Style) -> list[int]:
    """The lines of a block, as in `wrap`: balanced if centred, else without a single word on the last."""
    ends = fill(flow, measure)
    return balance(flow, ends) if style.align == "center" else avoid_single_word(flow, ends, measure)


def _reach(flow: Flow, first: int, end: int, shaping: ShapingCache) -> tuple[float, float]:
    """How far a line's capitals, descenders and symbols reach above and below its baseline, in font sizes."""
    cap, depth = (reach / 1000 for reach in shaping.reach(flow.scripts))
    if flow.symbols and any(first <= index < end for index, _, _ in flow.symbols):
        symbol = shaping.style.symbol / 2
        return max(cap, cap / 2 + symbol), max(depth, symbol - cap / 2)
    return cap, depth


def _overflow(lines: BrokenLines, box: Box) -> tuple[Problem, ...]:
    problems: tuple[Problem, ...] = ()
    if lines.widest > box.width + _TOLERANCE:
        problems += (_too("wide", lines.widest - box.width, lines.size),)
    if lines.height > box.height + _TOLERANCE:
        problems += (_too("tall", lines.height - box.height, lines.size),)
    return problems


def _too(what: str, excess: float, size: float) -> Problem:
    hint = "shorten the text, or enlarge its frame"
    return Problem("text-overflow", f"{mm(excess)} too {what} at {size:g} pt", hint)


def _draw(
    parsed: ParsedText, lines: BrokenLines, box: Box, shaping: ShapingCache, setting: Setting
) -> tuple[Op, ...]:
    style, size = shaping.style, lines.size
    measure = box.width * 1000 / size
    em = size / 1000
    draw = setting.pen(shaping, size).draw
    top = _first_baseline(lines, box, shaping)
    baselines = iter(lines.baselines)
    ops: list[Op] = []
    symbols: list[Op] = []
    for block, ends in zip(parsed.blocks, lines.ends, strict=True):
        flow, first = block.flow, 0
        for end in ends:
            slack = measure - flow.width(first, end)
            extra = int(slack) if style.align == "justify" and end < len(flow.words) else 0
            share = 0.0 if extra else _share(style.align, block.from_right)
            x = box.x + slack * (share * em)
            ops.append(draw(flow, first, end, x, top + next(baselines), symbols, extra))
            first = end
    return (*ops, *symbols)


def _share(align: Align, from_right: bool) -> float:
    """The share of the free space of a line that is left of it."""
    match align:
        case "left":
            return 0.0
        case "center":
            return 0.5
        case "right":
            return 1.0
        case "end":
            return 0.0 if from_right else 1.0
        case "start" | "justify":
            return 1.0 if from_right else 0.0


def _first_baseline(lines: BrokenLines, box: Box, shaping: ShapingCache) -> float:
    """The first line's baseline. `middle` centres from the first line's capitals to the last baseline."""
    highest = box.y + lines.rise
    lowest = box.bottom - lines.drop - lines.baselines[-1]
    if shaping.style.valign == "top" or lowest <= highest:
        return highest
    if shaping.style.valign == "bottom":
        return lowest
    cap = shaping.font.cap_height * lines.size / 1000
    middle = box.y + (box.height + cap - lines.baselines[-1]) / 2
    return min(max(middle, highest), lowest)
