"""Faces without transparency, for PDF/X-1a: what was seen through something is painted again in the mixed
colours.

A translucent plain colour becomes a clip around everything below it, each of whose colours is mixed with it.
That is exact for anything below, since the mixture is the same at every point. Lines and letters become clips
by their outlines. A gradient that fades, or lies on others as a whole, is painted once for each plain colour
below it. What would need pixels is refused: a gradient or a picture that fades over another, masks, blend
modes.

Every operation becomes a layer in the face's coordinates. For a transparent one, the layers below it are
searched from the top down to one that hides the rest; those are painted again inside its outline, mixed. So
each layer of transparency costs the layers below it, and transparency on transparency multiplies them.

A black square at 50 %, half on a red square and half on paper, is a clip of its outline around
two opaque shapes: a grey (0.5, 0.5, 0.5) for the paper, larger than the clip, and the red
square in dark red (0.5, 0, 0).
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

import msgspec
from nineup.base import INCH
from nineup.base.geometry import Box, Matrix, Size, control_bounds, transform_outline
from nineup.model import (
    Colour,
    Face,
    Form,
    Group,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Recolouring,
    Text,
    Tiling,
    Use,
    bounds,
    read_image,
    rectangle,
)
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf, png

from nineup_export.press.areas import (
    DrawnPlace,
    areas,
    as_box,
    clipped,
    hides,
    inside,
    letter_areas,
    placed,
    stroked,
    within,
)
from nineup_export.press.mixing import PAPER, CannotMixError, mixed_colours, on_colour, tinted, veiled

MOST_REPEATED = 20_000
"""The largest number of operations of a face: each layer of transparency multiplies what is below it."""

replace = msgspec.structs.replace


class Flattened(NamedTuple):
    """A face without transparency, and the reasons why it isn't complete, each once."""

    face: Face
    refused: tuple[str, ...]


class _Layer(NamedTuple):
    """An opaque operation in the face's coordinates. `cover` is a box that it fills completely with
    `colour`.
    """

    op: Op
    box: Box
    cover: Box | None = None
    colour: Colour | None = None

    def hides(self, box: Box) -> bool:
        """Whether it hides everything below it in a box."""
        return self.box.contains(box) and (
            (self.cover is not None and self.cover.contains(box)) or hides(self.op, box)
        )


def flattened(face: Face, fonts: Fonts, dpi: float = 0.0) -> Flattened:
    """The face without transparency; with `dpi`, what would be refused becomes a picture."""
    clear = _Clear()
    if not any(map(clear.shows, face.ops)):
        return Flattened(face, ())
    work = _Flattening(fonts, clear, Box(0, 0, *face.size).outset(face.bleed), dpi=dpi)
    work.add(face.ops, DrawnPlace())
    refused = tuple(dict.fromkeys(work.refused))
    return Flattened(replace(face, ops=tuple(layer.op for layer in work.layers)), refused)


class _Clear:
    """Detects transparency; each form is searched once."""

    def __init__(self) -> None:
        self._forms: dict[Form, bool] = {}

    def shows(self, op: Op) -> bool:
        """Whether an operation is translucent or blends with what is below."""
        match op:
            case Text():
                return op.opacity < 1
            case Path():
                stroke = op.stroke
                return self._paints(op.fill, op.opacity) or (
                    stroke is not None and self._paints(stroke.paint, stroke.opacity)
                )
            case PlacedImage():
                return op.opacity < 1 or not op.image.is_opaque
            case Use():
                return self._form(op.form)
            case Group():
                mixed = op.opacity < 1 or op.mask is not None or op.blend != "normal"
                return mixed or op.isolated or any(map(self.shows, op.ops))

    def _paints(self, paint: object, opacity: float) -> bool:
        if paint is None:
            return False
        if isinstance(paint, Linear | Radial):
            return opacity < 1 or any(stop.opacity < 1 for stop in paint.stops)
        return opacity < 1 or (isinstance(paint, Tiling) and any(map(self.shows, paint.ops)))

    def _form(self, form: Form) -> bool:
        shows = self._forms.get(form)
        if shows is None:
            shows = self._forms[form] = any(map(self.shows, form.ops))
        return shows


