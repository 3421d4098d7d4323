"""PDF/X-4 of everything that can be drawn: masks are grey, all else is in inks, and Ghostscript prints what
PDFium shows.
"""

import io
import subprocess
from pathlib import Path as File

import pikepdf
import pytest
from command import TIMEOUT
from nineup.base.geometry import Box, Matrix, Size
from nineup.model.art import image_of
from nineup.model.drawing import (
    Cmyk,
    Face,
    Form,
    Group,
    InkColour,
    Linear,
    Mask,
    Op,
    Path,
    PlacedImage,
    Radial,
    Spot,
    Stop,
    Stroke,
    Tiling,
    Use,
    circle,
    rectangle,
)
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.press.pdf_x import PressDocument, pdf_x
from nineup.write.press.separation import Profile, Separation
from PIL import Image, ImageChops, ImageStat
from programs import press_profile, program

RED, BLUE, GOLD, WHITE = (0.7, 0.3, 0.3), (0.3, 0.4, 0.6), (0.8, 0.7, 0.4), (1.0, 1.0, 1.0)
SKY = (Stop(0.0, RED), Stop(0.4, GOLD), Stop(1.0, BLUE))
LIGHT = Linear(0, 0, 80, 0, (Stop(0.0, (0.0, 0.0, 0.0)), Stop(1.0, (0.9, 1.0, 0.7))))


def box(x: float, y: float, width: float, height: float, **about: object) -> Path:
    return Path(rectangle(Box(x, y, width, height)), **about)  # type: ignore[arg-type]


def picture(alpha: bytes = b"") -> PlacedImage:
    grey = Image.linear_gradient("L").resize((20, 20))
    colours = Image.merge(
        "RGB",
        (
            grey.point(lambda v: 90 + v // 3),
            grey.rotate(90).point(lambda v: 120 + v // 4),
            grey.point(lambda _: 150),
        ),
    )
    return PlacedImage(image_of(colours, alpha), Box(45, 5, 30, 30))


FORM = Form("gem", Size(20, 20), (Path(circle(10, 10, 9), fill=GOLD, stroke=Stroke(BLUE, 2, opacity=0.5)),))
OPS: dict[str, tuple[Op, ...]] = {
    "gradients": (
        box(0, 0, 80, 40, fill=Linear(0, 0, 80, 0, SKY)),
        Path(circle(40, 60, 18), fill=Radial(40, 60, 18, 40, 60, (Stop(0.0, RED), Stop(1.0, GOLD, 0.0)))),
        Path(circle(15, 60, 10), stroke=Stroke(Linear(0, 0, 80, 0, SKY), 5)),
    ),
    "a mask": (
        box(0, 0, 80, 80, fill=GOLD),
        Group((box(10, 10, 60, 60, fill=BLUE),), mask=Mask((box(0, 0, 80, 80, fill=LIGHT),))),
    ),
    "a mask of colours and pictures": (
        box(0, 0, 80, 80, fill=GOLD),
        Group((box(5, 5, 70, 70, fill=BLUE),), mask=Mask((Path(circle(25, 40, 20), fill=RED), picture()))),
    ),
    "a mask of opacity": (
        box(0, 0, 80, 80, fill=GOLD),
        Group((box(5, 5, 70, 70, fill=BLUE),), mask=Mask((Path(circle(40, 40, 30), fill=RED, opacity=0.6),), alpha=True)),
    ),
    "patterns and forms": (
        box(0, 0, 80, 80, fill=Tiling((box(0, 0, 5, 10, fill=BLUE),), Box(0, 0, 10, 10))),
        Use(FORM, Matrix.translation(10, 40)),
        Group((Use(FORM, Matrix.translation(40, 40)), box(50, 40, 20, 20, fill=RED)), opacity=0.5),
    ),
    "pictures": (box(0, 0, 80, 80, fill=GOLD), picture(bytes(range(0, 200, 10)) * 20), box(5, 50, 9, 9, fill=WHITE)),
}  # fmt: skip


@pytest.fixture(scope="module")
def separation() -> Separation:
    return Separation(Profile(press_profile().read_bytes()), 3.0)


@pytest.fixture(scope="module")
def printed(separation: Separation, fonts: Fonts, tmp_path_factory: pytest.TempPathFactory) -> File:
    """All faces in inks, and by the same name in sRGB, with what Ghostscript makes of both."""
    folder = tmp_path_factory.mktemp("press")
    faces = [Face(name, Size(80, 80), 0.0, ops) for name, ops in OPS.items()]
    data = pdf_x(PressDocument("All", "Me", faces, 0.0), "PDF/X-4", separation, fonts)
    for name, file in (("ink", data), ("light", face_pdf(faces, fonts))):
        (folder / f"{name}.pdf").write_bytes(file)
        flags = ["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-dPDFSTOPONERROR", "-sDEVICE=tiff24nc", "-r144"]
        out = f"-sOutputFile={folder}/{name}-%d.tif"
        done = subprocess.run(
            [program("gs"), *flags, out, folder / f"{name}.pdf"],
            capture_output=True,
            timeout=TIMEOUT,
            check=True,
        )
        assert not done.stdout + done.stderr
    return folder


@pytest.mark.parametrize("page", range(1, len(OPS) + 1), ids=list(OPS))
def test_it_looks_as_in_srgb(page: int, printed: File) -> None:
    one, two = (Image.open(printed / f"{name}-{page}.tif") for name in ("light", "ink"))
    assert max(ImageStat.Stat(one).stddev) > 5, "something is seen"
    assert max(ImageStat.Stat(ImageChops.difference(one, two)).mean) < 6


def test_only_masks_are_grey(printed: File) -> None:
    with pikepdf.open(printed / "ink.pdf") as pdf:
        groups = [
            (str(thing.Group.CS), thing)
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Stream) and "/Group" in thing
        ]
        masks = {
            str(state.SMask.G.objgen)
            for state in pdf.pages[0].Resources.ExtGState.values()
            if "/SMask" in state
        }
        assert len(masks) == 4
        for space, form in groups:
            assert space == ("/DeviceGray" if str(form.objgen) in masks else "/DeviceCMYK")
        for image in (thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)):
            if image.get("/Subtype") == "/Image":
                assert str(image.ColorSpace) in ("/DeviceCMYK", "/DeviceGray")


