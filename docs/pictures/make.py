"""Make the documentation's pictures with Nineup itself: `make pictures`."""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.write import face_pdf
from nineup.write.preview import png
from nineup_export import ExportRequest, export, target_named
from nineup_export.scenes import scene_picture
from nineup_studio import Studio, listen
from nineup_studio.live.projects import folder_to_open
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, sync_playwright
from table import table

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


class Picture(NamedTuple):
    """Pages of a game's files, side by side; pages count from 1."""

    name: str
    game: str
    pages: tuple[tuple[str, int], ...]
    choice: pipeline.RunChoice = pipeline.RunChoice()
    dpi: int = 70
    low_ink: bool = False
    """Whether each page is beside itself with little ink."""


PICTURES = (
    Picture("gemotion-sheet", "gemotion", (("cards-a4.pdf", 5), ("cards-a4.pdf", 43), ("cards-a4.pdf", 6))),
    Picture("gemotion-tokens", "gemotion", (("tokens-a4.pdf", 1), ("mats-a4.pdf", 1)), dpi=50),
    Picture("gem-rush", "gem-rush", (("tiles-a4.pdf", 1), ("tiles-a4.pdf", 2), ("cards-a4.pdf", 1)), dpi=50),
    Picture(
        "gem-thief", "gem-thief", (("cards-a4.pdf", 7), ("cards-a4.pdf", 9), ("cards-a4.pdf", 2)), dpi=50
    ),
    Picture(
        "poster",
        "raghba",
        tuple(("boards-a4.pdf", page) for page in (1, 2, 3, 4)),
        pipeline.RunChoice(components=("board",)),
        40,
    ),
    Picture(
        "low-ink",
        "gem-rush",
        (("tiles-a4.pdf", 1),),
        pipeline.RunChoice(components=("room",)),
        60,
        low_ink=True,
    ),
    Picture(
        "plein-air",
        "plein-air",
        (("cards-a4.pdf", 1), ("screens-a4.pdf", 1), ("tiles-a4.pdf", 1)),
        dpi=50,
    ),
    Picture("raghba", "raghba", (("cards-a4.pdf", 1), ("cards-a4.pdf", 23), ("boards-a4.pdf", 2)), dpi=50),
)


STUDIO = {
    "studio-gallery": "gemotion/?players=3&option.colors=red%2Cgreen%2Cblue",
    "studio-card": "gemotion/card/player-deck/rage-1/sun",
    "studio-cards": "gemotion/cards/player-deck/colors.yaml",
    "studio-layouts": "gem-rush/layouts/room.svg",
    "studio-style": "gem-rush/style?style=title",
    "studio-columns": "raghba/cards/engagement/engagement.yaml",
}
"""Pages of the studio, by the names of their pictures."""

CLICKED = {"studio-columns": "#grid [data-field=text] .fieldmenu"}
"""What is clicked before a page is taken."""

TOUR = {
    "studio-tour-columns": "02-columns",
    "studio-tour-pictures": "04-pictures",
    "studio-tour-rule": "09-rules",
    "studio-tour-comparison": "14-comparison",
}
"""Screenshots that the test of a whole game takes, by the names of their pictures."""

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


def main() -> None:
    picture_of_a_table()
    picture_of_a_box()
    picture_of_a_crafted_box()
    picture_of_a_room()
    pictures_of_pages()
    picture_of_the_templates()
    pictures_of_the_studio()


def picture_of_a_table() -> None:
    """A game in play. A JPEG, since it has the shades of a photograph."""
    path = HERE / "table.jpg"
    table().save(path, quality=86, optimize=True, progressive=True)
    print(path)


def picture_of_a_box() -> None:
    """What `nineup pictures --scene box` makes."""
    drawn_run = pipeline.draw(
        Project(ROOT), "plein-air", pipeline.RunChoice(), pipeline.PrintOptions(), Findings(), lambda *_: None
    )
    assert isinstance(drawn_run, pipeline.DrawnRun)
    scene = Image.open(io.BytesIO(scene_picture(drawn_run, "box"))).convert("RGB")
    save(scene.resize((960, 600), Image.Resampling.LANCZOS), HERE / "scene-box.png")


def picture_of_a_crafted_box() -> None:
    """What a print service gets of a box."""
    target = target_named("game-crafter")
    assert target is not None
    with tempfile.TemporaryDirectory() as folder:
        choice = pipeline.RunChoice(components=("deck-box",))
        request = ExportRequest(target, target.defaults(), choice, pipeline.PrintOptions(output=Path(folder)))
        made = export(Project(ROOT), "gemotion", request, Findings(), lambda *_: None)
        box = Image.open(made.folder / next(name for name in made.files if name.endswith(".png")))
        save(box.resize((840, 720), Image.Resampling.LANCZOS), HERE / "crafted-box.png")


