"""Pictures in the grid and on a card's page, in a browser: dropped, pasted, chosen, cropped, many at once."""

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nineup_studio import Studio
from playwright.sync_api import Locator, Page, expect
from programs import from_npm
from refused_pictures import picture
from serving import serving
from studio_window import Open, becomes, box_of, saved, until
from test_studio_grid import FILE, GRID, on_disk
from test_studio_picture_requests import WITH_ART
from test_studio_views import LOOKS, SERIOUS
from tiny import write_tiny

TRANSFER = """([files]) => {
  const transfer = new DataTransfer();
  for (const [name, type, data] of files)
    transfer.items.add(new File([Uint8Array.from(atob(data), sign => sign.charCodeAt(0))], name, { type }));
  return transfer;
}"""
PASTE = """transfer => document.activeElement.dispatchEvent(
  new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }))"""
FRAME = '<rect x="9" y="9" width="9" height="9" fill="none" n:if="card.art" n:image="{{ card.art }}" n:fit="cover"/>'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = write_tiny(tmp_path / "project", cards=WITH_ART)
    layout = root / "layouts/tiny/card.svg"
    layout.write_text(layout.read_text().replace("</svg>", f"{FRAME}</svg>"))
    return root


@pytest.fixture
def studio(project: Path) -> Iterator[Studio]:
    with serving(project) as found:
        yield found


def art(project: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in sorted((project / "layouts/tiny/art").glob("*"))}


def transfer(page: Page, **files: bytes) -> Any:
    """What is dragged or pasted: PNG files by their names without the suffix."""
    listed = [[f"{name}.png", "image/png", base64.b64encode(data).decode()] for name, data in files.items()]
    return page.evaluate_handle(TRANSFER, [listed])


def drop(page: Page, place: Locator, **files: bytes) -> None:
    given = transfer(page, **files)
    place.dispatch_event("dragover", {"dataTransfer": given})
    place.dispatch_event("drop", {"dataTransfer": given})


def cell(page: Page, card: str) -> Locator:
    return page.locator(f'#grid .r[data-key="{card}"] .k-picture')


def choose_cell(page: Page, card: str) -> None:
    cell(page, card).click()


def with_art(text: str, card: str = "second") -> str:
    name = {"first": "name: First Light", "second": "name: Second Wind"}[card]
    return WITH_ART.replace(name, f"{name}\n    art: {text}")


