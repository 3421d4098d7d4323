"""The page of a layout: its frames over a card, its bindings with their values, and the lines that they are
on.
"""

import re
from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import expect
from programs import from_npm
from starlette.testclient import TestClient
from studio_window import GAMES, Open, becomes, live
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
    assert '<li data-key="2" data-path="1"' in page
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
    card = CARD.replace("</svg>", more.replace("card.copies_missing", "players > 9"))
    http = Grid(write_tiny(tmp_path, card=card)).http
    page = http.get("/tiny/layouts/card.svg").text
    assert '<p class="value">2×</p>' in page
    assert '<p class="value">no</p>' in page
    assert '<p class="value">#b5162b</p>' in page
    assert '<p class="value">#0c7a4e</p>' in page
    assert reaches(http, "", "4.0") == [[1, 1, 2, 2], [5, 1, 2, 2]]
    assert reaches(http, "", "8.0") == [[40, 21.5, 2, 2]], (
        "of a column in the middle, only what the condition shows"
    )
    assert reaches(http, "?players=2", "6.0") == [[11, 9, 3, 3]]
    assert reaches(http, "", "7.0") == []
    assert reaches(http, "", "5") == [], "it isn't on this card"


def reaches(http: TestClient, query: str, path: str) -> list[list[float]]:
    """The boxes of an element on the canvas."""
    scene = http.get(f"/tiny/canvas/card.svg{query}").json()
    element = next(
        each for each in scene["elements"] if each["path"] == [int(step) for step in path.split(".")]
    )
    return [[round(length, 2) for length in spot["reach"]] for spot in element["spots"] if spot["reach"]]


def test_a_frame_and_its_bindings_point_at_each_other(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/layouts/card.svg", 1440)
    frame = page.locator('#spots [data-path="1"]')

    def place() -> list[float]:
        """Where the frame begins, and how high it is, as parts of the face."""
        face, box = page.locator("#drawing .face").bounding_box(), frame.bounding_box()
        if face is None or box is None:  # until they are drawn
            return []
        return [(box["x"] - face["x"]) / face["width"], box["height"] / face["height"]]

    becomes(page, place, pytest.approx([7 / 63.5, 8 / 88.9], abs=0.015))
    frame.hover()
    expect(page.locator(".bindings li.pointed")).to_contain_text("First Light")
    page.locator("#framesshown").click()
    page.mouse.move(0, 0)
    expect(frame).to_have_css("stroke", "rgba(0, 0, 0, 0)")
    page.locator("#layoutcard").select_option("deck/second/sun")
    expect(page.locator(".bindings")).to_contain_text("Second Wind")
    live(page)
    file = project / "layouts/tiny/card.svg"
    file.write_text(CARD.replace('x="7" y="22"', 'x="7" y="20"'), encoding="utf-8")
    expect(frame).to_have_attribute("points", re.compile("^7.000,20.000 "))
    (project / "cards/tiny/cards.yaml").write_text(CARDS.replace("Second Wind", "Third"), encoding="utf-8")
    expect(page.locator(".bindings")).to_contain_text("Third")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1440, "light")])
def test_axe_finds_nothing_serious_in_a_layout(
    all_games: Studio, game: str, width: int, scheme: str, open_page: Open
) -> None:
    page = open_page(all_games, f"/{game}/layouts", width, scheme, bypass_csp=True)
    page.locator("#structure button").first.click()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
