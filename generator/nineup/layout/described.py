"""A layout's bindings with what each prints for a card, and where: for showing a layout as it works."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from nineup.diagnostics import Span
from nineup.expression import ExpressionError, program, unescape
from nineup.geometry import Box
from nineup.layout.engine import Layout
from nineup.layout.framing import describe
from nineup.layout.nodes import Node
from nineup.layout.program import END, Binding


class BoundValue(NamedTuple):
    """A binding of an element, and what it prints for a card: once for each item of an `n:each` around it."""

    element: str
    """The element's id, or its class, or its kind."""
    offset: int
    """The element's place in its file in bytes, the same for all its bindings."""
    name: str
    source: str
    values: tuple[str, ...]
    span: Span
    box: Box | None
    """Of its frame, in points from the trim's top-left corner; None if it has none, or it depends on the card."""
    style: str
    """The classes of an element that holds a text."""


def bound_values(layout: Layout, context: Mapping[str, Any]) -> tuple[BoundValue, ...]:
    """The bindings of a layout in the order of the document."""
    boxes = dict(_boxes(layout.nodes))
    bindings = layout.program.bindings if layout.program is not None else ()
    return tuple(_bound(binding, context, boxes) for binding in bindings)


def _bound(binding: Binding, context: Mapping[str, Any], boxes: Mapping[tuple[str, int], Box]) -> BoundValue:
    element, key = binding.element, binding.key
    return BoundValue(
        describe(element),
        key.offset,
        binding.name,
        binding.source,
        _values(binding, context),
        element.span(f"n:{binding.name}"),
        boxes.get((key.path, key.offset)),
        element.attributes.get("class", "") if binding.name in ("text", "micro") else "",
    )


def _values(binding: Binding, context: Mapping[str, Any]) -> tuple[str, ...]:
    """What a binding prints: `yes` or `no` for a condition, how many items for a loop; nothing where it fails."""
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


def _boxes(nodes: Iterable[Node]) -> Iterator[tuple[tuple[str, int], Box]]:
    """The boxes of nodes that have bindings, by file and offset."""
    for node in nodes:
        keys = getattr(node, "keys", None) or ([node.key] if hasattr(node, "key") else [])
        if any(key.name == "transform" for key in keys):
            continue  # it, and all that is in it, is somewhere else for each card
        box = node.reach()
        if box is not None:
            yield from (((key.path, key.offset), box) for key in keys)
        yield from _boxes(getattr(node, "body", ()))
        yield from _boxes(getattr(node, "sample", ()))
