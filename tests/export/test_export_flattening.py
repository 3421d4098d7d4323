"""Transparency is flattened exactly:

PDFium shows the same with and without it, but for the smoothing of edges.
"""

import pypdfium2
import pytest
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.project import Project
from nineup.model.art import image_of
from nineup.model.drawing import (
    Cmyk,
    Face,
    Form,
    GlyphRun,
    Group,
    Image,
    InkColour,
    Linear,
    Mask,
    Op,
    Path,
    PlacedImage,
    Radial,
    Shaped,
    Spot,
    Stop,
    Stroke,
    Text,
    Tiling,
    Use,
    circle,
    rectangle,
)
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup_export.press.flattening import flattened
from PIL import Image as Pillow
from PIL import ImageChops, ImageStat
from tinyfont import tiny_font

RED, BLUE, GOLD, GREEN = (0.8, 0.2, 0.2), (0.2, 0.3, 0.7), (0.9, 0.7, 0.2), (0.2, 0.6, 0.3)


def box(x: float, y: float, width: float, height: float, **about: object) -> Path:
    return Path(rectangle(Box(x, y, width, height)), **about)  # type: ignore[arg-type]


GROUND = (
    box(0, 0, 80, 80, fill=(0.95, 0.9, 0.8)),
    box(0, 40, 80, 40, fill=GREEN),
    Path(circle(40, 40, 20), fill=BLUE),
)
FADING = (Stop(0.0, RED, 1.0), Stop(1.0, GOLD, 0.0))
SKY = Linear(0, 0, 80, 80, (Stop(0.0, BLUE), Stop(1.0, GOLD)))
RAYS = Path(
    (("M", 5.0, 5.0), ("C", 30.0, 90.0, 50.0, -20.0, 75.0, 70.0)), stroke=Stroke(RED, 6, "round", opacity=0.5)
)
GEM = Form(
    "gem", Size(40, 40), (Path(circle(20, 20, 18), fill=RED, opacity=0.5), Path(circle(30, 20, 9), fill=GOLD))
)


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Fonts:
    root = tmp_path_factory.mktemp("project")
    (root / "fonts").mkdir()
    (root / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font(" abc"))
    return Fonts(Project(root))


def word(fonts: Fonts) -> Text:
    font = fonts.font("Tiny")
    glyphs = tuple(glyph for glyph in range(1, 4))
    shaped = Shaped("abc", font.key, sum(map(font.advance, glyphs)), glyphs, (0.0,) * 3, ("a", "b", "c"))
    return Text(5.0, 55.0, 30.0, (GlyphRun(font.key, RED, (shaped,)),))


def dots(alpha: bytes = b"") -> Image:
    picture = Pillow.linear_gradient("L").resize((20, 20)).convert("RGB")
    return image_of(picture, alpha)


CASES: dict[str, tuple[Op, ...]] = {
    "a fill": (*GROUND, Path(circle(50, 35, 20), fill=RED, opacity=0.4)),
    "fills on fills": (*GROUND, *(Path(circle(20 + 9 * i, 40, 18), fill=RED, opacity=0.3) for i in range(5))),
    "a line": (*GROUND, RAYS),
    "a dashed line": (*GROUND, Path(circle(40, 40, 25), stroke=Stroke(RED, 5, dash=(9.0, 5.0), opacity=0.6))),
    "fill and line": (*GROUND, Path(circle(40, 40, 25), fill=GOLD, stroke=Stroke(RED, 8, opacity=0.5), opacity=0.5)),
    "on a gradient": (box(0, 0, 80, 80, fill=SKY), Path(circle(40, 40, 25), fill=RED, opacity=0.4), RAYS),
    "on a picture": (PlacedImage(dots(), Box(10, 10, 60, 60)), Path(circle(40, 40, 25), fill=RED, opacity=0.4)),
    "on a pattern": (
        box(0, 0, 80, 80, fill=Tiling((box(0, 0, 5, 10, fill=BLUE),), Box(0, 0, 10, 10))),
        Path(circle(40, 40, 25), fill=RED, opacity=0.4),
    ),
    "a fading gradient": (*GROUND, Path(circle(40, 40, 30), fill=Radial(40, 40, 30, 40, 40, FADING))),
    "a fading gradient on lines": (*GROUND, RAYS, box(10, 10, 60, 60, fill=Linear(10, 10, 70, 10, FADING))),
    "a faded gradient": (*GROUND, box(10, 20, 60, 40, fill=SKY, opacity=0.5)),
    "a line with a fading gradient": (*GROUND, Path(circle(40, 40, 28), stroke=Stroke(Linear(10, 0, 70, 0, FADING), 9))),
    "a drawing as a whole": (
        *GROUND,
        Group((Path(circle(30, 40, 18), fill=RED), Path(circle(48, 40, 18), fill=GOLD, stroke=Stroke(RED, 3))), opacity=0.5),
    ),
    "inside others": (
        *GROUND,
        Group((Use(GEM, Matrix.scaling(1.5, 1.0)),), Matrix(0.8, 0.3, -0.3, 0.8, 20, 8), clip=Path(circle(20, 20, 16))),
        Use(GEM, Matrix.translation(30, 35)),
    ),
    "a picture with holes on one colour": (
        GROUND[0],
        PlacedImage(dots(bytes(range(0, 200, 10)) * 20), Box(10, 10, 60, 60), opacity=0.8),
    ),
    "isolated": (*GROUND, Group((Path(circle(40, 40, 25), fill=RED, opacity=0.5),), isolated=True)),
    "on bare paper": (Path(circle(40, 40, 25), fill=RED, opacity=0.4),),
}  # fmt: skip


