"""The canvas: each gesture writes what an expert would have written, as one step; the keyboard does it alone."""

import difflib
import html
import json
import os
import random
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from nineup_studio import Studio
from playwright.sync_api import Page, expect
from serving import serving
from studio_window import Open, arrived, becomes, held, saved, until
from test_studio_drawn import GOLDENS, write_drawn
from test_studio_grid_requests import Grid
from tiny import CARD, write_tiny

ROOT = Path(__file__).parents[2]
FILE = "layouts/tiny/card.svg"
NAME = '<rect x="7" y="22" width="49.5" height="8" fill="none" class="title" n:text="{{ card.name }}"/>'
MORE = """  <g transform="translate(50 78) scale(.5)">
    <rect x="0" y="0" width="8" height="8" fill="#334455"/>
  </g>
</svg>
"""
DRAWN = CARD.replace("</svg>\n", MORE)


class Canvas:
    """A canvas in a browser, and the file that it changes."""

    def __init__(self, page: Page, file: Path) -> None:
        self.page, self.file = page, file
        page.locator("#spots").wait_for(state="attached")

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the face, in millimetres, in the window."""
        place = """([x, y]) => {
          const at = new DOMPoint(x, y).matrixTransform(document.getElementById('overlay').getScreenCTM());
          return [at.x, at.y]
        }"""
        found = self.page.evaluate(place, [x, y])
        return found[0], found[1]

    def click(self, x: float, y: float, *keys: Any) -> None:
        self.page.mouse.move(*self.at(x, y))
        for key in keys:
            self.page.keyboard.down(key)
        self.page.mouse.down()
        self.page.mouse.up()
        for key in keys:
            self.page.keyboard.up(key)

    def drag(self, start: tuple[float, float], end: tuple[float, float], *keys: Any) -> None:
        self.page.mouse.move(*self.at(*start))
        self.page.mouse.down()
        for key in keys:
            self.page.keyboard.down(key)
        self.page.mouse.move(*self.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.page.mouse.move(*self.at(*end))
        self.page.mouse.up()
        for key in keys:
            self.page.keyboard.up(key)

    def handle(self, name: str) -> tuple[float, float]:
        """The middle of a handle, in millimetres."""
        return self._middle(f'[data-handle="{name}"]', "getBBox")

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of what is drawn over the face, in the window."""
        return self._middle(selector, "getBoundingClientRect")

    def _middle(self, selector: str, box: str) -> tuple[float, float]:
        """Looked for and measured in one step: a new scene draws all of it anew."""
        middle: list[float] = []

        def is_there() -> bool:
            middle[:] = self.page.evaluate(
                """([selector, box]) => {
                  const { x, y, width, height } = document.querySelector(selector)?.[box]() ?? {};
                  return x === undefined ? [] : [x + width / 2, y + height / 2]
                }""",
                [selector, box],
            )
            return bool(middle)

        until(self.page, is_there)
        return middle[0], middle[1]

    def becomes(self, old: str, new: str, before: str = DRAWN) -> None:
        """Waits until the file is what it was with one part replaced, and the canvas shows that."""
        wanted = before.replace(old, new)
        assert before.count(old) == 1
        self.is_now(wanted)

    def is_now(self, wanted: str) -> None:
        """Waits until the file has a text, the canvas shows it, and no edit is on its way."""
        saved(self.page, self.file, wanted)
        ended = "({ afterEdits }) => new Promise((done) => afterEdits(() => done()))"
        self.page.evaluate(f"import('{self._module('edits.js')}').then({ended})")
        base = f"fetch(new URL('{self._scene}', location.href)).then(r => r.json()).then(s => s.base)"
        until(
            self.page,
            f"{base}.then(async base => (await import('{self._module('canvasscene.js')}')).state.scene.base === base)",
        )

    @property
    def _scene(self) -> str:
        return self.page.evaluate("document.body.dataset.game").rstrip("/") + f"/canvas/{self.file.name}"

    def _module(self, name: str) -> str:
        found = self.page.evaluate("document.querySelector('script[src$=\"canvas.js\"]').src")
        return str(found).replace("canvas.js", name)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_tiny(tmp_path / "project", card=DRAWN)


