"""A game made in a browser from an empty folder, without touching a file; after each step, the files are what an
expert would have written.

`whole_game/` holds what each step changes in the texts of the project, and the names of the files that it adds.
With GOLDENS=1 in the environment the steps write it; read it before you keep it.
"""

import difflib
import io
import os
from collections.abc import Callable
from pathlib import Path

from nineup_studio.live.projects import folder_to_open
from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, expect
from serving import serving
from studio_window import Open, arrived, becomes, until
from test_studio_game import field, opened
from test_studio_grid import PASTE
from test_studio_pictures import drop

GOLDENS = Path(__file__).with_name("whole_game")
GOODS = "cards/night-market/goods.yaml"
PASTED = """\
Silk Lantern\tleaf\t3\tHang it: draw a card.
Brass Compass\tflower\t5\tLook at the top 3 cards.
Paper Kite\tleaf\t2\tPay 1 {sugar} less.
Jade Comb\tleaf\t6\t
Clay Whistle\tflower\t1\t"Everyone else discards: first you, then the others."
Sugar Mouse\tflower\t4\tTake 2 {sugar}.
Inkstone\tleaf\t7\tCopy a text.
Music Box\tflower\t8\tPlay it again.
Glass Bird\tleaf\t9\t*Fragile.* Worth nothing if dropped.
Moon Cake\tflower\t3\tEat it: Take 1 {sugar}.
Ivory Dice\tflower\t5\tRoll them.
Fox Mask\tleaf\t10\tNobody knows you.
"""


class Maker:
    """Somebody who makes a game, and what is in the folder after each step."""

    def __init__(self, page: Page, root: Path) -> None:
        self.page, self.root = page, root
        self._before: dict[str, str] = {}
        self._step = 0

    def go(self, view: str) -> None:
        """Opens a view; its scripts have run then."""
        self.page.get_by_role("navigation", name="Views").get_by_role("link", name=view, exact=True).click()
        arrived(self.page, f"**/night-market/{view.lower()}")

    def section(self, title: str) -> None:
        self.page.get_by_role("navigation", name="Sections").get_by_role("link", name=title).click()
        arrived(self.page, f"**/game/{title.lower()}")

    def open_goods(self) -> None:
        self.go("Cards")
        self.page.locator(".lists a", has_text="goods").click()
        arrived(self.page, "**/cards/goods/goods.yaml")

    def written(self, what: str) -> None:
        """The latest edit is in its file."""
        until(self.page, f"document.getElementById('undo').title.includes({what!r})")

    def clean(self) -> None:
        """The whole proof is done, and finds nothing."""
        expect(self.page.locator("#findings .checking")).to_have_count(0)
        expect(self.page.locator("#findings li")).to_have_text([])

    def step(self, name: str) -> None:
        """What the step changed in the folder is what it should have changed."""
        self._step += 1
        looked_at(self.page, f"{self._step:02}-{name}")
        golden = GOLDENS / f"{self._step:02}-{name}.diff"
        if os.environ.get("GOLDENS"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(self._changes(), encoding="utf-8")
        becomes(self.page, self._changes, golden.read_text(encoding="utf-8"))
        self._before = texts(self.root)

    def _changes(self) -> str:
        return "".join(changes(self._before, texts(self.root)))


def texts(root: Path) -> dict[str, str]:
    """The files of a project; of those that only programs read, just that they are there."""
    found = {}
    for path in sorted(each for each in root.rglob("*") if each.is_file()):
        name = path.relative_to(root).as_posix()
        is_ours = name.startswith(("cards/", "layouts/")) and path.suffix in (".yaml", ".svg")
        if name.startswith("output/"):
            found[f"{path.parent.relative_to(root).as_posix()}/"] = ""
        elif not name.startswith(".nineup/"):
            found[name] = path.read_text(encoding="utf-8") if is_ours and "/prints/" not in name else ""
    return found


def changes(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """A line for each new file and each that is gone, and the lines that changed in others."""
    lines = []
    for name in sorted({*before, *now}):
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        if new is None or (old is None and "/goods." not in name):
            lines.append(f"{'-' if new is None else '+'} {name}\n")
            continue
        lines.append(f"  {name}\n")
        diff = difflib.unified_diff((old or "").splitlines(), (new or "").splitlines(), n=1, lineterm="")
        lines += [f"{line}\n" for line in list(diff)[2:]]
    return lines


def looked_at(page: Page, name: str) -> None:
    """Screenshots for people and for the documentation's tour, if a folder is named for them."""
    if folder := os.environ.get("LOOKS"):
        page.screenshot(path=Path(folder) / f"{name}.png")
        page.set_viewport_size({"width": 390, "height": 800})
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=Path(folder) / f"{name}-dark.png")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="light")


def a_game_is_started(maker: Maker) -> None:
    page = maker.page
    page.get_by_label("Title").fill("Night Market")
    page.get_by_role("button", name="Start it").click()
    arrived(page, "**/night-market/")
    expect(page.locator(".piece").first).to_be_visible()
    maker.clean()


