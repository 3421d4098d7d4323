"""Gemotion's scenes, painted: `cut.py` makes the game's pictures of them.

A scene for each feeling, 150 x 95 mm at 16 pixels a millimetre; Joy has three, from dawn to dusk. Each is
built in layers, from far to near: a sky, haze, hills, then things cut out as silhouettes. Between the layers
thousands of short strokes take up the color below them and vary it, which makes gradients look painted. What
matters is at 37, 75 and 113 mm, since a card shows a window of 69.5 mm around one of these, and far up, since
words cover the rest. Chance is seeded, so the same Pillow and numpy (both of `constraints.txt`) paint the
same pixels.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

WIDTH, HEIGHT = 150, 95
"""Of a scene, in millimetres."""
PIXELS = 8
"""A millimetre has, in what is written."""
FINE = 2
"""A scene is painted this many times as large, then reduced."""
UNIT = PIXELS * FINE
Point = tuple[float, float]
Color = str | tuple[float, ...]


def rgb(color: Color) -> np.ndarray:
    """Three levels from 0 to 255."""
    if isinstance(color, str):
        return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], np.float32)
    return np.array(color[:3], np.float32)


class Canvas:
    """A picture in the making. Lengths are millimetres, y runs down, angles are degrees."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.w, self.h = WIDTH * UNIT, HEIGHT * UNIT
        self.image = np.zeros((self.h, self.w, 3), np.float32)
        ys, xs = np.mgrid[0 : self.h, 0 : self.w].astype(np.float32)
        self.x, self.y = xs / UNIT, ys / UNIT

    def noise(self, across: float, down: float, octaves: int = 4) -> np.ndarray:
        """Smooth chance between 0 and 1, in spots so many millimetres across and down."""
        total, weight = np.zeros((self.h, self.w), np.float32), 0.0
        for octave in range(octaves):
            part = 2.0**octave
            size = (
                max(2, round(HEIGHT * part / down) + 2),
                max(2, round(WIDTH * part / across) + 2),
            )
            spots = Image.fromarray(self.chance.random(size, np.float32))
            total += np.asarray(spots.resize((self.w, self.h), Image.Resampling.BICUBIC)) / part
            weight += 1 / part
        total /= weight
        return np.clip((total - 0.5) * 1.9 + 0.5, 0, 1)

    def blend(self, color: Color | np.ndarray, mask: np.ndarray) -> None:
        """Lay a color over what a mask from 0 to 1 covers."""
        layer = color if isinstance(color, np.ndarray) and color.ndim == 3 else rgb(color)  # type: ignore[arg-type]
        self.image += (layer - self.image) * np.clip(mask, 0, 1)[..., None]

    def gradient(self, stops: Sequence[tuple[float, Color]], along: np.ndarray | None = None) -> np.ndarray:
        """Colors at heights in millimetres (or at values of `along`), and those between them."""
        at = self.y if along is None else along
        places = [place for place, _ in stops]
        levels = np.array([rgb(color) for _, color in stops])
        return np.stack([np.interp(at, places, levels[:, i]) for i in range(3)], -1).astype(np.float32)

    def sky(self, *stops: tuple[float, Color]) -> None:
        self.image = self.gradient(stops, self.y + (self.noise(60, 14) - 0.5) * 7)

    def clouds(
        self, color: Color, *, low: float, high: float, across: float = 40, share: float = 0.5
    ) -> None:
        """Clouds between two heights; the larger the share, the more of them."""
        cover = np.clip((self.noise(across, across / 4, 5) - (1 - share)) * 3.2, 0, 1)
        self.blend(
            color,
            cover * np.clip((self.y - high) / 6, 0, 1) * np.clip((low - self.y) / 8, 0, 1),
        )

    def glow(self, x: float, y: float, radius: float, color: Color, strength: float = 1) -> None:
        """Light that fades with the distance."""
        far = np.hypot(self.x - x, self.y - y) / radius
        light = np.clip(1 - far, 0, 1) ** 2 * strength
        self.image += (255 - self.image) * light[..., None] * rgb(color) / 255
        self.blend(color, light * 0.6)

    def rays(self, x: float, y: float, color: Color, strength: float, count: int = 26) -> None:
        """Shafts of light from a point, as through leaves or clouds."""
        angle = np.arctan2(self.y - y, self.x - x)
        around = np.linspace(-math.pi, math.pi, count * 4)
        beams = np.interp(angle, around, self.chance.random(len(around)) ** 2)
        far = np.hypot(self.x - x, self.y - y)
        self.blend(color, beams * strength * np.clip(1 - far / 130, 0, 1))

    def hills(
        self,
        base: float,
        rise: float,
        across: float,
        *stops: tuple[float, Color],
        sharp: float = 0,
        haze: tuple[Color, float] | None = None,
    ) -> np.ndarray:
        """A range of hills, colored downwards from its crest; returns the crest's height at each column."""
        line = self.noise(across, 400, 5)[0]
        if sharp:
            ridge = 1 - np.abs(line * 2 - 1)
            line = line * (1 - sharp) + ridge * sharp
        crest = base - rise * line
        below = self.y - crest[None, :]
        mask = np.clip(below * UNIT, 0, 1)
        self.blend(self.gradient(stops, below + (self.noise(9, 5) - 0.5) * 5), mask)
        if haze:
            color, reach = haze
            self.blend(color, mask * np.clip(below / reach, 0, 0.85))
        return crest

    def strokes(
        self,
        count: int,
        *,
        length: float = 3,
        width: float = 0.5,
        angle: float = 0,
        spread: float = 14,
        vary: float = 10,
        top: float = 0,
        low: float = HEIGHT,
    ) -> None:
        """Take up the color at many places, vary it a little, and lay it down as a short stroke."""
        picture = Image.fromarray(np.clip(self.image, 0, 255).astype(np.uint8))
        draw, chance = ImageDraw.Draw(picture), self.chance
        px = chance.uniform(0, self.w, count)
        py = chance.uniform(top * UNIT, min(low * UNIT, self.h) - 1, count)
        turn = np.radians(chance.normal(angle, spread, count))
        long = chance.uniform(0.5, 1.2, count) * length * UNIT / 2
        wide = np.maximum(1, chance.uniform(0.5, 1.3, count) * width * UNIT).astype(int)
        shift = chance.normal(0, vary, (count, 1)) + chance.normal(0, vary / 3, (count, 3))
        colors = np.clip(self.image[py.astype(int), px.astype(int)] + shift, 0, 255).astype(int)
        dx, dy = np.cos(turn) * long, np.sin(turn) * long
        ends = np.stack([px - dx, py - dy, px + dx, py + dy], -1)
        for end, color, thick in zip(ends.tolist(), colors.tolist(), wide.tolist(), strict=True):
            draw.line(end, fill=tuple(color), width=thick)
        self.image = np.asarray(picture, np.float32).copy()

    def shape(self, points: Sequence[Point], color: Color, *, opacity: float = 1, blur: float = 0) -> None:
        """A polygon, through whose points the outline runs straight."""
        self.masked(
            lambda draw: draw.polygon([(x * UNIT, y * UNIT) for x, y in points], fill=255),
            color,
            opacity,
            blur,
        )

    def line(
        self, points: Sequence[Point], width: float, color: Color, *, opacity: float = 1, blur: float = 0
    ) -> None:
        def drawn(draw: ImageDraw.ImageDraw) -> None:
            scaled = [(x * UNIT, y * UNIT) for x, y in points]
            draw.line(scaled, fill=255, width=max(1, round(width * UNIT)), joint="curve")

        self.masked(drawn, color, opacity, blur)

    def disc(
        self,
        x: float,
        y: float,
        r: float,
        color: Color,
        *,
        opacity: float = 1,
        blur: float = 0,
        flat: float = 1,
    ) -> None:
        box = ((x - r) * UNIT, (y - r * flat) * UNIT, (x + r) * UNIT, (y + r * flat) * UNIT)
        self.masked(lambda draw: draw.ellipse(box, fill=255), color, opacity, blur)

    def masked(
        self, drawn: Callable[[ImageDraw.ImageDraw], None], color: Color, opacity: float = 1, blur: float = 0
    ) -> None:
        mask = Image.new("L", (self.w, self.h))
        drawn(ImageDraw.Draw(mask))
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur * UNIT))
        box = mask.getbbox()
        if box:
            left, top, right, low = box
            part = self.image[top:low, left:right]
            cover = np.asarray(mask, np.float32)[top:low, left:right, None] / 255 * opacity
            part += (rgb(color) - part) * cover

    def tree(
        self, x: float, y: float, tall: float, color: Color, *, lean: float = 0, bare: int = 7
    ) -> list[Point]:
        """A bare tree; returns where its twigs end."""
        tips: list[Point] = []

        def branch(
            draw: ImageDraw.ImageDraw, x: float, y: float, angle: float, long: float, left: int
        ) -> None:
            x2, y2 = x + math.cos(angle) * long, y - math.sin(angle) * long
            width = max(1, round(long * UNIT * 0.115))
            draw.line([(x * UNIT, y * UNIT), (x2 * UNIT, y2 * UNIT)], fill=255, width=width)
            if left == 0:
                tips.append((x2, y2))
                return
            for side in (-1, 1):
                turn = side * self.chance.uniform(0.18, 0.62) + self.chance.normal(0, 0.08)
                branch(draw, x2, y2, angle + turn, long * self.chance.uniform(0.66, 0.84), left - 1)

        self.masked(
            lambda draw: branch(draw, x, y, math.pi / 2 - lean, tall * 0.27, bare),
            color,
        )
        return tips

    def crown(
        self,
        x: float,
        y: float,
        r: float,
        count: int,
        sizes: tuple[float, float],
        colors: tuple[Color, Color, Color],
        *,
        lit: tuple[float, float],
        flat: float = 0.85,
        side: int = 1,
        vary: float = 0,
    ) -> None:
        """Leaves or blossoms around a middle, in three colors: how much must face the light for the first two
        is in `lit`. It comes from the top left; with `side` -1, from the top right.
        """
        light, middle, dark = colors
        for _ in range(count):
            turn, far = self.chance.uniform(0, 7), math.sqrt(self.chance.random()) * r
            dx, dy = math.cos(turn) * far, math.sin(turn) * far * flat
            faces = (-dx * side - dy) / r + (self.chance.normal(0, vary) if vary else 0)
            color = light if faces > lit[0] else middle if faces > lit[1] else dark
            self.disc(x + dx, y + dy, self.chance.uniform(*sizes), color)

    def pine(self, x: float, y: float, tall: float, color: Color, light: Color) -> None:
        """A fir, lit from the left."""
        for shade, part in ((color, 1.0), (light, 0.0)):
            for step in range(5):
                top, low = y - tall * (1 - step * 0.17), y - tall * (0.62 - step * 0.15)
                half = tall * (0.1 + step * 0.045)
                self.shape([(x, top), (x + half * part, low), (x, low - tall * 0.03), (x - half, low)], shade)

    def person(self, x: float, y: float, tall: float, color: Color) -> None:
        """Somebody seen from behind, standing at a point."""
        h = tall
        self.shape(
            [
                (x - 0.15 * h, y),
                (x - 0.2 * h, y - 0.62 * h),
                (x - 0.07 * h, y - 0.78 * h),
                (x + 0.07 * h, y - 0.78 * h),
                (x + 0.2 * h, y - 0.62 * h),
                (x + 0.15 * h, y),
                (x + 0.03 * h, y),
                (x, y - 0.3 * h),
                (x - 0.03 * h, y),
            ],
            color,
        )
        self.disc(x, y - 0.88 * h, 0.12 * h, color)

    def birds(self, count: int, x: float, y: float, spread: float, color: Color, size: float = 1.6) -> None:
        for _ in range(count):
            cx, cy = x + self.chance.normal(0, spread), y + self.chance.normal(0, spread / 3)
            s = size * self.chance.uniform(0.6, 1.1)
            self.line(
                [
                    (cx - s, cy - s * 0.45),
                    (cx - s * 0.4, cy - s * 0.5),
                    (cx, cy),
                    (cx + s * 0.4, cy - s * 0.5),
                    (cx + s, cy - s * 0.45),
                ],
                0.28,
                color,
            )

    def dots(
        self,
        count: int,
        color: Color,
        *,
        top: float,
        low: float,
        size: float = 0.3,
        left: float = 0,
        right: float = WIDTH,
    ) -> None:
        """Sparks, stars, blossoms: small discs with chance in size and place."""
        places = self.chance.uniform((left, top), (right, low), (count, 2))
        sizes = self.chance.uniform(0.3, 1.2, count) * size

        def drawn(draw: ImageDraw.ImageDraw) -> None:
            for (x, y), r in zip(places.tolist(), sizes.tolist(), strict=True):
                draw.ellipse(((x - r) * UNIT, (y - r) * UNIT, (x + r) * UNIT, (y + r) * UNIT), fill=255)

        self.masked(drawn, color)

    def water(self, top: float, tint: Color, strength: float = 0.35) -> None:
        """What lies above a level, mirrored below it, in ripples."""
        edge = round(top * UNIT)
        depth = self.h - edge
        rows = np.clip(edge - 1 - (np.arange(depth) * 0.95).astype(int), 0, edge - 1)
        wave = (self.noise(14, 1.1, 3)[edge:] - 0.5) * np.linspace(1, 9, depth)[:, None] * UNIT * 0.5
        columns = np.clip(np.arange(self.w)[None, :] + wave, 0, self.w - 1).astype(int)
        self.image[edge:] = self.image[rows[:, None], columns]
        mask = np.clip((self.y - top) * UNIT, 0, 1)
        self.blend(tint, mask * (strength + np.clip((self.y - top) / 90, 0, 0.5)))

    def finish(self) -> np.ndarray:
        """The picture with the tooth of paper: levels from 0 to 255 in rows."""
        self.image += (self.noise(0.5, 0.5, 1)[..., None] - 0.5) * 9
        return self.image


