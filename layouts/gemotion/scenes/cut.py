"""Cut the painted scenes into stones: `python cut.py [red …]` writes JPEGs beside this file.

Of each feeling: three windows, the pictures of its cards (of Joy, nine); its Power cards' jewel; and a wide
view for the mats. A window is seen through the stone that the feeling's gem is: its table shows the scene as
it is, each facet around it another part of the scene, smaller, and lit as it turns to the light, which comes
from the top left. And `brilliant`, the stone on the backs: a facet for each feeling.
"""

import math
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from paint import FINE, SCENES, UNIT, Point, rgb
from PIL import Image, ImageChops, ImageDraw, ImageFilter

HERE = Path(__file__).parent
CARD = (69.5, 94.9)
"""A poker card with 3 mm of bleed, in millimetres."""
TABLE = (43.0, 28.6)
"""Where the middle of the stone is on it, from the corner of the bleed."""

CUTS = {
    "white": "#8d86ad",
    "red": "#3a0710",
    "orange": "#5a2408",
    "yellow": "#453604",
    "green": "#053d28",
    "blue": "#0f2f57",
    "purple": "#230a45",
    "pink": "#7a2350",
    "black": "#0b0a0e",
}
"""The gems, each with its deepest shade."""


class Facet(NamedTuple):
    outline: list[Point]
    gain: float
    """How much lighter it is than the scene; less than 0 is darker."""
    shift: Point
    """Which part of the scene it shows: so many millimetres from the one below it."""


def outline(color: str, *, size: float = 1.0) -> list[Point]:
    """A gem's outline around the origin; with size 1, a circle with a radius of 1 has its area."""
    drawing = (HERE.parent / "gems" / f"{color}.svg").read_text(encoding="utf-8")
    first = re.search(r'points="([^"]*)"', drawing)
    assert first, color
    points = [tuple(map(float, pair.split(","))) for pair in first[1].split()]
    x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    if color == "red":
        y = 14.6
    around = [(px - x, py - y) for px, py in points]
    area = (
        abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(around, [*around[1:], around[0]], strict=True))) / 2
    )
    scale = size / math.sqrt(area / math.pi)
    return [(px * scale, py * scale) for px, py in around]


def corners(points: Sequence[Point], few: int = 8) -> list[Point]:
    """Points of an outline, so few that its facets are large."""
    step = max(1, round(len(points) / few))
    return list(points[::step]) if len(points) > few else list(points)


def facets(
    color: str, center: Point, table: float, chance: np.random.Generator, far: float = 6
) -> Iterator[Facet]:
    """The crown of a stone: two rings of facets around its table, and what lies beyond."""
    inner = [(x, y) for x, y in corners(outline(color, size=table))]
    if len(inner) < 6:
        inner = [
            q
            for a, b in zip(inner, [*inner[1:], inner[0]], strict=True)
            for q in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
        ]
    ends = [*inner[1:], inner[0]]

    def at(p: Point, scale: float) -> Point:
        return center[0] + p[0] * scale, center[1] + p[1] * scale

    for k, (a, b) in enumerate(zip(inner, ends, strict=True)):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        angle = math.atan2(middle[1], middle[0])
        light = math.cos(angle - math.radians(-128))
        deep = (math.cos(angle) * -6, math.sin(angle) * -6)
        tip, next_tip = at(a, 1.34), at(b, 1.34)
        mid = at(middle, 1.55)
        shine = chance.normal(0, 0.05)
        yield Facet([at(a, 1), at(b, 1), mid], 0.30 * light + 0.1 + shine, (deep[0] * 0.7, deep[1] * 0.7))
        yield Facet([at(a, 1), mid, tip], 0.22 * light + 0.06 * (-1) ** k, deep)
        yield Facet(
            [at(b, 1), next_tip, mid], 0.22 * light - 0.06 * (-1) ** k, (deep[0] * 1.4, deep[1] * 1.4)
        )
        yield Facet(
            [tip, mid, at(middle, far), at(a, far)], 0.26 * light - 0.1, (deep[0] * 1.8, deep[1] * 1.1)
        )
        yield Facet(
            [mid, next_tip, at(b, far), at(middle, far)], 0.26 * light - 0.02, (deep[0] * 1.2, deep[1] * 1.9)
        )