def a_list_has_fields_of_its_own(maker: Maker) -> None:
    page = maker.page
    maker.go("Cards")
    page.locator("#startlist").click()
    page.locator("#startinglist").get_by_label("Name", exact=True).fill("Goods")
    page.get_by_label("Remove this column").last.click()
    for name, holds in (("Suit", "one"), ("Price", "number"), ("Text", "rich"), ("Art", "picture")):
        page.locator("#newfields button", has_text="+ Column").click()
        page.get_by_label("Name of a column").last.fill(name)
        page.locator("#newfields [name=holds]").last.select_option(holds)
    looked_at(page, "02-columns")
    page.get_by_role("button", name="Start it").click()
    arrived(page, "**/cards/goods/goods.yaml")
    expect(page.locator("#beside img")).to_be_visible()
    maker.clean()


def cell(page: Page, card: str, column: str) -> Locator:
    names = "all => all.map(each => JSON.parse(each.dataset.column).name)"
    heads = page.locator("#grid .head [data-column]").evaluate_all(names)
    return page.locator(f'#grid .r[data-key="{card}"] > span').nth(heads.index(column) + 1)


def cards_are_typed_and_pasted(maker: Maker) -> None:
    page = maker.page
    cell(page, "goods-1", "name").click()
    page.keyboard.type("Silk Lantern")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    page.keyboard.type("Hang it: draw a card.")
    page.keyboard.press("Enter")
    expect(cell(page, "silk-lantern", "text")).to_have_text("Hang it: draw a card.")
    cell(page, "silk-lantern", "name").click()
    page.evaluate(PASTE, [0, PASTED])
    expect(page.locator("#grid .r:not(.head)")).to_have_count(12)
    maker.clean()


def pictures_are_dropped(maker: Maker) -> None:
    page = maker.page
    named = {row.split("\t")[0]: painted(at) for at, row in enumerate(PASTED.splitlines())}
    named["IMG_0042"] = named.pop("Fox Mask")
    drop(page, page.locator("#gridbox"), **named)
    dialog = page.locator("#picturedialog")
    expect(dialog.get_by_role("status")).to_have_text("All are checked.")
    dialog.get_by_label("The card of IMG_0042.png").select_option("fox-mask")
    looked_at(page, "04-pictures")
    dialog.get_by_role("button", name="Add 12 pictures").click()
    expect(dialog).to_be_hidden()
    until(page, "[...document.querySelectorAll('#grid img')].filter(each => each.naturalWidth).length === 12")
    maker.clean()


def painted(at: int) -> bytes:
    """A picture for a card."""
    image = Image.new("RGB", (240, 180), "#fcf7ec")
    draw = ImageDraw.Draw(image)
    for ring in range(5):
        color = ("#27494d", "#b4485a", "#3f7355", "#dcb063")[(at + ring) % 4]
        draw.regular_polygon((120, 90, 84 - 16 * ring), 3 + at % 6, rotation=15 * at, fill=color)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def a_column_is_added(maker: Maker) -> None:
    page = maker.page
    page.locator("#addfield").click()
    dialog = page.locator("#fielddialog")
    dialog.locator("[name=name]").fill("Breaks")
    dialog.locator("[name=holds]").select_option("yes-no")
    page.get_by_role("button", name="Add it").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#grid .head [data-field=breaks]")).to_be_visible()
    cell(page, "glass-bird", "breaks").click()
    page.keyboard.press("Space")
    maker.written("breaks")
    maker.clean()


def the_players_change(maker: Maker) -> None:
    page = maker.page
    maker.go("Game")
    players = page.get_by_label("players", exact=True).first
    players.fill("3-5")
    players.press("Enter")
    follow = page.locator("#following")
    expect(follow.locator("li").first).to_be_visible()
    looked_at(page, "06-following")
    for _ in range(follow.locator("button[data-fix]").count()):
        before = follow.locator("button[data-fix]").count()
        follow.locator("button[data-fix]").first.click()
        expect(follow.locator("button[data-fix]")).to_have_count(before - 1)
    follow.get_by_role("button", name="Put away").click()


def what_came_with_the_game_follows(maker: Maker) -> None:
    page = maker.page
    maker.section("Rules")
    blank = page.locator(".rule").first.get_by_label("How many, 1")
    expect(blank).to_have_value("3")
    blank.fill("2")
    blank.press("Tab")
    maker.written("deal")
    maker.section("Components")
    opened(page, "sugar", "box")
    field(page, "components", "sugar", "box", "5").fill("50")
    page.keyboard.press("Enter")
    maker.written("sugar")
    maker.clean()


def copies_are_typed_in_a_table(maker: Maker) -> None:
    page = maker.page
    maker.open_goods()
    page.locator("#grid .head .k-copies .fieldmenu").click()
    page.get_by_role("menuitem", name="As a table …").click()
    for card in ("silk-lantern", "paper-kite", "ivory-dice", "fox-mask"):
        for count, copies in ((3, 1), (4, 2), (5, 3)):
            page.get_by_label(f"Copies of {card} for {count} players").fill(str(copies))
    corner = "document.elementFromPoint(box.x + 9, box.y + 9).textContent"
    box = "const box = document.querySelector('.copiestable thead th').getBoundingClientRect()"
    assert page.evaluate(f"() => {{ {box}; return {corner}; }}") == "Players"  # above the scrolled rows
    looked_at(page, "08-copies")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#fielddialog")).to_be_hidden()
    maker.clean()


