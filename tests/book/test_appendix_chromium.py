"""The page of HTML in a real browser: no errors, every anchor found, nothing wider than a phone, and axe-core
content.

Skipped where there is no Chromium, but not where `CI` is set; axe-core is looked for in `.venv/axe.min.js`,
where `.ci/run` puts it.
"""

import io
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browser import Window
from made import ROOT, WRITTEN
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.model.drawing import Face, Use
from nineup.pipeline import PrintOptions, RunChoice
from nineup.write import face_pdf
from nineup.write.preview import png
from nineup.write.svg import svg
from pages import page_of
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser
from programs import from_npm

NARROW, WIDE = 360, 1280

LOOK = """
(async () => {
  await document.fonts.ready;
  for (const image of document.images) { image.loading = "eager"; }
  await Promise.allSettled([...document.images].map(image => image.decode()));
  const links = [...document.querySelectorAll("a[href^='#'], use")];
  const ids = links.map(link => decodeURIComponent(link.getAttribute("href").slice(1)));
  const boxes = [...document.querySelectorAll("h1, h2, h3, h4, p, li, caption, img")];
  const words = found => found.map(box => box.textContent.slice(0, 40));
  const wide = box => box.scrollWidth > box.clientWidth + 1;
  const lines = cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).fontSize);
  };
  return {
    missing: ids.filter(id => !document.getElementById(id)),
    beyond: words(boxes.filter(box =>
      !box.closest(".scroll, .skip") && box.getBoundingClientRect().right > innerWidth + 1)),
    broken: words([...document.querySelectorAll("tbody td.right")].filter(cell => lines(cell) > 2)),
    covered: words([...document.querySelectorAll(".bars th")].filter(wide)),
    small: words(boxes.filter(box => parseFloat(getComputedStyle(box).fontSize) < 12)),
    pictures: [...document.images].filter(image => !image.naturalWidth).map(image => image.alt),
    blurred: [...document.images].filter(image => image.naturalWidth < 1.9 * image.width).map(image => image.alt),
    fonts: [...document.fonts].filter(font => font.status === "error").map(font => font.family),
    width: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  };
})()
"""

FOUND = """
axe.run(document, {resultTypes: ["violations"], ...MORE}).then(found => ({
  passes: found.passes.length,
  serious: found.violations.filter(each => ["serious", "critical"].includes(each.impact))
    .map(each => each.id + ": " + each.nodes.slice(0, 3).map(node => node.html.slice(0, 120)).join(" | ")),
}))
"""
CONTRAST = FOUND.replace("...MORE", 'runOnly: ["color-contrast"]')
"""What depends on the colours alone."""


@pytest.fixture(scope="module")
def window(chromium: Browser) -> Iterator[Window]:
    with closing(Window(chromium)) as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def shown(
    window: Window, game: str, width: int, folder: Path, scheme: str = "light", media: str = "screen"
) -> Window:
    """A window that shows a game's page."""
    page = folder / f"{game}.html"
    if not page.exists():
        page.write_text(page_of(game), encoding="utf-8")
    window.open(page, width, scheme, media)
    return window


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("game", WRITTEN)
def test_a_browser_has_nothing_to_complain_of(window: Window, game: str, width: int, folder: Path) -> None:
    reported: dict[str, Any] = shown(window, game, width, folder).value(LOOK)
    assert (reported.pop("width"), reported.pop("room")) == (width, width)
    assert reported == {key: [] for key in reported}
    assert len(reported) == 8
    assert window.complaints == []


@pytest.mark.parametrize("game", WRITTEN)
def test_axe_finds_nothing_serious(window: Window, game: str, folder: Path) -> None:
    shown(window, game, NARROW, folder).value(from_npm("axe.min.js").read_text(encoding="utf-8") + ";0")
    found = window.value(FOUND.replace("...MORE", ""))
    assert found["serious"] == []
    assert found["passes"] > 15
    in_the_dark = shown(window, game, NARROW, folder, "dark").value(CONTRAST)
    assert in_the_dark["serious"] == []
    assert in_the_dark["passes"] == 1


