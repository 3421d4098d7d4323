"""The rules over drawn faces: small print, safe zone, contrast, colours of symbols, resolution of
pictures.
"""

from typing import Any

import pytest
from handmade import FILE, card, component, game, rule, symbol
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.units import MM
from nineup.faces.surface import contrast, under
from nineup.model.drawing import (
    Cmyk,
    Colour,
    Face,
    Form,
    GlyphRun,
    Group,
    Image,
    InkColour,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Shaped,
    Stop,
    Stroke,
    Text,
    Use,
    circle,
    rectangle,
)
from nineup.model.game import SIZES, Component
from nineup.rules import PrintedSide, RenderedFaces, check_faces

BLACK, WHITE, GREY = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.6, 0.6, 0.6)
CARD = SIZES["poker"]
LAYOUT = Span(FILE, 31, 13)


def text(x: float, y: float, size: float = 10, colour: Colour = BLACK, words: str = "Word") -> Text:
    """A word of 2 em at a place in millimetres."""
    shaped = Shaped(words, "font", 2000.0, (1,), (0.0,), (words,))
    return Text(x * MM, y * MM, size, (GlyphRun("font", colour, (shaped,)),))


def fill(colour: Any, box: Box = Box(-9, -9, 999, 999), **given: Any) -> Path:  # noqa: B008
    return Path(rectangle(box), fill=colour, **given)


def found(*ops: Op, kind: Component | None = None, size: Size = CARD) -> list[Diagnostic]:
    kind = kind or component("deck", 30, spans={"layout": LAYOUT}, cards=(card("sun"),))
    printed = PrintedSide(kind, kind.cards[0], "front", Face("deck/sun", size, 0, ops))
    findings = Findings()
    check_faces(game(kind), RenderedFaces((printed, printed)), findings)
    return list(findings)


def test_a_sound_face_has_no_findings() -> None:
    assert found(fill((1.0, 0.98, 0.9)), text(10, 20), text(10, 40, 5)) == []


def test_small_print() -> None:
    (only,) = found(text(10, 20, 4.5))
    assert only[:4] == (
        *("small-print", "warning", "`deck/sun`, front: `Word` is set in 4.5 pt, less than 5"),
        LAYOUT,
    )


def test_a_form_may_make_letters_small() -> None:
    half = Use(Form("f", CARD, (text(10, 20, 8),)), Matrix(0.5, 0, 0, 0.5, 0, 0))
    assert [f.code for f in found(half)] == ["small-print"]


@pytest.mark.parametrize(
    ("x", "y", "reported"),
    [
        (2, 20, "is 2 mm from the cut, and should be 3 mm"),
        (10, 86.9, "is 2 mm from the cut, and should be 3 mm"),
        (55.5, 20, "is 0.94 mm from the cut, and should be 3 mm"),
        (-1, 20, "extends 1 mm beyond the cut, and should be 3 mm inside"),
    ],
)
def test_text_near_the_cut(x: float, y: float, reported: str) -> None:
    (only,) = found(text(x, y))
    message = f"`deck/sun`, front: `Word` {reported}"
    assert only[:4] == ("safe-zone", "warning", message, LAYOUT)


def test_turned_text_is_measured_where_it_lies() -> None:
    turned = Group((text(0, 0),), Matrix.translation(4 * MM, 40 * MM) @ Matrix.rotation(-90))
    assert [f.code for f in found(turned)] == ["safe-zone"]
    assert found(Group((turned,), Matrix.translation(3 * MM, 0))) == []


def test_round_pieces_are_cut_in_a_circle() -> None:
    token = component("token", 30, shape="token", outline="round", size=Size(20 * MM, 20 * MM))
    assert found(text(6.5, 11), kind=token, size=token.size) == []
    assert [f.code for f in found(text(2.5, 5), kind=token, size=token.size)] == ["safe-zone"]


GEM = Form("gem.svg", Size(10, 10), (Path(circle(5, 5, 5), fill=BLACK),))


def gem(x: float, y: float, millimetres: float = 4, form: Form = GEM) -> Use:
    """A round symbol by the corner of its frame."""
    scale = millimetres * MM / 10
    return Use(form, Matrix(scale, 0, 0, scale, x * MM, y * MM))


