"""The sheets in the browser: as a build prints them, for any paper, bleed and way of turning them over."""

import io
import re
from pathlib import Path

import pypdfium2
import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.pipeline import PrintOptions, RunChoice, draw, group_by_shape, make_files
from nineup.pipeline.stages import DrawnRun
from nineup.write.face_svg import FaceSvg
from nineup_studio import Studio
from nineup_studio.pages.print_query import options_of
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect
from serving import client, origin
from studio_window import GAMES, Open, arrived, becomes, pictured, until
from tiny import CARDS

ROOT = Path(__file__).parents[2]

REDUCED = 3
"""Pages are compared in pixels of three by three, since the two smooth the fine strokes of paintings in their
own way.
"""

MOST_DIFFERENT = 2.25
"""The mean difference of a page in Chromium and in PDFium, of 255: pages of four games differ by 0.25 to 1.2,
those with Plein Air's paintings by up to 1.75.
"""

FILLED = "<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>"


def edit(root: Path, text: str) -> None:
    (root / "cards" / "tiny" / "cards.yaml").write_text(text, encoding="utf-8")


def sheet(page: Page, number: int = 0) -> str:
    return page.locator("button.sheet .front").nth(number).get_attribute("src") or ""


@pytest.mark.parametrize("game", GAMES)
def test_a_page_looks_like_the_page_of_the_pdf(chromium: Browser, game: str) -> None:
    options = PrintOptions(bleed=2 * MM)
    ready = draw(Project(ROOT), game, RunChoice(), options, findings := Findings(), lambda *_: None)
    assert isinstance(ready, DrawnRun)
    made = make_files(ready, group_by_shape(ready.drawn), findings, lambda *_: None)
    stretched = '<svg preserveAspectRatio="none"'
    writer = FaceSvg(ready.engine.fonts.by_key)
    window = chromium.new_page(device_scale_factor=2)
    for file in made.files:
        page = file.pages[0]
        pdf = pypdfium2.PdfDocument(file.data)
        printed = pdf[0].render(scale=8 / 3).to_pil().convert("RGB")
        pdf.close()
        window.set_viewport_size(
            {"width": round(page.size.width * 4 / 3), "height": round(page.size.height * 4 / 3)}
        )
        window.set_content(FILLED + writer.write_page(page).decode().replace("<svg", stretched, 1))
        shot = Image.open(io.BytesIO(window.screenshot())).convert("RGB").resize(printed.size)
        difference = ImageStat.Stat(ImageChops.difference(shot.reduce(REDUCED), printed.reduce(REDUCED))).mean
        assert max(difference) < MOST_DIFFERENT, file.name
        assert max(ImageStat.Stat(shot).stddev) > 20, "it isn't blank"
    window.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_in_sight_is_shown(all_games: Studio, game: str, open_page: Open) -> None:
    page = open_page(all_games, f"/{game}/sheets?bleed=3&paper=letter")
    assert pictured(page, ".leaf .front")
    expect(page.locator("h2 small").first).to_contain_text("LETTER", ignore_case=True)


def test_only_sheets_in_sight_are_made(studio: Studio, project: Path, open_page: Open) -> None:
    edit(project, CARDS.replace("copies: 2", "copies: 250"))
    page = open_page(studio, "/tiny/")
    page.set_viewport_size({"width": 390, "height": 800})  # A browser loads some screens ahead.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/sheet/" in request.url else None)
    page.get_by_role("link", name="Sheets").click()
    arrived(page, "**/tiny/sheets")
    expect(page.locator("button.sheet")).to_have_count(113)
    pictured(page, "button.sheet .front")
    page.wait_for_load_state("networkidle")
    assert 0 < len(asked) < 80


