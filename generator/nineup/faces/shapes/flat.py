"""The shapes that are cut out as their layouts show them: cards, tiles, tokens, mats and boards."""

from typing import get_args

from nineup.faces.shapes.shape import Shape
from nineup.model.paper import Large
from nineup.schema import Key
from nineup.schema.types import Keyword

LARGE = {
    "large": Key(
        Keyword(get_args(Large)),
        "How a board or mat larger than the paper is printed; default: as the sheet says.",
    )
}

CARD = Shape("card", "cards", rounded=True)
TILE = Shape("tile", "tiles")
TOKEN = Shape("token", "tokens", outlines=("round", "rectangle", "hexagon"))
MAT = Shape("mat", "mats", keys=LARGE, in_parts=True, lies_open=True)
BOARD = Shape("board", "boards", keys=LARGE, in_parts=True, lies_open=True)
