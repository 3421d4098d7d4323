"""A stroke, an opacity and a spacing of text, static or bound: drawn as in a browser, or reported, never left
out.
"""

from pathlib import Path as FilePath

import msgspec
import pytest
from engines import face, laid
from nineup.model.drawing import Group, Image, Linear, Op, Path, PlacedImage, Text
from nineup.model.extent import ink
from nineup.svg import pixels

SANS = 'font-family="Source Sans 3" font-size="10"'
DRAWN = [
    f'<text x="10" y="30" {SANS} {{}}>ab</text>',
    f'<text x="10" y="30" {SANS} {{}} n:text="{{{{{{{{ word }}}}}}}}"/>',
    '<text x="10" y="30" class="rules" {} n:text="{{{{ word }}}}"/>',
]


def drawn(folder: FilePath, body: str) -> list[Op]:
    """The operations of a face, those in groups and forms too."""
    made, findings = face(folder, body, {"word": "ab"})
    assert not findings, findings
    assert made is not None
    return list(_flat(made.ops))


def _flat(ops: tuple[Op, ...]) -> list[Op]:
    found: list[Op] = []
    for op in ops:
        found += (
            _flat(op.ops) if isinstance(op, Group) else _flat(op.form.ops) if hasattr(op, "form") else [op]
        )
    return found


@pytest.mark.parametrize("text", DRAWN)
@pytest.mark.parametrize("order", ["", 'paint-order="stroke"', 'paint-order="markers stroke fill"'])
def test_a_stroke_is_drawn_around_the_letters(tmp_path: FilePath, text: str, order: str) -> None:
    ops = drawn(tmp_path, text.format(f'stroke="#f00" stroke-width="2" {order}'))
    first, second = ops if order else ops[::-1]
    assert isinstance(first, Path)
    assert isinstance(second, Text)
    assert first.fill is None
    assert first.stroke is not None
    assert (first.stroke.paint, first.stroke.width) == ((1.0, 0.0, 0.0), 2.0)
    box = ink([Path(first.segments, (0.0, 0.0, 0.0))])
    assert box is not None
    assert (box.x, box.bottom) == (pytest.approx(10, abs=1), pytest.approx(30, abs=0.3))


@pytest.mark.parametrize("text", DRAWN)
def test_letters_may_be_only_a_stroke_and_remain_text(tmp_path: FilePath, text: str) -> None:
    words, stroke = drawn(tmp_path, text.format('fill="none" stroke="#f00"'))
    assert isinstance(words, Text)
    assert words.opacity == 0
    assert isinstance(stroke, Path)


@pytest.mark.parametrize("text", DRAWN)
def test_opacity_and_spacing_are_those_of_the_text(tmp_path: FilePath, text: str) -> None:
    (words,) = drawn(tmp_path, text.format('fill="#000" fill-opacity=".5" letter-spacing="1.5"'))
    assert isinstance(words, Text)
    assert (words.opacity, words.tracking) == (0.5, pytest.approx(1.5, abs=0.005))


def test_the_spacing_of_a_frame(tmp_path: FilePath) -> None:
    frame = '<rect width="90" height="30" class="rules" letter-spacing="0.1em" n:text="{{ word }}"/>'
    (words,) = drawn(tmp_path, frame)
    assert isinstance(words, Text)
    assert words.tracking == pytest.approx(0.9)


def test_a_style_by_name_ignores_what_the_text_only_inherits(tmp_path: FilePath) -> None:
    text = '<g stroke="#f00" letter-spacing="3"><text y="30" class="rules" n:text="{{ word }}"/></g>'
    (words,) = drawn(tmp_path, text)
    assert isinstance(words, Text)
    assert words.tracking == 0


@pytest.mark.parametrize("content", [">ab</textPath></text>", ' n:text="{{ word }}">'])
def test_a_stroke_follows_a_path(tmp_path: FilePath, content: str) -> None:
    bound = "n:text" in content
    text = (
        f'<path id="p" d="M0 50H90" fill="none"/><text {SANS} stroke="#f00" {content[:-1] if bound else ""}>'
        f'<textPath href="#p"{"/></text>" if bound else content}'
    )
    ops = drawn(tmp_path, text)
    assert [type(op) for op in ops] == [Text, Path, Text, Path]


