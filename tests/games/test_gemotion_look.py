"""The look of Gemotion: clear of the cut, large enough to read, one back, distinguishable colours."""

import itertools
import re
from collections.abc import Sequence

import pytest
from looks import DPI, LEAST, Desk, lines, margin, unlike
from nineup.base.units import MM
from nineup.model.game import Game
from nineup.pipeline import RunChoice

SAFE = 3 * MM
"""How far inside the trim all ink of mats and of the cards' common back stays. Other faces run out to their bleed;
how far in their words are is what the rule `safe-zone` checks.
"""


@pytest.fixture(scope="module")
def desk() -> Desk:
    """One of each face of the whole game, without regard to the owner."""
    return Desk("gemotion", RunChoice(players=6, owners=("flame",)))


def test_ink_stays_inside_the_safe_zone_or_runs_out_to_the_bleed(desk: Desk) -> None:
    faces = {face: None for d in desk.drawn for face in (d.front, d.back) if face}
    framed = [face for face in faces if not face.bleed]
    assert {re.split("[/,]", face.name)[0] for face in framed} == {
        "player-deck",
        "power",
        "player-mat",
        "supply-mat",
    }
    for face, picture in zip(framed, desk.pictures(framed), strict=True):
        assert margin(picture) >= SAFE * DPI / 72 - 1, face.name
    bled = [face for face in faces if face.bleed]
    for face, picture in zip(bled, desk.pictures(bled), strict=True):
        assert margin(picture) == 0, face.name


def test_what_is_read_at_the_table_is_large_enough(desk: Desk) -> None:
    for d in desk.drawn:
        for size, text in lines(d.front.ops):
            assert size >= LEAST, f"{d.part.card.id}: {text} at {size} pt"


def test_the_id_is_no_part_of_what_a_card_shows(desk: Desk) -> None:
    """Its name and its owner’s sign are: a card with a new id need not be printed again."""
    cards = [*desk.of("player-deck"), *desk.of("power")]
    assert {d.part.component.id for d in cards} == {"player-deck", "power"}
    for d in cards:
        assert not any(d.part.card.id in text for _, text in lines(d.front.ops)), d.part.card.id


ALL_COLORS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black")


@pytest.mark.parametrize(
    "colors", [ALL_COLORS[:n] for n in range(1, 9)] + [("green",), ALL_COLORS[1:]], ids=len
)
def test_the_scoring_card_says_who_wins_and_when_rage_takes_over(colors: tuple[str, ...]) -> None:
    """For any number of colors, in words as large as the rest; without Rage it does not send anybody over."""
    table = Desk("gemotion", RunChoice(2, {"colors": ",".join(colors)}, components=("reference-scoring",)))
    (card,) = {id(each.part.card): each for each in table.of("reference-scoring")}.values()
    assert card.back is not None
    front, back = ({text: size for size, text in lines(face.ops)} for face in (card.front, card.back))
    assert front["Most points win."] >= LEAST
    over = [(size, text) for text, size in front.items() if "Turn over" in text]
    under = [(size, text) for text, size in back.items() if text.startswith("With more")]
    assert (len(over), len(under)) == ((1, 1) if "red" in colors else (0, 0))
    assert all(size >= LEAST for size, _ in over + under)


def test_the_common_back_is_the_same_turned_by_half_a_turn(desk: Desk) -> None:
    (picture,) = desk.pictures([desk.back("power")])
    assert unlike(picture, picture.rotate(180)) < 0.005


# How a dichromat sees linear sRGB (Machado, Oliveira and Fernandes 2009, severity 1.0).
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WHITE_POINT = (0.9505, 1.0, 1.089)


def linear(tone: str) -> list[float]:
    channels = [int(tone[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def lab(rgb: Sequence[float]) -> tuple[float, float, float]:
    """CIELAB (D65) of linear sRGB."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True))) for row in rows]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (value / white for value, white in zip(xyz, WHITE_POINT, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
def test_gems_are_told_apart_by_colour_too(gemotion: Game, sight: str) -> None:
    tones = {
        name: symbol.fields["tone"] for name, symbol in gemotion.symbols.items() if "tone" in symbol.fields
    }
    assert len(tones) == 9
    seen = {
        name: lab(
            [max(0.0, sum(a * b for a, b in zip(row, linear(tone), strict=True))) for row in SIGHT[sight]]
        )
        for name, tone in tones.items()
    }
    for one, other in itertools.combinations(seen, 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert distance >= 15, f"{one} and {other}"


def test_every_gem_has_its_own_cut(desk: Desk) -> None:
    """Silhouettes differ in more than a tenth of the square that a gem is drawn in: shape alone is enough."""
    gems = [name for name, symbol in desk.game.symbols.items() if "feeling" in symbol.fields]
    faces = desk.art([f"gems/{name}.svg" for name in gems])
    assert len(faces) == 9
    shapes = [
        picture.point(lambda level: 0 if level < 255 else 255) for picture in desk.pictures(faces, 4 * DPI)
    ]
    for (one, a), (other, b) in itertools.combinations(zip(gems, shapes, strict=True), 2):
        assert unlike(a, b) >= 0.1, f"{one} and {other}"


def test_the_window_in_a_corner_has_the_same_air_above_and_below_its_signs(desk: Desk) -> None:
    """All that shows of a card in a fanned hand, on the deep colors and on velvet, where a window ends is plain."""
    dpi = 254  # ten pixels a millimetre
    deep = {"red", "green", "purple", "black"}
    cards = [d for d in desk.of("player-deck") if str(d.part.card.values.get("color")) in deep]
    cards += desk.of("power")
    pictures = desk.pictures([d.front for d in cards], dpi)
    assert len(pictures) >= 12 + 20
    for d, picture in zip(cards, pictures, strict=True):
        x, y = (round(d.front.bleed * dpi / 72),) * 2
        beside, signs = (
            picture.crop((x + 44, y, x + 50, y + 400)),
            picture.crop((x + 57, y, x + 205, y + 400)),
        )
        white = [row for row in range(400) if (beside.crop((0, row, 6, row + 1)).getextrema()[0] or 0) >= 238]
        top = min(row for row in white if row > 45)
        bottom = next(row for row in range(top, 400) if row not in white)
        dark = [
            row
            for row in range(top, bottom)
            if (signs.crop((0, row, 148, row + 1)).getextrema()[0] or 0) < 90
        ]
        above, below = min(dark) - top, bottom - max(dark)
        assert abs(above - below) <= 16, (d.part.card.id, above, below)


def test_no_card_is_half_empty(desk: Desk) -> None:
    """The fewer the words, the lower they begin, so that nowhere in a panel are more than 13 mm blank."""
    cards = [*desk.of("player-deck"), *desk.of("power")]
    for d, picture in zip(cards, desk.pictures([d.front for d in cards], 254), strict=True):
        edge = round(d.front.bleed * 254 / 72)
        below = picture.crop((edge + 70, edge + 560, edge + 520, edge + 830))
        inked = [y for y in range(270) if (below.crop((0, y, 450, y + 1)).getextrema()[0] or 0) < 150]
        blank = max(b - a for a, b in itertools.pairwise([0, *inked, 270]))
        assert blank <= 130, (d.part.card.id, blank)
