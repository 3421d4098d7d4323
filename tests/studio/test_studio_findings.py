"""Findings lead to the cell, the form or the layout where they are, and what they know a fix for is fixed there."""

import re
from html import unescape
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import pytest
from nineup_studio import Studio
from playwright.sync_api import expect
from programs import from_npm
from serving import address, client, origin, serving
from studio_window import Open, becomes, saved, until
from test_studio_game import field
from test_studio_views import SERIOUS
from tiny import CARD, CARDS, GAME, STEPS, STYLE, write_tiny

FILE = "cards/tiny/cards.yaml"


def test_a_finding_leads_to_its_cell(tmp_path: Path, open_page: Open) -> None:
    with serving(write_tiny(tmp_path, cards=CARDS.replace("suit: jade", "suit: jadde"))) as studio:
        page = open_page(studio, "/tiny/")
        page.locator(".findings li", has_text="jadde").locator(".place a").click()
        expect(page.locator("#active-cell")).to_have_text("jadde")
        expect(page.locator("#grid")).to_be_focused()


def test_a_finding_leads_to_its_field_in_the_form(tmp_path: Path, open_page: Open) -> None:
    style = STYLE.replace("color: ink", "color: inkk")
    with serving(write_tiny(tmp_path, style=style, game=GAME.replace("16mm", "16m"))) as studio:
        page = open_page(studio, "/tiny/")
        page.locator(".findings li", has_text="16m").locator(".place a").click()
        expect(page.locator("#gameform :focus")).to_have_value("16m")
        page.goto(address(studio, "/tiny/at?file=layouts/tiny/style.yaml&line=3&column=83"))
        expect(page.locator('#styles [data-key="color"] :focus')).to_have_count(1)
        expect(page.locator('#styles [data-key="color"] .found-here')).to_contain_text("`inkk`")


def test_a_finding_leads_to_its_frame(tmp_path: Path, open_page: Open) -> None:
    card = CARD.replace('n:text="{{ card.name }}"', 'n:text="{{ card.name|upper|trim }}"')
    with serving(write_tiny(tmp_path, card=card)) as studio:
        page = open_page(studio, "/tiny/at?file=layouts/tiny/card.svg&line=3&column=20")
        expect(page.locator(".bindings li:focus")).to_contain_text("card.name|upper|trim")
        expect(page.locator("#spots .pointed")).to_have_count(1)


@pytest.mark.parametrize(
    "file", ["../../etc/passwd", "cards/tiny/none.yaml", "layouts/tiny/none.svg", "", "nineup.yaml"]
)
def test_what_no_page_shows_is_said(studio: Studio, file: str) -> None:
    with client(studio) as http:
        assert http.get(f"/tiny/at?file={quote(file)}&line=1&column=1").status_code == 404
        assert http.get(f"/tiny/at?file={quote(file)}&line=x&column=1").status_code == 400


def test_a_fix_is_one_step_to_undo(tmp_path: Path, open_page: Open) -> None:
    wrong = CARDS.replace("suit: jade", "suit: jadde   # the green one")
    root = write_tiny(tmp_path, cards=wrong)
    with serving(root) as studio:
        page = open_page(studio, "/tiny/")
        page.get_by_role("button", name="Use jade").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text("use `jade`")
        saved(page, root / FILE, wrong.replace("jadde", "jade"))
        expect(page.locator(".findings li.error")).to_have_count(0)
        expect(page.locator(".piece")).not_to_have_count(0)
        page.locator("#undo").click()
        expect(page.locator(".findings li.error")).to_have_count(1)
        saved(page, root / FILE, wrong)


def test_a_name_in_a_layout_is_fixed_there(tmp_path: Path, open_page: Open) -> None:
    root = write_tiny(tmp_path, card=CARD.replace("card.name", "card.nmae"))
    with serving(root) as studio:
        page = open_page(studio, "/tiny/")
        page.get_by_role("button", name="Use name").first.click()
        expect(page.locator(".findings li.error")).to_have_count(0)
        saved(page, root / "layouts/tiny/card.svg", CARD)


TWIN = "  - id: twin\n    suit: jade\n    name: Third Wind\n" + CARDS[CARDS.index('    text: "**') :]


def test_a_finding_is_accepted_with_its_reason(tmp_path: Path, open_page: Open) -> None:
    root = write_tiny(tmp_path, cards=CARDS + TWIN)
    with serving(root) as studio:
        page = open_page(studio, "/tiny/", bypass_csp=True)
        entry = page.locator(".findings li", has_text="near-duplicate")
        entry.get_by_text("Accept, because").click()
        entry.get_by_label("Why it is right").fill("The other neighbor.")
        page.add_script_tag(path=from_npm("axe.min.js"))
        assert page.evaluate(SERIOUS)["serious"] == []
        page.keyboard.press("Enter")
        expect(entry).to_have_count(0)
        text = (root / FILE).read_text(encoding="utf-8")
        assert text.startswith(CARDS)
        assert (
            "accept: {near-duplicate: The other neighbor.}" in text
            or "near-duplicate: The other neighbor." in text
        )
        page.locator("#undo").click()
        expect(entry).to_have_count(1)
        saved(page, root / FILE, CARDS + TWIN)