def test_a_shape_may_have_its_stroke_below_its_fill(tmp_path: FilePath) -> None:
    shape = '<rect width="20" height="20" fill="#fff" stroke="#000" paint-order="stroke"/>'
    below, above = drawn(tmp_path, shape)
    assert isinstance(below, Path)
    assert isinstance(above, Path)
    assert (below.fill, above.stroke) == (None, None)


def test_an_order_that_is_none_is_reported(tmp_path: FilePath) -> None:
    shape = '<rect width="2" height="2" fill="#fff" stroke="#000" paint-order="stroke stroke"/>'
    _, _, findings = laid(tmp_path, shape)
    assert [finding.code for finding in findings] == ["svg-value"]


def rings(folder: FilePath, body: str) -> list[tuple[str, float]]:
    """The operations of a face: the width of each outline, the size of each text."""
    return [
        ("outline", op.stroke.width)
        if isinstance(op, Path) and op.stroke
        else ("text", getattr(op, "size", 0.0))
        for op in drawn(folder, body)
    ]


def test_the_outline_of_a_style_is_below_all_lines_and_shrinks_with_them(tmp_path: FilePath) -> None:
    frame = '<rect x="10" y="10" width="{}" height="30" fill="none" class="ringed" n:text="Hat and mat"/>'
    lines = [("outline", 1.2), ("outline", 1.2), ("text", 10.0), ("text", 10.0)]
    assert rings(tmp_path, frame.format(35)) == lines
    small = rings(tmp_path, frame.format(11))
    assert {kind for kind, _ in small} == {"outline", "text"}
    size = small[-1][1]
    assert size < 10
    assert small[0][1] == pytest.approx(0.12 * size, abs=0.001)


def test_a_shadow_is_the_same_letters_elsewhere(tmp_path: FilePath) -> None:
    ringed, *_ = drawn(tmp_path, '<text x="10" y="30" class="ringed" n:text="ab"/>')
    shadow, word = drawn(tmp_path, '<text x="10" y="30" class="shaded" n:text="ab"/>')
    assert isinstance(ringed, Path)
    assert isinstance(shadow, Path)
    assert isinstance(word, Text)
    assert (shadow.fill, shadow.stroke) == ((1.0, 0.0, 0.0), None)
    letters, moved = ink((msgspec.structs.replace(ringed, stroke=None),)), ink((shadow,))
    assert letters is not None
    assert moved is not None
    assert (moved.x - letters.x, moved.y - letters.y) == pytest.approx((2, -1), abs=0.01)


def test_the_outline_is_around_underlines_and_large_letters(tmp_path: FilePath) -> None:
    line = '<rect x="10" y="10" width="60" height="30" fill="none" class="ringed" style="text-decoration: underline" n:text="ab"/>'
    paths = [op for op in drawn(tmp_path, line) if isinstance(op, Path)]
    letters, bar, underline = paths
    assert letters.fill == bar.fill == (1.0, 0.0, 0.0)
    assert bar.segments == underline.segments


@pytest.mark.parametrize("style", ["ringed", "shaded"])
def test_the_outline_and_the_shadow_of_a_style_follow_a_path(tmp_path: FilePath, style: str) -> None:
    path = '<path id="p" d="M20 60A30 30 0 0 1 80 60" fill="none"/>'
    line = f'{path}<text class="{style}" n:text="{{{{ word }}}}"><textPath href="#p"/></text>'
    made, findings = face(tmp_path, line, {"word": "ab"})
    assert not findings, findings
    assert made is not None
    *below, words = made.ops
    assert isinstance(words, Group)
    letters = [each for each in words.ops if isinstance(each, Group)]
    assert len(below) == len(letters) == 2
    for shape, letter in zip(below, letters, strict=True):
        around, line = ink((shape,)), ink((letter,))
        assert around is not None
        assert line is not None
        assert line.outset(3).contains(around), "a shadow is moved by two points"


def test_the_outline_of_a_style_is_around_lines_too_but_a_stroke_wins(tmp_path: FilePath) -> None:
    line = '<text x="10" y="30" class="ringed" {} n:text="ab"/>'
    assert rings(tmp_path, line.format("")) == [("outline", 1.2), ("text", 10.0)]
    assert rings(tmp_path, line.format('stroke="#00f" stroke-width="2"')) == [
        ("text", 10.0),
        ("outline", 2.0),
    ]