def red() -> Canvas:
    """Rage: a mountain that can hold it no longer."""
    c = Canvas(1)
    c.sky((0, "#2b0710"), (18, "#6d0f1c"), (36, "#c7282c"), (50, "#f26a34"), (70, "#ffb45c"))
    c.clouds("#1d0508", low=34, high=-8, across=46, share=0.56)
    c.glow(75, 15, 36, "#ff5a2a", 0.9)
    plume = np.hypot((c.x - 75 - (15 - c.y) * 0.3) / (5.5 + (18 - c.y).clip(0) * 0.95), 1.0)
    smoke = np.clip(1.5 - plume, 0, 1) * (c.y < 18) * np.clip(c.noise(12, 9, 5) * 2.1 - 0.45, 0, 1)
    c.blend("#37090f", smoke)
    c.blend("#ff7a3a", smoke * np.clip(c.noise(7, 6, 4) - 0.52, 0, 1) * 2.6 * np.clip((c.y + 6) / 22, 0, 1))
    c.strokes(24000, length=3.4, width=0.55, angle=-24, spread=26, vary=11)
    c.hills(52, 17, 34, (0, "#8e1a22"), (14, "#e0562f"), sharp=0.8)
    slope = lambda x: 17.5 + abs(x - 75) * 0.72 + 0.8 * math.sin(x * 0.9) + 0.4 * math.sin(x * 2.3)  # noqa: E731
    xs = np.linspace(20, 130, 180)
    c.shape(
        [
            (20, 60),
            *[(x, slope(x)) for x in xs if x < 70],
            (71, 16.4),
            (73, 17.6),
            (76, 17.2),
            (79, 16.2),
            *[(x, slope(x)) for x in xs if x > 80],
            (130, 60),
            (130, 95),
            (20, 95),
        ],
        "#2a0a10",
    )
    c.shape(
        [(71, 16.6), (60, 30), (48, 42), (38, 50), (52, 50), (62, 38), (73, 24)],
        "#6b1820",
        opacity=0.8,
        blur=1.2,
    )
    for end, bend in ((58, -3), (73, 2), (90, 4), (101, -2), (67, -5)):
        path = [
            (75 + (end - 75) * t**1.2 + bend * math.sin(t * 7) * t, 17 + 43 * t)
            for t in np.linspace(0, 1, 40)
        ]
        c.line(path, 2.6, "#ff4a1e", opacity=0.6, blur=0.9)
        c.line(path, 1.1, "#ff8a35")
        c.line(path, 0.45, "#ffe08a")
    c.glow(75, 17, 10, "#ffd070", 0.9)
    for _ in range(46):
        a, far = c.chance.uniform(-2.7, -0.45), c.chance.uniform(6, 26)
        x0, y0 = 75 + math.cos(a) * far * 0.55, 17 + math.sin(a) * far * 0.62
        c.line([(x0, y0), (x0 + math.cos(a) * 2.2, y0 + math.sin(a) * 2.2 + 0.5)], 0.42, "#ffc767")
    for start, seed in ((30, 3), (118, 5), (42, 9)):
        path, x, y = [(start, -1.0)], float(start), -1.0
        while y < 33:
            x, y = x + c.chance.normal(0, 2.1), y + c.chance.uniform(1.4, 3.6)
            path.append((x, y))
        c.line(path, 1.6, "#ff7a6a", opacity=0.5, blur=0.8)
        c.line(path, 0.5, "#fff0dc")
        c.line(
            [path[4], (path[4][0] + seed - 7, path[4][1] + 6), (path[4][0] + seed - 4, path[4][1] + 11)],
            0.3,
            "#ffd9c0",
        )
    c.strokes(15000, length=2.2, width=0.42, angle=50, spread=40, vary=9, top=36)
    c.hills(62, 11, 22, (0, "#1a060a"), (20, "#0d0305"), sharp=0.9)
    for x in (9, 24, 33, 116, 127, 141):
        c.tree(x, 58, c.chance.uniform(14, 22), "#140407", lean=c.chance.normal(0, 0.1), bare=6)
    c.dots(300, "#ffb14e", top=4, low=60, size=0.26)
    return c