class _Flattening:
    def __init__(self, fonts: Fonts, clear: _Clear, reach: Box, dpi: float) -> None:
        self.fonts = fonts
        self.clear = clear
        self.reach = reach
        self.dpi = dpi
        self.layers: list[_Layer] = []
        self.refused: list[str] = []
        self.repeated = 0
        self.reaches: dict[int, tuple[Op, Box]] = {}
        """The bounds of operations by identity, along with the operation, which is kept alive."""

    def add(self, ops: Sequence[Op], place: DrawnPlace) -> None:
        """Add operations on top of the layers."""
        for op in ops:
            if not self.clear.shows(op):
                self.layers.append(_layer(op, place))
            elif isinstance(op, Use):
                self.add(op.form.ops, place._replace(matrix=place.matrix @ op.matrix))
            elif isinstance(op, Group) and op.opacity == 1 and op.mask is None and op.blend == "normal":
                self.add(op.ops, inside(op, place))
            else:
                # If it can't be mixed, what was done of it is taken back, and it becomes a
                # picture with all that is below it.
                layers, refused = len(self.layers), len(self.refused)
                self.mix(op, place)
                if self.dpi and len(self.refused) > refused:
                    del self.layers[layers:], self.refused[refused:]
                    self.picture(op, place)

    def mix(self, op: Text | Path | PlacedImage | Group, place: DrawnPlace) -> None:
        """Add something transparent."""
        if not isinstance(op, Group):
            self.fade(op, place, 1.0, below=tuple(self.layers))
        elif op.mask is not None or op.blend != "normal":
            self.refused.append("a mask" if op.mask is not None else f"the blend mode {op.blend}")
        else:
            self.together(op, place)

    def together(self, group: Group, place: DrawnPlace) -> None:
        """Add a drawing that is transparent as a whole: each part of it is mixed with what is below the
        drawing.
        """
        below, reached = tuple(self.layers), list[Box]()
        for op, at in _leaves(group.ops, inside(group, place), self.refused):
            box = at.matrix.map_box(bounds((op,)))
            # Mixed with what is below the group alone, it would hide an earlier part
            # that should be seen through it.
            if self.clear.shows(op) and any(box.overlaps(other) for other in reached):
                self.refused.append("transparency inside a drawing that is transparent as a whole")
            reached.append(box)
            # Always over what is below the group, not over its earlier parts: a later part hides
            # them, as it would inside the group.
            self.fade(op, at, group.opacity, below=below)

    def picture(self, op: Op, place: DrawnPlace) -> None:
        """Add something transparent, with everything below it, as a picture, cut out by its outline if it has
        one.
        """
        here = placed(op, place)
        box = bounds((here,)).intersection(self.reach)
        if box is None:
            return
        dot = INCH / self.dpi
        size = Size(ceil(box.width / dot) * dot, ceil(box.height / dot) * dot)
        seen = tuple(part for layer in self.layers for part in self.seen(layer.op, box))
        shot = Face("", size, 0.0, ops=(Group((*seen, here), Matrix.translation(-box.x, -box.y)),))
        image = read_image(png(face_pdf((shot,), self.fonts), 1, self.dpi))
        whole = Box(box.x, box.y, *size)
        shown: Op = PlacedImage(image, whole)
        if isinstance(op, Path) and op.stroke is None:
            outline = transform_outline(op.segments, place.matrix)
            shown = clipped(Group((shown,), clip=Path(outline, even_odd=op.even_odd)), place.clips)
        self.layers.append(_Layer(shown, whole))

    def fade(self, op: Op, place: DrawnPlace, opacity: float, below: Sequence[_Layer]) -> None:
        """Add a single operation, mixed with the layers below it by its own opacity times this one."""
        try:
            for layer in self.mixed(op, place, opacity, below=below):
                self.layers.append(layer)
                self.repeated += _size(layer.op)
                if self.repeated > MOST_REPEATED:
                    raise CannotMixError("too much transparency on transparency")
        except CannotMixError as reason:
            self.refused.append(str(reason))

    def mixed(self, op: Op, place: DrawnPlace, opacity: float, below: Sequence[_Layer]) -> Iterator[_Layer]:
        match op:
            case Path():
                yield from self.path(op, place, opacity, below=below)
            case Text(opacity=0):
                pass  # Only its outlines are drawn.
            case Text():
                for colour, outlined in letter_areas(self.fonts, op):
                    outline = Path(transform_outline(outlined, place.matrix), fill=colour)
                    yield from self.plain(
                        outline, colour, opacity * op.opacity, clips=place.clips, below=below
                    )
            case PlacedImage():
                ground = _ground(below, place.matrix.map_box(op.box), "a transparent picture")
                image = on_colour(op.image, ground, opacity * op.opacity)
                yield _layer(replace(op, image=image, opacity=1.0), place)
            case _:
                raise AssertionError(f"{type(op).__name__} is not a single operation")

    def path(
        self, path: Path, place: DrawnPlace, opacity: float, below: Sequence[_Layer]
    ) -> Iterator[_Layer]:
        """Add a fill and the stroke on it; in a drawing that is transparent as a whole, the stroke replaces
        the fill.
        """
        filled: tuple[_Layer, ...] = ()
        if path.fill is not None:
            shape = Path(path.segments, path.fill, None, even_odd=path.even_odd)
            # Kept, because the stroke lies on the fill: half of its width is mixed with that.
            filled = tuple(self.painted(shape, opacity * path.opacity, place, below=below))
            yield from filled
        if path.stroke is not None:
            if filled and opacity < 1 and path.stroke.opacity < 1:
                raise CannotMixError("transparency inside a drawing that is transparent as a whole")
            covered = stroked(path.segments, path.stroke, place.matrix)
            under = (*below, *filled) if opacity == 1 else below
            # The outline of the line, filled: a clip can't be a stroke.
            shape = Path(covered, path.stroke.paint)
            yield from self.painted(shape, opacity * path.stroke.opacity, place, below=under)

    def painted(
        self, shape: Path, opacity: float, place: DrawnPlace, below: Sequence[_Layer]
    ) -> Iterator[_Layer]:
        match shape.fill:
            case Linear() | Radial():
                yield from self.gradient(shape, shape.fill, opacity, place=place, below=below)
            case Tiling():
                if opacity < 1 or any(map(self.clear.shows, shape.fill.ops)):
                    raise CannotMixError("a transparent pattern")
                yield _layer(shape, place)
            case tuple():
                outline = replace(shape, segments=transform_outline(shape.segments, place.matrix))
                yield from self.plain(outline, shape.fill, opacity, clips=place.clips, below=below)

    def plain(
        self, outline: Path, colour: Colour, opacity: float, clips: tuple[Path, ...], below: Sequence[_Layer]
    ) -> Iterator[_Layer]:
        """Add an area of one colour (in the face's coordinates), mixed with whatever is below it."""
        box = within(control_bounds(outline.segments), clips)
        if box is None or opacity == 0:
            return
        # What is opaque hides everything below it, and so mixes with nothing.
        relevant = _relevant(below, box) if opacity < 1 else []
        ground, rest = _grounded(relevant, box)
        tint = colour if opacity == 1 else mixed_colours(ground, colour, opacity)
        painted = replace(outline, fill=tint)
        if not rest:
            whole = _layer(painted, DrawnPlace(clips=clips))
            yield whole
            return
        mixing = Recolouring(
            lambda under: mixed_colours(under, colour, opacity),
            image=lambda image: veiled(image, colour, opacity),
        )
        seen = tuple(op for layer in rest for op in self.seen(layer.op, box))
        # Paper is seen beside the other layers. Below one that hides it, its edge would still shine through
        # where viewers smooth edges. It is larger than the clip, which cuts it off.
        paper = () if rest[0].hides(box) else (Path(rectangle(box.outset(1)), fill=tint),)
        shown = (*paper, *mixing.ops(seen))
        yield _Layer(clipped(Group(shown, clip=replace(outline, fill=None)), clips), box)

    def seen(self, op: Op, box: Box) -> tuple[Op, ...]:
        """An operation without its parts outside a box."""
        reach = self.reaches.get(id(op))
        if reach is None:
            reach = self.reaches[id(op)] = op, bounds((op,))
        # Only what lies in the clip is repeated: a board with a thousand symbols has a few under each shadow.
        if not reach[1].overlaps(box):
            return ()
        if not isinstance(op, Group) or op.matrix.scale == 0:
            return (op,)
        there = op.matrix.inverse().map_box(box)
        ops = tuple(each for inner in op.ops for each in self.seen(inner, there))
        return (replace(op, ops=ops),) if ops else ()

    def gradient(
        self, path: Path, paint: Linear | Radial, opacity: float, place: DrawnPlace, below: Sequence[_Layer]
    ) -> Iterator[_Layer]:
        """Add a gradient mixed with each plain colour below it."""
        if not paint.stops:
            return
        fades = opacity < 1 or any(stop.opacity < 1 for stop in paint.stops)
        box = within(place.matrix.map_box(bounds((path,))), place.clips)
        if box is None:
            return
        ground, rest = _grounded(_relevant(below, box) if fades else [], box)
        over = replace(path, fill=tinted(paint, ground, opacity))
        yield _layer(over, place)._replace(cover=None)
        for layer in rest:
            for area in areas(self.fonts, layer.op, DrawnPlace()):
                reach = within(control_bounds(area.outline.segments), area.clips)
                if reach is None or not reach.overlaps(box):
                    continue
                tint = replace(path, fill=tinted(paint, area.colour, opacity))
                drawn = placed(tint, place)
                yield _Layer(clipped(Group((drawn,), clip=area.outline), area.clips), box)


