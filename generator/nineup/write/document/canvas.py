"""ReportLab's canvas, on which sheets are laid out with y down."""

from typing import Any

from nineup.base.geometry import Box, Matrix, Size
from nineup.write.document.operators import Numbers, Rounded
from nineup.write.document.reportlab import Canvas

NONZERO = 1
"""ReportLab's `FILL_NON_ZERO`."""

_ROUNDED = Rounded(3)
_NUMBERS = Numbers(3)


class PageCanvas(Canvas):  # type: ignore[misc]
    """A canvas without a font of its own, which ReportLab would name on every page.

    Lengths are rounded like those of faces.
    """

    def __init__(self, size: tuple[float, float] = (0, 0), version: tuple[int, int] | None = None) -> None:
        super().__init__("", size, invariant=1, pdfVersion=version)
        self._doc.Catalog.Outlines = None

    @property
    def document(self) -> Any:
        """The document to which the canvas adds its pages."""
        return self._doc

    def turn_over(self, height: float) -> None:
        """Starts a page of this height: from here on, y runs down, and the mitre limit is SVG's."""
        self.setMiterLimit(4)
        self.transform(*Matrix(1, 0, 0, -1, 0, _ROUNDED[height]))

    def clip(self, box: Box) -> None:
        """Clips what follows to a box."""
        path = self.beginPath()
        path.rect(*[_ROUNDED[number] for number in (box.x, box.y, box.width, box.height)])
        self.clipPath(path, stroke=0, fill=0, fillMode=NONZERO)

    def place(self, matrix: Matrix) -> None:
        """Moves and turns what follows."""
        self.transform(*matrix[:4], *(_ROUNDED[value] for value in matrix[4:]))

    def end_page(self, size: Size, trim: Box | None = None, bleed: Box | None = None) -> Any:
        """Ends a page; returns ReportLab's, which still lacks its `Contents` and `Resources`.

        Boxes are in points from the top-left corner, y down.
        """
        super().showPage()
        page = self._doc.Pages[-1]
        page.MediaBox = page.CropBox = _edges(Box(0, 0, *size), size)
        page.TrimBox = _edges(trim, size) if trim else page.MediaBox
        page.BleedBox = _edges(bleed, size) if bleed else None
        page.Rotate = page.Trans = None
        # Its operators are what was drawn, until `Contents` has them with the names of resources, compressed.
        page.setStream("")
        return page

    def _make_preamble(self) -> None:
        self._preamble = ""


def _edges(box: Box, size: Size) -> str:
    """A box in PDF's notation: left, bottom, right and top, from the page's bottom-left corner."""
    edges = box.x, size.height - box.bottom, box.right, size.height - box.y
    return f"[{' '.join([_NUMBERS[edge] for edge in edges])}]"
