"""What home printers need of the games: type that they can print, and backs that spare their ink."""

from collections.abc import Iterator

import pytest
from looks import Desk
from nineup.pipeline import RunChoice
from nineup.rules.engine.ink import FaceMarks
from PIL import Image, ImageChops, ImageStat

SMALLEST = 7.0
"""The least size of any type, credits included, in points; micro lines are left out."""

INK = 0.45
"""The most ink of a back that lies face up on a pile: the sum of its four inks, as a share of its area."""

GAMES = ("gem-rush", "gem-thief", "gemotion", "plein-air", "raghba")
CHOICES = {"plein-air": (RunChoice(), RunChoice(players=6, options={"weather": "yes"}))}


@pytest.fixture(params=GAMES)
def desks(request: pytest.FixtureRequest) -> list[Desk]:
    return [Desk(request.param, choice) for choice in CHOICES.get(request.param, (RunChoice(),))]


def sizes(desk: Desk) -> Iterator[tuple[float, str]]:
    """The size of each text as printed, in points, and the piece that it stands on."""
    marks = FaceMarks()
    for drawn in desk.drawn:
        for op in (op for face in (drawn.front, drawn.back) if face is not None for op in face.ops):
            for visible in marks.texts(op):
                yield visible.text.size * visible.mark.matrix.scale, drawn.part.component.id


def ink(picture: Image.Image) -> float:
    """The four inks of a picture together, as a share of its area; what three colors share is black."""
    cyan, magenta, yellow = ImageChops.invert(picture).split()
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    colors = sum(ImageStat.Stat(each).mean[0] for each in (cyan, magenta, yellow))
    return (colors - 2 * ImageStat.Stat(black).mean[0]) / 255


def test_no_type_is_smaller_than_seven_points(desks: list[Desk]) -> None:
    for desk in desks:
        measured = list(sizes(desk))
        assert len(measured) > 100
        assert min(measured)[0] > SMALLEST - 0.01, min(measured)


def test_backs_of_piles_take_little_ink(desks: list[Desk]) -> None:
    desk = desks[0]
    backs = {each.back: each.part.component for each in desk.drawn if each.part.component.pile}
    assert backs
    for back, component in backs.items():
        assert back is not None
        [picture] = desk.pictures([back], mode="RGB")
        assert ink(picture) <= INK, (component.id, ink(picture))
