"""Requests about pictures: what is uploaded is checked and waits, an edit writes it with its card, and nothing
gets out of the game's pictures.
"""

import asyncio
import json
import tracemalloc
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from nineup.model import ArtError
from nineup_studio.live import tray
from nineup_studio.live.tray import Tray
from nineup_studio.security import MAX_UPLOAD
from PIL import Image
from refused_pictures import REFUSED, drawing, picture
from test_studio_grid_requests import CSV_GAME, Grid
from tiny import CARDS, write_tiny

WITH_ART = CARDS.replace("  name: text\n", "  name: text\n  art: {optional: picture}\n")
PATHS = {"matches": "/tiny/matches/deck/cards.yaml", "undo": "/tiny/undo", "redo": "/tiny/redo"}


@pytest.fixture
def grid(tmp_path: Path) -> Grid:
    return Grid(write_tiny(tmp_path, cards=WITH_ART))


def upload(grid: Grid, name: str, data: bytes, folder: str = "art/") -> dict[str, Any]:
    answer = grid.http.post("/tiny/upload", params={"name": name, "folder": folder}, content=data)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def place(grid: Grid, uploads: list[dict[str, str]], *cells: tuple[int, str]) -> dict[str, Any]:
    """Writes pictures with the values of cells, as one edit."""
    made = [{"row": row, "column": "art", "text": text} for row, text in cells]
    base = grid.work.history.version("cards/tiny/cards.yaml").digest
    body = {"base": base, "request": {"type": "cells", "cells": made}, "uploads": uploads}
    return grid.http.post(grid.path, content=json.dumps(body)).json()  # type: ignore[no-any-return]


def art(grid: Grid) -> dict[str, bytes]:
    folder = grid.work.project.root / "layouts/tiny/art"
    return {each.name: each.read_bytes() for each in sorted(folder.glob("*"))}


def test_a_picture_and_its_card_are_one_step(grid: Grid) -> None:
    data, before = picture(), grid.text
    found = upload(grid, "Dragon King.PNG", data)
    assert {key: found[key] for key in ("name", "width", "height", "bytes", "taken")} == {
        "name": "dragon-king.png", "width": 8, "height": 6, "bytes": len(data), "taken": None
    }  # fmt: skip
    assert art(grid) == {}
    wanted = [{"id": found["id"], "file": "art/dragon-king.png"}]
    answer = place(grid, wanted, (1, "art/dragon-king.png focus 40% 30%"))
    assert answer["done"] == "a picture in deck/cards.yaml"
    assert art(grid) == {"dragon-king.png": data}
    assert grid.entries[1]["art"] == "art/dragon-king.png focus 40% 30%"
    assert grid.http.post(PATHS["undo"]).json()["done"]
    assert (grid.text, art(grid)) == (before, {})
    assert grid.http.post(PATHS["redo"]).json()["done"]
    assert art(grid) == {"dragon-king.png": data}


@pytest.mark.parametrize("case", REFUSED)
def test_what_can_t_be_printed_is_refused_and_doesn_t_wait(grid: Grid, case: str) -> None:
    name, data, why = REFUSED[case]
    answer = upload(grid, name, data)
    assert answer["refused"].startswith(f"{name} {why}")
    assert not grid.work.tray._waiting
    folder = grid.work.tray._folder
    assert folder
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("../cards/a.png", "`..` can't be the name of a picture"),
        ("art/../../a.png", "`..` can't be"),
        ("art/nul.png", "`nul.png` can't be"),
        ("a.png", "`a.png` is not in a folder"),
        ("art/a.svg", "`art/a.svg` would end otherwise than a.png"),
        ("art/a.yaml", "`art/a.yaml` would end otherwise"),
        ("ART/a.png", "`art` is there already"),
        ("art/THERE.png", "`there.png` is there already"),
        ("art/there.png", "`layouts/tiny/art/there.png` is there already"),
    ],
)
def test_a_place_that_no_picture_may_have_is_refused(grid: Grid, file: str, why: str) -> None:
    folder = grid.work.project.root / "layouts/tiny/art"
    folder.mkdir()
    (folder / "there.png").write_bytes(b"there")
    before = grid.text
    found = upload(grid, "a.png", picture())
    assert place(grid, [{"id": found["id"], "file": file}], (0, "x"))["refused"].startswith(why)
    assert (grid.text, art(grid)) == (before, {"there.png": b"there"})


