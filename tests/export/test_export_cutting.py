"""Cuts agree with the print: Chromium reads the SVG, ezdxf the DXF, and Poppler shows the sheet at 1,200
dpi.
"""

import io
import re
from math import dist, hypot
from pathlib import Path
from typing import Any

import ezdxf.filemanagement
import pypdfium2
import pytest
from ezdxf.document import Drawing
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.pipeline import PrintOptions, RunChoice
from nineup_export import ExportRequest, ExportResult, export, target_named
from nineup_export.cutting.card_templates import PIXEL, TEMPLATES, CardTemplate
from nineup_export.cutting.cut_sheets import wider_margins
from PIL import Image
from playwright.sync_api import Browser
from tiny import GAME, SVG, write_tiny

DPI = 1200
PAPER = "120mm x 130mm"
AGREE = 0.05
"""Millimetres."""

BLACK = {
    "card": SVG.format(w=63.5, h=88.9) + '<rect width="63.5" height="88.9" rx="3" fill="#000"/></svg>',
    "back": SVG.format(w=63.5, h=88.9) + '<rect width="63.5" height="88.9" rx="3" fill="#000"/></svg>',
}
CHIP = SVG.format(w=16, h=16) + '<circle cx="8" cy="8" r="8" fill="#000"/></svg>'


def black(root: Path) -> Path:
    """The small project with faces that are black up to their cuts, whose corners have 3 mm."""
    write_tiny(root, game=GAME.replace("size: poker", "size: poker\n    corner: 3mm", 1), **BLACK)
    (root / "layouts/tiny/chip.svg").write_text(CHIP)
    return root


def cut(
    root: Path,
    choice: RunChoice = RunChoice(),  # noqa: B008
    paper: str = PAPER,
    **asked: Any,
) -> tuple[ExportResult, Findings]:
    target = target_named("cut")
    assert target is not None
    findings = Findings()
    printing = PrintOptions(papers=(paper,), bleed=asked.pop("bleed", None))
    request = ExportRequest(target, {**target.defaults(), **asked}, choice, printing)
    return export(Project(root), "tiny", request, findings, lambda *_: None), findings


def read_dxf(path: Path) -> Drawing:
    return ezdxf.filemanagement.read(io.StringIO(path.read_text(encoding="utf-8")))


def printed(path: Path, page: int = 1) -> Image.Image:
    with pypdfium2.PdfDocument(path) as pages:
        return pages[page - 1].render(scale=DPI / 72, grayscale=True).to_pil()


def paths_of(chromium: Browser, svg: Path, step: float) -> list[list[tuple[float, float]]]:
    """Points along each path of an SVG file, `step` millimetres apart, as a browser sees them."""
    with chromium.new_page() as page:
        page.set_content(f"<style>body{{margin:0}}</style>{svg.read_text()}")
        found: list[list[tuple[float, float]]] = page.evaluate(
            """step => [...document.querySelectorAll("path")].map(path => {
                const length = path.getTotalLength(), points = [];
                for (let at = 0; at < length; at += step) {
                    const {x, y} = path.getPointAtLength(at);
                    points.push([x, y]);
                }
                return points;
            })""",
            step,
        )
        size = page.evaluate(
            "(({width, height}) => [width, height])(document.querySelector('svg').getBoundingClientRect())"
        )
    assert [side / 96 * 25.4 for side in size] == pytest.approx((120, 130), abs=0.01)
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    result, findings = cut(black(tmp_path_factory.mktemp("cut")), RunChoice(owners=("sun",)), gap=3 * MM)
    assert (result.status, findings) == (Status.DONE, [])
    return result


@pytest.mark.parametrize(
    ("group", "count", "length"),
    [("cards", 1, 2 * (63.5 + 88.9) - 6 * (4 - 3.14159)), ("tokens", 12, 50.265)],
)
def test_the_print_ends_where_the_machine_cuts(
    chromium: Browser, made: ExportResult, group: str, count: int, length: float
) -> None:
    paths = paths_of(chromium, made.folder / f"{group}-120mmx130mm-1.svg", 1.0)
    sheet = printed(made.folder / f"{group}-120mmx130mm.pdf")
    assert len(paths) == count
    for path in paths:
        assert abs(len(path) - length) < 1.5
        middle = sum(x for x, _ in path) / len(path), sum(y for _, y in path) / len(path)
        assert all(
            is_edge(sheet, point, towards, middle)
            for point, towards in zip(path, [*path[1:], path[0]], strict=True)
        )


