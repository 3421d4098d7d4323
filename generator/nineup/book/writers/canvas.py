"""The pages of a booklet's PDF: a ReportLab canvas that writes text and drawings as sheets do.

Fonts are shaped and embedded as on the cards, and ReportLab's own fonts never appear.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise

from nineup.base.geometry import Box, Matrix, Size
from nineup.base.shelf import Shelf, Shelved
from nineup.book.writers.signature import Signature, imposed, sheet_size
from nineup.model.booklet import Content
from nineup.model.drawing import Op
from nineup.typography.fonts import Font
from nineup.write import Contents
from nineup.write.document.canvas import PageCanvas
from nineup.write.document.content import ContentWriter
from nineup.write.document.file import PdfFile
from nineup.write.document.objects import LateData
from nineup.write.document.resources import Resources


class _Page:
    """A page that is drawn: its operators, with gaps for what is drawn later."""

    def __init__(self, parts: list[Shelved], gaps: list[Callable[[], None]]) -> None:
        self.parts, self.gaps = parts, gaps
        """A gap follows each part but the last."""
        self.compressed: Shelved | None = None
        """The finished stream."""

    def stream(self) -> bytes:
        assert self.compressed is not None
        return self.compressed.read()


class BookletCanvas(PageCanvas):
    """The canvas of one PDF. After `save`, `result` is the whole file, in portions.

    Pages wait in a temporary file until it is known what their gaps hold, such as the number of a page that
    comes later. So the memory does not grow with the text.

    With a `signature`, pages are put on sheets to fold, which have neither links nor bookmarks.

    Where the language runs `from_right`, pages are mirrored as a whole: columns run from right to left, and
    marks are on the right. What must stay readable is mirrored back in its own box.
    """

    def __init__(
        self,
        size: Size,
        font: Callable[[str], Font],
        about: Mapping[str, str],
        signature: Signature | None = None,
        language: str = "en",
        from_right: bool = False,
    ) -> None:
        super().__init__((size.width, size.height))
        self.file = PdfFile(canvas=self)
        self.content_writer = ContentWriter(font)
        self.resources = Resources(self.content_writer.references)
        self.about = about
        self.language = language
        self.from_right = from_right
        self.chapters: list[Content] = [()]
        """The chapter that continues from the previous page, and those that start on this one."""
        self.result: Contents = b""
        self._signature = signature
        self._shelf = Shelf()
        self._pages: list[_Page] = []
        self._gaps: list[tuple[int, Callable[[], None]]] = []
        """What is drawn later on this page, each with the number of operators before it."""
        self._inked = False

    def put(self, ops: tuple[Op, ...], height: float, left: float = 0.0, width: float | None = None) -> None:
        """Draws operations (y down) with their origin at this height above the canvas's, and `left` to its
        right.

        With a `width`, that of their box, they are readable on mirrored pages, too.
        """
        self._inked = self._inked or bool(ops)
        if ops:
            across, x = (-1, left + width) if self.from_right and width is not None else (1, left)
            self.saveState()
            self.setMiterLimit(4)
            self.place(Matrix(across, 0, 0, -1, x, height))
            self.addLiteral(self.resources.link(self.content_writer.write(ops)))
            self.restoreState()

    def put_later(self, draw: Callable[[], None]) -> None:
        """Leaves a gap for what `draw` puts here once all pages are there."""
        self._gaps.append((len(self._code), draw))

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

    def setFont(self, *_: object, **__: object) -> None:  # noqa: N802
        """Does nothing: ReportLab sets no text here, but would refer to its own fonts."""

    def showPage(self) -> None:  # noqa: N802
        cuts = [0, *(at for at, _ in self._gaps), len(self._code)]
        parts = ["\n".join(self._code[start:end]) for start, end in pairwise(cuts)]
        page = _Page([self._kept(part) for part in parts], [draw for _, draw in self._gaps])
        self._pages.append(page)
        self._gaps.clear()
        if self._signature is None:
            self._place(page, Size(*self._pagesize))
        else:
            self._startPage()
        self._inked = False

    def save(self) -> None:
        if self._code:
            self.showPage()
        document = self.file.document
        if self._signature is None:
            for page in self._pages:
                self._finish(page, self._content(page))
            document.Outlines.prepare(document, self)
            if document.Outlines.ready > 0:
                document.Catalog.Outlines = document.Outlines
                document.Catalog.PageMode = "/UseOutlines"
        else:
            self._impose(self._signature)
        self.setCatalogEntry("Lang", self.language)
        self.result = self.file.finish(self.resources, self.about)

    def _impose(self, signature: Signature) -> None:
        """Puts the pages on both sides of sheets."""
        size = Size(*self._pagesize)
        pages = [self._kept(self._content(page)) for page in self._pages]
        sides = imposed(
            lambda number: pages[number - 1].read().decode("latin-1"),
            len(pages),
            size,
            signature=signature,
            from_right=self.from_right,
        )
        for content in sides:
            side = _Page([], [])
            self._place(side, sheet_size(size, signature))
            self._finish(side, content)

    def _place(self, page: _Page, size: Size) -> None:
        """Ends a page of the file, whose stream comes when it is finished."""
        stream = {"Filter": "/FlateDecode"}
        self.file.page(size).Contents = self.file.late_stream(stream, lambda: LateData({}, page.stream()))

    def _finish(self, page: _Page, content: str) -> None:
        (data,) = self.file.compressed(lambda _: content.encode("latin-1"), 1)
        self.file.sign(data)
        page.compressed = self._shelf.put(data)

    def _content(self, page: _Page) -> str:
        """A page's operators, with those that were put later."""
        texts = [part.read().decode("latin-1") for part in page.parts]
        for number, draw in enumerate(page.gaps):
            self._startPage()
            draw()
            texts[number] += "\n" + self.getCurrentPageContent()
        return "\n".join(texts)

    def _kept(self, content: str) -> Shelved:
        return self._shelf.put(content.encode("latin-1"))
