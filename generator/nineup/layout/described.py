"""Describes a layout's bindings: the value that each prints for a card, and its place, to explain a
layout.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.geometry import Box, Matrix, union
from nineup.layout.binding.bindings import BindingKey
from nineup.layout.binding.frames import TextLine
from nineup.layout.binding.nodes import BoundElement, Conditional, Grouped, Hidden, LayoutNode, Repeat
from nineup.layout.binding.placed import Placed
from nineup.layout.binding.program import END, Binding
from nineup.layout.compiler.framing import element_label
from nineup.layout.engine import Layout
from nineup.logic.expression import ExpressionError, program, unescape
from nineup.svg.xml import SvgElement


class BoundValue(msgspec.Struct, frozen=True):
    """A binding of an element, and its values for a card: one for each item of an `n:each` around it."""

    element: str
    """The element's id, or its class, or its kind."""
    offset: int
    """The element's offset in its file in bytes, the same for all its bindings."""
    name: str
    source: str
    values: tuple[str, ...]
    span: Span
    style: str
    """The classes of an element with text."""


class PlacedElement(msgspec.Struct, frozen=True):
    """An element where it is seen on a face; those of an `n:each` once for each item."""

    element: SvgElement
    """With the values that the card gives its attributes."""
    outer: Matrix
    """From the user space around it to points from the trim's top-left corner."""
    inner: Matrix
    """From its own user space."""
    box: Box | None
    """The box of its geometry in its own user space; None for groups, and what has no size of its own."""
    reach: Box | None
    """The upright box around what it draws, in points, without strokes; None if it draws nothing."""
    user: SvgElement | None
    """The `use` of the layout that shows it; None for an element that is seen at its own place."""


def placed_elements(layout: Layout, context: Mapping[str, Any]) -> tuple[PlacedElement, ...]:
    """The elements that a card shows, each before those in it; of a layout that an engine compiled while it
    `is_placing`.
    """
    bindings = layout.program.bindings if layout.program is not None else ()
    places = _Places({each.key: iter(_values(each, context)) for each in bindings})
    with suppress(StopIteration):
        places.walk(layout.nodes)
    return tuple(places.elements)


def bound_values(layout: Layout, context: Mapping[str, Any]) -> tuple[BoundValue, ...]:
    """The bindings of a layout in the order of the document."""
    bindings = layout.program.bindings if layout.program is not None else ()
    return tuple(_bound(binding, _values(binding, context)) for binding in bindings)


def _bound(binding: Binding, values: tuple[str, ...]) -> BoundValue:
    element, key = binding.element, binding.key
    return BoundValue(
        element_label(element),
        key.offset,
        binding.name,
        source=binding.source,
        values=values,
        span=element.span(f"n:{binding.name}"),
        style=element.attributes.get("class", "") if binding.name in ("text", "micro") else "",
    )


def _values(binding: Binding, context: Mapping[str, Any]) -> tuple[str, ...]:
    """The printed value of a binding:

    `yes` or `no` for a condition, the number of items for a loop; empty if it fails.
    """
    alone = {
        "if": f"{{% if {binding.source} %}}yes{{% else %}}no{{% endif %}}",
        "each": f"{{% for {binding.source} %}}×{{% endfor %}}",
    }.get(binding.name, binding.source)
    try:
        printed = program(binding.before + alone + END + binding.after)(context)
    except ExpressionError:
        return ()
    values = tuple(unescape(text) for text in printed.split(END)[:-1])
    return tuple(f"{len(value)}×" for value in values) if binding.name == "each" else values


class _Places:
    """Finds where a layout's elements are, taking values in drawing order."""

    def __init__(self, values: Mapping[BindingKey, Iterator[str]]) -> None:
        self._values = values
        self.elements: list[PlacedElement] = []
        self._user: SvgElement | None = None

    def walk(self, nodes: Iterable[LayoutNode], x: float = 0.0, y: float = 0.0) -> Box | None:
        """Records the elements of nodes displaced by (x, y), in points; returns the box around them.

        Raises StopIteration if a value wasn't printed.
        """
        return union([self._node(node, x, y) for node in nodes])

    def _node(self, node: LayoutNode, x: float, y: float) -> Box | None:
        keys = getattr(node, "keys", None) or ([node.key] if hasattr(node, "key") else [])
        values = tuple([next(self._values[key]) for key in keys])
        if isinstance(node, Placed):
            return self._place(node, x, y)
        if isinstance(node, Repeat):
            items = [
                self.walk(node.body, x + away * node.step[0], y + away * node.step[1])
                for away in node.offsets(int(values[0].removesuffix("×")))
            ]
            return union(items)
        if isinstance(node, BoundElement):
            return self.walk(node.compiled(values).nodes or (), x, y)
        if isinstance(node, Hidden):
            _Places(self._values).walk(node.body)  # takes its values, but shows nothing
            return None
        if isinstance(node, Conditional) and values == ("no",):
            return None
        if isinstance(node, (Conditional, Grouped)):
            return self.walk(node.body, x, y)
        box = node.around(values[0]) if isinstance(node, TextLine) else node.reach()
        return box.moved(x, y) if box else None

    def _place(self, node: Placed, x: float, y: float) -> Box | None:
        """Records an element before those in it."""
        number, user = len(self.elements), self._user
        by = Matrix.translation(x, y)
        place = PlacedElement(
            node.element, by @ node.outer, by @ node.inner, box=node.box, reach=None, user=user
        )
        self.elements.append(place)
        if node.element.name == "use" and user is None:
            self._user = node.element
        box = self.walk(node.body, x, y)
        self._user = user
        self.elements[number] = msgspec.structs.replace(place, reach=box)
        return box
