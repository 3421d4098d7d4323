"""PDF/X read back by pikepdf, object by object, and printed by Ghostscript: inks only, black letters in black
alone, cut lines in an ink of their own, and pages that look like those in sRGB.
"""

import csv
import io
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pikepdf
import pytest
from command import TIMEOUT
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.model.drawing import Face
from nineup.pipeline import BuildResult, PrintOptions, RunChoice, draw
from nineup.pipeline.cutting_out import with_bleed
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup_export import ExportRequest, ExportResult, export, target_named
from PIL import Image, ImageChops, ImageStat
from programs import press_profile, program
from tiny import BACK, GAME, STYLE, SVG, write_tiny

MM = 72 / 25.4
DECK = RunChoice(owners=("sun",), components=("deck",))

FRONT = SVG.format(w=63.5, h=88.9).replace(">", ' n:bleed="3mm">', 1) + (
    """
  <defs><linearGradient id="sky"><stop offset="0" stop-color="#c8d8e8"/><stop offset="1" stop-color="#88706a"/></linearGradient></defs>
  <rect x="-3" y="-3" width="69.5" height="94.9" fill="#e8e0d0"/>
  <rect x="3" y="3" width="57.5" height="14" fill="#8a5a50" n:fill="{{ card.suit.tone }}"/>
  <circle cx="32" cy="17" r="9" fill="#5070a0" fill-opacity="0.5"/>
  <path d="M6 78H57" stroke="#406050" stroke-width="3" stroke-opacity="0.4"/>
  <rect x="7" y="62" width="49.5" height="9" fill="url(#sky)"/>
  <rect x="7" y="72" width="20" height="4" fill="#808080"/>
  <image x="40" y="72" width="12" height="4" href="dots.png"/>
  <rect x="7" y="28" width="49.5" height="8" fill="none" class="title" n:text="{{ card.name }}"/>
  <rect x="7" y="37" width="49.5" height="24" fill="none" class="rules" n:text="{{ card.text }}"/>
  <rect x="46" y="80" width="8" height="5" fill="#8a6f2b" n:fill="{{ palette.gold }}"/>
  <rect x="34" y="80" width="8" height="5" fill="#b5162b" n:fill="{{ palette.named }}"/>
</svg>
"""
)
STYLES = STYLE.replace(
    'palette: {ink: "#222222"}',
    'palette: {ink: "#23202b", gold: "#8a6f2b spot(Warm Gold, 0, 0.2, 0.6, 0.3)", named: "#b5162b device-cmyk(0.1, 1, 0.85, 0.05)"}',
)
TONED = GAME.replace("#b5162b", "#a05048").replace("#0c7a4e", "#4e7a5c")


class Sent(NamedTuple):
    root: Path
    made: ExportResult
    findings: Findings

    @property
    def deck(self) -> Path:
        return next(self.made.folder.glob("*deck*.pdf"))


def project(root: Path, **changed: str) -> Path:
    write_tiny(root, **{"card": FRONT, "back": BACK, "style": STYLES, "game": TONED, **changed})
    dots = Image.new("RGB", (12, 4), "#a09080")
    dots.putpixel((3, 2), (64, 96, 128))
    dots.save(root / "layouts/tiny/dots.png")
    return root


def sent(root: Path, to: str, choice: RunChoice = DECK, **asked: Any) -> Sent:
    target = target_named(to)
    assert target is not None
    values = {**target.defaults(), "profile": str(press_profile()), **asked}
    findings = Findings()
    printing = PrintOptions(output=Path(mkdtemp(dir=root)))
    request = ExportRequest(target, values, choice, printing)
    made = export(Project(root), "tiny", request, findings, lambda *_: None)
    return Sent(root, made, findings)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(tmp_path_factory.mktemp("press"))


@pytest.fixture(scope="module")
def older(tiny: Path) -> Sent:
    return sent(tiny, "pdf-x-1a", **{"cut-line": "CutContour"})


@pytest.fixture(scope="module")
def newer(tiny: Path) -> Sent:
    return sent(tiny, "pdf-x-4")


def streams(pdf: pikepdf.Pdf) -> Iterator[tuple[pikepdf.Object, pikepdf.Object]]:
    """Every stream of operators with its resources: pages, forms and patterns."""
    for page in pdf.pages:
        yield page.obj, page.Resources
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and ("/BBox" in thing):
            yield thing, thing.get("/Resources", pdf.pages[0].Resources)