def orange() -> Canvas:
    """Courage: one more step, and the flag stands on the summit at sunrise."""
    c = Canvas(2)
    c.sky((0, "#c8541a"), (14, "#f0842a"), (30, "#ffb347"), (46, "#ffe3a0"), (60, "#fff0c8"))
    c.rays(57, 27, "#fff3c4", 0.55)
    c.clouds("#ffd9a0", low=40, high=2, across=52, share=0.46)
    c.clouds("#a8400f", low=16, high=-6, across=60, share=0.42)
    c.glow(57, 27, 30, "#fff0b0", 0.9)
    c.strokes(24000, length=3.6, width=0.6, angle=-6, spread=16, vary=9)
    c.disc(57, 27, 7.2, "#fffbe2")
    c.hills(50, 16, 40, (0, "#f3a458"), (18, "#ffd99a"), sharp=0.8, haze=("#ffe2ac", 26))
    c.hills(57, 20, 34, (0, "#d9772f"), (22, "#f7b867"), sharp=0.9, haze=("#ffcf8a", 34))
    peak: list[Point] = [
        (38, 95),
        (50, 62),
        (57, 50),
        (62, 44),
        (66, 36),
        (71, 31),
        (75, 22.4),
        (78, 22),
        (81, 27),
    ]
    c.shape([*peak, (87, 33), (92, 43), (101, 52), (110, 66), (126, 95)], "#7b2d0c")
    c.shape([*peak[:8], (76.5, 30), (72, 39), (76, 46), (66, 58), (69, 70), (58, 95)], "#e07a2c")
    c.shape([(75, 22.4), (78, 22), (76.5, 30), (73, 33), (74, 29), (70.8, 33), (71, 31)], "#fff1d6")
    c.shape([(78, 22), (81, 27), (84.5, 30.5), (80, 31), (78.4, 35), (76.5, 30)], "#e9b48c")
    c.strokes(16000, length=2.4, width=0.45, angle=58, spread=30, vary=10, top=30)
    c.person(76.2, 22.4, 5.6, "#34130a")
    c.line([(76.9, 18.9), (79.2, 17)], 0.6, "#34130a")
    c.line([(79.2, 24), (79.2, 9.5)], 0.42, "#34130a")
    c.shape([(79.3, 9.6), (85.5, 10.6), (83.6, 12.4), (86, 14.4), (79.3, 14)], "#fffaf0")
    c.shape([(79.3, 12.2), (84.2, 12.6), (86, 14.4), (79.3, 14)], "#f3d9b5")
    # left: a tree that grows from a cliff into the wind; right: a bridge of ropes and who crosses it
    c.shape(
        [(-2, 34), (10, 35), (19, 37), (24, 40), (22, 46), (26, 58), (20, 70), (24, 95), (-2, 95)], "#52200b"
    )
    c.shape([(-2, 34), (10, 35), (19, 37), (24, 40), (14, 41), (6, 46), (-2, 47)], "#b5581d")
    c.tree(14, 37, 20, "#31120a", lean=0.35, bare=7)
    c.dots(90, "#c2480f", top=14, low=30, size=0.8, left=14, right=33)
    c.birds(6, 40, 12, 7, "#5a220c")
    c.shape([(134, 30), (141, 28), (152, 27), (152, 95), (137, 95), (132, 60), (135, 44)], "#52200b")
    c.shape([(98, 49), (102, 42), (107, 41), (110, 46), (108, 95), (94, 95)], "#5f260c")
    rope = [(107 + 28 * t, 41 + 9 * math.sin(math.pi * t) - 9 * t) for t in np.linspace(0, 1, 30)]
    c.line(rope, 0.5, "#2b100a")
    c.line([(x, y - 3.6) for x, y in rope], 0.24, "#2b100a")
    for x, y in rope[::2]:
        c.line([(x, y), (x, y - 3.6)], 0.16, "#2b100a")
    c.person(*rope[13], 5.0, "#2b100a")
    c.hills(66, 8, 20, (0, "#43190a"), (16, "#260d06"))
    return c


