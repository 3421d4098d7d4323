"""The pages of a booklet's PDF: a ReportLab canvas that writes text and drawings as sheets do.

Fonts are shaped and embedded as on the cards, and ReportLab's own fonts never appear.
"""

from collections.abc import Callable, Mapping

from nineup.base.geometry import Box, Matrix, Size
from nineup.book.writers.signature import Signature, imposed, sheet_size
from nineup.model.booklet import Content
from nineup.model.drawing import Op
from nineup.typography.fonts import Font
from nineup.write.document.canvas import PageCanvas
from nineup.write.document.content import ContentWriter
from nineup.write.document.file import PdfFile
from nineup.write.document.resources import Resources


class BookletCanvas(PageCanvas):
    """The canvas of one PDF. After `save`, `result` is the whole file. A trial only finds page numbers.

    With a `signature`, pages are put on sheets to fold, which have neither links nor bookmarks.

    Where the language runs `from_right`, pages are mirrored as a whole: columns run from right to left, and
    marks are on the right. What must stay readable is mirrored back in its own box.
    """

    def __init__(
        self,
        size: Size,
        font: Callable[[str], Font],
        about: Mapping[str, str],
        is_trial: bool,
        signature: Signature | None = None,
        language: str = "en",
        from_right: bool = False,
    ) -> None:
        super().__init__((size.width, size.height))
        self.file = PdfFile(canvas=self)
        self.content_writer = ContentWriter(font)
        self.resources = Resources(self.content_writer.references)
        self.about = about
        self.is_trial = is_trial
        self.language = language
        self.from_right = from_right
        self.chapters: list[Content] = [()]
        """The chapter that continues from the previous page, and those that start on this one."""
        self.result = b""
        self._signature = signature
        self._pages: list[str] = []
        self._inked = False

    def put(self, ops: tuple[Op, ...], height: float, left: float = 0.0, width: float | None = None) -> None:
        """Draws operations (y down) with their origin at this height above the canvas's, and `left` to its
        right.

        With a `width`, that of their box, they are readable on mirrored pages, too.
        """
        self._inked = self._inked or bool(ops)
        if ops and not self.is_trial:
            across, x = (-1, left + width) if self.from_right and width is not None else (1, left)
            self.saveState()
            self.setMiterLimit(4)
            self.place(Matrix(across, 0, 0, -1, x, height))
            self.addLiteral(self.resources.link(self.content_writer.write(ops)))
            self.restoreState()

    def mirror(self, *_: object) -> None:
        """Mirrors the page that has just begun, if the language runs from right to left."""
        if self.from_right:
            self.translate(self._pagesize[0], 0)
            self.scale(-1, 1)

    def placed(self, box: Box, left: float, width: float) -> Box:
        """A box of what `put` draws, on the canvas."""
        return box.moved(left + width - box.right - box.x if self.from_right else left, 0)

    def begin(self, chapter: Content) -> None:
        """Starts a chapter. If the page is still blank, no chapter continues on it."""
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
        """Does nothing: ReportLab sets no text here, but would refer to its own fonts."""

    def showPage(self) -> None:  # noqa: N802
        content = self.getCurrentPageContent()
        if self._signature is None:
            self.file.page(Size(*self._pagesize)).Contents = self.file.contents(content)
        else:
            self._pages.append(content)
            self._startPage()
        self._inked = False

    def save(self) -> None:
        if self._code:
            self.showPage()
        if self.is_trial:
            return
        document = self.file.document
        if self._signature is None:
            document.Outlines.prepare(document, self)
            if document.Outlines.ready > 0:
                document.Catalog.Outlines = document.Outlines
                document.Catalog.PageMode = "/UseOutlines"
        else:
            page = Size(*self._pagesize)
            sheet = sheet_size(page, self._signature)
            for content in imposed(self._pages, page, self._signature, from_right=self.from_right):
                self.file.page(sheet).Contents = self.file.contents(content)
        self.setCatalogEntry("Lang", self.language)
        self.result = b"".join(self.file.finish(self.resources, self.about))