@pytest.fixture
def canvas(studio: Studio, project: Path, open_page: Open) -> Canvas:
    return Canvas(open_page(studio, "/tiny/layouts/card.svg", 1280), project / FILE)


def test_a_frame_is_dragged_resized_and_turned_and_all_is_undone(canvas: Canvas) -> None:
    canvas.drag((20, 26), (20, 23.06))
    canvas.becomes('y="22"', 'y="19"')  # which touches the bar above it
    canvas.drag(canvas.handle("1 0"), (50.04, 23))
    after = DRAWN.replace('y="22" width="49.5"', 'y="19" width="43"')
    canvas.is_now(after)
    canvas.page.keyboard.press("ArrowRight")
    after = after.replace('x="7" y="19"', 'x="7.1" y="19"')
    canvas.is_now(after)
    canvas.page.keyboard.press("Shift+ArrowDown")
    after = after.replace('x="7.1" y="19"', 'x="7.1" y="20"')
    canvas.is_now(after)
    canvas.page.mouse.move(*canvas.middle(".turner"))
    canvas.page.mouse.down()
    canvas.page.mouse.move(*canvas.at(50, 24.2))
    canvas.page.mouse.up()
    after = after.replace('height="8" fill="none"', 'height="8" transform="rotate(90 28.6 24)" fill="none"')
    canvas.is_now(after)
    for _ in range(5):
        canvas.page.keyboard.press("Control+z")
        expect(canvas.page.locator("#toast")).to_contain_text("Undone")
    canvas.is_now(DRAWN)


def test_elements_are_duplicated_grouped_arranged_and_deleted(canvas: Canvas) -> None:
    canvas.click(20, 26)
    expect(canvas.page.locator("#chosenname")).to_have_text("Name")
    canvas.page.keyboard.press("Control+d")
    copy = NAME.replace('x="7" y="22"', 'x="9" y="24"')
    canvas.becomes(NAME, f"{NAME}\n  {copy}")
    canvas.page.keyboard.press("[")
    canvas.becomes(NAME, f"{copy}\n  {NAME}")
    canvas.page.keyboard.press("Delete")
    canvas.is_now(DRAWN)
    canvas.click(20, 26)
    canvas.click(20, 70, "Shift")
    expect(canvas.page.locator("#chosenname")).to_have_text("2 elements")
    canvas.page.keyboard.press("Control+g")
    lines = DRAWN.splitlines()
    grouped = [*lines[:2], "  <g>", *(f"  {each}" for each in lines[2:4]), "  </g>", *lines[4:]]
    canvas.is_now("\n".join(grouped) + "\n")
    canvas.page.keyboard.press("Control+Shift+g")
    canvas.is_now(DRAWN)
    canvas.page.locator("[data-action=right]").click()
    canvas.is_now(DRAWN)  # they are at the same place already


def test_what_is_done_while_an_edit_is_on_its_way_is_about_what_it_leaves(canvas: Canvas) -> None:
    page = canvas.page
    canvas.click(20, 26)
    copy = NAME.replace('x="7" y="22"', 'x="9" y="24"')
    with held(page, "**/canvas/card.svg*") as posts:
        page.keyboard.press("Control+d")
        becomes(page, lambda: len(posts), 1)
        page.keyboard.press("[")  # sends the copy backward
    canvas.becomes(NAME, f"{copy}\n  {NAME}")
    with held(page, "**/canvas/card.svg*") as posts:
        page.keyboard.press("Delete")
        becomes(page, lambda: len(posts), 1)
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
    canvas.becomes(NAME, f"{NAME}\n  {copy}")
    with held(page, "**/canvas/card.svg*") as posts:
        canvas.drag((20, 70), (20, 68), "Control")
        becomes(page, lambda: len(posts), 1)
        canvas.drag((52, 80), (48.5, 82.5), "Control")
    text = DRAWN.replace(NAME, f"{NAME}\n  {copy}").replace('x="0" y="0" width="8"', 'x="-7" y="5" width="8"')
    canvas.is_now(re.sub(r'y="(\d+)"(?=[^>]*card.text)', lambda found: f'y="{int(found[1]) - 2}"', text))


