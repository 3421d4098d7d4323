"""Sets text in a frame (wrapped, aligned, shrunk to fit) or on a line: the API of this package."""

import math
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

import msgspec

from nineup.base.diagnostics import Overflow
from nineup.base.geometry import Box
from nineup.base.units import mm
from nineup.model.drawing import Op, Path, rectangle
from nineup.typography.fonts import FontError
from nineup.typography.text.blocks import ParsedText, TextBlock, read_blocks, read_line
from nineup.typography.text.columns import first_column, in_columns
from nineup.typography.text.context import Problem, SetText
from nineup.typography.text.pouring import Poured, Row, pour, space_above
from nineup.typography.text.room import Room
from nineup.typography.text.setting import Setting
from nineup.typography.text.style import Align, Style
from nineup.typography.text.words.shaping import ShapingCache
from nineup.typography.text.wrap import Flow, avoid_single_word, balance, fill

Fit = Literal["shrink", "none"]
Anchor = Literal["start", "middle", "end"]
T = TypeVar("T")

_STEP = 0.1
"""The step between the sizes that shrinking tries, in points."""

_TOLERANCE = 0.02
"""Points by which a text may be larger than its frame, for rounding errors."""

_UNSEEN = 0.1
"""The excess in points at which a text in its smallest size isn't reported: half a hairline."""

_HALF = 0.5
"""The step in points for the size at which a text is reported to fit."""

_SMALLEST = 4
"""The smallest size, in points, tried for an overflowing text."""


class BrokenLines(msgspec.Struct, frozen=True):
    """The lines of a text at a size, in points; `ends` has the lines of each block, as in `wrap`."""

    size: float
    ends: list[list[int]]
    widest: float
    """The width of the widest word; only a single word makes a line wider than its frame."""
    rise: float
    """From the frame's top to the first baseline: the height of capitals.

    A taller symbol reaches above the frame.
    """
    baselines: list[float]
    """The distance of each baseline from the first of its column."""
    drop: float
    """From the lowest baseline to the bottom of its line."""
    height: float
    """From the top of the first line to the bottom of the last."""
    columns: list[int]
    """The column of each line, from 0 in reading order."""


class Baseline(msgspec.Struct, frozen=True):
    """The position of a line: it starts, is centred or ends at x, in points. Its baseline is `sunk` ems below
    y.

    With a width, a text is shrunk to it, down to its style's smallest size.
    """

    x: float
    y: float
    anchor: Anchor = "start"
    width: float | None = None
    sunk: float = 0.0


def set_frame(text: str, box: Box, style: Style, setting: Setting, fit: Fit = "shrink") -> SetText:
    """Sets a rich text in a box (in points): wrapped, aligned by the style, and shrunk to fit.

    The text is in the notation of cards; a newline is a line break, a blank line starts a paragraph. It is
    set at the style's size or, with fit `shrink`, at the largest size that fits, down to the style's
    smallest. An overflowing text is still set, from the top of the box, and the overflow is a problem of the
    result.
    """
    return set_frames((text,), box, style, setting=setting, fit=fit)[0]


def set_frames(
    texts: Sequence[str],
    box: Box,
    style: Style,
    setting: Setting,
    fit: Fit = "shrink",
    room: Room | None = None,
) -> list[SetText]:
    """Sets several texts as `set_frame` does; with a room, each line in the width that it has there.

    All are read, then broken into lines, then drawn: the code of one step fits into a processor's first-level
    cache, that of all doesn't.
    """
    try:
        shaping = setting.shaping(style)
    except FontError as error:
        return [_without_font(error, style)] * len(texts)
    parsed = [read_blocks(text, shaping, setting) for text in texts]
    if room is not None:
        return [_inside(each, room, shaping, setting=setting, fit=fit) for each in parsed]
    box = first_column(box, style)
    broken = [_fitting(each, box, shaping, fit=fit) if each.blocks else None for each in parsed]
    return [
        _drawn(each, lines, box, shaping=shaping, setting=setting)
        for each, lines in zip(parsed, broken, strict=True)
    ]


def _drawn(
    parsed: ParsedText, lines: BrokenLines | None, box: Box, shaping: ShapingCache, setting: Setting
) -> SetText:
    """Draws a text that was broken into lines, unless it has none."""
    if lines is None:
        return SetText((), parsed.problems, shaping.style.size, 0.0)
    problems = parsed.problems + _overflow(parsed, lines, box, shaping=shaping)
    return SetText(
        _draw(
            parsed,
            lines,
            _rows(lines, box, shaping, from_right=parsed.from_right),
            shaping=shaping,
            setting=setting,
        ),
        problems,
        lines.size,
        round(lines.height, 3),
    )


