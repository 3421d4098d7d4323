"""Compile a document of SVG to nodes: containers, references, conditions, repetitions and bound attributes."""

from collections.abc import Callable, Sequence

from nineup.diagnostics import Findings
from nineup.drawing import Group, Path, rectangle
from nineup.expression import unescape
from nineup.geometry import Box, Matrix, Size, outline_bounds, transform_outline, union
from nineup.layout import clips
from nineup.layout.along import text, text_paths
from nineup.layout.bind import content, replaced
from nineup.layout.clips import Around
from nineup.layout.frames import Frame
from nineup.layout.framing import frame, text_frame
from nineup.layout.nodes import (
    Bound,
    Choice,
    Forms,
    Made,
    Node,
    Repeat,
    Still,
    Wrapped,
    faded,
    merged,
    unseen,
)
from nineup.layout.outline import ink
from nineup.layout.primitives import image, shape
from nineup.layout.properties import (
    ADVICE,
    COMMON,
    DEFINITIONS,
    DRAWN,
    GEOMETRY,
    HARMLESS,
    IGNORED,
    TRANSFORMED,
    UNDRAWN,
)
from nineup.layout.reporter import Report
from nineup.layout.shapes import SHAPES, Measure, outline
from nineup.layout.space import Space, Tools
from nineup.layout.style import Style, Value, cascade
from nineup.layout.transform import bounded, fitted, transform, view_box
from nineup.layout.values import SvgError, UnresolvedError
from nineup.layout.xml import Document, Element
from nineup.units import length

HINT = "use n:if with one <use> for each case"


