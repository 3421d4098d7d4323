"""What must hold of how Gem Thief looks: clear of the cut, large enough to read, backs without a direction."""

import io
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops

from generator.diagnostics import Findings
from generator.drawing import Face, Group, Op, Text
from generator.fonts import Fonts
from generator.game import Game
from generator.layout import Studio
from generator.load import load_game, load_tree
from generator.project import Project
from generator.select import select
from generator.text import build_styles
from generator.typeset import Drawn, typeset
from generator.units import MM
from generator.write import face_pdf

PROJECT = Project(Path(__file__).parents[2])
DPI = 72
SAFE = 3 * MM
"""How far inside the trim all ink stays."""
LEAST = 7.5
"""The least size of text to be read at the table, in points."""
SIGNS = (
    "decks/story.svg",
    "decks/conflict.svg",
    "decks/resolution.svg",
    "decks/destination.svg",
    "places/jewel-store.svg",
    "places/pawn-shop.svg",
    "places/estate-sale.svg",
    "places/auction-house.svg",
    "places/bank-vault.svg",
)
"""What a hand shows in its corners."""
STONES = tuple(f"gems/{stone}.svg" for stone in ("diamond", "ruby", "emerald", "sapphire", "topaz"))


class Desk:
    """The game with all that draws it."""

    def __init__(self) -> None:
        findings = Findings()
        game = load_game(PROJECT, "gem-thief", findings)
        read = load_tree(PROJECT, "layouts/gem-thief/style.yaml", findings)
        assert game is not None
        assert read is not None
        self.game: Game = game
        self.fonts = Fonts(PROJECT)
        sheet = build_styles(*read, self.fonts, findings)
        assert sheet is not None
        self.studio = Studio(PROJECT, game, self.fonts, sheet, findings)
        run = select(game, findings)
        assert run is not None
        self.drawn: Sequence[Drawn] = typeset(run, self.studio, findings)
        assert not findings, findings

    def pictures(self, faces: Sequence[Face], dpi: int = DPI) -> list[Image.Image]:
        """The faces in grey."""
        document = pdfium.PdfDocument(io.BytesIO(face_pdf(dict.fromkeys(faces), self.fonts, "", "", "")))
        return [document[i].render(scale=dpi / 72).to_pil().convert("L") for i in range(len(document))]

    def art(self, paths: Sequence[str]) -> list[Image.Image]:
        """Drawings in black and white, as grey eyes see them from afar."""
        forms = [self.studio.form(path) for path in paths]
        faces = [Face(form.name, form.size, 0, form.ops) for form in forms if form is not None]
        assert len(faces) == len(paths)
        return [
            picture.point(lambda level: 255 if level > 128 else 0) for picture in self.pictures(faces, 288)
        ]

    def back(self, component: str) -> Face:
        face = next(d.back for d in self.drawn if d.part.component.id == component)
        assert face is not None
        return face


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def lines(ops: Sequence[Op]) -> Iterator[tuple[float, str]]:
    """The size of each line of text in points, with what it says."""
    for op in ops:
        if isinstance(op, Group):
            yield from lines(op.ops)
        elif isinstance(op, Text):
            pieces = (piece for run in op.runs for piece in run.pieces)
            yield op.size, "".join(getattr(piece, "text", "") for piece in pieces)


def test_all_ink_stays_inside_the_safe_zone(desk: Desk) -> None:
    faces = list(dict.fromkeys(face for d in desk.drawn for face in (d.front, d.back) if face))
    for face, picture in zip(faces, desk.pictures(faces), strict=True):
        ink = ImageChops.invert(picture).point(lambda level: 255 if level > 8 else 0).getbbox()
        assert ink is not None, face.name
        width, height = picture.size
        margin = min(ink[0], ink[1], width - ink[2], height - ink[3])
        assert margin >= SAFE * DPI / 72 - 1, face.name


def test_what_is_read_at_the_table_is_large_enough(desk: Desk) -> None:
    for d in desk.drawn:
        for face in (d.front, d.back):
            for size, text in lines(face.ops if face else ()):
                assert size >= LEAST or "licence" in text, f"{face and face.name}: {text} at {size} pt"


@pytest.mark.parametrize("component", ["story", "treasure"])
def test_a_back_is_the_same_turned_by_half_a_turn(desk: Desk, component: str) -> None:
    (picture,) = desk.pictures([desk.back(component)])
    unlike = ImageChops.difference(picture, picture.rotate(180)).point(lambda level: 255 if level > 96 else 0)
    assert sum(unlike.histogram()[255:]) < 0.01 * picture.width * picture.height


def test_the_two_backs_are_unlike_in_grey(desk: Desk) -> None:
    one, other = desk.pictures([desk.back("story"), desk.back("treasure")])
    unlike = ImageChops.difference(one, other).point(lambda level: 255 if level > 48 else 0)
    assert sum(unlike.histogram()[255:]) > 0.3 * one.width * one.height


@pytest.mark.parametrize("paths", [SIGNS, STONES], ids=["signs", "stones"])
def test_shape_alone_tells_signs_and_stones_apart(desk: Desk, paths: tuple[str, ...]) -> None:
    """Drawn in black and white they differ in more than a tenth of their square."""
    for (one, a), (other, b) in itertools.combinations(zip(paths, desk.art(paths), strict=True), 2):
        unlike = sum(ImageChops.difference(a, b).histogram()[255:])
        assert unlike >= 0.1 * a.width * a.height, f"{one} and {other}"


def test_the_decks_in_hand_are_steps_of_grey(desk: Desk) -> None:
    """So that a photocopy, or eyes that see no hues, tell the bands apart as well as the signs."""
    tones = {str(item): item.fields["tone"] for item in desk.game.lists["deck"].items}
    dealt = [tones[deck] for deck in ("conflict", "resolution", "destination", "story")]
    greys = [Image.new("RGB", (1, 1), tone).convert("L").tobytes()[0] for tone in dealt]
    assert all(later - earlier >= 20 for earlier, later in itertools.pairwise(greys)), greys