def is_edge(
    sheet: Image.Image, point: tuple[float, float], towards: tuple[float, float], middle: tuple[float, float]
) -> bool:
    """Whether ink begins within the tolerance on the inner side of a cut, and ends within it on the outer
    side.
    """
    along = towards[0] - point[0], towards[1] - point[1]
    long = hypot(*along)
    normal = -along[1] / long, along[0] / long
    inward = (middle[0] - point[0]) * normal[0] + (middle[1] - point[1]) * normal[1]
    sign = 1 if inward > 0 else -1
    place = (point[0] + towards[0]) / 2, (point[1] + towards[1]) / 2
    shown = []
    for side in (AGREE, -AGREE):
        # A chord of a millimetre is up to 0.04 mm inside a corner of 3 mm.
        sagitta = 0.045 if side < 0 else 0.0
        x, y = (place[i] + sign * normal[i] * (side - sagitta) for i in (0, 1))
        shown.append(sheet.getpixel((int(x / 25.4 * DPI), int(y / 25.4 * DPI))))
    return shown[0] < 64 and shown[1] > 192  # type: ignore[operator]


def test_dxf_is_sound_and_has_the_cuts_of_the_svg(chromium: Browser, made: ExportResult) -> None:
    for group, count in (("cards", 1), ("tokens", 12)):
        drawing = read_dxf(made.folder / f"{group}-120mmx130mm-1.dxf")
        assert drawing.audit().errors == []
        assert (drawing.units, drawing.dxfversion) == (4, "AC1015")
        lines = list(drawing.modelspace().query("LWPOLYLINE"))
        assert len(lines) == len(list(drawing.modelspace())) == count
        assert all(line.dxf.layer == "CUT" and line.closed for line in lines)
        paths = paths_of(chromium, made.folder / f"{group}-120mmx130mm-1.svg", 0.25)
        for line, path in zip(lines, paths, strict=True):
            corners = [(x, 130 - y) for x, y, *_ in line.get_points()]
            assert max(min(dist(corner, point) for point in path) for corner in corners) < 0.13


def test_marks_are_where_the_machine_looks_for_them(made: ExportResult) -> None:
    sheet = printed(made.folder / "cards-120mmx130mm.pdf")

    def dark(x: float, y: float) -> bool:
        return sheet.getpixel((int(x / 25.4 * DPI), int(y / 25.4 * DPI))) < 64  # type: ignore[operator]

    assert [dark(x, 12.5) for x in (9.7, 9.8, 15.2, 15.3)] == [False, True, True, False]
    assert [dark(12.5, y) for y in (9.7, 9.8, 15.2, 15.3)] == [False, True, True, False]
    assert [dark(x, 10) for x in (102.3, 102.5, 110.2, 110.3)] == [False, True, True, False]
    assert [dark(110, y) for y in (9.7, 9.8, 17.5, 17.7)] == [False, True, True, False]
    assert [dark(10, y) for y in (112.3, 112.5, 120.2, 120.3)] == [False, True, True, False]
    assert [dark(x, 120) for x in (17.5, 17.7)] == [True, False]
    assert not dark(110, 120)
    back = printed(made.folder / "cards-120mmx130mm.pdf", 2)
    assert back.getpixel((int(12.5 / 25.4 * DPI), int(12.5 / 25.4 * DPI))) == 255


def test_cricut_is_given_pieces_that_are_cut_out_on_nothing(tmp_path: Path) -> None:
    asked = {"registration": "cricut", "gap": 3 * MM}
    result, findings = cut(black(tmp_path), RunChoice(owners=("sun",)), **asked)
    assert findings == []
    for group in ("cards", "tokens"):
        stem = f"{group}-120mmx130mm-1"
        picture = Image.open(result.folder / f"{stem}.png")
        assert picture.mode == "RGBA"
        assert picture.size == (round(120 / 25.4 * 300), round(130 / 25.4 * 300))
        alpha = picture.getchannel("A")
        area = sum(alpha.histogram()[n] * n for n in range(256)) / 255 * (25.4 / 300) ** 2
        lines = list(read_dxf(result.folder / f"{stem}.dxf").modelspace().query("LWPOLYLINE"))
        assert area == pytest.approx(
            sum(polygon_area([p[:2] for p in line.get_points()]) for line in lines), rel=0.002
        )
        assert alpha.getpixel((0, 0)) == 0
    sheet = printed(result.folder / "cards-120mmx130mm.pdf")
    assert sheet.getpixel((int(12.5 / 25.4 * DPI), int(2.5 / 25.4 * DPI))) == 255, "no marks"


