"""Describes a layout's bindings: the value that each prints for a card, and its place, to explain a
layout.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.geometry import Box
from nineup.layout.binding.bindings import BindingKey
from nineup.layout.binding.nodes import BoundElement, Conditional, Grouped, Hidden, LayoutNode, Repeat
from nineup.layout.binding.program import END, Binding
from nineup.layout.compiler.framing import element_label
from nineup.layout.engine import Layout
from nineup.logic.expression import ExpressionError, program, unescape
from nineup.model.drawing import Group


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
    boxes: tuple[Box, ...]
    """The boxes of its frame, in points from the trim's top-left corner: one for each item of an `n:each`."""
    style: str
    """The classes of an element with text."""


def bound_values(layout: Layout, context: Mapping[str, Any]) -> tuple[BoundValue, ...]:
    """The bindings of a layout in the order of the document."""
    bindings = layout.program.bindings if layout.program is not None else ()
    printed = {binding.key: _values(binding, context) for binding in bindings}
    frames = _Frames({key: iter(values) for key, values in printed.items()})
    with suppress(StopIteration):
        frames.walk(layout.nodes)
    return tuple(_bound(binding, printed[binding.key], frames.boxes) for binding in bindings)


def _bound(
    binding: Binding, values: tuple[str, ...], boxes: Mapping[tuple[str, int], list[Box]]
) -> BoundValue:
    element, key = binding.element, binding.key
    return BoundValue(
        element_label(element),
        key.offset,
        binding.name,
        source=binding.source,
        values=values,
        span=element.span(f"n:{binding.name}"),
        boxes=tuple(boxes.get((key.path, key.offset), ())),
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


class _Frames:
    """Finds the boxes of a layout's bound elements, taking values in drawing order."""

    def __init__(self, values: Mapping[BindingKey, Iterator[str]]) -> None:
        self._values = values
        self.boxes: dict[tuple[str, int], list[Box]] = {}
        """By file and offset."""

    def walk(self, nodes: Iterable[LayoutNode], x: float = 0.0, y: float = 0.0) -> None:
        """Records the boxes of nodes displaced by (x, y), in points.

        Raises StopIteration if a value wasn't printed.
        """
        for node in nodes:
            keys = getattr(node, "keys", None) or ([node.key] if hasattr(node, "key") else [])
            values = tuple([next(self._values[key]) for key in keys])
            if isinstance(node, Repeat):
                for away in node.offsets(int(values[0].removesuffix("×"))):
                    self._note(node, keys, x + away * node.step[0], y + away * node.step[1])
                    self.walk(node.body, x + away * node.step[0], y + away * node.step[1])
            elif isinstance(node, BoundElement):
                inner = node.compiled(values).nodes or ()
                self._note(Grouped(inner, Group(())), keys, x, y)
                self.walk(inner, x, y)
            elif isinstance(node, Hidden):
                _Frames(self._values).walk(node.body)  # takes its values, but shows nothing
            elif values != ("no",) or not isinstance(node, Conditional):
                self._note(node, keys, x, y)
                self.walk(getattr(node, "body", ()), x, y)

    def _note(self, node: LayoutNode, keys: Iterable[BindingKey], x: float, y: float) -> None:
        box = node.reach()
        if box is not None:
            for place in {(key.path, key.offset) for key in keys}:
                boxes = self.boxes.setdefault(place, [])
                if (moved := box.moved(x, y)) not in boxes:
                    boxes.append(moved)
