"""A game on a table, seen from above: real faces in their true sizes, with soft shadows. The README begins with it."""

import math
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner
from nineup.cli import nineup
from PIL import Image, ImageFilter

ROOT = Path(__file__).parents[2]
SIZE = (1660, 980)
"""In pixels: twice as many as a README shows."""
FINE = 2
"""The scene is drawn this many times as large, then reduced."""
UNIT = 4.55 * FINE
"""Pixels of the drawn scene for each millimetre."""
TURN = 7.0
"""How far the whole scene is turned to the left, in degrees."""

CLOTH, SHADE, EDGE = (168, 181, 186), (30, 30, 36), (226, 218, 202)
"""The table, what lies in the shade, and the cut of paper and board."""
CARD, BOARD = 0.35, 1.6
"""How thick paper and punch board are, in millimetres."""


class Thing(NamedTuple):
    """A piece on the table: its face, and where its middle is, in millimetres from the middle of the picture."""

    face: str
    x: float
    y: float
    turn: float = 0.0
    """To the left, in degrees."""
    thick: float = CARD
    shadow: float = 1.0
    """How much of its shadow falls on something else than the pile that it lies on."""


PITCH = 36.5
"""From the middle of a tile to that of its neighbour."""
GREEN = (-80.0, 2.0)
"""The middle of the village green, where the landscape begins."""
LANDSCAPE = {
    (0, -2): "wood-1",
    (1, -2): "wood-3",
    (2, -2): "hill-3",
    (-1, -1): "water-1",
    (0, -1): "meadow-2",
    (1, -1): "meadow-3",
    (2, -1): "hill-1",
    (-2, 0): "water-1",
    (-1, 0): "water-3",
    (1, 0): "village-2",
    (2, 0): "hill-2",
    (-3, 1): "meadow-2",
    (-2, 1): "water-1",
    (-1, 1): "water-2",
    (0, 1): "meadow-1",
    (1, 1): "village-1",
    (-3, 2): "meadow-1",
    (-2, 2): "wood-1",
    (-1, 2): "wood-2",
    (0, 2): "wood-3",
    (-3, 3): "wood-2",
    (-2, 3): "wood-1",
    (-1, 3): "hill-1",
}
"""The tiles by column and row; each row begins half a tile further to the right."""
TOKENS = (
    ("dab/vermilion", (0, -1), (-5, -9)),
    ("dab/ultramarine", (-2, 2), (6, -9)),
    ("easel/vermilion", (1, 0), (-4, -8)),
    ("easel/viridian", (0, 1), (4, -8)),
    ("easel/ochre", (1, -1), (2, -7)),
    ("easel/ultramarine", (-1, 2), (-3, -8)),
)
"""What lies on the tiles, and how far from their middles."""
PAINTINGS = ("mill-pond", "wide-valley", "moonrise", "first-light")
DABS = ((3, 84), (-4, 97), (11, 96))


def things() -> Iterator[Thing]:
    """Every piece, those below others first. No hand lays them quite straight."""
    chance = random.Random(9)
    yield Thing("green", *GREEN, chance.uniform(-1.2, 1.2), BOARD)
    for place, tile in LANDSCAPE.items():
        yield Thing(f"tile/{tile}", *_tile(*place), chance.uniform(-1.2, 1.2), BOARD)
    for token, place, (right, down) in TOKENS:
        x, y = _tile(*place)
        yield Thing(token, x + right, y + down, chance.uniform(-25, 25), BOARD)
    for number, painting in enumerate(PAINTINGS):
        x, y = 58 + 68 * (number % 2), -42 + 93 * (number // 2)
        yield Thing(f"painting/{painting}", x, y, chance.uniform(-1.5, 1.5))
    for x, y in DABS:
        yield Thing("dab/ultramarine", x, y, chance.uniform(-25, 25), BOARD)
    for height in range(9):
        x, y, turn = 197 + chance.uniform(-0.7, 0.7), 6 - 0.4 * height, chance.uniform(-1.6, 1.6)
        yield Thing("painting.back", x, y, turn, CARD, 0.3 if height else 1)
    for height in range(7):
        x, y, turn = -12 + chance.uniform(-0.6, 0.6), -93 - 0.9 * height, 14 + chance.uniform(-2, 2)
        yield Thing("tile.back", x, y, turn, BOARD, 0.2 if height else 1)


def _tile(column: int, row: int) -> tuple[float, float]:
    x, y = GREEN
    return x + PITCH * (column + row / 2), y + PITCH * row * math.sqrt(3) / 2


def table() -> Image.Image:
    """The picture."""
    scene = _cloth()
    with tempfile.TemporaryDirectory() as folder:
        words = ["pictures", "plein-air", "--dpi", f"{UNIT * 25.4:.0f}", "-o", folder]
        CliRunner().invoke(nineup, ["--project", str(ROOT), *words], catch_exceptions=False)
        (index,) = Path(folder).rglob("pictures.json")
        for thing in things():
            with Image.open(index.parent / f"{thing.face}.png") as face:
                _lay(scene, thing, face.convert("RGBA"))
    return scene.resize(SIZE, Image.Resampling.LANCZOS)


def _cloth() -> Image.Image:
    """One quiet color, lighter at the left above the middle, where the light falls."""
    width, height = SIZE[0] * FINE, SIZE[1] * FINE
    away = Image.radial_gradient("L").resize((width * 2, height * 2), Image.Resampling.BICUBIC)
    away = away.crop((width * 2 // 3, height * 3 // 5, width * 5 // 3, height * 8 // 5))
    dark = tuple(round(value * 0.8) for value in CLOTH)
    return Image.composite(Image.new("RGB", away.size, dark), Image.new("RGB", away.size, CLOTH), away)


def _lay(scene: Image.Image, thing: Thing, face: Image.Image) -> None:
    """Lays a piece down, with its shadow and the edge of its paper."""
    turned = face.rotate(thing.turn + TURN, Image.Resampling.BICUBIC, expand=True)
    shape = turned.getchannel("A")
    sine, cosine = math.sin(math.radians(TURN)), math.cos(math.radians(TURN))
    left = round((scene.width - turned.width) / 2 + (thing.x * cosine + thing.y * sine) * UNIT)
    top = round((scene.height - turned.height) / 2 + (thing.y * cosine - thing.x * sine) * UNIT)
    for blur, right, down, strength in ((3.2, 1.0, 2.4, 0.34), (0.9, 0.3, 0.8, 0.40)):
        reach = (0.5 + 0.6 * thing.thick / BOARD) * UNIT
        at = left + round(right * reach), top + round(down * reach)
        _shade(scene, shape, at, blur * reach, strength * thing.shadow)
    for down in range(round(thing.thick * UNIT * 0.45), 0, -1):
        scene.paste(EDGE, (left, top + down), shape)
    scene.paste(turned, (left, top), shape)


def _shade(scene: Image.Image, shape: Image.Image, at: tuple[int, int], blur: float, strength: float) -> None:
    margin = round(blur * 3)
    shadow = Image.new("L", (shape.width + 2 * margin, shape.height + 2 * margin))
    shadow.paste(shape, (margin, margin))
    shadow = shadow.filter(ImageFilter.GaussianBlur(blur)).point(lambda value: round(value * strength))
    scene.paste(SHADE, (at[0] - margin, at[1] - margin), shadow)
