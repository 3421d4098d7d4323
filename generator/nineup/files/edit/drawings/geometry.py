"""Elements of a drawing moved, resized and turned on paper, by changes of as few attributes as possible.

A movement on paper goes through the inverse of what is around an element: a frame in a group that is scaled
and turned moves where it is dragged. An element without a transform of its own moves by its `x` and `y`, a
group by `translate`, and what is turned stays turned about its own middle. What can't be done cleanly is
refused with the reason.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Matrix
from nineup.base.units import MM
from nineup.files.edit.changes import Change, Delete, Set
from nineup.files.edit.drawings.numbers import (
    length_value,
    number_text,
    with_length,
    with_lengths,
    with_path,
    with_points,
)
from nineup.files.edit.drawings.source import element_paths
from nineup.files.edit.parts import ValuePath
from nineup.files.edit.rows import EditRefusedError
from nineup.schema.yaml_tree import decode_text
from nineup.svg.style.properties import INHERITED
from nineup.svg.transform import transform
from nineup.svg.xml import SvgElement, parse_svg

GROUPS = frozenset(("g", "a", "switch"))
"""The elements that have no place but that of what they hold."""

_CORNERS = {
    **dict.fromkeys(("rect", "image", "use", "svg", "foreignObject", "text", "tspan"), (("x",), ("y",))),
    **dict.fromkeys(("circle", "ellipse"), (("cx",), ("cy",))),
    "line": (("x1", "x2"), ("y1", "y2")),
}
"""The attributes that place an element, across and down."""

MOVABLE = frozenset((*GROUPS, *_CORNERS, "path", "polygon", "polyline"))
"""The elements that have a place."""

_CALL = re.compile(r"(?<!\w)(\w++)\s*+\(([^()]*)\)")
_STYLED = re.compile(r"(?:^|;)\s*(?:transform|transform-origin|x|y|cx|cy|width|height)\s*:")


class Spot(msgspec.Struct, frozen=True, eq=False):
    """An element where a card shows it."""

    element: SvgElement
    """As it is written, without the values of a card."""
    outer: Matrix
    """From the user space around it to points on the face."""
    inner: Matrix
    """From its own user space, as the card places it."""

    @property
    def decimals(self) -> int:
        """How many decimals make a hundredth of a millimetre in its user space."""
        scale = max(self.inner.scale, 1e-6) / MM
        return min(max(2 + math.ceil(math.log10(scale) - 1e-9), 0), 6)


def drawn_elements(name: str, data: bytes) -> tuple[dict[int, SvgElement], dict[int, tuple[int, ...]]]:
    """A drawing's elements, and their paths, both by the elements' offsets, in document order.

    Raises EditRefusedError for a file that isn't SVG.
    """
    text = decode_text(data, name, findings := Findings())
    document = parse_svg(name, text, findings)
    if document is None or findings.failed:
        raise EditRefusedError(next(each.message for each in findings))
    paths = element_paths(document.source)
    elements = {each.offset: each for each in document.root.all()}
    return elements, {offset: paths[document.source_offset(offset)] for offset in elements}


class DrawingGeometry:
    """Collects the changes of attributes for some movements of a drawing's elements.

    `paths` are the paths of elements by their offset in the file.
    """

    def __init__(self, paths: Mapping[int, tuple[int, ...]]) -> None:
        self._paths = paths
        self._new: dict[int, tuple[SvgElement, dict[str, str | None]]] = {}

    def changes(self) -> list[Change]:
        """The changes, in the order of the elements; none for an attribute that stays what it is."""
        changes: list[Change] = []
        for offset in sorted(self._new):
            element, values = self._new[offset]
            for name, value in values.items():
                if value == element.attributes.get(name):
                    continue
                path: ValuePath = (*self._paths[offset], name)
                changes.append(Delete(path) if value is None else Set(path, value))
        return changes

    def move(self, spot: Spot, dx: float, dy: float) -> None:
        """Moves an element by points on the face. Raises EditRefusedError."""
        element = spot.element
        self._check(element)
        if element.name in GROUPS and "transform" in element.bindings:
            raise EditRefusedError("`n:transform` places this group on each card: move what is in it")
        x, y = _direction(spot.outer, dx, dy)
        calls = list(_calls(self._get(element, "transform")))
        names = [name for name, _ in calls]
        if element.name in GROUPS:
            self._translate(spot, calls, (x, y))
        elif "transform" in element.bindings:
            self._shift(spot, *_direction(spot.inner, dx, dy))
        elif not calls:
            self._shift(spot, x, y)
        elif names == ["rotate"] and len(calls[0][1]) == 3:
            angle, cx, cy = calls[0][1]
            self._shift(spot, x, y)
            self._set_rotation(spot, angle, cx + x, cy + y)
        elif names[0] in ("translate", "matrix"):
            self._translate(spot, calls, (x, y))
        else:
            self._shift(spot, *_direction(spot.inner, dx, dy))

    def resize(self, spot: Spot, old: Box, new: Box) -> None:
        """Maps an element's box in its own user space to another one. Raises EditRefusedError."""
        self._check(spot.element)
        if min(old.width, old.height) < 0 or min(new.width, new.height) < 0:
            raise EditRefusedError("a size can't be negative")
        sx = new.width / old.width if old.width else 1.0
        sy = new.height / old.height if old.height else 1.0
        self._map(spot, Matrix(sx, 0.0, 0.0, sy, new.x - old.x * sx, new.y - old.y * sy))

    def turn(
        self, spot: Spot, degrees: float, about: tuple[float, float], middle: tuple[float, float]
    ) -> None:
        """Turns an element clockwise about a point on the face; `middle` is its own.

        Raises EditRefusedError.
        """
        element, outer = spot.element, spot.outer
        self._check(element)
        if "transform" in element.bindings:
            raise EditRefusedError("`n:transform` turns this element on each card: change that expression")
        if not _keeps_angles(outer):
            raise EditRefusedError("what is around it is stretched, so that it can't be turned: ungroup it")
        inverse = outer.inverse()
        if outer.a * outer.d - outer.b * outer.c < 0:
            degrees = -degrees
        center, own = inverse.apply(*about), inverse.apply(*middle)
        calls = list(_calls(self._get(element, "transform")))
        if (
            element.name in GROUPS
            or len(calls) > 1
            or (calls and (calls[0][0] != "rotate" or len(calls[0][1]) != 3))
        ):
            first = calls[0] if calls and calls[0][0] == "rotate" and len(calls[0][1]) == 3 else None
            angle = degrees
            rest = calls
            if first and math.dist(first[1][1:], center) < 0.02 / spot.outer.scale * MM:
                angle, rest, center = degrees + first[1][0], calls[1:], (first[1][1], first[1][2])
            self._set_rotation(spot, angle, *center, rest=rest)
            return
        turn = (
            Matrix.translation(*center)
            @ Matrix.rotation(degrees)
            @ Matrix.translation(-center[0], -center[1])
        )
        goal = turn.apply(*own)
        before = calls[0][1][0] if calls else 0.0
        local = spot.inner.inverse().apply(*middle)
        shift = goal[0] - local[0], goal[1] - local[1]
        if math.hypot(*shift) > 0.01 * MM / outer.scale:
            self._shift(spot, *shift)
        elif calls:
            goal = calls[0][1][1], calls[0][1][2]
        self._set_rotation(spot, before + degrees, *goal)

    def loosen(self, spot: Spot) -> None:
        """Gives what a group's elements have from it to each of them, so that it can be ungrouped.

        Raises EditRefusedError.
        """
        group = spot.element
        if group.name != "g":
            raise EditRefusedError("only a group can be ungrouped")
        if group.bindings:
            name = next(iter(group.bindings))
            raise EditRefusedError(f"the group has `n:{name}`, which its elements would lose")
        calls = list(_calls(group.attributes.get("transform", "")))
        for child in group.elements():
            if [name for name, _ in calls] == ["translate"] and child.name in MOVABLE:
                x, y = [*calls[0][1], 0.0][:2]
                own = transform(child.attributes.get("transform", ""))
                dx, dy = spot.outer._replace(e=0.0, f=0.0).apply(x, y)
                self.move(Spot(child, spot.outer, spot.outer @ own), dx, dy)
            elif calls:
                if "transform" in child.bindings or child.name not in MOVABLE:
                    raise EditRefusedError(f"its `transform` can't be given to the `{child.name}` in it")
                both = f"{group.attributes['transform']} {child.attributes.get('transform', '')}"
                self._set(child, "transform", both.strip())
            self._inherit(child, group)
        for name in group.attributes:
            if name == "transform" or name in INHERITED:
                self._set(group, name, None)

    def carry(self, spot: Spot, outer: Matrix, left: Iterable[SvgElement]) -> None:
        """Keeps an element where it is, and what it has from the groups that it has `left`, innermost first,
        when it comes into a user space with another matrix. Raises EditRefusedError.
        """
        element = spot.element
        self._check(element)
        between = outer.inverse() @ spot.outer
        if max(map(abs, (between.a - 1, between.b, between.c, between.d - 1))) < 1e-9:
            away = outer._replace(e=0.0, f=0.0).apply(between.e, between.f)
            if math.hypot(*away) > 1e-6:
                own = spot.outer.inverse() @ spot.inner
                self.move(Spot(element, outer, outer @ own), *away)
        elif "transform" in element.bindings:
            raise EditRefusedError("`n:transform` turns this element on each card: change that expression")
        else:
            calls = list(_calls(self._get(element, "transform")))
            self._write(spot, [("matrix", list(between)), *calls])
        for group in left:
            self._inherit(element, group)

    def _inherit(self, child: SvgElement, group: SvgElement) -> None:
        """Gives an element what it has from a group, unless it has its own."""
        for name, value in group.attributes.items():
            is_own = self._get(child, name) or name in child.bindings
            if name in INHERITED and not is_own and f"{name}:" not in child.attributes.get("style", ""):
                self._set(child, name, value)

    # Attributes

    def _get(self, element: SvgElement, name: str) -> str:
        known = self._new.get(element.offset)
        if known and name in known[1]:
            return known[1][name] or ""
        return element.attributes.get(name, "")

    def _set(self, element: SvgElement, name: str, value: str | None) -> None:
        if name in element.bindings:
            raise EditRefusedError(f"`n:{name}` sets it on each card: change that expression")
        self._new.setdefault(element.offset, (element, {}))[1][name] = value

    def _check(self, element: SvgElement) -> None:
        if element.parent is None:
            raise EditRefusedError("this is the whole drawing")
        if _STYLED.search(element.attributes.get("style", "")):
            raise EditRefusedError("its `style` places it: make attributes of that")
        if element.attributes.get("transform-origin"):
            raise EditRefusedError("it has a `transform-origin`: write the point into its `rotate(…)`")
        if element.name not in MOVABLE:
            raise EditRefusedError(f"a `{element.name}` has no place of its own")

    def _translate(self, spot: Spot, calls: list[tuple[str, list[float]]], by: tuple[float, float]) -> None:
        """Moves by the transform."""
        calls = [(name, list(values)) for name, values in calls]
        if calls and calls[0][0] == "translate":
            x, y = [*calls[0][1], 0.0][:2]
            calls[0] = "translate", [x + by[0], y + by[1]]
        elif calls and calls[0][0] == "matrix" and len(calls[0][1]) == 6:
            calls[0][1][4] += by[0]
            calls[0][1][5] += by[1]
        elif (
            len(calls) == 1
            and calls[0][0] == "rotate"
            and len(calls[0][1]) == 3
            and spot.element.name not in GROUPS
        ):
            calls[0][1][1] += by[0]
            calls[0][1][2] += by[1]
        else:
            calls.insert(0, ("translate", [*by]))
        self._write(spot, calls)

    def _set_rotation(
        self, spot: Spot, angle: float, x: float, y: float, rest: list[tuple[str, list[float]]] | None = None
    ) -> None:
        angle = (angle + 180) % 360 - 180
        self._write(spot, [("rotate", [180.0 if angle == -180 else angle, x, y]), *(rest or [])])

    def _write(self, spot: Spot, calls: list[tuple[str, list[float]]]) -> None:
        """Writes a list of transforms, without those that do nothing."""
        old = self._get(spot.element, "transform")
        has = _most_decimals(old)
        words = []
        for name, values in calls:
            plain = [number_text(value, decimals=max(spot.decimals, has)) for value in values]
            if name == "matrix":  # whose first four numbers are factors
                plain = [
                    number_text(value, decimals=max(6 if at < 4 else spot.decimals, has))
                    for at, value in enumerate(values)
                ]
            if name == "rotate":
                plain[0] = number_text(values[0], decimals=2)
            is_nothing = (name == "translate" and set(plain) == {"0"}) or (
                name == "rotate" and plain[0] == "0"
            )
            words += [] if is_nothing else [f"{name}({' '.join(plain)})"]
        self._set(spot.element, "transform", " ".join(words) or None)

    # Shapes

    def _shift(self, spot: Spot, dx: float, dy: float) -> None:
        """Moves an element in its own user space."""
        self._map(spot, Matrix.translation(dx, dy))

    def _map(self, spot: Spot, by: Matrix) -> None:
        """Moves and scales an element in its own user space."""
        element = spot.element
        is_scaled = abs(by.a - 1) > 1e-9 or abs(by.d - 1) > 1e-9
        if is_scaled:
            self._refuse_stretching(element, by)
        match element.name:
            case "path":
                step = Matrix(by.a, 0.0, 0.0, by.d)
                data = self._get(element, "d")
                self._set(element, "d", with_path(data, by.apply, step.apply, decimals=spot.decimals))
            case "polygon" | "polyline":
                points = with_points(self._get(element, "points"), by.apply, spot.decimals)
                self._set(element, "points", points)
            case name if name in GROUPS:
                for child in element.elements():
                    inner = Spot(child, spot.inner, spot.inner)
                    if child.name in MOVABLE:
                        if child.attributes.get("transform") or "transform" in child.bindings:
                            raise EditRefusedError(
                                "it holds turned or moved elements: resize these one by one"
                            )
                        self._check(child)
                        self._map(inner, by)
            case "text":
                self._move_words(spot, by)
            case _:
                self._map_corner(spot, by)
                self._map_size(spot, by)

    def _refuse_stretching(self, element: SvgElement, by: Matrix) -> None:
        if element.name == "circle" and abs(by.a - by.d) > 1e-6:
            raise EditRefusedError("a circle stays round: keep its proportions, or draw an ellipse")
        if element.name in ("text", "tspan"):
            raise EditRefusedError("the size of a text is that of its style: change that")
        if element.name == "use" and not {"width", "height"} <= element.attributes.keys():
            raise EditRefusedError("the size of what this shows is that of its drawing: open that")

    def _map_corner(self, spot: Spot, by: Matrix) -> None:
        across, down = _CORNERS[spot.element.name]
        for names, factor, away in ((across, by.a, by.e), (down, by.d, by.f)):
            if factor == 1 and not away:
                continue
            for name in names:
                old = self._get(spot.element, name)
                value = factor * length_value(old or "0") + away
                text = with_length(old, value, spot.decimals)
                if text != (old or "0"):
                    self._set(spot.element, name, text)

    def _map_size(self, spot: Spot, by: Matrix) -> None:
        sizes = {"circle": (("r", by.a),), "ellipse": (("rx", by.a), ("ry", by.d))}
        for name, factor in sizes.get(spot.element.name, (("width", by.a), ("height", by.d))):
            old = self._get(spot.element, name)
            if abs(factor - 1) > 1e-9 and old:
                self._set(spot.element, name, with_length(old, factor * length_value(old), spot.decimals))

    def _move_words(self, spot: Spot, by: Matrix) -> None:
        """Moves a text, and those of its parts that have a place of their own."""
        inside = [each for each in spot.element.all() if each.name in ("text", "tspan")]
        if any(each.name == "textPath" for each in spot.element.all()):
            raise EditRefusedError("this text runs along a path: move that")
        for name, away in (("x", by.e), ("y", by.f)):
            first = next((each for each in inside[1:2] if self._get(each, name)), spot.element)
            placed = {
                each.offset: each for each in (first, *inside) if each is first or self._get(each, name)
            }
            for each in placed.values() if away else ():
                old = self._get(each, name)
                text = with_lengths(old or "0", lambda value, away=away: value + away, spot.decimals)  # type: ignore[misc]
                self._set(each, name, text)