def test_the_controls_are_the_address(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/sheets")
    page.evaluate("window.here = true")
    portrait = sheet(page)
    page.get_by_label("Paper").select_option("a3")
    expect(page.locator("h2 small").first).to_contain_text("420 × 297 mm")
    expect(page).to_have_url(re.compile("[?]paper=a3$"))
    page.get_by_role("spinbutton", name="Bleed").fill("3")
    page.get_by_role("spinbutton", name="Bleed").press("Enter")
    page.wait_for_url("**/sheets?paper=a3&bleed=3")
    two = page.get_by_role("group", name="Players").get_by_text("2", exact=True)
    expect(two).to_have_attribute("href", re.compile("bleed=3"))
    two.click()
    page.wait_for_url("**/sheets?players=2&paper=a3&bleed=3")
    expect(page.locator("#run [aria-label=Players] [aria-current]")).to_have_text("2")
    page.get_by_label("Paper").select_option("a4")
    page.wait_for_url("**/sheets?players=2&bleed=3")
    assert page.evaluate("window.here")
    page.go_back()
    expect(page.get_by_label("Paper")).to_have_value("a3")
    until(page, lambda: sheet(page) != portrait)


@pytest.mark.parametrize(
    ("query", "turn"),
    [
        ("sheet=upright", "turn-y"),
        ("sheet=upright&backs=short-edge", "turn-x"),
        ("sheet=across", "turn-x"),
        ("sheet=across&backs=short-edge", "turn-y"),
    ],
)
def test_a_sheet_turns_over_as_in_the_printer(
    studio: Studio, project: Path, query: str, turn: str, open_page: Open
) -> None:
    folder = project / "layouts" / "sheets"
    folder.mkdir()
    for name, orientation in (("upright", "portrait"), ("across", "landscape")):
        (folder / f"{name}.yaml").write_text(f"orientation: {orientation}\n", encoding="utf-8")
    page = open_page(studio, f"/tiny/sheets?{query}")
    expect(page.locator(".leaf").first).to_have_class(re.compile(turn))
    page.get_by_role("button", name="Backs").click()
    axis = """() => {
        const { m11, m22 } = new DOMMatrix(getComputedStyle(document.querySelector(".leaf")).transform);
        return m11 < -.99 ? "turn-y" : m22 < -.99 ? "turn-x" : null;
    }"""
    becomes(page, lambda: page.evaluate(axis), turn)


def test_no_backs_and_a_gutterfold_have_one_page(studio: Studio, open_page: Open) -> None:
    for backs in ("none", "gutterfold"):
        page = open_page(studio, f"/tiny/sheets?backs={backs}")
        expect(page.locator(".leaf .front").first).to_be_visible()
        assert page.locator(".leaf .back").count() == 0


def test_a_sheet_large_with_keys_alone(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/sheets")
    page.locator("button.sheet").first.focus()
    page.keyboard.press("Enter")
    label = page.locator("#large-label")
    expect(label).to_have_text("Cards · a4 · sheet 1 of 2")
    page.keyboard.press("ArrowRight")
    expect(label).to_have_text("Cards · a4 · sheet 2 of 2")
    page.keyboard.press("f")
    expect(page.locator("#stage")).to_have_class("stage fit flipped")
    page.keyboard.press("t")
    expect(page.locator("#large-through")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="100 %").click()
    width = "document.querySelector('#stage .front').offsetWidth"
    becomes(page, lambda: page.evaluate(width), pytest.approx(210 / 25.4 * 96, abs=1.5))
    page.keyboard.press("Escape")
    expect(page.locator("#large")).to_be_hidden()
    expect(page.locator("button.sheet:focus")).to_have_attribute("data-label", "Cards · a4 · sheet 2 of 2")


def test_an_edit_changes_the_sheets_that_show_it(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/sheets")
    first, last = sheet(page), sheet(page, 2)
    page.locator("button.sheet").first.click()
    edit(project, CARDS.replace("First Light", "Last Light"))
    expect(page.locator("#stage .front")).not_to_have_attribute("src", first)
    becomes(page, lambda: sheet(page) == page.locator("#stage .front").get_attribute("src"), True)
    assert sheet(page, 2) == last


def test_what_does_not_fit_is_found(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/sheets?paper=a5&margin=65")
    expect(page.locator("#found")).to_contain_text("deck")
    expect(page.locator("#found .links a[href*='/tiny/at?']").first).to_be_visible()
    expect(page.locator("h2", has_text="Cards")).to_have_count(0)


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"paper": "a9"}, "unknown paper `a9`"),
        ({"paper": "1mm x 2mm"}, "out of range"),
        ({"backs": "sideways"}, "`sideways` is not one of"),
        ({"bleed": "-3"}, "`-3` is negative"),
        ({"bleed": "nan"}, "`nan` is not a length"),
        ({"margin": "<b>"}, "`<b>mm` is not a length"),
        ({"printer": "none such"}, "none is saved"),
    ],
)
def test_an_address_that_asks_for_nonsense(query: dict[str, str], says: str) -> None:
    findings = Findings()
    assert options_of(query, findings) is None
    assert says in findings[0].message


def test_nonsense_is_shown_not_run(studio: Studio) -> None:
    with client(studio) as own:
        answer = own.get("/tiny/sheets", params={"paper": "<script>alert(1)</script>", "sheet": "../../x"})
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert "unknown paper" in answer.text
        assert "unknown sheet" in own.get("/tiny/sheets", params={"sheet": "../../x"}).text
        assert own.get("/sheet/0123.svg").status_code == 404
        assert own.get("/sheet/..%2f..%2fnineup.yaml.svg").status_code == 404


def test_a_page_is_kept_for_ever_and_runs_nothing(studio: Studio) -> None:
    with client(studio) as own:
        text = own.get("/tiny/sheets").text
        path = text.split('class="front" src="')[1].split('"')[0]
        answer = own.get(f"{origin(studio)}{path}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert "sandbox" in answer.headers["content-security-policy"]


def test_a_draft_says_so_on_its_sheets(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/sheets")
    before = sheet(page)
    edit(project, CARDS.replace("First Light", "Lightlight " * 40))
    expect(page.locator("button.sheet .front").first).not_to_have_attribute("src", before)
    expect(page.locator(".findings li.error").first).to_be_visible()
