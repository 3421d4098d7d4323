"""Rooms for playingcards.io: unpacked, every piece, kind and picture is that of the run."""

import io
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline import RunChoice
from nineup_export import ExportRequest, ExportResult, export, target_named
from PIL import Image, ImageChops, ImageStat
from tiny import CARDS, GAME, SVG, write_tiny

FIELDS = {
    "hand": {"dragging", "width", "height"},
    "seat": {"seatIndex"},
    "automationButton": {"width", "height", "label", "clickRoutine"},
    "cardPile": {"width", "height", "label", "hasShuffleButton"},
    "cardDeck": {"parent", "cardTypes", "cardWidth", "cardHeight", "enlarge", "faceTemplate", "backTemplate"},
    "card": {"parent", "deck", "cardType", "faceup"},
    "board": {"width", "height", "boardImage"},
}
"""What other programs that read or write rooms know of each kind of widget."""

MORE = "  land: {shape: board, size: 200mm x 150mm, layout: land.svg}\nrules:\n"


def shared(root: Path, to: str = "playingcards-io", **asked: Any) -> tuple[ExportResult, Findings]:
    target = target_named(to)
    assert target is not None
    findings = Findings()
    request = ExportRequest(target, {**target.defaults(), **asked}, RunChoice(players=2))
    return export(Project(root), "tiny", request, findings, lambda *_: None), findings


def room(made: ExportResult) -> tuple[list[dict[str, Any]], zipfile.ZipFile]:
    archive = zipfile.ZipFile(io.BytesIO((made.folder / "tiny-2p.pcio").read_bytes()))
    assert archive.testzip() is None
    return json.loads(archive.read("widgets.json")), archive


def with_board(root: Path, size: str = "200mm x 150mm") -> Path:
    write_tiny(root, game=GAME.replace("rules:\n", MORE.replace("200mm x 150mm", size), 1))
    wide, high = size.replace("mm", "").split(" x ")
    text = SVG.format(w=wide, h=high) + f'<rect width="{wide}" height="{high}" fill="#00f"/></svg>'
    (root / "layouts/tiny/land.svg").write_text(text)
    return root


def test_every_piece_is_in_its_pile_and_shows_its_faces(tmp_path: Path) -> None:
    root = with_board(tmp_path)
    made, findings = shared(root)
    assert (made.status, findings) == (Status.DONE, [])
    plain, _ = shared(root, "pictures", dpi=150, bleed=0.0)
    widgets, archive = room(made)
    by_id = {each["id"]: each for each in widgets}
    assert len(by_id) == len(widgets)
    for each in widgets:
        assert set(each) - {"id", "type", "x", "y", "z"} == FIELDS[each["type"]]
    cards = [each for each in widgets if each["type"] == "card"]
    labels = Counter(
        (by_id[c["parent"]]["label"], by_id[c["deck"]]["cardTypes"][c["cardType"]]["label"]) for c in cards
    )
    decks = {
        (f"Deck: {owner} (3)", name): n
        for owner in ("Sun", "Moon")
        for name, n in (("First Light", 1), ("Second Wind", 2))
    }
    assert labels == {**decks, ("Chip (6)", "Chip"): 6}
    used = {"widgets.json"}
    for card in cards:
        deck = by_id[card["deck"]]
        assert deck["parent"] == card["parent"]
        pile = by_id[card["parent"]]
        assert (card["x"] - pile["x"], card["y"] - pile["y"]) == (8, 8)
        kind = deck["cardTypes"][card["cardType"]]
        files = [
            kind[deck[side]["objects"][0]["value"]].removeprefix("package://")
            for side in ("faceTemplate", "backTemplate")
        ]
        used |= set(files)
        if kind["label"] != "Chip":
            owner, name = card["id"].split("-")[1], "first" if kind["label"] == "First Light" else "second"
            assert alike(archive.read(files[0]), plain.folder / f"deck/{owner}/{name}.png")
            assert alike(archive.read(files[1]), plain.folder / f"deck/{owner}.back.png")
        assert card["faceup"] == (kind["label"] == "Chip")
    (board,) = (each for each in widgets if each["type"] == "board")
    used.add(board["boardImage"].removeprefix("package://"))
    assert set(archive.namelist()) == used


def alike(data: bytes, path: Path) -> bool:
    shown, wanted = (Image.open(io.BytesIO(each)).convert("RGB") for each in (data, path.read_bytes()))
    return shown.size == wanted.size and max(ImageStat.Stat(ImageChops.difference(shown, wanted)).mean) < 1


@pytest.mark.parametrize("size", ["200mm x 150mm", "900mm x 800mm"])
def test_everything_has_room_on_the_table_at_one_scale(tmp_path: Path, size: str) -> None:
    made, _ = shared(with_board(tmp_path, size), dpi=72)
    widgets, _ = room(made)
    boxes = []
    for each in widgets:
        if each["type"] in ("cardPile", "board"):
            box = (each["x"], each["y"], each["x"] + each["width"], each["y"] + each["height"])
            assert min(box) >= 0
            assert box[2] <= 1600
            assert box[3] <= 820, "the hand is below"
            boxes.append(box)
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    deck = next(each for each in widgets if each["type"] == "cardDeck")
    board = next(each for each in widgets if each["type"] == "board")
    wide = float(size.split("mm")[0])
    assert board["width"] / deck["cardWidth"] == pytest.approx(wide / 63.5, rel=0.03)
    if wide == 200:
        assert (deck["cardWidth"], deck["cardHeight"]) == (114, 160)


