"""Workspaces without a browser: what a snapshot keeps, what browsers receive, and which runs are kept."""

import threading
from pathlib import Path

import pytest
from nineup.base.project import Project, ProjectError
from nineup.pipeline import RunChoice
from nineup_studio.live import workspace
from nineup_studio.live.working import fenced
from nineup_studio.live.workspace import Session, Workspace, choice_of, query_of
from nineup_studio.views.gallery import facets, values_of
from starlette.exceptions import HTTPException
from tiny import CARDS, CHIP, GAME, write_tiny

CARDS_FILE = "cards/tiny/cards.yaml"
FIRST = "deck/first/sun"


@pytest.fixture
def work(project: Path) -> Workspace:
    return Workspace(Project(project))


def edit(work: Workspace, text: str, path: str = CARDS_FILE) -> None:
    (work.project.root / path).write_text(text, encoding="utf-8")
    work.edited((path,))


def whole(work: Workspace) -> Session:
    return work.session("tiny", RunChoice())


def test_a_snapshot_is_made_again_only_after_an_edit(work: Workspace) -> None:
    session = whole(work)
    first = session.current()
    assert first.edit == 0
    assert session.current() is first
    work.edited(("cards/other/cards.yaml",))
    assert session.current() is first
    edit(work, CARDS.replace("First Light", "Last Light"))
    assert session.current().edit == 1
    assert session.current().piece(FIRST) != first.piece(FIRST)
    work.edited(("layouts/tiny/card.svg",))
    assert session.current().edit == 2


def test_what_is_written_again_is_no_edit(work: Workspace) -> None:
    session = whole(work)
    changed = CARDS.replace("First Light", "Last Light")
    edit(work, changed)
    now = session.current()
    edit(work, changed)
    work.edited(("cards/tiny/.cards.yaml.0123.part",))
    assert session.current() is now
    (work.project.root / CARDS_FILE).unlink()
    work.edited((CARDS_FILE,))
    assert session.current().is_stale
    edit(work, changed)
    assert not session.current().is_stale
    assert work.edit("tiny") == 3


def test_news_names_what_changed_and_brings_it(work: Workspace) -> None:
    session = whole(work)
    known = session.state()
    assert session.news(known) is None
    edit(work, CARDS.replace("First Light", "Last Light"))
    news = session.news(known)
    assert news is not None
    assert news.faces is not None
    assert set(news.faces) == {f"deck/first/{owner}" for owner in ("sun", "moon", "star", "leaf")}
    front, back, is_stale = news.faces[FIRST]
    assert not is_stale
    assert news.pictures[front].startswith("<svg ")
    assert back not in news.pictures  # It is the same as before.
    drawn = session.face(front)
    assert drawn is not None
    assert news.pictures[front] == drawn.writer.write(drawn.face).decode()
    assert session.news(news.state) is None


def test_of_many_new_faces_only_a_few_come_with_the_news(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "MAX_PICTURES", 2)
    session = whole(work)
    known = session.state()
    edit(work, CARDS.replace("First Light", "Last Light"))
    news = session.news(known)
    assert news is not None
    assert len(news.pictures) == 2


@pytest.mark.parametrize("known", ["", "x", "another.1.0", "{boot}.99.0", "{boot}.1", "{boot}"])
def test_a_browser_of_an_unknown_state_fetches_everything(work: Workspace, known: str) -> None:
    session = whole(work)
    session.current()
    news = session.news(known.format(boot=work.boot))
    assert news is not None
    assert news.faces is None or news.faces == {}
    assert news.state == session.state()


def test_a_mistake_keeps_the_faces_and_marks_them(work: Workspace) -> None:
    session = whole(work)
    before, known = session.current(), session.state()
    edit(work, CARDS.replace("suit: ruby", "suit: rubi"))
    broken = session.current()
    assert broken.is_stale
    assert {piece.key for piece in broken.pieces if not piece.is_stale} == {"chip/chip"}
    assert [piece.front for piece in broken.pieces] == [piece.front for piece in before.pieces]
    assert [finding.code for finding in broken.findings] == ["unknown-item"]
    news = session.news(known)
    assert news is not None
    assert news.is_stale
    assert set(news.faces or {}) == {piece.key for piece in before.pieces} - {"chip/chip"}
    edit(work, "fields: [", CARDS_FILE)
    edit(work, CHIP.replace("#aa8844", "#4488aa"), "layouts/tiny/chip.svg")
    changed = session.current()
    assert [piece.key for piece in changed.pieces if not piece.is_stale] == ["chip/chip"]
    different = {
        now.key for now, old in zip(changed.pieces, before.pieces, strict=True) if now.front != old.front
    }
    assert different == {"chip/chip"}, "the rest stays live"
    (work.project.root / CARDS_FILE).unlink()
    work.edited((CARDS_FILE,))
    assert [piece.key for piece in session.current().pieces if not piece.is_stale] == ["chip/chip"]
    edit(work, GAME.replace("game: Tiny", "game: [Tiny"), "cards/tiny/game.yaml")
    assert all(piece.is_stale for piece in session.current().pieces)
    edit(work, GAME, "cards/tiny/game.yaml")
    edit(work, CARDS)
    assert not session.current().is_stale
    assert session.current().findings == ()