def yellow() -> Canvas:
    """Fear: a lantern in the fog, and what looks back."""
    c = Canvas(3)
    c.sky((0, "#6b5306"), (16, "#b8920f"), (32, "#eccb2f"), (46, "#fbe773"), (62, "#e3c02a"), (95, "#7a6008"))
    c.clouds("#4e3d05", low=22, high=-8, across=50, share=0.55)
    c.glow(75, 33, 46, "#fff6b0", 0.85)
    c.disc(110, 11, 5.4, "#fff8cf", opacity=0.95)
    c.glow(110, 11, 17, "#fff6c0", 0.5)
    c.strokes(24000, length=4, width=0.6, angle=0, spread=9, vary=8)
    for layer, (color, y, n, tall) in enumerate(
        (("#d1ad22", 50, 13, 44), ("#9c7c10", 54, 9, 52), ("#5d4907", 58, 6, 60))
    ):
        for k in range(n):
            x = (k + c.chance.uniform(0.1, 0.9)) * WIDTH / n
            if layer == 2 and (64 < x < 88 or 104 < x < 116):
                continue
            c.tree(x, y, c.chance.uniform(0.75, 1) * tall, color, lean=c.chance.normal(0, 0.1), bare=6)
        fog = c.noise(46, 8, 4) * np.clip(1 - np.abs(c.y - y + 2) / 12, 0, 1)
        c.blend("#fbe98c", fog * 0.85)
    c.strokes(11000, length=3.4, width=0.4, angle=0, spread=8, vary=7, top=34)
    c.hills(60, 5, 40, (0, "#3a2d05"), (14, "#1c1602"))
    c.shape(
        [(72, 56.5), (78, 56.5), (92, 70), (96, 95), (52, 95), (62, 70)], "#c9a41d", opacity=0.75, blur=1.2
    )
    c.glow(77.6, 46, 15, "#fffbe0", 1)
    c.person(74.5, 58, 12.5, "#1f1803")
    c.line([(76, 50), (77.8, 47.4)], 0.8, "#1f1803")
    c.disc(77.8, 46.4, 1.1, "#ffffff")
    for x, y, tall in ((4, 66, 66), (54, 68, 78), (97, 68, 80), (147, 66, 66)):
        c.tree(x, y, tall, "#171202", lean=c.chance.normal(0, 0.07), bare=7)
    for x, y, s in (
        (36, 32, 2.5),
        (23, 44, 1.5),
        (45, 47, 1.3),
        (66, 27, 1.7),
        (88, 31, 2.2),
        (90, 46, 1.3),
        (114, 33, 2.5),
        (127, 45, 1.5),
        (10, 36, 1.5),
    ):
        c.disc(x + s * 1.2, y, s * 3.6, "#1d1602", opacity=0.55, blur=s)
        for side in (0, 2.5):
            cx = x + side * s
            tilt = 0.35 * s * (1 if side == 0 else -1)
            c.shape(
                [(cx - s, y - tilt), (cx, y - 0.62 * s), (cx + s, y + tilt), (cx, y + 0.55 * s)], "#fff9c0"
            )
            c.shape(
                [
                    (cx - 0.2 * s, y - 0.5 * s),
                    (cx + 0.2 * s, y - 0.5 * s),
                    (cx + 0.2 * s, y + 0.45 * s),
                    (cx - 0.2 * s, y + 0.45 * s),
                ],
                "#2a1c00",
            )
    return c


def green() -> Canvas:
    """Envy: how much greener it is on the other side of the hedge."""
    c = Canvas(4)
    c.sky((0, "#0c5b46"), (14, "#2f9a72"), (28, "#93d6a0"), (40, "#e3f6c4"), (60, "#cdeaa8"))
    c.rays(48, 2, "#f4ffd8", 0.5)
    c.clouds("#e6f9d8", low=30, high=0, across=42, share=0.45)
    c.glow(75, 24, 34, "#fbffd8", 0.7)
    c.strokes(22000, length=3.4, width=0.6, angle=-8, spread=16, vary=9)
    c.hills(46, 12, 46, (0, "#5cb27c"), (16, "#b5dd95"), haze=("#d6efb2", 26))
    c.shape(
        [(44, 60), (54, 47), (64, 39), (75, 36), (86, 39), (98, 48), (110, 60), (110, 95), (44, 95)],
        "#2c8c4e",
    )
    c.shape([(44, 60), (54, 47), (64, 39), (75, 36), (70, 46), (66, 60)], "#62b765", opacity=0.8, blur=1)
    wall, shade, roof, roof_shade = "#f7f2cf", "#c9d29a", "#0e6a4c", "#08452f"
    for x, base, wide, tall in (
        (64, 41, 4.4, 11),
        (86, 41, 4.4, 10),
        (69, 40, 5, 15.5),
        (81, 40, 5, 14.5),
        (75, 39, 7, 19),
    ):
        c.shape(
            [
                (x - wide / 2, base),
                (x - wide / 2, base - tall),
                (x + wide / 2, base - tall),
                (x + wide / 2, base),
            ],
            shade,
        )
        c.shape(
            [
                (x - wide / 2, base),
                (x - wide / 2, base - tall),
                (x + wide * 0.1, base - tall),
                (x + wide * 0.1, base),
            ],
            wall,
        )
        c.shape(
            [(x - wide * 0.68, base - tall), (x, base - tall - wide * 1.5), (x + wide * 0.68, base - tall)],
            roof_shade,
        )
        c.shape(
            [(x - wide * 0.68, base - tall), (x, base - tall - wide * 1.5), (x + wide * 0.1, base - tall)],
            roof,
        )
        c.line([(x, base - tall - wide * 1.5), (x, base - tall - wide * 1.5 - 2.4)], 0.25, "#08452f")
        c.shape(
            [
                (x, base - tall - wide * 1.5 - 2.4),
                (x + 2.6, base - tall - wide * 1.5 - 1.7),
                (x, base - tall - wide * 1.5 - 1),
            ],
            "#ffe27a",
        )
        for row in range(2):
            c.shape(
                [
                    (x - 0.5, base - tall + 2.2 + row * 4.5),
                    (x + 0.5, base - tall + 2.2 + row * 4.5),
                    (x + 0.5, base - tall + 4.2 + row * 4.5),
                    (x - 0.5, base - tall + 4.2 + row * 4.5),
                ],
                "#3f5a2c",
            )
    c.shape([(61, 42), (61, 37.5), (89, 37.5), (89, 42)], shade)
    c.shape([(61, 42), (61, 37.5), (76, 37.5), (76, 42)], wall)
    c.shape([(73.2, 42), (73.2, 39), (75, 37.9), (76.8, 39), (76.8, 42)], "#3f5a2c")
    path = [(75 + 5 * math.sin(t * 5) * t, 42 + 13 * t) for t in np.linspace(0, 1, 24)]
    c.line(path, 1.6, "#f2efc0", opacity=0.9)
    c.strokes(15000, length=1.8, width=0.4, angle=-62, spread=24, vary=12, top=38)
    # trees full of fruit on the other side; on this one, one apple
    for x, y, r in ((33, 34, 9.5), (44, 40, 6), (107, 40, 6), (118, 34, 10), (132, 38, 7), (20, 38, 7)):
        c.line([(x, y), (x, y + r * 1.5)], r * 0.16, "#3b3a17")
        c.crown(x, y, r, 60, (0.9, 1.9), ("#8fd46a", "#3f9d4f", "#1c6b3c"), lit=(0.55, -0.3))
        for _ in range(int(r * 2.4)):
            a, far = c.chance.uniform(0, 7), math.sqrt(c.chance.random()) * r * 0.9
            px, py = x + math.cos(a) * far, y + math.sin(a) * far * 0.8
            c.disc(px, py, 0.72, "#e8d34a")
            c.disc(px - 0.2, py - 0.2, 0.25, "#fffbd0")
    # the hedge, and the one who looks over it
    hedge = c.noise(5, 400, 4)[0]
    crest = 53 - hedge * 3.2
    mask = np.clip((c.y - crest[None, :]) * UNIT, 0, 1)
    c.blend(c.gradient(((0, "#1d7a44"), (7, "#0c4a2c"), (40, "#04251a")), c.y - crest[None, :]), mask)
    c.strokes(12000, length=1.3, width=0.5, angle=-70, spread=60, vary=16, top=50)
    for x in range(4, 150, 7):
        c.shape([(x, 58), (x, 48.6), (x + 1.2, 47), (x + 2.4, 48.6), (x + 2.4, 58)], "#07301f")
    c.person(92, 62, 16, "#04251a")
    c.person(38, 63, 14, "#04251a")
    return c