def _inside(parsed: ParsedText, room: Room, shaping: ShapingCache, setting: Setting, fit: Fit) -> SetText:
    """Draws a text inside a room at the largest size that fits there, or else over the box around it."""
    style = shaping.style
    if not parsed.blocks:
        return SetText((), parsed.problems, style.size, 0.0)
    least = style.min_size if fit == "shrink" else style.size
    sizes = _sizes(style.size, least, _STEP)
    poured = _first_that(sizes, lambda size: pour(parsed.blocks, room, size, shaping=shaping))
    if poured is not None:
        ops = _draw(parsed, poured, poured.rows, shaping=shaping, setting=setting)
        return SetText(ops, parsed.problems, poured.size, round(poured.height, 3))
    lines = _lay(parsed.blocks, room.box, least, shaping=shaping)
    fits = _first_that(
        _sizes(least - _HALF, _SMALLEST, _HALF), lambda size: pour(parsed.blocks, room, size, shaping=shaping)
    )
    larger = _first_that(
        [1 + step / 50 for step in range(1, 350)],
        lambda factor: factor if pour(parsed.blocks, room.enlarged(factor), least, shaping=shaping) else None,
    )
    excess = ((larger or 8.0) - 1) * room.box.height
    problem = _too("large for its shape", excess, least, fits=fits.size if fits else None)
    ops = _draw(
        parsed,
        lines,
        _rows(lines, room.box, shaping, from_right=parsed.from_right),
        shaping=shaping,
        setting=setting,
    )
    return SetText(ops, (*parsed.problems, problem), least, round(lines.height, 3))


def _sizes(largest: float, smallest: float, step: float) -> list[float]:
    """The sizes from the largest down to the smallest, in points."""
    number = math.ceil((largest - smallest) / step - 1e-9)
    return [round(max(largest - at * step, smallest), 3) for at in range(number + 1)]


def _first_that(values: Sequence[float], make: Callable[[float], T | None]) -> T | None:
    """What the first of some values makes, if all before it make nothing, found by bisection."""
    if not values or (result := make(values[0])) is not None:
        return result if values else None
    low, high, best = 0, len(values), None
    while high - low > 1:
        middle = (low + high) // 2
        result = make(values[middle])
        if result is None:
            low = middle
        else:
            high, best = middle, result
    return best


def set_line(
    text: str,
    x: float,
    y: float,
    style: Style,
    setting: Setting,
    anchor: Anchor = "start",
    width: float | None = None,
) -> SetText:
    """Sets a rich text on one line with its baseline at y, which starts, is centred or ends at x (in points).

    With a width, the text is shrunk to it, down to the style's smallest size; if it is still wider, that is a
    problem of the result. Line breaks in the text become spaces.
    """
    return set_lines((text,), Baseline(x, y, anchor, width=width), style, setting=setting)[0]


def set_lines(texts: Sequence[str], on: Baseline, style: Style, setting: Setting) -> list[SetText]:
    """Sets several texts as `set_line` does. As in `set_frames`, all are read before any is drawn."""
    try:
        shaping = setting.shaping(style)
    except FontError as error:
        return [_without_font(error, style)] * len(texts)
    parsed = [read_line(text, shaping, setting) for text in texts]
    return [_drawn_line(each, on, shaping, setting=setting) for each in parsed]


def _drawn_line(parsed: ParsedText, on: Baseline, shaping: ShapingCache, setting: Setting) -> SetText:
    style = shaping.style
    if not parsed.blocks:
        return SetText((), parsed.problems, style.size, 0.0)
    flow = parsed.blocks[0].flow
    wide = flow.width(0, len(flow.words)) / 1000
    size, problems = style.size, parsed.problems
    if on.width is not None and wide * size > on.width + _TOLERANCE:
        size = max(style.min_size, round(math.floor(on.width / wide / _STEP) * _STEP, 3))
        if wide * size > on.width + _UNSEEN:
            steps = math.ceil((size - (on.width + _TOLERANCE) / wide) / _HALF)
            fits = size - steps * _HALF
            problems += (
                _too("wide", wide * size - on.width, size, fits=fits if fits >= _SMALLEST else None),
            )
    rise, drop = _reach(flow, 0, len(flow.words), shaping=shaping)
    symbols: list[Op] = []
    x, y = on.x - _ANCHOR[on.anchor] * wide * size, on.y + on.sunk * size
    line = setting.pen(shaping, size).draw(flow, 0, len(flow.words), x=x, y=y, symbols=symbols)
    return SetText((*line, *symbols), problems, size, round((rise + drop) * size, 3))


