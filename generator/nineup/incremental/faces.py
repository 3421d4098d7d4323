"""The faces of a run, cached by their places in it: a face is drawn again only if what it shows has changed."""

from collections.abc import Callable, Hashable, Mapping
from types import NoneType
from typing import Any, NamedTuple

from nineup.diagnostics import Findings
from nineup.drawing import Face
from nineup.expression import ExpressionError, template_names
from nineup.game import Item, Part, Rich
from nineup.layout import Layout
from nineup.typeset import Inputs

Draw = Callable[[], Face | None]

_Place = tuple[str, str, str | None, str]
"""A component, its card, the owner, and the side."""

_PER_PART = frozenset({"card", "owner", "component", "palette"})
"""Names whose values differ from part to part, or last as long as the layout does."""


class _CachedFace(NamedTuple):
    """A face with its inputs. It is current if the first two are the same objects, or the next two are equal."""

    base: object
    """All that its layout sees besides the card; compared by identity."""
    card_values: Mapping[str, Any]
    """Compared by identity: an entry that is read again has new ones."""
    drawn_with: Hashable
    """The layout, and how the component is cut."""
    bound_values: str
    """What fills the layout."""
    face: Face


class DrawnFaces:
    """One drawing of a run's faces, with access to the one before; passed to `typeset`.

    A face with findings is drawn each time. A card that occurs twice in a run has a face for each.
    """

    def __init__(self, findings: Findings, before: "DrawnFaces | None" = None) -> None:
        self._findings = findings
        self._cached: dict[_Place, _CachedFace] = {}
        self._bases: dict[Hashable, object] = {}
        self._before = before._cached if before else {}
        self._bases_before = before._bases if before else {}

    def __call__(self, part: Part, layout: Layout, side: str, inputs: Inputs, draw: Draw) -> Face | None:
        component, card, owner = part.component, part.card, part.owner
        place = component.id, card.id, owner, side
        if place in self._cached:
            return draw()
        seen = self._bases.get((component.id, owner, side))
        seen = seen or self._base_of(part, layout, side, inputs)
        known = self._before.get(place)
        if known is None or known.base is not seen or known.card_values is not card.values:
            drawn_with, values = (layout, component.outline, component.size), _bound_values(inputs)
            is_equal = known is not None and (known.drawn_with, known.bound_values) == (drawn_with, values)
            if known is not None and is_equal:
                known = known._replace(base=seen, card_values=card.values)
            else:
                before = len(self._findings)
                face = draw()
                if face is None or values is None or len(self._findings) > before:
                    return face
                known = _CachedFace(seen, card.values, drawn_with, values, face)
        self._cached[place] = known
        return known.face

    def _base_of(self, part: Part, layout: Layout, side: str, inputs: Inputs) -> object:
        """What a layout sees besides cards; the same object as in the drawing before if it is equal."""
        component = part.component
        seen = inputs.context()
        names = sorted(template_names(layout.program.source) - _PER_PART) if layout.program else ()
        values = tuple([(name, exact(seen[name])) for name in names if name in seen])
        drawn = layout, component.name, component.outline, component.size
        base: object = (*drawn, exact(part.owner), values)
        key = component.id, part.owner, side
        before = self._bases_before.get(key)
        self._bases[key] = base = before if before == base else base
        return base


def _bound_values(inputs: Inputs) -> str | None:
    """What fills a layout; None if its bindings fail."""
    try:
        return inputs.print()
    except ExpressionError:
        return None


def exact(value: Any) -> Hashable:
    """A key that equals another value's only if both print and compare alike in every expression.

    Types are compared as well, because list items equal their ids whatever their fields, and 1 equals 1.0 and yes.
    A value of any other type, such as a function, could yield anything, so its key equals no other.
    """
    kind = type(value)
    if kind is Item:
        return kind, str(value), exact(value.fields)
    if kind is dict:
        return kind, tuple([(exact(key), exact(each)) for key, each in value.items()])
    if kind is list or kind is tuple:
        return kind, tuple([exact(each) for each in value])
    if kind in (str, Rich, int, bool, NoneType):
        return kind, value
    return (kind, repr(value)) if kind is float else object()
