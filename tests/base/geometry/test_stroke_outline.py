"""The outline of a stroke covers what the stroke does: drawn by PDFium, both give the same pixels."""

import pypdfium2
import pytest
from nineup.base.geometry import Size, outline_bounds
from nineup.base.geometry.stroking import Pen, stroke_outline
from nineup.base.project import Project
from nineup.model.drawing import Face, Path, Segment, Stroke, circle
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from PIL import Image, ImageChops, ImageStat

BLACK = (0.0, 0.0, 0.0)
ZIGZAG: tuple[Segment, ...] = (
    ("M", 15.0, 60.0),
    ("L", 30.0, 15.0),
    ("L", 42.0, 60.0),
    ("L", 62.0, 60.0),
    ("L", 62.0, 30.0),
)
CLOSED: tuple[Segment, ...] = (("M", 20.0, 20.0), ("L", 60.0, 25.0), ("L", 35.0, 60.0), ("Z",))
CURVE: tuple[Segment, ...] = (
    ("M", 12.0, 40.0),
    ("C", 20.0, -20.0, 40.0, 100.0, 65.0, 30.0),
    ("L", 40.0, 30.0),
)
TWO: tuple[Segment, ...] = (*CLOSED, ("M", 10.0, 70.0), ("L", 70.0, 70.0))


@pytest.mark.parametrize(
    "segments",
    [ZIGZAG, CLOSED, CURVE, TWO, circle(40, 40, 22)],
    ids=["zigzag", "closed", "curve", "two", "round"],
)
@pytest.mark.parametrize(
    "stroke",
    [
        Stroke(BLACK, 8),
        Stroke(BLACK, 8, "round", "round"),
        Stroke(BLACK, 8, "square", "bevel"),
        Stroke(BLACK, 8, "square", "miter", 1.2),
        Stroke(BLACK, 5, "butt", "miter", 4.0, (11.0, 6.0), 4.0),
        Stroke(BLACK, 5, "round", "round", 4.0, (9.0,), 30.0),
    ],
    ids=["plain", "round", "square", "flat", "dashed", "dots"],
)  # fmt: skip
def test_it_covers_what_the_stroke_covers(
    segments: tuple[Segment, ...], stroke: Stroke, fonts: Fonts
) -> None:
    pen = Pen(stroke.width, stroke.cap, stroke.join, stroke.miter, stroke.dash, stroke.phase)
    filled = Path(stroke_outline(segments, pen), fill=BLACK)
    faces = [Face("", Size(80, 80), 0.0, (path,)) for path in (Path(segments, stroke=stroke), filled)]
    drawn = pypdfium2.PdfDocument(face_pdf(faces, fonts))
    one, two = (_render(drawn, page) for page in (0, 1))
    assert ImageStat.Stat(one).mean[0] < 250, "something is drawn"
    assert ImageStat.Stat(ImageChops.difference(one, two)).mean[0] < 0.6


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Fonts:
    return Fonts(Project(tmp_path_factory.mktemp("no-fonts")))


def _render(document: pypdfium2.PdfDocument, page: int) -> Image.Image:
    image: Image.Image = document[page].render(scale=3).to_pil().convert("L")
    return image


def test_a_point_is_drawn_by_its_caps() -> None:
    dot: tuple[Segment, ...] = (("M", 5.0, 5.0), ("L", 5.0, 5.0))
    assert stroke_outline(dot, Pen(4)) == ()
    for cap in ("round", "square"):
        box = outline_bounds(stroke_outline(dot, Pen(4, cap)))
        assert box is not None
        assert tuple(box) == pytest.approx((3, 3, 4, 4), abs=0.02)
    assert stroke_outline((), Pen(4)) == ()