def test_what_is_in_a_scaled_group_moves_where_it_is_dragged(canvas: Canvas) -> None:
    canvas.drag((52, 80), (48.5, 82.5), "Control")
    canvas.becomes('x="0" y="0" width="8"', 'x="-7" y="5" width="8"')


def test_a_band_chooses_and_elements_are_aligned(canvas: Canvas) -> None:
    canvas.page.locator("#stage").focus()
    canvas.drag((62.5, 20.5), (2, 78))
    expect(canvas.page.locator("#chosenname")).to_have_text("2 elements")
    canvas.click(30, 10)
    expect(canvas.page.locator("#chosenname")).to_have_text("Rectangle")
    canvas.page.locator("[data-action=left]").click()
    canvas.becomes('x="3" y="3"', 'x="0" y="3"')


def test_the_keyboard_alone_adds_places_sizes_and_binds_a_frame(canvas: Canvas) -> None:
    page = canvas.page
    page.locator("[data-add=text]").focus()
    page.keyboard.press("Enter")
    frame = '<rect x="11.7" y="40.4" width="40" height="8" class="rules" fill="none" n:text="Text"/>'
    canvas.becomes("\n</svg>", f"\n  {frame}\n</svg>")
    page.locator("#stage").focus()
    page.keyboard.press("Shift+ArrowUp")
    frame = frame.replace("40.4", "39.4")
    canvas.becomes("\n</svg>", f"\n  {frame}\n</svg>")
    page.locator("#chosen-wide").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("30")
    page.keyboard.press("Tab")
    frame = frame.replace('width="40"', 'width="30"')
    canvas.becomes("\n</svg>", f"\n  {frame}\n</svg>")
    page.locator("#chosen-shows").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("{{ card.name }}")
    page.keyboard.press("Tab")
    canvas.becomes("\n</svg>", f"\n  {frame.replace('Text', '{{ card.name }}')}\n</svg>")
    expect(page.locator("#chosenname")).to_have_text("Name")


def test_the_clipboard_carries_elements_to_another_layout(canvas: Canvas, project: Path) -> None:
    page = canvas.page
    canvas.click(20, 26)
    page.keyboard.press("Control+c")
    expect(page.locator("#toast")).to_have_text("Copied")
    page.locator('a[data-key="back.svg"]').click()
    arrived(page, re.compile("back.svg"))
    back = project / "layouts/tiny/back.svg"
    before = back.read_text(encoding="utf-8")
    page.locator("#stage").focus()
    page.keyboard.press("Control+v")
    expect(page.locator("#structure .name").first).to_have_text("Name")
    saved(page, back, before.replace("\n</svg>", f"\n  {NAME}\n</svg>"))


