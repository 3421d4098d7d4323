"""Files for print services: exactly their pixels, every piece as often as the run has it, and orders that add
up.

The expected pixels are those that the services publish, written down here and not computed.
"""

import csv
import io
from collections import Counter
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline import RunChoice
from nineup_export import ExportRequest, ExportResult, export, target_named
from nineup_export.services.game_crafter import PRODUCTS as CRAFTED
from nineup_export.services.make_playing_cards import BRACKETS
from nineup_export.services.make_playing_cards import PRODUCTS as PLAYED
from PIL import Image
from tiny import BACK, CARDS, GAME, SVG, write_tiny

CARD = SVG.format(w=63.5, h=88.9).replace(">", ' n:bleed="0.125in">', 1) + (
    '\n  <rect x="-4" y="-4" width="72" height="97" fill="#0000ff"/>'
    '\n  <rect width="63.5" height="88.9" fill="#b23a48" n:fill="{{ card.suit.tone }}"/>\n</svg>\n'
)
DECK = RunChoice(owners=("sun", "moon"), components=("deck",))


def sent(
    root: Path,
    to: str,
    choice: RunChoice = RunChoice(),  # noqa: B008
    **asked: Any,
) -> tuple[ExportResult, Findings]:
    target = target_named(to)
    assert target is not None
    findings = Findings()
    request = ExportRequest(target, {**target.defaults(), **asked}, choice)
    return export(Project(root), "tiny", request, findings, lambda *_: None), findings


def rows(made: ExportResult) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((made.folder / "order.csv").read_text(encoding="utf-8"))))


def test_products_have_the_pixels_that_the_services_publish() -> None:
    assert {each.name: each.pixels for each in PLAYED} == {
        "poker": (822, 1122),
        "bridge": (747, 1122),
        "tarot": (897, 1497),
        "domino": (597, 1122),
        "business": (672, 1122),
        "micro": (447, 597),
    }
    published = {
        "PokerDeck": (825, 1125),
        "BridgeDeck": (750, 1125),
        "TarotDeck": (900, 1500),
        "DominoDeck": (600, 1125),
        "BusinessDeck": (675, 1125),
        "JumboDeck": (1125, 1725),
        "MediumSquareTile": (825, 825),
        "MediumCircleChit": (300, 300),
        "MediumHexTile": (825, 750),
        "BigMat": (3075, 4875),
        "DominoTile": (675, 1275),
        "DominoChit": (375, 675),
        "StripChit": (375, 975),
        "PokerTuckBox36": (2100, 1800),
        "PokerTuckBox54": (2325, 1950),
        "PokerTuckBox72": (2550, 1950),
        "PokerTuckBox90": (2775, 2100),
        "PokerTuckBox108": (3075, 2250),
        "TarotTuckBox90": (3000, 2475),
        "SmallStandee": (225, 525),
        "MediumStandee": (300, 750),
        "LargeStandee": (375, 975),
    }
    assert {each.name: each.pixels for each in CRAFTED if each.name in published} == published
    for each in (*PLAYED, *CRAFTED):
        assert 2.5 < each.bleed / 72 * 25.4 < 4.8, each.name


@pytest.mark.parametrize(
    ("to", "folder", "size", "edge"),
    [
        ("game-crafter", "PokerDeck-deck-sun", (825, 1125), 37.5),
        ("make-playing-cards", "poker-deck-sun", (822, 1122), 36.0),
    ],
)
def test_a_card_is_in_the_middle_of_its_picture_with_its_bleed(
    tmp_path: Path, to: str, folder: str, size: tuple[int, int], edge: float
) -> None:
    made, findings = sent(write_tiny(tmp_path, card=CARD, back=BACK), to, DECK)
    assert made.status is Status.DONE
    assert findings == [], "the back is in a frame of paper"
    picture = Image.open(made.folder / folder / "1-first.png")
    assert (picture.size, picture.mode, round(picture.info["dpi"][0])) == (size, "RGB", 300)
    blue, ruby = (0, 0, 255), (181, 22, 43)
    middle = size[1] // 2
    assert [picture.getpixel((x, middle)) for x in (1, int(edge - 1))] == [blue, blue]
    assert [
        picture.getpixel((round(edge + 1), middle)),
        picture.getpixel((size[0] - round(edge) - 2, middle)),
    ] == [ruby] * 2
    assert picture.getpixel((size[0] - int(edge - 1), middle)) == blue


