"""Faces that save ink: grounds go, letters stay legible, symbols and small art stay as they are."""

import hashlib
import json
from pathlib import Path

import msgspec
import pypdfium2
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.faces.surface import contrast, grounds, marks_of, under
from nineup.faces.surface.saving import InkSaver
from nineup.model.drawing import (
    Colour,
    Face,
    Form,
    Gap,
    GlyphRun,
    Group,
    Image,
    Op,
    PlacedImage,
    Shaped,
    Stroke,
    Text,
    Use,
    circle,
    rectangle,
)
from nineup.model.drawing import Path as Outline
from nineup.write.preview import ink_shares
from tiny import CARD, CHIP, write_tiny

WHITE, BLACK, NIGHT, CREAM = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.2, 0.0, 0.4), (0.98, 0.94, 0.8)

SIZE = Size(60 * MM, 90 * MM)


def area(x: float, y: float, width: float, height: float, fill: Colour) -> Outline:
    """A rectangle in millimetres."""
    return Outline(rectangle(Box(x * MM, y * MM, width * MM, height * MM)), fill=fill)


def word(x: float, y: float, colour: Colour) -> Text:
    """A word whose baseline begins at a place in millimetres."""
    shaped = Shaped("Word", "font", 2000.0, (1, 2, 3, 4), (0.0,) * 4, ("W", "o", "r", "d"))
    return Text(x * MM, y * MM, 12.0, (GlyphRun("font", colour, (shaped, Gap(300.0))),))


def saved(*ops: Op, symbols: tuple[Form, ...] = ()) -> Face:
    return InkSaver(symbols).face(Face("card", SIZE, 3 * MM, ops))


GROUND = area(-3, -3, 66, 96, NIGHT)


def test_a_ground_becomes_an_outline_inside_the_cut() -> None:
    face = saved(GROUND)
    assert (face.size, face.bleed, face.outline) == (SIZE, 3 * MM, ())
    ground, frame = face.ops
    assert isinstance(ground, Outline)
    assert ground.fill == WHITE
    assert isinstance(frame, Outline)
    assert frame.fill is None
    assert frame.stroke == Stroke(NIGHT, 0.5)
    assert frame.segments[0][1:] == pytest.approx((3.2 * MM, 1.2 * MM))


def test_light_letters_become_dark_and_dark_ones_stay() -> None:
    dark = word(10, 80, BLACK)
    face = saved(GROUND, area(5, 70, 50, 15, CREAM), word(10, 20, WHITE), dark)
    texts = [mark for mark in marks_of(face.ops) if isinstance(mark.op, Text)]
    colours = [mark.op.runs[0].colour for mark in texts if isinstance(mark.op, Text)]
    assert colours == [pytest.approx(NIGHT), BLACK]
    assert face.ops[-1] is dark
    below = tuple(marks_of(face.ops[:-2]))
    ground = under(grounds(below, Box(30, 50, 9, 9)), 33, 55)
    assert ground is not None
    assert contrast(NIGHT, ground) >= 4.5


def test_letters_on_a_middling_ground_are_darkened_until_they_can_be_read() -> None:
    face = saved(area(-3, -3, 66, 96, (0.95, 0.7, 0.2)), word(10, 20, WHITE))
    text = face.ops[-1]
    assert isinstance(text, Text)
    assert contrast(text.runs[0].colour, WHITE) >= 4.5


def test_a_light_icon_on_a_ground_that_goes_is_filled_with_its_colour() -> None:
    icon = Form("icon", Size(10 * MM, 10 * MM), (area(2, 2, 6, 6, WHITE),))
    face = saved(GROUND, Use(icon, Matrix.translation(20 * MM, 20 * MM)))
    use = face.ops[-1]
    assert isinstance(use, Use)
    assert use.form.size == icon.size
    (shape,) = use.form.ops
    assert isinstance(shape, Outline)
    assert shape.segments == area(2, 2, 6, 6, WHITE).segments
    assert shape.fill == pytest.approx(NIGHT)


def test_a_light_panel_that_another_hides_stays_light_where_the_ground_goes() -> None:
    panel = Form("panel", Size(40 * MM, 40 * MM), (area(0, 0, 40, 40, CREAM),))
    light = msgspec.structs.replace(area(10, 10, 40, 40, WHITE), opacity=0.7)
    face = saved(GROUND, Use(panel, Matrix.translation(10 * MM, 10 * MM)), light)
    fills = [mark.op.fill for mark in marks_of(face.ops) if isinstance(mark.op, Outline) and mark.op.fill]
    assert fills == [WHITE, CREAM, WHITE]


def test_symbols_keep_their_drawings() -> None:
    gem = Form(
        "gem",
        Size(16 * MM, 16 * MM),
        (Outline(circle(8 * MM, 8 * MM, 8 * MM), fill=NIGHT), area(5, 5, 6, 6, (0.8, 0.1, 0.1))),
    )
    use = Use(gem, Matrix.translation(20 * MM, 20 * MM))
    assert saved(GROUND, use, symbols=(gem,)).ops[-1] is use
    paled = saved(GROUND, use).ops[-1]
    assert isinstance(paled, Use)
    assert paled.form is not gem


