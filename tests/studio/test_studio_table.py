"""The table in the browser: the setup of a run, the same for the same seed, and every act can be undone."""

from pathlib import Path
from typing import Any

import pytest
from nineup.base.project import Project
from nineup.faces.shapes import shape_of
from nineup.pipeline import RunChoice
from nineup.pipeline.draws import Draws, hands, shuffled_pile
from nineup_studio import Studio
from nineup_studio.live.snapshot import Snapshot
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.play import Play, Zone, lay_out, left_out, order
from playwright.sync_api import Page, expect
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


def zone(play: Play, id: str) -> Zone:
    return next(zone for zone in play.zones if zone.id == id)


def counts(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.locator("[data-zone]").evaluate_all(
        "all => Object.fromEntries(all.map(each => [each.dataset.zone, Number(each.querySelector('.tally').textContent)]))"
    )
    return found


@pytest.mark.parametrize("seed", [0, 7, 123456])
def test_a_seed_gives_the_order_of_the_command(seed: int) -> None:
    found = snapshot(ROOT, "gem-thief", 3)
    assert found.run is not None
    play = lay_out(found, seed)
    treasure = zone(play, "pile:treasure:0")
    assert treasure.seed is not None
    drawn = next(hands(found.run, Draws("treasure", len(treasure.cards), treasure.seed), 1))
    assert treasure.cards == [f"treasure/{card['id']}" for card in drawn]


def test_a_pile_shuffled_again_has_the_order_of_the_command() -> None:
    found = snapshot(ROOT, "gem-thief", 3)
    assert found.run is not None
    cards = [
        card["id"]
        for card, copies in shuffled_pile(found.run, "treasure").stacks[0].cards
        for _ in range(copies)
    ]
    drawn = next(hands(found.run, Draws("treasure", len(cards), 42), 1))
    assert [cards[at] for at in order(len(cards), 42)] == [card["id"] for card in drawn]


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_that_is_laid_out_lies_somewhere_once(game: str) -> None:
    found = snapshot(ROOT, game, 3)
    assert found.run is not None
    play = lay_out(found, 5)
    laid = [key for each in play.zones for key in each.cards]
    hidden = {tally.component for tally in found.run.tallies if not shape_of(tally.shape).is_played}
    for tally in found.run.tallies:
        assert tally.setup is not None
        if tally.component in hidden:
            assert not any(key.startswith(f"{tally.component}/") for key in laid)
            continue
        assert sum(key.startswith(f"{tally.component}/") for key in laid) == tally.setup, tally.component
    names = {component.name for component in found.run.game.components.values() if component.id in hidden}
    assert set(left_out(found.run)) == names
    assert play == lay_out(found, 5)
    assert play != lay_out(found, 6)


def test_what_is_dealt_lies_with_its_players(project: Path) -> None:
    (project / "cards" / "tiny" / "game.yaml").write_text(DEALT, encoding="utf-8")
    play = lay_out(snapshot(project, "tiny", 2), 1)
    assert play.seats == ("Sun", "Moon")
    for seat, owner in ((1, "sun"), (2, "moon")):
        (card,) = zone(play, f"hand:{seat}").cards
        assert card.endswith(f"/{owner}")
        assert zone(play, f"area:{seat}").cards == ["chip/chip"] * 2
        assert len(zone(play, f"pile:deck:{seat}").cards) == 2
    assert zone(play, "table").cards == ["chip/chip"]
    assert len(zone(play, "pile:chip/chip:0").cards) == 2


def test_draw_flip_discard_move_shuffle_and_undo(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=2")
    deck = page.locator('[data-zone="pile:deck:1"]')
    expect(deck.locator(".seed")).to_be_visible()
    before = counts(page)
    assert before["pile:deck:1"] == 3
    deck.locator("[data-card]").focus()
    page.keyboard.press("d")
    becomes(page, lambda: counts(page)["hand:1"], 1)
    page.locator('[data-zone="hand:1"] [data-card]').click()
    back = page.locator('[data-zone="hand:1"] img').get_attribute("src")
    page.keyboard.press("f")
    expect(page.locator('[data-zone="hand:1"] img')).not_to_have_attribute("src", back or "")
    page.get_by_role("toolbar").get_by_text("Discard").click()
    becomes(page, lambda: counts(page)["discard:pile:deck:1"], 1)
    page.locator('[data-zone="discard:pile:deck:1"] [data-card]').click()
    page.get_by_label("Move to").last.select_option("table")
    becomes(page, lambda: counts(page)["table"], 1)
    seed = deck.locator(".seed").inner_text()
    deck.locator("[data-card]").focus()
    page.evaluate("document.querySelector('[data-zone]').isOld = true")
    page.evaluate("document.dispatchEvent(new CustomEvent('studio:updated'))")
    until(page, "!document.querySelector('[data-zone]').isOld")
    expect(deck.locator("[data-card]")).to_be_focused()
    page.keyboard.press("s")
    expect(deck.locator(".seed")).not_to_have_text(seed)
    for _ in range(5):
        page.keyboard.press("u")
    becomes(page, lambda: counts(page), before)
    expect(deck.locator(".seed")).to_have_text(seed)
    page.get_by_role("button", name="Redo move").click()
    becomes(page, lambda: counts(page)["hand:1"], 1)


def test_a_card_is_dragged_with_the_mouse(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=2")
    page.locator('[data-zone="pile:deck:1"] [data-card]').drag_to(page.locator('[data-zone="hand:2"]'))
    becomes(page, lambda: counts(page)["hand:2"], 1)
    becomes(page, lambda: counts(page)["pile:deck:1"], 2)


def test_a_table_outlasts_an_edit_and_a_reload(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=2")
    page.locator('[data-zone="pile:deck:1"] [data-card]').dblclick()
    expect(page.locator('[data-zone="hand:1"] img')).to_have_count(1)
    for _ in range(2):
        page.locator('[data-zone="pile:deck:1"] [data-card]').dblclick()
    expect(page.locator('[data-zone="hand:1"] img')).to_have_count(3)
    before, faces = counts(page), _faces(page)
    (project / "cards" / "tiny" / "cards.yaml").write_text(
        CARDS.replace("First Light", "Last Light"), encoding="utf-8"
    )
    until(page, lambda: _faces(page) != faces)
    becomes(page, lambda: counts(page), before)
    page.reload()
    expect(page.locator('[data-zone="hand:1"] img')).to_have_count(3)
    becomes(page, lambda: counts(page), before)


def test_a_seed_lays_out_the_same_table_again(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=4")
    expect(page.locator("[data-zone]").first).to_be_visible()
    for _ in range(2):
        page.get_by_label("Seed").fill("11")
        page.get_by_role("button", name="Lay out").click()
        expect(page.locator('[data-zone="pile:deck:1"] .seed')).to_have_text("seed 11")
        expect(page.locator('[data-zone="pile:deck:4"] .seed')).to_have_text("seed 14")
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    expect(page.locator(".seat:not(.common)")).to_have_count(2)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_laid_out(all_games: Studio, game: str, open_page: Open) -> None:
    page = open_page(all_games, f"/{game}/table?players=3")
    expect(page.locator(".seat:not(.common)")).to_have_count(3)
    until(page, lambda: sum(counts(page).values()) > 20)
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    if game == "gemotion":
        expect(page.locator(".leftout")).to_have_text(
            "Not on the table: Box for a player’s deck, Box for the color sets, Dividers for the color sets."
        )


@pytest.mark.parametrize(
    "path",
    [
        *("layout", "layout?seed=-1", "layout?seed=1e9", "layout?seed=99999999999", "layout?seed=²"),
        *("order?seed=1", "order?seed=1&size=20001", "order?seed=1&size=x"),
    ],
)
def test_nonsense_is_refused(studio: Studio, path: str) -> None:
    with client(studio) as own:
        assert own.get(f"/tiny/table/{path}").status_code == 400


def test_an_impossible_run_has_no_table(studio: Studio) -> None:
    with client(studio) as own:
        answer: Any = own.get("/tiny/table/layout?seed=1&players=9")
        assert answer.status_code == 409
        assert own.get("/tiny/table?players=9").status_code == 200


def _faces(page: Page) -> str:
    found: str = page.evaluate(
        "JSON.stringify([...document.querySelectorAll('[data-zone=\"hand:1\"] img')].map(each => each.getAttribute('src')).sort())"
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


def test_a_finger_that_rests_on_a_piece_drags_it(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/table?players=2", 390, has_touch=True)
    token = page.locator('[data-zone="pile:deck:1"] [data-card]')
    token.scroll_into_view_if_needed()
    number = token.get_attribute("data-card")
    box = box_of(token)
    target = box_of(page.locator('[data-zone^="hand:"]').first)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch("touchStart", x, y)
    expect(page.locator(".token.held")).to_have_count(1)
    touch("touchMove", x + 20, y + 10)
    touch("touchMove", target["x"] + 30, target["y"] + 30)
    touch("touchEnd")
    expect(page.locator(f'[data-zone^="hand:"] [data-card="{number}"]')).to_have_count(1)
