"""The style page in a real browser: what is moved shows at once, and is written when it is let go."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from nineup.base.project import STARTER
from nineup.typography.text.style_file import STYLE as STYLE_KEYS
from nineup_studio import Studio
from playwright.sync_api import Page, Route, expect
from programs import from_npm
from serving import serving
from studio_window import Open, box_of, saved, until
from test_studio_views import LOOKS, SERIOUS
from tinyfont import tiny_font

SHEET = "layouts/tea-time/style.yaml"
CARD = "#looked .shown .front img"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("cards", "layouts"):
        shutil.copytree(STARTER / "games" / name / "tea-time", tmp_path / name / "tea-time")
    return tmp_path


@pytest.fixture
def starter(root: Path) -> Iterator[Studio]:
    with serving(root) as found:
        yield found


def opened(page: Page) -> Page:
    expect(page.locator(".lookrow").first).to_be_visible()
    return page


def row(page: Page, key: str) -> str:
    return f'.lookrow[data-key="{key}"]'


def written(page: Page, root: Path, text: str, file: str = SHEET) -> None:
    """Waits until a file has just that text."""
    saved(page, root / file, text)


def holds(page: Page, root: Path, text: str, file: str = SHEET) -> None:
    """Waits until a file has a text in it."""
    until(page, lambda: text in (root / file).read_text())


def test_a_style_is_moved_and_written(starter: Studio, root: Path, open_page: Open) -> None:
    page = opened(open_page(starter, "/tea-time/style?style=title&card=cups/sencha"))
    first = (root / SHEET).read_text()
    keys = page.locator(".lookrow").evaluate_all("rows => rows.map(row => row.dataset.key)")
    assert {*keys, "extends"} == set(STYLE_KEYS.keys)

    # A slider shows on the card while it moves, and writes nothing until it is let go.
    shown = page.locator(CARD).get_attribute("src") or ""
    other = page.locator('.strip li[data-key="cups/oolong"] img')
    before = other.get_attribute("src") or ""
    slider = page.locator(f'{row(page, "size")} input[type="range"]')
    slider.scroll_into_view_if_needed()
    box = box_of(slider)
    page.mouse.move(box["x"] + box["width"] * 0.32, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2, steps=5)
    expect(page.locator(CARD)).not_to_have_attribute("src", shown)
    assert (root / SHEET).read_text() == first
    page.mouse.up()
    size = page.locator(f"{row(page, 'size')} .number")
    expect(page.locator("#undo")).to_be_enabled()
    moved = first.replace("size: 16pt", f"size: {size.input_value()}pt")
    assert moved != first
    written(page, root, moved)
    expect(other).not_to_have_attribute("src", before)

    # Undo gives the bytes back, and the faces.
    page.keyboard.press("Control+z")
    written(page, root, first)
    expect(size).to_have_value("16")
    expect(other).to_have_attribute("src", before)

    # By keyboard: the steps of a slider are one edit.
    slider = page.locator(f'{row(page, "leading")} input[type="range"]')
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    written(
        page,
        root,
        first.replace("    color: ink\n  strength", "    color: ink\n    leading: 1.4\n  strength"),
    )
    expect(page.locator(f"{row(page, 'leading')}")).to_have_class("lookrow said-here")
    page.get_by_role("button", name="Reset Leading").click()
    written(page, root, first)

    # A mistake is shown where it is.
    size = page.locator(f"{row(page, 'size')} .number")
    size.fill("9")
    size.press("Enter")
    expect(page.locator(f"{row(page, 'min-size')} .found-here")).to_contain_text("is larger than `size`")
    page.locator("#undo").click()
    expect(page.locator(".found-here")).to_have_count(0)

    # A click on a text opens its style; a record is turned on as a whole.
    page.get_by_role("button", name="The style of “Take 2 {sugar}.”: rules").click()
    expect(page.locator(".stylehead strong")).to_have_text("rules")
    page.get_by_role("switch", name="Shadow").click()
    expect(page.locator(f"{row(page, 'shadow')} .inner")).to_have_count(4)
    holds(page, root, "right: 0.5pt")
    page.get_by_role("button", name="Shadow: color: teapot").click()
    expect(page.locator(f"{row(page, 'shadow')} .colornamed")).to_have_text("teapot")
    holds(page, root, 'shadow: {color: "teapot", right: 0.5pt, down: 0.5pt}')


def test_the_palette_colors_every_face(starter: Studio, root: Path, open_page: Open) -> None:
    page = opened(open_page(starter, "/tea-time/style"))
    first = (root / SHEET).read_text()
    token = page.locator('.strip li[data-key="sugar/sugar"] img')
    before = token.get_attribute("src") or ""
    page.get_by_label("Choose teapot").fill("#552200")
    written(page, root, first.replace("#27494d", "#552200"))
    expect(token).not_to_have_attribute("src", before)
    expect(page.locator('[data-key="ink"] .contrast')).to_contain_text("12.38 : 1")

    # A name is followed into the layouts; what is used stays.
    name = page.get_by_label("Name of the color teapot")
    name.fill("pot")
    name.press("Enter")
    expect(page.get_by_label("Name of the color pot")).to_be_visible()
    holds(page, root, "{{ palette.pot }}", "layouts/tea-time/sugar.svg")
    page.get_by_role("button", name="Remove pot").click()
    expect(page.locator("#toast")).to_contain_text("`pot` is used in layouts/tea-time/back.svg:15")
    page.get_by_label("Name of a new color").fill("mint")
    page.get_by_role("button", name="+ Color").click()
    expect(page.get_by_label("Name of the color mint")).to_be_visible()
    page.get_by_role("button", name="Remove mint").click()
    expect(page.get_by_label("Name of the color mint")).to_have_count(0)
    for _ in range(4):
        page.locator("#undo").click()
        expect(page.locator("#toast")).to_contain_text("Undone")
    written(page, root, first)
    holds(page, root, "{{ palette.teapot }}", "layouts/tea-time/sugar.svg")


def test_fonts_are_tried_chosen_and_added(starter: Studio, root: Path, open_page: Open) -> None:
    page = opened(open_page(starter, "/tea-time/style?style=title"))
    first = (root / SHEET).read_text()
    page.locator(".fontbox summary").click()
    until(page, "[...document.querySelectorAll('.fontlist img')].every(image => image.naturalWidth > 0)")
    shown = page.locator(CARD).get_attribute("src") or ""
    sans = page.get_by_role("button", name="Source Sans 3, 6 styles, comes with Nineup")
    sans.hover()
    expect(page.locator(CARD)).not_to_have_attribute("src", shown)
    assert (root / SHEET).read_text() == first
    page.mouse.move(0, 0)
    expect(page.locator(CARD)).to_have_attribute("src", shown)
    sans.click()
    written(page, root, first.replace("font: Young Serif", "font: Source Sans 3"))

    page.get_by_role("button", name="+ Add fonts …").click()
    note = page.locator("#addfonts .hint")
    expect(note).to_contain_text("Without a licence file")
    letters = "".join(chr(each) for each in range(33, 126))
    fonts = [("bad.ttf", b"none"), ("tiny.ttf", tiny_font(letters))]
    page.locator("#fontfiles").set_input_files(
        [{"name": name, "mimeType": "font/ttf", "buffer": data} for name, data in fonts]
    )
    expect(page.locator("#addfonts .files li")).to_have_text(
        [
            "bad.ttf is not a TrueType, OpenType, WOFF or WOFF2 font, whatever its name says",
            "Tiny Regular, from tiny.ttf",
        ]
    )
    page.locator("#licencefile").set_input_files(
        [{"name": "OFL.txt", "mimeType": "text/plain", "buffer": b"The licence of Tiny\n"}]
    )
    expect(note).to_contain_text("The licence says: “The licence of Tiny”")
    page.locator("#addfonts .main").click()
    expect(page.get_by_role("button", name="Tiny, 1 style")).to_be_visible()
    saved(page, root / "fonts/tiny/OFL.txt", "The licence of Tiny\n")
    until(page, lambda: (root / "fonts/tiny/Tiny-Regular.ttf").exists())
    page.locator("#undo").click()
    expect(page.get_by_role("button", name="Tiny, 1 style")).to_have_count(0)
    until(page, lambda: not (root / "fonts/tiny").exists())


def test_a_new_key_has_a_control_by_itself(starter: Studio, open_page: Open) -> None:
    page = opened(open_page(starter, "/tea-time/style"))

    def with_key(route: Route) -> None:
        answer = route.fetch()
        look = answer.json()
        styles = look["form"]["section"]["schema"]["properties"]["styles"]["additionalProperties"]
        styles["properties"]["sheen"] = {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "Shine.",
        }
        route.fulfill(response=answer, json=look)

    page.route("**/look?*", with_key)
    page.reload()
    expect(
        page.locator('fieldset:has(legend:text-is("More")) .lookrow[data-key="sheen"] input')
    ).to_have_count(2)


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_serious(starter: Studio, width: int, scheme: str, open_page: Open) -> None:
    page = opened(open_page(starter, "/tea-time/style?style=rules", width, scheme, bypass_csp=True))
    page.get_by_role("switch", name="Outline").click()
    expect(page.locator(f"{row(page, 'outline')} .inner").first).to_be_visible()
    page.locator(".fontbox summary").click()
    page.locator(".uses summary").first.click()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("button", name="+ Add fonts …").click()
    expect(page.locator("#addfonts")).to_be_visible()
    assert page.evaluate(SERIOUS)["serious"] == []