def test_two_pictures_that_some_systems_take_for_one_are_refused(grid: Grid) -> None:
    one, two = upload(grid, "a.png", picture()), upload(grid, "b.png", picture(size=(9, 9)))
    uploads = [{"id": one["id"], "file": "art/elf.png"}, {"id": two["id"], "file": "art/Elf.png"}]
    assert place(grid, uploads, (0, "art/elf.png"))["refused"] == "two pictures would be `art/Elf.png`"
    assert art(grid) == {}


def test_a_file_of_that_name_is_replaced_only_when_it_is_asked_for(grid: Grid) -> None:
    old, new = picture(), picture(size=(9, 9))
    place(grid, [{"id": upload(grid, "a.png", old)["id"], "file": "art/a.png"}], (0, "art/a.png"))
    same = upload(grid, "A.png", old)["taken"]
    assert (same["name"], same["is_same"]) == ("a.png", True)
    found = upload(grid, "A.png", new)
    assert (found["taken"]["is_same"], found["taken"]["free"]) == (False, "a-2.png")
    wanted = {"id": found["id"], "file": "art/a.png"}
    assert "is there already" in place(grid, [wanted], (1, "art/a.png"))["refused"]
    assert art(grid) == {"a.png": old}
    assert place(grid, [{**wanted, "over": found["taken"]["digest"]}], (1, "art/a.png"))["done"]
    assert art(grid) == {"a.png": new}
    grid.http.post(PATHS["undo"])
    assert art(grid) == {"a.png": old}


def test_a_list_that_has_changed_keeps_the_picture_out(grid: Grid) -> None:
    found = upload(grid, "a.png", picture())
    body = {
        "base": "gone",
        "request": {"type": "cells", "cells": [{"row": 0, "column": "art", "text": "art/a.png"}]},
        "uploads": [{"id": found["id"], "file": "art/a.png"}],
    }
    assert grid.http.post(grid.path, content=json.dumps(body)).json()["conflict"]["file"]
    assert art(grid) == {}
    assert place(grid, body["uploads"], (0, "art/a.png"))["done"]  # type: ignore[arg-type]


def test_what_doesn_t_wait_is_refused(grid: Grid) -> None:
    answer = place(grid, [{"id": "none", "file": "art/a.png"}], (0, "art/a.png"))
    assert answer["refused"] == "`art/a.png` has waited too long: choose the file again"


def test_the_tray_is_bounded(grid: Grid, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tray, "MAX_FILES", 3)
    ids = [upload(grid, f"{number}.png", picture(size=(9, number)))["id"] for number in range(1, 6)]
    assert list(grid.work.tray._waiting) == ids[2:]
    monkeypatch.setattr(tray, "MAX_BYTES", 100)
    upload(grid, "a.png", picture())
    assert len(grid.work.tray._waiting) == 1
    folder = grid.work.tray._folder
    assert folder
    assert len(list(folder.iterdir())) == 1


def test_a_body_that_says_it_is_too_large_is_not_read(grid: Grid) -> None:
    headers = {"content-length": str(MAX_UPLOAD + 1)}
    assert grid.http.post("/tiny/upload", content=b"x", headers=headers).status_code == 413
    other = grid.http.post("/tiny/edit", content=b"x", headers={"content-length": str(5 * 1024 * 1024)})
    assert other.status_code == 413


def test_a_body_without_a_length_is_counted_and_takes_no_memory() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 65_536
            yield b"\0" * 65_536

    async def take() -> None:
        await Tray().take("a.png", endless())

    tracemalloc.start()
    # In a thread of its own: another test's browser may have left a loop running in this one.
    with ThreadPoolExecutor() as pool, pytest.raises(ArtError) as refused:
        pool.submit(asyncio.run, take()).result()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused.value.message == "is larger than 64 MiB"
    assert sent == MAX_UPLOAD + 65_536
    assert peak < 4_000_000


def test_an_upload_of_another_page_or_to_no_game_is_refused(grid: Grid) -> None:
    other = grid.http.post("/tiny/upload", content=picture(), headers={"origin": "http://evil.example"})
    assert other.status_code == 403
    assert grid.http.post("/none/upload", content=picture()).status_code == 404
    assert grid.http.get("/tiny/upload").status_code == 405
    assert not grid.work.tray._waiting


