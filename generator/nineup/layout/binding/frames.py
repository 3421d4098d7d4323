"""Frames: the nodes that put a card's text, symbols and pictures into an element."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Literal

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.geometry import IDENTITY, Box, Matrix, Outline, union
from nineup.layout.binding.bindings import BindingKey
from nineup.layout.binding.filling import Filling, TextSize
from nineup.layout.placeholder import MissingArtError
from nineup.logic.expression import unescape
from nineup.model.drawing import Art, Form, Group, Op, Path, PlacedImage, Shaped, Text, Use, rectangle
from nineup.model.picture_part import ShownPicture, ShownPictureError, shown_picture
from nineup.schema.types import is_id
from nineup.svg.paint.lettering import TextStroke, dressed
from nineup.svg.values.values import SvgError, UnsupportedError
from nineup.typography.text import (
    Baseline,
    Problem,
    Room,
    SetText,
    Setting,
    Style,
    Track,
    bend,
    set_frames,
    set_lines,
)

_CACHED = 1024
"""The largest number of texts that one frame caches."""


class Frame(msgspec.Struct, frozen=True):
    """A text frame, for rules about where text is. `box` is in points, from the trim's top-left corner."""

    name: str
    """The element's id, or its class, or its kind."""
    box: Box
    span: Span


class FrameArea(msgspec.Struct, frozen=True):
    """A frame's area: its box and its outline in points before `matrix`, which is None unless something is
    turned.
    """

    box: Box
    outline: Outline
    matrix: Matrix | None

    def place(self, ops: tuple[Op, ...]) -> tuple[Op, ...]:
        """Operations in the box, placed on the face."""
        return ops if self.matrix is None or not ops else (Group(ops, self.matrix),)

    def reach(self) -> Box:
        """The upright box around the frame on the face."""
        return self.box if self.matrix is None else self.matrix.map_box(self.box)


class PlacedText(msgspec.Struct, frozen=True):
    """A text as a frame draws it on the face, at a size in points, and its problems."""

    ops: tuple[Op, ...]
    problems: tuple[Problem, ...]
    size: float


class _Texts(dict[str, PlacedText]):
    """The texts of one frame, each set once: names, numbers and rules recur on cards and in the runs of a
    proof.
    """

    def __init__(self, draw: Callable[[Sequence[str]], list[PlacedText]]) -> None:
        super().__init__()
        self._draw = draw

    def __missing__(self, text: str) -> PlacedText:
        self._add((text,))
        return self[text]

    def set(self, texts: Iterable[str]) -> None:
        """Sets those texts that are new and not empty."""
        self._add([text for text in dict.fromkeys(texts) if text not in self and text.strip()])

    def _add(self, texts: Sequence[str]) -> None:
        if len(self) + len(texts) > _CACHED:
            self.clear()
        self.update(zip(texts, self._draw(texts), strict=True))

    def fill(self, node: "TextNode", text: str, filling: Filling, out: list[Op]) -> None:
        """Appends the operations of a node's text, and reports its problems."""
        if not text.strip():
            return
        placed = self[text]
        out += placed.ops
        for problem in placed.problems:
            filling.report_text(problem, node.name, node.span)
        if filling.sizes is not None:
            overflow = next((each.overflow for each in placed.problems if each.overflow), None)
            filling.sizes.append(TextSize(node.key, placed.size, node.style.size, overflow=overflow))


