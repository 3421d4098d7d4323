"""How Raghba looks: clear of the cut, large enough to read, backs that tell nothing, eight colors told apart without color."""

import io
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops

from generator.build import Choice, choose
from generator.diagnostics import Findings
from generator.drawing import Face, Group, Op, Text, Use
from generator.fonts import Fonts
from generator.game import Game
from generator.layout import Studio
from generator.load import load_game, load_tree
from generator.project import Project
from generator.text import build_styles
from generator.typeset import Drawn, typeset
from generator.units import MM
from generator.write import face_pdf

ROOT = Path(__file__).parents[2]
DPI = 72
SAFE = {"card": 3 * MM, "board": 3 * MM, "token": 1.5 * MM}
"""How far inside the trim all ink stays. A token's disc is cut round it; the Soul stands free on its sheet."""
LEAST = 7.5
EMOTIONS = ("joy", "trust", "fear", "surprise", "sadness", "disgust", "anger", "anticipation")


@pytest.fixture(scope="module")
def raghba() -> Game:
    game = load_game(Project(ROOT), "raghba", Findings())
    assert game is not None
    return game


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts(Project(ROOT))


@pytest.fixture(scope="module")
def studio(raghba: Game, fonts: Fonts) -> Studio:
    findings = Findings()
    read = load_tree(Project(ROOT), "layouts/raghba/style.yaml", findings)
    assert read is not None
    sheet = build_styles(*read, fonts, findings)
    assert sheet is not None
    return Studio(Project(ROOT), raghba, fonts, sheet, findings)


@pytest.fixture(scope="module")
def drawn(raghba: Game, studio: Studio) -> Sequence[Drawn]:
    """One of each face for six players."""
    findings = Findings()
    run = choose(raghba, Choice(players=6), findings)
    assert run is not None
    faces = typeset(run, studio, findings)
    assert not findings
    return faces


def pictures(faces: Sequence[Face], fonts: Fonts, dpi: int = DPI) -> list[Image.Image]:
    document = pdfium.PdfDocument(io.BytesIO(face_pdf(dict.fromkeys(faces), fonts, "", "", "")))
    return [document[i].render(scale=dpi / 72).to_pil().convert("L") for i in range(len(document))]


def lines(ops: Sequence[Op]) -> Iterator[tuple[float, str]]:
    """The size of each line of text in points, with what it says."""
    for op in ops:
        if isinstance(op, Group) and op.says:
            yield min(size for size, _ in lines(op.ops)), op.says
        elif isinstance(op, Group):
            yield from lines(op.ops)
        elif isinstance(op, Use):
            yield from lines(op.form.ops)
        elif isinstance(op, Text):
            pieces = (piece for run in op.runs for piece in run.pieces)
            yield op.size, "".join(getattr(piece, "text", "") for piece in pieces)


def words(face: Face) -> list[str]:
    return " ".join(text for _, text in lines(face.ops)).split()


def of(drawn: Sequence[Drawn], component: str) -> list[Drawn]:
    return [one for one in drawn if one.part.component.id == component]


def test_all_ink_stays_inside_the_safe_zone(drawn: Sequence[Drawn], fonts: Fonts) -> None:
    zones = {
        face: SAFE[d.part.component.shape]
        for d in drawn
        for face in (d.front, d.back)
        if face and d.part.component.shape in SAFE
    }
    for (face, safe), picture in zip(zones.items(), pictures(list(zones), fonts), strict=True):
        ink = ImageChops.invert(picture).point(lambda level: 255 if level > 8 else 0).getbbox()
        assert ink is not None, face.name
        edge = safe * DPI / 72 - 1
        width, height = picture.size
        assert min(ink[0], ink[1], width - ink[2], height - ink[3]) >= edge, face.name


def test_all_text_is_large_enough(drawn: Sequence[Drawn]) -> None:
    for d in drawn:
        for face in (d.front, d.back):
            for size, text in lines(face.ops) if face else ():
                assert size >= LEAST, f"{d.part.card.id}: {text} at {size} pt"


def test_every_text_of_a_card_stands_on_its_face(drawn: Sequence[Drawn]) -> None:
    for component in ("emotion", "story", "engagement"):
        for d in of(drawn, component):
            told = " ".join(words(d.front))
            assert str(d.part.card.values["text"]) in told, d.part.card.id


