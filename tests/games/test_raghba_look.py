"""The look of Raghba: clear of the cut, large enough to read, backs that reveal nothing, eight colours
distinguishable without colour.
"""

import itertools

import pytest
from looks import DPI, LEAST, Desk, lines, margin, unlike
from nineup.base.units import MM
from nineup.impose.poster import divide
from nineup.impose.seams import uncut
from nineup.model.drawing import Face
from nineup.model.paper import SheetSpec
from nineup.pipeline import RunChoice
from PIL import Image

SAFE = {"card": 3 * MM, "board": 3 * MM}
"""How far inside the trim all ink stays. Tokens bleed; the Soul is cut out along its contour."""
EMOTIONS = ("joy", "trust", "fear", "surprise", "sadness", "disgust", "anger", "anticipation")


@pytest.fixture(scope="module")
def desk() -> Desk:
    """One of each face for six players."""
    return Desk("raghba", RunChoice(players=6))


def words(face: Face) -> list[str]:
    return " ".join(text for _, text in lines(face.ops)).split()


def test_all_ink_stays_inside_the_safe_zone(desk: Desk) -> None:
    zones = {
        face: SAFE[d.part.component.shape]
        for d in desk.drawn
        for face in (d.front, d.back)
        if face and d.part.component.shape in SAFE
    }
    for (face, safe), picture in zip(zones.items(), desk.pictures(list(zones)), strict=True):
        assert margin(picture) >= safe * DPI / 72 - 1, face.name


def test_a_token_s_ground_goes_on_beyond_the_cut(desk: Desk) -> None:
    faces = [d.front for d in desk.of("token")]
    assert all(face.bleed == pytest.approx(3 * MM) for face in faces)
    assert all(margin(token) <= 1 for token in desk.pictures(faces))


def test_all_text_is_large_enough(desk: Desk) -> None:
    for d in desk.drawn:
        for face in (d.front, d.back):
            for size, text in lines(face.ops) if face else ():
                assert size >= LEAST, f"{d.part.card.id}: {text} at {size} pt"


def test_every_text_of_a_card_is_on_its_face(desk: Desk) -> None:
    for component in ("emotion", "story", "engagement"):
        for d in desk.of(component):
            reported = " ".join(words(d.front))
            assert str(d.part.card.values["text"]) in reported, d.part.card.id


def test_an_emotion_card_names_its_space_and_so_does_the_board(desk: Desk) -> None:
    (board,) = desk.of("board")
    there = words(board.front)
    for d in desk.of("emotion"):
        name = d.part.card.id.capitalize()
        assert name in words(d.front), name
        assert there.count(name) == 1, name
    assert there.count("DETACHMENT") == 4
    assert there.count("HUB") == 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_word_of_the_board_is_cut_where_its_parts_meet(desk: Desk, paper: str) -> None:
    board = desk.of("board")[0].front
    whole = uncut(board)
    assert len(whole) > 40
    division = divide(board.size, SheetSpec(paper=paper), whole)
    assert division is not None
    assert division.amount == 4
    for columns, low, high in ((division.columns, "x", "right"), (division.rows, "y", "bottom")):
        for part in columns[1:]:
            assert not [box for box in whole if getattr(box, low) < part.start < getattr(box, high)]


def test_the_board_is_cut_along_its_gaps(desk: Desk) -> None:
    """The cuts are the middle lines, where emotions are apart, so that a seam lies in a white line."""
    board = desk.of("board")[0].front
    division = divide(board.size, SheetSpec(bleed=3 * MM), uncut(board))
    assert division is not None
    for stretches in (division.columns, division.rows):
        assert [span.start for span in stretches] == [0, pytest.approx(board.size.width / 2, abs=0.5)]


def test_a_story_is_four_lines_at_most(desk: Desk) -> None:
    """Its title is one of them; a fifth would reach down to the names of the emotions."""
    for d in desk.of("story"):
        tall = [text for size, text in lines(d.front.ops) if size > 9.4]
        assert " ".join(tall) == "{name} {text}".format(**d.part.card.values), d.part.card.id
        assert len(tall) <= 4, d.part.card.id


