"""Where an element is drawn, and the tools that all parts of the compiler share."""

from typing import NamedTuple, Protocol

from nineup.drawing import Art
from nineup.fonts import Fonts
from nineup.geometry import Matrix, Size
from nineup.layout.clips import Clipper
from nineup.layout.library import DEEPEST, Library
from nineup.layout.nodes import FormFactory
from nineup.layout.paint import Painter
from nineup.layout.reporter import Reporter
from nineup.layout.static_text import StaticTypesetter
from nineup.layout.style import Style
from nineup.layout.values import SvgError
from nineup.layout.xml import Element
from nineup.text import Setting, StyleSheet

MOST = 100_000
"""The largest number of elements in a drawing with all its references followed."""


class Space(NamedTuple):
    """Where an element is drawn: the matrix to points, its style, its viewport, and the targets of `use`s around it."""

    matrix: Matrix
    style: Style
    viewport: Size
    uses: tuple[Element, ...] = ()
    depth: int = 0


class Resources(Protocol):
    """What a drawing is compiled with: a game's files, fonts, styles, symbols and pictures."""

    library: Library
    fonts: Fonts
    sheet: StyleSheet
    setting: Setting

    def symbol(self, name: str) -> Art | None: ...

    def picture(self, path: str) -> Art | None: ...

    def art(self, element: Element) -> Art | None: ...


class Tools:
    """What the compilation of one drawing shares. Mistakes go to `reporter`."""

    def __init__(self, resources: Resources, reporter: Reporter, forms: FormFactory) -> None:
        self.resources = resources
        self.reporter = reporter
        self.forms = forms
        self.library = resources.library
        self.painter = Painter(self.library, reporter)
        self.clipper = Clipper(self.library, reporter)
        self.typesetter = StaticTypesetter(resources.fonts, self.painter, reporter)
        self._count = 0

    def count(self, depth: int) -> None:
        """Count an element. Raises SvgError if there are too many, or they are nested too deeply."""
        self._count += 1
        if self._count > MOST:
            message = f"the drawing has more than {MOST} elements with its references followed"
            raise SvgError(message, "simplify it, or place it as a PNG")
        if depth > DEEPEST:
            raise SvgError(f"the drawing is nested more than {DEEPEST} deep", "ungroup some elements")

    def report(self, element: Element, attribute: str, error: SvgError) -> None:
        """Report an error in an attribute, or in the binding that replaces it."""
        name = f"n:{attribute}" if attribute in element.final else attribute
        self.reporter.svg_error(error, element.span(name))