_ANCHOR = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a line that is before its anchor."""


def _without_font(error: FontError, style: Style) -> SetText:
    return SetText((), (Problem("unknown-font", error.message, error.hint),), style.size, 0.0)


def _fitting(parsed: ParsedText, box: Box, shaping: ShapingCache, fit: Fit) -> BrokenLines:
    """The lines at the largest size that fits in a box, or at the smallest allowed size if none does."""
    style = shaping.style
    lines = _lay(parsed.blocks, box, style.size, shaping=shaping)
    if fit == "none" or style.size <= style.min_size or _fits(lines, box):
        return lines
    lines = _lay(parsed.blocks, box, style.min_size, shaping=shaping)
    if not _fits(lines, box):
        return lines
    low, high = 0, math.ceil((style.size - style.min_size) / _STEP - 1e-9)
    while high - low > 1:
        middle = (low + high) // 2
        tried = _lay(parsed.blocks, box, round(style.size - middle * _STEP, 3), shaping=shaping)
        if _fits(tried, box):
            high, lines = middle, tried
        else:
            low = middle
    return lines


def _fits(lines: BrokenLines, box: Box) -> bool:
    return lines.widest <= box.width + _TOLERANCE and lines.height <= box.height + _TOLERANCE


def _lay(blocks: Sequence[TextBlock], box: Box, size: float, shaping: ShapingCache) -> BrokenLines:
    style = shaping.style
    measure = box.width * 1000 / size
    ends = [_lines(block, measure, style) for block in blocks]
    leading = style.leading * size
    baselines: list[float] = []
    y, below = -leading, 0.0
    for block, lines in zip(blocks, ends, strict=True):
        if block.ruled or block.apart:
            y += space_above(block, style) * leading
        for _ in lines:
            y += leading
            baselines.append(y)
        below = max(0, block.high - len(lines)) * leading if block.high > 1 else 0.0
        y += below
    # Capitals, not a taller symbol, are at the frame's top, so that all cards share their first baseline.
    rise = shaping.reach(blocks[0].flow.scripts)[0] / 1000
    last = ends[-1]
    drop = _reach(blocks[-1].flow, last[-2] if len(last) > 1 else 0, last[-1], shaping=shaping)[1]
    widest = max([block.flow.widest + block.inside for block in blocks])
    rise, drop = rise * size, drop * size + below
    columns = [0] * len(baselines)
    if style.columns > 1:
        height = box.height - rise - drop
        columns = in_columns(blocks, ends, baselines, number=style.columns, height=height)
        firsts = [baselines[columns.index(column)] for column in range(columns[-1] + 1)]
        baselines = [y - firsts[column] for y, column in zip(baselines, columns, strict=True)]
    return BrokenLines(
        size,
        ends,
        widest * size / 1000,
        rise,
        baselines=baselines,
        drop=drop,
        height=rise + max(baselines) + drop,
        columns=columns,
    )


def _lines(block: TextBlock, measure: float, style: Style) -> list[int]:
    """The lines of a block, as in `wrap`: balanced if centred, otherwise avoiding a single word on
    the last.
    """
    flow, measure = block.flow, measure - block.before - block.after
    ends = fill(flow, measure, block.hang, hanging=block.hanging)
    if style.align == "center" and not block.is_item:
        return balance(flow, ends)
    return avoid_single_word(flow, ends, measure - block.hang, is_justified=style.align == "justify")


def _reach(flow: Flow, first: int, end: int, shaping: ShapingCache) -> tuple[float, float]:
    """How far a line's capitals, descenders and symbols reach above and below its baseline, in font sizes."""
    top, bottom = shaping.reach(flow.scripts)
    cap, depth = top / 1000, bottom / 1000
    if flow.symbols_between(first, end):
        symbol = shaping.style.symbol / 2
        return max(cap, cap / 2 + symbol), max(depth, symbol - cap / 2)
    return cap, depth


def _overflow(parsed: ParsedText, lines: BrokenLines, box: Box, shaping: ShapingCache) -> tuple[Problem, ...]:
    wide, tall = lines.widest - box.width, lines.height - box.height
    if max(wide, tall) <= _UNSEEN:
        return ()
    fits = _fitting_size(parsed, lines.size, box, shaping=shaping)
    excesses = (("wide", wide), ("tall", tall))
    return tuple([_too(what, excess, lines.size, fits=fits) for what, excess in excesses if excess > _UNSEEN])