def test_the_structure_and_the_canvas_point_at_each_other(canvas: Canvas) -> None:
    page = canvas.page
    names = page.locator("#structure .name")
    expect(names).to_have_text(["Group", "Rectangle", "Owner name", "Text", "Name", "Rectangle"])
    names.nth(4).hover()
    expect(page.locator('#spots [data-path="1"]')).to_have_class(re.compile("pointed"))
    page.mouse.move(*canvas.at(20, 70))
    expect(names.nth(3)).to_have_class(re.compile("pointed"))
    names.nth(0).click()
    page.locator("#stage").focus()
    page.keyboard.press("Enter")
    expect(names.nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#chosenname")).to_have_text("Nothing is chosen")
    names.nth(4).click()
    page.locator("#chosen-wide").fill("30")
    names.nth(5).hover()
    page.mouse.down()  # which leaves the field
    canvas.becomes('width="49.5" height="8"', 'width="30" height="8"')
    page.mouse.up()
    expect(names.nth(5)).to_have_attribute("aria-pressed", "true")


def test_the_view_is_zoomed_at_the_pointer(canvas: Canvas) -> None:
    page = canvas.page
    before = canvas.at(20, 26)
    page.mouse.move(*before)
    page.keyboard.down("Control")
    for _ in range(6):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    until(page, "document.getElementById('overlay').getScreenCTM().a > 6")
    after = canvas.at(20, 26)
    assert abs(after[0] - before[0]) < 3
    assert abs(after[1] - before[1]) < 3
    page.locator("#stage").focus()
    page.keyboard.press("1")
    until(page, "Math.abs(document.getElementById('overlay').getScreenCTM().a - 96 / 25.4) < 0.02")


def test_a_folded_piece_says_why_it_is_not_on_the_canvas(all_games: Studio, open_page: Open) -> None:
    page = open_page(all_games, "/gem-rush/layouts/box/front.svg")
    expect(page.locator("#unreadable")).to_contain_text("is folded from several layouts")
    expect(page.locator("[data-add=text]")).to_be_hidden()
    height = "document.querySelector('{}').getBoundingClientRect().height"
    until(page, f"0 < {height.format('#drawing .face')}")
    until(page, f"{height.format('#drawing .face')} <= {height.format('#stage')}")


EMPTY = CARD[: CARD.index(">") + 1] + "\n</svg>\n"


class Drawer(Canvas):
    """Somebody who draws a layout from nothing, and its file after each step, which `drawn/` holds."""

    def __init__(self, page: Page, file: Path, golden: str) -> None:
        super().__init__(page, file)
        self._golden, self._file = GOLDENS / f"{golden}.txt", GOLDENS / f"{golden}.svg"
        self._steps: list[tuple[str, str]] = []
        self._was = self.text

    def step(self, what: str) -> None:
        """Waits for the one edit of a step, and until the canvas shows it."""
        for _ in range(1200):
            if self.text != self._was:
                break
            self.page.wait_for_timeout(50)
        assert self.text != self._was, (what, self.page.locator("#toast").text_content())
        self._was = self.text
        self._steps.append((what, self._was))
        self.is_now(self._was)

    def add(self, path: str, x: float, y: float) -> None:
        """Drags a field onto the card."""
        button = self.page.locator(f'[data-field="{path}"]')
        button.scroll_into_view_if_needed()
        button.hover()
        self.page.mouse.down()
        self.page.mouse.move(*self.at(x + 5, y))
        self.page.mouse.move(*self.at(x, y))
        self.page.mouse.up()

    def end(self) -> None:
        """Compares all steps with the golden, which GOLDENS=1 writes: read it before you keep it."""
        before, text = "", ""
        for what, after in self._steps:
            lines = [
                line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"
            ]
            text += "\n".join([f"# {what}", *lines]) + "\n\n"
            before = after
        if os.environ.get("GOLDENS"):
            self._golden.parent.mkdir(exist_ok=True)
            self._golden.write_text(text, encoding="utf-8")
            self._file.write_text(before, encoding="utf-8")
        assert before == self._file.read_text(encoding="utf-8")
        assert text == self._golden.read_text(encoding="utf-8")


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A project whose layouts are empty."""
    return write_drawn(tmp_path / "project", front=EMPTY, back=EMPTY)


def test_two_layouts_are_drawn_from_nothing(empty: Path, open_page: Open) -> None:
    with serving(empty) as studio:
        page = open_page(studio, "/tiny/layouts/card.svg", 1280)
        front = Drawer(page, empty / FILE, "front")
        page.locator("[data-add=rectangle]").click()
        front.step("a rectangle")
        for name, value in (("left", "0"), ("top", "0"), ("wide", "63.5"), ("high", "18")):
            page.locator(f"#chosen-{name}").fill(value)
            page.keyboard.press("Tab")
            front.step(f"{name} {value} mm")
        page.get_by_role("button", name="Fill: #cccccc").click()
        page.get_by_role("button", name="Suit: tone", exact=True).click()
        front.step("the color of the suit")
        page.locator("#chosen-rx").fill("2")
        page.keyboard.press("Tab")
        front.step("round corners")
        front.add("card.name", 31, 30)
        front.step("a field with text")
        page.locator("#chosen-style").select_option("title")
        front.step("its style")
        front.drag((31, 30), (31, 12), "Control")
        front.step("moved, with its sample")
        front.add("card.art", 31, 45)
        front.step("a field with a picture, which may be empty")
        front.add("card.cost", 31, 70)
        front.step("a list, repeated in a row")
        page.locator("#chosen-align").select_option("center")
        front.step("the middle of the row stays")
        page.locator("[data-action=center]").click()
        front.step("aligned with the card")
        page.keyboard.press("Control+z")
        front.step("undone")
        page.locator("[data-add=text]").click()
        front.step("a text")
        page.locator("#chosen-shows").fill("")
        page.locator("#chosen-shows").press_sequentially("Of {{ suit.n")
        expect(page.get_by_role("option", name="card.suit.name")).to_be_visible()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        front.step("words and a field, completed")
        page.locator("#chosen-kind").select_option("is")
        front.step("a condition, about the first field")
        page.locator("#chosen-when-choice").select_option("jade")
        front.step("which is jade")
        expect(page.locator("#bindcontrols")).to_contain_text("This card doesn't show it.")
        front.end()
        draw_the_back(open_page(studio, "/tiny/layouts/back.svg", 1280), empty)


def draw_the_back(page: Page, root: Path) -> None:
    """The second layout, by the keyboard alone."""
    back = Drawer(page, root / "layouts/tiny/back.svg", "back")
    page.locator("[data-add=ellipse]").press("Enter")
    back.step("an ellipse")
    page.locator('[data-field="game.title"]').press("Enter")
    back.step("the title of the game")
    page.locator("#stage").focus()
    page.keyboard.press("Shift+ArrowDown")
    back.step("moved by a millimetre")
    page.locator("#chosen-kind").select_option("least")
    page.locator("#chosen-when-value").fill("3")
    page.keyboard.press("Tab")
    back.step("for 3 players or more")
    back.end()


def test_a_drag_draws_the_text_and_counts_the_cards_before_anything_is_written(
    canvas: Canvas,
) -> None:
    page = canvas.page
    canvas.click(20, 26)
    expect(page.locator("#fits")).to_contain_text("Name: the text fits on all")
    before = page.locator("#drawing .face img").get_attribute("src")
    page.mouse.move(*canvas.at(*canvas.handle("1 0")))
    page.mouse.down()
    page.mouse.move(*canvas.at(30, 23))
    page.mouse.move(*canvas.at(13, 23))
    expect(page.locator("#canvas")).to_have_attribute("data-tried", re.compile("."))
    expect(page.locator("#fits")).to_contain_text("too large on")
    expect(page.locator("#fits button").first).to_contain_text("Second Wind")
    expect(page.locator("#drawing .face img")).not_to_have_attribute("src", before or "")
    assert canvas.text == DRAWN
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator("#drawing .face img")).to_have_attribute("src", before or "")
    expect(page.locator("#fits")).to_contain_text("fits on all")
    assert canvas.text == DRAWN


# Requests, without a browser


def sent(grid: Grid, gesture: dict[str, Any], layout: str = "card.svg", base: str = "") -> dict[str, Any]:
    base = base or grid.http.get(f"/tiny/canvas/{layout}").json()["base"]
    body = json.dumps({"base": base, "gesture": gesture, "says": "test"})
    answer = grid.http.post(f"/tiny/canvas/{layout}", content=body)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


@pytest.fixture
def grid(tmp_path: Path) -> Grid:
    return Grid(write_tiny(tmp_path, card=DRAWN))


def test_several_are_arranged_and_stay_in_order(grid: Grid, tmp_path: Path) -> None:
    found = sent(grid, {"type": "arrange", "targets": [{"path": [0]}, {"path": [1]}], "way": 2})
    assert found["chosen"] == [[3], [4]]
    lines = (tmp_path / FILE).read_text(encoding="utf-8").splitlines()
    old = DRAWN.splitlines()
    assert lines == [old[0], *old[3:8], old[1], old[2], old[8]]
    found = sent(grid, {"type": "arrange", "targets": [{"path": [3]}, {"path": [4]}], "way": -2})
    assert found["chosen"] == [[0], [1]]
    assert (tmp_path / FILE).read_text(encoding="utf-8") == DRAWN


@pytest.mark.parametrize(
    ("gesture", "why"),
    [
        ({"type": "move", "targets": [{"path": [9]}], "by": [[1, 1]]}, "this element isn't there any more"),
        ({"type": "move", "targets": [{"path": []}], "by": [[1, 1]]}, "this element isn't there any more"),
        (
            {"type": "move", "targets": [{"path": [0], "spot": 3}], "by": [[1, 1]]},
            "this card doesn't show it",
        ),
        (
            {"type": "resize", "targets": [{"path": [4]}], "boxes": [[0, 0, 1, 1]]},
            "it has no size of its own",
        ),
        (
            {"type": "group", "targets": [{"path": [0]}, {"path": [4, 0]}]},
            "these elements are in different groups",
        ),
        ({"type": "ungroup", "targets": [{"path": [0]}]}, "only a group can be ungrouped"),
        ({"type": "paste", "sources": ["<rect"]}, "this would not be readable XML"),
        ({"type": "values", "targets": [{"path": [0]}], "values": {"a b": "1"}}, "is not an attribute"),
    ],
)
def test_what_can_t_be_done_is_refused_and_nothing_is_written(
    grid: Grid, tmp_path: Path, gesture: dict[str, Any], why: str
) -> None:
    assert why in sent(grid, gesture)["refused"]
    assert (tmp_path / FILE).read_text(encoding="utf-8") == DRAWN


def test_a_gesture_on_an_older_version_is_a_conflict_and_can_be_made_in_the_new_one(
    grid: Grid, tmp_path: Path
) -> None:
    base = grid.http.get("/tiny/canvas/card.svg").json()["base"]
    theirs = DRAWN.replace("#b23a48", "#123456")
    (tmp_path / FILE).write_text(theirs, encoding="utf-8")
    gesture = {"type": "move", "targets": [{"path": [1]}], "by": [[0, -3]]}
    conflict = sent(grid, gesture, base=base)["conflict"]
    assert (tmp_path / FILE).read_text(encoding="utf-8") == theirs
    assert "done" in sent(grid, gesture, base=conflict["digest"])
    assert (tmp_path / FILE).read_text(encoding="utf-8") == theirs.replace('y="22"', 'y="19"')


ACTS = (
    *("move", "copy", "turn", "resize", "remove", "arrange", "group", "ungroup", "values"),
    *("lock", "hide", "place", "guide", "paste"),
)


def some_gesture(draw: random.Random, elements: list[dict[str, Any]]) -> dict[str, Any]:
    """A gesture on an element that is seen, and maybe one beside it."""
    one = draw.choice([each for each in elements if any(spot["reach"] for spot in each["spots"])])
    others = [each for each in elements if each["path"][:-1] == one["path"][:-1] and each["spots"]]
    chosen = {tuple(each["path"]): each for each in (one, draw.choice(others))}
    targets = [{"path": path} for path in sorted(chosen)]
    by = [[draw.choice([-3, 0.1, 2.5]), draw.choice([0, 7])] for _ in targets]
    boxes = [[1, 2, 30, 20] for _ in targets]
    kind = draw.choice(ACTS)
    if kind == "guide":
        return {"type": "guide", "axis": draw.randrange(2), "at": draw.choice([1, 12.5])}
    if kind == "paste":
        return {"type": "paste", "sources": ['<rect id="new" width="3" height="3"/>'], "targets": targets[:1]}
    groups = [each["path"] for each in elements if each["tag"] == "g" and each["spots"]]
    place = {"into": draw.choice([[], *groups]), "at": draw.choice([-1, 0])}
    return (
        {
            "move": {"by": by},
            "copy": {"type": "move", "by": by, "copy": True},
            "turn": {"degrees": 15, "about": [10, 10]},
            "resize": {"boxes": boxes},
            "arrange": {"way": draw.choice([-2, -1, 1, 2])},
            "ungroup": {"targets": targets[:1]},
            "values": {"values": {"opacity": ".5", "n:if": ""}},
            "lock": {"lock": draw.random() < 0.6},
            "hide": {"hide": draw.random() < 0.6},
            "place": place,
        }.get(kind, {})
        | {"targets": targets}
        | {"type": {"copy": "move", "lock": "mark", "hide": "mark"}.get(kind, kind)}
    )


def elements_of(data: bytes) -> Counter[str]:
    """The start tags of a drawing, without the white space and the declarations in them."""
    tags = re.findall(r"<[\w:]+(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*/?>", data.decode("utf-8-sig"))
    return Counter(re.sub(r"\s+(xmlns:(?:sodipodi|n)=\"[^\"]*\")?|/(?=>)", "", tag) for tag in tags)


def changes_only_what_it_names(gesture: dict[str, Any], before: bytes, after: bytes) -> None:
    """Of the elements, no more differ than a gesture names."""
    gone, came = (elements_of(a) - elements_of(b) for a, b in ((before, after), (after, before)))
    number = len(gesture.get("targets", ()))
    match gesture["type"]:
        case "mark":
            assert gone.total() == came.total() <= number
        case "arrange":
            assert not gone
            assert not came
        case "guide":
            assert not gone
            assert 1 <= came.total() <= 2
        case "paste":
            assert not gone
            assert came.total() == 1
        case "turn" | "values":
            assert gone.total() <= number
            assert came.total() <= number
        case "place" | "move" if not gesture.get("copy"):
            assert gone.total() == came.total()


def on_a_whole_layout(http: Any, game: str, scene: dict[str, Any], draw: random.Random) -> bool:
    """Makes, renames or deletes a layout; whether that was done."""
    page = http.get(f"/{game}/layouts").text
    sides = json.loads(html.unescape(re.findall(r'data-facts="([^"]*)"', page)[0]))["sides"]
    side = draw.choice(sides)
    request = draw.choice(
        [
            {
                "type": "new",
                "name": f"new-{draw.randrange(99)}",
                "component": side["component"],
                "side": side["side"],
                "like": draw.choice(["", scene["file"]]),
            },
            {"type": "rename", "file": scene["file"], "name": f"folder/named-{draw.randrange(99)}"},
            {"type": "delete", "file": scene["file"]},
        ]
    )
    answer = http.post(f"/{game}/layout-files", content=json.dumps({"request": request}))
    assert answer.status_code == 200, answer.text
    return "done" in answer.json()


@pytest.mark.parametrize("game", ["gem-rush", "gem-thief", "gemotion", "plein-air", "raghba"])
def test_random_gestures_on_a_game_s_layouts_are_undone_byte_for_byte(tmp_path: Path, game: str) -> None:
    for name in ("cards", "layouts"):
        shutil.copytree(ROOT / name / game, tmp_path / name / game)
    shutil.copytree(ROOT / "fonts", tmp_path / "fonts")
    before = snapshot(tmp_path)
    http, draw, done = Grid(tmp_path).http, random.Random(game), 0
    for turn in range(16):
        page = http.get(f"/{game}/layouts").text
        layout = draw.choice(re.findall(r'data-key="([\w/-]+\.svg)"', page))
        scene = http.get(f"/{game}/canvas/{layout}").json()
        if "refused" in scene or not any(
            spot["reach"] for each in scene["elements"] for spot in each["spots"]
        ):
            continue
        if turn % 5 == 4:
            done += on_a_whole_layout(http, game, scene, draw)
            continue
        now = snapshot(tmp_path)
        gesture = some_gesture(draw, scene["elements"])
        body = json.dumps({"base": scene["base"], "gesture": gesture, "says": "test"})
        answer = http.post(f"/{game}/canvas/{layout}", content=body)
        assert answer.status_code == 200, (gesture, answer.text)
        after = snapshot(tmp_path)
        changed = {file for file, data in after.items() if now.get(file) != data}
        assert changed <= {scene["file"]}
        if changed:
            changes_only_what_it_names(gesture, now[scene["file"]], after[scene["file"]])
        done += "done" in answer.json()
    assert done >= 5
    while "done" in http.post(f"/{game}/undo", content="{}").json():
        pass
    assert snapshot(tmp_path) == before


def snapshot(root: Path) -> dict[str, bytes]:
    """The files of cards and layouts."""
    files = [each for name in ("cards", "layouts") for each in (root / name).rglob("*") if each.is_file()]
    return {each.relative_to(root).as_posix(): each.read_bytes() for each in files}