def test_what_overprints_is_painted_in_a_state_of_its_own(separation: Separation, fonts: Fonts) -> None:
    cut = InkColour((0.9, 0.0, 0.5), Spot("Cut: “A”", Cmyk(0.0, 1.0, 0.0, 0.0), overprint=True))
    ops = (
        box(0, 0, 80, 80, fill=GOLD),
        Path(circle(40, 40, 20), stroke=Stroke(cut, 0.25)),
        box(1, 1, 5, 5, fill=RED),
    )
    document = PressDocument("", "", [Face("", Size(80, 80), 0.0, ops)], 0.0)
    with pikepdf.open(io.BytesIO(pdf_x(document, "PDF/X-1a:2001", separation, fonts))) as pdf:
        resources = pdf.pages[0].Resources
        ((name, state),) = resources.ExtGState.items()
        assert dict(state.items()) == {"/OP": True, "/op": True, "/OPM": 1}
        ((ink, space),) = resources.ColorSpace.items()
        assert str(space[1]) == "/Cut: “A”"
        operators = [
            (str(operator), [str(each) for each in operands])
            for operands, operator in pikepdf.parse_content_stream(pdf.pages[0])
        ]
        at = operators.index(("gs", [name]))
        assert operators[at - 1] == ("q", [])
        assert ("CS", [ink]) in operators[at:]
        end = next(place for place in range(at, len(operators)) if operators[place][0] == "Q")
        assert "S" in [operator for operator, _ in operators[at:end]]
        assert str(pdf.docinfo["/Title"]) == "Nineup", "a title is demanded"
