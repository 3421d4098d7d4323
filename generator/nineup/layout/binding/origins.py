"""Records which element drew what, for findings about drawn faces. Only engines asked to do so keep it."""

from collections.abc import Callable, Sequence

from nineup.base.diagnostics import Span
from nineup.base.geometry import Box
from nineup.layout.binding.bindings import content_binding
from nineup.layout.binding.filling import Filling
from nineup.layout.binding.nodes import LayoutNode, Static
from nineup.model.drawing import Group, Op
from nineup.svg.xml import SvgElement


class Origins:
    """The places of the elements that drew texts, paths and pictures or placed drawings, found by
    identity.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Op, Callable[[], Span]]] = {}
        """By the identity of operations, which are kept alive so that no other gets it."""
        self._drawn: dict[int, tuple[Op, Callable[[], Span]]] = {}
        """Those of faces that may be forgotten, in the same way."""
        self._nodes: dict[int, tuple[Op, frozenset[int]]] = {}
        """The numbers of the layout's nodes that drew an operation of a face, by its identity."""

    def note(self, ops: Sequence[Op], place: Callable[[], Span], is_shared: bool = False) -> None:
        """Records the origin of operations and those in their groups, unless an inner element drew them."""
        for op in ops:
            if id(op) not in self._known and id(op) not in self._drawn:
                (self._known if is_shared else self._drawn)[id(op)] = op, place
                if isinstance(op, Group):
                    self.note(op.ops, place, is_shared)

    def of(self, op: Op) -> Span | None:
        """The place of the element that drew an operation; None if it wasn't recorded."""
        known = self._known.get(id(op)) or self._drawn.get(id(op))
        return known[1]() if known else None

    def keep_faces(self) -> None:
        """Keeps what the faces so far have shown, whatever is forgotten later."""
        self._known |= self._drawn
        self._drawn.clear()

    def forget_faces(self) -> None:
        """Drops what faces showed that are no longer needed."""
        self._drawn.clear()
        self._nodes.clear()

    def note_node(self, ops: Sequence[Op], number: int) -> None:
        """Records that the node with a number in its layout drew some operations of a face."""
        for op in ops:
            _, numbers = self._nodes.get(id(op), (op, frozenset[int]()))
            if number not in numbers:
                self._nodes[id(op)] = op, numbers | {number}

    def nodes_of(self, op: Op) -> frozenset[int]:
        """The numbers of the nodes that drew an operation of a face; empty if it wasn't recorded."""
        known = self._nodes.get(id(op))
        return known[1] if known else frozenset()


def traced(nodes: Sequence[LayoutNode], element: SvgElement, origins: Origins | None) -> list[LayoutNode]:
    """An element's nodes, with the origins of their operations recorded if requested; frames record theirs
    while drawing.
    """
    if origins is None:
        return list(nodes)
    for node in nodes:
        if isinstance(node, Static):
            origins.note(node.ops, element.span, is_shared=True)
    binding = content_binding(element)
    if not binding:
        return list(nodes)
    place = element.span(f"n:{binding}")
    return [node if isinstance(node, Static) else Traced(node, place, origins) for node in nodes]


class Traced:
    """A node whose operations are recorded while it draws."""

    def __init__(self, node: LayoutNode, place: Span, origins: Origins) -> None:
        self._node = node
        self._place = place
        self._origins = origins

    def fill(self, filling: Filling, out: list[Op]) -> None:
        before = len(out)
        self._node.fill(filling, out)
        self._origins.note(out[before:], lambda: self._place)

    def reach(self) -> Box | None:
        return self._node.reach()
