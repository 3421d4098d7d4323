"""The shapes that are cut out as their layouts show them: cards, tiles, tokens, mats and boards."""

from nineup.shapes.shape import Shape

CARD = Shape("card", rounded=True)
TILE = Shape("tile")
TOKEN = Shape("token", outlines=("round", "rectangle", "hexagon"))
MAT = Shape("mat", in_parts=True)
BOARD = Shape("board", in_parts=True)
