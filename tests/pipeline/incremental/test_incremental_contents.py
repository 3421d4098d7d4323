"""Faces and pages that were written for one document appear in the next one as if they were written for
it.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.project import STARTER, Project
from nineup.model.drawing import (
    Face,
    Form,
    Gap,
    GlyphRun,
    Group,
    Image,
    Linear,
    Op,
    Path,
    PlacedImage,
    Stop,
    Text,
    Use,
    circle,
)
from nineup.model.paper import Page, Piece, Placement
from nineup.pipeline.incremental import CachedContentWriter
from nineup.typography.fonts import Fonts
from nineup.write import ContentWriter, Operators, PdfDocument, Resources, pdf

FONTS = Fonts(Project(STARTER))
LIGHT, BOLD = FONTS.font("Source Sans 3"), FONTS.font("Source Sans 3", 700)
DOT = circle(5, 5, 5)
FADING = Linear(0, 0, 9, 0, (Stop(0, (1, 0, 0)), Stop(1, (0, 0, 1), 0.5)))


def words(text: str, bold: bool = False, tracking: float = 0.0) -> Text:
    font = BOLD if bold else LIGHT
    pieces = [Gap(900, "gem") if word == "*" else font.shape(word) for word in text.split()]
    return Text(5, 20, 9, (GlyphRun(font.key, (0, 0, 0), tuple(pieces)),), tracking)


def picture(digest: str) -> PlacedImage:
    return PlacedImage(Image(digest, 1, 1, "grey", 1, b"\0"), Box(0, 0, 9, 9))


def face(*ops: Op) -> Face:
    return Face("face", Size(60, 90), 3, ops)


GEM = Form("gem", Size(10, 10), (Path(DOT, (1, 0, 0)), words("x", bold=True), Path(circle(1, 2, 3), FADING)))
FACES = [
    face(words("waffle office")),
    face(words("wa ff le fi"), words("fly", bold=True)),
    face(words("* and *"), Use(GEM)),
    face(words("ﬁ ﬂ a\u00a0b -")),
    face(words("gem", tracking=0.5), Use(GEM, Matrix.translation(4, 4))),
    face(picture("one")),
    face(picture("two"), words("over", bold=True)),
    face(Group((Path(DOT, FADING),), opacity=0.5)),
    face(Group((words("curve"),), says="a curve")),
    face(),
]


def written(content_writer: ContentWriter, faces: list[int]) -> tuple[list[str], object]:
    resources = Resources(content_writer.references)
    contents = [resources.link(content_writer.face(FACES[number])) for number in faces]
    fonts = {key: (use.name, use.texts()) for key, use in resources.fonts.items()}
    return contents, (fonts, resources.images, resources.drawings, resources.states, resources.gradients)


@given(st.lists(st.lists(st.integers(0, len(FACES) - 1), max_size=12), min_size=2, max_size=5))
def test_the_same_operators_and_resources(documents: list[list[int]]) -> None:
    kept = CachedContentWriter(FONTS)
    for faces in documents:
        assert written(kept, faces) == written(ContentWriter(FONTS.by_key), faces)


def test_a_face_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Op, ...]] = []
    write = ContentWriter.write

    def recorded(self: ContentWriter, ops: tuple[Op, ...], scale: float = 1.0) -> Operators:
        asked.append(ops)
        return write(self, ops, scale)

    monkeypatch.setattr(ContentWriter, "write", recorded)
    kept = CachedContentWriter(FONTS)
    for faces in ([0, 1, 2, 5, 0], [5, 1, 2, 0], [9, 0, 1]):
        written(kept, faces)
    assert [ops for ops in asked if ops is not GEM.ops] == [FACES[number].ops for number in (0, 1, 2, 5, 9)]


def page(*faces: int) -> Page:
    box = Box(20, 20, 60, 90)
    placed = [
        Placement(Piece("deck", "card", "", 1, FACES[number], None), "front", FACES[number], box, box)
        for number in faces
    ]
    return Page(Size(200, 300), tuple(placed), (words("a note"),))


PAGES = [page(0, 1), page(0, 0, 2), page(5, 6), page(3), page(0, 4), page(7, 8, 1), page(9), page(0, 1)]


@given(st.lists(st.lists(st.integers(0, len(PAGES) - 1), max_size=9), min_size=2, max_size=5))
def test_the_same_documents(documents: list[list[int]]) -> None:
    kept = CachedContentWriter(FONTS)
    for numbers in documents:
        document = PdfDocument("", "", "", [PAGES[number] for number in numbers])
        assert pdf(document, FONTS, content_writer=kept) == pdf(document, FONTS)


def test_a_page_that_was_written_is_not_filled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Face] = []
    write = ContentWriter.face

    def face(self: ContentWriter, face: Face) -> Operators:
        asked.append(face)
        return write(self, face)

    monkeypatch.setattr(ContentWriter, "face", face)
    kept = CachedContentWriter(FONTS)
    for numbers in ([0, 1], [0, 1], [0, 3, 1]):
        pdf(PdfDocument("", "", "", [PAGES[number] for number in numbers]), FONTS, content_writer=kept)
    assert asked == [FACES[number] for number in (0, 1, 2, 3)]
