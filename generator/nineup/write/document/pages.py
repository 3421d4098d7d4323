"""Pages → a PDF: faces are placed and rotated, marks drawn over them, and the y axis is flipped."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from nineup import __version__
from nineup.base.geometry import Box, Matrix
from nineup.model.drawing import Face
from nineup.model.paper import Page, Placement
from nineup.typography.fonts import Fonts
from nineup.write.document.content import ContentWriter
from nineup.write.document.deflate import DeflateEach, deflate_each
from nineup.write.document.references import FormObject, GlyphsUsed, Operators
from nineup.write.document.resources import Resources

if TYPE_CHECKING:
    from nineup.write.document.compact import Portions

PRODUCER = f"Nineup {__version__}"

REPEATED = 3
"""The number of pages from which a face becomes a form that is called: compression only merges copies on one
page.
"""


class AmbiguousError(Exception):
    """A word's operators depend on which words were written before. Write each document with its own
    writer.
    """


class PdfDocument(msgspec.Struct, frozen=True):
    """The pages of a PDF and its document information."""

    title: str
    author: str
    keywords: str
    pages: Iterable[Page]


def pdf(
    document: PdfDocument,
    fonts: Fonts,
    deflate_each: DeflateEach = deflate_each,
    content_writer: ContentWriter | None = None,
) -> bytes:
    """A PDF of sheets as `pdf_portions` makes it, whole."""
    return b"".join(pdf_portions(document, fonts, deflate_each, content_writer=content_writer))


def pdf_portions(
    document: PdfDocument,
    fonts: Fonts,
    deflate_each: DeflateEach = deflate_each,
    content_writer: ContentWriter | None = None,
) -> "Portions":
    """A PDF of sheets; the media, crop and trim boxes of its pages are the paper. Its portions are made when
    they are asked for, so of the pictures, one is in memory at a time.

    `content_writer` may have cached some of the pages. Raises AmbiguousError if that makes a difference; a
    portion raises ProjectError if a picture's file has changed since it was read.
    """
    pages = tuple(document.pages)
    writer = _Writer(fonts, deflate_each, content_writer, called=repeated_faces(pages))
    writer.sheets(pages)
    if content_writer is not None and content_writer.references.is_ambiguous:
        raise AmbiguousError
    return writer.finish(document.title, document.author, document.keywords)


def face_pdf(
    faces: Iterable[Face],
    fonts: Fonts,
    title: str = "",
    author: str = "",
    keywords: str = "",
    content_writer: ContentWriter | None = None,
) -> bytes:
    """A PDF with one page per face as `face_pdf_portions` makes it, whole."""
    return b"".join(
        face_pdf_portions(
            faces, fonts, title, author=author, keywords=keywords, content_writer=content_writer
        )
    )


def face_pdf_portions(
    faces: Iterable[Face],
    fonts: Fonts,
    title: str = "",
    author: str = "",
    keywords: str = "",
    content_writer: ContentWriter | None = None,
) -> "Portions":
    """A PDF with one page per face: the media box includes the bleed, the trim box is the face.

    `content_writer`, portions and errors as in `pdf_portions`.
    """
    writer = _Writer(fonts, content_writer=content_writer)
    for face in faces:
        writer.face(face)
    if content_writer is not None and content_writer.references.is_ambiguous:
        raise AmbiguousError
    return writer.finish(title, author, keywords)


def repeated_faces(pages: Iterable[Page]) -> frozenset[Face]:
    """The faces that occur on at least `REPEATED` pages."""
    faces = ({placement.face for placement in page.placements} for page in pages)
    return frozenset(face for face, count in Counter(chain.from_iterable(faces)).items() if count >= REPEATED)


def load_pdf_writer() -> None:
    """Imports what only PDFs need, which the first PDF would do otherwise."""
    import nineup.write.document.file  # noqa: F401


class _Writer:
    def __init__(
        self,
        fonts: Fonts,
        deflate_each: DeflateEach = deflate_each,
        content_writer: ContentWriter | None = None,
        called: Collection[Face] = frozenset(),
    ) -> None:
        # ReportLab is slow to import: commands that write no PDF don't load it.
        from nineup.write.document.file import PdfFile

        self.content_writer = content_writer or ContentWriter(fonts.by_key)
        self.resources = Resources(self.content_writer.references)
        self.file = PdfFile(deflate_each)
        self.called: dict[Face, Operators | None] = dict.fromkeys(called)
        self.last_page: dict[Face, Operators] = {}
        self.this_page: dict[Face, Operators] = {}
        self.slots: dict[Hashable, str] = {}

    def sheets(self, pages: Sequence[Page]) -> None:
        """Add pages of placements."""
        contents = self.file.compressed(lambda number: self.content(pages[number]), len(pages))
        for page, content in zip(self.file.document.Pages.pages, contents, strict=True):
            page.Contents = self.file.compressed_stream({}, content)

    def content(self, page: Page) -> bytes:
        """Adds a page of placements; returns its operators, with the names of the resources that they use."""
        called = tuple([placement.face in self.called for placement in page.placements])
        identity = _PageIdentity(page), called
        operators = self.content_writer.reuse(identity, lambda: self.page_operators(page))
        self.file.page(page.size, page.trim)
        return self.content_writer.link(operators, self.resources)

    def page_operators(self, page: Page) -> Operators:
        """Draws a page on the canvas; returns the operators."""
        self.last_page, self.this_page = self.this_page, {}
        canvas = self.file.canvas
        canvas.turn_over(page.size.height)
        glyphs = GlyphsUsed(self.content_writer.references)
        for placement in page.placements:
            drawn = self.face_operators(placement.face)
            glyphs.add(drawn.glyphs)
            canvas.saveState()
            self.enter(placement)
            canvas.addLiteral(drawn.text)
            canvas.restoreState()
        drawn = self.content_writer.write(page.ops)
        glyphs.add(drawn.glyphs)
        canvas.addLiteral(drawn.text)
        return Operators(canvas.getCurrentPageContent(), glyphs.total())

    def enter(self, placement: Placement) -> None:
        """Clips and moves what follows. Similar pages have the same slots, so each is drawn once."""
        canvas = self.file.canvas
        slot = placement.box, placement.turns, placement.clip, placement.mask, placement.face.size
        if slot in self.slots:
            canvas.addLiteral(self.slots[slot])
            return
        before = len(canvas.getCurrentPageContent())
        canvas.clip(placement.clip)
        if placement.mask:
            canvas.addLiteral(f"{self.content_writer.outline(placement.mask, 3)} W n")
        canvas.place(into_place(placement))
        self.slots[slot] = canvas.getCurrentPageContent()[before + 1 :]

    def face(self, face: Face) -> None:
        """Add a page that shows one face."""
        drawn = self.resources.link(self.content_writer.face(face))
        self.file.face_page(face.size, face.bleed, drawn)

    def finish(self, title: str, author: str, keywords: str) -> "Portions":
        about = {"Title": title, "Author": author, "Keywords": keywords, "Producer": PRODUCER}
        return self.file.finish(self.resources, about)

    def face_operators(self, face: Face) -> Operators:
        """The operators that draw a face, or a call.

        Copies of a face are neighbours, so two pages are cached.
        """
        if face in self.called:
            return self.called[face] or self.call(face)
        drawn = self.this_page.get(face) or self.last_page.get(face)
        if drawn is None:
            drawn = self.content_writer.face(face)
        self.this_page[face] = drawn
        return drawn

    def call(self, face: Face) -> Operators:
        """The operators that call a face as a form."""
        reach = Box(0, 0, *face.size).outset(face.bleed)
        drawn = self.content_writer.face(face)
        name = self.content_writer.references.drawing(FormObject(drawn.text, reach))
        self.called[face] = operators = Operators(f"/{name} Do", drawn.glyphs)
        return operators


class _PageIdentity:
    """A page as a cache key, by identity."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _PageIdentity) and self.page is other.page

    def __hash__(self) -> int:
        return id(self.page)


def into_place(placement: Placement) -> Matrix:
    """The transform from a face's coordinates to the page's, including its clockwise quarter turns."""
    box, (width, height) = placement.box, placement.face.size
    match placement.turns % 4:
        case 0:
            return Matrix(1, 0, 0, 1, box.x, box.y)
        case 1:
            return Matrix(0, 1, -1, 0, box.x + height, box.y)
        case 2:
            return Matrix(-1, 0, 0, -1, box.x + width, box.y + height)
        case _:
            return Matrix(0, -1, 1, 0, box.x, box.y + width)
