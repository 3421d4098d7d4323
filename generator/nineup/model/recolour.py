"""Changes the colours of drawn operations: every colour and picture of a face is mapped, its shapes stay."""

from collections.abc import Callable

import msgspec

from nineup.model.drawing import (
    Colour,
    Face,
    Form,
    GlyphRun,
    Group,
    Image,
    Linear,
    Op,
    Paint,
    Path,
    PlacedImage,
    Radial,
    Stop,
    Stroke,
    Text,
    Tiling,
    Use,
)

replace = msgspec.structs.replace


class Recolouring:
    """Maps colours. `text` is for letters, `stops` for gradients as a whole, `image` for pictures; without
    them, letters and stops are mapped by `colour`, and pictures stay.

    Masks keep their colours, which aren't ink. A form that occurs several times is mapped once, and remains
    one form.
    """

    def __init__(
        self,
        colour: Callable[[Colour], Colour],
        text: Callable[[Colour], Colour] | None = None,
        stops: Callable[[tuple[Stop, ...]], tuple[Stop, ...]] | None = None,
        image: Callable[[Image], Image] | None = None,
    ) -> None:
        self._colour = colour
        self._text = text or colour
        self._stops = stops or self._each_stop
        self._image = image
        self._forms: dict[Form, Form] = {}
        self._images: dict[Image, Image] = {}

    def face(self, face: Face) -> Face:
        """A face in other colours."""
        return replace(face, ops=self.ops(face.ops))

    def ops(self, ops: tuple[Op, ...]) -> tuple[Op, ...]:
        """Operations in other colours."""
        return tuple(map(self.op, ops))

    def op(self, op: Op) -> Op:
        """An operation in other colours."""
        match op:
            case Text():
                return replace(op, runs=tuple(map(self._run, op.runs)))
            case Path():
                return self._path(op)
            case PlacedImage():
                return replace(op, image=self._pixels(op.image))
            case Use():
                return replace(op, form=self._form(op.form))
            case Group():
                return replace(op, ops=self.ops(op.ops))

    def _run(self, run: GlyphRun) -> GlyphRun:
        return GlyphRun(run.font, self._text(run.colour), run.pieces)

    def _path(self, path: Path) -> Path:
        fill = None if path.fill is None else self._paint(path.fill)
        stroke: Stroke | None = path.stroke
        if stroke is not None:
            stroke = replace(stroke, paint=self._paint(stroke.paint))
        return replace(path, fill=fill, stroke=stroke)

    def _paint(self, paint: Paint) -> Paint:
        match paint:
            case Linear() | Radial():
                return replace(paint, stops=self._stops(paint.stops))
            case Tiling():
                return replace(paint, ops=self.ops(paint.ops))
            case _:
                return self._colour(paint)

    def _each_stop(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        return tuple([Stop(stop.offset, self._colour(stop.colour), stop.opacity) for stop in stops])

    def _form(self, form: Form) -> Form:
        recoloured = self._forms.get(form)
        if recoloured is None:
            recoloured = self._forms[form] = Form(form.name, form.size, self.ops(form.ops))
        return recoloured

    def _pixels(self, image: Image) -> Image:
        if self._image is None:
            return image
        if image not in self._images:
            self._images[image] = self._image(image)
        return self._images[image]