def picture_of_a_room() -> None:
    """A room of playingcards.io as its file has it: each pile with the piece on its top."""
    target = target_named("playingcards-io")
    assert target is not None
    with tempfile.TemporaryDirectory() as folder:
        choice = pipeline.RunChoice(players=4)
        request = ExportRequest(target, target.defaults(), choice, pipeline.PrintOptions(output=Path(folder)))
        made = export(Project(ROOT), "plein-air", request, Findings(), lambda *_: None)
        with zipfile.ZipFile(made.folder / "plein-air-4p.pcio") as room:
            save(drawn_room(room).resize((960, 600), Image.Resampling.LANCZOS), HERE / "room.png")


def drawn_room(room: zipfile.ZipFile) -> Image.Image:
    widgets = json.loads(room.read("widgets.json"))
    decks = {each["id"]: each for each in widgets if each["type"] == "cardDeck"}
    table = Image.new("RGB", (1600, 1000), "#e9edf0")
    pen, font = ImageDraw.Draw(table), ImageFont.load_default(17)

    def lay(name: str, widget: dict[str, Any], wide: float, high: float) -> None:
        picture = Image.open(io.BytesIO(room.read(name.removeprefix("package://")))).convert("RGBA")
        fitted = picture.resize((round(wide), round(high)), Image.Resampling.LANCZOS)
        table.paste(fitted, (round(widget["x"]), round(widget["y"])), fitted)

    for each in sorted(widgets, key=lambda widget: widget["z"]):
        place = each["x"], each["y"]
        if each["type"] == "board":
            lay(each["boardImage"], each, each["width"], each["height"])
        elif each["type"] == "card":
            deck = decks[each["deck"]]
            kind = deck["cardTypes"][each["cardType"]]
            lay(kind["face" if each["faceup"] else "back"], each, deck["cardWidth"], deck["cardHeight"])
        elif each["type"] == "seat":
            pen.text(place, f"Seat {each['seatIndex'] + 1}", "#445566", font)
        elif each["type"] in ("hand", "cardPile", "automationButton"):
            far = place[0] + each["width"], place[1] + each["height"]
            pen.rounded_rectangle((*place, *far), 8, "#ffffff", "#9aa8b4")
            label = each.get("label", "Hand, which only its player sees")
            is_pile = each["type"] == "cardPile"
            middle = (place[0] + far[0]) / 2, place[1] - 4 if is_pile else (place[1] + far[1]) / 2
            pen.text(middle, label, "#223344", font, anchor="mb" if is_pile else "mm")
    return table


def picture_of_the_templates() -> None:
    """What a game may start from, three in a row."""
    shown = [picture for template in pipeline.TEMPLATES if (picture := pipeline.template_picture(template))]
    pictures = [Image.open(io.BytesIO(png(face_pdf([face], fonts), 1, 72))) for face, fonts in shown]
    width, height = pictures[0].size
    sheet = Image.new("RGB", (3 * width, -(-len(pictures) // 3) * height), "#ffffff")
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number % 3 * width, number // 3 * height))
    save(sheet, HERE / "templates.png")


def pictures_of_the_studio() -> None:
    """Pages of the studio in the system's Chromium, if there is one."""
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None:
        print("no Chromium: the pictures of the studio stay as they are")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        with studio(ROOT) as address:
            for name, path in STUDIO.items():
                page.goto(address + path)
                shoot(page, name)
        with tempfile.TemporaryDirectory() as folder, studio(gallery(Path(folder))) as address:
            page.goto(f"{address}harbour/cards")
            page.locator('.r[data-key="bathers"] .k-picture').click()
            page.keyboard.press("Enter")
            page.get_by_label("Show only a part").check()
            for name, share in (("left", 20), ("top", 5), ("width", 70), ("height", 90)):
                page.get_by_label(f"crop: {name}, in percent").fill(str(share))
                page.keyboard.press("Tab")
            page.wait_for_load_state("networkidle")
            box = page.locator(".cropstage").bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + 0.47 * box["width"], box["y"] + 0.45 * box["height"])
            shoot(page, "studio-picture")
        picture_of_the_first_page(page)
        pictures_of_the_published_game(page)
        browser.close()
    pictures_of_the_tour()


def picture_of_the_first_page(page: Page) -> None:
    """What the program shows a user who has started two games."""
    with tempfile.TemporaryDirectory() as folder, studio(folder_to_open(folder)) as address:
        for title, template in (("Dragon Hoard", "classic-card"), ("Night Market", "tea-time")):
            page.goto(f"{address}new")
            page.get_by_label("Title").fill(title)
            page.locator(f'[name=template][value="{template}"]').check()
            page.get_by_role("button", name="Start it").click()
            page.locator("#findings").wait_for()
        page.goto(f"{address}new")
        page.locator(".overview img").nth(3).wait_for()
        shoot(page, "program-start")


def pictures_of_the_published_game(page: Page) -> None:
    """The pages that `nineup export --to web` makes, opened from their folder."""
    target = target_named("web")
    assert target is not None
    with tempfile.TemporaryDirectory() as folder:
        printing = pipeline.PrintOptions(output=Path(folder))
        request = ExportRequest(target, target.values({"prints": "none"}), printing=printing)
        made = export(Project(ROOT), "gemotion", request, Findings(), lambda *_: None)
        page.goto((made.folder / "index.html").as_uri())
        shoot_loaded(page, "web-page", ".fan img")
        page.goto((made.folder / "table.html").as_uri())
        page.get_by_label("Players").select_option("4")
        page.get_by_label("Seed").fill("7")
        page.get_by_role("button", name="Lay out").click()
        shoot_loaded(page, "web-table", ".thing img")


def pictures_of_the_tour() -> None:
    """A game made from nothing, as the test makes it."""
    test = "tests/studio/test_studio_whole_game.py"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "0", test],
            cwd=ROOT,
            env={**os.environ, "LOOKS": folder},
            check=True,
        )
        for name, taken in TOUR.items():
            save(Image.open(Path(folder) / f"{taken}.png").convert("RGB"), HERE / f"{name}.png")


