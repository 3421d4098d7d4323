"""Pages → a PDF: faces set in their places and turned, the marks over them. Here y is turned over."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable

import msgspec

from generator import __version__
from generator.drawing import Face
from generator.fonts import Fonts
from generator.geometry import Box, Matrix, Size
from generator.paper import Page, Placement
from generator.write.content import Scribe
from generator.write.deflate import Deflate, deflate
from generator.write.operators import concat, rectangle
from generator.write.resources import Drawing, Resources

PRODUCER = f"Nineup {__version__}"

SPREAD = 3
"""A face that stands on so many pages is drawn once and called: deflate folds copies only within a page."""

KEPT = 256
"""Faces whose operators are remembered; the pages before may have been let go."""


class Document(msgspec.Struct, frozen=True):
    """A PDF's pages, which may come one by one, and what it says about itself."""

    title: str
    author: str
    keywords: str
    pages: Iterable[Page]


def pdf(
    document: Document,
    fonts: Fonts,
    deflate: Deflate = deflate,
    scribe: Callable[[Resources], Scribe] = Scribe,
) -> bytes:
    """The file of some sheets; its pages' media, crop and trim are the paper."""
    writer = _Writer(fonts, deflate, scribe)
    for page in document.pages:
        writer.sheet(page)
    return writer.finish(document.title, document.author, document.keywords)


def face_pdf(
    faces: Iterable[Face], fonts: Fonts, title: str = "", author: str = "", keywords: str = ""
) -> bytes:
    """A file in which each page is one face: its media is the bleed box, its trim the face's size."""
    writer = _Writer(fonts)
    for face in faces:
        writer.face(face)
    return writer.finish(title, author, keywords)


class _Written(msgspec.Struct):
    """The operators of a face met lately, and on how many pages, up to the last one, it stood."""

    face: Face
    content: str
    last: int
    pages: int = 1


class _Writer:
    def __init__(
        self, fonts: Fonts, deflate: Deflate = deflate, scribe: Callable[[Resources], Scribe] = Scribe
    ) -> None:
        # ReportLab takes long to import: only who writes a PDF waits for it.
        from generator.write.pdf_objects import Objects

        self.resources = Resources(fonts.by_key)
        self.scribe = scribe(self.resources)
        self.objects = Objects(deflate)
        self.faces: OrderedDict[int, _Written] = OrderedDict()
        self.slots: dict[Hashable, str] = {}
        self.count = 0

    def sheet(self, page: Page) -> None:
        """Add a page of placements."""
        self.count += 1
        parts = [self.turned_over(page.size)]
        parts += [self.placed(placement) for placement in page.placements]
        parts.append(self.scribe.content(page.ops))
        self.objects.page(page.size, "\n".join(parts), page.trim or Box(0, 0, *page.size))

    def face(self, face: Face) -> None:
        """Add a page that is one face."""
        self.count += 1
        box = Box(face.bleed, face.bleed, *face.size)
        around = box.outset(face.bleed)
        size = Size(around.width, around.height)
        move = concat(Matrix.translation(box.x, box.y), self.scribe.numbers[6], self.scribe.numbers[3])
        content = "\n".join((self.turned_over(size), move, self.drawn(face)))
        self.objects.page(size, content, box, around)

    def finish(self, title: str, author: str, keywords: str) -> bytes:
        about = {"Title": title, "Author": author, "Keywords": keywords, "Producer": PRODUCER}
        return self.objects.finish(self.resources, about)

    def turned_over(self, size: Size) -> str:
        """How each page begins: the origin goes to the top-left corner, y runs down, mitres end where SVG's do."""
        return f"4 M 1 0 0 -1 0 {self.scribe.numbers[3][size.height]} cm"

    def placed(self, placement: Placement) -> str:
        """A face's operators, within its clip and turned into its place."""
        slot = placement.box, placement.turns, placement.clip, placement.mask, placement.face.size
        begin = self.slots.get(slot)
        if begin is None:
            begin = self.slots[slot] = self.begin(placement)
        return f"{begin}\n{self.drawn(placement.face)}\nQ"

    def begin(self, placement: Placement) -> str:
        """What stands before each face in a slot; pages that look alike have the same slots."""
        numbers = self.scribe.numbers[3]
        clip = rectangle(placement.clip, numbers)
        if placement.mask:
            clip += f" W n {self.scribe.outline(placement.mask, 3)}"
        return f"q {clip} W n {concat(into_place(placement), self.scribe.numbers[6], numbers)}"

    def drawn(self, face: Face) -> str:
        """The operators that draw a face: all of them, or from the page on where that pays, a call."""
        written = self.faces.get(id(face))
        if written is None:
            written = self.remember(face)
        elif written.last != self.count:
            written.last, written.pages = self.count, written.pages + 1
            if written.pages == SPREAD:
                reach = Box(0, 0, *face.size).outset(face.bleed)
                written.content = f"/{self.resources.drawing(Drawing(written.content, reach))} Do"
            self.faces.move_to_end(id(face))
        return written.content

    def remember(self, face: Face) -> _Written:
        written = self.faces[id(face)] = _Written(face, self.scribe.face(face), self.count)
        if len(self.faces) > KEPT:
            self.faces.popitem(last=False)
        return written


def into_place(placement: Placement) -> Matrix:
    """The transform from a face's own space to the page, quarter turns clockwise included."""
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
