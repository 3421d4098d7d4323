"""Frames: what is put into an element for each card. Text is set, symbols and pictures are fitted."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from nineup.diagnostics import Span
from nineup.drawing import Form, Group, Image, Op, Path, Picture, Segment, Use
from nineup.expression import unescape
from nineup.geometry import IDENTITY, Box, Matrix
from nineup.layout.nodes import Filling
from nineup.layout.values import SvgError
from nineup.text import Setting, Style, Track, bend, set_frame, set_line

Held = Form | Image
"""What a frame can hold besides text."""


class Frame(NamedTuple):
    """A text frame for those who check where text may stand. `box` is in points, from the trim's corner."""

    name: str
    """The element's id, or its class, or its kind."""
    box: Box
    span: Span


class Place(NamedTuple):
    """Where a frame lies: its box in points before `matrix`, which is None where nothing is turned."""

    box: Box
    outline: tuple[Segment, ...]
    matrix: Matrix | None

    def put(self, ops: tuple[Op, ...]) -> tuple[Op, ...]:
        """Operations drawn in the box, brought to the face."""
        return ops if self.matrix is None or not ops else (Group(ops, self.matrix),)

    def reach(self) -> Box:
        """The upright box around the frame on the face."""
        return self.box if self.matrix is None else self.matrix.map_box(self.box)


class TextFrame:
    """`n:text` on a shape: wrapped in its box."""

    def __init__(
        self,
        place: Place,
        style: Style,
        setting: Setting,
        fit: Literal["shrink", "none"],
        span: Span,
        name: str,
    ) -> None:
        self.place = place
        self.style = style
        self.setting = setting
        self.fit = fit
        self.span = span
        self.name = name

    def fill(self, filling: Filling, out: list[Op]) -> None:
        text = filling.next()
        if not text.strip():
            return
        set_ = set_frame(text, self.place.box, self.style, self.setting, self.fit)
        ops = set_.ops
        if any(problem.code == "text-overflow" for problem in set_.problems):
            # A draft that is printed all the same must not run into its neighbours.
            ops = (Group(ops, clip=Path(self.place.outline)),)
        out += self.place.put(ops)
        for problem in set_.problems:
            filling.tell_text(problem, self.name, self.span, text)

    def reach(self) -> Box | None:
        return self.place.reach()


class TextLine:
    """`n:text` on a `text` element: one line at its baseline, shrunk to `width` points where one is given.

    `micro` is for `n:micro`, whose line is no part of what the face shows. With a track the line is bent onto it, and
    x is how far along it the baseline starts.
    """

    def __init__(
        self,
        at: tuple[float, float],
        matrix: Matrix | None,
        style: Style,
        setting: Setting,
        anchor: Literal["start", "middle", "end"],
        width: float | None,
        span: Span,
        name: str,
        micro: bool = False,
        track: Track | None = None,
    ) -> None:
        self.at = at
        self.matrix = matrix
        self.style = style
        self.setting = setting
        self.anchor = anchor
        self.width = width
        self.span = span
        self.name = name
        self.micro = micro
        self.track = track

    def fill(self, filling: Filling, out: list[Op]) -> None:
        text = filling.next()
        if not text.strip():
            return
        set_ = set_line(text, *self.at, self.style, self.setting, self.anchor, self.width)
        ops = set_.ops if self.track is None else bend(set_.ops, self.track, self.setting.fonts)
        if self.matrix is None and not self.micro:
            out += ops
        elif ops:
            out.append(Group(ops, self.matrix or IDENTITY, micro=self.micro))
        for problem in set_.problems:
            filling.tell_text(problem, self.name, self.span, text)

    def reach(self) -> Box | None:
        if self.width is None:
            return None
        left = self.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.width
        if self.track is None:
            box: Box | None = Box(left, self.at[1] - self.style.size, self.width, self.style.size)
        else:
            box = self.track.reach(left, left + self.width, self.style.size)
        return Place(box, (), self.matrix).reach() if box else None


class Holder:
    """`n:symbol` and `n:image`: something fitted into the frame, remembered for each value."""

    def __init__(self, place: Place, find: Callable[[str], Held | None], fit: str, span: Span) -> None:
        self.place = place
        self.find = find
        self.fit = fit
        self.span = span
        self.made: dict[str, tuple[Op, ...]] = {}

    def fill(self, filling: Filling, out: list[Op]) -> None:
        value = filling.next()
        ops = self.made.get(value)
        if ops is None:
            try:
                ops = self._make(unescape(value).strip().strip("{}").strip())
            except SvgError as error:
                filling.tell(error.code, error.message, self.span, error.hint)
                return
            self.made[value] = ops
        out += ops

    def reach(self) -> Box | None:
        return self.place.reach()

    def _make(self, value: str) -> tuple[Op, ...]:
        held = self.find(value) if value else None
        return self.place.put(fitted_in(self.place, held, self.fit)) if held else ()


def fitted_in(place: Place, held: Held, fit: str) -> tuple[Op, ...]:
    """Something scaled into a frame and centred: whole (`contain`), or filling and cut to it (`cover`)."""
    width, height = held.size if isinstance(held, Form) else (held.width, held.height)
    box = place.box
    across, down = box.width / width, box.height / height
    scale = max(across, down) if fit == "cover" else min(across, down)
    x = round(box.x + (box.width - width * scale) / 2, 4)
    y = round(box.y + (box.height - height * scale) / 2, 4)
    op: Op
    if isinstance(held, Form):
        op = Use(held, Matrix(round(scale, 6), 0.0, 0.0, round(scale, 6), x, y))
    else:
        op = Picture(held, Box(x, y, round(width * scale, 4), round(height * scale, 4)))
    return (Group((op,), clip=Path(place.outline)),) if fit == "cover" else (op,)