def polygon_area(points: list[tuple[float, float]]) -> float:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2


@pytest.mark.parametrize("least", [*range(46), 44.6, 50])
def test_margins_are_tried_up_to_the_widest(least: float) -> None:
    margins = [margin / MM for margin in wider_margins(least * MM)]
    assert margins == pytest.approx([least + step for step in range(1, 46) if least + step <= 45])


def test_tabs_hold_pieces_in_the_sheet(tmp_path: Path) -> None:
    result, _ = cut(black(tmp_path), RunChoice(owners=("sun",)), tabs=0.6 * MM)
    for group, per_piece, length in (("cards", 4, 304.8 - 6 * (4 - 3.14159)), ("tokens", 4, 50.265)):
        drawing = read_dxf(result.folder / f"{group}-120mmx130mm-1.dxf")
        lines = list(drawing.modelspace().query("LWPOLYLINE"))
        pieces = len(lines) // per_piece
        assert not any(line.closed for line in lines)
        whole = sum(
            dist(one, two)
            for line in lines
            for one, two in zip(
                [p[:2] for p in line.get_points()], [p[:2] for p in line.get_points()][1:], strict=False
            )
        )
        assert whole == pytest.approx(pieces * (length - per_piece * 0.6), rel=2e-3)
        ends = [line.get_points()[-1][:2] for line in lines[:per_piece]]
        begins = [line.get_points()[0][:2] for line in lines[:per_piece]]
        for end in ends:
            assert min(dist(end, begin) for begin in begins) == pytest.approx(0.6, abs=0.01)


def test_pieces_leave_room_for_the_marks_and_nothing_is_lost(tmp_path: Path) -> None:
    result, findings = cut(black(tmp_path), paper="a4", bleed=0.0)
    assert findings == []
    lines = [
        line
        for path in sorted(result.folder.glob("cards-a4-*.dxf"))
        for line in read_dxf(path).modelspace().query("LWPOLYLINE")
    ]
    assert len(lines) == 12
    for path in sorted(result.folder.glob("cards-a4-*.dxf")):
        drawing = read_dxf(path)
        wide, high, _ = drawing.header["$EXTMAX"]
        for line in drawing.modelspace().query("LWPOLYLINE"):
            xs, ys = zip(*(point[:2] for point in line.get_points()), strict=True)
            for x, y in ((10, high - 20), (wide - 20, high - 20), (10, 10)):
                assert max(xs) <= x or min(xs) >= x + 10 or max(ys) <= y or min(ys) >= y + 10


def test_a_board_in_parts_is_cut_by_hand_and_other_boards_by_the_machine(tmp_path: Path) -> None:
    more = """\
  land: {shape: board, size: 300mm x 250mm, layout: land.svg}
  mark: {shape: board, size: 80mm x 60mm, layout: mark.svg}
rules:
"""
    root = black(tmp_path)
    game = (root / "cards/tiny/game.yaml").read_text().replace("rules:\n", more, 1)
    (root / "cards/tiny/game.yaml").write_text(game)
    for name, wide, high in (("land", 300, 250), ("mark", 80, 60)):
        text = SVG.format(w=wide, h=high) + f'<rect width="{wide}" height="{high}" fill="#00f"/></svg>'
        (root / f"layouts/tiny/{name}.svg").write_text(text)
    result, findings = cut(root, RunChoice(components=("land", "mark")), "a4")
    assert [(f.code, f.span.line) for f in findings if f.span] == [("cut-by-hand", 28)]
    assert list(result.files) == ["boards-a4.pdf", "boards-a4-1.svg", "boards-a4-1.dxf", "credits.txt"]
    assert len(pypdfium2.PdfDocument(result.folder / "boards-a4.pdf")) == 3


