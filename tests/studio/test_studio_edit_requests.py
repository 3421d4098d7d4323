"""Requests that edit: what they answer, what they refuse, and that nothing but the project's own files is
written.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from nineup.base.project import Project
from nineup_studio.live.workspace import Workspace
from nineup_studio.security import Access
from nineup_studio.server import make_app
from starlette.testclient import TestClient
from tiny import CARDS, GAME, STYLE, write_tiny

OWN = "http://127.0.0.1:8000"
FILE = "cards/tiny/cards.yaml"
PREVIEW = "/tiny/preview/deck/first/sun"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    # Another component of owners, besides the one whose cards are edited.
    game = GAME.replace("    layout: chip.svg", "    layout: chip.svg\n    for-each: owner")
    return Workspace(Project(write_tiny(tmp_path, game=game)))


@pytest.fixture
def own(workspace: Workspace) -> TestClient:
    access = Access(8000)
    return TestClient(make_app(workspace, access), f"{OWN}{access.root}", headers={"origin": OWN})


def request(workspace: Workspace, *changes: Any, **more: Any) -> dict[str, Any]:
    base = workspace.history.version(FILE).digest
    return {"file": FILE, "base": base, "changes": list(changes), "says": "an edit", **more}


def rename(value: Any) -> dict[str, Any]:
    return {"type": "set", "path": ["cards", 0, "name"], "value": value}


def on_disk(workspace: Workspace) -> str:
    return (workspace.project.root / FILE).read_text()


def test_an_edit_is_written_and_undone(own: TestClient, workspace: Workspace) -> None:
    answer = own.post("/tiny/edit", json=request(workspace, rename("One"))).json()
    assert answer == {"done": "an edit", "files": {FILE: workspace.history.version(FILE).digest}, "edit": 1}
    assert on_disk(workspace) == CARDS.replace("First Light", "One")
    undone = own.post("/tiny/undo").json()
    assert undone == {"done": "an edit", "files": {FILE: workspace.history.version(FILE).digest}, "edit": 2}
    assert on_disk(workspace) == CARDS
    assert own.post("/tiny/undo").json() == {"refused": "there is nothing left to undo or redo"}
    assert own.post("/tiny/redo").json()["done"] == "an edit"
    assert own.get("/tiny/").text.count("Undo: an edit") == 1


def test_what_is_gone_is_no_mistake_of_the_page_that_asks_for_it(
    own: TestClient, workspace: Workspace
) -> None:
    gone = {
        "/tiny/card/deck/none/sun": "`deck/none/sun` is not in this run.",
        "/none/": "There is no game `none`",
    }
    for path, words in gone.items():
        by_hand = own.get(path, headers={"sec-fetch-dest": "document"})
        again = own.get(path, headers={"sec-fetch-dest": "empty", "studio-has": ""})
        assert (by_hand.status_code, again.status_code) == (404, 200)
        assert words in by_hand.text
        assert words in again.text
    for dest, path in {"image": f"/face/{'0' * 64}.svg", "empty": "/tiny/editing/deck/none/sun"}.items():
        late = own.get(path, headers={"sec-fetch-dest": dest})
        assert (late.status_code, late.text) == (204, "")
    script = own.get("/static/none.js", headers={"sec-fetch-dest": "script"})
    assert script.status_code == 404
    path, body = "/tiny/preview/deck/none/sun", request(workspace)
    late = own.post(path, json=body, headers={"sec-fetch-dest": "empty"})
    assert late.json() == {"refused": "`deck/none/sun` is not in this run."}
    assert own.get("/none/news", headers={"sec-fetch-dest": "empty"}).json()["state"] == ""


def test_line_breaks_of_windows_become_those_of_the_file(own: TestClient, workspace: Workspace) -> None:
    name = {"type": "set", "path": ["cards", 0, "text"], "value": "Take one.\r\nGive two.\rWait."}
    assert own.post("/tiny/edit", json=request(workspace, name)).json()["done"]
    assert yaml.safe_load(on_disk(workspace))["cards"][0]["text"] == "Take one.\nGive two.\nWait."
    assert "\\r" not in on_disk(workspace)


def test_a_conflict_has_both_versions(own: TestClient, workspace: Workspace) -> None:
    body = request(workspace, rename("Mine"))
    (workspace.project.root / FILE).write_text(CARDS.replace("First Light", "Theirs"))
    conflict = own.post("/tiny/edit", json=body).json()["conflict"]
    assert ["changed", "    name: Theirs", "    name: Mine"] in conflict["rows"]
    assert (conflict["file"], conflict["is_gone"]) == (FILE, False)
    assert on_disk(workspace) == CARDS.replace("First Light", "Theirs")
    assert own.post("/tiny/edit", json={**body, "base": conflict["digest"]}).json()["done"]


def test_a_preview_writes_nothing(own: TestClient, workspace: Workspace) -> None:
    now = own.get("/tiny/editing/deck/first/sun").json()
    answer = own.post(PREVIEW, json=request(workspace, rename("One"))).json()
    assert own.get(f"/face/{answer['front']}.svg").status_code == 200
    assert answer["findings"] == []
    assert on_disk(workspace) == CARDS
    same = own.post(PREVIEW, json=request(workspace, rename("First Light"))).json()
    assert same["front"] != answer["front"]
    assert now["digests"] == {
        "cards/tiny/game.yaml": now["digests"]["cards/tiny/game.yaml"],
        FILE: request(workspace)["base"],
    }


def test_a_preview_of_a_style_is_drawn_with_it(own: TestClient, workspace: Workspace) -> None:
    style = "layouts/tiny/style.yaml"
    before = (workspace.project.root / style).read_bytes()

    def seen(size: str) -> dict[str, Any]:
        change = {"type": "set", "path": ["styles", "title", "size"], "value": size}
        base = workspace.history.version(style).digest
        return own.post(PREVIEW, json={"file": style, "base": base, "changes": [change]}).json()  # type: ignore[no-any-return]

    same, larger, again = seen("13pt"), seen("16pt"), seen("13pt")
    assert same == again
    assert same["front"] != larger["front"]
    assert f"/face/{same['front']}.svg" in own.get("/tiny/").text
    assert seen("8pt")["findings"] == ["`min-size` (9 pt) is larger than `size` (8 pt)"]
    assert (workspace.project.root / style).read_bytes() == before


def test_a_preview_that_cannot_be_drawn_says_why(own: TestClient, workspace: Workspace) -> None:
    wrong = {"type": "set", "path": ["cards", 0, "suit"], "value": "onyx"}
    answer = own.post(PREVIEW, json=request(workspace, wrong)).json()
    assert answer["front"] == ""
    assert answer["findings"] == ["`onyx` is not in the list `suit`"]
    gone = {"type": "set", "path": ["cards", 7, "suit"], "value": "jade"}
    assert "no longer exists" in own.post(PREVIEW, json=request(workspace, gone)).json()["refused"]
    stale = own.post(PREVIEW, json=request(workspace, rename("x"), base="0")).json()
    assert stale == {"refused": "the file has since changed"}
    assert own.post("/tiny/preview/deck/none/sun", json=request(workspace)).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{", b"null", b'{"file": 1}', b'{"file": "x", "base": "", "changes": [{"type": "evil"}]}',
        b'{"file": "x", "base": "", "changes": [{"type": "set", "path": [{}], "value": 1}]}',
        b'{"file": "x", "base": "", "changes": [{"type": "set", "path": ["a"], "value": ' + b"[" * 5000 + b"]" * 5000 + b"}]}",
        b'{"file": "\xff", "base": "", "changes": []}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/tiny/edit", PREVIEW])
def test_what_is_not_an_edit_is_refused(own: TestClient, body: bytes, path: str) -> None:
    assert own.post(path, content=body).status_code == 400


@pytest.mark.parametrize(
    "file",
    [
        "../../etc/passwd", "/etc/passwd", "nineup.yaml", "cards", "layouts/tiny/card.svg", "output/x.yaml", "",
        "cards/tiny/../../x.yaml", "fonts/x.yaml", "cards/tiny/x.txt", "cards/tiny/x\u0000.yaml", "C:\\x.yaml",
    ],
)  # fmt: skip
def test_other_files_are_not_written(own: TestClient, workspace: Workspace, file: str) -> None:
    before = {path: path.read_bytes() for path in workspace.project.root.rglob("*") if path.is_file()}
    made = {"type": "insert", "path": [], "at": 0, "value": "x", "key": "x"}
    for base in ("", "0" * 32):
        answer = own.post("/tiny/edit", json=request(workspace, made, file=file, base=base)).json()
        assert "done" not in answer, answer
        assert "refused" in own.post(PREVIEW, json=request(workspace, made, file=file, base=base)).json()
    assert {path: path.read_bytes() for path in workspace.project.root.rglob("*") if path.is_file()} == before


def test_values_may_not_be_nested_without_end(own: TestClient, workspace: Workspace) -> None:
    for deep in (60, 400, 900):
        value: Any = "x"
        for _ in range(deep):
            value = [value]
        for path in ("/tiny/edit", PREVIEW):
            answer = own.post(path, json=request(workspace, rename(value)))
            assert answer.status_code == 400 or "refused" in answer.json()
    many = [rename("x")] * 20_001
    assert own.post("/tiny/edit", json=request(workspace, *many)).status_code == 413
    assert own.post(PREVIEW, json=request(workspace, *many)).status_code == 413
    assert on_disk(workspace) == CARDS


def test_edits_are_asked_for_by_our_own_pages_only(own: TestClient, workspace: Workspace) -> None:
    body = json.dumps(request(workspace, rename("x")))
    for origin in ("http://evil.example", "null", "http://127.0.0.1:3000"):
        assert own.post("/tiny/edit", content=body, headers={"origin": origin}).status_code == 403
    assert own.get("/tiny/edit").status_code == 405
    assert own.get("/tiny/undo").status_code == 405
    assert on_disk(workspace) == CARDS


def test_what_an_edit_is_called_is_never_markup(own: TestClient, workspace: Workspace) -> None:
    evil = '"><script>alert(1)</script>' * 10
    own.post("/tiny/edit", json=request(workspace, rename(evil), says=evil))
    text = own.get("/tiny/card/deck/first/sun").text
    assert "<script>alert" not in text
    assert "Undo: &#34;&gt;&lt;script&gt;" in text
    assert len(workspace.history.done[-1].says) == 120


def test_nothing_can_be_edited_of_a_game_that_cannot_be_read(own: TestClient, workspace: Workspace) -> None:
    (workspace.project.root / "cards/tiny/game.yaml").write_text("game: [")
    assert own.get("/tiny/editing/deck/first/sun").status_code == 404


def test_a_card_whose_file_broke_says_that_it_is_not_where_it_was(
    own: TestClient, workspace: Workspace
) -> None:
    assert own.get("/tiny/").status_code == 200
    (workspace.project.root / FILE).write_text("cards: [")
    workspace.edited((FILE,))
    found = own.get("/tiny/editing/deck/first/sun").json()
    assert (found["fields"], found["why"]) == ([], "`deck/first` is not where it was")


def test_a_style_that_is_not_written_is_in_no_other_picture(own: TestClient, workspace: Workspace) -> None:
    style = "layouts/tiny/style.yaml"

    def front(*changes: dict[str, Any]) -> str:
        body = {"file": style, "base": workspace.history.version(style).digest, "changes": changes}
        return own.post(PREVIEW, json=body).json()["front"]  # type: ignore[no-any-return]

    written = front()
    # Something else writes the file, and the first picture after that is one with an edit.
    (workspace.project.root / style).write_text(f"{STYLE}# One more line.\n", encoding="utf-8")
    edited = front({"type": "set", "path": ["styles", "title", "size"], "value": "12pt"})
    assert edited != written
    body = request(workspace, rename("First Light"))
    assert own.post(PREVIEW, json=body).json()["front"] == written
