"""The table in the browser: the setup of a run, the same for the same seed, and every act can be undone."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from nineup.base.project import Project
from nineup.faces.shapes import shape_of
from nineup.pipeline import RunChoice
from nineup_export.web.table_setup import TablePiece, left_out, set_up
from nineup_studio import Studio
from nineup_studio.live.snapshot import Snapshot
from nineup_studio.live.workspace import Workspace
from playwright.sync_api import Locator, Page, expect
from serving import client
from studio_window import GAMES, Open, becomes, box_of, until
from tiny import CARDS, GAME

ROOT = Path(__file__).parents[2]
DEALT = (
    GAME.replace("rules:\n", "rules:\n  - deal: {player: {deck: 1, chip: 2}, table: {chip: 1}}\n")
    .replace("setup: 3 * players", "setup: 3 * players + 1")
    .replace("== 3 *", "== 1 + 3 *")
    .replace("box: {4: 12, 6: 18}", "box: {4: 13, 6: 19}")
)


def snapshot(root: Path, game: str, players: int | None = None) -> Snapshot:
    return Workspace(Project(root)).session(game, RunChoice(players)).current()


def stack(page: Page, id: str) -> Locator:
    return page.locator(f'[data-stack="{id}"]')


def hand(page: Page) -> Locator:
    return page.locator("#hand .thing")


def counts(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#table .thing')].map("
        "each => [each.dataset.stack, Number(each.querySelector('.count').textContent || 1)]))"
    )
    return found


def _look(page: Page) -> list[str]:
    """What scripts have written on the element of the table itself."""
    look: list[str] = page.evaluate(
        "['class', 'style', 'data-ready'].map(name => document.getElementById('tabletop').getAttribute(name))"
    )
    return look


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_that_is_laid_out_lies_somewhere_once(game: str) -> None:
    seen = snapshot(ROOT, game, 3)
    assert seen.run is not None
    setup = set_up(seen.run, (TablePiece(each.key, each.part, bool(each.back)) for each in seen.pieces))
    laid: Counter[str] = Counter()
    for zone in setup.zones:
        for key, copies in zone.cards:
            laid[key.split("/")[0]] += copies
        for each in zone.stacks:
            (component,) = {key.split("/")[0] for key, _ in each.cards}
            copies = sum(number for _, number in each.cards[: each.kinds])
            laid[component] += copies if each.size is None else min(each.size, copies)
    hidden = {tally.component for tally in seen.run.tallies if not shape_of(tally.shape).is_played}
    expected = {tally.component: tally.setup for tally in seen.run.tallies if tally.component not in hidden}
    assert {component: laid[component] for component in expected} == expected
    assert not hidden & laid.keys()
    names = {component.name for component in seen.run.game.components.values() if component.id in hidden}
    assert set(left_out(seen.run)) == names


def test_what_is_dealt_lies_with_its_players(studio: Studio, project: Path, open_page: Open) -> None:
    (project / "cards" / "tiny" / "game.yaml").write_text(DEALT, encoding="utf-8")
    page = open_page(studio, "/tiny/table?players=2")
    becomes(page, lambda: counts(page).get("pile:deck:1"), 2)
    assert counts(page)["pile:deck:2"] == 2
    assert counts(page)["pile:chip/chip:0"] == 2
    expect(page.locator(".area h2")).to_have_text(["Sun", "Moon"])
    expect(page.locator(".area .tally")).to_have_text(["hand 1", "hand 1"])
    expect(hand(page)).to_have_count(1)
    assert sum(name.startswith("at:") for name in counts(page)) == 5


def test_draw_flip_discard_move_shuffle_and_undo(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=2")
    deck = stack(page, "pile:deck:1")
    expect(deck).to_have_attribute("title", re.compile("shuffled with the seed"))
    before, seed = counts(page), deck.get_attribute("title")
    assert before["pile:deck:1"] == 3
    deck.focus()
    page.keyboard.press("d")
    expect(hand(page)).to_have_count(1)
    hand(page).click()
    face = hand(page).locator("img").get_attribute("src")
    page.keyboard.press("f")
    expect(hand(page).locator("img")).not_to_have_attribute("src", face or "")
    page.get_by_role("toolbar").get_by_text("Discard").click()
    expect(stack(page, "discard:pile:deck:1")).to_have_count(1)
    stack(page, "discard:pile:deck:1").click()
    page.get_by_label("Move to").last.select_option("hand:1")
    expect(page.locator(".area .tally").last).to_have_text("hand 1")
    deck.focus()
    page.evaluate("document.dispatchEvent(new CustomEvent('studio:updated'))")
    expect(deck).to_be_focused()
    page.keyboard.press("s")
    expect(deck).not_to_have_attribute("title", seed or "")
    for _ in range(5):
        page.keyboard.press("u")
    expect(page.get_by_role("button", name="Undo move")).to_be_disabled()
    assert counts(page) == before
    expect(deck).to_have_attribute("title", seed or "")
    page.get_by_role("button", name="Redo move").click()
    expect(hand(page)).to_have_count(1)


def test_a_card_is_dragged_with_the_mouse(studio: Studio, open_page: Open) -> None:
    """Into a hand, and then keys act on it, whatever was chosen before."""
    page = open_page(studio, "/tiny/table?players=2")
    stack(page, "pile:deck:2").click()
    stack(page, "pile:deck:1").drag_to(page.locator("#hand"))
    expect(hand(page)).to_have_count(1)
    expect(hand(page)).to_have_attribute("aria-pressed", "true")
    expect(stack(page, "pile:deck:1").locator(".count")).to_have_text("2")
    page.keyboard.press("x")
    expect(stack(page, "discard:pile:deck:1")).to_have_count(1)


def test_a_table_outlasts_an_edit_and_a_reload(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=2")
    stack(page, "pile:deck:1").focus()
    for drawn in (1, 2, 3):
        page.keyboard.press("d")
        expect(hand(page)).to_have_count(drawn)
    before, faces, look = counts(page), _faces(page), _look(page)
    page.evaluate("document.addEventListener('studio:updated', () => { window.isUpdated = true; })")
    (project / "cards" / "tiny" / "cards.yaml").write_text(
        CARDS.replace("First Light", "Last Light"), encoding="utf-8"
    )
    until(page, lambda: _faces(page) != faces)
    assert counts(page) == before
    until(page, "window.isUpdated")
    assert _look(page) == look
    page.reload()
    expect(hand(page)).to_have_count(3)
    assert counts(page) == before


def test_a_seed_lays_out_the_same_table_again(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=4")
    expect(stack(page, "pile:deck:1")).to_be_visible()
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="Lay out").click()
    expect(stack(page, "pile:deck:1")).to_have_attribute("title", "Deck, shuffled with the seed 11")
    expect(stack(page, "pile:deck:4")).to_have_attribute("title", "Deck, shuffled with the seed 14")
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    expect(page.locator(".area")).to_have_count(2)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_laid_out(all_games: Studio, game: str, open_page: Open) -> None:
    page = open_page(all_games, f"/{game}/table?players=3")
    expect(page.locator(".area")).to_have_count(3)
    until(page, lambda: sum(counts(page).values()) > 20)
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    if game == "gemotion":
        expect(page.locator(".leftout")).to_have_text(
            "Not on the table: Box for a player’s deck, Box for the color sets, Dividers for the color sets."
        )


def test_an_impossible_run_has_no_table(studio: Studio) -> None:
    with client(studio) as own:
        answer: Any = own.get("/tiny/table/layout?players=9")
        assert answer.status_code == 409
        assert own.get("/tiny/table?players=9").status_code == 200


def _faces(page: Page) -> str:
    found: str = page.evaluate(
        "JSON.stringify([...document.querySelectorAll('#hand img')].map(each => each.getAttribute('src')).sort())"
    )
    return found


def test_chances_are_those_of_the_command(studio: Studio, open_page: Open) -> None:
    with client(studio) as http:
        query = {
            "players": 2,
            "pile": "deck",
            "hand": 2,
            "seed": 1,
            "of": "hand|map(attribute='id')|unique|length",
        }
        found = http.get("/tiny/table/chance", params=query).json()
        assert found["how"] == "exact"
        assert [row["answer"] for row in found["rows"]] == ["1", "2"]
        assert abs(sum(row["share"] for row in found["rows"]) - 1) < 1e-9
        long = http.get(
            "/tiny/table/chance", params={**query, "of": "until(deck, where=card.id == 'second')"}
        ).json()
        assert long["how"] == "simulated: 10,000 hands, seed 1"
        for of in ("", "hand|", "x" * 1001, "hand"):
            assert http.get("/tiny/table/chance", params={**query, "of": of}).json()["refused"]
        assert (
            "can't be drawn" in http.get("/tiny/table/chance", params={**query, "hand": 99}).json()["refused"]
        )
        assert http.get("/tiny/table/chance", params={**query, "pile": "none"}).json()["refused"]
        assert http.get("/tiny/table/chance", params={**query, "hand": "x"}).status_code == 400
    page = open_page(studio, "/tiny/table?players=2")
    page.locator("#chance summary").click()
    page.get_by_label("Hand", exact=True).fill("2")
    page.get_by_label("Of").fill("hand|length")
    page.keyboard.press("Enter")
    expect(page.locator("#found tr")).to_have_count(1)
    expect(page.locator("#found")).to_contain_text("100.0 %")


def test_a_finger_drags_a_piece(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=2", 390, has_touch=True)
    deck = stack(page, "pile:deck:1")
    page.locator("#tray").scroll_into_view_if_needed()
    number = deck.get_attribute("data-piece")
    box, target = box_of(deck), box_of(page.locator("#hand"))
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch("touchStart", x, y)
    touch("touchMove", x + 20, y + 10)
    expect(page.locator(".ghost")).to_have_count(1)
    touch("touchMove", target["x"] + 30, target["y"] + 30)
    touch("touchEnd")
    expect(page.locator(f'#hand [data-piece="{number}"]')).to_have_count(1)
