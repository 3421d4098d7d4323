"""Where an element stands while it is compiled, and the tools that every part of the compiler shares."""

from typing import TYPE_CHECKING, NamedTuple

from generator.geometry import Matrix, Size
from generator.layout.clips import Clipper
from generator.layout.library import DEEPEST
from generator.layout.nodes import Forms
from generator.layout.paint import Painter
from generator.layout.report import Report
from generator.layout.style import Style
from generator.layout.values import SvgError
from generator.layout.words import Typesetter
from generator.layout.xml import Element

if TYPE_CHECKING:
    from generator.layout.studio import Studio

MOST = 100_000
"""How many elements a drawing may come to when all its references are followed."""


class Space(NamedTuple):
    """Where an element stands: the matrix to points, its style, its viewport, the elements that `use`s show."""

    matrix: Matrix
    style: Style
    viewport: Size
    uses: tuple[Element, ...] = ()
    depth: int = 0


class Tools:
    """What compiling one drawing shares. Mistakes go to `report`."""

    def __init__(self, studio: "Studio", report: Report, forms: Forms) -> None:
        self.studio = studio
        self.report = report
        self.forms = forms
        self.library = studio.library
        self.painter = Painter(self.library, report)
        self.clipper = Clipper(self.library, report)
        self.typesetter = Typesetter(studio.fonts, self.painter, report)
        self._count = 0

    def count(self, depth: int) -> None:
        """Count an element. Raises SvgError when a drawing comes to too many, or is nested too deep."""
        self._count += 1
        if self._count > MOST:
            raise SvgError(
                f"the drawing comes to more than {MOST} elements", "simplify it, or place it as a PNG"
            )
        if depth > DEEPEST:
            raise SvgError(f"the drawing is nested more than {DEEPEST} deep", "take groups apart")

    def raised(self, element: Element, attribute: str, error: SvgError) -> None:
        """Report an error in an attribute, or in what is bound to it."""
        name = f"n:{attribute}" if attribute in element.final else attribute
        self.report.raised(error, element.span(name))