def blue() -> Canvas:
    """Sadness: rain on a lake, and nobody to row home with."""
    c = Canvas(5)
    c.sky((0, "#1f4a7d"), (16, "#3c7fc4"), (30, "#84b6e4"), (42, "#cfe4f4"))
    c.clouds("#14355f", low=22, high=-8, across=48, share=0.6)
    c.clouds("#dcecf8", low=36, high=10, across=60, share=0.36)
    c.rays(36, -8, "#e6f3fc", 0.4)
    c.glow(66, 30, 34, "#eef7fd", 0.6)
    c.strokes(22000, length=3.8, width=0.6, angle=-12, spread=14, vary=8)
    c.hills(42, 13, 44, (0, "#5b8fc2"), (12, "#a8cbe6"), haze=("#d6e8f5", 18))
    c.hills(42.6, 7, 26, (0, "#2f6299"), (8, "#6c9cca"))
    for x in np.arange(3, 148, 3.4):
        if abs(x - 75) > 17:
            c.pine(x + c.chance.normal(0, 1), 42.8, c.chance.uniform(4, 9), "#1c4472", "#2f639c")
    c.water(42.4, "#2a66a8", 0.3)
    c.strokes(16000, length=3.2, width=0.34, angle=0, spread=4, vary=9, top=43)
    for _ in range(60):
        x, y = c.chance.uniform(0, WIDTH), c.chance.uniform(45, 94)
        r = (y - 40) * 0.055 * c.chance.uniform(0.7, 1.4)
        for k in (1, 0.62):
            ring = [
                (x + math.cos(a) * r * k, y + math.sin(a) * r * k * 0.26)
                for a in np.linspace(0, 2 * math.pi, 40)
            ]
            c.line(ring, 0.14, "#e4f1fb", opacity=0.75)
    # the boat
    c.shape([(64, 51.2), (86, 51.2), (82.5, 55), (67.5, 55)], "#123357")
    c.shape([(64, 51.2), (75, 51.2), (74, 55), (67.5, 55)], "#2a578a")
    c.shape([(66, 55.2), (84, 55.2), (80, 58.6), (70, 58.6)], "#0f2b4b", opacity=0.6, blur=0.6)
    c.line([(63.4, 51.1), (86.6, 51.1)], 0.5, "#dcecf8")
    c.shape([(72.4, 51), (72, 46.6), (73.6, 44.6), (76, 44.4), (77.8, 46.4), (78.4, 51)], "#0f2b4b")
    c.disc(74.2, 42.9, 1.7, "#0f2b4b")
    c.line([(77, 48), (89, 53.4)], 0.36, "#123357")
    # left: a willow; right: a jetty with a lamp that nobody has lit
    c.tree(16, 56, 42, "#0f2b4b", lean=0.12, bare=5)
    for _ in range(150):
        x, y = c.chance.uniform(3, 41), c.chance.uniform(13, 25)
        long, bend = c.chance.uniform(10, 24), c.chance.uniform(-1.4, 1.4)
        strand = [(x + bend * t * t, y + long * t) for t in np.linspace(0, 1, 8)]
        c.line(strand, 0.3, c.chance.choice(["#153a63", "#2d669f", "#4b8bc8"]), opacity=0.9)
    c.shape([(-2, 60), (8, 54.5), (26, 55), (34, 60), (20, 66), (-2, 70)], "#123357")
    c.shape([(104, 55), (152, 51.6), (152, 54.4), (104, 57)], "#123357")
    c.shape([(104, 55), (152, 51.6), (152, 52.4), (104, 55.9)], "#5b8fc2")
    for x in (106, 116, 128, 142):
        c.line([(x, 54), (x, 63)], 0.8, "#0f2b4b")
    c.line([(113, 55), (113, 31)], 0.6, "#0f2b4b")
    c.shape([(111, 31), (111.5, 26.6), (113, 25), (114.5, 26.6), (115, 31)], "#0f2b4b")
    c.shape([(112, 30.2), (112.3, 27.6), (113.7, 27.6), (114, 30.2)], "#b9d6ee")
    for _ in range(620):
        x, y, long = c.chance.uniform(-6, WIDTH), c.chance.uniform(-6, 92), c.chance.uniform(2, 5.6)
        c.line([(x, y), (x - long * 0.24, y + long)], 0.15, "#eaf4fc", opacity=c.chance.uniform(0.25, 0.7))
    return c


def purple() -> Canvas:
    """Vision: the sky opens above the standing stones."""
    c = Canvas(6)
    c.sky((0, "#1c0b3c"), (18, "#44197c"), (36, "#8a4cc0"), (50, "#e2b4ec"), (60, "#f5d6ee"))
    swirl = np.arctan2((c.y - 15) * 1.7, c.x - 75) + np.hypot(c.x - 75, (c.y - 15) * 1.7) * 0.11
    arms = 0.5 + 0.5 * np.sin(swirl * 2 + c.noise(20, 12) * 3)
    near = np.exp(-np.hypot(c.x - 75, (c.y - 15) * 1.7) / 30)
    c.blend("#b779ea", arms * near * 1.1)
    c.blend("#ffd9f4", arms**3 * near * 0.8)
    for base, color in ((30, "#7fe0d2"), (112, "#f0a6e6")):
        curtain = np.exp(-(((c.x - base + 9 * np.sin(c.y * 0.14)) / 8) ** 2)) * np.clip(
            1 - np.abs(c.y - 18) / 24, 0, 1
        )
        c.blend(color, curtain * (0.35 + 0.45 * c.noise(1.6, 60, 3)))
    c.glow(75, 15, 22, "#fff0ff", 0.85)
    c.strokes(26000, length=3.2, width=0.5, angle=-14, spread=30, vary=11)
    c.dots(420, "#fff4ff", top=0, low=42, size=0.22)
    for x, y, s in (
        (22, 9, 2),
        (46, 20, 1.3),
        (100, 6, 1.6),
        (128, 20, 1.8),
        (60, 4, 1.1),
        (137, 8, 1.2),
        (12, 27, 1.2),
    ):
        c.shape(
            [
                (x, y - s),
                (x + s * 0.16, y - s * 0.16),
                (x + s, y),
                (x + s * 0.16, y + s * 0.16),
                (x, y + s),
                (x - s * 0.16, y + s * 0.16),
                (x - s, y),
                (x - s * 0.16, y - s * 0.16),
            ],
            "#ffffff",
        )
    # the eye of the sky
    lid = [(75 + 13.5 * t, 15 - 6.6 * (1 - t * t)) for t in np.linspace(-1, 1, 40)]
    c.shape([*lid, *[(x, 30 - y) for x, y in reversed(lid)]], "#fff6ff", opacity=0.94)
    c.disc(75, 15, 6.1, "#5a2391")
    for a in np.linspace(0, 2 * math.pi, 48, endpoint=False):
        c.line(
            [
                (75 + math.cos(a) * 2.6, 15 + math.sin(a) * 2.6),
                (75 + math.cos(a) * 5.7, 15 + math.sin(a) * 5.7),
            ],
            0.28,
            "#c79af0" if int(a * 100) % 2 else "#8a4cc0",
        )
    c.disc(75, 15, 2.7, "#140627")
    c.disc(73.2, 13, 1.25, "#ffffff")
    c.line(lid, 0.5, "#3b1468")
    c.line([(x, 30 - y) for x, y in lid], 0.3, "#3b1468", opacity=0.7)
    c.hills(55, 15, 36, (0, "#6a33a4"), (16, "#c58bdc"), sharp=0.9, haze=("#e9c0ee", 26))
    c.hills(58, 9, 30, (0, "#41177a"), (16, "#7a3fb0"), sharp=0.5)
    c.strokes(12000, length=2.2, width=0.42, angle=30, spread=40, vary=9, top=40)
    c.hills(60, 5, 60, (0, "#240c48"), (20, "#12052a"))
    stones = (
        (54, 56.5, 4.4, 13),
        (63, 58, 4.6, 15),
        (87, 58, 4.6, 15),
        (96, 56.5, 4.4, 13),
        (28, 56, 5, 18),
        (36, 57.6, 5, 17),
        (112, 57.6, 5, 17),
        (121, 56, 5, 19),
    )
    for x, y, wide, tall in stones:
        c.shape(
            [
                (x - wide / 2, y),
                (x - wide * 0.4, y - tall),
                (x + wide * 0.38, y - tall * 1.04),
                (x + wide / 2, y),
            ],
            "#180638",
        )
        c.shape(
            [(x - wide / 2, y), (x - wide * 0.4, y - tall), (x - wide * 0.1, y - tall), (x - wide * 0.16, y)],
            "#8f5cc8",
            opacity=0.85,
        )
    for x1, x2, y in ((26, 38.4, 38.8), (109.6, 123.6, 37.4)):
        c.shape([(x1, y), (x1 - 0.6, y - 3), (x2 + 0.6, y - 3.4), (x2, y)], "#180638")
        c.shape([(x1 - 0.6, y - 3), (x2 + 0.6, y - 3.4), (x2 + 0.4, y - 2.6), (x1 - 0.4, y - 2.2)], "#8f5cc8")
    c.person(75, 61, 12, "#12052a")
    c.line([(73, 54), (69.6, 49)], 0.9, "#12052a")
    c.line([(77, 54), (80.4, 49)], 0.9, "#12052a")
    return c


