"""PNG files that are printed as they are: which ones, and every kind of damage that a viewer would show."""

import struct
import zlib
from collections.abc import Iterable

import pytest
from nineup.model import png

ROW = b"\0" + bytes((1, 2, 3, 4, 5, 6))
HEAD = (2, 3, 8, 2, 0, 0, 0)
"""Two by three pixels in RGB, whose rows have seven bytes each."""


def chunk(kind: bytes, content: bytes, *, is_sound: bool = True) -> bytes:
    checksum = zlib.crc32(kind + content) ^ (0 if is_sound else 1)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)


def file(*chunks: bytes, head: Iterable[int] = HEAD, end: bytes = chunk(b"IEND", b"")) -> bytes:
    return png.SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", *head)) + b"".join(chunks) + end


def rows(data: bytes = 3 * ROW) -> bytes:
    return chunk(b"IDAT", zlib.compress(data))


def test_the_rows_of_a_plain_png_are_taken_as_they_are() -> None:
    packed = zlib.compress(3 * ROW)
    found = png.pixels(file(chunk(b"IDAT", packed[:5]), chunk(b"IDAT", b""), chunk(b"IDAT", packed[5:])))
    assert found == png.Pixels(3, packed, says_more=False)
    assert png.pixels(file(rows(b"\4\7\7" * 3), head=(2, 3, 8, 0, 0, 0, 0))) is not None, "grey"
    assert png.rows_of(file(rows(), chunk(b"tEXt", b"a\0b"))) == packed


@pytest.mark.parametrize("kind", [b"eXIf", b"tEXt", b"zTXt", b"iTXt"])
def test_text_and_exif_are_reported_before_and_after_the_pixels(kind: bytes) -> None:
    for found in (png.pixels(file(chunk(kind, b""), rows())), png.pixels(file(rows(), chunk(kind, b"")))):
        assert found is not None
        assert found.says_more


@pytest.mark.parametrize(
    "data",
    [
        file(rows(b"\0" + bytes(4)), head=(1, 1, 8, 6, 0, 0, 0)),  # alpha
        file(chunk(b"PLTE", bytes(6)), rows(3 * b"\0\0\1"), head=(2, 3, 8, 3, 0, 0, 0)),
        file(rows(3 * (b"\0" + bytes(12))), head=(2, 3, 16, 2, 0, 0, 0)),
        file(rows(3 * b"\0\0"), head=(2, 3, 4, 0, 0, 0, 0)),
        file(chunk(b"tRNS", bytes(6)), rows()),
        file(rows(), chunk(b"tRNS", bytes(6))),
        file(chunk(b"acTL", bytes(8)), rows()),
        file(chunk(b"gAMA", bytes(4), is_sound=False), rows()),
        file(rows(), end=b""),
        file(rows(), end=chunk(b"IEND", b"", is_sound=False))[:-2],
        file(chunk(b"IDAT", zlib.compress(3 * ROW)[:9]), chunk(b"gAMA", bytes(4)), rows()),
        file(rows(), chunk(b"gAMA", bytes(4)), chunk(b"IDAT", b"")),
        file(),
        file(rows(2 * ROW + b"\5" + ROW[1:])),  # no such filter
        file(rows(4 * ROW)),
        file(rows(3 * ROW + b"\0")),
        file(chunk(b"IDAT", zlib.compress(3 * ROW) + b"more")),
        file(rows(), rows()),
        file(chunk(b"IDAT", zlib.compress(3 * ROW)[:-1])),  # the checksum is incomplete
        file(chunk(b"IDAT", zlib.compress(3 * ROW)[:-1] + b"!")),
        file(chunk(b"IDAT", b"not deflated")),
        file(rows(b""), head=(0, 3, 8, 2, 0, 0, 0)),
        file(rows(), head=(2, 3, 8, 9, 0, 0, 0)),
        file(rows(), head=(2, 3, 8, 2, 1, 0, 0)),
        file(rows(), head=(2, 3, 8, 2, 0, 1, 0)),
        png.SIGNATURE + rows(),
        png.SIGNATURE,
    ],
)
def test_anything_else_is_left_to_a_decoder(data: bytes) -> None:
    assert png.pixels(data) is None


def test_a_wrong_checksum_of_pixels_is_damage() -> None:
    with pytest.raises(png.DamagedError, match="the checksum of its pixels is wrong"):
        png.pixels(file(chunk(b"IDAT", zlib.compress(3 * ROW), is_sound=False)))


@pytest.mark.parametrize("head", [HEAD, (2, 3, 8, 6, 0, 0, 0), (9, 9, 8, 2, 0, 0, 1)])
def test_missing_rows_are_damage_in_pictures_that_are_decoded_too(head: tuple[int, ...]) -> None:
    with pytest.raises(png.DamagedError, match="some of its pixels are missing"):
        png.pixels(file(rows(2 * ROW), head=head))


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (5, 5), (8, 8), (9, 17)])
def test_an_interlaced_picture_has_the_rows_of_all_passes(size: tuple[int, int]) -> None:
    width, height = size
    # Which of its 8 × 8 squares' pixels are in which pass (PNG, 8.2).
    passes = ["16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656", "77777777"]
    total = 0
    for number in "1234567":
        lines = [sum(passes[y % 8][x % 8] == number for x in range(width)) for y in range(height)]
        total += sum(1 + 3 * pixels for pixels in lines if pixels)
    head = (width, height, 8, 2, 0, 0, 1)
    assert png.pixels(file(rows(bytes(total)), head=head)) is None
    with pytest.raises(png.DamagedError):
        png.pixels(file(rows(bytes(total - 1)), head=head))


def test_a_bomb_is_not_inflated_further_than_its_picture() -> None:
    bomb = zlib.compress(bytes(1 << 27), 9)
    assert png.pixels(file(chunk(b"IDAT", bomb))) is None


def test_a_file_made_of_rows_holds_the_same_rows() -> None:
    data = png.file_of(2, 3, 3, zlib.compress(3 * ROW))
    assert png.pixels(data) == png.Pixels(3, zlib.compress(3 * ROW), says_more=False)