class TextFrame(msgspec.Struct, eq=False, dict=True):
    """`n:text` on a shape: text wrapped in its box, or inside its outline if that is a `room`."""

    key: BindingKey
    area: FrameArea
    style: Style
    setting: Setting
    fit: Literal["shrink", "none"]
    span: Span
    name: str
    room: Room | None = None
    padding: float = 0.0

    @cached_property
    def texts(self) -> _Texts:
        return _Texts(self._set)

    def fill(self, filling: Filling, out: list[Op]) -> None:
        self.texts.fill(self, filling.take(self.key), filling, out=out)
        if filling.marks is not None:
            filling.mark(self.area.reach(), self.span, out)

    def _set(self, texts: Sequence[str]) -> list[PlacedText]:
        box = self.area.box.outset(-self.padding)
        results = set_frames(texts, box, self.style, setting=self.setting, fit=self.fit, room=self.room)
        return [self._placed(result) for result in results]

    def _placed(self, result: SetText) -> PlacedText:
        ops = dressed(result.ops, self.style, result.size, fonts=self.setting.fonts)
        if result.problems and any(problem.code == "text-overflow" for problem in result.problems):
            # In a draft, the text must not cover its neighbours.
            ops = (Group(ops, clip=Path(self.area.outline)),)
        return PlacedText(self.area.place(ops), result.problems, result.size)

    def reach(self) -> Box | None:
        return self.area.reach()


class TextLine(msgspec.Struct, eq=False, dict=True):
    """`n:text` or `n:micro` on a `text` element: one line on its baseline, shrunk to `width` points if given.

    Its baseline is `sunk` ems below its y. The line of `n:micro` isn't part of the face's content. With a
    track the line is bent onto it, and x is the distance along the track at which the baseline starts.
    """

    key: BindingKey
    at: tuple[float, float]
    matrix: Matrix | None
    style: Style
    setting: Setting
    anchor: Literal["start", "middle", "end"]
    width: float | None
    span: Span
    name: str
    track: Track | None = None
    stroke: TextStroke | None = None
    sunk: float = 0.0

    @cached_property
    def texts(self) -> _Texts:
        return _Texts(self._set)

    @property
    def micro(self) -> bool:
        return self.key.name == "micro"

    def fill(self, filling: Filling, out: list[Op]) -> None:
        text = filling.take(self.key)
        self.texts.fill(self, text, filling, out=out)
        box = self.around(text) if filling.marks is not None else None
        if box is not None:
            filling.mark(box, self.span, out)

    def around(self, text: str) -> Box | None:
        """The upright box around the line; None if it is empty or bent."""
        if self.track is not None or not text.strip():
            return self.reach()
        (result,) = self._lines((text,))
        lines = [op for op in result.ops if isinstance(op, Text)]
        box = union(Box(each.x, each.y - each.size, _advance(each), 1.25 * each.size) for each in lines)
        return FrameArea(box, (), self.matrix).reach() if box else None

    def _lines(self, texts: Sequence[str]) -> list[SetText]:
        on = Baseline(*self.at, self.anchor, self.width, self.sunk)
        return set_lines(texts, on, self.style, setting=self.setting)

    def _set(self, texts: Sequence[str]) -> list[PlacedText]:
        return [self._placed(result) for result in self._lines(texts)]

    def _placed(self, result: SetText) -> PlacedText:
        ops = result.ops if self.track is None else bend(result.ops, self.track, self.setting.fonts)
        ops = dressed(ops, self.style, result.size, fonts=self.setting.fonts, around=self.stroke)
        if ops and (self.matrix is not None or self.micro):
            ops = (Group(ops, self.matrix or IDENTITY, micro=self.micro),)
        return PlacedText(ops, result.problems, result.size)

    def reach(self) -> Box | None:
        if self.width is None:
            return None
        left = self.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.width
        if self.track is None:
            box: Box | None = Box(left, self.at[1] - self.style.size, self.width, self.style.size)
        else:
            box = self.track.reach(left, left + self.width, self.style.size)
        return FrameArea(box, (), self.matrix).reach() if box else None


TextNode = TextFrame | TextLine


def _advance(line: Text) -> float:
    """The length of a line's baseline, in points."""
    pieces = [piece for run in line.runs for piece in run.pieces]
    glyphs = sum(len(piece.glyphs) for piece in pieces if isinstance(piece, Shaped))
    return sum(piece.width for piece in pieces) * line.size / 1000 + glyphs * line.tracking


