"""Pictures that are scaled to what a print shows."""

import io
from pathlib import Path

import pytest
from nineup.base.geometry import Box, Matrix, Size
from nineup.model.art import image_in_file
from nineup.model.downsampling import downsampled
from nineup.model.drawing import Face, Form, Group, Image, PlacedImage, Use
from PIL import Image as Pillow


def picture(path: Path, mode: str = "RGB", size: tuple[int, int] = (1000, 500)) -> Image:
    colour: object = {"L": 90, "RGB": (200, 90, 30), "RGBA": (200, 90, 30, 255)}[mode]
    drawn = Pillow.new(mode, size, colour)  # type: ignore[arg-type]
    if mode == "RGBA":
        drawn.paste((0, 0, 0, 0), (0, 0, size[0] // 2, size[1]))
    drawn.save(path)
    return image_in_file(path.read_bytes, path.name)


def face(*ops: PlacedImage | Use | Group) -> Face:
    return Face("face", Size(200, 200), 0.0, ops=tuple(ops))


def shown(face: Face) -> Image:
    (op,) = face.ops
    while not isinstance(op, PlacedImage):
        assert isinstance(op, Use | Group)
        (op,) = op.form.ops if isinstance(op, Use) else op.ops
    return op.image


def test_a_picture_is_as_small_as_its_largest_use_allows(tmp_path: Path) -> None:
    image = picture(tmp_path / "a.png")
    small, large = face(PlacedImage(image, Box(0, 0, 36, 18))), face(PlacedImage(image, Box(0, 0, 72, 36)))
    scaled = downsampled([small, large, None], 300)
    assert scaled.keys() == {small, large}
    assert shown(scaled[small]) is shown(scaled[large])
    assert (shown(scaled[large]).width, shown(scaled[large]).height) == (300, 150)


def test_its_size_is_that_on_the_face(tmp_path: Path) -> None:
    image = picture(tmp_path / "a.png")
    form = Form("form", Size(72, 36), (PlacedImage(image, Box(0, 0, 72, 36)),))
    half = Group((Use(form, Matrix.scaling(0.5, 0.5)),), Matrix.rotation(30))
    (scaled,) = downsampled([face(half)], 300).values()
    assert (shown(scaled).width, shown(scaled).height) == (150, 75)


@pytest.mark.parametrize("dpi", [1000, 900, 2400])
def test_what_has_hardly_more_pixels_stays(tmp_path: Path, dpi: float) -> None:
    assert downsampled([face(PlacedImage(picture(tmp_path / "a.png"), Box(0, 0, 72, 36)))], dpi) == {}


@pytest.mark.parametrize(
    ("name", "mode", "encoding"),
    [("a.png", "RGB", "rgb"), ("a.png", "L", "grey"), ("a.jpg", "RGB", "jpeg"), ("a.png", "RGBA", "rgb")],
)
def test_its_pixels_are_those_of_the_picture(tmp_path: Path, name: str, mode: str, encoding: str) -> None:
    image = picture(tmp_path / name, mode)
    (scaled,) = downsampled([face(PlacedImage(image, Box(0, 0, 72, 36)))], 300).values()
    announced = shown(scaled)
    loaded = announced.loaded()
    assert (loaded.encoding, loaded.width, loaded.height) == (encoding, 300, 150)
    assert (announced.encoding, announced.channels) == (loaded.encoding, loaded.channels)
    assert announced.is_opaque == loaded.is_opaque == (mode != "RGBA")
    assert announced.digest != image.digest
    assert announced.loaded().data == loaded.data, "the same each time"
    if encoding == "jpeg":
        assert Pillow.open(io.BytesIO(loaded.data)).size == (300, 150)
    elif mode == "L":
        assert set(loaded.data) == {90}
    else:
        assert loaded.data[-3:] == bytes((200, 90, 30))
    if mode == "RGBA":
        assert (loaded.alpha[0], loaded.alpha[299]) == (0, 255)
        reds = [loaded.data[3 * at] for at in range(300) if loaded.alpha[at] > 32]
        assert all(abs(red - 200) < 6 for red in reds), "no fringe of the invisible black"
