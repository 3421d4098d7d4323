"""A compiled layout as a tree of nodes: parts that are the same on every face, and parts that each card's
values fill.

Nodes take their values from a `Filling` in the order in which `program` prints them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

import msgspec

from nineup.base.diagnostics import Diagnostic, Span
from nineup.base.geometry import IDENTITY, Box, Matrix, Size, transform_outline, union
from nineup.layout.binding.bindings import BindingKey
from nineup.layout.binding.filling import AbandonedError, Filling
from nineup.layout.placeholder import MISSING, MissingArtError
from nineup.model.drawing import Form, Group, Op, Path, Use, rectangle
from nineup.model.extent import ink
from nineup.svg.values.values import SvgError

_CACHED = 4096
"""The largest number of compiled variants that one element keeps."""


class LayoutNode(Protocol):
    """A part of a compiled layout, in drawing order."""

    def fill(self, filling: Filling, out: list[Op]) -> None:
        """Take this part's values and append its operations."""

    def reach(self) -> Box | None:
        """The box of its geometry without strokes, in points; None if that depends on the card."""


class Static(msgspec.Struct, eq=False):
    """Operations that are the same for every card."""

    ops: tuple[Op, ...]

    def fill(self, filling: Filling, out: list[Op]) -> None:
        out += self.ops

    def reach(self) -> Box | None:
        return ink(self.ops, strokes=False)


class Conditional(msgspec.Struct, eq=False):
    """`n:if`: its body, or nothing."""

    key: BindingKey
    body: Sequence[LayoutNode]

    def fill(self, filling: Filling, out: list[Op]) -> None:
        if filling.take(self.key) == "1":
            for node in self.body:
                node.fill(filling, out)

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)


class Repeat(msgspec.Struct, eq=False):
    """`n:each`: its body for each item, each offset by another `step`; all moved back by `share` of their
    length.
    """

    key: BindingKey
    body: Sequence[LayoutNode]
    step: tuple[float, float]
    share: float

    def fill(self, filling: Filling, out: list[Op]) -> None:
        items: list[list[Op]] = []
        while filling.take(self.key) == "1":
            drawn: list[Op] = []
            for node in self.body:
                node.fill(filling, drawn)
            items.append(drawn)
        dx, dy = self.step
        for away, drawn in zip(self.offsets(len(items)), items, strict=True):
            out += shift(drawn, away * dx, away * dy) if away and (dx or dy) else drawn

    def offsets(self, number: int) -> list[float]:
        """The offset of each of `number` items from the drawing, in steps."""
        back = self.share * (number - 1)
        return [index - back for index in range(number)]

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)


class Grouped(msgspec.Struct, eq=False):
    """Nodes that are clipped, masked, faded or blended together, with the attributes of an empty group."""

    body: Sequence[LayoutNode]
    how: Group

    def fill(self, filling: Filling, out: list[Op]) -> None:
        inner: list[Op] = []
        for node in self.body:
            node.fill(filling, inner)
        if inner:
            out.append(msgspec.structs.replace(self.how, ops=tuple(inner)))

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)


class Filtered(msgspec.Struct, eq=False):
    """Nodes with a filter on what they draw for a card: `draw` makes it of their operations, once for each
    that differ.
    """

    body: Sequence[LayoutNode]
    draw: Callable[[tuple[Op, ...]], tuple[Op, ...]]
    span: Span
    drawn: dict[tuple[Op, ...], tuple[Op, ...]] = {}

    def fill(self, filling: Filling, out: list[Op]) -> None:
        inner: list[Op] = []
        for node in self.body:
            node.fill(filling, inner)
        # Marks of places draw nothing.
        marks = [op for op in inner if isinstance(op, Group) and not op.ops]
        ops = tuple(op for op in inner if not (isinstance(op, Group) and not op.ops))
        if filling.sizes is None and ops:
            if len(self.drawn) > _CACHED:
                self.drawn.clear()
            try:
                if ops not in self.drawn:
                    self.drawn[ops] = self.draw(ops)
                ops = self.drawn[ops]
            except SvgError as error:
                filling.report_layout(error.code, error.message, self.span, hint=error.hint)
        out += (*ops, *marks)

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)


class Hidden:
    """Nodes that take their values but draw nothing."""

    def __init__(self, body: Sequence[LayoutNode]) -> None:
        self.body = body

    def fill(self, filling: Filling, out: list[Op]) -> None:
        unused: list[Op] = []
        for node in self.body:
            node.fill(filling, unused)

    def reach(self) -> Box | None:
        return None


class Unfilled:
    """A frame that can't be filled: it takes its value and draws nothing."""

    def __init__(self, key: BindingKey) -> None:
        self.key = key

    def fill(self, filling: Filling, out: list[Op]) -> None:
        filling.take(self.key)

    def reach(self) -> Box | None:
        return None


class CompiledElement(msgspec.Struct, frozen=True):
    """An element compiled with some values: its nodes, None if it can't be drawn at all, and findings.

    Each finding has the number of the value that it is about, None if it is about none of them.
    """

    nodes: Sequence[LayoutNode] | None
    findings: Sequence[tuple[Diagnostic, int | None]]


