"""The effects of a style on an element as a whole: filter, clip path, mask, opacity and blending."""

from collections.abc import Callable
from typing import cast, get_args

from nineup.base.diagnostics import HintedError
from nineup.base.geometry import Box, union
from nineup.layout.binding.nodes import Filtered, LayoutNode, Static, grouped, hide
from nineup.layout.compiler.context import CompileContext, ElementContext
from nineup.layout.compiler.framing import element_label
from nineup.model.drawing import Blend, Group, Mask, Op, Path, rectangle
from nineup.model.extent import ink
from nineup.svg.effects.clips import ClipTarget, ComplexClipError
from nineup.svg.filters.values import is_on_top
from nineup.svg.filters.writing import FilteredPlace, addresses, without_addresses
from nineup.svg.library import element_by_id
from nineup.svg.paint.lettering import shining, unseen
from nineup.svg.style.cascade import ElementStyle, PropertyValue, says
from nineup.svg.values.values import AbsentError, SvgError, UnresolvedError, UnsupportedError
from nineup.svg.xml import SvgElement
from nineup.typography.text.style import foil
from nineup.write.svg import Elements


class Effects:
    """Applies the effects of styles. Mistakes are reported, and leave the element as it is."""

    def __init__(
        self,
        tools: CompileContext,
        own_box: Callable[[SvgElement, ElementContext], Box | None],
        inner_box: Callable[[SvgElement, ElementContext], Box | None],
    ) -> None:
        """`own_box` gives the box of an element in its user space, `inner_box` in that of its clip paths and
        masks.
        """
        self.tools = tools
        self.own_box = own_box
        self.inner_box = inner_box

    def applied(
        self, nodes: list[LayoutNode], space: ElementContext, element: SvgElement, inside: ElementContext
    ) -> list[LayoutNode]:
        """The nodes of an element with the opacity and the clip of its style; clip paths and masks are in the
        space `inside`.
        """
        style = space.style
        target = ClipTarget(inside.matrix, inside.viewport, lambda: self.inner_box(element, inside))
        if "filter" in style and not space.is_clip:
            nodes = self._filtered(nodes, space, element)
        if "clip-path" in style:
            nodes = self._clipped(nodes, style["clip-path"], target)
        if space.is_clip:
            return nodes
        if "mask" in style:
            nodes = self._masked(nodes, style["mask"], target)
        opacity = round(self.tools.painter.opacity("opacity", style), 4)
        blend = self._blend(style)
        self.tools.extent.blends |= blend != "normal"
        if opacity == 0:
            return hide(nodes)
        isolate = self.tools.extent.blends and (
            opacity < 1
            or says(style, "isolation", "isolate")
            or any(name in style and style[name].text != "none" for name in ("clip-path", "mask"))
        )
        if blend != "normal" or isolate:
            return self._group(nodes, Group((), opacity=opacity, blend=blend, isolated=True))
        return self._group(nodes, Group((), opacity=opacity)) if opacity < 1 else nodes

    def foiled(self, nodes: list[LayoutNode], element: SvgElement) -> list[LayoutNode]:
        """The nodes of an element with `n:foil`, in that foil; as they are after a mistake, which is
        reported.
        """
        resources, span = self.tools.resources, element.span("n:foil")
        try:
            look = foil(element.bindings["foil"].strip(), resources.sheet.palette)
        except ValueError as error:
            hint = error.hint if isinstance(error, HintedError) else ""
            self.tools.reporter.error("binding-value", str(error), span, hint=hint)
            return nodes
        if not all(isinstance(node, Static) for node in nodes):
            message = "a foil on something that depends on the card is not supported"
            hint = "give the text a style with `foil`, or put `n:foil` on the shapes that are always there"
            self.tools.reporter.error("svg-unsupported", message, span, hint=hint)
            return nodes
        ops = tuple(op for node in nodes if isinstance(node, Static) for op in node.ops)
        return [Static(shining(ops, look, resources.fonts))]

    def _filtered(
        self, nodes: list[LayoutNode], space: ElementContext, element: SvgElement
    ) -> list[LayoutNode]:
        """The pixels that a filter makes of an element; its nodes after a mistake, which is reported."""
        value = space.style["filter"]
        if value.text == "none":
            return nodes
        try:
            if element.name in ("svg", "symbol"):
                raise UnsupportedError(
                    "a filter on a whole drawing is not supported", "filter an element in it, such as a group"
                )
            filters = self._filters(element, value.text)
            if any(not isinstance(node, Static) for node in nodes):
                return self._filtered_on_cards(nodes, space, element, filters=filters)
            ops = [op for node in nodes if isinstance(node, Static) for op in node.ops]
            drawn = ink(ops)
            box = union(
                (self.own_box(element, space), space.matrix.inverse().map_box(drawn) if drawn else None)
            )
            if box is None and any(
                each.attributes.get("filterUnits") == "userSpaceOnUse" for each in filters
            ):
                box = Box(0.0, 0.0, 0.0, 0.0)  # It may draw a flood where there is nothing else.
            if box is None or not space.matrix.scale:
                return nodes
            place = FilteredPlace(space.matrix, space.style, box, ops=tuple(ops))
            pixels = self.tools.filters.ops(element, place, space.viewport)
        except SvgError as error:
            value.report_error(self.tools.reporter, error)
            return nodes
        span = element.span()
        self.tools.reporter.drawn_as_pixels(f"`{element_label(element)}` of line {span.line}", span)
        return [Static(pixels)]

    def _filtered_on_cards(
        self, nodes: list[LayoutNode], space: ElementContext, element: SvgElement, filters: list[SvgElement]
    ) -> list[LayoutNode]:
        """Nodes that depend on the card, with pixels that are made for each that is different.

        Where the filter leaves what it filters on top, as a shadow does, that stays sharp above the pixels.
        """
        style, fonts, inverse = space.style, self.tools.resources.fonts, space.matrix.inverse()
        is_below = is_on_top(style["filter"].text, filters)

        def draw(ops: tuple[Op, ...]) -> tuple[Op, ...]:
            drawn = ink(ops)
            if drawn is None or not space.matrix.scale:
                return ops
            pen = Elements(fonts.by_key, "card-")
            inside = pen.draw((Path(rectangle(drawn)), *ops))  # The box that browsers see of letters.
            defs = f"<defs>{''.join(pen.definitions)}</defs>" if pen.definitions else ""
            matrix = " ".join(f"{factor:.8g}" for factor in inverse)
            place = FilteredPlace(space.matrix, style, inverse.map_box(drawn), ops=ops)
            pixels = self.tools.filters.ops(
                element, place, space.viewport, drawn=f'{defs}<g transform="matrix({matrix})">{inside}</g>'
            )
            return (*pixels, *(ops if is_below else unseen(ops)))

        span = element.span()
        self.tools.reporter.drawn_as_pixels(f"`{element_label(element)}` of line {span.line}", span)
        return [Filtered(nodes, draw, style["filter"].element.span("filter"))]

    def _filters(self, element: SvgElement, text: str) -> list[SvgElement]:
        """The `filter` elements that a value names. Raises SvgError."""
        named = addresses(text)
        try:
            return [element_by_id(element.document, address) for address in named]
        except AbsentError as error:
            if without_addresses(text) or len(named) > 1:
                raise UnsupportedError(
                    f"one of several filters is missing: {error.message}", "remove it"
                ) from error
            raise

    def _clipped(
        self,
        nodes: list[LayoutNode],
        value: PropertyValue,
        target: ClipTarget,
        seen: tuple[SvgElement, ...] = (),
    ) -> list[LayoutNode]:
        """The nodes inside a clip path; as they are after a mistake, which is reported."""
        try:
            paths = self.tools.clipper.paths(value, target)
        except ComplexClipError:
            return self._clipped_by_mask(nodes, value, target, seen=seen)
        except SvgError as error:
            value.report_error(self.tools.reporter, error)
            return nodes
        if any(not path.segments for path in paths):
            return hide(nodes)
        for path in reversed(paths):
            nodes = self._group(nodes, Group((), clip=path))
        return nodes

    def _clipped_by_mask(
        self, nodes: list[LayoutNode], value: PropertyValue, target: ClipTarget, seen: tuple[SvgElement, ...]
    ) -> list[LayoutNode]:
        """The nodes inside a clip path that isn't an outline: it is drawn as a mask."""
        clipper = self.tools.clipper
        try:
            element = clipper.element(value)
            if element in seen:
                raise UnresolvedError(f"the clip path `{value.text}` refers to itself")
            inside = clipper.inside(element, target)
            ops = self.tools.drawn(element, inside.matrix, inside.viewport) if inside else ()
        except SvgError as error:
            value.report_error(self.tools.reporter, error)
            return nodes
        if not ops:
            return hide(nodes)
        nodes = self._group(nodes, Group((), mask=Mask(ops, alpha=True)))
        style = clipper.style(element)
        return (
            self._clipped(nodes, style["clip-path"], target, seen=(*seen, element))
            if "clip-path" in style
            else nodes
        )

    def _masked(
        self,
        nodes: list[LayoutNode],
        value: PropertyValue,
        target: ClipTarget,
        seen: tuple[SvgElement, ...] = (),
    ) -> list[LayoutNode]:
        """The nodes seen through a mask; as they are after a mistake, which is reported."""
        masks = self.tools.masks
        try:
            element = masks.mask(value)
            if element is None:
                return nodes
            if element in seen:
                raise UnresolvedError(f"the mask `{value.text}` refers to itself")
            style = self.tools.clipper.style(element)
            mask = masks.drawn(element, style, target)
        except SvgError as error:
            value.report_error(self.tools.reporter, error)
            return nodes
        if mask is None:
            return hide(nodes)
        nodes = self._group(nodes, Group((), mask=mask))
        if "clip-path" in style:
            nodes = self._clipped(nodes, style["clip-path"], target)
        return self._masked(nodes, style["mask"], target, seen=(*seen, element)) if "mask" in style else nodes

    def _blend(self, style: ElementStyle) -> Blend:
        value = style.get("mix-blend-mode")
        if value is None or value.text in get_args(Blend):
            return cast(Blend, value.text) if value else "normal"
        error = UnsupportedError(f"`mix-blend-mode: {value.text}` is not supported", "use another mode")
        value.report_error(self.tools.reporter, error)
        return "normal"

    def _group(self, nodes: list[LayoutNode], how: Group) -> list[LayoutNode]:
        return grouped(nodes, how, self.tools.forms)
