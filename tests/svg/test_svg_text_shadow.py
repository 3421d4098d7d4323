"""`text-shadow` on bound texts: drawn like the shadows of a style."""

from pathlib import Path as FilePath

import pytest
from engines import face, laid, places
from nineup.model.drawing import Path, PlacedImage, Text

BODIES = [
    '<text x="10" y="30" class="rules" {} n:text="ab"/>',
    '<rect width="50" height="30" fill="none" class="rules" {} n:text="ab"/>',
]


@pytest.mark.parametrize("body", BODIES)
def test_each_shadow_is_below_the_letters_the_first_on_top(tmp_path: FilePath, body: str) -> None:
    how = 'style="text-shadow: 1px 2px rgba(255, 0, 0, 0.5), #00f 0 0 4px"'
    made, findings = face(tmp_path, body.format(how))
    assert not findings, findings
    assert made is not None
    soft, sharp, word = made.ops
    assert isinstance(soft, PlacedImage)
    assert (soft.image.data[:3], soft.opacity) == (bytes((0, 0, 255)), 1.0)
    assert isinstance(sharp, Path)
    assert (sharp.fill, sharp.opacity) == ((1.0, 0.0, 0.0), 0.5)
    assert isinstance(word, Text)


def test_a_text_without_a_style_inherits_it_and_none_takes_it_away(tmp_path: FilePath) -> None:
    line = '<text x="10" y="30" font-family="Source Sans 3" font-size="9" {} n:text="ab"/>'
    plain, none = line.format(""), line.format('text-shadow="none"')
    body = f'<g style="text-shadow: 1px 1px red">{plain}{none}</g>'
    made, findings = face(tmp_path, body)
    assert not findings, findings
    assert made is not None
    assert [type(op) for op in made.ops] == [Path, Text, Text]


@pytest.mark.parametrize(
    "value", ["1px", "1px 1px -2px red", "1px 1px red blue", "1px 1px 1px 1px", "1px x red"]
)
@pytest.mark.parametrize("body", BODIES)
def test_a_shadow_that_is_none_is_reported_at_its_place(tmp_path: FilePath, body: str, value: str) -> None:
    text = body.format(f'style="text-shadow: {value}"')
    _, _, findings = laid(tmp_path, text)
    ((_, file, line, column),) = places(findings)
    assert (file, line) == ("layouts/toy/card.svg", 2)
    assert text.index("style=") < column <= text.index("n:text")


def test_a_static_text_has_none(tmp_path: FilePath) -> None:
    text = '<text y="9" font-family="Source Sans 3" style="text-shadow: 1px 1px red">ab</text>'
    _, _, findings = laid(tmp_path, text)
    assert [finding.code for finding in findings] == ["svg-unsupported"]