class BoundElement(msgspec.Struct, eq=False):
    """An element with bound attributes: compiled once for each combination of values, and cached."""

    keys: tuple[BindingKey, ...]
    compile_with: Callable[[tuple[str, ...]], CompiledElement]
    sample: Sequence[LayoutNode]
    """The element with the values of its plain attributes."""
    _cache: dict[tuple[str, ...], CompiledElement] = {}

    def fill(self, filling: Filling, out: list[Op]) -> None:
        values = tuple(map(filling.take, self.keys))
        compiled = self.compiled(values)
        for finding, number in compiled.findings:
            if finding.code == MISSING:
                missing = MissingArtError(finding.fact.partition(" ")[2], finding.message, finding.hint)
                back = None if number is None else len(values) - 1 - number
                filling.note_missing(missing, finding.span, back)
            elif number is None or finding.span is None:
                filling.report_layout(finding.code, finding.message, finding.span, hint=finding.hint)
            else:
                binding, back = f"n:{self.keys[number].name}", len(values) - 1 - number
                filling.report(
                    finding.code, finding.message, finding.span, hint=finding.hint, binding=binding, back=back
                )
        if compiled.nodes is None:
            raise AbandonedError
        for node in compiled.nodes:
            node.fill(filling, out)

    def compiled(self, values: tuple[str, ...]) -> CompiledElement:
        """The element with these values of its attributes."""
        element = self._cache.get(values)
        if element is None:
            if len(self._cache) >= _CACHED:
                self._cache.clear()
            element = self._cache[values] = self.compile_with(values)
        return element

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.sample)


def shift(ops: Sequence[Op], x: float, y: float) -> tuple[Op, ...]:
    """The operations moved right and down; a single form is moved without a group."""
    by = Matrix.translation(round(x, 4), round(y, 4))
    if all(isinstance(op, Use) for op in ops):
        return tuple(Use(op.form, by @ op.matrix) for op in ops if isinstance(op, Use))
    return (Group(tuple(ops), by),)


def merged_nodes(nodes: Sequence[LayoutNode]) -> list[LayoutNode]:
    """The nodes with neighbouring static ones merged, empty ones dropped."""
    result: list[LayoutNode] = []
    for is_static, group in groupby(nodes, lambda node: isinstance(node, Static)):
        if not is_static:
            result += group
        elif ops := tuple(op for node in group if isinstance(node, Static) for op in node.ops):
            result.append(Static(ops))
    return result


def fade(ops: tuple[Op, ...], opacity: float) -> tuple[Op, ...]:
    """The operations with a group opacity; a single path is faded without a group."""
    if opacity == 1 or not ops:
        return ops
    if len(ops) == 1 and isinstance(ops[0], Path) and ops[0].stroke is None:
        path = ops[0]
        return (msgspec.structs.replace(path, opacity=round(path.opacity * opacity, 4)),)
    if len(ops) == 1 and isinstance(ops[0], Path) and ops[0].fill is None and ops[0].stroke:
        stroke = msgspec.structs.replace(ops[0].stroke, opacity=round(ops[0].stroke.opacity * opacity, 4))
        return (msgspec.structs.replace(ops[0], stroke=stroke),)
    return (Group(ops, opacity=opacity),)


class FormFactory:
    """Makes shared forms of static drawings, named after their layout and numbered."""

    def __init__(self, name: str, size: Size) -> None:
        self.name = name
        self.size = size
        self.count = 0

    def share(self, nodes: Sequence[LayoutNode]) -> list[LayoutNode]:
        """The nodes, with each sequence of more than one static operation as one form."""
        return [self._share(node) if isinstance(node, Static) else node for node in merged_nodes(nodes)]

    def _share(self, node: Static) -> Static:
        if len(node.ops) == 1 and not isinstance(node.ops[0], Group):
            return node
        self.count += 1
        return Static((form_use(f"{self.name}#{self.count}", self.size, node.ops),))


def form_use(name: str, size: Size, ops: tuple[Op, ...]) -> Use:
    """The use of a form that contains the operations; the form is larger than `size` if their ink is."""
    reach = ink(ops)
    whole = union((Box(0.0, 0.0, *size), reach))
    assert whole is not None
    if whole == Box(0.0, 0.0, *size):
        return Use(Form(name, size, ops))
    left, top = round(whole.x, 4), round(whole.y, 4)
    inner = ops if left == top == 0 else (Group(ops, Matrix.translation(-left, -top)),)
    return Use(
        Form(name, Size(round(whole.width, 4), round(whole.height, 4)), inner), Matrix.translation(left, top)
    )


def clip_to(ops: tuple[Op, ...], box: Box) -> tuple[Op, ...]:
    """The operations, clipped to a box if their ink extends beyond it."""
    reach = ink(ops)
    if reach is None or box.contains(reach, 1e-3):
        return ops
    return cut_at(ops, box)


def cut_at(ops: tuple[Op, ...], box: Box) -> tuple[Op, ...]:
    """The operations, clipped to a box."""
    return (Group(ops, clip=Path(transform_outline(rectangle(box), IDENTITY, 4))),)


def samples(nodes: Sequence[LayoutNode]) -> Iterator[Op]:
    """What nodes draw without the values of a card, each loop once."""
    for node in nodes:
        match node:
            case Static():
                yield from node.ops
            case Conditional() | Repeat():
                yield from samples(node.body)
            case BoundElement():
                yield from samples(node.sample)
            case Grouped():
                yield msgspec.structs.replace(node.how, ops=tuple(samples(node.body)))


def hide(nodes: Sequence[LayoutNode]) -> list[LayoutNode]:
    """Nodes that draw nothing; those that take values still do."""
    bound = [node for node in nodes if not isinstance(node, Static)]
    return [Hidden(bound)] if bound else []


def grouped(nodes: list[LayoutNode], how: Group, forms: "FormFactory") -> list[LayoutNode]:
    """The nodes in a group with the attributes of an empty one."""
    nodes = merged_nodes(nodes)
    if not nodes:
        return []
    if len(nodes) > 1 or not isinstance(nodes[0], Static):
        return [Grouped(forms.share(nodes), how)]
    ops = nodes[0].ops
    if how == Group((), opacity=how.opacity):
        return [Static(fade(ops, how.opacity))]
    return [Static((msgspec.structs.replace(how, ops=ops),))]
