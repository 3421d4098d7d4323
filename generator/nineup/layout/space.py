"""Where an element stands while it is compiled, and the tools that every part of the compiler shares."""

from typing import TYPE_CHECKING, NamedTuple

from nineup.geometry import Matrix, Size
from nineup.layout.clips import Clipper
from nineup.layout.library import DEEPEST
from nineup.layout.nodes import Forms
from nineup.layout.paint import Painter
from nineup.layout.reporter import Report
from nineup.layout.style import Style
from nineup.layout.values import SvgError
from nineup.layout.words import Typesetter
from nineup.layout.xml import Element

if TYPE_CHECKING:
    from nineup.layout.engine import LayoutEngine

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

    def __init__(self, engine: "LayoutEngine", report: Report, forms: Forms) -> None:
        self.engine = engine
        self.report = report
        self.forms = forms
        self.library = engine.library
        self.painter = Painter(self.library, report)
        self.clipper = Clipper(self.library, report)
        self.typesetter = Typesetter(engine.fonts, self.painter, report)
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
