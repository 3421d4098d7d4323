"""The stage that draws a run: each part's card through its component's layouts, front and back."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from nineup.diagnostics import Findings, Span
from nineup.drawing import FAULTY, Face
from nineup.expression import escape
from nineup.game import Card, Component, Part, Rich, Run
from nineup.geometry import Size
from nineup.layout import Layout, LayoutEngine
from nineup.shapes import outline, shape_of
from nineup.units import measures, mm


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A part of a run with its faces; the back is None for one-sided pieces."""

    part: Part
    front: Face
    back: Face | None


Context = Callable[[], Mapping[str, Any]]
"""Makes the values that a layout's bindings see for one part."""

Through = Callable[[Part, Layout, str, Context, Callable[[], Face | None]], Face | None]
"""Gives the face of a part by a layout, `front` or `back`, which sees that context: by calling the last, or as it
was remembered. The part of a layout without bindings is the first that shows it.
"""


def straight(
    part: Part, layout: Layout, side: str, context: Context, draw: Callable[[], Face | None]
) -> Face | None:
    """Nothing is remembered."""
    return draw()


def typeset(
    run: Run, engine: LayoutEngine, findings: Findings, through: Through = straight
) -> tuple[Drawn, ...]:
    """Draw every part of a run, in its order. A part whose face can't be drawn is left out and told.

    Faces are drawn `through` what may remember them.
    """
    return tuple(draw(run, engine, findings, through))


def draw(run: Run, engine: LayoutEngine, findings: Findings, through: Through = straight) -> Iterator[Drawn]:
    """The parts of a run one by one, drawn as they are asked for."""
    easel = _FaceRenderer(run, engine, findings, through)
    for part in run.parts:
        front = easel.face(part, part.component.layout, "front")
        back = easel.face(part, part.component.back, "back") if part.component.back else None
        if front is not None and (back is not None or not part.component.back):
            yield Drawn(part, *easel.assembled(part.component, front, back))


class _FaceRenderer:
    """What drawing one run's faces shares: the run's values, and faces that are the same for all cards."""

    def __init__(self, run: Run, engine: LayoutEngine, findings: Findings, through: Through) -> None:
        self._through = through
        self._studio = engine
        self._findings = findings
        self._shared = run.context
        self._palette = engine.sheet.palette
        self._layouts: dict[tuple[str, str], Layout | None] = {}
        self._still: dict[tuple[str, str], Face | None] = {}
        self._assembled: dict[tuple[Face, Face | None], tuple[Face, Face | None]] = {}

    def face(self, part: Part, path: str, side: str) -> Face | None:
        component = part.component
        key = (component.id, path)
        if key not in self._layouts:
            self._layouts[key] = self._layout(component, path, side)
        layout = self._layouts[key]
        if layout is None:
            return None
        if layout.bound:
            return self._face(part, layout, side)
        if key not in self._still:
            self._still[key] = self._face(part, layout, side)
        return self._still[key]

    def _face(self, part: Part, layout: Layout, side: str) -> Face | None:
        context, draw = partial(self._context, part), partial(self._draw, part, layout, side)
        return self._through(part, layout, side, context, draw)

    def assembled(self, component: Component, front: Face, back: Face | None) -> tuple[Face, Face | None]:
        """What is printed of two faces, which depends on the component's shape; the same for the same faces."""
        pair = (front, back)
        if pair not in self._assembled:
            self._assembled[pair] = shape_of(component.shape).assemble(front, back)
        return self._assembled[pair]

    def _layout(self, component: Component, path: str, side: str) -> Layout | None:
        where = component.spans.get("layout" if side == "front" else "back", component.span)
        layout = self._studio.layout(path, where)
        if layout is not None and not _same(layout.size, component.size):
            self._findings.error(
                "layout-size",
                f"layout `{path}` is {measures(layout.size)}, but `{component.id}` is {measures(component.size)}",
                where,
                f"the root of the layout should say {_attributes(component.size)}, or the component its `size`",
            )
            return None
        return layout

    def _context(self, part: Part) -> dict[str, Any]:
        return {
            **self._shared,
            "card": {"id": part.card.id, **part.card.values},
            "owner": part.owner,
            "component": {"id": part.component.id, "name": part.component.name},
            "palette": self._palette,
        }

    def _draw(self, part: Part, layout: Layout, side: str) -> Face | None:
        name = face_name(part.component, part.card, side)
        before = len(self._findings)
        source = partial(_source, part.card)
        face = self._studio.face(layout, name, self._context(part), self._findings, source)
        if face is not None and any(found.severity == "error" for found in self._findings[before:]):
            face = msgspec.structs.replace(face, ops=(*face.ops, FAULTY))
        if face is None or part.component.outline == "rectangle":
            return face
        return msgspec.structs.replace(face, outline=outline(part.component.outline, part.component.size))


def face_name(component: Component, card: Card, side: str) -> str:
    """What messages call a face, such as `player-deck/rage-1, front`: for all owners, whose mistakes are the same."""
    which = component.id if card.id == component.id else f"{component.id}/{card.id}"
    return f"{which}, {side}"


def _source(card: Card, text: str) -> Span | None:
    """Where the longest field stands of those that a frame's text shows; None when it shows none."""
    shown = [
        (len(value), name)
        for name, value in card.values.items()
        if type(value) in (str, Rich) and value and (value if type(value) is Rich else escape(value)) in text
    ]
    return card.spans.get(max(shown)[1], card.span) if shown else None


def _same(a: Size, b: Size) -> bool:
    return abs(a.width - b.width) < 0.02 and abs(a.height - b.height) < 0.02


def _attributes(size: Size) -> str:
    width, height = (mm(side).replace(" ", "") for side in size)
    return f'`width="{width}" height="{height}"`'