def _leaves(ops: Sequence[Op], place: DrawnPlace, refused: list[str]) -> Iterator[tuple[Op, DrawnPlace]]:
    """The texts, paths and pictures of a drawing that is transparent as a whole, with their places."""
    for op in ops:
        if isinstance(op, Use):
            yield from _leaves(op.form.ops, place._replace(matrix=place.matrix @ op.matrix), refused)
        elif isinstance(op, Group):
            if op.opacity < 1 or op.mask is not None or op.blend != "normal":
                refused.append("transparency inside a drawing that is transparent as a whole")
            else:
                yield from _leaves(op.ops, inside(op, place), refused)
        else:
            yield op, place


def _layer(op: Op, place: DrawnPlace) -> _Layer:
    """An opaque operation as a layer."""
    box = within(place.matrix.map_box(bounds((op,))), place.clips) or Box(0, 0, 0, 0)
    cover = colour = None
    if isinstance(op, Path) and isinstance(op.fill, tuple):
        rect = as_box(transform_outline(op.segments, place.matrix))
        for clip in place.clips:
            other = as_box(clip.segments)
            rect = rect and other and rect.intersection(other)
        if rect is not None:
            inner = rect.outset(-op.stroke.width * place.matrix.scale) if op.stroke else rect
            cover, colour = inner, op.fill
    return _Layer(placed(op, place), box, cover, colour=colour)


def _relevant(below: Sequence[_Layer], box: Box) -> list[_Layer]:
    """The layers visible in a box, from the topmost that hides the others."""
    relevant: list[_Layer] = []
    # From the top, so that nothing is looked at below a layer that hides the rest.
    for layer in reversed(below):
        if layer.box.overlaps(box):
            relevant.append(layer)
            if layer.hides(box):
                break
    return relevant[::-1]


def _grounded(relevant: list[_Layer], box: Box) -> tuple[Colour, list[_Layer]]:
    """The colour below the other layers, and those layers."""
    if relevant and relevant[0].cover is not None and relevant[0].cover.contains(box):
        assert relevant[0].colour is not None
        return relevant[0].colour, relevant[1:]
    return PAPER, relevant


def _ground(below: Sequence[_Layer], box: Box, what: str) -> Colour:
    ground, rest = _grounded(_relevant(below, box), box)
    if rest:
        raise CannotMixError(f"{what} that doesn't lie on one plain color")
    return ground


def _size(op: Op) -> int:
    """The number of operations in one; a form's content counts as one, since it is written once."""
    return 1 + sum(map(_size, op.ops)) if isinstance(op, Group) else 1
