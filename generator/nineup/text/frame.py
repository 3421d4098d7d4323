"""Text set in a frame (wrapped, aligned, shrunk to fit) or on a line. The door of this room."""

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from nineup.drawing import Op
from nineup.fonts import FontError
from nineup.geometry import Box
from nineup.text import rich
from nineup.text.context import Problem, Set, Setting
from nineup.text.lines import pen
from nineup.text.shaping import ShapingCache, Words
from nineup.text.style import Style
from nineup.text.words import Word
from nineup.text.wrap import Flow, accompany, balance, fill
from nineup.units import mm

Fit = Literal["shrink", "none"]

_STEP = 0.1
"""By how many points the sizes differ that shrinking tries."""

_HAIR = 0.02
"""Points by which a text may be larger than its frame: what is lost in rounding."""


class Block(msgspec.Struct, frozen=True):
    """What a text says between two line breaks; `apart` when a blank line stands before it."""

    flow: Flow
    apart: bool


class Copy(msgspec.Struct, frozen=True):
    """A text read in a style: its blocks in order, and what is wrong with it."""

    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...]


class Layout(msgspec.Struct, frozen=True):
    """The lines of a text at a size; `ends` for each block, as `wrap` gives them."""

    size: float
    ends: list[list[int]]
    widest: float
    """The width of the widest word, in points, as are the following; no line is wider than its frame else."""
    rise: float
    """From the frame's top to the first baseline: a capital's height. A taller symbol may stand out above."""
    baselines: list[float]
    """Of each line, from the first one's."""
    drop: float
    """From the last baseline to the bottom of its line."""

    @property
    def height(self) -> float:
        return self.rise + self.baselines[-1] + self.drop


def set_frame(text: str, box: Box, style: Style, setting: Setting, fit: Fit = "shrink") -> Set:
    """Set a rich text in a box (points): wrapped, aligned as the style says, and shrunk to fit.

    The text is in the notation of cards; a newline is a line break, a blank line a new paragraph. It is set at the
    style's size or, with fit `shrink`, at the largest size down to its least at which it fits. A text that does not fit
    is drawn all the same, from the top of the box, and told as a problem.
    """
    try:
        wording = setting.wording(style)
    except FontError as error:
        return _without_font(error, style)
    copy = _read(text, wording, setting)
    if not copy.blocks:
        return Set((), copy.problems, style.size, 0.0)
    layout = _fitting(copy, box, wording, fit)
    problems = copy.problems + _overflow(layout, box)
    return Set(_drawn(copy, layout, box, wording), problems, layout.size, round(layout.height, 3))


def set_line(
    text: str,
    x: float,
    y: float,
    style: Style,
    setting: Setting,
    anchor: Literal["start", "middle", "end"] = "start",
    width: float | None = None,
) -> Set:
    """Set a rich text on one line whose baseline is at y and which starts, is centred or ends at x (points).

    With a width, the text is shrunk to it, down to the style's least size, and told as a problem when it is wider.
    Line breaks in the text are spaces here.
    """
    try:
        wording = setting.wording(style)
    except FontError as error:
        return _without_font(error, style)
    copy = _read(text.replace("\n", " "), wording, setting)
    if not copy.blocks:
        return Set((), copy.problems, style.size, 0.0)
    flow = copy.blocks[0].flow
    wide = flow.width(0, len(flow.words)) / 1000
    size, problems = style.size, copy.problems
    if width is not None and wide * size > width + _HAIR:
        size = max(style.least, round(math.floor(width / wide / _STEP) * _STEP, 3))
        if wide * size > width + _HAIR:
            problems += (_too("wide", wide * size - width, size),)
    rise, drop = _reach(flow, 0, len(flow.words), wording)
    signs: list[Op] = []
    line = pen(wording, size).draw(flow, 0, len(flow.words), x - _ANCHOR[anchor] * wide * size, y, signs)
    return Set((line, *signs), problems, size, round((rise + drop) * size, 3))


_ANCHOR = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a line stands before the point that it is set at."""


def _without_font(error: FontError, style: Style) -> Set:
    return Set((), (Problem("unknown-font", error.message, error.hint),), style.size, 0.0)


def _read(text: str, wording: ShapingCache, setting: Setting) -> Copy:
    """Read a text a line at a time; bold and italic reach over line breaks, but not over a blank line."""
    text = setting.glued(text.replace("\t", " "))
    blocks: list[Block] = []
    problems: list[Problem] = []
    table, apart, position, paragraph = wording.plain, False, 0, 0
    for line in text.split("\n"):
        words, table = _words(line, table, wording, position, problems)
        if words:
            blocks.append(Block(Flow(words), apart and bool(blocks)))
            apart = False
        elif not line.strip():
            problems += _unclosed(text[paragraph:position], paragraph) if table is not wording.plain else ()
            apart, table, paragraph = True, wording.plain, position
        position += len(line) + 1
    if table is not wording.plain:
        problems += _unclosed(text[paragraph:], paragraph)
    return Copy(tuple(blocks), tuple(_brief(problems)))


def _brief(problems: list[Problem]) -> Iterator[Problem]:
    """The problems, with one for all that the fonts lack: a text in a script that they don't have is full of it."""
    lacking = [problem for problem in problems if problem.code == "missing-glyph"]
    for problem in problems:
        if len(lacking) < 2 or problem.code != "missing-glyph":
            yield problem
        elif problem is lacking[0]:
            words = "word lacks" if len(lacking) == 2 else "words lack"
            yield problem._replace(
                message=f"{problem.message}; {len(lacking) - 1} more {words} letters as well"
            )