def compared(ops: tuple[Op, ...], fonts: Fonts, dpi: float = 0.0) -> tuple[float, tuple[str, ...]]:
    """The average difference in levels of 255, and what was refused."""
    face = Face("", Size(80, 80), 0.0, ops)
    made = flattened(face, fonts, dpi)
    data = face_pdf((face, made.face), fonts)
    drawn = pypdfium2.PdfDocument(data)
    one, two = (drawn[page].render(scale=4).to_pil().convert("RGB") for page in (0, 1))
    assert ImageStat.Stat(one).stddev[0] > 5, "something is seen"
    plain = face_pdf((made.face,), fonts)
    if not made.refused:
        assert b"/ca " not in plain
        assert b"/SMask" not in plain.replace(b"/SMaskInData", b"")
    return max(ImageStat.Stat(ImageChops.difference(one, two)).mean), made.refused


@pytest.mark.parametrize("name", CASES)
def test_it_looks_the_same(name: str, fonts: Fonts) -> None:
    difference, refused = compared(CASES[name], fonts)
    assert not refused
    assert difference < 0.8


def test_what_is_hidden_does_not_shine_through_at_edges(fonts: Fonts) -> None:
    """Above a dark ground that a light panel hides, edges are no darker than they were."""
    panel = Path(
        circle(40, 40, 36), fill=Radial(40, 40, 36, 40, 40, (Stop(0, (1, 1, 0.9)), Stop(1, (1, 0.9, 0.7))))
    )
    shade = Path(circle(40, 40, 15), fill=GOLD, opacity=0.3)
    face = Face("", Size(80, 80), 0.0, (box(0, 0, 80, 80, fill=(0.0, 0.0, 0.0)), panel, shade))
    drawn = pypdfium2.PdfDocument(face_pdf((face, flattened(face, fonts).face), fonts))
    one, two = (drawn[page].render(scale=4).to_pil().convert("L") for page in (0, 1))
    (_, most), *_ = [ImageChops.difference(one, two).getextrema()]
    assert most < 12


def test_letters_become_outlines_where_they_are_transparent(fonts: Fonts) -> None:
    text = word(fonts)
    faded = Text(text.x, text.y, text.size, text.runs, opacity=0.5)
    below = (*GROUND, text, Path(circle(40, 50, 20), fill=GOLD, opacity=0.5))
    for ops in ((*GROUND, faded), below):
        difference, refused = compared(ops, fonts)
        assert not refused
        assert difference < 0.8


def test_what_is_opaque_stays_as_it_is(fonts: Fonts) -> None:
    face = Face("", Size(80, 80), 0.0, (*GROUND, word(fonts)))
    assert flattened(face, fonts).face is face


REFUSED: dict[str, tuple[Op, ...]] = {
    "a mask": (*GROUND, Group(GROUND, mask=Mask((box(0, 0, 40, 40, fill=(1.0, 1.0, 1.0)),)))),
    "the blend mode multiply": (*GROUND, Group((RAYS,), blend="multiply")),
    "a gradient that fades on another gradient or a pattern": (
        box(0, 0, 80, 80, fill=SKY),
        box(10, 10, 60, 60, fill=Linear(10, 10, 70, 10, FADING)),
    ),
    "a gradient that fades on a picture": (
        PlacedImage(dots(), Box(0, 0, 80, 80)),
        box(10, 10, 60, 60, fill=Linear(10, 10, 70, 10, FADING)),
    ),
    "a transparent picture that doesn't lie on one plain color": (
        *GROUND,
        PlacedImage(dots(b"\x80" * 400), Box(10, 10, 60, 60)),
    ),
    "a transparent pattern": (
        *GROUND,
        box(9, 9, 60, 60, fill=Tiling((box(0, 0, 5, 10, fill=BLUE),), Box(0, 0, 10, 10)), opacity=0.5),
    ),
    "transparency inside a drawing that is transparent as a whole": (
        *GROUND,
        Group((Path(circle(30, 40, 18), fill=RED), Path(circle(40, 40, 18), fill=GOLD, opacity=0.5)), opacity=0.5),
    ),
    "the ink Gold, which can't be mixed with others": (
        box(0, 0, 80, 80, fill=InkColour(GOLD, Spot("Gold", Cmyk(0, 0.2, 0.8, 0)))),
        Path(circle(40, 40, 25), fill=RED, opacity=0.4),
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", REFUSED)
def test_what_needs_pixels_is_refused_or_becomes_some(reason: str, fonts: Fonts) -> None:
    _, refused = compared(REFUSED[reason], fonts)
    assert refused == (reason,)
    difference, refused = compared(REFUSED[reason], fonts, 288.0)
    assert not refused
    assert difference < 1.5


def test_named_inks_mix_as_inks(fonts: Fonts) -> None:
    black, half = Cmyk(0.0, 0.0, 0.0, 1.0), Cmyk(0.0, 0.0, 0.0, 0.5)
    ink = InkColour((0.0, 0.0, 0.0), black)
    made = flattened(Face("", Size(80, 80), 0.0, (box(0, 0, 80, 80, fill=ink, opacity=0.5),)), fonts)
    (path,) = made.face.ops
    assert isinstance(path, Path)
    assert path.fill == InkColour((0.5, 0.5, 0.5), half)