class ArtFrame(msgspec.Struct, eq=False):
    """`n:symbol`, `n:image` and `n:qr`: a drawing or a picture fitted into the frame, made once for each
    value.
    """

    key: BindingKey
    area: FrameArea
    find: Callable[[str], Art | None]
    """Returns the art that a value names; raises SvgError if there is none."""
    lost: Callable[[Box, MissingArtError], tuple[Op, ...]]
    """Draws a placeholder in a box."""
    fit: str
    span: Span
    placed: dict[str, tuple[Op, ...]] = {}
    """The art placed for each value so far."""

    def fill(self, filling: Filling, out: list[Op]) -> None:
        value = filling.take(self.key)
        if filling.sizes is not None:
            return
        ops = self.placed.get(value)
        if ops is None:
            name = unescape(value).strip()
            if self.key.name != "qr":
                name = name.strip("{}").strip()
            try:
                ops = self._draw(name)
            except MissingArtError as missing:  # Not kept: every face with it says so.
                filling.note_missing(missing, self.span)
                out += self.area.place(self.lost(self.area.box, missing))
                return
            except SvgError as error:
                if error.code == "unknown-symbol" and not is_id(name):  # The binding is wrong, not the value.
                    filling.report_layout(error.code, error.message, self.span, hint=error.hint)
                else:
                    filling.report(
                        error.code, error.message, self.span, hint=error.hint, binding=f"n:{self.key.name}"
                    )
                return
            self.placed[value] = ops
        out += ops

    def reach(self) -> Box | None:
        return self.area.reach()

    def _draw(self, value: str) -> tuple[Op, ...]:
        shown = shown_in(value) if self.key.name == "image" else ShownPicture(value)
        art = self.find(shown.file) if shown.file else None
        return self.area.place(fit_art(self.area, art, self.fit, shown=shown)) if art else ()


class CropError(UnsupportedError):
    """A crop or a focus that can't be read."""

    code = "picture-part"


def shown_in(value: str) -> ShownPicture:
    """What a value of `n:image` shows. Raises CropError."""
    try:
        return shown_picture(value)
    except ShownPictureError as error:
        raise CropError(str(error), error.hint) from error


def fit_art(area: FrameArea, art: Art, fit: str, shown: ShownPicture) -> tuple[Op, ...]:
    """Art, or the part of it that is shown, scaled into a frame: all of it visible in the middle (`contain`),
    or covering the frame, clipped, with its focus as near the middle as it can be (`cover`).
    """
    width, height = art.size if isinstance(art, Form) else (art.width, art.height)
    crop, focus = shown.crop or Box(0.0, 0.0, 1.0, 1.0), shown.focus
    part = Box(crop.x * width, crop.y * height, crop.width * width, crop.height * height)
    box = area.box
    across, down = box.width / part.width, box.height / part.height
    scale = max(across, down) if fit == "cover" else min(across, down)
    left = box.x + (box.width - part.width * scale) / 2
    top = box.y + (box.height - part.height * scale) / 2
    if fit == "cover" and focus:
        left = box.x + _begin(box.width, part.width * scale, (focus[0] * width - part.x) * scale)
        top = box.y + _begin(box.height, part.height * scale, (focus[1] * height - part.y) * scale)
    x, y = round(left - part.x * scale, 4), round(top - part.y * scale, 4)
    op: Op
    if isinstance(art, Form):
        op = Use(art, Matrix(round(scale, 6), 0.0, 0.0, round(scale, 6), x, y))
    else:
        op = PlacedImage(art, Box(x, y, round(width * scale, 4), round(height * scale, 4)))
    if fit == "cover":
        return (Group((op,), clip=Path(area.outline)),)
    if shown.crop is None:
        return (op,)
    seen = Box(*(round(each, 4) for each in (left, top, part.width * scale, part.height * scale)))
    return (Group((op,), clip=Path(rectangle(seen))),)


def _begin(room: float, length: float, focus: float) -> float:
    """Where a picture that is at least as long as its room begins, so that its focus is near the middle."""
    return max(room - length, min(0.0, room / 2 - focus))