def pink() -> Canvas:
    """Love: two swans below two trees that have grown together."""
    c = Canvas(7)
    c.sky((0, "#c34d8b"), (14, "#ee7fb2"), (28, "#fbb9cf"), (42, "#fff0e2"))
    c.clouds("#fff2f4", low=34, high=2, across=44, share=0.47)
    c.clouds("#b43c7c", low=14, high=-8, across=60, share=0.42)
    c.rays(58, 24, "#fffbe8", 0.4)
    c.glow(66, 32, 34, "#fff8e6", 0.8)
    c.disc(66, 31, 5.2, "#fffdf2")
    c.strokes(22000, length=3.6, width=0.6, angle=-8, spread=14, vary=8)
    c.hills(43, 13, 48, (0, "#d977aa"), (14, "#fcc9d6"), haze=("#ffe6e4", 20))
    c.hills(43.4, 6, 30, (0, "#b34a86"), (9, "#e88db6"))
    c.water(43, "#f08fbb", 0.22)
    c.strokes(15000, length=3.2, width=0.34, angle=0, spread=4, vary=8, top=44)
    c.line(
        [(66 + c.chance.normal(0, 0.4), y) for y in np.arange(44, 60, 0.3)],
        3.2,
        "#fff8ea",
        opacity=0.5,
        blur=0.9,
    )
    tips = [
        tip
        for x, lean in ((43, -0.34), (49, 0.3), (101, -0.3), (107, 0.34))
        for tip in c.tree(x, 62, 48, "#6d2147", lean=lean, bare=6)
    ]
    clumps = [(x + c.chance.normal(0, 1), y - 1, c.chance.uniform(2, 3.8)) for x, y in tips[::2]]
    for x, y, r in clumps:
        blossoms = ("#fff0f3", "#f7a8c6", "#d2568f")
        c.crown(x, y, r, 16, (0.4, 1.05), blossoms, lit=(0.5, -0.2), flat=0.7, vary=0.3)
    for x, side in ((66.5, 1), (83.5, -1)):
        y = 52.6
        neck = [
            (x + side * 3.4, y - 0.4),
            (x + side * 5.2, y - 3),
            (x + side * 4.2, y - 6.4),
            (x + side * 4.4, y - 8.6),
            (x + side * 6.2, y - 9.8),
            (x + side * 7.4, y - 8.8),
        ]
        curve = bend(neck)
        c.shape(
            [
                (x - side * 7, y - 3.4),
                (x - side * 4, y - 1.6),
                (x, y - 3.6),
                (x + side * 3, y - 2),
                (x + side * 4.6, y),
                (x + side * 3, y + 1.7),
                (x - side * 3, y + 1.9),
                (x - side * 6, y),
            ],
            "#fffafa",
        )
        c.shape(
            [
                (x - side * 6, y),
                (x - side * 2, y - 1),
                (x + side * 4.6, y),
                (x + side * 3, y + 1.7),
                (x - side * 3, y + 1.9),
            ],
            "#f6c3d4",
        )
        c.line(curve, 1.25, "#fffafa")
        c.disc(x + side * 6.8, y - 9.3, 1.05, "#fffafa")
        c.shape([(x + side * 7.5, y - 9.6), (x + side * 8.7, y - 8.3), (x + side * 7.2, y - 8.5)], "#d8641f")
        c.shape(
            [(x - side * 6, y + 2.2), (x + side * 5, y + 2.2), (x + side * 2, y + 5), (x - side * 3, y + 5)],
            "#fff4f2",
            opacity=0.5,
            blur=0.5,
        )
    # to the left and the right: lanterns that rise in pairs
    for x, y, s in (
        (14, 14, 2.6),
        (21, 19, 2.2),
        (9, 30, 1.7),
        (28, 33, 1.5),
        (132, 13, 2.6),
        (139, 18, 2.2),
        (126, 31, 1.6),
        (144, 33, 1.8),
    ):
        lantern(c, x, y, s)
    c.dots(260, "#fff0f4", top=10, low=90, size=0.42)
    c.dots(120, "#d2568f", top=44, low=90, size=0.4)
    return c


def lantern(c: Canvas, x: float, y: float, s: float) -> None:
    """A paper lantern that rises, lit from inside."""
    c.glow(x, y, s * 3, "#fff2c4", 0.7)
    left = [(x - s * 0.7, y + s), (x - s, y - s * 0.6), (x - s * 0.5, y - s * 1.2)]
    right = [(x + s * 0.5, y - s * 1.2), (x + s, y - s * 0.6), (x + s * 0.7, y + s)]
    c.shape([*left, *right], "#fbc56d")
    c.shape([*left, (x, y - s * 1.2), (x - s * 0.1, y + s)], "#fff0bd")


def bend(points: Sequence[Point]) -> list[Point]:
    """A smooth line through points (Catmull and Rom)."""
    ends = [points[0], *points, points[-1]]
    smooth = []
    for p0, p1, p2, p3 in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for t in np.linspace(0, 1, 10):
            smooth.append(
                tuple(
                    0.5
                    * (
                        2 * b
                        + (d - a) * t
                        + (2 * a - 5 * b + 4 * d - e) * t * t
                        + (3 * b - a - 3 * d + e) * t**3
                    )
                    for a, b, d, e in zip(p0, p1, p2, p3, strict=True)
                )
            )
    return smooth  # type: ignore[return-value]