class Compiler:
    """Compiles the elements of one drawing, in the order of the document."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.report = tools.report
        self.frames: list[Frame] = []

    def drawing(self, document: Document, box: Box, size: Size) -> list[Node]:
        """The nodes of a whole document, `box` of its user space laid on a trim box of `size` points."""
        root = document.root
        try:
            self._check(root)
            matrix, _ = fitted(box, Box(0.0, 0.0, *size), root.attributes.get("preserveAspectRatio", ""))
            style = self._style(root, {})
            space = Space(matrix, style, Size(box.width, box.height))
            return self._grouped(self._children(root, space), space, root)
        except SvgError as error:
            self.report.raised(error, root.span())
            return []

    def element(self, element: Element, space: Space) -> list[Node]:
        """The nodes of an element, its repetition, its condition and its bound attributes included."""
        bindings = element.bindings
        body = self._attributes(element, space)
        if "if" in bindings:
            body = [Choice(self.tools.forms.sealed(body))]
        if "each" in bindings:
            body = [self._repeat(element, space, self.tools.forms.sealed(body))]
        return body

    def _attributes(self, element: Element, space: Space) -> list[Node]:
        names = replaced(element)
        if not names:
            return self._plain(element, space)
        left = {name: value for name, value in element.bindings.items() if name not in names}
        sampled = element.filled({}, left)
        sample = self._plain(sampled, space) if "href" in element.attributes or "href" not in names else []
        return [Bound(len(names), self._maker(element, space, names, left), sample)]

    def _maker(
        self, element: Element, space: Space, names: tuple[str, ...], left: dict[str, str]
    ) -> Callable[[tuple[str, ...]], Made]:
        """What compiles the element again with values in place of its bound attributes."""
        forms = self.tools.forms

        def make(values: tuple[str, ...]) -> Made:
            findings = Findings()
            compiler = Compiler(Tools(self.tools.engine, Report(findings), forms))
            attributes = {name: unescape(value) for name, value in zip(names, values, strict=True)}
            try:
                nodes = forms.sealed(compiler._plain(element.filled(attributes, left), space))
            except SvgError as error:
                compiler.report.raised(error, element.span())
                nodes = []
            return nodes, tuple(findings)

        return make

    def _repeat(self, element: Element, space: Space, body: Sequence[Node]) -> Node:
        axis = next((name for name in ("row", "column") if name in element.bindings), "")
        if not axis:
            return Repeat(body, (0.0, 0.0), 0.0)
        a, b, c, d, _, _ = space.matrix
        scale = space.matrix.scale or 1.0
        box = self._measured(
            lambda quiet: quiet._attributes(element, space._replace(matrix=Matrix.scaling(scale, scale)))
        )
        if box is None:
            message = f"`n:{axis}` can't tell how large the element is"
            hint = "give it a shape or a frame, or spread the items with n:transform and loop.index0"
            self.report.error("binding-misplaced", message, element.span(f"n:{axis}"), hint)
            return Repeat(body, (0.0, 0.0), 0.0)
        far = ((box.width if axis == "row" else box.height) + self._gap(element, axis)) / scale
        step = (a * far, b * far) if axis == "row" else (c * far, d * far)
        return Repeat(body, step, self._share(element))

    def _gap(self, element: Element, name: str) -> float:
        """The room between the items of a row, in points: it is meant on the paper."""
        try:
            return length(element.bindings[name])
        except ValueError as error:
            self.report.error("binding-value", str(error), element.span(f"n:{name}"))
            return 0.0

    def _share(self, element: Element) -> float:
        """How much of a row's length stands before the sample."""
        shares = {"start": 0.0, "center": 0.5, "end": 1.0}
        value = element.bindings.get("align", "start")
        if value not in shares:
            message = f"`{value}` is not a value of `n:align` for a row"
            self.report.error("binding-value", message, element.span("n:align"), f"write {', '.join(shares)}")
        return shares.get(value, 0.0)

    def _measured(self, make: "Callable[[Compiler], Sequence[Node]]") -> Box | None:
        """The box of what a compiler without a voice makes."""
        quiet = Compiler(Tools(self.tools.engine, Report(Findings()), Forms("", Size(0.0, 0.0))))
        return union(node.reach() for node in make(quiet))

    def _plain(self, element: Element, space: Space) -> list[Node]:
        """The nodes of an element whose attributes are all known."""
        name = element.name
        if name in IGNORED or name in DEFINITIONS or name in UNDRAWN:
            return []
        if name not in GEOMETRY or name in ("stop", "tspan", "textPath"):
            hint = ADVICE.get(name, "draw it with shapes, paths, text or images")
            self.report.error("svg-unsupported", f"`{name}` is not supported", element.span(), hint)
            return []
        self.tools.count(space.depth)
        self._check(element)
        style = self._style(element, space.style)
        try:
            matrix = bounded(space.matrix @ transform(element.attributes.get("transform", "")))
        except SvgError as error:
            self.tools.raised(element, "transform", error)
            matrix = space.matrix
        here = space._replace(matrix=matrix, style=style, depth=space.depth + 1)
        nodes = self._content(element, here)
        if "display" in style and style["display"].text == "none":
            return unseen(nodes)
        return self._grouped(nodes, here, element)

    def _check(self, element: Element) -> None:
        """Tell of attributes that are not known, a text's on its path included."""
        for path in text_paths(element):
            self._check(path)
        known = GEOMETRY[element.name]
        for name in element.attributes:
            if name in known or name in COMMON or name in DRAWN or name in HARMLESS:
                continue
            if (name == "transform" and element.name in TRANSFORMED) or name.startswith(("data-", "aria-")):
                continue
            message = f"the attribute `{name}` of `{element.name}` is not supported"
            self.report.error(
                "svg-unsupported", message, element.span(name), ADVICE.get(name, "leave it out")
            )

    def _style(self, element: Element, inherited: Style) -> dict[str, Value]:
        return cascade(element, inherited, self.tools.library.rules(element.document), self.report)

    def _content(self, element: Element, space: Space) -> list[Node]:
        tools = self.tools
        if content(element) and (element.name in SHAPES or element.name in ("text", "image")):
            nodes = frame(element, space, tools)
            self.frames += [found for node in nodes if (found := text_frame(node, element))]
            return nodes
        match element.name:
            case "g" | "a":
                return self._children(element, space)
            case "svg":
                measure = Measure(element, space.viewport, self.report)
                box = Box(
                    measure.across("x"),
                    measure.down("y"),
                    measure.across("width", "100%"),
                    measure.down("height", "100%"),
                )
                return self._viewport(element, space, box)
            case "use":
                return self._use(element, space)
            case "text":
                return [Still(text(element, space, tools))]
            case "image":
                return [Still(image(element, space, tools))]
            case _:
                return [Still(shape(element, outline(element, space.viewport, self.report), space, tools))]

    def _children(self, element: Element, space: Space) -> list[Node]:
        nodes: list[Node] = []
        for child in element.elements():
            nodes += self.element(child, space)
        return merged(nodes)

    def _viewport(self, element: Element, space: Space, box: Box) -> list[Node]:
        """The children of a nested `svg` or a `symbol`: a viewport of its own, cut off at its edges."""
        attributes = element.attributes
        if box.width <= 0 or box.height <= 0:
            return unseen(self._children(element, space))
        try:
            inner = view_box(attributes["viewBox"]) if "viewBox" in attributes else box._replace(x=0.0, y=0.0)
            matrix, _ = fitted(inner, box, attributes.get("preserveAspectRatio", ""))
        except SvgError as error:
            self.tools.raised(element, "viewBox", error)
            inner, matrix = box, Matrix()
        inside = space._replace(matrix=space.matrix @ matrix, viewport=Size(inner.width, inner.height))
        nodes = self._children(element, inside)
        overflow = space.style.get("overflow")
        if overflow and overflow.text in ("visible", "auto"):
            return nodes
        edge = Path(transform_outline(rectangle(box), space.matrix, 4))
        return nodes if _within(nodes, edge, space.matrix) else self._wrapped(nodes, edge, 1.0)

    def _use(self, element: Element, space: Space) -> list[Node]:
        try:
            target = self.tools.library.target(element)
            if target in space.uses:
                raise UnresolvedError(f"`{element.attributes.get('href')}` shows itself")
            if "href" in element.final and any(one.bindings for one in target.all()):
                raise UnresolvedError(f"what `{element.attributes['href']}` shows is bound itself", HINT)
        except SvgError as error:
            self.tools.raised(element, "href", error)
            return []
        measure = Measure(element, space.viewport, self.report)
        at = Matrix.translation(measure.across("x"), measure.down("y"))
        inside = space._replace(matrix=space.matrix @ at, uses=(*space.uses, target))
        if target.name not in ("symbol", "svg"):
            return self.element(target, inside)
        self._check(target)
        inside = inside._replace(style=self._style(target, space.style))
        own = Measure(target, space.viewport, self.report)
        wide = measure if "width" in element.attributes else own
        high = measure if "height" in element.attributes else own
        box = Box(0.0, 0.0, wide.across("width", "100%"), high.down("height", "100%"))
        return self._grouped(self._viewport(target, inside, box), inside, target)

    def _grouped(self, nodes: list[Node], space: Space, element: Element) -> list[Node]:
        """The nodes of an element, faded and clipped together as its style says."""
        style = space.style
        if "opacity" not in style and "clip-path" not in style:
            return nodes
        opacity = round(self.tools.painter.share("opacity", style), 4)
        paths = clips.told(
            self.tools.clipper, style, Around(space.matrix, space.viewport, self._own_box(element, space))
        )
        if opacity == 0 or any(not path.segments for path in paths):
            return unseen(nodes)
        for path in reversed(paths):
            nodes = self._wrapped(nodes, path, 1.0)
        return self._wrapped(nodes, None, opacity) if opacity < 1 else nodes

    def _own_box(self, element: Element, space: Space) -> Box | None:
        """The box of an element in its user space; worked out only where a clip may ask for it."""
        if "clip-path" not in space.style:
            return None
        if element.name in SHAPES:
            return outline_bounds(outline(element, space.viewport, self.report))
        level = space._replace(matrix=Matrix())
        return self._measured(
            lambda quiet: (
                quiet._children(element, level) if element.elements() else quiet._content(element, level)
            )
        )

    def _wrapped(self, nodes: list[Node], clip: Path | None, opacity: float) -> list[Node]:
        nodes = merged(nodes)
        if not nodes:
            return []
        if len(nodes) > 1 or not isinstance(nodes[0], Still):
            return [Wrapped(self.tools.forms.sealed(nodes), clip, opacity)]
        ops = nodes[0].ops
        return [Still((Group(ops, clip=clip),) if clip else faded(ops, opacity))]


def _within(nodes: Sequence[Node], edge: Path, matrix: Matrix) -> bool:
    """Whether nothing can stick out of an upright edge."""
    box = outline_bounds(edge.segments)
    if box is None or matrix.b or matrix.c or not all(isinstance(node, Still) for node in nodes):
        return False
    reach = union(ink(node.ops) for node in nodes if isinstance(node, Still))
    return reach is None or box.contains(reach, 1e-3)
