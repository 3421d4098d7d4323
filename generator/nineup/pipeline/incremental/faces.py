"""The faces of a run, cached by their places in it: a face is drawn again only if what it shows has changed.

Comparing is cheaper the less it looks at. A part is the same if two objects are: the card's values,
which a parser replaces only for an entry that was edited, and the ground of its component, which is kept
as one object as long as it is equal. Only if one differs are the printed values compared, and only if
these differ is the face drawn.
"""

from collections.abc import Callable, Hashable, Mapping
from types import NoneType
from typing import Any

import msgspec

from nineup.base.diagnostics import Findings
from nineup.faces.shapes import Assembled, drawn_sides
from nineup.layout import Layout, LayoutEngine
from nineup.layout.typeset import Drawn, Inputs, face_context, typeset
from nineup.logic.expression import ExpressionError, template_names
from nineup.model.drawing import Face
from nineup.model.game import Component, Item, Part, Rich, Run

DrawFace = Callable[[], Face | None]

_Key = tuple[str, str, str | None]
"""A component, its card, and the owner."""

_Place = tuple[str, str, str | None, str]
"""The same, and the side."""

_PER_PART = frozenset({"card", "owner", "component", "palette"})
"""Names whose values differ between parts, or stay constant for a layout."""


class _CachedFace(msgspec.Struct, frozen=True, gc=False):
    """A face with its inputs. It is current if the first two are the same objects, or the next two
    are equal.
    """

    base: object
    """Everything its layout sees besides the card."""
    card_values: Mapping[str, Any]
    """An entry that is parsed again has new values."""
    drawn_with: Hashable
    """The layout, and how the component is cut."""
    bound_values: str
    """The values that fill the layout."""
    face: Face


class _CachedPart(msgspec.Struct, frozen=True, gc=False):
    """The printed result of a part with its inputs. It is current if these are the same objects."""

    ground: object
    """Everything it depends on besides the card."""
    card_values: Mapping[str, Any]
    printed: Assembled


class CachedFaces:
    """The faces of a game's runs as last drawn, and the printed result of each part.

    Faces with findings are drawn each time.
    """

    def __init__(self) -> None:
        self.faces: dict[_Place, _CachedFace] = {}
        self.bases: dict[Hashable, object] = {}
        """What layouts saw besides cards."""
        self.parts: dict[_Key, _CachedPart] = {}
        self.grounds: dict[Hashable, object] = {}

    def typeset(self, run: Run, engine: LayoutEngine, findings: Findings) -> tuple[Drawn, ...]:
        """As `typeset`."""
        drawing = _Drawing(self, run, engine, findings=findings)
        known = drawing.known_parts()
        new = tuple([part for part, printed in zip(run.parts, known, strict=True) if printed is None])
        fresh = typeset(msgspec.structs.replace(run, parts=new), engine, findings, cache=drawing)
        drawing.keep(fresh)
        made_of = {id(each.part): each for each in fresh}
        drawn = [
            made_of.get(id(part)) if printed is None else Drawn(part, *printed)
            for part, printed in zip(run.parts, known, strict=True)
        ]
        return tuple([each for each in drawn if each is not None])