def black() -> Canvas:
    """Despair: the bottom of the shaft. High above, there is light."""
    c = Canvas(8)
    c.sky((0, "#8d8a97"), (14, "#55525f"), (34, "#2c2a34"), (60, "#15141a"), (95, "#08080b"))
    c.glow(72, -6, 44, "#fff8e8", 0.9)
    c.rays(70, -10, "#fff6e2", 0.55, 40)
    c.strokes(22000, length=3.4, width=0.55, angle=80, spread=14, vary=7)
    for k, (color, edge) in enumerate((("#4a4753", 25), ("#302e38", 36), ("#1d1c23", 47))):
        for side in (-1, 1):
            ys = np.linspace(-4, 96, 34)
            jag = c.chance.random(34)
            wall = [
                (
                    75
                    + side
                    * (
                        56
                        - edge * 0.86
                        + 7 * jag[i] * (1 + k * 0.3)
                        + (1 if k == 2 else 0.7) * y * 0.1
                        - 12 * (y < 8)
                    ),
                    float(y),
                )
                for i, y in enumerate(ys)
            ]
            c.shape([*wall, (75 + side * 90, 96), (75 + side * 90, -4)], color)
            for (x1, y1), (x2, y2) in zip(wall[::3], wall[3::3], strict=False):
                c.shape(
                    [(x1, y1), (x2, y2), (x2 + side * 5, y2 - 1), (x1 + side * 7, y1 + 2)],
                    "#8f8b98",
                    opacity=0.24 - k * 0.05,
                    blur=0.25,
                )
        c.strokes(9000, length=2.6, width=0.4, angle=72, spread=26, vary=7)
    # a stair down into the dark, broken half way
    for k in range(11):
        x, y = 104 - k * 3.6, 9 + k * 3.7
        if k in (6, 7):
            continue
        c.shape([(x, y), (x + 8, y - 0.7), (x + 8, y + 1.6), (x, y + 2.6)], "#0c0b0f")
        c.shape([(x, y), (x + 8, y - 0.7), (x + 7.4, y - 1.5), (x - 0.6, y - 0.6)], "#a8a4b0")
    # two more shafts beside it: light falls into the left one, in the right one there is some
    for x, wide in ((42, 10), (75, 7)):
        c.shape([(x - wide, -4), (x + wide, -4), (x + 15, 58), (x - 15, 58)], "#fff6e2", opacity=0.2, blur=2)
        c.disc(x, 56, 15, "#f2ead8", opacity=0.34, blur=2.2, flat=0.22)
    c.glow(42, 10, 50, "#fff3da", 0.6)
    c.glow(112, 35, 30, "#ffe2a8", 0.7)
    c.hills(62, 4, 26, (0, "#1a191f"), (20, "#060608"))
    for x in (42, 75, 110):
        c.disc(x, 58.4, 11, "#d8d0c0", opacity=0.4, blur=1.6, flat=0.2)
    # to the left: a ladder that ends too high, and who looks up to it
    for x, low in ((39.4, 36), (45, 39)):
        c.line([(x, -2), (x, low)], 0.9, "#0c0b0f")
        c.line([(x - 0.2, -2), (x - 0.2, low)], 0.3, "#d9d2c4")
    for y in range(3, 34, 5):
        c.line([(39.4, y), (45, y)], 0.7, "#0c0b0f")
        c.line([(39.4, y - 0.2), (45, y - 0.2)], 0.25, "#d9d2c4")
    c.line([(45, 36), (40.8, 40.4)], 0.7, "#0c0b0f")
    c.person(41, 60, 11.5, "#09090c")
    c.line([(42.6, 52), (43.6, 47.6), (43.4, 44.6)], 0.9, "#09090c")
    # to the right: somebody who lets a lantern rise
    lantern(c, 112, 35.4, 4.4)
    c.person(109, 60, 11.5, "#09090c")
    for x, bow in ((107.4, -0.8), (110.6, 0.8)):
        c.line([(x, 51.8), (x + bow, 48), (x + bow + 1, 44.4)], 0.9, "#09090c")
    # somebody who sits, the head on the knees
    c.shape(
        [(70.6, 58.6), (70.4, 54), (72, 50.4), (74.6, 49), (76, 50.6), (79, 50.2), (80.4, 54), (80.4, 58.6)],
        "#09090c",
    )
    c.disc(76.4, 49.6, 1.9, "#09090c")
    c.line([(71, 53), (72.6, 50.2), (74.6, 48.8)], 0.3, "#d9d2c4")
    c.dots(160, "#e9e2d2", top=0, low=56, size=0.16, left=58, right=92)
    return c


def meadow(c: Canvas, flowers: Sequence[Color], grass: tuple[Color, Color]) -> None:
    """The foreground of Joy."""
    c.hills(52, 5, 60, (0, grass[0]), (18, grass[1]))
    c.strokes(15000, length=1.7, width=0.3, angle=-78, spread=20, vary=16, top=48)
    for k, flower in enumerate(flowers):
        for low, size in ((58, 0.45), (74, 0.7), (94, 1)):
            c.dots(90, flower, top=low - 11 + k % 2, low=low, size=size)


def balloon(c: Canvas, x: float, y: float, r: float, colors: Sequence[Color]) -> None:
    """A hot-air balloon in stripes, lit from the left."""
    wide = np.linspace(-1, 1, len(colors) + 1)
    for k, color in enumerate(colors):
        left = [(x + r * math.cos(a) * wide[k], y - r * math.sin(a)) for a in np.linspace(1.57, -0.75, 20)]
        right = [
            (x + r * math.cos(a) * wide[k + 1], y - r * math.sin(a)) for a in np.linspace(-0.75, 1.57, 20)
        ]
        c.shape(
            [
                *left,
                (x + r * 0.22 * wide[k], y + r * 1.22),
                (x + r * 0.22 * wide[k + 1], y + r * 1.22),
                *right,
            ],
            color,
        )
    c.disc(x - r * 0.35, y - r * 0.35, r * 0.42, "#ffffff", opacity=0.35, blur=r * 0.12)
    for side in (-1, 1):
        c.line([(x + side * r * 0.2, y + r * 1.22), (x + side * r * 0.15, y + r * 1.62)], 0.14, "#6b5a6e")
    c.shape(
        [
            (x - r * 0.18, y + r * 1.6),
            (x + r * 0.18, y + r * 1.6),
            (x + r * 0.14, y + r * 1.86),
            (x - r * 0.14, y + r * 1.86),
        ],
        "#8a6a4c",
    )


def dawn() -> Canvas:
    """Joy in the morning: balloons above a meadow."""
    c = Canvas(11)
    c.sky((0, "#bcd3ee"), (14, "#dfe0f2"), (28, "#fbe6dc"), (44, "#fff7e4"))
    c.rays(30, 30, "#ffffff", 0.5)
    c.clouds("#ffffff", low=36, high=2, across=40, share=0.5)
    c.glow(40, 30, 36, "#fffbe8", 0.9)
    c.disc(40, 30, 5, "#fffef6")
    c.strokes(22000, length=3.4, width=0.6, angle=-8, spread=14, vary=7)
    c.hills(46, 12, 50, (0, "#cbbfe0"), (16, "#f2e2ea"), haze=("#fbeee6", 22))
    c.hills(50, 9, 40, (0, "#b4cfc4"), (16, "#dcebd2"), haze=("#f3f4de", 26))
    c.strokes(9000, length=2.4, width=0.4, angle=-30, spread=30, vary=7, top=34)
    pearl = ("#f3b8ae", "#fbe3c0", "#bfe0d0", "#cbc0e8", "#f3b8ae")
    balloon(c, 75, 20, 8.4, ("#e9a79f", "#fdf0dc", "#8fc5b4", "#fdf0dc", "#b3a3da"))
    balloon(c, 120, 23, 6, pearl)
    balloon(c, 38, 22, 6.4, ("#8fb8dc", "#fffaf0", "#f4c98c", "#fffaf0", "#8fb8dc"))
    balloon(c, 138, 32, 2.4, ("#f4d79b", "#fffaf0", "#e9a79f"))
    balloon(c, 57, 31, 2.4, ("#b3a3da", "#fffaf0", "#b3a3da"))
    c.birds(7, 92, 9, 9, "#7a7590", 1.3)
    meadow(c, ("#ffffff", "#f6c453", "#ee9bb4", "#a99ae0"), ("#a9cf93", "#6aa86f"))
    return c


