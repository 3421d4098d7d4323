"""PNG and JPEG files as pictures: every kind of pixel, and every kind of damage."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.project import ProjectError
from nineup.base.store import Store
from nineup.model import art
from nineup.model.art import ArtError, changed_image, image_in_file, image_of, pixels_of, read_image
from PIL import Image as Pillow
from stores import DAMAGES, damage, user_store


def saved(picture: Pillow.Image, kind: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def two(mode: str, left: Any, right: Any) -> Pillow.Image:
    """A picture of two pixels."""
    picture = Pillow.new(mode, (2, 1))
    picture.putpixel((0, 0), left)
    picture.putpixel((1, 0), right)
    return picture


def test_rgb_png() -> None:
    image = read_image(saved(two("RGB", (1, 2, 3), (4, 5, 6))))
    assert (image.width, image.height, image.encoding, image.channels) == (2, 1, "png", 3)
    assert (pixels_of(image).tobytes(), image.alpha) == (bytes((1, 2, 3, 4, 5, 6)), b"")


def test_alpha_is_apart_and_left_out_when_opaque() -> None:
    assert read_image(saved(two("RGBA", (1, 2, 3, 0), (4, 5, 6, 255)))).alpha == b"\x00\xff"
    assert read_image(saved(two("RGBA", (1, 2, 3, 255), (4, 5, 6, 255)))).alpha == b""


def test_grey_stays_grey() -> None:
    image = read_image(saved(two("L", 7, 200)))
    assert (image.encoding, image.channels, pixels_of(image).tobytes()) == ("png", 1, bytes((7, 200)))
    assert read_image(saved(two("1", 0, 255))).data == b"\x00\xff"


def test_sixteen_bits_are_scaled_to_eight() -> None:
    assert read_image(saved(two("I;16", 0, 65535))).data == b"\x00\xff"
    assert read_image(saved(two("I;16", 257 * 100, 257 * 200))).data == bytes((100, 200))


def test_palette_with_transparency() -> None:
    picture = two("RGB", (255, 0, 0), (0, 255, 0)).quantize(2)
    index = picture.getpixel((0, 0))
    image = read_image(saved(picture, transparency=index))
    assert image.data == bytes((255, 0, 0, 0, 255, 0))
    assert image.alpha == b"\x00\xff"


def test_jpeg_passes_as_it_is() -> None:
    data = saved(Pillow.new("RGB", (8, 4), (200, 20, 20)), "JPEG", progressive=True)
    image = read_image(data)
    assert (image.encoding, image.channels, image.width, image.height, image.data) == ("jpeg", 3, 8, 4, data)
    assert read_image(saved(Pillow.new("L", (8, 4)), "JPEG")).channels == 1


def test_cmyk_jpeg_becomes_rgb() -> None:
    image = read_image(saved(Pillow.new("CMYK", (8, 8), (0, 255, 255, 0)), "JPEG", quality=95))
    assert (image.encoding, image.channels) == ("rgb", 3)
    red, green, blue = image.data[:3]
    assert red > 230
    assert green < 30
    assert blue < 30


def test_exif_turns_the_picture() -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    image = read_image(saved(Pillow.new("RGB", (8, 4)), "JPEG", exif=exif))
    assert (image.width, image.height, image.encoding) == (4, 8, "rgb")


def test_the_digest_depends_on_the_pixels() -> None:
    one, same, other = (read_image(saved(two("L", 1, value))).digest for value in (2, 2, 3))
    assert one == same != other


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a PNG, JPEG, WebP, GIF or BMP"),
        (b"GIF89a", "is not a valid GIF"),
        (b"\x89PNG\r\n\x1a\n", "is not a valid PNG"),
        (b"\xff\xd8\xff\xe0", "is not a valid JPEG"),
        (saved(Pillow.effect_noise((64, 64), 90))[:600], "is damaged"),
        (saved(Pillow.effect_noise((64, 64), 90), "JPEG")[:600], "is damaged"),
    ],
)
def test_broken_pictures(data: bytes, words: str) -> None:
    with pytest.raises(ArtError) as caught:
        read_image(data)
    assert caught.value.message.startswith(words)


def test_too_many_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(art, "PIXELS", 10)
    with pytest.raises(ArtError, match="has 4 × 4 pixels"):
        read_image(saved(Pillow.new("L", (4, 4))))


def test_bomb_is_refused_before_it_is_opened() -> None:
    header = bytearray(saved(Pillow.new("L", (1, 1))))
    header[16:24] = (60000).to_bytes(4, "big") * 2
    with pytest.raises(ArtError):
        read_image(bytes(header))


@given(st.binary(max_size=200), st.integers(0, 199))
def test_damaged_files_are_read_or_refused(noise: bytes, at: int) -> None:
    data = saved(two("RGB", (1, 2, 3), (4, 5, 6)))
    at %= len(data)
    try:
        image = read_image(data[:at] + noise + data[at + len(noise) :])
    except ArtError:
        return
    assert len(pixels_of(image).tobytes()) == image.width * image.height * image.channels


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_a_picture_of_one_colour_is_as_small_as_a_png_can_be(mode: str) -> None:
    assert read_image(saved(Pillow.new(mode, (3000, 2000)), compress_level=9)).width == 3000


@pytest.mark.parametrize("depth", [1, 2, 4, 8, 16])
def test_so_is_a_grey_one_of_any_depth(depth: int) -> None:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 3000, 2000, depth, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(bytes(1 + 3000 * depth // 8) * 2000, 9))
    assert read_image(b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")).width == 3000


def test_a_png_that_holds_less_than_it_says_is_refused_before_it_is_decoded() -> None:
    head = bytearray(saved(Pillow.new("RGB", (100, 50))))
    head[16:24] = (16).to_bytes(4, "big") + (3_900_000).to_bytes(4, "big")
    head[29:33] = zlib.crc32(head[12:29]).to_bytes(4, "big")
    with pytest.raises(ArtError, match="most of its pixels are missing"):
        read_image(bytes(head))


def test_a_png_that_asks_to_be_rotated_is_decoded() -> None:
    exif = Pillow.Exif()
    for orientation, shown in ((1, ("png", 8, 4)), (6, ("rgb", 4, 8))):
        exif[0x0112] = orientation
        image = read_image(saved(Pillow.new("RGB", (8, 4)), exif=exif))
        assert (image.encoding, image.width, image.height) == shown


def test_damage_that_decoders_pass_over_is_refused() -> None:
    data = bytearray(saved(Pillow.effect_noise((64, 64), 90)))
    end = data.index(b"IEND") - 8
    data[end] ^= 1
    with pytest.raises(ArtError) as caught:
        read_image(bytes(data))
    assert caught.value.message == "is damaged: the checksum of its pixels is wrong"


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "LA", "P", "I;16"])
def test_a_picture_in_a_file_is_read_again(mode: str) -> None:
    data = saved(Pillow.new(mode, (20, 10)))
    image = image_in_file(lambda: data, "art/a.png")
    here = read_image(data)
    assert (image.data, image.alpha, image.digest) == (b"", b"", here.digest)
    assert image.is_opaque == here.is_opaque == (not here.alpha)
    again = image.loaded()
    assert (again.data, again.alpha) == (here.data, here.alpha)
    assert (again.encoding, again.channels, again.digest) == (here.encoding, here.channels, here.digest)
    assert again.loaded() is again


def test_so_is_a_jpeg() -> None:
    data = saved(Pillow.new("RGB", (20, 10)), "JPEG")
    image = image_in_file(lambda: data, "art/a.jpg")
    assert (image.encoding, image.data, image.loaded().data) == ("jpeg", b"", data)


def test_a_file_that_has_changed_since_it_was_read_is_not_printed() -> None:
    versions = [saved(two("RGB", (1, 2, 3), (4, 5, 6))), saved(two("RGB", (1, 2, 3), (4, 5, 7)))]
    image = image_in_file(lambda: versions.pop(0), "art/a.png")
    with pytest.raises(
        ProjectError, match=r"^`art/a\.png` was changed while it was printed; run the command again$"
    ):
        image.loaded()


def test_a_changed_picture_is_made_when_it_is_needed() -> None:
    asked = []

    def inverted(image: art.Image) -> art.Image:
        asked.append(image)
        return image_of(pixels_of(image).point(lambda level: 255 - level), image.alpha)

    image = image_of(two("RGB", (1, 2, 3), (4, 5, 6)), b"\0\xff")
    made = changed_image(image, "inverted", inverted, 3)
    assert (made.digest, made.is_opaque, asked) == (f"{image.digest}-inverted", False, [])
    assert made.loaded().data == bytes((254, 253, 252, 251, 250, 249))
    assert made.loaded().alpha == b"\0\xff"
    assert changed_image(image, "flat", inverted, 3, keeps_alpha=False).is_opaque


def written(image: art.Image) -> tuple[object, ...]:
    """All that a PDF takes of a picture, and all that is known of it before."""
    read = image.read
    assert isinstance(read, art.FileImage)
    rows = () if image.encoding in ("jpeg", "png") else read.rows()
    facts = (image.digest, image.width, image.height, image.encoding, image.channels, image.is_veiled)
    return facts, rows, image.loaded().data, image.loaded().alpha


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    return user_store(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("L", "PNG"), ("RGBA", "PNG"), ("P", "PNG"), ("LA", "PNG"), ("RGB", "JPEG"), ("CMYK", "JPEG")],
)
@pytest.mark.parametrize("how", ["none", *DAMAGES])
def test_a_kept_picture_is_as_it_would_be_read(
    mode: str, kind: str, how: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = Pillow.effect_noise((40, 30), 90).convert(mode if mode != "P" else "RGB").convert(mode)
    data = saved(picture, kind)
    cold = written(image_in_file(lambda: data, "art/a"))
    assert written(image_in_file(lambda: data, "art/a", store)) == cold
    damage(store, how, monkeypatch)
    assert written(image_in_file(lambda: data, "art/a", store)) == cold


def test_a_kept_picture_is_not_decoded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(Pillow.new("RGBA", (20, 10), (1, 2, 3, 4)))
    image = image_in_file(lambda: data, "art/a.png", store)
    assert isinstance(image.read, art.FileImage)
    rows = image.read.rows()

    def refused(data: bytes) -> art.Image:
        raise AssertionError("this picture is kept")

    monkeypatch.setattr(art, "read_image", refused)
    again = image_in_file(lambda: data, "art/b.png", store)
    assert isinstance(again.read, art.FileImage)
    assert again.read.rows() == rows
    with pytest.raises(AssertionError):
        image_in_file(lambda: data + b" ", "art/a.png", store)


def test_a_damaged_picture_is_reported_each_time(store: Store) -> None:
    data = saved(Pillow.effect_noise((40, 30), 90), "JPEG")[:-200]
    for _ in range(2):
        with pytest.raises(ArtError, match="damaged"):
            image_in_file(lambda: data, "art/a.jpg", store)
    assert store.sizes() == []


def test_a_kept_picture_that_has_changed_is_not_printed(store: Store) -> None:
    versions = [saved(Pillow.new("RGBA", (20, 10), (1, 2, 3, last))) for last in (4, 5)]
    for version in versions:
        image = image_in_file(lambda version=version: version, "art/a.png", store)
        assert isinstance(image.read, art.FileImage)
        image.read.rows()
    image = image_in_file(lambda: versions.pop(0), "art/a.png", store)
    assert isinstance(image.read, art.FileImage)
    with pytest.raises(ProjectError, match="was changed while it was printed"):
        image.read.rows()