def cut(
    view: np.ndarray, color: str, center: Point, table: float, *, seed: int, far: float = 6
) -> np.ndarray:
    """A view in fine pixels, seen through a stone."""
    chance = np.random.default_rng(seed)
    high, wide = view.shape[:2]
    seen = view.copy()
    ys, xs = np.mgrid[0:high, 0:wide]
    edges = Image.new("L", (wide, high))
    draw = ImageDraw.Draw(edges)
    cx, cy = center[0] * UNIT, center[1] * UNIT
    for facet in facets(color, center, table, chance, far):
        points = [(x * UNIT, y * UNIT) for x, y in facet.outline]
        mask = Image.new("L", (wide, high))
        ImageDraw.Draw(mask).polygon(points, fill=255)
        box = mask.getbbox()
        if not box:
            continue
        left, top, right, low = box
        cover = np.asarray(mask)[top:low, left:right] > 0
        x = cx + (xs[top:low, left:right] - cx) * 0.86 + facet.shift[0] * UNIT
        y = cy + (ys[top:low, left:right] - cy) * 0.86 + facet.shift[1] * UNIT
        x = np.abs(x).clip(0, None)
        x = np.where(x >= wide, 2 * wide - 2 - x, x).clip(0, wide - 1).astype(int)
        y = np.abs(y)
        y = np.where(y >= high, 2 * high - 2 - y, y).clip(0, high - 1).astype(int)
        part = view[y, x]
        slope = ((xs[top:low, left:right] - cx) + (ys[top:low, left:right] - cy)) / (60 * UNIT)
        gain = (facet.gain - 0.12 * slope)[..., None] * (0.55 if color == "white" else 1)
        lit = np.where(gain > 0, part + (255 - part) * gain, part * (1 + gain))
        seen[top:low, left:right] = np.where(cover[..., None], lit, seen[top:low, left:right])
        draw.line([*points, points[0]], fill=255, width=round(0.13 * UNIT))
    glint = np.asarray(edges.filter(ImageFilter.GaussianBlur(0.04 * UNIT)), np.float32)[..., None] / 255
    toward = np.clip(0.62 - ((xs - cx) + (ys - cy))[..., None] / (90 * UNIT), 0.22, 0.9)
    return seen + (255 - seen) * glint * toward