@contextmanager
def studio(root: Path) -> Iterator[str]:
    """A studio of a project, and its address."""
    found = Studio(Project(root), listen(0))
    thread = threading.Thread(target=found.run)
    thread.start()
    try:
        yield found.access.address_of()
    finally:
        found.stop()
        thread.join()


def shoot_loaded(page: Page, name: str, images: str) -> None:
    """A picture of a page whose images are there."""
    page.locator(images).evaluate_all("all => Promise.all(all.map(each => each.decode()))")
    save(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), HERE / f"{name}.png")


def shoot(page: Page, name: str) -> None:
    """A picture of a page that is up to date."""
    page.locator(".checking").wait_for(state="detached", timeout=120_000)
    page.wait_for_load_state("networkidle")
    if name in CLICKED:
        page.locator(CLICKED[name]).click()
    save(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), HERE / f"{name}.png")


def gallery(root: Path) -> Path:
    """A project with a game whose cards show paintings."""
    cards, layouts = root / "cards/harbour", root / "layouts/harbour"
    (layouts / "art").mkdir(parents=True)
    cards.mkdir(parents=True)
    for path in sorted((ROOT / "layouts/plein-air/paintings").glob("*.jpg"))[:6]:
        shutil.copy(path, layouts / "art")
    listed = "".join(
        f"  - {{id: {path.stem}, name: {path.stem.replace('-', ' ').capitalize()}, art: art/{path.name}}}\n"
        for path in sorted((layouts / "art").iterdir())
    )
    (cards / "paintings.yaml").write_text(f"fields: {{name: text, art: picture}}\ncards:\n{listed}")
    (cards / "game.yaml").write_text(
        "game: Harbour\nplayers: 2-4\ncomponents:\n"
        "  painting: {shape: card, size: poker, cards: paintings.yaml, layout: painting.svg}\n"
    )
    (layouts / "painting.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm" '
        'viewBox="0 0 63.5 88.9"><rect x="5" y="5" width="53.5" height="66" fill="none" '
        'n:image="{{ card.art }}" n:fit="cover"/><text x="31.75" y="80" text-anchor="middle" '
        'font-family="Source Sans 3" font-size="5" n:text="{{ card.name }}">Moonrise</text></svg>'
    )
    return root


def save(picture: Image.Image, path: Path) -> None:
    picture.quantize(256, kmeans=3, dither=Image.Dither.NONE).save(path, optimize=True)
    print(path)


def pictures_of_pages() -> None:
    for picture in PICTURES:
        pages = [Image.open(io.BytesIO(data)).convert("RGB") for data in drawn(picture)]
        gap = 12
        width = sum(page.width for page in pages) + gap * (len(pages) + 1)
        sheet = Image.new("RGB", (width, max(page.height for page in pages) + 2 * gap), "#d8d6d2")
        left = gap
        for page in pages:
            sheet.paste(page, (left, gap))
            left += page.width + gap
        save(sheet, HERE / f"{picture.name}.png")


def drawn(picture: Picture) -> list[bytes]:
    """The pages as PNG files."""
    inks: tuple[pipeline.InkUse, ...] = ("full", "low") if picture.low_ink else ("full",)
    printed = [drawn_with(picture, ink) for ink in inks]
    return [page for pages in zip(*printed, strict=True) for page in pages]


def drawn_with(picture: Picture, ink: pipeline.InkUse) -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        printing = pipeline.PrintOptions(papers=("a4",), output=Path(folder), ink=ink)
        findings = Findings()
        outcome = pipeline.build(
            Project(ROOT), picture.game, picture.choice, printing, findings, lambda *_: None
        )
        if outcome.status is not Status.DONE:
            sys.exit("\n".join(finding.message for finding in findings))
        files = {written.path.name: written.path.read_bytes() for written in outcome.written}
        return [png(files[name], page, picture.dpi) for name, page in picture.pages]


if __name__ == "__main__":
    main()