def test_large_areas_become_pale_with_their_outline_and_hide_what_they_hid() -> None:
    face = saved(area(10, 10, 20, 20, BLACK), area(12, 12, 16, 16, (0.7, 0.1, 0.1)))
    below, above = face.ops
    assert isinstance(below, Outline)
    assert isinstance(above, Outline)
    assert below.fill == pytest.approx((0.87, 0.87, 0.87))
    assert above.stroke is not None
    assert contrast(above.stroke.paint, WHITE) >= 3  # type: ignore[arg-type]
    assert above.fill is not None
    red, green, blue = above.fill  # type: ignore[misc]
    assert red > green == blue > 0.8  # Still red.


def test_pictures_become_fainter_and_are_never_left_out() -> None:
    photo = Image("photo", 2, 2, "rgb", 3, bytes(12))
    large, small = (PlacedImage(photo, Box(20, 20, side, side)) for side in (100, 10))
    face = saved(large, Group((small,)))
    assert isinstance(face.ops[0], PlacedImage)
    assert face.ops[0].opacity == 0.4
    assert face.ops[1] == Group((small,))


def test_a_face_with_little_ink_stays_as_it_is() -> None:
    ops = (area(5, 5, 50, 10, CREAM), word(10, 12, BLACK), area(20, 40, 5, 5, BLACK))
    face = Face("card", SIZE, 0.0, ops)
    assert InkSaver().face(face).ops == ops


def test_faces_and_forms_are_made_once() -> None:
    saver = InkSaver()
    art = Form("art", Size(60 * MM, 90 * MM), (area(5, 5, 50, 50, BLACK),))
    faces = [Face(f"card {n}", SIZE, 0.0, (Use(art), word(10, 80 + n, BLACK))) for n in range(2)]
    one, other = (saver.face(face).ops[0] for face in faces)
    assert isinstance(one, Use)
    assert isinstance(other, Use)
    assert one.form is other.form
    assert saver.face(faces[0]) is saver.face(faces[0])


def built(root: Path, **how: object) -> pipeline.BuildResult:
    options = pipeline.PrintOptions(**how)  # type: ignore[arg-type]
    return pipeline.build(
        Project(root), "tiny", pipeline.RunChoice(players=2), options, Findings(), lambda *_: None
    )


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose cards have dark grounds, built as drawn and to save ink."""
    root = tmp_path_factory.mktemp("ink")
    card = CARD.replace(
        "  <rect", '  <rect x="-3" y="-3" width="70" height="95" fill="#201828"/>\n  <rect', 1
    )
    write_tiny(root, card=card)
    built(root)
    return root


def test_a_build_with_low_ink_has_a_folder_of_its_own_and_reports_each_page(tiny: Path) -> None:
    output = tiny / "output" / "tiny"
    before = {path.name: hashlib.sha256(path.read_bytes()).digest() for path in (output / "2p").iterdir()}
    low = built(tiny, ink="low")
    assert {
        path.name: hashlib.sha256(path.read_bytes()).digest() for path in (output / "2p").iterdir()
    } == before
    cards = low.written[0]
    assert cards.path == output / "2p-low-ink" / "cards-a4.pdf"
    assert len(cards.ink) == cards.pages
    measured = ink_shares(cards.path.read_bytes())
    assert tuple(page.after for page in cards.ink) == measured
    assert ink_shares((output / "2p" / "cards-a4.pdf").read_bytes()) == pytest.approx(
        tuple(page.before for page in cards.ink), abs=0.001
    )
    assert all(page.after < 0.5 * page.before for page in cards.ink)
    manifest = json.loads((output / "2p-low-ink" / "manifest.json").read_bytes())
    assert manifest["asked"]["ink"] == "low"
    assert manifest["files"][0]["pages"][0]["ink"] == [round(share, 4) for share in cards.ink[0]]


def test_an_ink_saving_print_is_recorded_as_the_same_cards(tiny: Path) -> None:
    built(tiny, ink="low")
    records = [
        json.loads((tiny / "output" / "tiny" / run / "manifest.json").read_bytes())["printed"]["record"]
        for run in ("2p", "2p-low-ink")
    ]
    assert records[0] == records[1]


def test_a_grey_build_is_grey_on_every_pixel(tiny: Path) -> None:
    grey = built(tiny, grey=True).written[0]
    assert grey.path.parent.name == "2p-grey"
    pages = pypdfium2.PdfDocument(grey.path)
    for page in pages:
        red, green, blue = page.render(scale=0.5).to_pil().convert("RGB").split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()
    assert min(red.getextrema()) < 100


def test_low_ink_and_grey_go_together(tiny: Path) -> None:
    assert built(tiny, ink="low", grey=True).written[0].path.parent.name == "2p-low-ink-grey"


def test_round_pieces_keep_their_outline(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    (tmp_path / "layouts/tiny/chip.svg").write_text(
        CHIP.replace('r="6.5"', 'r="9"').replace("#aa8844", "#331100")
    )
    tokens = built(tmp_path, ink="low").written[1]
    assert tokens.path.name == "tokens-a4.pdf"
    assert tokens.ink[0].after < 0.4 * tokens.ink[0].before
