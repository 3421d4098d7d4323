"""The page of a layout: its frames over a card, its bindings with their values, and the lines that they are
on.
"""

from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import expect
from programs import from_npm
from starlette.testclient import TestClient
from studio_window import GAMES, Open
from test_studio_grid_requests import Grid
from test_studio_views import SERIOUS
from tiny import CARD, CARDS, write_tiny


@pytest.fixture
def http(tmp_path: Path) -> TestClient:
    return Grid(write_tiny(tmp_path)).http


def test_each_binding_has_its_value_and_line(http: TestClient) -> None:
    page = http.get("/tiny/layouts/card.svg?card=deck/second/sun").text
    for binding, value, line in (
        ("fill", "#0c7a4e", 2),
        ("text", "Second Wind", 3),
        ("text", "**Give** 2 {gem} to another player: an official, efficient waffle.", 4),
        ("text", "Sun", 5),
    ):
        assert f"<code>n:{binding}</code>" in page
        assert f'<p class="value">{value}</p>' in page
        assert f"card.svg:{line}</span>" in page
    assert 'data-boxes="7.0 22.0 49.5 8.0"' in page
    assert "Source Sans 3 700, 13 pt, at least 9 pt" in page
    assert http.get("/tiny/layouts").status_code == 200
    assert http.get("/tiny/layouts/back.svg").status_code == 200
    assert http.get("/tiny/layouts/../../x.svg").status_code == 404
    assert http.get("/tiny/layouts/none.svg").status_code == 404


def test_loops_and_conditions_say_what_they_do(tmp_path: Path) -> None:
    more = """  <g n:each="suit in lists.suit" n:row="2mm"><rect x="1" y="1" width="2" height="2" n:fill="{{ suit.tone }}"/></g>
  <rect x="1" y="5" width="2" height="2" n:if="card.copies_missing"/>
  <g n:transform="translate({{ players }} 0)"><rect x="9" y="9" width="3" height="3" n:fill="{{ card.suit.tone }}"/></g>
  <g visibility="hidden"><rect x="33" y="33" width="2" height="2" n:fill="{{ card.suit.tone }}"/></g>
  <g n:each="suit in lists.suit" n:column="1mm" n:align="center"><rect x="40" y="20" width="2" height="2" n:if="suit.name == 'Jade'" n:fill="{{ suit.tone }}"/></g>
</svg>"""
    http = Grid(
        write_tiny(tmp_path, card=CARD.replace("</svg>", more.replace("card.copies_missing", "players > 9")))
    ).http
    page = http.get("/tiny/layouts/card.svg").text
    assert '<p class="value">2×</p>' in page
    assert '<p class="value">no</p>' in page
    assert '<p class="value">#b5162b</p>' in page
    assert '<p class="value">#0c7a4e</p>' in page
    assert 'data-boxes="1.0 1.0 2.0 2.0; 5.0 1.0 2.0 2.0"' in page
    assert 'data-boxes="40.0 21.5 2.0 2.0"' in page, (
        "of a column in the middle, only what the condition shows"
    )
    assert 'data-boxes="11.0 9.0 3.0 3.0"' in http.get("/tiny/layouts/card.svg?players=2").text
    assert 'data-boxes="33.0' not in page
    assert 'data-boxes="1.0 5.0 2.0 2.0"' not in page, "it isn't on this card"


def test_a_frame_and_its_bindings_point_at_each_other(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/layouts/card.svg", 1440)
    frame = page.locator(".frame:not(.quiet)").first
    face = page.locator("#drawing .face").bounding_box()
    box = frame.bounding_box()
    assert face is not None
    assert box is not None
    assert abs((box["x"] - face["x"]) / face["width"] - 7 / 63.5) < 0.01
    assert abs(box["height"] / face["height"] - 8 / 88.9) < 0.01
    frame.hover()
    expect(page.locator(".bindings li.pointed")).to_contain_text("First Light")
    page.locator("#framesshown").click()
    expect(frame).to_have_css("opacity", "0")
    page.locator("#layoutcard").select_option("deck/second/sun")
    expect(page.locator(".bindings")).to_contain_text("Second Wind")
    file = project / "layouts/tiny/card.svg"
    file.write_text(CARD.replace('x="7" y="22"', 'x="7" y="20"'), encoding="utf-8")
    expect(page.locator('.bindings [data-boxes="7.0 20.0 49.5 8.0"]')).to_be_visible()
    (project / "cards/tiny/cards.yaml").write_text(CARDS.replace("Second Wind", "Third"), encoding="utf-8")
    expect(page.locator(".bindings")).to_contain_text("Third")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1440, "light")])
def test_axe_finds_nothing_serious_in_a_layout(
    all_games: Studio, game: str, width: int, scheme: str, open_page: Open
) -> None:
    page = open_page(all_games, f"/{game}/layouts", width, scheme, bypass_csp=True)
    page.locator(".bindings li").first.wait_for()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
