"""The proof in the browser: what holds, what fails with its counterexample, and that an old proof says that
it is old.
"""

import io
import pickle
import re
import subprocess
import sys
import time
from pathlib import Path
from queue import SimpleQueue

import pytest
from nineup.base.project import Project
from nineup.pipeline import RunChoice
from nineup_studio import Studio
from nineup_studio.live import proving
from nineup_studio.live.proving import ProofResult, Prover
from nineup_studio.live.workspace import Workspace
from playwright.sync_api import expect
from serving import client, serving
from studio_window import GAMES, Open, becomes
from tiny import CARDS, GAME

SAYS = "every player has three chips"


def edit(root: Path, text: str, name: str = "game.yaml") -> None:
    (root / "cards" / "tiny" / name).write_text(text, encoding="utf-8")


def test_what_holds_has_a_sign_for_each_player_count(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/proof")
    row = page.locator("tbody", has=page.get_by_text(SAYS))
    expect(row.locator("td.held")).to_have_count(5)
    expect(page.locator("#verdict")).to_contain_text("hold.")
    expect(page.locator("thead th").nth(1)).to_have_text(re.compile(r"\b2\s+players\s*$"))


def test_what_fails_comes_first_with_its_counterexample(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/proof")
    expect(page.locator("#verdict")).to_contain_text("hold.")
    edit(project, GAME.replace("check: count('chip') == 3 * players", "check: count('chip') < 12"))
    expect(page.locator("#verdict")).to_contain_text("1 of")
    row = page.locator("tbody").first
    expect(row).to_contain_text(SAYS)
    expect(row.locator("tr").first.locator("td")).to_have_class(["held"] * 2 + ["failed"] * 3)
    expect(row.locator(".when")).to_have_text("4 players")
    expect(row.locator(".hint").first).to_contain_text("12 < 12 fails")
    expect(row.locator(".excerpt .here")).to_contain_text("count('chip') < 12")
    row.locator(".links a", has_text="game.yaml:29:12").first.click()
    expect(page.locator("#gameform :focus")).to_have_value("count('chip') < 12")


COLORS = "all => all.map(each => getComputedStyle(each).color)"


def test_what_fails_has_the_color_of_its_severity(project: Path, open_page: Open) -> None:
    rules = "".join(
        f"  - says: {each} here\n    check: count('chip') < 12\n    severity: {each}\n"
        for each in ("note", "warning", "error")
    )
    edit(project, GAME + rules)
    with serving(project) as studio:
        page = open_page(studio, "/tiny/proof")
        rows = page.locator("tbody.failed")
        expect(rows).to_have_count(3)
        assert [each.split()[0] for each in rows.locator(".label").all_inner_texts()] == [
            "error",
            "warning",
            "note",
        ]
        red, brown, grey = (
            page.evaluate(
                "name => { const line = document.createElement('i'); document.body.append(line);"
                " line.style.setProperty('color', `var(--${name})`); return getComputedStyle(line).color; }",
                name,
            )
            for name in ("error", "warning", "note")
        )
        assert len({red, brown, grey}) == 3
        for row, color in zip(rows.all(), (red, brown, grey), strict=True):
            signs = row.locator("td.failed > [aria-hidden]")
            assert signs.evaluate_all(COLORS) == [color] * 3
            assert row.locator("td.failed .hidden").first.inner_text().startswith("does not hold (")
        assert page.locator("#verdict .mark").evaluate_all(COLORS) == [red]
        edit(project, GAME + rules[: rules.index("  - says: error")])
        expect(rows).to_have_count(2)
        expect(page.locator("#verdict .mark")).to_have_class("mark failed warning")
        becomes(page, lambda: page.locator("#verdict .mark").evaluate_all(COLORS), [brown])
        page.close()


def test_a_failure_leads_to_its_card(studio: Studio, project: Path, open_page: Open) -> None:
    edit(project, CARDS.replace("First Light", "Lightlight " * 40), "cards.yaml")
    page = open_page(studio, "/tiny/proof")
    row = page.locator("tbody.failed", has=page.get_by_text("text-overflow", exact=True))
    row.locator("a.button").first.click()
    expect(page).to_have_url(re.compile(r"/tiny/card/deck/first/"))


def test_an_old_proof_says_so_until_it_is_made_again(
    studio: Studio, project: Path, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(studio, "/tiny/proof")
    expect(page.locator("#verdict")).to_contain_text("hold.")
    monkeypatch.setattr(proving, "QUIET_TIME", 600)
    edit(project, CARDS.replace("First Light", "Last Light"), "cards.yaml")
    expect(page.locator("#proof.of-earlier")).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("before your last edit")
    monkeypatch.setattr(proving, "QUIET_TIME", 0)
    edit(project, CARDS, "cards.yaml")
    expect(page.locator("#verdict")).to_contain_text("hold.")
    expect(page.locator("#proof.of-earlier")).to_have_count(0)


def test_files_that_cannot_be_proved_say_so(project: Path) -> None:
    edit(project, GAME.replace("players: {base: 2-4", "players: {base: [2-4"))
    workspace = Workspace(Project(project))
    with workspace.watching():
        workspace.session("tiny", RunChoice())
        assert _proof_of(workspace).proved is None


def test_a_proof_that_crashes_is_a_finding(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "PROGRAM", "import sys; sys.exit(3)")
    workspace = Workspace(Project(project))
    with workspace.watching():
        workspace.session("tiny", RunChoice())
        (finding,) = _proof_of(workspace).findings
    assert finding.code == "bug"
    assert "status 3" in finding.message


def test_the_process_of_a_proof_answers_until_nothing_is_asked(project: Path) -> None:
    asked = pickle.dumps((str(project), False, "tiny"))
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"{proving.PROGRAM}; print('taken apart')", *filter(None, sys.path)],
        input=asked * 2,
        capture_output=True,
        check=True,
    )
    said = io.BytesIO(done.stdout)
    answers = [pickle.load(said) for _ in range(2)]
    assert (said.read(), done.stderr) == (b"", b"")
    assert answers[0] == answers[1]
    assert answers[0].proved is not None
    assert (answers[0].findings, answers[0].is_last) == ((), False)


def test_the_next_proof_has_the_same_process(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "QUIET_TIME", 0.0)
    published: SimpleQueue[ProofResult] = SimpleQueue()
    prover = Prover(Project(project), lambda game, proof: published.put(proof))
    prover.start()
    processes = []
    for number, text in enumerate((GAME, GAME.replace("== 3 * players", "== 4 * players"), GAME, GAME)):
        edit(project, text)
        prover.want("tiny", number)
        proof = published.get(timeout=60)
        assert (proof.edit, bool(proof.findings)) == (number, number == 1)
        assert prover._process is not None
        processes.append(prover._process.pid)
        if number == 2:  # by the system, which is short of memory
            prover._process.kill()
            prover._process.wait()
    prover.close()
    assert processes[0] == processes[1] == processes[2] != processes[3]
    assert prover._process.returncode is not None


def test_an_edit_ends_a_proof_that_has_begun(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "QUIET_TIME", 0.0)
    monkeypatch.setattr(proving, "PROGRAM", "import time; time.sleep(60)")
    published: list[ProofResult] = []
    prover = Prover(Project(project), lambda game, proof: published.append(proof))
    prover.start()
    prover.want("tiny", 1)
    limit = time.monotonic() + 20
    while prover._process is None and time.monotonic() < limit:
        time.sleep(0.02)
    monkeypatch.undo()
    prover.want("tiny", 2)
    while not published and time.monotonic() < limit:
        time.sleep(0.05)
    prover.close()
    assert [proof.edit for proof in published] == [2]


def test_texts_of_users_are_escaped(studio: Studio, project: Path) -> None:
    edit(
        project,
        GAME.replace(SAYS, "a <script>alert(1)</script> rule").replace("== 3 * players", "== 4 * players"),
    )
    with client(studio) as own:
        limit = 100
        while "alert(1)" not in (text := own.get("/tiny/proof").text) and limit:
            limit -= 1
            time.sleep(0.1)
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_proved(all_games: Studio, game: str, open_page: Open) -> None:
    page = open_page(all_games, f"/{game}/proof")
    expect(page.locator("#proof:not(.of-earlier)")).to_be_visible()
    assert page.locator("tbody.held").count() > 30
    assert page.locator("tbody.failed").count() == 0


def _proof_of(workspace: Workspace) -> ProofResult:
    limit = time.monotonic() + 30
    while (proof := workspace.proof("tiny")) is None:
        assert time.monotonic() < limit
        time.sleep(0.05)
    return proof
