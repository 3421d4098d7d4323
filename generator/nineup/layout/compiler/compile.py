"""Compiles an SVG document to nodes: containers, references, conditions, loops and bound attributes.

A layout is compiled once, and filled for each card. Whatever no binding can change is drawn now, and shared
by all faces: neighboring static nodes are merged. What is bound becomes a node that takes its values when a
card is filled in. An element with bound attributes is compiled again for each different set of values, by the
same code as a static one, so a bound color and a written one are the same in every respect.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.geometry import Box, Matrix, Size, outline_bounds, transform_outline, union
from nineup.layout.binding.bindings import (
    NEVER,
    binding_key,
    bound_attributes,
    content_binding,
    is_mirrored,
    is_shown,
    keeps_its_look,
    reflection,
)
from nineup.layout.binding.frames import Frame, TextNode
from nineup.layout.binding.nodes import (
    BoundElement,
    CompiledElement,
    Conditional,
    FormFactory,
    LayoutNode,
    Static,
    grouped,
    hide,
    merged_nodes,
)
from nineup.layout.binding.origins import traced
from nineup.layout.compiler.along import text
from nineup.layout.compiler.context import CompileContext, ElementContext
from nineup.layout.compiler.framing import frame, text_frame
from nineup.layout.compiler.primitives import image, shape
from nineup.layout.compiler.spaces import edges, inner_space, put, space_inside, turn_of
from nineup.layout.compiler.supported import check_attributes, is_drawn, is_hidden
from nineup.logic.expression import unescape
from nineup.model.drawing import Group, Op, Path, rectangle
from nineup.model.extent import ink
from nineup.svg.conditional import is_chosen
from nineup.svg.outlines.shapes import SHAPES, Measure, outline
from nineup.svg.paint.paint import for_context, take_context
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, PropertyValue, around, cascade, check_inherited, says
from nineup.svg.style.properties import CSS_TRANSFORM, EFFECTS, GEOMETRY, IGNORED
from nineup.svg.transform import about_origin, check_matrix, fit_box, transform, view_box, with_plain_numbers
from nineup.svg.values.values import SvgError, UnresolvedError, UnsupportedError
from nineup.svg.xml import SvgDocument, SvgElement

if TYPE_CHECKING:
    from nineup.layout.compiler.effects import Effects

_PIXEL = 0.75
"""Points in a CSS pixel."""

_BOUND_TARGET = "use n:if with one <use> for each case"


class Compiler:
    """Compiles the elements of one drawing, in document order."""

    def __init__(self, tools: CompileContext) -> None:
        self.tools = tools
        self.reporter = tools.reporter
        tools.drawer = self
        self._drawn: dict[tuple[SvgElement, Matrix, Size], tuple[tuple[Op, ...], int]] = {}
        """The results of drawing definitions, and how many elements that took."""
        self.frames: list[Frame] = []
        self.texts: list[TextNode] = []

    def drawing(self, document: SvgDocument, box: Box, size: Size) -> list[LayoutNode]:
        """The nodes of a whole document, with `box` of its user space fitted to a trim box of
        `size` points.
        """
        root = document.root
        try:
            check_attributes(root, self.reporter)
            matrix, _ = fit_box(box, Box(0.0, 0.0, *size), root.attributes.get("preserveAspectRatio", ""))
            style = self._style(root, {})
            if not is_chosen(root) or says(style, "display", "none"):
                return []
            pixels = ElementContext(
                Matrix.scaling(_PIXEL, _PIXEL), style, Size(size.width / _PIXEL, size.height / _PIXEL)
            )
            turn = pixels.matrix @ turn_of(root, pixels) @ pixels.matrix.inverse()
            matrix = turn @ matrix
            mirrored = is_mirrored(root, self.tools.resources.from_right, self.reporter)
            if mirrored:
                matrix = matrix @ reflection(box)
            space = ElementContext(matrix, style, Size(box.width, box.height), mirrored=mirrored)
            nodes = self._children(root, space)
            if turn != Matrix():
                edge = Path(transform_outline(rectangle(Box(0.0, 0.0, *size)), turn, 4))
                nodes = grouped(nodes, Group((), clip=edge), self.tools.forms)
            # The root is a box of CSS: what clips it is in pixels, before its viewBox.
            outermost = msgspec.structs.replace(pixels, matrix=turn @ pixels.matrix)
            nodes = self._with_effects(nodes, space, root, inside=lambda: outermost)
            return (
                # Blend modes mix with the drawing only, not with the page that
                # it lies on (CSS Compositing 1).
                grouped(nodes, Group((), isolated=True), self.tools.forms)
                if self.tools.extent.blends
                else nodes
            )
        except SvgError as error:
            self.reporter.svg_error(error, root.span())
            return []

    def _with_effects(
        self,
        nodes: list[LayoutNode],
        space: ElementContext,
        element: SvgElement,
        inside: Callable[[], ElementContext] | None = None,
    ) -> list[LayoutNode]:
        """The nodes of an element with its style's group effects applied; `inside` is the space of its clip
        paths and masks.
        """
        if self.tools.is_measuring:
            return nodes
        if "foil" in element.bindings:
            nodes = self._effects.foiled(nodes, element)
        if not space.style.keys() & EFFECTS:
            return nodes
        return self._effects.applied(nodes, space, element, inside=inside() if inside else space)

    @cached_property
    def _effects(self) -> "Effects":
        from nineup.layout.compiler.effects import Effects  # slow to import, and unused in many layouts

        return Effects(self.tools, self._own_box, self._inner_box)

    def part(self, element: SvgElement) -> tuple[Op, ...]:
        """The drawing of one element, with the transforms and in the style of those around it."""
        try:
            root = element.document.root.attributes
            box = view_box(root["viewBox"]) if "viewBox" in root else Box(0.0, 0.0, 100.0, 100.0)
            space = ElementContext(Matrix.scaling(_PIXEL, _PIXEL), {}, Size(box.width, box.height))
            for each in reversed(tuple(element.ancestors())):
                style = self._style(each, space.style)
                matrix = space.matrix @ self._transform(each, style, space)
                space = msgspec.structs.replace(space, matrix=check_matrix(matrix), style=style)
            nodes = self.element(element, space)
        except SvgError as error:
            self.reporter.svg_error(error, element.span())
            return ()
        return tuple(op for node in nodes if isinstance(node, Static) for op in node.ops)

    def drawn(
        self, element: SvgElement, matrix: Matrix, viewport: Size, user: ElementStyle | None = None
    ) -> tuple[Op, ...]:
        """The drawing of a definition's children, in the style at its place in the document.
        Raises SvgError.
        """
        key = element, matrix, viewport
        if user is None and key in self._drawn:
            ops, elements = self._drawn[key]
            # What is reused counts as if it were drawn, or a drawing that doubles itself
            # thirty times would cost nothing.
            self.tools.count(0, elements)
            return ops
        before = self.tools.extent.elements
        rules = self.tools.library.rules(element.document)
        style = self._style(element, around(element, rules, self.reporter))
        space = ElementContext(
            matrix,
            style,
            viewport,
            uses=(),
            depth=0,
            user=for_context(user) if user else user,
            is_clip=element.name == "clipPath",
        )
        was, self.tools.typesetter.is_clip = self.tools.typesetter.is_clip, space.is_clip
        placing, self.tools.is_placing = self.tools.is_placing, False
        try:
            nodes = self._children(element, space)
        finally:
            self.tools.typesetter.is_clip, self.tools.is_placing = was, placing
        if any(not isinstance(node, Static) for node in nodes):
            raise UnsupportedError(f"bindings in a `{element.name}` are not supported", "bind what uses it")
        ops = tuple(op for node in nodes if isinstance(node, Static) for op in node.ops)
        if user is None:
            self._drawn[key] = ops, self.tools.extent.elements - before
        return ops

    def element(self, element: SvgElement, space: ElementContext) -> list[LayoutNode]:
        """The nodes of an element, including its loop, its condition and its bound attributes."""
        bindings = element.bindings
        body = self._attributes(element, space)
        if "if" in bindings:
            # The condition is inside the loop, as in `program`: it may read the loop's item.
            body = [Conditional(binding_key(element, "if"), self.tools.forms.share(body))]
        if "each" in bindings:
            from nineup.layout.compiler.repeats import repeat

            def measured(scale: float) -> Box | None:
                level = msgspec.structs.replace(space, matrix=Matrix.scaling(scale, scale))
                return self._measured(lambda silent: silent._attributes(element, level))

            body = [
                repeat(
                    element, space, self.tools.forms.share(body), measured=measured, reporter=self.reporter
                )
            ]
        return body

    def _attributes(self, element: SvgElement, space: ElementContext) -> list[LayoutNode]:
        names = bound_attributes(element)
        if is_shown(element):
            element = element.with_values(element.bindings, {})
        if not names:
            return self._plain(element, space)
        left = {name: value for name, value in element.bindings.items() if name not in names}
        sample = self._plain(element.with_values({}, left), space) if _has_sample(element, names) else []
        keys = tuple(binding_key(element, name) for name in names)
        return [BoundElement(keys, self._compile_with(element, space, names, left=left), sample)]

    def _compile_with(
        self, element: SvgElement, space: ElementContext, names: tuple[str, ...], left: dict[str, str]
    ) -> Callable[[tuple[str, ...]], CompiledElement]:
        """Returns a function that compiles the element again with values for its bound attributes."""
        forms = self.tools.forms

        def about(findings: Findings) -> list[tuple[Diagnostic, int | None]]:
            """Each finding with the number of the value that it points at."""
            spans = [element.span(f"n:{name}") for name in names]
            return [
                (each, next((n for n, span in enumerate(spans) if _within(each.span, span)), None))
                for each in findings
            ]

        def compile_with(values: tuple[str, ...]) -> CompiledElement:
            findings = Findings()
            # A compiler of its own, since this runs later, while faces are drawn, and has its own findings.
            compiler = Compiler(CompileContext(self.tools.resources, Reporter(findings), forms))
            attributes = {name: unescape(value) for name, value in zip(names, values, strict=True)}
            try:
                nodes = forms.share(compiler._plain(element.with_values(attributes, left), space))
            except SvgError as error:
                compiler.reporter.svg_error(error, element.span())
                return CompiledElement(None, about(findings))
            return CompiledElement(nodes, about(findings) if findings else ())

        return compile_with

    def _measured(
        self, make: "Callable[[Compiler], Sequence[LayoutNode]]", is_measuring: bool = False
    ) -> Box | None:
        """The box of what a compiler makes, discarding its findings."""
        forms = FormFactory("", Size(0.0, 0.0))
        silent = Compiler(
            CompileContext(
                self.tools.resources,
                Reporter(Findings()),
                forms,
                extent=self.tools.extent,
                is_measuring=is_measuring,
            )
        )
        silent.tools.is_placing = False
        return union(node.reach() for node in make(silent))

    def _plain(self, element: SvgElement, space: ElementContext) -> list[LayoutNode]:
        """The nodes of an element without bound attributes."""
        if not is_drawn(element, self.reporter):
            return []
        self.tools.count(space.depth)
        if is_hidden(element, space.style, self.tools.library):
            return []
        check_attributes(element, self.reporter)
        style = self._style(element, space.style)
        if element.name == "text" or content_binding(element) == "text":
            check_inherited(element, style, self.reporter)
        take_context(style, space.user)
        try:
            matrix = check_matrix(space.matrix @ self._transform(element, style, space))
        except SvgError as error:
            self.tools.report(element, "transform", error)
            matrix = space.matrix
        here = msgspec.structs.replace(space, matrix=matrix, style=style, depth=space.depth + 1)
        if space.mirrored and keeps_its_look(element):
            here = self._kept(element, here)
        nodes = self._content(element, here)
        if "display" in style and style["display"].text == "none":
            # Not left out: the program prints the values of what isn't displayed, and nodes must take them.
            return hide(nodes)
        nodes = self._with_effects(
            nodes, here, element, inside=lambda: space_inside(element, here, self.tools)
        )
        if not content_binding(element):
            nodes = traced(nodes, element, self.tools.resources.origins)
        return [self._placed(nodes, element, space, here=here)] if self.tools.is_placing else nodes

    def _placed(
        self,
        nodes: list[LayoutNode],
        element: SvgElement,
        space: ElementContext,
        here: ElementContext,
    ) -> LayoutNode:
        """The nodes of an element with its places in `space`, and of what is in it (`here`)."""
        from nineup.layout.binding.placed import Placed  # only editors want it

        box = None
        if element.name in SHAPES:
            box = self._own_box(element, here)
        elif element.name in ("image", "svg"):
            box = edges(element, here, self.reporter)
        return Placed(element, space.matrix, here.matrix, box=box, body=nodes)

    def _kept(self, element: SvgElement, space: ElementContext) -> ElementContext:
        """The position of an element of a mirrored layout that is moved but not reflected."""
        if element.name == "text" and content_binding(element):
            return space  # its width depends on the card
        space = msgspec.structs.replace(space, mirrored=False)
        box = self._own_box(element, space)
        if box is None and element.bindings.get("mirror") == NEVER:
            message = "`n:mirror` needs the size of the element, which depends on the card"
            hint = "put it on a shape or a frame"
            self.reporter.error("binding-misplaced", message, element.span("n:mirror"), hint=hint)
        return space if box is None else msgspec.structs.replace(space, matrix=space.matrix @ reflection(box))

    def _transform(self, element: SvgElement, style: ElementStyle, space: ElementContext) -> Matrix:
        """The matrix of an element's `transform`, about its `transform-origin`. Raises SvgError."""
        text = element.attributes.get("transform", "")
        if CSS_TRANSFORM in style and "transform" not in element.final:
            text = with_plain_numbers(style[CSS_TRANSFORM].text)
        if not text or "transform-origin" not in style:
            return transform(text)
        box: Box | None = Box(0.0, 0.0, *space.viewport)
        if "transform-box" in style and style["transform-box"].text in ("fill-box", "content-box"):
            box = self._own_box(element, msgspec.structs.replace(space, style=style))
        return about_origin(text, style["transform-origin"].text, box or Box(0.0, 0.0, 0.0, 0.0))

    def _style(self, element: SvgElement, inherited: ElementStyle) -> dict[str, PropertyValue]:
        return cascade(element, inherited, self.tools.library.rules(element.document), reporter=self.reporter)

    def _content(self, element: SvgElement, space: ElementContext) -> list[LayoutNode]:
        tools = self.tools
        if content_binding(element) and (element.name in SHAPES or element.name in ("text", "image")):
            nodes = frame(element, space, tools)
            self.frames += [fitted for node in nodes if (fitted := text_frame(node, element))]
            self.texts += [node for node in nodes if isinstance(node, TextNode)]
            return traced(nodes, element, self.tools.resources.origins)
        match element.name:
            case "g" | "a":
                return self._children(element, space)
            case "switch":
                return self._first(element, space)
            case "svg":
                return self._viewport(element, space, edges(element, space, self.reporter))
            case "use":
                return self._use(element, space)
            case "text":
                return [Static(text(element, space, tools))]
            case "image":
                return [Static(image(element, space, tools))]
            case "flowRoot":
                from nineup.layout.compiler.flowed import flowed  # Few drawings have one.

                try:
                    return [Static(flowed(element, space, tools))]
                except SvgError as error:
                    self.reporter.svg_error(error, element.span())
                    return []
            case _:
                segments = outline(element, space.viewport, self.reporter, em=space.em)
                return [Static(shape(element, segments, space, tools=tools))]

    def _children(self, element: SvgElement, space: ElementContext) -> list[LayoutNode]:
        nodes: list[LayoutNode] = []
        for child in element.elements():
            if (
                self.tools.is_exhausted
            ):  # which was reported; definitions in definitions would recurse forever
                break
            nodes += self.element(child, space)
        return merged_nodes(nodes)

    def _first(self, element: SvgElement, space: ElementContext) -> list[LayoutNode]:
        """The nodes of the first child of a `switch` that is drawable and whose conditions hold."""
        for child in element.elements():
            if child.name not in IGNORED and child.name in GEOMETRY and is_chosen(child):
                return self.element(child, space)
        return []

    def _viewport(self, element: SvgElement, space: ElementContext, box: Box) -> list[LayoutNode]:
        """The children of a nested `svg` or a `symbol` in a viewport of their own, clipped at its edges."""
        if box.width <= 0 or box.height <= 0:
            return hide(self._children(element, space))
        nodes = self._children(element, inner_space(element, space, box, tools=self.tools))
        overflow = space.style.get("overflow")
        if overflow and overflow.text in ("visible", "auto"):
            return nodes
        edge = Path(transform_outline(rectangle(box), space.matrix, 4))
        if _fits(nodes, edge, space.matrix):
            return nodes
        for name in ("clip-path", "mask"):
            if name in space.style and not says(space.style, name, "none"):
                message = f"`{name}` of a nested drawing that reaches beyond its edges is not supported"
                value = space.style[name]
                value.report(
                    self.reporter, "svg-unsupported", message, hint="put it on a group around the drawing"
                )
        return grouped(nodes, Group((), clip=edge), self.tools.forms)

    def _use(self, element: SvgElement, space: ElementContext) -> list[LayoutNode]:
        try:
            target = self.tools.library.target(element)
            # A `use` may show a group that contains it; browsers draw nothing there.
            if target in space.uses:
                raise UnresolvedError(f"`{element.attributes.get('href')}` contains itself")
            if "href" in element.final and any(one.bindings for one in target.all()):
                raise UnresolvedError(
                    f"what `{element.attributes['href']}` shows has bindings of its own", _BOUND_TARGET
                )
        except SvgError as error:
            self.tools.report(element, "href", error)
            return []
        inside = msgspec.structs.replace(
            put(element, space, self.reporter), uses=(*space.uses, target), user=for_context(space.style)
        )
        if target.name not in ("symbol", "svg"):
            return self.element(target, inside)
        check_attributes(target, self.reporter)
        inside = msgspec.structs.replace(inside, style=self._style(target, space.style))
        measure = Measure(element, space.viewport, self.reporter, em=space.em)
        own = Measure(target, space.viewport, self.reporter, em=space.em)
        wide = measure if "width" in element.attributes else own
        high = measure if "height" in element.attributes else own
        box = Box(own.across("x"), own.down("y"), wide.across("width", "100%"), high.down("height", "100%"))
        nodes = self._viewport(target, inside, box)
        has_area = box.width > 0 and box.height > 0
        inner = (lambda: inner_space(target, inside, box, tools=self.tools)) if has_area else None
        return self._with_effects(nodes, inside, target, inside=inner)

    def _inner_box(self, element: SvgElement, inside: ElementContext) -> Box | None:
        """The box of an element in the space of its clip paths and masks."""
        if element.parent is None:
            return Box(0.0, 0.0, *inside.viewport)
        level = msgspec.structs.replace(inside, matrix=Matrix())
        if element.name in ("svg", "symbol"):
            return self._measured(lambda silent: silent._children(element, level), is_measuring=True)
        box = self._own_box(element, inside)
        if element.name != "use" or box is None:
            return box
        return put(element, level, self.reporter).matrix.inverse().map_box(box)

    def _own_box(self, element: SvgElement, space: ElementContext) -> Box | None:
        """The box of an element in its user space."""
        if element.name in SHAPES:
            return outline_bounds(outline(element, space.viewport, self.reporter, em=space.em))
        level = msgspec.structs.replace(space, matrix=Matrix())
        return self._measured(lambda silent: silent._content(element, level), is_measuring=True)


def _has_sample(element: SvgElement, bound: Collection[str]) -> bool:
    """Whether an element can be drawn without the values of its bound attributes: references and
    texts can't.
    """
    needed = {"href"} if element.bindings.keys().isdisjoint(("text", "micro")) else {"href", "class"}
    return element.attributes.keys() >= needed & set(bound)


def _within(span: Span | None, outer: Span) -> bool:
    """Whether a place begins inside another one."""
    return span is not None and span[:2] == outer[:2] and 0 <= span.column - outer.column < outer.length


def _fits(nodes: Sequence[LayoutNode], edge: Path, matrix: Matrix) -> bool:
    """Whether nothing extends beyond an upright edge."""
    box = outline_bounds(edge.segments)
    # What a card fills in may be larger than the edge.
    if box is None or matrix.b or matrix.c or not all(isinstance(node, Static) for node in nodes):
        return False
    reach = union(ink(node.ops) for node in nodes if isinstance(node, Static))
    return reach is None or box.contains(reach, 1e-3)