def shown(*ops: Op, bleed: float = 0.0, kind: Component | None = None, size: Size = CARD) -> list[str]:
    kind = kind or component("deck", 30, spans={"layout": LAYOUT}, cards=(card("sun"),))
    printed = PrintedSide(kind, kind.cards[0], "front", Face("deck/sun", size, bleed, ops))
    findings = Findings()
    check_faces(game(kind, symbols=[symbol("gem")]), RenderedFaces((printed,), {"gem": GEM}), findings)
    return [finding.message for finding in findings]


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [
        (2, 20, "is 2 mm from the cut, and should be 3 mm"),
        (30, 83, "is 1.9 mm from the cut, and should be 3 mm"),
        (-1, 20, "extends 1 mm beyond the cut, and should be 3 mm inside"),
        (70, 20, "extends 10.5 mm beyond the cut, and should be 3 mm inside"),
    ],
)
def test_symbols_near_the_cut(x: float, y: float, place: str) -> None:
    reported = f"`deck/sun`, front: symbol `gem` {place}"
    assert shown(gem(x, y)) == [reported]
    assert shown(Group((gem(0, 0),), Matrix.translation(x * MM, y * MM))) == [reported]


def test_symbols_in_their_place_and_other_art_at_the_edge() -> None:
    twin = Form("gem.svg", GEM.size, GEM.ops)
    assert shown(gem(3, 3), gem(56.5, 81.9), gem(0, 0, form=twin), fill(GREY, Box(0, 0, 9, 9))) == []


def test_a_symbol_may_run_across_the_cut_to_the_end_of_the_bleed() -> None:
    assert shown(gem(-5, 10, 40), bleed=3 * MM) == []
    assert len(shown(gem(-5, 10, 40))) == 1, "where there is no bleed, it ends at the cut"
    assert len(shown(gem(-2, 10, 40), bleed=3 * MM)) == 1, "it ends within the bleed"
    assert len(shown(gem(-9, 10, 4), bleed=3 * MM)) == 1, "it is beyond the card"


def test_only_what_is_seen_of_a_symbol_counts() -> None:
    window = Path(rectangle(Box(10 * MM, 10 * MM, 20 * MM, 20 * MM)))
    assert shown(Group((gem(0, 0, 40),), clip=window)) == []
    assert shown(Group((gem(0, 0, 5),), clip=window)) == []
    assert len(shown(Group((gem(0, 0, 40),), clip=Path(rectangle(Box(0, 0, 99, 99)))))) == 1


def test_round_symbols_on_round_pieces_are_measured_by_their_outline() -> None:
    token = component("token", 30, shape="token", outline="round", size=Size(20 * MM, 20 * MM))
    assert shown(gem(2, 2, 16), kind=token, size=token.size) == []
    assert len(shown(gem(1, 1, 18), kind=token, size=token.size)) == 1


def test_a_symbol_in_a_text_already_reported_is_the_same_mistake() -> None:
    (only,) = shown(text(1, 20), gem(1.5, 17, 4))
    assert "`Word`" in only
    assert len(shown(text(1, 20), gem(1.5, 40))) == 2


def test_a_symbols_thick_lines_count() -> None:
    ring = Form("ring", Size(10, 10), (Path(circle(5, 5, 4), stroke=Stroke(BLACK, 2)),))
    kind = component("deck", 30, cards=(card("sun"),))
    face = Face("f", CARD, 0, (gem(3.5, 20, 10, ring),))
    findings = Findings()
    looks = RenderedFaces((PrintedSide(kind, kind.cards[0], "front", face),), {"gem": ring})
    check_faces(game(kind), looks, findings)
    assert findings == []
    moved = face.ops[0], gem(2.5, 20, 10, ring)
    check_faces(
        game(kind),
        RenderedFaces((PrintedSide(kind, kind.cards[0], "front", Face("f", CARD, 0, moved)),), {"gem": ring}),
        findings,
    )
    assert [finding.code for finding in findings] == ["safe-zone"]


def test_faint_text_is_reported_once_for_a_layout() -> None:
    (only,) = found(fill(WHITE), text(10, 20, colour=GREY), text(10, 40, colour=GREY, words="More"))
    message = "`deck/sun`, front: `Word`, #999999 on #ffffff, has a contrast of 2.85, less than 4.5"
    assert only[:4] == ("contrast", "warning", message, LAYOUT)


@pytest.mark.parametrize(
    ("colour", "wide", "codes"),
    [(WHITE, 20.0, []), ((0.2, 0.2, 0.2), 20.0, ["contrast"]), (WHITE, 5.0, ["contrast"])],
)
def test_outlined_letters_are_seen_on_their_outline(colour: Colour, wide: float, codes: list[str]) -> None:
    letters = rectangle(Box(10 * MM, 20 * MM - 7, 0.4, 7)) + rectangle(
        Box(10 * MM + wide - 0.4, 20 * MM - 7, 0.4, 7)
    )
    outline = Path(letters, colour, Stroke(colour, 1.0, join="round"))
    dark = fill((0.1, 0.1, 0.1))
    assert [f.code for f in found(dark, outline, text(10, 20))] == codes
    other = Path(rectangle(Box(200, 200, 9, 9)), BLACK, Stroke(BLACK, 1.0, join="round"))
    assert [f.code for f in found(dark, outline, other, text(10, 20))] == codes, "that of another line"
    assert [f.code for f in found(outline, dark, text(10, 20))] == ["contrast"], "it is hidden"