def test_a_bug_is_told_and_ends_nothing(work: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    session = whole(work)
    before = session.current()

    def fail(*_: object, **_named: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("nineup_studio.live.snapshot.pipeline.draw", fail)
    edit(work, CARDS.replace("First", "Last"))
    broken = session.current()
    assert [finding.code for finding in broken.findings] == ["bug"]
    assert "RuntimeError: oh" in broken.findings[0].message
    assert [piece.front for piece in broken.pieces] == [piece.front for piece in before.pieces]
    monkeypatch.undo()
    edit(work, CARDS)
    assert session.current().findings == ()


def test_an_impossible_run_has_no_faces_but_says_why(work: Workspace) -> None:
    snapshot = work.session("tiny", RunChoice(players=9)).current()
    assert snapshot.pieces == ()
    assert snapshot.game is not None
    assert [finding.code for finding in snapshot.findings] == ["impossible-players"]


def test_faces_of_the_last_snapshots_are_kept_and_older_ones_go(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "MAX_HISTORY", 3)
    session = whole(work)
    piece = session.current().piece(FIRST)
    assert piece is not None
    for number in range(2):
        edit(work, CARDS.replace("First Light", f"Light {number}"))
        session.current()
        assert work.face(piece.front) is not None
    edit(work, CARDS.replace("First Light", "Light 3"))
    session.current()
    assert work.face(piece.front) is None
    assert work.face("0") is None


def test_runs_that_nobody_looks_at_go_in_turn(work: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "MAX_SESSIONS", 2)
    first = whole(work)
    others = [work.session("tiny", RunChoice(players=players)) for players in (2, 3)]
    assert whole(work) is not first
    assert work.session("tiny", RunChoice(players=3)) is others[1]


def test_a_run_that_was_dropped_and_drawn_anew_has_news(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "MAX_SESSIONS", 1)
    known = whole(work).state()
    work.session("tiny", RunChoice(players=2))
    assert whole(work).news(known) is None
    work.session("tiny", RunChoice(players=2))
    edit(work, CARDS.replace("First Light", "Last Light"))
    assert whole(work).news(known) is not None


def test_equal_choices_share_a_session(work: Workspace) -> None:
    one = work.session("tiny", RunChoice(3, {"suits": "ruby", "expansion": "yes"}))
    assert one is work.session("tiny", RunChoice(3, {"expansion": "yes", "suits": "ruby"}))
    assert one is not work.session("tiny", RunChoice(3, {"suits": "ruby"}))


def test_threads_see_whole_snapshots(work: Workspace) -> None:
    session = whole(work)
    texts = [CARDS, CARDS.replace("First", "Last").replace("Second", "Third")]
    wrong: list[str] = []
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            snapshot = session.current()
            names = {piece.name for piece in snapshot.pieces if piece.key.endswith("/sun")}
            if names not in ({"First Light", "Second Wind"}, {"Last Light", "Third Wind"}):
                wrong.append(str(names))
            if any(piece.front not in snapshot.faces for piece in snapshot.pieces):
                wrong.append("a face is missing")

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(12):
        path = work.project.root / CARDS_FILE
        path.with_suffix(".new").write_text(texts[number % 2], encoding="utf-8")
        path.with_suffix(".new").replace(path)
        work.edited((CARDS_FILE,))
    stop.set()
    for thread in threads:
        thread.join()
    assert wrong == []


CHOICES = [
    RunChoice(),
    RunChoice(4),
    RunChoice(2, {"suits": "ruby,jade", "a-b": "yes"}, ("sun", "moon"), ("deck",), ("deck/first",)),
    RunChoice(None, {"odd": "a&b=c d"}),
]


@pytest.mark.parametrize("choice", CHOICES)
def test_an_address_states_a_choice(choice: RunChoice) -> None:
    from urllib.parse import parse_qsl

    assert choice_of(dict(parse_qsl(query_of(choice)))) == choice


def test_facets_are_components_owners_and_items(work: Workspace) -> None:
    pieces = whole(work).current().pieces
    found = {
        facet.id: {value.id: (value.label, value.number) for value in facet.values}
        for facet in facets(pieces)
    }
    assert found["component"] == {"deck": ("Deck", 8), "chip": ("Chip", 1)}
    assert found["owner"]["sun"] == ("Sun", 2)
    assert found["suit"] == {"ruby": ("Ruby", 4), "jade": ("Jade", 4)}
    assert set(found) == {"component", "owner", "suit"}
    assert values_of(pieces[0]) == {"component": ["deck"], "owner": ["sun"], "suit": ["ruby"]}


def test_what_takes_too_long_is_a_finding_or_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("nineup.base.fence.WORK_SECONDS", 0.1)
    monkeypatch.setattr("nineup.base.fence._Watchdog._INTERVAL", 0.02)
    workspace = Workspace(Project(write_tiny(tmp_path)))
    session = workspace.session("tiny", RunChoice())
    with monkeypatch.context() as patched:
        patched.setattr("nineup_studio.live.snapshot.SnapshotMaker.make", endless)
        (finding,) = session.current().findings
    assert finding.code == "out-of-budget"
    assert finding.message.startswith("drawing was stopped after 0.1 seconds of processor time")
    with pytest.raises(HTTPException) as found:
        fenced(endless)()
    assert (found.value.status_code, found.value.detail[:18]) == (503, "This was stopped a")


def test_a_request_for_a_picture_that_was_saved_meanwhile_ends_with_a_sentence() -> None:
    def changed() -> None:
        raise ProjectError("`art/a.png` was changed while it was printed; run the command again")

    with pytest.raises(HTTPException) as found:
        fenced(changed)()
    assert (found.value.status_code, found.value.detail[:23]) == (409, "`art/a.png` was changed")
