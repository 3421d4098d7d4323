"""Draws the parts of a run: each card through its component's layouts, front and back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import msgspec

from nineup.base.diagnostics import Findings, Span
from nineup.base.geometry import Size
from nineup.base.project import source_lines
from nineup.base.units import measures, mm
from nineup.faces.shapes import Assembled, DrawnSide, drawn_sides, shape_of, shape_outline
from nineup.layout import Layout, LayoutEngine
from nineup.model.drawing import FAULTY, Face
from nineup.model.game import Card, Component, Part, Run

if TYPE_CHECKING:
    from nineup.layout import BoundValue, PlacedElement, ShownText, TextSize


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A part of a run with its faces; the back is None for one-sided pieces."""

    part: Part
    front: Face
    back: Face | None


class Inputs:
    """The input of a part for a layout, computed on demand."""

    __slots__ = ("_context", "_layout", "_make_context", "printed")

    def __init__(self, layout: Layout, make_context: Callable[[], Mapping[str, Any]]) -> None:
        self._layout = layout
        self._make_context = make_context
        self._context: Mapping[str, Any] | None = None
        self.printed: str | None = None
        """The output of the bindings, once computed."""

    def know(self, context: Mapping[str, Any], printed: str) -> None:
        """Take over earlier results."""
        self._context, self.printed = context, printed

    def context(self) -> Mapping[str, Any]:
        """The context of the layout's bindings."""
        if self._context is None:
            self._context = self._make_context()
        return self._context

    def print(self) -> str:
        """The output of the layout's program. Raises ExpressionError."""
        if self.printed is None:
            self.printed = self._layout.program.run(self.context()) if self._layout.program else ""
        return self.printed


FaceCache = Callable[[Part, Layout, str, Inputs, Callable[[], Face | None]], Face | None]
"""Returns the face of a part by a layout, `front` or `back`, with its inputs: cached, or drawn by calling the
last argument. The part for a layout without bindings is the first that shows it.
"""

AssembledFaces = dict[tuple[str, tuple[Face, ...], str], Assembled]
"""Results of shapes for the faces of a component's sides, by its id, the faces, and the card if the shape
depends on it.
"""


def uncached(
    part: Part, layout: Layout, side: str, inputs: Inputs, draw: Callable[[], Face | None]
) -> Face | None:
    """Draws every face."""
    return draw()


def typeset(
    run: Run,
    engine: LayoutEngine,
    findings: Findings,
    cache: FaceCache = uncached,
    assembled: AssembledFaces | None = None,
) -> tuple[Drawn, ...]:
    """Draws every part of a run, in order. A part whose faces can't be drawn is left out and reported.

    `assembled` caches the results of shapes from one run to the next.
    """
    drawn: list[Drawn] = []
    with findings.limited():
        drawn += draw(run, engine, findings, cache=cache, assembled=assembled)
    return tuple(drawn)


def draw(
    run: Run,
    engine: LayoutEngine,
    findings: Findings,
    cache: FaceCache = uncached,
    assembled: AssembledFaces | None = None,
) -> Iterator[Drawn]:
    """As `typeset`, one part at a time on demand."""
    renderer = _FaceRenderer(
        run, engine, findings, cache=cache, assembled={} if assembled is None else assembled
    )
    for part in run.parts:
        faces = renderer.faces(part)
        if faces is not None:
            yield Drawn(part, *renderer.assemble(part, faces))