def test_a_sign_stays_on_the_line_of_its_number_and_of_its_name(window: Window, folder: Path) -> None:
    """At every width, where a browser alone would break beside a picture."""
    for width in range(320, 400, 8):
        shown(window, "gemotion", width, folder)
        lines = window.value(
            "[...document.querySelectorAll('.kept')].filter(e => e.getClientRects().length > 1).map(e => e.outerHTML)"
        )
        assert lines == []


def test_the_contents_stay_in_sight_on_a_wide_window_and_a_link_leads_to_them_on_a_narrow_one(
    window: Window, folder: Path
) -> None:
    where = "(scrollTo(0, 9000), document.querySelector('{}').getBoundingClientRect())"
    shown(window, "gemotion", WIDE, folder)
    assert 0 <= window.value(where.format("nav") + ".top") < 100
    assert window.value("getComputedStyle(document.querySelector('.up')).display") == "none"
    shown(window, "gemotion", NARROW, folder)
    assert window.value(where.format("nav") + ".bottom") < 0
    assert 700 < window.value(where.format(".up") + ".bottom") < 800


def test_symbols_have_light_ground_in_the_dark(window: Window, folder: Path) -> None:
    ground = "getComputedStyle(document.querySelector('{}')).backgroundColor"
    shown(window, "gemotion", NARROW, folder, "dark")
    assert window.value(ground.format("body")) == "rgb(24, 24, 28)"
    assert window.value(ground.format("svg.sign")) == "rgb(244, 242, 237)"
    shown(window, "gemotion", NARROW, folder)
    assert window.value(ground.format("body")) == "rgb(255, 255, 255)"


def test_on_paper_bars_have_their_colours_and_tables_their_width(window: Window, folder: Path) -> None:
    shown(window, "gemotion", WIDE, folder, "dark", "print")
    style = "getComputedStyle(document.querySelector('{}')).{}"
    assert window.value(style.format(".bars i", "printColorAdjust")) == "exact"
    assert window.value(style.format(".scroll", "overflowX")) == "visible"
    assert window.value(style.format("nav", "display")) == "none"
    assert window.value(style.format("body", "backgroundColor")) == "rgb(255, 255, 255)"


@pytest.mark.parametrize("game", WRITTEN)
def test_symbols_look_as_the_printer_draws_them(window: Window, game: str, tmp_path: Path) -> None:
    """Every symbol as a vector in the browser, beside the one in a PDF; edges may differ by a shade."""
    ready = pipeline.draw(Project(ROOT), game, RunChoice(), PrintOptions(), Findings(), lambda *_: None)
    assert isinstance(ready, pipeline.DrawnRun)
    fonts = ready.engine.fonts
    forms = [sign.form for sign in ready.engine.symbols.values()]
    file = face_pdf([Face(form.name, form.size, 0.0, (Use(form),)) for form in forms], fonts)
    # Each in a tree of its own, so that ids that several files have don't meet.
    rows = [
        f'<div style="height:100px"><template shadowrootmode="open">{svg(form, fonts.by_key, "", 100).decode()}</template></div>'
        for form in forms
    ]
    page = tmp_path / "page.html"
    page.write_text(
        f'<meta name="viewport" content="width=device-width"><body style="margin:0">{"".join(rows)}'
    )
    window.open(page, NARROW)
    seen = Image.open(io.BytesIO(window.picture())).convert("RGB")
    for row, form in enumerate(forms):
        printed = Image.open(io.BytesIO(png(file, row + 1, dpi=72 * 200 / form.size.height))).convert("RGB")
        differ = ImageStat.Stat(
            ImageChops.difference(
                seen.crop((0, 200 * row, printed.width, 200 * row + printed.height)), printed
            )
        )
        assert max(differ.mean) < 2.5, form.name