class _Drawing:
    """One drawing of a run's faces. A card that occurs twice in the run has a face for each."""

    def __init__(self, cache: CachedFaces, run: Run, engine: LayoutEngine, findings: Findings) -> None:
        self._cache = cache
        self._run = run
        self._engine = engine
        self._findings = findings
        self._bases: dict[Hashable, object] = {}
        self._grounds: dict[Hashable, object] = {}
        self._drawn: set[_Place] = set()
        self._not_kept: set[object] = set()
        """The identities of parts with findings, and the ids of components all of whose parts
        have findings.
        """

    def known_parts(self) -> list[Assembled | None]:
        """The printed result of each part of the run; None where it must be drawn."""
        known: list[Assembled | None] = []
        keys: set[_Key] = set()
        component: Component | None = None
        owner: str | None = None
        ground: object = None
        for part in self._run.parts:
            if part.component is not component or part.owner is not owner:
                component, owner = part.component, part.owner
                ground = self._ground_of(part)
            key = component.id, part.card.id, owner
            keys.add(key)
            entry = self._cache.parts.get(key)
            is_current = (
                entry is not None and entry.card_values is part.card.values and entry.ground is ground
            )
            known.append(entry.printed if entry and is_current else None)
        # Two parts with one key would share a cached result.
        return known if len(keys) == len(known) else [None] * len(known)

    def keep(self, drawn: tuple[Drawn, ...]) -> None:
        """Caches the printed results of parts without findings."""
        for each in drawn:
            part, ground = each.part, self._ground_of(each.part)
            if ground is None or not self._not_kept.isdisjoint((id(part), part.component.id)):
                continue
            key = part.component.id, part.card.id, part.owner
            self._cache.parts[key] = _CachedPart(ground, part.card.values, (each.front, each.back))

    def __call__(self, part: Part, layout: Layout, side: str, inputs: Inputs, draw: DrawFace) -> Face | None:
        component, card, owner = part.component, part.card, part.owner
        place = component.id, card.id, owner, side
        if place in self._drawn:
            return draw()
        base = self._base_of(part, layout, side)
        known = self._cache.faces.get(place)
        if known is None or known.base is not base or known.card_values is not card.values:
            drawn_with, values = (layout, component.outline, component.size), _bound_values(inputs)
            if known is not None and (known.drawn_with, known.bound_values) == (drawn_with, values):
                # Equal, but other objects: the next comparison is by identity again.
                known = msgspec.structs.replace(known, base=base, card_values=card.values)
            else:
                before = len(self._findings)
                face = draw()
                if face is None or values is None or len(self._findings) > before:
                    # A face that all cards share has its finding on each of them.
                    self._not_kept.add(id(part) if layout.bound else component.id)
                    return face
                known = _CachedFace(base, card.values, drawn_with, bound_values=values, face=face)
            self._cache.faces[place] = known
        self._drawn.add(place)
        return known.face

    def _ground_of(self, part: Part) -> object:
        """Everything that the printed result of a part depends on besides the card, as the same object as
        before if equal; None if a layout can't be read.
        """
        component = part.component
        key = component.id, part.owner
        if key not in self._grounds:
            bases = []
            for side in drawn_sides(component):
                layout = self._engine.layout(side.layout, component.spans.get(side.key, component.span))
                if layout is None:
                    return self._grounds.setdefault(key)
                bases.append(self._base_of(part, layout, side.name) if layout.bound else layout)
            ground = self._engine, msgspec.structs.replace(component, cards=()), *bases
            self._grounds[key] = _kept(self._cache.grounds, key, ground)
        return self._grounds[key]

    def _base_of(self, part: Part, layout: Layout, side: str) -> object:
        """Everything that a layout sees besides cards; the same object as in the previous drawing
        if equal.
        """
        component = part.component
        key = component.id, part.owner, side
        if key not in self._bases:
            seen = face_context(self._run.context, part, self._engine.sheet.palette, side=side)
            # Only what this layout reads: otherwise each change of an option would draw everything anew.
            names = sorted(template_names(layout.program.source) - _PER_PART) if layout.program else ()
            values = tuple([(name, exact_key(seen[name])) for name in names if name in seen])
            drawn = layout, component.name, component.outline, component.size
            self._bases[key] = _kept(self._cache.bases, key, (*drawn, exact_key(part.owner), values))
        return self._bases[key]


def _kept(kept: dict[Hashable, object], key: Hashable, value: object) -> object:
    """A value or, if it equals the cached one, that one."""
    if kept.get(key) != value:
        kept[key] = value
    return kept[key]


def _bound_values(inputs: Inputs) -> str | None:
    """The values that fill a layout; None if its bindings fail."""
    try:
        return inputs.print()
    except ExpressionError:
        return None


def exact_key(value: Any) -> Hashable:
    """A key that equals another value's only if both print and compare equal in every expression.

    Types are compared as well, because list items equal their ids whatever their fields, and 1 equals 1.0 and
    yes. A value of any other type, such as a function, could yield anything, so its key equals no other.
    """
    kind = type(value)
    if kind is Item:
        return kind, str(value), exact_key(value.fields)
    if kind is dict:
        return kind, tuple([(exact_key(key), exact_key(each)) for key, each in value.items()])
    if kind is list or kind is tuple:
        return kind, tuple([exact_key(each) for each in value])
    if kind in (str, Rich, int, bool, NoneType):
        return kind, value
    return (kind, repr(value)) if kind is float else object()