class _FaceRenderer:
    """Draws the faces of one run; those of layouts without bindings once."""

    def __init__(
        self,
        run: Run,
        engine: LayoutEngine,
        findings: Findings,
        cache: FaceCache,
        assembled: AssembledFaces,
    ) -> None:
        self._cache = cache
        self._assembled = assembled
        self._engine = engine
        self._findings = findings
        self._game = run.game
        self._run_context = run.context
        self._palette = engine.sheet.palette
        self._layouts: dict[tuple[str, str], Layout | None] = {}
        self._static: dict[tuple[str, str], Face | None] = {}
        self._sides: dict[str, tuple[DrawnSide, ...]] = {}

    @cached_property
    def _lines(self) -> Callable[[str], Sequence[str]]:
        return source_lines(self._engine.project)

    def faces(self, part: Part) -> tuple[Face, ...] | None:
        """The faces of a part's sides, in their order; None if one can't be drawn.

        All are tried, to report all mistakes.
        """
        component = part.component
        sides = self._sides.get(component.id)
        if sides is None:
            sides = self._sides[component.id] = drawn_sides(component)
        faces = [face for side in sides if (face := self.face_of(part, side)) is not None]
        return tuple(faces) if len(faces) == len(sides) else None

    def face_of(self, part: Part, drawn: DrawnSide) -> Face | None:
        """The face of one of a part's sides; None if it can't be drawn."""
        component, side = part.component, drawn.name
        place = (component.id, side)
        if place not in self._layouts:
            self._layouts[place] = self._layout(component, drawn)
        layout = self._layouts[place]
        if layout is None:
            return None
        if layout.bound:
            return self._face(part, layout, side)
        key = (component.id, drawn.layout)
        if key not in self._static:
            self._static[key] = self._face(part, layout, side)
        return self._static[key]

    def _face(self, part: Part, layout: Layout, side: str) -> Face | None:
        inputs = Inputs(layout, partial(self._context, part, side))
        return self._cache(part, layout, side, inputs, partial(self._draw, part, layout, side, inputs))

    def assemble(self, part: Part, faces: tuple[Face, ...]) -> Assembled:
        """The printed sides for the faces of a part, by its component's shape; the same objects for the same
        faces.
        """
        component = part.component
        shape = shape_of(component.shape)
        key = (component.id, faces, part.card.id if shape.by_card else "")
        if key not in self._assembled:
            names = [side.name for side in self._sides[component.id]]
            self._assembled[key] = shape.assemble(part, dict(zip(names, faces, strict=True)))
        return self._assembled[key]

    def _layout(self, component: Component, side: DrawnSide) -> Layout | None:
        where = component.spans.get(side.key, component.span)
        layout = self._engine.layout(side.layout, where)
        if layout is not None and not _equal(layout.size, side.size):
            is_whole = _equal(side.size, component.size)
            which = f"`{component.id}`" if is_whole else f"the side `{side.name}` of `{component.id}`"
            change = ", or change the component's `size`" if is_whole else ""
            self._findings.error(
                "layout-size",
                f"layout `{side.layout}` is {measures(layout.size)}, but {which} is {measures(side.size)}",
                where,
                hint=f"set {_attributes(side.size)} in the root of the layout{change}",
            )
            return None
        return layout

    def _context(self, part: Part, side: str) -> dict[str, Any]:
        return face_context(self._run_context, part, self._palette, side=side)

    def _draw(self, part: Part, layout: Layout, side: str, inputs: Inputs) -> Face | None:
        name = face_name(part.component, part.card, side)
        before = len(self._findings)
        face = self._engine.face(
            layout,
            name,
            inputs.context(),
            findings=self._findings,
            locate=partial(self._locate, part),
            printed=inputs.printed,
        )
        if face is not None and self._findings.failed_since(before):
            face = msgspec.structs.replace(face, ops=(*face.ops, FAULTY))
        if face is None or part.component.outline == "rectangle":
            return face
        return msgspec.structs.replace(
            face, outline=shape_outline(part.component.outline, part.component.size)
        )

    def _locate(self, part: Part, path: tuple[str, ...], text: str, offset: int | None) -> Span | None:
        # Only findings have places, and most builds have none.
        from nineup.layout.typeset.letters import letter_span
        from nineup.layout.typeset.places import translation_span, value_span

        span = translation_span(self._game, part, path, text=text, offset=offset, lines=self._lines)
        if span is not None:
            return span
        span = value_span(self._game, part, path, text=text)
        if span is None or offset is None:
            return span
        return letter_span(self._lines(span.file), span, text, offset=offset)


