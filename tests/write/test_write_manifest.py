"""The manifest: the place of each piece, in numbers for people and scripts."""

import json
from typing import Any

from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.model.digests import digest
from nineup.model.drawing import Face, Path, rectangle
from nineup.model.game import Item
from nineup.model.paper import PAPERS, Page, Piece, Placement
from nineup.write import is_as_written, manifest

SIZE = Size(63.5 * MM, 88.9 * MM)


def drawn(name: str, red: float = 0.0) -> Face:
    return Face(name, SIZE, 0.0, (Path(rectangle(Box(0, 0, 9, 9)), (red, 0.0, 0.0)),))


FRONT, BACK, OTHER = drawn("front"), drawn("back", 0.5), drawn("other", 1.0)


def place(face: Face, side: Any, x: float, y: float, turns: int = 0, copy: int = 1) -> Placement:
    box = Box(x * MM, y * MM, *(SIZE.turned() if turns % 2 else SIZE))
    piece = Piece("deck", "rage-1", Item("sun", {"tone": "red"}), copy, FRONT, BACK)
    return Placement(piece, side, face, box, box, turns)


PAGES = [
    Page(
        PAPERS["a4"], (place(FRONT, "front", 9.75, 15.15), place(OTHER, "front", 10, 20, 1, 2)), (), "sheet 1"
    ),
    Page(PAPERS["letter"], (place(BACK, "back", 9.75, 15.15, 5),), ()),
]


def written(**options: Any) -> dict[str, Any]:
    data = manifest("gemotion", "4p", 4, options, {"deck.pdf": PAGES, "gems.pdf": PAGES[:1]})
    return json.loads(data)  # type: ignore[no-any-return]


def test_the_head() -> None:
    reported = written(power=True, colors=(Item("red"), Item("green")), table=Item("b"))
    assert {name: reported[name] for name in ("format", "game", "run", "players")} == {
        "format": 1,
        "game": "gemotion",
        "run": "4p",
        "players": 4,
    }
    assert reported["tool"].startswith("nineup ")
    assert reported["options"] == {"colors": ["red", "green"], "power": True, "table": "b"}
    assert list(reported["options"]) == ["colors", "power", "table"]


def test_an_edit_of_any_byte_but_trailing_space_is_noticed() -> None:
    data = manifest("gemotion", "4p", 4, {}, {"deck.pdf": PAGES})
    assert is_as_written(data)
    assert is_as_written(data + b"\n")
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines):
        assert not is_as_written(b"".join(lines[:number] + lines[number + 1 :])), line
    for old, new in (
        (b'"players": 4', b'"players": 5'),
        (b'"copy":2', b'"copy":3'),
        (b"sheet 1", b"sheet 2"),
    ):
        assert data.count(old) == 1
        assert not is_as_written(data.replace(old, new))


def test_files_and_their_pages() -> None:
    deck, gems = written()["files"]
    assert deck == {
        "file": "deck.pdf",
        "pages": [
            {"page": 1, "paper": [210.0, 297.0], "label": "sheet 1"},
            {"page": 2, "paper": [215.9, 279.4], "label": ""},
        ],
    }
    assert gems["file"] == "gems.pdf"
    assert len(gems["pages"]) == 1


def test_pieces() -> None:
    first, second, third, fourth, fifth = written()["pieces"]
    assert first == {
        "component": "deck",
        "card": "rage-1",
        "owner": "sun",
        "copy": 1,
        "side": "front",
        "file": "deck.pdf",
        "page": 1,
        "box": [9.75, 15.15, 63.5, 88.9],
        "turns": 0,
        "digest": digest(FRONT),
    }
    assert (second["box"], second["turns"], second["copy"]) == ([10.0, 20.0, 88.9, 63.5], 1, 2)
    assert (third["side"], third["page"], third["turns"], third["digest"]) == ("back", 2, 1, digest(BACK))
    assert [piece["file"] for piece in (fourth, fifth)] == ["gems.pdf"] * 2


def test_a_digest_follows_the_ink() -> None:
    inks = [piece["digest"] for piece in written()["pieces"]]
    assert inks == [digest(FRONT), digest(OTHER), digest(BACK), digest(FRONT), digest(OTHER)]
    assert len(set(inks)) == 3


def test_a_placed_piece_is_a_line() -> None:
    lines = manifest("g", "4p", 4, {}, {"deck.pdf": PAGES}).decode().splitlines()
    assert sum(line.startswith('{"component":"deck"') for line in lines) == 3


def test_nothing_placed_and_nothing_written() -> None:
    assert json.loads(manifest("g", "4p", 4, {}, {}))["pieces"] == []
    assert json.loads(manifest("g", "4p", 4, {}, {"e.pdf": []}))["files"] == [{"file": "e.pdf", "pages": []}]


def test_the_same_again() -> None:
    options = {"b": True, "a": {"z", "y", "x"}}
    other = dict(reversed(options.items()))
    assert b'"a":["x","y","z"]' in manifest("g", "r", 4, options, {})
    assert manifest("g", "r", 4, options, {"d": PAGES}) == manifest("g", "r", 4, other, {"d": PAGES})
