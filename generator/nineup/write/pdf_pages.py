"""Pages → a PDF: faces are placed and rotated, marks drawn over them, and the y axis is flipped."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable
from itertools import chain

import msgspec

from nineup import __version__
from nineup.drawing import Face
from nineup.fonts import Fonts
from nineup.geometry import Box, Matrix, Size
from nineup.paper import Page, Placement
from nineup.write.content import ContentWriter
from nineup.write.deflate import Deflate, deflate
from nineup.write.operators import concat, rectangle
from nineup.write.resources import FormObject, Resources

PRODUCER = f"Nineup {__version__}"

REPEATED = 3
"""A face on at least this many pages becomes a form that is called: compression only merges copies on one page."""


class PdfDocument(msgspec.Struct, frozen=True):
    """The pages of a PDF and its document information."""

    title: str
    author: str
    keywords: str
    pages: Iterable[Page]


def pdf(
    document: PdfDocument,
    fonts: Fonts,
    deflate: Deflate = deflate,
    content_writer: Callable[[Resources], ContentWriter] = ContentWriter,
) -> bytes:
    """A PDF of sheets; the media, crop and trim boxes of its pages are the paper."""
    pages = tuple(document.pages)
    writer = _Writer(fonts, deflate, content_writer, repeated_faces(pages))
    for page in pages:
        writer.sheet(page)
    return writer.finish(document.title, document.author, document.keywords)


def face_pdf(
    faces: Iterable[Face], fonts: Fonts, title: str = "", author: str = "", keywords: str = ""
) -> bytes:
    """A PDF with one page per face: the media box includes the bleed, the trim box is the face."""
    writer = _Writer(fonts)
    for face in faces:
        writer.face(face)
    return writer.finish(title, author, keywords)


def repeated_faces(pages: Iterable[Page]) -> frozenset[Face]:
    """The faces that occur on at least `REPEATED` pages."""
    faces = ({placement.face for placement in page.placements} for page in pages)
    return frozenset(face for face, count in Counter(chain.from_iterable(faces)).items() if count >= REPEATED)


class _Writer:
    def __init__(
        self,
        fonts: Fonts,
        deflate: Deflate = deflate,
        content_writer: Callable[[Resources], ContentWriter] = ContentWriter,
        called: Collection[Face] = frozenset(),
    ) -> None:
        # ReportLab is slow to import: commands that write no PDF don't load it.
        from nineup.write.pdf_file import PdfFile

        self.resources = Resources(fonts.by_key)
        self.content_writer = content_writer(self.resources)
        self.file = PdfFile(deflate)
        self.called: dict[Face, str | None] = dict.fromkeys(called)
        self.last_page: dict[Face, str] = {}
        self.this_page: dict[Face, str] = {}
        self.slots: dict[Hashable, str] = {}

    def sheet(self, page: Page) -> None:
        """Add a page of placements."""
        called = tuple([placement.face in self.called for placement in page.placements])
        content = self.content_writer.reuse((_PageIdentity(page), called), lambda: self.page_content(page))
        self.file.page(page.size, content, page.trim or Box(0, 0, *page.size))

    def page_content(self, page: Page) -> str:
        """The operators that draw a page."""
        self.last_page, self.this_page = self.this_page, {}
        parts = [self.page_setup(page.size)]
        parts += [self.placement_content(placement) for placement in page.placements]
        parts.append(self.content_writer.content(page.ops))
        return "\n".join(parts)

    def face(self, face: Face) -> None:
        """Add a page that shows one face."""
        box = Box(face.bleed, face.bleed, *face.size)
        around = box.outset(face.bleed)
        size = Size(around.width, around.height)
        move = concat(
            Matrix.translation(box.x, box.y), self.content_writer.numbers[6], self.content_writer.numbers[3]
        )
        content = "\n".join((self.page_setup(size), move, self.content_writer.face(face)))
        self.file.page(size, content, box, around)

    def finish(self, title: str, author: str, keywords: str) -> bytes:
        about = {"Title": title, "Author": author, "Keywords": keywords, "Producer": PRODUCER}
        return self.file.finish(self.resources, about)

    def page_setup(self, size: Size) -> str:
        """The start of every page: the origin is the top-left corner, y runs down, the mitre limit is SVG's."""
        return f"4 M 1 0 0 -1 0 {self.content_writer.numbers[3][size.height]} cm"

    def placement_content(self, placement: Placement) -> str:
        """A face's operators, clipped and rotated into place."""
        slot = placement.box, placement.turns, placement.clip, placement.mask, placement.face.size
        slot_setup = self.slots.get(slot)
        if slot_setup is None:
            slot_setup = self.slots[slot] = self.slot_setup(placement)
        return f"{slot_setup}\n{self.face_content(placement.face)}\nQ"

    def slot_setup(self, placement: Placement) -> str:
        """The operators before any face in this slot, which is the same on similar pages."""
        numbers = self.content_writer.numbers[3]
        clip = rectangle(placement.clip, numbers)
        if placement.mask:
            clip += f" W n {self.content_writer.outline(placement.mask, 3)}"
        return f"q {clip} W n {concat(into_place(placement), self.content_writer.numbers[6], numbers)}"

    def face_content(self, face: Face) -> str:
        """The operators that draw a face, or a call. Copies of a face are neighbours, so two pages are cached."""
        if face in self.called:
            return self.called[face] or self.call(face)
        content = self.this_page.get(face) or self.last_page.get(face)
        if content is None:
            content = self.content_writer.face(face)
        self.this_page[face] = content
        return content

    def call(self, face: Face) -> str:
        reach = Box(0, 0, *face.size).outset(face.bleed)
        drawing = FormObject(self.content_writer.face(face), reach)
        self.called[face] = text = f"/{self.resources.drawing(drawing)} Do"
        return text


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