@pytest.mark.parametrize("marks", ["crop", "none"])
def test_what_fits_only_where_the_marks_are_is_cut_by_hand(tmp_path: Path, marks: str) -> None:
    root = black(tmp_path)
    game = (root / "cards/tiny/game.yaml").read_text()
    wide = "  land: {shape: board, size: 199mm x 220mm, layout: land.svg}\n  mark: {shape: board, size: 80mm x 60mm, layout: mark.svg}\nrules:\n"
    (root / "cards/tiny/game.yaml").write_text(game.replace("rules:\n", wide, 1))
    (root / "layouts/sheets").mkdir()
    (root / "layouts/sheets/mine.yaml").write_text(f"marks: {marks}\n")
    (root / "nineup.yaml").write_text("sheet: mine\n")
    for name, width, height in (("land", 199, 220), ("mark", 80, 60)):
        text = SVG.format(w=width, h=height) + f'<rect width="{width}" height="{height}" fill="#00f"/></svg>'
        (root / f"layouts/tiny/{name}.svg").write_text(text)
    result, findings = cut(root, RunChoice(components=("land", "mark")), "a4")
    assert [finding.code for finding in findings] == ["cut-by-hand"]
    assert "`land` leaves no room for the registration marks on a4" in findings[0].message
    assert list(result.files) == ["boards-a4.pdf", "boards-a4-1.svg", "boards-a4-1.dxf", "credits.txt"]
    with pypdfium2.PdfDocument(result.folder / "boards-a4.pdf") as pages:
        assert len(pages) == 2


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    one, _ = cut(black(tmp_path), RunChoice(components=("chip",)))
    before = {name: (one.folder / name).read_bytes() for name in one.files}
    two, _ = cut(tmp_path, RunChoice(components=("chip",)))
    assert {name: (two.folder / name).read_bytes() for name in two.files} == before


@pytest.mark.parametrize(
    ("paper", "settings", "asked", "code"),
    [
        ("a4", "backs: gutterfold\n", {}, "cut-folded"),
        ("face", "", {}, "cut-paper"),
        ("80mm x 100mm", "", {}, "cut-marks"),
        ("60mm x 100mm", "", {}, "piece-too-large"),
        ("74mm x 300mm", "", {"registration": "none"}, ""),
    ],
)
def test_what_no_machine_can_cut_is_refused(
    tmp_path: Path, paper: str, settings: str, asked: dict[str, Any], code: str
) -> None:
    root = black(tmp_path)
    (root / "nineup.yaml").write_text(settings)
    result, findings = cut(root, RunChoice(components=("deck",)), paper, **asked)
    assert [finding.code for finding in findings] == ([code] if code else [])
    assert (result.status is Status.DONE) == (not code)
    assert (root / "output").exists() == (not code)


def test_without_the_library_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nineup_export.cutting.machines.find_spec", lambda name: None)
    root = black(tmp_path)
    _, findings = cut(root)
    assert [(f.code, "nineup[cut]" in f.hint) for f in findings] == [("missing-extra", True)]
    result, findings = cut(root, files="svg")
    assert (result.status, findings) == (Status.DONE, [])
    assert not any(name.endswith(".dxf") for name in result.files)


def areas(sheet: Image.Image) -> list[tuple[float, ...]]:
    """The boxes of what is printed in each corner of a page, within 15 mm; empty ones left out."""
    wide, high = sheet.size
    reach = int(15 / 25.4 * DPI)
    dark = sheet.point(lambda level: 255 * (level < 128))
    found = []
    for left in (0, wide - reach):
        for top in (0, high - reach):
            box = dark.crop((left, top, left + reach, top + reach)).getbbox()
            if box is not None:
                found.append(
                    tuple(
                        round((at + off) / DPI * 25.4, 2)
                        for at, off in zip(box, (left, top) * 2, strict=True)
                    )
                )
    return found


def test_marks_are_centred_where_it_was_asked(tmp_path: Path) -> None:
    root = black(tmp_path)
    values: dict[str, Any] = {"inset": 6 * MM, "mark-length": 8 * MM}
    for kind, count in (("silhouette", 3), ("silhouette-4", 4)):
        result, findings = cut(
            root, RunChoice(owners=("sun",), components=("chip",)), registration=kind, **values
        )
        assert not findings.failed, list(findings)
        boxes = areas(printed(result.folder / "tokens-120mmx130mm.pdf"))
        first = (5.75, 5.75, 11.25, 11.25) if kind == "silhouette" else (5.75, 5.75, 14, 14)
        wanted = [first, (5.75, 116, 14, 124.25), (106, 5.75, 114.25, 14), (106, 116, 114.25, 124.25)]
        assert len(boxes) == count
        for box, expected in zip(boxes, wanted, strict=False):
            assert box == pytest.approx(expected, abs=0.05)


def test_too_short_a_mark_is_refused(tmp_path: Path) -> None:
    result, findings = cut(black(tmp_path), **{"mark-length": 3 * MM})
    assert result.status != Status.DONE
    assert [each.code for each in findings] == ["export-setting"]