def test_a_picture_is_dropped_on_a_cell_and_taken_back(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page, data = open_page(studio, GRID), picture(size=(60, 40))
    drop(page, cell(page, "second"), Wind=data)
    until(page, "document.querySelector('#grid img')?.naturalWidth > 0")
    expect(cell(page, "second")).to_have_text("art/wind.png")
    saved(page, project / FILE, with_art("art/wind.png"))
    becomes(page, lambda: art(project), {"wind.png": data})
    page.locator("#grid").focus()
    page.keyboard.press("Control+z")
    saved(page, project / FILE, WITH_ART)
    expect(cell(page, "second").locator("img")).to_have_count(0)
    becomes(page, lambda: art(project), {})


def test_a_drop_beside_the_column_is_for_its_card(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    drop(page, page.locator('#grid .r[data-key="first"] .k-rich'), Light=picture())
    saved(page, project / FILE, with_art("art/light.png", "first"))


def test_a_picture_is_pasted_and_called_after_its_card(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, GRID)
    choose_cell(page, "second")
    page.evaluate(PASTE, transfer(page, image=picture()))
    saved(page, project / FILE, with_art("art/second.png"))
    becomes(page, lambda: list(art(project)), ["second.png"])


def test_a_refusal_is_said_and_nothing_is_written(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    drop(page, cell(page, "second"), Wind=picture("JPEG"))
    expect(page.locator("#toast")).to_have_text(
        "Wind.png holds a JPEG, which its name denies. Rename it to `*.jpg`. Nothing is written."
    )
    assert (on_disk(project), art(project)) == (WITH_ART, {})


def opened(page: Page, card: str = "second") -> Locator:
    """The dialog of a card's picture, by the keyboard."""
    choose_cell(page, card)
    page.keyboard.press("Enter")
    dialog = page.locator("#picturedialog")
    expect(dialog).to_be_visible()
    return dialog


def chosen(page: Page, dialog: Locator, name: str, data: bytes) -> None:
    file: Any = {"name": name, "mimeType": "image/png", "buffer": data}
    dialog.locator("input[type=file]").set_input_files(file)
    expect(dialog.locator(".cropstage img")).to_be_visible()
    until(page, "document.querySelector('#picturedialog .cropstage img').naturalWidth > 0")


def test_a_file_is_chosen_with_its_focus_and_crop(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    dialog = opened(page)
    chosen(page, dialog, "Wind.png", picture(size=(300, 200)))
    dialog.get_by_label("Keep a point in the middle").check()
    dialog.get_by_label("focus: left, in percent").fill("25")
    dialog.get_by_label("focus: left, in percent").press("Tab")
    dialog.get_by_label("Show only a part").check()
    dialog.get_by_label("crop: width, in percent").fill("95")
    dialog.get_by_label("crop: width, in percent").press("Tab")
    expect(dialog.locator(".written code")).to_have_text("art/wind.png crop 10% 10% 90% 80% focus 25% 50%")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    saved(page, project / FILE, with_art("art/wind.png crop 10% 10% 90% 80% focus 25% 50%"))
    expect(page.locator("#findings .error")).to_have_count(0)
    dialog = opened(page)
    expect(dialog.get_by_label("crop: width, in percent")).to_have_value("90")
    dialog.get_by_label("Show only a part").uncheck()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    saved(page, project / FILE, with_art("art/wind.png focus 25% 50%"))
    dialog = opened(page)
    dialog.get_by_role("button", name="No picture").click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    saved(page, project / FILE, WITH_ART)
    assert list(art(project)) == ["wind.png"]


def test_the_focus_and_the_crop_are_dragged(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    dialog = opened(page)
    chosen(page, dialog, "Wind.png", picture(size=(300, 200)))

    def at(x: float, y: float) -> tuple[float, float]:
        box = box_of(dialog.locator(".cropstage"))  # which moves as the dialog grows
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    page.mouse.click(*at(0.3, 0.6))
    expect(dialog.locator(".written code")).to_have_text("art/wind.png focus 30% 60%")
    dialog.get_by_label("Show only a part").check()
    page.mouse.move(*at(0.5, 0.5))
    page.mouse.down()
    page.mouse.move(*at(0.7, 0.9))
    page.mouse.up()
    expect(dialog.locator(".written code")).to_have_text("art/wind.png crop 20% 20% 80% 80% focus 30% 60%")
    page.mouse.click(*at(0.6, 0.5))
    expect(dialog.locator(".written code")).to_have_text("art/wind.png crop 20% 20% 80% 80% focus 60% 50%")
    page.mouse.move(*at(0.99, 0.99))
    page.mouse.down()
    page.mouse.move(*at(0.6, 0.7))
    page.mouse.up()
    expect(dialog.locator(".written code")).to_have_text("art/wind.png crop 20% 20% 40% 50% focus 60% 50%")


def test_another_picture_of_that_name_is_replaced_only_when_asked(
    studio: Studio, project: Path, open_page: Open
) -> None:
    # No face shows them: the studio refuses to send one whose picture was replaced since it was drawn.
    layout = project / "layouts/tiny/card.svg"
    layout.write_text(layout.read_text().replace(FRAME, ""))
    page, old, new = open_page(studio, GRID), picture(), picture(size=(30, 30))
    drop(page, cell(page, "first"), Wind=old)
    saved(page, project / FILE, with_art("art/wind.png", "first"))
    drop(page, cell(page, "second"), Wind=old)  # the same picture: its file is used
    expect(cell(page, "second")).to_have_text("art/wind.png")
    drop(page, cell(page, "second"), Wind=new)
    dialog = page.locator("#picturedialog")
    expect(dialog.locator(".clash")).to_contain_text("Another picture is called wind.png")
    assert art(project) == {"wind.png": old}
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(cell(page, "second")).to_have_text("art/wind-2.png")
    becomes(page, lambda: art(project), {"wind-2.png": new, "wind.png": old})
    drop(page, cell(page, "first"), Wind=new)
    dialog.get_by_label("Another picture has this name").select_option("replace")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#grid")).to_be_focused()
    becomes(page, lambda: art(project), {"wind-2.png": new, "wind.png": new})
    page.keyboard.press("Control+z")
    expect(page.locator("#toast")).to_contain_text("Undone")
    becomes(page, lambda: art(project), {"wind-2.png": new, "wind.png": old})


def test_many_pictures_find_their_cards_and_are_one_step(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, GRID)
    one, two = picture(size=(50, 40)), picture(size=(40, 50))
    drop(
        page,
        page.locator("#gridbox"),
        **{"01 FIRST_light": one, "wïnd": two, "bad": b"no picture", "first": picture()},
    )
    dialog = page.locator("#picturedialog")
    expect(dialog.get_by_role("status")).to_have_text("Checked. 1 picture can't be used.")
    rows = dialog.locator("tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("no card has this id or name")
    expect(rows.nth(2)).to_contain_text("is not a PNG")
    expect(rows.nth(3)).to_contain_text("another of these files is for its card")
    expect(dialog).to_contain_text("Still without a picture: second.")
    dialog.get_by_label("The card of wïnd.png").select_option("second")
    expect(dialog).to_contain_text("Every card has a picture then.")
    dialog.get_by_label("The card of first.png").select_option("first")
    expect(dialog.get_by_role("alert")).to_contain_text("Two pictures are for first")
    expect(dialog.locator("button.main")).to_be_disabled()
    dialog.get_by_label("The card of first.png").select_option("")
    dialog.get_by_role("button", name="Add 2 pictures").click()
    expect(dialog).to_be_hidden()
    until(
        page, "[...document.querySelectorAll('#grid img')].filter(image => image.naturalWidth).length === 2"
    )
    becomes(page, lambda: art(project), {"01-first-light.png": one, "wind.png": two})
    until(page, lambda: "art: art/01-first-light.png\n" in on_disk(project))
    page.keyboard.press("Control+z")
    saved(page, project / FILE, WITH_ART)
    becomes(page, lambda: art(project), {})


def test_a_folder_is_chosen_by_a_button(
    studio: Studio, project: Path, open_page: Open, tmp_path: Path
) -> None:
    folder = tmp_path / "drawn/inner"
    folder.mkdir(parents=True)
    (folder / "Second Wind.png").write_bytes(picture())
    (folder.parent / "first.png").write_bytes(picture(size=(9, 9)))
    (folder.parent / ".DS_Store").write_bytes(b"x")
    (folder.parent / "notes.txt").write_bytes(b"x")
    page = open_page(studio, GRID)
    page.locator("#picturetools input[webkitdirectory]").set_input_files(folder.parent)
    dialog = page.locator("#picturedialog")
    expect(dialog).to_contain_text("No pictures, so left out: notes.txt.")
    dialog.get_by_role("button", name="Add 2 pictures").click()
    expect(page.locator("#toast")).to_contain_text("Done: 2 pictures")
    expect(cell(page, "first")).to_have_text("art/first.png")
    becomes(page, lambda: sorted(art(project)), ["first.png", "second-wind.png"])


def test_a_list_without_a_column_for_pictures_says_so(tmp_path: Path, open_page: Open) -> None:
    with serving(write_tiny(tmp_path / "plain")) as studio:
        page = open_page(studio, GRID)
        drop(page, page.locator("#gridbox"), Wind=picture())
        expect(page.locator("#toast")).to_contain_text("has no column for pictures: add one with + Column")
        expect(page.locator("#picturetools")).to_have_count(0)
        page.locator("#addfield").click()
        page.locator("#fielddialog [name=name]").fill("Art")
        page.locator("#fielddialog [name=holds]").select_option("picture")
        page.get_by_role("button", name="Add it").click()
        expect(page.locator("#picturetools button").first).to_be_visible()
        drop(page, cell(page, "second"), Wind=picture())
        expect(cell(page, "second").locator("img")).to_be_visible()


def test_the_page_of_a_card_has_the_same_dialog(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    key = page.locator('#grid .r[data-key="second"]').get_attribute("data-pieces")
    assert key
    page.goto(f"{page.url.partition('/tiny')[0]}/tiny/card/{key.split()[0]}")
    page.get_by_role("button", name="Edit art").click()
    dialog = page.locator("#picturedialog")
    chosen(page, dialog, "Wind.png", picture(size=(30, 20)))
    dialog.get_by_label("Keep a point in the middle").check()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    saved(page, project / FILE, with_art("art/wind.png focus 50% 50%"))
    expect(page.locator(".facts .fields").first).to_contain_text("art/wind.png focus 50% 50%")


def test_a_file_dropped_beside_the_grid_doesn_t_replace_the_page(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, GRID)
    drop(page, page.locator("#gridtools"), Wind=picture())
    expect(page.locator("#toast")).to_contain_text("Pictures are dropped on the cards")


@pytest.mark.parametrize(("width", "scheme"), [*LOOKS, (390, "light"), (1280, "dark")])
def test_the_dialogs_are_accessible_and_fit(
    studio: Studio, project: Path, open_page: Open, width: int, scheme: str
) -> None:
    page = open_page(studio, GRID, width, scheme, bypass_csp=True)
    dialog = opened(page)
    chosen(page, dialog, "Wind.png", picture(size=(300, 200), noise=True))
    dialog.get_by_label("Show only a part").check()
    dialog.get_by_label("Keep a point in the middle").check()
    looked_at(page, f"one-{width}-{scheme}")
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name="Save").click()
    expect(cell(page, "second").locator("img")).to_be_visible()
    drop(page, page.locator("#gridbox"), first=picture(size=(80, 60)), other=picture(), bad=b"x")
    expect(dialog.get_by_role("status")).to_have_text("Checked. 1 picture can't be used.")
    looked_at(page, f"many-{width}-{scheme}")
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    looked_at(page, f"grid-{width}-{scheme}")
    assert page.evaluate(SERIOUS)["serious"] == []


def looked_at(page: Page, name: str) -> None:
    """A screenshot for people, if a folder is named for it."""
    if folder := os.environ.get("LOOKS"):
        page.screenshot(path=Path(folder) / f"{name}.png")