def test_a_bar_with_a_stroke_of_its_colour_is_no_outline_of_letters() -> None:
    bar = Path(rectangle(Box(10 * MM, 20 * MM - 6, 20, 0.5)), BLACK, Stroke(BLACK, 0.2))
    assert [f.code for f in found(fill(WHITE), bar, text(10, 20, colour=WHITE))] == ["contrast"]
    assert found(fill(WHITE), bar, text(10, 20)) == []


def test_large_letters_may_be_fainter() -> None:
    grey = (0.5, 0.5, 0.5)
    assert [f.code for f in found(text(10, 20, 12, grey))] == ["contrast"]
    assert found(text(10, 20, 14, grey)) == []
    assert [f.code for f in found(text(10, 20, 14, (0.6, 0.6, 0.6)))] == ["contrast"], "2.85 of 3"


HALF = Box(0, 0, CARD.width, CARD.height / 2)


@pytest.mark.parametrize(
    ("ground", "readable"),
    [
        ((fill(BLACK), fill(WHITE)), True),
        ((fill(WHITE), fill(BLACK)), False),
        ((fill(BLACK, HALF),), False),
        ((Group((fill(BLACK),), clip=Path(rectangle(Box(0, 0, 9, 9)))),), True),
        ((fill(BLACK, opacity=0.2),), True),
        ((Group((fill(BLACK),), opacity=0.9),), False),
        ((Path(circle(40, 57, 60), fill=BLACK),), False),
        ((Path((*circle(40, 57, 60), *rectangle(Box(10, 10, 70, 70))), fill=BLACK, even_odd=True),), True),
        ((fill(Linear(0, 0, CARD.width, 0, (Stop(0, BLACK), Stop(1, WHITE)))),), False),
        ((fill(Linear(0, 0, CARD.width, 0, (Stop(0, WHITE), Stop(1, GREY)))),), True),
        ((fill(Radial(28, 57, 90, 28, 57, (Stop(0, BLACK), Stop(1, WHITE)))),), False),
        ((fill(Linear(0, 0, 0, 9, (Stop(0, BLACK, 0.0), Stop(1, BLACK, 0.0)))),), True),
        ((PlacedImage(Image("p", 900, 900, "rgb", 3, b""), Box(0, 0, 180, 250)),), True),
    ],
)
def test_what_black_text_is_printed_on(ground: tuple[Op, ...], readable: bool) -> None:
    reported = [f.code for f in found(*ground, text(8, 21))]
    assert reported == ([] if readable else ["contrast"])


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, (119 / 255,) * 3) == pytest.approx(4.48, abs=0.01)
    assert under((), 0, 0) == WHITE


def test_what_is_meant_is_accepted() -> None:
    kind = component(
        "deck", cards=(card("sun"),), accept={"contrast": "a watermark", "safe-zone": "at the edge"}
    )
    assert found(text(1, 20, colour=GREY), kind=kind) == []


def test_a_coarse_picture() -> None:
    image = Image("photo", 400, 300, "rgb", 3, b"")
    (only,) = found(PlacedImage(image, Box(0, 0, 63.5 * MM, 47.6 * MM)))
    assert only[:5] == (
        "resolution",
        "warning",
        "`deck/sun`, front: an embedded picture, 400 by 300 pixels and 63.5 mm wide, has 160 dpi",
        Span(FILE, 30, 1),
        "200 dpi need 500 pixels across; or print it smaller",
    )
    assert found(PlacedImage(image, Box(0, 0, 40 * MM, 30 * MM))) == []


def inked(*amounts: float) -> InkColour:
    return InkColour(BLACK, Cmyk(*amounts))


def test_a_colour_that_names_more_ink_than_paper_takes() -> None:
    night = inked(0.9, 0.8, 0.7, 1)
    (only,) = found(fill(night), fill(night))
    assert only[:5] == (
        "ink-limit",
        "warning",
        "`deck/sun`, front: C 90 M 80 Y 70 K 100 is 340% of ink, more than 300%",
        Span(FILE, 30, 1),
        "name less cyan, magenta or yellow",
    )
    assert [f.code for f in found(Group((fill(Linear(0, 0, 9, 0, (Stop(0, WHITE), Stop(1, night)))),)))] == [
        "ink-limit"
    ]
    assert found(fill(inked(1, 0.5, 0.5, 1)), fill(BLACK)) == []
    kind = component("deck", cards=(card("sun"),), accept={"ink-limit": "a proof"})
    assert found(fill(night), kind=kind) == []