def small(picture: np.ndarray) -> Image.Image:
    """Fine pixels, reduced to those that are printed."""
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
    return image.resize((image.width // FINE, image.height // FINE), Image.Resampling.LANCZOS)


def window(scene: np.ndarray, left: float, color: str, seed: int) -> Image.Image:
    """The picture of a card, from so many millimetres of the scene on."""
    x = round(left * UNIT)
    view = scene[: round(CARD[1] * UNIT), x : x + round(CARD[0] * UNIT)]
    seen = cut(view, color, TABLE, TABLES[color], seed=seed)
    foot = np.clip((np.arange(seen.shape[0]) / UNIT - 52) / 34, 0, 0.72)[:, None, None]
    return small(seen + (rgb(CUTS[color]) - seen) * foot)


def seat(color: str) -> tuple[Point, float]:
    """A jewel's middle and its radius, in millimetres: its setting ends before the cut and the title."""
    left, top, right, bottom = SEAT
    xs, ys = zip(*outline(color, size=1.25), strict=True)
    radius = min(15.6, (right - left) / (max(xs) - min(xs)), (bottom - top) / (max(ys) - min(ys)))
    x = min(41.6, right - max(xs) * radius)
    y = max(top - min(ys) * radius, min(28.4, bottom - max(ys) * radius))
    return (x, y), radius


def jewel(scene: np.ndarray, color: str) -> Image.Image:
    """The picture of a Power card: the scene in its stone, in a setting of gold on velvet."""
    size = round(CARD[0] * UNIT), round(CARD[1] * UNIT)
    middle, radius = seat(color)
    x, y = round((75 - middle[0]) * UNIT), round((MIDDLES.get(color, 28.4) - middle[1]) * UNIT)
    deep = rgb(CUTS[color])
    ys, xs = np.mgrid[0 : size[1], 0 : size[0]] / UNIT
    far = np.hypot(xs - middle[0] + 7, ys - middle[1] + 9) / 62
    tone = deep * 0.75 + rgb(TONES[color]) * 0.25
    velvet = tone + (deep * 0.55 - tone) * np.clip(far, 0, 1)[..., None]
    velvet = velvet + np.random.default_rng(7).normal(0, 6, (size[1], size[0], 1))
    # folds of the velvet: rays around the setting
    turn = np.arctan2(ys - middle[1], xs - middle[0])
    velvet = velvet * (1 + 0.1 * np.sin(turn * 24)[..., None] * np.clip((far - 0.3) * 2, 0, 1)[..., None])
    shape = [(middle[0] + px, middle[1] + py) for px, py in outline(color, size=radius)]

    def grown(scale: float, blur: float = 0) -> np.ndarray:
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).polygon(
            [
                ((middle[0] + (px - middle[0]) * scale) * UNIT, (middle[1] + (py - middle[1]) * scale) * UNIT)
                for px, py in shape
            ],
            fill=255,
        )
        soft = mask.filter(ImageFilter.GaussianBlur(max(0.03, blur) * UNIT))
        return np.asarray(soft, np.float32)[..., None] / 255

    shadow = np.roll(grown(1.24, 2.2), (round(2.2 * UNIT), round(2.0 * UNIT)), (0, 1))
    picture = velvet * (1 - 0.62 * shadow)
    # the setting: rings of gold, bevelled
    gold = gradient_gold(xs - middle[0], ys - middle[1])
    for scale, level in ((1.25, 0.62), (1.225, 1.0), (1.17, 1.28), (1.12, 0.86), (1.075, 0.5)):
        mask = grown(scale)
        picture = picture + (np.clip(gold * level, 0, 255) - picture) * mask
    view = scene[np.clip(np.arange(size[1]) + y, 0, len(scene) - 1), x : x + size[0]]
    stone = cut(view, color, middle, radius * 0.7, seed=31, far=3)
    inside = grown(1.05)
    rim = np.clip(1 - grown(0.94, 1.2), 0, 1)
    slope = ((xs - middle[0]) + (ys - middle[1]))[..., None] / 30
    stone = stone * (1 - rim * np.clip(0.3 + slope * 0.5, 0, 0.75))
    picture = picture + (stone - picture) * inside
    # claws that hold it
    for px, py in claws(shape):
        lit = Image.new("L", size)
        angle = math.atan2(py - middle[1], px - middle[0])
        for s in (-0.6, 0, 0.6, 1.2, 1.8):
            qx, qy = px + math.cos(angle) * (s + 0.2), py + math.sin(angle) * (s + 0.2)
            r = 1.3 - 0.12 * abs(s)
            ImageDraw.Draw(lit).ellipse(
                ((qx - r) * UNIT, (qy - r) * UNIT, (qx + r) * UNIT, (qy + r) * UNIT), fill=255
            )
        dark = (
            np.roll(
                np.asarray(lit.filter(ImageFilter.GaussianBlur(0.5 * UNIT)), np.float32),
                (round(0.5 * UNIT),) * 2,
                (0, 1),
            )[..., None]
            / 255
        )
        picture = picture * (1 - 0.5 * dark)
        body = np.asarray(lit.filter(ImageFilter.GaussianBlur(0.05 * UNIT)), np.float32)[..., None] / 255
        core = (
            np.asarray(
                ImageChops.offset(lit, round(-0.35 * UNIT), round(-0.35 * UNIT)).filter(
                    ImageFilter.GaussianBlur(0.4 * UNIT)
                ),
                np.float32,
            )[..., None]
            / 255
        )
        picture = picture + ((rgb("#8a6420") + (rgb("#fff0b8") - rgb("#8a6420")) * core) - picture) * body
    glare = np.exp(-((((xs - middle[0] + 6.5) + (ys - middle[1] + 6.5)) / 2.4) ** 2))[..., None] * grown(0.9)
    picture = picture + (255 - picture) * glare * 0.22
    return small(picture)


def claws(shape: Sequence[Point]) -> list[Point]:
    """Where claws hold a stone: at corners, six at most."""
    few = corners(shape, 6)
    return few[:6] if len(few) > 4 else few


def gradient_gold(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Gold around a middle, lit from the top left, with a second gleam opposite."""
    turn = np.arctan2(y, x) - math.radians(-135)
    shine = 0.5 + 0.5 * np.cos(turn)
    gleam = np.exp(-((np.abs((turn + math.pi) % (2 * math.pi) - math.pi) - 2.6) ** 2) / 0.08)
    level = np.clip(0.25 + 0.75 * shine**1.5 + 0.35 * gleam, 0, 1)[..., None]
    return rgb("#6b4a14") + (rgb("#ffe9a6") - rgb("#6b4a14")) * level


TONES = {
    "white": "#b9b2cf",
    "red": "#b5162b",
    "orange": "#ee7514",
    "yellow": "#c9a413",
    "green": "#0c7a4e",
    "blue": "#3c8ce0",
    "purple": "#5a2391",
    "pink": "#ee7fb2",
    "black": "#4a4753",
}
TABLES = {color: 20.5 if color in ("yellow", "pink", "blue") else 19.5 for color in CUTS}
"""How large the table of a card's stone is: the radius of a circle with its area, in millimetres."""
TOPS = {"yellow": 15, "blue": 14, "black": 15, "pink": 13, "dusk": 11, "noon": 7, "green": 4, "dawn": 2}
"""How far down a scene its windows begin, so that what matters is in the stone's table."""
LEFTS = {"dawn": (0, 35, 80)}
"""How far right a scene's three windows begin, where not at `EVENLY`."""
EVENLY = (0, 32, 68)
MIDDLES = {"orange": 15, "yellow": 36, "purple": 17, "black": 33}
"""How far down a jewel's scene its middle is, where not at 28.4 mm."""
SEAT = (16.5, 5.5, 64, 49.5)
"""The left, top, right and bottom of the room for a jewel's setting: clear of the cut and of the title."""
WIDE = (148, 76)
"""A wide view for the mats, in millimetres."""


def made(color: str) -> Iterator[tuple[str, Image.Image]]:
    """All pictures of a feeling, with their names."""
    scenes = ["dawn", "noon", "dusk"] if color == "white" else [color]
    for number, name in enumerate(scenes):
        canvas = SCENES[name]()
        top = TOPS.get(name, 0) * UNIT
        scene = np.pad(canvas.finish()[top:], ((0, top), (0, 0), (0, 0)), mode="edge")
        if number == 0:
            yield f"{color}-wide", small(scene[: WIDE[1] * UNIT, UNIT : (WIDE[0] + 1) * UNIT])
            yield f"{color}-jewel", jewel(scene, color)
        for place, left in enumerate(LEFTS.get(name, EVENLY)):
            yield f"{color}-{number * 3 + place + 1}", window(scene, left, color, place + 3)


def brilliant() -> Image.Image:
    """The stone on the backs of cards: each facet another feeling, and the same turned by half a turn."""
    drawing = (HERE.parent / "common.svg").read_text(encoding="utf-8")
    size, corner = round(BRILLIANT[2] * UNIT), (BRILLIANT[0], BRILLIANT[1])
    middle = 31.75, 44.45
    views = {}
    for color in CUTS.keys() - {"white"}:
        canvas = SCENES[color]()
        views[color] = canvas.finish()
    chance = np.random.default_rng(5)
    order = [color for color in CUTS if color != "white"]
    ys, xs = np.mgrid[0:size, 0:size]
    core = np.clip(np.hypot(xs - size / 2, ys - size / 2) / (10 * UNIT), 0, 1)[..., None]
    picture = rgb("#fffef6") + (rgb("#e9c98a") - rgb("#fffef6")) * core**1.6
    for path in re.findall(r"M[^MZ]+Z", re.search(r'id="facets"[^>]* d="([^"]*)"', drawing)[1]):  # type: ignore[index]
        points = [tuple(map(float, pair.split(","))) for pair in re.findall(r"[\d.]+,[\d.]+", path)]
        x, y = (sum(p[i] for p in points) / len(points) - middle[i] for i in (0, 1))
        if y < -0.001 or (abs(y) <= 0.001 and x < 0):
            continue
        angle = math.atan2(y, x) % math.pi
        view = views[order[int(angle / math.pi * 16) % 8]]
        left, top = chance.uniform(45, 75), chance.uniform(4, 18)
        part = view[(top * UNIT + ys % (34 * UNIT)).astype(int), (left * UNIT + xs).astype(int)]
        gain = chance.uniform(-0.28, 0.34) + 0.1 * (x + y < 0)
        lit = part + (255 - part) * gain if gain > 0 else part * (1 + gain)
        mask = Image.new("L", (size, size))
        ImageDraw.Draw(mask).polygon(
            [((px - corner[0]) * UNIT, (py - corner[1]) * UNIT) for px, py in points], fill=255
        )
        cover = np.asarray(mask)[..., None] > 0
        picture = np.where(cover, lit, picture)
        picture = np.where(cover[::-1, ::-1], lit[::-1, ::-1], picture)
    return small(picture)


BRILLIANT = (12.0, 24.7, 39.5)
"""The left and top edge of that stone's picture on the back, and its size, in millimetres."""

if __name__ == "__main__":
    if not sys.argv[1:] or "brilliant" in sys.argv:
        brilliant().save(HERE / "brilliant.jpg", quality=80, optimize=True)
    for color in [name for name in sys.argv[1:] if name in CUTS] or ([] if sys.argv[1:] else CUTS):
        for name, picture in made(color):
            picture.save(HERE / f"{name}.jpg", quality=62 if name.endswith("wide") else 74, optimize=True)
