"""Piles on virtual tables: one deck, and backs that give no card away."""

import csv
import io
import itertools
import json
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nineup_export import ExportResult
from test_export_tabletop_simulator import exported
from tiny import write_tiny

PILE = """\
game: Tiny
players: 2-4
lists:
  owner: {a: {name: Ann}, b: {name: Bob}}
components:
  few: {shape: card, size: poker, layout: plain.svg, back: back.svg, pile: draw, cards: [{id: one}, {id: two}]}
  many: {shape: card, size: poker, layout: plain.svg, back: back.svg, pile: draw, cards: many.yaml}
"""
MANY = "cards:\n" + "".join(f"  - {{id: c{number}, copies: 2}}\n" for number in range(75))
PLAIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm" '
    'viewBox="0 0 63.5 88.9"><rect x="9" y="9" width="9" height="9" fill="#088"/></svg>'
)


def with_piles(root: Path, game: str = PILE) -> Path:
    write_tiny(root, game=game)
    (root / "cards/tiny/many.yaml").write_text(MANY)
    (root / "layouts/tiny/plain.svg").write_text(PLAIN)
    return root


def simulator(made: ExportResult) -> tuple[Counter[int], set[bytes]]:
    (saved,) = [name for name in made.files if name.endswith(".json") and "/" not in name]
    decks = [
        each
        for each in json.loads((made.folder / saved).read_bytes())["ObjectStates"]
        if each["Name"] == "DeckCustom"
    ]
    backs = {
        (made.folder / "pictures" / picture["BackURL"].rpartition("/")[2]).read_bytes()
        for deck in decks
        for picture in deck["CustomDeck"].values()
    }
    return Counter(len(deck["ContainedObjects"]) for deck in decks), backs


def decks_of(made: ExportResult) -> list[dict[str, Any]]:
    """The templates of cards in a package, but that of the card with buttons."""
    found = [json.loads((made.folder / name).read_bytes()) for name in made.files if "/Templates/" in name]
    return [each for each in found if each["Type"] == "Card" and "ScriptName" not in each]


def playground(made: ExportResult) -> tuple[Counter[int], set[bytes]]:
    found = decks_of(made)
    (folder,) = {name.partition("/")[0] for name in made.files if "/Textures/" in name}
    backs = {(made.folder / folder / "Textures" / each["BackTexture"]).read_bytes() for each in found}
    return Counter(len(each["Indices"]) for each in found), backs


def room(made: ExportResult) -> tuple[Counter[int], set[bytes]]:
    (name,) = [name for name in made.files if name.endswith(".pcio")]
    archive = zipfile.ZipFile(made.folder / name)
    widgets: list[dict[str, Any]] = json.loads(archive.read("widgets.json"))
    cards = Counter(each["parent"] for each in widgets if each["type"] == "card")
    assert cards.keys() == {each["id"] for each in widgets if each["type"] == "cardPile"}
    backs = {
        archive.read(kind["back"].removeprefix("package://"))
        for each in widgets
        if each["type"] == "cardDeck"
        for kind in each["cardTypes"].values()
    }
    return Counter(cards.values()), backs


def screentop(made: ExportResult) -> tuple[Counter[int], set[bytes]]:
    rows = list(csv.DictReader(io.StringIO((made.folder / "pieces.csv").read_text())))
    assert {row["pile"] for row in rows} == {"draw"}
    sheets: Counter[str] = Counter()
    for row in rows:
        sheets[row["sheet"]] += int(row["copies"])
    return Counter(sheets.values()), {(made.folder / row["back"]).read_bytes() for row in rows}


TABLES = {
    "tabletop-simulator": simulator,
    "tabletop-playground": playground,
    "playingcards-io": room,
    "screentop": screentop,
}


@pytest.mark.parametrize("to", TABLES)
def test_a_pile_is_one_deck_whose_backs_are_the_same_bytes(tmp_path: Path, to: str) -> None:
    made, findings = exported(with_piles(tmp_path), to, dpi=150)
    assert not findings.failed, list(findings)
    assert "back-leak" not in {each.code for each in findings}
    decks, backs = TABLES[to](made)
    assert len(backs) == 1
    # Two cards and 75 with a copy each; a picture holds 69 different ones.
    pictures = Counter({2 + 2 * 67: 1, 2 * 8: 1})
    assert decks == (pictures if to in ("tabletop-playground", "screentop") else Counter({152: 1}))


@pytest.mark.parametrize("to", TABLES)
def test_decks_of_a_pile_that_stay_apart_have_equal_backs(tmp_path: Path, to: str) -> None:
    game = PILE.replace("layout: plain.svg", "for-each: owner, layout: plain.svg", 1)
    made, findings = exported(with_piles(tmp_path, game), to, dpi=150)
    assert not findings.failed, list(findings)
    read: Callable[[ExportResult], tuple[Counter[int], set[bytes]]] = TABLES[to]
    decks, backs = read(made)
    assert len(backs) == 1
    assert decks[2] == 2, "a deck for each owner"