def test_a_finding_that_is_gone_is_not_fixed(studio: Studio, project: Path) -> None:
    before = (project / FILE).read_bytes()
    with client(studio) as http:
        body = {"finding": "unknown-item:cards/tiny/cards.yaml:1:1:`x`", "fix": 0}
        answer = http.post("/tiny/fix", json=body, headers={"origin": origin(studio)})
    assert "is gone" in answer.json()["refused"]
    assert (project / FILE).read_bytes() == before


def test_what_an_odd_one_breaks_becomes_a_rule_by_one_click(tmp_path: Path) -> None:
    game = STEPS.replace("coins: 30", "coins: 31")
    with serving(write_tiny(tmp_path, game=game)) as studio, client(studio) as http:
        listed = r'<div class="fixes" data-finding="(odd-one-out:[^"]*)">'
        waited_until = monotonic() + 60
        # The proof runs beside the page, which shows what is found once it is there.
        while not re.search(listed, page := http.get("tiny/").text) and monotonic() < waited_until:
            sleep(0.05)
        assert "Make it a rule" in page
        (finding,) = re.findall(listed, page)
        body = {"finding": unescape(finding), "fix": 0}
        answer = http.post("tiny/fix", json=body, headers={"origin": origin(studio)})
        assert answer.status_code == 200
        assert "refused" not in answer.json()
    text = (tmp_path / "cards/tiny/game.yaml").read_text(encoding="utf-8")
    assert text.startswith(game)
    assert text.removeprefix(game).lstrip("\n") == (
        "  - says: in lists.price, coins goes in steps of 5\n"
        "    each: lists.price\n"
        "    check: item.coins == 5 * index + 5\n"
    )


def test_without_findings_the_panel_is_a_line(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/proof")
    expect(page.locator("#verdict")).to_contain_text("hold.")
    width = "document.querySelector('#main').getBoundingClientRect().width"
    expect(page.locator(".columns")).to_have_class("columns calm")
    becomes(page, lambda: page.evaluate(width), 1280)
    (project / FILE).write_text(CARDS.replace("suit: jade", "suit: jadde"), encoding="utf-8")
    expect(page.locator(".findings li.error")).to_have_count(1)
    until(page, f"{width} < 1000")


def test_an_editor_is_linked_only_if_the_project_names_one(project: Path, open_page: Open) -> None:
    (project / FILE).write_text(CARDS.replace("suit: jade", "suit: jadde"), encoding="utf-8")
    with serving(project) as studio:
        page = open_page(studio, "/tiny/")
        expect(page.locator(".findings li.error")).to_have_count(1)
        assert "vscode:" not in page.content()
        (project / "nineup.yaml").write_text('editor: "zed://file/{file}:{line}"\n', encoding="utf-8")
        page.reload()
        expect(page.locator(".findings .ineditor")).to_have_attribute(
            "href", f"zed://file/{str(project).lstrip('/')}/{FILE}:12"
        )


PLAYERS = GAME.replace("setup: 3 * players", "setup: {2: 6, 3-6: 18}").replace(
    "licence: CC0\n", "licence: CC0\ntagline: For 2–6 players who like chips.\n"
)


def test_a_change_of_players_lists_what_must_follow(tmp_path: Path, open_page: Open) -> None:
    game = PLAYERS.replace("{base: 2-4, expansion: 5-6}", "2-6").replace("{4: 12, 6: 18}", "{6: 18}")
    game = game.replace("    for-each: owner\n", "")[: game.index("rules:")].partition("rules:")[0]
    game = "\n".join(line for line in game.splitlines() if "owner:" not in line) + "\n"
    root = write_tiny(tmp_path, game=game, card=CARD.replace("owner.name", "card.name"))
    file = root / "cards/tiny/game.yaml"
    with serving(root) as studio:
        page = open_page(studio, "/tiny/game/facts", bypass_csp=True)
        players = field(page, "players")
        players.fill("3-6")
        players.press("Enter")
        follow = page.locator("#following")
        expect(follow.locator("li", has_text="the game is for 3-6")).to_have_count(1)
        expect(follow.locator("li", has_text="says `2–6`")).to_have_count(1)
        expect(follow.get_by_role("heading")).to_be_in_viewport()
        page.add_script_tag(path=from_npm("axe.min.js"))
        assert page.evaluate(SERIOUS)["serious"] == []

        follow.get_by_role("button", name="Use 3–6").focus()
        page.keyboard.press("Enter")
        expect(follow.locator("li", has_text="says `2–6`")).to_have_count(0)
        follow.get_by_role("button", name="without 2").click()
        expect(follow.locator("li")).to_have_count(0)
        wanted = game.replace("players: 2-6", "players: 3-6").replace("2–6", "3–6").replace("2: 6, ", "")
        saved(page, file, wanted)
        follow.get_by_role("button", name="Put away").click()
        expect(follow).to_be_hidden()
        for _ in range(3):
            page.locator("#undo").click()
        saved(page, file, game)
