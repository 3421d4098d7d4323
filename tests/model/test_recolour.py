"""Faces in other colours: every colour and picture is mapped once, and nothing else changes."""

import msgspec
from nineup.base.geometry import Box, Size
from nineup.model.drawing import (
    Colour,
    Face,
    Form,
    GlyphRun,
    Group,
    Image,
    Linear,
    Mask,
    Op,
    Path,
    PlacedImage,
    Radial,
    Shaped,
    Stop,
    Stroke,
    Text,
    Tiling,
    Use,
    rectangle,
)
from nineup.model.recolour import Recolouring

RED, BLUE, GREEN = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)
BOX = Box(0, 0, 9, 9)
SQUARE = rectangle(BOX)
STOPS = (Stop(0.0, RED, 0.5), Stop(1.0, RED))
WORD = Shaped("Go", "Tiny", 500.0, (1, 2), (0.0, 0.0), ("G", "o"))
IMAGE = Image("old", 1, 1, "rgb", 3, b"\xff\0\0")
FORM = Form("symbol", Size(9, 9), (Path(SQUARE, fill=RED),))


def drawn(
    shape: Colour, letter: Colour, line: Colour, form: Form, image: Image, stops: tuple[Stop, ...]
) -> tuple[Op, ...]:
    return (
        Path(SQUARE, fill=shape, stroke=Stroke(line, 2.0, dash=(1.0,)), opacity=0.5),
        Path(SQUARE, fill=Linear(0, 0, 9, 9, stops), stroke=Stroke(Radial(1, 1, 2, 1, 1, stops))),
        Path(SQUARE, fill=Tiling((Path(SQUARE, fill=shape),), BOX)),
        Text(1.0, 2.0, 9.0, (GlyphRun("Tiny", letter, (WORD,)),), opacity=0.3),
        Group(
            (PlacedImage(image, BOX), Use(form), Use(form)), mask=Mask((Path(SQUARE, fill=RED),)), says="x"
        ),
    )


def test_every_colour_is_mapped_and_everything_else_stays() -> None:
    other = Image("new", 1, 1, "rgb", 3, b"\0\0\xff")
    mapping = Recolouring(
        lambda _: BLUE,
        text=lambda _: GREEN,
        stops=lambda stops: (*stops, Stop(1.0, BLUE)),
        image=lambda _: other,
    )
    face = Face("a", Size(9, 9), 3.0, drawn(RED, RED, RED, FORM, IMAGE, STOPS), SQUARE)
    made = mapping.face(face)
    (first, second) = [op for op in made.ops[-1].ops if isinstance(op, Use)]  # type: ignore[union-attr]
    assert first.form is second.form
    assert first.form.ops == (Path(SQUARE, fill=BLUE),)
    expected = drawn(BLUE, GREEN, BLUE, first.form, other, (*STOPS, Stop(1.0, BLUE)))
    assert made.ops == expected
    assert (made.name, made.size, made.bleed, made.outline) == ("a", face.size, 3.0, SQUARE)


def test_letters_and_stops_are_mapped_like_all_colours_by_default() -> None:
    made = Recolouring(lambda colour: BLUE if colour == RED else colour).ops(
        drawn(RED, RED, RED, FORM, IMAGE, STOPS)
    )
    (first, _) = [op for op in made[-1].ops if isinstance(op, Use)]  # type: ignore[union-attr]
    stops = tuple(msgspec.structs.replace(stop, colour=BLUE) for stop in STOPS)
    assert made == drawn(BLUE, BLUE, BLUE, first.form, IMAGE, stops)