@pytest.mark.parametrize(
    "to", [*TABLES, "card-game-simulator", "pictures", "game-crafter", "make-playing-cards"]
)
def test_every_target_warns_of_backs_that_can_be_told_apart(tmp_path: Path, to: str) -> None:
    game = PILE.replace("back: back.svg", "back: plain.svg, accept: {one-back: They are sleeved.}", 1)
    game = game.replace(
        "pile: draw, cards: many.yaml", "pile: draw, accept: {one-back: Sleeves.}, cards: many.yaml"
    )
    few = {"dpi": 40} if to in TABLES or to == "pictures" else {}
    _, findings = exported(with_piles(tmp_path, game), to, **few)
    (leak,) = [each for each in findings if each.code == "back-leak"]
    assert leak.severity == "warning"
    assert leak.message == (
        "`many/c0` and `few/one` of the pile `draw` can be told apart from behind: by their back"
    )
    assert leak.span is not None
    assert (leak.span.file, leak.span.line) == ("cards/tiny/game.yaml", 7)


def order(made: ExportResult, to: str) -> list[Any]:
    """What tells the cards of the largest deck apart, from one end of it to the other."""
    if to == "playingcards-io":
        (name,) = [name for name in made.files if name.endswith(".pcio")]
        widgets = json.loads(zipfile.ZipFile(made.folder / name).read("widgets.json"))
        cards = sorted((each for each in widgets if each["type"] == "card"), key=lambda each: each["z"])
        return [each["cardType"] for each in cards]
    if to == "tabletop-playground":
        return max((each["Indices"] for each in decks_of(made)), key=len)  # type: ignore[no-any-return]
    saved = json.loads((made.folder / "tiny-2p.json").read_bytes())["ObjectStates"]
    return max((each["DeckIDs"] for each in saved if "DeckIDs" in each), key=len)  # type: ignore[no-any-return]


@pytest.mark.parametrize("to", ["tabletop-simulator", "tabletop-playground", "playingcards-io"])
def test_drawing_piles_are_shuffled_in_the_same_way_each_time(tmp_path: Path, to: str) -> None:
    cards = order(exported(with_piles(tmp_path), to, dpi=40)[0], to)
    assert cards != sorted(cards)
    together = sum(one == other for one, other in itertools.pairwise(cards))
    assert together < 10, "copies don't lie on each other"
    assert order(exported(tmp_path, to, dpi=40)[0], to) == cards


def test_the_smallest_token_of_a_room_can_be_hit(tmp_path: Path) -> None:
    dot = "  dot: {shape: token, size: 8mm, layout: plain.svg}\n  map: {shape: board, size: 420mm x 297mm, layout: plain.svg}\n"
    game = PILE + dot
    with_piles(tmp_path, game)
    for name, wide, high in (("dot", 8, 8), ("map", 420, 297)):
        text = PLAIN.replace("63.5", str(wide)).replace("88.9", str(high))
        (tmp_path / f"layouts/tiny/{name}.svg").write_text(text)
    game = game.replace("8mm, layout: plain", "8mm, layout: dot").replace(
        "297mm, layout: plain", "297mm, layout: map"
    )
    (tmp_path / "cards/tiny/game.yaml").write_text(game)
    made, findings = exported(tmp_path, "playingcards-io", dpi=40)
    assert not findings.failed, list(findings)
    (name,) = [name for name in made.files if name.endswith(".pcio")]
    widgets = json.loads(zipfile.ZipFile(made.folder / name).read("widgets.json"))
    sides = {
        each["id"]: (each["cardWidth"], each["cardHeight"]) for each in widgets if each["type"] == "cardDeck"
    }
    assert sides["dot-deck"] == (40, 40)
    assert min(sides["draw-deck"]) > 40


def tokens(root: Path, count: int, name: str) -> list[dict[str, Any]]:
    """The widgets of a room with a deck and many kinds of tokens."""
    more = "".join(
        f"  dot-{number}: {{name: {name} {number}, shape: token, size: 12mm, layout: dot.svg}}\n"
        for number in range(count)
    )
    with_piles(root, PILE + more)
    (root / "layouts/tiny/dot.svg").write_text(PLAIN.replace("63.5", "12").replace("88.9", "12"))
    made, findings = exported(root, "playingcards-io", dpi=40)
    assert not findings.failed, list(findings)
    (file,) = [file for file in made.files if file.endswith(".pcio")]
    widgets: list[dict[str, Any]] = json.loads(zipfile.ZipFile(made.folder / file).read("widgets.json"))
    return widgets


def test_the_names_of_piles_have_room_beside_each_other(tmp_path: Path) -> None:
    piles = [each for each in tokens(tmp_path, 12, "Dab of Ultramarine") if each["type"] == "cardPile"]
    assert len(piles) == 13
    spans = [
        (each["y"], middle - letters * 4, middle + letters * 4)
        for each in piles
        if (middle := each["x"] + each["width"] / 2) and (letters := len(each["label"]))
    ]
    for (row, _, end), (other, start, _) in itertools.pairwise(sorted(spans)):
        assert row != other or end <= start
    assert all(start >= 0 and end <= 1600 for _, start, end in spans)


def test_a_room_holds_more_kinds_of_tokens_than_fit_at_their_size(tmp_path: Path) -> None:
    widgets = tokens(tmp_path, 90, "Dot")
    piles = [each for each in widgets if each["type"] == "cardPile"]
    assert len(piles) == 91
    assert all(each["y"] + each["height"] <= 740 and each["x"] + each["width"] <= 1600 for each in piles)
    assert min(each["cardWidth"] for each in widgets if each["type"] == "cardDeck") >= 12
