"""A compiled layout: what is still the same for every card, and what each card's values fill in.

The nodes take their values from the program's stream in the order in which `bind` lets it print them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from nineup.diagnostics import Diagnostic, Findings, Span
from nineup.drawing import Form, Group, Op, Path, Use
from nineup.geometry import IDENTITY, Box, Matrix, Size, union
from nineup.layout.outline import ink
from nineup.text import Problem

_REMEMBERED = 4096


class Filling(NamedTuple):
    """One face being drawn: its values, and where mistakes go."""

    next: Callable[[], str]
    name: str
    source: Callable[[str], Span | None]
    """Where a text of the card stands in its file; None for a text that isn't the card's."""
    findings: Findings

    def tell(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Report an error of this face at a place of the layout."""
        self.findings.error(code, message, span, hint, self.name)

    def tell_text(self, problem: Problem, frame: str, span: Span, text: str) -> None:
        """Report what is wrong with a text at the card's field that it comes from, naming the frame (at `span`)."""
        where = f"`{frame}` of {span.file}:{span.line}"
        self.tell(problem.code, f"{problem.message}, in {where}", self.source(text) or span, problem.hint)


class Node(Protocol):
    """A part of a compiled layout, in the order of drawing."""

    def fill(self, filling: Filling, out: list[Op]) -> None:
        """Take this part's values from the stream and add what they draw."""

    def reach(self) -> Box | None:
        """The box of its geometry without strokes, in points; None where only a card's values tell."""


class Still:
    """Operations that are the same for every card."""

    def __init__(self, ops: tuple[Op, ...]) -> None:
        self.ops = ops

    def fill(self, filling: Filling, out: list[Op]) -> None:
        out += self.ops

    def reach(self) -> Box | None:
        return ink(self.ops, strokes=False)


class Choice:
    """`n:if`: its body, or nothing."""

    def __init__(self, body: Sequence[Node]) -> None:
        self.body = body

    def fill(self, filling: Filling, out: list[Op]) -> None:
        if filling.next() == "1":
            for node in self.body:
                node.fill(filling, out)

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)


class Repeat:
    """`n:each`: its body for each item, the next one further by `step`; `share` of the whole way back."""

    def __init__(self, body: Sequence[Node], step: tuple[float, float], share: float) -> None:
        self.body = body
        self.step = step
        self.share = share

    def fill(self, filling: Filling, out: list[Op]) -> None:
        items: list[list[Op]] = []
        while filling.next() == "1":
            drawn: list[Op] = []
            for node in self.body:
                node.fill(filling, drawn)
            items.append(drawn)
        back = self.share * (len(items) - 1)
        dx, dy = self.step
        for index, drawn in enumerate(items):
            away = index - back
            out += moved(drawn, away * dx, away * dy) if away and (dx or dy) else drawn

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)


class Wrapped:
    """What is clipped or faded together."""

    def __init__(self, body: Sequence[Node], clip: Path | None, opacity: float) -> None:
        self.body = body
        self.clip = clip
        self.opacity = opacity

    def fill(self, filling: Filling, out: list[Op]) -> None:
        inner: list[Op] = []
        for node in self.body:
            node.fill(filling, inner)
        if inner:
            out.append(Group(tuple(inner), IDENTITY, self.clip, self.opacity))

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)


class Hidden:
    """What is not drawn, but takes its values from the stream."""

    def __init__(self, body: Sequence[Node]) -> None:
        self.body = body

    def fill(self, filling: Filling, out: list[Op]) -> None:
        unseen: list[Op] = []
        for node in self.body:
            node.fill(filling, unseen)

    def reach(self) -> Box | None:
        return None


class Skipped:
    """A frame that can't be filled: its value is taken from the stream and not drawn."""

    def fill(self, filling: Filling, out: list[Op]) -> None:
        filling.next()

    def reach(self) -> Box | None:
        return None


Made = tuple[Sequence[Node], Sequence[Diagnostic]]


class Bound:
    """An element with bound attributes: compiled anew for values not seen before, which are then remembered."""

    def __init__(self, count: int, make: Callable[[tuple[str, ...]], Made], sample: Sequence[Node]) -> None:
        self.count = range(count)
        self.make = make
        self.sample = sample
        self.made: dict[tuple[str, ...], Made] = {}

    def fill(self, filling: Filling, out: list[Op]) -> None:
        take = filling.next
        values = tuple([take() for _ in self.count])
        made = self.made.get(values)
        if made is None:
            if len(self.made) >= _REMEMBERED:
                self.made.clear()
            made = self.made[values] = self.make(values)
        nodes, mistakes = made
        for mistake in mistakes:
            filling.tell(mistake.code, mistake.message, mistake.span, mistake.hint)
        for node in nodes:
            node.fill(filling, out)

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.sample)


def moved(ops: Sequence[Op], x: float, y: float) -> tuple[Op, ...]:
    """The operations further right and down; forms are just placed elsewhere."""
    by = Matrix.translation(round(x, 4), round(y, 4))
    if all(isinstance(op, Use) for op in ops):
        return tuple(Use(op.form, by @ op.matrix) for op in ops if isinstance(op, Use))
    return (Group(tuple(ops), by),)


def merged(nodes: Sequence[Node]) -> list[Node]:
    """The nodes, neighbours that are still made one."""
    result: list[Node] = []
    for node in nodes:
        if isinstance(node, Still) and result and isinstance(result[-1], Still):
            result[-1] = Still(result[-1].ops + node.ops)
        elif not isinstance(node, Still) or node.ops:
            result.append(node)
    return result


def faded(ops: tuple[Op, ...], opacity: float) -> tuple[Op, ...]:
    """The operations, seen through an opacity as one."""
    if opacity == 1 or not ops:
        return ops
    if len(ops) == 1 and isinstance(ops[0], Path) and ops[0].stroke is None:
        path = ops[0]
        return (msgspec.structs.replace(path, opacity=round(path.opacity * opacity, 4)),)
    if len(ops) == 1 and isinstance(ops[0], Path) and ops[0].fill is None and ops[0].stroke:
        stroke = msgspec.structs.replace(ops[0].stroke, opacity=round(ops[0].stroke.opacity * opacity, 4))
        return (msgspec.structs.replace(ops[0], stroke=stroke),)
    return (Group(ops, opacity=opacity),)


class Forms:
    """Makes shared forms of what is still, named by their layout and counted."""

    def __init__(self, name: str, size: Size) -> None:
        self.name = name
        self.size = size
        self.count = 0

    def sealed(self, nodes: Sequence[Node]) -> list[Node]:
        """The nodes, with each stretch of more than one still operation as one form."""
        return [self._seal(node) if isinstance(node, Still) else node for node in merged(nodes)]

    def _seal(self, node: Still) -> Still:
        if len(node.ops) == 1 and not isinstance(node.ops[0], Group):
            return node
        self.count += 1
        return Still((form(f"{self.name}#{self.count}", self.size, node.ops),))


def form(name: str, size: Size, ops: tuple[Op, ...]) -> Use:
    """A form that holds the operations, and its use at their place; it grows where they reach beyond `size`."""
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


def unseen(nodes: Sequence[Node]) -> list[Node]:
    """Nodes that are not drawn; those that take values from the stream still do."""
    bound = [node for node in nodes if not isinstance(node, Still)]
    return [Hidden(bound)] if bound else []
