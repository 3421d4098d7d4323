"""The look of Gem Thief: clear of the cut, large enough to read, backs without a direction."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from looks import DPI, LEAST, PROJECT, Desk, lines, margin, unlike
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box
from nineup.base.units import MM
from nineup.model.drawing import Group, Op, Use
from nineup.model.drawing import Path as Outline
from nineup.pipeline import PrintOptions, RunChoice, build
from PIL import Image
from pypdfium2 import PdfDocument

SAFE = 3 * MM
"""How far inside the trim all ink stays."""
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


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk("gem-thief")


def test_all_ink_stays_inside_the_safe_zone(desk: Desk) -> None:
    flat = [
        d for d in desk.drawn if not d.front.folds
    ]  # a box is cut with scissors, beyond which its ink goes on
    faces = list(dict.fromkeys(face for d in flat for face in (d.front, d.back) if face))
    for face, picture in zip(faces, desk.pictures(faces), strict=True):
        assert margin(picture) >= SAFE * DPI / 72 - 1, face.name


def test_what_is_read_at_the_table_is_large_enough(desk: Desk) -> None:
    for d in desk.drawn:
        for face in (d.front, d.back):
            for size, text in lines(face.ops if face else ()):
                assert size >= LEAST or "license" in text, f"{face and face.name}: {text} at {size} pt"


@pytest.mark.parametrize("component", ["story", "treasure"])
def test_a_back_is_the_same_turned_by_half_a_turn(desk: Desk, component: str) -> None:
    (picture,) = desk.pictures([desk.back(component)])
    assert unlike(picture, picture.rotate(180)) < 0.01


def test_the_two_backs_are_unlike_in_grey(desk: Desk) -> None:
    one, other = desk.pictures([desk.back("story"), desk.back("treasure")])
    assert unlike(one, other, 48) > 0.3


@pytest.mark.parametrize("paths", [SIGNS, STONES], ids=["signs", "stones"])
def test_shape_alone_tells_signs_and_stones_apart(desk: Desk, paths: tuple[str, ...]) -> None:
    """Drawn in black and white, as grey eyes see them from afar, they differ in more than a tenth of their
    square.
    """
    pictures = desk.pictures(desk.art(paths), 4 * DPI)
    shapes = [picture.point(lambda level: 255 if level > 128 else 0) for picture in pictures]
    for (one, a), (other, b) in itertools.combinations(zip(paths, shapes, strict=True), 2):
        assert unlike(a, b) >= 0.1, f"{one} and {other}"


def test_the_decks_in_hand_are_steps_of_grey(desk: Desk) -> None:
    """So that a photocopy, or eyes that see no hues, tell the bands apart as well as the signs."""
    tones = {str(item): item.fields["tone"] for item in desk.game.lists["deck"].items}
    dealt = [tones[deck] for deck in ("conflict", "resolution", "destination", "story")]
    greys = [Image.new("RGB", (1, 1), tone).convert("L").tobytes()[0] for tone in dealt]
    assert all(later - earlier >= 20 for earlier, later in itertools.pairwise(greys)), greys


def test_every_pile_and_place_of_the_mat_holds_a_whole_card(desk: Desk) -> None:
    (mat,) = desk.of("scene-mat")
    card = desk.of("story")[0].front.size
    places = [
        place
        for place in outlined(mat.front.ops)
        if place.width >= card.width and place.height >= card.height and place.width < 1.1 * card.width
    ]
    assert len(places) == 6
    assert all(Box(0, 0, *mat.front.size).outset(-SAFE).contains(place) for place in places)
    assert not any(one.overlaps(other) for one, other in itertools.combinations(places, 2))


def outlined(ops: Sequence[Op]) -> Iterator[Box]:
    """The boxes of all paths that have a line around them."""
    for op in ops:
        if isinstance(op, Group | Use):
            for box in outlined(op.ops if isinstance(op, Group) else op.form.ops):
                (x, y), (right, bottom) = (
                    op.matrix.apply(box.x, box.y),
                    op.matrix.apply(box.right, box.bottom),
                )
                yield Box(x, y, right - x, bottom - y)
        elif isinstance(op, Outline) and op.stroke:
            xs = [number for _, *numbers in op.segments for number in numbers[::2]]
            ys = [number for _, *numbers in op.segments for number in numbers[1::2]]
            yield Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def test_the_mat_stays_whole_where_its_bleed_is_larger_than_the_paper(tmp_path: Path) -> None:
    printing = PrintOptions(papers=("a4",), bleed=3 * MM, output=tmp_path)
    findings = Findings()
    build(PROJECT, "gem-thief", RunChoice(components=("scene-mat",)), printing, findings, lambda *_: None)
    (sheets,) = tmp_path.rglob("*.pdf")
    with PdfDocument(sheets) as document:
        assert [page.get_size() for page in document] == [pytest.approx((266 * MM, 202 * MM), abs=0.1)]
    assert list(findings) == []
