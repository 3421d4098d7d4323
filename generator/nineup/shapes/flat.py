"""The shapes that are cut out as their layouts show them: cards, tiles, tokens, mats and boards."""

from nineup.shapes.shape import Shape

CARD = Shape("card", "cards", rounded=True)
TILE = Shape("tile", "tiles")
TOKEN = Shape("token", "tokens", outlines=("round", "rectangle", "hexagon"))
MAT = Shape("mat", "mats", in_parts=True)
BOARD = Shape("board", "boards", in_parts=True)