def test_a_soft_shadow_is_pixels_below_letters_that_stay_sharp(tmp_path: FilePath) -> None:
    sharp, soft, word = drawn(tmp_path, '<text x="10" y="30" class="soft" n:text="ab"/>')
    assert isinstance(sharp, Path), "the first shadow is on top of the others"
    assert isinstance(soft, PlacedImage)
    assert isinstance(word, Text)
    letters = ink((sharp,))
    assert letters is not None
    # Half a point below the other shadow; three standard deviations are visible.
    around = (letters.x - 3, letters.y - 2.5, letters.width + 6, letters.height + 6)
    assert tuple(soft.box) == pytest.approx(around, abs=0.01)
    image = soft.image
    assert (image.channels, set(image.data)) == (1, {0}), "a press prints it in black alone"
    columns = [max(image.alpha[at :: image.width]) for at in range(image.width)]
    assert columns[0] < 8
    assert max(columns) > 96
    assert image.width / soft.box.width == pytest.approx(288 / 72, rel=0.02)


def images(folder: FilePath, body: str) -> list[Image]:
    return [op.image for op in drawn(folder, body) if isinstance(op, PlacedImage)]


def test_the_same_text_is_the_same_picture_wherever_and_whenever_it_is_drawn(tmp_path: FilePath) -> None:
    line = '<text x="{}" y="{}" class="soft" n:text="{}"/>'
    first, moved, other = images(
        tmp_path, line.format(10, 30, "ab") + line.format(20.5, 60.25, "ab") + line.format(10, 90, "ac")
    )
    assert moved is first
    assert other.digest != first.digest
    pixels._in_one_colour.cache_clear()
    (again,) = images(tmp_path, line.format(10, 30, "ab"))
    assert again is not first
    assert again.digest == first.digest


def test_a_glow_reaches_around_letters_and_is_as_opaque_as_they_are(tmp_path: FilePath) -> None:
    glow, word = drawn(tmp_path, '<text x="10" y="30" class="lit" n:text="ab"/>')
    assert isinstance(glow, PlacedImage)
    assert isinstance(word, Text)
    assert (glow.opacity, word.opacity) == (0.5, 0.5)
    assert set(zip(glow.image.data[::3], glow.image.data[1::3], glow.image.data[2::3], strict=True)) == {
        (255, 204, 0)
    }
    assert max(glow.image.alpha) > 200


def test_a_gradient_runs_across_all_lines_and_the_text_remains(tmp_path: FilePath) -> None:
    frame = '<rect x="10" y="10" width="30" height="40" fill="none" class="gilded" n:text="ab **ab** ab ab"/>'
    ops = drawn(tmp_path, frame)
    paths = [op for op in ops if isinstance(op, Path)]
    texts = [op for op in ops if isinstance(op, Text)]
    assert len(paths) == len(texts) == 2
    assert [op.opacity for op in texts] == [0, 0], "invisible, to be searched"
    (paint,) = {path.fill for path in paths}
    assert isinstance(paint, Linear)
    assert [stop.colour for stop in paint.stops] == [(1.0, 0.0, 0.0), (1.0, 1.0, 0.0)]
    assert paint.x1 == pytest.approx(paint.x2)
    assert (paint.y1, paint.y2) == (pytest.approx(10, abs=0.01), pytest.approx(texts[1].y, abs=0.01))


def test_a_text_may_have_a_gradient_and_a_stroke(tmp_path: FilePath) -> None:
    line = (
        '<text x="10" y="30" class="gilded" stroke="#00f" stroke-width="2" paint-order="stroke" n:text="ab"/>'
    )
    stroke, letters, word = drawn(tmp_path, line)
    assert isinstance(stroke, Path)
    assert stroke.stroke is not None
    assert isinstance(letters, Path)
    assert isinstance(letters.fill, Linear)
    assert isinstance(word, Text)


def test_a_fill_wins_over_the_gradient_of_a_style(tmp_path: FilePath) -> None:
    for element in (
        '<text x="10" y="30" class="gilded" fill="#00f" n:text="ab"/>',
        '<rect width="50" height="30" fill="none" color="#00f" class="gilded" n:text="ab"/>',
    ):
        (word,) = drawn(tmp_path, element)
        assert isinstance(word, Text)
        assert word.runs[0].colour == (0.0, 0.0, 1.0)
