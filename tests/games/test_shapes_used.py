"""Every shape of component is used by a game of this project, and so are punch sheets."""

import pytest
from nineup.faces.shapes import shape_names
from nineup.model.game import Component

from benchmarks.players.table import loaded


@pytest.fixture(scope="module")
def components() -> list[Component]:
    games = ("gem-rush", "gem-thief", "gemotion", "plein-air", "raghba")
    return [component for game in games for component in loaded(game).components.values()]


def test_every_shape_is_used_by_a_game(components: list[Component]) -> None:
    assert {component.shape for component in components} == set(shape_names())


def test_punch_sheets_hold_pieces_of_several_shapes(components: list[Component]) -> None:
    assert {component.shape for component in components if component.punch} == {
        "token",
        "standee",
        "base",
        "die",
        "tuck-box",
    }
