"""The faces of a run, remembered by their places in it: a face is drawn anew only where what it shows is new."""

from collections.abc import Callable, Hashable, Mapping
from types import NoneType
from typing import Any, NamedTuple

from nineup.diagnostics import Findings
from nineup.drawing import Face
from nineup.expression import ExpressionError, template_names
from nineup.game import Item, Part, Rich
from nineup.layout import Layout
from nineup.typeset import Context

Draw = Callable[[], Face | None]

_Place = tuple[str, str, str | None, str]
"""A component, its card, the owner, and the side."""

_OF_CARDS = frozenset({"card", "owner", "component", "palette"})
"""What differs from part to part, or stays as long as its layout does."""


class _Kept(NamedTuple):
    """A face with all that it depends on: either the first two, or the two behind them, tell that it is the same."""

    about: object
    """All that its layout sees besides the card; compared by identity."""
    holds: Mapping[str, Any]
    """The card's values; compared by identity, since who reads an entry again gives new ones."""
    looks: Hashable
    """What is drawn with: the layout, and how the component is cut."""
    values: str
    """What fills the layout."""
    face: Face


class Faces:
    """One drawing of a run's faces, which knows those of the drawing before; goes between `typeset` and a engine.

    A face that anything was told of is drawn each time. Cards that stand in a run twice have faces of their own.
    """

    def __init__(self, findings: Findings, before: "Faces | None" = None) -> None:
        self._findings = findings
        self._kept: dict[_Place, _Kept] = {}
        self._abouts: dict[Hashable, object] = {}
        self._before = before._kept if before else {}
        self._abouts_before = before._abouts if before else {}

    def __call__(self, part: Part, layout: Layout, side: str, context: Context, draw: Draw) -> Face | None:
        component, card, owner = part.component, part.card, part.owner
        place = component.id, card.id, owner, side
        if place in self._kept:
            return draw()
        about = self._abouts.get((component.id, owner, side)) or self._about(part, layout, side, context)
        known = self._before.get(place)
        if known is None or known.about is not about or known.holds is not card.values:
            looks, values = (layout, component.outline, component.size), _values(layout, context)
            if known is not None and values is not None and (known.looks, known.values) == (looks, values):
                known = known._replace(about=about, holds=card.values)
            else:
                before = len(self._findings)
                face = draw()
                if face is None or values is None or len(self._findings) > before:
                    return face
                known = _Kept(about, card.values, looks, values, face)
        self._kept[place] = known
        return known.face

    def _about(self, part: Part, layout: Layout, side: str, context: Context) -> object:
        """What a layout sees of everything but cards; the very same as in the drawing before where it is equal."""
        component = part.component
        seen = context()
        names = sorted(template_names(layout.program.source) - _OF_CARDS) if layout.program else ()
        values = tuple([(name, exact(seen[name])) for name in names if name in seen])
        about: object = (
            *(layout, component.name, component.outline, component.size),
            *(exact(part.owner), values),
        )
        key = component.id, part.owner, side
        before = self._abouts_before.get(key)
        self._abouts[key] = about = before if before == about else about
        return about


def _values(layout: Layout, context: Context) -> str | None:
    """What fills a layout; None where its bindings fail."""
    try:
        return layout.program.run(context()) if layout.program else ""
    except ExpressionError:
        return None


def exact(value: Any) -> Hashable:
    """Something that equals another value's only when both print and compare alike in every expression.

    A list's items equal their ids, whatever their fields are, and 1 equals 1.0 and yes: so kinds are compared as well.
    What is none of the kinds below, such as a function, may come to anything, and equals nothing.
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