def test_the_order_has_every_piece_with_its_pictures(tmp_path: Path) -> None:
    made, _ = sent(write_tiny(tmp_path), "game-crafter", DECK)
    found = Counter({(row["owner"], row["card"]): int(row["copies"]) for row in rows(made)})
    assert found == {
        (owner, card): n for owner in ("sun", "moon") for card, n in (("first", 1), ("second", 2))
    }
    assert {row["product"] for row in rows(made)} == {"PokerDeck"}
    for row in rows(made):
        assert (
            Image.open(made.folder / row["front"]).size
            == Image.open(made.folder / row["back"]).size
            == (825, 1125)
        )
    listed = {row[side] for row in rows(made) for side in ("front", "back")}
    assert {name for name in made.files if name.endswith(".png")} == listed


@pytest.mark.parametrize("own_backs", [False, True])
def test_the_order_of_the_autofill_tool_fills_every_slot(tmp_path: Path, own_backs: bool) -> None:
    bound = BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
    made, _ = sent(
        write_tiny(tmp_path, back=bound if own_backs else BACK), "make-playing-cards", DECK, stock="M31"
    )
    order = ElementTree.fromstring((made.folder / "autofill.xml").read_bytes())
    assert [order.findtext(f"details/{tag}") for tag in ("quantity", "bracket", "stock", "foil")] == [
        "6",
        "18",
        "(M31) Linen",
        "false",
    ]
    slots: dict[str, dict[int, str]] = {"fronts": {}, "backs": {}}
    for side in slots:
        for card in order.iterfind(f"{side}/card"):
            file = card.findtext("id") or ""
            assert card.findtext("sourceType") == "Local File"
            assert (made.folder / file).name == card.findtext("name")
            assert Image.open(made.folder / file).size == (822, 1122)
            for slot in (card.findtext("slots") or "").split(","):
                assert slots[side].setdefault(int(slot), file) == file
    cardback = order.findtext("cardback") or ""
    assert (made.folder / cardback).is_file()
    assert sorted(slots["fronts"]) == list(range(6))
    backs = [slots["backs"].get(slot, cardback) for slot in range(6)]
    wanted = [(row["front"], row["back"]) for row in rows(made) for _ in range(int(row["copies"]))]
    assert [(slots["fronts"][slot], backs[slot]) for slot in range(6)] == wanted
    assert len(set(backs)) == (4 if own_backs else 2)
    assert list(made.remarks.values()) == ["6 cards in a project of 18"]


def test_an_order_larger_than_a_project_is_in_several(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, cards=CARDS.replace("copies: 2", "copies: 700"))
    made, _ = sent(root, "make-playing-cards", RunChoice(owners=("sun",), components=("deck",)))
    counts = [
        int(
            ElementTree.fromstring((made.folder / f"autofill-{n}.xml").read_bytes()).findtext(
                "details/quantity"
            )
            or 0
        )
        for n in (1, 2)
    ]
    assert (counts, max(BRACKETS)) == ([612, 89], 612)


def test_one_sided_cards_have_a_back_of_paper(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=GAME.replace("    back: back.svg\n", ""))
    made, _ = sent(root, "make-playing-cards", DECK)
    back = Image.open(made.folder / rows(made)[0]["back"])
    assert back.getextrema() == ((255, 255),) * 3
    made, _ = sent(root, "game-crafter", DECK)
    assert {row["back"] for row in rows(made)} == {""}


def test_the_proof_shows_the_cut_and_the_safe_zone(tmp_path: Path) -> None:
    made, _ = sent(
        write_tiny(tmp_path, card=CARD, back=CARD),
        "game-crafter",
        RunChoice(owners=("sun",), components=("deck",)),
    )
    with pypdfium2.PdfDocument(made.folder / "proof.pdf") as pages:
        page = pages[0].render(scale=600 / 72).to_pil().convert("RGB")
    # The first picture begins 10 mm from the left and is a fifth of the rest wide: 34.8 mm for 2.75 in.
    left, wide = 10 / 25.4 * 600, 34.8 / 25.4 * 600
    row = round(left + wide * 0.4)
    line = [page.getpixel((round(left + at / 2.75 * wide), row)) for at in (0.125, 0.25, 2.5, 2.625)]

    def kind(colour: Any) -> str:
        red, green, blue = colour
        return (
            "red"
            if red > 200 and blue < 80 and green < 60
            else "blue"
            if blue > 180 and red < 60 and green > 60
            else "other"
        )

    assert [kind(line[0]), kind(line[3])] == ["red", "red"]
    down = [page.getpixel((round(left + 0.25 / 2.75 * wide), y)) for y in range(row, row + 60)]
    assert "blue" in map(kind, down)


WIDE = (
    SVG.format(w=88.9, h=63.5)
    + '<rect width="88.9" height="63.5" fill="#fff"/><rect width="88.9" height="10" fill="#f00"/></svg>'
)


