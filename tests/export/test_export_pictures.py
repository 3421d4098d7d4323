"""Faces as pictures: their names, what is cut away, decks in a grid, and what is refused."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nineup.base.diagnostics import Findings, Status
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice, draw
from nineup_export import PICTURES, ExportRequest, ExportResult, export
from nineup_export.decks import grid
from nineup_export.pictures import DeckPicture
from PIL import ExifTags, Image, ImageChops, ImageStat
from playwright.sync_api import Browser
from tiny import BACK, CARDS, GAME, SVG, write_tiny

POKER = Size(180.0, 252.0)
OWNERS = ("sun", "moon", "star", "leaf")


def made(
    root: Path,
    choice: RunChoice = RunChoice(),  # noqa: B008
    **asked: Any,
) -> tuple[ExportResult, Findings]:
    findings = Findings()
    request = ExportRequest(PICTURES, {**PICTURES.defaults(), "dpi": 72, **asked}, choice)
    return export(Project(root), "tiny", request, findings, lambda *_: None), findings


def files(folder: Path) -> list[str]:
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(name for name in names if name != "export.json")


def picture(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes())).convert("RGBA")


def index(album: ExportResult) -> Any:
    return json.loads((album.folder / "pictures.json").read_text())


def decks(album: ExportResult) -> list[DeckPicture]:
    return msgspec.convert(index(album)["decks"], list[DeckPicture])


def test_a_face_has_a_file_by_its_component_owner_and_card_and_a_common_back_one(tmp_path: Path) -> None:
    album, findings = made(write_tiny(tmp_path))
    assert (album.status, findings) == (Status.DONE, [])
    assert album.folder == tmp_path / "output/tiny/box/pictures"
    decks = [f"deck/{owner}{part}.png" for owner in OWNERS for part in (".back", "/first", "/second")]
    assert files(album.folder) == sorted(
        ["chip.back.png", "chip.png", "credits.txt", "pictures.json", *decks]
    )


def test_a_card_named_like_its_list_is_in_the_list_s_folder(tmp_path: Path) -> None:
    album, findings = made(write_tiny(tmp_path, cards=CARDS.replace("id: first", "id: deck")))
    assert (album.status, findings) == (Status.DONE, [])
    assert {"deck/sun/deck.png", "deck/sun/second.png"} <= set(files(album.folder))


def test_the_index_says_what_each_file_shows(tmp_path: Path) -> None:
    album, _ = made(write_tiny(tmp_path))
    reported = index(album)
    assert (reported["game"], reported["run"], reported["dpi"], reported["decks"]) == (
        "tiny",
        "box",
        72.0,
        [],
    )
    by_file = {each.pop("file"): each for each in reported["pictures"]}
    assert sorted([*by_file, "credits.txt", "pictures.json"]) == files(album.folder)
    common = {"width": 180, "height": 252, "component": "deck", "owner": "sun"}
    assert by_file["deck/sun/second.png"] == {**common, "cards": ["second"], "copies": 2}
    assert by_file["deck/sun.back.png"] == {
        **common,
        "cards": ["first", "second"],
        "side": "back",
        "copies": 3,
    }


def test_backs_that_differ_are_beside_their_fronts(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    bound = BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
    (root / "layouts/tiny/back.svg").write_text(bound)
    album, _ = made(root, choice=RunChoice(owners=("sun",), components=("deck",)))
    assert album.folder == tmp_path / "output/tiny/box-only-sun-deck/pictures"
    names = [f"deck/sun/{card}{side}.png" for card in ("first", "second") for side in ("", ".back")]
    assert files(album.folder) == sorted(["credits.txt", "pictures.json", *names])


def test_a_piece_is_cut_out_of_white_paper(tmp_path: Path) -> None:
    album, _ = made(write_tiny(tmp_path))
    chip = picture(album.folder / "chip.png")
    assert chip.size == (45, 45)  # 16 mm
    assert [chip.getpixel(at)[3] for at in ((0, 0), (44, 44), (22, 22))] == [0, 0, 255]  # type: ignore[index]
    assert chip.getpixel((22, 2)) == (255, 255, 255, 255)  # the paper beside the ink, within the cut
    card = picture(album.folder / "deck/sun.back.png")
    assert card.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert card.getpixel((90, 4)) == (255, 255, 255, 255)


@pytest.mark.parametrize(("bleed", "size"), [(0.0, (180, 252)), (9.0, (198, 270))])
def test_with_bleed_a_picture_is_a_rectangle_of_paper(
    tmp_path: Path, bleed: float, size: tuple[int, int]
) -> None:
    album, findings = made(write_tiny(tmp_path), bleed=bleed)
    card = Image.open(album.folder / "deck/sun.back.png")
    assert (card.size, card.mode) == (size, "RGB")
    assert card.getpixel((0, 0)) == (255, 255, 255)
    assert findings == [], "both are in a frame of paper"


def test_components_without_bleed_are_one_warning_unless_paper_frames_them(tmp_path: Path) -> None:
    root = write_tiny(
        tmp_path, back=BACK.replace("<rect", '<rect width="63.5" height="20" fill="#00f"/><rect', 1)
    )
    _, findings = made(root, bleed=3.175 * MM)
    assert [f.message for f in findings] == ["`deck`: 0 mm of bleed, not 3.175 mm"]
    chip = SVG.format(w=16, h=16) + '<circle cx="8" cy="8" r="8" fill="#00f"/></svg>'
    (root / "layouts/tiny/chip.svg").write_text(chip)
    _, findings = made(root, bleed=3.175 * MM)
    assert [(f.code, f.severity, f.message) for f in findings] == [
        ("bleed-missing", "warning", "`deck`, `chip`: 0 mm of bleed, not 3.175 mm")
    ]


def test_ink_beyond_the_cut_is_in_the_picture_with_bleed(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    wide = BACK.replace('88.9">', '88.9" n:bleed="3mm">', 1).replace(
        "<rect", '<rect x="-3" y="-3" width="70" height="95" fill="#ff0000"/><rect', 1
    )
    (root / "layouts/tiny/back.svg").write_text(wide)
    album, _ = made(root, RunChoice(components=("deck",)), bleed=6.0)
    card = Image.open(album.folder / "deck/sun.back.png")
    assert (card.size, card.getpixel((1, 1))) == ((192, 264), (255, 0, 0))


def test_a_deck_has_every_copy_in_a_grid_and_its_back_in_the_last_place(tmp_path: Path) -> None:
    album, _ = made(write_tiny(tmp_path), RunChoice(owners=("sun",)), decks=True)
    (deck,) = decks(album)
    assert (deck.file, deck.columns, deck.rows) == ("deck/sun.deck.png", 2, 2)
    assert (deck.cards, deck.back, deck.unique_backs) == (
        ("first", "second", "second"),
        "deck/sun.deck.back.png",
        False,
    )
    whole = picture(album.folder / deck.file)
    assert whole.size == (deck.width, deck.height) == (360, 504)
    back = picture(album.folder / deck.back)
    assert back.size == (180, 252)
    assert whole.crop((180, 252, 360, 504)).tobytes() == back.tobytes()
    ruby, jade = (181, 22, 43, 255), (12, 122, 78, 255)
    assert [whole.getpixel(at) for at in ((90, 15), (270, 15), (90, 267))] == [ruby, jade, jade]
    assert index(album)["decks"][0]["cards"] == ["first", "second", "second"]


def test_copies_of_one_card_and_tokens_are_no_deck(tmp_path: Path) -> None:
    for shape in ("card", "token"):
        root = write_tiny(tmp_path / shape, game=GAME.replace("shape: token", f"shape: {shape}"))
        album, _ = made(root, RunChoice(components=("chip",)), dpi=36, decks=True)
        assert (len(index(album)["pictures"]), index(album)["decks"]) == (2, [])


def test_a_large_deck_has_several_pictures_and_none_is_too_large(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, cards=CARDS.replace("copies: 2", "copies: 70"))
    album, _ = made(root, RunChoice(owners=("sun",)), dpi=300, decks=True)
    assert [(deck.file, len(deck.cards), deck.columns, deck.rows) for deck in decks(album)] == [
        ("deck/sun.deck-1.png", 69, 10, 7),
        ("deck/sun.deck-2.png", 2, 2, 2),
    ]
    assert [max(deck.width, deck.height) for deck in decks(album)] == [4090, 1146], "at one resolution"


def test_backs_that_differ_make_a_grid_of_their_own(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    bound = BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
    (root / "layouts/tiny/back.svg").write_text(bound)
    album, _ = made(root, RunChoice(owners=("sun",)), decks=True)
    (deck,) = decks(album)
    assert (deck.unique_backs, deck.back) == (True, "deck/sun.deck.back.png")
    backs = picture(album.folder / deck.back)
    assert backs.size == (deck.width, deck.height)
    assert [backs.getpixel((x, y)) for x, y in ((90, 126), (270, 126))] == [
        (181, 22, 43, 255),
        (12, 122, 78, 255),
    ]


@pytest.mark.parametrize("size", [POKER, POKER.turned(), Size(100, 100), Size(30, 300)])
def test_a_grid_has_room_for_the_cards_and_one_more(size: Size) -> None:
    for count in range(1, 70):
        columns, rows = grid(count, size)
        assert 2 <= columns <= 10
        assert 2 <= rows <= 7
        assert columns * rows > count


def test_what_is_no_longer_there_is_taken_away_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    album, _ = made(root)
    (album.folder / "deck/sun/mine.png").write_bytes(b"mine")
    fewer = CARDS[: CARDS.index("  - id: second")]
    write_tiny(root, cards=fewer, game=GAME.replace("[sun, moon, star, leaf]", "[sun, moon, star, fire]"))
    album, findings = made(root)
    assert (album.status, [f for f in findings if f.severity == "error"]) == (Status.DONE, [])
    left = files(album.folder)
    assert "deck/sun/second.png" not in left
    assert {"deck/sun/mine.png", "deck/fire/first.png"} <= set(left)
    assert not (album.folder / "deck/leaf").exists()


def test_too_many_pixels_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=GAME.replace("size: poker", "size: 900mm x 900mm", 1))
    svg = (root / "layouts/tiny/card.svg").read_text()
    for name in ("card", "back"):
        (root / f"layouts/tiny/{name}.svg").write_text(
            svg.replace('width="63.5mm" height="88.9mm"', 'width="900mm" height="900mm"', 1)
        )
    album, findings = made(root, dpi=1200)
    (finding,) = findings
    assert (album, finding.code, finding.hint) == (
        ExportResult(status=Status.IMPOSSIBLE),
        "picture-size",
        "at most `--dpi 282`",
    )
    assert (finding.span.line, finding.span.column) == (14, 5)  # type: ignore[union-attr]
    assert "42,520 × 42,520 pixels at 1200 dpi" in finding.message
    assert not (tmp_path / "output").exists()


def test_errors_of_the_game_and_impossible_runs_have_their_exit_codes(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, cards=CARDS.replace("suit: jade", "suit: jede"))
    assert made(root)[0] == ExportResult(status=Status.GAME_ERROR)
    write_tiny(root)
    assert made(root, choice=RunChoice(players=9))[0] == ExportResult(status=Status.IMPOSSIBLE)
    assert not (tmp_path / "output").exists()


def test_all_pictures_or_none_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_tiny(tmp_path)
    album, _ = made(root)
    before = {name: (album.folder / name).read_bytes() for name in files(album.folder)}
    write_tiny(root, cards=CARDS.replace("First Light", "Last Light"))

    def breaking(pdf: bytes, dpi: float, encoding: str) -> Iterator[tuple[bytes, int, int]]:
        yield from [(b"new", 1, 1)] * 2
        raise OSError("the disk is full")

    monkeypatch.setattr("nineup_export.shots.clear_pictures", breaking)
    with pytest.raises(OSError, match="full"):
        made(root)
    assert {name: (album.folder / name).read_bytes() for name in files(album.folder)} == before


@pytest.mark.parametrize(("encoding", "suffix"), [("webp", "webp"), ("jpeg", "jpg")])
def test_other_encodings_show_the_same_as_png(tmp_path: Path, encoding: str, suffix: str) -> None:
    root = write_tiny(tmp_path)
    plain, _ = made(root)
    whole = {
        name: picture(plain.folder / name) for name in ("chip.png", "deck/sun/first.png", "deck/sun.back.png")
    }
    assert Image.open(plain.folder / "chip.png").info["srgb"] == 0
    album, findings = made(root, format=encoding)
    assert findings == []
    assert "chip.png" not in files(album.folder), "what the export before wrote is gone"
    for name, wanted in whole.items():
        other = Image.open(album.folder / name.replace("png", suffix))
        assert (other.format or "").lower() == encoding
        about = other.getexif()
        assert (about[ExifTags.Base.XResolution], about[ExifTags.Base.ResolutionUnit]) == (72, 2)
        assert about.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.ColorSpace] == 1, "sRGB"
        white = Image.new("RGBA", wanted.size, "white")
        shown = Image.alpha_composite(white, other.convert("RGBA")).convert("RGB")
        difference = ImageChops.difference(shown, Image.alpha_composite(white, wanted).convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 3
    if encoding == "webp":
        assert picture(album.folder / "chip.webp").getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_an_svg_of_a_face_is_what_chromium_shows_of_it(chromium: Browser, tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    plain, _ = made(root, dpi=96)
    wanted = picture(plain.folder / "deck/sun/first.png")
    album, _ = made(root, format="svg")
    svg = (album.folder / "deck/sun/first.svg").read_text()
    with chromium.new_page(viewport={"width": wanted.width, "height": wanted.height}) as page:
        page.set_content(f"<style>body{{margin:0;background:#fff}}</style>{svg}")
        shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    white = Image.alpha_composite(Image.new("RGBA", wanted.size, "white"), wanted).convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(shown, white)).mean) < 4


def test_a_pattern_names_each_copy_and_its_back(tmp_path: Path) -> None:
    album, findings = made(
        write_tiny(tmp_path),
        RunChoice(owners=("sun",), components=("deck",)),
        name="{component}-{owner}-{name}-{copy}",
    )
    assert findings == []
    names = ["deck-sun-First-Light-1", "deck-sun-Second-Wind-1", "deck-sun-Second-Wind-2"]
    assert files(album.folder) == sorted(
        ["credits.txt", "pictures.json", *(f"{n}{back}.png" for n in names for back in ("", ".back"))]
    )
    assert [each["copies"] for each in index(album)["pictures"]] == [1] * 6
    one, two = ((album.folder / f"{name}.png").read_bytes() for name in names[1:])
    assert one == two


def test_a_pattern_leaves_out_what_joins_nothing(tmp_path: Path) -> None:
    album, _ = made(write_tiny(tmp_path), RunChoice(components=("chip",)), name="all/{owner}/{side}-{id}")
    assert files(album.folder) == ["all/back-chip.png", "all/front-chip.png", "credits.txt", "pictures.json"]


@pytest.mark.parametrize(
    ("pattern", "message", "hint"),
    [
        ("{card}", "`{card}` is not a field of file names", "did you mean `{id}`?"),
        ("../{id}", "`../{id}` is not a pattern for file names", "letters, digits"),
        ("{id}:{copy}", "`{id}:{copy}` is not a pattern for file names", "letters, digits"),
        ("card", "`card` is not a pattern for file names", "{component}-{id}"),
        ("{component}-{id}", "gives `first` and `first` the same name, `deck-first`", "add {owner}"),
    ],
)
def test_a_pattern_that_cannot_name_files_is_refused(
    tmp_path: Path, pattern: str, message: str, hint: str
) -> None:
    album, findings = made(write_tiny(tmp_path), name=pattern)
    assert album == ExportResult(status=Status.IMPOSSIBLE)
    assert [finding.code for finding in findings] == ["export-name"]
    assert message in findings[0].message
    assert hint in findings[0].hint
    assert not (tmp_path / "output").exists()


def test_scenes_are_pictures_for_shops_and_posts(tmp_path: Path) -> None:
    """Each template is drawn, the same each time, with the colors of the pieces on it; a piece that the game
    doesn't have leaves its place empty.
    """
    from nineup_export.scenes import SCENES, scene_picture

    request = ExportRequest(PICTURES, PICTURES.values({"scene": "all", "dpi": "30"}))
    project = Project(write_tiny(tmp_path))
    findings = Findings()
    made = export(project, "tiny", request, findings, lambda *_: None)
    assert made.status == Status.DONE, findings
    assert {f"scenes/{name}.png" for name in SCENES} <= set(made.files)
    drawn = draw(project, "tiny", RunChoice(), PrintOptions(), Findings(), lambda *_: None)
    assert isinstance(drawn, DrawnRun)
    for name in SCENES:
        data = (made.folder / "scenes" / f"{name}.png").read_bytes()
        assert data == scene_picture(drawn, name)
        scene = Image.open(io.BytesIO(data)).convert("RGB")
        assert scene.size == (1600, 1000)
        seen = {color for _, color in scene.getcolors(1_600_000) or []}
        assert (0xB2, 0x3A, 0x48) in seen or (0xB5, 0x16, 0x2B) in seen  # the band of a card
        assert ((0x33, 0x44, 0x55) in seen) == (name == "table")  # the back of the pile


def test_a_hand_mixes_the_decks_of_a_pile(tmp_path: Path) -> None:
    """Components that share a back are shuffled together, so a fan shows each of them; another pile stays apart."""
    again = """\
  {id}:
    shape: card
    size: poker
    cards: cards.yaml
    layout: {id}.svg
    back: {back}.svg
"""
    game = GAME.replace(
        "  chip:\n",
        again.format(id="news", back="back") + again.format(id="apart", back="other") + "  chip:\n",
    )
    root = write_tiny(tmp_path, game=game)
    plain = '<rect x="3" y="3" width="57.5" height="40" fill="{}"/></svg>'
    for name, color in {"news": "#1188cc", "apart": "#dd9911", "other": "#119955"}.items():
        (root / f"layouts/tiny/{name}.svg").write_text(SVG.format(w=63.5, h=88.9) + plain.format(color))
    album, findings = made(root, scene="hand")
    assert album.status == Status.DONE, findings
    scene = picture(album.folder / "scenes" / "hand.png").convert("RGB")
    seen = {color for _, color in scene.getcolors(1_600_000) or []}
    assert {(0xB2, 0x3A, 0x48), (0xB5, 0x16, 0x2B)} & seen
    assert (0x11, 0x88, 0xCC) in seen
    assert (0xDD, 0x99, 0x11) not in seen