def test_files_find_their_cards(grid: Grid) -> None:
    answer = grid.http.post(
        PATHS["matches"], json={"files": ["first_LIGHT.png", "Zweiter.png", "second.jpg"]}
    )
    assert answer.json() == {
        "cards": [
            {"key": "first", "id": "first", "name": "First Light"},
            {"key": "second", "id": "second", "name": "Second Wind"},
        ],
        "found": [["first", ""], [None, "no card has this id or name"], ["second", ""]],
    }
    many = grid.http.post(PATHS["matches"], json={"files": ["a.png"] * 501}).json()
    assert many["refused"] == "At most 500 pictures can be dropped at once."


def test_a_cell_shows_its_picture_as_it_is_now(grid: Grid) -> None:
    found = upload(grid, "a.png", picture(size=(400, 200)))
    place(
        grid, [{"id": found["id"], "file": "art/a.png"}], (0, "art/a.png crop 0% 0% 50% 100%"), (1, "no.png")
    )
    page = grid.http.get("/tiny/cards").text
    (source,) = [part.split('"')[0] for part in page.split('<img src="')[1:] if "/picture?" in part]
    shown = grid.http.get(
        source.replace("&amp;", "&").partition("/tiny/")[1]
        + source.partition("/tiny/")[2].replace("&amp;", "&")
    )
    assert shown.headers["content-type"] == "image/png"
    assert "sandbox" in shown.headers["content-security-policy"]
    (grid.file.parent / "shown.png").write_bytes(shown.content)
    assert Image.open(grid.file.parent / "shown.png").size == (96, 96)


@pytest.mark.parametrize(
    "show",
    [
        "../../cards/tiny/cards.yaml",
        "art/../../x.png",
        "/etc/passwd",
        "no.png",
        "a.png focus 900% 1%",
        "",
        "\0.png",
    ],
)
def test_nothing_else_is_shown(grid: Grid, show: str) -> None:
    answer = grid.http.get("/tiny/picture", params={"show": show})
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_drawing_is_shown_as_it_is_printed(grid: Grid) -> None:
    found = upload(grid, "a.svg", drawing('<rect width="9" height="9" fill="#ff0000"/>'))
    place(grid, [{"id": found["id"], "file": "art/a.svg"}], (0, "art/a.svg"))
    shown = grid.http.get("/tiny/picture", params={"show": "art/a.svg"})
    assert shown.headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in shown.headers["content-security-policy"]
    assert "#ff0000" in shown.text


def test_layouts_say_where_pictures_are(tmp_path: Path) -> None:
    """A text that a layout shows as a picture is one, and its values begin as the layout leaves off."""
    root = write_tiny(tmp_path, game=CSV_GAME.replace("name: text", "name: text, art: {optional: text}"))
    (root / "cards/tiny/cards.csv").write_text("id,suit,name,text,art\nfirst,ruby,One,Text,one.png\n")
    layout = root / "layouts/tiny/card.svg"
    frame = '<rect x="9" y="9" width="9" height="9" fill="none" n:image="art/{{ card.art or \'\' }}"/></svg>'
    layout.write_text(layout.read_text().replace("</svg>", frame))
    page = Grid(root, "cards.csv").http.get("/tiny/cards").text
    assert '"name":"art","kind":"picture"' in page.replace("&#34;", '"')
    assert '"folder":"art/"' in page.replace("&#34;", '"')


def test_the_page_of_a_card_brings_a_picture_too(grid: Grid) -> None:
    found = upload(grid, "a.png", picture())
    digest = grid.work.history.version("cards/tiny/cards.yaml").digest
    body = {
        "file": "cards/tiny/cards.yaml",
        "base": digest,
        "changes": [{"type": "set", "path": ["cards", 0, "art"], "value": "art/a.png"}],
        "says": "art",
        "uploads": [{"id": found["id"], "file": "art/a.png"}],
    }
    assert grid.http.post("/tiny/edit", json=body).json()["done"] == "art"
    assert list(art(grid)) == ["a.png"]
    assert grid.http.get("/tiny/art", params={"folder": "art/"}).json() == ["a.png"]
    assert grid.http.get("/tiny/art", params={"folder": "../../.."}).json() == []