@pytest.mark.parametrize("to", ["game-crafter", "make-playing-cards"])
def test_a_card_that_lies_is_turned_with_its_back_so_that_both_tops_are_one_edge(
    tmp_path: Path, to: str
) -> None:
    game = GAME.replace("size: poker", "size: 88.9mm x 63.5mm", 1)
    made, _ = sent(write_tiny(tmp_path, game=game, card=WIDE, back=WIDE), to, DECK)
    front, back = (Image.open(next(made.folder.rglob(name))) for name in ("1-first.png", "back.png"))
    pixels = (825, 1125) if to == "game-crafter" else (822, 1122)
    assert (front.size, back.size) == (pixels, pixels)
    wide, high = front.size
    red, white = (255, 0, 0), (255, 255, 255)
    assert [front.getpixel((x, high // 2)) for x in (60, wide - 60)] == [white, red]
    assert [back.getpixel((x, high // 2)) for x in (60, wide - 60)] == [red, white]


@pytest.mark.parametrize(
    ("outline", "size", "product"),
    [("round", (25.4, 25.4), "LargeCircleChit"), ("hexagon", (63.5, 54.99), "MediumHexTile")],
)
def test_the_proof_has_the_outline_of_the_product(
    tmp_path: Path, outline: str, size: tuple[float, float], product: str
) -> None:
    wide, high = size
    shape = f"shape: token\n    outline: {outline}\n    size: {wide}mm x {high}mm"
    root = write_tiny(tmp_path, game=GAME.replace("shape: token\n    size: 16mm", shape))
    (root / "layouts/tiny/chip.svg").write_text(SVG.format(w=wide, h=high) + "</svg>")
    made, findings = sent(root, "game-crafter", RunChoice(components=("chip",)))
    assert made.status is Status.DONE, findings
    assert next(made.folder.glob(f"{product}-chip"))
    with pypdfium2.PdfDocument(made.folder / "proof.pdf") as pages:
        page = pages[0].render(scale=150 / 72).to_pil().convert("RGB").crop((0, 0, 250, 250))
    red = [
        (x, y)
        for x in range(250)
        for y in range(250)
        if page.getpixel((x, y))[0] > 200 > 100 > page.getpixel((x, y))[1]
    ]
    left, top = (min(at[axis] for at in red) for axis in (0, 1))
    right, bottom = (max(at[axis] for at in red) for axis in (0, 1))
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    assert all(min(hypot(x - at[0], y - at[1]) for at in red) > 6 for x, y in corners), (
        "no line goes to a corner"
    )


def test_what_a_service_does_not_sell_is_refused_at_its_size_or_left_out(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    made, findings = sent(root, "game-crafter")
    assert (made.status, made.files) == (Status.IMPOSSIBLE, ())
    (unsold,) = (f for f in findings if f.severity == "error")
    assert unsold.message == "The Game Crafter sells no round token of 16 × 16 mm: `chip`"
    assert unsold.hint == "the nearest is MediumCircleChit, 19.05 × 19.05 mm; `--leave-out` exports the rest"
    assert unsold.span is not None
    assert unsold.span[1:3] == (22, 11)
    assert not (tmp_path / "output").exists()
    made, findings = sent(root, "game-crafter", **{"leave-out": True})
    assert made.status is Status.DONE
    assert {row["component"] for row in rows(made)} == {"deck"}
    assert [f.code for f in findings if f.severity == "note"] == ["service-size"]
    made, findings = sent(root, "make-playing-cards", RunChoice(components=("chip",)), **{"leave-out": True})
    assert (made.status, findings[-1].code) == (Status.IMPOSSIBLE, "service-none")


COLORS = {
    "front": (255, 0, 0), "back": (0, 0, 255), "left": (0, 128, 0),
    "right": (255, 255, 0), "top": (255, 0, 255), "bottom": (0, 255, 255),
}  # fmt: skip
BOX = """\
  box: {shape: tuck-box, size: poker, depth: 19.5mm, layout: front.svg, back: back-wall.svg,
    sides: {left: left.svg, right: right.svg, top: top.svg, bottom: bottom.svg}}
"""
FIGURE = "  hero: {shape: standee, size: 19mm x 42mm, layout: hero.svg, back: hero-back.svg, copies: 2}\n"
FOLDED = RunChoice(components=("box", "hero"))


def filled(wide: float, high: float, color: tuple[int, ...]) -> str:
    """A layout of one color, with a mark in its upper left quarter."""
    head = SVG.format(w=wide, h=high).replace(">", ' n:bleed="0.125in">', 1)
    whole = f'<rect x="-4" y="-4" width="{wide + 8}" height="{high + 8}" fill="rgb{color}"/>'
    return f'{head}{whole}<rect x="1" y="1" width="{wide / 4}" height="{high / 4}" fill="#000000"/></svg>'


def folded(root: Path, parts: str = BOX + FIGURE) -> Path:
    write_tiny(root, game=GAME.replace("rules:\n", parts + "rules:\n", 1))
    sizes = {"front": (64.5, 89.9), "back": (64.5, 89.9), "left": (20.5, 89.9), "right": (20.5, 89.9)}
    sizes |= {"top": (64.5, 20.5), "bottom": (64.5, 20.5)}
    for side, size in sizes.items():
        name = "back-wall" if side == "back" else side
        (root / f"layouts/tiny/{name}.svg").write_text(filled(*size, COLORS[side]))
    (root / "layouts/tiny/hero.svg").write_text(filled(19, 42, COLORS["front"]))
    (root / "layouts/tiny/hero-back.svg").write_text(filled(19, 42, COLORS["back"]))
    return root


def test_every_side_of_a_box_is_where_the_service_cuts_it(tmp_path: Path) -> None:
    made, findings = sent(folded(tmp_path), "game-crafter", FOLDED)
    assert not findings.failed, list(findings)
    picture = Image.open(made.folder / "PokerTuckBox54-box/1-box.png").convert("RGB")
    assert picture.size == (2325, 1950)
    # The folds of the service's template for 54 poker cards: 36, 279, 1038, 1281 and 2039 across, 186, 429, 1488
    # and 1731 down. Each side is seen just inside them, its mark at the left of its top.
    for side, (left, up, right, down), is_turned in (
        ("right", (36, 429, 279, 1488), False),
        ("back", (279, 429, 1038, 1488), False),
        ("left", (1038, 429, 1281, 1488), False),
        ("front", (1281, 429, 2039, 1488), False),
        ("top", (279, 186, 1038, 429), True),
        ("bottom", (279, 1488, 1038, 1731), True),
        ("bottom", (1281, 1488, 2039, 1731), False),
    ):
        corners = [(left + 4, up + 4), (right - 4, up + 4), (left + 4, down - 4), (right - 4, down - 4)]
        assert [picture.getpixel(corner) for corner in corners] == [COLORS[side]] * 4, side
        across, along = (right - left) // 7, (down - up) // 7
        mark = (right - across, down - along) if is_turned else (left + across, up + along)
        assert picture.getpixel(mark) == (0, 0, 0), side
    assert picture.getpixel((2060, 900)) == COLORS["right"], "the bleed on the flap for glue"
    assert picture.getpixel((150, 420)) == COLORS["right"], "and on one that is folded in"
    assert picture.getpixel((2200, 900)) == (255, 255, 255)


def test_a_figure_has_both_its_sides_above_its_base(tmp_path: Path) -> None:
    made, findings = sent(folded(tmp_path), "game-crafter", FOLDED)
    assert not findings.failed, list(findings)
    (row,) = [row for row in rows(made) if row["component"] == "hero"]
    assert (row["product"], row["copies"]) == ("MediumStandee", "2")
    for side, color in (("front", "front"), ("back", "back")):
        picture = Image.open(made.folder / row[side]).convert("RGB")
        assert picture.size == (300, 750)
        # The cut of the figure: 37.5 to 262.5 across and 30 to 532 down; then the base.
        assert [picture.getpixel((x, 400)) for x in (20, 50, 250, 280)] == [COLORS[color]] * 4, "with bleed"
        assert picture.getpixel((60, 60)) == (0, 0, 0), "upright, and not mirrored"
        assert [picture.getpixel((200, y)) for y in (10, 540)] == [COLORS[color]] * 2, "nothing of the other"
        assert picture.getpixel((150, 650)) == (255, 255, 255)


def test_a_box_of_another_depth_is_refused_with_the_one_that_fits(tmp_path: Path) -> None:
    parts = BOX.replace("19.5mm", "{cards: 50}") + FIGURE.replace("42mm", "30mm")
    root = folded(tmp_path, parts)
    for name, size in (
        ("left", (16, 89.9)),
        ("right", (16, 89.9)),
        ("top", (64.5, 16)),
        ("bottom", (64.5, 16)),
    ):
        (root / f"layouts/tiny/{name}.svg").write_text(filled(*size, COLORS[name]))
    for name in ("hero", "hero-back"):
        (root / f"layouts/tiny/{name}.svg").write_text(filled(19, 30, COLORS["front"]))
    made, findings = sent(root, "game-crafter", FOLDED)
    assert made.files == ()
    refused = {each.message: each.hint for each in findings if each.code == "service-size"}
    assert refused == {
        "The Game Crafter sells no tuck-box of 64.5 × 89.9 × 16 mm: `box`": (
            "the nearest is PokerTuckBox54, 64.2 × 89.6 × 20.57 mm, which `depth: 19.57mm` fits; "
            "`--leave-out` exports the rest"
        ),
        "The Game Crafter sells no standee of 19 × 30 mm: `hero`": (
            "the nearest is SmallStandee, 12.7 × 28.57 mm; `--leave-out` exports the rest"
        ),
    }