def _words(
    line: str, table: Words, wording: ShapingCache, position: int, problems: list[Problem]
) -> tuple[list[Word], Words]:
    """The words of a line, looked up from a table on, and the table for what follows it."""
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
                words[-1] = wording.joined(words[-1], first)
                words += found[1:]
            else:
                words += found
            table = found[-1].after
    return words, table


def _unclosed(paragraph: str, position: int) -> list[Problem]:
    hint = "write it again behind the last word, or `\\*` to print a star"
    return [
        Problem("text-markup", f"`{mark}` is never closed", hint, position + offset)
        for offset, mark in rich.unclosed(paragraph)
    ]


def _fitting(copy: Copy, box: Box, wording: ShapingCache, fit: Fit) -> Layout:
    """The largest layout that fits in a box, or the smallest there may be where none does."""
    style = wording.style
    layout = _lay(copy.blocks, box.width, style.size, wording)
    if fit == "none" or style.size <= style.least or _fits(layout, box):
        return layout
    layout = _lay(copy.blocks, box.width, style.least, wording)
    if not _fits(layout, box):
        return layout
    low, high = 0, math.ceil((style.size - style.least) / _STEP - 1e-9)
    while high - low > 1:
        middle = (low + high) // 2
        tried = _lay(copy.blocks, box.width, round(style.size - middle * _STEP, 3), wording)
        if _fits(tried, box):
            high, layout = middle, tried
        else:
            low = middle
    return layout


def _fits(layout: Layout, box: Box) -> bool:
    return layout.widest <= box.width + _HAIR and layout.height <= box.height + _HAIR


def _lay(blocks: Sequence[Block], width: float, size: float, wording: ShapingCache) -> Layout:
    style = wording.style
    measure = width * 1000 / size
    ends = [_lines(block.flow, measure, style) for block in blocks]
    leading = style.leading * size
    baselines, y = [], -leading
    for block, lines in zip(blocks, ends, strict=True):
        y += style.paragraph * leading if block.apart else 0.0
        for _ in lines:
            y += leading
            baselines.append(y)
    # Capitals, not a taller symbol, stand at the frame's top, so that all cards begin on one baseline.
    rise = wording.font.cap_height / 1000
    last = ends[-1]
    drop = _reach(blocks[-1].flow, last[-2] if len(last) > 1 else 0, last[-1], wording)[1]
    widest = max([block.flow.widest for block in blocks])
    return Layout(size, ends, widest * size / 1000, rise * size, baselines, drop * size)


def _lines(flow: Flow, measure: float, style: Style) -> list[int]:
    """The lines of a block at their best breaks, as `fill` gives them."""
    ends = fill(flow, measure)
    return balance(flow, ends) if style.align == "center" else accompany(flow, ends, measure)


def _reach(flow: Flow, first: int, end: int, wording: ShapingCache) -> tuple[float, float]:
    """How far a line reaches above and below its baseline, in sizes: its capitals, descenders and symbols."""
    cap, depth = wording.font.cap_height / 1000, wording.font.depth / 1000
    if flow.signs and any(first <= index < end for index, _, _ in flow.signs):
        symbol = wording.style.symbol / 2
        return max(cap, cap / 2 + symbol), max(depth, symbol - cap / 2)
    return cap, depth


def _overflow(layout: Layout, box: Box) -> tuple[Problem, ...]:
    problems: tuple[Problem, ...] = ()
    if layout.widest > box.width + _HAIR:
        problems += (_too("wide", layout.widest - box.width, layout.size),)
    if layout.height > box.height + _HAIR:
        problems += (_too("tall", layout.height - box.height, layout.size),)
    return problems


def _too(what: str, excess: float, size: float) -> Problem:
    hint = "shorten the text, or give it more room"
    return Problem("text-overflow", f"{mm(excess)} too {what} at {size:g} pt", hint)


def _drawn(copy: Copy, layout: Layout, box: Box, wording: ShapingCache) -> tuple[Op, ...]:
    style, size = wording.style, layout.size
    measure = box.width * 1000 / size
    share = _SHARE[style.align] * size / 1000
    draw = pen(wording, size).draw
    top = _first_baseline(layout, box, wording)
    baselines = iter(layout.baselines)
    ops: list[Op] = []
    signs: list[Op] = []
    for block, ends in zip(copy.blocks, layout.ends, strict=True):
        flow, first = block.flow, 0
        for end in ends:
            slack = measure - flow.width(first, end)
            extra = int(slack) if style.align == "justify" and end < len(flow.words) else 0
            ops.append(draw(flow, first, end, box.x + slack * share, top + next(baselines), signs, extra))
            first = end
    return (*ops, *signs)


_SHARE = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
"""How much of the room beside a line stands before it."""


def _first_baseline(layout: Layout, box: Box, wording: ShapingCache) -> float:
    """The first line's baseline. In the middle stands what the eye sees: from capitals to the last baseline."""
    highest = box.y + layout.rise
    lowest = box.bottom - layout.drop - layout.baselines[-1]
    if wording.style.valign == "top" or lowest <= highest:
        return highest
    if wording.style.valign == "bottom":
        return lowest
    cap = wording.font.cap_height * layout.size / 1000
    middle = box.y + (box.height + cap - layout.baselines[-1]) / 2
    return min(max(middle, highest), lowest)
