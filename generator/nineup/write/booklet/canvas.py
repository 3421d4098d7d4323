"""The pages of a booklet's PDF: ReportLab's canvas, whose texts and drawings are written as those of sheets are.

So fonts are embedded and shaped as on the cards, and no other font comes in.
"""

from collections.abc import Callable, Mapping

from nineup.booklet import Content
from nineup.drawing import Op
from nineup.fonts import Font
from nineup.geometry import Box, Size
from nineup.write.booklet.platypus import Canvas, pdfdoc
from nineup.write.content import ContentWriter
from nineup.write.pdf_file import PdfFile
from nineup.write.resources import Resources


class BookletCanvas(Canvas):  # type: ignore[misc]
    """A canvas of one PDF. `result` is the whole file once it was saved; a trial draws nothing."""

    def __init__(
        self, size: Size, font: Callable[[str], Font], about: Mapping[str, str], is_trial: bool
    ) -> None:
        super().__init__("", pagesize=tuple(size), invariant=1, pageCompression=1)
        self.file = PdfFile()
        self._doc = self.file.document
        self.content_writer = ContentWriter(Resources(font))
        self.about = about
        self.is_trial = is_trial
        self.chapters: list[Content] = [()]
        """The chapter that went on where the page began, and those that begin on it."""
        self.result = b""
        self._inked = False

    def put(self, ops: tuple[Op, ...], height: float) -> None:
        """Draw operations (y down) whose origin is so high above the canvas's own."""
        self._inked = self._inked or bool(ops)
        if ops and not self.is_trial:
            turned = f"q 4 M 1 0 0 -1 0 {self.content_writer.numbers[3][height]} cm"
            self._code += [turned, self.content_writer.content(ops), "Q"]

    def begin(self, chapter: Content) -> None:
        """A chapter begins; where that is the page's first ink, nothing went on."""
        self.chapters = [*self.chapters, chapter] if self._inked and self.chapters[0] else [chapter]

    def saveState(self) -> None:  # noqa: N802
        if not self.is_trial:
            super().saveState()

    def restoreState(self) -> None:  # noqa: N802
        if not self.is_trial:
            super().restoreState()

    def transform(self, *matrix: float) -> None:
        if not self.is_trial:
            super().transform(*matrix)

    def setFont(self, *_: object, **__: object) -> None:  # noqa: N802
        """Nothing: ReportLab sets no text here, but would name its own fonts."""

    def showPage(self) -> None:  # noqa: N802
        size = Size(*self._pagesize)
        self.file.page(size, "\n".join(self._code), Box(0, 0, *size), annotations=tuple(self._annotationrefs))
        self._inked = False
        self._startPage()

    def save(self) -> None:
        if self._code:
            self.showPage()
        if self.is_trial:
            return
        document = self.file.document
        document.Outlines.prepare(document, self)
        if document.Outlines.ready > 0:
            document.Catalog.Outlines = document.Outlines
            document.Catalog.PageMode = "/UseOutlines"
        document.Catalog.Lang = pdfdoc.PDFString("en")
        self.result = self.file.finish(self.content_writer.resources, self.about)

    def _make_preamble(self) -> None:
        self._preamble = ""