def test_eight_poker_cards_fit_on_a4(tmp_path: Path) -> None:
    result, findings = cut(black(tmp_path), paper="a4", bleed=0.625 * MM)
    assert not findings.failed, list(findings)
    counts = [
        len(list(read_dxf(path).modelspace().query("LWPOLYLINE")))
        for path in sorted(result.folder.glob("cards-a4-*.dxf"))
    ]
    assert counts == [8, 4]


def of_size(root: Path, template: CardTemplate, copies: int = 1) -> Path:
    """A deck of one black card of a template's size and no back, in so many copies."""
    wide, high = (round(side / MM, 3) for side in template.size)
    face = SVG.format(w=wide, h=high) + f'<rect width="{wide}" height="{high}" fill="#000"/></svg>'
    deck = f"game: Tiny\nplayers: 2\ncomponents:\n  deck: {{shape: card, size: {wide}mm x {high}mm, "
    deck += f"corner: 0mm, layout: card.svg, back: back.svg, setup: {copies}}}\n"
    return write_tiny(root, game=deck, card=face, back=face)


CLOSER = ("letter_poker_v2", "letter_pokerhalf_v2", "a3_standard_v1")
"""Templates whose cards are closer to the marks, or to the edge, than a machine needs of those without one."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_as_many_cards_are_on_a_sheet_as_in_a_template(tmp_path: Path, template: CardTemplate) -> None:
    """Also without its places, with the bleed that it has room for."""
    number = len(template.columns) * len(template.rows)
    bleed = min(template.bleed(template.size), 0.625 * MM)
    asked: dict[str, Any] = {"template": True} if template.name in CLOSER else {}
    result, findings = cut(
        of_size(tmp_path, template, number), paper=template.paper, bleed=bleed, files="svg", **asked
    )
    assert not findings.failed, list(findings)
    assert len(list(result.folder.glob("cards-*.svg"))) == 1


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_cards_are_where_a_template_cuts(tmp_path: Path, template: CardTemplate) -> None:
    number = len(template.columns) * len(template.rows)
    root = of_size(tmp_path, template, number + 1)
    result, findings = cut(root, paper=template.paper, bleed=2 * MM, template=True, files="svg")
    assert (result.status, list(findings)) == (Status.DONE, [])
    width, high = template.card
    wanted = {
        (x + dx, y + dy)
        for x in template.columns for y in template.rows for dx in (0, width) for dy in (0, high)
    }  # fmt: skip
    name = f"cards-{template.paper}"
    first, second = ((result.folder / f"{name}-{page}.svg").read_text(encoding="utf-8") for page in (1, 2))
    points = re.findall(r"[ML](\d+\.\d+) (\d+\.\d+)", first)
    assert {(round(float(x) * MM / PIXEL), round(float(y) * MM / PIXEL)) for x, y in points} == wanted
    assert second.count("<path") == 1, "the card that is left"

    with pypdfium2.PdfDocument(result.folder / f"{name}.pdf") as pdf:
        front, back = (pdf[page].render(scale=300 / 72).to_pil().convert("L") for page in (0, 1))
        assert template.name in pdf[0].get_textpage().get_text_range()
    for x in template.columns:
        for y in template.rows:
            assert front.getpixel((x + width // 2, y + high // 2)) == 0
            # Turned over at its long edge, paper that lies broadside is upside down.
            assert back.getpixel((x + width // 2, front.height - y - high // 2)) == 0
    # The square of the marks in `assets/a4_registration.jpg`: from 9.48 mm to 15.58 mm at both sides.
    square = front.crop((0, 0, 195, 195)).point([255] * 128 + [0] * 128).getbbox()
    assert square is not None
    assert [side * PIXEL / MM for side in square] == pytest.approx([9.48, 9.48, 15.58, 15.58], abs=0.15)


def test_what_has_no_template_is_refused(tmp_path: Path) -> None:
    result, findings = cut(black(tmp_path), paper="a4", template=True)
    assert result.status != Status.DONE
    assert [each.code for each in findings] == ["cut-template"]
    assert "no template cuts `chip`, 16 × 16 mm, on a4" in findings[0].message
    result, findings = cut(black(tmp_path), RunChoice(components=("deck",)), paper="a5", template=True)
    assert [each.message for each in findings] == ["no template cuts `deck`, 63.5 × 88.9 mm, on a5"]
    result, findings = cut(black(tmp_path), RunChoice(components=("deck",)), paper="a4", template=True)
    assert (result.status, list(findings)) == (Status.DONE, [])