def noon() -> Canvas:
    """Joy at noon: kites, and a hill to run down."""
    c = Canvas(12)
    c.sky((0, "#a9d3ec"), (20, "#d3eaf3"), (44, "#fbfaf0"))
    c.rays(10, -6, "#ffffff", 0.4)
    c.clouds("#ffffff", low=38, high=0, across=46, share=0.56)
    c.clouds("#f3e2ee", low=40, high=12, across=34, share=0.38)
    c.strokes(22000, length=3.2, width=0.6, angle=-6, spread=16, vary=7)
    c.hills(48, 11, 60, (0, "#bcd8cf"), (16, "#e4f0dc"), haze=("#f4f7e6", 24))
    c.shape([(84, 60), (98, 48), (112, 43), (126, 42), (152, 47), (152, 95), (70, 95)], "#b7d99a")
    c.strokes(9000, length=2, width=0.4, angle=-50, spread=30, vary=8, top=38)
    for x, y, tall in ((120, 43, 12), (136, 45, 15)):
        c.line([(x, y), (x, y - tall * 0.5)], 0.9, "#8a6a5a")
        leaves = ("#ffffff", "#fbdbe3", "#e5aebf")
        c.crown(x, y - tall * 0.75, tall * 0.46, 90, (0.5, 1.2), leaves, lit=(0.326, -0.326))
    meadow(c, ("#ffffff", "#f2b7c6", "#f6cf6a", "#9fc4ea"), ("#b2d892", "#73b36c"))
    kites: tuple[tuple[float, float, float, Color, Color, Point], ...] = (
        (75, 24, 6.4, "#ee8f86", "#fbd9a4", (88, 50)),
        (38, 24, 6, "#7fb5dc", "#e8f3d6", (47, 52)),
        (113, 24, 5.6, "#b19ddb", "#fde3ec", (101, 47)),
        (57, 33, 3, "#f4c667", "#fff6de", (66, 51)),
        (13, 33, 3, "#8fcab2", "#ffffff", (20, 52)),
    )
    for x, y, s, one, other, hand in kites:
        string = [
            (x + (hand[0] - x) * t, y + s + (hand[1] - y - s) * t + 3 * math.sin(math.pi * t))
            for t in np.linspace(0, 1, 24)
        ]
        c.line(string, 0.16, "#8d86a0")
        c.shape([(x, y - s), (x + s * 0.72, y - s * 0.15), (x, y + s), (x - s * 0.72, y - s * 0.15)], one)
        c.shape([(x, y - s), (x - s * 0.72, y - s * 0.15), (x, y - s * 0.15)], other)
        c.shape([(x, y + s), (x + s * 0.72, y - s * 0.15), (x, y - s * 0.15)], other)
        tail = [(x + 0.9 * math.sin(t * 9) - t * s * 0.8, y + s + t * s * 1.1) for t in np.linspace(0, 1, 24)]
        c.line(tail, 0.26, one)
        for k in (7, 14, 22):
            tx, ty = tail[k]
            c.shape([(tx - 0.9, ty - 0.5), (tx, ty), (tx - 0.9, ty + 0.5)], one)
            c.shape([(tx + 0.9, ty - 0.5), (tx, ty), (tx + 0.9, ty + 0.5)], other)
        c.person(*hand, 5.4, "#5b5570")
        c.line([(hand[0], hand[1] - 4), (hand[0] - 1.8, hand[1] - 6)], 0.55, "#5b5570")
    c.birds(5, 92, 7, 8, "#8d86a0", 1.2)
    return c


def dusk() -> Canvas:
    """Joy in the evening: lanterns, music and a long table."""
    c = Canvas(13)
    c.sky((0, "#b7a9dc"), (14, "#dcc0de"), (28, "#f8d7d3"), (44, "#ffeed2"))
    c.clouds("#fff1ea", low=34, high=4, across=48, share=0.44)
    c.glow(112, 34, 34, "#fff4cc", 0.85)
    c.disc(112, 33, 5, "#fffaf0")
    c.strokes(22000, length=3.4, width=0.6, angle=-6, spread=14, vary=7)
    c.dots(60, "#ffffff", top=0, low=18, size=0.22)
    c.hills(46, 11, 54, (0, "#c3aed2"), (16, "#f0d5da"), haze=("#fbe6d8", 22))
    c.hills(50, 7, 40, (0, "#a9bfae"), (16, "#dfe2c4"))
    c.strokes(9000, length=2.2, width=0.4, angle=-30, spread=30, vary=7, top=36)
    meadow(c, ("#ffffff", "#f4c667", "#e9a79f"), ("#a5c08f", "#678e68"))
    for x, y in ((4, 55), (58, 56), (94, 56), (147, 55)):
        c.line([(x, y), (x, y - 46)], 0.7, "#8f7486")
        leaves = ("#f7f1dc", "#c5d7b2", "#8faf92")
        c.crown(x, y - 49, 9, 110, (0.6, 1.3), leaves, lit=(0.5, -0.2), flat=0.8, side=-1)
    colors = ("#f4b183", "#f6d27a", "#ee9bb0", "#a3cfe0", "#c2aee6", "#a9d7b0")
    for (x1, x2), first in zip(((4, 58), (58, 94), (94, 147)), (0, 2, 4), strict=True):
        cord = [(x1 + (x2 - x1) * t, 13 + 10 * math.sin(math.pi * t)) for t in np.linspace(0, 1, 60)]
        c.line(cord, 0.22, "#77576a")
        for k in range(5, 60, 9):
            x, y = cord[k]
            c.glow(x, y + 2.4, 5.4, "#fff4cc", 0.7)
            c.disc(x, y + 2.4, 1.9, colors[(k + first) % 6], flat=1.15)
            c.disc(x - 0.5, y + 1.9, 0.8, "#fffbe8", opacity=0.8, blur=0.25)
    for x1, x2 in ((26, 50), (66, 88), (104, 130)):
        c.shape([(x1, 50), (x2, 50), (x2 + 1.4, 52), (x1 - 1.4, 52)], "#fffaf2")
        c.shape([(x1 - 1.4, 52), (x2 + 1.4, 52), (x2 + 1, 54.4), (x1 - 1, 54.4)], "#ead9e0")
        for x in np.arange(x1 + 1.5, x2, 3.8):
            c.person(
                float(x),
                50.4 + 0.3 * math.sin(x),
                6.2,
                c.chance.choice(["#6a5878", "#8d6a76", "#5f7a78", "#7a6f9c"]),
            )
    return c


SCENES: dict[str, Callable[[], Canvas]] = {
    "red": red,
    "orange": orange,
    "yellow": yellow,
    "green": green,
    "blue": blue,
    "purple": purple,
    "pink": pink,
    "black": black,
    "dawn": dawn,
    "noon": noon,
    "dusk": dusk,
}
