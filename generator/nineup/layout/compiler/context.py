"""The context in which an element is drawn, and the tools that all parts of the compiler share."""

from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from nineup.base.geometry import Box, Matrix, Size
from nineup.layout.binding.nodes import FormFactory
from nineup.layout.binding.origins import Origins
from nineup.layout.placeholder import MissingArtError
from nineup.model.drawing import Art, Colour, Form, Op
from nineup.svg.effects.markers import Markers
from nineup.svg.library import DEEPEST, Library
from nineup.svg.paint.paint import Painter
from nineup.svg.paint.patterns import Patterns
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, em
from nineup.svg.text.static_text import StaticTypesetter
from nineup.svg.values.values import MOST_SEGMENTS, SvgError
from nineup.svg.xml import SvgElement
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, StyleSheet

if TYPE_CHECKING:
    from nineup.svg.effects.clips import Clipper
    from nineup.svg.effects.masks import Masks
    from nineup.svg.filters.drawing import Filters

MOST_ELEMENTS_FOLLOWED = 50_000
"""The largest number of elements in a drawing with all its references followed."""


_AROUND = 36.0
"""How far beyond its edges a drawing may be visible, in points: more than any bleed."""


class ElementContext(msgspec.Struct, frozen=True):
    """The context of an element: the matrix to points, its style, its viewport, and the targets of the `use`s
    around it.
    """

    matrix: Matrix
    style: ElementStyle
    viewport: Size
    uses: tuple[SvgElement, ...] = ()
    depth: int = 0
    user: ElementStyle | None = None
    """In a marker, the style of the path with the marker."""
    is_clip: bool = False
    """In a clip path, where only outlines count."""
    mirrored: bool = False
    """In content that is reflected for right-to-left languages."""

    @property
    def em(self) -> float:
        """The size of the font in user units."""
        return em(self.style)


class GameResources(Protocol):
    """The resources for compiling a drawing: a game's files, fonts, styles, symbols and pictures."""

    library: Library
    fonts: Fonts
    sheet: StyleSheet
    setting: Setting
    origins: Origins | None
    placed: list[dict[str, tuple[Op, ...]]]
    is_placing: bool

    @property
    def from_right(self) -> bool: ...

    def symbol(self, name: str) -> Art | None: ...

    def picture(self, path: str) -> Art | None: ...

    def qr_code(self, text: str, colour: Colour) -> Art | None: ...

    def art(self, element: SvgElement) -> Art | None: ...

    def placeholder(self, box: Box, missing: MissingArtError) -> tuple[Op, ...]: ...

    def lacking_styles(self) -> str: ...

    def weight(self, form: Form) -> int: ...

    def whole(self, drawing: Form) -> tuple[Op, ...] | None: ...

    def aspect(self, drawing: Form) -> str: ...

    def image_data(self, element: SvgElement) -> bytes: ...


class Extent:
    """The number of a drawing's elements and segments so far, including those only measured."""

    elements = 0
    segments = 0
    blends = False
    """Whether some of them blend with what is below them."""


class DefinitionDrawer(Protocol):
    """Draws the children of definitions, at their place in the document."""

    def drawn(
        self, element: SvgElement, matrix: Matrix, viewport: Size, user: ElementStyle | None = None
    ) -> tuple[Op, ...]: ...


class CompileContext:
    """What the compilation of one drawing shares. Mistakes go to `reporter`."""

    def __init__(
        self,
        resources: GameResources,
        reporter: Reporter,
        forms: FormFactory,
        extent: "Extent | None" = None,
        is_measuring: bool = False,
    ) -> None:
        """If it `is_measuring`, elements are boxes: nothing is painted, and hidden ones count
        (SVG 2, 8.10).
        """
        self.is_measuring = is_measuring
        self.is_placing = resources.is_placing and not is_measuring
        """Whether nodes know the elements that they are of."""
        self.resources = resources
        self.reporter = reporter
        self.forms = forms
        self.library = resources.library
        self.drawer: DefinitionDrawer | None = None
        """Set by the compiler."""
        self.patterns = Patterns(self.library, self.drawn)
        self.painter = Painter(self.library, reporter, self.patterns)
        self.markers = Markers(self.drawn, lambda element: self.clipper.style(element), self.painter.opacity)
        self.typesetter = StaticTypesetter(resources.fonts, self.painter, reporter, is_measuring=is_measuring)
        self.extent = extent or Extent()
        self.typesetter.count = partial(self.count, 0)

    @cached_property
    def masks(self) -> "Masks":
        from nineup.svg.effects.masks import Masks

        return Masks(self.drawn)

    @cached_property
    def clipper(self) -> "Clipper":
        from nineup.svg.effects.clips import Clipper

        return Clipper(self.library, self.reporter, self.count_segments)

    @cached_property
    def filters(self) -> "Filters":
        from nineup.svg.filters.drawing import Filters
        from nineup.svg.filters.writing import DrawingSources

        size = self.forms.size
        around = Box(0.0, 0.0, *size).outset(0.0 if self.reporter.is_art else _AROUND) if size.width else None
        resources = self.resources
        sources = DrawingSources(
            self.library, self.reporter, resources.fonts, letters=self._letters, pictures=resources.image_data
        )
        return Filters(sources, around)

    def drawn(
        self, element: SvgElement, matrix: Matrix, viewport: Size, user: ElementStyle | None = None
    ) -> tuple[Op, ...]:
        """The drawing of a definition's children; `user` is the style of the path with the marker."""
        assert self.drawer is not None
        return self.drawer.drawn(element, matrix, viewport, user=user)

    def _letters(self, element: SvgElement, style: ElementStyle, viewport: Size) -> tuple[Op, ...]:
        return self.typesetter.text(element, style, viewport, ctm=Matrix())

    @property
    def is_exhausted(self) -> bool:
        """Whether the drawing has more elements than are drawn."""
        return self.extent.elements > MOST_ELEMENTS_FOLLOWED

    def count(self, depth: int, elements: int = 1) -> None:
        """Counts elements. Raises SvgError if there are too many, or they are nested too deeply."""
        self.extent.elements += elements
        if self.is_exhausted:
            message = (
                f"the drawing has more than {MOST_ELEMENTS_FOLLOWED:,} elements with its references followed"
            )
            raise SvgError(message, "simplify it, or place it as a PNG")
        if depth > DEEPEST:
            raise SvgError(f"the drawing is nested more than {DEEPEST} deep", "ungroup some elements")

    def count_segments(self, number: int) -> None:
        """Counts the segments of an outline or a clip. Raises SvgError if the drawing has too many."""
        self.extent.segments += number
        if self.extent.segments > MOST_SEGMENTS:
            message = (
                f"the drawing has more than {MOST_SEGMENTS:,} lines and curves, clip paths and references "
                "followed"
            )
            raise SvgError(message, "simplify it, or place it as a PNG")

    def report(self, element: SvgElement, attribute: str, error: SvgError) -> None:
        """Reports an error in an attribute, or in the binding that replaces it."""
        if attribute in element.final:
            self.reporter.error(error.code, error.message, element.span(f"n:{attribute}"), hint=error.hint)
        else:
            self.reporter.svg_error(error, element.span(attribute))
