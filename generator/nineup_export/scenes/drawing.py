"""A scene → a picture: what its template asks for is chosen from a run, drawn, and laid down with soft
shadows.
"""

import io
import math
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from nineup.base import INCH, MM
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.model import Component, Digests, Face
from nineup.pipeline import DrawnRun

from nineup_export.shots import prepared, shoot

if TYPE_CHECKING:
    from PIL import Image

SCENES = ("hand", "table", "box")

FINE = 2
"""A scene is drawn this many times as large, then reduced."""

SHADOWS = ((3.2, 1.0, 2.4, 0.34), (0.9, 0.3, 0.8, 0.40))
"""Blur, how far to the right and down, and strength: a wide and a narrow shadow of what is 1 mm thick."""

CARD, BOARD, MOST_THICK = 0.35, 1.6, 22.0
"""How thick paper, punch board, and at most a box are, in millimetres."""

SHADE, EDGE = (30, 30, 36), (226, 218, 202)

What = Literal["cards", "backs", "tiles", "boards", "tokens", "boxes"]


class Lay(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Pieces of a kind; the next one lies `step` further, or `turn-step` further on an arc around a place
    that is `arc` below it. `step` and `row` are in heights of the piece, other lengths of a card; angles are
    degrees to the left.
    """

    what: What
    number: int
    at: tuple[float, float]
    unless: What | Literal[""] = ""
    """A kind; where the game has it, these are left out."""
    step: tuple[float, float] = (0.0, 0.0)
    columns: int = 0
    """The number of pieces in a row, `row` apart from the next; 0 for a single row."""
    row: float = 0.0
    within: tuple[float, float] = (0.0, 0.0)
    """How wide and high the rows are at most, in heights of a card; 0 for no limit."""
    turn: float = 0.0
    turn_step: float = 0.0
    arc: float = 0.0
    jitter: float = 0.0
    """How far no hand lays them straight, in degrees."""


class Scene(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A template: pixels, the height of what is seen, and the ground's color in the light and at its edge."""

    size: tuple[int, int]
    high: float
    ground: tuple[str, str]
    lay: tuple[Lay, ...]
    turn: float = 0.0


class Thing(NamedTuple):
    """A piece in its place, in millimetres from the middle; turned to the left in degrees."""

    face: Face
    component: Component
    x: float
    y: float
    turn: float
    thick: float


def scene_picture(drawn_run: DrawnRun, name: str) -> bytes:
    """A scene of a run as a PNG."""
    text = files("nineup_export.scenes").joinpath(f"{name}.toml").read_text("utf-8")
    scene = msgspec.convert(tomllib.loads(text), Scene)
    chosen = _choose(drawn_run.drawn)
    unit = _card_height(chosen, drawn_run.drawn)
    pixels = scene.size[1] * FINE / (scene.high * unit)
    things = list(_things(scene, chosen, unit))
    pictures = _pictures(drawn_run, things, pixels)
    from PIL import Image

    ground = _ground(scene)
    for thing in things:
        _put(ground, thing, pictures[thing.face], pixels=pixels, turn=scene.turn)
    out = io.BytesIO()
    ground.resize(scene.size, Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


def _choose(drawn: Sequence[Drawn]) -> Mapping[What, list[tuple[Face, Component, float]]]:
    """The faces of each kind, with their component and thickness: of cards those of the pile with the most
    looks, which is what shares a back, by turns of its components; of tiles those of the component with the
    most looks; the largest board or mat; tokens by turns.
    """
    groups: dict[str, list[Drawn]] = {}
    digests, seen = Digests(), set()
    for each in drawn:
        if each.part.copies and digests[each.front] not in seen:
            seen.add(digests[each.front])
            groups.setdefault(each.part.component.id, []).append(each)

    def of(*shapes: str) -> list[list[Drawn]]:
        return [group for group in groups.values() if group[0].part.component.shape in shapes]

    piles: dict[object, list[list[Drawn]]] = {}
    for group in of("card") or of("tile"):
        back = group[0].back
        piles.setdefault(back and digests[back], []).append(group)
    cards = max(map(_by_turns, piles.values()), key=len, default=[])
    boards = [group[0] for group in of("board", "mat")]
    tiles = max(of("tile"), key=len, default=[])
    boxes = [group[0] for group in of("tuck-box")]
    backs = [each.back for each in cards if each.back is not None]
    return {
        "cards": [_shown(each, CARD) for each in cards],
        "backs": [(backs[0], cards[0].part.component, CARD)] if backs else [],
        "tiles": [_shown(each, BOARD) for each in tiles],
        "boards": [_shown(max(boards, key=_area), BOARD)] if boards else [],
        "tokens": [_shown(each, BOARD) for each in _by_turns(of("token", "standee"))],
        "boxes": [_shown(max(boxes, key=_area), MOST_THICK)] if boxes else [],
    }


def _by_turns(groups: Sequence[Sequence[Drawn]]) -> list[Drawn]:
    """The first of each group, then the second of each, and so on."""
    return [each for turn in zip_longest(*groups) for each in turn if each is not None]


def _shown(drawn: Drawn, thick: float) -> tuple[Face, Component, float]:
    component = drawn.part.component
    front, _ = shape_of(component.shape).shown(component, drawn.front, drawn.back)
    return front, component, thick


def _area(drawn: Drawn) -> float:
    return drawn.front.size.width * drawn.front.size.height


def _card_height(chosen: Mapping[What, list[tuple[Face, Component, float]]], drawn: Sequence[Drawn]) -> float:
    face = chosen["cards"][0][0] if chosen["cards"] else max(drawn, key=_area).front
    return face.size.height / MM


def _things(
    scene: Scene, chosen: Mapping[What, list[tuple[Face, Component, float]]], unit: float
) -> Iterator[Thing]:
    """Every piece in its place, those below others first; what the game doesn't have is left out."""
    chance = random.Random(9)
    taken: dict[What, int] = {}
    for lay in scene.lay:
        there = chosen[lay.what] if not (lay.unless and chosen[lay.unless]) else []
        every = max(1, len(there) // 12)
        columns, most = _rows(lay, there[0][0].size.height / MM / unit) if there else (0, 0)
        for number in range(most):
            at = taken[lay.what] = taken.get(lay.what, -every) + every
            face, component, thick = there[at % len(there)]
            row, column = divmod(number, columns)
            turn = lay.turn + number * lay.turn_step
            sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
            own = face.size.height / MM
            x = (lay.at[0] - lay.arc * sine) * unit + column * lay.step[0] * own
            y = (lay.at[1] + lay.arc * (1 - cosine)) * unit + (column * lay.step[1] + row * lay.row) * own
            turn += chance.uniform(-lay.jitter, lay.jitter)
            yield Thing(face, component, x, y, turn=turn, thick=thick)


def _rows(lay: Lay, own: float) -> tuple[int, int]:
    """The number of columns, and of pieces, whose height is `own` of a card's."""
    columns, rows = lay.columns or lay.number, -(-lay.number // (lay.columns or lay.number))
    wide, high = lay.within
    if wide:
        columns = max(1, min(columns, int(wide / (own * lay.step[0]))))
        rows = max(1, min(rows, int(high / (own * lay.row))))
    return columns, min(lay.number, columns * rows)


def _pictures(drawn_run: DrawnRun, things: Sequence[Thing], pixels: float) -> Mapping[Face, "Image.Image"]:
    """The picture of each face, at so many pixels for a millimetre."""
    from PIL import Image

    dpi = pixels * INCH / MM
    faces = {thing.face: thing.component for thing in things}
    cuts = [prepared(face, component, None, dpi=dpi) for face, component in faces.items()]
    shots = shoot(cuts, drawn_run.engine.fonts, dpi)
    return {
        face: Image.open(io.BytesIO(shot.data)).convert("RGBA")
        for face, shot in zip(faces, shots, strict=True)
    }


def _ground(scene: Scene) -> "Image.Image":
    """One quiet color, lighter at the left above the middle, where the light falls."""
    from PIL import Image

    width, height = (side * FINE for side in scene.size)
    away: Any = Image.radial_gradient("L").resize((width * 2, height * 2), Image.Resampling.BICUBIC)
    away = away.crop((width * 2 // 3, height * 3 // 5, width * 2 // 3 + width, height * 3 // 5 + height))
    light, dark = (Image.new("RGB", away.size, color) for color in scene.ground)
    return Image.composite(dark, light, away)


def _put(ground: "Image.Image", thing: Thing, picture: "Image.Image", pixels: float, turn: float) -> None:
    """Lays a piece down, with its shadows and the edge of its paper."""
    from PIL import Image

    turned = picture.rotate(thing.turn + turn, Image.Resampling.BICUBIC, expand=True)
    shape = turned.getchannel("A")
    sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    left = round((ground.width - turned.width) / 2 + (thing.x * cosine + thing.y * sine) * pixels)
    top = round((ground.height - turned.height) / 2 + (thing.y * cosine - thing.x * sine) * pixels)
    reach = (0.5 + 0.6 * min(thing.thick, 6.0) / BOARD) * pixels
    for blur, right, down, strength in SHADOWS:
        at = left + round(right * reach), top + round(down * reach)
        _shade(ground, shape, at, blur=blur * reach, strength=strength)
    for down in range(round(thing.thick * pixels * 0.45), 0, -1):
        ground.paste(EDGE, (left, top + down), shape)
    ground.paste(turned, (left, top), shape)


def _shade(
    ground: "Image.Image", shape: "Image.Image", at: tuple[int, int], blur: float, strength: float
) -> None:
    from PIL import Image, ImageFilter

    margin = round(blur * 3)
    shadow = Image.new("L", (shape.width + 2 * margin, shape.height + 2 * margin))
    shadow.paste(shape, (margin, margin))
    shadow = shadow.filter(ImageFilter.GaussianBlur(blur)).point(lambda value: round(value * strength))
    ground.paste(SHADE, (at[0] - margin, at[1] - margin), shadow)