def test_an_emotion_card_names_its_space_and_so_does_the_board(drawn: Sequence[Drawn]) -> None:
    (board,) = of(drawn, "board")
    there = words(board.front)
    for d in of(drawn, "emotion"):
        name = d.part.card.id.capitalize()
        assert name in words(d.front), name
        assert there.count(name) == 1, name
    assert there.count("DETACHMENT") == 4
    assert there.count("HUB") == 1


def test_each_story_names_its_three_emotions(drawn: Sequence[Drawn]) -> None:
    for d in of(drawn, "story"):
        named = [color.fields["name"] for color in d.part.card.values["colors"]]
        assert [word for word in words(d.front)[:5] if word != "·"] == named, d.part.card.id


@pytest.mark.parametrize("component", ["emotion", "story"])
def test_a_back_is_the_same_turned_by_half_a_turn(
    drawn: Sequence[Drawn], fonts: Fonts, component: str
) -> None:
    backs = list(dict.fromkeys(d.back for d in of(drawn, component) if d.back))
    assert len(backs) == 1
    (picture,) = pictures(backs, fonts)
    unlike = ImageChops.difference(picture, picture.rotate(180)).point(lambda level: 255 if level > 96 else 0)
    assert sum(unlike.histogram()[255:]) < 0.005 * picture.width * picture.height


def test_the_two_backs_of_cards_are_far_from_alike(drawn: Sequence[Drawn], fonts: Fonts) -> None:
    backs = [of(drawn, component)[0].back for component in ("emotion", "story")]
    mind, story = pictures([back for back in backs if back], fonts)
    unlike = ImageChops.difference(mind, story).point(lambda level: 255 if level > 24 else 0)
    assert sum(unlike.histogram()[255:]) > 0.2 * mind.width * mind.height


def forms(studio: Studio, paths: Sequence[str]) -> list[Face]:
    found = [studio.form(path) for path in paths]
    return [Face(form.name, form.size, 0, form.ops) for form in found if form is not None]


@pytest.mark.parametrize(
    "paths",
    [
        [f"signs/{emotion}.svg" for emotion in EMOTIONS],
        [f"petals/{emotion}.svg" for emotion in EMOTIONS],
        [f"story-petals/{emotion}.svg" for emotion in EMOTIONS],
        [f"board-petals/{emotion}.svg" for emotion in EMOTIONS],
    ],
    ids=["signs", "cards", "stories", "board"],
)
def test_the_eight_colors_are_told_apart_in_gray(studio: Studio, fonts: Fonts, paths: list[str]) -> None:
    """Two of them differ in at least a twentieth of all that either draws light on dark, or dark on light."""
    faces = forms(studio, paths)
    assert len(faces) == 8
    shapes = [bare(picture) for picture in pictures(faces, fonts, 3 * DPI)]
    for (one, a), (other, b) in itertools.combinations(zip(paths, shapes, strict=True), 2):
        unlike = sum(ImageChops.difference(a, b).histogram()[255:])
        assert unlike >= 0.05 * a.width * a.height, f"{one} and {other}"


def bare(picture: Image.Image) -> Image.Image:
    """A picture's lines as black and white, whatever its tones are."""
    low, high = picture.getextrema()
    assert isinstance(low, int)
    assert isinstance(high, int)
    middle = (low + high) // 2
    return picture.point(lambda level: 0 if level < middle else 255)


def test_every_player_s_sign_has_a_shape_of_its_own(
    drawn: Sequence[Drawn], fonts: Fonts, raghba: Game
) -> None:
    faces = [d.front for d in of(drawn, "token")]
    assert len(faces) == 6
    shapes = [bare(picture) for picture in pictures(faces, fonts, 4 * DPI)]
    for a, b in itertools.combinations(shapes, 2):
        assert sum(ImageChops.difference(a, b).histogram()[255:]) >= 0.03 * a.width * a.height


def luminance(tone: str) -> float:
    """Relative luminance of sRGB (WCAG 2)."""
    channels = [int(tone[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("emotion", EMOTIONS)
def test_the_tones_deepen_toward_the_hub_and_words_stay_readable(
    raghba: Game, studio: Studio, emotion: str
) -> None:
    item = next(item for item in raghba.lists["emotion"].items if item == emotion)
    tones, ink = item.fields["tones"], studio.sheet.palette["ink"]
    depth = [luminance(tones[name]) for name in ("mild", "middle", "strong", "line")]
    assert depth == sorted(depth, reverse=True)
    assert contrast(tones["mild"], ink) >= 7
    assert contrast(tones["middle"], ink) >= 4.3
    assert contrast(tones["strong"], item.fields["ink"]) >= 4.5
