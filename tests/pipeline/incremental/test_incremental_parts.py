"""What cached faces and sheets count as the same."""

import copy

import msgspec
import pytest
from nineup.base.geometry import Box, Size
from nineup.model.drawing import Face, rectangle
from nineup.model.game import Item, Rich
from nineup.model.paper import Piece
from nineup.pipeline.incremental.faces import exact_key
from nineup.pipeline.incremental.sheets import replacements

ALIKE = [
    [1, 1.0, True],
    [0.0, -0.0, 0, False, None],
    ["a", Rich("a"), Item("a"), Item("a", {"tone": "red"}), Item("a", {"tone": Rich("red")})],
    [["a", "b"], ("a", "b"), ["b", "a"]],
    [{"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 1.0, "b": 2}],
]


@pytest.mark.parametrize("values", ALIKE)
def test_what_prints_otherwise_is_not_the_same(values: list[object]) -> None:
    assert len({exact_key(value) for value in values}) == len(values)
    assert len({exact_key({"x": [value]}) for value in values}) == len(values)


@pytest.mark.parametrize("value", [value for values in ALIKE for value in values])
def test_the_same_value_read_again(value: object) -> None:
    again = copy.deepcopy(value)
    assert exact_key(again) == exact_key(value)


def test_a_function_may_come_to_anything() -> None:
    assert exact_key(exact_key) != exact_key(exact_key)


FACE = Face("face", Size(60, 90), 3, ())
PIECE = Piece("deck", "card", "sun", 1, FACE, None)


def test_pieces_that_only_show_something_else() -> None:
    other = msgspec.structs.replace(PIECE, front=msgspec.structs.replace(FACE, name="other"))
    equal = msgspec.structs.replace(PIECE)
    assert replacements([PIECE, PIECE], [equal, other]) == {id(PIECE): other}


@pytest.mark.parametrize(
    "changed",
    [
        {"front": Face("face", Size(61, 90), 3, ())},
        {"front": Face("face", Size(60, 90), 2, ())},
        {"front": Face("face", Size(60, 90), 3, (), rectangle(Box(0, 0, 60, 90)))},
        {"back": FACE},
        {"card": "another"},
        {"copy": 2},
        {"marks": "cross"},
    ],
)
def test_pieces_that_are_laid_otherwise(changed: dict[str, object]) -> None:
    assert replacements([PIECE], [msgspec.structs.replace(PIECE, **changed)]) is None
    assert replacements([PIECE], [PIECE, PIECE]) is None