def test_an_entry_states_the_limit_of_inks() -> None:
    kind = component("deck", cards=(card("sun"),))
    printed = PrintedSide(
        kind, kind.cards[0], "front", Face("deck/sun", CARD, 0, (fill(inked(0.6, 0.6, 0.6, 1)),))
    )
    for most, codes in ((240, ["ink-limit"]), (280, [])):
        findings = Findings()
        made = game(kind, rules=(rule("ink-limit", 40, settings={"most": most}),))
        rows, _ = check_faces(made, RenderedFaces((printed,)), findings)
        assert [f.code for f in findings] == codes
        assert [row.label for row in rows if row.code == "ink-limit"] == ["ink-limit"]


def dot(colour: str, round_: bool = True) -> Form:
    channels = tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    shape = circle(5, 5, 5) if round_ else rectangle(Box(0, 0, 10, 10))
    return Form("dot", Size(10, 10), (Path(shape, fill=channels),))  # type: ignore[arg-type]


def symbols(**forms: Form) -> list[Diagnostic]:
    findings = Findings()
    made = game(component("a"), symbols=[symbol(id, 70 + n) for n, id in enumerate(forms)])
    check_faces(made, RenderedFaces((), forms), findings)
    return list(findings)


@pytest.mark.parametrize(
    ("one", "other", "eyes"),
    [
        ("#a03020", "#506020", "in grey their colors are 0.7 apart"),
        ("#d3a92b", "#f8481a", "to deuteranopes their colors are 8.7 apart"),
        ("#6b0df9", "#dd01f4", "to protanopes their colors are 9.2 apart"),
        ("#3f9435", "#5e70c3", "to tritanopes their colors are 4.6 apart"),
    ],
)
def test_symbols_of_one_shape_and_like_colours(one: str, other: str, eyes: str) -> None:
    (only,) = symbols(red=dot(one), green=dot(other))
    assert only[:4] == (
        *("color-distance", "warning", f"`red` ({one}) and `green` ({other}) share a shape, and {eyes}"),
        Span(FILE, 71, 1),
    )


def test_symbols_that_are_told_apart() -> None:
    assert symbols(black=dot("#000000"), white=dot("#ffffff")) == []
    assert symbols(red=dot("#a03020"), green=dot("#506020", round_=False)) == []


def test_text_that_is_clipped_away_is_not_read() -> None:
    away = Group((text(2, 85, 4, GREY),), clip=Path(rectangle(Box(0, 0, 90, 90))))
    assert found(away) == []


def test_symbols_that_all_look_alike_are_one_finding() -> None:
    tones = {f"s{n}": dot(f"#8040{n:02x}") for n in range(4)}
    (only,) = symbols(**tones, other=dot("#804000", round_=False))
    said, pairs = only.message.split("; distances: ")
    names = ", ".join(f"`s{n}` (#8040{n:02x})" for n in range(4))
    assert said == f"4 symbols share a shape and have similar colors: {names}"
    assert len(pairs.split("; ")) == 6
    assert pairs.startswith("`s")


def on_cards(*faces: tuple[Op, ...]) -> list[str]:
    """The messages about a component with these faces, whose ops all come from one line of its layout."""
    cards = tuple(card(f"c{number}") for number in range(len(faces)))
    kind = component("deck", 30, spans={"layout": LAYOUT}, cards=cards)
    printed = (
        PrintedSide(kind, each, "front", Face(f"deck/{each.id}", CARD, 0, ops))
        for each, ops in zip(cards, faces, strict=True)
    )
    check_faces(game(kind), RenderedFaces(tuple(printed)), findings := Findings())
    return [finding.message for finding in findings]


def test_a_cause_on_many_cards_is_one_finding() -> None:
    near = [(text(1, 20 + at),) for at in range(4)]
    assert on_cards(*near, (text(20, 20),)) == [
        "`deck/c0`, front: `Word` is 1 mm from the cut, and should be 3 mm, on this and 3 other cards"
    ]
    grounds = [(fill((1.0, 1.0, at / 10)), text(10, 20, colour=WHITE)) for at in (9, 8)]
    assert [message.partition("less")[2] for message in on_cards(*grounds)] == [
        " than 4.5, on this and 1 other card"
    ]


def test_each_style_is_a_cause_of_its_own() -> None:
    faces = [(text(10, 20, colour=GREY), text(10, 40, colour=(0.7, 0.7, 0.7)))] * 2
    assert len(on_cards(*faces)) == 2