def dictionaries(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every dictionary of a file, those inside others included."""
    waiting = list(pdf.objects)
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            yield thing
            waiting += [value for _, value in thing.items() if not getattr(value, "is_indirect", False)]
        elif isinstance(thing, pikepdf.Array):
            waiting += [value for value in thing if not getattr(value, "is_indirect", False)]


def spaces(pdf: pikepdf.Pdf) -> set[str]:
    """The colour spaces in which anything is painted; for a spot ink its name."""
    found = set()
    simple = {
        "k": "DeviceCMYK",
        "K": "DeviceCMYK",
        "g": "DeviceGray",
        "G": "DeviceGray",
        "rg": "RGB",
        "RG": "RGB",
    }
    for stream, resources in streams(pdf):
        for operands, operator in pikepdf.parse_content_stream(stream):
            name = str(operator)
            if name in simple:
                found.add(simple[name])
            elif name in ("cs", "CS") and str(operands[0]) != "/Pattern":
                kind, ink, alternate, _ = resources.ColorSpace[str(operands[0])]
                assert (str(kind), str(alternate)) == ("/Separation", "/DeviceCMYK")
                found.add(str(ink))
    for thing in dictionaries(pdf):
        if thing.get("/Subtype") == "/Image" or "/ShadingType" in thing:
            found.add(str(thing.ColorSpace)[1:])
        if thing.get("/S") == "/Transparency":
            found.add(str(thing.CS)[1:])
    return found


def fonts(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [thing for thing in dictionaries(pdf) if thing.get("/Type") == "/FontDescriptor"]


def transparency(pdf: pikepdf.Pdf) -> list[str]:
    """Everything that PDF 1.3 doesn't know: opacities, masks, blend modes, transparency groups."""
    found = []
    for thing in dictionaries(pdf):
        found += [key for key in ("/SMask", "/BM", "/ca", "/CA") if key in thing]
        found += ["group"] * (thing.get("/S") == "/Transparency")
    return found


@pytest.mark.parametrize("which", ["older", "newer"])
def test_everything_is_painted_in_inks(which: str, request: pytest.FixtureRequest) -> None:
    done: Sent = request.getfixturevalue(which)
    assert done.made.status is Status.DONE, list(done.findings)
    with pikepdf.open(done.deck) as pdf:
        cut = {"/CutContour"} if which == "older" else set()
        assert spaces(pdf) == {"DeviceCMYK", "/Warm Gold"} | cut
        assert all("/FontFile2" in each or "/FontFile3" in each for each in fonts(pdf))
        assert len(fonts(pdf)) >= 2
        intent = pdf.Root.OutputIntents[0]
        assert (intent.S, intent.DestOutputProfile.N) == ("/GTS_PDFX", 4)
        assert intent.DestOutputProfile.read_bytes() == press_profile().read_bytes()
        assert str(pdf.docinfo["/Trapped"]) == "/False"
        assert {"/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"} <= set(pdf.docinfo.keys())
        assert "/Encrypt" not in pdf.trailer
        assert len(pdf.trailer.ID) == 2
        for page in pdf.pages:
            wide, high = 63.5 * MM, 88.9 * MM
            assert [float(edge) for edge in page.MediaBox] == pytest.approx(
                [0, 0, wide + 6 * MM, high + 6 * MM], abs=0.01
            )
            assert page.BleedBox == page.MediaBox
            assert [float(edge) for edge in page.TrimBox] == pytest.approx(
                [3 * MM, 3 * MM, wide + 3 * MM, high + 3 * MM], abs=0.01
            )
            assert "/Annots" not in page


def test_the_older_standard_has_no_transparency_and_is_an_old_pdf(older: Sent, tiny: Path) -> None:
    data = older.deck.read_bytes()
    assert data.startswith(b"%PDF-1.3")
    assert b"/ObjStm" not in data
    with pikepdf.open(older.deck) as pdf:
        assert not transparency(pdf)
        about = {str(key): str(value) for key, value in pdf.docinfo.items()}
        assert (about["/GTS_PDFXVersion"], about["/GTS_PDFXConformance"]) == ("PDF/X-1:2001", "PDF/X-1a:2001")
    later = sent(tiny, "pdf-x-1a", edition="2003")
    assert later.deck.read_bytes().startswith(b"%PDF-1.4")
    with pikepdf.open(later.deck) as pdf:
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert "/GTS_PDFXConformance" not in pdf.docinfo


@pytest.mark.parametrize("which", ["older", "newer"])
def test_qpdf_finds_no_fault_in_the_file(which: str, request: pytest.FixtureRequest) -> None:
    done: Sent = request.getfixturevalue(which)
    with pikepdf.open(done.deck) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_the_newer_standard_keeps_transparency_and_says_what_it_is(newer: Sent) -> None:
    assert newer.deck.read_bytes().startswith(b"%PDF-1.6")
    with pikepdf.open(newer.deck) as pdf:
        assert set(transparency(pdf)) == {"/ca", "/CA", "group"}
        with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
            assert metadata["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
            assert metadata["pdf:Trapped"] == "False"
            assert metadata["xmpMM:RenditionClass"] == "default"
            assert metadata["dc:title"] == str(pdf.docinfo["/Title"]) == "Tiny: Deck"


def rendered(pdf: Path, device: str, dpi: int, *flags: str) -> Path:
    """The folder of what Ghostscript makes of each page."""
    folder = pdf.parent / f"{pdf.stem}-{device}"
    folder.mkdir(exist_ok=True)
    command = [
        program("gs"),
        "-q",
        "-dBATCH",
        "-dNOPAUSE",
        "-dSAFER",
        "-dPDFSTOPONERROR",
        f"-sDEVICE={device}",
        f"-r{dpi}",
    ]
    out = subprocess.run(
        [*command, *flags, f"-sOutputFile={folder}/%d.tif", str(pdf)],
        capture_output=True,
        timeout=TIMEOUT,
        check=True,
    )
    assert not out.stdout + out.stderr
    return folder


@pytest.mark.parametrize("which", ["older", "newer"])
def test_ghostscript_prints_what_the_sheets_show(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    done: Sent = request.getfixturevalue(which)
    drawn = draw(Project(done.root), "tiny", DECK, PrintOptions(), Findings(), lambda *_: None)
    assert not isinstance(drawn, BuildResult)
    faces = [face for each in drawn.drawn for face in (each.front, each.back) if face is not None]
    plain = tmp_path / "plain.pdf"
    plain.write_bytes(_in_srgb(faces, drawn.engine.fonts))
    as_shown, as_printed = rendered(plain, "tiff24nc", 60), rendered(done.deck, "tiff24nc", 60)
    assert len(list(as_printed.iterdir())) == len(faces) == 4
    for page in range(1, len(faces) + 1):
        one, two = (Image.open(folder / f"{page}.tif") for folder in (as_shown, as_printed))
        assert one.size == two.size
        middle = tuple(edge // 9 for edge in one.size)  # Inside the cut line.
        box = (*middle, *(edge - edge // 9 for edge in one.size))
        difference = ImageStat.Stat(ImageChops.difference(one.crop(box), two.crop(box)))
        assert max(difference.mean) < 4, "levels of 255, on average"
        assert max(difference.rms) < 12


def _in_srgb(faces: list[Face], fonts: Fonts) -> bytes:
    return face_pdf([with_bleed(face, 3 * MM) for face in faces], fonts)


def plates(pdf: Path, page: int) -> dict[str, Image.Image]:
    """The plates of a page, by the names of their inks: 255 is full ink."""
    folder = rendered(pdf, "tiffsep", 72)
    found = {}
    for path in folder.glob(f"{page}(*.tif"):
        ink = path.name.partition("(")[2].removesuffix(").tif")
        found[ink] = ImageChops.invert(Image.open(path).convert("L"))
    return found


def strongest(plate: Image.Image, box: tuple[float, float, float, float]) -> int:
    """The most ink in a box of the face, in mm."""
    area = plate.crop(tuple(round((edge + 3) * MM) for edge in box))
    most = area.getextrema()[1]
    assert isinstance(most, int)
    return most


def test_letters_are_in_black_alone_and_named_inks_as_they_are_named(older: Sent) -> None:
    found = plates(older.deck, 1)
    text, ground = (8, 38, 56, 60), (58, 40, 60, 60)
    assert strongest(found["Black"], text) > 200
    for ink in ("Cyan", "Magenta", "Yellow"):
        assert strongest(found[ink], (8, 29, 56, 35)) <= strongest(found[ink], ground) + 3, "title"
    grey = (8, 73, 26, 75)
    assert [strongest(found[ink], grey) for ink in ("Cyan", "Magenta", "Yellow")] == [0, 0, 0]
    assert 100 < strongest(found["Black"], grey) < 200
    named = (35, 81, 41, 84)
    inks = [strongest(found[ink], named) / 255 for ink in ("Cyan", "Magenta", "Yellow", "Black")]
    assert inks == pytest.approx([0.1, 1.0, 0.85, 0.05], abs=0.01)
    gold = (47, 81, 53, 84)
    assert strongest(found["Warm Gold"], gold) == 255
    assert [strongest(found[ink], gold) for ink in ("Cyan", "Magenta", "Yellow", "Black")] == [0] * 4
    assert found["CutContour"].getextrema()[1] > 0
    edge = (-0.4, 40, 0.4, 50)
    assert strongest(found["CutContour"], edge) > 0
    assert strongest(found["Yellow"], edge) == strongest(found["Yellow"], (-2, 40, -1, 50)), (
        "what it overprints"
    )


def test_a_table_says_what_each_page_shows(older: Sent, tiny: Path) -> None:
    def table(done: Sent) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO((done.made.folder / "pages.csv").read_text("utf-8"))))

    found = [(row["page"], row["card"], row["side"], row["copies"]) for row in table(older)]
    sides = [
        ("first", "front", "1"),
        ("first", "back", "1"),
        ("second", "front", "2"),
        ("second", "back", "2"),
    ]
    assert found == [(str(page), *about) for page, about in enumerate(sides, 1)]
    every = sent(tiny, "pdf-x-4", copies=True)
    with pikepdf.open(every.deck) as pdf:
        assert len(pdf.pages) == len(table(every)) == 6
        assert pdf.pages[2].Contents.objgen == pdf.pages[4].Contents.objgen, "copies share their operators"


def test_the_same_game_gives_the_same_bytes(newer: Sent, tiny: Path) -> None:
    before = newer.deck.read_bytes()
    assert sent(tiny, "pdf-x-4").deck.read_bytes() == before


def test_what_cannot_be_flattened_is_left_out_if_asked(tmp_path: Path) -> None:
    back = BACK.replace("<rect", '<rect style="mix-blend-mode: multiply"')
    both = RunChoice(players=2)
    done = sent(project(tmp_path, back=back), "pdf-x-1a", both, **{"leave-out": True})
    (left,) = [each for each in done.findings if each.code == "press-transparency"]
    assert left.severity == "warning"
    assert left.message.endswith("; it is left out")
    assert done.made.status is Status.DONE
    assert {name for name in done.made.files if name.endswith(".pdf")} == {"chip.pdf"}
    alone = sent(tmp_path, "pdf-x-1a", RunChoice(players=2, components=("deck",)), **{"leave-out": True})
    assert "export-nothing" in {each.code for each in alone.findings}
    assert alone.made.files == ()


@pytest.mark.parametrize(
    ("values", "changed", "code", "severity", "message"),
    [
        ({"profile": ""}, {}, "profile-default", "note", "offset printing on coated paper (FOGRA39)"),
        ({"profile": "none.icc"}, {}, "profile-unfit", "error", "--profile: none.icc can't be read"),
        (
            {"cut-line": "Black"},
            {},
            "export-setting",
            "error",
            "--cut-line: `Black` can't be the name of a spot ink",
        ),
        ({"profile": __file__}, {}, "profile-unfit", "error", "is not an ICC profile"),
        (
            {"ink-limit": 190},
            {},
            "ink-limit",
            "error",
            "deck/first, front: C 10 M 100 Y 85 K 5 is 200% of ink, more than 190%",
        ),
        (
            {},
            {"style": STYLES.replace('"#23202b"', '"#23202b device-cmyk(0.3, 0.3, 0, 1)"')},
            "rich-black",
            "warning",
            "letters of 10.0 pt in C 30 M 30 Y 0 K 100 blur",
        ),
        (
            {},
            {"back": BACK.replace('"#334455"', '"#334455 spot(Warm Gold, 0, 0.1, 0.6, 0.3)"')},
            "press-ink",
            "error",
            "the ink Warm Gold is imitated in two ways: C 0 M 20 Y 60 K 30 and C 0 M 10 Y 60 K 30",
        ),
        (
            {},
            {
                "back": BACK.replace(
                    "<rect",
                    '<linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#8a6f2b spot(Bronze, 0, 0.2, 0.6, 0.3)"/></linearGradient>'
                    '<rect width="9" height="9" fill="url(#g)"/><rect',
                )
            },
            "spot-gradient",
            "warning",
            "deck/first, back: the ink Bronze is in a gradient, where C 0 M 20 Y 60 K 30 imitates it",
        ),
        (
            {},
            {"back": BACK.replace("<rect", '<rect style="mix-blend-mode: multiply"')},
            "press-transparency",
            "error",
            "deck/first, back: the blend mode multiply can't be printed as PDF/X-1a, which has no transparency",
        ),
    ],
)
def test_what_a_press_cannot_print_is_said_before_anything_is_written(
    tmp_path: Path, values: dict[str, Any], changed: dict[str, str], code: str, severity: str, message: str
) -> None:
    done = sent(project(tmp_path, **changed), "pdf-x-1a", **values)
    (found,) = [each for each in done.findings if each.code == code]
    assert found.severity == severity
    assert message in found.message
    assert (done.made.status is Status.DONE) == (severity != "error")
    if severity == "error":
        assert not list(tmp_path.rglob("*.pdf"))
        assert found.hint


def test_the_profile_may_be_the_projects(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / "press.icc").write_bytes(press_profile().read_bytes())
    (root / "nineup.yaml").write_text("profile: press.icc\n", encoding="utf-8")
    assert sent(root, "pdf-x-4", profile="").made.status is Status.DONE


def test_what_cannot_be_flattened_may_become_pixels(tmp_path: Path) -> None:
    root = project(tmp_path, back=BACK.replace("<rect", '<rect style="mix-blend-mode: multiply"'))
    done = sent(root, "pdf-x-1a", pixels=150)
    assert done.made.status is Status.DONE
    with pikepdf.open(done.deck) as pdf:
        assert not transparency(pdf)
        assert spaces(pdf) == {"DeviceCMYK", "/Warm Gold"}


def test_drivethru_cards_has_the_back_before_the_front_of_every_copy(tiny: Path) -> None:
    done = sent(tiny, "drivethru-cards")
    assert done.made.status is Status.DONE, list(done.findings)
    assert done.deck.name == "us-poker-deck-sun.pdf"
    assert done.deck.read_bytes().startswith(b"%PDF-1.4")
    with pikepdf.open(done.deck) as pdf:
        assert not transparency(pdf)
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        shown = [page.Contents.objgen for page in pdf.pages]
        back, first, second = shown[0], shown[1], shown[3]
        assert shown == [back, first, back, second, back, second]
        assert len({back, first, second}) == 3
        for page in pdf.pages:
            assert [float(edge) for edge in page.MediaBox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(edge) for edge in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.01)
    found = plates(done.deck, 2)
    totals = [sum(inks) for inks in zip(*(plate.tobytes() for plate in found.values()), strict=True)]
    assert max(totals) <= 2.4 * 255 + 4, "rounding"


def test_drivethru_cards_notes_a_foil_that_it_does_not_print(tmp_path: Path) -> None:
    foil = '<rect n:foil="gold" x="5" y="5" width="9" height="9"/></svg>'
    own = project(tmp_path, card=FRONT.replace("</svg>", foil))
    done = sent(own, "drivethru-cards")
    notes = [each for each in done.findings if each.severity == "note" and each.code == "press-ink"]
    assert [each.message for each in notes] == ["DriveThruCards prints no foil: other inks imitate Warm Gold"]


def test_drivethru_cards_prints_cards(tiny: Path) -> None:
    refused = sent(tiny, "drivethru-cards", RunChoice())
    assert {(each.code, each.severity) for each in refused.findings if each.severity == "error"} == {
        ("service-size", "error")
    }
