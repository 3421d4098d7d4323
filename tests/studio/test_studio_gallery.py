"""The gallery in a real browser: search, filters, order, sizes, sides, overlays, and all of it by keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import Page, expect
from serving import serving
from studio_window import Open, becomes, box_of, pictured, until
from tiny import CARDS, GAME, write_tiny


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with serving(write_tiny(tmp_path_factory.mktemp("tiny"))) as found:
        yield found


def keys(page: Page) -> list[str]:
    """The keys of the pieces that are shown, in order."""
    found: list[str] = page.locator(".piece:not([hidden])").evaluate_all(
        "all => all.filter(each => !each.closest('[hidden]')).map(each => each.dataset.key)"
    )
    return found


def width(page: Page, piece: str = "deck/first/sun") -> float:
    box = box_of(page.locator(f'[data-key="{piece}"] .front'))
    return box["width"]


def test_search_finds_words_ids_and_fields(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    expect(page.locator("#count")).to_have_text("9 faces")
    for text, count in (("WAFFLE", 4), ("second moon", 1), ("jade", 4), ("chip", 1), ("no such word", 0)):
        page.locator("#search").fill(text)
        becomes(page, lambda: len(keys(page)), count)
    expect(page.locator("#nothing")).to_be_visible()
    expect(page.locator("#count")).to_have_text("0 of 9 faces")


def test_filters_join_facets_and_unite_their_values(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    page.locator("#filters summary").click()
    page.get_by_label("Ruby").check()
    rubies = {f"deck/first/{owner}" for owner in ("sun", "moon", "star", "leaf")}
    becomes(page, lambda: set(keys(page)), rubies)
    page.get_by_label("Sun").check()
    page.get_by_label("Leaf").check()
    becomes(page, lambda: keys(page), ["deck/first/sun", "deck/first/leaf"])
    expect(page.locator("#filtered")).to_have_text("2")
    page.reload()
    becomes(page, lambda: keys(page), ["deck/first/sun", "deck/first/leaf"])
    page.locator("#filters summary").click()
    page.get_by_role("button", name="Clear all").click()
    becomes(page, lambda: len(keys(page)), 9)


def test_search_finds_names_of_tokens_symbols_and_values(tmp_path: Path, open_page: Open) -> None:
    game = GAME.replace("gem: {name: gem", "gem: {name: Sparkling stone").replace(
        "    shape: token\n", "    name: Poker chip\n    shape: token\n"
    )
    with serving(write_tiny(tmp_path, game=game.replace("name: Jade", "name: Nephrite"))) as studio:
        page = open_page(studio, "/tiny/?owners=sun")
        for text, found in {
            "poker": ["chip/chip"],
            "chip": ["chip/chip"],
            "sparkling": ["deck/first/sun", "deck/second/sun"],
            "nephrite": ["deck/second/sun"],
            "official, efficient": ["deck/second/sun"],
            "stone evening": ["deck/first/sun"],
            "copies": [],
        }.items():
            page.locator("#search").fill(text)
            becomes(page, lambda: keys(page), found)


def test_pieces_are_ordered_by_any_field_within_their_component(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    before = keys(page)
    page.locator("#sort").select_option("owner")
    by_owner = ["deck/first/leaf", "deck/second/leaf", "deck/first/moon", "deck/second/moon"]
    becomes(page, lambda: keys(page)[:4], by_owner)
    page.locator("#sort").select_option("")
    becomes(page, lambda: keys(page), before)


def test_what_changed_and_what_has_findings_can_be_had_alone(project: Path, open_page: Open) -> None:
    with serving(project) as studio:
        page = open_page(studio, "/tiny/")
        page.locator("#filters summary").click()
        page.get_by_label("Changed since the studio began").check()
        becomes(page, lambda: keys(page), [])
        text = CARDS.replace("First Light", "First " * 40)
        (project / "cards" / "tiny" / "cards.yaml").write_text(text, encoding="utf-8")
        first = [f"deck/first/{owner}" for owner in ("sun", "moon", "star", "leaf")]
        expect(page.locator("#count")).to_have_text("4 of 9 faces")
        becomes(page, lambda: keys(page), first)
        page.get_by_label("Changed since the studio began").uncheck()
        page.get_by_label("With findings").check()
        becomes(page, lambda: keys(page), first)
        expect(page.locator(".findings li.error").first).to_contain_text("too tall")


def test_a_face_is_as_large_as_the_card_once_the_screen_is_known(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    becomes(page, lambda: width(page), pytest.approx(63.5 * 96 / 25.4 / 2, abs=0.5))
    page.locator("#calibrate").click()
    page.locator("#millimetre").fill("5")
    card = "Object.values(document.getElementById('bankcard').getBoundingClientRect().toJSON()).slice(2, 4)"
    becomes(page, lambda: page.evaluate(card), pytest.approx([85.6 * 5, 53.98 * 5], abs=0.5))
    page.get_by_role("button", name="Done").click()
    page.keyboard.press("1")
    becomes(page, lambda: width(page), pytest.approx(63.5 * 5, abs=0.5))
    page.reload()
    becomes(page, lambda: width(page), pytest.approx(63.5 * 5, abs=0.5))


def test_every_command_has_a_key(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    focused = "document.activeElement.closest('.piece')?.dataset.key"
    page.keyboard.press("ArrowRight")
    becomes(page, lambda: page.evaluate(focused), "deck/first/sun")
    page.keyboard.press("ArrowRight")
    becomes(page, lambda: page.evaluate(focused), "deck/second/sun")
    page.keyboard.press("ArrowDown")
    becomes(page, lambda: page.evaluate(focused), "chip/chip")
    page.keyboard.press("ArrowUp")
    page.locator('[data-key="deck/second/sun"] a').focus()
    front, back = (page.locator(f'[data-key="deck/second/sun"] .{side}') for side in ("front", "back"))
    other = page.locator('[data-key="deck/first/sun"] .front')
    page.keyboard.press("f")
    expect(back).to_be_visible()
    expect(front).to_be_hidden()
    expect(other).to_be_visible()
    page.keyboard.press("b")
    expect(front).to_be_visible()
    expect(other).to_be_hidden()
    page.keyboard.press("b")
    page.keyboard.press("+")
    expect(page.locator("#size")).to_have_value("60")
    page.keyboard.press("-")
    page.keyboard.press("-")
    expect(page.locator("#size")).to_have_value("40")
    page.keyboard.press("/")
    page.keyboard.type("waffle")
    becomes(page, lambda: len(keys(page)), 4)
    page.keyboard.press("Escape")
    becomes(page, lambda: len(keys(page)), 9)
    page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    becomes(page, lambda: page.evaluate(focused), "deck/first/sun")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{page.url.partition('/tiny/')[0]}/tiny/card/deck/first/sun")


def test_overlays_show_the_trim_the_bleed_and_the_safe_zone(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    line = "getComputedStyle(document.querySelector('.face .overlay'), '::{}').content"
    assert page.evaluate(line.format("before")) == "none"
    page.keyboard.press("t")
    becomes(page, lambda: page.evaluate(line.format("before")), '""')
    page.keyboard.press("z")
    becomes(page, lambda: page.evaluate(line.format("after")), '""')
    inset = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.face .overlay'), '::after').left)"
    )
    assert inset == pytest.approx(3 * 96 / 25.4 / 2, abs=0.1)


def test_bleed_is_shown_beyond_the_cut(all_games: Studio, open_page: Open) -> None:
    page = open_page(all_games, "/gem-rush/")
    bleeds = page.locator(".piece").evaluate_all(
        "all => all.map(each => [each.dataset.key, parseFloat(getComputedStyle(each).getPropertyValue('--bleed'))])"
    )
    key, bleed = next((key, bleed) for key, bleed in bleeds if bleed)
    before = width(page, key)
    page.keyboard.press("e")
    wanted = pytest.approx(before + 2 * bleed * 96 / 25.4 / 2, abs=0.5)
    becomes(page, lambda: width(page, key), wanted)


def test_only_faces_near_the_window_are_fetched(all_games: Studio, open_page: Open) -> None:
    page = open_page(all_games, "/gemotion/", 390)
    pictured(page, ".piece .front img")
    page.wait_for_load_state("networkidle")
    fetched = "performance.getEntriesByType('resource').filter(each => each.name.includes('/face/')).length"
    few = page.evaluate(fetched)
    assert 2 < few < 120  # of 372 images
    page.mouse.wheel(0, 9000)
    until(page, f"{fetched} > {few}")


def test_a_face_is_fetched_once_and_kept(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    source = page.locator(".front img").first.get_attribute("src") or ""
    kept = page.evaluate("async source => (await fetch(source)).headers.get('cache-control')", source)
    assert "immutable" in kept
    assert "max-age=31536000" in kept


def test_a_finding_leads_to_its_card_and_to_the_editor(project: Path, open_page: Open) -> None:
    (project / "nineup.yaml").write_text('editor: "zed://file/{file}:{line}:{column}"\n', encoding="utf-8")
    text = CARDS.replace("Second Wind", "Second " * 40)
    (project / "cards" / "tiny" / "cards.yaml").write_text(text, encoding="utf-8")
    with serving(project) as studio:
        page = open_page(studio, "/tiny/", 1280)
        finding = page.locator(".findings li.error").first
        finding.locator("a.message").click()
        focused = "document.activeElement.closest('.piece')?.dataset.key"
        becomes(page, lambda: page.evaluate(focused), "deck/second/sun")
        place = f"{project}/cards/tiny/cards.yaml".lstrip("/")
        assert (finding.locator(".place .ineditor").get_attribute("href") or "").startswith(
            f"zed://file/{place}:1"
        )


def test_keys_work_while_the_toolbar_has_the_focus(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    backs = page.get_by_label("Backs")
    backs.check()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    backs.focus()
    page.keyboard.press("ArrowRight")
    focused = "document.activeElement.closest('.piece')?.dataset.key"
    becomes(page, lambda: page.evaluate(focused), "deck/first/sun")
    page.locator("#size").focus()
    before = int(page.locator("#size").input_value())
    page.keyboard.press("ArrowRight")
    expect(page.locator("#size")).to_have_value(str(before + 1))
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.locator("#search").press_sequentially("?b")
    expect(page.locator("#search")).to_have_value("?b")
    expect(page.locator("#keys")).to_be_hidden()
    assert backs.is_checked()


def test_the_ring_of_a_card_shows(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/")
    link = page.locator(".piece a").first
    link.locator("img").first.evaluate("image => image.decode()")
    box = box_of(link)
    beside = {"x": box["x"] - 5, "y": box["y"] + 40, "width": 5, "height": 5}
    link.scroll_into_view_if_needed()
    before = page.screenshot(clip=beside)
    page.keyboard.press("ArrowRight")
    expect(link).to_be_focused()
    assert page.screenshot(clip=beside) != before


def test_on_a_telephone_run_and_findings_are_folded(tiny: Studio, open_page: Open) -> None:
    page = open_page(tiny, "/tiny/", 390)
    expect(page.locator("#run .controls")).to_be_hidden()
    expect(page.locator(".findings summary")).to_be_visible()
    page.locator("#run summary").click()
    expect(page.locator("#run .controls")).to_be_visible()


def test_a_finding_without_a_card_shows_its_line(project: Path, open_page: Open) -> None:
    file = project / "cards" / "tiny" / "game.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("== 3 * players", "== 4 * players"), encoding="utf-8"
    )
    with serving(project) as studio:
        page = open_page(studio, "/tiny/")
        finding = page.locator(".findings li.error").first
        finding.locator("summary").click()
        expect(finding.locator("pre .here")).to_contain_text("count('chip') == 4 * players")


def test_a_thousand_faces_are_shown_as_they_come_into_sight(tmp_path: Path, open_page: Open) -> None:
    cards = [f"  - {{id: c{n:04}, suit: ruby, name: Card {n}, text: Take {n}.}}\n" for n in range(1000)]
    head = CARDS.partition("cards:")[0] + "cards:\n"
    root = write_tiny(tmp_path / "large", cards=head + "".join(cards))
    with serving(root) as studio:
        page = open_page(studio, "/tiny/?owners=sun")
        expect(page.locator("#count")).to_have_text("1001 faces")
        page.wait_for_load_state("networkidle")
        fetched = (
            "performance.getEntriesByType('resource').filter(each => each.name.includes('/face/')).length"
        )
        assert page.evaluate(fetched) < 250
        last = page.locator('[data-key="deck/c0999/sun"]')
        assert not last.locator(".front img").evaluate("image => image.complete && image.naturalWidth > 0")
        last.scroll_into_view_if_needed()
        until(
            page,
            "(image => image.complete && image.naturalWidth > 0)"
            "(document.querySelector('[data-key=\"deck/c0999/sun\"] .front img'))",
        )
        places = [-1.0, -2.0]  # Rows that come into sight get their true height, until there are no more.
        while places[-1] != places[-2]:
            page.wait_for_timeout(300)
            last.scroll_into_view_if_needed()
            places.append(page.evaluate("scrollY"))
        before, top = last.locator(".front img").get_attribute("src"), places[-1]
        text = head + "".join(cards).replace("Take 999.", "Give 999.")
        (root / "cards" / "tiny" / "cards.yaml").write_text(text, encoding="utf-8")
        expect(last.locator(".front img")).not_to_have_attribute("src", before or "")
        assert page.evaluate("scrollY") == top
