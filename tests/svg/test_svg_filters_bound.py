"""Filters on what a card fills in: pixels for each card that differs, below what stays sharp."""

from pathlib import Path as FilePath

import pytest
from engines import HERE, laid, places
from nineup.model.drawing import Face, Group, Op, PlacedImage, Text, Use

SOFT = """<filter id="soft"><feGaussianBlur in="SourceAlpha" stdDeviation="2" result="s"/>
<feMerge><feMergeNode in="s"/><feMergeNode in="SourceGraphic"/></feMerge></filter>
<filter id="blur"><feGaussianBlur stdDeviation="2"/></filter>"""
LINE = '<text x="10" y="50" class="rules" n:text="{{{{ word }}}}" {}/>'


def cards(folder: FilePath, body: str, *words: str) -> list[Face]:
    layout, layouts, findings = laid(folder, SOFT + body)
    assert layout is not None, list(findings)
    faces = [layouts.face(layout, word, {"word": word}, findings, lambda *_: HERE) for word in words]
    assert [finding.code for finding in findings if finding.severity == "error"] == []
    return [face for face in faces if face is not None]


def flat(ops: tuple[Op, ...]) -> list[Op]:
    inner = [flat(op.ops) if isinstance(op, Group) else [op] for op in ops]
    return [op for each in inner for op in each]


@pytest.mark.parametrize(
    ("how", "opacity"),
    [
        ('filter="url(#soft)"', 1.0),
        ('style="filter: drop-shadow(1px 1px 2px #f00) drop-shadow(0 0 1px blue)"', 1.0),
        ('filter="url(#blur)"', 0.0),
        ('style="filter: blur(2px)"', 0.0),
        ('style="filter: blur(2px) drop-shadow(1px 1px 2px #f00)"', 0.0),
    ],
)
def test_a_bound_text_has_pixels_and_stays_sharp_where_the_filter_leaves_it_on_top(
    tmp_path: FilePath, how: str, opacity: float
) -> None:
    (face,) = cards(tmp_path, LINE.format(how), "ab")
    pixels, words = flat(face.ops)
    assert isinstance(pixels, PlacedImage)
    assert isinstance(words, Text)
    assert words.opacity == opacity, "invisible letters are still searched"
    assert pixels.box.x < 10 < pixels.box.right < 40, "only the box of the text"
    assert any(pixels.image.alpha)


def test_a_text_that_recurs_is_the_same_picture(tmp_path: FilePath) -> None:
    one, two, other = cards(tmp_path, LINE.format('filter="url(#soft)"'), "ab", "ab", "cd")
    first, again, third = (flat(face.ops)[0] for face in (one, two, other))
    assert isinstance(first, PlacedImage)
    assert isinstance(again, PlacedImage)
    assert isinstance(third, PlacedImage)
    assert again.image is first.image
    assert third.image.digest != first.image.digest
    ((fresh,),) = ([flat(face.ops)[0]] for face in cards(tmp_path, LINE.format('filter="url(#soft)"'), "ab"))
    assert isinstance(fresh, PlacedImage)
    assert fresh.image.digest == first.image.digest


@pytest.mark.parametrize(
    "body",
    [
        '<rect x="20" y="20" width="20" height="20" fill="none" n:symbol="{{ word }}" filter="url(#blur)"/>',
        '<image x="20" y="20" width="20" height="20" n:image="{{ word }}.svg" filter="url(#blur)"/>',
        '<g filter="url(#blur)"><rect x="20" y="20" width="9" height="9"/><rect x="25" y="25" width="15"'
        ' height="15" fill="none" n:symbol="{{ word }}"/></g>',
        '<g transform="rotate(20 30 30)" filter="url(#blur)"><rect x="20" y="20" width="20" height="20" fill="none"'
        ' n:symbol="{{ word }}"/></g>',
    ],
)
def test_symbols_pictures_and_groups_are_pixels_alone(tmp_path: FilePath, body: str) -> None:
    red, blue = (flat(face.ops) for face in cards(tmp_path, body, "red", "blue"))
    (one,), (two,) = red, blue
    assert isinstance(one, PlacedImage)
    assert isinstance(two, PlacedImage)
    assert not any(isinstance(op, Use) for op in red)
    assert max(one.image.data[::3]) > 200
    assert max(two.image.data[2::3]) > 200


def test_an_empty_value_has_no_pixels(tmp_path: FilePath) -> None:
    body = LINE.format('filter="url(#soft)"').replace("word", "''")
    (face,) = cards(tmp_path, body, "cd")
    assert flat(face.ops) == []


def test_a_filter_that_takes_too_long_is_reported_at_its_attribute(tmp_path: FilePath) -> None:
    body = (
        '<filter id="slow" x="-9" y="-9" width="19" height="19"><feTurbulence numOctaves="30"/>'
        + "<feMorphology radius='90'/>" * 9
        + '</filter><text x="50" y="50" class="rules" n:text="{{ word }}" filter="url(#slow)"/>'
    )
    layout, layouts, findings = laid(tmp_path, body)
    assert layout is not None
    layouts.face(layout, "ab", {"word": "ab"}, findings, lambda *_: HERE)
    errors = [place for place in places(findings) if place[0] != "svg-pixels"]
    assert [place[1:3] for place in errors] == [("layouts/toy/card.svg", 2)]
