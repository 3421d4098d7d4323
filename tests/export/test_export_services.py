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
