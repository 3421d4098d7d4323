"""The page of a card: its sides, fields and their places, copies, findings, the hand, and earlier
versions.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from nineup.cli import nineup
from nineup_studio import Studio
from playwright.sync_api import Locator, Page, expect
from serving import client, serving
from studio_window import Open, arrived, until
from tiny import CARDS

FIRST = "/tiny/card/deck/first/sun"


def field(page: Page, name: str) -> Locator:
    return page.locator(f'.fields [data-key="{name}"]')


def write(project: Path, cards: str) -> None:
    (project / "cards" / "tiny" / "cards.yaml").write_text(cards, encoding="utf-8")


def test_fields_have_their_values_and_places(studio: Studio, project: Path, open_page: Open) -> None:
    decided = "    decided: {name: A name that nobody else has.}\n    source: Rules, page 2\n"
    write(project, CARDS.replace("    when:", decided + "    when:"))
    page = open_page(studio, FIRST)
    expect(page.locator("#name")).to_have_text("First Light")
    expect(field(page, "name")).to_contain_text("cards/tiny/cards.yaml:8:11")
    expect(field(page, "name")).to_contain_text("decided: A name that nobody else has.")
    expect(field(page, "suit")).to_contain_text("ruby")
    for fact in ("Rules, page 2", "'ruby' in suits", "layouts/tiny/card.svg"):
        expect(page.locator(".facts")).to_contain_text(fact)
    place = page.locator('.fields [data-key="name"] a').get_attribute("href") or ""
    assert place.endswith("/tiny/at?file=cards%2Ftiny%2Fcards.yaml&line=8&column=11")


def test_copies_are_those_of_each_player_count(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/card/deck/second/sun")
    cells = page.locator(".copies td").all_inner_texts()
    assert cells == ["4", "6", "8", "10", "12", "8"]  # two for each owner; the base box is for four
    page.goto(page.url.replace("second", "first"))
    assert page.locator(".copies td").all_inner_texts() == ["2", "3", "4", "5", "6", "4"]


def test_it_follows_an_edit_and_says_what_is_wrong(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, FIRST)
    page.evaluate("window.here = true")
    before = page.locator(".large .front img").get_attribute("src") or ""
    write(project, CARDS.replace("First Light", "First " * 40))
    expect(page.locator(".large .front img")).not_to_have_attribute("src", before)
    expect(page.locator(".own li.error").first).to_contain_text("too tall")
    write(project, CARDS)
    expect(page.locator(".own")).to_have_count(0)
    assert page.evaluate("window.here")


def test_arrow_keys_lead_to_the_neighbours(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, FIRST)
    page.keyboard.press("ArrowRight")
    arrived(page, "**/card/deck/second/sun")
    page.keyboard.press("ArrowLeft")
    arrived(page, "**/card/deck/first/sun")
    assert page.locator('.trail [rel="prev"]').count() == 0


def test_a_card_of_another_run_is_not_there(studio: Studio) -> None:
    with client(studio) as own:
        assert own.get("/tiny/card/deck/first/wave").status_code == 404
        assert own.get("/tiny/card/deck/first/wave?players=5&owners=wave").status_code == 200
        assert own.get("/tiny/card/deck/nothing/sun").status_code == 404
        assert own.get("/tiny/earlier/print:x/top/deck/first/sun").status_code == 404


@pytest.mark.parametrize("eye", ["grey", "protan", "deutan", "tritan"])
def test_other_eyes_see_what_the_rule_of_colours_compares(studio: Studio, open_page: Open, eye: str) -> None:
    """A point of the red bar at the top of the card, by the browser's filter and by coloraide."""
    import io

    from coloraide import Color
    from PIL import Image

    page = open_page(studio, FIRST)
    face = page.locator(f".eyes .{eye} .face")
    face.scroll_into_view_if_needed()
    until(page, f"document.querySelector('.eyes .{eye} img').naturalWidth > 0")
    face.locator("img").evaluate("image => image.decode()")
    shot = face.screenshot()
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    found = picture.getpixel((picture.width // 2, round(picture.height * 8 / 88.9)))
    red = Color("#b5162b")
    kinds = {"tritan": {"method": "machado"}}
    wanted = red.filter("grayscale") if eye == "grey" else red.filter(eye, **kinds.get(eye, {}))
    assert isinstance(found, tuple)
    for one, other in zip(found, wanted.convert("srgb").clip().coords(), strict=True):
        assert abs(one - 255 * other) < 3, (eye, found, wanted)


def test_a_hand_is_fanned_for_cards_only(all_games: Studio, open_page: Open) -> None:
    page = open_page(all_games, "/gemotion/")
    page.locator(".piece a").nth(6).click()
    expect(page.locator(".fan li")).to_have_count(5)
    expect(page.locator('.fan [aria-current="true"]')).to_have_count(1)
    page.goto(page.url.partition("/gemotion/")[0] + "/gem-rush/")
    page.locator(".piece a").first.click()
    expect(page.locator("#name")).to_be_visible()
    expect(page.locator(".fan")).to_have_count(0)


def test_it_is_compared_with_a_print_and_with_a_commit(project: Path, open_page: Open) -> None:
    for name in ("cards.yaml", "game.yaml"):
        assert (project / "cards" / "tiny" / name).exists()
    assert shutil.which("git")
    git = ["git", "-C", str(project), "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "First & <b>last</b>"]):
        subprocess.run([*git, *words], check=True)
    run = CliRunner().invoke
    assert run(nineup, ["--project", str(project), "build", "tiny"]).exit_code == 0
    assert run(nineup, ["--project", str(project), "print-done", "tiny", "box", "--as", "v1"]).exit_code == 0
    write(project, CARDS.replace("First Light", "Last Light"))
    with serving(project) as studio:
        page = open_page(studio, "/tiny/")
        page.locator("#filters summary").click()
        expect(page.get_by_label("Changed since print v1")).to_be_visible()
        page.get_by_label("Changed since print v1").check()
        expect(page.locator("#count")).to_have_text("4 of 9 faces")
        page.goto(page.url + "card/deck/first/sun")
        page.get_by_role("link", name="print v1").click()
        arrived(page, re.compile("since=print"))
        expect(page.locator(".was")).to_have_count(2)
        until(page, "[...document.querySelectorAll('.was')].every(image => image.naturalWidth)")
        assert page.evaluate("document.querySelector('.was').naturalWidth") > 300
        commit = page.locator("#since option").last
        assert "First & <b>last</b>" in commit.inner_text()
        page.locator("#since").select_option(commit.get_attribute("value"))
        arrived(page, "**since=commit**")
        expect(page.locator(".was")).to_have_count(2)
        then = page.evaluate("fetch(document.querySelector('.was').src).then(answer => answer.text())")
        now = page.evaluate(
            "fetch(document.querySelector('.pair .front img').src).then(answer => answer.text())"
        )
        assert "<path" in then
        assert then != now
        page.locator("#swiped").check()
        page.locator("#swipe").fill("100")
        expect(page.locator(".pair figure").first).to_have_css("clip-path", "inset(0px 100% 0px 0px)")


def test_without_a_repository_it_says_so(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, FIRST)
    page.get_by_role("link", name="Compare with a commit").click()
    expect(page.locator(".facts .hint")).to_contain_text("isn't in a git repository")