def test_each_story_names_its_three_emotions(desk: Desk) -> None:
    for d in desk.of("story"):
        named = [color.fields["name"] for color in d.part.card.values["colors"]]
        assert [each for each in words(d.front) if each != "·"][-3:] == named, d.part.card.id


def test_no_two_stories_look_alike(desk: Desk) -> None:
    """Even two that share two colors differ in a figure, or in what is sky and what is land."""
    stories = [
        picture.crop((0, 0, picture.width, picture.height * 2 // 3))
        for picture in desk.pictures([d.front for d in desk.of("story")])
    ]
    assert len(stories) == 56
    for (one, a), (other, b) in itertools.combinations(enumerate(stories, 1), 2):
        assert unlike(a, b, 24) > 0.08, f"story {one} and {other}"


def test_engagement_and_disengagement_are_told_apart_across_the_table(desk: Desk) -> None:
    one, other = desk.pictures([d.front for d in desk.of("engagement")])
    assert unlike(one.resize((32, 45)), other.resize((32, 45)), 48) > 0.2


@pytest.mark.parametrize("component", ["emotion", "story"])
def test_a_back_is_the_same_turned_by_half_a_turn(desk: Desk, component: str) -> None:
    (picture,) = desk.pictures([desk.back(component)])
    assert unlike(picture, picture.rotate(180)) < 0.005


def test_the_two_backs_of_cards_are_far_from_alike(desk: Desk) -> None:
    mind, story = desk.pictures([desk.back("emotion"), desk.back("story")])
    assert unlike(mind, story, 24) > 0.2


@pytest.mark.parametrize(
    "paths",
    [
        [f"signs/{emotion}.svg" for emotion in EMOTIONS],
        [f"strips/{emotion}.svg" for emotion in EMOTIONS],
        [f"board-petals/{emotion}.svg" for emotion in EMOTIONS],
    ],
    ids=["signs", "cards", "board"],
)
def test_the_eight_colors_are_told_apart_in_gray(desk: Desk, paths: list[str]) -> None:
    """Two of them differ in at least a twentieth of all that either draws light on dark, or dark on light."""
    shapes = [bare(picture) for picture in desk.pictures(desk.art(paths), 3 * DPI)]
    assert len(shapes) == 8
    for (one, a), (other, b) in itertools.combinations(zip(paths, shapes, strict=True), 2):
        assert unlike(a, b) >= 0.05, f"{one} and {other}"


def bare(picture: Image.Image) -> Image.Image:
    """A picture's lines as black and white, whatever its tones are."""
    low, high = picture.getextrema()
    assert isinstance(low, int)
    assert isinstance(high, int)
    middle = (low + high) // 2
    return picture.point(lambda level: 0 if level < middle else 255)


def test_every_player_s_sign_has_a_shape_of_its_own(desk: Desk) -> None:
    faces = [d.front for d in desk.of("token")]
    assert len(faces) == 6
    edge = 4 * 3 * MM
    shapes = [
        bare(picture.crop((edge, edge, picture.width - edge, picture.height - edge)))
        for picture in desk.pictures(faces, 4 * DPI)
    ]
    for a, b in itertools.combinations(shapes, 2):
        assert unlike(a, b) >= 0.03


def luminance(tone: str) -> float:
    """Relative luminance of sRGB (WCAG 2)."""
    channels = [int(tone[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("emotion", EMOTIONS)
def test_the_tones_deepen_toward_the_hub_and_words_stay_readable(desk: Desk, emotion: str) -> None:
    item = next(item for item in desk.game.lists["emotion"].items if item == emotion)
    tones, ink = item.fields["tones"], desk.engine.sheet.palette["ink"]
    depth = [luminance(tones[name]) for name in ("mild", "middle", "strong", "line")]
    assert depth == sorted(depth, reverse=True)
    assert contrast(tones["mild"], ink) >= 7
    assert contrast(tones["middle"], ink) >= 4.3
    assert contrast(tones["strong"], item.fields["ink"]) >= 4.5