def _direction(matrix: Matrix, dx: float, dy: float) -> tuple[float, float]:
    """A movement on the face as one in a user space. Raises EditRefusedError where nothing is seen."""
    if abs(matrix.a * matrix.d - matrix.b * matrix.c) < 1e-9:
        raise EditRefusedError("what is around it is scaled to nothing")
    x, y = matrix._replace(e=0.0, f=0.0).inverse().apply(dx, dy)
    return (0.0 if abs(x) < 1e-9 else x), (0.0 if abs(y) < 1e-9 else y)


def _keeps_angles(matrix: Matrix) -> bool:
    size = math.hypot(matrix.a, matrix.b) * math.hypot(matrix.c, matrix.d)
    across = math.hypot(matrix.a, matrix.b) - math.hypot(matrix.c, matrix.d)
    return abs(matrix.a * matrix.c + matrix.b * matrix.d) < 1e-6 * size and across**2 < 1e-6 * size


def _calls(transform: str) -> Iterator[tuple[str, list[float]]]:
    """The functions of a `transform` with their numbers. Raises EditRefusedError for one that isn't read."""
    if _CALL.sub("", transform).strip(" \t\r\n,"):
        raise EditRefusedError(f"`{transform}` is not a transform")
    for call in _CALL.finditer(transform):
        try:
            yield call[1], [float(word) for word in re.split(r"[\s,]+", call[2].strip()) if word]
        except ValueError:
            raise EditRefusedError(f"`{transform}` is not a transform") from None


def _most_decimals(text: str) -> int:
    return max((len(each) for each in re.findall(r"\.(\d+)", text)), default=0)