def test_a_card_named_like_its_component_is_still_in_a_deck(tmp_path: Path) -> None:
    made, _ = shared(write_tiny(tmp_path, cards=CARDS.replace("id: first", "id: deck")))
    widgets, _ = room(made)
    assert not any(
        each["faceup"] for each in widgets if each["type"] == "card" and each["id"].startswith("deck")
    )


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    one = (shared(root)[0].folder / "tiny-2p.pcio").read_bytes()
    assert (shared(root)[0].folder / "tiny-2p.pcio").read_bytes() == one


DEALT = """\
rules:
  - deal: {player: {deck: 2, chip: 2}, table: {reserve: 3}}
"""
RESERVE = """\
  reserve: {shape: card, size: poker, cards: reserve.yaml, layout: back.svg, back: back.svg}
rules:
"""


class Table:
    """Where the pieces of a room are, and what its buttons do, as the site's documentation says."""

    def __init__(self, widgets: list[dict[str, Any]]) -> None:
        self.widgets = widgets
        self.cards = [each for each in widgets if each["type"] == "card"]
        self.at = {card["id"]: (card["parent"], card["faceup"]) for card in self.cards}
        self._deck_of = {card["id"]: card["deck"] for card in self.cards}
        self._home = {each["id"]: each["parent"] for each in widgets if each["type"] == "cardDeck"}

    def inside(self, place: str) -> list[str]:
        return [id for id, (where, _) in self.at.items() if where == place]

    def press(self, label: str) -> None:
        (button,) = (each for each in self.widgets if each.get("label") == label)
        for step in button["clickRoutine"]:
            values = {name: each["value"] for name, each in step["args"].items()}
            assert {each["type"] for each in step["args"].values()} == {"literal"}
            match step["func"]:
                case "MOVE_CARDS_BETWEEN_HOLDERS":
                    (source,) = values["from"]
                    for _ in range(values["quantity"]):
                        for to in values["to"]:
                            self.at[self.inside(source)[0]] = (to, values["moveFlip"] == "faceUp")
                case "RECALL_CARDS":
                    assert (values["includeHands"], values["includeHolders"]) == ("hands", "normal")
                    for id, deck in self._deck_of.items():
                        if deck in values["decks"]:
                            self.at[id] = (self._home[deck], values["flip"] == "faceUp")
                case "SHUFFLE_CARDS":
                    assert set(values["holders"]) <= {each["id"] for each in self.widgets}
                case name:
                    raise AssertionError(name)

    def counts(self) -> Counter[tuple[str, bool]]:
        return Counter(self.at.values())


def with_reserve(root: Path, dealt: str = DEALT) -> Path:
    write_tiny(root, game=GAME.replace("rules:\n", RESERVE + dealt.removeprefix("rules:\n"), 1))
    cards = "".join(f"  - {{id: r{number}}}\n" for number in range(9))
    (root / "cards/tiny/reserve.yaml").write_text(f"cards:\n{cards}", encoding="utf-8")
    return root


def test_a_room_is_set_up_and_its_buttons_deal_and_reset(tmp_path: Path) -> None:
    made, findings = shared(with_reserve(tmp_path))
    assert (made.status, findings) == (Status.DONE, [])
    widgets, _ = room(made)
    seats = [each for each in widgets if each["type"] == "seat"]
    assert [(each["id"], each["seatIndex"]) for each in seats] == [("seat-1", 0), ("seat-2", 1)]
    hand = next(each for each in widgets if each["type"] == "hand")
    piles = [each for each in widgets if each["type"] == "cardPile"]
    assert max(each["y"] + each["height"] for each in piles) < min(each["y"] for each in seats) < hand["y"]
    for button in (each for each in widgets if each["type"] == "automationButton"):
        assert hand["x"] + hand["width"] < button["x"] <= 1600 - button["width"]

    table = Table(widgets)
    set_up = {
        ("deck-sun-pile", False): 3, ("deck-moon-pile", False): 3, ("chip-pile", True): 6,
        ("reserve-pile", False): 6, ("reserve-open", True): 3,
    }  # fmt: skip
    assert table.counts() == set_up
    table.press("Deal")
    for seat, owner in (("seat-1", "sun"), ("seat-2", "moon")):
        held = sorted(id.rsplit("-", 1)[0] for id in table.inside(seat))
        assert Counter(name.split("-")[0] for name in held) == {"deck": 2, "chip": 2}
        assert all(name.startswith(f"deck-{owner}-") for name in held if name.startswith("deck"))
    assert table.counts()["seat-1", True] == 4
    table.press("Reset")
    assert table.counts() == set_up


def test_cards_of_a_shuffled_pile_are_dealt_by_hand(tmp_path: Path) -> None:
    root = with_reserve(tmp_path, DEALT.replace("deck: 2", "reserve: 1"))
    game = root / "cards/tiny/game.yaml"
    more = "  other: {shape: card, size: poker, cards: reserve.yaml, layout: back.svg, back: back.svg, pile: both}\n"
    text = game.read_text(encoding="utf-8").replace(
        "back: back.svg}\n", f"back: back.svg, pile: both}}\n{more}", 1
    )
    game.write_text(text, encoding="utf-8")
    made, findings = shared(root)
    assert made.status == Status.DONE
    assert [found.code for found in findings] == ["deal-by-hand"]
    assert "no button deals `reserve`" in findings[0].message
    widgets, _ = room(made)
    assert not any(each["id"].endswith("-open") for each in widgets)
    table = Table(widgets)
    table.press("Deal")
    assert {seat: len(table.inside(seat)) for seat in ("seat-1", "seat-2")} == {"seat-1": 2, "seat-2": 2}