def face_context(
    context: Mapping[str, Any], part: Part, palette: Mapping[str, Any], side: str = "front"
) -> dict[str, Any]:
    """The context of a layout's bindings on a side of a part, besides the run's `context`."""
    return {
        **context,
        "side": int(side) if side.isdecimal() else side,
        "card": {"id": part.card.id} | part.card.values,
        "owner": part.owner,
        "component": {"id": part.component.id, "name": part.component.name},
        "palette": palette,
    }


def values_of(run: Run, engine: LayoutEngine, part: Part, side: str) -> "tuple[BoundValue, ...]":
    """The output of the bindings of a part's `front` or `back`; empty if the layout can't be read."""
    layout = _layout_of(engine, part.component, side)
    if layout is None:
        return ()
    from nineup.layout import bound_values

    return bound_values(layout, face_context(run.context, part, engine.sheet.palette, side=side))


def places_of(run: Run, engine: LayoutEngine, part: Part, side: str) -> "tuple[PlacedElement, ...]":
    """The elements of the layout of a part's `front` or `back` where the card shows them; empty if it can't
    be read. The layout is compiled for that, apart from what `engine` has.
    """
    placing = LayoutEngine(
        engine.project, engine.game, engine.fonts, sheet=engine.sheet, findings=Findings(), like=engine
    )
    placing.is_placing = True
    layout = _layout_of(placing, part.component, side)
    if layout is None:
        return ()
    from nineup.layout import placed_elements

    return placed_elements(layout, face_context(run.context, part, engine.sheet.palette, side=side))


def texts_of(run: Run, engine: LayoutEngine, part: Part, side: str) -> "tuple[ShownText, ...]":
    """The texts on a part's `front` or `back`, with their places and origins; empty if it can't be drawn."""
    layout = _layout_of(engine, part.component, side)
    if layout is None or not layout.sound:
        return ()
    from nineup.layout import shown_texts

    return shown_texts(layout, face_context(run.context, part, engine.sheet.palette, side=side))


def sizes_of(run: Run, engine: LayoutEngine, part: Part, side: str) -> "tuple[TextSize, ...]":
    """The sizes of the texts on a part's `front` or `back`; empty if the layout can't be filled."""
    layout = _layout_of(engine, part.component, side)
    if layout is None:
        return ()
    from nineup.layout import text_sizes

    return text_sizes(layout, face_context(run.context, part, engine.sheet.palette, side=side))


def side_face(run: Run, engine: LayoutEngine, part: Part, side: str, findings: Findings) -> Face | None:
    """The face of one side of a part whose shape is flat; None if it can't be drawn, which is reported."""
    renderer = _FaceRenderer(run, engine, findings, cache=uncached, assembled={})
    drawn = next((each for each in drawn_sides(part.component) if each.name == side), None)
    return renderer.face_of(part, drawn) if drawn else None


def _layout_of(engine: LayoutEngine, component: Component, side: str) -> Layout | None:
    """The layout of a component's side; None if it has none, or it can't be read."""
    path = next((drawn.layout for drawn in drawn_sides(component) if drawn.name == side), "")
    return engine.layout(path) if path else None


def face_name(component: Component, card: Card, side: str) -> str:
    """The name of a face in findings, such as `player-deck/rage-1, front`; the same for all owners."""
    which = component.id if card.id == component.id else f"{component.id}/{card.id}"
    return f"{which}, {side}"


def _equal(a: Size, b: Size) -> bool:
    """Whether two sizes differ by less than a fiftieth of a point."""
    return abs(a.width - b.width) < 0.02 and abs(a.height - b.height) < 0.02


def _attributes(size: Size) -> str:
    width, height = (mm(side).replace(" ", "") for side in size)
    return f'`width="{width}" height="{height}"`'