def a_rule_fails(maker: Maker) -> None:
    page = maker.page
    maker.go("Game")
    maker.section("Rules")
    page.locator(".kinds summary").click()
    page.get_by_role("button", name="there is enough to deal").click()
    rule = page.locator(".rule.draft")
    rule.get_by_label("How many, 1").fill("5")
    rule.get_by_label("Of what, 1").select_option("goods")
    expect(page.locator(".rule.draft")).to_have_count(0)
    expect(page.locator("#findings li.error")).not_to_have_count(0)
    expect(page.locator("#findings .checking")).to_have_count(0)
    looked_at(page, "09-rules")
    maker.go("Proof")
    expect(page.locator("#verdict")).to_contain_text("1 of")
    expect(page.locator("#proof .evidence").first).to_contain_text(
        "dealing to 3 players takes 15, but there are 12"
    )


def the_rule_is_fixed(maker: Maker) -> None:
    page = maker.page
    page.get_by_role("link", name="the rule:").first.click()
    arrived(page, "**/game/rules**")
    blank = page.locator(".rule").last.get_by_label("How many, 1")
    expect(blank).to_have_value("5")
    blank.fill("4")
    blank.press("Tab")
    maker.clean()


def it_is_printed(maker: Maker) -> None:
    page = maker.page
    maker.go("Export")
    page.get_by_role("button", name="Build", exact=True).click()
    expect(page.locator(".jobs li.done")).to_have_count(1)
    page.get_by_role("button", name="I have printed this").click()
    expect(page.get_by_role("button", name="Build changes")).to_be_visible()


def it_is_kept_as_a_version(maker: Maker) -> None:
    page = maker.page
    maker.go("Versions")
    page.get_by_label("Keep this version as").fill("first-playtest")
    page.keyboard.press("Enter")
    expect(page.locator("tr[data-version=first-playtest]")).to_be_visible()


def two_cards_change(maker: Maker) -> None:
    page = maker.page
    maker.open_goods()
    cell(page, "fox-mask", "price").click()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    maker.written("price")
    cell(page, "music-box", "text").click()
    page.keyboard.type("Play it twice.")
    page.keyboard.press("Enter")
    maker.written("text")
    maker.clean()


def they_are_compared_and_one_is_restored(maker: Maker) -> None:
    page = maker.page
    maker.go("Versions")
    row = page.locator("tr[data-version=first-playtest]")
    with page.expect_popup() as popup:
        row.get_by_role("link", name="Compare").click()
    comparison = popup.value
    expect(comparison.locator("body")).to_contain_text("Fox Mask")
    expect(comparison.locator("body")).to_contain_text("Music Box")
    looked_at(comparison, "14-comparison")
    comparison.close()
    row.get_by_role("button", name="Card … of first-playtest").click()
    looked_at(page, "14-card")
    page.locator("#onecard [name=card]").fill("goods/fox-mask")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Restored goods/fox-mask of first-playtest")
    maker.clean()


def what_changed_is_printed(maker: Maker) -> None:
    page = maker.page
    maker.go("Export")
    page.get_by_role("button", name="Build changes").click()
    expect(page.locator(".jobs li.done")).to_have_count(2)
    made = page.locator(".jobs li.done").first
    expect(made).to_contain_text("changed-a4.pdf 1 page, 1 piece")
    expect(made).to_contain_text("pull-list-a4.pdf")


def it_is_exported(maker: Maker) -> None:
    page = maker.page
    page.get_by_role("button", name="Export: Tabletop Simulator").click()
    expect(page.locator(".jobs li.done")).to_have_count(3)
    expect(page.locator(".jobs li.done").first).to_contain_text(
        "Put the files you want into Saves/Saved Objects"
    )


STEPS: tuple[Callable[[Maker], None], ...] = (
    a_game_is_started,
    a_list_has_fields_of_its_own,
    cards_are_typed_and_pasted,
    pictures_are_dropped,
    a_column_is_added,
    the_players_change,
    what_came_with_the_game_follows,
    copies_are_typed_in_a_table,
    a_rule_fails,
    the_rule_is_fixed,
    it_is_printed,
    it_is_kept_as_a_version,
    two_cards_change,
    they_are_compared_and_one_is_restored,
    what_changed_is_printed,
    it_is_exported,
)


def test_a_game_is_made_without_touching_a_file(open_page: Open, tmp_path: Path) -> None:
    with serving(folder_to_open(str(tmp_path))) as studio:
        maker = Maker(open_page(studio), tmp_path)
        for step in STEPS:
            step(maker)
            maker.step(step.__name__.replace("_", "-"))
        maker.page.context.close()