def _fitting_size(parsed: ParsedText, size: float, box: Box, shaping: ShapingCache) -> float | None:
    """The largest smaller size at which a text fits, in steps of half a point; None if no legible one
    does.
    """
    fits, low, high = None, 1, int((size - _SMALLEST) / _HALF)  # The number of steps below it.
    while low <= high:
        middle = (low + high) // 2
        smaller = round(size - middle * _HALF, 3)
        if _fits(_lay(parsed.blocks, box, smaller, shaping=shaping), box):
            high, fits = middle - 1, smaller
        else:
            low = middle + 1
    return fits


def _too(what: str, excess: float, size: float, fits: float | None) -> Problem:
    hint = "shorten the text, or enlarge its frame"
    if fits is not None:
        hint += f"; it fits at {fits:g} pt"
    message = f"{mm(excess)} too {what} at {size:g} pt"
    return Problem("text-overflow", message, hint, overflow=Overflow(round(excess, 3), size, fits))


def _rows(lines: BrokenLines, box: Box, shaping: ShapingCache, from_right: bool) -> list[Row]:
    """The lines of a text in its first column and, beside that, in the others."""
    top = _first_baseline(lines, box, shaping)
    if lines.columns[-1] == 0:
        return [Row(box.x, box.width, top + baseline) for baseline in lines.baselines]
    style = shaping.style
    step = box.width + style.column_gap
    lefts = [box.x + step * column for column in range(style.columns)]
    if from_right:
        lefts.reverse()
    return [
        Row(lefts[column], box.width, top + baseline)
        for column, baseline in zip(lines.columns, lines.baselines, strict=True)
    ]


def _draw(
    parsed: ParsedText,
    lines: BrokenLines | Poured,
    rows: Sequence[Row],
    shaping: ShapingCache,
    setting: Setting,
) -> tuple[Op, ...]:
    style, size = shaping.style, lines.size
    em = size / 1000
    draw = setting.pen(shaping, size).draw
    places = iter(rows)
    ops: list[Op] = []
    symbols: list[Op] = []
    last = math.inf
    for block, ends in zip(parsed.blocks, lines.ends, strict=True):
        flow, first, hang, before, after = block.flow, 0, 0, block.before, block.after
        starts, line_ends = flow.starts, flow.ends
        stretched = len(flow.words) if style.align == "justify" else 0
        align = "start" if block.is_item and style.align == "center" else style.align
        free = _share(align, block.from_right)
        for number, end in enumerate(ends, start=1):
            at, width, y = next(places)
            slack = width * 1000 / size - (line_ends[end - 1] - starts[first]) - before - after - hang
            extra = int(slack) if end < stretched else 0
            left = after if block.from_right else before + hang
            x = (
                at
                + (slack * (0.0 if extra else free) + left - flow.outdent(first, end, block.from_right)) * em
            )
            if block.ruled and not first and last < y:  # None at the top of a column.
                symbols.append(_rule((at, width), (last, y), shaping, em=em))
            ops += draw(flow, first, end, x=x, y=y, symbols=symbols, extra=extra)
            first, last, hang = end, y, block.hang if number <= block.hanging else 0
    return (*ops, *symbols)


def _rule(
    across: tuple[float, float], baselines: tuple[float, float], shaping: ShapingCache, em: float
) -> Op:
    """A rule across a frame, halfway between the extents of two lines, as thick as an underline."""
    font, style = shaping.font, shaping.style
    above, below = baselines
    middle = (above + below + (font.depth - font.cap_height) * em) / 2
    thick = round(font.underline[1] * em, 3)
    bar = Box(round(across[0], 3), round(middle - thick / 2, 3), round(across[1], 3), thick)
    return Path(rectangle(bar), style.colour, opacity=style.opacity)


def _share(align: Align, from_right: bool) -> float:
    """The share of the free space of a line that is on its left."""
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
    deepest = max(lines.baselines)
    lowest = box.bottom - lines.drop - deepest
    if shaping.style.valign == "top" or lowest <= highest:
        return highest
    if shaping.style.valign == "bottom":
        return lowest
    cap = shaping.font.cap_height * lines.size / 1000
    middle = box.y + (box.height + cap - deepest) / 2
    return min(max(middle, highest), lowest)
